//! The gist of a question that no rule reads word by word: the things that it names, its time, and the words that say what is asked of
//! them. "His grandad's yearly weigh-ins: rising, falling or steady?" asks for the trend of the weight.
//!
//! It is put as a plain question, which is answered as any other, and the answer says how it was read. That something is absent is said
//! only where all words, or all but one beside the name of what never was, are understood. A word that could change what is asked ends
//! the reading: a negation, a limit, a place, a reason, another person.

mod cues;
mod lasting;
mod put;
mod things;
mod words;

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::ask::counts_back;
use super::chart::Chart;
use super::{Exact, Form, chart, kin, plainly, spelt, steps, texts};
use crate::document::{PatientIndex, Records};
use crate::index::concepts::Vocabulary;
use crate::question::plan::{Plan, simple_words};
use crate::question::when;
use put::Put;
use things::{Mark, Scan};

/// Most words of a question that is looked at.
const MOST: usize = 40;

/// Returns the answer to the gist of `question`; `ask` answers a plain question about a patient.
pub(super) fn answer(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
    ask: &dyn Fn(&str, PatientIndex) -> Option<Exact>,
) -> Option<Exact> {
    let read = |form: &str| of_form(records, form, subject, today, known, ask);
    let in_forms = |question: &str| read(question).or_else(|| read(&plainly::plainly(question)?));
    let corrected = || {
        let spelt::Corrected { question, slips } = spelt::corrected(records, question, known)?;
        let mut exact = in_forms(&question)?;
        exact.rules.splice(0..0, slips.iter().map(|(typed, read)| format!("“{typed}” is read as “{read}”.")));
        Some(exact)
    };
    in_forms(question).or_else(corrected)
}

fn of_form(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
    ask: &dyn Fn(&str, PatientIndex) -> Option<Exact>,
) -> Option<Exact> {
    let subject = whose(records, question, subject)?;
    let patient = records.patients.get(subject.0 as usize)?;
    // "The one before that" is no latest.
    if counts_back(&simple_words(question)) {
        return None;
    }
    let until_now = cues::without_today(question);
    let question = until_now.as_str();
    let own = kin::own(question, patient, today);
    let question = own.as_ref().map_or(question, |own| own.question.as_str());
    let plan = Plan::new(question, &records.patients);
    if plan.words.len() > MOST || texts::are_asked(&plan.words) {
        return None;
    }
    let times = when::read(&plan.words, today);
    if times.is_unsure || times.is_rough {
        return None;
    }
    let chart = Chart::new(records, subject).knowing(known);
    let mut scan = Scan::new(question, &plan);
    times.words.iter().for_each(|at| scan.mark(*at, Mark::Time));
    scan.mark_name(&patient.name);
    let (things, are_there) = match scan.things(&chart) {
        things if things.is_empty() => {
            let known = scan.known(known);
            // A question that names nothing asks for all of a kind.
            let is_of_kind = known.is_empty();
            (known, is_of_kind)
        }
        things => (things, true),
    };
    let put = put::plainly(&mut scan, &things, &times)?;
    let doubt = scan.doubt()?;
    // That nothing is there of a time is only said where every word is understood, and that something never was where about all are.
    let may_be_absent = if are_there { doubt == 0 && times.range.is_some() } else { doubt < 2 };
    if !are_there && !may_be_absent {
        return None;
    }
    let ask = |question: &str| ask(question, subject);
    let mut exact = match &put {
        Put::Plain(question) => ask(question),
        // What is not there has no day.
        Put::OnDay { when: question, .. } | Put::Between { one: question, .. } if !are_there => ask(question),
        Put::Reason(when) => reason(records, &ask(when)?),
        Put::OnDay { when, question } => steps::on_day(when, question, &ask),
        Put::Between { one, other, unit } => steps::between_days(records, one, other, *unit, &ask),
    }
    .filter(|exact| if exact.is_absent { may_be_absent } else { are_there })?;
    if let Some(own) = own.as_ref() {
        exact = kin::told(own, exact, &chart)?;
    }
    exact.rules.insert(0, rule(&put));
    Some(exact)
}

/// Returns the patient that `question` is about.
pub(super) fn whose(records: &Records, question: &str, subject: Option<PatientIndex>) -> Option<PatientIndex> {
    let plan = Plan::new(question, &records.patients);
    let mut named = plan.mentions.iter().map(|mention| mention.patient);
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    match named.next() {
        None => subject.or(only),
        Some(first) if named.all(|other| other == first) => Some(first),
        Some(_) => subject.filter(|subject| plan.mentions.iter().any(|mention| mention.patient == *subject)),
    }
}

/// Says how a question was read.
fn rule(put: &Put) -> String {
    match put {
        Put::Plain(question) => format!("Read as “{question}”."),
        Put::OnDay { when, question } => format!("Read as “{question} on the day of: {when}”."),
        Put::Reason(when) => format!("Read as the reason of “{when}”."),
        Put::Between { one, other, .. } => format!("Read as the time between “{one}” and “{other}”."),
    }
}

/// Answers with the reasons that the record gives for the entries of `dated`.
fn reason(records: &Records, dated: &Exact) -> Option<Exact> {
    let facts = dated.facts.iter().filter_map(|at| records.documents.get(at.document.0 as usize)?.facts().get(at.fact));
    let reasons: BTreeSet<&str> = facts
        .flat_map(|fact| &fact.fields)
        .filter(|field| field.label == "Reason")
        .map(|field| chart::untagged(&field.value.text))
        .collect();
    let at = *dated.facts.first()?;
    let mut exact = Exact::new(Form::Fact);
    exact.answer = reasons.into_iter().collect::<Vec<_>>().join("; ");
    exact.sentence =
        format!("The reason that the record gives for “{}” is “{}”.", steps::name_of(records, at)?, exact.answer);
    exact.facts = dated.facts.clone();
    (!exact.answer.is_empty() && !dated.is_absent).then_some(exact)
}
