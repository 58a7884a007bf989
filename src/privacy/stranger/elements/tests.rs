use super::*;
use crate::document::{Coded, Content, Document, DocumentKind, Form, Patient, Value};
use crate::privacy::rare::RareDiseases;
use crate::privacy::stranger::MIN_PATIENTS;
use crate::span::Span;

fn coded(kind: FactKind, code: &str) -> Fact {
    let display = Value { text: "a name".into(), span: Span::at(0, 0), form: Form::String, aside: 0 };
    let code = Coded {
        system: Some("http://snomed.info/sct".into()),
        code: Some(code.into()),
        display,
        term: None,
        others: Box::default(),
    };
    Fact { code: Some(code), ..Fact::bare(kind, Span::at(0, 1)) }
}

/// So many patients, of whom the first have a condition with the code 10.
fn records(patients: usize, with: usize) -> Records {
    let patient = |at: usize| Patient {
        id: at.to_string(),
        name: format!("Ann Lee{at}"),
        family: format!("Lee{at}"),
        birth: None,
        death: None,
        gender: None,
    };
    let document = |at: usize| Document {
        id: at.to_string(),
        kind: DocumentKind::Conditions,
        subject: Some(PatientIndex(at as u32)),
        date: None,
        title: String::new(),
        author: None,
        text: String::new(),
        content: Content::Facts { facts: vec![coded(FactKind::Condition, "10"), coded(FactKind::Condition, "10")] },
        revision: None,
    };
    Records {
        patients: (0..patients).map(patient).collect(),
        documents: (0..with).map(document).collect(),
        ..Records::default()
    }
}

fn fact_ref(fact: usize) -> FactRef {
    FactRef { document: DocumentIndex(0), fact }
}

/// What is told, in tenths of a bit.
fn told(told: Told) -> Vec<(Trait, String, u32)> {
    told.elements().into_iter().map(|element| (element.kind, element.words, element.bits.in_tenths())).collect()
}

fn is(kind: Trait, words: &str, tenths: u32) -> (Trait, String, u32) {
    (kind, words.to_owned(), tenths)
}

#[test]
fn of_enough_patients_the_records_say_how_many_have_a_thing() {
    for (patients, with, share) in [(MIN_PATIENTS, 5, Some(10.0)), (100, 100, Some(1.0)), (MIN_PATIENTS - 1, 5, None)] {
        let records = records(patients, with);
        let known = Known::new(&records, None);
        assert_eq!(known.share(&coded(FactKind::Condition, "10")), share, "{patients}");
        assert_eq!(known.share(&coded(FactKind::Procedure, "10")), None, "another kind is another thing");
        assert_eq!(known.share(&coded(FactKind::Condition, "11")), None);
        assert_eq!(known.share(&Fact::bare(FactKind::Condition, Span::at(0, 1))), None);
    }
    let mut one = records(MIN_PATIENTS, 1);
    assert_eq!(Known::new(&one, None).share(&coded(FactKind::Condition, "10")), Some(50.0));
    one.documents[0].subject = None;
    assert_eq!(Known::new(&one, None).share(&coded(FactKind::Condition, "10")), None, "what is nobody's says nothing");
}

