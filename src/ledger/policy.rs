//! The rules under which something leaves, as data that can be hashed.

use serde::{Deserialize, Serialize};

use super::reading::sha256;
use crate::quote::format::SYSTEMS;

/// The rules in words, one for each decision that can stand behind a stretch of a message.
const RULES: &[&str] = &[
    "Structured facts leave in a terminology's own words around generalised values; free text of records does not leave.",
    "Names become pseudonyms, fresh for each request; references become aliases of one request.",
    "Dates become distances in time from a day 0 of the request; years, months and days do not leave.",
    "Ages become bands of ten years; 90 and over are one band.",
    "Places, contacts, numbers and codes of persons do not leave.",
    "Numbers are rounded to clinical precision; three readings or more become a range, a count and a direction.",
    "A word of the question leaves when it is in the closed vocabulary, or when it is only unknown and the person allows it.",
    "A known answer of the records in any part of a request refuses the request, unless every byte of it is ours or a single small-written word of a terminology or of the vocabulary.",
    "A text shaped like an identifier refuses the request, unless it is our own words.",
    "The request's bytes are parsed again and must be what its fields say; the system message must be one of ours.",
];

/// The rules under which requests are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Its name.
    pub name: &'static str,
    /// The rules in words.
    pub rules: &'static [&'static str],
    /// SHA-256 of each system message that may be sent.
    pub system_messages: Vec<String>,
}

/// A policy's name and hash, as a receipt holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyMark {
    /// Its name.
    pub name: String,
    /// SHA-256 of the policy as compact JSON.
    pub sha256: String,
}

impl Policy {
    /// Returns the rules of this version.
    pub fn current() -> Self {
        Policy {
            name: "standard",
            rules: RULES,
            system_messages: SYSTEMS.iter().map(|message| sha256(message.as_bytes())).collect(),
        }
    }

    /// Returns name and hash.
    pub fn mark(&self) -> PolicyMark {
        // Texts alone can always be written as JSON.
        let json = serde_json::to_string(self).unwrap_or_default();
        PolicyMark { name: self.name.to_owned(), sha256: sha256(json.as_bytes()) }
    }
}
