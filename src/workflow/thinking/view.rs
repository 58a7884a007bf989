//! What a person sees of a process: every node with its score, its parents and what it told, pseudonyms put back.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Limits, Thinking};
use crate::clearance::Block;
use crate::error::Result;
use crate::privacy::kind::Kind;
use crate::surrogates::ProsePart;
use crate::thought::graph::{By, Fact, Kind as Of, Node, NodeId};
use crate::thought::search::{Ending, Spent};
use crate::workflow::cautions::cautions;
use crate::workflow::{Answer, Context};

/// How many facts of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tells {
    /// The kind.
    pub kind: Kind,
    /// In words.
    pub words: &'static str,
    /// How many.
    pub facts: usize,
}

/// A node of the graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeView {
    /// Its number.
    pub id: NodeId,
    /// What it is: `question`, `document` or `thought`.
    pub kind: &'static str,
    /// Its text, with names and dates put back; of a document what it is called.
    pub text: String,
    /// Its score, and who gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Who gave the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// How often a step below it was scored.
    pub visits: u32,
    /// The mean reward of those steps.
    pub mean: f64,
    /// What it was made of.
    pub parents: Vec<NodeId>,
    /// Whether it was taken out.
    pub pruned: bool,
    /// Whether the person wants it in the answer.
    pub pinned: bool,
    /// Whether the person wrote it.
    pub own: bool,
    /// What stands behind it of what was told: of a document, what it tells.
    pub tells: Vec<Tells>,
    /// Whether a model was shown it, or what it was made of.
    pub was_told: bool,
}

