//! Exact answers: a question about coded facts is answered from them, by rules that are said with the answer.
//!
//! A question is read word by word (`ask`); a word that is not understood makes it one for retrieval, and so does
//! anything that its form does not cover. Nothing here guesses, and no model is asked. Every value of an answer
//! comes with the entries that it was made from, to be shown as boxes with their bytes. Computed numbers (an average, a
//! count, a time between) are ours and said to be.
//!
//! What is "not in the record" is said only after the codes, the names and the texts were searched ([`Searched`]).
//! Whether a value is good, normal or dangerous is not answered here.

mod absent;
mod akin;
mod anchored;
mod apart;
mod ask;
mod bare;
pub(crate) mod chart;
mod cohort;
mod contents;
pub(crate) mod course;
mod crowd;
mod denied;
mod doses;
mod doubted;
pub(crate) mod entries;
mod frame;
mod gainsaid;
mod gist;
mod given;
mod identity;
mod kin;
mod later;
mod lay;
pub mod look_up;
mod manner;
mod marks;
mod measured;
mod measures;
mod misnamed;
mod nameless;
mod near;
mod none;
mod noticed;
mod overview;
mod panel;
mod person;
mod plainly;
mod points;
mod readings;
mod removed;
mod resolve;
mod rule;
mod said;
mod shared;
mod spans;
mod spelt;
mod steps;
mod taken;
mod texts;
mod then;
mod topics;
pub(crate) mod unit;
mod unsettled;
mod visits;
mod whether;
mod whole;
mod wished;
mod withheld;
pub(crate) mod words;

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;

pub use absent::Searched;
pub(crate) use anchored::is_examination;
pub(crate) use denied::clauses;
pub(crate) use none::{denies_kind, says_unknown};
pub(crate) use said::speaks_of_allergies;
pub(crate) use unsettled::unconfirmed;
pub(crate) use visits::{BOOKED, CALLED_OFF, asks_what_is_booked};
pub(crate) use whole::says_none;
pub(crate) use wished::names_a_measure;

use self::anchored::{Anchored, anchor};
use self::ask::{About, Want, counts_back};
use self::chart::Chart;
use self::frame::Frame;
use self::person::{age_then, only_year, person};
use self::topics::about;
use super::filters::Filters;
use super::plan::{Plan, simple_words};
use super::{dispute, tongue};
use crate::clearance::FactRef;
use crate::document::{FactKind, PatientIndex, Records};
use crate::index::concepts::Vocabulary;

/// What kind of question was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A single fact.
    Fact,
    /// The newest of several.
    Latest,
    /// The oldest of several.
    Earliest,
    /// The highest value.
    Highest,
    /// The lowest value.
    Lowest,
    /// The mean of several values.
    Average,
    /// How many.
    Count,
    /// Which way values go.
    Trend,
    /// The time between two days.
    Interval,
    /// All of several.
    List,
    /// One value against another.
    Comparison,
    /// Whether something is so.
    Whether,
    /// Which patients, and what of them.
    Cohort,
}

/// An exact answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exact {
    /// What kind of question it answers.
    pub form: Form,
    /// The answer alone: a value as its file has it with its unit, a day as `2019-03-02`, a number, `yes`, `no`, names
    /// divided by semicolons, or `not in the record`.
    pub answer: String,
    /// The answer as a sentence, in our words around values of the record.
    pub sentence: String,
    /// By which rules it was made, each a sentence.
    pub rules: Vec<String>,
    /// The entries that it was made from, in the order in which they are told.
    #[serde(skip)]
    pub facts: Vec<FactRef>,
    /// Whether the answer is that nothing is in the record, or no more than what says of itself that it is not so.
    pub is_absent: bool,
    /// What was searched before that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
}

/// Whether `word` (lower case) is a short name of what is measured, as people write with capitals: "ldl", "a1c".
pub(crate) fn is_abbreviated_measure(word: &str) -> bool {
    const MOST: usize = 5;
    word.len() <= MOST && measures::named(&[word]).is_some()
}

impl Exact {
    fn new(form: Form) -> Self {
        Exact {
            form,
            answer: String::new(),
            sentence: String::new(),
            rules: Vec::new(),
            facts: Vec::new(),
            is_absent: false,
            searched: None,
        }
    }
}

/// Returns the relative's word of `question`, as typed, that may mean a relative of whom the record speaks as well as the person whose record
/// it is: nothing is told exactly of the person then.
pub(crate) fn unsure_relative(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
) -> Option<String> {
    kin::unsure_word(records, question, subject, today)
}

/// Returns the relative's word of `question`, as typed, by which it may mean the person whose record it is: "my daughter".
pub(crate) fn word_for_person(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
) -> Option<String> {
    kin::fitting_word(records, question, subject, today)
}

