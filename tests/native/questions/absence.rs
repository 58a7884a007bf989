//! When it is said that something is not in the record, and when that is left to retrieval.

use chaperone::index::concepts::table;

use super::*;

#[test]
fn absence_is_said_only_with_what_was_searched() {
    let room = rooms::of(&rooms::SAMPLES);
    let exact = asked(room.records(), "What is my PSA?").unwrap();
    assert!(exact.is_absent && exact.facts.is_empty());
    let searched = exact.searched.unwrap();
    assert!(searched.entries > 100 && searched.texts > 0);
    assert_eq!(searched.codes, ["2857-1"]);
    assert!(searched.names.contains(&"prostate specific antigen".to_owned()));
    // What is prescribed is not what is measured.
    assert_eq!(asked(room.records(), "When was my metformin level measured?"), None);
    // A note speaks of it: that is for retrieval.
    assert_eq!(asked(room.records(), "When did I have my stroke?"), None);
}

#[test]
fn a_whole_kind_is_not_in_the_record_only_where_no_text_speaks_of_it() {
    let knee = written("n1", "2020-02-03", "The knee aches after stairs and is stiff at dawn.");
    let questions =
        ["Do I have any allergies?", "What am I allergic to?", "What do I take?", "How many allergies do I have?"];
    let room = room_of(std::slice::from_ref(&knee));
    for question in questions {
        let exact = asked(room.records(), question).expect(question);
        let searched = exact.searched.unwrap();
        assert!(exact.is_absent && searched.texts == 1, "{question}: {}", exact.sentence);
        let wanted = if question.contains("llerg") { "allergic" } else { "prescribed" };
        assert!(searched.names.iter().any(|name| name == wanted), "{question}: {:?}", searched.names);
    }
    let allergies = &questions[..2];
    for (text, kind) in [
        ("Her mother says that she is allergic to bees.", allergies),
        ("She had a reaction to the dye last year.", allergies),
        ("He takes something white at night.", &questions[2..3]),
        ("Continue Lisinopril.", &questions[2..3]),
        ("500mg twice a day", &questions[2..3]),
    ] {
        let room = room_of(&[knee.clone(), written("n2", "2021-02-03", text)]);
        for question in kind {
            assert_eq!(asked(room.records(), question), None, "{question} {text}");
        }
    }
    // What was stopped says nothing of what a text has.
    let stopped = entry(
        "MedicationRequest",
        "m",
        RXNORM,
        "313988",
        "Furosemide 40 MG Oral Tablet",
        serde_json::json!({
            "status": "stopped", "intent": "order", "authoredOn": "2018-01-01"
        }),
    );
    let taken = written("n3", "2021-02-03", "He takes aspirin.");
    for question in ["What do I take?", "How many medicines am I on?", "Do I take any medicines?"] {
        let exact = asked(room_of(&[stopped.clone(), knee.clone()]).records(), question).expect(question);
        assert!(exact.is_absent && exact.searched.is_some(), "{question}: {}", exact.sentence);
        assert_eq!(asked(room_of(&[stopped.clone(), taken.clone()]).records(), question), None, "{question}");
    }
    // The problem list speaks of it, and a visit for a test does not.
    let problem = entry("Condition", "c", SNOMED, "91934008", "Allergy to nut", clinical("active", "2020-01-01"));
    assert_eq!(asked(room_of(&[problem]).records(), "Do I have any allergies?"), None);
    let test = entry(
        "Procedure",
        "t",
        SNOMED,
        "395142003",
        "Allergy screening test",
        serde_json::json!({ "status": "completed" }),
    );
    assert!(asked(room_of(&[test]).records(), "Do I have any allergies?").unwrap().is_absent);
}

