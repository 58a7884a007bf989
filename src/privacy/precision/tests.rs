use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::document::{Form, Value};
use crate::privacy::generalise::trend;
use crate::privacy::level::{Level, Numbers};
use crate::privacy::measure::Gauge;
use crate::span::Span;

fn rows() -> Vec<&'static Quantity> {
    table().map(|(_, row)| row).collect()
}

fn coded(code: &str) -> Coded {
    let value = Value { text: "a name".into(), span: Span::at(0, 0), form: Form::String, aside: 0 };
    Coded { system: Some(LOINC.into()), code: Some(code.into()), display: value, term: None, others: Box::default() }
}

#[test]
fn rows_are_whole_and_no_quantity_has_two() {
    let mut seen = std::collections::BTreeSet::new();
    for row in rows() {
        assert!(!row.codes.is_empty() && !row.units.is_empty() && !row.source.is_empty(), "{}", row.name);
        assert!(row.step >= 0.0 && row.from >= 0.0 && row.change >= 0.0, "{}", row.name);
        assert!(row.thresholds.is_sorted_by(|a, b| a < b), "{}", row.name);
        assert!(
            row.step == 0.0 || row.from == 0.0 || row.step <= row.from / 4.0,
            "{}: too coarse at {}",
            row.name,
            row.from
        );
        if let Some((low, high)) = row.scale {
            assert!(low < high && row.thresholds.iter().all(|at| (low..=high).contains(at)), "{}", row.name);
        }
        for threshold in row.thresholds {
            assert_eq!(crate::privacy::generalise::round(*threshold, 0.001).unwrap().parse(), Ok(*threshold));
        }
        for code in row.codes {
            for unit in row.units {
                assert!(seen.insert((*code, *unit)), "{code} in {unit} stands there twice");
                // Braces are not printed.
                let written = if *unit == "INR" { "{INR}" } else { unit };
                let written = Some(written).filter(|unit| !unit.is_empty());
                assert_eq!(quantity(Some(&coded(code)), written), Some(row), "{code} in {unit}");
            }
        }
    }
    assert!(rows().len() >= 100);
}

#[test]
fn every_code_has_the_check_digit_of_loinc() {
    for code in rows().iter().flat_map(|row| row.codes) {
        let (number, check) = code.split_once('-').unwrap();
        let digits = number.chars().rev().zip([2, 1].into_iter().cycle());
        let sum: u32 =
            digits.map(|(digit, times)| digit.to_digit(10).unwrap() * times).map(|digit| digit / 10 + digit % 10).sum();
        assert_eq!(check.parse(), Ok((10 - sum % 10) % 10), "{code}");
    }
}

#[test]
fn a_quantity_is_known_by_its_code_and_its_unit() {
    let systolic = quantity(Some(&coded("8480-6")), Some("mm[Hg]")).unwrap();
    assert_eq!((systolic.step, step(Some(systolic), 133.0), change(Some(systolic), 5.0)), (5.0, 5.0, 5.0));
    assert_eq!(quantity(Some(&coded("8480-6")), Some("kPa")), None, "another unit has other thresholds");
    assert_eq!(quantity(Some(&coded("8480-6")), None), None);
    assert_eq!(quantity(Some(&coded("44261-6")), Some("{score}")).map(|row| row.name), Some("PHQ-9"));
    assert_eq!(quantity(Some(&coded("6301-6")), Some("{INR}")).map(|row| row.name), Some("INR"));
    let a1c = quantity(Some(&coded("4548-4")), Some("%"));
    assert_eq!(change(a1c, 0.1), 0.5, "a tenth more or less says nothing");
    let snomed = Coded { system: Some("http://snomed.info/sct".into()), ..coded("8480-6") };
    assert_eq!(quantity(Some(&snomed), Some("mm[Hg]")), None);
    let weight = quantity(Some(&coded("29463-7")), Some("kg"));
    assert_eq!((step(weight, 83.0), step(weight, 3.4)), (2.0, 0.1), "a baby is not weighed in steps of two");
}

