//! PDF files: the text that comes out, where it stands, and that every quotation of it is found again.

use base64::Engine as _;
use chaperone::chunk::passages;
use chaperone::clearance::{Block, box_passage};
use chaperone::document::page::{Spot, spots};
use chaperone::document::{Document, DocumentKind, Records};
use chaperone::error::Code;
use chaperone::ingest::read;
use chaperone::pdf::{self, Unread};
use chaperone::progress::Unwatched;
use chaperone::quote::verify::verify;
use proptest::prelude::*;
use serde_json::json;

use crate::common::files::{bundle, gzip, patient, zip};
use crate::common::pdf::{line, pdf, with};
use crate::invariants;

/// A letter of two pages: a heading, a paragraph of full lines, a table, and a second page.
fn letter() -> Vec<u8> {
    let first = [
        line(72.0, 760.0, 18.0, "Discharge letter"),
        line(72.0, 730.0, 11.0, "Date of visit: 2 March 2019"),
        line(
            72.0,
            700.0,
            11.0,
            "She was admitted with worsening breathlessness over three days, swelling of both legs",
        ),
        line(72.0, 686.0, 11.0, "and a weight gain of four kilograms. Furosemide was raised to 80 mg and the well-"),
        line(72.0, 672.0, 11.0, "known murmur was heard again."),
        line(72.0, 640.0, 11.0, "Test"),
        line(200.0, 640.0, 11.0, "Value"),
        line(72.0, 626.0, 11.0, "Haemoglobin"),
        line(200.0, 626.0, 11.0, "10.2 g/dL"),
        line(72.0, 590.0, 11.0, "1. Weigh daily."),
        line(72.0, 576.0, 11.0, "2. Return in two weeks."),
    ];
    let second = [line(72.0, 760.0, 11.0, "Follow up with the heart failure nurse (Tuesday).")];
    pdf(&[&first.concat(), &second.concat()])
}

const LETTER: &str = "Discharge letter\n\nDate of visit: 2 March 2019\n\nShe was admitted with worsening breathlessness over three days, \
swelling of both legs and a weight gain of four kilograms. Furosemide was raised to 80 mg and the well-known murmur was heard again.\n\n\
Test\tValue\nHaemoglobin\t10.2 g/dL\n\n1. Weigh daily.\n2. Return in two weeks.\n\nFollow up with the heart failure nurse (Tuesday).";

fn refused(file: &[u8]) -> (Code, String) {
    let error = read(&mut Records::default(), file, &mut Unwatched).unwrap_err();
    (error.code(), error.to_string())
}

fn notes(records: &Records) -> Vec<&Document> {
    records.documents.iter().filter(|document| document.kind == DocumentKind::Note).collect()
}

#[test]
fn a_letter_is_read_as_a_person_reads_it() {
    let mut records = Records::default();
    let report = invariants::steps::check(&records, &[], &letter(), &[1, 100_000], &[]).unwrap();
    assert!(report.skipped.is_empty());
    read(&mut records, &letter(), &mut Unwatched).unwrap();
    let note = notes(&records)[0];
    assert_eq!(note.text, LETTER);
    assert_eq!(note.date.map(|day| day.to_string()).as_deref(), Some("2019-03-02"));
}

#[test]
fn every_line_knows_its_page_and_its_place() {
    let extracted = pdf::read(&letter()).unwrap();
    let of = |words: &str| {
        let start = extracted.text.find(words).unwrap();
        spots(&extracted.pages, chaperone::span::Span::at(start, words.len()))
    };
    let [Spot { page, width, height, bounds }] = of("four kilograms")[..] else { panic!("one page") };
    assert_eq!((page, width, height), (1, 595.0, 842.0));
    assert_eq!((bounds.left, bounds.bottom), (72.0, 842.0 - 686.0 + 0.22 * 11.0 - 0.02));
    assert!((bounds.top - (842.0 - 686.0 - 0.8 * 11.0)).abs() < 0.06 && bounds.right > 400.0 && bounds.right < 560.0);
    assert_eq!(of("Tuesday")[0].page, 2);
    let across = of("weeks.\n\nFollow");
    assert_eq!(across.iter().map(|spot| spot.page).collect::<Vec<_>>(), [1, 2]);
}

