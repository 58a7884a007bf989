//! Whether texts speak of a whole kind of entries: of allergies, of medicines, of operations.
//!
//! "Do I have any allergies?" has no name to look for. Where no entry of the kind answers, every text is looked through for the words with
//! which people write of it, and the names of entries of other kinds, too: a condition may be called "Allergy to nut". What such a text says,
//! yes or no, is for whoever reads it; that it speaks is enough to leave the question to retrieval.

use std::collections::BTreeSet;

use super::ask::Visit;
use super::chart::{self, Chart};
use crate::document::{Content, Document, FactKind};

/// What is looked for of one kind; lists are divided by spaces.
pub(super) struct Words {
    /// Words of a text.
    words: &'static str,
    /// Endings of words of a text, of so many letters at least that nothing else has them.
    endings: &'static str,
    /// Beginnings of words in the names of entries of other kinds.
    names: &'static str,
    /// The label that entries of other types of resource have for it.
    label: &'static str,
}

/// The kinds of entries whose names may speak of another kind. What is measured has its own words, and visits are for anything.
const NAMED: &[FactKind] =
    &[FactKind::Condition, FactKind::Procedure, FactKind::Immunization, FactKind::Device, FactKind::Other];

const NONE: Words = Words { words: "", endings: "", names: "", label: "" };

const ALLERGIES: Words = Words {
    words: "\
        allergy allergic allergen anaphylaxis anaphylactic intolerance intolerant hypersensitivity \
        hypersensitive reaction reacted angioedema hive urticaria nkda nka epipen",
    endings: "",
    names: "allerg anaphyla intoleran hypersensitiv urticari angioedema",
    label: "",
};

/// The endings are stems of the World Health Organization's list of nonproprietary names.
const MEDICINES: Words = Words {
    words: "\
        take taking took taken prescribe prescribed prescribing prescription medicine medication med drug tablet \
        capsule pill dose dosage mg mcg microgram milligram inhaler puff injection ointment cream drop patch \
        syrup supplement vitamin insulin aspirin ibuprofen paracetamol acetaminophen steroid antibiotic \
        painkiller statin thinner refill pharmacy daily bid tid",
    endings: "\
        statin sartan prazole cillin mycin floxacin dipine formin gliptin gliflozin xaban azepam olol parin \
        tidine triptan semide thiazide codone oxetine traline pril",
    names: "medication insulin anticoagula prescri",
    label: "Medication",
};

const CONDITIONS: Words = Words {
    words: "\
        diagnosis diagnose diagnosed condition disease disorder illness problem syndrome history suffer \
        suffering infection cancer fracture diabetes diabetic hypertension asthma chronic failure pain stroke \
        attack ulcer tumor tumour depression assessment impression",
    endings: "itis emia aemia pathy iasis sclerosis stenosis fibrosis carcinoma thyroidism",
    names: "",
    label: "",
};

const PROCEDURES: Words = Words {
    words: "\
        procedure surgery surgeon surgical operation operate operated operative underwent removed removal repair \
        repaired biopsy implanted implantation transplant replacement replaced incision stitch suture anesthesia \
        anaesthesia scope transfusion dialysis catheter stent",
    endings: "ectomy otomy ostomy scopy plasty centesis",
    names: "surg operat transplant",
    label: "",
};

const VACCINES: Words = Words {
    words: "\
        vaccine vaccination vaccinate vaccinated immunization immunisation immunized immunised shot jab booster",
    endings: "",
    names: "vaccin immuni",
    label: "",
};

const VISITS: Words = Words {
    words: "\
        visit visited seen saw appointment clinic admitted admission discharge discharged hospital consultation \
        attended ward emergency office presented presents came",
    endings: "",
    names: "admission discharge visit consultation",
    label: "",
};

const EMERGENCIES: Words =
    Words { words: "emergency ambulance er ed casualty", endings: "", names: "emergency", label: "" };

const STAYS: Words = Words {
    words: "\
        admitted admission inpatient hospital hospitalized hospitalised hospitalization hospitalisation ward \
        discharge discharged overnight",
    endings: "",
    names: "admission discharge inpatient hospital",
    label: "",
};

const REPORTS: Words =
    Words { words: "report result laboratory lab panel finding test", endings: "", names: "report panel", label: "" };

const IMAGES: Words = Words {
    words: "\
        x-ray xray radiograph radiography scan scanned ct mri ultrasound imaging mammogram tomography \
        echocardiogram",
    endings: "graphy gram",
    names: "radiograph x-ray tomograph ultraso magnetic imaging",
    label: "",
};

const DEVICES: Words = Words {
    words: "\
        device implant implanted pacemaker stent prosthesis pump catheter wheelchair aid defibrillator",
    endings: "",
    names: "device implant pacemaker stent prosthe pump",
    label: "",
};

const PLANS: Words = Words { words: "plan planned", endings: "", names: "plan", label: "" };
const GOALS: Words = Words { words: "goal target aim", endings: "", names: "goal", label: "" };
const TEAMS: Words = Words { words: "team nurse manager coordinator", endings: "", names: "team", label: "" };

