//! What a model thinks of its own thought: the self-critic.
//!
//! It is asked whether a thought is accurate and sufficient, to be answered by 0 or 1. What counts is how likely the one was beside the
//! other when the first token was drawn, whatever was drawn.

use unicode_normalization::UnicodeNormalization as _;

use crate::quote::chat::Token;

/// The score from which on the published self-critic takes a thought for good enough.
pub const SELF_CRITIC_THRESHOLD: f64 = 0.49;
/// The least share of all probability that 0 and 1 must have together: a model that wanted to say something else was not asked.
const LEAST_SHARE: f64 = 0.01;

/// Returns the probability of 1 beside that of 0, over all spellings of both among the most likely `first` tokens of a reply; `None`
/// where they have hardly any probability together.
pub fn self_critic(first: &[Token]) -> Option<f64> {
    let share = |of: bool| -> f64 {
        let spelt = first.iter().filter(|token| !token.logprob.is_nan() && verdict(&token.text) == Some(of));
        spelt.map(|token| token.logprob.min(0.0).exp()).sum()
    };
    let (good, bad) = (share(true), share(false));
    (good + bad >= LEAST_SHARE).then(|| good / (good + bad))
}

/// Returns the share of `replies` that say 1 among those that say 0 or 1, for servers that tell no probabilities; `None` where none does.
pub fn sampled<'r>(replies: impl IntoIterator<Item = &'r str>) -> Option<f64> {
    let verdicts: Vec<bool> =
        replies.into_iter().filter_map(|reply| verdict(reply.split_whitespace().next().unwrap_or_default())).collect();
    let good = verdicts.iter().filter(|is_good| **is_good).count();
    (!verdicts.is_empty()).then(|| good as f64 / verdicts.len() as f64)
}

/// Returns what `token` says: 1 is good. Vocabularies write the space before a word as `▁` or `Ġ`.
fn verdict(token: &str) -> Option<bool> {
    let plain: String = token.nfkc().filter(|c| c.is_alphanumeric() && *c != 'Ġ').collect();
    match plain.to_lowercase().as_str() {
        "1" | "one" => Some(true),
        "0" | "zero" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(of: &[(&str, f64)]) -> Vec<Token> {
        of.iter().map(|(text, share)| Token { text: (*text).to_owned(), logprob: share.ln() }).collect()
    }

    #[test]
    fn all_spellings_count() {
        let first = tokens(&[
            ("1", 0.3),
            (" 1", 0.2),
            ("▁1", 0.05),
            ("Ġ1", 0.05),
            ("１", 0.1),
            ("One", 0.1),
            ("0", 0.1),
            (" zero.", 0.1),
        ]);
        assert!((self_critic(&first).unwrap() - 0.8).abs() < 1e-9);
    }

    #[test]
    fn what_is_neither_says_nothing() {
        assert_eq!(self_critic(&tokens(&[("The", 0.9), ("10", 0.05), ("1", 0.001)])), None);
        assert_eq!(self_critic(&[]), None);
        assert_eq!(self_critic(&tokens(&[("1", 0.0)])), None, "no probability at all");
        assert_eq!(self_critic(&[Token { text: "1".to_owned(), logprob: f64::NAN }]), None);
    }

    #[test]
    fn replies_are_counted_where_there_are_no_probabilities() {
        assert_eq!(sampled(["1", "0", "1.", " 1 because", "I think so"]), Some(0.75));
        assert_eq!(sampled(["yes", ""]), None);
    }

    proptest! {
        #[test]
        fn a_score_is_a_share(of in prop::collection::vec(("[01 ▁a-z]{0,4}", -30.0_f64..1.0), 0..20)) {
            let first: Vec<Token> = of.into_iter().map(|(text, logprob)| Token { text, logprob }).collect();
            prop_assert!(self_critic(&first).is_none_or(|score| (0.0..=1.0).contains(&score)));
        }
    }
}
