//! Narrowing: what a question says of the documents that may answer it, applied to what is searched.
//!
//! "What did Dr Marsh write last spring?" is searched among what Dr Marsh wrote that spring. Nothing is narrowed that the question does not
//! state, and each narrowing is told in a sentence, with what became of it: applied, dropped where nothing would be left, or taken away
//! by the person. A time by itself is not dropped: that nothing is of that time may be the answer.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::Filter;
use crate::document::{Document, DocumentKind, PatientIndex, Records};
use crate::ingest::note_kind;
use crate::question::when::Range;
use crate::question::{self, Plan};

/// What documents are chosen by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// When they are of.
    Time,
    /// Who wrote them.
    Author,
    /// What kind of text they are.
    Kind,
}

/// What became of a narrowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Only what it admits was searched.
    Applied,
    /// It would have left nothing, and was let go.
    Dropped,
    /// It names somebody, or counts from a day, that is not known.
    Unknown,
    /// The person took it away.
    TakenAway,
}

/// One narrowing of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrowed {
    /// What documents are chosen by.
    pub by: By,
    /// What became of it.
    pub state: State,
    /// The same in a sentence. It may name people, and is for the room alone.
    pub sentence: String,
}

/// A question with what it says of documents read out of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Narrowing {
    /// What it asks for, without the words that narrow.
    pub plan: Plan,
    /// Which documents may answer it.
    pub filter: Filter,
    /// Each narrowing, for the reader.
    pub narrowed: Vec<Narrowed>,
}

impl Narrowing {
    /// Reads `question`, which is about `subject` where it names nobody. `today` is the caller's calendar day; without it only
    /// dates with a year are a time. What is chosen by one of `without` is not.
    pub fn read(
        question: &str,
        records: &Records,
        subject: Option<PatientIndex>,
        today: Option<Date>,
        without: &BTreeSet<By>,
    ) -> Self {
        let plan = Plan::new(question, &records.patients);
        let stated = question::Filters::read(&plan, records, today);
        let mut filter = Filter::patients(plan.mentions.iter().map(|mention| mention.patient));
        if filter.patients.is_empty() {
            filter.patients.extend(subject);
        }
        let mut narrowed = Vec::new();
        let mut tell = |by: By, state: State, sentence: String| narrowed.push(Narrowed { by, state, sentence });
        if let Some(kind) = kind_in(&plan, records, &filter) {
            if without.contains(&By::Kind) {
                tell(By::Kind, State::TakenAway, format!("All texts were searched, not those called “{kind}” alone."));
            } else {
                tell(By::Kind, State::Applied, format!("Of the texts only those called “{kind}” were searched."));
                filter.forms.insert(kind);
            }
        }
        if stated.is_unknown {
            let sentence = "No text of these records names its author so. What everybody wrote was searched.";
            tell(By::Author, State::Unknown, sentence.to_owned());
        } else if !stated.authors.is_empty() {
            let names = joined(&stated.authors);
            if without.contains(&By::Author) {
                tell(By::Author, State::TakenAway, format!("What everybody wrote was searched, not {names} alone."));
            } else {
                let by = Filter { authors: stated.authors.iter().cloned().collect(), ..filter.clone() };
                if is_left(&by, records) {
                    tell(By::Author, State::Applied, format!("Only what {names} wrote was searched."));
                    filter = by;
                } else {
                    let sentence =
                        format!("{names} wrote nothing of what is asked for. What everybody wrote was searched.");
                    tell(By::Author, State::Dropped, sentence);
                }
            }
        }
        // Without a clock a time is one that the plan has read.
        let written = plan.period.as_ref().map(|period| Range { from: period.from, until: period.until });
        let range = if today.is_some() { stated.range.or(written) } else { written };
        let mut time = None;
        if let Some(range) = range {
            let words = in_words(range);
            let within = Filter { from: range.from, until: range.until, ..filter.clone() };
            let is_of_texts = !filter.authors.is_empty() || !filter.forms.is_empty() || plan.asks_for_prose();
            if without.contains(&By::Time) {
                tell(By::Time, State::TakenAway, format!("All times were searched, not {words} alone."));
            } else if is_of_texts && !is_left(&Filter { kinds: texts(), ..within.clone() }, records) {
                tell(By::Time, State::Dropped, format!("Nothing was written {words}. All times were searched."));
            } else {
                tell(By::Time, State::Applied, format!("Only what is {words} was searched."));
                (filter, time) = (within, Some(range));
            }
        } else if stated.is_unsure {
            let sentence =
                "The time in your question counts from today, which is not known here. All times were searched.";
            tell(By::Time, State::Unknown, sentence.to_owned());
        }
        let is_reread = today.is_some() || !filter.authors.is_empty() || without.contains(&By::Time);
        let plan = if is_reread && !stated.words.is_empty() {
            Plan::without(question, &records.patients, &stated.words, &stated.dates, time)
        } else {
            plan
        };
        Narrowing { plan, filter, narrowed }
    }
}

fn texts() -> BTreeSet<DocumentKind> {
    BTreeSet::from([DocumentKind::Note])
}

/// Returns whether `filter` admits a text.
fn is_left(filter: &Filter, records: &Records) -> bool {
    records.documents.iter().any(|document| document.kind == DocumentKind::Note && filter.admits(document))
}

