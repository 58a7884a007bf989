//! Passages of public texts: an abstract whole, or in two or three parts that belong together.
//!
//! The parts end where a section or a sentence does. Where exactly is what costs least: parts of unequal length cost, and so does a
//! border between sentences that share words, after Hearst, *TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages*,
//! Computational Linguistics 1997; a border between sections of an abstract costs nothing.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

use super::{Citation, Mark};
use crate::clearance::PublicText;
use crate::error::{Code, Error, Result};
use crate::index::analyze;
use crate::ingest::literature::Article;

/// Characters from which on an abstract is cut into two parts, and into three.
const PARTS_FROM: [usize; 2] = [500, 1500];
/// Sentences of the longest abstract that is cut by what they say; others are cut into equal parts.
const MAX_SENTENCES: usize = 200;
/// What a border within a section costs, beside what its sentences share; a border of unequal parts costs the square of the difference.
const WITHIN_SECTION: f64 = 0.1;
/// What a border costs whose sentences share all their words.
const SHARED: f64 = 0.5;
/// Sentences before and after a border that are compared.
const COMPARED: usize = 2;
/// Main topics of MeSH that a prefix names.
const MAX_TOPICS: usize = 12;

/// How an abstract is cut into passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chunking {
    /// It is one passage.
    #[default]
    Whole,
    /// It is two or three, where it is long enough.
    Semantic,
}

impl FromStr for Chunking {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "whole" => Ok(Chunking::Whole),
            "semantic" => Ok(Chunking::Semantic),
            _ => Err(Error::new(Code::InvalidArgument, "abstracts are cut whole or semantic")),
        }
    }
}

impl fmt::Display for Chunking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Chunking::Whole => "whole",
            Chunking::Semantic => "semantic",
        })
    }
}

/// What stands before a passage where it is indexed and embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// The title.
    pub title: bool,
    /// The journal.
    pub journal: bool,
    /// The year.
    pub year: bool,
    /// The main topics of MeSH.
    pub mesh: bool,
}

impl Prefix {
    /// Nothing.
    pub const NONE: Prefix = Prefix { title: false, journal: false, year: false, mesh: false };

    /// Returns what stands before the passages of `article`; empty, or ending with a line break.
    pub fn of(self, article: &Article) -> String {
        let mut parts = Vec::new();
        parts.extend(self.title.then(|| article.title.clone()));
        parts.extend(Some(article.journal.clone()).filter(|journal| self.journal && !journal.is_empty()));
        parts.extend(article.issued.year.filter(|_| self.year).map(|year| year.to_string()));
        let is_major = |heading: &&crate::ingest::literature::Heading| {
            heading.is_major || heading.qualifiers.iter().any(|qualifier| qualifier.is_major)
        };
        let topics: Vec<&str> =
            article.mesh.iter().filter(is_major).map(|heading| heading.descriptor.as_str()).take(MAX_TOPICS).collect();
        parts.extend(Some(topics.join("; ")).filter(|topics| self.mesh && !topics.is_empty()));
        let mut text = parts.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

impl Default for Prefix {
    fn default() -> Self {
        Prefix { title: true, ..Prefix::NONE }
    }
}

impl FromStr for Prefix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut prefix = Prefix::NONE;
        for part in text.split(',').map(str::trim).filter(|part| *part != "none") {
            match part {
                "title" => prefix.title = true,
                "journal" => prefix.journal = true,
                "year" => prefix.year = true,
                "mesh" => prefix.mesh = true,
                _ => {
                    return Err(Error::new(
                        Code::InvalidArgument,
                        "a prefix is none, or of title, journal, year and mesh, with commas",
                    ));
                }
            }
        }
        Ok(prefix)
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [(self.title, "title"), (self.journal, "journal"), (self.year, "year"), (self.mesh, "mesh")];
        let names: Vec<&str> = parts.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| name).collect();
        f.write_str(&if names.is_empty() { "none".to_owned() } else { names.join(",") })
    }
}

