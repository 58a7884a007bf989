//! What records say of their entries, and what of it is told: on small files, through the whole preparation of a request.

use jiff::civil::Date;
use serde_json::{Value, json};

use super::untold::why_not;
use crate::clearance::Block;
use crate::document::PatientIndex;
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::progress::Unwatched;
use crate::question::exact;
use crate::quote::attribute::Remark;
use crate::quote::format::Endpoint;
use crate::room::Room;

const POTASSIUM: &str = "What was my last potassium?";
const CONDITIONS: &str = "Which conditions do I have?";
const MEDICINES: &str = "Which medicines do I take?";

fn room(file: &str) -> Room {
    let mut room = Room::new().unwrap();
    room.add(file.as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    room
}

/// Returns a Bundle of `resources` of one patient.
fn bundle(resources: impl IntoIterator<Item = Value>) -> String {
    let person = json!({"resourceType": "Patient", "id": "p", "name": [{"family": "Varga", "given": ["Ilona"]}]});
    let entry: Vec<Value> =
        [person].into_iter().chain(resources).map(|resource| json!({"resource": resource})).collect();
    json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string()
}

/// Returns `resource` of the patient with `more` elements.
fn with(mut resource: Value, more: Value) -> Value {
    if let (Some(resource), Value::Object(more)) = (resource.as_object_mut(), more) {
        resource.extend(more);
    }
    resource
}

fn coded(system: &str, code: &str, term: &str) -> Value {
    json!({"coding": [{"system": system, "code": code, "display": term}]})
}

fn potassium(when: &str, value: f64) -> Value {
    json!({"resourceType": "Observation", "status": "final", "subject": {"reference": "Patient/p"}, "effectiveDateTime": when,
        "code": coded("http://loinc.org", "2823-3", "Potassium [Moles/volume] in Serum or Plasma"),
        "valueQuantity": {"value": value, "unit": "mmol/L"}})
}

fn gout() -> Value {
    json!({"resourceType": "Condition", "subject": {"reference": "Patient/p"}, "onsetDateTime": "2015-01-01",
        "code": coded("http://snomed.info/sct", "90560007", "Gout")})
}

/// Returns the message for `question`; nothing where nothing may leave.
fn told_at(file: &str, question: &str) -> String {
    told_in(room(file), question)
}

fn told_in(mut room: Room, question: &str) -> String {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let workflow = room.prepare(question, &endpoint, [7; 32], 0);
    workflow.map_or_else(
        |_| String::new(),
        |workflow| {
            assert!(workflow.is_cleared());
            workflow.state().synthesised.text().to_owned()
        },
    )
}

fn told(resources: impl IntoIterator<Item = Value>, question: &str) -> String {
    told_at(&bundle(resources), question)
}

/// Returns what the records answer by themselves.
fn answered(file: &str, question: &str) -> Option<String> {
    let room = room(file);
    let today = Some(Date::constant(2024, 7, 1));
    exact::answer(room.records(), question, Some(PatientIndex(0)), today)
        .filter(|exact| !exact.is_absent)
        .map(|exact| exact.answer)
}

#[test]
fn what_is_not_finished_is_neither_told_nor_counted() {
    for status in ["on-hold", "stopped", "in-progress", "preparation", "not-done"] {
        let procedure = json!({"resourceType": "Procedure", "status": status, "subject": {"reference": "Patient/p"},
            "performedDateTime": "2020-01-01", "code": coded("http://snomed.info/sct", "80146002", "Appendectomy")});
        let text = told([procedure.clone()], "When was my appendectomy?");
        assert!(!text.contains("Procedure:"), "{status}: {text}");
        assert_eq!(answered(&bundle([procedure]), "When was my appendectomy?"), None, "{status}");
    }
    let visits = include_str!("../../../tests/data/sources/visits.xml");
    let lab = |status: &str| {
        let at = visits.find("displayName=\"Potassium").unwrap();
        let (before, lab) = visits.split_at(at);
        format!(
            "{before}{}",
            lab.replacen("statusCode code=\"completed\"", &format!("statusCode code=\"{status}\""), 1)
        )
    };
    let known = |file: &str| answered(file, "How many potassium readings do I have?");
    assert_eq!(known(visits).as_deref(), Some("2"));
    for status in ["aborted", "held", "suspended", "active"] {
        assert_eq!(known(&lab(status)).as_deref(), Some("1"), "{status}");
    }
    // What is taken is told with what became of it.
    for (status, words) in [("stopped", "It was stopped."), ("on-hold", "It is on hold."), ("active", "It is active.")]
    {
        let text = told([medicine(json!({"status": status}))], MEDICINES);
        assert!(text.contains("warfarin") && text.contains(words), "{status}: {text}");
    }
}

fn medicine(more: Value) -> Value {
    let medicine = json!({"resourceType": "MedicationRequest", "status": "active", "intent": "order", "authoredOn": "2022-01-20",
        "subject": {"reference": "Patient/p"},
        "medicationCodeableConcept": coded("http://www.nlm.nih.gov/research/umls/rxnorm", "855332", "warfarin sodium 5 MG Oral Tablet")});
    with(medicine, more)
}

#[test]
fn of_a_long_course_the_box_has_its_ends_and_says_how_many_readings_there_are() {
    let readings = (0..60).map(|at| {
        let value = match at {
            7 => 6.1,
            9 => 2.9,
            _ => 4.0 + f64::from(at % 5) / 10.0,
        };
        potassium(&format!("{}-{:02}-03", 2010 + at / 12, 1 + at % 12), value)
    });
    let mut room = room(&bundle(readings));
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let workflow = room.prepare("How did my potassium change?", &endpoint, [7; 32], 0).unwrap();
    let answer = workflow.resolve(&room.context(), "It rose.\n<quote><title>R1</title></quote>").unwrap();
    let values: Vec<&str> = answer
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::RecordData { rows, .. } => rows.first().map(|row| row.value.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(values.len(), 40);
    assert!(values.contains(&"6.1") && values.contains(&"2.9"), "{values:?}");
    let days = format!("{:?}", answer.blocks);
    assert!(days.contains("\"2010-01-03\"") && days.contains("\"2014-12-03\"") && !days.contains("\"2010-02-03\""));
    let [noted] = answer.noted.as_slice() else { panic!("{:?}", answer.noted) };
    assert_eq!(noted.remark, Remark::Shortened { shown: 40, all: 60 });
    assert!(noted.words.starts_with("The passage tells of 60 entries, of which 40 are shown: "), "{}", noted.words);
    assert_eq!(serde_json::to_value(noted).unwrap()["remark"], "shortened");
}

#[test]
fn the_newest_of_two_time_zones_is_that_of_the_later_instant() {
    // The day is the earlier one, and the instant the later.
    let late = || potassium("2024-06-01T23:30:00-05:00", 4.2);
    let early = || potassium("2024-06-02T02:00:00Z", 5.2);
    for both in [[late(), early()], [early(), late()]] {
        let text = told(both.clone(), POTASSIUM);
        assert!(
            text.contains("about 4.2 mmol/L") && !text.contains("5.2") && !text.contains("A later entry"),
            "{text}"
        );
        let text = told(both, "How did my potassium change?");
        assert!(text.contains("about 4.2 mmol/L") && !text.contains("5.2"), "{text}");
        assert!(!text.contains("A later entry") && text.contains("Some entries stay"), "{text}");
    }
    // Where days and instants agree, both are told.
    let text = told(
        [potassium("2024-06-01T10:00:00-05:00", 4.2), potassium("2024-06-02T02:00:00Z", 5.2)],
        "How did my potassium change?",
    );
    assert!(text.contains("4.2") && text.contains("5.2"), "{text}");
}

#[test]
fn an_illness_that_ended_is_told_as_over() {
    for end in [
        json!({"abatementDateTime": "2016-03-01"}),
        json!({"abatementBoolean": true}),
        json!({"abatementString": "after diet"}),
        json!({"abatementAge": {"value": 70, "unit": "a"}}),
        json!({"abatementPeriod": {"start": "2016"}}),
    ] {
        let file = bundle([with(gout(), end.clone())]);
        let text = told_at(&file, CONDITIONS);
        assert!(text.contains("Gout") && text.contains("It is over."), "{end}: {text}");
        assert_ne!(answered(&file, "Do I have gout?").as_deref(), Some("yes"), "{end}");
    }
    let text = told([with(gout(), json!({"abatementBoolean": false}))], CONDITIONS);
    assert!(text.contains("Gout") && !text.contains("over"), "{text}");
    let concern = |status: &str, concern: &str, own: &str| {
        format!(
            "<ClinicalDocument xmlns=\"urn:hl7-org:v3\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><recordTarget><patientRole>\
             <id root=\"1.2\" extension=\"p\"/><patient><name><given>Ilona</given><family>Varga</family></name></patient></patientRole></recordTarget>\
             <component><structuredBody><component><section><code code=\"11450-4\" codeSystem=\"2.16.840.1.113883.6.1\"/><title>Problems</title><text>See there.</text>\
             <entry><act classCode=\"ACT\" moodCode=\"EVN\"><statusCode code=\"{status}\"/><effectiveTime><low value=\"20150101\"/>{concern}</effectiveTime>\
             <entryRelationship typeCode=\"SUBJ\"><observation classCode=\"OBS\" moodCode=\"EVN\"><statusCode code=\"completed\"/>\
             <effectiveTime><low value=\"20150101\"/>{own}</effectiveTime><value xsi:type=\"CD\" code=\"90560007\" codeSystem=\"2.16.840.1.113883.6.96\" displayName=\"Gout\"/>\
             </observation></entryRelationship></act></entry></section></component></structuredBody></component></ClinicalDocument>"
        )
    };
    let high = "<high value=\"20160301\"/>";
    for (status, of_concern, own, words) in [
        ("completed", high, "", Some("It is over.")),
        ("completed", high, high, Some("It is over.")),
        ("active", high, "", Some("It is active.")),
        ("completed", "<high nullFlavor=\"UNK\"/>", "", None),
    ] {
        let text = told_at(&concern(status, of_concern, own), CONDITIONS);
        assert!(text.contains("Gout") && words.is_none_or(|words| text.contains(words)), "{status}: {text}");
        assert!(words == Some("It is over.") || !text.contains("over"), "{status}: {text}");
    }
}

#[test]
fn what_is_not_of_the_patient_is_not_told() {
    let known = || potassium("2024-06-01", 4.2);
    let other = |more: Value| with(potassium("2024-06-05", 6.6), more);
    for more in [
        json!({"focus": [{"reference": "RelatedPerson/r"}]}),
        json!({"focus": [{"display": "Fetus"}]}),
        json!({"subject": {"display": "Desmond"}}),
        json!({"subject": {"type": "Patient", "display": "Joy Abara"}}),
        json!({"subject": {"identifier": {"value": "999"}}}),
        json!({"subject": {"reference": "Patient/p", "display": "Gabor Varga"}}),
        json!({"dataAbsentReason": coded("http://terminology.hl7.org/CodeSystem/data-absent-reason", "error", "Error")}),
    ] {
        let file = bundle([known(), other(more.clone())]);
        assert!(!told_at(&file, POTASSIUM).contains("6.6"), "{more}");
        assert_eq!(answered(&file, POTASSIUM).as_deref(), Some("4.2 mmol/L"), "{more}");
    }
    for more in [
        json!({"subject": {"reference": "Patient/p", "display": "Varga, Ilona"}}),
        json!({"subject": {"display": "Ilona Varga"}}),
        json!({"focus": [{"reference": "Patient/p"}]}),
    ] {
        assert_eq!(
            answered(&bundle([known(), other(more.clone())]), POTASSIUM).as_deref(),
            Some("6.6 mmol/L"),
            "{more}"
        );
    }
}

#[test]
fn what_is_only_thought_of_or_denied_is_not_told() {
    for intent in ["proposal", "plan", "option"] {
        assert!(!told([medicine(json!({"intent": intent}))], MEDICINES).contains("warfarin"), "{intent}");
    }
    assert!(told([medicine(json!({"intent": "instance-order"}))], MEDICINES).contains("warfarin"));
    let called = |text: &str| {
        let mut gout = gout();
        gout["code"]["text"] = text.into();
        gout
    };
    for text in ["NO gout - ruled out", "Gout (ruled out)", "No gout"] {
        let file = bundle([called(text)]);
        assert!(!told_at(&file, CONDITIONS).contains("Gout"), "{text}");
        assert_ne!(answered(&file, "Do I have gout?").as_deref(), Some("yes"), "{text}");
    }
    assert!(told([called("Gout, left toe")], CONDITIONS).contains("Gout"));
}

#[test]
fn what_a_history_deletes_is_not_so() {
    let person = json!({"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Varga"}]}});
    let put = |more: Value| json!({"resource": with(with(gout(), json!({"id": "c"})), more), "request": {"method": "PUT", "url": "Condition/c"}});
    let delete = json!({"fullUrl": "Condition/c", "request": {"method": "DELETE", "url": "Condition/c"},
        "response": {"status": "204", "lastModified": "2024-06-02T00:00:00Z"}});
    let of = |entries: [Value; 3]| json!({"resourceType": "Bundle", "type": "history", "entry": entries}).to_string();
    let state = |updated: &str| put(json!({"meta": {"versionId": "1", "lastUpdated": updated}}));
    for file in [
        of([person.clone(), delete.clone(), state("2024-06-01T00:00:00Z")]),
        of([person.clone(), state("2024-06-01T00:00:00Z"), delete.clone()]),
        of([person.clone(), put(json!({})), delete.clone()]),
    ] {
        assert!(!told_at(&file, CONDITIONS).contains("Gout"), "{file}");
        assert_ne!(answered(&file, "Do I have gout?").as_deref(), Some("yes"), "{file}");
    }
    // What was made again after it is so.
    let again = of([person, state("2024-06-03T00:00:00Z"), delete]);
    assert!(told_at(&again, CONDITIONS).contains("Gout"));
}

