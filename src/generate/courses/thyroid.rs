//! Hypothyroidism: thyrotropin is up, and comes down with levothyroxine.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{FREE_T4, HYPOTHYROIDISM, LEVOTHYROXINE_75, LEVOTHYROXINE_100, TSH};
use super::super::visit::Visit;
use super::Course;

/// The course.
pub(super) struct Thyroid {
    due: Date,
    treated: Option<(Problem, Order)>,
    tsh: f64,
    is_at_full_dose: bool,
}

impl Thyroid {
    /// Returns a hypothyroidism found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        Thyroid { due: onset, treated: None, tsh: chance.real(9.0, 34.0), is_at_full_dose: false }
    }
}

impl Course for Thyroid {
    fn name(&self) -> &'static str {
        "hypothyroidism"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let tsh = visit.measure(&TSH, self.tsh);
        let t4 = (1.3 - 0.03 * tsh).max(0.4) + visit.chance.spread(0.05);
        visit.measure(&FREE_T4, t4);
        visit.reason.get_or_insert(HYPOTHYROIDISM);
        self.treated = Some(match self.treated.take() {
            None => {
                visit.complain("Always cold, hair falls out, and the days are heavy.");
                let problem = visit.diagnose(HYPOTHYROIDISM);
                let order = visit.prescribe(LEVOTHYROXINE_75, &problem);
                visit.assess("Hypothyroidism", format!("TSH {tsh} m[IU]/L with a low free T4."));
                visit.plan("Start levothyroxine 75 micrograms on an empty stomach; TSH again in eight weeks.");
                self.tsh = visit.chance.real(3.0, 8.5);
                self.due = after(visit.day(), 58);
                (problem, order)
            }
            Some((problem, order)) if tsh > 4.5 && !self.is_at_full_dose => {
                let order = visit.change(&order, LEVOTHYROXINE_100, "dose increased", &problem);
                visit.assess("Hypothyroidism", format!("TSH {tsh} m[IU]/L, still above the range."));
                visit.plan("Levothyroxine up to 100 micrograms.");
                self.is_at_full_dose = true;
                self.tsh = visit.chance.real(1.2, 3.4);
                self.due = after(visit.day(), 60);
                (problem, order)
            }
            Some(treated) => {
                visit.assess("Hypothyroidism", format!("TSH {tsh} m[IU]/L on treatment, feels well."));
                self.tsh = (self.tsh + visit.chance.spread(0.5)).clamp(0.6, 6.5);
                self.due = after(visit.day(), 350 + visit.chance.between(-20, 30));
                treated
            }
        });
    }
}
