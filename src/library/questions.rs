//! Questions that a passage answers, made of it by rule, so that a question can be compared with questions.
//!
//! After doc2query (Nogueira, Yang, Lin and Cho, *Document Expansion by Query Prediction*, arXiv 1904.08375), but by rules and not by a
//! language model, so that the same passage gives the same questions: of its title (`Effect of A on B` asks `Does A affect B?`), of the
//! sentence that says what its subject is (`What is A?`), of the one that states the finding, of what it speaks of (`treatment of A` asks
//! `What are the treatments for A?`), and of its main topics of MeSH with their qualifiers. They are embedded as passages are, and their
//! vectors lie apart from those of the passages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

use super::pack::Cut;
use crate::error::{Code, Error, Result};
use crate::ingest::literature::Article;

/// Questions of one passage, at most.
pub const MOST: usize = 4;
/// Words of what a question is about, at most.
const TOPIC_WORDS: usize = 8;
/// Words of a subject that something is asked of, at most.
const SUBJECT_WORDS: usize = 14;
/// Words of a question, at most.
const QUESTION_WORDS: usize = 36;
/// Sentences of an abstract from which on its last one is taken for its finding, where none says that it is.
const ABSTRACT_SENTENCES: usize = 4;
/// Words among which that stands after which a finding follows: "these data suggest that".
const LEADING_WORDS: usize = 14;

/// Whether a search compares with the questions of passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Questions {
    /// It does not.
    #[default]
    Off,
    /// A passage is as near as the nearest of itself and its questions.
    Beside,
    /// Where lists are fused, the questions are a list of their own; else as [`Beside`](Self::Beside).
    List,
    /// A passage is as near as the nearest of its questions; one without any is found by its words alone.
    Only,
}

impl FromStr for Questions {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "off" => Ok(Questions::Off),
            "beside" => Ok(Questions::Beside),
            "list" => Ok(Questions::List),
            "only" => Ok(Questions::Only),
            _ => Err(Error::new(Code::InvalidArgument, "questions of passages are off, beside, list or only")),
        }
    }
}

impl fmt::Display for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Questions::Off => "off",
            Questions::Beside => "beside",
            Questions::List => "list",
            Questions::Only => "only",
        })
    }
}

/// What a text can say of its subject: the words that say so, and the question around the subject.
const ASPECTS: [(&[&str], [&str; 2]); 14] = [
    (&["adverse", "toxicity", "safety"], ["Is ", " safe?"]),
    (&["symptoms", "signs", "manifestations", "presentation"], ["What are the symptoms of ", "?"]),
    (
        &["treatment", "treatments", "therapy", "therapies", "management", "treating", "surgery", "radiotherapy"],
        ["What are the treatments for ", "?"],
    ),
    (&["cause", "causes", "etiology", "aetiology", "pathogenesis"], ["What causes ", "?"]),
    (&["diagnosis", "diagnosing", "diagnostic"], ["How is ", " diagnosed?"]),
    (&["prevention", "preventing"], ["How can ", " be prevented?"]),
    (&["prevalence", "incidence", "epidemiology"], ["How common is ", "?"]),
    (&["prognosis", "outlook", "mortality"], ["What is the outlook for ", "?"]),
    (&["risk"], ["Who is at risk of ", "?"]),
    (&["complications"], ["What are the complications of ", "?"]),
    (&["genetics", "inheritance"], ["What are the genetic causes of ", "?"]),
    (&["mechanism", "mechanisms"], ["What is the mechanism of ", "?"]),
    (&["efficacy", "effectiveness", "therapeutic"], ["Is ", " effective?"]),
    (&["function", "functions"], ["What is the function of ", "?"]),
];

/// Words at which what a question is about ends.
const ENDS: [&str; 48] = [
    "is", "are", "was", "were", "be", "been", "has", "have", "had", "in", "on", "with", "by", "that", "which", "who",
    "from", "to", "may", "can", "could", "might", "will", "should", "include", "includes", "as", "at", "than", "using",
    "among", "during", "after", "when", "through", "depends", "depend", "via", "but", "varies", "vary", "remains",
    "remain", "occurs", "while", "whether", "if", "within",
];

