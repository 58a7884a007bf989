//! Known answers: the identifying texts that the records themselves name, found again in any dress.
//!
//! Texts are compared in a normal form (compatibility decomposition, no accents, lower case, one space
//! for every run of other signs), aligned back to the bytes they came from. Numbers, codes and full
//! names are compared a second time with all separators removed, so that `999-50-3202` is found in
//! `999 50 3202`.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use unicode_normalization::UnicodeNormalization as _;

use crate::document::{EntityType, Identifier};
use crate::error::{Error, Result};

/// Shortest single word that is looked for, in characters.
const MIN_WORD_CHARS: usize = 2;
/// Shortest code, number or run-together name that is looked for across separators, in characters.
const MIN_DENSE_CHARS: usize = 5;

/// A text in normal form, with the byte of the original that each of its bytes came from.
struct Normal {
    text: String,
    origin: Vec<usize>,
    source_len: usize,
}

impl Normal {
    /// Returns the words of `text` divided by single spaces, with a space at either end.
    fn words(text: &str) -> Self {
        let mut normal = Normal { text: String::from(" "), origin: vec![0], source_len: text.len() };
        for (at, c) in text.char_indices() {
            for c in folded(c) {
                match (c.is_alphanumeric(), normal.text.ends_with(' ')) {
                    (true, _) => normal.push(c, at),
                    (false, false) => normal.push(' ', at),
                    (false, true) => {}
                }
            }
        }
        if !normal.text.ends_with(' ') {
            normal.push(' ', text.len());
        }
        normal
    }

    /// Returns the letters and digits of `text` only.
    fn dense(text: &str) -> Self {
        let mut normal = Normal { text: String::new(), origin: Vec::new(), source_len: text.len() };
        for (at, c) in text.char_indices() {
            for c in folded(c).filter(|c| c.is_alphanumeric()) {
                normal.push(c, at);
            }
        }
        normal
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.origin.extend(std::iter::repeat_n(at, c.len_utf8()));
    }

    /// Returns the bytes of the original that the bytes `start..end` of the normal form came from.
    fn original(&self, start: usize, end: usize, source: &str) -> Range<usize> {
        let from = self.origin.get(start).copied().unwrap_or(self.source_len);
        let last = self.origin.get(end.saturating_sub(1)).copied().unwrap_or(self.source_len);
        let mut to = last + source.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        // A combining mark folds to nothing; it belongs to the letter before it.
        while let Some(mark) =
            source.get(to..).and_then(|rest| rest.chars().next()).filter(|c| folded(*c).next().is_none())
        {
            to += mark.len_utf8();
        }
        from..to.max(from)
    }
}

/// Returns the compatibility decomposition of `c` in lower case, without combining marks and invisible signs.
fn folded(c: char) -> impl Iterator<Item = char> {
    std::iter::once(c)
        .nfkd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c) && !is_invisible(*c))
        .flat_map(char::to_lowercase)
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{202A}'..='\u{202E}')
}

/// Where a text holds a known answer. It holds no text itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// What the known answer is.
    pub entity_type: EntityType,
    /// Whether it is one word, which an innocent text may hold by chance.
    pub single_word: bool,
}

/// One occurrence of a known answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// The bytes of the searched text.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// What the known answer is.
    pub entity_type: EntityType,
    /// Whether the known answer is one word, which an innocent text may hold by chance.
    pub single_word: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    single_word: bool,
    entity_type: EntityType,
}

/// The identifying texts of all loaded records, ready to be looked for.
#[derive(Default)]
pub struct KnownAnswers {
    parts: Vec<Part>,
}

/// Some of the texts. Several small automata are built in less time than one large one, and one by one.
struct Part {
    words: AhoCorasick,
    word_patterns: Vec<Pattern>,
    dense: AhoCorasick,
    dense_patterns: Vec<Pattern>,
}

impl KnownAnswers {
    /// Identifiers of one automaton.
    pub const PART: usize = 4096;

