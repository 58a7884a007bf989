//! Questions about several patients: who has something, how many, and what they take.

mod between;

use jiff::civil::Date;

use self::between::highest;
pub(super) use self::between::{of_kinds, of_measure};
use super::ask::{Ask, Cohort, OfThem, Pick, Standing, Stays, Topic, Want};
use super::chart::{Chart, Entry};
use super::entries::{distinct, is_current, is_over};
use super::measured::says_so;
use super::resolve::{Found, Point, Sought, is_measured_nowhere, resolve, sought_for};
use super::withheld::is_subpotent;
use super::words::{joined, many, range};
use super::{Exact, Form, Frame, absent, bare, later, lay, measures, nameless, near, rule, shared, unsettled, visits};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};

/// Names that a sentence lists.
const LISTED: usize = 30;
/// Boxes of a cohort.
pub(super) const BOXES: usize = 40;

/// A patient of the cohort, with the entries that say so.
pub(super) struct Member<'c, 'a> {
    pub chart: &'c Chart<'a>,
    pub facts: Vec<FactRef>,
}

/// Returns the answer to a question about several patients.
pub(super) fn answer(
    records: &Records,
    ask: &Ask,
    cohort: &Cohort,
    charts: &[Chart<'_>],
    today: Option<Date>,
) -> Option<Exact> {
    // "Osteoporosis and a past fracture" says of one of the two that it is past.
    if ask.standing == Standing::Past && cohort.having.len() > 1 {
        return None;
    }
    if ask.event.is_some() || ask.unit.is_some() || ask.dose || ask.stopped || !ask.topics.is_empty() {
        return None;
    }
    // Here the latest of each counts: "who ever had one above 6" asks for more, and "who died in 2018" for a time that is told elsewhere.
    let is_ever = ask.standing == Standing::Ever || ask.past_tense;
    let extreme = matches!(ask.pick, Some(Pick::Highest | Pick::Lowest));
    if is_ever && (ask.bound.is_some() || extreme) || cohort.died && ask.range.is_some() {
        return None;
    }
    // "Patients over 80" are told apart by nothing that an entry has.
    if ask.bound.is_some() && cohort.having.is_empty() {
        return None;
    }
    if extreme && cohort.of_them.is_none() {
        if cohort.sex.is_some() || cohort.born.is_some() {
            return None;
        }
        return highest(records, ask, cohort, charts);
    }
    if ask.pick.is_some() && !matches!(ask.pick, Some(Pick::Latest(1))) && !extreme {
        return None;
    }
    // Who smokes is told by what the status says, and not by that there is one.
    let names_smoking = |topic: &Topic| {
        let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
        measures::named(&words).is_some_and(|measure| measure.name == "tobacco smoking status")
    };
    if cohort.having.iter().any(names_smoking) {
        return None;
    }
    let frame = Frame::of(ask);
    // Who was somewhere "with a stroke" is told by the reason of a visit, and what they have or take by none.
    if ask.visit.is_some() && (!cohort.having.is_empty() || cohort.of_them.is_some()) {
        return None;
    }
    // Whose stay was the last is told by comparing them.
    if ask.visit.is_some() && ask.pick.is_some() && cohort.stays != Some(Stays::Now) {
        return None;
    }
    let visits = match ask.visit {
        Some(visit) => Some(visits::People { visit, stays: cohort.stays?, frame: &frame, today }),
        None => None,
    };
    let mut known = vec![false; cohort.having.len()];
    // Those who have no entry of each thing.
    let mut without: Vec<Vec<&Chart<'_>>> = vec![Vec::new(); cohort.having.len()];
    let mut members: Vec<Member<'_, '_>> = Vec::new();
    let mut open: Vec<Member<'_, '_>> = Vec::new();
    // What one patient has as a condition is a condition for all.
    let kinds: Vec<Vec<FactKind>> = cohort.having.iter().map(|topic| likeliest(charts, topic, ask, cohort)).collect();
    if !cohort.having.iter().zip(&kinds).all(|(topic, kinds)| has_fit(charts, topic, ask, cohort, kinds, &frame)) {
        return None;
    }
    let found = cohort.having.iter().zip(&kinds).map(|(topic, kinds)| {
        let of_each = shared::resolved(charts, topic, &plain(ask, cohort, topic), kinds);
        of_each.into_iter()
    });
    let mut found: Vec<_> = found.collect();
    let is_number = ask.bound.is_none() && (cohort.counted || ask.want == Want::Average);
    for chart in charts {
        let died = |chart: &Chart<'_>| {
            let patient = records.patients.get(chart.patient.0 as usize)?;
            patient.death.map(|_| patient)
        };
        let is_meant = is_of_sex(records, chart, cohort)? && is_of_birth(records, chart, cohort)?;
        let mut facts = (is_meant && (!cohort.died || died(chart).is_some())).then(Vec::new);
        if cohort.born.is_some() && cohort.having.is_empty() {
            let own = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Patient);
            facts.iter_mut().for_each(|facts| facts.extend(own.clone().map(|entry| entry.at)));
        }
        let mut is_open = false;
        if let Some(visits) = &visits {
            let own = visits.of(chart);
            let may_be = visits.may_be(chart).filter(|_| own.is_none() && facts.is_some());
            // Whoever was there for a night without an admission is not counted, and named.
            if may_be.is_some() && cohort.counted {
                return None;
            }
            is_open = may_be.is_some();
            facts = facts.and(own.or(may_be));
        }
        let of_each = found.iter_mut().zip(&mut known).zip(&mut without);
        for ((topic, kinds), ((found, known), without)) in cohort.having.iter().zip(&kinds).zip(of_each) {
            let (is_known, own) = having(chart, found.next()?, topic, ask, cohort, &frame, today)?;
            if own.is_none() && is_number && is_missed(chart, topic, kinds, cohort, &frame) {
                return None;
            }
            *known |= is_known;
            without.extend((own.is_none() && facts.is_some()).then_some(chart));
            is_open |= own.as_ref().is_some_and(|own| {
                unsettled::are_open(chart, own)
                    || !is_of_past(ask, &frame) && unsettled::are_doubtful(chart, own, today)
            });
            facts = match (facts, own) {
                (Some(mut facts), Some(own)) => {
                    facts.extend(own);
                    Some(facts)
                }
                _ => None,
            };
        }
        let of_these = if is_open { &mut open } else { &mut members };
        of_these.extend(facts.map(|facts| Member { chart, facts }));
    }
    // "HTN" may be the hypertension of one who is not told to have it.
    let is_short = |((topic, kinds), without): ((&Topic, &Vec<FactKind>), &Vec<&Chart<'_>>)| {
        let kinds = if kinds.is_empty() { &cohort.kinds } else { kinds };
        let sought = Sought { kinds: kinds.clone(), ..sought_for(topic) };
        near::is_any_written_short(without.iter().copied(), &sought)
    };
    if ask.bound.is_none() && cohort.having.iter().zip(&kinds).zip(&without).any(is_short) {
        return None;
    }
    // Of something that no record has a word for it is said that nobody has it where it is the name of something, and nothing near it is there.
    if known.contains(&false) {
        return nobody(ask, cohort, charts, &known);
    }
    // That nobody is or was somewhere is not told by visits that somebody entered.
    if visits.is_some() && members.is_empty() {
        return None;
    }
    let mut exact = Exact::new(Form::Cohort);
    exact.rules.push(rule::COHORT.to_owned());
    exact.facts = members.iter().flat_map(|member| member.facts.iter().take(2)).take(BOXES).copied().collect();
    let span = range(ask.range.as_ref());
    let of = |patient: &Member<'_, '_>| {
        records.patients.get(patient.chart.patient.0 as usize).map_or_else(String::new, |patient| patient.name.clone())
    };
    let mut about: Vec<String> = cohort.having.iter().map(|topic| format!("“{}”", topic.whole.join(" "))).collect();
    about.extend(ask.visit.map(|visit| format!("“{}”", visit.name())));
    let about = if about.is_empty() { String::new() } else { format!(" with {}", joined(&about)) };
    exact.rules.push(match cohort.stays.filter(|_| visits.is_some()) {
        Some(Stays::Now) => rule::THERE.to_owned(),
        Some(Stays::Ever) => rule::VISIT_OVERLAP.to_owned(),
        None if ask.standing == Standing::Ever || ask.past_tense => rule::EVER.to_owned(),
        None => rule::COUNTING.to_owned(),
    });
    if cohort.alive || cohort.born.is_some() {
        let rule = match (cohort.alive, cohort.born) {
            (true, Some(_)) => rule::AGED,
            (true, None) => rule::ALIVE,
            _ => rule::BORN,
        };
        exact.rules.push(rule.to_owned());
    }
    if let Some(sex) = cohort.sex {
        exact.rules.push(if sex == "female" { rule::FEMALE } else { rule::MALE }.to_owned());
    }
    if ask.bound.is_some() {
        exact.rules.push(rule::COHORT_LATEST.to_owned());
    }
    let names_class = |topic: &Topic| {
        let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
        lay::is_open_class(&words, &cohort.kinds)
    };
    if cohort.having.iter().any(names_class) {
        exact.rules.push(rule::CLASS.to_owned());
    }
    let head = format!("{} of {}{about}{span}", many(members.len() as i64, "patient"), charts.len());
    match &cohort.of_them {
        None if cohort.counted => {
            exact.form = Form::Count;
            exact.answer = members.len().to_string();
            exact.sentence = format!("{head}.");
        }
        None if matches!(ask.want, Want::Value | Want::List | Want::Whether) => {
            let names: Vec<String> = members.iter().map(of).collect();
            exact.answer = if names.is_empty() { "none".to_owned() } else { names.join("; ") };
            exact.sentence = if names.is_empty() { format!("{head}.") } else { format!("{head}: {}.", listed(&names)) };
        }
        Some(OfThem::Kinds(kinds)) if matches!(ask.want, Want::Value | Want::List | Want::Count) => {
            of_kinds(&members, kinds, ask, &head, today, &mut exact)?;
        }
        Some(OfThem::Measure(topic)) => of_measure(&members, topic, ask, &about, &span, &mut exact)?,
        _ => return None,
    }
    exact.sentence.push_str(&unsettled::not_counted(&open.iter().map(of).collect::<Vec<_>>()));
    exact.facts.extend(open.iter().flat_map(|member| member.facts.iter().take(2)).take(BOXES));
    // Who asks of now may not think of those who died.
    let is_of_now = ask.standing != Standing::Ever && !ask.past_tense && ask.range.is_none();
    if is_of_now && !cohort.died && cohort.of_them.is_none() {
        exact.sentence.push_str(&no_longer_alive(records, members.iter().map(|member| member.chart)));
    }
    Some(exact)
}

