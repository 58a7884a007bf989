//! How a search is done.

use serde::{Deserialize, Serialize};

use crate::thought::uct::{EXPLORATION, Exploitation};

/// How a search is done. The defaults are the published ones for private records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
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
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
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
        }
    }
}

impl Settings {
    /// Returns the published settings for public knowledge.
    pub fn public() -> Self {
        Settings { document_share: 0.5, size: 10, batch: 2, ..Settings::default() }
    }

    /// Returns the reward of a thought of worth `value` that told `fresh` facts for the first time and cost `tokens`.
    pub(super) fn reward(&self, value: f64, fresh: usize, tokens: u64) -> f64 {
        value - self.disclosure_weight * fresh as f64 - self.cost_weight * tokens as f64 / 1000.0
    }
}
