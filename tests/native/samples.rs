//! The sample records hold the stories that `examples/records/README.md` tells of them, and nothing of a note that the
//! structure names goes unharvested.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chaperone::document::{Document, DocumentKind, EntityType, Fact, FactKind, PatientIndex, Reading, Records};
use chaperone::ingest::read;
use chaperone::progress::Unwatched;
use jiff::civil::{Date, date};
use serde_json::Value;

use crate::common::rooms;
use crate::invariants;

const OKAFOR: usize = 0;
const QUINONES: usize = 1;
const RICE: usize = 2;
const SOLBERG: usize = 3;
const TRAN: usize = 4;

static BYTES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| rooms::SAMPLES.map(rooms::sample).to_vec());

static RECORDS: LazyLock<Records> = LazyLock::new(|| {
    let mut records = Records::default();
    for (bytes, name) in BYTES.iter().zip(rooms::SAMPLES) {
        let report = read(&mut records, bytes, &mut Unwatched).unwrap();
        assert_eq!((report.skipped, report.patients), (Vec::new(), 1), "{name}");
    }
    records
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/records")
}

fn documents(who: usize) -> impl Iterator<Item = &'static Document> {
    RECORDS.documents.iter().filter(move |document| document.subject == Some(PatientIndex(who as u32)))
}

fn facts(who: usize, kind: FactKind) -> Vec<&'static Fact> {
    documents(who).flat_map(Document::facts).filter(|fact| fact.kind == kind).collect()
}

fn name(fact: &Fact) -> &str {
    fact.code.as_ref().map_or("", |code| code.display.text.as_str())
}

fn status(fact: &Fact) -> &str {
    fact.status.as_ref().map_or("", |status| status.text.as_str())
}

fn day(fact: &Fact) -> Date {
    fact.begun.as_ref().unwrap().day
}

/// Every number of the observation with that LOINC code, with its day and unit, the oldest first.
fn course(who: usize, code: &str) -> Vec<(Date, f64, &'static str)> {
    let of_code = facts(who, FactKind::Observation)
        .into_iter()
        .filter(|fact| fact.code.as_ref().is_some_and(|coded| coded.code.as_deref() == Some(code)));
    let mut course: Vec<_> = of_code
        .filter_map(|fact| match fact.reading.as_ref()? {
            Reading::Quantity { number, unit, .. } => Some((day(fact), *number, unit.as_ref()?.text.as_str())),
            _ => None,
        })
        .collect();
    course.sort_by_key(|(day, ..)| *day);
    course
}

fn between(course: &[(Date, f64, &str)], from: Date, until: Date) -> Vec<f64> {
    course.iter().filter(|(day, ..)| (from..=until).contains(day)).map(|(_, number, _)| *number).collect()
}

/// The only note of that day.
fn note(who: usize, day: Date) -> &'static str {
    let mut notes = documents(who).filter(|document| document.kind == DocumentKind::Note && document.date == Some(day));
    let text = notes.next().unwrap().text.as_str();
    assert!(notes.next().is_none());
    text
}

/// Asserts that the note of `day` says each of `sentences`, wherever its lines break.
fn says(who: usize, day: Date, sentences: &[&str]) {
    let note = note(who, day).split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in sentences {
        assert!(note.contains(sentence), "{}: {day} does not say: {sentence}", rooms::SAMPLES[who]);
    }
}

fn statuses(who: usize, kind: FactKind, part_of_name: &str) -> Vec<&'static str> {
    facts(who, kind).into_iter().filter(|fact| name(fact).contains(part_of_name)).map(status).collect()
}

#[test]
fn the_folder_holds_these_files_alone_and_they_are_small() {
    let mut found: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .collect();
    found.sort();
    assert_eq!(found, rooms::SAMPLES);
    assert!(BYTES.iter().map(Vec::len).sum::<usize>() < 1_500_000);
}

#[test]
fn five_people_are_read_whole() {
    let files: Vec<&[u8]> = BYTES.iter().map(Vec::as_slice).collect();
    invariants::check(&RECORDS, &files);
    let names: Vec<&str> = RECORDS.patients.iter().map(|patient| patient.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Amara Ngozi Okafor",
            "Nahia Róisín Quiñones-O'Malley",
            "Imani Delphine Rice",
            "Håkon Emil Solberg",
            "Thị Hồng Nhung Trần"
        ]
    );
}

