//! Words for whom a note speaks of, and where, that name nobody and no place: specialties, wards, what people do. "Seen in Clinic",
//! "discussed with Cardiology".

use crate::privacy::relations::RELATIONS;

/// Letters of a word all in capitals up to which it abbreviates a ward or what somebody does: "ICU".
const ABBREVIATION: usize = 3;

#[rustfmt::skip] // words of one kind, in a few lines
const SPECIALTIES: &[&str] = &[
    "cards", "cardiac", "neuro", "onc", "heme", "hem", "renal", "pulmonary", "pulm", "gi", "derm", "endo", "endocrine", "rheum", "orthopedics", "orthopaedics", "orthopedic", "ortho",
    "psych", "peds", "obstetrics", "ob", "gyn", "obgyn", "ent", "surgery", "surgical", "rehab", "rehabilitation", "physio", "physiotherapy", "imaging", "dental", "dentistry", "vascular", "trauma",
    "palliative", "infectious", "disease", "diseases", "id", "ir", "interventional", "anesthesia", "allergy", "genetics", "wound", "ostomy", "nutrition", "dietary", "transplant", "thoracic",
    "neurosurgery", "nsgy", "plastics", "plastic", "pain", "internal", "medicine", "medical", "general", "primary", "preventive", "sports", "speech", "occupational", "physical", "behavioral",
    "mental", "therapy", "health", "social", "work", "services", "service", "spiritual", "management", "nursing", "pharmacy", "laboratory", "lab", "labs", "micro", "sleep", "women", "womens", "eye",
    "foot", "hand", "spine", "heart", "breast", "stroke", "cancer",
];
#[rustfmt::skip] // words of one kind, in a few lines
const WARDS: &[&str] = &[
    "ward", "wards", "unit", "units", "icu", "micu", "sicu", "cvicu", "nicu", "picu", "pacu", "tele", "telemetry", "stepdown", "floor", "floors", "clinic", "clinics", "hospital", "hospitals", "home", "bed",
    "beds", "room", "rooms", "bay", "office", "urgent", "care", "emergency", "department", "dept", "center", "centre", "outpatient", "inpatient", "ambulatory", "observation", "obs", "labor",
    "delivery", "maternity", "postpartum", "nursery", "triage", "preop", "postop", "recovery", "infusion", "dialysis", "facility", "snf", "ltac", "ltach", "hospice", "detox", "shelter", "jail", "prison", "assisted",
    "living", "skilled", "intensive", "critical", "acute", "medsurg", "med", "surg", "cath", "suite", "bedside", "baseline", "chair", "respiratory", "step", "down", "group", "day", "program",
];
#[rustfmt::skip] // words of one kind, in a few lines
const PEOPLE: &[&str] = &[
    "patient", "patients", "pt", "family", "team", "teams", "staff", "nurse", "nurses", "rn", "np", "pa", "md", "do", "pcp", "gp", "physician", "physicians", "doctor", "doctors", "provider", "providers",
    "attending", "resident", "residents", "fellow", "intern", "consultant", "consultants", "consulting", "consult", "consults", "hospitalist", "hospitalists", "intensivist", "pharmacist", "pharmacists", "therapist",
    "therapists", "surgeon", "surgeons", "ot", "slp", "sw", "cm", "case", "manager", "worker", "interpreter", "dietitian", "dietician", "nutritionist", "practitioner", "assistant", "caregiver", "caregivers", "guardian",
    "poa", "dr", "mr", "mrs", "ms", "miss", "prof", "student", "students", "ems", "police", "paramedics", "medics", "chaplain", "sitter", "supervisor", "charge", "triage", "phone", "telephone", "everyone",
    "registered", "licensed", "certified", "senior", "junior", "chief", "covering", "call", "on", "other", "both", "all", "him", "her", "them", "me", "us", "myself", "the", "parents", "kids", "children",
];

/// Returns whether `word`, as a text writes it, is one of these.
fn is_ordinary(word: &str) -> bool {
    let lower = word.to_lowercase().replace('\u{2019}', "'");
    let lower = lower.trim_end_matches("'s").trim_end_matches(['.', '\'', '-']);
    let is_listed = [SPECIALTIES, WARDS, PEOPLE].iter().any(|words| words.contains(&lower));
    let is_of_a_kind = ["ology", "ologist", "ologists", "iatry", "iatrics", "iatrist", "iatrician"];
    is_listed || is_of_a_kind.iter().any(|end| lower.ends_with(end)) || RELATIONS.contains(&lower)
}

/// Returns whether each word of `run` is one of these.
pub(super) fn is_all_ordinary(run: &str) -> bool {
    run.split([' ', '\t', '\n', '/', '-', '&'])
        .filter(|word| !word.is_empty())
        .all(|word| is_ordinary(word) || matches!(word, "and" | "of" | "the"))
}

/// Returns whether `run` is one word of few letters all in capitals: "ICU".
pub(super) fn is_abbreviation(run: &str) -> bool {
    run.chars().count() <= ABBREVIATION && run.chars().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wards_and_what_people_do_are_ordinary_and_names_are_not() {
        for (run, is) in [
            ("Clinic", true),
            ("Hematology", true),
            ("Case Manager", true),
            ("Labor and Delivery", true),
            ("Patient's", true),
            ("Mother", true),
            ("ICU", true),
            ("Mercy Clinic", false),
            ("Young", false),
            ("Memorial", false),
            ("Home Depot", false),
        ] {
            assert_eq!(is_all_ordinary(run), is, "{run}");
        }
        assert!(is_abbreviation("ICU") && !is_abbreviation("HOPE") && !is_abbreviation("May"));
    }
}
