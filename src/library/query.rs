//! A query for PubMed, or a question to a vector database, as it may leave: each word that a person typed is held to the closed vocabulary, as the words of a question are, and what
//! stands between them to the signs of PubMed's own syntax.
//!
//! Source: NLM, *PubMed User Guide*, search field tags and Boolean operators. What does not leave makes no query: it is told, word by word.

use std::ops::Range;

use super::entrez::Ask;
use crate::clearance::{self, Cleared, Composer, Embed, Finding, KnownAnswers, Original, Outgoing, Source, SpanMap};
use crate::error::{Code, Error, Result};
use crate::privacy::detect::Detector;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::second_look::SecondLook;
use crate::privacy::vocabulary::{Decision, Sources, Vocabulary, Withheld};
use crate::question::Plan;

/// The longest query, in bytes.
const MAX_QUERY_BYTES: usize = 1000;
/// Operators, and the tags of fields that hold no names, as they leave.
const MARKS: [&str; 24] = [
    "AND",
    "OR",
    "NOT",
    "[mh]",
    "[mesh]",
    "[majr]",
    "[ti]",
    "[tiab]",
    "[tw]",
    "[pt]",
    "[sh]",
    "[nm]",
    "[ot]",
    "[la]",
    "[all]",
    "[sb]",
    "[dp]",
    "[ta]",
    "[title]",
    "[title/abstract]",
    "[mesh terms]",
    "[mh:noexp]",
    "[majr:noexp]",
    "[text word]",
];
/// Signs that may stand between words.
const SIGNS: [(char, &str); 8] =
    [(' ', " "), ('"', "\""), ('(', "("), (')', ")"), ('*', "*"), ('-', "-"), (',', ","), ('/', "/")];

/// Said of what no query is.
const NO_QUERY: &str = "a query is of words, quotation marks, brackets, AND, OR, NOT and tags such as [mh] and [tiab]";
/// Said of a tag that is not among [`MARKS`].
const NO_TAG: &str = "a tag of this query is not taken: tags of people and places, as [au], [ad] and [ps], never are; those such as [mh], [tiab], [ti] and [pt] are";

/// What a query is held to.
pub struct Clearing<'a> {
    /// The identifying texts of the records, which may be none.
    pub known: &'a KnownAnswers,
    /// Finds other identifying texts.
    pub detector: &'a Detector,
    /// What is known of words; without it only the short lists of everyday and medical words leave.
    pub lexicon: Option<&'a Lexicon>,
}

/// A query that was held to the vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// What would leave of it.
    pub map: SpanMap,
    /// The words that stay. With any of them it is no query.
    pub withheld: Vec<Withheld>,
}

