//! The thing named before what is asked of it: "Plavix - still on it?", "ejection fractions, all of them".

use super::frames::{AUXILIARIES, POINTING, asks};
use super::{Chunks, bare};

/// Words that say of what was named that it stands in the record as it is now.
const STANDING: &[&str] = &[
    "a",
    "an",
    "the",
    "my",
    "his",
    "her",
    "active",
    "current",
    "running",
    "valid",
    "ongoing",
    "open",
    "prescription",
    "medication",
    "medicine",
    "problem",
    "condition",
    "diagnosis",
    "plan",
    "listed",
];

/// Asks "Plavix - still on it?" as "am I still on Plavix?" and "A1cs over 7, how many" as "how many A1cs over 7"; `None` where what is
/// asked about does not stand before a mark.
pub(super) fn fronted(typed: &Chunks) -> Option<Chunks> {
    let mark = (0..typed.len().saturating_sub(1)).find(|at| typed.ends_clause(*at))?;
    let is_dash = |at: usize| typed.bare(at).is_empty();
    let head_end = if is_dash(mark) { mark } else { mark + 1 };
    if !(1..=9).contains(&head_end) || typed.0.get(mark).is_some_and(|chunk| chunk.ends_with(['.', '?', '!'])) {
        return None;
    }
    let head: Vec<String> = (0..head_end).map(|at| typed.typed(at)).collect();
    let tail: Vec<String> = (mark + 1..typed.len()).map(|at| typed.bare(at)).filter(|word| !word.is_empty()).collect();
    let (first, opening) = (head.first().map(|word| bare(word))?, tail.first()?.as_str());
    let is_verb = |word: &str| AUXILIARIES.contains(&word);
    // "Flu jabs since 2015, number" asks nothing with its "since".
    let head_asks = head.iter().enumerate().any(|(at, word)| {
        let word = bare(word);
        // "Flu shots I had in 2020, number?"
        let is_relative = at > 1
            && head.get(at - 1).is_some_and(|before| POINTING.contains(&bare(before).as_str()) || bare(before) == "i");
        is_verb(&word) && !is_relative || asks(&word) && (word != "since" || at == 0)
    });
    let is_talk = matches!(
        first.as_str(),
        "hi" | "hello"
            | "hey"
            | "please"
            | "ok"
            | "okay"
            | "so"
            | "well"
            | "and"
            | "sorry"
            | "thanks"
            | "doctor"
            | "yes"
            | "no"
    );
    if head_asks || is_talk || tail.len() > 8 || (mark + 1..typed.len() - 1).any(|at| typed.ends_clause(at)) {
        return None;
    }
    let head = head.join(" ");
    let mut words: Vec<&str> = tail.iter().map(String::as_str).collect();
    // "… - still active in the record?"
    if let [rest @ .., "in" | "on", "the" | "my" | "his" | "her", "record" | "records" | "chart" | "file" | "list"] =
        words.as_slice()
        && !rest.is_empty()
    {
        words = rest.to_vec();
    }
    const OPENINGS: &[&str] = &[
        "when",
        "how",
        "what",
        "which",
        "since",
        "still",
        "ever",
        "any",
        "last",
        "first",
        "latest",
        "highest",
        "lowest",
        "average",
        "mean",
        "most",
        "date",
        "dates",
        "dose",
        "trend",
        "current",
        "currently",
        "all",
        "newest",
        "oldest",
        "earliest",
        "maximum",
        "minimum",
        "every",
        "each",
        "both",
        "number",
        "count",
        "total",
        "duration",
        "difference",
        "change",
        "tally",
        "age",
        "days",
        "weeks",
        "months",
        "years",
        "the",
        "in",
    ];
    let is_choice = matches!(words.as_slice(), ["yes", "or", "no"] | ["true", "or", "false"] | ["y", "n"]);
    let ends_in_when = tail.len() == 2 && tail.iter().any(|word| word == "when");
    if !(is_choice || ends_in_when || is_verb(opening) || OPENINGS.contains(&opening)) {
        return None;
    }
    let is_pronoun =
        |word: &&str| matches!(*word, "it" | "that" | "this" | "them" | "those" | "these" | "one" | "ones");
    // "Still on it?", "still taking?"
    let is_taken = |word: &&str| matches!(*word, "on" | "taking" | "using" | "take" | "use");
    let question = match words.as_slice() {
        ["still", verb, rest @ ..] | ["currently", verb, rest @ ..]
            if is_taken(verb) && rest.iter().all(is_pronoun) =>
        {
            format!("am I still {verb} {head}?")
        }
        ["still", "taken" | "used" | "given" | "prescribed" | "running"]
        | ["still"]
        | ["still", "active" | "current" | "there" | "going" | "ongoing"]
        | ["current" | "currently"] => {
            format!("is {head} still active?")
        }
        // "Albuterol: still an active prescription?"
        ["still" | "currently", rest @ ..] if rest.iter().all(|word| STANDING.contains(word)) => {
            format!("is {head} still active?")
        }
        ["yes", "or", "no"] | ["true", "or", "false"] | ["y", "n"] => format!("do I have {head}?"),
        ["all", "of", them] | ["all", them] if is_pronoun(them) => format!("all {head}"),
        [
            "all" | "every" | "each",
            "score" | "scores" | "value" | "values" | "reading" | "readings" | "result" | "results",
        ] => {
            format!("all {head} values")
        }
        ["both", "date" | "dates" | "days"] => format!("both dates of {head}"),
        ["difference" | "change"]
        | ["the" | "what's" | "how", "difference" | "change"]
        | ["what's" | "how" | "what", _, "difference" | "change"]
        | ["what" | "how", _, _, "difference" | "change"]
        | ["how", "big" | "large" | "much", _, _, "difference" | "change"] => format!("difference {head}?"),
        ["age", "at", "onset" | "diagnosis" | "start"] => format!("how old was I at {head}?"),
        ["days" | "weeks" | "months" | "years"]
            if head.split_whitespace().any(|word| matches!(word, "to" | "until" | "till" | "and")) =>
        {
            format!("how many {opening} from {head}?")
        }
        ["number" | "count" | "total" | "tally"] | ["total", "number" | "count"] | ["in", "total"] => {
            format!("how many {head}?")
        }
        ["duration"] | ["how", "long"] => format!("how long did {head} last?"),
        ["duration", "in", unit] | ["how", "many", unit] if matches!(*unit, "days" | "weeks" | "months") => {
            format!("how many {unit} did {head} last?")
        }
        // "Colon polyp: resolved when?"
        [verb, "when"] | ["when", verb] if verb.ends_with("ed") || matches!(*verb, "given" | "done" | "taken") => {
            format!("when was {head} {verb}?")
        }
        ["date" | "dates" | "day"] => format!("{head} {opening}?"),
        ["how", "many", rest @ ..]
            if rest.len() <= 4 && !rest.iter().any(is_pronoun) && rest.first() != Some(&"times") =>
        {
            let asked = format!("how many {head} {}", rest.join(" "));
            format!("{}?", asked.trim_end())
        }
        ["any"] | ["ever"] => format!("have I ever had {head}?"),
        ["how", "many", rest @ ..]
            if rest.iter().all(|word| matches!(*word, "in" | "total" | "times" | "are" | "there" | "so" | "far")) =>
        {
            format!("how many {head}?")
        }
        _ => {
            let at = words.iter().position(is_pronoun);
            match at {
                Some(at) if words.iter().filter(|word| is_pronoun(word)).count() == 1 => {
                    let mut new = words.clone();
                    *new.get_mut(at)? = head.as_str();
                    format!("{}?", new.join(" "))
                }
                // "… - when?", "… - highest ever?"
                None if !is_verb(opening) && words.len() <= 4 => format!("{} {head}?", words.join(" ")),
                _ => return None,
            }
        }
    };
    Some(Chunks::of(&question))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thing_may_stand_before_what_is_asked() {
        for (typed, plain) in [
            ("Plavix - still on it?", Some("am I still on Plavix?")),
            ("A1cs of 6.1 or more, how many", Some("how many A1cs of 6.1 or more?")),
            ("sleep apnea - was that ever diagnosed?", Some("was sleep apnea ever diagnosed?")),
            ("ejection fractions, all of them", Some("all ejection fractions")),
            ("flu jabs since 2015, number", Some("how many flu jabs since 2015?")),
            ("albuterol: still an active prescription?", Some("is albuterol still active?")),
            ("Eye surgery for cataracts - when?", Some("when Eye surgery for cataracts?")),
            ("What was my weight, and when?", None),
            ("Hi, when was my last A1c?", None),
        ] {
            assert_eq!(fronted(&Chunks::of(typed)).map(|chunks| chunks.text()).as_deref(), plain, "{typed}");
        }
    }
}
