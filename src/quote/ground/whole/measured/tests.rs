//! Readings by their days: which way they go beyond doubt, and which stand at their ends.

use super::*;
use crate::document::{DocumentIndex, FactKind};
use crate::quote::ground::world::{Known, Told};

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// A reading a year, from 2011 on.
fn yearly(numbers: &[f64], change: f64) -> Vec<Point> {
    let point =
        |(at, number): (usize, &f64)| Point { day: day(&format!("20{}-01-01", 11 + at)), number: *number, change };
    numbers.iter().enumerate().map(point).collect()
}

#[test]
fn readings_go_a_way_where_none_turns_back_by_as_much_as_says_something() {
    use Word::{Changed, Down, Mixed, Steady, Up};
    for (numbers, change, ways) in [
        (&[4.0, 4.6, 5.1][..], 0.2, &[Up, Changed][..]),
        (&[100.0, 110.0, 105.0, 120.0], 6.0, &[Up, Changed]),
        (&[100.0, 110.0, 105.0, 120.0], 5.0, &[Changed]),
        // A rise as a whole, with a fall in it.
        (&[100.0, 60.0, 70.0, 80.0, 90.0, 120.0], 5.0, &[Changed]),
        (&[15.5, 13.2], 0.5, &[Down, Changed]),
        (&[120.0, 105.0, 110.0, 100.0], 6.0, &[Down, Changed]),
        (&[120.0, 105.0, 110.0, 100.0], 5.0, &[Changed]),
        (&[100.0, 101.0, 102.0], 5.0, &[Steady]),
        (&[102.0, 101.0, 100.0], 5.0, &[Steady]),
        (&[90.0, 120.0, 101.0], 5.0, &[Mixed, Changed]),
        // Neither a rise nor a fall that says something.
        (&[90.0, 120.0, 119.0], 5.0, &[Changed]),
        (&[120.0, 90.0, 91.0], 5.0, &[Changed]),
        (&[90.0, 95.0, 90.0], 5.0, &[Mixed, Changed]),
        (&[95.0, 90.0, 95.0], 5.0, &[Mixed, Changed]),
        (&[90.0, 90.0], 0.0, &[]),
        (&[90.0], 5.0, &[]),
        (&[], 5.0, &[]),
    ] {
        let points = yearly(numbers, change);
        let found: Vec<Word> =
            [Up, Down, Steady, Mixed, Changed].into_iter().filter(|way| goes(&points, *way)).collect();
        // With no least difference a trend of equal numbers says nothing here.
        let found: Vec<Word> = found.into_iter().filter(|way| change > 0.0 || *way == Changed).collect();
        assert_eq!(found, ways, "{numbers:?} {change}");
        assert!(!goes(&points, Word::Has));
    }
    // The greatest of the least differences decides.
    let mut points = yearly(&[100.0, 104.0], 1.0);
    points[0].change = 5.0;
    assert!(!goes(&points, Up) && goes(&points, Steady));
}

#[test]
fn the_reading_at_an_end_is_the_only_one_of_its_day() {
    let point = |on: &str, number: f64| Point { day: day(on), number, change: 1.0 };
    let points =
        [point("2011-01-01", 70.0), point("2011-01-01", 80.0), point("2012-01-01", 72.0), point("2012-01-01", 72.0)];
    assert_eq!(at_end(&points, false), None);
    assert_eq!(at_end(&points, true), Some((day("2012-01-01"), 72.0)));
    assert_eq!(at_end(&points[1..], false), Some((day("2011-01-01"), 80.0)));
    assert_eq!(at_end(&[], true), None);
    assert!(is(1.0, 1.0) && is(0.1 + 0.2, 0.3) && !is(1.0, 1.001));
}

#[test]
fn the_readings_of_a_part_stand_by_their_days_where_all_have_one_and_one_unit() {
    let known = |on: &str| Known {
        fact: crate::clearance::FactRef { document: DocumentIndex(0), fact: 0 },
        day: on.parse().ok(),
        ended: None,
        is_recorded: false,
        when: on.to_owned(),
        status: None,
        answer: None,
    };
    let told = |fact: usize, part: &str, number: f64, unit: &str| Told {
        fact,
        part: Vec::new(),
        part_name: part.to_owned(),
        number,
        text: number.to_string(),
        unit: Some(unit.to_owned()),
        change: 1.0,
    };
    let topic = |days: &[&str], readings: Vec<Told>| Topic {
        name: "Pressure".to_owned(),
        kind: FactKind::Observation,
        stems: Vec::new(),
        own: Vec::new(),
        facts: days.iter().map(|day| known(day)).collect(),
        readings,
        numbers: Vec::new(),
        counts: Vec::new(),
        is_denial: false,
    };
    let numbers = |topic: &Topic, part: &str| {
        points(topic, part).map(|points| points.iter().map(|point| point.number).collect::<Vec<f64>>())
    };
    let two = || {
        vec![
            told(0, "systolic", 131.0, "mm[Hg]"),
            told(0, "diastolic", 82.0, "mm[Hg]"),
            told(1, "systolic", 118.0, "mm[Hg]"),
            told(1, "diastolic", 9.3, "kPa"),
        ]
    };
    let all = topic(&["2020-01-01", "2014-01-01"], two());
    assert_eq!(parts(&all), ["diastolic", "systolic"]);
    assert_eq!(numbers(&all, "systolic"), Some(vec![118.0, 131.0]));
    assert_eq!(numbers(&all, "diastolic"), None, "two units");
    assert_eq!(numbers(&all, "mean"), None);
    assert_eq!(numbers(&topic(&["2020-01-01", ""], two()), "systolic"), None, "a day is missing");
}
