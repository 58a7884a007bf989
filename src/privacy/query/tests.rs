use std::collections::BTreeSet;

use jiff::civil::Date;

use super::*;
use crate::clearance::KnownAnswers;
use crate::document::{EntityType, Identifier, Patient, Records};
use crate::index::analyze;
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::privacy::vocabulary::Sources;
use crate::question::concepts;
use crate::retrieve::narrow::Narrowing;

fn patient(name: &str) -> Patient {
    Patient { id: name.into(), name: name.into(), family: name.into(), birth: None, death: None, gender: None }
}

fn rewritten(question: &str, terms: &[&str]) -> (String, Vec<String>) {
    let plan = Plan::new(question, &[patient("Amara Okafor"), patient("John Okafor")]);
    let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
    let sources = Sources::default();
    let words = Vocabulary::new(question, &plan, &terms, &sources);
    let query = rewrite(question, &plan, &words, |patient| Some(format!("Patient K{}", patient.0 + 2)));
    let withheld = query.withheld.iter().map(|span| span.of(question).unwrap().to_owned()).collect();
    (query.map.text().to_owned(), withheld)
}

#[test]
fn names_numbers_and_unknown_words_do_not_leave() {
    let (query, withheld) = rewritten(
        "Did Dr Gleason say on 3 March 2019 that Amara Okafor's metformin (MRN 77-1234) was stopped?",
        &["Metformin 500 MG"],
    );
    assert_eq!(query, "did that doctor say on that day that Patient K2's metformin … was stopped?");
    for word in ["Gleason", "3 March 2019", "MRN", "77-1234"] {
        assert!(withheld.contains(&word.to_owned()), "{word}: {withheld:?}");
    }
}

#[test]
fn a_number_in_words_does_not_leave_and_a_name_written_as_a_word_has_no_stand_in() {
    assert_eq!(rewritten("was my sugar two hundred and twelve?", &["Sugar"]).0, "was my sugar that number?");
    assert!(rewritten("is it two tablets of my weight?", &["Weight", "Tablets"]).0.contains("two"));
    let question = "should I eat rice or see Rice at dinner?";
    let known =
        KnownAnswers::new(&[Identifier { text: "Rice".into(), entity_type: EntityType::Person, patient: None }])
            .unwrap();
    let lexicon =
        Lexicon::of(question.split(' ').map(|word| (word.trim_end_matches('?').to_lowercase(), Traits::COMMON)));
    let plan = Plan::new(question, &[]);
    let sources = Sources { known: Some(&known), lexicon: Some(&lexicon), ..Sources::default() };
    let words = Vocabulary::new(question, &plan, &[], &sources);
    let query = rewrite(question, &plan, &words, |_| None);
    assert_eq!(query.map.text(), "should i eat … or see somebody at dinner?");
}

#[test]
fn a_name_that_two_patients_share_is_withheld() {
    let (query, withheld) = rewritten("What is Okafor's blood pressure?", &["Blood Pressure"]);
    assert_eq!(query, "what is …'s blood pressure?");
    assert_eq!(withheld, ["Okafor"]);
}

#[test]
fn a_question_of_which_nothing_may_leave_becomes_a_plain_one() {
    assert_eq!(rewritten("Gleason 1234?", &[]).0, "What do the passages say?");
}

#[test]
fn dates_become_words_that_keep_the_question_readable() {
    for (question, expected) in [
        ("What was my weight in 2021?", "what was my weight in that year?"),
        ("Weight between March 2019 and 3 May 2020", "weight between that month and another day?"),
        ("How did my INR change since 2019?", "how did my inr change since that year?"),
    ] {
        assert_eq!(rewritten(question, &[]).0, expected);
    }
}

