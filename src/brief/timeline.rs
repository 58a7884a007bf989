//! Everything of one patient that has a day, in lanes by kind: for a picture of the whole record, and the list beside it.
//!
//! It names entries and says when they began and ended, as the file writes it; it judges nothing. Entries that were entered in
//! error, called off or replaced by a newer state are left out, as in every answer (`Chart`).

use std::collections::HashMap;

use jiff::civil::Date;
use serde::Serialize;

use crate::clearance::FactRef;
use crate::document::face;
use crate::document::{Document, DocumentIndex, DocumentKind, FactKind, Moment, Passage, PatientIndex, Records};
use crate::question::exact::chart::{Chart, Entry, counts, untagged};
use crate::question::exact::entries::is_current;
use crate::question::exact::words;
use crate::reference::Reference;

/// All of one patient, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// The lanes that hold something, in a fixed order.
    pub lanes: Vec<Lane>,
    /// The day on which the latest visit in the record began; without visits that of the latest entry that has one.
    #[serde(rename = "lastVisit", skip_serializing_if = "Option::is_none")]
    pub last_visit: Option<Date>,
}

/// The entries of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lane {
    /// The kind.
    pub kind: LaneKind,
    /// The entries by time; those without a day first.
    pub items: Vec<Item>,
}

/// What stands in one lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LaneKind {
    /// Problems and diagnoses.
    Conditions,
    /// Allergies and intolerances.
    Allergies,
    /// Prescriptions.
    Medicines,
    /// Laboratory values, vital signs and other findings.
    Measurements,
    /// What was done, imaging included.
    Procedures,
    /// Vaccinations.
    Vaccinations,
    /// Visits and stays.
    Visits,
    /// Letters, notes and reports.
    Notes,
    /// Plans and goals of care, and everything else.
    Other,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What the file calls it, without what SNOMED CT adds of its kind; of a note its title. Our word for its kind where the file
    /// has no name, and before a name that does not tell it: `Family history: father`.
    pub name: String,
    /// The day on which it was found, began or was done; the first of the month or year where no day is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Date>,
    /// The same as exactly as the file has it: `2019`, `2019-03` or `2019-03-02`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// When it ended, in the same form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Whether it lasts, by its kind, and its status says that it is so now.
    pub current: bool,
    /// What the entry says beside its name, as the file has it: of a medicine how it is taken, of an allergy how it shows itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// Leads to its source.
    pub reference: Reference,
}

/// Returns everything of `patient` in `records`, whose passages are `passages`.
pub fn timeline(records: &Records, passages: &[Passage], patient: PatientIndex) -> Timeline {
    let chart = Chart::new(records, patient);
    let references = References::new(passages);
    let mut lanes: Vec<(LaneKind, Vec<Item>)> = ORDER.iter().map(|kind| (*kind, Vec::new())).collect();
    let mut put = |kind: LaneKind, item: Item| {
        if let Some((_, items)) = lanes.iter_mut().find(|(of, _)| *of == kind) {
            items.push(item);
        }
    };
    for entry in &chart.entries {
        if let (Some(kind), Some(reference)) = (lane_of(entry.fact.kind), references.of_fact(entry.at)) {
            put(kind, item(kind, entry, reference.clone()));
        }
    }
    for (index, document) in (0_u32..).map(DocumentIndex).zip(&records.documents) {
        if let (true, Some(reference)) = (is_note(document, patient), references.of_document(index)) {
            put(LaneKind::Notes, note(document, reference.clone()));
        }
    }
    let mut lanes: Vec<Lane> =
        lanes.into_iter().filter(|(_, items)| !items.is_empty()).map(|(kind, items)| Lane { kind, items }).collect();
    for lane in &mut lanes {
        // A stable sort: within one day the order of the chart, which knows times of day, stays.
        lane.items.sort_by_key(|item| item.day);
    }
    Timeline { last_visit: last_visit(records, patient), lanes }
}

/// Returns the day of the latest visit of `patient`, or of the latest entry where there is none: what [`Timeline::last_visit`] is, and nothing else
/// is made for it.
pub fn last_visit(records: &Records, patient: PatientIndex) -> Option<Date> {
    let of = |is_it: fn(LaneKind) -> bool| {
        let documents = records.documents.iter().filter(|document| document.subject == Some(patient));
        let facts = documents.flat_map(|document| document.facts());
        let entries = facts.filter(|fact| lane_of(fact.kind).is_some_and(is_it) && counts(fact));
        entries.filter_map(|fact| fact.begun.as_ref().map(|begun| begun.day)).max()
    };
    let notes = || records.documents.iter().filter(|document| is_note(document, patient)).filter_map(|note| note.date);
    of(|kind| kind == LaneKind::Visits).or_else(|| of(|_| true).max(notes().max()))
}

/// Whether `document` is a note about `patient`, and not one of which there is a later revision.
fn is_note(document: &Document, patient: PatientIndex) -> bool {
    document.subject == Some(patient) && document.kind == DocumentKind::Note && !is_superseded(document)
}

