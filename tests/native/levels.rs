//! What each level tells, over the sample records and over generated ones: the same rules for identifiers, never more than the
//! level says, and nothing that is not so of the real numbers.

use std::collections::{BTreeMap, BTreeSet};

use chaperone::clearance::{FactRef, Operator, Original, Source, SpanMap};
use chaperone::document::{DocumentIndex, FactKind, PatientIndex, Reading, Records};
use chaperone::error::Code;
use chaperone::generate::{Options, patients};
use chaperone::privacy::kind::Kind;
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Beyond, Choice, Policy};
use chaperone::privacy::precision::{self, Quantity};
use chaperone::privacy::select::{Series, fact_of};
use chaperone::privacy::stranger::Easing;
use chaperone::privacy::synthesise::{Material, Silent, Synthesis, synthesise};
use chaperone::privacy::vocabulary::Sources;
use chaperone::progress::Unwatched;
use chaperone::question::Plan;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;

use crate::common::rooms;

/// Whose numbers of which code they are.
type Course = (Option<PatientIndex>, String);
/// One of them, with its day.
type Dated = (jiff::civil::Date, FactRef);

fn endpoint() -> Endpoint {
    Endpoint::new("http://localhost:11434", "test", true)
}

fn texts<'m>(map: &'m SpanMap, operators: &'m [Operator]) -> impl Iterator<Item = &'m str> {
    map.pieces().iter().filter(|piece| operators.contains(&piece.operator)).map(|piece| map.text_of(piece))
}

/// Everything but names, and the words of statuses, in which the levels do not differ.
fn unchanged(map: &SpanMap) -> (BTreeSet<&str>, Vec<usize>) {
    const STATUSES: [&str; 10] = [
        "It is active.",
        "It came back.",
        "It is inactive.",
        "It is in remission.",
        "It is resolved.",
        "It is over.",
        "It is completed.",
        "It was stopped.",
        "It is on hold.",
        "It was cancelled.",
    ];
    let codes = texts(map, &[Operator::Code, Operator::Trend]).collect();
    (codes, STATUSES.map(|status| map.text().matches(status).count()).to_vec())
}

#[test]
fn every_level_is_reviewed_whole_and_free_of_identifiers() {
    let mut room = rooms::ready(&rooms::SAMPLES);
    let mut levels = BTreeMap::new();
    let names: BTreeSet<String> = room.records().patients.iter().map(|patient| patient.name.to_lowercase()).collect();
    for (who, name) in rooms::SAMPLES.iter().enumerate() {
        room.set_subject(Some(PatientIndex(u32::try_from(who).unwrap()))).unwrap();
        for question in [
            "How did my blood pressure and my weight change? How old am I?",
            "Which conditions do I have?",
            "Which medicines do I take?",
        ] {
            let mut told = Vec::new();
            for level in Level::ALL {
                let choice = Choice { level, noise: Noise::On, ..Choice::default() };
                let Ok(workflow) = room.prepare_as(question, &choice, &endpoint(), [5; 32], 0) else { continue };
                let state = workflow.state();
                assert!(workflow.is_cleared(), "{name}, {level:?}: {:?}", state.findings);
                let map = &state.synthesised;
                assert!(map.is_whole());
                assert_eq!(state.policy.floor, level);
                let sent = workflow.outgoing().body.to_lowercase();
                for identifier in &room.records().identifiers {
                    let text = identifier.text.to_lowercase();
                    assert!(text.chars().count() < 5 || !sent.contains(&text), "a {:?} left", identifier.entity_type);
                }
                assert!(names.iter().all(|name| name.split(' ').all(|part| part.len() < 4 || !sent.contains(part))));
                assert_eq!(
                    texts(map, &[Operator::AgeBand]).count() > 0,
                    level < Level::Strict && question.contains("old") && map.text().contains("was aged")
                );
                *levels.entry(level).or_insert(0) += 1;
                told.push((level, workflow));
            }
            let Some((_, strict)) = told.first() else { continue };
            for (level, workflow) in &told {
                let map = &workflow.state().synthesised;
                assert_eq!(unchanged(map), unchanged(&strict.state().synthesised), "{name}: {question}");
                let times: BTreeSet<&str> = texts(map, &[Operator::Time]).collect();
                let strict_times: BTreeSet<&str> = texts(&strict.state().synthesised, &[Operator::Time]).collect();
                assert!(strict_times.len() <= times.len());
                if *level == Level::Strict {
                    assert!(
                        times
                            .iter()
                            .all(|time| !time.contains("week") && !time.contains("days") && !time.contains(" and "))
                    );
                    assert!(
                        texts(map, &[Operator::Count])
                            .all(|count| ["3 to 5", "6 to 10", "more than 10"].contains(&count))
                    );
                }
            }
        }
    }
    assert!(levels.len() == 3 && levels.values().all(|asked| *asked == 15), "{levels:?}");
}

