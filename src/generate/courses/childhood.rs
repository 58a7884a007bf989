//! Childhood: growth and vaccines at the visits of a healthy child.

use jiff::civil::Date;

use super::super::calendar::{after, days};
use super::super::codes::{CHILDHOOD, HEAD, WELL_CHILD};
use super::super::life::Span;
use super::super::practice::Role;
use super::super::visit::Visit;
use super::Course;

/// The course.
pub(super) struct Childhood {
    birth: Date,
    next: usize,
}

/// Returns the day on which a child is `months` old, roughly.
fn at_months(birth: Date, months: i32) -> Date {
    after(birth, months * 304 / 10 + 2)
}

impl Childhood {
    /// Returns the visits of a child that lie within `span`.
    pub(super) fn new(birth: Date, span: Span) -> Self {
        let past = CHILDHOOD.iter().take_while(|(months, _)| at_months(birth, *months) < span.start).count();
        Childhood { birth, next: past }
    }
}

impl Course for Childhood {
    fn name(&self) -> &'static str {
        "childhood"
    }

    fn due(&self) -> Option<Date> {
        CHILDHOOD.get(self.next).map(|(months, _)| at_months(self.birth, *months))
    }

    fn attend(&mut self, visit: &mut Visit<'_>) {
        let Some((months, vaccines)) = CHILDHOOD.get(self.next) else { return };
        self.next += 1;
        visit.kind = WELL_CHILD;
        visit.role = Role::Pediatrics;
        if days(self.birth, visit.day()) < 3 * 365 {
            let head = visit.body.head(visit.person, visit.day());
            visit.measure(&HEAD, head);
        }
        for &vaccine in *vaccines {
            visit.vaccinate(vaccine);
        }
        let told = match months {
            0..=2 => "Feeds well, regains the birth weight.",
            3..=6 => "Smiles, follows a toy, holds the head.",
            7..=12 => "Sits, pulls to stand, says a first word.",
            13..=24 => "Walks, two words together, points at pictures.",
            25..=72 => "Draws a person, counts to ten, plays with others.",
            73..=132 => "Good at school, rides a bicycle, reads at night.",
            _ => "Seen in part alone. No worries about school, friends or sleep.",
        };
        visit.assess("Growth and development", told);
        if !vaccines.is_empty() {
            let plural = if vaccines.len() == 1 { "vaccine" } else { "vaccines" };
            visit.plan(format!("{} {plural} given; fever for a day is expected.", vaccines.len()));
        }
    }
}
