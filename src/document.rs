//! What ingest makes of a file: patients, facts and documents, each with the way back to the bytes.
//!
//! These are plain data. Reading files is [`crate::ingest`]; cutting documents to passages is
//! [`crate::chunk`]. What of a fact stands on a box is chosen in [`face`].

mod claim;
mod coded;
pub mod face;
mod fact;
pub mod moment;
pub mod page;
mod provenance;
pub(crate) mod status;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::reference::Reference;
use crate::span::{DocumentText, Span};
pub use fact::{Component, Elsewhere, Fact, FactKind, Field, Form, Moment, Reading, Revision, Value};

pub(crate) use coded::coding_rank;
pub use coded::{Coded, Coding};
pub use provenance::{Decoding, Provenance};

/// A file that was read, known by the hash of its bytes. The bytes themselves are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// SHA-256 of the file as it was given, in lower-case hexadecimal.
    pub sha256: String,
    /// What must be undone before ranges into [`File`](crate::span::File) hold, outermost first.
    pub wrapping: Vec<Wrapping>,
    /// Length in bytes once unwrapped.
    pub bytes: u64,
    /// Whether it was not read to the end that it should have: what comes after is missing.
    #[serde(default)]
    pub cut: bool,
}

/// What is around a whole file: a compression, or the archive that it is a member of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrapping {
    /// RFC 1952.
    Gzip,
    /// A member of a ZIP archive (APPNOTE 6.3.10): the bytes `start..end` of the archive, as they are or deflated.
    Zip {
        /// Offset of the first byte of the member's data, behind its local header.
        start: u64,
        /// Offset after the last byte of its data.
        end: u64,
        /// Whether the data are deflated (RFC 1951).
        deflated: bool,
    },
}

/// Names one of the files of a [`Records`] value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileIndex(pub u32);

/// Names one of the patients of a [`Records`] value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PatientIndex(pub u32);

/// Names one of the documents of a [`Records`] value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentIndex(pub u32);

/// What a document holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "content")]
pub enum Content {
    /// Structured facts, worded by us; quoted as record data.
    Facts {
        /// The facts in the order of the text.
        facts: Vec<Fact>,
    },
    /// Somebody's prose, decoded but otherwise untouched; quoted verbatim.
    Prose {
        /// The way back from the whole text to the file.
        provenance: Provenance,
        /// Where its lines stand, for a text that was read from pages.
        #[serde(default)]
        pages: Vec<page::Page>,
    },
}

/// What kind of document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// Observations and procedures (and what else happened) of one patient on one date.
    Day,
    /// All conditions of one patient.
    Conditions,
    /// All allergies of one patient.
    Allergies,
    /// All medications of one patient.
    Medications,
    /// Who the patient is.
    Demographics,
    /// Care plans, goals and the care team of one patient.
    Care,
    /// A note, letter or report in prose.
    Note,
}

/// A unit of reading, made from one or more resources of one patient.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The stable id: `PATIENT/DATE`, `PATIENT/conditions`, `PATIENT/allergies`, `PATIENT/medications`, …
    pub id: String,
    /// What kind of document it is.
    pub kind: DocumentKind,
    /// Whom it is about; `None` for public documents.
    pub subject: Option<PatientIndex>,
    /// The day it is about, for those that are about one day.
    pub date: Option<Date>,
    /// The title to show: `Okafor 2019-03-02`, `Okafor · Medications`.
    pub title: String,
    /// Who wrote it, as the file says.
    pub author: Option<String>,
    /// The text that is indexed and read.
    pub text: String,
    /// What the text was made from.
    pub content: Content,
    /// Which state of which entry it is, for prose of a source that says so.
    pub revision: Option<Revision>,
}

impl Document {
    /// Returns where the lines of this document stand; empty for what was not read from pages.
    pub fn pages(&self) -> &[page::Page] {
        match &self.content {
            Content::Facts { .. } => &[],
            Content::Prose { pages, .. } => pages,
        }
    }

    /// Returns the structured facts of this document; empty for prose.
    pub fn facts(&self) -> &[Fact] {
        match &self.content {
            Content::Facts { facts } => facts,
            Content::Prose { .. } => &[],
        }
    }
}

/// A person the records are about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patient {
    /// `Patient.id`.
    pub id: String,
    /// The name to show: given and family.
    pub name: String,
    /// The family name (else the whole name), for titles and references.
    pub family: String,
    /// `Patient.birthDate`.
    pub birth: Option<Date>,
    /// `Patient.deceasedDateTime`.
    pub death: Option<Date>,
    /// `Patient.gender`.
    pub gender: Option<String>,
}

impl Patient {
    /// What a patient is called, before a number, of whom there is no Patient resource: an id would say who it is and
    /// nobody knows it.
    const ABSENT: &'static str = "Patient not in the file";

    /// Returns a patient of whom only the id is known, numbered among `others`.
    pub fn absent(id: &str, others: &[Patient]) -> Self {
        let taken = |name: &String| others.iter().any(|other| other.name == *name);
        let names = (1_usize..).map(|number| format!("{} {number}", Patient::ABSENT));
        let name = names.take(others.len() + 1).find(|name| !taken(name)).unwrap_or_default();
        Patient { id: id.to_owned(), family: name.clone(), name, birth: None, death: None, gender: None }
    }

