//! Narrowing: what a question says of the documents that may answer it, applied to what is searched.
//!
//! "What did Dr Marsh write last spring?" is searched among what Dr Marsh wrote that spring. Nothing is narrowed that the question does not
//! state, and each narrowing is told in a sentence, with what became of it: applied, dropped where nothing would be left, or taken away
//! by the person. A time by itself is not dropped: that nothing is of that time may be the answer.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::Filter;
use crate::document::{DocumentKind, PatientIndex, Records};
use crate::ingest::note_kind;
use crate::question::event::{self, Counted, Event};
use crate::question::when::Range;
use crate::question::{self, Anchor, Plan, Relation};

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

impl Narrowed {
    /// Returns it as it is told where entries of other times are shown, too: active medicines, or the last reading before.
    pub fn beside_other_times(mut self) -> Self {
        let days = self.sentence.strip_prefix("Only what is ").and_then(|rest| rest.strip_suffix(" was searched."));
        if let Some(days) = days.filter(|_| self.by == By::Time && self.state == State::Applied) {
            self.sentence =
                format!("Of notes only what is {days} was searched; what is shown of entries is of other times, too.");
        }
        self
    }
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
        let kind = kind_in(&plan, records, &filter);
        let is_named = kind.is_some();
        if let Some(kind) = kind {
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
        // "My letters" are the texts that the records call letters, of whoever wrote them; "my notes" are all texts.
        if let Some((by, names)) = plain_kinds(&plan, records, &filter).filter(|_| !is_named) {
            if without.contains(&By::Kind) {
                tell(By::Kind, State::TakenAway, format!("Everything was searched, not {names} alone."));
            } else if is_left(&by, records) {
                tell(By::Kind, State::Applied, format!("Only {names} were searched."));
                filter = by;
            } else {
                let sentence =
                    format!("Nothing of what is asked for is among {names}. Texts of all kinds were searched.");
                tell(By::Kind, State::Dropped, sentence);
            }
        }
        // Without a clock a time is one that the plan has read.
        let written = plan.period.as_ref().map(|period| Range { from: period.from, until: period.until });
        let range = if today.is_some() { stated.range.or(written) } else { written };
        // What is compared with a time is of another.
        let range = range.filter(|_| !is_compared_with(&plan, &stated.dates));
        let mut time = None;
        let counted = plan.anchor.as_ref().and_then(|anchor| of_event(anchor, records, &filter));
        let mut is_anchored = !without.contains(&By::Time);
        if let (Some(Of::Unclear(sentence, is_there)), false) = (&counted, without.contains(&By::Time)) {
            is_anchored = !is_there;
            tell(By::Time, State::Unknown, sentence.clone());
        }
        let days = match (counted, range) {
            (Some(Of::Days(days, words)), Some(range)) => {
                Some((both(days, range), format!("{words} and {}", in_words(range))))
            }
            (Some(Of::Days(days, words)), None) => Some((days, words)),
            (_, Some(range)) => Some((range, in_words(range))),
            (_, None) => None,
        };
        if let Some((days, words)) = days {
            let within = Filter { from: days.from, until: days.until, ..filter.clone() };
            let is_of_texts = !filter.authors.is_empty() || !filter.forms.is_empty() || plan.asks_for_prose();
            if without.contains(&By::Time) {
                tell(By::Time, State::TakenAway, format!("All times were searched, not {words} alone."));
            } else if is_of_texts && !is_left(&within, records) {
                is_anchored = false;
                tell(By::Time, State::Dropped, format!("Nothing was written {words}. All times were searched."));
            } else {
                tell(By::Time, State::Applied, format!("Only what is {words} was searched."));
                (filter, time) = (within, range);
            }
        } else if stated.is_unsure {
            let sentence =
                "The time in your question counts from today, which is not known here. All times were searched.";
            tell(By::Time, State::Unknown, sentence.to_owned());
        }
        let is_reread = today.is_some() || !filter.authors.is_empty() || without.contains(&By::Time);
        let mut plan = if is_reread && !stated.words.is_empty() {
            Plan::without(question, &records.patients, &stated.words, &stated.dates, time)
        } else {
            plan
        };
        // What is not counted from an event after all is of any time.
        plan.anchor = plan.anchor.filter(|_| is_anchored);
        Narrowing { plan, filter, narrowed }
    }
}

/// Whether the only one of `dates`, stretches of the words of `plan`, is a time that what is asked for is compared with: "compared to last year".
fn is_compared_with(plan: &Plan, dates: &[std::ops::Range<usize>]) -> bool {
    let [date] = dates else { return false };
    let word = |at: usize| plan.words.get(at).map_or("", |word| word.lower.as_str());
    let mut before = (0..date.start).rev().map(word).skip_while(|word| matches!(*word, "the" | "in" | "of" | "that"));
    match before.next() {
        Some("than" | "versus" | "vs" | "against") => true,
        Some("to" | "with") => matches!(before.next(), Some("compared" | "relative")),
        _ => false,
    }
}