#[test]
fn of_words_that_name_nothing_known_it_is_not_said_that_it_is_not_there() {
    let request = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2019-01-01" });
    let thyroxine =
        entry("MedicationRequest", "m", RXNORM, "966224", "levothyroxine sodium 0.075 MG Oral Tablet", request);
    let deaf = entry("Condition", "c", SNOMED, "49526009", "Presbycusis", clinical("active", "2019-01-01"));
    let sulfa = entry(
        "AllergyIntolerance",
        "a",
        SNOMED,
        "91939003",
        "Allergy to sulfonamide",
        clinical("active", "2019-01-01"),
    );
    let room = room_of(&[thyroxine, deaf, sulfa]);
    for question in ["Do I take heart pills?", "When did my water break?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    for question in ["Do I take thyroid pills?", "Am I hard of hearing?", "Am I allergic to sulfa?"] {
        assert_eq!(asked(room.records(), question).unwrap().answer, "yes", "{question}");
    }
    let broken = asked(room.records(), "When did I break my arm?").unwrap();
    assert!(broken.is_absent && broken.searched.unwrap().names.contains(&"fracture humerus".to_owned()));
    // With a vocabulary only what it, the tables or the records have a name for is known.
    let known = table::read("a\tlupus erythematosus|lupus\t\t\n").unwrap();
    let ask = |question: &str, known| {
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), known)
    };
    for question in ["Do I have lupus?", "Do I have gout?", "Do I take omeprazole?"] {
        assert!(ask(question, None).unwrap().is_absent, "{question}");
    }
    assert!(ask("Do I have lupus?", Some(&known)).unwrap().is_absent);
    assert!(ask("Do I take omeprazole?", Some(&known)).unwrap().is_absent);
    assert_eq!(ask("Do I have gleet?", Some(&known)), None);
}

#[test]
fn what_somebody_wrote_is_no_coded_entry_and_is_left_to_retrieval() {
    let gout = entry("Condition", "c", SNOMED, "90560007", "Gout", clinical("active", "2020-01-01"));
    let room = room_of(std::slice::from_ref(&gout));
    for question in [
        "What did the letter say?",
        "What did the letter say about gout?",
        "Are there any letters about my heart?",
        "What does the report say?",
        "What was said about my gout?",
    ] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
    // "Can you say" asks for no text.
    assert_eq!(asked(room.records(), "Can you say when my gout started?").unwrap().answer, "2020-01-01");
    let room = room_of(&[gout, written("n", "2021-02-03", "The knee aches after stairs.")]);
    for question in ["What did the letter say?", "What did the letter say about gout?", "What was said about lupus?"] {
        assert_eq!(asked(room.records(), question), None, "{question}");
    }
}

#[test]
fn a_record_that_says_that_there_is_no_allergy_is_not_said_to_have_one() {
    let none =
        entry("AllergyIntolerance", "a", SNOMED, "716186003", "No known allergy", clinical("active", "2020-01-01"));
    let room = room_of(std::slice::from_ref(&none));
    for (question, answer) in [("Do I have any allergies?", "no"), ("How many allergies do I have?", "0")] {
        let exact = asked(room.records(), question).unwrap();
        assert_eq!((exact.answer.as_str(), exact.facts.len(), exact.is_absent), (answer, 1, false), "{question}");
    }
    let latex =
        entry("AllergyIntolerance", "b", SNOMED, "300916003", "Latex allergy", clinical("active", "2021-01-01"));
    let room = room_of(&[none, latex]);
    let exact = asked(room.records(), "Do I have any allergies?").unwrap();
    assert_eq!((exact.answer.as_str(), exact.facts.len()), ("yes", 1), "{}", exact.sentence);
}

