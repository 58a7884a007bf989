//! The closed vocabulary of what records call things: which words of a terminology's text may leave.
//!
//! `Coding.display` is free text in FHIR: whoever writes a record can put anything there. A word of it leaves when the
//! [`Lexicon`] knows it as more than a name or a place, or when it is a short number or a short code with a number ("B12", "T3",
//! "24HR"). A number of four or five digits may be a year or a ZIP code: it leaves as an amount ("5000 UNT") or a version ("Basic metabolic 2000 panel") alone, or with the disease that is called by it ("coronavirus disease 2019"). A fact with another word stays, unless the person allows that word.

use std::ops::Range;

use super::vocabulary::{self, Sources};
use crate::clearance::KnownAnswers;
use crate::document::EntityType;
use crate::privacy::detect::without_accents;
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::question::{concepts, vocabulary as words};

/// The longest number that leaves with a term whatever stands beside it, in digits.
const MAX_DIGITS: usize = 3;
/// The longest that leaves as an amount: doses of enzymes and vaccines have five.
const MAX_AMOUNT_DIGITS: usize = 5;
/// The longest below one that leaves as an amount: those of hormones in an hour have six. The gate lets no six behind the point leave.
const MAX_PART_DIGITS: usize = 6;
/// Numbers of four digits that leave though somebody of the records was born in such a year: doses, and versions of panels.
const ROUND: &str = "2000";
const VERSIONS: [&str; 2] = ["1996", "1998"];
/// Letters before or after a short number that need not be a word: "B12", "cT3", "CD4".
const MAX_CODE_LETTERS: usize = 2;
/// Digits of a short code.
const MAX_CODE_DIGITS: usize = 3;

/// Single letters or digits that may follow one another: "A B O", "T N M".
const MAX_LONE: usize = 3;

/// What follows a number that is an amount, or the version of what is measured together ("Basic metabolic 2000 panel").
const AMOUNTS: &[&str] = &[
    "actuat", "amb", "bau", "cal", "cc", "cells", "cfu", "cgy", "el", "elu", "g", "gm", "gram", "grams", "gy", "iu",
    "kcal", "kg", "ki", "kiu", "l", "lf", "mbq", "mcg", "mci", "meq", "mg", "ml", "mmol", "mol", "ng", "panel", "pfu",
    "revision", "u", "uci", "ug", "umol", "unit", "units", "unt", "usp",
];

const VOUCHED: Traits = Traits::of_bits(
    Traits::COMMON.bits()
        | Traits::MEDICAL.bits()
        | Traits::DRUG.bits()
        | Traits::GENE.bits()
        | Traits::ORGANISM.bits()
        | Traits::EPONYM.bits(),
);

/// A stretch of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stretch {
    /// It leaves as it stands.
    Plain(Range<usize>),
    /// A word that the person allows; as it leaves.
    Allowed(Range<usize>, String),
    /// A word that stays.
    Stays(Range<usize>),
}

/// Returns `term` in stretches. Where no lexicon is loaded nothing is known of words, and all of it is plain.
pub fn stretches(term: &str, sources: &Sources<'_>) -> Vec<Stretch> {
    let Some(lexicon) = sources.lexicon else { return vec![Stretch::Plain(0..term.len())] };
    let mut stretches = Vec::new();
    let mut plain = 0;
    let ranges = word_ranges(term);
    let lone: Vec<bool> =
        ranges.iter().map(|word| term.get(word.clone()).is_some_and(|word| word.chars().count() == 1)).collect();
    let folded: Vec<String> =
        ranges.iter().map(|word| without_accents(&term.get(word.clone()).unwrap_or_default().to_lowercase())).collect();
    for (index, (word, text)) in ranges.into_iter().zip(&folded).enumerate() {
        if is_vouched(&folded, index, lexicon, sources) && !is_spelt_out(&lone, index) {
            continue;
        }
        if plain < word.start {
            stretches.push(Stretch::Plain(plain..word.start));
        }
        plain = word.end;
        let is_allowed = sources.allowed.iter().any(|allowed| without_accents(&allowed.trim().to_lowercase()) == *text);
        stretches.push(if is_allowed && vocabulary::is_allowable(text) {
            Stretch::Allowed(word, text.clone())
        } else {
            Stretch::Stays(word)
        });
    }
    if plain < term.len() {
        stretches.push(Stretch::Plain(plain..term.len()));
    }
    stretches
}

