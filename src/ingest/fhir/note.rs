//! Reads prose: attachments of DocumentReference and DiagnosticReport that hold text, the sections of a Composition, and the
//! narrative of resources that say more in it than in their elements.
//!
//! Of plain text and Markdown the text is what base64 decodes to, byte for byte: nothing is trimmed, joined or converted. Of
//! HTML and of the narrative it is what [`crate::markup`] takes out, of a PDF what [`crate::pdf`] does. Other content types (images, RTF) and attachments kept
//! outside the file are not read here.

use jiff::civil::Date;

use crate::document::Decoding;
use crate::error::Place;
use crate::ingest::attachment::{self, Attached, ELSEWHERE};
use crate::ingest::json::Node;
use crate::ingest::kinds;
use crate::ingest::text::pdf::skip_unread;
use crate::pdf::Extracted;

use super::datatypes::day;

/// A note before its patient is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Note {
    /// The day of the visit, else the day it was written.
    pub date: Option<Date>,
    /// Our words for its kind: `Progress note`.
    pub kind: &'static str,
    /// Who wrote it.
    pub author: Option<Author>,
    /// Its text, or where in the file it may be.
    pub text: Written,
}

/// The text of a note.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Written {
    /// The decoded text, and the way back to the file.
    Here(String, Vec<Decoding>),
    /// The text of a PDF with the places of its lines, and the way back to the file.
    Pages(Extracted, Vec<Decoding>),
    /// It is the Binary with this reference.
    Binary(String),
}

/// Who wrote a note.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Author {
    /// As the reference displays it.
    Name(String),
    /// The resource with this reference.
    Target(String),
}

/// The kind of a note whose type has no words of ours.
const OTHER_KIND: &str = "Note";
/// The kind of what a resource says in its narrative.
const NARRATIVE: &str = "Narrative";

/// Sections of a Composition within sections that are followed.
const MAX_SECTION_DEPTH: usize = 8;

