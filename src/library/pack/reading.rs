//! What a question is looked for by in a pack beyond its own words: words that slips of the pen are read as, other words for what it is
//! about, and further wordings.
//!
//! A slip is looked for among those terms that stand near it in the order of the alphabet, as a pack is read in parts: the pages of 4 KiB
//! around its own place, and those where the word would stand without one of its first letters, or with two of them swapped.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use serde::Serialize;

use super::blocks::Missing;
use super::form::Terms;
use super::open::Opened;
use super::search::Asked;
use crate::error::Result;
use crate::index::analyze;
use crate::index::bm25::{self, Weights};
use crate::privacy::lexicon::Lexicon;
use crate::question::filters::{Filters, bare};
use crate::question::search_terms::{self, OTHER_WORDING};
use crate::question::spell::{self, Correction};
use crate::question::{self, Plan, causal, variants};
use crate::span::{Question, Span};

/// Pages of terms that are read on either side of a word's own place.
const PAGES_BESIDE: usize = 6;
/// Letters, from the second on, that may be one too many or swapped with the next wherever the word then stands.
const FIRST_LETTERS: usize = 3;

/// What a question is looked for by beyond its own words; nothing where nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Reading {
    /// Whether a word that the library does not have is read as the nearest of its terms; see [`spell`](crate::question::spell).
    pub spelling: bool,
    /// Whether other words for what it is about are looked for, too; see [`search_terms`](crate::question::search_terms).
    pub concepts: bool,
    /// Whether it is asked in [other wordings](crate::question::variants), too.
    pub queries: bool,
    /// Whether a question for a cause is asked in the [other wordings of that](crate::question::causal), too.
    pub causal: bool,
}

impl FromStr for Reading {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let mut reading = Reading::default();
        for name in text.split(',').filter(|_| text != "none") {
            *match name {
                "spelling" => &mut reading.spelling,
                "concepts" => &mut reading.concepts,
                "queries" => &mut reading.queries,
                "causal" => &mut reading.causal,
                _ => return Err("expected none, or spelling, concepts, queries and causal, with commas"),
            } = true;
        }
        Ok(reading)
    }
}

impl Reading {
    /// Returns the further wordings that `question` is looked for by, each once. Their words always count; their vectors, where those of passages
    /// are compared, are the caller's to make.
    pub fn wordings(self, question: &str) -> Vec<String> {
        let queries = if self.queries { variants::of(question) } else { Vec::new() };
        let causal = if self.causal { causal::of(question) } else { Vec::new() };
        let mut wordings: Vec<String> = Vec::new();
        for wording in queries.into_iter().chain(causal) {
            if !wordings.contains(&wording) {
                wordings.push(wording);
            }
        }
        wordings
    }

    /// Returns what is on, by the names of the configuration.
    pub fn named(self) -> Vec<&'static str> {
        let all = [
            ("spelling", self.spelling),
            ("concepts", self.concepts),
            ("queries", self.queries),
            ("causal", self.causal),
        ];
        all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
    }
}

/// Returns the words of `question`, in lower case, that `lexicon` has, and that so are no slips.
pub fn known_words(question: &str, lexicon: &Lexicon) -> Vec<String> {
    let lower = analyze::words::<Question>(question).map(|word| word.text.to_lowercase());
    lower.filter(|word| !lexicon.of_word(word).is_unknown()).collect()
}

/// What a question is looked for by.
#[derive(Default)]
pub(super) struct Read {
    pub(super) weights: Weights,
    pub(super) corrections: Vec<Correction>,
}

/// The terms of a pack that were read, each with the number of passages that have it.
struct Near(BTreeMap<String, u32>);

impl spell::Terms for Near {
    fn has(&self, term: &str) -> bool {
        self.0.contains_key(term)
    }

    fn beginning(&self, start: &str) -> impl Iterator<Item = (&str, u32)> {
        let from = self.0.range::<str, _>((std::ops::Bound::Included(start), std::ops::Bound::Unbounded));
        from.map(|(term, passages)| (term.as_str(), *passages)).take_while(move |(term, _)| term.starts_with(start))
    }
}

