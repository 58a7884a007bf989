//! What stands beside a question between commas: a wish for the form of the answer, which is taken off, and a second name, which is put in
//! brackets.

use super::frames::{AUXILIARIES, asks};
use super::{Chunks, bare};
use crate::question::exact::kin;

/// Wishes for the form of an answer that is given whole anyway.
const WISHES: &[&str] = &[
    "all of them",
    "all of them please",
    "each of them",
    "every one of them",
    "the whole list",
    "the full list",
    "a list please",
    "list please",
    "which dates",
    "what dates",
    "dates please",
    "date please",
    "exact date",
    "the date",
    "the exact date",
    "the dates",
    "just the date",
    "all dates",
    "all the dates",
    "all of the dates",
    "every date",
    "date",
    "dates",
    "year only",
    "nothing else",
    "full stop",
    "inclusive",
    "that's all",
    "just a number",
    "just the number",
    "just the figure",
    "only the number",
    "in total",
    "all of them together",
    "all together",
    "as written down",
    "as it is written",
    "as recorded",
    "if known",
    "if any",
    "if possible",
    "first measurement",
    "first entry",
    "last entry",
    "latest value",
    "how many puffs",
    "how many tablets",
    "how many pills",
    "how many drops",
    "how many units",
    "roughly",
    "approximately",
    "exactly",
    "overall number",
    "please and thanks",
    "may i ask",
    "if i may ask",
    "if i may",
    "if you please",
    "if you would",
    "lol",
];

/// Questions at the end that ask whose the highest or lowest is.
const WHOSE: &[&str] = &["who is it", "who is that", "who has it", "who was it", "whose is it", "which patient", "who"];

/// Whether the words of a sentence only wish for the form of an answer.
pub(super) fn is_wish(words: &[String]) -> bool {
    const AROUND: &[&str] =
        &["please", "pls", "i", "i'd", "need", "want", "would", "like", "give", "me", "just", "thanks"];
    let said: Vec<&str> = words.iter().map(String::as_str).filter(|word| !AROUND.contains(word)).collect();
    !said.is_empty() && WISHES.contains(&said.join(" ").as_str())
}

/// Takes off what only says in which form the answer is wanted.
pub(super) fn without(chunks: &mut Chunks) {
    mean(chunks);
    in_unit(chunks);
    let Some(at) = (0..chunks.len().saturating_sub(1)).rev().find(|at| chunks.ends_clause(*at)) else { return };
    let tail: Vec<String> =
        (at + 1..chunks.len()).map(|place| chunks.bare(place)).filter(|word| !word.is_empty()).collect();
    let tail = tail.join(" ");
    let first = chunks.bare(0);
    let cut = |chunks: &mut Chunks| {
        chunks.0.truncate(at + 1);
        if let Some(last) = chunks.0.last_mut() {
            *last = last.trim_end_matches([',', ';', ':', '-', '–', '—']).to_owned();
        }
        chunks.0.retain(|chunk| !chunk.is_empty());
    };
    // "Did Dad have a stroke, ever?" asks with its "ever" of any time.
    if tail == "ever" && AUXILIARIES.contains(&first.as_str()) {
        cut(chunks);
        chunks.0.push("ever?".to_owned());
        return;
    }
    if at >= 1 && WISHES.contains(&tail.as_str()) {
        cut(chunks);
        return;
    }
    // "Lowest HDL of all, who is it?"
    if WHOSE.contains(&tail.as_str()) && matches!(first.as_str(), "highest" | "lowest" | "the") {
        cut(chunks);
        for end in ["of all", "of everyone", "of everybody", "of them all", "of all patients"] {
            let words: Vec<&str> = end.split(' ').collect();
            let from = chunks.len().saturating_sub(words.len());
            if (from..chunks.len()).map(|place| chunks.bare(place)).eq(words.iter().map(|word| (*word).to_owned())) {
                chunks.0.truncate(from);
            }
        }
        let article = usize::from(first == "the");
        chunks.replace(0, article, "who has the");
        return;
    }
    // "How long did it go on, in days?"
    let unit = tail.strip_prefix("in ").unwrap_or(&tail).to_owned();
    if !matches!(unit.as_str(), "days" | "weeks" | "months" | "years") {
        return;
    }
    if let Some(how) = (0..at).find(|place| chunks.bare(*place) == "how" && chunks.bare(place + 1) == "long") {
        cut(chunks);
        chunks.replace(how, 2, &format!("how many {unit}"));
    }
}

