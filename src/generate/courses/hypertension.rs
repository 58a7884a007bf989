//! Essential hypertension: pressure is up, comes down with each medicine, and creeps up again.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{AMLODIPINE, HYPERTENSION, LISINOPRIL_10, LISINOPRIL_20, LOSARTAN};
use super::super::visit::Visit;
use super::Course;

/// The course.
pub(super) struct Hypertension {
    due: Date,
    problem: Option<Problem>,
    first: Option<Order>,
    has_second: bool,
    is_doubled: bool,
    coughs: bool,
    rise: f64,
}

impl Hypertension {
    /// Returns a hypertension found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        Hypertension {
            due: onset,
            problem: None,
            first: None,
            has_second: false,
            is_doubled: false,
            coughs: chance.percent(12),
            rise: chance.real(20.0, 36.0),
        }
    }

    fn begin(&mut self, visit: &mut Visit<'_>) {
        visit.body.systolic += self.rise;
        visit.body.diastolic += self.rise * 0.4;
        let (systolic, diastolic) = (visit.body.systolic, visit.body.diastolic);
        let again = visit.chart.observe_pressure(visit.at.later(10), &visit.encounter, systolic, diastolic);
        visit.pressure = Some(again);
        visit.complain("Was told at the pharmacy that the pressure is high.");
        let problem = visit.diagnose(HYPERTENSION);
        self.first = Some(visit.prescribe(LISINOPRIL_10, &problem));
        visit.assess(
            "Essential hypertension",
            format!("{}/{} mm[Hg] at the second reading, high at home too.", again.0, again.1),
        );
        visit.plan("Start lisinopril 10 mg once daily; less salt; pressure log at home.");
        visit.body.systolic -= 11.0;
        visit.body.diastolic -= 6.0;
        self.problem = Some(problem);
        self.due = after(visit.day(), 28 + visit.chance.between(0, 20));
    }

    /// Takes the next step of treatment.
    fn step_up(&mut self, visit: &mut Visit<'_>, problem: &Problem) {
        match self.first.take() {
            Some(order) if self.coughs => {
                visit.complain("A dry cough since the new tablets.");
                self.first = Some(visit.change(&order, LOSARTAN, "cough", problem));
                self.coughs = false;
                self.is_doubled = true;
                visit.plan("Lisinopril stopped because of cough, losartan 50 mg once daily instead.");
            }
            Some(order) if !self.is_doubled => {
                self.first = Some(visit.change(&order, LISINOPRIL_20, "dose increased", problem));
                self.is_doubled = true;
                visit.plan("Lisinopril up to 20 mg once daily.");
            }
            first => {
                self.first = first;
                if self.has_second {
                    visit.plan("Asked about missed tablets; a pill box.");
                } else {
                    visit.prescribe(AMLODIPINE, problem);
                    self.has_second = true;
                    visit.plan("Amlodipine 5 mg once daily added; look for ankle swelling.");
                }
            }
        }
        visit.body.systolic -= 8.0;
        visit.body.diastolic = (visit.body.diastolic - 4.0).max(64.0);
    }
}

impl Course for Hypertension {
    fn name(&self) -> &'static str {
        "hypertension"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let Some(problem) = self.problem.take() else { return self.begin(visit) };
        visit.reason.get_or_insert(HYPERTENSION);
        let (systolic, diastolic) =
            visit.pressure.map_or((140.0, 85.0), |(systolic, diastolic)| (systolic.value(), diastolic.value()));
        let told = format!("{systolic}/{diastolic} mm[Hg] in the office");
        if systolic >= 140.0 || diastolic >= 90.0 {
            visit.assess("Essential hypertension", format!("{told}, not at goal."));
            self.step_up(visit, &problem);
            self.due = after(visit.day(), 45 + visit.chance.between(0, 25));
        } else {
            visit.assess("Essential hypertension", format!("{told}, at goal, no dizziness."));
            self.due = after(visit.day(), 190 + visit.chance.between(-10, 50));
        }
        visit.body.systolic += visit.chance.real(0.0, 2.4);
        visit.body.diastolic += visit.chance.real(0.0, 0.8);
        self.problem = Some(problem);
    }
}
