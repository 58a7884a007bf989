//! The kinds of facts that leave, in our own words: what a ledger may tell of them.

use serde::{Deserialize, Serialize};

use crate::document::{Fact, FactKind};

const LOINC: &str = "http://loinc.org";

/// What a fact is about. The list is closed: the wording of a record's codes is the file's own text, and could hold anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Systolic, diastolic and mean pressure.
    BloodPressure,
    /// Beats in a minute.
    HeartRate,
    /// Breaths in a minute.
    BreathingRate,
    /// Body temperature.
    Temperature,
    /// Oxygen in the blood.
    OxygenSaturation,
    /// Body weight.
    Weight,
    /// Body height.
    Height,
    /// Body mass index.
    BodyMassIndex,
    /// Haemoglobin A1c.
    Hba1c,
    /// Glucose in blood.
    Glucose,
    /// Creatinine, urea, filtration rate, albumin in urine.
    KidneyFunction,
    /// Cholesterol and triglycerides.
    Lipids,
    /// Cells and haemoglobin.
    BloodCount,
    /// Thyrotropin and thyroid hormones.
    Thyroid,
    /// Whether somebody smokes.
    Smoking,
    /// How strong a pain is.
    Pain,
    /// Any other measurement, test or answer.
    OtherMeasurement,
    /// Diagnoses and problems.
    Conditions,
    /// Allergies and intolerances.
    Allergies,
    /// Prescriptions.
    Medicines,
    /// Operations and other procedures.
    Procedures,
    /// Vaccinations.
    Immunisations,
    /// Reports of tests.
    Reports,
    /// Imaging.
    Imaging,
    /// Care plans.
    CarePlans,
    /// Goals of care.
    Goals,
    /// Visits and admissions.
    Visits,
    /// Implants and other devices.
    Devices,
    /// Illnesses of relatives.
    FamilyHistory,
    /// Passages of notes of which sentences left.
    Notes,
    /// Anything else.
    Other,
}

/// LOINC codes of measurements that have a kind of their own.
const MEASUREMENTS: &[(Kind, &[&str])] = &[
    (Kind::BloodPressure, &["85354-9", "55284-4", "8480-6", "8462-4", "8478-0"]),
    (Kind::HeartRate, &["8867-4"]),
    (Kind::BreathingRate, &["9279-1"]),
    (Kind::Temperature, &["8310-5", "8331-1"]),
    (Kind::OxygenSaturation, &["2708-6", "59408-5"]),
    (Kind::Weight, &["29463-7", "3141-9"]),
    (Kind::Height, &["8302-2"]),
    (Kind::BodyMassIndex, &["39156-5"]),
    (Kind::Hba1c, &["4548-4", "17856-6"]),
    (Kind::Glucose, &["2339-0", "2345-7", "1558-6", "41653-7"]),
    (
        Kind::KidneyFunction,
        &["2160-0", "38483-4", "33914-3", "48642-3", "62238-1", "98979-8", "3094-0", "6299-2", "14959-1", "9318-7"],
    ),
    (Kind::Lipids, &["2093-3", "2085-9", "18262-6", "13457-7", "2571-8"]),
    (Kind::BloodCount, &["6690-2", "789-8", "718-7", "20570-8", "4544-3", "777-3", "787-2", "785-6", "786-4"]),
    (Kind::Thyroid, &["3016-3", "3024-7"]),
    (Kind::Smoking, &["72166-2"]),
    (Kind::Pain, &["72514-3"]),
];

impl Kind {
    /// Returns what `fact` is about.
    pub fn of(fact: &Fact) -> Self {
        match fact.kind {
            FactKind::Observation => {
                let loinc = fact.code.as_ref().filter(|code| code.system.as_deref() == Some(LOINC));
                let code = loinc.and_then(|code| code.code.as_deref());
                let found = MEASUREMENTS.iter().find(|(_, codes)| code.is_some_and(|code| codes.contains(&code)));
                found.map_or(Kind::OtherMeasurement, |(kind, _)| *kind)
            }
            FactKind::Condition => Kind::Conditions,
            FactKind::AllergyIntolerance => Kind::Allergies,
            FactKind::MedicationRequest => Kind::Medicines,
            FactKind::Procedure => Kind::Procedures,
            FactKind::Immunization => Kind::Immunisations,
            FactKind::DiagnosticReport => Kind::Reports,
            FactKind::ImagingStudy => Kind::Imaging,
            FactKind::CarePlan => Kind::CarePlans,
            FactKind::Goal => Kind::Goals,
            FactKind::Encounter => Kind::Visits,
            FactKind::Device => Kind::Devices,
            FactKind::FamilyMemberHistory => Kind::FamilyHistory,
            FactKind::Patient | FactKind::CareTeam | FactKind::Other => Kind::Other,
        }
    }

    /// Returns the kind in words, as it stands within a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Kind::BloodPressure => "blood pressure",
            Kind::HeartRate => "heart rate",
            Kind::BreathingRate => "breathing rate",
            Kind::Temperature => "temperature",
            Kind::OxygenSaturation => "oxygen saturation",
            Kind::Weight => "weight",
            Kind::Height => "height",
            Kind::BodyMassIndex => "body mass index",
            Kind::Hba1c => "HbA1c",
            Kind::Glucose => "glucose",
            Kind::KidneyFunction => "kidney function",
            Kind::Lipids => "cholesterol and lipids",
            Kind::BloodCount => "blood count",
            Kind::Thyroid => "thyroid values",
            Kind::Smoking => "smoking",
            Kind::Pain => "pain",
            Kind::OtherMeasurement => "other measurements",
            Kind::Conditions => "conditions",
            Kind::Allergies => "allergies",
            Kind::Medicines => "medicines",
            Kind::Procedures => "procedures",
            Kind::Immunisations => "immunisations",
            Kind::Reports => "reports",
            Kind::Imaging => "imaging",
            Kind::CarePlans => "care plans",
            Kind::Goals => "goals",
            Kind::Visits => "visits",
            Kind::Devices => "devices",
            Kind::FamilyHistory => "family history",
            Kind::Notes => "sentences of notes",
            Kind::Other => "other entries",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_has_two_kinds_and_each_has_the_check_digit_of_loinc() {
        let mut codes: Vec<&str> = MEASUREMENTS.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
        for code in &codes {
            let (number, check) = code.split_once('-').unwrap();
            // LOINC's check digit is mod 10 with every second digit, from the right, doubled.
            let sum: u32 = number
                .chars()
                .rev()
                .enumerate()
                .map(|(place, digit)| digit.to_digit(10).unwrap() * if place % 2 == 0 { 2 } else { 1 })
                .map(|digit| digit / 10 + digit % 10)
                .sum();
            assert_eq!(check.parse(), Ok((10 - sum % 10) % 10), "{code}");
        }
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
