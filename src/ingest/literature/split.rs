//! Cuts a long XML file into its articles as it streams by, without reading what is in them.
//!
//! Comments, `CDATA`, processing instructions and the document type are passed over whole, so that a tag in them is none. Everything
//! else about XML is left to who reads the pieces.

use std::ops::Range;

use crate::error::{Code, Error, Result};

/// What stands in the bytes so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// An article, tags included.
    Whole(Range<usize>),
    /// One that is longer than is read.
    TooLong,
    /// One that does not end before the next one begins.
    Unended,
}

/// The state of cutting. Ranges are those of the bytes that were given, which must begin where the last call said.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// The elements that are articles.
    names: &'static [&'static str],
    /// The most bytes of an article, and of one tag or comment outside.
    most: usize,
    /// Where the search goes on.
    at: usize,
    open: Option<Open>,
    /// The outermost element, and whether it ended.
    root: Option<Vec<u8>>,
    is_closed: bool,
}

#[derive(Debug)]
struct Open {
    name: &'static str,
    start: usize,
    is_too_long: bool,
}

/// A token of XML as far as it matters here.
enum Token<'b> {
    Start { name: &'b [u8], is_empty: bool, end: usize },
    End { name: &'b [u8], end: usize },
    Other { end: usize },
    Unfinished,
}

impl Splitter {
    /// Returns the cutting of a file whose articles are the elements `names`, of at most `most` bytes each.
    pub fn new(names: &'static [&'static str], most: usize) -> Self {
        Splitter { names, most, ..Splitter::default() }
    }

    /// Returns the next piece of `bytes`; `None` where more is needed.
    ///
    /// # Errors
    /// `too-large` when something that is no article has no end.
    pub fn next(&mut self, bytes: &[u8]) -> Result<Option<Piece>> {
        while let Some(found) = bytes.get(self.at..).and_then(|rest| rest.iter().position(|byte| *byte == b'<')) {
            let start = self.at + found;
            self.at = start;
            match token(bytes, start) {
                Token::Unfinished => {
                    if self.open.is_none() && bytes.len() - start > self.most {
                        return Err(Error::new(
                            Code::TooLarge,
                            "has a tag or comment without an end: is it XML of articles?",
                        ));
                    }
                    return Ok(None);
                }
                Token::Other { end } => self.at = end,
                Token::Start { name, is_empty, end } => {
                    self.at = end;
                    if self.root.is_none() {
                        self.root = Some(name.to_vec());
                    }
                    let Some(known) = self.names.iter().find(|known| known.as_bytes() == name) else { continue };
                    if is_empty {
                        continue;
                    }
                    let open = Open { name: known, start, is_too_long: false };
                    if self.open.as_ref().is_none_or(|open| open.name == *known) {
                        let unended = self.open.replace(open).is_some();
                        if unended {
                            return Ok(Some(Piece::Unended));
                        }
                    }
                }
                Token::End { name, end } => {
                    self.at = end;
                    self.is_closed |= self.root.as_deref() == Some(name);
                    if let Some(open) = self.open.take_if(|open| open.name.as_bytes() == name) {
                        let is_long = open.is_too_long || end - open.start > self.most;
                        return Ok(Some(if is_long { Piece::TooLong } else { Piece::Whole(open.start..end) }));
                    }
                }
            }
        }
        self.at = bytes.len();
        Ok(None)
    }

    /// Returns how many of the first bytes are not needed any more, and goes on as if they were gone.
    pub fn pass(&mut self, bytes: &[u8]) -> usize {
        let passed = match &mut self.open {
            None => self.at,
            Some(open) if bytes.len() - open.start > self.most => {
                open.is_too_long = true;
                open.start = self.at;
                self.at
            }
            Some(open) => open.start,
        };
        self.at -= passed;
        if let Some(open) = &mut self.open {
            open.start -= passed;
        }
        passed
    }

    /// Returns whether the file has come to its end: no article is open, and the outermost element ended.
    pub fn is_whole(&self) -> bool {
        self.open.is_none() && self.is_closed
    }
}

