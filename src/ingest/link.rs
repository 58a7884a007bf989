//! Joins two patients of the records into one, when the person says that they are.
//!
//! Numbers are unique within one source only, and names are not unique at all, so that nothing here decides by itself who is who.
//! [`unmatched`] says of whom it may be asked; [`link`] does as it is told, and [`Records::links`] remembers it for what is
//! read later.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::document::{Content, Document, Identifier, Link, Patient, PatientIndex, Records};
use crate::error::{Code, Error, Result};

use super::compose::compose;
use super::join::{facts_id, given_id, keep_better_titled, label, note_id, title};
use super::outcome::is_unsaid;
use super::revisions;

/// A patient who may be another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Unmatched {
    /// The patient.
    pub patient: PatientIndex,
    /// Whether a source does not say at all whom it is about.
    pub unsaid: bool,
    /// Who it may be, in the order of the patients.
    pub candidates: Vec<PatientIndex>,
}

/// Returns the patients of whom the person must say who they are: those whom a source does not name, who may be anybody, those
/// who have the birth date of another and a part of that name, and those who have the id of another whom nothing tells from them.
pub fn unmatched(records: &Records) -> Vec<Unmatched> {
    let all = || (0_u32..).map(PatientIndex).zip(&records.patients);
    all()
        .filter_map(|(patient, described)| {
            let unsaid = is_unsaid(&described.id);
            let may_be = |(index, other): &(PatientIndex, &Patient)| {
                let one_day = described.birth.is_some() && described.birth == other.birth;
                let other_day = described.birth.zip(other.birth).is_some_and(|(a, b)| a != b);
                let one_id = given_id(described) == given_id(other) && !other_day;
                let alike = one_day && share_a_name(described, other) || one_id;
                match unsaid {
                    true => !is_unsaid(&other.id),
                    // Asked once for a pair: of the one that came later.
                    false => alike && *index < patient && !is_unsaid(&other.id),
                }
            };
            let candidates: Vec<PatientIndex> = all().filter(may_be).map(|(index, _)| index).collect();
            (!candidates.is_empty()).then_some(Unmatched { patient, unsaid, candidates })
        })
        .collect()
}

fn share_a_name(a: &Patient, b: &Patient) -> bool {
    let parts =
        |patient: &Patient| -> BTreeSet<String> { patient.name.split_whitespace().map(str::to_lowercase).collect() };
    !parts(a).is_disjoint(&parts(b))
}

/// Does again what the person said of who is who, in its order, of the patients that `records` have. What was said of others is left
/// out: where a source is gone, nothing says that it was there.
pub fn relink(records: &mut Records, said: &[Link]) {
    for Link { from, to } in said {
        let at = |id: &String| records.patients.iter().position(|patient| patient.id == *id);
        let index = |at: usize| u32::try_from(at).ok().map(PatientIndex);
        let Some((from, to)) = at(from).and_then(index).zip(at(to).and_then(index)) else { continue };
        // Two who cannot be one, by what is read of them now, stay two.
        let _ = link(records, from, to);
    }
}

/// Makes the patient `from` the same as `to`: every document of the one becomes the other's. Patients after `from` move up by
/// one, so that every [`PatientIndex`] must be taken anew.
///
/// # Errors
/// `not-found` when there is no such patient; `invalid-argument` when both are one already, or were born on different days.
/// `records` is as it was then.
pub fn link(records: &mut Records, from: PatientIndex, to: PatientIndex) -> Result<()> {
    let of = |index: PatientIndex| records.patients.get(index.0 as usize).cloned();
    let unknown = || Error::new(Code::NotFound, "there is no patient with this number");
    let (gone, stays) = (of(from).ok_or_else(unknown)?, of(to).ok_or_else(unknown)?);
    if from == to {
        return Err(Error::new(Code::InvalidArgument, "this is the same patient already"));
    }
    if gone.birth.zip(stays.birth).is_some_and(|(a, b)| a != b) {
        return Err(Error::new(Code::InvalidArgument, "the two were born on different days: they are not one person"));
    }
    let moved_up = |index: PatientIndex| match index {
        index if index == from => PatientIndex(if to > from { to.0 - 1 } else { to.0 }),
        PatientIndex(index) if index > from.0 => PatientIndex(index - 1),
        index => index,
    };
    records.patients.remove(from.0 as usize);
    let subject = moved_up(from);
    if let Some(patient) = records.patients.get_mut(subject.0 as usize) {
        patient.birth = patient.birth.or(gone.birth);
        patient.death = patient.death.or(gone.death);
        patient.gender = patient.gender.take().or(gone.gender.clone());
    }
    let (own, mut kept): (Vec<Document>, Vec<Document>) =
        std::mem::take(&mut records.documents).into_iter().partition(|document| document.subject == Some(from));
    for document in &mut kept {
        document.subject = document.subject.map(moved_up);
    }
    for mut document in own {
        document.subject = Some(subject);
        match document.content {
            Content::Facts { mut facts } => {
                document.id = facts_id(&stays, document.kind, document.date);
                match kept.iter_mut().find(|known| known.id == document.id) {
                    Some(known) => {
                        if let Content::Facts { facts: known_facts } = &mut known.content {
                            known_facts.append(&mut facts);
                            known.text = compose(known_facts);
                        }
                    }
                    None => {
                        document.title = title(&stays, document.kind, document.date);
                        document.content = Content::Facts { facts };
                        kept.push(document);
                    }
                }
            }
            Content::Prose { .. } => {
                document.id = note_id(&stays, document.date, &document.text);
                let rest = document.title.strip_prefix(label(&gone, document.date).as_str()).unwrap_or_default();
                document.title = format!("{}{rest}", label(&stays, document.date));
                match kept.iter_mut().find(|known| known.id == document.id) {
                    Some(known) => keep_better_titled(known, document),
                    None => kept.push(document),
                }
            }
        }
    }
    kept.sort_by(|a, b| (a.subject, a.kind, a.date, &a.id).cmp(&(b.subject, b.kind, b.date, &b.id)));
    records.documents = kept;
    let identifiers: BTreeSet<Identifier> = std::mem::take(&mut records.identifiers)
        .into_iter()
        .map(|identifier| Identifier { patient: identifier.patient.map(moved_up), ..identifier })
        .collect();
    records.identifiers = identifiers.into_iter().collect();
    for known in &mut records.links {
        if known.to == gone.id {
            known.to.clone_from(&stays.id);
        }
    }
    records.links.push(Link { from: gone.id, to: stays.id });
    revisions::mark(records, &BTreeSet::from([subject]));
    Ok(())
}
