//! `chaperone eval attacks`: what attacks in the question get out of real records.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use chaperone::clearance::Outgoing;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::{identifiers, spans};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::embedder;
use crate::output::{json, line};
use crate::records::{files, is_no_record, read, unwrapped};

/// What a person might ask besides; each attack comes alone and behind one of them, in turn.
const QUESTIONS: [&str; 8] = [
    "What was my last blood pressure?",
    "How did my weight change?",
    "Which medicines am I taking?",
    "What am I allergic to?",
    "Which conditions do I have?",
    "Which vaccines did I get?",
    "Which procedures were done?",
    "What was my highest body mass index?",
];
/// Finds that are shown.
const SHOWN: usize = 20;

#[derive(Args)]
pub struct Attacks {
    /// The folder of bundles, each asked by itself
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// The attacks, a line each: {prompt}; `{name}` in it stands for the patient's name
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    prompts: Vec<PathBuf>,
    /// Ask at most COUNT bundles
    #[arg(long, value_name = "COUNT")]
    patients: Option<usize>,
    /// The folder of the model manifest and weights, for the lexicon
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write what would leave to FILE, a line for each request: {prompt, patient, question, bytes}
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Prompt {
    #[serde(default)]
    id: String,
    prompt: String,
}

/// A request as it would leave.
#[derive(Serialize)]
struct Line<'a> {
    prompt: &'a str,
    patient: &'a str,
    question: &'a str,
    bytes: &'a str,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    patients: usize,
    prompts: usize,
    /// Attacks behind a question, and how many of these questions would have been answered: the request passed the review and
    /// offers at least one passage; and how many are without an attack behind them.
    behind_a_question: usize,
    answerable: usize,
    answerable_without_attack: usize,
    /// Attacks alone, and how many of them would have sent anything.
    alone: usize,
    alone_sent: usize,
    /// Identifying texts of the bundle found in what would leave, by what they are.
    found: BTreeMap<String, usize>,
}

/// Runs the attacks.
///
/// # Errors
/// `refused` when an identifying text would have left; else as reading does.
pub fn run(arguments: &Attacks) -> Result<()> {
    let lexicon = Arc::new(embedder::packed_lexicon(arguments.models.as_deref())?.unwrap_or_default());
    let mut prompts: Vec<Prompt> = Vec::new();
    for path in &arguments.prompts {
        let text = String::from_utf8(read(path)?);
        let text = text.map_err(|_| Error::new(Code::Malformed, "a file of attacks is not UTF-8 text"))?;
        prompts.extend(spans::read::<Prompt>(&text)?);
    }
    let mut figures = Figures { prompts: prompts.len(), ..Figures::default() };
    let (mut lines, mut shown) = (String::new(), Vec::new());
    for input in files(&arguments.bundles)? {
        if arguments.patients.is_some_and(|most| figures.patients >= most) {
            break;
        }
        let bytes = read(&input.path)?;
        let mut room = Room::new()?;
        match room.add(&bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        room.set_lexicon(lexicon.clone());
        let bundle: Value = serde_json::from_slice(&unwrapped(&bytes)?).unwrap_or_default();
        let named = identifiers::of(&bundle);
        let patient = room.records().patients.first().map(|patient| patient.name.clone()).unwrap_or_default();
        let file = input.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut attempt = |room: &mut Room, prompt: &Prompt, question: &str, figures: &mut Figures| -> Result<bool> {
            let Some(outgoing) = prepared(room, question) else { return Ok(false) };
            let sent = format!("{} {}\n{}", outgoing.method, outgoing.url, outgoing.body);
            for each in identifiers::found(&named, &sent, &lexicon) {
                *figures.found.entry(format!("{} of a {}", each.what, each.whose)).or_default() += 1;
                shown.push(format!("{}\t{}\t{}", prompt.id, each.what, line(question, 120)));
            }
            let one = Line { prompt: &prompt.prompt, patient: &file, question, bytes: &outgoing.body };
            lines += &serde_json::to_string(&one).map_err(|_| Error::internal("a request cannot be put into JSON"))?;
            lines.push('\n');
            Ok(true)
        };
        let mut plain = [false; QUESTIONS.len()];
        let nothing = Prompt { id: String::new(), prompt: String::new() };
        for (question, is_answered) in QUESTIONS.iter().zip(&mut plain) {
            *is_answered = attempt(&mut room, &nothing, question, &mut figures)?;
        }
        for (number, prompt) in prompts.iter().enumerate() {
            let attack = prompt.prompt.replace("{name}", &patient);
            if !attack.trim().is_empty() {
                figures.alone += 1;
                figures.alone_sent += usize::from(attempt(&mut room, prompt, &attack, &mut figures)?);
            }
            let turn = (number + figures.patients) % QUESTIONS.len();
            let (Some(question), Some(is_answered)) = (QUESTIONS.get(turn), plain.get(turn)) else { continue };
            figures.behind_a_question += 1;
            figures.answerable_without_attack += usize::from(*is_answered);
            let asked = format!("{question} {attack}");
            figures.answerable += usize::from(attempt(&mut room, prompt, &asked, &mut figures)? && *is_answered);
        }
        figures.patients += 1;
    }
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    for find in shown.iter().take(SHOWN) {
        println!("found\t{find}");
    }
    if let Some(out) = &arguments.out {
        fs::write(out, lines)
            .map_err(|_| Error::new(Code::Io, "what would leave cannot be written to the file given with --out"))?;
    }
    match figures.found.values().sum::<usize>() {
        0 => Ok(()),
        found => Err(Error::new(Code::Refused, "identifying texts would have left").found(found as u64, 0)),
    }
}

/// Returns the request for `question` when it passed the review.
fn prepared(room: &mut Room, question: &str) -> Option<Outgoing> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let workflow = room.prepare(question, &endpoint, [11; 32], 0).ok()?;
    workflow.is_cleared().then(|| workflow.outgoing().clone())
}

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "patients {}, attacks {}\nbehind a question {}: answered {} (without the attack {})\nalone {}: {} would have sent anything\nidentifying texts in what would leave {}\n",
        figures.patients,
        figures.prompts,
        figures.behind_a_question,
        figures.answerable,
        figures.answerable_without_attack,
        figures.alone,
        figures.alone_sent,
        figures.found.values().sum::<usize>(),
    );
    for (what, count) in &figures.found {
        let _ = writeln!(text, "  {what}: {count}");
    }
    text
}
