//! Reads marked texts: one JSON object a line, offsets in Unicode code points.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Place, Result};

/// A text, with the identifying texts that people marked in it.
#[derive(Debug, Clone, Deserialize)]
pub struct Marked {
    /// Its name; the number of its line where it has none.
    #[serde(default)]
    pub id: String,
    /// The text.
    pub text: String,
    /// What is marked.
    #[serde(default)]
    pub spans: Vec<Mark>,
    /// What must not be found, where the set says so.
    #[serde(default)]
    pub keep: Vec<Stretch>,
    /// `dev` or `test`, where the set says so.
    #[serde(default)]
    pub split: Option<String>,
    /// The number of the template that it was made from, where it was.
    #[serde(default)]
    pub template_id: Option<u64>,
    /// How it is written: `mixed`, `lower` or `upper`.
    #[serde(default)]
    pub casing: Option<String>,
    /// What kind of text it is.
    #[serde(default)]
    pub kind: Option<String>,
}

/// A marked stretch of a text.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub struct Mark {
    /// Code points before it.
    pub start: usize,
    /// Code points up to its end.
    pub end: usize,
    /// What the set calls it.
    pub label: String,
    /// Where a name comes from, where the set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// A stretch of a text in code points.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Stretch {
    /// Code points before it.
    pub start: usize,
    /// Code points up to its end.
    pub end: usize,
}

/// A text with one stretch that must not be found.
#[derive(Debug, Clone, Deserialize)]
pub struct Harmless {
    /// Its name.
    #[serde(default)]
    pub id: String,
    /// The text.
    pub text: String,
    /// What must not be found.
    pub span: Stretch,
    /// `dev` or `test`, where the set says so.
    #[serde(default)]
    pub split: Option<String>,
    /// What kind of thing it is.
    #[serde(default)]
    pub kind: Option<String>,
}

/// What somebody else found in a text.
#[derive(Debug, Clone, Deserialize)]
pub struct Answered {
    /// The text's name.
    pub id: String,
    /// What was found; labels are the names of types.
    pub spans: Vec<Mark>,
}

/// Which half of a set is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// All of it.
    All,
    /// What rules may be made from.
    Dev,
    /// What they are judged by.
    Test,
}

impl Split {
    /// Returns whether a text belongs to this half: by what it says itself, else by its template (even: `dev`, odd: `test`).
    pub fn holds(self, split: Option<&str>, template_id: Option<u64>) -> bool {
        let is_dev = match (split, template_id) {
            (Some(split), _) => split == "dev",
            (None, Some(template)) => template % 2 == 0,
            (None, None) => return true,
        };
        match self {
            Split::All => true,
            Split::Dev => is_dev,
            Split::Test => !is_dev,
        }
    }
}

/// Returns the objects of `lines`, one a line; empty lines are passed over.
///
/// # Errors
/// `malformed` with the number of the line that is none.
pub fn read<T: for<'de> Deserialize<'de>>(lines: &str) -> Result<Vec<T>> {
    let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|_| {
                Error::new(Code::Malformed, "a line is not a marked text as `{id, text, spans: [{start, end, label}]}`")
                    .at(Place::root().index(number))
            })
        })
        .collect()
}

/// The bytes of a text's code points.
pub struct CodePoints {
    starts: Vec<usize>,
}

impl CodePoints {
    /// Returns where the code points of `text` lie.
    pub fn of(text: &str) -> Self {
        CodePoints { starts: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect() }
    }

    /// Returns the bytes of the code points from `start` to `end`; `None` where the text has none such.
    pub fn bytes(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let range = *self.starts.get(start)?..*self.starts.get(end)?;
        (range.start <= range.end).then_some(range)
    }

    /// Returns how many code points lie before byte `at`.
    pub fn before(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start < at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_not_bytes() {
        let points = CodePoints::of("é🩺x");
        assert_eq!(points.bytes(1, 2), Some(2..6));
        assert_eq!((points.before(2), points.before(6), points.before(7)), (1, 2, 3));
        assert_eq!((points.bytes(0, 4), points.bytes(2, 1)), (None, None));
    }

    #[test]
    fn a_line_that_is_no_object_is_named_by_its_number() {
        let error = read::<Marked>("{\"text\":\"a\"}\n\n{\"text\":1}").unwrap_err();
        assert!(error.to_string().contains("[2]") && !error.to_string().contains('1'));
    }

    #[test]
    fn a_set_without_halves_is_measured_whole() {
        assert!(Split::Dev.holds(None, None) && Split::Test.holds(Some("test"), Some(2)));
        assert!(Split::Dev.holds(None, Some(4)) && !Split::Test.holds(None, Some(4)));
    }
}
