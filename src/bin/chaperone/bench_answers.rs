//! `chaperone bench answers`: replies drawn by chance over generated and given records; no box may be false or of a wrong source.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::replies::{Found, play};
use chaperone::generate::{Options, Patient};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::verify::Original;
use chaperone::room::Room;
use clap::Args;
use serde::Serialize;

use crate::output::json;
use crate::records::{files, is_no_record, read};

/// What each record is asked.
const QUESTIONS: [&str; 10] = [
    "What was my last blood pressure?",
    "How did my weight change?",
    "Which medicines am I taking?",
    "What am I allergic to?",
    "Which conditions do I have?",
    "Which vaccines did I get?",
    "What is my cholesterol?",
    "Do I smoke?",
    "What do the letters say about pain?",
    "What does the note say?",
];
/// Replies to one request.
const EACH: usize = 250;

#[derive(Args)]
pub struct AnswersArguments {
    /// Replies to draw
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000)]
    cases: usize,
    /// Records to use beside generated ones
    #[arg(long, value_name = "PATH", num_args = 1..)]
    data: Vec<PathBuf>,
    /// The seed of the replies and the generated records
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Serialize)]
struct Figures {
    #[serde(flatten)]
    found: Found,
    records: usize,
    requests: usize,
    seconds: f64,
}

/// Runs the check.
///
/// # Errors
/// `refused` when a box is false or of a wrong source; else as reading does.
pub fn run(arguments: &AnswersArguments) -> Result<()> {
    let started = Instant::now();
    let mut figures = Figures { found: Found::default(), records: 0, requests: 0, seconds: 0.0 };
    let mut given = files(&arguments.data)?.into_iter();
    let mut number = 0;
    while figures.found.cases < arguments.cases {
        // A given record and a generated one in turn, while there are any.
        let bytes = match given.next() {
            Some(input) => read(&input.path)?,
            None => {
                number += 1;
                Patient::new(arguments.seed, number, &Options::default()).to_bytes()
            }
        };
        let mut room = Room::new()?;
        match room.add(&bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        let original = Original::new(&bytes);
        figures.records += 1;
        for (at, question) in (0_u64..).zip(QUESTIONS) {
            let endpoint = Endpoint::new("http://localhost:8080", "model", false);
            let left = arguments.cases - figures.found.cases;
            if left == 0 {
                break;
            }
            let Ok(workflow) = room.prepare(question, &endpoint, [11; 32], 0) else { continue };
            figures.requests += 1;
            let seed = arguments.seed ^ (figures.records as u64) << 20 ^ at << 8;
            play(&room, &workflow, &original, seed, left.min(EACH), &mut figures.found)?;
        }
    }
    figures.seconds = started.elapsed().as_secs_f64();
    let Found { cases, boxes, false_boxes, wrong_sources, invalid, lost, copies } = figures.found;
    println!(
        "replies {cases} to {} requests over {} records: boxes {boxes}, false {false_boxes}, of a wrong source {wrong_sources}; \
         quotations of nothing {invalid}; whole copies {copies}, not found {lost}; {:.1} s",
        figures.requests, figures.records, figures.seconds
    );
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    let wrong = false_boxes + wrong_sources;
    if wrong > 0 {
        return Err(Error::new(Code::Refused, "boxes are false, or of a wrong source").found(wrong as u64, 0));
    }
    Ok(())
}
