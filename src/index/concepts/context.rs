//! How a concept is meant where a text names it: as so, denied, somebody else's, past, or only possible.
//!
//! The rules are of the kind of NegEx (Chapman et al. 2001) and ConText (Harkema et al. 2009): words before or after a mention put it
//! into a context, as far as the sentence and a word that ends the reach go. The words are our own. A rule is not asked what the
//! sentence is about: "no relief from aspirin" denies aspirin too.

use serde::{Deserialize, Serialize};

use super::Mention;
use crate::index::analyze;
use crate::span::Text;

/// How a mention is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Context {
    /// As so, of the person and now.
    Affirmed,
    /// As what was or is no longer so.
    Past,
    /// As what may be, or may come.
    Possible,
    /// As what is not so.
    Denied,
    /// As what somebody of the family has.
    Family,
}

impl Context {
    /// Returns all contexts, those that count most first.
    pub const ALL: [Context; 5] =
        [Context::Affirmed, Context::Past, Context::Possible, Context::Denied, Context::Family];

    /// Returns what speaking of a concept so counts, of 1 for affirming it: a denial answers a question too.
    pub fn weight(self) -> f64 {
        match self {
            Context::Affirmed | Context::Past => 1.0,
            Context::Possible => 0.8,
            Context::Denied => 0.7,
            Context::Family => 0.6,
        }
    }

    /// Returns the bit of this context in a set of them.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Where the mentions stand that some words put into a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// After them.
    After,
    /// Before them.
    Before,
    /// Anywhere in the sentence.
    Around,
}

/// Words (lower case) in order, the context they make, and where. Of rules that begin at one word the longest is taken, so that what only
/// looks like a denial stands here with no context.
const RULES: &[(&str, Option<Context>, Reach)] = &[
    ("no", Some(Context::Denied), Reach::After),
    ("not", Some(Context::Denied), Reach::After),
    ("never", Some(Context::Denied), Reach::After),
    ("without", Some(Context::Denied), Reach::After),
    ("denies", Some(Context::Denied), Reach::After),
    ("denied", Some(Context::Denied), Reach::After),
    ("denying", Some(Context::Denied), Reach::After),
    ("deny", Some(Context::Denied), Reach::After),
    ("neither", Some(Context::Denied), Reach::After),
    ("nor", Some(Context::Denied), Reach::After),
    ("negative for", Some(Context::Denied), Reach::After),
    ("free of", Some(Context::Denied), Reach::After),
    ("absence of", Some(Context::Denied), Reach::After),
    ("rules out", Some(Context::Denied), Reach::After),
    ("ruled out for", Some(Context::Denied), Reach::After),
    ("excludes", Some(Context::Denied), Reach::After),
    ("was ruled out", Some(Context::Denied), Reach::Before),
    ("were ruled out", Some(Context::Denied), Reach::Before),
    ("has been ruled out", Some(Context::Denied), Reach::Before),
    ("is absent", Some(Context::Denied), Reach::Before),
    ("are absent", Some(Context::Denied), Reach::Before),
    ("not present", Some(Context::Denied), Reach::Before),
    ("not seen", Some(Context::Denied), Reach::Before),
    ("not found", Some(Context::Denied), Reach::Before),
    ("is excluded", Some(Context::Denied), Reach::Before),
    ("is unlikely", Some(Context::Denied), Reach::Before),
    ("is refuted", Some(Context::Denied), Reach::Before),
    ("negative", Some(Context::Denied), Reach::Before),
    ("no longer", Some(Context::Past), Reach::After),
    ("history of", Some(Context::Past), Reach::After),
    ("hx of", Some(Context::Past), Reach::After),
    ("h o", Some(Context::Past), Reach::After),
    ("past medical history", Some(Context::Past), Reach::After),
    ("previous", Some(Context::Past), Reach::After),
    ("prior", Some(Context::Past), Reach::After),
    ("former", Some(Context::Past), Reach::After),
    ("status post", Some(Context::Past), Reach::After),
    ("s p", Some(Context::Past), Reach::After),
    ("in the past", Some(Context::Past), Reach::Before),
    ("has resolved", Some(Context::Past), Reach::Before),
    ("is resolved", Some(Context::Past), Reach::Before),
    ("as a child", Some(Context::Past), Reach::Before),
    ("if", Some(Context::Possible), Reach::After),
    ("in case of", Some(Context::Possible), Reach::After),
    ("possible", Some(Context::Possible), Reach::After),
    ("probable", Some(Context::Possible), Reach::After),
    ("suspected", Some(Context::Possible), Reach::After),
    ("suspicion of", Some(Context::Possible), Reach::After),
    ("may be", Some(Context::Possible), Reach::After),
    ("might be", Some(Context::Possible), Reach::After),
    ("could be", Some(Context::Possible), Reach::After),
    ("risk of", Some(Context::Possible), Reach::After),
    ("at risk for", Some(Context::Possible), Reach::After),
    ("screening for", Some(Context::Possible), Reach::After),
    ("rule out", Some(Context::Possible), Reach::After),
    ("r o", Some(Context::Possible), Reach::After),
    ("evaluate for", Some(Context::Possible), Reach::After),
    ("watch for", Some(Context::Possible), Reach::After),
    ("to prevent", Some(Context::Possible), Reach::After),
    ("prevention of", Some(Context::Possible), Reach::After),
    ("cannot be excluded", Some(Context::Possible), Reach::Before),
    ("is possible", Some(Context::Possible), Reach::Before),
    ("is suspected", Some(Context::Possible), Reach::Before),
    ("family history", Some(Context::Family), Reach::Around),
    ("family hx", Some(Context::Family), Reach::Around),
    ("runs in the family", Some(Context::Family), Reach::Around),
    ("in the family", Some(Context::Family), Reach::Around),
    ("in my family", Some(Context::Family), Reach::Around),
    ("in your family", Some(Context::Family), Reach::Around),
    ("mother", Some(Context::Family), Reach::Around),
    ("father", Some(Context::Family), Reach::Around),
    ("parents", Some(Context::Family), Reach::Around),
    ("brother", Some(Context::Family), Reach::Around),
    ("sister", Some(Context::Family), Reach::Around),
    ("sibling", Some(Context::Family), Reach::Around),
    ("grandmother", Some(Context::Family), Reach::Around),
    ("grandfather", Some(Context::Family), Reach::Around),
    ("aunt", Some(Context::Family), Reach::Around),
    ("uncle", Some(Context::Family), Reach::Around),
    ("cousin", Some(Context::Family), Reach::Around),
    ("maternal", Some(Context::Family), Reach::After),
    ("paternal", Some(Context::Family), Reach::After),
    // What looks like a denial and is none.
    ("no change", None, Reach::After),
    ("no increase", None, Reach::After),
    ("no improvement", None, Reach::After),
    ("not only", None, Reach::After),
    ("not just", None, Reach::After),
    ("not certain", None, Reach::After),
    ("not sure", None, Reach::After),
    ("not improved", None, Reach::After),
    ("not controlled", None, Reach::After),
    ("not well controlled", None, Reach::After),
    ("without difficulty", None, Reach::After),
    ("gram negative", None, Reach::Before),
    ("rhesus negative", None, Reach::Before),
    ("rh negative", None, Reach::Before),
    ("maternal age", None, Reach::After),
    ("family doctor", None, Reach::After),
    ("family physician", None, Reach::After),
];