#[test]
fn the_place_of_a_significant_digit() {
    for (size, digits, place) in [
        (1234.0, 2, 100.0),
        (1234.0, 3, 10.0),
        (99.0, 2, 1.0),
        (100.0, 2, 10.0),
        (8.0, 2, 0.1),
        (0.5, 2, 0.01),
        (0.0005, 2, 0.001),
        (0.0, 2, 0.001),
        (f64::INFINITY, 2, 0.001),
        (0.001, 1, 0.001),
    ] {
        assert!((significant(size, digits) - place).abs() < place * 1e-9, "{size} {digits}");
    }
    let row = Quantity { step: 2.0, from: 20.0, change: 1.0, ..PLAIN };
    for (number, expected) in [(20.0, 2.0), (-20.0, 2.0), (19.9, 1.0), (250.0, 2.0)] {
        assert_eq!(step(Some(&row), number), expected, "{number}");
    }
    assert_eq!(step(Some(&Quantity { step: 0.0, from: 0.0, ..PLAIN }), 250.0), 10.0);
    assert_eq!(step(None, 250.0), 10.0);
    assert_eq!([change(Some(&row), 0.5), change(Some(&row), 2.0), change(None, 0.3)], [1.0, 2.0, 0.3]);
}

#[test]
fn a_stricter_level_is_never_finer() {
    for row in rows() {
        let gauge = Gauge { quantity: Some(row), ..Gauge::default() };
        for size in [0.5, 3.0, 42.0, 250.0, 1800.0] {
            let of = |numbers| gauge.told(size, size, &[], numbers).unwrap().step.unwrap_or(f64::INFINITY);
            let [strict, balanced, minimal] = Level::ALL.map(|level| of(level.rules().numbers));
            assert!(strict > balanced && balanced > minimal, "{} at {size}", row.name);
        }
    }
}

fn numbers(row: &Quantity, share: f64) -> f64 {
    let (least, most) = row.scale.unwrap_or((0.0, row.thresholds.last().map_or(300.0, |last| last * 2.5)));
    let number = least + share * (most - least);
    let places = if number < 10.0 { 1000.0 } else { 10.0 };
    (number * places).round() / places
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn what_is_told_of_a_row_crosses_nothing_and_has_the_form_the_gate_knows(
        row in select(rows()),
        share in 0.0_f64..1.0,
        other in 0.0_f64..1.0,
        reference in prop::option::of((0.0_f64..0.5, 0.5_f64..1.0)),
    ) {
        let (number, other) = (numbers(row, share), numbers(row, other));
        let (low, high) = reference.map_or((None, None), |(low, high)| (Some(numbers(row, low)), Some(numbers(row, high))));
        let gauge = Gauge { quantity: Some(row), low, high };
        let round = regex::Regex::new(r"^-?\d{1,5}(\.\d{1,3})?$").unwrap();
        let band = regex::Regex::new(r"^((below|within|above) the reference range|at least [\d.]+|(at least [\d.]+ and )?under [\d.]+)$").unwrap();
        for level in [Numbers::Finer, Numbers::Rounded, Numbers::Banded] {
            let told = gauge.told(number, number, &[], level).unwrap();
            let Some(written) = told.number() else {
                prop_assert!(band.is_match(&told.text), "{}", told.text);
                continue;
            };
            prop_assert!(round.is_match(&told.text), "{}", told.text);
            for bound in gauge.bounds() {
                prop_assert_eq!(number.total_cmp(&bound), written.total_cmp(&bound), "{} for {} against {}", written, number, bound);
            }
            let far = if level == Numbers::Banded { 0.63 * told.step.unwrap() } else { 0.5 * told.step.unwrap() };
            prop_assert!((number - written).abs() <= far + 1e-3, "{} for {}", written, number);
            if let Some((low, high)) = row.scale {
                prop_assert!(level == Numbers::Banded || (low..=high).contains(&written));
            }
        }
        // A band holds the number.
        let told = gauge.told(number, number, &[], Numbers::Banded).unwrap();
        let ends: Vec<f64> = told.text.split(' ').filter_map(|word| word.parse().ok()).collect();
        if told.number().is_none() && told.has_unit() {
            let at_least = told.text.starts_with("at least").then(|| ends[0]);
            let under = told.text.contains("under").then(|| ends[ends.len() - 1]);
            prop_assert!(at_least.is_none_or(|end| number >= end) && under.is_none_or(|end| number < end));
        }
        // Strict says of two numbers nothing that balanced does not say.
        let alike = |level| gauge.told(number, number, &[], level).unwrap().text == gauge.told(other, other, &[], level).unwrap().text;
        let same_step = step(Some(row), number) == step(Some(row), other);
        prop_assert!(!alike(Numbers::Rounded) || !same_step || alike(Numbers::Banded), "{} and {}", number, other);
    }

    #[test]
    fn a_direction_is_seen_in_what_is_told(
        row in select(rows()),
        shares in prop::collection::vec(0.0_f64..1.0, 2..8),
    ) {
        let series: Vec<f64> = shares.into_iter().map(|share| numbers(row, share)).collect();
        let size = series.iter().copied().fold(0.0, f64::max);
        let gauge = Gauge { quantity: Some(row), ..Gauge::default() };
        let direction = trend(&series, change(Some(row), step(Some(row), size)));
        let (first, last) = (series[0], series[series.len() - 1]);
        for level in [Numbers::Finer, Numbers::Rounded] {
            let told = |number| gauge.told(number, size, &[], level).unwrap().number().unwrap();
            prop_assert!(direction != "rising" || (last > first && told(last) >= told(first)));
            prop_assert!(direction != "falling" || (last < first && told(last) <= told(first)));
        }
    }
}

