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
/// Beginnings of words by which it says that something is there afterwards.
const KEPT: &[&str] =
    &["insert", "reinsert", "replac", "placement", "exchange", "implantation", "reimplant", "revision"];
/// Words behind which a name says how it was done, or what else was.
const ENDS: &[&str] = &["with", "by", "and", "for", "from", "using", "via", "under", "following", "after", "during"];

/// What a name says was taken away.
struct Taken {
    /// As index terms.
    thing: BTreeSet<String>,
    /// Whether the name tells of something that was put in, too, which may be another one of the same.
    is_unsure: bool,
}

/// Returns what `name` says was taken away; `None` where it says so of nothing, or that it was put in again: "removal and replacement".
fn taken_away(name: &str) -> Option<Taken> {
    let lower = name.to_lowercase().replace("take down", "takedown").replace("taken out", "removed");
    let begins = |word: &str, list: &[&str]| list.iter().any(|start| word.starts_with(start));
    let is_end = |word: &&&str| ENDS.contains(*word) || word.ends_with([',', ';']);
    let words: Vec<&str> = lower.split([' ', '(', ')', '/']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| begins(word, AWAY))?;
    let (before, behind) = (words.get(..at)?, words.get(at + 1..)?);
    let is_put_back = matches!(behind, ["and" | "&", kept, ..] if begins(kept, KEPT));
    // A part that was taken to be looked at is not all of it.
    if is_put_back || words.iter().any(|word| word.starts_with("biops")) {
        return None;
    }
    let of_it = behind.strip_prefix(&["of"]);
    let mut thing: Vec<&str> = if before.is_empty() || of_it.is_some() {
        let mut own: Vec<&str> = behind.iter().take_while(|word| !is_end(word)).copied().collect();
        own.extend(behind.get(own.len()).filter(|word| word.ends_with([',', ';'])));
        own
    } else {
        // "Lead revision and removal"
        let before = before.strip_suffix(&["and"]).unwrap_or(before);
        before.iter().rev().take_while(|word| !is_end(word)).copied().collect()
    };
    thing.retain(|word| *word != "of");
    // "Removal of knee replacement" is of what was put in.
    let is_of_it = |word: &&str| of_it.is_some() && thing.contains(word);
    let is_unsure = words.iter().any(|word| begins(word, KEPT) && !is_of_it(word));
    Some(Taken { thing: terms(&thing.join(" ")), is_unsure })
}

/// Whether `word` of a question is of what was taken away.
pub(super) fn is_away(word: &str) -> bool {
    AWAY.iter().any(|start| word.starts_with(start))
}

/// Whether `name` says that what `units` name was taken away, and of nothing that was put in.
fn takes_away(name: &str, units: &[Vec<Vec<String>>]) -> bool {
    taken_away(name).is_some_and(|taken| !taken.is_unsure && is_of(&taken, units))
}

/// Whether `name` may say so: it tells of something that was put in, too, or of what an artificial joint is made of.
fn may_take_away(name: &str, units: &[Vec<Vec<String>>]) -> bool {
    const JOINTS: &[&str] = &["replacement", "arthroplasty", "prosthesis"];
    const PARTS: &[&str] = &["prosthesis", "prosthetic", "implant", "arthroplasty"];
    let Some(taken) = taken_away(name) else { return false };
    let wanted: BTreeSet<&String> = units.iter().flatten().flatten().collect();
    let is_joint = wanted.iter().any(|term| JOINTS.contains(&term.as_str()))
        && wanted.iter().any(|term| is_of_body(term) && taken.thing.contains(*term))
        && taken.thing.iter().any(|term| PARTS.contains(&term.as_str()));
    is_joint || taken.is_unsure && is_of(&taken, units)
}

fn is_of(taken: &Taken, units: &[Vec<Vec<String>>]) -> bool {
    // Of the hardware of an ankle the hardware is taken out.
    let is_body = |unit: &&Vec<Vec<String>>| unit.iter().flatten().any(|term| is_of_body(term));
    let telling: Vec<_> = units.iter().filter(|unit| !is_body(unit)).cloned().collect();
    let telling = if telling.is_empty() { units.to_vec() } else { telling };
    telling.iter().any(|unit| meets(&taken.thing, std::slice::from_ref(unit)))
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
        AWAY.iter().chain(&["remov", "clos", "extract", "excis", "resect"]).any(|start| word.starts_with(start))
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
    let may_be_out = |entry: &&Entry<'a>| {
        let is_new = || !out.iter().any(|other| other.at == entry.at);
        entry.fact.kind == FactKind::Procedure && may_take_away(entry.name(), &units) && is_new()
    };
    let perhaps: Vec<&Entry<'a>> = chart.entries.iter().filter(may_be_out).collect();
    if out.is_empty() && perhaps.is_empty() {
        return Some(found);
    }
    let is_left = |entry: &&Entry<'a>| !out.iter().any(|other| other.at == entry.at);
    let newest = found.entries.iter().copied().filter(|entry| is_left(entry)).filter_map(Entry::day).max();
    let is_later = || out.iter().chain(&perhaps).any(|entry| entry.day().is_none() || entry.day() >= newest);
    let are_meant = || found.entries.iter().any(|entry| perhaps.iter().any(|other| other.at == entry.at));
    match ask.want {
        Want::Whether | Want::Value | Want::List if !is_now => return Some(found),
        Want::Date | Want::End if are_meant() => return None,
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
            ("Removal of knee replacement prosthesis", "knee replacement"),
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
        for (name, words) in [
            ("Port-a-cath removed after insertion site infection", "port-a-cath"),
            ("Foley catheter removal, replaced by condom catheter", "foley catheter"),
            ("Pacemaker lead revision and removal", "pacemaker"),
            ("Removal of intrauterine device and insertion of a new one", "iud"),
            ("Removal of reverse shoulder prosthesis", "reverse shoulder replacement"),
        ] {
            let units = units(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
            assert!(may_take_away(name, &units), "{name}");
        }
    }
}
