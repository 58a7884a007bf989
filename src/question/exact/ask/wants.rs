//! What is wanted: a value, a day, a number, a course, a comparison.

use super::form::{Ask, Direction, Grain, Pick, Standing, Want};
use super::reader::Reader;
use crate::document::FactKind;

pub(super) fn want(reader: &mut Reader<'_>, ask: &mut Ask, first: Option<usize>) {
    let first_word = first.and_then(|at| reader.free(at)).unwrap_or_default().to_owned();
    ask.bare = !is_aux(&first_word) && !is_asking(&first_word);
    if dose_or_change(reader, ask, &first_word) || ask.want == Want::Date {
        return;
    }
    // "Fosamax - current?", "Allopurinol - still active?"
    let end = reader.tokens.len().saturating_sub(1);
    let is_state = |at: usize| matches!(reader.free(at), Some("current" | "active" | "ongoing" | "still"));
    let begins = |at: usize| reader.tokens.get(at).is_some_and(|token| token.clause);
    if ask.bare && end > 0 && is_state(end) && (begins(end) || end > 1 && is_state(end - 1) && begins(end - 1)) {
        (ask.want, ask.standing) = (Want::Whether, Standing::Current);
        reader.use_up(end);
        return;
    }
    // "Last time HDL was below 50" asks for a day; "BP last time" for what it was then.
    let is_verb = |token: &super::reader::Token<'_>| matches!(token.lower, "was" | "were" | "had" | "did" | "went");
    if ask.bare && reader.find("last time") == Some(0) && reader.tokens.iter().any(is_verb) {
        reader.take("last time");
        (ask.want, ask.pick) = (Want::Date, Some(Pick::Latest(1)));
        return;
    }
    let grain = |reader: &mut Reader<'_>| {
        [
            ("how many days", Grain::Days),
            ("how many weeks", Grain::Weeks),
            ("how many months", Grain::Months),
            ("how many years", Grain::Years),
            ("number of days", Grain::Days),
            ("in days", Grain::Days),
            ("in years", Grain::Years),
            ("in months", Grain::Months),
        ]
        .into_iter()
        .find_map(|(phrase, grain)| reader.take(phrase).map(|_| grain))
    };
    let mut lasted = false;
    if let Some(grain) = grain(reader) {
        (ask.want, ask.grain) = (Want::Span, grain);
        // "How many days did I have bronchitis?"
        lasted = reader.find("did").is_some() && (reader.find("have").is_some() || reader.find("last").is_some());
    }
    const SPANS: &[&str] = &[
        "how long ago",
        "how long has it been since",
        "how long is it since",
        "how much time has passed since",
        "how much time",
        "how long",
        "time between",
        "interval between",
        "days between",
        "time since",
        "long ago",
        "gap between",
    ];
    let apart = reader.find("between").is_some() || reader.find("apart").is_some();
    let long = reader.find("how long").is_some() && reader.find("long ago").is_none();
    if reader.take_any(SPANS).is_some() {
        ask.want = Want::Span;
    }
    if ask.want == Want::Span {
        let mut is_counted_from = false;
        for phrase in [
            "has it been since",
            "have passed since",
            "passed since",
            "passed between",
            "passed",
            "is it since",
            "ago",
            "since",
            "between",
            "elapsed",
            "apart",
        ] {
            is_counted_from |= reader.take(phrase).is_some();
        }
        let end = reader.tokens.iter().rposition(|token| !token.used).filter(|at| *at > 0);
        if let Some(at) = end.filter(|at| reader.free(*at) == Some("last")) {
            reader.use_up(at);
            ask.standing = Standing::Past;
        }
        // "How long did I have gallstones?" asks how long it lasted; "how long ago did I have it" does not.
        let is_past = long && (reader.find("did").is_some() || reader.find("was").is_some());
        if (is_past || lasted) && !is_counted_from {
            ask.standing = Standing::Past;
        }
        // "Between my two covid shots": of exactly two of them.
        if apart && reader.take_any(&["two", "both", "2"]).is_some() {
            (ask.pick, ask.pair) = (Some(Pick::Latest(2)), true);
        }
        if ask.standing == Standing::Past {
            reader.take_any(&[
                "take to heal",
                "take to go away",
                "take to clear up",
                "take to resolve",
                "take to get better",
            ]);
        }
        for verb in ["had", "been", "lasted", "lasting"] {
            if reader.find(verb).is_some() && verb != "had" {
                ask.begins = true;
            }
        }
        // "How long have I taken it?"
        let takes = ["taken", "taking", "used", "using"].iter().any(|verb| reader.find(verb).is_some());
        ask.begins |= takes && !is_counted_from;
        reader.take_any(&["lasted", "lasting"]);
        ask.begins |= reader.find("had").is_some();
        return;
    }
    if let Some(direction) = trend(reader) {
        (ask.want, ask.direction) = (Want::Trend, direction);
    }
    compare(reader, ask);
    if ask.want == Want::Compare {
        direction_of_compare(reader, ask, &first_word);
        return;
    }
    let numbered = reader
        .find("number of")
        .filter(|at| at.checked_sub(1).and_then(|before| reader.free(before)).is_none_or(|before| before == "the"));
    if let Some(at) = numbered {
        reader.use_up(at);
        ask.want = Want::Count;
        return;
    }
    if reader
        .take_any(&[
            "how many doses of",
            "how many times",
            "how many different",
            "how many distinct",
            "how many separate",
            "how many",
            "how often",
            "number of times",
            "total number of",
            "count of",
        ])
        .is_some()
        || (first_word == "count" && reader.take("count").is_some())
    {
        ask.want = Want::Count;
        return;
    }
    if reader.take_any(&["on average", "average", "averages", "mean", "avg", "averaged"]).is_some() {
        ask.want = Want::Average;
        return;
    }
    if ask.want == Want::Trend {
        // "Is my weight going up?" asks for yes or no; "how has it changed" for the course.
        if !is_aux(&first_word) {
            ask.direction = None;
        }
        return;
    }
    const YEARS: &[&str] = &["in what year", "in which year", "what year", "which year"];
    const DATES: &[&str] = &[
        "since when",
        "when's",
        "when",
        "on what date",
        "on which date",
        "what date",
        "which date",
        "what dates",
        "on what day",
        "on which day",
        "what day",
        "which day",
        "date of",
        "dates of",
        "what was the date of",
        "the date",
        "the dates",
        "what month",
        "dates",
    ];
    ask.begins |= reader.find("since when").is_some();
    // "What was it when it was lowest?" asks for the value.
    if matches!(first_word.as_str(), "what" | "what's" | "how") {
        reader.take_any(&["when it was at its", "when it was"]);
    }
    let last = reader.tokens.iter().rposition(|token| !token.used).filter(|at| *at > 0);
    let is_dated =
        |at: usize| reader.free(at) == Some("date") && reader.free(at - 1).is_none_or(|before| before != "to");
    // "Last flu shot date?"
    let is_dated = last.is_some_and(is_dated);
    if reader.take_any(YEARS).is_some() {
        (ask.want, ask.year_only) = (Want::Date, true);
    } else if is_dated || reader.take_any(DATES).is_some() {
        ask.want = Want::Date;
    } else if is_aux(&first_word) {
        ask.want = Want::Whether;
        if let Some(at) = first {
            reader.use_up(at);
        }
        if reader.take_any(&["any record of", "a record of", "any evidence of", "evidence of"]).is_some() {
            ask.standing = Standing::Ever;
        }
    } else if reader
        .take_any(&[
            "list out",
            "list of",
            "list",
            "show me all",
            "show all",
            "give me all",
            "all of",
            "all the",
            "all",
            "every",
            "history of",
            "over the years",
        ])
        .is_some()
    {
        ask.want = Want::List;
        reader.take_any(&["all", "every", "history of"]);
    }
    if ask.want == Want::Date {
        for phrase in [
            "end",
            "ended",
            "resolve",
            "resolved",
            "go away",
            "clear up",
            "cleared up",
            "stop",
            "stopped",
            "over",
            "finish",
            "finished",
            "heal",
            "healed",
        ] {
            if reader.take(phrase).is_some() {
                ask.want = Want::End;
                return;
            }
        }
        for phrase in [
            "first diagnosed",
            "diagnosed",
            "diagnosis",
            "start taking",
            "started taking",
            "begin taking",
            "start",
            "started",
            "begin",
            "began",
            "first prescribed",
            "onset",
            "first get",
            "come on",
            "told i have",
            "told i had",
            "told that i have",
            "told that i had",
            "told he has",
            "told he had",
            "told she has",
            "told she had",
        ] {
            if reader.find(phrase).is_some() {
                ask.begins = true;
            }
        }
        reader.take_any(&["start", "started", "begin", "began", "onset", "starting", "beginning"]);
        if ask.begins {
            reader.take("told");
        }
    }
}

