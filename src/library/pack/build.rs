//! Writes a pack: from articles, one after the other, to the bytes of the file.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use super::clusters::cluster;
use super::form::{self, Articles, Aside, BLOCK_BYTES, Clusters, Counts, Header, PAGE_HASHES, Root, Terms};
use super::lists::{self, MAX_IMPACT, Posting};
use crate::error::{Code, Error, Result};
use crate::index::analyze;
use crate::index::bm25::{B, K1, Parameters};
use crate::index::snapshot::Model;
use crate::index::vectors::Quantised;
use crate::ingest::literature::Article;
use crate::leb128;
use crate::library::passage::{self, Chunking, Part, Prefix};
use crate::question::filters;

/// Bytes of a page of a table.
const PAGE_BYTES: usize = 4 << 10;
/// Bytes of a group of articles before it is deflated.
const GROUP_BYTES: usize = 16 << 10;

/// What stands before a key that is no word: no term of a text begins with it.
pub(super) const APART: char = '\u{1}';

/// How a library is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// How abstracts are cut.
    pub chunking: Chunking,
    /// What is indexed and embedded with each passage.
    pub prefix: Prefix,
    /// The constant k1 of BM25.
    pub k1: f64,
    /// The constant b of BM25.
    pub b: f64,
    /// Whether vectors of the passages' questions are to stand beside those of the passages.
    pub questions: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { chunking: Chunking::default(), prefix: Prefix::default(), k1: K1, b: B, questions: false }
    }
}

/// An article cut into passages, with the words of each. Made of the article alone, so that many can be made at a time.
#[derive(Debug, Clone)]
pub struct Cut {
    parts: Vec<Part>,
    bags: Vec<BTreeMap<String, u32>>,
    texts: Texts,
}

/// The texts of an article's passages to embed, in their order.
pub type Texts = Vec<String>;

impl Cut {
    /// Returns the text of each passage to embed: what stands before it, then it.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Returns the heading and the text of each passage of `article`, of which this was cut.
    pub(in crate::library) fn passages<'a>(&'a self, article: &Article) -> impl Iterator<Item = (&'a str, String)> {
        let body = passage::body(article);
        self.parts.iter().map(move |part| {
            let text = body.get(part.span.start as usize..part.span.end as usize).unwrap_or_default();
            (part.heading.as_str(), text.to_owned())
        })
    }
}

/// Returns `article` cut as `options` say.
pub fn cut(article: &Article, options: &Options) -> Cut {
    let (parts, body) = (passage::parts(article, options.chunking), passage::body(article));
    let prefix = options.prefix.of(article);
    let text = |part: &Part| {
        let text = body.get(part.span.start as usize..part.span.end as usize).unwrap_or_default();
        // Of a title alone it is not said twice.
        if article.has_abstract() {
            format!("{prefix}{text}")
        } else {
            format!("{}{text}", Prefix { title: false, ..options.prefix }.of(article))
        }
    };
    let texts: Texts = parts.iter().map(text).collect();
    Cut { bags: texts.iter().map(|text| analyze::bag(text)).collect(), parts, texts }
}

/// An article as it lies in a group, with its passages.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    pub article: Article,
    pub parts: Vec<Part>,
}

/// A pack that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// How much it holds.
    pub counts: Counts,
    /// The hash of its header, in lower-case hexadecimal, which stands for every byte.
    pub fingerprint: String,
}

/// A pack that is being written. Equal articles in equal order make equal bytes.
pub struct Builder {
    options: Options,
    counts: Counts,
    /// For each term the passages that have it, and how often.
    postings: HashMap<String, Vec<(u32, u32)>>,
    years: BTreeMap<i16, Vec<Posting>>,
    authors: BTreeMap<String, Vec<Posting>>,
    lengths: Vec<u32>,
    group: Vec<Stored>,
    group_bytes: usize,
    /// Passages and bytes of each group.
    groups: Vec<(u32, u32)>,
    texts: Vec<u8>,
    vectors: Option<(Model, Vec<Quantised>)>,
    /// Passages and the vectors of their questions.
    questions: (Vec<u32>, Vec<Quantised>),
}