#[test]
fn everybody_has_every_kind_over_years() {
    use FactKind::*;
    for (who, file) in rooms::SAMPLES.iter().enumerate() {
        for kind in [
            Patient,
            Observation,
            Procedure,
            Condition,
            AllergyIntolerance,
            MedicationRequest,
            Immunization,
            DiagnosticReport,
            CarePlan,
            Encounter,
            Goal,
            CareTeam,
            FamilyMemberHistory,
        ] {
            assert!(!facts(who, kind).is_empty(), "{file}: {kind:?}");
        }
        let conditions: BTreeSet<&str> = facts(who, Condition).into_iter().map(status).collect();
        assert_eq!(conditions, BTreeSet::from(["active", "refuted", "resolved"]), "{file}");
        let medicines: BTreeSet<&str> = facts(who, MedicationRequest).into_iter().map(status).collect();
        assert!(medicines.is_superset(&BTreeSet::from(["active", "stopped"])), "{file}");
        let observations = facts(who, Observation);
        assert!(observations.iter().any(|fact| fact.components.len() == 2), "{file}: blood pressure");
        assert!(
            observations.iter().any(|fact| fact.fields.iter().any(|field| field.label.starts_with("Reference range")))
        );
        assert!(observations.iter().any(|fact| fact.fields.iter().any(|field| field.value.text == "High")), "{file}");
        let days: Vec<Date> = observations.into_iter().map(day).collect();
        let years = days.iter().max().unwrap().year() - days.iter().min().unwrap().year();
        assert!((4..=10).contains(&years), "{file}: {years} years");
        let notes: Vec<&Document> = documents(who).filter(|document| document.kind == DocumentKind::Note).collect();
        assert!(notes.len() >= 6 && notes.iter().all(|note| note.author.is_some()), "{file}");
        let titles: BTreeSet<&str> = notes.iter().filter_map(|note| note.title.split(" · ").nth(1)).collect();
        assert!(titles.len() >= 4, "{file}: {titles:?}");
    }
}

#[test]
fn okafors_penicillin_allergy_was_ruled_out_and_her_screening_not_done() {
    assert_eq!(statuses(OKAFOR, FactKind::AllergyIntolerance, "penicillin"), ["active"]);
    says(OKAFOR, date(2019, 6, 18), &["Penicillin allergy was confirmed"]);
    says(OKAFOR, date(2022, 5, 17), &["Mrs. Okafor is NOT allergic to penicillin"]);
    assert_eq!(statuses(OKAFOR, FactKind::MedicationRequest, "metformin hydrochloride 1000"), ["active"]);
    says(OKAFOR, date(2023, 8, 30), &["I take the metformin only ONCE a day"]);
    says(OKAFOR, date(2024, 4, 16), &["urine albumin to creatinine ratio. I can find none"]);
    let urine = |fact: &&Fact| name(fact).contains("Albumin") || name(fact).contains("Microalbumin");
    assert!(!facts(OKAFOR, FactKind::Observation).iter().any(urine));
    let late = |part: &str, from: Date| {
        facts(OKAFOR, FactKind::Procedure)
            .into_iter()
            .filter(|fact| name(fact).contains(part) && day(fact) >= from)
            .count()
    };
    assert_eq!((late("Colonoscopy", date(2019, 6, 1)), late("retinal eye exam", date(2023, 7, 1))), (0, 0));
    let hba1c = course(OKAFOR, "4548-4");
    assert!(
        hba1c.iter().skip_while(|(day, ..)| day.year() < 2021).map(|(_, number, _)| *number).is_sorted_by(|a, b| a > b)
    );
}