/// Returns the exact answer to `question`; `None` where it is one for retrieval. It is about the patients that it names,
/// else about `subject`, else about the only one there is. `today` is the caller's calendar day; without it nothing that
/// counts from now is answered.
pub fn answer(records: &Records, question: &str, subject: Option<PatientIndex>, today: Option<Date>) -> Option<Exact> {
    answer_knowing(records, question, subject, today, None)
}

/// As [`answer`]; before it is said that something is not in the record, it is looked for by all names that `known` has for it, too.
pub fn answer_knowing(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let plan = Plan::new(question, &records.patients);
    if tongue::is_foreign(question, plan.mentions.iter().map(|mention| mention.span)) || dispute::is_asked(&plan) {
        return None;
    }
    let by_slips = || {
        let spelt::Corrected { question, slips } = spelt::corrected(records, question, known)?;
        let mut exact = together(records, &Plan::new(&question, &records.patients), subject, today, known)?;
        exact.rules.splice(0..0, slips.iter().map(|(typed, read)| read_as(typed, read)));
        Some(exact)
    };
    let told = together(records, &plan, subject, today, known)
        .or_else(|| {
            let told = answer_to(records, question, subject, today, known, true);
            // What is not there as it was typed may be a slip of what is.
            if told.as_ref().is_none_or(|told| told.is_absent) { by_slips().or(told) } else { told }
        })
        .filter(|exact| !withheld::is_beyond(records, question, exact, today))
        .filter(|exact| !nameless::is_of_nobody(records, question, exact))
        .filter(|exact| !gainsaid::is_doubted(records, question, exact))?;
    manner::held_to(records, question, today, told)
}

/// Returns the answer to a question that asks for several things by one name, "latest labs", "what is new since May"; `None` where `plan` is of no
/// such question.
pub(crate) fn together(
    records: &Records,
    plan: &Plan,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let (panels, overview) = (panel::Asked::read(plan, today), overview::Asked::read(plan, today));
    if panels.is_none() && overview.is_none() {
        return None;
    }
    let patient = subject_of(plan, records, subject)?;
    let chart = Chart::new(records, patient);
    let plainly = |question: &str| answer_to(records, question, Some(patient), today, known, true);
    panels.map(|panels| panels.answer(&chart)).or_else(|| Some(overview?.answer(&chart, today, &plainly)))?
}

/// As [`answer_knowing`]; a second name in brackets is only read where there `may_be_second` one.
fn answer_to(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
    may_be_second: bool,
) -> Option<Exact> {
    let names = records.patients.iter().filter(|patient| !patient.is_absent());
    let named = plainly::named(question, names.flat_map(|patient| patient.name.split_whitespace()));
    let behind = plainly::clause_last(named.as_deref().unwrap_or(question));
    let question = behind.as_deref().or(named.as_deref()).unwrap_or(question);
    let read = |question: &str| read_whole(records, question, subject, today, known, may_be_second);
    if plainly::is_judged(question) {
        return None;
    }
    let typed = read(question);
    if typed.is_some() {
        return typed;
    }
    // What tells nothing of what is asked is passed over, where entries answer the rest.
    let without_idle = || {
        let (without, passed) = plainly::without_idle(question)?;
        let mut exact = read(&without).filter(|exact| !exact.is_absent)?;
        let words: Vec<String> = passed.iter().map(|word| format!("“{word}”")).collect();
        exact.rules.insert(0, format!("Passed over: {}.", words.join(", ")));
        Some(exact)
    };
    let plainly = |question: &str, patient| read_whole(records, question, Some(patient), today, known, may_be_second);
    without_idle()
        .or_else(|| gist::answer(records, question, subject, today, known, &plainly))
        .or_else(|| wished::answer(records, question, subject, known))
}

