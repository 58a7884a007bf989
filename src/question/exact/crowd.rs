//! Questions about everybody, read as they are put together: which people (by sex, age, birth and death, by what they have, had, take or
//! do not have, joined by "and" and "or", by a value), and what of them is wanted (who, how many, what they take, an average, who has the
//! highest).
//!
//! What is named must be in the records of somebody, every word must be understood, and where the time is not said, that which is and that
//! which ever was must be the same people. Else the question is not claimed here.

mod compared;
mod form;
mod had;
mod holds;
mod people;
mod phrases;
mod read;
mod smoking;
mod things;
mod words;

use jiff::civil::Date;

use super::ask::{Ask, Topic, Want};
use super::chart::Chart;
use super::cohort::{BOXES, Member, listed, no_longer_alive, of_kinds, of_measure};
use super::resolve::{Found, Point, resolve};
use super::words::{day, joined, many, range, value};
use super::{Exact, Form, Frame, later, rule, unit, unsettled};
use crate::clearance::FactRef;
use crate::document::{FactKind, Patient, Records};
use crate::index::concepts::Vocabulary;
use crate::question::plan::Plan;
use form::{Clause, Crowd, Term, Wanted, When};
use holds::{Held, held};

/// What came of a question about everybody.
pub(super) enum Read {
    Told(Exact),
    /// It can be answered in two ways: nobody may claim it.
    Unsure,
    /// It is none, or not all of it is understood.
    Not,
}

/// Reads `question` as one about everybody.
pub(super) fn read(records: &Records, question: &str, today: Option<Date>, known: Option<&Vocabulary>) -> Read {
    let Some(crowd) = read::read(question, today) else { return Read::Not };
    let told = answer(records, question, &crowd, today, known);
    let is_unsure = || crowd.clauses.iter().flat_map(|clause| &clause.terms).any(|term| term.is_unsure.get());
    told.map_or_else(|| if is_unsure() { Read::Unsure } else { Read::Not }, Read::Told)
}

/// Returns the answer to a question about everybody; `None` where it is none, or not certain.
fn answer(
    records: &Records,
    question: &str,
    crowd: &Crowd,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    if crowd.clauses.is_empty()
        && crowd.sex.is_none()
        && crowd.born.is_empty()
        && crowd.died.is_none()
        && !is_of_all(crowd)
    {
        return None;
    }
    if !Plan::new(question, &records.patients).mentions.is_empty() {
        return None;
    }
    let charts: Vec<Chart<'_>> = Chart::of_everybody(records).into_iter().map(|chart| chart.knowing(known)).collect();
    if holds::is_divided(&charts, question) {
        return None;
    }
    let mut facts: Vec<Option<Vec<FactRef>>> =
        charts.iter().map(|chart| of_person(records, chart, crowd)).collect::<Option<_>>()?;
    let mut are_open = vec![false; charts.len()];
    let is_number = matches!(crowd.wanted, Wanted::Count | Wanted::Average(_));
    for clause in &crowd.clauses {
        let terms: Vec<Vec<Held>> =
            clause.terms.iter().map(|term| held(&charts, term, is_number, today)).collect::<Option<_>>()?;
        for (at, (facts, is_open)) in facts.iter_mut().zip(&mut are_open).enumerate() {
            match of_clause(clause.any, terms.iter().filter_map(|term| term.get(at))) {
                Held::No => *facts = None,
                Held::Yes(own) => facts.iter_mut().for_each(|facts| facts.extend(&own)),
                Held::Open(own) => {
                    *is_open = true;
                    facts.iter_mut().for_each(|facts| facts.extend(&own));
                }
            }
        }
    }
    let people = charts.iter().zip(facts).zip(are_open);
    let people = people.filter_map(|((chart, facts), is_open)| Some((Member { chart, facts: facts? }, is_open)));
    let (open, members): (Vec<_>, Vec<_>) = people.partition(|(_, is_open)| *is_open);
    let [open, members] = [open, members].map(|of| of.into_iter().map(|(member, _)| member).collect::<Vec<_>>());
    told(records, crowd, &members, &open, charts.len(), today)
}

