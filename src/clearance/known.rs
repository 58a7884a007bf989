//! Known answers: the identifying texts that the records themselves name, found again in any dress.
//!
//! Texts are compared in a folded form (no accents, lower case, letters for what looks like them, one space for every run of other
//! signs), aligned back to the bytes they came from. Names, numbers and codes are compared a second time with all separators
//! removed, so that `999-50-3202` is found in `999 50 3202` and a name in `O k a f o r`; and both once more with signs made equal
//! that scanners and jokers take for each other.

use std::ops::Range;

use crate::document::{EntityType, Identifier};
use crate::error::Result;
use crate::fold::{Finder, Folded, letters};

/// Shortest single word that is looked for, in characters.
const MIN_WORD_CHARS: usize = 2;
/// Shortest word that is looked for letter by letter ("L e e").
const MIN_SPELT_CHARS: usize = 3;
/// Shortest word that is looked for with a digit or another case beside it, or with signs that only look like its letters.
const MIN_NOISY_CHARS: usize = 4;
/// Shortest code, number or run-together name that is looked for across separators, in characters.
const MIN_DENSE_CHARS: usize = 5;
/// From here on a run-together name is found within other words too: chance makes none of this length.
const MIN_WITHIN_CHARS: usize = 10;
/// Lengths of numbers and codes that are looked for with letters for digits, up to UUIDs.
const NOISY_NUMBER_CHARS: Range<usize> = 7..41;
/// Letters of which two may be made one, which hides a code that begins or ends there.
const MERGING: [char; 3] = ['n', 'r', 'v'];

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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    single_word: bool,
    /// Whether it counts only where it begins and ends as words do.
    bounded: bool,
    entity_type: EntityType,
}

/// The identifying texts of all loaded records, ready to be looked for.
#[derive(Default)]
pub struct KnownAnswers {
    parts: Vec<Part>,
}

/// Some of the texts: several small automata are built in less time than one large one.
struct Part {
    words: Layer,
    dense: Layer,
    noisy: Layer,
    noisy_dense: Layer,
}

/// The texts looked for in one folded form; of equal ones the strictest pattern (several words) stays.
type Layer = Finder<Pattern>;

impl KnownAnswers {
    /// Identifiers of one automaton.
    pub const PART: usize = 4096;

    /// Returns the known answers of `identifiers`.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn new(identifiers: &[Identifier]) -> Result<Self> {
        Ok(KnownAnswers { parts: identifiers.chunks(Self::PART).map(Part::new).collect::<Result<_>>()? })
    }

    /// Adds `identifiers`, best [`PART`](Self::PART) at a time, each as a whole and a person's name also word by word.
    ///
    /// # Errors
    /// `internal` when the automaton cannot be built (more than 2³¹ states).
    pub fn add(&mut self, identifiers: &[Identifier]) -> Result<()> {
        self.parts.push(Part::new(identifiers)?);
        Ok(())
    }

    /// Returns every occurrence in `text`, in the order of its bytes, without repeats.
    pub fn occurrences(&self, text: &str) -> Vec<Occurrence> {
        let (words, dense) = (Folded::words(text), Folded::dense(text));
        let (noisy, noisy_dense, alike) = (Folded::noisy(text), Folded::noisy_dense(text), Folded::alike(text));
        let mut hits = Vec::new();
        for part in &self.parts {
            // The first and last byte of a word's pattern are the spaces around it.
            hits.extend(part.words.find(&words, 1).map(|(pattern, range)| pattern.hit(range)));
            hits.extend(part.dense.find(&dense, 0).filter_map(|(pattern, range)| pattern.spread(range, text)));
            hits.extend(part.noisy.find(&noisy, 1).filter_map(|(pattern, range)| pattern.noisy(range, text)));
            for dense in [&noisy_dense, &alike] {
                hits.extend(part.noisy_dense.find(dense, 0).map(|(pattern, range)| pattern.hit(range)));
            }
        }
        hits.sort_by_key(|hit: &Occurrence| (hit.range.start, hit.range.end, hit.entity_type, hit.single_word));
        hits.dedup();
        hits
    }
}

