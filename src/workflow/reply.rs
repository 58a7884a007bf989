//! What is shown of a reply: every quotation looked up, the model's own words checked.
//!
//! The kernel's resolver makes every box. Here is decided which passage a quotation is of; the resolver is then asked for that one by
//! its alias, and what the model wrote between the tags is left behind.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::Serialize;

use super::Context;
use crate::clearance::{Aliases, Block, FactRef, Operator, Source, SpanMap, Target, box_fact, box_passage, resolve};
use crate::document::Passage;
use crate::quote::attribute::{Passages, Remark};
use crate::quote::ground::{self, Statements, Tally, Verdict, World};
use crate::quote::parse::{Quoted, Said, parse};
use crate::quote::tree::{Line, holds_markup, plain, tree};
use crate::reference::Alias;
use crate::span::{Span, Synthesised};
use crate::surrogates::Surrogates;

/// Blocks of an answer; what a reply holds beyond is dropped.
const MAX_BLOCKS: usize = 200;
/// Longest title that is shown back when it names nothing, in characters.
const MAX_SHOWN_TITLE: usize = 60;

/// The model's words in a block, as lines with what was found of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The block, by its place in the answer.
    pub block: usize,
    /// The lines to show in the place of the block's parts.
    pub lines: Vec<Line>,
}

/// Something to say about how the model quoted what a block shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Noted {
    /// The block, by its place in the answer.
    pub block: usize,
    /// What it is.
    pub remark: Remark,
    /// In words.
    pub words: Cow<'static, str>,
}

/// A reply, read.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub blocks: Vec<Block>,
    pub checked: Vec<Checked>,
    pub noted: Vec<Noted>,
    pub tally: Tally,
    pub statements: Statements,
    /// Whether all that the model says is that it does not know.
    pub knows_nothing: bool,
    /// Whether links, pictures, HTML or addresses were left out of its prose.
    pub left_out: bool,
}

/// What was sent, for reading the reply.
pub(super) struct Request<'a> {
    pub message: &'a SpanMap,
    pub aliases: &'a Aliases,
    /// What each of the aliases of facts tells of, in their order.
    pub told: &'a [(Span<Synthesised>, Vec<FactRef>)],
    pub surrogates: &'a Surrogates,
    /// Its passages, made findable.
    pub passages: &'a Passages,
    /// What it tells, with the facts behind it; without it a reply is held to nothing.
    pub world: Option<&'a World>,
}

/// Returns what is shown of `reply` to `request`.
pub(super) fn read(context: &Context<'_>, request: &Request<'_>, reply: &str) -> Read {
    let Request { passages, world, .. } = request;
    let mut reader = Reader { context, request, read: Read::default(), boxed: BTreeSet::new(), last: None };
    let (mut says, mut unknowing) = (0, 0);
    for said in parse(reply) {
        if reader.read.blocks.len() >= MAX_BLOCKS {
            break;
        }
        match said {
            Said::Prose(prose) => {
                reader.read.left_out |= holds_markup(&prose);
                let prose = plain(&prose);
                says += usize::from(!prose.is_empty());
                unknowing += usize::from(ground::is_unknowing(&prose));
                reader.prose(&prose, *world);
            }
            Said::Quote(quoted) => reader.quote(&quoted, passages),
        }
    }
    reader.read.knows_nothing = says == unknowing;
    reader.read
}

struct Reader<'a> {
    context: &'a Context<'a>,
    request: &'a Request<'a>,
    read: Read,
    boxed: BTreeSet<Alias>,
    /// The passage of prose that the last block shows, with all that was merged into it.
    last: Option<Passage>,
}