/// Returns whether a clause holds of one patient, of whom its terms are `held` so; where `any`, one of them is enough.
fn of_clause<'h>(any: bool, held: impl Iterator<Item = &'h Held>) -> Held {
    let (mut yes, mut open, mut is_no) = (None::<Vec<FactRef>>, None::<Vec<FactRef>>, false);
    for held in held {
        match held {
            Held::Yes(facts) => yes.get_or_insert_default().extend(facts),
            Held::Open(facts) => open.get_or_insert_default().extend(facts),
            Held::No => is_no = true,
        }
    }
    match (yes, open) {
        (Some(yes), _) if any => Held::Yes(yes),
        (_, Some(open)) if any || !is_no => Held::Open(open),
        (Some(yes), None) if !is_no => Held::Yes(yes),
        _ => Held::No,
    }
}

/// Whether something is asked of all that there are, whoever they are.
fn is_of_all(crowd: &Crowd) -> bool {
    crowd.alive && crowd.wanted == Wanted::Count
        || matches!(crowd.wanted, Wanted::Average(_) | Wanted::Extreme { .. } | Wanted::ByAge { .. })
}

/// Returns the entries for the patient of `chart` where they are of the people that are meant; the outer `None` where the record does not say.
fn of_person(records: &Records, chart: &Chart<'_>, crowd: &Crowd) -> Option<Option<Vec<FactRef>>> {
    let patient = records.patients.get(chart.patient.0 as usize)?;
    let is_had = |clause: &Clause| clause.terms.iter().any(|term| !term.is_not);
    // Who is only spoken of in a file is none of the patients.
    if patient.is_absent() && !crowd.clauses.iter().any(is_had) {
        return Some(None);
    }
    let is_alive = crowd.alive || crowd.is_aged || matches!(crowd.wanted, Wanted::ByAge { .. }) && crowd.died.is_none();
    if is_alive && patient.death.is_some() {
        return Some(None);
    }
    if let Some(sex) = crowd.sex
        && patient.gender.as_deref()? != sex
    {
        return Some(None);
    }
    let is_born = |range: &crate::question::when::Range| patient.birth.map(|day| range.holds(day));
    if !crowd.born.iter().map(is_born).collect::<Option<Vec<bool>>>()?.into_iter().all(|holds| holds) {
        return Some(None);
    }
    if let Some(range) = crowd.died
        && !patient.death.is_some_and(|day| range.holds(day))
    {
        return Some(None);
    }
    let is_own =
        crowd.clauses.is_empty() && matches!(crowd.wanted, Wanted::Names | Wanted::Count | Wanted::ByAge { .. });
    let own = chart.entries.iter().filter(|entry| is_own && entry.fact.kind == FactKind::Patient);
    Some(Some(own.map(|entry| entry.at).collect()))
}

fn about(crowd: &Crowd) -> String {
    let told = |term: &Term| {
        let since = range(term.range.as_ref());
        if term.is_not { format!("no {}{since}", term.said) } else { format!("{}{since}", term.said) }
    };
    let of_clause = |clause: &Clause| -> Vec<String> {
        let terms: Vec<String> = clause.terms.iter().map(told).collect();
        if clause.any { vec![terms.join(" or ")] } else { terms }
    };
    let all: Vec<String> = crowd.clauses.iter().flat_map(of_clause).map(|told| format!("“{told}”")).collect();
    if all.is_empty() { String::new() } else { format!(" with {}", joined(&all)) }
}

