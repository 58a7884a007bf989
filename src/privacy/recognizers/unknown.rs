//! Words that nothing explains: what is left when every rule has had its say, and is still no word of English or medicine.
//!
//! The vocabulary of notes is closed but for names (and for what is misspelt). So a word that stands out of its sentence by a
//! capital, or in a text without capitals a word that no list knows, is taken for a name unless something speaks for it: a
//! closed list, a medical trait, the ending or the beginning of a medical word, a term that it is part of. These claims are
//! weak; they cost a word here and there and catch the names that no rule foresaw. 45 CFR 164.514(b)(2)(i)(A). What words are known the lexicon says (`docs/vocabularies.md`).

use super::allow;
use super::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};
use super::person::is_determined;
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// Shorter words are abbreviations more often than names.
const SHORTEST: usize = 3;

/// In a text of one case, where no capital helps.
const SHORTEST_FLAT: usize = 4;

/// Endings of medical words, and of English ones that lists of words leave out.
const ENDINGS: [&str; 92] = [
    "itis",
    "osis",
    "oses",
    "oma",
    "omas",
    "omata",
    "emia",
    "aemia",
    "uria",
    "algia",
    "ectomy",
    "ostomy",
    "otomy",
    "plasty",
    "scopy",
    "scopic",
    "scope",
    "gram",
    "grams",
    "graphy",
    "graphic",
    "pathy",
    "pathic",
    "megaly",
    "penia",
    "philia",
    "plegia",
    "paresis",
    "trophy",
    "trophic",
    "rrhea",
    "rrhoea",
    "rrhage",
    "rrhagic",
    "lysis",
    "lytic",
    "stasis",
    "static",
    "genic",
    "genesis",
    "cele",
    "phagia",
    "phasia",
    "pnea",
    "pnoea",
    "ptosis",
    "sclerosis",
    "tomy",
    "toxic",
    "tropin",
    "mab",
    "nib",
    "pril",
    "sartan",
    "olol",
    "statin",
    "azole",
    "cillin",
    "mycin",
    "cycline",
    "floxacin",
    "caine",
    "dipine",
    "azepam",
    "zolam",
    "gliptin",
    "gliflozin",
    "glutide",
    "parin",
    "xaban",
    "grel",
    "vir",
    "vudine",
    "sone",
    "solone",
    "lukast",
    "oid",
    "oidal",
    "ical",
    "ular",
    "ous",
    "tion",
    "tions",
    "ative",
    "ness",
    "ment",
    "able",
    "ible",
    "ating",
    "ated",
    "ization",
    "isation",
];

/// Beginnings of medical words.
const BEGINNINGS: [&str; 46] = [
    "hypo",
    "hyper",
    "peri",
    "retro",
    "trans",
    "intra",
    "inter",
    "infra",
    "supra",
    "post",
    "anti",
    "macro",
    "micro",
    "electro",
    "neuro",
    "cardio",
    "gastro",
    "hepato",
    "nephro",
    "pyelo",
    "lympho",
    "centri",
    "hemi",
    "haemo",
    "hemo",
    "thrombo",
    "broncho",
    "pneumo",
    "osteo",
    "arthro",
    "chole",
    "cysto",
    "dermato",
    "endo",
    "entero",
    "fibro",
    "glyco",
    "immuno",
    "myelo",
    "cortico",
    "ophthalmo",
    "pharmaco",
    "psycho",
    "radio",
    "uretero",
    "vaso",
];

/// Returns the words that neither `taken` covers nor anything explains.
pub fn claims<'c>(tokens: &Tokens<'_>, taken: impl Iterator<Item = &'c Claim>) -> Vec<Claim> {
    let mut free = vec![true; tokens.all.len()];
    for claim in taken {
        for index in claim.first..=claim.last {
            if let Some(free) = free.get_mut(index) {
                *free = false;
            }
        }
    }
    let unexplained =
        (0..tokens.all.len()).filter(|index| free.get(*index) == Some(&true) && is_strange(tokens, *index));
    unexplained
        .map(|index| Claim {
            first: index,
            last: index,
            score: Score::WEAK,
            pattern: "unknown word",
            context: Some("no word of English or medicine"),
        })
        .filter(|claim| !allow::is_term(tokens, claim))
        .collect()
}

