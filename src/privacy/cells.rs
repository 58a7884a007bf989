//! Cells of tables, and what says what each holds: the cell before it in its row, the head of its column, or a label before a colon or in
//! bold type. What is read by the words that stand before it is read so behind a border, too.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::relations::RELATIONS;

/// Most letters of a label, in bytes.
const MAX_LABEL: usize = 60;
/// Most letters of a cell that is read, in bytes.
const MAX_CELL: usize = 200;
/// What divides the cells of a row.
const BORDERS: [char; 2] = ['|', '\t'];
/// What may stand around the words of a cell.
const AROUND: [char; 7] = [' ', '*', '_', '#', ':', '\u{a0}', '\r'];

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// What says what it holds.
    pub(super) label: Range<usize>,
    /// What it holds, without white space around it.
    pub(super) range: Range<usize>,
}

/// Words of labels of cells that hold ages.
#[rustfmt::skip] // words of one kind, in two lines
const OF_AGES: &[&str] = &[
    "age", "aged", "ages", "born", "birth", "onset", "diagnosis", "diagnosed", "dx", "death", "died", "deceased", "menarche", "menopause",
];

impl Cell {
    /// Returns whether its label says that an age may stand in it.
    pub(super) fn is_of_ages(&self, text: &str) -> bool {
        let lower = text.get(self.label.clone()).unwrap_or_default().to_lowercase();
        let mut words = lower.split(|sign: char| !sign.is_alphabetic());
        words.any(|word| OF_AGES.contains(&word) || RELATIONS.contains(&word))
    }

    /// Returns its label and what it holds as they would be said, with `between` between them.
    pub(super) fn joined(&self, text: &str, between: &str) -> Joined {
        let label = text.get(self.label.clone()).unwrap_or_default();
        let held = text.get(self.range.clone()).unwrap_or_default();
        let text = [label, between, held].concat();
        Joined { before: text.len() - held.len(), text, start: self.range.start }
    }
}

/// A label and what stands in its cell, as one text.
pub(super) struct Joined {
    pub(super) text: String,
    /// Where the cell begins in it.
    before: usize,
    /// Where the cell begins in the text that it is of.
    start: usize,
}

impl Joined {
    /// Returns where the bytes at `range` stand in the text that this is of; `None` where they are not all of the cell.
    pub(super) fn place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let moved = |at: usize| Some(self.start + at.checked_sub(self.before)?);
        Some(moved(range.start)?..moved(range.end)?)
    }
}

/// Labels in bold type, and those that begin a line and end in a colon.
static LABELS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"\*\*(?P<label>[^*\n|]{1,58})\*\*(?P<it>[^\n*|]+)",
        r"__(?P<label>[^_\n|]{1,58})__(?P<it>[^\n_|]+)",
        r"(?m)^[ \t>*\x{2022}-]*\*(?P<label>[^*\n|]{1,58})\*(?P<it>[^\n*|]+)",
        r"(?m)^[ \t>*#\x{2022}-]*(?P<label>\p{L}[\p{L}' ]{1,40}):(?P<it>[^\n|:.;!?]+)",
    ]
    .into_iter()
    .filter_map(|form| Regex::new(form).ok())
    .collect()
});

/// Returns the cells of `text` that have a label, a cell with each of its labels by itself.
pub(super) fn cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut heads: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let row = row(text, at..at + line.trim_end().len());
        at += line.len();
        if line.contains(BORDERS) && !line.contains(char::is_alphanumeric) {
            continue;
        }
        if row.len() < 2 {
            heads.clear();
            continue;
        }
        let before = row.iter().zip(row.iter().skip(1));
        let above = if heads.len() == row.len() { heads.iter() } else { [].iter() };
        for (label, range) in before.chain(above.zip(&row)) {
            cells.extend(cell(text, label, range));
        }
        if heads.is_empty() {
            heads = row;
        }
    }
    for form in LABELS.iter() {
        for captures in form.captures_iter(text) {
            let part = |name| captures.name(name).map(|part: regex::Match<'_>| trimmed(text, part.range()));
            if let Some((label, range)) = part("label").zip(part("it")) {
                cells.extend(cell(text, &label, &range));
            }
        }
    }
    cells
}

fn cell(text: &str, label: &Range<usize>, range: &Range<usize>) -> Option<Cell> {
    let is_said = text.get(label.clone()).is_some_and(|label| label.contains(char::is_alphabetic));
    let fits = label.len() <= MAX_LABEL && !range.is_empty() && range.len() <= MAX_CELL;
    (is_said && fits).then(|| Cell { label: label.clone(), range: range.clone() })
}

/// Returns the cells of the line `line`; none where it has no borders.
fn row(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let inside = text.get(line.clone()).unwrap_or_default();
    if !inside.contains(BORDERS) {
        return Vec::new();
    }
    let (mut row, mut from) = (Vec::new(), line.start);
    for (at, border) in inside.match_indices(BORDERS) {
        row.push(trimmed(text, from..line.start + at));
        from = line.start + at + border.len();
    }
    row.push(trimmed(text, from..line.end));
    if inside.starts_with('|') {
        row.remove(0);
    }
    row
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (inside.len() - inside.trim_start_matches(AROUND).len());
    start..start + inside.trim_matches(AROUND).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_read_with_what_says_what_it_holds() {
        let read = |text: &str| -> Vec<String> {
            let cells = cells(text).into_iter();
            cells.map(|cell| format!("{}={}", &text[cell.label], &text[cell.range])).collect()
        };
        for (text, expected) in [
            ("Nurse | Young", &["Nurse=Young"][..]),
            ("Nurse\tYoung\n", &["Nurse=Young"]),
            (
                "Problem | Provider\n--- | ---\nPain | Stone, Hope MD",
                &["Problem=Provider", "Pain=Stone, Hope MD", "Problem=Pain", "Provider=Stone, Hope MD"],
            ),
            ("| Age | 62 years |", &["Age=62 years"]),
            ("**Nurse**: price", &["Nurse=price"]),
            ("- **Nurse:** price\n", &["Nurse=price", "Nurse=price"]),
            ("*Nurse* price", &["Nurse=price"]),
            ("__Nurse__ price", &["Nurse=price"]),
            ("Nurse: price. Pain.", &["Nurse=price"]),
            ("| x", &[]),
            ("a |", &[]),
            ("Pain at night.", &[]),
            ("--- | ---", &[]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(LABELS.len(), 4);
    }
}
