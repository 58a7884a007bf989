//! What the words around a name say of it: whether a text speaks of medicine at all, and whether a sentence begins with an everyday
//! word.
//!
//! The head learnt from clinical texts that `the … trial` and `a … test` are called after somebody. In a letter to a bank or a
//! review of a concert nobody is: such a text has no word of medicine. Which words are those of medicine, and whom terms are called
//! after, the lexicon says (`docs/vocabularies.md`: MeSH, ICD-10-CM, drugs, our own list of eponyms).

use super::names::{Casing, Class, Gap, Shape, Token, Tokens};
use crate::privacy::lexicon::Traits;

/// Fewer words in small letters make no sentence that one could tell the kind of.
const SENTENCE: usize = 4;
/// Letters of the shortest word that says what a text is about; shorter ones are abbreviations of anything.
const TELLING: usize = 4;
/// Letters of the shortest name that is looked for by its word alone.
const SHORTEST: usize = 3;

/// Returns whether the text is in sentences of everyday life: words in small letters, and no word of medicine.
pub fn is_ordinary(tokens: &Tokens<'_>) -> bool {
    let small = tokens.all.iter().filter(|token| token.shape == Shape::Lower && token.raw.len() > 1);
    small.take(SENTENCE).count() == SENTENCE && !tokens.all.iter().any(|token| is_of_medicine(tokens, token))
}

/// Words of everyday English that yet tell of somebody's care, and what notes shorten.
const CARE: &str = "ankle knee hip wrist elbow groin pelvis pelvic spine lumbar femur tibia rib ribs bladder bowel kidney liver lung lungs artery vein \
    urine stool sputum rash fever nausea vomiting cough wheeze swelling bruising lesion ulcer cyst tumor tumour cancer biopsy graft suture \
    sutures stitches wound dressing catheter valve stent clamp forceps splint crutches anesthetic anaesthetic antibiotic antibiotics antigen antibody \
    antibodies serum plasma platelet platelets enzyme vaccine dose doses tablet tablets capsule capsules ointment injection infusion \
    insulin steroid steroids oxygen scan scans clinic outpatient inpatient surgery symptom symptoms diagnosis diagnosed chronic acute \
    bilateral abdomen abdominal thyroid asthma diabetes seizure seizures migraine allergy allergies pregnant pregnancy fracture sprain \
    hernia arthritis dizziness vertigo shoulder bleeding swab lab labs bid tid prn mg ml mcg hx dx rx sx";

fn is_of_medicine(tokens: &Tokens<'_>, token: &Token<'_>) -> bool {
    let other = Traits::COMMON | Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE | Traits::REGION;
    let medicine = Traits::MEDICAL | Traits::DRUG | Traits::ORGANISM | Traits::GENE;
    let traits = tokens.lexicon.of_word(token.lower);
    CARE.split_whitespace().any(|word| word == token.lower)
        || traits.is(medicine) && !traits.is(other) && token.lower.len() >= TELLING && is_letters(token)
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

/// Returns whether the word at `index` is an everyday or medical one in small letters among others with capitals, and no name at all.
pub fn is_only_a_word(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|word| {
        word.shape == Shape::Lower
            && word.casing == Casing::Mixed
            && word.traits.is(Traits::COMMON | Traits::MEDICAL)
            && !word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE)
            // `T-cell`
            || word.shape == Shape::Letter
                && tokens.get(index + 1).is_some_and(|next| next.gap == Gap::Hyphen && next.traits.is(Traits::MEDICAL))
    })
}

/// Returns whether the word at `index` begins a sentence as an everyday word does, so that its capital says nothing: `Ivy rash`, `Pierce the
/// blister`. A word of medicine or an article follows; behind a name people do something.
pub fn begins_as_word(tokens: &Tokens<'_>, index: usize) -> bool {
    let begins = tokens
        .get(index)
        .is_some_and(|word| word.begins && word.stands_out() && word.traits.is(Traits::COMMON) && !word.possessive);
    let follows = tokens.get(index + 1).is_some_and(|next| {
        let of_medicine =
            next.traits.is(Traits::MEDICAL) && !next.class.is(Class::VERB | Class::FUNCTION | Class::ROLE);
        let article = matches!(next.lower, "the" | "a" | "an" | "her" | "his" | "its" | "of");
        next.gap == Gap::Space && next.shape == Shape::Lower && (of_medicine || article)
    });
    begins && follows
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
}
