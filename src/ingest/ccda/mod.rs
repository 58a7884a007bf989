//! Reads C-CDA documents (HL7 CDA R2 with the templates of C-CDA 2.1): who it is about, coded entries, and the narrative.
//!
//! Entries of problems, allergies, medications, immunizations, results, vital signs, procedures, encounters, social and family
//! history, devices and plans become facts, each value with its bytes. The narrative of every section becomes a note, as the
//! person would read it. An entry that denies something (`negationInd`) makes no fact: its narrative says so in words. One
//! that was entered in error (`nullified`) makes none either, and is counted. Names,
//! addresses, numbers and dates of the header and of all who took part are known answers. Not read: attachments within the
//! document, and templates of other guides, whose narrative is read all the same.

mod coded;
mod entry;
mod header;
mod people;

use jiff::civil::Date;

use crate::document::{Decoding, FactKind, FileIndex, Provenance, Revision};
use crate::error::{Code, Error, Place, Result};
use crate::pdf::Extracted;
use crate::shared::Shared;

use super::attachment::{self, Attached, ELSEWHERE};
use super::outcome::{Outcome, Statement};
use super::text::pdf::skip_unread;
use super::xml::{self, Element};
use super::{kinds, moment};

use header::Header;

const KIND: &str = "Document section";
/// The kind of a document without sections whose code has no words of ours.
const WHOLE: &str = "Document";
/// Statements that are counted only.
const NULLIFIED: &str = "Entry (entered in error)";
/// Sections within sections that are followed.
const MAX_SECTION_DEPTH: usize = 8;
/// LOINC of documents that sum up what there is, and are about no day.
const SUMMARIES: &[&str] = &["34133-9", "52521-2", "55108-5", "18776-5"];

/// Reads the file `bytes`, a C-CDA document, into `outcome`.
///
/// # Errors
/// `malformed` when it is no well-formed UTF-8 XML, or names no patient.
pub(crate) fn read(bytes: &[u8], outcome: &mut Outcome) -> Result<()> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::new(Code::Malformed, "the file is not UTF-8 text: save or export it again as UTF-8"))?;
    let document = xml::parse(text)?;
    let place = Place::root().field("ClinicalDocument");
    let header = Header::read(&document).ok_or_else(|| {
        Error::new(Code::Malformed, "the document does not say whom it is about: it has no recordTarget")
    })?;
    people::harvest(&document, &header.patient.id, outcome);
    let whose = Shared::from(header.patient.id.as_str());
    if let Some(fact) = header.demographics() {
        outcome.statements.push((place.field("recordTarget"), whose.clone(), Statement::Fact(Box::new(fact))));
    }
    outcome.patients.push((place.field("recordTarget"), header.patient.clone()));
    let body = document.at("component/structuredBody");
    match (body, document.at("component/nonXMLBody/text")) {
        (Some(_), _) => {}
        (None, Some(whole)) => {
            let place = place.field("component").field("nonXMLBody");
            match attached(whole, &header) {
                Ok((note, extracted)) => {
                    if let Some(extracted) = extracted {
                        skip_unread(&place, &extracted, &mut |place, reason| outcome.skips.leave_out(&place, reason));
                    }
                    outcome.statements.push((place, whose.clone(), note));
                }
                Err(reason) => outcome.skips.leave_out(&place, reason),
            }
        }
        (None, None) => outcome.skips.add(&place.field("component"), "the document has no sections"),
    }
    let mut number = 0;
    for component in body.iter().flat_map(|body| body.all("component")) {
        if let Some(section) = component.child("section") {
            sections(section, &place, &mut number, 0, &header, outcome);
        }
    }
    Ok(())
}

/// Reads `section` and those in it; `number` counts them.
fn sections(
    section: &Element<'_>,
    place: &Place,
    number: &mut usize,
    depth: usize,
    header: &Header,
    outcome: &mut Outcome,
) {
    let own = place.field("section").index(*number);
    *number += 1;
    let code = section.child("code").and_then(|code| code.attribute("code")).unwrap_or_default();
    let whose = &Shared::from(header.patient.id.as_str());
    if let Some(note) = narrative(section, &code, header) {
        outcome.statements.push((own.clone(), whose.clone(), note));
    }
    for (index, entry) in section.all("entry").enumerate() {
        let place = own.field("entry").index(index);
        let read = entry::facts(entry, section, &code);
        if read.nullified > 0 {
            *outcome.set_aside.entry(NULLIFIED).or_default() += read.nullified;
        }
        let of_this = |of| Revision { updated: header.written.clone(), number: header.version, ..of };
        let retracted = read.retracted.into_iter().map(of_this);
        let retracted = retracted.map(|of| (place.clone(), whose.clone(), Statement::Retraction(of)));
        outcome.statements.extend(retracted);
        for mut fact in read.facts {
            fact.revision = fact.revision.map(of_this);
            outcome.statements.push((place.clone(), whose.clone(), Statement::Fact(Box::new(fact))));
        }
        if let Some(reason) = read.unread {
            outcome.skips.add(&place, reason);
        }
    }
    if depth < MAX_SECTION_DEPTH {
        for inner in section.all("component").filter_map(|component| component.child("section")) {
            sections(inner, place, number, depth + 1, header, outcome);
        }
    }
}

