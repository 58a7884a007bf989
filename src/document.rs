//! What ingest makes of a file: patients, facts and documents, each with the way back to the bytes.
//!
//! These are plain data. Reading files is [`crate::ingest`]; cutting documents to passages is
//! [`crate::chunk`]. What of a fact stands on a box is chosen in [`face`].

mod coded;
pub mod face;
pub mod moment;
pub mod page;
mod provenance;
pub(crate) mod status;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::reference::Reference;
use crate::shared::Shared;
use crate::span::{DocumentText, File, Span};

pub(crate) use coded::coding_rank;
pub use coded::{Coded, Coding};
pub use provenance::{Decoding, Provenance};

/// A file that was read, known by the hash of its bytes. The bytes themselves are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// SHA-256 of the file as it was given, in lower-case hexadecimal.
    pub sha256: String,
    /// What must be undone before ranges into [`File`] hold, outermost first.
    pub wrapping: Vec<Wrapping>,
    /// Length in bytes once unwrapped.
    pub bytes: u64,
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

/// A value exactly as the file has it: a number with every digit, a string with its escapes undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The value as text.
    pub text: Shared,
    /// The bytes it stands in, quotation marks included.
    pub span: Span<File>,
    /// Whether the bytes are a JSON string (with escapes) or a bare token.
    pub form: Form,
    /// Which file it stands in: 0 for that of its fact, else the number, from 1, of the place among [`Fact::elsewhere`].
    #[serde(default)]
    pub aside: u16,
}

/// How a [`Value`] is written in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A JSON string.
    String,
    /// A JSON number, `true` or `false`.
    Token,
    /// An attribute or text of XML, without the quotation marks or tags around it.
    Xml,
    /// The same, of which the text is the status of FHIR that it stands for ([`Decoding::Status`]).
    Status,
}

impl Value {
    /// Returns this value, an attribute or text of C-CDA, as the status of FHIR that it stands for; its bytes stay.
    pub(crate) fn as_status(&self) -> Self {
        Value { text: status::plain(&self.text).into(), form: Form::Status, ..self.clone() }
    }
}

/// A moment as its source writes it (in FHIR `2019`, `2019-03`, `2019-03-02`, or with a time), and the day it falls on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The moment as the file has it.
    pub value: Value,
    /// The calendar day as written (no conversion between time zones); the first of the month or year where no day is given.
    pub day: Date,
}

/// The value of an observation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reading {
    /// A number with its unit.
    Quantity {
        /// The number as the file has it.
        value: Value,
        /// The same number, for computing.
        number: f64,
        /// `Quantity.unit`, else `Quantity.code`.
        unit: Option<Value>,
    },
    /// A coded answer.
    Coded {
        /// The answer.
        answer: Coded,
    },
    /// A text, a boolean or a moment.
    Text {
        /// The text as the file has it.
        value: Value,
    },
}

/// A part of an observation with a code of its own, such as the systolic blood pressure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// What was measured.
    pub code: Coded,
    /// What was found, if anything was.
    pub reading: Option<Reading>,
}

/// The FHIR resource type that a fact was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the names are FHIR's own, defined at hl7.org/fhir/R4/resourcelist.html
pub enum FactKind {
    Patient,
    Observation,
    Procedure,
    Condition,
    AllergyIntolerance,
    MedicationRequest,
    Immunization,
    DiagnosticReport,
    CarePlan,
    Encounter,
    ImagingStudy,
    Device,
    FamilyMemberHistory,
    Goal,
    CareTeam,
    /// Any other resource type of FHIR R4 that says something about a patient.
    Other,
}

/// One leaf of a flattened resource: "Code is Body Height".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Our words for where the leaf stands, such as `Value` or `Component value`. Never text from the file.
    pub label: Shared,
    /// The leaf.
    pub value: Value,
    /// A second leaf shown after the first: the unit of a quantity.
    pub unit: Option<Value>,
    /// Which item of its element of the resource it stands in, from 0: 1 in the second `dosageInstruction`. Leaves of
    /// different items do not belong together.
    pub item: u32,
    /// Where the sentence about this leaf stands in the document's text.
    pub sentence: Span<DocumentText>,
}

/// One structured statement of a record: one FHIR resource, un-nested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The resource type.
    pub kind: FactKind,
    /// The file it stands in.
    pub file: FileIndex,
    /// The bytes of the resource.
    pub span: Span<File>,
    /// The other resources that it refers to and of which something is shown, such as the Medication of a
    /// MedicationRequest; in the order in which they are shown, without repeats.
    pub elsewhere: Vec<Elsewhere>,
    /// What it is about; `None` when the resource has no code.
    pub code: Option<Coded>,
    /// `category` of the resource, first display or code.
    pub category: Option<Coded>,
    /// Clinical or workflow status as the file has it.
    pub status: Option<Value>,
    /// When it was found, began or was done.
    pub begun: Option<Moment>,
    /// When it ended, if it did.
    pub ended: Option<Moment>,
    /// The value, if the resource has one of its own.
    pub reading: Option<Reading>,
    /// The parts, if it has any.
    pub components: Vec<Component>,
    /// Every leaf that is shown, in document order.
    pub fields: Vec<Field>,
    /// Where the sentences about this fact stand in the document's text.
    pub text: Span<DocumentText>,
    /// Which state of which entry it is, where the source says so.
    pub revision: Option<Revision>,
}

impl Fact {
    /// Returns whether the records hold a newer state of the same entry.
    pub fn is_superseded(&self) -> bool {
        self.revision.as_ref().is_some_and(|revision| revision.superseded)
    }

    /// Returns the file that `value`, one of this fact, stands in.
    pub fn file_of(&self, value: &Value) -> FileIndex {
        let place = usize::from(value.aside).checked_sub(1).and_then(|place| self.elsewhere.get(place));
        place.map_or(self.file, |place| place.file)
    }

    /// Returns the way back from `value`, one of this fact, to its file.
    pub fn provenance(&self, value: &Value) -> Provenance {
        let (start, end) = (value.span.start(), value.span.end());
        let steps = match value.form {
            Form::String => vec![Decoding::JsonString { start, end }],
            Form::Token => vec![Decoding::Bytes { start, end }],
            Form::Xml => vec![Decoding::Bytes { start, end }, Decoding::Xml],
            Form::Status => vec![Decoding::Bytes { start, end }, Decoding::Xml, Decoding::Status],
        };
        Provenance { file: self.file_of(value), steps }
    }
}

/// A resource of which a fact shows something, beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The file it stands in: that of the fact, or another member of the same archive.
    pub file: FileIndex,
    /// Its bytes.
    pub span: Span<File>,
}

/// Which state of an entry of a source this is. Where the records hold several, all but the newest are superseded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// The entry: resource type and id, or the id of a C-CDA entry.
    pub of: String,
    /// When this state was written: `meta.lastUpdated`, or the time of its document.
    pub updated: Option<String>,
    /// The number of this state: `meta.versionId`, if it is a number.
    pub number: Option<u64>,
    /// Whether the records hold a newer one.
    pub superseded: bool,
}

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
