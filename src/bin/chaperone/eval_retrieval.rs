//! `chaperone eval retrieval`: rankings against the judgements of a set in the layout of BEIR.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use chaperone::chunk::{self, Cutting};
use chaperone::document::{DocumentIndex, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::eval::beir::{self, Judged};
use chaperone::eval::retrieval::{DEPTH, Measures, documents_of};
use chaperone::index::concepts::Vocabulary;
use chaperone::index::fields::{self, FieldWeights};
use chaperone::index::{Index, PassageIndex, bm25};
use chaperone::retrieve::prune::{self, Limits};
use chaperone::retrieve::stages::Shares;
use chaperone::retrieve::{self, Hits, QueryVector, Rerank, Strategy, Tools, Variant};
use chaperone::room::{Filters, TOP_K};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::embedder;
use crate::eval_models::{CachedEmbedder, CachedReranker, Store};
use crate::half::Half;
use crate::output::json;
use crate::records::{read, unwrapped};
use crate::ways::{Part, Pruning, Searched, Way};

/// Passages of a document that may stand before the next document, where documents are cut.
const PASSAGES_A_DOCUMENT: usize = 8;

#[derive(Args)]
pub struct Retrieval {
    #[command(flatten)]
    asked: AskedOf,
    /// How to rank; several are compared, `all` is all that there are
    #[arg(long, value_name = "NAME", default_value = "all", num_args = 1..)]
    strategy: Vec<String>,
    /// Leave these parts of the pipeline out
    #[arg(long, value_enum, value_name = "PART", num_args = 1..)]
    without: Vec<Part>,
    /// Also measure `stages` with each part of the pipeline left out
    #[arg(long)]
    ablations: bool,
    #[command(flatten)]
    constants: Constants,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write the ranking of the last strategy to FILE, as lines of TREC
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is asked, and of what.
#[derive(Args)]
pub struct AskedOf {
    /// The set: a folder with corpus.jsonl (or .jsonl.gz), queries.jsonl and qrels.NAME.tsv
    #[arg(long, value_name = "DIR")]
    pub beir: PathBuf,
    /// Which judgements: qrels.NAME.tsv, or qrels/NAME.tsv
    #[arg(long, value_name = "NAME")]
    pub split: String,
    /// Which of the questions: those that parameters may be chosen by, those they are judged by, or all
    #[arg(long, value_enum, default_value_t = Half::All)]
    pub half: Half,
    /// Only so many of the questions
    #[arg(long, value_name = "COUNT", default_value_t = usize::MAX, hide_default_value = true)]
    pub limit: usize,
    /// How documents are cut into passages
    #[arg(long, value_enum, default_value_t = Cut::Whole)]
    cut: Cut,
    #[command(flatten)]
    pub with: With,
}

/// The constants of BM25.
#[derive(Args)]
pub struct Constants {
    /// How soon further occurrences of a term stop counting
    #[arg(long, value_name = "NUMBER", default_value_t = bm25::K1)]
    k1: f64,
    /// How much long passages are held back, 0 to 1
    #[arg(long, value_name = "NUMBER", default_value_t = bm25::B)]
    b: f64,
    /// Which inverse document frequency is meant
    #[arg(long, value_enum, default_value_t = Idf::PlusOne)]
    idf: Idf,
    /// What an occurrence in a title or heading weighs
    #[arg(long, value_name = "NUMBER", default_value_t = fields::TITLE)]
    title: f64,
    /// What an occurrence as a code weighs
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    codes: f64,
    /// What an occurrence in the day of a document weighs
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    date: f64,
    /// Of `stages` the share of the keywords; by the type of question where it is not given
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// Of `stages` the share of the concepts; by the type of question where it is not given
    #[arg(long, value_name = "SHARE")]
    coverage: Option<f64>,
    /// Of `stages` how much of it counts that another wording of the question is nearer to a passage than the question
    #[arg(long, value_name = "SHARE")]
    variants: Option<f64>,
    /// Of `stages` the share of the factor for the kind of document
    #[arg(long, value_name = "SHARE")]
    evidence: Option<f64>,
    /// Of `stages` the share of the cross-encoder
    #[arg(long, value_name = "SHARE")]
    rerank: Option<f64>,
}

impl Constants {
    /// Returns the shares of the stages, where they are given.
    pub fn shares(&self) -> Shares {
        let Constants { alpha, coverage, variants, evidence, rerank, .. } = *self;
        Shares { alpha, coverage, variants, evidence, rerank }
    }

    /// Returns the constants.
    pub fn parameters(&self) -> bm25::Parameters {
        let idf = match self.idf {
            Idf::PlusOne => bm25::IdfVariant::PlusOne,
            Idf::Robertson => bm25::IdfVariant::Robertson,
            Idf::Smooth => bm25::IdfVariant::Smooth,
        };
        let fields = FieldWeights { title: self.title, codes: self.codes, date: self.date, ..FieldWeights::default() };
        bm25::Parameters { k1: self.k1, b: self.b, idf, fields }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Idf {
    /// One is added inside the logarithm
    PlusOne,
    /// Robertson and Spärck Jones
    Robertson,
    /// As BM25+ has it
    Smooth,
}

/// The models to measure with.
#[derive(Args)]
pub struct With {
    /// The folder of the model manifest and weights; without it, keywords alone
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// The embedder, by its id in the manifest; the first where none is named
    #[arg(long, value_name = "ID", requires = "models")]
    embedder: Option<String>,
    /// A vocabulary of concepts, as `models concepts` makes it; else that of the folder of models, where it is there
    #[arg(long, value_name = "FILE")]
    concepts: Option<PathBuf>,
    /// Do without a vocabulary of concepts
    #[arg(long, conflicts_with = "concepts")]
    no_concepts: bool,
    /// Keep what models give in this folder, and take from it what is there
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// How many threads a model may run on
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    threads: usize,
}

impl With {
    /// Returns the models, or `None` without a folder of them.
    pub fn store(&self) -> Option<Store<'_>> {
        let models = self.models.as_deref()?;
        Some(Store { models, cache: self.cache.as_deref(), threads: self.threads })
    }

    /// Returns the folder of models, where one is given.
    pub fn folder(&self) -> Option<&Path> {
        self.models.as_deref()
    }

    /// Returns the vocabulary of concepts that is asked for, where it is there.
    ///
    /// # Errors
    /// As [`embedder::own_concepts`].
    pub fn vocabulary(&self) -> Result<Option<Vocabulary>> {
        if self.no_concepts {
            return Ok(None);
        }
        embedder::own_concepts(self.concepts.as_deref(), self.models.as_deref())
    }

    /// Returns the embedder that is asked for, or `None` without a folder of models.
    ///
    /// # Errors
    /// As [`Store::embedder`].
    pub fn embedder(&self) -> Result<Option<CachedEmbedder>> {
        self.store().map(|store| store.embedder(self.embedder.as_deref())).transpose()
    }

    /// Returns the reranker, or `None` without a folder of models.
    ///
    /// # Errors
    /// As [`Store::reranker`].
    pub fn reranker(&self) -> Result<Option<CachedReranker>> {
        self.store().map(|store| store.reranker()).transpose()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Cut {
    /// Each document one passage
    Whole,
    /// As records are cut: paragraphs of some 200 tokens
    Passages,
}

/// A set, ready to be searched.
pub struct Set {
    records: Records,
    index: Index,
    questions: Vec<Judged>,
    vectors: Vec<QueryVector>,
    variants: Vec<Vec<Variant>>,
    reranker: Option<CachedReranker>,
    vocabulary: Option<Vocabulary>,
}

/// What one way makes of one question: documents, best first, and those that become context.
struct Ranking {
    documents: Vec<(DocumentIndex, f64)>,
    context: Vec<DocumentIndex>,
}

/// The figures of one strategy.
#[derive(Serialize)]
pub struct Row {
    /// Its name, with what its parameters are.
    pub strategy: String,
    questions: usize,
    /// The means over the questions.
    #[serde(flatten)]
    pub measures: Measures,
    /// What becomes context of the first [`TOP_K`], cut as [`prune`] does: the mean number of relevant documents, and their mean share.
    context_relevant: f64,
    context_relevance: f64,
    /// Milliseconds for one question, models' time not counted where their outcomes were kept.
    millis: f64,
}

pub fn run(arguments: &Retrieval) -> Result<()> {
    let wanted = strategies(&arguments.strategy)?;
    let set = Set::load(&arguments.asked, wanted.iter().any(|strategy| strategy.reads_pairs()))?;
    let (mut rows, mut lines) = (Vec::new(), String::new());
    let way = |strategy| Way {
        without: arguments.without.iter().copied().collect(),
        ..Way::new(strategy, arguments.constants.parameters(), arguments.constants.shares())
    };
    for strategy in wanted.into_iter().filter(|strategy| set.can(*strategy)) {
        let (row, run) = set.measured(&way(strategy))?;
        rows.push(row);
        lines = run;
    }
    if arguments.ablations {
        let whole = if set.reranker.is_some() { Strategy::default() } else { Strategy::Stages { pairs: 0 } };
        for way in way(whole).ablations() {
            rows.push(set.measured(&way)?.0);
        }
    }
    if let Some(out) = &arguments.out {
        fs::write(out, lines)
            .map_err(|_| Error::new(Code::Io, "the ranking cannot be written to the file given with --out"))?;
    }
    print!("{}", if arguments.json { json(&rows)? } else { table(&rows) });
    Ok(())
}

fn strategies(names: &[String]) -> Result<Vec<Strategy>> {
    if names.iter().any(|name| name == "all") {
        Ok(Strategy::all())
    } else {
        names.iter().map(|name| name.parse()).collect()
    }
}

impl Set {
    /// Loads what `arguments` name, with the reranker where it is `read`.
    ///
    /// # Errors
    /// As the models, and for files that cannot be read.
    pub fn load(arguments: &AskedOf, reads: bool) -> Result<Set> {
        let folder = &arguments.beir;
        let corpus = [folder.join("corpus.jsonl"), folder.join("corpus.jsonl.gz")];
        let corpus = corpus.iter().find(|path| path.is_file()).unwrap_or(&corpus[0]);
        let qrels = [
            folder.join(format!("qrels.{}.tsv", arguments.split)),
            folder.join("qrels").join(format!("{}.tsv", arguments.split)),
        ];
        let qrels = qrels.iter().find(|path| path.is_file()).unwrap_or(&qrels[0]);
        let records = beir::corpus(&text_of(corpus)?)?;
        let mut questions = beir::questions(&text_of(&folder.join("queries.jsonl"))?, &text_of(qrels)?)?;
        questions.retain(|question| arguments.half.holds(&question.id));
        questions.truncate(arguments.limit);
        let cutting = if arguments.cut == Cut::Whole { Cutting::whole() } else { Cutting::default() };
        let mut index = Index::build(&records, chunk::passages_of(&records, &cutting))?;
        let (mut vectors, mut variants) = (Vec::new(), Vec::new());
        if let Some(mut embedder) = arguments.with.embedder()? {
            let texts: Vec<String> =
                index.passages().map(|(at, _)| index.embedding_text(&records, at)).collect::<Result<_>>()?;
            let made = embedder.passages(&texts)?;
            index.add_vectors(embedder.id(), (0..).map(PassageIndex).zip(made))?;
            let asked: Vec<&str> = questions.iter().map(|question| question.text.as_str()).collect();
            vectors = embedder.questions(&asked)?.into_iter().map(|values| embedder.asked(values)).collect();
            variants = embedder.variants(&asked)?;
        }
        let reranker = if reads { arguments.with.reranker()? } else { None };
        let vocabulary = arguments.with.vocabulary()?;
        if let Some(vocabulary) = &vocabulary {
            index.mention(vocabulary, &records, usize::MAX);
        }
        Ok(Set { records, index, questions, vectors, variants, reranker, vocabulary })
    }

    /// Returns whether what `strategy` needs is there.
    pub fn can(&self, strategy: Strategy) -> bool {
        // The stages go on without vectors.
        let goes_on = matches!(strategy, Strategy::Stages { .. } | Strategy::Literal);
        !self.vectors.is_empty() || !strategy.uses_dense() || goes_on
    }

    /// Returns the figures of `way` and its ranking as lines of TREC.
    ///
    /// # Errors
    /// As the search.
    pub fn measured(&self, way: &Way) -> Result<(Row, String)> {
        let started = Instant::now();
        let (mut each, mut run) = (Vec::new(), String::new());
        let (mut relevant, mut share) = (0.0, 0.0);
        for (at, question) in self.questions.iter().enumerate() {
            let Ranking { documents: ranking, context } = self.ranking(at, question, way)?;
            let id = |at: &DocumentIndex| Some(self.records.documents.get(at.0 as usize)?.id.as_str());
            let ids: Vec<&str> = ranking.iter().filter_map(|(at, _)| id(at)).collect();
            let is_relevant = |id: &&str| question.judgements.get(*id).is_some_and(|grade| *grade > 0);
            let found = context.iter().filter_map(id).filter(is_relevant).count() as f64;
            relevant += found;
            share += found / context.len().max(1) as f64;
            each.push(Measures::of(&ids, &question.judgements));
            for (rank, (id, (_, score))) in (1..).zip(ids.iter().zip(&ranking)) {
                let _ = writeln!(run, "{} Q0 {id} {rank} {score:.6} {}", question.id, way.strategy);
            }
        }
        let millis = started.elapsed().as_secs_f64() * 1000.0 / each.len().max(1) as f64;
        let questions = each.len();
        let of = questions.max(1) as f64;
        let row = Row {
            strategy: way.name(),
            questions,
            measures: Measures::mean(&each),
            context_relevant: relevant / of,
            context_relevance: share / of,
            millis,
        };
        Ok((row, run))
    }

    fn ranking(&self, at: usize, question: &Judged, way: &Way) -> Result<Ranking> {
        let vector = self.vectors.get(at).cloned();
        let (index, records) = (&self.index, &self.records);
        // Documents of nobody and of no day: nothing that a question names could limit them.
        let searched = Searched { records, index, vocabulary: self.vocabulary.as_ref(), filters: Filters::Off };
        let variants = self.variants.get(at).map_or(&[][..], Vec::as_slice);
        let query = way.query(searched, &question.text, vector, variants);
        let depth = if index.len() == records.documents.len() { DEPTH } else { DEPTH * PASSAGES_A_DOCUMENT };
        let reranker = self.reranker.as_ref().filter(|_| way.has(Part::Rerank));
        let tools = Tools { reranker: reranker.map(|reranker| reranker as &dyn Rerank), ..Tools::default() };
        let mut hits = retrieve::search_with(index, records, &query, way.strategy, depth, &tools)?;
        let ranked = |hits: &Hits| documents_of(hits.hits.iter().map(|hit| (hit.document, hit.score)), DEPTH);
        let mut first = hits.clone();
        first.hits.truncate(TOP_K);
        prune::context(index, records, &mut first, Limits::default())?;
        let context = ranked(&first).into_iter().map(|(document, _)| document).collect();
        if way.pruning == Pruning::On {
            prune::context(index, records, &mut hits, Limits::default())?;
        }
        Ok(Ranking { documents: ranked(&hits), context })
    }
}

fn text_of(path: &Path) -> Result<String> {
    String::from_utf8(unwrapped(&read(path)?)?).map_err(|_| Error::new(Code::Malformed, "a set is not UTF-8 text"))
}

/// Returns `rows` as a table.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<40} questions nDCG@10   R@5 R@100    MRR    MAP    P@5  context   ms\n", "strategy");
    for Row { strategy, questions, measures, context_relevant, context_relevance, millis } in rows {
        let _ = writeln!(
            text,
            "{strategy:<40} {questions:>9}  {:.4} {:.3} {:.3}  {:.4} {:.4} {:.4} {context_relevant:.2} {context_relevance:.2} {millis:>4.1}",
            measures.ndcg_at_10,
            measures.recall_at_5,
            measures.recall_at_100,
            measures.reciprocal_rank,
            measures.average_precision,
            measures.precision_at_5,
        );
    }
    text
}