#[test]
fn the_childs_peanut_allergy_is_outgrown_and_her_lead_was_not_confirmed() {
    assert_eq!(statuses(QUINONES, FactKind::AllergyIntolerance, "peanut"), ["active"]);
    assert_eq!(statuses(QUINONES, FactKind::AllergyIntolerance, "eggs"), ["refuted"]);
    says(
        QUINONES,
        date(2022, 11, 15),
        &["Nahia is no longer allergic to peanut", "take the peanut allergy off her list"],
    );
    says(QUINONES, date(2017, 9, 5), &["confirmed with a VENOUS sample WITHIN ONE MONTH"]);
    assert_eq!(course(QUINONES, "10368-9"), [(date(2017, 8, 29), 6.1, "ug/dL")]);
    assert!(course(QUINONES, "5671-3").is_empty(), "no venous lead");
    let doses =
        |vaccine: &str| facts(QUINONES, FactKind::Immunization).into_iter().filter(|f| name(f) == vaccine).count();
    assert_eq!((doses("MMR"), doses("varicella"), doses("DTaP"), doses("IPV")), (1, 1, 5, 4));
    says(QUINONES, date(2020, 9, 1), &["MMR number 2 and varicella number 2 were DEFERRED"]);
    let fluticasone = statuses(QUINONES, FactKind::MedicationRequest, "fluticasone propionate 0.044");
    assert_eq!(BTreeSet::from_iter(fluticasone), BTreeSet::from(["stopped", "active"]));
    says(QUINONES, date(2021, 10, 4), &["this time the 110 microgram inhaler, one puff twice a day"]);
    let units: BTreeSet<&str> = course(QUINONES, "29463-7").into_iter().map(|(.., unit)| unit).collect();
    assert_eq!(units, BTreeSet::from(["kg", "[lb_av]"]));
    let height = course(QUINONES, "8302-2");
    assert!(height.len() >= 12 && height.is_sorted_by(|a, b| a.1 < b.1), "she only grows");
    assert!(course(QUINONES, "6206-7").last().unwrap().1 < 1.0);
}

#[test]
fn rices_blood_group_differs_and_her_glucose_was_not_tested_after_the_birth() {
    let rhesus =
        facts(RICE, FactKind::Observation).into_iter().find(|fact| name(fact) == "Rh [Type] in Blood").unwrap();
    assert!(matches!(&rhesus.reading, Some(Reading::Coded { answer }) if answer.display.text == "RhD negative"));
    says(RICE, date(2022, 3, 22), &["RhD NEGATIVE", "Never smoked"]);
    says(RICE, date(2022, 10, 28), &["Blood group O POSITIVE, no anti-D needed"]);
    says(RICE, date(2018, 6, 12), &["Gave up cigarettes on New Year's Day 2016"]);
    let after = date(2022, 10, 25);
    for code in ["1558-6", "1518-0", "4548-4", "59261-8", "14771-0"] {
        assert!(between(&course(RICE, code), after, Date::MAX).is_empty(), "{code}");
    }
    says(
        RICE,
        date(2022, 8, 9),
        &["75 g glucose tolerance test at six to twelve weeks", "this is what always gets lost"],
    );
    assert_eq!(
        between(&course(RICE, "3016-3"), date(2022, 12, 7), date(2024, 7, 1)),
        [0.0; 0],
        "TSH was due in six weeks"
    );
    assert_eq!(course(RICE, "14771-0"), [(date(2022, 8, 27), 5.6, "mmol/L")]);
    assert_eq!(course(RICE, "59261-8"), [(date(2022, 8, 27), 36.0, "mmol/mol")]);
    assert_eq!(statuses(RICE, FactKind::AllergyIntolerance, "No known allergy"), ["active"]);
    says(RICE, date(2023, 2, 3), &["My file still says no known allergies", "big itchy welts"]);
    let low: Vec<(Date, &str)> = facts(RICE, FactKind::MedicationRequest)
        .into_iter()
        .filter(|fact| name(fact) == "levothyroxine sodium 0.075 MG Oral Tablet")
        .map(|fact| (day(fact), status(fact)))
        .collect();
    assert_eq!(low, [(date(2017, 5, 16), "stopped"), (date(2022, 12, 7), "active")]);
    assert_eq!(statuses(RICE, FactKind::MedicationRequest, "sertraline"), ["stopped", "stopped"]);
    let insulin = facts(RICE, FactKind::MedicationRequest).into_iter().filter(|fact| name(fact).starts_with("insulin"));
    assert_eq!(insulin.map(day).collect::<Vec<_>>(), [date(2022, 9, 6), date(2022, 9, 27)]);
    says(RICE, date(2022, 9, 27), &["EIGHT units since the 6th", "up to TEN units from tonight"]);
    says(RICE, date(2022, 10, 28), &["last 14 units at bedtime"]);
    let mood = course(RICE, "44261-6");
    assert_eq!(
        mood.iter().map(|(_, score, _)| *score).collect::<Vec<_>>(),
        [16.0, 8.0, 4.0, 5.0, 3.0, 11.0, 15.0, 9.0, 5.0, 3.0]
    );
    assert!(note(RICE, date(2022, 8, 9)).contains("two cups of cooked rice"), "the word that is her name");
}

