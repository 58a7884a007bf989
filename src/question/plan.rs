//! What a question asks for.

use serde::Serialize;

use super::concepts;
use crate::document::{FactKind, Patient, PatientIndex};
use crate::index::analyze;
use crate::span::{Question, Span};

/// Which of several readings a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Focus {
    /// The most recent.
    Latest,
    /// The earliest.
    First,
    /// All of them and their course.
    Course,
}

/// A word of the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The word in lower case.
    pub lower: String,
    /// Whether it is written with a capital.
    pub capital: bool,
    /// Whether it is a possessive: `Okafor's`.
    pub possessive: bool,
    /// Where it stands.
    pub span: Span<Question>,
}

/// A patient named in the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// The patient; several mentions stand on one span when patients share the name.
    pub patient: PatientIndex,
    /// The words that name the patient.
    pub span: Span<Question>,
}

/// What a question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The words of the question in order, names included.
    pub words: Vec<Word>,
    /// Which of several readings is wanted.
    pub focus: Focus,
    /// The kinds of resource that are named; empty when none is.
    pub kinds: Vec<FactKind>,
    /// What the facts must be about, as groups of alternatives; each alternative is a list of terms.
    pub topics: Vec<Vec<Vec<String>>>,
    /// The patients that are named.
    pub mentions: Vec<Mention>,
}

const LATEST: &[&str] = &["last", "latest", "recent", "recently", "current", "currently", "newest", "now", "today"];
const FIRST: &[&str] = &["first", "earliest", "oldest", "begin", "began", "start", "started"];
/// Words that ask for all readings, whatever else is asked.
const COURSE: &[&str] = &[
    "change", "changed", "changes", "changing", "trend", "course", "over", "rise", "rising", "fall", "falling",
    "history", "since", "all", "every",
];
/// Words that ask for something but say nothing of what.
const EMPTY: &[&str] = &[
    "when",
    "anything",
    "something",
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "better",
    "worse",
    "getting",
    "kind",
    "kinds",
    "type",
    "known",
    "not",
    "no",
    "never",
    "without",
    "except",
    "stop",
    "stopped",
    "since",
    "every",
    "yes",
    "age",
    "old",
    "if",
    "as",
    "than",
    "same",
    "between",
    "before",
    "after",
    "normal",
    "high",
    "low",
    "good",
    "bad",
    "other",
    "also",
    "who",
    "why",
    "where",
    "number",
    "what",
    "which",
    "how",
    "many",
    "much",
    "was",
    "were",
    "did",
    "do",
    "does",
    "have",
    "has",
    "had",
    "is",
    "are",
    "am",
    "my",
    "me",
    "i",
    "it",
    "its",
    "the",
    "a",
    "an",
    "and",
    "or",
    "of",
    "in",
    "on",
    "at",
    "to",
    "for",
    "with",
    "from",
    "by",
    "ever",
    "still",
    "been",
    "being",
    "be",
    "there",
    "their",
    "his",
    "her",
    "he",
    "she",
    "they",
    "them",
    "this",
    "that",
    "these",
    "those",
    "please",
    "tell",
    "show",
    "list",
    "give",
    "find",
    "get",
    "got",
    "take",
    "taking",
    "took",
    "taken",
    "value",
    "values",
    "result",
    "results",
    "reading",
    "readings",
    "level",
    "levels",
    "test",
    "tests",
    "measure",
    "measured",
    "measurement",
    "record",
    "records",
    "history",
    "any",
    "all",
    "over",
    "time",
    "course",
    "trend",
    "change",
    "changed",
    "changes",
    "changing",
    "rise",
    "rising",
    "fall",
    "falling",
    "going",
    "up",
    "down",
    "higher",
    "lower",
    "most",
    "patient",
    "patients",
    "year",
    "years",
    "month",
    "months",
    "week",
    "weeks",
    "day",
    "days",
    "ago",
    "date",
    "about",
    "can",
    "could",
    "would",
    "should",
    "will",
    "may",
    "you",
    "your",
    "we",
    "our",
    "us",
];

/// Returns whether `word` (lower case) is one of the everyday words of questions, which say nothing of anyone.
pub fn is_everyday(word: &str) -> bool {
    [EMPTY, LATEST, FIRST].iter().any(|list| list.contains(&word))
}