/// `docs/precision.md` as it must be; with `CHAPERONE_WRITE_DOCS` set the file is written.
#[test]
fn the_document_is_what_the_table_says() {
    let mut page = String::from(HEAD);
    let mut chapter = "";
    for (of, row) in table() {
        if of != chapter {
            chapter = of;
            let _ = write!(
                page,
                "\n## {chapter}\n\n| Quantity | LOINC | Unit | Step | Change that says something | Thresholds | Source |\n|---|---|---|---|---|---|---|\n"
            );
        }
        let number = |number: f64| crate::privacy::generalise::round(number, 0.001).unwrap();
        let thresholds: Vec<String> = row.thresholds.iter().map(|at| number(*at)).collect();
        let step = match (row.step, row.from) {
            (0.0, _) => "two digits".to_owned(),
            (step, 0.0) => number(step),
            (step, from) => format!("{} from {}", number(step), number(from)),
        };
        let unit =
            row.units.first().filter(|unit| !unit.is_empty()).map_or("–".to_owned(), |unit| format!("`{unit}`"));
        let change = if row.change > 0.0 { number(row.change) } else { "a step".to_owned() };
        let thresholds = if thresholds.is_empty() { "–".to_owned() } else { thresholds.join(", ") };
        let _ = writeln!(
            page,
            "| {} | {} | {unit} | {step} | {change} | {thresholds} | {} |",
            row.name,
            row.codes.join(", "),
            row.source
        );
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/precision.md");
    if std::env::var_os("CHAPERONE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written == page, "docs/precision.md is not what the table says: run this test with CHAPERONE_WRITE_DOCS=1");
}

const HEAD: &str = "# Precision: how exactly a number is told

Written from the table in `src/privacy/precision/` by its test; `docs/levels.md` says what each level makes of it.

A number is rounded to the *step* of its quantity, and in finer steps where it would otherwise come to lie on or beyond a threshold, an end of the reference
range that stands with it in the record, or nought. Where a step holds *from* a size on, smaller numbers are told with two significant digits, and so is
every quantity that is not listed here. A series is *rising* or *falling* only when it moved by at least the change that says something; that is judged on
the real numbers.

A threshold belongs to the band above it. Thresholds are those of guidelines for everybody: they take no account of age, sex or illness, and are no judgement
of what is normal. Where no source is named, the step is a convention of charts and laboratories or two significant digits. Units of the same number (`ng/mL` and `ug/L`)
share a row; the first is shown.
";
