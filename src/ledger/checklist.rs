//! The 18 identifiers of 45 CFR 164.514(b)(2)(i), with what covers each and what a request had to do with it.

use serde::Serialize;

use super::disclosure::Disclosure;
use crate::clearance::Operator;
use crate::document::EntityType;
use crate::privacy::vocabulary::Reason;

/// A paragraph of 45 CFR 164.514(b)(2)(i), by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(missing_docs)]
pub enum Clause {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
}

/// What there was of an identifier in one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Found {
    /// What was done.
    pub what: &'static str,
    /// How often.
    pub count: usize,
}

/// One identifier in one request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// The paragraph.
    pub clause: Clause,
    /// The identifier, shortened from the paragraph.
    pub identifier: &'static str,
    /// What keeps it from leaving, first to last.
    pub covered_by: &'static [&'static str],
    /// What was found and what was done; empty where nothing was.
    pub found: Vec<Found>,
}

const KNOWN: &str = "known answers: such a text that the records' structure names refuses the request";
const SHAPE: &str = "review: a text of this shape refuses the request";
const WORDS: &str = "closed vocabulary: of a question no number in digits leaves but in a word that is known (a1c), none in words above twelve, and no unknown word that the person did not allow";
const NO_PROSE: &str = "construction: facts are written from codes and generalised values; of notes only sentences that answer, word by word over the closed vocabulary, and none at the level strict or where the policy keeps notes";

const TABLE: [(Clause, &str, &[&str]); 18] = [
    (
        Clause::A,
        "Names",
        &["pseudonyms, fresh for each question", KNOWN, "recognizers: person, names, organization", WORDS, NO_PROSE],
    ),
    (
        Clause::B,
        "Geographic subdivisions smaller than a state",
        &[KNOWN, "recognizers: place, hospital, postal code, coordinates, room", WORDS, NO_PROSE],
    ),
    (
        Clause::C,
        "Elements of dates but the year, and ages over 89",
        &[
            "dates become distances in time, ages bands, in sentences of notes too, 90 and over one band",
            "recognizers: date, age, holiday",
            SHAPE,
        ],
    ),
    (Clause::D, "Telephone numbers", &[KNOWN, "recognizer: phone", SHAPE, WORDS]),
    (Clause::E, "Fax numbers", &[KNOWN, "recognizer: phone", SHAPE, WORDS]),
    (Clause::F, "E-mail addresses", &[KNOWN, "recognizer: email", SHAPE, WORDS]),
    (Clause::G, "Social security numbers", &[KNOWN, "recognizer: ssn", SHAPE, WORDS]),
    (Clause::H, "Medical record numbers", &[KNOWN, "recognizer: medical record", SHAPE, WORDS]),
    (Clause::I, "Health plan beneficiary numbers", &[KNOWN, "recognizer: health plan", SHAPE, WORDS]),
    (Clause::J, "Account numbers", &[KNOWN, "recognizer: account", SHAPE, WORDS]),
    (Clause::K, "Certificate and license numbers", &[KNOWN, "recognizer: license", SHAPE, WORDS]),
    (Clause::L, "Vehicle identifiers and license plates", &[KNOWN, "recognizer: vehicle", SHAPE, WORDS]),
    (Clause::M, "Device identifiers and serial numbers", &[KNOWN, "recognizer: device", SHAPE, WORDS]),
    (Clause::N, "Web addresses", &[KNOWN, "recognizer: url", SHAPE, WORDS]),
    (Clause::O, "IP addresses", &["recognizer: ip", SHAPE, WORDS]),
    (
        Clause::P,
        "Biometric identifiers",
        &["recognizer: biometric", WORDS, "construction: a request is text of our own form"],
    ),
    (
        Clause::Q,
        "Full-face photographs and comparable images",
        &["construction: a request is text; no image can be in it"],
    ),
    (
        Clause::R,
        "Any other unique identifying number, characteristic or code",
        &[
            "aliases of one request in place of references",
            KNOWN,
            "recognizers: national id, username, occupation, code",
            SHAPE,
            WORDS,
        ],
    ),
];