/// Returns the answer to `question` as it stands.
fn read_whole(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
    may_be_second: bool,
) -> Option<Exact> {
    let is_told = |exact: &Option<Exact>| exact.as_ref().is_some_and(|exact| !exact.is_absent);
    let ask = |question: &str| -> Option<Exact> {
        let typed = as_typed(records, question, subject, today, known);
        if is_told(&typed) {
            return typed;
        }
        // What is not there as it was typed may be there in plain words.
        let plain = in_plain_form(records, question, subject, today, known);
        if is_told(&plain) { plain } else { typed.or(plain) }
    };
    match crowd::read(records, question, today, known) {
        crowd::Read::Told(exact) => return Some(exact),
        crowd::Read::Unsure => return None,
        crowd::Read::Not => {}
    }
    let steps = plainly::steps(question);
    // "Which came first, the stroke or the AFib?" lists nothing, and neither does "what was I given for the stroke?".
    if let Some(first) = steps.as_ref().filter(|steps| steps.go_before()) {
        let told = steps::answer(records, first, &ask);
        if told.is_some() || !first.may_be_read() {
            return told;
        }
    }
    // What stands before a mark is read with what is asked of it.
    let turned = plainly::turned(question).filter(|turned| !loses_bounds(records, question, turned, today));
    let turned = turned.and_then(|turned| ask(&turned));
    if is_told(&turned) {
        return turned;
    }
    let typed = ask(question).or(turned);
    if is_told(&typed) {
        return typed;
    }
    let second = plainly::bracketed(question).filter(|(without, _)| !loses_bounds(records, question, without, today));
    if let Some((without, with)) = second.filter(|_| may_be_second) {
        let read = |question: &str| answer_to(records, question, subject, today, known, false);
        return bracketed(read(&without), read(&with)).or(typed);
    }
    let in_steps = |steps: Option<plainly::Steps>| {
        steps.filter(|_| !counts_back(&simple_words(question))).and_then(|steps| steps::answer(records, &steps, &ask))
    };
    let two = in_steps(steps);
    if two.is_some() {
        return two;
    }
    // A slip of the pen is put right where that gives an answer from entries; what is not there is only said of what was typed.
    let Some(spelt::Corrected { question, slips }) = spelt::corrected(records, question, known) else { return typed };
    let read = as_typed(records, &question, subject, today, known)
        .or_else(|| in_plain_form(records, &question, subject, today, known))
        .or_else(|| match crowd::read(records, &question, today, known) {
            crowd::Read::Told(exact) => Some(exact),
            crowd::Read::Unsure | crowd::Read::Not => None,
        })
        .or_else(|| in_steps(plainly::steps(&question)));
    // A slip in what is asked of it is put right before it is said that something is not there.
    let is_of_name = |exact: &Exact| {
        let searched = exact.searched.iter().flat_map(|searched| &searched.names);
        searched.flat_map(|name| name.split(' ')).any(|word| slips.iter().any(|(_, read)| read == word))
    };
    // What is near a known word is said to be absent by no spelling of it where the known one is left to retrieval.
    if read.is_none() && typed.as_ref().is_some_and(|exact| exact.is_absent) {
        return None;
    }
    let Some(mut exact) = read.filter(|exact| !exact.is_absent || typed.is_none() && !is_of_name(exact)) else {
        return typed;
    };
    exact.rules.splice(0..0, slips.iter().map(|(typed, read)| read_as(typed, read)));
    Some(exact)
}

fn read_as(typed: &str, read: &str) -> String {
    format!("“{typed}” is read as “{read}”.")
}

/// Of a question with a second name in brackets, the answer by the `first` name and by the `second`: that of both, else that of the only
/// one by which there is something.
fn bracketed(first: Option<Exact>, second: Option<Exact>) -> Option<Exact> {
    match (first, second) {
        (Some(first), Some(second)) if first.is_absent == second.is_absent => {
            let is_same = first.is_absent || first.answer == second.answer;
            is_same.then_some(first)
        }
        (Some(first), Some(second)) => Some(if first.is_absent { second } else { first }),
        (None, second) => second.filter(|exact| !exact.is_absent),
        (first, None) => first.filter(|exact| !exact.is_absent && exact.facts.len() == 1),
    }
}

/// Returns the answer to the plain form of `question`, and to it as one of the relative whose record this is.
fn in_plain_form(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let names = records.patients.iter().filter(|patient| !patient.is_absent());
    let mended = plainly::possessive(question, names.flat_map(|patient| patient.name.split_whitespace()));
    let question = mended.as_deref().unwrap_or(question);
    let plain = plainly::plainly(question).or_else(|| mended.clone());
    // "How many days before he died was it?" is no plain question without the death.
    let plain = plain.filter(|plain| !plainly::loses_death(question, plain));
    // "What was my weight, last year?" is not asked of all years.
    let plain = plain.filter(|plain| !loses_bounds(records, question, plain, today));
    let read = plain.as_deref().and_then(|plain| as_typed(records, plain, subject, today, known)).map(|mut exact| {
        exact.rules.splice(0..0, plainly::graded(question, plain.as_deref()));
        exact
    });
    if read.as_ref().is_some_and(|exact| !exact.is_absent) {
        return read;
    }
    // "When was my baby born?" may ask of the baby whose record this is.
    let own = of_relative(records, question, subject, today, known)
        .or_else(|| of_relative(records, plain.as_deref()?, subject, today, known));
    own.filter(|own| read.is_none() || !own.is_absent).or(read)
}

