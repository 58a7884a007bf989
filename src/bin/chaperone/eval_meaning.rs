//! `chaperone eval meaning`: whether what is told of generated courses, thresholds and negations is so.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::meaning::{Count, Suite, WAYS, Way, play};
use chaperone::privacy::level::Noise;
use chaperone::privacy::lexicon::Lexicon;
use clap::Args;
use serde::Serialize;

use crate::embedder;
use crate::output::{json, line};

/// Faults that are shown.
const SHOWN: usize = 20;

#[derive(Args)]
pub struct Meaning {
    /// How many cases are made of each suite; each is told in six ways
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    cases: u64,
    /// What the cases are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder of the model manifest and weights, for the lexicon
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    seed: u64,
    suites: Vec<OfSuite>,
    seconds: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfSuite {
    suite: Suite,
    all: Count,
    ways: Vec<OfWay>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfWay {
    level: &'static str,
    noise: Noise,
    #[serde(flatten)]
    count: Count,
}

/// Plays the suites.
///
/// # Errors
/// `refused` when a statement is not so; else as playing does.
pub fn run(arguments: &Meaning) -> Result<()> {
    let started = Instant::now();
    let lexicon = Arc::new(embedder::packed_lexicon(arguments.models.as_deref())?.unwrap_or_default());
    let mut suites = Vec::new();
    for suite in Suite::ALL {
        let found = played(arguments, suite, &lexicon)?;
        let mut all = Count::default();
        found.values().for_each(|count| all.add(count));
        all.faults.clear();
        let way = |(level, noise): Way| {
            let count = found.get(&(level, noise)).cloned().unwrap_or_default();
            OfWay { level: level.as_str(), noise, count }
        };
        suites.push(OfSuite { suite, all, ways: WAYS.map(way).into_iter().collect() });
    }
    let figures = Figures { seed: arguments.seed, suites, seconds: started.elapsed().as_secs_f64() };
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    let faults = || figures.suites.iter().flat_map(|suite| &suite.ways).flat_map(|way| &way.count.faults);
    for fault in faults().take(SHOWN) {
        eprintln!("fault\t{}", line(fault, 600));
    }
    match figures.suites.iter().map(|suite| suite.all.is_false).sum::<usize>() {
        0 => Ok(()),
        found => {
            Err(Error::new(Code::Refused, "statements are not so of what they were made from").found(found as u64, 0))
        }
    }
}

/// Plays all cases of `suite`, shared out among threads, and returns what is found in each way of telling.
fn played(arguments: &Meaning, suite: Suite, lexicon: &Arc<Lexicon>) -> Result<BTreeMap<Way, Count>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let share = |first: u64| -> Result<BTreeMap<Way, Count>> {
        let mut found: BTreeMap<Way, Count> = BTreeMap::new();
        let mut number = first;
        while number < arguments.cases {
            for (way, count) in play(suite, arguments.seed, number, lexicon)? {
                found.entry(way).or_default().add(&count);
            }
            number += threads;
        }
        Ok(found)
    };
    let shares: Vec<Result<BTreeMap<Way, Count>>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        let joined = running.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|joined| joined.unwrap_or_else(|_| Err(Error::internal("a run of cases ended early")))).collect()
    });
    let mut all: BTreeMap<Way, Count> = BTreeMap::new();
    for share in shares {
        for (way, count) in share? {
            all.entry(way).or_default().add(&count);
        }
    }
    Ok(all)
}

fn table(figures: &Figures) -> String {
    let mut text = format!(
        "seed {}, {:.0} s\n{:<34} {:>6} {:>6} {:>10} {:>7} {:>10} {:>6}   claims: supported, of these not so; verified whole, of these not so; contradicted, of these so\n",
        figures.seed, figures.seconds, "", "cases", "told", "statements", "true", "range only", "false"
    );
    for OfSuite { suite, all, ways } in &figures.suites {
        let mut row = |name: &str, count: &Count| {
            let _ = writeln!(
                text,
                "{name:<34} {:>6} {:>6} {:>10} {:>7} {:>10} {:>6}   {}: {}, {}; {}, {}; {}, {}",
                count.cases,
                count.told,
                count.statements,
                count.is_true,
                count.range_only,
                count.is_false,
                count.claims,
                count.supported,
                count.supported_false,
                count.verified,
                count.verified_false,
                count.contradicted,
                count.contradicted_true,
            );
        };
        row(suite.as_str(), all);
        for OfWay { level, noise, count } in ways {
            let noise = if *noise == Noise::On { ", with noise" } else { "" };
            row(&format!("  {level}{noise}"), count);
        }
    }
    text
}
