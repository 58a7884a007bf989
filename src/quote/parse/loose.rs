//! Quotations without tags: Markdown block quotes, a passage's name before a line, names in brackets behind a sentence.

use std::sync::LazyLock;

use regex::Regex;

use super::{Quoted, Said, only_alias};
use crate::reference::Alias;

/// A line that begins with the name of a passage, alone or before its text: `R1: …`, `**R1**`, `- [R1] …`, `Title: R1`.
static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[\s>*_#\-–—•]{0,6}(?:(?i:title|source|passage|quote|reference)\s*:\s*)?[\[(*_`]{0,3}#?(R[1-9][0-9]{0,5})[\])*_`]{0,3}(?:\s*$|\s*[:–—]\s*|\.?\s*$)").ok()
});
/// Names of passages in brackets: `[R1]`, `(R1, R2)`, `[R1](#R1)`, `【R1】`.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\s*(?:\[|\(|【)\s*#?(?:(?i:see|source|title):?\s*)?(R[1-9][0-9]{0,5}(?:\s*(?:,|;|and|&|–|-)\s*#?R[1-9][0-9]{0,5})*)\s*(?:\]|\)|】)(?:\(#[^)\s]{0,40}\))?").ok()
});

/// Returns the parts of `prose`, in which there is no tag.
pub(super) fn read(prose: &str) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::new();
    let mut words = String::new();
    let mut open: Option<Quoted> = None;
    for line in prose.lines() {
        let bare = line.trim();
        let is_quote = bare.starts_with('>');
        let inner = bare.trim_start_matches('>').trim();
        if let Some((name, rest)) = named(line) {
            // `> text` and then `— R1`: the name belongs to what came before.
            let names_what_came =
                rest.is_empty() && open.as_ref().is_some_and(|open| open.title.is_empty() && !open.text.is_empty());
            if let (true, Some(open)) = (names_what_came, &mut open) {
                open.title = name;
                continue;
            }
            flush(&mut words, &mut open, &mut said);
            open = Some(Quoted { title: name, text: rest });
            continue;
        }
        match &mut open {
            Some(_) if bare.is_empty() => flush(&mut words, &mut open, &mut said),
            Some(quoted) => push_line(&mut quoted.text, inner),
            None if is_quote => {
                flush(&mut words, &mut open, &mut said);
                open = Some(Quoted { title: String::new(), text: inner.to_owned() });
            }
            None => {
                words.push_str(line);
                words.push('\n');
            }
        }
    }
    flush(&mut words, &mut open, &mut said);
    said
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Returns the name of the passage that `line` begins with, and what comes after.
fn named(line: &str) -> Option<(String, String)> {
    let found = NAMED.as_ref()?.captures(line)?;
    let name = found.get(1)?.as_str().to_owned();
    let rest = line.get(found.get(0)?.end()..)?.trim().to_owned();
    Some((name, rest))
}

/// Closes what is open: the words with the passages that they cite, then the quotation.
fn flush(words: &mut String, open: &mut Option<Quoted>, said: &mut Vec<Said>) {
    let prose = std::mem::take(words);
    let mut cited: Vec<Alias> = Vec::new();
    let plain = CITED.as_ref().map_or(prose.as_str().into(), |form| {
        form.replace_all(&prose, |found: &regex::Captures<'_>| {
            let names = found.get(1).map_or("", |names| names.as_str());
            cited.extend(names.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(Alias::parse));
            String::new()
        })
    });
    let plain = plain.trim();
    if !plain.is_empty() {
        said.push(Said::Prose(plain.to_owned()));
    }
    let mut seen = std::collections::BTreeSet::new();
    cited.retain(|alias| seen.insert(*alias));
    said.extend(cited.into_iter().map(|alias| Said::Quote(Quoted { title: alias.to_string(), text: String::new() })));
    if let Some(mut quoted) = open.take() {
        if quoted.title.is_empty() {
            quoted.title = only_alias(&quoted.text).map(|alias| alias.to_string()).unwrap_or_default();
        }
        quoted.text = quoted.text.trim().to_owned();
        said.push(Said::Quote(quoted));
    }
}
