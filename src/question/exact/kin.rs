//! A relative's word for the person whose record this is: "Is Dad on digoxin?" asks of the father's own record.
//!
//! It is read so only where the person's sex and age fit the word, nobody else is spoken of, and the record names no relative of that kind: there "did my mother
//! have diabetes" may ask for the relative's, and nothing is told of the person. A parent of somebody of ninety is not alive, so that "is Dad on digoxin" is still
//! asked of the person then.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::Exact;
use super::chart::{Chart, Entry, terms, untagged};
use super::near;
use super::plainly::bare;
use crate::document::{Content, FactKind, Patient, PatientIndex, Records};
use crate::question::plan::simple_words;
use crate::question::{concepts, when};

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

/// How much older than somebody a parent is at least, in years.
const GENERATION: i16 = 15;
/// The age that hardly anybody lives to see, in years.
const LIFE: i16 = 100;
/// The age from which somebody may have a child of their own who is spoken of, in years.
const ADULT: i16 = 16;
/// Words of what is over, of which nobody knows when it was.
const OVER: &[&str] = &["was", "were", "did", "had", "wasn't", "weren't", "didn't", "hadn't"];

/// A question in which a relative's word is the person of the record.
pub(super) struct Own {
    pub question: String,
    /// The word, as typed.
    pub word: String,
    relative: &'static str,
    /// All words for the relative, divided by spaces.
    words: &'static str,
    /// Whether a relative of that kind could be alive at the time that is asked about.
    may_live: bool,
    /// Whether it is asked what is so now.
    is_of_now: bool,
    /// Whether it is a word for a child, and the patient is one.
    is_child: bool,
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
    let (words, sex, least, most, relative) = row;
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
    let own = new.join(" ");
    let last = last_day(&own, today);
    let may_live = may_live(relative, patient, last);
    let is_child = *most < LIFE && years < ADULT;
    let is_of_now = last.is_some() && last == today;
    Some(Own { question: own, word, relative, words, may_live, is_of_now, is_child })
}

/// The last day of the time of `question`; `None` where it asks for what was, and not when.
fn last_day(question: &str, today: Option<Date>) -> Option<Date> {
    let words = simple_words(question);
    let times = when::read(&words, today);
    let is = |at: Option<usize>, known: &[&str]| {
        at.and_then(|at| words.get(at)).is_some_and(|word| known.contains(&word.lower.as_str()))
    };
    // "Has Dad had an echo" is of today, too.
    let is_perfect = (0..words.len()).any(|at| is(Some(at), &["has", "have", "hasn't", "haven't"]));
    let is_over = (0..words.len()).any(|at| is(Some(at), OVER) && !(is_perfect && is(Some(at), &["had"])));
    match times.range {
        Some(range) => range.until.or(today),
        None => today.filter(|_| !is_over && !times.is_unsure),
    }
}

/// Whether a `relative` of `patient` could be alive on the day `last`.
fn may_live(relative: &str, patient: &Patient, last: Option<Date>) -> bool {
    let older = match relative {
        "mother" | "father" => GENERATION,
        "grandmother" | "grandfather" => 2 * GENERATION,
        _ => return true,
    };
    let years = patient.birth.zip(last).and_then(|(birth, last)| birth.until((jiff::Unit::Year, last)).ok());
    years.is_none_or(|years| years.get_years() + older <= LIFE)
}

/// Whether "I" and "me" only ask: "can you tell me".
fn asks_only(chunks: &[&str]) -> bool {
    let words: Vec<String> = chunks.iter().map(|chunk| bare(chunk)).collect();
    let first = words.iter().take(4).any(|word| matches!(word.as_str(), "tell" | "show" | "can" | "could"));
    first
        && words.iter().filter(|word| matches!(word.as_str(), "i" | "me" | "my")).count() <= 2
        && !words.iter().skip(4).any(|word| matches!(word.as_str(), "i" | "me"))
}

/// Returns how `question` asks of the person `subject` by a relative's word that fits them, and who that is.
fn of_subject(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
) -> Option<(PatientIndex, Own)> {
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    let subject = subject.or(only)?;
    Some((subject, own(question, records.patients.get(subject.0 as usize)?, today)?))
}