#[test]
fn what_may_be_only_asked_for_is_not_told() {
    let of = |kind: &str, status: &str| -> Vec<Option<&'static str>> {
        let colonoscopy = json!({"resourceType": kind, "status": status, "intent": "order", "authoredOn": "2023-03-01",
            "performedDateTime": "2023-03-01", "subject": {"reference": "Patient/p"},
            "code": coded("http://snomed.info/sct", "73761001", "Colonoscopy")});
        let room = room(&bundle([colonoscopy]));
        let facts = room.records().documents.iter().flat_map(|document| document.facts());
        facts.filter(|fact| fact.code.is_some()).map(why_not).collect()
    };
    assert_eq!(of("Procedure", "completed"), [None]);
    let untold = of("ServiceRequest", "active");
    assert!(matches!(untold.as_slice(), [Some(reason)] if reason.contains("only asked for")), "{untold:?}");
}

/// Returns a Bundle of two patients, of whom those in `allergic` are allergic to penicillin by the list, and the second has a note.
fn two_patients(allergic: &[&str]) -> String {
    let person = |id: &str, family: &str| json!({"resourceType": "Patient", "id": id, "name": [{"family": family, "given": ["Ilona"]}]});
    let allergy = |id: &str| {
        let since = if id == "p" { "2010-01-01" } else { "2021-03-02" };
        json!({"resourceType": "AllergyIntolerance", "patient": {"reference": format!("Patient/{id}")}, "onsetDateTime": since,
            "clinicalStatus": {"coding": [{"code": "active"}]},
            "code": coded("http://snomed.info/sct", "91936005", "Allergy to penicillin")})
    };
    // "Penicillin allergy was ruled out."
    let data = "UGVuaWNpbGxpbiBhbGxlcmd5IHdhcyBydWxlZCBvdXQu";
    let note = json!({"resourceType": "DocumentReference", "id": "n", "status": "current", "subject": {"reference": "Patient/q"},
        "date": "2021-03-02T10:00:00Z", "type": {"text": "Progress note"},
        "content": [{"attachment": {"contentType": "text/plain", "data": data}}]});
    let resources = [person("p", "Varga"), person("q", "Solberg")];
    let resources = resources.into_iter().chain(allergic.iter().map(|id| allergy(id))).chain([note]);
    let entry: Vec<Value> = resources.map(|resource| json!({"resource": resource})).collect();
    json!({"resourceType": "Bundle", "type": "collection", "entry": entry}).to_string()
}

