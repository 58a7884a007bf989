//! A life on record: visit after visit, each at the day on which some course of illness falls due.

use jiff::civil::Date;

use super::body::Body;
use super::calendar::{PRESENT, after, days, weekday};
use super::chance::Chance;
use super::chart::{Chart, Moment};
use super::codes::ALLERGIES;
use super::courses::courses;
use super::notes::Writer;
use super::person::Person;
use super::visit::Visit;

/// What falls due within so many days is done at the same visit.
const TOGETHER_DAYS: i32 = 24;
/// No record has more visits; it would mean a course that asks for one every day.
const MAX_VISITS: usize = 1500;

/// The span of a record: the first and the last day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// The first day.
    pub(super) start: Date,
    /// The last day.
    pub(super) end: Date,
}

impl Span {
    /// Returns the last `years` years of a person's life, up to about the present.
    pub(super) fn draw(person: &Person, years: u16, chance: &mut Chance) -> Self {
        let present = after(PRESENT, -chance.between(0, 120));
        let end = person.death.map_or(present, |death| death.min(present)).max(after(person.birth, 2));
        let start = after(end, -(i32::from(years) * 365 + i32::from(years) / 4));
        Span { start: start.max(person.birth), end }
    }
}

/// Lives through `span`, and writes it into `chart`.
pub(super) fn live(person: &Person, span: Span, chart: &mut Chart, chance: &mut Chance, writer: &mut Writer) {
    allergies(span, chart, chance);
    let mut body = Body::draw(person, span.start, chance);
    let mut courses = courses(person, span, chance);
    chart.truth.courses = courses.iter().map(|course| course.name()).collect();
    let mut last = after(span.start, -1);
    for _ in 0..MAX_VISITS {
        let Some(due) = courses.iter().filter_map(|course| course.due()).min() else { break };
        let day = weekday(due.max(after(last, 1)));
        if day > span.end {
            break;
        }
        last = day;
        let minute = 480 + 5 * chance.below(100);
        let mut visit = Visit::open(Moment { day, minute }, span.end, chart, person, &mut body, chance);
        visit.vital_signs();
        let horizon = after(day, TOGETHER_DAYS);
        for course in courses.iter_mut().filter(|course| course.due().is_some_and(|due| due <= horizon)) {
            course.attend(&mut visit);
        }
        visit.close();
        writer.write(&mut visit);
    }
}

/// Puts allergies known from before on the chart.
fn allergies(span: Span, chart: &mut Chart, chance: &mut Chance) {
    if !chance.percent(45) {
        return;
    }
    let first = chance.one(ALLERGIES);
    let day = after(span.start, chance.between(0, 60)).min(span.end);
    chart.allergy(day, first);
    let second = chance.one(ALLERGIES);
    if chance.percent(30) && second.code != first.code {
        let later = after(day, chance.between(1, (days(day, span.end)).max(1)));
        chart.allergy(later.min(span.end), second);
    }
}