#[test]
fn solberg_has_two_doses_and_no_digoxin_level() {
    assert_eq!(RECORDS.patients[SOLBERG].birth, Some(date(1931, 11, 2)));
    assert_eq!(statuses(SOLBERG, FactKind::MedicationRequest, "furosemide 80"), ["active"]);
    says(SOLBERG, date(2024, 9, 3), &["the box has ONE TABLET OF 40 mg", "The list from the practice says 80 mg"]);
    assert_eq!(statuses(SOLBERG, FactKind::MedicationRequest, "digoxin"), ["stopped", "active"]);
    says(SOLBERG, date(2023, 7, 10), &["DIGOXIN LEVEL AND POTASSIUM IN TWO WEEKS", "back on his pipe"]);
    assert!(!facts(SOLBERG, FactKind::Observation).iter().any(|fact| name(fact).to_lowercase().contains("digoxin")));
    assert!(between(&course(SOLBERG, "2823-3"), date(2023, 7, 10), date(2023, 9, 30)).is_empty(), "nor a potassium");
    // Kidney function and potassium were promised within a week of leaving hospital.
    assert!(between(&course(SOLBERG, "2160-0"), date(2022, 11, 14), date(2022, 11, 30)).is_empty());
    let smoking =
        facts(SOLBERG, FactKind::Observation).into_iter().find(|f| name(f) == "Tobacco smoking status").unwrap();
    assert!(matches!(&smoking.reading, Some(Reading::Coded { answer }) if answer.display.text == "Former smoker"));
    let kidneys = course(SOLBERG, "33914-3");
    assert!(kidneys.first().unwrap().1 > 60.0 && kidneys.last().unwrap().1 < 37.0);
}

#[test]
fn trans_inr_was_due_and_her_targets_differ() {
    let inr = course(TRAN, "6301-6");
    assert!(inr.len() > 30);
    assert!(between(&inr, date(2023, 12, 12), date(2024, 2, 19)).is_empty(), "none after the antibiotic");
    assert_eq!(between(&inr, date(2024, 2, 20), date(2024, 2, 20)), [4.6]);
    says(
        TRAN,
        date(2023, 12, 12),
        &["INR IN 3 TO 5 DAYS", "4 mg every evening except 3 mg on Sundays", "Our list says 3 mg"],
    );
    assert!(facts(TRAN, FactKind::Goal).into_iter().any(|goal| name(goal) == "INR between 2.5 and 3.5"));
    says(TRAN, date(2022, 9, 13), &["INR target 2.0-3.0"]);
    let warfarin: Vec<(Date, &str)> = facts(TRAN, FactKind::MedicationRequest)
        .into_iter()
        .filter(|fact| name(fact).starts_with("warfarin"))
        .map(|fact| (day(fact), status(fact)))
        .collect();
    assert_eq!(warfarin.iter().filter(|(_, status)| *status == "active").count(), 1);
    assert!(warfarin.contains(&(date(2021, 5, 16), "stopped")), "started again after the operation");
    let procedures = facts(TRAN, FactKind::Procedure);
    let count = |part: &str, from: Date| procedures.iter().filter(|f| name(f).contains(part) && day(f) >= from).count();
    assert_eq!(count("Computed tomography", date(2022, 2, 9)), 0);
    assert_eq!(count("Ultrasonography of abdomen", date(2022, 9, 14)), 0);
    assert!(count("Ultrasonography of abdomen", date(2016, 1, 1)) >= 10);
    assert!(course(TRAN, "14682-9").iter().all(|(.., unit)| *unit == "umol/L"));
    assert_eq!(between(&course(TRAN, "14682-9"), date(2019, 8, 1), date(2019, 8, 31)), [131.0, 96.0]);
    let smoking = facts(TRAN, FactKind::Observation).into_iter().filter(|fact| name(fact) == "Tobacco smoking status");
    assert!(smoking.into_iter().all(
        |fact| matches!(&fact.reading, Some(Reading::Coded { answer }) if answer.display.text.starts_with("Never"))
    ));
    says(TRAN, date(2017, 10, 9), &["she smoked for ten years in the laundry"]);
    says(TRAN, date(2022, 2, 8), &["CT AGAIN IN TWELVE MONTHS"]);
}

