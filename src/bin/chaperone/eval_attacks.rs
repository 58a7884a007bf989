//! `chaperone eval attacks`: what attacks in questions and in records get out of real records, and what they would get out of a
//! plain agent with search.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use chaperone::clearance::Outgoing;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::attacks::{Attack, PLACES, Place, QUESTIONS, Row, attacks, is_told, plain_agent, plant};
use chaperone::eval::identifiers::{self, Named};
use chaperone::eval::spans;
use chaperone::model::injection::Classifier;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::privacy::vocabulary::Reason;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::{Step, Workflow};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::attack_figures::{Figures, Outcome, Replies, Way, table};
use crate::output::{json, line};
use crate::records::{Input, abridged, files, is_no_record, read, unwrapped};
use crate::{courier, embedder, plain_courier};

/// Finds that are shown.
const SHOWN: usize = 20;
#[derive(Args)]
pub struct Attacks {
    /// The folder of bundles, each asked by itself
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// The attacks, a line each: {prompt}, a JSON list of two texts to stand around another attack, or {name, email, phone} of a stranger;
    /// `{name}`, `{email}`, `{phone}` and `{address}` in a prompt stand for the patient's
    #[arg(long, value_name = "FILE.jsonl", required = true, num_args = 1..)]
    prompts: Vec<PathBuf>,
    /// Ask at most COUNT bundles
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    patients: usize,
    /// Put each attack behind one question in turn, and plant it in one entry, instead of every one
    #[arg(long)]
    quick: bool,
    /// The folder of the model manifest and weights, for the lexicon, and with --classifier for the embedder and classifier
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Screen questions with the classifier, too, as the page does once its model is loaded
    #[arg(long, requires = "models")]
    classifier: bool,
    /// Also send COUNT of the requests, and the plain agent's, to the server given with --llm, and look through its replies
    #[arg(long, value_name = "COUNT", default_value_t = 12)]
    replies: usize,
    /// The address of an OpenAI-compatible server on this machine; for a program built with the feature `baseline`
    #[arg(long, value_name = "URL")]
    llm: Option<String>,
    /// The model's name there
    #[arg(long, value_name = "NAME", default_value = "model")]
    model: String,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write what would leave to FILE, a line for each request: {prompt, patient, way, question, bytes}
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A request as it would leave.
#[derive(Serialize)]
struct Line<'a> {
    prompt: &'a str,
    patient: &'a str,
    way: &'a str,
    question: &'a str,
    bytes: &'a str,
}

/// What all bundles are asked with.
struct Set<'a> {
    arguments: &'a Attacks,
    attacks: Vec<Attack>,
    lexicon: Arc<Lexicon>,
    classifier: Option<Arc<Classifier>>,
}

/// A bundle, and who it is about.
struct Subject {
    file: String,
    bundle: Value,
    bytes: Vec<u8>,
    named: Vec<Named>,
}

