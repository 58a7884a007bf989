//! Refuses a PDF that would unpack to more than memory holds, before anything of it is unpacked for good.
//!
//! The streams of a PDF are found here by the word that begins them, whatever the file says of their number and length, and are
//! inflated into nothing; what is packed in itself several times is counted at each level. Streams that are packed otherwise than with
//! zlib (RFC 1950) are not counted: LZW, and zlib in ASCII85 or hexadecimal.

use std::cell::Cell;
use std::io::{self, Read as _};
use std::rc::Rc;

use flate2::{bufread, write};

use crate::error::{Code, Error, Result};

/// Bytes that all streams of a file together may unpack to.
const MAX_INFLATED: u64 = 512 << 20;

/// How often a stream may be packed in itself.
const MAX_LEVELS: usize = 8;

const KEYWORD: &[u8] = b"stream";

/// Looks at every stream of `bytes`.
///
/// # Errors
/// `too-large` when they unpack to more than is held.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    within(bytes, MAX_INFLATED)
}

fn within(bytes: &[u8], most: u64) -> Result<()> {
    let (mut at, inflated) = (0, Rc::new(Cell::new(0)));
    while let Some(start) = next_stream(bytes, at) {
        let data = bytes.get(start..).unwrap_or_default();
        at = start;
        if !is_zlib(data) {
            continue;
        }
        let mut decoder = bufread::ZlibDecoder::new(data).take(most - inflated.get() + 1);
        // Of a stream that is damaged what stands before the damage counts.
        let _ = io::copy(&mut decoder, &mut Level::new(Rc::clone(&inflated), most, MAX_LEVELS));
        if inflated.get() > most {
            let error = Error::new(Code::TooLarge, "the PDF is too large once unpacked: split it, in bytes");
            return Err(error.found(inflated.get(), most));
        }
        at += usize::try_from(decoder.into_inner().total_in()).unwrap_or_default();
    }
    Ok(())
}

/// Returns where the data of the next stream after `from` begin (ISO 32000-2, 7.3.8.1).
fn next_stream(bytes: &[u8], from: usize) -> Option<usize> {
    let ahead = bytes.get(from..)?;
    let found = ahead.windows(KEYWORD.len()).position(|window| window == KEYWORD)?;
    let after = from + found + KEYWORD.len();
    let line_end = match bytes.get(after..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r' | b'\n', ..]) => 1,
        _ => 0,
    };
    Some(after + line_end)
}

/// Returns whether `data` begin as zlib does (RFC 1950, section 2.2).
fn is_zlib(data: &[u8]) -> bool {
    matches!(data, [method, flags, ..] if method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)) % 31 == 0)
}

/// Counts what is written, and what that unpacks to where it is zlib again; keeps nothing.
struct Level {
    inflated: Rc<Cell<u64>>,
    most: u64,
    /// Levels that may follow.
    left: usize,
    /// The first two bytes, until both are there.
    head: Vec<u8>,
    next: Option<write::ZlibDecoder<Box<Level>>>,
}

impl Level {
    fn new(inflated: Rc<Cell<u64>>, most: u64, left: usize) -> Self {
        Level { inflated, most, left, head: Vec::new(), next: None }
    }

    /// Adds `count`; fails beyond what is allowed.
    fn add(&self, count: u64) -> io::Result<()> {
        self.inflated.set(self.inflated.get().saturating_add(count));
        if self.inflated.get() > self.most { Err(io::Error::other("too much")) } else { Ok(()) }
    }
}

impl io::Write for Level {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes.len() as u64)?;
        let mut rest = bytes;
        if self.head.len() < 2 {
            let (ours, others) = rest.split_at(rest.len().min(2 - self.head.len()));
            self.head.extend(ours);
            rest = others;
            if is_zlib(&self.head) {
                if self.left == 0 {
                    self.add(self.most)?;
                }
                let level = Level::new(Rc::clone(&self.inflated), self.most, self.left.saturating_sub(1));
                let mut next = write::ZlibDecoder::new(Box::new(level));
                next.write_all(&self.head)?;
                self.next = Some(next);
            }
        }
        // What is no zlib after all ends there, unless it was too much.
        if self.next.as_mut().is_some_and(|next| next.write_all(rest).is_err()) {
            self.next = None;
            self.add(0)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn streams_are_counted_together_and_one_too_many_is_refused() {
        let packed = zlib(&vec![b'a'; 100_000]);
        let one = [b"<<>> stream\r\n".as_slice(), &packed, b"\nendstream ".as_slice()].concat();
        let two = [one.as_slice(), &one, b"stream\nno zlib endstream".as_slice()].concat();
        assert!(two.len() < 1000);
        assert!(within(&two, 200_000).is_ok());
        assert_eq!(within(&two, 199_999).unwrap_err().code(), Code::TooLarge);
        assert!(within(&one[..one.len() / 2], 100_000).is_ok());
        assert!(within(b"stream", 0).is_ok());
    }

    #[test]
    fn what_is_packed_in_itself_is_counted_at_each_level() {
        let stream = |packed: &[u8]| [b"<<>> stream\n".as_slice(), packed, b"\nendstream".as_slice()].concat();
        let once = zlib(&vec![b'a'; 100_000]);
        let twice = zlib(&once);
        let thrice = zlib(&twice);
        let all = (100_000 + once.len() + twice.len()) as u64;
        assert!(within(&stream(&thrice), all).is_ok());
        assert_eq!(within(&stream(&thrice), all - 1).unwrap_err().code(), Code::TooLarge);
        let often = (0..MAX_LEVELS + 1).fold(once.clone(), |packed, _| zlib(&packed));
        assert_eq!(within(&stream(&often), 1 << 20).unwrap_err().code(), Code::TooLarge);
        // Text that only begins as zlib does.
        let text = zlib(&[b"\x78\x9c".as_slice(), &vec![b'\xff'; 1000]].concat());
        assert!(within(&stream(&text), 1002).is_ok());
        assert!(within(&stream(&text), 1001).is_err());
    }
}
