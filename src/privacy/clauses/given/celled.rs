//! What a cell gives to people by its label: "physician | Price", "City | Reading", a column "Provider", "**Nurse**: price".

use std::ops::Range;

use super::{NEVER, may_be_name, names_to};
use crate::privacy::cells::Cell;
use crate::privacy::lexicon::Traits;
use crate::privacy::relations::RELATIONS;

/// Most words of a cell that holds a name, and of one that holds a place.
const MAX_WORDS: usize = 8;
/// Letters of a word up to which it may be a degree: "Hope Stone MD".
const DEGREE: usize = 3;

/// Last words of labels whose cells name somebody by what they do.
#[rustfmt::skip] // words of one kind, in a few lines
const WORKERS: &[&str] = &[
    "physician", "doctor", "nurse", "provider", "clinician", "surgeon", "therapist", "pharmacist", "practitioner", "consultant", "attending", "author", "informant", "signer", "pcp", "gp",
    "midwife", "dentist", "psychiatrist", "psychologist", "cardiologist", "oncologist", "neurologist", "radiologist", "interpreter", "witness", "insured", "subscriber", "holder", "guarantor",
    "kin", "surname", "forename",
];
/// Labels before "by".
#[rustfmt::skip] // words of one kind, in two lines
const DONE_BY: &[&str] = &[
    "seen", "signed", "reported", "entered", "ordered", "prescribed", "recorded", "referred", "verified", "authored", "dictated", "performed", "reviewed", "administered", "provided", "examined", "written",
];
/// Words before "name" in labels whose cells name somebody; a medicine and a test have names, too.
const NAMED: &[&str] =
    &["patient", "contact", "full", "first", "last", "family", "given", "middle", "maiden", "preferred", "legal", "pt"];
/// Last words of labels whose cells say where somebody lives, works or was treated.
#[rustfmt::skip] // words of one kind, in two lines
const WHERE: &[&str] = &[
    "employer", "workplace", "occupation", "street", "city", "town", "village", "county", "address", "birthplace", "residence", "hospital", "pharmacy", "insurer", "payer",
];
/// What cells say that hold nothing.
const NOTHING: &[&str] = &["none", "n/a", "na", "nil", "pending", "unknown", "same", "self", "yes", "home"];

/// Whom the cells below a label name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Somebody, by what they do there.
    Worker,
    /// Somebody, or what befalls them: "Mother | asthma".
    Related,
    /// A place or a firm.
    Place,
}

/// Returns the bytes of `cell`, of `text`, that are somebody's by its label.
pub(super) fn held(text: &str, cell: &Cell, traits: &impl Fn(&str) -> Traits) -> Option<Range<usize>> {
    let whose = whose(text.get(cell.label.clone())?)?;
    let said = text.get(cell.range.clone())?;
    let lower = said.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let first = words.first()?;
    if NOTHING.contains(first)
        || NEVER.contains(first) && *first != "the" && *first != "will"
        || words.len() > MAX_WORDS
    {
        return None;
    }
    let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME;
    let is_name = |word: &str| traits(word).is(name) || traits(word).is_unknown();
    let may_be = |word: &str| is_name(word) && may_be_name(word, traits(word));
    let is_whole = match whose {
        Whose::Place => true,
        Whose::Worker => {
            let is_of_medicine =
                |word: &&str| traits(word).is(Traits::MEDICAL) && !is_name(word) && word.len() > DEGREE;
            words.iter().any(|word| is_name(word)) && !words.iter().any(is_of_medicine)
        }
        Whose::Related => words.iter().all(|word| may_be(word)),
    };
    if is_whole {
        return Some(cell.range.clone());
    }
    // "Willow Grove medical center", "Price, cardiology".
    let end = cell.range.start + said.find(|sign: char| !sign.is_alphabetic()).unwrap_or(said.len());
    (whose == Whose::Worker && may_be(first)).then(|| cell.range.start..names_to(text, end, traits).min(cell.range.end))
}

/// Returns whom the cells below `label` name; `None` where they name nobody.
fn whose(label: &str) -> Option<Whose> {
    let lower = label.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let (last, before) = words.split_last()?;
    let is_person = |word: &&str| WORKERS.contains(word) || NAMED.contains(word) || RELATIONS.contains(word);
    match *last {
        "name" | "names" => (before.is_empty() || before.iter().any(is_person)).then_some(Whose::Worker),
        "by" => before.last().is_some_and(|word| DONE_BY.contains(word)).then_some(Whose::Worker),
        "patient" | "contact" | "pt" => Some(Whose::Related),
        last if WHERE.contains(&last) => Some(Whose::Place),
        last if WORKERS.contains(&last) => Some(Whose::Worker),
        last if RELATIONS.contains(&last) => Some(Whose::Related),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::cells::cells;

    fn traits(word: &str) -> Traits {
        let name = Traits::COMMON | Traits::GIVEN_NAME | Traits::FAMILY_NAME;
        match word {
            "price" | "young" | "hope" | "stone" | "reading" | "willow" | "grove" | "bill" => name,
            "target" | "asthma" | "chest" | "pain" | "medical" | "center" | "md" => Traits::COMMON | Traits::MEDICAL,
            "okafor" => Traits::default(),
            _ => Traits::COMMON,
        }
    }

    #[test]
    fn a_cell_is_somebodys_by_its_label() {
        for (text, expected) in [
            ("physician | Price", Some("Price")),
            ("Nurse | Young", Some("Young")),
            ("Nurse\tyoung", Some("young")),
            ("Spouse | Hope", Some("Hope")),
            ("City | Reading", Some("Reading")),
            ("Employer | target", Some("target")),
            ("Problem | Provider\n--- | ---\nAsthma | Stone, Hope MD", Some("Stone, Hope MD")),
            ("Name | hope price", Some("hope price")),
            ("Contact name | okafor", Some("okafor")),
            ("Seen by | STONE, HOPE", Some("STONE, HOPE")),
            ("**Nurse**: price", Some("price")),
            ("Provider | Willow Grove medical center", Some("Willow Grove")),
            ("Provider: price. Pain.", Some("price")),
            ("Nurse: chest pain told", None),
            ("Nurse: none", None),
            ("Mother | asthma", None),
            ("Mother | Hope", Some("Hope")),
            ("Medication name | hope", None),
            ("Relieved by | hope", None),
            ("Problem | Chest pain", None),
            ("Provider | not known", None),
        ] {
            let mut found = cells(text).into_iter().filter_map(|cell| held(text, &cell, &traits));
            assert_eq!(found.next().map(|range| &text[range]), expected, "{text}");
        }
    }
}
