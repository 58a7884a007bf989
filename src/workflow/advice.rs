//! Whether somebody asks what to do, which no record can say.

use crate::question::Plan;

/// Whom a question for advice is about.
const WHOM: [&str; 6] = ["i", "we", "he", "she", "they", "you"];
/// What stands before them in one: "should I", "may she".
const MAY: [&str; 8] = ["should", "can", "may", "could", "must", "shall", "shouldn't", "can't"];
/// What is asked of this program, and not of a doctor: "can I see my results?".
const OF_THIS: [&str; 12] =
    ["see", "know", "get", "find", "ask", "read", "look", "view", "have", "tell", "say", "show"];
/// What somebody who is named may do, or leave.
const DOING: [&str; 16] = [
    "take", "eat", "drink", "stop", "start", "do", "use", "avoid", "go", "call", "have", "skip", "drive", "fly",
    "worry", "continue",
];
/// Other ways to ask it, as words in a row.
const PHRASES: [&str; 22] = [
    "what do i do",
    "what do we do",
    "what now",
    "what to do",
    "do i need to",
    "do we need to",
    "does he need to",
    "does she need to",
    "do i have to",
    "do we have to",
    "is it safe",
    "is it ok",
    "is it okay",
    "is it dangerous",
    "am i going to die",
    "help me",
    "i am bleeding",
    "i'm bleeding",
    "am i bleeding",
    "am i having",
    "i am having",
    "i'm having",
];
/// How somebody begins who says how they are: with "now" it is no question for records.
const SAYING: [&str; 8] = ["i have", "i've got", "i feel", "i am", "i'm", "i can't", "my chest", "my heart"];

/// Returns whether the question is for what to do, or is said of what happens now.
pub(super) fn is_sought(plan: &Plan) -> bool {
    let words: Vec<&str> = plan.words.iter().map(|word| word.lower.as_str()).collect();
    let may = words.windows(3).any(|run| match run {
        [may, whom, verb] => MAY.contains(may) && WHOM.contains(whom) && !OF_THIS.contains(verb),
        _ => false,
    });
    // "Should Ann Smith take it?"
    let is_named = |at: usize| {
        plan.words.get(at).is_some_and(|word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span)))
    };
    let named = (0..words.len()).filter(|at| words.get(*at).is_some_and(|word| MAY.contains(word))).any(|at| {
        let behind = (at + 1..words.len()).find(|at| !is_named(*at));
        behind.is_some_and(|next| next > at + 1 && words.get(next).is_some_and(|word| DOING.contains(word)))
    });
    let text = format!(" {} ", words.join(" "));
    let has = |phrase: &str| text.contains(&format!(" {phrase} "));
    let begins = |phrase: &&str| text.starts_with(&format!(" {phrase} "));
    may || named || PHRASES.iter().any(|phrase| has(phrase)) || has("now") && SAYING.iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(question: &str) -> bool {
        is_sought(&Plan::new(question, &[]))
    }

    #[test]
    fn what_to_do_is_told_from_what_is_recorded() {
        for question in [
            "how much warfarin should i take tonight",
            "Can I take ibuprofen?",
            "i have chest pain right now what should i do",
            "asthma attack what do i do",
            "I am bleeding, what now?",
            "Is it safe to drink with metformin?",
            "may she eat peanuts",
            "I feel dizzy now",
        ] {
            assert!(is(question), "{question}");
        }
        for question in [
            "What should my INR be?",
            "Can I see my last results?",
            "What am I taking right now?",
            "What was my last A1c?",
            "Did she have a heart attack?",
            "When should my next dose be?",
        ] {
            assert!(!is(question), "{question}");
        }
    }
}