#[test]
fn a_time_that_counts_from_now_leaves_as_that_time() {
    let records = Records::default();
    let today = Some(Date::constant(2024, 9, 1));
    for (question, expected, kept) in [
        ("What was my weight last year?", "what was my weight at that time?", &["last year"][..]),
        ("Weight in the past 6 months", "weight in that time?", &["the past 6 months"]),
        ("Weight over the last two years", "weight over that time?", &["the last two years"]),
        ("How did my weight change since last month?", "how did my weight change since that time?", &["last month"]),
        ("my weight two years ago", "my weight at that time?", &["two years ago"]),
        ("Yesterday, what was my weight?", "at that time, what was my weight?", &["Yesterday"]),
        ("weight between 2015 and last year", "weight between that year and another time?", &["2015", "last year"]),
        ("weight last year or yesterday", "weight at that time or another time?", &["last year", "yesterday"]),
        ("weight in the summer of 2018", "weight in that time?", &["the summer of 2018"]),
        ("weight in March", "weight in that time?", &["March"]),
        ("weight in the 1990s", "weight in that time?", &["the 1990s"]),
        ("weight on the 3rd of March 2019", "weight on that day?", &["the 3rd of March 2019"]),
    ] {
        let plan = Narrowing::read(question, &records, None, today, &BTreeSet::new()).plan;
        let sources = Sources::default();
        let words = Vocabulary::new(question, &plan, &[], &sources);
        let query = rewrite(question, &plan, &words, |_| None);
        assert_eq!(query.map.text(), expected, "{question}");
        let held: Vec<&str> = query.withheld.iter().map(|span| span.of(question).unwrap()).collect();
        assert_eq!(held, kept, "{question}");
        assert!(query.withheld.iter().all(|span| !words.withheld(*span).reason.may_be_allowed()), "{question}");
    }
}

#[test]
fn neutral_words_stand_for_what_is_known_to_be_a_person_a_place_or_a_number() {
    let names = [("Gleason", EntityType::Person), ("Haley", EntityType::Person), ("Westbrook", EntityType::Location)];
    let names = names.map(|(text, entity_type)| Identifier { text: text.into(), entity_type, patient: None });
    let known = KnownAnswers::new(&names).unwrap();
    let sources = Sources { known: Some(&known), ..Sources::default() };
    for (question, expected) in [
        ("Did Dr. Gleason stop my metformin?", "did that doctor stop my metformin?"),
        (
            "Did Dr Gleason or Dr Haley stop my metformin, Dr Gleason?",
            "did that doctor or another doctor stop my metformin, that doctor?",
        ),
        ("Was Haley's weight changed in Westbrook?", "was somebody's weight changed in that place?"),
        ("Did Gleason and Haley say my weight?", "did somebody and somebody else say my weight?"),
        ("Was my weight above 140?", "was my weight above that number?"),
        (
            "Was my weight above 140, and not 150 or 160?",
            "was my weight above that number, and not another number or …?",
        ),
        ("Was my weight changed in Westbrook 140?", "was my weight changed in that place?"),
        ("Is zorblaxine good for my weight?", "is … good for my weight?"),
    ] {
        let plan = Plan::new(question, &[]);
        let query = rewrite(question, &plan, &Vocabulary::new(question, &plan, &[], &sources), |_| None);
        assert_eq!(query.map.text(), expected, "{question}");
        assert!(!query.withheld.is_empty());
    }
}

#[test]
fn a_stump_becomes_a_question_of_our_own() {
    assert_eq!(
        rewritten("Gleason Haley Krystyna Zebulon: last metformin tablets?", &["Metformin"]).0,
        "What is the newest entry about metformin tablets?"
    );
    assert_eq!(rewritten("Gleason Haley ever since?", &[]).0, "How did this change over time?");
}

