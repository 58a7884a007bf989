//! FHIR R4: from resources to drafts of facts and notes, with their patients still to be resolved.
//!
//! Resources may stand in any order, so a file is first read to the end ([`Reading::resource`]) and
//! references are resolved afterwards ([`Reading::finish`]). What is read is listed in [`fact::kind`], [`fact::kind_of_any`]
//! and [`note`]; every other resource type of R4 is searched for identifiers and counted.

mod datatypes;
mod elements;
mod fact;
mod flatten;
mod identifiers;
mod note;
mod patient;
mod reach;
mod references;
mod revision;
mod subject;
mod types;
mod version;

use std::collections::{BTreeMap, HashSet};

use crate::digest::short;
use crate::document::{Coded, Elsewhere, Fact, FactKind, Field, FileIndex, Patient, Provenance, Revision};
use crate::error::Place;
use crate::shared::{Pool, Shared};
use crate::span::{File, Span};

use super::attachment::ELSEWHERE;
use super::json::Node;
use super::outcome::{Outcome, Statement};
use super::share::Share;
use super::skips::Skips;

use fact::Typed;
use flatten::{Content, Leaf};
pub(crate) use identifiers::{Harvest, Owner};
use note::{Author, Note, Written};
use reach::Reach;
pub(crate) use reach::{Reachable, Together};
use references::Target;
use revision::{bare, named_revision, replaced, revision};
use subject::{Subject, whom};

pub(crate) use datatypes::day;

const NOT_A_DATE: &str = "is not a date";
const SAYS_NOTHING: &str = "says nothing that is shown";

/// One resource of a file.
pub(crate) struct Entry<'n, 'a> {
    /// Where it stands: `entry[12].resource`, `line[3]`, or nothing for a file that is one resource.
    pub place: Place,
    /// `Bundle.entry.fullUrl`.
    pub full_url: Option<&'n str>,
    /// The resource, always a JSON object.
    pub resource: &'n Node<'a>,
    /// Its bytes.
    pub bytes: &'n [u8],
    /// Whether it was put in the place of what had its id (`Bundle.entry.request`).
    pub is_put: bool,
}

/// What one file says, before it is joined to what is known.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    patients: Vec<(Place, Patient)>,
    drafts: Vec<(Place, Subject, Draft)>,
    /// What references can point at, but for the index of the file.
    reachable: Reachable,
    harvest: Harvest,
    /// The resources that were read, by the first bytes of the hash of theirs.
    seen: HashSet<u128>,
    /// What the file says was deleted.
    deleted: Vec<(Place, Revision)>,
    set_aside: BTreeMap<&'static str, usize>,
    skips: Skips,
    pool: Pool,
    /// Whether something could not be read that may have been a patient.
    incomplete: bool,
}

#[derive(Debug)]
enum Draft {
    Fact {
        kind: FactKind,
        span: Span<File>,
        typed: Box<Typed>,
        leaves: Vec<Leaf>,
        medication: Option<String>,
        revision: Option<Revision>,
    },
    Note(Note, Option<Revision>),
    Retraction(Revision),
}

impl Reading {
    /// Returns what was not read so far, to be added to. Whatever is added by this way may have been a patient:
    /// nobody is taken to be the only one of the file any more.
    pub(crate) fn unread(&mut self) -> &mut Skips {
        self.incomplete = true;
        &mut self.skips
    }

    /// Notes that `place` has nothing to read.
    pub(crate) fn skip(&mut self, place: &Place, reason: &'static str) {
        self.skips.add(place, reason);
    }

    /// Notes the deletion that `entry`, which holds no resource, tells of (hl7.org/fhir/R4/http.html#history), and returns whether
    /// it is one: what it names is not so any more, unless its state is newer.
    pub(crate) fn deletion(&mut self, place: &Place, entry: &Node<'_>) -> bool {
        let text = |path: &str| entry.at(path).and_then(Node::text);
        let url = text("request.url").filter(|_| text("request.method") == Some("DELETE"));
        let named = url.map(references::unversioned).filter(|url| !url.contains('?'));
        let of = named.map(|url| if url.matches('/').count() == 1 { Some(url) } else { references::relative(url) });
        let Some(of) = of.flatten() else { return false };
        let number = text("response.etag").and_then(|tag| tag.trim_start_matches("W/").trim_matches('"').parse().ok());
        let updated = text("response.lastModified").map(str::to_owned);
        self.deleted.push((place.clone(), Revision { updated, number, ..bare(of.to_owned()) }));
        true
    }

