//! The days that lie to something that happened as a question says: "since I started metformin", "before my surgery".

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::ask::{Ask, Event, Topic, Want};
use super::chart::{self, Chart};
use super::resolve::{self, Found, resolve};
use super::{removed, words};
use crate::document::FactKind;
use crate::question::anchor::Relation;
use crate::question::when::Range;

pub(super) enum Anchored {
    At(Range, String),
    Absent(resolve::Sought),
    Unclear,
}

/// Returns the days that lie to `event` as it says. Of several that a name fits the first counts for what has been since, the last
/// for what came after or before; of several of a kind that is named alone none does.
pub(super) fn anchor(chart: &Chart<'_>, event: &Event, ask: &Ask) -> Anchored {
    let entries: Vec<&chart::Entry<'_>> = if event.topic.words.is_empty() {
        let [kind] = event.kinds.as_slice() else { return Anchored::Unclear };
        resolve::all_of(chart, *kind, None).entries.into_iter().filter(|entry| !is_examination(entry.name())).collect()
    } else {
        let mut plain = ask.clone();
        (plain.want, plain.bound) = (Want::Whether, None);
        plain.hints.clear();
        match resolve(chart, &event.topic, &plain, &event.kinds) {
            Found::Entries(found) => removed::without(&event.topic, &plain, found.entries),
            Found::Nothing(sought) => return Anchored::Absent(sought),
            Found::Readings(_) | Found::Unclear => return Anchored::Unclear,
        }
    };
    let entries: Vec<_> = entries
        .into_iter()
        .filter(|entry| event.within.is_none_or(|within| entry.day().is_some_and(|day| within.holds(day))))
        .collect();
    // "My surgery", where there were several on different days, may be any of them.
    let days: BTreeSet<Date> = entries.iter().filter_map(|entry| entry.day()).collect();
    if event.topic.words.is_empty() && days.len() > 1 {
        return Anchored::Unclear;
    }
    // What began "in childhood" has no day from which something is counted.
    if entries.iter().any(|entry| entry.fact.began_otherwise()) {
        return Anchored::Unclear;
    }
    let Some(entries) = of_one_name(&entries, &event.topic) else { return Anchored::Unclear };
    if event.lasts {
        return while_it_lasted(&entries);
    }
    let mut dated = entries.iter().filter(|entry| entry.day().is_some());
    // "Before metformin" is before the first of its prescriptions.
    let medicine = entries.first().is_some_and(|entry| entry.fact.kind == FactKind::MedicationRequest);
    let begins = event.begins || medicine && event.relation == Relation::Before;
    let chosen = if event.relation == Relation::Since || begins { dated.next() } else { dated.next_back() };
    let Some(entry) = chosen else { return Anchored::Unclear };
    let Some(begun) = entry.day() else { return Anchored::Unclear };
    let name = chart::untagged(entry.name());
    let (range, words) = match event.relation {
        Relation::Since => (Range { from: Some(begun), until: None }, "since"),
        Relation::After => (Range { from: begun.checked_add(1.day()).ok(), until: None }, "after"),
        Relation::Before => (Range { from: None, until: begun.checked_sub(1.day()).ok() }, "before"),
    };
    Anchored::At(range, format!("Counted {words} the entry “{name}” of {}.", words::when(entry)))
}

