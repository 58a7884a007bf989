//! `chaperone bench load --ndjson N` and `--health N`: a long file of lines, or export of Apple Health, read as it streams by.

use std::fs::{self, File};
use std::io::{BufWriter, Read as _, Write as _};
use std::path::Path;
use std::time::Instant;

use chaperone::chunk;
use chaperone::document::Records;
use chaperone::error::{Code, Error, Result};
use chaperone::generate::{self, Form, Options};
use chaperone::index::Index;
use chaperone::ingest::{HEAD_BYTES, Stream};
use serde::Serialize;

use crate::bench::peak_rss_megabytes;
use crate::output::json;

/// The seed of the patients.
const SEED: u64 = 7;
/// Bytes that are read of the file at one time.
const READ_BYTES: usize = 1 << 20;

/// The figures of one run.
#[derive(Debug, Serialize)]
struct Figures {
    bytes: u64,
    patients: usize,
    documents: usize,
    facts: usize,
    passages: usize,
    read_seconds: f64,
    index_seconds: f64,
    /// 10⁶ bytes of the file a second, until it can be searched.
    megabytes_per_second: f64,
    /// The most memory that the process had resident until all was read, in 10⁶ bytes.
    read_megabytes: Option<f64>,
    /// The same until it could be searched.
    peak_megabytes: Option<f64>,
}

/// What is generated, of about so many MB.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// NDJSON.
    Lines(u64),
    /// `export.xml` of Apple Health.
    Export(u64),
}

/// Generates a file, reads it and prints the figures.
pub fn run(input: Input, file: Option<&Path>) -> Result<()> {
    let path = std::env::temp_dir().join(format!("chaperone-bench-{}", std::process::id()));
    let written = match input {
        Input::Lines(megabytes) => write_lines(&path, megabytes * 1_000_000),
        Input::Export(megabytes) => write_export(&path, megabytes * 1_000_000),
    };
    let figures = written.and_then(|()| measure(&path));
    let _ = fs::remove_file(&path);
    let figures = figures?;
    print!("{}", table(&figures));
    if let Some(file) = file {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    Ok(())
}

fn unwritten() -> Error {
    Error::new(Code::Io, "the generated file cannot be written or read: is there room for temporary files?")
}

fn write_lines(path: &Path, most: u64) -> Result<()> {
    let mut out = BufWriter::new(File::create(path).map_err(|_| unwritten())?);
    let mut bytes = 0;
    for patient in generate::patients(SEED, Options { form: Form::Lines, ..Options::default() }) {
        bytes += patient.write(&mut out)?.bytes;
        if bytes >= most {
            break;
        }
    }
    Ok(())
}

/// Kinds of measurement of an export: type, unit, how many a day, the lowest number and how many there are.
const KINDS: &[(&str, &str, u32, u32, u32)] = &[
    ("HKQuantityTypeIdentifierHeartRate", "count/min", 288, 48, 120),
    ("HKQuantityTypeIdentifierStepCount", "count", 96, 1, 900),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 288, 1, 40),
    ("HKQuantityTypeIdentifierOxygenSaturation", "%", 24, 92, 8),
    ("HKQuantityTypeIdentifierRespiratoryRate", "count/min", 24, 10, 12),
    ("HKQuantityTypeIdentifierBodyMass", "kg", 1, 70, 6),
    ("HKQuantityTypeIdentifierBloodPressureSystolic", "mmHg", 2, 110, 40),
    ("HKQuantityTypeIdentifierBloodPressureDiastolic", "mmHg", 2, 65, 25),
];

/// Writes an export as a watch makes it, day after day from 2000 on.
fn write_export(path: &Path, most: u64) -> Result<()> {
    let mut out = BufWriter::new(File::create(path).map_err(|_| unwritten())?);
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Me,Record*)>\n]>\n<HealthData locale=\"en_US\">\n <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1960-05-04\"/>\n";
    out.write_all(head.as_bytes()).map_err(|_| unwritten())?;
    let mut bytes = head.len() as u64;
    for day in 0_u32.. {
        let date = format!("{}-{:02}-{:02}", 2000 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
        for (kind, unit, times, lowest, count) in KINDS {
            for time in 0..*times {
                let minute = time * 1440 / times;
                let at = format!("{date} {:02}:{:02}:00 +0100", minute / 60, minute % 60);
                let value = lowest + (day * 31 + time * 7) % count;
                let record = format!(
                    " <Record type=\"{kind}\" sourceName=\"Watch\" sourceVersion=\"10.1\" unit=\"{unit}\" creationDate=\"{at}\" startDate=\"{at}\" endDate=\"{at}\" value=\"{value}\"/>\n"
                );
                bytes += record.len() as u64;
                out.write_all(record.as_bytes()).map_err(|_| unwritten())?;
            }
        }
        if bytes >= most {
            break;
        }
    }
    out.write_all(b"</HealthData>\n").and_then(|()| out.flush()).map_err(|_| unwritten())
}

fn measure(path: &Path) -> Result<Figures> {
    let mut file = File::open(path).map_err(|_| unwritten())?;
    let start = Instant::now();
    let mut buffer = vec![0; READ_BYTES.max(HEAD_BYTES)];
    let (mut stream, mut bytes): (Option<Stream>, u64) = (None, 0);
    loop {
        let read = file.read(&mut buffer).map_err(|_| unwritten())?;
        let piece = buffer.get(..read).unwrap_or_default();
        if piece.is_empty() {
            break;
        }
        bytes += read as u64;
        stream.get_or_insert_with(|| Stream::begin(piece)).push(piece)?;
    }
    let mut records = Records::default();
    let stream = stream.ok_or_else(unwritten)?;
    let report = stream.finish(&mut records)?;
    let (read_seconds, read_megabytes) = (start.elapsed().as_secs_f64(), peak_rss_megabytes());
    let start = Instant::now();
    let passages = chunk::passages(&records);
    let index = Index::build(&records, passages)?;
    let index_seconds = start.elapsed().as_secs_f64();
    Ok(Figures {
        bytes,
        patients: records.patients.len(),
        documents: records.documents.len(),
        facts: report.facts,
        passages: index.len(),
        read_seconds,
        index_seconds,
        megabytes_per_second: bytes as f64 / 1e6 / (read_seconds + index_seconds),
        read_megabytes,
        peak_megabytes: peak_rss_megabytes(),
    })
}

fn table(figures: &Figures) -> String {
    let memory = |megabytes: Option<f64>| {
        let times = |mb: f64| mb * 1e6 / figures.bytes as f64;
        megabytes.map_or("not told by this system".to_owned(), |mb| format!("{mb:.0} MB, {:.2} of the file", times(mb)))
    };
    [
        ("file", format!("{:.1} MB", figures.bytes as f64 / 1e6)),
        ("patients", figures.patients.to_string()),
        ("documents", figures.documents.to_string()),
        ("facts", figures.facts.to_string()),
        ("passages", figures.passages.to_string()),
        ("seconds", format!("{:.1} read, {:.1} index", figures.read_seconds, figures.index_seconds)),
        ("speed", format!("{:.1} MB/s", figures.megabytes_per_second)),
        ("memory when read", memory(figures.read_megabytes)),
        ("memory when indexed", memory(figures.peak_megabytes)),
    ]
    .into_iter()
    .map(|(name, figure)| format!("{name:<32} {figure}\n"))
    .collect()
}
