//! How a search is done.

use serde::{Deserialize, Serialize};

use crate::thought::uct::{EXPLORATION, Exploitation};

/// Where the walk ends, and so where the next thought is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Walk {
    /// At a node without children, as published: every document is looked at by itself before any thought is gone on with.
    #[default]
    Leaves,
    /// At the first thought that has fewer children than its visits allow (progressive widening: Coulom, 2007; Chaslot and others, 2008),
    /// so that a few thoughts go deep where the published walk stays broad.
    Widened,
}

/// How a search is done. The defaults are the published ones for private records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Where the walk ends.
    pub walk: Walk,
    /// With [`Walk::Widened`]: a node with `n` visits has room for `n` to the power of this, rounded down.
    pub widening: f64,
    /// With [`Walk::Widened`]: documents that the first thought is made of, all at once. Five are what a single request tells.
    pub first: usize,
    /// The weight of what is little known.
    pub exploration: f64,
    /// How mean rewards are compared.
    pub exploitation: Exploitation,
    /// The probability that a thought is put together with a document rather than with another thought.
    pub document_share: f64,
    /// Thoughts that are looked at when one is to be put together with another.
    pub sample: usize,
    /// Most thoughts.
    pub size: usize,
    /// Documents that are asked for at a time.
    pub batch: usize,
    /// The score from which on a thought is good enough.
    pub threshold: f64,
    /// What each fact that is told for the first time takes from the reward.
    pub disclosure_weight: f64,
    /// What a thousand tokens take from the reward.
    pub cost_weight: f64,
    /// Steps that may be under way at one time.
    pub parallel: usize,
    /// Thoughts before the one that is good enough, among those that it was made of, that must be good enough too: a judge that is taken in
    /// once is seldom taken in twice by the same, read anew beside something else.
    pub confirmations: usize,
    /// Whether a score is no question to the model: it is the person's, or an estimate.
    pub free_scores: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            walk: Walk::Leaves,
            widening: 0.33,
            first: 1,
            exploration: EXPLORATION,
            exploitation: Exploitation::Mean,
            document_share: 1.0,
            sample: 5,
            size: 25,
            batch: 5,
            threshold: 0.49,
            disclosure_weight: 0.0,
            cost_weight: 0.0,
            parallel: 1,
            confirmations: 0,
            free_scores: false,
        }
    }
}

impl Settings {
    /// Returns the published settings for public knowledge.
    pub fn public() -> Self {
        Settings { document_share: 0.5, size: 10, batch: 2, ..Settings::default() }
    }

    /// Returns the settings for a person's records: those that the product thinks with, and that are measured.
    pub fn records() -> Self {
        Settings { walk: Walk::Widened, batch: 2, confirmations: 1, ..Settings::default() }
    }

    /// Returns how many documents are asked for when none were yet.
    pub(super) fn first_batch(&self) -> usize {
        match self.walk {
            Walk::Leaves => self.batch.max(1),
            Walk::Widened => self.first.max(self.batch).max(1),
        }
    }

    /// Returns how many children a node of so many `visits` has room for.
    pub(super) fn room(&self, visits: u32) -> usize {
        f64::from(visits.max(1)).powf(self.widening.clamp(0.0, 1.0)).floor() as usize
    }

    /// Returns what a thought of worth `value` is worth less the `fresh` facts that it tells for the first time.
    pub(super) fn worth(&self, value: f64, fresh: usize) -> f64 {
        value - self.disclosure_weight * fresh as f64
    }

    /// Returns the reward of a thought of worth `value` that told `fresh` facts for the first time and cost `tokens`.
    pub(super) fn reward(&self, value: f64, fresh: usize, tokens: u64) -> f64 {
        self.worth(value, fresh) - self.cost_weight * tokens as f64 / 1000.0
    }
}