impl Opened {
    /// Returns the terms that are looked for, with their weights, where the words `stated` state something of the articles, and are not looked
    /// for themselves.
    pub(super) fn looked_for(
        &self,
        asked: &Asked,
        stated: &[Span<Question>],
        missing: &mut Missing,
    ) -> Result<Option<Read>> {
        let reading = asked.reading;
        let corrections = if reading.spelling { there!(self.corrections(asked, stated, missing)?) } else { Vec::new() };
        let rest = rest(&asked.question, stated, &corrections);
        let mut weights = bm25::weights(analyze::bag(&rest));
        // What states something of the articles is looked for in no other wording either.
        let mut left_out = analyze::bag(&asked.question);
        left_out.retain(|term, _| !weights.contains_key(term));
        for correction in corrections.iter().filter(|correction| !correction.of_run) {
            weights.entry(correction.term.clone()).or_insert(1.0);
        }
        if reading.concepts {
            let concepts = search_terms::concepts(&Plan::new(&rest, &[]));
            for term in concepts.into_iter().flat_map(|concept| concept.wordings).flatten() {
                weights.entry(term).or_insert(OTHER_WORDING);
            }
        }
        for wording in reading.wordings(&asked.question) {
            for term in analyze::bag(&wording).into_keys().filter(|term| !left_out.contains_key(term)) {
                weights.entry(term).or_insert(OTHER_WORDING);
            }
        }
        Ok(Some(Read { weights, corrections }))
    }

    /// Returns what the words of the question are read as that neither the pack nor what is known has; names stay.
    fn corrections(
        &self,
        asked: &Asked,
        stated: &[Span<Question>],
        missing: &mut Missing,
    ) -> Result<Option<Vec<Correction>>> {
        let named: Vec<Span<Question>> = names(&asked.question).into_iter().chain(stated.iter().copied()).collect();
        let knows = |word: &str| question::is_known(word) || asked.known.iter().any(|known| known == word);
        let doubted = spell::doubted(&asked.question, named.iter().copied());
        let terms: BTreeSet<&str> = doubted.iter().map(|word| word.term.as_str()).collect();
        let found = there!(self.entries(&self.root.terms, terms.iter().copied(), missing)?);
        let count = |docs: u64| u32::try_from(docs).unwrap_or(u32::MAX);
        let mut near = Near(found.iter().map(|(term, entry)| ((*term).to_owned(), count(entry.docs))).collect());
        let slips = doubted.iter().filter(|word| !found.contains_key(word.term.as_str()) && !knows(&word.lower));
        let pages: BTreeSet<usize> = slips.flat_map(|word| pages_near(&self.root.terms, &word.term)).collect();
        let mut is_there = true;
        for page in pages {
            match self.page(&self.root.terms, page, missing)? {
                Some(entries) => near.0.extend(entries.into_iter().map(|(term, entry)| (term, count(entry.docs)))),
                None => is_there = false,
            }
        }
        Ok(is_there.then(|| spell::corrections(&asked.question, &near, knows, named)))
    }
}

/// Returns the words of `question` that may be somebody's name, or that of something: where an author's stands, and those with a capital
/// behind the first word.
fn names(question: &str) -> Vec<Span<Question>> {
    let plan = Plan::new(question, &[]);
    let authors = Filters::names(&plan);
    let words = plan.words.iter().enumerate();
    let is_name = |(at, word): &(usize, &question::Word)| {
        *at > 0 && word.capital || authors.binary_search(&bare(&word.lower)).is_ok()
    };
    words.filter(is_name).map(|(_, word)| word.span).collect()
}

/// Returns `question` without the words `stated`, and with those in place that make runs of words whole.
fn rest(question: &str, stated: &[Span<Question>], corrections: &[Correction]) -> String {
    let whole = corrections.iter().filter(|correction| correction.of_run);
    let mut put: Vec<(Span<Question>, &str)> = stated.iter().map(|span| (*span, " ")).collect();
    put.extend(whole.map(|correction| (correction.span, correction.term.as_str())));
    put.sort_by_key(|(span, _)| span.start());
    let mut rest = question.to_owned();
    for (span, text) in put.into_iter().rev() {
        if rest.is_char_boundary(span.start()) && rest.is_char_boundary(span.end()) {
            rest.replace_range(span.range(), text);
        }
    }
    rest
}