/// Returns the first word of `term` that stays.
pub fn staying<'t>(term: &'t str, sources: &Sources<'_>) -> Option<&'t str> {
    stretches(term, sources).into_iter().find_map(|stretch| match stretch {
        Stretch::Stays(word) => term.get(word),
        Stretch::Plain(_) | Stretch::Allowed(..) => None,
    })
}

/// Returns where the words of `term` stand: letters and digits, with the apostrophes and decimal points between them.
fn word_ranges(term: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (at, c) in term.char_indices() {
        let next = term.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        let joins = open
            && (matches!(c, '\'' | '’') || c == '.' && next.is_some_and(|next| next.is_ascii_digit()))
            && next.is_some_and(char::is_alphanumeric);
        if c.is_alphanumeric() || joins || open && !c.is_ascii() && !c.is_whitespace() {
            match ranges.last_mut().filter(|_| open) {
                Some(last) => last.end = at + c.len_utf8(),
                None => ranges.push(at..at + c.len_utf8()),
            }
            open = true;
        } else {
            open = false;
        }
    }
    ranges
}

/// Returns whether the word at `index` is one of so many letters in a row that they may spell a name.
fn is_spelt_out(lone: &[bool], index: usize) -> bool {
    let before = lone.get(..index).map_or(0, |before| before.iter().rev().take_while(|lone| **lone).count());
    let after = lone.get(index..).map_or(0, |after| after.iter().take_while(|lone| **lone).count());
    lone.get(index) == Some(&true) && before + after > MAX_LONE
}

