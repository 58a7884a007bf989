//! `chaperone search`: explained hits.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chaperone::chunk::Cut;
use chaperone::error::{Code, Error, Result};
use chaperone::index::concepts::{Context, Relation};
use chaperone::index::snapshot::Model;
use chaperone::retrieve::prune::{self, Limits};
use chaperone::retrieve::{Hit, Hits, Rerank, Spoken, Strategy, excerpt, stages};
use chaperone::room::{Expansion, Filters, Room, Search, Spelling};
use clap::Args;
use jiff::civil::Date;
use serde::Serialize;

use crate::ask::cut;
use crate::embedder;
use crate::eval_exact::day;
use crate::output::{Output, line, many};
use crate::records::{Asked, Summary, load};

/// Characters of a passage that are shown.
const PREVIEW_CHARS: usize = 240;

#[derive(Args)]
pub struct SearchArguments {
    #[command(flatten)]
    asked: Asked,
    /// keyword, dense, mmr, linear, rrf, concept, stages or literal; with a parameter mmr:LAMBDA, linear:ALPHA, rrf:K,
    /// stages:PAIRS
    #[arg(long, value_name = "NAME", default_value_t)]
    strategy: Strategy,
    /// How many passages to find
    #[arg(long, value_name = "K", default_value_t = 5)]
    top_k: usize,
    /// The folder of the model manifest and weights; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Let a cross-encoder read question and passages together, where the question asks of prose
    #[arg(long, requires = "models")]
    rerank: bool,
    /// Read no more pairs than fit into so many milliseconds, as one pair takes here
    #[arg(long, value_name = "MILLIS", requires = "rerank")]
    within: Option<f64>,
    /// A vocabulary of concepts, as `models concepts` makes it; else that of the folder of models, where it is there
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// Look for the words as they are written: no other wordings, no corrections
    #[arg(long)]
    as_written: bool,
    /// Search everything: patients and dates in the question are words alone
    #[arg(long)]
    no_filters: bool,
    /// The day that counts as today, for "last year"; without it what counts from today is no time
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<Date>,
    /// Keep what fits into a context of so many tokens, is relevant, and is not said twice
    #[arg(long, value_name = "TOKENS")]
    context: Option<usize>,
    /// How documents are cut into passages: whole; sizes in characters (830; 400,1600) or tokens of the model (tokens:256), with an
    /// overlap behind them (+120)
    #[arg(long, value_name = "CUT", value_parser = cut)]
    cut: Option<Cut>,
    /// Keep the index in this file, and open it from there where it is that of these records; it names patients, as they do
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
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

pub fn run(arguments: SearchArguments) -> Result<()> {
    let SearchArguments { asked, mut strategy, top_k, models, rerank, within, concepts, .. } = arguments;
    let SearchArguments { as_written, no_filters, today, context, cut, snapshot, output, .. } = arguments;
    let (paths, question) = asked.split()?;
    if within.is_some() && !matches!(strategy, Strategy::Stages { .. }) {
        return Err(Error::new(Code::InvalidArgument, "--within bounds the pairs of the strategy stages alone"));
    }
    if !question.chars().any(char::is_alphanumeric) {
        return Err(Error::new(Code::InvalidArgument, "the question has no word to look for"));
    }
    let (mut room, mut summary) = load(&paths)?;
    room.set_cut(cut.unwrap_or_default());
    let by_vectors = models.as_deref().filter(|_| strategy.uses_dense());
    let kept = snapshot.map(|file| Kept::open(file, by_vectors, &mut room)).transpose()?;
    if let Some(folder) = by_vectors {
        embedder::embed(folder, &mut room)?;
    }
    embedder::understand(concepts.as_deref(), models.as_deref(), &mut room)?;
    if let Some(kept) = kept {
        kept.keep(&mut room)?;
    }
    // Another cut, or an encoder that counts its tokens, makes other passages of what was read.
    summary.passages = room.index()?.len();
    let reranker = match &models {
        Some(folder) if rerank && strategy.reads_pairs() => Some(embedder::reranker(folder)?),
        _ => None,
    };
    if let (Some(reranker), Some(millis), Strategy::Stages { pairs }) = (&reranker, within, strategy) {
        let fit = stages::pairs_within(millis, millis_per_pair(reranker.as_ref(), &question)?);
        strategy = Strategy::Stages { pairs: fit.min(pairs) };
    }
    let mut search = Search { strategy, top_k, today, ..Search::default() };
    search.reranker = reranker.as_deref();
    if as_written {
        (search.expansion, search.spelling) = (Expansion::Off, Spelling::AsWritten);
    }
    if no_filters {
        search.filters = Filters::Off;
    }
    let mut hits = room.find(&question, &search)?;
    if let Some(tokens) = context {
        let limits = Limits { tokens, ..Limits::default() };
        prune::context(room.context().index, room.context().records, &mut hits, limits)?;
    }
    let context = room.context();
    let text = |hit: &Hit| context.index.text(context.records, hit.passage);
    let texts = hits.hits.iter().map(text).collect::<Result<Vec<_>>>()?;
    let outcome = Outcome { question: &question, records: &summary, search: &hits, texts };
    output.write(&outcome, || table(&outcome))
}

/// Returns how long `reranker` takes to read `question` and a passage that is as long as excerpts are.
fn millis_per_pair(reranker: &dyn Rerank, question: &str) -> Result<f64> {
    let passage = "the words of a passage ".repeat(excerpt::MOST_CHARS / 23);
    // What is read first finds nothing in memory yet.
    reranker.score(question, &[&passage])?;
    let started = Instant::now();
    reranker.score(question, &[&passage])?;
    Ok(started.elapsed().as_secs_f64() * 1000.0)
}

/// The file that an index is kept in.
struct Kept {
    file: PathBuf,
    /// What it holds already.
    bytes: Vec<u8>,
    model: Option<Model>,
}

impl Kept {
    /// Opens the index that `file` holds in `room`, where it is there and of these records; any other is made anew, and told so.
    fn open(file: PathBuf, models: Option<&Path>, room: &mut Room) -> Result<Self> {
        let model = models.map(embedder::named).transpose()?;
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(_) => return Err(Error::new(Code::Io, "the file given with --snapshot cannot be read")),
        };
        if !bytes.is_empty()
            && let Err(error) = room.open_snapshot(&bytes, model.as_ref())
        {
            eprintln!("chaperone: {error}");
        }
        Ok(Kept { file, bytes, model })
    }

