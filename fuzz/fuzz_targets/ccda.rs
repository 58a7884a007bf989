//! Any sections of a C-CDA document are read or refused, alike in steps of any sizes, and everything can be found again. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run ccda fuzz/corpus/ccda tests/data/sources`; the same properties run on stable in `tests/native/sources.rs`.
#![no_main]

#[path = "../shared/steps.rs"]
mod steps;

const BEFORE: &[u8] = b"<ClinicalDocument xmlns='urn:hl7-org:v3'><recordTarget><patientRole><id root='1.2' extension='A-1'/></patientRole></recordTarget>";
const AFTER: &[u8] = b"</ClinicalDocument>";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [BEFORE, bytes, AFTER].concat();
    for file in [bytes, &whole] {
        steps::check(file, bytes, &[]);
    }
});
