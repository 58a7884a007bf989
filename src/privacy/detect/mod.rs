//! Finds identifying texts in prose: a [`Detector`] asks each recognizer and fuses what they say.
//!
//! Recognizers ([`crate::privacy::recognizers`]) read a [`View`] of the text, in which typography does not matter, and answer with
//! [`Found`]; the detector maps those back to bytes of the text, applies the allow-lists and settles overlaps by the policy in
//! `fuse`. Thresholds are set for recall: what is found without need costs a word, what is missed costs trust. A [`Judge`],
//! where there is one, adds what the recognizers miss, and takes back names that are none by the policy in `judge`.
//!
//! Nothing here knows what the records say; known answers are looked for in [`crate::clearance`], which also has the last word.

mod asked;
mod entity;
mod fuse;
mod judge;
mod view;

pub use entity::{Entity, Found, Known, Recognizer, Score};
pub use judge::{Judge, Judged, Judgement};
pub use view::{View, Word, without_accents};

use crate::document::EntityType;
use crate::question::vocabulary::is_title;
use crate::span::{Examined, Span};

/// Finds identifying texts by all of its recognizers.
pub struct Detector {
    recognizers: Vec<Box<dyn Recognizer>>,
    judge: Option<Box<dyn Judge>>,
}

impl Detector {
    /// Returns a detector that asks `recognizers`.
    pub fn new(recognizers: Vec<Box<dyn Recognizer>>) -> Self {
        Detector { recognizers, judge: None }
    }

    /// Returns this detector with `judge` as its second opinion.
    #[must_use]
    pub fn judged_by(self, judge: Box<dyn Judge>) -> Self {
        Detector { judge: Some(judge), ..self }
    }

    /// Returns the identifying texts in `text`, in the order of their bytes, without overlap.
    pub fn detect(&self, text: &str) -> Vec<Entity> {
        let (mut entities, units) = self.ask(text, false);
        entities.retain(|entity| !judge::doubts(entity, &units));
        fuse::settle(text, entities)
    }

    /// As [`detect`](Self::detect), and nothing taken back: what any recognizer or the judge holds to identify somebody. What
    /// is about to leave is looked through by this, so that nobody talks a name away.
    pub fn suspects(&self, text: &str) -> Vec<Entity> {
        fuse::settle(text, self.ask(text, true).0)
    }

    /// As [`detect`](Self::detect), where some stretches of `text` are known to identify somebody: the records name them. A title alone, which
    /// stands in the names of the records, too, is nobody's name.
    pub fn detect_knowing(&self, text: &str, known: &[Known]) -> Vec<Entity> {
        let mut entities = self.detect(text);
        entities.extend(known.iter().map(|known| known.entity("records", "named by the records")));
        entities.retain(|entity| !is_title_alone(text, entity));
        fuse::settle(text, entities)
    }

    /// Returns what recognizers, tagger and judge find, `every` unit counting or not, and what is held of the units of the text.
    fn ask(&self, text: &str, every: bool) -> (Vec<Entity>, Vec<judge::Weighed>) {
        let plain = View::plain(text);
        let mut entities = self.read(&plain);
        if let Some(healed) = View::healed(text) {
            entities.extend(self.read(&healed));
        }
        if let Some(rescanned) = View::rescanned(text) {
            entities.extend(self.read(&rescanned));
        }
        let judged = self.judge.as_ref().and_then(|judge| judge.judge(&plain)).unwrap_or_default();
        let entity =
            |who: &'static str, found: Found| Some(Entity::new(plain.source_span(found.range.clone())?, who, found));
        let said = judged.said.into_iter().filter(|found| found.score >= threshold(found.entity_type));
        entities.extend(said.filter_map(|found| entity(judge::TAGGER, found)));
        let found = judge::found(&plain, &judged.units, every);
        entities.extend(found.into_iter().filter_map(|found| entity(judge::JUDGE, found)));
        (entities, judge::weighed(&plain, &judged.units))
    }

    fn read(&self, view: &View<'_>) -> Vec<Entity> {
        let mut entities = Vec::new();
        for recognizer in &self.recognizers {
            for mut found in recognizer.find(view) {
                if found.entity_type == EntityType::Location {
                    found.range = asked::before_question(view.text(), found.range);
                }
                let threshold = threshold(found.entity_type);
                if let Some(span) = view.source_span(found.range.clone()).filter(|_| found.score >= threshold) {
                    entities.push(Entity::new(span, recognizer.name(), found));
                }
            }
        }
        entities
    }
}

