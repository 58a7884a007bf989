//! What each provider has learnt, all requests together.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::chain::Entry;
use super::disclosure::{Disclosure, Sought};
use crate::clearance::Operator;
use crate::privacy::kind::Kind;

/// Kinds of facts from which on their combination may single somebody out. Sweeney (2000) found three everyday attributes enough
/// for most of a population; kinds of generalised facts say less than those, and twice as many are taken as the mark.
pub const MANY_KINDS: usize = 6;

/// Requests from which on a provider can follow a course over time, whatever pseudonyms they go under.
const MANY_REQUESTS: usize = 10;

/// Why what a provider has been told narrows down whom it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// Facts of at least [`MANY_KINDS`] kinds.
    ManyKinds,
    /// An age band together with conditions.
    AgeAndConditions,
    /// Conditions together with medicines or procedures and the distances in time between them.
    CourseOfIllness,
    /// Many requests.
    ManyRequests,
    /// Words that the person allowed, which no list knows.
    AllowedWords,
}

impl Warning {
    /// Returns the warning in words, as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Warning::ManyKinds => "Facts of many kinds together can fit one person only.",
            Warning::AgeAndConditions => "An age band together with conditions leaves few people in a small place.",
            Warning::CourseOfIllness => {
                "Conditions, what was done about them and the distances in time make a course of illness, which can be one person's own."
            }
            Warning::ManyRequests => "So many requests can be put together to a course over time.",
            Warning::AllowedWords => "Words that you allowed are in no list: each says what it says.",
        }
    }
}

/// How many facts of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AtProvider {
    /// What they are about.
    pub kind: Kind,
    /// The kind in words.
    pub words: &'static str,
    /// At least so many different facts: the most that one request told.
    pub at_least: usize,
    /// At most so many: the same fact may have been told more than once.
    pub at_most: usize,
}

/// How many requests for public texts of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SoughtThere {
    /// What was asked for.
    pub sought: Sought,
    /// How many requests.
    pub requests: usize,
}

/// What one provider has been told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The provider: scheme, host and port.
    pub origin: String,
    /// The models that were asked there, in the order of their names.
    pub models: Vec<String>,
    /// How many requests, those for public texts among them.
    pub requests: usize,
    /// The requests for public texts, by kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub public: Vec<SoughtThere>,
    /// Bytes of all requests.
    pub bytes: usize,
    /// When the first was released, in milliseconds since 1970.
    pub first_millis: u64,
    /// When the last was.
    pub last_millis: u64,
    /// The kinds of facts that left, in the order of [`Kind`].
    pub kinds: Vec<AtProvider>,
    /// Whether an age band left.
    pub age_band: bool,
    /// How many distances in time left, repetitions included.
    pub times: usize,
    /// How many allowed words left, repetitions included.
    pub allowed_words: usize,
    /// Why it narrows down whom it is about.
    pub warnings: Vec<Warning>,
    /// The warnings in words.
    pub warned: Vec<&'static str>,
}

/// Returns what each provider has been told, in the order of their origins. A provider can tell that requests come from one
/// place by the connection and the key, though pseudonyms and day 0 are fresh for each.
pub fn accounts(entries: &[Entry]) -> Vec<Account> {
    let mut by_origin: BTreeMap<&str, Vec<&Disclosure>> = BTreeMap::new();
    for disclosure in entries.iter().flat_map(|entry| &entry.disclosure) {
        by_origin.entry(disclosure.receipt.recipient.origin.as_str()).or_default().push(disclosure);
    }
    by_origin.into_iter().map(|(origin, entries)| account(origin, &entries)).collect()
}

fn account(origin: &str, entries: &[&Disclosure]) -> Account {
    let disclosures = || entries.iter().copied();
    let mut kinds: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    for told in disclosures().flat_map(|disclosure| &disclosure.kinds) {
        let (at_least, at_most) = kinds.entry(told.kind).or_default();
        *at_least = told.facts.max(*at_least);
        *at_most = at_most.saturating_add(told.facts);
    }
    let stretches = |operator| disclosures().map(|disclosure| disclosure.stretches(operator)).sum();
    let mut public: BTreeMap<Sought, usize> = BTreeMap::new();
    for sought in disclosures().filter_map(|disclosure| disclosure.sought) {
        *public.entry(sought).or_default() += 1;
    }
    let of_models = || disclosures().filter(|disclosure| disclosure.sought.is_none());
    let models: BTreeSet<&str> = of_models().map(|disclosure| disclosure.receipt.recipient.model.as_str()).collect();
    let has = |kind: Kind| kinds.contains_key(&kind);
    let age_band = stretches(Operator::AgeBand) > 0_usize;
    let (times, allowed_words) = (stretches(Operator::Time), stretches(Operator::Allowed));
    let warnings: Vec<Warning> = [
        (kinds.len() >= MANY_KINDS, Warning::ManyKinds),
        (age_band && has(Kind::Conditions), Warning::AgeAndConditions),
        (
            has(Kind::Conditions) && (has(Kind::Medicines) || has(Kind::Procedures)) && times > 1,
            Warning::CourseOfIllness,
        ),
        (of_models().count() >= MANY_REQUESTS, Warning::ManyRequests),
        (allowed_words > 0, Warning::AllowedWords),
    ]
    .into_iter()
    .filter_map(|(applies, warning)| applies.then_some(warning))
    .collect();
    Account {
        origin: origin.to_owned(),
        models: models.into_iter().map(str::to_owned).collect(),
        requests: entries.len(),
        public: public.into_iter().map(|(sought, requests)| SoughtThere { sought, requests }).collect(),
        bytes: disclosures().map(|disclosure| disclosure.receipt.body_bytes).fold(0, usize::saturating_add),
        first_millis: disclosures().map(|disclosure| disclosure.released_at_millis).min().unwrap_or_default(),
        last_millis: disclosures().map(|disclosure| disclosure.released_at_millis).max().unwrap_or_default(),
        kinds: kinds
            .into_iter()
            .map(|(kind, (at_least, at_most))| AtProvider { kind, words: kind.words(), at_least, at_most })
            .collect(),
        age_band,
        times,
        allowed_words,
        warned: warnings.iter().map(|warning| warning.words()).collect(),
        warnings,
    }
}