/// The identifying texts that stand in the FHIR structure of a file, read without the engine.
fn structured(value: &Value, key: &str, found: &mut BTreeSet<(EntityType, String)>) {
    let texts = |value: &Value| -> Vec<String> {
        let many = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        many.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    match value {
        Value::Array(items) => items.iter().for_each(|item| structured(item, key, found)),
        Value::Object(members) => {
            let mut take = |entity_type, names: &[&str]| {
                let values = names.iter().filter_map(|name| members.get(*name)).flat_map(&texts);
                found.extend(values.map(|text| (entity_type, text)));
            };
            match key {
                "name" => take(EntityType::Person, &["family", "given"]),
                "address" => take(EntityType::Location, &["line", "city", "postalCode"]),
                "identifier" => take(EntityType::Id, &["value"]),
                "telecom" if members["system"] == "email" => take(EntityType::Email, &["value"]),
                "telecom" => take(EntityType::Phone, &["value"]),
                _ => {}
            }
            if members.get("resourceType").is_some_and(|kind| kind == "Organization") {
                take(EntityType::Organization, &["name"]);
            }
            members.iter().for_each(|(name, member)| structured(member, name, found));
        }
        _ => {}
    }
}

#[test]
fn what_a_note_names_and_the_structure_too_is_harvested() {
    for (who, file) in rooms::SAMPLES.iter().enumerate() {
        let mut named = BTreeSet::new();
        structured(&serde_json::from_slice(&BYTES[who]).unwrap(), "", &mut named);
        let notes: Vec<&str> = documents(who)
            .filter(|document| document.kind == DocumentKind::Note)
            .map(|note| note.text.as_str())
            .collect();
        let mut met: BTreeSet<EntityType> = BTreeSet::new();
        let mut count = 0;
        for (entity_type, text) in named.iter().filter(|(_, text)| notes.iter().any(|note| note.contains(text))) {
            let harvested =
                RECORDS.identifiers.iter().any(|found| found.text == *text && found.entity_type == *entity_type);
            assert!(harvested, "{file}: {entity_type:?} {text}");
            met.insert(*entity_type);
            count += 1;
        }
        assert!(count >= 18, "{file}: only {count} identifiers of the structure stand in notes");
        for entity_type in
            [EntityType::Person, EntityType::Phone, EntityType::Location, EntityType::Organization, EntityType::Id]
        {
            assert!(met.contains(&entity_type), "{file}: no {entity_type:?} in its notes");
        }
    }
}

#[test]
fn names_are_written_in_many_ways() {
    for (who, texts) in [
        (QUINONES, ["Quiñones-O'Malley", "QUIÑONES-O'MALLEY", "Ciarán O'Malley", "Lowenthal-Sá"]),
        (RICE, ["RICE", "Grünwald", "Abara-Létourneau", "Grandes-Îles"]),
        (SOLBERG, ["Håkon", "Solberg-Reyes", "Inés", "The Weber test"]),
        (TRAN, ["TRẦN Thị Hồng Nhung", "Tran Thi Hong Nhung", "Ó Dálaigh", "Trần-Żurawska"]),
    ] {
        let written = |text: &str| {
            documents(who).any(|document| {
                document.kind == DocumentKind::Note && document.text.to_lowercase().contains(&text.to_lowercase())
            })
        };
        assert!(texts.iter().all(|text| written(text)), "{}", rooms::SAMPLES[who]);
    }
}