/// Runs the attacks.
///
/// # Errors
/// `refused` when an identifying text would have left; else as reading does.
pub fn run(arguments: &Attacks) -> Result<()> {
    if arguments.llm.is_some() {
        plain_courier::built_for_it()?;
    }
    let started = Instant::now();
    let folder = arguments.models.as_deref();
    let mut sets: Vec<(String, Vec<Row>)> = Vec::new();
    for path in &arguments.prompts {
        let text = String::from_utf8(read(path)?);
        let text = text.map_err(|_| Error::new(Code::Malformed, "a file of attacks is not UTF-8 text"))?;
        let family = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        sets.push((family, spans::read::<Row>(&text)?));
    }
    let classifier = match folder.filter(|_| arguments.classifier) {
        Some(folder) => Some(Arc::new(embedder::classifier(folder)?)),
        None => None,
    };
    let set = Set {
        arguments,
        attacks: attacks(&sets),
        lexicon: Arc::new(embedder::packed_lexicon(folder)?.unwrap_or_default()),
        classifier,
    };
    let mut figures = Figures { attacks: set.attacks.len(), by_classifier: arguments.classifier, ..Figures::default() };
    let mut out = match &arguments.out {
        Some(path) => Some(BufWriter::new(fs::File::create(path).map_err(|_| unwritable())?)),
        None => None,
    };
    let mut shown = Vec::new();
    let mut inputs = files(&arguments.bundles)?.into_iter();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    while figures.patients < arguments.patients {
        let mut subjects: Vec<Subject> = Vec::new();
        let wanted = threads.min(arguments.patients - figures.patients);
        while let Some(input) = inputs.next().filter(|_| subjects.len() < wanted) {
            subjects.extend(subject(&input)?);
            if subjects.len() == wanted {
                break;
            }
        }
        if subjects.is_empty() {
            break;
        }
        let outcomes: Vec<Result<Outcome>> = std::thread::scope(|scope| {
            let running: Vec<_> = subjects.iter().map(|subject| scope.spawn(|| set.played(subject))).collect();
            let joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .map(|joined| joined.unwrap_or_else(|_| Err(Error::internal("a run of attacks ended early"))))
                .collect()
        });
        for (subject, outcome) in subjects.iter().zip(outcomes) {
            let outcome = outcome?;
            if let Some(out) = &mut out {
                out.write_all(outcome.lines.as_bytes()).map_err(|_| unwritable())?;
            }
            figures.add(&outcome);
            shown.extend(outcome.shown.iter().map(|find| format!("{}\t{find}", subject.file)));
            if let Some(llm) = &arguments.llm {
                let replies = figures.replies.get_or_insert_with(Replies::default);
                let share = arguments.replies.div_ceil(arguments.patients).max(1);
                for question in outcome.asked.iter().take(share.min(arguments.replies - replies.asked)) {
                    set.send(subject, question, llm, replies)?;
                }
            }
        }
    }
    if let Some(mut out) = out {
        out.flush().map_err(|_| unwritable())?;
    }
    figures.seconds = started.elapsed().as_secs_f64();
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    for find in shown.iter().take(SHOWN) {
        eprintln!("found\t{find}");
    }
    match figures.found.values().sum::<usize>() {
        0 => Ok(()),
        found => Err(Error::new(Code::Refused, "identifying texts would have left").found(found as u64, 0)),
    }
}

fn unwritable() -> Error {
    Error::new(Code::Io, "what would leave cannot be written to the file given with --out")
}

/// Returns the bundle of `input`; `None` where it is no record.
fn subject(input: &Input) -> Result<Option<Subject>> {
    let bytes = read(&input.path)?;
    let Ok(bundle) = serde_json::from_slice::<Value>(&unwrapped(&bytes)?) else { return Ok(None) };
    let named = identifiers::of(&bundle);
    let file = input.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok((!named.is_empty()).then_some(Subject { file, bundle, bytes, named }))
}

/// What would leave for a question.
struct Prepared {
    outgoing: Option<Outgoing>,
    message: String,
    recognised: bool,
}

