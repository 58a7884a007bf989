//! Reads the typed part of a fact: code, category, status, moments, reading and components.
//!
//! Source of the elements: the resource pages under hl7.org/fhir/R4. Nothing is computed or guessed
//! here; a number that is only a bound (`Quantity.comparator`) is shown as a field, never as a reading.

use crate::document::status::is_clinical;
use crate::document::{Coded, Component, FactKind, Moment, Reading, Value};
use crate::ingest::json::{Kind, Node};
use crate::ingest::share::Share;
use crate::shared::Pool;

use super::datatypes::{coded, moment, quantity, value};
use super::flatten::about;

/// The typed part of a [`Fact`](crate::document::Fact).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Typed {
    pub code: Option<Coded>,
    pub category: Option<Coded>,
    pub status: Option<Value>,
    pub begun: Option<Moment>,
    pub ended: Option<Moment>,
    pub reading: Option<Reading>,
    pub components: Vec<Component>,
    /// Elements that hold a date which is none.
    pub unreadable_dates: Vec<&'static str>,
}

impl Share for Typed {
    fn share(&mut self, pool: &mut Pool) {
        self.code.share(pool);
        self.category.share(pool);
        self.status.share(pool);
        self.begun.share(pool);
        self.ended.share(pool);
        self.reading.share(pool);
        self.components.share(pool);
    }
}

/// The FHIR categories of observations; others stand in `category` as well, and may stand first.
/// Source: hl7.org/fhir/R4/valueset-observation-category.html.
const OBSERVATION_CATEGORIES: &[&str] =
    &["vital-signs", "laboratory", "survey", "social-history", "imaging", "procedure", "exam", "therapy", "activity"];

/// Returns the fact kind of a FHIR resource type, or `None` when no facts are made from it.
pub(super) fn kind(resource_type: &str) -> Option<FactKind> {
    Some(match resource_type {
        "Patient" => FactKind::Patient,
        "Observation" => FactKind::Observation,
        "Procedure" => FactKind::Procedure,
        "Condition" => FactKind::Condition,
        "AllergyIntolerance" => FactKind::AllergyIntolerance,
        "MedicationRequest" => FactKind::MedicationRequest,
        "Immunization" => FactKind::Immunization,
        "DiagnosticReport" => FactKind::DiagnosticReport,
        "CarePlan" => FactKind::CarePlan,
        "Encounter" => FactKind::Encounter,
        "ImagingStudy" => FactKind::ImagingStudy,
        "Device" => FactKind::Device,
        "FamilyMemberHistory" => FactKind::FamilyMemberHistory,
        "Goal" => FactKind::Goal,
        "CareTeam" => FactKind::CareTeam,
        // What somebody says they take stands among what was prescribed.
        "MedicationStatement" => FactKind::MedicationRequest,
        other if CLINICAL.binary_search(&other).is_ok() => FactKind::Other,
        _ => return None,
    })
}

/// Returns the fact kind of any other resource type that names a patient, or `None` for what bills, describes a system or who works in
/// it, or holds prose.
pub(super) fn kind_of_any(resource_type: &str) -> Option<FactKind> {
    NOT_OF_HEALTH.binary_search(&resource_type).is_err().then_some(FactKind::Other)
}

/// Resource types of which no fact is made, also where they name a patient, sorted: they are searched for identifiers only.
const NOT_OF_HEALTH: &[&str] = &[
    "Account",
    "AuditEvent",
    "Binary",
    "Bundle",
    "ChargeItem",
    "Claim",
    "ClaimResponse",
    "Composition",
    "Contract",
    "Coverage",
    "CoverageEligibilityRequest",
    "CoverageEligibilityResponse",
    "DocumentManifest",
    "DocumentReference",
    "EnrollmentRequest",
    "EnrollmentResponse",
    "ExplanationOfBenefit",
    "Group",
    "Invoice",
    "Linkage",
    "MessageHeader",
    "PaymentNotice",
    "PaymentReconciliation",
    "Person",
    "Provenance",
    "RelatedPerson",
    "Schedule",
    "Slot",
    "Subscription",
    "VerificationResult",
];

