//! Libraries of the public literature. They know of no records: the page has them in a worker of their own.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{day, thrown};
use crate::error::{Code, Error};
use crate::ingest::literature::Author;
use crate::ingest::literature::guideline::{About, Kind};
use crate::library::pack::{Asked, Counts, Found, Hit, Keep, Padding, Range, Reading, Served};
use crate::library::{ByWords, Chunking, Mark, Own, Pack, Prefix, Step};
use crate::workflow::Literature;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What became of a file of literature. */
export interface LiteratureReport {
  format: "pubmed" | "medline" | "ris" | "jats" | "bioc" | "markdown" | "html" | "pdf" | null; sha256: string; bytes: number; articles: number; withoutAbstract: number; deleted: number;
  skipped: { path: string; reason: string }[];
  /** How many more places were not read than are listed. */
  unlisted: number;
  isCut: boolean;
}
/** How much a library holds. */
export interface LibraryCounts { articles: number; withoutAbstract: number; retracted: number; passages: number; terms: number; authors: number; firstYear: number | null; lastYear: number | null }
/** Bytes of a pack that are needed. */
export interface LibraryRange { start: number; bytes: number }
/** What was asked for, or what is needed first, to be supplied in any order. */
export type LibraryStep<T> = { done: T } | { want: LibraryRange[] };
/** A passage of the literature that was found. */
export interface LibraryHit {
  reference: string; heading: string; text: string; title: string;
  /** The authors as citations have them: `Smith JA`. */
  authors: string[];
  journal: string; year: number | null; month: number | null; types: string[]; pmid: number | null; doi: string | null; pmc: number | null;
  /** What was said of the article since. */
  marks: ("retracted" | "partly-retracted" | "concern" | "corrected")[];
}
/** How libraries are made and searched by the configuration that was chosen, and how much the person's files hold then where they were made anew. */
export interface LibraryConfigured {
  chunking: "whole" | "semantic"; prefix: Record<"title" | "journal" | "year" | "mesh", boolean>; k1: number; b: number;
  /** How many passages are found. */
  best: number;
  /** Whether authors and years of the question narrow the search. */
  filters: boolean;
  /** Whether the kind of publication counts. */
  evidence: boolean;
  /** What a question is looked for by beyond its own words. */
  reading: Record<"spelling" | "concepts" | "queries" | "causal", boolean>;
  /** Whether it says something of vectors, which counts for nothing here. */
  lacksVectors: boolean;
  counts: LibraryCounts | null;
}
/** What was found in a library. */
export interface LibraryFound {
  hits: LibraryHit[];
  /** What the question states of the articles: years and authors; `passages` is how many that leaves, null where nothing is stated. */
  narrowed: { from: string | null; until: string | null; authors: string[]; isUnknown: boolean; passages: number | null };
  /** Words of the question that were read as terms of the library. */
  corrections: { word: string; term: string }[];
  /** Further wordings that it was looked for by. */
  wordings: string[];
}
"#;

/// A library: of files that a person opens, or of a pack that is brought by ranges.
#[wasm_bindgen]
pub struct Library {
    own: Own,
    pack: Pack,
    by: ByWords,
    /// How it is searched where no configuration was chosen.
    usual: ByWords,
    /// Whether the pack is at a server, which hears what is wanted of it.
    is_hosted: bool,
}

/// What a step of reading comes to, for JavaScript.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum StepView<T> {
    Done(T),
    Want(Vec<RangeView>),
}

#[derive(Serialize)]
pub(super) struct RangeView {
    start: u64,
    bytes: u64,
}

impl<T> StepView<T> {
    pub(super) fn of<U>(step: Step<U>, done: impl FnOnce(U) -> T) -> Self {
        match step {
            Step::Done(value) => StepView::Done(done(value)),
            Step::Want(ranges) => StepView::Want(
                ranges.into_iter().map(|range| RangeView { start: range.start, bytes: range.len }).collect(),
            ),
        }
    }
}