/// The same as in `tests/browser/pdf.rs`.
#[test]
fn places_are_those_that_the_browser_finds() {
    let page = [line(72.0, 700.0, 11.0, "Weigh daily."), line(72.0, 686.0, 11.0, "Return in two weeks.")];
    let extracted = pdf::read(&pdf(&[&page.concat()])).unwrap();
    assert_eq!(extracted.text, "Weigh daily.\nReturn in two weeks.");
    let places: Vec<(f32, f32)> =
        extracted.pages[0].lines.iter().map(|line| (line.bounds.left, line.bounds.top)).collect();
    assert_eq!(places, [(72.0, 133.2), (72.0, 147.2)]);
}

#[test]
fn a_quotation_names_its_page_and_is_checked_against_the_file() {
    let file = letter();
    for given in [file.clone(), gzip(&file), zip(&[("letter.pdf", Some(&file))])] {
        let mut room = chaperone::room::Room::new().unwrap();
        room.add(&given, &mut Unwatched).unwrap();
        let passages = passages(room.records());
        assert!(passages.iter().any(|passage| passage.reference.as_str().contains(", page")), "{passages:?}");
        for passage in &passages {
            for block in box_passage(passage, room.records(), &passages) {
                assert!(verify(&block, &given).unwrap().is_genuine());
                let Block::Verbatim { reference, person, title, text, telling, citation, above } = block else {
                    panic!("prose")
                };
                let text = text.replace("80 mg", "8 mg").replace("Tuesday", "Monday");
                let forged = Block::Verbatim { reference, person, title, text, telling, citation, above };
                assert!(!verify(&forged, &given).unwrap().is_genuine());
            }
        }
    }
}

#[test]
fn bold_type_fields_and_exponents_stand_where_they_belong() {
    let content = [
        line(72.0, 700.0, 11.0, "Platelets 150 x 10"),
        line(159.5, 704.0, 7.0, "9"),
        line(163.5, 700.0, 11.0, "/L"),
        line(72.0, 660.0, 11.0, "Twice"),
        line(72.3, 660.0, 11.0, "Twice"),
        line(72.0, 620.0, 11.0, "Dose:"),
        line(72.0, 600.0, 11.0, "Time:"),
    ];
    let field = "<< /Type /Annot /Subtype /Widget /Rect [120 616 260 632] /AP << /N 7 0 R >> >>".to_owned();
    let appearance = format!(
        "<< /Type /XObject /Subtype /Form \
         /BBox [0 0 140 16] /Resources << /Font << /F1 3 0 R >> >> /Length {0} >>\nstream\n{1}\nendstream",
        line(2.0, 4.0, 11.0, "40 mg").len(),
        line(2.0, 4.0, 11.0, "40 mg")
    );
    let file = with(&[&content.concat()], "", "/Annots [6 0 R]", &[field, appearance]);
    let extracted = pdf::read(&file).unwrap();
    assert_eq!(extracted.text, "Platelets 150 x 109/L\n\nTwice\n\nDose:\t40 mg\nTime:");
}

#[test]
fn a_word_goes_on_behind_a_soft_hyphen() {
    let content = [
        line(72.0, 700.0, 11.0, "Chest pain in Gr\\255ace."),
        line(72.0, 660.0, 11.0, "Seen by Wil\\255"),
        line(72.0, 646.0, 11.0, "son and Mil\\255"),
        line(72.0, 632.0, 11.0, "Rest."),
    ];
    let extracted = pdf::read(&pdf(&[&content.concat()])).unwrap();
    assert_eq!(extracted.text, "Chest pain in Grace.\n\nSeen by Wilson and Mil\nRest.");
}

