//! Tables whose columns are named by a head: "| Room | Patient | MRN |", or with tabs.
//!
//! The head of a column says what its cells are, be it a record number, a birthday, a telephone or a name: all clauses of 45
//! CFR 164.514(b)(2)(i). A head is the first row of at least two in which two cells name something identifying. Empty cells,
//! dashes and cells that say there is nothing ("none", "empty") are left out; columns of results are.

use std::ops::Range;

use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View, without_accents};

/// Heads, and what the cells below are.
const HEADS: &[(EntityType, &[&str])] = &[
    (
        EntityType::MedicalRecord,
        &[
            "mrn",
            "mr#",
            "mr no",
            "chart",
            "chart no",
            "record",
            "record no",
            "medical record",
            "uhid",
            "urn",
            "patient id",
            "pt id",
            "hospital no",
            "unit no",
            "hn",
            "id",
        ],
    ),
    (EntityType::Room, &["room", "rm", "bed", "room/bed", "rm/bed", "bed no", "location", "loc", "bay", "chair"]),
    (
        EntityType::Person,
        &[
            "patient",
            "patient name",
            "pt",
            "name",
            "attending",
            "surgeon",
            "nurse",
            "rn",
            "provider",
            "physician",
            "doctor",
            "anes",
            "anesthesia",
            "anesthesiologist",
            "resident",
            "consultant",
            "pcp",
            "contact",
            "next of kin",
            "nok",
            "guardian",
            "mother",
            "father",
            "last name",
            "first name",
            "surname",
            "given name",
            "md",
            "clinician",
            "therapist",
            "assistant",
            "referring",
            "ordering",
        ],
    ),
    (
        EntityType::Date,
        &[
            "dob",
            "date of birth",
            "birth date",
            "birthdate",
            "date",
            "admitted",
            "admit",
            "adm",
            "adm date",
            "admission",
            "discharged",
            "dos",
            "date of service",
            "visit",
            "last visit",
            "next visit",
            "collected",
            "received",
            "reported",
            "seen",
        ],
    ),
    (
        EntityType::Phone,
        &["phone", "tel", "telephone", "cell", "mobile", "contact no", "phone no", "pager", "phone number"],
    ),
    (EntityType::Fax, &["fax"]),
    (EntityType::Email, &["email", "e-mail", "mail"]),
    (EntityType::SocialSecurity, &["ssn", "social", "last 4", "last four"]),
    (
        EntityType::HealthPlan,
        &["insurance id", "member id", "policy", "policy no", "mbi", "medicare", "medicaid", "subscriber", "plan id"],
    ),
    (EntityType::Account, &["account", "acct", "account no", "fin", "har"]),
    (EntityType::Location, &["address", "street", "city", "zip", "postcode", "town"]),
    (
        EntityType::Id,
        &[
            "accession",
            "acc no",
            "specimen",
            "encounter",
            "csn",
            "case no",
            "order no",
            "visit no",
            "nhs",
            "nhs no",
            "subject",
            "subject id",
        ],
    ),
    (EntityType::License, &["npi", "dea", "license"]),
    (EntityType::Device, &["serial", "serial no", "lot", "lot no", "udi"]),
    (EntityType::Age, &["age", "age/sex", "age (y)"]),
    (EntityType::Organization, &["employer"]),
];

/// What cells say that hold nothing.
const NOTHING: &[&str] = &[
    "", "none", "empty", "tbd", "n/a", "na", "nil", "pending", "unknown", "vacant", "open", "closed", "self", "hold",
    "?",
];

/// Finds cells of tables by the heads of their columns.
pub struct Table;

impl Recognizer for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        let mut heads: Vec<Option<EntityType>> = Vec::new();
        for cells in rows(view) {
            if cells.len() < 2 {
                heads.clear();
                continue;
            }
            let kinds: Vec<Option<EntityType>> = cells.iter().map(|cell| head(view.slice(cell.clone()))).collect();
            if kinds.iter().flatten().count() >= 2 {
                heads = kinds;
                continue;
            }
            for (cell, kind) in cells.into_iter().zip(&heads) {
                found.extend(kind.and_then(|kind| judge(view, cell, kind)));
            }
        }
        found
    }
}

/// Returns the cells of each line of `view` that tabs or bars divide.
fn rows(view: &View<'_>) -> impl Iterator<Item = Vec<Range<usize>>> {
    let mut start = 0;
    view.text().split('\n').map(move |line| {
        let begin = start;
        start += line.len() + 1;
        let borders = line
            .char_indices()
            .filter(|(at, c)| *c == '|' || *c == ' ' && view.is_tab(begin + at))
            .map(|(at, _)| begin + at);
        let mut cells = Vec::new();
        let mut from = begin;
        for border in borders.chain(std::iter::once(begin + line.len())) {
            cells.push(trimmed(view, from..border));
            from = border + 1;
        }
        if line.starts_with('|') && !cells.is_empty() {
            cells.remove(0);
        }
        cells
    })
}

fn trimmed(view: &View<'_>, cell: Range<usize>) -> Range<usize> {
    let text = view.slice(cell.clone());
    let before = text.len() - text.trim_start_matches([' ', '*']).len();
    let start = cell.start + before;
    start..start + text.trim_matches([' ', '*']).len()
}

fn head(cell: &str) -> Option<EntityType> {
    let name = without_accents(cell.trim_matches([' ', '*', ':', '.', '#']));
    HEADS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(kind, _)| *kind)
}

fn judge(view: &View<'_>, cell: Range<usize>, kind: EntityType) -> Option<Found> {
    let text = view.slice(cell.clone());
    let lower = without_accents(text);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let fits = match kind {
        EntityType::Person | EntityType::Organization => {
            text.chars().filter(|c| c.is_alphabetic()).count() > 1 && digits == 0 && !text.contains(':')
        }
        EntityType::Age => {
            let age: String = text.chars().take_while(char::is_ascii_digit).collect();
            age.parse::<u16>().is_ok_and(|age| (90..130).contains(&age))
        }
        EntityType::Date => digits >= 2 && text.contains(['/', '-', '.', ' ']) && !text.contains(['%', '(']),
        EntityType::Email => text.contains('@'),
        EntityType::Location => text.len() > 1,
        EntityType::Room => digits > 0 && text.len() <= 12,
        EntityType::Phone | EntityType::Fax => digits >= 3,
        _ => digits >= 2,
    };
    let range = if kind == EntityType::Age {
        cell.start..cell.start + text.bytes().take_while(u8::is_ascii_digit).count()
    } else {
        cell
    };
    let found = Found {
        range,
        entity_type: kind,
        score: Score::STRONG,
        pattern: "cell",
        validation: None,
        context: Some("the column's head"),
    };
    (fits && text.len() <= 60 && !NOTHING.contains(&lower.trim())).then_some(found)
}
