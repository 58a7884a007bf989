//! Words and member names by which identifying texts are told.

use crate::document::EntityType;

/// Words that stand where a name should, kinds of cover among them, and identify nobody.
pub(super) const PLACEHOLDERS: &[&str] = &[
    "anonymous",
    "dual_eligible",
    "medicaid",
    "medicare",
    "n/a",
    "na",
    "nil",
    "no_insurance",
    "none",
    "null",
    "other",
    "patient",
    "private",
    "self",
    "self-pay",
    "test",
    "unknown",
    "unspecified",
];
/// Parts of names that are too common on their own.
pub(super) const PARTICLES: &[&str] = &[
    "al", "and", "bin", "da", "dal", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "la",
    "le", "les", "of", "san", "st", "the", "van", "von", "y", "zu",
];
pub(super) const HONORIFICS: &[&str] =
    &["dr", "drs", "frau", "herr", "jr", "md", "miss", "mr", "mrs", "ms", "mx", "phd", "prof", "rn", "sir", "sr"];
pub(super) const CONTACT_SYSTEMS: &[&str] = &["phone", "fax", "email", "pager", "url", "sms", "other"];
/// String members that hold a number or code given to a device, specimen, image or account.
pub(super) const ID_MEMBERS: &[&str] = &[
    "carrierAIDC",
    "carrierHRF",
    "deviceIdentifier",
    "distinctIdentifier",
    "lotNumber",
    "policyNumber",
    "serialNumber",
    "subscriberId",
    "uid",
    "versionId",
];
/// Members whose references point at people, whatever the reference says.
pub(super) const PERSON_MEMBERS: &[&str] = &[
    "actor",
    "agent",
    "assertedBy",
    "asserter",
    "attester",
    "author",
    "authorReference",
    "beneficiary",
    "generalPractitioner",
    "individual",
    "informant",
    "interpreter",
    "member",
    "operator",
    "patient",
    "performer",
    "practitioner",
    "recorder",
    "requester",
    "responsible",
    "resultsInterpreter",
    "subject",
    "subscriber",
    "supportingProvider",
    "verifier",
    "who",
];
/// Members whose references point at organisations and places.
pub(super) const ORGANIZATION_MEMBERS: &[&str] = &[
    "custodian",
    "facility",
    "healthcareService",
    "insurer",
    "location",
    "managingOrganization",
    "onBehalfOf",
    "organization",
    "payor",
    "provider",
    "serviceProvider",
    "supplier",
];
/// LOINC codes of questions whose answer is an address (56799-0, "Address") or a name.
pub(super) const IDENTIFYING_QUESTIONS: &[&str] = &["56799-0"];
/// Resources whose narrative repeats what identifies somebody.
pub(super) const NARRATED: &[&str] = &["Organization", "Patient", "Practitioner", "RelatedPerson"];
/// What an extension's string is, by a word in the last part of its address; the first that fits counts.
pub(super) const EXTENSIONS: &[(&str, EntityType)] = &[
    ("birthplace", EntityType::Location),
    ("birth-place", EntityType::Location),
    ("birthcity", EntityType::Location),
    ("birth-city", EntityType::Location),
    ("address", EntityType::Location),
    ("street", EntityType::Location),
    ("county", EntityType::Location),
    ("employer", EntityType::Organization),
    ("school", EntityType::Organization),
    ("organization", EntityType::Organization),
    ("username", EntityType::Username),
    ("maidenname", EntityType::Person),
    ("preferredname", EntityType::Person),
    ("preferred-name", EntityType::Person),
    ("nickname", EntityType::Person),
    ("phone", EntityType::Phone),
    ("email", EntityType::Email),
    ("ssn", EntityType::SocialSecurity),
    ("mrn", EntityType::MedicalRecord),
    ("licen", EntityType::License),
    ("serial", EntityType::Device),
    ("accession", EntityType::Id),
    ("identifier", EntityType::Id),
];
