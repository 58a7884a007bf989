//! What entries leave open: what is not confirmed, whose status is unknown, what is active and stopped, and whom a surname means.

use super::*;

fn said(room: &Room, question: &str) -> (String, String) {
    let told = exact::answer(room.records(), question, Some(PatientIndex(0)), Some(Date::constant(2024, 11, 29)));
    told.map(|exact| (exact.answer, exact.sentence)).unwrap_or_default()
}

/// What stands at the head of a box: whose it is where its reference does not tell that, and the reference.
fn head(block: &Block) -> String {
    match block {
        Block::Verbatim { reference, person, .. } | Block::RecordData { reference, person, .. } => {
            person.iter().map(|person| format!("{person} · ")).collect::<String>() + reference.as_str()
        }
        Block::Prose { .. } | Block::Invalid { .. } => String::new(),
    }
}

fn prescription(id: &str, name: &str, status: &str, day: &str) -> serde_json::Value {
    let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": day });
    entry("MedicationRequest", id, RXNORM, name, name, rest)
}

#[test]
fn a_status_that_is_not_known_is_no_no() {
    let mut without = prescription("3", "Metformin 500 MG", "active", "2023-04-01");
    without.as_object_mut().unwrap().remove("status");
    let room = room_of(&[
        prescription("1", "Digoxin 0.125 MG", "unknown", "2023-03-01"),
        prescription("2", "Amlodipine 5 MG", "stopped", "2023-03-01"),
        without,
        // What is known later counts.
        prescription("4", "Sertraline 50 MG", "unknown", "2022-03-01"),
        prescription("5", "Sertraline 50 MG", "completed", "2023-03-01"),
    ]);
    let not_said = "The record does not say whether it is so now: the prescription";
    for (question, answer, sentence) in [
        (
            "Am I taking digoxin?",
            "the record does not say",
            format!("{not_said} “Digoxin 0.125 MG” of 1 March 2023 has the status “unknown”."),
        ),
        (
            "Do I take metformin?",
            "the record does not say",
            format!("{not_said} “Metformin 500 MG” of 1 April 2023 has no status."),
        ),
        (
            "Am I taking amlodipine?",
            "no",
            "Not now, as the record has it: the prescription “Amlodipine 5 MG” of 1 March 2023 has the status “stopped”."
                .to_owned(),
        ),
        (
            "Am I taking sertraline?",
            "no",
            "Not now, as the record has it: the prescription “Sertraline 50 MG” of 1 March 2023 has the status “completed”."
                .to_owned(),
        ),
    ] {
        assert_eq!(said(&room, question), (answer.to_owned(), sentence), "{question}");
    }
    assert_ne!(said(&room, "Did I stop digoxin?").0, "yes");
}

#[test]
fn a_diagnosis_that_is_not_confirmed_is_told_as_such() {
    let condition = |id: &str, name: &str, verified: &str| {
        let mut rest = clinical("active", "2022-01-01");
        rest["verificationStatus"] = serde_json::json!({ "coding": [{ "code": verified }] });
        entry("Condition", id, SNOMED, name, name, rest)
    };
    let room = room_of(&[
        condition("1", "Hepatitis C", "differential"),
        condition("2", "Asthma", "confirmed"),
        condition("3", "Gout", "provisional"),
        condition("4", "Gout", "confirmed"),
    ]);
    assert_eq!(
        said(&room, "Do I have hepatitis C?"),
        (
            "not confirmed".to_owned(),
            "Not confirmed: the record has an entry of 1 January 2022, as “differential”: “Hepatitis C”.".to_owned()
        )
    );
    assert!(said(&room, "Do I have asthma?").1.starts_with("Yes: the record has an entry of 1 January 2022"));
    assert_eq!(said(&room, "Do I have gout?").0, "yes", "one entry of it is confirmed");
    let list = said(&room, "Which conditions do I have?").1;
    assert!(list.ends_with(". Not confirmed, as the record has it: “Hepatitis C”."), "{list}");
    let allergy = |id: &str, name: &str, verified: &str| {
        let mut rest = clinical("active", "2022-01-01");
        rest["verificationStatus"] = serde_json::json!({ "coding": [{ "code": verified }] });
        entry("AllergyIntolerance", id, SNOMED, name, name, rest)
    };
    let allergic = room_of(&[allergy("1", "Penicillin", "unconfirmed"), allergy("2", "Latex", "confirmed")]);
    assert_eq!(
        said(&allergic, "Am I allergic to penicillin?").1,
        "Not confirmed: the record has an entry of 1 January 2022, as “unconfirmed”: “Penicillin”."
    );
    assert!(said(&allergic, "Am I allergic to latex?").1.starts_with("Yes"));
    let began = said(&room, "When was I diagnosed with hepatitis C?").1;
    assert!(began.ends_with("1 January 2022. Not confirmed, as the record has it: “Hepatitis C”."), "{began}");
}

