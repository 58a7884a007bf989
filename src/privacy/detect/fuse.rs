//! Settles overlaps.
//!
//! The policy: every byte that one recognizer found stays found. Where several claim a byte, the surer one names it, then
//! the longer one, then the one whose type comes first in [`EntityType`]. What sticks out of the winner stays an entity of
//! its own; where it holds no letter or digit it goes with the entity before it. Neighbours that are parts of one name or number are joined when the same
//! type claims both and nothing but one space, comma or hyphen stands between.

use std::cmp::Reverse;

use super::Entity;
use crate::span::{Examined, Span};

/// Returns `entities` of `text` without overlap, in the order of their bytes.
pub(super) fn settle(text: &str, mut entities: Vec<Entity>) -> Vec<Entity> {
    entities.sort_by_key(|entity| (Reverse(entity.score), Reverse(entity.span.len()), entity.entity_type, entity.span));
    let mut settled: Vec<Entity> = Vec::new();
    for entity in entities {
        for span in free(entity.span, &settled) {
            let Some(rest) = span.of(text) else { continue };
            if rest.contains(char::is_alphanumeric) {
                settled.push(Entity { span, ..entity.clone() });
            } else if let Some(before) = settled.iter_mut().find(|settled| settled.span.end() == span.start()) {
                let end = span.start() + rest.trim_end().len();
                before.span = Span::new(before.span.start()..end).unwrap_or(before.span);
            }
        }
    }
    settled.sort();
    join(text, settled)
}

/// Returns the parts of `span` that no entity of `settled` covers.
fn free(span: Span<Examined>, settled: &[Entity]) -> Vec<Span<Examined>> {
    let mut parts = vec![span];
    for taken in settled.iter().map(|entity| entity.span) {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let before = Span::new(part.start()..part.end().min(taken.start()));
                let after = Span::new(part.start().max(taken.end())..part.end());
                if part.overlaps(taken) { vec![before, after] } else { vec![Some(part)] }
            })
            .flatten()
            .filter(|part| !part.is_empty())
            .collect();
    }
    parts
}

