//! How rare things are taken to be, each with its source. `docs/stranger.md` says the same in prose.

use super::Bits;
use crate::document::{Fact, FactKind, Reading};
use crate::fold::Folded;
use crate::privacy::kind::Kind;

/// Patients from which on the loaded records say how many have a thing. A share of fewer is chance: of 50, one that nobody has
/// may still be one that 6 in 100 have (the rule of three).
pub const MIN_PATIENTS: usize = 50;

/// Rare is what at most 5 in 10,000 have: Regulation (EC) 141/2000, article 3.
const ONE_IN_RARE: f64 = 2000.0;

/// How many have one rare disease or another, unnamed: 3.5 to 5.9 in 100 (Nguengang Wakap et al., Eur J Hum Genet 2020); the lower
/// figure.
const ONE_IN_SOME_RARE: f64 = 1.0 / 0.035;

/// A diagnosis, procedure, medicine, allergy or device of which nothing is known: an assumption, between the common ones below and the
/// rare ones.
const ONE_IN_ORDINARY: f64 = 100.0;

/// Years over which what happened is taken to be spread evenly: an assumption, about what records go back.
const SPREAD_DAYS: f64 = 3652.425;

/// Common conditions: words of their names, and one in how many adults has them. Where a name has the words of several, the rarest counts.
///
/// Hypertension 47.7 %: NCHS Data Brief 511. Obesity 40.3 %: NCHS Data Brief 508. Diabetes 11.6 %, prediabetes 38.0 % : CDC, National
/// Diabetes Statistics Report (data of 2021). Asthma 7.7 %: CDC, National Health Interview Survey 2021. Depression 18.4 %: MMWR
/// 72(24), 2023. Arthritis 18.9 %: NCHS Data Brief 497. Chronic kidney disease 14 %: CDC 2023. High cholesterol 11.3 %: NCHS Data
/// Brief 515. Coronary disease 5 %: CDC 2022. Hypothyroidism 4.6 %: Hollowell et al., J Clin Endocrinol Metab 2002. Atopic dermatitis
/// 7.3 %: Chiesa Fuxench et al., J Invest Dermatol 2019.
const COMMON: &[(&[&str], f64)] = &[
    (&["hypertension"], 1.0 / 0.477),
    (&["hypertensive", "disorder"], 1.0 / 0.477),
    (&["obesity"], 1.0 / 0.403),
    (&["obese"], 1.0 / 0.403),
    (&["diabetes"], 1.0 / 0.116),
    (&["prediabetes"], 1.0 / 0.38),
    (&["asthma"], 1.0 / 0.077),
    (&["depressive", "disorder"], 1.0 / 0.184),
    (&["osteoarthritis"], 1.0 / 0.189),
    (&["chronic", "kidney", "disease"], 1.0 / 0.14),
    (&["hyperlipidemia"], 1.0 / 0.113),
    (&["hypercholesterolemia"], 1.0 / 0.113),
    (&["coronary"], 1.0 / 0.05),
    (&["hypothyroidism"], 1.0 / 0.046),
    (&["atopic", "dermatitis"], 1.0 / 0.073),
    (&["eczema"], 1.0 / 0.073),
];

/// Words of a common condition's name with which it is one of its rarer forms.
const FORMS: &[&str] = &[
    "pulmonary",
    "portal",
    "intracranial",
    "insipidus",
    "neonatal",
    "gestational",
    "familial",
    "secondary",
    "malignant",
    "drug",
    "pregnancy",
    "stage",
    "type",
    "coma",
    "transplant",
    "due",
];

/// Beginnings of words that only one sex is called or has.
const OF_ONE_SEX: &[&str] = &[
    "pregnan",
    "obstetric",
    "antenatal",
    "prenatal",
    "eclampsia",
    "preeclampsia",
    "menopaus",
    "menstrua",
    "uterus",
    "uterine",
    "ovary",
    "ovarian",
    "vagina",
    "prostat",
    "testic",
    "testis",
    "erectile",
    "hysterectomy",
    "miscarriage",
    "fetal",
    "fetus",
    "childbirth",
];

