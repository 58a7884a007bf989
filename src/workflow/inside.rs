//! What a model inside the room found and drafted, with originals, and how it is told: like anything else.
//!
//! Such a model has no network. What it chose is added to what the question selects by rules, and is synthesised under the same policy. Its
//! draft is told by the request's own words: what it copied of the records becomes what the request says of the same source, and no word of
//! it leaves that the request does not hold, but for words that claim nothing ([`is_glue`](crate::quote::ground::is_glue)). The review is the same.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Serialize;

use super::asking::Portion;
use super::refining::told::Told;
use super::state::as_written;
use super::thinking::said::Said;
use super::{Context, MAX_NOTES, Workflow, besides, may_ask, notes};
use crate::clearance::{FactRef, holding};
use crate::document::{DocumentIndex, FactKind, PatientIndex, face};
use crate::error::Result;
use crate::privacy::injection::{Part, Screened};
use crate::privacy::policy::Choice;
use crate::privacy::select::{MAX_SERIES, Selection, Series, day_of, fact_of, instant_of, select};
use crate::privacy::stranger::Limit;
use crate::question::{Plan, exact};
use crate::quote::format::{Endpoint, Manner};
use crate::reference::Reference;
use crate::retrieve::Hits;
use crate::retrieve::narrow::Narrowing;

/// Our words before the draft.
const LEAD: &str = "A draft made on the device from these passages, which may be wrong and is not to be quoted: ";
/// Fewest words of a draft that say something.
const FEWEST_WORDS: usize = 3;

/// One thing that a tool found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// An entry.
    Fact(FactRef),
    /// A passage of prose.
    Passage(usize),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// The tool's name.
    pub tool: String,
    /// Its arguments, as the model wrote them.
    pub arguments: String,
    /// How many things it found that may be told of the person who is asked about.
    pub found: usize,
    /// Why it found nothing, where it could not be called so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// How the model's work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It is not over.
    #[default]
    Working,
    /// It chose and drafted.
    Drafted,
    /// There was nothing to draft from.
    NothingFound,
    /// What it wrote at the end could not be read.
    Unreadable,
    /// The model stopped.
    Failed,
}

/// One message to or of the model, as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Whose it is.
    pub role: &'static str,
    /// What it says. It holds originals.
    pub content: String,
}

/// All that a model inside the room did for a question. It holds originals: for the person's eyes and export only.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The model's name.
    pub model: String,
    /// The tools that it called, in order.
    pub calls: Vec<Call>,
    /// How its work ended.
    pub ending: Ending,
    /// The passages that hold what it chose.
    pub chosen: Vec<Reference>,
    /// What it drafted from the records as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// What the request tells of the draft, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// Every message, in order.
    pub transcript: Vec<Message>,
}

/// What is taken over of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inside {
    /// What it chose.
    pub chosen: Vec<Thing>,
    /// What it drafted, with the parts that read like instructions.
    pub draft: Option<(String, Vec<Part>)>,
    /// What it did.
    pub record: Record,
}

/// What the rules select for a question.
pub(super) struct Selected {
    pub(super) plan: Plan,
    pub(super) series: Vec<Series>,
    pub(super) is_outside: bool,
    pub(super) notes: Vec<usize>,
}

/// Returns what the rules select for `question`, for which `hits` and, of prose alone, `written` were found.
pub(super) fn selected(
    context: &Context<'_>,
    question: &str,
    today: Option<Date>,
    hits: &Hits,
    written: &Hits,
) -> Selected {
    let Narrowing { plan, filter, .. } = context.narrowing(question, hits, today);
    let subjects = context.among(&plan, hits);
    let Selection { mut series, mut is_outside, .. } = select(context.records, &plan, subjects.as_ref());
    // What is asked for by one name, "latest labs", no words of the entries tell.
    let only = subjects.as_ref().filter(|subjects| subjects.len() == 1).and_then(BTreeSet::first);
    let together = only.and_then(|only| exact::together(context.records, &plan, Some(*only), today, None));
    if let Some(together) = together.filter(|together| !together.facts.is_empty()) {
        let things: Vec<Thing> = together.facts.into_iter().map(Thing::Fact).collect();
        let named = told(context, &things).into_iter().filter_map(|told| match told {
            Told::Series(series) => Some(series),
            Told::Note(_) => None,
        });
        series = named.take(MAX_SERIES).collect();
        is_outside = false;
    }
    let notes = if series.is_empty() || plan.asks_for_prose() {
        notes(context, hits, &series)
    } else {
        besides(context, &plan, &filter, written, subjects.as_ref(), &series)
    };
    Selected { plan, series, is_outside, notes }
}

