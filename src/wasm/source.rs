//! What the page's source reader is given: places in files, and what the bytes from there are.

use std::ops::Range;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{Utf16, from_js, to_js};
use super::engine::{Engine, thrown};
use super::failure::failure;
use crate::document::page::Spot;
use crate::document::{Decoding, DocumentKind, Wrapping};
use crate::ingest::slice;
use crate::quote::source::{self as entry_source, Entry, Piece, Shown, Source};
use crate::reference::Reference;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A stretch of a file; offsets are bytes of the file without its wrapping. */
export interface SourcePiece { sha256: string; wrapping: Wrapping[]; start: number; end: number }
/** What is around a file: a gzip, or the ZIP archive it is a member of, from byte `start` to `end`. */
export type Wrapping = "gzip" | { zip: { start: number; end: number; deflated: boolean } };
/** An entry of a file as it stands there; offsets of marks are UTF-16 units of its text. `text` is missing where the bytes were. */
export interface SourceEntry {
  piece: SourcePiece; text?: string; marks: { start: number; end: number; onFace: boolean }[];
  /** Values of the box that stand at their bytes. */
  found: number;
  /** Those that should and do not. */
  missing: number;
}
/** A text decoded from a file, and the quoted passage in UTF-16 units. `same`: decoding the bytes again gave this text. */
export interface SourceProse { piece?: SourcePiece; steps: ("bytes" | "json-string" | "base64" | "xml" | "markup" | "pdf" | "status")[]; text: string; start: number; end: number; same?: boolean; spots: Spot[] }
/** Where a passage stands: the page, from 1, its size, and a rectangle on it, in points (1/72 inch) from its upper left corner. */
export interface Spot { page: number; width: number; height: number; bounds: { left: number; top: number; right: number; bottom: number } }
/** What a reference leads to. */
export interface SourceView { title: string; kind: string; date?: string; entries: SourceEntry[]; prose?: SourceProse }
"#;

/// Where the bytes of a piece lie.
#[derive(Serialize)]
pub struct PieceView<'a> {
    sha256: &'a str,
    wrapping: &'a [Wrapping],
    start: usize,
    end: usize,
}

impl<'a> From<Piece<'a>> for PieceView<'a> {
    fn from(piece: Piece<'a>) -> Self {
        PieceView {
            sha256: &piece.file.sha256,
            wrapping: &piece.file.wrapping,
            start: piece.span.start(),
            end: piece.span.end(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MarkView {
    start: usize,
    end: usize,
    on_face: bool,
}

#[derive(Serialize)]
struct EntryView<'a> {
    piece: PieceView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    marks: Vec<MarkView>,
    found: usize,
    missing: usize,
}

#[derive(Serialize)]
struct ProseView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<PieceView<'a>>,
    steps: Vec<&'static str>,
    text: &'a str,
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    spots: &'a [Spot],
}

/// What the page shows of a source.
#[derive(Serialize)]
pub struct SourceView<'a> {
    title: &'a str,
    kind: DocumentKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    entries: Vec<EntryView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prose: Option<ProseView<'a>>,
}

impl<'a> SourceView<'a> {
    /// Returns the view of `source`.
    pub fn new(source: &'a Source<'a>) -> Self {
        let (entries, prose) = match &source.content {
            Shown::Entries(entries) => (entries.iter().map(EntryView::new).collect(), None),
            Shown::Prose { piece, steps, text, passage, spots, same } => {
                let units = Utf16::new(text);
                let prose = ProseView {
                    piece: piece.map(PieceView::from),
                    steps: steps.iter().map(step).collect(),
                    text,
                    start: units.at(passage.start()),
                    end: units.at(passage.end()),
                    same: *same,
                    spots,
                };
                (Vec::new(), Some(prose))
            }
        };
        let date = source.date.map(|day| day.to_string());
        SourceView { title: &source.title, kind: source.kind, date, entries, prose }
    }
}

impl<'a> EntryView<'a> {
    fn new(entry: &'a Entry<'a>) -> Self {
        let text = entry.text.as_deref();
        let units = Utf16::new(text.unwrap_or_default());
        let mark = |mark: &crate::quote::source::Mark| MarkView {
            start: units.at(mark.range.start),
            end: units.at(mark.range.end),
            on_face: mark.on_face,
        };
        EntryView {
            piece: entry.piece.into(),
            text,
            marks: entry.marks.iter().map(mark).collect(),
            found: entry.found,
            missing: entry.missing,
        }
    }
}

fn step(step: &Decoding) -> &'static str {
    match step {
        Decoding::Bytes { .. } => "bytes",
        Decoding::JsonString { .. } => "json-string",
        Decoding::Base64 => "base64",
        Decoding::Xml => "xml",
        Decoding::Markup => "markup",
        Decoding::Pdf => "pdf",
        Decoding::Status => "status",
    }
}

