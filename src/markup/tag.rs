//! Finds tags and texts in markup, as browsers do where it is broken.

use std::collections::BTreeSet;

use super::{CDATA, COMMENT};

/// What stands next in markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found<'m> {
    /// Text whose references are to be undone.
    Text(&'m str),
    /// Text as it stands: a `CDATA` section.
    Literal(&'m str),
    /// The start of an element, by its name in lower case without prefix; `is_empty` when it ends at once.
    Open { name: String, is_empty: bool, shown: Shown },
    /// The end of an element.
    Close { name: String },
    /// A comment, declaration or instruction.
    Nothing,
}

/// What the attributes of an element say of how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Shown {
    #[default]
    Plainly,
    /// Struck through.
    Struck,
    /// Not at all.
    Hidden,
    /// As a box or button to tick; whether it is ticked.
    Ticked(bool),
}

/// Elements whose content is no markup.
const RAW: [&str; 2] = ["script", "style"];

/// Returns the classes, in lower case, that a `style` element of `markup` strikes through.
pub(super) fn struck_classes(markup: &str) -> BTreeSet<String> {
    const STYLE: &str = "<style";
    let mut struck = BTreeSet::new();
    if !markup.contains("line-through") {
        return struck;
    }
    let lower = markup.to_ascii_lowercase();
    for (at, _) in lower.match_indices(STYLE) {
        let inside =
            lower.get(at + STYLE.len()..).and_then(|rest| rest.split_once('>')).map_or("", |(_, inside)| inside);
        let sheet = inside.split("</style").next().unwrap_or_default();
        for (selectors, body) in sheet.split('}').filter_map(|rule| rule.rsplit_once('{')) {
            if body.contains("line-through") {
                let is_of_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
                // Of `.a .b` it is `b` whose elements are meant.
                let between = [' ', '>', '+', '~', '\n', '\t'];
                let own = selectors.split(',').filter_map(|one| one.split(between).rfind(|part| !part.is_empty()));
                let behind = own.flat_map(|one| one.split('.').skip(1));
                let classes = behind.filter_map(|class| class.split(|sign| !is_of_name(sign)).next());
                struck.extend(classes.filter(|class| !class.is_empty()).map(str::to_owned));
            }
        }
    }
    struck
}

/// Returns what `rest`, which is not empty, begins with, and what follows it; `struck` are the classes whose elements are struck through.
pub(super) fn next<'m>(rest: &'m str, struck: &BTreeSet<String>) -> (Found<'m>, &'m str) {
    let Some(marked) = rest.strip_prefix('<') else {
        let end = rest.find('<').unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        return (Found::Text(text), after);
    };
    for (begin, end) in [COMMENT, CDATA] {
        if let Some(inner) = rest.strip_prefix(begin) {
            let (inside, after) = inner.split_once(end).unwrap_or((inner, ""));
            return (if begin == CDATA.0 { Found::Literal(inside) } else { Found::Nothing }, after);
        }
    }
    match marked.chars().next() {
        Some('!' | '?') => (Found::Nothing, after_tag(marked)),
        Some('/') => {
            let name = name(marked.get(1..).unwrap_or_default());
            (Found::Close { name }, after_tag(marked))
        }
        Some(first) if first.is_ascii_alphabetic() => open(marked, struck),
        // A sign of its own: `5 < 6`.
        _ => {
            let end = marked.find('<').map_or(rest.len(), |at| at + 1);
            let (text, after) = rest.split_at(end);
            (Found::Text(text), after)
        }
    }
}

fn open<'m>(marked: &'m str, struck: &BTreeSet<String>) -> (Found<'m>, &'m str) {
    let name = name(marked);
    let after = after_tag(marked);
    let tag = marked.get(..marked.len() - after.len()).unwrap_or_default();
    if RAW.contains(&name.as_str()) && !tag.ends_with("/>") {
        return (Found::Nothing, after_raw(&name, after));
    }
    let is_empty = tag.ends_with("/>");
    (Found::Open { shown: shown(&name, tag, struck), name, is_empty }, after)
}

