//! Guidelines, books and other documents: Markdown, HTML and PDF, to one article for each passage of them.
//!
//! A passage is what stands under one heading, cut at blank lines and ends of sentences where that is long; in a PDF, which says nothing of
//! headings, it is of one page. A recommendation that states how strong it is is a passage of its own, and the statement, as it stands,
//! is the label of its section. What the document says of itself is read from the lines between `---` at the head of Markdown and from the
//! `meta` elements of HTML (Highwire Press, Dublin Core). What it leaves unsaid the caller may say ([`About`]). The properties of a PDF may be
//! anybody's who made the file: they count where the caller says nothing, and each passage says that they are from there. Nothing is graded here: a strength is what the document says.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use super::article::{Article, Author, Issued, Section, doi, tidy};
use crate::pdf::Properties;

/// Characters of the longest passage.
const MAX_PASSAGE_CHARS: usize = 1500;
/// Characters of the longest title of a document, and of the longest heading.
const MAX_TITLE_CHARS: usize = 300;
/// Lines of the longest head of Markdown.
const MAX_HEAD_LINES: usize = 100;
/// Bytes of HTML in which its head is looked for.
const MAX_HEAD_BYTES: usize = 256 << 10;
/// Years that are one of a publication.
const YEARS: std::ops::RangeInclusive<i16> = 1500..=2200;
/// Behind the title of a document of which these are read from the properties of its file.
const BOTH_UNSURE: &str = " (issuer and year by the file's properties, which may be wrong)";
const ISSUER_UNSURE: &str = " (issuer by the file's properties, which may be wrong)";
const YEAR_UNSURE: &str = " (year by the file's properties, which may be wrong)";
/// The share of a paragraph that a strength must be to be of the paragraph before: four of five characters.
const ALONE: (usize, usize) = (5, 4);

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A guideline, or another statement of how to treat.
    Guideline,
    /// A book, or a part of one.
    Book,
    /// Anything else.
    Document,
}

impl Kind {
    /// Returns the type of publication under which its passages stand.
    pub const fn publication_type(self) -> &'static str {
        match self {
            Kind::Guideline => "Guideline section",
            Kind::Book => "Book section",
            Kind::Document => "Document section",
        }
    }

    fn of(words: &str) -> Option<Self> {
        let words = words.to_lowercase();
        let has = |forms: &[&str]| forms.iter().any(|form| words.contains(form));
        if has(&["guideline", "recommendation", "consensus"]) {
            return Some(Kind::Guideline);
        }
        has(&["book", "chapter"]).then_some(Kind::Book)
    }
}

impl std::str::FromStr for Kind {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "guideline" => Ok(Kind::Guideline),
            "book" => Ok(Kind::Book),
            "document" => Ok(Kind::Document),
            _ => Err("expected guideline, book or document"),
        }
    }
}

/// What is said of documents that do not say it themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// Who issued them.
    pub issuer: Option<String>,
    /// When.
    pub year: Option<i16>,
    /// What they are.
    pub kind: Option<Kind>,
}

/// What a document says of itself.
#[derive(Debug, Default)]
struct Own {
    title: Option<String>,
    issuer: Option<String>,
    year: Option<i16>,
    kind: Option<Kind>,
    doi: Option<String>,
    is_withdrawn: bool,
    /// What stands in for what is said neither here nor by the caller, and may be wrong.
    properties: Properties,
}

/// A passage before it is an article: the headings above it, its paragraphs, and what they say of the strength of a recommendation.
#[derive(Debug, Default)]
struct Passage {
    path: Vec<String>,
    text: String,
    strength: Option<String>,
}

/// Returns the passages of the Markdown `text`.
pub(super) fn markdown(text: &str, about: &About) -> Vec<Article> {
    let (own, body) = head(text);
    let passages = passages(body, true);
    articles(own, passages, about)
}

/// Returns the passages of the page `html`.
pub(super) fn html(html: &str, about: &About) -> Vec<Article> {
    let passages = passages(&crate::markup::text(html), false);
    articles(metadata(html), passages, about)
}

/// Returns the passages of the text of a PDF: `pages` are the numbers and texts of its pages, `properties` what it says of itself beside them.
pub(super) fn pages(pages: &[(u32, &str)], properties: &Properties, about: &About) -> Vec<Article> {
    let title = pages.iter().flat_map(|(_, text)| text.lines()).find_map(tidy);
    let of_page = |(number, text): &(u32, &str)| {
        let mut of = Passages { path: vec![format!("page {number}")], ..Passages::default() };
        text.split("\n\n").for_each(|paragraph| of.paragraph(&paragraph.replace('\n', " ")));
        of.finish()
    };
    let own = Own { title, properties: properties.clone(), ..Own::default() };
    articles(own, pages.iter().flat_map(of_page).collect(), about)
}