#[test]
fn a_note_is_told_under_the_name_of_whom_it_is_about() {
    fn passages(text: &str) -> Vec<&str> {
        text.split("<quote>").skip(1).filter_map(|passage| Some(passage.split_once("</title>\n")?.1)).collect()
    }
    fn name(passage: &str) -> Option<&str> {
        passage.split_once(": ").map(|(name, _)| name).filter(|name| name.starts_with("Patient "))
    }
    let is_note = |passage: &&str| passage.contains("A passage of a clinical note");
    let asked = "Am I allergic to penicillin?";
    let told = |allergic: &[&str]| {
        let mut room = room(&two_patients(allergic));
        let words = ["penicillin", "allergy", "was", "ruled", "out"];
        let common = |word: &str| (word.to_owned(), Traits::COMMON | Traits::FREQUENT_WORD);
        room.set_lexicon(Lexicon::of(words.map(common)));
        told_in(room, asked)
    };
    let text = told(&["p", "q"]);
    let passages_of_both = passages(&text);
    let note = passages_of_both.iter().copied().find(is_note);
    assert!(note.is_some_and(|note| note.contains("ruled out")), "{text}");
    let own = passages_of_both.iter().copied().filter(|passage| !is_note(passage));
    let own = own.filter(|passage| passage.contains("since day 0")).map(name).collect::<Vec<_>>();
    assert_eq!(own, [note.and_then(name)], "{text}");
    // The note alone is of the second patient, and the entry of the first.
    let text = told(&["p"]);
    let passages_of_one = passages(&text);
    let names: Vec<Option<&str>> = passages_of_one.iter().copied().map(name).collect();
    assert!(matches!(names.as_slice(), [Some(entry), Some(note)] if entry != note), "{text}");
    assert!(!text.contains("All passages are about"), "{text}");
    // A note of which nothing is told says of nobody whose it is.
    let text = told_at(&two_patients(&["p"]), asked);
    let passages_of_one = passages(&text);
    let names: Vec<Option<&str>> = passages_of_one.iter().copied().map(name).collect();
    assert!(matches!(names.as_slice(), [Some(_), None]), "{text}");
    assert!(!text.contains("All passages are about"), "{text}");
}

