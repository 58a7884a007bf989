//! `chaperone verify-quote`: checks quote boxes against the original file.

use std::path::PathBuf;

use chaperone::clearance::Block;
use chaperone::error::{Code, Error, Result};
use chaperone::quote::verify::{Original, Verified};
use clap::Args;
use serde::Deserialize;

use crate::output::Output;
use crate::records::read;

#[derive(Args)]
pub struct VerifyQuote {
    /// A quote box as JSON, or an answer that `ask --json` wrote
    #[arg(value_name = "QUOTE.json")]
    quote: PathBuf,
    /// The file that it cites
    #[arg(long, value_name = "FILE")]
    source: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// The forms in which boxes are handed over.
#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Outcome { answer: Blocks },
    Answer(Blocks),
    One(Box<Block>),
}

#[derive(Deserialize)]
struct Blocks {
    blocks: Vec<serde_json::Value>,
}

pub fn run(arguments: VerifyQuote) -> Result<()> {
    let VerifyQuote { quote, source, output } = arguments;
    let unreadable =
        || Error::new(Code::Malformed, "the quote is not a box or an answer as `chaperone ask --json` writes them");
    let given = serde_json::from_slice(&read(&quote)?).map_err(|_| unreadable())?;
    let blocks: Vec<Block> = match given {
        Given::One(block) => vec![*block],
        Given::Answer(Blocks { blocks }) | Given::Outcome { answer: Blocks { blocks } } => {
            // Prose and invalid references are no boxes and have nothing to verify.
            let boxes = blocks.into_iter().filter(|block| {
                block
                    .get("kind")
                    .and_then(|kind| kind.as_str())
                    .is_some_and(|kind| matches!(kind, "verbatim" | "record-data"))
            });
            boxes.map(|block| serde_json::from_value(block).map_err(|_| unreadable())).collect::<Result<_>>()?
        }
    };
    if blocks.is_empty() {
        return Err(Error::new(Code::NotFound, "there is no quote box to verify"));
    }
    let file = read(&source)?;
    let mut verified: Vec<Verified> = Vec::new();
    let mut of_other_files = None;
    let original = Original::new(&file);
    for block in &blocks {
        match original.verify(block) {
            Ok(outcome) => verified.push(outcome),
            Err(error) if error.code() == Code::NotFound => of_other_files = Some(error),
            Err(error) => return Err(error),
        }
    }
    if let Some(error) = of_other_files.filter(|_| verified.is_empty()) {
        return Err(error);
    }
    let others = blocks.len() - verified.len();
    if others > 0 {
        eprintln!("chaperone: {others} boxes cite other files and were not checked");
    }
    output
        .write(&verified, || verified.iter().enumerate().map(|(number, box_)| describe(number + 1, box_)).collect())?;
    let wrong = verified.iter().filter(|verified| !verified.is_genuine()).count();
    if wrong > 0 {
        return Err(Error::new(Code::Refused, "quote boxes do not hold what the file says").found(wrong as u64, 0));
    }
    Ok(())
}

fn describe(number: usize, verified: &Verified) -> String {
    if verified.is_genuine() {
        let texts = if verified.genuine == 1 { "text" } else { "texts" };
        format!("box {number}: genuine, {} {texts} found in the file byte for byte\n", verified.genuine)
    } else {
        let title = if verified.false_title { " and in its title" } else { "" };
        format!("box {number}: FALSE in rows {:?}{title}\n", verified.false_rows)
    }
}
