//! What a record has of a time, kind by kind, and what it has of now: "what's new since March?", "what happened in 2023?", "summary".
//!
//! As with the panels ([`super::panel`]) every word has to be one of asking, of the time, or of these. What is new is listed by name where
//! it is few, and counted where it is much. A summary is the plain answers to what somebody has, is allergic to and takes, one after
//! the other.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use jiff::civil::Date;

use super::chart::{Chart, Entry, untagged};
use super::entries::{self, counted};
use super::words::{self, capital, joined, many, moment};
use super::{Exact, Form, denies_kind, rule, says_unknown, visits};
use crate::clearance::FactRef;
use crate::document::{Content, FactKind};
use crate::question::plan::Plan;
use crate::question::when::{self, Range};

/// Names of one kind that a sentence lists.
const LISTED: usize = 8;

const ENDED: &str = "Conditions and prescriptions whose end lies in that time are told, too.";
const COUNTED: &str = "What was measured and written is counted alone: ask for it by its name.";

/// Words that ask, and say nothing of what is asked for.
const ASKING: &str = "what what's whats which is has have had was were are there anything any something everything been going on the a an my our his her hers their your \
     in show shows tell give me us i we you she he they about all list do does did know can could please of from for with to since patient patients pt";
/// Words for a change.
const CHANGES: &str = "new newest changed change changes happened happen happens update updates different";
/// Words for the whole.
const WHOLE: &str = "summary summarize summarise overview";
/// What the whole may be of.
const OF_WHOLE: &str = "record records chart file files history medical health everything data short quick brief";

/// Short names for what a plain question asks, without what may stand before and behind them.
const PLAINLY: &[(&[&str], &str)] = &[
    (
        &[
            "pmh",
            "pmhx",
            "past medical history",
            "medical history",
            "past history",
            "past conditions",
            "past diagnoses",
        ],
        "Which conditions have I had?",
    ),
    (&["psh", "pshx", "surgical history", "past surgical history", "past surgeries"], "What surgery have I had?"),
];
/// What pictures of the body are asked for by.
const IMAGING: &[&str] = &[
    "imaging",
    "imaging studies",
    "imaging study",
    "imaging results",
    "imaging reports",
    "imaging tests",
    "scans",
    "scan results",
    "radiology",
    "radiology reports",
    "radiology results",
];
/// Words that may stand before what is asked for and say nothing that is not told anyway.
const NEWEST: &str = "last latest recent most newest";

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    /// What a plain question asks for.
    Plainly(&'static str),
    /// The pictures that were taken, of a time or of all.
    Imaging(Option<Range>),
    /// What is of a time.
    Of(Range),
    /// What is new since the last visit.
    SinceVisit,
    /// What is so now.
    Whole,
}

impl Asked {
    /// Returns which overview `plan` asks for; `None` where it asks for something else.
    pub(super) fn read(plan: &Plan, today: Option<Date>) -> Option<Self> {
        let times = when::read(&plan.words, today);
        let mut words = plan.words_beside(&times.words);
        if super::panel::asks_to_do(&words) {
            return None;
        }
        let is_since_visit = takes_last_visit(&mut words);
        let has = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
        words.retain(|word| !has(ASKING, word));
        if words.is_empty() || times.is_unsure || times.is_rough || times.each.len() > 1 || times.ends.is_some() {
            return None;
        }
        let rest: Vec<&str> = words.iter().filter(|word| !has(NEWEST, word)).copied().collect();
        let said = rest.join(" ");
        if !is_since_visit && IMAGING.contains(&said.as_str()) {
            return Some(Asked::Imaging(times.range));
        }
        let plainly = PLAINLY.iter().find(|(known, _)| known.contains(&said.as_str()));
        if let Some((_, question)) = plainly.filter(|_| times.range.is_none() && !is_since_visit) {
            return Some(Asked::Plainly(question));
        }
        let are_changes = words.iter().all(|word| has(CHANGES, word));
        let is_whole = words.iter().any(|word| has(WHOLE, word))
            && words.iter().all(|word| has(WHOLE, word) || has(OF_WHOLE, word));
        match (times.range, is_since_visit) {
            (Some(range), false) if are_changes && range.from.is_some() => Some(Asked::Of(range)),
            (None, true) if are_changes => Some(Asked::SinceVisit),
            // "What happened?" says nothing of when.
            (None, false) if are_changes && !words.iter().any(|word| word.starts_with("happen")) => {
                Some(Asked::SinceVisit)
            }
            (None, false) if is_whole => Some(Asked::Whole),
            _ => None,
        }
    }

    /// Returns the overview of the patient of `chart`; `None` where there is nothing of that time. `ask` answers a plain question of the patient.
    pub(super) fn answer(
        self,
        chart: &Chart<'_>,
        today: Option<Date>,
        ask: &dyn Fn(&str) -> Option<Exact>,
    ) -> Option<Exact> {
        match self {
            Asked::Plainly(question) => ask(question),
            Asked::Imaging(time) => imaging(chart, time, today),
            Asked::Of(range) => of_time(chart, range, today, &capital(words::range(Some(&range)).trim_start())),
            Asked::SinceVisit => since_visit(chart, today),
            Asked::Whole => of_now(chart, ask),
        }
    }
}

