//! `chaperone eval`: how good it is, on sets from outside.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chaperone::document::EntityType;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::privacy::{self, Labels, Outcome, Report, Slip, entity_type_named};
use chaperone::eval::spans::{self, Answered, Harmless, Marked, Split};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use crate::detector::Asked;
use crate::eval_amounts::{self, Amounts};
use crate::eval_answers::{self, Answers};
use crate::eval_attacks::{self, Attacks};
use crate::eval_exact::{self, Exact};
use crate::eval_injection::{self, Injection};
use crate::eval_linkage::{self, Linkage};
use crate::eval_meaning::{self, Meaning};
use crate::eval_methods::{self, RealMethods};
#[cfg(feature = "encoders")]
use crate::eval_records::{self, RecordsArguments};
#[cfg(feature = "encoders")]
use crate::eval_retrieval::{self, Retrieval};
use crate::eval_synthesis::{self, Synthesis};
use crate::eval_thought::{self, ThoughtReader};
use crate::output::{json, line};
use crate::records::read;

/// Characters beside a slip that are shown.
const BESIDE: usize = 30;

#[derive(Subcommand)]
pub enum Eval {
    /// How well identifying texts are found in marked texts
    Privacy(Privacy),
    /// What attacks in the question get out of records: identifying texts in what would leave, and questions still answered
    Attacks(Attacks),
    /// How many questions about coded facts are answered exactly, and how many of those answers are right
    Exact(Exact),
    /// How much of the records' words and meaning what would leave keeps: BLEU, ROUGE, SemScore, BERTScore
    Synthesis(Synthesis),
    /// Whether what is told of generated courses, thresholds and negations is so: every statement held to what it was made from
    Meaning(Meaning),
    /// How often a message leads somebody who holds all records to whom it is about
    Linkage(Linkage),
    /// How well passages are found: rankings against the judgements of a set
    #[cfg(feature = "encoders")]
    Retrieval(Box<Retrieval>),
    /// How often the document that a question was made from is found
    #[cfg(feature = "encoders")]
    Records(Box<RecordsArguments>),
    /// What a real model makes of what leaves, and what is shown of it, beside the same model asked plainly
    Answers(Answers),
    /// Amounts of medicines in abstracts that are told beside records, against those that were written down
    Amounts(Amounts),
    /// How well instructions to a model are told from questions and records
    Injection(Injection),
    /// How well a real model reads, is misled and judges itself: the reader that `bench thought` takes
    Thought(Box<ThoughtReader>),
    /// Put the questions of `bench thought` to a real model, by the thought process and by what it is compared with
    Methods(Box<RealMethods>),
}

#[derive(Args)]
pub struct Privacy {
    /// Marked texts, a line each: {id, text, spans: [{start, end, label}]}, offsets in code points
    #[arg(long, value_name = "FILE.jsonl")]
    spans: PathBuf,
    /// What must not be found, a line each: {id, kind, text, span: {start, end}}
    #[arg(long, value_name = "FILE.jsonl")]
    must_not_flag: Option<PathBuf>,
    /// Which half of the sets
    #[arg(long, value_enum, default_value_t = Half::All)]
    split: Half,
    /// A label of the set and the type it stands for; `LABEL=` leaves it out of account
    #[arg(long, value_name = "LABEL=TYPE", value_parser = label)]
    label: Vec<(String, Option<EntityType>)>,
    /// Labels to ask for; the others are left out of account, and precision is that of the types which these stand for
    #[arg(long, value_name = "LABEL,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Measure what somebody else found, a line each: {id, spans: [{start, end, label}]}, offsets in code points
    #[arg(long, value_name = "FILE.jsonl", conflicts_with = "must_not_flag")]
    found: Option<PathBuf>,
    /// Leave titles before and degrees behind a marked name out of account: a set may mark `Dr. Okafor` or `Okafor`
    #[arg(long)]
    bare_names: bool,
    #[command(flatten)]
    asked: Asked,
    /// Also print the first COUNT slips with the text around them
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    slips: usize,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write what is found to FILE, a line for each text: {id, spans}, offsets in code points
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Half {
    /// All of it
    All,
    /// What rules may be made from
    Dev,
    /// What they are judged by
    Test,
}

impl From<Half> for Split {
    fn from(half: Half) -> Self {
        match half {
            Half::All => Split::All,
            Half::Dev => Split::Dev,
            Half::Test => Split::Test,
        }
    }
}

/// The figures with what they cost.
#[derive(Serialize)]
struct Figures<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// Milliseconds for 1,000 code points.
    millis_per_thousand: f64,
}

