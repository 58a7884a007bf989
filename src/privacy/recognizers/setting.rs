//! What the words around a name say of it: whether a text speaks of medicine at all, and where somebody's name is part of a
//! term.
//!
//! The head learnt from clinical texts that `the … trial` and `a … test` are called after somebody. In a letter to a bank or a
//! review of a concert nobody is: such a text has no word of medicine. Which words are those of medicine, and whom terms are called
//! after, the lexicon says (`docs/vocabularies.md`: MeSH, ICD-10-CM, drugs, our own list of eponyms).

use std::ops::Range;

use super::names::{Class, Gap, Shape, Token, Tokens};
use crate::privacy::lexicon::Traits;

/// Fewer words in small letters make no sentence that one could tell the kind of.
const SENTENCE: usize = 4;
/// Letters of the shortest word that says what a text is about; shorter ones are abbreviations of anything.
const TELLING: usize = 4;
/// Letters of the shortest name that is looked for by its word alone.
const SHORTEST: usize = 3;
/// The most names that one term has: `Smith-Lemli-Opitz syndrome`.
const NAMES: usize = 3;

/// Returns whether the text is in sentences of everyday life: words in small letters, and no word of medicine.
pub fn is_ordinary(tokens: &Tokens<'_>) -> bool {
    let small = tokens.all.iter().filter(|token| token.shape == Shape::Lower && token.raw.len() > 1);
    small.take(SENTENCE).count() == SENTENCE && !tokens.all.iter().any(|token| is_of_medicine(tokens, token))
}

fn is_of_medicine(tokens: &Tokens<'_>, token: &Token<'_>) -> bool {
    let other = Traits::COMMON | Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE | Traits::REGION;
    let medicine = Traits::MEDICAL | Traits::DRUG | Traits::ORGANISM | Traits::GENE;
    let traits = tokens.lexicon.of_word(token.lower);
    traits.is(medicine) && !traits.is(other) && token.lower.len() >= TELLING && is_letters(token)
}

fn is_letters(token: &Token<'_>) -> bool {
    token.lower.chars().all(|c| c.is_alphabetic() || c == '\'')
}

/// Returns whether the word at `index` of an ordinary text may be somebody's name: a name or a word that nobody knows, and
/// nothing else that would explain it. Without a capital it takes a whole sentence around it to say so.
pub fn may_be_somebody(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    let traits = tokens.lexicon.of_word(token.lower);
    let explained =
        Traits::FREQUENT_WORD | Traits::EPONYM | Traits::DRUG | Traits::MEDICAL | Traits::REGION | Traits::ORGANISM;
    let named = traits.is_unknown() || traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && !traits.is(explained);
    let everyday = traits.is(Traits::COMMON);
    let written = match token.shape {
        Shape::Capital | Shape::Upper => !(everyday && token.begins),
        Shape::Lower => !everyday && is_whole_sentence(tokens),
        _ => false,
    };
    named && written && is_letters(token) && token.lower.chars().count() >= SHORTEST
}

fn is_whole_sentence(tokens: &Tokens<'_>) -> bool {
    let frequent = |token: &&Token<'_>| tokens.lexicon.of_word(token.lower).is(Traits::FREQUENT_WORD);
    tokens.all.iter().filter(frequent).take(SENTENCE).count() == SENTENCE
}

/// Returns the bytes of the terms that are called after somebody: `Levine sign`, `GLENN SHUNT`, `Kehr's sign`. A title or a
/// given name before it makes the name somebody's.
pub fn terms(tokens: &Tokens<'_>) -> Vec<Range<usize>> {
    (1..tokens.all.len()).filter(|index| is_of_terms(tokens, *index)).filter_map(|index| term(tokens, index)).collect()
}

fn term(tokens: &Tokens<'_>, last: usize) -> Option<Range<usize>> {
    let mut first = last;
    while last - first < NAMES && is_joined(tokens, first) && tokens.before(first).is_some_and(names_a_term) {
        first -= 1;
    }
    let after_somebody = tokens.all.get(first..last)?.iter().any(|name| name.traits.is(Traits::EPONYM));
    let somebody = tokens.before(first).is_some_and(|before| {
        let given = before.traits.is(Traits::GIVEN_NAME) && !before.traits.is(Traits::FREQUENT_WORD);
        before.class.is(Class::TITLE) || given && before.shape != Shape::Lower && is_joined(tokens, first)
    });
    let range = tokens.get(first)?.range.start..tokens.get(last)?.range.end;
    (after_somebody && !somebody).then_some(range)
}

fn names_a_term(token: &Token<'_>) -> bool {
    let particle = token.class.is(Class::PARTICLE) && !token.class.is(Class::FUNCTION);
    let unknown = token.traits.is_unknown() && token.class == Class::default() && is_letters(token);
    token.traits.is(Traits::EPONYM) && !token.class.is(Class::FUNCTION | Class::TITLE) || particle || unknown
}

