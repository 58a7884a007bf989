//! What a method came to over all questions, with intervals: people are drawn again, as the questions about one of them are alike.

use std::collections::BTreeMap;

use chaperone::eval::thought::chance::Chance;
use chaperone::eval::thought::methods::{Method, Outcome};
use serde::Serialize;

/// How often people are drawn again.
const DRAWS: usize = 1000;
/// What they are drawn from: the same for every row, so that rows can be compared.
const SEED: u64 = 2_026;

/// A share with its 95 % interval, by the percentiles of the draws.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    pub value: f64,
    pub from: f64,
    pub to: f64,
}

/// A method over all questions.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub method: Method,
    pub size: usize,
    /// The share of questions answered rightly: of all, of the plain and of the hard ones.
    pub right: Share,
    pub right_plain: Share,
    pub right_hard: Share,
    /// On average: questions to the model, documents before it, and what they told.
    pub calls: f64,
    pub documents: f64,
    pub facts: f64,
    /// Thoughts for each question, and of all of them what they are worth on average and the share that is right and whole, by the truth.
    pub thoughts: f64,
    pub worth: f64,
    pub right_thoughts: f64,
}

/// What one method has more than another, over the same questions.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    pub of: Method,
    pub less: Method,
    pub size: usize,
    pub right: Share,
    pub right_plain: Share,
    pub right_hard: Share,
}

/// The outcomes of one method, question for question.
#[derive(Default)]
pub struct Tally {
    questions: Vec<Answered>,
}

/// What came of one question, on the average of its repetitions.
struct Answered {
    person: u64,
    is_hard: bool,
    right: f64,
    calls: f64,
    documents: f64,
    facts: f64,
    thoughts: f64,
    worth: f64,
    right_thoughts: f64,
}

impl Tally {
    /// Takes what came of a question about `person`, each time that it was put.
    pub fn count(&mut self, person: u64, is_hard: bool, outcomes: &[Outcome]) {
        let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / outcomes.len().max(1) as f64;
        self.questions.push(Answered {
            person,
            is_hard,
            right: mean(&|outcome| f64::from(u8::from(outcome.is_right))),
            calls: mean(&|outcome| f64::from(outcome.calls)),
            documents: mean(&|outcome| outcome.documents as f64),
            facts: mean(&|outcome| outcome.facts as f64),
            thoughts: mean(&|outcome| f64::from(outcome.thoughts.count)),
            worth: mean(&|outcome| outcome.thoughts.worth),
            right_thoughts: mean(&|outcome| f64::from(outcome.thoughts.right)),
        });
    }

    /// Returns how many questions there are.
    pub fn len(&self) -> usize {
        self.questions.len()
    }

    /// Returns the row of `method`, which had so many thoughts at most.
    pub fn row(&self, method: Method, size: usize) -> Row {
        let mean = |of: fn(&Answered) -> f64| self.questions.iter().map(of).sum::<f64>() / self.len().max(1) as f64;
        let [right, right_plain, right_hard] = shares(self.questions.iter().map(|one| (one, one.right)));
        let (calls, documents, facts) = (mean(|one| one.calls), mean(|one| one.documents), mean(|one| one.facts));
        let thoughts = mean(|one| one.thoughts);
        let of_thoughts = |of: fn(&Answered) -> f64| if thoughts > 0.0 { mean(of) / thoughts } else { 0.0 };
        let (worth, right_thoughts) = (of_thoughts(|one| one.worth), of_thoughts(|one| one.right_thoughts));
        Row { method, size, right, right_plain, right_hard, calls, documents, facts, thoughts, worth, right_thoughts }
    }

    /// Returns what this, of `of`, has more than `other`, of `less`: both must be of the same questions in the same order.
    pub fn less(&self, of: Method, other: &Tally, less: Method, size: usize) -> Difference {
        let pairs = self.questions.iter().zip(&other.questions).map(|(one, other)| (one, one.right - other.right));
        let [right, right_plain, right_hard] = shares(pairs);
        Difference { of, less, size, right, right_plain, right_hard }
    }
}

/// The sum of what was counted, and of how many questions: of all, of the plain and of the hard ones.
type Sums = [(f64, f64); 3];

