//! Who has something: what says that there is none of it, what was only tested or feared, and who is no longer alive.

use super::*;

fn coded(id: &str, code: &str, name: &str, day: &str, answer: &str) -> Value {
    json!({
        "resourceType": "Observation", "id": id, "status": "final", "effectiveDateTime": day,
        "code": { "coding": [{ "system": "http://loinc.org", "code": code, "display": name }] },
        "valueCodeableConcept": { "text": answer }
    })
}

fn smoking(day: &str, answer: &str) -> Value {
    coded(&format!("smoking-{day}"), "72166-2", "Tobacco smoking status", day, answer)
}

fn allergy(id: &str, code: &str, name: &str, status: &str) -> Value {
    json!({
        "resourceType": "AllergyIntolerance", "id": id, "recordedDate": "2012-01-01",
        "clinicalStatus": { "coding": [{ "code": status }] },
        "code": { "coding": [{ "system": "http://snomed.info/sct", "code": code, "display": name }], "text": name }
    })
}

fn procedure(id: &str, code: &str, name: &str, day: &str) -> Value {
    json!({
        "resourceType": "Procedure", "id": id, "status": "completed", "performedDateTime": day,
        "code": { "coding": [{ "system": "http://snomed.info/sct", "code": code, "display": name }], "text": name }
    })
}

/// A room of people who were born on one day and live, each with what they have.
fn room(people: &[(&str, &[Value])]) -> Room {
    let bundles: Vec<Value> =
        people.iter().map(|(name, own)| bundle(&name.to_lowercase(), name, "1950-05-06", None, own)).collect();
    rooms::of_bundles(&bundles)
}

fn told(room: &Room, question: &str) -> Option<String> {
    exact::answer(room.records(), question, None, Some(TODAY)).map(|exact| exact.answer)
}

#[test]
fn a_kind_of_entry_is_had_by_those_with_an_active_one_that_denies_nothing() {
    let mut stopped = prescription("m", "855332", "Warfarin Sodium 5 MG Oral Tablet", "2010-01-01");
    stopped["status"] = json!("stopped");
    let people = room(&[
        (
            "Ada",
            &[
                allergy("a", "91936005", "Allergy to penicillin", "active"),
                prescription("m", "855332", "Warfarin Sodium 5 MG Oral Tablet", "2010-01-01"),
                condition("c", "160245001", "No known problems", "2012-01-01", None),
            ],
        ),
        ("Bo", &[allergy("a", "409137002", "No known drug allergy", "active"), stopped]),
        (
            "Cy",
            &[
                allergy("a", "300916003", "Latex allergy", "resolved"),
                condition("c", "90560007", "Gout", "2012-01-01", None),
                condition("d", "162573006", "Suspected lung cancer", "2012-01-01", None),
            ],
        ),
    ]);
    for (question, answer) in [
        ("Who has allergies?", Some("Ada Kassulke")),
        ("Who has an allergy?", Some("Ada Kassulke")),
        ("Which patients have any allergies?", Some("Ada Kassulke")),
        ("How many patients have allergies?", Some("1")),
        ("Who takes medicines?", Some("Ada Kassulke")),
        ("Who has an active prescription?", Some("Ada Kassulke")),
        ("Who has conditions?", Some("Cy Kassulke")),
        ("Who has gout and an allergy?", Some("none")),
        // Of a list that nobody's record has, and of those who are on none, nothing is said.
        ("Who has had vaccinations?", None),
        ("Who has no allergies?", None),
        ("Who has drugs?", None),
    ] {
        assert_eq!(told(&people, question).as_deref(), answer, "{question}");
    }
}