/// Returns the relative's word of `question`, as typed, that fits the person `subject` whose record it is: "daughter".
pub(super) fn fitting_word(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
) -> Option<String> {
    of_subject(records, question, subject, today).map(|(_, own)| own.word)
}

/// Returns the relative's word of `question` that may as well be one of whom the record speaks as the person whose record it is.
pub(super) fn unsure_word(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
) -> Option<String> {
    let (subject, own) = of_subject(records, question, subject, today)?;
    let chart = Chart::new(records, subject);
    let is_named = !relatives(&own, &chart).is_empty() || is_written_of(&own, &chart);
    is_named.then_some(own.word)
}

/// Returns `exact` as told of the person whose record it is; `None` where the record names such a relative, who may be meant.
pub(super) fn told(own: &Own, mut exact: Exact, chart: &Chart<'_>) -> Option<Exact> {
    let relatives = relatives(own, chart);
    let taken = format!("“{}” is taken for the person whose record this is.", own.word);
    if relatives.is_empty() && !is_written_of(own, chart) {
        exact.rules.insert(0, taken);
        return Some(exact);
    }
    // What is named and stands nowhere in the record is not there of the relative either; of a whole kind nothing was said of them.
    let is_named = exact.searched.as_ref().and_then(|searched| searched.names.first()).is_some_and(|name| {
        !concepts::kinds_of(name.rsplit(' ').next().unwrap_or_default()).iter().any(|kind| *kind != FactKind::Device)
    });
    if exact.facts.is_empty() {
        return (exact.is_absent && is_named).then_some(exact);
    }
    // Who has died takes nothing now.
    let is_dead = |entry: &&Entry<'_>| {
        let mut fields = entry.fact.fields.iter();
        fields.any(|field| field.label.starts_with("Deceased") && field.value.text != "false")
    };
    let is_gone = own.is_of_now && !relatives.is_empty() && relatives.iter().all(is_dead);
    if own.may_live && !is_gone || is_inherited(&relatives, &exact, chart) {
        return None;
    }
    exact.rules.insert(0, taken);
    Some(exact)
}

/// Whether a condition or an allergy of `exact` is one of which an entry of `relatives` has a word.
fn is_inherited(relatives: &[&Entry<'_>], exact: &Exact, chart: &Chart<'_>) -> bool {
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
    inherited.any(|entry| {
        let own = terms(untagged(entry.name()));
        own.iter().any(|term| said.contains(term) && !near::is_slight(term))
    })
}

/// Words of family histories for relatives of either sex.
const EITHER: &[(&str, &str)] = &[
    ("parent", "mother father"),
    ("grandparent", "grandmother grandfather"),
    ("sibling", "sister brother"),
    ("spouse", "wife husband"),
    ("child", "daughter son"),
    ("grandchild", "granddaughter grandson"),
];

/// The entries of the family history that are of such a relative.
fn relatives<'c, 'a>(own: &Own, chart: &'c Chart<'a>) -> Vec<&'c Entry<'a>> {
    let is_meant = |word: &str| {
        let either = EITHER.iter().any(|(known, kin)| *known == word && kin.split(' ').any(|kin| kin == own.relative));
        word == own.relative || either
    };
    let is_of = |entry: &&Entry<'_>| {
        let name = concepts::relative_of(entry.name()).unwrap_or(entry.name()).to_lowercase();
        entry.fact.kind == FactKind::FamilyMemberHistory && name.split(|c: char| !c.is_alphabetic()).any(is_meant)
    };
    chart.entries.iter().filter(is_of).collect()
}

/// Whether a note speaks of such a relative. In a child's own record "your daughter" is the child.
fn is_written_of(own: &Own, chart: &Chart<'_>) -> bool {
    // "PA", "ma" are more than relatives.
    const LEAST: usize = 3;
    let is_meant =
        |word: &str| own.words.split(' ').any(|known| known.len() >= LEAST && word.eq_ignore_ascii_case(known));
    let notes = chart.documents.iter().filter(|document| matches!(document.content, Content::Prose { .. }));
    let mut words = notes.flat_map(|document| document.text.split(|c: char| !c.is_alphabetic()));
    !own.is_child && words.any(is_meant)
}