/// Returns why the facts of `resource` cannot leave.
fn reasons(resource: Value) -> Vec<Option<&'static str>> {
    let room = room(&bundle([resource]));
    let facts = room.records().documents.iter().flat_map(|document| document.facts());
    facts.filter(|fact| fact.code.is_some()).map(why_not).collect()
}

#[test]
fn what_is_not_so_or_not_sure_is_not_told() {
    let procedure = |more: Value| {
        let procedure = json!({"resourceType": "Procedure", "status": "completed", "subject": {"reference": "Patient/p"},
            "performedDateTime": "2020-01-01", "code": coded("http://snomed.info/sct", "80146002", "Appendectomy")});
        reasons(with(procedure, more))
    };
    let request = |more: Value| reasons(medicine(more));
    let condition = |status: &str| reasons(with(gout(), json!({"verificationStatus": {"coding": [{"code": status}]}})));
    let observation = |status: &str| reasons(with(potassium("2020-01-01", 4.0), json!({"status": status})));
    for status in ["completed", "finished"] {
        assert_eq!(procedure(json!({"status": status})), [None], "{status}");
    }
    for status in [
        "not-done",
        "cancelled",
        "draft",
        "planned",
        "proposed",
        "registered",
        "unknown",
        "preparation",
        "not-taken",
        "intended",
        "rejected",
        "arrived",
        "triaged",
        "stopped",
        "on-hold",
        "active",
        "in-progress",
        "aborted",
        "suspended",
        "held",
    ] {
        let found = procedure(json!({"status": status}));
        assert_eq!(found, [Some("it says that something is not so, or is not sure")], "{status}");
    }
    // What lasts is so while it goes on, and was so until it was broken off.
    for status in ["active", "on-hold", "stopped", "completed"] {
        assert_eq!(request(json!({"status": status})), [None], "{status}");
    }
    for (more, is_told) in [
        (json!({"status": "draft"}), false),
        (json!({"status": "cancelled"}), false),
        (json!({"doNotPerform": true}), false),
        (json!({"doNotPerform": false}), true),
        (json!({"intent": "plan"}), false),
        (json!({"intent": "proposal"}), false),
        (json!({"intent": "option"}), false),
        (json!({"intent": "order"}), true),
    ] {
        assert_eq!(request(more.clone()) == [None], is_told, "{more}");
    }
    for (status, is_told) in [
        ("confirmed", true),
        ("unconfirmed", false),
        ("provisional", false),
        ("differential", false),
        ("refuted", false),
    ] {
        assert_eq!(condition(status) == [None], is_told, "{status}");
    }
    for (status, is_told) in [
        ("final", true),
        ("amended", true),
        ("corrected", true),
        ("registered", false),
        ("cancelled", false),
        ("specimen-in-process", false),
    ] {
        assert_eq!(observation(status) == [None], is_told, "{status}");
    }
}

