//! Everyday words for conditions, medicines, procedures and vaccines, and the words that records use for the same.
//!
//! Only words that mean the same or a kind of the same: what merely bears on it is for retrieval. The right-hand sides
//! are words of SNOMED CT, RxNorm and CVX display names. A brand stands for its medicine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::brief::is_substance;
use crate::document::FactKind;

mod ailments;
mod brands;
mod classes;
mod conditions;
mod examinations;
mod groups;
mod illnesses;
mod injuries;
mod medicines;
mod operations;
mod pictures;
mod procedures;
mod substances;
mod trade_names;
mod vaccines;

/// All tables: words of a question, and record words; both in lower case.
fn rows() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    [
        conditions::ROWS,
        illnesses::ROWS,
        ailments::ROWS,
        injuries::ROWS,
        procedures::ROWS,
        operations::ROWS,
        examinations::ROWS,
        pictures::ROWS,
        vaccines::ROWS,
        medicines::ROWS,
        classes::ROWS,
        groups::ROWS,
        brands::ROWS,
        trade_names::ROWS,
        substances::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// Record words by the words of a question.
static BY_RUN: LazyLock<BTreeMap<&str, &[&str]>> = LazyLock::new(|| rows().copied().collect());

/// Classes of medicines of which the table has the commonest: that none of these is there does not say that none of the class is.
const CLASSES: &[&str] = &[
    "blood pressure pill",
    "blood pressure tablet",
    "blood pressure medicine",
    "blood pressure medication",
    "blood pressure drug",
    "blood pressure med",
    "birth control",
    "birth control pill",
    "contraception",
    "contraceptive",
    "antidepressant",
    "cholesterol drug",
    "cholesterol medicine",
    "cholesterol medication",
    "cholesterol tablet",
    "steroid",
    "insulin pump",
];

/// Further ones, by names and abbreviations, by which medicines alone are called open: of allergies to them [`super::akin`] knows more.
const OF_MEDICINES: &[&str] = &[
    "analgesic",
    "antacid",
    "anti inflammatories",
    "anti inflammatory",
    "anti sickness tablet",
    "anti-inflammatories",
    "anti-inflammatory",
    "anticonvulsant",
    "antidiabetic",
    "antiemetic",
    "antiepileptic",
    "antifungal",
    "antiplatelet",
    "antipsychotic",
    "antiviral",
    "biologic",
    "blood thinner",
    "blood thinning medicine",
    "bronchodilator",
    "cholesterol med",
    "cholesterol pill",
    "corticosteroid",
    "cortisone",
    "inhaler",
    "laxative",
    "narcotic",
    "nerve pill",
    "nsaid",
    "pain killer",
    "pain relief",
    "pain reliever",
    "painkiller",
    "sedative",
    "sleep aid",
    "sleeping pill",
    "sleeping tablet",
    "stimulant",
    "strong painkiller",
    "thinner",
    "tranquiliser",
    "tranquilizer",
    "tranquilliser",
    "water pill",
    "water tablet",
    "5-ari",
    "aed",
    "aminoglycoside",
    "antianginal",
    "antiarrhythmic",
    "anticholinergic",
    "antihypertensive",
    "antimalarial",
    "antimuscarinic",
    "antiretroviral",
    "antispasmodic",
    "antithrombotic",
    "antitussive",
    "anxiolytic",
    "arni",
    "arv",
    "asm",
    "barbiturate",
    "benzo",
    "benzodiazepine",
    "beta lactam",
    "beta-lactam",
    "biguanide",
    "carbapenem",
    "cephalosporin",
    "coc",
    "combined pill",
    "decongestant",
    "disease modifying antirheumatic",
    "disease-modifying antirheumatic",
    "dmard",
    "expectorant",
    "fibrate",
    "fluoroquinolone",
    "gabapentinoid",
    "glitazone",
    "glucocorticoid",
    "hormone replacement",
    "hormone replacement therapy",
    "hrt",
    "hypnotic",
    "hypoglycaemic",
    "hypoglycemic",
    "immunosuppressive",
    "loop diuretic",
    "macrolide",
    "mineralocorticoid",
    "monoclonal",
    "monoclonal antibody",
    "mra",
    "mucolytic",
    "neuroleptic",
    "nitrate",
    "ocp",
    "oral contraceptive",
    "oral hypoglycaemic",
    "oral hypoglycemic",
    "puffer",
    "quinolone",
    "sulfa",
    "sulfonamide",
    "sulfonylurea",
    "sulpha",
    "sulphonamide",
    "sulphonylurea",
    "thiazide",
    "thiazolidinedione",
    "triptan",
    "tzd",
    "z drug",
    "z-drug",
];

/// How the last word of a class ends that is called by what it does: "mao inhibitor", "alpha-blocker", "immunosuppressant".
const DOERS: &[&str] = &[
    "agonist",
    "antagonist",
    "binder",
    "blocker",
    "depressant",
    "inhibitor",
    "modulator",
    "relaxant",
    "softener",
    "stabiliser",
    "stabilizer",
    "suppressant",
];

/// What pills are for, where a word for pills was taken away.
const WHAT_FOR: &[&str] = &[
    "sleep",
    "sleeping",
    "pain",
    "allergy",
    "nerve",
    "seizure",
    "stomach",
    "anxiety",
    "blood",
    "water",
    "cholesterol",
    "heart",
    "bone",
];

/// Whether `words` (lower case, in order) name a class of medicines of which the table does not have all, where entries of `kinds` are sought.
pub(super) fn is_open_class(words: &[&str], kinds: &[FactKind]) -> bool {
    let said = words.join(" ");
    let tables = classes::ROWS.iter().chain(groups::ROWS).map(|(class, _)| *class);
    let of_medicines = OF_MEDICINES.iter().copied().filter(|_| kinds != [FactKind::AllergyIntolerance]);
    let what_for = WHAT_FOR.iter().copied().filter(|_| kinds == [FactKind::MedicationRequest]);
    let mut classes = CLASSES.iter().copied().chain(tables).chain(of_medicines).chain(what_for);
    let one = said.strip_suffix('s').unwrap_or(&said);
    let is_doer = kinds != [FactKind::AllergyIntolerance] && DOERS.iter().any(|doer| one.ends_with(doer));
    is_doer || classes.any(|class| class == said || class == one)
}

/// Returns how many of `words`, from the first on, name the thing where the last ones say what was done to it: two of "pacemaker put in"
/// are not. What the table has as a whole stays whole.
pub(super) fn thing(words: &[&str]) -> usize {
    let all = words.len();
    if run(words).is_some_and(|(len, _)| len == all) {
        return all;
    }
    let done = match words {
        [.., "put", "in"] | [.., "taken", "out"] => 2,
        [.., "removed" | "inserted" | "implanted" | "replaced"] => 1,
        _ => 0,
    };
    if done < all { all - done } else { all }
}

/// Returns the record words for the run of `words` (lower case, in order) that is longest from the first on, and how many
/// words that run has.
pub(super) fn run(words: &[&str]) -> Option<(usize, &'static [&'static str])> {
    let longest = words.len().min(4);
    // "Break my arm", "broke my arm" and "a fractured arm" are all a broken arm.
    let is_broken = |word: &&str| matches!(*word, "break" | "broke" | "breaking" | "fractured");
    // "When did I hurt my knee?"
    if longest > 1 && matches!(words.first(), Some(&("hurt" | "injured" | "injure"))) {
        return Some((1, &["injury"]));
    }
    (1..=longest).rev().find_map(|len| {
        let mut said = words.get(..len)?.to_vec();
        // "My arm was broken."
        if let [_, broken @ ("broken" | "broke" | "fractured")] = said.as_slice() {
            said = vec![*broken, *said.first()?];
        }
        if let Some(first) = said.first_mut().filter(|word| len > 1 && is_broken(word)) {
            *first = "broken";
        }
        let said = said.join(" ");
        let one = said.strip_suffix('s').unwrap_or(&said);
        BY_RUN.get(said.as_str()).or_else(|| BY_RUN.get(one)).map(|means| (len, *means))
    })
}

