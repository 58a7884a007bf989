//! Of whom something holds.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::form::{Term, When};
use super::smoking;
use crate::clearance::FactRef;
use crate::document::FactKind;
use crate::question::concepts;
use crate::question::exact::ask::{Ask, Topic, Want};
use crate::question::exact::chart::{Chart, Entry, is_undone};
use crate::question::exact::entries::{distinct, is_current, is_over};
use crate::question::exact::measured::says_so;
use crate::question::exact::resolve::{Found, Point, Readings, Sought, is_measured_nowhere, resolve, sought_for};
use crate::question::exact::unsettled::{is_doubtful, is_not_taken};
use crate::question::exact::withheld::is_subpotent;
use crate::question::exact::{
    Frame, bare, denies_kind, later, lay, nameless, near, says_none, says_unknown, shared, unsettled,
};

/// The entries that say of one patient that something is had; `None` where none does.
pub(super) type Had = Option<Vec<FactRef>>;

/// Whether a term holds of one patient.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Held {
    /// It does, by these entries.
    Yes(Vec<FactRef>),
    No,
    /// It is not known, by these entries: none of them is confirmed, or it is open of each if it is taken.
    Open(Vec<FactRef>),
}

/// How long a pregnancy may last, in days.
const PREGNANCY: i32 = 300;

