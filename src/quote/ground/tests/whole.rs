//! Sentences as wholes: which are derived, and that nothing that is put into one of them goes through.

use proptest::prelude::*;

use super::{condition, drug, hemoglobin, measured, pressure, topic, world};
use crate::document::FactKind;
use crate::quote::ground::world::stems_of;
use crate::quote::ground::{Standing, World, ground, statements};

fn standings(said: &str, world: &World) -> Vec<Standing> {
    let marks = ground(said, world, None, &|_| false);
    statements(said, world, &marks).into_iter().map(|statement| statement.standing).collect()
}

fn is_verified(said: &str, world: &World) -> bool {
    standings(said, world).into_iter().all(|standing| standing == Standing::Verified)
}

#[track_caller]
fn verified(world: &World, cases: &[&str]) {
    let not: Vec<String> = cases
        .iter()
        .filter(|said| !is_verified(said, world))
        .map(|said| format!("{said}: {:?} {:?}", standings(said, world), super::marks(said, world)))
        .collect();
    assert!(not.is_empty(), "not verified:\n{}", not.join("\n"));
}

#[track_caller]
fn not_verified(world: &World, cases: &[&str]) {
    let wrong: Vec<&&str> = cases.iter().filter(|said| standings(said, world).contains(&Standing::Verified)).collect();
    assert!(wrong.is_empty(), "verified: {wrong:#?}");
}

fn glucose() -> crate::quote::ground::world::Topic {
    let days: [(&str, &[(&str, f64)]); 3] =
        [("2014-01-01", &[("", 90.0)]), ("2017-01-01", &[("", 120.0)]), ("2020-01-01", &[("", 101.0)])];
    let mut glucose = measured("Glucose", "mg/dL", &days);
    glucose.counts.push(3.0);
    glucose
}

/// Everything that the tests below speak of.
fn all(question: &str) -> World {
    let mut smoking = topic(
        "Tobacco smoking status",
        FactKind::Observation,
        &[("2014-01-01", "", "final"), ("2020-01-01", "", "final")],
    );
    for (fact, answer) in smoking.facts.iter_mut().zip(["Current smoker", "Never smoker"]) {
        fact.answer = Some((stems_of(answer).into_iter().collect(), answer.to_owned()));
    }
    let topics = vec![
        pressure(),
        hemoglobin(),
        glucose(),
        condition("Viral sinusitis (disorder)", &[("2014-01-01", "2017-01-01", "resolved")]),
        condition("Anemia", &[("2017-01-01", "", "active")]),
        drug("Simvastatin 10 MG Oral Tablet", &[("2014-01-01", "", "active")]),
        drug("Ibuprofen 200 MG Oral Tablet", &[("2014-01-01", "2017-01-01", "stopped")]),
        topic("Colonoscopy", FactKind::Procedure, &[("2014-01-01", "", "completed"), ("2020-01-01", "", "completed")]),
        topic("Influenza, seasonal, injectable", FactKind::Immunization, &[("2017-01-01", "", "completed")]),
        topic("Peanut", FactKind::AllergyIntolerance, &[("2014-01-01", "", "active")]),
        smoking,
    ];
    world(question, topics, "never smoker. current smoker")
}