/// Returns whether the word of `words` at `index` may leave where it stands.
fn is_vouched(words: &[String], index: usize, lexicon: &Lexicon, sources: &Sources<'_>) -> bool {
    let at = |index: usize| words.get(index).map_or("", String::as_str);
    let word = at(index);
    if word.chars().count() == 1 || is_word(word, lexicon) {
        return true;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // "100 UNT/ML": behind a number it is a unit, which need not be a word.
    if AMOUNTS.contains(&word) && index.checked_sub(1).is_some_and(|before| is_number(at(before))) {
        return true;
    }
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let is_amount = |number: &str, of: &str| {
        digits(number) <= MAX_AMOUNT_DIGITS && AMOUNTS.contains(&of) && !is_birth_year(number, of, sources)
    };
    if is_number(word) {
        let is_part = word.starts_with("0.") && digits(word) <= MAX_PART_DIGITS && AMOUNTS.contains(&at(index + 1));
        let is_named = word == "2019" && index > 1 && [at(index - 2), at(index - 1)] == ["coronavirus", "disease"];
        return is_part || is_named || digits(word) <= MAX_DIGITS || is_amount(word, at(index + 1));
    }
    let runs = runs(word);
    let is_code = |letters: &str| letters.len() <= MAX_CODE_LETTERS || is_word(letters, lexicon);
    match runs.as_slice() {
        // "B12", "Ad26"; "24HR", "40mg"
        [letters, number] if digits(number) > 0 && digits(letters) == 0 => {
            digits(number) <= MAX_CODE_DIGITS && is_code(letters)
        }
        [number, letters] if digits(number) > 0 => {
            digits(number) <= MAX_DIGITS && is_code(letters) || is_amount(number, letters)
        }
        // "T4a", "MCV4P"
        [before, number, after] if digits(number) > 0 && digits(before) == 0 => {
            digits(number) <= 2 && after.len() <= MAX_CODE_LETTERS && before.len() <= 3 && is_code(before)
        }
        _ => false,
    }
}

/// Returns whether `number`, before `of`, is a year in which somebody of the records was born.
fn is_birth_year(number: &str, of: &str, sources: &Sources<'_>) -> bool {
    let is_version = number == ROUND || of == "panel" && VERSIONS.contains(&number);
    let born = |known: &KnownAnswers| {
        let mut found = known.occurrences(&format!("born {number}")).into_iter();
        found.any(|found| found.entity_type == EntityType::Date && !found.single_word)
    };
    number.len() == 4 && !is_version && sources.known.is_some_and(born)
}

fn is_word(word: &str, lexicon: &Lexicon) -> bool {
    let vouched = |word: &str| {
        lexicon.of_word(word).is(VOUCHED)
            || concepts::is_known(word)
            || words::is_of_care(word)
            || words::is_everyday(word)
    };
    vouched(word) || word.strip_suffix('s').is_some_and(|one| one.len() > 3 && vouched(one))
}

/// Returns `word` cut where letters and digits change places.
fn runs(word: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut last: Option<bool> = None;
    for (at, c) in word.char_indices() {
        let digit = c.is_ascii_digit() || c == '.';
        if last.is_some_and(|last| last != digit) {
            runs.extend(word.get(start..at));
            start = at;
        }
        last = Some(digit);
    }
    runs.extend(word.get(start..));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Identifier;

    fn lexicon() -> Lexicon {
        let of = |traits: Traits, words: &str| -> Vec<(String, Traits)> {
            words.split(' ').map(|word| (word.to_owned(), traits)).collect()
        };
        Lexicon::of(
            [
                of(Traits::COMMON, "oral tablet of the and in blood mass volume hr mg ml panel fall river"),
                of(Traits::MEDICAL, "hemoglobin serum plasma disease cyanocobalamin coronavirus"),
                of(Traits::DRUG, "simvastatin"),
                of(Traits::EPONYM, "wilson"),
                of(Traits::FAMILY_NAME, "okafor wilson"),
                of(Traits::PLACE, "salem"),
                of(Traits::REGION, "texas brazil"),
            ]
            .concat(),
        )
    }

    fn stays(term: &str) -> Option<String> {
        let lexicon = lexicon();
        staying(term, &Sources { lexicon: Some(&lexicon), ..Sources::default() }).map(str::to_owned)
    }

    #[test]
    fn terminologies_words_leave() {
        for term in [
            "simvastatin 20 MG Oral Tablet",
            "24HR simvastatin 0.5 MG/ML",
            "Hemoglobin A1c [Mass/volume] in Blood",
            "Wilson's disease",
            "cyanocobalamin (vitamin B12) 10000 MG",
            "CD4 in Plasma",
            "hemoglobin 0.00146 MG/ML",
            "hemoglobin 10000 UNT/ML",
            "hemoglobin 100 UNT/ML",
            "24HR hemoglobin 1000mg",
            "Hemoglobin 2000 panel",
            "coronavirus disease 2019",
            "",
        ] {
            assert_eq!(stays(term), None, "{term}");
        }
    }

    #[test]
    fn names_places_long_numbers_and_unknown_words_stay() {
        for (term, word) in [
            ("Hemoglobin Okafor", "Okafor"),
            ("Hemoglobin of Salem", "Salem"),
            ("Hemoglobin in blood of 123456", "123456"),
            ("Hemoglobin 02138", "02138"),
            ("Hemoglobin in 1987", "1987"),
            ("Hemoglobin 1987th", "1987th"),
            ("Hemoglobin 1987 in blood 5 MG", "1987"),
            ("Hemoglobin 123456 MG", "123456"),
            ("Hemoglobin 98.765", "98.765"),
            ("Hemoglobin 0.02139", "0.02139"),
            ("Hemoglobin 0.1987 in blood", "0.1987"),
            ("Hemoglobin disease 2019", "2019"),
            ("2019 coronavirus disease", "2019"),
            ("Hemoglobin of Texas", "Texas"),
            ("Hemoglobin of Brazil", "Brazil"),
            ("Simvistatin 20 MG", "Simvistatin"),
            ("Hemoglobin UNT", "UNT"),
            ("Hemoglobin B12 UNT", "UNT"),
            ("Hemoglobin 0kaf0r", "0kaf0r"),
            ("Hemoglobin N3wt0n", "N3wt0n"),
            ("Hemoglobin Driv3", "Driv3"),
            ("Hemoglobin Оkafor", "Оkafor"),
            ("Hemoglobin T2theZm9y", "T2theZm9y"),
            ("Hemoglobin S.a.l.e.m", "S"),
            ("Hemoglobin ok\u{200b}ra", "ok\u{200b}ra"),
        ] {
            assert_eq!(stays(term).as_deref(), Some(word), "{term}");
        }
    }

    #[test]
    fn an_allowed_word_leaves_in_small_letters_and_nothing_else_does() {
        let lexicon = lexicon();
        let allowed = ["Simvistatin".to_owned(), "0kaf0r".to_owned()];
        let sources = Sources { lexicon: Some(&lexicon), allowed: &allowed, ..Sources::default() };
        assert_eq!(
            stretches("Simvistatin 20 MG", &sources),
            [Stretch::Allowed(0..11, "simvistatin".to_owned()), Stretch::Plain(11..17)]
        );
        assert_eq!(staying("Hemoglobin 0kaf0r", &sources), Some("0kaf0r"));
    }

    #[test]
    fn the_year_in_which_somebody_was_born_is_no_amount_and_no_version() {
        let lexicon = lexicon();
        for (birth, term, kept) in [
            ("1958-03-02", "Hemoglobin 1958 panel", Some("1958")),
            ("1958-03-02", "Hemoglobin 1958 MG", Some("1958")),
            ("1958-03-02", "Hemoglobin 1958mg", Some("1958mg")),
            ("1958-03-02", "Hemoglobin 1959 panel", None),
            ("1958-03-02", "Hemoglobin 58 MG", None),
            ("1996-03-02", "Hemoglobin 1996 panel", None),
            ("1996-03-02", "Hemoglobin 1996 MG", Some("1996")),
            ("2000-03-02", "Hemoglobin 2000 UNT", None),
        ] {
            let patient = Some(crate::document::PatientIndex(0));
            let own = Identifier { text: birth.to_owned(), entity_type: EntityType::Date, patient };
            let known = KnownAnswers::new(&crate::privacy::variants::with_variants(&[own])).unwrap();
            let sources = Sources { lexicon: Some(&lexicon), known: Some(&known), ..Sources::default() };
            assert_eq!(staying(term, &sources), kept, "{term}");
        }
    }

    #[test]
    fn without_a_lexicon_nothing_is_known_of_words() {
        assert_eq!(stretches("Okafor", &Sources::default()), [Stretch::Plain(0..6)]);
    }
    #[test]
    fn a_term_is_cut_into_what_leaves_and_what_stays() {
        let lexicon = lexicon();
        let allowed = [" SIMVISTATIN ".to_owned(), "caf\u{e9}ol".to_owned(), "12".to_owned()];
        let sources = Sources { lexicon: Some(&lexicon), allowed: &allowed, ..Sources::default() };
        let plain = |range: Range<usize>| Stretch::Plain(range);
        for (term, expected) in [
            ("Simvastatin 20 MG", vec![plain(0..17)]),
            ("", vec![]),
            ("Okafor", vec![Stretch::Stays(0..6)]),
            ("Okafor in Salem, oral", vec![Stretch::Stays(0..6), plain(6..10), Stretch::Stays(10..15), plain(15..21)]),
            ("Salem Okafor", vec![Stretch::Stays(0..5), plain(5..6), Stretch::Stays(6..12)]),
            ("Simvistatin", vec![Stretch::Allowed(0..11, "simvistatin".to_owned())]),
            ("Cafeol 20", vec![Stretch::Allowed(0..6, "cafeol".to_owned()), plain(6..9)]),
        ] {
            assert_eq!(stretches(term, &sources), expected, "{term}");
        }
    }

    #[test]
    fn numbers_and_codes_leave_by_their_length_and_by_what_stands_beside_them() {
        for (term, word) in [
            ("Hemoglobin 123", None),
            ("Hemoglobin 1234", Some("1234")),
            ("Hemoglobin 12.3", None),
            ("Hemoglobin 12.34", Some("12.34")),
            ("Hemoglobin 12345 MG", None),
            ("Hemoglobin 123456 MG", Some("123456")),
            ("Hemoglobin 1234 oral", Some("1234")),
            ("Hemoglobin 0.12345 MG", None),
            ("Hemoglobin 0.123456 MG", Some("0.123456")),
            ("Hemoglobin 1.23456 MG", Some("1.23456")),
            ("Hemoglobin 0.1234 oral", Some("0.1234")),
            // A unit need not be a word behind a number.
            ("Hemoglobin 100 BAU", None),
            ("Hemoglobin BAU", Some("BAU")),
            ("BAU Hemoglobin", Some("BAU")),
            ("coronavirus disease 2018", Some("2018")),
            ("disease coronavirus 2019", Some("2019")),
            ("disease 2019", Some("2019")),
            // Letters and a number: so few letters, or a word.
            ("Hemoglobin B123", None),
            ("Hemoglobin B1234", Some("B1234")),
            ("Hemoglobin CD4", None),
            ("Hemoglobin XYZ4", Some("XYZ4")),
            ("Hemoglobin wilson4", None),
            ("Hemoglobin 24xy", None),
            ("Hemoglobin 24xyz", Some("24xyz")),
            ("Hemoglobin 24wilson", None),
            ("Hemoglobin 1234xy", Some("1234xy")),
            ("Hemoglobin 1234mg", None),
            ("Hemoglobin 123456mg", Some("123456mg")),
            ("Hemoglobin T4a", None),
            ("Hemoglobin T12ab", None),
            ("Hemoglobin T123a", Some("T123a")),
            ("Hemoglobin T4abc", Some("T4abc")),
            ("Hemoglobin the4a", None),
            ("Hemoglobin xyz4a", Some("xyz4a")),
            ("Hemoglobin mass4a", Some("mass4a")),
            ("Hemoglobin a1b2", Some("a1b2")),
            // Letters one by one may spell a name.
            ("Hemoglobin A B O", None),
            ("Hemoglobin A B O C", Some("A")),
            ("Hemoglobin A B of O C", None),
            ("Hemoglobin of panels", None),
            ("Hemoglobin of mlls", Some("mlls")),
        ] {
            assert_eq!(stays(term).as_deref(), word, "{term}");
        }
    }

    #[test]
    fn where_the_words_of_a_term_stand() {
        for (term, words) in [
            ("Wilson's disease", &["Wilson's", "disease"][..]),
            ("l\u{2019}x hours'", &["l\u{2019}x", "hours"]),
            ("'tis", &["tis"]),
            ("0.5mg/ml", &["0.5mg", "ml"]),
            ("blood. oral", &["blood", "oral"]),
            ("S.a", &["S", "a"]),
            ("a.5 .5", &["a.5", "5"]),
            ("ok\u{200b}ra a\u{2014}b", &["ok\u{200b}ra", "a\u{2014}b"]),
            ("\u{2014}a\u{a0}b", &["a", "b"]),
            ("", &[]),
        ] {
            let found: Vec<&str> = word_ranges(term).into_iter().map(|range| &term[range]).collect();
            assert_eq!(found, words, "{term}");
        }
        for (word, expected) in [
            ("b12", &["b", "12"][..]),
            ("24hr", &["24", "hr"]),
            ("t4a", &["t", "4", "a"]),
            ("0.5mg", &["0.5", "mg"]),
            ("mg", &["mg"]),
            ("", &[""]),
        ] {
            assert_eq!(runs(word), expected);
        }
    }

    #[test]
    fn letters_in_a_row_may_spell_a_name() {
        let (lone, word) = (true, false);
        for (row, index, is) in [
            (&[lone, lone, lone][..], 1, false),
            (&[lone, lone, lone, lone], 0, true),
            (&[lone, lone, lone, lone], 3, true),
            (&[lone, lone, word, lone, lone], 1, false),
            (&[lone, lone, lone, lone, word], 4, false),
            (&[], 0, false),
        ] {
            assert_eq!(is_spelt_out(row, index), is, "{row:?} {index}");
        }
    }
}