/// Whether a name that stands in the records, and holds a word that divides, is in the question: "concussion with no loss of consciousness".
pub(super) fn is_divided(charts: &[Chart<'_>], question: &str) -> bool {
    const DIVIDES: &[&str] = &["with", "without", "and", "or", "on", "not", "over", "under"];
    let asked = format!(" {} ", question.to_lowercase().replace([',', '?', '.'], ""));
    let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
    let divided = |name: &Vec<String>| name.iter().any(|word| DIVIDES.contains(&word.as_str())) && name.len() > 2;
    charts.iter().flat_map(Chart::all_names).filter(divided).any(|name| {
        let said = format!(" {} ", name.join(" "));
        seen.insert(name) && asked.contains(&said)
    })
}

pub(super) fn is_pregnancy(term: &Term) -> bool {
    term.when != When::Ever
        && term.words.iter().any(|word| matches!(word.as_str(), "pregnancy" | "pregnant" | "pregnancies"))
}

/// The ways in which the words of a term may be taken: without those for its kind, and whole.
fn ways(term: &Term) -> Vec<(Topic, Vec<FactKind>)> {
    let mut kinds: Vec<FactKind> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for word in &term.words {
        let of_word = concepts::kinds_of(word);
        if of_word.is_empty() { words.push(word.clone()) } else { kinds.extend(of_word) }
    }
    words.retain(|word| !matches!(word.as_str(), "to" | "for" | "of" | "the" | "a" | "an" | "in" | "their" | "any"));
    let plain: Vec<String> = term
        .words
        .iter()
        .filter(|word| !matches!(word.as_str(), "to" | "for" | "of" | "the" | "a" | "an" | "in" | "their"))
        .cloned()
        .collect();
    let mut ways = Vec::new();
    if !words.is_empty() {
        ways.push((Topic { words, whole: plain.clone() }, kinds));
    }
    // A kind alone names nothing: "no allergies".
    if !ways.is_empty() {
        ways.push((Topic { words: plain.clone(), whole: plain }, Vec::new()));
    }
    ways
}

fn asked(term: &Term, hints: &[FactKind]) -> Ask {
    let mut ask = Ask::of(if term.bounds.is_empty() { Want::Whether } else { Want::Value });
    ask.bound = term.bounds.first().map(|(bound, limit)| (*bound, *limit, term.unit.clone()));
    ask.hints = hints.to_vec();
    ask.taken = hints.contains(&FactKind::MedicationRequest);
    ask
}

/// Returns for each of `charts` whether `term` holds; `None` where nobody's record has what it names, or it is not certain. Where a number is
/// wanted, it must be certain of everybody.
pub(super) fn held(charts: &[Chart<'_>], term: &Term, is_number: bool, today: Option<Date>) -> Option<Vec<Held>> {
    if let Some(asked) = term.smoking {
        let told = smoking::had(charts, asked)?;
        return Some(told.into_iter().map(|had| had.map_or(Held::No, Held::Yes)).collect());
    }
    let told = plain(charts, term, today)?;
    if term.is_not && !may_be_without(charts, term, &told) {
        term.is_unsure.set(true);
        return None;
    }
    if !term.is_not && term.bounds.is_empty() && is_written_short(charts, term, &told) {
        term.is_unsure.set(true);
        return None;
    }
    if (term.is_not || is_number) && term.bounds.is_empty() && is_missed(charts, term, &told) {
        term.is_unsure.set(true);
        return None;
    }
    let is_of_now = term.when == When::Now && term.range.is_none();
    let is_open = |chart: &Chart<'_>, facts: &[FactRef]| {
        unsettled::are_open(chart, facts) || is_of_now && unsettled::are_doubtful(chart, facts, today)
    };
    let held = |(chart, had): (&Chart<'_>, Had)| match had {
        Some(facts) if is_open(chart, &facts) => Held::Open(facts),
        Some(facts) if !term.is_not => Held::Yes(facts),
        None if term.is_not => Held::Yes(Vec::new()),
        _ => Held::No,
    };
    Some(charts.iter().zip(told).map(held).collect())
}

/// Whether `term` names a class of medicines of which no table has all.
pub(super) fn is_open_class(term: &Term) -> bool {
    ways(term).iter().any(|(topic, _)| {
        let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
        lay::is_open_class(&words, &term.kinds)
    })
}

/// Whether those who are `told` not to have what `term` names may be called without it: of a class of which no table has all nobody is, and
/// neither is who has something that is called alike.
fn may_be_without(charts: &[Chart<'_>], term: &Term, told: &[Had]) -> bool {
    let sought = sought_of(term);
    let is_akin = |chart: &Chart<'_>| {
        sought.iter().any(|sought| near::is_of_one_stem(chart, sought) || near::is_written_short(chart, sought))
    };
    !is_open_class(term) && !charts.iter().zip(told).any(|(chart, had)| had.is_none() && is_akin(chart))
}

/// Whether somebody who is `told` not to have what `term` names has an entry of it that is written short: "HTN".
fn is_written_short(charts: &[Chart<'_>], term: &Term, told: &[Had]) -> bool {
    let without = || charts.iter().zip(told).filter(|(_, had)| had.is_none()).map(|(chart, _)| chart);
    sought_of(term).iter().any(|sought| near::is_any_written_short(without(), sought))
}

/// What is sought by the ways in which the words of `term` may be taken.
fn sought_of(term: &Term) -> Vec<Sought> {
    let sought = ways(term).into_iter().map(|(topic, kinds)| Sought {
        kinds: if kinds.is_empty() { term.kinds.clone() } else { kinds },
        ..sought_for(&topic)
    });
    sought.collect()
}

/// Whether somebody who is `told` not to have what `term` names has an entry without a name that may be it: one of the kinds that it is with
/// others.
fn is_missed(charts: &[Chart<'_>], term: &Term, told: &[Had]) -> bool {
    let entries = charts.iter().flat_map(|chart| &chart.entries);
    let facts: BTreeSet<FactRef> = told.iter().flatten().flatten().copied().collect();
    let kinds: BTreeSet<FactKind> =
        entries.filter(|entry| facts.contains(&entry.at)).map(|entry| entry.fact.kind).collect();
    let mut sought = sought_of(term);
    if !kinds.is_empty() {
        sought.iter_mut().for_each(|sought| sought.kinds = kinds.iter().copied().collect());
    }
    let frame = Frame(term.range.into_iter().collect());
    let may_be = |chart: &Chart<'_>| sought.iter().any(|sought| nameless::may_be_meant(chart, sought, &frame));
    charts.iter().zip(told).any(|(chart, had)| had.is_none() && may_be(chart))
}

fn plain(charts: &[Chart<'_>], term: &Term, today: Option<Date>) -> Option<Vec<Had>> {
    if let Some(kind) = kind_alone(term) {
        // Where nobody's record has a list of them, it says of nobody that they have none.
        let is_listed = |chart: &Chart<'_>| chart.entries.iter().any(|entry| entry.fact.kind == kind);
        if !charts.iter().any(is_listed) {
            return None;
        }
        return charts.iter().map(|chart| of_entries(chart, term, &all_of(chart, kind), today)).collect();
    }
    let mut all = ways(term).into_iter().find_map(|(topic, kinds)| of_way(charts, term, &topic, &kinds, today));
    if term.history {
        let words: Vec<String> = std::iter::once("history".to_owned()).chain(term.words.iter().cloned()).collect();
        let named = Term { words, kinds: vec![FactKind::Condition], ..term.clone() };
        let told = ways(&named)
            .into_iter()
            .rev()
            .find_map(|(topic, _)| of_way(charts, &named, &topic, &[FactKind::Condition], today));
        all = match (all, told) {
            (Some(all), Some(told)) => Some(all.into_iter().zip(told).map(|(one, other)| one.or(other)).collect()),
            (all, told) => all.or(told),
        };
    }
    all
}

/// Returns the kind of entry that `term` names without saying which of it: "an allergy", "medicines".
fn kind_alone(term: &Term) -> Option<FactKind> {
    // "Drugs" may be none of a doctor's, and "a procedure" is much of which nobody would say that they had it.
    const NOUNS: &[(FactKind, &str)] = &[
        (FactKind::AllergyIntolerance, "allergy allergies"),
        (FactKind::Condition, "condition conditions diagnosis diagnoses"),
        (
            FactKind::MedicationRequest,
            "medicine medicines medication medications meds prescription prescriptions pills tablets",
        ),
        (FactKind::Immunization, "vaccine vaccines vaccination vaccinations immunization immunizations"),
    ];
    let is_of = |nouns: &str| term.words.iter().all(|word| nouns.split(' ').any(|noun| noun == word));
    let (kind, _) = NOUNS.iter().find(|(_, nouns)| is_of(nouns))?;
    let is_meant = term.kinds.iter().all(|named| named == kind);
    let is_plain = !term.is_not && !term.history && term.bounds.is_empty() && term.except.is_empty();
    (is_meant && is_plain && !term.words.is_empty()).then_some(*kind)
}

/// Returns the entries of `kind` that say that there is something of it: "no known allergy" does not.
fn all_of<'c, 'a>(chart: &'c Chart<'a>, kind: FactKind) -> Vec<&'c Entry<'a>> {
    let is_denied = |entry: &Entry<'_>| match kind {
        FactKind::AllergyIntolerance => says_none(entry.name()),
        FactKind::Condition => {
            let name = entry.name().to_lowercase();
            says_none(&name) || chart.is_qualified(entry) || name.starts_with("no ") || name.starts_with("not ")
        }
        _ => is_undone(entry.name()) || denies_kind(entry.fact) || says_unknown(entry.fact),
    };
    chart.entries.iter().filter(|entry| entry.fact.kind == kind && !is_denied(entry)).collect()
}

fn of_way(
    charts: &[Chart<'_>],
    term: &Term,
    topic: &Topic,
    kinds: &[FactKind],
    today: Option<Date>,
) -> Option<Vec<Had>> {
    let hints: &[FactKind] = if kinds.is_empty() { &term.kinds } else { &[] };
    let ask = asked(term, hints);
    let kinds = if kinds.is_empty() { likeliest(charts, topic, &ask)? } else { kinds.to_vec() };
    let mut is_known = false;
    let mut told = Vec::new();
    let (mut name, mut compared) = (String::new(), Vec::new());
    for (chart, found) in charts.iter().zip(shared::resolved(charts, topic, &ask, &kinds)) {
        let own = match found {
            Found::Entries(found) => {
                is_known = true;
                of_entries(chart, term, &found.entries, today)?
            }
            Found::Readings(readings) => {
                is_known = true;
                let own = of_readings(term, &readings)?;
                // What a later text says of it is not known here: only what was so once stays so.
                let is_open = !term.bounds.is_empty() && (term.when != When::Ever || own.is_none());
                if is_open && later::is_told(chart, &readings, &Frame(term.range.into_iter().collect())) {
                    term.is_unsure.set(true);
                    return None;
                }
                let points = readings.points.into_iter().filter(|point| is_in(term, point));
                if term.when == When::Now {
                    compared.extend(points.last())
                } else {
                    compared.extend(points)
                }
                name = readings.name;
                own
            }
            Found::Nothing(_) => None,
            Found::Unclear if is_measured_nowhere(chart, topic, &ask) => None,
            Found::Unclear => return None,
        };
        told.push(own);
    }
    // A number without a unit is compared with nothing in several units.
    let limits = term.bounds.iter().filter(|_| term.unit.is_none()).map(|(_, limit)| *limit);
    if term.unit.is_none() && !term.bounds.is_empty() && !bare::fits(&name, &compared, limits) {
        return None;
    }
    is_known.then_some(told)
}

/// Returns the kind of entry that `topic` names in any of `charts`, the likeliest first.
fn likeliest(charts: &[Chart<'_>], topic: &Topic, ask: &Ask) -> Option<Vec<FactKind>> {
    let found: BTreeSet<FactKind> = charts
        .iter()
        .filter_map(|chart| match resolve(chart, topic, ask, &[]) {
            Found::Entries(found) => Some(found.kind),
            Found::Readings(_) => Some(FactKind::Observation),
            Found::Nothing(_) | Found::Unclear => None,
        })
        .collect();
    // What one was given as a medicine may have been put into another as a device: which is meant nobody says.
    if found.contains(&FactKind::MedicationRequest) && found.contains(&FactKind::Procedure) {
        return None;
    }
    let rank = |kind: &FactKind| {
        (
            *kind != FactKind::Observation || ask.bound.is_none(),
            *kind != FactKind::Condition,
            *kind != FactKind::MedicationRequest,
            *kind,
        )
    };
    found.into_iter().min_by_key(rank).map(|kind| vec![kind])
}

/// Of entries those that count; the outer `None` where it is not said of which time they must be, and that makes a difference.
fn of_entries<'a>(chart: &Chart<'a>, term: &Term, entries: &[&Entry<'a>], today: Option<Date>) -> Option<Had> {
    // Of a dose that may not count nobody is told to have been vaccinated, nor not to.
    if entries.iter().any(|entry| is_subpotent(entry.fact)) {
        term.is_unsure.set(true);
        return None;
    }
    let is_left_out = |entry: &Entry<'_>| {
        let name: Vec<String> =
            entry.name().to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
        !term.except.is_empty() && term.except.iter().all(|word| name.contains(word))
    };
    let in_range = |entry: &Entry<'_>| term.range.is_none_or(|range| entry.day().is_some_and(|day| range.holds(day)));
    let all: Vec<&Entry<'_>> = entries.iter().filter(|entry| !is_left_out(entry) && in_range(entry)).copied().collect();
    // What is not confirmed says only that it is open, where nothing else is had.
    let (open, settled) = all.into_iter().partition(|entry| unsettled::unconfirmed(entry.fact).is_some());
    let settled = of_time(chart, term, settled, today)?;
    let own = if settled.is_empty() { of_time(chart, term, open, today)? } else { settled };
    Some((!own.is_empty()).then(|| distinct(&own).iter().map(|entry| entry.at).collect()))
}

/// Those of `all` that are of the time of `term`; `None` where it is not said which that is, and it makes a difference.
fn of_time<'c, 'a>(
    chart: &Chart<'a>,
    term: &Term,
    all: Vec<&'c Entry<'a>>,
    today: Option<Date>,
) -> Option<Vec<&'c Entry<'a>>> {
    let is_now = |entry: &&&Entry<'_>| {
        is_current(entry.fact) && !is_over(entry.fact, today) && !is_not_taken(entry.fact) && is_recent(chart, entry)
    };
    let now: Vec<&Entry<'a>> = all.iter().filter(is_now).copied().collect();
    Some(match term.when {
        When::Ever => all,
        _ if term.range.is_some() => all,
        When::Now if now.is_empty() => all.into_iter().filter(|entry| is_doubtful(entry.fact, today)).collect(),
        When::Now => now,
        When::Unsaid if now.is_empty() != all.is_empty() => {
            term.is_unsure.set(true);
            return None;
        }
        When::Unsaid => all,
    })
}

/// Whether an entry, if it is of a pregnancy, is not older than one can be: many are never closed.
fn is_recent(chart: &Chart<'_>, entry: &Entry<'_>) -> bool {
    if entry.fact.kind != FactKind::Condition || !entry.name().to_lowercase().contains("pregnan") {
        return true;
    }
    let newest = chart.entries.iter().filter_map(Entry::day).max();
    newest.zip(entry.day()).is_none_or(|(newest, day)| (newest - day).get_days() <= PREGNANCY)
}

/// Whether `point` is of the time that `term` speaks of.
fn is_in(term: &Term, point: &Point<'_, '_>) -> bool {
    term.range.is_none_or(|range| point.entry.day().is_some_and(|day| range.holds(day)))
}

fn of_readings(term: &Term, readings: &Readings<'_, '_>) -> Option<Had> {
    let points: Vec<&Point<'_, '_>> = readings.points.iter().filter(|point| is_in(term, point)).collect();
    if term.bounds.is_empty() && !says_so(&term.words, readings) {
        return None;
    }
    let Some(latest) = points.last() else { return Some(None) };
    if term.bounds.is_empty() {
        return Some(Some(vec![latest.entry.at]));
    }
    if readings.is_pair {
        return None;
    }
    let lies = |point: &Point<'_, '_>| -> Option<bool> {
        let mut holds = true;
        for (bound, limit) in &term.bounds {
            let limit = bare::limit_for(&readings.name, point, *limit, term.unit.as_deref())?;
            holds &= point.lies(*bound, limit)?;
        }
        Some(holds)
    };
    let of_latest = lies(latest)?.then(|| vec![latest.entry.at]);
    if term.when == When::Now {
        return Some(of_latest);
    }
    let all: Vec<bool> = points.iter().map(|point| lies(point)).collect::<Option<_>>()?;
    let ever = points.iter().zip(all).rev().find(|(_, lies)| *lies).map(|(point, _)| vec![point.entry.at]);
    match term.when {
        When::Unsaid if of_latest.is_some() != ever.is_some() => {
            term.is_unsure.set(true);
            None
        }
        _ => Some(ever),
    }
}
