//! Refuses a PDF that would unpack to more than memory holds, before anything of it is unpacked for good.
//!
//! The streams of a PDF are found here by the word that begins them, whatever the file says of their number and length, and are
//! inflated into nothing. Streams that are packed twice, or otherwise than with zlib (RFC 1950), are not counted; a PDF holds
//! them as pictures.

use std::io::{self, Read as _};

use flate2::bufread::ZlibDecoder;

use crate::error::{Code, Error, Result};

/// Bytes that all streams of a file together may unpack to.
const MAX_INFLATED: u64 = 512 << 20;

const KEYWORD: &[u8] = b"stream";

/// Looks at every stream of `bytes`.
///
/// # Errors
/// `too-large` when they unpack to more than is held.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    within(bytes, MAX_INFLATED)
}

fn within(bytes: &[u8], most: u64) -> Result<()> {
    let (mut at, mut inflated) = (0, 0);
    while let Some(start) = next_stream(bytes, at) {
        let data = bytes.get(start..).unwrap_or_default();
        at = start;
        if !is_zlib(data) {
            continue;
        }
        let mut decoder = ZlibDecoder::new(data).take(most - inflated + 1);
        // Of a stream that is damaged what stands before the damage counts.
        let mut counted = Counter(0);
        let _ = io::copy(&mut decoder, &mut counted);
        inflated += counted.0;
        if inflated > most {
            let error = Error::new(Code::TooLarge, "the PDF is too large once unpacked: split it, in bytes");
            return Err(error.found(inflated, most));
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

/// Counts what is written and keeps nothing.
struct Counter(u64);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
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
}
