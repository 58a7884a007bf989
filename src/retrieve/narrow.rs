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
                is_anchored = false;
                tell(By::Time, State::TakenAway, format!("All times were searched, not {words} alone."));
            } else if is_of_texts && !is_left(&Filter { kinds: texts(), ..within.clone() }, records) {
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
        Counted::From { range, event, others } => {
            let way = match anchor.relation {
                Relation::Since => "since",
                Relation::After => "after",
                Relation::Before => "before",
            };
            let among = match (others, range.from.is_some() && anchor.relation == Relation::Since) {
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
mod tests {
    use super::*;
    use crate::document::{Content, Decoding, Document, FileIndex, Patient, Provenance};

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
    fn a_plain_kind_of_text_is_what_the_records_call_so() {
        let (narrowing, admitted) = read("What do my letters say about pain?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
        assert_eq!(narrowing.narrowed[0].sentence, "Only texts called “Letter” were searched.");
        assert_eq!(read("What do my letters say about pain?", &[By::Kind]).1, 3);
        assert_eq!(read("Is there a knee in the discharge summaries?", &[]).1, 1);
        // All texts are notes, and reports are none of these.
        let (narrowing, admitted) = read("What do my notes say about pain?", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 3));
        for question in [
            "What do my reports say?",
            "What does the letter say about pain?",
            "Did they report pain?",
            "What did he note about pain?",
            "a letter drug",
        ] {
            assert_eq!((told(&read(question, &[]).0), read(question, &[]).1), (vec![], 3), "{question}");
        }
        let (narrowing, admitted) = read("Dr Marsh's letters", &[]);
        assert_eq!((told(&narrowing), admitted), (vec![(By::Author, State::Applied), (By::Kind, State::Dropped)], 2));
    }

    fn operated(days: &[(&str, Date)]) -> Records {
        use crate::progress::Unwatched;
        let procedure = |(name, day): &(&str, Date)| {
            format!(
                r#",{{"resource":{{"resourceType":"Procedure","id":"{day}","status":"completed","subject":{{"reference":"Patient/p"}},
                "code":{{"text":"{name}"}},"performedDateTime":"{day}"}}}}"#
            )
        };
        let bundle = format!(
            r#"{{"resourceType":"Bundle","type":"collection","entry":[{{"resource":{{"resourceType":"Patient","id":"p",
            "name":[{{"family":"Rice","given":["Mary"]}}]}}}}{}]}}"#,
            days.iter().map(procedure).collect::<String>()
        );
        let mut records = Records::default();
        crate::ingest::read(&mut records, bundle.as_bytes(), &mut Unwatched).expect("a bundle");
        let notes = self::records().documents;
        records.documents.extend(notes.into_iter().map(|note| Document { subject: Some(PatientIndex(0)), ..note }));
        records
    }

    fn counted(question: &str, records: &Records) -> (Vec<String>, usize, bool) {
        let narrowing = Narrowing::read(question, records, None, None, &BTreeSet::new());
        let notes = records.documents.iter().filter(|document| document.kind == DocumentKind::Note);
        let admitted = notes.filter(|document| narrowing.filter.admits(document)).count();
        let told = narrowing.narrowed.into_iter().filter(|narrowed| narrowed.by == By::Time);
        (told.map(|narrowed| narrowed.sentence).collect(), admitted, narrowing.plan.anchor.is_some())
    }

    #[test]
    fn an_event_narrows_texts_to_the_days_before_or_after_it() {
        let day = Date::constant(2023, 1, 5);
        let one = operated(&[("Cholecystectomy", day), ("Ultrasound of abdomen", Date::constant(2024, 8, 1))]);
        for question in ["What was written before my surgery?", "Was there pain before my cholecystectomy?"] {
            assert_eq!(
                counted(question, &one),
                (vec!["Only what is before “Cholecystectomy” (2023-01-05) was searched.".to_owned()], 1, true),
                "{question}"
            );
        }
        assert_eq!(counted("Was there pain after my operation?", &one).1, 2);
        assert_eq!(counted("What was written after my operation in 2024?", &one).1, 2);
        assert_eq!(
            counted("What was written before my operation since 2023?", &one).0,
            [
                "Nothing was written before “Cholecystectomy” (2023-01-05) and from 2023-01-01 on. All times were searched."
            ]
        );
    }

    #[test]
    fn of_several_events_of_a_kind_none_is_guessed() {
        let several = operated(&[
            ("Cholecystectomy", Date::constant(2023, 1, 5)),
            ("Hip replacement", Date::constant(2024, 4, 20)),
        ]);
        let (told, admitted, anchored) = counted("Was there pain before my surgery?", &several);
        assert_eq!(
            told,
            [
                "The event that your question counts from may be any of “Cholecystectomy” (2023-01-05), “Hip replacement” (2024-04-20); name the one you mean. All times were searched."
            ]
        );
        assert_eq!((admitted, anchored), (3, false));
        assert_eq!(counted("Was there pain before my last surgery?", &several).1, 2);
        assert_eq!(counted("Was there pain before my first surgery?", &several).1, 1);
        assert_eq!(counted("Was there pain before my hip replacement?", &several).1, 2);
        let none = operated(&[]);
        let (told, admitted, anchored) = counted("Was there pain before my surgery?", &none);
        assert!(told[0].starts_with("The records have no dated entry"), "{told:?}");
        assert_eq!((admitted, anchored), (3, true));
    }

    #[test]
    fn without_a_clock_only_dates_with_a_year_are_a_time() {
        let records = records();
        let of = |question: &str| Narrowing::read(question, &records, None, None, &BTreeSet::new());
        assert_eq!(told(&of("letters of last spring")), [(By::Kind, State::Applied), (By::Time, State::Unknown)]);
        assert_eq!(told(&of("letters of 2024")), [(By::Kind, State::Applied), (By::Time, State::Applied)]);
        assert_eq!(of("my weight").narrowed, []);
    }
}
