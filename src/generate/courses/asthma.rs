//! Asthma: peak flow, a reliever, a controller, and now and then an attack.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::Problem;
use super::super::codes::{ALBUTEROL, ASTHMA, EMERGENCY, FLUTICASONE, LORATADINE, PEAK_FLOW, RHINITIS, SATURATION};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// The course.
pub(super) struct Asthma {
    due: Date,
    problem: Option<Problem>,
    has_controller: bool,
    /// Percent of what is expected.
    flow: f64,
    is_attack: bool,
    has_rhinitis: bool,
}

impl Asthma {
    /// Returns an asthma found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        let (flow, has_rhinitis) = (chance.real(70.0, 88.0), chance.percent(40));
        Asthma { due: onset, problem: None, has_controller: false, flow, is_attack: false, has_rhinitis }
    }

    /// Peak flow expected for size, in L/min: about 5.2 for each centimetre above 82.
    fn expected(visit: &Visit<'_>) -> f64 {
        let (height, _) = visit.body.size(visit.person, visit.at.day);
        ((height - 82.0) * 5.2).clamp(90.0, 620.0)
    }
}

impl Course for Asthma {
    fn name(&self) -> &'static str {
        "asthma"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let share = if self.is_attack { self.flow * 0.55 } else { self.flow };
        let flow = Asthma::expected(visit) * share / 100.0 + visit.chance.spread(8.0);
        let flow = visit.measure(&PEAK_FLOW, flow);
        let problem = match self.problem.take() {
            Some(problem) => problem,
            None => {
                visit.complain("Wheezing with colds and after running, worse at night.");
                let problem = visit.diagnose(ASTHMA);
                visit.prescribe(ALBUTEROL, &problem);
                visit.plan("Albuterol when needed, two puffs; inhaler technique shown.");
                if self.has_rhinitis {
                    let rhinitis = visit.chart.problem(visit.at.day, RHINITIS);
                    visit.prescribe(LORATADINE, &rhinitis);
                }
                problem
            }
        };
        visit.reason.get_or_insert(ASTHMA);
        if self.is_attack {
            visit.kind = EMERGENCY;
            visit.role = Role::Emergency;
            let saturation = 91.0 + visit.chance.spread(1.2);
            let saturation = visit.measure(&SATURATION, saturation);
            visit.complain("Short of breath since last night, the inhaler did not help.");
            visit.assess(
                "Asthma",
                format!("Attack: peak flow {flow} L/min, saturation {saturation} %, wheeze over both lungs."),
            );
            visit.letters.push(Letter::Discharge {
                problem: ASTHMA,
                days: 2,
                story: "Nebulised treatment and five days of steroid tablets. Peak flow was back to the usual by discharge.".to_owned(),
            });
            self.is_attack = false;
            self.due = after(visit.day(), 10 + visit.chance.between(0, 8));
        } else {
            let nights = visit.chance.between(0, 5);
            visit.assess("Asthma", format!("Peak flow {flow} L/min. Wakes at night {nights} times a month."));
            if !self.has_controller && visit.chance.percent(55) {
                visit.prescribe(FLUTICASONE, &problem);
                self.has_controller = true;
                self.flow = (self.flow + 12.0).min(98.0);
                visit.plan("Fluticasone two puffs twice daily; rinse the mouth after.");
            }
            self.is_attack = visit.chance.percent(if self.has_controller { 6 } else { 15 });
            self.due = after(visit.day(), 220 + visit.chance.between(-60, 60));
        }
        self.problem = Some(problem);
    }
}