/// Most names of one thing: what has more is a class.
const SAME: usize = 3;

/// Tables of brands and of other names of one medicine.
fn of_one() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    [medicines::ROWS, brands::ROWS, trade_names::ROWS].into_iter().flatten()
}

/// What is in a medicine, by the one word that it is called.
static BY_BRAND: LazyLock<BTreeMap<&str, &[&str]>> = LazyLock::new(|| {
    // Three letters stand for much: "ASA" is aspirin, and "5-ASA" is not.
    let is_brand = |brand: &str| brand.len() > 3 && !brand.contains(' ');
    of_one().filter(|(brand, means)| is_brand(brand) && means.len() <= SAME).copied().collect()
});

/// Returns what is in the medicine that is called by a brand, or another name, `word` (lower case), by the names that records have for it.
pub(super) fn in_brand(word: &str) -> &'static [&'static str] {
    BY_BRAND.get(word).copied().unwrap_or_default()
}

/// Returns what is in the medicines of whose brands `name` has a word, by each name that records have for it.
pub(super) fn in_medicine(name: &str) -> impl Iterator<Item = &'static str> {
    name.split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .flat_map(|word| in_brand(&word.to_lowercase()).iter().copied())
}

/// Returns what is in the medicine that records call `name`, a brand or not, without its form and the commonest salts.
pub(super) fn substances(name: &str) -> BTreeSet<String> {
    const SALTS: &[&str] = &["sodium", "hydrochloride", "hcl"];
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).filter(|word| is_substance(word)).collect();
    let is_salt = |word: &&str| SALTS.contains(word) && words.first() != Some(word);
    // What has several names is called by the first in the order of letters, so that each of them gives the same.
    let called = |word: &&'_ str| in_brand(word).iter().min().copied().unwrap_or(word).to_owned();
    let of: Vec<String> = words.iter().filter(|word| !is_salt(word)).map(called).collect();
    of.iter().flat_map(|of| of.split(' ')).filter(|word| is_substance(word)).map(str::to_owned).collect()
}

