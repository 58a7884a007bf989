//! Coded answers, such as "Never smoker", held to what the sentence says of them: that somebody never did it, did it once, or does it now.

use std::collections::BTreeSet;

use super::denied::Denied;
use super::sentence::{Sentence, Topics};
use super::status::{Role, is_of};
use super::tokens::{Kind, Token, alike};
use super::words::{is_glue, is_negator, is_unknowing};
use super::world::{Known, Topic, World};
use super::written::speaks_of;
use super::{Claim, Mark, Verdict};

/// Words by which something was once and is no more.
const ONCE: &[&str] = &["former", "formerly", "ex", "quit", "stopped", "past", "previously", "previous", "used"];
/// Words by which something was, and may still be.
const WAS: &[&str] = &["was", "were", "had", "been", "did"];
const NOW: &[&str] = &["current", "currently", "now", "still"];
/// Words of answers that say nothing of whether it is so.
const UNANSWERED: &[&str] = &["unknown", "declined", "refused", "asked"];

/// Which of three may be so of somebody: that it never was, that it was once, that it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct May {
    never: bool,
    once: bool,
    now: bool,
}

impl May {
    const NEVER: May = May { never: true, once: false, now: false };
    const ONCE: May = May { never: false, once: true, now: false };
    const NOW: May = May { never: false, once: false, now: true };
    const NOT_NOW: May = May { never: true, once: true, now: false };
    const NOT_ONCE: May = May { never: true, once: false, now: true };

    /// Returns what the words that stand beside something say of it: whether they deny it, say "never", and say that it is over.
    fn said(denies: bool, is_never: bool, is_once: bool) -> Self {
        match (denies, is_never, is_once) {
            (true, _, true) => May::NOT_ONCE,
            (_, true, _) => May::NEVER,
            (true, ..) => May::NOT_NOW,
            (.., true) => May::ONCE,
            _ => May::NOW,
        }
    }

    /// Whether what is said holds where `self` is so; nothing where it may or may not.
    fn holds(self, said: May) -> Option<bool> {
        let all = [(self.never, said.never), (self.once, said.once), (self.now, said.now)];
        let is_within = all.iter().all(|(own, said)| *said || !own);
        let is_apart = all.iter().all(|(own, said)| !(*own && *said));
        if is_within { Some(true) } else { is_apart.then_some(false) }
    }
}

/// Returns what is found of the words of `sentence`, which denies `denied`, that are those of coded answers of `topic`.
pub(super) fn judged(
    sentence: &Sentence,
    (topics, denied): (&Topics, &[Denied]),
    topic: &Topic,
    world: &World,
) -> Vec<Mark> {
    // Words of the thing's whole name are no answer.
    let of_name = topics.named.iter().filter(|(index, _)| {
        world.topics.get(*index).is_some_and(|other| other.name == topic.name && other.kind == topic.kind)
    });
    let runs = of_name.flat_map(|(_, tokens)| sentence.runs(tokens));
    let name: BTreeSet<usize> = runs.filter(|run| run.len() > 1).flatten().collect();
    if topic.facts.iter().all(|fact| fact.answer.is_none()) {
        return Vec::new();
    }
    let mut marks = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        let lower = token.lower();
        if token.stem().is_empty() || name.contains(&at) || is_glue(lower) || is_turn(lower) {
            continue;
        }
        let Some((stems, answer)) = fact(sentence, at, topic, world).and_then(|fact| fact.answer.as_ref()) else {
            continue;
        };
        if !stems.iter().any(|stem| !is_turn(stem) && alike(stem, token.stem())) {
            continue;
        }
        // Of what nobody knows nothing can be said, but that nobody knows.
        let own = of_answer(answer);
        if own.is_none() && is_unknowing(sentence) {
            continue;
        }
        let (verdict, reason) = match own.and_then(|own| holds(own, (sentence, denied), at)) {
            // A note that speaks of it leaves it open: "never smoker" beside "she smoked for ten years".
            Some(holds) if is_open(own, holds, is_never(denied, sentence, at)) && speaks_of(world, token.stem()) => {
                (Verdict::Unsupported, format!("A note that was sent speaks of this too; the record says: {answer}."))
            }
            Some(true) => (Verdict::Supported, String::new()),
            Some(false) => (Verdict::Contradicted, format!("The record says: {answer}.")),
            None => (Verdict::Unsupported, format!("The record says: {answer}.")),
        };
        marks.push(Mark::new(token.range.clone(), Claim::Term, verdict, reason));
    }
    marks
}

/// Whether a word turns an answer, and is none of what was asked.
pub(super) fn is_turn(word: &str) -> bool {
    is_negator(word) || word == "non" || ONCE.contains(&word)
}

/// Returns what a coded answer says; nothing where it says that nobody knows.
fn of_answer(answer: &str) -> Option<May> {
    let lower = answer.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(UNANSWERED) {
        return None;
    }
    let is_longer = has(&["longer"]);
    let denies = !is_longer && words.iter().any(|word| is_negator(word) || word.starts_with("non"));
    Some(May::said(denies, has(&["never"]), is_longer || has(ONCE)))
}

