//! The planner's searches as tools, for a model that runs inside the record room.
//!
//! A tool is a name, a sentence and a JSON Schema of its arguments; a call is a name and arguments, and its result is JSON. A tool does
//! what the planner does for a question of its kind, by the same code: the same entries, the same rules, the same boxes with their bytes.
//! What it returns is for this room alone. It is text of the records, which no review has seen: nothing here makes a request.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Room, Search};
use crate::clearance::{Block, box_fact};
use crate::document::{DocumentKind, PatientIndex};
use crate::error::{Code, Error, Result};
use crate::question::exact::Exact;
use crate::question::exact::look_up::{self, Kind, LookUp, Sought, Wanted};
use crate::question::when::calendar_day;
use crate::reference::Reference;
use crate::retrieve::{Filter, Hits};

/// Longest arguments of a call, in bytes.
const MAX_ARGUMENTS: usize = 16 << 10;
/// Longest text among them, in characters.
const MAX_TEXT: usize = 400;
/// Most things that patients are looked for by.
const MAX_HAVING: usize = 4;
/// Most passages that a search returns, and how many where nothing is said.
const MAX_PASSAGES: usize = 20;
const PASSAGES: usize = 5;
/// Most boxes of a result; it says how many there are.
const MAX_BOXES: usize = 40;
/// Most patients of a list.
const MAX_PATIENTS: usize = 500;

/// A tool, as a model is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// What it is called.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// The JSON Schema (draft 2020-12) of its arguments.
    pub parameters: Value,
}

impl Tool {
    /// Returns the tool in the form that chat completions take: `{"type": "function", "function": {…}}`.
    pub fn function(&self) -> Value {
        json!({"type": "function", "function": {
            "name": self.name, "description": self.description, "parameters": self.parameters, "strict": true,
        }})
    }
}

