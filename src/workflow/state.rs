//! What a prepared request shows of itself.

use std::collections::{BTreeMap, BTreeSet};

use super::literature::Literature;
use super::{Context, Offered, WithheldFact, WorkflowState};
use crate::clearance::{self, Cleared, FactRef, Finding, Operator, SpanMap, Target, holding};
use crate::document::{Document, Fact, face};
use crate::privacy::injection::Screened;
use crate::privacy::kind::Kind;
use crate::privacy::policy::{Policy, Withholding};
use crate::privacy::select::fact_of;
use crate::privacy::stranger::Singling;
use crate::privacy::synthesise::{BY_HAND, Synthesis, Untold};
use crate::privacy::vocabulary::{Reason, Withheld};
use crate::question::Plan;
use crate::reference::{Alias, Reference};
use crate::retrieve::narrow::Narrowed;
use crate::span::{Span, Synthesised};

/// What was asked, how it was read, and what it found.
pub(super) struct Asked<'a> {
    pub(super) question: &'a Screened,
    pub(super) plan: Plan,
    pub(super) policy: Policy,
    pub(super) withheld: &'a Withholding,
    pub(super) narrowed: Vec<Narrowed>,
    pub(super) nodes: Vec<Reference>,
}

pub(super) fn state(
    context: &Context<'_>,
    asked: Asked<'_>,
    (synthesis, stranger): (&Synthesis, Singling),
    verdict: &std::result::Result<Cleared, Vec<Finding>>,
    rounds: usize,
) -> WorkflowState {
    let Asked { question, plan, policy, withheld: by_hand, narrowed, nodes } = asked;
    let mut seen = BTreeSet::new();
    let each_once = synthesis.withheld.iter().filter(|untold| seen.insert(untold.fact));
    let mut withheld_facts: Vec<WithheldFact> = each_once.filter_map(|untold| withheld(context, untold)).collect();
    withheld_facts.extend(synthesis.withheld_notes.iter().filter_map(|note| withheld_note(context, *note)));
    if !policy.allow_words {
        withheld_facts.iter_mut().for_each(|fact| fact.word = None);
    }
    WorkflowState {
        original_query: question.question().to_owned(),
        plan,
        narrowed,
        nodes,
        extracted: synthesis
            .aliases
            .iter()
            .map(|(alias, target)| offered(context, alias, target, &synthesis.told))
            .collect(),
        synthesised: synthesis.message.clone(),
        limits: Vec::new(),
        synthesised_query: synthesis.query.map.text().to_owned(),
        withheld_words: withheld_words(question, synthesis),
        policy,
        by_hand: by_hand.clone(),
        allowed_words: question.allowed().iter().cloned().chain(allowed_words(&synthesis.message)).collect(),
        by_lexicon: context.lexicon.is_some(),
        withheld_facts,
        findings: verdict.as_ref().err().cloned().unwrap_or_default(),
        told: told(context, synthesis),
        notes: unsaid_notes(synthesis),
        stranger,
        literature: Literature::default(),
        inside: None,
        rounds,
        receipts: verdict.iter().map(|cleared| cleared.receipt().clone()).collect(),
    }
}

/// Returns what of `question` was withheld, in its order: words, and whole the parts that read like instructions.
fn withheld_words(question: &Screened, synthesis: &Synthesis) -> Vec<Withheld> {
    let inside = |word: &Withheld| question.parts().iter().any(|part| part.span.overlaps(word.span));
    let words = synthesis.withheld_words.iter().filter(|word| !inside(word)).cloned();
    let parts = question.parts().iter();
    let parts = parts.map(|part| Withheld { span: part.span, reason: Reason::Instruction { kind: part.kind } });
    let mut withheld: Vec<Withheld> = words.chain(parts).collect();
    withheld.sort_by_key(|withheld| withheld.span.start());
    withheld
}

/// Returns how many passages of notes are named, of whose text nothing is told.
fn unsaid_notes(synthesis: &Synthesis) -> usize {
    let named = synthesis.aliases.iter().filter(|(_, target)| matches!(target, Target::Passage { .. })).count();
    named.saturating_sub(synthesis.told_notes.len())
}

/// Returns how many facts `synthesis` tells, each once, by kind, and how many passages of notes it tells sentences of.
fn told(context: &Context<'_>, synthesis: &Synthesis) -> BTreeMap<Kind, usize> {
    let facts: BTreeSet<FactRef> = synthesis.told.iter().flat_map(|(_, facts)| facts.iter().copied()).collect();
    let mut told: BTreeMap<Kind, usize> = BTreeMap::new();
    for fact in facts.into_iter().filter_map(|fact| fact_of(context.records, fact)) {
        *told.entry(Kind::of(fact)).or_default() += 1;
    }
    if !synthesis.told_notes.is_empty() {
        told.insert(Kind::Notes, synthesis.told_notes.len());
    }
    told
}

