//! What a sentence denies, thing by thing: the words behind "no" or "denies", or those before a negation that stands last.
//!
//! A list goes on behind a comma where "or" or "nor" ends it ("no fever, chills or cough"), and behind every comma of "denies". A thing is
//! told as denied only where the same words are: "no chest pain" says nothing of pain elsewhere.

use std::collections::BTreeSet;

use super::sentence::{Sentence, sentences};
use super::tokens::{Kind, Token, alike};
use super::words::{is_negator, lists::UNKNOWING};
use super::world::{Topic, World, stems_of};
use crate::document::FactKind;
use crate::index::analyze::is_stop_word;
use crate::question::concepts::kinds_of;

/// Words that end what is denied.
const ENDS: &[&str] =
    &["but", "while", "whereas", "although", "however", "though", "except", "because", "since", "until", "if", "then"];
/// Words with which another clause begins, behind a comma or "and".
const BEGINS: &[&str] = &[
    "you",
    "i",
    "he",
    "she",
    "it",
    "they",
    "we",
    "the",
    "your",
    "her",
    "his",
    "my",
    "there",
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "take",
    "takes",
    "taking",
    "does",
    "do",
    "did",
    "now",
    "currently",
];
/// Words beside a negation that are none of what is denied.
const FREE: &[&str] = &[
    "ever",
    "evidence",
    "sign",
    "signs",
    "symptom",
    "symptoms",
    "history",
    "known",
    "report",
    "reports",
    "reported",
    "present",
    "noted",
    "recorded",
    "documented",
    "found",
    "seen",
    "observed",
    "mentioned",
    "patient",
    "complain",
    "complains",
    "complained",
    "complaints",
    "experience",
    "experienced",
    "experiencing",
    "show",
    "shows",
    "showed",
    "current",
    "having",
    "take",
    "takes",
    "taking",
    "taken",
    "currently",
    "now",
    "today",
    "time",
    "record",
    "records",
    "entry",
    "entries",
];
/// Words of how somebody came to have something, or to be told so: they may stand with any name.
const COMING: &[&str] = &[
    "diagnosed",
    "diagnosis",
    "prescribed",
    "prescription",
    "given",
    "received",
    "started",
    "using",
    "used",
    "underwent",
    "undergone",
    "performed",
    "measured",
    "done",
    "identified",
    "listed",
    "active",
    "ongoing",
    "suffer",
    "suffering",
    "anymore",
    "whether",
    "anything",
    "regarding",
    "concerning",
];
/// Words behind which "no" and "not" deny nothing by themselves: "no longer", "not only".
const NO_DENIAL: &[&str] = &["longer", "only"];
/// Most words of a thing in a list.
const LISTED: usize = 4;

/// Something that a sentence denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Denied {
    /// The place of the negation.
    pub by: usize,
    /// The places of its words.
    pub words: Vec<usize>,
}

/// Returns what `sentence` denies, in order.
pub(super) fn denied(sentence: &Sentence) -> Vec<Denied> {
    let tokens = sentence.tokens.as_slice();
    let lower = |at: usize| tokens.get(at).map_or("", Token::lower);
    let negations = (0..tokens.len()).filter(|at| is_negator(lower(*at)) && !NO_DENIAL.contains(&lower(at + 1)));
    let of = |by: usize| {
        let (behind, before) = (behind(tokens, by), before(tokens, by));
        let tell = |words: &[usize]| words.iter().any(|at| tokens.get(*at).is_some_and(tells));
        let is_last = tell(&before) && !behind.iter().any(|words| tell(words));
        let things = if is_last { vec![before] } else { behind };
        things.into_iter().filter(|words| !words.is_empty()).map(move |words| Denied { by, words })
    };
    negations.flat_map(of).collect()
}

