//! How people who are no clinicians say what records name: two wordings of each thing.
//!
//! Written for the measure alone: nothing that searches reads this table.

/// Wordings of each thing.
pub(super) const WORDINGS: usize = 2;

/// The record's name, in lower case, and how people say it.
const WORDS: &[(&str, [&str; WORDINGS])] = &[
    ("blood pressure", ["pressure in the arteries", "bp reading"]),
    ("systolic blood pressure", ["upper blood pressure number", "top bp number"]),
    ("diastolic blood pressure", ["lower blood pressure number", "bottom bp number"]),
    ("body height", ["height", "how tall they are"]),
    ("body weight", ["weight", "how much they weigh"]),
    ("body mass index", ["weight for height index", "bmi"]),
    ("glucose", ["blood sugar", "sugar in the blood"]),
    ("urea nitrogen", ["kidney waste level", "bun"]),
    ("creatinine", ["kidney function blood test", "kidney test"]),
    ("sodium", ["salt level", "salt in the blood"]),
    ("total cholesterol", ["overall cholesterol", "blood fats cholesterol number"]),
    ("triglycerides", ["blood fats", "fat in the blood"]),
    ("low density lipoprotein cholesterol", ["bad cholesterol", "ldl"]),
    ("high density lipoprotein cholesterol", ["good cholesterol", "hdl"]),
    ("hemoglobin a1c/hemoglobin.total in blood", ["long-term blood sugar", "three-month sugar average"]),
    ("estimated glomerular filtration rate", ["kidney filtering rate", "egfr"]),
    ("glomerular filtration rate/1.73 sq m.predicted", ["kidney filtering rate", "gfr"]),
    ("bilirubin.total", ["jaundice test", "bile pigment level"]),
    ("alkaline phosphatase", ["liver and bone enzyme", "alp"]),
    ("alanine aminotransferase", ["liver enzyme alt", "liver test alt"]),
    ("aspartate aminotransferase", ["liver enzyme ast", "liver test ast"]),
    ("hemoglobin", ["iron-carrying blood protein", "blood count hb"]),
    ("platelets", ["clotting cells", "platelet count"]),
    ("leukocytes", ["white blood cells", "white cell count"]),
    ("erythrocytes", ["red blood cells", "red cell count"]),
    ("microalbumin creatinine ratio", ["protein in the urine ratio", "urine albumin ratio"]),
    ("oral temperature", ["fever reading", "temperature by mouth"]),
    ("left ventricular ejection fraction", ["heart pumping strength", "how well the heart pumps"]),
    ("total score", ["memory test score", "memory check"]),
    ("prostate specific ag", ["psa test", "prostate blood test"]),
    ("tobacco smoking status nhis", ["smoking habit", "cigarette use"]),
    ("pain severity - 0-10 verbal numeric rating", ["how bad the pain was", "pain score"]),
    ("fev1/fvc", ["lung function ratio", "breathing test ratio"]),
    ("evaluation of uterine fundal height", ["measuring the pregnant belly", "womb height check"]),
    ("auscultation of the fetal heart", ["listening to the baby's heartbeat", "baby heartbeat check"]),
    ("subcutaneous immunotherapy", ["allergy shots", "allergy injections"]),
    ("documentation of current medications", ["medication list update", "writing down the medicines"]),
    ("combined chemotherapy and radiation therapy", ["chemo and radiation", "cancer treatment with chemo and x-rays"]),
    ("intramuscular injection", ["shot in the muscle", "injection into the muscle"]),
    ("standard pregnancy test", ["pregnancy test", "test for being pregnant"]),
    ("ultrasound scan for fetal viability", ["baby scan", "pregnancy ultrasound"]),
    ("depression screening", ["check for low mood", "mood questionnaire"]),
    ("colonoscopy", ["camera test of the bowel", "bowel scope"]),
    ("electrical cardioversion", ["electric shock to the heart", "shock to reset the heart rhythm"]),
    ("childbirth", ["giving birth", "having the baby"]),
    ("digital examination of rectum", ["back passage exam", "rectal exam"]),
    ("spirometry", ["blowing test for the lungs", "breathing test"]),
    ("catheter ablation of tissue of heart", ["heart rhythm ablation", "burning of heart tissue"]),
    ("throat culture", ["throat swab", "strep swab"]),
    ("trans thoracic echocardiogram", ["heart ultrasound", "echo of the heart"]),
    ("transthoracic echocardiography", ["heart ultrasound", "echo of the heart"]),
    ("suture open wound", ["stitches", "sewing up a cut"]),
    ("plain chest x-ray", ["chest picture", "lung x-ray"]),
    ("measurement of respiratory function", ["lung function test", "breathing test"]),
    ("bone immobilization", ["cast for a broken bone", "plaster"]),
    ("fecal occult blood test", ["stool test for blood", "hidden blood in stool test"]),
    ("bone density scan", ["scan for brittle bones", "bone strength scan"]),
    ("cesarean section", ["c-section", "birth by operation"]),
    ("epidural anesthesia", ["spinal pain relief in labor", "epidural"]),
    ("appendectomy", ["appendix removal", "having the appendix out"]),
    ("prostatectomy", ["prostate removal", "having the prostate out"]),
    ("extraction of wisdom tooth", ["wisdom tooth removal", "having a wisdom tooth pulled"]),
    ("insertion of intrauterine contraceptive device", ["coil fitting", "getting an iud"]),
    ("insertion of subcutaneous contraceptive", ["birth control implant", "contraceptive rod in the arm"]),
    ("viral sinusitis", ["viral sinus infection", "sinus cold"]),
    ("acute viral pharyngitis", ["sore throat", "throat infection"]),
    ("acute bronchitis", ["chest cold", "chest infection with cough"]),
    ("anemia", ["low blood count", "low iron"]),
    ("hypertension", ["high blood pressure", "raised blood pressure"]),
    ("hyperlipidemia", ["high cholesterol", "high blood fats"]),
    ("hypertriglyceridemia", ["high triglycerides", "too much fat in the blood"]),
    ("body mass index 30+ - obesity", ["being very overweight", "obesity"]),
    ("chronic sinusitis", ["long-lasting sinus trouble", "sinus infection that keeps on"]),
    ("stroke", ["brain attack", "stroke"]),
    ("alzheimer's disease", ["memory loss disease", "dementia"]),
    ("osteoporosis", ["brittle bones", "thin bones"]),
    ("diabetes", ["sugar disease", "high sugar illness"]),
    ("atrial fibrillation", ["irregular heartbeat", "afib"]),
    ("chronic congestive heart failure", ["weak heart", "heart failure"]),
    ("chronic intractable migraine without aura", ["bad migraines", "severe headaches"]),
    ("sprain of ankle", ["twisted ankle", "sprained ankle"]),
    ("appendicitis", ["inflamed appendix", "appendix trouble"]),
    ("whiplash injury to neck", ["whiplash", "neck injury"]),
    ("coronary heart disease", ["clogged heart arteries", "narrowed heart vessels"]),
    ("otitis media", ["ear infection", "middle ear infection"]),
    ("gout", ["gout attacks", "gout"]),
    ("polyp of colon", ["bowel polyp", "growth in the bowel"]),
    ("miscarriage in first trimester", ["early pregnancy loss", "losing the baby early"]),
    ("normal pregnancy", ["being pregnant", "pregnancy"]),
    ("laceration of hand", ["cut on the hand", "hand cut"]),
    ("laceration of forearm", ["cut on the forearm", "forearm cut"]),
    ("first degree burn", ["mild burn", "light burn"]),
    ("house dust mite allergy", ["dust allergy", "allergy to dust mites"]),
    ("dander (animal) allergy", ["pet allergy", "allergy to animals"]),
    ("dander", ["pet hair", "animal hair"]),
    ("shellfish allergy", ["seafood allergy", "allergy to shrimp and crab"]),
    ("allergy to grass pollen", ["hay fever from grass", "grass allergy"]),
    ("allergy to tree pollen", ["hay fever from trees", "tree allergy"]),
    ("allergy to mould", ["mold allergy", "allergy to mold"]),
    ("allergy to peanuts", ["peanut allergy", "peanuts making them ill"]),
    ("simvistatin 10 mg", ["cholesterol pill", "statin"]),
    ("hydrochlorothiazide 25 mg", ["water pill", "water tablet for blood pressure"]),
    ("acetaminophen 325 mg oral tablet", ["tylenol", "paracetamol"]),
    ("ibuprofen 200 mg oral tablet", ["advil", "motrin"]),
    ("lasix 40mg", ["water pill", "furosemide"]),
    ("warfarin sodium 5 mg oral tablet", ["blood thinner", "coumadin"]),
    ("clopidogrel 75 mg oral tablet", ["plavix", "clot prevention pill"]),
    ("amlodipine 5 mg oral tablet", ["norvasc", "blood pressure pill"]),
    ("influenza, seasonal, injectable, preservative free", ["flu shot", "flu jab"]),
    ("td", ["tetanus shot", "tetanus booster"]),
    ("zoster", ["shingles shot", "shingles vaccine"]),
    ("hpv, quadrivalent", ["cervical cancer vaccine", "papilloma virus shot"]),
    ("tdap", ["whooping cough vaccine", "tetanus booster"]),
    ("varicella", ["chickenpox shot", "chickenpox vaccine"]),
    ("pneumococcal polysaccharide vaccine, 23 valent", ["pneumonia shot", "pneumonia vaccine"]),
];

/// Returns how people say `name`, in the wording of that number, 0 to [`WORDINGS`] − 1; `None` where nothing is known.
pub(super) fn words(name: &str, wording: usize) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let (_, wordings) = WORDS.iter().find(|(known, _)| *known == lower)?;
    wordings.get(wording).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_stands_once_and_is_said_otherwise() {
        let mut names: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(words("Colonoscopy", 1), Some("bowel scope"));
        assert_eq!(words("colonoscopy", WORDINGS), None);
        assert_eq!(words("unheard of", 0), None);
    }
}
