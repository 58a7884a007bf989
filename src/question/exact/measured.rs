//! From a measure, or the words of its name, to its readings by time.

use std::collections::BTreeSet;

use super::ask::{Ask, Pick, Want};
use super::chart::{Chart, Entry, Identity};
use super::identity::loincs;
use super::measures::{self, DIASTOLIC, Measure, PRESSURE, SYSTOLIC};
use super::points::{self, Point, Readings, Sign};
use super::resolve::{meets, units};
use super::unit;
use crate::document::{Component, Fact, FactKind, Reading};

pub(super) fn of_measure<'c, 'a>(chart: &'c Chart<'a>, measure: &'static Measure) -> Readings<'c, 'a> {
    let codes: Vec<String> = measure.codes.iter().map(|code| (*code).to_owned()).collect();
    let mut points: Vec<Point<'c, 'a>> = Vec::new();
    let is_pair = measure.name == PRESSURE;
    for entry in chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation && entry.key.0.is_some())
    {
        if is_pair {
            points.extend(pair(entry));
            continue;
        }
        if entry.loincs().any(|code| measure.codes.contains(&code)) {
            points.extend(of_entry(entry));
        }
        for component in &entry.fact.components {
            if loincs(Some(&component.code)).any(|code| measure.codes.contains(&code)) {
                let own = component.reading.as_ref().map(|reading| point(entry, reading));
                points.extend(own.or_else(|| points::of_part(entry, component)));
            }
        }
    }
    if is_pair {
        match loose_pairs(chart, &points) {
            Some(pairs) => points.extend(pairs),
            None => points.clear(),
        }
        points.extend(unpaired(chart, &points));
        points.sort_by_key(|point| point.entry.key);
    }
    dedup(&mut points);
    Readings { name: measure.name.to_owned(), codes, points, is_pair }
}

/// Whether what `ask` wants may stand in a reading of the same measure without a code, which is none of `readings`: one that is newer, or any
/// where more than the newest is asked for.
pub(super) fn are_passed_over(chart: &Chart<'_>, readings: &Readings<'_, '_>, ask: &Ask) -> bool {
    let Some(measure) = measures::MEASURES.iter().find(|measure| measure.name == readings.name) else { return false };
    let Some(last) = readings.points.last() else { return false };
    let is_newest = matches!((ask.want, ask.pick), (Want::Value | Want::Date, None | Some(Pick::Latest(1))));
    let is_asked = |entry: &&Entry<'_>| {
        let is_in = ask.range.is_none_or(|range| entry.day().is_none_or(|day| range.holds(day)));
        is_in && (!is_newest || entry.key.0 > last.entry.key.0 || entry.key.0.is_none())
    };
    let is_own = |entry: &&Entry<'_>| readings.points.iter().any(|point| point.entry.at == entry.at);
    let has_value = |entry: &&Entry<'_>| {
        matches!(entry.fact.reading, Some(Reading::Quantity { .. })) || points::of_entry(entry).is_some()
    };
    let observed = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation);
    let loose = observed.filter(|entry| entry.loincs().next().is_none() && !is_own(entry)).filter(has_value);
    loose.filter(is_asked).any(|entry| is_called(entry.name(), measure))
}

/// Returns `text` without what it says in brackets: "Hemoglobin A1c (change of method)".
fn unbracketed(text: &str) -> String {
    let mut depth = 0_usize;
    let is_out = |c: &char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(is_out).collect()
}

/// Whether `name` is one of `measure` and of no other. What it says in brackets makes it another only where that is of what it was measured in.
fn is_called(name: &str, measure: &Measure) -> bool {
    const SPECIMENS: &[&str] = &["urine", "urinary", "csf", "fluid", "stool", "saliva"];
    const OTHERWISE: &[&str] = &[
        "ratio",
        "urine",
        "urinary",
        "clearance",
        "goal",
        "target",
        "score",
        "trend",
        "index",
        "csf",
        "fluid",
        "stool",
        "saliva",
        "antibody",
        "percentile",
        "estimated",
        "average",
        "mean",
        "ideal",
        "birth",
        "change",
        "loss",
        "gain",
        "free",
        "reason",
    ];
    let lower = name.to_lowercase();
    let outside = unbracketed(&lower);
    let outside: Vec<&str> = outside.split(|c: char| !c.is_alphanumeric()).collect();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_in = |own: &str| {
        let own: Vec<&str> = own.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        !own.is_empty() && own.iter().all(|word| words.contains(word))
    };
    let is_other = |other: &&Measure| {
        let longest = |measure: &Measure| measure.words.iter().filter(|own| is_in(own)).map(|own| own.len()).max();
        other.name != measure.name && longest(other) > longest(measure)
    };
    let is_said = |word: &&str| SPECIMENS.contains(word) || outside.contains(word);
    let is_otherwise =
        |word: &&str| OTHERWISE.contains(word) && is_said(word) && !measure.words.iter().any(|own| own.contains(*word));
    measure.words.iter().any(|own| is_in(own))
        && !words.iter().any(is_otherwise)
        && !measures::MEASURES.iter().any(|other| is_other(&other))
}

