//! Reads a model's reply: what it says in its own words, and what it gives out as quotations, however it wrote them.
//!
//! Models are not careful: tags of either case, left open, nested, escaped or cut off in the middle of a stream, attributes in
//! place of elements; JSON, whole or truncated; Markdown block quotes, `R1:` before a line, `[R1]` behind a sentence; any of it in code
//! fences. Every text is read as something. What stands in a quotation is kept only to find out which passage it is of
//! ([`super::attribute`]); nothing of it is ever shown.

mod json;
mod loose;

use crate::reference::Alias;

/// A quotation as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Quoted {
    /// What it names as the source; empty where it names none.
    pub title: String,
    /// What it says stands there.
    pub text: String,
}

impl Quoted {
    /// Returns the alias that the title spells, alone or among other words; `None` where there is none or more than one.
    pub fn alias(&self) -> Option<Alias> {
        Alias::parse(&self.title).or_else(|| only_alias(&self.title))
    }

    fn is_empty(&self) -> bool {
        self.title.is_empty() && self.text.is_empty()
    }
}

/// A part of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The model's own words, trimmed; no tag of a quotation is in them.
    Prose(String),
    /// A quotation.
    Quote(Quoted),
}

/// Passages that an answer may name among its words.
const MAX_NAMED: usize = 100;
/// Longest title, in characters; the rest of a longer one is text.
const MAX_TITLE: usize = 200;

/// Returns the parts of `reply`, in order. Never empty quotations, and no prose that is empty or only announces evidence.
pub fn parse(reply: &str) -> Vec<Said> {
    let plain = unfenced(reply);
    let plain = if has_tag(&plain) || !plain.contains("&lt;") { plain } else { unescaped(&plain) };
    let said = json::read(&plain).unwrap_or_else(|| tagged(&plain));
    settled(said)
}

/// Returns the parts of `text`, which may hold tags and Markdown.
fn tagged(text: &str) -> Vec<Said> {
    let mut scanner = Scanner::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = (rest.get(..at).unwrap_or_default(), rest.get(at..).unwrap_or_default());
        scanner.text(before);
        match tag(from) {
            Some((tag, len)) => {
                scanner.tag(tag);
                rest = from.get(len..).unwrap_or_default();
            }
            None => {
                scanner.text("<");
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    scanner.text(rest);
    scanner.finish()
}

/// What an element is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Quote,
    Title,
    Link,
    /// Around several quotations: nothing by itself.
    Around,
}

const ELEMENTS: [(&str, Element); 11] = [
    ("quote", Element::Quote),
    ("citation", Element::Quote),
    ("cite", Element::Quote),
    ("title", Element::Title),
    ("ref", Element::Title),
    ("reference", Element::Title),
    ("source", Element::Title),
    ("link", Element::Link),
    ("quotes", Element::Around),
    ("evidence", Element::Around),
    ("answer", Element::Around),
];

struct Tag {
    element: Element,
    closes: bool,
    /// The value of an attribute that names the source.
    named: Option<String>,
}

/// Returns the tag that `text`, which begins with `<`, begins with, and its length. A known name that is cut off by the end
/// of the text counts as its tag.
fn tag(text: &str) -> Option<(Tag, usize)> {
    let inner = text.strip_prefix('<')?;
    let closes = inner.trim_start().starts_with('/');
    let name_at = text.len() - inner.trim_start().trim_start_matches('/').trim_start().len();
    let from_name = text.get(name_at..)?;
    let name_len = from_name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(from_name.len());
    let name = from_name.get(..name_len)?.to_ascii_lowercase();
    let after = from_name.get(name_len..)?;
    if after.is_empty() {
        // The end of a stream in the middle of a tag.
        let begun = ELEMENTS.iter().find(|(known, _)| known.starts_with(name.as_str()))?;
        let whole = ELEMENTS.iter().find(|(known, _)| *known == name).map(|(_, element)| *element);
        let element = if closes { begun.1 } else { whole.unwrap_or(Element::Around) };
        return Some((Tag { element, closes, named: None }, text.len()));
    }
    let element = ELEMENTS.iter().find(|(known, _)| *known == name)?.1;
    if !after.starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '<' | '/' | '=' | ':')) {
        return None;
    }
    let end = after.find(['>', '<', '\n']).unwrap_or(after.len());
    let closed = after.get(end..).is_some_and(|rest| rest.starts_with('>'));
    let named = attribute(after.get(..end)?);
    Some((Tag { element, closes, named }, name_at + name_len + end + usize::from(closed)))
}

