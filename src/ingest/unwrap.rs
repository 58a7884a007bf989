//! Undoes the compression around a whole file, within bounds and so far at a time as asked for.

use std::borrow::Cow;
use std::io::{Cursor, ErrorKind, Read as _};

use flate2::bufread::{DeflateDecoder, GzDecoder};

use crate::document::Wrapping;
use crate::error::{Code, Error, Result};

use super::format::GZIP_MAGIC;

/// Bytes of a file once unwrapped: more is refused, so that a small file cannot fill the memory.
pub const MAX_UNWRAPPED_BYTES: usize = 512 << 20;

/// A gzip file has its length, modulo 2³², in its last four bytes (RFC 1952, section 2.3.1).
const LENGTH_BYTES: usize = 4;
/// Deflate makes at most so many bytes of one (zlib's technical notes, "Maximum Compression Factor").
const MAX_EXPANSION: usize = 1032;

/// A file without its wrapping.
pub(crate) struct Unwrapped<'a> {
    pub bytes: Cow<'a, [u8]>,
    pub wrapping: Vec<Wrapping>,
    /// What is wrong with the compression, if these are nevertheless its bytes, or those of its beginning.
    pub remark: Option<Remark>,
}

/// What is wrong with a compressed file of which there are bytes nevertheless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remark {
    /// It ends in the middle: the bytes are those of its beginning.
    Cut,
    /// Something that is no gzip follows its end.
    Followed,
}

/// A file that is being unwrapped.
pub(crate) struct Unwrapping<'a> {
    source: Source<'a>,
    unpacked: Vec<u8>,
    /// Bytes before those of `unpacked`, which were let go.
    passed: usize,
    /// The most bytes of `unpacked`.
    limit: usize,
}

