//! A PDF gives the same text in the browser as natively.

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../common/pdf.rs"]
mod made;

#[wasm_bindgen_test]
fn a_pdf_is_read_in_the_browser_too() {
    let page = [made::line(72.0, 700.0, 11.0, "Weigh daily."), made::line(72.0, 686.0, 11.0, "Return in two weeks.")];
    let extracted = chaperone::pdf::read(&made::pdf(&[&page.concat()])).unwrap();
    assert_eq!(extracted.text, "Weigh daily.\nReturn in two weeks.");
    let places: Vec<(f32, f32)> =
        extracted.pages[0].lines.iter().map(|line| (line.bounds.left, line.bounds.top)).collect();
    assert_eq!(places, [(72.0, 133.2), (72.0, 147.2)]);
}
