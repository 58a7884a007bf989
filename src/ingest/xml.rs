//! An XML tree whose every element and attribute knows the bytes it stands in.
//!
//! Reading is quick-xml's. A document type is passed over: no entity that it declares is expanded and nothing that it
//! names is fetched, so that what is read never holds more than the file. Depth and number of elements are bounded.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::document::{Form, Value};
use crate::error::{Code, Error, Result};
use crate::span::Span;

use super::format::BYTE_ORDER_MARK;

/// Levels of elements that are followed; C-CDA stays below 40.
pub(crate) const MAX_DEPTH: usize = 128;
/// Elements of one tree.
pub(crate) const MAX_ELEMENTS: usize = 1 << 20;

/// An element and the bytes it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element<'f> {
    /// Its name without the prefix of a name space.
    pub name: &'f str,
    /// Its bytes, tags included.
    pub span: Range<usize>,
    /// The bytes between its tags.
    inner: Range<usize>,
    /// Its attributes: name without prefix, and the bytes between the quotation marks.
    attributes: Vec<(&'f str, Range<usize>)>,
    /// The elements in it.
    pub children: Vec<Element<'f>>,
    text: &'f str,
}

impl<'f> Element<'f> {
    /// Returns the first element of that name in this one.
    pub(crate) fn child(&self, name: &str) -> Option<&Element<'f>> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Returns the elements of that name in this one.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element<'f>> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Returns the element at a path of names divided by `/`, the first of each.
    pub(crate) fn at(&self, path: &str) -> Option<&Element<'f>> {
        path.split('/').try_fold(self, |element, name| element.child(name))
    }

    /// Returns an attribute with its references undone, if it is not blank.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let (_, range) = self.attributes.iter().find(|(known, _)| *known == name)?;
        crate::markup::xml(self.text.get(range.clone())?).filter(|text| !text.trim().is_empty())
    }

    /// Returns an attribute as a value, if it is not blank.
    pub(crate) fn value(&self, name: &str) -> Option<Value> {
        let (_, range) = self.attributes.iter().find(|(known, _)| *known == name)?;
        value(self.text, range.clone())
    }

    /// Returns the text of an element that holds no other, without the white space around it.
    pub(crate) fn content(&self) -> Option<Value> {
        if !self.children.is_empty() {
            return None;
        }
        let raw = self.text.get(self.inner.clone())?;
        let start = self.inner.start + (raw.len() - raw.trim_start().len());
        value(self.text, start..start + raw.trim().len())
    }

    /// Returns the text in this element and in those within it, as it reads without their tags and with white space of one blank;
    /// `None` where it holds a reference to something else than a character.
    pub(crate) fn prose(&self) -> Option<String> {
        let mut text = String::new();
        self.write_prose(&mut text)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the same without the elements in this one that are called one of `left_out`; what stands on two sides of an element stands apart.
    pub(crate) fn prose_but(&self, left_out: &[&str]) -> Option<String> {
        let mut text = String::new();
        let mut at = self.inner.start;
        for child in &self.children {
            text.push_str(&crate::markup::xml(self.text.get(at..child.span.start)?)?);
            text.push(' ');
            if !left_out.contains(&child.name) {
                child.write_prose(&mut text)?;
                text.push(' ');
            }
            at = child.span.end;
        }
        text.push_str(&crate::markup::xml(self.text.get(at..self.inner.end)?)?);
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the words in this element that stand beside elements in it, in none of them; `None` where there are none.
    pub(crate) fn prose_beside(&self) -> Option<String> {
        let names: Vec<&str> = self.children.iter().map(|child| child.name).collect();
        self.prose_but(&names).filter(|beside| !names.is_empty() && beside.contains(char::is_alphabetic))
    }

    fn write_prose(&self, out: &mut String) -> Option<()> {
        let mut at = self.inner.start;
        for child in &self.children {
            out.push_str(&crate::markup::xml(self.text.get(at..child.span.start)?)?);
            child.write_prose(out)?;
            at = child.span.end;
        }
        out.push_str(&crate::markup::xml(self.text.get(at..self.inner.end)?)?);
        Some(())
    }

    /// Returns the first element in this one, at whatever depth, that `wanted` holds of.
    pub(crate) fn find(&self, wanted: &dyn Fn(&Element<'f>) -> bool) -> Option<&Element<'f>> {
        self.children.iter().find_map(|child| if wanted(child) { Some(child) } else { child.find(wanted) })
    }

    /// Returns the bytes in `range` of the file that this element stands in.
    pub(crate) fn source(&self, range: Range<usize>) -> Option<&'f str> {
        self.text.get(range)
    }
}

/// Returns the value that stands in the bytes `range` of `text`, the whole file; `None` when it is blank or no text of XML.
pub(crate) fn value(text: &str, range: Range<usize>) -> Option<Value> {
    let decoded = crate::markup::xml(text.get(range.clone())?)?;
    let span = Span::new(range)?;
    (!decoded.trim().is_empty()).then_some(Value { text: decoded.into(), span, form: Form::Xml, aside: 0 })
}

/// Returns the outermost element of `text`, a whole file.
///
/// # Errors
/// `malformed` when it is not XML, `too-large` when it is nested deeper than [`MAX_DEPTH`] or has more than [`MAX_ELEMENTS`]
/// elements.
pub(crate) fn parse(text: &str) -> Result<Element<'_>> {
    let mut reader = Reader::from_str(text);
    let before = uncounted(text);
    let mut open: Vec<Element<'_>> = Vec::new();
    let mut count = 0;
    loop {
        let start = before + position(&reader)?;
        let event = reader.read_event().map_err(|_| malformed())?;
        let end = before + position(&reader)?;
        match event {
            Event::Start(tag) => {
                (count, _) = (count + 1, bounded(count, open.len())?);
                open.push(element(text, &tag, start..end)?);
            }
            Event::Empty(tag) => {
                (count, _) = (count + 1, bounded(count, open.len())?);
                let element = element(text, &tag, start..end)?;
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => return Ok(element),
                }
            }
            Event::End(_) => {
                let mut element = open.pop().ok_or_else(malformed)?;
                (element.inner.end, element.span.end) = (start, end);
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => return Ok(element),
                }
            }
            Event::Eof => return Err(malformed()),
            _ => {}
        }
    }
}

