//! Reads what a message says of a course, and holds it to the readings that were drawn.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::courses::{Course, Drawn};
use super::{Count, Truth, passages};
use crate::privacy::level::Level;

/// One number, or two with a word between, as messages have them.
static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x) between\ about\ (?<from>-?[\d.]*\d)\ and\ (?<to>-?[\d.]*\d)
        | at\ least\ (?<least>-?[\d.]*\d)(?:\ and\ under\ (?<most>-?[\d.]*\d))? | under\ (?<under>-?[\d.]*\d)
        | (?<side>below|within|above)\ the\ reference\ range | about\ (?<about>-?[\d.]*\d)",
    )
    .ok()
});
static DIRECTION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r", (rising|falling|steady|mixed)(?:[;.,]|$)").ok());
static READINGS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r", in (?:(\d+)(?: to (\d+))?|more than (\d+)) readings").ok());
/// From when to when a course goes.
static SPAN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r", from ([^,]+) to [^,]+\.$").ok());
/// How a message says that its numbers may be moved.
const MOVED: &str = "may be moved by one step";

/// What is said of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Said {
    About(f64),
    /// At least the first, and under the second.
    Band(Option<f64>, Option<f64>),
    Below,
    Within,
    Above,
}

/// What a sentence is held to.
struct Held<'a> {
    course: &'a Course,
    level: Level,
    is_moved: bool,
}

/// Judges each statement of `message` about what was `drawn`.
pub(super) fn judge(drawn: &Drawn, message: &str, level: Level, count: &mut Count) {
    let is_moved = message.contains(MOVED);
    let name = drawn.measure.name;
    // When the first reading of a course that is told as a range was: a line of that time is about it.
    let mut begun: Option<String> = None;
    for passage in passages(message).filter(|passage| passage.starts_with(name)) {
        let held = |course| Held { course, level, is_moved };
        if let Some(found) = READINGS.as_ref().and_then(|readings| readings.captures(passage)) {
            let all = drawn.courses.first().map_or(0, |course| course.readings.len());
            count.judged(if counts(&found, all) { Truth::Real } else { Truth::False }, || {
                format!("{all} readings: {passage}")
            });
            let span = SPAN.as_ref().and_then(|span| span.captures(passage.trim_end()));
            begun = span.and_then(|span| Some(format!(", {}.", span.get(1)?.as_str())));
            for course in &drawn.courses {
                let Some(part) = part_of(passage, name, course) else { continue };
                held(course).course(part, count);
            }
            continue;
        }
        // Each reading in a line of its own, the newest last.
        let lines: Vec<&str> = passage.lines().collect();
        for (back, line) in lines.iter().rev().enumerate() {
            let is_first = begun.as_ref().is_some_and(|begun| line.trim_end().ends_with(begun));
            for course in &drawn.courses {
                let newest = || course.readings.len().checked_sub(back + 1).and_then(|at| course.readings.get(at));
                let reading = if is_first { course.readings.first() } else { newest() };
                let said = part_of(line, name, course).map(said).unwrap_or_default();
                let (Some(reading), [said]) = (reading, said.as_slice()) else { continue };
                count.judged(held(course).number(*said, *reading), || held(course).shown(line, *reading, *reading));
            }
        }
    }
}

/// Returns what `passage`, about the measure `name`, says of the part that `course` is of.
fn part_of<'p>(passage: &'p str, name: &str, course: &Course) -> Option<&'p str> {
    let told = passage.strip_prefix(name)?.trim_start_matches([':', ' ']);
    told.split("; ").find(|part| course.part.name.is_empty() || part.starts_with(course.part.name))
}

fn counts(found: &Captures<'_>, all: usize) -> bool {
    let number = |at: usize| found.get(at).and_then(|number| number.as_str().parse::<usize>().ok());
    match (number(1), number(2), number(3)) {
        (Some(from), Some(to), _) => (from..=to).contains(&all),
        (Some(exact), None, _) => exact == all,
        (_, _, Some(more)) => all > more,
        _ => false,
    }
}

/// Returns the numbers that `part` says, in its order.
fn said(part: &str) -> Vec<Said> {
    let Some(numbers) = NUMBERS.as_ref() else { return Vec::new() };
    numbers
        .captures_iter(part)
        .flat_map(|found| {
            let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<f64>().ok());
            match (number("from").zip(number("to")), number("about"), found.name("side").map(|side| side.as_str())) {
                (Some((from, to)), ..) => vec![Said::About(from), Said::About(to)],
                (_, Some(about), _) => vec![Said::About(about)],
                (_, _, Some("below")) => vec![Said::Below],
                (_, _, Some("within")) => vec![Said::Within],
                (_, _, Some(_)) => vec![Said::Above],
                _ => vec![Said::Band(number("least"), number("most").or(number("under")))],
            }
        })
        .collect()
}