/// Returns the answer to `question` as one of the relative whose record this is.
fn of_relative(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    let subject = subject.or(only)?;
    let patient = records.patients.get(subject.0 as usize)?;
    let own = kin::own(question, patient, today)?;
    let again = plainly::plainly(&own.question);
    let exact = as_typed(records, &own.question, Some(subject), today, known)
        .or_else(|| as_typed(records, &again?, Some(subject), today, known))?;
    kin::told(&own, exact, &Chart::new(records, subject))
}

/// Whether `question` counts from the end, "the one before that", and `other`, a form of it, does no more.
fn loses_place(question: &str, other: &str) -> bool {
    let counts = |text: &str| counts_back(&simple_words(text));
    counts(question) && !counts(other)
}

/// Whether a time, a limit or a place among several is stated in `question`, and none any more in `other`, a form of it.
fn loses_bounds(records: &Records, question: &str, other: &str, today: Option<Date>) -> bool {
    let is_timed = |text: &str| {
        let stated = Filters::among(&Plan::new(text, &records.patients), [], today);
        stated.range.is_some() || stated.is_unsure
    };
    loses_place(question, other) || plainly::loses_limit(question, other) || is_timed(question) && !is_timed(other)
}

/// Returns the patient whom the question of `plan` is about: the one whom it names, else `subject`, else the only one there is; of people who
/// share a name the one who was chosen. `None` where it names several, or nobody is meant.
fn subject_of(plan: &Plan, records: &Records, subject: Option<PatientIndex>) -> Option<PatientIndex> {
    let named: BTreeSet<PatientIndex> = plan.mentions.iter().map(|mention| mention.patient).collect();
    // All of them are named by the same words.
    let shared = plan.mentions.windows(2).all(|pair| matches!(pair, [one, other] if one.span == other.span));
    match named.len() {
        0 => subject.or((records.patients.len() == 1).then_some(PatientIndex(0))),
        1 => named.first().copied(),
        _ => subject.filter(|chosen| named.contains(chosen) && shared),
    }
}

fn as_typed(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let plan = Plan::new(question, &records.patients);
    let spans: Vec<_> = plan.mentions.iter().map(|mention| mention.span).collect();
    let subject = subject_of(&plan, records, subject);
    if subject.is_none() && !spans.is_empty() {
        return None;
    }
    // What somebody wrote stands in their words.
    let filters = Filters::read(&plan, records, today);
    if !filters.authors.is_empty() || filters.is_unknown {
        return None;
    }
    let chart = subject.map(|subject| Chart::new(records, subject).knowing(known));
    if texts::are_asked(&plan.words) {
        return None;
    }
    let names: BTreeSet<Vec<String>> = chart.iter().flat_map(Chart::all_names).collect();
    let birth = subject.and_then(|subject| records.patients.get(subject.0 as usize)?.birth);
    let ask = ask::read(question, &plan.words, &spans, &names, ask::Days { today, birth })?;
    if let Some(cohort) = &ask.cohort {
        let charts = Chart::of_everybody(records).into_iter().map(|chart| chart.knowing(known)).collect::<Vec<_>>();
        return cohort::answer(records, &ask, cohort, &charts, today);
    }
    let chart = chart?;
    let patient = records.patients.get(chart.patient.0 as usize)?;
    if let Want::Person(about) = ask.want {
        return match about {
            About::AgeThen => age_then(&ask, patient, &chart),
            About::Age if ask.range.is_some() => person::age_on(ask.range?, patient, &chart, today),
            About::AgeAtDeath => patient.death.and_then(|_| person(About::Age, patient, &chart, today)),
            about => {
                person(about, patient, &chart, today).map(|exact| if ask.year_only { only_year(exact) } else { exact })
            }
        };
    }
    let mut frame = Frame::of(&ask);
    let mut rules = Vec::new();
    if let Some(event) = &ask.event {
        match anchor(&chart, event, &ask) {
            Anchored::At(range, rule) => {
                frame.0.push(range);
                rules.push(rule);
            }
            Anchored::Absent(sought) => return absent::answer(&chart, &sought, &Frame::default(), Form::Fact),
            Anchored::Unclear => return None,
        }
    }
    let mut exact = about(&ask, &chart, &frame, person::until(&ask, &plan.words, patient, today))?;
    person::note_death(&ask, patient, &chart, &mut exact);
    // "Which medicines was I started on that day" is answered by no illness.
    if ask.medicines && !exact.is_absent && !chart.has_any(&exact.facts, FactKind::MedicationRequest) {
        return None;
    }
    // What was measured "when she was one" may stand in a text of another day.
    if ask.by_age && exact.is_absent {
        return None;
    }
    exact.rules.splice(0..0, rules);
    let mut seen = BTreeSet::new();
    exact.rules.retain(|rule| seen.insert(rule.clone()));
    let mut seen = BTreeSet::new();
    exact.facts.retain(|fact| seen.insert(*fact));
    Some(exact)
}
