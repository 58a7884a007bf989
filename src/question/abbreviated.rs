//! How notes abbreviate what is measured: "K 6.2, Na 131, Cr 2.1" speaks of potassium, sodium and creatinine. And the illnesses that nearly all
//! notes write short: "PMH: HTN, CKD".
//!
//! One or two letters stand for too much ("K. Smith", "5 mg"): they count as written here, and with a number right behind alone.

use std::sync::LazyLock;

use super::plan::{self, Topic};

/// Names in lower case, and what notes write for them.
const TABLE: &[(&str, &[&str])] = &[
    ("potassium", &["K"]),
    ("sodium", &["Na"]),
    ("chloride", &["Cl"]),
    ("calcium", &["Ca"]),
    ("magnesium", &["Mg"]),
    ("phosphate", &["phos", "PO4"]),
    ("bicarbonate", &["HCO3"]),
    ("creatinine", &["Cr", "creat"]),
    ("urea nitrogen", &["BUN"]),
    ("glomerular filtration", &["eGFR", "GFR"]),
    ("hemoglobin", &["Hb", "Hgb"]),
    ("haemoglobin", &["Hb", "Hgb"]),
    ("hematocrit", &["Hct"]),
    ("hemoglobin a1c", &["A1c", "HbA1c", "HgbA1c"]),
    ("leukocytes", &["WBC"]),
    ("white blood cells", &["WBC"]),
    ("white blood cell", &["WBC"]),
    ("white cells", &["WBC"]),
    ("white cell count", &["WBC"]),
    ("erythrocytes", &["RBC"]),
    ("red blood cells", &["RBC"]),
    ("platelets", &["Plt", "Plts"]),
    ("platelet", &["Plt", "Plts"]),
    ("thyrotropin", &["TSH"]),
    ("thyroid stimulating hormone", &["TSH"]),
    ("low density lipoprotein", &["LDL"]),
    ("high density lipoprotein", &["HDL"]),
    ("cholesterol", &["chol", "LDL", "HDL", "TC"]),
    ("triglycerides", &["trigs", "TG"]),
    ("glucose", &["glu", "gluc", "FBG", "BG"]),
    ("alanine aminotransferase", &["ALT"]),
    ("aspartate aminotransferase", &["AST"]),
    ("alkaline phosphatase", &["ALP"]),
    ("bilirubin", &["bili", "tbili"]),
    ("albumin", &["alb"]),
    ("troponin", &["trop"]),
    ("blood pressure", &["BP"]),
    ("heart rate", &["HR"]),
    ("respiratory rate", &["RR"]),
    ("oxygen saturation", &["SpO2", "sats"]),
    ("body weight", &["Wt", "wt"]),
    ("body height", &["Ht", "ht"]),
    ("body mass index", &["BMI"]),
    ("body temperature", &["temp"]),
    ("ejection fraction", &["LVEF", "EF"]),
];

/// The same of illnesses: of three letters and more, that are no words.
const ILLNESSES: &[(&str, &[&str])] = &[
    ("hypertension", &["HTN"]),
    ("high blood pressure", &["HTN"]),
    ("hyperlipidemia", &["HLD"]),
    ("diabetes", &["T2DM", "T1DM", "DM2", "DM1", "IDDM", "NIDDM"]),
    ("diabetes mellitus", &["T2DM", "T1DM", "DM2", "DM1", "IDDM", "NIDDM"]),
    ("heart failure", &["CHF", "HFrEF", "HFpEF"]),
    ("coronary artery disease", &["CAD"]),
    ("myocardial infarction", &["NSTEMI", "STEMI"]),
    ("atrial fibrillation", &["AFib"]),
    ("stroke", &["CVA"]),
    ("transient ischemic attack", &["TIA"]),
    ("deep vein thrombosis", &["DVT"]),
    ("chronic obstructive pulmonary disease", &["COPD"]),
    ("sleep apnea", &["OSA"]),
    ("chronic kidney disease", &["CKD"]),
    ("acute kidney injury", &["AKI"]),
    ("end stage renal disease", &["ESRD"]),
    ("urinary tract infection", &["UTI"]),
    ("benign prostatic hyperplasia", &["BPH"]),
    ("gastroesophageal reflux", &["GERD", "GORD"]),
    ("irritable bowel syndrome", &["IBS"]),
    ("inflammatory bowel disease", &["IBD"]),
    ("systemic lupus erythematosus", &["SLE"]),
];

/// The most letters that need a number behind them.
const SHORT: usize = 2;

/// Returns the abbreviations of what a `topic` of a question may be about.
pub(crate) fn of_topic(topic: &Topic) -> Vec<&'static str> {
    /// The index terms of each name.
    static TERMS: LazyLock<Vec<(Vec<String>, &[&str])>> =
        LazyLock::new(|| called().map(|(name, short)| (plan::terms(name), *short)).collect());
    listed(TERMS.iter().filter(|(terms, _)| topic.contains(terms)).flat_map(|(_, short)| *short))
}