#[test]
fn columns_are_read_one_after_the_other_and_turned_pages_upright() {
    let column = |x: f32, words: [&str; 3]| {
        words.iter().zip([700.0, 686.0, 672.0]).map(|(words, y)| line(x, y, 10.0, words)).collect::<String>()
    };
    let two = column(72.0, ["left one", "left two", "left three"])
        + &column(320.0, ["right one", "right two", "right three"]);
    assert_eq!(
        pdf::read(&pdf(&[&two])).unwrap().text,
        "left one\nleft two\nleft three\n\nright one\nright two\nright three"
    );
    let turned = pdf::read(&with(&[&two], "", "/Rotate 90", &[])).unwrap();
    assert!(turned.text.contains("left one") && (turned.pages[0].width, turned.pages[0].height) == (842.0, 595.0));
}

#[test]
fn what_cannot_be_read_is_named() {
    let scan = "q 500 0 0 700 40 40 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u{1} EI Q";
    let locked = with(
        &[&line(72.0, 700.0, 11.0, "secret")],
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) >> /ID [<00> <00>]",
        "",
        &[],
    );
    let whole = letter();
    for (file, code, word) in [
        (pdf(&[scan]), Code::Unsupported, "as a scan does"),
        (locked, Code::Unsupported, "locked with a password"),
        (b"%PDF-1.7\nnothing at all".to_vec(), Code::Malformed, "broken"),
        (b"%PDF-".to_vec(), Code::Malformed, "broken"),
        (whole[..200].to_vec(), Code::Malformed, "the PDF"),
        (pdf(&[]), Code::Malformed, "PDF"),
    ] {
        let (found, message) = refused(&file);
        assert!(found == code && message.contains(word), "{message}");
    }
    let mut records = Records::default();
    let mixed = pdf(&[scan, &line(72.0, 700.0, 11.0, "Words on the second page."), ""]);
    let report = read(&mut records, &mixed, &mut Unwatched).unwrap();
    let places: Vec<&str> = report.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    assert_eq!(places, ["page[1]", "page[3]"]);
    assert_eq!(pdf::read(&mixed).unwrap().unread, [(1, Unread::NoText), (3, Unread::NoText)]);
    assert_eq!(notes(&records)[0].text, "Words on the second page.");
}

#[test]
fn a_file_that_is_cut_or_has_a_wrong_table_is_mended_where_its_pages_are_there() {
    let whole = letter();
    let table = whole.windows(4).rposition(|at| at == b"xref").unwrap() - 5;
    for file in [whole[..table].to_vec(), [b"junk before it\0\n".as_slice(), &whole].concat()] {
        assert_eq!(pdf::read(&file).unwrap().text, LETTER);
        assert_eq!(read(&mut Records::default(), &file, &mut Unwatched).unwrap().documents, 1);
    }
}

#[test]
fn an_attachment_of_a_record_is_read_and_found_again() {
    let data = base64::engine::general_purpose::STANDARD.encode(letter());
    let document = |attachment: serde_json::Value| {
        json!({ "resourceType": "DocumentReference", "status": "current", "subject": { "reference": "Patient/p" },
                "date": "2019-03-02T10:00:00Z", "content": [{ "attachment": attachment }] })
    };
    let inline = document(json!({ "contentType": "application/pdf", "data": data }));
    let binary = json!({ "resourceType": "Binary", "id": "b", "contentType": "application/pdf", "data": data });
    let pointing = document(json!({ "contentType": "application/pdf", "url": "Binary/b" }));
    for resources in [vec![patient("p", "Varga"), inline], vec![patient("p", "Varga"), pointing, binary]] {
        let file = bundle(resources);
        let mut records = Records::default();
        let report = invariants::steps::check(&records, &[], &file, &[1, 10_000], &["Varga"]).unwrap();
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
        read(&mut records, &file, &mut Unwatched).unwrap();
        assert_eq!((notes(&records)[0].text.as_str(), notes(&records)[0].pages().len()), (LETTER, 2));
    }
}

proptest! {
    #[test]
    fn whatever_the_bytes_they_are_refused_or_found_again(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in any::<prop::sample::Index>(),
        cuts in any::<bool>(),
    ) {
        let mut file = letter();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if cuts {
            file.truncate(cut.index(file.len()));
        }
        let _ = invariants::steps::check(&Records::default(), &[], &file, &[1, 5000], &[]);
    }
}