/// Returns the notes that `resource` holds; for what is not read `skip` hears where and why.
pub(super) fn notes(
    resource_type: &str,
    resource: &Node<'_>,
    place: &Place,
    skip: &mut dyn FnMut(Place, &'static str),
) -> Vec<Note> {
    let (attachments, kind_of, dates): (Vec<_>, _, &[&str]) = match resource_type {
        "DocumentReference" => {
            let contents = resource.get("content").map(Node::items).unwrap_or_default().iter().enumerate();
            let attachments = contents
                .filter_map(|(index, content)| {
                    Some((place.field("content").index(index).field("attachment"), content.get("attachment")?))
                })
                .collect();
            (attachments, "type", &["context.period.start", "date"])
        }
        "DiagnosticReport" => {
            let forms = resource.get("presentedForm").map(Node::items).unwrap_or_default().iter().enumerate();
            let attachments = forms.map(|(index, form)| (place.field("presentedForm").index(index), form)).collect();
            (attachments, "code", &["effectiveDateTime", "effectivePeriod.start", "issued"])
        }
        "Composition" => (Vec::new(), "type", &["date"]),
        _ => return Vec::new(),
    };
    let date = dates.iter().find_map(|path| day(resource.at(path)?.text()?));
    let (kind, author) = (kind(resource.get(kind_of)).unwrap_or(OTHER_KIND), author(resource));
    let mut notes = Vec::new();
    for (place, attachment) in attachments {
        match decode(attachment) {
            Ok(text) => {
                if let Written::Pages(extracted, _) = &text {
                    skip_unread(&place, extracted, skip);
                }
                notes.push(Note { date, kind, author: author.clone(), text });
            }
            Err(reason) => skip(place, reason),
        }
    }
    if resource_type == "Composition" {
        sections(resource, &Note { date, kind, author, text: Written::Binary(String::new()) }, 0, &mut notes);
    }
    notes
}

/// Returns what the narrative of `resource` says, if there is a text in it.
pub(super) fn narrative(resource: &Node<'_>, date: Option<Date>) -> Option<Note> {
    Some(Note { date, kind: NARRATIVE, author: None, text: division(resource.get("text")?)? })
}

/// Returns whether the narrative of `resource` says more than its elements (hl7.org/fhir/R4/valueset-narrative-status.html).
pub(super) fn says_more(resource: &Node<'_>) -> bool {
    resource.get("text").and_then(|text| text.text_of("status")) == Some("additional")
}

/// Adds the narrative of every section of `parent`, each a note like `whole`.
fn sections(parent: &Node<'_>, whole: &Note, depth: usize, notes: &mut Vec<Note>) {
    if depth >= MAX_SECTION_DEPTH {
        return;
    }
    for section in parent.get("section").map(Node::items).unwrap_or_default() {
        let kind = kind(section.get("code")).unwrap_or(whole.kind);
        let text = section.get("text").and_then(division);
        notes.extend(text.map(|text| Note { kind, text, ..whole.clone() }));
        sections(section, whole, depth + 1, notes);
    }
}

/// Returns the text of a `Narrative`.
fn division(narrative: &Node<'_>) -> Option<Written> {
    let div = narrative.get("div").filter(|div| div.text().is_some())?;
    let text = crate::markup::text(div.text().unwrap_or_default());
    let steps = vec![Decoding::JsonString { start: div.span.start(), end: div.span.end() }, Decoding::Markup];
    (!text.is_empty()).then_some(Written::Here(text, steps))
}

/// Returns the text of an `Attachment` or a Binary.
pub(super) fn decode(attachment: &Node<'_>) -> Result<Written, &'static str> {
    let content_type = attachment.text_of("contentType").unwrap_or_default().to_ascii_lowercase();
    let media = content_type.split(';').next().unwrap_or_default().trim();
    let Some(data) = attachment.get("data").filter(|data| data.text().is_some()) else {
        let url = attachment.text_of("url").filter(|url| url.contains("Binary/") || url.starts_with("urn:uuid:"));
        return url.map(|url| Written::Binary(url.to_owned())).ok_or(ELSEWHERE);
    };
    let steps = vec![Decoding::JsonString { start: data.span.start(), end: data.span.end() }, Decoding::Base64];
    match attachment::read(media, data.text().unwrap_or_default(), steps)? {
        Attached::Text(text, steps) => Ok(Written::Here(text, steps)),
        Attached::Pages(extracted, steps) => Ok(Written::Pages(extracted, steps)),
    }
}

fn kind(concept: Option<&Node<'_>>) -> Option<&'static str> {
    let codings = concept.and_then(|concept| concept.get("coding")).map(Node::items).unwrap_or_default();
    codings.iter().filter_map(|coding| kinds::words(coding.text_of("code")?)).next()
}

fn author(resource: &Node<'_>) -> Option<Author> {
    let author = resource.get("author").or_else(|| resource.get("performer"))?.items().first()?;
    match author.text_of("display") {
        Some(name) => Some(Author::Name(name.to_owned())),
        None => author.text_of("reference").map(|reference| Author::Target(reference.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;

    use super::*;
    use crate::document::{FileIndex, Provenance};
    use crate::ingest::json::parse;

    fn read(resource_type: &str, json: &str) -> (Vec<Note>, Vec<String>) {
        let mut skipped = Vec::new();
        let node = parse(json, 0).unwrap();
        let mut skip = |place: Place, reason: &str| skipped.push(format!("{place}: {reason}"));
        let notes = notes(resource_type, &node, &Place::root(), &mut skip);
        (notes, skipped)
    }

    #[test]
    fn a_note_is_exactly_what_base64_decodes_to() {
        let prose = "\n Dear Dr. Özil,\r\n\r\nBP 120/80 🩺 \n\n";
        let data = base64::engine::general_purpose::STANDARD.encode(prose).replace('/', "\\/");
        let json = format!(
            r#"{{"type":{{"coding":[{{"code":"x"}},{{"code":"11506-3"}}]}},"date":"2020-02-03","author":[{{"display":"Dr. A"}}],
            "content":[{{"attachment":{{"contentType":"text/plain; charset=utf-8","data":"{data}"}}}}]}}"#
        );
        let (notes, skipped) = read("DocumentReference", &json);
        assert!(skipped.is_empty());
        let Written::Here(text, steps) = &notes[0].text else { panic!("there is a text") };
        assert_eq!((text.as_str(), notes[0].kind), (prose, "Progress note"));
        let provenance = Provenance { file: FileIndex(0), steps: steps.clone() };
        assert_eq!(provenance.replay(json.as_bytes()).unwrap(), prose);
        assert_eq!(notes[0].author, Some(Author::Name("Dr. A".into())));
    }

    #[test]
    fn what_is_not_text_is_named_and_passed_over() {
        let json = r#"{"presentedForm":[{"contentType":"application/pdf","data":"aGk="},{"contentType":"text/plain"},
            {"contentType":"text/plain","data":"a"},{"contentType":"text/plain","data":"/w=="},{"contentType":"text/plain","data":"ICA="},
            {"contentType":"text/plain","data":"aGk="},{"data":"aGk="},{"contentType":"text/rtf","data":"aGk="}]}"#;
        let (notes, skipped) = read("DiagnosticReport", json);
        assert_eq!(notes.len(), 1);
        assert!(matches!(&notes[0].text, Written::Here(text, _) if text == "hi"));
        assert_eq!(
            skipped,
            [
                "presentedForm[0]: the PDF is broken: open it, print or save it as a new PDF, and add that",
                "presentedForm[1]: the attachment is empty or kept elsewhere",
                "presentedForm[2]: the attachment is not base64",
                "presentedForm[3]: the attachment is not UTF-8 text",
                "presentedForm[4]: the attachment is empty or kept elsewhere",
                "presentedForm[6]: the attachment is not plain text",
                "presentedForm[7]: the attachment is RTF text: save it as plain text and add that",
            ]
        );
    }

    #[test]
    fn a_visit_is_dated_by_its_beginning() {
        let json = r#"{"date":"2020-02-09","context":{"period":{"start":"2020-02-03T10:00:00Z"}},
            "content":[{"attachment":{"contentType":"text/plain","data":"aGk="}}]}"#;
        assert_eq!(read("DocumentReference", json).0[0].date, Some(jiff::civil::date(2020, 2, 3)));
    }

    #[test]
    fn markup_is_read_as_it_shows_and_can_be_decoded_again() {
        let page = "<p>Dear colleague,</p><table><tr><th>Test</th></tr><tr><td>INR 2.4</td></tr></table>";
        let data = base64::engine::general_purpose::STANDARD.encode(page);
        let json = format!(
            r#"{{"content":[{{"attachment":{{"contentType":"text/html","data":"{data}"}}}}],"text":{{"status":"additional","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>She asks &amp; waits.</p></div>"}}}}"#
        );
        let (notes, _) = read("DocumentReference", &json);
        let node = parse(&json, 0).unwrap();
        assert!(says_more(&node));
        let expected = ["Dear colleague,\n\nTest\n---\nINR 2.4", "She asks & waits."];
        for (note, expected) in notes.into_iter().chain(narrative(&node, None)).zip(expected) {
            let Written::Here(text, steps) = note.text else { panic!("there is a text") };
            assert_eq!(text, expected);
            assert_eq!(Provenance { file: FileIndex(0), steps }.replay(json.as_bytes()).unwrap(), expected);
        }
    }

    #[test]
    fn every_section_of_a_composition_is_a_note() {
        let json = r#"{"type":{"coding":[{"code":"34133-9"}]},"date":"2020-02-03","author":[{"display":"Dr. A"}],"section":[
            {"title":"Allergies","code":{"coding":[{"code":"48765-2"}]},"text":{"status":"generated","div":"<div>None known.</div>"},
             "section":[{"text":{"div":"<div>Inner.</div>"}}]},{"text":{"div":"<div/>"}}]}"#;
        let (notes, skipped) = read("Composition", json);
        assert!(skipped.is_empty());
        let shown: Vec<_> = notes.iter().map(|note| (note.kind, &note.text)).collect();
        assert_eq!(shown.len(), 2);
        assert!(matches!(shown[0], ("Allergies", Written::Here(text, _)) if text == "None known."));
        assert!(matches!(shown[1], ("Episode summary", Written::Here(text, _)) if text == "Inner."));
    }
}
