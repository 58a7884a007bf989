//! Exact answers against gold: which questions are claimed, and which of the claimed answers are right.
//!
//! An answer is right when it says the same as the gold: the same number within half of its last given digit (or one part in ten
//! thousand), the same day, the same set of names, the same word. Which unit stands behind a number is compared only
//! where the gold names one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// One question with its gold.
#[derive(Debug, Clone, Deserialize)]
pub struct Asked {
    /// Its name in the set.
    pub id: String,
    /// The question.
    pub question: String,
    /// The patient whom it is about where it names nobody, by id or name; nobody for questions about all.
    #[serde(default)]
    pub patient: Option<String>,
    /// What is right; absent where only answers are wanted.
    #[serde(default)]
    pub answer: Option<Gold>,
    /// The form of the question, by which figures are told apart.
    #[serde(default)]
    pub form: Option<String>,
}

/// What is right.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Gold {
    /// A number.
    Number(f64),
    /// A text: a value with its unit, a day, a name, `yes`, `no`, `not in the record`.
    Text(String),
    /// Names or values in any order.
    All(Vec<String>),
}

/// The gold of a question that coded facts cannot answer: it is right to leave it to retrieval.
pub const RETRIEVAL: &str = "left to retrieval";

/// Counts of one form, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Questions.
    pub asked: usize,
    /// Questions that were answered exactly.
    pub claimed: usize,
    /// Claimed answers that are right.
    pub right: usize,
    /// Claimed answers that are wrong.
    pub wrong: usize,
    /// Questions whose gold is that the record does not have it.
    pub absent: usize,
    /// Of those, the ones that were answered with anything else.
    pub absent_wrong: usize,
}

impl Counts {
    /// Adds one question with its gold and the answer to it, if it was claimed.
    pub fn add(&mut self, gold: &Gold, answer: Option<&str>) {
        self.asked += 1;
        if matches!(gold, Gold::Text(text) if text == RETRIEVAL) {
            self.claimed += usize::from(answer.is_some());
            self.wrong += usize::from(answer.is_some());
            self.right += usize::from(answer.is_none());
            return;
        }
        let is_absent = matches!(gold, Gold::Text(text) if is_absence(text));
        self.absent += usize::from(is_absent);
        if let Some(answer) = answer {
            self.claimed += 1;
            let right = is_right(gold, answer);
            self.right += usize::from(right);
            self.wrong += usize::from(!right);
            self.absent_wrong += usize::from(is_absent && !right);
        }
    }
}

/// Figures of a run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Of all questions that have gold.
    pub all: Counts,
    /// By the form that the set gives.
    pub forms: BTreeMap<String, Counts>,
}

fn is_absence(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "not in the record" | "no (not in the record)")
}

/// Returns whether `answer` says what `gold` says.
pub fn is_right(gold: &Gold, answer: &str) -> bool {
    match gold {
        Gold::Number(number) => leading(answer).is_some_and(|(found, _)| is_near(found, *number, None)),
        Gold::All(all) => are_alike(&all.iter().map(|text| plain(text)).collect::<Vec<_>>(), answer),
        Gold::Text(text) if text.contains("; ") => are_alike(&text.split("; ").map(plain).collect::<Vec<_>>(), answer),
        Gold::Text(text) => {
            let (wanted, found) = (plain(text), plain(answer));
            // Of what is there only as not so the answer has in brackets how: "no (refuted)".
            let says_none = is_absence(answer)
                || matches!(answer, "0" | "none")
                || answer.starts_with("no (")
                || answer.starts_with("not in the record (");
            if wanted == found || (is_absence(text) && says_none) {
                return true;
            }
            says_alike(&wanted, &found)
        }
    }
}

/// Whether `answer` lists what `wanted` does, in any order; what stands twice counts once.
fn are_alike(wanted: &[String], answer: &str) -> bool {
    let found: BTreeSet<String> = answer.split("; ").map(plain).collect();
    let wanted: BTreeSet<&String> = wanted.iter().collect();
    let is_in = |one: &String| found.iter().any(|other| one == other || says_alike(one, other));
    let is_wanted = |other: &String| wanted.iter().any(|one| *one == other || says_alike(one, other));
    wanted.iter().all(|one| is_in(one)) && found.iter().all(is_wanted)
}

