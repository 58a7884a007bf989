//! The names that a sentence may say: of what was told, whole, and of coded answers.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::FactKind;
use crate::index::analyze::is_stop_word;
use crate::quote::ground::tokens::{Kind, Token, tokens};
use crate::quote::ground::world::{GENERIC, World};

/// A name, word by word.
#[derive(Debug)]
pub(super) struct Name {
    /// How often each of its words, numbers and signs stands in it, by what is compared.
    held: BTreeMap<String, usize>,
    /// What of it must be said for it to be this name.
    core: Vec<String>,
}

/// The names of a request.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Of each thing that was told, in the order of [`World::topics`].
    pub things: Vec<Name>,
    /// Coded answers, in lower case as the records have them.
    pub answers: Vec<(Name, String)>,
    /// The parts of readings: systolic blood pressure.
    pub parts: Vec<(Name, String)>,
}

/// Words of a medicine's name that say how it is made up, and not what it is.
const MADE_UP: &[&str] = &[
    "oral",
    "tablet",
    "capsul",
    "extend",
    "releas",
    "delay",
    "solut",
    "inject",
    "inhal",
    "actuat",
    "hr",
    "ml",
    "unt",
    "prefil",
    "syring",
    "suspens",
    "chewabl",
    "hydrochlorid",
    "transderm",
    "system",
    "patch",
    "cream",
    "topic",
    "spray",
    "nasal",
    "24",
    "12",
];
/// Words of the names of other things that tell nothing apart.
const APART: &[&str] = &["bodi", "children", "option", "find", "disord", "situat", "regim", "therapi"];

impl Names {
    /// Returns the names of what `world` tells.
    pub fn of(world: &World) -> Self {
        let things = world.topics.iter().map(|topic| Name::new(&topic.name, Some(topic.kind))).collect();
        let mut texts: Vec<String> = Vec::new();
        for (_, text) in world.topics.iter().flat_map(|topic| &topic.facts).filter_map(|fact| fact.answer.as_ref()) {
            let lower = text.to_lowercase();
            if !texts.contains(&lower) {
                texts.push(lower);
            }
        }
        let mut answers: Vec<(Name, String)> = texts.iter().map(|text| (Name::new(text, None), text.clone())).collect();
        for text in texts.iter().filter(|text| text.starts_with("never smoke")) {
            answers.push((Name::new("never smoked", None), text.clone()));
        }
        let readings = world.topics.iter().flat_map(|topic| &topic.readings);
        let parts: BTreeSet<&str> = readings.map(|reading| reading.part_name.as_str()).collect();
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let parts = parts.map(|part| (Name::new(part, Some(FactKind::Observation)), part.to_owned())).collect();
        Names { things, answers, parts }
    }
}

/// Returns by what a word, a number or a sign is compared with those of a name.
fn key(token: &Token) -> String {
    match &token.kind {
        Kind::Word { lower, stem } if is_stop_word(lower) || stem.is_empty() => lower.clone(),
        Kind::Word { stem, .. } => stem.clone(),
        _ => token.text.to_lowercase(),
    }
}

/// Whether a token of a name can stand at its ends: a word that says something, or a number.
fn is_said(token: &Token) -> bool {
    token.number().is_some() || (!token.lower().is_empty() && !is_stop_word(token.lower()))
}

/// Returns what of the name of a thing of `kind` must be said for it to be meant, in order.
pub(in crate::quote::ground) fn core(name: &str, kind: FactKind) -> Vec<String> {
    let mut core = Name::new(name, Some(kind)).core;
    core.sort_unstable();
    core
}

impl Name {
    fn new(text: &str, kind: Option<FactKind>) -> Self {
        let (mut held, mut core) = (BTreeMap::new(), Vec::new());
        for token in tokens(text, &World::default()) {
            let key = key(&token);
            *held.entry(key.clone()).or_insert(0) += 1;
            let is_medicine = kind == Some(FactKind::MedicationRequest);
            let tells_nothing = match kind {
                Some(FactKind::MedicationRequest) => GENERIC.contains(&key.as_str()) || MADE_UP.contains(&key.as_str()),
                Some(_) => GENERIC.contains(&key.as_str()) || APART.contains(&key.as_str()),
                None => APART.contains(&key.as_str()),
            };
            let is_strength = is_medicine && token.number().is_some();
            if is_said(&token) && !tells_nothing && !is_strength && !core.contains(&key) {
                core.push(key);
            }
        }
        Name { held, core }
    }

    /// Returns how many of `tokens`, from their first on, say this name whole; 0 where they do not. No word is said more often than in it.
    pub fn said(&self, tokens: &[Token]) -> usize {
        if self.core.is_empty() || !tokens.first().is_some_and(is_said) {
            return 0;
        }
        let mut left = self.held.clone();
        let (mut len, mut seen): (usize, Vec<String>) = (0, Vec::new());
        for (at, token) in tokens.iter().enumerate() {
            let key = key(token);
            match left.get_mut(&key) {
                Some(count) if *count > 0 => *count -= 1,
                _ => break,
            }
            let closes = matches!(token.text.as_str(), ")" | "]");
            if is_said(token) || (closes && len == at) {
                len = at + 1;
            }
            seen.push(key);
        }
        let said = seen.get(..len).unwrap_or_default();
        if self.core.iter().all(|key| said.contains(key)) { len } else { 0 }
    }
}
