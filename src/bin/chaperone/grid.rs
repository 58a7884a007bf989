//! `chaperone grid`: every parameter of ranking tried on a set, best first.

use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::index::bm25;
use chaperone::index::fields::FieldWeights;
use chaperone::retrieve::Strategy;
use chaperone::retrieve::stages::Shares;
use clap::Args;

use crate::eval_retrieval::{AskedOf, Row, Set, table};
use crate::output::json;

/// The constants of BM25 that are tried: (k1, b).
const CONSTANTS: [(f64, f64); 5] = [(1.5, 0.75), (0.9, 0.4), (1.2, 0.75), (1.5, 0.5), (2.0, 0.75)];
/// Shares of the keywords.
const ALPHAS: [f64; 8] = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7];
/// Constants of reciprocal-rank fusion.
const RRF: [u32; 4] = [10, 30, 60, 100];
/// Shares of the question in maximal marginal relevance.
const LAMBDAS: [f64; 2] = [0.7, 0.9];
/// Pairs that a cross-encoder reads.
const PAIRS: [u32; 4] = [0, 10, 20, 30];

/// Weights of the title.
const TITLES: [f64; 4] = [0.0, 0.5, 2.0, 3.0];
/// Shares of the keywords in the stages.
const SHARES: [f64; 4] = [0.1, 0.15, 0.25, 0.3];
/// Shares of the concepts.
const COVERAGES: [f64; 5] = [0.0, 0.05, 0.15, 0.2, 0.3];

/// What is tried, and how what of it is not the default is told.
type Tried = (Strategy, bm25::Parameters, Shares, String);

#[derive(Args)]
pub struct Grid {
    #[command(flatten)]
    asked: AskedOf,
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

pub fn run(arguments: &Grid) -> Result<()> {
    let set = Set::load(&arguments.asked, arguments.rerank)?;
    let standard = bm25::Parameters::default();
    let mut tried: Vec<Tried> = Vec::new();
    let keyword = |constants: bm25::Parameters, what: String| (Strategy::Keyword, constants, Shares::default(), what);
    tried.extend(CONSTANTS.map(|(k1, b)| keyword(bm25::Parameters { k1, b, ..standard }, format!(" k1={k1} b={b}"))));
    let others = [bm25::IdfVariant::Robertson, bm25::IdfVariant::Smooth];
    tried.extend(others.map(|idf| keyword(bm25::Parameters { idf, ..standard }, format!(" idf={idf:?}"))));
    tried.extend(TITLES.map(|title| {
        let fields = FieldWeights { title, ..standard.fields };
        keyword(bm25::Parameters { fields, ..standard }, format!(" title={title}"))
    }));
    let strategies = [Strategy::Dense]
        .into_iter()
        .chain(LAMBDAS.map(|lambda| Strategy::Mmr { lambda }))
        .chain(ALPHAS.map(|alpha| Strategy::Linear { alpha }))
        .chain(RRF.map(|k| Strategy::Rrf { k }))
        .chain(
            PAIRS.into_iter().filter(|pairs| *pairs == 0 || arguments.rerank).map(|pairs| Strategy::Stages { pairs }),
        )
        .chain(arguments.rerank.then_some(Strategy::Literal));
    tried.extend(strategies.map(|strategy| (strategy, standard, Shares::default(), String::new())));
    let stages = |shares: Shares, what: String| (Strategy::Stages { pairs: 0 }, standard, shares, what);
    tried.extend(
        SHARES.map(|alpha| stages(Shares { alpha: Some(alpha), ..Shares::default() }, format!(" alpha={alpha}"))),
    );
    tried.extend(
        COVERAGES
            .map(|share| stages(Shares { coverage: Some(share), ..Shares::default() }, format!(" coverage={share}"))),
    );
    tried.push(stages(Shares { evidence: Some(0.0), ..Shares::default() }, " evidence=0".to_owned()));
    let mut rows: Vec<Row> = Vec::new();
    for (strategy, constants, shares, what) in tried.into_iter().filter(|(strategy, ..)| set.can(*strategy)) {
        let (mut row, _) = set.measured(strategy, constants, shares)?;
        row.strategy += &what;
        rows.push(row);
    }
    rows.sort_by(|a, b| b.measures.ndcg_at_10.total_cmp(&a.measures.ndcg_at_10));
    let text = if arguments.json { json(&rows)? } else { table(&rows) };
    if let Some(out) = &arguments.out {
        std::fs::write(out, &text)
            .map_err(|_| Error::new(Code::Io, "the table cannot be written to the file given with --out"))?;
    }
    print!("{text}");
    Ok(())
}
