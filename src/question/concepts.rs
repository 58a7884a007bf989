//! Everyday words and the words that records use for the same thing.
//!
//! The right-hand sides are words of LOINC, SNOMED CT and RxNorm display names, as FHIR servers send them.

use crate::document::FactKind;

/// Words of a question, and the kinds of resource they ask for.
const KINDS: &[(&str, &[FactKind])] = &[
    (
        "medication medications medicine medicines meds drug drugs prescription prescriptions prescribed pill pills tablet \
         tablets",
        &[FactKind::MedicationRequest],
    ),
    ("allergy allergies allergic intolerance intolerances intolerant", &[FactKind::AllergyIntolerance]),
    (
        "condition conditions diagnosis diagnoses diagnosed disease diseases illness illnesses problems disorder disorders",
        &[FactKind::Condition],
    ),
    ("procedure procedures surgery surgeries operation operations operated", &[FactKind::Procedure]),
    (
        "immunization immunizations immunisation immunisations immunized immunised vaccine vaccines vaccination vaccinations \
         vaccinated shot shots jab jabs",
        &[FactKind::Immunization],
    ),
    ("goal goals target targets aim", &[FactKind::Goal]),
    (
        "visit visits appointment appointments encounter encounters admission admissions admitted hospitalised hospitalized",
        &[FactKind::Encounter],
    ),
    ("family hereditary", &[FactKind::FamilyMemberHistory]),
    ("imaging", &[FactKind::ImagingStudy, FactKind::DiagnosticReport, FactKind::Procedure]),
    ("device devices implant implants", &[FactKind::Device]),
];

/// Words with which records tell that something was not borne.
const REACTIONS: &[&str] = &[
    "reaction",
    "allergy",
    "allergies",
    "allergic",
    "hypersensitivity",
    "anaphylaxis",
    "hives",
    "urticaria",
    "angioedema",
];

