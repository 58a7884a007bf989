//! Whether somebody asks what to do, which no record can say, and what of a record they must see then.

use std::collections::BTreeSet;

use super::{others, prose};
use crate::clearance::FactRef;
use crate::document::{Content, Document, Fact, FactKind, PatientIndex, Records};
use crate::privacy::select::{fact_of, has_all};
use crate::question::Plan;
use crate::question::exact::chart::counts;
use crate::question::exact::entries::is_current;
use crate::question::exact::{self, says_none};
use crate::retrieve::Filter;

/// Whom a question for advice is about.
const WHOM: [&str; 6] = ["i", "we", "he", "she", "they", "you"];
/// What stands before them in one: "should I", "may she".
const MAY: [&str; 8] = ["should", "can", "may", "could", "must", "shall", "shouldn't", "can't"];
/// What is asked of this program, and not of a doctor: "can I see my results?".
const OF_THIS: [&str; 17] = [
    "hear",
    "speak",
    "talk",
    "remember",
    "understand",
    "see",
    "know",
    "get",
    "find",
    "ask",
    "read",
    "look",
    "view",
    "have",
    "tell",
    "say",
    "show",
];
/// What somebody who is named may do, or leave.
const DOING: [&str; 16] = [
    "take", "eat", "drink", "stop", "start", "do", "use", "avoid", "go", "call", "have", "skip", "drive", "fly",
    "worry", "continue",
];
/// Other ways to ask it, as words in a row.
const PHRASES: [&str; 31] = [
    "what do i do",
    "what do we do",
    "what now",
    "what to do",
    "do i need to",
    "do we need to",
    "does he need to",
    "does she need to",
    "do i still need",
    "do we still need",
    "does he still need",
    "does she still need",
    "do they still need",
    "do i have to",
    "do we have to",
    "is it safe",
    "is it ok",
    "is it okay",
    "is it dangerous",
    "safe for me",
    "safe for him",
    "safe for her",
    "safe to take",
    "am i going to die",
    "help me",
    "i am bleeding",
    "i'm bleeding",
    "am i bleeding",
    "am i having",
    "i am having",
    "i'm having",
];
/// What somebody does with what they may be allergic to.
const TAKING: [&str; 17] = [
    "take", "taking", "avoid", "eat", "eating", "drink", "use", "using", "try", "mix", "swallow", "inject", "given",
    "give", "safe", "ok", "okay",
];
/// How somebody begins who says how they are: with "now" it is no question for records.
const SAYING: [&str; 14] = [
    "i have",
    "i've got",
    "i feel",
    "i am",
    "i'm",
    "i can't",
    "my chest",
    "my heart",
    "chest pain",
    "chest pains",
    "trouble breathing",
    "can't breathe",
    "shortness of breath",
    "heavy bleeding",
];

