//! `chaperone eval injection`: how well text that reads like an instruction to a model is told from what patients and clinicians
//! write.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use chaperone::document::Content;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::spans;
use chaperone::model::injection::Classifier;
use chaperone::privacy::injection::{Found, IN_QUESTION, IN_RECORDS, Kind, find_with};
use chaperone::progress::Unwatched;
use chaperone::room::Room;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::embedder::{self, Vectors};
use crate::output::{json, line};
use crate::records::{files, is_no_record, read};

/// Characters of a slip that are shown.
const PREVIEW_CHARS: usize = 110;
/// Thresholds at which the classifier alone is measured, in percent.
const ALONE: [u8; 4] = [35, 50, 80, 95];

#[derive(Args)]
pub struct Injection {
    /// Texts that are instructions, a line each: {prompt} or {text}
    #[arg(long, value_name = "FILE.jsonl", num_args = 1..)]
    attacks: Vec<PathBuf>,
    /// Texts that are none, a line each: {text}, {prompt} or {question}
    #[arg(long, value_name = "FILE.jsonl", num_args = 1..)]
    harmless: Vec<PathBuf>,
    /// Records whose notes are none, nor the names of their entries
    #[arg(long, value_name = "DIR", num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// The folder of the model manifest and weights, for the classifier; without it the rules alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Texts that are looked at of each file, evenly over it
    #[arg(long, value_name = "COUNT", default_value_t = 500)]
    most: usize,
    /// Also print COUNT slips of each set
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    slips: usize,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
struct Row {
    #[serde(alias = "text", alias = "question")]
    prompt: Option<String>,
}

/// What became of one set.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    set: String,
    attacks: bool,
    texts: usize,
    /// Taken for an instruction as a part of a question, by the rules alone and with the classifier.
    in_a_question_by_rules: usize,
    in_a_question: usize,
    /// The same as a passage of records, by the rules alone.
    in_records: usize,
    /// The classifier alone, at each of a few thresholds in percent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    classifier_alone: Vec<(u8, usize)>,
    #[serde(skip)]
    slips: Vec<String>,
}

/// Measures each set.
///
/// # Errors
/// As reading does.
pub fn run(arguments: &Injection) -> Result<()> {
    let folder = arguments.models.as_deref();
    let classifier =
        folder.map(|folder| Ok((embedder::classifier(folder)?, embedder::vectors(folder)?))).transpose()?;
    let mut all: Vec<Figures> = Vec::new();
    let sets =
        arguments.attacks.iter().map(|path| (path, true)).chain(arguments.harmless.iter().map(|path| (path, false)));
    for (path, attacks) in sets {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let rows = String::from_utf8(read(path)?);
        let rows = rows.map_err(|_| Error::new(Code::Malformed, "a file of texts is not UTF-8 text"))?;
        let texts: Vec<String> = spans::read::<Row>(&rows)?.into_iter().filter_map(|row| row.prompt).collect();
        all.push(measure(name, attacks, &texts, arguments, classifier.as_ref())?);
    }
    let (notes, names) = texts_of_records(&arguments.bundles)?;
    for (name, texts) in [("notes, by line", notes), ("names of entries", names)] {
        if !texts.is_empty() {
            all.push(measure(name.to_owned(), false, &texts, arguments, classifier.as_ref())?);
        }
    }
    if arguments.json {
        print!("{}", json(&all)?);
        return Ok(());
    }
    for figures in &all {
        print!("{}", row(figures));
    }
    Ok(())
}

fn measure(
    set: String,
    attacks: bool,
    texts: &[String],
    arguments: &Injection,
    classifier: Option<&(Classifier, Vectors)>,
) -> Result<Figures> {
    let step = texts.len().div_ceil(arguments.most.max(1)).max(1);
    let mut figures = Figures { set, attacks, ..Figures::default() };
    let mut alone = ALONE.map(|least| (least, 0));
    let mut failed = None;
    for text in texts.iter().step_by(step).filter(|text| !text.trim().is_empty()) {
        let mut highest = 0.0_f64;
        let by_rules = find_with(text, &mut |_| None);
        let found = find_with(text, &mut |sentence| {
            let (classifier, vectors) = classifier?;
            let probability = vectors.of(sentence).and_then(|vector| classifier.probability(&vector));
            let probability = probability.map_err(|error| failed = Some(error)).ok()?;
            highest = highest.max(probability);
            Some(probability)
        });
        let is_in = |found: &[Found], least: u8| found.iter().any(|found| found.score >= least);
        figures.texts += 1;
        figures.in_a_question_by_rules += usize::from(is_in(&by_rules, IN_QUESTION));
        figures.in_a_question += usize::from(is_in(&found, IN_QUESTION));
        figures.in_records += usize::from(is_in(&by_rules, IN_RECORDS));
        for (least, count) in &mut alone {
            *count += usize::from(highest * 100.0 >= f64::from(*least));
        }
        if is_in(&found, if attacks { IN_QUESTION } else { IN_RECORDS }) != attacks {
            let why: Vec<(Kind, u8)> = found.first().map(|found| found.evidence.clone()).unwrap_or_default();
            let why: Vec<String> = why.iter().map(|(kind, score)| format!("{} {score}", kind.as_str())).collect();
            figures.slips.push(format!("{}\t{:.0}\t{}", why.join(", "), highest * 100.0, line(text, PREVIEW_CHARS)));
        }
    }
    if classifier.is_some() {
        figures.classifier_alone = alone.to_vec();
    }
    figures.slips.truncate(arguments.slips);
    failed.map_or(Ok(figures), Err)
}

/// Returns the lines of the notes, and what the entries are called, each once.
fn texts_of_records(bundles: &[PathBuf]) -> Result<(Vec<String>, Vec<String>)> {
    let (mut notes, mut names) = (BTreeSet::new(), BTreeSet::new());
    if bundles.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    for input in files(bundles)? {
        let mut room = Room::new()?;
        match room.add(&read(&input.path)?, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        for document in &room.records().documents {
            if matches!(document.content, Content::Prose { .. }) {
                notes.extend(document.text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
            }
            let codes = document.facts().iter().filter_map(|fact| fact.code.as_ref()?.term.as_ref());
            names.extend(codes.map(|term| term.text.to_string()));
        }
    }
    Ok((notes.into_iter().collect(), names.into_iter().collect()))
}

fn row(figures: &Figures) -> String {
    let share = |count: usize| 100.0 * count as f64 / figures.texts.max(1) as f64;
    let mut row = format!(
        "{}\t{}\t{} texts\tin a question {:.1} % (by rules {:.1} %)\tin records {:.1} %",
        if figures.attacks { "attacks" } else { "harmless" },
        figures.set,
        figures.texts,
        share(figures.in_a_question),
        share(figures.in_a_question_by_rules),
        share(figures.in_records),
    );
    for (least, count) in &figures.classifier_alone {
        // Writing to a String cannot fail.
        let _ = write!(row, "\tclassifier alone at {least}: {:.1} %", share(*count));
    }
    row.push('\n');
    for slip in &figures.slips {
        let _ = writeln!(row, "  {slip}");
    }
    row
}
