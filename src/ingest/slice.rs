//! Takes ranges of bytes out of a file as it streams by, so that showing one entry does not need the whole file in memory.
//!
//! The ranges are of the unwrapped file. What is wrong with a gzip after the last range does not matter here.

use std::io::{Error, Result, Write};
use std::ops::Range;

use flate2::write::MultiGzDecoder;

/// Ranges of a file, cut out as its bytes come in.
pub struct Slicer {
    stream: Stream,
}

enum Stream {
    Plain(Cutter),
    /// RFC 1952; several members one after the other are one file.
    Gzip(Box<MultiGzDecoder<Cutter>>),
}

struct Cutter {
    /// Bytes of the unwrapped file that have gone by.
    at: usize,
    slices: Vec<(Range<usize>, Vec<u8>)>,
}

impl Slicer {
    /// Returns a slicer of a file that is as it is.
    pub fn plain(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Slicer { stream: Stream::Plain(Cutter::new(ranges)) }
    }

    /// Returns a slicer of a file that comes in gzip; the ranges are of what is in it.
    pub fn gzip(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Slicer { stream: Stream::Gzip(Box::new(MultiGzDecoder::new(Cutter::new(ranges)))) }
    }

    /// Takes the next bytes of the file, and returns whether more are needed. After a break in the gzip none are.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        let taken = match &mut self.stream {
            Stream::Plain(cutter) => cutter.write_all(bytes),
            Stream::Gzip(decoder) => decoder.write_all(bytes),
        };
        taken.is_ok() && !self.cutter().is_complete()
    }

    /// Returns the bytes of each range, in the order in which they were asked for; `None` for those that the file, as
    /// far as it came in, does not have.
    pub fn finish(mut self) -> Vec<Option<Vec<u8>>> {
        if let Stream::Gzip(decoder) = &mut self.stream {
            // Whatever is wrong at the end: the slices that are whole are whole.
            let _ = decoder.try_finish();
        }
        let slices = match self.stream {
            Stream::Plain(cutter) => cutter.slices,
            Stream::Gzip(mut decoder) => std::mem::take(&mut decoder.get_mut().slices),
        };
        slices.into_iter().map(|(range, bytes)| (bytes.len() == range.len()).then_some(bytes)).collect()
    }

    fn cutter(&self) -> &Cutter {
        match &self.stream {
            Stream::Plain(cutter) => cutter,
            Stream::Gzip(decoder) => decoder.get_ref(),
        }
    }
}

impl Cutter {
    fn new(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        Cutter { at: 0, slices: ranges.into_iter().map(|range| (range, Vec::new())).collect() }
    }

    fn is_complete(&self) -> bool {
        self.slices.iter().all(|(range, bytes)| bytes.len() >= range.len())
    }
}

impl Write for Cutter {
    /// Fails once everything is there, which spares unpacking the rest.
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
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

    fn flush(&mut self) -> Result<()> {
        Ok(())
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
