//! Knows resources of other FHIR versions by the elements that only those have.
//!
//! A resource says in itself which version it is of only now and then (`meta.profile`), so it is told by its elements: one
//! that R4 does not have, or has in another form, sets the resource aside. What reads the same in both versions is read.
//! Source: the pages "R3 diff" and "R5 diff" of each resource under hl7.org/fhir/R4 and hl7.org/fhir/R5, and
//! hl7.org/fhir/DSTU2.

use crate::ingest::json::{Kind, Node};

const OLDER: &str = "is of FHIR STU3 or older, and R4 is read: ask for an export as FHIR R4";
const NEWER: &str = "is of FHIR R5, and R4 is read: ask for an export as FHIR R4";
const OLDER_TYPE: &str = "is of a type that only FHIR STU3 or older has, and R4 is read: ask for an export as FHIR R4";
const NEWER_TYPE: &str = "is of a type that came after FHIR R4, and R4 is read: ask for an export as FHIR R4";

/// Types that R4 dropped or renamed. Source: hl7.org/fhir/STU3/resourcelist.html, hl7.org/fhir/DSTU2/resourcelist.html.
const OLDER_TYPES: &[&str] = &[
    "BodySite",
    "Conformance",
    "DataElement",
    "DeviceComponent",
    "DeviceUseRequest",
    "DiagnosticOrder",
    "EligibilityRequest",
    "EligibilityResponse",
    "ExpansionProfile",
    "ImagingManifest",
    "ImagingObjectSelection",
    "MedicationOrder",
    "Order",
    "OrderResponse",
    "ProcedureRequest",
    "ProcessRequest",
    "ProcessResponse",
    "ReferralRequest",
    "Sequence",
    "ServiceDefinition",
];

/// Types that came with R4B or R5. Source: hl7.org/fhir/R4B/resourcelist.html, hl7.org/fhir/R5/resourcelist.html.
const NEWER_TYPES: &[&str] = &[
    "ActorDefinition",
    "AdministrableProductDefinition",
    "ArtifactAssessment",
    "BiologicallyDerivedProductDispense",
    "Citation",
    "ClinicalUseDefinition",
    "ConditionDefinition",
    "DeviceAssociation",
    "DeviceDispense",
    "DeviceUsage",
    "EncounterHistory",
    "EvidenceReport",
    "FormularyItem",
    "GenomicStudy",
    "ImagingSelection",
    "Ingredient",
    "InventoryItem",
    "InventoryReport",
    "ManufacturedItemDefinition",
    "MedicinalProductDefinition",
    "NutritionIntake",
    "NutritionProduct",
    "PackagedProductDefinition",
    "Permission",
    "RegulatedAuthorization",
    "RequestOrchestration",
    "Requirements",
    "SubscriptionStatus",
    "SubscriptionTopic",
    "SubstanceDefinition",
    "TestPlan",
    "Transport",
];

/// The form an element must have to tell a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// R4 does not have the element at all.
    Any,
    /// R4 has an object there, or an array.
    Text,
    /// R4 has a code there, or an array.
    Object,
    /// R4 has a single object there.
    Array,
    /// R4 does not have the element, and what it says unless it is this turns the rest of the resource around.
    Unless(&'static str),
}

use Form::{Any, Array, Object, Text, Unless};

/// Type, path and form of elements of DSTU2 or STU3.
const OLDER_ELEMENTS: &[(&str, &str, Form)] = &[
    ("AllergyIntolerance", "assertedDate", Any),
    ("AllergyIntolerance", "clinicalStatus", Text),
    ("AllergyIntolerance", "substance", Any),
    ("AllergyIntolerance", "verificationStatus", Text),
    ("CarePlan", "context", Any),
    ("CarePlan", "definition", Any),
    ("CareTeam", "context", Any),
    ("Condition", "assertedDate", Any),
    ("Condition", "clinicalStatus", Text),
    ("Condition", "context", Any),
    ("Condition", "dateRecorded", Any),
    ("Condition", "patient", Any),
    ("Condition", "verificationStatus", Text),
    ("Device", "model", Any),
    ("Device", "udi", Any),
    ("DiagnosticReport", "codedDiagnosis", Any),
    ("DiagnosticReport", "context", Any),
    ("DiagnosticReport", "performer.actor", Any),
    ("DocumentReference", "class", Any),
    ("DocumentReference", "indexed", Any),
    ("Encounter", "class", Text),
    ("Encounter", "incomingReferral", Any),
    ("FamilyMemberHistory", "definition", Any),
    ("FamilyMemberHistory", "notDone", Any),
    ("Goal", "status", Any),
    ("ImagingStudy", "accession", Any),
    ("ImagingStudy", "context", Any),
    ("Immunization", "date", Any),
    ("Immunization", "notGiven", Any),
    ("Immunization", "vaccinationProtocol", Any),
    ("Immunization", "wasNotGiven", Any),
    ("MedicationAdministration", "notGiven", Unless("false")),
    ("MedicationAdministration", "wasNotGiven", Unless("false")),
    ("MedicationRequest", "category", Object),
    ("MedicationRequest", "context", Any),
    ("MedicationRequest", "definition", Any),
    ("MedicationRequest", "requester.agent", Any),
    ("MedicationStatement", "taken", Unless("y")),
    ("MedicationStatement", "wasNotTaken", Unless("false")),
    ("Observation", "comment", Any),
    ("Observation", "comments", Any),
    ("Observation", "context", Any),
    ("Observation", "related", Any),
    ("Patient", "animal", Any),
    ("Procedure", "context", Any),
    ("Procedure", "definition", Any),
    ("Procedure", "notDone", Any),
    ("Procedure", "notPerformed", Any),
    ("Procedure", "performer.role", Any),
];

