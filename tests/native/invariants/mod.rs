//! What must hold for any records, whatever the files were.
#![allow(dead_code)]

pub mod steps;

use std::collections::HashSet;

use chaperone::chunk::{MAX_PASSAGE_CHARS, passages};
use chaperone::document::{Coded, Content, Fact, Passage, Reading, Records, Value};

/// Panics unless every value, text, span and reference of `records` can be found again in `files`, the unwrapped
/// bytes of the files in the order of reading.
pub fn check(records: &Records, files: &[&[u8]]) {
    assert_eq!(records.files.len(), files.len());
    let ids: HashSet<&str> = records.documents.iter().map(|document| document.id.as_str()).collect();
    assert_eq!(ids.len(), records.documents.len(), "a document id is used twice");
    assert!(records.identifiers.windows(2).all(|pair| pair[0] < pair[1]), "identifiers are not sorted");
    for document in &records.documents {
        assert!(!document.text.trim().is_empty());
        assert!(document.subject.is_some_and(|subject| (subject.0 as usize) < records.patients.len()));
        match &document.content {
            Content::Prose { provenance, pages } => {
                assert_eq!(provenance.replay(files[provenance.file.0 as usize]).unwrap(), document.text);
                let lines = pages.iter().flat_map(|page| &page.lines);
                assert!(lines.clone().all(|line| line.span.of(&document.text).is_some_and(|words| !words.is_empty())));
                assert!(lines.clone().zip(lines.skip(1)).all(|(line, next)| line.span.end() <= next.span.start()));
            }
            Content::Facts { facts } => {
                let mut end = 0;
                for fact in facts {
                    assert!(fact.text.start() >= end && fact.text.of(&document.text).is_some());
                    end = fact.text.end();
                    check_fact(fact, &document.text, files);
                }
            }
        }
    }
    check_passages(records, &passages(records));
}

fn check_fact(fact: &Fact, text: &str, files: &[&[u8]]) {
    let resource = &files[fact.file.0 as usize][fact.span.range()];
    let is_json = resource.starts_with(b"{") && resource.ends_with(b"}");
    assert!(is_json || resource.starts_with(b"<") && resource.ends_with(b">"));
    let mut end = fact.text.start();
    for field in &fact.fields {
        let sentence = field.sentence.of(text).expect("a sentence is on character borders");
        assert!(sentence.starts_with(&format!("{} is ", field.label)) && sentence.ends_with('.'), "{sentence:?}");
        assert!(fact.text.contains(field.sentence) && field.sentence.start() >= end);
        end = field.sentence.end();
        check_value(&field.value, fact, files);
        field.unit.iter().for_each(|unit| check_value(unit, fact, files));
    }
    assert_eq!(end, fact.text.end());
    let coded = |coded: &Coded| {
        let others = coded.others.iter().filter_map(|other| other.term.as_ref());
        std::iter::once(&coded.display)
            .chain(&coded.term)
            .chain(others)
            .for_each(|value| check_value(value, fact, files));
    };
    let reading = |reading: &Reading| match reading {
        Reading::Quantity { value, number, unit } => {
            assert!(number.is_finite());
            assert_eq!(value.text.parse::<f64>().ok(), Some(*number));
            check_value(value, fact, files);
            unit.iter().for_each(|unit| check_value(unit, fact, files));
        }
        Reading::Coded { answer } => coded(answer),
        Reading::Text { value } => check_value(value, fact, files),
    };
    fact.code.iter().for_each(coded);
    fact.category.iter().for_each(coded);
    fact.status.iter().for_each(|status| check_value(status, fact, files));
    fact.begun.iter().chain(&fact.ended).for_each(|moment| check_value(&moment.value, fact, files));
    fact.reading.iter().for_each(reading);
    for component in &fact.components {
        coded(&component.code);
        component.reading.iter().for_each(reading);
    }
}

/// Replaying the provenance of a value gives its text.
fn check_value(value: &Value, fact: &Fact, files: &[&[u8]]) {
    let provenance = fact.provenance(value);
    assert_eq!(provenance.replay(files[provenance.file.0 as usize]).unwrap(), value.text);
}

/// Passages have unique references, do not overlap, and lose nothing but white space.
fn check_passages(records: &Records, passages: &[Passage]) {
    let references: HashSet<&str> = passages.iter().map(|passage| passage.reference.as_str()).collect();
    assert_eq!(references.len(), passages.len(), "a reference is used twice");
    for (index, document) in records.documents.iter().enumerate() {
        let (mut end, mut next_fact) = (0, 0);
        for passage in passages.iter().filter(|passage| passage.document.0 as usize == index) {
            let text = passage.span.of(&document.text).expect("a passage is on character borders");
            assert!(document.text[end..passage.span.start()].trim().is_empty(), "a passage leaves something out");
            end = passage.span.end();
            assert!(text.chars().count() <= MAX_PASSAGE_CHARS || passage.facts.len() == 1);
            if !document.facts().is_empty() {
                assert_eq!(passage.facts.start, next_fact);
                next_fact = passage.facts.end;
                assert!(document.facts()[passage.facts.clone()].iter().all(|fact| passage.span.contains(fact.text)));
            }
        }
        assert!(document.text[end..].trim().is_empty(), "the last passage leaves something out");
        assert_eq!(next_fact, document.facts().len());
    }
}