#[test]
fn what_has_no_words_or_number_of_a_known_list_is_not_told() {
    let observation = |more: Value| reasons(with(potassium("2020-01-01", 4.0), more));
    let quantity = |value: Value, unit: &str| observation(json!({"valueQuantity": {"value": value, "unit": unit}}));
    let part = |more: Value| {
        let part = with(json!({"code": coded("http://loinc.org", "1", "Part")}), more);
        observation(json!({"valueQuantity": null, "component": [part]}))
    };
    let answer = |system: &str| json!({"valueCodeableConcept": coded(system, "1", "Positive")});
    let snomed = "http://snomed.info/sct";
    for (found, reason) in [
        (quantity(json!(4.1), "mmol/L"), None),
        (quantity(json!(4.1), "handfuls"), Some("its unit is not on the list of units")),
        (quantity(json!(1e30), "mmol/L"), Some("its number is out of range")),
        (observation(json!({"valueQuantity": null})), Some("it has no value that can be told")),
        (observation(json!({"valueQuantity": null, "valueString": "low"})), Some("its value is free text")),
        (observation(with(json!({"valueQuantity": null}), answer(snomed))), None),
        (
            observation(with(json!({"valueQuantity": null}), answer("urn:own"))),
            Some("its answer is not a term of a known terminology"),
        ),
        (
            observation(
                json!({"valueQuantity": null, "valueCodeableConcept": coded(snomed, "1", "Farmer (occupation)")}),
            ),
            Some("it says what somebody does for a living"),
        ),
        (
            part(json!({"valueCodeableConcept": coded(snomed, "1", "Gout at 93 years of age")})),
            Some("it says how old somebody is"),
        ),
        (part(json!({"valueQuantity": {"value": 4.1, "unit": "mmol/L"}})), None),
        (
            part(json!({"valueQuantity": {"value": 4.1, "unit": "handfuls"}})),
            Some("its unit is not on the list of units"),
        ),
        (part(json!({"valueString": "low"})), Some("its value is free text")),
        (part(answer(snomed)), None),
        (part(answer("urn:own")), Some("its answer is not a term of a known terminology")),
        (
            part(json!({"code": coded("urn:own", "1", "Part"), "valueQuantity": {"value": 4.1, "unit": "mmol/L"}})),
            Some("a part's name is not a term of a known terminology"),
        ),
    ] {
        assert_eq!(found, [reason], "{reason:?}");
    }
}