fn told(
    records: &Records,
    crowd: &Crowd,
    members: &[Member<'_, '_>],
    open: &[Member<'_, '_>],
    all: usize,
    today: Option<Date>,
) -> Option<Exact> {
    let name = |member: &Member<'_, '_>| {
        records.patients.get(member.chart.patient.0 as usize).map_or_else(String::new, |patient| patient.name.clone())
    };
    let mut exact = Exact::new(Form::Cohort);
    exact.rules = rules(crowd);
    exact.facts = members.iter().flat_map(|member| member.facts.iter().take(2)).take(BOXES).copied().collect();
    let about = about(crowd);
    let head = format!("{} of {all}{about}", many(members.len() as i64, "patient"));
    match &crowd.wanted {
        Wanted::Names => {
            let names: Vec<String> = members.iter().map(name).collect();
            exact.answer = if names.is_empty() { "none".to_owned() } else { names.join("; ") };
            exact.sentence = if names.is_empty() { format!("{head}.") } else { format!("{head}: {}.", listed(&names)) };
        }
        Wanted::Count => {
            exact.form = Form::Count;
            exact.answer = members.len().to_string();
            exact.sentence = format!("{head}.");
        }
        Wanted::Medicines => {
            let ask = Ask::of(Want::List);
            of_kinds(members, &[FactKind::MedicationRequest], &ask, &head, today, &mut exact)?;
        }
        Wanted::Average(words) => {
            let topic = Topic { words: words.clone(), whole: words.clone() };
            of_measure(members, &topic, &Ask::of(Want::Average), &about, "", &mut exact)?;
        }
        Wanted::Extreme { high, when, words } => extreme(members, *high, *when, words, &name, &mut exact)?,
        Wanted::ByAge { oldest } => by_age(records, members, *oldest, today, &mut exact)?,
    }
    exact.sentence.push_str(&unsettled::not_counted(&open.iter().map(name).collect::<Vec<_>>()));
    exact.facts.extend(open.iter().flat_map(|member| member.facts.iter().take(2)).take(BOXES));
    // Who asks of now may not think of those who died.
    if is_of_now(crowd) {
        let own = |member: &&Member<'_, '_>| match crowd.wanted {
            Wanted::Names | Wanted::Count => true,
            Wanted::Extreme { .. } => {
                exact.facts.iter().take(1).all(|at| member.chart.entries.iter().any(|e| e.at == *at))
            }
            _ => false,
        };
        let died = no_longer_alive(records, members.iter().filter(own).map(|member| member.chart));
        exact.sentence.push_str(&died);
    }
    Some(exact)
}

/// Whether something is asked as it is now, of the living and the dead: who never had something has it not.
fn is_of_now(crowd: &Crowd) -> bool {
    let mut terms = crowd.clauses.iter().flat_map(|clause| &clause.terms);
    let is_now = |term: &Term| term.is_not || term.when != When::Ever && term.range.is_none();
    let is_best = matches!(crowd.wanted, Wanted::Extreme { when: When::Now | When::Unsaid, .. });
    crowd.died.is_none() && (terms.any(is_now) || is_best)
}

fn rules(crowd: &Crowd) -> Vec<String> {
    let terms = || crowd.clauses.iter().flat_map(|clause| &clause.terms);
    let plain = || terms().filter(|term| term.bounds.is_empty() && term.smoking.is_none());
    let mut rules = vec![rule::COHORT];
    let told: [(bool, &str); 16] = [
        (plain().any(|term| term.when == When::Now), rule::COUNTING),
        (plain().any(|term| term.when != When::Now || term.range.is_some()), rule::EVER),
        (terms().any(|term| term.range.is_some()), rule::BEGUN),
        (terms().any(|term| term.history), rule::HISTORY),
        (terms().any(holds::is_pregnancy), rule::PREGNANT),
        (terms().any(|term| term.is_not), rule::WITHOUT),
        (terms().any(holds::is_open_class), rule::CLASS),
        (terms().any(|term| !term.bounds.is_empty() && term.when != When::Ever), rule::COHORT_LATEST),
        (terms().any(|term| !term.bounds.is_empty() && term.when == When::Ever), rule::COHORT_ANY),
        (terms().any(|term| term.smoking.is_some()), rule::SMOKING),
        (crowd.alive && !crowd.is_aged, rule::ALIVE),
        (crowd.is_aged, rule::AGED),
        (!crowd.is_aged && !crowd.born.is_empty(), rule::BORN),
        (crowd.died.is_some(), rule::DIED),
        (crowd.sex == Some("female"), rule::FEMALE),
        (crowd.sex == Some("male"), rule::MALE),
    ];
    rules.extend(told.into_iter().filter(|(is_so, _)| *is_so).map(|(_, rule)| rule));
    rules.into_iter().map(str::to_owned).collect()
}

