//! Files of lines and exports of Apple Health read as they stream by: the same records as from the file read whole, in pieces of any size,
//! with no more of the file in memory than a piece or two, and whole statements of how far a file was read.

use chaperone::document::Records;
use chaperone::error::Code;
use chaperone::ingest::{Report, Stopped, Stream, read};
use chaperone::progress::Unwatched;
use proptest::prelude::*;
use serde_json::json;

use crate::common::files;
use crate::common::files::{gzip, patient, weight, zip};
use crate::invariants;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Two patients, their readings, a medicine that is named by reference, and lines with all that can be wrong with one.
fn lines() -> Vec<String> {
    let medicine = json!({ "resourceType": "Medication", "id": "m", "code": { "text": "Metformin 500 mg" } });
    let request = json!({
        "resourceType": "MedicationRequest", "id": "r", "status": "active", "intent": "order",
        "subject": { "reference": "Patient/a" }, "medicationReference": { "reference": "Medication/m" }
    });
    let whole = json!({ "resourceType": "Bundle", "entry": [{ "resource": weight("w3", "b", "2021-02-03", 81.5) }] });
    vec![
        patient("a", "Okafor").to_string(),
        request.to_string(),
        weight("w1", "a", "2019-03-02", 70.0).to_string(),
        weight("w1", "a", "2019-03-02", 70.0).to_string(),
        String::new(),
        "{\"resourceType\":".to_owned(),
        "  ".to_owned(),
        json!({ "note": "no resource" }).to_string(),
        patient("b", "Sølberg 🩺").to_string(),
        whole.to_string(),
        "[1]".to_owned(),
        medicine.to_string(),
        weight("w2", "nobody", "2020-01-01", 60.0).to_string(),
    ]
}

fn whole(bytes: &[u8]) -> (Records, Report) {
    let mut records = Records::default();
    let report = read(&mut records, bytes, &mut Unwatched).unwrap();
    (records, report)
}

fn streamed(bytes: &[u8], piece: usize) -> (Records, Report) {
    let mut records = Records::default();
    let mut stream = Stream::begin(bytes);
    for piece in bytes.chunks(piece) {
        stream.push(piece).unwrap();
    }
    let report = stream.finish(&mut records).unwrap();
    (records, report)
}

#[test]
fn a_stream_reads_what_the_whole_file_gives() {
    for end in ["", "\n", "\r\n\r\n \n", "\n{\"resourceType\":\"Patient\"", "\n{\"resourceType\":\"Patient\"\n\n"] {
        let text = lines().join("\r\n") + end;
        let bytes = text.as_bytes();
        let expected = whole(bytes);
        assert_eq!(expected.0.patients.len(), 3, "{end:?}");
        for piece in [1, 7, 64, 1000, bytes.len()] {
            assert_eq!(streamed(bytes, piece), expected, "{end:?} {piece}");
        }
        invariants::check(&expected.0, &[bytes]);
        let marked = [BYTE_ORDER_MARK, bytes].concat();
        assert_eq!(streamed(&marked, 100), whole(&marked), "{end:?}");
        let packed = gzip(bytes);
        assert_eq!(streamed(&packed, 100), whole(&packed), "{end:?}");
        let (records, report) = streamed(&packed[..packed.len() - 9], 100);
        assert!(report.cut && records.patients.len() == 3, "{end:?}");
    }
}

#[test]
fn only_files_of_lines_are_read_so() {
    let text = lines().join("\n");
    assert!(Stream::fits(text.as_bytes()) && Stream::fits(&gzip(text.as_bytes())));
    assert!(Stream::fits(&[BYTE_ORDER_MARK, b"\n \n", text.as_bytes()].concat()));
    let bundle = files::bundle([patient("a", "Okafor")]);
    let pretty = serde_json::to_vec_pretty(&serde_json::from_slice::<serde_json::Value>(&bundle).unwrap()).unwrap();
    for other in [&bundle[..], &pretty, &gzip(&pretty), b"", b"\n\n", b"{}\n{}\n", b"a\nb\n", b"\x1f\x8b\x08broken"] {
        assert!(!Stream::fits(other), "{:?}", String::from_utf8_lossy(other));
    }
    // A single resource is a file of its own.
    assert!(!Stream::fits(format!("{}\n", patient("a", "Okafor")).as_bytes()));
}