/// Returns the abbreviations of what any of `names` (lower case) calls.
pub(crate) fn of_names(names: &[String]) -> Vec<&'static str> {
    listed(called().filter(|(name, _)| names.iter().any(|called| called == name)).flat_map(|(_, short)| *short))
}

fn called() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    TABLE.iter().chain(ILLNESSES)
}

fn listed(short: impl Iterator<Item = &'static &'static str>) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = short.copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns whether `text` speaks of what any of `abbreviations` stands for.
pub(crate) fn are_in(text: &str, abbreviations: &[&str]) -> bool {
    abbreviations.iter().any(|short| is_in(text, short))
}

fn is_in(text: &str, short: &str) -> bool {
    let is_short = short.len() <= SHORT;
    let first = short.chars().next();
    let starts = text
        .char_indices()
        .filter(|(_, c)| Some(*c) == first || !is_short && first.is_some_and(|first| first.eq_ignore_ascii_case(c)));
    starts.map(|(at, _)| at).any(|at| {
        let Some((before, rest)) = text.split_at_checked(at) else { return false };
        let Some((written, behind)) = rest.split_at_checked(short.len()) else { return false };
        let is_it = written == short || !is_short && written.eq_ignore_ascii_case(short);
        let is_apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        is_it
            && is_apart(before.chars().next_back())
            && is_apart(behind.chars().next())
            && (!is_short || is_number_behind(before, behind))
    })
}

/// Whether a number stands right `behind` an abbreviation, which stands for what is measured: vitamin K is not, and neither is CA 125.
fn is_number_behind(before: &str, behind: &str) -> bool {
    const MARKERS: &[&str] = &["125", "19-9", "15-3", "27.29", "72-4"];
    let is_vitamin = before.split_whitespace().next_back().is_some_and(|word| {
        ["vitamin", "vit", "vit."].iter().any(|vitamin| word.trim_start_matches('(').eq_ignore_ascii_case(vitamin))
    });
    let value = behind.trim_start_matches([' ', '\t', ':', '=', '+', '<', '>', '~', '|', '(']);
    let value = ["was ", "is ", "of "].iter().find_map(|word| value.strip_prefix(word)).unwrap_or(value);
    !is_vitamin
        && value.starts_with(|c: char| c.is_ascii_digit())
        && !MARKERS.iter().any(|marker| value.starts_with(marker))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABS: &str = "Labs: K 6.2 (H), Na 131 (L), Cr 2.1, eGFR 27. HbA1c 9.4%. BP: 140/90";

    #[test]
    fn an_abbreviation_with_a_number_speaks_of_what_it_stands_for() {
        for name in ["potassium", "sodium", "creatinine", "glomerular filtration", "hemoglobin a1c", "blood pressure"] {
            assert!(are_in(LABS, &of_names(&[name.to_owned()])), "{name}");
            assert!(are_in(LABS, &of_topic(&vec![plan::terms(name)])), "{name}");
        }
        for name in ["calcium", "magnesium", "hemoglobin", "platelets", "heart rate", "pain"] {
            assert!(!are_in(LABS, &of_names(&[name.to_owned()])), "{name}");
        }
        for text in ["K+ 4.1", "K=4.1", "| K | 4.1 |", "K was 4.1", "k: then K\t4.1"] {
            assert!(are_in(text, &["K"]), "{text}");
        }
    }

    #[test]
    fn illnesses_that_are_written_short_are_spoken_of() {
        let note = "PMH: HTN, T2DM (2010), CKD stage 3. PE: lungs clear.";
        for name in ["hypertension", "diabetes", "chronic kidney disease"] {
            assert!(are_in(note, &of_names(&[name.to_owned()])), "{name}");
            assert!(are_in(note, &of_topic(&vec![plan::terms(name)])), "{name}");
        }
        for name in ["heart failure", "pulmonary embolism", "stroke"] {
            assert!(!are_in(note, &of_names(&[name.to_owned()])), "{name}");
        }
    }

    #[test]
    fn letters_that_stand_for_something_else_are_none() {
        for (text, short) in [
            ("Vitamin K 5 mg", "K"),
            ("K. Smith", "K"),
            ("CA 125 was 30", "Ca"),
            ("Ca 125 was 30", "Ca"),
            ("500 MG 2 tablets", "Mg"),
            ("metformin 500 mg 2 daily", "Mg"),
            ("K\n\n4.1", "K"),
            ("HgbA1c 7", "Hb"),
            ("Na: not done", "Na"),
            ("", "K"),
        ] {
            assert!(!are_in(text, &[short]), "{text}");
        }
    }
}
