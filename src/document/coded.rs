//! Codes with what they are called.

use serde::{Deserialize, Serialize};

use super::Value;
use crate::shared::Shared;

/// A code with its display text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coded {
    /// The code system's URI, as in the file. Of several codings that of LOINC is meant, else one of a terminology that many
    /// use, else the first.
    pub system: Option<Shared>,
    /// The code, as in the file, of the same coding.
    pub code: Option<Shared>,
    /// The text to show: `CodeableConcept.text`, else the first `coding.display`.
    pub display: Value,
    /// The terminology's own words, `display` of the coding with `system` and `code`, if it has any. Unlike
    /// `display` it is not meant for free text, so it is the only form that may leave.
    pub term: Option<Value>,
    /// What else says the same: the other codings, in the order of the file. Of most there are none.
    #[serde(default)]
    pub others: Box<[Coding]>,
}

/// A coding beside the one that is meant first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coding {
    /// The code system's URI, as in the file.
    pub system: Option<Shared>,
    /// The code, as in the file.
    pub code: Shared,
    /// The terminology's own words.
    pub term: Option<Value>,
}

impl Coded {
    /// Returns the system and code of every coding, the one that is meant first before the others.
    pub fn codings(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        let first = self.code.as_deref().map(|code| (self.system.as_deref(), code));
        first.into_iter().chain(self.others.iter().map(|coding| (coding.system.as_deref(), &*coding.code)))
    }

    /// Returns the terminologies' own words, in the same order.
    pub fn terms(&self) -> impl Iterator<Item = &Value> {
        self.term.iter().chain(self.others.iter().filter_map(|coding| coding.term.as_ref()))
    }
}

/// How soon a coding of `system` is the one that is meant, the sooner the lower: LOINC, by which what is measured is found, then
/// other terminologies that many use, then those of one house.
pub(crate) fn coding_rank(system: Option<&str>) -> u8 {
    const MANY: &[&str] = &[
        "http://snomed.info/sct",
        "http://www.nlm.nih.gov/research/umls/rxnorm",
        "http://www.ama-assn.org/go/cpt",
        "http://hl7.org/fhir/",
        "http://terminology.hl7.org/",
    ];
    match system {
        Some("http://loinc.org" | "urn:oid:2.16.840.1.113883.6.1") => 0,
        Some(system) if MANY.iter().any(|known| system.starts_with(known)) => 1,
        _ => 2,
    }
}
