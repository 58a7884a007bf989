//! `chaperone bench`: speed and size, measured beside a peer in the same run.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::document::{DocumentKind, FactKind, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::index::Index;
use chaperone::progress::Unwatched;
use chaperone::{chunk, ingest};
use clap::{Args, Subcommand};
use flate2::read::MultiGzDecoder;
use serde::Serialize;

use crate::bench_answers::{self, AnswersArguments};
use crate::bench_canaries::{self, CanariesArguments};
#[cfg(feature = "encoders")]
use crate::bench_encoder::{self, EncoderArguments};
use crate::bench_kernel::{self, KernelArguments};
use crate::bench_library::{self, LibraryArguments};
use crate::bench_lines::{self, Input};
use crate::bench_quotes::{self, QuotesArguments};
use crate::bench_records::{self, RecordsArguments};
use crate::bench_thought::{self, ThoughtArguments};
use crate::output::json;
use crate::records::{files, is_no_record, read};

/// Each figure in seconds is the median of so many runs.
const RUNS: usize = 3;

#[derive(Subcommand)]
pub enum Bench {
    /// Load a folder of records: documents, passages, seconds, memory, beside plain JSON parsing
    Load(LoadArguments),
    /// Read every value of a folder of records again from its bytes, and follow every reference back
    Records(RecordsArguments),
    /// Check every quote box that a folder of records can give against the files
    Quotes(QuotesArguments),
    /// Draw replies by chance to requests over records: no box may be false or of a wrong source
    Answers(AnswersArguments),
    /// Plant the identifiers of folders of records in hostile forms: none may leave, and facts beside them must
    Canaries(CanariesArguments),
    /// Generate maps and replies and hold the kernel to them: each map must run both ways
    Kernel(KernelArguments),
    /// Make a library of a set, and count what is read of it until the first passages are there
    Library(Box<LibraryArguments>),
    /// Put questions to simulated readers by the thought process and by what it is compared with, and time its steps
    Thought(Box<ThoughtArguments>),
    /// Embed texts natively on some threads: seconds, as JSON
    #[cfg(feature = "encoders")]
    Encoder(EncoderArguments),
}