    /// Returns the name that tells this patient from those `others` of the same family name, to stand before a title, which has that name alone;
    /// `None` where there are none. Where the whole name is the same, the year of birth stands behind it.
    pub fn told_apart(&self, others: &[Patient]) -> Option<String> {
        let alike = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
        let mut namesakes =
            others.iter().filter(|other| other.id != self.id && alike(&other.family, &self.family)).peekable();
        namesakes.peek()?;
        match self.birth.filter(|_| namesakes.any(|other| alike(&other.name, &self.name))) {
            Some(birth) => Some(format!("{} ({})", self.name, birth.year())),
            None => Some(self.name.clone()),
        }
    }

    /// Returns whether the records name this patient without describing them.
    pub fn is_absent(&self) -> bool {
        self.name.starts_with(Patient::ABSENT)
    }
}

/// What an identifying text is. The letters name the clause of 45 CFR 164.514(b)(2)(i) (HIPAA Safe Harbor) it falls under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EntityType {
    /// A name of a patient, relative, clinician or other person (A).
    Person,
    /// A name of an employer, insurer, school or other organisation (A, R).
    Organization,
    /// A name of a hospital, clinic, practice or ward (B, R).
    Hospital,
    /// A street, city, district, postal code or coordinate: anything below a state (B).
    Location,
    /// A room or bed (B, R).
    Room,
    /// A calendar date or time of day (C).
    Date,
    /// An age above 89 years (C).
    Age,
    /// A telephone number (D).
    Phone,
    /// A fax number (E).
    Fax,
    /// An e-mail address (F).
    Email,
    /// A social security number, or the last four digits of one (G).
    SocialSecurity,
    /// A medical record number (H).
    MedicalRecord,
    /// A number of a health plan's beneficiary (I).
    HealthPlan,
    /// A bank account, IBAN, payment card or other account (J).
    Account,
    /// A certificate or licence: driver's licence, NPI, DEA and other professional numbers (K).
    License,
    /// A vehicle's identification number or licence plate (L).
    Vehicle,
    /// A device's identifier or serial number (M).
    Device,
    /// A URL (N).
    Url,
    /// An IP or hardware address (O).
    Ip,
    /// A biometric identifier, such as a fingerprint's or voice print's (P), or a photograph (Q).
    Biometric,
    /// A number that a state gives its people, or a passport (R).
    NationalId,
    /// A name under which somebody uses a system (R).
    Username,
    /// What somebody does, told with where (R).
    Occupation,
    /// Any other number or code given to a person, document, specimen or order (R).
    Id,
}

/// A text that must not leave, harvested from the records' own structure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Identifier {
    /// The text as the file has it, escapes undone.
    pub text: String,
    /// What it is.
    pub entity_type: EntityType,
    /// The patient it stands for, where it is a patient's own.
    pub patient: Option<PatientIndex>,
}

/// Something in a file that was not read, and why. Never holds text of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Where: `entry[12].resource`.
    pub path: String,
    /// Why, in plain words.
    pub reason: String,
}

/// Everything that was read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Records {
    /// The files, in the order of reading.
    pub files: Vec<SourceFile>,
    /// The patients, in the order of first mention.
    pub patients: Vec<Patient>,
    /// The documents.
    pub documents: Vec<Document>,
    /// Every identifying text that the structure of the records names, sorted and without repeats.
    pub identifiers: Vec<Identifier>,
    /// Ids of patients that the person said to be somebody else's, in the order of saying.
    #[serde(default)]
    pub links: Vec<Link>,
    /// Entries that a source took back or replaced, each once, in the order of reading.
    #[serde(default)]
    pub retractions: Vec<Retraction>,
    /// How many parts of the files could not be read, such as an entry or a page, though they may say something of a patient.
    #[serde(default)]
    pub left_out: usize,
}

/// What a source said of an earlier state of an entry: that it was entered in error, or that another entry took its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retraction {
    /// The id of the patient whose entry it was.
    pub patient: String,
    /// The entry, and when and as which state it was taken back.
    pub revision: Revision,
}

/// What the person said: two ids are one patient's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The id that is not a patient's of its own any more.
    pub from: String,
    /// The id of the patient that it means.
    pub to: String,
}

impl Records {
    /// Returns how many files were given: the members of an archive are one.
    pub fn sources(&self) -> usize {
        self.files.iter().map(|file| file.sha256.as_str()).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Returns how many files were not read to the end that they should have, counted as [`sources`](Self::sources) are.
    pub fn cut_sources(&self) -> usize {
        let cut = self.files.iter().filter(|file| file.cut);
        cut.map(|file| file.sha256.as_str()).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Returns whose `document` is, as [`Patient::told_apart`], where others have the same family name.
    pub fn told_apart(&self, document: &Document) -> Option<String> {
        self.patients.get(document.subject?.0 as usize)?.told_apart(&self.patients)
    }
}

/// A reader-sized piece of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// The unique name.
    pub reference: Reference,
    /// The document it is a piece of.
    pub document: DocumentIndex,
    /// What it is about, in our words: `Vital signs`, `Medications`, `Progress note`.
    pub heading: String,
    /// Its text within the document's text.
    pub span: Span<DocumentText>,
    /// The facts of the document that it holds, as indexes into [`Document::facts`]; empty for prose.
    pub facts: std::ops::Range<usize>,
    /// The unique name of each of these facts, in their order; no fact has the name of a passage.
    pub fact_references: Vec<Reference>,
    /// The headings that it stands under in prose, the outermost first.
    pub headings: Vec<Span<DocumentText>>,
    /// The header row of the table that it continues, where it begins among the rows of one.
    pub header: Option<Span<DocumentText>>,
}

impl Passage {
    /// Returns the unique name of a fact that this passage holds, by its index into [`Document::facts`].
    pub fn reference_of(&self, fact: usize) -> Option<&Reference> {
        self.fact_references.get(fact.checked_sub(self.facts.start)?)
    }
}
