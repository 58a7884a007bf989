//! Joins what one file says to what is known: patients, documents, identifiers.
//!
//! Nothing here can fail, so that a file is added whole or (when reading it failed before) not at all.

mod people;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::document::{
    Content, Document, DocumentKind, EntityType, Fact, FactKind, Identifier, Patient, PatientIndex, Records,
    Retraction, SourceFile,
};
use crate::error::Place;
use crate::hex::hex;
use crate::shared::Shared;

use super::compose::compose;
use super::outcome::{Outcome, Statement, is_unsaid};
use super::skips::Skips;
use super::{Report, SetAside, revisions};
use people::{APART, OTHER_PERSON, People};

/// Between the parts of a title.
pub(super) const SEPARATOR: &str = " · ";
/// Stands in a document id where there is no date.
const UNDATED: &str = "undated";
/// Hexadecimal digits of the hash that tells the notes of one day apart.
const NOTE_HASH_DIGITS: usize = 16;

/// Returns whom and when a document is about: `Okafor 2019-03-02`, or `Okafor` without a date.
pub fn label(patient: &Patient, date: Option<Date>) -> String {
    match date {
        Some(date) => format!("{} {date}", patient.family),
        None => patient.family.clone(),
    }
}

/// Returns our words for what kind of text a note is, as its title has them; `None` for what is no note.
pub fn note_kind(document: &Document) -> Option<&str> {
    if document.kind != DocumentKind::Note {
        return None;
    }
    document.title.split(SEPARATOR).nth(1)
}

/// Returns the id that a source gave the patient, without what tells two of one id apart.
pub(super) fn given_id(patient: &Patient) -> &str {
    patient.id.split(APART).next().unwrap_or(&patient.id)
}

/// Adds `outcome`, read from `files`, to `records`.
pub(super) fn join(records: &mut Records, files: Vec<SourceFile>, outcome: Outcome) -> Report {
    let mut join = Join::begin(records, files, outcome);
    while !join.step(records, usize::MAX) {}
    join.finish(records)
}

/// What is joined to records, part by part: until the end they hold some of it only.
pub(super) struct Join {
    stage: Stage,
    people: People,
    files: Vec<SourceFile>,
    identifiers: Vec<(String, EntityType, Option<String>)>,
    set_aside: BTreeMap<&'static str, usize>,
    skips: Skips,
    notes: Vec<Document>,
    retractions: Vec<Retraction>,
    touched: BTreeSet<PatientIndex>,
    /// The place of each document of a touched patient, by its id.
    known: HashMap<String, usize>,
    before: Before,
}

enum Stage {
    Statements { ahead: std::vec::IntoIter<(Place, Shared, Statement)>, facts: Facts },
    Facts(std::collections::btree_map::IntoIter<Of, Vec<Fact>>),
    Notes(std::vec::IntoIter<Document>),
    Marks,
    Order,
    Identifiers,
    Done,
}

/// Which document of facts: whose, of which kind, and of which day.
type Of = (PatientIndex, DocumentKind, Option<Date>);
type Facts = BTreeMap<Of, Vec<Fact>>;

/// How much there was.
struct Before {
    patients: usize,
    documents: usize,
    facts: usize,
}

impl Join {
    /// Begins to join `outcome`, read from `files`, to `records`, which nothing else may change until the end.
    pub(super) fn begin(records: &mut Records, files: Vec<SourceFile>, outcome: Outcome) -> Self {
        let (patients, documents) = (records.patients.len(), records.documents.len());
        let before = Before { patients, documents, facts: count_facts(records) };
        let mut skips = outcome.skips;
        let mut people = People::new(records, files.first().map_or("", |file| file.sha256.as_str()));
        for (place, patient) in outcome.patients {
            people.add(place, patient, &mut records.patients, &mut skips);
        }
        Join {
            stage: Stage::Statements { ahead: outcome.statements.into_iter(), facts: Facts::new() },
            people,
            files,
            identifiers: outcome.identifiers,
            set_aside: outcome.set_aside,
            skips,
            notes: Vec::new(),
            retractions: Vec::new(),
            touched: BTreeSet::new(),
            known: HashMap::new(),
            before,
        }
    }