/// Takes "since the last visit" from `words`; returns whether it stood there.
fn takes_last_visit(words: &mut Vec<&str>) -> bool {
    const VISITS: &[&str] = &["visit", "appointment", "checkup", "check-up", "consultation", "encounter", "time"];
    let is_last = |word: &str| matches!(word, "last" | "latest" | "previous" | "recent");
    let Some(at) =
        words.windows(2).position(|pair| matches!(pair, [last, visit] if is_last(last) && VISITS.contains(visit)))
    else {
        return false;
    };
    let is_before =
        |word: &&str| matches!(*word, "since" | "after" | "my" | "her" | "his" | "the" | "our" | "their" | "most");
    let before = words.iter().take(at).rev().take_while(|word| is_before(word)).count();
    let is_since =
        words.get(at - before..at).is_some_and(|run| run.iter().any(|word| matches!(*word, "since" | "after")));
    if is_since {
        words.drain(at - before..at + 2);
    }
    is_since
}

/// What is new since the newest visit, its day included.
fn since_visit(chart: &Chart<'_>, today: Option<Date>) -> Option<Exact> {
    let is_over =
        |entry: &&Entry<'_>| entry.fact.kind == FactKind::Encounter && entry.day().is_some() && is_past(entry, today);
    let visit = chart.entries.iter().rev().find(is_over)?;
    let range = Range { from: Some(visit.day()?), until: None };
    let begun = visit.fact.begun.as_ref().map(moment)?;
    of_time(chart, range, today, &format!("Since the last visit ({begun})"))
}

/// Tells what the record has of a time, which `when` says.
fn of_time(chart: &Chart<'_>, time: Range, today: Option<Date>, when: &str) -> Option<Exact> {
    const NAMED: &[FactKind] = &[
        FactKind::Condition,
        FactKind::AllergyIntolerance,
        FactKind::MedicationRequest,
        FactKind::Procedure,
        FactKind::Immunization,
        FactKind::ImagingStudy,
        FactKind::DiagnosticReport,
        FactKind::Encounter,
    ];
    let is_in = |day: Option<Date>| day.is_some_and(|day| time.holds(day));
    let is_told = |entry: &&Entry<'_>| is_past(entry, today) && !denies_kind(entry.fact) && !says_unknown(entry.fact);
    let mut parts: Vec<String> = Vec::new();
    let mut facts: Vec<FactRef> = Vec::new();
    let mut tell = |what: &dyn Fn(usize) -> String, entries: Vec<&Entry<'_>>| {
        if !entries.is_empty() {
            parts.push(format!("{} ({})", what(entries.len()), names(&entries)));
            facts.extend(entries.iter().map(|entry| entry.at));
        }
    };
    let newest_first = |entries: &mut Vec<&Entry<'_>>| entries.sort_by_key(|entry| Reverse(entry.key));
    for kind in NAMED {
        let of_kind = || chart.entries.iter().filter(|entry| entry.fact.kind == *kind).filter(is_told);
        let mut begun: Vec<&Entry<'_>> = of_kind().filter(|entry| is_in(entry.day())).collect();
        newest_first(&mut begun);
        tell(&|count| counted(count, *kind), begun);
        if matches!(kind, FactKind::Condition | FactKind::MedicationRequest) {
            let mut ended: Vec<&Entry<'_>> = of_kind().filter(|entry| is_in(entry.end())).collect();
            newest_first(&mut ended);
            tell(&|count| format!("{} that ended", counted(count, *kind)), ended);
        }
    }
    let measured = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation && is_in(entry.day()));
    let is_note = |content: &Content| matches!(content, Content::Prose { .. });
    let notes = chart.documents.iter().filter(|document| is_note(&document.content) && is_in(document.date));
    for (count, noun) in [(measured.count(), "measurement"), (notes.count(), "note")] {
        if count > 0 {
            parts.push(many(count as i64, noun));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let mut exact = Exact::new(Form::List);
    exact.answer = parts.join("; ");
    exact.sentence = format!("{when} the record has {}.", joined(&parts));
    exact.rules = vec![rule::BEGUN.to_owned(), ENDED.to_owned(), COUNTED.to_owned()];
    let mut seen = BTreeSet::new();
    facts.retain(|fact| seen.insert(*fact));
    exact.facts = facts;
    Some(exact)
}

/// The pictures that were taken in a time, the newest first; of one name the newest day is told.
fn imaging(chart: &Chart<'_>, time: Option<Range>, today: Option<Date>) -> Option<Exact> {
    const RULE: &str = "Imaging is what its file files under imaging or radiology, and each procedure whose name says so, as X-ray, ultrasound, CT, MRI or scan do.";
    let is_in = |entry: &&Entry<'_>| time.is_none_or(|time| entry.day().is_some_and(|day| time.holds(day)));
    let taken = chart.entries.iter().filter(|entry| is_picture(entry) && is_past(entry, today));
    let mut found: Vec<&Entry<'_>> = taken.filter(is_in).collect();
    found.sort_by_key(|entry| Reverse(entry.key));
    let mut seen = BTreeSet::new();
    let each = found.iter().filter(|entry| seen.insert(named(entry).to_lowercase()));
    let each: Vec<String> = each.map(|entry| format!("“{}” ({})", named(entry), words::when(entry))).collect();
    let more = each.len().saturating_sub(LISTED);
    let mut told: Vec<String> = each.into_iter().take(LISTED).collect();
    if told.is_empty() {
        return None;
    }
    told.extend(words::others(more));
    let mut exact = Exact::new(Form::List);
    exact.answer = told.join("; ");
    let range = words::range(time.as_ref());
    let count = if found.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", found.len()) };
    exact.sentence = format!("The record has {count} of imaging{range}: {}.", told.join("; "));
    exact.rules = vec![RULE.to_owned(), rule::BEGUN.to_owned()];
    exact.facts = found.iter().map(|entry| entry.at).collect();
    Some(exact)
}

/// Returns the name of `entry`; of an imaging study without one what it is.
fn named<'a>(entry: &Entry<'a>) -> &'a str {
    match untagged(entry.name()) {
        "" => "Imaging study",
        name => name,
    }
}