/// A configuration that was chosen, for JavaScript.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConfiguredView {
    chunking: Chunking,
    prefix: Prefix,
    k1: f64,
    b: f64,
    best: usize,
    filters: bool,
    evidence: bool,
    reading: Reading,
    lacks_vectors: bool,
    counts: Option<Counts>,
}

impl ConfiguredView {
    fn of(by: &ByWords, counts: Option<Counts>) -> Self {
        let (way, build) = (by.way, by.way.build);
        ConfiguredView {
            chunking: build.chunking,
            prefix: build.prefix,
            k1: build.k1,
            b: build.b,
            best: way.top_k,
            filters: way.filters,
            evidence: way.evidence,
            reading: way.reading,
            lacks_vectors: by.lacks_vectors,
            counts,
        }
    }
}

#[derive(Serialize)]
struct FoundView<'a> {
    hits: Vec<HitView<'a>>,
    narrowed: NarrowedView<'a>,
    corrections: Vec<CorrectionView<'a>>,
    wordings: &'a [String],
}

#[derive(Serialize)]
struct CorrectionView<'a> {
    word: &'a str,
    term: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NarrowedView<'a> {
    from: Option<String>,
    until: Option<String>,
    authors: &'a [String],
    is_unknown: bool,
    passages: Option<usize>,
}

/// A passage that was found, for JavaScript.
#[derive(Serialize)]
pub(super) struct HitView<'a> {
    reference: &'a str,
    heading: &'a str,
    text: &'a str,
    title: &'a str,
    authors: Vec<String>,
    journal: &'a str,
    year: Option<i16>,
    month: Option<i8>,
    types: &'a [String],
    pmid: Option<u32>,
    doi: Option<&'a str>,
    pmc: Option<u32>,
    marks: Vec<Mark>,
}

impl<'a> HitView<'a> {
    pub(super) fn of(hit: &'a Hit) -> Self {
        let passage = &hit.passage;
        let article = passage.article();
        HitView {
            reference: passage.citation().as_str(),
            heading: passage.heading(),
            text: passage.text(),
            title: &article.title,
            authors: article.authors.iter().map(Author::cited).collect(),
            journal: &article.journal,
            year: article.issued.year,
            month: article.issued.month,
            types: &article.types,
            pmid: article.pmid,
            doi: article.doi.as_deref(),
            pmc: article.pmc,
            marks: passage.marks(),
        }
    }
}

/// What of a library stands beside a request, for JavaScript.
#[derive(Serialize)]
pub(super) struct LiteratureView<'a> {
    /// In the order of their numbers.
    told: Vec<HitView<'a>>,
    stays: Vec<HitView<'a>>,
}

impl<'a> LiteratureView<'a> {
    pub(super) fn of(found: &'a Found, literature: &Literature) -> Self {
        let mut told = BTreeMap::new();
        let mut stays = Vec::new();
        for hit in &found.hits {
            match hit.passage.public().and_then(|text| literature.number(&text)) {
                Some(number) => drop(told.insert(number, HitView::of(hit))),
                None => stays.push(HitView::of(hit)),
            }
        }
        LiteratureView { told: told.into_values().collect(), stays }
    }
}

fn found<'a>(found: &'a Found, question: &'a str) -> FoundView<'a> {
    let narrowed = &found.narrowed;
    let day = |day: Option<jiff::civil::Date>| day.map(|day| day.to_string());
    FoundView {
        hits: found.hits.iter().map(HitView::of).collect(),
        narrowed: NarrowedView {
            from: narrowed.range.and_then(|range| day(range.from)),
            until: narrowed.range.and_then(|range| day(range.until)),
            authors: &narrowed.authors,
            is_unknown: narrowed.is_unknown,
            passages: narrowed.passages,
        },
        corrections: found
            .corrections
            .iter()
            .map(|correction| CorrectionView {
                word: correction.span.of(question).unwrap_or_default(),
                term: &correction.term,
            })
            .collect(),
        wordings: &found.wordings,
    }
}

