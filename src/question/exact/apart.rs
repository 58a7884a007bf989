//! Kinds of one thing that exclude each other: type 1 diabetes is not type 2, Zostavax no Shingrix, latent tuberculosis none that is active.
//!
//! A table leads from a word of a question to words that records have for it, and these may be of several kinds. What an entry says of its
//! kind, in its own name, in a terminology's, or by its code, is held against what the question says. An entry of another kind is none of
//! what is asked for. One that does not say its kind leaves it open, but where most of them are of the kind that is asked for.

mod sets;

use std::collections::BTreeSet;

use self::sets::{SETS, Set};
use super::chart;
use crate::document::Coded;

/// Marks kinds that are meant only where no other words say one: "insulin dependent" is type 1, and also said of type 2.
const HINT: char = '?';

/// Kinds, each by one word.
type Kinds = BTreeSet<&'static str>;

/// Whether an entry is of the kind that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Fits,
    /// It does not say.
    Open,
    /// It says another kind.
    Other,
}

/// The sets that a question is about, each with the kinds that it asks for.
pub(super) struct Asked(Vec<(&'static Set, Kinds)>);

impl Asked {
    /// Returns what `words` (lower case), which mean `units`, ask for.
    pub fn of(words: &[String], units: &[Vec<Vec<String>>]) -> Self {
        let said = plain_words(&words.join(" "));
        let is_meant = |word: &&str| {
            said.iter().any(|own| own == *word)
                || units.iter().flatten().flatten().any(|own| *own == chart::singular(word))
        };
        let sets = SETS.iter().filter(|set| set.about.iter().any(&is_meant));
        Asked(sets.map(|set| (set, set.asked_by(&said))).collect())
    }

    /// Returns whether what is called and coded so is of the kinds that are asked for.
    pub fn fit(&self, code: Option<&Coded>) -> Fit {
        let Some(code) = code.filter(|_| !self.0.is_empty()) else { return Fit::Fits };
        let texts = std::iter::once(&code.display).chain(code.terms()).map(|value| plain_words(&value.text));
        self.held_to(&texts.collect::<Vec<_>>(), |set| set.coded(code))
    }

    /// Returns whether what is called by `texts` is of them; where no text says a kind, `coded` may.
    fn held_to(&self, texts: &[Vec<String>], coded: impl Fn(&Set) -> Option<Kinds>) -> Fit {
        let of_set = |(set, asked): &(&'static Set, Kinds)| {
            let is_of = texts.iter().flatten().any(|word| set.about.contains(&word.as_str()));
            if !is_of {
                return Fit::Fits;
            }
            let own = texts.iter().find_map(|text| set.said_by(text)).or_else(|| coded(set));
            let own = own.or_else(|| texts.iter().find_map(|text| set.hinted_by(text)));
            let is_told = own.is_none() && asked.is_subset(&kinds(set.told));
            let own = own.unwrap_or_else(|| kinds(set.plain));
            match (own.is_subset(asked), own.is_disjoint(asked)) {
                (true, _) => Fit::Fits,
                (_, true) => Fit::Other,
                _ if is_told => Fit::Fits,
                _ => Fit::Open,
            }
        };
        self.0.iter().map(of_set).max().unwrap_or(Fit::Fits)
    }
}

impl Set {
    /// Returns the kinds that `words` of a question ask for.
    fn asked_by(&self, words: &[String]) -> Kinds {
        self.said_by(words).or_else(|| self.hinted_by(words)).unwrap_or_else(|| kinds(self.plain))
    }

    /// Returns the kinds that `words` leave; `None` where they say none.
    fn said_by(&self, words: &[String]) -> Option<Kinds> {
        self.left_by(words, |said| if said.ends_with(HINT) { "" } else { said })
    }

    /// As [`Set::said_by`], by what may also be said of another kind that is named.
    fn hinted_by(&self, words: &[String]) -> Option<Kinds> {
        self.left_by(words, |said| said.trim_end_matches(HINT))
    }

    /// Returns the kinds that `words` leave, of what they say more than once the narrower, each as it is `meant`.
    fn left_by(&self, words: &[String], meant: impl Fn(&'static str) -> &'static str) -> Option<Kinds> {
        let mut left: Option<Kinds> = None;
        let mut rest = words;
        while !rest.is_empty() {
            let (len, said) = self.longest(rest).unwrap_or((1, ""));
            let said = kinds(meant(said));
            if !said.is_empty() {
                let both = left.as_ref().map(|left| left.intersection(&said).copied().collect::<Kinds>());
                left = Some(match (left.take(), both) {
                    (Some(left), Some(both)) if both.is_empty() => left.union(&said).copied().collect(),
                    (_, Some(both)) => both,
                    (_, None) => said,
                });
            }
            rest = rest.get(len..).unwrap_or_default();
        }
        left
    }

    /// Returns how many words the longest that `words` begin with has, and what it says.
    fn longest(&self, words: &[String]) -> Option<(usize, &'static str)> {
        let starts =
            |said: &str| said.split(' ').enumerate().all(|(at, word)| words.get(at).is_some_and(|own| own == word));
        let said = self.said.iter().filter(|(said, _)| starts(said));
        said.map(|(said, kinds)| (said.split(' ').count(), *kinds)).max_by_key(|(len, _)| *len)
    }

    fn coded(&self, code: &Coded) -> Option<Kinds> {
        code.codings().find_map(|(system, code)| {
            let system = system.unwrap_or_default().to_lowercase();
            let is_it = |of: &str, known: &str| match of {
                "icd-10" => code.starts_with(known),
                _ => code.trim_start_matches('0') == known,
            };
            let known = self.codes.iter().find(|(of, known, _)| is_of(&system, of) && is_it(of, known));
            known.map(|(_, _, said)| kinds(said))
        })
    }
}

/// Whether `system` (lower case), as a file writes it, is the one that is called `name`.
fn is_of(system: &str, name: &str) -> bool {
    let numbered = match name {
        "snomed" => "2.16.840.1.113883.6.96",
        "icd-10" => "2.16.840.1.113883.6.90",
        _ => "2.16.840.1.113883.12.292",
    };
    system.contains(name) || system.ends_with(numbered)
}

fn kinds(said: &'static str) -> Kinds {
    said.split_whitespace().collect()
}

fn plain_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::resolve::units;
    use super::*;

    fn fit(asked: &str, name: &str) -> Fit {
        let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
        Asked::of(&words, &units(&words)).held_to(&[plain_words(name)], |_| None)
    }

    #[test]
    fn of_kinds_that_exclude_each_other_the_one_that_is_asked_for_is_told() {
        for (asked, name, is) in [
            ("t2dm", "Type 1 diabetes mellitus", Fit::Other),
            ("t2dm", "Type II diabetes mellitus", Fit::Fits),
            ("t2dm", "Diabetes mellitus", Fit::Fits),
            ("t1dm", "Type II diabetes mellitus", Fit::Other),
            ("t1dm", "Diabetes mellitus", Fit::Open),
            ("bipolar i", "Bipolar II disorder", Fit::Other),
            ("bipolar i", "Bipolar affective disorder, type I", Fit::Fits),
            ("bipolar i", "Bipolar disorder", Fit::Open),
            ("diabetes", "Type 1 diabetes mellitus", Fit::Fits),
            ("diabetes", "Diabetes insipidus", Fit::Other),
            ("htn", "Pulmonary hypertension", Fit::Other),
            ("cancer", "Benign neoplasm of colon", Fit::Other),
            ("cancer", "Neoplasm of prostate", Fit::Fits),
            ("shingrix", "Zoster live (Zostavax)", Fit::Other),
            ("shingrix", "zoster vaccine recombinant", Fit::Fits),
            ("shingrix", "zoster vaccine", Fit::Open),
            ("shingles", "zoster vaccine", Fit::Fits),
            ("prevnar 13", "Pneumococcal conjugate PCV 13", Fit::Fits),
            ("prevnar 13", "Pneumococcal conjugate PCV20", Fit::Other),
            ("pneumovax", "pneumococcal polysaccharide conjugate vaccine, 13-valent", Fit::Other),
            ("t2dm", "Insulin dependent type 2 diabetes mellitus", Fit::Fits),
            ("t1dm", "Insulin dependent type 2 diabetes mellitus", Fit::Other),
            ("t1dm", "Insulin dependent diabetes mellitus", Fit::Fits),
            ("t2dm", "Insulin dependent diabetes mellitus", Fit::Other),
            ("t2dm", "Non-insulin dependent diabetes mellitus", Fit::Fits),
            ("htn", "Hypertension with chronic obstructive pulmonary disease", Fit::Fits),
            ("htn", "Pulmonary arterial hypertension", Fit::Other),
            ("tb", "Latent tuberculosis infection", Fit::Other),
            ("cancer", "Neoplasm of uncertain behavior of ovary", Fit::Open),
            ("cancer", "Nonmalignant neoplasm of skin", Fit::Other),
            ("cancer", "Malignant neoplasm of uncertain behaviour", Fit::Fits),
            ("blood clot", "Air embolism", Fit::Other),
            ("blood clot", "Pulmonary embolism", Fit::Fits),
            ("blood clot", "Septic pulmonary embolism", Fit::Open),
            ("pci", "Balloon angioplasty of femoral artery", Fit::Other),
            ("pci", "Percutaneous transluminal coronary angioplasty", Fit::Fits),
            ("pci", "Percutaneous coronary intervention", Fit::Fits),
            ("pci", "Balloon angioplasty", Fit::Open),
            ("angioplasty", "Balloon angioplasty of femoral artery", Fit::Fits),
            ("coronary stent", "Insertion of ureteric stent", Fit::Other),
            ("stent", "Insertion of ureteric stent", Fit::Fits),
            ("baby aspirin", "Aspirin 325 MG Oral Tablet", Fit::Other),
            ("baby aspirin", "aspirin 81 MG Oral Tablet", Fit::Fits),
            ("low dose aspirin", "Aspirin", Fit::Open),
            ("aspirin", "Aspirin 325 MG Oral Tablet", Fit::Fits),
            ("b12 injections", "Cyanocobalamin 1000 MCG Oral Tablet", Fit::Other),
            ("b12 injections", "Cyanocobalamin 1 MG/ML Injectable Solution", Fit::Fits),
            ("b12 injections", "Vitamin B12", Fit::Open),
            ("b12", "Cyanocobalamin 1000 MCG Oral Tablet", Fit::Fits),
            ("inhaled steroid", "fluticasone propionate 0.05 MG/ACTUAT Metered Dose Nasal Spray", Fit::Other),
            ("inhaled steroid", "budesonide 0.125 MG/ML Inhalation Suspension", Fit::Fits),
            ("fluticasone", "fluticasone propionate 0.05 MG/ACTUAT Metered Dose Nasal Spray", Fit::Fits),
            ("lama", "Glycopyrrolate 1 MG Oral Tablet", Fit::Other),
            ("lama", "Tiotropium 18 MCG Inhalation Powder", Fit::Fits),
            ("tca", "Doxepin 50 MG/ML Topical Cream", Fit::Other),
            ("tca", "doxepin 10 MG Oral Capsule", Fit::Fits),
            ("beta blocker", "timolol 5 MG/ML Ophthalmic Solution", Fit::Other),
            ("beta blocker", "metoprolol succinate 25 MG", Fit::Fits),
            ("toprol xl", "metoprolol tartrate 25 MG", Fit::Other),
            ("flu", "Influenza, high dose seasonal", Fit::Fits),
            ("gout", "Gout", Fit::Fits),
        ] {
            assert_eq!(fit(asked, name), is, "{asked} {name}");
        }
    }

    #[test]
    fn a_brand_by_which_kinds_are_told_apart_is_known() {
        const BRANDS: &str = "shingrix zostavax pneumovax prevnar vaxneuvance capvaxive fluzone flucelvax afluria fluarix flulaval \
            fluad flumist flublok gardasil cervarix arexvy abrysvo mresvia boostrix adacel infanrix daptacel toprol lopressor oxycontin \
            roxicodone";
        for brand in BRANDS.split_whitespace() {
            assert!(SETS.iter().any(|set| set.about.contains(&brand)), "{brand}");
            assert!(super::super::lay::run(&[brand]).is_some(), "{brand}");
        }
    }
}
