//! A relative's word for the person whose record this is: "Is Dad on digoxin?" asks of the father's own record.
//!
//! It is read so only where the person's sex and age fit the word, nobody else is spoken of, and what answers is no condition or allergy where the family history
//! of the record has such a relative: there "did my mother have diabetes" may ask for the relative's.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::Exact;
use super::chart::{Chart, terms, untagged};
use super::near;
use super::plainly::bare;
use crate::document::{FactKind, Patient};
use crate::question::concepts;

/// Words for a person: sex as FHIR has it (empty for any), the least and the most years, and how a family history calls the relative.
const KIN: &[(&str, &str, i16, i16, &str)] = &[
    ("mom mum mother mama mamma mommy mummy mam ma", "female", 35, 130, "mother"),
    ("dad father papa daddy pa pop", "male", 35, 130, "father"),
    ("grandma grandmother granny nana gran nan great-grandma great-grandmother", "female", 50, 130, "grandmother"),
    (
        "grandpa grandfather grandad granddad gramps great-grandad great-grandfather great-granddad",
        "male",
        50,
        130,
        "grandfather",
    ),
    ("wife", "female", 18, 130, "wife"),
    ("husband", "male", 18, 130, "husband"),
    ("daughter girl", "female", 0, 25, "daughter"),
    ("son boy", "male", 0, 25, "son"),
    ("kid child", "", 0, 17, "child"),
    ("baby bub newborn toddler infant", "", 0, 3, "child"),
    ("granddaughter", "female", 0, 40, "granddaughter"),
    ("grandson", "male", 0, 40, "grandson"),
    ("niece", "female", 0, 60, "niece"),
    ("nephew", "male", 0, 60, "nephew"),
    ("sister", "female", 0, 130, "sister"),
    ("brother", "male", 0, 130, "brother"),
    ("aunt auntie", "female", 18, 130, "aunt"),
    ("uncle", "male", 18, 130, "uncle"),
];

/// Whether `word` (lower case) is a relative's.
pub(super) fn is_relative(word: &str) -> bool {
    KIN.iter().any(|(words, ..)| words.split(' ').any(|known| known == word))
}

/// Words for what is taken or given.
const GIVEN: &[&str] = &[
    "take",
    "takes",
    "taking",
    "on",
    "use",
    "uses",
    "using",
    "prescribed",
    "dose",
    "vaccine",
    "vaccines",
    "vaccinated",
    "vaccination",
    "shot",
    "shots",
    "jab",
    "jabs",
    "booster",
];

/// A question in which a relative's word is the person of the record.
pub(super) struct Own {
    pub question: String,
    /// The word, as typed.
    pub word: String,
    relative: &'static str,
}

