//! Where the lines of a text stand on the pages of the file that it was read from.

use serde::{Deserialize, Serialize};

use crate::span::{DocumentText, Span};

/// A page as it is shown, with the lines of the text that stand on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Its place in the file, from 1; what is printed on it may be another number.
    pub number: u32,
    /// Its width as it is shown, in points (1/72 inch).
    pub width: f32,
    /// Its height as it is shown, in points.
    pub height: f32,
    /// Its lines, in the order of the text.
    pub lines: Vec<PlacedLine>,
}

/// A line of a text, and the rectangle around it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PlacedLine {
    /// Its words in the text.
    pub span: Span<DocumentText>,
    /// Where they stand.
    pub bounds: Bounds,
}

/// A rectangle on a page, in points from its upper left corner, to a tenth of a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The left side.
    pub left: f32,
    /// The upper side.
    pub top: f32,
    /// The right side, not left of the left one.
    pub right: f32,
    /// The lower side, not above the upper one.
    pub bottom: f32,
}

impl Bounds {
    /// Returns the smallest rectangle that holds both.
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Where a part of a text stands: one page, and the rectangle around all of its lines there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spot {
    /// The page, from 1.
    pub page: u32,
    /// Its width in points.
    pub width: f32,
    /// Its height in points.
    pub height: f32,
    /// The rectangle.
    pub bounds: Bounds,
}

/// Returns where `span` of the text stands, one spot for each page that it is on, in their order.
pub fn spots(pages: &[Page], span: Span<DocumentText>) -> Vec<Spot> {
    let spot = |page: &Page| {
        let lines = page.lines.iter().filter(|line| line.span.overlaps(span)).map(|line| line.bounds);
        let (number, width, height) = (page.number, page.width, page.height);
        lines.reduce(Bounds::with).map(|bounds| Spot { page: number, width, height, bounds })
    };
    pages.iter().filter_map(spot).collect()
}

/// Returns the pages that `span` of the text stands on, for a heading: `page 3`, `pages 3–4`; `None` where there are none.
pub fn pages_of(pages: &[Page], span: Span<DocumentText>) -> Option<String> {
    let spots = spots(pages, span);
    match (spots.first()?.page, spots.last()?.page) {
        (first, last) if first == last => Some(format!("page {first}")),
        (first, last) => Some(format!("pages {first}–{last}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stands_where_its_lines_do() {
        let line = |start: usize, left: f32, top: f32| PlacedLine {
            span: Span::at(start, 5),
            bounds: Bounds { left, top, right: left + 100.0, bottom: top + 10.0 },
        };
        let page = |number, lines| Page { number, width: 595.0, height: 842.0, lines };
        let pages = [page(1, vec![line(0, 50.0, 40.0), line(6, 20.0, 52.0)]), page(3, vec![line(13, 50.0, 40.0)])];
        let found = spots(&pages, Span::at(3, 5));
        let bounds = Bounds { left: 20.0, top: 40.0, right: 150.0, bottom: 62.0 };
        assert_eq!(found, [Spot { page: 1, width: 595.0, height: 842.0, bounds }]);
        assert_eq!(pages_of(&pages, Span::at(7, 8)).as_deref(), Some("pages 1–3"));
        assert_eq!(pages_of(&pages, Span::at(0, 2)).as_deref(), Some("page 1"));
        assert_eq!(pages_of(&pages, Span::at(11, 1)), None);
    }
}
