//! One request: synthesised, reviewed, and written anew without what the review found fault with.

use std::collections::BTreeSet;

use super::literature::Put;
use super::state::{Asked, state};
use super::thinking::said::{Said, Voice};
use super::{Context, MAX_ROUNDS, Workflow, faulty};
use crate::clearance::{Composer, FactRef, Finding, SpanMap};
use crate::error::{Code, Error, Result};
use crate::privacy::injection::Screened;
use crate::privacy::policy::{Beyond, Policy, Withholding};
use crate::privacy::select::Series;
use crate::privacy::stranger::{self, Easing, Known, Limit, Singling};
use crate::privacy::synthesise::{Material, Silent, Synthesis, Untold, synthesise};
use crate::privacy::vocabulary::Sources;
use crate::question::Plan;
use crate::quote::attribute::Passages;
use crate::quote::chat::Reply;
use crate::quote::format::{Again, Endpoint, Held, Manner};
use crate::quote::ground::World;
use crate::quote::hold::Hold;
use crate::recheck::Recheck;
use crate::reference::Reference;
use crate::retrieve::narrow::Narrowed;
use crate::span::{Span, Synthesised};

/// Said where a question has nothing that may leave.
const NO_ANSWER: &str =
    "nothing in the records that may leave answers this question; ask without a model to see the passages";
/// Said where all of it reads like an instruction, and nothing answers it.
const NO_QUESTION: &str = "this reads like an instruction to the model, and nothing in the records that may leave answers it as a question; \
     ask in other words, or without a model to see the passages";

/// Said where the person keeps back all that would answer.
const ALL_BY_HAND: &str =
    "you keep back all that may leave and answers this question; let some of it leave again, or ask without a model";

/// What one request is made of.
pub(super) struct Portion<'a> {
    pub(super) question: &'a Screened,
    pub(super) plan: Plan,
    /// The facts that it may tell, and whether they are of other times than is asked about.
    pub(super) series: &'a [Series],
    pub(super) is_outside: bool,
    /// The passages of prose that it may name, and tell sentences of.
    pub(super) notes: &'a [usize],
    /// What was thought before: our words before each, and the thought.
    pub(super) thoughts: &'a [(&'static str, &'a Said)],
    /// Our words behind the question.
    pub(super) behind: &'a [&'static str],
    pub(super) manner: Manner,
    pub(super) policy: Policy,
    pub(super) allowed: &'a [String],
    pub(super) withheld: &'a Withholding,
    /// How few people it may fit.
    pub(super) limit: Limit,
    pub(super) endpoint: &'a Endpoint,
    pub(super) seed: [u8; 32],
    pub(super) now_millis: u64,
}

