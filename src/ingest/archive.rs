//! Finds the members of a ZIP archive, so that each can be read as the file it is.
//!
//! Only the directory is read here; members are unpacked one at a time by [`super::unwrap`]. What is encrypted, or packed
//! in a way that has no place in exports of records, is listed and not read. Names of members are looked at and not kept.

use std::borrow::Cow;
use std::io::Cursor;
use std::vec;

use zip::{CompressionMethod, ZipArchive};

use super::format;
use crate::document::Wrapping;
use crate::error::{Code, Error, Result};

/// Members that are looked at; an export of clinical records has some thousands.
pub(crate) const MAX_MEMBERS: usize = 100_000;

/// Endings of members that hold no records: what exports carry beside them.
const PASSED_OVER: &[&str] =
    &[".gpx", ".png", ".jpg", ".jpeg", ".gif", ".css", ".js", ".xsl", ".xsd", ".dcm", ".mp4", ".ds_store"];
/// The member that Apple Health makes of what stands in `export.xml` as well, and folders of archivers.
const REPEATED: &str = "export_cda.xml";
const OF_ARCHIVERS: &str = "__macosx/";

/// A member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// Its place in the directory, from 0.
    pub number: usize,
    /// Where its bytes are, or why they are not read.
    pub bytes: std::result::Result<Wrapping, &'static str>,
    /// Whether its name says that it is JSON.
    is_called_json: bool,
}

/// An archive whose members are read one after the other.
pub(crate) struct Archive<'a> {
    /// The bytes of the archive.
    pub bytes: Cow<'a, [u8]>,
    /// What was around the archive.
    pub wrapping: Vec<Wrapping>,
    members: vec::IntoIter<Member>,
    /// The member that was begun last.
    pub number: usize,
    /// Whether the name of that member says that it is JSON.
    pub is_called_json: bool,
    /// Bytes of the archive that the members read so far take.
    pub done: usize,
}

/// Members by which office documents are known that are archives: of ISO/IEC 29500-2 (Word, Excel, PowerPoint) and of OpenDocument 1.3, part 2.
const OF_OFFICE: [&str; 2] = ["[content_types].xml", "mimetype"];
const OFFICE: &str = "the file is an Office document: save it as PDF or plain text and add that";
const ENCRYPTED: &str = "is encrypted: unpack the archive with its password and add what is in it";
const OTHER_METHOD: &str = "is packed in a way that is not read: unpack the archive and add what is in it";
const OUTSIDE: &str = "is named by the archive and not in it";

impl<'a> Archive<'a> {
    /// Opens the archive `bytes`.
    ///
    /// # Errors
    /// `malformed` when it has no directory; `too-large` for more than [`MAX_MEMBERS`] members; `unsupported` where it is an office document.
    pub(crate) fn open(bytes: Cow<'a, [u8]>, wrapping: Vec<Wrapping>) -> Result<Self> {
        let members = members(&bytes)?;
        Ok(Archive { bytes, wrapping, members: members.into_iter(), number: 0, is_called_json: false, done: 0 })
    }

    /// Returns the next member.
    pub(crate) fn next(&mut self) -> Option<Member> {
        let member = self.members.next()?;
        self.number = member.number;
        self.is_called_json = member.is_called_json;
        Some(member)
    }

    /// Returns the packed bytes of a member.
    pub(crate) fn packed(&self, wrapping: Wrapping) -> &[u8] {
        super::unwrap::within(&self.bytes, wrapping).unwrap_or_default()
    }
}

fn members(bytes: &[u8]) -> Result<Vec<Member>> {
    let broken = |_| Error::new(Code::Malformed, "the ZIP archive is broken or cut short: get it again and add that");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_MEMBERS {
        return Err(Error::new(Code::TooLarge, "the ZIP archive has too many members")
            .found(archive.len() as u64, MAX_MEMBERS as u64));
    }
    let mut members = Vec::new();
    for number in 0..archive.len() {
        let Ok(file) = archive.by_index_raw(number) else {
            members.push(Member { number, bytes: Err(OUTSIDE), is_called_json: false });
            continue;
        };
        let name = file.name().map(|name| name.to_ascii_lowercase()).unwrap_or_default();
        if OF_OFFICE.contains(&name.as_str()) {
            return Err(Error::new(Code::Unsupported, OFFICE));
        }
        let passed_over = PASSED_OVER.iter().any(|ending| name.ends_with(ending));
        if file.is_dir() || passed_over || name.ends_with(REPEATED) || name.contains(OF_ARCHIVERS) {
            continue;
        }
        let deflated = file.compression() == CompressionMethod::Deflated;
        let bytes = match file.data_start() {
            _ if file.encrypted() => Err(ENCRYPTED),
            _ if !deflated && file.compression() != CompressionMethod::Stored => Err(OTHER_METHOD),
            None => Err(OUTSIDE),
            Some(start) => {
                let end = start.saturating_add(file.compressed_size());
                let wrapping = Wrapping::Zip { start, end, deflated };
                if super::unwrap::within(bytes, wrapping).is_some() { Ok(wrapping) } else { Err(OUTSIDE) }
            }
        };
        members.push(Member { number, bytes, is_called_json: format::is_called_json(&name) });
    }
    Ok(members)
}