/// Words (lower case) beyond which nothing is put into a context by what stands before them.
const REACH_ENDS: &[&str] = &[
    "although",
    "because",
    "but",
    "except",
    "however",
    "only",
    "presents",
    "reports",
    "still",
    "therefore",
    "though",
    "whereas",
    "which",
    "who",
    "yet",
];

/// Marks that end a sentence.
const SENTENCE_ENDS: &[char] = &['.', ';', '!', '?', '\n', '\r'];

/// A word of a text in lower case, its place, and the number of its sentence.
struct Plain {
    lower: String,
    start: usize,
    end: usize,
    sentence: usize,
}

/// Gives each of `mentions`, which are in the order of `text`, its context; one of several that apply is the last of [`Context::ALL`].
pub(super) fn mark<T: Text>(text: &str, mentions: &mut [Mention<T>]) {
    let words = plain::<T>(text);
    let mut at = 0;
    while at < words.len() {
        let Some((context, reach, length)) = rule(words.get(at..).unwrap_or_default()) else {
            at += 1;
            continue;
        };
        if let (Some(context), Some(first), Some(last)) = (context, words.get(at), words.get(at + length - 1)) {
            let sentence = |word: &&Plain| word.sentence == first.sentence;
            let ends = |word: &&Plain| !REACH_ENDS.contains(&word.lower.as_str());
            let after = words.get(at + length..).unwrap_or_default().iter();
            let before = words.get(..at).unwrap_or_default().iter().rev();
            let until = match reach {
                Reach::After | Reach::Around => {
                    after.take_while(sentence).take_while(ends).last().map_or(last.end, |word| word.end)
                }
                Reach::Before => first.start,
            };
            let from = match reach {
                Reach::Before | Reach::Around => {
                    before.take_while(sentence).take_while(ends).last().map_or(first.start, |word| word.start)
                }
                Reach::After => last.end,
            };
            let reached =
                mentions.iter_mut().filter(|mention| from <= mention.span.start() && mention.span.end() <= until);
            // What the rule's own words name is not put into a context by them.
            let others =
                reached.filter(|mention| mention.span.end() <= first.start || last.end <= mention.span.start());
            others.for_each(|mention| mention.context = mention.context.max(context));
        }
        at += length;
    }
}