/// Ages in whole years and the share of the population of the United States from there up to the next, Census 2020, rounded.
const AGES: [(u32, f64); 5] = [(0, 0.125), (70, 0.07), (80, 0.03), (90, 0.007), (100, 0.0)];

/// Returns what an age band tells, by the shares of the decades that it has years of.
pub(super) fn age_band(band: &str) -> Bits {
    let numbers: Vec<u32> = band.split(' ').filter_map(|word| word.parse().ok()).collect();
    let (from, to) = match numbers.as_slice() {
        [under] if band.starts_with("under") => (0, *under),
        [from, to] => (*from, to.saturating_add(1)),
        [from, ..] => (*from, 100),
        [] => return Bits::default(),
    };
    let of_year =
        |year: u32| AGES.iter().rev().find(|(from, _)| year >= *from).map_or(0.0, |(_, decade)| decade / 10.0);
    Bits::one_in(1.0 / (from..to.min(100)).map(of_year).sum::<f64>().max(1e-4))
}

/// Returns what a sex tells: one of two.
pub(super) fn sex() -> Bits {
    Bits::one_in(2.0)
}

/// Returns whether `name` says of which sex somebody is.
pub(super) fn says_sex(name: &str) -> bool {
    Folded::words(name).text().split_whitespace().any(|word| OF_ONE_SEX.iter().any(|start| word.starts_with(start)))
}

/// Returns what a rare disease tells.
pub(super) fn rare() -> Bits {
    Bits::one_in(ONE_IN_RARE)
}

/// Returns what "a rare condition" tells that is not named.
pub(super) fn some_rare() -> Bits {
    Bits::one_in(ONE_IN_SOME_RARE)
}

/// Returns what it tells that somebody has `fact`, called `name`, where `share` is one in how many of the patients of these
/// records have it, if that says anything.
pub(super) fn named(fact: &Fact, name: &str, share: Option<f64>) -> Bits {
    let one_in = match fact.kind {
        FactKind::Condition | FactKind::FamilyMemberHistory => {
            share.or_else(|| common(name)).unwrap_or(ONE_IN_ORDINARY)
        }
        FactKind::Procedure | FactKind::MedicationRequest | FactKind::AllergyIntolerance | FactKind::Device => {
            share.unwrap_or(ONE_IN_ORDINARY)
        }
        // What nearly everybody has, or what follows from the rest: assumptions.
        FactKind::Observation if Kind::of(fact) != Kind::OtherMeasurement => 1.0,
        FactKind::Observation if matches!(fact.reading, Some(Reading::Coded { .. })) => 4.0,
        FactKind::Observation | FactKind::Immunization | FactKind::Encounter => 2.0,
        FactKind::DiagnosticReport | FactKind::ImagingStudy => 4.0,
        FactKind::CarePlan | FactKind::CareTeam | FactKind::Goal | FactKind::Patient | FactKind::Other => 8.0,
    };
    Bits::one_in(one_in)
}

/// Returns whether `name` is that of a common condition and nothing more, which no list makes a rare one.
pub(super) fn is_common(name: &str) -> bool {
    let folded = Folded::words(name);
    let words: Vec<&str> = folded.text().split_whitespace().filter(|word| *word != "disorder").collect();
    COMMON.iter().any(|(wanted, _)| words == *wanted)
}

fn common(name: &str) -> Option<f64> {
    let folded = Folded::words(name);
    let words: Vec<&str> = folded.text().split_whitespace().collect();
    // "Type 2" and a stage of kidney disease that nobody names are the common forms.
    let is_plain_form = |word: &&str| *word == "type" && words.contains(&"2");
    if words.iter().any(|word| FORMS.contains(word) && !is_plain_form(word)) {
        return None;
    }
    let all = |wanted: &[&str]| wanted.iter().all(|word| words.contains(word));
    COMMON.iter().filter(|(wanted, _)| all(wanted)).map(|(_, one_in)| *one_in).reduce(f64::max)
}