/// Returns what the rules select, thing by thing, the newest entries first.
pub(crate) fn things(
    context: &Context<'_>,
    question: &str,
    today: Option<Date>,
    hits: &Hits,
    written: &Hits,
) -> Vec<Thing> {
    let Selected { series, notes, .. } = selected(context, question, today, hits, written);
    let facts = series.iter().flat_map(|series| series.facts.iter().rev().copied().map(Thing::Fact));
    facts.chain(notes.into_iter().map(Thing::Passage)).collect()
}

/// Returns whom `question` may be about; `None` is everybody.
pub(crate) fn subjects(
    context: &Context<'_>,
    question: &str,
    today: Option<Date>,
    hits: &Hits,
) -> Option<BTreeSet<PatientIndex>> {
    context.among(&context.narrowing(question, hits, today).plan, hits)
}

/// Returns whether `thing` is of one of `subjects`.
pub(crate) fn is_of(context: &Context<'_>, thing: Thing, subjects: Option<&BTreeSet<PatientIndex>>) -> bool {
    let document = document_of(context, thing).and_then(|at| context.records.documents.get(at.0 as usize));
    let subject = document.and_then(|document| document.subject);
    subjects.is_none_or(|subjects| subject.is_some_and(|subject| subjects.contains(&subject)))
}

/// Returns what a model inside the room is told of `thing`, as its file has it.
pub(crate) fn line(context: &Context<'_>, thing: Thing) -> Option<String> {
    let document = context.records.documents.get(document_of(context, thing)?.0 as usize)?;
    match thing {
        Thing::Fact(at) => {
            let fact = fact_of(context.records, at)?;
            let day = day_of(context.records, at).map(|day| format!("{day} ")).unwrap_or_default();
            Some(format!("{day}{}", as_written(fact, document, false)))
        }
        Thing::Passage(at) => {
            let passage = context.index.as_slice().get(at)?;
            let day = document.date.map(|day| format!("{day} ")).unwrap_or_default();
            let text = passage.span.of(&document.text)?;
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(format!("{day}{}: {text}", passage.heading))
        }
    }
}

fn document_of(context: &Context<'_>, thing: Thing) -> Option<DocumentIndex> {
    match thing {
        Thing::Fact(fact) => Some(fact.document),
        Thing::Passage(at) => context.index.as_slice().get(at).map(|passage| passage.document),
    }
}

/// Returns the passage that holds `thing`.
fn reference_of(context: &Context<'_>, thing: Thing) -> Option<Reference> {
    let passages = context.index.as_slice();
    let passage = match thing {
        Thing::Passage(at) => passages.get(at),
        Thing::Fact(fact) => holding(fact, passages),
    };
    passage.map(|passage| passage.reference.clone())
}

