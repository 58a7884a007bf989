//! Whether what would leave, taken together, singles somebody out for a stranger.
//!
//! What leaves names nobody who is known or recognised, and still a decade of age, a rare disease and the distances between four operations may
//! fit one person only. [`test()`] reads a finished synthesis, says of each thing told how many people it leaves ([`Bits`], by
//! the assumptions in `assumptions`), adds them up and compares the sum with a [`Limit`]. [`Easing`] is what is done about
//! it: [`ease`] takes away what tells most for the least loss of answer, and has the synthesis made and tested anew.
//!
//! The sum takes what is told for independent. Illnesses that come together leave more people than it says, so that it warns
//! too early rather than too late. It does not know the person: whether somebody reads this who knows the records is another
//! question, which `chaperone eval linkage` measures. `docs/stranger.md` has the assumptions with their sources.

mod assumptions;
mod bits;
mod easing;
mod elements;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

pub use assumptions::MIN_PATIENTS;
pub use bits::Bits;
pub use easing::{Ages, Easing, Remedy, Times, ease};
pub use elements::{Element, Trait};

use super::rare::RareDiseases;
use super::synthesise::Synthesis;
use crate::document::{Fact, FactKind, PatientIndex, Records};

/// How few people what is told may fit, in which population.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limit {
    /// How many live where a stranger may take the person to be from.
    pub population: u32,
    /// How many of them must fit at least.
    pub fitting: u32,
}

impl Limit {
    /// A state: the smallest place that may be told with everything but the 18 identifiers taken away (45 CFR
    /// 164.514(b)(2)(i)(B)). The smallest of the United States had 576,851 inhabitants (Census 2020). Of a cell of a table
    /// published with Medicare data at least 11 people must fit (CMS, cell size suppression policy).
    pub const STATE: Limit = Limit { population: 576_851, fitting: 11 };

    /// A small town: the 20,000 inhabitants that the first three digits of a postal code must stand for (same clause). For
    /// hosts whose model server knows where its callers are.
    pub const TOWN: Limit = Limit { population: 20_000, fitting: 11 };

    /// Returns the most that may be told: the logarithm to base 2 of one in how many may fit, rounded down to a tenth.
    pub fn bits(self) -> Bits {
        Bits::below(f64::from(self.population.max(1)) / f64::from(self.fitting.max(1)))
    }
}

impl Default for Limit {
    fn default() -> Self {
        Limit::STATE
    }
}

/// What the rarity of things is judged by.
#[derive(Debug)]
pub struct Known<'a> {
    records: &'a Records,
    rare: Option<&'a RareDiseases>,
    /// Who has an entry of a kind and code, where the patients are enough to say how many do.
    holders: Option<BTreeMap<Thing<'a>, BTreeSet<PatientIndex>>>,
}

/// A kind of entry with its code and the code's system.
type Thing<'a> = (FactKind, Option<&'a str>, &'a str);

impl<'a> Known<'a> {
    /// Returns what `records` say of themselves, where they are of [`MIN_PATIENTS`] or more, and the names of rare diseases, where
    /// they are loaded.
    pub fn new(records: &'a Records, rare: Option<&'a RareDiseases>) -> Self {
        let holders = (records.patients.len() >= MIN_PATIENTS).then(|| {
            let mut holders: BTreeMap<Thing<'a>, BTreeSet<PatientIndex>> = BTreeMap::new();
            for document in &records.documents {
                for thing in document.facts().iter().filter_map(thing) {
                    holders.entry(thing).or_default().extend(document.subject);
                }
            }
            holders
        });
        Known { records, rare, holders }
    }

    /// Returns one in how many of the patients has what `fact` says, where they are enough to say it.
    fn share(&self, fact: &Fact) -> Option<f64> {
        let with = self.holders.as_ref()?.get(&thing(fact)?)?.len();
        (with > 0).then(|| self.records.patients.len() as f64 / with as f64)
    }
}

fn thing(fact: &Fact) -> Option<Thing<'_>> {
    let code = fact.code.as_ref()?;
    Some((fact.kind, code.system.as_deref(), code.code.as_deref()?))
}

/// What a stranger could tell from one request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Singling {
    /// How much is told of the person of whom most is.
    pub bits: Bits,
    /// How much may be.
    pub limit: Bits,
    /// The population and how many must fit, which the limit is made of.
    pub by: Limit,
    /// How many of the population fit, by the assumptions: at least one, for whom it is about.
    pub fitting: u32,
    /// What tells how much, the most telling first.
    pub elements: Vec<Element>,
    /// How many entries are told of that person, those that everybody has among them.
    #[serde(skip)]
    pub entries: usize,
    /// Of how many people something is told; the figures are of one.
    pub people: usize,
    /// Patients whose records say how many have a thing; too few say nothing, and are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patients: Option<usize>,
    /// Whether the names of rare diseases were at hand. Without them a rare disease is taken for any other.
    pub by_rare_diseases: bool,
    /// What was told less of than it could be, in the order in which it was done.
    pub eased: Vec<Remedy>,
}

impl Singling {
    /// Returns whether too few people fit.
    pub fn is_over(&self) -> bool {
        self.bits > self.limit
    }
}

/// Returns what a stranger could tell from `synthesis`, which was made with `easing`.
pub fn test(synthesis: &Synthesis, known: &Known<'_>, limit: Limit, easing: &Easing) -> Singling {
    let by_person = elements::of(synthesis, known, easing.times());
    let people = by_person.len();
    let sum = |elements: &[Element]| elements.iter().map(|element| element.bits).sum::<Bits>();
    let (mut elements, entries) = by_person.into_values().max_by_key(|(elements, _)| sum(elements)).unwrap_or_default();
    elements.sort_by_key(|element| std::cmp::Reverse(element.bits));
    let bits = sum(&elements);
    let patients = known.records.patients.len();
    Singling {
        bits,
        limit: limit.bits(),
        by: limit,
        fitting: bits.left_of(limit.population),
        elements,
        entries,
        people,
        patients: (patients >= MIN_PATIENTS).then_some(patients),
        by_rare_diseases: known.rare.is_some(),
        eased: easing.remedies(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_what_their_sources_make_them() {
        assert_eq!(Limit::STATE.bits(), Bits::tenths(156));
        assert_eq!(Limit::TOWN.bits(), Bits::tenths(108));
        assert_eq!(Limit::default(), Limit::STATE);
        assert_eq!(Limit { population: 0, fitting: 0 }.bits(), Bits::default());
    }
}