    /// Takes in one resource, and returns whether it is one.
    pub(crate) fn resource(&mut self, entry: &Entry<'_, '_>) -> bool {
        let (place, resource) = (&entry.place, entry.resource);
        let Some(named) = resource.text_of("resourceType") else {
            self.unread().leave_out(place, "is not a FHIR resource: it has no resourceType");
            return false;
        };
        match types::known(named) {
            Some(resource_type) => self.of_known_type(resource_type, entry),
            None => {
                self.harvest.resource(resource, entry.full_url, None);
                match version::of_type(named) {
                    Some(reason) => self.skips.leave_out(place, reason),
                    None => self.skip(place, "is of a type that FHIR R4 does not have"),
                }
            }
        }
        true
    }

    fn of_known_type(&mut self, resource_type: &'static str, entry: &Entry<'_, '_>) {
        let (place, resource) = (&entry.place, entry.resource);
        if self.is_repeated(entry) {
            return;
        }
        let patient = match resource_type {
            "Patient" => match patient::patient(resource, entry.full_url) {
                Ok(patient) => Some(patient),
                Err(reason) => {
                    self.unread().add(place, reason);
                    None
                }
            },
            _ => None,
        };
        let dates = if resource_type == "Patient" { patient::unreadable_dates(resource) } else { Vec::new() };
        for name in dates {
            self.skip(&place.field(name), NOT_A_DATE);
        }
        let id = patient.as_ref().map(|patient| patient.id.clone());
        self.reachable.called.extend(id.clone().map(|id| (id, patient::Called::of(resource))));
        self.harvest.resource(resource, entry.full_url, id.as_deref());
        self.reachable.targets.insert(resource_type, entry.full_url, resource, id.as_deref(), &mut self.pool);
        if resource_type == "Bundle" {
            return self.unread().leave_out(place, "is a Bundle within a Bundle: give it as a file of its own");
        }
        let is_error = fact::is_error(resource);
        if let Some(reason) = version::other(resource_type, resource).or_else(|| fact::invalid(resource)) {
            self.incomplete |= resource_type == "Patient";
            if is_error && resource_type != "Patient" {
                self.retract(place, resource, named_revision(resource_type, resource));
            }
            // What was entered in error says nothing of anybody.
            return if is_error { self.skip(place, reason) } else { self.skips.leave_out(place, reason) };
        }
        if let Some(reason) = fact::of_another(resource_type, resource) {
            return self.skip(place, reason);
        }
        let subject = match (&id, patient) {
            (Some(id), Some(patient)) => {
                self.patients.push((place.clone(), patient));
                Subject::Id(id.as_str().into())
            }
            _ if resource_type == "Patient" => return,
            _ => self.subject(resource),
        };
        if resource_type == "Binary"
            && let Ok(written) = note::decode(resource)
        {
            let relative = resource.text_of("id").map(|id| format!("Binary/{id}"));
            let references = [entry.full_url.map(str::to_owned), relative].into_iter().flatten();
            self.reachable.binaries.extend(references.map(|reference| (reference, written.clone())));
        }
        self.draft(entry, resource_type, &subject);
    }

