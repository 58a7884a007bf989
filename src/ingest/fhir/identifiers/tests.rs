use super::*;
use crate::ingest::json::parse;

fn harvest(json: &str, patient: Option<&str>) -> Vec<(String, EntityType, bool)> {
    let mut harvest = Harvest::default();
    harvest.resource(&parse(json, 0).unwrap(), None, patient);
    let mut found: Vec<_> =
        harvest.into_found().map(|(text, kind, owner)| (text, kind, owner != Owner::Nobody)).collect();
    found.sort();
    found
}

fn texts(json: &str, wanted: EntityType) -> Vec<String> {
    harvest(json, None).into_iter().filter(|(_, kind, _)| *kind == wanted).map(|(text, ..)| text).collect()
}

#[test]
fn a_name_is_found_in_the_usual_orders() {
    let json = r#"{"x":[{"y":{"family":"de la Cruz-Li","given":["Ana","B"],"prefix":["Dr."]}}]}"#;
    assert_eq!(
        texts(json, EntityType::Person),
        [
            "Ana",
            "Ana B",
            "Ana B de la Cruz-Li",
            "Ana de la Cruz-Li",
            "Cruz",
            "Li",
            "de la Cruz-Li",
            "de la Cruz-Li Ana",
            "de la Cruz-Li Ana B",
            "de la Cruz-Li, Ana",
            "de la Cruz-Li, Ana B",
        ]
    );
}

#[test]
fn every_given_name_stands_beside_every_family_name_of_a_person() {
    let json = r#"{"resourceType":"Patient","name":[{"family":"Price","given":["Rose","Hope"]},{"use":"maiden","family":"Stone"},
        {"text":"Dr. Rosie Field"}],"contact":[{"name":{"family":"Long","given":["Joy","Hope"]}}]}"#;
    let found = texts(json, EntityType::Person);
    for full in ["Hope Price", "Price, Hope", "Rose Stone", "Hope Stone", "Stone Price", "Rosie Price", "Hope Long"] {
        let turned = full.split_once(' ').map(|(one, other)| format!("{other} {one}")).unwrap_or_default();
        assert!(found.iter().any(|found| found == full || *found == turned), "{full}: {found:?}");
    }
    for other in ["Rose Long", "Dr. Price", "Joy Price"] {
        assert!(!found.contains(&other.to_owned()), "{other}");
    }
}

#[test]
fn displays_of_people_are_found_and_those_of_findings_are_not() {
    let json = r#"{"requester":{"reference":"Practitioner?identifier=http://x|9999970699","display":"Dr. Vonda Leffler"},
        "serviceProvider":{"reference":"urn:uuid:0d5bcb5a","display":"General Hospital"},"asserter":{"display":"unknown"},
        "reasonReference":[{"reference":"Condition/1","display":"Cardiac Arrest"}],"performer":[{"display":"Kim"}]}"#;
    assert_eq!(texts(json, EntityType::Person), ["Dr. Vonda Leffler", "Kim", "Leffler", "Vonda", "Vonda Leffler"]);
    assert_eq!(texts(json, EntityType::Organization), ["General Hospital"]);
    assert_eq!(texts(json, EntityType::Id), ["0d5bcb5a", "9999970699"]);
}

#[test]
fn a_patients_own_are_told_from_a_relatives() {
    let json = r#"{"resourceType":"Patient","id":"p-100","birthDate":"1961-03-04","telecom":[{"system":"phone","value":"555-0100"}],
        "address":[{"line":["1 Elm St"],"city":"Lund","state":"MA","country":"US","postalCode":"01234",
          "extension":[{"url":"latitude","valueDecimal":42.390566},{"url":"longitude","valueDecimal":-71}]}],
        "identifier":[{"system":"http://x","value":"999-50-3202"},{"value":"12"}],
        "contact":[{"name":{"family":"Eze"},"telecom":[{"system":"email","value":"e@example.org"}]}],
        "extension":[{"url":"http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName","valueString":"Ife Obi"}]}"#;
    let found = harvest(json, Some("p-100"));
    let own = |text: &str| found.iter().find(|(found, ..)| found == text).map(|(.., own)| *own);
    for text in ["p-100", "1961-03-04", "555-0100", "1 Elm St", "Lund", "01234", "42.390566", "999-50-3202"] {
        assert_eq!(own(text), Some(true), "{text}");
    }
    for text in ["Eze", "e@example.org", "Ife Obi", "Ife", "Obi"] {
        assert_eq!(own(text), Some(false), "{text}");
    }
    for text in ["MA", "US", "-71", "12"] {
        assert_eq!(own(text), None, "{text}");
    }
}