/// Words that name nothing by themselves.
const NAMELESS: [&str; 45] = [
    "this",
    "that",
    "these",
    "those",
    "it",
    "its",
    "they",
    "their",
    "there",
    "he",
    "she",
    "we",
    "our",
    "here",
    "such",
    "each",
    "one",
    "aim",
    "purpose",
    "objective",
    "goal",
    "what",
    "patients",
    "people",
    "to",
    "for",
    "in",
    "as",
    "if",
    "when",
    "although",
    "background",
    "objectives",
    "aims",
    "methods",
    "results",
    "key",
    "while",
    "since",
    "because",
    "by",
    "from",
    "of",
    "and",
    "not",
];

/// Verbs of findings.
const VERBS: [&str; 62] = [
    "reduce",
    "increase",
    "improve",
    "cause",
    "inhibit",
    "induce",
    "affect",
    "prevent",
    "promote",
    "regulate",
    "predict",
    "mediate",
    "enhance",
    "activate",
    "suppress",
    "decrease",
    "impair",
    "protect",
    "control",
    "modulate",
    "require",
    "contribute",
    "lead",
    "trigger",
    "attenuate",
    "ameliorate",
    "block",
    "drive",
    "accelerate",
    "alter",
    "influence",
    "stimulate",
    "limit",
    "restrict",
    "enable",
    "facilitate",
    "maintain",
    "support",
    "restore",
    "target",
    "bind",
    "encode",
    "produce",
    "confer",
    "exacerbate",
    "correlate",
    "depend",
    "interact",
    "govern",
    "determine",
    "reverse",
    "delay",
    "raise",
    "lower",
    "worsen",
    "eliminate",
    "disrupt",
    "repress",
    "sensitize",
    "initiate",
    "recruit",
    "define",
];

/// Words between a subject and its verb.
const BETWEEN: [&str; 16] = [
    "may",
    "can",
    "could",
    "might",
    "does",
    "do",
    "did",
    "not",
    "will",
    "would",
    "also",
    "significantly",
    "directly",
    "strongly",
    "specifically",
    "both",
];

/// Verbs that lead to a finding.
const LEADING: [&str; 18] = [
    "show",
    "shows",
    "showed",
    "suggest",
    "suggests",
    "suggested",
    "indicate",
    "indicates",
    "indicated",
    "demonstrate",
    "demonstrates",
    "demonstrated",
    "conclude",
    "found",
    "find",
    "reveal",
    "evidence",
    "confirm",
];

/// Words that open a sentence of findings.
const OPENING: [&str; 9] =
    ["conclusion", "conclusions", "thus", "therefore", "together", "collectively", "summary", "hence", "overall"];

/// Returns the questions of the passages of `article`, cut as `cut`: for each passage at most [`MOST`], none twice.
pub fn of(article: &Article, cut: &Cut) -> Vec<Vec<String>> {
    cut.passages(article).map(|(heading, text)| of_passage(article, heading, &text)).collect()
}

fn of_passage(article: &Article, heading: &str, text: &str) -> Vec<String> {
    let title = Words::of(&article.title);
    let sentences: Vec<&str> = text.split_sentence_bounds().map(str::trim).filter(|text| !text.is_empty()).collect();
    let defined = sentences.iter().take(2).find_map(|sentence| Words::of(sentence).defined());
    let mut asked: Vec<String> = Vec::new();
    asked.extend(title.asked());
    asked.extend(defined.as_ref().map(|subject| format!("What is {subject}?")));
    asked.extend(finding(heading, &sentences));
    asked.extend(title.aspect());
    asked.extend(topics(article));
    asked.extend(sentences.iter().filter_map(|sentence| Words::of(sentence).aspect()));
    let mut kept: Vec<String> = Vec::new();
    for question in asked {
        if kept.len() < MOST && !kept.iter().any(|other| other.eq_ignore_ascii_case(&question)) {
            kept.push(question);
        }
    }
    kept
}

