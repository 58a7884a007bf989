//! `chaperone generate`: invented patients, one file each.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use chaperone::error::{Code, Error, Result};
use chaperone::generate::{self, Form, MAX_YEARS, Options, Patient, Written, YEARS, not_written};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::output::{json, many};

/// Digits of the number in a file's name; more are used where a number needs them.
const NAME_DIGITS: usize = 6;

#[derive(Args)]
pub struct Generate {
    /// How many patients to make
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    patients: u64,
    /// The seed; the same seed gives the same bytes
    #[arg(long, value_name = "S")]
    seed: u64,
    /// The folder to write to, made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many years of life each record holds at most
    #[arg(long, value_name = "Y", default_value_t = YEARS, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_YEARS)))]
    years: u16,
    /// Compress each file
    #[arg(long)]
    gzip: bool,
    /// Write one resource a line, not bundles
    #[arg(long)]
    ndjson: bool,
    /// Fill each record up to about B bytes with readings of devices at home
    #[arg(long, value_name = "B")]
    bytes: Option<u64>,
    /// Write what is true of each patient to FILE, one JSON line each: identifiers, facts, flaws
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Write into a folder that holds something already; files of the same names are replaced, others stay
    #[arg(long)]
    force: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What was written.
#[derive(Debug, Default, Serialize)]
struct Outcome {
    seed: u64,
    files: u64,
    patients: u64,
    resources: u64,
    /// Of the records.
    bytes: u64,
    /// As the files lie on disk.
    bytes_on_disk: u64,
}

pub fn run(arguments: Generate) -> Result<()> {
    let form = if arguments.ndjson { Form::Lines } else { Form::Bundle };
    let options = Options { years: arguments.years, form, bytes: arguments.bytes };
    prepare(&arguments.out, arguments.force)?;
    let mut truth = arguments.truth.as_deref().map(create).transpose()?;
    let mut outcome = Outcome { seed: arguments.seed, ..Outcome::default() };
    for (number, patient) in (0..arguments.patients).zip(generate::patients(arguments.seed, options)) {
        let (written, on_disk) =
            write(&patient, &arguments.out.join(name(number, form, arguments.gzip)), arguments.gzip)?;
        if let Some(truth) = &mut truth {
            let line = serde_json::to_string(patient.truth())
                .map_err(|_| Error::internal("a truth cannot be put into JSON"))?;
            writeln!(truth, "{line}").map_err(|error| not_written(&error))?;
        }
        outcome.files += 1;
        outcome.patients += 1;
        outcome.resources += written.resources;
        outcome.bytes += written.bytes;
        outcome.bytes_on_disk += on_disk;
    }
    if let Some(mut truth) = truth {
        truth.flush().map_err(|error| not_written(&error))?;
    }
    if arguments.json {
        print!("{}", json(&outcome)?);
    } else {
        println!(
            "{} in {}, {} resources, {} bytes ({} on disk)",
            many(outcome.patients, "patient"),
            many(outcome.files, "file"),
            outcome.resources,
            outcome.bytes,
            outcome.bytes_on_disk
        );
    }
    Ok(())
}

/// Makes the folder, and refuses one that holds something unless told otherwise.
fn prepare(folder: &Path, force: bool) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            Error::new(Code::InvalidArgument, "--out is a file, not a folder: name another folder")
        }
        _ => not_written(&error),
    })?;
    let mut held = fs::read_dir(folder).map_err(|error| not_written(&error))?;
    if held.next().is_some() && !force {
        return Err(Error::new(
            Code::InvalidArgument,
            "the folder given with --out is not empty: name another one, or add --force to replace files of the same names",
        ));
    }
    Ok(())
}

fn name(number: u64, form: Form, is_compressed: bool) -> String {
    let extension = if form == Form::Lines { "ndjson" } else { "json" };
    let wrapping = if is_compressed { ".gz" } else { "" };
    format!("patient-{number:0NAME_DIGITS$}.{extension}{wrapping}")
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    File::create(path).map(BufWriter::new).map_err(|error| not_written(&error))
}

/// Writes one file whole, or leaves none: it is renamed to its name when it is complete. Returns what was written and
/// the bytes on disk.
fn write(patient: &Patient, path: &Path, is_compressed: bool) -> Result<(Written, u64)> {
    let unfinished = path.with_extension("part");
    let outcome = write_unfinished(patient, &unfinished, is_compressed)
        .and_then(|written| fs::rename(&unfinished, path).map(|()| written).map_err(|error| not_written(&error)));
    if outcome.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    outcome
}

fn write_unfinished(patient: &Patient, path: &Path, is_compressed: bool) -> Result<(Written, u64)> {
    let mut file = create(path)?;
    let written = if is_compressed {
        // Records at scale are written to be read once: speed counts for more than the last tenth of size.
        let mut gzip = GzEncoder::new(&mut file, Compression::fast());
        let written = patient.write(&mut gzip)?;
        gzip.finish().map_err(|error| not_written(&error))?;
        written
    } else {
        patient.write(&mut file)?
    };
    let file = file.into_inner().map_err(|error| not_written(error.error()))?;
    let on_disk = file.metadata().map_err(|error| not_written(&error))?.len();
    Ok((written, on_disk))
}