fn bounded(count: usize, depth: usize) -> Result<()> {
    if depth >= MAX_DEPTH {
        return Err(Error::new(Code::TooLarge, "is nested too deep").found(depth as u64 + 1, MAX_DEPTH as u64));
    }
    if count >= MAX_ELEMENTS {
        return Err(Error::new(Code::TooLarge, "has too many elements").found(count as u64 + 1, MAX_ELEMENTS as u64));
    }
    Ok(())
}

/// Returns how many bytes at the start of `text` quick-xml passes over and counts in no position: those of a byte order mark.
pub(crate) fn uncounted(text: &str) -> usize {
    if text.as_bytes().starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

fn position(reader: &Reader<&[u8]>) -> Result<usize> {
    usize::try_from(reader.buffer_position()).map_err(|_| malformed())
}

/// Returns the element that the tag at `span` of `text` begins.
fn element<'f>(text: &'f str, tag: &BytesStart<'_>, span: Range<usize>) -> Result<Element<'f>> {
    let within = |part: &str| {
        // What quick-xml lends is a piece of the text that it was given: its place is the distance between the two.
        let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let range = start..start.checked_add(part.len())?;
        (text.get(range.clone()) == Some(part)).then_some(range)
    };
    let name = tag.name();
    let local = local(name.as_ref());
    let name = within(local).and_then(|range| text.get(range)).ok_or_else(malformed)?;
    let mut attributes = Vec::new();
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| malformed())?;
        let key = attribute.key.as_ref();
        // Types have a prefix of their own (`xsi:type`), and none of the attributes that are read is called like it.
        let key = within(self::local(key)).and_then(|range| text.get(range)).ok_or_else(malformed)?;
        attributes.push((key, within(&attribute.value).ok_or_else(malformed)?));
    }
    Ok(Element { name, inner: span.end..span.end, span, attributes, children: Vec::new(), text })
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn malformed() -> Error {
    Error::new(Code::Malformed, "the file is not well-formed XML: export it again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_slices_its_own_bytes() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x \"y\">]>\n<n:a xmlns:n='u' id = \"&quot;1&quot;\"><b> T&amp;é </b><c v='&x;'/></n:a>";
        let root = parse(text).unwrap();
        assert_eq!((root.name, &text[root.span.clone()][..4]), ("a", "<n:a"));
        let id = root.value("id").unwrap();
        assert_eq!((id.text.as_str(), &text[id.span.range()]), ("\"1\"", "&quot;1&quot;"));
        let content = root.at("b").unwrap().content().unwrap();
        assert_eq!((content.text.as_str(), &text[content.span.range()]), ("T&é", "T&amp;é"));
        assert_eq!(root.child("c").unwrap().value("v"), None, "an entity of the document's own is not expanded");
        assert!(root.content().is_none());
    }

    #[test]
    fn a_byte_order_mark_moves_no_place() {
        let text = "\u{feff}<a><b v='1'>two</b>\u{feff}<c/></a>";
        let root = parse(text).unwrap();
        assert_eq!(&text[root.span.clone()], &text[3..]);
        let b = root.at("b").unwrap();
        let (v, content) = (b.value("v").unwrap(), b.content().unwrap());
        assert_eq!((&text[v.span.range()], &text[content.span.range()]), ("1", "two"));
        assert_eq!((v.text.as_str(), content.text.as_str()), ("1", "two"));
    }

    #[test]
    fn prose_reads_on_through_the_tags_in_it() {
        let text = "<t>\n The <i>TERT</i> gene: 10<sup>9</sup>/L, p &lt; <b><u>0.05</u></b><br/> <![CDATA[a<b]]>\n</t>";
        assert_eq!(parse(text).unwrap().prose().as_deref(), Some("The TERT gene: 109/L, p < 0.05 a<b"));
        let name = parse("<name><prefix>Mr</prefix> Art <family>Br<b>own</b></family><!-- x -->Lee</name>").unwrap();
        assert_eq!(name.prose_but(&["prefix"]).as_deref(), Some("Art Brown Lee"));
        assert_eq!(name.prose_beside().as_deref(), Some("Art Lee"));
        assert_eq!(parse("<name>Art Brown</name>").unwrap().prose_beside(), None);
        let own = "<!DOCTYPE t [<!ENTITY x \"y\">]><t>a <i>&x;</i></t>";
        assert_eq!(parse(own).unwrap().prose(), None, "an entity of the document's own is not expanded");
    }

    #[test]
    fn what_is_broken_or_endless_is_refused() {
        for text in ["", "<a>", "<a></b>", "text", "<a b=></a>", "<a", "</a>", "<!DOCTYPE a ["] {
            assert_eq!(parse(text).unwrap_err().code(), Code::Malformed, "{text}");
        }
        let deep = "<a>".repeat(MAX_DEPTH + 1);
        assert_eq!(parse(&deep).unwrap_err().code(), Code::TooLarge);
        let laughs = "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><l>&b;&b;</l>";
        assert_eq!(parse(laughs).unwrap().content(), None);
    }
}