fn clause(entity_type: EntityType) -> Clause {
    use EntityType::{
        Account, Age, Biometric, Date, Device, Email, Fax, HealthPlan, Hospital, Id, Ip, License, Location,
        MedicalRecord, NationalId, Occupation, Organization, Person, Phone, Room, SocialSecurity, Url, Username,
        Vehicle,
    };
    match entity_type {
        Person => Clause::A,
        Hospital | Location | Room => Clause::B,
        Date | Age => Clause::C,
        Phone => Clause::D,
        Fax => Clause::E,
        Email => Clause::F,
        SocialSecurity => Clause::G,
        MedicalRecord => Clause::H,
        HealthPlan => Clause::I,
        Account => Clause::J,
        License => Clause::K,
        Vehicle => Clause::L,
        Device => Clause::M,
        Url => Clause::N,
        Ip => Clause::O,
        Biometric => Clause::P,
        Organization | NationalId | Username | Occupation | Id => Clause::R,
    }
}

/// Returns what the list calls an identifier of this type.
pub(super) fn identifier(entity_type: EntityType) -> &'static str {
    let of = clause(entity_type);
    TABLE.iter().find(|(clause, ..)| *clause == of).map_or("", |(_, identifier, _)| identifier)
}

/// Returns the clause that a word was withheld for, and what to call that; `None` where the reason is no identifier's.
fn withheld(reason: Reason) -> Option<(Clause, &'static str)> {
    match reason {
        Reason::KnownAnswer { entity_type } => {
            Some((clause(entity_type), "withheld from the question: the records name it"))
        }
        Reason::Identifier { entity_type } => {
            Some((clause(entity_type), "withheld from the question: a recognizer found it"))
        }
        Reason::Name => Some((Clause::A, "withheld from the question: a name")),
        Reason::PerhapsName => Some((Clause::A, "withheld from the question: a word that is a name, too")),
        Reason::Place => Some((Clause::B, "withheld from the question: a place")),
        Reason::Time => Some((Clause::C, "withheld from the question: a time")),
        Reason::Age => Some((Clause::C, "withheld from the question: an age")),
        Reason::Number => Some((Clause::R, "withheld from the question: a number or code")),
        Reason::ByHand
        | Reason::Region
        | Reason::Script
        | Reason::Unknown
        | Reason::NoLexicon
        | Reason::Instruction { .. } => None,
    }
}

/// Returns the identifiers in the order of their paragraphs, with what `disclosure` had to do with each. What it counts was
/// found and kept from leaving, but for the exemptions among it, each with the operation that made it none.
pub fn checklist(disclosure: &Disclosure) -> Vec<Item> {
    let mut found: Vec<(Clause, Found)> = Vec::new();
    let mut add = |clause: Clause, what: &'static str, count: usize| match found
        .iter_mut()
        .find(|(of, seen)| *of == clause && seen.what == what)
    {
        Some((_, seen)) => seen.count = seen.count.saturating_add(count),
        None if count > 0 => found.push((clause, Found { what, count })),
        None => {}
    };
    for words in &disclosure.withheld_words {
        if let Some((clause, what)) = withheld(words.reason) {
            add(clause, what, words.count);
        }
    }
    for (operator, clause, what) in [
        (Operator::Pseudonym, Clause::A, "replaced by a pseudonym"),
        (Operator::Time, Clause::C, "turned into a distance in time"),
        (Operator::AgeBand, Clause::C, "widened to a band of ages"),
        (Operator::Alias, Clause::R, "replaced by an alias"),
    ] {
        add(clause, what, disclosure.stretches(operator));
    }
    for exemption in &disclosure.receipt.exemptions {
        add(
            clause(exemption.entity_type),
            "the same letters in words of a terminology, of the vocabulary or of ours: let through",
            1,
        );
    }
    TABLE
        .iter()
        .map(|(clause, identifier, covered_by)| Item {
            clause: *clause,
            identifier,
            covered_by,
            found: found.iter().filter(|(of, _)| of == clause).map(|(_, found)| *found).collect(),
        })
        .collect()
}
