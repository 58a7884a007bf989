//! Conversion between the core's values and JavaScript's, and the TypeScript types of both.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::failure::failure;
use super::library::LiteratureView;
use crate::clearance::{Finding, Outgoing};
use crate::error::{Code, Error};
use crate::privacy::level::{Level, Noise, Rules};
use crate::privacy::policy::{Beyond, Policy, Withholding};
use crate::privacy::stranger::{Remedy, Singling};
use crate::privacy::vocabulary::{Reason, Withheld};
use crate::progress::{Observer, Progress};
use crate::retrieve::Strategy;
use crate::retrieve::narrow::Narrowed;
use crate::workflow::refining::Round;
use crate::workflow::{Workflow, WorkflowState, inside};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What every failed call throws. The message never holds text of records, questions or replies. */
export interface ChaperoneFailure { code: string; fault: "user" | "runtime" | "bug"; message: string }
/** One step of a long call; reading counts bytes, embedding counts passages. */
export type Progress = { status: "reading"; done: number; total: number } | { status: "embedding"; done: number; total: number };
/** What adding a file brought. */
export interface Added {
  alreadyRead: boolean; patients: number; documents: number; facts: number;
  setAside: { resourceType: string; count: number }[]; skipped: { path: string; reason: string }[];
  /** How many more places were not read than are listed. */
  unlisted: number;
  /** Whether the file, or the gzip around it, ends in the middle: what should come after is missing. */
  cut: boolean;
  /** How far it was read, where it was given up for want of memory: lines, and bytes of the unpacked file. */
  stopped?: { lines: number; bytes: number };
}
/** A patient who may be another one, by number; `unsaid`: a source does not say at all whom it is about. */
export interface Unmatched { patient: number; unsaid: boolean; candidates: number[] }
/** What the room holds. */
export interface Holdings { files: number; patients: number; documents: number; facts: number; passages: number; embedded: number; model?: string }
/** What is known of concepts: how many, how many names they have, and the bytes that all takes in memory. */
export interface Known { concepts: number; names: number; bytes: number }
/** How to rank. */
export type StrategyName = "keyword" | "dense" | "mmr" | "linear" | "rrf" | "concept" | "stages" | "literal";
/** What a search found; `strategy` is the one that was used, with its parameter, `texts` are the hits' own words, and `subjects` the names of whom they are about. */
export interface Found {
  strategy: string; texts: string[]; subjects: (string | null)[]; hits: Hit[]; dropped: Hit[]; narrowed?: Narrowed[]; corrections?: { span: number[]; term: string; of_run?: true }[];
  /** Other wordings of the question that passages were compared with. */
  wordings?: string[];
  fallback: "no-query-vector" | "no-passage-vectors" | null;
  /** Whether the records were searched as they were before a file that is still being made findable. */
  earlier: boolean;
  /** Whether concepts were looked for in some passages only so far, so that the same search may find more later. */
  partial: boolean;
  /** Of terms of the explanations that are stems: a whole word of the question or of what was found. */
  words?: Record<string, string>;
  considered: { passages: number; admitted: number; keyword: number; dense: number };
}
/** A passage with its place and the parts of its score. */
export interface Hit {
  reference: string; rank: number; score: number;
  keyword: { rank: number; adds: number; bm25: { score: number; terms: { term: string; score: number; weight: number }[] } } | null;
  dense: { rank: number; adds: number; cosine: number } | null;
  concept?: { covered: number; of: number; adds: number };
  spoken?: Spoken[];
  variants?: number; evidence?: number; rerank?: { logit: number; adds: number };
}
/** What a passage speaks of of what the question is about; without a concept its words stand for it. */
export interface Spoken {
  asked: string; counts: number;
  concept?: { label: string; relation: "same" | "narrower" | "related" | "broader"; context: "affirmed" | "past" | "possible" | "denied" | "family" };
}
/** How anyone who has the file can find a quoted text again; offsets are bytes. */
export interface Citation {
  sha256: string; wrapping: Wrapping[];
  steps: ({ step: "bytes"; start: number; end: number } | { step: "json-string"; start: number; end: number } | { step: "base64" | "xml" | "markup" | "pdf" | "status" })[];
  start: number; end: number;
}
/** One line of a record-data box. */
export interface Row { label: string; label_citation?: Citation; value: string; citation: Citation; unit?: string; unit_citation?: Citation }
/** A heading or a table's header row that a quotation stands under, verbatim too, with its own way back to its bytes. */
export interface Above { kind: "heading" | "header-row"; reference: string; text: string; citation: Citation }
/** A part of an answer; `person` is whose a box is where others have the same family name, `telling` the sentence of the text that answers, `entry` what kind of entry a fact is. */
export type Block =
  | { kind: "prose"; parts: { text: string; surrogate?: string }[] }
  | { kind: "verbatim"; reference: string; person?: string; title: string; text: string; telling?: string; citation: Citation; above?: Above[] }
  | { kind: "record-data"; reference: string; person?: string; entry?: string; title: string; titleCitation?: Citation; rows: Row[]; elements?: Row[] }
  | { kind: "invalid"; asked: string; reason: string };