impl Reader<'_> {
    fn prose(&mut self, prose: &str, world: Option<&World>) {
        // The resolver takes an opening tag wherever one stands.
        let prose = prose.replace('<', "\u{2039}");
        let found = self.resolved(&prose);
        let Some(Block::Prose { parts }) = found.first() else { return };
        let marks = world
            .map(|world| ground::ground(&prose, world, self.context.lexicon, &|word| self.context.has_word(word)))
            .unwrap_or_default();
        let statements = world.map(|world| ground::statements(&prose, world, &marks)).unwrap_or_default();
        self.read.tally.add(&marks);
        self.read.statements.add(&statements);
        let block = self.read.blocks.len();
        self.read.checked.push(Checked { block, lines: tree(&prose, parts, &marks, &statements) });
        self.last = None;
        self.read.blocks.extend(found);
    }

    fn quote(&mut self, quoted: &Quoted, passages: &Passages) {
        let found = match passages.attribute(quoted) {
            Ok(found) => found,
            Err(reason) => {
                let asked = quoted.title.chars().take(MAX_SHOWN_TITLE).collect();
                self.last = None;
                return self.read.blocks.push(Block::Invalid { asked, reason: reason.words() });
            }
        };
        for (alias, ranges) in found.of {
            if !self.boxed.insert(alias) {
                continue;
            }
            let before = self.read.blocks.len();
            let remark = match self.request.aliases.get(alias) {
                Some(Target::Passage { passage }) => self.passage(*passage, alias, &ranges),
                Some(Target::Facts { facts }) => self.facts(facts, alias, &ranges),
                None => None,
            };
            for remark in found.remark.into_iter().chain(remark) {
                // A merged passage is the block before.
                let block = if remark == Remark::Merged { self.read.blocks.len().saturating_sub(1) } else { before };
                if block < self.read.blocks.len() {
                    self.read.noted.push(Noted { block, remark, words: remark.words() });
                }
            }
        }
    }

    /// A passage of prose: whole, with the clause that was quoted marked, and drawn together with the one before it.
    fn passage(&mut self, index: usize, alias: Alias, ranges: &[std::ops::Range<usize>]) -> Option<Remark> {
        let passages = self.context.index.as_slice();
        let passage = passages.get(index)?;
        let merged = self.last.as_ref().and_then(|last| self.joined(last, passage));
        let mut found = match &merged {
            Some(merged) => box_passage(merged, self.context.records, passages),
            None => self.resolved(&quotation(alias)),
        };
        let clause = self.clause(ranges);
        let mut remark = None;
        if let (Some(Block::Verbatim { text, telling, .. }), Some(clause)) = (found.first_mut(), clause)
            && clause.len() < text.len()
            && text.contains(&clause)
        {
            *telling = Some(clause);
            remark = Some(Remark::Narrowed);
        }
        if merged.is_some() && !found.is_empty() {
            self.read.blocks.pop();
            remark = Some(Remark::Merged);
        }
        self.last = Some(merged.unwrap_or_else(|| passage.clone()));
        self.push(found);
        remark
    }

    /// Returns the two passages as one where the second follows the first in its document, with nothing but space between.
    fn joined(&self, first: &Passage, second: &Passage) -> Option<Passage> {
        let document = self.context.records.documents.get(first.document.0 as usize)?;
        let follows = first.document == second.document && first.span.start() <= second.span.start();
        let between = document.text.get(first.span.end()..second.span.start().max(first.span.end()))?;
        if !follows || !between.trim().is_empty() || second.span.start() > first.span.end() + between.len() {
            return None;
        }
        let end = first.span.end().max(second.span.end());
        Some(Passage { span: Span::new(first.span.start()..end)?, ..first.clone() })
    }

    /// Facts, each in a box of its own; of several only those whose own words were quoted.
    fn facts(&mut self, facts: &[FactRef], alias: Alias, ranges: &[std::ops::Range<usize>]) -> Option<Remark> {
        self.last = None;
        let quoted = self.quoted_facts(facts, ranges);
        if quoted.is_empty() || quoted.len() == facts.len() {
            let found = self.resolved(&quotation(alias));
            self.push(found);
            let (shown, all) = (facts.len(), self.told_by(alias));
            return (all > shown).then_some(Remark::Shortened { shown, all });
        }
        let passages = self.context.index.as_slice();
        let found = quoted.iter().filter_map(|fact| box_fact(*fact, self.context.records, passages)).collect();
        self.push(found);
        Some(Remark::Narrowed)
    }

    /// Returns of how many facts the passage that `alias` names tells.
    fn told_by(&self, alias: Alias) -> usize {
        let Request { aliases, told, .. } = self.request;
        let of_facts = aliases.iter().filter(|(_, target)| matches!(target, Target::Facts { .. }));
        of_facts.zip(*told).find(|((other, _), _)| *other == alias).map_or(0, |(_, (_, facts))| facts.len())
    }

    /// Returns which of `facts` the words in `ranges` were made from alone; none where they were drawn together.
    fn quoted_facts(&self, facts: &[FactRef], ranges: &[std::ops::Range<usize>]) -> Vec<FactRef> {
        let mut found: BTreeSet<FactRef> = BTreeSet::new();
        for range in ranges {
            let Some(span) = Span::new(range.clone()) else { continue };
            for piece in self.request.message.over(span) {
                if matches!(piece.operator, Operator::Count | Operator::Trend) || piece.originals.len() > 1 {
                    return Vec::new();
                }
                // The name alone is every fact's; a number or a moment is one's own.
                if !matches!(piece.operator, Operator::Round | Operator::Noise | Operator::Band | Operator::Time) {
                    continue;
                }
                let Some(Source::Record { document, span, .. }) =
                    piece.originals.first().map(|original| original.source)
                else {
                    continue;
                };
                let holds = |fact: &&FactRef| {
                    let of = self
                        .context
                        .records
                        .documents
                        .get(fact.document.0 as usize)
                        .and_then(|document| document.facts().get(fact.fact));
                    fact.document == document && of.is_some_and(|of| of.span.contains(span))
                };
                found.extend(facts.iter().find(holds));
            }
        }
        facts.iter().copied().filter(|fact| found.contains(fact)).collect()
    }

    /// Returns the unbroken text of the source from the first to the last word of it that was quoted.
    fn clause(&self, ranges: &[std::ops::Range<usize>]) -> Option<String> {
        let mut whole: Option<(usize, usize, usize)> = None;
        for span in ranges.iter().filter_map(|range| Span::new(range.clone())) {
            for original in self.request.message.over(span).iter().flat_map(|piece| &piece.originals) {
                if let Source::Prose { document, span } = original.source {
                    let index = document.0 as usize;
                    let (of, start, end) = whole.unwrap_or((index, span.start(), span.end()));
                    if of == index {
                        whole = Some((of, start.min(span.start()), end.max(span.end())));
                    }
                }
            }
        }
        let (document, start, end) = whole?;
        let text = &self.context.records.documents.get(document)?.text;
        text.get(start..end).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn resolved(&self, reply: &str) -> Vec<Block> {
        let Request { aliases, surrogates, .. } = self.request;
        resolve(reply, aliases, surrogates, self.context.records, self.context.index.as_slice())
    }

    /// Adds boxes, none that is there already.
    fn push(&mut self, found: Vec<Block>) {
        for block in found {
            let is_there = self
                .read
                .blocks
                .iter()
                .any(|other| reference(other).is_some() && reference(other) == reference(&block));
            if !is_there && self.read.blocks.len() < MAX_BLOCKS {
                self.read.blocks.push(block);
            }
        }
    }
}

fn reference(block: &Block) -> Option<&str> {
    match block {
        Block::Verbatim { reference, .. } | Block::RecordData { reference, .. } => Some(reference.as_str()),
        Block::Prose { .. } | Block::Invalid { .. } => None,
    }
}

/// Returns the quotation that asks the resolver for `alias`.
fn quotation(alias: Alias) -> String {
    format!("<quote><title>{alias}</title></quote>")
}

/// What was looked at for an answer, and what was not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Documents of the records that were searched.
    pub searched: usize,
    /// Of these, notes.
    pub notes: usize,
    /// Structured entries in them.
    pub entries: usize,
    /// Entries of which the model was told.
    pub told: usize,
    /// Entries that fit the question and stayed here.
    pub withheld: usize,
    /// Notes that the model could name and not read.
    pub unread_notes: usize,
    /// Words of the question that stayed here.
    pub withheld_words: usize,
}

impl Checked {
    /// Returns whether some of it is struck or flagged.
    pub fn has_faults(&self) -> bool {
        let faulty = |verdict: Option<Verdict>| matches!(verdict, Some(Verdict::Unsupported | Verdict::Contradicted));
        self.lines.iter().flat_map(|line| &line.stretches).any(|stretch| faulty(stretch.verdict))
    }
}