impl Builder {
    /// Returns an empty library.
    pub fn new(options: Options) -> Self {
        Builder {
            options,
            counts: Counts::default(),
            postings: HashMap::new(),
            years: BTreeMap::new(),
            authors: BTreeMap::new(),
            lengths: Vec::new(),
            group: Vec::new(),
            group_bytes: 0,
            groups: Vec::new(),
            texts: Vec::new(),
            vectors: None,
            questions: (Vec::new(), Vec::new()),
        }
    }

    /// Adds `article`, cut by [`cut`] with the same options.
    ///
    /// # Errors
    /// `too-large` for more passages than can be numbered.
    pub fn add(&mut self, article: Article, cut: Cut) -> Result<()> {
        let many = || Error::new(Code::TooLarge, "a library has at most 4294967295 passages");
        let first = u32::try_from(self.lengths.len()).map_err(|_| many())?;
        let count = u32::try_from(cut.bags.len()).map_err(|_| many())?;
        first.checked_add(count).ok_or_else(many)?;
        for (at, bag) in (first..).zip(cut.bags) {
            self.lengths.push(bag.values().sum());
            for (term, count) in bag {
                self.postings.entry(term).or_default().push((at, count));
            }
            if let Some(year) = article.issued.year {
                self.years.entry(year).or_default().push((at, 1));
            }
            for author in article.authors.iter().filter(|author| !author.is_collective) {
                let name = filters::bare(&author.last.to_lowercase());
                let list = self.authors.entry(format!("{name}{APART}{}, {}", author.last, author.fore)).or_default();
                // Two authors of one article may share their name.
                if list.last().is_none_or(|(last, _)| *last != at) {
                    list.push((at, 1));
                }
            }
        }
        let counts = &mut self.counts;
        counts.articles += 1;
        counts.without_abstract += u32::from(!article.has_abstract());
        counts.retracted += u32::from(article.is_retracted());
        counts.first_year = counts.first_year.into_iter().chain(article.issued.year).min();
        counts.last_year = counts.last_year.max(article.issued.year);
        self.group_bytes +=
            article.title.len() + article.sections.iter().map(|section| section.text.len()).sum::<usize>();
        self.group.push(Stored { article, parts: cut.parts });
        if self.group_bytes >= GROUP_BYTES { self.close_group() } else { Ok(()) }
    }

    /// Gives the passages, in the order of adding, their vectors by `model`.
    ///
    /// # Errors
    /// `invalid-argument` for another number of vectors than of passages, or of dimensions that differ.
    pub fn set_vectors(&mut self, model: Model, vectors: Vec<Quantised>) -> Result<()> {
        let dimensions = vectors.first().map_or(0, Quantised::dimensions);
        if vectors.len() != self.lengths.len() || vectors.iter().any(|vector| vector.dimensions() != dimensions) {
            return Err(Error::new(Code::InvalidArgument, "each passage needs one vector, all of the same dimensions")
                .found(vectors.len() as u64, self.lengths.len() as u64));
        }
        self.vectors = (!vectors.is_empty()).then_some((model, vectors));
        Ok(())
    }

    /// Gives the passages, by their numbers from 0 in the order of adding, the vectors of their questions, by the model of
    /// [`set_vectors`](Self::set_vectors), which comes first.
    ///
    /// # Errors
    /// `invalid-argument` for a passage that there is none of, or for other dimensions than the vectors of the passages have.
    pub fn set_questions(&mut self, questions: Vec<(u32, Quantised)>) -> Result<()> {
        let dimensions = self.vectors.as_ref().and_then(|(_, vectors)| vectors.first()).map(Quantised::dimensions);
        let passages = self.lengths.len() as u64;
        let fits = |(passage, vector): &(u32, Quantised)| {
            u64::from(*passage) < passages && Some(vector.dimensions()) == dimensions
        };
        if !questions.iter().all(fits) {
            return Err(Error::new(
                Code::InvalidArgument,
                "each question needs a passage that has a vector, and one of the same dimensions",
            ));
        }
        self.questions = questions.into_iter().unzip();
        Ok(())
    }