#[test]
fn a_later_stop_of_the_same_medicine_is_told_beside_an_active_prescription() {
    let room = room_of(&[
        prescription("1", "Warfarin 5 MG", "active", "2024-02-01"),
        prescription("2", "Warfarin 5 MG", "stopped", "2024-08-01"),
        // An earlier one that was stopped says nothing of this one.
        prescription("3", "Amlodipine 5 MG", "stopped", "2023-02-01"),
        prescription("4", "Amlodipine 5 MG", "active", "2024-02-01"),
    ]);
    let both = "The record says both: the prescription “Warfarin 5 MG” of 1 February 2024 is active, and a later one, of 1 August 2024, has the status “stopped”.";
    for question in ["Am I still on warfarin?", "Do I take warfarin?", "Have I stopped warfarin?"] {
        assert_eq!(said(&room, question), ("active, and stopped later".to_owned(), both.to_owned()), "{question}");
    }
    assert_eq!(said(&room, "Am I still on amlodipine?").0, "yes");
    let list = said(&room, "Which medicines do I take?").1;
    assert!(list.ends_with(". Active, but stopped by a later entry: “Warfarin 5 MG”."), "{list}");
}

#[test]
fn the_end_of_a_dosage_ends_what_is_taken() {
    let dosed = |id: &str, name: &str, ends: &[Option<&str>]| {
        let mut all = prescription(id, name, "active", "2023-03-01");
        let dosages = ends.iter().map(|end| match end {
            Some(end) => {
                serde_json::json!({ "text": "daily", "timing": { "repeat": { "boundsPeriod": { "end": end } } } })
            }
            None => serde_json::json!({ "text": "daily" }),
        });
        all["dosageInstruction"] = dosages.collect();
        all["dispenseRequest"] = serde_json::json!({ "validityPeriod": { "end": "2023-04-01" } });
        all
    };
    let room = room_of(&[
        dosed("1", "Amoxicillin 500 MG", &[Some("2023-03-08")]),
        dosed("2", "Prednisone 5 MG", &[Some("2023-03-08"), None]),
        dosed("3", "Insulin 100 UNT", &[None]),
        dosed("4", "Metformin 500 MG", &[Some("2023-03-08"), Some("2024-11")]),
    ]);
    assert_eq!(
        said(&room, "Am I on amoxicillin?").1,
        "Not now, as the record has it: the prescription “Amoxicillin 500 MG” of 1 March 2023 ended on 8 March 2023."
    );
    // One dosage without an end, the time in which it may be dispensed, or a month that is not over, ends nothing.
    for question in ["Am I on prednisone?", "Am I on insulin?", "Am I on metformin?"] {
        assert_eq!(said(&room, question).0, "yes", "{question}");
    }
}

#[test]
fn what_is_denied_of_one_kind_is_not_denied_of_all() {
    let denied =
        |name: &str| room_of(&[entry("AllergyIntolerance", "1", SNOMED, name, name, clinical("active", "2019-05-01"))]);
    for name in ["No drug allergy known", "No known food allergy", "NKDA"] {
        let (answer, sentence) = said(&denied(name), "Do I have any allergies?");
        assert_eq!(answer, "none is named", "{name}");
        let told =
            format!("The record names no active allergy, but what it denies is not every one: “{name}” (1 May 2019).");
        assert_eq!(sentence, told);
    }
    for name in ["No known allergies", "No known allergy (situation)", "NKA"] {
        let (answer, sentence) = said(&denied(name), "Do I have any allergies?");
        assert_eq!(answer, "no", "{name}: {sentence}");
    }
}