/// Returns `chosen` as what may be told: entries of one thing together, in order of time.
pub(super) fn told(context: &Context<'_>, chosen: &[Thing]) -> Vec<Told> {
    let mut named: BTreeMap<(Option<PatientIndex>, FactKind, String), Vec<FactRef>> = BTreeMap::new();
    let mut passages = Vec::new();
    for thing in chosen {
        let fact_ref = match thing {
            Thing::Passage(at) => {
                passages.push(Told::Note(*at));
                continue;
            }
            Thing::Fact(fact) => *fact,
        };
        let document = context.records.documents.get(fact_ref.document.0 as usize);
        let Some((document, fact)) = document.zip(fact_of(context.records, fact_ref)) else { continue };
        let name = face::title(fact).map(|name| name.text.to_lowercase()).unwrap_or_default();
        named.entry((document.subject, fact.kind, name)).or_default().push(fact_ref);
    }
    let series = named.into_iter().map(|((subject, kind, _), mut facts)| {
        facts.sort_by_key(|fact| (instant_of(context.records, *fact), *fact));
        facts.dedup();
        Told::Series(Series { subject, kind, facts, score: 0.0, fit: 0.0, name: String::new(), met: Vec::new() })
    });
    series.chain(passages).collect()
}

impl Workflow {
    /// As [`prepare`](Workflow::prepare), with what a model inside the room chose and drafted. What of its draft the review finds fault with is not told.
    ///
    /// # Errors
    /// As [`prepare`](Workflow::prepare).
    #[allow(clippy::too_many_arguments)] // as there
    pub fn prepare_inside(
        context: &Context<'_>,
        question: &Screened,
        today: Option<Date>,
        (hits, written): (&Hits, &Hits),
        choice: &Choice,
        limit: Limit,
        inside: &Inside,
        endpoint: &Endpoint,
        seed: [u8; 32],
        now_millis: u64,
    ) -> Result<Self> {
        let policy = choice.under(context.policy);
        let allowed = policy.allowed(&choice.allowed);
        may_ask(&policy, endpoint)?;
        let Selected { plan, mut series, mut is_outside, mut notes } =
            selected(context, question.plain(), today, hits, written);
        let by_rules = series.len();
        let is_known = |series: &[Series], fact: &FactRef| series.iter().any(|each| each.facts.contains(fact));
        for told in told(context, &inside.chosen) {
            match told {
                Told::Series(mut more) => {
                    more.facts.retain(|fact| !is_known(&series, fact));
                    if !more.facts.is_empty() {
                        series.push(more);
                    }
                }
                Told::Note(note) if !notes.contains(&note) && notes.len() < 2 * MAX_NOTES => notes.push(note),
                Told::Note(_) => {}
            }
        }
        is_outside &= by_rules > 0;
        let nodes: Vec<Reference> = hits.hits.iter().map(|hit| hit.reference.clone()).collect();
        let put = |drafted: &[(&'static str, &Said)]| {
            let portion = Portion {
                question,
                plan: plan.clone(),
                series: &series,
                is_outside,
                notes: &notes,
                thoughts: drafted,
                behind: &[],
                manner: Manner::answer(endpoint.prompt),
                policy: policy.clone(),
                allowed,
                withheld: &choice.withheld,
                limit,
                endpoint,
                seed,
                now_millis,
            };
            Workflow::put(context, portion, hits.narrowed.clone(), nodes.clone())
        };
        let mut workflow = put(&[])?;
        let mut said: Option<String> = None;
        if let Some((text, instructions)) = inside.draft.as_ref().filter(|_| workflow.is_cleared()) {
            let draft = Said::draft(text, instructions.clone(), (&workflow.state.synthesised, &workflow.aliases));
            let with = put(&[(LEAD, &draft)])?;
            let told = with.state.synthesised.text().strip_prefix(LEAD).and_then(|rest| rest.split_once(".\n\n"));
            said = told.map(|(told, _)| told.to_owned()).filter(|told| with.is_cleared() && says_something(told));
            if said.is_some() {
                workflow = with;
            }
        }
        let references = inside.chosen.iter().filter_map(|thing| reference_of(context, *thing));
        let mut chosen: Vec<Reference> = Vec::new();
        references.for_each(|reference| {
            if !chosen.contains(&reference) {
                chosen.push(reference);
            }
        });
        workflow.state.inside = Some(Record { told: said, chosen, ..inside.record.clone() });
        Ok(workflow)
    }
}

fn says_something(told: &str) -> bool {
    told.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count() >= FEWEST_WORDS
}