/// The lanes in the order in which they are shown.
const ORDER: &[LaneKind] = &[
    LaneKind::Conditions,
    LaneKind::Allergies,
    LaneKind::Medicines,
    LaneKind::Measurements,
    LaneKind::Procedures,
    LaneKind::Vaccinations,
    LaneKind::Visits,
    LaneKind::Notes,
    LaneKind::Other,
];

fn lane_of(kind: FactKind) -> Option<LaneKind> {
    Some(match kind {
        FactKind::Patient => return None,
        FactKind::Condition => LaneKind::Conditions,
        FactKind::AllergyIntolerance => LaneKind::Allergies,
        FactKind::MedicationRequest => LaneKind::Medicines,
        FactKind::Observation => LaneKind::Measurements,
        FactKind::Procedure | FactKind::ImagingStudy => LaneKind::Procedures,
        FactKind::Immunization => LaneKind::Vaccinations,
        FactKind::Encounter => LaneKind::Visits,
        FactKind::DiagnosticReport => LaneKind::Notes,
        FactKind::CarePlan
        | FactKind::CareTeam
        | FactKind::Goal
        | FactKind::Device
        | FactKind::FamilyMemberHistory
        | FactKind::Other => LaneKind::Other,
    })
}

fn item(kind: LaneKind, entry: &Entry<'_>, reference: Reference) -> Item {
    let written = |moment: Option<&Moment>| moment.map(words::short);
    let name = face::title(entry.fact).map_or("", |title| untagged(&title.text));
    let name = match (kind, name) {
        (_, "") => face::entry(entry.fact),
        (LaneKind::Other, name) => format!("{}: {name}", face::entry(entry.fact)),
        (_, name) => name.to_owned(),
    };
    Item {
        name,
        day: entry.day(),
        from: written(entry.fact.begun.as_ref()),
        until: written(entry.fact.ended.as_ref()),
        current: entry.fact.kind.lasts() && is_current(entry.fact),
        said: said(kind, entry),
        reference,
    }
}

/// Returns what `entry` says in words of how it is taken, or how it shows itself, each once.
fn said(kind: LaneKind, entry: &Entry<'_>) -> Vec<String> {
    let label = match kind {
        LaneKind::Medicines => "Dosage",
        LaneKind::Allergies => "Reaction manifestation",
        _ => return Vec::new(),
    };
    let mut said: Vec<String> = Vec::new();
    for field in entry.fact.fields.iter().filter(|field| field.label == label) {
        let text = field.value.text.trim();
        if !text.is_empty() && said.iter().all(|other| other != text) {
            said.push(text.to_owned());
        }
    }
    said
}

fn note(document: &Document, reference: Reference) -> Item {
    let from = document.date.map(|day| day.to_string());
    Item {
        name: document.title.clone(),
        day: document.date,
        from,
        until: None,
        current: false,
        said: Vec::new(),
        reference,
    }
}

fn is_superseded(document: &Document) -> bool {
    document.revision.as_ref().is_some_and(|revision| revision.superseded)
}

/// What leads to facts and documents, looked up once for all of them.
pub(super) struct References<'p> {
    facts: HashMap<FactRef, &'p Reference>,
    documents: HashMap<DocumentIndex, &'p Reference>,
}

impl<'p> References<'p> {
    pub(super) fn new(passages: &'p [Passage]) -> Self {
        let (mut facts, mut documents) = (HashMap::new(), HashMap::new());
        for passage in passages {
            documents.entry(passage.document).or_insert(&passage.reference);
            for fact in passage.facts.clone() {
                let reference = passage.reference_of(fact).unwrap_or(&passage.reference);
                facts.insert(FactRef { document: passage.document, fact }, reference);
            }
        }
        References { facts, documents }
    }

