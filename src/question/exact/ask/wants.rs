//! What is wanted: a value, a day, a number, a course, a comparison.

use super::amounts::dose_or_change;
use super::courses::{compare, direction_of_compare, trend};
use super::form::{Ask, Grain, Pick, Standing, Want};
use super::lexicon::is_neutral;
use super::reader::{Reader, Token};
use crate::question::concepts;

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
    // "Nitro spray active?" names one thing; "medications current" asks for a list.
    let is_thing = |token: &Token<'_>| {
        token.named || !token.used && !is_neutral(token.lower) && concepts::kinds_of(token.lower).is_empty()
    };
    let is_named = matches!(reader.free(end), Some("active" | "ongoing" | "still"))
        && reader.tokens.iter().take(end).all(|token| !matches!(token.lower, "still" | "last" | "first"))
        && reader.tokens.iter().take(end).any(is_thing);
    if ask.bare
        && end > 0
        && is_state(end)
        && (begins(end) || end > 1 && is_state(end - 1) && begins(end - 1) || is_named)
    {
        (ask.want, ask.standing) = (Want::Whether, Standing::Current);
        reader.use_up(end);
        return;
    }
    // "Last time HDL was below 50" asks for a day; "BP last time" for what it was then.
    let is_verb = |token: &Token<'_>| matches!(token.lower, "was" | "were" | "had" | "did" | "went");
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
        // "How many days was I ill with it?" is no time until today.
        lasted |= reader.find("was").is_some() || reader.find("were").is_some();
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
    let after = reader.find("how long after").is_some();
    if reader.take_any(SPANS).is_some() {
        ask.want = Want::Span;
    }
    let ends = ["to", "until", "till"].iter().filter_map(|word| reader.find(word)).max();
    ask.reaches = reader.find("from").zip(ends).is_some_and(|(from, to)| from < to);
    if ask.want == Want::Span {
        ask.follows = reader.take("then").is_some() || after;
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
        ask.apart = apart;
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
        // "How long on it?"
        let is_on = long && reader.find("on").is_some();
        ask.begins |= (takes || is_on) && !is_counted_from;
        reader.take_any(&["lasted", "lasting"]);
        ask.begins |= reader.find("had").is_some();
        reader.take("both");
        return;
    }
    // "The change in my cholesterol from 2014 to 2018" is one value against another.
    let is_timed = ask.each.len() == 2 || ask.range.is_some();
    if is_timed && reader.take_any(&["the change in", "change in", "the change of", "change of"]).is_some() {
        (ask.want, ask.change) = (Want::Compare, true);
        reader.take_any(&["from", "between"]);
        direction_of_compare(reader, ask, &first_word);
        return;
    }
    // "By how much did my weight change from 2011 to 2018?"
    let asks_amount = reader.find("how much").is_some() && ask.each.is_empty() && is_timed;
    if asks_amount
        && reader.find("did").is_some()
        && reader.take_any(&["change", "changed", "differ", "shift"]).is_some()
    {
        reader.take_any(&["by how much", "how much"]);
        reader.take_any(&["from", "between"]);
        (ask.want, ask.change) = (Want::Compare, true);
        direction_of_compare(reader, ask, &first_word);
        return;
    }
    // "What was the lowest it ever fell?" asks for no course.
    let is_extreme =
        first_word.starts_with("what") && ["lowest", "highest"].iter().any(|word| reader.find(word).is_some());
    if let Some(direction) = if is_extreme { None } else { trend(reader) } {
        (ask.want, ask.direction) = (Want::Trend, direction);
    }
    compare(reader, ask);
    if ask.want == Want::Compare {
        ask.mean = reader.take_any(&["on average", "average", "mean", "avg"]).is_some();
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
            "what number of",
            "what number came out",
            "what number came",
            "what number were",
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
    // "Cycles of cisplatin in 2010?"
    const TURNS: &[&str] = &["cycles of", "rounds of", "sessions of", "infusions of"];
    if TURNS.iter().any(|phrase| first.is_some() && reader.find(phrase) == first) {
        ask.want = Want::Count;
        return;
    }
    if reader.take_any(&["on average", "average", "averages", "mean", "avg", "averaged"]).is_some() {
        ask.want = Want::Average;
        return;
    }
    if ask.want == Want::Trend {
        // "Is my weight going up?" asks for yes or no; "how has it changed" for the course.
        if !is_aux(&first_word) && !ask.bare {
            ask.direction = None;
        }
        return;
    }
    // "Creatinine over the years" asks for its course, "weights over the years" for all of them.
    let years = reader.find("over the years").filter(|_| ask.bare);
    let one = |at: usize| reader.free(at).is_none_or(|word| !word.ends_with('s') || word.len() < 4);
    if years.and_then(|at| at.checked_sub(1)).is_some_and(one) {
        reader.take("over the years");
        ask.want = Want::Trend;
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
        "on what days",
        "on which days",
        "what days",
        "which days",
        "date of",
        "dates of",
        "what was the date of",
        "the date",
        "the dates",
        "what month",
        "dates",
    ];
    ask.since = reader.find("since when").is_some();
    ask.begins |= ask.since;
    ask.every = [
        "which dates",
        "what dates",
        "which days",
        "what days",
        "dates of",
        "the dates",
        "all dates",
        "every date",
        "each",
    ]
    .iter()
    .any(|phrase| reader.find(phrase).is_some());
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
    } else if is_dated || reader.take_any(DATES).is_some() || first_word == "date" && reader.take("date").is_some() {
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
        let begun = ["start and", "started and", "begin and", "began and", "start or", "begin or"];
        ask.begins |= begun.iter().any(|phrase| reader.find(phrase).is_some());
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
                reader.take_any(&["when did it", "when"]);
                reader.take_any(&["start", "started", "begin", "began"]);
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

pub(super) fn is_aux(word: &str) -> bool {
    matches!(word, "do" | "does" | "did" | "have" | "has" | "had" | "is" | "are" | "was" | "were" | "am")
}
