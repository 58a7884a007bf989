//! Measurements and laboratory tests: LOINC codes, units, reference ranges and bounds of what is plausible.

use super::{Concept, loinc};

/// A test with a number as its result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::generate) struct Test {
    /// The LOINC code.
    pub(in crate::generate) code: Concept,
    /// What people call it.
    pub(in crate::generate) word: &'static str,
    /// The unit as shown; also its UCUM code.
    pub(in crate::generate) unit: &'static str,
    /// Decimal places of a result.
    pub(in crate::generate) places: u8,
    /// The FHIR observation category.
    pub(in crate::generate) category: &'static str,
    /// The reference range of adults, where there is one; `None` leaves a side open.
    pub(in crate::generate) range: (Option<f64>, Option<f64>),
    /// A result of a living person lies between these.
    pub(in crate::generate) plausible: (f64, f64),
}

const VITAL: &str = "vital-signs";
const LAB: &str = "laboratory";

macro_rules! tests {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $display:literal, $word:literal, $unit:literal, $places:literal, $category:expr,
        $low:expr, $high:expr, $least:literal..$most:literal;)*) => {
        $($(#[$doc])* pub(in crate::generate) const $name: Test = Test {
            code: loinc($code, $display), word: $word, unit: $unit, places: $places, category: $category,
            range: ($low, $high), plausible: ($least, $most),
        };)*
        /// All tests.
        #[cfg(test)]
        pub(in crate::generate) const TESTS: &[Test] = &[$($name),*];
    };
}

