//! Small PDF files for tests, written object by object (ISO 32000-2, 7.5).
#![allow(dead_code, missing_docs)]

use std::fmt::Write as _;

/// One line of text: where it begins, in points from the lower left corner of the page, the size of its letters, and its words.
pub fn line(x: f32, y: f32, size: f32, words: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({}) Tj ET\n", words.replace('(', "\\(").replace(')', "\\)"))
}

/// A file of pages of 595 by 842 points, each with what its operators show, letters in Helvetica.
pub fn pdf(pages: &[&str]) -> Vec<u8> {
    with(pages, "", "", &[])
}

/// As [`pdf`], with entries of the trailer and of every page, and objects numbered from 4 + 2 × pages on.
pub fn with(pages: &[&str], trailer: &str, page: &str, others: &[String]) -> Vec<u8> {
    let numbers: Vec<usize> = (0..pages.len()).map(|index| 4 + 2 * index).collect();
    let kids: String = numbers.iter().map(|number| format!("{number} 0 R ")).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (content, number) in pages.iter().zip(numbers) {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R {page} >>",
            number + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects.extend_from_slice(others);
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = String::new();
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let (start, count) = (file.len(), objects.len() + 1);
    write!(file, "xref\n0 {count}\n0000000000 65535 f \n{table}").unwrap();
    write!(file, "trailer\n<< /Size {count} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n").unwrap();
    file.into_bytes()
}