/// Whether two texts hold the same words, their numbers near; a unit behind the last number may be left out of the gold.
fn says_alike(wanted: &str, found: &str) -> bool {
    let mut found = found.split_whitespace();
    let mut ends_in_number = false;
    for word in wanted.split_whitespace() {
        let Some(other) = found.next() else { return false };
        let numbers = word.split('/').zip(other.split('/')).all(|(a, b)| match (leading(a), leading(b)) {
            (Some((x, rest)), Some((y, tail))) => is_near(y, x, decimals(a)) && rest == tail,
            _ => a == b,
        });
        if !numbers || word.split('/').count() != other.split('/').count() {
            return false;
        }
        ends_in_number = leading(word).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with('/'));
    }
    let rest: Vec<&str> = found.collect();
    rest.is_empty()
        || (ends_in_number
            && rest.len() <= 2
            && !rest.iter().any(|word| leading(word).is_some_and(|(_, tail)| tail.is_empty())))
}

/// Lower case, without the tag of a SNOMED CT name and without marks around.
fn plain(text: &str) -> String {
    let trimmed = text.trim().trim_end_matches('.');
    let head = match trimmed.rfind(" (") {
        Some(at) if trimmed.ends_with(')') && !is_absence(trimmed) => trimmed.get(..at).unwrap_or(trimmed),
        _ => trimmed,
    };
    head.to_lowercase().replace('\u{200b}', "")
}

/// The number that a text begins with, and what follows it. A day is none.
fn leading(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(text.len());
    let (number, rest) = (text.get(..end)?, text.get(end..)?);
    Some((number.parse().ok()?, rest))
}

fn decimals(text: &str) -> Option<usize> {
    let number = text.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    number.split_once('.').map(|(_, decimals)| decimals.len())
}

fn is_near(found: f64, wanted: f64, decimals: Option<usize>) -> bool {
    let step = decimals.map_or(0.0, |decimals| 0.5 * 10_f64.powi(-i32::try_from(decimals.min(6)).unwrap_or(6)));
    (found - wanted).abs() <= step.max(wanted.abs() * 1e-4) + 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(gold: &str, answer: &str) -> bool {
        is_right(&serde_json::from_str(gold).unwrap(), answer)
    }

    #[test]
    fn what_says_the_same_is_right() {
        for (gold, answer) in [
            ("6.8", "6.8 %"),
            ("\"6.8 %\"", "6.8 %"),
            ("\"6.8\"", "6.84 %"),
            ("\"2019-03-02\"", "2019-03-02"),
            ("\"139/87\"", "139/87"),
            ("[\"B\", \"A (disorder)\"]", "A; B"),
            ("\"not in the record\"", "no (not in the record)"),
            ("\"Yes\"", "yes"),
            ("[\"5.1\", \"5.2\"]", "5.2 10*6/uL; 5.1 10*6/uL"),
            ("\"higher by 0.50\"", "higher by 0.5 10*6/uL"),
            ("\"154.1/95.5\"", "154.1/95.5 mmHg"),
            ("3", "3"),
        ] {
            assert!(right(gold, answer), "{gold} {answer}");
        }
    }

    #[test]
    fn what_says_something_else_is_wrong() {
        for (gold, answer) in [
            ("6.8", "6.9 %"),
            ("\"6.8 %\"", "6.8 mmol/L"),
            ("\"2019-03-02\"", "2019-03-03"),
            ("[\"A\", \"B\"]", "A"),
            ("\"not in the record\"", "yes"),
            ("\"no\"", "yes"),
            ("\"higher by 0.50\"", "lower by 0.5"),
            ("\"154/95\"", "154/96 mmHg"),
            ("\"yes\"", "yes and no"),
            ("3", "not in the record"),
        ] {
            assert!(!right(gold, answer), "{gold} {answer}");
        }
    }
}
