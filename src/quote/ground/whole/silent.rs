//! Sentences that claim nothing, by a closed list.

use crate::quote::ground::sentence::Sentence;
use crate::quote::ground::tokens::Token;

/// Whole sentences, in lower case without signs.
const FORMS: &[&str] = &[
    "hello",
    "hi",
    "hello there",
    "thank you",
    "thanks",
    "you are welcome",
    "i hope this helps",
    "i hope that helps",
    "hope this helps",
    "let me know if you have any questions",
    "let me know if you have any other questions",
    "please let me know if you have any questions",
    "please let me know if you have any other questions",
    "i do not know",
    "i don't know",
    "i do not know the answer",
    "i don't know the answer",
    "i am sorry",
    "i'm sorry",
    "here is the answer",
    "here is what your records say",
    "here is what the records say",
    "the answer",
    "answer",
    "the evidence",
    "evidence",
    "supporting evidence",
    "supporting passages",
];

/// Whether a sentence is one of those.
pub(super) fn is_silent(sentence: &Sentence) -> bool {
    says_nothing(&sentence.tokens)
}

/// Whether `tokens` are one of those.
pub(super) fn says_nothing(tokens: &[Token]) -> bool {
    let mut words: Vec<&str> = Vec::new();
    for token in tokens {
        if !token.lower().is_empty() {
            words.push(token.lower());
        } else if !matches!(token.text.as_str(), "." | "," | "!" | ":" | "#" | "*" | "-") {
            return false;
        }
    }
    words.is_empty() || FORMS.contains(&words.join(" ").as_str())
}