#[test]
fn an_answer_to_what_asks_for_age_work_place_or_number_is_not_told_at_any_level() {
    let quantity = |name: &str| {
        let more = json!({"code": coded("http://loinc.org", "1", name), "valueQuantity": {"value": 93, "unit": "a"}});
        reasons(with(potassium("2020-01-01", 4.0), more))
    };
    assert_eq!(quantity("Age calculated"), [Some("it says how old somebody is")]);
    assert_eq!(quantity("Medical record number"), [Some("it says who or where somebody is")]);
    assert_eq!(quantity("Postal code"), [Some("it says who or where somebody is")]);
    assert_eq!(quantity("Gestational age"), [None]);
    let answer = |name: &str, said: &str| {
        let more = json!({"code": coded("http://loinc.org", "1", name), "valueQuantity": null,
            "valueCodeableConcept": coded("http://snomed.info/sct", "1", said)});
        reasons(with(potassium("2020-01-01", 4.0), more))
    };
    assert_eq!(answer("Age group", "63 years"), [Some("it says how old somebody is")]);
    assert_eq!(answer("Usual job", "Judge"), [Some("it says what somebody does for a living")]);
    assert_eq!(answer("Country of birth", "Turkey"), [Some("it says who or where somebody is")]);
    let part =
        json!({"code": coded("http://loinc.org", "1", "Age reported"), "valueQuantity": {"value": 93, "unit": "a"}});
    let more =
        json!({"code": coded("http://loinc.org", "2", "Patient status"), "valueQuantity": null, "component": [part]});
    assert_eq!(reasons(with(potassium("2020-01-01", 4.0), more)), [Some("it says how old somebody is")]);
}

#[test]
fn a_term_is_of_a_known_terminology_and_no_sentence() {
    let named = |system: &str, term: &str| {
        let found = reasons(with(gout(), json!({"code": coded(system, "1", term)})));
        found.first().copied().flatten()
    };
    for system in [
        "http://loinc.org",
        "http://snomed.info/sct",
        "http://www.nlm.nih.gov/research/umls/rxnorm",
        "http://hl7.org/fhir/sid/cvx",
        "http://hl7.org/fhir/sid/icd-10-cm",
        "http://hl7.org/fhir/sid/icd-10",
        "http://hl7.org/fhir/sid/ndc",
    ] {
        assert_eq!(named(system, "Gout"), None, "{system}");
    }
    let unknown = Some("its name is not a term of a known terminology");
    for (system, term, reason) in [
        ("urn:own", "Gout", unknown),
        ("http://snomed.info/sct", &"a".repeat(200), None),
        ("http://snomed.info/sct", &"a".repeat(201), unknown),
        ("http://snomed.info/sct", "Gout. It hurts", unknown),
        ("http://snomed.info/sct", "Gout; it hurts", unknown),
        ("http://snomed.info/sct", "Gout! It hurts", unknown),
        ("http://snomed.info/sct", "Gout? It hurts", unknown),
        ("http://snomed.info/sct", "Gout.", None),
        ("http://snomed.info/sct", "Gout <toe", unknown),
        ("http://snomed.info/sct", "Gout >toe", unknown),
        ("http://snomed.info/sct", "Gout \"toe\"", unknown),
        ("http://snomed.info/sct", "Gout \\ toe", unknown),
        ("http://snomed.info/sct", "Occupation (observable)", Some("it says what somebody does for a living")),
        ("http://snomed.info/sct", "Farmer (occupation)", Some("it says what somebody does for a living")),
        ("http://snomed.info/sct", "History of occupations", Some("it says what somebody does for a living")),
        ("http://snomed.info/sct", "Profession", Some("it says what somebody does for a living")),
        ("http://snomed.info/sct", "Name of employer", Some("it says what somebody does for a living")),
        ("http://snomed.info/sct", "Occupational asthma", None),
        ("http://snomed.info/sct", "Gout at 93 years of age", Some("it says how old somebody is")),
    ] {
        assert_eq!(named(system, term), reason, "{system} {term}");
    }
}

