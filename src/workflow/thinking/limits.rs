//! What a process may use up: what the person approves before anything is asked.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::view::Tells;
use super::{SAMPLES, Scorer, Thinking, tokens};
use crate::error::{Code, Error, Result};
use crate::privacy::kind::Kind;
use crate::thought::search::{Budget, Settings};

/// Most thoughts of one process: the graph must still be read.
const MAX_THOUGHTS: usize = 100;
/// Fewest calls: a thought, and those that are kept back where the model judges.
const MIN_CALLS: u32 = SAMPLES as u32 + 2;
/// Tokens that are kept back for the last question, at most.
const KEPT_TOKENS: u64 = 4000;

/// What one process may use up, and tell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// Thoughts.
    pub thoughts: usize,
    /// Requests to the model server, the last question among them.
    pub calls: u32,
    /// Tokens, there and back, by an estimate of ours.
    pub tokens: u64,
    /// Facts that may be told, all requests together; a passage of a note counts as one.
    pub facts: usize,
    /// Their kinds.
    pub kinds: BTreeSet<Kind>,
    /// The score from which on a thought is good enough, from 0 to 1; above 1 none is.
    pub threshold: f64,
    /// What each fact that is told for the first time takes from the worth of a thought.
    #[serde(default)]
    pub disclosure_weight: f64,
    /// Who says how good a thought is.
    #[serde(default)]
    pub scorer: Scorer,
    /// Where the model judges: thoughts behind the one that is good enough that must be good enough too.
    #[serde(default)]
    pub confirmations: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            thoughts: 8,
            calls: 30,
            tokens: 60_000,
            facts: 40,
            kinds: BTreeSet::new(),
            threshold: Settings::records().threshold,
            disclosure_weight: 0.0,
            scorer: Scorer::default(),
            confirmations: Settings::records().confirmations,
        }
    }
}

impl Limits {
    /// Returns the settings of the search.
    ///
    /// # Errors
    /// `invalid-argument` when a limit is out of its bounds.
    pub(super) fn settings(&self) -> Result<Settings> {
        let is_share = |number: f64, most: f64| (0.0..=most).contains(&number);
        if !(1..=MAX_THOUGHTS).contains(&self.thoughts)
            || self.calls < MIN_CALLS
            || !is_share(self.threshold, 2.0)
            || !is_share(self.disclosure_weight, 1.0)
        {
            return Err(Error::new(
                Code::InvalidArgument,
                "1 to 100 thoughts, at least 5 requests, a threshold from 0 to 2 and a weight from 0 to 1 are expected",
            ));
        }
        let (size, threshold, disclosure_weight) = (self.thoughts, self.threshold, self.disclosure_weight);
        let free_scores = self.scorer != Scorer::SelfCritic;
        let confirmations = if free_scores { 0 } else { self.confirmations };
        Ok(Settings { size, threshold, disclosure_weight, free_scores, confirmations, ..Settings::records() })
    }

    /// Returns the calls that are kept back: for the last question, and where the model judges for its judgement of the last thought, which
    /// may take several.
    fn kept_calls(&self) -> u32 {
        1 + if self.scorer == Scorer::SelfCritic { SAMPLES as u32 } else { 0 }
    }

    /// Returns what the search may use up of it.
    pub(super) fn budget(&self) -> Budget {
        Budget {
            calls: self.calls.saturating_sub(self.kept_calls()),
            tokens: self.tokens_to_think(),
            facts: self.facts,
            kinds: Some(self.kinds.iter().map(|kind| *kind as u16).collect()),
        }
    }

    /// Returns the tokens without those that are kept back.
    pub(super) fn tokens_to_think(&self) -> u64 {
        self.tokens - KEPT_TOKENS.min(self.tokens / 4)
    }
}

/// What is proposed to the person: limits that go with what was found, and what that could tell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// Limits that cover what was found for the question itself.
    pub limits: Limits,
    /// How many facts of which kinds that would tell.
    pub tells: Vec<Tells>,
    /// Documents that were found.
    pub documents: usize,
    /// Who can say how good a thought is.
    pub scorers: Vec<Offered>,
}

/// Somebody who can say how good a thought is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Offered {
    /// Who.
    pub scorer: Scorer,
    /// The score from which on a thought is good enough then, unless the person says another.
    pub threshold: f64,
}

impl Thinking {
    /// Returns what to propose to the person before the beginning.
    pub fn proposal(&self) -> Proposal {
        let facts = self.spare.iter().flat_map(|known| known.facts.iter().copied()).collect();
        let tells = self.tells(&facts);
        let kinds = tells.iter().map(|tells| tells.kind).collect();
        // Room for what later queries find of the same kinds.
        let usual = Limits::default();
        // Each request has the public passages again.
        let public: u64 = self.public.iter().map(|text| tokens(text.reference()) + tokens(text.text())).sum();
        let tokens = usual.tokens + u64::from(usual.calls) * public;
        let limits = Limits { facts: facts.len().max(10) * 2, kinds, tokens, ..usual };
        let offered = |scorer: Scorer| {
            self.can_be_judged_by(scorer).ok()?;
            Some(Offered { scorer, threshold: scorer.threshold().ok()? })
        };
        let scorers = Scorer::ALL.into_iter().filter_map(offered).collect();
        Proposal { limits, tells, documents: self.spare.len(), scorers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_out_of_bounds_are_refused_and_the_rest_is_kept_back() {
        let good = Limits::default();
        assert!(good.settings().is_ok());
        for bad in [
            Limits { thoughts: 0, ..good.clone() },
            Limits { thoughts: 101, ..good.clone() },
            Limits { calls: 4, ..good.clone() },
            Limits { threshold: f64::NAN, ..good.clone() },
            Limits { disclosure_weight: -1.0, ..good.clone() },
        ] {
            assert_eq!(bad.settings().unwrap_err().code(), Code::InvalidArgument);
        }
        assert_eq!(good.budget().calls, good.calls - 4);
        assert_eq!(Limits { scorer: Scorer::Person, ..good.clone() }.budget().calls, good.calls - 1);
        assert_eq!(good.budget().tokens, good.tokens - 4000);
        assert_eq!(Limits { tokens: 400, ..good }.tokens_to_think(), 300);
    }
}
