//! `chaperone prepare`: what would leave, exactly, and why; sends nothing.

use std::path::PathBuf;

use chaperone::clearance::Outgoing;
use chaperone::error::{Code, Error, Result};
use chaperone::privacy::detect::without_accents;
use chaperone::privacy::policy::Choice;
use chaperone::privacy::stranger::{Bits, Limit, Singling};
use chaperone::privacy::vocabulary::{Reason, Withheld};
use chaperone::quote::format::Prompt;
use chaperone::quote::hold::Hold;
use chaperone::workflow::{Workflow, WorkflowState};
use clap::Args;
use jiff::civil::Date;
use serde::Serialize;

use crate::ask::now_millis;
use crate::embedder;
use crate::endpoint::{Model, seed};
use crate::eval_exact::day;
use crate::library_beside::{Beside, Libraries, Serving};
use crate::library_server::Sending;
use crate::output::{Output, line};
use crate::records::{After, Asked, Incomplete, load};
use crate::telling::Telling;

/// The endpoint that a request is prepared for when none is named.
const ADDRESS: &str = "http://localhost:11434/v1/chat/completions";

/// References that are listed behind one alias.
const LISTED: usize = 4;

#[derive(Args)]
pub struct Prepare {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    after: After,
    /// The address that the request would go to
    #[arg(long, value_name = "URL", default_value = ADDRESS)]
    llm: String,
    /// The model's name at that server
    #[arg(long, value_name = "NAME", default_value = "model")]
    model: String,
    /// What it would be told to do, as for `ask`
    #[arg(long, value_name = "NAME", default_value = "standard")]
    prompt: Prompt,
    /// By what the server holds answers: `schema` or `grammar`
    #[arg(long, value_name = "HOW")]
    hold: Option<Hold>,
    #[command(flatten)]
    telling: Telling,
    /// The folder of the model manifest and weights for dense retrieval; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// A vocabulary of concepts, as `models concepts` makes it; else that of the folder of models, where it is there
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// A library in a file, of which public passages would stand before the message, as they are
    #[arg(long, value_name = "PACK")]
    library: Option<String>,
    #[command(flatten)]
    serving: Serving,
    /// The day that counts as today, for "last year"; without it what counts from today is no time. The day itself does not leave
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    #[command(flatten)]
    output: Output,
}

#[derive(Serialize)]
struct Outcome<'a> {
    cleared: bool,
    state: &'a WorkflowState,
    /// The options that changed nothing, each with why.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    without_effect: &'a [Idle],
    /// The files of which something is missing, and so missing from what is prepared.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    incomplete: &'a [Incomplete],
    request: &'a Outgoing,
    /// What libraries have, and what would be asked of a server of them, where one is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    literature: Option<&'a Beside>,
}

/// An option that changed nothing of what would leave.
#[derive(Serialize)]
struct Idle {
    option: String,
    why: &'static str,
}

/// Returns which words of `choice` changed nothing of the message of `state`: `told` returns what another choice would make of it.
fn idle(choice: &Choice, state: &WorkflowState, mut told: impl FnMut(&Choice) -> Option<String>) -> Vec<Idle> {
    let message = state.synthesised.text();
    let mut same = |other: &Choice| told(other).is_some_and(|text| text == message);
    let mut idle = Vec::new();
    for word in &choice.allowed {
        let others = choice.allowed.iter().filter(|other| *other != word).cloned().collect();
        if same(&Choice { allowed: others, ..choice.clone() }) {
            let is_it = |kept: &&Withheld| {
                let text = kept.span.of(&state.original_query).unwrap_or_default();
                without_accents(&text.to_lowercase()) == without_accents(&word.trim().to_lowercase())
            };
            let kept = state.withheld_words.iter().find(is_it);
            let why = kept.map_or("no word that stays is this one", |kept| kept.reason.as_str());
            idle.push(Idle { option: format!("--allow {word}"), why });
        }
    }
    for word in &choice.withheld.words {
        let mut others = choice.withheld.clone();
        others.words.remove(word);
        if same(&Choice { withheld: others, ..choice.clone() }) {
            let why = "it is not among what would leave";
            idle.push(Idle { option: format!("--withhold {word}"), why });
        }
    }
    idle
}

