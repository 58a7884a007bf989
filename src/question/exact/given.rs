//! What was prescribed for something: by the reason that a prescription gives, else by the day on which it began.

use super::chart::{Chart, Entry, untagged};
use super::entries::{distinct, is_current};
use super::steps::{name_of, told};
use super::words::{day, many, when as told_when};
use super::{Exact, Form, rule};
use crate::clearance::FactRef;
use crate::document::{FactKind, Records};

/// Classes of medicines, and what stands in the names of their members: stems of the World Health Organization's list of nonproprietary
/// names, and names that have none.
const CLASSES: &[(&[&str], &[&str])] = &[
    (
        &["antibiotic", "antibiotics"],
        &[
            "cillin",
            "mycin",
            "micin",
            "floxacin",
            "cycline",
            "cef",
            "sulfamethoxazole",
            "trimethoprim",
            "nitrofurantoin",
            "metronidazole",
            "penem",
            "clavulan",
        ],
    ),
    (
        &["painkiller", "painkillers", "analgesic", "analgesics", "opioid", "opioids"],
        &[
            "acetaminophen",
            "paracetamol",
            "ibuprofen",
            "naproxen",
            "aspirin",
            "codone",
            "tramadol",
            "morphin",
            "morphone",
            "meperidine",
            "codeine",
            "fentanil",
            "fentanyl",
            "ketorolac",
            "diclofenac",
            "coxib",
            "methadone",
        ],
    ),
    (&["statin"], &["vastatin", "vistatin"]),
    (&["steroid", "steroids"], &["predniso", "methasone", "cortisone"]),
];

/// Whether two texts in lower case name members of one class, or one of them the class itself.
pub(super) fn share_a_class(one: &str, other: &str) -> bool {
    let is_of = |text: &str, (names, stems): &(&[&str], &[&str])| {
        stems.iter().any(|stem| text.contains(stem)) || names.iter().any(|name| text.contains(name))
    };
    CLASSES.iter().any(|class| is_of(one, class) && is_of(other, class))
}

/// Which of the prescriptions are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'w> {
    /// Only those of this class of medicines.
    pub class: Option<&'w str>,
    /// Only those that are active.
    pub is_now: bool,
}

/// Answers what was prescribed for `of`, or on the day that `when` asks for.
pub(super) fn answer(
    records: &Records,
    of: &str,
    when: Option<&str>,
    wanted: Wanted<'_>,
    ask: &dyn Fn(&str) -> Option<Exact>,
) -> Option<Exact> {
    match when {
        Some(when) => on_day(records, &ask(when)?, wanted),
        None if wanted.is_now => for_reason(records, of, wanted, ask),
        None => {
            let last = || on_day(records, &ask(&format!("When was the last {of}?"))?, wanted);
            for_reason(records, of, wanted, ask).or_else(last)
        }
    }
}

fn on_day(records: &Records, dated: &Exact, wanted: Wanted<'_>) -> Option<Exact> {
    let (then, at) = told(dated)?;
    let chart = chart_of(records, at)?;
    let given = |entry: &&Entry<'_>| entry.fact.kind == FactKind::MedicationRequest && entry.day() == Some(then);
    let rule = format!("Asked of the day of “{}”, {}.", name_of(records, at)?, day(then));
    listed(&chart.entries.iter().filter(given).collect::<Vec<_>>(), wanted, rule)
}

/// Prescriptions that give as their reason what the record calls `of`.
fn for_reason(records: &Records, of: &str, wanted: Wanted<'_>, ask: &dyn Fn(&str) -> Option<Exact>) -> Option<Exact> {
    let had = ask(&format!("Have I ever had {of}?")).filter(|exact| exact.answer == "yes")?;
    let at = *had.facts.first()?;
    let chart = chart_of(records, at)?;
    let had: Vec<&Entry<'_>> = chart.entries.iter().filter(|entry| had.facts.contains(&entry.at)).collect();
    let is_dated = of.bytes().any(|byte| byte.is_ascii_digit());
    let of_it = |entry: &Entry<'_>| {
        let mut reasons = entry.fact.fields.iter().filter(|field| field.label == "Reason");
        reasons.any(|reason| {
            had.iter().any(|thing| {
                let during = || {
                    let (from, until) = (thing.day(), thing.end());
                    entry.day() >= from && (until.is_none() || entry.day() <= until)
                };
                thing.name() == reason.value.text.as_str() && (!is_dated || during())
            })
        })
    };
    let given = |entry: &&Entry<'_>| entry.fact.kind == FactKind::MedicationRequest && of_it(entry);
    let rule = format!("Prescriptions whose reason in the record is “{}”.", name_of(records, at)?);
    listed(&chart.entries.iter().filter(given).collect::<Vec<_>>(), wanted, rule)
}

fn chart_of(records: &Records, at: FactRef) -> Option<Chart<'_>> {
    let patient = records.documents.get(at.document.0 as usize)?.subject?;
    Some(Chart::new(records, patient))
}

fn listed(given: &[&Entry<'_>], wanted: Wanted<'_>, rule: String) -> Option<Exact> {
    // Of a class those are told that are known to be of it.
    let stems = |class: &str| CLASSES.iter().find(|(names, _)| names.contains(&class)).map(|(_, stems)| *stems);
    let members = wanted.class.map(|class| stems(class).unwrap_or_default());
    let is_of = |entry: &Entry<'_>| {
        let name = entry.name().to_lowercase();
        (!wanted.is_now || is_current(entry.fact))
            && members.is_none_or(|members| members.iter().any(|member| name.contains(member)))
    };
    let kept: Vec<&Entry<'_>> = given.iter().filter(|entry| is_of(entry)).copied().collect();
    let chosen = distinct(&kept);
    if chosen.is_empty() {
        return None;
    }
    let mut exact = Exact::new(Form::List);
    exact.answer = chosen.iter().map(|entry| entry.name()).collect::<Vec<_>>().join("; ");
    let names: Vec<String> =
        chosen.iter().map(|entry| format!("“{}” ({})", untagged(entry.name()), told_when(entry))).collect();
    exact.sentence = format!("{}: {}.", many(chosen.len() as i64, "prescription"), names.join("; "));
    exact.rules = vec![rule, rule::DISTINCT.to_owned()];
    exact.rules.extend(wanted.is_now.then(|| rule::TAKING.to_owned()));
    exact.facts = chosen.iter().map(|entry| entry.at).collect();
    Some(exact)
}
