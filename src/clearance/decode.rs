//! What a text says once its encodings are undone: percent signs, entities, escapes, base64, hexadecimal, ROT13, backwards.
//!
//! Letters in other dress (accents, homoglyphs, zero-width signs, digits for letters, spelling with gaps) need no view: known
//! answers are compared in folded forms everywhere. Each [`View`] knows the bytes of the text that its own came from. Encodings
//! within encodings are undone [`DEPTH`] deep. All views together hold at most [`MAX_GROWTH`] bytes for each byte of the text and
//! [`MAX_FLOOR`] more; what would need more is not passed over but refused.

use crate::traced::{Decoded, Traced};

/// How many encodings, one within the other, are undone.
const DEPTH: usize = 3;
/// Most bytes of all views, for each byte of the text.
const MAX_GROWTH: usize = 24;
/// Bytes of views that every text may have.
const MAX_FLOOR: usize = 4096;
/// Fewest letters and digits of a hit in a view that every text has, sense or not: backwards, ROT13, from amid other letters.
/// Shorter words turn into each other too often.
const MIN_TURNED: usize = 5;
/// Fewest letters and digits of a hit in what was encoded as a whole.
const MIN_DECODED: usize = 3;
/// Fewest bytes of what was encoded as a whole from which on shapes of identifiers are looked for in it.
const MIN_SHAPED: usize = 8;

/// A text decoded from another.
pub(super) struct View {
    /// What it says, and from where.
    pub traced: Traced,
    /// Fewest letters and digits that a hit in it must have.
    pub least: usize,
    /// Whether it was written as this text, so that shapes in it mean something.
    pub is_shaped: bool,
    is_reversed: bool,
    is_rotated: bool,
}

impl View {
    fn like(&self, traced: Traced) -> View {
        View { traced, ..*self }
    }

    /// Returns every view that undoing one encoding gives.
    fn decoded(&self) -> Vec<View> {
        let mut views: Vec<View> = self.traced.unescaped().map(|traced| self.like(traced)).into_iter().collect();
        let encoded = self.traced.base64().into_iter().chain(self.traced.hexadecimal());
        views.extend(encoded.flat_map(|decoded| self.readable(&decoded)));
        let turned = |traced| View { least: self.least.max(MIN_TURNED), is_shaped: false, ..self.like(traced) };
        if !self.is_reversed && !self.is_rotated {
            views.push(View { is_reversed: true, ..turned(self.traced.reversed()) });
        }
        if !self.is_rotated {
            views.push(View { is_rotated: true, ..turned(self.traced.rotated()) });
        }
        views
    }

    /// Returns what can be read of `decoded`: all of it, where it was encoded as a whole, else the longer stretches.
    fn readable(&self, (traced, is_token): &Decoded) -> Vec<View> {
        let is_read = |c: char| c != char::REPLACEMENT_CHARACTER && (!c.is_control() || c.is_ascii_whitespace());
        let is_whole = *is_token && traced.text().chars().all(is_read);
        let least = if is_whole { MIN_DECODED } else { MIN_TURNED };
        let mut views = Vec::new();
        let mut at = 0;
        for run in traced.text().split_inclusive(|c| !is_read(c)) {
            if run.chars().filter(|c| c.is_alphanumeric()).count() >= least {
                let is_shaped = self.is_shaped && is_whole && run.len() >= MIN_SHAPED;
                let part = traced.part(at..at + run.len());
                views.push(View { least: self.least.max(least), is_shaped, ..self.like(part) });
            }
            at += run.len();
        }
        views
    }
}

/// Returns every view of `text` but the text itself, and whether those are all: not where they would go over the bound.
pub(super) fn views(text: &str) -> (Vec<View>, bool) {
    let mut left = text.len().saturating_mul(MAX_GROWTH).saturating_add(MAX_FLOOR);
    let plain = View { traced: Traced::plain(text), least: 0, is_shaped: true, is_reversed: false, is_rotated: false };
    let (mut all, mut last) = (Vec::new(), vec![plain]);
    for depth in 0..DEPTH {
        let mut next = Vec::new();
        for view in last.iter().flat_map(View::decoded) {
            match left.checked_sub(view.traced.text().len()) {
                Some(rest) => left = rest,
                None => return (all, false),
            }
            next.push(view);
        }
        all.extend(std::mem::replace(&mut last, next).into_iter().skip(usize::from(depth == 0)));
    }
    all.extend(last);
    (all, true)
}