pub fn run(arguments: Prepare) -> Result<()> {
    let Prepare { asked, after, llm, model, prompt, hold, telling, models, concepts, library, serving, today, output } =
        arguments;
    let (paths, question) = asked.split()?;
    let (mut room, read) = load(&paths)?;
    let question = after.whole(&room, question);
    embedder::for_telling(models.as_deref(), &mut room, false)?;
    if let Some(folder) = &models {
        embedder::embed(folder, &mut room)?;
    }
    embedder::understand(concepts.as_deref(), models.as_deref(), &mut room)?;
    let choice = telling.choice(&mut room)?;
    let endpoint = Model::named(model, prompt, hold).endpoint(&llm, true)?;
    let limit = Limit::default();
    let (seed, now) = (seed()?, now_millis());
    let mut workflow = room.prepare_for(&question, today, &choice, limit, &endpoint, seed, now)?;
    let idle = idle(&choice, workflow.state(), |choice| {
        let workflow = room.prepare_for(&question, today, choice, limit, &endpoint, seed, now).ok()?;
        Some(workflow.state().synthesised.text().to_owned())
    });
    let served = match workflow.is_cleared() {
        true => serving.ask(&mut room, &question, &choice, models.as_deref(), Sending::No)?,
        false => None,
    };
    let mut literature = None;
    if let Some(libraries) = Libraries::of(library, served) {
        let (found, told) = libraries.told_beside(&workflow)?;
        workflow.tell_beside(&room.context(), &told, now)?;
        literature = Some(found).filter(Beside::has_server);
    }
    let outcome = Outcome {
        cleared: workflow.is_cleared(),
        state: workflow.state(),
        without_effect: &idle,
        incomplete: &read.incomplete,
        request: workflow.outgoing(),
        literature: literature.as_ref(),
    };
    output.write(&outcome, || {
        literature.as_ref().map(Beside::asked_of_server).unwrap_or_default() + &text(&workflow, &idle)
    })?;
    if workflow.is_cleared() {
        Ok(())
    } else {
        Err(Error::new(Code::Refused, "the review refused this request; nothing would leave"))
    }
}

fn text(workflow: &Workflow, idle: &[Idle]) -> String {
    let (state, request) = (workflow.state(), workflow.outgoing());
    let verdict =
        if workflow.is_cleared() { "cleared by the review; nothing was sent" } else { "refused by the review" };
    let rules = state.policy.floor.rules();
    let mut text = format!("{verdict} (round {})\n\n{}\n", state.rounds, state.synthesised.text());
    text += &format!("\nlevel: {}\n  keeps: {}\n  changes: {}\n", rules.name, rules.keeps, rules.changes);
    for narrowed in &state.narrowed {
        text += &format!("\n{}\n", line(&narrowed.sentence, 400));
    }
    for finding in &state.findings {
        text += &format!("\n✗ {}: {}; {}\n", finding.rule.as_str(), finding.reason, finding.fix);
    }
    for Withheld { span, reason } in &state.withheld_words {
        let word = span.of(&state.original_query).unwrap_or_default();
        let may = if reason.may_be_allowed() && state.policy.allow_words { "; --allow lets it leave" } else { "" };
        text += &format!("\nwithheld: “{}”: {}{may}\n", line(word, 40), reason.as_str());
    }
    if state.withheld_words.iter().any(|kept| kept.reason == Reason::NoLexicon) {
        text += "\nthe word lists are not there, so that few words leave: --models names their folder\n";
    }
    for Idle { option, why } in idle {
        text += &format!("\n{} changed nothing: {why}\n", line(option, 80));
    }
    for fact in &state.withheld_facts {
        let date = fact.date.as_ref().map(|date| format!(", {}", line(date, 40))).unwrap_or_default();
        let may = fact.word.as_ref().map(|word| format!(" (--allow {} lets it leave)", line(word, 40)));
        text += &format!("\nwithheld: {}{date}: {}{}\n", line(&fact.name, 200), fact.reason, may.unwrap_or_default());
    }
    for offered in &state.extracted {
        for reference in offered.entries.iter().take(LISTED) {
            text += &format!("\n{}: {} (--withhold keeps it back)\n", offered.alias, line(reference.as_str(), 200));
        }
    }
    for (number, reference) in (1..).zip(&state.literature.told) {
        text += &format!("\nliterature: [Source {number}] {}\n", line(reference, 300));
    }
    if state.literature.left_out > 0 {
        text += &format!("\nliterature: {} more passages stay\n", state.literature.left_out);
    }
    text += &stranger(&state.stranger);
    text += &format!("\n{} {}\n", request.method, line(&request.url, 500));
    for (name, value) in &request.headers {
        text += &format!("{name}: {value}\n");
    }
    text + &format!("\n{}\n", request.body)
}

/// Returns what a stranger could tell, in words.
fn stranger(found: &Singling) -> String {
    let bits = |bits: Bits| format!("{:.1}", f64::from(bits.in_tenths()) / 10.0);
    let verdict = if found.is_over() { "perhaps" } else { "no" };
    let mut text = format!(
        "\nCould a stranger know who this is? {verdict}: in a small state, of {} people, all that is told would be true of about {}; fewer than {} are too few to hide among ({} bits; {} are the limit)\n",
        found.by.population,
        found.fitting,
        found.by.fitting,
        bits(found.bits),
        bits(found.limit),
    );
    for element in &found.elements {
        text += &format!("  {:>5} {}: {}\n", bits(element.bits), element.kind.words(), line(&element.words, 160));
    }
    for remedy in &found.eased {
        text += &format!("  less telling: {}\n", line(&remedy.words(), 200));
    }
    if found.is_over() && found.eased.is_empty() {
        text += "  --less-telling tells less\n";
    }
    text
}