/// Whether `entry` is no plan, as its status and its day say.
fn is_past(entry: &Entry<'_>, today: Option<Date>) -> bool {
    let status = entry.status().unwrap_or_default();
    let is_planned = matches!(status, "planned" | "preparation") || visits::BOOKED.contains(&status);
    !is_planned && entry.day().zip(today).is_none_or(|(day, today)| day <= today)
}

fn is_picture(entry: &Entry<'_>) -> bool {
    const NAMES: &[&str] = &[
        "x-ray",
        "xray",
        "radiograph",
        "ultraso",
        "echocardio",
        "tomograph",
        "magnetic resonance",
        "mammogra",
        "angiogra",
        "scintigra",
        "densitometr",
        "fluoroscop",
    ];
    const WORDS: &[&str] = &["ct", "mri", "pet", "dexa", "dxa", "scan", "us"];
    const CATEGORIES: &[&str] = &["imaging", "rad", "radiology", "lp29684-5"];
    let category = || {
        entry.fact.category.iter().flat_map(|category| [category.code.as_deref(), Some(category.display.text.as_str())])
    };
    let is_filed = || category().flatten().any(|own| CATEGORIES.contains(&own.to_lowercase().as_str()));
    match entry.fact.kind {
        FactKind::ImagingStudy => true,
        FactKind::DiagnosticReport | FactKind::Observation => is_filed(),
        FactKind::Procedure => {
            let name = entry.name().to_lowercase();
            let mut words = name.split(|c: char| !c.is_alphanumeric());
            is_filed() || NAMES.iter().any(|known| name.contains(known)) || words.any(|word| WORDS.contains(&word))
        }
        _ => false,
    }
}

/// Returns the distinct names of `entries` in their order.
fn names(entries: &[&Entry<'_>]) -> String {
    let mut seen = BTreeSet::new();
    let names: Vec<&str> =
        entries.iter().map(|entry| untagged(entry.name())).filter(|name| seen.insert(name.to_lowercase())).collect();
    let mut told: Vec<String> = names.iter().take(LISTED).map(|name| format!("“{name}”")).collect();
    told.extend(words::others(names.len().saturating_sub(LISTED)));
    told.join("; ")
}

/// The plain answers to what somebody has, is allergic to and takes. What has none stands below, as its entries have it.
fn of_now(chart: &Chart<'_>, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Exact> {
    const PARTS: &[(&str, FactKind, &str)] = &[
        (
            "What conditions do I have?",
            FactKind::Condition,
            "What it says of conditions is told by the entries below alone.",
        ),
        (
            "What am I allergic to?",
            FactKind::AllergyIntolerance,
            "What it says of allergies is told by the entries below alone.",
        ),
        (
            "What medicines do I take?",
            FactKind::MedicationRequest,
            "What it says of medicines is told by the entries below alone.",
        ),
    ];
    let mut exact = Exact::new(Form::List);
    let (mut answers, mut sentences, mut is_any) = (Vec::new(), Vec::new(), false);
    for (question, kind, left) in PARTS {
        if let Some(part) = ask(question) {
            is_any |= !part.is_absent;
            answers.push(part.answer);
            sentences.push(part.sentence);
            exact.rules.extend(part.rules);
            exact.facts.extend(part.facts);
            continue;
        }
        let own =
            chart.entries.iter().rev().filter(|entry| entry.fact.kind == *kind && entries::is_current(entry.fact));
        exact.facts.extend(own.map(|entry| entry.at).take(LISTED));
        sentences.push((*left).to_owned());
    }
    exact.answer = answers.join("; ");
    exact.sentence = sentences.join(" ");
    let mut seen = BTreeSet::new();
    exact.rules.retain(|rule| seen.insert(rule.clone()));
    is_any.then_some(exact)
}
