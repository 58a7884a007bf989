//! The header of a document: whom it is about, when and by whom it was written, and which version it is.

use jiff::civil::Date;
use sha2::{Digest as _, Sha256};

use crate::document::moment::{instant, midnight};
use crate::document::{Fact, FactKind, Field, Patient, Revision, Value};
use crate::hex::hex;
use crate::ingest::xml::Element;
use crate::ingest::{fhir, moment};
use crate::span::{File, Span};

use super::day;

/// Hexadecimal digits of the hash in the id of a patient whom a document names.
const HASH_DIGITS: usize = 16;

/// What the header says.
pub(super) struct Header {
    pub patient: Patient,
    /// The LOINC code of the kind of document.
    pub kind: String,
    /// The day of the visit it is about, else the day it was written.
    pub day: Option<Date>,
    /// When it was written, as RFC 3339.
    pub written: Option<String>,
    /// `versionNumber`.
    pub version: Option<u64>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The set of versions that this is one of.
    set: Option<String>,
    fields: Vec<(&'static str, Value)>,
    span: Span<File>,
}

impl Header {
    /// Returns the header of `document`; `None` when it does not say whom it is about.
    pub(super) fn read(document: &Element<'_>) -> Option<Self> {
        let role = document.at("recordTarget/patientRole")?;
        let person = role.child("patient");
        let name = person.and_then(|person| person.child("name"));
        let birth = person.and_then(|person| person.child("birthTime"));
        let (full, family) = name.map(names).unwrap_or_default();
        let ids: Vec<String> = role.all("id").filter_map(id).collect();
        let birth_text = birth.and_then(|birth| birth.attribute("value")).unwrap_or_default();
        let known_by = ids.first().cloned().or_else(|| (!full.is_empty()).then(|| format!("{full}|{birth_text}")))?;
        let hash = hex(&Sha256::digest(known_by.as_bytes()));
        let patient_id = format!("cda-{}", hash.get(..HASH_DIGITS).unwrap_or(&hash));
        let full = if full.is_empty() { patient_id.clone() } else { full };
        let gender = person.and_then(|person| person.child("administrativeGenderCode"));
        let gender_words = gender.and_then(|gender| gender.attribute("code")).map(|code| match code.as_str() {
            "F" => "female".to_owned(),
            "M" => "male".to_owned(),
            _ => "other".to_owned(),
        });
        let term = |element: &Element<'_>| element.value("displayName").or_else(|| element.value("code"));
        let fields = [
            ("Gender", gender.and_then(term)),
            ("Birth date", birth.and_then(|birth| birth.value("value"))),
            ("Marital status", person.and_then(|person| person.child("maritalStatusCode")).and_then(term)),
        ];
        let written = document.child("effectiveTime");
        let visit = document.at("componentOf/encompassingEncounter/effectiveTime");
        let author = document.at("author/assignedAuthor/assignedPerson/name").map(|name| names(name).0);
        Some(Header {
            patient: Patient {
                family: if family.is_empty() { full.clone() } else { family },
                name: full,
                id: patient_id,
                birth: birth.and_then(day),
                death: None,
                gender: gender_words,
            },
            kind: document.child("code").and_then(|code| code.attribute("code")).unwrap_or_default(),
            day: visit.and_then(day).or_else(|| written.and_then(day)),
            written: written.and_then(|written| rfc3339(&written.attribute("value")?)),
            version: document.child("versionNumber").and_then(|version| version.attribute("value")?.parse().ok()),
            author: author.filter(|author| !author.is_empty()),
            set: document.child("setId").and_then(id),
            fields: fields.into_iter().filter_map(|(label, value)| Some((label, value?))).collect(),
            span: Span::new(role.span.clone())?,
        })
    }

    /// Returns the fact of who it is, if anything but the name is said.
    pub(super) fn demographics(&self) -> Option<Fact> {
        let field = |(label, value): &(&str, Value)| Field {
            label: (*label).into(),
            value: value.clone(),
            unit: None,
            item: 0,
            sentence: Span::at(0, 0),
        };
        (!self.fields.is_empty()).then(|| Fact {
            fields: self.fields.iter().map(field).collect(),
            ..Fact::bare(FactKind::Patient, self.span)
        })
    }

    /// Returns which state of itself the narrative of `section` is, where the document belongs to a set of versions.
    pub(super) fn revision_of(&self, section: &Element<'_>) -> Option<Revision> {
        let set = self.set.as_ref()?;
        let code = section.child("code").and_then(|code| code.attribute("code"))?;
        Some(Revision {
            of: format!("{set}/{code}"),
            updated: self.written.clone(),
            number: self.version,
            superseded: false,
        })
    }
}

/// Returns an instance identifier as one text, unless it is a mark of an unknown one.
pub(super) fn id(element: &Element<'_>) -> Option<String> {
    let root = element.attribute("root")?;
    Some(match element.attribute("extension") {
        Some(extension) => format!("{root}|{extension}"),
        None => root,
    })
}

/// Returns the name to show, and the family name.
pub(super) fn names(name: &Element<'_>) -> (String, String) {
    let part = |wanted: &'static str| name.all(wanted).filter_map(prose).collect::<Vec<_>>().join(" ");
    let (given, family) = (part("given"), part("family"));
    // Words beside the parts are of the name, too: "<given>Art</given> Brown".
    if let Some(beside) = name.prose_beside() {
        let full = name.prose_but(&["prefix", "suffix"]).unwrap_or_default();
        return (full, if family.is_empty() && !given.is_empty() { beside } else { family });
    }
    let full =
        [given.as_str(), family.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    if full.is_empty() {
        return (prose(name).unwrap_or_default(), String::new());
    }
    (full, family)
}

/// Returns what `element` and those in it say, unless that is blank.
pub(super) fn prose(element: &Element<'_>) -> Option<String> {
    element.prose().filter(|prose| !prose.is_empty())
}

/// Returns a moment of HL7 version 3 as RFC 3339, so that moments of several documents can be compared; the beginning of what is
/// not given, and universal time where no zone is.
fn rfc3339(text: &str) -> Option<String> {
    let instant = instant(text).or_else(|| midnight(moment::day(text)?))?;
    Some(instant.to_string())
}

/// Returns the day that `text` names, as FHIR writes it.
pub(super) fn iso_day(text: &str) -> Option<String> {
    let whole = text.bytes().take_while(u8::is_ascii_digit).count() >= 8;
    moment::day(text).filter(|_| whole).map(|day| day.to_string()).filter(|day| fhir::day(day).is_some())
}