/// Returns whether `head` begins as Markdown that is read here: with a head between `---`, or with a heading.
pub(super) fn is_markdown(head: &str) -> bool {
    let mut lines = head.lines();
    match lines.next().map(str::trim_end) {
        Some("---") => lines.take(MAX_HEAD_LINES).any(|line| field(line).is_some_and(|(name, _)| name == "title")),
        Some(first) => heading(first).is_some(),
        None => false,
    }
}

fn articles(own: Own, passages: Vec<Passage>, about: &About) -> Vec<Article> {
    let first = passages.first().and_then(|passage| passage.path.first().cloned());
    let (Some(title), false) = (own.title.or(first), passages.is_empty()) else { return Vec::new() };
    let title = shortened(&title);
    let kind = own.kind.or(about.kind).or_else(|| Kind::of(&title)).unwrap_or(Kind::Document);
    // The title of the document is often its first heading, too.
    let base = |passage: &Passage| {
        let path: Vec<&str> = passage.path.iter().map(String::as_str).filter(|part| *part != title).collect();
        if path.is_empty() { title.clone() } else { format!("{title}: {}", path.join(" › ")) }
    };
    let bases: Vec<String> = passages.iter().map(base).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    bases.iter().for_each(|base| *counts.entry(base).or_default() += 1);
    let mut at: BTreeMap<&str, usize> = BTreeMap::new();
    let mut articles = Vec::new();
    for (passage, base) in passages.iter().zip(&bases) {
        let number = at.entry(base).or_default();
        *number += 1;
        let named = match counts.get(base.as_str()) {
            Some(of) if *of > 1 => format!("{base} ({number} of {of})"),
            _ => base.clone(),
        };
        let mut article = Article::titled(named);
        let said = (own.issuer.as_ref().or(about.issuer.as_ref()), own.year.or(about.year));
        let issuer = said.0.or(own.properties.author.as_ref());
        article.authors = issuer.map(|issuer| Author::group(issuer.clone())).into_iter().collect();
        article.issued = Issued { year: said.1.or(own.properties.year), month: None };
        article.types = vec![kind.publication_type().to_owned()];
        if own.is_withdrawn {
            article.types.push("Retracted Publication".to_owned());
        }
        let doi = own.doi.as_ref().map(|doi| format!(" (doi {doi})")).unwrap_or_default();
        let unsure = match (said.0.is_none() && issuer.is_some(), said.1.is_none() && article.issued.year.is_some()) {
            (true, true) => BOTH_UNSURE,
            (true, false) => ISSUER_UNSURE,
            (false, true) => YEAR_UNSURE,
            (false, false) => "",
        };
        article.journal = format!("{title}{doi}{unsure}");
        article.sections = vec![Section { label: passage.strength.clone(), text: passage.text.clone() }];
        articles.push(article);
    }
    articles
}

fn shortened(title: &str) -> String {
    title.chars().take(MAX_TITLE_CHARS).collect()
}

/// A field of the head of Markdown, its name in small letters.
fn field(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim().to_lowercase();
    let value = tidy(value.trim().trim_matches(['"', '\'']))?;
    (!name.is_empty() && name.chars().all(char::is_alphanumeric)).then_some((name, value))
}

/// Returns what the head of Markdown says, and what stands behind it.
fn head(text: &str) -> (Own, &str) {
    let mut own = Own::default();
    let Some(inner) =
        text.strip_prefix("---").and_then(|rest| rest.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n'))
    else {
        return (own, text);
    };
    let mut at = 0;
    for line in inner.split_inclusive('\n').take(MAX_HEAD_LINES) {
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return (own, inner.get(at..).unwrap_or_default());
        }
        let Some((name, value)) = field(line) else { continue };
        match name.as_str() {
            "title" => own.title = Some(value),
            "issuer" | "publisher" | "organization" | "organisation" | "author" => own.issuer = Some(value),
            "year" | "date" | "published" => own.year = year(&value),
            "kind" | "type" => own.kind = Kind::of(&value),
            "doi" => own.doi = doi(&value),
            "withdrawn" | "superseded" => own.is_withdrawn = matches!(value.as_str(), "yes" | "true"),
            _ => {}
        }
    }
    // It has no end: then it is none.
    (Own::default(), text)
}

