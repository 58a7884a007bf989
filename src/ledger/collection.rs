//! What was read from a server of records that a person signed in to: which kinds were asked for, how often, and what came.

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};

/// Kinds that are asked for: `everything`, or a type of FHIR R4 (hl7.org/fhir/R4/resourcelist.html).
const KINDS: &[&str] = &[
    "everything",
    "Patient",
    "AllergyIntolerance",
    "CarePlan",
    "Condition",
    "Device",
    "DiagnosticReport",
    "DocumentReference",
    "Encounter",
    "FamilyMemberHistory",
    "Goal",
    "Immunization",
    "MedicationRequest",
    "MedicationStatement",
    "Observation",
    "Procedure",
];
/// Times that kinds may be asked for in one reading: some in several ways.
const MAX_ASKED: usize = 64;
/// Bytes of the longest origin: a host's name has 253 at most (RFC 1035).
const MAX_ORIGIN_BYTES: usize = 272;

/// One reading of a server. It holds no identifier: no address beyond the host, no number of a patient and no access.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Collection {
    /// When the caller's clock said that it ended, in milliseconds since 1970-01-01 UTC.
    pub collected_at_millis: u64,
    /// Scheme, host and port of the server.
    pub origin: String,
    /// What was asked for, in order.
    pub asked: Vec<Asked>,
}

/// One kind that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The type of resource, or `everything`.
    pub what: String,
    /// How many requests.
    pub requests: usize,
    /// How many entries came.
    pub entries: usize,
    /// How many bytes came.
    pub bytes: usize,
    /// Why it ended.
    pub ending: Ending,
}

/// Why the reading of one kind ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All of it came.
    Whole,
    /// The server does not give it.
    NotGiven,
    /// A link to the next page led elsewhere.
    Elsewhere,
    /// A page came twice.
    InCircles,
    /// There were more pages than are read.
    TooMany,
    /// There were more bytes than are read.
    TooLarge,
    /// What came is no FHIR.
    Unreadable,
    /// The server led to another address.
    Redirected,
    /// The server could not be reached, or failed.
    Failed,
    /// The access had ended.
    AccessEnded,
    /// The person gave it up.
    Cancelled,
}

impl Ending {
    /// Returns the reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Whole => "whole",
            Ending::NotGiven => "the server does not give it",
            Ending::Elsewhere => "a link led elsewhere",
            Ending::InCircles => "a page came twice",
            Ending::TooMany => "more pages than are read",
            Ending::TooLarge => "more bytes than are read",
            Ending::Unreadable => "what came is no FHIR",
            Ending::Redirected => "the server led to another address",
            Ending::Failed => "the server failed, or could not be reached",
            Ending::AccessEnded => "the access had ended",
            Ending::Cancelled => "given up by the person",
        }
    }
}

impl Collection {
    /// Returns the reading of the server at `url` that `json`, a list of [`Asked`], tells of.
    ///
    /// # Errors
    /// `invalid-argument` when it is of no such form.
    pub fn from_json(url: &str, json: &str, collected_at_millis: u64) -> Result<Self> {
        let wrong = || Error::new(Code::InvalidArgument, "what was read of a server is not of the form asked for");
        let asked: Vec<Asked> = serde_json::from_str(json).map_err(|_| wrong())?;
        let origin = crate::recipient::Recipient::of(url, "").origin;
        let collection = Collection { collected_at_millis, origin, asked };
        if collection.is_well_formed() { Ok(collection) } else { Err(wrong()) }
    }

    /// Returns whether each field has the form of a host or a word of the lists: nothing else can hide in it.
    pub(super) fn is_well_formed(&self) -> bool {
        let host = self.origin.strip_prefix("https://").or_else(|| self.origin.strip_prefix("http://"));
        let is_host = |host: &str| {
            !host.is_empty()
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']'))
        };
        self.origin.len() <= MAX_ORIGIN_BYTES
            && host.is_some_and(is_host)
            && self.asked.len() <= MAX_ASKED
            && self.asked.iter().all(|asked| KINDS.contains(&asked.what.as_str()))
    }

    /// Returns how many requests were made.
    pub fn requests(&self) -> usize {
        self.asked.iter().map(|asked| asked.requests).fold(0, usize::saturating_add)
    }

    /// Returns how many entries came.
    pub fn entries(&self) -> usize {
        self.asked.iter().map(|asked| asked.entries).fold(0, usize::saturating_add)
    }

    /// Returns how many bytes came.
    pub fn bytes(&self) -> usize {
        self.asked.iter().map(|asked| asked.bytes).fold(0, usize::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: &str = r#"[{"what":"everything","requests":1,"entries":0,"bytes":0,"ending":"not-given"},
        {"what":"Condition","requests":2,"entries":7,"bytes":900,"ending":"whole"}]"#;

    #[test]
    fn a_reading_names_the_host_and_kinds_and_nothing_else() {
        let read = Collection::from_json("https://ehr.example:8443/fhir/tenant-7?x=1", ASKED, 5).unwrap();
        assert_eq!(read.origin, "https://ehr.example:8443");
        assert_eq!((read.requests(), read.entries(), read.bytes()), (3, 7, 900));
        let refused = |url: &str, json: &str| Collection::from_json(url, json, 5).unwrap_err().code();
        for (from, to) in [
            ("\"Condition\"", "\"Patient/okafor\""),
            ("\"whole\"", "\"for Okafor\""),
            ("\"bytes\":900", "\"bytes\":900,\"patient\":\"okafor\""),
            ("\"bytes\":900", "\"bytes\":-1"),
        ] {
            assert_eq!(refused("https://ehr.example", &ASKED.replace(from, to)), Code::InvalidArgument, "{to}");
        }
        for url in ["ftp://ehr.example", "https://", "https://okafor@ehr.example/", "https://ehr.example okafor"] {
            assert_eq!(refused(url, ASKED), Code::InvalidArgument, "{url}");
        }
    }
}