#[test]
fn who_smokes_is_told_by_what_the_newest_status_says() {
    let people = room(&[
        ("Ada", &[smoking("2012-01-01", "Current every day smoker")]),
        ("Bo", &[smoking("2012-01-01", "Current every day smoker"), smoking("2018-01-01", "Former smoker")]),
        ("Cy", &[smoking("2012-01-01", "Never smoked tobacco")]),
        ("Di", &[smoking("2012-01-01", "Unknown if ever smoked")]),
        ("Ed", &[weight("w", "2014-01-01", 90.0)]),
    ]);
    for (question, answer) in [
        ("Who smokes?", Some("Ada Kassulke")),
        ("How many patients smoke?", Some("1")),
        ("Which patients are smokers?", Some("Ada Kassulke")),
        ("Who is a smoker?", Some("Ada Kassulke")),
        ("Current smokers", Some("Ada Kassulke")),
        ("How many smokers are there?", Some("1")),
        ("Who never smoked?", Some("Cy Kassulke")),
        ("Who has never smoked?", Some("Cy Kassulke")),
        ("Who used to smoke?", Some("Bo Kassulke")),
        ("Former smokers", Some("Bo Kassulke")),
        ("Who has ever smoked?", Some("Ada Kassulke; Bo Kassulke")),
        ("Patients who don't smoke", Some("Bo Kassulke; Cy Kassulke")),
        ("Non-smokers", Some("Bo Kassulke; Cy Kassulke")),
        // Then or now: nobody says.
        ("Who smoked?", None),
        ("Who smoked in 2012?", None),
        ("Who was a smoker?", None),
    ] {
        assert_eq!(told(&people, question).as_deref(), answer, "{question}");
    }
    let smokes = exact::answer(people.records(), "Who smokes?", None, Some(TODAY)).unwrap();
    assert_eq!(smokes.sentence, "1 patient of 5 with “current smoking”: Ada Kassulke.");
    assert!(smokes.rules.iter().any(|rule| rule.starts_with("Smoking is told")), "{:?}", smokes.rules);
}

#[test]
fn of_a_smoking_status_that_cannot_be_told_nothing_is_said() {
    let daily = condition("t", "449868002", "Smokes tobacco daily", "2012-01-01", None);
    for own in [
        vec![smoking("2012-01-01", "Never smoker"), daily],
        vec![smoking("2012-01-01", "Passive smoker")],
        vec![weight("w", "2014-01-01", 90.0)],
    ] {
        let people = room(&[("Ada", &own), ("Bo", &[weight("w", "2014-01-01", 90.0)])]);
        assert_eq!(told(&people, "Who smokes?"), None, "{own:?}");
        assert_eq!(told(&people, "Who never smoked?"), None, "{own:?}");
    }
    // Once it says that somebody smokes, and later that they never did.
    let changed = [smoking("2012-01-01", "Former smoker"), smoking("2018-01-01", "Never smoker")];
    let people = room(&[("Ada", &changed), ("Bo", &[smoking("2012-01-01", "Heavy tobacco smoker")])]);
    assert_eq!(told(&people, "Who never smoked?"), None);
    assert_eq!(told(&people, "Who smokes?").as_deref(), Some("Bo Kassulke"));
}

#[test]
fn who_was_tested_for_an_illness_or_exposed_to_it_has_it_no_more_than_others() {
    let people = room(&[
        (
            "Ada",
            &[
                coded("h", "5196-1", "Hepatitis B virus surface Ag [Presence] in Serum", "2020-01-01", "Negative"),
                coded("i", "68961-2", "HIV 1 Ab [Presence] in Serum", "2020-01-01", "Negative"),
                condition("s", "171121004", "Screening for HIV", "2020-01-01", None),
                condition("e", "444356002", "Exposure to tuberculosis", "2020-01-01", None),
            ],
        ),
        ("Bo", &[observation("v", "42595-9", "Hepatitis C virus DNA", "2020-01-01", 0.0, "[IU]/mL")]),
    ]);
    for question in
        ["Who has hepatitis B?", "Who has HIV?", "Who has tuberculosis?", "How many patients have hepatitis C?"]
    {
        assert_eq!(told(&people, question), None, "{question}");
    }
    let one = room(&[("Ada", &[condition("e", "444356002", "Exposure to tuberculosis", "2020-01-01", None)])]);
    for question in ["Do I have TB?", "Have I ever had TB?", "Do I have tuberculosis?"] {
        assert!(told(&one, question).is_none_or(|answer| !answer.starts_with("yes")), "{question}");
    }
    // Who has the illness itself is told beside them.
    let people = room(&[
        ("Ada", &[coded("i", "68961-2", "HIV 1 Ab [Presence] in Serum", "2020-01-01", "Negative")]),
        ("Bo", &[condition("i", "86406008", "Human immunodeficiency virus infection (HIV)", "2020-01-01", None)]),
    ]);
    assert_eq!(told(&people, "Who has HIV?").as_deref(), Some("Bo Kassulke"));
}