/// Who has the highest, or the lowest, of the latest values or of all.
fn extreme(
    members: &[Member<'_, '_>],
    high: bool,
    when: When,
    words: &[String],
    name: &dyn Fn(&Member<'_, '_>) -> String,
    exact: &mut Exact,
) -> Option<()> {
    let topic = Topic { words: words.to_vec(), whole: words.to_vec() };
    let ask = Ask::of(Want::Average);
    let mut target = None::<String>;
    // Who, which value of all they have, and which of the latest.
    let (mut of_all, mut of_latest): (Vec<Best>, Vec<Best>) = Default::default();
    let mut called = String::new();
    for member in members {
        let Found::Readings(readings) = resolve(member.chart, &topic, &ask, &[]) else { continue };
        if readings.is_pair || later::is_told(member.chart, &readings, &Frame::default()) {
            return None;
        }
        let mut own: Vec<Best> = Vec::new();
        for point in &readings.points {
            let unit = point.unit.unwrap_or_default();
            let target = target.get_or_insert_with(|| unit.to_owned());
            own.push(Best::of(name(member), unit::convert(point.number?, unit, target)?, point));
        }
        called.clone_from(&readings.name);
        of_latest.extend(own.last().cloned());
        of_all.extend(own);
    }
    let best = |all: &[Best]| -> Option<Best> {
        let limit = all.iter().map(|best| best.number).reduce(|a, b| if (b > a) == high { b } else { a })?;
        let mut at = all.iter().filter(|best| best.number == limit);
        let first = at.next()?.clone();
        // Of several who are even none is named.
        at.all(|other| other.patient == first.patient).then_some(first)
    };
    let (ever, latest) = (best(&of_all), best(&of_latest));
    let most = if high { "highest" } else { "lowest" };
    let is_ever = match when {
        When::Now => false,
        When::Ever => true,
        When::Unsaid => {
            let is_same = ever.as_ref()?.patient == latest.as_ref()?.patient;
            is_same.then_some(false)?
        }
    };
    let found = if is_ever { ever? } else { latest? };
    exact.sentence = if is_ever {
        format!(
            "{} has the {most} {called} of all that were measured: {}, on {}.",
            found.patient, found.shown, found.day
        )
    } else {
        format!("{} has the {most} latest {called}: {}.", found.patient, found.shown)
    };
    exact.rules.push(if is_ever { rule::COHORT_ANY } else { rule::COHORT_LATEST }.to_owned());
    exact.answer = found.patient;
    exact.facts = vec![found.at];
    Some(())
}

/// A value that may be the highest or lowest.
#[derive(Clone)]
struct Best {
    patient: String,
    number: f64,
    shown: String,
    day: String,
    at: FactRef,
}

impl Best {
    fn of(patient: String, number: f64, point: &Point<'_, '_>) -> Self {
        let day = point.entry.day().map_or_else(String::new, day);
        Best { patient, number, shown: value(point), day, at: point.entry.at }
    }
}

fn by_age(
    records: &Records,
    members: &[Member<'_, '_>],
    oldest: bool,
    today: Option<Date>,
    exact: &mut Exact,
) -> Option<()> {
    today?;
    let patient = |member: &Member<'_, '_>| records.patients.get(member.chart.patient.0 as usize);
    let born = |patient: &Patient| patient.birth;
    let mut all: Vec<(Date, &Patient, &Member<'_, '_>)> = members
        .iter()
        .map(|member| Some((born(patient(member)?)?, patient(member)?, member)))
        .collect::<Option<_>>()?;
    all.sort_by_key(|(birth, ..)| *birth);
    if !oldest {
        all.reverse();
    }
    let (birth, found, member) = all.first()?;
    if all.get(1).is_some_and(|(other, ..)| other == birth) {
        return None;
    }
    exact.answer.clone_from(&found.name);
    exact.sentence = if oldest {
        format!("{} is the oldest: born on {}.", found.name, day(*birth))
    } else {
        format!("{} is the youngest: born on {}.", found.name, day(*birth))
    };
    exact.rules.push(rule::ALIVE.to_owned());
    exact.facts = member.facts.iter().take(2).copied().collect();
    Some(())
}
