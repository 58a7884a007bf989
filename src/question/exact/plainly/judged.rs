//! Whether something is complete or as it should be by now: what only somebody who knows the schedule can say.

use super::Chunks;

/// How a question begins that asks whether something is so.
const WHETHER: [&str; 14] =
    ["is", "are", "was", "were", "am", "isn't", "aren't", "has", "have", "had", "hasn't", "haven't", "do", "does"];
/// Words in a row that say that all is as it should be by now.
const IN_ORDER: [&str; 20] = [
    "up to date",
    "up-to-date",
    "uptodate",
    "up 2 date",
    "caught up",
    "on schedule",
    "on time",
    "in order",
    "time for",
    "need",
    "needs",
    "current on",
    "current with",
    "current for",
    "fully vaccinated",
    "fully immunized",
    "fully immunised",
    "completely vaccinated",
    "fully covered",
    "fully protected",
];
/// Words that say that nothing is missing, where nothing stands behind them.
const WHOLE: [&str; 6] = ["complete", "completed", "finished", "sufficient", "enough", "current"];
/// Words that may stand behind them.
const BEHIND: [&str; 5] = ["now", "yet", "already", "today", "then"];

/// Returns whether `question` asks whether something is complete or in order.
pub(in super::super) fn is_judged(question: &str) -> bool {
    let chunks = Chunks::of(question);
    let words: Vec<String> = (0..chunks.len()).map(|at| chunks.bare(at)).filter(|word| !word.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    let last = words.iter().rev().find(|word| !BEHIND.contains(&word.as_str()));
    let begins = |with: &[&str]| words.first().is_some_and(|first| with.contains(&first.as_str()));
    let in_order = || IN_ORDER.iter().any(|phrase| text.contains(&format!(" {phrase} ")));
    begins(&WHETHER) && (in_order() || last.is_some_and(|last| WHOLE.contains(&last.as_str())))
        || begins(&["which"]) && in_order()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_all_is_done_is_told_from_whether_something_was() {
        for question in [
            "Is her MMR complete?",
            "are her vaccines up to date",
            "Is he fully vaccinated?",
            "Is the series complete yet?",
            "Is it time for my colonoscopy?",
            "Are her shots current?",
            "Is she current on her vaccines?",
            "Which of my vaccines are up to date?",
            "Is a colonoscopy in order?",
            "Does she still need the EpiPen?",
        ] {
            assert!(is_judged(question), "{question}");
        }
        for question in [
            "Has she had a complete blood count?",
            "What is his up to date weight?",
            "Did she have the MMR?",
            "When was the course completed?",
            "Is her current weight above 80 kg?",
            "At what time for the last reading?",
        ] {
            assert!(!is_judged(question), "{question}");
        }
    }
}
