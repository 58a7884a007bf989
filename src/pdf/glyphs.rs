//! The letters that a page shows, each with its place, as the interpreter of the page meets them.

use std::ops::Range;

use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, RenderContent, SoftMask, TransformExt as _, interpret_page,
};
use unicode_normalization::UnicodeNormalization as _;

/// Units of the em square in which glyphs are placed (ISO 32000-2, 9.2.4).
const UNITS_PER_EM: f64 = 1000.0;
/// Width of a letter whose font gives none, in ems.
const USUAL_WIDTH: f64 = 0.5;
/// The most that a letter is wide, in ems; more is a fault of its font.
const MAX_WIDTH: f64 = 3.0;
/// A line of letters that leans less than this (sine of the angle) is taken to be level.
const LEVEL: f64 = 0.05;
/// A letter whose meaning nothing tells.
const UNKNOWN: char = char::REPLACEMENT_CHARACTER;

/// Where a word may be parted.
const SOFT_HYPHEN: char = '\u{ad}';

/// A letter, or several that one glyph stands for; a soft hyphen is one that says nothing.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// What it says, in [`Shown::text`].
    pub text: Range<usize>,
    /// The direction of its line: a unit vector, `(1, 0)` for text from left to right.
    pub direction: (f64, f64),
    /// Where it begins along its line, in points.
    pub along: f64,
    /// Where its line runs, in points across that direction; growing downwards.
    pub across: f64,
    /// How far it goes along its line, in points.
    pub advance: f64,
    /// The size of its font, in points.
    pub em: f64,
}

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// What all letters say, one after the other.
    pub text: String,
    /// The letters of the page, in the order in which they are drawn.
    pub page: Vec<Glyph>,
    /// The letters of what is laid over the page: fields that were filled in, and remarks.
    pub over: Vec<Glyph>,
    /// Letters without a meaning.
    pub unknown: usize,
    /// Whether there were more than was asked for.
    pub is_full: bool,
    /// Width and height of the page as it is shown, in points.
    pub size: (f32, f32),
}

impl Shown {
    /// Returns how many letters there are.
    pub(super) fn count(&self) -> usize {
        self.page.len() + self.over.len()
    }
}

/// Returns what `page` shows, up to `most` letters.
pub(super) fn of(page: &Page<'_>, most: usize) -> Shown {
    let mut collector =
        Collector { shown: Shown { size: page.render_dimensions(), ..Shown::default() }, most, is_over: false };
    let (width, height) = collector.shown.size;
    let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    for (content, is_over) in [(RenderContent::PAGE, false), (RenderContent::ANNOTATIONS, true)] {
        let settings = InterpreterSettings { render_content: content, ..InterpreterSettings::default() };
        let cache = InterpreterCache::new();
        let upright = page.initial_transform(true).to_kurbo();
        let mut context = Context::new(upright, bounds, &cache, page.xref(), settings);
        collector.is_over = is_over;
        interpret_page(page, &mut context, &mut collector);
    }
    collector.shown
}

struct Collector {
    shown: Shown,
    most: usize,
    is_over: bool,
}

impl Collector {
    fn take(&mut self, drawn: &Drawn<'_>, transform: Affine, mode: WritingMode) {
        let origin = transform * Point::ZERO;
        let (ahead, up) =
            (transform * Point::new(UNITS_PER_EM, 0.0) - origin, transform * Point::new(0.0, UNITS_PER_EM) - origin);
        let width = match drawn {
            Drawn::Outline(outline) => outline.advance_width(),
            Drawn::Type3(own) => own.advance_width(),
        };
        let width = width.map_or(USUAL_WIDTH, |width| (f64::from(width) / UNITS_PER_EM).clamp(0.0, MAX_WIDTH));
        let (line, width) = match mode {
            WritingMode::Horizontal => (ahead, width),
            WritingMode::Vertical => (-up, 1.0),
        };
        let (em, length) = (up.hypot2().sqrt(), line.hypot2().sqrt());
        if !(origin.x.is_finite() && origin.y.is_finite() && em.is_finite() && length.is_finite()) || em * length <= 0.0
        {
            return;
        }
        let Some(direction) = level(line.x / length, line.y / length) else { return };
        let start = self.shown.text.len();
        match drawn.as_unicode() {
            Some(BfString::Char(character)) => self.say(character),
            Some(BfString::String(text)) => text.chars().for_each(|character| self.say(character)),
            None => self.say(UNKNOWN),
        }
        // A soft hyphen shows nothing, and takes its room all the same: what stands on its two sides is one word.
        let is_soft = matches!(drawn.as_unicode(), Some(BfString::Char(SOFT_HYPHEN)));
        if self.shown.text.len() == start && !is_soft {
            return;
        }
        let glyph = Glyph {
            text: start..self.shown.text.len(),
            direction,
            along: origin.x * direction.0 + origin.y * direction.1,
            across: origin.y * direction.0 - origin.x * direction.1,
            advance: width * length,
            em,
        };
        if self.is_over { self.shown.over.push(glyph) } else { self.shown.page.push(glyph) }
    }

    /// Adds `character`: a ligature as its letters, and nothing for what shows nothing.
    fn say(&mut self, character: char) {
        match character {
            UNKNOWN => {
                self.shown.unknown += 1;
                self.shown.text.push(UNKNOWN);
            }
            '\u{fb00}'..='\u{fb06}' => self.shown.text.extend(std::iter::once(character).nfkc()),
            character if character.is_whitespace() => self.shown.text.push(' '),
            SOFT_HYPHEN | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            character if character.is_control() => {}
            character => self.shown.text.push(character),
        }
    }
}

/// Returns the unit vector, exactly along an axis where it is nearly so, and else to two decimals, so that the letters of
/// one line have one; `None` where it is none.
fn level(x: f64, y: f64) -> Option<(f64, f64)> {
    if !(x.is_finite() && y.is_finite()) {
        return None;
    }
    Some(if y.abs() < LEVEL {
        (x.signum(), 0.0)
    } else if x.abs() < LEVEL {
        (0.0, y.signum())
    } else {
        ((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0)
    })
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        for glyph in run.glyphs() {
            if self.shown.count() >= self.most {
                self.shown.is_full = true;
                return;
            }
            self.take(glyph, props.transform * glyph.transform(), run.writing_mode());
        }
    }
}
