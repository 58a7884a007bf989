//! Questions about real records: what documents hold is looked up in the truth, and what is thought has words.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::methods::Side;
use super::reader::Idea;
use super::world::{Case, Page, UNRELATED};

/// Sentences of which a thought is made, at most: what a model says of a passage is short.
const SENTENCES: usize = 4;
/// Words of a question that say nothing of what is asked.
const EMPTY: [&str; 18] = [
    "what", "was", "the", "on", "day", "my", "i", "first", "with", "in", "did", "how", "of", "and", "when", "which",
    "by", "much",
];

/// Which patients a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Those that an estimator learns from.
    Train,
    /// Those by which its threshold is chosen.
    Dev,
    /// Those that figures are told of.
    Test,
}

/// A question with its truth, as a line of the file has it.
#[derive(Debug, Clone, Deserialize)]
pub struct Asked {
    /// Its name.
    pub id: String,
    /// What kind of question it is.
    pub form: String,
    /// Its words.
    pub question: String,
    /// The file of the person's records, below the folder of data.
    pub file: String,
    /// Which patients it is of.
    pub split: Split,
    /// `Patient.gender`.
    pub sex: Option<String>,
    /// Whole years at the last visit.
    pub age: i32,
    /// The answer.
    pub answer: Value,
    /// The facts that the answer takes, each as the ids of the entries of which any one holds it.
    pub needed: Vec<Vec<String>>,
    /// Entries of the same things that say something else.
    pub misleading: BTreeSet<String>,
}

/// A passage, with the entries that it tells of.
#[derive(Debug, Clone)]
pub struct Passage {
    /// Its text, as it is embedded.
    pub text: String,
    /// The ids of the entries, each with the sentence that tells it.
    pub entries: Vec<(String, String)>,
}

/// A case whose documents and thoughts have words.
#[derive(Debug, Clone)]
pub struct Written {
    /// The case.
    pub case: Case,
    /// The question.
    pub question: String,
    /// The texts of the documents.
    pub texts: Vec<String>,
    /// The sentence of each fact.
    says: BTreeMap<u32, String>,
    /// The words of the question that say what is asked.
    words: BTreeSet<String>,
}

impl Written {
    /// Returns the case of `asked` over `passages`: `ranking` is what retrieval gives for it, `nearest` what vectors alone give first, and
    /// `after` what retrieval gives to somebody who read a passage and asks on. `None` where a fact that is needed is in none of them.
    pub fn new(
        asked: &Asked,
        passages: Vec<Passage>,
        ranking: Vec<usize>,
        nearest: usize,
        after: Vec<Vec<usize>>,
    ) -> Option<Self> {
        let needs = |id: &str| (0_u32..).zip(&asked.needed).find(|(_, ids)| ids.iter().any(|held| held == id));
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut says: BTreeMap<u32, String> = BTreeMap::new();
        let mut pages = Vec::new();
        let mut texts = Vec::new();
        for Passage { text, entries } in passages {
            let mut page = Page { holds: BTreeSet::new(), misleads: None };
            for (id, sentence) in entries {
                let next = UNRELATED + numbers.len() as u32;
                let number = match needs(&id) {
                    Some((number, _)) => number,
                    None => *numbers.entry(id.clone()).or_insert(next),
                };
                if asked.misleading.contains(&id) {
                    page.misleads = page.misleads.or(Some(number));
                }
                says.entry(number).or_insert(sentence);
                page.holds.insert(number);
            }
            if page.holds.iter().any(|fact| *fact < UNRELATED) {
                page.misleads = None;
            }
            pages.push(page);
            texts.push(text);
        }
        let needed: BTreeSet<u32> = (0_u32..).zip(&asked.needed).map(|(number, _)| number).collect();
        let held: BTreeSet<u32> = pages.iter().flat_map(|page| page.holds.iter().copied()).collect();
        if needed.is_empty() || !needed.is_subset(&held) {
            return None;
        }
        let first = pages.get(nearest);
        let is_hard = first.is_some_and(|page| page.misleads.is_some());
        let words = words(&asked.question).filter(|word| !EMPTY.contains(&word.as_str())).collect();
        let is_choice = matches!(asked.answer.as_str(), Some("yes" | "no"));
        let case = Case { needed, pages, ranking, nearest, after, is_hard, is_choice };
        Some(Written { case, question: asked.question.clone(), texts, says, words })
    }

    /// Returns the words of one of the two that a thought is made of.
    pub fn text(&self, side: Side<'_>) -> String {
        match side {
            Side::Question => self.question.clone(),
            Side::Page(at) => self.texts.get(at).cloned().unwrap_or_default(),
            Side::Thought(idea) => self.thought(idea),
        }
    }

