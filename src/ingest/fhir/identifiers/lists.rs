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
/// States and countries that stand in an address, and alone identify nobody.
#[rustfmt::skip] // words of one kind, in a few lines
pub(super) const REGIONS: &[&str] = &[
    "alabama", "alaska", "arizona", "arkansas", "california", "colorado", "connecticut", "delaware", "florida", "georgia", "hawaii", "idaho", "illinois", "indiana", "iowa", "kansas", "kentucky",
    "louisiana", "maine", "maryland", "massachusetts", "michigan", "minnesota", "mississippi", "missouri", "montana", "nebraska", "nevada", "new hampshire", "new jersey", "new mexico", "new york",
    "north carolina", "north dakota", "ohio", "oklahoma", "oregon", "pennsylvania", "rhode island", "south carolina", "south dakota", "tennessee", "texas", "utah", "vermont", "virginia", "washington",
    "west virginia", "wisconsin", "wyoming", "district of columbia", "puerto rico", "british columbia", "new brunswick", "nova scotia", "newfoundland and labrador", "prince edward island", "ontario",
    "quebec", "alberta", "manitoba", "saskatchewan", "northwest territories", "new south wales", "south australia", "western australia", "northern territory", "queensland", "victoria", "tasmania",
    "england", "scotland", "wales", "northern ireland", "ireland", "united kingdom", "great britain", "united states", "united states of america", "canada", "australia", "new zealand", "germany",
    "france", "austria", "switzerland", "italy", "spain", "portugal", "netherlands", "belgium", "denmark", "sweden", "norway", "finland", "poland", "india", "mexico", "brazil", "china", "japan", "u.s.a.", "u.s.",
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
    "preAuthRef",
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
    ("neighbo", EntityType::Location),
    ("postalcode", EntityType::Location),
    ("postal-code", EntityType::Location),
    ("zipcode", EntityType::Location),
    ("hometown", EntityType::Location),
    ("employer", EntityType::Organization),
    ("workplace", EntityType::Organization),
    ("congregation", EntityType::Organization),
    ("parish", EntityType::Organization),
    ("tribalaffiliation", EntityType::Organization),
    ("school", EntityType::Organization),
    ("organization", EntityType::Organization),
    ("username", EntityType::Username),
    ("maidenname", EntityType::Person),
    ("preferredname", EntityType::Person),
    ("preferred-name", EntityType::Person),
    ("nickname", EntityType::Person),
    ("fathersname", EntityType::Person),
    ("mothersname", EntityType::Person),
    ("spousename", EntityType::Person),
    ("birthname", EntityType::Person),
    ("fullname", EntityType::Person),
    ("full-name", EntityType::Person),
    ("alias", EntityType::Person),
    ("emergencycontact", EntityType::Person),
    ("passport", EntityType::NationalId),
    ("nationalid", EntityType::NationalId),
    ("national-id", EntityType::NationalId),
    ("memberid", EntityType::HealthPlan),
    ("member-id", EntityType::HealthPlan),
    ("accountnumber", EntityType::Account),
    ("account-number", EntityType::Account),
    ("plate", EntityType::Vehicle),
    ("phone", EntityType::Phone),
    ("email", EntityType::Email),
    ("ssn", EntityType::SocialSecurity),
    ("mrn", EntityType::MedicalRecord),
    ("licen", EntityType::License),
    ("serial", EntityType::Device),
    ("accession", EntityType::Id),
    ("identifier", EntityType::Id),
];
/// What the answer to a question of a form is, by words of the question; the first that fits counts.
#[rustfmt::skip] // one line a kind
pub(super) const ANSWERS: &[(&str, EntityType)] = &[
    ("phone", EntityType::Phone), ("telephone", EntityType::Phone), ("mobile", EntityType::Phone), ("fax", EntityType::Fax),
    ("email", EntityType::Email), ("e mail", EntityType::Email), ("web site", EntityType::Url), ("website", EntityType::Url),
    ("social security", EntityType::SocialSecurity), ("ssn", EntityType::SocialSecurity), ("passport", EntityType::NationalId),
    ("record number", EntityType::MedicalRecord), ("mrn", EntityType::MedicalRecord),
    ("policy number", EntityType::HealthPlan), ("insurance number", EntityType::HealthPlan), ("member number", EntityType::HealthPlan),
    ("member id", EntityType::HealthPlan), ("account number", EntityType::Account), ("licence", EntityType::License),
    ("license", EntityType::License), ("license plate", EntityType::Vehicle), ("serial number", EntityType::Device),
    ("user name", EntityType::Username), ("username", EntityType::Username),
    ("employer", EntityType::Organization), ("school", EntityType::Organization), ("workplace", EntityType::Organization),
    ("home address", EntityType::Location), ("your address", EntityType::Location), ("mailing address", EntityType::Location),
    ("street address", EntityType::Location), ("street", EntityType::Location), ("city", EntityType::Location),
    ("town", EntityType::Location), ("postal code", EntityType::Location), ("zip code", EntityType::Location),
    ("place of birth", EntityType::Location), ("where do you live", EntityType::Location), ("where were you born", EntityType::Location),
    ("emergency contact", EntityType::Person), ("next of kin", EntityType::Person), ("caregiver", EntityType::Person),
    ("name", EntityType::Person), ("surname", EntityType::Person), ("signature", EntityType::Person), ("signed by", EntityType::Person),
];
/// Words of questions for the name or the place of something that is nobody.
#[rustfmt::skip] // in few lines
pub(super) const OF_MEDICINE: &[&str] = &[
    "allergen", "allergies", "allergy", "brand", "condition", "diagnosis", "disease", "dosage", "dose", "drug", "drugs", "illness",
    "medication", "medications", "medicine", "medicines", "operation", "procedure", "product", "substance", "supplement", "surgery",
    "symptom", "symptoms", "test", "treatment", "vaccine", "vitamin",
];
