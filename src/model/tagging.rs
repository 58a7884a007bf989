//! What a tagger says of the tokens of a text, whatever it runs on.

use std::ops::Range;

use crate::error::Result;

/// What the model holds of one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Vote<'v> {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// For each label its probability, 0 to 1; what they lack of 1 is the probability of none.
    pub labels: &'v [f32],
    /// The states that the manifest names, one after the other.
    pub states: &'v [f32],
}

/// Reads texts token by token.
pub trait Tag: Send + Sync {
    /// Tells `each` what the model holds of each token of `text`, in order.
    ///
    /// # Errors
    /// `model` when the model fails; some tokens may have been told by then.
    fn read(&self, text: &str, each: &mut dyn FnMut(&Vote<'_>)) -> Result<()>;

    /// Returns the labels, in the order in which a [`Vote`] has their probabilities.
    fn labels(&self) -> &[String];

    /// Returns the number of states that each token has.
    fn states(&self) -> usize;
}

/// What the model holds of one token, kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// For each label its probability, 0 to 1.
    pub labels: Vec<f32>,
}

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

/// Returns the stretches that `tokens`, in order, make in `text` with the labels `names`: the tokens of a word vote together,
/// and words of one label with nothing but a space, a hyphen or an apostrophe between are one stretch. A word counts
/// from the probability `least` on of having any label.
pub fn stretches(text: &str, tokens: &[Token], names: &[String], least: f32) -> Vec<Tagged> {
    let mut words: Vec<Token> = Vec::new();
    for token in tokens {
        let touches = |last: &Token| {
            let joint = last.range.end == token.range.start;
            let within = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let before = text.get(..last.range.end).and_then(|text| text.chars().next_back());
            let after = text.get(token.range.start..).and_then(|text| text.chars().next());
            joint && within(before) && within(after)
        };
        match words.last_mut().filter(|last| touches(last)) {
            Some(last) => {
                last.range.end = token.range.end;
                for (sum, more) in last.labels.iter_mut().zip(&token.labels) {
                    *sum = sum.max(*more);
                }
            }
            None => words.push(token.clone()),
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

    fn token(range: Range<usize>, labels: [f32; 2]) -> Token {
        Token { range, labels: labels.into() }
    }

    #[test]
    fn tokens_of_a_word_vote_together_and_words_of_a_name_are_joined() {
        let text = "dr okafor-li saw anna";
        let names = ["SURNAME".to_owned(), "GIVEN".to_owned()];
        let tokens = [
            token(0..2, [0.1, 0.0]),
            token(3..6, [0.2, 0.0]),
            token(6..9, [0.9, 0.0]),
            token(9..10, [0.0, 0.0]),
            token(10..12, [0.7, 0.1]),
            token(13..16, [0.0, 0.0]),
            token(17..21, [0.2, 0.4]),
        ];
        let found: Vec<_> = stretches(text, &tokens, &names, 0.5)
            .into_iter()
            .map(|tagged| (text[tagged.range.clone()].to_owned(), tagged.label))
            .collect();
        assert_eq!(found, [("okafor-li".to_owned(), "SURNAME".to_owned()), ("anna".to_owned(), "GIVEN".to_owned())]);
    }
}