#[test]
fn what_was_declined_was_not_done() {
    let declined = || procedure("d", "713674005", "Colonoscopy declined", "2020-04-01");
    let done = procedure("p", "80146002", "Appendectomy", "2012-04-01");
    let one = room(&[("Ada", &[declined(), done])]);
    assert!(told(&one, "Have I had a colonoscopy?").is_none_or(|answer| !answer.starts_with("yes")));
    assert_eq!(told(&one, "What was my latest procedure?").as_deref(), Some("Appendectomy"));
    assert_eq!(told(&one, "Which procedures have I had?").as_deref(), Some("Appendectomy"));
    // That it was declined says nothing of others.
    assert_eq!(told(&room(&[("Ada", &[declined()])]), "What was my latest procedure?"), None);
}

#[test]
fn who_changed_most_is_not_who_has_most() {
    let people = room(&[
        ("Ada", &[weight("w1", "2012-01-01", 90.0), weight("w2", "2014-01-01", 70.0)]),
        ("Bo", &[weight("w1", "2012-01-01", 80.0), weight("w2", "2014-01-01", 95.0)]),
    ]);
    for question in [
        "Who lost the most weight?",
        "Who gained the most weight?",
        "Whose weight fell the most?",
        "Whose weight went up the most?",
        "Who has the biggest drop in weight?",
        "Who has the lowest weight gain?",
    ] {
        assert_eq!(told(&people, question), None, "{question}");
    }
    assert_eq!(told(&people, "Who has the highest weight?").as_deref(), Some("Bo Kassulke"));
}

#[test]
fn who_asks_of_now_is_told_who_has_died() {
    let gout = || condition("g", "90560007", "Gout", "2012-01-01", None);
    let people = rooms::of_bundles(&[
        bundle("a", "Ada", "1928-05-06", Some("2015-01-01T00:00:00Z"), &[gout(), weight("w", "2014-01-01", 95.0)]),
        bundle("b", "Bo", "1939-05-06", None, &[gout(), weight("w", "2014-01-01", 80.0)]),
    ]);
    let told = |question: &str| exact::answer(people.records(), question, None, Some(TODAY)).unwrap().sentence;
    let died = " As the record says, no longer alive: Ada Kassulke.";
    assert_eq!(told("Who has gout?"), format!("2 patients of 2 with “gout”: Ada Kassulke; Bo Kassulke.{died}"));
    assert_eq!(told("How many patients have gout?"), format!("2 patients of 2 with “gout”.{died}"));
    for (question, is_said) in [
        ("Who has the highest weight?", true),
        ("Who has the lowest weight?", false),
        ("Who has not had gout in the last two years?", true),
        ("Who had gout in 2012?", false),
        ("Which living patients have gout?", false),
        ("Which patients died in 2015?", false),
    ] {
        let sentence = told(question);
        assert_eq!(sentence.ends_with(died), is_said, "{question}: {sentence}");
    }
}

