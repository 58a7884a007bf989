//! The lines of a file, one at a time.

use std::ops::Range;

/// What looking for a line came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// Line `number`, counted from 0 with blank ones, without the white space around it.
    Line { number: usize, range: Range<usize> },
    /// There are no more lines.
    End,
    /// The budget is used up.
    Pause,
}

/// Goes through the lines of a file that are not blank. A line ends with `\n` or `\r\n`.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    start: usize,
    /// Up to here there is no end of the line that begins at `start`.
    searched: usize,
    end: usize,
    number: usize,
}

impl Lines {
    /// Returns the lines of the bytes in `range`.
    pub(crate) fn new(range: Range<usize>) -> Self {
        Lines { start: range.start, searched: range.start, end: range.end, number: 0 }
    }

    /// Returns the lines of the bytes in `range`, of which the first is line `number` of its file.
    pub(crate) fn from(range: Range<usize>, number: usize) -> Self {
        Lines { number, ..Lines::new(range) }
    }

    /// Returns the next line of `bytes`; looks at no more than `budget` bytes, which is lessened by as many.
    pub(crate) fn next(&mut self, bytes: &[u8], budget: &mut usize) -> Next {
        while self.start < self.end {
            let until = self.searched.saturating_add(*budget).min(self.end);
            let ahead = bytes.get(self.searched..until).unwrap_or_default();
            let found = ahead.iter().position(|byte| *byte == b'\n');
            let looked_at = found.map_or(ahead.len(), |at| at + 1);
            *budget = budget.saturating_sub(looked_at);
            self.searched += looked_at;
            if found.is_none() && self.searched < self.end {
                return Next::Pause;
            }
            let line = bytes.get(self.start..self.searched).unwrap_or_default();
            let (start, number) = (self.start + (line.len() - line.trim_ascii_start().len()), self.number);
            (self.start, self.number) = (self.searched, number + 1);
            let filled = line.trim_ascii();
            if !filled.is_empty() {
                return Next::Line { number, range: start..start + filled.len() };
            }
        }
        Next::End
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, pace: usize) -> Vec<(usize, &str)> {
        let (mut lines, mut found) = (Lines::new(0..text.len()), Vec::new());
        loop {
            match lines.next(text.as_bytes(), &mut pace.clone()) {
                Next::Line { number, range } => found.push((number, &text[range])),
                Next::End => return found,
                Next::Pause => {}
            }
        }
    }

    #[test]
    fn blank_lines_count_and_are_passed_over() {
        for pace in [1, 3, 100] {
            assert_eq!(lines("a\r\n\r\n b c \n\n\nd", pace), [(0, "a"), (2, "b c"), (5, "d")]);
            assert_eq!(lines("\n \r\n", pace), []);
            assert_eq!(lines("", pace), []);
        }
    }
}