    /// Goes on by about `most` statements, and returns whether that was all.
    pub(super) fn step(&mut self, records: &mut Records, most: usize) -> bool {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Statements { mut ahead, mut facts } => {
                ahead.by_ref().take(most).for_each(|statement| self.state(records, statement, &mut facts));
                if ahead.len() > 0 {
                    Stage::Statements { ahead, facts }
                } else {
                    self.look_up(records, &facts);
                    Stage::Facts(facts.into_iter())
                }
            }
            Stage::Facts(mut ahead) => {
                let mut done = 0;
                while done < most
                    && let Some((of, new)) = ahead.next()
                {
                    done += new.len();
                    self.compose(records, of, new);
                }
                if ahead.len() > 0 {
                    Stage::Facts(ahead)
                } else {
                    Stage::Notes(std::mem::take(&mut self.notes).into_iter())
                }
            }
            Stage::Notes(mut ahead) => {
                ahead.by_ref().take(most).for_each(|note| self.add_note(records, note));
                if ahead.len() > 0 { Stage::Notes(ahead) } else { Stage::Marks }
            }
            Stage::Marks => {
                self.people.retitle(records);
                revisions::mark(records, &self.touched);
                Stage::Order
            }
            Stage::Order => {
                let order = |a: &Document, b: &Document| {
                    (a.subject, a.kind, a.date, &a.id).cmp(&(b.subject, b.kind, b.date, &b.id))
                };
                records.documents.sort_by(order);
                Stage::Identifiers
            }
            Stage::Identifiers => {
                add_identifiers(records, std::mem::take(&mut self.identifiers), &self.people);
                self.files.iter_mut().for_each(|file| file.cut |= self.skips.cut);
                records.files.append(&mut self.files);
                records.left_out += self.skips.left_out;
                Stage::Done
            }
            Stage::Done => Stage::Done,
        };
        matches!(self.stage, Stage::Done)
    }

    /// Returns what was added.
    pub(super) fn finish(self, records: &Records) -> Report {
        let set_aside = self.set_aside.into_iter();
        Report {
            already_read: false,
            patients: records.patients.len() - self.before.patients,
            documents: records.documents.len() - self.before.documents,
            facts: count_facts(records) - self.before.facts,
            set_aside: set_aside.map(|(resource_type, count)| SetAside { resource_type, count }).collect(),
            skipped: self.skips.listed,
            unlisted: self.skips.unlisted,
            cut: self.skips.cut,
            stopped: None,
        }
    }

    /// Takes one statement for the document that it belongs to.
    fn state(&mut self, records: &mut Records, (place, id, statement): (Place, Shared, Statement), facts: &mut Facts) {
        let known = records.patients.len();
        // What takes something back says nothing of whom no more is known.
        if let Statement::Retraction(revision) = statement {
            let patient = self.people.own(&id).to_owned();
            if !self.people.others.contains(&patient) {
                self.retractions.push(Retraction { patient, revision });
            }
            return;
        }
        let Some(subject) = self.people.index(&id, &mut records.patients) else {
            return self.skips.add(&place, OTHER_PERSON);
        };
        if records.patients.len() > known && !is_unsaid(&id) {
            self.skips.add(&place, ABSENT);
        }
        match statement {
            Statement::Fact(fact) => {
                let kind = kind_of_document(fact.kind);
                let date = fact.begun.as_ref().map(|moment| moment.day).filter(|_| kind == DocumentKind::Day);
                facts.entry((subject, kind, date)).or_default().push(*fact);
            }
            Statement::Note { date, kind, author, text, provenance, pages, revision } => {
                if let Some(patient) = records.patients.get(subject.0 as usize) {
                    let id = note_id(patient, date, &text);
                    let title = format!("{}{SEPARATOR}{kind}", label(patient, date));
                    let content = Content::Prose { provenance, pages };
                    let (kind, subject) = (DocumentKind::Note, Some(subject));
                    self.notes.push(Document { id, kind, subject, date, title, author, text, content, revision });
                }
            }
            Statement::Retraction(_) => {}
        }
    }

    /// Looks whose documents change, and where they are.
    fn look_up(&mut self, records: &mut Records, facts: &Facts) {
        self.touched.extend(facts.keys().map(|(subject, ..)| *subject));
        self.touched.extend(self.notes.iter().filter_map(|note| note.subject));
        self.touched.extend(self.retractions.iter().filter_map(|back| self.people.known(&back.patient)));
        for retraction in std::mem::take(&mut self.retractions) {
            if !records.retractions.contains(&retraction) {
                records.retractions.push(retraction);
            }
        }
        let of_touched = |document: &Document| document.subject.is_some_and(|subject| self.touched.contains(&subject));
        let known = records.documents.iter().enumerate().filter(|(_, document)| of_touched(document));
        self.known = known.map(|(index, document)| (document.id.clone(), index)).collect();
    }

    /// Adds `new` facts to their document.
    fn compose(&mut self, records: &mut Records, (subject, kind, date): Of, new: Vec<Fact>) {
        let Some(patient) = records.patients.get(subject.0 as usize) else { return };
        let id = facts_id(patient, kind, date);
        match self.known.get(&id).and_then(|&index| records.documents.get_mut(index)) {
            Some(document) => {
                if let Content::Facts { facts } = &mut document.content {
                    facts.extend(new);
                    document.text = compose(facts);
                    facts.shrink_to_fit();
                }
            }
            None => {
                self.known.insert(id.clone(), records.documents.len());
                records.documents.push(facts_document(patient, subject, kind, date, id, new));
            }
        }
    }

    fn add_note(&mut self, records: &mut Records, note: Document) {
        match self.known.get(&note.id).and_then(|&index| records.documents.get_mut(index)) {
            Some(document) => keep_better_titled(document, note),
            None => {
                self.known.insert(note.id.clone(), records.documents.len());
                records.documents.push(note);
            }
        }
    }
}

const ABSENT: &str = "is about a patient of whom no file that was read says who it is; it is shown under “Patient not in the \
                      file”, until the file with that patient is added";

