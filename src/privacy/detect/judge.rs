//! A second opinion on every unit of a text, and how it is joined with what the recognizers found.
//!
//! The policy: what a recognizer of a form found (a number, a date, an address of the web, a room), what passed a check and
//! what a title or a label announces stays, whatever the judge holds. What recognizers of names, organisations, hospitals, places (postal codes and coordinates
//! among them) and occupations found goes
//! where the judge holds every unit of it below [`VETO`] and the tagger beneath it below [`TAGGED`]: the judge knows clinical
//! texts, the tagger names of any kind. What the tagger alone found goes below [`LEAST`]
//! already. A person's name that a recognizer found in a text of everyday life stays: there the judge, who learnt from clinical texts, takes
//! "the … concert" for one of their terms. What the judge holds at [`CUT`] or above is found, whatever the recognizers say, and with it what stands beside it and is held at [`BESIDE`] or above: the rest of a
//! name is seldom as sure as its middle, and half a name found is none. `docs/head.md` says how the figures were chosen.

use std::iter::once;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::{Entity, Found, Score, View};
use crate::document::EntityType;
use crate::span::{Examined, Span};

/// What the judge is called among the recognizers.
pub(super) const JUDGE: &str = "head";
/// What the tagger beneath it is called.
pub(super) const TAGGER: &str = "model";

/// The probability below which what only looks like a name is taken for none.
const VETO: f32 = 0.1;
/// The tagger's probability below which it sees no name either.
const TAGGED: f32 = 0.95;
/// The probability below which what the tagger alone found is taken for nothing.
const LEAST: f32 = 0.2;
/// The probability from which a unit counts as found.
const CUT: f32 = 0.5;
/// The probability from which a unit counts as found that may be somebody's name by its word, in a text of everyday life.
const SOMEBODY: f32 = 0.1;
/// The probability from which a unit counts as found that stands beside one that does.
const BESIDE: f32 = 0.15;
/// The probability from which it is more than likely.
const SURE: f32 = 0.95;
/// Signs without letters and digits that two units of one identifier may have between them.
const GAP: usize = 3;
/// Letters of the longest word that a full stop abbreviates.
const SHORT: usize = 3;

/// What a judge holds of a unit, a run of letters and digits.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The bytes of the view's text.
    pub range: Range<usize>,
    /// How probable it is that the unit is part of an identifier, 0 to 1.
    pub identifying: f32,
    /// How probable the tagger alone holds it that the unit has a label, 0 to 1.
    pub tagged: f32,
    /// Of what kind it would be.
    pub entity_type: EntityType,
    /// What a person is told where it is found.
    pub reason: &'static str,
    /// Whether it is of a public list, and alone identifies nobody: a country or state, a code of a classification.
    pub public: bool,
    /// Whether it is part of a term of medicine that is called after somebody.
    pub term: bool,
    /// Whether it may be somebody's name by its word, in a text of everyday life, of which the judge knows little.
    pub somebody: bool,
}

/// What a judge holds of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judgement {
    /// The opinion on each unit, in order.
    pub units: Vec<Judged>,
    /// What the tagger beneath the judge says of names, places and numbers by itself.
    pub said: Vec<Found>,
}

