//! What entries leave open: a diagnosis that is not confirmed, a status that nobody knows, a prescription that is active while a later one of
//! the same medicine is stopped.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::ask::{Ask, Standing, Want};
use super::chart::{Chart, Entry, Identity, untagged};
use super::cohort::listed;
use super::entries::{distinct, is_current, is_over, names, nouns, tells_nothing_of_now};
use super::words::{joined, on, when};
use super::{Exact, lay, rule};
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind};

/// The answer alone where the record has a diagnosis that is not confirmed.
pub(super) const NOT_CONFIRMED: &str = "not confirmed";
/// The answer alone where no entry says whether it is so now.
const NOT_SAID: &str = "the record does not say";
/// The answer alone where one prescription is active and a later one of the same medicine is stopped, or not to be taken.
const BOTH: &str = "active, and stopped later";
/// The same of an illness or an allergy that one entry has as active and another as refuted.
const DISAGREE: &str = "active, and refuted";
/// The same of one that another entry of a later day has as resolved.
const RESOLVED: &str = "active, and resolved later";

/// Returns the word by which `fact`, a diagnosis or an allergy, says that it is not confirmed: hl7.org/fhir/R4/valueset-condition-ver-status.html,
/// valueset-allergyintolerance-verification.html.
pub(crate) fn unconfirmed(fact: &Fact) -> Option<&str> {
    const OPEN: [&str; 3] = ["unconfirmed", "provisional", "differential"];
    let is_of = matches!(fact.kind, FactKind::Condition | FactKind::AllergyIntolerance);
    let said =
        fact.fields.iter().filter(|_| is_of).find(|field| field.label == "Verification status")?.value.text.as_str();
    OPEN.iter().any(|open| said.to_lowercase().contains(open)).then_some(said)
}

/// Returns those of `entries` that are confirmed, as far as such are; where none is, all of them.
pub(super) fn settled<'c, 'a>(entries: Vec<&'c Entry<'a>>) -> Vec<&'c Entry<'a>> {
    let (open, settled): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| unconfirmed(entry.fact).is_some());
    if settled.is_empty() { open } else { settled }
}

/// Whether all of `facts`, by which somebody has something, are entries of `chart` that are not confirmed.
pub(super) fn are_open(chart: &Chart<'_>, facts: &[FactRef]) -> bool {
    let is_open = |at: &FactRef| {
        let mut entries = chart.entries.iter();
        entries.find(|entry| entry.at == *at).is_some_and(|entry| unconfirmed(entry.fact).is_some())
    };
    !facts.is_empty() && facts.iter().all(is_open)
}

/// Says of whom something is not confirmed, so that they are counted neither with it nor without; nothing where there is nobody.
pub(super) fn not_counted(people: &[String]) -> String {
    if people.is_empty() { String::new() } else { format!(" Not confirmed, and not counted: {}.", listed(people)) }
}

/// Returns whether `fact` says of itself that nobody knows if it is so now, or says nothing of it.
pub(super) fn is_unknown(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    let is_open = status.is_none_or(|status| tells_nothing_of_now(fact.kind, status));
    fact.kind.lasts() && !is_current(fact) && !fact.has_ended() && is_open
}

/// Whether `fact` is a prescription that is on hold: it is neither taken nor over.
pub(super) fn is_held(fact: &Fact) -> bool {
    fact.kind == FactKind::MedicationRequest && fact.status.as_ref().is_some_and(|status| status.text == "on-hold")
}

