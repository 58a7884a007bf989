//! Entries that bear the name of something that they are not: what is given against a disease and is no vaccine, a visit that nobody came to, a
//! night in hospital that is no admission.

use super::ask::{Ask, Pick, Visit, Want};
use super::chart::{Chart, Entry};
use super::resolve::{Entries, is_visit};
use super::{Frame, visits};
use crate::document::{Fact, FactKind};

fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether `name`, of an immunization, is of antibodies that somebody was given, which make nobody immune as a vaccine does: "tetanus
/// immune globulin".
pub(super) fn is_no_vaccine(name: &str) -> bool {
    const GIVEN: &[&str] = &["globulin", "globulins", "immunoglobulin", "antibody", "antibodies", "hbig", "tig", "rig"];
    words(name).iter().any(|word| {
        GIVEN.contains(&word.as_str())
            || ["globulin", "antitoxin", "antiserum"].iter().any(|part| word.contains(part))
            || word.len() > 6 && word.ends_with("mab")
    })
}

/// Whether `words` of a question ask for such antibodies themselves.
pub(super) fn asks_for_antibodies(words: &[String]) -> bool {
    words.iter().any(|word| is_no_vaccine(word))
}

/// Whether `fact` is of a visit that nobody came to, as its name says.
pub(super) fn is_missed(fact: &Fact) -> bool {
    let name = fact.code.as_ref().map(|code| format!(" {} ", words(&code.display.text).join(" ")));
    const MISSED: &[&str] = &[
        " no show ",
        " noshow ",
        " no shows ",
        " did not attend ",
        " dna ",
        " did not arrive ",
        " failed to attend ",
        " missed appointment ",
        " missed visit ",
        " patient did not come ",
    ];
    fact.kind == FactKind::Encounter && name.is_some_and(|name| MISSED.iter().any(|said| name.contains(said)))
}

/// Whether people may call the visit of `entry` a stay in hospital though it is no admission: it was for observation, or went over a night
/// there.
pub(super) fn may_be_stay(entry: &Entry<'_>) -> bool {
    /// What is shorter and ends after midnight only began late.
    const NIGHT_SECONDS: i64 = 4 * 60 * 60;
    let fact = entry.fact;
    if fact.kind != FactKind::Encounter || is_visit(entry, Visit::Stay) {
        return false;
    }
    // Source: terminology.hl7.org/ValueSet-encounter-class.html, an observation and a short stay.
    let class = fact.category.as_ref().and_then(|class| class.code.as_deref()).unwrap_or_default();
    let name = words(entry.name());
    let is_called = |known: &[&str]| name.iter().any(|word| known.contains(&word.as_str()));
    if matches!(class, "OBSENC" | "SS")
        || is_called(&["overnight"])
        || is_called(&["observation"]) && is_called(&["stay", "unit", "ward", "status", "hospital"])
    {
        return true;
    }
    let is_there = class == "EMER" || is_called(&["hospital", "emergency"]);
    let (Some(begun), Some(ended)) = (fact.begun.as_ref(), fact.ended.as_ref()) else { return false };
    let seconds = begun.instant().zip(ended.instant()).map(|(from, until)| until.as_second() - from.as_second());
    is_there && begun.day < ended.day && seconds.is_none_or(|seconds| seconds >= NIGHT_SECONDS)
}

/// Whether a visit in the time of `frame` that people may call a stay in hospital leaves what `ask` wants of the stays `found` uncertain.
pub(super) fn are_stays_unsure(chart: &Chart<'_>, ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> bool {
    let is_in = |entry: &&Entry<'_>| visits::is_in(entry, frame);
    let newest = chart.entries.iter().filter(|entry| may_be_stay(entry)).filter(is_in).map(Entry::day).max();
    let Some(newest) = newest.filter(|_| ask.visit == Some(Visit::Stay)) else { return false };
    let known = found.entries.iter().copied().filter(is_in).map(Entry::day).max();
    let is_latest = matches!(ask.pick, Some(Pick::Latest(1)));
    known.is_none_or(|known| !(ask.want == Want::Whether || is_latest && newest < known))
}
