//! Courses of illness: each a small model that falls due, is attended to at a visit, and answers to its treatment.

mod asthma;
mod cancer;
mod check_up;
mod childhood;
mod depression;
mod diabetes;
mod episodes;
mod fibrillation;
mod heart_failure;
mod hypertension;
mod kidney;
mod pregnancy;
mod thyroid;

use jiff::civil::Date;

use super::calendar::{after, age, days};
use super::chance::Chance;
use super::life::Span;
use super::person::{Person, Sex};
use super::visit::Visit;

/// One course through a life.
pub(super) trait Course {
    /// Returns our word for it.
    fn name(&self) -> &'static str;

    /// Returns the day from which it is to be attended to, or `None` when it is over.
    fn due(&self) -> Option<Date>;

    /// Attends to it, and moves on: it is due later than the visit then, or over.
    fn attend(&mut self, visit: &mut Visit<'_>);
}

/// Returns the courses of a person's life within `span`. What is likely at which age follows common experience,
/// rounded up so that small samples hold every kind.
pub(super) fn courses(person: &Person, span: Span, chance: &mut Chance) -> Vec<Box<dyn Course>> {
    let Span { start, end } = span;
    let (first, last) = (age(person.birth, start), age(person.birth, end));
    let woman = person.sex == Sex::Female;
    let mut courses: Vec<Box<dyn Course>> = Vec::new();
    if first < 17 {
        courses.push(Box::new(childhood::Childhood::new(person.birth, span)));
    }
    if last >= 18 {
        courses.push(Box::new(check_up::CheckUp::new(onset(person.birth, 18, span, 30, chance))));
    }
    courses.push(Box::new(episodes::Episodes::new(after(start, chance.between(20, 500)))));
    let mut add = |likely: u32, course: &dyn Fn(&mut Chance) -> Box<dyn Course>| {
        let occurs = chance.percent(likely);
        if occurs {
            courses.push(course(chance));
        }
        occurs
    };
    let adult = last >= 40;
    let pressure = add(if adult { 48 } else { 0 }, &|chance| {
        Box::new(hypertension::Hypertension::new(onset(person.birth, 36, span, 40, chance), chance))
    });
    let sugar = add(if adult { 28 } else { 0 }, &|chance| {
        Box::new(diabetes::Diabetes::new(onset(person.birth, 34, span, 45, chance), chance))
    });
    if last >= 55 && (pressure || sugar) {
        add(35, &|chance| Box::new(kidney::Kidney::new(onset(person.birth, 50, span, 55, chance), chance)));
    }
    if last >= 60 {
        add(18, &|chance| Box::new(fibrillation::Fibrillation::new(onset(person.birth, 56, span, 70, chance), chance)));
        add(16, &|chance| {
            Box::new(heart_failure::HeartFailure::new(onset(person.birth, 58, span, 70, chance), chance))
        });
    }
    if last >= 45 {
        add(14, &|chance| Box::new(cancer::Cancer::new(person.sex, onset(person.birth, 42, span, 60, chance), chance)));
    }
    add(
        if last < 20 {
            0
        } else if woman {
            14
        } else {
            5
        },
        &|chance| Box::new(thyroid::Thyroid::new(onset(person.birth, 18, span, 50, chance), chance)),
    );
    add(if last >= 4 { 13 } else { 0 }, &|chance| {
        Box::new(asthma::Asthma::new(onset(person.birth, 3, span, 30, chance), chance))
    });
    add(if last >= 16 { 16 } else { 0 }, &|chance| {
        Box::new(depression::Depression::new(onset(person.birth, 15, span, 60, chance), chance))
    });
    if woman && last >= 20 && first <= 41 {
        add(50, &|chance| {
            let from = start.max(after(person.birth, 20 * 366));
            let to = end.min(after(person.birth, 42 * 365));
            let conceived = after(from, chance.between(0, days(from, to).max(1)));
            Box::new(pregnancy::Pregnancy::new(conceived, chance))
        });
    }
    courses
}

/// Returns the day on which something begins: from `years` of age on, within the first `share` percent of the record.
fn onset(birth: Date, years: i32, span: Span, share: i32, chance: &mut Chance) -> Date {
    let from = span.start.max(after(birth, years * 365 + years / 4));
    let room = days(from, span.end).max(1) * share / 100;
    after(from, chance.between(1, room.max(1)))
}
