//! What happened in a search, so that it can be played again.

use serde::{Deserialize, Serialize};

use super::graph::{Graph, NodeId, Score};
use super::search::{Budget, Document, Rank, Search, Settings, Ticket, Want};
use crate::error::{Code, Error, Result};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// The search was asked what it wants.
    Wanted(Want),
    /// Retrieval answered.
    Documents {
        /// The step.
        ticket: Ticket,
        /// What it found.
        found: Vec<Document>,
    },
    /// A model answered with a thought.
    Thought {
        /// The step.
        ticket: Ticket,
        /// The text.
        text: String,
        /// What it cost.
        tokens: u64,
    },
    /// A thought was scored.
    Scored {
        /// The step.
        ticket: Ticket,
        /// The score.
        score: Score,
        /// What it cost.
        tokens: u64,
    },
    /// A model said what to look for, for documents that are under way.
    Queried {
        /// The step.
        ticket: Ticket,
        /// What.
        text: String,
        /// What it cost.
        tokens: u64,
    },
    /// A model was asked once more for the same step.
    Asked {
        /// What it cost.
        tokens: u64,
    },
    /// What thoughts made of a node and of each one before it are likely to be worth: written down, so that a search is played again without
    /// whoever estimated it.
    Estimated {
        /// The node, the first that nothing was estimated of yet.
        node: NodeId,
        /// Of each node before it, in their order.
        worths: Vec<f64>,
    },
    /// The next step would have used up more than there is.
    Exhausted,
    /// A step got no answer.
    Failed {
        /// The step.
        ticket: Ticket,
    },
    /// The person let a step go on.
    Approved,
    /// The person did without it.
    Refused,
    /// The person scored a thought.
    Judged {
        /// Which.
        thought: NodeId,
        /// From 0 to 1, in whole millionths.
        value: f64,
    },
    /// The person took a node out.
    Pruned {
        /// Which.
        node: NodeId,
    },
    /// The person wants a thought in the answer, or no more.
    Pinned {
        /// Which.
        thought: NodeId,
        /// Whether it is wanted.
        pinned: bool,
    },
    /// The person thought something.
    Added {
        /// What.
        text: String,
    },
    /// The person ended it.
    Cancelled,
}

/// A search with all that happened in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// How it is done.
    pub settings: Settings,
    /// What it may use up.
    pub budget: Budget,
    /// What decides every draw.
    pub seed: [u8; 32],
    /// What happened, in its order.
    pub events: Vec<Event>,
}

/// A search that keeps its journal.
#[derive(Debug, Clone)]
pub struct Recorded {
    search: Search,
    journal: Journal,
    worths: Worths,
}

/// What pairs were estimated to be worth: of each node, with each before it.
#[derive(Debug, Clone, Default)]
struct Worths(Vec<Vec<f64>>);

impl Worths {
    fn of(&self, a: NodeId, b: NodeId) -> Option<f64> {
        self.0.get(a.max(b).0 as usize)?.get(a.min(b).0 as usize).copied()
    }

    /// Takes those of `node` in a search of `count` nodes.
    fn take(&mut self, node: NodeId, worths: Vec<f64>, count: usize) -> Result<()> {
        let at = node.0 as usize;
        let is_share = |worth: &f64| (0.0..=1.0).contains(worth);
        if at != self.0.len() || at >= count || worths.len() != at || !worths.iter().all(is_share) {
            return Err(Error::new(Code::InvalidArgument, "these are not the estimates that are wanted next"));
        }
        self.0.push(worths);
        Ok(())
    }
}

/// Ranks by what was estimated, and where nothing was by another.
struct Estimated<'a> {
    worths: &'a Worths,
    other: &'a dyn Rank,
}

impl Rank for Estimated<'_> {
    fn rank(&self, graph: &Graph, a: NodeId, b: NodeId) -> Option<f64> {
        self.worths.of(a, b).or_else(|| self.other.rank(graph, a, b))
    }
}

impl Recorded {
    /// Begins a search.
    pub fn new(settings: Settings, budget: Budget, seed: [u8; 32]) -> Self {
        let search = Search::new(settings.clone(), budget.clone(), seed);
        Recorded { search, journal: Journal { settings, budget, seed, events: Vec::new() }, worths: Worths::default() }
    }

