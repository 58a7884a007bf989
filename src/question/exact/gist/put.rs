//! From things, time and words to a plain question.

use jiff::civil::Date;

use super::super::ask::Grain;
use super::super::words::range;
use super::cues;
use super::lasting::{grain, lived, span, worn};
use super::things::{Scan, Thing};
use crate::document::FactKind;
use crate::question::when::{Range, Times};

/// How a question is put plainly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Put {
    /// As one question.
    Plain(String),
    /// What is asked of the day that another question asks for.
    OnDay { when: String, question: String },
    /// The reason of what another question asks the day of.
    Reason(String),
    /// What lies between the days that two questions ask for.
    Between { one: String, other: String, unit: Grain },
}

/// Returns the plain question that `scan` asks; the words of it that say what is asked are marked.
pub(super) fn plainly(scan: &mut Scan<'_>, things: &[Thing], times: &Times) -> Option<Put> {
    scan.takes(cues::REQUESTS);
    let time = range(times.range.as_ref());
    match things {
        [] => of_kind(scan, &time),
        [thing] => {
            if let Some(put) = for_what(scan, thing, &time) {
                return Some(put);
            }
            if let Some(put) = given_then(scan, thing, times) {
                return Some(put);
            }
            // "What am I on for my blood pressure?" asks for no reading.
            let is_for_reading =
                thing.is_measured() && scan.has("on for|taking for|take for|takes for|given for|prescribed for");
            if scan.is_for_illness() || is_for_reading || lies_between_last(scan) {
                return None;
            }
            let put = if thing.is_measured() { measured(scan, thing, times, &time) } else { had(scan, thing, &time) };
            put.map(Put::Plain).or_else(|| lived(scan, thing, times)).or_else(|| worn(scan, thing, times))
        }
        [one, other] => two(scan, one, other, times),
        _ => None,
    }
}

/// "How many days lay between my last two A1c tests?": no plain question asks for the last but one.
fn lies_between_last(scan: &Scan<'_>) -> bool {
    scan.has("between|apart") && scan.has("last two|last 2|past two|latest two|recent two|last three|last 3")
}

/// "Which meds were ordered on 3 July?"
fn of_kind(scan: &mut Scan<'_>, time: &str) -> Option<Put> {
    if time.is_empty() && scan.takes("what am i allergic to|what is allergic to|allergic to") {
        return scan.takes("what|which").then(|| Put::Plain("What am I allergic to?".to_owned()));
    }
    let kinds = [
        (cues::MEDICINES, "Which medicines were prescribed"),
        (cues::CONDITIONS, "Which conditions were diagnosed"),
        (cues::PROCEDURES, "Which procedures did I have"),
        (cues::VACCINES, "Which vaccines did I get"),
    ];
    let said: Vec<_> = kinds.into_iter().filter(|(words, _)| scan.has(words)).collect();
    // "What did they prescribe on 27 December?"
    let is_given = said.is_empty() && scan.has("prescribe|prescribed|on script|scripted|dispensed");
    let (words, put) = match said.as_slice() {
        [one] => *one,
        [] if is_given => (cues::MEDICINES, "Which medicines were prescribed"),
        _ => return None,
    };
    scan.takes(words);
    let is_asked = scan.takes("which|what|list|all|every|name|show|give me");
    if time.is_empty() {
        let is_now = scan.takes(cues::LATEST) || scan.takes("taking|supposed to take|be on");
        scan.takes("taking|take|takes|on|supposed|meant|be|prescribed");
        let is_medicine = words == cues::MEDICINES && is_now && !scan.has("last|latest|most recent|recent");
        return is_medicine.then(|| Put::Plain("Which medicines am I taking now?".to_owned()));
    }
    if !is_asked || time.starts_with(" since") || time.starts_with(" until") {
        return None;
    }
    (scan.takes(cues::DONE) || is_given).then(|| Put::Plain(format!("{put}{time}?")))
}

/// "What did they prescribe her the day she had that allergic reaction?"
fn given_then(scan: &mut Scan<'_>, thing: &Thing, times: &Times) -> Option<Put> {
    if times.range.is_some() || !scan.has(cues::THAT_DAY) || scan.has("when") {
        return None;
    }
    let is_asked = scan.has("what|which|name|list|give me");
    let is_given = scan.has(cues::MEDICINES) || scan.has("prescribe|prescribed|sent home with|send home with|put on");
    let is_else =
        thing.is_measured() || scan.has(cues::IS_COUNT) || scan.has(cues::AGES) || scan.has("date|how long|how many");
    if !is_asked || !is_given || is_else {
        return None;
    }
    scan.takes(cues::THAT_DAY);
    scan.takes(cues::MEDICINES);
    scan.takes(cues::DONE);
    scan.takes(cues::HAD);
    scan.takes(cues::BEGAN);
    scan.takes("what|which|name|list|every|all|sent|send|home|with|told");
    let when = day_of(thing, pick(scan, 0));
    Some(Put::OnDay { when, question: "Which medicines were prescribed".to_owned() })
}