/// Asks "how long, in days, did it last" as "how many days did it last".
fn in_unit(chunks: &mut Chunks) {
    let unit = chunks.bare(3);
    let is_unit = matches!(unit.as_str(), "days" | "weeks" | "months" | "years");
    let is_aside = chunks.bare(0) == "how" && chunks.bare(1) == "long" && chunks.bare(2) == "in";
    if is_unit && is_aside && chunks.ends_clause(1) && chunks.ends_clause(3) {
        chunks.replace(0, 4, &format!("how many {unit}"));
        if let Some(last) = chunks.0.get_mut(2) {
            *last = unit;
        }
    }
}

/// Takes "I mean" from before what is meant: "its worst, I mean highest, value".
fn mean(chunks: &mut Chunks) {
    let Some(at) = (1..chunks.len()).find(|at| {
        let verb = chunks.bare(at + 1);
        chunks.bare(*at) == "i" && matches!(verb.as_str(), "mean" | "meant")
    }) else {
        return;
    };
    let is_extreme = |word: &str| matches!(word, "highest" | "lowest" | "latest" | "first" | "last");
    let place = if chunks.bare(at + 2) == "the" { at + 3 } else { at + 2 };
    let before = chunks.bare(at - 1);
    if is_extreme(&chunks.bare(place)) && matches!(before.as_str(), "worst" | "best" | "biggest" | "top" | "least") {
        let said = chunks.0.get(place).cloned().unwrap_or_default();
        chunks.0.drain(at..=place);
        if let Some(before) = chunks.0.get_mut(at - 1) {
            *before = said;
        }
        return;
    }
    // "Is it getting worse, I mean going down?"
    const WAYS: &[&str] = &[
        "going",
        "rising",
        "falling",
        "dropping",
        "up",
        "down",
        "higher",
        "lower",
        "climbing",
        "increasing",
        "decreasing",
    ];
    if matches!(before.as_str(), "worse" | "better") && WAYS.contains(&chunks.bare(place).as_str()) {
        let from = if at > 1 && chunks.bare(at - 2) == "getting" { at - 2 } else { at - 1 };
        chunks.0.drain(from..at + 2);
        return;
    }
    // "Getting thinner, I mean his weight": the second says what the first is of.
    if matches!(chunks.bare(at + 2).as_str(), "my" | "his" | "her" | "their") {
        chunks.0.drain(at..at + 2);
    }
}