    fn draft(&mut self, entry: &Entry<'_, '_>, resource_type: &'static str, subject: &Subject) {
        let (place, resource) = (&entry.place, entry.resource);
        // What was put may be deleted, also where it does not say which state of itself it is.
        let revision = if entry.is_put { named_revision } else { revision };
        let is_patient = |reference: &str| {
            // What a Bundle has by its address alone may be anybody, and is told when all of it is known.
            references::patient_id(reference).is_some() || reference.starts_with("urn:uuid:")
        };
        let is_named = match subject {
            Subject::Reference(reference, _) => is_patient(reference),
            Subject::Among(_) => true,
            _ => false,
        };
        let kind = fact::kind(resource_type).or_else(|| fact::kind_of_any(resource_type).filter(|_| is_named));
        let skips = &mut self.skips;
        let mut skip = |place: Place, reason: &'static str| skips.add(&place, reason);
        let mut notes = note::notes(resource_type, resource, place, &mut skip);
        match kind {
            None if notes.is_empty() && !matches!(resource_type, "DocumentReference" | "Composition") => {
                *self.set_aside.entry(resource_type).or_default() += 1;
            }
            None => {}
            Some(kind) => {
                let mut typed = fact::typed(kind, resource);
                for path in &typed.unreadable_dates {
                    skip(place.field(path), NOT_A_DATE);
                }
                let mut leaves = flatten::flatten(kind, resource);
                if kind != FactKind::Patient && (note::says_more(resource) || leaves.is_empty()) {
                    notes.extend(note::narrative(resource, typed.begun.as_ref().map(|moment| moment.day)));
                }
                if leaves.is_empty() && (kind == FactKind::Patient || !notes.is_empty()) {
                    // Nothing is missing: a Patient says who it is, and prose is drafted below.
                } else if leaves.is_empty() {
                    skip(place.clone(), SAYS_NOTHING);
                } else {
                    let device = || resource.get("device").filter(|_| kind == FactKind::Other)?.at("reference");
                    let medication = resource.at("medicationReference.reference").or_else(device);
                    let medication = medication.and_then(Node::text).map(str::to_owned);
                    typed.share(&mut self.pool);
                    leaves.share(&mut self.pool);
                    let (typed, revision) = (Box::new(typed), revision(resource_type, resource));
                    let fact = Draft::Fact { kind, span: resource.span, typed, leaves, medication, revision };
                    self.drafts.push((place.clone(), subject.again(), fact));
                }
            }
        }
        // Of several notes in one resource none is the newer state of another. A document may be replaced whether it says when it
        // was written or not.
        let revision = match resource_type {
            "DocumentReference" | "Composition" => named_revision(resource_type, resource),
            _ if notes.len() == 1 => revision(resource_type, resource),
            _ => None,
        };
        if matches!(resource_type, "DocumentReference" | "Composition") {
            if resource.text_of("status") == Some("superseded") {
                self.retract_of(place, subject, revision.clone());
            }
            for replaced in replaced(resource) {
                self.retract_of(place, subject, Some(bare(replaced)));
            }
        }
        self.drafts.extend(
            notes.into_iter().map(|note| (place.clone(), subject.again(), Draft::Note(note, revision.clone()))),
        );
    }

    /// Notes that earlier states of the entry of `revision`, which `resource` is or names, are not so any more.
    fn retract(&mut self, place: &Place, resource: &Node<'_>, revision: Option<Revision>) {
        let subject = self.subject(resource);
        self.retract_of(place, &subject, revision);
    }

    fn retract_of(&mut self, place: &Place, subject: &Subject, revision: Option<Revision>) {
        let retracted = revision.map(|revision| (place.clone(), subject.again(), Draft::Retraction(revision)));
        self.drafts.extend(retracted);
    }

    /// Returns whom `resource` is about. A conditional reference names nobody, and counts as unsaid.
    fn subject(&mut self, resource: &Node<'_>) -> Subject {
        let reference = ["subject", "patient", "for", "individual"].into_iter().find_map(|name| resource.get(name));
        let attends = || {
            let all = resource.get("participant").map(Node::items).unwrap_or_default();
            let actors = || all.iter().filter_map(|participant| participant.at("actor.reference")?.text());
            // Which of those that a Bundle has by their address alone is the patient is told when all of it is known.
            let by_address = || actors().filter(|actor| actor.starts_with("urn:uuid:")).collect::<Vec<_>>();
            let one = actors().find(|actor| references::patient_id(actor).is_some());
            one.map_or_else(by_address, |one| vec![one])
        };
        let node = reference.and_then(|node| node.items().first());
        let named = node.and_then(|node| node.text_of("reference"));
        let mut shared = |text: &str| {
            let mut shared = Shared::from(text);
            self.pool.share(&mut shared);
            shared
        };
        let display = node.and_then(|node| node.text_of("display")).map(&mut shared);
        let attending = if named.is_some() { Vec::new() } else { attends() };
        match (named, attending.as_slice()) {
            (Some(reference), _) | (None, &[reference]) if !reference.contains('?') => {
                Subject::Reference(shared(reference), display)
            }
            (None, [_, _, ..]) => Subject::Among(attending.into_iter().map(shared).collect()),
            _ => {
                let identifier = node.and_then(|node| node.at("identifier.value")?.text()).map(shared);
                match (&display, &identifier) {
                    (None, None) => Subject::Unsaid,
                    _ => Subject::Named { display, identifier },
                }
            }
        }
    }

