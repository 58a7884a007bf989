//! The yearly check-up of adults: blood, lipids, smoking, vaccines, screening.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chart::Problem;
use super::super::codes::{
    ATORVASTATIN_20, ATORVASTATIN_40, BLOOD_COUNT, CHECK_UP, CHOLESTEROL, COLONOSCOPY, COVID, CREATININE, DAILY_SMOKER,
    EGFR, EX_SMOKER, GLUCOSE, HBA1C, HDL, HEMOGLOBIN, HYPERLIPIDEMIA, INFLUENZA, LDL, LEUKOCYTES, LIPID_PANEL,
    MAMMOGRAPHY, METABOLIC_PANEL, PLATELETS, PNEUMOCOCCAL, POTASSIUM, SMOKING, SODIUM, TDAP, TRIGLYCERIDES, ZOSTER,
};
use super::super::person::Sex;
use super::super::visit::Visit;
use super::Course;
use crate::generate::chart::Order;

/// The check-ups.
pub(super) struct CheckUp {
    due: Date,
    visits: u32,
    lipids: Option<(Problem, Order)>,
    is_at_full_dose: bool,
    given: Vec<&'static str>,
}

impl CheckUp {
    /// Returns check-ups that begin on `due`.
    pub(super) fn new(due: Date) -> Self {
        CheckUp { due, visits: 0, lipids: None, is_at_full_dose: false, given: Vec::new() }
    }

    fn blood(&self, visit: &mut Visit<'_>) {
        let creatinine = visit.body.creatinine(visit.person, visit.day());
        let filtration = visit.body.filtration;
        let (potassium, sodium) = (4.2 + visit.chance.spread(0.25), 140.0 + visit.chance.spread(1.6));
        let sugar = 20.0 + 14.5 * visit.body.hba1c + visit.chance.spread(5.0);
        visit.panel(
            METABOLIC_PANEL,
            &[
                (&GLUCOSE, sugar),
                (&SODIUM, sodium),
                (&POTASSIUM, potassium),
                (&CREATININE, creatinine),
                (&EGFR, filtration),
            ],
        );
        let base = if visit.person.sex == Sex::Female { 13.3 } else { 14.8 };
        let counts =
            [base + visit.chance.spread(0.6), 6.8 + visit.chance.spread(1.2), 250.0 + visit.chance.spread(35.0)];
        visit.panel(BLOOD_COUNT, &[(&HEMOGLOBIN, counts[0]), (&LEUKOCYTES, counts[1]), (&PLATELETS, counts[2])]);
        if self.visits.is_multiple_of(3) && visit.age() >= 35 {
            let hba1c = visit.body.hba1c + visit.chance.spread(0.06);
            visit.measure(&HBA1C, hba1c);
        }
    }

    fn fats(&mut self, visit: &mut Visit<'_>) {
        let ldl = visit.body.ldl + visit.chance.spread(6.0);
        let (hdl, fats) = (50.0 + visit.chance.spread(7.0), 135.0 + visit.chance.spread(25.0));
        visit.panel(
            LIPID_PANEL,
            &[(&CHOLESTEROL, ldl + hdl + fats / 5.0), (&LDL, ldl), (&HDL, hdl), (&TRIGLYCERIDES, fats)],
        );
        let value = ldl.round();
        match self.lipids.take() {
            None if ldl > 150.0 && visit.age() >= 38 => {
                let problem = visit.diagnose(HYPERLIPIDEMIA);
                let order = visit.prescribe(ATORVASTATIN_20, &problem);
                visit.body.ldl *= 0.62;
                visit.assess("Hyperlipidemia", format!("LDL is {value} mg/dL in spite of a better diet."));
                visit.plan("Start atorvastatin 20 mg at night; repeat the lipids at the next check-up.");
                self.lipids = Some((problem, order));
            }
            Some((problem, order)) if ldl > 112.0 && !self.is_at_full_dose => {
                let order = visit.change(&order, ATORVASTATIN_40, "dose increased", &problem);
                visit.body.ldl *= 0.86;
                self.is_at_full_dose = true;
                visit.assess("Hyperlipidemia", format!("LDL {value} mg/dL on 20 mg, above the goal of 100."));
                visit.plan("Atorvastatin up to 40 mg at night.");
                self.lipids = Some((problem, order));
            }
            Some(treated) => {
                visit.assess(
                    "Hyperlipidemia",
                    format!("LDL {value} mg/dL, no muscle pain, takes the tablets most nights."),
                );
                self.lipids = Some(treated);
            }
            None => {}
        }
    }

    fn vaccines(&mut self, visit: &mut Visit<'_>) {
        let (age, month, year) = (visit.age(), visit.day().month(), visit.day().year());
        if (9..=12).contains(&month) && visit.chance.percent(75) {
            visit.vaccinate(INFLUENZA);
        }
        let once = [(TDAP, true), (ZOSTER, age >= 50), (PNEUMOCOCCAL, age >= 65), (COVID, year >= 2021)];
        for (vaccine, is_time) in once {
            if is_time && !self.given.contains(&vaccine.code) && visit.chance.percent(70) {
                visit.vaccinate(vaccine);
                self.given.push(vaccine.code);
            }
        }
    }
}

impl Course for CheckUp {
    fn name(&self) -> &'static str {
        "check-up"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        self.due = after(visit.day(), 365 + visit.chance.between(-20, 60));
        visit.kind = CHECK_UP;
        let status = visit.body.smoking;
        visit.chart.answer(visit.at, &visit.encounter, SMOKING, status);
        self.blood(visit);
        if self.visits.is_multiple_of(2) {
            self.fats(visit);
        }
        self.vaccines(visit);
        if status == DAILY_SMOKER {
            visit.assess("Smoking", "Smokes daily; motivated to stop, as every year.");
            visit.plan("Quit line number given.");
            if visit.chance.percent(20) {
                visit.body.smoking = EX_SMOKER;
            }
        }
        let age = visit.age();
        if (50..=75).contains(&age) && !self.given.contains(&COLONOSCOPY.code) && visit.chance.percent(35) {
            visit.procedure(COLONOSCOPY, None);
            self.given.push(COLONOSCOPY.code);
            visit.assess("Screening", "Colonoscopy to the cecum, no polyps, good preparation.");
        }
        if visit.person.sex == Sex::Female && (50..=74).contains(&age) && self.visits % 2 == 1 {
            visit.procedure(MAMMOGRAPHY, None);
            visit.assess("Screening", "Mammography without suspicious findings.");
        }
        if visit.assessments.is_empty() {
            visit.assess("Health maintenance", "Well, nothing new in the examination.");
        }
        visit.body.filtration = (visit.body.filtration - 0.6).max(20.0);
        self.visits += 1;
    }
}