/// Words of a question (in order) and the record words that mean the same, as alternatives. Groups of medicines name
/// their common members.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("bp", &["blood pressure"]),
    ("a1c", &["hemoglobin a1c", "hba1c"]),
    ("hba1c", &["hemoglobin a1c", "a1c"]),
    ("hemoglobin a1c", &["hba1c", "a1c"]),
    ("haemoglobin a1c", &["hemoglobin a1c", "hba1c", "a1c"]),
    ("haemoglobin", &["hemoglobin"]),
    ("hb", &["hemoglobin"]),
    ("sugar", &["glucose", "hemoglobin a1c"]),
    ("sugars", &["glucose", "hemoglobin a1c"]),
    ("blood sugar", &["glucose", "hemoglobin a1c"]),
    ("blood glucose", &["glucose"]),
    ("glucose tolerance", &["glucose post glucose", "glucose tolerance"]),
    ("tsh", &["thyrotropin"]),
    ("reaction", REACTIONS),
    ("reactions", REACTIONS),
    ("reacted", REACTIONS),
    ("react", REACTIONS),
    ("bad reaction", REACTIONS),
    ("bad reactions", REACTIONS),
    ("adverse reaction", REACTIONS),
    ("adverse reactions", REACTIONS),
    ("drug reaction", REACTIONS),
    ("drug reactions", REACTIONS),
    ("adverse drug reaction", REACTIONS),
    ("adverse drug reactions", REACTIONS),
    ("allergic reaction", REACTIONS),
    ("allergic reactions", REACTIONS),
    ("reacted badly", REACTIONS),
    ("react badly", REACTIONS),
    ("blood group", &["abo group", "rh type"]),
    ("blood type", &["blood group", "abo group", "rh type"]),
    ("rhesus", &["rh type"]),
    ("ultrasound", &["ultrasonography", "us"]),
    ("ultrasounds", &["ultrasonography", "us"]),
    ("liver ultrasound", &["ultrasonography abdomen"]),
    ("ultrasound liver", &["ultrasonography abdomen"]),
    ("scan", &["computed tomography", "ct", "magnetic resonance", "mri", "ultrasonography", "us"]),
    ("scans", &["computed tomography", "ct", "magnetic resonance", "mri", "ultrasonography", "us"]),
    ("scanned", &["computed tomography", "ct", "magnetic resonance", "mri", "ultrasonography", "us"]),
    ("ct", &["computed tomography"]),
    ("mri", &["magnetic resonance"]),
    ("xray", &["radiography", "x ray"]),
    ("x-ray", &["radiography"]),
    ("ecg", &["electrocardiographic", "electrocardiogram"]),
    ("ekg", &["electrocardiographic", "electrocardiogram"]),
    ("eeg", &["electroencephalogram"]),
    ("echo", &["echocardiography"]),
    ("echocardiogram", &["echocardiography"]),
    ("lung function", &["spirometry", "flow"]),
    ("peak flow", &["peak flow"]),
    ("ejection fraction", &["ejection fraction"]),
    ("ef", &["ejection fraction"]),
    ("lvef", &["ventricular ejection fraction"]),
    ("psa", &["prostate specific ag", "prostate specific antigen"]),
    ("prostate specific antigen", &["prostate specific ag"]),
    ("bnp", &["probnp", "natriuretic peptide"]),
    ("pulse", &["heart rate"]),
    ("heartbeat", &["heart rate"]),
    ("heart rate", &["heart rate"]),
    ("bmi", &["body mass index"]),
    ("weight", &["body weight"]),
    ("weights", &["body weight"]),
    ("weigh", &["body weight"]),
    ("weighed", &["body weight"]),
    ("birth weight", &["birth weight"]),
    ("height", &["body height"]),
    ("tall", &["body height"]),
    ("head circumference", &["head circumference"]),
    ("fever", &["body temperature"]),
    ("temperature", &["body temperature"]),
    ("oxygen", &["oxygen saturation"]),
    ("breathing rate", &["respiratory rate"]),
    ("kidney", &["creatinine", "glomerular filtration", "urea nitrogen"]),
    ("kidneys", &["creatinine", "glomerular filtration", "urea nitrogen"]),
    ("kidney disease", &["kidney disease"]),
    ("kidney failure", &["kidney disease", "kidney failure"]),
    ("renal", &["creatinine", "glomerular filtration", "urea nitrogen"]),
    ("egfr", &["glomerular filtration"]),
    ("gfr", &["glomerular filtration"]),
    ("liver", &["alanine aminotransferase", "aspartate aminotransferase", "alkaline phosphatase", "bilirubin"]),
    ("alt", &["alanine aminotransferase"]),
    ("ast", &["aspartate aminotransferase"]),
    ("cholesterol", &["cholesterol"]),
    ("lipid", &["cholesterol", "triglycerides"]),
    ("lipids", &["cholesterol", "triglycerides"]),
    ("ldl", &["low density lipoprotein", "cholesterol ldl"]),
    ("hdl", &["high density lipoprotein", "cholesterol hdl"]),
    ("smoking status", &["tobacco smoking", "smoker", "cigarettes", "pipe", "cigar"]),
    ("smoke", &["tobacco smoking", "cigarettes", "pipe", "cigar"]),
    ("smoked", &["tobacco smoking", "cigarettes", "pipe", "cigar"]),
    ("smoker", &["tobacco smoking", "cigarettes", "pipe", "cigar"]),
    ("smokes", &["tobacco smoking", "cigarettes", "pipe", "cigar"]),
    ("smoking", &["tobacco smoking", "cigarettes", "pipe", "cigar"]),
    ("cigarettes", &["tobacco smoking", "smoke"]),
    ("salt", &["sodium"]),
    ("anemia", &["hemoglobin", "hematocrit"]),
    ("anaemia", &["anemia", "hemoglobin", "hematocrit"]),
    ("high blood pressure", &["hypertension", "blood pressure"]),
    ("depression", &["depressive", "patient health questionnaire", "phq"]),
    ("mood", &["depressive", "patient health questionnaire", "phq"]),
    ("phq-9", &["phq 9"]),
    ("phq9", &["phq 9"]),
    ("flu", &["influenza"]),
    ("covid", &["covid"]),
    ("chickenpox", &["varicella"]),
    ("shingles", &["zoster"]),
    ("measles", &["mmr"]),
    ("mumps", &["mmr"]),
    ("rubella", &["mmr"]),
    ("tetanus", &["tdap", "dtap", "td"]),
    ("diphtheria", &["tdap", "dtap", "td"]),
    ("whooping cough", &["tdap", "dtap"]),
    ("pertussis", &["tdap", "dtap"]),
    ("polio", &["ipv"]),
    ("pneumonia vaccine", &["pneumococcal"]),
    ("hepatitis b vaccine", &["hep b"]),
    ("hepatitis a vaccine", &["hep a"]),
    ("heart attack", &["myocardial infarction"]),
    ("mom", &["mother"]),
    ("mum", &["mother"]),
    ("mommy", &["mother"]),
    ("mummy", &["mother"]),
    ("dad", &["father"]),
    ("daddy", &["father"]),
    ("grandma", &["grandmother"]),
    ("granny", &["grandmother"]),
    ("grandpa", &["grandfather"]),
    ("granddad", &["grandfather"]),
    ("grandad", &["grandfather"]),
    ("auntie", &["aunt"]),
    ("mini stroke", &["transient ischemic attack"]),
    ("tia", &["transient ischemic attack"]),
    ("stroke", &["cerebrovascular accident"]),
    ("afib", &["atrial fibrillation"]),
    ("copd", &["chronic obstructive"]),
    ("gallstones", &["calculus biliary"]),
    ("nosebleed", &["epistaxis"]),
    ("nosebleeds", &["epistaxis"]),
    ("eczema", &["atopic dermatitis"]),
    ("seizure", &["convulsion"]),
    ("seizures", &["convulsion"]),
    ("break", &["fracture", "broke", "broken"]),
    ("broke", &["fracture", "break", "broken"]),
    ("broken", &["fracture", "break", "broke"]),
    ("arm", &["forearm", "humerus", "radius", "ulna"]),
    ("leg", &["femur", "tibia", "fibula"]),
    ("feet", &["foot"]),
    ("birth", &["cesarean section", "delivery", "childbirth"]),
    ("lung", &["chest", "pulmonary"]),
    ("lungs", &["chest", "pulmonary"]),
    ("blood thinner", &["warfarin", "apixaban", "rivaroxaban", "dabigatran", "edoxaban", "enoxaparin", "heparin"]),
    ("blood thinners", &["warfarin", "apixaban", "rivaroxaban", "dabigatran", "edoxaban", "enoxaparin", "heparin"]),
    ("water tablet", &["furosemide", "torsemide", "bumetanide", "hydrochlorothiazide"]),
    ("water pill", &["furosemide", "torsemide", "bumetanide", "hydrochlorothiazide"]),
    ("diuretic", &["furosemide", "torsemide", "bumetanide", "hydrochlorothiazide", "spironolactone"]),
    ("statin", &["atorvastatin", "simvastatin", "rosuvastatin", "pravastatin"]),
    ("antidepressant", &["sertraline", "fluoxetine", "citalopram", "escitalopram", "venlafaxine", "mirtazapine"]),
    ("painkiller", &["acetaminophen", "ibuprofen", "naproxen", "tramadol"]),
    ("painkillers", &["acetaminophen", "ibuprofen", "naproxen", "tramadol"]),
    ("paracetamol", &["acetaminophen"]),
    ("salbutamol", &["albuterol"]),
    ("inhaler", &["inhaler", "albuterol", "fluticasone", "budesonide"]),
    ("inhalers", &["inhaler", "albuterol", "fluticasone", "budesonide"]),
    ("penicillin", &["penicillin", "amoxicillin", "ampicillin"]),
    ("nuts", &["peanut", "nut"]),
];

