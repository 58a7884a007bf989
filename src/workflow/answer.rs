//! The answer to show, and how it is made of a model's reply.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;

use super::cautions::{Caution, cautions};
use super::literature::Cited;
use super::quotes::mark;
use super::reply::{self, Checked, Coverage, Noted};
use super::{Context, Workflow};
use crate::clearance::Block;
use crate::document::{Content, Document, Records};
use crate::error::Result;
use crate::question::exact::Exact;
use crate::quote::format::Again;
use crate::quote::ground::{Statements, Tally};
use crate::quote::hold::Hold;
use crate::quote::parse::{Said, parse};
use crate::retrieve::narrow::Narrowed;

/// Said where a model wrote what a page could follow or run.
pub(super) const LEFT_OUT: &str = "What the model wrote held links, pictures, addresses or code. They were left out and nothing was followed; be careful with the rest of it.";

/// An answer to show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Answer {
    /// Its parts in order.
    pub blocks: Vec<Block>,
    /// Runs of blocks that bear on the question without answering it, or are the middle of a long course: one click away
    /// and in their place. In order, without overlap.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Range<usize>>,
    /// What the reader should know about the answer as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<&'static str>,
    /// How words of the question were read that nothing knows as they were typed, whom it is about, and whether some of the records are missing.
    #[serde(rename = "readAs", skip_serializing_if = "Vec::is_empty")]
    pub read_as: Vec<String>,
    /// What the question says of the documents that may answer it, and what became of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub narrowed: Vec<Narrowed>,
    /// Passages in its blocks that read like instructions to a language model; in the order of the blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<Caution>,
    /// The exact answer, where the question is about coded facts and no model was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Told>,
    /// The model's words, checked: to be shown in the place of the blocks that they are of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Checked>,
    /// How the model quoted what some blocks show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noted: Vec<Noted>,
    /// How many of the model's claims hold, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    /// How many of the model's sentences were derived whole, have a mark, and were not checked, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statements: Option<Statements>,
    /// What was looked at, where there was a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Why the model may be asked once more, if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
    /// Which public passages the model says that it goes by, where it was given any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cited: Option<Cited>,
    /// How many things that bear on the question no request has told yet, where it is asked by several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
}

/// An exact answer, and the boxes that it was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The answer.
    #[serde(flatten)]
    pub exact: Exact,
    /// Which blocks are its entries, by number.
    pub boxes: Vec<usize>,
}

impl Workflow {
    /// Takes the data of one streamed event of the reply; returns the text it adds, with surrogates as they came. Of a reply that is held to a
    /// schema that is what it adds to the answer in it.
    ///
    /// # Errors
    /// As [`Reply::event`](crate::quote::chat::Reply::event).
    pub fn event(&mut self, data: &str) -> Result<String> {
        let added = self.reply.event(data)?.to_owned();
        if self.hold != Some(Hold::Schema) {
            return Ok(added);
        }
        // It is read again once it has grown by its 64th part: a long reply is not read as often as it has events.
        let length = self.reply.text().len();
        if !self.reply.is_complete() && length < self.read + self.read / 64 {
            return Ok(String::new());
        }
        self.read = length;
        let answer = parse(self.reply.text()).into_iter().find_map(|said| match said {
            Said::Prose(prose) => Some(prose),
            Said::Quote(_) => None,
        });
        let answer = answer.unwrap_or_default();
        let more = answer.get(self.streamed..).unwrap_or_default().to_owned();
        self.streamed = answer.len().max(self.streamed);
        Ok(more)
    }

