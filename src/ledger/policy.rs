//! The rules under which something leaves, as data that can be hashed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::reading::sha256;
use crate::privacy::kind::Kind;
use crate::privacy::level::{Level, Noise, Numbers};
use crate::privacy::policy::{Beyond, Policy};
use crate::quote::format::SYSTEMS;

/// The rules in words that hold at every level, one for each decision that can stand behind a stretch of a message.
const RULES: &[&str] = &[
    "Structured facts leave in a terminology's own words around generalised values; a value, a comment or a title in free text does not leave.",
    "Names become pseudonyms, fresh for each question, whose requests, if it has several, share them; references become aliases of one request.",
    "Places, contacts, numbers and codes of persons do not leave.",
    "A word of the question leaves when it is in the closed vocabulary, or when the person allows it and it is only unknown, a word that is a name too, a state or country, or in a part that reads like an instruction; no number but one word up to twelve, no age or date, nothing that is a name or a place and nothing else, and no name of several words leaves with it.",
    "A known answer of the records in any part of a request refuses the request, unless all of it is our own fixed words, a number of at most six digits or one word that our operations made, or one whole word within one piece of a terminology or of the vocabulary that is known as a common or medical word and is written as one: small, with a capital that its place explains, or of medicine.",
    "What a recognizer finds refuses the request, unless our operations made all of it, or what it has of one such piece is known as a whole, or word by word with a word of medicine among them.",
    "A text shaped like an identifier refuses the request, unless it is our own fixed words.",
    "The request's bytes are parsed again and must be what its fields say; the system message must be one of ours.",
];

/// The rule in words for notes, as `in_force` has it.
fn rule_of_notes(in_force: &InForce) -> &'static str {
    let are_kept = in_force.kinds.as_ref().is_some_and(|kinds| !kinds.contains(&Kind::Notes));
    let rules = in_force.level.rules();
    match (are_kept || !rules.sentences, rules.numbers) {
        (true, _) | (_, Numbers::Banded) => {
            "Of a note nothing leaves but that it is there, under an alias, and its distance in time."
        }
        (false, Numbers::Rounded) => {
            "Of a note leave at most three sentences of a passage, those that answer, word by word over the closed vocabulary, with an ellipsis for every other word, name, date and place; numbers in them as written where they have at most two significant digits, ages as bands."
        }
        (false, Numbers::Finer) => {
            "Of a note leave at most three sentences of a passage, those that answer, word by word over the closed vocabulary, with an ellipsis for every other word, name, date and place; numbers in them as written where they have at most three significant digits, ages as bands."
        }
    }
}

/// The rule in words for what singles somebody out; none where it is only shown.
fn rule_of_strangers(strangers: Beyond) -> Option<&'static str> {
    match strangers {
        Beyond::Warn => None,
        Beyond::Ease => Some(
            "Where what is told fits fewer people than the limit of the stranger test, ages and times grow coarser, rare diseases lose their name and entries stay, until enough people fit or one entry is left.",
        ),
        Beyond::Refuse => Some(
            "Where what is told fits fewer people than the limit of the stranger test, ages and times grow coarser, rare diseases lose their name and entries stay; what then still fits too few people does not leave.",
        ),
    }
}

/// The rules in words that `level` has of its own.
fn rules_of(level: Level) -> [&'static str; 3] {
    match level {
        Level::Strict => [
            "Dates become distances in months or years from a day 0 of the request; years, months and days do not leave, but the year in a term of a terminology (coronavirus disease 2019).",
            "No age leaves.",
            "Numbers become bands between clinical thresholds or by the reference range, else they are rounded coarsely; three readings or more become the lowest and highest band, a rough count and a direction, with the newest reading beside them.",
        ],
        Level::Balanced => [
            "Dates become distances in time from a day 0 of the request; years, months and days do not leave, but the year in a term of a terminology (coronavirus disease 2019).",
            "Ages become bands of ten years; 90 and over are one band.",
            "Numbers are rounded to clinical precision; three readings or more become a range, a count and a direction, with the newest reading beside them and, where a course is asked about, the first.",
        ],
        Level::Minimal => [
            "Dates become distances in days and weeks from a day 0 of the request; years, months and days do not leave, but the year in a term of a terminology (coronavirus disease 2019).",
            "Ages become bands of five years; 90 and over are one band.",
            "Numbers are rounded one step finer than clinical precision; three readings or more become a range, a count and a direction, with the newest reading beside them and, where a course is asked about, the first.",
        ],
    }
}

/// What of a policy a receipt holds: all that the rules depend on. The addresses that a host's policy lets be asked are the host's own text,
/// and stand here as a hash only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InForce {
    /// The level that was told at.
    pub level: Level,
    /// Whether numbers were moved by chance.
    pub noise: Noise,
    /// Whether words could be allowed.
    pub allow_words: bool,
    /// What was done where a stranger could know who it is.
    #[serde(skip_serializing_if = "Beyond::is_warn", default)]
    pub strangers: Beyond,
    /// The kinds of facts that could leave; every kind where none is named.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kinds: Option<BTreeSet<Kind>>,
    /// SHA-256 of the addresses that could be asked, one a line in their order; any where there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub endpoints_sha256: Option<String>,
}

/// The rules under which a request is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rulebook {
    /// Its name: that of the level.
    pub name: &'static str,
    /// The policy in force.
    pub in_force: InForce,
    /// The rules in words.
    pub rules: Vec<&'static str>,
    /// SHA-256 of each system message that may be sent.
    pub system_messages: Vec<String>,
}

/// A policy's name, hash and settings, as a receipt holds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyMark {
    /// Its name.
    pub name: String,
    /// SHA-256 of the rulebook as compact JSON.
    pub sha256: String,
    /// The policy in force; receipts from before there were levels have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_force: Option<InForce>,
}

impl From<&Policy> for InForce {
    fn from(policy: &Policy) -> Self {
        let Policy { floor: level, allow_words, noise, strangers, kinds, endpoints } = policy;
        let listed = |endpoints: &BTreeSet<String>| {
            sha256(endpoints.iter().map(String::as_str).collect::<Vec<_>>().join("\n").as_bytes())
        };
        InForce {
            level: *level,
            noise: *noise,
            allow_words: *allow_words,
            strangers: *strangers,
            kinds: kinds.clone(),
            endpoints_sha256: endpoints.as_ref().map(listed),
        }
    }
}

impl Rulebook {
    /// Returns the rules of this version with the settings `in_force`.
    pub fn new(in_force: InForce) -> Self {
        Rulebook {
            name: in_force.level.as_str(),
            rules: RULES
                .iter()
                .copied()
                .chain([rule_of_notes(&in_force)])
                .chain(rules_of(in_force.level))
                .chain(rule_of_strangers(in_force.strangers))
                .collect(),
            in_force,
            system_messages: SYSTEMS.iter().map(|message| sha256(message.as_bytes())).collect(),
        }
    }

    /// Returns the rules of this version under `policy`.
    pub fn of(policy: &Policy) -> Self {
        Rulebook::new(policy.into())
    }

    /// Returns name, hash and settings.
    pub fn mark(&self) -> PolicyMark {
        // Texts and closed words can always be written as JSON.
        let json = serde_json::to_string(self).unwrap_or_default();
        PolicyMark {
            name: self.name.to_owned(),
            sha256: sha256(json.as_bytes()),
            in_force: Some(self.in_force.clone()),
        }
    }
}
