//! What is wished of something measured, or usual for it: "what is my target INR?", "what is the normal range of ferritin?".
//!
//! What was measured is no such thing. Where nothing of the measure is in the record, that is said; where it was measured and neither a goal
//! nor a text tells what is wished of it, that is said and its latest value stands by. What a normal value is, this program does not know.

use super::ask::{Ask, Topic, Want, is_neutral};
use super::chart::{self, Chart};
use super::resolve::{Found, Readings, resolve};
use super::words::{value, when};
use super::{Exact, Form, Frame, absent, gist, measures};
use crate::document::{Content, Document, FactKind, PatientIndex, Records};
use crate::index::concepts::Vocabulary;
use crate::question::plan::{Plan, Word};

/// Words for what a value is to be.
const WISHED: &[&str] = &[
    "target",
    "targets",
    "goal",
    "goals",
    "aim",
    "aims",
    "ideal",
    "optimal",
    "optimum",
    "desired",
    "desirable",
    "recommended",
];
/// Words for what a value is for most people.
const USUAL: &[&str] = &["normal", "usual", "typical", "reference", "range", "ranges", "healthy", "should"];
/// Words beside them that name nothing.
const BESIDE: &[&str] = &["should", "set", "do", "i", "within", "at", "for", "s", "being", "good", "considered", "be"];
/// How a question begins that asks what it is, or whether there is one.
const ASKING: &[&str] =
    &["what", "what's", "whats", "which", "show", "tell", "give", "do", "does", "did", "have", "has", "where", "how"];
/// Words with which a text tells what a value is to be.
const TELLING: &[&str] =
    &["below", "under", "above", "over", "less", "keep", "wish", "want", "limit", "between", "aiming", "aimed"];
/// Most words of the name of a measure.
const MOST: usize = 6;

/// Returns whether anything that is measured is named in `words`.
pub(crate) fn names_a_measure(words: &[Word]) -> bool {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    (1..=MOST).any(|length| lower.windows(length).any(|run| measures::named(run).is_some()))
}

/// Returns the answer to a `question` for what is wished of, or usual for, one thing that is measured; `None` where it asks for no such thing,
/// or where an entry or a text may tell it.
pub(super) fn answer(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let plan = Plan::new(question, &records.patients);
    let is_named = |word: &Word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
    let words: Vec<&str> = plan.words.iter().filter(|word| !is_named(word)).map(|word| word.lower.as_str()).collect();
    let is_wished = words.iter().any(|word| WISHED.contains(word));
    if !is_wished && !words.iter().any(|word| USUAL.contains(word)) {
        return None;
    }
    let begins = words.first().is_some_and(|word| ASKING.contains(word));
    let is_there = words.starts_with(&["is", "there"]) || words.starts_with(&["are", "there"]);
    let is_short = words.first().is_some_and(|word| WISHED.contains(word) || USUAL.contains(word) || *word == "my");
    let passed =
        |word: &str| WISHED.contains(&word) || USUAL.contains(&word) || BESIDE.contains(&word) || is_neutral(word);
    let first = words.iter().position(|word| !passed(word))?;
    let last = words.iter().rposition(|word| !passed(word))?;
    let called = words.get(first..=last)?;
    let is_measure = measures::named(called).is_some();
    let called: Vec<String> = called.iter().map(|word| (*word).to_owned()).collect();
    let chart = Chart::new(records, gist::whose(records, question, subject)?).knowing(known);
    let topic = Topic { words: called.clone(), whole: called };
    match resolve(&chart, &topic, &Ask::of(Want::Value), &[]) {
        // "Is it normal to have chest pain?" asks for nothing that is measured.
        Found::Nothing(sought) if is_measure => absent::answer(&chart, &sought, &Frame::default(), Form::Fact),
        Found::Readings(found) if is_wished && (begins || is_there || is_short) => unwished(&chart, &found, &topic),
        _ => None,
    }
}

/// Says that no target for what was `found` is in the record, with its latest value.
fn unwished(chart: &Chart<'_>, found: &Readings<'_, '_>, topic: &Topic) -> Option<Exact> {
    let latest = found.points.last()?;
    if chart.documents.iter().any(|document| may_tell(document, found, topic)) {
        return None;
    }
    let name = &found.name;
    let mut exact = Exact::new(Form::Fact);
    exact.is_absent = true;
    exact.answer = "not in the record".to_owned();
    exact.sentence = format!(
        "No target for {name} is in the record: no goal names it, and no text tells what it is to be. The latest {name} is {}, of {}.",
        value(latest),
        when(latest.entry)
    );
    exact.sentence += &latest.open_status().map(|status| format!(" Its status is “{status}”.")).unwrap_or_default();
    exact.facts = vec![latest.entry.at];
    Some(exact)
}

/// Whether a goal, a plan or a text of `document` may tell what a measure is to be.
fn may_tell(document: &Document, found: &Readings<'_, '_>, topic: &Topic) -> bool {
    let measure = measures::MEASURES.iter().find(|measure| measure.name == found.name);
    let own = [topic.words.join(" "), found.name.clone()];
    let names = measure.into_iter().flat_map(|measure| measure.words).map(|name| (*name).to_owned()).chain(own);
    let names: Vec<_> = names.map(|name| chart::terms(&name)).filter(|terms| !terms.is_empty()).collect();
    let names_it = |text: &str| {
        let terms = chart::terms(text);
        names.iter().any(|name| name.is_subset(&terms))
    };
    let telling: Vec<String> = WISHED.iter().chain(TELLING).map(|word| chart::singular(word)).collect();
    match &document.content {
        Content::Facts { facts } => {
            let wished = facts.iter().filter(|fact| matches!(fact.kind, FactKind::Goal | FactKind::CarePlan));
            wished.filter_map(|fact| fact.text.of(&document.text)).any(names_it)
        }
        Content::Prose { .. } => document.text.split(['\n', '.', ';']).any(|sentence| {
            let terms = chart::terms(sentence);
            (sentence.contains('<') || telling.iter().any(|word| terms.contains(word))) && names_it(sentence)
        }),
    }
}