/// Returns the pages of `table` in which terms near to `term` are looked for, of those with terms of the same first letter.
fn pages_near(table: &Terms, term: &str) -> BTreeSet<usize> {
    let letters: Vec<char> = term.chars().collect();
    let first: String = letters.iter().take(1).collect();
    let place = |key: &str| table.pages.partition_point(|(first, _)| first.as_str() <= key).saturating_sub(1);
    let until = table.pages.partition_point(|(key, _)| *key < first || key.starts_with(&first));
    let own = place(term);
    let mut pages: BTreeSet<usize> = (own.saturating_sub(PAGES_BESIDE)..=own + PAGES_BESIDE).collect();
    for at in 1..=FIRST_LETTERS.min(letters.len().saturating_sub(1)) {
        let without: String = letters.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, it)| it).collect();
        pages.insert(place(&without));
        if at + 1 < letters.len() {
            let mut swapped = letters.clone();
            swapped.swap(at, at + 1);
            pages.insert(place(&String::from_iter(swapped)));
        }
    }
    pages.retain(|page| (place(&first)..until).contains(page));
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of pages that begin with `firsts`.
    fn table(firsts: &[String]) -> Terms {
        Terms { pages: firsts.iter().map(|first| (first.clone(), 4096)).collect(), ..Terms::default() }
    }

    #[test]
    fn of_a_small_library_all_terms_of_the_letter_are_looked_through_and_of_a_large_one_those_around() {
        let small = table(&["a", "lung", "metal", "nail"].map(str::to_owned));
        // What begins with the letter may stand at the end of the page before.
        assert_eq!(pages_near(&small, "metfromin"), [1, 2].into());
        assert_eq!(pages_near(&small, "zzzzz"), [3].into());
        assert_eq!(pages_near(&Terms::default(), "metfromin"), [].into());
        let firsts: Vec<String> = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("{a}{b}"))).collect();
        let large = table(&firsts);
        let page = |first: &str| firsts.iter().position(|known| known == first).unwrap();
        let near = pages_near(&large, "mteformin");
        assert!(near.len() <= 2 * PAGES_BESIDE + 1 + 2 * FIRST_LETTERS);
        assert!(
            near.contains(&page("mt")) && near.contains(&page("me")),
            "its own place, and with the letters swapped"
        );
        assert!(near.iter().all(|page| firsts[*page].starts_with('m')));
    }

    #[test]
    fn words_with_capitals_within_a_question_and_authors_are_names() {
        let named = |question: &str| -> Vec<String> {
            names(question).into_iter().map(|span| span.of(question).unwrap().to_owned()).collect()
        };
        assert_eq!(named("Metfromin in Chron disease"), ["Chron"]);
        assert_eq!(named("what did dr okafro find about metfromin"), ["okafro"]);
        assert!(named("metfromin and glucoze").is_empty());
    }

    #[test]
    fn wordings_stand_once_and_only_where_they_are_asked_for() {
        let all = Reading { spelling: true, concepts: true, queries: true, causal: true };
        assert_eq!(all.named(), ["spelling", "concepts", "queries", "causal"]);
        let all = Reading { spelling: true, concepts: true, queries: true, causal: true };
        for name in all.named() {
            assert_eq!(name.parse::<Reading>().unwrap().named(), [name]);
        }
        assert_eq!("queries,spelling".parse::<Reading>().unwrap().named(), ["spelling", "queries"]);
        assert_eq!("none".parse(), Ok(Reading::default()));
        assert!("spelling,".parse::<Reading>().is_err() && "okafor".parse::<Reading>().is_err());
        assert!(Reading::default().wordings("Do statins cause a heart attack?").is_empty());
        let wordings = all.wordings("What are the symptoms of gout?");
        assert_eq!(wordings, ["The signs and symptoms of gout include"]);
        let causal = Reading { causal: true, ..Reading::default() }.wordings("Do statins cause diabetes?");
        assert_eq!(causal.len(), 3);
    }

    #[test]
    fn what_states_something_of_the_articles_and_slips_in_runs_are_put_out_of_the_question() {
        let question = "heart atack since 2019";
        let run = Correction { span: Span::at(6, 5), term: "attack".to_owned(), of_run: true };
        assert_eq!(rest(question, &[Span::at(12, 5), Span::at(18, 4)], &[run]), "heart attack    ");
        assert_eq!(rest(question, &[], &[]), question);
    }
}
