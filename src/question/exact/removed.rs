//! What was taken out, reversed or closed again: the entry of that is none of having it.
//!
//! That something is not there any more is not said: it may have been put in again where no entry tells of it.

use std::collections::BTreeSet;

use super::ask::{Ask, Standing, Topic, Want};
use super::chart::{Chart, Entry, terms};
use super::near::is_of_body;
use super::resolve::{Entries, meets, units};
use crate::document::FactKind;

/// Beginnings of words by which a name says that something is taken away.
const AWAY: &[&str] = &[
    "removal",
    "removed",
    "removing",
    "reversal",
    "reversed",
    "closure",
    "explant",
    "extraction",
    "excision",
    "resection",
    "takedown",
    "decannulation",
    "retrieval",
    "discontinu",
];
/// Beginnings of words by which it says that something is there afterwards, or that a part was taken to be looked at.
const KEPT: &[&str] =
    &["insert", "reinsert", "replac", "placement", "exchange", "implantation", "reimplant", "biops", "revision"];
/// Words behind which a name says how it was done, or what else was.
const ENDS: &[&str] = &["with", "by", "and", "for", "from", "using", "via", "under", "following", "after", "during"];

/// What `name` says was taken away, as index terms; `None` where it says so of nothing.
fn taken_away(name: &str) -> Option<BTreeSet<String>> {
    let lower = name.to_lowercase().replace("take down", "takedown").replace("taken out", "removed");
    let begins = |word: &str, list: &[&str]| list.iter().any(|start| word.starts_with(start));
    let is_end = |word: &&&str| ENDS.contains(*word) || word.ends_with([',', ';']);
    let words: Vec<&str> = lower.split([' ', '(', ')', '/']).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| begins(word, KEPT)) {
        return None;
    }
    let at = words.iter().position(|word| begins(word, AWAY))?;
    let (before, behind) = (words.get(..at)?, words.get(at + 1..)?);
    let mut thing: Vec<&str> = if before.is_empty() || behind.first() == Some(&"of") {
        let mut own: Vec<&str> = behind.iter().take_while(|word| !is_end(word)).copied().collect();
        own.extend(behind.get(own.len()).filter(|word| word.ends_with([',', ';'])));
        own
    } else {
        before.iter().rev().take_while(|word| !is_end(word)).copied().collect()
    };
    thing.retain(|word| *word != "of");
    Some(terms(&thing.join(" ")))
}

/// Whether `name` says that what `units` name was taken away.
fn takes_away(name: &str, units: &[Vec<Vec<String>>]) -> bool {
    let Some(thing) = taken_away(name) else { return false };
    // Of the hardware of an ankle the hardware is taken out.
    let is_body = |unit: &&Vec<Vec<String>>| unit.iter().flatten().any(|term| is_of_body(term));
    let telling: Vec<_> = units.iter().filter(|unit| !is_body(unit)).cloned().collect();
    let telling = if telling.is_empty() { units.to_vec() } else { telling };
    telling.iter().any(|unit| meets(&thing, std::slice::from_ref(unit)))
}

/// Returns what the names of entries call it that something was taken out, as `words` of a question say: "gallbladder removed".
pub(super) fn called(words: &[&str]) -> impl Iterator<Item = String> + use<> {
    let thing = match words {
        [thing @ .., "taken", "out"] | [thing @ .., "removed" | "out"] => thing.join(" "),
        _ => String::new(),
    };
    let done: &[&str] = if thing.is_empty() { &[] } else { &["removal", "excision"] };
    done.iter().map(move |done| format!("{thing} {done}"))
}

/// Whether it is asked what was done, or that something was taken out.
fn asks_what_was_done(topic: &Topic, ask: &Ask) -> bool {
    let is_said = |word: &String| {
        AWAY.iter()
            .chain(&["remov", "revers", "clos", "extract", "excis", "resect"])
            .any(|start| word.starts_with(start))
            || matches!(word.as_str(), "out" | "off" | "pulled" | "taken" | "drawn")
            || word.ends_with("ectomy")
    };
    ask.removed
        || ask.operated
        || ask.kinds.contains(&FactKind::Procedure)
        || topic.whole.iter().chain(&topic.words).any(is_said)
}

/// Whether `ask` is of what is so now.
pub(super) fn asks_of_now(ask: &Ask) -> bool {
    let is_past = ask.past_tense || ask.bare || matches!(ask.standing, Standing::Ever | Standing::Past);
    ask.still || ask.now || ask.standing == Standing::Current || !is_past
}

