//! The kinds of measurement that an export has, with what they are in LOINC.
//!
//! Source: Apple's list of `HKQuantityTypeIdentifier` and loinc.org.

/// What stands before the name of a kind.
pub(super) const PREFIXES: [&str; 2] = ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"];

/// How the values of a kind are to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Each by itself.
    Reading,
    /// As a share of one, although the unit is written as per cent.
    Share,
    /// As parts of a sum, none of which says anything.
    Sum,
    /// Each by itself and all of a day: taken by hand, and of two numbers that belong together.
    Every,
}

/// Kinds of which every reading of a day is kept.
const EVERY: &[&str] = &["BloodPressureDiastolic", "BloodPressureSystolic"];

/// `(name, LOINC code, category of FHIR, our words)`.
const READINGS: &[(&str, &str, &str, &str)] = &[
    ("BasalBodyTemperature", "8310-5", "vital-signs", "Basal body temperature"),
    ("BloodGlucose", "2339-0", "laboratory", "Blood glucose"),
    ("BloodPressureDiastolic", "8462-4", "vital-signs", "Diastolic blood pressure"),
    ("BloodPressureSystolic", "8480-6", "vital-signs", "Systolic blood pressure"),
    ("BodyMass", "29463-7", "vital-signs", "Body weight"),
    ("BodyMassIndex", "39156-5", "vital-signs", "Body mass index"),
    ("BodyTemperature", "8310-5", "vital-signs", "Body temperature"),
    ("ForcedExpiratoryVolume1", "20150-9", "exam", "Forced expiratory volume in one second"),
    ("ForcedVitalCapacity", "19870-5", "exam", "Forced vital capacity"),
    ("HeartRate", "8867-4", "vital-signs", "Heart rate"),
    ("HeartRateVariabilitySDNN", "80404-7", "vital-signs", "Heart rate variability"),
    ("Height", "8302-2", "vital-signs", "Body height"),
    ("PeakExpiratoryFlowRate", "19935-6", "exam", "Peak expiratory flow"),
    ("RespiratoryRate", "9279-1", "vital-signs", "Respiratory rate"),
    ("RestingHeartRate", "40443-4", "vital-signs", "Resting heart rate"),
    ("WaistCircumference", "8280-0", "vital-signs", "Waist circumference"),
];

const SHARES: &[(&str, &str)] = &[
    ("BodyFatPercentage", "Body fat"),
    ("OxygenSaturation", "Oxygen saturation"),
    ("AppleWalkingSteadiness", "Walking steadiness"),
    ("WalkingAsymmetryPercentage", "Walking asymmetry"),
    ("WalkingDoubleSupportPercentage", "Walking with both feet down"),
    ("PeripheralPerfusionIndex", "Peripheral perfusion index"),
    ("AtrialFibrillationBurden", "Atrial fibrillation burden"),
];

/// Names, or beginnings of names, of kinds that are parts of a sum or of a pattern over the day.
const SUMS: &[&str] = &[
    "ActiveEnergyBurned",
    "Apple",
    "BasalEnergyBurned",
    "CrossCountry",
    "Cycling",
    "Dietary",
    "Distance",
    "EnvironmentalAudioExposure",
    "FlightsClimbed",
    "HandwashingEvent",
    "HeadphoneAudioExposure",
    "InsulinDelivery",
    "MindfulSession",
    "NikeFuel",
    "NumberOfAlcoholicBeverages",
    "NumberOfTimesFallen",
    "Paddle",
    "PhysicalEffort",
    "PushCount",
    "Rowing",
    "Running",
    "SleepAnalysis",
    "Stair",
    "StepCount",
    "SwimmingStrokeCount",
    "TimeInDaylight",
    "ToothbrushingEvent",
    "WalkingSpeed",
    "WalkingStepLength",
];

/// A kind of measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub taken: Taken,
    pub loinc: Option<&'static str>,
    pub category: &'static str,
    /// Our words; empty where there are none.
    pub words: &'static str,
}

/// Returns what the kind called `name` is.
pub(super) fn kind(name: &str) -> Kind {
    if let Some((_, loinc, category, words)) = READINGS.iter().find(|(known, ..)| *known == name) {
        let taken = if EVERY.contains(&name) { Taken::Every } else { Taken::Reading };
        return Kind { taken, loinc: Some(loinc), category, words };
    }
    if let Some((_, words)) = SHARES.iter().find(|(known, _)| *known == name) {
        return Kind { taken: Taken::Share, loinc: None, category: "vital-signs", words };
    }
    let taken = if SUMS.iter().any(|sum| name.starts_with(sum)) { Taken::Sum } else { Taken::Reading };
    Kind { taken, loinc: None, category: "activity", words: "" }
}