/// Other resource types of R4 that say something about a patient's health, sorted. What bills, describes a system or
/// who works in it is searched for identifiers only. Source: hl7.org/fhir/R4/resourcelist.html.
const CLINICAL: &[&str] = &[
    "AdverseEvent",
    "BodyStructure",
    "ClinicalImpression",
    "Communication",
    "CommunicationRequest",
    "DetectedIssue",
    "DeviceRequest",
    "DeviceUseStatement",
    "EpisodeOfCare",
    "Flag",
    "ImmunizationEvaluation",
    "ImmunizationRecommendation",
    "MedicationAdministration",
    "MedicationDispense",
    "MolecularSequence",
    "NutritionOrder",
    "QuestionnaireResponse",
    "RiskAssessment",
    "ServiceRequest",
    "Specimen",
    "SupplyDelivery",
    "SupplyRequest",
    "VisionPrescription",
];

/// Where resources of those types say when something was done, asked for or found, and when it ended.
const OTHER_BEGUN: &[&str] = &[
    "effectiveDateTime",
    "effectivePeriod.start",
    "occurrenceDateTime",
    "occurrencePeriod.start",
    "date",
    "dateTime",
    "identifiedDateTime",
    "whenHandedOver",
    "whenPrepared",
    "sent",
    "authored",
    "authoredOn",
    "dateWritten",
    "recordedOn",
    "recordedDate",
    "collection.collectedDateTime",
    "collection.collectedPeriod.start",
    "receivedTime",
    "timingDateTime",
    "timingPeriod.start",
    "period.start",
    "executionPeriod.start",
    "createdDateTime",
    "createdPeriod.start",
    "start",
    "created",
];
const OTHER_ENDED: &[&str] = &[
    "effectivePeriod.end",
    "occurrencePeriod.end",
    "timingPeriod.end",
    "period.end",
    "executionPeriod.end",
    "createdPeriod.end",
    "end",
];