#[test]
fn absence_is_looked_for_by_all_names_of_a_concept_and_by_codes_that_other_records_have() {
    const TABLE: &str =
        "a\tpodagra|gout\t\t\nb\tlupus erythematosus|lupus\t\t\nc\tdiscoid lupus erythematosus|discoid lupus\tb\t\n";
    let known = table::read(TABLE).unwrap();
    let note = written("n", "2020-01-01", "Known podagra of the left toe.");
    let condition = entry("Condition", "c", SNOMED, "200938002", "Discoid lupus", clinical("active", "2019-01-01"));
    let ask = |room: &Room, question: &str, known| {
        exact::answer_knowing(room.records(), question, Some(PatientIndex(0)), Some(TODAY), known)
    };
    let room = room_of(&[note.clone(), condition]);
    assert!(ask(&room, "Do I have gout?", None).unwrap().is_absent);
    assert_eq!(ask(&room, "Do I have gout?", Some(&known)), None, "a text has another name");
    let exact = ask(&room_of(&[]), "Do I have lupus?", Some(&known)).unwrap();
    assert!(exact.searched.unwrap().names.contains(&"discoid lupus erythematosus".to_owned()), "kinds of it, too");
    // One record's name is looked for under its code in the others.
    let mut room =
        room_of(&[entry("Condition", "d", SNOMED, "90560007", "Toe gathering", clinical("active", "2019-01-01"))]);
    assert!(ask(&room, "Do I have gout?", None).unwrap().searched.unwrap().codes.is_empty());
    let other = |code: &str| {
        serde_json::json!({ "resourceType": "Bundle", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": format!("o{code}"), "name": [{ "given": ["Eve"], "family": "Other" }] } },
        { "resource": { "resourceType": "Condition", "id": format!("x{code}"), "subject": { "reference": format!("Patient/o{code}") },
            "code": { "coding": [{ "system": SNOMED, "code": code, "display": "Gout" }] } } },
    ] })
    };
    room.add(&serde_json::to_vec(&other("1")).unwrap(), &mut Unwatched).unwrap();
    let exact = ask(&room, "Do I have gout?", None).unwrap();
    assert_eq!((exact.is_absent, exact.searched.unwrap().codes), (true, vec!["1".to_owned()]));
    room.add(&serde_json::to_vec(&other("90560007")).unwrap(), &mut Unwatched).unwrap();
    assert_eq!(ask(&room, "Do I have gout?", None), None, "it stands under that code");
}

#[test]
fn an_allergy_that_may_take_in_what_is_asked_for_is_not_passed_over() {
    let allergy = |name: &str| {
        let mut entry = entry("AllergyIntolerance", "a", SNOMED, "1", name, serde_json::json!({}));
        entry.as_object_mut().unwrap().remove("status");
        entry
    };
    let room = |name: &str| room_of(&[allergy(name)]);
    for (name, questions) in [
        (
            "Penicillin",
            &[
                "Am I allergic to amoxicillin?",
                "Do I have an allergy to Augmentin?",
                "Do I have allergies to any antibiotics?",
                "Am I allergic to any medicines?",
                "amoxicillin allergy?",
                "Am I allergic to cephalexin?",
            ][..],
        ),
        ("Shellfish", &["Am I allergic to shrimp?", "Am I allergic to any food?", "Am I allergic to fish?"]),
        ("Aspirin", &["Am I allergic to ibuprofen?", "Am I allergic to painkillers?"]),
        ("Sulfonamide antibiotics", &["Am I allergic to Bactrim?"]),
        ("Bee venom", &["Am I allergic to wasps?"]),
    ] {
        let room = room(name);
        for question in questions {
            let exact = asked(room.records(), question);
            assert!(exact.as_ref().is_none_or(|exact| !exact.is_absent), "{question} {exact:?}");
        }
    }
    let other = asked(room("Penicillin").records(), "Do I have an allergy to latex?").unwrap();
    assert!(other.is_absent && other.sentence.contains("“latex”") && other.sentence.contains("other allergies"));
    assert_eq!(other.searched.unwrap().names.first().map(String::as_str), Some("latex"));
    let none = asked(room("No known allergies").records(), "Am I allergic to latex?");
    assert!(none.is_none_or(|exact| !exact.sentence.contains("other allergies")));
}

#[test]
fn whoever_asks_whether_to_take_something_sees_the_allergies() {
    let penicillin = entry("AllergyIntolerance", "a", SNOMED, "1", "Penicillin", serde_json::json!({}));
    let over = serde_json::json!({
        "clinicalStatus": { "coding": [{ "code": "resolved" }] }
    });
    let over = entry("AllergyIntolerance", "b", SNOMED, "2", "Egg", over);
    let taken = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2018-01-01" });
    let amoxicillin = entry("MedicationRequest", "m", RXNORM, "3", "Amoxicillin 250 MG Oral Capsule", taken);
    for (entries, question, warned) in [
        (&[penicillin.clone(), over.clone()][..], "Can I take amoxicillin?", true),
        (std::slice::from_ref(&penicillin), "Is amoxicillin safe for me?", true),
        (&[penicillin.clone(), amoxicillin.clone()], "May I take amoxicillin tonight?", true),
        (&[over], "Can I take amoxicillin?", false),
        (std::slice::from_ref(&penicillin), "Should I see a doctor?", false),
    ] {
        let mut room = room_of(entries);
        let answer = room.quotes_on(question, None).unwrap();
        let shown = serde_json::to_string(&answer.blocks).unwrap();
        assert_eq!(shown.contains("Penicillin"), warned, "{question} {shown}");
        assert!(!shown.contains("Egg"), "{question} {shown}");
        let notice = answer.notice.unwrap();
        assert_eq!(
            notice.contains("The allergies and intolerances that the record has"),
            warned,
            "{question} {notice}"
        );
    }
}

