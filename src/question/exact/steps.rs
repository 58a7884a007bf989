//! Questions about two things: which came first, what lies between them, what was so on the day of something, what was prescribed for it.

use jiff::civil::Date;

use super::ask::{Ask, Grain, Pick};
use super::chart::Chart;
use super::plainly::{Order, Steps, Unit};
use super::resolve::{Found, Point, resolve};
use super::words::{between, day};
use super::{Exact, Form, Frame, chart, contents, given, marks, rule};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};

/// Answers a question of two steps; `ask` answers the plain questions that it is made of.
pub(super) fn answer(records: &Records, steps: &Steps, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Exact> {
    match steps {
        Steps::Order { first, second, asked } => {
            let (one, other) = (first_day(records, first, ask)?, first_day(records, second, ask)?);
            order(&one, &other, *asked)
        }
        Steps::Day { question, when, is_illness } => {
            let dated = ask(when)?;
            // What never was has no day; that is said where what is asked of the day is known.
            if dated.is_absent && ask(&format!("{question}?")).is_some_and(|exact| !exact.is_absent) {
                return Some(dated);
            }
            let (then, at) = told(&dated)?;
            let kind = records.documents.get(at.document.0 as usize)?.facts().get(at.fact)?.kind;
            if *is_illness && kind != FactKind::Condition {
                return None;
            }
            let mut exact = ask(&format!("{question} on {then}?")).filter(|exact| !exact.is_absent)?;
            exact.rules.insert(0, format!("Asked of the day of “{}”, {}.", name_of(records, at)?, day(then)));
            Some(exact)
        }
        Steps::Between { first, second, grain, follows } => {
            let one = first_day(records, first, ask)?;
            let last_word = |thing: &str| thing.split_whitespace().last().map(str::to_lowercase).unwrap_or_default();
            if matches!(last_word(second).as_str(), "death" | "died" | "die" | "passing" | "dying") {
                return lived(records, &one, *grain, ask);
            }
            // "The operation" of something is the one that came after it.
            const DONE: &[&str] = &["operation", "surgery", "op", "procedure", "treatment", "removal"];
            let follows = &(*follows || DONE.contains(&second.to_lowercase().as_str()));
            // What came after something is the first of its kind behind it.
            let behind = || {
                let exact = ask(&format!("When was the first {second} since {}?", one.day))?;
                let (day, at) = told(&exact)?;
                Some(Dated { day, name: name_of(records, at)?, found: exact })
            };
            // What was before is not told as what came after.
            let next = if *follows { behind() } else { None };
            let other = next.or_else(|| first_day(records, second, ask))?;
            if *follows && other.day < one.day {
                return None;
            }
            apart(&one, &other, grain_of(*grain))
        }
        Steps::Lived { after, grain } => lived(records, &first_day(records, after, ask)?, *grain, ask),
        Steps::Given { of, when, class, is_now } => {
            let wanted = given::Wanted { class: class.as_deref(), is_now: *is_now };
            given::answer(records, of, when.as_deref(), wanted, ask)
        }
        Steps::Held { when, of } => contents::answer(records, &ask(when)?, *of),
        Steps::Marked { question, mark } => marks::answer(records, &ask(question)?, *mark),
    }
}

/// How long somebody lived after something.
fn lived(records: &Records, one: &Dated, grain: Unit, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Exact> {
    let died = ask("When did I die?")?;
    let (day, at) = told(&died)?;
    let is_patient = records.documents.get(at.document.0 as usize)?.facts().get(at.fact)?.kind == FactKind::Patient;
    let death = Dated { day, name: "death".to_owned(), found: died };
    is_patient.then(|| apart(one, &death, grain_of(grain)))?
}

/// What the record calls the entry at `at`.
pub(super) fn name_of(records: &Records, at: FactRef) -> Option<String> {
    let fact = records.documents.get(at.document.0 as usize)?.facts().get(at.fact)?;
    let name = chart::called(fact)?;
    Some(chart::untagged(&name.display.text).to_owned())
}

/// Answers `question`, which asks for what was so on a day, for the day that `when` asks for.
pub(super) fn on_day(when: &str, question: &str, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Exact> {
    let (then, _) = told(&ask(when)?)?;
    ask(&format!("{question} on {then}?"))
}

/// Returns what lies between the days that two questions ask for.
pub(super) fn between_days(
    records: &Records,
    one: &str,
    other: &str,
    grain: Grain,
    ask: &dyn Fn(&str) -> Option<Exact>,
) -> Option<Exact> {
    let dated = |question: &str| {
        let found = ask(question)?;
        let (day, at) = told(&found)?;
        let is_death = records.documents.get(at.document.0 as usize)?.facts().get(at.fact)?.kind == FactKind::Patient;
        let name = if is_death { "death".to_owned() } else { name_of(records, at)? };
        Some(Dated { day, name, found })
    };
    apart(&dated(one)?, &dated(other)?, grain)
}

fn grain_of(unit: Unit) -> Grain {
    match unit {
        Unit::Days => Grain::Days,
        Unit::Weeks => Grain::Weeks,
        Unit::Months => Grain::Months,
        Unit::Years => Grain::Years,
    }
}

fn apart(one: &Dated, other: &Dated, grain: Grain) -> Option<Exact> {
    if one.found.facts == other.found.facts {
        return None;
    }
    let (early, late) = if one.day <= other.day { (one.day, other.day) } else { (other.day, one.day) };
    let (short, long) = between(early, late, grain);
    let mut exact = Exact::new(Form::Interval);
    exact.answer = short;
    exact.sentence =
        format!("{long} lie between “{}” ({}) and “{}” ({}).", one.name, day(one.day), other.name, day(other.day));
    exact.rules = vec![rule::BETWEEN.to_owned(), "Of several entries the first counts.".to_owned()];
    exact.facts = one.found.facts.iter().chain(&other.found.facts).copied().collect();
    Some(exact)
}

/// The day of something, what the record calls it, and how that was found.
struct Dated {
    day: Date,
    name: String,
    found: Exact,
}

fn first_day(records: &Records, thing: &str, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Dated> {
    let exact = ask(&format!("When was the first {thing}?")).or_else(|| ask(&format!("When was {thing}?")))?;
    let (day, at) = told(&exact)?;
    Some(Dated { day, name: name_of(records, at)?, found: exact })
}

/// Returns the one day that an answer tells, and the entry that it is from.
pub(super) fn told(exact: &Exact) -> Option<(Date, FactRef)> {
    let day = (!exact.is_absent).then(|| exact.answer.parse().ok()).flatten()?;
    Some((day, *exact.facts.first()?))
}

fn order(one: &Dated, other: &Dated, asked: Order) -> Option<Exact> {
    if one.day == other.day || one.found.facts == other.found.facts {
        return None;
    }
    let is_first = one.day < other.day;
    let (early, late) = if is_first { (one, other) } else { (other, one) };
    let mut exact = Exact::new(Form::Comparison);
    let yes_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
    exact.answer = match asked {
        Order::Which => early.name.clone(),
        Order::Last => late.name.clone(),
        Order::Before => yes_no(is_first),
        Order::After => yes_no(!is_first),
    };
    let (_, long) = between(early.day, late.day, Grain::Any);
    exact.sentence =
        format!("{long} lie between “{}” ({}) and “{}” ({}).", early.name, day(early.day), late.name, day(late.day));
    exact.rules = vec![rule::BETWEEN.to_owned(), "Of several entries the first counts.".to_owned()];
    exact.facts = early.found.facts.iter().chain(&late.found.facts).copied().collect();
    Some(exact)
}

/// "How many days lie between my appendectomy and my first flu shot?"
pub(super) fn between_topics(ask: &Ask, chart: &Chart<'_>, frame: &Frame) -> Option<Exact> {
    let mut ends = Vec::new();
    // "Diagnosed with diabetes", "given metformin": each verb speaks of one of the two.
    let unhinted = Ask { hints: Vec::new(), taken: false, ..ask.clone() };
    // The day of death is no entry.
    let dies = |word: &String| matches!(word.as_str(), "death" | "died" | "dying" | "birth");
    if ask.topics.iter().any(|topic| topic.whole.iter().all(dies)) {
        return None;
    }
    for topic in &ask.topics {
        let (at, day, name) = match resolve(chart, topic, &unhinted, &[]) {
            Found::Entries(found) => {
                if found.entries.iter().any(|entry| entry.fact.is_dated_by_recording()) {
                    return None;
                }
                let dated = || found.entries.iter().filter(|entry| frame.holds(entry.day()) && entry.day().is_some());
                // What came after something is not what was before it already.
                let begun = ends.first().map(|end: &(FactRef, Date, String)| end.1).filter(|_| ask.follows);
                let next = dated().find(|entry| begun.is_none_or(|begun| entry.day() >= Some(begun)));
                let entry = next.or_else(|| dated().next().filter(|_| !ask.follows))?;
                (entry.at, entry.day()?, chart::untagged(entry.name()).to_owned())
            }
            Found::Readings(found) => {
                let begun = ends.first().map(|end: &(FactRef, Date, String)| end.1).filter(|_| ask.follows);
                let is_behind = |point: &&Point<'_, '_>| begun.is_none_or(|begun| point.entry.day() >= Some(begun));
                let point = found.points.iter().find(is_behind)?;
                (point.entry.at, point.entry.day()?, found.name.clone())
            }
            Found::Nothing(_) | Found::Unclear => return None,
        };
        ends.push((at, day, name));
    }
    if ask.pick.is_some_and(|pick| pick != Pick::Earliest(1)) || ask.other.is_some() {
        return None;
    }
    let [(first_at, first, first_name), (last_at, last, last_name)] = ends.as_slice() else { return None };
    // Two names of one entry are no two things.
    if first_at == last_at {
        return None;
    }
    let (early, late) = if first <= last { (*first, *last) } else { (*last, *first) };
    let (short, long) = between(early, late, ask.grain);
    let mut exact = Exact::new(Form::Interval);
    exact.answer = short;
    exact.sentence = format!("{long} lie between “{first_name}” ({}) and “{last_name}” ({}).", day(*first), day(*last));
    exact.rules = vec![rule::BETWEEN.to_owned(), "Of several entries the first counts.".to_owned()];
    exact.facts = vec![*first_at, *last_at];
    Some(exact)
}
