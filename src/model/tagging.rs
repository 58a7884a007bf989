//! What a tagger of names answers, whatever it runs on.

use std::ops::Range;

use crate::error::Result;

/// A stretch of a text with the label that the model gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// The label, without its `B-` or `I-`.
    pub label: String,
    /// How probable the model holds it that the stretch has some label and not none, 0 to 1: the least of its words.
    pub probability: f32,
}

/// Labels stretches of a text.
pub trait Tag: Send + Sync {
    /// Returns the labelled stretches of `text`, in order, without overlap, on borders of words.
    ///
    /// # Errors
    /// `model` when the model fails.
    fn tag(&self, text: &str) -> Result<Vec<Tagged>>;
}

/// What the model holds of one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Vote {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// For each label its probability; those of `B-` and `I-` added.
    pub labels: Vec<f32>,
}

/// Returns the stretches that `votes`, one for each token in order, make in `text`: the tokens of a word vote together,
/// and words of one label with nothing but a space, a hyphen or an apostrophe between are one stretch. A word counts
/// from the probability `least` on of having any label.
pub(super) fn stretches(text: &str, votes: &[Vote], names: &[String], least: f32) -> Vec<Tagged> {
    let mut words: Vec<Vote> = Vec::new();
    for vote in votes {
        let touches = |last: &Vote| {
            let joint = last.range.end == vote.range.start;
            let within = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let before = text.get(..last.range.end).and_then(|text| text.chars().next_back());
            let after = text.get(vote.range.start..).and_then(|text| text.chars().next());
            joint && within(before) && within(after)
        };
        match words.last_mut().filter(|last| touches(last)) {
            Some(last) => {
                last.range.end = vote.range.end;
                for (sum, more) in last.labels.iter_mut().zip(&vote.labels) {
                    *sum = sum.max(*more);
                }
            }
            None => words.push(vote.clone()),
        }
    }
    let mut tagged: Vec<Tagged> = Vec::new();
    for word in words {
        let best = word.labels.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        let Some(label) = best.and_then(|(best, _)| names.get(best)) else { continue };
        let probability = word.labels.iter().sum::<f32>().min(1.0);
        if probability < least {
            continue;
        }
        let joins = |last: &Tagged| {
            let gap = text.get(last.range.end..word.range.start);
            last.label == *label && gap.is_some_and(|gap| matches!(gap, "" | " " | "-" | "'" | "\u{2019}"))
        };
        match tagged.last_mut().filter(|last| joins(last)) {
            Some(last) => {
                last.range.end = word.range.end;
                last.probability = last.probability.min(probability);
            }
            None => tagged.push(Tagged { range: word.range, label: label.clone(), probability }),
        }
    }
    tagged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vote(range: Range<usize>, labels: [f32; 2]) -> Vote {
        Vote { range, labels: labels.into() }
    }

    #[test]
    fn tokens_of_a_word_vote_together_and_words_of_a_name_are_joined() {
        let text = "dr okafor-li saw anna";
        let names = ["SURNAME".to_owned(), "GIVEN".to_owned()];
        let votes = [
            vote(0..2, [0.1, 0.0]),
            vote(3..6, [0.2, 0.0]),
            vote(6..9, [0.9, 0.0]),
            vote(9..10, [0.0, 0.0]),
            vote(10..12, [0.7, 0.1]),
            vote(13..16, [0.0, 0.0]),
            vote(17..21, [0.2, 0.4]),
        ];
        let found: Vec<_> = stretches(text, &votes, &names, 0.5)
            .into_iter()
            .map(|tagged| (text[tagged.range.clone()].to_owned(), tagged.label))
            .collect();
        assert_eq!(found, [("okafor-li".to_owned(), "SURNAME".to_owned()), ("anna".to_owned(), "GIVEN".to_owned())]);
    }
}
