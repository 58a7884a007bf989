//! How long something lasted, and how long it lies back.

use super::super::ask::Grain;
use super::cues;
use super::put::{Put, day_of, pick};
use super::things::{Scan, Thing};
use crate::document::FactKind;
use crate::question::when::Times;

/// How long something lasted, or how long ago it was.
pub(super) fn span(scan: &mut Scan<'_>, thing: &Thing, unit: &str, time: &str) -> Option<String> {
    let text = thing.text.as_str();
    let is_taken = thing.kind == FactKind::MedicationRequest;
    let lengths = cues::lengths();
    scan.takes(&lengths);
    let long = if unit.is_empty() { "How long".to_owned() } else { format!("How many {unit}") };
    let much = if unit.is_empty() { "How much time".to_owned() } else { long.clone() };
    let days = if unit.is_empty() { "How many days".to_owned() } else { long.clone() };
    let is_now = scan.takes(
        "have been|has been|been living|been on|been taking|i've been|have i been|has he been|has she been|now|so far",
    );
    if is_now && time.is_empty() && !scan.has("ago|since|passed|apart") {
        scan.takes(cues::LASTED);
        scan.takes(cues::HAD);
        scan.takes(
            "living|on|taking|counting|up to|today|to today|counting up to today|until today|as of today|have|has|had",
        );
        return match thing.kind {
            FactKind::MedicationRequest => Some(format!("{long} have I been taking {text}?")),
            FactKind::Condition => Some(format!("{long} have I had {text}?")),
            _ => None,
        };
    }
    let (first, last) = (pick(scan, 0), scan.has("last one|last"));
    if scan.has("to|and|until|till|between") && first == Some("first") && last && time.is_empty() {
        scan.takes(cues::BETWEEN);
        scan.takes(cues::LATEST);
        scan.takes(cues::EARLIEST);
        scan.takes(cues::TURNS);
        return Some(format!("{long} between my first and my last {text}?"));
    }
    if scan.takes("apart|between my two|between the two|far apart|between his two|between her two") {
        let two = scan.takes("two|twice|both|2");
        scan.takes(cues::BETWEEN);
        scan.takes(cues::HAD);
        scan.takes(cues::BEGAN);
        return (two && time.is_empty()).then(|| format!("{much} between my two {text}?"));
    }
    if scan.has("ago|since|passed since") {
        scan.takes(cues::SINCE);
        let latest = scan.takes("last|latest|most recent");
        scan.takes(cues::HAD);
        scan.takes(cues::BETWEEN);
        let which = if latest || first == Some("last") { "last " } else { "" };
        return time.is_empty().then(|| format!("{much} have passed since my {which}{text}?"));
    }
    if is_taken
        || scan
            .has("insertion|removal|before|after|between|live with|lived with|living with|live|lived|survive|survived")
    {
        return None;
    }
    scan.takes(cues::LASTED);
    scan.takes(cues::HAD);
    let which = if first == Some("last") { "the last " } else { "" };
    scan.takes("last");
    Some(format!("{days} did {which}{text}{time} last?"))
}

/// "How many days lay between the prostatectomy and his death?"
pub(super) fn lived(scan: &mut Scan<'_>, thing: &Thing, times: &Times) -> Option<Put> {
    let unit = cues::SPANS.iter().find(|(phrase, _)| scan.has(phrase)).map(|(_, unit)| *unit)?;
    let lived_with = "live with|lived with|living with|live after|lived after|survive|survived";
    let is_lived = thing.kind == FactKind::Condition && scan.has(lived_with) && !scan.has("has|have");
    if thing.is_measured() || times.range.is_some() || !(scan.takes(cues::DEATH) || is_lived) {
        return None;
    }
    let when = day_of(thing, pick(scan, 0));
    let lengths = cues::lengths();
    for words in
        [&lengths, cues::BETWEEN, cues::LATEST, cues::EARLIEST, cues::BEGAN, cues::LASTED, cues::HAD, cues::DAY]
    {
        scan.takes(words);
    }
    scan.takes("before|after|being|recorded|survived|survive|live|lived|away|on|with");
    Some(Put::Between { one: when, other: "When did I die?".to_owned(), unit: grain(unit) })
}

/// "How long was my IUD in, from insertion to removal?"
pub(super) fn worn(scan: &mut Scan<'_>, thing: &Thing, times: &Times) -> Option<Put> {
    let unit = cues::SPANS.iter().find(|(phrase, _)| scan.has(phrase)).map(|(_, unit)| *unit)?;
    if times.range.is_some()
        || !scan.takes("insertion to removal|insertion until removal|insertion till removal|insertion and removal")
    {
        return None;
    }
    scan.takes(&cues::lengths());
    for words in [cues::BETWEEN, cues::LASTED, cues::HAD] {
        scan.takes(words);
    }
    scan.takes("in|in for|for");
    let one = format!("When was the {} inserted?", thing.text);
    let other = format!("When was the {} removed?", thing.text);
    Some(Put::Between { one, other, unit: grain(unit) })
}

pub(super) fn grain(unit: &str) -> Grain {
    match unit {
        "days" => Grain::Days,
        "weeks" => Grain::Weeks,
        "months" => Grain::Months,
        "years" => Grain::Years,
        _ => Grain::Any,
    }
}