/// Returns the common conditions that `prose` names, by the words of their names, each with what it tells: a rarer form as any other.
pub(super) fn common_within(prose: &str) -> Vec<(String, Bits)> {
    let mut found: Vec<(String, Bits)> = Vec::new();
    for clause in prose.split(['.', ';', ':', '!', '?', '\u{2026}']) {
        let folded = Folded::words(clause);
        let words: Vec<&str> = folded.text().split_whitespace().collect();
        for (wanted, one_in) in COMMON {
            let starts = (0..words.len()).filter(|at| words.get(*at..at + wanted.len()) == Some(*wanted));
            for at in starts {
                let beside = [at.checked_sub(1), Some(at + wanted.len())];
                let beside = beside.into_iter().flatten().filter_map(|at| words.get(at));
                let is_form = |word: &&str| FORMS.contains(word) && !(*word == "type" && words.contains(&"2"));
                let one_in = if beside.into_iter().any(is_form) { ONE_IN_ORDINARY } else { *one_in };
                let name = wanted.join(" ");
                if !found.iter().any(|(known, _)| *known == name) {
                    found.push((name, Bits::one_in(one_in)));
                }
            }
        }
    }
    found
}

/// Returns what a note tells that names no condition known here: of one matter as any other condition does, and of the same matter in
/// a further note as a report does.
pub(super) fn said(is_first: bool) -> Bits {
    Bits::one_in(if is_first { ONE_IN_ORDINARY } else { 4.0 })
}

/// Returns what it tells how a relative is, or what somebody works: as any other condition, an assumption.
pub(super) fn of_life() -> Bits {
    Bits::one_in(ONE_IN_ORDINARY)
}

/// Words for relatives by blood: what they have, few have a relative who has it.
#[rustfmt::skip] // words of one kind, in a few lines
const RELATIVES: &[&str] = &[
    "mother", "father", "parent", "parents", "brother", "brothers", "sister", "sisters", "sibling", "siblings", "son", "sons", "daughter",
    "daughters", "child", "children", "uncle", "uncles", "aunt", "aunts", "cousin", "cousins", "niece", "nephew", "grandmother",
    "grandfather", "grandparents", "grandson", "granddaughter", "maternal", "paternal", "twin", "twins", "family",
];
/// Words for what somebody works, or did, and where they come from.
#[rustfmt::skip] // words of one kind, in a few lines
const LIVES: &[&str] = &[
    "works", "worked", "working", "job", "jobs", "employed", "employee", "employer", "employment", "unemployed", "occupation", "occupational",
    "profession", "career", "retired", "retirement", "veteran", "soldier", "military", "army", "navy", "deployed", "farmer", "teacher",
    "nurse", "physician", "lawyer", "engineer", "driver", "pilot", "miner", "fisherman", "fireman", "firefighter", "policeman", "priest",
    "pastor", "student", "professor", "mechanic", "carpenter", "welder", "painter", "plumber", "electrician", "musician", "actor", "actress",
    "athlete", "refugee", "immigrant", "emigrated", "immigrated", "prison", "prisoner", "jail", "homeless", "adopted",
];

/// Returns the first word of `prose` for a relative, and the first for what somebody works or lives as.
pub(super) fn of_others(prose: &str) -> (Option<String>, Option<String>) {
    let folded = Folded::words(prose);
    let first = |words: &[&str]| folded.text().split_whitespace().find(|word| words.contains(word)).map(str::to_owned);
    (first(RELATIVES), first(LIVES))
}

/// Words that say of which sex somebody is.
const SEXED: &[&str] =
    &["she", "her", "hers", "he", "his", "him", "woman", "man", "female", "male", "lady", "gentleman", "girl", "boy"];

/// Returns whether `prose` says of which sex somebody is.
pub(super) fn prose_says_sex(prose: &str) -> bool {
    says_sex(prose) || Folded::words(prose).text().split_whitespace().any(|word| SEXED.contains(&word))
}

/// Words behind a stretch of time that make it a distance.
const FROM: &[&str] = &["ago", "earlier", "later", "before", "after", "prior", "since", "back", "post"];

