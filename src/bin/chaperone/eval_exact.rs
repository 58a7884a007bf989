//! `chaperone eval exact`: questions about coded facts against their gold.

use std::fs;
use std::path::PathBuf;

use chaperone::document::PatientIndex;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::exact::{Asked, Report, is_right};
use chaperone::question::exact;
use chaperone::question::when::calendar_day;
use clap::Args;
use jiff::civil::Date;
use serde::Serialize;

use crate::embedder;
use crate::output::{json, line};
use crate::records::{load, read};

#[derive(Args)]
pub struct Exact {
    /// FHIR JSON, C-CDA, an Apple Health export, or notes as text, Markdown, HTML or PDF; gzip or ZIP of these; or folders of them
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// Questions, a line each: {id, question, patient, answer}; `patient` is an id or a name, `answer` what is right
    #[arg(long, value_name = "FILE.jsonl")]
    questions: PathBuf,
    /// The day that counts as today; without it, the newest day on which anything of the records began
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    /// The folder of the model manifest and weights, for its vocabulary of concepts; without it that of `models`, if it is there
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// A vocabulary of concepts, as `models concepts` makes it; else that of the folder of models, where it is there
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Also print the first COUNT questions that are not claimed or answered wrongly
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    slips: usize,
    /// Write the answers to FILE, a line for each question: {id, answer, sentence}; null where it is left to retrieval
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads a calendar day.
pub fn day(given: &str) -> std::result::Result<Date, &'static str> {
    calendar_day(given).map_err(|_| "expected a day as 2019-03-02")
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<&'a str>,
}

pub fn run(arguments: &Exact) -> Result<()> {
    let text = String::from_utf8(read(&arguments.questions)?)
        .map_err(|_| Error::new(Code::Malformed, "the questions are not UTF-8 text"))?;
    let questions: Vec<Asked> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            serde_json::from_str(line).map_err(|_| {
                Error::new(Code::Malformed, "a line of the questions is not {id, question, patient, answer}")
            })
        })
        .collect::<Result<_>>()?;
    let (room, _) = load(&arguments.bundles)?;
    let records = room.records();
    let known = embedder::own_concepts(arguments.concepts.as_deref(), arguments.models.as_deref())?;
    let newest = || {
        let days = records.documents.iter().flat_map(|document| document.facts());
        days.filter_map(|fact| Some(fact.begun.as_ref()?.day)).max()
    };
    let today = arguments.today.or_else(newest);
    let (mut report, mut lines, mut slips) = (Report::default(), String::new(), Vec::new());
    for asked in &questions {
        let subject = asked.patient.as_ref().map(|wanted| {
            let at = records.patients.iter().position(|patient| patient.id == *wanted || patient.name == *wanted);
            at.and_then(|at| u32::try_from(at).ok())
                .map(PatientIndex)
                .ok_or_else(|| Error::new(Code::NotFound, "a question is about a patient whose records are not there"))
        });
        let answer = exact::answer_knowing(records, &asked.question, subject.transpose()?, today, known.as_ref());
        let said = answer.as_ref().map(|answer| answer.answer.as_str());
        if let Some(gold) = &asked.answer {
            report.all.add(gold, said);
            report.forms.entry(asked.form.clone().unwrap_or_else(|| "unsaid".to_owned())).or_default().add(gold, said);
            if !said.is_some_and(|said| is_right(gold, said)) {
                slips.push(format!(
                    "{}\t{}\n    gold {gold:?}\n    said {}",
                    line(&asked.id, 40),
                    line(&asked.question, 200),
                    answer
                        .as_ref()
                        .map_or_else(|| "—".to_owned(), |a| line(&format!("{} | {}", a.answer, a.sentence), 300))
                ));
            }
        }
        let written =
            Line { id: &asked.id, answer: said, sentence: answer.as_ref().map(|answer| answer.sentence.as_str()) };
        lines += &serde_json::to_string(&written).map_err(|_| Error::internal("an answer cannot be put into JSON"))?;
        lines.push('\n');
    }
    if let Some(out) = &arguments.out {
        fs::write(out, lines)
            .map_err(|_| Error::new(Code::Io, "the answers cannot be written to the file given with --out"))?;
    }
    print!("{}", if arguments.json { json(&report)? } else { table(&report) });
    for slip in slips.iter().take(arguments.slips) {
        println!("{slip}");
    }
    Ok(())
}

fn table(report: &Report) -> String {
    let mut text = format!("{:<16} asked claimed  right  wrong absent wrong\n", "form");
    let rows = report.forms.iter().map(|(name, counts)| (name.as_str(), counts));
    for (name, counts) in rows.chain([("all", &report.all)]) {
        text += &format!(
            "{:<16} {:>5} {:>7} {:>6} {:>6} {:>6} {:>5}\n",
            line(name, 16),
            counts.asked,
            counts.claimed,
            counts.right,
            counts.wrong,
            counts.absent,
            counts.absent_wrong
        );
    }
    text
}