    /// Writes the index of `room`, where it is not what the file holds.
    fn keep(self, room: &mut Room) -> Result<()> {
        let bytes = room.snapshot(self.model.as_ref())?;
        if bytes == self.bytes {
            return Ok(());
        }
        let unfinished = self.file.with_extension("unfinished");
        fs::write(&unfinished, bytes)
            .and_then(|()| fs::rename(&unfinished, &self.file))
            .map_err(|_| Error::new(Code::Io, "the file given with --snapshot cannot be written"))
    }
}

fn table(outcome: &Outcome<'_>) -> String {
    let (hits, summary) = (outcome.search, outcome.records);
    let mut text = format!(
        "{}, {}, {}, {}; ranked by {}: {} by words, {} by vectors\n",
        many(summary.files as u64, "file"),
        many(summary.patients as u64, "patient"),
        many(summary.documents as u64, "document"),
        many(summary.passages as u64, "passage"),
        hits.used,
        hits.considered.keyword,
        hits.considered.dense,
    );
    if let Some(fallback) = hits.fallback {
        text += &format!("{}\n", fallback.reason());
    }
    for correction in &hits.corrections {
        let word = correction.span.of(outcome.question).unwrap_or_default();
        let _ =
            writeln!(text, "{} is not known, and read as {}", line(word, 40), line(&hits.whole(&correction.term), 40));
    }
    for wording in &hits.wordings {
        let _ = writeln!(text, "also looked for as: {}", line(wording, PREVIEW_CHARS));
    }
    if !summary.left_out.is_empty() {
        let left_out = many(summary.left_out.len() as u64, "file");
        let _ = writeln!(text, "of the folders {left_out} without records; --json lists them");
    }
    if !summary.skipped.is_empty() {
        let skipped = many((summary.skipped.len() + summary.unlisted) as u64, "place");
        let _ = writeln!(text, "not read: {skipped}; --json lists them");
    }
    if hits.hits.is_empty() {
        text += "\nnothing was found; other words may be, and by meaning more is found (--models)\n";
    }
    for (hit, passage) in hits.hits.iter().zip(&outcome.texts) {
        text += &format!("\n{}", explained(hits, hit));
        text += &format!("    {}\n", line(passage, PREVIEW_CHARS));
    }
    if let Some(next) = hits.dropped.first() {
        text += &format!("\nnext: {:.4}  {}\n", next.score, line(next.reference.as_str(), PREVIEW_CHARS));
    }
    text
}

fn explained(hits: &Hits, hit: &Hit) -> String {
    let mut text = format!("{:>3} {:.4}  {}\n", hit.rank, hit.score, line(hit.reference.as_str(), PREVIEW_CHARS));
    if let Some(part) = &hit.keyword {
        let terms: Vec<_> = part
            .bm25
            .terms
            .iter()
            .map(|term| format!("{} {:.2}", line(&hits.whole(&term.term), 40), term.score))
            .collect();
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
    if let Some(part) = hit.concept {
        let _ = writeln!(text, "    + {:.4}  speaks of {:.2} of {} asked for", part.adds, part.covered, part.of);
    }
    for spoken in &hit.spoken {
        let _ = writeln!(text, "        {}", told(hits, spoken));
    }
    if let Some(adds) = hit.variants {
        let _ = writeln!(text, "    + {adds:.4}  nearer to another wording");
    }
    if let Some(part) = hit.rerank {
        let _ = writeln!(text, "    + {:.4}  read together: {:.2}", part.adds, part.logit);
    }
    if let Some(factor) = hit.evidence {
        let _ = writeln!(text, "    × {factor:.3} for the kind of document, in the parts above");
    }
    text
}

/// Returns what a passage speaks of, in a line.
fn told(hits: &Hits, spoken: &Spoken) -> String {
    let asked = line(&hits.whole(&spoken.asked), 40);
    let Some(concept) = &spoken.concept else { return format!("{asked}: in its words") };
    let relation = match concept.relation {
        Relation::Same => "the same",
        Relation::Narrower => "a kind of it",
        Relation::Related => "related",
        Relation::Broader => "broader",
    };
    let context = match concept.context {
        Context::Affirmed => "",
        Context::Past => ", of the past",
        Context::Possible => ", as possible",
        Context::Denied => ", denied",
        Context::Family => ", of the family",
    };
    format!("{asked}: {} ({relation}{context}), counts {:.2}", line(&concept.label, 60), spoken.counts)
}
