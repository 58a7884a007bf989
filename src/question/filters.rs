//! What a question says of the documents that may answer it: the time, in dates or plain words, and who wrote them.
//!
//! Nothing is made up: a time is one that the question states, and an author is one of those whom the records name. A name that
//! no document has as its author is none, and [`Filters::is_unknown`] says that somebody was asked for.

use std::collections::BTreeSet;

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::plan::{Plan, Word};
use super::when::{self, Range};
use super::{dispute, vocabulary};
use crate::document::{Document, Records};

/// Words before a name that say what somebody is.
const CALLINGS: &[&str] =
    &["doctor", "nurse", "surgeon", "consultant", "therapist", "midwife", "pharmacist", "dentist"];
/// Words before somebody who wrote or said something.
const BY: &[&str] = &["by", "from"];
/// Words after somebody who wrote or said something.
const WROTE: &[&str] = &[
    "advise",
    "advised",
    "conclude",
    "concluded",
    "document",
    "documented",
    "find",
    "found",
    "mention",
    "mentioned",
    "note",
    "noted",
    "plan",
    "planned",
    "recommend",
    "recommended",
    "record",
    "recorded",
    "report",
    "reported",
    "said",
    "say",
    "says",
    "suggest",
    "suggested",
    "think",
    "thought",
    "write",
    "writes",
    "wrote",
];
/// Small words that belong to a family name.
const PARTICLES: &[&str] =
    &["de", "del", "della", "den", "der", "di", "du", "la", "le", "van", "von", "ó", "o", "el", "al", "bin", "ter"];
/// Marks between the parts of a double name.
const HYPHENS: &[char] = &['-', '‐', '‑'];
/// What follows a name and is none.
const DEGREES: &[&str] =
    &["md", "do", "mbbs", "frcp", "phd", "rn", "np", "pa", "pharmd", "bsc", "msc", "rd", "dds", "facc"];

/// What a question says of the documents that may answer it; the default admits all.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Filters {
    /// The time that is stated.
    pub range: Option<Range>,
    /// Whether a time is stated that counts from today, and today is not known.
    pub is_unsure: bool,
    /// Who wrote it, as the records name them; sorted, several where they share the name.
    pub authors: Vec<String>,
    /// Whether somebody is named as the author whom no document has.
    pub is_unknown: bool,
    /// The words of the question that say this, by their index among those of its plan; sorted.
    pub words: Vec<usize>,
    /// The words of each time among them, by their indexes; in order, without overlap.
    pub dates: Vec<std::ops::Range<usize>>,
}

impl Filters {
    /// Returns what `plan`, the plan of a question, says of documents of `records`. `today` is the caller's calendar day.
    pub fn read(plan: &Plan, records: &Records, today: Option<Date>) -> Self {
        Filters::among(plan, records.documents.iter().filter_map(|document| document.author.as_deref()), today)
    }

    /// Returns the words of `plan` that stand where an author's family name does, without accents and in lower case; sorted, each once.
    pub fn names(plan: &Plan) -> Vec<String> {
        let asked = |(at, _): &(usize, &Word)| Asked::at(&plan.words, *at).is_some();
        let names: BTreeSet<String> =
            plan.words.iter().enumerate().filter(asked).map(|(_, word)| bare(&word.lower)).collect();
        names.into_iter().collect()
    }

    /// As [`read`](Self::read), where `authors` are those whom the documents name: `Smith, John A`, or in the order of speech.
    pub fn among<'a>(plan: &Plan, authors: impl IntoIterator<Item = &'a str>, today: Option<Date>) -> Self {
        let times = when::read(&plan.words, today);
        let mut filters = Filters {
            range: times.range.filter(|_| !times.is_unsure),
            is_unsure: times.is_unsure,
            words: times.words,
            dates: times.dates,
            ..Filters::default()
        };
        let authors: BTreeSet<&str> = authors.into_iter().collect();
        let is_patient = |at: usize| {
            let word = plan.words.get(at);
            word.is_some_and(|word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span)))
        };
        for (at, word) in plan.words.iter().enumerate() {
            let Some(asked) = Asked::at(&plan.words, at) else { continue };
            // "Okafor's letter" is of a patient, and so is "Mrs Okafor".
            if is_patient(at) && !asked.is_clinician {
                continue;
            }
            let named = named(&authors, word, asked.given.and_then(|given| plan.words.get(given)));
            if named.is_empty() {
                filters.is_unknown |= asked.is_titled && asked.speaks && !is_patient(at);
                continue;
            }
            filters.authors.extend(named.into_iter().map(str::to_owned));
            filters.words.extend(asked.words.iter().copied().chain([at]));
        }
        // Who is named in a disagreement is a party to it.
        let dispute = dispute::words(&plan.words);
        if !dispute.is_empty() {
            filters.authors.clear();
            filters.is_unknown = false;
            filters.words.extend(dispute);
        }
        filters.is_unknown &= filters.authors.is_empty();
        filters.authors.sort();
        filters.authors.dedup();
        filters.words.sort_unstable();
        filters.words.dedup();
        filters
    }

    /// Returns whether `document` may answer the question: a document without a day is of any time.
    pub fn admits(&self, document: &Document) -> bool {
        let by = |author: &String| self.authors.contains(author);
        let in_time = |range: Range| document.date.is_none_or(|day| range.holds(day));
        (self.authors.is_empty() || document.author.as_ref().is_some_and(by)) && self.range.is_none_or(in_time)
    }
}