/// Type, path and form of elements of R5.
const NEWER_ELEMENTS: &[(&str, &str, Form)] = &[
    ("AllergyIntolerance", "participant", Any),
    ("AllergyIntolerance", "type", Object),
    ("CarePlan", "activity.performedActivity", Any),
    ("CarePlan", "activity.plannedActivityReference", Any),
    ("CarePlan", "addresses.concept", Any),
    ("CareTeam", "reason", Any),
    ("Condition", "participant", Any),
    ("Device", "category", Any),
    ("Device", "displayName", Any),
    ("Device", "name", Any),
    ("Device", "type", Array),
    ("DiagnosticReport", "note", Any),
    ("DiagnosticReport", "supportingInfo", Any),
    ("DocumentReference", "attester", Any),
    ("DocumentReference", "bodySite", Any),
    ("DocumentReference", "content.profile", Any),
    ("DocumentReference", "context", Array),
    ("DocumentReference", "modality", Any),
    ("Encounter", "actualPeriod", Any),
    ("Encounter", "admission", Any),
    ("Encounter", "class", Array),
    ("Encounter", "plannedStartDate", Any),
    ("Encounter", "subjectStatus", Any),
    ("FamilyMemberHistory", "participant", Any),
    ("FamilyMemberHistory", "reason", Any),
    ("Goal", "acceptance", Any),
    ("ImagingStudy", "procedure", Any),
    ("ImagingStudy", "reason", Any),
    ("Immunization", "administeredProduct", Any),
    ("Immunization", "basedOn", Any),
    ("Immunization", "informationSource", Any),
    ("MedicationRequest", "effectiveDosePeriod", Any),
    ("MedicationRequest", "medication", Any),
    ("MedicationRequest", "reason", Any),
    ("MedicationRequest", "renderedDosageInstruction", Any),
    ("Observation", "bodyStructure", Any),
    ("Observation", "triggeredBy", Any),
    ("Procedure", "occurrenceDateTime", Any),
    ("Procedure", "occurrencePeriod", Any),
    ("Procedure", "reason", Any),
    ("Procedure", "recorded", Any),
];

/// Where the profiles of FHIR itself stand, before the version or `StructureDefinition/`.
const PROFILES: &str = "http://hl7.org/fhir/";

/// Returns why a resource of the type `named`, which R4 does not have, is not read, if it is of another version.
pub(super) fn of_type(named: &str) -> Option<&'static str> {
    if OLDER_TYPES.contains(&named) { Some(OLDER_TYPE) } else { NEWER_TYPES.contains(&named).then_some(NEWER_TYPE) }
}