/// Returns how the element `name` is shown by the attributes of `tag`: by its style, class and type of HTML, or by the style code or
/// the revision of CDA's narrative.
fn shown(name: &str, tag: &str, struck: &BTreeSet<String>) -> Shown {
    let attributes = attributes(tag);
    let is_set = |wanted: &str| attributes.iter().any(|(name, _)| name == wanted);
    let says = |wanted: &[&str], holds: &dyn Fn(&str) -> bool| {
        attributes.iter().any(|(name, value)| wanted.contains(&name.as_str()) && holds(value))
    };
    let hides = |value: &str| {
        let dense: String = value.split_whitespace().collect();
        dense.contains("display:none") || dense.contains("visibility:hidden")
    };
    if is_set("hidden") || says(&["style"], &hides) {
        return Shown::Hidden;
    }
    let is_box = says(&["type"], &|value| matches!(value.trim(), "checkbox" | "radio"));
    if name == "input" && is_box {
        return Shown::Ticked(is_set("checked"));
    }
    let strikes = |value: &str| ["strike", "linethrough", "line-through"].iter().any(|word| value.contains(word));
    let is_of_struck = |value: &str| {
        let mut words = value.split(|sign: char| !sign.is_alphanumeric());
        strikes(value)
            || value.split_whitespace().any(|class| struck.contains(class))
            || words.any(|word| matches!(word, "deleted" | "removed" | "del" | "struck"))
    };
    let is_struck = says(&["style", "stylecode"], &strikes)
        || says(&["class"], &is_of_struck)
        || says(&["revised"], &|value| value.trim() == "delete");
    if is_struck { Shown::Struck } else { Shown::Plainly }
}

/// Returns the attributes of `tag`, which begins with the name of its element, in lower case and without prefixes.
fn attributes(tag: &str) -> Vec<(String, String)> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
    let mut rest = tag.get(tag.find(is_end).unwrap_or(tag.len())..).unwrap_or_default();
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(is_end);
        let end = rest.find(|c: char| is_end(c) || c == '=').unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let name = name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase();
        let (value, after) = match behind.trim_start().strip_prefix('=') {
            None => ("", behind),
            Some(value) => {
                let value = value.trim_start();
                let quoted = value.chars().next().filter(|mark| matches!(mark, '"' | '\''));
                match quoted.and_then(|mark| value.get(1..)?.split_once(mark)) {
                    Some(quoted) => quoted,
                    None => value.split_at(value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len())),
                }
            }
        };
        if name.is_empty() && after.len() == rest.len() {
            return found;
        }
        found.push((name, value.to_ascii_lowercase()));
        rest = after;
    }
}

/// Returns the name at the start of `tag` in lower case, without the prefix of a name space.
fn name(tag: &str) -> String {
    let end = tag.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '<')).unwrap_or(tag.len());
    let (name, _) = tag.split_at(end);
    name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase()
}

/// Returns what follows the `>` of the tag whose inside `marked` begins with; one in quotation marks does not count.
fn after_tag(marked: &str) -> &str {
    let mut quoted = None;
    for (at, byte) in marked.bytes().enumerate() {
        match (quoted, byte) {
            (Some(mark), byte) if byte == mark => quoted = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quoted = Some(byte),
            (None, b'>') => return marked.get(at + 1..).unwrap_or_default(),
            (None, _) => {}
        }
    }
    // A quotation mark that is never closed hides no more than its own tag.
    marked.split_once('>').map_or("", |(_, after)| after)
}

/// Returns what follows the end of the element `name`, whose content is no markup.
fn after_raw<'m>(name: &str, content: &'m str) -> &'m str {
    let ends = content.match_indices("</").map(|(at, _)| at);
    let end = ends
        .into_iter()
        .find(|&at| content.get(at + 2..at + 2 + name.len()).is_some_and(|closing| closing.eq_ignore_ascii_case(name)));
    end.and_then(|at| content.get(at + 1..)).map_or("", after_tag)
}