#[test]
fn a_class_of_which_no_table_has_all_is_never_denied() {
    let medicine = |name: &str, status: &str| {
        let id = name.split(' ').next().unwrap().to_lowercase();
        let rest = serde_json::json!({ "status": status, "intent": "order", "authoredOn": "2024-01-01" });
        entry("MedicationRequest", &id, RXNORM, &id, name, rest)
    };
    let taken = [
        ("Clopidogrel 75 MG Oral Tablet", "Do I take a blood thinner?"),
        ("Oxycodone 5 MG Oral Tablet", "Do I take painkillers?"),
        ("Pitavastatin 2 MG Oral Tablet", "Do I take a cholesterol pill?"),
        ("Metolazone 5 MG Oral Tablet", "Do I take a water pill?"),
        ("Suvorexant 10 MG Oral Tablet", "Am I on sleeping pills?"),
    ];
    for (name, question) in taken {
        let exact = asked(room_of(&[medicine(name, "active")]).records(), question);
        assert!(exact.as_ref().is_none_or(|exact| exact.answer == "yes"), "{name}: {exact:?}");
        // One of the class that was stopped does not say it either, beside another that is taken.
        let stopped = medicine("Warfarin 5 MG Oral Tablet", "stopped");
        let exact = asked(room_of(&[medicine(name, "active"), stopped.clone()]).records(), question);
        assert!(exact.as_ref().is_none_or(|exact| exact.answer == "yes"), "{name}: {exact:?}");
        if question.contains("thinner") {
            assert_eq!(asked(room_of(&[stopped]).records(), question).unwrap().answer, "no");
        }
    }
    // A medicine by its name is.
    let exact = asked(room_of(&[medicine("Clopidogrel 75 MG Oral Tablet", "active")]).records(), "Do I take warfarin?");
    assert!(exact.unwrap().is_absent);
}

#[test]
fn a_slip_whose_word_is_left_to_retrieval_is_not_said_to_be_absent() {
    let room = rooms::of(&rooms::SAMPLES);
    for question in ["What was Okafor's last cholestrol?", "What was Okafor's last hemaglobin?"] {
        assert!(asked(room.records(), question).is_none_or(|exact| !exact.is_absent), "{question}");
    }
}

#[test]
fn a_class_of_medicines_is_not_denied_by_its_abbreviation_either() {
    let taking = |name: &str| {
        let rest = serde_json::json!({ "status": "active", "intent": "order", "authoredOn": "2024-01-01" });
        room_of(&[entry("MedicationRequest", "m", RXNORM, name, name, rest)])
    };
    for (name, questions) in [
        ("Sertraline 50 MG Oral Tablet", &["Is he on an SSRI?", "on an SSRI?", "Do I take an SSRI?"][..]),
        ("Apixaban 5 MG Oral Tablet", &["on a DOAC?", "NOAC?", "Am I on a direct oral anticoagulant?"]),
        ("Lisinopril 10 MG Oral Tablet", &["Am I on an ACEi?", "ACE inhibitor?"]),
        ("Losartan 50 MG Oral Tablet", &["Am I on an ARB?"]),
        ("Omeprazole 20 MG Oral Capsule", &["Am I on a PPI?", "Do I take a proton pump inhibitor?"]),
        ("Empagliflozin 10 MG Oral Tablet", &["Am I on an SGLT-2 inhibitor?", "Am I on an SGLT2i?"]),
        ("Semaglutide 1 MG/ML Injection", &["Am I on a GLP-1?", "Do I take a GLP-1 agonist?"]),
        ("Bisoprolol 5 MG Oral Tablet", &["Am I on a beta blocker?", "Am I on a BB?"]),
    ] {
        for question in questions {
            let answer = asked(taking(name).records(), question).unwrap().answer;
            assert!(answer == "yes" || answer == name, "{name}: {question} {answer}");
        }
    }
    // Of what no table has all, none is denied.
    for question in [
        "Is he on an SSRI?",
        "on a DOAC?",
        "on a sulfa drug?",
        "Am I on an MAOI?",
        "Do I take a DMARD?",
        "Am I on an alpha blocker?",
        "Do I take a JAK inhibitor?",
        "Am I on a benzodiazepine?",
        "Do I take a triptan?",
    ] {
        assert_eq!(asked(taking("Sulfasalazine 500 MG Oral Tablet").records(), question), None, "{question}");
    }
}