#[test]
fn where_memory_ends_what_was_read_is_kept_and_how_far_that_is_is_told() {
    let text = lines().join("\n");
    let at = text.find(&patient("b", "Sølberg 🩺").to_string()).unwrap();
    let mut stream = Stream::begin(text.as_bytes());
    stream.push(&text.as_bytes()[..at + 5]).unwrap();
    stream.stop();
    stream.push(&text.as_bytes()[at + 5..]).unwrap();
    assert_eq!(stream.sha256(), whole(text.as_bytes()).0.files[0].sha256);
    let mut records = Records::default();
    let report = stream.finish(&mut records).unwrap();
    assert_eq!(report.stopped, Some(Stopped { lines: 8, bytes: at as u64 }));
    assert_eq!(records.patients.len(), 1);
    let last = report.skipped.last().unwrap();
    assert_eq!(last.path, "line[8]");
    assert!(last.reason.contains("memory"), "{}", last.reason);
    invariants::check(&records, &[text.as_bytes()]);
}

#[test]
fn a_file_that_is_known_or_broken_changes_nothing() {
    let text = lines().join("\n");
    let (mut records, _) = streamed(text.as_bytes(), 500);
    let before = records.clone();
    let mut again = Stream::begin(text.as_bytes());
    again.push(text.as_bytes()).unwrap();
    assert!(again.finish(&mut records).unwrap().already_read);
    let mut packed = gzip(text.as_bytes());
    // The check sum of what is packed.
    let end = packed.len();
    packed[end - 6] ^= 1;
    let mut broken = Stream::begin(&packed);
    let outcome = broken.push(&packed).and_then(|_| broken.finish(&mut records));
    assert_eq!(outcome.unwrap_err().code(), Code::Malformed);
    let mut nothing = Stream::begin(b"");
    nothing.push(b"no\nrecords\n").unwrap();
    assert_eq!(nothing.finish(&mut records).unwrap_err().code(), Code::Malformed);
    assert_eq!(records, before);
}

const EXPORT: &str = include_str!("../data/sources/export.xml");