/// Units in which a change is asked for, and what they are of where nothing else says so.
const UNITS: &[(&str, Option<&str>)] = &[
    ("kg", Some("weight")),
    ("kgs", Some("weight")),
    ("kilos", Some("weight")),
    ("kilograms", Some("weight")),
    ("pounds", Some("weight")),
    ("lbs", Some("weight")),
    ("pounds or kilos", Some("weight")),
    ("kilos or pounds", Some("weight")),
    ("cm", Some("height")),
    ("centimeters", Some("height")),
    ("centimetres", Some("height")),
    ("inches", Some("height")),
    ("points", None),
    ("percent", None),
    ("units", None),
];

/// Reads questions whose words mean something else elsewhere: "how much and how often", "how much weight did I gain", "when was it
/// raised to 80". Returns whether nothing more is to be read of what is wanted.
fn dose_or_change(reader: &mut Reader<'_>, ask: &mut Ask, first_word: &str) -> bool {
    // "How often do I take it?" asks for what the prescription says.
    let takes = || ["do i take", "does he take", "does she take", "do they take", "do i use", "am i taking"];
    let often = reader.find("how often").is_some() && takes().iter().any(|phrase| reader.find(phrase).is_some());
    if reader.take_any(&["how much and how often", "how often and how much"]).is_some()
        || often && reader.take("how often").is_some()
    {
        (ask.want, ask.dose) = (Want::Value, true);
        return true;
    }
    // "How many milligrams of metformin am I on?" asks for what the prescription says.
    const DOSE_UNITS: &[&str] =
        &["mg", "mgs", "milligrams", "milligram", "mcg", "micrograms", "microgram", "puffs", "ml", "milliliters"];
    const COUNTED_DOSES: &[&str] = &["units", "tablets", "pills", "capsules", "drops", "tabs", "sprays"];
    if let Some(at) = reader.find("how many") {
        let unit = reader.free(at + 2).unwrap_or_default();
        let is_dose = DOSE_UNITS.contains(&unit) || COUNTED_DOSES.contains(&unit) && reader.free(at + 3) == Some("of");
        if is_dose {
            (at..at + 3).for_each(|place| reader.use_up(place));
            ask.hints.push(FactKind::MedicationRequest);
            (ask.want, ask.dose) = (Want::Value, true);
            return true;
        }
    }
    const CHANGED_TO: &[&str] = &[
        "changed to",
        "raised to",
        "increased to",
        "put up to",
        "upped to",
        "lowered to",
        "reduced to",
        "cut to",
        "cut down to",
        "switched to",
    ];
    if first_word == "when" {
        // "When was my lisinopril changed to 20 mg?": the first prescription of that strength.
        if reader.take_any(CHANGED_TO).is_some() {
            reader.take("when");
            (ask.want, ask.begins) = (Want::Date, true);
            ask.hints.push(FactKind::MedicationRequest);
            return false;
        }
        if reader.take_any(&["last changed", "last adjusted"]).is_some() {
            reader.take("when");
            (ask.want, ask.pick) = (Want::Date, Some(Pick::Latest(1)));
            ask.hints.push(FactKind::MedicationRequest);
            ask.taken = true;
            return false;
        }
    }
    let Some(at) = reader.find("how many").or_else(|| reader.find("how much")) else { return false };
    let unit = UNITS.iter().rev().find(|(unit, _)| reader.find(unit) == Some(at + 2));
    const CHANGES: &[&str] = &[
        "gain",
        "gained",
        "put on",
        "lose",
        "lost",
        "drop",
        "dropped",
        "fall",
        "fallen",
        "fell",
        "rise",
        "risen",
        "rose",
        "increase",
        "increased",
        "decrease",
        "decreased",
        "grow",
        "grown",
        "grew",
        "go up",
        "gone up",
        "went up",
        "go down",
        "gone down",
        "went down",
        "come down",
        "came down",
        "climbed",
        "declined",
        "change",
        "changed",
    ];
    let changes = CHANGES.iter().find(|phrase| reader.find(phrase).is_some());
    let compares = reader.find("than").is_some();
    if changes.is_none() && !(unit.is_some() && compares) {
        return false;
    }
    // "How much has it changed" without a unit asks for the course.
    let is_open = unit.is_none() && matches!(changes, Some(&("change" | "changed")));
    if is_open && !compares {
        return false;
    }
    let grows = ["grow", "grown", "grew"].iter().any(|word| reader.find(word).is_some());
    reader.use_up(at);
    reader.use_up(at + 1);
    if let Some((unit, of)) = unit {
        reader.take(unit);
        ask.implied = *of;
    }
    // "How much have I lost?"
    let weighs = ["gain", "gained", "lose", "lost", "put on"].iter().any(|word| reader.find(word).is_some());
    ask.implied = ask.implied.or(grows.then_some("height")).or(weighs.then_some("weight"));
    ask.want = Want::Compare;
    if compares {
        direction_of_compare(reader, ask, first_word);
        return true;
    }
    ask.change = true;
    if let Some(phrase) = changes {
        reader.take(phrase);
    }
    true
}