/// Whether `word` (lower case) is a medicine, and none that an entry called `name` (lower case) is of: neither by itself nor by what is in it.
pub(super) fn is_other_medicine(word: &str, name: &str) -> bool {
    let rows = of_one().chain([classes::ROWS, groups::ROWS].into_iter().flatten());
    let bearing: Vec<_> = rows.filter(|(lay, means)| *lay == word || means.contains(&word)).collect();
    let is_own = |means: &[&str]| means.len() <= SAME && means.iter().any(|mean| name.contains(mean));
    !bearing.is_empty() && !name.contains(word) && !bearing.iter().any(|(_, means)| is_own(means))
}

/// Diseases that vaccines are called by: a vaccination against one says nothing of whether somebody had it.
const VACCINATED_AGAINST: &str = "
    anthrax chickenpox cholera coronavirus covid covid-19 dengue diphtheria ebola encephalitis fever flu haemophilus hemophilus hep hepatitis
    hpv influenza malaria measles meningitis meningococcal meningococcus monkeypox mpox mumps papilloma pertussis plague pneumococcal
    pneumococcus pneumonia polio poliomyelitis rabies rotavirus rsv rubella shingles smallpox sars-cov-2 tetanus tuberculosis typhoid varicella
    whooping zoster";

/// Whether `word` (lower case) is of a disease that vaccines are called by.
pub(super) fn is_vaccinated_against(word: &str) -> bool {
    VACCINATED_AGAINST.split_whitespace().any(|known| known == word)
}

/// Whether `name`, of a vaccination, has a word for what it is against, or one by which the table knows vaccines: "Tdap", and no brand alone.
pub(super) fn is_known_vaccine(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    words.any(|word| {
        let has = |text: &str| text.split(' ').any(|known| known == word);
        is_vaccinated_against(word) || vaccines::ROWS.iter().any(|(_, means)| means.iter().any(|text| has(text)))
    })
}

/// Whether `words` (lower case, in order) are what the table calls a vaccine.
pub(super) fn is_vaccine(words: &[&str]) -> bool {
    let said = words.join(" ");
    vaccines::ROWS.iter().any(|(known, _)| *known == said)
}

/// Returns the words of records that the table has.
pub(super) fn meanings() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|(_, means)| means.iter().copied())
}

/// Returns every run of words that the table knows.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    rows().map(|(lay, _)| *lay)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_stands_once_and_in_lower_case() {
        let mut seen = std::collections::BTreeSet::new();
        for (lay, means) in rows() {
            assert!(seen.insert(*lay), "{lay}");
            assert_eq!(*lay, lay.to_lowercase());
            assert!(!means.is_empty());
        }
    }

    #[test]
    fn the_longest_run_is_taken() {
        assert_eq!(run(&["blood", "thinner", "x"]).unwrap().0, 2);
        assert!(run(&["warfarin"]).is_none());
        assert_eq!(run(&["broke", "ankle"]), run(&["broken", "ankle"]));
        assert!(run(&["broke", "water"]).is_none());
    }
}
