//! Whether a question is of a disagreement: "Dr Marsh and the allergist disagree, who is right?" Whoever is named in it is a party, whose
//! words alone would tell one side; and no entry decides it.

use super::plan::{Plan, Word};

/// Words by which two say different things.
const DIFFERING: &[&str] = &[
    "disagree",
    "disagrees",
    "disagreed",
    "disagreeing",
    "disagreement",
    "disagreements",
    "contradict",
    "contradicts",
    "contradicted",
    "contradicting",
    "contradiction",
    "contradictory",
    "conflicting",
    "disputes",
    "disputed",
    "dispute",
];
/// So many words before "right" stands "who" or "which".
const NEAR: usize = 5;
/// What somebody is in such a question.
const RIGHT: &[&str] = &["right", "wrong", "correct", "mistaken"];
/// Words before somebody who is called by a calling.
const THE: &[&str] = &["the", "my", "her", "his", "their", "our", "an", "a", "and"];
/// Fewest letters of a calling that ends so, as no "list" does.
const LEAST: usize = 7;

/// Returns whether `plan` is of a question of a disagreement.
pub(crate) fn is_asked(plan: &Plan) -> bool {
    !words(&plan.words).is_empty()
}

/// Returns the words of a question that say that two disagree, by their index among `words`, and those that call a party by a calling;
/// nothing where it is of no disagreement.
pub(super) fn words(words: &[Word]) -> Vec<usize> {
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let before = |at: usize, back: usize| at.checked_sub(back).map_or("", lower);
    let differs = |at: usize| DIFFERING.contains(&lower(at));
    // "Who is right?", and no right hand.
    let decides = |at: usize| {
        RIGHT.contains(&lower(at))
            && matches!(before(at, 1), "is" | "was" | "are" | "be")
            && (2..=NEAR).any(|back| matches!(before(at, back), "who" | "which"))
            && at + 1 == words.len()
    };
    let of_dispute = |at: &usize| differs(*at) || decides(*at);
    if !(0..words.len()).any(|at| of_dispute(&at)) {
        return Vec::new();
    }
    let is_calling = |at: usize| lower(at).ends_with("ist") && lower(at).len() >= LEAST && THE.contains(&before(at, 1));
    (0..words.len()).filter(|at| of_dispute(at) || is_calling(*at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::plan::simple_words;

    fn of(question: &str) -> Vec<String> {
        let all = simple_words(question);
        words(&all).into_iter().map(|at| all[at].lower.clone()).collect()
    }

    #[test]
    fn what_is_said_of_a_disagreement_is_told_from_what_is_asked_about() {
        for (question, said) in [
            (
                "Dr. Marsh and the allergist disagree about her peanut allergy, who is right?",
                &["allergist", "disagree", "right"][..],
            ),
            ("Does the cardiologist's letter contradict Dr Okoro about warfarin?", &["cardiologist", "contradict"]),
            ("Dr Marsh says asthma and Dr Okoro says COPD, which is correct?", &["correct"]),
            ("Which doctor was wrong?", &["wrong"]),
        ] {
            assert_eq!(of(question), said, "{question}");
        }
        for question in [
            "What did the allergist write?",
            "Is there anything wrong with my right kidney?",
            "Which knee was the right one?",
            "Is my dose right?",
            "What was wrong?",
        ] {
            assert!(of(question).is_empty(), "{question}");
        }
    }
}