/// Returns an observation of `code` on the day `when` with `more` elements.
fn observation(code: &str, name: &str, when: &str, more: Value) -> Value {
    let observation = json!({"resourceType": "Observation", "status": "final", "subject": {"reference": "Patient/p"},
        "effectiveDateTime": when, "code": coded("http://loinc.org", code, name)});
    with(observation, more)
}

fn blood_pressure(when: &str, systolic: f64, diastolic: f64) -> Value {
    let part = |code: &str, name: &str, value: f64| json!({"code": coded("http://loinc.org", code, name), "valueQuantity": {"value": value, "unit": "mmHg"}});
    let parts =
        [part("8480-6", "Systolic blood pressure", systolic), part("8462-4", "Diastolic blood pressure", diastolic)];
    observation("85354-9", "Blood pressure panel", when, json!({"component": parts}))
}

fn smoking(when: &str, code: &str, name: &str) -> Value {
    let answer = json!({"valueCodeableConcept": coded("http://snomed.info/sct", code, name)});
    observation("72166-2", "Tobacco smoking status", when, answer)
}

fn appendectomy(when: &str) -> Value {
    json!({"resourceType": "Procedure", "status": "completed", "subject": {"reference": "Patient/p"}, "performedDateTime": when,
        "code": coded("http://snomed.info/sct", "80146002", "Appendectomy")})
}

#[test]
fn a_message_has_its_frame_its_passages_and_the_question() {
    let text = told([potassium("2020-01-01", 4.0), potassium("2021-01-01", 5.0)], "How did my potassium change?");
    let (head, rest) = text.split_once("\n\n").unwrap();
    assert!(head.starts_with("Passages:\nAll passages are about Patient ") && head.ends_with('.'), "{head}");
    assert_eq!(
        rest,
        "<quote><title>R1</title>\n\
         Potassium [Moles/volume] in Serum or Plasma was about 4 mmol/L, 12 months before day 0.\n\
         Potassium [Moles/volume] in Serum or Plasma was about 5 mmol/L, day 0.\n\
         <link>#R1</link></quote>\n\nQuestion: how did my potassium change?"
    );
}

