//! Fields of HL7 version 2 messages that hold identifiers: all clauses of 45 CFR 164.514(b)(2)(i).
//!
//! A message is lines that begin with a segment's name and a field separator; which fields identify, their place says (HL7
//! 2.5.1, chapters 2, 3, 4 and 6). The first component of a name or address field and those after it are one identifying
//! text; encoding characters and empty fields are none.

use std::ops::Range;

use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

/// How much of a field identifies.
#[derive(Clone, Copy)]
enum Part {
    /// All of it.
    Whole,
    /// The first component: a number, without the authority that gave it.
    First,
    /// The components from the second on: a person's name after the number.
    Name,
}

/// Segment, field, what it holds, and how much of it: HL7 2.5.1, 3.4 (PID, NK1, PV1), 2.15.9 (MSH), 4.5 (ORC, OBR), 6.5 (IN1).
const FIELDS: &[(&str, usize, EntityType, Part)] = &[
    ("MSH", 7, EntityType::Date, Part::Whole),
    ("MSH", 10, EntityType::Id, Part::First),
    ("EVN", 2, EntityType::Date, Part::Whole),
    ("PID", 2, EntityType::MedicalRecord, Part::First),
    ("PID", 3, EntityType::MedicalRecord, Part::First),
    ("PID", 4, EntityType::MedicalRecord, Part::First),
    ("PID", 5, EntityType::Person, Part::Whole),
    ("PID", 6, EntityType::Person, Part::Whole),
    ("PID", 7, EntityType::Date, Part::Whole),
    ("PID", 9, EntityType::Person, Part::Whole),
    ("PID", 11, EntityType::Location, Part::Whole),
    ("PID", 13, EntityType::Phone, Part::Whole),
    ("PID", 14, EntityType::Phone, Part::Whole),
    ("PID", 18, EntityType::Account, Part::First),
    ("PID", 19, EntityType::SocialSecurity, Part::First),
    ("PID", 20, EntityType::License, Part::First),
    ("PID", 21, EntityType::MedicalRecord, Part::First),
    ("PID", 23, EntityType::Location, Part::Whole),
    ("NK1", 2, EntityType::Person, Part::Whole),
    ("NK1", 4, EntityType::Location, Part::Whole),
    ("NK1", 5, EntityType::Phone, Part::Whole),
    ("NK1", 6, EntityType::Phone, Part::Whole),
    ("PV1", 3, EntityType::Room, Part::Whole),
    ("PV1", 7, EntityType::License, Part::First),
    ("PV1", 7, EntityType::Person, Part::Name),
    ("PV1", 8, EntityType::License, Part::First),
    ("PV1", 8, EntityType::Person, Part::Name),
    ("PV1", 9, EntityType::License, Part::First),
    ("PV1", 9, EntityType::Person, Part::Name),
    ("PV1", 17, EntityType::License, Part::First),
    ("PV1", 17, EntityType::Person, Part::Name),
    ("PV1", 19, EntityType::Id, Part::First),
    ("PV1", 44, EntityType::Date, Part::Whole),
    ("PV1", 45, EntityType::Date, Part::Whole),
    ("ORC", 2, EntityType::Id, Part::First),
    ("ORC", 3, EntityType::Id, Part::First),
    ("ORC", 9, EntityType::Date, Part::Whole),
    ("ORC", 12, EntityType::License, Part::First),
    ("ORC", 12, EntityType::Person, Part::Name),
    ("OBR", 2, EntityType::Id, Part::First),
    ("OBR", 3, EntityType::Id, Part::First),
    ("OBR", 6, EntityType::Date, Part::Whole),
    ("OBR", 7, EntityType::Date, Part::Whole),
    ("OBR", 14, EntityType::Date, Part::Whole),
    ("OBR", 16, EntityType::License, Part::First),
    ("OBR", 16, EntityType::Person, Part::Name),
    ("OBR", 22, EntityType::Date, Part::Whole),
    ("OBX", 14, EntityType::Date, Part::Whole),
    ("GT1", 3, EntityType::Person, Part::Whole),
    ("GT1", 5, EntityType::Location, Part::Whole),
    ("GT1", 6, EntityType::Phone, Part::Whole),
    ("GT1", 12, EntityType::SocialSecurity, Part::First),
    ("IN1", 8, EntityType::HealthPlan, Part::First),
    ("IN1", 16, EntityType::Person, Part::Whole),
    ("IN1", 18, EntityType::Date, Part::Whole),
    ("IN1", 19, EntityType::Location, Part::Whole),
    ("IN1", 36, EntityType::HealthPlan, Part::First),
    ("IN1", 49, EntityType::HealthPlan, Part::First),
];

/// Finds identifying fields of HL7 version 2 messages.
pub struct Hl7;

impl Recognizer for Hl7 {
    fn name(&self) -> &'static str {
        "hl7"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        let mut start = 0;
        for line in view.text().split('\n') {
            found.extend(segment(line, start));
            start += line.len() + 1;
        }
        found
    }
}

/// Returns the identifying fields of `line`, which begins at byte `start`.
fn segment(line: &str, start: usize) -> Vec<Found> {
    let Some((name, _)) = line.split_once('|').filter(|(name, _)| name.len() == 3) else { return Vec::new() };
    let mut fields: Vec<Range<usize>> = Vec::new();
    let mut at = start;
    for field in line.split('|') {
        fields.push(at..at + field.len());
        at += field.len() + 1;
    }
    // The first separator of a message header is itself its first field.
    let shift = usize::from(name == "MSH");
    let own = FIELDS.iter().filter(|(segment, ..)| *segment == name);
    own.filter_map(|(_, place, entity_type, part)| {
        let field = fields.get(place.checked_sub(shift)?)?.clone();
        let text = line.get(field.start - start..field.end - start)?;
        let range = match part {
            Part::Whole => field,
            Part::First => field.start..field.start + text.split('^').next().unwrap_or_default().len(),
            Part::Name => field.start + text.split('^').next().unwrap_or_default().len()..field.end,
        };
        let range = stripped(line, range, start);
        (!range.is_empty()).then_some(Found {
            range,
            entity_type: *entity_type,
            score: Score::CERTAIN,
            pattern: "field",
            validation: None,
            context: Some("its place in the segment"),
        })
    })
    .collect()
}

/// Returns `range` without empty components at its ends.
fn stripped(line: &str, range: Range<usize>, start: usize) -> Range<usize> {
    let text = line.get(range.start - start..range.end - start).unwrap_or_default();
    let before = text.len() - text.trim_start_matches(['^', ' ', '~', '&']).len();
    let begin = range.start + before;
    begin..begin + text.trim_matches(['^', ' ', '~', '&', '"']).len()
}