/** An answer to show; `folded` are runs of blocks that are one click away, in order: from `start` up to but without `end`. */
export interface Answer {
  blocks: Block[]; folded?: { start: number; end: number }[]; notice?: string; readAs?: string[]; cautions?: Caution[]; exact?: Exact;
  checked?: Checked[]; noted?: Noted[]; tally?: Tally; statements?: Statements; coverage?: Coverage; again?: Again; left?: number; narrowed?: Narrowed[];
  /** Which public passages the model says that it goes by, by their numbers, and the numbers that none has. */
  cited?: { sources: number[]; unknown: number[] };
}
/** A medicine of which a box of the records and a public passage (by its place, from 0) name different amounts, all as they stand. */
export interface SideBySide { medicine: string; reference: string; record: string; recorded: string[]; passage: number; sentence: string; amounts: string[] }
/** What the question says of the documents that may answer it, and what became of that, in a sentence. */
export interface Narrowed { by: NarrowedBy; state: "applied" | "dropped" | "unknown" | "taken-away"; sentence: string }
/** What documents are chosen by. */
export type NarrowedBy = "time" | "author" | "kind";
/** The model's words in the block of that number, as lines of text with what was found of them; shown in the place of its parts. */
export interface Checked { block: number; lines: { form: "paragraph" | "item" | "heading"; stretches: Stretch[] }[] }
/** A stretch of a model's words; `surrogate` is what the model wrote where something was put in its place, `reason` says why it holds or not. */
export interface Stretch { text: string; surrogate?: string; verdict?: Verdict; claim?: string; reason?: string; standing?: Standing }
/** What is known of the sentence of a stretch: all of it was worked out from the records, or it was not checked as a whole. */
export type Standing = "verified" | "unchecked";
/** Whether a stretch holds. */
export type Verdict = "supported" | "range-only" | "unsupported" | "contradicted";
/** How the model quoted what the block of that number shows. */
export interface Noted { block: number; remark: "repaired" | "misattributed" | "stitched" | "altered" | "narrowed" | "merged" | "shortened"; words: string }
/** How many claims of the model hold, and how many not. */
export interface Tally { supported: number; rangeOnly: number; unsupported: number; contradicted: number }
/** How many sentences of a model were worked out whole from the records, how many have a mark, and how many were not checked. */
export interface Statements { verified: number; marked: number; unchecked: number }
/** What was looked at for an answer, in documents, notes and entries, and what of it the model was not told. */
export interface Coverage { searched: number; notes: number; entries: number; told: number; withheld: number; unreadNotes: number; withheldWords: number }
/** Why a question may be asked once more. */
export type Again = "quoted-nothing" | "answered-nothing";
/** What a model is told to do. */
export type Prompt = "standard" | "chain-of-thought" | "abstracts-only" | "abstracts-with-metadata" | "multiple-choice" | "patient-friendly" | "clinician-brief";
/** By what a server holds replies to the passages that were sent. */
export type Hold = "schema" | "grammar";
/** How a model is asked: `prompt` says what it is told to do (`standard` otherwise), `again` why it is asked a second time if it is. `context` are the tokens of the model's: what does not fit is told in further requests. With `wishes: "heard"` the model may say that it wants to read on. `note` is the reference of a passage of the note or letter that is asked about whole. `inside` is the number of the work of a model inside the room that is told of. With `alone` the literature alone is asked, and nothing of the records told. The records are not searched more narrowly by what is in `without`, whatever the question says; work inside the room has its own. */
export interface Asking { prompt?: Prompt; again?: Again; hold?: Hold; context?: number; wishes?: "no" | "heard"; note?: string; inside?: number; alone?: boolean; without?: NarrowedBy[] }
/** An exact answer from coded facts: `answer` alone, the `sentence` around it, the `rules` by which it was made, and which blocks are its entries, by number (`boxes`); what was `searched` before something was said not to be in the record. */
export interface Exact { form: string; answer: string; sentence: string; rules: string[]; isAbsent: boolean; searched?: { entries: number; texts: number; codes: string[]; names: string[] }; boxes: number[] }
/** What is new since a day, and where the record disagrees with itself; `boxes` and `box` are numbers of `blocks`. */
export interface Brief {
  since: string; redFlags: string; intendedUse: string; blocks: Block[];
  parts: { title: string; rule: string; items: { text: string; boxes: number[] }[]; more: number }[];
  disagreements: { about: string; title: string; reason: string; sides: { text: string; box?: number }[] }[];
  moreDisagreements: number;
}
/** A passage in the block of that number that reads like an instruction to a language model; `reason` stands after "this passage", `hidden` says that it is in a code or in disguise. */
export interface Caution { block: number; passage: string; reason: string; hidden: boolean }
/** One reason to refuse; offsets are UTF-16 units of the message. */
export interface Finding { part: string; rule: string; reason: string; fix: string; start?: number; end?: number }
/** How a stretch of the message was made; offsets are UTF-16 units. */
export interface Piece { start: number; end: number; operator: Operator; originals: string[]; limits?: string }
/** The operation that made a stretch of outgoing text. */
export type Operator = "template" | "code" | "unit" | "round" | "noise" | "band" | "count" | "trend" | "time" | "age-band" | "pseudonym" | "alias" | "vocabulary" | "allowed";
/** How much is told, the most protective first. */
export type Level = "strict" | "balanced" | "minimal";
/** What is done where a stranger could know who it is: it is shown, less is told, or what then still tells too much is refused too. */
export type Beyond = "warn" | "ease" | "refuse";
/** What a person wants for one question; words that never may leave stay, and the host's policy can only tighten it. */
export interface Choice { level?: Level; noise?: "off" | "on"; allowed?: string[]; strangers?: Beyond; withheld?: Withholding }
/** What a person keeps back of one question by hand: passages and entries by their references, and words. */
export interface Withholding { passages?: string[]; words?: string[] }
/** What the levels do, in words, and what the host's policy lets be chosen, for strangers that or a stricter one; `kinds` and `endpoints` are absent where all may be. */
export interface Telling {
  levels: { level: Level; name: string; keeps: string; changes: string; mayBeChosen: boolean }[];
  mustHaveNoise: boolean; strangers: Beyond; allowWords: boolean; kinds?: string[]; endpoints?: string[];
}
/** A request as it would go out, for showing; it cannot be sent. */
export interface Outgoing { method: string; url: string; headers: [string, string][]; body: string }
/** What was cleared. */
export interface Receipt { bodySha256: string; recipient: { origin: string; model: string }; bodyBytes: number; reviewedAtMillis: number; operators: [[number, number], Operator][]; exemptions: { span: [number, number]; entity_type: string; operator: Operator }[]; literature?: string[] }
/** A word of the question that stays, or a part that reads like an instruction to the model (`instruction`), and whether the person may allow it to leave; offsets are UTF-16 units of the question. */
export interface WithheldWord { start: number; end: number; reason: string; mayBeAllowed: boolean; instruction: boolean }
/** A question, synthesised and reviewed; nothing was sent. Without the lexicon (`byLexicon`) fewer words leave. */
export interface Draft {
  id: number; verdict: "cleared" | "refused"; findings: Finding[]; request: Outgoing;
  level: Level; noise: "off" | "on"; strangers: Beyond; message: string; query: string; narrowed?: Narrowed[]; pieces: Piece[]; withheldWords: WithheldWord[]; allowedWords: string[]; byHand: Required<Withholding>; byLexicon: boolean; stranger: Stranger; withheldFacts: WithheldFact[];
  passages: { alias: number; references: string[]; entries: string[]; original: string }[];
  /** Where it is one of several requests: its number, how many things it tells, how many no request has told yet, and its tokens. */
  round?: { number: number; told: number; left: number; tokens: number; contextTokens: number };
  /** What a model inside the room did for it. */
  inside?: Inside;
  /** Whether the literature alone is asked, and nothing of the records told. */
  alone?: boolean;
  /** What of a library stands before the message, in the order of its numbers from 1, and what was found and stays. */
  literature?: { told: LibraryHit[]; stays: LibraryHit[] };
}
/** What a stranger could tell from a request: how much in bits, of which each halves the people who fit, and how much may be told. */
export interface Stranger {
  bits: number; limit: number; over: boolean;
  /** How many of the population fit, and how many must. */
  fitting: number; by: { population: number; fitting: number };
  /** What tells how much, the most telling first; `words` are what it is. */
  elements: { kind: StrangerTrait; words: string; bits: number }[];
  /** Of how many people something is told; the figures are of the one of whom most is. */
  people: number;
  /** Patients whose records say how many have a thing; absent where they are too few. */
  patients?: number;
  /** Whether the names of rare diseases were at hand. */
  byRareDiseases: boolean;
  /** What was told less of, in words. */
  eased: string[];
}
/** What kind of thing tells something. */
export type StrangerTrait = "age" | "sex" | "rare-disease" | "unnamed-rare-disease" | "rare-in-question" | "rare-in-note" | "note" | "relative" | "life" | "time-in-note" | "entry" | "count" | "times";
/** A fact that would answer the question and stays here: its name and date in the records' own words, and why; `word` is the word of its name that keeps it, where the person may allow that. */
export interface WithheldFact { name: string; date?: string; reason: string; word?: string; reference?: string }
/** A way to the key of what is kept; byte strings are numbers from 0 to 255. */
export type VaultLock =
  | { passphrase: { salt: number[]; memoryKib: number; passes: number; lanes: number; wrapped: number[] } }
  | { passkey: { credential: number[]; salt: number[]; wrapped: number[] } };