/// "What is the simvastatin for?", "Why was I put on it?"
fn for_what(scan: &mut Scan<'_>, thing: &Thing, time: &str) -> Option<Put> {
    let asks = ["what", "which", "what's", "whats"];
    let is_what = scan.lower(0).is_some_and(|word| asks.contains(&word)) && scan.ends_with("for");
    let is_why = scan.lower(0) == Some("why") && scan.has("prescribed|prescribe|given|give|put on|start|started");
    let is_done = matches!(thing.kind, FactKind::MedicationRequest | FactKind::Procedure);
    if !is_done || !(is_what || is_why) || scan.has("when|how|who|where|what dose|which dose|dates|last|first") {
        return None;
    }
    scan.takes(cues::CONDITIONS);
    scan.takes(cues::DONE);
    scan.takes(cues::HAD);
    scan.takes("what|which|why|what's|whats|for|taking|take|takes|on|done|supposed|meant|start");
    Some(Put::Reason(match thing.kind {
        FactKind::MedicationRequest => format!("When was {} last prescribed{time}?", thing.text),
        _ => format!("When was the last {}{time}?", thing.text),
    }))
}

/// Asks for the day of a thing.
pub(super) fn day_of(thing: &Thing, pick: Option<&str>) -> String {
    match (pick, thing.kind) {
        (Some("last"), _) => format!("When was the last {}?", thing.text),
        (_, FactKind::Condition) => format!("When was {} first diagnosed?", thing.text),
        (_, FactKind::MedicationRequest) => format!("When did I start {}?", thing.text),
        _ => format!("When was the first {}?", thing.text),
    }
}

