//! What a note is going to say, worded, with the flaws in it: a result, a dose, an allergy or a habit told wrongly, a test
//! promised that never comes.

use super::super::calendar::{age, long};
use super::super::chance::Chance;
use super::super::codes::{Concept, DAILY_SMOKER, EX_SMOKER, NEVER_SMOKED, loinc};
use super::super::json::Decimal;
use super::super::truth::Flaw;
use super::super::visit::Visit;

/// Tests that no course of illness measures, so that a promise of one is never kept; with what people call them.
const PROMISED: &[(Concept, &str)] = &[
    (loinc("2132-9", "Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma"), "vitamin B12"),
    (loinc("2284-8", "Folate [Mass/volume] in Serum or Plasma"), "folate"),
    (loinc("3084-1", "Urate [Mass/volume] in Serum or Plasma"), "uric acid"),
];

/// Percent of the notes that begin each kind of flaw, as long as the record has none of the kind.
const FLAWED: u32 = 2;

/// Which flaws a record has already.
#[derive(Debug, Default)]
pub(super) struct Flaws {
    result: bool,
    dose: bool,
    allergy: bool,
    smoking: bool,
    promise: bool,
}

/// What a note says.
#[derive(Debug)]
pub(super) struct Content {
    /// `HbA1c 7.9 %`, in the order of measuring.
    pub(super) results: Vec<String>,
    /// Those of the laboratory alone.
    pub(super) laboratory: Vec<String>,
    /// `142/88 mm[Hg]`.
    pub(super) pressure: Option<String>,
    /// Medicines as they are taken.
    pub(super) medicines: Vec<String>,
    /// What the patient is allergic to, in a clause.
    pub(super) allergies: String,
    /// What is said of tobacco, in some notes.
    pub(super) smoking: Option<&'static str>,
    /// What is to be done.
    pub(super) plans: Vec<String>,
}

impl Content {
    /// Words what happened at `visit`; a short note has no list that could be wrong.
    pub(super) fn new(visit: &mut Visit<'_>, flaws: &mut Flaws, chance: &mut Chance, is_short: bool) -> Self {
        let when = visit.day().to_string();
        let mut found: Vec<Flaw> = Vec::new();
        let flawed = |done: &mut bool, chance: &mut Chance| {
            let begins = !*done && !is_short && chance.percent(FLAWED);
            *done |= begins;
            begins
        };
        let mut wrong = |about, structure: String, note: String| {
            found.push(Flaw::Contradiction { about, when: when.clone(), structure, note });
        };
        let told = |word: &str, value: Decimal, unit: &str| match unit.strip_prefix('{') {
            Some(_) => format!("{word} {value}"),
            None => format!("{word} {value} {}", unit.replace("{1.73_m2}", "1.73 m2").replace("Cel", "°C")),
        };
        let mut results: Vec<String> =
            visit.results.iter().map(|(test, value)| told(test.word, *value, test.unit)).collect();
        let of_lab = visit.results.iter().position(|(test, _)| test.category == "laboratory");
        if let Some(at) = of_lab
            && let (Some((test, value)), Some(line)) = (visit.results.get(at).copied(), results.get_mut(at))
            && flawed(&mut flaws.result, chance)
        {
            let other = Decimal::new((value.value() * 1.25).min(test.plausible.1), test.places);
            if other != value {
                let true_line = std::mem::replace(line, told(test.word, other, test.unit));
                wrong("result", true_line, line.clone());
            }
        }
        let laboratory = visit
            .results
            .iter()
            .zip(&results)
            .filter(|((test, _), _)| test.category == "laboratory")
            .map(|(_, line)| line.clone())
            .collect();
        let mut medicines: Vec<String> =
            visit.chart.medicines().iter().map(|medicine| format!("{}, {}", medicine.word, medicine.dose)).collect();
        if let Some(line) = medicines.iter_mut().find(|line| line.contains("10 mg") || line.contains("500 mg"))
            && flawed(&mut flaws.dose, chance)
        {
            let other = line.replace("500 mg", "850 mg").replace("10 mg", "40 mg");
            wrong("dose", std::mem::replace(line, other.clone()), other);
        }
        let allergies = allergies(visit);
        let allergies = if !visit.chart.allergies().is_empty() && flawed(&mut flaws.allergy, chance) {
            wrong("allergy", allergies, NO_ALLERGIES.to_owned());
            NO_ALLERGIES.to_owned()
        } else {
            allergies
        };
        let smoking = (age(visit.person.birth, visit.day()) >= 18 && chance.percent(35)).then(|| {
            let status = visit.body.smoking;
            let other = if status == NEVER_SMOKED { DAILY_SMOKER } else { NEVER_SMOKED };
            if flawed(&mut flaws.smoking, chance) {
                wrong("smoking", status.display.to_owned(), habit(other).to_owned());
                habit(other)
            } else {
                habit(status)
            }
        });
        let mut plans = visit.plans.clone();
        if visit.age() >= 18 && flawed(&mut flaws.promise, chance) {
            let (test, word) = *chance.one(PROMISED);
            plans.push(format!("Will add {word} to the next blood draw and call with the result."));
            found.push(Flaw::MissingTest { code: test.code, display: test.display, promised: when.clone() });
        }
        visit.chart.truth.flaws.extend(found);
        let pressure = visit.pressure.map(|(systolic, diastolic)| format!("{systolic}/{diastolic} mm[Hg]"));
        Content { results, laboratory, pressure, medicines, allergies, smoking, plans }
    }
}

/// What is said of those without allergies.
const NO_ALLERGIES: &str = "no known allergies";

fn allergies(visit: &Visit<'_>) -> String {
    let known: Vec<String> = visit
        .chart
        .allergies()
        .iter()
        .map(|allergy| format!("allergic to {} ({})", allergy.word, allergy.sign))
        .collect();
    if known.is_empty() { NO_ALLERGIES.to_owned() } else { known.join(", ") }
}

fn habit(status: Concept) -> &'static str {
    match status {
        status if status == NEVER_SMOKED => "has never smoked",
        status if status == EX_SMOKER => "stopped smoking years ago",
        _ => "smokes every day",
    }
}

/// Returns who the patient is at the top of a note, in one of several ways.
pub(super) fn header(visit: &Visit<'_>, chance: &mut Chance) -> String {
    let person = visit.person;
    let (name, family) = (person.name.full(), &person.name.family);
    let (first, mrn) = (person.name.first(), &person.mrn);
    match chance.below(4) {
        0 => format!("Patient: {name}    DOB: {}    {mrn}\n", super::form(person.birth)),
        1 => format!("{family}, {first} – born {} – {mrn}\n{}\n", long(person.birth), person.address.line()),
        2 => format!(
            "RE: {} ({}), phone {}\n",
            person.name.short(),
            person.birth,
            person.phones.first().map_or("not given", String::as_str)
        ),
        _ => format!("{}\n", family.to_uppercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_promised_is_never_measured() {
        for (test, _) in PROMISED {
            assert!(super::super::super::codes::TESTS.iter().all(|known| known.code.code != test.code));
        }
    }
}
