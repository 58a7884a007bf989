//! What comes and goes: infections, a sore knee, an operation.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::codes::{
    ACETAMINOPHEN, AMOXICILLIN, APPENDECTOMY, BRONCHITIS, CHOLECYSTECTOMY, Concept, FOR_SYMPTOM, KNEE_ARTHROSIS,
    OTITIS, SINUSITIS, TEMPERATURE, URINARY_INFECTION,
};
use super::super::visit::Visit;
use super::Course;

/// The episodes of a life, one after the other.
pub(super) struct Episodes {
    due: Date,
    has_knee: bool,
    has_scar: bool,
}

/// An infection: what it is, how it is told, what it is called.
const INFECTIONS: &[(Concept, &str, &str)] = &[
    (SINUSITIS, "Pressure over both cheeks and a green nose for ten days.", "Sinusitis"),
    (BRONCHITIS, "Cough with phlegm for a week, no fever.", "Bronchitis"),
    (URINARY_INFECTION, "Burning on passing water since yesterday.", "Urinary tract infection"),
];

impl Episodes {
    /// Returns episodes from `due` on.
    pub(super) fn new(due: Date) -> Self {
        Episodes { due, has_knee: false, has_scar: false }
    }

    fn infection(&mut self, visit: &mut Visit<'_>) {
        let (concept, complaint, word) = match visit.age() {
            0..=9 => (OTITIS, "Pulls at the ear and cries at night.", "Otitis media"),
            _ => *visit.chance.one(INFECTIONS),
        };
        visit.complain(complaint);
        let warmth = 37.6 + visit.chance.spread(0.4);
        let warmth = visit.measure(&TEMPERATURE, warmth);
        let problem = visit.diagnose(concept);
        let is_treated = concept != BRONCHITIS && visit.age() >= 12 && !visit.avoids_penicillin();
        if is_treated {
            let order = visit.prescribe(AMOXICILLIN, &problem);
            visit.chart.end(&order, visit.at.in_days(7).day.min(visit.end), None);
        }
        visit.chart.resolve(&problem, visit.at.in_days(12).day.min(visit.end));
        visit.assess(word, format!("Temperature {warmth} °C, otherwise well."));
        visit.plan(if is_treated {
            "Amoxicillin for seven days."
        } else {
            "Fluids and rest; come back if it is not better in five days."
        });
    }

    fn other(&mut self, visit: &mut Visit<'_>) {
        if visit.age() >= 50 && !self.has_knee {
            self.has_knee = true;
            visit.complain("The right knee hurts on the stairs.");
            let problem = visit.diagnose(KNEE_ARTHROSIS);
            visit.prescribe(ACETAMINOPHEN, &problem);
            visit.assess("Osteoarthritis of the knee", "Crepitus, no effusion, full extension.");
            visit.plan("Acetaminophen when needed and exercises; no injection for now.");
        } else if visit.age() >= 10 && !self.has_scar && visit.chance.percent(50) {
            self.has_scar = true;
            let operation = if visit.age() < 40 { APPENDECTOMY } else { CHOLECYSTECTOMY };
            visit.procedure(operation, None);
            visit.complain("A week after the operation; the wound itches.");
            visit.assess("After the operation", "Wound dry and closed; stitches out.");
        } else {
            self.infection(visit);
        }
    }
}

impl Course for Episodes {
    fn name(&self) -> &'static str {
        "episodes"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        visit.kind = FOR_SYMPTOM;
        if visit.chance.percent(70) {
            self.infection(visit);
        } else {
            self.other(visit);
        }
        self.due = after(visit.day(), visit.chance.between(200, 900));
    }
}