impl Part {
    fn new(identifiers: &[Identifier]) -> Result<Self> {
        let (mut words, mut dense, mut noisy, mut noisy_dense) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for identifier in identifiers {
            let entity_type = identifier.entity_type;
            let person = entity_type == EntityType::Person;
            let named =
                person || [EntityType::Location, EntityType::Organization, EntityType::Hospital].contains(&entity_type);
            let has_digits = person && identifier.text.contains(char::is_numeric);
            let without = has_digits.then(|| identifier.text.replace(char::is_numeric, ""));
            for form in std::iter::once(identifier.text.clone()).chain(without) {
                let whole = Folded::words(&form);
                let parts: Vec<&str> = whole.text().split_whitespace().collect();
                let is_single = parts.len() == 1;
                if is_single && length(whole.text()) < MIN_WORD_CHARS + 2 || parts.is_empty() {
                    continue;
                }
                let of = |single_word, bounded| Pattern { single_word, bounded, entity_type };
                let run_together = Folded::dense(&form).text().to_owned();
                let (len, numbered) = (length(&run_together), run_together.contains(|c: char| c.is_ascii_digit()));
                // A form that finds what another does, and more, stands for both: nearly all identifiers are long codes.
                let (is_code, is_alike) = (numbered && len >= MIN_DENSE_CHARS, NOISY_NUMBER_CHARS.contains(&len));
                if !is_code {
                    words.push((whole.text().to_owned(), of(is_single, false)));
                }
                if named {
                    noisy.push((Folded::noisy(&form).text().to_owned(), of(is_single, false)));
                }
                if person {
                    for word in parts.iter().filter(|word| length(word) >= MIN_WORD_CHARS) {
                        words.push((format!(" {word} "), of(true, false)));
                        noisy.push((Folded::noisy(word).text().to_owned(), of(true, false)));
                        dense.push(((*word).to_owned(), of(true, true)));
                    }
                }
                if is_code && is_alike {
                    noisy_dense.push((Folded::noisy_dense(&form).text().to_owned(), of(false, false)));
                }
                let is_covered = is_code && is_alike && !run_together.contains(MERGING);
                if !is_covered && (named && is_single || len >= MIN_DENSE_CHARS && (numbered || !is_single)) {
                    let bounded = !numbered && (is_single || len < MIN_WITHIN_CHARS);
                    dense.push((run_together, of(is_single && !numbered, bounded)));
                }
            }
        }
        // In the padded form two of the characters are the spaces.
        noisy.retain(|(text, _)| length(text) >= MIN_NOISY_CHARS + 2);
        dense.retain(|(text, pattern)| length(text) >= MIN_SPELT_CHARS || !pattern.single_word);
        let (words, dense) = (Layer::new(words)?, Layer::new(dense)?);
        Ok(Part { words, dense, noisy: Layer::new(noisy)?, noisy_dense: Layer::new(noisy_dense)? })
    }
}

impl Pattern {
    fn hit(&self, range: Range<usize>) -> Occurrence {
        Occurrence { range, entity_type: self.entity_type, single_word: self.single_word }
    }

    /// Returns the hit of letters and digits that may have separators between them; `None` where chance explains them.
    fn spread(&self, range: Range<usize>, text: &str) -> Option<Occurrence> {
        let hit = text.get(range.clone())?;
        if !self.bounded {
            return Some(self.hit(range));
        }
        let (before, after) = (text.get(..range.start)?.chars().next_back(), text.get(range.end..)?.chars().next());
        if !(parted(before, hit.chars().next()) && parted(hit.chars().next_back(), after)) {
            return None;
        }
        let separates = |c: char| letters(c).next().is_some_and(|c| !c.is_alphanumeric());
        let divided = hit.contains(separates);
        let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_spelt = || hit.split(separates).all(|piece| length(piece) <= 1);
        let counts = match (self.single_word, divided) {
            (false, _) => true,
            (true, true) => is_spelt() || length(hit) - hit.matches(separates).count() >= MIN_DENSE_CHARS,
            // Between spaces the word was found as a word already.
            (true, false) => (joins(before) || joins(after)) && length(hit) >= MIN_NOISY_CHARS,
        };
        counts.then(|| Occurrence { single_word: self.single_word && !divided, ..self.hit(range) })
    }