/// Returns the token that begins at `start`, where a `<` stands.
fn token(bytes: &[u8], start: usize) -> Token<'_> {
    let rest = bytes.get(start..).unwrap_or_default();
    for (opens, closes) in [(&b"<!--"[..], &b"-->"[..]), (b"<![CDATA[", b"]]>"), (b"<?", b"?>")] {
        if rest.starts_with(opens) {
            return match find(rest, opens.len(), closes) {
                Some(end) => Token::Other { end: start + end },
                None => Token::Unfinished,
            };
        }
        if opens.starts_with(rest) {
            return Token::Unfinished;
        }
    }
    let is_type = rest.starts_with(b"<!");
    // The end of a tag is the first `>` outside of quotation marks; that of a document type outside of its brackets, too.
    let (mut quote, mut depth) = (None, 0_usize);
    for (at, byte) in rest.iter().enumerate().skip(1) {
        match (quote, byte) {
            (Some(mark), byte) if mark == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') if is_type => depth += 1,
            (None, b']') if is_type => depth = depth.saturating_sub(1),
            (None, b'>') if depth == 0 => {
                let end = start + at + 1;
                let inside = rest.get(1..at).unwrap_or_default();
                return match inside {
                    [b'!', ..] => Token::Other { end },
                    [b'/', name @ ..] => Token::End { name: name_of(name), end },
                    inside => Token::Start { name: name_of(inside), is_empty: inside.ends_with(b"/"), end },
                };
            }
            // A tag does not hold another one: what came before was no tag.
            (None, b'<') if !is_type => return Token::Other { end: start + at },
            _ => {}
        }
    }
    Token::Unfinished
}

/// Returns the name at the start of what is in a tag, without the prefix of a name space.
fn name_of(inside: &[u8]) -> &[u8] {
    let name = inside.split(|byte| byte.is_ascii_whitespace() || *byte == b'/').next().unwrap_or_default();
    name.rsplit(|byte| *byte == b':').next().unwrap_or(name)
}

/// Returns where `wanted`, looked for from `from` on, ends in `bytes`.
fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at + wanted.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts `text` given in pieces of `size` bytes; the articles as text, or what was wrong with them.
    fn cut(text: &str, size: usize, most: usize) -> (Vec<String>, bool) {
        let mut splitter = Splitter::new(&["a"], most);
        let (mut ahead, mut found) = (Vec::new(), Vec::new());
        for piece in text.as_bytes().chunks(size) {
            ahead.extend_from_slice(piece);
            while let Some(piece) = splitter.next(&ahead).unwrap() {
                found.push(match piece {
                    Piece::Whole(range) => String::from_utf8(ahead[range].to_vec()).unwrap(),
                    Piece::TooLong => "too long".into(),
                    Piece::Unended => "unended".into(),
                });
            }
            let passed = splitter.pass(&ahead);
            ahead.drain(..passed);
        }
        (found, splitter.is_whole())
    }

    #[test]
    fn articles_are_found_whatever_the_pieces() {
        let text = "<?xml?><!DOCTYPE s [<!ENTITY a \"<a>\">]><s><!-- <a>no</a> --><a x='>'>1</a><b><![CDATA[<a>no</a>]]></b>\
            <n:a>2<aa/></n:a><a/><a>3 < 4 <!-- </a> --></a></s>";
        let whole = cut(text, usize::MAX, 100);
        assert_eq!(whole.0, ["<a x='>'>1</a>", "<n:a>2<aa/></n:a>", "<a>3 < 4 <!-- </a> --></a>"]);
        assert!(whole.1);
        for size in 1..text.len() {
            assert_eq!(cut(text, size, 100), whole, "{size}");
        }
    }

    #[test]
    fn what_is_cut_long_or_unended_is_told_and_the_rest_is_found() {
        for size in [1, 3, 7, 1000] {
            assert_eq!(cut("<s><a>1</a><a>2", size, 100), (vec!["<a>1</a>".into()], false));
            assert_eq!(cut("<s><a>1</a>", size, 100), (vec!["<a>1</a>".into()], false));
            let long = format!("<s><a>{}</a><a>2</a></s>", "x".repeat(200));
            assert_eq!(cut(&long, size, 100), (vec!["too long".into(), "<a>2</a>".into()], true));
            assert_eq!(cut("<s><a>1<a>2</a></s>", size, 100), (vec!["unended".into(), "<a>2</a>".into()], true));
        }
        let mut endless = Splitter::new(&["a"], 10);
        assert_eq!(endless.next(b"<!-- and so on").unwrap_err().code(), Code::TooLarge);
    }
}