/// Holds an opinion on every unit of a text.
pub trait Judge: Send + Sync {
    /// Returns the opinion on `view`; `None` where there is none to be had.
    fn judge(&self, view: &View<'_>) -> Option<Judgement>;
}

/// Returns what is found by the judge alone: neighbouring units of one kind with the signs between and beside them. Terms called
/// after somebody are found where `every` unit counts.
pub(super) fn found(view: &View<'_>, judged: &[Judged], every: bool) -> Vec<Found> {
    let mut stretches: Vec<(Found, f32)> = Vec::new();
    let mut before: Option<&Judged> = None;
    for (unit, taken) in judged.iter().zip(taken(view, judged, every)) {
        let near = before.is_some_and(|last| joins(view, last.range.end..unit.range.start));
        match stretches.last_mut() {
            Some((last, least)) if taken && near && last.entity_type == unit.entity_type => {
                last.range.end = unit.range.end;
                *least = least.min(unit.identifying);
            }
            _ if taken => stretches.push((new(unit), unit.identifying)),
            _ => {}
        }
        before = taken.then_some(unit);
    }
    let finish = |(found, least): (Found, f32)| {
        let score = if least >= SURE { Score::FAIR } else { Score::WEAK };
        Found { range: with_signs(view, found.range), score, ..found }
    };
    stretches.into_iter().map(finish).collect()
}

/// Returns of each unit whether it is found: for itself, or with one beside it. What is of a public list, and a term where not `every`
/// unit counts, is found only with something else.
fn taken(view: &View<'_>, judged: &[Judged], every: bool) -> Vec<bool> {
    let near = |fits: &dyn Fn(Range<usize>) -> bool| -> Vec<bool> {
        judged.windows(2).map(|pair| matches!(pair, [one, other] if fits(one.range.end..other.range.start))).collect()
    };
    let joined = near(&|gap| joins(view, gap));
    let close = near(&|gap| view.slice(gap).chars().count() <= GAP);
    let cut = |unit: &Judged| if unit.somebody { SOMEBODY } else { CUT };
    let sure: Vec<bool> = judged.iter().map(|unit| unit.identifying >= cut(unit)).collect();
    let likely: Vec<bool> = judged.iter().map(|unit| unit.identifying >= BESIDE).collect();
    let found = grown(&sure, &likely, &joined);
    let counts = |unit: &Judged| !unit.public && (every || !unit.term);
    let own: Vec<bool> = judged.iter().zip(&found).map(|(unit, found)| *found && counts(unit)).collect();
    grown(&own, &found, &close)
}

/// Returns of each unit whether it is `found`, or `likely` and in a row of likely ones with one that is; `near` says of
/// each unit but the last whether the next stands beside it.
fn grown(found: &[bool], likely: &[bool], near: &[bool]) -> Vec<bool> {
    let units = found.iter().copied().zip(likely.iter().copied());
    let onwards = spread(units.zip(once(false).chain(near.iter().copied())));
    let units = onwards.into_iter().rev().zip(likely.iter().copied().rev());
    let mut back = spread(units.zip(once(false).chain(near.iter().copied().rev())));
    back.reverse();
    back
}

/// Returns of each unit whether it is found, or likely and beside one before it that is; of each is known whether it is found, whether
/// it is likely, and whether it stands beside the one before it.
fn spread(units: impl Iterator<Item = ((bool, bool), bool)>) -> Vec<bool> {
    let mut before = false;
    units
        .map(|((found, likely), beside)| {
            before = found || before && likely && beside;
            before
        })
        .collect()
}

fn new(unit: &Judged) -> Found {
    Found {
        range: unit.range.clone(),
        entity_type: unit.entity_type,
        score: Score::WEAK,
        pattern: unit.reason,
        validation: None,
        context: None,
    }
}

/// Returns whether `gap`, bytes of the view between two units, may stand within one identifier: a few signs on one line, or a
/// hyphen that divides at its end; nothing that parts fields.
fn joins(view: &View<'_>, gap: Range<usize>) -> bool {
    let signs = view.slice(gap.clone());
    let parts = |c: char| matches!(c, '|' | ';') || c == '\n' && !signs.starts_with('-');
    signs.chars().count() <= GAP && !signs.contains(parts) && !gap.into_iter().any(|at| view.is_tab(at))
}

/// Returns `range` with the signs close to it that belong to it: the plus of a number, the bracket that one within it closes or
/// opens, the full stop of an abbreviation.
fn with_signs(view: &View<'_>, range: Range<usize>) -> Range<usize> {
    let inside = view.slice(range.clone());
    let count = |sign: char| inside.matches(sign).count();
    let before = view.slice(0..range.start).chars().next_back().filter(|sign| match sign {
        '+' | '*' => true,
        '(' => count(')') > count('('),
        _ => false,
    });
    let last = inside.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let short = last.chars().count() <= SHORT && !last.contains(char::is_numeric);
    let after = view.slice(range.end..view.text().len()).chars().next().filter(|sign| match sign {
        '.' => short || inside.contains('.'),
        ')' => count('(') > count(')'),
        sign => is_combining_mark(*sign),
    });
    range.start - before.map_or(0, char::len_utf8)..range.end + after.map_or(0, char::len_utf8)
}

/// A unit's bytes of the text, and what is held of it.
pub(super) struct Weighed {
    span: Span<Examined>,
    identifying: f32,
    tagged: f32,
    somebody: bool,
}

/// Returns the units of `view` with their bytes of the text.
pub(super) fn weighed(view: &View<'_>, judged: &[Judged]) -> Vec<Weighed> {
    let of = |unit: &Judged| {
        let span = view.source_span(unit.range.clone())?;
        Some(Weighed { span, identifying: unit.identifying, tagged: unit.tagged, somebody: unit.somebody })
    };
    judged.iter().filter_map(of).collect()
}

/// Returns whether `entity`, which a recognizer or the tagger found, is taken back for what is held of all of its units.
pub(super) fn doubts(entity: &Entity, units: &[Weighed]) -> bool {
    let soft = matches!(
        entity.entity_type,
        EntityType::Person
            | EntityType::Organization
            | EntityType::Hospital
            | EntityType::Location
            | EntityType::Occupation
    );
    let doubted = |unit: &Weighed| match entity.recognizer {
        TAGGER => unit.identifying < LEAST,
        _ if entity.entity_type == EntityType::Person && unit.somebody => false,
        _ => unit.identifying < VETO && unit.tagged < TAGGED,
    };
    let first = units.partition_point(|unit| unit.span.end() <= entity.span.start());
    let mut inside = units.iter().skip(first).take_while(|unit| unit.span.start() < entity.span.end()).peekable();
    let announced = entity.context.is_some() && entity.score >= Score::STRONG;
    let open = soft && !announced && entity.recognizer != JUDGE && entity.validation.is_none();
    open && inside.peek().is_some() && inside.all(doubted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::detect::{Detector, Known, Recognizer};

    /// The tagger says `s` and `u` are names. Holds each unit to be what its first letter says: `n` and `d` a name and a
    /// date for sure, `q` a name likely, `s` and `p` perhaps, `t` a name by the tagger alone, others nothing; what ends
    /// with `z` is of a public list, with `v` somebody's name by its word, with `k` a term.
    struct Toy;

    impl Judge for Toy {
        fn judge(&self, view: &View<'_>) -> Option<Judgement> {
            let judged = |word: &super::super::Word| {
                let (identifying, entity_type) = match word.lower.chars().next() {
                    Some('n') => (0.99, EntityType::Person),
                    Some('d') => (0.92, EntityType::Date),
                    Some('p') => (0.12, EntityType::Person),
                    Some('q') => (0.3, EntityType::Person),
                    Some('s') => (0.22, EntityType::Person),
                    _ => (0.01, EntityType::Person),
                };
                let tagged = if word.lower.starts_with('t') { 0.97 } else { 0.1 };
                let [public, somebody, term] = ['z', 'v', 'k'].map(|sign| word.lower.ends_with(sign));
                let (range, reason) = (word.range.clone(), "toy");
                Judged { range, identifying, tagged, entity_type, reason, public, term, somebody }
            };
            let said = |word: &super::super::Word| {
                let named = word.lower.starts_with(['s', 'u']);
                named.then(|| Found { range: word.range.clone(), ..new(&judged(word)) })
            };
            let words = || view.words().iter();
            Some(Judgement { units: words().map(judged).collect(), said: words().filter_map(said).collect() })
        }
    }

    /// Finds what stands in square brackets as a person, between stars as one that is announced, in braces as a number, and `<x>`
    /// as a place with a check.
    struct Bracketed;

    impl Recognizer for Bracketed {
        fn name(&self) -> &'static str {
            "bracketed"
        }

        fn find(&self, view: &View<'_>) -> Vec<Found> {
            let pairs = [
                ('[', ']', EntityType::Person, None, None),
                ('{', '}', EntityType::Id, None, None),
                ('<', '>', EntityType::Location, Some("checked"), None),
                ('*', '*', EntityType::Person, None, Some("announced")),
            ];
            type Pair = (char, char, EntityType, Option<&'static str>, Option<&'static str>);
            let found = |(open, close, entity_type, validation, context): Pair| {
                let start = view.text().find(open)? + char::len_utf8(open);
                let range = start..start + view.text()[start..].find(close)?;
                Some(Found { range, entity_type, score: Score::STRONG, pattern: "p", validation, context })
            };
            pairs.into_iter().filter_map(found).collect()
        }
    }

    fn detector() -> Detector {
        Detector::new(vec![Box::new(Bracketed)]).judged_by(Box::new(Toy))
    }

    fn shown(text: &str, entities: &[Entity]) -> Vec<(&'static str, String)> {
        entities.iter().map(|entity| (entity.recognizer, entity.span.of(text).unwrap().to_owned())).collect()
    }

    #[test]
    fn what_only_looks_like_a_name_goes_where_all_of_it_is_doubted() {
        let text = "[a b] {c} <e> x";
        assert_eq!(shown(text, &detector().detect(text)), [("bracketed", "c".into()), ("bracketed", "e".into())]);
        assert_eq!(detector().suspects(text).len(), 3);
        let text = "[a p] x";
        assert_eq!(shown(text, &detector().detect(text)), [("bracketed", "a p".into())]);
        let text = "[a t] x";
        assert_eq!(shown(text, &detector().detect(text)), [("bracketed", "a t".into())]);
        let text = "[\n] x";
        assert_eq!(detector().detect(text).len(), 0, "nothing is there");
    }

    #[test]
    fn what_the_tagger_alone_says_goes_only_where_nothing_at_all_speaks_for_it() {
        let text = "s u x";
        assert_eq!(shown(text, &detector().detect(text)), [("model", "s".into())]);
        assert_eq!(shown(text, &detector().suspects(text)), [("model", "s u".into())]);
    }

    #[test]
    fn somebody_of_everyday_life_is_found_sooner_and_stays() {
        let text = "pv x p av [a av]";
        let expected = [("head", "pv".to_owned()), ("bracketed", "a av".into())];
        assert_eq!(shown(text, &detector().detect(text)), expected);
        assert_eq!(detector().detect("<a> [a a]").len(), 1, "others are doubted as ever");
    }

    #[test]
    fn a_term_is_found_only_with_something_else_and_by_the_review() {
        let text = "nk x nk, n x d";
        let expected = [("head", "nk, n".to_owned()), ("head", "d".into())];
        assert_eq!(shown(text, &detector().detect(text)), expected);
        assert_eq!(detector().suspects("nk x").len(), 1);
        assert_eq!(detector().detect("nk x").len(), 0);
    }

    #[test]
    fn what_is_announced_is_never_doubted() {
        assert_eq!(shown("a *b* x", &detector().detect("a *b* x")), [("bracketed", "b".into())]);
    }

    #[test]
    fn what_the_records_name_is_never_doubted() {
        let text = "a b";
        let known = Known { span: Span::at(0, 1), entity_type: EntityType::Person };
        assert_eq!(shown(text, &detector().detect_knowing(text, &[known])), [("records", "a".into())]);
    }

    #[test]
    fn neighbours_of_one_kind_are_one_with_the_signs_beside_them() {
        let text = "x nn, n-n) d1 d2, p n.";
        let found = detector().detect(text);
        let expected = [("head", "nn, n-n".to_owned()), ("head", "d1 d2".into()), ("head", "n.".into())];
        assert_eq!(shown(text, &found), expected);
        assert_eq!((found[0].score, found[1].score), (Score::FAIR, Score::WEAK));
        for apart in ["n    n", "n\nn", "n | n", "n\tn"] {
            assert_eq!(detector().detect(apart).len(), 2, "{apart:?}");
        }
        for whole in ["(n) n-n", "+n", "n-\nn", "n (n n)", "n n."] {
            let text = format!("x {whole}, x");
            assert_eq!(shown(&text, &detector().detect(&text)), [("head", whole.to_owned())]);
        }
    }

    #[test]
    fn what_is_likely_is_found_beside_what_is_sure() {
        let text = "q x q q-n, q d q x q";
        let expected = [("head", "q q-n, q".to_owned()), ("head", "d".into()), ("head", "q".into())];
        assert_eq!(shown(text, &detector().detect(text)), expected);
        for apart in ["q\nn", "n | q", "p n", "n x q"] {
            assert_eq!(shown(apart, &detector().detect(apart)), [("head", "n".to_owned())], "{apart:?}");
        }
    }

    #[test]
    fn what_is_of_a_public_list_is_found_with_something_else_alone() {
        let text = "nz x nz nz, dz, x n\n nz";
        assert_eq!(shown(text, &detector().detect(text)), [("head", "n".to_owned()), ("head", "nz".into())]);
    }

    #[test]
    fn bytes_of_the_text_are_meant_where_the_view_has_others() {
        let text = "é\u{301}\u{200b} [é b] nó\u{301}n";
        assert_eq!(shown(text, &detector().detect(text)), [("head", "nó\u{301}n".into())]);
    }
}