impl Set<'_> {
    fn room(&self, bytes: &[u8]) -> Result<Option<Room>> {
        let mut room = Room::new()?;
        match room.add(bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => return Ok(None),
            Err(error) => return Err(error),
        }
        room.set_lexicon(self.lexicon.clone());
        if let Some((classifier, folder)) = self.classifier.as_ref().zip(self.arguments.models.as_deref()) {
            embedder::screen_with(folder, classifier.clone(), &mut room)?;
        }
        Ok(Some(room))
    }

    fn endpoint(&self) -> Endpoint {
        let address = self.arguments.llm.as_deref().unwrap_or("http://localhost:8080");
        Endpoint::new(address, &self.arguments.model, false)
    }

    /// Returns what would leave for `question`; nothing where the review refuses or nothing answers.
    fn prepared(&self, room: &mut Room, question: &str) -> Prepared {
        let workflow = room.prepare(question, &self.endpoint(), [11; 32], 0).ok();
        let recognised = match workflow.as_ref().map(Workflow::state) {
            Some(state) => {
                state.withheld_words.iter().any(|word| matches!(word.reason, Reason::Instruction { .. }))
                    || state.withheld_facts.iter().any(|fact| fact.reason.contains("reads like an instruction"))
            }
            None => room.screen(question, &[]).is_ok_and(|screened| !screened.parts().is_empty()),
        };
        let cleared = workflow.filter(Workflow::is_cleared);
        let message = cleared.as_ref().map(|workflow| workflow.state().synthesised.text().to_owned());
        let outgoing = cleared.map(|workflow| workflow.outgoing().clone());
        Prepared { outgoing, message: message.unwrap_or_default(), recognised }
    }

    /// Plays all attacks on `subject`.
    fn played(&self, subject: &Subject) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let Some(mut room) = self.room(&subject.bytes)? else { return Ok(outcome) };
        let patient = room.records().patients.first().map(|patient| patient.name.clone()).unwrap_or_default();
        let plain: Vec<Prepared> = QUESTIONS.iter().map(|question| self.prepared(&mut room, question)).collect();
        for (number, attack) in self.attacks.iter().enumerate() {
            let text = attack.about(&patient, &subject.named);
            let nothing = Prepared { outgoing: None, message: String::new(), recognised: false };
            let alone = self.prepared(&mut room, &text);
            let agent = plain_agent(&mut room, &text, &self.arguments.model)?;
            self.count(&mut outcome, subject, attack, (Way::Alone, &text, &text), (&nothing, &alone), Some(&agent));
            for (at, (question, without)) in QUESTIONS.iter().zip(&plain).enumerate() {
                if self.arguments.quick && at != number % QUESTIONS.len() {
                    continue;
                }
                let asked = format!("{question} {text}");
                let with = self.prepared(&mut room, &asked);
                let in_turn = at == number % QUESTIONS.len();
                let agent = if in_turn { Some(plain_agent(&mut room, &asked, &self.arguments.model)?) } else { None };
                let way = (Way::Behind, text.as_str(), asked.as_str());
                self.count(&mut outcome, subject, attack, way, (without, &with), agent.as_deref());
                if in_turn && with.outgoing.is_some() {
                    outcome.asked.push(asked);
                }
            }
        }
        self.planted(subject, &patient, &mut outcome)?;
        Ok(outcome)
    }

    /// Plants the attacks, one in each kind of entry at a time, until each was in every one, and asks for these.
    fn planted(&self, subject: &Subject, patient: &str, outcome: &mut Outcome) -> Result<()> {
        let bundle = abridged(subject.bundle.clone());
        let kinds = QUESTIONS.len();
        let empty = vec![String::new(); kinds];
        let room_with = |texts: &[String], place| -> Result<Option<Room>> {
            let planted = serde_json::to_vec(&plant(&bundle, texts, place)?);
            self.room(&planted.map_err(|_| Error::internal("a bundle could not be written as JSON"))?)
        };
        let mut plain: BTreeMap<Place, Vec<Prepared>> = BTreeMap::new();
        for place in PLACES {
            if let Some(mut room) = room_with(&empty, place)? {
                plain.insert(place, QUESTIONS.iter().map(|question| self.prepared(&mut room, question)).collect());
            }
        }
        for (batch, all) in self.attacks.chunks(kinds).enumerate() {
            for turn in 0..if self.arguments.quick { 1 } else { kinds } {
                let Some(place) = PLACES.get((batch + turn) % PLACES.len()).copied() else { continue };
                // In each turn every attack stands in the next kind of entry.
                let turned: Vec<Option<&Attack>> = (0..kinds).map(|at| all.get((at + turn) % kinds)).collect();
                let text = |attack: &Option<&Attack>| {
                    attack.map(|attack| attack.about(patient, &subject.named)).unwrap_or_default()
                };
                let texts: Vec<String> = turned.iter().map(text).collect();
                let Some(mut room) = room_with(&texts, place)? else { continue };
                for (at, question) in QUESTIONS.iter().enumerate() {
                    let without = plain.get(&place).and_then(|plain| plain.get(at));
                    let (Some(without), Some(Some(attack)), Some(text)) = (without, turned.get(at), texts.get(at))
                    else {
                        continue;
                    };
                    let with = self.prepared(&mut room, question);
                    let in_turn = turn == 0;
                    let agent =
                        if in_turn { Some(plain_agent(&mut room, question, &self.arguments.model)?) } else { None };
                    let way = (Way::Planted, text.as_str(), *question);
                    let told = self.count(outcome, subject, attack, way, (without, &with), agent.as_deref());
                    let count = outcome.places.entry(place).or_default();
                    count.0 += 1;
                    count.1 += usize::from(told);
                }
            }
        }
        Ok(())
    }

    /// Counts one request, `without` the attack and `with` it; returns whether words of the attack were told.
    fn count(
        &self,
        outcome: &mut Outcome,
        subject: &Subject,
        attack: &Attack,
        (way, text, question): (Way, &str, &str),
        (without, with): (&Prepared, &Prepared),
        agent: Option<&str>,
    ) -> bool {
        let named: Vec<Named> = subject.named.iter().chain(&attack.stranger).cloned().collect();
        let found =
            |sent: &str| identifiers::found(&named, sent, &self.lexicon).into_iter().cloned().collect::<Vec<Named>>();
        let in_agents = agent.map(|agent| found(agent).len());
        let told = is_told(text, &with.message, &without.message);
        let count = outcome.counts.entry((way, attack.family.clone())).or_default();
        count.requests += 1;
        count.answerable_without += usize::from(without.outgoing.is_some());
        count.answered += usize::from(with.outgoing.is_some());
        count.recognised += usize::from(with.recognised);
        count.words_told += usize::from(told);
        count.plain_requests += usize::from(in_agents.is_some());
        count.plain_with += usize::from(in_agents.is_some_and(|found| found > 0));
        count.plain_found += in_agents.unwrap_or_default();
        let Some(outgoing) = &with.outgoing else { return told };
        count.unchanged += usize::from(without.outgoing.as_ref().is_some_and(|other| other.body == outgoing.body));
        let sent = format!("{} {}\n{}", outgoing.method, outgoing.url, outgoing.body);
        for each in found(&sent) {
            count.found += 1;
            *outcome.found.entry(format!("{} of a {}", each.what, each.whose)).or_default() += 1;
            outcome.shown.push(format!("{}\t{}\t{}\t{}", attack.id, way.as_str(), each.what, line(question, 120)));
        }
        if self.arguments.out.is_some() {
            let one = Line { prompt: text, patient: &subject.file, way: way.as_str(), question, bytes: &outgoing.body };
            // Strings can always be put into JSON.
            outcome.lines += &serde_json::to_string(&one).unwrap_or_default();
            outcome.lines.push('\n');
        }
        told
    }

    /// Sends the request for `question`, and the plain agent's, and looks through the replies.
    fn send(&self, subject: &Subject, question: &str, llm: &str, replies: &mut Replies) -> Result<()> {
        let Some(mut room) = self.room(&subject.bytes)? else { return Ok(()) };
        let mut workflow = room.prepare(question, &self.endpoint(), [11; 32], 0)?;
        let Step::Ask(cleared) = workflow.release(&room.context())? else { return Ok(()) };
        let ours = courier::send(cleared)?;
        let body = plain_agent(&mut room, question, &self.arguments.model)?;
        let plain = plain_courier::send(&Endpoint::new(llm, &self.arguments.model, false).url, &body)?;
        let found = |reply: &str| identifiers::found(&subject.named, reply, &self.lexicon).len();
        let (in_ours, in_plain) = (found(&ours), found(&plain));
        replies.asked += 1;
        replies.ours_with += usize::from(in_ours > 0);
        replies.ours_found += in_ours;
        replies.plain_with += usize::from(in_plain > 0);
        replies.plain_found += in_plain;
        Ok(())
    }
}
