//! Slips of the pen in a question about coded facts: "cholestrol", "hemaglobin", "vacine", "waht".
//!
//! A word that no list, no name in the records and no concept of the vocabulary in use has is read as the one known word that is one
//! insertion, deletion, replacement or swap of neighbours away, with the same first letter. Names of diseases are told apart by
//! single letters (arteritis, arthritis): where no vocabulary is in use that knows them, no word is read as one of those but the commonest.

use std::collections::BTreeSet;

use super::{lay, measures};
use crate::document::Records;
use crate::index::concepts::Vocabulary;
use crate::question::plan::{Plan, simple_words};
use crate::question::{closed, is_known, vocabulary};
use crate::span::Question;

/// Letters that a word has at least.
const LEAST: usize = 6;

/// Words of questions that no table of things has.
const WORDS: &[&str] = &[
    "allergic",
    "allergies",
    "allergy",
    "average",
    "diagnosed",
    "earliest",
    "highest",
    "latest",
    "lowest",
    "medication",
    "medications",
    "medicine",
    "medicines",
    "moment",
    "prescribed",
    "prescription",
    "prescriptions",
    "vaccination",
    "vaccinations",
    "vaccine",
    "vaccines",
    "currently",
    "surgery",
    "operation",
    "appointment",
    "appointments",
    "vaccinated",
    "immunization",
    "immunizations",
    "immunized",
    "hospital",
    "emergency",
    "admitted",
    "procedure",
    "procedures",
    "condition",
    "conditions",
    "diagnosis",
    "diagnoses",
    "patients",
    "readings",
    "results",
    "between",
    "before",
    "pressure",
    "january",
    "february",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Ends of the names of diseases and tumours.
const DISEASES: &[&str] = &["itis", "osis", "emia", "aemia", "oma", "pathy", "algia", "uria", "ism", "tension"];
/// Such names that everybody writes, and nothing else is spelt like.
const COMMON: &[&str] = &["anemia", "arthritis", "bronchitis", "hepatitis", "hypertension", "pneumonia"];

/// A question with its slips put right.
pub(super) struct Corrected {
    pub question: String,
    /// Each word as it was typed, and as it is read.
    pub slips: Vec<(String, String)>,
}

/// Returns `question` with its slips put right; `None` where it has none.
pub(super) fn corrected(records: &Records, question: &str, known: Option<&Vocabulary>) -> Option<Corrected> {
    let plan = Plan::new(question, &records.patients);
    let named = |span: crate::span::Span<Question>| plan.mentions.iter().any(|mention| mention.span.overlaps(span));
    let is_plain = |word: &str| word.chars().count() >= LEAST && word.chars().all(char::is_alphabetic);
    let doubtful = |word: &str| {
        is_plain(word)
            && !is_known(word)
            && !vocabulary::is_title(word)
            && known.is_none_or(|known| known.mentions::<Question>(word).is_empty())
    };
    // What a question asks with is known to be misspelt where neither the records nor the vocabulary in use have the word.
    let facts = || records.documents.iter().flat_map(|document| document.facts());
    let is_there = |word: &str| {
        let names = facts().filter_map(|fact| Some(fact.code.as_ref()?.display.text.as_str()));
        names.flat_map(simple_words).any(|own| own.lower == word)
    };
    let asking = |at: usize| {
        let word = plan.words.get(at).filter(|word| !named(word.span))?;
        let whole = closed::meant(&word.lower, plan.words.get(at + 1).map(|next| next.lower.as_str()))?;
        let is_known = known.is_some_and(|known| !known.mentions::<Question>(&word.lower).is_empty());
        (!is_known && !is_there(&word.lower)).then_some(whole)
    };
    let asking: Vec<Option<&str>> = (0..plan.words.len()).map(asking).collect();
    let is_asking = asking.iter().any(Option::is_some);
    if !is_asking && !plan.words.iter().any(|word| doubtful(&word.lower) && !named(word.span)) {
        return None;
    }
    let mut words: BTreeSet<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    let mut add = |text: &str| words.extend(simple_words(text).into_iter().map(|word| word.lower));
    measures::MEASURES.iter().flat_map(|measure| measure.words).for_each(|text| add(text));
    lay::all().chain(lay::meanings()).for_each(&mut add);
    let names: BTreeSet<&str> = facts().filter_map(|fact| Some(fact.code.as_ref()?.display.text.as_str())).collect();
    names.into_iter().for_each(&mut add);
    let mut text = String::with_capacity(question.len());
    let (mut slips, mut end) = (Vec::new(), 0);
    for (word, asking) in plan.words.iter().zip(asking) {
        if let Some(read) = asking {
            text.push_str(question.get(end..word.span.start())?);
            text.push_str(read);
            end = word.span.end();
            slips.push((word.lower.clone(), read.to_owned()));
            continue;
        }
        if named(word.span) || words.contains(&word.lower) || !doubtful(&word.lower) {
            continue;
        }
        // With a vocabulary a word that it lacks is the name of no other disease.
        let may_be = |other: &&String| known.is_some() || may_be_meant(other);
        let near = words.iter().filter(|other| is_plain(other) && is_one_slip(&word.lower, other)).filter(may_be);
        let near: Vec<&String> = near.collect();
        let Some(read) = single(&near) else { continue };
        text.push_str(question.get(end..word.span.start())?);
        text.push_str(read);
        end = word.span.end();
        slips.push((word.lower.clone(), read.to_owned()));
    }
    text.push_str(question.get(end..)?);
    (!slips.is_empty()).then_some(Corrected { question: text, slips })
}

/// Returns the one word that `near` are; singular and plural are one.
fn single<'w>(near: &[&'w String]) -> Option<&'w str> {
    let first = near.first()?;
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    near.iter().all(|other| stem(other) == stem(first)).then_some(first.as_str())
}

