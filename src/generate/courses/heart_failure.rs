//! Heart failure: weight, natriuretic peptide and ejection fraction, with a stay in hospital when it decompensates.

use jiff::civil::Date;

use super::super::calendar::after;
use super::super::chance::Chance;
use super::super::chart::Problem;
use super::super::codes::{
    ECHOCARDIOGRAPHY, EJECTION_FRACTION, EMERGENCY, FUROSEMIDE, HEART_FAILURE, LISINOPRIL_10, METOPROLOL_25, NT_PROBNP,
    WEIGHT,
};
use super::super::practice::Role;
use super::super::visit::{Letter, Visit};
use super::Course;

/// The course.
pub(super) struct HeartFailure {
    due: Date,
    problem: Option<Problem>,
    fraction: f64,
    peptide: f64,
    is_decompensated: bool,
    visits: u32,
}

impl HeartFailure {
    /// Returns a heart failure found on `onset`.
    pub(super) fn new(onset: Date, chance: &mut Chance) -> Self {
        let (fraction, peptide) = (chance.real(28.0, 46.0), chance.real(900.0, 4200.0));
        HeartFailure { due: onset, problem: None, fraction, peptide, is_decompensated: false, visits: 0 }
    }

    fn decompensation(&mut self, visit: &mut Visit<'_>) {
        visit.kind = EMERGENCY;
        visit.role = Role::Emergency;
        let gained = visit.chance.between(4, 8);
        let (_, dry) = visit.body.size(visit.person, visit.at.day);
        let (weight, peptide) = (dry + f64::from(gained), self.peptide * 2.8);
        visit.measure(&WEIGHT, weight);
        let peptide = visit.measure(&NT_PROBNP, peptide);
        visit.complain(format!("Sleeps in the chair for three nights; {gained} kg up in a week."));
        visit.assess(
            "Heart failure",
            format!("Decompensated: crackles to the middle, edema to the knees, NT-proBNP {peptide} pg/mL."),
        );
        visit.letters.push(Letter::Discharge {
            problem: HEART_FAILURE,
            days: 6,
            story: format!(
                "{gained} kg were lost under intravenous furosemide. Salt from restaurant food was the likely trigger."
            ),
        });
        self.is_decompensated = false;
        self.due = after(visit.day(), 14);
    }
}

impl Course for HeartFailure {
    fn name(&self) -> &'static str {
        "heart failure"
    }

    fn due(&self) -> Option<Date> {
        Some(self.due)
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        visit.reason.get_or_insert(HEART_FAILURE);
        let Some(problem) = self.problem.clone() else {
            visit.complain("Out of breath on one flight of stairs; shoes have become tight.");
            let problem = visit.diagnose(HEART_FAILURE);
            visit.procedure(ECHOCARDIOGRAPHY, Some(&problem));
            let (peptide, fraction) = (self.peptide, self.fraction);
            visit.measure(&NT_PROBNP, peptide);
            let fraction = visit.measure(&EJECTION_FRACTION, fraction);
            let taken = visit.chart.medicines();
            for medicine in [FUROSEMIDE, METOPROLOL_25, LISINOPRIL_10] {
                let stem = medicine.word.split(' ').next().unwrap_or_default();
                if !taken.iter().any(|known| known.word.starts_with(stem)) {
                    visit.prescribe(medicine, &problem);
                }
            }
            visit.assess("Heart failure", format!("Ejection fraction {fraction} % in the echocardiogram."));
            visit.plan("Furosemide 40 mg each morning; weigh every morning and call at 2 kg more.");
            self.problem = Some(problem);
            self.due = after(visit.day(), 21);
            return;
        };
        self.visits += 1;
        if self.is_decompensated {
            return self.decompensation(visit);
        }
        self.peptide = (self.peptide * visit.chance.real(0.75, 1.15)).clamp(180.0, 9000.0);
        let peptide = self.peptide;
        let peptide = visit.measure(&NT_PROBNP, peptide);
        let mut told = format!("NT-proBNP {peptide} pg/mL, walks two blocks, sleeps on one pillow.");
        if self.visits.is_multiple_of(3) {
            visit.procedure(ECHOCARDIOGRAPHY, Some(&problem));
            self.fraction = (self.fraction + visit.chance.real(-2.0, 4.0)).clamp(20.0, 56.0);
            let fraction = self.fraction;
            let fraction = visit.measure(&EJECTION_FRACTION, fraction);
            told = format!("{told} Ejection fraction {fraction} %.");
        }
        visit.assess("Heart failure", told);
        self.is_decompensated = visit.chance.percent(12);
        self.due = after(visit.day(), 120 + visit.chance.between(-20, 30));
    }
}