#[test]
fn readings_are_derived_with_their_value_day_and_which_they_are() {
    let world = all("What was my last blood pressure?");
    verified(
        &world,
        &[
            "Your last blood pressure was 131/82 mm[Hg] on day 0.",
            "The most recent blood pressure reading was 131 over 82 mm[Hg].",
            "The last systolic blood pressure was about 131 mm[Hg], recorded on day 0.",
            "Your blood pressure was 118/70 mm[Hg] 6 years before day 0.",
            "According to your records, the last hemoglobin was 13.2 g/dL on day 0.",
            "The hemoglobin was 15.5 g/dL 6 years before day 0.",
            "The first hemoglobin was 15.5 g/dL.",
            "The highest glucose was 120 mg/dL, 3 years before day 0.",
            "Your lowest glucose level was 90 mg/dL.",
            "The last glucose was 101 mg/dL and the last hemoglobin was 13.2 g/dL on day 0.",
        ],
    );
    not_verified(
        &world,
        &[
            // Another day, another which, a part for the whole, parts of different readings.
            "Your last blood pressure was 131/82 mm[Hg] 3 years before day 0.",
            "The last blood pressure was 118/70 mm[Hg].",
            "The blood pressure was 118/70 mm[Hg].",
            "The last blood pressure was 131 mm[Hg].",
            "The last blood pressure was 131/70 mm[Hg].",
            "The last systolic blood pressure was 82 mm[Hg].",
            "The glucose was 120 mg/dL.",
            "The last glucose was 120 mg/dL.",
            "The highest glucose was 101 mg/dL on day 0.",
            "The highest glucose was 120 mg/dL on day 0.",
            "The last three glucose readings were 120 mg/dL.",
            "The glucose was 120 mg/dL and the hemoglobin was 13.2 g/dL on day 0.",
            "The last glucose was 13.2 g/dL.",
        ],
    );
}

#[test]
fn courses_ranges_counts_and_differences_are_worked_out_anew() {
    let world = all("How did my glucose change?");
    verified(
        &world,
        &[
            "The hemoglobin fell from 15.5 g/dL to 13.2 g/dL.",
            "The hemoglobin decreased from 15.5 g/dL 6 years before day 0 to 13.2 g/dL on day 0.",
            "Your glucose was between 90 and 120 mg/dL, in 3 readings, from 6 years before day 0 to day 0.",
            "The glucose ranged from 90 to 120 mg/dL.",
            "The glucose was mixed, in 3 readings.",
            "The hemoglobin fell by 2.3 g/dL.",
            "The last glucose was above 100.",
            "The hemoglobin changed from 15.5 g/dL to 13.2 g/dL over 6 years.",
            "The hemoglobin changed from 15.5 g/dL to 13.2 g/dL, falling from 6 years before day 0 to day 0.",
            "The glucose was not above 140.",
        ],
    );
    not_verified(
        &world,
        &[
            "The hemoglobin rose from 15.5 g/dL to 13.2 g/dL.",
            "The hemoglobin fell from 13.2 g/dL to 15.5 g/dL.",
            "The glucose fell from 120 to 101 mg/dL.",
            "The glucose was between 90 and 101 mg/dL.",
            "The glucose was between 90 and 120 mg/dL, in 2 readings.",
            "The glucose was between 90 and 120 mg/dL on day 0.",
            "The glucose was between 90 and 120 mg/dL, from 3 years before day 0 to day 0.",
            "The last glucose readings were between 90 and 120 mg/dL.",
            "The glucose was rising.",
            "The hemoglobin rose by 2.3 g/dL.",
            "The hemoglobin changed from 15.5 g/dL to 13.2 g/dL over 3 years.",
            "The hemoglobin changed from 15.5 g/dL to 13.2 g/dL over 5 years.",
            "The glucose was above 100.",
        ],
    );
}

#[test]
fn entries_are_derived_with_what_became_of_them() {
    let world = all("Which conditions do I have?");
    verified(
        &world,
        &[
            "You have anemia.",
            "Medication: Ibuprofen 200 MG Oral Tablet, prescribed 6 years before day 0. It was stopped.",
            "Condition: Anemia, since 3 years before day 0. It is active.",
            "You have anemia, since 3 years before day 0.",
            "You were diagnosed with anemia 3 years before day 0.",
            "You are taking simvastatin 10 MG Oral Tablet.",
            "You take simvastatin, prescribed 6 years before day 0.",
            "Ibuprofen 200 MG was stopped 3 years before day 0.",
            "You no longer take ibuprofen.",
            "Viral sinusitis was resolved.",
            "Viral sinusitis, since 6 years before day 0, until 3 years before day 0.",
            "A colonoscopy was performed on day 0.",
            "You are allergic to peanut.",
            "Your last colonoscopy was on day 0.",
            "You received the influenza, seasonal, injectable vaccine 3 years before day 0.",
        ],
    );
    not_verified(
        &world,
        &[
            "You have viral sinusitis.",
            "You have sinusitis.",
            "You have anemia, since 6 years before day 0.",
            "You have anemia, until day 0.",
            "You are taking ibuprofen.",
            "You are taking anemia.",
            "You have simvastatin.",
            "Simvastatin was stopped.",
            "You no longer take simvastatin.",
            "Ibuprofen 200 MG was completed 3 years before day 0.",
            "Ibuprofen 200 MG was stopped on day 0.",
            "Simvastatin 20 MG is taken.",
            "You take simvastatin for anemia.",
            "You take simvastatin because of anemia.",
            "You only have anemia.",
            "You have anemia and viral sinusitis.",
            "Anemia and viral sinusitis were resolved.",
            "Your last colonoscopy was 6 years before day 0.",
            "A colonoscopy was performed 3 years before day 0.",
            "You have no anemia.",
            "Your medicines are anemia.",
            "Anemia caused viral sinusitis.",
            "You have had anemia for 3 years.",
            "Your last colonoscopy was performed on day 0, 6 years before day 0.",
        ],
    );
}

