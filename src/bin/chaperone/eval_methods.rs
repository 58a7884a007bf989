//! `chaperone eval methods`: the thought process and what it is compared with, over a real model.
//!
//! The methods are those of `bench thought`, and so are the questions; in place of a simulated reader a model on this machine is asked,
//! each thought being its words. As with `eval thought`, passages stand as in the (generated) records. Replies are kept and not asked
//! for again: what is the same for two methods is asked once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::chance::Chance;
use chaperone::eval::thought::methods::{Method, Outcome, Put, Side, answer};
use chaperone::eval::thought::reader::{Idea, Reads};
use chaperone::eval::thought::world::Case;
use chaperone::eval::thought::written::Split;
use chaperone::quote::chat::{self, Reply};
use chaperone::quote::format::{Endpoint, Held, Manner, plain_request};
use chaperone::quote::parse::{Said, parse};
use chaperone::quote::prompt::Prompt;
use chaperone::quote::task::Task;
use chaperone::thought::score::{SELF_CRITIC_THRESHOLD, sampled, self_critic};
use chaperone::thought::search::Settings;
use clap::Args;
use serde::Serialize;

use crate::output::json;
use crate::plain_courier;
use crate::right_answer::is_right;
use crate::thought_cases::{Question, Real};
use crate::thought_rows::{self, Difference, Row, Tally, print_difference, print_head, print_row};
use crate::transcripts::{Replies, Transcripts, locked, reply_beside_others};

/// Most passages that are put before the model with a thought: as many as the product puts.
const BEHIND: usize = 12;
/// Longest answer, in tokens: what stands before the quotations is what is held to the truth.
const ANSWER_TOKENS: u32 = 160;

#[derive(Args)]
pub struct RealMethods {
    #[command(flatten)]
    real: Real,
    #[command(flatten)]
    replies: Replies,
    /// Most questions where what is nearest misleads
    #[arg(long, value_name = "N", default_value_t = 15)]
    hard: usize,
    /// Most questions where it does not
    #[arg(long, value_name = "N", default_value_t = 15)]
    plain: usize,
    /// Thoughts of a process
    #[arg(long, value_name = "N", default_value_t = 8)]
    size: usize,
    /// What a fact that is told for the first time takes from the worth of a thought
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0)]
    weight: f64,
    /// The score from which on the model's own judgement is that a thought is good
    #[arg(long, value_name = "SCORE", default_value_t = SELF_CRITIC_THRESHOLD)]
    good: f64,
    /// The methods that are compared; where it is not said, all
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = method)]
    methods: Vec<Method>,
    /// Questions that are asked at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    parallel: usize,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    questions: usize,
    people: usize,
    hard: usize,
    ids: Vec<String>,
    methods: Vec<Row>,
    critic: Critic,
    differences: Vec<Difference>,
}

/// What the model's judgements of its own thoughts are worth: of each that was judged, once, whether it answers the question.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Critic {
    thoughts: usize,
    right: usize,
    /// Of the right ones and of the wrong ones those that it calls good.
    praised: usize,
    flattered: usize,
    /// The mean square of what its score is off by, and the share that it judges rightly.
    error: f64,
    accuracy: f64,
    /// How likely a right one has a higher score than a wrong one.
    order: f64,
}

