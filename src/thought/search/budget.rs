//! What the person lets a search use up.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::thought::graph::Fact;

/// What may be used up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Budget {
    /// Questions to the model.
    pub calls: u32,
    /// Tokens, there and back.
    pub tokens: u64,
    /// Facts that may be told, all steps together.
    pub facts: usize,
    /// The kinds that they may be of; `None` is any.
    pub kinds: Option<BTreeSet<u16>>,
}

impl Budget {
    /// Returns what of `fresh`, beside what was `told`, is not covered: facts of other kinds, and all of them where they are too many.
    pub(super) fn uncovered(&self, fresh: &BTreeSet<Fact>, told: &BTreeSet<Fact>) -> BTreeSet<Fact> {
        if told.len() + fresh.len() > self.facts {
            return fresh.clone();
        }
        let covers = |fact: &&Fact| self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&fact.kind));
        fresh.iter().filter(|fact| !covers(fact)).copied().collect()
    }

    /// Covers `facts` beside what was `told`.
    pub(super) fn cover(&mut self, facts: &BTreeSet<Fact>, told: &BTreeSet<Fact>) {
        self.facts = self.facts.max(told.union(facts).count());
        if let Some(kinds) = &mut self.kinds {
            kinds.extend(facts.iter().map(|fact| fact.kind));
        }
    }
}

/// What was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Questions to the model, those without an answer among them.
    pub calls: u32,
    /// Tokens, there and back.
    pub tokens: u64,
    /// Facts that were told.
    pub facts: usize,
}