/// Words that ask for what somebody wrote.
const PROSE: &[&str] = &[
    "note",
    "notes",
    "letter",
    "letters",
    "report",
    "reports",
    "document",
    "documents",
    "wrote",
    "write",
    "written",
    "say",
    "says",
    "said",
    "advice",
    "advised",
    "told",
    "plan",
    "planned",
];

impl Plan {
    /// Returns whether the question asks for what somebody wrote.
    pub fn asks_for_prose(&self) -> bool {
        self.words.iter().any(|word| PROSE.contains(&word.lower.as_str()))
    }

    /// Returns what `question` asks for, where `patients` are those whose records are loaded.
    pub fn new(question: &str, patients: &[Patient]) -> Self {
        let words: Vec<Word> = simple_words(question);
        let mentions = mentions(&words, patients);
        let named = |word: &Word| mentions.iter().any(|mention| mention.span.overlaps(word.span));
        let plain: Vec<String> = words.iter().filter(|word| !named(word)).map(|word| word.lower.clone()).collect();
        let asks = |list: &[&str]| plain.iter().any(|word| list.contains(&word.as_str()));
        let focus = match (asks(COURSE), asks(LATEST), asks(FIRST)) {
            (false, true, _) => Focus::Latest,
            (false, false, true) => Focus::First,
            _ => Focus::Course,
        };
        let mut kinds: Vec<FactKind> = plain.iter().filter_map(|word| concepts::kind_of(word)).collect();
        kinds.sort();
        kinds.dedup();
        Plan { focus, kinds, topics: topics(&plain), mentions, words }
    }
}

/// Returns the words of `question`, compounds whole.
fn simple_words(question: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for word in analyze::words::<Question>(question) {
        // A compound follows its parts, and stands for them.
        while words.last().is_some_and(|part| word.span.contains(part.span)) {
            words.pop();
        }
        let text = word.text.trim_end_matches("'s").trim_end_matches("’s");
        words.push(Word {
            lower: text.to_lowercase(),
            capital: text.starts_with(char::is_uppercase),
            possessive: text.len() < word.text.len(),
            span: Span::at(word.span.start(), text.len()),
        });
    }
    words
}

/// Returns the groups of alternatives that the facts must be about.
fn topics(plain: &[String]) -> Vec<Vec<Vec<String>>> {
    let known = concepts::synonyms(plain);
    let mut topics: Vec<Vec<Vec<String>>> = Vec::new();
    let mut rest: Vec<String> = Vec::new();
    for (index, word) in plain.iter().enumerate() {
        if let Some((range, means)) = known.iter().find(|(range, _)| range.contains(&index)) {
            if range.start == index {
                let own = plain.get(range.clone()).unwrap_or_default().join(" ");
                topics.push(
                    std::iter::once(own.as_str())
                        .chain(means.iter().copied())
                        .map(terms)
                        .filter(|t| !t.is_empty())
                        .collect(),
                );
            }
            continue;
        }
        if !is_everyday(word) && concepts::kind_of(word).is_none() {
            rest.extend(analyze::term(word));
        }
    }
    topics.extend(rest.into_iter().map(|term| vec![vec![term]]));
    topics
}

/// Returns the index terms of `text` in order.
fn terms(text: &str) -> Vec<String> {
    analyze::words::<Question>(text).filter_map(|word| analyze::term(word.text)).collect()
}

/// Returns the patients that `words` name, by several parts of the name or by one that can be nothing else.
fn mentions(words: &[Word], patients: &[Patient]) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = Vec::new();
    for (index, patient) in (0_u32..).zip(patients) {
        let name: Vec<String> = simple_words(&patient.name).into_iter().map(|word| word.lower).collect();
        let mut at = 0;
        while at < words.len() {
            let run = words.get(at..).unwrap_or_default().iter().take_while(|word| name.contains(&word.lower)).count();
            if run > 1 || (run == 1 && is_name(words, at)) {
                let first = words.get(at).map_or(0, |word| word.span.start());
                let last = words.get(at + run - 1).map_or(first, |word| word.span.end());
                let span = Span::new(first..last);
                mentions.extend(span.map(|span| Mention { patient: PatientIndex(index), span }));
            }
            at += run.max(1);
        }
    }
    // A full name beats a shared part of it: of overlapping mentions the longest stay.
    let longest = |mention: &Mention| {
        !mentions.iter().any(|other| other.span.overlaps(mention.span) && other.span.len() > mention.span.len())
    };
    let mut kept: Vec<Mention> = mentions.iter().filter(|mention| longest(mention)).cloned().collect();
    kept.sort_by_key(|mention| (mention.span, mention.patient));
    kept
}

