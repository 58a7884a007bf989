//! What the packed files of ours have in common: a magic, a version and a checksum, and what is said where one of them is wrong.
//!
//! Numbers are in little-endian order. What lies between is each file's own.

use crate::digest::sha256;
use crate::error::{Code, Error, Result};
use crate::rest::Rest;

/// Bytes of the SHA-256 that a file ends with or has in its head.
pub(crate) const CHECKSUM_BYTES: usize = 32;

/// A kind of packed file, of which one version is read.
pub(crate) struct Form {
    pub magic: &'static [u8; 8],
    pub version: Version,
    /// What is said of a file that is cut short or altered.
    pub damaged: &'static str,
    /// What is said of one that begins otherwise.
    pub foreign: &'static str,
    /// What is said of one of another version.
    pub unsupported: &'static str,
}

/// A version as it is written.
#[derive(Clone, Copy)]
pub(crate) enum Version {
    U16(u16),
    U32(u32),
}

impl Form {
    /// Returns the beginning of a file: magic and version.
    pub(crate) fn begun(&self) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        match self.version {
            Version::U16(version) => bytes.extend_from_slice(&version.to_le_bytes()),
            Version::U32(version) => bytes.extend_from_slice(&version.to_le_bytes()),
        }
        bytes
    }

    /// Returns what stands between the version of `file` and its [seal](sealed).
    ///
    /// # Errors
    /// `malformed` when it is cut short, altered or of another kind; `unsupported` when it is of another version.
    pub(crate) fn opened<'f>(&self, file: &'f [u8]) -> Result<Rest<'f>> {
        let (content, checksum) = file.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(|| self.damaged())?;
        let rest = content.strip_prefix(self.magic).ok_or_else(|| self.foreign())?;
        if sha256(content) != *checksum {
            return Err(self.damaged());
        }
        self.of_its_version(Rest(rest))
    }

    /// Returns what stands behind the head of `file`: magic, version, and the SHA-256 of all that comes then.
    ///
    /// # Errors
    /// As [`opened`](Self::opened).
    pub(crate) fn behind_head<'f>(&self, file: &'f [u8]) -> Result<&'f [u8]> {
        let rest = file.strip_prefix(self.magic).ok_or_else(|| self.foreign())?;
        let Rest(rest) = self.of_its_version(Rest(rest))?;
        let (checksum, body) = rest.split_first_chunk::<CHECKSUM_BYTES>().ok_or_else(|| self.damaged())?;
        if sha256(body) != *checksum {
            return Err(self.damaged());
        }
        Ok(body)
    }

    /// Returns the error of a file that is damaged.
    pub(crate) fn damaged(&self) -> Error {
        Error::new(Code::Malformed, self.damaged)
    }

    fn foreign(&self) -> Error {
        Error::new(Code::Malformed, self.foreign)
    }

    fn of_its_version<'f>(&self, mut rest: Rest<'f>) -> Result<Rest<'f>> {
        let (found, read) = match self.version {
            Version::U16(version) => (rest.u16().map(u64::from), u64::from(version)),
            Version::U32(version) => (rest.u32().map(u64::from), u64::from(version)),
        };
        match found.ok_or_else(|| self.damaged())? {
            found if found == read => Ok(rest),
            found => Err(Error::new(Code::Unsupported, self.unsupported).found(found, read)),
        }
    }
}

/// Returns `bytes` with their SHA-256 behind them.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = sha256(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Form = Form {
        magic: b"CHAPTEST",
        version: Version::U16(3),
        damaged: "damaged",
        foreign: "foreign",
        unsupported: "unsupported",
    };
    const LONG: Form = Form { version: Version::U32(3), ..SHORT };

    fn ended(form: &Form) -> Vec<u8> {
        sealed([form.begun().as_slice(), b"body"].concat())
    }

    fn headed(form: &Form) -> Vec<u8> {
        [form.begun().as_slice(), &sha256(b"body"), b"body"].concat()
    }

    #[test]
    fn what_is_written_is_read_and_damage_is_not() {
        for form in [&SHORT, &LONG] {
            assert_eq!(form.opened(&ended(form)).unwrap().0, b"body");
            assert_eq!(form.behind_head(&headed(form)).unwrap(), b"body");
            for cut in 0..ended(form).len() {
                assert_eq!(form.opened(&ended(form)[..cut]).err().unwrap().code(), Code::Malformed);
                assert_eq!(form.behind_head(&headed(form)[..cut]).err().unwrap().code(), Code::Malformed);
            }
            for at in 0..ended(form).len() {
                let altered = |mut bytes: Vec<u8>| {
                    bytes[at] ^= 1;
                    bytes
                };
                assert_eq!(form.opened(&altered(ended(form))).err().unwrap().code(), Code::Malformed);
                let is_version = (form.magic.len()..form.begun().len()).contains(&at);
                let expected = if is_version { Code::Unsupported } else { Code::Malformed };
                assert_eq!(form.behind_head(&altered(headed(form))).err().unwrap().code(), expected);
            }
        }
    }

    #[test]
    fn another_version_is_named() {
        let newer = Form { version: Version::U16(4), ..SHORT };
        let error = SHORT.opened(&ended(&newer)).err().unwrap();
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            (Code::Unsupported, "unsupported (found 4, expected 3)")
        );
        let error = SHORT.behind_head(&headed(&newer)).err().unwrap();
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            (Code::Unsupported, "unsupported (found 4, expected 3)")
        );
    }
}