/// Returns the stems of each thing that `text` denies.
pub(super) fn told(text: &str) -> BTreeSet<BTreeSet<String>> {
    let nothing = World::default();
    let all = text.lines().flat_map(|line| sentences(line, &nothing));
    let stems = all.flat_map(|sentence| {
        denied(&sentence).into_iter().map(|one| telling(&sentence, &one.words)).collect::<Vec<BTreeSet<String>>>()
    });
    stems.filter(|stems| !stems.is_empty()).collect()
}

/// Whether all that `sentence` denies by the negation at `by` was told as denied, as `world` has it; `denied` is all that it denies.
pub(super) fn is_told(sentence: &Sentence, by: usize, denied: &[Denied], world: &World) -> bool {
    let own = denied.iter().filter(|one| one.by == by);
    let things: Vec<BTreeSet<String>> =
        own.map(|one| telling(sentence, &one.words)).filter(|stems| !stems.is_empty()).collect();
    !things.is_empty() && things.iter().all(|stems| world.denied.contains(stems))
}

/// Whether the passages deny what `words` of `sentence` tell, in whatever form its words are.
pub(super) fn is_alike_told(sentence: &Sentence, words: &[usize], world: &World) -> bool {
    let own = telling(sentence, words);
    let within = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        one.iter().all(|stem| other.iter().any(|of_other| alike(stem, of_other)))
    };
    !own.is_empty() && world.denied.iter().any(|told| within(&own, told) && within(told, &own))
}

/// The stems of those of `words` that tell what is denied.
fn telling(sentence: &Sentence, words: &[usize]) -> BTreeSet<String> {
    let tokens = words.iter().filter_map(|at| sentence.tokens.get(*at));
    tokens.filter(|token| tells(token)).map(|token| token.key().to_owned()).collect()
}

/// Whether a word says what is denied, and not only that something is.
pub(super) fn tells(token: &Token) -> bool {
    !token.key().is_empty()
        && !is_stop_word(token.lower())
        && !FREE.contains(&token.lower())
        && !is_negator(token.lower())
}

/// Whether all of `words` that tell something are words of the name of `topic`, or of its kind, and one of them tells it.
pub(super) fn is_name(sentence: &Sentence, words: &[usize], topic: &Topic) -> bool {
    let name = stems_of(&topic.name);
    let has = |token: &Token| name.iter().any(|stem| alike(stem, token.key()));
    let is_of_kind = |token: &Token| {
        let is_a_kind = !matches!(topic.kind, FactKind::Condition | FactKind::Procedure);
        let is_allergic = topic.kind == FactKind::AllergyIntolerance && token.lower() == "allergic";
        is_a_kind && (is_allergic || kinds_of(token.lower()).contains(&topic.kind))
    };
    // "The records do not mention diabetes."
    let is_beside = |token: &Token| COMING.contains(&token.lower()) || UNKNOWING.contains(&token.lower());
    let tokens = || words.iter().filter_map(|at| sentence.tokens.get(*at)).filter(|token| tells(token));
    tokens().all(|token| has(token) || is_of_kind(token) || is_beside(token))
        && tokens().any(|token| topic.stems.iter().any(|stem| alike(stem, token.key())))
}

/// The things behind the negation at `by`.
fn behind(tokens: &[Token], by: usize) -> Vec<Vec<usize>> {
    let mut things: Vec<Vec<usize>> = vec![Vec::new()];
    for (at, token) in tokens.iter().enumerate().skip(by + 1) {
        let begins = || tokens.get(at + 1).is_some_and(|next| BEGINS.contains(&next.lower()));
        let is_empty = things.last().is_none_or(Vec::is_empty);
        match token.text.as_str() {
            "," if is_empty || !lists(tokens, by, at) => break,
            "," | "/" => things.push(Vec::new()),
            "-" | "'" | "’" => {}
            _ if ends(token) => break,
            _ if token.lower() == "and" && begins() => break,
            _ if matches!(token.lower(), "and" | "or" | "nor") => things.push(Vec::new()),
            _ => {
                if let Some(open) = things.last_mut().filter(|_| !token.key().is_empty()) {
                    open.push(at);
                }
            }
        }
    }
    things
}

