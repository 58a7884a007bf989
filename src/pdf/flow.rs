//! Puts the lines of pages into one text.
//!
//! A line that was broken because it was full goes on behind a space, or behind the hyphen that it ends with; other
//! lines stand below each other; between paragraphs, and between pages, is a blank line. Nothing is added but white space.

use crate::document::page::{Bounds, Page, PlacedLine};
use crate::span::Span;

use super::glyphs::Shown;
use super::lines::{Line, lines};

/// How far letters reach above and below their baseline, in ems.
const ASCENT: f64 = 0.8;
const DESCENT: f64 = 0.22;
/// Lines whose distance is this much more than is usual on the page are of different paragraphs.
const PARAGRAPH: f64 = 1.3;
/// The usual distance of lines where a page has too few to tell, in ems.
const LEADING: f64 = 1.25;
/// Lines further apart than this, in ems, say nothing of what is usual.
const MAX_LEADING: f64 = 3.0;
/// Sizes of type that differ by more than this share are of different paragraphs.
const SIZE: f64 = 0.12;
/// Characters of a line that can have been full.
const FULL_LINE_CHARS: usize = 40;
/// How far the beginnings of two lines of a paragraph may be apart, in ems.
const INDENT: f64 = 4.0;
/// Width of a character, in ems, for asking whether a word would have had room.
const CHARACTER: f64 = 0.45;
/// Lines nearer than this, in ems, do not follow each other.
const BASELINE_APART: f64 = 0.6;
/// Width of the space before a word, in ems.
const SPACE_BEFORE: f64 = 0.25;

/// What begins an item of a list.
const BULLETS: &[char] = &['•', '◦', '▪', '‣', '·', '–', '-', '*', '●', '○', '■', '□', '☐', '☑', '☒', '✓'];

/// A text that is being put together.
#[derive(Debug, Default)]
pub(super) struct Flow {
    text: String,
    pages: Vec<Page>,
}

impl Flow {
    /// Adds what the page `number` shows.
    pub(super) fn page(&mut self, number: u32, shown: &Shown) {
        let lines = lines(shown);
        let (usual, right) = (leading(&lines), right_sides(&lines));
        let mut placed: Vec<PlacedLine> = Vec::with_capacity(lines.len());
        let mut before: Option<(&Line, f64)> = None;
        for (line, right) in lines.iter().zip(right) {
            match before {
                Some((before, right)) => self.text.push_str(between(before, line, usual, right)),
                None if self.text.is_empty() => {}
                None => self.text.push_str("\n\n"),
            }
            placed.push(PlacedLine { span: Span::at(self.text.len(), line.text.len()), bounds: bounds(line) });
            self.text.push_str(&line.text);
            before = Some((line, right));
        }
        let (width, height) = shown.size;
        if !placed.is_empty() {
            self.pages.push(Page {
                number,
                width: tenth(f64::from(width)),
                height: tenth(f64::from(height)),
                lines: placed,
            });
        }
    }

    /// Returns the text and its pages.
    pub(super) fn finish(self) -> (String, Vec<Page>) {
        (self.text, self.pages)
    }
}

/// Returns the usual distance of lines that follow each other, in ems.
fn leading(lines: &[Line]) -> f64 {
    let mut distances: Vec<f64> = lines
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if a.direction == b.direction => Some((b.across - a.across) / a.em.max(f64::MIN_POSITIVE)),
            _ => None,
        })
        .filter(|distance| *distance > BASELINE_APART && *distance < MAX_LEADING)
        .collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied().map_or(LEADING, |middle| middle.max(1.0))
}

/// Returns for every line where the lines around it end at most: those above and below that begin within its width.
fn right_sides(lines: &[Line]) -> Vec<f64> {
    let mut sides: Vec<f64> = lines.iter().map(|line| line.along.1).collect();
    let mut start = 0;
    for end in 1..=lines.len() {
        let goes_on = match (lines.get(end - 1), lines.get(end)) {
            (Some(a), Some(b)) => {
                a.direction == b.direction
                    && b.across > a.across
                    && b.across - a.across < MAX_LEADING * a.em
                    && b.along.0 < a.along.1
                    && a.along.0 < b.along.1
            }
            _ => false,
        };
        if !goes_on {
            let most = sides.get(start..end).unwrap_or_default().iter().copied().fold(f64::NEG_INFINITY, f64::max);
            sides.iter_mut().take(end).skip(start).for_each(|side| *side = most);
            start = end;
        }
    }
    sides
}

/// Returns what stands between two lines; `usual` is the distance of lines in ems, `right` the right side of those around the first.
fn between(a: &Line, b: &Line, usual: f64, right: f64) -> &'static str {
    let distance = (b.across - a.across) / a.em.max(f64::MIN_POSITIVE);
    let is_other_size = (a.em - b.em).abs() > SIZE * a.em.max(b.em);
    if a.direction != b.direction || distance < BASELINE_APART || distance > usual * PARAGRAPH || is_other_size {
        return "\n\n";
    }
    if a.is_open && b.text.starts_with(char::is_lowercase) {
        return "";
    }
    let has_cells = a.text.contains('\t') || b.text.contains('\t');
    let indent = (b.along.0 - a.along.0).abs() / a.em.max(f64::MIN_POSITIVE);
    let first_word = b.text.split(' ').next().unwrap_or_default().chars().count();
    let had_no_room = a.along.1 + (first_word as f64 * CHARACTER + SPACE_BEFORE) * a.em > right;
    let was_full = a.text.chars().count() >= FULL_LINE_CHARS && had_no_room && indent <= INDENT;
    if has_cells || !was_full || begins_an_item(&b.text) {
        return "\n";
    }
    let is_hyphen = |text: &str| text.ends_with('-') && text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    if is_hyphen(&a.text) && b.text.starts_with(char::is_lowercase) { "" } else { " " }
}

/// Returns whether `text` begins as an item of a list does: with a bullet, or `1.`, `2)`, `(a)`.
fn begins_an_item(text: &str) -> bool {
    let Some((first, _)) = text.split_once(' ') else { return false };
    let numbered = first.trim_start_matches('(').strip_suffix(['.', ')']).is_some_and(|number| {
        let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
        !number.is_empty() && (is_number || number.len() == 1 && first.ends_with(')'))
    });
    numbered || first.chars().count() == 1 && first.starts_with(BULLETS)
}

/// Returns the rectangle around `line`, on the page.
fn bounds(line: &Line) -> Bounds {
    let (cos, sin) = line.direction;
    let corner = |along: f64, across: f64| (along * cos - across * sin, along * sin + across * cos);
    let (top, bottom) = (line.across - ASCENT * line.em, line.across + DESCENT * line.em);
    let corners = [
        corner(line.along.0, top),
        corner(line.along.1, top),
        corner(line.along.0, bottom),
        corner(line.along.1, bottom),
    ];
    let least = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    Bounds {
        left: tenth(least(|corner| corner.0)),
        top: tenth(least(|corner| corner.1)),
        right: tenth(most(|corner| corner.0)),
        bottom: tenth(most(|corner| corner.1)),
    }
}

/// Returns `points` to a tenth.
fn tenth(points: f64) -> f32 {
    ((points * 10.0).round() / 10.0) as f32
}