/// Returns the first year in `text`.
fn year(text: &str) -> Option<i16> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    digits.filter_map(|digits| digits.parse().ok()).find(|year| YEARS.contains(year))
}

static META: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?is)<meta\b[^>]{0,4000}>").ok());
static ATTRIBUTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?is)\b(name|property|content)\s*=\s*(?:"([^"]*)"|'([^']*)')"#).ok());
static TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?is)<title\b[^>]*>(.{0,4000}?)</title").ok());

/// Returns what the `meta` elements of a page say, and its title.
fn metadata(html: &str) -> Own {
    let mut end = MAX_HEAD_BYTES.min(html.len());
    while !html.is_char_boundary(end) {
        end -= 1;
    }
    let head = html.get(..end).unwrap_or_default();
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for element in META.iter().flat_map(|form| form.find_iter(head)) {
        let (mut name, mut content) = (None, None);
        for found in ATTRIBUTE.iter().flat_map(|form| form.captures_iter(element.as_str())) {
            let value = found.get(2).or(found.get(3)).map(|value| value.as_str());
            match found.get(1).map(|which| which.as_str().to_lowercase()).as_deref() {
                Some("content") => content = value,
                _ => name = value.map(str::to_lowercase),
            }
        }
        if let (Some(name), Some(value)) = (name, content.and_then(|content| tidy(&crate::markup::text(content)))) {
            said.entry(name).or_insert(value);
        }
    }
    let first = |names: &[&str]| names.iter().find_map(|name| said.get(*name).cloned());
    let in_head =
        TITLE.iter().find_map(|form| form.captures(head)).and_then(|found| found.get(1).map(|title| title.as_str()));
    let is_book = said.contains_key("citation_isbn") || said.contains_key("citation_inbook_title");
    let kind = first(&["dc.type", "dcterms.type", "citation_article_type"]).and_then(|kind| Kind::of(&kind));
    Own {
        title: first(&["citation_title", "dc.title", "dcterms.title"])
            .or_else(|| in_head.and_then(|title| tidy(&crate::markup::text(title)))),
        issuer: first(&[
            "citation_publisher",
            "dc.publisher",
            "dcterms.publisher",
            "citation_author",
            "dc.creator",
            "og:site_name",
        ]),
        year: first(&[
            "citation_publication_date",
            "citation_date",
            "dc.date",
            "dcterms.issued",
            "article:published_time",
        ])
        .and_then(|date| year(&date)),
        kind: kind.or(is_book.then_some(Kind::Book)),
        doi: first(&["citation_doi", "dc.identifier"]).and_then(|text| doi(&text)),
        is_withdrawn: false,
        properties: Properties::default(),
    }
}

/// A heading of Markdown: how deep it is, and its words.
fn heading(line: &str) -> Option<(usize, String)> {
    let words = line.trim_start_matches('#');
    let depth = line.len() - words.len();
    let words = words.strip_prefix(' ').filter(|_| (1..=6).contains(&depth))?;
    tidy(words.trim_end().trim_end_matches('#')).map(|words| (depth, shortened(&words)))
}

/// Passages that are being gathered.
#[derive(Debug, Default)]
struct Passages {
    path: Vec<String>,
    open: Passage,
    done: Vec<Passage>,
}

impl Passages {
    /// Ends the passage that is open.
    fn flush(&mut self) {
        let open = std::mem::take(&mut self.open);
        if !open.text.is_empty() {
            self.done.push(Passage { path: self.path.clone(), ..open });
        }
    }

    /// Takes a paragraph.
    fn paragraph(&mut self, text: &str) {
        let Some(text) = tidy(text) else { return };
        let is_short = text.chars().count() <= MAX_PASSAGE_CHARS;
        if let Some(said) = strength(&text).filter(|_| is_short) {
            let is_alone = said.chars().count() * ALONE.0 >= text.chars().count() * ALONE.1;
            let before = is_alone.then(|| self.last_paragraph()).flatten();
            self.flush();
            self.open = Passage {
                text: before.map_or_else(|| text.clone(), |before| format!("{before}\n{text}")),
                strength: Some(said),
                path: Vec::new(),
            };
            return self.flush();
        }
        if self.open.text.chars().count() + text.chars().count() > MAX_PASSAGE_CHARS {
            self.flush();
        }
        for (at, sentence) in parts(&text).into_iter().enumerate() {
            let is_first = self.open.text.is_empty();
            if !is_first && self.open.text.chars().count() + sentence.chars().count() > MAX_PASSAGE_CHARS {
                self.flush();
            }
            self.open.text.push_str(match (self.open.text.is_empty(), at) {
                (true, _) => "",
                (false, 0) => "\n",
                (false, _) => " ",
            });
            self.open.text.push_str(sentence);
        }
    }