#[test]
fn contained_resources_devices_and_links_are_walked() {
    let json = r#"{"contained":[{"resourceType":"Coverage","id":"coverage","subscriberId":"AB123"},
          {"resourceType":"Organization","name":"Blue Shield","alias":["BSX"]}],
        "udiCarrier":[{"deviceIdentifier":"1272","carrierHRF":"(01)1272"}],"serialNumber":"S-1",
        "photo":[{"contentType":"image/png","url":"https://img.example.org/1"}],"position":{"latitude":42.31,"longitude":7}}"#;
    assert_eq!(texts(json, EntityType::Id), ["(01)1272", "1272", "AB123"]);
    assert_eq!(texts(json, EntityType::Organization), ["BSX", "Blue Shield"]);
    assert_eq!(texts(json, EntityType::Url), ["https://img.example.org/1"]);
    assert_eq!(texts(json, EntityType::Location), ["42.31"]);
}

#[test]
fn the_answer_to_a_question_for_the_address_is_a_place() {
    let json = r#"{"resourceType":"Observation","code":{"coding":[{"code":"x"},{"code":"56799-0"}]},"valueString":"12 Oak Rd"}"#;
    assert_eq!(texts(json, EntityType::Location), ["12 Oak Rd"]);
}

#[test]
fn extensions_say_in_their_address_what_they_hold() {
    let json = r#"{"extension":[{"url":"http://x/patient-birthPlace","valueAddress":{"city":"Lund","state":"MA"}},
        {"url":"http://x/birth-city","valueString":"Ystad"},{"url":"http://x/employer","valueString":"Acme Mills"},
        {"url":"http://x/us-core-birthsex","valueString":"F"},{"url":"http://x/preferredName","valueString":"Bo Ek"}]}"#;
    assert_eq!(texts(json, EntityType::Location), ["Lund", "Ystad"]);
    assert_eq!(texts(json, EntityType::Organization), ["Acme Mills"]);
    assert_eq!(texts(json, EntityType::Person), ["Bo", "Bo Ek", "Ek"]);
}

#[test]
fn the_narrative_of_a_person_gives_names_and_numbers_as_wholes() {
    let json = r#"{"resourceType":"Patient","text":{"div":"<div><p><b>Ife&nbsp;Obi</b> (nee <i>Ada Eze</i>), female, MRN 77-1234-5</p><td>i.obi@example.org</td></div>"}}"#;
    assert_eq!(texts(json, EntityType::Organization), ["Ada Eze", "Ife Obi"]);
    assert_eq!(texts(json, EntityType::Id), ["77-1234-5"]);
    assert_eq!(texts(json, EntityType::Email), ["i.obi@example.org"]);
    assert!(harvest(&json.replace("Patient", "Condition"), None).is_empty());
}

#[test]
fn days_of_visits_are_dates_and_prose_is_none() {
    let json =
        r#"{"period":{"start":"2019-03-02T10:00:00Z"},"note":[{"text":"2019-03-05 was windy"}],"date":"2019-04"}"#;
    assert_eq!(texts(json, EntityType::Date), ["2019-03-02"]);
}

