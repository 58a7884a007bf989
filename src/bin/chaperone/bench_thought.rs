//! `chaperone bench thought`: the thought process and what it is compared with, over simulated readers; and what a step of it costs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::chance::Chance;
use chaperone::eval::thought::methods::{Estimate, Method, Put, answer};
use chaperone::eval::thought::reader::Reader;
use chaperone::eval::thought::world::Case;
use chaperone::eval::thought::written::Split;
use chaperone::thought::estimator::Estimator;
use chaperone::thought::search::Settings;
use chaperone::thought::uct::Exploitation;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::bench_steps::{Timed, print_steps, steps};
use crate::output::json;
use crate::records::read;
use crate::thought_cases::{Question, Reading, Real};
use crate::thought_rows::{Difference, Row, Tally, print_difference, print_head, print_row};

/// Sizes of a process that are compared.
const SIZES: [usize; 7] = [1, 3, 5, 8, 10, 15, 25];
/// Sizes at which all methods are compared: what the product proposes, and the published one.
const COMPARED: [usize; 2] = [8, 25];
/// What a fact that is told for the first time may weigh.
const WEIGHTS: [f64; 6] = [0.0, 0.002, 0.005, 0.01, 0.02, 0.05];
#[derive(Args)]
pub struct ThoughtArguments {
    /// How many questions each method gets, half of them hard
    #[arg(long, value_name = "N", default_value_t = 1000)]
    cases: u64,
    /// What the questions are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A reader as JSON: the probabilities reads, crowding, keeps, misled, recovers, praises, flatters, guesses and guessesChoice
    #[arg(long, value_name = "FILE")]
    reader: Option<PathBuf>,
    #[command(flatten)]
    real: Real,
    /// Whose questions about real records: those by which settings are chosen, or those that figures are told of
    #[arg(long, value_enum, default_value_t = Of::Test)]
    split: Of,
    #[command(flatten)]
    how: How,
    /// An estimator, as `thought train` writes it
    #[arg(long, value_name = "FILE", requires = "questions")]
    estimator: Option<PathBuf>,
    /// How often each real question is put to each method
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: u64,
    /// Of the questions about real records, the methods alone, and nothing that is drawn
    #[arg(long, requires = "questions")]
    brief: bool,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// How the search is done; what is not said is as in the product.
#[derive(Args)]
struct How {
    /// Where the walk ends: `leaves` with the other settings as published
    #[arg(long, value_enum, default_value_t = Ends::Widened)]
    walk: Ends,
    /// The weight of what is little known
    #[arg(long, value_name = "WEIGHT")]
    exploration: Option<f64>,
    /// Room for children: visits to the power of this
    #[arg(long, value_name = "EXPONENT")]
    widening: Option<f64>,
    /// Documents that the first thought is made of
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Documents that are asked for at a time
    #[arg(long, value_name = "N")]
    batch: Option<usize>,
    /// What each fact told for the first time takes from the worth of a thought
    #[arg(long, value_name = "WEIGHT")]
    weight: Option<f64>,
    /// Thoughts behind the one that is good enough that must be good enough too
    #[arg(long, value_name = "N")]
    confirm: Option<usize>,
    /// Most thoughts at which all methods are compared; 8 and 25, where it is not said
    #[arg(long = "size", value_name = "N")]
    sizes: Vec<usize>,
    /// How mean rewards are compared
    #[arg(long, value_enum, default_value_t = Compares::Mean)]
    rewards: Compares,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Of {
    Dev,
    Test,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Compares {
    /// As they are, as published
    Mean,
    /// Less the mean of the siblings, over their spread
    Normalised,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Ends {
    Leaves,
    Widened,
}

impl How {
    fn compared(&self) -> Vec<usize> {
        if self.sizes.is_empty() { COMPARED.to_vec() } else { self.sizes.clone() }
    }

    fn settings(&self, size: usize) -> Settings {
        let base = match self.walk {
            Ends::Leaves => Settings::default(),
            Ends::Widened => Settings::records(),
        };
        Settings {
            size,
            exploration: self.exploration.unwrap_or(base.exploration),
            widening: self.widening.unwrap_or(base.widening),
            first: self.first.unwrap_or(base.first),
            batch: self.batch.unwrap_or(base.batch),
            disclosure_weight: self.weight.unwrap_or(base.disclosure_weight),
            confirmations: self.confirm.unwrap_or(base.confirmations),
            exploitation: match self.rewards {
                Compares::Mean => Exploitation::Mean,
                Compares::Normalised => Exploitation::Normalised,
            },
            ..base
        }
    }
}

/// A reader between good and bad. It is assumed, not measured.
const ASSUMED: Reader = Reader {
    reads: 0.75,
    crowding: 0.12,
    keeps: 0.95,
    misled: 0.6,
    recovers: 0.5,
    praises: 0.75,
    flatters: 0.3,
    guesses: 0.05,
    guesses_choice: 0.5,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    cases: u64,
    seed: u64,
    reader: Reader,
    settings: Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Compared>,
    sensitivity: Vec<Changed>,
    steps: Vec<Timed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<OfRecords>,
}

/// The methods over the same questions.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Compared {
    methods: Vec<Row>,
    /// What the process, as the product has it, has more than each other method.
    differences: Vec<Difference>,
    sizes: Vec<Row>,
    /// What facts weigh, and what comes of that.
    weights: Vec<(f64, Row)>,
}

/// The methods over questions about real records, of patients whom nothing was learnt from.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfRecords {
    questions: usize,
    people: usize,
    hard: usize,
    repeat: u64,
    #[serde(flatten)]
    compared: Compared,
    /// By sex and age, of the best process that asks no truth.
    groups: Vec<(String, usize, Row)>,
}

/// The methods with another reader.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    change: String,
    rows: Vec<Row>,
}

/// Puts every question to a method, with a process searched so.
type Tallied<'a> = dyn FnMut(Method, &Settings) -> Result<Tally> + 'a;

/// Runs the cases.
///
/// # Errors
/// `io` or `malformed` for the files of the arguments.
pub fn bench(arguments: &ThoughtArguments) -> Result<()> {
    let reader = reader(arguments.reader.as_deref())?;
    let how = &arguments.how;
    let records = of_records(arguments, &reader)?;
    let drawn = |reader: Reader| {
        move |method: Method, settings: &Settings| {
            Ok(measure(method, settings, &reader, arguments.cases, arguments.seed))
        }
    };
    let (mut all, mut sensitivity) = (None, Vec::new());
    if !arguments.brief {
        all = Some(compared(&Method::ALL, how, &mut drawn(reader), false)?);
        let [_, largest] = COMPARED;
        for (change, reader) in others(&reader) {
            let tallied = drawn(reader);
            let settings = how.settings(largest);
            let row = |method| Ok(tallied(method, &settings)?.row(method, largest));
            sensitivity.push(Changed { change, rows: Method::ALL.into_iter().map(row).collect::<Result<_>>()? });
        }
    }
    let figures = Figures {
        cases: arguments.cases,
        seed: arguments.seed,
        reader,
        settings: how.settings(Settings::records().size),
        drawn: all,
        sensitivity,
        steps: if arguments.brief { Vec::new() } else { steps() },
        records,
    };
    print(&figures);
    if let Some(path) = &arguments.json {
        fs::write(path, json(&figures)?).map_err(|_| Error::new(Code::Io, "the figures cannot be written"))?;
    }
    Ok(())
}

/// Compares `methods` at each of the sizes, the process also at others and with facts that weigh something.
fn compared(methods: &[Method], how: &How, tallied: &mut Tallied<'_>, is_brief: bool) -> Result<Compared> {
    let mut found = Compared { methods: Vec::new(), differences: Vec::new(), sizes: Vec::new(), weights: Vec::new() };
    let own = if methods.contains(&Method::Estimator) { Method::Estimator } else { Method::SelfCritic };
    for size in how.compared() {
        let settings = how.settings(size);
        let mut tallies: Vec<(Method, Tally)> = Vec::new();
        for method in methods {
            let tally = tallied(*method, &settings)?;
            found.methods.push(tally.row(*method, size));
            tallies.push((*method, tally));
        }
        for of in [own, Method::Oracle] {
            let Some((_, tally)) = tallies.iter().find(|(method, _)| *method == of) else { continue };
            let others = tallies.iter().filter(|(method, _)| *method != of);
            found.differences.extend(others.map(|(less, other)| tally.less(of, other, *less, size)));
        }
    }
    if is_brief {
        return Ok(found);
    }
    let is_process = |method: &&Method| matches!(method, Method::SelfCritic | Method::Estimator | Method::Oracle);
    for method in methods.iter().filter(is_process) {
        for size in SIZES {
            found.sizes.push(tallied(*method, &how.settings(size))?.row(*method, size));
        }
        for weight in WEIGHTS {
            let [size, ..] = how.compared()[..] else { continue };
            let settings = Settings { disclosure_weight: weight, ..how.settings(size) };
            found.weights.push((weight, tallied(*method, &settings)?.row(*method, size)));
        }
    }
    Ok(found)
}

/// Returns the reader that `file` says; without a file the assumed one.
///
/// # Errors
/// `io` or `malformed` for the file.
pub fn reader(file: Option<&Path>) -> Result<Reader> {
    let Some(path) = file else { return Ok(ASSUMED) };
    let text = fs::read_to_string(path).map_err(|_| Error::new(Code::Io, "the reader's file cannot be read"))?;
    serde_json::from_str(&text).map_err(|_| Error::new(Code::Malformed, "the reader's file is not a reader"))
}

/// Returns `reader` with one of its abilities worse and better.
fn others(reader: &Reader) -> Vec<(String, Reader)> {
    let between = |value: f64| value.clamp(0.0, 1.0);
    let mut others = Vec::new();
    for by in [-0.2, 0.2] {
        let to = |value: f64| between(value + by);
        others.push((format!("reads {:.2}", to(reader.reads)), Reader { reads: to(reader.reads), ..*reader }));
        others.push((format!("misled {:.2}", to(reader.misled)), Reader { misled: to(reader.misled), ..*reader }));
        others.push((format!("praises {:.2}", to(reader.praises)), Reader { praises: to(reader.praises), ..*reader }));
        others.push((
            format!("flatters {:.2}", to(reader.flatters)),
            Reader { flatters: to(reader.flatters), ..*reader },
        ));
    }
    others
}

fn measure(method: Method, settings: &Settings, reader: &Reader, cases: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..cases {
        // Every method gets the same questions.
        let mut chance = Chance::new(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let case = Case::draw(&mut chance, number % 2 == 1);
        let put = Put { case: &case, reader, settings, estimate: None };
        tally.count(number, case.is_hard, &[answer(method, put, &mut chance, &mut |_| {})]);
    }
    tally
}

/// Puts the questions about real records of the patients of a split to every method; `None` where no questions are given.
fn of_records(arguments: &ThoughtArguments, reader: &Reader) -> Result<Option<OfRecords>> {
    let split = match arguments.split {
        Of::Dev => Split::Dev,
        Of::Test => Split::Test,
    };
    let Some((questions, embedder)) = arguments.real.questions(&[split])? else { return Ok(None) };
    let estimator = arguments.estimator.as_deref().map(|file| Estimator::read(&read(file)?)).transpose()?;
    let embedder = embedder.map(RefCell::new);
    let estimated = match (&estimator, &embedder) {
        (Some(estimator), Some(embedder)) if estimator.embedder() == embedder.borrow().id() => {
            Some((estimator, embedder))
        }
        (Some(_), _) => {
            return Err(Error::new(
                Code::InvalidArgument,
                "the estimator needs --models with the embedder that it was trained with",
            ));
        }
        (None, _) => None,
    };
    let mut people: BTreeMap<&str, u64> = BTreeMap::new();
    for question in &questions {
        let next = people.len() as u64;
        people.entry(&question.asked.file).or_insert(next);
    }
    let run = |method: Method, settings: &Settings, of: &dyn Fn(&Question) -> bool| -> Result<Tally> {
        let mut tally = Tally::default();
        for (number, question) in (0_u64..).zip(&questions).filter(|(_, question)| of(question)) {
            let mut outcomes = Vec::new();
            for again in 0..arguments.repeat {
                let mut chance = Chance::new(arguments.seed.wrapping_mul(1 << 32).wrapping_add(number << 8 | again));
                let reading = estimated.map(|(estimator, embedder)| Reading {
                    estimator,
                    written: &question.written,
                    embedder,
                    failed: RefCell::new(None),
                });
                let estimate = reading.as_ref().map(|reading| reading as &dyn Estimate);
                let put = Put { case: &question.written.case, reader, settings, estimate };
                outcomes.push(answer(method, put, &mut chance, &mut |_| {}));
                if let Some(error) = reading.and_then(|reading| reading.failed.into_inner()) {
                    return Err(error);
                }
            }
            let person = people.get(question.asked.file.as_str()).copied().unwrap_or_default();
            tally.count(person, question.written.case.is_hard, &outcomes);
        }
        Ok(tally)
    };
    let mut methods: Vec<Method> = Method::ALL.into();
    if estimated.is_some() {
        methods.insert(methods.len() - 1, Method::Estimator);
    }
    let best = if estimated.is_some() { Method::Estimator } else { Method::SelfCritic };
    let mut tallied = |method: Method, settings: &Settings| run(method, settings, &|_: &Question| true);
    let compared = compared(&methods, &arguments.how, &mut tallied, arguments.brief)?;
    let [_, largest] = COMPARED;
    let settings = arguments.how.settings(largest);
    let mut groups = Vec::new();
    let mut group = |name: String, of: &dyn Fn(&Question) -> bool| -> Result<()> {
        let tally = run(best, &settings, of)?;
        groups.push((name, tally.len(), tally.row(best, largest)));
        Ok(())
    };
    if !arguments.brief {
        for sex in ["female", "male"] {
            group(sex.to_owned(), &|question| question.asked.sex.as_deref() == Some(sex))?;
        }
        for (from, to) in [(0, 17), (18, 44), (45, 64), (65, 150)] {
            group(format!("{from} to {to} years"), &|question| (from..=to).contains(&question.asked.age))?;
        }
    }
    Ok(Some(OfRecords {
        questions: questions.len(),
        people: people.len(),
        hard: questions.iter().filter(|question| question.written.case.is_hard).count(),
        repeat: arguments.repeat,
        compared,
        groups,
    }))
}

fn print(figures: &Figures) {
    let Reader { reads, crowding, keeps, misled, recovers, praises, flatters, guesses, guesses_choice } =
        figures.reader;
    println!(
        "A simulated reader, {}: reads {reads}, crowding {crowding}, keeps {keeps}, misled {misled}, recovers {recovers}, praises {praises}, flatters {flatters}, guesses {guesses}, of two {guesses_choice}",
        if figures.reader == ASSUMED { "assumed" } else { "given" }
    );
    if let Some(drawn) = &figures.drawn {
        println!(
            "\n{} questions from seed {}, half of them hard: what retrieval gives first misleads",
            figures.cases, figures.seed
        );
        print_compared(drawn);
    }
    for Changed { change, rows } in &figures.sensitivity {
        println!("\n{change}");
        rows.iter().for_each(print_row);
    }
    if let Some(records) = &figures.records {
        println!(
            "\n{} questions about real records of {} people, of {} of which what vectors find first misleads, put {} times each; intervals by people",
            records.questions, records.people, records.hard, records.repeat
        );
        print_compared(&records.compared);
        if !records.groups.is_empty() {
            println!("\nby sex and age");
        }
        for (name, count, row) in &records.groups {
            print!("{name:<16} {count:>4}  ");
            print_row(row);
        }
    }
    print_steps(&figures.steps);
}

fn print_compared(compared: &Compared) {
    print_head();
    compared.methods.iter().for_each(print_row);
    println!("\nin points");
    compared.differences.iter().for_each(print_difference);
    if !compared.sizes.is_empty() {
        println!("\nby size");
        compared.sizes.iter().for_each(print_row);
        println!("\nby what each new fact weighs");
    }
    for (weight, row) in &compared.weights {
        print!("{weight:<6} ");
        print_row(row);
    }
}
