//! How people say what records name in clinical words. Search looks for both.
//!
//! Unlike [`concepts`](super::concepts), whose words also decide what a question is about and what of it may leave, these are only looked
//! for: a wording that does not fit costs a place in a list and no more.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words of a question (in order, lower case) and what records call the thing, as alternatives.
type Run = (&'static str, &'static [&'static str]);

/// The runs that are known.
const WORDS: &[Run] = &[
    ("tummy", &["abdomen", "abdominal"]),
    ("belly", &["abdomen", "abdominal", "uterine fundal"]),
    ("womb", &["uterus", "uterine"]),
    ("bowel", &["colon", "rectal", "intestine"]),
    ("gut", &["colon", "intestine"]),
    ("back passage", &["rectum", "rectal"]),
    ("bottom", &["rectum", "diastolic"]),
    ("waterworks", &["urine", "urinary"]),
    ("pee", &["urine", "urinary"]),
    ("stool", &["fecal"]),
    ("poo", &["fecal"]),
    ("throat", &["throat", "pharyngitis"]),
    ("sore throat", &["pharyngitis", "sore throat"]),
    ("sinus", &["sinusitis"]),
    ("sinus infection", &["sinusitis"]),
    ("ear infection", &["otitis media"]),
    ("chest cold", &["bronchitis"]),
    ("chest infection", &["bronchitis", "pneumonia"]),
    ("windpipe", &["trachea", "bronchitis"]),
    ("bladder infection", &["cystitis", "urinary tract infection"]),
    ("water infection", &["urinary tract infection"]),
    ("uti", &["urinary tract infection"]),
    ("low blood count", &["anemia"]),
    ("low iron", &["anemia", "ferritin"]),
    ("iron", &["hemoglobin", "ferritin", "ferrous"]),
    ("thin blood", &["anemia"]),
    ("raised blood pressure", &["hypertension"]),
    ("high cholesterol", &["hyperlipidemia", "cholesterol"]),
    ("blood fats", &["hyperlipidemia", "cholesterol", "triglycerides"]),
    ("high blood fats", &["hyperlipidemia", "hypertriglyceridemia"]),
    ("fat in the blood", &["triglycerides", "hypertriglyceridemia"]),
    ("bad cholesterol", &["low density lipoprotein"]),
    ("good cholesterol", &["high density lipoprotein"]),
    ("overweight", &["obesity", "body mass index"]),
    ("obese", &["obesity", "body mass index"]),
    ("weight for height", &["body mass index"]),
    ("high sugar", &["diabetes", "hyperglycemia"]),
    ("sugar disease", &["diabetes"]),
    ("sugar illness", &["diabetes"]),
    ("long-term blood sugar", &["hemoglobin a1c"]),
    ("average blood sugar", &["hemoglobin a1c"]),
    ("sugar average", &["hemoglobin a1c"]),
    ("three-month sugar", &["hemoglobin a1c"]),
    ("upper blood pressure", &["systolic blood pressure"]),
    ("top number", &["systolic blood pressure"]),
    ("top bp", &["systolic blood pressure"]),
    ("lower blood pressure", &["diastolic blood pressure"]),
    ("bottom number", &["diastolic blood pressure"]),
    ("bottom bp", &["diastolic blood pressure"]),
    ("arteries", &["blood pressure", "coronary", "artery"]),
    ("white blood cells", &["leukocytes"]),
    ("white cells", &["leukocytes"]),
    ("white cell count", &["leukocytes"]),
    ("red blood cells", &["erythrocytes"]),
    ("red cells", &["erythrocytes"]),
    ("red cell count", &["erythrocytes"]),
    ("clotting", &["platelets", "clopidogrel", "warfarin"]),
    ("clotting cells", &["platelets"]),
    ("blood count", &["hemoglobin", "hematocrit", "leukocytes", "platelets"]),
    ("oxygen carrying", &["hemoglobin"]),
    ("blood protein", &["hemoglobin", "albumin"]),
    ("kidney test", &["creatinine", "urea nitrogen", "glomerular filtration"]),
    ("kidney function", &["creatinine", "urea nitrogen", "glomerular filtration"]),
    ("kidney waste", &["urea nitrogen", "creatinine"]),
    ("kidney filtering", &["glomerular filtration"]),
    ("kidney filter", &["glomerular filtration"]),
    ("bun", &["urea nitrogen"]),
    ("protein in the urine", &["microalbumin creatinine", "urine protein"]),
    ("urine albumin", &["microalbumin"]),
    ("jaundice", &["bilirubin"]),
    ("bile", &["bilirubin", "biliary"]),
    ("liver enzyme", &["alanine aminotransferase", "aspartate aminotransferase", "alkaline phosphatase"]),
    ("liver enzymes", &["alanine aminotransferase", "aspartate aminotransferase", "alkaline phosphatase"]),
    ("alp", &["alkaline phosphatase"]),
    ("psa", &["prostate specific ag"]),
    ("salt", &["sodium"]),
    ("pumping", &["ejection fraction"]),
    ("heart pumps", &["ejection fraction"]),
    ("memory", &["mmse", "alzheimer", "dementia"]),
    ("memory test", &["mmse"]),
    ("dementia", &["alzheimer", "dementia"]),
    ("memory loss", &["alzheimer", "dementia", "mmse"]),
    ("brain attack", &["stroke", "cerebrovascular accident"]),
    ("smoking", &["tobacco smoking"]),
    ("cigarette", &["tobacco smoking", "smokes"]),
    ("how bad the pain", &["pain severity"]),
    ("pain score", &["pain severity"]),
    ("pain level", &["pain severity"]),
    ("low mood", &["depression", "depressive"]),
    ("feeling low", &["depression", "depressive"]),
    ("lung function", &["spirometry", "fev1 fvc", "respiratory function"]),
    ("breathing test", &["spirometry", "fev1 fvc", "respiratory function"]),
    ("lung test", &["spirometry", "respiratory function"]),
    ("blowing test", &["spirometry"]),
    ("heart ultrasound", &["echocardiogram", "echocardiography"]),
    ("echo", &["echocardiogram", "echocardiography"]),
    ("heart scan", &["echocardiogram", "echocardiography"]),
    ("electric shock", &["cardioversion", "defibrillation"]),
    ("shock", &["cardioversion", "defibrillation"]),
    ("heart rhythm", &["cardioversion", "ablation", "fibrillation"]),
    ("irregular heartbeat", &["atrial fibrillation", "arrhythmia"]),
    ("heart flutter", &["atrial fibrillation"]),
    ("weak heart", &["congestive heart failure", "cardiomyopathy"]),
    ("clogged arteries", &["coronary heart disease", "atherosclerosis"]),
    ("heart arteries", &["coronary heart disease"]),
    ("heart vessels", &["coronary heart disease"]),
    ("angina", &["coronary heart disease", "angina"]),
    ("burning of heart", &["ablation"]),
    ("baby's heartbeat", &["fetal heart"]),
    ("baby heartbeat", &["fetal heart"]),
    ("baby's heart", &["fetal heart"]),
    ("baby scan", &["ultrasound fetal", "fetal anatomy"]),
    ("pregnancy ultrasound", &["ultrasound fetal"]),
    ("bump", &["uterine fundal height"]),
    ("womb height", &["uterine fundal height"]),
    ("pregnant belly", &["uterine fundal height"]),
    ("pregnant", &["pregnancy"]),
    ("giving birth", &["childbirth", "delivery"]),
    ("gave birth", &["childbirth", "delivery"]),
    ("having the baby", &["childbirth", "delivery"]),
    ("c-section", &["cesarean section"]),
    ("caesarean", &["cesarean section"]),
    ("losing the baby", &["miscarriage"]),
    ("lost the baby", &["miscarriage"]),
    ("pregnancy loss", &["miscarriage"]),
    ("abortion", &["termination of pregnancy"]),
    ("coil", &["intrauterine"]),
    ("iud", &["intrauterine"]),
    ("birth control", &["contraceptive"]),
    ("the pill", &["contraceptive", "day pack"]),
    ("birth control implant", &["subcutaneous contraceptive"]),
    ("contraceptive rod", &["subcutaneous contraceptive"]),
    ("smear", &["cytopathology smear"]),
    ("pap", &["cytopathology smear"]),
    ("shot in the muscle", &["intramuscular injection"]),
    ("into the muscle", &["intramuscular injection"]),
    ("shot", &["injection", "vaccination", "vaccine"]),
    ("jab", &["injection", "vaccination", "vaccine"]),
    ("allergy shot", &["immunotherapy"]),
    ("allergy shots", &["immunotherapy"]),
    ("allergy injections", &["immunotherapy"]),
    ("desensitization", &["immunotherapy"]),
    ("medication list", &["documentation of current medications", "medication reconciliation"]),
    ("list of medicines", &["documentation of current medications", "medication reconciliation"]),
    ("medicines", &["medications"]),
    ("chemo", &["chemotherapy"]),
    ("radiation", &["radiation therapy"]),
    ("radiotherapy", &["radiation therapy"]),
    ("cancer treatment", &["chemotherapy", "radiation therapy"]),
    ("cancer", &["carcinoma", "malignant", "neoplasm"]),
    ("tumour", &["neoplasm", "tumor"]),
    ("growth", &["polyp", "neoplasm"]),
    ("bowel polyp", &["polyp of colon", "rectal polyp"]),
    ("camera test", &["colonoscopy", "endoscopy"]),
    ("bowel camera", &["colonoscopy"]),
    ("scope", &["colonoscopy", "endoscopy"]),
    ("stool test", &["fecal occult blood"]),
    ("hidden blood", &["occult blood"]),
    ("throat swab", &["throat culture"]),
    ("strep", &["streptococcal", "streptococcus"]),
    ("swab", &["culture", "antigen"]),
    ("stitches", &["suture"]),
    ("stitched", &["suture"]),
    ("sewing", &["suture"]),
    ("cut", &["laceration", "open wound"]),
    ("gash", &["laceration", "open wound"]),
    ("cast", &["immobilization"]),
    ("plaster", &["immobilization"]),
    ("splint", &["immobilization"]),
    ("twisted", &["sprain"]),
    ("sprained", &["sprain"]),
    ("broken bone", &["fracture"]),
    ("brittle bones", &["osteoporosis", "bone density"]),
    ("thin bones", &["osteoporosis"]),
    ("bone strength", &["bone density"]),
    ("bone scan", &["bone density scan"]),
    ("wear and tear", &["osteoarthritis"]),
    ("neck injury", &["whiplash"]),
    ("head injury", &["concussion"]),
    ("bad headaches", &["migraine"]),
    ("headaches", &["migraine", "headache"]),
    ("fits", &["seizure", "epilepsy"]),
    ("wisdom tooth", &["wisdom tooth", "impacted molars"]),
    ("tooth pulled", &["extraction tooth"]),
    ("appendix", &["appendectomy", "appendicitis", "appendix"]),
    ("appendix out", &["appendectomy"]),
    ("prostate removed", &["prostatectomy"]),
    ("prostate removal", &["prostatectomy"]),
    ("prostate out", &["prostatectomy"]),
    ("chest picture", &["chest x-ray"]),
    ("lung picture", &["chest x-ray"]),
    ("lung x-ray", &["chest x-ray"]),
    ("spinal pain relief", &["epidural anesthesia"]),
    ("epidural", &["epidural anesthesia"]),
    ("mild burn", &["first degree burn"]),
    ("light burn", &["first degree burn"]),
    ("hay fever", &["allergic rhinitis", "pollen", "seasonal"]),
    ("pet", &["dander"]),
    ("pets", &["dander"]),
    ("animal hair", &["dander"]),
    ("animals", &["dander"]),
    ("seafood", &["shellfish"]),
    ("shrimp", &["shellfish", "shrimp"]),
    ("mold", &["mould"]),
    ("dust", &["house dust mite"]),
    ("flu", &["influenza"]),
    ("tetanus", &["td", "tdap", "dtap"]),
    ("lockjaw", &["td", "tdap"]),
    ("whooping cough", &["tdap", "dtap"]),
    ("shingles", &["zoster"]),
    ("chickenpox", &["varicella"]),
    ("cervical cancer vaccine", &["hpv"]),
    ("papilloma", &["hpv"]),
    ("pneumonia shot", &["pneumococcal"]),
    ("pneumonia vaccine", &["pneumococcal"]),
    ("meningitis", &["meningococcal"]),
    ("tylenol", &["acetaminophen"]),
    ("advil", &["ibuprofen"]),
    ("motrin", &["ibuprofen"]),
    ("aleve", &["naproxen"]),
    ("coumadin", &["warfarin"]),
    ("plavix", &["clopidogrel"]),
    ("norvasc", &["amlodipine"]),
    ("lasix", &["furosemide", "lasix"]),
    ("furosemide", &["furosemide", "lasix"]),
    ("warfarin", &["warfarin", "coumadin", "jantoven"]),
    ("apixaban", &["apixaban", "eliquis"]),
    ("rivaroxaban", &["rivaroxaban", "xarelto"]),
    ("clopidogrel", &["clopidogrel", "plavix"]),
    ("levothyroxine", &["levothyroxine", "synthroid"]),
    ("metoprolol", &["metoprolol", "lopressor", "toprol"]),
    ("atorvastatin", &["atorvastatin", "lipitor"]),
    ("rosuvastatin", &["rosuvastatin", "crestor"]),
    ("amlodipine", &["amlodipine", "norvasc"]),
    ("lisinopril", &["lisinopril", "zestril", "prinivil"]),
    ("losartan", &["losartan", "cozaar"]),
    ("metformin", &["metformin", "glucophage"]),
    ("gabapentin", &["gabapentin", "neurontin"]),
    ("sertraline", &["sertraline", "zoloft"]),
    ("fluoxetine", &["fluoxetine", "prozac"]),
    ("escitalopram", &["escitalopram", "lexapro"]),
    ("omeprazole", &["omeprazole", "prilosec"]),
    ("pantoprazole", &["pantoprazole", "protonix"]),
    ("tramadol", &["tramadol", "ultram"]),
    ("insulin glargine", &["insulin glargine", "lantus", "toujeo", "basaglar"]),
    ("glargine", &["glargine", "lantus", "toujeo", "basaglar"]),
    ("enoxaparin", &["enoxaparin", "lovenox"]),
    ("digoxin", &["digoxin", "lanoxin"]),
    ("semaglutide", &["semaglutide", "ozempic", "wegovy", "rybelsus"]),
    ("empagliflozin", &["empagliflozin", "jardiance"]),
    ("carvedilol", &["carvedilol", "coreg"]),
    ("montelukast", &["montelukast", "singulair"]),
    ("zocor", &["simvastatin", "simvistatin"]),
    ("statin", &["simvastatin", "simvistatin", "atorvastatin"]),
    ("cholesterol pill", &["simvastatin", "simvistatin", "atorvastatin"]),
    ("cholesterol tablet", &["simvastatin", "simvistatin", "atorvastatin"]),
    ("blood pressure pill", &["hydrochlorothiazide", "amlodipine", "lisinopril", "metoprolol", "losartan"]),
    ("blood pressure tablet", &["hydrochlorothiazide", "amlodipine", "lisinopril", "metoprolol", "losartan"]),
    ("water tablet", &["hydrochlorothiazide", "furosemide", "lasix"]),
    ("water pill", &["hydrochlorothiazide", "furosemide", "lasix"]),
    ("clot prevention", &["clopidogrel", "warfarin"]),
    ("heart pill", &["digoxin", "metoprolol", "nitroglycerin"]),
    ("sleeping pill", &["zolpidem", "temazepam"]),
    ("temperature by mouth", &["oral temperature"]),
    ("how tall", &["body height"]),
    ("how heavy", &["body weight"]),
    ("weigh", &["body weight"]),
];

/// Returns, for each run of `words` (lower case, in order) that the table knows, where it stands and what records call it. Longer runs come
/// first and are not taken apart.
pub fn found(words: &[&str]) -> Vec<(std::ops::Range<usize>, &'static [&'static str])> {
    // Every run that stands anywhere, the longest first; of equally long ones the first.
    let mut standing: Vec<(usize, usize, &'static [&'static str])> = Vec::new();
    for (start, word) in words.iter().enumerate() {
        for (run, means) in BY_FIRST.get(word).into_iter().flatten() {
            let len = run.split(' ').count();
            if words.get(start..start + len).is_some_and(|window| run.split(' ').eq(window.iter().copied())) {
                standing.push((len, start, means));
            }
        }
    }
    standing.sort_by_key(|(len, start, _)| (std::cmp::Reverse(*len), *start));
    let mut found: Vec<(std::ops::Range<usize>, &'static [&'static str])> = Vec::new();
    for (len, start, means) in standing {
        let range = start..start + len;
        if found.iter().all(|(taken, _)| taken.end <= range.start || range.end <= taken.start) {
            found.push((range, means));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Returns the runs of the table for which `has` one of the words that records use.
pub fn called(has: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |(_, means)| means.iter().any(|meant| has(meant))).map(|(run, _)| *run)
}

/// The runs by their first words.
static BY_FIRST: LazyLock<BTreeMap<&str, Vec<Run>>> = LazyLock::new(|| {
    let mut runs: BTreeMap<&str, Vec<Run>> = BTreeMap::new();
    for (run, means) in WORDS {
        runs.entry(run.split(' ').next().unwrap_or_default()).or_default().push((run, means));
    }
    runs
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_stands_for_its_words() {
        let words = ["had", "the", "water", "tablet", "and", "a", "shot"];
        let found = found(&words);
        assert_eq!(found.iter().map(|(range, _)| range.clone()).collect::<Vec<_>>(), [2..4, 6..7]);
        assert!(found[0].1.contains(&"furosemide"));
    }

    #[test]
    fn every_run_stands_once_and_names_something_else() {
        let mut all: Vec<&str> = WORDS.iter().map(|(run, _)| *run).collect();
        all.sort_unstable();
        assert_eq!(all.windows(2).find(|pair| pair[0] == pair[1]), None);
        assert!(WORDS.iter().all(|(run, means)| !means.is_empty() && **means != [*run]));
    }
}