impl Critic {
    fn of(judged: &[(f64, bool)], good: f64) -> Self {
        let of = |wanted: bool| judged.iter().filter(move |(_, is_right)| *is_right == wanted).collect::<Vec<_>>();
        let (right, wrong) = (of(true), of(false));
        let praised = right.iter().filter(|(score, _)| *score >= good).count();
        let flattered = wrong.iter().filter(|(score, _)| *score >= good).count();
        let higher = |(one, _): &(f64, bool), (other, _): &(f64, bool)| match one.total_cmp(other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        let pairs: f64 = right.iter().map(|one| wrong.iter().map(|other| higher(one, other)).sum::<f64>()).sum();
        let off = |(score, is_right): &(f64, bool)| (score - f64::from(u8::from(*is_right))).powi(2);
        let all = judged.len().max(1) as f64;
        Critic {
            thoughts: judged.len(),
            right: right.len(),
            praised,
            flattered,
            error: judged.iter().map(off).sum::<f64>() / all,
            accuracy: (praised + wrong.len() - flattered) as f64 / all,
            order: pairs / (right.len() * wrong.len()).max(1) as f64,
        }
    }
}

/// Puts the questions about the patients of the test part to every method.
///
/// # Errors
/// `invalid-argument` without questions; `refused` for a program that was not built for it; as reading and sending do.
pub fn run(arguments: &RealMethods) -> Result<()> {
    arguments.replies.may_be_asked_for()?;
    let missing = || Error::new(Code::InvalidArgument, "measuring methods needs --questions and --data");
    let (questions, _) = arguments.real.all_to_be_found(&[Split::Test])?.ok_or_else(missing)?;
    let (hard, plain): (Vec<&Question>, Vec<&Question>) =
        questions.iter().partition(|question| question.written.case.is_hard);
    let questions: Vec<&Question> = spread(&hard, arguments.hard).chain(spread(&plain, arguments.plain)).collect();
    let mut people: BTreeMap<&str, u64> = BTreeMap::new();
    for question in &questions {
        let next = people.len() as u64;
        people.entry(&question.asked.file).or_insert(next);
    }
    let asker = Asker {
        transcripts: arguments.replies.open()?,
        judged: Mutex::default(),
        good: arguments.good,
        is_asked: arguments.replies.are_asked_for(),
        endpoint: arguments.replies.endpoint(),
    };
    let settings = Settings { size: arguments.size, disclosure_weight: arguments.weight, ..Settings::records() };
    let is_chosen = |method: &Method| arguments.methods.is_empty() || arguments.methods.contains(method);
    let methods: Vec<Method> = Method::OF_A_MODEL.into_iter().filter(is_chosen).collect();
    let outcomes = asked(&questions, &methods, &asker, &settings, arguments.parallel)?;
    let mut tallies: Vec<(Method, Tally)> = Vec::new();
    for method in methods.iter().copied() {
        let mut tally = Tally::default();
        for (at, question) in questions.iter().enumerate() {
            // A question that some method has no replies for is none that methods can be compared by.
            if methods.iter().all(|method| outcomes.contains_key(&(at, *method))) {
                let person = people.get(question.asked.file.as_str()).copied().unwrap_or_default();
                let came = outcomes.get(&(at, method)).copied();
                tally.count(person, question.written.case.is_hard, came.as_slice());
            }
        }
        tallies.push((method, tally));
    }
    let rows = tallies.iter().map(|(method, tally)| tally.row(*method, arguments.size)).collect();
    let mut differences = Vec::new();
    for of in [Method::SelfCritic, Method::Oracle] {
        let Some((_, tally)) = tallies.iter().find(|(method, _)| *method == of) else { continue };
        let others = tallies.iter().filter(|(method, _)| *method != of);
        differences.extend(others.map(|(less, other)| tally.less(of, other, *less, arguments.size)));
    }
    let counted = |question: &(usize, &&Question)| methods.iter().all(|m| outcomes.contains_key(&(question.0, *m)));
    let counted: Vec<&Question> = questions.iter().enumerate().filter(counted).map(|(_, question)| *question).collect();
    let figures = Figures {
        questions: counted.len(),
        people: counted.iter().map(|question| &question.asked.file).collect::<BTreeSet<_>>().len(),
        hard: counted.iter().filter(|question| question.written.case.is_hard).count(),
        ids: counted.iter().map(|question| question.asked.id.clone()).collect(),
        methods: rows,
        critic: Critic::of(&locked(&asker.judged).values().copied().collect::<Vec<_>>(), arguments.good),
        differences,
    };
    println!(
        "{} questions about records of {} people, of {} of which what is nearest misleads; intervals by people",
        figures.questions, figures.people, figures.hard
    );
    print_head();
    figures.methods.iter().for_each(print_row);
    let Critic { thoughts, right, praised, flattered, error, accuracy, order } = &figures.critic;
    println!(
        "\nits judgements of {thoughts} thoughts: {praised} of {right} right ones and {flattered} of {} wrong ones are called good; mean square error {error:.2}, accuracy {:.0} %, a right one before a wrong one {order:.2}",
        thoughts - right,
        100.0 * accuracy
    );
    println!("\nin points");
    figures.differences.iter().for_each(print_difference);
    if let Some(path) = &arguments.json {
        std::fs::write(path, json(&figures)?).map_err(|_| Error::new(Code::Io, "the figures cannot be written"))?;
    }
    Ok(())
}

/// Returns `most` of `all`, from all over them.
fn spread<'a>(all: &[&'a Question], most: usize) -> impl Iterator<Item = &'a Question> {
    let count = most.min(all.len());
    (0..count).filter_map(move |at| all.get(at * all.len() / count).copied()).collect::<Vec<_>>().into_iter()
}

/// What came of each question by each method; nothing of those that a reply is missing for.
type Outcomes = BTreeMap<(usize, Method), Outcome>;

/// Returns the method called `name`.
fn method(name: &str) -> std::result::Result<Method, String> {
    Method::OF_A_MODEL
        .into_iter()
        .find(|method| thought_rows::name(*method) == name)
        .ok_or_else(|| format!("no method; there are {}", Method::OF_A_MODEL.map(thought_rows::name).join(", ")))
}