#[test]
fn of_ever_no_answer_of_the_record_is_left_out() {
    let room = rooms::of(&["rice"]);
    let both =
        "Tobacco smoking status, the latest first: Never smoked tobacco (22 March 2022); Former smoker (16 May 2017).";
    for question in ["Did I ever smoke?", "Have I ever smoked?", "Was I a smoker?"] {
        assert_eq!(said(&room, question).1, both, "{question}");
    }
    assert_eq!(said(&room, "Do I smoke?").1, "Tobacco smoking status: Never smoked tobacco, of 22 March 2022.");
    assert_eq!(said(&rooms::of(&["okafor"]), "Did I ever smoke?").0, "Never smoked tobacco");
}

#[test]
fn a_month_or_a_year_is_no_day() {
    let shot = |id: &str, name: &str, day: &str| {
        serde_json::json!({
            "resourceType": "Immunization", "id": id, "status": "completed", "patient": { "reference": "Patient/p" },
            "vaccineCode": { "text": name }, "occurrenceDateTime": day
        })
    };
    let room = room_of(&[
        shot("1", "Tetanus", "2019-05"),
        shot("2", "Influenza", "2020"),
        shot("3", "Hepatitis B", "2021-02-03"),
    ]);
    for (question, ends) in [
        ("Latest tetanus shot?", "“Tetanus” was given in May 2019."),
        ("When was my last influenza shot?", "“Influenza” was given in 2020."),
        ("When was my last hepatitis B vaccine?", "“Hepatitis B” was given on 3 February 2021."),
    ] {
        let (_, sentence) = said(&room, question);
        assert!(sentence.ends_with(ends), "{question}: {sentence}");
    }
}

#[test]
fn people_of_one_surname_are_told_apart() {
    let person = |id: &str, given: &str, gender: &str| {
        serde_json::json!({ "resourceType": "Patient", "id": id, "gender": gender,
            "name": [{ "given": [given], "family": "Vandermeulen" }] })
    };
    let mut warfarin = prescription("1", "Warfarin 5 MG", "active", "2024-02-01");
    warfarin["subject"]["reference"] = "Patient/joost".into();
    let resources = [person("greta", "Greta", "female"), person("joost", "Joost", "male"), warfarin];
    let entries: Vec<_> = resources.iter().map(|resource| serde_json::json!({ "resource": resource })).collect();
    let bundle = serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": entries });
    let mut room = Room::new().unwrap();
    room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
    let mut ask = |question: &str| room.quotes_on(question, Some(TODAY)).unwrap();
    let his = ask("Is Mr Vandermeulen on warfarin?");
    assert!(his.exact.unwrap().exact.sentence.starts_with("Yes: the record has an entry"), "{:?}", his.read_as);
    assert!(
        head(&his.blocks[0]).starts_with("Joost Vandermeulen · Vandermeulen 2024-02-01 · "),
        "{}",
        head(&his.blocks[0])
    );
    assert!(his.read_as.is_empty());
    let hers = ask("Is Mrs Vandermeulen on warfarin?");
    assert!(hers.exact.unwrap().exact.is_absent && hers.blocks.is_empty());
    let whose = ask("Is Vandermeulen on warfarin?");
    assert!(whose.exact.is_none());
    let several = "Several people may be meant: Greta Vandermeulen, Joost Vandermeulen. For one of them, ask with the whole name.";
    assert_eq!(whose.read_as, [several]);
    // Where nobody else has the name it stays as short as it is.
    let alone = rooms::of(&["okafor"]).quotes_on("What is my weight?", Some(TODAY)).unwrap();
    assert!(head(&alone.blocks[0]).starts_with("Okafor "), "{}", head(&alone.blocks[0]));
}

#[test]
fn whoever_thinks_of_ending_their_life_is_told_where_there_is_help() {
    let mut room = rooms::of(&["okafor"]);
    for question in
        ["i want to kill myself", "I want to die", "I want to end my life", "suicide, I can't go on right now"]
    {
        let answer = room.quotes_on(question, Some(TODAY)).unwrap();
        let notice = answer.notice.unwrap_or_default();
        assert!(notice.starts_with("If you are thinking of ending your life"), "{question}: {notice}");
        assert!(notice.contains("emergency number"), "{notice}");
        // Nothing stands above it.
        assert!(answer.exact.is_none() && answer.read_as.is_empty() && answer.narrowed.is_empty(), "{question}");
    }
    let notice = room.quotes_on("What is my weight?", Some(TODAY)).unwrap().notice;
    assert!(notice.is_none_or(|notice| !notice.contains("ending your life")));
}