fn label(given: &str) -> std::result::Result<(String, Option<EntityType>), &'static str> {
    let (label, name) = given.split_once('=').ok_or("expected LABEL=TYPE")?;
    if name.is_empty() {
        return Ok((label.to_owned(), None));
    }
    let entity_type = entity_type_named(name).ok_or("not a type: expected PERSON, LOCATION, DATE, …")?;
    Ok((label.to_owned(), Some(entity_type)))
}

pub fn run(eval: Eval) -> Result<()> {
    match eval {
        Eval::Privacy(arguments) => run_privacy(&arguments),
        Eval::Attacks(arguments) => eval_attacks::run(&arguments),
        Eval::Exact(arguments) => eval_exact::run(&arguments),
        Eval::Synthesis(arguments) => eval_synthesis::run(&arguments),
        Eval::Meaning(arguments) => eval_meaning::run(&arguments),
        Eval::Linkage(arguments) => eval_linkage::run(&arguments),
        #[cfg(feature = "encoders")]
        Eval::Retrieval(arguments) => eval_retrieval::run(&arguments),
        #[cfg(feature = "encoders")]
        Eval::Records(arguments) => eval_records::run(&arguments),
        Eval::Answers(arguments) => eval_answers::run(&arguments),
        Eval::Amounts(arguments) => eval_amounts::run(&arguments),
        Eval::Injection(arguments) => eval_injection::run(&arguments),
        Eval::Thought(arguments) => eval_thought::run(&arguments),
        Eval::Methods(arguments) => eval_methods::run(&arguments),
    }
}

fn run_privacy(arguments: &Privacy) -> Result<()> {
    let split = Split::from(arguments.split);
    let detector = arguments.asked.detector()?;
    let mut texts: Vec<Marked> = spans::read(&text_of(&arguments.spans)?)?;
    texts.retain(|text| split.holds(text.split.as_deref(), text.template_id));
    let mut labels = Labels::default();
    if arguments.bare_names {
        labels.leave_out_titles();
    }
    for (label, entity_type) in &arguments.label {
        labels.set(label, *entity_type);
    }
    if !arguments.only.is_empty() {
        labels.ask_only(arguments.only.iter().cloned());
    }
    let started = Instant::now();
    let mut outcome = match &arguments.found {
        Some(path) => {
            let answers: Vec<Answered> = spans::read(&text_of(path)?)?;
            privacy::measure_answers(&answers, &texts, &labels)
        }
        None => privacy::measure(&detector, &texts, &labels),
    };
    let millis = started.elapsed().as_secs_f64() * 1000.0;
    let mut shown: Vec<String> = outcome
        .slips
        .iter()
        .filter_map(|slip| texts.get(slip.text).map(|text| show(slip, &text.id, &text.text)))
        .collect();
    if let Some(path) = &arguments.must_not_flag {
        let mut items: Vec<Harmless> = spans::read(&text_of(path)?)?;
        items.retain(|item| split.holds(item.split.as_deref(), None));
        let (figures, slips) = privacy::measure_harmless(&detector, &items);
        outcome.report.harmless = figures;
        shown.extend(slips.iter().filter_map(|slip| items.get(slip.text).map(|item| show(slip, &item.id, &item.text))));
    }
    if let Some(out) = &arguments.out {
        write_found(out, &outcome)?;
    }
    let thousands = outcome.report.characters.max(1) as f64 / 1000.0;
    let figures = Figures { report: &outcome.report, millis_per_thousand: millis / thousands };
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    for slip in shown.iter().take(arguments.slips) {
        println!("{slip}");
    }
    Ok(())
}

