//! `chaperone bench thought`: the thought process and what it is compared with, over simulated readers; and what a step of it costs.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::chance::Chance;
use chaperone::eval::thought::methods::{Estimate, Method, Outcome, Put, answer};
use chaperone::eval::thought::reader::Reader;
use chaperone::eval::thought::world::Case;
use chaperone::eval::thought::written::Split;
use chaperone::thought::estimator::Estimator;
use chaperone::thought::graph::{By, Score};
use chaperone::thought::search::{Budget, Document, Search, Settings, Unranked, Want};
use clap::Args;
use serde::Serialize;

use crate::output::json;
use crate::records::read;
use crate::thought_cases::{Question, Reading, Real};

/// Sizes of a process that are compared.
const SIZES: [usize; 6] = [1, 3, 5, 10, 15, 25];
/// Thoughts of the process whose steps are timed.
const TIMED: [usize; 3] = [250, 500, 1000];
/// Runs whose median is taken.
const RUNS: usize = 5;

#[derive(Args)]
pub struct ThoughtArguments {
    /// How many questions each method gets, half of them hard
    #[arg(long, value_name = "N", default_value_t = 1000)]
    cases: u64,
    /// What the questions are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A reader as JSON: the probabilities reads, crowding, keeps, misled, recovers, praises, flatters and guesses
    #[arg(long, value_name = "FILE")]
    reader: Option<PathBuf>,
    #[command(flatten)]
    real: Real,
    /// An estimator, as `thought train` writes it
    #[arg(long, value_name = "FILE", requires = "questions")]
    estimator: Option<PathBuf>,
    /// How often each real question is put to each method
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: u64,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
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
    guesses: 0.25,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    cases: u64,
    seed: u64,
    reader: Reader,
    methods: Vec<Row>,
    sizes: Vec<Row>,
    sensitivity: Vec<Changed>,
    steps: Vec<Timed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<OfRecords>,
}

/// The methods over questions about real records, of patients whom nothing was learnt from.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfRecords {
    questions: usize,
    hard: usize,
    repeat: u64,
    methods: Vec<Row>,
    sizes: Vec<Row>,
    /// By sex and age, of the best process that asks no truth.
    groups: Vec<(String, usize, Row)>,
}

/// A method over all cases.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    method: Method,
    size: usize,
    /// The share of questions answered rightly: of all, of the plain and of the hard ones.
    right: f64,
    right_plain: f64,
    right_hard: f64,
    /// Half the width of the 95 % interval of `right`.
    interval: f64,
    /// Questions to the model and documents before it, on average.
    calls: f64,
    documents: f64,
}

/// The methods with another reader.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    change: String,
    rows: Vec<Row>,
}

/// What the search itself takes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Timed {
    thoughts: usize,
    /// Microseconds for each thought, without any model: the median of the runs.
    micros_per_thought: f64,
}

