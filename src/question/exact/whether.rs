//! Whether something was, is, or is over.

use jiff::civil::Date;

use super::ask::{Ask, Pick, Standing};
use super::chart::{Entry, untagged};
use super::entries::{counted, distinct, is_current, is_over, names, nouns, refs};
use super::resolve::Entries;
use super::words::{joined, on, when};
use super::{Exact, Frame, rule, unsettled};
use crate::document::{Fact, FactKind};

pub(super) fn whether<'a>(
    ask: &Ask,
    found: &Entries<'_, 'a>,
    kept: &[&Entry<'a>],
    within: &[&Entry<'a>],
    standing: Standing,
    span: &str,
    exact: &mut Exact,
) -> Option<()> {
    if let Some(Pick::Nth(place)) = ask.pick {
        return whether_nth(found, kept, place, span, exact);
    }
    let said = unsettled::Said::of(within, &found.against);
    // "Has he stopped digoxin?" is answered by the prescription that is still active.
    let active = within.iter().rev().find(|entry| is_current(entry.fact)).filter(|_| ask.stopped && found.kind.lasts());
    if let Some(active) = active {
        if let Some(later) = said.against_later(active) {
            unsettled::both(active, later, exact);
            return Some(());
        }
        exact.answer = "no".to_owned();
        let (one, _) = nouns(found.kind);
        exact.sentence = format!("No: the {one} “{}” is active, of {}.", untagged(active.name()), when(active));
        exact.facts = vec![active.at];
        return Some(());
    }
    // What is active by one entry and stopped by a later one is not so for certain.
    let is_plain = |entry: &&&Entry<'a>| said.against_later(entry).is_none();
    let plain: Vec<&Entry<'a>> =
        kept.iter().filter(|_| standing == Standing::Current).filter(is_plain).copied().collect();
    if let Some((active, later)) = kept
        .last()
        .filter(|_| standing == Standing::Current && plain.is_empty())
        .and_then(|active| Some((active, said.against_later(active)?)))
    {
        unsettled::both(active, later, exact);
        return Some(());
    }
    let kept = if standing == Standing::Current { plain.as_slice() } else { kept };
    if let Some(last) = kept.last() {
        exact.answer = "yes".to_owned();
        let names = names(&distinct(kept));
        let more = if kept.len() > 1 {
            format!("{}, the latest", counted(kept.len(), found.kind))
        } else {
            "an entry".to_owned()
        };
        exact.sentence = match unsettled::all_unconfirmed(kept) {
            Some(said) => {
                exact.answer = unsettled::NOT_CONFIRMED.to_owned();
                let names = joined(&names);
                format!("Not confirmed: the record has {more} of {}{span}, as “{said}”: {names}.", when(last))
            }
            None => format!("Yes: the record has {more} of {}{span}: {}.", when(last), joined(&names)),
        };
        exact.facts = refs(&distinct(kept));
        return Some(());
    }
    if unsettled::unknown(within, exact).is_some() {
        return Some(());
    }
    // It was, and is not any more.
    let last = within.last()?;
    exact.answer = "no".to_owned();
    let (one, _) = nouns(found.kind);
    // What is past on hold, or of an unknown status, is neither active nor over.
    if standing == Standing::Past && !is_current(last.fact) {
        return None;
    }
    exact.sentence = match standing {
        Standing::Past => format!("No: the {one} “{}” is active, of {}.", untagged(last.name()), when(last)),
        _ => not_now(last)?,
    };
    exact.facts = vec![last.at];
    Some(())
}

/// Tells behind the day on which something began that it is over, where none of `kept` is so now: "since when is he on it" takes for granted
/// that he is. `None` where the last of them says neither that it is over nor that this is not known, or is active and may not be taken.
pub(super) fn note_over(kept: &[&Entry<'_>], today: Option<Date>, exact: &mut Exact) -> Option<()> {
    let is_so = |fact: &Fact| is_current(fact) && !is_over(fact, today) && !unsettled::is_not_taken(fact);
    if kept.iter().any(|entry| is_so(entry.fact)) {
        return Some(());
    }
    let last = kept.last().filter(|last| !unsettled::is_doubtful(last.fact, today))?;
    let told = if unsettled::is_unknown(last.fact) {
        let mut open = Exact::new(exact.form);
        unsettled::unknown(&[last], &mut open)?;
        open.sentence
    } else {
        not_now(last)?
    };
    exact.sentence += &format!(" {told}");
    exact.facts.extend(Some(last.at).filter(|at| !exact.facts.contains(at)));
    Some(())
}

/// Says that what `last` is of is not so any more, as it says itself: by its end, or by its status.
fn not_now(last: &Entry<'_>) -> Option<String> {
    let (one, _) = nouns(last.fact.kind);
    let (name, day) = (untagged(last.name()), when(last));
    Some(match (last.fact.ended.as_ref(), last.status()) {
        (Some(ended), _) => format!("Not now, as the record has it: the {one} “{name}” of {day} ended {}.", on(ended)),
        // An end in words, or as an age: "resolved last spring". What is active besides that is not so for certain.
        (None, None) if last.fact.has_ended() => {
            format!("Not now, as the record has it: the {one} “{name}” of {day} has ended.")
        }
        (None, Some("active" | "recurrence" | "relapse")) if last.fact.has_ended() => return None,
        (None, Some(status)) => {
            format!("Not now, as the record has it: the {one} “{name}” of {day} has the status “{status}”.")
        }
        (None, None) => return None,
    })
}

/// Tells whether there was a second, a third. What lasts is not counted so, and several entries of one day are one.
fn whether_nth(
    found: &Entries<'_, '_>,
    kept: &[&Entry<'_>],
    place: usize,
    span: &str,
    exact: &mut Exact,
) -> Option<()> {
    let mut dated: Vec<&Entry<'_>> = kept.iter().filter(|entry| entry.day().is_some()).copied().collect();
    dated.dedup_by_key(|entry| entry.day());
    if found.kind.lasts() || dated.len() != kept.len() && dated.len() < place {
        return None;
    }
    exact.rules.push(rule::EARLIEST.to_owned());
    if let Some(entry) = place.checked_sub(1).and_then(|at| dated.get(at)) {
        exact.answer = "yes".to_owned();
        let names = names(&[entry]);
        exact.sentence = format!("Yes: the record has an entry of {}{span}: {}.", when(entry), joined(&names));
        exact.facts = vec![entry.at];
        return Some(());
    }
    let last = dated.last()?;
    exact.answer = "no".to_owned();
    exact.sentence = format!(
        "No: the record has {} of “{}”{span}, fewer than were asked for; the latest is of {}.",
        counted(dated.len(), found.kind),
        found.name,
        when(last)
    );
    exact.facts = refs(&dated);
    Some(())
}

/// Tells that a condition was not still there in a time, where every entry of it ended before that time.
pub(super) fn over_before(found: &Entries<'_, '_>, frame: &Frame, exact: &mut Exact) -> Option<()> {
    let is_before = |entry: &&Entry<'_>| {
        let ended = entry.fact.ended.as_ref().map(|ended| ended.day);
        ended.is_some_and(|ended| !frame.meets(ended, ended) && frame.meets(ended, Date::MAX))
    };
    if !found.entries.iter().all(is_before) {
        return None;
    }
    let last = found.entries.last()?;
    exact.answer = "no".to_owned();
    exact.sentence = format!(
        "No: the condition “{}” of {} ended {}.",
        untagged(last.name()),
        when(last),
        on(last.fact.ended.as_ref()?)
    );
    exact.facts = vec![last.at];
    Some(())
}

/// Tells whether a condition, an allergy or a prescription is over.
pub(super) fn gone<'a>(
    ask: &Ask,
    found: &Entries<'_, 'a>,
    within: &[&Entry<'a>],
    today: Option<Date>,
    exact: &mut Exact,
) -> Option<()> {
    let is_condition = found.kind == FactKind::Condition;
    let (one, _) = nouns(found.kind);
    if !is_condition && !ask.stopped {
        return None;
    }
    let current = within.iter().rev().find(|entry| is_current(entry.fact) && !is_over(entry.fact, today));
    if let Some(entry) = current {
        if let Some(later) = unsettled::Said::of(within, &found.against).against_later(entry) {
            unsettled::both(entry, later, exact);
            return Some(());
        }
        exact.answer = "no".to_owned();
        exact.sentence = format!("No: the {one} “{}” is active, of {}.", untagged(entry.name()), when(entry));
        exact.facts = vec![entry.at];
        return Some(());
    }
    let last = within.last()?;
    // Most prescriptions and allergies that are over have no end. What is on hold is not over.
    const OVER: &[&str] = &["stopped", "completed", "ended", "resolved", "inactive"];
    let status = last.status().filter(|status| !is_condition && last.fact.ended.is_none() && OVER.contains(status));
    if let Some(status) = status {
        exact.answer = "yes".to_owned();
        exact.sentence =
            format!("Yes: the {one} “{}” of {} has the status “{status}”.", untagged(last.name()), when(last));
        exact.facts = vec![last.at];
        return Some(());
    }
    // That it ended later does not say what was so then.
    let ended = last.fact.ended.as_ref().filter(|ended| today.is_none_or(|today| ended.day <= today))?;
    exact.answer = "yes".to_owned();
    exact.sentence = format!("Yes: the {one} “{}” of {} ended {}.", untagged(last.name()), when(last), on(ended));
    exact.facts = vec![last.at];
    Some(())
}
