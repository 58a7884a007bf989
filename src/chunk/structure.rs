//! What stands above a piece of prose: the headings it is under, and the header row of a table that it continues.

use crate::span::{DocumentText, Span};

/// The headings and tables of a text.
pub(super) struct Structure {
    /// Level, and the words of the heading.
    headings: Vec<(usize, Span<DocumentText>)>,
    /// The header row, and where the rows below it end.
    tables: Vec<(Span<DocumentText>, usize)>,
}

impl Structure {
    /// Returns the structure of `text`: headings begin with `#`; the header of a table is a row above a line of dashes.
    pub(super) fn of(text: &str) -> Self {
        let mut structure = Structure { headings: Vec::new(), tables: Vec::new() };
        let mut before: Option<Span<DocumentText>> = None;
        let (mut at, mut in_table) = (0, false);
        for line in text.split_inclusive('\n') {
            let words = line.trim();
            let span = Span::at(at + (line.len() - line.trim_start().len()), words.len());
            at += line.len();
            if in_table && words.contains('|') {
                if let Some((_, end)) = structure.tables.last_mut() {
                    *end = span.end();
                }
                continue;
            }
            in_table = false;
            let level = words.bytes().take_while(|byte| *byte == b'#').count();
            if level > 0 && !words.trim_start_matches('#').trim().is_empty() {
                structure.headings.push((level, span));
            }
            let header = before.filter(|header| header.of(text).is_some_and(|row| row.contains('|')));
            if let Some(header) = header.filter(|_| is_rule(words)) {
                structure.tables.push((header, span.end()));
                in_table = true;
            }
            before = (!words.is_empty()).then_some(span);
        }
        structure
    }

    /// Returns the headings that the byte `at` stands under, the outermost first; not one that begins there.
    pub(super) fn headings(&self, at: usize) -> Vec<Span<DocumentText>> {
        let mut above: Vec<(usize, Span<DocumentText>)> = Vec::new();
        for &(level, span) in self.headings.iter().filter(|(_, span)| span.start() < at) {
            above.retain(|(other, _)| *other < level);
            above.push((level, span));
        }
        above.into_iter().map(|(_, span)| span).collect()
    }

    /// Returns the header row of the table among whose rows the byte `at` stands, if it is not in what begins there.
    pub(super) fn header(&self, at: usize) -> Option<Span<DocumentText>> {
        self.tables.iter().find(|(header, end)| header.end() < at && at < *end).map(|(header, _)| *header)
    }
}

/// Returns whether `line` divides the header of a table from its rows.
fn is_rule(line: &str) -> bool {
    line.contains("---") && line.chars().all(|c| matches!(c, '-' | '|' | ':' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_those_above_and_no_others() {
        let text = "# Letter\n\n## History\nlong\n\n### Pain\nnone\n\n## Plan\nrest\n";
        let structure = Structure::of(text);
        let above = |word: &str| {
            let spans = structure.headings(text.find(word).unwrap());
            spans.into_iter().map(|span| span.of(text).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(above("none"), ["# Letter", "## History", "### Pain"]);
        assert_eq!(above("rest"), ["# Letter", "## Plan"]);
        assert_eq!(above("## Plan"), ["# Letter", "## History", "### Pain"]);
        assert!(above("# Letter").is_empty());
    }

    #[test]
    fn rows_know_the_header_of_their_table() {
        let text = "x | no table\n\nTest | Value\n--- | ---\nHb | 13\nINR | 2\n\nafter | this\n| A | B |\n|---|---|\n| 1 | 2 |";
        let structure = Structure::of(text);
        let header = |word: &str| structure.header(text.find(word).unwrap()).and_then(|span| span.of(text));
        assert_eq!(header("INR"), Some("Test | Value"));
        assert_eq!(header("| 1 |"), Some("| A | B |"));
        assert_eq!((header("Test"), header("after"), header("x |")), (None, None, None));
    }
}
