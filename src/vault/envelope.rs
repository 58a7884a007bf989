//! The envelope around everything that is kept: what it is, in which version, how long, and a checksum.
//!
//! `"CHAPERON" · kind u8 · version u16 · length u64 · payload · SHA-256 of all before`, numbers in little-endian order;
//! the payload is [postcard](https://postcard.jamesmunns.com/wire-format).

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::sha256;
use crate::error::{Code, Error, Result};
use crate::packed::{CHECKSUM_BYTES, sealed};

const MAGIC: &[u8; 8] = b"CHAPERON";
const PREFIX_BYTES: usize = MAGIC.len() + 1 + 2 + 8;

/// The version that is written, and the newest that is read. Since 2 a catalogue names the index that is kept, since 3 parts of libraries.
pub(super) const VERSION: u16 = 3;

/// What an envelope holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Head = 1,
    Catalogue = 2,
    Segment = 3,
}

/// Returns `value` in an envelope.
pub(super) fn pack<T: Serialize>(kind: Kind, value: &T) -> Result<Vec<u8>> {
    pack_as(VERSION, kind, value)
}

fn pack_as<T: Serialize>(version: u16, kind: Kind, value: &T) -> Result<Vec<u8>> {
    let payload =
        postcard::to_allocvec(value).map_err(|_| Error::internal("what is to be kept could not be written"))?;
    let mut bytes = Vec::with_capacity(PREFIX_BYTES + payload.len() + CHECKSUM_BYTES);
    bytes.extend_from_slice(MAGIC);
    bytes.push(kind as u8);
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&payload);
    Ok(sealed(bytes))
}

/// Returns what the envelope `bytes` holds, which is alike in all versions.
///
/// # Errors
/// `malformed` when it is damaged, cut short or of another kind; `unsupported` when a newer version wrote it.
pub(super) fn unpack<T: DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T> {
    value(open(kind, bytes)?.1)
}

/// Returns the version that wrote the envelope `bytes`, and its payload.
///
/// # Errors
/// As [`unpack`].
pub(super) fn open(kind: Kind, bytes: &[u8]) -> Result<(u16, &[u8])> {
    let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(damaged)?;
    let rest = content.strip_prefix(MAGIC).ok_or_else(damaged)?;
    if sha256(content) != *checksum {
        return Err(damaged());
    }
    let ([found], rest) = rest.split_first_chunk::<1>().ok_or_else(damaged)?;
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(damaged)?;
    let version = u16::from_le_bytes(*version);
    if version > VERSION {
        return Err(Error::new(
            Code::Unsupported,
            "what is kept here was written by a newer version of Chaperone: reload the page to get it; nothing was changed",
        )
        .found(u64::from(version), u64::from(VERSION)));
    }
    let (length, payload) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
    if *found != kind as u8 || version == 0 || u64::from_le_bytes(*length) != payload.len() as u64 {
        return Err(damaged());
    }
    Ok((version, payload))
}

/// Returns the value that is all of `payload`.
///
/// # Errors
/// `malformed` when it is no such value.
pub(super) fn value<T: DeserializeOwned>(payload: &[u8]) -> Result<T> {
    let (value, left) = postcard::take_from_bytes(payload).map_err(|_| damaged())?;
    if left.is_empty() { Ok(value) } else { Err(damaged()) }
}

fn damaged() -> Error {
    Error::new(Code::Malformed, "what was kept here is damaged or cut short")
}

/// Returns `value` as version `version` wrote it, for tests.
#[cfg(test)]
pub(super) fn written_by<T: Serialize>(version: u16, kind: Kind, value: &T) -> Vec<u8> {
    pack_as(version, kind, value).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back() {
        let bytes = pack(Kind::Catalogue, &(7_u32, "seven")).unwrap();
        assert_eq!(unpack::<(u32, String)>(Kind::Catalogue, &bytes).unwrap(), (7, "seven".to_owned()));
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_noticed() {
        let bytes = pack(Kind::Head, &"content").unwrap();
        for end in 0..bytes.len() {
            assert_eq!(unpack::<String>(Kind::Head, &bytes[..end]).unwrap_err().code(), Code::Malformed);
        }
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert_eq!(unpack::<String>(Kind::Head, &flipped).unwrap_err().code(), Code::Malformed);
        }
        assert_eq!(unpack::<String>(Kind::Segment, &bytes).unwrap_err().code(), Code::Malformed);
    }

    #[test]
    fn a_newer_version_is_named() {
        let mut bytes = pack(Kind::Head, &"content").unwrap();
        bytes[9] = VERSION.to_le_bytes()[0] + 1;
        let at = bytes.len() - CHECKSUM_BYTES;
        let checksum = sha256(&bytes[..at]);
        bytes[at..].copy_from_slice(&checksum);
        assert_eq!(unpack::<String>(Kind::Head, &bytes).unwrap_err().code(), Code::Unsupported);
    }
}
