//! What stands around a question: an introduction, a tag, a negation that asks for the same.

use super::{Chunks, bare};
use crate::question::plan::number;

pub(super) const AUXILIARIES: &[&str] = &["am", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had"];
const ASKING: &[&str] =
    &["what", "what's", "whats", "when", "when's", "how", "how's", "which", "who", "who's", "whose", "since"];
const PERSONS: &[&str] = &["i", "he", "she", "they", "we", "you", "it"];
/// Words that point to what was said before.
pub(super) const POINTING: &[&str] =
    &["it", "that", "this", "they", "them", "those", "these", "one", "ones", "then", "there", "he", "she"];
/// Words with which people begin to ask.
const INTRODUCING: &str = "
    i i'd i'm im i'll id we we'd you could can would will do did please pls tell me us know like to want wanted need needed wondering wonder was am
    any idea no clue have remember recall can't cannot don't couldn't forgot forget forgotten sure not exactly hi hello hey check look see find out
    remind say let happen the record records chart file for just curious interested trying quick question ok okay so well maybe by
    chance hoping be if whether at up in my be able of about a and anybody anyone dear good morning help figure there got keep forgetting never
    sorry bother bothering excuse mind telling great nice kind appreciate grateful think thinking believe filling form forms insurance travel paperwork
    school work visa application appointment tomorrow again afternoon evening it really lost track confused unsure ask
    asked asking someone explain double that's fine possible keeping worry worrying this late hour night middle cant sleep sleeping awake scared nervous anxious tired
    upset panicking freaking lying dictating";

/// Whether `word` (lower case) begins a question.
pub(super) fn asks(word: &str) -> bool {
    ASKING.contains(&word)
}

/// Whether `word` (lower case) may stand before a question and says nothing of what is asked.
pub(super) fn introduces(word: &str) -> bool {
    INTRODUCING.split_whitespace().any(|known| known == word)
}

/// Takes "I was wondering", "can you tell me" and the like from before a question.
pub(super) fn without_introduction(chunks: &mut Chunks) {
    let begins = |at: &usize| {
        let word = chunks.bare(*at);
        ASKING.contains(&word.as_str()) || matches!(word.as_str(), "if" | "whether")
    };
    let is_led_to = |at: &usize| {
        (0..*at).all(|before| {
            let word = chunks.bare(before);
            introduces(&word) || matches!(word.as_str(), "if" | "whether")
        })
    };
    // "It would be nice if you could tell me when …" has its question behind the last of them.
    let Some(at) = (0..chunks.len()).filter(begins).rfind(is_led_to).filter(|at| *at > 0) else { return };
    // "At night what was my pressure?" asks for that time of day.
    let is_a_time = matches!(chunks.bare(0).as_str(), "at" | "in")
        && matches!(chunks.bare(at - 1).as_str(), "night" | "evening" | "afternoon" | "morning");
    if is_a_time || chunks.len() < at + 3 {
        return;
    }
    let word = chunks.bare(at);
    chunks.0.drain(..at);
    if matches!(word.as_str(), "if" | "whether") {
        chunks.0.remove(0);
        as_question(chunks);
    }
}

/// Turns a statement into the question whether it is so: "I've had gout" into "have I had gout".
fn as_question(chunks: &mut Chunks) {
    if let Some((person, auxiliary)) = contracted(&chunks.bare(0), &chunks.bare(1)) {
        let typed = chunks.0.first().cloned().unwrap_or_default();
        let person = typed.get(..person.len()).unwrap_or(&typed).to_owned();
        chunks.0.splice(0..1, [auxiliary.to_owned(), person]);
        return;
    }
    // The first of these verbs is the one that asks; "my last A1c was", "Mrs Tran is".
    let auxiliary = (1..chunks.len().min(7)).find(|at| {
        let word = chunks.bare(*at);
        AUXILIARIES.contains(&word.as_str())
    });
    match auxiliary {
        // "I have gout" has something; "I have had gout" is a perfect.
        Some(at) if matches!(chunks.bare(at).as_str(), "have" | "has" | "had") && !is_perfect(chunks, at) => {
            let verb = match chunks.bare(at).as_str() {
                "had" => "did",
                "has" => "does",
                _ => "do",
            };
            chunks.0.insert(0, verb.to_owned());
        }
        Some(at) => {
            let verb = chunks.0.remove(at);
            chunks.0.insert(0, verb);
        }
        None => chunks.0.insert(0, "do".to_owned()),
    }
}

fn is_perfect(chunks: &Chunks, at: usize) -> bool {
    let next = chunks.bare(at + 1);
    let next = if matches!(next.as_str(), "ever" | "never" | "already" | "not") { chunks.bare(at + 2) } else { next };
    next.ends_with("ed")
        || matches!(next.as_str(), "had" | "been" | "taken" | "got" | "gotten" | "gone" | "seen" | "broken" | "given")
}

/// Returns the person and the verb that "I've", "she's", "they're" hold.
fn contracted(word: &str, next: &str) -> Option<(&'static str, &'static str)> {
    let is_past =
        next.ends_with("ed") || matches!(next, "had" | "been" | "ever" | "never" | "got" | "taken" | "already");
    Some(match word {
        "i'm" | "im" => ("i", "am"),
        "i've" | "ive" => ("i", "have"),
        "we've" => ("we", "have"),
        "they've" => ("they", "have"),
        "they're" => ("they", "are"),
        "she's" if is_past => ("she", "has"),
        "he's" if is_past => ("he", "has"),
        "she's" => ("she", "is"),
        "he's" => ("he", "is"),
        _ => return None,
    })
}

/// Whether a number stands in the question, that an answer of yes or no would have to speak of.
fn has_number(chunks: &Chunks) -> bool {
    (0..chunks.len()).any(|at| {
        let word = chunks.bare(at);
        number(&word).is_some() || word.parse::<f64>().is_ok()
    })
}

/// Asks "I don't have asthma, do I?" and "I'm allergic to latex, right?" without what stands behind the comma.
pub(super) fn without_tag(chunks: &mut Chunks) {
    let len = chunks.len();
    let last = chunks.bare(len.saturating_sub(1));
    let (tag, end) = match last.as_str() {
        "right" | "correct" | "yes" | "no" | "yeah" if len > 3 && chunks.ends_clause(len - 2) => (None, len - 1),
        person if PERSONS.contains(&person) && len > 4 && chunks.ends_clause(len - 3) => {
            let verb = chunks.bare(len - 2);
            let verb = verb.strip_suffix("n't").unwrap_or(&verb);
            let verb = if verb == "ca" || verb == "wo" { "" } else { verb };
            let Some(known) = AUXILIARIES.iter().find(|known| **known == verb) else { return };
            (Some(*known), len - 2)
        }
        _ => return,
    };
    let mut statement = Chunks(chunks.0.iter().take(end).cloned().collect());
    if has_number(&statement)
        || AUXILIARIES.contains(&statement.bare(0).as_str())
        || ASKING.contains(&statement.bare(0).as_str())
    {
        return;
    }
    if let Some(last) = statement.0.last_mut() {
        *last = last.trim_end_matches([',', ';', '.', '-', '–', '—']).to_owned();
    }
    let was_never = statement.find(&["never"]).is_some();
    let negation = |word: &str| {
        word.strip_suffix("n't").is_some_and(|verb| AUXILIARIES.contains(&verb)) || matches!(word, "never" | "not")
    };
    match tag {
        Some(verb) => {
            let subject = contracted(&statement.bare(0), &statement.bare(1)).map_or_else(
                || statement.0.first().cloned().unwrap_or_default(),
                |(person, _)| {
                    statement.0.first().and_then(|first| first.get(..person.len())).unwrap_or(person).to_owned()
                },
            );
            let mut rest: Vec<String> =
                statement.0.iter().skip(1).filter(|chunk| !negation(&bare(chunk))).cloned().collect();
            // The verb that the tag says again.
            if rest.first().is_some_and(|chunk| bare(chunk) == verb) && verb != "do" && verb != "does" && verb != "did"
            {
                rest.remove(0);
            }
            // "My mother isn't on warfarin" has its subject of two words.
            let of_two = matches!(bare(&subject).as_str(), "my" | "our" | "mr" | "mrs" | "ms" | "dr" | "the");
            let second = if of_two && !rest.is_empty() { format!(" {}", rest.remove(0)) } else { String::new() };
            if rest.first().is_some_and(|chunk| bare(chunk) == verb) && !matches!(verb, "do" | "does" | "did") {
                rest.remove(0);
            }
            let ever = if was_never { " ever" } else { "" };
            *chunks = Chunks::of(&format!("{verb} {subject}{second}{ever} {}?", rest.join(" ")));
        }
        None => {
            if (0..statement.len()).any(|at| negation(&statement.bare(at))) {
                return;
            }
            as_question(&mut statement);
            *chunks = Chunks::of(&format!("{}?", statement.text()));
        }
    }
}

/// Asks "haven't I had …?" as "have I had …?": the answer says what the record has, and needs no yes or no of its own.
pub(super) fn without_negation(chunks: &mut Chunks) {
    let first = chunks.bare(0);
    let Some(verb) = first.strip_suffix("n't").filter(|verb| AUXILIARIES.contains(verb)) else { return };
    if PERSONS.contains(&chunks.bare(1).as_str()) && chunks.bare(1) != "it" && !has_number(chunks) {
        let verb = verb.to_owned();
        chunks.replace(0, 1, &verb);
    }
}

/// Asks "how many days after A was B?" as "how many days between A and B?".
pub(super) fn between(chunks: &mut Chunks) {
    let unit = chunks.bare(2);
    let counts = chunks.bare(0) == "how" && matches!(chunks.bare(1).as_str(), "many" | "much" | "long");
    let grain = matches!(unit.as_str(), "days" | "weeks" | "months" | "years");
    let at = if grain { 3 } else { 2 };
    if !counts || !(grain || chunks.bare(1) == "long") || !matches!(chunks.bare(at).as_str(), "after" | "from") {
        return;
    }
    let verbs: &[&str] = if chunks.bare(at) == "from" { &["to", "until", "till"] } else { &["was", "were", "did"] };
    let Some(verb) = (at + 2..chunks.len()).rev().find(|place| verbs.contains(&chunks.bare(*place).as_str())) else {
        return;
    };
    if verb + 1 >= chunks.len() {
        return;
    }
    let part = |from: usize, to: usize| {
        let words = (from..to).filter(|at| chunks.bare(*at) != "next").filter_map(|at| chunks.0.get(at));
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let head = if grain { format!("how many {unit}") } else { "how many days".to_owned() };
    // What came after something is the first of its kind behind it.
    let next = if chunks.bare(at) == "after" { "then " } else { "" };
    let plain = format!("{head} between {} and {next}{}", part(at + 1, verb), part(verb + 1, chunks.len()));
    *chunks = Chunks::of(&plain);
}
