//! Questions that ask for medicines by how they are taken, "every day", "as needed", or by being on hold, and what was handed out later than
//! what a "not now" is told from.
//!
//! The other readers pass such words over. Here what they told is held to them: it is told by the dosage of the entries, or not at all.
use jiff::civil::Date;

use super::ask::{Ask, Standing, Want};
use super::chart::{Chart, Entry};
use super::entries::{is_current, is_over, listed};
use super::resolve::Entries;
use super::{Exact, Form, doses, lay, rule, taken, unsettled};
use crate::brief::ingredient;
use crate::document::{Fact, FactKind, Records};

/// By what medicines are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// "Every day".
    Daily,
    /// Any other way to ask how often.
    Often,
    /// "As needed".
    Needed,
    /// "On hold".
    Held,
}

/// Returns the words of `question`, in lower case between blanks.
fn words_of(question: &str) -> String {
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

fn manner(words: &str) -> Option<Manner> {
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(&format!(" {phrase} ")));
    const HELD: &[&str] = &["on hold", "paused", "suspended", "withheld"];
    const NEEDED: &[&str] = &["as needed", "when needed", "if needed", "as required", "when required", "prn"];
    const OFTEN: &[&str] = &[
        "times a",
        "times per",
        "times daily",
        "times each",
        "times every",
        "once a",
        "once per",
        "once every",
        "twice a",
        "twice per",
        "twice every",
        "twice daily",
        "once daily",
        "weekly",
        "every week",
        "each week",
        "per week",
        "every other",
        "every second",
        "monthly",
        "every month",
        "each month",
        "per month",
        "every morning",
        "each morning",
        "every evening",
        "each evening",
        "every night",
        "each night",
        "nightly",
    ];
    const DAILY: &[&str] = &["every day", "everyday", "each day", "daily", "per day", "every single day"];
    const TAKES: &[&str] = &["take", "takes", "taking", "use", "using", "inject", "supposed"];
    const HOW: &[&str] = &["how often", "how frequently", "how regularly"];
    Some(match () {
        () if has(HELD) => Manner::Held,
        () if has(NEEDED) => Manner::Needed,
        () if has(OFTEN) || has(HOW) && has(TAKES) => Manner::Often,
        () if has(DAILY) => Manner::Daily,
        () => return None,
    })
}

fn is_medicine(fact: &Fact) -> bool {
    fact.kind == FactKind::MedicationRequest
}

/// Whether an entry says that a medicine was handed out or given: what has a medicine, and is no prescription.
pub(super) fn is_handed_out(fact: &Fact) -> bool {
    const NOT: &[&str] = &["cancelled", "declined", "not-done", "entered-in-error", "preparation"];
    let is_done = fact.status.as_ref().is_none_or(|status| !NOT.contains(&status.text.as_str()));
    fact.kind == FactKind::Other && is_done && fact.fields.iter().any(|field| field.label == "Medication")
}

