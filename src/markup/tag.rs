//! Finds tags and texts in markup, as browsers do where it is broken.

use super::{CDATA, COMMENT};

/// What stands next in markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found<'m> {
    /// Text whose references are to be undone.
    Text(&'m str),
    /// Text as it stands: a `CDATA` section.
    Literal(&'m str),
    /// The start of an element, by its name in lower case without prefix; `is_empty` when it ends at once.
    Open { name: String, is_empty: bool },
    /// The end of an element.
    Close { name: String },
    /// A comment, declaration or instruction.
    Nothing,
}

/// Elements whose content is no markup.
const RAW: [&str; 2] = ["script", "style"];

/// Returns what `rest`, which is not empty, begins with, and what follows it.
pub(super) fn next(rest: &str) -> (Found<'_>, &str) {
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
        Some(first) if first.is_ascii_alphabetic() => open(marked),
        // A sign of its own: `5 < 6`.
        _ => {
            let end = marked.find('<').map_or(rest.len(), |at| at + 1);
            let (text, after) = rest.split_at(end);
            (Found::Text(text), after)
        }
    }
}

fn open(marked: &str) -> (Found<'_>, &str) {
    let name = name(marked);
    let after = after_tag(marked);
    let tag = marked.get(..marked.len() - after.len()).unwrap_or_default();
    if RAW.contains(&name.as_str()) && !tag.ends_with("/>") {
        return (Found::Nothing, after_raw(&name, after));
    }
    let is_empty = tag.ends_with("/>");
    (Found::Open { name, is_empty }, after)
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
