//! Medicines: RxNorm semantic clinical drugs with the way they are taken.

use super::{Concept, RXNORM};

/// A medicine in one strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::generate) struct Medicine {
    /// The RxNorm code.
    pub(in crate::generate) code: Concept,
    /// What people call it.
    pub(in crate::generate) word: &'static str,
    /// How it is taken.
    pub(in crate::generate) dose: &'static str,
    /// Times a day; 0 is "when needed".
    pub(in crate::generate) per_day: u8,
}

macro_rules! medicines {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $display:literal, $word:literal, $dose:literal, $per_day:literal;)*) => {
        $($(#[$doc])* pub(in crate::generate) const $name: Medicine = Medicine {
            code: Concept { system: RXNORM, code: $code, display: $display }, word: $word, dose: $dose, per_day: $per_day,
        };)*
    };
}

medicines! {
    /// Metformin, first step.
    METFORMIN_500 = "861007", "metformin hydrochloride 500 MG Oral Tablet", "metformin 500 mg", "500 mg twice daily with meals", 2;
    /// Metformin, full dose.
    METFORMIN_1000 = "861004", "metformin hydrochloride 1000 MG Oral Tablet", "metformin 1000 mg", "1000 mg twice daily with meals", 2;
    /// Glipizide.
    GLIPIZIDE = "310490", "glipizide 5 MG Oral Tablet", "glipizide 5 mg", "5 mg each morning before breakfast", 1;
    /// Insulin glargine.
    GLARGINE = "311041", "insulin glargine 100 UNT/ML Injectable Solution", "insulin glargine", "10 units at bedtime", 1;
    /// Lisinopril, first step.
    LISINOPRIL_10 = "314076", "lisinopril 10 MG Oral Tablet", "lisinopril 10 mg", "10 mg once daily", 1;
    /// Lisinopril, second step.
    LISINOPRIL_20 = "314077", "lisinopril 20 MG Oral Tablet", "lisinopril 20 mg", "20 mg once daily", 1;
    /// Losartan, for those who cough.
    LOSARTAN = "979492", "losartan potassium 50 MG Oral Tablet", "losartan 50 mg", "50 mg once daily", 1;
    /// Amlodipine.
    AMLODIPINE = "197361", "amlodipine 5 MG Oral Tablet", "amlodipine 5 mg", "5 mg once daily", 1;
    /// Atorvastatin.
    ATORVASTATIN_20 = "617310", "atorvastatin 20 MG Oral Tablet", "atorvastatin 20 mg", "20 mg at night", 1;
    /// Atorvastatin, full dose.
    ATORVASTATIN_40 = "617311", "atorvastatin 40 MG Oral Tablet", "atorvastatin 40 mg", "40 mg at night", 1;
    /// Levothyroxine, first step.
    LEVOTHYROXINE_75 = "966222", "levothyroxine sodium 0.075 MG Oral Tablet", "levothyroxine 75 micrograms", "75 micrograms each morning on an empty stomach", 1;
    /// Levothyroxine, second step.
    LEVOTHYROXINE_100 = "892246", "levothyroxine sodium 0.1 MG Oral Tablet", "levothyroxine 100 micrograms", "100 micrograms each morning on an empty stomach", 1;
    /// Albuterol.
    ALBUTEROL = "745679", "200 ACTUAT albuterol 0.09 MG/ACTUAT Metered Dose Inhaler", "albuterol", "2 puffs when needed", 0;
    /// Fluticasone.
    FLUTICASONE = "895994", "120 ACTUAT fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler", "fluticasone", "2 puffs twice daily", 2;
    /// Furosemide.
    FUROSEMIDE = "313988", "furosemide 40 MG Oral Tablet", "furosemide 40 mg", "40 mg each morning", 1;
    /// Metoprolol, first step.
    METOPROLOL_25 = "866427", "24 HR metoprolol succinate 25 MG Extended Release Oral Tablet", "metoprolol succinate 25 mg", "25 mg once daily", 1;
    /// Metoprolol, second step.
    METOPROLOL_50 = "866436", "24 HR metoprolol succinate 50 MG Extended Release Oral Tablet", "metoprolol succinate 50 mg", "50 mg once daily", 1;
    /// Warfarin.
    WARFARIN = "855332", "warfarin sodium 5 MG Oral Tablet", "warfarin 5 mg", "5 mg each evening, adjusted by INR", 1;
    /// Apixaban.
    APIXABAN = "1364445", "apixaban 5 MG Oral Tablet", "apixaban 5 mg", "5 mg twice daily", 2;
    /// Sertraline, first step.
    SERTRALINE_50 = "312941", "sertraline 50 MG Oral Tablet", "sertraline 50 mg", "50 mg once daily", 1;
    /// Sertraline, second step.
    SERTRALINE_100 = "312940", "sertraline 100 MG Oral Tablet", "sertraline 100 mg", "100 mg once daily", 1;
    /// Anastrozole.
    ANASTROZOLE = "199224", "anastrozole 1 MG Oral Tablet", "anastrozole 1 mg", "1 mg once daily", 1;
    /// Ferrous sulfate.
    IRON = "310325", "ferrous sulfate 325 MG Oral Tablet", "ferrous sulfate 325 mg", "325 mg once daily with juice", 1;
    /// Amoxicillin.
    AMOXICILLIN = "308191", "amoxicillin 500 MG Oral Capsule", "amoxicillin 500 mg", "500 mg three times daily for 7 days", 3;
    /// Acetaminophen.
    ACETAMINOPHEN = "198440", "acetaminophen 500 MG Oral Tablet", "acetaminophen 500 mg", "500 mg when needed, at most 4 times a day", 0;
    /// Loratadine.
    LORATADINE = "311372", "loratadine 10 MG Oral Tablet", "loratadine 10 mg", "10 mg once daily in the season", 1;
}