/// Returns the document that stands in `whole`, the body of one that has no sections (C-CDA 2.1, Unstructured Document), as a note.
///
/// # Errors
/// Why it is not read.
fn attached(whole: &Element<'_>, header: &Header) -> std::result::Result<(Statement, Option<Extracted>), &'static str> {
    let media = whole.attribute("mediaType").unwrap_or_default().to_ascii_lowercase();
    let content = whole.content().ok_or(ELSEWHERE)?;
    let (start, end) = (content.span.start(), content.span.end());
    let steps = vec![Decoding::Bytes { start, end }, Decoding::Xml];
    let (text, steps, extracted) = if whole.attribute("representation").as_deref() == Some("B64") {
        match attachment::read(&media, &content.text, [steps, vec![Decoding::Base64]].concat())? {
            Attached::Text(text, steps) => (text, steps, None),
            Attached::Pages(extracted, steps) => (extracted.text.clone(), steps, Some(extracted)),
        }
    } else {
        (content.text.to_string(), steps, None)
    };
    let note = Statement::Note {
        date: header.day,
        kind: kinds::words(&header.kind).unwrap_or(WHOLE),
        author: header.author.clone(),
        text,
        provenance: Provenance { file: FileIndex(0), steps },
        pages: extracted.as_ref().map(|extracted| extracted.pages.clone()).unwrap_or_default(),
        revision: None,
    };
    Ok((note, extracted))
}

/// Returns the narrative of `section` under its title, as a note.
fn narrative(section: &Element<'_>, code: &str, header: &Header) -> Option<Statement> {
    let text = section.child("text")?;
    let title = section.child("title").filter(|title| title.span.end <= text.span.start);
    // What stands between the title and the text would be taken for text: only white space may.
    let together = title.map(|title| title.span.start..text.span.end);
    let between = title.is_some_and(|title| {
        section.children.iter().all(|other| other.span.end <= title.span.end || other.span.start >= text.span.start)
    });
    let range = together.filter(|_| between).unwrap_or(text.span.clone());
    let steps = vec![Decoding::Bytes { start: range.start, end: range.end }, Decoding::Markup];
    let shown = crate::markup::text(section.source(range)?);
    let says_something = !crate::markup::text(section.source(text.span.clone())?).is_empty();
    let date: Option<Date> = header.day.filter(|_| !SUMMARIES.contains(&header.kind.as_str()));
    says_something.then(|| Statement::Note {
        date,
        kind: kinds::words(code).unwrap_or(KIND),
        author: header.author.clone(),
        text: shown,
        provenance: Provenance { file: FileIndex(0), steps },
        pages: Vec::new(),
        revision: header.revision_of(section),
    })
}

/// Returns the day of a `TS` or the beginning of an `IVL_TS`.
fn day(element: &Element<'_>) -> Option<Date> {
    let value = element.attribute("value").or_else(|| element.child("low")?.attribute("value"))?;
    moment::day(&value)
}

/// Returns the kind of fact that the statements of a section with that LOINC code make, if they make any.
fn kind_of(code: &str) -> Option<FactKind> {
    Some(match code {
        "11450-4" | "11348-0" | "46241-6" | "11535-2" | "75310-3" => FactKind::Condition,
        "48765-2" => FactKind::AllergyIntolerance,
        "10160-0" | "10183-2" | "29549-3" | "42346-7" => FactKind::MedicationRequest,
        "11369-6" => FactKind::Immunization,
        "30954-2" | "8716-3" | "29762-2" | "47420-5" | "10210-3" => FactKind::Observation,
        "47519-4" => FactKind::Procedure,
        "46240-8" => FactKind::Encounter,
        "10157-6" => FactKind::FamilyMemberHistory,
        "46264-8" => FactKind::Device,
        "18776-5" | "61146-7" | "62387-6" => FactKind::Other,
        _ => return None,
    })
}