/// Returns what is looked for of entries of `kind`; no words where texts are not looked through for the kind.
pub(super) fn words_of(kind: FactKind, visit: Option<Visit>) -> &'static Words {
    match (kind, visit) {
        (FactKind::Encounter, Some(Visit::Emergency)) => &EMERGENCIES,
        (FactKind::Encounter, Some(Visit::Stay)) => &STAYS,
        (FactKind::AllergyIntolerance, _) => &ALLERGIES,
        (FactKind::MedicationRequest, _) => &MEDICINES,
        (FactKind::Condition, _) => &CONDITIONS,
        (FactKind::Procedure, _) => &PROCEDURES,
        (FactKind::Immunization, _) => &VACCINES,
        (FactKind::Encounter, None) => &VISITS,
        (FactKind::DiagnosticReport, _) => &REPORTS,
        (FactKind::ImagingStudy, _) => &IMAGES,
        (FactKind::Device, _) => &DEVICES,
        (FactKind::CarePlan, _) => &PLANS,
        (FactKind::Goal, _) => &GOALS,
        (FactKind::CareTeam, _) => &TEAMS,
        (FactKind::Patient | FactKind::Observation | FactKind::FamilyMemberHistory | FactKind::Other, _) => &NONE,
    }
}

/// Returns whether `text` speaks of allergies, or of what is not borne.
pub(crate) fn speaks_of_allergies(text: &str) -> bool {
    ALLERGIES.is_in(text)
}

impl Words {
    /// Returns the words of a text.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.words.split_ascii_whitespace()
    }

    /// Whether `text` speaks of the kind.
    pub fn is_in(&self, text: &str) -> bool {
        let known: BTreeSet<String> = self.words().map(chart::singular).collect();
        chart::terms(text).iter().any(|term| {
            // "500mg"
            let word = term.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
            let ends = |end: &str| word.len() > end.len() + 1 && word.ends_with(end);
            known.contains(word) || self.endings.split_ascii_whitespace().any(ends)
        })
    }

    /// Whether `document` speaks of the kind: its text, or an entry of another kind than `kind`.
    pub fn is_of(&self, document: &Document, kind: FactKind) -> bool {
        match &document.content {
            Content::Prose { .. } => self.is_in(&document.text),
            Content::Facts { facts } => {
                facts.iter().filter(|fact| fact.kind != kind && NAMED.contains(&fact.kind)).any(|fact| {
                    let name = chart::untagged(fact.code.as_ref().map_or("", |code| code.display.text.as_str()));
                    let named = chart::terms(name)
                        .iter()
                        .any(|term| self.names.split_ascii_whitespace().any(|start| term.starts_with(start)));
                    let labelled = fact.kind == FactKind::Other
                        && !self.label.is_empty()
                        && fact.fields.iter().any(|field| field.label.starts_with(self.label));
                    named && !is_looked_for(name) || labelled
                })
            }
        }
    }
}

/// Whether a name is of what is done to find something out: "allergy screening test" does not say that there is an allergy.
fn is_looked_for(name: &str) -> bool {
    const LOOKED_FOR: &[&str] = &["screen", "test", "assess", "reconcil", "review", "educ", "counsel", "document"];
    chart::terms(name).iter().any(|term| LOOKED_FOR.iter().any(|start| term.starts_with(start)))
}

/// Returns how many texts of `chart` were looked through, or `None` where one of them speaks of the kind.
pub(super) fn looked_through(
    chart: &Chart<'_>,
    kind: FactKind,
    words: &Words,
    admits: impl Fn(&Document) -> bool,
) -> Option<usize> {
    let texts = || chart.documents.iter().filter(|document| admits(document));
    let speaks = words.words.is_empty() || texts().any(|document| words.is_of(document, kind));
    (!speaks).then(|| texts().filter(|document| matches!(document.content, Content::Prose { .. })).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_speaks_of_a_kind_in_its_words() {
        for (kind, text) in [
            (FactKind::AllergyIntolerance, "Mother says he is allergic to bees."),
            (FactKind::AllergyIntolerance, "No known allergies."),
            (FactKind::AllergyIntolerance, "She had a reaction to the dye."),
            (FactKind::MedicationRequest, "He takes something for his heart."),
            (FactKind::MedicationRequest, "Lisinopril was stopped."),
            (FactKind::MedicationRequest, "continue 500mg at night"),
            (FactKind::Procedure, "Appendectomy as a child."),
            (FactKind::Condition, "Known bronchitis."),
            (FactKind::Immunization, "Vaccines are up to date."),
        ] {
            assert!(words_of(kind, None).is_in(text), "{text}");
        }
        for (kind, text) in [
            (FactKind::AllergyIntolerance, "The knee aches after stairs."),
            (FactKind::MedicationRequest, "The knee aches after stairs."),
            (FactKind::Procedure, "The knee aches after stairs."),
            (FactKind::Immunization, "No fever, no cough."),
        ] {
            assert!(!words_of(kind, None).is_in(text), "{text}");
        }
    }
}
