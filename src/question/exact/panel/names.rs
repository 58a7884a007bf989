//! The panels that are known by name, and what belongs to each.

use super::super::measures;

/// What is asked for together, by one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Panel {
    /// What it is called in an answer.
    pub name: &'static str,
    /// What belongs to it.
    pub of: Of,
    /// What a question may call it, in lower case.
    words: &'static [&'static str],
}

/// What belongs to a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// What its file files under this code: hl7.org/fhir/R4/valueset-observation-category.html.
    Category(&'static str),
    /// These measures, by the names of the table of measures.
    Measures(&'static [&'static str]),
    /// The measure of that name, which stands beside a panel: "blood pressure and labs".
    Measure(&'static str),
}

/// Words that may stand behind the name of a panel and say no more.
const TAIL: &[&str] = &[
    "results", "result", "values", "value", "readings", "numbers", "levels", "panel", "profile", "tests", "test",
    "labs",
];

const fn panel(name: &'static str, of: Of, words: &'static [&'static str]) -> Panel {
    Panel { name, of, words }
}

const PANELS: &[Panel] = &[
    panel(
        "laboratory values",
        Of::Category("laboratory"),
        &[
            "lab",
            "labs",
            "lab work",
            "labwork",
            "laboratory",
            "laboratory work",
            "laboratory findings",
            "lab data",
            "lab report",
            "lab reports",
            "blood work",
            "bloodwork",
            "bloods",
            "blood tests",
            "blood test",
            "blood results",
            "blood values",
            "blood panel",
            "test results",
            "test result",
            "results",
        ],
    ),
    panel("vital signs", Of::Category("vital-signs"), &["vitals", "vital signs", "vital sign"]),
    panel(
        "entries of social history",
        Of::Category("social-history"),
        &["social history", "social hx", "shx", "social determinants"],
    ),
    panel(
        "a complete blood count",
        Of::Measures(&[
            "hemoglobin",
            "hematocrit",
            "white blood cells",
            "red blood cells",
            "platelets",
            "mean corpuscular volume",
            "mean corpuscular hemoglobin",
            "mean corpuscular hemoglobin concentration",
            "red cell distribution width",
        ]),
        &[
            "cbc",
            "fbc",
            "complete blood count",
            "full blood count",
            "blood count",
            "blood counts",
            "complete blood cell count",
            "hemogram",
            "haemogram",
        ],
    ),
    panel(
        "a basic metabolic panel",
        Of::Measures(BASIC),
        &["bmp", "basic metabolic", "metabolic", "chem 7", "chem7", "u e", "u es", "urea and electrolytes"],
    ),
    panel(
        "a comprehensive metabolic panel",
        Of::Measures(&[
            "glucose in blood",
            "calcium in blood",
            "sodium in blood",
            "potassium in blood",
            "carbon dioxide in blood",
            "chloride in blood",
            "urea nitrogen in blood",
            "creatinine in blood",
            "estimated glomerular filtration rate",
            "albumin",
            "protein in blood",
            "alkaline phosphatase",
            "alanine aminotransferase",
            "aspartate aminotransferase",
            "total bilirubin",
        ]),
        &["cmp", "comprehensive metabolic", "complete metabolic"],
    ),
    panel(
        "electrolytes",
        Of::Measures(&[
            "sodium in blood",
            "potassium in blood",
            "chloride in blood",
            "carbon dioxide in blood",
            "bicarbonate",
            "calcium in blood",
            "magnesium",
            "phosphate",
        ]),
        &["electrolytes", "electrolyte", "lytes"],
    ),
    panel(
        "lipids",
        Of::Measures(&[
            "total cholesterol",
            "LDL cholesterol",
            "HDL cholesterol",
            "non-HDL cholesterol",
            "VLDL cholesterol",
            "cholesterol to HDL ratio",
            "triglycerides",
            "apolipoprotein B",
        ]),
        &["lipids", "lipid", "cholesterol", "cholesterols", "blood lipids", "blood lipid", "lipid levels"],
    ),
    panel(
        "liver tests",
        Of::Measures(&[
            "alanine aminotransferase",
            "aspartate aminotransferase",
            "alkaline phosphatase",
            "gamma-glutamyl transferase",
            "total bilirubin",
            "direct bilirubin",
            "albumin",
            "protein in blood",
        ]),
        &[
            "lft",
            "lfts",
            "liver function",
            "hepatic function",
            "liver enzymes",
            "liver enzyme",
            "liver panel",
            "hepatic panel",
            "liver tests",
            "liver test",
            "liver labs",
            "liver numbers",
            "liver values",
        ],
    ),
    panel(
        "kidney tests",
        Of::Measures(&[
            "creatinine in blood",
            "estimated glomerular filtration rate",
            "urea nitrogen in blood",
            "potassium in blood",
            "microalbumin to creatinine ratio",
        ]),
        &[
            "kidney panel",
            "renal panel",
            "kidney labs",
            "renal labs",
            "kidney tests",
            "kidney test",
            "renal tests",
            "kidney function tests",
            "kidney function test",
            "renal function tests",
            "renal function panel",
            "kidney numbers",
            "kidney values",
        ],
    ),
    panel(
        "thyroid tests",
        Of::Measures(&[
            "thyrotropin",
            "free thyroxine",
            "free triiodothyronine",
            "triiodothyronine",
            "thyroid peroxidase antibody",
        ]),
        &[
            "tft",
            "tfts",
            "thyroid function",
            "thyroid panel",
            "thyroid labs",
            "thyroid tests",
            "thyroid test",
            "thyroid levels",
            "thyroid numbers",
            "thyroid values",
            "thyroid results",
            "thyroid hormones",
        ],
    ),
    panel(
        "iron studies",
        Of::Measures(&["iron in blood", "ferritin", "iron binding capacity", "transferrin saturation", "transferrin"]),
        &["iron studies", "iron panel", "iron labs", "iron tests", "iron status"],
    ),
    panel(
        "clotting tests",
        Of::Measures(&["INR", "prothrombin time", "partial thromboplastin time", "fibrinogen", "D-dimer"]),
        &["coags", "coagulation", "coagulation studies", "clotting", "clotting studies"],
    ),
];

const BASIC: &[&str] = &[
    "glucose in blood",
    "calcium in blood",
    "sodium in blood",
    "potassium in blood",
    "carbon dioxide in blood",
    "chloride in blood",
    "urea nitrogen in blood",
    "creatinine in blood",
    "estimated glomerular filtration rate",
];

/// Returns the panel that `words` (lower case) name, all of them.
pub(super) fn named(words: &[&str]) -> Option<Panel> {
    let is = |rest: &[&str]| {
        let said = rest.join(" ");
        PANELS.iter().find(|panel| panel.words.contains(&said.as_str())).copied()
    };
    let tails = words.iter().rev().take_while(|word| TAIL.contains(word)).count();
    (0..=tails).find_map(|tail| is(words.get(..words.len() - tail)?))
}

/// Returns the measure that `words` name as a panel of its own.
pub(super) fn measure(words: &[&str]) -> Option<Panel> {
    let name = measures::named(words)?.name;
    Some(panel(name, Of::Measure(name), &[]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::super::measures::MEASURES;
    use super::*;

    #[test]
    fn a_name_stands_once_and_a_measure_is_known() {
        let mut words = BTreeSet::new();
        for panel in PANELS {
            for word in panel.words {
                assert!(words.insert(*word), "{word}");
                assert_eq!(named(&word.split(' ').collect::<Vec<_>>()), Some(*panel), "{word}");
            }
            if let Of::Measures(measures) = panel.of {
                for name in measures {
                    assert!(MEASURES.iter().any(|measure| measure.name == *name), "{name}");
                }
            }
        }
    }

    #[test]
    fn what_stands_behind_a_name_says_no_more() {
        for (said, name) in [
            ("lab test results", Some("laboratory values")),
            ("blood tests", Some("laboratory values")),
            ("lipid panel", Some("lipids")),
            ("cbc", Some("a complete blood count")),
            ("liver function tests", Some("liver tests")),
            ("tests", None),
            ("values", None),
            ("blood pressure", None),
            ("", None),
        ] {
            let words: Vec<&str> = said.split_whitespace().collect();
            assert_eq!(named(&words).map(|panel| panel.name), name, "{said}");
        }
    }
}