/// What a question counts from, for what is searched.
enum Of {
    /// These days, in words that stand after "is".
    Days(Range, String),
    /// No day that is known, why, and whether the records have what may be meant.
    Unclear(String, bool),
}

/// Events that a sentence lists.
const LISTED: usize = 4;

/// Returns what `anchor` counts from in the records of the one patient whom `filter` leaves; of several patients nothing is.
fn of_event(anchor: &Anchor, records: &Records, filter: &Filter) -> Option<Of> {
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    let patient = match filter.patients.len() {
        0 => only?,
        1 => *filter.patients.first()?,
        _ => return None,
    };
    let told = |event: &Event| format!("“{}” ({})", event.name, event.day);
    Some(match event::counted(records, patient, anchor) {
        Counted::From { range, event, others, is_first } => {
            let way = match anchor.relation {
                Relation::Since => "since",
                Relation::After => "after",
                Relation::Before => "before",
            };
            let among = match (others, is_first) {
                (0, _) => String::new(),
                (others, true) => format!(", the first of {}", others + 1),
                (others, false) => format!(", the last of {}", others + 1),
            };
            Of::Days(range, format!("{way} {}{among}", told(&event)))
        }
        Counted::Several(events) => {
            let mut names: Vec<String> = events.iter().take(LISTED).map(told).collect();
            names.dedup();
            let more = if events.len() > LISTED { " and others" } else { "" };
            let sentence = format!(
                "The event that your question counts from may be any of {}{more}; name the one you mean. All times were searched.",
                names.join(", ")
            );
            Of::Unclear(sentence, true)
        }
        Counted::Absent => {
            let sentence =
                "The records have no dated entry of the event that your question counts from. All times were searched.";
            Of::Unclear(sentence.to_owned(), false)
        }
    })
}

/// Returns the days that lie in `days` and in `range`.
fn both(days: Range, range: Range) -> Range {
    let until = match (days.until, range.until) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Range { from: days.from.max(range.from), until }
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
    let admitted = records.documents.iter().filter(|document| filter.admits(document));
    // Documents are many, and their kinds few.
    let kinds: BTreeSet<&str> = admitted.filter_map(note_kind).collect();
    let named = kinds.into_iter().filter(|kind| is_named(kind));
    named.max_by_key(|kind| (kind.split_whitespace().count(), std::cmp::Reverse(*kind))).map(str::to_owned)
}

/// Words before a plain word for texts that make it one: "my letters" and not "did they report".
const OWN: &[&str] =
    &["my", "the", "his", "her", "their", "our", "your", "all", "these", "those", "in", "which", "what"];

/// Plain words for texts.
const PLAIN: &[&str] = &["notes", "letters", "reports", "summaries"];

/// Returns what a plain word of the question for texts (letters, notes, reports, discharge summaries) leaves of `filter`, and in words
/// what that is, where the texts of these patients have such; "my operation note" names one kind alone, and "the letter" one text, which
/// the records may call otherwise.
fn plain_kinds(plan: &Plan, records: &Records, filter: &Filter) -> Option<(Filter, String)> {
    if !plan.words.iter().any(|word| PLAIN.contains(&word.lower.as_str())) {
        return None;
    }
    let of_patients = Filter { patients: filter.patients.clone(), ..Filter::default() };
    let own: BTreeSet<&str> =
        records.documents.iter().filter(|document| of_patients.admits(document)).filter_map(note_kind).collect();
    plan.words.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| plan.words.get(before));
        let names_patient =
            |word: &question::Word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
        let leads = |before: &question::Word| {
            OWN.contains(&before.lower.as_str()) || before.possessive || names_patient(before)
        };
        let is_plain = before.is_none_or(leads);
        let last = match word.lower.as_str() {
            "notes" if is_plain && !own.is_empty() => {
                return Some((
                    Filter { kinds: texts(), ..filter.clone() },
                    "texts (notes, letters and reports)".to_owned(),
                ));
            }
            "letters" => "letter",
            "reports" => "report",
            "summaries" => "summary",
            _ => return None,
        };
        let discharge = last == "summary" && before.is_some_and(|before| before.lower == "discharge");
        if !is_plain && !discharge {
            return None;
        }
        let is_of = |kind: &str| {
            let lower = kind.to_lowercase();
            lower.split_whitespace().next_back() == Some(last) && (!discharge || lower.starts_with("discharge"))
        };
        let kinds: BTreeSet<String> = own.iter().filter(|kind| is_of(kind)).map(|kind| (*kind).to_owned()).collect();
        // A word that all texts answer to tells none of them apart.
        if kinds.is_empty() || kinds.len() == own.len() {
            return None;
        }
        let names = joined(&kinds.iter().map(|kind| format!("“{kind}”")).collect::<Vec<_>>());
        Some((Filter { forms: kinds, kinds: texts(), ..filter.clone() }, format!("texts called {names}")))
    })
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
mod tests;
