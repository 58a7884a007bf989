//! "Do I have kidney problems?": anything that may ail a part of the body.
//!
//! No diagnosis is called so. The names of diagnoses say it by other words, "renal" or "nephropathy", and where none
//! does, what was measured of the part and what notes say of it is nearer than diagnoses of other parts.

use super::concepts;
use super::plan::{Plain, terms, topics};
use super::{Topic, vocabulary};

/// Words for anything that may ail a part of the body.
pub(super) const TROUBLES: &[&str] = &[
    "problem",
    "problems",
    "trouble",
    "troubles",
    "issue",
    "issues",
    "condition",
    "conditions",
    "complaint",
    "complaints",
    "damage",
];

/// Parts of the body as people name them, and words by which diagnoses of them are called.
const PARTS: &[(&str, &[&str])] = &[
    (
        "kidney kidneys renal",
        &["renal", "nephropathy", "nephritis", "glomerulonephritis", "nephrotic", "pyelonephritis", "nephrolithiasis"],
    ),
    (
        "heart cardiac",
        &[
            "cardiac",
            "coronary",
            "myocardial",
            "atrial",
            "ventricular",
            "angina",
            "cardiomyopathy",
            "aortic",
            "mitral",
            "endocarditis",
            "pericarditis",
        ],
    ),
    ("liver", &["hepatic", "hepatitis", "cirrhosis", "steatohepatitis"]),
    (
        "lung lungs",
        &["pulmonary", "asthma", "bronchitis", "emphysema", "pneumonia", "bronchiectasis", "pneumonitis", "pleural"],
    ),
    ("thyroid", &["hypothyroidism", "hyperthyroidism", "thyroiditis", "goiter"]),
    (
        "eye eyes vision",
        &["retinopathy", "retinal", "glaucoma", "cataract", "macular", "ocular", "conjunctivitis", "uveitis"],
    ),
    ("skin", &["dermatitis", "eczema", "psoriasis", "acne", "rosacea", "melanoma", "cellulitis"]),
    ("stomach", &["gastric", "gastritis", "gastroesophageal", "peptic", "dyspepsia"]),
    ("bowel bowels gut", &["colon", "colitis", "intestinal", "diverticulitis", "diverticulosis", "crohn's"]),
    ("nerve nerves", &["neuropathy", "neuralgia", "radiculopathy", "neuritis"]),
    ("joint joints", &["arthritis", "osteoarthritis", "arthropathy", "gout"]),
    ("back spine", &["lumbar", "spinal", "sciatica", "vertebral", "spondylosis", "disc"]),
    ("bladder", &["cystitis", "urinary", "incontinence"]),
    ("prostate", &["prostatic", "prostatitis"]),
    ("pancreas", &["pancreatic", "pancreatitis"]),
    ("breast breasts", &["mammary", "mastitis"]),
    ("brain", &["cerebral", "cerebrovascular", "intracranial", "encephalopathy", "stroke"]),
];

/// Returns the topic that `plain` asks for where it asks whether anything ails a part of the body and for nothing else:
/// the part as the question names it, what is measured of it, and the words of diagnoses.
pub(super) fn ailing(plain: &[Plain<'_>]) -> Option<Topic> {
    let (troubles, rest): (Vec<Plain<'_>>, Vec<Plain<'_>>) =
        plain.iter().partition(|word| TROUBLES.contains(&word.lower) || word.lower == "wrong");
    if troubles.is_empty() || rest.iter().any(|word| !concepts::kinds_of(word.lower).is_empty()) {
        return None;
    }
    let named = |word: &&Plain<'_>| !vocabulary::is_everyday(word.lower) || part(word.lower).is_some();
    let mut parts = rest.iter().filter(named);
    let names = part(parts.next()?.lower)?;
    if parts.next().is_some() {
        return None;
    }
    let (found, _) = topics(&rest);
    let [topic] = <[Topic; 1]>::try_from(found).ok()?;
    Some(topic.into_iter().chain(names.iter().map(|name| terms(name))).collect())
}

/// Returns the words of diagnoses for the part of the body that `word` names.
fn part(word: &str) -> Option<&'static [&'static str]> {
    PARTS.iter().find(|(words, _)| words.split(' ').any(|name| name == word)).map(|(_, names)| *names)
}

#[cfg(test)]
mod tests {
    use crate::document::FactKind;
    use crate::question::Plan;

    fn plan(question: &str) -> Plan {
        Plan::new(question, &[])
    }

    #[test]
    fn what_may_ail_a_part_of_the_body_is_sought_by_the_names_of_diagnoses() {
        for question in [
            "Do I have kidney problems?",
            "Any kidney trouble?",
            "Is something wrong with my kidneys?",
            "Are there any issues with my kidneys?",
        ] {
            let plan = plan(question);
            assert!(plan.ailing, "{question}");
            assert_eq!(plan.kinds, [FactKind::Condition], "{question}");
            let [topic] = plan.topics.as_slice() else { panic!("{question}") };
            for term in ["renal", "nephropathi", "creatinin"] {
                assert!(topic.iter().any(|terms| terms == &[term.to_owned()]), "{question}: {topic:?}");
            }
        }
    }

    #[test]
    fn what_asks_for_more_is_read_as_before() {
        for question in [
            "Do I have kidney disease?",
            "What problems do I have?",
            "Which medicines do I take for my heart problems?",
            "What was wrong with my heart rate?",
            "Do I have problems with my kidneys and my liver?",
            "Did my kidney problems start after the operation?",
        ] {
            assert!(!plan(question).ailing, "{question}");
        }
    }
}