/// Returns the means of what was counted: of all, of the plain and of the hard ones.
fn shares<'a>(counted: impl Iterator<Item = (&'a Answered, f64)>) -> [Share; 3] {
    let mut people: BTreeMap<u64, Sums> = BTreeMap::new();
    for (question, value) in counted {
        let [all, plain, hard] = people.entry(question.person).or_default();
        for part in [all, if question.is_hard { hard } else { plain }] {
            part.0 += value;
            part.1 += 1.0;
        }
    }
    let people: Vec<Sums> = people.into_values().collect();
    let whole = means(people.iter());
    let mut chance = Chance::new(SEED);
    let mut drawn: [Vec<f64>; 3] = Default::default();
    for _ in 0..DRAWS {
        let again: Vec<&Sums> = (0..people.len()).filter_map(|_| people.get(chance.below(people.len()))).collect();
        drawn.iter_mut().zip(means(again.into_iter())).for_each(|(all, one)| all.push(one));
    }
    let mut found = whole.map(|value| Share { value, from: value, to: value });
    for (share, mut values) in found.iter_mut().zip(drawn) {
        values.sort_by(f64::total_cmp);
        let at = |part: f64| values.get(((values.len() as f64 * part) as usize).min(values.len().saturating_sub(1)));
        (share.from, share.to) = (at(0.025).copied().unwrap_or(share.value), at(0.975).copied().unwrap_or(share.value));
    }
    found
}

fn means<'a>(people: impl Iterator<Item = &'a Sums>) -> [f64; 3] {
    let mut sums = Sums::default();
    for person in people {
        sums.iter_mut().zip(person).for_each(|(sum, own)| *sum = (sum.0 + own.0, sum.1 + own.1));
    }
    sums.map(|(sum, of)| if of > 0.0 { sum / of } else { 0.0 })
}

/// Returns the name of `method`, as the command line and JSON have it.
pub fn name(method: Method) -> String {
    serde_json::to_value(method).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Prints what the columns of rows are.
pub fn print_head() {
    println!(
        "\n{:<18} {:>4} {:>22} {:>8} {:>22} {:>6} {:>6} {:>6} {:>8} {:>6} {:>8}",
        "method", "size", "right", "plain", "hard", "calls", "docs", "facts", "thoughts", "worth", "right"
    );
}

/// Prints `row`.
pub fn print_row(row: &Row) {
    println!(
        "{:<18} {:>4} {:>22} {:>6.1} % {:>22} {:>6.1} {:>6.1} {:>6.1} {:>8.1} {:>6.2} {:>6.1} %",
        name(row.method),
        row.size,
        percent(row.right),
        100.0 * row.right_plain.value,
        percent(row.right_hard),
        row.calls,
        row.documents,
        row.facts,
        row.thoughts,
        row.worth,
        100.0 * row.right_thoughts
    );
}

/// Prints `difference`.
pub fn print_difference(difference: &Difference) {
    let Difference { of, less, size, right, right_plain, right_hard } = difference;
    let [right, plain, hard] = [right, right_plain, right_hard].map(|share| points(*share));
    println!("{} less {} at {size}: all {right}, plain {plain}, hard {hard}", name(*of), name(*less));
}

fn percent(Share { value, from, to }: Share) -> String {
    format!("{:.1} % ({:.1}–{:.1})", 100.0 * value, 100.0 * from, 100.0 * to)
}

fn points(Share { value, from, to }: Share) -> String {
    format!("{:+.1} ({:+.1} to {:+.1})", 100.0 * value, 100.0 * from, 100.0 * to)
}

#[cfg(test)]
mod tests {
    use chaperone::eval::thought::methods::Thoughts;

    use super::*;

    fn outcome(is_right: bool) -> Outcome {
        Outcome { is_right, calls: 2, documents: 1, facts: 3, thoughts: Thoughts { count: 2, right: 1, worth: 1.5 } }
    }

    #[test]
    fn people_are_drawn_and_not_questions() {
        let (mut alike, mut apart) = (Tally::default(), Tally::default());
        for number in 0..100 {
            // Ten people, each with ten questions that all go alike; and as many people as questions.
            alike.count(number / 10, false, &[outcome(number / 10 % 2 == 0)]);
            apart.count(number, false, &[outcome(number / 10 % 2 == 0)]);
        }
        let row = alike.row(Method::Chain, 1);
        assert_eq!((row.thoughts, row.worth, row.right_thoughts), (2.0, 0.75, 0.5));
        let [alike, apart] = [alike, apart].map(|tally| tally.row(Method::Chain, 1).right);
        assert!((alike.value, apart.value) == (0.5, 0.5) && alike.to - alike.from > 2.0 * (apart.to - apart.from));
    }

    #[test]
    fn a_difference_is_paired_and_none_has_no_width() {
        let (mut one, mut other) = (Tally::default(), Tally::default());
        for number in 0..40 {
            one.count(number, number % 2 == 0, &[outcome(number % 3 == 0), outcome(true)]);
            other.count(number, number % 2 == 0, &[outcome(number % 3 == 0), outcome(false)]);
        }
        let found = one.less(Method::Oracle, &other, Method::Chain, 8);
        for share in [found.right, found.right_plain, found.right_hard] {
            assert_eq!((share.value, share.from, share.to), (0.5, 0.5, 0.5), "each question has half a point more");
        }
        assert_eq!(one.less(Method::Oracle, &one, Method::Oracle, 8).right, Share { value: 0.0, from: 0.0, to: 0.0 });
    }
}
