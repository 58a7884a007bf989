//! Under which rules a question may leave: the host's, tightened by the person's choice.
//!
//! Whoever embeds Chaperone may give a policy. It can only take away: a request is made under the meet of the host's
//! policy and the person's choice, which is never looser than either. Rules for identifiers are no part of it: they are the same under
//! every policy.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::clearance::FactRef;
use crate::document::Passage;
use crate::error::{Code, Error, Result};
use crate::index::analyze;
use crate::privacy::detect::without_accents;
use crate::privacy::kind::Kind;
use crate::privacy::level::{Level, Noise, Numbers};
use crate::reference::Reference;
use crate::span::Question;

/// The most bytes of a policy that are read.
pub const MAX_POLICY_BYTES: usize = 4096;
/// The most endpoints that a policy names.
const MAX_ENDPOINTS: usize = 32;

/// What is done with a request that tells a stranger too much ([`super::stranger`]); a greater one lets less leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beyond {
    /// It is told as it is; the person sees it.
    #[default]
    Warn,
    /// Less is told, until it is within the limit or nothing is left to tell less of; the person sees what it is then.
    Ease,
    /// The same, and what then still tells too much is refused.
    Refuse,
}

impl Beyond {
    /// Returns whether it is [`Warn`](Self::Warn).
    pub fn is_warn(&self) -> bool {
        *self == Beyond::Warn
    }

    /// Returns the stable word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Beyond::Warn => "warn",
            Beyond::Ease => "ease",
            Beyond::Refuse => "refuse",
        }
    }
}

/// What may leave, how exactly, and to whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Policy {
    /// The level at which is told, or a stricter one.
    pub floor: Level,
    /// Whether a person may allow words that are not in the closed vocabulary.
    pub allow_words: bool,
    /// Whether numbers are moved by chance.
    pub noise: Noise,
    /// What is done where a stranger could know who it is, or more.
    pub strangers: Beyond,
    /// The kinds of facts that may leave; `None` is every kind.
    pub kinds: Option<BTreeSet<Kind>>,
    /// Scheme, host and port of the servers that may be asked, as a receipt names them; `None` is any.
    pub endpoints: Option<BTreeSet<String>>,
}

impl Default for Policy {
    /// Returns the policy that takes nothing away: that of a host that gives none.
    fn default() -> Self {
        Policy {
            floor: Level::Minimal,
            allow_words: true,
            noise: Noise::Off,
            strangers: Beyond::Warn,
            kinds: None,
            endpoints: None,
        }
    }
}

impl Policy {
    /// Returns the policy under which nothing leaves.
    pub fn strictest() -> Self {
        Policy {
            floor: Level::Strict,
            allow_words: false,
            noise: Noise::On,
            strangers: Beyond::Refuse,
            kinds: Some(BTreeSet::new()),
            endpoints: Some(BTreeSet::new()),
        }
    }

    /// Returns the policy that `json` writes; fields that it leaves out take nothing away.
    ///
    /// # Errors
    /// `invalid-argument` when it is too long, is no JSON object with these fields, or names an endpoint that is not scheme, host
    /// and port alone. Whoever calls this must then use [`Policy::strictest`].
    pub fn from_json(json: &str) -> Result<Self> {
        let wrong = || {
            Error::new(
                Code::InvalidArgument,
                "the policy cannot be read: it must be an object with floor, allowWords, noise, strangers, kinds and endpoints, each as documented",
            )
        };
        // A list would be read as the fields in their order.
        let is_object = json.len() <= MAX_POLICY_BYTES && json.trim_start().starts_with('{');
        let policy: Policy = serde_json::from_str(json).ok().filter(|_| is_object).ok_or_else(wrong)?;
        let endpoints = policy.endpoints.iter().flatten();
        if policy.endpoints.as_ref().is_some_and(|endpoints| endpoints.len() > MAX_ENDPOINTS)
            || !endpoints.into_iter().all(|endpoint| is_origin(endpoint))
        {
            return Err(wrong());
        }
        Ok(policy)
    }

    /// Returns the policy that allows what both allow, and nothing else: the meet of the lattice that policies form.
    #[must_use]
    pub fn tighten(&self, other: &Policy) -> Policy {
        Policy {
            floor: self.floor.max(other.floor),
            allow_words: self.allow_words && other.allow_words,
            noise: self.noise.max(other.noise),
            strangers: self.strangers.max(other.strangers),
            kinds: both(self.kinds.as_ref(), other.kinds.as_ref()),
            endpoints: both(self.endpoints.as_ref(), other.endpoints.as_ref()),
        }
    }