impl Held<'_> {
    /// Judges the ends and the direction of a course.
    fn course(&self, part: &str, count: &mut Count) {
        let (least, most) = self.course.ends();
        let shown = || self.shown(part, least, most);
        match said(part).as_slice() {
            [one] => {
                let both = self.number(*one, least).max(self.number(*one, most));
                count.judged(both, shown);
            }
            [low, high] => {
                count.judged(self.number(*low, least), shown);
                count.judged(self.number(*high, most), shown);
                if let (Said::About(low), Said::About(high)) = (low, high) {
                    count.judged(if low < high { Truth::Real } else { Truth::False }, shown);
                }
            }
            _ => count.judged(Truth::False, shown),
        }
        let direction =
            DIRECTION.as_ref().and_then(|direction| direction.captures(part)).and_then(|found| found.get(1));
        let is_so = direction.is_some_and(|direction| may_be_called(direction.as_str(), self.course));
        count.judged(if is_so { Truth::Real } else { Truth::False }, shown);
    }

    /// Judges what is `said` of the reading `real`.
    fn number(&self, said: Said, real: i64) -> Truth {
        let part = self.course.part;
        let ticks = |number: f64| (number * part.scale() * 1e6).round() / 1e6;
        let exact = real as f64;
        let is_so = |is_so: bool| if is_so { Truth::Real } else { Truth::False };
        match said {
            Said::Below => is_so(self.course.low.is_some_and(|low| real < low)),
            Said::Above => is_so(self.course.high.is_some_and(|high| real > high)),
            Said::Within => is_so(
                (self.course.low.is_some() || self.course.high.is_some())
                    && self.course.low.is_none_or(|low| real >= low)
                    && self.course.high.is_none_or(|high| real <= high),
            ),
            Said::Band(from, to) => {
                is_so(from.is_none_or(|from| exact >= ticks(from)) && to.is_none_or(|to| exact < ticks(to)))
            }
            Said::About(number) => {
                let told = ticks(number);
                let on_its_side = part.thresholds.iter().all(|at| (told < *at as f64) == (real < *at))
                    && self.course.low.is_none_or(|low| (told < low as f64) == (real < low))
                    && self.course.high.is_none_or(|high| (told > high as f64) == (real > high))
                    && told > 0.0;
                let far = (told - exact).abs();
                // Half a step by rounding; at strict, where there is no band, of steps that are five times as coarse.
                let near = part.step as f64 * if self.level == Level::Strict { 3.0 } else { 0.5 };
                match (on_its_side, far <= near, self.is_moved && far <= near + part.step as f64) {
                    (true, true, _) => Truth::Real,
                    (true, _, true) => Truth::RangeOnly,
                    _ => Truth::False,
                }
            }
        }
    }

    fn shown(&self, said: &str, least: i64, most: i64) -> String {
        let Course { part, readings, low, high } = self.course;
        format!(
            "{} readings {readings:?} (of {} places, range {low:?} to {high:?}), {least} to {most}: {said}",
            part.name, part.places
        )
    }
}

/// Returns whether `course` may be called rising, falling, steady or mixed.
///
/// It rises where its newest reading is above its first by a difference that says something, and of all pairs of readings more rise
/// than fall (Kendall 1938). It is steady where no two readings differ by so much, and mixed where two do and it goes both up and
/// down.
pub(super) fn may_be_called(word: &str, course: &Course) -> bool {
    let (least, most) = course.ends();
    let (first, last) = course.first_and_last();
    let steps = || course.readings.iter().zip(course.readings.iter().skip(1)).map(|(a, b)| b - a);
    let change = course.part.change;
    match word {
        "rising" => last - first >= change && rise(&course.readings) > 0,
        "falling" => first - last >= change && rise(&course.readings) < 0,
        "steady" => most - least < change,
        "mixed" => most - least >= change && steps().any(|step| step > 0) && steps().any(|step| step < 0),
        _ => false,
    }
}

/// Returns how many pairs of `readings` rise, less those that fall.
fn rise(readings: &[i64]) -> i64 {
    let behind = |at: usize| readings.iter().skip(at + 1);
    readings.iter().enumerate().flat_map(|(at, a)| behind(at).map(move |b| (b - a).signum())).sum()
}
