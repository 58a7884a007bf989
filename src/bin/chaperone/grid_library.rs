//! `chaperone grid --config`: exactly the ways that a configuration names, measured on a judged set made a library, best first.

use std::fmt::Write as _;
use std::path::Path;

use chaperone::error::{Code, Error, Result};

use crate::configuration;
use crate::embedder::packed_lexicon;
use crate::eval_retrieval::AskedOf;
use crate::library_made::Embeds;
use crate::library_measured::{Figures, Measuring, Part, Reads, Set, together};

/// Measures the ways of the configuration `file` on the set that is `asked` of; with a slip of the pen in each question where they are `misspelt`.
///
/// # Errors
/// `invalid-argument` where a way needs vectors and there is no model; as [`configuration::choices`] and [`Measuring::figures`].
pub fn figures(asked: &AskedOf, file: &Path, misspelt: bool) -> Result<Figures> {
    let ways = together(configuration::choices(file)?)?;
    let folder = asked.with.folder();
    if folder.is_none() && ways.iter().flat_map(|(_, searches)| searches).any(|way| way.strategy.uses_dense()) {
        return Err(Error::new(
            Code::InvalidArgument,
            "a way of the configuration needs vectors: give --models, or name keyword as its strategy",
        ));
    }
    let mut set = Set::load(&Part {
        data: &asked.beir,
        split: &asked.split,
        half: asked.half,
        questions: asked.limit,
        articles: None,
        grown: None,
    })?;
    if misspelt {
        set.misspell();
    }
    let models = asked.with.embedder()?.map(|embedder| Box::new(embedder) as Box<dyn Embeds>);
    let lexicon = packed_lexicon(folder)?;
    let mut figures = Measuring { models, lexicon, reads: Reads::Left, prompts: None }.figures(&set, &ways)?;
    figures.ways.sort_by(|a, b| b.ndcg_at_10.total_cmp(&a.ndcg_at_10));
    Ok(figures)
}

/// Returns the ways as a table, in their order.
pub fn table(figures: &Figures) -> String {
    let mut text = format!("{} articles, {} questions, best first\n\n", figures.articles, figures.questions);
    text += "| cut, prefix, strategy | passages | pack, MB | search, ms | nDCG@10 | R@100 | MRR |\n|---|---|---|---|---|---|---|\n";
    for way in &figures.ways {
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.4} | {:.4} | {:.4} |",
            way.named(&figures.ways),
            way.passages,
            way.pack_bytes as f64 / 1e6,
            way.searched_millis,
            way.ndcg_at_10,
            way.recall_at_100,
            way.reciprocal_rank
        );
    }
    text
}