    /// Returns whether the very same resource, byte for byte, stood in the file before.
    fn is_repeated(&mut self, entry: &Entry<'_, '_>) -> bool {
        entry.resource.text_of("id").is_some() && !self.seen.insert(short(entry.bytes))
    }

    /// Returns the ids of the patients read so far.
    pub(crate) fn patient_ids(&self) -> Vec<String> {
        self.patients.iter().map(|(_, patient)| patient.id.clone()).collect()
    }

    /// Returns what references can point at in this file, which will have the index `file`: for [`finish`](Self::finish).
    /// `open`: it is no Bundle, which has with it what it refers to.
    pub(crate) fn reachable(&mut self, file: FileIndex, open: bool) -> Reachable {
        Reachable { file, open, ..std::mem::take(&mut self.reachable) }
    }

    /// Resolves every reference and returns what the file says, which will have the index `file`. `is_known` says
    /// whether a patient of that id was read from another file; `files` is what can be reached in this file and in those that came with
    /// it.
    pub(crate) fn finish(self, file: FileIndex, is_known: &dyn Fn(&str) -> bool, files: &Together) -> Outcome {
        let mut resolving = self.resolving(file);
        resolving.step(is_known, files, usize::MAX);
        resolving.finish(files)
    }

    /// Begins to resolve the references of this file, which will have the index `file`.
    pub(crate) fn resolving(mut self, file: FileIndex) -> Resolving {
        let only = match self.patients.as_slice() {
            [(_, patient)] if !self.incomplete => Some(patient.id.clone()),
            _ => None,
        };
        for (place, revision) in std::mem::take(&mut self.deleted) {
            let of = |(_, patient): &(Place, Patient)| Subject::Id(patient.id.as_str().into());
            let all = self.patients.iter().map(of).collect::<Vec<_>>();
            self.drafts.extend(all.into_iter().map(|of| (place.clone(), of, Draft::Retraction(revision.clone()))));
        }
        let drafts = std::mem::take(&mut self.drafts);
        let statements = Vec::with_capacity(drafts.len());
        Resolving { reading: self, file, only, drafts: drafts.into_iter(), statements }
    }
}

/// One file whose references are being resolved, part by part.
#[derive(Debug)]
pub(crate) struct Resolving {
    reading: Reading,
    file: FileIndex,
    /// The only patient of the file, where there is no other.
    only: Option<String>,
    drafts: std::vec::IntoIter<(Place, Subject, Draft)>,
    statements: Vec<(Place, Shared, Statement)>,
}

impl Resolving {
    /// Resolves the references of at most `most` further drafts, and returns how many those were; the rest is as for [`Reading::finish`].
    pub(crate) fn step(&mut self, is_known: &dyn Fn(&str) -> bool, files: &Together, most: usize) -> usize {
        let reach = files.from(self.file);
        let only = self.only.as_deref();
        let before = self.drafts.len();
        for (place, subject, draft) in self.drafts.by_ref().take(most) {
            let whom = whom(&subject, only, is_known, reach);
            if matches!(draft, Draft::Retraction(_)) && whom.is_err() {
                continue;
            }
            match whom {
                Ok(mut patient) => match statement(draft, self.file, reach) {
                    Ok(statement) => {
                        self.reading.pool.share(&mut patient);
                        self.statements.push((place, patient, statement));
                    }
                    Err(reason) => self.reading.skip(&place, reason),
                },
                Err(reason) => self.reading.skip(&place, reason),
            }
        }
        before - self.drafts.len()
    }