fn is_asking(word: &str) -> bool {
    matches!(
        word,
        "what"
            | "what's"
            | "whats"
            | "when"
            | "when's"
            | "which"
            | "who"
            | "how"
            | "where"
            | "why"
            | "since"
            | "list"
            | "show"
            | "give"
            | "count"
            | "find"
            | "any"
    )
}

/// Returns where the words stand that ask, where what is asked about stands before them: "Zoloft - am I still taking it?"
pub(super) fn asked_at(reader: &Reader<'_>, first: usize) -> usize {
    let word = reader.free(first).unwrap_or_default();
    if is_aux(word) || is_asking(word) {
        return first;
    }
    let asks = |at: &usize| {
        let is_clause = reader.tokens.get(*at).is_some_and(|token| token.clause);
        is_clause
            && reader
                .free(*at)
                .is_some_and(|word| is_aux(word) || matches!(word, "when" | "how" | "what" | "which" | "since"))
    };
    (first + 1..reader.tokens.len()).find(asks).unwrap_or(first)
}

/// Whether the verbs say that something was, whatever is so now.
pub(super) fn past_tense(reader: &Reader<'_>) -> bool {
    let said = |word: &str| reader.find(word).is_some();
    let had = reader.find("have there been").is_some()
        || said("had")
        || said("did")
        || said("was")
        || said("were")
        || said("took")
        || said("broke");
    // "Has she broken any bones?", "has he been on it?"
    const DONE: &[&str] = &[
        "broken",
        "fractured",
        "torn",
        "sprained",
        "injured",
        "hurt",
        "fainted",
        "fallen",
        "developed",
        "suffered",
        "experienced",
        "undergone",
        "received",
    ];
    let perfect =
        (said("have") || said("has")) && (DONE.iter().any(|word| said(word)) || said("been on") || said("been taking"));
    had || perfect
        || (said("been")
            && (said("prescribed") || said("given") || said("diagnosed") || said("vaccinated") || said("allergic")))
        || (said("taken") && (said("have") || said("has")))
}

