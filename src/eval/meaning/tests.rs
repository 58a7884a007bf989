//! The judge finds what is wrong: statements that are nearly right.

use super::courses::{Course, Drawn, Part};
use super::sentences::Told;
use super::*;

static KILOGRAMS: Part =
    Part { code: "", name: "", unit: "kg", places: 1, usual: (450, 1400), step: 20, change: 20, thresholds: &[850] };
static WEIGHT: courses::Measure =
    courses::Measure { asked: "weight", code: "29463-7", name: "Body Weight", parts: &[KILOGRAMS] };

/// Returns how many statements of `said` are true, true of the range only, and false, of readings of 80.0, 84.9 and 83.0 with a range from 82.
fn judged(said: &str, level: Level, is_moved: bool) -> [usize; 3] {
    let course = Course { part: &KILOGRAMS, readings: vec![800, 849, 830], low: Some(820), high: None };
    let drawn = Drawn { measure: &WEIGHT, courses: vec![course] };
    let noise = if is_moved { "Numbers are rounded, and may be moved by one step.\n" } else { "" };
    let message = format!("{noise}<quote><title>R1</title>\n{said}\n<link>#R1</link></quote>");
    let mut count = Count::default();
    said::judge(&drawn, &message, level, &mut count);
    [count.is_true, count.range_only, count.is_false]
}

#[test]
fn numbers_directions_and_counts_are_held_to_the_readings() {
    let course = |range: &str, word: &str| {
        format!("Body Weight was {range}, {word}, in 3 readings, from 1 year before day 0 to day 0.")
    };
    let balanced = |said: &str| judged(said, Level::Balanced, false);
    assert_eq!(balanced(&course("between about 80 and 84.5 kg", "rising")), [5, 0, 0]);
    assert_eq!(balanced(&course("between about 80 and 84.5 kg", "falling")), [4, 0, 1]);
    assert_eq!(balanced(&course("between about 80 and 84.5 kg", "steady")), [4, 0, 1]);
    assert_eq!(balanced(&course("between about 80 and 85 kg", "rising")), [4, 0, 1], "84.9 is below 85");
    assert_eq!(balanced(&course("between about 82 and 84.5 kg", "rising")), [4, 0, 1], "80 is below the range");
    assert_eq!(balanced(&course("between about 84.5 and 80 kg", "rising")), [2, 0, 3]);
    assert_eq!(
        balanced(&course("between about 80 and 84.5 kg", "rising").replace("3 readings", "4 readings")),
        [4, 0, 1]
    );
    assert_eq!(balanced(&course("about 80 kg", "rising")), [2, 0, 1]);
    let strict = |said: &str| judged(said, Level::Strict, false);
    assert_eq!(
        strict(&course("at its lowest below the reference range, at its highest under 85 kg", "rising")),
        [4, 0, 0]
    );
    assert_eq!(
        strict(&course("at its lowest within the reference range, at its highest at least 85 kg", "mixed")),
        [2, 0, 2]
    );
    assert_eq!(strict(&course("always under 85 kg", "rising").replace("3 readings", "3 to 5 readings")), [3, 0, 0]);
    assert_eq!(strict(&course("always at least 81 and under 85 kg", "rising")), [2, 0, 1]);
    let first = |said: &str| {
        let range = course("between about 80 and 84.5 kg", "rising");
        balanced(&format!("{range}\n<link>#R1</link></quote>\n\n<quote><title>R2</title>\nBody Weight was {said}."))
    };
    assert_eq!(first("about 80 kg, 1 year before day 0"), [6, 0, 0], "the first reading, beside its course");
    assert_eq!(first("about 84 kg, 1 year before day 0"), [5, 0, 1], "the newest is not the first");
    assert_eq!(first("about 84 kg, day 0"), [6, 0, 0]);
    assert_eq!(first("about 80 kg, day 0"), [5, 0, 1], "the first is not the newest");
    assert_eq!(balanced("Body Weight was about 84 kg, day 0."), [1, 0, 0]);
    assert_eq!(balanced("Body Weight was about 85 kg, day 0."), [0, 0, 1]);
    assert_eq!(balanced("Body Weight was about 82 kg, day 0."), [1, 0, 0]);
    assert_eq!(balanced("Body Weight was about 81.9 kg, day 0."), [0, 0, 1], "83 is not below 82");
    assert_eq!(balanced("Body Weight was about 84.5 kg, day 0."), [0, 0, 1]);
    assert_eq!(judged("Body Weight was about 84.5 kg, day 0.", Level::Balanced, true), [0, 1, 0]);
    assert_eq!(judged("Body Weight was about 87 kg, day 0.", Level::Balanced, true), [0, 0, 1]);
}

#[test]
fn a_sentence_without_its_no_is_found() {
    let told = |said: &str| {
        let told = Told::Sentence {
            finding: "chest pain",
            note: String::new(),
            words: ["mrs", "okafor", "does", "not", "have", "chest", "pain", "at", "rest"].map(str::to_owned).to_vec(),
            needs: &["not"],
        };
        let message = format!(
            "<quote><title>R1</title>\nA passage of a clinical note, day 0. Of what it says, with … for what stays with the patient: {said}.\n<link>#R1</link></quote>"
        );
        let mut count = Count::default();
        told.judge(&message, &mut count);
        (count.is_true, count.is_false)
    };
    assert_eq!(told("… does not have chest pain at rest"), (1, 0));
    assert_eq!(told("… does … have chest pain at rest"), (0, 1));
    assert_eq!(told("… chest pain not at rest"), (0, 1), "in another order");
    assert_eq!(told("… does not have severe chest pain"), (0, 1), "with another word");
    assert_eq!(told("lungs are clear"), (0, 0));
}

#[test]
fn an_entry_that_is_not_so_is_found() {
    let told = Told::Entry { not_so: "Asthma", so: "Gout", way: "refuted" };
    let mut count = Count::default();
    told.judge("<quote><title>R1</title>\nCondition: Asthma.\n<link>#R1</link></quote><quote><title>R2</title>\nCondition: Gout.\n<link>", &mut count);
    assert_eq!((count.is_true, count.is_false), (1, 1));
}
