use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn listed(postings: &Postings, term: &str) -> Vec<(u32, u32)> {
    postings.list(term).map(|(passage, counts)| (passage.0, counts.iter().sum())).collect()
}

#[test]
fn a_list_names_passages_and_counts() {
    let postings = Postings::build([vec!["pain in the chest", "chest"], vec![], vec!["no chest pain"]]);
    assert_eq!(listed(&postings, "chest"), [(0, 2), (2, 1)]);
    assert_eq!(postings.list("chest").doc_freq(), 2);
    assert_eq!(listed(&postings, "knee"), []);
    assert_eq!(postings.list("knee").doc_freq(), 0);
    assert_eq!((postings.passages(), postings.terms()), (3, 3));
    let weights = FieldWeights::default();
    assert_eq!(postings.length(PassageIndex(0), &weights), 3.0);
    assert_eq!(postings.length(PassageIndex(9), &weights), 0.0);
    assert_eq!(postings.average_length(&weights), 2.0);
}

#[test]
fn each_field_counts_by_itself() {
    let parts = [
        Part { field: Field::Title, text: "Chest pain" },
        Part { field: Field::Codes, text: "4548-4" },
        Part { field: Field::Date, text: "2019-03-02" },
        Part { field: Field::Text, text: "pain, pain" },
    ];
    let postings = Postings::build([parts]);
    let counts = |term: &str| postings.list(term).next().map(|(_, counts)| counts);
    assert_eq!(counts("pain"), Some([0, 1, 0, 0, 2]));
    assert_eq!(counts("chest"), Some([0, 1, 0, 0, 0]));
    assert_eq!(counts("4548-4"), Some([0, 0, 1, 0, 0]));
    assert_eq!(counts("2019-03-02"), Some([0, 0, 0, 1, 0]));
    assert_eq!((counts("4548"), counts("2019")), (None, Some([0, 0, 0, 1, 0])));
    let weights = FieldWeights { title: 3.0, codes: 0.0, ..FieldWeights::default() };
    assert_eq!(postings.length(PassageIndex(0), &weights), 3.0 * 2.0 + 0.0 + 4.0 + 2.0);
}

#[test]
fn numbers_of_every_size_come_back() {
    for number in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
        let mut bytes = Vec::new();
        put(&mut bytes, number);
        assert_eq!(List { bytes: &bytes, doc_freq: 1, passage: 0 }.number(), number);
    }
}

#[test]
fn nothing_indexed_is_nothing_found() {
    let empty = Postings::build(Vec::<Vec<&str>>::new());
    assert_eq!(empty.average_length(&FieldWeights::default()), 0.0);
    assert_eq!(listed(&empty, "pain"), []);
}

/// The words of `text` in fields by their number.
fn parts(text: &str) -> Vec<Part<'_>> {
    let fields = Field::ALL.into_iter().rev().cycle();
    text.split(' ').zip(fields).map(|(text, field)| Part { field, text }).collect()
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-e]{1,2}( [a-e]{1,2}){0,8}", 0..40)
}

proptest! {
    #[test]
    fn the_lists_equal_counting_word_by_word(texts in texts()) {
        let postings = Postings::build(texts.iter().map(|text| [text.as_str()]));
        let mut naive: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
        for (passage, text) in texts.iter().enumerate() {
            for (term, count) in analyze::bag(text) {
                naive.entry(term).or_default().push((passage as u32, count));
            }
        }
        prop_assert_eq!(postings.terms(), naive.len());
        for (term, list) in naive {
            prop_assert_eq!(listed(&postings, &term), list);
        }
    }

    #[test]
    fn taking_out_equals_never_having_had(texts in texts(), keep in prop::collection::vec(any::<bool>(), 40)) {
        let mut postings = Postings::build(texts.iter().map(|text| parts(text)));
        postings.retain(&keep);
        let left = texts.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(text, _)| parts(text));
        prop_assert_eq!(postings, Postings::build(left));
    }

    #[test]
    fn adding_in_two_parts_equals_adding_at_once(texts in texts(), cut in 0_usize..40) {
        let (first, second) = texts.split_at(cut.min(texts.len()));
        let mut joined = Postings::build(first.iter().map(|text| parts(text)));
        joined.append(&Postings::build(second.iter().map(|text| parts(text))));
        prop_assert_eq!(joined, Postings::build(texts.iter().map(|text| parts(text))));
    }
}