fn may_be_meant(word: &str) -> bool {
    COMMON.contains(&word) || !DISEASES.iter().any(|end| word.ends_with(end))
}

/// Whether two different words with the same first letter are one insertion, deletion, replacement or swap of neighbours apart.
pub(super) fn is_one_slip(one: &str, other: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if a == b || a.first() != b.first() || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = |word: &[char], at: usize| word.get(at..).unwrap_or_default().to_vec();
    let swapped =
        || a.get(same) == b.get(same + 1) && a.get(same + 1) == b.get(same) && rest(&a, same + 2) == rest(&b, same + 2);
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Less => rest(&a, same) == rest(&b, same + 1),
        std::cmp::Ordering::Greater => rest(&a, same + 1) == rest(&b, same),
        std::cmp::Ordering::Equal => rest(&a, same + 1) == rest(&b, same + 1) || swapped(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_one_letter_or_two_that_changed_places() {
        for (one, other) in [
            ("cholestrol", "cholesterol"),
            ("hemaglobin", "hemoglobin"),
            ("wieght", "weight"),
            ("vacine", "vaccine"),
            ("creatinine", "creatinin"),
        ] {
            assert!(is_one_slip(one, other) && is_one_slip(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("weight", "weight"),
            ("height", "weight"),
            ("hypotension", "hypertension"),
            ("prednisone", "prednisolone"),
            ("hyperthyroidism", "hypothyroidism"),
            ("cholesterol", "cholest"),
        ] {
            assert!(!is_one_slip(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_word_is_read_as_one_word_or_stays() {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let two = own(&["vaccine", "vaccines"]);
        assert_eq!(single(&two.iter().collect::<Vec<_>>()), Some("vaccine"));
        let apart = own(&["lasting", "lashing"]);
        assert_eq!(single(&apart.iter().collect::<Vec<_>>()), None);
        assert!(may_be_meant("cholesterol") && !may_be_meant("colitis"));
    }
}
