//! `chaperone thought train`: an estimator, from thoughts whose worth the truth says.

use std::fs;
use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::thought::chance::Chance;
use chaperone::eval::thought::methods::{Method, Put, answer};
use chaperone::eval::thought::reader::{Idea, Reader};
use chaperone::eval::thought::written::Split;
use chaperone::thought::estimator::train::{Example, Training, train};
use chaperone::thought::estimator::{Estimator, Sees};
use chaperone::thought::score::SELF_CRITIC_THRESHOLD;
use chaperone::thought::search::Settings;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::bench_thought;
use crate::eval_models::CachedEmbedder;
use crate::output::json;
use crate::thought_cases::{Question, Real, vectors};

/// Most thoughts of a process that is learnt from.
const SIZE: usize = 25;

#[derive(Args)]
pub struct Train {
    #[command(flatten)]
    real: Real,
    /// A reader as JSON, as `bench thought` takes it
    #[arg(long, value_name = "FILE")]
    reader: Option<PathBuf>,
    /// What the estimator sees of two parents
    #[arg(long, value_enum, default_value_t = Seen::Agreement)]
    sees: Seen,
    /// Hidden units
    #[arg(long, value_name = "N", default_value_t = Training::default().units)]
    units: usize,
    /// Thoughts to learn from
    #[arg(long, value_name = "N", default_value_t = 4000)]
    examples: usize,
    /// The share of the thoughts called good that must be good
    #[arg(long, value_name = "SHARE", default_value_t = Training::default().precision)]
    precision: f64,
    /// What runs, weights and the order of examples are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the estimator to FILE
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Seen {
    /// The vectors of both, one after the other, as published
    Parents,
    /// How the question agrees with each, and they with each other
    Agreement,
}

/// How well worth is told.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Judged {
    by: &'static str,
    threshold: f64,
    /// The mean square of what it is off by.
    error: f64,
    /// The share of thoughts that are rightly called good, or not good.
    accuracy: f64,
    /// The share of those called good that are.
    precision: f64,
    /// The share of the good that are called so.
    recall: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    reader: Reader,
    examples: usize,
    held: usize,
    tested: usize,
    good: f64,
    judged: Vec<Judged>,
}

/// A thought with its worth by the truth, and by the model that had it.
struct Worth {
    example: Example,
    critic: f64,
    is_good: bool,
}

/// Trains an estimator, and says how well it does on patients that it did not learn from.
///
/// # Errors
/// `invalid-argument` without questions or models; `io` and `malformed` for files; `model` when the embedder fails.
pub fn run(arguments: &Train) -> Result<()> {
    let missing = || Error::new(Code::InvalidArgument, "training needs --questions, --data and --models");
    let reader = bench_thought::reader(arguments.reader.as_deref())?;
    let all = arguments.real.questions(&[Split::Train, Split::Dev, Split::Test])?;
    let (questions, embedder) = all.ok_or_else(missing)?;
    let mut embedder = embedder.ok_or_else(missing)?;
    let [examples, held, tested] = [(Split::Train, 1), (Split::Dev, 4), (Split::Test, 4)].map(|(split, share)| {
        let of: Vec<&Question> = questions.iter().filter(|question| question.asked.split == split).collect();
        thoughts(&of, &reader, arguments.examples / share, arguments.seed, &mut embedder)
    });
    let (examples, held, tested) = (examples?, held?, tested?);
    let only = |worths: &[Worth]| worths.iter().map(|worth| worth.example.clone()).collect::<Vec<Example>>();
    let how = Training {
        embedder: embedder.id().to_owned(),
        sees: match arguments.sees {
            Seen::Parents => Sees::Parents,
            Seen::Agreement => Sees::Agreement,
        },
        units: arguments.units,
        precision: arguments.precision,
        seed: arguments.seed,
        ..Training::default()
    };
    let estimator = train(&only(&examples), &only(&held), &how)?;
    let figures = Figures {
        reader,
        examples: examples.len(),
        held: held.len(),
        tested: tested.len(),
        good: tested.iter().filter(|worth| worth.is_good).count() as f64 / tested.len().max(1) as f64,
        judged: vec![
            judged("estimator", estimator.threshold(), &tested, |worth| of(&estimator, worth))?,
            judged("self-critic", SELF_CRITIC_THRESHOLD, &tested, |worth| Ok(worth.critic))?,
        ],
    };
    print(&figures);
    if let Some(path) = &arguments.json {
        fs::write(path, json(&figures)?).map_err(|_| Error::new(Code::Io, "the figures cannot be written"))?;
    }
    if let Some(path) = &arguments.out {
        fs::write(path, estimator.write()?).map_err(|_| Error::new(Code::Io, "the estimator cannot be written"))?;
    }
    Ok(())
}