fn text_of(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(Code::Malformed, "a set is not UTF-8 text"))
}

fn write_found(path: &Path, outcome: &Outcome) -> Result<()> {
    let mut lines = String::new();
    for found in &outcome.found {
        lines += &serde_json::to_string(found).map_err(|_| Error::internal("found spans cannot be put into JSON"))?;
        lines.push('\n');
    }
    fs::write(path, lines)
        .map_err(|_| Error::new(Code::Io, "what is found cannot be written to the file given with --out"))
}

fn show(slip: &Slip, id: &str, text: &str) -> String {
    let what = slip.recognizer.unwrap_or("missed");
    let before = text.get(..slip.range.start).unwrap_or_default();
    let from = before.char_indices().rev().nth(BESIDE).map_or(0, |(at, _)| at);
    let after = text.get(slip.range.end..).unwrap_or_default();
    let to = after.char_indices().nth(BESIDE).map_or(after.len(), |(at, _)| at);
    let shown = format!(
        "{}[{}]{}",
        before.get(from..).unwrap_or_default(),
        text.get(slip.range.clone()).unwrap_or_default(),
        after.get(..to).unwrap_or_default()
    );
    format!("{what}\t{}\t{}\t{}", slip.name, line(id, 40), line(&shown, 200))
}

fn table(figures: &Figures<'_>) -> String {
    let report = figures.report;
    let mut text = format!(
        "{} texts, {} characters, {:.2} ms for 1,000\nrecall {:.4} ({} of {}; typed {}, exact {}), precision {:.4}, F1 {:.4}, over-redacted {:.4}\n",
        report.texts,
        report.characters,
        figures.millis_per_thousand,
        report.recall,
        report.all.covered,
        report.all.marked,
        report.all.typed,
        report.all.exact,
        report.precision,
        report.f1,
        report.over_redaction,
    );
    let _ = writeln!(text, "\n{:<20} marked covered  typed  exact  recall  prec.     F1", "label");
    for row in &report.labels {
        let counts = row.counts;
        let _ = writeln!(
            text,
            "{:<20} {:>6} {:>7} {:>6} {:>6}  {:.4} {:.4} {:.4}",
            line(&row.label, 20),
            counts.marked,
            counts.covered,
            counts.typed,
            counts.exact,
            row.recall,
            row.precision,
            row.f1
        );
    }
    let _ = writeln!(text, "\n{:<20}  found   right  prec.", "type");
    for row in &report.types {
        let _ = writeln!(
            text,
            "{:<20} {:>6} {:>7} {:.4}",
            row.entity_type, row.counts.found, row.counts.right, row.precision
        );
    }
    for (title, groups) in [("origin", &report.origins), ("casing", &report.casings), ("kind", &report.kinds)] {
        if !groups.is_empty() {
            let _ = writeln!(text, "\n{title:<30} marked covered recall");
        }
        for row in groups {
            let _ = writeln!(
                text,
                "{:<30} {:>6} {:>7} {:.4}",
                line(&row.group, 30),
                row.counts.marked,
                row.counts.covered,
                row.recall
            );
        }
    }
    if !report.harmless.is_empty() {
        let _ = writeln!(text, "\n{:<30}  items     hit rate", "must not be found");
    }
    for row in &report.harmless {
        let _ = writeln!(text, "{:<30} {:>6} {:>7} {:.4}", line(&row.kind, 30), row.items, row.hit, row.rate);
    }
    text
}