/// Returns why a resource must not be taken as a statement about the patient, if there is a reason.
pub(super) fn invalid(resource: &Node<'_>) -> Option<&'static str> {
    if is_error(resource) {
        Some("is marked as entered in error")
    } else if resource.get("modifierExtension").is_some() {
        Some("has a modifier extension, which may change its meaning")
    } else {
        None
    }
}

/// Returns why `resource` is not about its subject, if it says so: an observation in the record of one patient may be of another, such as
/// a fetus or a donor (`Observation.focus`).
pub(super) fn of_another(resource_type: &str, resource: &Node<'_>) -> Option<&'static str> {
    let focus = resource.get("focus").filter(|_| resource_type == "Observation")?.items();
    let subject = resource.at("subject.reference").and_then(Node::text);
    let is_subject = |focus: &Node<'_>| subject.is_some() && focus.text_of("reference") == subject;
    (!focus.iter().all(is_subject)).then_some("is about somebody or something else than the patient")
}

/// Returns whether `resource` says of itself that it was entered in error: by its status, however its type calls that, or by any
/// coding of how sure it is.
pub(super) fn is_error(resource: &Node<'_>) -> bool {
    let error = |code: &Node<'_>| code.text() == Some("entered-in-error");
    ["status", "lifecycleStatus", "docStatus"].into_iter().any(|name| resource.get(name).is_some_and(error))
        || codes(resource, "verificationStatus").any(error)
        || in_words(resource, "verificationStatus", VERIFICATION_STATUSES)
            .any(|said| said.text.to_lowercase().replace(' ', "-") == "entered-in-error")
}

/// Returns the codes of every coding of the element `name`, a `CodeableConcept`.
fn codes<'n, 'a>(resource: &'n Node<'a>, name: &str) -> impl Iterator<Item = &'n Node<'a>> {
    let concepts = resource.get(name).map(Node::items).unwrap_or_default();
    let codings = concepts.iter().filter_map(|concept| concept.get("coding")).flat_map(Node::items);
    codings.filter_map(|coding| coding.get("code"))
}

/// Returns all that the element `name`, a `CodeableConcept`, says: its codes, the names of these, its text. Nothing where one of its codes is one
/// of FHIR's `own`, which says it all.
fn in_words<'n>(resource: &'n Node<'_>, name: &'n str, own: &'n [&str]) -> impl Iterator<Item = Value> + 'n {
    let is_own = codes(resource, name).any(|code| code.text().is_some_and(|code| own.contains(&code)));
    let concepts = resource.get(name).filter(|_| !is_own).map(Node::items).unwrap_or_default();
    let codings = || concepts.iter().filter_map(|concept| concept.get("coding")).flat_map(Node::items);
    let [codes, displays] = ["code", "display"].map(|part| codings().filter_map(move |coding| coding.get(part)));
    let texts = concepts.iter().filter_map(|concept| concept.get("text"));
    codes.chain(displays).chain(texts).filter(|node| node.text().is_some()).filter_map(value)
}

/// Reads the typed part of `resource`.
pub(super) fn typed(kind: FactKind, resource: &Node<'_>) -> Typed {
    let mut unreadable_dates = Vec::new();
    let (begun, ended) = moments(kind);
    let begun = first_moment(resource, begun, &mut unreadable_dates);
    let ended = first_moment(resource, ended, &mut unreadable_dates)
        .or_else(|| dosages_end(resource).filter(|_| kind == FactKind::MedicationRequest));
    Typed {
        code: code(kind, resource),
        category: category(kind, resource),
        status: status(kind, resource),
        begun,
        ended,
        reading: reading(resource),
        components: components(resource),
        unreadable_dates,
    }
}

/// When what is prescribed is taken for the last time: the latest end of its dosages, where each has one. For how long it may be dispensed
/// (`dispenseRequest.validityPeriod`) says nothing of that.
fn dosages_end(resource: &Node<'_>) -> Option<Moment> {
    let dosages = ["dosageInstruction", "dosage"].into_iter().find_map(|name| resource.get(name))?.items();
    let ends: Option<Vec<Moment>> =
        dosages.iter().map(|dosage| moment(dosage.at("timing.repeat.boundsPeriod.end")?)).collect();
    ends?.into_iter().max_by_key(|end| end.day)
}

fn first(resource: &Node<'_>, name: &str) -> Option<Coded> {
    resource.get(name)?.items().iter().find_map(coded)
}

fn code(kind: FactKind, resource: &Node<'_>) -> Option<Coded> {
    match kind {
        FactKind::Patient | FactKind::CarePlan | FactKind::CareTeam => None,
        FactKind::MedicationRequest => first(resource, "medicationCodeableConcept").or_else(|| contained(resource)),
        FactKind::Immunization => first(resource, "vaccineCode"),
        FactKind::Encounter | FactKind::Device => first(resource, "type"),
        FactKind::Goal => first(resource, "description"),
        FactKind::ImagingStudy => first(resource, "procedureCode"),
        FactKind::FamilyMemberHistory => first(resource, "relationship"),
        // Why a device is used is not what it is.
        FactKind::Other if resource.text_of("resourceType") == Some("DeviceUseStatement") => None,
        FactKind::Other => {
            let medicine = || contained(resource).filter(|_| resource.get("code").is_none());
            medicine().or_else(|| OTHER_CODES.iter().find_map(|name| first(resource, name)))
        }
        _ => first(resource, "code"),
    }
}

/// Returns what the Medication is that `resource` holds itself and refers to.
fn contained(resource: &Node<'_>) -> Option<Coded> {
    let id = resource.at("medicationReference.reference")?.text()?.strip_prefix('#')?;
    let inside = resource.get("contained")?.items().iter().find(|inside| inside.text_of("id") == Some(id))?;
    about(inside).and_then(coded)
}

/// What a resource of a type without words of its own is about, the better element first.
const OTHER_CODES: &[&str] = &[
    "code",
    "medicationCodeableConcept",
    "event",
    "type",
    "serviceType",
    "appointmentType",
    "scope",
    "reasonCode",
    "suppliedItem.itemCodeableConcept",
    "itemCodeableConcept",
    "codeCodeableConcept",
    "morphology",
    "topic",
];

fn category(kind: FactKind, resource: &Node<'_>) -> Option<Coded> {
    let name = if kind == FactKind::Encounter { "class" } else { "category" };
    let categories: Vec<Coded> = resource.get(name)?.items().iter().filter_map(coded).collect();
    let known = |coded: &&Coded| coded.code.as_deref().is_some_and(|code| OBSERVATION_CATEGORIES.contains(&code));
    let chosen = categories.iter().find(|coded| kind == FactKind::Observation && known(coded));
    chosen.or(categories.first()).cloned()
}

fn status(kind: FactKind, resource: &Node<'_>) -> Option<Value> {
    if let Some(refuted) = codes(resource, "verificationStatus").find(|code| code.text() == Some("refuted")) {
        return value(refuted);
    }
    let refuted = |said: &Value| said.as_status().text == "refuted";
    if let Some(refuted) = in_words(resource, "verificationStatus", VERIFICATION_STATUSES).find(refuted) {
        return Some(refuted.as_status());
    }
    let path = match kind {
        FactKind::Condition | FactKind::AllergyIntolerance => {
            let known = |code: &&Node<'_>| code.text().is_some_and(|code| CLINICAL_STATUSES.contains(&code));
            let coded = codes(resource, "clinicalStatus").find(known).and_then(value);
            let said = || in_words(resource, "clinicalStatus", CLINICAL_STATUSES);
            let plain = || said().find(|said| is_clinical(&said.text)).map(|said| said.as_status());
            return coded.or_else(plain).or_else(|| said().next());
        }
        FactKind::Goal => "lifecycleStatus",
        _ => "status",
    };
    value(resource.at(path)?)
}

/// Source: hl7.org/fhir/R4/valueset-condition-clinical.html.
const CLINICAL_STATUSES: &[&str] = &["active", "recurrence", "relapse", "inactive", "remission", "resolved"];

/// Source: hl7.org/fhir/R4/valueset-condition-ver-status.html, which has those of allergies, too.
const VERIFICATION_STATUSES: &[&str] =
    &["unconfirmed", "provisional", "differential", "confirmed", "refuted", "entered-in-error"];

/// Where a resource says when it began and ended, the better element first.
fn moments(kind: FactKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        FactKind::Observation | FactKind::DiagnosticReport => (
            &["effectiveDateTime", "effectiveInstant", "effectivePeriod.start", "effectivePeriod.end", "issued"],
            &["effectivePeriod.end"],
        ),
        FactKind::Procedure => {
            (&["performedDateTime", "performedPeriod.start", "performedPeriod.end"], &["performedPeriod.end"])
        }
        FactKind::Condition => (
            &["onsetDateTime", "onsetPeriod.start", "recordedDate"],
            &["abatementDateTime", "abatementPeriod.end", "abatementPeriod.start"],
        ),
        FactKind::AllergyIntolerance => (&["onsetDateTime", "onsetPeriod.start", "recordedDate"], &[]),
        FactKind::MedicationRequest => {
            (&["authoredOn", "effectiveDateTime", "effectivePeriod.start", "dateAsserted"], &["effectivePeriod.end"])
        }
        FactKind::Immunization => (&["occurrenceDateTime", "recorded"], &[]),
        FactKind::Encounter | FactKind::CarePlan | FactKind::CareTeam => {
            (&["period.start", "period.end"], &["period.end"])
        }
        FactKind::ImagingStudy => (&["started"], &[]),
        FactKind::Goal => (&["startDate"], &[]),
        FactKind::FamilyMemberHistory => (&["date"], &[]),
        FactKind::Device | FactKind::Patient => (&[], &[]),
        FactKind::Other => (OTHER_BEGUN, OTHER_ENDED),
    }
}

fn first_moment(resource: &Node<'_>, paths: &[&'static str], unreadable: &mut Vec<&'static str>) -> Option<Moment> {
    paths.iter().find_map(|&path| {
        let node = resource.at(path)?;
        let moment = moment(node);
        if moment.is_none() {
            unreadable.push(path);
        }
        moment
    })
}

