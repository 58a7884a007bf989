//! Takes ranges of bytes out of a file as it streams by, so that showing one entry does not need the whole file in memory.
//!
//! The ranges are of the unwrapped file. What is wrong with a compression after the last range does not matter here.

use std::cell::RefCell;
use std::io::{Error, Result, Write};
use std::ops::Range;
use std::rc::Rc;

use flate2::write::{DeflateDecoder, MultiGzDecoder};

use crate::document::Wrapping;

/// Ranges of a file, cut out as its bytes come in.
pub struct Slicer {
    stream: Sink,
    cutter: Rc<RefCell<Cutter>>,
}

/// Where bytes go: through what is around the file, the outermost first, to the cutter.
enum Sink {
    Cutter(Rc<RefCell<Cutter>>),
    /// RFC 1952; several members one after the other are one file.
    Gzip(Box<MultiGzDecoder<Sink>>),
    /// RFC 1951.
    Deflated(Box<DeflateDecoder<Sink>>),
    /// The bytes in `range`; `at` have gone by.
    Window {
        at: u64,
        range: Range<u64>,
        inner: Box<Sink>,
    },
}

struct Cutter {
    /// Bytes of the unwrapped file that have gone by.
    at: usize,
    slices: Vec<(Range<usize>, Vec<u8>)>,
}

impl Slicer {
    /// Returns a slicer of a file that is as it is.
    pub fn plain(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Slicer::within(&[], ranges)
    }

    /// Returns a slicer of a file that comes in gzip; the ranges are of what is in it.
    pub fn gzip(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Slicer::within(&[Wrapping::Gzip], ranges)
    }

    /// Returns a slicer of a file that comes in `wrapping`, outermost first; the ranges are of what is in it.
    pub fn within(wrapping: &[Wrapping], ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let cutter = Rc::new(RefCell::new(Cutter::new(ranges)));
        let mut stream = Sink::Cutter(Rc::clone(&cutter));
        for layer in wrapping.iter().rev() {
            stream = match *layer {
                Wrapping::Gzip => Sink::Gzip(Box::new(MultiGzDecoder::new(stream))),
                Wrapping::Zip { start, end, deflated } => {
                    let inner = if deflated { Sink::Deflated(Box::new(DeflateDecoder::new(stream))) } else { stream };
                    Sink::Window { at: 0, range: start..end, inner: Box::new(inner) }
                }
            };
        }
        Slicer { stream, cutter }
    }

    /// Takes the next bytes of the file, and returns whether more are needed. After a break in the compression none are.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        let taken = self.stream.write_all(bytes);
        taken.is_ok() && !self.cutter.borrow().is_complete()
    }

    /// Returns the bytes of each range, in the order in which they were asked for; `None` for those that the file, as
    /// far as it came in, does not have.
    pub fn finish(mut self) -> Vec<Option<Vec<u8>>> {
        self.stream.finish();
        let slices = std::mem::take(&mut self.cutter.borrow_mut().slices);
        slices.into_iter().map(|(range, bytes)| (bytes.len() == range.len()).then_some(bytes)).collect()
    }
}