/// Codes of relatives and what they stand for. Source: terminology.hl7.org, CodeSystem v3-RoleCode.
const RELATIVES: &[(&str, &str)] = &[
    ("MTH NMTH NMTHF GESTM", "mother"),
    ("FTH NFTH NFTHF", "father"),
    ("PRN NPRN", "parent"),
    ("BRO NBRO", "brother"),
    ("SIS NSIS", "sister"),
    ("SIB NSIB", "sibling"),
    ("HBRO", "half brother"),
    ("HSIS", "half sister"),
    ("HSIB", "half sibling"),
    ("TWINBRO FTWINBRO ITWINBRO", "twin brother"),
    ("TWINSIS FTWINSIS ITWINSIS", "twin sister"),
    ("TWIN FTWIN ITWIN", "twin"),
    ("SON SONC", "son"),
    ("DAU DAUC", "daughter"),
    ("CHILD NCHILD", "child"),
    ("GRMTH", "grandmother"),
    ("MGRMTH", "maternal grandmother"),
    ("PGRMTH", "paternal grandmother"),
    ("GRFTH", "grandfather"),
    ("MGRFTH", "maternal grandfather"),
    ("PGRFTH", "paternal grandfather"),
    ("GRPRN", "grandparent"),
    ("MGRPRN", "maternal grandparent"),
    ("PGRPRN", "paternal grandparent"),
    ("GRNDCHILD", "grandchild"),
    ("GRNDSON", "grandson"),
    ("GRNDDAU", "granddaughter"),
    ("AUNT", "aunt"),
    ("MAUNT", "maternal aunt"),
    ("PAUNT", "paternal aunt"),
    ("UNCLE", "uncle"),
    ("MUNCLE", "maternal uncle"),
    ("PUNCLE", "paternal uncle"),
    ("COUSN", "cousin"),
    ("MCOUSN", "maternal cousin"),
    ("PCOUSN", "paternal cousin"),
    ("NIECE", "niece"),
    ("NEPHEW", "nephew"),
    ("HUSB", "husband"),
    ("WIFE", "wife"),
    ("SPS", "spouse"),
];