/// The value of `entry` itself, or the limit that its file gives for it.
fn of_entry<'c, 'a>(entry: &'c Entry<'a>) -> Option<Point<'c, 'a>> {
    let own = entry.fact.reading.as_ref().map(|reading| point(entry, reading));
    own.or_else(|| points::of_entry(entry))
}

/// The blood pressure that `entry` gives in its parts.
pub(super) fn pair<'c, 'a>(entry: &'c Entry<'a>) -> Option<Point<'c, 'a>> {
    let of = |code: &str| {
        let is_of = |component: &&Component| loincs(Some(&component.code)).any(|own| own == code);
        entry.fact.components.iter().find(is_of)
    };
    let (upper, lower) = (of(SYSTOLIC)?, of(DIASTOLIC)?);
    // A limit and a number are no pair that could be compared with others.
    if let Some(limit) = [upper, lower].into_iter().find_map(|part| points::of_part(entry, part)) {
        return Some(Point { limit: limit.limit.map(|(_, number)| (Sign::Unsure, number)), ..limit });
    }
    match (upper.reading.as_ref()?, lower.reading.as_ref()?) {
        (Reading::Quantity { value, number, unit }, Reading::Quantity { value: low, number: second, .. }) => {
            Some(Point {
                entry,
                number: Some(*number),
                text: &value.text,
                unit: unit.as_ref().map(|unit| unit.text.as_str()),
                second: Some((*second, &low.text)),
                limit: None,
            })
        }
        _ => None,
    }
}

/// Upper and lower numbers that stand in entries of their own, of one moment. Where a moment, such as a day without a time, has
/// several of them, those are together that stand side by side in a file; `None` where they do not stand in pairs: which
/// belongs to which is then not known.
fn loose_pairs<'c, 'a>(chart: &'c Chart<'a>, known: &[Point<'c, 'a>]) -> Option<Vec<Point<'c, 'a>>> {
    let is_part = |entry: &&Entry<'a>| {
        entry.fact.kind == FactKind::Observation
            && part(entry).is_some()
            && matches!(entry.fact.reading, Some(Reading::Quantity { .. }))
            && entry.key.0.is_some()
            && !known.iter().any(|point| point.entry.key.0 == entry.key.0)
    };
    let parts: Vec<&'c Entry<'a>> = chart.entries.iter().filter(is_part).collect();
    let mut found = Vec::new();
    for moment in parts.chunk_by(|one, other| one.key.0 == other.key.0) {
        let of = |code: &str| moment.iter().filter(|entry| part(entry) == Some(code)).copied().collect::<Vec<_>>();
        let (upper, lower) = (of(SYSTOLIC), of(DIASTOLIC));
        let (Some(first_upper), Some(first_lower)) = (upper.first(), lower.first()) else { continue };
        if is_one_value(&upper) && is_one_value(&lower) {
            found.extend(together(first_upper, first_lower));
            continue;
        }
        let pairs = moment.chunks(2).map(|pair| match pair {
            [one, other] if one.key.2 == other.key.2 && part(one) != part(other) => {
                let is_upper = part(one) == Some(SYSTOLIC);
                if is_upper { together(one, other) } else { together(other, one) }
            }
            _ => None,
        });
        found.extend(pairs.collect::<Option<Vec<_>>>()?);
    }
    Some(found)
}

