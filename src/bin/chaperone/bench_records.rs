//! `chaperone bench records`: every value of records, read again from its bytes.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::chunk;
use chaperone::document::{Coded, Content, Fact, Reading, Records, Value};
use chaperone::error::{Code, Error, Result};
#[cfg(feature = "encoders")]
use chaperone::index::Index;
use chaperone::ingest::{self, Import, STEP_BYTES};
#[cfg(feature = "encoders")]
use chaperone::model::Tokenizer;
use chaperone::progress::Unwatched;
use chaperone::quote::source::pieces;
use chaperone::reference::Reference;
use clap::Args;
use serde::Serialize;

use crate::bench::peak_rss_megabytes;
#[cfg(feature = "encoders")]
use crate::embedder::uncut_tokenizer;
use crate::output::json;
use crate::records::{files, read};

#[derive(Args)]
pub struct RecordsArguments {
    /// The folder of records
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Folder of the models, for counting the tokens of passages
    #[arg(long, value_name = "DIR", default_value = "models")]
    models: PathBuf,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What was found of all values.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    files: usize,
    /// Files that could not be read.
    refused: usize,
    bytes: u64,
    unwrapped_bytes: u64,
    documents: usize,
    facts: usize,
    /// Values that their bytes give again.
    values: usize,
    /// Values that they do not.
    false_values: usize,
    /// Notes whose text their steps give again.
    notes: usize,
    false_notes: usize,
    passages: usize,
    /// Tokens of the longest passage, as it is embedded.
    longest_passage_tokens: usize,
    /// Passages of which the embedder does not read the end.
    cut_passages: usize,
    references: usize,
    /// References that are used twice, or that written and read again lead elsewhere.
    false_references: usize,
    /// Places that were not read, by the reason.
    skipped: BTreeMap<String, usize>,
    unlisted: usize,
    seconds: f64,
    /// The longest step of reading, in milliseconds: how long a page would not answer.
    longest_step_millis: f64,
    /// The bytes of the largest file, unwrapped, in 10⁶ bytes.
    largest_megabytes: f64,
    /// The most memory the process had resident, in 10⁶ bytes; absent where the system does not tell.
    peak_rss_megabytes: Option<f64>,
}

/// Runs the check; each file is read by itself, as its own records.
///
/// # Errors
/// `refused` when a value or a reference does not lead back; else as reading does.
pub fn run(arguments: &RecordsArguments) -> Result<()> {
    let mut figures = Figures::default();
    #[cfg(feature = "encoders")]
    let counted = uncut_tokenizer(&arguments.models)?;
    for input in files(std::slice::from_ref(&arguments.data))? {
        let bytes = read(&input.path)?;
        let mut records = Records::default();
        let started = Instant::now();
        match stepped(&mut records, &bytes, &mut figures) {
            Ok(()) => {
                figures.seconds += started.elapsed().as_secs_f64();
                check(&records, &bytes, &mut figures)?;
                #[cfg(feature = "encoders")]
                count(&records, &counted, &mut figures)?;
            }
            Err(error) => {
                figures.refused += 1;
                eprintln!("chaperone: {}: {error}", input.path.display());
            }
        }
    }
    figures.peak_rss_megabytes = peak_rss_megabytes();
    print!("{}", table(&figures));
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    if figures.false_values + figures.false_notes + figures.false_references > 0 {
        return Err(Error::new(Code::Refused, "a value or a reference does not lead back to its bytes"));
    }
    Ok(())
}

/// Reads a file in steps, as the page does.
fn stepped(records: &mut Records, bytes: &[u8], figures: &mut Figures) -> Result<()> {
    let mut import = Import::begin(bytes)?;
    loop {
        let started = Instant::now();
        let step = import.step(records, STEP_BYTES)?;
        figures.longest_step_millis = figures.longest_step_millis.max(started.elapsed().as_secs_f64() * 1e3);
        if step.finished {
            break;
        }
    }
    let report = import.finish(records)?;
    for skipped in report.skipped {
        *figures.skipped.entry(skipped.reason).or_default() += 1;
    }
    figures.unlisted += report.unlisted;
    // The same bytes once more change nothing.
    let again = ingest::read(records, bytes, &mut Unwatched)?;
    if !again.already_read {
        return Err(Error::internal("a file was read twice"));
    }
    Ok(())
}