#[test]
fn lines_under_a_lead_are_derived_with_it() {
    let world = all("Which medicines am I taking?");
    assert_eq!(
        standings("You are taking:\n1. Simvastatin 10 MG Oral Tablet\n2. Ibuprofen 200 MG Oral Tablet", &world),
        [Standing::Silent, Standing::Verified, Standing::Marked]
    );
    assert_eq!(standings("Your conditions are:\n- Anemia", &world), [Standing::Silent, Standing::Verified]);
    assert_eq!(standings("You should avoid:\n- Simvastatin 10 MG Oral Tablet", &world)[1], Standing::Unchecked);
    // A list is said of what was asked.
    assert_eq!(standings("Simvastatin 10 MG Oral Tablet.", &world), [Standing::Verified]);
    let stopped = all("Which medicines were stopped?");
    assert_eq!(standings("Simvastatin 10 MG Oral Tablet.", &stopped), [Standing::Unchecked]);
}

#[test]
fn answers_of_a_questionnaire_are_those_of_the_newest() {
    let world = all("Do I smoke?");
    verified(
        &world,
        &[
            "The tobacco smoking status is never smoker.",
            "You have never smoked.",
            "Your tobacco smoking status was never smoker on day 0.",
        ],
    );
    not_verified(
        &world,
        &[
            "The tobacco smoking status is current smoker.",
            "The tobacco smoking status was never smoker 6 years before day 0.",
        ],
    );
}

#[test]
fn what_claims_nothing_has_no_mark_and_what_nobody_knows_is_not_checked() {
    let world = all("What was my last glucose?");
    for said in ["Hello!", "I hope this helps.", "Here is what your records say:", "I don't know.", "Evidence:"] {
        assert_eq!(standings(said, &world), [Standing::Silent], "{said}");
    }
    for said in [
        "Glucose is a sugar.",
        "You should see a doctor.",
        "It is fine.",
        "Everything looks good.",
        "Is there anything else?",
        "High glucose causes diabetes.",
        "Your records do not mention diabetes.",
    ] {
        assert!(matches!(standings(said, &world).as_slice(), [Standing::Unchecked | Standing::Marked]), "{said}");
    }
}

#[test]
fn of_a_name_that_another_strength_has_too_nothing_is_over() {
    let mut world = all("Which medicines were stopped?");
    let ibuprofen = world.topics.iter().position(|topic| topic.name.starts_with("Ibuprofen")).unwrap();
    assert!(is_verified("You no longer take ibuprofen.", &world));
    world.kin[ibuprofen] = true;
    assert!(!is_verified("You no longer take ibuprofen.", &world));
}

