//! The ground truth of a generated patient: what identifies them and where it stands, and what is so.
//!
//! Tests check against it without reading the bundle: a leak test that no identifier leaves, an answer test that the
//! latest value is told. It is written by what writes the records, not read back from them.

use serde::Serialize;

use crate::document::EntityType;

/// All that a test may ask about one generated patient.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Truth {
    /// The patient's number under the seed, from 0.
    pub number: u64,
    /// `Patient.id`.
    pub id: String,
    /// Given and family names, as `ingest` shows them.
    pub name: String,
    /// `Patient.birthDate`.
    pub birth_date: String,
    /// The courses of illness the record tells of, as our words: `diabetes`.
    pub courses: Vec<&'static str>,
    /// Every identifying text that was placed, each once.
    pub identifiers: Vec<Placed>,
    /// What the structure says, in the order in which it was written.
    pub facts: Vec<Stated>,
    /// What is wrong in the record on purpose.
    pub flaws: Vec<Flaw>,
}

/// An identifying text and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// The text, exactly.
    pub text: String,
    /// What it is.
    pub entity_type: EntityType,
    /// The elements and notes that hold it: `Patient.telecom`, `DocumentReference/2`, numbered from 1.
    pub at: Vec<String>,
}

/// One fact of the structure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stated {
    /// The FHIR resource type.
    pub resource_type: &'static str,
    /// The code system's URI.
    pub system: &'static str,
    /// The code.
    pub code: &'static str,
    /// The display of the code.
    pub display: &'static str,
    /// The day: `2019-03-02`.
    pub when: String,
    /// The value exactly as the JSON has it: a number's digits, or the display of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The unit of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// The status at the end of the record: `active`, `stopped`, `resolved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
}

/// Something wrong in a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "flaw")]
pub enum Flaw {
    /// A note says other than the structure.
    Contradiction {
        /// What about: `allergy`, `dose`, `result`, `smoking`.
        about: &'static str,
        /// The day of the note.
        when: String,
        /// What the structure says.
        structure: String,
        /// What the note says.
        note: String,
    },
    /// A test that a note promises, and that never comes.
    MissingTest {
        /// The test's LOINC code.
        code: &'static str,
        /// Its display.
        display: &'static str,
        /// The day of the note that promises it.
        promised: String,
    },
}

impl Truth {
    /// Returns the latest fact with `code` and a value; of one day the one written last.
    pub fn latest(&self, code: &str) -> Option<&Stated> {
        self.facts.iter().filter(|fact| fact.code == code && fact.value.is_some()).max_by(|a, b| a.when.cmp(&b.when))
    }

    /// Notes that `text` stands `at` a place; the empty text is nothing.
    pub(super) fn place(&mut self, text: &str, entity_type: EntityType, at: String) {
        if text.is_empty() {
            return;
        }
        match self.identifiers.iter_mut().find(|placed| placed.text == text && placed.entity_type == entity_type) {
            Some(placed) if placed.at.contains(&at) => {}
            Some(placed) => placed.at.push(at),
            None => self.identifiers.push(Placed { text: text.to_owned(), entity_type, at: vec![at] }),
        }
    }

    /// Notes which of the known identifiers the note `at` holds.
    pub(super) fn search(&mut self, note: &str, at: &str) {
        for placed in &mut self.identifiers {
            if note.contains(&placed.text) && !placed.at.iter().any(|known| known == at) {
                placed.at.push(at.to_owned());
            }
        }
    }
}