    /// What leads to a fact; `None` where no passage holds it.
    pub(super) fn of_fact(&self, fact: FactRef) -> Option<&'p Reference> {
        self.facts.get(&fact).copied()
    }

    /// What leads to the first passage of a document.
    fn of_document(&self, document: DocumentIndex) -> Option<&'p Reference> {
        self.documents.get(&document).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unwatched;
    use crate::room::Room;

    fn of(resources: &str) -> Timeline {
        let patient =
            r#"{"resource":{"resourceType":"Patient","id":"p","name":[{"family":"Example","given":["Ada"]}]}}"#;
        let bundle = format!(r#"{{"resourceType":"Bundle","type":"collection","entry":[{patient},{resources}]}}"#);
        let mut room = Room::new().expect("a room");
        room.add(bundle.as_bytes(), &mut Unwatched).expect("a bundle");
        let timeline = room.timeline(PatientIndex(0)).expect("a patient");
        assert_eq!(room.last_visit(PatientIndex(0)).expect("a patient"), timeline.last_visit);
        timeline
    }

    fn condition(name: &str, rest: &str) -> String {
        format!(
            r#"{{"resource":{{"resourceType":"Condition","subject":{{"reference":"Patient/p"}},"code":{{"text":"{name}"}},{rest}}}}}"#
        )
    }

    const ACTIVE: &str = r#""clinicalStatus":{"coding":[{"code":"active"}]}"#;

    #[test]
    fn entries_stand_in_the_lane_of_their_kind_by_time() {
        let visit = |day: &str| {
            format!(
                r#"{{"resource":{{"resourceType":"Encounter","status":"finished","subject":{{"reference":"Patient/p"}},"type":[{{"text":"Check-up"}}],"period":{{"start":"{day}"}}}}}}"#
            )
        };
        let resources = [
            condition("Gout (disorder)", &format!(r#""onsetDateTime":"2019-03",{ACTIVE}"#)),
            condition("Sprain", r#""onsetDateTime":"2011-02-03","abatementDateTime":"2011-05-01""#),
            visit("2021-06-07T09:30:00Z"),
            visit("2018-01-02"),
        ];
        let Timeline { lanes, last_visit } = of(&resources.join(","));
        let kinds: Vec<LaneKind> = lanes.iter().map(|lane| lane.kind).collect();
        assert_eq!(kinds, [LaneKind::Conditions, LaneKind::Visits]);
        let told: Vec<_> = lanes[0]
            .items
            .iter()
            .map(|item| (item.name.as_str(), item.from.as_deref(), item.until.as_deref(), item.current))
            .collect();
        assert_eq!(
            told,
            [("Sprain", Some("2011-02-03"), Some("2011-05-01"), false), ("Gout", Some("2019-03"), None, true)]
        );
        assert_eq!(last_visit, Some(Date::constant(2021, 6, 7)));
    }

    #[test]
    fn a_medicine_says_how_it_is_taken_and_an_allergy_how_it_shows_itself() {
        let coded = |display: &str| format!(r#"{{"coding":[{{"code":"1","display":"{display}"}}]}}"#);
        let entry = |rest: &str| format!(r#"{{"resource":{{{rest},"recordedDate":"2020-01-01"}}}}"#);
        let medicine = format!(
            r#""resourceType":"MedicationRequest","status":"active","intent":"order","authoredOn":"2020-01-01","subject":{{"reference":"Patient/p"}},"medicationCodeableConcept":{},"dosageInstruction":[{{"text":" 5 mg at night "}}]"#,
            coded("Amlodipine")
        );
        let allergy = format!(
            r#""resourceType":"AllergyIntolerance",{ACTIVE},"patient":{{"reference":"Patient/p"}},"code":{},"reaction":[{{"manifestation":[{}]}},{{"manifestation":[{}]}},{{"manifestation":[{}]}}]"#,
            coded("Peanut"),
            coded("Hives"),
            coded("Cough"),
            coded("Hives")
        );
        let entries = [entry(&allergy), entry(&medicine)].join(",");
        let lanes = of(&entries).lanes;
        let said: Vec<(LaneKind, &[String])> =
            lanes.iter().map(|lane| (lane.kind, lane.items[0].said.as_slice())).collect();
        let (shows, taken) = (["Hives".to_owned(), "Cough".to_owned()], ["5 mg at night".to_owned()]);
        assert_eq!(said, [(LaneKind::Allergies, &shows[..]), (LaneKind::Medicines, &taken[..])]);
    }

    #[test]
    fn what_was_entered_in_error_is_not_in_it_and_what_has_no_day_is() {
        let error = r#""onsetDateTime":"2019-03-02","verificationStatus":{"coding":[{"code":"entered-in-error"}]}"#;
        let refuted = r#""onsetDateTime":"2019-03-02","verificationStatus":{"coding":[{"code":"refuted"}]}"#;
        let resources = [condition("Asthma", error), condition("Scurvy", refuted), condition("Migraine", ACTIVE)];
        let Timeline { lanes, last_visit } = of(&resources.join(","));
        let names: Vec<_> =
            lanes.iter().flat_map(|lane| &lane.items).map(|item| (item.name.as_str(), item.day)).collect();
        assert_eq!(names, [("Migraine", None)]);
        assert_eq!(last_visit, None);
    }

    #[test]
    fn every_reference_leads_to_a_source() {
        let mut room = Room::new().expect("a room");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records/okafor.json");
        room.add(&std::fs::read(path).expect("the sample"), &mut Unwatched).expect("a bundle");
        let timeline = room.timeline(PatientIndex(0)).expect("a patient");
        let items: Vec<&Item> = timeline.lanes.iter().flat_map(|lane| &lane.items).collect();
        assert!(items.len() > 100 && timeline.lanes.iter().any(|lane| lane.kind == LaneKind::Notes));
        let context = room.context();
        for item in items {
            let pieces = crate::quote::source::pieces(context.records, context.index.as_slice(), &item.reference);
            assert!(pieces.is_ok(), "a reference that leads nowhere");
        }
        assert!(room.timeline(PatientIndex(9)).is_err());
    }
}