tests! {
    /// Systolic blood pressure; a component of [`PRESSURE`].
    SYSTOLIC = "8480-6", "Systolic blood pressure", "systolic pressure", "mm[Hg]", 0, VITAL, None, None, 60.0..240.0;
    /// Diastolic blood pressure; a component of [`PRESSURE`].
    DIASTOLIC = "8462-4", "Diastolic blood pressure", "diastolic pressure", "mm[Hg]", 0, VITAL, None, None, 30.0..140.0;
    /// Heart rate.
    HEART_RATE = "8867-4", "Heart rate", "pulse", "/min", 0, VITAL, None, None, 40.0..190.0;
    /// Respiratory rate.
    RESPIRATORY_RATE = "9279-1", "Respiratory rate", "respiratory rate", "/min", 0, VITAL, None, None, 8.0..60.0;
    /// Body temperature.
    TEMPERATURE = "8310-5", "Body temperature", "temperature", "Cel", 1, VITAL, None, None, 35.0..40.9;
    /// Oxygen saturation.
    SATURATION = "59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry", "oxygen saturation", "%", 0, VITAL, Some(94.0), None, 70.0..100.0;
    /// Body weight.
    WEIGHT = "29463-7", "Body weight", "weight", "kg", 1, VITAL, None, None, 2.0..220.0;
    /// Body height.
    HEIGHT = "8302-2", "Body height", "height", "cm", 1, VITAL, None, None, 40.0..215.0;
    /// Body mass index.
    BMI = "39156-5", "Body mass index (BMI) [Ratio]", "body mass index", "kg/m2", 1, VITAL, None, None, 9.0..65.0;
    /// Head circumference of infants.
    HEAD = "9843-4", "Head Occipital-frontal circumference", "head circumference", "cm", 1, VITAL, None, None, 30.0..56.0;
    /// Haemoglobin A1c.
    HBA1C = "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "HbA1c", "%", 1, LAB, Some(4.0), Some(5.6), 4.0..16.0;
    /// Fasting glucose.
    GLUCOSE = "1558-6", "Fasting glucose [Mass/volume] in Serum or Plasma", "fasting glucose", "mg/dL", 0, LAB, Some(70.0), Some(99.0), 45.0..450.0;
    /// Creatinine.
    CREATININE = "2160-0", "Creatinine [Mass/volume] in Serum or Plasma", "creatinine", "mg/dL", 2, LAB, Some(0.5), Some(1.2), 0.3..9.0;
    /// Estimated glomerular filtration rate.
    EGFR = "98979-8", "Glomerular filtration rate/1.73 sq M.predicted [Volume Rate/Area] in Serum, Plasma or Blood by Creatinine-based formula (CKD-EPI 2021)", "eGFR", "mL/min/{1.73_m2}", 0, LAB, Some(60.0), None, 5.0..140.0;
    /// Albumin to creatinine in urine.
    ALBUMIN_URINE = "9318-7", "Albumin/Creatinine [Mass Ratio] in Urine", "urine albumin", "mg/g", 0, LAB, None, Some(29.0), 2.0..3500.0;
    /// Potassium.
    POTASSIUM = "2823-3", "Potassium [Moles/volume] in Serum or Plasma", "potassium", "mmol/L", 1, LAB, Some(3.5), Some(5.1), 2.6..6.9;
    /// Sodium.
    SODIUM = "2951-2", "Sodium [Moles/volume] in Serum or Plasma", "sodium", "mmol/L", 0, LAB, Some(136.0), Some(145.0), 120.0..155.0;
    /// LDL cholesterol.
    LDL = "13457-7", "Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation", "LDL cholesterol", "mg/dL", 0, LAB, None, Some(130.0), 25.0..290.0;
    /// HDL cholesterol.
    HDL = "2085-9", "Cholesterol in HDL [Mass/volume] in Serum or Plasma", "HDL cholesterol", "mg/dL", 0, LAB, Some(40.0), None, 18.0..110.0;
    /// Total cholesterol.
    CHOLESTEROL = "2093-3", "Cholesterol [Mass/volume] in Serum or Plasma", "cholesterol", "mg/dL", 0, LAB, None, Some(200.0), 70.0..420.0;
    /// Triglycerides.
    TRIGLYCERIDES = "2571-8", "Triglyceride [Mass/volume] in Serum or Plasma", "triglycerides", "mg/dL", 0, LAB, None, Some(150.0), 30.0..700.0;
    /// Haemoglobin.
    HEMOGLOBIN = "718-7", "Hemoglobin [Mass/volume] in Blood", "hemoglobin", "g/dL", 1, LAB, Some(12.0), Some(17.0), 6.0..20.0;
    /// White cells.
    LEUKOCYTES = "6690-2", "Leukocytes [#/volume] in Blood by Automated count", "white cells", "10*3/uL", 1, LAB, Some(4.0), Some(11.0), 1.0..30.0;
    /// Platelets.
    PLATELETS = "777-3", "Platelets [#/volume] in Blood by Automated count", "platelets", "10*3/uL", 0, LAB, Some(150.0), Some(400.0), 30.0..800.0;
    /// Thyrotropin.
    TSH = "3016-3", "Thyrotropin [Units/volume] in Serum or Plasma", "TSH", "m[IU]/L", 2, LAB, Some(0.4), Some(4.5), 0.02..60.0;
    /// Free thyroxine.
    FREE_T4 = "3024-7", "Thyroxine (T4) free [Mass/volume] in Serum or Plasma", "free T4", "ng/dL", 2, LAB, Some(0.8), Some(1.8), 0.2..3.5;
    /// International normalised ratio.
    INR = "6301-6", "INR in Platelet poor plasma by Coagulation assay", "INR", "{INR}", 1, LAB, Some(0.9), Some(1.1), 0.8..8.0;
    /// N-terminal pro-B-type natriuretic peptide.
    NT_PROBNP = "33762-6", "Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma", "NT-proBNP", "pg/mL", 0, LAB, None, Some(125.0), 5.0..30000.0;
    /// Left ventricular ejection fraction.
    EJECTION_FRACTION = "10230-1", "Left ventricular Ejection fraction", "ejection fraction", "%", 0, "imaging", Some(52.0), None, 10.0..75.0;
    /// Peak expiratory flow.
    PEAK_FLOW = "19935-6", "Maximum expiratory gas flow Respiratory system airway by Peak flow meter", "peak flow", "L/min", 0, "procedure", None, None, 60.0..750.0;
    /// PHQ-9 total.
    PHQ9 = "44261-6", "Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]", "PHQ-9", "{score}", 0, "survey", None, Some(4.0), 0.0..27.0;
    /// Prostate-specific antigen.
    PSA = "2857-1", "Prostate specific Ag [Mass/volume] in Serum or Plasma", "PSA", "ng/mL", 2, LAB, None, Some(4.0), 0.01..90.0;
    /// Carcinoembryonic antigen.
    CEA = "2039-6", "Carcinoembryonic Ag [Mass/volume] in Serum or Plasma", "CEA", "ng/mL", 1, LAB, None, Some(5.0), 0.2..150.0;
    /// Gestational age.
    GESTATION = "18185-9", "Gestational age", "gestation", "wk", 0, "exam", None, None, 4.0..42.0;
    /// Height of the fundus.
    FUNDUS = "11881-0", "Uterus Fundal height Tape measure", "fundal height", "cm", 0, "exam", None, None, 12.0..44.0;
    /// Heart rate of the unborn.
    FETAL_HEART = "55283-6", "Fetal Heart rate", "fetal heart rate", "/min", 0, "exam", Some(110.0), Some(160.0), 90.0..190.0;
    /// Glucose measured at home.
    HOME_GLUCOSE = "41653-7", "Glucose [Mass/volume] in Capillary blood by Glucometer", "home glucose", "mg/dL", 0, LAB, Some(70.0), Some(180.0), 45.0..450.0;
    /// Pulse measured at home.
    HOME_PULSE = "8889-8", "Heart rate by Pulse oximetry", "home pulse", "/min", 0, VITAL, None, None, 40.0..190.0;
    /// Steps of a time, counted at home.
    STEPS = "55423-8", "Number of steps in unspecified time Pedometer", "steps", "{steps}", 0, "activity", None, None, 0.0..40000.0;
}