/// Returns why `resource` is not read, if it is of another version of FHIR than R4.
pub(super) fn other(resource_type: &str, resource: &Node<'_>) -> Option<&'static str> {
    let has = |elements: &[(&str, &str, Form)]| {
        let own = elements.iter().filter(|(owner, ..)| *owner == resource_type);
        own.into_iter().any(|(_, path, form)| resource.at(path).is_some_and(|node| form.is_of(node)))
    };
    if has(OLDER_ELEMENTS) {
        return Some(OLDER);
    }
    if has(NEWER_ELEMENTS) {
        return Some(NEWER);
    }
    let profiles = resource.get("meta")?.get("profile")?.items().iter().filter_map(Node::text);
    profiles.filter_map(of_profile).next()
}

/// Reads the version off a profile of FHIR itself: `…/fhir/STU3/…`, `…/fhir/5.0/…`, `…/StructureDefinition/X|3.0.2`.
/// Those of others (US Core STU3 is of R4) have versions of their own.
fn of_profile(profile: &str) -> Option<&'static str> {
    let (first, rest) = profile.strip_prefix(PROFILES)?.split_once('/')?;
    let version = if first == "StructureDefinition" { rest.split_once('|')?.1 } else { first };
    match version {
        "DSTU2" | "STU3" => Some(OLDER),
        "R5" => Some(NEWER),
        version if version.starts_with("1.0") || version.starts_with("3.0") => Some(OLDER),
        version if version.starts_with("5.0") => Some(NEWER),
        _ => None,
    }
}

impl Form {
    fn is_of(self, node: &Node<'_>) -> bool {
        match self {
            Any => !matches!(node.kind, Kind::Null),
            Text => matches!(node.kind, Kind::Text(_)),
            Object => matches!(node.kind, Kind::Object(_)),
            Array => matches!(node.kind, Kind::Array(_)),
            Unless(said) => match &node.kind {
                Kind::Null => false,
                Kind::Text(text) => text.as_ref() != said,
                Kind::Bool(is_so) => *is_so != (said == "true"),
                _ => true,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::parse;

    #[test]
    fn elements_tell_the_version() {
        let of = |resource_type: &str, json: &str| other(resource_type, &parse(json, 0).unwrap());
        for (resource_type, json, expected) in [
            ("Condition", r#"{"clinicalStatus":"active"}"#, Some(OLDER)),
            ("Condition", r#"{"clinicalStatus":{"coding":[{"code":"active"}]}}"#, None),
            ("Encounter", r#"{"class":{"code":"AMB"}}"#, None),
            ("Encounter", r#"{"class":[{"coding":[{"code":"AMB"}]}]}"#, Some(NEWER)),
            ("Encounter", r#"{"class":"outpatient"}"#, Some(OLDER)),
            ("MedicationRequest", r#"{"medication":{"concept":{"text":"x"}}}"#, Some(NEWER)),
            ("MedicationRequest", r#"{"medicationCodeableConcept":{"text":"x"},"category":[{}]}"#, None),
            ("MedicationRequest", r#"{"requester":{"agent":{}}}"#, Some(OLDER)),
            ("MedicationRequest", r#"{"requester":{"reference":"Practitioner/1"}}"#, None),
            ("DocumentReference", r#"{"context":{"period":{}}}"#, None),
            ("DocumentReference", r#"{"context":[{}]}"#, Some(NEWER)),
            ("Observation", r#"{"comment":null}"#, None),
            ("MedicationStatement", r#"{"taken":"n"}"#, Some(OLDER)),
            ("MedicationStatement", r#"{"taken":"unk"}"#, Some(OLDER)),
            ("MedicationStatement", r#"{"taken":"y"}"#, None),
            ("MedicationStatement", r#"{"wasNotTaken":true}"#, Some(OLDER)),
            ("MedicationStatement", r#"{"wasNotTaken":false}"#, None),
            ("MedicationAdministration", r#"{"notGiven":true}"#, Some(OLDER)),
        ] {
            assert_eq!(of(resource_type, json), expected, "{json}");
        }
    }

    #[test]
    fn profiles_tell_the_version() {
        for (profile, expected) in [
            ("http://hl7.org/fhir/STU3/StructureDefinition/Patient", Some(OLDER)),
            ("http://hl7.org/fhir/5.0/StructureDefinition/Patient", Some(NEWER)),
            ("http://hl7.org/fhir/StructureDefinition/Patient|3.0.2", Some(OLDER)),
            ("http://hl7.org/fhir/StructureDefinition/Patient|4.0.1", None),
            ("http://hl7.org/fhir/StructureDefinition/Patient", None),
            ("http://hl7.org/fhir/us/core/STU3.1.1/StructureDefinition-us-core-patient.html", None),
            ("http://example.org/STU3/x", None),
        ] {
            assert_eq!(of_profile(profile), expected, "{profile}");
        }
    }

    #[test]
    fn types_of_other_versions_are_not_of_r4() {
        for named in OLDER_TYPES.iter().chain(NEWER_TYPES) {
            assert!(of_type(named).is_some());
            assert_eq!(super::super::types::known(named), None, "{named}");
        }
        assert_eq!(of_type("Patient"), None);
        assert_eq!(of_type("Zanzibar"), None);
    }
}