#[test]
fn a_birth_time_names_its_day_too() {
    assert_eq!(
        texts(r#"{"deceasedDateTime":"2010-02-03T04:05:06Z"}"#, EntityType::Date),
        ["2010-02-03", "2010-02-03T04:05:06Z"]
    );
    assert!(texts(r#"{"birthDate":"1961"}"#, EntityType::Date).is_empty());
}

#[test]
fn covers_classes_and_authorisations_are_numbers_of_the_plan() {
    let json = r#"{"resourceType":"Coverage","class":[{"type":{"text":"group"},"value":"CB135-7","name":"Gold"},{"value":"plan"}],
        "insurance":[{"preAuthRef":["PA-99871"]}]}"#;
    assert_eq!(texts(json, EntityType::HealthPlan), ["CB135-7"]);
    assert_eq!(texts(json, EntityType::Id), ["PA-99871"]);
}

#[test]
fn teams_and_groups_are_called_by_names() {
    for kind in ["Group", "CareTeam"] {
        let json = format!(r#"{{"resourceType":"{kind}","name":"Household of the Okafors"}}"#);
        assert_eq!(texts(&json, EntityType::Organization), ["Household of the Okafors"]);
    }
    assert!(texts(r#"{"resourceType":"Questionnaire","name":"PHQ-9"}"#, EntityType::Organization).is_empty());
}

#[test]
fn an_answer_is_what_its_question_asks_for() {
    let ask = |question: &str, answer: &str| {
        format!(
            r#"{{"resourceType":"QuestionnaireResponse","item":[{{"linkId":"1","item":[{{"linkId":"1.1","text":"{question}","answer":[{{"valueString":"{answer}"}}]}}]}}]}}"#
        )
    };
    for (question, answer, kind) in [
        ("What is your full name?", "Ife Obi", EntityType::Person),
        ("Emergency contact", "Ada Eze", EntityType::Person),
        ("Home address", "12 Oak Rd", EntityType::Location),
        ("In which city were you born?", "Ystad", EntityType::Location),
        ("Name of your employer", "Acme Mills", EntityType::Organization),
        ("Phone number", "555-0100", EntityType::Phone),
        ("E-mail", "i@example.org", EntityType::Email),
        ("Policy number", "P-77120", EntityType::HealthPlan),
        ("Medical record number", "77-1234", EntityType::MedicalRecord),
    ] {
        assert!(texts(&ask(question, answer), kind).contains(&answer.to_owned()), "{question}");
    }
    for (question, answer) in [
        ("Name of the medicine", "Warfarin"),
        ("Which drug names do you know?", "Aspirin"),
        ("How do you address your pain?", "With rest"),
        ("How do you feel?", "Well"),
        ("Do you contact your doctor when short of breath?", "Rarely"),
    ] {
        assert_eq!(harvest(&ask(question, answer), None), [], "{question}");
    }
}

#[test]
fn more_extensions_say_what_they_hold() {
    let json = r#"{"extension":[{"url":"http://x/driversLicenseNumber","valueString":"S99912345"},{"url":"http://x/passport-number","valueString":"X1234567"},
        {"url":"http://x/workplace","valueString":"Acme Mills"},{"url":"http://x/fathersName","valueString":"Bo Ek"},
        {"url":"http://x/neighbourhood","valueString":"Elm Park"},{"url":"http://x/us-core-race","valueString":"White"}]}"#;
    assert_eq!(texts(json, EntityType::License), ["S99912345"]);
    assert_eq!(texts(json, EntityType::NationalId), ["X1234567"]);
    assert_eq!(texts(json, EntityType::Organization), ["Acme Mills"]);
    assert_eq!(texts(json, EntityType::Person), ["Bo", "Bo Ek", "Ek"]);
    assert_eq!(texts(json, EntityType::Location), ["Elm Park"]);
}

#[test]
fn an_address_in_words_is_found_with_its_pieces() {
    let of =
        |address: &str| texts(&format!(r#"{{"resourceType":"Patient","address":[{address}]}}"#), EntityType::Location);
    assert_eq!(of(r#"{"text":"Willow Grove"}"#), ["Willow Grove"]);
    let pieces = of(r#"{"text":"12 Hope St, Willow Grove, OR, Texas","city":"Lund"}"#);
    assert_eq!(pieces, ["12 Hope St", "12 Hope St, Willow Grove, OR, Texas", "Lund", "Willow Grove"]);
    assert_eq!(of(r#"{"city":"Lund","state":"Willow Grove"}"#), ["Lund", "Willow Grove"]);
    assert_eq!(of(r#"{"city":"Lund","state":"New Mexico","country":"US"}"#), ["Lund"]);
}
