//! Everyday words and the words that records use for the same thing.
//!
//! The right-hand sides are words of LOINC, SNOMED CT and RxNorm display names, as FHIR servers send them.

use crate::document::FactKind;

/// Words of a question and the kind of resource they ask for.
const KINDS: &[(&[&str], FactKind)] = &[
    (
        &[
            "medication",
            "medications",
            "medicine",
            "medicines",
            "meds",
            "drug",
            "drugs",
            "prescription",
            "prescriptions",
            "prescribed",
            "pill",
            "pills",
            "tablet",
            "tablets",
        ],
        FactKind::MedicationRequest,
    ),
    (&["allergy", "allergies", "allergic", "intolerance", "intolerances"], FactKind::AllergyIntolerance),
    (
        &[
            "condition",
            "conditions",
            "diagnosis",
            "diagnoses",
            "diagnosed",
            "disease",
            "diseases",
            "illness",
            "illnesses",
            "problem",
            "problems",
        ],
        FactKind::Condition,
    ),
    (&["procedure", "procedures", "surgery", "surgeries", "operation", "operations", "operated"], FactKind::Procedure),
    (
        &[
            "immunization",
            "immunizations",
            "immunisation",
            "immunisations",
            "vaccine",
            "vaccines",
            "vaccination",
            "vaccinations",
            "vaccinated",
            "shot",
            "shots",
            "jab",
            "jabs",
        ],
        FactKind::Immunization,
    ),
    (&["goal", "goals"], FactKind::Goal),
    (&["scan", "scans", "imaging", "xray"], FactKind::ImagingStudy),
];

/// Words of a question (in order) and the record words that mean the same, as alternatives.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (&["bp"], &["blood pressure"]),
    (&["a1c"], &["hemoglobin a1c"]),
    (&["hba1c"], &["hemoglobin a1c"]),
    (&["sugar"], &["glucose", "hemoglobin a1c"]),
    (&["blood", "sugar"], &["glucose", "hemoglobin a1c"]),
    (&["tsh"], &["thyrotropin"]),
    (&["blood", "group"], &["abo group", "rh type"]),
    (&["blood", "type"], &["abo group", "rh type"]),
    (&["ultrasound"], &["ultrasonography"]),
    (&["pulse"], &["heart rate"]),
    (&["heartbeat"], &["heart rate"]),
    (&["bmi"], &["body mass index"]),
    (&["weight"], &["body weight"]),
    (&["weigh"], &["body weight"]),
    (&["height"], &["body height"]),
    (&["tall"], &["body height"]),
    (&["fever"], &["body temperature"]),
    (&["temperature"], &["body temperature"]),
    (&["oxygen"], &["oxygen saturation"]),
    (&["kidney"], &["creatinine", "glomerular filtration", "urea nitrogen"]),
    (&["egfr"], &["glomerular filtration"]),
    (&["liver"], &["alanine aminotransferase", "aspartate aminotransferase", "alkaline phosphatase", "bilirubin"]),
    (&["cholesterol"], &["cholesterol", "triglycerides"]),
    (&["ldl"], &["low density lipoprotein", "cholesterol ldl"]),
    (&["hdl"], &["high density lipoprotein", "cholesterol hdl"]),
    (&["smoke"], &["tobacco smoking"]),
    (&["smoker"], &["tobacco smoking"]),
    (&["smoking"], &["tobacco smoking"]),
    (&["salt"], &["sodium"]),
    (&["anemia"], &["hemoglobin", "hematocrit"]),
    (&["high", "blood", "pressure"], &["hypertension", "blood pressure"]),
    (&["flu"], &["influenza"]),
    (&["heart", "attack"], &["myocardial infarction"]),
];

/// Returns the kind of resource that `word` (lower case) asks for, if it names one.
pub fn kind_of(word: &str) -> Option<FactKind> {
    KINDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, kind)| *kind)
}

/// Returns whether `word` (lower case) stands on either side of the tables.
pub fn is_known(word: &str) -> bool {
    kind_of(word).is_some()
        || SYNONYMS
            .iter()
            .any(|(run, means)| run.contains(&word) || means.iter().any(|text| text.split(' ').any(|w| w == word)))
}

/// Returns, for each run of `words` (lower case, in order) that the table knows, the first and last index
/// of the run and the record words that mean the same. Longer runs come first and are not taken apart.
pub fn synonyms(words: &[String]) -> Vec<(std::ops::Range<usize>, &'static [&'static str])> {
    let mut found: Vec<(std::ops::Range<usize>, &'static [&'static str])> = Vec::new();
    let longest = SYNONYMS.iter().map(|(run, _)| run.len()).max().unwrap_or(0);
    for len in (1..=longest).rev() {
        for (start, window) in words.windows(len).enumerate() {
            let range = start..start + len;
            let free = found.iter().all(|(taken, _)| taken.end <= range.start || range.end <= taken.start);
            let entry =
                SYNONYMS.iter().find(|(run, _)| run.len() == len && run.iter().zip(window).all(|(a, b)| a == b));
            if let (true, Some((_, means))) = (free, entry) {
                found.push((range, means));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn longer_runs_win() {
        let found = synonyms(&words("is my blood sugar up"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, 2..4);
        assert_eq!(synonyms(&words("sugar and bp")).len(), 2);
    }

    #[test]
    fn a_word_names_one_kind_at_most() {
        let all: Vec<&str> = KINDS.iter().flat_map(|(words, _)| words.iter().copied()).collect();
        let mut distinct = all.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(kind_of("meds"), Some(FactKind::MedicationRequest));
        assert_eq!(kind_of("pressure"), None);
    }
}