/// Whether `entry`, a device, says of itself that it is not in use.
pub(super) fn is_out_of_use(entry: &Entry<'_>) -> bool {
    entry.fact.kind == FactKind::Device && matches!(entry.status(), Some("inactive" | "entered-in-error"))
}

/// Returns those of the entries `found` by which somebody has what `topic` names, for what `ask` wants; `None` where it may have been taken out
/// again, so that nothing is certain.
pub(super) fn held<'c, 'a>(
    chart: &'c Chart<'a>,
    topic: &Topic,
    ask: &Ask,
    mut found: Entries<'c, 'a>,
) -> Option<Entries<'c, 'a>> {
    let (is_now, is_done) = (asks_of_now(ask), found.kind == FactKind::Procedure);
    let is_thing = |entry: &&Entry<'a>| {
        let name = entry.name().to_lowercase();
        ["intrauterine", "iud", "implant", "device"].iter().any(|word| name.contains(word))
    };
    let may_be_out = match found.kind {
        FactKind::Procedure | FactKind::Device | FactKind::Condition => true,
        FactKind::MedicationRequest => found.entries.iter().any(is_thing),
        _ => false,
    };
    if !may_be_out || asks_what_was_done(topic, ask) {
        return Some(found);
    }
    if is_now {
        found.entries.retain(|entry| !is_out_of_use(entry));
        found.entries.first()?;
    }
    let units = units(if topic.words.is_empty() { &topic.whole } else { &topic.words });
    let is_out = |entry: &&Entry<'a>| {
        let is_of = || {
            chart.names_of(FactKind::Procedure).any(|(text, name)| text == entry.name() && meets(&name.terms, &units))
        };
        entry.fact.kind == FactKind::Procedure && takes_away(entry.name(), &units) && is_of()
    };
    let out: Vec<&Entry<'a>> = chart.entries.iter().filter(is_out).collect();
    if out.is_empty() {
        return Some(found);
    }
    let is_left = |entry: &&Entry<'a>| !out.iter().any(|other| other.at == entry.at);
    let newest = found.entries.iter().copied().filter(|entry| is_left(entry)).filter_map(Entry::day).max();
    let is_later = || out.iter().any(|entry| entry.day().is_none() || entry.day() >= newest);
    match ask.want {
        Want::Whether | Want::Value | Want::List if !is_now => return Some(found),
        Want::Count | Want::Span if is_done => return None,
        Want::Count | Want::Date | Want::End if !is_done => return Some(found),
        Want::Date | Want::End => {}
        _ if is_later() => return None,
        _ => {}
    }
    found.entries.retain(is_left);
    found.entries.first()?;
    Some(found)
}

/// Returns `entries` without those by which what `topic` names was taken out, where that is not what it names.
pub(super) fn without<'c, 'a>(topic: &Topic, ask: &Ask, mut entries: Vec<&'c Entry<'a>>) -> Vec<&'c Entry<'a>> {
    if !asks_what_was_done(topic, ask) {
        let units = units(if topic.words.is_empty() { &topic.whole } else { &topic.words });
        entries.retain(|entry| entry.fact.kind != FactKind::Procedure || !takes_away(entry.name(), &units));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(name: &str, words: &str) -> bool {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        takes_away(name, &units(&words))
    }

    #[test]
    fn a_name_takes_away_what_it_says_was_removed_and_nothing_else() {
        for (name, words) in [
            ("Removal of cardiac pacemaker", "pacemaker"),
            ("Removal of intrauterine device", "iud"),
            ("Reversal of colostomy", "stoma"),
            ("Tracheostomy closure", "tracheostomy"),
            ("PICC line removal", "picc line"),
            ("Suture removal", "stitches"),
            ("Explantation of breast implant", "breast implant"),
            ("Hardware removal, left ankle", "ankle hardware"),
            ("Cystoscopy with ureteral stent removal", "stent"),
            ("Removal of gallbladder", "gallbladder"),
        ] {
            assert!(takes(name, words), "{name}");
        }
        for (name, words) in [
            ("Implantation of cardiac pacemaker", "pacemaker"),
            ("Removal and replacement of pacemaker generator", "pacemaker"),
            ("Colonoscopy with removal of polyp", "colonoscopy"),
            ("Removal of ureteral stent by cystoscopy", "cystoscopy"),
            ("Cystoscopy with ureteral stent removal", "cystoscopy"),
            ("Excision biopsy of skin lesion", "biopsy"),
            ("Reverse total shoulder arthroplasty", "shoulder arthroplasty"),
            ("Replacement of intrauterine device", "iud"),
        ] {
            assert!(!takes(name, words), "{name}");
        }
    }
}
