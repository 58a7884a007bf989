//! A pregnancy from the first visit to the birth.

use jiff::civil::Date;

use super::super::calendar::{after, days, long};
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{
    CESAREAN, DELIVERY, FETAL_HEART, FUNDUS, GESTATION, HEMOGLOBIN, IRON, IRON_DEFICIENCY, PREGNANCY, PRENATAL, TDAP,
};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// Days from the last period to the birth.
const TERM: i32 = 280;

/// The course.
pub(super) struct Pregnancy {
    /// The first day of the last period.
    since: Date,
    due: Option<Date>,
    problem: Option<Problem>,
    anemia: Option<(Problem, Order)>,
    length: i32,
    is_cesarean: bool,
    has_vaccine: bool,
}

impl Pregnancy {
    /// Returns a pregnancy with the last period on `since`.
    pub(super) fn new(since: Date, chance: &mut Chance) -> Self {
        let length = TERM + chance.between(-14, 9);
        let (due, is_cesarean) = (Some(after(since, 56 + chance.between(0, 12))), chance.percent(28));
        Pregnancy { since, due, problem: None, anemia: None, length, is_cesarean, has_vaccine: false }
    }

    fn birth(&mut self, visit: &mut Visit<'_>, problem: &Problem) {
        let (procedure, told) = if self.is_cesarean {
            (CESAREAN, "Cesarean section for a standstill in labor")
        } else {
            (DELIVERY, "Spontaneous birth after nine hours")
        };
        visit.procedure(procedure, Some(problem));
        visit.chart.resolve(problem, visit.at.day);
        if let Some((anemia, order)) = self.anemia.take() {
            visit.chart.end(&order, visit.at.day, None);
            visit.chart.resolve(&anemia, visit.at.day);
        }
        visit.body.weight -= 10.0;
        let child = visit.chance.pick(&["A girl", "A boy"]);
        visit.assess("Pregnancy", format!("{told}. {child}, mother and child well."));
        visit.letters.push(Letter::Discharge {
            problem: PREGNANCY,
            days: if self.is_cesarean { 4 } else { 2 },
            story: format!("{told}. {child} of {} g was born.", 2900 + 10 * visit.chance.below(90)),
        });
        self.due = None;
    }

    fn examine(&mut self, visit: &mut Visit<'_>, weeks: i32) {
        let week = f64::from(weeks);
        visit.measure(&GESTATION, week);
        if weeks >= 18 {
            let (fundus, heart) = (week + visit.chance.spread(1.0), 142.0 + visit.chance.spread(6.0));
            visit.measure(&FUNDUS, fundus);
            visit.measure(&FETAL_HEART, heart);
        }
        visit.body.weight += if weeks < 14 { 0.6 } else { 1.6 };
    }
}

impl Course for Pregnancy {
    fn name(&self) -> &'static str {
        "pregnancy"
    }

    fn due(&self) -> Option<Date> {
        self.due
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let weeks = days(self.since, visit.day()) / 7;
        visit.role = Role::Obstetrics;
        visit.kind = PRENATAL;
        let is_first = self.problem.is_none();
        let problem = self.problem.take().unwrap_or_else(|| visit.diagnose(PREGNANCY));
        visit.reason = Some(PREGNANCY);
        if days(self.since, visit.day()) >= self.length - 3 {
            return self.birth(visit, &problem);
        }
        self.examine(visit, weeks);
        if is_first {
            visit.complain("Nausea in the morning, otherwise happy.");
            visit.assess(
                "Pregnancy",
                format!("Week {weeks}; the birth is expected on {}.", long(after(self.since, TERM))),
            );
        } else {
            visit.assess("Pregnancy", format!("Week {weeks}, growing as it should."));
        }
        if self.anemia.is_none() && (24..=30).contains(&weeks) {
            let hemoglobin = 11.0 + visit.chance.spread(0.7);
            let hemoglobin = visit.measure(&HEMOGLOBIN, hemoglobin);
            if hemoglobin < 10.8 {
                let anemia = visit.chart.problem(visit.at.day, IRON_DEFICIENCY);
                let order = visit.prescribe(IRON, &anemia);
                visit.plan(format!("Hemoglobin {hemoglobin} g/dL: ferrous sulfate 325 mg once daily."));
                self.anemia = Some((anemia, order));
            }
        }
        if weeks >= 27 && !self.has_vaccine {
            visit.vaccinate(TDAP);
            self.has_vaccine = true;
        }
        self.problem = Some(problem);
        let next = if weeks < 28 {
            28
        } else if weeks < 36 {
            14
        } else {
            7
        };
        let birth = after(self.since, self.length);
        self.due = Some(after(visit.day(), next).min(birth.max(after(visit.day(), 1))));
    }
}
