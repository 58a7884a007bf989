//! The elements of FHIR resources that are shown, with our words for them.
//!
//! This is an allow-list: what is not named here (ids, references, identifiers, narrative, addresses,
//! unknown elements) does not reach the text of a document. The order of the list is the order of
//! the sentences, whatever order a file has. Source of the names: hl7.org/fhir/R4/resourcelist.html.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::document::FactKind;

/// How an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A code, `Coding` or `CodeableConcept`: its display.
    Term,
    /// A `CodeableConcept` only; a bare code of that name is something else.
    Concept,
    /// A number with its unit.
    Quantity,
    /// A string, number or boolean.
    Leaf,
    /// A reference to a clinical resource: what that resource is about. Never to a person.
    Reference,
    /// A backbone element or data type: its own elements, worded one by one.
    Group,
}

use Shape::{Concept, Group, Leaf, Quantity, Reference, Term};

/// `(element, our words, shape)`; empty words leave the words of the level above.
const ELEMENTS: &[(&str, &str, Shape)] = &[
    ("category", "category", Term),
    ("class", "class", Term),
    ("code", "code", Term),
    ("vaccineCode", "vaccine", Term),
    ("medicationCodeableConcept", "medication", Term),
    ("medicationReference", "medication", Reference),
    ("device", "device", Reference),
    ("procedureCode", "procedure", Term),
    ("relationship", "relationship", Term),
    ("sex", "sex", Term),
    ("type", "type", Term),
    ("serviceType", "service type", Term),
    ("appointmentType", "appointment type", Term),
    ("scope", "scope", Term),
    ("provision", "provision", Group),
    ("entry", "entry", Group),
    ("deleted", "deleted", Leaf),
    ("title", "title", Leaf),
    ("description", "description", Term),
    ("measure", "measure", Term),
    ("modality", "modality", Term),
    ("valueQuantity", "value", Quantity),
    ("valueCodeableConcept", "value", Term),
    ("valueString", "value", Leaf),
    ("valueBoolean", "value", Leaf),
    ("valueInteger", "value", Leaf),
    ("valueRange", "value", Group),
    ("valueRatio", "value", Group),
    ("valueTime", "value", Leaf),
    ("valueDateTime", "value", Leaf),
    ("valuePeriod", "value", Group),
    ("numerator", "numerator", Quantity),
    ("denominator", "denominator", Quantity),
    ("low", "low", Quantity),
    ("high", "high", Quantity),
    ("detailQuantity", "detail", Quantity),
    ("detailRange", "detail", Group),
    ("detailCodeableConcept", "detail", Term),
    ("dataAbsentReason", "data absent reason", Term),
    ("interpretation", "interpretation", Term),
    ("component", "component", Group),
    ("referenceRange", "reference range", Group),
    ("text", "", Leaf),
    ("event", "event", Term),
    ("itemCodeableConcept", "item", Term),
    ("codeCodeableConcept", "item", Term),
    ("suppliedItem", "", Group),
    ("morphology", "morphology", Term),
    ("location", "location", Concept),
    ("topic", "topic", Term),
    ("item", "question", Group),
    ("answer", "answer", Group),
    ("valueCoding", "", Term),
    ("valueDecimal", "", Leaf),
    ("valueDate", "", Leaf),
    ("payload", "message", Group),
    ("contentString", "", Leaf),
    ("finding", "finding", Group),
    ("prediction", "prediction", Group),
    ("probabilityDecimal", "probability", Leaf),
    ("qualitativeRisk", "risk", Term),
    ("whenRange", "when", Group),
    ("basis", "basis", Reference),
    ("recommendation", "recommendation", Group),
    ("forecastStatus", "forecast", Term),
    ("dateCriterion", "date", Group),
    ("collection", "collection", Group),
    ("collectedDateTime", "time", Leaf),
    ("lensSpecification", "lens", Group),
    ("eye", "eye", Leaf),
    ("sphere", "sphere", Leaf),
    ("cylinder", "cylinder", Leaf),
    ("axis", "axis", Leaf),
    ("add", "add", Leaf),
    ("oralDiet", "diet", Group),
    ("supplement", "supplement", Group),
    ("excludeFoodModifier", "excluded food", Term),
    ("foodPreferenceModifier", "food preference", Term),
    ("orderDetail", "detail", Term),
    ("intent", "intent", Leaf),
    ("seriousness", "seriousness", Term),
    ("actuality", "actuality", Leaf),
    ("implicated", "implicated", Reference),
    ("bodySite", "body site", Term),
    ("site", "site", Term),
    ("method", "method", Term),
    ("stage", "stage", Group),
    ("summary", "summary", Term),
    ("evidence", "evidence", Group),
    ("reaction", "reaction", Group),
    ("substance", "substance", Term),
    ("manifestation", "manifestation", Term),
    ("exposureRoute", "exposure route", Term),
    ("criticality", "criticality", Term),
    ("severity", "severity", Term),
    ("doNotPerform", "do not perform", Leaf),
    ("dosageInstruction", "dosage", Group),
    ("dosage", "dosage", Group),
    ("dose", "dose", Quantity),
    ("doseAndRate", "", Group),
    ("doseQuantity", "dose", Quantity),
    ("doseRange", "dose", Group),
    ("rateQuantity", "rate", Quantity),
    ("rateRatio", "rate", Group),
    ("rateRange", "rate", Group),
    ("timing", "timing", Group),
    ("timingDateTime", "timing", Leaf),
    ("timingPeriod", "timing", Group),
    ("repeat", "", Group),
    ("frequency", "frequency", Leaf),
    ("frequencyMax", "frequency at most", Leaf),
    ("periodMax", "period at most", Leaf),
    ("boundsDuration", "bounds", Quantity),
    ("boundsPeriod", "bounds", Group),
    ("asNeededBoolean", "as needed", Leaf),
    ("asNeededCodeableConcept", "as needed for", Term),
    ("maxDosePerPeriod", "at most", Group),
    ("route", "route", Term),
    ("additionalInstruction", "additional instruction", Term),
    ("patientInstruction", "patient instruction", Leaf),
    ("dispenseRequest", "dispense", Group),
    ("quantity", "quantity", Quantity),
    ("daysSupply", "days' supply", Quantity),
    ("numberOfRepeatsAllowed", "repeats allowed", Leaf),
    ("expectedSupplyDuration", "supply duration", Quantity),
    ("validityPeriod", "validity", Group),
    ("isSubpotent", "subpotent", Leaf),
    ("subpotentReason", "subpotent because of", Term),
    ("protocolApplied", "protocol", Group),
    ("doseNumberPositiveInt", "dose number", Leaf),
    ("seriesDosesPositiveInt", "doses in series", Leaf),
    ("targetDisease", "target disease", Term),
    ("series", "series", Group),
    ("instance", "image", Group),
    ("conclusion", "conclusion", Leaf),
    ("conclusionCode", "conclusion", Term),
    ("reasonCode", "reason", Term),
    ("reasonReference", "reason", Reference),
    ("diagnosis", "diagnosis", Group),
    ("condition", "condition", Group),
    ("addresses", "addresses", Reference),
    ("goal", "goal", Reference),
    ("activity", "activity", Group),
    ("detail", "", Group),
    ("target", "target", Group),
    ("participant", "participant", Group),
    ("role", "role", Term),
    ("outcome", "outcome", Term),
    ("complication", "complication", Term),
    ("followUp", "follow-up", Term),
    ("hospitalization", "", Group),
    ("admitSource", "admitted from", Term),
    ("dischargeDisposition", "discharged to", Term),
    ("gender", "gender", Leaf),
    ("birthDate", "birth date", Leaf),
    ("maritalStatus", "marital status", Term),
    ("communication", "communication", Group),
    ("language", "language", Concept),
    ("multipleBirthBoolean", "multiple birth", Leaf),
    ("multipleBirthInteger", "multiple birth", Leaf),
    ("deceasedDateTime", "deceased", Leaf),
    ("deceasedBoolean", "deceased", Leaf),
    ("deceasedAge", "deceased at", Quantity),
    ("ageAge", "age", Quantity),
    ("onsetDateTime", "onset", Leaf),
    ("onsetPeriod", "onset", Group),
    ("onsetAge", "onset", Quantity),
    ("onsetRange", "onset", Group),
    ("onsetString", "onset", Leaf),
    ("abatementDateTime", "abatement", Leaf),
    ("abatementPeriod", "abatement", Group),
    ("abatementAge", "abatement", Quantity),
    ("abatementRange", "abatement", Group),
    ("abatementString", "abatement", Leaf),
    ("abatementBoolean", "abatement", Leaf),
    ("lastOccurrence", "last occurrence", Leaf),
    ("effectiveDateTime", "effective", Leaf),
    ("effectiveInstant", "effective", Leaf),
    ("effectivePeriod", "effective", Group),
    ("performedDateTime", "performed", Leaf),
    ("performedPeriod", "performed", Group),
    ("performedString", "performed", Leaf),
    ("performedAge", "performed", Quantity),
    ("occurrenceDateTime", "occurrence", Leaf),
    ("occurrenceString", "occurrence", Leaf),
    ("started", "started", Leaf),
    ("authoredOn", "authored on", Leaf),
    ("authored", "authored", Leaf),
    ("whenHandedOver", "handed over", Leaf),
    ("dateAsserted", "asserted", Leaf),
    ("occurrencePeriod", "occurrence", Group),
    ("sent", "sent", Leaf),
    ("period", "period", Group),
    ("periodUnit", "period unit", Leaf),
    ("dayOfWeek", "day of week", Leaf),
    ("timeOfDay", "time of day", Leaf),
    ("start", "start", Leaf),
    ("end", "end", Leaf),
    ("startDate", "start", Leaf),
    ("dueDate", "due", Leaf),
    ("recordedDate", "recorded", Leaf),
    ("manufacturer", "manufacturer", Leaf),
    ("manufactureDate", "manufactured", Leaf),
    ("expirationDate", "expires", Leaf),
    ("clinicalStatus", "clinical status", Term),
    ("verificationStatus", "verification status", Term),
    ("lifecycleStatus", "status", Leaf),
    ("achievementStatus", "achievement status", Term),
    ("status", "status", Leaf),
    ("businessStatus", "business status", Term),
    ("statusReason", "status reason", Term),
    ("priority", "priority", Term),
    ("note", "note", Group),
    ("comment", "comment", Leaf),
];

