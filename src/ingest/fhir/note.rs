//! Reads prose: attachments of DocumentReference and DiagnosticReport that hold text.
//!
//! The text is what base64 decodes to, byte for byte: nothing is trimmed, joined or converted. Other
//! content types (PDF, images, RTF) and attachments kept elsewhere are not read here.

use jiff::civil::Date;

use crate::document::Decoding;
use crate::error::Place;
use crate::ingest::json::Node;

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
    /// The decoded text.
    pub text: String,
    /// The way back from the text to the file.
    pub steps: Vec<Decoding>,
}

/// Who wrote a note.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Author {
    /// As the reference displays it.
    Name(String),
    /// The resource with this reference.
    Target(String),
}

/// Our words for LOINC document types. Source: the US Core clinical note types
/// (hl7.org/fhir/us/core/StructureDefinition-us-core-documentreference.html) and loinc.org.
const KINDS: &[(&str, &str)] = &[
    ("11488-4", "Consultation note"),
    ("11502-2", "Laboratory report"),
    ("11504-8", "Operation note"),
    ("11506-3", "Progress note"),
    ("11526-1", "Pathology report"),
    ("18748-4", "Imaging report"),
    ("18842-5", "Discharge summary"),
    ("28570-0", "Procedure note"),
    ("34111-5", "Emergency note"),
    ("34117-2", "History and physical"),
    ("34133-9", "Episode summary"),
    ("34746-8", "Nursing note"),
    ("34748-4", "Telephone note"),
    ("51847-2", "Assessment and plan"),
    ("51852-2", "Letter"),
    ("51855-5", "Patient note"),
    ("57133-1", "Referral note"),
    ("68834-1", "Primary care note"),
];

/// The kind of a note whose type is not in [`KINDS`].
const OTHER_KIND: &str = "Note";

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
        _ => return Vec::new(),
    };
    let date = dates.iter().find_map(|path| day(resource.at(path)?.text()?));
    let (kind, author) = (kind(resource.get(kind_of)), author(resource));
    let mut notes = Vec::new();
    for (place, attachment) in attachments {
        match decode(attachment) {
            Ok((text, steps)) => notes.push(Note { date, kind, author: author.clone(), text, steps }),
            Err(reason) => skip(place, reason),
        }
    }
    notes
}

fn decode(attachment: &Node<'_>) -> Result<(String, Vec<Decoding>), &'static str> {
    let content_type = attachment.text_of("contentType").unwrap_or_default().to_ascii_lowercase();
    let data = attachment.get("data").filter(|data| data.text().is_some());
    let data = data.ok_or("the attachment is empty or kept elsewhere")?;
    if !content_type.starts_with("text/") || content_type.starts_with("text/rtf") {
        return Err("the attachment is not plain text");
    }
    let steps = vec![Decoding::JsonString { start: data.span.start(), end: data.span.end() }, Decoding::Base64];
    let bytes = Decoding::Base64.apply(data.text().unwrap_or_default().as_bytes());
    let bytes = bytes.map_err(|_| "the attachment is not base64")?;
    let text = String::from_utf8(bytes).map_err(|_| "the attachment is not UTF-8 text")?;
    if text.trim().is_empty() {
        return Err("the attachment is empty or kept elsewhere");
    }
    Ok((text, steps))
}

fn kind(concept: Option<&Node<'_>>) -> &'static str {
    let codings = concept.and_then(|concept| concept.get("coding")).map(Node::items).unwrap_or_default();
    let codes = codings.iter().filter_map(|coding| coding.text_of("code"));
    codes
        .filter_map(|code| KINDS.iter().find(|(known, _)| *known == code))
        .map(|&(_, words)| words)
        .next()
        .unwrap_or(OTHER_KIND)
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
        assert_eq!((notes[0].text.as_str(), notes[0].kind), (prose, "Progress note"));
        let provenance = Provenance { file: FileIndex(0), steps: notes[0].steps.clone() };
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
        assert_eq!(notes[0].text, "hi");
        assert_eq!(
            skipped,
            [
                "presentedForm[0]: the attachment is not plain text",
                "presentedForm[1]: the attachment is empty or kept elsewhere",
                "presentedForm[2]: the attachment is not base64",
                "presentedForm[3]: the attachment is not UTF-8 text",
                "presentedForm[4]: the attachment is empty or kept elsewhere",
                "presentedForm[6]: the attachment is not plain text",
                "presentedForm[7]: the attachment is not plain text",
            ]
        );
    }

    #[test]
    fn a_visit_is_dated_by_its_beginning() {
        let json = r#"{"date":"2020-02-09","context":{"period":{"start":"2020-02-03T10:00:00Z"}},
            "content":[{"attachment":{"contentType":"text/plain","data":"aGk="}}]}"#;
        assert_eq!(read("DocumentReference", json).0[0].date, Some(jiff::civil::date(2020, 2, 3)));
    }
}