/** What the two slots of a store hold, newest first. */
export interface VaultHeads { whole: { slot: "a" | "b"; sequence: number; locks: VaultLock[] }[]; torn: ("a" | "b")[] }
/** A source file that is kept; `objects` are names of 32 hexadecimal digits. */
export interface VaultSource { label: string; sha256: string; bytes: number; packed: boolean; objects: string[] }
/** A run of vectors that is kept. */
export interface VaultSegment { count: number; objects: string[] }
/** What is kept of a library at the page's server: runs of the parts that were read, each in objects. */
export interface VaultLibrary { path: string; fingerprint: string; bytes: number; runs: string[][] }
/** Everything that is kept. */
export interface VaultCatalogue { sources: VaultSource[]; segments: VaultSegment[]; page: string[]; index: string[]; libraries: VaultLibrary[] }
"#;

/// Returns `value` as a plain JavaScript value.
///
/// # Errors
/// `internal` when it cannot be converted.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|_| failure(&Error::internal("a value could not be handed to JavaScript")))
}

/// Returns the value that JavaScript gave as a plain `value`.
///
/// # Errors
/// `invalid-argument` when it is not of the form asked for.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|_| {
        failure(&Error::new(Code::InvalidArgument, "a value from JavaScript is not of the form asked for"))
    })
}

