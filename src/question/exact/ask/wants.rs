//! What is wanted: a value, a day, a number, a course, a comparison.

use super::form::{Ask, Direction, Grain, Pick, Standing, Want};
use super::reader::Reader;

pub(super) fn want(reader: &mut Reader<'_>, ask: &mut Ask, first: Option<usize>) {
    let first_word = first.and_then(|at| reader.free(at)).unwrap_or_default().to_owned();
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
    if let Some(grain) = grain(reader) {
        (ask.want, ask.grain) = (Want::Span, grain);
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
        if long && !is_counted_from && (reader.find("did").is_some() || reader.find("was").is_some()) {
            ask.standing = Standing::Past;
        }
        for verb in ["had", "been", "lasted", "lasting"] {
            if reader.find(verb).is_some() && verb != "had" {
                ask.begins = true;
            }
        }
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
        ] {
            if reader.find(phrase).is_some() {
                ask.begins = true;
            }
        }
        reader.take_any(&["start", "started", "begin", "began", "onset", "starting", "beginning"]);
    }
}

/// Whether the verbs say that something was, whatever is so now.
pub(super) fn past_tense(reader: &Reader<'_>) -> bool {
    let said = |word: &str| reader.find(word).is_some();
    let had = said("had") || said("did") || said("was") || said("were") || said("took");
    had || (said("been")
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
        "put on",
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