/// Whether `fact` is a prescription that is active, and of which its own words say that it is not taken: as the reason of its status, in its
/// dosage, or in a note.
pub(super) fn is_not_taken(fact: &Fact) -> bool {
    const NOT_TAKEN: &[&str] =
        &["not taking", "no longer taking", "not currently taking", "stopped taking", "not been taking"];
    const OVER: &[&str] = &["not taken", "stopped", "discontinued", "never started", "did not start"];
    let name = fact.code.as_ref().map(|code| code.display.text.to_lowercase()).unwrap_or_default();
    let is_if = |text: &str| text.split_whitespace().next().is_some_and(|word| word == "and" || IF.contains(&word));
    let is_so = |text: &str, at: usize, said: &str| {
        let [before, behind] = [text.get(..at), text.get(at + said.len()..)].map(Option::unwrap_or_default);
        !is_in_case(before, behind) && !is_of_other(&name, behind)
    };
    let says =
        |text: &str| NOT_TAKEN.iter().any(|said| text.match_indices(said).any(|(at, said)| is_so(text, at, said)));
    let begins = |text: &str| {
        let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let rest = ["stop taking", "discontinued"].iter().find_map(|said| text.strip_prefix(said));
        rest.is_some_and(|rest| !is_if(rest) && !is_of_other(&name, rest))
    };
    let is_active = fact.kind == FactKind::MedicationRequest && is_current(fact);
    is_active
        && fact.fields.iter().any(|field| {
            let text = field.value.text.to_lowercase();
            match field.label.as_str() {
                "Status reason" => says(&text) || OVER.iter().any(|said| text.contains(said)),
                "Note" => says(&text) || begins(&text),
                label => label.starts_with("Dosage") && (says(&text) || begins(&text)),
            }
        })
}

/// Words of a case in which something may be so: "stop taking if a rash appears" says what to do.
const IF: &[&str] = &["if", "when", "while", "once", "unless", "before", "until"];

/// Whether words for not taking something, which stand between `before` and `behind`, say what would be, or that it is not so.
fn is_in_case(before: &str, behind: &str) -> bool {
    /// Words right before them that make a case, a thing to talk of or a denial of it.
    const MAKE: &[&str] = &["and", "of", "by", "about", "avoid", "not", "never"];
    const WHO: &[&str] = &["you", "are", "the", "patient", "pt", "is", "he", "she", "they", "have", "has", "been", "i"];
    /// What may stand between them and what comes of it: "not taking this medicine may raise your sugar".
    const IT: &[&str] = &[
        "it",
        "this",
        "the",
        "your",
        "medicine",
        "medication",
        "drug",
        "tablet",
        "tablets",
        "pill",
        "pills",
        "as",
        "directed",
        "prescribed",
        "regularly",
    ];
    let mut back = before.split_whitespace().rev();
    let is_made = back.clone().next().is_some_and(|word| MAKE.contains(&word) || IF.contains(&word));
    let is_if = back.find(|word| !WHO.contains(word)).is_some_and(|word| IF.contains(&word));
    let next = behind.split_whitespace().find(|word| !IT.contains(word));
    is_made || is_if || next.is_some_and(|next| matches!(next, "may" | "might" | "can" | "could" | "will" | "would"))
}

/// Whether what is not taken, as it stands in `behind`, is another medicine than that of an entry that is called `name`.
fn is_of_other(name: &str, behind: &str) -> bool {
    const SMALL: &[&str] = &["the", "her", "his", "their", "my", "any", "more", "of", "oral", "daily", "low", "dose"];
    const FORMS: &[&str] = &["oral", "tablet", "tablets", "capsule", "capsules", "daily", "dose"];
    let sentence = behind.split(['.', ';', '\n']).next().unwrap_or_default();
    let words = || sentence.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    let is_own = |word: &str| word.len() > 3 && !FORMS.contains(&word) && name.contains(word);
    let first = words().find(|word| !SMALL.contains(word));
    first.is_some_and(|first| lay::is_other_medicine(first, name)) && !words().any(is_own)
}

/// Whether `fact` is a prescription that is active without an end that is over, and of which its own words say that it is not taken, or its
/// dosage alone that its course is over: nobody knows if it is taken.
pub(super) fn is_doubtful(fact: &Fact, today: Option<Date>) -> bool {
    let is_active = fact.kind == FactKind::MedicationRequest && is_current(fact);
    is_active && if is_over(fact, today) { fact.ended.is_none() } else { is_not_taken(fact) }
}

/// Whether it is open of all of `facts`, by which somebody takes something, if it is taken.
pub(super) fn are_doubtful(chart: &Chart<'_>, facts: &[FactRef], today: Option<Date>) -> bool {
    let is_doubtful = |at: &FactRef| {
        let mut entries = chart.entries.iter();
        entries.find(|entry| entry.at == *at).is_some_and(|entry| is_doubtful(entry.fact, today))
    };
    !facts.is_empty() && facts.iter().all(is_doubtful)
}