    /// Returns which of the `words` that a person allows may leave: all, or none.
    pub(crate) fn allowed<'w>(&self, words: &'w [String]) -> &'w [String] {
        if self.allow_words { words } else { &[] }
    }

    /// Returns whether this policy allows nothing that `other` does not.
    pub fn is_within(&self, other: &Policy) -> bool {
        self.tighten(other) == *self
    }

    /// Returns whether numbers may be moved: what is told in bands, or as coarsely, is not.
    pub fn has_noise(&self) -> bool {
        self.noise == Noise::On && self.floor.rules().numbers != Numbers::Banded
    }

    /// Returns whether facts of `kind` may leave.
    pub fn may_tell(&self, kind: Kind) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
    }

    /// Returns whether `origin`, scheme, host and port, may be asked.
    pub fn may_ask(&self, origin: &str) -> bool {
        self.endpoints.as_ref().is_none_or(|endpoints| endpoints.contains(&origin.to_ascii_lowercase()))
    }
}

fn both<T: Ord + Clone>(one: Option<&BTreeSet<T>>, other: Option<&BTreeSet<T>>) -> Option<BTreeSet<T>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one & other),
        (one, other) => one.or(other).cloned(),
    }
}

/// Returns whether `text` is scheme, host and port alone, in small letters.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        let signs = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-:[]".contains(&b);
        !host.is_empty() && host.len() <= 260 && host.bytes().all(signs)
    })
}

/// What a person wants for one question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Choice {
    /// How much is told, where the host's policy does not ask for less.
    pub level: Level,
    /// Whether numbers are moved by chance.
    pub noise: Noise,
    /// Words of the question that may leave though they are not in the closed vocabulary; those that never may stay.
    pub allowed: Vec<String>,
    /// What is done where a stranger could know who it is.
    pub strangers: Beyond,
    /// What the person keeps back by hand.
    pub withheld: Withholding,
}

/// What a person keeps back of one question by hand, whatever the rules would let leave.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Withholding {
    /// Entries and notes, by the reference of their passage or of an entry by itself.
    pub passages: BTreeSet<Reference>,
    /// Words: of the question, of notes, and of what entries are called, which then stay as a whole.
    pub words: BTreeSet<String>,
}

impl Withholding {
    /// Returns whether nothing is kept back.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty() && self.words.is_empty()
    }

    /// Returns whether `word` is one of those kept back, in whatever case, accents or form (one, several).
    pub fn keeps(&self, word: &str) -> bool {
        let same = |text: &str| (without_accents(&text.trim().to_lowercase()), analyze::term(text.trim()));
        let (plain, term) = same(word);
        self.words.iter().flat_map(|words| words.split_whitespace()).any(|kept| {
            let (kept, of) = same(kept);
            kept == plain || of.is_some() && of == term
        })
    }

    /// Returns whether one of the words of `text` is kept back.
    pub fn keeps_within(&self, text: &str) -> bool {
        !self.words.is_empty() && analyze::words::<Question>(text).any(|word| self.keeps(word.text))
    }

    /// Returns which of `passages` are kept back: facts, and passages of prose by their place.
    pub fn of(&self, passages: &[Passage]) -> (BTreeSet<FactRef>, BTreeSet<usize>) {
        let (mut facts, mut notes) = (BTreeSet::new(), BTreeSet::new());
        if self.passages.is_empty() {
            return (facts, notes);
        }
        for (place, passage) in passages.iter().enumerate() {
            let is_whole = self.passages.contains(&passage.reference);
            if is_whole && passage.facts.is_empty() {
                notes.insert(place);
            }
            let kept = passage.facts.clone().filter(|fact| {
                is_whole || passage.reference_of(*fact).is_some_and(|reference| self.passages.contains(reference))
            });
            facts.extend(kept.map(|fact| FactRef { document: passage.document, fact }));
        }
        (facts, notes)
    }
}

impl Choice {
    /// Returns the policy in force: this choice, tightened by the host's.
    pub fn under(&self, host: &Policy) -> Policy {
        let Choice { level, noise, strangers, .. } = *self;
        host.tighten(&Policy { floor: level, noise, strangers, ..Policy::default() })
    }
}

#[cfg(test)]
mod tests;