/// Returns `series`, told at `level`.
fn told(room: &Room, series: &[Series], level: Level, noise: Noise) -> Synthesis {
    let context = room.context();
    let policy = Policy { floor: level, noise, ..Policy::default() };
    let plan = Plan::new("How did it change?", &context.records.patients);
    synthesise(&Material {
        records: context.records,
        passages: context.index.as_slice(),
        question: "How did it change?",
        plan: &plan,
        series,
        is_outside: false,
        notes: &[],
        excluded: &BTreeSet::new(),
        silent: &Silent::default(),
        easing: &Easing::default(),
        rare: None,
        words: &Sources::default(),
        policy: &policy,
        seed: [11; 32],
    })
    .unwrap()
}

/// The courses of all numbers in `records`: one series for each patient and code, in the order of their days.
fn courses(records: &Records) -> Vec<Series> {
    let mut found: BTreeMap<Course, Vec<Dated>> = BTreeMap::new();
    for (at, document) in records.documents.iter().enumerate() {
        for (fact, each) in document.facts().iter().enumerate() {
            let numeric = |reading: &Option<Reading>| matches!(reading, Some(Reading::Quantity { .. }));
            let code = each.code.as_ref().and_then(|code| code.code.clone());
            if let (FactKind::Observation, Some(code), Some(begun), true) = (
                each.kind,
                code,
                &each.begun,
                numeric(&each.reading) || each.components.iter().any(|part| numeric(&part.reading)),
            ) {
                let document = DocumentIndex(u32::try_from(at).unwrap());
                found
                    .entry((document_subject(records, document), code.into()))
                    .or_default()
                    .push((begun.day, FactRef { document, fact }));
            }
        }
    }
    let series = |((subject, _), mut facts): (Course, Vec<Dated>)| {
        facts.sort();
        let facts = facts.into_iter().map(|(_, fact)| fact).collect();
        Series {
            subject,
            kind: FactKind::Observation,
            facts,
            score: 1.0,
            fit: 1.0,
            name: String::new(),
            met: Vec::new(),
        }
    };
    found.into_iter().map(series).collect()
}

fn document_subject(records: &Records, document: DocumentIndex) -> Option<PatientIndex> {
    records.documents[document.0 as usize].subject
}

/// What is known of a number by where it stands: its row of the table, and the ends of its reference range.
type Known = BTreeMap<(DocumentIndex, usize), (Option<&'static Quantity>, Option<f64>, Option<f64>)>;

fn known(records: &Records, facts: &[FactRef]) -> Known {
    let mut known = Known::new();
    for fact_ref in facts {
        let fact = fact_of(records, *fact_ref).unwrap();
        let end = |label: &str| {
            let field = fact.fields.iter().find(|field| field.label == label);
            field.and_then(|field| field.value.text.parse().ok())
        };
        let own = fact.reading.iter().map(|reading| (fact.code.as_ref(), reading, true));
        let parts = fact.components.iter();
        let parts = parts.filter_map(|part| part.reading.as_ref().map(|reading| (Some(&part.code), reading, false)));
        for (code, reading, is_own) in own.chain(parts) {
            if let Reading::Quantity { value, unit, .. } = reading {
                let row = precision::quantity(code, unit.as_ref().map(|unit| unit.text.as_str()));
                let range = |label| if is_own { end(label) } else { None };
                let ends = (row, range("Reference range low"), range("Reference range high"));
                known.insert((fact_ref.document, value.span.start()), ends);
            }
        }
    }
    known
}

fn place(original: &Original) -> (DocumentIndex, usize) {
    match original.source {
        Source::Record { document, span, .. } => (document, span.start()),
        Source::Question { .. } | Source::Prose { .. } | Source::Whole => panic!("a number is of a record"),
    }
}

/// Whether `text`, told of `number` in steps for numbers of `size`, is so.
fn is_so(text: &str, number: f64, size: f64, (row, low, high): (Option<&Quantity>, Option<f64>, Option<f64>)) -> bool {
    match text {
        "below the reference range" => low.is_some_and(|low| number < low),
        "above the reference range" => high.is_some_and(|high| number > high),
        "within the reference range" => low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high),
        _ if text.starts_with("at least") || text.starts_with("under") => {
            let (from, to) = match text.split_once(" and under ") {
                Some((from, to)) => (from.strip_prefix("at least "), Some(to)),
                None => (text.strip_prefix("at least "), text.strip_prefix("under ")),
            };
            let end = |end: Option<&str>| end.map(|end| end.parse::<f64>().unwrap());
            end(from).is_none_or(|from| number >= from) && end(to).is_none_or(|to| number < to)
        }
        _ => {
            let told: f64 = text.parse().unwrap();
            let bounds = row.map_or(&[][..], |row| row.thresholds).iter().copied().chain(low).chain(high).chain([0.0]);
            // A step of the table, half of one by rounding and one by noise; of strict's coarse numbers four or five times that.
            let far = 7.5 * precision::step(row, size) + 1e-3;
            bounds.into_iter().all(|bound| told.total_cmp(&bound) == number.total_cmp(&bound))
                && (told - number).abs() <= far
        }
    }
}

