//! Depression with the PHQ-9: an episode, treatment, remission, and in some a second one.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::{Order, Problem};
use super::super::codes::{DEPRESSION, PHQ9, SERTRALINE_50, SERTRALINE_100};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// The course.
pub(super) struct Depression {
    due: Option<Date>,
    problem: Option<Problem>,
    order: Option<Order>,
    is_doubled: bool,
    score: f64,
    good_visits: u32,
    relapses: bool,
}

impl Depression {
    /// Returns a depression that begins on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        let (score, relapses) = (chance.real(13.0, 22.0), chance.percent(35));
        Depression { due: Some(onset), problem: None, order: None, is_doubled: false, score, good_visits: 0, relapses }
    }

    fn better(&mut self, visit: &mut Visit<'_>, problem: Problem) {
        self.good_visits += 1;
        if self.good_visits < 4 {
            visit.plan("Carry on with sertraline.");
            self.due = Some(after(visit.day(), 80 + visit.chance.between(0, 20)));
            self.problem = Some(problem);
            return;
        }
        if let Some(order) = self.order.take() {
            visit.stop(&order, "in remission");
        }
        visit.chart.resolve(&problem, visit.at.day);
        visit.plan("Sertraline tapered and stopped after nine good months.");
        self.due = self.relapses.then(|| after(visit.at.day, visit.chance.between(300, 900)));
        self.relapses = false;
        self.score = visit.chance.real(12.0, 19.0);
        (self.good_visits, self.is_doubled) = (0, false);
    }
}

impl Course for Depression {
    fn name(&self) -> &'static str {
        "depression"
    }

    fn due(&self) -> Option<Date> {
        self.due
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let score = visit.measure(&PHQ9, self.score);
        visit.reason.get_or_insert(DEPRESSION);
        visit.assess("Depression", format!("PHQ-9 {score}; no thoughts of self-harm when asked."));
        let next = visit.chance.between(28, 42);
        match self.problem.take() {
            None => {
                let complaint = visit.chance.pick(&[
                    "Sleeps badly since the move and cries without knowing why.",
                    "Nothing is fun any more; work is a wall.",
                    "Low for two months, after a loss in the family.",
                ]);
                visit.complain(complaint);
                let problem = visit.diagnose(DEPRESSION);
                self.order = Some(visit.prescribe(SERTRALINE_50, &problem));
                visit.plan("Start sertraline 50 mg; talking therapy; see again in a month.");
                if visit.chance.percent(40) {
                    visit.letters.push(Letter::Referral {
                        to: Role::Psychiatry,
                        problem: DEPRESSION,
                        question: format!("A depressive episode with a PHQ-9 of {score}. Would you offer therapy?"),
                        reply: "I offered twelve sessions and agree with sertraline.".to_owned(),
                    });
                }
                self.score *= visit.chance.real(0.5, 0.8);
                self.problem = Some(problem);
                self.due = Some(after(visit.day(), next));
            }
            Some(problem) if score <= 7.0 => self.better(visit, problem),
            Some(problem) => {
                if let Some(order) = self.order.take_if(|_| !self.is_doubled) {
                    self.order = Some(visit.change(&order, SERTRALINE_100, "dose increased", &problem));
                    self.is_doubled = true;
                    visit.plan("Sertraline up to 100 mg.");
                }
                self.score *= visit.chance.real(0.4, 0.7);
                self.problem = Some(problem);
                self.due = Some(after(visit.day(), next));
            }
        }
        if self.problem.is_some() && score <= 7.0 {
            self.score = visit.chance.real(1.0, 6.0);
        }
    }
}
