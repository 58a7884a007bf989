//! ZIP archives of any of them.

use chaperone::document::Wrapping;

use super::*;
use crate::common::files::zip;

#[test]
fn members_of_an_archive_are_read_as_the_files_they_are() {
    let lines = [weight("w1", "p", "2020-01-02", 70.5), weight("w2", "p", "2020-01-03", 71.25)];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let archive = zip(&[
        ("export/", None),
        ("export/Observation.ndjson", Some(lines.as_bytes())),
        ("export/Patient.json.gz", Some(&gzip(&bundle([patient("p", "Varga")])))),
        ("export/notes/letter.md", Some(LETTER.as_bytes())),
        ("export/picture.png", Some(b"\x89PNG\r\n\x1a\n")),
        ("export/table.dat", Some(b"\x01\x02\x03")),
        ("__MACOSX/._x", Some(b"junk")),
        ("export/inner.zip", Some(&zip(&[("a.txt", Some(b"inner"))]))),
    ]);
    for file in [archive.clone(), gzip(&archive)] {
        let (records, reports) = read_all(&[&file]);
        let report = &reports[0];
        assert_eq!((report.facts, report.documents, records.patients.len()), (2, 3, 2), "{report:?}");
        assert_eq!((records.sources(), records.files.len()), (1, 3));
        let reasons: Vec<(&str, &str)> = report.skipped.iter().map(|s| (s.path.as_str(), s.reason.as_str())).collect();
        assert!(
            reasons.iter().any(|(path, reason)| *path == "file[5]" && reason.contains("neither records nor text")),
            "{reasons:?}"
        );
        assert!(
            reasons.iter().any(|(path, reason)| *path == "file[7]" && reason.contains("archive within")),
            "{reasons:?}"
        );
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        let is_in_gzip = |wrapping: &[Wrapping]| wrapping.last() == Some(&Wrapping::Gzip);
        assert_eq!(records.files.iter().filter(|file| is_in_gzip(&file.wrapping)).count(), 1);
        let (again, reports) = read_all(&[&file, &file]);
        assert!(reports[1].already_read && again == records);
    }
}

#[test]
fn an_archive_that_is_broken_or_empty_is_refused() {
    let whole = zip(&[("a.txt", Some(b"A letter."))]);
    assert!(refused(&whole[..whole.len() - 30]).contains("broken or cut short"));
    assert!(refused(&zip(&[("a/", None)])).contains("nothing in the ZIP archive"));
    assert!(refused(&zip(&[("a.dat", Some(&[1, 2, 3]))])).contains("nothing in the ZIP archive"));
    for office in ["[Content_Types].xml", "mimetype"] {
        let document = zip(&[("word/document.xml", Some(b"<w:document/>")), (office, Some(b"application"))]);
        assert!(refused(&document).contains("save it as PDF"), "{office}");
        assert!(refused(&gzip(&document)).contains("save it as PDF"), "{office}");
        assert!(!refused(&zip(&[("letters/mimetype", Some(&[1, 2, 3]))])).contains("PDF"));
    }
    // A directory that points outside the archive.
    let mut lying = whole.clone();
    let at = lying.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    lying[at + 20..at + 24].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
    assert!(refused(&lying).contains("ZIP archive"));
}