/// Checks every number and direction of `synthesis` against the originals; returns how many directions there were.
fn check(synthesis: &Synthesis, known: &Known) -> usize {
    const NUMBERS: [Operator; 3] = [Operator::Round, Operator::Noise, Operator::Band];
    let map = &synthesis.message;
    assert!(map.is_whole());
    let number = |original: &Original| original.text.parse::<f64>().unwrap();
    let (mut ends, mut directions): (Vec<(&str, &[Original])>, usize) = (Vec::new(), 0);
    for piece in map.pieces() {
        let originals = piece.originals.as_slice();
        if NUMBERS.contains(&piece.operator) {
            match originals {
                [one] => assert!(
                    is_so(map.text_of(piece), number(one), number(one), known[&place(one)]),
                    "{} of {}",
                    map.text_of(piece),
                    one.text
                ),
                _ => ends.push((map.text_of(piece), originals)),
            }
        } else if piece.operator == Operator::Trend {
            directions += 1;
            let numbers: Vec<f64> = originals.iter().map(number).collect();
            let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
            let by = |compare: fn(&f64, &f64) -> bool| {
                originals.iter().reduce(|a, b| if compare(&number(b), &number(a)) { b } else { a }).unwrap()
            };
            let (least, most) = (by(|a, b| a < b), by(|a, b| a > b));
            let row = known[&place(most)].0;
            let size = number(most).abs().max(number(least).abs());
            let change = precision::change(row, precision::step(row, size));
            let spread = number(most) - number(least);
            // Decimal numbers, whose differences are not exact.
            let says = |difference: f64| difference >= change - 1e-9;
            let is_true = match map.text_of(piece) {
                "rising" => says(last - first),
                "falling" => says(first - last),
                "steady" => !says(spread),
                "mixed" => says(spread),
                _ => false,
            };
            assert!(is_true, "{} from {first} to {last}", map.text_of(piece));
            let told = std::mem::take(&mut ends);
            assert!((1..=2).contains(&told.len()) && told.iter().all(|(_, of)| *of == originals));
            for ((text, _), end) in [told[0], told[told.len() - 1]].into_iter().zip([least, most]) {
                assert!(is_so(text, number(end), size, known[&place(end)]), "{text} of {}", end.text);
            }
            if let ([(from, _), (to, _)], false) = (told.as_slice(), map.text_of(piece) == "steady")
                && let (Ok(from), Ok(to)) = (from.parse::<f64>(), to.parse::<f64>())
            {
                assert!(from < to);
            }
        }
    }
    assert!(ends.is_empty());
    directions
}