    fn close_group(&mut self) -> Result<()> {
        if self.group.is_empty() {
            return Ok(());
        }
        let broken = || Error::internal("a group of articles cannot be packed");
        let passages = self.group.iter().map(|stored| stored.parts.len() as u32).sum();
        let bytes = postcard::to_allocvec(&self.group).map_err(|_| broken())?;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).map_err(|_| broken())?;
        self.groups.push((passages, packed.len() as u32));
        self.texts.extend(packed);
        self.group.clear();
        self.group_bytes = 0;
        Ok(())
    }

    /// Returns the pack; `sources` are the SHA-256 of the files that the articles were read from.
    ///
    /// # Errors
    /// `invalid-argument` when there is no article; `internal` when something cannot be written.
    pub fn finish(mut self, sources: Vec<[u8; 32]>) -> Result<Built> {
        if self.lengths.is_empty() {
            return Err(Error::new(Code::InvalidArgument, "there is no article to make a library of"));
        }
        self.close_group()?;
        let Options { chunking, prefix, k1, b, .. } = self.options;
        let parameters = Parameters { k1, b, ..Parameters::default() };
        let average = self.lengths.iter().map(|length| f64::from(*length)).sum::<f64>() / self.lengths.len() as f64;
        let impact = |passage: u32, count: u32| {
            let length = self.lengths.get(passage as usize).map_or(0.0, |length| f64::from(*length));
            let factor = parameters.tf_factor(f64::from(count), length, average.max(1.0));
            (factor / (k1 + 1.0) * MAX_IMPACT).round().clamp(1.0, MAX_IMPACT) as u8
        };
        self.counts.passages = self.lengths.len() as u32;
        self.counts.terms = self.postings.len() as u32;
        self.counts.authors = self.authors.len() as u32;
        let postings = std::mem::take(&mut self.postings);
        let words = postings.into_iter().map(|(term, list)| {
            (term, list.into_iter().map(|(passage, count)| (passage, impact(passage, count))).collect::<Vec<Posting>>())
        });
        let years = self.years.into_iter().map(|(year, list)| (year_key(year), list));
        let mut entries: Vec<(String, Vec<Posting>)> = words.chain(years).collect();
        entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut body = Vec::new();
        let terms = write_terms(&mut body, entries);
        let authors = write_terms(&mut body, self.authors.into_iter().collect());
        let authors =
            postcard::to_allocvec(&authors).map_err(|_| Error::internal("the table of authors cannot be written"))?;
        let authors = Aside { at: push(&mut body, &authors), len: authors.len() as u64 };
        let articles = write_articles(&mut body, &self.groups, &self.texts);
        let (mut vectors, mut questions) = (None, None);
        if let Some((model, rows)) = self.vectors {
            let all: Vec<u32> = (0..self.counts.passages).collect();
            vectors = Some(write_vectors(&mut body, model.clone(), &all, &rows)?);
            let (of, rows) = self.questions;
            if !rows.is_empty() {
                questions = Some(write_vectors(&mut body, model, &of, &rows)?);
            }
        }
        let hashes: Vec<u8> = body.chunks(BLOCK_BYTES as usize).flat_map(form::hash).collect();
        let pages = hashes.chunks((PAGE_HASHES * form::HASH_BYTES) as usize).map(form::hash).collect();
        let counts = self.counts;
        let root =
            Root { counts, chunking, prefix, sources, k1, b, terms, authors, articles, vectors, pages, questions };
        let root = root.write()?;
        let root_len = u32::try_from(root.len()).map_err(|_| Error::internal("the root of a pack is too long"))?;
        let header = Header { root_len, body_len: body.len() as u64, root_hash: form::hash(&root) }.write();
        let fingerprint = header.get(48..).map(crate::hex::hex).unwrap_or_default();
        Ok(Built { bytes: [header, root, hashes, body].concat(), counts, fingerprint })
    }
}

/// Returns the key of the list of a year.
pub(super) fn year_key(year: i16) -> String {
    format!("{APART}{year:04}")
}

fn push(body: &mut Vec<u8>, bytes: &[u8]) -> u64 {
    let at = body.len() as u64;
    body.extend_from_slice(bytes);
    at
}

