//! The list of what was not read: places and our own words, never a value of the file.

use std::fmt::Write as _;

use crate::document::Skipped;
use crate::error::{Error, Place};

/// Places that are listed one by one; a hostile file could name millions, each longer than what stands there.
pub const MAX_LISTED: usize = 1000;

/// What was not read of one file, in the order of finding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Skips {
    /// The first [`MAX_LISTED`].
    pub listed: Vec<Skipped>,
    /// How many more there were.
    pub unlisted: usize,
    /// Whether the file ends in the middle.
    pub cut: bool,
    /// How many of all these are whole parts, such as an entry or a page, that may say something of a patient.
    pub left_out: usize,
}

const CUT: &str = "the file is cut short here: what stands before was read; get the whole file and add it";
const CUT_GZIP: &str = "the gzip is cut short: what it holds up to there was read; get the whole file and add it";

impl Skips {
    /// Adds `place`, which was not read because of `reason`.
    pub(crate) fn add(&mut self, place: &Place, reason: &'static str) {
        self.push(place, || reason.to_owned());
    }

    /// Adds `place`, which was not read because of what stands at `byte` of the unwrapped file.
    pub(crate) fn add_at(&mut self, place: &Place, reason: &'static str, byte: usize) {
        self.push(place, || {
            let mut text = reason.to_owned();
            write!(text, " (byte {byte})").expect("writing to a String cannot fail");
            text
        });
    }

    /// As [`add`](Self::add), of a whole part that may say something of a patient.
    pub(crate) fn leave_out(&mut self, place: &Place, reason: &'static str) {
        self.left_out += 1;
        self.add(place, reason);
    }

    /// As [`add_at`](Self::add_at), of a whole part that may say something of a patient.
    pub(crate) fn leave_out_at(&mut self, place: &Place, reason: &'static str, byte: usize) {
        self.left_out += 1;
        self.add_at(place, reason, byte);
    }

    /// As [`add_error`](Self::add_error), of a whole part that may say something of a patient.
    pub(crate) fn leave_out_for(&mut self, place: &Place, error: &Error) {
        self.left_out += 1;
        self.add_error(place, error);
    }

    /// Adds `place`, in which the unwrapped file ends at `byte` although it should go on.
    pub(crate) fn add_cut(&mut self, place: &Place, byte: usize) {
        self.cut = true;
        self.add_at(place, CUT, byte);
    }

    /// Adds that the gzip around the file ends in the middle.
    pub(crate) fn add_cut_gzip(&mut self) {
        self.cut = true;
        self.add(&Place::root(), CUT_GZIP);
    }

    /// Adds `place`, which could not be read because of `error`.
    pub(crate) fn add_error(&mut self, place: &Place, error: &Error) {
        self.push(place, || error.to_string());
    }

    /// Adds what was not read of the member `number` of an archive.
    pub(crate) fn take(&mut self, other: Skips, number: Option<usize>) {
        for Skipped { path, reason } in other.listed {
            let path = match number {
                Some(number) if path.is_empty() => format!("file[{number}]"),
                Some(number) => format!("file[{number}].{path}"),
                None => path,
            };
            if self.listed.len() < MAX_LISTED {
                self.listed.push(Skipped { path, reason });
            } else {
                self.unlisted += 1;
            }
        }
        self.unlisted += other.unlisted;
        self.cut |= other.cut;
        self.left_out += other.left_out;
    }

    fn push(&mut self, place: &Place, reason: impl FnOnce() -> String) {
        if self.listed.len() < MAX_LISTED {
            self.listed.push(Skipped { path: place.to_string(), reason: reason() });
        } else {
            self.unlisted += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_ends_and_the_count_does_not() {
        let mut skips = Skips::default();
        for index in 0..MAX_LISTED + 7 {
            skips.add_at(&Place::root().field("line").index(index), "is not JSON", index);
        }
        assert_eq!((skips.listed.len(), skips.unlisted), (MAX_LISTED, 7));
        let first = Skipped { path: "line[0]".into(), reason: "is not JSON (byte 0)".into() };
        assert_eq!(skips.listed.first(), Some(&first));
        assert!(!skips.cut);
        skips.add_cut(&Place::root(), 8);
        assert_eq!((skips.unlisted, skips.cut), (8, true), "it is known of a place that is not listed, too");
    }
}