/// Whether a note that speaks of it can make another of what `holds` of the answer `own` or not: what says, as the answer does, that it
/// was or is so, takes nothing from it, nor from that it is wrong that it never was.
fn is_open(own: Option<May>, holds: bool, is_never: bool) -> bool {
    own.is_some_and(|own| if own.never { true } else { !holds && !is_never })
}

/// Whether the word at `at` is said never to have been.
fn is_never(denied: &[Denied], sentence: &Sentence, at: usize) -> bool {
    let mut by = denied.iter().filter(|one| one.words.contains(&at)).filter_map(|one| sentence.tokens.get(one.by));
    by.any(|token| token.lower() == "never")
}

/// Whether what `sentence` says of the word at `at` holds by the answer `own`.
fn holds(own: May, (sentence, denied): (&Sentence, &[Denied]), at: usize) -> Option<bool> {
    let of_it = denied.iter().filter(|one| one.words.contains(&at));
    let by: Vec<&str> = of_it.filter_map(|one| sentence.tokens.get(one.by)).map(Token::lower).collect();
    let is_near = |token: &&Token| !matches!(token.text.as_str(), "," | ":") && token.lower() != "and";
    let before: Vec<&str> = sentence.before(at).take_while(is_near).map(Token::lower).collect();
    let has = |list: &[&str]| before.iter().any(|word| list.contains(word));
    // "To quit smoking" is still to come.
    let is_longer = before.windows(2).any(|pair| pair == ["longer", "no"]);
    let is_once = is_longer || (has(ONCE) && !before.windows(2).any(|pair| pair == ["quit", "to"]));
    let denies = !by.is_empty() || has(&["non"]);
    let said = May::said(denies, by.contains(&"never"), is_once);
    let after = || sentence.after(at).take_while(is_near).any(|token| ONCE.contains(&token.lower()));
    let was = || (has(WAS) || sentence.tokens.get(at).is_some_and(|token| token.lower().ends_with("ed"))) && !has(NOW);
    // "You smoked", "a smoker in the past": what is over was so.
    if said == May::NOW && own == May::ONCE && (was() || after()) { Some(true) } else { own.holds(said) }
}

/// The entry of `topic` that the word at `at` is said of: of the time that is told with it, else the newest.
fn fact<'t>(sentence: &Sentence, at: usize, topic: &'t Topic, world: &World) -> Option<&'t Known> {
    let (newest, _) = topic.ends()?;
    let time = |token: &Token| if let Kind::Time(time) = token.kind { Some(time) } else { None };
    let joins =
        |token: &&Token| !matches!(token.lower(), "and" | "now") && token.text != "." && token.number().is_none();
    let is_plain = |token: &&Token| joins(token) && (token.lower().is_empty() || is_glue(token.lower()));
    let behind = sentence.after(at).take_while(is_plain).find_map(time);
    let told = behind.or_else(|| sentence.before(at).take_while(joins).find_map(time));
    let of_time = |time: usize| topic.facts.iter().rev().find(|fact| is_of(fact, Role::Either, time, world));
    told.and_then(of_time).or_else(|| topic.facts.get(newest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_whether_it_never_was_was_once_or_is_now() {
        for (answer, expected) in [
            ("Never smoker", Some(May::NEVER)),
            ("Never smoked tobacco (finding)", Some(May::NEVER)),
            ("Former smoker", Some(May::ONCE)),
            ("Ex-smoker", Some(May::ONCE)),
            ("No longer drinks", Some(May::ONCE)),
            ("Non-smoker", Some(May::NOT_NOW)),
            ("Nonsmoker", Some(May::NOT_NOW)),
            ("Not detected", Some(May::NOT_NOW)),
            ("Not a former smoker", Some(May::NOT_ONCE)),
            ("Light smoker", Some(May::NOW)),
            ("Tobacco smoking consumption unknown", None),
        ] {
            assert_eq!(of_answer(answer), expected, "{answer}");
        }
    }

    #[test]
    fn what_is_said_holds_where_all_that_may_be_is_within_it() {
        for (own, said, expected) in [
            (May::NEVER, May::NEVER, Some(true)),
            (May::NEVER, May::NOT_NOW, Some(true)),
            (May::NEVER, May::NOT_ONCE, Some(true)),
            (May::NEVER, May::ONCE, Some(false)),
            (May::NEVER, May::NOW, Some(false)),
            (May::ONCE, May::NEVER, Some(false)),
            (May::ONCE, May::NOT_ONCE, Some(false)),
            (May::NOW, May::NOT_NOW, Some(false)),
            (May::NOW, May::NOT_ONCE, Some(true)),
            (May::NOT_NOW, May::NEVER, None),
            (May::NOT_NOW, May::ONCE, None),
            (May::NOT_NOW, May::NOT_NOW, Some(true)),
        ] {
            assert_eq!(own.holds(said), expected, "{own:?} {said:?}");
        }
    }
}