fn join(text: &str, settled: Vec<Entity>) -> Vec<Entity> {
    let mut joined: Vec<Entity> = Vec::new();
    for entity in settled {
        let gap = |last: &Entity| text.get(last.span.end()..entity.span.start());
        match joined.last_mut() {
            Some(last)
                if last.entity_type == entity.entity_type
                    && last.recognizer == entity.recognizer
                    && gap(last).is_some_and(|gap| matches!(gap, "" | " " | "-")) =>
            {
                last.span = Span::new(last.span.start()..entity.span.end()).unwrap_or(last.span);
            }
            _ => joined.push(entity),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::EntityType;
    use crate::privacy::detect::{Found, Score};
    use proptest::prelude::*;

    fn entity(start: usize, end: usize, entity_type: EntityType, score: Score) -> Entity {
        let found = Found { range: start..end, entity_type, score, pattern: "p", validation: None, context: None };
        Entity::new(Span::at(start, end - start), "r", found)
    }

    #[test]
    fn the_surer_one_names_and_what_sticks_out_stays() {
        let text = "Anna Berg 555-0100 x";
        let settled = settle(
            text,
            vec![
                entity(0, 18, EntityType::Person, Score::WEAK),
                entity(10, 18, EntityType::Phone, Score::STRONG),
                entity(4, 5, EntityType::Id, Score::CERTAIN),
            ],
        );
        let shown: Vec<_> = settled.iter().map(|e| (e.entity_type, e.span.of(text).unwrap())).collect();
        assert_eq!(shown, [(EntityType::Person, "Anna Berg "), (EntityType::Phone, "555-0100")]);
    }

    /// Where an entity begins and ends, what it is, and how sure that is.
    type Part = (usize, usize, EntityType, Score);

    /// Returns what becomes of entities of `text`, each the same type and of a recognizer.
    fn settled(text: &str, parts: &[Part]) -> Vec<(EntityType, String)> {
        let entities = parts.iter().map(|(start, end, kind, score)| entity(*start, *end, *kind, *score)).collect();
        settle(text, entities).iter().map(|e| (e.entity_type, e.span.of(text).unwrap().to_owned())).collect()
    }

    #[test]
    fn the_surer_the_longer_and_then_the_type_names() {
        use EntityType::{Date, Id, Person};
        type Row<'a> = (&'a str, &'a [Part], &'a [(EntityType, &'a str)]);
        let rows: &[Row<'_>] = &[
            ("abcd", &[(0, 4, Id, Score::WEAK), (0, 4, Person, Score::FAIR)], &[(Person, "abcd")]),
            ("abcd", &[(0, 4, Id, Score::FAIR), (0, 4, Person, Score::WEAK)], &[(Id, "abcd")]),
            ("abcd", &[(0, 3, Person, Score::FAIR), (0, 4, Date, Score::FAIR)], &[(Date, "abcd")]),
            ("abcd", &[(0, 4, Date, Score::FAIR), (0, 4, Person, Score::FAIR)], &[(Person, "abcd")]),
            // What sticks out before and behind stays, and goes with what is before where it is no letter.
            (
                "ab cd ef",
                &[(3, 5, Id, Score::CERTAIN), (0, 8, Person, Score::WEAK)],
                &[(Person, "ab "), (Id, "cd"), (Person, " ef")],
            ),
            ("ab cd.  ", &[(0, 5, Id, Score::CERTAIN), (3, 8, Person, Score::WEAK)], &[(Id, "ab cd.")]),
            (
                "ab.. cd",
                &[(0, 2, Id, Score::CERTAIN), (5, 7, Id, Score::CERTAIN), (0, 7, Person, Score::WEAK)],
                &[(Id, "ab.. cd")],
            ),
            ("  ab", &[(2, 4, Id, Score::CERTAIN), (0, 4, Person, Score::WEAK)], &[(Id, "ab")]),
        ];
        for (text, parts, expected) in rows {
            let found = settled(text, parts);
            let found: Vec<(EntityType, &str)> = found.iter().map(|(kind, words)| (*kind, words.as_str())).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn neighbours_of_one_kind_are_one() {
        use EntityType::{Date, Person};
        for (text, second, expected) in [
            ("ab cd", Person, &["ab cd"][..]),
            ("ab-cd", Person, &["ab-cd"]),
            ("ab,cd", Person, &["ab", "cd"]),
            ("ab\ncd", Person, &["ab", "cd"]),
            ("ab cd", Date, &["ab", "cd"]),
        ] {
            let found = settled(text, &[(0, 2, Person, Score::FAIR), (3, 5, second, Score::FAIR)]);
            assert_eq!(found.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>(), expected, "{text:?}");
        }
        let touching = settled("abcd", &[(0, 2, Person, Score::FAIR), (2, 4, Person, Score::WEAK)]);
        assert_eq!(touching, [(Person, "abcd".to_owned())]);
        let mut other = entity(3, 5, Person, Score::FAIR);
        other.recognizer = "other";
        assert_eq!(settle("ab cd", vec![entity(0, 2, Person, Score::FAIR), other]).len(), 2);
    }

    proptest! {
        #[test]
        fn no_byte_that_was_found_is_lost(
            parts in prop::collection::vec((0usize..30, 1usize..10, 0u8..3, 0u8..3), 0..12),
        ) {
            let text = "a".repeat(40);
            let entities: Vec<_> = parts
                .iter()
                .map(|(start, len, kind, score)| {
                    let kind = [EntityType::Person, EntityType::Date, EntityType::Id][*kind as usize];
                    let score = [Score::WEAK, Score::FAIR, Score::CERTAIN][*score as usize];
                    entity(*start, start + len, kind, score)
                })
                .collect();
            let settled = settle(&text, entities.clone());
            for byte in 0..40 {
                let was = entities.iter().any(|entity| entity.span.range().contains(&byte));
                let is = settled.iter().filter(|entity| entity.span.range().contains(&byte)).count();
                prop_assert_eq!(is, usize::from(was));
            }
        }
    }
}