/// Returns whether `entity` is no more than titles, which name nobody: "Dr.". What has another word beside them stays: "Dr Cat".
fn is_title_alone(text: &str, entity: &Entity) -> bool {
    let words = entity.span.of(text).unwrap_or_default().split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    !words.is_empty() && words.iter().all(|word| is_title(word))
}

/// Returns the least score at which a text of this type counts as found. A bare number is more often a value than an
/// identifier; for everything else one fair sign is enough.
fn threshold(entity_type: EntityType) -> Score {
    match entity_type {
        EntityType::Id => Score::FAIR,
        _ => Score::WEAK,
    }
}

/// Returns the bytes of `text` that `entities` cover, as ranges without overlap, in order.
pub fn covered(entities: &[Entity]) -> Vec<Span<Examined>> {
    let mut spans: Vec<Span<Examined>> = entities.iter().map(|entity| entity.span).collect();
    spans.sort();
    spans.dedup();
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds each word in small letters as what its first letter says: `w` weak, `f` fair, `t` faint; `n` behind it a number.
    struct Lettered;

    impl Recognizer for Lettered {
        fn name(&self) -> &'static str {
            "lettered"
        }

        fn find(&self, view: &View<'_>) -> Vec<Found> {
            let found = |word: &Word| {
                let score = match word.lower.as_bytes().first()? {
                    b'w' => Score::WEAK,
                    b'f' => Score::FAIR,
                    b't' => Score::FAINT,
                    _ => return None,
                };
                let entity_type = if word.lower.ends_with('n') { EntityType::Id } else { EntityType::Person };
                let range = word.range.clone();
                Some(Found { range, entity_type, score, pattern: "p", validation: None, context: None })
            };
            view.words().iter().filter_map(found).collect()
        }
    }

    fn shown(text: &str, entities: &[Entity]) -> Vec<String> {
        entities.iter().map(|entity| entity.span.of(text).unwrap().to_owned()).collect()
    }

    #[test]
    fn a_number_needs_a_fair_sign_and_anything_else_a_weak_one() {
        let detector = Detector::new(vec![Box::new(Lettered)]);
        let text = "w, f, t, wn, fn, tn, a";
        assert_eq!(shown(text, &detector.detect(text)), ["w", "f", "fn"]);
        assert_eq!(shown(text, &detector.suspects(text)), ["w", "f", "fn"]);
    }

    #[test]
    fn lines_that_run_together_and_scanned_digits_are_read_too() {
        let detector = Detector::new(vec![Box::new(Lettered)]);
        let text = "a fa-\nce b";
        assert_eq!(shown(text, &detector.detect(text)), ["fa-\nce"]);
        struct Numbers;
        impl Recognizer for Numbers {
            fn name(&self) -> &'static str {
                "numbers"
            }

            fn find(&self, view: &View<'_>) -> Vec<Found> {
                let at = view.text().find("2021");
                let found = |at: usize| Found {
                    range: at..at + 4,
                    entity_type: EntityType::Date,
                    score: Score::FAIR,
                    pattern: "p",
                    validation: None,
                    context: None,
                };
                at.map(found).into_iter().collect()
            }
        }
        let text = "on 2O2l-O3";
        assert_eq!(shown(text, &Detector::new(vec![Box::new(Numbers)]).detect(text)), ["2O2l"]);
    }

    #[test]
    fn a_title_alone_names_nobody() {
        let detector = Detector::new(vec![Box::new(Lettered)]);
        for (text, known, expected) in [
            ("a Dr. b", "Dr.", &[][..]),
            ("a Dr. Mrs b", "Dr. Mrs", &[]),
            ("a Dr. Cat b", "Dr. Cat", &["Dr. Cat"]),
            ("a Cat b", "Cat", &["Cat"]),
            ("a f b", "b", &["f", "b"]),
        ] {
            let known =
                Known { span: Span::at(text.find(known).unwrap(), known.len()), entity_type: EntityType::Person };
            assert_eq!(shown(text, &detector.detect_knowing(text, &[known])), expected, "{text}");
        }
        let entity = |span: Span<Examined>| Known { span, entity_type: EntityType::Person }.entity("records", "known");
        let (first, second) = (entity(Span::at(4, 2)), entity(Span::at(0, 2)));
        assert_eq!(covered(&[first.clone(), second, first]), [Span::at(0, 2), Span::at(4, 2)]);
        assert_eq!(entity(Span::at(0, 1)).score.percent(), 100);
    }
}