/// The longest rule that `words` begin with, and how many of them it has.
fn rule(words: &[Plain]) -> Option<(Option<Context>, Reach, usize)> {
    let head = words.first()?;
    let fits = |written: &str| {
        let mut length = 0;
        for (at, part) in written.split(' ').enumerate() {
            words.get(at).filter(|word| word.lower == part && word.sentence == head.sentence)?;
            length += 1;
        }
        Some(length)
    };
    let begins = |written: &str| written.split(' ').next() == Some(head.lower.as_str());
    RULES
        .iter()
        .filter(|(written, ..)| begins(written))
        .filter_map(|(written, context, reach)| Some((*context, *reach, fits(written)?)))
        .max_by_key(|(.., length)| *length)
}

fn plain<T: Text>(text: &str) -> Vec<Plain> {
    let mut plain: Vec<Plain> = Vec::new();
    let (mut end, mut sentence) = (0, 0);
    for word in analyze::words::<T>(text) {
        if word.span.start() < end {
            continue;
        }
        sentence += usize::from(text.get(end..word.span.start()).unwrap_or_default().contains(SENTENCE_ENDS));
        end = word.span.end();
        plain.push(Plain { lower: word.text.to_lowercase(), start: word.span.start(), end, sentence });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::super::{Draft, Vocabulary};
    use super::*;
    use crate::span::Question;

    fn vocabulary() -> Vocabulary {
        let mut draft = Draft::default();
        for name in ["chest pain", "fever", "cough", "asthma", "breast cancer", "pneumonia"] {
            draft.name(name, name, false);
        }
        draft.finish()
    }

    fn contexts(text: &str) -> Vec<Context> {
        vocabulary().mentions::<Question>(text).into_iter().map(|mention| mention.context).collect()
    }

    #[test]
    fn a_denial_reaches_to_the_end_of_its_sentence_or_to_a_but() {
        use Context::{Affirmed, Denied};
        assert_eq!(contexts("Denies fever, cough or chest pain."), [Denied, Denied, Denied]);
        assert_eq!(contexts("No fever but cough."), [Denied, Affirmed]);
        assert_eq!(contexts("No fever. Cough at night."), [Denied, Affirmed]);
        assert_eq!(contexts("Cough without fever"), [Affirmed, Denied]);
        assert_eq!(contexts("Pneumonia was ruled out, asthma is known"), [Denied, Affirmed]);
    }

    #[test]
    fn what_looks_like_a_denial_is_none() {
        assert_eq!(contexts("Not only fever"), [Context::Affirmed]);
        assert_eq!(contexts("no change of the cough"), [Context::Affirmed]);
        assert_eq!(contexts("asthma is not well controlled"), [Context::Affirmed]);
    }

    #[test]
    fn the_family_the_past_and_the_possible_are_told_apart() {
        use Context::{Affirmed, Family, Past, Possible};
        assert_eq!(contexts("Her mother had breast cancer."), [Family]);
        assert_eq!(contexts("Family history: asthma"), [Family]);
        assert_eq!(contexts("Does asthma run in my family?"), [Family]);
        assert_eq!(contexts("History of pneumonia; now cough"), [Past, Affirmed]);
        assert_eq!(contexts("Suspected pneumonia."), [Possible]);
        assert_eq!(contexts("Return if fever."), [Possible]);
    }

    #[test]
    fn the_strongest_of_several_contexts_stands() {
        assert_eq!(contexts("no family history of asthma"), [Context::Family]);
        assert_eq!(contexts("no history of asthma"), [Context::Denied]);
    }

    #[test]
    fn weights_and_bits_are_in_order() {
        assert!(Context::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].weight() >= pair[1].weight()));
        assert_eq!(Context::ALL.iter().fold(0, |bits, context| bits | context.bit()), 0b1_1111);
    }
}