/// Puts `questions` to every one of `methods`, so many at a time.
fn asked(
    questions: &[&Question],
    methods: &[Method],
    asker: &Asker,
    settings: &Settings,
    parallel: usize,
) -> Result<Outcomes> {
    // What takes longest begins first.
    const ORDER: [Method; 9] = [
        Method::TreeOfThoughts,
        Method::SelfCritic,
        Method::Oracle,
        Method::Corrected,
        Method::Chain,
        Method::Pipeline,
        Method::SingleDocument,
        Method::Unaided,
        Method::Plain,
    ];
    let order = ORDER.iter().filter(|method| methods.contains(method));
    let jobs: Vec<(usize, Method)> = order.flat_map(|method| (0..questions.len()).map(|at| (at, *method))).collect();
    let next = AtomicUsize::new(0);
    let found: Mutex<Outcomes> = Mutex::default();
    let failed: Mutex<Option<Error>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..parallel.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while let Some((at, method)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
                    let Some(question) = questions.get(at) else { break };
                    let model = Model { question, asker, thoughts: RefCell::default(), failed: RefCell::default() };
                    let put = Put { case: &question.written.case, reader: &model, settings, estimate: None };
                    let outcome = answer(method, put, &mut Chance::new(at as u64), &mut |_| {});
                    match model.failed.into_inner() {
                        None => drop(locked(&found).insert((at, method), outcome)),
                        Some(error) if error.code() == Code::NotFound => {}
                        Some(error) => {
                            eprintln!("chaperone: {error}");
                            *locked(&failed) = Some(error);
                        }
                    }
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// A thought that was judged: the question, its words and the pages behind it.
type Judged = (String, String, Vec<usize>);

/// Asks the model, and keeps what it replies.
struct Asker {
    transcripts: Mutex<Transcripts>,
    /// Each thought that was judged, with its score and whether it is right.
    judged: Mutex<BTreeMap<Judged, (f64, bool)>>,
    good: f64,
    is_asked: bool,
    endpoint: Endpoint,
}

impl Asker {
    /// Returns the reply to `message`.
    fn ask(&self, id: &str, way: &str, manner: &Manner, message: &str) -> Result<Reply> {
        let outgoing = plain_request(&self.endpoint, manner, message)?;
        let key = (id, way, outgoing.body.as_str());
        let send = || self.is_asked.then(|| plain_courier::send_whole(&outgoing.url, &outgoing.body));
        let whole = reply_beside_others(&self.transcripts, key, send)?;
        let whole = whole.ok_or_else(|| Error::new(Code::NotFound, "a reply is missing"))?;
        chat::content(&whole)?;
        let mut reply = Reply::default();
        reply.event(&whole)?;
        Ok(reply)
    }
}

/// What a model thought, and the pages behind it, in the order in which it read them.
#[derive(Clone)]
struct Thought {
    text: String,
    pages: Vec<usize>,
}

/// A real model that is asked one question. Its ideas are numbers of its thoughts.
struct Model<'a> {
    question: &'a Question,
    asker: &'a Asker,
    thoughts: RefCell<Vec<Thought>>,
    /// What went wrong, if anything did.
    failed: RefCell<Option<Error>>,
}

impl Model<'_> {
    fn of(&self, idea: &Idea) -> Option<Thought> {
        let at = idea.facts.first()?;
        self.thoughts.borrow().get(*at as usize).cloned()
    }

    fn keep(&self, thought: Thought) -> Idea {
        let mut thoughts = self.thoughts.borrow_mut();
        thoughts.push(thought);
        Idea { facts: BTreeSet::from([thoughts.len() as u32 - 1]), belief: None }
    }

    /// Returns the reply; nothing once something went wrong.
    fn ask(&self, way: &str, manner: &Manner, passages: &str, thoughts: &[(&str, &str)]) -> Option<Reply> {
        if self.failed.borrow().is_some() {
            return None;
        }
        let said = thoughts.iter().filter(|(_, text)| !text.is_empty());
        let thoughts: String = said.map(|(lead, text)| format!("{lead}{text}\n\n")).collect();
        let message = format!("{passages}\n{thoughts}Question: {}", self.question.asked.question);
        let message = if way == "answer" && self.question.written.case.is_choice {
            format!("{message} Answer yes or no.")
        } else {
            message
        };
        let reply = self.asker.ask(&self.question.asked.id, way, manner, message.trim_start());
        reply.inspect_err(|error| *self.failed.borrow_mut() = Some(error.clone())).ok()
    }

    /// Returns what a step of the process is told: a page is called the same in each.
    fn passages(&self, pages: &[usize]) -> String {
        let text =
            |at: &usize| format!("<title>R{}</title>\n{}\n", at + 1, self.question.written.text(Side::Page(*at)));
        pages.iter().map(text).collect::<Vec<_>>().join("\n")
    }
}