fn count_facts(records: &Records) -> usize {
    records.documents.iter().map(|document| document.facts().len()).sum()
}

fn kind_of_document(kind: FactKind) -> DocumentKind {
    match kind {
        FactKind::Observation
        | FactKind::Procedure
        | FactKind::Immunization
        | FactKind::DiagnosticReport
        | FactKind::Encounter
        | FactKind::ImagingStudy
        | FactKind::Other => DocumentKind::Day,
        FactKind::Condition => DocumentKind::Conditions,
        FactKind::AllergyIntolerance => DocumentKind::Allergies,
        FactKind::MedicationRequest => DocumentKind::Medications,
        FactKind::Patient => DocumentKind::Demographics,
        FactKind::CarePlan | FactKind::Goal | FactKind::CareTeam | FactKind::Device | FactKind::FamilyMemberHistory => {
            DocumentKind::Care
        }
    }
}

/// The last part of the id, and the words of the title, of a collated document.
fn collated(kind: DocumentKind) -> (&'static str, &'static str) {
    match kind {
        DocumentKind::Conditions => ("conditions", "Conditions"),
        DocumentKind::Allergies => ("allergies", "Allergies"),
        DocumentKind::Medications => ("medications", "Medications"),
        DocumentKind::Demographics => ("demographics", "Demographics"),
        DocumentKind::Care => ("care", "Care"),
        DocumentKind::Day | DocumentKind::Note => (UNDATED, "Undated"),
    }
}

pub(super) fn facts_id(patient: &Patient, kind: DocumentKind, date: Option<Date>) -> String {
    match date {
        Some(date) => format!("{}/{date}", patient.id),
        None => format!("{}/{}", patient.id, collated(kind).0),
    }
}

/// Notes are known by their content: the same letter in two resources or two files is one document.
pub(super) fn note_id(patient: &Patient, date: Option<Date>, text: &str) -> String {
    let hash = hex(&Sha256::digest(text.as_bytes()));
    let hash = hash.get(..NOTE_HASH_DIGITS).unwrap_or_default();
    match date {
        Some(date) => format!("{}/{date}/note-{hash}", patient.id),
        None => format!("{}/{UNDATED}/note-{hash}", patient.id),
    }
}

pub(super) fn title(patient: &Patient, kind: DocumentKind, date: Option<Date>) -> String {
    match date {
        Some(_) => label(patient, date),
        None => format!("{}{SEPARATOR}{}", label(patient, None), collated(kind).1),
    }
}

fn facts_document(
    patient: &Patient,
    subject: PatientIndex,
    kind: DocumentKind,
    date: Option<Date>,
    id: String,
    mut facts: Vec<Fact>,
) -> Document {
    let text = compose(&mut facts);
    facts.shrink_to_fit();
    let (title, subject) = (title(patient, kind, date), Some(subject));
    Document { id, kind, subject, date, title, author: None, text, content: Content::Facts { facts }, revision: None }
}

/// Of two resources with one text the one that names its author is kept, then the first by title, so
/// that the order of reading does not matter.
pub(super) fn keep_better_titled(known: &mut Document, other: Document) {
    let rank = |document: &Document| (document.author.is_none(), document.title.clone(), document.author.clone());
    let (mut kept, other) = if rank(&other) < rank(known) {
        (other.revision.clone(), std::mem::replace(known, other))
    } else {
        (known.revision.clone(), other)
    };
    // It stands in the newer state, too.
    revisions::keep_newer(&mut kept, &other.revision);
    known.revision = kept;
}

/// Adds identifying texts, sorted and without repeats; a text that is a patient's own is not listed as nobody's too.
fn add_identifiers(records: &mut Records, found: Vec<(String, EntityType, Option<String>)>, people: &People) {
    let own = |patient: Option<String>| patient.and_then(|id| people.known(&id));
    let mut new: Vec<Identifier> = found
        .into_iter()
        .map(|(text, entity_type, patient)| Identifier { text, entity_type, patient: own(patient) })
        .filter(|identifier| records.identifiers.binary_search(identifier).is_err())
        .collect();
    new.sort_unstable();
    new.dedup();
    // Runs of what was known are moved whole: comparing every text again for each file would take
    // longer than reading the file.
    let mut known = std::mem::take(&mut records.identifiers);
    let mut joined: Vec<(Identifier, bool)> = Vec::with_capacity(known.len() + new.len());
    for identifier in new.into_iter().rev() {
        let border = known.partition_point(|known| known < &identifier);
        joined.extend(known.drain(border..).rev().map(|known| (known, false)));
        joined.push((identifier, true));
    }
    joined.extend(known.into_iter().rev().map(|known| (known, false)));
    // From the end: what belongs to a patient comes before the same text of nobody.
    joined.dedup_by(|(nobodys, is_new), (patients, was_new)| {
        (*is_new || *was_new)
            && nobodys.patient.is_none()
            && nobodys.text == patients.text
            && nobodys.entity_type == patients.entity_type
    });
    records.identifiers = joined.into_iter().rev().map(|(identifier, _)| identifier).collect();
}
