//! `chaperone detect`: identifying texts in what stands on standard input.

use std::io::Read as _;

use chaperone::document::EntityType;
use chaperone::error::{Code, Error, Result};
use chaperone::privacy::detect::Entity;
use clap::Args;
use serde::Serialize;

use crate::detector::Asked;
use crate::output::{Output, line};

/// Bytes of the largest text that is read.
const MAX_BYTES: u64 = 64 << 20;
/// Characters of an identifying text that the table shows.
const PREVIEW_CHARS: usize = 60;

#[derive(Args)]
pub struct Detect {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    output: Output,
}

/// What the command writes as JSON.
#[derive(Serialize)]
struct Outcome {
    spans: Vec<Spotted>,
}

/// One identifying text: where it stands and why it is taken for one.
#[derive(Serialize)]
struct Spotted {
    /// Offset of the first byte.
    start: usize,
    /// Offset after the last byte.
    end: usize,
    entity_type: EntityType,
    recognizer: &'static str,
    /// From 0 to 100.
    score: u8,
    pattern: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    validation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'static str>,
}

impl From<&Entity> for Spotted {
    fn from(entity: &Entity) -> Self {
        Spotted {
            start: entity.span.start(),
            end: entity.span.end(),
            entity_type: entity.entity_type,
            recognizer: entity.recognizer,
            score: entity.score.percent(),
            pattern: entity.pattern,
            validation: entity.validation,
            context: entity.context,
        }
    }
}

pub fn run(arguments: Detect) -> Result<()> {
    let text = read()?;
    let entities = arguments.asked.detector()?.detect_knowing(&text, &[]);
    let outcome = Outcome { spans: entities.iter().map(Spotted::from).collect() };
    arguments.output.write(&outcome, || table(&text, &entities))
}

/// Returns the text on standard input.
///
/// # Errors
/// `io` when it cannot be read, `invalid-argument` when it is too long or not UTF-8.
fn read() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| Error::new(Code::Io, "standard input cannot be read"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::new(Code::InvalidArgument, "standard input holds more than 64 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| Error::new(Code::InvalidArgument, "standard input is not UTF-8"))
}

/// Returns one line for each entity; the texts are shown to the person who gave them.
fn table(text: &str, entities: &[Entity]) -> String {
    let row = |entity: &Entity| {
        let spotted = Spotted::from(entity);
        let kind = serde_json::to_value(spotted.entity_type).ok();
        let kind = kind.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        let shown = line(entity.span.of(text).unwrap_or_default(), PREVIEW_CHARS);
        let Spotted { start, end, recognizer, score, pattern, .. } = spotted;
        format!("{start}..{end}\t{kind}\t{recognizer}: {pattern}\t{score}\t{shown}\n")
    };
    entities.iter().map(row).collect()
}
