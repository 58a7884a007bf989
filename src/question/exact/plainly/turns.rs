//! Turns of talk that name what is asked in other words than records: what a doctor prescribed, what somebody is supposed to take, both dates
//! of something, what was lost, how many had something.

use super::pattern::{self, Row};
use super::{Chunks, frames};

pub(super) const TURNS: &[Row] = &[
    // Who prescribes is in no question's way.
    ("did ?the|my|his|her|our doctor|doctors|gp|physician|clinic|hospital prescribe|give", "did they {3}"),
    ("^ which|what ~ am|are WHO supposed|meant|told|asked to ?be take|taking|use|using", "{0} {1} do {3} take"),
    ("^ which|what ~ is WHO supposed|meant|told|asked to ?be take|taking|use|using", "{0} {1} does {3} take"),
    ("every|each day $", ""),
    (
        "^ any med|meds|medicine|medicines|medication|medications|drug|drugs|pills ?that i'm|he's|she's|they're on|taking ?now|currently $",
        "am I on any medicine now",
    ),
    // What was lost
    ("did WHO lose MY ?unborn baby|pregnancy", "was the pregnancy loss"),
    // Both of two
    ("dates|date|days of MY two|2|both ~ $", "both dates of {4}"),
    ("^ both ~ dates|days $", "both dates of {1}"),
    ("^ ?the days of all|both ~ $", "dates of {3} {4}"),
    ("^ did|has|have|had ~ get|got|gotten|have|had|receive|received two|2 ~ $", "{0} {1} {2} a second {4}"),
    ("^ did|has|have|had ~ get|got|gotten|have|had|receive|received three|3 ~ $", "{0} {1} {2} a third {4}"),
    // Stays
    ("in ?the hospital overnight", "in hospital"),
    ("spend|spent|stay|stayed ?the|a night|overnight in|at ?the hospital", "been in hospital"),
    // How long something lasted
    (
        "how many days|weeks|months|years for ~ to heal|resolve|clear|disappear|close|mend|go ?up|away $",
        "how many {2} did {4} last",
    ),
    ("how long for ~ to heal|resolve|clear|disappear|close|mend|go ?up|away $", "how long did {3} last"),
    ("until|till|before it|they was|were fine|well|good|normal|ok|okay ?again", "until {1} {2} healed"),
    (
        "did they|we|you|doctors leave|keep ~ ?in|alone after finding|noticing|spotting|discovering|seeing it|them $",
        "did {3} last",
    ),
    ("marked|listed|noted|recorded|declared resolved|healed|gone|over|finished|ended|cured", "{1}"),
    // What stands on a list
    ("put|added|entered|noted|written on|to|in|into MY ?allergy|problem list|record|records|chart|file $", "recorded"),
    // Of everybody
    ("^ how many have ?ever had ~ $", "how many patients have {3} had {5}"),
];

/// Puts plain words in the place of turns of talk.
pub(super) fn apply(chunks: &mut Chunks) {
    pattern::apply(TURNS, chunks);
    begun(chunks);
    read(chunks);
}

/// Asks "metoprolol start" as "when did I start metoprolol".
fn begun(chunks: &mut Chunks) {
    const MOST: usize = 4;
    let last = chunks.len().saturating_sub(1);
    let asks = |at: usize| {
        let word = chunks.bare(at);
        frames::asks(&word) || frames::AUXILIARIES.contains(&word.as_str())
    };
    let is_bare = (1..=MOST).contains(&last) && !(0..=last).any(asks) && !(0..last).any(|at| chunks.ends_clause(at));
    if is_bare && matches!(chunks.bare(last).as_str(), "start" | "started" | "begin" | "began" | "begun") {
        let named: Vec<String> = (0..last).map(|at| chunks.typed(at)).collect();
        *chunks = Chunks::of(&format!("when did I start {}?", named.join(" ")));
    }
}

/// Asks "what did my blood pressure read on Monday" as "what was my blood pressure on Monday", where something is named that is measured.
fn read(chunks: &mut Chunks) {
    if chunks.bare(0) != "what" || !matches!(chunks.bare(1).as_str(), "did" | "does" | "do") {
        return;
    }
    let Some(verb) = chunks.find(&["read", "measure", "say", "show"]).filter(|at| *at > 3) else { return };
    const WHICH: &[&str] = &["newest", "latest", "last", "first", "current", "most", "recent"];
    let named: Vec<String> =
        (3..verb).map(|at| chunks.bare(at)).skip_while(|word| WHICH.contains(&word.as_str())).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let is_own = matches!(chunks.bare(2).as_str(), "my" | "his" | "her" | "the" | "their");
    if is_own && super::super::measures::named(&named).is_some() {
        chunks.replace(verb, 1, "");
        chunks.replace(1, 1, "was");
    }
}

/// Asks "was I given tetanus antitoxin for it, the foot?" with what is meant by "it" in its place.
pub(super) fn meant_by_it(chunks: &mut Chunks) {
    const MOST: usize = 4;
    let Some(at) =
        (2..chunks.len().saturating_sub(1)).find(|at| chunks.0.get(*at).is_some_and(|chunk| chunk.ends_with(',')))
    else {
        return;
    };
    let is_it = matches!(chunks.bare(at).as_str(), "it" | "that" | "this" | "them");
    let is_named = matches!(chunks.bare(at + 1).as_str(), "the" | "my" | "his" | "her");
    let rest = chunks.len() - at - 1;
    let is_plain = !(at + 1..chunks.len() - 1).any(|place| chunks.ends_clause(place));
    if is_it && is_named && is_plain && (2..=MOST).contains(&rest) && !frames::asks(&chunks.bare(0)) {
        chunks.0.remove(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_talk_have_plain_words() {
        for (typed, plain) in [
            ("What did the doctor prescribe on 7 August 2013?", "What did they prescribe on 7 August 2013?"),
            ("Which tablets am I supposed to take every day?", "Which tablets do I take?"),
            ("Am I supposed to take it?", "Am I supposed to take it?"),
            ("Which year did she lose the baby?", "Which year was the pregnancy loss?"),
            ("dates of the two colonoscopies", "both dates of colonoscopies"),
            ("Both hep A dates?", "both dates of hep A?"),
            ("Did she get two MMRs?", "Did she get a second MMRs?"),
            ("Was she ever in hospital overnight?", "Was she ever in hospital?"),
            ("How many days for the cut to heal?", "how many days did the cut last?"),
            ("When was the peanut allergy put on the list?", "When was the peanut allergy recorded?"),
            ("How many have had a bypass?", "how many patients have had a bypass?"),
            ("any med he's on now?", "am I on any medicine now?"),
            ("metoprolol start", "when did I start metoprolol?"),
            ("when did it start", "when did it start"),
            ("What did my blood pressure read on 17 October 2022?", "What was my blood pressure on 17 October 2022?"),
            ("What did my letter read on 17 October 2022?", "What did my letter read on 17 October 2022?"),
        ] {
            let mut chunks = Chunks::of(typed);
            apply(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }

    #[test]
    fn what_it_is_may_stand_behind_a_comma() {
        for (typed, plain) in [
            ("Was I given tetanus antitoxin for it, the foot?", "Was I given tetanus antitoxin for the foot?"),
            ("Did she have it, or not?", "Did she have it, or not?"),
            ("How long did that, the rash, last?", "How long did that, the rash, last?"),
        ] {
            let mut chunks = Chunks::of(typed);
            meant_by_it(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
    }
}
