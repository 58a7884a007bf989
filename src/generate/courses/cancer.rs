//! Cancer and its follow-up: of the breast, the prostate or the colon, treated and looked after for years.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::Problem;
use super::super::codes::{
    ANASTROZOLE, BREAST_CANCER, CEA, CHEMOTHERAPY, COLON_CANCER, COLONOSCOPY, Concept, HEMOGLOBIN, LUMPECTOMY,
    MAMMOGRAPHY, PROSTATE_CANCER, PROSTATECTOMY, PSA, RADIOTHERAPY, Test,
};
use super::super::person::Sex;
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// Where the cancer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Organ {
    Breast,
    Prostate,
    Colon,
}

/// The course.
pub(super) struct Cancer {
    due: Date,
    organ: Organ,
    problem: Option<Problem>,
    visits: u32,
    marker: f64,
}

impl Cancer {
    /// Returns a cancer found on `onset`.
    pub(super) fn new(sex: Sex, onset: Date, chance: &mut Chance) -> Self {
        let organ = match (sex, chance.percent(35)) {
            (_, true) => Organ::Colon,
            (Sex::Female, false) => Organ::Breast,
            (Sex::Male, false) => Organ::Prostate,
        };
        Cancer { due: onset, organ, problem: None, visits: 0, marker: chance.real(6.0, 22.0) }
    }

    fn concept(&self) -> (Concept, &'static str) {
        match self.organ {
            Organ::Breast => (BREAST_CANCER, "Breast cancer"),
            Organ::Prostate => (PROSTATE_CANCER, "Prostate cancer"),
            Organ::Colon => (COLON_CANCER, "Colon cancer"),
        }
    }

    /// The blood test of the follow-up; the breast has none.
    fn marker(&self) -> Option<&'static Test> {
        match self.organ {
            Organ::Breast => None,
            Organ::Prostate => Some(&PSA),
            Organ::Colon => Some(&CEA),
        }
    }

    fn begin(&mut self, visit: &mut Visit<'_>) {
        let (concept, word) = self.concept();
        let (found, operation) = match self.organ {
            Organ::Breast => ("Felt a lump in the left breast while showering.", LUMPECTOMY),
            Organ::Prostate => ("The PSA was high in the screening.", PROSTATECTOMY),
            Organ::Colon => ("Blood in the stool twice this month.", COLONOSCOPY),
        };
        visit.complain(found);
        let problem = visit.diagnose(concept);
        if let Some(marker) = self.marker() {
            let value = self.marker;
            visit.measure(marker, value);
        }
        if self.organ == Organ::Colon {
            let hemoglobin = 10.4 + visit.chance.spread(0.4);
            visit.measure(&HEMOGLOBIN, hemoglobin);
        }
        let treatment = if self.organ == Organ::Colon { CHEMOTHERAPY } else { RADIOTHERAPY };
        visit.procedure_later(12, operation, Role::Oncology, &problem);
        visit.procedure_later(48, treatment, Role::Oncology, &problem);
        if self.organ == Organ::Breast {
            visit.prescribe(ANASTROZOLE, &problem);
        }
        visit.assess(word, "Biopsy is malignant; staging shows no spread.");
        visit.plan("Case discussed in the tumor board; operation within two weeks.");
        visit.letters.push(Letter::Referral {
            to: Role::Oncology,
            problem: concept,
            question: "Newly found, staging without metastases. Please take over the treatment.".to_owned(),
            reply: "Operated with clear margins; further treatment was well tolerated. Follow-up every three months at first.".to_owned(),
        });
        self.marker = visit.chance.real(0.3, 1.1);
        self.problem = Some(problem);
        self.due = after(visit.day(), 110);
    }
}

impl Course for Cancer {
    fn name(&self) -> &'static str {
        "cancer"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let Some(problem) = self.problem.clone() else { return self.begin(visit) };
        let (concept, word) = self.concept();
        visit.reason.get_or_insert(concept);
        self.visits += 1;
        let told = match self.marker() {
            Some(marker) => {
                self.marker = (self.marker * visit.chance.real(0.85, 1.2)).clamp(0.05, 3.0);
                let value = self.marker;
                let value = visit.measure(marker, value);
                format!("{} {value} {}, no sign of recurrence.", marker.word, marker.unit)
            }
            None => {
                if self.visits.is_multiple_of(3) {
                    visit.procedure(MAMMOGRAPHY, Some(&problem));
                }
                "Scar quiet, no nodes; hot flushes are bearable.".to_owned()
            }
        };
        visit.assess(word, told);
        let next = if self.visits < 6 {
            92
        } else if self.visits < 10 {
            183
        } else {
            365
        };
        self.due = after(visit.day(), next + visit.chance.between(-5, 15));
    }
}
