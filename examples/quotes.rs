//! Answers a question from one file of records with quotations: no network, no model. Each box is checked against the file.
//!
//! ```text
//! cargo run --release --example quotes -- examples/records/okafor.json "What was my last blood pressure?"
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use chaperone::clearance::Block;
use chaperone::progress::Unwatched;
use chaperone::quote::verify::verify;
use chaperone::room::Room;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(question)) = (arguments.next(), arguments.next()) else {
        return Err("two arguments are needed: a file of records, and a question".into());
    };
    let file = std::fs::read(path)?;

    let mut room = Room::new()?;
    let report = room.add(&file, &mut Unwatched)?;
    println!("{} documents, {} places not read", report.documents, report.skipped.len());

    let answer = room.quotes(&question)?;
    if let Some(told) = &answer.exact {
        println!("{}", told.exact.sentence);
    }
    for block in &answer.blocks {
        match block {
            Block::Verbatim { reference, text, .. } => println!("\n{}, verbatim\n{text}", reference.as_str()),
            Block::RecordData { reference, rows, .. } => {
                println!("\n{}, from structured data", reference.as_str());
                for row in rows {
                    let unit = row.unit.as_ref().map(|unit| format!(" {unit}")).unwrap_or_default();
                    println!("{}: {}{unit}", row.label, row.value);
                }
            }
            // Of a model, which was not asked.
            Block::Prose { .. } | Block::Invalid { .. } => continue,
        }
        println!("genuine: {}", verify(block, &file)?.is_genuine());
    }
    Ok(())
}
