//! Events that are counted from: "since I started metformin".

use super::form::{Event, Want};
use super::lexicon::is_neutral;
use super::reader::Reader;
use super::topics::topic;
use crate::question::anchor::Relation;
use crate::question::concepts;

/// What is said of a medicine that was begun.
pub(super) const STARTED: &[&str] =
    &["put on", "started on", "placed on", "went on", "go on", "first took", "first given"];

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
