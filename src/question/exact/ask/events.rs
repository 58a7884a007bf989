//! Events that are counted from: "since I started metformin".

use super::form::{Ask, Event, Standing, Want};
use super::lexicon::is_neutral;
use super::reader::Reader;
use super::topics::topic;
use crate::document::FactKind;
use crate::question::anchor::Relation;
use crate::question::concepts;

/// Words that say of a thing that it began or was found.
pub(super) const BEGAN: &[&str] = &[
    "for the first time",
    "first",
    "became",
    "become",
    "began",
    "begin",
    "beginning of",
    "started",
    "start",
    "start of",
    "onset",
    "onset of",
    "showed up",
    "show up",
    "came on",
    "came along",
    "came up",
    "turned out",
    "was found to",
    "discovered",
    "discover",
    "detected",
    "detect",
    "noticed",
    "spotted",
    "spot",
    "appeared",
    "appear",
    "broke out",
    "struck",
    "set in",
    "happened",
    "happen",
];

/// What is said of a medicine that was begun.
const STARTED: &[&str] =
    &["put on", "started on", "placed on", "went on", "go on", "going on", "first took", "first given"];

/// Reads "since I started metformin", "before my surgery", "after the heart attack".
pub(super) fn event(reader: &mut Reader<'_>, want: Want) -> Option<Event> {
    if want == Want::Span {
        return None;
    }
    let (at, relation) = reader.tokens.iter().enumerate().find_map(|(at, token)| {
        let relation = match token.lower {
            _ if token.used || token.named => return None,
            "since" => Relation::Since,
            "after" | "following" => Relation::After,
            "before" => Relation::Before,
            "prior" => Relation::Before,
            "during" => Relation::Since,
            _ => return None,
        };
        Some((at, relation))
    })?;
    let lasts = reader.free(at) == Some("during");
    let part = reader.tokens.get(at)?.part;
    let end = reader.tokens.iter().enumerate().position(|(i, token)| i > at && token.part > part && !token.named);
    let end = end.unwrap_or(reader.tokens.len());
    // "Right before", "just before".
    if let Some(just) =
        at.checked_sub(1).filter(|just| matches!(reader.free(*just), Some("right" | "just" | "shortly")))
    {
        reader.use_up(just);
    }
    let mut begins = false;
    for phrase in STARTED {
        if let Some(place) = reader.find(phrase).filter(|place| (at..end).contains(place)) {
            begins = true;
            (place..place + phrase.split(' ').count()).for_each(|index| reader.use_up(index));
        }
    }
    for verb in [
        "started taking",
        "started",
        "starting",
        "start",
        "began",
        "beginning",
        "diagnosis",
        "diagnosed",
        "came down",
        "first",
    ] {
        if let Some(place) = reader.find(verb).filter(|place| (at..end).contains(place)) {
            begins = true;
            reader.use_up(place);
        }
    }
    let group: Vec<usize> = (at + 1..end)
        .filter(|i| reader.tokens.get(*i).is_some_and(|token| !token.used && (token.named || !is_neutral(token.lower))))
        .collect();
    // "During my last visit" is no time that something lasted.
    let is_kind = |at: &usize| {
        reader.tokens.get(*at).is_some_and(|token| !token.named && !concepts::kinds_of(token.lower).is_empty())
    };
    if group.is_empty() || lasts && group.iter().all(is_kind) {
        return None;
    }
    let mut kinds = Vec::new();
    let topic = topic(reader, &group, &mut kinds);
    (at..end).for_each(|index| reader.use_up(index));
    kinds.sort();
    kinds.dedup();
    Some(Event { relation, topic, kinds, begins, lasts, within: None })
}

/// "An arrhythmia called AFib": what it is called is what is asked about.
pub(super) fn named_otherwise(reader: &mut Reader<'_>) {
    let Some(at) = reader.find("called").filter(|at| at + 1 < reader.tokens.len()) else { return };
    let article =
        (at.saturating_sub(4)..at).rev().find(|i| matches!(reader.free(*i), Some("a" | "an" | "some" | "something")));
    for index in article.into_iter().flat_map(|from| from..at) {
        reader.use_up(index);
    }
}

/// Takes "take out my …", "remove my …", "take my … out": the lists have the thing before what was done to it.
pub(super) fn removed(reader: &mut Reader<'_>) -> bool {
    let is_own = |word: &str| matches!(word, "my" | "his" | "her" | "the" | "their" | "our");
    for phrase in ["take out", "took out", "cut out", "remove", "removed"] {
        let Some(at) = reader.find(phrase) else { continue };
        let next = at + phrase.split(' ').count();
        if reader.free(next).is_some_and(is_own) {
            reader.take(phrase);
            return true;
        }
    }
    for verb in ["take", "took"] {
        let Some(at) = reader.find(verb).filter(|at| reader.free(at + 1).is_some_and(is_own)) else { continue };
        // "Take my appendix out" holds the name "appendix out", of which "out" says what was done.
        let is_out = |i: &usize| reader.tokens.get(*i).is_some_and(|token| !token.used && token.lower == "out");
        if let Some(out) = (at + 3..at + 6).find(is_out) {
            reader.use_up(at);
            reader.use_up(out);
            return true;
        }
    }
    false
}

/// Takes "put on insulin", "started on": a medicine that was begun.
pub(super) fn begun(reader: &mut Reader<'_>, ask: &mut Ask) {
    if reader.take_any(STARTED).is_some() {
        ask.hints.push(FactKind::MedicationRequest);
        ask.begins |= ask.want == Want::Date && ask.pick.is_none();
        // "Which medicines was he put on in March?" asks for what was written then.
        if ask.standing == Standing::Unsaid && ask.range.is_some() {
            ask.standing = Standing::Ever;
        }
    }
}