    /// Plays `journal` again, and goes on from its end.
    ///
    /// # Errors
    /// `malformed` when the search wants something else than it did, or an event does not fit: the journal was altered, is of another
    /// version, or `rank` is another.
    pub fn resume(journal: Journal, rank: &dyn Rank) -> Result<Self> {
        let Journal { settings, budget, seed, events } = journal;
        let mut resumed = Recorded::new(settings, budget, seed);
        for event in events {
            match event {
                Event::Wanted(wanted) if resumed.next(rank) == wanted => {}
                Event::Wanted(_) => return Err(altered()),
                event => resumed.apply(event).map_err(|_| altered())?,
            }
        }
        Ok(resumed)
    }

    /// Returns the search.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Returns what happened so far.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns the first node that nothing was estimated of yet.
    pub fn unestimated(&self) -> Option<NodeId> {
        let count = self.worths.0.len();
        (count < self.search.graph().len()).then_some(NodeId(count as u32))
    }

    /// Returns what a thought made of `parents` was estimated to be worth: as much as one made of the best two of them. One that was made
    /// of nothing but the question, the person's own, is worth what would be made of it.
    pub fn estimate(&self, thought: NodeId, parents: &[NodeId]) -> Option<f64> {
        let alone = [thought];
        let others = if parents.len() < 2 { &alone[..] } else { parents };
        let pairs = parents.iter().flat_map(|a| others.iter().filter(move |b| *b != a).map(move |b| (*a, *b)));
        pairs.filter_map(|(a, b)| self.worths.of(a, b)).reduce(f64::max)
    }

    /// As [`Search::next`]; where a pair was estimated, that is its rank.
    pub fn next(&mut self, rank: &dyn Rank) -> Want {
        let wanted = self.search.next(&Estimated { worths: &self.worths, other: rank });
        self.journal.events.push(Event::Wanted(wanted.clone()));
        wanted
    }

    /// Lets `event` happen, and writes it down where it could.
    ///
    /// # Errors
    /// As the method of [`Search`] that the event is of; `invalid-argument` for [`Event::Wanted`], which [`next`](Self::next) makes.
    pub fn apply(&mut self, event: Event) -> Result<()> {
        let search = &mut self.search;
        match event.clone() {
            Event::Wanted(_) => return Err(Error::new(Code::InvalidArgument, "what a search wants is its own to say")),
            Event::Documents { ticket, found } => search.documents(ticket, found)?,
            Event::Thought { ticket, text, tokens } => search.thought(ticket, &text, tokens).map(drop)?,
            Event::Scored { ticket, score, tokens } => search.score(ticket, score, tokens)?,
            Event::Queried { tokens, .. } | Event::Asked { tokens } => search.charge(1, tokens),
            Event::Estimated { node, worths } => {
                let count = search.graph().len();
                self.worths.take(node, worths, count)?;
            }
            Event::Exhausted => search.exhaust(),
            Event::Failed { ticket } => search.fail(ticket)?,
            Event::Approved => search.approve()?,
            Event::Refused => search.refuse()?,
            Event::Judged { thought, value } => search.judge(thought, value)?,
            Event::Pruned { node } => search.prune(node)?,
            Event::Pinned { thought, pinned } => search.pin(thought, pinned)?,
            Event::Added { text } => search.add(&text).map(drop)?,
            Event::Cancelled => search.cancel(),
        }
        self.journal.events.push(event);
        Ok(())
    }
}