/// Blood pressure, with [`SYSTOLIC`] and [`DIASTOLIC`] as its components.
pub(in crate::generate) const PRESSURE: Concept = loinc("85354-9", "Blood pressure panel with all children optional");
/// Tobacco smoking status.
pub(in crate::generate) const SMOKING: Concept = loinc("72166-2", "Tobacco smoking status");

/// A report over several tests.
pub(in crate::generate) type Panel = Concept;
/// Basic metabolic panel.
pub(in crate::generate) const METABOLIC_PANEL: Panel = loinc("51990-0", "Basic metabolic panel - Blood");
/// Lipid panel.
pub(in crate::generate) const LIPID_PANEL: Panel = loinc("24331-1", "Lipid 1996 panel - Serum or Plasma");
/// Complete blood count.
pub(in crate::generate) const BLOOD_COUNT: Panel = loinc("58410-2", "CBC panel - Blood by Automated count");

#[cfg(test)]
mod checks {
    use super::*;

    /// The check digit of a LOINC code: Luhn's, over the digits before the hyphen.
    fn check_digit(number: &str) -> u32 {
        let sum: u32 = number
            .bytes()
            .rev()
            .enumerate()
            .map(|(place, digit)| {
                let digit = u32::from(digit - b'0') * if place % 2 == 0 { 2 } else { 1 };
                digit / 10 + digit % 10
            })
            .sum();
        (10 - sum % 10) % 10
    }

    #[test]
    fn every_code_has_its_check_digit_and_ranges_lie_within_bounds() {
        let panels = [PRESSURE, SMOKING, METABOLIC_PANEL, LIPID_PANEL, BLOOD_COUNT];
        for code in TESTS.iter().map(|test| test.code).chain(panels) {
            let (number, check) = code.code.split_once('-').unwrap();
            assert_eq!(check_digit(number).to_string(), check, "{}", code.code);
        }
        for test in TESTS {
            let (least, most) = test.plausible;
            assert!(least < most);
            for bound in [test.range.0, test.range.1].into_iter().flatten() {
                assert!((least..=most).contains(&bound), "{}", test.word);
            }
        }
    }
}