/// A word that stands where an author's family name does.
struct Asked {
    /// Whether a title or calling stands before it.
    is_titled: bool,
    /// Whether that is one of somebody who treats people.
    is_clinician: bool,
    /// Whether something is said to be written or said by whom it names.
    speaks: bool,
    /// The word that would be the given name.
    given: Option<usize>,
    /// The words around it that belong to it.
    words: Vec<usize>,
}

impl Asked {
    /// Returns what stands around the word at `at`; `None` where it is not written, or not placed, as a name.
    fn at(words: &[Word], at: usize) -> Option<Self> {
        let word = words.get(at)?;
        if vocabulary::is_everyday(&word.lower) || vocabulary::is_of_care(&word.lower) || word.lower.len() < 2 {
            return None;
        }
        let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
        let is_title = |word: &str| vocabulary::is_title(word) || CALLINGS.contains(&word);
        let particles = (0..at).rev().take_while(|at| PARTICLES.contains(&lower(*at))).count();
        let (name, at) = (at, at - particles);
        let before = at.checked_sub(1).map_or("", lower);
        let is_name =
            |at: usize| words.get(at).is_some_and(|word| word.capital && !vocabulary::is_everyday(&word.lower));
        let given = at.checked_sub(1).filter(|at| is_name(*at) && !is_title(lower(*at)));
        let ahead_of = given.map_or(before, |given| given.checked_sub(1).map_or("", lower));
        let titled = if is_title(ahead_of) { given.unwrap_or(at).checked_sub(1) } else { None };
        let led =
            if is_title(ahead_of) { titled.and_then(|title| title.checked_sub(1)).map_or("", lower) } else { ahead_of };
        let speaks = BY.contains(&led) || WROTE.contains(&lower(name + 1)) || word.possessive;
        let is_titled = titled.is_some();
        (is_titled || word.capital && (speaks || given.is_some())).then(|| Asked {
            is_titled,
            is_clinician: titled.is_some_and(|at| matches!(lower(at), "dr" | "prof") || CALLINGS.contains(&lower(at))),
            speaks,
            given,
            words: titled.into_iter().chain(given).chain(at..name).collect(),
        })
    }
}

/// Returns those of `authors` who have the family name `word`, and the given name `given` where there is one: else those of the only double
/// name that has it as a part, "Vance" of "Vance-Oyelaran".
fn named<'a>(authors: &BTreeSet<&'a str>, word: &Word, given: Option<&Word>) -> Vec<&'a str> {
    // "Al" is more often a particle.
    const LEAST: usize = 3;
    let asked = bare(&word.lower);
    let known: Vec<(&'a str, String)> =
        authors.iter().filter_map(|author| Some((*author, family_of(author, given)?))).collect();
    let of_whole: Vec<&str> = known.iter().filter(|(_, family)| *family == asked).map(|(author, _)| *author).collect();
    if !of_whole.is_empty() || asked.chars().count() < LEAST {
        return of_whole;
    }
    let is_part = |family: &str| family.split(HYPHENS).any(|part| part == asked);
    let of_part: Vec<&(&str, String)> = known.iter().filter(|(_, family)| is_part(family)).collect();
    let is_one = of_part.windows(2).all(|pair| matches!(pair, [(_, one), (_, other)] if one == other));
    if is_one { of_part.into_iter().map(|(author, _)| *author).collect() } else { Vec::new() }
}

/// Returns the family name of `author` without accents and in lower case; `None` where the given name is not `given`.
fn family_of(author: &str, given: Option<&Word>) -> Option<String> {
    let parts: Vec<String> = author
        .split(|c: char| c.is_whitespace() || c == ',')
        .map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|part| !part.is_empty() && !DEGREES.contains(&part.as_str()) && !vocabulary::is_title(part))
        .collect();
    let family = if author.contains(',') && !is_degree_after_comma(author) { parts.first() } else { parts.last() };
    let has = |given: &Word| parts.iter().any(|part| bare(part) == bare(&given.lower));
    family.filter(|_| given.is_none_or(|given| has(given) || initial(&parts, given))).map(|family| bare(family))
}

/// Returns whether what follows the comma of a name is a degree, and not the given name.
fn is_degree_after_comma(author: &str) -> bool {
    author.split_once(',').is_some_and(|(_, after)| {
        let after: String = after.chars().filter(|c| c.is_alphanumeric()).collect();
        DEGREES.iter().any(|degree| after.to_lowercase().starts_with(degree))
    })
}