/// An export with a reading of the heart rate every five minutes over `days` days.
fn export(days: u32) -> String {
    let (head, records) = EXPORT.split_once(" <Record").unwrap();
    let mut export = head.to_owned();
    for reading in 0..days * 288 {
        let (day, hour, minute) = (reading / 288, reading / 12 % 24, reading % 12 * 5);
        let (year, month, day) = (2000 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
        export += &format!(
            " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"W’s Watch\" unit=\"count/min\" creationDate=\"{year}-{month:02}-{day:02} \
             {hour:02}:{minute:02}:30 +0100\" startDate=\"{year}-{month:02}-{day:02} {hour:02}:{minute:02}:00 +0100\" value=\"{}\">\n  \
             <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"0\"/>\n </Record>\n",
            50 + reading * 7 % 97
        );
    }
    export + " <Record" + records
}

#[test]
fn an_export_of_apple_health_is_read_as_it_streams_by() {
    let text = export(10);
    let bytes = text.as_bytes();
    assert!(Stream::fits(bytes) && Stream::fits(&bytes[..5000]) && Stream::fits(&gzip(bytes)));
    let expected = whole(bytes);
    assert!(expected.0.documents.iter().any(|document| document.text.contains("Heart rate value")));
    for piece in [333, 4096, 70_000, bytes.len()] {
        assert_eq!(streamed(bytes, piece), expected, "{piece}");
    }
    invariants::check(&expected.0, &[bytes]);
    let packed = gzip(bytes);
    assert_eq!(streamed(&packed, 100), whole(&packed));
    // One that is cut short, and one that is broken further in: by a comment without an end, or by bytes that are no text.
    let half = text[..text.floor_char_boundary(bytes.len() / 2)].rfind(" <Record").unwrap();
    let with = |put: &[u8]| [&bytes[..half], put, &bytes[half..]].concat();
    for broken in [bytes[..half].to_vec(), with(b"<!-- "), with(b"\xff")] {
        let expected = whole(&broken);
        assert_eq!((expected.1.skipped.len(), expected.0.patients.len()), (1, 1), "{:?}", expected.1);
        for piece in [999, 65_536, 100_000] {
            assert_eq!(streamed(&broken, piece), expected, "{piece}");
        }
    }
    let mut nothing = Stream::begin(&bytes[..300]);
    assert_eq!(
        nothing.push(&bytes[..300]).and_then(|_| nothing.finish(&mut Records::default())).unwrap_err().code(),
        Code::Malformed
    );
}

#[test]
fn of_a_long_export_no_more_than_a_piece_or_two_is_in_memory() {
    const PIECE: usize = 1 << 18;
    let text = export(600);
    let bytes = text.as_bytes();
    assert!(bytes.len() > 40 << 20, "{}", bytes.len());
    let mut stream = Stream::begin(&bytes[..PIECE]);
    for piece in bytes.chunks(PIECE) {
        stream.push(piece).unwrap();
        assert!(stream.held() <= 4 * PIECE, "{}", stream.held());
    }
    let mut records = Records::default();
    let report = stream.finish(&mut records).unwrap();
    let facts: usize = records.documents.iter().map(|document| document.facts().len()).sum();
    assert!((1200..=1800 + 9).contains(&facts) && report.skipped.is_empty(), "{facts}");
    invariants::check(&records, &[bytes]);
    // As a member of an archive it is read as it is unpacked, and gives the same.
    let archive = zip(&[("apple_health_export/export.xml", Some(bytes))]);
    let (unpacked, _) = whole(&archive);
    let texts = |records: &Records| records.documents.iter().map(|document| document.text.clone()).collect::<Vec<_>>();
    assert_eq!((texts(&unpacked), unpacked.files[0].bytes), (texts(&records), bytes.len() as u64));
    invariants::check(&unpacked, &[bytes]);
}

#[test]
fn an_export_that_memory_does_not_hold_is_kept_as_far_as_it_was_read() {
    let text = export(4);
    let mut stream = Stream::begin(text.as_bytes());
    stream.push(&text.as_bytes()[..200_000]).unwrap();
    stream.stop();
    stream.push(&text.as_bytes()[200_000..]).unwrap();
    let mut records = Records::default();
    let report = stream.finish(&mut records).unwrap();
    let stopped = report.stopped.unwrap();
    assert!(stopped.lines > 100 && stopped.bytes > 100_000 && stopped.bytes <= 200_000, "{stopped:?}");
    let last = report.skipped.last().unwrap();
    assert_eq!(last.path, format!("HealthData.Record[{}]", stopped.lines));
    assert!(last.reason.contains("memory") && !records.documents.is_empty());
    invariants::check(&records, &[text.as_bytes()]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_damaged_export_in_any_pieces(at in 0.0_f64..1.0, cut in 0_usize..200, put in "[<>&\"' a-zé]{0,12}", piece in 1_usize..5000) {
        let at = EXPORT.floor_char_boundary((EXPORT.len() as f64 * at) as usize);
        let end = EXPORT.floor_char_boundary((at + cut).min(EXPORT.len())).max(at);
        let damaged = format!("{}{put}{}", &EXPORT[..at], &EXPORT[end..]);
        let bytes = damaged.as_bytes();
        let mut records = Records::default();
        if Stream::fits(bytes) {
            let report = read(&mut records, bytes, &mut Unwatched);
            let mut stream = Stream::begin(bytes);
            let pushed = bytes.chunks(piece).try_for_each(|piece| stream.push(piece).map(drop));
            let mut again = Records::default();
            prop_assert_eq!(pushed.and_then(|()| stream.finish(&mut again)), report);
            prop_assert_eq!(again, records);
        }
    }

    #[test]
    fn any_lines_in_any_pieces(chosen in prop::collection::vec(0_usize..13, 1..12), piece in 1_usize..400, packed: bool) {
        let all = lines();
        let text: Vec<&str> = chosen.iter().map(|at| all[*at].as_str()).collect();
        let text = text.join("\n");
        let bytes = if packed { gzip(text.as_bytes()) } else { text.clone().into_bytes() };
        if Stream::fits(&bytes) {
            prop_assert_eq!(streamed(&bytes, piece), whole(&bytes));
        }
    }
}
