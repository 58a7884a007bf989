//! `chaperone search`: explained hits.

use std::fmt::Write as _;
use std::path::PathBuf;

use chaperone::error::Result;
use chaperone::retrieve::{Hit, Hits, Strategy};
use clap::Args;
use serde::Serialize;

use crate::embedder;
use crate::output::{Output, line};
use crate::records::{Asked, Summary, load};

/// Characters of a passage that are shown.
const PREVIEW_CHARS: usize = 240;

#[derive(Args)]
pub struct Search {
    #[command(flatten)]
    asked: Asked,
    /// keyword, dense, linear, linear:ALPHA, rrf or rrf:K
    #[arg(long, value_name = "NAME", default_value_t)]
    strategy: Strategy,
    /// How many passages to find
    #[arg(long, value_name = "K", default_value_t = 5)]
    top_k: usize,
    /// The folder of the model manifest and weights; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// What the command writes as JSON.
#[derive(Serialize)]
struct Outcome<'a> {
    question: &'a str,
    records: &'a Summary,
    search: &'a Hits,
    /// The verbatim texts of the hits, in their order.
    texts: Vec<&'a str>,
}

pub fn run(arguments: Search) -> Result<()> {
    let Search { asked, strategy, top_k, models, output } = arguments;
    let (paths, question) = asked.split()?;
    let (mut room, summary) = load(&paths)?;
    if let Some(folder) = models.filter(|_| strategy.uses_dense()) {
        embedder::embed(&folder, &mut room)?;
    }
    let hits = room.search(&question, strategy, top_k)?;
    let context = room.context();
    let text = |hit: &Hit| context.index.text(context.records, hit.passage);
    let texts = hits.hits.iter().map(text).collect::<Result<Vec<_>>>()?;
    let outcome = Outcome { question: &question, records: &summary, search: &hits, texts };
    output.write(&outcome, || table(&outcome))
}

fn table(outcome: &Outcome<'_>) -> String {
    let (hits, summary) = (outcome.search, outcome.records);
    let mut text = format!(
        "{} files, {} patients, {} documents, {} passages; ranked by {}: {} by words, {} by vectors\n",
        summary.files,
        summary.patients,
        summary.documents,
        summary.passages,
        hits.used,
        hits.considered.keyword,
        hits.considered.dense,
    );
    if let Some(fallback) = hits.fallback {
        text += &format!("{}\n", fallback.reason());
    }
    if !summary.left_out.is_empty() {
        text += &format!("{} files of the folders hold no records; --json lists them\n", summary.left_out.len());
    }
    if !summary.skipped.is_empty() {
        text += &format!("{} places were not read; --json lists them\n", summary.skipped.len() + summary.unlisted);
    }
    for (hit, passage) in hits.hits.iter().zip(&outcome.texts) {
        text += &format!("\n{}", explained(hit));
        text += &format!("    {}\n", line(passage, PREVIEW_CHARS));
    }
    if let Some(next) = hits.dropped.first() {
        text += &format!("\nnext: {:.4}  {}\n", next.score, line(next.reference.as_str(), PREVIEW_CHARS));
    }
    text
}

fn explained(hit: &Hit) -> String {
    let mut text = format!("{:>3} {:.4}  {}\n", hit.rank, hit.score, line(hit.reference.as_str(), PREVIEW_CHARS));
    if let Some(part) = &hit.keyword {
        let terms: Vec<_> =
            part.bm25.terms.iter().map(|term| format!("{} {:.2}", line(&term.term, 40), term.score)).collect();
        text += &format!(
            "    + {:.4}  bm25 {:.2}, place {}: {}\n",
            part.adds,
            part.bm25.score,
            part.rank,
            terms.join(", ")
        );
    }
    if let Some(part) = &hit.dense {
        let _ = writeln!(text, "    + {:.4}  cosine {:.3}, place {}", part.adds, part.cosine, part.rank);
    }
    text
}
