//! Atrial fibrillation: warfarin with its INR checks, and in many the change to apixaban.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{
    APIXABAN, ELECTROCARDIOGRAM, FIBRILLATION, HEART_RATE, INR, METOPROLOL_25, METOPROLOL_50, WARFARIN,
};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// The course.
pub(super) struct Fibrillation {
    due: Date,
    problem: Option<Problem>,
    warfarin: Option<Order>,
    rate: Option<Order>,
    inr: f64,
    checks: u32,
    changes_after: u32,
}

impl Fibrillation {
    /// Returns a fibrillation found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        let changes_after = 6 + chance.below(30);
        Fibrillation { due: onset, problem: None, warfarin: None, rate: None, inr: 1.4, checks: 0, changes_after }
    }

    fn begin(&mut self, visit: &mut Visit<'_>) {
        visit.complain("The heart races and stumbles, for a week now.");
        visit.measure(&HEART_RATE, 118.0);
        let problem = visit.diagnose(FIBRILLATION);
        visit.procedure(ELECTROCARDIOGRAM, Some(&problem));
        self.warfarin = Some(visit.prescribe(WARFARIN, &problem));
        self.rate = Some(visit.prescribe(METOPROLOL_25, &problem));
        visit.body.heart_rate = (visit.body.heart_rate + 4.0).min(96.0);
        visit.assess("Atrial fibrillation", "Irregular, rate 118 in the electrocardiogram, no sign of ischemia.");
        visit.plan("Warfarin, INR in one week; metoprolol succinate 25 mg for the rate.");
        visit.letters.push(Letter::Referral {
            to: Role::Cardiology,
            problem: FIBRILLATION,
            question: "New atrial fibrillation. Rate control was begun. Would you consider cardioversion?".to_owned(),
            reply: "Echocardiography shows a normal ventricle and a large atrium. I advise rate control and anticoagulation.".to_owned(),
        });
        self.problem = Some(problem);
        self.due = after(visit.day(), 8);
    }
}

impl Course for Fibrillation {
    fn name(&self) -> &'static str {
        "atrial fibrillation"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let Some(problem) = self.problem.take() else { return self.begin(visit) };
        visit.reason.get_or_insert(FIBRILLATION);
        self.checks += 1;
        let Some(warfarin) = self.warfarin.take() else {
            visit.assess("Atrial fibrillation", "Rate controlled, no bleeding on apixaban.");
            self.due = after(visit.day(), 185 + visit.chance.between(-10, 30));
            self.problem = Some(problem);
            return;
        };
        self.inr = (2.5 + (self.inr - 2.5) * 0.4 + visit.chance.spread(0.45)).clamp(1.1, 5.2);
        let inr = visit.measure(&INR, self.inr);
        if self.checks >= self.changes_after {
            visit.stop(&warfarin, "INR hard to keep in range");
            visit.prescribe(APIXABAN, &problem);
            visit.assess("Atrial fibrillation", format!("INR {inr}, swinging for months."));
            visit.plan("Warfarin stopped; apixaban 5 mg twice daily once the INR is below 2.");
            self.due = after(visit.day(), 40);
        } else {
            let (told, next) = match inr {
                inr if inr < 2.0 => ("below the range of 2 to 3; a little more this week", 9),
                inr if inr > 3.5 => ("too high; two doses left out, no bleeding", 6),
                inr if inr > 3.0 => ("slightly high; same dose, less on Sundays", 14),
                _ => ("in range", 34),
            };
            visit.assess("Atrial fibrillation", format!("INR {inr}, {told}."));
            self.due = after(visit.day(), next + visit.chance.between(0, 12));
            self.warfarin = Some(warfarin);
        }
        if self.checks == 4
            && let Some(order) = self.rate.take()
        {
            visit.change(&order, METOPROLOL_50, "dose increased", &problem);
            visit.plan("Metoprolol succinate up to 50 mg.");
        }
        self.problem = Some(problem);
    }
}
