//! What a question about records looks for: its terms with their weights, and what it is about in the records' words.
//!
//! Everyday words weigh little, since in records they are rare and would decide; the words of names and numbers weigh what they are. Other words
//! for what is asked weigh less than the question's own. A day is looked for as records write it, however the question does. Nothing is
//! left out: a word that is not understood is looked for as it is.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::meant::Meant;
use super::plan::{self, Plan};
use super::{falling, lay_words, vocabulary};
use crate::index::analyze;
use crate::index::bm25::Weights;
use crate::span::{Question, Span};

/// What an everyday word weighs.
pub const EVERYDAY: f64 = 0.15;

/// What a term of another wording weighs.
pub const OTHER_WORDING: f64 = 0.5;

/// What a day weighs, as one term.
pub const DAY: f64 = 2.0;

/// Days of a period that are looked for one by one.
const MOST_DAYS: i32 = 1;

/// One thing that a question is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Concept {
    /// Ways to say it, the question's own first; each is a list of terms that must all be there.
    pub wordings: Vec<Vec<String>>,
    /// How much it matters.
    pub weight: f64,
    /// What a vocabulary knows of it, the very same and what hangs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meant: Vec<Meant>,
    /// Whether it is asked for of the family.
    #[serde(default)]
    pub of_family: bool,
}

impl Concept {
    /// Returns the concept of which no vocabulary knows anything.
    pub fn new(wordings: Vec<Vec<String>>, weight: f64) -> Self {
        Concept { wordings, weight, meant: Vec::new(), of_family: false }
    }
}

/// Returns the terms that `question`, whose plan is `plan`, looks for.
pub fn weights(plan: &Plan, question: &str) -> Weights {
    let mut weights = Weights::new();
    let period = plan.period.as_ref();
    let dated = |span: Span<Question>| plan.dates.iter().any(|date| date.overlaps(span));
    for word in analyze::words::<Question>(question) {
        let Some(term) = analyze::term(word.text) else { continue };
        let lower = word.text.to_lowercase();
        let named = plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
        // An everyday word that the question is about, as "fall" may be, is none there.
        let asked = || plan.topics.iter().any(|topic| matches!(topic.as_slice(), [own, ..] if *own == [term.clone()]));
        let is_everyday = vocabulary::is_everyday(&lower) && !(falling::is_form(&lower) && asked());
        let weight = if dated(word.span) || (is_everyday && !named) { EVERYDAY } else { 1.0 };
        let known = weights.entry(term).or_insert(0.0);
        *known = known.max(weight);
    }
    for term in concepts(plan).into_iter().flat_map(|concept| concept.wordings).flatten() {
        weights.entry(term).or_insert(OTHER_WORDING);
    }
    for day in period.into_iter().flat_map(|period| days(period.from, period.until)) {
        if let Some(term) = analyze::term(&day.to_string()) {
            weights.insert(term, DAY);
        }
    }
    weights
}

/// Returns what the question of `plan` is about.
pub fn concepts(plan: &Plan) -> Vec<Concept> {
    let named = |word: &plan::Word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
    // A name ends a run as any other word does.
    let lower: Vec<&str> = plan.words.iter().map(|word| if named(word) { "" } else { word.lower.as_str() }).collect();
    let mut concepts = Vec::new();
    let mut said: Vec<String> = Vec::new();
    for (range, means) in lay_words::found(&lower) {
        let own = plan::terms(&lower.get(range).unwrap_or_default().join(" "));
        let other = means.iter().map(|text| plan::terms(text));
        let wordings: Vec<Vec<String>> =
            std::iter::once(own.clone()).chain(other).filter(|terms| !terms.is_empty()).collect();
        said.extend(own);
        concepts.push(Concept::new(wordings, 1.0));
    }
    // What a run says is not asked for again, word by word.
    let is_said = |topic: &&plan::Topic| topic.first().is_some_and(|own| own.iter().all(|term| said.contains(term)));
    let others = plan.topics.iter().filter(|topic| !is_said(topic));
    concepts.extend(others.map(|topic| Concept::new(topic.clone(), plan::weight(topic))));
    concepts
}

/// The days from `from` to `until`, where they are few.
fn days(from: Option<Date>, until: Option<Date>) -> Vec<Date> {
    let (Some(from), Some(until)) = (from, until) else { return Vec::new() };
    let few = from.until(until).is_ok_and(|span| span.get_days() < MOST_DAYS);
    if few { vec![from] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(question: &str) -> Weights {
        weights(&Plan::new(question, &[]), question)
    }

    #[test]
    fn everyday_words_weigh_little_and_other_wordings_less_than_the_own() {
        let weights = of("What did my HbA1c show?");
        assert_eq!(weights.get("hba1c"), Some(&1.0));
        assert_eq!(weights.get("hemoglobin"), Some(&OTHER_WORDING));
        assert_eq!(weights.get("show"), Some(&EVERYDAY));
    }

    #[test]
    fn a_day_is_looked_for_as_records_write_it() {
        for question in ["weight on 2019-03-02", "weight on March 2, 2019", "weight on 2 March 2019"] {
            assert_eq!(of(question).get("2019-03-02"), Some(&DAY), "{question}");
        }
        assert_eq!(of("weight in 2019").get("2019"), Some(&EVERYDAY));
    }

    #[test]
    fn every_word_of_the_question_is_looked_for() {
        let weights = of("zorbl of the quux");
        assert_eq!(weights.keys().collect::<Vec<_>>(), ["quux", "zorbl"]);
    }

    #[test]
    fn a_lay_wording_is_one_concept_with_the_clinical_ones() {
        let found = concepts(&Plan::new("When did Ada have her allergy shots?", &[]));
        let shots = &found[0];
        assert!(shots.wordings.contains(&vec!["immunotherapi".to_owned()]));
        assert!(!found.iter().skip(1).any(|concept| concept.wordings.contains(&vec!["shot".to_owned()])));
        assert_eq!(of("allergy shots").get("immunotherapi"), Some(&OTHER_WORDING));
    }

    #[test]
    fn a_topic_is_a_concept() {
        let found = concepts(&Plan::new("my blood sugar", &[]));
        assert_eq!(found.len(), 1);
        assert!(found[0].wordings.contains(&vec!["glucos".to_owned()]));
    }
}
