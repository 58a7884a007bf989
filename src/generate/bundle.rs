//! Writes a record as a bundle or as lines, entry by entry.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use super::chart::Entry;
use super::{Form, Patient};
use crate::error::{Code, Error, Result};

/// How much was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Written {
    /// Resources.
    pub resources: u64,
    /// Bytes, before any compression.
    pub bytes: u64,
}

/// A resource with its type and id first.
struct Resource<'a>(&'a Entry);

impl Serialize for Resource<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Entry { resource_type, id, body } = self.0;
        let mut map = serializer.serialize_map(Some(body.len() + 2))?;
        map.serialize_entry("resourceType", resource_type)?;
        map.serialize_entry("id", id)?;
        for (name, value) in body {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BundleEntry<'a> {
    full_url: String,
    resource: Resource<'a>,
}

/// Counts the bytes that pass.
struct Counting<'w, W> {
    out: &'w mut W,
    bytes: u64,
}

impl<W: Write> Write for Counting<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes `patient` to `out`.
///
/// # Errors
/// `io` when `out` cannot be written.
pub(super) fn write<W: Write>(patient: &Patient, out: &mut W) -> Result<Written> {
    let mut out = Counting { out, bytes: 0 };
    let resources = write_entries(patient, &mut out).map_err(|error| not_written(&error))?;
    out.flush().map_err(|error| not_written(&error))?;
    Ok(Written { resources, bytes: out.bytes })
}

fn write_entries<W: Write>(patient: &Patient, out: &mut Counting<'_, W>) -> io::Result<u64> {
    let is_bundle = patient.form == Form::Bundle;
    let mut count = 0;
    if is_bundle {
        write!(
            out,
            "{{\"resourceType\":\"Bundle\",\"id\":\"{}\",\"type\":\"collection\",\"entry\":[",
            patient.truth.id
        )?;
    }
    for entry in &patient.entries {
        write_entry(patient.form, entry, count == 0, out)?;
        count += 1;
    }
    if let Some(readings) = &patient.readings {
        for entry in readings.entries() {
            if out.bytes >= readings.bytes() {
                break;
            }
            write_entry(patient.form, &entry, false, out)?;
            count += 1;
        }
    }
    if is_bundle {
        out.write_all(b"\n]}\n")?;
    }
    Ok(count)
}

fn write_entry<W: Write>(form: Form, entry: &Entry, is_first: bool, out: &mut Counting<'_, W>) -> io::Result<()> {
    match form {
        Form::Bundle => {
            out.write_all(if is_first { b"\n" } else { b",\n" })?;
            let full_url = format!("urn:uuid:{}", entry.id);
            serde_json::to_writer(&mut *out, &BundleEntry { full_url, resource: Resource(entry) })
                .map_err(io::Error::from)
        }
        Form::Lines => {
            serde_json::to_writer(&mut *out, &Resource(entry)).map_err(io::Error::from)?;
            out.write_all(b"\n")
        }
    }
}

/// Returns what can be said of a file or stream that could not be written, without the system's words, which may hold
/// a path.
pub fn not_written(error: &io::Error) -> Error {
    let what = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full: free some space or write elsewhere"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "it may not be written there: choose a folder of your own"
        }
        io::ErrorKind::NotFound => "the folder to write to does not exist",
        _ => "a record could not be written",
    };
    Error::new(Code::Io, what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Options;

    /// A disk with so many bytes left.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match bytes.len().min(self.0) {
                0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
                written => {
                    self.0 -= written;
                    Ok(written)
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_said_to_be_full() {
        let patient = Patient::new(1, 0, &Options::default());
        let error = patient.write(&mut Disk(5000)).unwrap_err();
        assert_eq!(error.code(), Code::Io);
        assert!(error.to_string().contains("disk is full"));
    }

    #[test]
    fn what_is_counted_is_what_is_written() {
        for form in [Form::Bundle, Form::Lines] {
            let patient = Patient::new(1, 0, &Options { form, ..Options::default() });
            let mut bytes = Vec::new();
            let written = patient.write(&mut bytes).unwrap();
            assert_eq!(written.bytes, bytes.len() as u64);
            let resources =
                bytes.split(|byte| *byte == b'\n').filter(|line| line.len() > 100 || line.contains(&b':')).count();
            assert_eq!(written.resources as usize, resources - usize::from(form == Form::Bundle));
        }
    }
}