fn manner(task: Task) -> Manner {
    Manner {
        system: task.system(),
        max_tokens: task.max_tokens(),
        temperature: 0.0,
        logprobs: task == Task::Judge,
        held: Held::Free,
    }
}

/// Returns those of `pages` that are put before the model, each once: the last that were read.
fn behind(pages: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for page in pages {
        if !all.contains(&page) {
            all.push(page);
        }
    }
    let surplus = all.len().saturating_sub(BEHIND);
    all.split_off(surplus)
}

impl Reads for Model<'_> {
    fn think(&self, _: &Case, pages: &[usize], ideas: &[&Idea], _: &mut Chance) -> Idea {
        const LEAD: &str = "A thought so far, which may be wrong: ";
        let before: Vec<Thought> = ideas.iter().filter_map(|idea| self.of(idea)).collect();
        let pages =
            behind(before.iter().flat_map(|thought| thought.pages.iter().copied()).chain(pages.iter().copied()));
        let thoughts: Vec<(&str, &str)> = before.iter().map(|thought| (LEAD, thought.text.as_str())).collect();
        let reply = self.ask("think", &manner(Task::Think), &self.passages(&pages), &thoughts);
        self.keep(Thought { text: reply.map(|reply| reply.text().trim().to_owned()).unwrap_or_default(), pages })
    }

    fn before_it(&self, _: &Case, pages: &[usize], idea: Option<&Idea>, _: &mut Chance) -> Idea {
        let text = idea.and_then(|idea| self.of(idea)).map(|thought| thought.text).unwrap_or_default();
        self.keep(Thought { text, pages: pages.to_vec() })
    }

    fn judges(&self, _: &Case, idea: &Idea, _: &mut Chance) -> f64 {
        let Some(Thought { text, pages }) = self.of(idea).filter(|thought| !thought.text.is_empty()) else {
            return 0.0;
        };
        let thoughts = [("The thought to be judged: ", text.as_str())];
        let reply = self.ask("judge", &manner(Task::Judge), &self.passages(&pages), &thoughts);
        let score = reply.and_then(|reply| self_critic(reply.first()).or_else(|| sampled([reply.text()])));
        let score = score.unwrap_or_default();
        let is_right = is_right(self.question, &text);
        locked(&self.asker.judged).insert((self.question.asked.id.clone(), text, pages), (score, is_right));
        score
    }

    fn good(&self) -> f64 {
        self.asker.good
    }

    fn share(&self, _: &Case, idea: &Idea) -> f64 {
        let is_right = self.of(idea).is_some_and(|thought| is_right(self.question, &thought.text));
        f64::from(u8::from(is_right))
    }

    fn seeks(&self, case: &Case, ideas: &[&Idea], _: &mut Chance) -> Vec<usize> {
        let best: Vec<Thought> = ideas.iter().filter_map(|idea| self.of(idea)).collect();
        let pages = behind(best.iter().flat_map(|thought| thought.pages.iter().copied()));
        let thoughts: Vec<(&str, &str)> =
            best.iter().map(|thought| ("The best thought so far: ", thought.text.as_str())).collect();
        let Some(reply) = self.ask("seek", &manner(Task::Seek), &self.passages(&pages), &thoughts) else {
            return case.ranking.clone();
        };
        let wanted: String = reply.text().chars().take(200).collect();
        self.question.found(&format!("{} {wanted}", self.question.asked.question)).unwrap_or_else(|error| {
            *self.failed.borrow_mut() = Some(error);
            Vec::new()
        })
    }

    fn answers(&self, _: &Case, idea: &Idea, _: &mut Chance) -> bool {
        const LEAD: &str = "A thought on the way to the answer, which may be wrong and is not to be quoted: ";
        let Thought { text, pages } = self.of(idea).unwrap_or(Thought { text: String::new(), pages: Vec::new() });
        let passage = |at: &usize| {
            let text = self.question.written.text(Side::Page(*at));
            format!("<quote><title>R{0}</title>\n{text}\n<link>#R{0}</link></quote>\n", at + 1)
        };
        let passages: String = pages.iter().map(passage).collect();
        let manner = Manner { max_tokens: ANSWER_TOKENS, ..Manner::answer(Prompt::Standard) };
        let Some(reply) = self.ask("answer", &manner, &passages, &[(LEAD, &text)]) else { return false };
        let said = parse(reply.text()).into_iter().find_map(|said| match said {
            Said::Prose(prose) => Some(prose),
            Said::Quote(_) => None,
        });
        is_right(self.question, &said.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pages_that_were_read_are_put_before_the_model_each_once() {
        assert_eq!(behind([1, 2, 1, 3].into_iter()), [1, 2, 3]);
        assert_eq!(behind(0..20), (8..20).collect::<Vec<_>>());
    }
}
