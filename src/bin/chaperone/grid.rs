//! `chaperone grid`: the parameters of ranking tried on a set, one after the other, each around the best of those before.
//!
//! All combinations would be some hundred thousand. Instead each step changes one parameter and keeps the value that ranks best (coordinate
//! ascent), in the order in which the pipeline uses them; the order of the steps and their values stand here. What the models give is kept
//! with `--cache`, so that a point costs the searches alone.
//!
//! With `--config` the ways that a configuration of libraries names are measured instead, each with each ([`grid_library`]).

use std::path::{Path, PathBuf};

use chaperone::error::{Code, Error, Result};
use chaperone::index::bm25;
use chaperone::retrieve::Strategy;
use chaperone::retrieve::stages::{self, Shares};
use clap::Args;
use serde::Serialize;

use crate::eval_retrieval::{AskedOf, Row, Set, table};
use crate::grid_library;
use crate::output::json;
use crate::ways::Way;

/// The constants of BM25 that are tried: (k1, b).
const CONSTANTS: [(f64, f64); 6] = [(1.5, 0.75), (0.9, 0.4), (1.2, 0.75), (1.5, 0.5), (2.0, 0.75), (2.5, 0.75)];
/// Its other inverse document frequencies.
const IDFS: [bm25::IdfVariant; 2] = [bm25::IdfVariant::Robertson, bm25::IdfVariant::Smooth];
/// Weights of the title.
const TITLES: [f64; 6] = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0];
/// Shares of the keywords.
const ALPHAS: [f64; 9] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7];
/// Constants of reciprocal-rank fusion.
const RRF: [u32; 4] = [10, 30, 60, 100];
/// Shares of the question in maximal marginal relevance.
const LAMBDAS: [f64; 2] = [0.7, 0.9];
/// Shares of the concepts.
const COVERAGES: [f64; 6] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.3];
/// How much the question's other wordings count.
const VARIANTS: [f64; 4] = [0.0, 0.5, 1.0, 1.5];
/// Shares of the factor for the kind of document.
const EVIDENCES: [f64; 3] = [0.0, 0.05, 0.1];
/// Pairs that a cross-encoder reads.
const PAIRS: [u32; 4] = [0, 10, 20, 30];
/// Shares of the cross-encoder.
const RERANKS: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];

#[derive(Args)]
pub struct Grid {
    #[command(flatten)]
    asked: AskedOf,
    /// Make a library of the set and measure exactly the ways that this configuration, in TOML or JSON, names as values or lists of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rerank", "cut", "concepts", "no_concepts"])]
    config: Option<PathBuf>,
    /// Swap two letters of a long word of each question, to see what spelling is worth
    #[arg(long, requires = "config")]
    misspelt: bool,
    /// Also try the cross-encoder, which takes long
    #[arg(long)]
    rerank: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write the table to FILE, too
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What one step tried, best first.
#[derive(Serialize)]
struct Step {
    /// Which parameter it changed.
    of: &'static str,
    rows: Vec<Row>,
}

/// The steps so far.
struct Walk<'a> {
    set: &'a Set,
    steps: Vec<Step>,
}

impl Walk<'_> {
    /// Measures `ways` and returns the best of them; of equal ones the first. `None` where what they need is not there.
    fn step(&mut self, of: &'static str, ways: impl IntoIterator<Item = Way>) -> Result<Option<Way>> {
        let mut tried: Vec<(Way, Row)> = Vec::new();
        for way in ways.into_iter().filter(|way| self.set.can(way.strategy)) {
            let (row, _) = self.set.measured(&way)?;
            tried.push((way, row));
        }
        tried.sort_by(|(_, a), (_, b)| b.measures.ndcg_at_10.total_cmp(&a.measures.ndcg_at_10));
        let best = tried.first().map(|(way, _)| way.clone());
        if !tried.is_empty() {
            self.steps.push(Step { of, rows: tried.into_iter().map(|(_, row)| row).collect() });
        }
        Ok(best)
    }
}

/// The default with its parameters named, and the pairs that are asked for.
fn default(pairs: u32) -> Way {
    let shares = Shares::default();
    Way::new(Strategy::Stages { pairs }, bm25::Parameters::default(), shares)
}