/// Writes a table of `entries`, which are sorted, and their lists: in each page first where its first list begins, then for each entry how many
/// bytes of its key are those of the one before, the rest of the key, how many postings, the bytes of the head and of all of the list,
/// and the most that one counts.
fn write_terms(body: &mut Vec<u8>, entries: Vec<(String, Vec<Posting>)>) -> Terms {
    let (mut table, mut all_lists) = (Vec::new(), Vec::new());
    let mut pages: Vec<(String, u32)> = Vec::new();
    let (mut page, mut before, mut first) = (Vec::new(), String::new(), String::new());
    for (key, postings) in entries {
        if page.is_empty() {
            leb128::write(&mut page, all_lists.len() as u64);
            (first, before) = (key.clone(), String::new());
        }
        let (list, head) = lists::encode(&postings);
        let shared = key.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
        let rest = key.as_bytes().get(shared..).unwrap_or_default();
        for number in [shared, rest.len()] {
            leb128::write(&mut page, number as u64);
        }
        page.extend_from_slice(rest);
        for number in [postings.len() as u64, u64::from(head), list.len() as u64] {
            leb128::write(&mut page, number);
        }
        page.push(postings.iter().map(|(_, impact)| *impact).max().unwrap_or(0));
        all_lists.extend(list);
        before = key;
        if page.len() >= PAGE_BYTES {
            pages.push((std::mem::take(&mut first), page.len() as u32));
            table.append(&mut page);
        }
    }
    if !page.is_empty() {
        pages.push((first, page.len() as u32));
        table.append(&mut page);
    }
    let at = push(body, &table);
    Terms { at, pages, lists_at: push(body, &all_lists), lists_len: all_lists.len() as u64 }
}

/// Writes the groups and their table: in each page first where its first group begins, then for each how many passages and bytes it has.
fn write_articles(body: &mut Vec<u8>, groups: &[(u32, u32)], texts: &[u8]) -> Articles {
    let mut table = Vec::new();
    let mut pages = Vec::new();
    let (mut page, mut first) = (Vec::new(), 0);
    let (mut passage, mut at) = (0_u32, 0_u64);
    for (passages, len) in groups {
        if page.is_empty() {
            leb128::write(&mut page, at);
            first = passage;
        }
        leb128::write(&mut page, u64::from(*passages));
        leb128::write(&mut page, u64::from(*len));
        passage += passages;
        at += u64::from(*len);
        if page.len() >= PAGE_BYTES {
            pages.push((first, page.len() as u32));
            table.append(&mut page);
        }
    }
    if !page.is_empty() {
        pages.push((first, page.len() as u32));
        table.append(&mut page);
    }
    let at = push(body, &table);
    Articles { at, pages, groups_at: push(body, texts), groups_len: texts.len() as u64 }
}

/// Writes the vectors in their clusters, each row the passage that it is `of`, its scale and its codes; centres likewise, without passages.
fn write_vectors(body: &mut Vec<u8>, model: Model, of: &[u32], vectors: &[Quantised]) -> Result<Clusters> {
    let clustered = cluster(vectors)?;
    let dimensions = vectors.first().map_or(0, Quantised::dimensions) as u32;
    let row = |out: &mut Vec<u8>, passage: u32, vector: &Quantised| {
        out.extend(passage.to_le_bytes());
        out.extend(vector.scale().to_le_bytes());
        out.extend(vector.codes().iter().map(|code| *code as u8));
    };
    let (mut centres, mut rows) = (Vec::new(), Vec::new());
    clustered.centres.iter().for_each(|centre| row(&mut centres, 0, centre));
    for at in clustered.members.iter().flatten() {
        if let (Some(passage), Some(vector)) = (of.get(*at as usize), vectors.get(*at as usize)) {
            row(&mut rows, *passage, vector);
        }
    }
    let (centres_at, rows_at) = (push(body, &centres), push(body, &rows));
    let rows = clustered.members.iter().map(|members| members.len() as u32).collect();
    Ok(Clusters { model: model.id, sha256: model.sha256, dimensions, centres_at, rows_at, rows })
}