/// Returns the relative for whom `code` stands where a record writes the code alone.
pub fn relative_of(code: &str) -> Option<&'static str> {
    let mut rows = RELATIVES.iter();
    rows.find(|(codes, _)| codes.split(' ').any(|known| known == code.trim())).map(|(_, relative)| *relative)
}

/// Returns the kinds of resource that `word` (lower case) asks for; none for most words.
pub fn kinds_of(word: &str) -> &'static [FactKind] {
    KINDS.iter().find(|(words, _)| words.split_whitespace().any(|known| known == word)).map_or(&[], |(_, kinds)| kinds)
}

/// Returns the words that ask for `kind`.
pub fn words_of(kind: FactKind) -> impl Iterator<Item = &'static str> {
    let of_kind = move |kinds: &[FactKind]| matches!(kinds, [only] if *only == kind);
    KINDS.iter().filter(move |(_, kinds)| of_kind(kinds)).flat_map(|(words, _)| words.split_whitespace())
}

/// Returns whether `word` (lower case) stands on either side of the tables.
pub fn is_known(word: &str) -> bool {
    let has = |text: &str| text.split(' ').any(|known| known == word);
    !kinds_of(word).is_empty() || SYNONYMS.iter().any(|(run, means)| has(run) || means.iter().any(|text| has(text)))
}

/// Returns the runs of words of the table that are longer than one word, such as `heart attack`.
pub fn runs() -> impl Iterator<Item = Vec<&'static str>> {
    SYNONYMS.iter().map(|(run, _)| run.split(' ').collect::<Vec<_>>()).filter(|run| run.len() > 1)
}

/// Returns, for each run of `words` (lower case, in order) that the table knows, the first and last index
/// of the run and the record words that mean the same. Longer runs come first and are not taken apart.
pub fn synonyms(words: &[&str]) -> Vec<(std::ops::Range<usize>, &'static [&'static str])> {
    let mut found: Vec<(std::ops::Range<usize>, &'static [&'static str])> = Vec::new();
    let longest = SYNONYMS.iter().map(|(run, _)| run.split(' ').count()).max().unwrap_or(0);
    for len in (1..=longest).rev() {
        for (start, window) in words.windows(len).enumerate() {
            let range = start..start + len;
            let free = found.iter().all(|(taken, _)| taken.end <= range.start || range.end <= taken.start);
            let entry = SYNONYMS.iter().find(|(run, _)| run.split(' ').eq(window.iter().copied()));
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

    fn words(text: &str) -> Vec<&str> {
        text.split(' ').collect()
    }

    #[test]
    fn longer_runs_win() {
        let found = synonyms(&words("is my blood sugar up"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, 2..4);
        assert_eq!(synonyms(&words("sugar and bp")).len(), 2);
    }

    #[test]
    fn a_word_stands_once() {
        let all: Vec<&str> = KINDS.iter().flat_map(|(words, _)| words.split_whitespace()).collect();
        let mut distinct = all.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(kinds_of("meds"), [FactKind::MedicationRequest]);
        assert_eq!(kinds_of("pressure"), []);
    }

    #[test]
    fn every_run_stands_once() {
        let all: Vec<&str> = SYNONYMS.iter().map(|(run, _)| *run).collect();
        let distinct: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