#[test]
fn what_is_said_of_all_is_held_to_the_whole_record_and_not_to_what_was_told() {
    let mut world = all("What was my last glucose?");
    let at = world.topics.iter().position(|topic| topic.name == "Glucose").unwrap();
    let days: [(&str, &[(&str, f64)]); 1] = [("2021-01-01", &[("", 150.0)])];
    let newer = measured("Glucose", "mg/dL", &days);
    world.full[at].facts.extend(newer.facts.clone());
    world.full[at].readings.extend(newer.readings.iter().cloned().map(|mut reading| {
        reading.fact = 3;
        reading
    }));
    not_verified(
        &world,
        &[
            "The last glucose was 101 mg/dL on day 0.",
            "The highest glucose was 120 mg/dL.",
            "The glucose was between 90 and 120 mg/dL.",
            "The glucose was not above 140.",
        ],
    );
    verified(&world, &["The glucose was 101 mg/dL on day 0."]);
    world.several = true;
    not_verified(&world, &["The glucose was 101 mg/dL on day 0."]);
}

/// Sentences that are derived whole, one word a piece.
const HOLD: &[&str] = &[
    "The last glucose was 101 mg/dL on day 0 .",
    "The highest glucose was 120 mg/dL .",
    "The hemoglobin fell from 15.5 g/dL to 13.2 g/dL .",
    "Your glucose was between 90 and 120 mg/dL , in 3 readings .",
    "You have anemia since 3 years before day 0 .",
    "You are taking simvastatin .",
    "You no longer take ibuprofen .",
    "A colonoscopy was performed on day 0 .",
    "The last systolic blood pressure was 131 mm[Hg] .",
];

#[test]
fn no_number_name_or_day_can_be_put_in_the_place_of_another() {
    let world = all("What was my last glucose?");
    for said in HOLD {
        assert!(is_verified(said, &world), "{said}: {:?}", super::marks(said, &world));
    }
    for (from, to) in [
        ("101", "102"),
        ("101", "90"),
        ("120", "119"),
        ("120", "101"),
        ("15.5", "15.4"),
        ("13.2", "15.5"),
        ("90", "91"),
        ("3 readings", "2 readings"),
        ("131", "120"),
        ("glucose", "hemoglobin"),
        ("hemoglobin", "glucose"),
        ("anemia", "viral sinusitis"),
        ("anemia", "asthma"),
        ("simvastatin", "ibuprofen"),
        ("ibuprofen", "simvastatin"),
        ("colonoscopy", "influenza, seasonal, injectable"),
        ("on day 0", "3 years before day 0"),
        ("3 years before", "6 years before"),
        ("last", "first"),
        ("highest", "lowest"),
        ("fell", "rose"),
        ("systolic", "diastolic"),
        ("have", "had"),
        ("no longer take", "take"),
        ("are taking", "are not taking"),
        ("was", "was not"),
        ("have", "never have"),
    ] {
        for said in HOLD.iter().filter(|said| said.contains(from)) {
            let other = said.replacen(from, to, 1);
            assert!(!is_verified(&other, &world), "{other}");
        }
    }
}