fn check(records: &Records, bytes: &[u8], figures: &mut Figures) -> Result<()> {
    figures.files += 1;
    figures.bytes += bytes.len() as u64;
    figures.documents += records.documents.len();
    let mut unwrapped = Vec::new();
    for file in &records.files {
        let inner = ingest::unwrapped(bytes, &file.wrapping)?;
        figures.unwrapped_bytes += inner.len() as u64;
        figures.largest_megabytes = figures.largest_megabytes.max(inner.len() as f64 / 1e6);
        unwrapped.push(inner);
    }
    let file = |index: u32| unwrapped.get(index as usize).map(|bytes| &**bytes).unwrap_or_default();
    for document in &records.documents {
        match &document.content {
            Content::Prose { provenance, .. } => {
                let same = provenance.replay(file(provenance.file.0)).is_ok_and(|text| text == document.text);
                *(if same { &mut figures.notes } else { &mut figures.false_notes }) += 1;
            }
            Content::Facts { facts } => {
                for fact in facts {
                    figures.facts += 1;
                    for value in values(fact) {
                        let provenance = fact.provenance(value);
                        let again = provenance.replay(file(provenance.file.0));
                        let same = again.is_ok_and(|text| text == value.text);
                        *(if same { &mut figures.values } else { &mut figures.false_values }) += 1;
                    }
                }
            }
        }
    }
    let passages = chunk::passages(records);
    let mut seen = HashSet::new();
    for reference in
        passages.iter().flat_map(|passage| std::iter::once(&passage.reference).chain(&passage.fact_references))
    {
        let read_again = Reference::parse(reference.as_str());
        let leads_back = read_again == *reference && seen.insert(reference.clone());
        // Opening every source of a large file would take its square.
        let opens = seen.len() > 200 || pieces(records, &passages, &read_again).is_ok_and(|pieces| !pieces.is_empty());
        *(if leads_back && opens { &mut figures.references } else { &mut figures.false_references }) += 1;
    }
    Ok(())
}

/// Counts the tokens of every passage.
#[cfg(feature = "encoders")]
fn count(records: &Records, (most, tokenizer): &(usize, Tokenizer), figures: &mut Figures) -> Result<()> {
    let index = Index::build(records, chunk::passages(records))?;
    for (passage, _) in index.passages() {
        let tokens = tokenizer.encode(&index.embedding_text(records, passage)?)?.len();
        figures.passages += 1;
        figures.longest_passage_tokens = figures.longest_passage_tokens.max(tokens);
        figures.cut_passages += usize::from(tokens > *most);
    }
    Ok(())
}

/// Returns every value of `fact` that cites its bytes.
fn values(fact: &Fact) -> Vec<&Value> {
    fn coded<'f>(code: &'f Coded, all: &mut Vec<&'f Value>) {
        all.push(&code.display);
        all.extend(&code.term);
        all.extend(code.others.iter().filter_map(|other| other.term.as_ref()));
    }
    fn reading<'f>(reading: &'f Reading, all: &mut Vec<&'f Value>) {
        match reading {
            Reading::Quantity { value, unit, .. } => all.extend(std::iter::once(value).chain(unit)),
            Reading::Coded { answer } => coded(answer, all),
            Reading::Text { value } => all.push(value),
        }
    }
    let mut all: Vec<&Value> = Vec::new();
    fact.code.iter().chain(&fact.category).for_each(|code| coded(code, &mut all));
    all.extend(&fact.status);
    all.extend(fact.begun.iter().chain(&fact.ended).map(|moment| &moment.value));
    fact.reading.iter().for_each(|found| reading(found, &mut all));
    for component in &fact.components {
        coded(&component.code, &mut all);
        component.reading.iter().for_each(|found| reading(found, &mut all));
    }
    all.extend(fact.fields.iter().flat_map(|field| std::iter::once(&field.value).chain(&field.unit)));
    all
}

fn table(figures: &Figures) -> String {
    let memory = figures.peak_rss_megabytes.map_or("not told by this system".to_owned(), |mb| format!("{mb:.0} MB"));
    let mut shown = format!(
        "files {} ({:.1} MB, {:.1} MB unwrapped), refused {}; documents {}, facts {}\n\
         values read again {}, false {}; notes decoded again {}, false {}\n\
         passages {}, the longest of {} tokens; {} are longer than the embedder reads\n\
         references that lead back {}, false {}\n\
         reading {:.2} s, longest step {:.0} ms; largest file {:.1} MB unwrapped, peak memory {memory}\n",
        figures.files,
        figures.bytes as f64 / 1e6,
        figures.unwrapped_bytes as f64 / 1e6,
        figures.refused,
        figures.documents,
        figures.facts,
        figures.values,
        figures.false_values,
        figures.notes,
        figures.false_notes,
        figures.passages,
        figures.longest_passage_tokens,
        figures.cut_passages,
        figures.references,
        figures.false_references,
        figures.seconds,
        figures.longest_step_millis,
        figures.largest_megabytes,
    );
    for (reason, count) in &figures.skipped {
        shown.push_str(&format!("not read {count}: {reason}\n"));
    }
    if figures.unlisted > 0 {
        shown.push_str(&format!("not read {} more\n", figures.unlisted));
    }
    shown
}