fn is_strange(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(word) = tokens.get(index) else { return false };
    let explained = Traits::MEDICAL
        | Traits::DRUG
        | Traits::GENE
        | Traits::ORGANISM
        | Traits::REGION
        | Traits::EPONYM
        | Traits::EPONYM_HEAD
        | Traits::FREQUENT_WORD;
    if word.class != Class::default()
        || word.traits.is(explained)
        || word.traits.is(Traits::COMMON) && is_determined(tokens, index)
        || word.raw.contains(|c: char| !c.is_alphabetic() && c != '\'')
    {
        return false;
    }
    let length = word.lower.chars().count();
    let is_name = word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE);
    let english = word.traits.is(Traits::COMMON);
    let written = match (word.shape, word.casing) {
        (Shape::Capital, _) => !word.begins && length >= SHORTEST,
        (Shape::Lower, Casing::Lower) => length >= SHORTEST_FLAT && !english,
        (Shape::Upper, Casing::Upper) => length >= if is_name { SHORTEST_FLAT } else { SHORTEST_FLAT + 1 } && !english,
        _ => false,
    };
    let joined =
        word.raw.contains('_') || tokens.between(index + 1).starts_with('_') || tokens.between(index).ends_with('_');
    written
        && !joined
        && !is_labelling(tokens, index)
        && (is_name || !(has_medical_form(word) || is_inflected(tokens, word) || is_misspelt(tokens, word)))
}

/// Returns whether a colon follows, so that the word names a field.
fn is_labelling(tokens: &Tokens<'_>, index: usize) -> bool {
    tokens.get(index + 1).is_some_and(|next| next.gap == Gap::Colon)
}

/// Returns whether the word has the ending or the beginning of a medical word: `hemicolectomy`, `adalimumab`.
pub fn has_medical_form(word: &Token<'_>) -> bool {
    let ends = |ending: &str| word.lower.len() > ending.len() + 2 && word.lower.ends_with(ending);
    let begins = |beginning: &str| word.lower.len() > beginning.len() + 3 && word.lower.starts_with(beginning);
    ENDINGS.into_iter().any(ends) || BEGINNINGS.into_iter().any(begins)
}

/// Returns whether the word is an everyday or medical one with an ending: `fungating`, `hemicolectomies`, `blanchable`.
fn is_inflected(tokens: &Tokens<'_>, word: &Token<'_>) -> bool {
    let stem = |ending: &str| {
        let stem = word.lower.strip_suffix(ending)?;
        (stem.len() > 2).then(|| tokens.is_everyday(stem) || tokens.is_everyday(&format!("{stem}e")))
    };
    ["s", "es", "ed", "d", "ing", "er", "ly", "al", "ic", "ish", "y"].into_iter().filter_map(stem).any(|known| known)
        || ["un", "non", "re", "pre", "sub", "mid", "over", "semi", "bi"].iter().any(|prefix| {
            word.lower.strip_prefix(prefix).is_some_and(|rest| rest.len() > 3 && tokens.is_everyday(rest))
        })
}

/// Returns whether the word, in a text of small letters alone, is an everyday one with two letters swapped, one left out or one
/// doubled: `mornign`, `swolen`, `tierd`.
fn is_misspelt(tokens: &Tokens<'_>, word: &Token<'_>) -> bool {
    if word.shape != Shape::Lower || word.lower.len() < 5 || !word.lower.is_ascii() {
        return false;
    }
    let letters: Vec<char> = word.lower.chars().collect();
    let is_word = |letters: Vec<char>| {
        let word: String = letters.into_iter().collect();
        let traits = tokens.lexicon.of_word(&word);
        traits.is(Traits::FREQUENT_WORD | Traits::MEDICAL)
    };
    let swapped = (1..letters.len()).any(|at| {
        let mut letters = letters.clone();
        letters.swap(at - 1, at);
        is_word(letters)
    });
    let doubled = (1..letters.len()).any(|at| {
        let mut letters = letters.clone();
        if let Some(letter) = letters.get(at).copied() {
            letters.insert(at, letter);
        }
        is_word(letters)
    });
    let single = (1..letters.len()).any(|at| {
        let twice = letters.get(at) == letters.get(at - 1);
        let mut letters = letters.clone();
        letters.remove(at);
        twice && is_word(letters)
    });
    swapped || doubled || single
}