    /// Returns `idea` in words: the sentences that share the most words with the question, whether they are what is needed or not.
    fn thought(&self, idea: &Idea) -> String {
        let near = |fact: &u32| {
            let says = self.says.get(fact)?;
            let shared = words(says).collect::<BTreeSet<String>>().intersection(&self.words).count();
            // Those that are as near come in an order that says nothing of what is needed.
            Some((usize::MAX - shared, fact.wrapping_mul(2_654_435_761), says.as_str()))
        };
        let mut told: Vec<_> = idea.facts.iter().chain(&idea.belief).filter_map(near).collect();
        told.sort_unstable();
        told.dedup();
        let sentences: Vec<&str> = told.into_iter().take(SENTENCES).map(|(_, _, says)| says).collect();
        if sentences.is_empty() { "Nothing of it is known yet.".to_owned() } else { sentences.join(" ") }
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Asked {
        serde_json::from_value(serde_json::json!({
            "id": "t1", "form": "at_diagnosis", "question": "What was my weight on the day I was first diagnosed with gout?",
            "file": "a.json", "split": "train", "sex": "female", "age": 61, "answer": {"value": 71.0, "unit": "kg"},
            "needed": [["gout"], ["w2"]], "misleading": ["w1", "w3"],
        }))
        .unwrap()
    }

    fn passage(entries: &[(&str, &str)]) -> Passage {
        let entries: Vec<(String, String)> = entries.iter().map(|(id, says)| ((*id).into(), (*says).into())).collect();
        Passage { text: entries.iter().map(|(_, says)| says.as_str()).collect::<Vec<_>>().join(" "), entries }
    }

    fn passages() -> Vec<Passage> {
        vec![
            passage(&[("w3", "2019 weight 80 kg."), ("p3", "2019 pulse 70.")]),
            passage(&[("gout", "2012 diagnosed gout."), ("flu", "2013 diagnosed influenza.")]),
            passage(&[("w2", "2012 weight 71 kg."), ("w1", "2011 weight 70 kg.")]),
        ]
    }

    #[test]
    fn documents_hold_what_the_truth_says_and_mislead_only_where_they_hold_nothing_of_it() {
        let written = Written::new(&asked(), passages(), vec![0, 1, 2], 0, Vec::new()).unwrap();
        let Case { needed, pages, is_hard, .. } = &written.case;
        assert_eq!(needed, &BTreeSet::from([0, 1]));
        assert!(*is_hard && pages[0].misleads.is_some());
        assert!(pages[1].holds.contains(&0) && pages[1].misleads.is_none());
        assert!(pages[2].holds.contains(&1) && pages[2].misleads.is_none());
        let false_of = pages[0].misleads.unwrap();
        let believer = Idea { facts: BTreeSet::new(), belief: Some(false_of) };
        assert_eq!(written.text(Side::Thought(&believer)), "2019 weight 80 kg.");
    }

    #[test]
    fn a_thought_says_what_is_nearest_to_the_question_first_and_little_of_the_rest() {
        let many: Vec<(String, String)> = (0..9).map(|at| (format!("x{at}"), format!("2001 pulse {at}."))).collect();
        let mut all = passages();
        all.push(Passage { text: "many".into(), entries: many });
        let written = Written::new(&asked(), all, vec![0, 1, 2, 3], 1, Vec::new()).unwrap();
        let idea =
            Idea { facts: written.case.pages.iter().flat_map(|page| page.holds.clone()).collect(), belief: None };
        let text = written.text(Side::Thought(&idea));
        assert_eq!(text.matches('.').count(), SENTENCES, "{text}");
        assert!(text.contains("gout") && text.contains("71 kg"), "{text}");
        assert!(!written.case.is_hard);
        assert_eq!(written.text(Side::Thought(&Idea::default())), "Nothing of it is known yet.");
        assert_eq!(written.text(Side::Page(9)), "");
    }

    #[test]
    fn a_question_whose_facts_are_not_all_there_is_no_case() {
        let two: Vec<Passage> = passages().into_iter().take(2).collect();
        assert!(Written::new(&asked(), two, vec![0, 1], 0, Vec::new()).is_none());
    }

    #[test]
    fn who_read_something_that_is_needed_asks_on_from_there() {
        use crate::eval::thought::chance::Chance;
        let after = vec![vec![0], vec![2, 1], vec![1]];
        let written = Written::new(&asked(), passages(), vec![0, 1], 0, after).unwrap();
        let mut chance = Chance::new(1);
        assert_eq!(written.case.ranked_for(&BTreeSet::from([0]), &mut chance), [2, 1]);
        assert_eq!(written.case.ranked_for(&BTreeSet::from([UNRELATED]), &mut chance), [0, 1]);
    }
}