#[test]
fn entries_are_told_in_sentences_of_our_own() {
    let three = |values: [f64; 3]| {
        let days = ["2020-01-01", "2021-01-01", "2022-01-01"];
        days.into_iter().zip(values).map(|(day, value)| potassium(day, value)).collect::<Vec<_>>()
    };
    let in_mg = with(potassium("2022-01-01", 4.5), json!({"valueQuantity": {"value": 12.0, "unit": "mg/dL"}}));
    let in_words = with(potassium("2022-01-01", 4.5), json!({"valueQuantity": null, "valueString": "hemolysed"}));
    let vaccine = json!({"resourceType": "Immunization", "status": "completed", "patient": {"reference": "Patient/p"},
        "occurrenceDateTime": "2020-01-01", "vaccineCode": coded("http://hl7.org/fhir/sid/cvx", "140", "Influenza, seasonal, injectable")});
    let report = json!({"resourceType": "DiagnosticReport", "status": "final", "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2020-01-01", "code": coded("http://loinc.org", "58410-2", "CBC panel - Blood by Automated count")});
    let hidden = with(gout(), json!({"code": coded("http://snomed.info/sct", "90560007", "Gout\u{200b}y arthritis")}));
    let potassium_was = "Potassium [Moles/volume] in Serum or Plasma was";
    let rows: Vec<(Vec<Value>, &str, Vec<String>)> = vec![
        (
            three([4.0, 5.0, 4.5]),
            "How did my potassium change?",
            vec![
                format!(
                    "{potassium_was} between about 4 and 5 mmol/L, mixed, in 3 readings, from 2 years before day 0 to day 0."
                ),
                format!("{potassium_was} about 4 mmol/L, 2 years before day 0."),
                format!("{potassium_was} about 4.5 mmol/L, day 0."),
            ],
        ),
        (
            three([4.0, 4.0, 4.0]),
            "my potassium",
            vec![
                format!("{potassium_was} about 4 mmol/L, steady, in 3 readings, from 2 years before day 0 to day 0."),
                format!("{potassium_was} about 4 mmol/L, day 0."),
            ],
        ),
        (
            vec![potassium("2020-01-01", 4.0), potassium("2020-01-01", 4.1), potassium("2020-01-01", 4.6)],
            "my potassium",
            vec![
                format!("{potassium_was} between about 4 and 4.6 mmol/L, rising, in 3 readings, all day 0."),
                format!("{potassium_was} about 4.6 mmol/L, day 0."),
            ],
        ),
        (
            vec![blood_pressure("2020-01-01", 120.0, 80.0)],
            "blood pressure",
            vec![
                "Blood pressure panel: Systolic blood pressure was about 120 mmHg; Diastolic blood pressure was about 80 mmHg, day 0."
                    .into(),
            ],
        ),
        (
            vec![
                blood_pressure("2020-01-01", 120.0, 80.0),
                blood_pressure("2021-01-01", 150.0, 90.0),
                blood_pressure("2022-01-01", 140.0, 85.0),
            ],
            "blood pressure",
            vec![
                "Blood pressure panel: Systolic blood pressure was between about 120 and 150 mmHg, mixed; Diastolic blood pressure was \
                 between about 80 and 90 mmHg, mixed, in 3 readings, from 2 years before day 0 to day 0."
                    .into(),
                "Blood pressure panel: Systolic blood pressure was about 140 mmHg; Diastolic blood pressure was about 85 mmHg, day 0."
                    .into(),
            ],
        ),
        (
            vec![
                smoking("2020-01-01", "8517006", "Former smoker"),
                smoking("2021-01-01", "8517006", "Former smoker"),
                smoking("2022-01-01", "266919005", "Never smoked tobacco"),
            ],
            "Do I smoke?",
            vec![
                "Tobacco smoking status, recorded 3 times, from 2 years before day 0 to day 0. The latest was Never smoked tobacco."
                    .into(),
            ],
        ),
        (
            vec![smoking("2020-01-01", "8517006", "Former smoker")],
            "Do I smoke?",
            vec!["Tobacco smoking status was Former smoker, day 0.".into()],
        ),
        (
            vec![appendectomy("2020-01-01"), appendectomy("2021-01-01"), appendectomy("2022-01-01")],
            "appendectomy",
            vec!["Procedure: Appendectomy, recorded 3 times, from 2 years before day 0 to day 0.".into()],
        ),
        (vec![appendectomy("2020-01-01")], "my appendectomy", vec!["Procedure: Appendectomy, done day 0.".into()]),
        (
            vec![medicine(json!({}))],
            MEDICINES,
            vec!["Medication: warfarin sodium 5 MG Oral Tablet, prescribed day 0. It is active.".into()],
        ),
        (
            vec![with(gout(), json!({"abatementDateTime": "2016-03-01"}))],
            CONDITIONS,
            vec!["Condition: Gout, since day 0, until 14 months after day 0. It is over.".into()],
        ),
        // Of what began and ended on one day, the day is told once.
        (
            vec![with(gout(), json!({"abatementDateTime": "2015-01-01"}))],
            CONDITIONS,
            vec!["Condition: Gout, since day 0. It is over.".into()],
        ),
        // A range over two units says nothing.
        (
            vec![potassium("2020-01-01", 4.0), potassium("2021-01-01", 5.0), in_mg],
            "my potassium",
            vec![
                "Potassium [Moles/volume] in Serum or Plasma, recorded 3 times, from 2 years before day 0 to day 0. The latest was about \
                 12 mg/dL."
                    .into(),
            ],
        ),
        (
            vec![potassium("2020-01-01", 4.0), in_words],
            "my potassium",
            vec![
                format!("{potassium_was} about 4 mmol/L, day 0. A later entry of it stays with the patient."),
                "Some entries stay with the patient and are not told here.".into(),
            ],
        ),
        (vec![vaccine], "flu shot", vec!["Immunization: Influenza, seasonal, injectable, given day 0.".into()]),
        (vec![report], "blood count report", vec!["Report: CBC panel - Blood by Automated count, day 0.".into()]),
        (vec![hidden], CONDITIONS, vec!["Condition: Gouty arthritis, since day 0.".into()]),
    ];
    for (resources, question, expected) in rows {
        let text = told(resources, question);
        let ours = |line: &&str| {
            !line.is_empty()
                && !line.starts_with(['<'])
                && !["Passages:", "All passages", "Question:"].iter().any(|begin| line.starts_with(begin))
        };
        assert_eq!(text.lines().filter(ours).collect::<Vec<_>>(), expected, "{question}: {text}");
    }
}