/// Reads `value[x]`; ranges, ratios and periods are fields only, and so is what stands beside the reason why there is no value.
fn reading(node: &Node<'_>) -> Option<Reading> {
    if node.get("dataAbsentReason").is_some() {
        return None;
    }
    if let Some(quantity) = node.get("valueQuantity").and_then(quantity) {
        let number = quantity.value.text.parse::<f64>().ok().filter(|number| number.is_finite());
        return match (number, quantity.comparator) {
            (Some(number), None) => Some(Reading::Quantity { value: quantity.value, number, unit: quantity.unit }),
            _ => None,
        };
    }
    if let Some(node) = node.get("valueInteger").filter(|node| matches!(node.kind, Kind::Number(_))) {
        let value = value(node)?;
        let number = value.text.parse::<f64>().ok().filter(|number| number.is_finite())?;
        return Some(Reading::Quantity { value, number, unit: None });
    }
    if let Some(answer) = node.get("valueCodeableConcept").and_then(coded) {
        return Some(Reading::Coded { answer });
    }
    let text =
        ["valueString", "valueBoolean", "valueDateTime", "valueTime"].into_iter().find_map(|name| node.get(name));
    text.and_then(value).map(|value| Reading::Text { value })
}

fn components(resource: &Node<'_>) -> Vec<Component> {
    let parts = resource.get("component").map(Node::items).unwrap_or_default();
    parts
        .iter()
        .filter_map(|part| Some(Component { code: part.get("code").and_then(coded)?, reading: reading(part) }))
        .collect()
}

#[cfg(test)]
mod tests;