impl Workflow {
    /// Synthesises and reviews the request of `portion`, until the review passes or nothing is left to leave out.
    ///
    /// # Errors
    /// As [`Workflow::prepare`].
    pub(super) fn put(
        context: &Context<'_>,
        portion: Portion<'_>,
        narrowed: Vec<Narrowed>,
        nodes: Vec<Reference>,
    ) -> Result<Self> {
        let Portion { question, plan, policy, limit, endpoint, seed, .. } = &portion;
        let told = |narrowed: Narrowed| if portion.is_outside { narrowed.beside_other_times() } else { narrowed };
        let narrowed: Vec<Narrowed> = narrowed.into_iter().map(told).collect();
        let words = Sources {
            lexicon: context.lexicon,
            known: Some(context.known),
            detector: Some(context.detector),
            allowed: portion.allowed,
            instructions: question.parts(),
            withheld: Some(portion.withheld),
            is_record: false,
        };
        // All that words may come from: the question, and behind it each thought.
        let mut asked_text = question.question().to_owned();
        let starts: Vec<usize> = portion
            .thoughts
            .iter()
            .map(|(_, thought)| {
                asked_text.push('\n');
                let start = asked_text.len();
                asked_text.push_str(thought.text());
                start
            })
            .collect();
        let mut excluded: BTreeSet<FactRef> = BTreeSet::new();
        let mut silent = Silent::default();
        let mut voices: Vec<Voice> = vec![Voice::Whole; portion.thoughts.len()];
        let judged_by = Known::new(context.records, context.rare);
        let mut rounds = 0;
        loop {
            rounds += 1;
            let written = |easing: &Easing| -> Result<(Synthesis, Singling)> {
                let synthesis = synthesise(&Material {
                    records: context.records,
                    passages: context.index.as_slice(),
                    question: question.plain(),
                    plan,
                    series: portion.series,
                    is_outside: portion.is_outside,
                    notes: portion.notes,
                    excluded: &excluded,
                    silent: &silent,
                    easing,
                    rare: context.rare,
                    words: &words,
                    policy,
                    seed: *seed,
                })?;
                let singling = stranger::test(&synthesis, &judged_by, *limit, easing);
                Ok((synthesis, singling))
            };
            let (mut synthesis, mut singling) = written(&Easing::default())?;
            if policy.strangers >= Beyond::Ease {
                (synthesis, singling, _) = stranger::ease((synthesis, singling), written)?;
            }
            if synthesis.aliases.iter().next().is_none() {
                let is_by_hand =
                    !synthesis.withheld_notes.is_empty() || synthesis.withheld.iter().any(Untold::is_by_hand);
                let none = match (is_by_hand, question.is_all_instruction()) {
                    (true, _) => ALL_BY_HAND,
                    (false, true) => NO_QUESTION,
                    (false, false) => NO_ANSWER,
                };
                return Err(Error::new(Code::NotFound, none));
            }
            if policy.strangers == Beyond::Refuse && singling.is_over() {
                return Err(Error::new(
                    Code::Refused,
                    "what would leave fits too few people, however little is told; ask for less at a time",
                ));
            }
            let hold = endpoint.hold.filter(|_| portion.manner.held == Held::ToPassages);
            let again = endpoint.again.map(Again::words).into_iter();
            let behind = portion.behind.iter().copied().chain(again).chain(hold.map(Hold::words));
            for words in behind.filter(|words| !words.is_empty()) {
                let mut message = Composer::new();
                message.append(&synthesis.message).template(words);
                synthesis.message = message.finish();
            }
            let before = thoughts(context, &portion, &starts, &voices, &synthesis, &words);
            let mut message = Composer::new();
            for (_, thought) in &before {
                message.append(thought);
            }
            let lead = message.len();
            message.append(&synthesis.message);
            let message = message.finish();
            let put = Put { endpoint: (*endpoint).clone(), manner: portion.manner, asked: asked_text.clone() };
            let (outgoing, verdict) = put.reviewed(context, policy, &[], &message, portion.now_millis)?;
            if let Err(findings) = &verdict {
                let count = |excluded: &BTreeSet<FactRef>, silent: &Silent, voices: &[Voice]| {
                    let hushed: usize = voices.iter().map(|voice| *voice as usize).sum();
                    excluded.len() + silent.notes.len() + silent.sentences.len() + hushed
                };
                let before_round = count(&excluded, &silent, &voices);
                let inside = within(findings, lead);
                excluded.extend(faulty(&inside, &synthesis.told).into_iter().flatten().copied());
                // At first the sentence alone is left out, then all of the note.
                let sentences = faulty(&inside, &synthesis.told_sentences);
                if rounds == 1 && !sentences.is_empty() {
                    silent.sentences.extend(sentences);
                } else {
                    silent.notes.extend(faulty(&inside, &synthesis.told_notes));
                }
                hush(findings, &before, &mut voices);
                if count(&excluded, &silent, &voices) > before_round && rounds < MAX_ROUNDS {
                    continue;
                }
            }
            let world = World::new(context.records, &synthesis.message, &synthesis.told, question.question());
            let passages = Passages::of(&message, &synthesis.aliases);
            let (plan, policy) = (plan.clone(), policy.clone());
            let asked = Asked { question, plan, policy, withheld: portion.withheld, narrowed, nodes };
            let mut state = state(context, asked, (&synthesis, singling), &verdict, rounds);
            state.limits =
                Recheck { records: context.records, question: &asked_text, policy: &portion.policy }.limits(&message);
            state.synthesised = message;
            return Ok(Workflow {
                generation: context.generation,
                aliases: synthesis.aliases,
                surrogates: synthesis.surrogates,
                outgoing,
                verdict: Some(verdict),
                reply: Reply::default(),
                passages,
                world,
                state,
                told: synthesis.told,
                again: endpoint.again,
                hold,
                streamed: 0,
                read: 0,
                put: Some(put),
            });
        }
    }
}

/// Returns the thoughts of `portion`, each with its place among them, as they are told beside `synthesis`.
fn thoughts(
    context: &Context<'_>,
    portion: &Portion<'_>,
    starts: &[usize],
    voices: &[Voice],
    synthesis: &Synthesis,
    words: &Sources<'_>,
) -> Vec<(usize, SpanMap)> {
    let mut maps = Vec::new();
    let told = (&synthesis.message, &synthesis.aliases);
    for (place, (((lead, said), start), voice)) in portion.thoughts.iter().zip(starts).zip(voices).enumerate() {
        if *voice == Voice::Silent {
            continue;
        }
        let mut out = Composer::new();
        out.template(lead);
        said.write(&mut out, *start, *voice, told, words, &context.records.patients);
        out.template(".\n\n");
        maps.push((place, out.finish()));
    }
    maps
}

/// Returns those of `findings` that are about what stands behind the first `lead` bytes, counted from there.
fn within(findings: &[Finding], lead: usize) -> Vec<Finding> {
    let moved = |finding: &Finding| -> Option<Finding> {
        let span = finding.span?;
        (span.end() > lead).then(|| {
            let start = span.start().max(lead);
            Finding { span: Some(Span::<Synthesised>::at(start - lead, span.end() - start)), ..finding.clone() }
        })
    };
    findings.iter().filter_map(moved).collect()
}

/// Lets each of the thoughts `before` the passages that `findings` are about say less.
fn hush(findings: &[Finding], before: &[(usize, SpanMap)], voices: &mut [Voice]) {
    let mut start = 0;
    for (place, thought) in before {
        let span = Span::at(start, thought.text().len());
        start = span.end();
        let is_faulty = findings.iter().filter_map(|finding| finding.span).any(|found| found.overlaps(span));
        if let Some(voice) = voices.get_mut(*place).filter(|_| is_faulty) {
            *voice = if *voice == Voice::Whole { Voice::Words } else { Voice::Silent };
        }
    }
}