/// Returns what the main topics of MeSH ask: of one with qualifiers that, of one without what it is.
fn topics(article: &Article) -> Vec<String> {
    let mut asked = Vec::new();
    for heading in &article.mesh {
        for qualifier in heading.qualifiers.iter().filter(|qualifier| qualifier.is_major) {
            let words = Words::of(&qualifier.name);
            let aspect = words.0.iter().find_map(|word| aspect_of(&bare(word)));
            asked.extend(aspect.map(|[before, after]| format!("{before}{}{after}", heading.descriptor)));
        }
    }
    asked
}

/// Returns the question that the passage's finding answers.
fn finding(heading: &str, sentences: &[&str]) -> Option<String> {
    let led = sentences.iter().rev().find(|sentence| Words::of(sentence).led().is_some());
    let concludes = heading.contains("onclusion");
    let is_last = concludes || sentences.len() >= ABSTRACT_SENTENCES;
    let sentence = led.or_else(|| sentences.last().filter(|_| is_last))?;
    let words = Words::of(sentence);
    let stated = Words(words.0.get(words.led().unwrap_or(0)..)?.to_vec());
    let is_said = concludes || led.is_some();
    stated
        .polar()
        .or_else(|| Some(format!("Is it true that {}?", stated.joined(0, QUESTION_WORDS).filter(|_| is_said)?)))
}

fn aspect_of(word: &str) -> Option<[&'static str; 2]> {
    ASPECTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, question)| *question)
}

/// Returns a word without what stands around it, in lower case.
fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

/// Returns whether `word` is `verb` in the present.
fn is_present(word: &str, verb: &str) -> bool {
    let ends = ["", "s", "es"].iter().any(|end| word.strip_suffix(end) == Some(verb));
    ends || word.strip_suffix("ies").is_some_and(|stem| verb.strip_suffix('y') == Some(stem))
}

