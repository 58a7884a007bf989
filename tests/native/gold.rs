//! The evaluation set for de-identification is what its README says: spans that fit their text, every name marked
//! wherever it stands, and enough of every kind, label, origin and casing in both splits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use unicode_segmentation::UnicodeSegmentation;

const LABELS: [&str; 25] = [
    "ACCOUNT",
    "AGE",
    "BIOMETRIC",
    "CITY",
    "DATE",
    "DEVICE",
    "EMAIL",
    "FAX",
    "HEALTH_PLAN",
    "HOSPITAL",
    "ID",
    "IP",
    "LICENSE",
    "LOCATION",
    "MRN",
    "NAME",
    "OCCUPATION",
    "ORGANIZATION",
    "PHONE",
    "ROOM",
    "SSN",
    "STREET",
    "URL",
    "VEHICLE",
    "ZIP",
];

/// A shorter word of a name ("Do", "An") is too often something else in the same text.
const SHORTEST_NAME_WORD: usize = 3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clinical {
    id: String,
    split: Split,
    kind: String,
    casing: Casing,
    text: String,
    spans: Vec<Marked>,
    #[serde(default)]
    keep: Vec<Kept>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marked {
    start: usize,
    end: usize,
    label: String,
    text: String,
    origin: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    start: usize,
    end: usize,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    id: String,
    split: Split,
    kind: String,
    text: String,
    span: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    start: usize,
    end: usize,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Split {
    Dev,
    Test,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Casing {
    Mixed,
    Lower,
    Upper,
}

static CLINICAL: LazyLock<Vec<Clinical>> = LazyLock::new(|| read("clinical.jsonl"));
static MUST_NOT_FLAG: LazyLock<Vec<Item>> = LazyLock::new(|| read("must_not_flag.jsonl"));

fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/privacy").join(name);
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(text: &Clinical) -> impl Iterator<Item = &Marked> {
    text.spans.iter().filter(|span| span.label == "NAME")
}

/// The words of a text as they stand, cut at apostrophes, so that "Okafor's" is "Okafor" and "s".
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.unicode_words().flat_map(|word| word.split(['\'', '’']))
}

/// The text with every marked and kept stretch blotted out, in as many characters.
fn unmarked(text: &Clinical) -> String {
    let mut characters: Vec<char> = text.text.chars().collect();
    let marked = text.spans.iter().map(|span| (span.start, span.end));
    for (start, end) in marked.chain(text.keep.iter().map(|kept| (kept.start, kept.end))) {
        characters[start..end].fill('\0');
    }
    characters.into_iter().collect()
}

/// How often each key stands in either split.
fn by_split<K: Ord>(entries: impl Iterator<Item = (K, Split)>) -> BTreeMap<K, [usize; 2]> {
    let mut counts = BTreeMap::<K, [usize; 2]>::new();
    for (key, split) in entries {
        counts.entry(key).or_default()[split as usize] += 1;
    }
    counts
}

fn share_of_dev(splits: impl Iterator<Item = Split>) -> f64 {
    let splits: Vec<Split> = splits.collect();
    splits.iter().filter(|split| **split == Split::Dev).count() as f64 / splits.len() as f64
}

#[test]
fn spans_hold_the_text_they_give() {
    for text in CLINICAL.iter() {
        let characters: Vec<char> = text.text.chars().collect();
        let spans = text.spans.iter().map(|span| (span.start, span.end, &span.text));
        let kept = text.keep.iter().map(|kept| (kept.start, kept.end, &kept.text));
        let mut places: Vec<_> = spans.chain(kept).collect();
        places.sort();
        let mut free_from = 0;
        for (start, end, given) in places {
            assert!(free_from <= start && start < end, "{}: {start}..{end} is empty or lies in another", text.id);
            assert_eq!(characters[start..end].iter().collect::<String>(), *given, "{}", text.id);
            assert_eq!(given.trim(), given, "{}: blanks at {start}..{end}", text.id);
            free_from = end;
        }
        assert!(text.spans.iter().all(|span| LABELS.contains(&span.label.as_str())), "{}", text.id);
        assert!(text.spans.iter().all(|span| span.origin.is_some() == (span.label == "NAME")), "{}", text.id);
    }
}

#[test]
fn must_not_flag_stretches_lie_in_their_text() {
    for item in MUST_NOT_FLAG.iter() {
        let phrase: String = item.text.chars().skip(item.span.start).take(item.span.end - item.span.start).collect();
        assert_eq!(phrase.chars().count(), item.span.end - item.span.start, "{}", item.id);
        assert!(!phrase.is_empty() && phrase.trim() == phrase, "{}", item.id);
        assert!(!item.text.contains(['[', ']', '\n']), "{}: a mark is left", item.id);
    }
}

#[test]
fn a_name_is_marked_wherever_it_stands() {
    for text in CLINICAL.iter() {
        let named: BTreeSet<&str> = names(text).flat_map(|span| words(&span.text)).collect();
        let rest = unmarked(text);
        let missed: Vec<&str> =
            words(&rest).filter(|word| word.chars().count() >= SHORTEST_NAME_WORD && named.contains(word)).collect();
        assert!(missed.is_empty(), "{}: unmarked {missed:?}", text.id);
    }
}

#[test]
fn other_identifiers_are_marked_wherever_they_stand() {
    for text in CLINICAL.iter() {
        let rest = unmarked(text);
        let alone = |at: usize, length: usize| {
            let before = rest[..at].chars().next_back();
            let after = rest[at + length..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        };
        for span in text.spans.iter().filter(|span| span.label != "ROOM" && span.text.chars().count() > 3) {
            let again = rest.match_indices(&span.text).find(|(at, found)| alone(*at, found.len()));
            assert!(again.is_none(), "{}: {} stands unmarked as well", text.id, span.text);
        }
        assert!(!rest.contains("example."), "{}: an unmarked address", text.id);
    }
}

#[test]
fn identifiers_and_texts_are_unique() {
    let ids: BTreeSet<&str> =
        CLINICAL.iter().map(|text| &*text.id).chain(MUST_NOT_FLAG.iter().map(|item| &*item.id)).collect();
    assert_eq!(ids.len(), CLINICAL.len() + MUST_NOT_FLAG.len());
    let texts: BTreeSet<&str> =
        CLINICAL.iter().map(|text| &*text.text).chain(MUST_NOT_FLAG.iter().map(|item| &*item.text)).collect();
    assert_eq!(texts.len(), CLINICAL.len() + MUST_NOT_FLAG.len());
}

#[test]
fn casing_is_what_it_says() {
    for text in CLINICAL.iter() {
        let (lower, upper) = (text.text.to_lowercase() == text.text, text.text.to_uppercase() == text.text);
        let casing = match (lower, upper) {
            (true, false) => Casing::Lower,
            (false, true) => Casing::Upper,
            _ => Casing::Mixed,
        };
        assert_eq!(casing, text.casing, "{}", text.id);
    }
}

#[test]
fn the_set_is_large_enough() {
    let spans: usize = CLINICAL.iter().map(|text| text.spans.len()).sum();
    assert!(CLINICAL.len() >= 140 && spans >= 1_400 && MUST_NOT_FLAG.len() >= 600);
    let usual = CLINICAL.iter().filter(|text| (60..=400).contains(&text.text.split_whitespace().count())).count();
    assert!(usual * 20 >= CLINICAL.len() * 19, "only {usual} texts of 60 to 400 words");
    let all: usize = CLINICAL.iter().map(|text| text.text.chars().count()).sum();
    let free: usize = CLINICAL.iter().map(|text| unmarked(text).chars().filter(|c| *c != '\0').count()).sum();
    assert!(free * 10 >= all * 6, "only {free} of {all} characters can be redacted too much");
}

#[test]
fn both_splits_hold_every_kind_label_origin_and_casing() {
    let kinds = by_split(CLINICAL.iter().map(|text| (text.kind.as_str(), text.split)));
    assert!(kinds.len() >= 35);
    assert!(kinds.values().all(|counts| counts.iter().all(|count| *count >= 1)), "{kinds:?}");

    let labels =
        by_split(CLINICAL.iter().flat_map(|text| text.spans.iter().map(|span| (span.label.as_str(), text.split))));
    assert!(LABELS.iter().all(|label| labels[label][0] >= 2 && labels[label][1] >= 4), "{labels:?}");
    assert!(labels.values().all(|counts| counts.iter().sum::<usize>() >= 9), "{labels:?}");

    let origins = by_split(
        CLINICAL.iter().flat_map(|text| names(text).map(|span| (span.origin.as_deref().unwrap(), text.split))),
    );
    assert!(origins.len() >= 26);
    assert!(origins.values().all(|counts| counts.iter().all(|count| *count >= 4)), "{origins:?}");

    let casings = by_split(CLINICAL.iter().map(|text| (text.casing, text.split)));
    let share = |casing: Casing| casings[&casing].iter().sum::<usize>() as f64 / CLINICAL.len() as f64;
    assert!((0.55..0.70).contains(&share(Casing::Mixed)), "{casings:?}");
    assert!(share(Casing::Lower) > 0.15 && share(Casing::Upper) > 0.15, "{casings:?}");
    assert!(casings.values().all(|counts| counts[0] >= 8), "{casings:?}");

    let phrases = by_split(MUST_NOT_FLAG.iter().map(|item| (item.kind.as_str(), item.split)));
    assert!(phrases.len() >= 20);
    assert!(phrases.values().all(|counts| counts.iter().all(|count| *count >= 5)), "{phrases:?}");

    for share in [
        share_of_dev(CLINICAL.iter().map(|text| text.split)),
        share_of_dev(MUST_NOT_FLAG.iter().map(|item| item.split)),
    ] {
        assert!((0.4..0.6).contains(&share), "{share}");
    }
}

#[test]
fn no_whole_name_is_in_both_splits() {
    let of = |split: Split| -> BTreeSet<String> {
        let texts = CLINICAL.iter().filter(|text| text.split == split);
        texts.flat_map(names).map(|span| span.text.to_lowercase()).filter(|name| name.contains(' ')).collect()
    };
    assert_eq!(of(Split::Dev).intersection(&of(Split::Test)).collect::<Vec<_>>(), Vec::<&String>::new());
}