fn is_aux(word: &str) -> bool {
    matches!(word, "do" | "does" | "did" | "have" | "has" | "had" | "is" | "are" | "was" | "were" | "am")
}

fn trend(reader: &mut Reader<'_>) -> Option<Option<Direction>> {
    const UP: &[&str] = &[
        "going up",
        "gone up",
        "go up",
        "went up",
        "getting higher",
        "gotten higher",
        "got higher",
        "gone higher",
        "rising",
        "risen",
        "rise",
        "rose",
        "increasing",
        "increased",
        "increase",
        "climbing",
        "climbed",
        "gained",
        "gaining",
        "gain",
        "growing",
        "grown",
        "trending up",
        "trending upward",
        "trending upwards",
        "creeping up",
        "crept up",
    ];
    const DOWN: &[&str] = &[
        "going down",
        "gone down",
        "go down",
        "went down",
        "coming down",
        "come down",
        "getting lower",
        "gotten lower",
        "got lower",
        "gone lower",
        "falling",
        "fallen",
        "fell",
        "decreasing",
        "decreased",
        "decrease",
        "dropping",
        "dropped",
        "drop",
        "declining",
        "declined",
        "decline",
        "lost",
        "losing",
        "trending down",
        "trending downward",
        "trending downwards",
        "slipping",
        "slipped",
        "sliding",
    ];
    const SAME: &[&str] = &[
        "holding steady",
        "held steady",
        "stayed steady",
        "stayed stable",
        "remained stable",
        "stable",
        "steady",
        "unchanged",
        "constant",
        "stayed the same",
        "the same",
    ];
    const ANY: &[&str] = &[
        "changed over time",
        "change over time",
        "changed",
        "changes",
        "change",
        "changing",
        "trend in",
        "trend of",
        "trend for",
        "trending",
        "trend",
        "trends",
        "course of",
        "over time",
        "developed over",
        "evolved",
        "evolve",
        "evolution of",
        "progressed",
        "progression of",
        "up or down",
        "moving",
        "moved",
    ];
    const EITHER: &[&str] = &["go up or down", "gone up or down", "going up or down", "up or down"];
    let is_open = reader.take_any(EITHER).is_some();
    let direction = [(UP, Direction::Up), (DOWN, Direction::Down), (SAME, Direction::Same)]
        .into_iter()
        .find_map(|(phrases, direction)| reader.take_any(phrases).map(|_| direction));
    // Weight is put on, and so is somebody on a medicine.
    let heavier = ["weight", "pounds", "kilos", "kg"].iter().any(|word| reader.find(word).is_some());
    let direction = direction.or_else(|| (heavier && reader.take("put on").is_some()).then_some(Direction::Up));
    let any = reader.take_any(ANY).is_some() || is_open;
    let any =
        any || (reader.find("how") == Some(0) && reader.take_any(&["develop", "developed", "gone", "doing"]).is_some());
    if any || direction.is_some() {
        reader.take_any(&["over time", "over the years", "trend", "over"]);
    }
    (any || direction.is_some()).then_some(direction)
}