enum Source<'a> {
    Plain(Cow<'a, [u8]>),
    /// One member of the gzip, of which there may be several one after the other (RFC 1952, section 2.2).
    Member(Box<GzDecoder<Cursor<Cow<'a, [u8]>>>>),
    /// A member of a ZIP archive (RFC 1951).
    Deflated(Box<DeflateDecoder<Cursor<Cow<'a, [u8]>>>>, Wrapping),
    End(Option<Remark>, Wrapping),
}

impl<'a> Unwrapping<'a> {
    /// Begins to unwrap `bytes`; more than `limit` bytes are refused.
    ///
    /// # Errors
    /// `too-large` when the file as it is has more bytes already.
    pub(crate) fn begin(bytes: Cow<'a, [u8]>, limit: usize) -> Result<Self> {
        if bytes.len() > limit {
            return Err(too_large(bytes.len(), limit));
        }
        let mut unpacked = Vec::new();
        let source = if bytes.starts_with(GZIP_MAGIC) {
            // Only a hint: where memory is short, or the length wrong, the buffer grows as it fills.
            let _ = unpacked.try_reserve_exact(stated_length(&bytes).min(limit));
            Source::Member(Box::new(GzDecoder::new(Cursor::new(bytes))))
        } else {
            Source::Plain(bytes)
        };
        Ok(Unwrapping { source, unpacked, passed: 0, limit })
    }

    /// Begins to unpack `packed`, the bytes of the member `wrapping` of an archive; more than `limit` bytes are refused.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub(crate) fn member(packed: Vec<u8>, wrapping: Wrapping, limit: usize) -> Result<Self> {
        if packed.len() > limit {
            return Err(too_large(packed.len(), limit));
        }
        let deflated = matches!(wrapping, Wrapping::Zip { deflated: true, .. });
        let (source, unpacked) = if deflated {
            (Source::Deflated(Box::new(DeflateDecoder::new(Cursor::new(packed.into()))), wrapping), Vec::new())
        } else {
            (Source::End(None, wrapping), packed)
        };
        Ok(Unwrapping { source, unpacked, passed: 0, limit })
    }

    /// Unwraps at most `budget` bytes more, and returns how many, and whether that was all.
    ///
    /// # Errors
    /// `too-large` beyond the limit; `malformed` when the gzip is broken, or cut short before its first byte.
    pub(crate) fn step(&mut self, budget: usize) -> Result<(usize, bool)> {
        let before = self.unpacked.len();
        // One byte beyond the limit shows that there are more.
        let budget = budget.min(self.limit + 1 - before);
        let outcome = match &mut self.source {
            Source::Member(decoder) => decoder.by_ref().take(budget as u64).read_to_end(&mut self.unpacked),
            Source::Deflated(decoder, _) => decoder.by_ref().take(budget as u64).read_to_end(&mut self.unpacked),
            Source::Plain(_) | Source::End(..) => return Ok((0, true)),
        };
        let unpacked = self.unpacked.len() - before;
        if self.unpacked.len() > self.limit {
            return Err(too_large(self.unpacked.len(), self.limit));
        }
        match outcome {
            Ok(_) if unpacked == budget => return Ok((unpacked, false)),
            Ok(_) => self.source = after(std::mem::replace(&mut self.source, Source::End(None, Wrapping::Gzip))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && self.passed + self.unpacked.len() > 0 => {
                self.source = Source::End(Some(Remark::Cut), self.wrapping());
            }
            Err(_) => {
                return Err(Error::new(
                    Code::Malformed,
                    "the compression around the file is broken or cut short: get the file again and add that",
                ));
            }
        }
        Ok((unpacked, matches!(self.source, Source::End(..))))
    }

    /// Returns the bytes that were unwrapped and not let go, and where they begin in the unwrapped file.
    pub(crate) fn unpacked(&self) -> (&[u8], usize) {
        (&self.unpacked, self.passed)
    }

    /// Lets the first `count` of these bytes go.
    ///
    /// # Errors
    /// `too-large` for a file of more bytes than this machine can count.
    pub(crate) fn pass(&mut self, count: usize) -> Result<()> {
        let count = count.min(self.unpacked.len());
        self.unpacked.drain(..count);
        self.passed = self.passed.checked_add(count).ok_or_else(|| too_large(usize::MAX, usize::MAX))?;
        Ok(())
    }

    /// Returns what is wrong with the compression, as far as is known.
    pub(crate) fn remark(&self) -> Option<Remark> {
        match &self.source {
            Source::End(remark, _) => *remark,
            _ => None,
        }
    }

    /// Returns the file unwrapped so far; all of it once [`step`](Self::step) has said so.
    pub(crate) fn finish(self) -> Unwrapped<'a> {
        let wrapping = self.wrapping();
        let remark = match self.source {
            Source::Plain(bytes) => return Unwrapped { bytes, wrapping: Vec::new(), remark: None },
            Source::Member(_) | Source::Deflated(..) => Some(Remark::Cut),
            Source::End(remark, _) => remark,
        };
        Unwrapped { bytes: self.unpacked.into(), wrapping: vec![wrapping], remark }
    }

    /// Returns what is undone here.
    fn wrapping(&self) -> Wrapping {
        match self.source {
            Source::Deflated(_, wrapping) | Source::End(_, wrapping) => wrapping,
            Source::Plain(_) | Source::Member(_) => Wrapping::Gzip,
        }
    }
}

/// Returns what follows the member that has come to its end.
fn after(member: Source<'_>) -> Source<'_> {
    let decoder = match member {
        Source::Member(decoder) => decoder,
        Source::Deflated(_, wrapping) => return Source::End(None, wrapping),
        other => return other,
    };
    let rest = decoder.into_inner();
    match usize::try_from(rest.position()).ok().and_then(|at| rest.get_ref().get(at..)) {
        Some(ahead) if ahead.starts_with(GZIP_MAGIC) => Source::Member(Box::new(GzDecoder::new(rest))),
        Some([_, ..]) => Source::End(Some(Remark::Followed), Wrapping::Gzip),
        _ => Source::End(None, Wrapping::Gzip),
    }
}

/// Returns the bytes of `archive` that a member of it takes; `None` when it is no member of an archive, or not of this one.
pub(crate) fn within(archive: &[u8], wrapping: Wrapping) -> Option<&[u8]> {
    let Wrapping::Zip { start, end, .. } = wrapping else { return None };
    archive.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

/// Returns `bytes` with everything in `wrapping` undone, outermost first; `limit` is in bytes.
///
/// # Errors
/// `malformed` when it is not around them; `too-large` beyond the limit.
pub(crate) fn undo<'a>(bytes: &'a [u8], wrapping: &[Wrapping], limit: usize) -> Result<Cow<'a, [u8]>> {
    let other = || Error::new(Code::Malformed, "the file is not wrapped as the citation says");
    let mut unwrapped = Cow::Borrowed(bytes);
    for &layer in wrapping {
        let mut unwrapping = match layer {
            Wrapping::Gzip if unwrapped.starts_with(GZIP_MAGIC) => Unwrapping::begin(unwrapped, limit)?,
            Wrapping::Gzip => return Err(other()),
            Wrapping::Zip { .. } => {
                Unwrapping::member(within(&unwrapped, layer).ok_or_else(other)?.to_vec(), layer, limit)?
            }
        };
        while !unwrapping.step(usize::MAX)?.1 {}
        unwrapped = unwrapping.finish().bytes;
    }
    Ok(unwrapped)
}

fn too_large(found: usize, limit: usize) -> Error {
    Error::new(Code::TooLarge, "the file is too large once unpacked: split it, in bytes")
        .found(found as u64, limit as u64)
}

/// Returns the length that a gzip file says it has unpacked, as far as it can be true.
fn stated_length(gzip: &[u8]) -> usize {
    let length = gzip.last_chunk::<LENGTH_BYTES>().map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize);
    length.min(gzip.len().saturating_mul(MAX_EXPANSION))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn unwrap(bytes: &[u8], limit: usize) -> Result<Unwrapped<'_>> {
        let mut unwrapping = Unwrapping::begin(bytes.into(), limit)?;
        while !unwrapping.step(usize::MAX)?.1 {}
        Ok(unwrapping.finish())
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_is_undone_and_remembered() {
        let packed = gzip(b"{}");
        let unwrapped = unwrap(&packed, 100).unwrap();
        assert_eq!(
            (&*unwrapped.bytes, unwrapped.wrapping, unwrapped.remark),
            (b"{}".as_slice(), vec![Wrapping::Gzip], None)
        );
        assert!(unwrap(b"{}", 10).unwrap().wrapping.is_empty());
        assert!(unwrap(b"", 10).unwrap().bytes.is_empty());
        assert!(unwrap(&gzip(b""), 100).unwrap().bytes.is_empty());
    }

    #[test]
    fn members_of_one_gzip_are_joined() {
        let packed = [gzip(b"{\"a\""), gzip(b""), gzip(b":1}")].concat();
        let unwrapped = unwrap(&packed, 100).unwrap();
        assert_eq!((&*unwrapped.bytes, unwrapped.remark), (b"{\"a\":1}".as_slice(), None));
        let followed = [&packed[..], b"more than a header has"].concat();
        let unwrapped = unwrap(&followed, 100).unwrap();
        assert_eq!((&*unwrapped.bytes, unwrapped.remark), (b"{\"a\":1}".as_slice(), Some(Remark::Followed)));
        let cut = &packed[..packed.len() - 3];
        assert_eq!(unwrap(cut, 100).unwrap().remark, Some(Remark::Cut));
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let bomb = gzip(&vec![b' '; 1 << 20]);
        assert!(bomb.len() < 1 << 15);
        assert_eq!(unwrap(&bomb, 1 << 16).err().map(|error| error.code()), Some(Code::TooLarge));
        assert_eq!(unwrap(&[b' '; 11], 10).err().map(|error| error.code()), Some(Code::TooLarge));
        assert!(unwrap(&bomb, 1 << 20).is_ok());
        let mut unwrapping = Unwrapping::begin(bomb.as_slice().into(), 1 << 16).unwrap();
        assert_eq!(unwrapping.step(1000).unwrap(), (1000, false));
        let mut steps = 1;
        while unwrapping.step(1000).is_ok() {
            steps += 1;
        }
        assert_eq!(steps, 65);
        assert!(unwrapping.unpacked.len() <= (1 << 16) + 1);
    }

    #[test]
    fn a_length_that_lies_takes_no_memory() {
        let mut packed = gzip(b"{}");
        let end = packed.len();
        packed[end - 4..].fill(0xff);
        assert!(
            Unwrapping::begin(packed.as_slice().into(), MAX_UNWRAPPED_BYTES).unwrap().unpacked.capacity() < 1 << 16
        );
        assert_eq!(unwrap(&packed, 100).err().map(|error| error.code()), Some(Code::Malformed));
    }

    #[test]
    fn of_a_cut_gzip_the_beginning_is_there_and_of_a_broken_one_nothing() {
        let text: Vec<u8> = (0..20_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let packed = gzip(&text);
        for end in [packed.len() / 2, packed.len() - 4, packed.len() - 1] {
            let unwrapped = unwrap(&packed[..end], 100_000).unwrap();
            assert!(
                unwrapped.remark == Some(Remark::Cut)
                    && text.starts_with(&unwrapped.bytes)
                    && unwrapped.bytes.len() > 10_000
            );
        }
        for end in [2, 5, 10] {
            assert_eq!(unwrap(&packed[..end], 100_000).err().map(|error| error.code()), Some(Code::Malformed));
        }
        let mut broken = packed.clone();
        let end = broken.len();
        broken[end - 6] ^= 1;
        assert_eq!(unwrap(&broken, 100_000).err().map(|error| error.code()), Some(Code::Malformed));
    }
}
