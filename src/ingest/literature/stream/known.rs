//! How a file of literature is known: by the bytes at its start, never by its name.

use super::super::guideline;
use super::super::split::Splitter;
use super::super::tagged;
use super::{Format, HEAD_BYTES, MAX_ARTICLE_BYTES, Reading, Record, UNKNOWN};
use crate::error::{Code, Error, Result};
use crate::ingest::format::BYTE_ORDER_MARK;

/// How a PDF begins.
const PDF: &[u8] = b"%PDF-";

const UTF16: &str = "is in UTF-16: save it as UTF-8";
const ENCODING: &str = "says that it is in another encoding than UTF-8: convert it";

/// Returns how a file that begins with `head` is read.
pub(super) fn recognised(head: &[u8]) -> Result<Reading> {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return Err(Error::new(Code::Unsupported, UTF16));
    }
    if head.starts_with(PDF) {
        return Ok(Reading::Whole(Format::Pdf));
    }
    let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
    let head = head.get(..HEAD_BYTES.min(head.len())).unwrap_or_default();
    let head = String::from_utf8_lossy(head);
    let head = head.trim_start();
    if head.starts_with('<') {
        let declared =
            head.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")).map_or("", |(inside, _)| inside);
        if let Some((_, encoding)) = declared.split_once("encoding") {
            let encoding = encoding.split(['"', '\'']).nth(1).unwrap_or_default().to_ascii_lowercase();
            if !["utf-8", "utf8", "us-ascii", "ascii"].contains(&encoding.as_str()) {
                return Err(Error::new(Code::Unsupported, ENCODING));
            }
        }
        let (format, names): (_, &'static [&'static str]) = match root(head) {
            Some("PubmedArticleSet") => (Format::Pubmed, &["PubmedArticle", "PubmedBookArticle", "DeleteCitation"]),
            Some("PubmedArticle") => (Format::Pubmed, &["PubmedArticle"]),
            Some("PubmedBookArticle" | "PubmedBookArticleSet") => (Format::Pubmed, &["PubmedBookArticle"]),
            Some("MedlineCitationSet" | "MedlineCitation") => (Format::Pubmed, &["MedlineCitation", "DeleteCitation"]),
            Some("article" | "pmc-articleset" | "articles") => (Format::Jats, &["article"]),
            Some(root) if root.eq_ignore_ascii_case("html") => return Ok(Reading::Whole(Format::Html)),
            Some("collection") => (Format::Bioc, &["document"]),
            _ => return Err(Error::new(Code::Unsupported, UNKNOWN)),
        };
        return Ok(Reading::Xml(format, Splitter::new(names, MAX_ARTICLE_BYTES)));
    }
    if guideline::is_markdown(head) {
        return Ok(Reading::Whole(Format::Markdown));
    }
    let first = head.lines().next().unwrap_or_default();
    let format = match (tagged::ris_tag(first), tagged::medline_tag(first)) {
        (Some(("TY", _)), _) => Format::Ris,
        (_, Some(("PMID", _))) => Format::Medline,
        _ => return Err(Error::new(Code::Unsupported, UNKNOWN)),
    };
    let record = Record { format, fields: Vec::new(), start: 0, bytes: 0, is_good: true };
    Ok(Reading::Lines(Box::new(record)))
}

/// Returns the name of the outermost element, without its prefix.
fn root(head: &str) -> Option<&str> {
    let mut rest = head;
    loop {
        let (_, tag) = rest.split_once('<')?;
        rest = if tag.starts_with('?') {
            tag.split_once("?>")?.1
        } else if tag.starts_with("!--") {
            tag.split_once("-->")?.1
        } else if let Some(kind) = tag.strip_prefix("!DOCTYPE").or_else(|| tag.strip_prefix("!doctype")) {
            // The name of a document type is that of the outermost element (XML 1.0, section 2.8).
            return kind.trim_start().split(|c: char| c.is_whitespace() || matches!(c, '>' | '[')).next();
        } else {
            let name = tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next()?;
            return Some(name.rsplit(':').next().unwrap_or(name));
        };
    }
}