/// Returns what an adjective of `reader` is about: who is lighter weighs less.
pub(super) fn implied(reader: &Reader<'_>) -> Option<&'static str> {
    const OF: &[(&str, &str)] = &[
        ("heavier", "weight"),
        ("lighter", "weight"),
        ("heaviest", "weight"),
        ("lightest", "weight"),
        ("taller", "height"),
        ("tallest", "height"),
    ];
    OF.iter().find(|(adjective, _)| reader.find(adjective).is_some()).map(|(_, measure)| *measure)
}

fn compare(reader: &mut Reader<'_>, ask: &mut Ask) {
    if reader
        .take_any(&[
            "compare",
            "compared to",
            "compared with",
            "comparison",
            "compares",
            "compared",
            "versus",
            "vs",
            "difference between",
            "difference in",
            "difference",
            "differ",
            "differ from",
        ])
        .is_some()
    {
        ask.want = Want::Compare;
        reader.take_any(&["to", "with", "from"]);
        reader.take("between");
    } else if reader.find("than").is_some() {
        ask.want = Want::Compare;
    }
}

fn direction_of_compare(reader: &mut Reader<'_>, ask: &mut Ask, first_word: &str) {
    reader.take("than");
    const UP: &[&str] = &["higher", "greater", "more", "larger", "bigger", "heavier", "taller", "faster", "up"];
    const DOWN: &[&str] = &["lower", "less", "smaller", "fewer", "lighter", "shorter", "slower", "down"];
    ask.implied = ask.implied.or_else(|| implied(reader));
    let up = reader.take_any(UP).is_some();
    let down = reader.take_any(DOWN).is_some();
    ask.direction = match (up, down) {
        (true, false) if is_aux(first_word) => Some(Direction::Up),
        (false, true) if is_aux(first_word) => Some(Direction::Down),
        _ => None,
    };
    if reader
        .take_any(&[
            "the one before",
            "the time before",
            "the previous one",
            "the previous",
            "previously",
            "the last time",
            "last time",
            "before that",
            "the reading before",
            "before",
        ])
        .is_some()
    {
        ask.other = Some(Pick::Previous);
    }
}