/// Whether the patient of `chart` is of the sex that is asked for; `None` where the record does not say.
fn is_of_sex(records: &Records, chart: &Chart<'_>, cohort: &Cohort) -> Option<bool> {
    let Some(sex) = cohort.sex else { return Some(true) };
    let patient = records.patients.get(chart.patient.0 as usize)?;
    // Who is only spoken of in a file is none of the patients.
    if patient.is_absent() {
        return Some(false);
    }
    patient.gender.as_deref().map(|gender| gender == sex)
}

/// Whether the patient of `chart` was born on one of the days that are asked for; `None` where the record does not say.
fn is_of_birth(records: &Records, chart: &Chart<'_>, cohort: &Cohort) -> Option<bool> {
    let patient = records.patients.get(chart.patient.0 as usize)?;
    if cohort.alive && patient.death.is_some() {
        return Some(false);
    }
    let Some(born) = cohort.born else { return Some(true) };
    if patient.is_absent() {
        return Some(false);
    }
    patient.birth.map(|day| born.holds(day))
}

/// Says that nobody has what no record has an entry of, once every record was searched for it.
fn nobody(ask: &Ask, cohort: &Cohort, charts: &[Chart<'_>], known: &[bool]) -> Option<Exact> {
    let ([topic], [false], None) = (cohort.having.as_slice(), known, &cohort.of_them) else { return None };
    if ask.bound.is_some()
        || ask.range.is_some()
        || cohort.died
        || cohort.sex.is_some()
        || cohort.born.is_some()
        || cohort.alive
    {
        return None;
    }
    let sought = Sought { kinds: cohort.kinds.clone(), ..sought_for(topic) };
    let searched = absent::of_everybody(charts, &sought)?;
    let mut exact = Exact::new(Form::Cohort);
    exact.is_absent = true;
    exact.answer = if cohort.counted { "0" } else { "none" }.to_owned();
    exact.sentence = format!(
        "“{}” is not in any of the records. That does not mean that it never was: only what is in these files was searched.",
        topic.whole.join(" ")
    );
    exact.rules = vec![rule::COHORT.to_owned()];
    exact.searched = Some(searched);
    Some(exact)
}

/// Says which of `members` have died; nothing where nobody has, as a record has the day of it.
pub(super) fn no_longer_alive<'c, 'a: 'c>(records: &Records, members: impl Iterator<Item = &'c Chart<'a>>) -> String {
    let patients = members.filter_map(|chart| records.patients.get(chart.patient.0 as usize));
    let died: Vec<String> =
        patients.filter(|patient| patient.death.is_some()).map(|patient| patient.name.clone()).collect();
    if died.is_empty() {
        return String::new();
    }
    format!(" As the record says, no longer alive: {}.", listed(&died))
}

