//! The closed list of units that may leave.
//!
//! `Quantity.unit` is free text in FHIR, so a unit leaves only if it is on this list. The entries are case-sensitive
//! codes of the Unified Code for Units of Measure (ucum.org) that are common in laboratory and vital-sign
//! records, and the printed forms that servers send in their place.

/// Units and their printed forms.
const UNITS: &[&str] = &[
    "%",
    "/min",
    "/uL",
    "10*3/uL",
    "10*6/uL",
    "10*9/L",
    "10*12/L",
    "C",
    "Cel",
    "F",
    "IU/L",
    "IU/mL",
    "L",
    "L/min",
    "U/L",
    "U/mL",
    "[degF]",
    "[in_i]",
    "[lb_av]",
    "[pH]",
    "beats/minute",
    "beats/min",
    "bpm",
    "breaths/min",
    "cm",
    "d",
    "dB",
    "fL",
    "g",
    "g/dL",
    "g/L",
    "h",
    "in",
    "kPa",
    "kU/L",
    "kcal",
    "kg",
    "kg/m2",
    "lb",
    "lbs",
    "m",
    "mEq/L",
    "mIU/L",
    "mL",
    "mL/min",
    "mL/min/{1.73_m2}",
    "mU/L",
    "m[IU]/L",
    "mg",
    "mg/L",
    "mg/dL",
    "mg/g",
    "mg/mmol",
    "min",
    "mm",
    "mm/h",
    "mm[Hg]",
    "mmHg",
    "mmol/L",
    "mmol/mol",
    "ms",
    "ng/L",
    "ng/dL",
    "ng/mL",
    "nmol/L",
    "pH",
    "pg",
    "pg/mL",
    "s",
    "ug/L",
    "ug/dL",
    "ug/mL",
    "umol/L",
    "{INR}",
    "{score}",
    "{#}",
    "{T-score}",
    "°C",
    "°F",
];

/// Units that say only "a count" or "a score", and are left unsaid.
const SILENT: &[&str] = &["{score}", "{#}", "{nominal}", "{presence}", "1", "(score)"];

/// Units with an annotation in braces, and how they are printed: braces are the code's, not the reader's.
const PRINTED: &[(&str, &str)] = &[("{INR}", "INR"), ("{T-score}", "T-score"), ("mL/min/{1.73_m2}", "mL/min/1.73m2")];

/// Returns the form of `unit` that may leave: itself, or how it is printed, if it is on the list, an empty text if it says nothing,
/// and `None` for everything else.
pub fn may_leave(unit: &str) -> Option<&'static str> {
    if SILENT.contains(&unit) {
        return Some("");
    }
    let printed = PRINTED.iter().find(|(code, _)| *code == unit).map(|(_, printed)| *printed);
    printed.or_else(|| UNITS.iter().find(|known| **known == unit).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_units_leave() {
        assert_eq!(may_leave("mm[Hg]"), Some("mm[Hg]"));
        assert_eq!(may_leave("{score}"), Some(""));
        assert_eq!(may_leave("mL/min/{1.73_m2}"), Some("mL/min/1.73m2"));
        for unit in ["per Dr Haley", "MM[HG]", "mg/dL ", ""] {
            assert_eq!(may_leave(unit), None, "{unit}");
        }
    }
}