    /// Returns the answer made of the reply that was streamed in.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub fn answer(&self, context: &Context<'_>) -> Result<Answer> {
        self.resolve(context, self.reply.text())
    }

    /// Returns the answer made of `reply`, with every quotation looked up.
    ///
    /// # Errors
    /// `invalid-argument` when the records have changed since the question was prepared: its aliases would lead
    /// elsewhere.
    pub fn resolve(&self, context: &Context<'_>, reply: &str) -> Result<Answer> {
        self.check(context)?;
        if self.is_alone() {
            return Ok(self.answer_alone(context, reply));
        }
        let request = reply::Request {
            message: &self.state.synthesised,
            aliases: &self.aliases,
            told: &self.told,
            surrogates: &self.surrogates,
            passages: &self.passages,
            world: Some(&self.world),
        };
        let mut read = reply::read(context, &request, reply);
        mark(&self.state.plan, &mut read.blocks);
        let quoted = read.blocks.iter().any(|block| matches!(block, Block::Verbatim { .. } | Block::RecordData { .. }));
        let fault = match (reply.trim().is_empty(), quoted, read.knows_nothing) {
            (true, ..) => Some(Again::AnsweredNothing),
            (_, false, true) => Some(Again::AnsweredNothing),
            (_, false, false) => Some(Again::QuotedNothing),
            (_, true, _) => None,
        };
        let notice = match (reply.trim().is_empty(), fault, self.again) {
            (true, _, None) => Some("The model gave no answer."),
            (true, _, Some(_)) => Some("The model was asked twice and gave no answer."),
            (_, Some(Again::AnsweredNothing), None) => Some("The model did not answer the question."),
            (_, Some(Again::AnsweredNothing), Some(_)) => {
                Some("The model was asked twice and did not answer the question.")
            }
            (_, Some(_), None) => {
                Some("The model quoted nothing; do not rely on this answer without checking the records.")
            }
            (_, Some(_), Some(_)) => Some(
                "The model was asked twice and quoted nothing; do not rely on this answer without checking the records.",
            ),
            (_, None, _) => None,
        };
        Ok(Answer {
            cautions: cautions(&read.blocks),
            blocks: read.blocks,
            notice: if read.left_out { Some(LEFT_OUT) } else { notice },
            checked: read.checked,
            noted: read.noted,
            tally: Some(read.tally),
            statements: Some(read.statements),
            coverage: Some(self.coverage(context)),
            cited: self.state.literature.cited(reply),
            read_as: unread(context.records).collect(),
            narrowed: self.state.narrowed.clone(),
            again: fault.filter(|_| self.again.is_none()),
            ..Answer::default()
        })
    }

    /// Returns what was looked at for the question, and what was not: of those alone whom it is about.
    fn coverage(&self, context: &Context<'_>) -> Coverage {
        let subjects = context.subjects(&self.state.plan);
        let is_of = |document: &&Document| {
            subjects.as_ref().is_none_or(|subjects| document.subject.is_some_and(|of| subjects.contains(&of)))
        };
        let documents: Vec<&Document> = context.records.documents.iter().filter(is_of).collect();
        Coverage {
            searched: documents.len(),
            notes: documents.iter().filter(|document| matches!(document.content, Content::Prose { .. })).count(),
            entries: documents.iter().map(|document| document.facts().len()).sum(),
            told: self.told.iter().flat_map(|(_, facts)| facts).collect::<BTreeSet<_>>().len(),
            withheld: self.state.withheld_facts.len(),
            unread_notes: self.state.notes,
            withheld_words: self.state.withheld_words.len(),
        }
    }
}

/// Says what of `records` could not be read, where that is so: the ends of files, and parts of them.
pub(super) fn unread(records: &Records) -> impl Iterator<Item = String> {
    cut_short(records).into_iter().chain(left_out(records))
}

fn left_out(records: &Records) -> Option<String> {
    match records.left_out {
        0 => None,
        1 => Some("A part of the records was not read: what it may say is missing from every answer.".to_owned()),
        parts => {
            Some(format!("{parts} parts of the records were not read: what they may say is missing from every answer."))
        }
    }
}

fn cut_short(records: &Records) -> Option<String> {
    match records.cut_sources() {
        0 => None,
        1 => Some(
            "A file of the records was not read to its end: what comes after is missing from every answer.".to_owned(),
        ),
        files => Some(format!(
            "{files} files of the records were not read to their ends: what comes after is missing from every answer."
        )),
    }
}