/// A passage of a public text. It may leave as it is, with its reference. Only articles and libraries give one: a passage of a record has
/// another type, and there is no way from it to here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicPassage {
    citation: Citation,
    heading: String,
    text: String,
    #[serde(serialize_with = "shared")]
    article: Arc<Article>,
}

fn shared<S: serde::Serializer>(article: &Arc<Article>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    article.as_ref().serialize(serializer)
}

impl PublicPassage {
    pub(super) fn new(article: &Arc<Article>, heading: &str, text: &str) -> Self {
        let citation = Citation::new(article, heading);
        PublicPassage { citation, heading: heading.to_owned(), text: text.to_owned(), article: Arc::clone(article) }
    }

    /// Returns the unique name.
    pub fn citation(&self) -> &Citation {
        &self.citation
    }

    /// Returns which part of the article it is: `Results`, `Abstract 1/3`, `Title`.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// Returns the text as it was published, but for white space and markup.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the article that it is a passage of.
    pub fn article(&self) -> &Article {
        &self.article
    }

    /// Returns what was said of the article since.
    pub fn marks(&self) -> Vec<Mark> {
        Mark::of(&self.article)
    }

    /// Returns the reference with what was said of the article since, as it stands wherever the passage leaves.
    fn marked(&self) -> String {
        format!("{}{}", self.citation, Mark::behind(&self.marks()))
    }

    /// Returns the passage for a request to a language model; `None` where it could be taken for something else than a passage.
    pub fn public(&self) -> Option<PublicText> {
        PublicText::of(&self.marked(), &self.text)
    }

    /// Returns the passage as it may leave: the reference in one line, with what was said of the article since, then the text.
    pub fn outgoing(&self) -> String {
        format!("{}\n{}", self.marked(), self.text)
    }
}

/// A part of an article before it is a passage: its heading, and its bytes in [`body`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub heading: String,
    pub span: Range<u32>,
}