/// Whether it is open if something of `entries`, prescriptions, is taken: it is active, and its words say that it is not taken, or its dosage
/// that its course is over.
pub(super) fn leaves_open(ask: &Ask, standing: Standing, entries: &[&Entry<'_>], today: Option<Date>) -> bool {
    let is_taken = |entry: &Entry<'_>| is_current(entry.fact) && !is_over(entry.fact, today);
    let is_open = |entry: &Entry<'_>| is_not_taken(entry.fact);
    let is_ended = |entry: &Entry<'_>| is_current(entry.fact) && entry.end().is_none() && !is_taken(entry);
    let is_of_now = !matches!(standing, Standing::Ever | Standing::Unsaid) || ask.gone || ask.stopped || ask.dose;
    let lasts = ask.want == Want::Span && ask.begins || ask.since;
    if entries.iter().any(|entry| is_open(entry)) {
        let all = || entries.iter().all(|entry| is_open(entry));
        return is_of_now || lasts || ask.taken && ask.range.is_some() || ask.want == Want::Whether && all();
    }
    let is_past = || entries.iter().any(|entry| is_ended(entry)) && !entries.iter().any(|entry| is_taken(entry));
    let asks_now = standing == Standing::Current && ask.want == Want::Whether || ask.gone || ask.stopped;
    (asks_now || lasts) && is_past()
}

/// Adds to an answer which of the diagnoses that it was made from are not confirmed, and which of the active medicines a later entry of
/// `entries`, or of those that are `against` something, says to be stopped, or not to be taken.
pub(super) fn note<'a>(entries: &[&Entry<'a>], against: &[&Entry<'a>], exact: &mut Exact) {
    let open = |entry: &&&Entry<'_>| unconfirmed(entry.fact).is_some() && exact.facts.contains(&entry.at);
    let open: Vec<&Entry<'_>> = entries.iter().filter(open).copied().collect();
    if !open.is_empty() && exact.answer != NOT_CONFIRMED {
        exact.sentence += &format!(" Not confirmed, as the record has it: {}.", joined(&names(&distinct(&open))));
    }
    let (told, said) = (exact.facts.iter().copied().collect::<BTreeSet<_>>(), Said::of(entries, against));
    let is_told = |entry: &&&Entry<'a>| is_current(entry.fact) && told.contains(&entry.at);
    let later = |entry: &&'_ Entry<'a>| said.against_later(entry).filter(|later| !told.contains(&later.at));
    let contrary: Vec<_> = entries.iter().filter(is_told).filter(|entry| later(entry).is_some()).copied().collect();
    let (stopped, other): (Vec<_>, Vec<_>) =
        contrary.into_iter().partition(|entry| later(entry).is_some_and(|later| later.status() == Some("stopped")));
    for (some, said_of) in [(stopped, "stopped by a later entry"), (other, "a later entry says that it is not so")] {
        let each = distinct(&some);
        if !each.is_empty() {
            exact.sentence += &format!(" Active, but {said_of}: {}.", joined(&names(&each)));
            exact.facts.extend(each.iter().filter_map(later).map(|later| later.at));
        }
    }
}

/// Returns the word for all of `entries`, diagnoses of which none is confirmed.
pub(super) fn all_unconfirmed<'e>(entries: &[&'e Entry<'_>]) -> Option<&'e str> {
    let last = entries.last()?;
    entries.iter().all(|entry| unconfirmed(entry.fact).is_some()).then(|| unconfirmed(last.fact))?
}

/// The last day that `entry` tells of itself: that of its end, else that on which it was written.
fn last_day(entry: &Entry<'_>) -> Option<Date> {
    entry.end().max(entry.day())
}

/// By what entries are of one thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Thing<'a> {
    Coded(Identity<'a>),
    /// What is in a medicine, whatever it is called.
    Of(BTreeSet<String>),
}

/// Returns the things that `entry` is of.
fn things<'a>(entry: &Entry<'a>) -> impl Iterator<Item = Thing<'a>> {
    let of = Some(lay::substances(entry.name()))
        .filter(|of| entry.fact.kind == FactKind::MedicationRequest && !of.is_empty());
    [Some(Thing::Coded(entry.identity())), of.map(Thing::Of)].into_iter().flatten()
}

/// Whether `fact` says that what another entry has as so is not so: a prescription that was stopped, is on hold, or says not to take it; an
/// illness or an allergy that was refuted, or is over.
fn is_against(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map_or("", |status| status.text.as_str());
    match fact.kind {
        FactKind::MedicationRequest => matches!(status, "stopped" | "on-hold" | "not-taken") || fact.is_forbidden(),
        FactKind::Condition | FactKind::AllergyIntolerance => matches!(status, "refuted" | "resolved"),
        _ => false,
    }
}