impl Sink {
    /// Hands on what is held back. Whatever is wrong at the end: the slices that are whole are whole.
    fn finish(&mut self) {
        match self {
            Sink::Cutter(_) => {}
            Sink::Gzip(decoder) => {
                let _ = decoder.try_finish();
                decoder.get_mut().finish();
            }
            Sink::Deflated(decoder) => {
                let _ = decoder.try_finish();
                decoder.get_mut().finish();
            }
            Sink::Window { inner, .. } => inner.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self {
            Sink::Cutter(cutter) => cutter.borrow_mut().take(bytes),
            Sink::Gzip(decoder) => decoder.write(bytes),
            Sink::Deflated(decoder) => decoder.write(bytes),
            Sink::Window { at, range, inner } => {
                let offset =
                    |byte: u64| usize::try_from(byte.saturating_sub(*at)).unwrap_or(usize::MAX).min(bytes.len());
                let wanted = bytes.get(offset(range.start)..offset(range.end)).unwrap_or_default();
                inner.write_all(wanted)?;
                *at = at.saturating_add(bytes.len() as u64);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Cutter {
    fn new(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Cutter { at: 0, slices: ranges.into_iter().map(|range| (range, Vec::new())).collect() }
    }

    fn is_complete(&self) -> bool {
        self.slices.iter().all(|(range, bytes)| bytes.len() >= range.len())
    }

    /// Fails once everything is there, which spares unpacking the rest.
    fn take(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.is_complete() {
            return Err(Error::other("the ranges are complete"));
        }
        let (start, end) = (self.at, self.at.saturating_add(bytes.len()));
        for (range, slice) in &mut self.slices {
            let wanted = range.start.max(start)..range.end.min(end);
            if wanted.start < wanted.end {
                slice.extend(bytes.get(wanted.start - start..wanted.end - start).unwrap_or_default());
            }
        }
        self.at = end;
        Ok(bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn run(mut slicer: Slicer, file: &[u8], piece: usize) -> Vec<Option<Vec<u8>>> {
        for bytes in file.chunks(piece) {
            if !slicer.push(bytes) {
                break;
            }
        }
        slicer.finish()
    }

    #[test]
    fn what_follows_the_last_range_does_not_matter() {
        let file = b"0123456789".repeat(20_000);
        let packed = [gzip(&file[..50_000]), gzip(&file[50_000..]), b"garbage".to_vec()].concat();
        let ranges = [49_995..50_005, 3..5];
        let expected = ranges.clone().map(|range| Some(file[range].to_vec()));
        assert_eq!(run(Slicer::gzip(ranges.clone()), &packed, 7), expected);
        assert_eq!(run(Slicer::plain(ranges), &file, 1000), expected);
        let cut = &packed[..packed.len() / 3];
        assert_eq!(run(Slicer::gzip([0..2, 150_000..150_001]), cut, 100), [Some(b"01".to_vec()), None]);
        assert_eq!(run(Slicer::gzip(std::iter::once(0..2)), b"no gzip at all", 3), [None]);
        assert_eq!(run(Slicer::plain([0..0, 5..9]), b"0123456", 3), [Some(Vec::new()), None]);
    }

    #[test]
    fn a_member_of_an_archive_is_cut_like_a_file() {
        let file = b"0123456789".repeat(200);
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&file).unwrap();
        let packed = encoder.finish().unwrap();
        let archive = [b"header".as_slice(), &packed, b"directory"].concat();
        let (start, end) = (6, 6 + packed.len() as u64);
        let ranges = || [5..8, 1995..2000];
        let expected = [Some(b"567".to_vec()), Some(b"56789".to_vec())];
        let member = Wrapping::Zip { start, end, deflated: true };
        assert_eq!(run(Slicer::within(&[member], ranges()), &archive, 7), expected);
        assert_eq!(run(Slicer::within(&[Wrapping::Gzip, member], ranges()), &gzip(&archive), 9), expected);
        let stored = [b"header".as_slice(), &file].concat();
        let member = Wrapping::Zip { start, end: 6 + 2000, deflated: false };
        assert_eq!(run(Slicer::within(&[member], ranges()), &stored, 64), expected);
        let inner = [b"header".as_slice(), &gzip(&file)].concat();
        let member = Wrapping::Zip { start, end: inner.len() as u64, deflated: false };
        assert_eq!(run(Slicer::within(&[member, Wrapping::Gzip], ranges()), &inner, 11), expected);
    }

    #[test]
    fn no_more_is_taken_than_needed() {
        let file = vec![7_u8; 1 << 20];
        let mut slicer = Slicer::plain(std::iter::once(10..20));
        assert!(slicer.push(&file[..15]));
        assert!(!slicer.push(&file[15..]));
    }

    proptest! {
        #[test]
        fn slices_are_those_of_the_whole_file(
            file in prop::collection::vec(any::<u8>(), 0..300),
            ranges in prop::collection::vec((0_usize..320, 0_usize..60), 0..5),
            piece in 1_usize..50,
            packed in any::<bool>(),
        ) {
            let ranges: Vec<Range<usize>> = ranges.into_iter().map(|(start, len)| start..start + len).collect();
            let expected: Vec<_> = ranges
                .iter()
                .map(|range| if range.is_empty() { Some(Vec::new()) } else { file.get(range.clone()).map(<[u8]>::to_vec) })
                .collect();
            let found = if packed {
                run(Slicer::gzip(ranges), &gzip(&file), piece)
            } else {
                run(Slicer::plain(ranges), &file, piece)
            };
            prop_assert_eq!(found, expected);
        }
    }
}