fn altered() -> Error {
    Error::new(Code::Malformed, "the journal does not fit the search that it is of; it cannot be played again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thought::graph::By;
    use crate::thought::search::{Unranked, tests::play};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_journal_read_back_gives_the_same_bytes_and_goes_on_alike(
            seed: [u8; 32], size in 1_usize..20, share in 0.0_f64..=1.0, parallel in 1_usize..4, cut in 0.0_f64..1.0,
            widened: bool,
        ) {
            let base = if widened { Settings::records() } else { Settings::default() };
            let settings = Settings { size, document_share: share, parallel, threshold: 2.0, ..base };
            let budget = Budget { calls: 200, tokens: 1 << 20, facts: 1000, kinds: None };
            let mut whole = Recorded::new(settings, budget, seed);
            play(&mut whole, seed[0], usize::MAX);
            let json = serde_json::to_string(whole.journal()).unwrap();
            let again = Recorded::resume(serde_json::from_str(&json).unwrap(), &Unranked).unwrap();
            prop_assert_eq!(serde_json::to_string(again.journal()).unwrap(), json);
            prop_assert_eq!(again.search().graph(), whole.search().graph());

            // Cut anywhere, it goes on to the same end.
            let mut journal = whole.journal().clone();
            journal.events.truncate((journal.events.len() as f64 * cut) as usize);
            let resumed = Recorded::resume(journal, &Unranked).unwrap();
            let kept = resumed.journal().events.len();
            prop_assert_eq!(&resumed.journal().events[..], &whole.journal().events[..kept]);
        }
    }

    #[test]
    fn estimates_are_taken_in_their_order_and_say_which_document_is_read() {
        let budget = Budget { calls: 200, tokens: 1 << 20, facts: 1000, kinds: None };
        let mut search = Recorded::new(Settings { threshold: 2.0, ..Settings::records() }, budget, [1; 32]);
        let estimated = |node: u32, worths: &[f64]| Event::Estimated { node: NodeId(node), worths: worths.to_vec() };
        search.apply(estimated(0, &[])).unwrap();
        assert!(search.apply(estimated(1, &[0.5])).is_err(), "there is no such node yet");
        let Want::Documents { ticket, .. } = search.next(&Unranked) else { panic!() };
        let found = [0, 1].map(|document| Document { document, facts: Default::default() }).to_vec();
        search.apply(Event::Documents { ticket, found }).unwrap();
        let Want::Thought { ticket, parents } = search.next(&Unranked) else { panic!() };
        search.apply(Event::Thought { ticket, text: "t".to_owned(), tokens: 1 }).unwrap();
        for wrong in [estimated(2, &[0.1, 0.1]), estimated(1, &[]), estimated(1, &[f64::NAN]), estimated(1, &[1.5])] {
            assert!(search.apply(wrong).is_err());
        }
        assert_eq!(search.unestimated(), Some(NodeId(1)));
        search.apply(estimated(1, &[0.2])).unwrap();
        search.apply(estimated(2, &[0.3, 0.0])).unwrap();
        search.apply(estimated(3, &[0.4, 0.6, 0.9])).unwrap();
        assert_eq!(search.unestimated(), None);
        assert_eq!(search.estimate(NodeId(3), &parents), Some(0.2));
        assert_eq!(search.estimate(NodeId(3), &[NodeId::QUESTION]), Some(0.4), "the person's own");
        let Want::Score { ticket, .. } = search.next(&Unranked) else { panic!() };
        search.apply(Event::Scored { ticket, score: Score::new(0.2, By::Estimator), tokens: 0 }).unwrap();
        let Want::Thought { parents, .. } = search.next(&Unranked) else { panic!() };
        assert_eq!(parents, [NodeId(3), NodeId(2)]);
        let json = serde_json::to_string(search.journal()).unwrap();
        let again = Recorded::resume(serde_json::from_str(&json).unwrap(), &Unranked).unwrap();
        assert_eq!(serde_json::to_string(again.journal()).unwrap(), json);
    }

    #[test]
    fn an_altered_journal_is_refused() {
        let budget = Budget { calls: 200, tokens: 1 << 20, facts: 1000, kinds: None };
        let mut whole = Recorded::new(Settings { threshold: 2.0, ..Settings::default() }, budget, [1; 32]);
        play(&mut whole, 1, usize::MAX);
        let mut journal = whole.journal().clone();
        journal.seed = [2; 32];
        journal.settings.document_share = 0.5;
        assert_eq!(Recorded::resume(journal, &Unranked).err().unwrap().code(), Code::Malformed);
        let mut journal = whole.journal().clone();
        journal.events.remove(2);
        assert_eq!(Recorded::resume(journal, &Unranked).err().unwrap().code(), Code::Malformed);
    }
}
