//! `chaperone brief`: what is new since a day, and where the record disagrees with itself.

use std::path::PathBuf;

use chaperone::brief::Brief as Told;
use chaperone::clearance::Block;
use chaperone::document::PatientIndex;
use chaperone::error::{Code, Error, Result};
use clap::Args;
use jiff::civil::Date;
use serde::Serialize;

use crate::ask::record_data;
use crate::eval_exact::day;
use crate::output::{Output, line};
use crate::records::{Incomplete, load};

#[derive(Args)]
pub struct Brief {
    /// FHIR JSON, C-CDA, an Apple Health export, or notes as text, Markdown, HTML or PDF; gzip or ZIP of these; or folders of them
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    records: Vec<PathBuf>,
    /// The first day that counts, such as that of the last visit
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Date,
    /// Whose record, by id or name, where there are several
    #[arg(long, value_name = "NAME")]
    patient: Option<String>,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Outcome {
    #[serde(flatten)]
    brief: Told,
    /// The files of which something is missing, and so missing here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    incomplete: Vec<Incomplete>,
    blocks: Vec<Block>,
}

/// Longest line, in characters.
const MAX_LINE: usize = 2000;

pub fn run(arguments: Brief) -> Result<()> {
    let (mut room, read) = load(&arguments.records)?;
    let patients = &room.records().patients;
    let at = match &arguments.patient {
        Some(wanted) => patients.iter().position(|patient| patient.id == *wanted || patient.name == *wanted),
        None => (patients.len() == 1).then_some(0),
    };
    let patient = at.and_then(|at| u32::try_from(at).ok()).ok_or_else(|| {
        Error::new(Code::InvalidArgument, "whose record is meant? name one patient of the records with --patient")
    })?;
    let (brief, blocks) = room.brief(PatientIndex(patient), arguments.since)?;
    let outcome = Outcome { brief, incomplete: read.incomplete, blocks };
    arguments.output.write(&outcome, || text(&outcome))
}

fn text(outcome: &Outcome) -> String {
    let Outcome { brief, blocks, .. } = outcome;
    let mut text = format!("{}\n\nSince {}\n", brief.red_flags, brief.since);
    let boxes = |numbers: &[usize]| {
        numbers.iter().filter_map(|number| blocks.get(*number)).map(record_data).collect::<String>()
    };
    for part in &brief.parts {
        text += &format!(
            "\n{}:{}\n",
            part.title,
            if part.items.is_empty() { " none found of that day or later" } else { "" }
        );
        for item in &part.items {
            text += &format!("- {}\n{}", line(&item.text, MAX_LINE), boxes(&item.boxes));
        }
        if part.more > 0 {
            text += &format!("  and {} more\n", part.more);
        }
    }
    text += "\nWhere the record disagrees with itself\n";
    if brief.disagreements.is_empty() {
        text += "nothing was found\n";
    }
    for each in &brief.disagreements {
        text += &format!("\n{}: {}\n", line(&each.title, MAX_LINE), each.reason);
        for side in &each.sides {
            text +=
                &format!("- {}\n{}", line(&side.text, MAX_LINE), boxes(&side.shown.into_iter().collect::<Vec<_>>()));
        }
    }
    if brief.more_disagreements > 0 {
        text += &format!("  and {} more\n", brief.more_disagreements);
    }
    text + &format!("\n{}\n", brief.intended_use)
}
