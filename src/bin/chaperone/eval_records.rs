//! `chaperone eval records`: does a search bring the document that a question was made from?

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chaperone::chunk;
use chaperone::document::{PatientIndex, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::eval::records::{Asked, Counting, Hits, Kind, counted, draw, misspelt, questions, regex_search};
use chaperone::eval::retrieval::documents_of;
use chaperone::index::concepts::Vocabulary;
use chaperone::index::{Index, PassageIndex};
use chaperone::retrieve::{self, QueryVector, Strategy, Variant};
use chaperone::room::Filters;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::eval_retrieval::{Constants, With};
use crate::output::{json, line};
use crate::records::{load, read};
use crate::ways::{Part, Pruning, Searched, Way};

/// The numbers of documents that hits are counted at, as published.
const AT: [usize; 3] = [3, 4, 5];

/// Passages of one document that may stand before the next document.
const PASSAGES_A_DOCUMENT: usize = 12;

/// The name of the published system's own search.
const REGEX: &str = "keyword-regex";

#[derive(Args)]
pub struct RecordsArguments {
    /// FHIR bundles, NDJSON, gzip of either, or folders of them
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// Questions from outside, a line each: {id, question, patient, date, documents}; without it they are made from the records
    #[arg(long, value_name = "FILE.jsonl")]
    questions: Option<PathBuf>,
    /// The questions that are made
    #[arg(long, value_enum, num_args = 1.., default_values_t = [Asking::Dated, Asking::Undated, Asking::Lay])]
    kind: Vec<Asking>,
    /// Whether only the patient and the time that a question names are searched; both where it is not said
    #[arg(long, value_enum)]
    filters: Option<Switch>,
    /// Leave these parts of the pipeline out
    #[arg(long, value_enum, value_name = "PART", num_args = 1..)]
    without: Vec<Part>,
    /// Also measure `stages` with each part of the pipeline left out
    #[arg(long)]
    ablations: bool,
    /// Misspell a word of each question, as a hurried hand does
    #[arg(long)]
    misspelt: bool,
    /// How to rank; several are compared. `keyword-regex` is the published system's keyword search
    #[arg(long, value_name = "NAME", num_args = 1.., default_values_t = [REGEX.to_owned(), "keyword".to_owned(), "dense".to_owned(), "linear".to_owned(), "stages".to_owned()])]
    strategy: Vec<String>,
    /// Which documents there are
    #[arg(long, value_enum, default_value_t = Count::Observed)]
    counting: Count,
    /// Leave out patients with more documents
    #[arg(long, value_name = "COUNT", default_value_t = usize::MAX, hide_default_value = true)]
    most: usize,
    /// Only so many of the patients, the first by name of file
    #[arg(long, value_name = "COUNT", default_value_t = usize::MAX, hide_default_value = true)]
    patients: usize,
    /// Questions in one repetition
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    draw: usize,
    /// Repetitions
    #[arg(long, value_name = "COUNT", default_value_t = 5)]
    repeat: u64,
    /// The seed of questions and draws
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    constants: Constants,
    #[command(flatten)]
    with: With,
    /// Also print the first COUNT questions of which the last strategy brought no answer among five
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    slips: usize,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Write the ranking of the last strategy to FILE, as lines of TREC
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Asking {
    /// Patient and day
    Dated,
    /// Patient, no day
    Undated,
    /// Patient, no day, everyday words
    Lay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Switch {
    On,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Count {
    /// Days with an observation or a procedure
    Observed,
    /// Days with anything
    EveryDay,
}

/// How questions are searched.
enum Manner {
    Regex,
    Ranked(Box<Way>),
}

/// The figures of one kind of question, filters and strategy.
#[derive(Serialize)]
struct Row {
    kind: String,
    filters: Switch,
    strategy: String,
    /// Questions that were asked, repeats counted.
    asked: usize,
    /// For each number of documents: strict and answer-level, in percent.
    hits: Vec<(usize, f64, f64)>,
}

/// What is searched.
struct Corpus {
    records: Records,
    index: Index,
    model: Option<String>,
    texts: Vec<String>,
    vocabulary: Option<Vocabulary>,
}

pub fn run(arguments: &RecordsArguments) -> Result<()> {
    let mut embedder = arguments.with.embedder()?;
    let mut corpus = corpus(arguments)?;
    if let Some(embedder) = &mut embedder {
        let (index, records) = (&corpus.index, &corpus.records);
        let texts: Vec<String> =
            index.passages().map(|(at, _)| index.embedding_text(records, at)).collect::<Result<_>>()?;
        let vectors = embedder.passages(&texts)?;
        corpus.index.add_vectors(embedder.id(), (0..).map(PassageIndex).zip(vectors))?;
        corpus.model = Some(embedder.id().to_owned());
    }
    eprintln!(
        "{} patients, {} documents, {} passages",
        corpus.records.patients.len(),
        corpus.records.documents.len(),
        corpus.index.len()
    );
    let (mut rows, mut lines, mut slips) = (Vec::new(), String::new(), Vec::new());
    for (kind, asked) in sets(arguments, &corpus.records)? {
        let (vectors, variants): (Vec<QueryVector>, _) = match &mut embedder {
            Some(embedder) => {
                let texts: Vec<&str> = asked.iter().flatten().map(|asked| asked.question.as_str()).collect();
                let vectors = embedder.questions(&texts)?.into_iter().map(|values| embedder.asked(values));
                (vectors.collect(), embedder.variants(&texts)?)
            }
            None => (Vec::new(), Vec::new()),
        };
        for filters in arguments.filters.map_or_else(|| vec![Switch::Off, Switch::On], |filters| vec![filters]) {
            for (name, manner) in manners(arguments)? {
                if let Manner::Ranked(way) = &manner
                    && corpus.model.is_none()
                    && matches!(way.strategy, Strategy::Dense | Strategy::Mmr { .. })
                {
                    continue;
                }
                if matches!(manner, Manner::Regex) && filters == Switch::On {
                    continue;
                }
                (lines, slips) = (String::new(), Vec::new());
                let mut counts: Vec<(usize, Hits)> =
                    AT.iter().flat_map(|k| [*k, 2 * *k]).map(|k| (k, Hits::default())).collect();
                for (at, asked) in asked.iter().flatten().enumerate() {
                    let embedded = (vectors.get(at), variants.get(at).map_or(&[][..], Vec::as_slice));
                    let found = found(&corpus, asked, embedded, &manner, filters)?;
                    let ids: Vec<&str> = found.iter().map(String::as_str).collect();
                    for (k, hits) in &mut counts {
                        hits.count(asked, &ids, *k);
                    }
                    if !ids.iter().take(5).any(|id| asked.documents.iter().any(|answer| answer == id)) {
                        slips.push(format!(
                            "{}\t{}\t{}",
                            line(&asked.id, 24),
                            line(&asked.question, 120),
                            line(&asked.documents.join(" "), 120)
                        ));
                    }
                    for (rank, id) in (1..).zip(&ids) {
                        let _ = writeln!(lines, "{} Q0 {id} {rank} {} {name}", asked.id, 1000 - rank);
                    }
                }
                let hits = counts.iter().map(|(k, hits)| (*k, hits.percent().0, hits.percent().1)).collect();
                rows.push(Row {
                    kind: kind.clone(),
                    filters,
                    strategy: name,
                    asked: asked.iter().map(Vec::len).sum(),
                    hits,
                });
            }
        }
    }
    if let Some(out) = &arguments.out {
        fs::write(out, lines)
            .map_err(|_| Error::new(Code::Io, "the ranking cannot be written to the file given with --out"))?;
    }
    print!("{}", if arguments.json { json(&rows)? } else { table(&rows) });
    for slip in slips.iter().take(arguments.slips) {
        println!("{slip}");
    }
    Ok(())
}

fn corpus(arguments: &RecordsArguments) -> Result<Corpus> {
    let (room, _) = load(&arguments.bundles)?;
    let mut records = room.records().clone();
    let first = |at: PatientIndex| (at.0 as usize) < arguments.patients;
    records.documents.retain(|document| document.subject.is_some_and(first));
    let counting = if arguments.counting == Count::Observed { Counting::Observed } else { Counting::EveryDay };
    let records = counted(records, counting, arguments.most);
    let mut index = Index::build(&records, chunk::passages(&records))?;
    let vocabulary = arguments.with.vocabulary()?;
    if let Some(vocabulary) = &vocabulary {
        index.mention(vocabulary, &records, usize::MAX);
    }
    let whole = |document: &chaperone::document::Document| {
        let name =
            document.subject.and_then(|at| records.patients.get(at.0 as usize)).map_or("", |patient| &patient.name);
        format!("{name} {} {}", document.title, document.text)
    };
    let texts = records.documents.iter().map(whole).collect();
    Ok(Corpus { index, model: None, texts, records, vocabulary })
}

/// Returns the questions of each kind, in repetitions.
fn sets(arguments: &RecordsArguments, records: &Records) -> Result<Vec<(String, Vec<Vec<Asked>>)>> {
    if let Some(path) = &arguments.questions {
        return Ok(vec![("given".to_owned(), vec![given(path)?])]);
    }
    let made = |kind: &Asking| {
        let kind = match kind {
            Asking::Dated => Kind::Dated,
            Asking::Undated => Kind::Undated,
            Asking::Lay => Kind::Lay,
        };
        let mut all = questions(records, kind, arguments.seed);
        if arguments.misspelt {
            let is_name = |word: &str| records.patients.iter().any(|patient| patient.name.contains(word));
            all.iter_mut().for_each(|asked| asked.question = misspelt(&asked.question, is_name));
        }
        let drawn =
            |at: u64| draw(&all, arguments.draw, arguments.seed.wrapping_add(at)).into_iter().cloned().collect();
        (format!("{kind:?}").to_lowercase(), (0..arguments.repeat).map(drawn).collect())
    };
    Ok(arguments.kind.iter().map(made).collect())
}

fn given(path: &Path) -> Result<Vec<Asked>> {
    let unreadable =
        |_| Error::new(Code::Malformed, "a line of the questions is not {id, question, patient, date, documents}");
    let text =
        String::from_utf8(read(path)?).map_err(|_| Error::new(Code::Malformed, "the questions are not UTF-8 text"))?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).map_err(unreadable))
        .collect()
}

/// Returns the ways of searching that are asked for, each with its name.
fn manners(arguments: &RecordsArguments) -> Result<Vec<(String, Manner)>> {
    let (constants, shares) = (arguments.constants.parameters(), arguments.constants.shares());
    let way = |strategy: Strategy| Way {
        without: arguments.without.iter().copied().collect(),
        ..Way::new(strategy, constants, shares)
    };
    let mut all = Vec::new();
    for name in &arguments.strategy {
        if name == REGEX {
            all.push((name.clone(), Manner::Regex));
        } else {
            let way = way(name.parse()?);
            all.push((way.name(), Manner::Ranked(Box::new(way))));
        }
    }
    if arguments.ablations {
        let ways = way(Strategy::Stages { pairs: 0 }).ablations().into_iter().filter(|way| way.pruning == Pruning::Off);
        all.extend(ways.map(|way| (way.name(), Manner::Ranked(Box::new(way)))));
    }
    Ok(all)
}

/// Returns the ids of the documents that `manner` finds for `asked`, whose vector and other wordings are given, best first.
fn found(
    corpus: &Corpus,
    asked: &Asked,
    (vector, variants): (Option<&QueryVector>, &[Variant]),
    manner: &Manner,
    filters: Switch,
) -> Result<Vec<String>> {
    let (records, most) = (&corpus.records, 2 * AT.iter().max().unwrap_or(&0));
    let id = |at: usize| records.documents.get(at).map(|document| document.id.clone());
    let way = match manner {
        Manner::Regex => {
            let texts: Vec<&str> = corpus.texts.iter().map(String::as_str).collect();
            let found = regex_search::search(&regex_search::keywords(&asked.question), &texts, most);
            return Ok(found.into_iter().filter_map(id).collect());
        }
        Manner::Ranked(way) => way,
    };
    let filters = if filters == Switch::On { Filters::Stated } else { Filters::Off };
    let searched = Searched { records, index: &corpus.index, vocabulary: corpus.vocabulary.as_ref(), filters };
    let query = way.query(searched, &asked.question, vector.cloned(), variants);
    let hits = retrieve::search(&corpus.index, records, &query, way.strategy, most * PASSAGES_A_DOCUMENT)?;
    let documents = documents_of(hits.hits.iter().map(|hit| (hit.document, hit.score)), most);
    Ok(documents.into_iter().filter_map(|(at, _)| id(at.0 as usize)).collect())
}

fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<8} {:<7} {:<26} {:>5}  strict / answer-level, percent, at exactly k documents\n",
        "kind", "filters", "strategy", "asked"
    );
    for row in rows {
        let filters = if row.filters == Switch::On { "on" } else { "off" };
        let _ = write!(text, "{:<8} {filters:<7} {:<26} {:>5} ", row.kind, row.strategy, row.asked);
        for (k, strict, answered) in &row.hits {
            let _ = write!(text, " {k}: {strict:.1}/{answered:.1}");
        }
        text.push('\n');
    }
    text
}
