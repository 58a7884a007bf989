//! `chaperone bench quotes`: every box that records can give, checked against their files.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::clearance::{Block, box_passage};
use chaperone::document::{Content, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::progress::Unwatched;
use chaperone::quote::source::{Shown, pieces, source};
use chaperone::quote::verify::Original;
use chaperone::{chunk, ingest};
use clap::Args;
use serde::Serialize;

use crate::output::json;
use crate::records::{files, read};

#[derive(Args)]
pub struct QuotesArguments {
    /// The folder of bundles
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What was found of all boxes.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    files: usize,
    record_data_boxes: usize,
    verbatim_boxes: usize,
    /// Titles, labels, values and units that cite their bytes.
    cited_texts: usize,
    face_rows: usize,
    element_rows: usize,
    /// Boxes that do not hold what their file says.
    false_boxes: usize,
    /// Boxes whose title is not the file's own.
    untitled: usize,
    /// Boxes with a title and nothing else on their face.
    bare: usize,
    references: usize,
    repeated_references: usize,
    /// Entries and texts that the source reader opens.
    sources: usize,
    /// Those in which a value of the box was not found at its bytes.
    broken_sources: usize,
    seconds: f64,
}

/// Runs the check; each file is read by itself, as its own records.
///
/// # Errors
/// `refused` when a box does not hold what its file says; else as reading does.
pub fn run(arguments: QuotesArguments) -> Result<()> {
    let QuotesArguments { data, json: file } = arguments;
    let started = Instant::now();
    let mut figures = Figures::default();
    for input in files(&[data])? {
        let bytes = read(&input.path)?;
        let mut records = Records::default();
        match ingest::read(&mut records, &bytes, &mut Unwatched) {
            Ok(_) => check(&records, &bytes, &mut figures)?,
            Err(error) => eprintln!("chaperone: {}: {error}", input.path.display()),
        }
    }
    figures.seconds = started.elapsed().as_secs_f64();
    print!("{}", table(&figures));
    if let Some(file) = file {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    let wrong = figures.false_boxes + figures.repeated_references + figures.broken_sources;
    if wrong > 0 {
        return Err(Error::new(Code::Refused, "quote boxes do not hold what the file says").found(wrong as u64, 0));
    }
    Ok(())
}

fn table(figures: &Figures) -> String {
    let Figures { files, record_data_boxes, verbatim_boxes, cited_texts, face_rows, element_rows, .. } = figures;
    let Figures { false_boxes, untitled, bare, references, repeated_references, sources, broken_sources, .. } = figures;
    format!(
        "files {files}, boxes {record_data_boxes} from structured data and {verbatim_boxes} verbatim\n\
         cited texts {cited_texts}; rows on faces {face_rows}, elements {element_rows}\n\
         boxes that are not what the file says {false_boxes}; without a title of the file's own {untitled}; bare {bare}\n\
         references {references}, used twice {repeated_references}; sources opened {sources}, broken {broken_sources}\n\
         {:.1} s\n",
        figures.seconds
    )
}

fn check(records: &Records, bytes: &[u8], figures: &mut Figures) -> Result<()> {
    let original = Original::new(bytes);
    let unwrapped = ingest::unwrapped(bytes, records.files.first().map_or(&[], |file| &file.wrapping))?;
    let passages = chunk::passages(records);
    let mut references = HashSet::new();
    figures.files += 1;
    for passage in &passages {
        let document = records.documents.get(passage.document.0 as usize);
        if document.is_some_and(|document| matches!(document.content, Content::Facts { .. })) {
            references.insert(passage.reference.clone());
            figures.references += 1;
        }
        for block in box_passage(passage, records, &passages) {
            let verified = original.verify(&block)?;
            figures.cited_texts += verified.genuine;
            figures.false_boxes += usize::from(!verified.is_genuine());
            let reference = match &block {
                Block::RecordData { reference, title_citation, rows, elements, .. } => {
                    figures.record_data_boxes += 1;
                    figures.face_rows += rows.len();
                    figures.element_rows += elements.len();
                    figures.untitled += usize::from(title_citation.is_none());
                    figures.bare += usize::from(rows.is_empty());
                    reference
                }
                Block::Verbatim { reference, .. } => {
                    figures.verbatim_boxes += 1;
                    reference
                }
                Block::Prose { .. } | Block::Invalid { .. } => continue,
            };
            figures.references += 1;
            figures.repeated_references += usize::from(!references.insert(reference.clone()));
            let wanted = pieces(records, std::slice::from_ref(passage), reference)?;
            let slices: Vec<Option<&[u8]>> = wanted.iter().map(|piece| unwrapped.get(piece.span.range())).collect();
            let found = source(records, std::slice::from_ref(passage), reference, &slices)?;
            let whole = match &found.content {
                Shown::Entries(entries) => {
                    entries.iter().all(|entry| entry.missing == 0 && entry.text.is_some() && !entry.marks.is_empty())
                }
                Shown::Prose { same, .. } => *same == Some(true),
            };
            figures.sources += 1;
            figures.broken_sources += usize::from(!whole);
        }
    }
    Ok(())
}