/// Returns the ranking that `name` names; the default for none.
///
/// # Errors
/// `invalid-argument` for an unknown name.
pub fn strategy(name: Option<&str>) -> Result<Strategy, Error> {
    name.map_or_else(|| Ok(Strategy::default()), str::parse)
}

/// Returns the seed of a request.
///
/// # Errors
/// `invalid-argument` unless it is 32 bytes.
pub fn seed(bytes: &[u8]) -> Result<[u8; 32], Error> {
    bytes.try_into().map_err(|_| {
        Error::new(Code::InvalidArgument, "the seed must be 32 random bytes").found(bytes.len() as u64, 32)
    })
}

/// An observer that calls JavaScript; returning `false` or throwing cancels.
pub struct Callback<'a>(pub Option<&'a js_sys::Function>);

impl Observer for Callback<'_> {
    fn step(&mut self, progress: Progress) -> bool {
        let Some(function) = self.0 else { return true };
        let Ok(progress) = to_js(&progress) else { return false };
        function.call1(&JsValue::NULL, &progress).is_ok_and(|go_on| go_on.as_bool() != Some(false))
    }
}

/// Translates byte offsets of one text into UTF-16 offsets; asked in any order.
pub struct Utf16<'a>(&'a str);

impl<'a> Utf16<'a> {
    /// Returns the translation for `text`.
    pub fn new(text: &'a str) -> Self {
        Utf16(text)
    }

