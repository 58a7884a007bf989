//! The days of entries: when something began, was given or done.

use jiff::civil::Date;

use super::super::ask::{Ask, Pick};
use super::super::chart::{Entry, untagged};
use super::super::resolve::Entries;
use super::super::whether::note_over;
use super::super::words::{capital, date, on, when};
use super::super::{Exact, rule};
use super::{LISTED, counted, each_day, nouns, picked, refs};
use crate::document::FactKind;

/// Answers with the days of `kept`.
pub(super) fn dates(
    ask: &Ask,
    found: &Entries<'_, '_>,
    kept: &[&Entry<'_>],
    span: &str,
    today: Option<Date>,
    exact: &mut Exact,
) -> Option<()> {
    let dated: Vec<&Entry<'_>> = kept.iter().filter(|entry| entry.day().is_some()).copied().collect();
    // A treatment of several sessions begins with the first.
    let begins =
        ask.begins && !ask.every && ask.pick.is_none() && (found.kind.lasts() || found.kind == FactKind::Procedure);
    let dated = if matches!(ask.pick, Some(Pick::Nth(_))) { each_day(dated, found.kind) } else { dated };
    // "Both dates" are no two of three.
    if ask.pair && dated.len() != 2 {
        return None;
    }
    let two = ask.pick.zip(ask.other).map(|(one, other)| Some((one.place(dated.len())?, other.place(dated.len())?)));
    let chosen = match two {
        Some(places) => {
            let (one, other) = places?;
            vec![*dated.get(one)?, *dated.get(other)?]
        }
        None if begins => picked(&dated, Some(Pick::Earliest(1)))?,
        None => picked(&dated, ask.pick)?,
    };
    // When it was written down is not when it began, where it says so otherwise.
    if dated.iter().any(|entry| entry.fact.began_otherwise()) {
        return None;
    }
    if let (Some(Pick::Nth(wanted)), true) = (ask.pick, chosen.is_empty()) {
        return (wanted == 0).then_some(());
    }
    let last = chosen.last()?;
    let name = format!("“{}”", untagged(last.name()));
    let text = |entry: &Entry<'_>| {
        if ask.year_only { entry.day().map_or_else(String::new, |day| day.year().to_string()) } else { date(entry) }
    };
    // Several entries of one day are one date.
    let mut days: Vec<String> = chosen.iter().map(|entry| text(entry)).collect();
    days.dedup();
    exact.answer = days.join("; ");
    let (one, _) = nouns(found.kind);
    exact.sentence = if days.len() == 1 {
        let begun = last.fact.begun.as_ref()?;
        let (verb, told) = match found.kind {
            _ if last.fact.is_dated_by_recording() => ("was recorded", on(begun)),
            FactKind::Condition => ("began", on(begun)),
            FactKind::MedicationRequest => ("was prescribed", on(begun)),
            FactKind::Immunization => ("was given", on(begun)),
            _ => ("is of", when(last)),
        };
        let which = match ask.pick {
            Some(Pick::Latest(_)) => "latest ",
            Some(Pick::Earliest(_)) => "first ",
            _ if begins && dated.len() > 1 => "first ",
            _ => "",
        };
        format!("The {which}{one} {name}{span} {verb} {told}.")
    } else {
        let shown: Vec<String> = chosen.iter().rev().take(LISTED).map(|entry| when(entry)).collect();
        format!("{}{span}, the latest first: {}.", capital(&counted(chosen.len(), found.kind)), shown.join("; "))
    };
    match ask.pick {
        Some(Pick::Latest(_) | Pick::Back(_)) => exact.rules.push(rule::LATEST.to_owned()),
        Some(_) => exact.rules.push(rule::EARLIEST.to_owned()),
        None if begins && found.kind == FactKind::Procedure => exact.rules.push(rule::EARLIEST.to_owned()),
        None if begins => exact.rules.push(rule::DIAGNOSED.to_owned()),
        None => {}
    }
    exact.facts = refs(&chosen);
    if begins && found.kind.lasts() && (ask.since || !ask.past_tense) {
        note_over(kept, today, exact)?;
    }
    Some(())
}