#[test]
fn a_rare_disease_tells_that_it_is_rare_named_or_not() {
    let rare = RareDiseases::of(["sarcoidosis", "asthma"]);
    let records = records(1, 0);
    let known = Known::new(&records, Some(&rare));
    let of = |kind: FactKind, name: &str, is_named: bool| {
        let mut told = Told::default();
        told.name(&coded(kind, "10"), name, is_named, &[fact_ref(0)], &known);
        self::told(told)
    };
    for (kind, name, is_named, expected) in [
        (FactKind::Condition, "Sarcoidosis", true, is(Trait::RareDisease, "Sarcoidosis", 110)),
        (FactKind::FamilyMemberHistory, "Sarcoidosis", true, is(Trait::RareDisease, "Sarcoidosis", 110)),
        (FactKind::Condition, "Sarcoidosis", false, is(Trait::UnnamedRareDisease, "a rare condition", 49)),
        (FactKind::Procedure, "Sarcoidosis", true, is(Trait::Entry, "Sarcoidosis", 67)),
        (FactKind::Condition, "Gout", true, is(Trait::Entry, "Gout", 67)),
        (FactKind::Condition, "Gout", false, is(Trait::Entry, "Gout", 67)),
        // What is common no list makes a rare one.
        (FactKind::Condition, "Asthma", true, is(Trait::Entry, "Asthma", 37)),
    ] {
        assert_eq!(of(kind, name, is_named), [expected], "{kind:?} {name} {is_named}");
    }
    // Without the names of rare diseases a rare one is taken for any other.
    let mut without = Told::default();
    without.name(&coded(FactKind::Condition, "10"), "Sarcoidosis", true, &[], &Known::new(&records, None));
    assert_eq!(told(without), [is(Trait::Entry, "Sarcoidosis", 67)]);
    // Of many patients one in a thousand tells more than one in two thousand does, but a rare one never less.
    let many = self::records(MIN_PATIENTS, 5);
    let mut shared = Told::default();
    shared.name(&coded(FactKind::Condition, "10"), "Sarcoidosis", true, &[], &Known::new(&many, Some(&rare)));
    shared.name(&coded(FactKind::Condition, "10"), "Gout", true, &[], &Known::new(&many, Some(&rare)));
    assert_eq!(told(shared), [is(Trait::RareDisease, "Sarcoidosis", 110), is(Trait::Entry, "Gout", 34)]);
}

#[test]
fn what_is_told_twice_counts_once_and_by_the_most() {
    let records = records(MIN_PATIENTS, 5);
    let known = Known::new(&records, None);
    let mut told = Told::default();
    for (code, fact) in [("10", 2), ("11", 1), ("10", 2)] {
        told.name(&coded(FactKind::Condition, code), "Gout", true, &[fact_ref(fact)], &known);
    }
    let elements = told.elements();
    let all: Vec<_> = elements.iter().map(|element| (element.bits.in_tenths(), element.facts.clone())).collect();
    assert_eq!(all, [(67, vec![fact_ref(1), fact_ref(2)])]);
}

#[test]
fn a_note_tells_what_it_names_or_that_it_says_something() {
    let rare = RareDiseases::of(["sarcoidosis", "atopic dermatitis"]);
    let records = records(1, 0);
    let known = Known::new(&records, Some(&rare));
    let of = |said: &[&str]| {
        let mut told = Told::default();
        for (note, said) in said.iter().enumerate() {
            told.note(said, note, &known);
        }
        self::told(told)
    };
    for (said, expected) in [
        (&["chest pain"][..], vec![is(Trait::Note, "chest pain", 67)]),
        // A further note tells of the same matter less, and the same words nothing more.
        (
            &["chest pain", "pain at night"],
            vec![is(Trait::Note, "chest pain", 67), is(Trait::Note, "pain at night", 20)],
        ),
        (&["chest pain", "chest pain"], vec![is(Trait::Note, "chest pain", 67)]),
        (&["pain with sarcoidosis"], vec![is(Trait::RareInNote, "sarcoidosis", 110)]),
        (&["pain with asthma"], vec![is(Trait::Note, "asthma", 37)]),
        (&["pain with atopic dermatitis"], vec![is(Trait::Note, "atopic dermatitis", 38)]),
        (&["asthma and sarcoidosis"], vec![is(Trait::RareInNote, "sarcoidosis", 110), is(Trait::Note, "asthma", 37)]),
        (
            &["pain like a brother at his job 3 weeks ago"],
            vec![
                is(Trait::Sex, "pain like a brother at his job 3 weeks ago", 10),
                is(Trait::Note, "pain like a brother at his job 3 weeks ago", 67),
                is(Trait::Relative, "brother", 67),
                is(Trait::Life, "job", 67),
                is(Trait::TimeInNote, "3 weeks ago", 91),
            ],
        ),
        (
            &["she has asthma", "he has asthma"],
            vec![is(Trait::Sex, "she has asthma", 10), is(Trait::Note, "asthma", 37)],
        ),
    ] {
        assert_eq!(of(said), expected, "{said:?}");
    }
    // What an entry tells as well is told once, but where it went unnamed.
    for (name, is_named, expected) in [("Bronchial asthma (disorder)", true, 2), ("Gout", true, 3)] {
        let mut told = Told::default();
        told.name(&coded(FactKind::Procedure, "10"), name, is_named, &[fact_ref(0)], &known);
        told.note("pain with asthma and sarcoidosis", 0, &known);
        assert_eq!(self::told(told).len(), expected, "{name}");
    }
    let mut unnamed = Told::default();
    unnamed.name(&coded(FactKind::Condition, "10"), "Sarcoidosis", false, &[fact_ref(0)], &known);
    unnamed.note("a rare condition, sarcoidosis", 0, &known);
    assert_eq!(
        told(unnamed),
        [is(Trait::UnnamedRareDisease, "a rare condition", 49), is(Trait::RareInNote, "sarcoidosis", 110)]
    );
}