#[test]
fn a_word_of_the_vocabulary_that_is_used_as_a_name_stays() {
    let names = [Identifier { text: "Rose Rice".into(), entity_type: EntityType::Person, patient: None }];
    let known = KnownAnswers::new(&names).unwrap();
    let sources = Sources { known: Some(&known), ..Sources::default() };
    let query = |question: &str| {
        let plan = Plan::new(question, &[]);
        let terms = ["Allergy to rice".to_owned(), "Fracture of hand".to_owned()];
        let query = rewrite(question, &plan, &Vocabulary::new(question, &plan, &terms, &sources), |_| None);
        query.map.text().to_owned()
    };
    assert_eq!(query("Did Dr Hand see my hand?"), "did that doctor see my hand?");
    assert_eq!(query("Did Rice say that rice is bad?"), "did somebody say that rice is bad?");
    assert_eq!(query("did dr rice call about my hand"), "did that doctor call about my hand?");
    assert_eq!(query("Is my neighbour Long allergic to rice?"), "is my … allergic to rice?");
}

#[test]
fn other_forms_of_a_word_that_leaves_leave() {
    assert_eq!(rewritten("my last blood pressures, please", &["Blood Pressure"]).0, "my last blood pressures, please?");
}

#[test]
fn neutral_words_stand_for_what_is_known_of_what_stays() {
    use EntityType as Type;
    let identifier = |entity_type| Reason::Identifier { entity_type };
    let known = |entity_type| Reason::KnownAnswer { entity_type };
    for (reason, words) in [
        (Reason::Name, Some("somebody")),
        (Reason::Place, Some("that place")),
        (Reason::Number, Some("that number")),
        (Reason::Age, Some("that age")),
        (known(Type::Person), Some("somebody")),
        (identifier(Type::Person), Some("somebody")),
        (known(Type::Location), Some("that place")),
        (known(Type::Hospital), Some("that hospital")),
        (identifier(Type::Email), Some("that address")),
        (identifier(Type::Url), Some("that address")),
        (identifier(Type::Ip), Some("that address")),
        (identifier(Type::Age), Some("that age")),
        (identifier(Type::Phone), Some("that number")),
        (identifier(Type::Fax), Some("that number")),
        (identifier(Type::SocialSecurity), Some("that number")),
        (known(Type::MedicalRecord), Some("that number")),
        (known(Type::HealthPlan), Some("that number")),
        (known(Type::Account), Some("that number")),
        (known(Type::License), Some("that number")),
        (known(Type::NationalId), Some("that number")),
        (known(Type::Id), Some("that number")),
        (known(Type::Organization), None),
        (known(Type::Room), None),
        (known(Type::Date), None),
        (known(Type::Vehicle), None),
        (known(Type::Device), None),
        (known(Type::Biometric), None),
        (known(Type::Username), None),
        (known(Type::Occupation), None),
        (Reason::ByHand, None),
        (Reason::Time, None),
        (Reason::Script, None),
        (Reason::PerhapsName, None),
        (Reason::Region, None),
        (Reason::Unknown, None),
        (Reason::NoLexicon, None),
    ] {
        assert_eq!(stand_in(reason).map(|(first, _)| first), words, "{reason:?}");
    }
    for (a, b, both) in [
        (Some(PLACE), Some(PLACE), Some(PLACE)),
        (Some(NUMBER), Some(PLACE), Some(PLACE)),
        (Some(PLACE), Some(NUMBER), Some(PLACE)),
        (Some(SOMEBODY), Some(PLACE), None),
        (None, Some(PLACE), None),
        (Some(PLACE), None, None),
        (None, None, None),
    ] {
        assert_eq!(together(a, b), both, "{a:?} {b:?}");
    }
}

#[test]
fn only_a_date_with_its_year_is_called_a_day_a_month_or_a_year() {
    for (text, later, led, words) in [
        ("2019", false, true, "that year"),
        ("2019", true, true, "another year"),
        ("March 2019", false, true, "that month"),
        ("march of 2019", true, true, "another month"),
        ("the 3rd of March 2019", false, false, "that day"),
        ("3 March 2019", true, false, "another day"),
        ("21st 22nd 4th 2019", false, true, "that day"),
        ("1/2/2019", false, true, "that day"),
        ("3 March", false, true, "that time"),
        ("3 March", false, false, "at that time"),
        ("3 March", true, true, "another time"),
        ("3 March", true, false, "at another time"),
        ("summer 2019", false, true, "that time"),
        ("20190", false, true, "that time"),
        ("the 5xx of March 2019", false, true, "that time"),
        ("2019s", false, true, "that time"),
        ("th 2019", false, true, "that time"),
        ("", false, true, "that time"),
    ] {
        assert_eq!(words_for(text, later, led), words, "{text} {later} {led}");
    }
}