pub fn run(arguments: &Grid) -> Result<()> {
    if let Some(file) = &arguments.config {
        let figures = grid_library::figures(&arguments.asked, file, arguments.misspelt)?;
        let text = if arguments.json { json(&figures)? } else { grid_library::table(&figures) };
        return written(&text, arguments.out.as_deref());
    }
    let set = Set::load(&arguments.asked, arguments.rerank)?;
    let mut walk = Walk { set: &set, steps: Vec::new() };
    let pairs = if arguments.rerank { stages::PAIRS } else { 0 };
    walk.step("the default", [default(pairs)])?;
    let words = words(&mut walk)?;
    fusions(&mut walk, words)?;
    let mut best = default(0);
    best.bm25 = words;
    best = shares(&mut walk, best)?;
    if arguments.rerank {
        let of = |pairs: u32| Way { strategy: Strategy::Stages { pairs }, ..best.clone() };
        let read = walk.step("pairs that are read", PAIRS.map(of))?.unwrap_or_else(|| best.clone());
        let of = |share: f64| {
            let shares = Shares { rerank: Some(share), ..read.shares };
            Way { shares, ..read.clone() }.noted(&format!(" rerank={share}"))
        };
        walk.step("share of the cross-encoder", RERANKS.map(of))?;
        walk.step("the formulas as published", [Way::new(Strategy::Literal, words, Shares::default())])?;
    }
    let text = if arguments.json { json(&walk.steps)? } else { told(&walk.steps) };
    written(&text, arguments.out.as_deref())
}

/// Prints `text`, and writes it to the file `out`, too.
fn written(text: &str, out: Option<&Path>) -> Result<()> {
    if let Some(out) = out {
        std::fs::write(out, text)
            .map_err(|_| Error::new(Code::Io, "the table cannot be written to the file given with --out"))?;
    }
    print!("{text}");
    Ok(())
}

/// Tries the constants of BM25 by words alone, and returns the best.
fn words(walk: &mut Walk<'_>) -> Result<bm25::Parameters> {
    let way = |constants: bm25::Parameters, what: String| {
        Way::new(Strategy::Keyword, constants, Shares::default()).noted(&what)
    };
    let mut best = bm25::Parameters::default();
    let tried = CONSTANTS.map(|(k1, b)| way(bm25::Parameters { k1, b, ..best }, format!(" k1={k1} b={b}")));
    best = walk.step("k1 and b", tried)?.map_or(best, |way| way.bm25);
    let others = IDFS.map(|idf| way(bm25::Parameters { idf, ..best }, format!(" idf={idf:?}")));
    best = walk.step("idf", [way(best, String::new())].into_iter().chain(others))?.map_or(best, |way| way.bm25);
    let titled = |title: f64| {
        let mut constants = best;
        constants.fields.title = title;
        way(constants, format!(" title={title}"))
    };
    Ok(walk.step("weight of the title", TITLES.map(titled))?.map_or(best, |way| way.bm25))
}

/// Tries the ways of joining words and vectors.
fn fusions(walk: &mut Walk<'_>, words: bm25::Parameters) -> Result<()> {
    let alone = [Strategy::Dense].into_iter().chain(LAMBDAS.map(|lambda| Strategy::Mmr { lambda }));
    let joined = ALPHAS.map(|alpha| Strategy::Linear { alpha }).into_iter().chain(RRF.map(|k| Strategy::Rrf { k }));
    let ways = alone.chain(joined).chain([Strategy::Concept]);
    walk.step("vectors, and how they are joined", ways.map(|strategy| Way::new(strategy, words, Shares::default())))?;
    Ok(())
}

/// Tries the shares of the stages without a cross-encoder, and returns the best.
fn shares(walk: &mut Walk<'_>, best: Way) -> Result<Way> {
    let with = |best: &Way, shares: Shares, what: String| {
        let mut way = Way { shares, ..best.clone() };
        way.note = what;
        way
    };
    let mut best = best;
    let of = |alpha: f64| with(&best, Shares { alpha: Some(alpha), ..best.shares }, format!(" alpha={alpha}"));
    best = walk.step("share of the words", ALPHAS.map(of))?.unwrap_or(best);
    let note = best.note.clone();
    let of =
        |share: f64| with(&best, Shares { coverage: Some(share), ..best.shares }, format!("{note} coverage={share}"));
    best = walk.step("share of the concepts", COVERAGES.map(of))?.unwrap_or(best);
    let note = best.note.clone();
    let of =
        |share: f64| with(&best, Shares { variants: Some(share), ..best.shares }, format!("{note} variants={share}"));
    best = walk.step("share of other wordings", VARIANTS.map(of))?.unwrap_or(best);
    let note = best.note.clone();
    let of =
        |share: f64| with(&best, Shares { evidence: Some(share), ..best.shares }, format!("{note} evidence={share}"));
    Ok(walk.step("share of the kind of document", EVIDENCES.map(of))?.unwrap_or(best))
}

fn told(steps: &[Step]) -> String {
    steps.iter().map(|Step { of, rows }| format!("{of}\n{}\n", table(rows))).collect()
}