/// The word before the thing of that number that says which of several is meant.
pub(super) fn pick(scan: &Scan<'_>, number: usize) -> Option<&'static str> {
    const NEAR: usize = 4;
    scan.before(number).take(NEAR).find_map(|word| match word {
        "last" | "latest" | "final" | "recent" | "newest" | "current" => Some("last"),
        "first" | "earliest" | "initial" | "original" | "oldest" => Some("first"),
        _ => None,
    })
}

fn measured(scan: &mut Scan<'_>, thing: &Thing, times: &Times, time: &str) -> Option<String> {
    let text = thing.text.as_str();
    let is_death = scan.has(cues::DEATH);
    // "2020 against 2018"
    let two = match (times.each.as_slice(), times.ends) {
        ([one, other], None) => Some([*one, *other]),
        ([], Some(ends)) => Some(ends),
        _ => None,
    };
    if let Some(ends) = two.filter(|_| scan.takes(cues::IS_CHANGE)) {
        scan.takes(cues::CHANGE);
        scan.takes(cues::WHAT);
        return change(text, ends);
    }
    if times.each.len() > 1 {
        return None;
    }
    if scan.takes(cues::AVERAGE) {
        scan.takes(cues::WHAT);
        scan.takes(
            "all|across|over|every|come to|out at|together|put|two|three|both|the years|down the years|would|years|up|
             work out",
        );
        return (!is_death).then(|| format!("What was the average {text}{time}?"));
    }
    let asks_day = scan.has(cues::ASKS_DAY);
    for (words, word) in [(cues::HIGHEST, "highest"), (cues::LOWEST, "lowest")] {
        if !scan.takes(words) {
            continue;
        }
        scan.takes(cues::WHAT);
        scan.takes("ever|at its|at their|all time|it ever|get|reach|reached|so far|been|worst|best|i.e|e|d'ye|on record|that|when");
        if asks_day {
            scan.takes(cues::DAY);
        }
        let put = if asks_day {
            format!("When was {text} highest{time}?")
        } else {
            format!("What was the highest {text}{time}?")
        };
        return Some(put.replace("highest", word));
    }
    if let Some(put) = course(scan, text, time) {
        return Some(put);
    }
    // "Memory test, how many points?" asks for the value.
    let asks_points = scan.takes("how many points|how many point");
    if scan.has(cues::IS_COUNT) && !asks_day && !asks_points {
        scan.takes(cues::COUNT);
        scan.takes(cues::HAD);
        let is_done = scan.takes(
            "measured|checked|taken|tested|done|recorded|readings|tests|checks|run|performed|carried out|measurements|
             measure|check|values|results",
        );
        let (rest, last) = text.rsplit_once(' ').unwrap_or((text, ""));
        let is_counted = matches!(last, "tests" | "readings" | "checks" | "measurements" | "values" | "results");
        let text = if is_counted { rest } else { text };
        return (is_done || is_counted).then(|| format!("How many times was my {text} measured{time}?"));
    }
    let latest = scan.takes(cues::LATEST);
    let first = scan.takes(cues::EARLIEST);
    // "My A1c now and in 2016" are two.
    let is_now = scan.has("now|currently|today|at the moment|at present|right now|these days");
    if latest && first || is_now && !time.is_empty() {
        return None;
    }
    if is_death {
        scan.takes(cues::DEATH);
        scan.takes("before|prior to|until|he|she");
        if !latest {
            return None;
        }
    }
    // "Both LDL results from 2015"
    if !latest && !first && !asks_day && !is_death && scan.takes("list|all|every|each|both") {
        scan.takes(cues::WHAT);
        scan.takes("results|readings|values|of");
        return Some(format!("List all {text}{time}"));
    }
    let word = if first { "first" } else { "last" };
    if asks_day {
        scan.takes(cues::DAY);
        scan.takes(cues::HAD);
        return (latest || first).then(|| format!("When was {text} {word} measured{time}?"));
    }
    scan.takes(cues::WHAT);
    if asks_yes_no(scan) {
        return None;
    }
    scan.takes("so far|on record|on file|in there|before|say|says");
    Some(format!("What was the {word} {text}{time}?"))
}

/// Whether a question begins as one that yes or no answers.
fn asks_yes_no(scan: &Scan<'_>) -> bool {
    scan.lower(0).is_some_and(|word| {
        matches!(
            word,
            "is" | "was" | "are" | "were" | "do" | "does" | "did" | "has" | "have" | "had" | "am" | "any" | "isn't"
        )
    })
}

/// "Rising, falling or steady?"
fn course(scan: &mut Scan<'_>, text: &str, time: &str) -> Option<String> {
    scan.takes("in the course of|in the course|during the course of");
    let directions = [(cues::RISING, "rising"), (cues::FALLING, "falling"), (cues::STEADY, "stable")];
    let said: Vec<&str> =
        directions.into_iter().filter(|(words, _)| scan.has(words)).map(|(_, direction)| direction).collect();
    let is_course = scan.has(cues::COURSE);
    if said.is_empty() && !is_course {
        return None;
    }
    directions.into_iter().for_each(|(words, _)| {
        scan.takes(words);
    });
    let begins = asks_yes_no(scan);
    scan.takes(cues::COURSE);
    scan.takes(cues::WHAT);
    scan.takes(
        "or|and|any|over|all|these|those|been|going|still|now|generally|up|down|again|years|higher|lower|would|say",
    );
    let asks_yes_no = begins
        || (0..scan.len()).any(|at| scan.lower(at).is_some_and(|word| matches!(word, "is" | "are" | "has" | "did")));
    Some(match said.as_slice() {
        [direction] if (!is_course || asks_yes_no) && !scan.has("or") => format!("Is my {text} {direction}{time}?"),
        _ => format!("What is the trend of my {text}{time}?"),
    })
}

fn change(text: &str, [one, other]: [Range; 2]) -> Option<String> {
    let ends = |range: Range| range.from.zip(range.until);
    let ((first, _), (second, _)): ((Date, Date), (Date, Date)) = (ends(one)?, ends(other)?);
    let (early, late) = if first <= second { (one, other) } else { (other, one) };
    Some(format!("How much higher or lower was my {text}{} than{}?", range(Some(&late)), range(Some(&early))))
}

/// Of what was had, done or given.
fn had(scan: &mut Scan<'_>, thing: &Thing, time: &str) -> Option<String> {
    let text = thing.text.as_str();
    let is_taken = thing.kind == FactKind::MedicationRequest;
    // Coming off a medicine, or down from it, is of none of the days on which it was prescribed.
    if is_taken && scan.has("off|out|back|down") {
        return None;
    }
    if !asks_yes_no(scan) && scan.takes(cues::AGES) {
        scan.takes(cues::BEGAN);
        scan.takes("when|at|at the|with|time|what|first|of");
        return time.is_empty().then(|| format!("How old was I when I had {text}?"));
    }
    // What somebody is allergic to was not prescribed by that.
    if thing.kind == FactKind::AllergyIntolerance && scan.has(cues::PRESCRIBED) {
        return None;
    }
    let unit = cues::SPANS.iter().find(|(phrase, _)| scan.has(phrase)).map(|(_, unit)| *unit);
    let asks_days = scan.has(cues::DAYS);
    if let Some(unit) = unit.filter(|_| !asks_days) {
        return if scan.has(cues::DEATH) { None } else { span(scan, thing, unit, time) };
    }
    if scan.has(cues::IS_COUNT)
        || scan.has(cues::TURNS)
            && !scan.has(cues::ASKS_DAY)
            && !scan.has(cues::LATEST)
            && !scan.has(cues::EARLIEST)
            && !asks_yes_no(scan)
    {
        if scan.has(cues::ADMITTED) {
            return None;
        }
        scan.takes(cues::COUNT);
        scan.takes(cues::HAD);
        scan.takes(cues::TURNS);
        scan.takes(
            "jabs|shots|for me|them|up|now|already|by now|through|with us|orders|prescriptions|scripts|prescription",
        );
        return Some(if is_taken {
            format!("How many times was {text} prescribed{time}?")
        } else {
            format!("How many times did I have {text}{time}?")
        });
    }
    let is_now = scan.has(cues::STILL);
    let asks_day = scan.has(cues::ASKS_DAY);
    if is_now && !asks_day && time.is_empty() && (asks_yes_no(scan) || scan.has(cues::STILL_ALONE)) {
        scan.takes(cues::STILL);
        scan.takes("taking|take|takes|on|off|or|have|has|got|active|be|not|any");
        return match thing.kind {
            FactKind::MedicationRequest => Some(format!("Am I still taking {text}?")),
            FactKind::Condition => Some(format!("Do I still have {text}?")),
            _ => None,
        };
    }
    let lasts = thing.kind.lasts() && scan.has("since when|since what date|since which date");
    let latest = scan.takes(cues::LATEST);
    let first = scan.takes(cues::EARLIEST);
    if !asks_day {
        return None;
    }
    let all = scan.takes(cues::DAYS);
    scan.takes(cues::DAY);
    scan.takes(cues::HAD);
    scan.takes(cues::BEGAN);
    scan.takes(
        "what|the|which|need|i need|give me|list|all|every|each|tell me|each time|taking|take|enumerate|set|in|
             prescriptions|prescription|that|when",
    );
    match (latest, first, all) {
        (false, false, true) if is_taken => Some(format!("On which dates was {text} prescribed{time}?")),
        (false, false, true) => Some(format!("On which dates did I have {text}{time}?")),
        (true, false, false) => Some(format!("When was the last {text}{time}?")),
        (false, _, false) if lasts && time.is_empty() => {
            Some(format!("Since when have I {} {text}?", if is_taken { "been on" } else { "had" }))
        }
        (false, _, false) if time.is_empty() => Some(match thing.kind {
            FactKind::Condition => format!("When was {text} first diagnosed?"),
            FactKind::MedicationRequest => format!("When did I start {text}?"),
            _ if first => format!("When was the first {text}?"),
            _ => format!("When was the {text}?"),
        }),
        (false, _, false) => Some(format!("When was the first {text}{time}?")),
        _ => None,
    }
}

/// Of two things.
fn two(scan: &mut Scan<'_>, one: &Thing, other: &Thing, times: &Times) -> Option<Put> {
    if times.each.len() > 1 || scan.are_neighbours() {
        return None;
    }
    let unit = cues::SPANS.iter().find(|(phrase, _)| scan.has(phrase)).map(|(_, unit)| *unit);
    if let Some(unit) = unit {
        let is_between = scan.has(cues::IS_BETWEEN);
        if one.is_measured() || other.is_measured() || times.range.is_some() || !is_between {
            return None;
        }
        let days = [day_of(one, pick(scan, 0)), day_of(other, pick(scan, 1))];
        let lengths = cues::lengths();
        for words in [&lengths, cues::BETWEEN, cues::HAD, cues::BEGAN, cues::LATEST, cues::EARLIEST] {
            scan.takes(words);
        }
        let [one, other] = days;
        return Some(Put::Between { one, other, unit: grain(unit) });
    }
    // "They biopsied his prostate; PSA that day?"
    let (value, event) = match (one.is_measured(), other.is_measured()) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    if !scan.takes(cues::THAT_DAY) {
        return None;
    }
    let is_high = scan.has("how high|how low");
    let asks_else =
        [cues::AVERAGE, cues::HIGHEST, cues::LOWEST, cues::IS_COUNT, cues::COURSE, cues::RISING, cues::FALLING];
    if !is_high && asks_else.into_iter().any(|words| scan.has(words)) || asks_yes_no(scan) {
        return None;
    }
    let number = usize::from(value == one);
    let which = pick(scan, number).map_or(String::new(), |pick| format!("{pick} "));
    for words in [cues::WHAT, cues::HAD, cues::BEGAN, cues::LATEST, cues::EARLIEST] {
        scan.takes(words);
    }
    scan.takes("how high|how low");
    let time = range(times.range.as_ref());
    Some(Put::Plain(format!("What was my {} on the day of my {which}{}{time}?", value.text, event.text)))
}