impl Clearing<'_> {
    /// Returns `text` as it may leave. Of the words that stay, `allowed` leave where a person may allow them.
    ///
    /// # Errors
    /// `invalid-argument` for an empty query and for signs that none has; `too-large` for a long one.
    pub fn query(&self, text: &str, allowed: &[String]) -> Result<Query> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return Err(Error::new(Code::InvalidArgument, "the query is empty"));
        }
        if text.len() > MAX_QUERY_BYTES {
            return Err(
                Error::new(Code::TooLarge, "the query is too long").found(text.len() as u64, MAX_QUERY_BYTES as u64)
            );
        }
        let marks = marks(&text);
        // Where a mark stands there is no word: its letters are ours.
        let mut masked = text.clone();
        for (range, _) in &marks {
            masked.replace_range(range.clone(), &" ".repeat(range.len()));
        }
        let plan = Plan::new(&masked, &[]);
        let sources = self.sources(allowed);
        let words = Vocabulary::new(&masked, &plan, &[], &sources);
        let (mut composer, mut withheld) = (Composer::new(), Vec::new());
        let mut at = 0;
        while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
            if let Some((range, mark)) = marks.iter().find(|(range, _)| range.start == at) {
                composer.template(mark);
                at = range.end;
            } else if let Some(word) = plan.words.iter().find(|word| word.span.start() == at && word.span.end() > at) {
                let original = Original {
                    text: word.span.of(&masked).unwrap_or_default().to_owned(),
                    source: Source::Question { span: word.span },
                };
                match words.decide(word) {
                    Decision::Leaves(operator, text) => {
                        composer.write(operator, &text, vec![original]);
                    }
                    Decision::Stays(reason) => withheld.push(Withheld { span: word.span, reason }),
                }
                at = word.span.end();
            } else {
                let (_, sign) = SIGNS
                    .iter()
                    .find(|(sign, _)| *sign == next)
                    .ok_or_else(|| Error::new(Code::InvalidArgument, if next == '[' { NO_TAG } else { NO_QUERY }))?;
                composer.template(sign);
                at += next.len_utf8();
            }
        }
        Ok(Query { map: composer.finish(), withheld })
    }

    /// Returns the words of the question `text` that may leave, with spaces between, and those that stay and are left out. Of these,
    /// `allowed` leave where a person may allow them.
    ///
    /// # Errors
    /// `invalid-argument` when there is nothing left; `too-large` for a long question.
    pub fn question(&self, text: &str, allowed: &[String]) -> Result<Query> {
        if text.len() > MAX_QUERY_BYTES {
            return Err(
                Error::new(Code::TooLarge, "the question is too long").found(text.len() as u64, MAX_QUERY_BYTES as u64)
            );
        }
        let plan = Plan::new(text, &[]);
        let sources = self.sources(allowed);
        let words = Vocabulary::new(text, &plan, &[], &sources);
        let (mut composer, mut withheld, mut is_first) = (Composer::new(), Vec::new(), true);
        let mut until = 0;
        for word in &plan.words {
            // Letters and digits of one word are no words of their own: it leaves whole, or stays whole.
            if word.span.start() < until {
                continue;
            }
            until = word.span.end();
            match words.decide(word) {
                Decision::Leaves(operator, leaves) => {
                    composer.template(if is_first { "" } else { " " });
                    let original = Original {
                        text: word.span.of(text).unwrap_or_default().to_owned(),
                        source: Source::Question { span: word.span },
                    };
                    composer.write(operator, &leaves, vec![original]);
                    is_first = false;
                }
                Decision::Stays(reason) => withheld.push(Withheld { span: word.span, reason }),
            }
        }
        if is_first {
            return Err(Error::new(Code::InvalidArgument, "no word of the question may leave: nothing can be asked"));
        }
        Ok(Query { map: composer.finish(), withheld })
    }

    fn sources<'s>(&'s self, allowed: &'s [String]) -> Sources<'s> {
        Sources {
            lexicon: self.lexicon,
            known: Some(self.known),
            detector: Some(self.detector),
            allowed,
            ..Sources::default()
        }
    }

    /// Reviews the request `outgoing` for what is nearest to `message` by `embed`. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// Every [`Finding`]; the request is then refused.
    pub fn clear_nearest(
        &self,
        outgoing: Outgoing,
        message: &SpanMap,
        embed: &dyn Embed,
        now_millis: u64,
    ) -> std::result::Result<Cleared, Vec<Finding>> {
        let look = SecondLook { detector: self.detector, lexicon: self.lexicon };
        clearance::review_nearest(outgoing, message, embed, self.known, Some(&look), now_millis)
    }

    /// Reviews the request for which collections the server at `base` has, which says nothing. `now_millis` is the caller's clock.
    ///
    /// # Errors
    /// Every [`Finding`]; the request is then refused.
    pub fn clear_collections(&self, base: &str, now_millis: u64) -> std::result::Result<Cleared, Vec<Finding>> {
        self.clear_by_form(clearance::collections(base), &Composer::new().finish(), now_millis)
    }

    /// Reviews the request `ask` to the programs at `base`; a search says `message`, and what follows it says nothing. `now_millis` is the caller's
    /// clock.
    ///
    /// # Errors
    /// Every [`Finding`]; the request is then refused.
    pub fn clear(
        &self,
        ask: &Ask,
        base: &str,
        message: &SpanMap,
        now_millis: u64,
    ) -> std::result::Result<Cleared, Vec<Finding>> {
        let nothing = Composer::new().finish();
        let message = if ask.is_search() { message } else { &nothing };
        self.clear_by_form(ask.outgoing(base), message, now_millis)
    }

    fn clear_by_form(
        &self,
        outgoing: Outgoing,
        message: &SpanMap,
        now_millis: u64,
    ) -> std::result::Result<Cleared, Vec<Finding>> {
        let look = SecondLook { detector: self.detector, lexicon: self.lexicon };
        clearance::review(outgoing, message, &[], self.known, Some(&look), None, now_millis)
    }
}