/// Returns the kind of text that the question names as the records do, where those that `filter` admits have one: the one of most
/// words, of those the first.
fn kind_in(plan: &Plan, records: &Records, filter: &Filter) -> Option<String> {
    let words: Vec<&str> = plan.words.iter().map(|word| word.lower.trim_end_matches('s')).collect();
    let is_named = |kind: &str| {
        let kind = kind.to_lowercase();
        let own: Vec<&str> = kind.split_whitespace().map(|word| word.trim_end_matches('s')).collect();
        // One word alone is also a word of everyday: a plan, a summary, results.
        own.len() > 1 && words.windows(own.len()).any(|at| at == own.as_slice())
    };
    let of = |document: &Document| note_kind(document).map(str::to_owned);
    let admitted = records.documents.iter().filter(|document| filter.admits(document));
    let kinds: BTreeSet<String> = admitted.filter_map(of).filter(|kind| is_named(kind)).collect();
    kinds.into_iter().max_by_key(|kind| (kind.split_whitespace().count(), std::cmp::Reverse(kind.clone())))
}

fn joined(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        _ => names.join(", "),
    }
}

/// Returns `range` in words, to stand after "is".
fn in_words(range: Range) -> String {
    match (range.from, range.until) {
        (Some(from), Some(until)) if from == until => format!("of {from}"),
        (Some(from), Some(until)) => format!("from {from} to {until}"),
        (Some(from), None) => format!("from {from} on"),
        (None, Some(until)) => format!("up to {until}"),
        (None, None) => "of any time".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Content, Decoding, FileIndex, Patient, Provenance};

    fn records() -> Records {
        let document = |author: &str, kind: &str, day: Date| Document {
            id: format!("p/{day}/{author}"),
            kind: DocumentKind::Note,
            subject: Some(PatientIndex(0)),
            date: Some(day),
            title: format!("Rice {day} · {kind}"),
            author: Some(author.to_owned()),
            text: "text".into(),
            content: Content::Prose {
                provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
                pages: Vec::new(),
            },
            revision: None,
        };
        let (family, name) = ("Rice".to_owned(), "Mary Rice".to_owned());
        let documents = [
            ("Dr. Helen Marsh", "Progress note", Date::constant(2024, 4, 2)),
            ("Dr. Helen Marsh", "Discharge summary", Date::constant(2022, 4, 2)),
            ("Dr. Ade Okoro", "Letter", Date::constant(2024, 5, 9)),
        ];
        Records {
            patients: vec![Patient { id: "p".into(), name, family, birth: None, death: None, gender: None }],
            documents: documents.map(|(author, kind, day)| document(author, kind, day)).into(),
            ..Records::default()
        }
    }

    fn read(question: &str, without: &[By]) -> (Narrowing, usize) {
        let records = records();
        let today = Some(Date::constant(2024, 9, 1));
        let without = without.iter().copied().collect();
        let narrowing = Narrowing::read(question, &records, Some(PatientIndex(0)), today, &without);
        let admitted = records.documents.iter().filter(|document| narrowing.filter.admits(document)).count();
        (narrowing, admitted)
    }

    fn told(narrowing: &Narrowing) -> Vec<(By, State)> {
        narrowing.narrowed.iter().map(|narrowed| (narrowed.by, narrowed.state)).collect()
    }

    #[test]
    fn author_and_time_narrow_together_and_each_can_be_taken_away() {
        let question = "What did Dr Marsh write last spring?";
        let (both, admitted) = read(question, &[]);
        assert_eq!(told(&both), [(By::Author, State::Applied), (By::Time, State::Applied)]);
        assert_eq!(admitted, 1);
        assert_eq!(both.narrowed[0].sentence, "Only what Dr. Helen Marsh wrote was searched.");
        assert_eq!(both.narrowed[1].sentence, "Only what is from 2024-03-01 to 2024-05-31 was searched.");
        assert!(both.plan.topics.is_empty(), "{:?}", both.plan.topics);
        let (timed, admitted) = read(question, &[By::Author]);
        assert_eq!((told(&timed), admitted), (vec![(By::Author, State::TakenAway), (By::Time, State::Applied)], 2));
        let (by_author, admitted) = read(question, &[By::Time]);
        assert_eq!((told(&by_author), admitted), (vec![(By::Author, State::Applied), (By::Time, State::TakenAway)], 2));
        assert_eq!(read(question, &[By::Author, By::Time, By::Kind]).1, 3);
    }

    #[test]
    fn what_would_leave_nothing_is_let_go_and_told() {
        let (narrowing, admitted) = read("What did Dr Okoro write in 2022?", &[]);
        assert_eq!(told(&narrowing), [(By::Author, State::Applied), (By::Time, State::Dropped)]);
        assert_eq!(admitted, 1);
        assert_eq!(narrowing.plan.period, None);
        let (narrowing, admitted) = read("What did Dr Nobody write?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Author, State::Unknown)], 3));
        // That nothing was measured then is an answer.
        let (narrowing, admitted) = read("What was my weight in 1990?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Time, State::Applied)], 0));
    }

    #[test]
    fn a_kind_of_text_is_one_that_the_records_have() {
        let (narrowing, admitted) = read("What does my discharge summary say about pain?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
        let (narrowing, admitted) = read("What do my progress notes say about pain?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
        assert_eq!(read("What do my progress notes say?", &[By::Kind]).1, 3);
        let (narrowing, admitted) = read("What does my operation note say?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![], 3));
        let (narrowing, admitted) = read("Has my weight changed?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![], 3));
    }

    #[test]
    fn without_a_clock_only_dates_with_a_year_are_a_time() {
        let records = records();
        let of = |question: &str| Narrowing::read(question, &records, None, None, &BTreeSet::new());
        assert_eq!(told(&of("letters of last spring")), [(By::Time, State::Unknown)]);
        assert_eq!(told(&of("letters of 2024")), [(By::Time, State::Applied)]);
        assert_eq!(of("my weight").narrowed, []);
    }
}