#[test]
fn what_a_note_says_is_of_each_note_that_says_it() {
    let mut told = Told::default();
    for (words, kind, note) in [
        ("asthma", Trait::Note, 3),
        ("asthma", Trait::Note, 3),
        ("asthma", Trait::Note, 5),
        ("asthma", Trait::RareInNote, 3),
    ] {
        told.says(words.to_owned(), kind, Bits::tenths(10), note);
    }
    let notes: Vec<(Trait, Vec<usize>)> =
        told.elements().into_iter().map(|element| (element.kind, element.notes)).collect();
    assert_eq!(notes, [(Trait::Note, vec![3, 5]), (Trait::RareInNote, vec![3])]);
}

#[test]
fn what_tells_nothing_is_no_element_and_times_are_one() {
    let mut of = Told::default();
    of.ages.insert("60 to 69".to_owned(), Bits::tenths(30));
    of.sex = Some("Normal pregnancy".to_owned());
    of.counts.extend([("Gout".to_owned(), 4), ("Fall".to_owned(), 1)]);
    let times = ["day 0", "3 weeks before day 0", "2 days after day 0"];
    of.times.extend(times.map(|label| (label.to_owned(), assumptions::time(label))));
    of.names.push(("Pulse".to_owned(), Trait::Entry, Bits::default(), Vec::new()));
    assert_eq!(
        told(of),
        [
            is(Trait::Age, "60 to 69", 30),
            is(Trait::Sex, "Normal pregnancy", 10),
            is(Trait::Count, "4 × Gout", 20),
            is(Trait::Times, "2 days after day 0; 3 weeks before day 0", 119 + 91),
        ]
    );
    let mut zero = Told::default();
    zero.times.insert("day 0".to_owned(), Bits::default());
    assert_eq!(told(zero), []);
}

#[test]
fn patients_are_found_by_their_whole_name_and_kinds_have_words() {
    let records = records(3, 2);
    for (name, at) in [("Ann Lee0", Some(0)), ("Ann Lee2", Some(2)), ("Lee0", None), ("", None)] {
        assert_eq!(patient_called(&records, name), at.map(PatientIndex), "{name}");
    }
    assert_eq!(subject_of(&records, FactRef { document: DocumentIndex(1), fact: 0 }), Some(PatientIndex(1)));
    assert_eq!(subject_of(&records, FactRef { document: DocumentIndex(7), fact: 0 }), None);
    let kinds = [
        Trait::Age,
        Trait::Sex,
        Trait::RareDisease,
        Trait::UnnamedRareDisease,
        Trait::RareInQuestion,
        Trait::RareInNote,
        Trait::Note,
        Trait::Relative,
        Trait::Life,
        Trait::TimeInNote,
        Trait::Entry,
        Trait::Count,
        Trait::Times,
    ];
    let words: std::collections::BTreeSet<&str> = kinds.into_iter().map(Trait::words).collect();
    assert!(words.len() == kinds.len() && !words.contains(""));
}
