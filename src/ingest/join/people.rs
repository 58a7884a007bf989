//! Whom the ids of a file mean: patients that are known, new ones, and others who only have the same id.

use std::collections::{BTreeSet, HashMap};

use crate::document::{Patient, PatientIndex, Records};
use crate::error::Place;
use crate::ingest::skips::Skips;

/// Stands behind an id that another person may have, before what tells the two apart; no id of FHIR has it.
pub(super) const APART: char = '~';
/// Hexadecimal digits of the hash behind it.
const APART_HASH_DIGITS: usize = 8;
/// What the id of a patient of a C-CDA document begins with.
const CDA: &str = "cda-";
pub(super) const OTHER_PERSON: &str = "belongs to a patient with an id that another person of these records has";

/// The patients by id, and what changed about them.
pub(super) struct People {
    by_id: HashMap<String, PatientIndex>,
    /// Ids that the person said to be somebody else's.
    linked: BTreeSet<String>,
    /// Ids of this file that mean another person than the one known by the id.
    pub(super) others: Vec<String>,
    /// Ids of patients whom this file describes.
    here: BTreeSet<String>,
    /// Ids of this file, and under which each is kept because it may be another person's.
    apart: HashMap<String, String>,
    /// What stands behind such an id: the beginning of the hash of the file.
    mark: String,
    /// Patients whose family name was not known before, with the name that stands in their titles.
    renamed: Vec<(PatientIndex, String)>,
}

impl People {
    pub(super) fn new(records: &Records, sha256: &str) -> Self {
        let by_id = records.patients.iter().zip(0..).map(|(patient, index)| (patient.id.clone(), PatientIndex(index)));
        let mut by_id: HashMap<String, PatientIndex> = by_id.collect();
        for link in &records.links {
            if let Some(&index) = by_id.get(&link.to) {
                by_id.insert(link.from.clone(), index);
            }
        }
        let linked = records.links.iter().map(|link| link.from.clone()).collect();
        let mark = format!("{APART}{}", sha256.get(..APART_HASH_DIGITS).unwrap_or(sha256));
        People {
            by_id,
            linked,
            others: Vec::new(),
            here: BTreeSet::new(),
            apart: HashMap::new(),
            mark,
            renamed: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, place: Place, mut patient: Patient, patients: &mut Vec<Patient>, skips: &mut Skips) {
        let own = self.own(&patient.id).to_owned();
        // Within one source an id is one patient's, and what the person said holds.
        let is_settled = self.here.contains(&own) || self.linked.contains(&own);
        let of_id = self.by_id.get(&own).and_then(|&index| patients.get(index.0 as usize)).filter(|_| !is_settled);
        if of_id.is_some_and(|known| !is_another(known, &patient) && !is_surely(known, &patient)) {
            let apart = format!("{own}{}", self.mark);
            self.apart.insert(std::mem::replace(&mut patient.id, apart.clone()), apart);
        } else {
            patient.id = own;
        }
        self.here.insert(patient.id.clone());
        let known = self.by_id.get(&patient.id).and_then(|&index| Some((index, patients.get_mut(index.0 as usize)?)));
        match known {
            None => {
                self.by_id.insert(patient.id.clone(), next_index(patients));
                patients.push(patient);
            }
            Some((_, known)) if !self.linked.contains(&patient.id) && is_another(known, &patient) => {
                skips.add(&place, OTHER_PERSON);
                self.others.push(patient.id);
            }
            Some((index, known)) => {
                if known.is_absent() || (is_unnamed(known) && !is_unnamed(&patient)) {
                    self.renamed.push((index, known.family.clone()));
                    (known.name, known.family) = (patient.name, patient.family);
                }
                known.birth = known.birth.or(patient.birth);
                known.death = known.death.or(patient.death);
                known.gender = known.gender.take().or(patient.gender);
            }
        }
    }

    /// Returns the patient with that id, who is added as absent if unknown; `None` when the id means somebody else.
    pub(super) fn index(&mut self, id: &str, patients: &mut Vec<Patient>) -> Option<PatientIndex> {
        let id = self.own(id).to_owned();
        if self.others.contains(&id) {
            return None;
        }
        Some(*self.by_id.entry(id.clone()).or_insert_with(|| {
            let absent = Patient::absent(&id, patients);
            patients.push(absent);
            PatientIndex(patients.len() as u32 - 1)
        }))
    }

    /// Returns the id under which the patient with the id `id` of this file is kept.
    pub(super) fn own<'i>(&'i self, id: &'i str) -> &'i str {
        self.apart.get(id).map_or(id, String::as_str)
    }

    pub(super) fn known(&self, id: &str) -> Option<PatientIndex> {
        let id = self.own(id);
        self.by_id.get(id).copied().filter(|_| !self.others.iter().any(|other| other == id))
    }

    /// Puts the family names that became known into the titles.
    pub(super) fn retitle(&self, records: &mut Records) {
        for (index, old) in &self.renamed {
            let Some(patient) = records.patients.get(index.0 as usize) else { continue };
            for document in records.documents.iter_mut().filter(|document| document.subject == Some(*index)) {
                if let Some(rest) = document.title.strip_prefix(old.as_str()) {
                    document.title = format!("{}{rest}", patient.family);
                }
            }
        }
    }
}

fn next_index(patients: &[Patient]) -> PatientIndex {
    PatientIndex(patients.len() as u32)
}

fn is_unnamed(patient: &Patient) -> bool {
    patient.name == patient.id || patient.is_absent()
}

/// Returns whether two patients of one id are different people: born on different days, or with no part
/// of their names in common. Ids are unique within one server only (hl7.org/fhir/R4/resource.html#id).
fn is_another(known: &Patient, other: &Patient) -> bool {
    let births = known.birth.zip(other.birth);
    let share = |a: &str, b: &str| a.split_whitespace().any(|part| b.split_whitespace().any(|other| part == other));
    births.is_some_and(|(a, b)| a != b)
        || (!is_unnamed(known) && !is_unnamed(other) && !share(&known.name, &other.name))
}

/// Returns whether two patients of one id are surely one: nobody is described twice, or both were born on one day and have no
/// different given names. Of all others the person is asked.
fn is_surely(known: &Patient, other: &Patient) -> bool {
    // The id of C-CDA names who gave the number.
    if known.is_absent() || other.is_absent() || known.id.starts_with(CDA) {
        return true;
    }
    let given = |patient: &Patient| -> BTreeSet<String> {
        let family: BTreeSet<String> = patient.family.split_whitespace().map(str::to_lowercase).collect();
        patient.name.split_whitespace().map(str::to_lowercase).filter(|part| !family.contains(part)).collect()
    };
    let (a, b) = (given(known), given(other));
    let alike = is_unnamed(known) || is_unnamed(other) || a.is_subset(&b) || b.is_subset(&a);
    known.birth.is_some() && known.birth == other.birth && alike
}