/// The end, in bytes, of what stands behind the negation at `by` of `sentence` up to where it denies nothing more.
pub(super) fn reach(sentence: &Sentence, by: usize) -> usize {
    let last = behind(&sentence.tokens, by).into_iter().flatten().max().unwrap_or(by);
    sentence.tokens.get(last).map_or(0, |token| token.range.end)
}

/// The words of the clause that ends in the negation at `by`: "fever: none".
fn before(tokens: &[Token], by: usize) -> Vec<usize> {
    let is_colon = |at: usize| at + 1 == by && tokens.get(at).is_some_and(|token| token.text == ":");
    let goes_on = |at: &usize| {
        is_colon(*at)
            || tokens.get(*at).is_some_and(|token| !ends(token) && token.text != "," && token.lower() != "and")
    };
    let mut words: Vec<usize> = (0..by).rev().take_while(goes_on).collect();
    words.retain(|at| tokens.get(*at).is_some_and(|token| !token.key().is_empty()));
    words.reverse();
    words
}

/// Whether the list that the negation at `by` begins goes on behind the comma at `comma`.
fn lists(tokens: &[Token], by: usize, comma: usize) -> bool {
    let is_listing = tokens.get(by).is_some_and(|token| matches!(token.lower(), "denies" | "denied" | "neither"));
    let mut len = 0;
    for token in tokens.iter().skip(comma + 1) {
        match token.lower() {
            "or" | "nor" => return true,
            "and" => return is_listing,
            lower if len == 0 && BEGINS.contains(&lower) => return false,
            _ if token.text == "," && is_listing => return true,
            _ if token.text == "," => len = 0,
            _ if ends(token) => return is_listing && len > 0,
            _ => len += 1,
        }
        if len > LISTED {
            return false;
        }
    }
    is_listing
}

/// Whether nothing is denied from `token` on.
fn ends(token: &Token) -> bool {
    let is_sign = matches!(token.kind, Kind::Sign) && !matches!(token.text.as_str(), "," | "/" | "-" | "'" | "’");
    is_sign || ENDS.contains(&token.lower()) || is_negator(token.lower())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_is_told_thing_by_thing() {
        for (text, expected) in [
            ("The patient has no chest pain.", &["chest pain"][..]),
            ("There was no pain in the chest on day 0.", &["chest pain"]),
            ("No fever, chills or night sweats.", &["chill", "fever", "night sweat"]),
            ("No fever, cough for three days.", &["fever"]),
            ("No fever, and cough.", &["fever"]),
            ("No fever and she has cough.", &["fever"]),
            ("No fever or cough, wheezes loudly.", &["cough", "fever"]),
            ("She denies fever, chills, cough.", &["chill", "cough", "fever"]),
            ("She denies fever, chills, and cough.", &["chill", "cough", "fever"]),
            ("She denies fever, has cough.", &["fever"]),
            ("Denies fever, coughs at night since last week or so.", &["cough night", "fever"]),
            ("No fever, she coughs or wheezes.", &["fever"]),
            ("No fever, coughs at night after every one of the meals or walks.", &["fever"]),
            ("No fever but cough.", &["fever"]),
            ("No fever (cough).", &["fever"]),
            ("No family history of stroke.", &["famili stroke"]),
            ("No evidence of stroke.", &["stroke"]),
            ("No fever, no cough.", &["cough", "fever"]),
            ("No nausea/vomiting.", &["nausea", "vomit"]),
            ("No follow-up.", &["follow up"]),
            ("HIV test: negative.", &["hiv test"]),
            ("Ibuprofen is not taken.", &["ibuprofen"]),
            ("He coughs, fever was not found.", &["fever"]),
            ("Seen today: fever was not found.", &["fever"]),
            ("You no longer cough.", &[]),
            ("Not only cough.", &[]),
            ("No, you cough.", &[]),
            ("No.", &[]),
        ] {
            let found: Vec<String> =
                told(text).into_iter().map(|stems| stems.into_iter().collect::<Vec<_>>().join(" ")).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
