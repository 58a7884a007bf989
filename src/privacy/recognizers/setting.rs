//! What the words around a name say of it: whether a text speaks of medicine at all, and whether a sentence begins with an everyday
//! word.
//!
//! The head learnt from clinical texts that `the … trial` and `a … test` are called after somebody. In a letter to a bank or a
//! review of a concert nobody is: such a text has no word of medicine. Which words are those of medicine, and whom terms are called
//! after, the lexicon says (`docs/vocabularies.md`: MeSH, ICD-10-CM, drugs, our own list of eponyms), and of everyday words of care the list `CARE`.

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

/// Returns whether the word at `index` is an everyday or medical one in small letters among others with capitals, and no name, or a word
/// so frequent that alone it is hardly ever one: `the bill was explained`.
pub fn is_only_a_word(tokens: &Tokens<'_>, index: usize) -> bool {
    let frequent = tokens.get(index).is_some_and(|word| {
        word.shape == Shape::Lower && word.casing == Casing::Mixed && word.traits.is(Traits::FREQUENT_WORD)
    });
    frequent || is_no_name(tokens, index)
}

/// Returns whether the word at `index` is an everyday or medical one in small letters among others with capitals, and no name at all.
pub fn is_no_name(tokens: &Tokens<'_>, index: usize) -> bool {
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

/// Returns whether the word at `index` says what somebody is and not who: `hubby`, `chaplain`; in small letters, or where nobody is called so.
pub fn is_a_part_played(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index).is_some_and(|word| {
        let name = word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME);
        word.class.is(Class::ROLE | Class::RELATIVE) && (!name || word.shape == Shape::Lower)
    })
}

/// Returns whether the word at `index` begins a sentence as an everyday word does, so that its capital says nothing: `Ivy rash`, `Pierce the
/// blister`, `Heather pollen`. A word of medicine or an article follows, or behind no frequent name an everyday word that says of nobody what
/// they do; behind a name people do something.
pub fn begins_as_word(tokens: &Tokens<'_>, index: usize) -> bool {
    let begins = tokens
        .get(index)
        .is_some_and(|word| word.begins && word.stands_out() && word.traits.is(Traits::COMMON) && !word.possessive);
    let follows = tokens.get(index + 1).is_some_and(|next| {
        let of_medicine =
            next.traits.is(Traits::MEDICAL) && !next.class.is(Class::VERB | Class::FUNCTION | Class::ROLE);
        let article = matches!(next.lower, "the" | "a" | "an" | "her" | "his" | "its" | "of");
        next.gap == Gap::Space && next.shape == Shape::Lower && (of_medicine || article || is_thing(tokens, index))
    });
    begins && follows
}

/// Returns whether the word behind the one at `index`, which is no frequent name, is an everyday word for a thing: it has no ending of what
/// people do or did, and what stands behind it is no object.
fn is_thing(tokens: &Tokens<'_>, index: usize) -> bool {
    let rare = tokens.get(index).is_some_and(|word| !word.traits.is(Traits::FREQUENT_NAME));
    let other = Class::VERB | Class::FUNCTION | Class::ROLE | Class::RELATIVE | Class::AT_PLACE;
    let thing = tokens.get(index + 1).is_some_and(|next| {
        let done = ["s", "ed", "ing", "ly", "ew", "ught", "ept"].iter().any(|ending| next.lower.ends_with(ending));
        next.traits.is(Traits::COMMON) && !next.class.is(other) && !done && next.lower.len() > 3
    });
    let object = tokens.get(index + 2).is_some_and(|object| {
        let acted = [
            "the", "a", "an", "her", "his", "him", "it", "them", "my", "me", "up", "out", "off", "down", "away", "back",
        ];
        object.gap == Gap::Space && acted.contains(&object.lower)
    });
    rare && thing && !object
}

#[cfg(test)]
mod tests;