/// Returns all tools.
pub fn tools() -> Vec<Tool> {
    let object = |properties: Value, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let text = |says: &str| json!({"type": "string", "minLength": 1, "maxLength": MAX_TEXT, "description": says});
    let day = |says: &str| json!({"type": "string", "format": "date", "description": says});
    let patient = json!({"type": "integer", "minimum": 0, "description": "The number of the patient in list_patients. Not needed where there is one only."});
    let kind = json!({"type": "string", "enum": [
        "observations", "procedures", "conditions", "allergies", "medicines", "vaccines", "visits", "reports", "devices", "family-history",
    ], "description": "Only entries of this kind."});
    vec![
        Tool {
            name: "list_patients",
            description: "Lists the patients whose records are here, with their numbers.",
            parameters: object(json!({}), &[]),
        },
        Tool {
            name: "look_up",
            description: "Answers from the coded entries of one patient: the latest, highest or average value of a measurement, whether and when there was a condition, procedure or medicine, how many, all of a kind. The answer states its rules and holds its entries; `null` means that coded entries cannot answer, so search_passages.",
            parameters: object(
                json!({
                    "topic": text("What is asked about, in plain words: \"systolic blood pressure\", \"HbA1c\", \"penicillin\". Without it all entries of `kind`."),
                    "kind": kind,
                    "wanted": {"type": "string", "enum": ["latest", "earliest", "previous", "highest", "lowest", "average", "count", "trend", "list", "whether", "date"]},
                    "patient": patient,
                    "from": day("Not before this day."),
                    "until": day("Not after this day."),
                }),
                &["wanted"],
            ),
        },
        Tool {
            name: "find_patients",
            description: "Finds the patients who have all of the given conditions, medicines or findings, and what of one kind they have, or how a measurement of theirs stands.",
            parameters: object(
                json!({
                    "having": {"type": "array", "items": text("A condition, medicine or finding, in plain words."), "minItems": 1, "maxItems": MAX_HAVING},
                    "kind": kind,
                    "measured": text("A measurement of these patients, in plain words."),
                }),
                &["having"],
            ),
        },
        Tool {
            name: "search_passages",
            description: "Finds the passages of the records that say most about a text, verbatim, with the references that lead to them.",
            parameters: object(
                json!({
                    "text": text("What is looked for."),
                    "patient": patient,
                    "from": day("Not of a day before this one."),
                    "until": day("Not of a day after this one."),
                    "kinds": {"type": "array", "items": {"type": "string", "enum": ["day", "conditions", "allergies", "medications", "demographics", "care", "note"]}},
                    "most": {"type": "integer", "minimum": 1, "maximum": MAX_PASSAGES},
                }),
                &["text"],
            ),
        },
        Tool {
            name: "read_passage",
            description: "Returns the passage of a reference that another tool returned, verbatim, and the references before and behind it in its document.",
            parameters: object(json!({"reference": text("The reference.")}), &["reference"]),
        },
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LookUpArguments {
    topic: Option<String>,
    kind: Option<Kind>,
    wanted: Wanted,
    patient: Option<u32>,
    from: Option<String>,
    until: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindArguments {
    having: Vec<String>,
    kind: Option<Kind>,
    measured: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchArguments {
    text: String,
    patient: Option<u32>,
    from: Option<String>,
    until: Option<String>,
    kinds: Option<BTreeSet<DocumentKind>>,
    most: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadArguments {
    reference: String,
}

/// What a tool found.
pub(super) enum Outcome {
    /// All patients.
    Patients,
    /// An exact answer, or that coded entries have none.
    Exact(Option<Exact>),
    /// Passages.
    Hits(Hits),
    /// One passage.
    Passage(Reference),
}

impl Room {
    /// Returns what the tool `name` returns for `arguments`, a JSON object. `today` is the caller's calendar day.
    ///
    /// # Errors
    /// `not-found` when there is no such tool, patient or passage; `invalid-argument` when the arguments are not as its schema says;
    /// `too-large` when they are longer than any use of them.
    pub fn call_tool(&mut self, name: &str, arguments: &str, today: Option<Date>) -> Result<Value> {
        match self.outcome(name, arguments, today)? {
            Outcome::Patients => Ok(self.patients()),
            Outcome::Exact(exact) => Ok(self.told(exact)),
            Outcome::Hits(hits) => self.passages(&hits),
            Outcome::Passage(reference) => self.read_passage(&reference),
        }
    }

    /// As [`call_tool`](Self::call_tool), before it is told in JSON.
    pub(super) fn outcome(&mut self, name: &str, arguments: &str, today: Option<Date>) -> Result<Outcome> {
        if arguments.len() > MAX_ARGUMENTS {
            return Err(Error::new(Code::TooLarge, "the arguments of a tool are too long")
                .found(arguments.len() as u64, MAX_ARGUMENTS as u64));
        }
        self.refresh()?;
        match name {
            "list_patients" => read::<Nothing>(arguments).map(|Nothing {}| Outcome::Patients),
            "look_up" => self.look_up(read(arguments)?, today).map(Outcome::Exact),
            "find_patients" => self.find_patients(read(arguments)?, today).map(Outcome::Exact),
            "search_passages" => self.search_passages(read(arguments)?).map(Outcome::Hits),
            "read_passage" => {
                let ReadArguments { reference } = read(arguments)?;
                is_text(&reference)?;
                let reference = Reference::parse(&reference);
                self.passage(&reference).map(|_| Outcome::Passage(reference))
            }
            _ => Err(Error::new(Code::NotFound, "there is no tool of this name")),
        }
    }

    fn patients(&self) -> Value {
        let all = &self.records.patients;
        let named = all.iter().enumerate().take(MAX_PATIENTS);
        let of =
            |(number, patient): (usize, &crate::document::Patient)| json!({"patient": number, "name": patient.name});
        json!({"patients": named.map(of).collect::<Vec<_>>(), "all": all.len()})
    }

    fn look_up(&self, asked: LookUpArguments, today: Option<Date>) -> Result<Option<Exact>> {
        let patient = self.whose(asked.patient)?.ok_or_else(|| wrong("there are several patients: say which one"))?;
        let (from, until) = days(asked.from.as_deref(), asked.until.as_deref())?;
        asked.topic.as_deref().map_or(Ok(()), is_text)?;
        if asked.topic.is_none() && asked.kind.is_none() {
            return Err(wrong("what is looked up is not said: give a topic, a kind, or both"));
        }
        let asked = LookUp { topic: asked.topic, kind: asked.kind, wanted: asked.wanted, from, until };
        Ok(look_up::look_up(&self.records, patient, &asked, today, self.vocabulary.as_deref()))
    }

    fn find_patients(&self, asked: FindArguments, today: Option<Date>) -> Result<Option<Exact>> {
        if asked.having.is_empty() || asked.having.len() > MAX_HAVING {
            return Err(wrong("one to four things must be given that patients have"));
        }
        asked.having.iter().chain(&asked.measured).try_for_each(|text| is_text(text))?;
        let sought = Sought { having: asked.having, kind: asked.kind, measured: asked.measured };
        Ok(look_up::find_patients(&self.records, &sought, today))
    }

    fn search_passages(&mut self, asked: SearchArguments) -> Result<Hits> {
        is_text(&asked.text)?;
        let (from, until) = days(asked.from.as_deref(), asked.until.as_deref())?;
        let most = asked.most.unwrap_or(PASSAGES);
        if !(1..=MAX_PASSAGES).contains(&most) {
            return Err(wrong("so many passages are not returned at once"));
        }
        let within = Filter { from, until, ..Filter::patients(self.whose(asked.patient)?) };
        let kinds = asked.kinds.unwrap_or_default();
        let search = Search { top_k: most, kinds, within: Some(within), ..Search::default() };
        self.find(&asked.text, &search)
    }

    fn passages(&self, hits: &Hits) -> Result<Value> {
        let passage = |hit: &crate::retrieve::Hit| {
            let mut passage = self.passage(&hit.reference)?;
            if let Some(passage) = passage.as_object_mut() {
                passage.insert("score".to_owned(), json!(hit.score));
            }
            Ok(passage)
        };
        Ok(json!({"passages": hits.hits.iter().map(passage).collect::<Result<Vec<_>>>()?}))
    }

    fn read_passage(&self, reference: &Reference) -> Result<Value> {
        let mut passage = self.passage(reference)?;
        let at = self.index.find(reference).map(|at| at.0 as usize);
        let all = self.index.as_slice();
        let own = at.and_then(|at| all.get(at)).map(|passage| passage.document);
        let beside = |at: Option<usize>| {
            let beside = at.and_then(|at| all.get(at)).filter(|passage| Some(passage.document) == own);
            beside.map(|passage| passage.reference.as_str().to_owned())
        };
        if let Some(passage) = passage.as_object_mut() {
            passage.insert("before".to_owned(), json!(beside(at.and_then(|at| at.checked_sub(1)))));
            passage.insert("behind".to_owned(), json!(beside(at.map(|at| at + 1))));
        }
        Ok(passage)
    }

    /// Returns the passage that `reference` names, as tools tell it.
    fn passage(&self, reference: &Reference) -> Result<Value> {
        let missing = || Error::new(Code::NotFound, "no passage has this reference");
        let at = self.index.find(reference).ok_or_else(missing)?;
        let passage = self.index.passage(at).ok_or_else(missing)?;
        let document = self.records.documents.get(passage.document.0 as usize).ok_or_else(missing)?;
        let above = |span: &crate::span::Span<_>| span.of(&document.text);
        Ok(json!({
            "headings": passage.headings.iter().filter_map(above).collect::<Vec<_>>(),
            "header": passage.header.as_ref().and_then(above),
            "reference": passage.reference.as_str(),
            "document": document.title,
            "day": document.date.map(|day| day.to_string()),
            "patient": document.subject.map(|patient| patient.0),
            "heading": passage.heading,
            "text": self.index.text(&self.records, at)?,
        }))
    }

    /// Returns an exact answer as tools tell it, with the boxes of its entries; `null` where there is none.
    fn told(&self, exact: Option<Exact>) -> Value {
        let Some(exact) = exact else { return Value::Null };
        let boxed = |fact: &crate::clearance::FactRef| box_fact(*fact, &self.records, self.index.as_slice());
        let boxes: Vec<Block> = exact.facts.iter().take(MAX_BOXES).filter_map(boxed).collect();
        json!({"exact": exact, "entries": boxes, "all": exact.facts.len()})
    }

    /// Returns the patient of this number, else the one whom questions are about, else the only one.
    fn whose(&self, number: Option<u32>) -> Result<Option<PatientIndex>> {
        let patient = number.map(PatientIndex);
        patient.map_or(Ok(()), |patient| self.has(patient))?;
        let only = (self.records.patients.len() == 1).then_some(PatientIndex(0));
        Ok(patient.or(self.subject).or(only))
    }
}

fn read<T: DeserializeOwned>(arguments: &str) -> Result<T> {
    // What a parser says of the text may quote it.
    serde_json::from_str(arguments)
        .map_err(|_| wrong("the arguments are not the JSON that the tool's schema describes"))
}

fn days(from: Option<&str>, until: Option<&str>) -> Result<(Option<Date>, Option<Date>)> {
    Ok((from.map(calendar_day).transpose()?, until.map(calendar_day).transpose()?))
}

fn is_text(text: &str) -> Result<()> {
    if text.trim().is_empty() || text.chars().count() > MAX_TEXT {
        return Err(wrong("a text of the arguments is empty or too long"));
    }
    Ok(())
}

fn wrong(what: &'static str) -> Error {
    Error::new(Code::InvalidArgument, what)
}