    /// Takes the last paragraph out of the passage that is open.
    fn last_paragraph(&mut self) -> Option<String> {
        let at = self.open.text.rfind('\n').map_or(0, |at| at + 1);
        let last = self.open.text.split_off(at);
        self.open.text.truncate(self.open.text.trim_end().len());
        (!last.is_empty()).then_some(last)
    }

    fn finish(mut self) -> Vec<Passage> {
        self.flush();
        self.done
    }
}

/// Returns the whole of `text` where it is no longer than a passage, else its sentences, none longer than that.
fn parts(text: &str) -> Vec<&str> {
    if text.chars().count() <= MAX_PASSAGE_CHARS {
        return vec![text];
    }
    let mut parts = Vec::new();
    for sentence in text.split_sentence_bounds() {
        let mut rest = sentence.trim_end();
        while let Some((cut, _)) = rest.char_indices().nth(MAX_PASSAGE_CHARS) {
            let (part, after) = rest.split_at(cut);
            parts.push(part);
            rest = after;
        }
        parts.extend(Some(rest).filter(|rest| !rest.is_empty()));
    }
    parts
}

/// Returns the passages of `text`, whose headings begin with `#`; of Markdown its signs for links and weight are left out.
fn passages(text: &str, is_markdown: bool) -> Vec<Passage> {
    let mut of = Passages::default();
    let mut depths: Vec<usize> = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        if let Some((depth, words)) = heading(line) {
            of.paragraph(&std::mem::take(&mut paragraph));
            of.flush();
            let keep = depths.iter().take_while(|above| **above < depth).count();
            depths.truncate(keep);
            of.path.truncate(keep);
            depths.push(depth);
            of.path.push(if is_markdown { plain(&words) } else { words });
        } else if line.trim().is_empty() {
            of.paragraph(&std::mem::take(&mut paragraph));
        } else {
            paragraph.push_str(&if is_markdown { plain(line) } else { line.to_owned() });
            paragraph.push(' ');
        }
    }
    of.paragraph(&paragraph);
    of.finish()
}

static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)").ok());

/// Returns a line of Markdown without the signs for weight, and of links their words.
fn plain(line: &str) -> String {
    let text = LINK.as_ref().map_or(line.into(), |form| form.replace_all(line, "$1"));
    text.replace("**", "").replace("__", "")
}

/// What says how strong a recommendation is: GRADE, the American colleges (class and level), grades with letters.
static STRENGTH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let evidence = r"(?:very low|low|moderate|high)[- ](?:quality|certainty)(?: (?:of )?(?:the )?evidence)?";
    let class = "(?:IIa|IIb|I{1,3})";
    let level = r"(?:(?i:level(?: of evidence)?)|LOE)[: ] ?(?:[ABC](?:-(?:NR|LD|EO|R))?|[1-4][a-c]?)\b";
    Regex::new(&format!(
        r"(?x)
        (?i:\b(?:strong|weak|conditional)\ recommendation\b)(?-x:(?i:[,;:]? \(?(?:based on )?{evidence}\)?))?
        | (?-x:(?i:\bstrength of (?:the )?recommendation)[:;,]? ?\(?(?:(?i:strong|weak|conditional)|[A-D]|[12][A-C]?)\b\)?)
        | (?-x:\b(?i:grade)[: ] ?(?:[12][A-C]\b|[A-D]\b (?i:recommendation)))
        | (?-x:\b(?i:grade of recommendation)[:;]? ?[A-D]\b)
        | (?-x:\b(?:(?i:class of recommendation)|COR)[: ] ?{class}\b(?:[,;] ?{level})?)
        | (?-x:\b(?i:class)[: ] ?{class}\b[,;] ?{level})
        "
    ))
    .ok()
});

/// Returns what `paragraph` says of the strength of its recommendation, as it stands there; `None` where it says nothing, or several things.
fn strength(paragraph: &str) -> Option<String> {
    let mut found = STRENGTH.iter().flat_map(|form| form.find_iter(paragraph)).map(|found| found.as_str().trim());
    let first = found.next()?;
    let rest: Vec<&str> = found.filter(|other| !other.eq_ignore_ascii_case(first)).collect();
    let first = if first.contains('(') { first } else { first.trim_end_matches(')') };
    rest.is_empty().then(|| first.to_owned())
}