/// Returns whether the word at `index` stands behind another and makes a term of it: a sign, test, disease, or a word of medicine.
fn is_of_terms(tokens: &Tokens<'_>, index: usize) -> bool {
    let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE;
    is_joined(tokens, index)
        && tokens.get(index).is_some_and(|token| {
            let head = token.class.is(Class::TERM)
                || token.traits.is(Traits::EPONYM_HEAD)
                || token.traits.is(Traits::MEDICAL) && !token.traits.is(name);
            head && is_letters(token)
                && token.lower.len() > 2
                && !token.class.is(Class::VERB | Class::FUNCTION | Class::RELATIVE | Class::ROLE | Class::CREDENTIAL)
        })
}

fn is_joined(tokens: &Tokens<'_>, index: usize) -> bool {
    index > 0 && tokens.get(index).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Hyphen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::detect::View;
    use crate::privacy::lexicon::Lexicon;

    fn lexicon() -> Lexicon {
        let frequent = Traits::COMMON | Traits::FREQUENT_WORD;
        let words = [
            ("levine", Traits::EPONYM | Traits::FAMILY_NAME),
            ("glenn", Traits::EPONYM | Traits::GIVEN_NAME),
            ("anna", Traits::GIVEN_NAME),
            ("okafor", Traits::FAMILY_NAME),
            ("grace", Traits::GIVEN_NAME | Traits::COMMON),
            ("sign", Traits::EPONYM_HEAD | Traits::COMMON),
            ("shunt", Traits::MEDICAL),
            ("myotomy", Traits::MEDICAL),
            ("brown", Traits::MEDICAL | Traits::FAMILY_NAME),
            ("metformin", Traits::DRUG),
            ("the", frequent),
            ("concert", Traits::COMMON),
            ("was", frequent),
            ("long", frequent),
            ("and", frequent),
        ];
        Lexicon::of(words.map(|(word, traits)| (word.to_owned(), traits)))
    }

    #[test]
    fn a_text_without_a_word_of_medicine_is_ordinary() {
        let lexicon = lexicon();
        let ordinary = |text: &str| is_ordinary(&Tokens::of(&View::plain(text), &lexicon));
        for text in
            ["The Okafor concert was long and loud", "the brown concert was long", "a brown dog bit Dr Grace and ran"]
        {
            assert!(ordinary(text), "{text}");
        }
        for text in [
            "The Okafor myotomy was long and good",
            "took metformin at the concert and left",
            "Okafor concert",
            "OKAFOR CONCERT WAS LONG AND LOUD",
            "",
        ] {
            assert!(!ordinary(text), "{text}");
        }
    }

    #[test]
    fn a_name_of_an_ordinary_text_is_a_word_that_nothing_else_explains() {
        let lexicon = lexicon();
        let somebody = |text: &str, word: &str| {
            let view = View::plain(text);
            let tokens = Tokens::of(&view, &lexicon);
            let index = tokens.all.iter().position(|token| token.lower == word).unwrap();
            may_be_somebody(&tokens, index)
        };
        for (text, word) in [
            ("the Okafor concert was long", "okafor"),
            ("the Zzyx concert was long", "zzyx"),
            ("was the Grace concert long", "grace"),
            ("the okafor concert was long and the", "okafor"),
        ] {
            assert!(somebody(text, word), "{text}");
        }
        for (text, word) in [
            ("the Levine concert was long", "levine"),
            ("the Brown concert was long", "brown"),
            ("Grace was long and long", "grace"),
            ("the okafor concert", "okafor"),
            ("the grace concert was long and the", "grace"),
            ("the Zz concert was long", "zz"),
            ("the Concert was long", "concert"),
        ] {
            assert!(!somebody(text, word), "{text}");
        }
    }

    #[test]
    fn a_term_is_a_name_that_terms_have_and_what_makes_it_one() {
        let lexicon = lexicon();
        let found = |text: &str| -> Vec<String> {
            let view = View::plain(text);
            terms(&Tokens::of(&view, &lexicon)).into_iter().map(|range| view.slice(range).to_owned()).collect()
        };
        for (text, term) in [
            ("no Levine sign today", "Levine sign"),
            ("GLENN SHUNT PATENT", "GLENN SHUNT"),
            ("Levine's sign", "Levine's sign"),
            ("Levine-Xyzzy myotomy", "Levine-Xyzzy myotomy"),
        ] {
            assert_eq!(found(text), [term], "{text}");
        }
        for text in [
            "Dr. Levine sign here",
            "Anna Levine sign here",
            "Okafor sign here",
            "Levine, sign here",
            "Levine. Myotomy done.",
            "Levine was",
            "sign",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