#[test]
fn what_is_told_of_generated_courses_is_so_of_the_real_numbers_at_every_level() {
    let (mut directions, mut pairs) = (BTreeMap::new(), 0);
    for patient in patients(31, Options::default()).take(24) {
        let mut room = Room::new().unwrap();
        room.add(&patient.to_bytes(), &mut Unwatched).unwrap();
        room.refresh().unwrap();
        for series in courses(room.records()) {
            let known = known(room.records(), &series.facts);
            // A course, and two readings that are told one by one.
            let pair = Series { facts: series.facts.iter().rev().take(2).rev().copied().collect(), ..series.clone() };
            for level in Level::ALL {
                for noise in [Noise::Off, Noise::On] {
                    let whole = told(&room, std::slice::from_ref(&series), level, noise);
                    *directions.entry((level, noise)).or_insert(0) += check(&whole, &known);
                    check(&told(&room, std::slice::from_ref(&pair), level, noise), &known);
                }
            }
            // Strict tells two readings apart only where balanced does.
            let readings = |level| -> Vec<String> {
                let synthesis = told(&room, std::slice::from_ref(&pair), level, Noise::Off);
                texts(&synthesis.message, &[Operator::Round, Operator::Band]).map(str::to_owned).collect()
            };
            let (strict, balanced) = (readings(Level::Strict), readings(Level::Balanced));
            assert_eq!(strict.len(), balanced.len());
            if let ([a, b], [c, d]) = (strict.as_slice(), balanced.as_slice()) {
                assert!(a == b || c != d, "{a} and {b} of {c} and {d}");
                pairs += 1;
            }
        }
    }
    assert!(directions.len() == 6 && directions.values().all(|count| *count >= 300), "{directions:?}");
    assert!(pairs >= 100, "{pairs}");
}

#[test]
fn a_host_policy_tightens_and_is_never_loosened() {
    let mut room = rooms::ready(&rooms::SAMPLES);
    room.set_subject(Some(PatientIndex(0))).unwrap();
    let question = "How did my blood pressure change?";
    let choice = |level| Choice { level, ..Choice::default() };
    let floor = Policy { floor: Level::Strict, noise: Noise::On, allow_words: false, ..Policy::default() };
    room.set_policy(floor);
    let workflow = room.prepare_as(question, &choice(Level::Minimal), &endpoint(), [3; 32], 0).unwrap();
    assert_eq!((workflow.state().policy.floor, workflow.state().policy.noise), (Level::Strict, Noise::On));
    assert!(texts(&workflow.state().synthesised, &[Operator::Band]).count() > 0);
    assert!(!workflow.state().synthesised.text().contains("may be moved"), "strict is coarser than that");
    room.set_policy(Policy { noise: Noise::On, ..Policy::default() });
    let noisy = room.prepare_as(question, &choice(Level::Balanced), &endpoint(), [3; 32], 0).unwrap();
    assert!(noisy.state().synthesised.text().contains("may be moved"));
    let kinds = Some(BTreeSet::from([Kind::Medicines]));
    room.set_policy(Policy { kinds, ..Policy::default() });
    let nothing = room.prepare_as(question, &choice(Level::Balanced), &endpoint(), [3; 32], 0).err().unwrap();
    assert_eq!(nothing.code(), Code::NotFound);
    let medicines =
        room.prepare_as("Which medicines do I take?", &choice(Level::Balanced), &endpoint(), [3; 32], 0).unwrap();
    assert!(medicines.state().told.keys().eq([&Kind::Medicines]));
    let endpoints = Some(BTreeSet::from(["https://models.example".to_owned()]));
    room.set_policy(Policy { endpoints, ..Policy::default() });
    let refused = room.prepare_as(question, &choice(Level::Balanced), &endpoint(), [3; 32], 0).err().unwrap();
    assert_eq!(refused.code(), Code::Refused);
    let allowed = Endpoint::new("https://models.example", "test", true);
    assert!(room.prepare_as(question, &choice(Level::Balanced), &allowed, [3; 32], 0).is_ok());
    let host = Policy { strangers: Beyond::Ease, ..Policy::default() };
    for (chosen, in_force) in
        [(Beyond::Warn, Beyond::Ease), (Beyond::Ease, Beyond::Ease), (Beyond::Refuse, Beyond::Refuse)]
    {
        room.set_policy(host.clone());
        let choice = Choice { strangers: chosen, ..Choice::default() };
        let workflow = room.prepare_as("Which conditions do I have?", &choice, &endpoint(), [3; 32], 0).unwrap();
        assert_eq!(workflow.state().policy.strangers, in_force);
        assert!(!workflow.state().stranger.is_over() && !workflow.state().stranger.eased.is_empty());
    }
    room.set_policy(Policy::strictest());
    assert!(room.prepare_as(question, &choice(Level::Minimal), &allowed, [3; 32], 0).is_err());
    assert!(!room.quotes(question).unwrap().blocks.is_empty(), "quotations stay here and go on");
}