#[test]
fn signs_between_words_stay_as_far_as_they_part_sentences() {
    for (question, expected) in [
        ("my weight, my weight", "my weight, my weight?"),
        ("my weight? my weight", "my weight. my weight?"),
        ("my weight! my weight", "my weight. my weight?"),
        ("my weight. my weight", "my weight. my weight?"),
        ("my weight: my weight", "my weight; my weight?"),
        ("my weight; my weight", "my weight; my weight?"),
        ("my (weight) is", "my weight is?"),
        ("is it a) weight", "is it a) weight?"),
        ("is it my) weight", "is it my weight?"),
        ("Amara Okafor's, my weight", "Patient K2's, my weight?"),
        ("Amara Okafor’s weight", "Patient K2's weight?"),
    ] {
        assert_eq!(rewritten(question, &["Weight"]).0, expected, "{question}");
    }
}

#[test]
fn a_question_of_our_own_asks_for_what_was_asked_for() {
    for (question, expected) in [
        ("Gleason Haley Krystyna: latest?", "What is the newest entry, and when was it?"),
        ("Gleason Haley Krystyna: first?", "What is the oldest entry, and when was it?"),
        ("Gleason Haley Krystyna since?", "How did this change over time?"),
        ("Gleason Haley Krystyna", "What do the passages say?"),
        ("Gleason Haley Krystyna Zebulon first metformin tablets", "What is the oldest entry about metformin tablets?"),
        ("Gleason Haley Krystyna first metformin tablets", "… first metformin tablets?"),
        ("Gleason Haley Krystyna since metformin", "How did this change over time: metformin?"),
        ("Gleason Haley Krystyna metformin", "What do the passages say about metformin?"),
        ("", "What do the passages say?"),
        // Half of the words may be lost where one tells.
        ("Gleason Haley metformin tablets", "… metformin tablets?"),
        ("the 140 and 150", "the that number and another number?"),
    ] {
        assert_eq!(rewritten(question, &["Metformin", "Tablets"]).0, expected, "{question}");
    }
    let letters = |text: &str| has_letter(text, Span::at(0, text.len()));
    assert!(letters("gleason") && !letters("140") && !letters("twelve") && !letters(""));
}

proptest::proptest! {
    #[test]
    fn what_leaves_is_template_or_vocabulary(question in "\\PC{0,80}") {
        let (query, _) = rewritten(&question, &["Body Weight"]);
        let plan = Plan::new(&question, &[]);
        for word in query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            let ours = ["patient", "k2", "k3", "newest", "entry", "oldest", "passages", "that", "another", "s", "time", "number", "somebody", "age", "doctor", "place", "else"];
            let known = vocabulary::is_everyday(&word) || vocabulary::is_of_care(&word) || concepts::is_known(&word);
            let of_term = analyze::term(&word).is_some_and(|term| ["bodi", "weight"].contains(&term.as_str()));
            proptest::prop_assert!(known || of_term || ours.contains(&word.as_str()), "{word}");
        }
        proptest::prop_assert!(plan.words.len() < 200);
    }
}

#[test]
fn what_becomes_of_letters_with_a_number_becomes_of_the_letters_too() {
    let (query, withheld) = rewritten("Was weight12 or pain7 said with my weight, after COVID19?", &["Weight"]);
    assert_eq!(query, "was … or … said with my weight, after covid19?");
    assert_eq!(withheld, ["weight12", "pain7"]);
}