    /// Returns the known answers of `identifiers`.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn new(identifiers: &[Identifier]) -> Result<Self> {
        let mut known = KnownAnswers::default();
        for part in identifiers.chunks(Self::PART) {
            known.add(part)?;
        }
        Ok(known)
    }

    /// Adds `identifiers`, best [`PART`](Self::PART) at a time: each as a whole, each word of a person's name alone,
    /// names with digits also without, and names, numbers and codes without separators.
    ///
    /// # Errors
    /// `internal` when the automaton cannot be built (more than 2³¹ states).
    pub fn add(&mut self, identifiers: &[Identifier]) -> Result<()> {
        self.parts.push(Part::new(identifiers)?);
        Ok(())
    }

    /// Returns how many texts are looked for.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.word_patterns.len() + part.dense_patterns.len()).sum()
    }

    /// Returns whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns every occurrence in `text`, in the order of its bytes, without repeats, for those who decide what is written.
    pub fn occurrences(&self, text: &str) -> Vec<Occurrence> {
        let occurrence = |hit: Hit| Occurrence {
            range: hit.start..hit.end,
            entity_type: hit.entity_type,
            single_word: hit.single_word,
        };
        self.find(text).into_iter().map(occurrence).collect()
    }

    /// Returns every occurrence in `text`, in the order of its bytes, without repeats.
    pub(super) fn find(&self, text: &str) -> Vec<Hit> {
        let (words, dense) = (Normal::words(text), Normal::dense(text));
        let mut hits: Vec<Hit> = self.parts.iter().flat_map(|part| part.find(text, &words, &dense)).collect();
        hits.sort();
        hits.dedup();
        hits
    }
}

impl Part {
    fn new(identifiers: &[Identifier]) -> Result<Self> {
        let mut words: Vec<(String, Pattern)> = Vec::new();
        let mut dense: Vec<(String, Pattern)> = Vec::new();
        for identifier in identifiers {
            let entity_type = identifier.entity_type;
            let person = entity_type == EntityType::Person;
            let mut forms = vec![identifier.text.clone()];
            if person && identifier.text.chars().any(char::is_numeric) {
                forms.push(identifier.text.chars().filter(|c| !c.is_numeric()).collect());
            }
            for form in forms {
                let whole = Normal::words(&form).text;
                let parts: Vec<&str> = whole.split_whitespace().collect();
                let long_enough = |word: &&&str| word.chars().count() >= MIN_WORD_CHARS;
                match parts.as_slice() {
                    [] => continue,
                    [word] if !long_enough(&word) => continue,
                    several => {
                        words.push((whole.clone(), Pattern { single_word: several.len() == 1, entity_type }));
                        if person {
                            let alone = several.iter().filter(long_enough);
                            words.extend(alone.map(|w| (format!(" {w} "), Pattern { single_word: true, entity_type })));
                        }
                    }
                }
                let run_together = Normal::dense(&form).text;
                let numbered = run_together.chars().any(|c| c.is_ascii_digit());
                if run_together.chars().count() >= MIN_DENSE_CHARS && (numbered || parts.len() > 1) {
                    dense.push((run_together, Pattern { single_word: false, entity_type }));
                }
            }
        }
        let (words, word_patterns) = automaton(words)?;
        let (dense, dense_patterns) = automaton(dense)?;
        Ok(Part { words, word_patterns, dense, dense_patterns })
    }

    /// Returns every occurrence in `text`, whose normal forms are `words` and `dense`.
    fn find(&self, text: &str, words: &Normal, dense: &Normal) -> Vec<Hit> {
        let mut hits = Vec::new();
        for found in self.words.find_overlapping_iter(&words.text) {
            if let Some(pattern) = self.word_patterns.get(found.pattern().as_usize()) {
                // The pattern's first and last bytes are the spaces around the words.
                hits.push(pattern.hit(words.original(found.start() + 1, found.end() - 1, text)));
            }
        }
        for found in self.dense.find_overlapping_iter(&dense.text) {
            if let Some(pattern) = self.dense_patterns.get(found.pattern().as_usize()) {
                hits.push(pattern.hit(dense.original(found.start(), found.end(), text)));
            }
        }
        hits
    }
}

impl Pattern {
    fn hit(self, range: Range<usize>) -> Hit {
        Hit { start: range.start, end: range.end, entity_type: self.entity_type, single_word: self.single_word }
    }
}

