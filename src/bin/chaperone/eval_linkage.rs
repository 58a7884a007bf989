//! `chaperone eval linkage`: how often a message leads somebody who holds all records to whom it is about.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use chaperone::error::{Error, Result};
use chaperone::eval::linkage::{
    Claim, Clue, Haystack, Holder, Outcome, Summary, attack, claims, raw_claims, said, summary,
};
use chaperone::eval::spans;
use chaperone::privacy::level::Level;
use chaperone::privacy::policy::{Beyond, Choice};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::reference::Reference;
use chaperone::room::Room;
use chaperone::workflow::{Offered, Workflow, WorkflowState};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::embedder;
use crate::output::{json, line};
use crate::records::{files, is_no_record, read, unwrapped};

/// What people ask, one of each kind.
const QUESTIONS: [&str; 12] = [
    "What was my last blood pressure?",
    "How did my blood pressure change?",
    "How did my weight change?",
    "What was my last cholesterol?",
    "How did my HbA1c change?",
    "What is my creatinine?",
    "Which conditions do I have?",
    "Which conditions do I have, and how old am I?",
    "Which medicines am I taking?",
    "What am I allergic to?",
    "Which vaccines did I get?",
    "Which procedures were done?",
];

/// What is asked besides of records with notes.
const OF_NOTES: [&str; 6] = [
    "What do my notes say about my cough?",
    "What do my notes say about pain?",
    "What do the notes say about smoking?",
    "What do the notes say about my medicines?",
    "Do the notes say anything about fever or infection?",
    "What do the notes say about my family?",
];

#[derive(Args)]
pub struct Linkage {
    /// Folders of bundles: all are the attacker's, and each is asked by itself
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// What is asked, a line each: {question}; else one of each kind
    #[arg(long, value_name = "FILE.jsonl")]
    questions: Option<PathBuf>,
    /// Ask at most COUNT patients; the attacker still holds all
    #[arg(long, value_name = "COUNT")]
    patients: Option<usize>,
    /// The folder of the model manifest and weights, for the lexicon and the names of rare diseases
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
}

/// What leaves in one way of telling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    /// The same entries as the records have them, without who it is: true days and numbers.
    IdentifiersRemoved,
    /// The synthesis at the level minimal.
    Minimal,
    /// The synthesis at the level balanced.
    Synthesis,
    /// The synthesis at the level strict.
    Strict,
    /// The balanced synthesis, told less of where a stranger could know who it is.
    LessTelling,
}

impl Way {
    const ALL: [Way; 5] = [Way::IdentifiersRemoved, Way::Minimal, Way::Synthesis, Way::Strict, Way::LessTelling];

