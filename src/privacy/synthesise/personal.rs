//! Which terms ask for what identifies somebody or says how old they are: what is answered to them is told nowhere, as every number and word of it
//! would be that of one person.

use super::untold::{AGE, OCCUPATION, WHOSE};

/// Words before "age" that make it that of something else than a person's years.
const NOT_OF_YEARS: &[&str] = &[
    "gestational",
    "gestation",
    "conceptional",
    "postconceptional",
    "menstrual",
    "postmenstrual",
    "fetal",
    "fetus",
    "embryonic",
    "bone",
    "skeletal",
    "developmental",
    "mental",
    "maturity",
];
/// Words behind "age" that make it a matter of what is normal, or of a kind.
const OF_A_KIND: &[&str] = &["related", "adjusted", "specific", "appropriate", "associated", "dependent"];
/// Words of what somebody does.
const WORK: &[&str] = &[
    "occupation",
    "occupations",
    "profession",
    "employer",
    "employers",
    "job",
    "jobs",
    "rank",
    "workplace",
    "industry",
];
/// Words, one behind the other, of what says who or where somebody is.
const PERSONAL: &[&[&str]] = &[
    &["birth", "date"],
    &["birthdate"],
    &["birthday"],
    &["birth", "day"],
    &["birth", "year"],
    &["birth", "month"],
    &["date", "of", "birth"],
    &["year", "of", "birth"],
    &["month", "of", "birth"],
    &["day", "of", "birth"],
    &["time", "of", "birth"],
    &["birth", "time"],
    &["date", "of", "death"],
    &["death", "date"],
    &["place", "of", "birth"],
    &["country", "of", "birth"],
    &["state", "of", "birth"],
    &["city", "of", "birth"],
    &["birth", "place"],
    &["birthplace"],
    &["birth", "country"],
    &["country", "of", "origin"],
    &["country", "of", "residence"],
    &["state", "of", "residence"],
    &["county", "of", "residence"],
    &["city", "of", "residence"],
    &["place", "of", "residence"],
    &["place", "of", "death"],
    &["nationality"],
    &["citizenship"],
    &["postal", "code"],
    &["postcode"],
    &["zip", "code"],
    &["zip"],
    &["zipcode"],
    &["street"],
    &["address"],
    &["county"],
    &["census", "tract"],
    &["latitude"],
    &["longitude"],
    &["record", "number"],
    &["account", "number"],
    &["insurance", "number"],
    &["policy", "number"],
    &["member", "number"],
    &["license", "number"],
    &["licence", "number"],
    &["serial", "number"],
    &["accession", "number"],
    &["case", "number"],
    &["identification", "number"],
    &["identity", "number"],
    &["registration", "number"],
    &["social", "security"],
    &["telephone"],
    &["phone"],
    &["fax"],
    &["email"],
    &["identifier"],
    &["patient", "id"],
    &["full", "name"],
    &["first", "name"],
    &["last", "name"],
    &["family", "name"],
    &["given", "name"],
    &["maiden", "name"],
    &["patient", "name"],
];

/// Returns why what is answered to `term`, the name of an observation or of a part of one, is not told.
pub(super) fn asked(term: &str) -> Option<&'static str> {
    let lower = term.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let of_years = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let behind = words.get(at + 1);
        !before.is_some_and(|word| NOT_OF_YEARS.contains(word)) && !behind.is_some_and(|word| OF_A_KIND.contains(word))
    };
    let is_of_age = words.iter().enumerate().any(|(at, word)| matches!(*word, "age" | "ages") && of_years(at));
    let is_personal = || PERSONAL.iter().any(|run| words.windows(run.len()).any(|window| window == *run));
    if is_of_age {
        Some(AGE)
    } else if is_of_work(term) || words.iter().any(|word| WORK.contains(word)) {
        Some(OCCUPATION)
    } else {
        is_personal().then_some(WHOSE)
    }
}

/// Returns whether `term` is of an occupation: by SNOMED's tag behind it, or as what is asked for. A rare one singles out who has it.
pub(super) fn is_of_work(term: &str) -> bool {
    let lower = term.to_lowercase();
    let mut words = lower.split(|sign: char| !sign.is_alphanumeric());
    words.any(|word| matches!(word, "occupation" | "occupations" | "profession" | "employer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_for_a_persons_years_work_place_or_number_is_known_by_its_name() {
        for term in [
            "Age",
            "Age calculated",
            "Age reported",
            "Age group",
            "Age at specimen collection",
            "Maternal age",
            "Age at onset",
        ] {
            assert_eq!(asked(term), Some(AGE), "{term}");
        }
        for term in ["Usual job", "Job title", "Military rank", "History of Occupation", "Industry code"] {
            assert_eq!(asked(term), Some(OCCUPATION), "{term}");
        }
        for term in [
            "Postal code",
            "ZIP code",
            "Birth date",
            "Birth year",
            "Date of birth",
            "Country of birth",
            "Medical record number",
            "Social Security number",
            "Patient Identifier",
            "Telephone number",
        ] {
            assert_eq!(asked(term), Some(WHOSE), "{term}");
        }
        for term in [
            "Gestational age",
            "Bone age",
            "Fetal gestational age by US",
            "Age-related macular degeneration",
            "D-dimer age-adjusted cutoff",
            "Body weight",
            "Birth weight",
            "Number of births",
            "Hemoglobin A1c",
            "Patient Health Questionnaire 9 item total score",
            "Average glucose",
            "Drainage",
            "Stage group",
        ] {
            assert_eq!(asked(term), None, "{term}");
        }
    }
}
