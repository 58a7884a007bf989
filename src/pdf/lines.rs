//! Puts the letters of a page into lines.
//!
//! Letters are taken in the order in which they are drawn, which is the order of reading in what word processors and
//! printers make; those that follow each other on one baseline are a line, sorted along it. Fields that are laid over a page join
//! the line at whose height they stand. A gap between letters is a space, a wide one a tab, as between the cells of a table.

use super::glyphs::{Glyph, Shown};

/// How far from a line's baseline its letters may stand, in ems; small letters further, as exponents do.
const BASELINE: f64 = 0.2;
const RAISED: f64 = 0.55;
/// A letter is small, and may be raised, below this share of the size of the line.
const SMALL: f64 = 0.85;
/// A gap is a space from here on, in ems.
const SPACE: f64 = 0.13;
/// A gap is a tab from here on, in ems; more where a space was drawn, which may be stretched to fill the line.
const TAB: f64 = 1.5;
const STRETCHED: f64 = 2.5;
/// The same letter drawn again so near, in ems, is the same letter: bold type is made so.
const AGAIN: f64 = 0.1;
/// Letters of a line that are looked at for that.
const LOOKED_AT: usize = 400;

/// A line of letters.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The direction, as of its letters.
    pub direction: (f64, f64),
    /// Where the baseline runs, in points across the direction.
    pub across: f64,
    /// The size of its largest letters, in points.
    pub em: f64,
    /// Where it begins and ends along the direction, in points.
    pub along: (f64, f64),
    /// What it says; never empty.
    pub text: String,
    /// Whether it ends with a soft hyphen, so that its last word goes on.
    pub is_open: bool,
}

/// Returns the lines that `shown` has, in the order of reading.
pub(super) fn lines(shown: &Shown) -> Vec<Line> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for glyph in &shown.page {
        match rows.last_mut() {
            Some(row) if row.holds(glyph) => row.take(glyph, shown),
            _ => rows.push(Row::new(glyph)),
        }
    }
    let of_page = rows.len();
    for glyph in &shown.over {
        let last = rows
            .len()
            .checked_sub(1)
            .filter(|last| *last >= of_page && rows.get(*last).is_some_and(|row| row.holds(glyph)));
        let at = last.or_else(|| rows.iter().position(|row| row.holds(glyph)));
        match at.and_then(|at| rows.get_mut(at)) {
            Some(row) => row.take(glyph, shown),
            None => rows.push(Row::new(glyph)),
        }
    }
    rows.into_iter().filter_map(|row| row.finish(shown)).collect()
}

struct Row<'s> {
    direction: (f64, f64),
    across: f64,
    em: f64,
    glyphs: Vec<&'s Glyph>,
}

impl<'s> Row<'s> {
    fn new(glyph: &'s Glyph) -> Self {
        Row { direction: glyph.direction, across: glyph.across, em: glyph.em, glyphs: vec![glyph] }
    }

    /// Returns whether `glyph` stands on this line.
    fn holds(&self, glyph: &Glyph) -> bool {
        if glyph.direction != self.direction {
            return false;
        }
        let off = (glyph.across - self.across).abs();
        let (small, large) = (glyph.em.min(self.em), glyph.em.max(self.em));
        off <= BASELINE * small || (small < SMALL * large && off <= RAISED * large && self.is_beside(glyph))
    }

    /// Returns whether `glyph` stands beside the last letters, and not above or below them.
    fn is_beside(&self, glyph: &Glyph) -> bool {
        let reach = self.em.max(glyph.em);
        self.glyphs.last().is_some_and(|last| {
            let gap = glyph.along - (last.along + last.advance);
            gap > -AGAIN * reach && gap < reach
        })
    }

    fn take(&mut self, glyph: &'s Glyph, shown: &Shown) {
        let says = shown.text.get(glyph.text.clone());
        let is_again = |other: &&&Glyph| {
            (other.along - glyph.along).abs() < AGAIN * glyph.em && shown.text.get(other.text.clone()) == says
        };
        if self.glyphs.iter().rev().take(LOOKED_AT).any(|other| is_again(&other)) {
            return;
        }
        // The line runs where its large letters stand.
        if glyph.em > self.em {
            (self.across, self.em) = (glyph.across, glyph.em);
        }
        self.glyphs.push(glyph);
    }

    /// Returns the line; `None` when it says nothing.
    fn finish(mut self, shown: &Shown) -> Option<Line> {
        self.glyphs.sort_by(|a, b| a.along.total_cmp(&b.along));
        let mut line = Line {
            direction: self.direction,
            across: self.across,
            em: self.em,
            along: (f64::INFINITY, f64::NEG_INFINITY),
            text: String::new(),
            is_open: false,
        };
        let mut spaces = 0;
        for glyph in self.glyphs {
            let says = shown.text.get(glyph.text.clone()).unwrap_or_default();
            line.is_open = says.is_empty();
            if line.is_open {
                line.along.1 = line.along.1.max(glyph.along + glyph.advance);
                continue;
            }
            if says.trim().is_empty() {
                spaces += 1;
                continue;
            }
            if !line.text.is_empty() {
                let gap = (glyph.along - line.along.1) / self.em.max(f64::MIN_POSITIVE);
                let tab = if spaces == 1 { STRETCHED } else { TAB };
                if gap >= tab {
                    line.text.push('\t');
                } else if spaces > 0 || gap >= SPACE {
                    line.text.push(' ');
                }
            }
            spaces = 0;
            line.text.push_str(says.trim());
            line.along = (line.along.0.min(glyph.along), line.along.1.max(glyph.along + glyph.advance));
        }
        (!line.text.is_empty()).then_some(line)
    }
}