/// Elements that say nothing about the person in that kind of resource.
const HIDDEN: &[(FactKind, &str)] = &[
    (FactKind::Encounter, "participant"),
    (FactKind::Immunization, "expirationDate"),
    (FactKind::MedicationRequest, "type"),
];

/// Elements that say something about the person in resources without a kind of their own alone: by what something was measured does not.
const OF_OTHERS: &[&str] = &["device"];

/// An element that is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element {
    /// Place in the order of sentences.
    pub rank: usize,
    /// Our words, in lower case; may be empty.
    pub words: &'static str,
    /// How it is read.
    pub shape: Shape,
}

static BY_NAME: LazyLock<HashMap<&'static str, Element>> = LazyLock::new(|| {
    ELEMENTS.iter().enumerate().map(|(rank, &(name, words, shape))| (name, Element { rank, words, shape })).collect()
});

/// Returns how the element `name` of a resource of that kind is shown, or `None` when it is not.
pub(super) fn element(kind: FactKind, name: &str) -> Option<Element> {
    let element = BY_NAME.get(name)?;
    let is_hidden = HIDDEN.contains(&(kind, name)) || kind != FactKind::Other && OF_OTHERS.contains(&name);
    (!is_hidden).then_some(*element)
}

/// Returns the words for the resource's own `code` (or what stands for it), in lower case.
pub(super) fn code_words(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Procedure => "procedure",
        FactKind::Condition => "condition",
        FactKind::AllergyIntolerance => "allergy",
        FactKind::DiagnosticReport => "report",
        _ => "code",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_named_once() {
        assert_eq!(BY_NAME.len(), ELEMENTS.len());
    }

    #[test]
    fn what_identifies_a_person_is_not_an_element() {
        for name in [
            "id",
            "identifier",
            "name",
            "address",
            "telecom",
            "contact",
            "extension",
            "meta",
            "contained",
            "subject",
            "patient",
            "performer",
            "photo",
            "udiCarrier",
            "serialNumber",
            "lotNumber",
            "div",
            "recorder",
            "asserter",
        ] {
            assert!(element(FactKind::Patient, name).is_none(), "{name}");
        }
    }
}