/// Returns `question` with a pronoun in the place of a relative's word; `None` where it has none that can be `patient`.
pub(super) fn own(question: &str, patient: &Patient, today: Option<Date>) -> Option<Own> {
    let chunks: Vec<&str> = question.split_whitespace().collect();
    let kin = |chunk: &str| {
        let word = bare(chunk);
        let word = word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(&word).to_owned();
        KIN.iter().find(|(words, ..)| words.split(' ').any(|known| known == word)).map(|row| (row, word))
    };
    let places: Vec<usize> =
        (0..chunks.len()).filter(|at| chunks.get(*at).is_some_and(|chunk| kin(chunk).is_some())).collect();
    let (row, word) = kin(chunks.get(*places.first()?)?)?;
    let (_, sex, least, most, relative) = row;
    let is_same =
        places.iter().all(|at| chunks.get(*at).and_then(|chunk| kin(chunk)).is_some_and(|(other, _)| other == row));
    let years = patient.birth?.until((jiff::Unit::Year, patient.death.or(today)?)).ok()?.get_years();
    let fits = (sex.is_empty() || patient.gender.as_deref() == Some(sex)) && (*least..=*most).contains(&years);
    // "Do I have what my mother had?" speaks of two.
    let others = chunks.iter().enumerate().any(|(at, chunk)| match bare(chunk).as_str() {
        "i" | "me" | "i'm" | "i've" | "mine" => true,
        "my" => !places.contains(&(at + 1)),
        _ => false,
    });
    // "Can I see", "tell me": who asks is no patient.
    let others = others && !asks_only(&chunks);
    if !is_same || !fits || others {
        return None;
    }
    let is_female = patient.gender.as_deref() == Some("female");
    let (subject, possessive) = if is_female { ("she", "her") } else { ("he", "his") };
    let mut new: Vec<String> = Vec::new();
    for (at, chunk) in chunks.iter().enumerate() {
        let lower = bare(chunk);
        if matches!(lower.as_str(), "my" | "our") && places.contains(&(at + 1)) {
            continue;
        }
        if !places.contains(&at) {
            new.push((*chunk).to_owned());
            continue;
        }
        let marks: String = chunk.chars().rev().take_while(|c| ",;:?!.".contains(*c)).collect();
        // "Mom's on warfarin" is no possessive, "mom's INR" is one.
        let is = lower.ends_with('s')
            && chunks.get(at + 1).is_some_and(|next| {
                matches!(bare(next).as_str(), "on" | "taking" | "allergic" | "been" | "got" | "had")
            });
        let pronoun = match (lower.ends_with('s'), is) {
            (true, true) => format!("{subject} is"),
            (true, false) => possessive.to_owned(),
            (false, _) => subject.to_owned(),
        };
        new.push(pronoun + &marks);
    }
    Some(Own { question: new.join(" "), word, relative })
}

/// Whether "I" and "me" only ask: "can you tell me".
fn asks_only(chunks: &[&str]) -> bool {
    let words: Vec<String> = chunks.iter().map(|chunk| bare(chunk)).collect();
    let first = words.iter().take(4).any(|word| matches!(word.as_str(), "tell" | "show" | "can" | "could"));
    first
        && words.iter().filter(|word| matches!(word.as_str(), "i" | "me" | "my")).count() <= 2
        && !words.iter().skip(4).any(|word| matches!(word.as_str(), "i" | "me"))
}

/// Whether `exact` may be told of the person: what a family history could have, too, is left where it has such a relative.
pub(super) fn is_sure(own: &Own, exact: &Exact, chart: &Chart<'_>) -> bool {
    let relatives: Vec<_> = chart
        .entries
        .iter()
        .filter(|entry| {
            entry.fact.kind == FactKind::FamilyMemberHistory && entry.name().to_lowercase().contains(own.relative)
        })
        .collect();
    if relatives.is_empty() {
        return true;
    }
    // What is taken or given stands in no family history.
    let is_given = own.question.split_whitespace().any(|chunk| GIVEN.contains(&bare(chunk).as_str()));
    // What is named and stands nowhere in the record is not there of the relative either; of a whole kind nothing was said of them.
    let is_named = exact.searched.as_ref().and_then(|searched| searched.names.first()).is_some_and(|name| {
        !concepts::kinds_of(name.rsplit(' ').next().unwrap_or_default()).iter().any(|kind| *kind != FactKind::Device)
    });
    if exact.facts.is_empty() {
        return is_given || exact.is_absent && is_named;
    }
    let mut inherited = chart.entries.iter().filter(|entry| {
        exact.facts.contains(&entry.at) && matches!(entry.fact.kind, FactKind::Condition | FactKind::AllergyIntolerance)
    });
    let said: BTreeSet<String> = relatives
        .iter()
        .filter_map(|entry| {
            let document = chart.records.documents.get(entry.at.document.0 as usize)?;
            Some(terms(entry.fact.text.of(&document.text)?))
        })
        .flatten()
        .collect();
    // What the relative's entry has no word of is the person's own.
    inherited.all(|entry| {
        let own = terms(untagged(entry.name()));
        !own.iter().any(|term| said.contains(term) && !near::is_slight(term))
    })
}
