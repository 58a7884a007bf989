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

/// What a visit that nobody came to is called.
const MISSED: &[&str] = &[
    "no show",
    "noshow",
    "no shows",
    "did not attend",
    "did not arrive",
    "failed to attend",
    "missed appointment",
    "missed visit",
    "patient did not come",
];
/// Words behind which a name tells of such a visit that it is none itself: "follow-up after missed appointment".
const AFTER: &[&str] = &["after", "re", "following", "regarding", "about", "concerning", "due", "because", "for", "of"];

/// Whether `fact` is of a visit that nobody came to, as its name says: where it begins or ends with that, or a part of it behind a mark does.
pub(super) fn is_missed(fact: &Fact) -> bool {
    let name = fact.code.as_ref().map_or("", |code| code.display.text.as_str()).to_lowercase();
    let parts = name.split([',', ';', ':', '(', ')', '/', '–', '—']).flat_map(|part| part.split(" - "));
    let is_said = |part: &str| {
        let words = words(part).join(" ");
        MISSED.iter().any(|said| words.starts_with(said) || words.ends_with(said)) || is_dna(&words)
    };
    fact.kind == FactKind::Encounter
        && !tells_of_other(&name)
        && (name.trim() == "dna" || parts.into_iter().any(is_said))
}

/// Whether `words`, of all of a name or a part of it, are short for "did not attend", and of no test of somebody's DNA.
fn is_dna(words: &str) -> bool {
    matches!(
        words,
        "dna appointment"
            | "dna visit"
            | "dna clinic"
            | "dna clinic appointment"
            | "appointment dna"
            | "visit dna"
            | "clinic dna"
            | "clinic appointment dna"
    )
}

/// Whether `name` tells of a visit that nobody came to as of another one.
fn tells_of_other(name: &str) -> bool {
    let words = words(name);
    let is_it = |at: usize| {
        let rest = words.get(at..).unwrap_or_default().join(" ");
        MISSED.iter().any(|said| rest.starts_with(said)) || rest.starts_with("dna")
    };
    let first = (0..words.len()).find(|at| is_it(*at));
    first.is_some_and(|first| words.iter().take(first).any(|word| AFTER.contains(&word.as_str())))
}

/// Whether it is open if anybody came to the visit of `entry`: its name has words for that which may be of something else.
fn may_be_missed(entry: &Entry<'_>) -> bool {
    const TESTED: &[&str] = &["test", "tests", "testing", "analysis", "sequencing", "sample", "result", "results"];
    let name = words(entry.name());
    let is_of_dna = |pair: &[String]| matches!(pair, [dna, of] if dna == "dna" && TESTED.contains(&of.as_str()));
    let is_said = MISSED.iter().any(|said| format!(" {} ", name.join(" ")).contains(&format!(" {said} ")))
        || name.iter().any(|word| word == "dna") && !name.windows(2).any(is_of_dna);
    entry.fact.kind == FactKind::Encounter && is_said && !tells_of_other(entry.name())
}

/// Whether a visit in the time of `frame` to which perhaps nobody came leaves what `ask` wants of those `found` uncertain.
pub(super) fn are_visits_unsure(ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> bool {
    let in_time = || found.entries.iter().copied().filter(|entry| visits::is_in(entry, frame));
    let Some(newest) = in_time().filter(|entry| may_be_missed(entry)).map(Entry::day).max() else { return false };
    let sure = in_time().filter(|entry| !may_be_missed(entry)).map(Entry::day).max();
    let is_latest = matches!(ask.pick, Some(Pick::Latest(1))) && ask.want != Want::Count;
    sure.is_none_or(|sure| !(ask.want == Want::Whether || is_latest && newest < sure))
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

/// As [`are_stays_unsure`], where the stays `found` are those for something: that there was one on a day, other stays do not make uncertain.
pub(super) fn are_stays_unsure_for(chart: &Chart<'_>, ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> bool {
    let is_dated = ask.want == Want::Date && ask.pick.is_none() && !found.entries.is_empty();
    !is_dated && are_stays_unsure(chart, ask, found, frame)
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
