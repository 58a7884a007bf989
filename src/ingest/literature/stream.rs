//! Reads a file of literature as it streams by, in whatever pieces it comes, and hands out its articles one by one.

mod known;

use std::io::{ErrorKind, Write as _};

use flate2::write::MultiGzDecoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use self::known::recognised;
use super::super::format::{BYTE_ORDER_MARK, GZIP_MAGIC};
use super::super::skips::Skips;
use super::super::xml;
use super::article::{Article, Origin};
use super::guideline::{self, About};
use super::split::{Piece, Splitter};
use super::tagged::{self, Field};
use super::{bioc, jats, pubmed};
use crate::document::Skipped;
use crate::document::page::Page;
use crate::error::{Code, Error, Place, Result};
use crate::hex::hex;

/// Bytes of the longest article that is read.
pub const MAX_ARTICLE_BYTES: usize = 16 << 20;
/// Bytes of the largest guideline or book that is read, which is in memory as a whole.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// Bytes at the start of a file that show what it is.
const HEAD_BYTES: usize = 4096;
/// Bytes of a gzip that are unpacked at one time: deflate makes at most a thousand times as many.
const PACKED_BYTES: usize = 16 << 10;

const UNKNOWN: &str = "is none of the formats that are read: PubMed or MEDLINE XML, nbib, RIS, JATS, BioC, Markdown with a head or a heading, HTML or PDF";
const BROKEN: &str = "the compression around the file is broken: what stands before was read; get the file again";
const NOT_UTF8: &str = "is not UTF-8 and was not read";
const UNENDED: &str = "does not end before the next one begins and was not read";
const LONG: &str = "is longer than an article may be and was not read";
const LARGE: &str = "a guideline or book is larger than what is read of one: split it";
const UNTITLED: &str = "has neither number nor title and was not read";
const PARTIAL: &str = "a part of the abstract was not read: it has an entity that the file declares itself";

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// PubMed or MEDLINE XML.
    Pubmed,
    /// The tagged format of PubMed, `.nbib`.
    Medline,
    /// RIS.
    Ris,
    /// JATS XML: one article, or a set of PubMed Central.
    Jats,
    /// BioC XML.
    Bioc,
    /// A guideline or book in Markdown.
    Markdown,
    /// One in HTML.
    Html,
    /// One in PDF.
    Pdf,
}

/// What a file of literature holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// An article.
    Article(Box<Article>),
    /// Numbers of articles that PubMed took back.
    Deleted(Vec<u32>),
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What it is.
    pub format: Option<Format>,
    /// SHA-256 of its bytes as they came, in lower-case hexadecimal.
    pub sha256: String,
    /// Bytes once unwrapped.
    pub bytes: u64,
    /// Articles that were read.
    pub articles: usize,
    /// Those of them that have a title alone.
    pub without_abstract: usize,
    /// Numbers that were taken back.
    pub deleted: usize,
    /// What was not read, and why; at most [`MAX_LISTED`](crate::ingest::MAX_LISTED) places.
    pub skipped: Vec<Skipped>,
    /// How many more there were.
    pub unlisted: usize,
    /// Whether the file ends in the middle.
    pub is_cut: bool,
}

impl Report {
    /// Returns the SHA-256 of the file as it came.
    pub fn digest(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            let pair = self.sha256.get(2 * at..2 * at + 2).unwrap_or_default();
            *byte = u8::from_str_radix(pair, 16).unwrap_or_default();
        }
        bytes
    }
}

/// A file that is being read.
pub struct Reader {
    hasher: Sha256,
    unpacking: Option<Box<MultiGzDecoder<Vec<u8>>>>,
    begun: bool,
    /// Bytes that were not read yet, and where they begin in the unwrapped file.
    ahead: Vec<u8>,
    base: u64,
    reading: Reading,
    file: u32,
    /// Articles that were met, whether they could be read or not.
    met: usize,
    report: Report,
    skips: Skips,
    /// The compression broke off: what follows is not read any more.
    is_broken: bool,
    about: About,
}