proptest! {
    #[test]
    fn a_word_that_no_list_has_makes_a_sentence_not_checked(which in 0..HOLD.len(), at in 0_usize..20, word in "[a-z]{3,12}") {
        let world = all("What was my last glucose?");
        let said = HOLD[which];
        let mut words: Vec<&str> = said.split(' ').collect();
        let word = format!("q{word}");
        words.insert(at % words.len(), &word);
        prop_assert!(!is_verified(&words.join(" "), &world), "{}", words.join(" "));
    }

    #[test]
    fn common_words_of_relation_make_a_sentence_not_checked(which in 0..HOLD.len(), at in 0_usize..20, word in 0_usize..RELATIONS.len()) {
        let world = all("What was my last glucose?");
        let mut words: Vec<&str> = HOLD[which].split(' ').collect();
        words.insert(at % words.len(), RELATIONS[word]);
        prop_assert!(!is_verified(&words.join(" "), &world), "{}", words.join(" "));
    }

    #[test]
    fn another_number_is_never_verified(which in 0..HOLD.len(), number in 1_u32..400) {
        let world = all("What was my last glucose?");
        let said = HOLD[which];
        let numbers: Vec<&str> = said.split(' ').filter(|word| word.len() > 1 && word.parse::<f64>().is_ok()).collect();
        for own in numbers {
            if (own.parse::<f64>().unwrap() - f64::from(number)).abs() > 0.6 {
                let other = said.replacen(own, &number.to_string(), 1);
                prop_assert!(!is_verified(&other, &world), "{other}");
            }
        }
    }

    #[test]
    fn whatever_is_written_each_sentence_has_one_standing_in_order(said in "\\PC{0,120}") {
        let world = all("What was my last glucose?");
        let marks = ground(&said, &world, None, &|_| false);
        let found = statements(&said, &world, &marks);
        prop_assert!(found.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
        prop_assert!(found.iter().all(|statement| said.get(statement.range.clone()).is_some()));
    }
}

/// Words that turn what a sentence says.
const RELATIONS: &[&str] = &[
    "not", "only", "because", "always", "all", "without", "before", "after", "unless", "if", "probably", "no", "never",
    "except", "mother", "should", "may", "due", "both", "every", "none", "hardly", "almost", "neither", "or", "than",
    "despite", "normal", "high",
];

#[test]
fn the_parts_of_a_pressure_are_told_in_any_order() {
    let world = all("What was my last blood pressure?");
    verified(
        &world,
        &[
            "The last blood pressure was 131 mm[Hg] (systolic) and 82 mm[Hg] (diastolic).",
            "The last blood pressure was systolic 131 mm[Hg] and diastolic 82 mm[Hg] on day 0.",
        ],
    );
    not_verified(&world, &["The last blood pressure was 82 mm[Hg] (systolic) and 131 mm[Hg] (diastolic)."]);
}

#[test]
fn that_number_is_the_one_that_was_asked_for() {
    let no = "No, my blood pressure is not above that number.";
    verified(&all("Is my blood pressure above 140?"), &[no, "No, your blood pressure is not above 140."]);
    not_verified(&all("Is my blood pressure above 125?"), &[no]);
    not_verified(&all("Is my blood pressure above 60?"), &[no, "Yes, my blood pressure is not above that number."]);
}

#[test]
fn a_number_of_the_question_alone_derives_nothing() {
    not_verified(
        &all("Was my glucose above 130 or below 88?"),
        &["The glucose was between 90 and 130 mg/dL.", "The glucose was between 88 and 120 mg/dL."],
    );
}

#[test]
fn each_of_several_readings_has_its_own_day_or_the_next_that_is_told() {
    let world = all("What was my last glucose?");
    verified(
        &world,
        &[
            "The glucose was 120 mg/dL 3 years before day 0 and the hemoglobin was 13.2 g/dL on day 0.",
            "The glucose was 101 mg/dL on day 0 and the hemoglobin was 13.2 g/dL on day 0.",
        ],
    );
    not_verified(
        &world,
        &[
            "The highest glucose was 120 mg/dL, the last hemoglobin 13.2 g/dL on day 0 and the last glucose 101 mg/dL on day 0.",
            "The hemoglobin was 13.2 g/dL, the glucose 120 mg/dL 3 years before day 0 and the hemoglobin 13.2 g/dL on day 0.",
        ],
    );
    let days: [(&str, &[(&str, f64)]); 3] =
        [("2014-01-01", &[("", 140.0)]), ("2017-01-01", &[("", 139.0)]), ("2020-01-01", &[("", 140.0)])];
    let twice = super::world("", vec![measured("Sodium", "mmol/L", &days)], "");
    verified(
        &twice,
        &["The last sodium was 140 mmol/L on day 0.", "The first sodium was 140 mmol/L 6 years before day 0."],
    );
    not_verified(
        &twice,
        &["The last sodium was 140 mmol/L 6 years before day 0.", "The first sodium was 140 mmol/L on day 0."],
    );
}

#[test]
fn initials_in_brackets_are_of_the_name_before_them() {
    let days: [(&str, &[(&str, f64)]); 1] = [("2020-01-01", &[("", 30.2)])];
    let world = world("What was my highest body mass index?", vec![measured("Body Mass Index", "kg/m2", &days)], "");
    verified(&world, &["The highest Body Mass Index (BMI) was about 30.2 kg/m2 on day 0."]);
    not_verified(&world, &["The highest Body Mass Index (BMX) was about 30.2 kg/m2 on day 0."]);
}