/// Returns where operators and tags stand in `text`, in order, and how they leave.
fn marks(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut found: Vec<(Range<usize>, &'static str)> = Vec::new();
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let bytes = text.as_bytes();
    for (at, _) in text.char_indices() {
        let free = found.last().is_none_or(|(range, _)| range.end <= at);
        let mark = MARKS.iter().find(|mark| {
            let end = at + mark.len();
            let Some(there) = text.get(at..end) else { return false };
            if mark.starts_with('[') {
                return there.eq_ignore_ascii_case(mark);
            }
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            there == **mark && !is_word(before) && !is_word(bytes.get(end))
        });
        if let Some(mark) = mark.filter(|_| free) {
            found.push((at..at + mark.len(), *mark));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::lexicon::Traits;
    use crate::privacy::recognizers;

    #[test]
    fn a_tag_that_is_not_taken_is_told_apart_from_what_is_no_query() {
        let (known, detector) = (KnownAnswers::default(), Detector::new(recognizers::all()));
        let clearing = Clearing { known: &known, detector: &detector, lexicon: None };
        for (query, why) in [("blood[au]", NO_TAG), ("blood [okafor]", NO_TAG), ("blood; pressure", NO_QUERY)] {
            let error = clearing.query(query, &[]).unwrap_err();
            assert_eq!(error.code(), Code::InvalidArgument);
            assert!(error.to_string().contains(why) && !error.to_string().contains("okafor"), "{error}");
        }
        assert_eq!(clearing.query("blood[tiab]", &[]).unwrap().map.text(), "blood[tiab]");
    }

    #[test]
    fn a_word_with_a_digit_leaves_whole_once_it_was_let_and_one_that_cannot_says_so() {
        let (known, detector) = (KnownAnswers::default(), Detector::new(recognizers::all()));
        let lexicon = Lexicon::of([("blood".to_owned(), Traits::COMMON | Traits::FREQUENT_WORD)]);
        let clearing = Clearing { known: &known, detector: &detector, lexicon: Some(&lexicon) };
        let let_out = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for text in ["blood AND QUUX2", "blood AND QUUX2[tiab]"] {
            let held = clearing.query(text, &[]).unwrap().withheld;
            assert_eq!(held.len(), 1, "{text}");
            assert!(held[0].reason.may_be_allowed() && held[0].span.of(text) == Some("QUUX2"), "{text}");
            let free = clearing.query(text, &let_out(&["QUUX2"])).unwrap();
            assert!(free.withheld.is_empty() && free.map.text().starts_with("blood AND quux2"), "{text}");
        }
        let question = clearing.question("blood QUUX2", &[]).unwrap();
        assert_eq!((question.map.text(), question.withheld.len()), ("blood", 1));
        assert_eq!(clearing.question("blood QUUX2", &let_out(&["QUUX2"])).unwrap().map.text(), "blood quux2");
        for text in ["blood MRN12", "blood A12", "blood 12MAR", "blood bed4", "blood 2", "blood quux-2"] {
            let held = clearing.question(text, &let_out(&["mrn12", "a12", "12mar", "bed4", "2", "quux-2"])).unwrap();
            assert_eq!(held.map.text(), "blood", "{text}");
            assert!(held.withheld.iter().all(|word| !word.reason.may_be_allowed()), "{text}: {:?}", held.withheld);
        }
    }
}