fn withheld(context: &Context<'_>, untold: &Untold) -> Option<WithheldFact> {
    let Untold { fact: fact_ref, reason, word } = untold;
    let fact_ref = *fact_ref;
    let fact = fact_of(context.records, fact_ref)?;
    let passage = holding(fact_ref, context.index.as_slice());
    let coded = fact.code.as_ref().map(|code| code.display.text.trim()).filter(|name| !name.is_empty());
    Some(WithheldFact {
        name: coded.or(passage.map(|passage| passage.heading.as_str())).unwrap_or("an entry").to_owned(),
        date: fact.begun.as_ref().map(|moment| moment.value.text.to_string()),
        reason,
        word: word.clone(),
        reference: passage.map(|passage| passage.reference.clone()),
    })
}

/// Returns the passage `note` of prose, which the person keeps back.
fn withheld_note(context: &Context<'_>, note: usize) -> Option<WithheldFact> {
    let passage = context.index.as_slice().get(note)?;
    let document = context.records.documents.get(passage.document.0 as usize);
    Some(WithheldFact {
        name: passage.heading.clone(),
        date: document.and_then(|document| document.date).map(|day| day.to_string()),
        reason: BY_HAND,
        word: None,
        reference: Some(passage.reference.clone()),
    })
}

/// Returns the words that left because they were allowed.
fn allowed_words(message: &SpanMap) -> Vec<String> {
    let allowed = message.pieces().iter().filter(|piece| piece.operator == Operator::Allowed);
    allowed.map(|piece| message.text_of(piece).to_owned()).collect()
}

/// Returns what stands behind `alias`. Of a long series only the newest can be quoted; what was `told` of it was made from all.
fn offered(
    context: &Context<'_>,
    alias: Alias,
    target: &clearance::Target,
    told: &[(Span<Synthesised>, Vec<FactRef>)],
) -> Offered {
    let passages = context.index.as_slice();
    let mut references: Vec<Reference> = Vec::new();
    let mut originals: Vec<String> = Vec::new();
    let mut entries: Vec<Reference> = Vec::new();
    let mut add = |reference: Option<&Reference>, original: Option<String>| {
        references.extend(reference.filter(|reference| !references.contains(reference)).cloned());
        originals.extend(original);
    };
    match target {
        clearance::Target::Passage { passage } => {
            if let Some(passage) = passages.get(*passage) {
                let text =
                    context.records.documents.get(passage.document.0 as usize).and_then(|d| passage.span.of(&d.text));
                entries.push(passage.reference.clone());
                add(Some(&passage.reference), text.map(|text| text.trim().to_owned()));
            }
        }
        clearance::Target::Facts { facts } => {
            let mut before = None;
            let of_all = told.iter().map(|(_, all)| all).find(|all| facts.iter().all(|fact| all.contains(fact)));
            let others = of_all.into_iter().flatten().filter(|fact| !facts.contains(fact));
            for fact_ref in facts.iter().chain(others) {
                let document = context.records.documents.get(fact_ref.document.0 as usize);
                let fact = fact_of(context.records, *fact_ref);
                let name = fact.and_then(face::title).map(|name| name.text.as_str());
                let original = document.zip(fact).map(|(document, fact)| as_written(fact, document, name == before));
                before = name;
                let passage = holding(*fact_ref, passages);
                entries.extend(passage.and_then(|passage| passage.reference_of(fact_ref.fact)).cloned());
                add(passage.map(|passage| &passage.reference), original);
            }
        }
    }
    Offered { alias, references, entries, original: originals.join("\n") }
}

/// Returns what the box of `fact` shows, in one line: our words around what the file has, byte for byte. The name may have
/// been said in the line before.
pub(super) fn as_written(fact: &Fact, document: &Document, is_named: bool) -> String {
    let name = face::title(fact).filter(|_| !is_named).map(|name| name.text.to_string());
    let lines = face::face(fact, document.facts()).into_iter().map(|line| {
        let unit = line.unit.map(|unit| format!(" {}", unit.text)).unwrap_or_default();
        format!("{}: {}{unit}", line.label.as_str(), line.shown())
    });
    name.into_iter().chain(lines).collect::<Vec<_>>().join(" · ")
}