/// Returns the days on which the one of `entries` lasted; of several it is not known which is meant.
fn while_it_lasted(entries: &[&chart::Entry<'_>]) -> Anchored {
    let [entry] = entries else { return Anchored::Unclear };
    let (Some(from), Some(until)) = (entry.day(), entry.end()) else { return Anchored::Unclear };
    let name = chart::untagged(entry.name());
    let range = Range { from: Some(from), until: Some(until) };
    Anchored::At(range, format!("From the beginning to the end of the entry “{name}” of {}.", words::when(entry)))
}

/// Returns those of `entries` that are one thing: where the words fit several conditions or procedures, those that are called by them alone;
/// `None` where none is.
fn of_one_name<'c, 'a>(entries: &[&'c chart::Entry<'a>], topic: &Topic) -> Option<Vec<&'c chart::Entry<'a>>> {
    let kinds = [FactKind::Condition, FactKind::Procedure];
    let distinct: BTreeSet<_> = entries.iter().map(|entry| entry.identity()).collect();
    if topic.words.is_empty() || distinct.len() < 2 || !entries.iter().any(|entry| kinds.contains(&entry.fact.kind)) {
        return Some(entries.to_vec());
    }
    let said = chart::terms(&topic.words.join(" "));
    let named: Vec<_> =
        entries.iter().filter(|entry| chart::terms(chart::untagged(entry.name())) == said).copied().collect();
    let one: BTreeSet<_> = named.iter().map(|entry| entry.identity()).collect();
    (one.len() == 1).then_some(named)
}

/// Whether a procedure is an examination and not what people call an operation.
pub(crate) fn is_examination(name: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "spirometr",
        "audiometr",
        "exam",
        "screen",
        "assess",
        "measure",
        "review",
        "counsel",
        "education",
        "reconciliation",
        "evaluation",
        "monitor",
        "documentation",
        "auscultation",
        "therapy",
        "culture",
        "typing",
        "antigen",
        "antibody",
        "titer",
        "care",
        "vaccination",
        "injection",
        "immunotherapy",
        "referral",
        "consultation",
        "discharge",
        "history",
        "planning",
        "interview",
        "training",
        "teaching",
        "instruction",
        "coaching",
        "advice",
        "advis",
        "questionnaire",
        "survey",
        "physiotherapy",
        "urinalysis",
        "venipuncture",
        "phlebotomy",
        "immunization",
        "administration",
        "checkup",
    ];
    const WORDS: &[&str] = &["test", "tests", "testing"];
    let name = name.to_lowercase().replace("x-ray", "xray");
    let words: Vec<&str> = name.split([' ', '-', '/', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
    let is_one = |word: &&str| WORDS.contains(word) || BEGINNINGS.iter().any(|start| word.starts_with(start));
    words.iter().any(is_one) || is_picture(&words)
}

/// Whether `words` of a name are of a picture or a tracing, and not of an operation that was done by means of it: "insertion of shunt under MRI
/// guidance", "CT guided drainage".
fn is_picture(words: &[&str]) -> bool {
    const BEGINNINGS: &[&str] = &[
        "ultraso",
        "echo",
        "electro",
        "computed",
        "magnetic",
        "radiograph",
        "xray",
        "plain",
        "scan",
        "imaging",
        "tomograph",
        "mammogra",
        "sonogra",
        "doppler",
    ];
    const WORDS: &[&str] =
        &["mri", "ct", "cta", "mra", "pet", "spect", "dxa", "dexa", "ecg", "ekg", "eeg", "emg", "xr"];
    const DONE: &[&str] = &[
        "insertion",
        "reinsertion",
        "repair",
        "drainage",
        "excision",
        "resection",
        "removal",
        "replacement",
        "implantation",
        "placement",
        "amputation",
        "ligation",
        "fixation",
        "ablation",
        "debridement",
        "incision",
        "embolization",
        "embolisation",
        "aspiration",
        "biopsy",
        "bypass",
    ];
    const ENDS: &[&str] = &["ectomy", "otomy", "ostomy", "plasty", "pexy", "rrhaphy", "desis", "centesis"];
    let is_one = |word: &str| WORDS.contains(&word) || BEGINNINGS.iter().any(|start| word.starts_with(start));
    let is_done = |word: &&str| DONE.contains(word) || ENDS.iter().any(|end| word.ends_with(end));
    let is_guide = |word: &&str| matches!(*word, "guided" | "guidance");
    words.iter().position(|word| is_one(word)).is_some_and(|at| {
        let (before, behind) = words.split_at(at);
        !(before.iter().any(is_done) || behind.iter().any(is_guide) && behind.iter().any(is_done))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_by_means_of_a_picture_is_no_examination() {
        for name in [
            "CT guided drainage of abdominal abscess",
            "Insertion of ventriculoperitoneal shunt under MRI guidance",
            "Repair of testicular torsion",
            "Ultrasound-guided biopsy of breast",
            "Appendectomy",
            "Insertion of electrode into brain",
        ] {
            assert!(!is_examination(name), "{name}");
        }
        for name in [
            "CT of abdomen",
            "MRI guidance",
            "X-ray of hip after replacement",
            "Plain X-ray of hip",
            "Ultrasonography of kidney after transplantation",
            "Glucose tolerance test",
            "Allergy testing",
            "Electrocardiographic procedure",
            "Echocardiography",
            "Ultrasound guided injection of knee",
            "Renal replacement therapy",
        ] {
            assert!(is_examination(name), "{name}");
        }
    }
}