/// Returns the text that passages of `article` are cut from: the sections of the abstract in lines, or the title where there is none.
pub(super) fn body(article: &Article) -> String {
    if !article.has_abstract() {
        return article.title.clone();
    }
    article.sections.iter().map(|section| section.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Returns the passages of `article`, in their order.
pub fn passages(article: &Arc<Article>, chunking: Chunking) -> Vec<PublicPassage> {
    let body = body(article);
    let text = |span: &Range<u32>| body.get(span.start as usize..span.end as usize).unwrap_or_default();
    parts(article, chunking).iter().map(|part| PublicPassage::new(article, &part.heading, text(&part.span))).collect()
}

/// Returns the parts of [`body`] that are the passages of `article`.
pub(super) fn parts(article: &Article, chunking: Chunking) -> Vec<Part> {
    let body = body(article);
    let whole = |heading: &str| vec![Part { heading: heading.to_owned(), span: 0..body.len() as u32 }];
    if !article.has_abstract() {
        return whole("Title");
    }
    if article.is_section() {
        let label = article.sections.first().and_then(|section| section.label.as_deref());
        return whole(label.unwrap_or("Text"));
    }
    let wanted = 1 + PARTS_FROM.iter().filter(|from| body.chars().count() >= **from).count();
    if chunking == Chunking::Whole || wanted == 1 {
        return whole("Abstract");
    }
    let sentences = sentences(article, &body);
    let borders = borders(&body, &sentences, wanted);
    let mut spans = Vec::new();
    let mut from = 0;
    for to in borders.into_iter().chain([sentences.len()]) {
        if let (Some(first), Some(last)) = (sentences.get(from), to.checked_sub(1).and_then(|last| sentences.get(last)))
        {
            spans.push((first.span.start..last.span.end, first.section..=last.section));
        }
        from = to;
    }
    let count = spans.len();
    let mut parts: Vec<Part> = Vec::new();
    for (at, (span, sections)) in spans.into_iter().enumerate() {
        let labels: Vec<String> =
            sections.filter_map(|at| article.sections.get(at)?.label.as_deref()).map(spoken).collect();
        let heading = match labels.as_slice() {
            [] if count == 1 => "Abstract".to_owned(),
            [] => format!("Abstract {}/{count}", at + 1),
            labels => labels.join(", "),
        };
        parts.push(Part { heading, span: span.start as u32..span.end as u32 });
    }
    numbered(&mut parts);
    parts
}

/// Numbers the parts of one heading: `Results 1/2`.
fn numbered(parts: &mut [Part]) {
    let headings: Vec<String> = parts.iter().map(|part| part.heading.clone()).collect();
    for (at, part) in parts.iter_mut().enumerate() {
        let of = headings.iter().filter(|heading| **heading == part.heading).count();
        if of > 1 {
            let number = headings.iter().take(at + 1).filter(|heading| **heading == part.heading).count();
            part.heading = format!("{} {number}/{of}", part.heading);
        }
    }
}

/// Returns a label as it is read: `MATERIALS AND METHODS` as `Materials and methods`.
fn spoken(label: &str) -> String {
    if label.chars().any(char::is_lowercase) {
        return label.to_owned();
    }
    let mut letters = label.chars();
    letters.next().map(|first| first.to_string() + &letters.as_str().to_lowercase()).unwrap_or_default()
}

struct Sentence {
    span: Range<usize>,
    section: usize,
}

fn sentences(article: &Article, body: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (section, part) in article.sections.iter().enumerate() {
        for (at, sentence) in part.text.split_sentence_bound_indices() {
            let from = start + at;
            let trimmed = sentence.trim_end().len();
            if trimmed > 0 && body.get(from..from + trimmed).is_some() {
                sentences.push(Sentence { span: from..from + trimmed, section });
            }
        }
        start += part.text.len() + 1;
    }
    sentences
}

/// Returns before which sentences the parts begin, but for the first: at most `wanted − 1` places, in order.
fn borders(body: &str, sentences: &[Sentence], wanted: usize) -> Vec<usize> {
    let count = sentences.len();
    if count < wanted || count > MAX_SENTENCES {
        let places: BTreeSet<usize> = (1..wanted).map(|part| part * count / wanted).filter(|at| *at > 0).collect();
        return places.into_iter().collect();
    }
    let terms: Vec<BTreeSet<String>> = sentences
        .iter()
        .map(|sentence| analyze::bag(body.get(sentence.span.clone()).unwrap_or_default()).into_keys().collect())
        .collect();
    let costs: Vec<f64> = (0..count).map(|at| cost(sentences, &terms, at)).collect();
    let total = sentences.last().map_or(1, |last| last.span.end).max(1) as f64;
    let share = |from: usize, to: usize| {
        let (first, last) = (sentences.get(from), to.checked_sub(1).and_then(|last| sentences.get(last)));
        let length = first.zip(last).map_or(0, |(first, last)| last.span.end - first.span.start);
        let off = length as f64 / total * wanted as f64 - 1.0;
        off * off
    };
    let of = |at: usize| costs.get(at).copied().unwrap_or(f64::INFINITY);
    let mut best = (f64::INFINITY, Vec::new());
    for first in 1..count {
        if wanted == 2 {
            let cost = of(first) + share(0, first) + share(first, count);
            if cost < best.0 {
                best = (cost, vec![first]);
            }
            continue;
        }
        for second in first + 1..count {
            let cost = of(first) + of(second) + share(0, first) + share(first, second) + share(second, count);
            if cost < best.0 {
                best = (cost, vec![first, second]);
            }
        }
    }
    best.1
}

/// Returns what a border before the sentence `at` costs.
fn cost(sentences: &[Sentence], terms: &[BTreeSet<String>], at: usize) -> f64 {
    let section = |at: usize| sentences.get(at).map(|sentence| sentence.section);
    if at == 0 || section(at - 1) != section(at) {
        return 0.0;
    }
    let of = |range: Range<usize>| -> BTreeSet<&String> { terms.get(range).into_iter().flatten().flatten().collect() };
    let before = of(at.saturating_sub(COMPARED)..at);
    let after = of(at..(at + COMPARED).min(terms.len()));
    let shared = before.intersection(&after).count() as f64;
    let least = before.len().min(after.len()).max(1) as f64;
    WITHIN_SECTION + SHARED * shared / least
}