    fn words(self) -> &'static str {
        match self {
            Way::IdentifiersRemoved => "identifiers removed only",
            Way::Minimal => "synthesis, minimal",
            Way::Synthesis => "synthesis, balanced",
            Way::Strict => "synthesis, strict",
            Way::LessTelling => "balanced, less telling",
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    /// Patients whose records the attacker holds.
    haystack: usize,
    /// Patients who were asked for.
    asked: usize,
    /// Messages in the synthesis of which the stranger test warned, and in the less telling one still.
    warned: usize,
    warned_still: usize,
    ways: Vec<OfWay>,
}

#[derive(Serialize)]
struct OfWay {
    way: Way,
    all: Summary,
    /// Where the attacker makes use of one kind of clue alone, of the messages that have any.
    clues: BTreeMap<Clue, Summary>,
    /// Where a message tells sentences of notes.
    with_sentences: Summary,
    questions: BTreeMap<String, Summary>,
}

/// How the attack on one message came out, all clues taken together and each alone.
struct Attacked {
    all: (Outcome, usize),
    clues: BTreeMap<Clue, (Outcome, usize)>,
    has_sentences: bool,
}

/// Runs the attack.
///
/// # Errors
/// As reading does.
pub fn run(arguments: &Linkage) -> Result<()> {
    let lexicon = Arc::new(embedder::packed_lexicon(arguments.models.as_deref())?.unwrap_or_default());
    let questions: Vec<String> = match &arguments.questions {
        None => QUESTIONS.map(str::to_owned).to_vec(),
        Some(path) => {
            let text = String::from_utf8_lossy(&read(path)?).into_owned();
            spans::read::<Asked>(&text)?.into_iter().map(|asked| asked.question).collect()
        }
    };
    let mut haystack = Haystack::default();
    let mut bundles: Vec<(usize, Vec<u8>)> = Vec::new();
    for input in files(&arguments.bundles)? {
        let bytes = read(&input.path)?;
        let bundle: Value = serde_json::from_slice(&unwrapped(&bytes)?).unwrap_or_default();
        let before = haystack.holders.len();
        // Somebody who is in two folders is one.
        if let Some(number) = haystack.add(&bundle).filter(|number| *number == before) {
            bundles.push((number, bytes));
        }
    }
    let mut outcomes: BTreeMap<(Way, &str), Vec<Attacked>> = BTreeMap::new();
    let (mut asked, mut warned, mut warned_still) = (0, 0, 0);
    for (right, bytes) in &bundles {
        if arguments.patients.is_some_and(|most| asked >= most) {
            break;
        }
        let mut room = Room::new()?;
        match room.add(bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        room.set_lexicon(lexicon.clone());
        embedder::rare_diseases(arguments.models.as_deref(), &mut room)?;
        asked += 1;
        let has_notes = haystack.holders.get(*right).is_some_and(Holder::has_notes);
        let of_notes = OF_NOTES.iter().copied().filter(|_| has_notes && arguments.questions.is_none());
        for question in questions.iter().map(String::as_str).chain(of_notes) {
            let mut of = |level, beyond| prepared(&mut room, question, level, beyond);
            let Some(told) = of(Level::Balanced, Beyond::Warn) else { continue };
            let Some(less) = of(Level::Balanced, Beyond::Ease) else { continue };
            let Some(minimal) = of(Level::Minimal, Beyond::Warn) else { continue };
            let Some(strict) = of(Level::Strict, Beyond::Warn) else { continue };
            warned += usize::from(told.state().stranger.is_over());
            warned_still += usize::from(less.state().stranger.is_over());
            let raw = raw(&room, &haystack, told.state());
            let of_text = |workflow: &Workflow| claims(&haystack, workflow.state().synthesised.text());
            let facts = |state: &WorkflowState| state.told.values().sum::<usize>();
            for (way, claims, facts) in [
                (Way::IdentifiersRemoved, raw, facts(told.state())),
                (Way::Minimal, of_text(&minimal), facts(minimal.state())),
                (Way::Synthesis, of_text(&told), facts(told.state())),
                (Way::Strict, of_text(&strict), facts(strict.state())),
                (Way::LessTelling, of_text(&less), facts(less.state())),
            ] {
                let only = |clue: &Clue| {
                    let claims: Vec<Claim> = claims.iter().filter_map(|claim| claim.only(*clue)).collect();
                    (!claims.is_empty()).then(|| (*clue, (attack(&haystack, &claims, *right), facts)))
                };
                let clues: BTreeMap<Clue, (Outcome, usize)> = Clue::ALL.iter().filter_map(only).collect();
                let all = (attack(&haystack, &claims, *right), facts);
                let has_sentences = clues.contains_key(&Clue::Sentences);
                outcomes.entry((way, question)).or_default().push(Attacked { all, clues, has_sentences });
            }
        }
    }
    let of_way = |way: Way| {
        let own = || outcomes.iter().filter(|((of, _), _)| *of == way);
        let each = || own().flat_map(|(_, each)| each);
        let of = |outcomes: &mut dyn Iterator<Item = (Outcome, usize)>| summary(&outcomes.collect::<Vec<_>>());
        let of_clue = |clue: &Clue| {
            let found: Vec<(Outcome, usize)> = each().filter_map(|each| each.clues.get(clue).copied()).collect();
            (!found.is_empty()).then(|| (*clue, summary(&found)))
        };
        let of_question =
            |question: &str, each: &[Attacked]| (question.to_owned(), of(&mut each.iter().map(|each| each.all)));
        OfWay {
            way,
            all: of(&mut each().map(|each| each.all)),
            clues: Clue::ALL.iter().filter_map(of_clue).collect(),
            with_sentences: of(&mut each().filter(|each| each.has_sentences).map(|each| each.all)),
            questions: own().map(|((_, question), each)| of_question(question, each)).collect(),
        }
    };
    let ways = Way::ALL.map(of_way).into_iter().collect();
    let figures = Figures { haystack: haystack.holders.len(), asked, warned, warned_still, ways };
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    match figures.asked {
        0 => Err(Error::new(chaperone::error::Code::NotFound, "none of the files holds records")),
        _ => Ok(()),
    }
}

/// Returns what the extracted entries claim as they stand, but for who it is.
fn raw(room: &Room, haystack: &Haystack, state: &WorkflowState) -> Vec<Claim> {
    let context = room.context();
    let is_prose = |reference: &Reference| {
        let passage = context.index.as_slice().iter().find(|passage| passage.reference == *reference);
        passage.is_some_and(|passage| passage.facts.is_empty())
    };
    let (notes, entries): (Vec<&Offered>, Vec<&Offered>) =
        state.extracted.iter().partition(|offered| offered.references.iter().any(is_prose));
    let mut claims = raw_claims(haystack, entries.iter().flat_map(|offered| offered.original.lines()));
    claims.extend(notes.iter().filter_map(|offered| said(&offered.original)));
    claims
}

fn clue_words(clue: Clue) -> &'static str {
    match clue {
        Clue::Combinations => "  by what stands together alone",
        Clue::Dates => "  by names and days alone",
        Clue::Values => "  by names and values alone",
        Clue::Sentences => "  by sentences of notes alone",
    }
}

fn prepared(room: &mut Room, question: &str, level: Level, strangers: Beyond) -> Option<Workflow> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let choice = Choice { level, strangers, ..Choice::default() };
    room.prepare_as(question, &choice, &endpoint, [11; 32], 0).ok().filter(Workflow::is_cleared)
}

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "the attacker holds {} patients; {} were asked\nmessages of which the stranger test warned {}, less telling {}\n\n",
        figures.haystack, figures.asked, figures.warned, figures.warned_still,
    );
    let _ = writeln!(
        text,
        "{:<52} {:>5} {:>6} {:>6} {:>6} {:>5} {:>7} {:>5} {:>5} {:>6}",
        "", "n", "top 1", "top 5", "rank", "set", "unique", "<11", "read", "facts"
    );
    for OfWay { way, all, clues, with_sentences, questions } in &figures.ways {
        let mut row = |name: &str, of: &Summary| {
            let _ = writeln!(
                text,
                "{:<52} {:>5} {:>6.3} {:>6.3} {:>6.1} {:>5} {:>7.3} {:>5.2} {:>5.2} {:>6.1}",
                line(name, 52),
                of.messages,
                of.top1,
                of.top5,
                of.mean_rank,
                of.median_set,
                of.unique,
                of.below_eleven,
                of.read,
                of.facts
            );
        };
        row(way.words(), all);
        for (clue, of) in clues {
            row(clue_words(*clue), of);
        }
        if with_sentences.messages > 0 {
            row("  all, where sentences of notes are told", with_sentences);
        }
        for (question, of) in questions {
            row(&format!("  {question}"), of);
        }
    }
    text
}