/// A process as it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The nodes, in the order in which they were made.
    pub nodes: Vec<NodeView>,
    /// The best thought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<NodeId>,
    /// The best thought and everything that it was made of.
    pub line: Vec<NodeId>,
    /// What may be used up.
    pub limits: Limits,
    /// What was used up, the last question among it.
    pub spent: Spent,
    /// What was told so far.
    pub told: Vec<Tells>,
    /// Why it ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl Thinking {
    /// Returns how many of `facts` are of which kind, in the order of kinds.
    pub(super) fn tells(&self, facts: &BTreeSet<Fact>) -> Vec<Tells> {
        let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
        for (_, kind) in facts.iter().filter_map(|fact| self.facts.get(fact.fact as usize)) {
            *counts.entry(*kind).or_default() += 1;
        }
        counts.into_iter().map(|(kind, facts)| Tells { kind, words: kind.words(), facts }).collect()
    }

    /// Returns the process as it stands.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning, or when the records have changed.
    pub fn view(&self, context: &Context<'_>) -> Result<View> {
        self.check(context)?;
        let search = self.process()?.search();
        let graph = search.graph();
        let best = graph.best().map(|(id, _)| id);
        let nodes: Result<Vec<NodeView>> = graph.iter().map(|(id, node)| self.node(context, id, node)).collect();
        let spent = Spent { calls: search.spent().calls.saturating_add(self.answers), ..*search.spent() };
        Ok(View {
            nodes: nodes?,
            best,
            line: best.map(|best| graph.ancestry(best).into_iter().collect()).unwrap_or_default(),
            limits: self.limits.clone(),
            spent,
            told: self.tells(search.told()),
            ending: search.ending(),
        })
    }

    fn node(&self, context: &Context<'_>, id: NodeId, node: &Node) -> Result<NodeView> {
        let search = self.process()?.search();
        let (kind, text, facts) = match &node.kind {
            Of::Question => ("question", self.question.question().to_owned(), BTreeSet::new()),
            Of::Document { document, facts } => {
                let known = self.documents.get(*document as usize);
                ("document", known.map(|known| known.title(context)).unwrap_or_default(), facts.clone())
            }
            Of::Thought { .. } => ("thought", self.restored(context, id)?, search.graph().facts(id)),
        };
        Ok(NodeView {
            id,
            kind,
            text,
            score: node.score.map(|score| score.value),
            by: node.score.map(|score| score.by),
            visits: node.visits,
            mean: node.mean(),
            parents: node.parents.clone(),
            pruned: node.pruned,
            pinned: node.pinned,
            own: node.is_thought() && self.thoughts.get(&id).is_some_and(|thought| thought.asked.is_none()),
            was_told: !facts.is_empty() && facts.is_subset(search.told()),
            tells: self.tells(&facts),
        })
    }

    /// Returns the text of thought `id`, with names and dates put back; a quotation in it is its reference.
    fn restored(&self, context: &Context<'_>, id: NodeId) -> Result<String> {
        let text = |block: &Block| match block {
            Block::Prose { parts } => parts.iter().map(|part| part.text.as_str()).collect(),
            Block::Verbatim { reference, .. } | Block::RecordData { reference, .. } => format!("[{reference}]"),
            Block::Invalid { .. } => String::new(),
        };
        let texts: Vec<String> = self.detail(context, id)?.blocks.iter().map(text).collect();
        Ok(texts.join(" ").trim().to_owned())
    }

    /// Returns what is shown of node `id`: of a thought what the model wrote, its claims checked and its quotations looked up; of a document
    /// its boxes.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning, or when the records have changed.
    pub fn detail(&self, context: &Context<'_>, id: NodeId) -> Result<Answer> {
        self.check(context)?;
        if let Some(thought) = self.thoughts.get(&id) {
            let own =
                || Block::Prose { parts: vec![ProsePart { text: thought.said.text().to_owned(), surrogate: None }] };
            let asked = thought.asked.as_ref().map(|asked| asked.resolve(context, thought.said.text()));
            let mut answer = asked.unwrap_or_else(|| Ok(Answer { blocks: vec![own()], ..Answer::default() }))?;
            // A thought quotes nothing, and was not asked to.
            (answer.notice, answer.again, answer.coverage) = (None, None, None);
            return Ok(answer);
        }
        let document = match self.process()?.search().graph().get(id).map(|node| &node.kind) {
            Some(Of::Document { document, .. }) => self.documents.get(*document as usize),
            _ => None,
        };
        let blocks = document.map(|known| known.boxes(context)).unwrap_or_default();
        Ok(Answer { cautions: cautions(&blocks), blocks, ..Answer::default() })
    }

    /// Returns the process as a text to read: the question, each thought with its score, what it was made of and what it told, and the line
    /// that led to the best.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn report(&self, context: &Context<'_>) -> Result<String> {
        let View { nodes, best, line, spent, told, limits, ending } = self.view(context)?;
        let mut out = format!("# Thought process\n\nQuestion: {}\n\n", self.question.question());
        out += &format!(
            "{} of {} thoughts, {} of {} requests, about {} of {} tokens. {} {}\n",
            nodes.iter().filter(|node| node.kind == "thought").count(),
            limits.thoughts,
            spent.calls,
            limits.calls,
            spent.tokens,
            limits.tokens,
            limits.scorer.words(),
            ending.map_or("Not ended.", Ending::words),
        );
        out += &format!("Told to the model server: {}.\n", in_words(&told));
        let name = |id: &NodeId| nodes.get(id.0 as usize).map(|node| format!("{} {}", node.kind, id.0));
        let names = |ids: &[NodeId]| ids.iter().filter_map(name).collect::<Vec<_>>().join(", ");
        if let Some(best) = best {
            out += &format!("\nBest: thought {}, by way of {}.\n", best.0, names(&line));
        }
        for node in nodes.iter().filter(|node| node.kind != "question") {
            out += &format!("\n## {} {}\n\n{}\n", node.kind, node.id.0, node.text);
            if let (Some(score), Some(by)) = (node.score, node.by) {
                out += &format!("\nScore {score:.2}, {}. {} visits, mean {:.2}.\n", by.words(), node.visits, node.mean);
            }
            let marks = [(node.own, "Written by the person."), (node.pinned, "Pinned."), (node.pruned, "Taken out.")];
            for (_, words) in marks.iter().filter(|(is, _)| *is) {
                out += &format!("\n{words}\n");
            }
            if !node.parents.is_empty() {
                out += &format!("\nMade of {}.\n", names(&node.parents));
            }
            if !node.tells.is_empty() {
                let said = if node.was_told { "Told" } else { "Not told; it would tell" };
                out += &format!("\n{said}: {}.\n", in_words(&node.tells));
            }
        }
        Ok(out)
    }
}

fn in_words(tells: &[Tells]) -> String {
    if tells.is_empty() {
        return "nothing".to_owned();
    }
    let each: Vec<String> = tells.iter().map(|tells| format!("{} ({})", tells.words, tells.facts)).collect();
    each.join(", ")
}