/// Returns `name` without accents: "Kérangal" is also written "Kerangal".
pub(crate) fn bare(name: &str) -> String {
    name.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

fn initial(parts: &[String], given: &Word) -> bool {
    let first = given.lower.chars().next();
    given.lower.chars().count() == 1 && parts.iter().any(|part| part.chars().next() == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Content, Decoding, DocumentKind, FileIndex, Patient, PatientIndex, Provenance};

    fn records() -> Records {
        let document = |author: &str, day: Date| Document {
            id: format!("p/{day}/{author}"),
            kind: DocumentKind::Note,
            subject: Some(PatientIndex(0)),
            date: Some(day),
            title: "Rice".into(),
            author: (!author.is_empty()).then(|| author.into()),
            text: "text".into(),
            content: Content::Prose {
                provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
                pages: Vec::new(),
            },
            revision: None,
        };
        let (family, name) = ("Rice".to_owned(), "Mary Rice".to_owned());
        let documents = [
            ("Dr. Helen Marsh, MD", 2019),
            ("Marsh, Peter", 2020),
            ("Dr. Ade Okoro", 2021),
            ("Jo Young RN", 2018),
            ("Dr. Tom Rice", 2022),
            ("Dr. Abena Vance-Oyelaran", 2010),
            ("A. Vance-Oyelaran", 2010),
            ("Lena Brandt-Voss", 2010),
            ("Brandt-Nielsen, Zoë", 2010),
            ("", 2021),
        ];
        Records {
            patients: vec![Patient { id: "p".into(), name, family, birth: None, death: None, gender: None }],
            documents: documents.map(|(author, year)| document(author, Date::constant(year, 3, 2))).into(),
            ..Records::default()
        }
    }

    fn read(question: &str) -> Filters {
        let records = records();
        let today = Some(Date::constant(2024, 6, 1));
        Filters::read(&Plan::new(question, &records.patients), &records, today)
    }

    #[test]
    fn an_author_is_one_whom_the_records_name() {
        for (question, authors) in [
            ("What did Dr Marsh write about my knee?", &["Dr. Helen Marsh, MD", "Marsh, Peter"][..]),
            ("What did Helen Marsh write?", &["Dr. Helen Marsh, MD"]),
            ("Notes by H. Marsh", &["Dr. Helen Marsh, MD"]),
            ("what did dr okoro advise", &["Dr. Ade Okoro"]),
            ("Okoro's letters", &["Dr. Ade Okoro"]),
            ("Letters from Okoro", &["Dr. Ade Okoro"]),
            ("what did dr ókoro say", &["Dr. Ade Okoro"]),
            ("What did nurse Young say?", &["Jo Young RN"]),
            ("What did Young note about the wound?", &["Jo Young RN"]),
            ("What did Dr. Rice recommend?", &["Dr. Tom Rice"]),
            // A part of a double name, of one person alone.
            ("did Dr. Vance say so", &["A. Vance-Oyelaran", "Dr. Abena Vance-Oyelaran"]),
            ("Letters from Oyelaran", &["A. Vance-Oyelaran", "Dr. Abena Vance-Oyelaran"]),
            ("What did Dr Nielsen write?", &["Brandt-Nielsen, Zoë"]),
            ("What did Lena Brandt write?", &["Lena Brandt-Voss"]),
            ("What did Dr Okoro and Dr Marsh say?", &["Dr. Ade Okoro", "Dr. Helen Marsh, MD", "Marsh, Peter"]),
        ] {
            assert_eq!(read(question).authors, authors, "{question}");
        }
    }

    #[test]
    fn no_filter_is_made_that_is_not_stated() {
        for question in [
            "What did Rice have in her last visit?",
            "Rice's letters",
            "Has Mrs Rice had asthma?",
            "Does Mr. Nobody have asthma?",
            "letters from Mrs Rice",
            "Was I young when it began?",
            "What is my blood pressure?",
            "the marsh fever",
            "notes by the doctor",
            "What did the nurse say?",
            "Dr Okoro and the allergist disagree about the peanut allergy, who is right?",
            "Dr Marsh says asthma and Dr Nobody wrote COPD, which one is right?",
        ] {
            let filters = read(question);
            assert!(
                filters.authors.is_empty() && filters.range.is_none() && !filters.is_unknown,
                "{question}: {filters:?}"
            );
        }
        // Two people have it as a part of their names.
        assert!(read("What did Dr Brandt write?").is_unknown);
        let unknown = read("What did Dr Nobody write in 2020?");
        assert!(unknown.authors.is_empty() && unknown.is_unknown && unknown.range.is_some());
    }

    #[test]
    fn times_in_plain_words_and_authors_choose_documents_together() {
        let records = records();
        let count = |question: &str| {
            let filters = read(question);
            records.documents.iter().filter(|document| filters.admits(document)).count()
        };
        assert_eq!(count("What did Dr Marsh write in 2019?"), 1);
        assert_eq!(count("What did Dr Marsh write since 2019?"), 2);
        assert_eq!(count("Everything since March 2021"), 3);
        assert_eq!(count("letters of the past four years"), 3);
        assert_eq!(count("my letters"), 10);
        let unsure = Filters::read(&Plan::new("letters of last spring", &records.patients), &records, None);
        assert!(unsure.is_unsure && unsure.range.is_none());
    }
}