    /// Returns the hit of signs that only look like those of the pattern. Letters alone are taken for others only in long words,
    /// and a number is not taken for a word.
    fn noisy(&self, range: Range<usize>, text: &str) -> Option<Occurrence> {
        let hit = text.get(range.clone())?;
        let strange = hit.contains(|c: char| !c.is_ascii_alphabetic());
        (hit.contains(char::is_alphabetic) && (strange || length(hit) >= MIN_DENSE_CHARS)).then(|| self.hit(range))
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns whether a word may end between two signs: where one is no letter or digit, between a letter and a digit, and before
/// a capital after a small letter.
fn parted(before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return true };
    !(before.is_alphanumeric() && after.is_alphanumeric())
        || before.is_numeric() != after.is_numeric()
        || (before.is_lowercase() && after.is_uppercase())
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
        known.occurrences(text).into_iter().map(|hit| &text[hit.range]).collect()
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
    fn a_code_is_found_in_any_dress_whatever_its_letters() {
        for code in ["7f0c21ae-5b9d-4e1a-9d33-0a1b2c3d4e5f", "RN-778899-V", "MRN 00483-2217", "v7nr5521", "AB12C"] {
            let known = known(&[(code, EntityType::Id)]);
            let dense: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
            let spaced: Vec<String> = dense.chars().map(String::from).collect();
            for text in [
                code.to_owned(),
                dense.to_uppercase(),
                spaced.join("@"),
                spaced.join(" "),
                spaced.join("$|"),
                format!("vr{dense}nv"),
                format!("x{}+", dense.to_lowercase()),
            ] {
                assert!(!found(&known, &text).is_empty(), "{code} in {text}");
            }
            assert!(found(&known, &dense[1..]).is_empty(), "{code}");
        }
    }

    #[test]
    fn a_name_with_digits_is_found_without_them() {
        let known = known(&[("Chung121 Haley279", EntityType::Person)]);
        for text in ["chung", "Haley279", "haley"] {
            assert!(!found(&known, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_name_within_other_letters_counts_where_a_word_may_begin_and_end() {
        let known = known(&[("Bo Okafor", EntityType::Person), ("Lisa", EntityType::Person)]);
        for text in ["seenByOkafor", "12okafor", "okafor7", "OkaforSeen", "Oka-for", "O-k-a-f-o-r", "L.i.s.a", "2lisa"]
        {
            assert!(!found(&known, text).is_empty(), "{text}");
        }
        for text in ["xokafor", "okaforx", "XOKAFOR", "Li-sa", "by Li sa", "seenlisa"] {
            assert!(found(&known, text).is_empty(), "{text}: {:?}", found(&known, text));
        }
        assert!(
            found(&super::tests::known(&[("Kim", EntityType::Person)]), "2kim").is_empty(),
            "three letters are chance"
        );
        let of = |text: &str| known.occurrences(text).first().map(|hit| hit.single_word);
        assert_eq!((of("2okafor"), of("Oka-for")), (Some(true), Some(false)), "in pieces it is no one word");
    }

    #[test]
    fn letters_alone_are_taken_for_others_in_long_words_and_numbers_for_none() {
        for (name, text, is_there) in [
            ("Lila", "L1la", true),
            ("Lila", "Llla", false),
            ("Lilia", "Lllia", true),
            ("Millie", "Mlllie", true),
            ("Lili", "1111", false),
            ("Lilia", "11114", false),
        ] {
            let known = known(&[(name, EntityType::Person)]);
            assert_eq!(!found(&known, text).is_empty(), is_there, "{name} in {text}");
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
            prop_assert_eq!(parts.occurrences(&text), KnownAnswers::new(&identifiers).unwrap().occurrences(&text));
        }

        #[test]
        fn any_text_is_searched_without_panic_and_hits_slice_it(text in "([é1abﬁn .]|\\PC){0,60}") {
            let known = known(&[("é1", EntityType::Id), ("a b", EntityType::Person), ("ﬁn", EntityType::Person)]);
            for hit in known.occurrences(&text) {
                prop_assert!(text.get(hit.range).is_some());
            }
        }
    }
}