/// Runs the cases.
///
/// # Errors
/// `io` or `malformed` for the files of the arguments.
pub fn bench(arguments: &ThoughtArguments) -> Result<()> {
    let reader = reader(arguments.reader.as_deref())?;
    let row = |method, size, reader: &Reader| measure(method, size, reader, arguments.cases, arguments.seed);
    let records = of_records(arguments, &reader)?;
    let largest = SIZES.into_iter().max().unwrap_or(1);
    let sizes = [Method::SelfCritic, Method::Oracle]
        .into_iter()
        .flat_map(|method| SIZES.map(|size| row(method, size, &reader)));
    let figures = Figures {
        cases: arguments.cases,
        seed: arguments.seed,
        reader,
        methods: Method::ALL.map(|method| row(method, largest, &reader)).into(),
        sizes: sizes.collect(),
        sensitivity: others(&reader)
            .into_iter()
            .map(|(change, reader)| Changed {
                change,
                rows: Method::ALL.map(|method| row(method, largest, &reader)).into(),
            })
            .collect(),
        steps: TIMED.into_iter().map(timed).collect(),
        records,
    };
    print(&figures);
    if let Some(path) = &arguments.json {
        fs::write(path, json(&figures)?).map_err(|_| Error::new(Code::Io, "the figures cannot be written"))?;
    }
    Ok(())
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

fn measure(method: Method, size: usize, reader: &Reader, cases: u64, seed: u64) -> Row {
    let mut tally = Tally::default();
    for number in 0..cases {
        // Every method gets the same questions.
        let mut chance = Chance::new(seed.wrapping_mul(1 << 32).wrapping_add(number));
        let case = Case::draw(&mut chance, number % 2 == 1);
        let put = Put { case: &case, reader, size, estimate: None };
        tally.count(case.is_hard, answer(method, put, &mut chance, &mut |_| {}));
    }
    tally.row(method, size)
}

/// What a method came to.
#[derive(Default)]
struct Tally {
    /// Of the plain and of the hard ones.
    right: [u64; 2],
    of: [u64; 2],
    calls: u64,
    documents: usize,
}

impl Tally {
    fn count(&mut self, is_hard: bool, outcome: Outcome) {
        let at = usize::from(is_hard);
        for (counts, by) in [(&mut self.of, 1), (&mut self.right, u64::from(outcome.is_right))] {
            if let Some(count) = counts.get_mut(at) {
                *count += by;
            }
        }
        self.calls += u64::from(outcome.calls);
        self.documents += outcome.documents;
    }

    fn row(&self, method: Method, size: usize) -> Row {
        let share = |right: u64, of: u64| right as f64 / of.max(1) as f64;
        let ([right_plain, right_hard], [of_plain, of_hard]) = (self.right, self.of);
        let cases = (of_plain + of_hard).max(1);
        let all = share(right_plain + right_hard, cases);
        Row {
            method,
            size,
            right: all,
            right_plain: share(right_plain, of_plain),
            right_hard: share(right_hard, of_hard),
            interval: 1.96 * (all * (1.0 - all) / cases as f64).sqrt(),
            calls: self.calls as f64 / cases as f64,
            documents: self.documents as f64 / cases as f64,
        }
    }
}

/// Puts the questions about real records of the patients for the test to every method; `None` where no questions are given.
fn of_records(arguments: &ThoughtArguments, reader: &Reader) -> Result<Option<OfRecords>> {
    let Some((questions, embedder)) = arguments.real.questions(&[Split::Test])? else { return Ok(None) };
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
    let run = |method, size, of: &dyn Fn(&Question) -> bool| -> Result<(usize, Row)> {
        let (mut tally, mut count) = (Tally::default(), 0);
        for (number, question) in (0_u64..).zip(&questions).filter(|(_, question)| of(question)) {
            count += 1;
            for again in 0..arguments.repeat {
                let mut chance = Chance::new(arguments.seed.wrapping_mul(1 << 32).wrapping_add(number << 8 | again));
                let reading = estimated.map(|(estimator, embedder)| Reading {
                    estimator,
                    written: &question.written,
                    embedder,
                    failed: RefCell::new(None),
                });
                let estimate = reading.as_ref().map(|reading| reading as &dyn Estimate);
                let put = Put { case: &question.written.case, reader, size, estimate };
                tally.count(question.written.case.is_hard, answer(method, put, &mut chance, &mut |_| {}));
                if let Some(error) = reading.and_then(|reading| reading.failed.into_inner()) {
                    return Err(error);
                }
            }
        }
        Ok((count, tally.row(method, size)))
    };
    let all = |_: &Question| true;
    let largest = SIZES.into_iter().max().unwrap_or(1);
    let mut methods: Vec<Method> = Method::ALL.into();
    if estimated.is_some() {
        methods.insert(methods.len() - 1, Method::Estimator);
    }
    let best = if estimated.is_some() { Method::Estimator } else { Method::SelfCritic };
    let mut sizes = Vec::new();
    for method in methods
        .iter()
        .copied()
        .filter(|method| matches!(method, Method::SelfCritic | Method::Estimator | Method::Oracle))
    {
        for size in SIZES {
            sizes.push(run(method, size, &all)?.1);
        }
    }
    let mut groups = Vec::new();
    for sex in ["female", "male"] {
        let (count, row) = run(best, largest, &|question| question.asked.sex.as_deref() == Some(sex))?;
        groups.push((sex.to_owned(), count, row));
    }
    for (from, to) in [(0, 17), (18, 44), (45, 64), (65, 150)] {
        let (count, row) = run(best, largest, &|question| (from..=to).contains(&question.asked.age))?;
        groups.push((format!("{from} to {to} years"), count, row));
    }
    Ok(Some(OfRecords {
        questions: questions.len(),
        hard: questions.iter().filter(|question| question.written.case.is_hard).count(),
        repeat: arguments.repeat,
        methods: methods.into_iter().map(|method| Ok(run(method, largest, &all)?.1)).collect::<Result<_>>()?,
        sizes,
        groups,
    }))
}

/// Times a search of so many thoughts whose wants are answered at once.
fn timed(thoughts: usize) -> Timed {
    let mut runs: Vec<f64> = (0..RUNS).map(|_| run(thoughts)).collect();
    runs.sort_by(f64::total_cmp);
    Timed { thoughts, micros_per_thought: runs.get(RUNS / 2).copied().unwrap_or_default() }
}

fn run(thoughts: usize) -> f64 {
    let settings = Settings { size: thoughts, threshold: 2.0, document_share: 0.5, ..Settings::default() };
    let budget = Budget { calls: u32::MAX, tokens: u64::MAX, facts: usize::MAX, kinds: None };
    let mut search = Search::new(settings, budget, [7; 32]);
    let mut next_document = 0_u32;
    let started = Instant::now();
    loop {
        let answered = match search.next(&Unranked) {
            Want::Documents { ticket, most, .. } => {
                let from = next_document;
                next_document += most as u32;
                let found = (from..next_document).map(|document| Document { document, facts: Default::default() });
                search.documents(ticket, found.collect())
            }
            Want::Thought { ticket, .. } => search.thought(ticket, "a thought", 1).map(drop),
            Want::Score { ticket, thought } => {
                search.score(ticket, Score::new(f64::from(thought.0 * 37 % 100) / 100.0, By::SelfCritic), 1)
            }
            Want::Approval { .. } | Want::Wait | Want::Done { .. } => break,
        };
        if answered.is_err() {
            break;
        }
    }
    started.elapsed().as_secs_f64() * 1e6 / search.graph().thoughts().count().max(1) as f64
}

fn print(figures: &Figures) {
    println!(
        "{} questions from seed {}, half of them hard: what retrieval gives first misleads. A simulated reader, {}:",
        figures.cases,
        figures.seed,
        if figures.reader == ASSUMED { "assumed" } else { "given" }
    );
    let Reader { reads, crowding, keeps, misled, recovers, praises, flatters, guesses } = figures.reader;
    println!(
        "reads {reads}, crowding {crowding}, keeps {keeps}, misled {misled}, recovers {recovers}, praises {praises}, flatters {flatters}, guesses {guesses}"
    );
    println!(
        "\n{:<18} {:>5} {:>14} {:>7} {:>7} {:>7} {:>6}",
        "method", "size", "right", "plain", "hard", "calls", "docs"
    );
    figures.methods.iter().for_each(print_row);
    println!("\nby size");
    figures.sizes.iter().for_each(print_row);
    for Changed { change, rows } in &figures.sensitivity {
        println!("\n{change}");
        rows.iter().for_each(print_row);
    }
    if let Some(records) = &figures.records {
        println!(
            "\n{} questions about real records, of {} of which what vectors find first misleads, put {} times each",
            records.questions, records.hard, records.repeat
        );
        records.methods.iter().for_each(print_row);
        println!("\nby size");
        records.sizes.iter().for_each(print_row);
        println!("\nby sex and age");
        for (name, count, row) in &records.groups {
            print!("{name:<16} {count:>4}  ");
            print_row(row);
        }
    }
    println!("\nthe search itself, without any model, median of {RUNS}");
    for Timed { thoughts, micros_per_thought } in &figures.steps {
        println!("  {thoughts:>5} thoughts: {micros_per_thought:.1} µs each");
    }
}

fn print_row(row: &Row) {
    let name = serde_json::to_value(row.method).ok();
    let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
    println!(
        "{name:<18} {:>5} {:>6.1} ± {:>3.1} % {:>5.1} % {:>5.1} % {:>7.1} {:>6.1}",
        row.size,
        100.0 * row.right,
        100.0 * row.interval,
        100.0 * row.right_plain,
        100.0 * row.right_hard,
        row.calls,
        row.documents
    );
}