    /// Returns the number of UTF-16 units before byte `offset`; of all units if it is past the end or within a character.
    pub fn at(&self, offset: usize) -> usize {
        self.0.get(..offset).unwrap_or(self.0).encode_utf16().count()
    }
}

/// What the page shows of a finding.
#[derive(Serialize)]
pub(super) struct FindingView {
    part: crate::clearance::Part,
    rule: &'static str,
    reason: &'static str,
    fix: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
}

#[derive(Serialize)]
struct PieceView<'a> {
    start: usize,
    end: usize,
    operator: crate::clearance::Operator,
    originals: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WithheldView {
    start: usize,
    end: usize,
    reason: &'static str,
    may_be_allowed: bool,
    instruction: bool,
}

/// What the page shows of a prepared question.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftView<'a> {
    id: u32,
    /// Where it is one of several requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<Round>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'a inside::Record>,
    #[serde(skip_serializing_if = "Option::is_none")]
    literature: Option<LiteratureView<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
    verdict: &'static str,
    findings: Vec<FindingView>,
    request: &'a Outgoing,
    level: Level,
    noise: Noise,
    strangers: Beyond,
    message: &'a str,
    query: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    narrowed: &'a [Narrowed],
    pieces: Vec<PieceView<'a>>,
    withheld_words: Vec<WithheldView>,
    allowed_words: &'a [String],
    by_hand: &'a Withholding,
    by_lexicon: bool,
    stranger: StrangerView<'a>,
    withheld_facts: &'a [crate::workflow::WithheldFact],
    passages: &'a [crate::workflow::Offered],
}

/// What a stranger could tell, with what was done about it in words.
#[derive(Serialize)]
struct StrangerView<'a> {
    #[serde(flatten)]
    found: &'a Singling,
    over: bool,
    eased: Vec<String>,
}

impl<'a> DraftView<'a> {
    /// Returns the view as that of one of several requests, where `round` says of which.
    pub fn at(self, round: Option<Round>) -> Self {
        DraftView { round, ..self }
    }

    /// Returns the view with `literature`, what stands before its message and what of a library stays.
    pub(super) fn beside(self, literature: LiteratureView<'a>) -> Self {
        DraftView { literature: Some(literature), ..self }
    }