/// Returns a number of a blood pressure that stands in none of `pairs`, as a value that is not understood: whoever passed over it
/// might tell a lower or an older one as the highest or the latest.
fn unpaired<'c, 'a>(chart: &'c Chart<'a>, pairs: &[Point<'c, 'a>]) -> Option<Point<'c, 'a>> {
    let told: BTreeSet<_> = pairs
        .iter()
        .flat_map(|pair| {
            let numbers = [(SYSTOLIC, pair.number), (DIASTOLIC, pair.second.map(|second| second.0))];
            numbers.into_iter().filter_map(|(part, number)| Some((pair.entry.key.0, part, number?.to_bits())))
        })
        .collect();
    let of_kind = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation);
    let dated = of_kind.filter(|entry| entry.key.0.is_some());
    // A pair that has a limit is not understood as it is.
    dated.filter(|entry| !pairs.iter().any(|pair| pair.limit.is_some() && pair.entry.at == entry.at)).find_map(
        |entry| {
            let own = part(entry).zip(entry.fact.reading.as_ref());
            let of_part = |component: &'a Component| {
                let code = [SYSTOLIC, DIASTOLIC].into_iter().find(|part| {
                    let mut codes = loincs(Some(&component.code));
                    codes.any(|code| code == *part)
                });
                code.zip(component.reading.as_ref())
            };
            let fact: &'a Fact = entry.fact;
            own.into_iter().chain(fact.components.iter().filter_map(of_part)).find_map(
                |(part, reading)| match reading {
                    Reading::Quantity { value, number, unit }
                        if !told.contains(&(entry.key.0, part, number.to_bits())) =>
                    {
                        Some(Point {
                            entry,
                            number: None,
                            text: &value.text,
                            unit: unit.as_ref().map(|unit| unit.text.as_str()),
                            second: None,
                            limit: Some((Sign::Unsure, *number)),
                        })
                    }
                    _ => None,
                },
            )
        },
    )
}