/// Returns `question` with the second name that stands between commas in brackets: "the mood questionnaire, the PHQ-9".
pub(super) fn in_brackets(question: &str) -> Option<String> {
    const MOST: usize = 5;
    let chunks = Chunks::of(question);
    let marks: Vec<usize> = (0..chunks.len()).filter(|at| chunks.ends_clause(*at)).collect();
    let comma = |at: &usize| chunks.0.get(*at).is_some_and(|chunk| chunk.ends_with(','));
    let groups: Vec<(usize, usize)> = marks
        .iter()
        .filter(|at| comma(at))
        .map(|at| {
            let end = marks.iter().find(|other| *other > at).map_or(chunks.len(), |other| other + 1);
            (at + 1, end)
        })
        .collect();
    let fits = |(from, end): &&(usize, usize)| {
        let (start, mut from, end) = (*from, *from, *end);
        if chunks.bare(from) == "i" && matches!(chunks.bare(from + 1).as_str(), "mean" | "meant") {
            from += 2;
        }
        let first = chunks.bare(from);
        const LEADING: &[&str] = &[
            "and", "or", "but", "if", "when", "since", "before", "after", "in", "on", "at", "from", "until", "to",
            "not", "also", "as", "with", "without", "for", "by", "so", "then", "still", "any", "is", "it",
        ];
        let words = from..end;
        (1..=MOST).contains(&words.len())
            && from > 2
            && !LEADING.contains(&first.as_str())
            && !asks(&first)
            && !words.clone().any(|at| {
                let word = chunks.bare(at);
                AUXILIARIES.contains(&word.as_str())
                    || word.starts_with(|first: char| first.is_ascii_digit())
                    || kin::is_relative(word.strip_suffix("'s").unwrap_or(&word))
            })
            // The first name stands right before it: "the mood questionnaire, the PHQ-9".
            && is_named_before(&chunks, start)
    };
    let mut fitting = groups.iter().filter(fits);
    let (from, end) = fitting.next().copied()?;
    if fitting.next().is_some() {
        return None;
    }
    let skip = if chunks.bare(from) == "i" { 2 } else { 0 };
    let text = |from: usize, end: usize| {
        let words = chunks.0.get(from..end).unwrap_or_default();
        words.join(" ")
    };
    let before = text(0, from);
    let inside = text(from + skip, end);
    let mark = if inside.ends_with('?') { "?" } else { "" };
    let inside = inside.trim_end_matches([',', ';', ':', '?', '!', '.']);
    let after = text(end, chunks.len());
    let is_said = inside.split_whitespace().any(|word| !bare(word).is_empty());
    let after = if after.is_empty() { after } else { format!(" {after}") };
    is_said.then(|| format!("{} ({inside}){after}{mark}", before.trim_end_matches(',')))
}

/// Whether the words right before the chunk at `at` are a name of a few words, without a number, behind a word that leads one.
fn is_named_before(chunks: &Chunks, at: usize) -> bool {
    const LEADING: &[&str] = &["the", "my", "his", "her", "their", "our", "a", "an", "many", "any"];
    let name = (0..at).rev().take_while(|place| !LEADING.contains(&chunks.bare(*place).as_str())).count();
    let has_digit = (at - name..at).any(|place| chunks.bare(place).bytes().any(|byte| byte.is_ascii_digit()));
    (1..=4).contains(&name) && name < at && !has_digit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_for_the_form_of_an_answer_are_taken_off() {
        for (typed, plain) in [
            ("hep b shots, which dates", "hep b shots"),
            ("How long did the pneumonia go on, in days?", "how many days did the pneumonia go on"),
            ("Lowest HDL of all, who is it?", "who has the Lowest HDL"),
            ("when were they the worst, I mean highest?", "when were they the highest?"),
            ("How long, in days, did the rash last?", "how many days did the rash last?"),
            ("Did Dad have a stroke, ever?", "Did Dad have a stroke ever?"),
            ("What was my weight, and my height?", "What was my weight, and my height?"),
        ] {
            let mut chunks = Chunks::of(typed);
            without(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }

    #[test]
    fn a_second_name_stands_in_brackets() {
        for (typed, bracketed) in [
            (
                "When did I score worst on the mood questionnaire, the PHQ-9?",
                Some("When did I score worst on the mood questionnaire (the PHQ-9)?"),
            ),
            (
                "How many sore throats, I mean pharyngitis, are on file?",
                Some("How many sore throats (pharyngitis) are on file?"),
            ),
            ("What was my weight, and my height?", None),
            ("What was my weight in 2019, in kilos?", None),
            ("Allergic to amoxicillin, my mother?", None),
            ("And was there one in 2023, a flu jab?", None),
        ] {
            assert_eq!(in_brackets(typed).as_deref(), bracketed, "{typed}");
        }
    }
}