    /// Returns the view of `workflow`, kept as number `id`.
    pub fn new(id: u32, workflow: &'a Workflow) -> Self {
        let WorkflowState { synthesised, original_query, policy, limits, .. } = workflow.state();
        let units = Utf16::new(synthesised.text());
        let question = Utf16::new(original_query);
        let pieces = synthesised.pieces().iter().map(|piece| PieceView {
            start: units.at(piece.span.start()),
            end: units.at(piece.span.end()),
            operator: piece.operator,
            originals: piece.originals.iter().map(|original| original.text.as_str()).collect(),
            limits: limits.iter().find(|(span, _)| *span == piece.span).map(|(_, limits)| limits.as_str()),
        });
        let words = workflow.state().withheld_words.iter();
        DraftView {
            id,
            round: None,
            inside: workflow.state().inside.as_ref(),
            literature: None,
            alone: workflow.is_alone(),
            verdict: if workflow.is_cleared() { "cleared" } else { "refused" },
            findings: workflow.state().findings.iter().map(|finding| FindingView::new(finding, &units)).collect(),
            request: workflow.outgoing(),
            level: policy.floor,
            noise: policy.noise,
            strangers: policy.strangers,
            message: synthesised.text(),
            query: &workflow.state().synthesised_query,
            narrowed: &workflow.state().narrowed,
            pieces: pieces.collect(),
            withheld_words: words.map(|withheld| WithheldView::new(withheld, policy, &question)).collect(),
            allowed_words: &workflow.state().allowed_words,
            by_hand: &workflow.state().by_hand,
            by_lexicon: workflow.state().by_lexicon,
            stranger: StrangerView::new(&workflow.state().stranger),
            withheld_facts: &workflow.state().withheld_facts,
            passages: &workflow.state().extracted,
        }
    }
}

impl<'a> StrangerView<'a> {
    fn new(found: &'a Singling) -> Self {
        StrangerView { found, over: found.is_over(), eased: found.eased.iter().map(Remedy::words).collect() }
    }
}

/// What the page shows of a level.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LevelView {
    level: Level,
    #[serde(flatten)]
    rules: &'static Rules,
    may_be_chosen: bool,
}

/// What the page shows of the levels under a host's policy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TellingView<'a> {
    levels: Vec<LevelView>,
    must_have_noise: bool,
    strangers: Beyond,
    allow_words: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoints: Option<&'a BTreeSet<String>>,
}

impl<'a> TellingView<'a> {
    /// Returns the view of the levels under `policy`.
    pub fn new(policy: &'a Policy) -> Self {
        let view = |level: Level| LevelView { level, rules: level.rules(), may_be_chosen: level >= policy.floor };
        TellingView {
            levels: Level::ALL.into_iter().map(view).collect(),
            must_have_noise: policy.noise == Noise::On,
            strangers: policy.strangers,
            allow_words: policy.allow_words,
            kinds: policy.kinds.as_ref().map(|kinds| kinds.iter().map(|kind| kind.words()).collect()),
            endpoints: policy.endpoints.as_ref(),
        }
    }
}

impl WithheldView {
    pub(super) fn new(Withheld { span, reason }: &Withheld, policy: &Policy, units: &Utf16<'_>) -> Self {
        WithheldView {
            start: units.at(span.start()),
            end: units.at(span.end()),
            reason: reason.as_str(),
            may_be_allowed: policy.allow_words && reason.may_be_allowed(),
            instruction: matches!(reason, Reason::Instruction { .. }),
        }
    }
}

impl FindingView {
    pub(super) fn new(finding: &Finding, units: &Utf16<'_>) -> Self {
        FindingView {
            part: finding.part,
            rule: finding.rule.as_str(),
            reason: finding.reason,
            fix: finding.fix,
            start: finding.span.map(|span| units.at(span.start())),
            end: finding.span.map(|span| units.at(span.end())),
        }
    }
}
