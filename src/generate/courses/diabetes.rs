//! Type 2 diabetes: HbA1c drifts up, falls with each step of treatment, and rises again over the years.

use jiff::civil::Date;

use super::super::calendar::{after, days};
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{
    ALBUMIN_URINE, DIABETES, DIABETES_CARE, GLARGINE, GLIPIZIDE, GLUCOSE, HBA1C, METFORMIN_500, METFORMIN_1000,
    Medicine,
};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// A step of treatment: the medicine, what it does to HbA1c, and whether it takes the place of the one before.
struct Step {
    medicine: Medicine,
    effect: f64,
    replaces: bool,
}

const STEPS: [Step; 4] = [
    Step { medicine: METFORMIN_500, effect: -0.8, replaces: false },
    Step { medicine: METFORMIN_1000, effect: -0.6, replaces: true },
    Step { medicine: GLIPIZIDE, effect: -0.7, replaces: false },
    Step { medicine: GLARGINE, effect: -1.1, replaces: true },
];

/// The goal of treatment, in % HbA1c (American Diabetes Association, Standards of Care).
const GOAL: f64 = 7.0;

/// The course.
pub(super) struct Diabetes {
    due: Date,
    problem: Option<Problem>,
    orders: Vec<Order>,
    step: usize,
    hba1c: f64,
    /// What HbA1c gains in a year.
    drift: f64,
    seen: Date,
    tolerates_metformin: bool,
}

impl Diabetes {
    /// Returns a diabetes found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        Diabetes {
            due: onset,
            problem: None,
            orders: Vec::new(),
            step: 0,
            hba1c: chance.real(7.1, 9.4),
            drift: chance.real(0.15, 0.5),
            seen: onset,
            tolerates_metformin: chance.percent(88),
        }
    }

    fn begin(&mut self, visit: &mut Visit<'_>) -> Problem {
        let complaint = visit.chance.pick(&[
            "Thirsty for some weeks and up several times at night.",
            "Tired since the spring; a brother was told the same at fifty.",
            "No complaints; the glucose was high in the routine blood.",
        ]);
        visit.complain(complaint);
        let problem = visit.diagnose(DIABETES);
        visit.chart.care_plan(
            visit.at.day,
            DIABETES_CARE,
            &problem,
            &["Diet education", "Foot care", "Eye examination every year"],
        );
        problem
    }

    /// Takes the next step of treatment, and says so.
    fn step_up(&mut self, visit: &mut Visit<'_>, problem: &Problem) {
        let Some(step) = STEPS.get(self.step) else {
            return visit.plan("Insulin up by 2 units every third day until the morning glucose is below 130.");
        };
        let order = match self.orders.last() {
            Some(last) if step.replaces => {
                let last = last.clone();
                self.orders.pop();
                visit.change(&last, step.medicine, "dose increased or treatment intensified", problem)
            }
            _ => visit.prescribe(step.medicine, problem),
        };
        self.orders.push(order);
        self.hba1c = (self.hba1c + step.effect).max(5.9);
        visit.body.weight += if step.effect < -1.0 { 2.5 } else { -1.4 };
        visit.plan(format!("Start {}: {}.", step.medicine.word, step.medicine.dose));
        self.step += 1;
    }

    fn intolerance(&mut self, visit: &mut Visit<'_>, problem: &Problem) {
        for order in std::mem::take(&mut self.orders) {
            visit.stop(&order, "diarrhea");
        }
        self.tolerates_metformin = true;
        self.step = 2;
        self.hba1c += 0.4;
        visit.complain("Loose stools ever since the metformin.");
        visit.assess("Type 2 diabetes", "Does not tolerate metformin; stopped.");
        self.step_up(visit, problem);
    }
}

impl Course for Diabetes {
    fn name(&self) -> &'static str {
        "diabetes"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let years = f64::from(days(self.seen, visit.day())) / 365.0;
        self.seen = visit.day();
        let before = self.hba1c;
        self.hba1c = (self.hba1c + self.drift * years + visit.chance.spread(0.12)).clamp(5.8, 12.5);
        visit.body.hba1c = self.hba1c;
        let value = visit.measure(&HBA1C, self.hba1c);
        let sugar = 28.7 * self.hba1c - 60.0 + visit.chance.spread(12.0);
        visit.measure(&GLUCOSE, sugar);
        let is_new = self.problem.is_none();
        let problem = match self.problem.take() {
            Some(problem) => problem,
            None => self.begin(visit),
        };
        visit.reason.get_or_insert(DIABETES);
        if visit.chance.percent(40) {
            let albumin = (90.0 - visit.body.filtration).max(4.0) * visit.chance.real(0.4, 1.6);
            visit.measure(&ALBUMIN_URINE, albumin);
        }
        if !is_new && self.step == 1 && !self.tolerates_metformin {
            self.intolerance(visit, &problem);
        } else if is_new || value > GOAL + 0.4 {
            let told = if is_new {
                format!("HbA1c {value} %, newly found.")
            } else {
                format!("HbA1c {value} %, above the goal of {GOAL} %.")
            };
            visit.assess("Type 2 diabetes", told);
            self.step_up(visit, &problem);
        } else {
            let course = if self.hba1c < before { "better than last time" } else { "about as last time" };
            visit
                .assess("Type 2 diabetes", format!("HbA1c {value} %, {course}. Feet without lesions, pulses present."));
            visit.plan("No change to the diabetes medicines.");
        }
        if self.step == 4 && value > 8.6 && visit.chance.percent(40) {
            visit.letters.push(Letter::Referral {
                to: Role::Endocrinology,
                problem: DIABETES,
                question: format!("HbA1c is {value} % on insulin. Would you advise on intensifying?"),
                reply: "I have moved the insulin to the morning and gone through the diet. Please repeat the HbA1c in three months.".to_owned(),
            });
        }
        self.problem = Some(problem);
        self.due = after(visit.day(), if value > 8.0 { 95 } else { 182 } + visit.chance.between(-8, 20));
    }
}