/// Returns the value of the first attribute in `text` that names a source.
fn attribute(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let at = ["title", "ref", "id", "source", "href"]
        .iter()
        .find_map(|name| Some(lower.find(&format!("{name}="))? + name.len() + 1))?;
    let value = text.get(at..)?.trim_start_matches(['"', '\'']);
    let end = value.find(|c: char| matches!(c, '"' | '\'' | '/') || c.is_whitespace()).unwrap_or(value.len());
    value.get(..end).map(str::to_owned).filter(|value| !value.is_empty())
}

/// Where text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Field {
    #[default]
    Text,
    Title,
    Link,
}

#[derive(Default)]
struct Scanner {
    said: Vec<Said>,
    prose: String,
    open: Option<Open>,
    field: Field,
}

#[derive(Default)]
struct Open {
    title: String,
    link: String,
    text: String,
    /// Whether no tag of a quotation opened it.
    is_bare: bool,
}

impl Scanner {
    fn text(&mut self, text: &str) {
        let Some(open) = &mut self.open else { return self.prose.push_str(text) };
        let named = match self.field {
            Field::Text => return open.text.push_str(text),
            Field::Title => &mut open.title,
            Field::Link => &mut open.link,
        };
        // The title of a passage may stand on a line of its own.
        let below = text.trim_start();
        let first = below.lines().next().unwrap_or_default();
        let text = if named.trim().is_empty() && Alias::parse(first).is_some() { below } else { text };
        // An element that is left open ends with its line.
        let (line, rest) = text.split_once('\n').map_or((text, None), |(line, rest)| (line, Some(rest)));
        named.push_str(line);
        let ends = rest.is_some() && !named.trim().is_empty();
        if let Some(rest) = rest {
            open.text.push('\n');
            open.text.push_str(rest);
        }
        if ends {
            self.field = Field::Text;
        }
    }

    fn tag(&mut self, Tag { element, closes, named }: Tag) {
        match (element, closes) {
            (Element::Around, _) => {}
            (Element::Quote, false) => {
                self.close();
                self.open = Some(Open { title: named.unwrap_or_default(), ..Open::default() });
            }
            (Element::Quote, true) => self.close(),
            (Element::Title, false) => {
                if self.open.as_ref().is_none_or(|open| !open.title.trim().is_empty()) {
                    let is_bare = self.open.as_ref().is_none_or(|open| open.is_bare);
                    self.close();
                    self.open = Some(Open { is_bare, ..Open::default() });
                }
                self.field = Field::Title;
            }
            (Element::Link, false) => {
                self.open.get_or_insert_with(|| Open { is_bare: true, ..Open::default() });
                self.field = Field::Link;
            }
            (Element::Title, true) => self.field = Field::Text,
            (Element::Link, true) => {
                self.field = Field::Text;
                if self.open.as_ref().is_some_and(|open| open.is_bare) {
                    self.close();
                }
            }
        }
    }

    fn close(&mut self) {
        self.field = Field::Text;
        let prose = std::mem::take(&mut self.prose);
        self.said.extend(loose::read(&prose));
        let Some(Open { title, link, mut text, .. }) = self.open.take() else { return };
        let mut title = if title.trim().is_empty() { link } else { title };
        if let Some((at, _)) = title.char_indices().nth(MAX_TITLE) {
            text.insert_str(0, title.get(at..).unwrap_or_default());
            title.truncate(at);
        }
        self.said.push(Said::Quote(Quoted { title: title.trim().to_owned(), text: text.trim().to_owned() }));
    }

