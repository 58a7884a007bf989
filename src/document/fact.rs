//! Facts: one structured statement of a record each, with its values exactly as the file has them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{Coded, Decoding, FileIndex, Provenance, status};
use crate::shared::Shared;
use crate::span::{DocumentText, File, Span};

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
    /// A JSON string of which the text is the status of FHIR that it stands for.
    StringStatus,
}

impl Value {
    /// Returns this value, an attribute or text of C-CDA or a string of FHIR, as the status of FHIR that it stands for; its bytes stay.
    pub(crate) fn as_status(&self) -> Self {
        let form = if self.form == Form::String { Form::StringStatus } else { Form::Status };
        Value { text: status::plain(&self.text).into(), form, ..self.clone() }
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

impl FactKind {
    /// Returns whether entries of this kind are so for a time, and not only on a day: what lasts is current whenever it began.
    pub fn lasts(self) -> bool {
        matches!(
            self,
            FactKind::Condition
                | FactKind::AllergyIntolerance
                | FactKind::MedicationRequest
                | FactKind::CarePlan
                | FactKind::CareTeam
                | FactKind::Goal
        )
    }
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
    /// Returns a fact of `kind` that stands at `span` of the first file, and of which nothing else is known.
    pub(crate) fn bare(kind: FactKind, span: Span<File>) -> Self {
        Fact {
            kind,
            file: FileIndex(0),
            span,
            elsewhere: Vec::new(),
            code: None,
            category: None,
            status: None,
            begun: None,
            ended: None,
            reading: None,
            components: Vec::new(),
            fields: Vec::new(),
            text: Span::at(0, 0),
            revision: None,
        }
    }

    /// Returns whether the records hold a newer state of the same entry.
    pub fn is_superseded(&self) -> bool {
        self.revision.as_ref().is_some_and(|revision| revision.superseded)
    }

    /// Returns whether its source says that it ended, on a day or without one.
    pub fn has_ended(&self) -> bool {
        let says = |field: &Field| field.label.starts_with("Abatement") && field.value.text != "false";
        self.ended.is_some() || self.fields.iter().any(says)
    }

    /// Returns whether its day is the one on which somebody wrote it down: a condition or an allergy that has no day on which it began.
    pub fn is_dated_by_recording(&self) -> bool {
        let is_lasting = matches!(self.kind, FactKind::Condition | FactKind::AllergyIntolerance);
        let says = |begun: &Moment| {
            self.fields.iter().any(|field| field.label == "Recorded" && field.value.span == begun.value.span)
        };
        is_lasting && self.begun.as_ref().is_some_and(says)
    }

    /// Returns whether it began at another time than its day, as it says without a day: in words, as an age.
    pub fn began_otherwise(&self) -> bool {
        self.is_dated_by_recording() && self.fields.iter().any(|field| field.label.starts_with("Onset"))
    }

    /// Returns whether its author's words deny what its code says: "NO diabetes - ruled out".
    pub fn denies_its_code(&self) -> bool {
        const STARTS: [&str; 7] = ["no ", "not ", "never ", "without ", "negative ", "absence of ", "non-"];
        const WORDS: [&str; 10] = [
            "ruled out",
            "rule out",
            "r/o ",
            "denied",
            "denies",
            "no evidence of",
            "not present",
            "not confirmed",
            "excluded",
            "unlikely",
        ];
        let Some((shown, term)) = self.code.as_ref().and_then(|code| Some((&code.display, code.term.as_ref()?))) else {
            return false;
        };
        let (shown, term) = (shown.text.trim().to_lowercase(), term.text.to_lowercase());
        STARTS.iter().any(|start| shown.starts_with(start) && !term.starts_with(start))
            || WORDS.iter().any(|word| shown.contains(word) && !term.contains(word))
    }

    /// Returns whether its author's words say more of what its code says than that it is so: "Asthma (mother)", "?Asthma", "Screening for asthma".
    pub fn qualifies_its_code(&self) -> bool {
        #[rustfmt::skip] // words of one kind, in a few lines
        const WORDS: [&str; 47] = [
            "mother", "father", "brother", "sister", "maternal", "paternal", "parent", "sibling", "family", "fh", "fhx", "hx", "suspected", "suspicion", "suspect",
            "possible", "possibly", "probable", "probably", "query", "screening", "screen", "risk", "error", "wrong", "resolved", "neg", "negative", "no", "not", "nil",
            "none", "kein", "keine", "ohne", "ausschluss", "verdacht", "mutter", "vater", "donor", "fetal", "allergic", "denies", "denied", "excluded", "absent", "stop",
        ];
        let Some((shown, term)) = self.code.as_ref().and_then(|code| Some((&code.display, code.term.as_ref()?))) else {
            return false;
        };
        let (shown, term) = (shown.text.trim().to_lowercase(), term.text.to_lowercase());
        let words = |text: &str| -> Vec<String> {
            text.split(|sign: char| !sign.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let known = words(&term);
        shown.contains('?') && !term.contains('?')
            || shown.ends_with(['-', '\u{2013}', '\u{2212}'])
            || words(&shown).iter().any(|word| WORDS.contains(&word.as_str()) && !known.contains(word))
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
            Form::StringStatus => vec![Decoding::JsonString { start, end }, Decoding::Status],
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
