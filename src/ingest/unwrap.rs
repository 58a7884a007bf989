//! Undoes the compression around a whole file, within bounds.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use crate::document::Wrapping;
use crate::error::{Code, Error, Result};

/// Bytes of a file once unwrapped: more is refused, so that a small file cannot fill the memory.
pub const MAX_UNWRAPPED_BYTES: usize = 512 << 20;

/// RFC 1952, section 2.3.1.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A file without its wrapping.
pub(crate) struct Unwrapped<'a> {
    pub bytes: std::borrow::Cow<'a, [u8]>,
    pub wrapping: Vec<Wrapping>,
}

/// Returns `bytes` without the gzip around them, if there is one; `limit` is in bytes.
///
/// # Errors
/// `too-large` beyond `limit`; `malformed` when the gzip is broken or cut short.
pub(crate) fn unwrap(bytes: &[u8], limit: usize) -> Result<Unwrapped<'_>> {
    let too_large = |found: usize| {
        Error::new(Code::TooLarge, "the file is too large once unpacked: split it").found(found as u64, limit as u64)
    };
    if !bytes.starts_with(GZIP_MAGIC) {
        return if bytes.len() > limit {
            Err(too_large(bytes.len()))
        } else {
            Ok(Unwrapped { bytes: bytes.into(), wrapping: Vec::new() })
        };
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(limit as u64 + 1)
        .read_to_end(&mut unpacked)
        .map_err(|_| Error::new(Code::Malformed, "the gzip around the file is broken or cut short"))?;
    if unpacked.len() > limit {
        return Err(too_large(unpacked.len()));
    }
    Ok(Unwrapped { bytes: unpacked.into(), wrapping: vec![Wrapping::Gzip] })
}

/// Returns the text of a file, and the byte it starts at: after the byte order mark, if there is one.
///
/// # Errors
/// `malformed` when the bytes are not UTF-8.
pub(crate) fn text(bytes: &[u8]) -> Result<(&str, usize)> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::new(Code::Malformed, "the file is not UTF-8 text"))?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, BYTE_ORDER_MARK.len_utf8()),
        None => (text, 0),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_is_undone_and_remembered() {
        let packed = gzip(b"{}");
        let unwrapped = unwrap(&packed, 10).unwrap();
        assert_eq!((&*unwrapped.bytes, unwrapped.wrapping), (b"{}".as_slice(), vec![Wrapping::Gzip]));
        assert!(unwrap(b"{}", 10).unwrap().wrapping.is_empty());
    }

    #[test]
    fn members_of_one_gzip_are_joined() {
        let packed = [gzip(b"{\"a\""), gzip(b":1}")].concat();
        assert_eq!(&*unwrap(&packed, 10).unwrap().bytes, b"{\"a\":1}");
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let bomb = gzip(&vec![b' '; 1 << 20]);
        assert!(bomb.len() < 1 << 13);
        assert_eq!(unwrap(&bomb, 1 << 16).err().map(|error| error.code()), Some(Code::TooLarge));
        assert_eq!(unwrap(&[b' '; 11], 10).err().map(|error| error.code()), Some(Code::TooLarge));
        assert!(unwrap(&bomb, 1 << 20).is_ok());
    }

    #[test]
    fn a_cut_gzip_is_malformed() {
        let packed = gzip(b"some text that is long enough");
        for end in [2, 5, packed.len() - 4] {
            assert_eq!(unwrap(&packed[..end], 100).err().map(|error| error.code()), Some(Code::Malformed));
        }
    }

    #[test]
    fn a_byte_order_mark_is_stepped_over() {
        assert_eq!(text("\u{feff}{}".as_bytes()).unwrap(), ("{}", 3));
        assert_eq!(text(b"{}").unwrap(), ("{}", 0));
        assert_eq!(text(b"ab\xff").unwrap_err().code(), Code::Malformed);
    }
}