#[test]
fn what_has_a_code_under_another_name_is_the_same_thing_with_everybody() {
    let people = room(&[
        ("Ada", &[condition("c", "90560007", "Gout", "2012-01-01", None)]),
        ("Bo", &[condition("c", "90560007", "Podagra", "2012-01-01", None)]),
        ("Cy", &[condition("c", "90560007", "Suspected podagra", "2012-01-01", None)]),
        ("Di", &[condition("c", "195967001", "Asthma", "2012-01-01", None)]),
    ]);
    for (question, answer) in [
        ("Who has gout?", "Ada Kassulke; Bo Kassulke"),
        ("How many patients have gout?", "2"),
        ("How many patients are without gout?", "2"),
        ("Who has no gout?", "Cy Kassulke; Di Kassulke"),
        ("Which patients have gout?", "Ada Kassulke; Bo Kassulke"),
    ] {
        assert_eq!(told(&people, question).as_deref(), Some(answer), "{question}");
    }
    // Under a code for much nothing is the same as what else stands there.
    let substance = |name: &str| {
        let mut allergy = allergy("a", "419199007", name, "active");
        allergy["code"]["coding"][0]["display"] = json!("Allergy to substance");
        allergy
    };
    let people = room(&[("Ada", &[substance("Latex")]), ("Bo", &[substance("Peanut")])]);
    assert_eq!(told(&people, "Who is allergic to latex?").as_deref(), Some("Ada Kassulke"));
}

#[test]
fn an_abbreviation_is_found_by_what_else_it_is_called_and_nobody_is_without_what_is_called_alike() {
    let hypertensive = |name: &str| [condition("c", "38341003", name, "2012-01-01", None)];
    let people = room(&[
        ("Ada", &hypertensive("Hypertension")),
        ("Bo", &hypertensive("Hypertensive disorder")),
        ("Cy", &[condition("c", "195967001", "Asthma", "2012-01-01", None)]),
    ]);
    for (question, answer) in [
        ("Who has hypertension?", "Ada Kassulke; Bo Kassulke"),
        ("How many have HTN?", "2"),
        ("Who has no HTN?", "Cy Kassulke"),
        ("How many patients are without hypertension?", "1"),
    ] {
        assert_eq!(told(&people, question).as_deref(), Some(answer), "{question}");
    }
    let people = room(&[
        ("Ada", &hypertensive("Hypertension")),
        ("Bo", &[condition("c", "706882009", "Hypertensive crisis", "2012-01-01", None)]),
    ]);
    assert_eq!(told(&people, "Who has no HTN?"), None);
    let people = room(&[("Bo", &[condition("c", "706882009", "Hypertensive crisis", "2012-01-01", None)])]);
    for question in ["Who has HTN?", "How many have HTN?"] {
        assert_eq!(told(&people, question), None, "{question}");
    }
}

#[test]
fn nobody_is_passed_over_whose_entry_is_written_short() {
    let has = |name: &str| [condition("c", "", name, "2012-01-01", None)];
    let (long, short, other) = (has("Hypertension"), has("HTN"), has("Gout"));
    let people = room(&[("Ada", &long), ("Bo", &short), ("Cy", &other)]);
    for question in [
        "Who has hypertension?",
        "Who has high blood pressure?",
        "How many have hypertension?",
        "How many patients have hypertension?",
        "Which patients have hypertension and take aspirin?",
    ] {
        assert_eq!(told(&people, question), None, "{question}");
    }
    assert_eq!(told(&people, "Who has HTN?").as_deref(), Some("Ada Kassulke; Bo Kassulke"));
    assert_eq!(told(&people, "Who has gout?").as_deref(), Some("Cy Kassulke"));
    let people = room(&[("Ada", &long), ("Cy", &other)]);
    assert_eq!(told(&people, "Who has hypertension?").as_deref(), Some("Ada Kassulke"));
}

#[test]
fn of_a_class_of_which_no_table_has_all_nobody_is_said_to_take_none() {
    let takes = |name: &str| [prescription("m", name, name, "2012-01-01")];
    let people = room(&[
        ("Ada", &takes("Apixaban 5 MG Oral Tablet")),
        ("Bo", &takes("Zoloft 50 MG Oral Tablet")),
        ("Cy", &[condition("c", "195967001", "Asthma", "2012-01-01", None)]),
    ]);
    for question in ["Who is on a DOAC?", "Who takes a NOAC?", "Who's on a DOAC?"] {
        let exact = exact::answer(people.records(), question, None, Some(TODAY)).unwrap();
        assert_eq!(exact.answer, "Ada Kassulke", "{question}");
        assert!(exact.rules.iter().any(|rule| rule.contains("another one of it is not told")), "{:?}", exact.rules);
    }
    // A brand is its medicine.
    assert_eq!(told(&people, "Who is on an SSRI?").as_deref(), Some("Bo Kassulke"));
    for question in ["Which patients do not take a DOAC?", "Patients without a DOAC", "Who is not on an SSRI?"] {
        assert_eq!(told(&people, question), None, "{question}");
    }
}