/// Takes ranges of bytes out of a file that is handed over piece by piece.
#[wasm_bindgen]
pub struct Slicer {
    slicer: slice::Slicer,
}

#[wasm_bindgen]
impl Slicer {
    /// Returns a slicer of the ranges from `starts` to `ends`, in bytes of the file without its `wrapping`; `packed` when it is
    /// kept in a gzip of its own.
    ///
    /// # Errors
    /// `invalid-argument` when the wrapping is of no known form.
    #[wasm_bindgen(constructor)]
    pub fn new(
        packed: bool,
        #[wasm_bindgen(unchecked_param_type = "Wrapping[]")] wrapping: JsValue,
        starts: Vec<u32>,
        ends: Vec<u32>,
    ) -> Result<Slicer, JsValue> {
        let ranges =
            starts.into_iter().zip(ends).map(|(start, end)| Range { start: start as usize, end: end as usize });
        let mut layers: Vec<Wrapping> = packed.then_some(Wrapping::Gzip).into_iter().collect();
        layers.extend(from_js::<Vec<Wrapping>>(wrapping)?);
        Ok(Slicer { slicer: slice::Slicer::within(&layers, ranges) })
    }

    /// Takes the next bytes of the file, and returns whether more are needed.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        self.slicer.push(bytes)
    }

    /// Returns the bytes of each range; `null` for one that the file does not have. The slicer is used up.
    #[wasm_bindgen(unchecked_return_type = "(Uint8Array<ArrayBuffer> | null)[]")]
    pub fn finish(self) -> js_sys::Array {
        let bytes = |slice: Option<Vec<u8>>| {
            slice.map_or(JsValue::NULL, |slice| js_sys::Uint8Array::from(slice.as_slice()).into())
        };
        self.slicer.finish().into_iter().map(bytes).collect()
    }
}

/// Returns the pieces as a JavaScript value.
///
/// # Errors
/// `internal` when they cannot be converted.
pub fn pieces_to_js(pieces: &[Piece<'_>]) -> Result<JsValue, JsValue> {
    to_js(&pieces.iter().map(|piece| PieceView::from(*piece)).collect::<Vec<_>>())
}

/// Returns the bytes in `slices`, an array of `Uint8Array` and `null`.
///
/// # Errors
/// `invalid-argument` when it holds something else.
pub fn slices_from_js(slices: &js_sys::Array) -> Result<Vec<Option<Vec<u8>>>, JsValue> {
    let bytes = |slice: JsValue| match slice.dyn_into::<js_sys::Uint8Array>() {
        Ok(bytes) => Ok(Some(bytes.to_vec())),
        Err(other) if other.is_null() || other.is_undefined() => Ok(None),
        Err(_) => Err(failure(&crate::error::Error::new(
            crate::error::Code::InvalidArgument,
            "a slice of a file must be bytes or nothing",
        ))),
    };
    slices.iter().map(bytes).collect()
}

#[wasm_bindgen]
impl Engine {
    /// Returns where the bytes lie that `reference` leads to, for `source`.
    ///
    /// # Errors
    /// `not-found` when the reference names nothing of these records.
    #[wasm_bindgen(js_name = sourcePieces, unchecked_return_type = "SourcePiece[]")]
    pub fn source_pieces(&mut self, reference: &str) -> Result<JsValue, JsValue> {
        let (records, index) = self.room.shown().map_err(thrown)?;
        let reference = Reference::parse(reference);
        pieces_to_js(&entry_source::pieces(records, index.as_slice(), &reference).map_err(thrown)?)
    }

    /// Returns what `reference` leads to, with the places of what its box shows. `slices` are the bytes of
    /// `sourcePieces`, as far as they could be read.
    ///
    /// # Errors
    /// `not-found` when the reference names nothing of these records.
    #[wasm_bindgen(unchecked_return_type = "SourceView")]
    pub fn source(
        &mut self,
        reference: &str,
        #[wasm_bindgen(unchecked_param_type = "(Uint8Array | null)[]")] slices: js_sys::Array,
    ) -> Result<JsValue, JsValue> {
        let slices = slices_from_js(&slices)?;
        let slices: Vec<Option<&[u8]>> = slices.iter().map(Option::as_deref).collect();
        let reference = Reference::parse(reference);
        let (records, index) = self.room.shown().map_err(thrown)?;
        let found = entry_source::source(records, index.as_slice(), &reference, &slices).map_err(thrown)?;
        to_js(&SourceView::new(&found))
    }
}
