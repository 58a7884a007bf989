//! The chart of one patient while it is written: resources in order, and with each the ground truth about it.

mod clinical;
mod people;

use std::collections::BTreeMap;

use jiff::civil::Date;
use sha2::{Digest as _, Sha256};

pub(super) use clinical::{Order, Problem};

use super::Form;
use super::calendar::after;
use super::json::{Json, Members, object};
use super::practice::{Practice, Role};
use super::truth::{Stated, Truth};

/// One resource.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    /// Its type.
    pub(super) resource_type: &'static str,
    /// Its id, a UUID.
    pub(super) id: String,
    /// Its elements but `resourceType` and `id`.
    pub(super) body: Members,
}

/// A resource that was added.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Added {
    entry: usize,
    reference: String,
}

impl Added {
    /// Returns a `Reference` to it.
    pub(super) fn json(&self) -> Json {
        object! { "reference": self.reference.clone() }
    }
}

/// The moment of a visit: day, minutes after midnight, and the zone's offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// The day.
    pub(super) day: Date,
    /// Minutes after midnight.
    pub(super) minute: u32,
}

/// Winter time of the towns; summer time is not kept.
const ZONE: &str = "-06:00";

impl Moment {
    /// Returns a FHIR `dateTime`.
    pub(super) fn text(self) -> String {
        format!("{}T{:02}:{:02}:00{ZONE}", self.day, self.minute / 60 % 24, self.minute % 60)
    }

    /// Returns the moment `minutes` later, on the same day.
    pub(super) fn later(self, minutes: u32) -> Self {
        Moment { minute: (self.minute + minutes).min(24 * 60 - 1), ..self }
    }

    /// Returns the moment `days` later.
    pub(super) fn in_days(self, days: i32) -> Self {
        Moment { day: after(self.day, days), ..self }
    }
}

/// The chart.
pub(super) struct Chart {
    seed: u64,
    number: u64,
    form: Form,
    entries: Vec<Entry>,
    counts: BTreeMap<&'static str, u32>,
    clinicians: BTreeMap<Role, Added>,
    patient: Option<Added>,
    organization: Option<Added>,
    orders: Vec<Order>,
    allergies: Vec<&'static super::codes::Allergy>,
    /// The practice.
    pub(super) practice: Practice,
    /// What is so.
    pub(super) truth: Truth,
}

impl Chart {
    /// Returns an empty chart of patient `number` under `seed`.
    pub(super) fn new(seed: u64, number: u64, form: Form, practice: Practice) -> Self {
        let truth = Truth {
            number,
            id: String::new(),
            name: String::new(),
            birth_date: String::new(),
            courses: Vec::new(),
            identifiers: Vec::new(),
            facts: Vec::new(),
            flaws: Vec::new(),
        };
        Chart {
            seed,
            number,
            form,
            entries: Vec::new(),
            counts: BTreeMap::new(),
            clinicians: BTreeMap::new(),
            patient: None,
            organization: None,
            orders: Vec::new(),
            allergies: Vec::new(),
            practice,
            truth,
        }
    }

    /// Adds a resource and returns the way to refer to it.
    pub(super) fn add(&mut self, resource_type: &'static str, body: Members) -> Added {
        let count = self.counts.entry(resource_type).or_default();
        *count += 1;
        let id = uuid(&[
            &self.seed.to_le_bytes(),
            b"patient",
            &self.number.to_le_bytes(),
            resource_type.as_bytes(),
            &count.to_le_bytes(),
        ]);
        self.add_as(resource_type, id, body)
    }

    /// Adds a resource whose id is the same in every chart: one of the practice's.
    fn add_shared(&mut self, resource_type: &'static str, name: &str, body: Members) -> Added {
        let practice = self.practice.number.to_le_bytes();
        let id = uuid(&[&self.seed.to_le_bytes(), b"practice", &practice, resource_type.as_bytes(), name.as_bytes()]);
        self.add_as(resource_type, id, body)
    }

    fn add_as(&mut self, resource_type: &'static str, id: String, body: Members) -> Added {
        let reference = self.form.reference(resource_type, &id);
        self.entries.push(Entry { resource_type, id, body });
        Added { entry: self.entries.len() - 1, reference }
    }

    /// Sets the element `name` of a resource, in its place if it has one.
    fn amend(&mut self, added: &Added, name: &'static str, value: Json) {
        let Some(entry) = self.entries.get_mut(added.entry) else { return };
        match entry.body.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => entry.body.push((name, value)),
        }
    }

    /// Returns how many resources of a type there are.
    pub(super) fn count(&self, resource_type: &str) -> u32 {
        self.counts.get(resource_type).copied().unwrap_or_default()
    }

    /// Returns a reference to the patient.
    pub(super) fn subject(&self) -> Json {
        self.patient.as_ref().map_or_else(|| object! {}, Added::json)
    }

    /// States a fact, and returns its place for amending.
    fn state(&mut self, fact: Stated) -> usize {
        self.truth.facts.push(fact);
        self.truth.facts.len() - 1
    }

    /// Returns the resources, and what is so.
    pub(super) fn close(self) -> (Vec<Entry>, Truth) {
        (self.entries, self.truth)
    }
}

/// Returns a UUID of version 8 (RFC 9562) made of the hash of `parts`.
pub(super) fn uuid(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut bytes: [u8; 16] = [0; 16];
    bytes.iter_mut().zip(hash.finalize()).for_each(|(byte, hashed)| *byte = hashed);
    let number = u128::from_be_bytes(bytes) & !(0xf << 76) & !(0x3 << 62) | (8 << 76) | (2 << 62);
    let hex = format!("{number:032x}");
    let mut text = String::with_capacity(36);
    for (place, digit) in hex.chars().enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_uuids_and_differ_with_every_part() {
        let id = uuid(&[b"a", b"b"]);
        assert_eq!((id.len(), &id[14..15]), (36, "8"));
        assert!("89ab".contains(&id[19..20]));
        assert_eq!(id.matches('-').count(), 4);
        assert_ne!(id, uuid(&[b"ab", b""]));
    }

    #[test]
    fn moments_are_written_as_fhir_has_them() {
        let moment = Moment { day: jiff::civil::date(2020, 2, 28), minute: 545 };
        assert_eq!(moment.text(), "2020-02-28T09:05:00-06:00");
        assert_eq!(moment.later(3000).text(), "2020-02-28T23:59:00-06:00");
        assert_eq!(moment.in_days(2).day, jiff::civil::date(2020, 3, 1));
    }
}