#[derive(Args)]
pub struct LoadArguments {
    /// The folder of bundles
    #[arg(long, value_name = "DIR", required_unless_present_any = ["ndjson", "health"], conflicts_with_all = ["ndjson", "health"])]
    data: Option<PathBuf>,
    /// In place of a folder, one generated NDJSON file of about N MB (10⁶ bytes), read as it streams by
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ndjson: Option<u64>,
    /// In place of a folder, one generated export of Apple Health of about N MB, read as it streams by
    #[arg(long, value_name = "N", conflicts_with = "ndjson", value_parser = clap::value_parser!(u64).range(1..))]
    health: Option<u64>,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The figures of one run of `bench load`.
#[derive(Debug, Serialize)]
struct Figures {
    files: usize,
    /// As the files lie on disk.
    bytes: u64,
    /// With gzip undone.
    unwrapped_bytes: u64,
    documents: Documents,
    passages: usize,
    facts: usize,
    terms: usize,
    posting_bytes: usize,
    /// Unwrap, ingest, cut into passages and index.
    seconds: f64,
    ingest_seconds: f64,
    chunk_seconds: f64,
    index_seconds: f64,
    /// Unwrapped bytes by `seconds`, in 10⁶ bytes a second.
    megabytes_per_second: f64,
    /// The most memory the process had resident up to the end of the loading runs, the files' bytes included, in
    /// 10⁶ bytes; absent where the system does not tell.
    peak_rss_megabytes: Option<f64>,
    peer: Peer,
}

/// `serde_json::Value` over the same bytes: unwrap and parse, nothing kept. The feature `float_roundtrip` is on, as in
/// all of this crate.
#[derive(Debug, Serialize)]
struct Peer {
    name: &'static str,
    seconds: f64,
    megabytes_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Documents {
    total: usize,
    /// One patient and one day, with an observation or a procedure.
    day_with_observation_or_procedure: usize,
    /// One patient and one day, with other things only.
    day_other: usize,
    /// Conditions, allergies, medications, demographics and care of one patient.
    collated: usize,
    notes: usize,
}

pub fn run(bench: Bench) -> Result<()> {
    match bench {
        Bench::Load(arguments) => load(&arguments),
        Bench::Records(arguments) => bench_records::run(&arguments),
        Bench::Quotes(arguments) => bench_quotes::run(arguments),
        Bench::Answers(arguments) => bench_answers::run(&arguments),
        Bench::Canaries(arguments) => bench_canaries::run(&arguments),
        Bench::Kernel(arguments) => bench_kernel::run(&arguments),
        Bench::Library(arguments) => bench_library::run(&arguments),
        Bench::Thought(arguments) => bench_thought::bench(&arguments),
        #[cfg(feature = "encoders")]
        Bench::Encoder(arguments) => bench_encoder::run(&arguments),
    }
}

fn load(arguments: &LoadArguments) -> Result<()> {
    let Some(data) = &arguments.data else {
        let input = match (arguments.ndjson, arguments.health) {
            (_, Some(megabytes)) => Input::Export(megabytes),
            (megabytes, None) => Input::Lines(megabytes.unwrap_or(1)),
        };
        return bench_lines::run(input, arguments.json.as_deref());
    };
    let figures = measure(data)?;
    print!("{}", table(&figures));
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    Ok(())
}

fn measure(folder: &PathBuf) -> Result<Figures> {
    let mut inputs = Vec::new();
    for file in files(std::slice::from_ref(folder))? {
        let bytes = read(&file.path)?;
        match ingest::read(&mut Records::default(), &bytes, &mut Unwatched) {
            Ok(_) => inputs.push(bytes),
            Err(error) if is_no_record(&error) => eprintln!("chaperone: left out: {}", file.path.display()),
            Err(error) => return Err(error),
        }
    }
    let mut runs = Vec::new();
    let mut last = None;
    for _ in 0..RUNS {
        drop(last.take());
        let (records, index, seconds) = load_once(&inputs)?;
        runs.push(seconds);
        last = Some((records, index));
    }
    let (records, index) = last.ok_or_else(|| Error::internal("nothing was measured"))?;
    let peak_rss_megabytes = peak_rss_megabytes();
    let peer_seconds = median((0..RUNS).map(|_| parse_once(&inputs)).collect::<Result<Vec<_>>>()?);
    let unwrapped_bytes = records.files.iter().map(|file| file.bytes).sum();
    let rate = |seconds: f64| unwrapped_bytes as f64 / 1e6 / seconds;
    let of = |stage: fn(&Seconds) -> f64| median(runs.iter().map(stage).collect());
    let seconds = of(|run| run.ingest + run.chunk + run.index);
    Ok(Figures {
        files: records.files.len(),
        bytes: inputs.iter().map(|bytes| bytes.len() as u64).sum(),
        unwrapped_bytes,
        documents: count(&records),
        passages: index.len(),
        facts: records.documents.iter().map(|document| document.facts().len()).sum(),
        terms: index.postings().terms(),
        posting_bytes: index.postings().list_bytes(),
        seconds,
        ingest_seconds: of(|run| run.ingest),
        chunk_seconds: of(|run| run.chunk),
        index_seconds: of(|run| run.index),
        megabytes_per_second: rate(seconds),
        peak_rss_megabytes,
        peer: Peer { name: "serde_json::Value", seconds: peer_seconds, megabytes_per_second: rate(peer_seconds) },
    })
}

/// How long the stages of one run took.
struct Seconds {
    ingest: f64,
    chunk: f64,
    index: f64,
}

fn load_once(inputs: &[Vec<u8>]) -> Result<(Records, Index, Seconds)> {
    let start = Instant::now();
    let mut records = Records::default();
    for bytes in inputs {
        ingest::read(&mut records, bytes, &mut Unwatched)?;
    }
    let ingest = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let passages = chunk::passages(&records);
    let chunk = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let index = Index::build(&records, passages)?;
    Ok((records, index, Seconds { ingest, chunk, index: start.elapsed().as_secs_f64() }))
}

/// Unwraps and parses every file, lines of NDJSON one by one, and returns the seconds it took.
fn parse_once(inputs: &[Vec<u8>]) -> Result<f64> {
    let start = Instant::now();
    let malformed = || Error::new(Code::Malformed, "the peer cannot read a file");
    for bytes in inputs {
        let mut unwrapped = Vec::new();
        let text = if bytes.starts_with(&[0x1F, 0x8B]) {
            std::io::Read::read_to_end(&mut MultiGzDecoder::new(bytes.as_slice()), &mut unwrapped)
                .map_err(|_| malformed())?;
            &unwrapped
        } else {
            bytes
        };
        for value in serde_json::Deserializer::from_slice(text).into_iter::<serde_json::Value>() {
            std::hint::black_box(value.map_err(|_| malformed())?);
        }
    }
    Ok(start.elapsed().as_secs_f64())
}

fn count(records: &Records) -> Documents {
    let mut counts = Documents {
        total: records.documents.len(),
        day_with_observation_or_procedure: 0,
        day_other: 0,
        collated: 0,
        notes: 0,
    };
    for document in &records.documents {
        let measured = |kind| matches!(kind, FactKind::Observation | FactKind::Procedure);
        match document.kind {
            DocumentKind::Day if document.facts().iter().any(|fact| measured(fact.kind)) => {
                counts.day_with_observation_or_procedure += 1;
            }
            DocumentKind::Day => counts.day_other += 1,
            DocumentKind::Note => counts.notes += 1,
            _ => counts.collated += 1,
        }
    }
    counts
}

/// Returns the middle of `seconds`.
pub fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `VmHWM` of proc(5).
pub fn peak_rss_megabytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

fn table(figures: &Figures) -> String {
    let documents = &figures.documents;
    let memory = figures.peak_rss_megabytes.map_or("not told by this system".to_owned(), |mb| format!("{mb:.0} MB"));
    [
        (
            "files",
            format!(
                "{} ({:.1} MB, {:.1} MB unwrapped)",
                figures.files,
                figures.bytes as f64 / 1e6,
                figures.unwrapped_bytes as f64 / 1e6
            ),
        ),
        ("documents", documents.total.to_string()),
        ("  day, observation or procedure", documents.day_with_observation_or_procedure.to_string()),
        ("  day, other", documents.day_other.to_string()),
        ("  collated", documents.collated.to_string()),
        ("  notes", documents.notes.to_string()),
        ("passages", figures.passages.to_string()),
        ("facts", figures.facts.to_string()),
        ("distinct terms", format!("{} ({:.2} MB of postings)", figures.terms, figures.posting_bytes as f64 / 1e6)),
        (
            "seconds, median of 3",
            format!(
                "{:.3} (ingest {:.3}, chunk {:.3}, index {:.3})",
                figures.seconds, figures.ingest_seconds, figures.chunk_seconds, figures.index_seconds
            ),
        ),
        ("speed", format!("{:.1} MB/s", figures.megabytes_per_second)),
        ("peak memory", memory),
        (
            figures.peer.name,
            format!("{:.3} s, {:.1} MB/s (parsing alone)", figures.peer.seconds, figures.peer.megabytes_per_second),
        ),
    ]
    .into_iter()
    .map(|(name, figure)| format!("{name:<32} {figure}\n"))
    .collect()
}