/// Returns whether the question is for what to do, or is said of what happens now.
pub(super) fn is_sought(plan: &Plan) -> bool {
    let words: Vec<&str> = plan.words.iter().map(|word| word.lower.as_str()).collect();
    let may = words.windows(3).any(|run| match run {
        [may, whom, verb] => MAY.contains(may) && WHOM.contains(whom) && !OF_THIS.contains(verb),
        _ => false,
    });
    // "Can my daughter eat it?"
    let may = may
        || words.windows(4).any(|run| match run {
            [may, whose, _, verb] => {
                MAY.contains(may) && matches!(*whose, "my" | "our") && DOING.contains(verb) && !OF_THIS.contains(verb)
            }
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

/// How somebody speaks who thinks of ending their life or of harming themselves, as words in a row.
const HARM: [&str; 27] = [
    "kill myself",
    "killing myself",
    "end my life",
    "ending my life",
    "end it all",
    "take my life",
    "take my own life",
    "want to die",
    "wanna die",
    "ready to die",
    "wish i was dead",
    "wish i were dead",
    "better off dead",
    "better off without me",
    "no reason to live",
    "not want to live",
    "don't want to live",
    "don't wanna live",
    "don't want to be alive",
    "want to hurt myself",
    "going to hurt myself",
    "want to harm myself",
    "going to harm myself",
    "harming myself",
    "hurting myself",
    "i am suicidal",
    "i'm suicidal",
];
/// With one of these it is of now.
const AT_ONCE: [&str; 7] = ["now", "tonight", "today", "help", "hotline", "thoughts", "feel"];

/// Returns whether somebody speaks of ending their life or of harming themselves: what a record says of it is no answer to that.
pub(super) fn is_of_harm(plan: &Plan) -> bool {
    let words: Vec<String> = plan.words.iter().map(|word| word.lower.replace('’', "'")).collect();
    let text = format!(" {} ", words.join(" "));
    let has = |word: &str| words.iter().any(|own| own == word);
    let is_named = has("suicide") || has("suicidal");
    HARM.iter().any(|phrase| text.contains(&format!(" {phrase} ")))
        || is_named && (AT_ONCE.iter().any(|word| has(word)) || words.len() == 1)
}

/// Returns whether it is asked if something may be taken or eaten.
pub(super) fn is_of_taking(plan: &Plan) -> bool {
    is_sought(plan) && plan.words.iter().any(|word| TAKING.contains(&word.lower.as_str()))
}

/// Returns the allergies and intolerances of `subjects` that are so now, where the question is whether something may be taken or eaten: whoever
/// asks whether to take amoxicillin must see that the record has an allergy to penicillin.
pub(super) fn allergies(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Vec<FactRef> {
    if !is_of_taking(plan) || subjects.is_none_or(|subjects| subjects.len() != 1) {
        return Vec::new();
    }
    let found = others::having(records, (subjects, &Filter::default()), |fact| {
        let is_own = fact.kind == FactKind::AllergyIntolerance && !says_none(name_of(fact));
        counts(fact) && is_current(fact) && (is_own || is_elsewhere(fact))
    });
    found.into_iter().map(|(at, _)| at).collect()
}

/// Returns the entries of other kinds than allergies of `subjects` that name one, where the question is for allergies: many are a condition,
/// "Allergy to penicillin", or a flag.
pub(super) fn allergies_elsewhere(
    records: &Records,
    plan: &Plan,
    subjects: Option<&BTreeSet<PatientIndex>>,
) -> Vec<FactRef> {
    if plan.kinds != [FactKind::AllergyIntolerance] || subjects.is_none_or(|subjects| subjects.len() != 1) {
        return Vec::new();
    }
    let is =
        |fact: &Fact| counts(fact) && is_current(fact) && is_elsewhere(fact) && has_all(name_of(fact), &plan.topics);
    others::having(records, (subjects, &Filter::default()), is).into_iter().map(|(at, _)| at).collect()
}

/// Returns `plan` about those of its topics alone that one of `allergies` names, or a text of `subjects` in a sentence of an allergy, where
/// it asks whether something may be taken or eaten: what is known of peanuts is known of peanut butter.
pub(super) fn of_allergies(
    records: &Records,
    plan: &Plan,
    subjects: Option<&BTreeSet<PatientIndex>>,
    allergies: &[FactRef],
) -> Option<Plan> {
    let only = subjects.filter(|subjects| subjects.len() == 1 && is_of_taking(plan))?.first();
    let is_text =
        |document: &&Document| matches!(document.content, Content::Prose { .. }) && document.subject.as_ref() == only;
    let names = allergies.iter().filter_map(|at| fact_of(records, *at)).map(name_of);
    let texts = records.documents.iter().filter(is_text).flat_map(|document| prose::sentences(&document.text));
    let spoken: Vec<&str> = names.chain(texts.filter(|said| exact::speaks_of_allergies(said))).collect();
    let mut about = plan.clone();
    about.topics.retain(|topic| spoken.iter().any(|said| has_all(said, std::slice::from_ref(topic))));
    about.parts = vec![(0..about.topics.len()).collect()];
    (!about.topics.is_empty()).then_some(about)
}

fn name_of(fact: &Fact) -> &str {
    fact.code.as_ref().map_or("", |code| code.display.text.as_str())
}

/// Whether `fact` names an allergy, and is none by its kind.
fn is_elsewhere(fact: &Fact) -> bool {
    const NAMES: [&str; 4] = ["allergy to", "allergic to", "anaphyla", "intolerance to"];
    let name = name_of(fact).to_lowercase();
    let is_named = NAMES.iter().any(|start| name.contains(start)) || name.ends_with(" allergy");
    matches!(fact.kind, FactKind::Condition | FactKind::Other) && is_named && !says_none(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(question: &str) -> bool {
        is_sought(&Plan::new(question, &[]))
    }

    #[test]
    fn whoever_speaks_of_harming_themselves_is_told_from_who_asks_of_a_record() {
        let is = |question: &str| is_of_harm(&Plan::new(question, &[]));
        for question in [
            "i want to kill myself",
            "I want to die",
            "suicide, what do I do right now",
            "I don’t want to live anymore",
            "my family would be better off without me",
            "suicidal",
            "I feel suicidal",
        ] {
            assert!(is(question), "{question}");
        }
        for question in [
            "Did my father die by suicide?",
            "When was my last suicide risk assessment?",
            "Did I hurt myself in 2019?",
            "What did he die of?",
            "Which medicines do I take now?",
        ] {
            assert!(!is(question), "{question}");
        }
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
            "Is amoxicillin safe for me?",
            "I feel dizzy now",
            "chest pain right now",
            "Can my daughter eat peanut butter?",
            "Do I still need the morning metformin?",
        ] {
            assert!(is(question), "{question}");
        }
        for question in [
            "What should my INR be?",
            "Can he hear well?",
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
