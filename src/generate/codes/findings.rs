//! Conditions, procedures, visits, allergies and answers: SNOMED CT concepts.

use super::{Concept, loinc, snomed};

macro_rules! concepts {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $display:literal;)*) => {
        $($(#[$doc])* pub(in crate::generate) const $name: Concept = snomed($code, $display);)*
        /// All concepts of this file that have a name.
        #[cfg(test)]
        const ALL: &[Concept] = &[$($name),*];
    };
}

concepts! {
    /// Condition.
    DIABETES = "44054006", "Diabetes mellitus type 2";
    /// Condition.
    HYPERTENSION = "59621000", "Essential hypertension";
    /// Condition.
    KIDNEY_DISEASE_3 = "433144002", "Chronic kidney disease stage 3";
    /// Condition.
    KIDNEY_DISEASE_4 = "431857002", "Chronic kidney disease stage 4";
    /// Condition.
    ASTHMA = "195967001", "Asthma";
    /// Condition.
    HEART_FAILURE = "84114007", "Heart failure";
    /// Condition.
    HYPOTHYROIDISM = "40930008", "Hypothyroidism";
    /// Condition.
    PREGNANCY = "77386006", "Pregnancy";
    /// Condition.
    BREAST_CANCER = "254837009", "Malignant neoplasm of breast";
    /// Condition.
    COLON_CANCER = "363406005", "Malignant neoplasm of colon";
    /// Condition.
    PROSTATE_CANCER = "399068003", "Malignant neoplasm of prostate";
    /// Condition.
    DEPRESSION = "370143000", "Major depressive disorder";
    /// Condition.
    FIBRILLATION = "49436004", "Atrial fibrillation";
    /// Condition.
    HYPERLIPIDEMIA = "55822004", "Hyperlipidemia";
    /// Condition.
    IRON_DEFICIENCY = "87522002", "Iron deficiency anemia";
    /// Condition.
    KNEE_ARTHROSIS = "239873007", "Osteoarthritis of knee";
    /// Condition.
    SINUSITIS = "36971009", "Sinusitis";
    /// Condition.
    BRONCHITIS = "10509002", "Acute bronchitis";
    /// Condition.
    URINARY_INFECTION = "68566005", "Urinary tract infectious disease";
    /// Condition.
    OTITIS = "65363002", "Otitis media";
    /// Condition.
    RHINITIS = "61582004", "Allergic rhinitis";
    /// Visit.
    CHECK_UP = "185349003", "Encounter for check up";
    /// Visit.
    FOLLOW_UP = "390906007", "Follow-up encounter";
    /// Visit.
    FOR_SYMPTOM = "185345009", "Encounter for symptom";
    /// Visit.
    EMERGENCY = "50849002", "Emergency room admission";
    /// Visit.
    PRENATAL = "424619006", "Prenatal visit";
    /// Visit.
    WELL_CHILD = "410620009", "Well child visit";
    /// Procedure.
    COLONOSCOPY = "73761001", "Colonoscopy";
    /// Procedure.
    MAMMOGRAPHY = "71651007", "Mammography";
    /// Procedure.
    ECHOCARDIOGRAPHY = "40701008", "Echocardiography";
    /// Procedure.
    ELECTROCARDIOGRAM = "29303009", "Electrocardiographic procedure";
    /// Procedure.
    LUMPECTOMY = "392021009", "Lumpectomy of breast";
    /// Procedure.
    PROSTATECTOMY = "90470006", "Prostatectomy";
    /// Procedure.
    RADIOTHERAPY = "108290001", "Radiation oncology AND/OR radiotherapy";
    /// Procedure.
    CHEMOTHERAPY = "367336001", "Chemotherapy";
    /// Procedure.
    APPENDECTOMY = "80146002", "Appendectomy";
    /// Procedure.
    CHOLECYSTECTOMY = "38102005", "Cholecystectomy";
    /// Procedure.
    CESAREAN = "11466000", "Cesarean section";
    /// Procedure.
    DELIVERY = "48782003", "Delivery normal";
    /// Smoking status.
    NEVER_SMOKED = "266919005", "Never smoked tobacco";
    /// Smoking status.
    EX_SMOKER = "8517006", "Ex-smoker";
    /// Smoking status.
    DAILY_SMOKER = "449868002", "Smokes tobacco daily";
    /// Plan.
    DIABETES_CARE = "735985000", "Diabetes self management plan";
}

/// An allergy with the reaction it gives.
#[derive(Debug, Clone, Copy)]
pub(in crate::generate) struct Allergy {
    /// What it is to.
    pub(in crate::generate) code: Concept,
    /// What people call the substance.
    pub(in crate::generate) word: &'static str,
    /// What happened.
    pub(in crate::generate) reaction: Concept,
    /// What people call the reaction.
    pub(in crate::generate) sign: &'static str,
    /// The FHIR category.
    pub(in crate::generate) category: &'static str,
    /// Whether it could kill.
    pub(in crate::generate) is_grave: bool,
}

const fn allergy(
    (code, display, word): (&'static str, &'static str, &'static str),
    (reaction, reaction_display, sign): (&'static str, &'static str, &'static str),
    category: &'static str,
    is_grave: bool,
) -> Allergy {
    Allergy {
        code: snomed(code, display),
        word,
        reaction: snomed(reaction, reaction_display),
        sign,
        category,
        is_grave,
    }
}

/// The allergies that people of the generated world have; the first is to penicillin.
pub(in crate::generate) const ALLERGIES: &[Allergy] = &[
    allergy(
        ("91936005", "Allergy to penicillin", "penicillin"),
        ("271807003", "Eruption of skin", "a rash"),
        "medication",
        false,
    ),
    allergy(
        ("91939003", "Allergy to sulfonamide", "sulfonamides"),
        ("126485001", "Urticaria", "hives"),
        "medication",
        false,
    ),
    allergy(("91935009", "Allergy to peanut", "peanuts"), ("39579001", "Anaphylaxis", "anaphylaxis"), "food", true),
    allergy(
        ("300913006", "Allergy to shellfish", "shellfish"),
        ("41291007", "Angioedema", "swelling of the lips"),
        "food",
        true,
    ),
    allergy(("300916003", "Allergy to latex", "latex"), ("418290006", "Itching", "itching"), "environment", false),
    allergy(
        ("232350006", "Allergy to house dust mite", "house dust"),
        ("76067001", "Sneezing", "sneezing"),
        "environment",
        false,
    ),
    allergy(
        ("424213003", "Allergy to bee venom", "bee stings"),
        ("39579001", "Anaphylaxis", "anaphylaxis"),
        "environment",
        true,
    ),
];

/// Types of documents.
pub(in crate::generate) const PROGRESS_NOTE: Concept = loinc("11506-3", "Progress note");
/// A letter between clinicians or to the patient.
pub(in crate::generate) const LETTER: Concept = loinc("51852-2", "Letter");
/// A consultation note.
pub(in crate::generate) const CONSULT_NOTE: Concept = loinc("11488-4", "Consult note");
/// A referral.
pub(in crate::generate) const REFERRAL_NOTE: Concept = loinc("57133-1", "Referral note");
/// A discharge summary.
pub(in crate::generate) const DISCHARGE_SUMMARY: Concept = loinc("18842-5", "Discharge summary");
/// A note about a call.
pub(in crate::generate) const TELEPHONE_NOTE: Concept = loinc("34748-4", "Telephone encounter Note");
/// What a patient wrote.
pub(in crate::generate) const PATIENT_NOTE: Concept = loinc("51855-5", "Patient Note");

#[cfg(test)]
mod tests {
    use super::*;

    /// Verhoeff's check digit, which ends every SNOMED CT identifier (SNOMED CT Technical Implementation Guide).
    fn has_check_digit(code: &str) -> bool {
        const TIMES: [[u8; 10]; 10] = [
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
            [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
            [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
            [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
            [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
            [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
            [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
            [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
            [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        ];
        const PERMUTED: [[u8; 10]; 8] = [
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
            [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
            [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
            [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
            [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
            [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
            [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
        ];
        let mut check = 0;
        for (place, digit) in code.bytes().rev().enumerate() {
            let permuted = PERMUTED[place % 8][usize::from(digit - b'0')];
            check = TIMES[usize::from(check)][usize::from(permuted)];
        }
        check == 0
    }

    #[test]
    fn every_code_has_its_check_digit_and_none_stands_twice() {
        let allergies = ALLERGIES.iter().flat_map(|allergy| [allergy.code, allergy.reaction]);
        for concept in ALL.iter().copied().chain(allergies) {
            assert!(has_check_digit(concept.code), "{} {}", concept.code, concept.display);
        }
        let mut codes: Vec<&str> = ALL.iter().map(|concept| concept.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ALL.len());
    }
}