/// The words of a sentence.
struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Words(text.split_whitespace().collect())
    }

    fn bare(&self, at: usize) -> String {
        self.0.get(at).map(|word| bare(word)).unwrap_or_default()
    }

    /// Returns the words from `from` on, at most `count`, without what stands around them; `None` for none.
    fn joined(&self, from: usize, count: usize) -> Option<String> {
        let words: Vec<&str> = self.0.iter().skip(from).take(count).copied().collect();
        let text = words.join(" ");
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || ".,;:?!".contains(letter));
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Returns what is named from `from` on: up to a sign between clauses or a word that ends it.
    fn topic(&self, from: usize) -> Option<String> {
        let from = from + usize::from(["the", "a", "an", "your"].contains(&self.bare(from).as_str()));
        let mut count = 0;
        for word in self.0.iter().skip(from) {
            if ENDS.contains(&bare(word).as_str()) || word.starts_with('(') {
                break;
            }
            count += 1;
            if word.ends_with([',', ';', ':', '.', '?', '!', ')']) {
                break;
            }
        }
        let named = (1..=TOPIC_WORDS).contains(&count) && !NAMELESS.contains(&self.bare(from).as_str());
        self.joined(from, count).filter(|topic| named && topic.len() > 2)
    }

    /// Returns the subject of `A is a …`.
    fn defined(&self) -> Option<String> {
        let at = (1..self.0.len().min(TOPIC_WORDS + 4)).find(|at| ["is", "are"].contains(&self.bare(*at).as_str()))?;
        let next = self.bare(at + 1);
        let is_said = ["a", "an", "the", "one", "any", "characterized", "defined"].contains(&next.as_str());
        // What stands in brackets behind a name, its abbreviation, is no part of it.
        self.topic(0).filter(|_| is_said && !self.bare(0).starts_with("background"))
    }

    /// Returns what the sentence asks, as a title.
    fn asked(&self) -> Option<String> {
        if self.0.last()?.ends_with('?') {
            return Some(self.0.join(" "));
        }
        let place = |word: &str, from: usize| (from..self.0.len()).find(|at| self.bare(*at) == word);
        let between = |from: usize, to: usize| self.joined(from, to.checked_sub(from)?);
        let (first, start) =
            (0..2).map(|at| (self.bare(at), at + 1)).find(|(word, _)| !["the", "a", "an"].contains(&word.as_str()))?;
        match first.as_str() {
            "effect" | "effects" | "impact" | "influence" if self.bare(start) == "of" => {
                let on = place("on", start)?;
                return Some(format!(
                    "Does {} affect {}?",
                    between(start + 1, on)?,
                    self.joined(on + 1, QUESTION_WORDS)?
                ));
            }
            "association" | "relationship" | "correlation" | "relation" => {
                let to = place("and", start).into_iter().chain(place("with", start)).min()?;
                let is_of = ["of", "between"].contains(&self.bare(start).as_str());
                let (a, b) = (between(start + 1, to)?, self.joined(to + 1, QUESTION_WORDS)?);
                return is_of.then(|| format!("Is {a} associated with {b}?"));
            }
            "role" | "roles" if self.bare(start) == "of" => {
                return Some(format!("What is the role of {}?", self.joined(start + 1, QUESTION_WORDS)?));
            }
            _ => {}
        }
        if let Some(at) = place("versus", 1).or_else(|| place("vs", 1)) {
            return Some(format!("Is {} better than {}?", between(0, at)?, self.joined(at + 1, QUESTION_WORDS)?));
        }
        self.polar()
    }

    /// Returns where the finding begins that the sentence leads to.
    fn led(&self) -> Option<usize> {
        let last = self.0.len().min(LEADING_WORDS);
        let says = (0..last).find(|at| LEADING.contains(&self.bare(*at).as_str()));
        let that = says.and_then(|says| (says + 1..last).find(|at| self.bare(*at) == "that"));
        if that.is_some() {
            return that.map(|at| at + 1);
        }
        let opens = (0..2).any(|at| OPENING.contains(&self.bare(at).as_str()));
        let comma = (0..last).find(|at| self.0.get(*at).is_some_and(|word| word.ends_with([',', ':'])));
        comma.filter(|_| opens).map(|at| at + 1)
    }

    /// Returns whether it is so, asked: `A inhibits B` as `Does A inhibit B?`, `A is needed for B` as `Is A needed for B?`.
    fn polar(&self) -> Option<String> {
        for at in 1..self.0.len().min(SUBJECT_WORDS + 2) {
            let word = self.bare(at);
            let verb = VERBS.iter().find(|verb| is_present(&word, verb));
            let is = ["is", "are", "was", "were"].contains(&word.as_str());
            let (before, after) = (self.bare(at - 1), self.bare(at + 1));
            let noun = ["of", "in", "is", "are", ""].contains(&after.as_str())
                || ["to", "of", "and", "the"].contains(&before.as_str());
            let subject_ends = (1..=at).rev().find(|end| !BETWEEN.contains(&self.bare(end - 1).as_str()));
            let is_plain = |end: &usize| {
                let has = |word: &str| (0..*end).any(|at| self.bare(at) == word);
                !NAMELESS.contains(&self.bare(0).as_str()) && !has("that") && !has("which")
            };
            let subject = || self.joined(0, subject_ends.filter(is_plain)?);
            match verb {
                Some(verb) if !noun && !is => {
                    return Some(format!("Does {} {verb} {}?", subject()?, self.joined(at + 1, QUESTION_WORDS)?));
                }
                None if is => return Some(format!("Is {} {}?", subject()?, self.joined(at + 1, QUESTION_WORDS)?)),
                _ => {}
            }
        }
        None
    }

    /// Returns what is asked of what the sentence speaks of: of `treatment of A` the treatments for A.
    fn aspect(&self) -> Option<String> {
        (0..self.0.len()).find_map(|at| {
            let [before, after] = aspect_of(&self.bare(at))?;
            let next = self.bare(at + 1);
            let skipped = usize::from(["factors", "options", "rate", "rates", "effects"].contains(&next.as_str()));
            let leads = ["of", "for"].contains(&self.bare(at + 1 + skipped).as_str());
            let topic = self.topic(at + 2 + skipped).filter(|_| leads)?;
            Some(format!("{before}{topic}{after}"))
        })
    }
}

#[cfg(test)]
mod tests;
