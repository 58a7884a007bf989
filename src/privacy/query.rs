//! Rewrites the question over a closed vocabulary.
//!
//! A word leaves only if it is an everyday word of questions, a word of the body or of care, a word of the concept table,
//! or a word of the terminology that leaves anyway with the facts, and is not used as a name. A patient's name becomes
//! the pseudonym, a date "that day". Everything else, numbers among it, is withheld, and an ellipsis stands for it; the person
//! sees which words. Where little would be left, a question of our own words stands for it.

use std::collections::BTreeSet;

use crate::clearance::{Composer, Operator, Original, Source, SpanMap};
use crate::document::{EntityType, Identifier, PatientIndex};
use crate::index::analyze;
use crate::question::{Focus, Plan, Word, concepts, vocabulary};
use crate::span::{Question, Span};

/// The rewritten question and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// The rewritten question with the sources of its words.
    pub map: SpanMap,
    /// The words that were withheld.
    pub withheld: Vec<Span<Question>>,
}

/// What may leave with a question.
pub struct Vocabulary<'a> {
    /// The terminology's texts that leave with the facts.
    pub terms: &'a [String],
    /// The identifying texts of the records: what is written like one of their names does not leave.
    pub identifiers: &'a [Identifier],
}

/// What becomes of a word.
enum Fate {
    /// It leaves in lower case.
    Kept(Span<Question>, String),
    /// A patient's name.
    Pseudonym(Span<Question>, String),
    /// A date; our words for it.
    Date(Span<Question>, &'static str),
    /// It stays.
    Withheld(Span<Question>),
}

/// Returns `question` rewritten; `pseudonym` gives the stand-in for a patient, or `None` for one without facts in this
/// request.
pub fn rewrite(
    question: &str,
    plan: &Plan,
    vocabulary: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Query {
    let fates = fates(question, plan, vocabulary, pseudonym);
    let withheld = fates.iter().filter_map(|fate| match fate {
        Fate::Withheld(span) | Fate::Date(span, _) => Some(*span),
        Fate::Kept(..) | Fate::Pseudonym(..) => None,
    });
    let withheld: Vec<Span<Question>> = withheld.collect();
    let telling = |fate: &&Fate| match fate {
        Fate::Kept(_, word) => !vocabulary::is_everyday(word),
        Fate::Pseudonym(..) | Fate::Date(..) | Fate::Withheld(_) => false,
    };
    let told = fates.iter().filter(telling).count();
    let lost = fates.iter().filter(|fate| matches!(fate, Fate::Withheld(span) if has_letter(question, *span))).count();
    let is_stump = lost > 0 && (told == 0 || lost * 2 > fates.len());
    let map = if fates.is_empty() || is_stump {
        let words: Vec<&Fate> = fates.iter().filter(telling).collect();
        plainly(question, plan, &words)
    } else {
        closely(question, &fates)
    };
    Query { map, withheld }
}

fn has_letter(question: &str, span: Span<Question>) -> bool {
    span.of(question).is_some_and(|word| word.contains(char::is_alphabetic))
}

/// Returns what becomes of each word, of a name and of a date as a whole.
fn fates(
    question: &str,
    plan: &Plan,
    vocabulary: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Vec<Fate> {
    let terms = vocabulary.terms.iter().flat_map(|term| term.split(|c: char| !c.is_alphanumeric()));
    let sent: BTreeSet<String> = terms.filter_map(analyze::term).collect();
    let dates: &[Span<Question>] = plan.period.as_ref().map_or(&[], |period| period.spans.as_slice());
    let mut fates: Vec<Fate> = Vec::new();
    let mut said: Option<Span<Question>> = None;
    let mut later = false;
    for (index, word) in plan.words.iter().enumerate() {
        if said.is_some_and(|said| said.overlaps(word.span)) {
            continue;
        }
        if let Some(mention) = plan.mentions.iter().find(|mention| mention.span.overlaps(word.span)) {
            said = Some(mention.span);
            let shared = plan.mentions.iter().filter(|other| other.span == mention.span).count() > 1;
            fates.push(match pseudonym(mention.patient).filter(|_| !shared) {
                Some(name) => Fate::Pseudonym(mention.span, name),
                None => Fate::Withheld(mention.span),
            });
        } else if let Some(date) = dates.iter().find(|date| date.overlaps(word.span)) {
            said = Some(*date);
            fates.push(Fate::Date(*date, words_for(date.of(question).unwrap_or_default(), later)));
            later = true;
        } else if may_leave(&word.lower, &sent) && !is_name(question, plan, index, &sent, vocabulary.identifiers) {
            fates.push(Fate::Kept(word.span, word.lower.clone()));
        } else {
            fates.push(Fate::Withheld(word.span));
        }
    }
    fates
}

/// Returns our words for the date `text`, which is the first of the question or a `later` one.
fn words_for(text: &str, later: bool) -> &'static str {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).count();
    match (parts, later) {
        (1, false) => "that year",
        (1, true) => "another year",
        (2, false) => "that month",
        (2, true) => "another month",
        (_, false) => "that day",
        (_, true) => "another day",
    }
}

fn may_leave(word: &str, sent: &BTreeSet<String>) -> bool {
    let plain = word.is_ascii() && word.starts_with(|c: char| c.is_ascii_lowercase());
    let known = vocabulary::is_everyday(word) || vocabulary::is_of_care(word) || concepts::is_known(word);
    plain && word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && (known || is_sent(word, sent))
}

/// Returns whether `word`, or another form of it, is among the terms that leave.
fn is_sent(word: &str, sent: &BTreeSet<String>) -> bool {
    analyze::term(word).is_some_and(|term| sent.contains(&term))
}

/// Returns whether the word at `index`, though of the vocabulary, is used as a name: after a title, as the records write a
/// name, or with a capital that nothing else explains.
fn is_name(question: &str, plan: &Plan, index: usize, sent: &BTreeSet<String>, identifiers: &[Identifier]) -> bool {
    let Some(word) = plan.words.get(index) else { return false };
    let previous = index.checked_sub(1).and_then(|previous| plan.words.get(previous));
    let everyday = vocabulary::is_everyday(&word.lower);
    if previous.is_some_and(|previous| vocabulary::is_title(&previous.lower)) && (word.capital || !everyday) {
        return true;
    }
    let begins = previous.is_none_or(|previous| {
        question.get(previous.span.end()..word.span.start()).is_some_and(|gap| gap.contains(['.', '?', '!', ':', '\n']))
    });
    if !word.capital || word.lower == "i" || vocabulary::is_title(&word.lower) || (begins && everyday) {
        return false;
    }
    if identifiers.iter().any(|identifier| names(identifier, &word.lower)) {
        return true;
    }
    // "INR", "HbA1c": more than the first letter is a capital.
    let capitals = word.span.of(question).unwrap_or_default().chars().filter(|c| c.is_uppercase()).count();
    let of_records = capitals > 1 || is_sent(&word.lower, sent) || concepts::is_known(&word.lower);
    !begins && !of_records && !is_title_case(plan)
}

/// Returns whether `identifier` is a name, of a person, place or house, of which `word` (lower case) is a part.
fn names(identifier: &Identifier, word: &str) -> bool {
    matches!(identifier.entity_type, EntityType::Person | EntityType::Organization | EntityType::Location)
        && identifier.text.split(|c: char| !c.is_alphanumeric()).any(|part| part.to_lowercase() == word)
}

/// Returns whether nearly all words are written with a capital, which then says nothing of any.
fn is_title_case(plan: &Plan) -> bool {
    let capital = |word: &&Word| word.capital;
    plan.words.iter().filter(capital).count() * 5 >= plan.words.len() * 4
}

fn original(question: &str, span: Span<Question>) -> Vec<Original> {
    vec![Original { text: span.of(question).unwrap_or_default().to_owned(), source: Source::Question { span } }]
}

/// Writes the question as it stands, with an ellipsis for each run of words that stay.
fn closely(question: &str, fates: &[Fate]) -> SpanMap {
    let mut composer = Composer::new();
    let mut last: Option<Span<Question>> = None;
    let mut elided = false;
    for fate in fates {
        let (Fate::Kept(span, _) | Fate::Pseudonym(span, _) | Fate::Date(span, _) | Fate::Withheld(span)) = fate;
        let again = elided && matches!(fate, Fate::Withheld(_));
        if let Some(last) = last.filter(|_| !again) {
            let gap = question.get(last.end()..span.start()).unwrap_or_default();
            if gap.starts_with("'s") || gap.starts_with("’s") {
                composer.template("'s");
            }
            composer.template(match gap.trim_start_matches("'s").trim_start_matches("’s").chars().next() {
                Some(',') => ", ",
                Some('?' | '!' | '.') => ". ",
                Some(':' | ';') => "; ",
                _ => " ",
            });
        }
        elided = matches!(fate, Fate::Withheld(_));
        match fate {
            Fate::Kept(span, word) => composer.write(Operator::Vocabulary, word, original(question, *span)),
            Fate::Pseudonym(span, name) => composer.write(Operator::Pseudonym, name, original(question, *span)),
            Fate::Date(_, words) => composer.template(words),
            Fate::Withheld(_) if again => &mut composer,
            Fate::Withheld(_) => composer.template("…"),
        };
        last = Some(*span);
    }
    composer.template("?");
    composer.finish()
}

/// Writes a question of our own about those `words` that may leave.
fn plainly(question: &str, plan: &Plan, words: &[&Fate]) -> SpanMap {
    let mut composer = Composer::new();
    composer.template(match (plan.focus, words.is_empty()) {
        (Focus::Latest, true) => "What is the newest entry, and when was it?",
        (Focus::First, true) => "What is the oldest entry, and when was it?",
        (Focus::Course, true) => "How did this change over time?",
        (Focus::Unsaid, true) => "What do the passages say?",
        (Focus::Latest, false) => "What is the newest entry about ",
        (Focus::First, false) => "What is the oldest entry about ",
        (Focus::Course, false) => "How did this change over time: ",
        (Focus::Unsaid, false) => "What do the passages say about ",
    });
    for (index, fate) in words.iter().enumerate() {
        if let Fate::Kept(span, word) = fate {
            composer.template(if index == 0 { "" } else { " " });
            composer.write(Operator::Vocabulary, word, original(question, *span));
        }
    }
    composer.template(if words.is_empty() { "" } else { "?" });
    composer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Patient;

    fn patient(name: &str) -> Patient {
        Patient { id: name.into(), name: name.into(), family: name.into(), birth: None, death: None, gender: None }
    }

    fn rewritten(question: &str, terms: &[&str]) -> (String, Vec<String>) {
        let plan = Plan::new(question, &[patient("Amara Okafor"), patient("John Okafor")]);
        let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
        let vocabulary = Vocabulary { terms: &terms, identifiers: &[] };
        let query = rewrite(question, &plan, &vocabulary, |patient| Some(format!("Patient K{}", patient.0 + 2)));
        let withheld = query.withheld.iter().map(|span| span.of(question).unwrap().to_owned()).collect();
        (query.map.text().to_owned(), withheld)
    }

    #[test]
    fn names_numbers_and_unknown_words_do_not_leave() {
        let (query, withheld) = rewritten(
            "Did Dr Gleason say on 3 March 2019 that Amara Okafor's metformin (MRN 77-1234) was stopped?",
            &["Metformin 500 MG"],
        );
        assert_eq!(query, "did dr … say on that day that Patient K2's metformin … was stopped?");
        for word in ["Gleason", "3 March 2019", "MRN", "77-1234"] {
            assert!(withheld.contains(&word.to_owned()), "{word}: {withheld:?}");
        }
    }

    #[test]
    fn a_name_that_two_patients_share_is_withheld() {
        let (query, withheld) = rewritten("What is Okafor's blood pressure?", &["Blood Pressure"]);
        assert_eq!(query, "what is …'s blood pressure?");
        assert_eq!(withheld, ["Okafor"]);
    }

    #[test]
    fn a_question_of_which_nothing_may_leave_becomes_a_plain_one() {
        assert_eq!(rewritten("Gleason 1234?", &[]).0, "What do the passages say?");
    }

    #[test]
    fn dates_become_words_that_keep_the_question_readable() {
        for (question, expected) in [
            ("What was my weight in 2021?", "what was my weight in that year?"),
            ("Weight between March 2019 and 3 May 2020", "weight between that month and another day?"),
            ("How did my INR change since 2019?", "how did my inr change since that year?"),
        ] {
            assert_eq!(rewritten(question, &[]).0, expected);
        }
    }

    #[test]
    fn a_stump_becomes_a_question_of_our_own() {
        assert_eq!(
            rewritten("Gleason Haley Krystyna Zebulon: last metformin tablets?", &["Metformin"]).0,
            "What is the newest entry about metformin tablets?"
        );
        assert_eq!(rewritten("Gleason Haley ever since?", &[]).0, "How did this change over time?");
    }

    #[test]
    fn a_word_of_the_vocabulary_that_is_used_as_a_name_stays() {
        let names = [Identifier { text: "Rose Rice".into(), entity_type: EntityType::Person, patient: None }];
        let query = |question: &str| {
            let plan = Plan::new(question, &[]);
            let terms = ["Allergy to rice".to_owned(), "Fracture of hand".to_owned()];
            let query = rewrite(question, &plan, &Vocabulary { terms: &terms, identifiers: &names }, |_| None);
            query.map.text().to_owned()
        };
        assert_eq!(query("Did Dr Hand see my hand?"), "did dr … see my hand?");
        assert_eq!(query("Did Rice say that rice is bad?"), "did … say that rice is bad?");
        assert_eq!(query("did dr rice call about my hand"), "did dr … call about my hand?");
        assert_eq!(query("Is my neighbour Long allergic to rice?"), "is my … allergic to rice?");
    }

    #[test]
    fn other_forms_of_a_word_that_leaves_leave() {
        assert_eq!(
            rewritten("my last blood pressures, please", &["Blood Pressure"]).0,
            "my last blood pressures, please?"
        );
    }

    proptest::proptest! {
        #[test]
        fn what_leaves_is_template_or_vocabulary(question in "\\PC{0,80}") {
            let (query, _) = rewritten(&question, &["Body Weight"]);
            let plan = Plan::new(&question, &[]);
            for word in query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let word = word.to_lowercase();
                let ours = ["patient", "k2", "k3", "newest", "entry", "oldest", "passages", "that", "another", "s", "time"];
                let known = vocabulary::is_everyday(&word) || vocabulary::is_of_care(&word) || concepts::is_known(&word);
                let of_term = analyze::term(&word).is_some_and(|term| ["bodi", "weight"].contains(&term.as_str()));
                proptest::prop_assert!(known || of_term || ours.contains(&word.as_str()), "{word}");
            }
            proptest::prop_assert!(plan.words.len() < 200);
        }
    }
}