/// Returns `exact`, what was told of `question`, where that is so of how medicines are taken; told by their dosages where those are asked
/// for, and `None` where these do not say.
pub(super) fn held_to(records: &Records, question: &str, today: Option<Date>, exact: Exact) -> Option<Exact> {
    let words = words_of(question);
    let manner = manner(&words);
    if exact.is_absent {
        return (manner != Some(Manner::Held)).then_some(exact);
    }
    let documents = exact.facts.iter().filter_map(|at| records.documents.get(at.document.0 as usize));
    let Some(subject) = documents.filter_map(|document| document.subject).next() else { return Some(exact) };
    let is_now = exact.rules.iter().any(|rule| rule == rule::TAKING);
    let is_not_now = exact.form == Form::Whether && exact.answer == "no" && is_now;
    if manner.is_none() && !is_not_now {
        return Some(exact);
    }
    let chart = Chart::new(records, subject);
    let told: Vec<&Entry<'_>> = chart.entries.iter().filter(|entry| exact.facts.contains(&entry.at)).collect();
    if !told.iter().any(|entry| is_medicine(entry.fact)) {
        return Some(exact);
    }
    let is_so = |entry: &&Entry<'_>| is_medicine(entry.fact) && is_current(entry.fact) && !is_over(entry.fact, today);
    // Another medicine that is taken now may be of a class of which no table has all.
    let is_of_class = || named(&told, &words).is_empty() && names_open_class(&words);
    let may_be_of_class = || is_of_class() && chart.entries.iter().any(|entry| is_so(&entry));
    if is_not_now && (is_handed_out_later(&chart, &told, &words) || may_be_of_class()) {
        return None;
    }
    let Some(manner) = manner else { return Some(exact) };
    let is_told = |entry: &&Entry<'_>| told.iter().any(|told| told.identity() == entry.identity());
    let current: Vec<&Entry<'_>> = chart.entries.iter().filter(is_so).filter(is_told).collect();
    let has = |known: &str| exact.rules.iter().any(|rule| rule == known);
    match (exact.form, manner) {
        (Form::List, Manner::Held) => listing(&chart, &held(&chart), Standing::Ever, rule::ON_HOLD),
        (_, Manner::Held) | (Form::Cohort, _) => None,
        _ if has(rule::DOSE) => told.iter().all(|entry| taken::says_how(entry.fact)).then_some(exact),
        (Form::Whether, _) if exact.answer != "yes" || has(rule::STOPPED) => Some(exact),
        (Form::Whether | Form::Count, _) if is_now && has(rule::NAMED) => {
            let is_said = told.iter().all(is_so) && current.iter().all(|entry| taken::says_how(entry.fact));
            let mut said = Exact::new(Form::Fact);
            said.rules.extend([rule::TAKING, rule::NAMED].map(str::to_owned));
            is_said.then(|| doses::told(&current, &mut said))??;
            Some(said)
        }
        (Form::List, Manner::Needed) if is_now => {
            let chosen: Vec<&Entry<'_>> =
                current.iter().filter(|entry| taken::is_as_needed(entry.fact)).copied().collect();
            listing(&chart, &chosen, Standing::Current, rule::AS_NEEDED)
        }
        (Form::List, Manner::Daily) if is_now => {
            let each: Vec<bool> = current.iter().map(|entry| taken::is_daily(entry.fact)).collect::<Option<_>>()?;
            let chosen: Vec<&Entry<'_>> =
                current.iter().zip(each).filter(|(_, is_daily)| *is_daily).map(|(entry, _)| *entry).collect();
            listing(&chart, &chosen, Standing::Current, rule::DAILY)
        }
        (Form::Whether | Form::Count | Form::List, _) => None,
        _ => Some(exact),
    }
}

/// Whether `words` name a class of medicines of which no table has all.
fn names_open_class(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let runs = (0..words.len()).flat_map(|at| (1..=4).filter_map(move |len| Some(at..at.checked_add(len)?)));
    runs.into_iter()
        .any(|run| words.get(run).is_some_and(|run| lay::is_open_class(run, &[FactKind::MedicationRequest])))
}

/// The prescriptions that are on hold, of medicines of which no later one has another status.
fn held<'c, 'a>(chart: &'c Chart<'a>) -> Vec<&'c Entry<'a>> {
    let medicines = || chart.entries.iter().filter(|entry| is_medicine(entry.fact));
    let is_newest =
        |entry: &&Entry<'_>| !medicines().any(|other| other.identity() == entry.identity() && other.key > entry.key);
    medicines().filter(|entry| entry.status() == Some("on-hold")).filter(is_newest).collect()
}

/// Lists `chosen` by the rule that they were chosen by; `None` where there are none.
fn listing(chart: &Chart<'_>, chosen: &[&Entry<'_>], standing: Standing, by: &str) -> Option<Exact> {
    let mut told = Exact::new(Form::List);
    if standing == Standing::Current {
        told.rules.push(rule::TAKING.to_owned());
    }
    told.rules.push(by.to_owned());
    let found = Entries { entries: chosen.to_vec(), ..Entries::none(chart, FactKind::MedicationRequest) };
    listed(&Ask::of(Want::List), &found, chosen, standing, "", &mut told)?;
    let medicines: Vec<&Entry<'_>> = chart.entries.iter().filter(|entry| is_medicine(entry.fact)).collect();
    unsettled::note(&medicines, &found.against, &mut told);
    Some(told)
}

/// The medicines of `told` that `words` name.
fn named(told: &[&Entry<'_>], words: &str) -> Vec<String> {
    let names = told.iter().filter_map(|entry| ingredient(entry.name()));
    names.filter(|name| words.contains(&format!(" {name} "))).collect()
}

/// Whether a medicine was handed out or given later than what a "not now" was `told` from: one that the question names, or any where it names
/// a class of them.
fn is_handed_out_later(chart: &Chart<'_>, told: &[&Entry<'_>], words: &str) -> bool {
    let newest = told.iter().filter_map(|entry| entry.end().max(entry.day())).max();
    let named = named(told, words);
    chart.entries.iter().filter(|entry| is_handed_out(entry.fact)).any(|entry| {
        let name = entry.name().to_lowercase();
        entry.day() > newest && (named.is_empty() || name.is_empty() || named.iter().any(|own| name.contains(own)))
    })
}