#[test]
fn whose_diagnosis_is_not_confirmed_is_counted_neither_with_it_nor_without() {
    let open = |mut entry: Value, verified: &str| {
        entry["verificationStatus"] = json!({ "coding": [{ "code": verified }] });
        entry
    };
    let cancer = || condition("c", "363358000", "Lung cancer", "2012-01-01", None);
    let penicillin = || allergy("a", "91936005", "Penicillin", "active");
    let people = room(&[
        ("Ada", &[open(cancer(), "provisional"), open(penicillin(), "unconfirmed")]),
        ("Bo", &[open(cancer(), "differential"), penicillin()]),
        ("Cy", &[condition("g", "90560007", "Gout", "2012-01-01", None)]),
    ]);
    let said = |question: &str| {
        let exact = exact::answer(people.records(), question, None, Some(TODAY)).unwrap();
        (exact.answer, exact.sentence)
    };
    for (question, answer, sentence) in [
        (
            "Who has lung cancer?",
            "none",
            "0 patients of 3 with “lung cancer”. Not confirmed, and not counted: Ada Kassulke; Bo Kassulke.",
        ),
        (
            "How many patients have lung cancer?",
            "0",
            "0 patients of 3 with “lung cancer”. Not confirmed, and not counted: Ada Kassulke; Bo Kassulke.",
        ),
        (
            "Who is allergic to penicillin?",
            "Bo Kassulke",
            "1 patient of 3 with “penicillin”: Bo Kassulke. Not confirmed, and not counted: Ada Kassulke.",
        ),
        (
            "Who has no lung cancer?",
            "Cy Kassulke",
            "1 patient of 3 with “no lung cancer”: Cy Kassulke. Not confirmed, and not counted: Ada Kassulke; Bo Kassulke.",
        ),
    ] {
        assert_eq!(said(question), (answer.to_owned(), sentence.to_owned()), "{question}");
    }
    // What another entry confirms is.
    let people = room(&[("Ada", &[open(cancer(), "provisional"), open(cancer(), "confirmed")])]);
    assert_eq!(told(&people, "Who has lung cancer?").as_deref(), Some("Ada Kassulke"));
}

#[test]
fn brands_of_insulins_are_insulin() {
    let takes = |name: &str| [prescription("m", name, name, "2012-01-01")];
    let people = room(&[
        ("Ada", &takes("NovoRapid FlexPen")),
        ("Bo", &takes("Humulin R")),
        ("Cy", &takes("Lantus")),
        ("Di", &takes("insulin aspart 100 UNT/ML")),
        ("Ed", &takes("Warfarin Sodium 5 MG Oral Tablet")),
    ]);
    assert_eq!(told(&people, "How many are on insulin?").as_deref(), Some("4"));
    assert_eq!(told(&people, "Which patients do not take insulin?").as_deref(), Some("Ed Kassulke"));
    assert_eq!(told(&room(&[("Ada", &takes("Humalog KwikPen"))]), "Am I on insulin?").as_deref(), Some("yes"));
}

#[test]
fn who_was_on_dialysis_is_told_by_all_kinds_of_it() {
    let people = room(&[
        ("Ada", &[procedure("p", "302497006", "Hemodialysis", "2012-01-01")]),
        ("Bo", &[procedure("p", "71192002", "Peritoneal dialysis", "2012-01-01")]),
        ("Cy", &[procedure("p", "80146002", "Appendectomy", "2012-01-01")]),
    ]);
    assert_eq!(told(&people, "Who has had dialysis?").as_deref(), Some("Ada Kassulke; Bo Kassulke"));
    assert_ne!(told(&people, "Who is on dialysis?").as_deref(), Some("none"));
}
