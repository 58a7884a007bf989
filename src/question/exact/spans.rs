//! How long what entries say lasted, when it ended, and what lies between two of them.

use jiff::civil::Date;

use super::ask::{Ask, Pick, Standing};
use super::chart::{Entry, untagged};
use super::entries::{distinct, is_current, nouns, picked};
use super::resolve::Entries;
use super::words::{between, date, day, many, short, when};
use super::{Exact, rule, visits};
use crate::document::{Fact, FactKind};

pub(super) fn ends(ask: &Ask, found: &Entries<'_, '_>, kept: &[&Entry<'_>], exact: &mut Exact) -> Option<()> {
    let kept = picked(kept, ask.pick)?;
    // What has no end in the record but of conditions may have one that nobody wrote there.
    let is_told = kept.last().is_some_and(|entry| entry.fact.ended.is_some());
    let lasts = matches!(found.kind, FactKind::Encounter | FactKind::CarePlan | FactKind::MedicationRequest);
    if !(found.kind == FactKind::Condition || lasts && is_told) {
        return None;
    }
    // Of several things that the words fit, "pregnancy" and "pregnancy-induced hypertension", it is not known which is meant.
    if distinct(&kept).len() > 1 {
        return None;
    }
    let last = kept.last()?;
    // An end in words is one, and when it began is not told by the day on which it was written down.
    if last.fact.ended.is_none() && last.fact.has_ended() || ask.begins && last.fact.is_dated_by_recording() {
        return None;
    }
    let (one, _) = nouns(found.kind);
    match &last.fact.ended {
        Some(ended) => {
            // "When did it start and when did it end?"
            exact.answer = if ask.begins { format!("{}; {}", date(last), short(ended)) } else { short(ended) };
            exact.sentence =
                format!("The {one} “{}” of {} ended {}.", untagged(last.name()), when(last), super::words::on(ended));
        }
        None => {
            exact.answer = "not in the record".to_owned();
            exact.sentence =
                format!("The {one} “{}” of {} has no end in the record.", untagged(last.name()), when(last));
        }
    }
    exact.rules.push("Of several the latest is told.".to_owned());
    exact.facts = vec![last.at];
    Some(())
}

pub(super) fn interval(
    ask: &Ask,
    found: &Entries<'_, '_>,
    kept: &[&Entry<'_>],
    today: Option<Date>,
    exact: &mut Exact,
) -> Option<()> {
    let dated: Vec<&Entry<'_>> = kept.iter().filter(|entry| entry.day().is_some()).copied().collect();
    // The day on which it was written down begins nothing.
    if dated.iter().any(|entry| entry.fact.is_dated_by_recording()) {
        return None;
    }
    let name = |entry: &Entry<'_>| format!("“{}”", untagged(entry.name()));
    exact.rules.push(rule::BETWEEN.to_owned());
    let pair = match (ask.pick, ask.other) {
        // "My two shots" are no two of three.
        (Some(Pick::Latest(2)), None) if ask.pair && dated.len() != 2 => return None,
        (Some(Pick::Latest(2)), None) => Some((*dated.get(dated.len().checked_sub(2)?)?, *dated.last()?)),
        (Some(one), Some(other)) => {
            let (one, other) = (one.place(dated.len())?, other.place(dated.len())?);
            Some((*dated.get(one.min(other))?, *dated.get(one.max(other))?))
        }
        (None, Some(_)) => return None,
        // "Between my colonoscopies" is a time where there are two of them.
        (None, None) if ask.apart => match dated.as_slice() {
            [one, other] => Some((*one, *other)),
            _ => return None,
        },
        _ => None,
    };
    if let Some((first, last)) = pair {
        if first.at == last.at {
            return None;
        }
        let (short, long) = between(first.day()?, last.day()?, ask.grain);
        exact.answer = short;
        exact.sentence =
            format!("{long} lie between {} of {} and {} of {}.", name(first), when(first), name(last), when(last));
        exact.facts = vec![first.at, last.at];
        return Some(());
    }
    // "How long did it last?"
    if ask.standing == Standing::Past {
        // Of several stays the days are not those of the last.
        if found.kind == FactKind::Encounter && dated.len() > 1 && ask.pick.is_none() {
            return None;
        }
        let last = picked(&dated, ask.pick)?.last().copied()?;
        let (first, end) = (last.day()?, last.end()?);
        let (short, long) = match found.kind {
            // A night in an emergency room is no day.
            FactKind::Encounter | FactKind::Procedure if first.tomorrow().is_ok_and(|next| end <= next) => {
                exact.rules.retain(|rule| rule != rule::BETWEEN);
                let hours = hours(last.fact)?;
                (hours.clone(), hours)
            }
            _ => between(first, end, ask.grain),
        };
        exact.answer = short;
        exact.sentence = format!("{} of {} lasted {long}, as the record has it.", name(last), when(last));
        exact.facts = vec![last.at];
        return Some(());
    }
    let today = today?;
    let since_begin = ask.begins || matches!(ask.pick, Some(Pick::Earliest(1)));
    let entry = if ask.begins && ask.pick.is_none() && found.kind == FactKind::Encounter {
        // Whoever has been somewhere until now is there since the visit began that goes on.
        *dated.iter().rev().find(|entry| visits::goes_on(entry.fact))?
    } else if since_begin {
        // What is over is not had "for" any time.
        if ask.begins && found.kind.lasts() && !dated.iter().any(|entry| is_current(entry.fact)) {
            return None;
        }
        // A medicine is taken since its first prescription, whatever became of that one.
        let medicine = found.kind == FactKind::MedicationRequest;
        let current: Vec<&&Entry<'_>> = dated
            .iter()
            .filter(|entry| !ask.begins || !found.kind.lasts() || medicine || is_current(entry.fact))
            .collect();
        if medicine && current.first().is_some_and(|entry| !is_current(entry.fact)) {
            exact.rules.push(rule::SINCE_FIRST.to_owned());
        }
        **current.first()?
    } else {
        *dated.last()?
    };
    let begun = entry.day()?;
    if begun > today {
        return None;
    }
    let (short, long) = between(begun, today, ask.grain);
    exact.answer = short;
    exact.sentence = format!("{long}: {} is of {}, counted to {}.", name(entry), when(entry), day(today));
    exact.facts = vec![entry.at];
    Some(())
}

/// Returns how long `fact` lasted in hours and minutes, where its beginning and its end have times of day.
fn hours(fact: &Fact) -> Option<String> {
    let (begun, ended) = (fact.begun.as_ref()?, fact.ended.as_ref()?);
    let lasted = begun.instant()?.duration_until(ended.instant()?);
    let minutes = lasted.as_mins();
    if !(begun.has_time() && ended.has_time()) || minutes <= 0 {
        return None;
    }
    let parts = [(minutes / 60, "hour"), (minutes % 60, "minute")];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, unit)| many(n, unit)).collect();
    Some(parts.join(", "))
}