pub(super) fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).cloned().collect();
    let more = names.len() - shown.len();
    if more > 0 { format!("{}; and {more} more", shown.join("; ")) } else { shown.join("; ") }
}

/// What is asked of `topic`: a number that a value is compared with is of what is measured, where several things are named.
fn plain(ask: &Ask, cohort: &Cohort, topic: &Topic) -> Ask {
    let mut ask = ask.clone();
    let is_measure = |topic: &Topic| {
        let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
        measures::named(&words).is_some()
    };
    if cohort.having.len() > 1 && cohort.having.iter().any(is_measure) && !is_measure(topic) {
        ask.bound = None;
    }
    ask.hints.clone_from(&cohort.kinds);
    if ask.bound.is_none() {
        ask.want = Want::Whether;
    }
    ask
}

/// Returns the kind of entry that `topic` names in any of `charts`, the likeliest first; empty where it is a measure, or
/// names nothing.
fn likeliest(charts: &[Chart<'_>], topic: &Topic, ask: &Ask, cohort: &Cohort) -> Vec<FactKind> {
    let own: &[FactKind] = if topic.words.len() < topic.whole.len() { &cohort.kinds } else { &[] };
    if !own.is_empty() {
        return own.to_vec();
    }
    let ask = plain(ask, cohort, topic);
    // "With diabetes on insulin": the verb speaks of one of the two.
    let unhinted = Ask { hints: Vec::new(), taken: false, ..ask.clone() };
    let kinds_of = |ask: &Ask| -> Vec<FactKind> {
        let found = charts.iter().filter_map(|chart| match resolve(chart, topic, ask, &[]) {
            Found::Entries(found) => Some(found.kind),
            Found::Readings(_) => Some(FactKind::Observation),
            Found::Nothing(_) | Found::Unclear => None,
        });
        found.collect()
    };
    let mut found = kinds_of(&ask);
    if found.is_empty() && cohort.having.len() > 1 {
        found = kinds_of(&unhinted);
    }
    let rank = |kind: &FactKind| {
        let hinted = cohort.kinds.contains(kind);
        (
            !hinted,
            *kind != FactKind::Observation || ask.bound.is_none(),
            *kind != FactKind::Condition,
            *kind != FactKind::MedicationRequest,
            *kind,
        )
    };
    found.into_iter().min_by_key(rank).into_iter().collect()
}

/// Whether the latest values of all patients may be compared with the number that the question has, where it has one without a unit.
fn has_fit(charts: &[Chart<'_>], topic: &Topic, ask: &Ask, cohort: &Cohort, kinds: &[FactKind], frame: &Frame) -> bool {
    let ask = plain(ask, cohort, topic);
    let Some((_, limit, None)) = &ask.bound else { return true };
    let (mut name, mut latest) = (String::new(), Vec::new());
    for chart in charts {
        if let Found::Readings(readings) = resolve(chart, topic, &ask, kinds) {
            latest.extend(readings.points.iter().rfind(|point| frame.holds(point.entry.day())).cloned());
            name = readings.name;
        }
    }
    bare::fits(&name, &latest, [*limit])
}

/// Whether it is asked what was so at any time, or in one that is over.
fn is_of_past(ask: &Ask, frame: &Frame) -> bool {
    ask.standing == Standing::Ever || ask.past_tense || frame.is_bound()
}

/// Whether an entry of `chart` that has no name may be what `topic` names, where all that have it are counted.
fn is_missed(chart: &Chart<'_>, topic: &Topic, kinds: &[FactKind], cohort: &Cohort, frame: &Frame) -> bool {
    let kinds = if kinds.is_empty() { &cohort.kinds } else { kinds };
    nameless::may_be_meant(chart, &Sought { kinds: kinds.to_vec(), ..sought_for(topic) }, frame)
}

/// Whether the patient of `chart` has what `topic` names, with the entries that say so, and whether the words name
/// anything; `None` where that is not certain.
#[allow(clippy::type_complexity)]
fn having(
    chart: &Chart<'_>,
    found: Found<'_, '_>,
    topic: &Topic,
    ask: &Ask,
    cohort: &Cohort,
    frame: &Frame,
    today: Option<Date>,
) -> Option<(bool, Option<Vec<FactRef>>)> {
    let ask = plain(ask, cohort, topic);
    match found {
        // A number is of what is measured: "80 or older" is none of a medicine.
        Found::Entries(_) if ask.bound.is_some() => None,
        // Of a dose that may not count nobody is told to have been vaccinated, nor not to.
        Found::Entries(found) if found.entries.iter().any(|entry| is_subpotent(entry.fact)) => None,
        Found::Entries(found) => {
            let ever = is_of_past(&ask, frame);
            let is_so = |entry: &Entry<'_>| {
                is_current(entry.fact) && !is_over(entry.fact, today) && !unsettled::is_not_taken(entry.fact)
            };
            let fits = |entry: &&&Entry<'_>| (ever || is_so(entry)) && frame.holds(entry.day());
            let mut own = unsettled::settled(found.entries.iter().filter(fits).copied().collect());
            if own.is_empty() && !ever {
                let is_doubtful = |entry: &&&Entry<'_>| unsettled::is_doubtful(entry.fact, today);
                own = found.entries.iter().filter(is_doubtful).copied().collect();
            }
            Some((true, (!own.is_empty()).then(|| distinct(&own).iter().map(|entry| entry.at).collect())))
        }
        Found::Readings(readings) if ask.bound.is_none() && !says_so(&topic.whole, &readings) => None,
        Found::Readings(readings) => {
            let inside: Vec<&Point<'_, '_>> =
                readings.points.iter().filter(|point| frame.holds(point.entry.day())).collect();
            let Some(latest) = inside.last() else { return Some((true, None)) };
            match &ask.bound {
                None => Some((true, Some(vec![latest.entry.at]))),
                Some(_) if later::is_told(chart, &readings, frame) => None,
                Some((bound, limit, unit)) => {
                    let limit = bare::limit_for(&readings.name, latest, *limit, unit.as_deref())?;
                    Some((true, latest.lies(*bound, limit)?.then(|| vec![latest.entry.at])))
                }
            }
        }
        Found::Nothing(sought) => Some((!sought.codes.is_empty(), None)),
        Found::Unclear if is_measured_nowhere(chart, topic, &ask) => Some((false, None)),
        Found::Unclear => None,
    }
}
