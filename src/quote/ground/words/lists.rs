//! The words that are judged by lists.

pub(in crate::quote::ground) const NEGATORS: &[&str] =
    &["no", "not", "never", "without", "denies", "denied", "cannot", "neither", "nor", "none", "absent", "negative"];

/// Words that say that somebody does not know, or that nothing is written.
pub(in crate::quote::ground) const UNKNOWING: &[&str] = &[
    "know",
    "information",
    "mention",
    "mentioned",
    "mentions",
    "say",
    "state",
    "stated",
    "provided",
    "provide",
    "specified",
    "specify",
    "listed",
    "included",
    "include",
    "contain",
    "contained",
    "record",
    "records",
    "recorded",
    "passage",
    "passages",
    "evidence",
    "data",
    "available",
    "answer",
    "determine",
    "found",
    "find",
    "documented",
    "indicate",
    "indicated",
    "given",
    "told",
    "clear",
];

pub(in crate::quote::ground) const UP: &[&str] = &[
    "rising",
    "rose",
    "risen",
    "increased",
    "increasing",
    "increase",
    "increases",
    "climbed",
    "climbing",
    "grew",
    "upward",
    "gained",
    "rise",
];

pub(in crate::quote::ground) const DOWN: &[&str] = &[
    "falling",
    "fell",
    "fallen",
    "decreased",
    "decreasing",
    "decrease",
    "decreases",
    "declined",
    "declining",
    "dropped",
    "downward",
    "lost",
    "reduced",
];

pub(in crate::quote::ground) const LEVEL: &[&str] = &["steady", "stable", "unchanged", "constant"];

pub(in crate::quote::ground) const MIXED: &[&str] =
    &["mixed", "fluctuated", "fluctuating", "varied", "fluctuations", "fluctuates"];

pub(in crate::quote::ground) const JUDGEMENTS: &[&str] = &[
    "normal",
    "abnormal",
    "healthy",
    "unhealthy",
    "elevated",
    "dangerous",
    "dangerously",
    "concerning",
    "worrying",
    "controlled",
    "uncontrolled",
    "optimal",
    "ideal",
    "borderline",
    "excellent",
    "poor",
    "acceptable",
    "severe",
    "serious",
    "mild",
    "moderate",
    "critical",
    "risk",
    "risky",
    "hypertensive",
    "overweight",
    "obese",
    "underweight",
    "good",
    "bad",
    "fine",
    "improved",
    "improving",
    "improvement",
    "worsened",
    "worsening",
    "better",
    "worse",
    "satisfactory",
    "significant",
    "significantly",
    "alarming",
    "safe",
    "unsafe",
    "typical",
    "impaired",
    "deficient",
];

pub(in crate::quote::ground) const ADVICE: &[&str] = &[
    "should",
    "recommend",
    "recommended",
    "recommends",
    "advise",
    "advised",
    "advisable",
    "consult",
    "suggest",
    "suggested",
    "ought",
    "seek",
    "consider",
    "avoid",
];

/// What ails people, in words that everybody uses: a frequent word all the same tells of an illness.
const AILMENTS: &str = "abscess abscesses acne addiction alcoholism allergic allergies allergy alzheimer amnesia anaphylaxis aneurysm aneurysms \
    angina anorexia anthrax anxiety appendicitis arrhythmia asthma asthmatic ataxia attack attacks autism autistic bleed bleeding blindness bulimia cancer \
    cancerous cancers cataract cataracts chickenpox cholera cirrhosis clot clots coma concussion convulsion convulsions croup cyst cysts deafness \
    dehydration delirium dementia depressed depression diabetes diabetic diphtheria dwarfism dysentery dyslexia eczema embolism emphysema epilepsy \
    epileptic fibroid fibroids fibrosis fistula flu fracture fractured fractures gallstone gallstones gangrene glaucoma goiter goitre gout hemorrhage \
    haemorrhage hemophilia haemophilia hernia hernias herpes hiv hypertension hyperthyroidism hypotension hypothyroidism impotence infarct infarction \
    infected infection infections infertile infertility influenza insomnia jaundice leprosy lupus lymphoma malaria malignancy malignant measles menopause \
    metastases metastasis metastatic migraine migraines miscarriage mumps narcolepsy neoplasm obese obesity overdose overweight palsy paralysis paralysed \
    paralyzed paranoia parkinson pneumothorax polio polyp polyps pregnancy pregnant psoriasis rabies rash rickets scabies schizophrenia sciatica scurvy \
    seizure seizures sepsis septic shingles stillbirth stroke strokes syphilis tetanus thrush tremor tremors tumor tumors tumour tumours typhoid typhus \
    ulcer ulcers underweight vertigo";
/// How the names of illnesses end.
const ENDINGS: [&str; 14] = [
    "itis",
    "osis",
    "oses",
    "emia",
    "aemia",
    "oma",
    "omas",
    "pathy",
    "algia",
    "plegia",
    "iasis",
    "monia",
    "penia",
    "sclerosis",
];
/// The fewest letters of a word that is known by its end alone.
const LEAST_LETTERS: usize = 7;

/// Words that end so and name none.
const NO_AILMENTS: [&str; 5] = ["diagnosis", "diagnoses", "prognosis", "prognoses", "hypnosis"];

/// Returns whether `word`, in lower case, says that something ails somebody; a word of medicine (`is_medical`) may be known by its end.
pub(super) fn is_ailment(word: &str, is_medical: bool) -> bool {
    let ends = || ENDINGS.iter().any(|ending| word.ends_with(ending)) && !NO_AILMENTS.contains(&word);
    AILMENTS.split_whitespace().any(|ailment| ailment == word) || is_medical && word.len() >= LEAST_LETTERS && ends()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ailment_is_a_listed_word_or_a_word_of_medicine_by_its_end() {
        for word in ["asthma", "stroke", "allergies", "flu"] {
            assert!(is_ailment(word, false) && is_ailment(word, true), "{word}");
        }
        for word in ["tendinitis", "osteoporosis", "neuropathy", "melanoma", "fibroma"] {
            assert!(is_ailment(word, true) && !is_ailment(word, false), "{word}");
        }
        for word in ["diagnosis", "prognoses", "aroma", "medicine", "asthmas", "kidney", ""] {
            assert!(!is_ailment(word, true), "{word}");
        }
    }
}