/// Returns the automaton over `patterns`; of equal texts the strictest pattern (several words) stays.
fn automaton(mut patterns: Vec<(String, Pattern)>) -> Result<(AhoCorasick, Vec<Pattern>)> {
    patterns.sort();
    patterns.dedup_by(|later, first| later.0 == first.0);
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(patterns.iter().map(|(text, _)| text))
        .map_err(|_| Error::internal("the automaton of known identifiers could not be built"))?;
    Ok((automaton, patterns.into_iter().map(|(_, pattern)| pattern).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn known(entries: &[(&str, EntityType)]) -> KnownAnswers {
        let identifiers: Vec<_> = entries
            .iter()
            .map(|(text, entity_type)| Identifier {
                text: (*text).to_owned(),
                entity_type: *entity_type,
                patient: None,
            })
            .collect();
        KnownAnswers::new(&identifiers).unwrap()
    }

    fn found<'t>(known: &KnownAnswers, text: &'t str) -> Vec<&'t str> {
        known.find(text).into_iter().map(|hit| &text[hit.start..hit.end]).collect()
    }

    #[test]
    fn names_are_found_in_any_dress_and_give_their_bytes() {
        let known = known(&[("Zoë Müller-Haley", EntityType::Person)]);
        for (text, hit) in [
            ("seen by ZOE today", "ZOE"),
            ("Mrs Mu\u{308}ller.", "Mu\u{308}ller"),
            ("Zoe\u{308}", "Zoe\u{308}"),
            ("haley's letter", "haley"),
            ("ｈａｌｅｙ", "ｈａｌｅｙ"),
            ("Ha\u{200b}ley", "Ha\u{200b}ley"),
            ("(zoë müller haley)", "zoë müller haley"),
            ("zoemullerhaley", "zoemullerhaley"),
        ] {
            assert!(found(&known, text).contains(&hit), "{text}: {:?}", found(&known, text));
        }
        for text in ["Haleyville", "zo", "mull", "chaley"] {
            assert!(found(&known, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn numbers_are_found_across_separators() {
        let known = known(&[
            ("999-50-3202", EntityType::Id),
            ("555-419-3488", EntityType::Phone),
            ("02138", EntityType::Location),
        ]);
        for text in ["999503202", "999 50 3202", "9-9-9-5-0-3-2-0-2", "(555) 419.3488", "MA 02138", "x02138y"] {
            assert!(!found(&known, text).is_empty(), "{text}");
        }
        assert!(found(&known, "999 50 320").is_empty());
    }

    #[test]
    fn a_name_with_digits_is_found_without_them() {
        let known = known(&[("Chung121 Haley279", EntityType::Person)]);
        for text in ["chung", "Haley279", "haley"] {
            assert!(!found(&known, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn an_organisation_is_known_as_a_whole_only() {
        let known = known(&[("General Hospital", EntityType::Organization)]);
        assert!(found(&known, "a general remark").is_empty());
        assert!(found(&known, "the General  HOSPITAL").contains(&"General  HOSPITAL"));
    }

    proptest! {
        #[test]
        fn what_is_planted_is_found(before in "[a-z ,.]{0,12}", after in "[ ,.][a-z ,.]{0,12}", upper: bool) {
            let known = known(&[("Okafor", EntityType::Person)]);
            let name = if upper { "OKAFOR" } else { "okafor" };
            let text = format!("{before} {name}{after}");
            prop_assert!(found(&known, &text).contains(&name));
        }

        #[test]
        fn in_how_many_parts_they_are_looked_for_does_not_matter(
            texts in prop::collection::vec("[ab1é]{1,3}( [ab1é]{1,3}){0,2}", 1..8), part in 1_usize..4, text in "[ab1é .]{0,40}",
        ) {
            let of = |text: &String| Identifier { text: text.clone(), entity_type: EntityType::Person, patient: None };
            let identifiers: Vec<Identifier> = texts.iter().map(of).collect();
            let mut parts = KnownAnswers::default();
            for part in identifiers.chunks(part) {
                parts.add(part).unwrap();
            }
            prop_assert_eq!(parts.find(&text), KnownAnswers::new(&identifiers).unwrap().find(&text));
        }

        #[test]
        fn any_text_is_searched_without_panic_and_hits_slice_it(text in "\\PC{0,60}") {
            let known = known(&[("é1", EntityType::Id), ("a b", EntityType::Person), ("ﬁn", EntityType::Person)]);
            for hit in known.find(&text) {
                prop_assert!(text.get(hit.start..hit.end).is_some());
            }
        }
    }
}
