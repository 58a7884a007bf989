//! What is measured, by LOINC code, and the words that people and records use for it.
//!
//! Codes of one row are the same quantity: their values may be compared once their units agree. The words are our own
//! choice of everyday names, abbreviations and LOINC's names. Source of the codes: loinc.org.

/// One thing that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    /// What it is called in an answer.
    pub name: &'static str,
    /// LOINC codes of the reading itself, or of a component.
    pub codes: &'static [&'static str],
    /// What a question may call it, in lower case.
    pub words: &'static [&'static str],
}

/// What the blood pressure is called, which is told as two numbers.
pub(super) const PRESSURE: &str = "blood pressure";
/// The code of the upper number of a blood pressure.
pub(super) const SYSTOLIC: &str = "8480-6";
/// The code of the lower number of a blood pressure.
pub(super) const DIASTOLIC: &str = "8462-4";

const fn row(name: &'static str, codes: &'static [&'static str], words: &'static [&'static str]) -> Measure {
    Measure { name, codes, words }
}

/// All that is known by name.
pub(super) const MEASURES: &[Measure] = &[
    row(
        PRESSURE,
        &["85354-9", "55284-4", "55418-8"],
        &["blood pressure", "bp", "blood pressures", "blood pressure panel", "arterial pressure"],
    ),
    row(
        "systolic blood pressure",
        &[SYSTOLIC],
        &[
            "systolic",
            "systolic blood pressure",
            "systolic pressure",
            "systolic bp",
            "sbp",
            "top blood pressure number",
            "upper blood pressure",
            "top number",
            "top number blood pressure",
            "blood pressure top number",
            "upper number",
            "upper number blood pressure",
        ],
    ),
    row(
        "diastolic blood pressure",
        &[DIASTOLIC],
        &[
            "diastolic",
            "diastolic blood pressure",
            "diastolic pressure",
            "diastolic bp",
            "dbp",
            "bottom blood pressure number",
            "lower blood pressure",
            "bottom number",
            "bottom number blood pressure",
            "blood pressure bottom number",
            "lower number",
            "lower number blood pressure",
        ],
    ),
    row(
        "body weight",
        &["29463-7", "3141-9"],
        &["weight", "body weight", "weigh", "weighed", "weights", "weighing", "heavy", "body mass"],
    ),
    row("body height", &["8302-2", "3137-7"], &["height", "body height", "tall", "heights", "stature"]),
    row("body mass index", &["39156-5"], &["bmi", "body mass index", "body mass index bmi"]),
    row(
        "body temperature",
        &["8310-5", "8331-1"],
        &["temperature", "body temperature", "oral temperature", "temp", "fever temperature", "body temp"],
    ),
    row(
        "heart rate",
        &["8867-4"],
        &["heart rate", "pulse", "pulse rate", "heartbeat", "heart beat", "heartrate", "resting heart rate"],
    ),
    row(
        "respiratory rate",
        &["9279-1"],
        &["respiratory rate", "breathing rate", "respiration rate", "breaths per minute", "respirations"],
    ),
    row(
        "oxygen saturation",
        &["2708-6", "59408-5"],
        &[
            "oxygen saturation",
            "spo2",
            "o2 saturation",
            "o2 sat",
            "oxygen sat",
            "oxygen level",
            "oxygen",
            "blood oxygen",
            "oxygen sats",
            "sats",
        ],
    ),
    row(
        "HbA1c",
        &["4548-4", "17856-6", "4549-2", "59261-8"],
        &[
            "hba1c",
            "a1c",
            "hemoglobin a1c",
            "haemoglobin a1c",
            "glycated hemoglobin",
            "glycated haemoglobin",
            "glycosylated hemoglobin",
            "hb a1c",
            "hgba1c",
            "long term sugar",
            "long term blood sugar",
            "three month sugar",
            "glycohemoglobin",
            "hemoglobin a1c hemoglobin total",
        ],
    ),
    row(
        "glucose in blood",
        &["2339-0", "2345-7", "1558-6", "41653-7", "14749-6", "15074-8"],
        &[
            "fasting sugar",
            "fasting blood sugar",
            "glucose",
            "blood glucose",
            "blood sugar",
            "sugar",
            "blood sugars",
            "sugars",
            "blood glucose level",
            "serum glucose",
            "sugar level",
        ],
    ),
    row(
        "total cholesterol",
        &["2093-3", "14647-2"],
        &[
            "cholesterol",
            "total cholesterol",
            "cholesterol total",
            "serum cholesterol",
            "blood cholesterol",
            "chol",
            "total chol",
        ],
    ),
    row(
        "LDL cholesterol",
        &["18262-6", "13457-7", "2089-1", "22748-8", "39469-2"],
        &[
            "ldl",
            "ldl cholesterol",
            "low density lipoprotein",
            "low density lipoprotein cholesterol",
            "bad cholesterol",
            "ldl c",
            "cholesterol ldl",
        ],
    ),
    row(
        "HDL cholesterol",
        &["2085-9", "14646-4"],
        &[
            "hdl",
            "hdl cholesterol",
            "high density lipoprotein",
            "high density lipoprotein cholesterol",
            "good cholesterol",
            "hdl c",
            "cholesterol hdl",
        ],
    ),
    row(
        "triglycerides",
        &["2571-8", "14927-8"],
        &["triglycerides", "triglyceride", "blood fats", "trigs", "blood fat"],
    ),
    row(
        "creatinine in blood",
        &["38483-4", "2160-0", "14682-9"],
        &["creatinine", "serum creatinine", "blood creatinine", "creat"],
    ),
    row(
        "estimated glomerular filtration rate",
        &["33914-3", "48642-3", "48643-1", "62238-1", "98979-8", "88293-6"],
        &[
            "egfr",
            "gfr",
            "glomerular filtration rate",
            "estimated glomerular filtration rate",
            "kidney function",
            "filtration rate",
            "renal function",
            "estimated gfr",
        ],
    ),
    row(
        "urea nitrogen in blood",
        &["6299-2", "3094-0"],
        &["bun", "urea nitrogen", "blood urea nitrogen", "urea", "blood urea", "serum urea nitrogen"],
    ),
    row("sodium in blood", &["2947-0", "2951-2"], &["sodium", "serum sodium", "blood sodium", "na", "salt level"]),
    row("potassium in blood", &["6298-4", "2823-3"], &["potassium", "serum potassium", "blood potassium", "k"]),
    row("chloride in blood", &["2069-3", "2075-0"], &["chloride", "serum chloride", "blood chloride"]),
    row("calcium in blood", &["49765-1", "17861-6", "2000-8"], &["calcium", "serum calcium", "blood calcium"]),
    row(
        "carbon dioxide in blood",
        &["20565-8", "2028-9"],
        &["carbon dioxide", "co2", "total carbon dioxide", "blood carbon dioxide", "total co2"],
    ),
    row("hemoglobin", &["718-7", "59260-0"], &["hemoglobin", "haemoglobin", "hgb", "hb", "blood hemoglobin"]),
    row("hematocrit", &["4544-3", "20570-8"], &["hematocrit", "haematocrit", "hct", "packed cell volume", "pcv"]),
    row(
        "white blood cells",
        &["6690-2"],
        &[
            "white blood cells",
            "white blood cell",
            "white cells",
            "white cell",
            "wbc",
            "leukocytes",
            "leukocyte",
            "white count",
            "leucocytes",
            "white blood count",
        ],
    ),
    row(
        "red blood cells",
        &["789-8"],
        &[
            "red blood cells",
            "red blood cell",
            "red cells",
            "red cell",
            "rbc",
            "erythrocytes",
            "erythrocyte",
            "red blood count",
        ],
    ),
    row("platelets", &["777-3"], &["platelets", "platelet", "plt", "thrombocytes"]),
    row("mean corpuscular volume", &["787-2"], &["mcv", "mean corpuscular volume", "red cell volume"]),
    row("mean corpuscular hemoglobin", &["785-6"], &["mch", "mean corpuscular hemoglobin"]),
    row(
        "mean corpuscular hemoglobin concentration",
        &["786-4"],
        &["mchc", "mean corpuscular hemoglobin concentration"],
    ),
    row(
        "red cell distribution width",
        &["21000-5"],
        &["rdw", "red cell distribution width", "erythrocyte distribution width"],
    ),
    row("platelet distribution width", &["32207-3"], &["pdw", "platelet distribution width"]),
    row(
        "mean platelet volume",
        &["32623-1"],
        &["mpv", "mean platelet volume", "platelet mean volume", "platelet volume"],
    ),
    row("protein in blood", &["2885-2"], &["protein", "total protein", "serum protein", "blood protein"]),
    row("albumin", &["1751-7"], &["albumin", "serum albumin", "blood albumin"]),
    row("globulin", &["10834-0"], &["globulin", "serum globulin", "globulins"]),
    row(
        "total bilirubin",
        &["1975-2", "14631-6"],
        &["bilirubin", "total bilirubin", "bilirubin total", "serum bilirubin"],
    ),
    row("alkaline phosphatase", &["6768-6"], &["alkaline phosphatase", "alp", "alk phos", "alkphos"]),
    row(
        "alanine aminotransferase",
        &["1742-6"],
        &["alt", "alanine aminotransferase", "sgpt", "alat", "alanine transaminase"],
    ),
    row(
        "aspartate aminotransferase",
        &["1920-8"],
        &["ast", "aspartate aminotransferase", "sgot", "asat", "aspartate transaminase"],
    ),
    row(
        "microalbumin to creatinine ratio",
        &["14959-1", "9318-7"],
        &[
            "microalbumin creatinine ratio",
            "microalbumin",
            "albumin creatinine ratio",
            "acr",
            "urine albumin",
            "uacr",
            "microalbumin to creatinine ratio",
            "microalbumin creatinine",
            "microalbumin/creatinine ratio",
            "urine microalbumin/creatinine ratio",
            "urine microalbumin creatinine ratio",
            "urine microalbumin",
        ],
    ),
    row("prostate specific antigen", &["2857-1"], &["psa", "prostate specific antigen", "prostate specific ag"]),
    row("thyrotropin", &["3016-3", "11580-8"], &["tsh", "thyrotropin", "thyroid stimulating hormone"]),
    row("free thyroxine", &["3024-7"], &["free t4", "t4", "thyroxine", "free thyroxine", "ft4"]),
    row(
        "INR",
        &["6301-6", "34714-6", "46418-0"],
        &["inr", "international normalised ratio", "international normalized ratio"],
    ),
    row("prothrombin time", &["5902-2"], &["prothrombin time", "pt time", "prothrombin"]),
    row(
        "ejection fraction",
        &["10230-1", "8806-2", "18043-0"],
        &[
            "ejection fraction",
            "lvef",
            "ef",
            "left ventricular ejection fraction",
            "left ventricular ef",
            "heart pumping",
        ],
    ),
    row("FEV1/FVC", &["19926-5"], &["fev1/fvc", "fev1 fvc", "fev1", "lung function ratio", "fev1 fvc ratio"]),
    row(
        "NT-proBNP",
        &["33762-6", "71425-3", "83107-3"],
        &["nt-probnp", "probnp", "bnp", "ntprobnp", "nt probnp", "natriuretic peptide"],
    ),
    row(
        "pain severity",
        &["72514-3", "38208-5"],
        &["pain score", "pain severity", "pain level", "pain rating", "pain scale"],
    ),
    row(
        "tobacco smoking status",
        &["72166-2"],
        &[
            "smoking status",
            "tobacco smoking status",
            "smoking",
            "smoke",
            "smoker",
            "tobacco",
            "tobacco use",
            "smoked",
            "tobacco use status",
            "smoking habits",
            "smoking history",
            "smokes",
            "cigarettes",
            "tobacco status",
        ],
    ),
    row(
        "bone density T-score",
        &["38265-5"],
        &["bone density", "t-score", "t score", "dxa", "dexa", "bone density score", "bone density t-score"],
    ),
    row(
        "MMSE score",
        &["72106-8"],
        &[
            "mmse",
            "mini mental",
            "mini mental state",
            "mini-mental state",
            "memory score",
            "mmse score",
            "mini mental score",
        ],
    ),
    row("PHQ-9 score", &["44261-6"], &["phq-9", "phq9", "phq 9", "depression score", "phq-9 score"]),
    row("PHQ-2 score", &["55758-7"], &["phq-2", "phq2", "phq 2"]),
    row("GAD-7 score", &["70274-6"], &["gad-7", "gad7", "gad 7", "anxiety score", "gad-7 score"]),
    row("DAST-10 score", &["82667-7"], &["dast-10", "dast", "drug abuse score"]),
    row("AUDIT-C score", &["75626-2"], &["audit-c", "audit c", "auditc", "alcohol score"]),
    row(
        "eye pressure, right",
        &["79892-6"],
        &["right eye pressure", "right intraocular pressure", "right eye intraocular pressure"],
    ),
    row(
        "eye pressure, left",
        &["79893-4"],
        &["left eye pressure", "left intraocular pressure", "left eye intraocular pressure"],
    ),
    // "Blood group" is left to retrieval: with it the rhesus factor is meant, too.
    row("ABO group", &["883-9", "882-1"], &["blood type", "abo group"]),
    row(
        "Rh factor",
        &["10331-7", "1305-2"],
        &[
            "rh factor",
            "rhesus factor",
            "rh type",
            "rhesus",
            "rh",
            "rh status",
            "rhd",
            "rhd factor",
            "rhd status",
            "rhd type",
        ],
    ),
    row("head circumference", &["9843-4", "8287-5"], &["head circumference", "head size"]),
    row("magnesium", &["19123-9", "21377-7"], &["magnesium", "serum magnesium", "blood magnesium"]),
    row("ferritin", &["2276-4"], &["ferritin", "iron stores", "serum ferritin"]),
    row("C-reactive protein", &["1988-5", "30522-7"], &["crp", "c reactive protein", "c-reactive protein"]),
    row("troponin I", &["89579-7", "10839-9"], &["troponin", "troponin i", "cardiac troponin"]),
    row("uric acid", &["3084-1", "14933-6"], &["uric acid", "urate"]),
    row("vitamin D", &["1989-3", "62292-8"], &["vitamin d", "25-hydroxyvitamin d", "vit d"]),
    row("vitamin B12", &["2132-9"], &["vitamin b12", "b12", "cobalamin"]),
    row("phosphate", &["2777-1"], &["phosphate", "phosphorus"]),
    row("D-dimer", &["48065-7"], &["d-dimer", "d dimer"]),
    row("lactate", &["2524-7"], &["lactate", "lactic acid"]),
    row("lipase", &["3040-3"], &["lipase"]),
    row("iron in blood", &["2498-4"], &["iron", "serum iron"]),
    row("folate", &["2284-8"], &["folate", "folic acid level"]),
    row("cortisol", &["2143-6"], &["cortisol"]),
    row("testosterone", &["2986-8"], &["testosterone"]),
    row("peak flow", &["19935-6", "33452-4"], &["peak flow", "peak expiratory flow"]),
    row(
        "erythrocyte sedimentation rate",
        &["4537-7", "30341-2"],
        &["esr", "sedimentation rate", "sed rate", "erythrocyte sedimentation rate"],
    ),
    row("lead in blood", &["10368-9", "5671-3", "77307-7"], &["lead level", "blood lead", "lead test", "lead"]),
    row("amylase", &["1798-8"], &["amylase", "serum amylase"]),
    row("creatine kinase", &["2157-6"], &["creatine kinase", "ck", "cpk"]),
    row("lactate dehydrogenase", &["2532-0", "14804-9"], &["ldh", "lactate dehydrogenase"]),
    row("gamma-glutamyl transferase", &["2324-2"], &["ggt", "gamma gt", "gamma-glutamyl transferase"]),
    row("ammonia", &["16362-6"], &["ammonia", "blood ammonia"]),
    row("fibrinogen", &["3255-7"], &["fibrinogen"]),
    row("partial thromboplastin time", &["3173-2", "14979-9"], &["aptt", "ptt", "partial thromboplastin time"]),
    row("parathyroid hormone", &["2731-8"], &["pth", "parathyroid hormone"]),
    row("prolactin", &["2842-3"], &["prolactin"]),
    row("follicle stimulating hormone", &["15067-2"], &["fsh", "follicle stimulating hormone"]),
    row("luteinizing hormone", &["10501-5"], &["luteinizing hormone", "luteinising hormone"]),
    row("estradiol in blood", &["2243-4"], &["estradiol level", "oestradiol level"]),
    row("chorionic gonadotropin", &["21198-7", "19080-1"], &["hcg", "beta hcg"]),
    row("C-peptide", &["1986-9"], &["c-peptide", "c peptide"]),
    row("iron binding capacity", &["2500-7"], &["tibc", "iron binding capacity", "total iron binding capacity"]),
    row("transferrin saturation", &["2502-3"], &["transferrin saturation", "iron saturation", "tsat"]),
    row("carcinoembryonic antigen", &["2039-6"], &["cea", "carcinoembryonic antigen"]),
    row("CA 125", &["10334-1"], &["ca-125", "ca 125", "ca125"]),
    row("procalcitonin", &["33959-8"], &["procalcitonin"]),
    row("troponin T", &["6598-7", "67151-1"], &["troponin t"]),
    row("homocysteine", &["13965-9"], &["homocysteine"]),
    row("zinc", &["5763-8"], &["zinc", "zinc level"]),
    row("copper in blood", &["5631-7"], &["copper level"]),
    row("waist circumference", &["56115-9", "8280-0"], &["waist circumference", "waist", "waist size"]),
    row("Glasgow coma score", &["9269-2"], &["gcs", "glasgow coma scale", "glasgow coma score"]),
    row("triiodothyronine", &["3053-6"], &["t3", "total t3"]),
    row("free triiodothyronine", &["3051-0"], &["free t3", "ft3"]),
    row("bicarbonate", &["1963-8"], &["bicarbonate", "bicarb", "hco3"]),
    row("anion gap", &["33037-3", "1863-0"], &["anion gap"]),
    row("direct bilirubin", &["1968-7"], &["direct bilirubin", "conjugated bilirubin"]),
    row("rheumatoid factor", &["11572-5"], &["rheumatoid factor"]),
    row("lithium level", &["14334-7"], &["lithium level", "lithium levels"]),
    row("digoxin level", &["10535-3"], &["digoxin level", "digoxin levels"]),
];

/// Returns the measure that `words` (lower case, in order) name: all of them, or `None`.
pub(super) fn named(words: &[&str]) -> Option<&'static Measure> {
    let said = words.join(" ");
    let dashed = said.replace('-', " ");
    // "My last three LDLs"
    let one = said.strip_suffix('s').unwrap_or(&said);
    let is_said = |known: &str| known == said || known == one || known.replace('-', " ") == dashed;
    let is = |measure: &&Measure| measure.words.iter().any(|known| is_said(known));
    let whole = MEASURES.iter().find(is);
    // "How heavy was I at the last weigh-in" says one thing twice.
    let each = || {
        let mut all = words.iter().map(|word| MEASURES.iter().find(|measure| measure.words.contains(word)));
        let first = all.next()??;
        all.all(|other| other.is_some_and(|other| other.name == first.name)).then_some(first)
    };
    whole.or_else(each)
}

/// Returns the measure that `code` belongs to.
pub(super) fn of_code(code: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.codes.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_and_a_word_stand_once() {
        let codes: Vec<&str> = MEASURES.iter().flat_map(|measure| measure.codes).copied().collect();
        let words: Vec<String> = MEASURES.iter().flat_map(|m| m.words).map(|word| word.replace('-', " ")).collect();
        for (at, code) in codes.iter().enumerate() {
            assert!(!codes[at + 1..].contains(code), "{code}");
        }
        for measure in MEASURES {
            for word in measure.words {
                assert_eq!(named(&word.split(' ').collect::<Vec<_>>()).unwrap().name, measure.name, "{word}");
            }
        }
        assert!(words.len() > 150);
    }
}
