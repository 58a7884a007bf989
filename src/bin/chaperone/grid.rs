//! `chaperone grid`: every parameter of ranking tried on a set, best first.

use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::index::bm25;
use chaperone::retrieve::Strategy;
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
    let mut tried: Vec<(Strategy, bm25::Parameters)> = Vec::new();
    tried.extend(CONSTANTS.map(|(k1, b)| (Strategy::Keyword, bm25::Parameters { k1, b, ..standard })));
    let others = [bm25::IdfVariant::Robertson, bm25::IdfVariant::Smooth];
    tried.extend(others.map(|idf| (Strategy::Keyword, bm25::Parameters { idf, ..standard })));
    let strategies = [Strategy::Dense]
        .into_iter()
        .chain(LAMBDAS.map(|lambda| Strategy::Mmr { lambda }))
        .chain(ALPHAS.map(|alpha| Strategy::Linear { alpha }))
        .chain(RRF.map(|k| Strategy::Rrf { k }))
        .chain(
            PAIRS.into_iter().filter(|pairs| *pairs == 0 || arguments.rerank).map(|pairs| Strategy::Stages { pairs }),
        )
        .chain(arguments.rerank.then_some(Strategy::Literal));
    tried.extend(strategies.map(|strategy| (strategy, standard)));
    let mut rows: Vec<Row> = Vec::new();
    for (strategy, constants) in tried.into_iter().filter(|(strategy, _)| set.can(*strategy)) {
        let (mut row, _) = set.measured(strategy, constants)?;
        if constants != standard {
            row.strategy += &format!(" k1={} b={} {:?}", constants.k1, constants.b, constants.idf);
        }
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