#[test]
fn an_abbreviation_is_not_denied_beside_a_word_of_the_same_stem() {
    let having = |code: &str, name: &str| {
        room_of(&[entry("Condition", "c", SNOMED, code, name, clinical("active", "2020-01-01"))])
    };
    let disorder = having("38341003", "Hypertensive disorder");
    for question in ["HTN?", "Does he have HTN?", "Do I have hypertension?", "Do I have high blood pressure?"] {
        let answer = asked(disorder.records(), question).unwrap().answer;
        assert!(answer == "yes" || answer == "Hypertensive disorder", "{question} {answer}");
    }
    let crisis = having("706882009", "Hypertensive crisis");
    for question in ["HTN?", "Does he have HTN?"] {
        assert_eq!(asked(crisis.records(), question), None, "{question}");
    }
    for question in ["HTN?", "Do I have hypertension?"] {
        assert!(asked(having("195967001", "Asthma").records(), question).unwrap().is_absent, "{question}");
    }
    // “Tension” and “diabetes” are ends of other words.
    assert!(asked(having("398057008", "Tension headache").records(), "Do I have hypertension?").unwrap().is_absent);
    assert!(asked(having("15777000", "Prediabetes").records(), "Do I have diabetes?").unwrap().is_absent);
}

#[test]
fn what_is_the_end_of_a_longer_word_is_not_denied() {
    let done = |name: &str| {
        let rest = serde_json::json!({ "status": "completed", "performedDateTime": "2024-02-01" });
        room_of(&[entry("Procedure", "p", SNOMED, "1", name, rest)])
    };
    for (name, question) in [
        ("Hemodialysis", "Have I had dialysis?"),
        ("Haemodialysis", "Have I had dialysis?"),
        ("Hemodialysis", "Have I had renal dialysis?"),
        ("Haemodialysis", "Have I had hemodialysis?"),
        ("PTCA", "Have I had an angioplasty?"),
        ("TTE", "Have I had an echocardiogram?"),
        ("EGD", "Have I had an endoscopy?"),
        ("Cystourethroscopy", "Have I had a cystoscopy?"),
        ("Appendicectomy", "Have I had an appendectomy?"),
        ("Caesarean section", "Have I had a cesarean?"),
    ] {
        assert_eq!(asked(done(name).records(), question).unwrap().answer, "yes", "{name}: {question}");
    }
    for (name, question) in [
        ("Right hemicolectomy", "Have I had a colectomy?"),
        ("Adenotonsillectomy", "Have I had a tonsillectomy?"),
        ("Dialysis", "Have I had hemodialysis?"),
        ("Hemodialysis", "Have I had peritoneal dialysis?"),
        ("Echocardiogram", "Have I had a TTE?"),
    ] {
        assert_eq!(asked(done(name).records(), question), None, "{name}: {question}");
    }
    for question in ["Have I had dialysis?", "Have I had a colectomy?"] {
        assert!(asked(done("Appendectomy").records(), question).unwrap().is_absent, "{question}");
    }
    assert!(
        asked(done("Hemodialysis").records(), "When was my last dialysis session?").unwrap().answer == "2024-02-01"
    );
}