/// Which number of a blood pressure `entry` is.
fn part(entry: &Entry<'_>) -> Option<&'static str> {
    entry.loincs().find_map(|code| [SYSTOLIC, DIASTOLIC].into_iter().find(|part| *part == code))
}

/// Whether `entries` say one number, however often.
fn is_one_value(entries: &[&Entry<'_>]) -> bool {
    let number = |entry: &Entry<'_>| match &entry.fact.reading {
        Some(Reading::Quantity { number, .. }) => Some(number.to_bits()),
        _ => None,
    };
    entries.windows(2).all(|pair| matches!(pair, [one, other] if number(one) == number(other)))
}

fn together<'c, 'a>(upper: &'c Entry<'a>, lower: &'c Entry<'a>) -> Option<Point<'c, 'a>> {
    match (upper.fact.reading.as_ref()?, lower.fact.reading.as_ref()?) {
        (Reading::Quantity { value, number, unit }, Reading::Quantity { value: low, number: second, .. }) => {
            Some(Point {
                entry: upper,
                number: Some(*number),
                text: &value.text,
                unit: unit.as_ref().map(|unit| unit.text.as_str()),
                second: Some((*second, &low.text)),
                limit: None,
            })
        }
        _ => None,
    }
}

fn point<'c, 'a>(entry: &'c Entry<'a>, reading: &'a Reading) -> Point<'c, 'a> {
    match reading {
        Reading::Quantity { value, number, unit } => Point {
            entry,
            number: Some(*number),
            text: &value.text,
            unit: unit.as_ref().map(|unit| unit.text.as_str()),
            second: None,
            limit: None,
        },
        Reading::Coded { answer } => {
            Point { entry, number: None, text: &answer.display.text, unit: None, second: None, limit: None }
        }
        Reading::Text { value } => {
            Point { entry, number: None, text: &value.text, unit: None, second: None, limit: None }
        }
    }
}

/// Whether to have `readings` is to have what `words` name: who was tested for an illness may not have it, whatever came of it.
pub(super) fn says_so(words: &[String], readings: &Readings<'_, '_>) -> bool {
    const TESTS: &str = "test tests tested testing screen screened screening antigen antibody antibodies titer titre result results reading \
         readings level levels value values measured measurement count panel score swab culture pcr status";
    const OF_TESTS: &[&str] =
        &["ab", "ag", "antigen", "antibody", "rna", "dna", "virus", "score", "questionnaire", "item", "screen", "risk"];
    if words.iter().any(|word| TESTS.split_whitespace().any(|known| known == word)) {
        return true;
    }
    let named: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_measure = measures::named(&named).is_some();
    let terms = super::chart::terms(&readings.name);
    let is_number = readings.points.iter().all(|point| point.number.is_some());
    is_number && (is_measure || !OF_TESTS.iter().any(|word| terms.contains(*word)))
}

/// The same value of the same moment is one reading, however often it is written.
fn dedup(points: &mut Vec<Point<'_, '_>>) {
    let mut kept: Vec<Point<'_, '_>> = Vec::with_capacity(points.len());
    for point in points.drain(..) {
        let same = |other: &Point<'_, '_>| {
            other.entry.key.0 == point.entry.key.0
                && match (other.number, point.number) {
                    (Some(a), Some(b)) => {
                        let b = unit::convert(b, point.unit.unwrap_or_default(), other.unit.unwrap_or_default());
                        b.is_some_and(|b| (a - b).abs() < 1e-9)
                            && other.second.map(|s| s.0.to_bits()) == point.second.map(|s| s.0.to_bits())
                    }
                    (None, None) => other.text == point.text && other.limit == point.limit && other.unit == point.unit,
                    _ => false,
                }
        };
        if !kept.iter().rev().take_while(|other| other.entry.key.0 == point.entry.key.0).any(same) {
            kept.push(point);
        }
    }
    *points = kept;
}

/// What names of observations belong together by.
#[derive(PartialEq, Eq)]
enum Group<'a> {
    Measure(&'static Measure),
    Own(Identity<'a>),
}

pub(super) enum Named<'c, 'a> {
    /// One measure, and whether its name is nothing but the words.
    One((Readings<'c, 'a>, bool)),
    Several,
    None,
}

/// Returns the readings whose name holds every word, where one name fits better than all others.
pub(super) fn by_name<'c, 'a>(chart: &'c Chart<'a>, words: &[&str]) -> Named<'c, 'a> {
    let said: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let wanted: BTreeSet<String> = super::chart::terms(&said.join(" "));
    let units = units(&said);
    if units.is_empty() {
        return Named::None;
    }
    // Names of one code, and of codes of one measure, are one.
    let mut groups: Vec<(Group<'_>, usize, bool, Vec<&str>)> = Vec::new();
    for (text, name) in chart.names_of(FactKind::Observation).filter(|(_, name)| meets(&name.terms, &units)) {
        let is_of = |entry: &&Entry<'_>| entry.fact.kind == FactKind::Observation && entry.name() == text;
        let own = chart.entries.iter().find(is_of);
        let measure = own.and_then(|entry| entry.loincs().find_map(measures::of_code));
        let id = measure.map_or(Group::Own(own.map_or(Identity::Name(text), Entry::identity)), Group::Measure);
        let exact = simple(text) == said.join(" ");
        let extra = if exact { 0 } else { 1 + name.terms.difference(&wanted).count() };
        match groups.iter_mut().find(|(known, ..)| *known == id) {
            Some((_, least, is_exact, names)) => {
                *least = (*least).min(extra);
                *is_exact |= exact;
                names.push(text);
            }
            None => groups.push((id, extra, exact, vec![text])),
        }
    }
    let Some(least) = groups.iter().map(|(_, extra, ..)| *extra).min() else { return Named::None };
    let mut best = groups.iter().filter(|(_, extra, ..)| *extra == least);
    match (best.next(), best.next()) {
        (Some((id, _, exact, names)), None) if *exact || groups.len() == 1 => {
            let id = match id {
                Group::Measure(measure) => return Named::One((of_measure(chart, measure), *exact)),
                Group::Own(id) => *id,
            };
            let name = super::chart::untagged(names.first().copied().unwrap_or_default()).to_owned();
            let mut codes = BTreeSet::new();
            let mut points = Vec::new();
            for entry in chart.entries.iter().filter(|entry| {
                entry.fact.kind == FactKind::Observation
                    && entry.key.0.is_some()
                    && (entry.identity() == id || names.contains(&entry.identity().name().unwrap_or_default()))
            }) {
                codes.extend(entry.identity().code().map(str::to_owned));
                points.extend(of_entry(entry));
            }
            dedup(&mut points);
            if points.is_empty() {
                return Named::None;
            }
            Named::One((Readings { name, codes: codes.into_iter().collect(), points, is_pair: false }, *exact))
        }
        _ => Named::Several,
    }
}

fn simple(text: &str) -> String {
    let words = super::super::plan::simple_words(super::chart::untagged(text));
    words.into_iter().map(|word| word.lower).collect::<Vec<_>>().join(" ")
}
