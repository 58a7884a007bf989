//! Marks what a newer state of the same source has replaced. Both are kept: what was so then may matter.
//!
//! Which of two states is newer only the source can say, by the time at which it was written or by its number; where it
//! says neither, or both are alike, none is marked. What a source took back, as entered in error or replaced by another entry
//! ([`Records::retractions`]), is marked too, unless its state is newer than that.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::digest::short;
use crate::document::moment::instant;
use crate::document::{Content, PatientIndex, Records, Retraction, Revision};

use super::compose::compose;
use super::join::SEPARATOR;

/// What stands behind the title of a note of which there is a newer state.
const OLDER: &str = "older version";

/// Marks every fact and note of the patients `touched` of which the records hold a newer state, and no other.
pub(super) fn mark(records: &mut Records, touched: &BTreeSet<PatientIndex>) {
    let several = several(records, touched);
    let retracted = retracted(records, touched);
    let mut newest: HashMap<(PatientIndex, String), Revision> = HashMap::new();
    for document in &records.documents {
        let Some(subject) = document.subject.filter(|subject| touched.contains(subject)) else { continue };
        let facts = document.facts().iter().filter_map(|fact| fact.revision.as_ref());
        for revision in facts.chain(&document.revision) {
            if !several.contains(&entry(subject, revision)) {
                continue;
            }
            let known = newest.entry((subject, revision.of.clone())).or_insert_with(|| revision.clone());
            if order(known, revision) == Ordering::Less {
                *known = revision.clone();
            }
        }
    }
    for document in &mut records.documents {
        let Some(subject) = document.subject.filter(|subject| touched.contains(subject)) else { continue };
        let is_older = |revision: &Revision| {
            let known = several.contains(&entry(subject, revision)).then(|| (subject, revision.of.clone()));
            let newest = known.and_then(|known| newest.get(&known));
            newest.is_some_and(|newest| order(revision, newest) == Ordering::Less)
                || retracted
                    .get(&entry(subject, revision))
                    .is_some_and(|all| all.iter().any(|back| order(revision, back) != Ordering::Greater))
        };
        if let Some(revision) = &mut document.revision {
            let older = is_older(revision);
            let mark = format!("{SEPARATOR}{OLDER}");
            match (older, document.title.strip_suffix(&mark)) {
                (true, None) => document.title.push_str(&mark),
                (false, Some(unmarked)) => document.title = unmarked.to_owned(),
                _ => {}
            }
            revision.superseded = older;
        }
        if let Content::Facts { facts } = &mut document.content {
            let mut changed = false;
            for revision in facts.iter_mut().filter_map(|fact| fact.revision.as_mut()) {
                let older = is_older(revision);
                changed |= older != revision.superseded;
                revision.superseded = older;
            }
            if changed {
                document.text = compose(facts);
            }
        }
    }
}

/// Returns the entries of the patients `touched` of which there is more than one state: of most there is one, and nothing to compare.
fn several(records: &Records, touched: &BTreeSet<PatientIndex>) -> HashSet<u128> {
    let mut all = Vec::new();
    for document in &records.documents {
        let Some(subject) = document.subject.filter(|subject| touched.contains(subject)) else { continue };
        let facts = document.facts().iter().filter_map(|fact| fact.revision.as_ref());
        all.extend(facts.chain(&document.revision).map(|revision| entry(subject, revision)));
    }
    all.sort_unstable();
    all.windows(2).filter_map(|pair| (pair.first() == pair.last()).then(|| pair.first().copied())?).collect()
}

/// Returns what was taken back of the patients `touched`, by entry.
fn retracted(records: &Records, touched: &BTreeSet<PatientIndex>) -> HashMap<u128, Vec<Revision>> {
    let mut by_id: HashMap<&str, PatientIndex> = HashMap::new();
    if !records.retractions.is_empty() {
        by_id.extend((0_u32..).map(PatientIndex).zip(&records.patients).map(|(at, patient)| (patient.id.as_str(), at)));
        for link in &records.links {
            if let Some(&index) = by_id.get(link.to.as_str()) {
                by_id.insert(&link.from, index);
            }
        }
    }
    let mut retracted: HashMap<u128, Vec<Revision>> = HashMap::new();
    for Retraction { patient, revision } in &records.retractions {
        if let Some(&subject) = by_id.get(patient.as_str()).filter(|subject| touched.contains(subject)) {
            retracted.entry(entry(subject, revision)).or_default().push(revision.clone());
        }
    }
    retracted
}

/// Returns what tells the entry of `revision` from all others.
fn entry(subject: PatientIndex, revision: &Revision) -> u128 {
    short(format!("{}/{}", subject.0, revision.of).as_bytes())
}

/// Takes `other`, of an entry that says the same, in the place of `kept` where it is the newer state.
pub(super) fn keep_newer(kept: &mut Option<Revision>, other: &Option<Revision>) {
    let is_newer = |(kept, other): (&Revision, &Revision)| kept.of == other.of && order(kept, other) == Ordering::Less;
    if kept.as_ref().zip(other.as_ref()).is_some_and(is_newer) {
        kept.clone_from(other);
    }
}

/// Returns which of two states of one entry came first.
fn order(a: &Revision, b: &Revision) -> Ordering {
    let moment = |revision: &Revision| instant(revision.updated.as_ref()?);
    match (moment(a), moment(b)) {
        (Some(a), Some(b)) if a != b => a.cmp(&b),
        _ => match (a.number, b.number) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        },
    }
}
