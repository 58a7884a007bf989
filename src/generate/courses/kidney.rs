//! Chronic kidney disease: filtration declines from stage 3, in some to stage 4.

use jiff::civil::Date;

use super::super::calendar::{after, days};
use super::super::chance::Chance;
use super::super::chart::Problem;
use super::super::codes::{ALBUMIN_URINE, CREATININE, EGFR, KIDNEY_DISEASE_3, KIDNEY_DISEASE_4, POTASSIUM};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// The course.
pub(super) struct Kidney {
    due: Date,
    seen: Date,
    problem: Option<Problem>,
    /// mL/min/1.73 m² lost in a year.
    decline: f64,
    is_stage_4: bool,
    albumin: f64,
}

impl Kidney {
    /// Returns a kidney disease found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        let (decline, albumin) = (chance.real(0.8, 4.5), chance.real(20.0, 380.0));
        Kidney { due: onset, seen: onset, problem: None, decline, is_stage_4: false, albumin }
    }
}

impl Course for Kidney {
    fn name(&self) -> &'static str {
        "kidney disease"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let years = f64::from(days(self.seen, visit.day())) / 365.0;
        self.seen = visit.day();
        if self.problem.is_none() {
            visit.body.filtration = visit.body.filtration.min(visit.chance.real(46.0, 58.0));
        }
        visit.body.filtration =
            (visit.body.filtration - self.decline * years + visit.chance.spread(1.0)).clamp(12.0, 59.0);
        let filtration = visit.body.filtration;
        let creatinine = visit.body.creatinine(visit.person, visit.day());
        let creatinine = visit.measure(&CREATININE, creatinine);
        let filtration = visit.measure(&EGFR, filtration);
        let (albumin, potassium) =
            (self.albumin * visit.chance.real(0.8, 1.2), 4.3 + (60.0 - filtration) * 0.012 + visit.chance.spread(0.2));
        visit.measure(&ALBUMIN_URINE, albumin);
        visit.measure(&POTASSIUM, potassium);
        let told = format!("Creatinine {creatinine} mg/dL, eGFR {filtration}.");
        let problem = self.problem.take().unwrap_or_else(|| {
            visit.plan("No ibuprofen or naproxen. Sick-day rules explained.");
            visit.diagnose(KIDNEY_DISEASE_3)
        });
        visit.assess("Chronic kidney disease", told);
        self.problem = Some(if filtration < 30.0 && !self.is_stage_4 {
            self.is_stage_4 = true;
            visit.chart.resolve(&problem, visit.at.day);
            visit.letters.push(Letter::Referral {
                to: Role::Nephrology,
                problem: KIDNEY_DISEASE_4,
                question: format!("eGFR has come down to {filtration}. Please see for planning of further care."),
                reply: "We went through what lies ahead. No indication for dialysis now; potassium restriction is not needed yet.".to_owned(),
            });
            visit.diagnose(KIDNEY_DISEASE_4)
        } else {
            problem
        });
        self.albumin *= 1.03;
        self.due = after(visit.day(), if self.is_stage_4 { 92 } else { 180 } + visit.chance.between(-8, 20));
    }
}
