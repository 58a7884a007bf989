//! What happened in a search, so that it can be played again.

use serde::{Deserialize, Serialize};

use super::graph::{NodeId, Score};
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
}

impl Recorded {
    /// Begins a search.
    pub fn new(settings: Settings, budget: Budget, seed: [u8; 32]) -> Self {
        let search = Search::new(settings.clone(), budget.clone(), seed);
        Recorded { search, journal: Journal { settings, budget, seed, events: Vec::new() } }
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

    /// As [`Search::next`].
    pub fn next(&mut self, rank: &dyn Rank) -> Want {
        let wanted = self.search.next(rank);
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