/// Returns whether the word at `at`, which is a part of a patient's name, can be nothing else: it is written with a
/// capital that no sentence asks for, is no everyday word, and is no part of a longer name, which would be
/// somebody else's ("John Smith" where only John Okafor is known).
fn is_name(words: &[Word], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let beside = |other: Option<&Word>| other.is_some_and(|other| other.capital && !is_everyday(&other.lower));
    let before = at.checked_sub(1).filter(|before| *before > 0).and_then(|before| words.get(before));
    let alone = !beside(before) && (word.possessive || !beside(words.get(at + 1)));
    let everyday = is_everyday(&word.lower) && !word.possessive;
    word.capital && (at > 0 || word.possessive) && alone && !everyday && word.lower.chars().count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patient(name: &str) -> Patient {
        Patient {
            id: name.to_owned(),
            name: name.to_owned(),
            family: name.split(' ').next_back().unwrap().to_owned(),
            birth: None,
            death: None,
            gender: None,
        }
    }

    #[test]
    fn a_question_for_the_last_reading() {
        let plan = Plan::new("When was my last blood pressure and what was it?", &[patient("Amara Okafor")]);
        assert_eq!(plan.focus, Focus::Latest);
        assert_eq!(plan.kinds, []);
        assert_eq!(plan.topics, vec![vec![vec!["blood".to_owned()]], vec![vec!["pressur".to_owned()]]]);
        assert_eq!(plan.mentions, []);
    }

    #[test]
    fn a_question_for_a_kind() {
        let plan = Plan::new("What medications am I on now?", &[]);
        assert_eq!(plan.kinds, [FactKind::MedicationRequest]);
        assert!(plan.topics.is_empty());
        assert_eq!(plan.focus, Focus::Latest);
    }

    #[test]
    fn everyday_words_bring_record_words() {
        let plan = Plan::new("How did my BP change?", &[]);
        assert_eq!(plan.focus, Focus::Course);
        assert_eq!(plan.topics.len(), 1);
        assert!(plan.topics[0].contains(&vec!["blood".to_owned(), "pressur".to_owned()]));
    }

    #[test]
    fn patients_are_found_by_name_and_full_names_beat_parts() {
        let patients = [patient("Amara Okafor"), patient("John Okafor"), patient("Will May")];
        let question = "Is Amara Okafor’s pulse higher than John's, and will it fall in May?";
        let plan = Plan::new(question, &patients);
        let found: Vec<_> = plan.mentions.iter().map(|m| (m.patient.0, m.span.of(question).unwrap())).collect();
        assert_eq!(found, [(0, "Amara Okafor"), (1, "John")]);
        assert_eq!(Plan::new("Okafor's weight", &patients).mentions.len(), 2);
        assert_eq!(Plan::new("How is Will May?", &patients).mentions.len(), 1);
        let rose = [patient("Rose Hand"), patient("John Okafor")];
        for question in ["How is my right hand?", "My sugar rose", "What is John Smith's weight?", "Rose it?"] {
            assert_eq!(Plan::new(question, &rose).mentions, [], "{question}");
        }
        for question in
            ["How is Rose?", "Rose's weight", "weight of rose hand", "What is Mr Hand's weight?", "Is Mrs. Hand well?"]
        {
            assert_eq!(Plan::new(question, &rose).mentions.len(), 1, "{question}");
        }
    }

    #[test]
    fn a_question_for_the_course_is_not_one_for_the_last_or_first() {
        for question in
            ["How did my HbA1c change over the last 5 years?", "How has my weight changed since I started metformin?"]
        {
            assert_eq!(Plan::new(question, &[]).focus, Focus::Course, "{question}");
        }
    }
}