/// Words before "a day" with which it is how often: "twice a day after supper".
#[rustfmt::skip] // words of one kind, in two lines
const OFTEN: &[&str] = &["once", "twice", "thrice", "times", "time", "tablet", "tablets", "capsule", "capsules", "dose", "doses", "per", "mg", "hours"];
/// What things are done before and after every day.
#[rustfmt::skip] // words of one kind, in two lines
const DAILY: &[&str] = &[
    "meal", "meals", "food", "eating", "breakfast", "lunch", "dinner", "supper", "bed", "bedtime", "sleep", "exercise", "brushing", "morning", "evening",
    "tablet", "dose",
];

/// Returns the distances in time that `prose` says in words ("3 weeks ago"), each with what it tells.
pub(super) fn times_within(prose: &str) -> Vec<(String, Bits)> {
    let mut found: Vec<(String, Bits)> = Vec::new();
    for clause in prose.split([',', '.', ';', ':', '!', '?', '\u{2026}']) {
        for (words, bits) in times_within_clause(clause) {
            if !found.iter().any(|(known, _)| *known == words) {
                found.push((words, bits));
            }
        }
    }
    found
}

fn times_within_clause(prose: &str) -> Vec<(String, Bits)> {
    const NUMBERS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let folded = Folded::words(prose);
    let words: Vec<&str> = folded.text().split_whitespace().collect();
    let mut found: Vec<(String, Bits)> = Vec::new();
    for (at, window) in words.windows(3).enumerate() {
        let [count, unit, from] = window else { continue };
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let behind = words.get(at + 3..).unwrap_or_default();
        let is_daily = matches!(*from, "before" | "after") && behind.iter().take(3).any(|word| DAILY.contains(word));
        if *unit == "day" && before.is_some_and(|word| OFTEN.contains(word)) || is_daily {
            continue;
        }
        let is_count = NUMBERS.contains(count) || *count == "a" || count.parse::<u32>().is_ok();
        let singular = unit.trim_end_matches('s');
        if is_count && matches!(singular, "day" | "week" | "month" | "year") && FROM.contains(from) {
            // How many there are does not matter: how fine they are does.
            let many = if *count == "one" || *count == "a" || *count == "1" { 1 } else { 2 };
            let label = format!("{many} {unit} before day 0");
            let text = window.join(" ");
            if !found.iter().any(|(known, _)| *known == text) {
                found.push((text, time(&label)));
            }
        }
    }
    found
}

/// Returns what it tells that something that is no reading happened `times` times: that many fewer people have had it as often. An
/// assumption: readings are as many as there were visits.
pub(super) fn count(times: u32) -> Bits {
    Bits::one_in(f64::from(times))
}

/// Returns what a distance in time tells: one of as many as there are distances of its grain.
pub(super) fn time(label: &str) -> Bits {
    grain_days(label).map_or(Bits::default(), |days| Bits::one_in(SPREAD_DAYS / days))
}

/// Returns the days that are told alike by `label`; `None` for day 0, which is any.
fn grain_days(label: &str) -> Option<f64> {
    let (distance, _) = label.split_once(" before day 0").or_else(|| label.split_once(" after day 0"))?;
    let distance = distance.strip_prefix("less than ").unwrap_or(distance);
    let (amount, unit) = distance.rsplit_once(" and ").map_or(distance, |(_, rest)| rest).split_once(' ')?;
    Some(match unit.trim_end_matches('s') {
        "year" if distance.len() == amount.len() + 1 + unit.len() => 365.2425 / 2.0,
        "month" if amount == "6" && distance.contains(" and ") => 365.2425 / 2.0,
        "month" => 365.2425 / 12.0,
        "week" => 7.0,
        _ => 1.0,
    })
}

/// Returns what the distance that `label` tells would tell in months, and in whole years where it is told in years.
pub(super) fn coarse(label: &str) -> Bits {
    let is_in_years = label.split(' ').nth(1).is_some_and(|unit| unit.starts_with("year"));
    let days = if is_in_years { 365.2425 } else { 365.2425 / 12.0 };
    grain_days(label).map_or(Bits::default(), |_| Bits::one_in(SPREAD_DAYS / days))
}

#[cfg(test)]
mod tests;
