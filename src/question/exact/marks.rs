//! How the entry of a value marks it: as high, as low, as normal. What is not marked is not judged here.

use super::plainly::Mark;
use super::{Exact, Form};
use crate::document::Records;

/// Marks of hl7.org/fhir/R4/valueset-observation-interpretation.html, as codes and as their displays, in lower case.
const HIGH: &[&str] = &["h", "hh", "hu", "high", "critical high", "critically high", "significantly high"];
const LOW: &[&str] = &["l", "ll", "lu", "low", "critical low", "critically low", "significantly low"];
const NORMAL: &[&str] = &["n", "normal"];
const OUT: &[&str] = &["a", "aa", "abnormal", "critical abnormal", "critically abnormal"];

/// Answers whether the entry of the one value that `found` tells is marked so; `None` where it has no mark of its own.
pub(super) fn answer(records: &Records, found: &Exact, mark: Mark) -> Option<Exact> {
    if found.is_absent || found.answer.contains("; ") {
        return None;
    }
    let at = *found.facts.first()?;
    let fact = records.documents.get(at.document.0 as usize)?.facts().get(at.fact)?;
    let mut marks = fact.fields.iter().filter(|field| field.label == "Interpretation");
    let said = marks.next().filter(|_| marks.next().is_none())?.value.text.as_str();
    let lower = said.to_lowercase();
    let is = |known: &[&str]| known.contains(&lower.as_str());
    if ![HIGH, LOW, NORMAL, OUT].iter().any(|known| is(known)) {
        return None;
    }
    // That something is abnormal does not say which way.
    let is_so = match mark {
        Mark::Normal => is(NORMAL),
        Mark::High | Mark::Low if is(OUT) => return None,
        Mark::High => is(HIGH),
        Mark::Low => is(LOW),
        Mark::Out => !is(NORMAL),
    };
    let mut exact = Exact::new(Form::Whether);
    exact.answer = if is_so { "yes" } else { "no" }.to_owned();
    let lead = if is_so { "Yes" } else { "No" };
    exact.sentence = [format!("{lead}: its entry marks it as “{said}”."), found.sentence.clone()].join(" ");
    exact.rules.clone_from(&found.rules);
    exact.rules.push("A mark is told as the entry has it; nothing is judged here.".to_owned());
    exact.facts.clone_from(&found.facts);
    Some(exact)
}