/// All that is said of what lasts, by what it is of, each with the last day that it tells of itself, the latest first.
pub(super) struct Said<'c, 'a>(BTreeMap<Thing<'a>, Vec<(Option<Date>, &'c Entry<'a>)>>);

impl<'c, 'a> Said<'c, 'a> {
    /// Returns what `entries` say, and those that are `against` something.
    pub fn of(entries: &[&'c Entry<'a>], against: &[&'c Entry<'a>]) -> Self {
        let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let lasting = entries.iter().filter(|entry| entry.fact.kind.lasts());
        for entry in lasting.chain(against.iter().filter(|entry| is_against(entry.fact))) {
            for thing in things(entry) {
                all.entry(thing).or_default().push((last_day(entry), *entry));
            }
        }
        for own in all.values_mut() {
            own.sort_by_key(|(last, entry)| Reverse((*last, entry.key)));
        }
        Said(all)
    }

    /// Returns what says last of the same thing as `active` that it is not so, where nothing that was written, or ended, later says that it is.
    /// Of what has no day nobody knows what came later.
    pub fn against_later(&self, active: &Entry<'a>) -> Option<&'c Entry<'a>> {
        things(active).find_map(|thing| {
            let own = self.0.get(&thing)?.iter().map(|(last, entry)| (*last, *entry));
            // What ends and what begins on one day may follow one another.
            let forbids =
                |entry: &Entry<'_>| is_against(entry.fact) && !matches!(entry.status(), Some("stopped" | "resolved"));
            let mut later = own
                .take_while(|(last, entry)| *last > active.day() || *last == active.day() && forbids(entry))
                .map(|(_, entry)| entry)
                .filter(|entry| entry.at != active.at && (entry.day() > active.day() || is_against(entry.fact)));
            later.next().filter(|entry| is_against(entry.fact))
        })
    }
}

/// Tells that one entry is active, and that a `later` one of the same says otherwise.
pub(super) fn both(active: &Entry<'_>, later: &Entry<'_>, exact: &mut Exact) {
    exact.answer = BOTH.to_owned();
    let ((one, _), name, day) = (nouns(active.fact.kind), untagged(active.name()), when(active));
    if active.fact.kind != FactKind::MedicationRequest {
        exact.answer = if later.status() == Some("resolved") { RESOLVED } else { DISAGREE }.to_owned();
    }
    let said = match (later.status(), later.fact.ended.as_ref().filter(|_| later.day() <= active.day())) {
        _ if later.fact.is_forbidden() => "says not to take it".to_owned(),
        (Some(status @ ("stopped" | "resolved")), Some(ended)) => {
            format!("has the status “{status}” and ended {}", on(ended))
        }
        (status, _) => format!("has the status “{}”", status.unwrap_or_default()),
    };
    let is = if active.status().is_some() { "is active" } else { "is there" };
    let other = if later.day() > active.day() { "a later one" } else { "another one" };
    exact.sentence =
        format!("The record says both: the {one} “{name}” of {day} {is}, and {other}, of {}, {said}.", when(later));
    exact.rules.push(rule::BOTH.to_owned());
    exact.facts = vec![later.at, active.at];
}

/// Tells that the record does not say whether something is so now, where the newest entry of it leaves that open.
pub(super) fn unknown(entries: &[&Entry<'_>], exact: &mut Exact) -> Option<()> {
    let is_newest = |entry: &&&Entry<'_>| {
        is_unknown(entry.fact)
            && !entries.iter().any(|other| other.identity() == entry.identity() && other.day() > entry.day())
    };
    let open = entries.iter().rev().find(is_newest)?;
    let (one, _) = nouns(open.fact.kind);
    let (name, day) = (untagged(open.name()), when(open));
    exact.answer = NOT_SAID.to_owned();
    exact.sentence = match open.status() {
        Some(status) => format!(
            "The record does not say whether it is so now: the {one} “{name}” of {day} has the status “{status}”."
        ),
        None => format!("The record does not say whether it is so now: the {one} “{name}” of {day} has no status."),
    };
    exact.facts = vec![open.at];
    Some(())
}
