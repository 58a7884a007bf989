//! Kinds of claims that were found later: pairs of readings, one day of several, the last of something, names that share words.

use super::{condition, drug, faults, measured, pressure, topic, world};
use crate::document::FactKind;

#[test]
fn two_numbers_that_are_told_as_one_reading_must_be_of_one() {
    let world = world("What was my last blood pressure?", vec![pressure()], "");
    faults(
        &world,
        &[
            ("A blood pressure of 131 and 70 mm[Hg].", &["~70"]),
            ("The blood pressure was 118/82 mm[Hg].", &["~82"]),
            ("The blood pressure was 118 mm[Hg] (systolic) and 82 mm[Hg] (diastolic).", &["~82"]),
            ("The blood pressure was 118/70 mm[Hg] 6 years before day 0.", &[]),
            ("The highest systolic blood pressure was 131 and the lowest diastolic 70.", &[]),
            // A part is no whole because another number of its reading stands far away.
            ("The blood pressure changed from 70 mm[Hg] to 74 mm[Hg] and then to 118 mm[Hg].", &["~70", "~74"]),
        ],
    );
}

#[test]
fn a_range_is_of_no_one_day() {
    let rate = || {
        let days: [(&str, &[(&str, f64)]); 3] =
            [("2014-01-01", &[("", 138.0)]), ("2017-01-01", &[("", 94.0)]), ("2020-01-01", &[("", 61.0)])];
        measured("Glomerular filtration rate", "mL/min", &days)
    };
    let world = world("How are my kidneys doing?", vec![rate()], "");
    faults(
        &world,
        &[
            ("The glomerular filtration rate was between 61 and 138 mL/min on day 0.", &["~day 0"]),
            ("The glomerular filtration rate was between 61 and 138 mL/min from 6 years before day 0 to day 0.", &[]),
            ("The glomerular filtration rate was between 61 and 138 mL/min, the last of 61 mL/min on day 0.", &[]),
            ("The glomerular filtration rate was 61 mL/min on day 0.", &[]),
        ],
    );
}

#[test]
fn the_last_of_something_is_of_its_newest_day() {
    let screening =
        topic("Urine screening for glucose", FactKind::Procedure, &[("2017-01-01", "", ""), ("2020-01-01", "", "")]);
    let anemia = condition("Anemia", &[("2017-01-01", "", "active")]);
    let world = world("What was my last glucose?", vec![screening, anemia], "");
    faults(
        &world,
        &[
            ("The last glucose screening was done 3 years before day 0.", &["!3 years before day 0"]),
            ("The last glucose screening was done on day 0.", &[]),
            ("A glucose screening was done 3 years before day 0.", &[]),
            ("The latest condition is anemia, since 3 years before day 0.", &[]),
        ],
    );
}

#[test]
fn of_drugs_whose_names_share_words_each_stands_for_itself() {
    let stopped = [("2014-01-01", "", "stopped")];
    let topics = vec![
        drug("Liletta 52 MG Intrauterine System", &stopped),
        drug("Mirena 52 MG Intrauterine System", &stopped),
        drug("Metformin hydrochloride 500 MG Oral Tablet", &[("2020-01-01", "", "active")]),
    ];
    let world = world("Which medicines am I taking?", topics, "");
    faults(
        &world,
        &[(
            "The medicines are Metformin hydrochloride 500 MG Oral Tablet, Liletta 52 MG Intrauterine System, Mirena 52 MG Intrauterine System.",
            &["!Liletta 52 MG Intrauterine System", "!Mirena 52 MG Intrauterine System"],
        )],
    );
}

#[test]
fn a_titled_name_is_one_that_was_sent_asked_for_or_stands_in_the_records() {
    let told = world("Did Dr. Varga see my blood pressure?", vec![pressure()], "Seen by Adebayo.");
    faults(
        &told,
        &[
            ("You saw Dr. Miller on day 0.", &["?Dr. Miller"]),
            ("You saw Mrs Ann Lee-Miller on day 0.", &["?Mrs Ann Lee-Miller"]),
            ("You saw Prof. J. Miller, MD.", &["?Prof. J. Miller"]),
            ("You saw Dr. Adebayo and Dr. Varga's nurse.", &[]),
            ("You saw Dr. SMITH.", &["?Dr. SMITH"]),
            ("You saw Dr. A. SMITH, MD.", &["?Dr. A. SMITH"]),
            ("You saw DR. JOHN SMITH.", &[]),
            ("You saw Dr. JOHN SMITH.", &["?Dr. JOHN SMITH"]),
            ("You saw Dr. Adebayo FRCPC.", &[]),
            ("You saw Dr. ADEBAYO MD and Dr. VARGA.", &[]),
            // A doctor, and nobody's name.
            ("You saw Dr. A., the doctor.", &[]),
            ("It is known to your Dr. The record says so.", &[]),
        ],
    );
    let said = "You saw Dr. Miller.";
    let known = super::ground(said, &told, None, &|word| word == "miller");
    assert_eq!(known, [], "the records have the name");
}

#[test]
fn an_abbreviation_ends_no_sentence() {
    let world = world("", vec![pressure()], "");
    let count = |said: &str| super::super::sentences(said, &world).len();
    for one in [
        "You should see Dr. Miller on 12 May 2023.",
        "Mr. Lee, Mrs. Lee and Ms. A. Lee saw Prof. Dr. Day and Dr B. Day at St. Mary's.",
        "It was 131 vs. 118 before, approx. 10 % more, e.g. in May, i.e. in spring.",
        "See room No. 12 there.",
        "See No. 12 there.",
    ] {
        assert_eq!(count(one), 1, "{one}");
    }
    for two in [
        "No. 5 readings are there.",
        "You have MS. It began in May.",
        "It took 400 ms. It is long.",
        "Ask your Dr.\nIt is so.",
        "You saw Dr Miller. It is so.",
        "It was read at 8 p.m. It rose.",
        "You were at St. Mary. It was long.",
        "No. 12 is there.",
        "It is 1.5. It rose.",
    ] {
        assert_eq!(count(two), 2, "{two}");
    }
}
