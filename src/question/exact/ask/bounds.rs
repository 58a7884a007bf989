//! How a value must lie to a number: "above 7 %".

use super::super::unit;
use super::form::Bound;
use super::reader::Reader;
use crate::question::plan::{Word, number};

/// Reads "above 7 %", "over 140", "> 5.7".
pub(super) fn bound(question: &str, words: &[Word], reader: &mut Reader<'_>) -> Option<(Bound, f64, Option<String>)> {
    const PHRASES: &[(&str, Bound)] = &[
        ("fall below", Bound::Below),
        ("fell below", Bound::Below),
        ("fallen below", Bound::Below),
        ("drop below", Bound::Below),
        ("dropped below", Bound::Below),
        ("go below", Bound::Below),
        ("went below", Bound::Below),
        ("rise above", Bound::Above),
        ("rose above", Bound::Above),
        ("risen above", Bound::Above),
        ("go above", Bound::Above),
        ("went above", Bound::Above),
        ("go over", Bound::Above),
        ("went over", Bound::Above),
        ("go past", Bound::Above),
        ("went past", Bound::Above),
        ("gone past", Bound::Above),
        ("get past", Bound::Above),
        ("greater than or equal to", Bound::AtLeast),
        ("less than or equal to", Bound::AtMost),
        ("at or above", Bound::AtLeast),
        ("at or below", Bound::AtMost),
        ("greater than", Bound::Above),
        ("more than", Bound::Above),
        ("higher than", Bound::Above),
        ("less than", Bound::Below),
        ("lower than", Bound::Below),
        ("at least", Bound::AtLeast),
        ("at most", Bound::AtMost),
        ("above", Bound::Above),
        ("over", Bound::Above),
        ("exceed", Bound::Above),
        ("exceeds", Bound::Above),
        ("exceeded", Bound::Above),
        ("exceeding", Bound::Above),
        ("below", Bound::Below),
        ("under", Bound::Below),
        ("beneath", Bound::Below),
    ];
    let value = |at: usize| {
        let word = words.get(at)?.lower.as_str();
        let spelt = || number(word).map(|number| number as f64);
        word.parse::<f64>().ok().or_else(spelt).filter(|number| number.is_finite())
    };
    let mut found = None;
    for (phrase, bound) in PHRASES {
        let Some(at) = reader.find(phrase) else { continue };
        let next = at + phrase.split(' ').count();
        if let (Some(limit), Some(_)) = (value(next), reader.free(next)) {
            reader.take(phrase);
            found = Some((*bound, limit, next));
            break;
        }
    }
    if found.is_none() {
        for (at, word) in words.iter().enumerate() {
            let before = question.get(..word.span.start()).unwrap_or_default().trim_end();
            let sign = [
                (">=", Bound::AtLeast),
                ("≥", Bound::AtLeast),
                ("<=", Bound::AtMost),
                ("≤", Bound::AtMost),
                (">", Bound::Above),
                ("<", Bound::Below),
            ]
            .into_iter()
            .find(|(sign, _)| before.ends_with(sign));
            if let (Some((_, bound)), Some(limit)) = (sign, value(at)) {
                found = Some((bound, limit, at));
                break;
            }
        }
    }
    // "140 or higher", "95 or more".
    if found.is_none() {
        const BEHIND: &[(&str, Bound)] = &[
            ("or more", Bound::AtLeast),
            ("or higher", Bound::AtLeast),
            ("or above", Bound::AtLeast),
            ("or over", Bound::AtLeast),
            ("or greater", Bound::AtLeast),
            ("and above", Bound::AtLeast),
            ("and over", Bound::AtLeast),
            ("and higher", Bound::AtLeast),
            ("or less", Bound::AtMost),
            ("or lower", Bound::AtMost),
            ("or below", Bound::AtMost),
            ("or under", Bound::AtMost),
            ("and below", Bound::AtMost),
            ("and under", Bound::AtMost),
        ];
        for (phrase, bound) in BEHIND {
            let Some(place) = reader.find(phrase) else { continue };
            // "6.5 % or more" has its unit between.
            let number = [1, 2].into_iter().filter_map(|back| place.checked_sub(back)).find(|at| value(*at).is_some());
            let free = number.filter(|at| reader.free(*at).is_some());
            if let Some((at, limit)) = free.and_then(|at| Some((at, value(at)?))) {
                reader.take(phrase);
                found = Some((*bound, limit, at));
                break;
            }
        }
    }
    let (bound, limit, at) = found?;
    reader.use_up(at);
    let after = words.get(at).and_then(|word| question.get(word.span.end()..)).unwrap_or_default();
    let rest = after.trim_start();
    let unit = rest.split_whitespace().next().map(|unit| unit.trim_end_matches(['?', '.', ',', ';', '!']));
    // "Over 3.5 in 2023" is of no inches.
    let unit = unit
        .filter(|unit| *unit != "in")
        .filter(|unit| *unit == "%" || unit::is_unit(unit) || unit.contains('/'))
        .map(str::to_owned);
    if let Some(unit) = &unit {
        let end = words.get(at).map_or(0, |word| word.span.end()) + (after.len() - rest.len()) + unit.len();
        for (index, word) in words.iter().enumerate().skip(at + 1) {
            if word.span.end() <= end {
                reader.use_up(index);
            }
        }
    }
    Some((bound, limit, unit))
}