#[wasm_bindgen]
impl Library {
    /// Returns a library of which nothing is there yet. `seed`, 32 random bytes, is what the parts are drawn from that are asked for beside those
    /// that are needed; without it none are.
    ///
    /// # Errors
    /// `invalid-argument` for another number of bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] seed: Option<Vec<u8>>,
    ) -> Result<Library, JsValue> {
        let seed = seed.map(<[u8; 32]>::try_from).transpose();
        let seed = seed.map_err(|_| thrown(Error::new(Code::InvalidArgument, "a seed has 32 bytes")))?;
        let is_hosted = seed.is_some();
        let usual = if is_hosted { ByWords::default().hosted() } else { ByWords::default() };
        Ok(Library {
            own: Own::new(usual.way.build),
            pack: Pack::new(seed.map(Padding::usual)),
            by: usual,
            usual,
            is_hosted,
        })
    }

    /// Has searches go by the configuration that `json` is, and makes what was opened of files anew where it says so; without it all is as usual.
    ///
    /// # Errors
    /// `too-large`, `malformed` and `invalid-argument` for what is no configuration, or one of several ways; what was in force stays.
    #[wasm_bindgen(unchecked_return_type = "LibraryConfigured")]
    pub fn configure(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] json: Option<Vec<u8>>,
    ) -> Result<JsValue, JsValue> {
        let by = json.as_deref().map(ByWords::read).transpose().map_err(thrown)?;
        let by = by.map_or(self.usual, |by| if self.is_hosted { by.hosted() } else { by });
        let built = self.own.remade(by.way.build).map_err(thrown)?;
        if let Some(built) = &built {
            self.pack = Pack::of(&built.bytes).map_err(thrown)?;
        }
        self.by = by;
        to_js(&ConfiguredView::of(&by, built.map(|built| built.counts)))
    }

    /// Begins to read a file of literature, one at a time. Of a guideline or book `issuer`, `year` and `kind` say what it does not say itself.
    ///
    /// # Errors
    /// `invalid-argument` for another kind.
    #[wasm_bindgen(js_name = beginFile)]
    pub fn begin_file(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] issuer: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] year: Option<i16>,
        #[wasm_bindgen(unchecked_optional_param_type = "'guideline' | 'book' | 'document'")] kind: Option<String>,
    ) -> Result<(), JsValue> {
        let kind = kind.map(|kind| kind.parse::<Kind>()).transpose();
        let kind = kind.map_err(|expected| thrown(Error::new(Code::InvalidArgument, expected)))?;
        self.own.begin(About { issuer, year, kind });
        Ok(())
    }

    /// Hands over its next bytes. Whatever this throws, the file is given up then.
    ///
    /// # Errors
    /// `unsupported`, `malformed` or `too-large`.
    #[wasm_bindgen(js_name = pushFile)]
    pub fn push_file(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.own.push(bytes).map_err(thrown)
    }

    /// Ends it, and returns what became of it.
    ///
    /// # Errors
    /// `unsupported` or `malformed` when nothing in it could be read.
    #[wasm_bindgen(js_name = finishFile, unchecked_return_type = "LiteratureReport")]
    pub fn finish_file(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.own.finish().map_err(thrown)?)
    }

    /// Makes the files searchable, and returns how much there is; nothing where no article was read.
    ///
    /// # Errors
    /// `internal` when that cannot be done.
    #[wasm_bindgen(unchecked_return_type = "LibraryCounts | undefined")]
    pub fn make(&mut self) -> Result<JsValue, JsValue> {
        if self.own.articles() == 0 {
            return Ok(JsValue::UNDEFINED);
        }
        let built = self.own.made().map_err(thrown)?;
        self.pack = Pack::of(&built.bytes).map_err(thrown)?;
        to_js(&built.counts)
    }

    /// Returns `length` bytes of the pack from `start` on, fewer at its end; nothing where they are not there.
    pub fn bytes(&self, start: f64, length: f64) -> Option<Vec<u8>> {
        self.pack.bytes(Range { start: start as u64, len: length as u64 })
    }

    /// Opens a pack, or returns which bytes of it are needed first.
    ///
    /// # Errors
    /// `malformed` for what is no pack, or a damaged or cut one; `unsupported` for another version.
    #[wasm_bindgen(unchecked_return_type = "LibraryStep<LibraryCounts>")]
    pub fn open(&mut self) -> Result<JsValue, JsValue> {
        let step = self.pack.open().map_err(thrown)?;
        let counts = if step == Step::Done(()) { self.pack.counts().map_err(thrown)? } else { Counts::default() };
        to_js(&StepView::of(step, |()| counts))
    }

    /// Takes what a server answered to the request for `length` bytes of the pack from `start` on.
    ///
    /// # Errors
    /// `unsupported` for a server that answers no ranges; `not-found`, `network` for one that has none, or answers another; `malformed` for bytes
    /// that are not what was written.
    pub fn supply(
        &mut self,
        start: f64,
        length: f64,
        status: u16,
        bytes: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "string")] content_range: Option<String>,
    ) -> Result<(), JsValue> {
        let asked = Range { start: start as u64, len: length as u64 };
        let served = Served { status, content_range: content_range.as_deref(), bytes: bytes.len() as u64 };
        let total = served.check(asked).map_err(thrown)?;
        self.pack.supply(asked.start, bytes, total).map_err(thrown)
    }

    /// Returns the hash that stands for every byte of the pack.
    ///
    /// # Errors
    /// `invalid-argument` before it is open.
    pub fn fingerprint(&self) -> Result<String, JsValue> {
        self.pack.fingerprint().map_err(thrown)
    }

    /// Returns the parts of the pack that were read and are not kept yet, or with `all` all of them; nothing where there are none.
    #[wasm_bindgen(js_name = toKeep)]
    pub fn to_keep(&mut self, all: bool) -> Option<Vec<u8>> {
        self.pack.to_keep(if all { Keep::All } else { Keep::New })
    }

    /// Takes note that what `toKeep` gave last is kept.
    pub fn kept(&mut self) {
        self.pack.kept();
    }

    /// Takes parts that were kept, each compared with its hash.
    ///
    /// # Errors
    /// `malformed` when one is not what was written, or of another pack.
    pub fn restore(&mut self, run: &[u8]) -> Result<(), JsValue> {
        self.pack.restore(run).map_err(thrown)
    }

    /// Returns the best passages by their words and by what was configured, or which bytes are needed first. `today` is the person's calendar day
    /// (`2019-03-02`), from which some words of the question count.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be; `invalid-argument` for what is no day.
    #[wasm_bindgen(unchecked_return_type = "LibraryStep<LibraryFound>")]
    pub fn search(&mut self, question: &str, today: &str) -> Result<JsValue, JsValue> {
        let asked = self.by.way.asked(question, day(Some(today))?);
        self.asked(&asked)
    }

    /// Returns the few passages that stand beside an answer from records, or which bytes are needed first.
    ///
    /// # Errors
    /// `malformed` for a pack that was not written as it should be.
    #[wasm_bindgen(unchecked_return_type = "LibraryStep<LibraryFound>")]
    pub fn alongside(&mut self, question: String) -> Result<JsValue, JsValue> {
        self.asked(&Asked::beside(question))
    }
}

impl Library {
    /// What the files that are open have on `question`; nothing where none are.
    pub(super) fn at_hand(&mut self, question: &str, today: Option<Date>) -> Result<Option<Step<Found>>, JsValue> {
        if self.own.articles() == 0 {
            return Ok(None);
        }
        self.pack.search(&self.by.way.asked(question, today)).map(Some).map_err(thrown)
    }

    fn asked(&mut self, asked: &Asked) -> Result<JsValue, JsValue> {
        match self.pack.search(asked).map_err(thrown)? {
            Step::Done(outcome) => to_js(&StepView::Done(found(&outcome, &asked.question))),
            Step::Want(ranges) => to_js(&StepView::<()>::of(Step::Want(ranges), |()| ())),
        }
    }
}
