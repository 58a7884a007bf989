use super::*;
use crate::ingest::json::parse;

fn read(kind: FactKind, json: &str) -> Typed {
    typed(kind, &parse(json, 0).unwrap())
}

#[test]
fn a_quantity_keeps_its_digits_and_its_number() {
    for (digits, expected) in [("1E2", 100.0), ("-0.0", -0.0), ("68.33662088681676", 68.33662088681676), ("7", 7.0)] {
        let json = format!(r#"{{"valueQuantity":{{"value":{digits},"unit":"mg/dL"}}}}"#);
        match read(FactKind::Observation, &json).reading {
            Some(Reading::Quantity { value, number, unit }) => {
                assert_eq!((value.text.as_str(), number.to_bits()), (digits, f64::to_bits(expected)));
                assert_eq!(value.span.of(&json), Some(digits));
                assert_eq!(unit.map(|unit| unit.text).as_deref(), Some("mg/dL"));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_bound_or_an_infinite_number_is_no_reading() {
    for json in [
        r#"{"valueQuantity":{"value":5,"comparator":"<"}}"#,
        r#"{"valueQuantity":{"value":1e999}}"#,
        r#"{"valueInteger":"5"}"#,
        r#"{"valueRange":{"low":{"value":1}}}"#,
        r#"{"valueQuantity":{"value":5},"dataAbsentReason":{"coding":[{"code":"error"}]}}"#,
    ] {
        assert_eq!(read(FactKind::Observation, json).reading, None, "{json}");
    }
}

#[test]
fn moments_come_from_the_better_element() {
    let day = |moment: Option<Moment>| moment.map(|moment| moment.day.to_string());
    let condition = read(
        FactKind::Condition,
        r#"{"recordedDate":"2020-01-02","onsetDateTime":"2019-05-01T08:00:00Z","abatementDateTime":"2021"}"#,
    );
    assert_eq!(
        (day(condition.begun).as_deref(), day(condition.ended).as_deref()),
        (Some("2019-05-01"), Some("2021-01-01"))
    );
    let procedure = read(FactKind::Procedure, r#"{"performedPeriod":{"start":"soon","end":"2019-05-02"}}"#);
    assert_eq!(day(procedure.begun).as_deref(), Some("2019-05-02"));
    assert_eq!(procedure.unreadable_dates, ["performedPeriod.start"]);
}

#[test]
fn a_refuted_condition_is_not_active() {
    let json =
        r#"{"clinicalStatus":{"coding":[{"code":"active"}]},"verificationStatus":{"coding":[{"code":"refuted"}]}}"#;
    assert_eq!(read(FactKind::Condition, json).status.map(|status| status.text).as_deref(), Some("refuted"));
}

#[test]
fn a_status_in_words_or_under_another_code_is_that_of_fhir() {
    for (json, expected, bytes) in [
        (r#"{"verificationStatus":{"text":"Refuted"}}"#, "refuted", "\"Refuted\""),
        (r#"{"clinicalStatus":{"text":"Resolved"}}"#, "resolved", "\"Resolved\""),
        (r#"{"clinicalStatus":{"text":"ACTIVE"}}"#, "active", "\"ACTIVE\""),
        (
            r#"{"clinicalStatus":{"coding":[{"system":"http://snomed.info/sct","code":"413322009"}],"text":"Active"}}"#,
            "resolved",
            "\"413322009\"",
        ),
        (r#"{"clinicalStatus":{"coding":[{"code":"X","display":"Inactive"}]}}"#, "inactive", "\"Inactive\""),
        // A code of FHIR says more than words beside it.
        (r#"{"clinicalStatus":{"coding":[{"code":"active"}],"text":"Resolved"}}"#, "active", "\"active\""),
        (
            r#"{"clinicalStatus":{"text":"active"},"verificationStatus":{"coding":[{"code":"confirmed"}],"text":"Refuted"}}"#,
            "active",
            "\"active\"",
        ),
        (r#"{"clinicalStatus":{"text":"See the letter"}}"#, "See the letter", "\"See the letter\""),
    ] {
        for kind in [FactKind::Condition, FactKind::AllergyIntolerance] {
            let status = read(kind, json).status.unwrap();
            assert_eq!((status.text.as_str(), status.span.of(json)), (expected, Some(bytes)), "{json}");
        }
    }
    let fact = crate::document::Fact::bare(FactKind::Condition, crate::span::Span::at(0, 0));
    let json = r#"{"clinicalStatus":{"text":"Resolved"}}"#;
    let way = fact.provenance(&read(FactKind::Condition, json).status.unwrap());
    let told = way.steps.iter().try_fold(json.as_bytes().to_vec(), |bytes, step| step.apply(&bytes)).unwrap();
    assert_eq!(told, b"resolved");
}

#[test]
fn types_are_sorted_and_of_one_list() {
    assert!(CLINICAL.is_sorted() && NOT_OF_HEALTH.is_sorted());
    assert!(CLINICAL.iter().all(|of_health| !NOT_OF_HEALTH.contains(of_health)));
}

#[test]
fn a_status_is_found_behind_one_of_the_house() {
    let json = r#"{"clinicalStatus":{"coding":[{"system":"urn:house","code":"A"},{"code":"resolved"}]},
        "verificationStatus":{"coding":[{"system":"urn:house","code":"S"},{"code":"confirmed"}]}}"#;
    assert_eq!(read(FactKind::Condition, json).status.map(|status| status.text).as_deref(), Some("resolved"));
}

#[test]
fn a_contained_medicine_keeps_its_code() {
    let json = r##"{"medicationReference":{"reference":"#m"},"contained":[{"resourceType":"Medication","id":"m",
        "code":{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"860975","display":"Metformin"}]}}]}"##;
    for kind in [FactKind::MedicationRequest, FactKind::Other] {
        let code = read(kind, json).code.unwrap();
        assert_eq!(code.code.as_deref(), Some("860975"));
        assert_eq!(code.display.span.of(json), Some("\"Metformin\""));
    }
}

#[test]
fn the_known_category_of_an_observation_is_chosen() {
    let json =
        r#"{"category":[{"coding":[{"code":"us-core"}]},{"coding":[{"code":"laboratory","display":"Laboratory"}]}]}"#;
    let code = |kind| read(kind, json).category.and_then(|coded| coded.code);
    assert_eq!(code(FactKind::Observation).as_deref(), Some("laboratory"));
    assert_eq!(code(FactKind::CarePlan).as_deref(), Some("us-core"));
}

#[test]
fn an_observation_with_another_focus_is_not_of_its_subject() {
    let of = |json: &str| of_another("Observation", &parse(json, 0).unwrap());
    for other in [
        r#"{"subject":{"reference":"Patient/p"},"focus":[{"reference":"RelatedPerson/r"}]}"#,
        r#"{"subject":{"reference":"Patient/p"},"focus":[{"reference":"Patient/p"},{"display":"Fetus"}]}"#,
        r#"{"focus":[{"display":"Fetus"}]}"#,
    ] {
        assert!(of(other).is_some(), "{other}");
    }
    assert!(of(r#"{"subject":{"reference":"Patient/p"},"focus":[{"reference":"Patient/p"}]}"#).is_none());
    assert!(of(r#"{"subject":{"reference":"Patient/p"}}"#).is_none());
}

#[test]
fn what_was_entered_in_error_is_not_a_statement() {
    for json in [
        r#"{"status":"entered-in-error"}"#,
        r#"{"verificationStatus":{"coding":[{"code":"entered-in-error"}]}}"#,
        r#"{"verificationStatus":{"coding":[{"system":"urn:house","code":"X"},{"code":"entered-in-error"}]}}"#,
        r#"{"verificationStatus":{"text":"Entered in error"}}"#,
        r#"{"lifecycleStatus":"entered-in-error"}"#,
        r#"{"status":"current","docStatus":"entered-in-error"}"#,
        r#"{"modifierExtension":[{}]}"#,
    ] {
        assert!(invalid(&parse(json, 0).unwrap()).is_some(), "{json}");
    }
    assert!(invalid(&parse(r#"{"status":"final"}"#, 0).unwrap()).is_none());
}