enum Reading {
    Nothing,
    /// All of it is read at its end.
    Whole(Format),
    Xml(Format, Splitter),
    Lines(Box<Record>),
}

/// A record of a tagged file that is being read.
struct Record {
    format: Format,
    fields: Vec<Field>,
    start: u64,
    bytes: usize,
    is_good: bool,
}

impl Reader {
    /// Begins to read a file, which is number `file` of those that are read.
    pub fn begin(file: u32) -> Self {
        Reader {
            hasher: Sha256::new(),
            unpacking: None,
            begun: false,
            ahead: Vec::new(),
            base: 0,
            reading: Reading::Nothing,
            file,
            met: 0,
            report: Report::default(),
            skips: Skips::default(),
            is_broken: false,
            about: About::default(),
        }
    }

    /// Returns the reader, to which `about` says what guidelines and books do not say of themselves.
    pub fn about(self, about: About) -> Self {
        Reader { about, ..self }
    }

    /// Returns how many bytes of the file are in memory.
    pub fn held(&self) -> usize {
        self.ahead.capacity()
    }

    /// Takes the next bytes of the file and gives `take` what is whole of it.
    ///
    /// # Errors
    /// `unsupported` for a file of no known format or encoding, `too-large` for XML that never comes to an article; what was handed out
    /// before holds. Broken compression is no error as long as something was read: it is listed, and what follows is left.
    pub fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(Item)) -> Result<()> {
        if !self.begun && !bytes.is_empty() {
            self.begun = true;
            self.unpacking = bytes.starts_with(GZIP_MAGIC).then(|| Box::new(MultiGzDecoder::new(Vec::new())));
        }
        self.hasher.update(bytes);
        if self.is_broken {
            return Ok(());
        }
        let Some(mut decoder) = self.unpacking.take() else {
            self.ahead.extend_from_slice(bytes);
            return self.read(false, take);
        };
        for piece in bytes.chunks(PACKED_BYTES) {
            let written = decoder.write_all(piece);
            self.ahead.append(decoder.get_mut());
            self.read(false, take)?;
            if written.is_err() {
                return self.break_off();
            }
        }
        self.unpacking = Some(decoder);
        Ok(())
    }

    /// Reads what is left, and returns what became of the file.
    ///
    /// # Errors
    /// As [`push`](Self::push); `malformed` when nothing at all could be unpacked.
    pub fn finish(mut self, take: &mut dyn FnMut(Item)) -> Result<Report> {
        let mut is_cut = false;
        if let Some(mut decoder) = self.unpacking.take() {
            let ended = decoder.try_finish();
            self.ahead.append(decoder.get_mut());
            match ended {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::UnexpectedEof && self.base + self.ahead.len() as u64 > 0 => {
                    is_cut = true;
                    self.skips.add_cut_gzip();
                }
                Err(_) => self.break_off()?,
            }
        }
        self.read(true, take)?;
        let end = self.base + self.ahead.len() as u64;
        if let Reading::Xml(_, splitter) = &self.reading
            && !splitter.is_whole()
            && !is_cut
            && !self.is_broken
        {
            let place = self.place();
            self.skips.add_cut(&place, usize::try_from(end).unwrap_or(usize::MAX));
        }
        let Reader { hasher, mut report, skips, .. } = self;
        report.sha256 = hex(&hasher.finalize());
        report.bytes = end;
        (report.skipped, report.unlisted) = (skips.listed, skips.unlisted);
        report.is_cut = skips.cut;
        Ok(report)
    }

    fn break_off(&mut self) -> Result<()> {
        if self.base + self.ahead.len() as u64 == 0 {
            return Err(Error::new(Code::Malformed, "the compression around the file is broken: get the file again"));
        }
        self.is_broken = true;
        self.skips.cut = true;
        self.skips.add(&Place::root(), BROKEN);
        Ok(())
    }

    fn place(&self) -> Place {
        Place::root().field("article").index(self.met)
    }

    fn read(&mut self, is_end: bool, take: &mut dyn FnMut(Item)) -> Result<()> {
        if matches!(self.reading, Reading::Nothing) {
            if !is_end && self.ahead.len() < HEAD_BYTES {
                return Ok(());
            }
            self.reading = recognised(&self.ahead)?;
            self.report.format = Some(match &self.reading {
                Reading::Xml(format, _) | Reading::Whole(format) => *format,
                Reading::Lines(record) => record.format,
                Reading::Nothing => return Err(Error::new(Code::Unsupported, UNKNOWN)),
            });
        }
        match std::mem::replace(&mut self.reading, Reading::Nothing) {
            Reading::Xml(format, mut splitter) => {
                let outcome = self.read_xml(format, &mut splitter, take);
                self.reading = Reading::Xml(format, splitter);
                outcome
            }
            Reading::Lines(mut record) => {
                self.read_lines(&mut record, is_end, take);
                self.reading = Reading::Lines(record);
                Ok(())
            }
            Reading::Whole(format) => {
                self.reading = Reading::Whole(format);
                if self.ahead.len() > MAX_DOCUMENT_BYTES {
                    self.ahead = Vec::new();
                    return Err(Error::new(Code::TooLarge, LARGE));
                }
                if is_end { self.read_document(format, take) } else { Ok(()) }
            }
            Reading::Nothing => Err(Error::internal("a format that was recognised is none")),
        }
    }

    /// Reads the document that is there as a whole.
    fn read_document(&mut self, format: Format, take: &mut dyn FnMut(Item)) -> Result<()> {
        let bytes = std::mem::take(&mut self.ahead);
        let origin = Origin { file: self.file, start: self.base, end: self.base + bytes.len() as u64 };
        self.base = origin.end;
        let articles = if format == Format::Pdf {
            let read = crate::pdf::read(&bytes)?;
            for (number, why) in &read.unread {
                self.skips.add(&Place::root().field("page").index(*number as usize), why.reason());
            }
            let pages: Vec<(u32, &str)> =
                read.pages.iter().map(|page| (page.number, page_text(&read.text, page))).collect();
            guideline::pages(&pages, &read.properties, &self.about)
        } else {
            let body = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
            match std::str::from_utf8(body) {
                Ok(text) if format == Format::Html => guideline::html(text, &self.about),
                Ok(text) => guideline::markdown(text, &self.about),
                Err(_) => {
                    self.skips.add(&Place::root(), NOT_UTF8);
                    return Ok(());
                }
            }
        };
        if articles.is_empty() {
            self.skips.add(&Place::root(), UNTITLED);
        }
        self.met += articles.len();
        articles.into_iter().for_each(|article| self.hand_out(article, origin, take));
        Ok(())
    }

    fn read_xml(&mut self, format: Format, splitter: &mut Splitter, take: &mut dyn FnMut(Item)) -> Result<()> {
        let ahead = std::mem::take(&mut self.ahead);
        loop {
            let piece = splitter.next(&ahead);
            let Some(piece) = piece.inspect_err(|_| self.ahead.clear())? else { break };
            let place = self.place();
            self.met += 1;
            match piece {
                Piece::Whole(range) => {
                    let origin = Origin {
                        file: self.file,
                        start: self.base + range.start as u64,
                        end: self.base + range.end as u64,
                    };
                    match std::str::from_utf8(ahead.get(range).unwrap_or_default()) {
                        Ok(text) => self.read_element(format, text, origin, &place, take),
                        Err(_) => self.skips.add(&place, NOT_UTF8),
                    }
                }
                Piece::TooLong => self.skips.add(&place, LONG),
                Piece::Unended => self.skips.add(&place, UNENDED),
            }
        }
        let passed = splitter.pass(&ahead);
        self.ahead = ahead;
        self.ahead.drain(..passed);
        self.base += passed as u64;
        Ok(())
    }

    fn read_element(&mut self, format: Format, text: &str, origin: Origin, place: &Place, take: &mut dyn FnMut(Item)) {
        let root = match xml::parse(text) {
            Ok(root) => root,
            Err(error) => return self.skips.add_error(place, &error),
        };
        if root.name == "DeleteCitation" {
            self.met -= 1;
            let deleted = pubmed::deleted(&root);
            self.report.deleted += deleted.len();
            return take(Item::Deleted(deleted));
        }
        let read = match format {
            Format::Jats => jats::article(&root),
            Format::Bioc => bioc::article(&root),
            _ => pubmed::article(&root),
        };
        let Some((article, is_partial)) = read else { return self.skips.add(place, UNTITLED) };
        if is_partial {
            self.skips.add(place, PARTIAL);
        }
        self.hand_out(article, origin, take);
    }

    fn hand_out(&mut self, mut article: Article, origin: Origin, take: &mut dyn FnMut(Item)) {
        article.origin = origin;
        self.report.articles += 1;
        self.report.without_abstract += usize::from(!article.has_abstract());
        take(Item::Article(Box::new(article)));
    }

    fn read_lines(&mut self, record: &mut Record, is_end: bool, take: &mut dyn FnMut(Item)) {
        let ahead = std::mem::take(&mut self.ahead);
        let mut at = 0;
        while let Some(rest) = ahead.get(at..).filter(|rest| !rest.is_empty()) {
            let end = match rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) => end + 1,
                None if is_end || rest.len() > MAX_ARTICLE_BYTES => rest.len(),
                None => break,
            };
            let line = rest.get(..end).unwrap_or_default();
            self.read_line(record, line, self.base + at as u64, take);
            at += end;
        }
        self.ahead = ahead;
        self.ahead.drain(..at);
        self.base += at as u64;
        if is_end {
            self.end_record(record, self.base, take);
        }
    }

    fn read_line(&mut self, record: &mut Record, line: &[u8], start: u64, take: &mut dyn FnMut(Item)) {
        let Ok(text) = std::str::from_utf8(line) else {
            record.is_good = false;
            record.bytes += line.len();
            return;
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        let tag = match record.format {
            Format::Ris => tagged::ris_tag(text),
            _ => tagged::medline_tag(text),
        };
        let first = if record.format == Format::Ris { "TY" } else { "PMID" };
        if tag.is_some_and(|(tag, _)| tag == first) {
            self.end_record(record, start, take);
            record.start = start;
        }
        record.bytes += line.len();
        // What is too long is not kept, and said at its end.
        if record.bytes > MAX_ARTICLE_BYTES {
            return record.fields.clear();
        }
        match tag {
            Some((tag, value)) => record.fields.push((tag.to_owned(), value.trim().to_owned())),
            None => {
                if let (Some((_, value)), false) = (record.fields.last_mut(), text.trim().is_empty()) {
                    value.push(' ');
                    value.push_str(text.trim());
                }
            }
        }
    }

    fn end_record(&mut self, record: &mut Record, end: u64, take: &mut dyn FnMut(Item)) {
        let fields: Vec<Field> = std::mem::take(&mut record.fields)
            .into_iter()
            .map(|(tag, value)| (tag, value.split_whitespace().collect::<Vec<_>>().join(" ")))
            .collect();
        let (is_long, is_good) = (record.bytes > MAX_ARTICLE_BYTES, record.is_good);
        (record.bytes, record.is_good) = (0, true);
        if fields.is_empty() && is_good && !is_long {
            return;
        }
        let place = self.place();
        self.met += 1;
        if !is_good || is_long {
            return self.skips.add(&place, if is_good { LONG } else { NOT_UTF8 });
        }
        let is_ris = record.format == Format::Ris;
        // The specification ends each record by `ER`; without it the file may be cut.
        if is_ris && !fields.iter().any(|(tag, _)| tag == "ER") {
            self.skips.add(&place, "has no end (ER): what is there of it was read");
        }
        match if is_ris { tagged::ris(&fields) } else { tagged::medline(&fields) } {
            Some(article) => self.hand_out(article, Origin { file: self.file, start: record.start, end }, take),
            None => self.skips.add(&place, UNTITLED),
        }
    }
}

/// Returns the text of `page`, which is a part of `text`.
fn page_text<'t>(text: &'t str, page: &Page) -> &'t str {
    let spans = (page.lines.first(), page.lines.last());
    let (Some(first), Some(last)) = spans else { return "" };
    text.get(first.span.start()..last.span.end()).unwrap_or_default()
}
