//! The event that a question counts from: "after the birth", "since I started metformin".

use serde::Serialize;

use super::concepts;
use super::plan::{Plain, Topic, topics};
use super::vocabulary;
use crate::document::FactKind;

/// How the facts lie to the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// From its beginning on.
    Since,
    /// After its end.
    After,
    /// Before its beginning.
    Before,
}

/// An event that a question names, as far as words can say; whether the records hold it is seen later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Anchor {
    /// How the facts lie to it.
    pub relation: Relation,
    /// The kinds of resource that are named for it; empty when none is.
    pub kinds: Vec<FactKind>,
    /// What the event is about.
    pub topics: Vec<Topic>,
    /// Which of several is meant, where it is said: "since my last visit".
    pub which: Option<Which>,
}

/// Which of several events is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The first.
    First,
    /// The last.
    Last,
}

impl Anchor {
    /// Takes the words of an event out of `plain`: from "since", "after" or "before" to the end of that part of the
    /// question. They stay where they name nothing, and where nothing else would be left to ask for.
    pub(super) fn read(plain: &mut Vec<Plain<'_>>) -> Option<Self> {
        let (at, relation) = plain.iter().enumerate().find_map(|(at, word)| {
            let relation = match word.lower {
                "since" => Relation::Since,
                "after" | "following" => Relation::After,
                "before" => Relation::Before,
                _ => return None,
            };
            Some((at, relation))
        })?;
        let part = plain.get(at)?.part;
        let end = plain.iter().position(|word| word.part > part).unwrap_or(plain.len());
        let event = plain.get(at + 1..end)?;
        let mut kinds: Vec<FactKind> = event.iter().flat_map(|word| concepts::kinds_of(word.lower)).copied().collect();
        kinds.sort();
        kinds.dedup();
        let which = event.iter().find_map(|word| match word.lower {
            "first" | "earliest" => Some(Which::First),
            "last" | "latest" | "recent" => Some(Which::Last),
            _ => None,
        });
        let anchor = Anchor { relation, kinds, topics: topics(event).0, which };
        let rest: Vec<Plain<'_>> =
            plain.iter().enumerate().filter(|(index, _)| !(at..end).contains(index)).map(|(_, word)| *word).collect();
        // "What was written before my surgery?" asks for texts.
        let asks_by =
            |word: &Plain<'_>| !concepts::kinds_of(word.lower).is_empty() || vocabulary::asks_for_prose(word.lower);
        let asks = rest.iter().any(asks_by) || !topics(&rest).0.is_empty();
        if !asks || (anchor.topics.is_empty() && anchor.kinds.is_empty()) {
            return None;
        }
        *plain = rest;
        Some(anchor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Plan;

    fn anchor(question: &str) -> Option<(Relation, Vec<FactKind>, usize)> {
        let anchor = Plan::new(question, &[]).anchor?;
        Some((anchor.relation, anchor.kinds, anchor.topics.len()))
    }

    #[test]
    fn an_event_is_taken_out_of_the_question() {
        assert_eq!(anchor("How was my ALT since I started tenofovir?"), Some((Relation::Since, vec![], 1)));
        assert_eq!(anchor("my INR before the operation"), Some((Relation::Before, vec![FactKind::Procedure], 0)));
        let plan = Plan::new("When was my INR checked after the clarithromycin?", &[]);
        assert_eq!(plan.topics, [vec![vec!["inr".to_owned()]]]);
    }

    #[test]
    fn a_date_or_nothing_is_no_event() {
        for question in
            ["INR since 2019", "what came after that", "after the birth", "my INR ever since", "before breakfast?"]
        {
            assert_eq!(anchor(question), None, "{question}");
        }
    }
}