    fn finish(mut self) -> Vec<Said> {
        self.close();
        self.said
    }
}

/// Returns `said` without what is empty or only announces quotations, and without a second, bare mention of a passage that is
/// quoted elsewhere.
fn settled(said: Vec<Said>) -> Vec<Said> {
    let in_full = |part: &Said| match part {
        Said::Quote(quoted) if !quoted.text.is_empty() => quoted.alias(),
        Said::Quote(_) | Said::Prose(_) => None,
    };
    let quoted: std::collections::BTreeSet<Alias> = said.iter().filter_map(in_full).collect();
    let mut said = said;
    for part in &mut said {
        if let Said::Prose(prose) = part {
            // Tags taken out of the middle of others may leave one behind.
            if has_tag(prose) {
                *prose = prose.replace('<', "\u{2039}");
            }
            // "…\nThe evidence is:" only announces what follows.
            while let Some(end) = prose
                .rsplit_once('\n')
                .filter(|(_, last)| last.trim().is_empty() || is_announcement(last))
                .map(|(before, _)| before.trim_end().len())
            {
                prose.truncate(end);
            }
        }
    }
    let stays = |part: &Said| match part {
        Said::Prose(prose) => !prose.is_empty() && !is_announcement(prose),
        Said::Quote(one) => {
            !one.is_empty() && (!one.text.is_empty() || one.alias().is_none_or(|alias| !quoted.contains(&alias)))
        }
    };
    said.retain(stays);
    // An answer that quotes nothing in any form, and names passages among its words, means these.
    if !said.iter().any(|part| matches!(part, Said::Quote(_))) {
        let mut named: Vec<Alias> = Vec::new();
        for part in &said {
            if let Said::Prose(prose) = part {
                named
                    .extend(prose.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(Alias::parse).take(MAX_NAMED));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        named.retain(|alias| seen.insert(*alias));
        said.extend(
            named.into_iter().map(|alias| Said::Quote(Quoted { title: alias.to_string(), text: String::new() })),
        );
    }
    said
}

/// Returns whether `prose` is only a heading over quotations.
fn is_announcement(prose: &str) -> bool {
    let bare: String = prose.chars().filter(|c| c.is_alphabetic() || *c == ' ').collect();
    let words: Vec<String> = bare.split_whitespace().map(str::to_ascii_lowercase).collect();
    words.is_empty() && !prose.chars().any(char::is_alphanumeric)
        || matches!(
            words.iter().map(String::as_str).collect::<Vec<_>>().as_slice(),
            ["evidence"]
                | ["the", "evidence"]
                | ["the", "evidence", "is"]
                | ["evidence", "is"]
                | ["quotes"]
                | ["sources"]
                | ["citations"]
        ) && !prose.contains(|c: char| c.is_ascii_digit())
}

/// Returns `text` without the lines that open and close code fences.
fn unfenced(text: &str) -> String {
    let is_fence = |line: &&str| {
        let line = line.trim();
        let info = line.trim_start_matches(['`', '~']);
        line.len() - info.len() >= 3 && info.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
    };
    if !text.contains("```") && !text.contains("~~~") {
        return text.to_owned();
    }
    text.lines().filter(|line| !is_fence(line)).collect::<Vec<_>>().join("\n")
}

fn has_tag(text: &str) -> bool {
    text.match_indices('<')
        .any(|(at, _)| text.get(at..).and_then(tag).is_some_and(|(tag, _)| tag.element != Element::Around))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Returns the one alias among the words of `text`.
fn only_alias(text: &str) -> Option<Alias> {
    let mut found = text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(Alias::parse);
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests;