/// Returns so many thoughts of processes about `questions` that the truth scores, with their worth.
fn thoughts(
    questions: &[&Question],
    reader: &Reader,
    most: usize,
    seed: u64,
    embedder: &mut CachedEmbedder,
) -> Result<Vec<Worth>> {
    let mut found = Vec::new();
    let each = most.div_ceil(questions.len().max(1)).max(1);
    let settings = Settings { size: SIZE, ..Settings::records() };
    // As many of each question, in as many processes as that takes.
    for (number, question) in (0_u64..).zip(questions) {
        let case = &question.written.case;
        let (mut made, mut runs) = (Vec::new(), 0);
        while made.len() < each && runs < each as u64 {
            let mut chance = Chance::new(seed.wrapping_mul(1 << 40).wrapping_add(number << 8 | runs));
            let mut judge = Chance::new(seed.wrapping_add(number << 8 | runs));
            let put = Put { case, reader, settings: &settings, estimate: None };
            answer(Method::Oracle, put, &mut chance, &mut |thought| {
                let critic = reader.judges(case, thought.idea, &mut judge);
                if made.len() >= each {
                    return;
                }
                made.push((
                    vectors(&question.written, thought.parents, embedder),
                    worth(question, thought.idea),
                    critic,
                ));
            });
            runs += 1;
        }
        for (vectors, (worth, is_good), critic) in made.into_iter().take(each) {
            let (question, parents) = vectors?;
            found.push(Worth { example: Example { question, parents, worth }, critic, is_good });
        }
    }
    found.truncate(most);
    Ok(found)
}

fn worth(question: &Question, idea: &Idea) -> (f32, bool) {
    let case = &question.written.case;
    (idea.share(case) as f32, idea.suffices(case))
}

fn of(estimator: &Estimator, worth: &Worth) -> Result<f64> {
    estimator.worth(&worth.example.pair())
}

fn judged(by: &'static str, threshold: f64, worths: &[Worth], judge: impl Fn(&Worth) -> Result<f64>) -> Result<Judged> {
    let (mut error, mut right, mut called, mut both, mut good) = (0.0, 0, 0, 0, 0);
    for worth in worths {
        let said = judge(worth)?;
        let is_called = said >= threshold;
        error += (said - f64::from(worth.example.worth)).powi(2);
        right += usize::from(is_called == worth.is_good);
        called += usize::from(is_called);
        both += usize::from(is_called && worth.is_good);
        good += usize::from(worth.is_good);
    }
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    Ok(Judged {
        by,
        threshold,
        error: error / worths.len().max(1) as f64,
        accuracy: share(right, worths.len()),
        precision: share(both, called),
        recall: share(both, good),
    })
}

fn print(figures: &Figures) {
    println!(
        "learnt from {} thoughts, chosen by {}, tested on {} of other patients, {:.1} % of them good",
        figures.examples,
        figures.held,
        figures.tested,
        100.0 * figures.good
    );
    for Judged { by, threshold, error, accuracy, precision, recall } in &figures.judged {
        println!(
            "{by:<12} from {threshold:.3}: mean square error {error:.3}, right {:.1} %, of those called good {:.1} % are, of the good {:.1} % are found",
            100.0 * accuracy,
            100.0 * precision,
            100.0 * recall
        );
    }
}