    /// Returns what the file says; drafts that were not resolved are left out.
    pub(crate) fn finish(self, files: &Together) -> Outcome {
        let reach = files.from(self.file);
        let Reading { patients, harvest, set_aside, skips, .. } = self.reading;
        let identifiers = harvest.into_found().map(|(text, entity_type, owner)| {
            let patient = match owner {
                Owner::Nobody => None,
                Owner::Patient(id) => Some(id),
                Owner::Reference(reference) => match reach.target(&reference) {
                    Some(Target::Patient(id)) => Some(id.clone()),
                    Some(_) => None,
                    None => references::patient_id(&reference).map(str::to_owned),
                },
            };
            (text, entity_type, patient)
        });
        Outcome { statements: self.statements, identifiers: identifiers.collect(), patients, set_aside, skips }
    }
}

/// Returns the statement, or why there is none: all it says are references to what is not in this file.
fn statement(draft: Draft, file: FileIndex, reach: Reach<'_>) -> Result<Statement, &'static str> {
    Ok(match draft {
        Draft::Retraction(revision) => Statement::Retraction(revision),
        Draft::Note(note, revision) => {
            let author = note.author.and_then(|author| match author {
                Author::Name(name) => Some(name),
                Author::Target(reference) => match reach.target(&reference) {
                    Some(Target::Named(name)) => Some(name.clone()),
                    _ => None,
                },
            });
            let Note { date, kind, text, .. } = note;
            let (file, written) = match text {
                Written::Binary(reference) => {
                    let (file, written) = reach.binary(&reference).ok_or(ELSEWHERE)?;
                    (file, written.clone())
                }
                here => (file, here),
            };
            let (text, steps, pages) = match written {
                Written::Here(text, steps) => (text, steps, Vec::new()),
                Written::Pages(extracted, steps) => (extracted.text, steps, extracted.pages),
                Written::Binary(_) => return Err(ELSEWHERE),
            };
            let provenance = Provenance { file, steps };
            Statement::Note { date, kind, author, text, provenance, pages, revision }
        }
        Draft::Fact { kind, span, typed, leaves, medication, revision } => {
            let mut elsewhere = Vec::new();
            let mut about = |reference: &str| {
                let (coded, place) = reach.about(reference)?;
                beside(coded.clone(), place, file, &mut elsewhere)
            };
            let fields = leaves.into_iter().filter_map(|Leaf { label, content, item }| {
                let (value, unit) = match content {
                    Content::Value(value, unit) => (value, unit),
                    Content::Target(reference) => (about(&reference)?.display, None),
                };
                Some(Field { label, value, unit, item, sentence: Span::at(0, 0) })
            });
            let mut fields: Vec<Field> = fields.collect();
            fields.shrink_to_fit();
            if fields.is_empty() {
                return Err(SAYS_NOTHING);
            }
            let medication = medication.and_then(|reference| about(&reference)).or_else(|| {
                let may_be = matches!(kind, FactKind::MedicationRequest | FactKind::Other);
                let names = |field: &&Field| matches!(field.label.as_str(), "Medication" | "Device");
                let field = fields.iter().find(names).filter(|_| may_be)?;
                let display = field.value.clone();
                Some(Coded { system: None, code: None, display, term: None, others: Box::default() })
            });
            Statement::Fact(Box::new(Fact {
                kind,
                file,
                span,
                elsewhere,
                code: typed.code.or(medication),
                category: typed.category,
                status: typed.status,
                begun: typed.begun,
                ended: typed.ended,
                reading: typed.reading,
                components: typed.components,
                fields,
                text: Span::at(0, 0),
                revision,
            }))
        }
    })
}

/// Returns `coded`, which stands at `place`, as a part of a fact of `file`; the place is added to those of the fact. `None` where a fact
/// has more of them than can be told apart.
fn beside(mut coded: Coded, place: Elsewhere, file: FileIndex, elsewhere: &mut Vec<Elsewhere>) -> Option<Coded> {
    let at = elsewhere.iter().position(|other| *other == place).unwrap_or(elsewhere.len());
    if place.file != file {
        let aside = u16::try_from(at + 1).ok()?;
        coded.display.aside = aside;
        let others = coded.others.iter_mut().filter_map(|other| other.term.as_mut());
        coded.term.iter_mut().chain(others).for_each(|term| term.aside = aside);
    }
    if at == elsewhere.len() {
        elsewhere.push(place);
    }
    Some(coded)
}
