//! Who says how good a thought is, where that is not the model: the estimator, from what it was made of, or the person.

use serde::{Deserialize, Serialize};

use super::{Next, Thinking};
use crate::error::{Code, Error, Result};
use crate::thought::estimator::{Pair, shipped};
use crate::thought::graph::{By, Graph, Kind as Node, NodeId, Score};
use crate::thought::journal::Event;
use crate::thought::score::SELF_CRITIC_THRESHOLD;
use crate::thought::search::Ticket;
use crate::workflow::Context;

/// The score from which on a thought that the person judges is good enough, unless they say another.
const PERSON_THRESHOLD: f64 = 0.8;
/// Sentences of a document that stand for it, the newest.
const SENTENCES: usize = 6;
/// Characters of a text that are embedded, about as many as an embedder reads.
const MAX_TEXT: usize = 1500;

/// Who says how good a thought is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scorer {
    /// The model, of its own thought, in a request of its own.
    #[default]
    SelfCritic,
    /// The estimator, from what the thought was made of. It also says which two are put together next.
    Estimator,
    /// The person, each time.
    Person,
}

impl Scorer {
    /// Every one, in the order in which they are offered.
    pub const ALL: [Scorer; 3] = [Scorer::SelfCritic, Scorer::Estimator, Scorer::Person];

    /// Returns the score from which on a thought is good enough, unless the person says another.
    ///
    /// # Errors
    /// `internal` when this program was built with a damaged estimator.
    pub fn threshold(self) -> Result<f64> {
        match self {
            Scorer::SelfCritic => Ok(SELF_CRITIC_THRESHOLD),
            // In whole thousandths, as a person sees it.
            Scorer::Estimator => Ok((shipped()?.threshold() * 1000.0).floor() / 1000.0),
            Scorer::Person => Ok(PERSON_THRESHOLD),
        }
    }

    /// Returns who that is in words.
    pub fn words(self) -> &'static str {
        match self {
            Scorer::SelfCritic => "Judged by the model itself.",
            Scorer::Estimator => "Judged by the estimator.",
            Scorer::Person => "Judged by the person.",
        }
    }
}

impl Thinking {
    /// Says that there is an embedder whose vectors the estimator reads.
    pub(crate) fn with_estimator(mut self, is_there: bool) -> Self {
        self.has_estimator = is_there;
        self
    }

    /// # Errors
    /// `invalid-argument` for the estimator where there is no embedder that it reads.
    pub(super) fn can_be_judged_by(&self, scorer: Scorer) -> Result<()> {
        if scorer == Scorer::Estimator && !self.has_estimator {
            return Err(Error::new(
                Code::InvalidArgument,
                "the estimator reads the vectors of the embedding model of this program, which is not in use; let the model or yourself judge",
            ));
        }
        Ok(())
    }

    /// Writes down what the estimator makes of the nodes that are new; returns that vectors are needed first, where they are.
    pub(super) fn estimates(&mut self, context: &Context<'_>) -> Result<Option<Next>> {
        if self.limits.scorer != Scorer::Estimator {
            return Ok(None);
        }
        let Some(from) = self.process()?.unestimated() else { return Ok(None) };
        let graph = self.process()?.search().graph();
        let unread = graph.iter().map(|(id, _)| id).filter(|id| !self.vectors.contains_key(id));
        let texts: Vec<(NodeId, String)> = unread.map(|id| (id, self.words(context, id))).collect();
        if !texts.is_empty() {
            return Ok(Some(Next::Embed { texts }));
        }
        let nodes: Vec<NodeId> = graph.iter().map(|(id, _)| id).filter(|id| *id >= from).collect();
        for node in nodes {
            let worths = self.worths(node)?;
            self.process_mut()?.apply(Event::Estimated { node, worths })?;
        }
        Ok(None)
    }

    /// Takes the vectors of the texts of a [`Next::Embed`].
    ///
    /// # Errors
    /// `invalid-argument` when one has another length than the estimator reads.
    pub fn embedded(&mut self, vectors: impl IntoIterator<Item = (NodeId, Vec<f32>)>) -> Result<()> {
        for (node, vector) in vectors {
            shipped()?.worth(&Pair { question: &vector, parents: [&vector, &vector] })?;
            self.vectors.insert(node, vector);
        }
        Ok(())
    }

    /// Returns what thoughts made of `node` and of each before it are likely to be worth.
    fn worths(&self, node: NodeId) -> Result<Vec<f64>> {
        let estimator = shipped()?;
        let none = || Error::internal("a node of the thought process has no vector");
        let vector = |id: NodeId| self.vectors.get(&id).map(Vec::as_slice).ok_or_else(none);
        let graph = self.process()?.search().graph();
        let before = graph.iter().map(|(id, _)| id).take_while(|id| *id < node);
        let worth = |id: NodeId| {
            // As it was trained: what is gone on with comes first, and a document last.
            let [a, b] = if is_document(graph, id) && !is_document(graph, node) { [node, id] } else { [id, node] };
            let parents = [vector(a)?, vector(b)?];
            estimator.worth(&Pair { question: vector(NodeId::QUESTION)?, parents })
        };
        before.map(worth).collect()
    }

    /// Scores `thought` by what it was made of.
    pub(super) fn estimated(&mut self, ticket: Ticket, thought: NodeId) -> Result<Option<Next>> {
        let process = self.process()?;
        let parents = process.search().graph().get(thought).map(|node| node.parents.clone()).unwrap_or_default();
        let worth = process.estimate(thought, &parents).unwrap_or_default();
        self.open.remove(&ticket);
        let score = Score::new(worth, By::Estimator);
        self.process_mut()?.apply(Event::Scored { ticket, score, tokens: 0 })?;
        Ok(None)
    }

    /// Returns the words of a node, for the embedder. They stay on the device.
    fn words(&self, context: &Context<'_>, id: NodeId) -> String {
        let graph = self.process.as_ref().map(|process| process.search().graph());
        let text = match graph.and_then(|graph| graph.get(id)).map(|node| &node.kind) {
            Some(Node::Document { document, .. }) => {
                self.documents.get(*document as usize).map(|known| known.words(context, SENTENCES)).unwrap_or_default()
            }
            Some(Node::Thought { .. }) => {
                self.thoughts.get(&id).map(|thought| thought.said.text().to_owned()).unwrap_or_default()
            }
            Some(Node::Question) | None => self.question.plain().to_owned(),
        };
        super::cut(&text, MAX_TEXT).to_owned()
    }
}

impl super::document::Known {
    /// Returns what it says, by its newest sentences or by its passage.
    fn words(&self, context: &Context<'_>, most: usize) -> String {
        let facts = self.series.iter().flat_map(|series| &series.facts).rev().take(most);
        let sentence = |fact: &crate::clearance::FactRef| {
            let document = context.records.documents.get(fact.document.0 as usize)?;
            let own = document.facts().get(fact.fact)?;
            document.text.get(own.text.start()..own.text.end()).map(str::trim)
        };
        let sentences: Vec<&str> = facts.filter_map(sentence).collect();
        let note = self.note.and_then(|note| {
            let at = crate::index::PassageIndex(u32::try_from(note).ok()?);
            context.index.embedding_text(context.records, at).ok()
        });
        let subject = sentences.first().map(|_| self.title(context));
        let parts = subject.into_iter().chain(sentences.into_iter().map(str::to_owned)).chain(note);
        parts.collect::<Vec<String>>().join("\n")
    }
}

fn is_document(graph: &Graph, id: NodeId) -> bool {
    graph.get(id).is_some_and(|node| matches!(node.kind, Node::Document { .. }))
}
