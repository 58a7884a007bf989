//! Whatever a lexicon's file holds, reading it and asking it does not panic and ends. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run lexicon`. The
//! same holds in `src/privacy/lexicon.rs` for made-up bytes.
#![no_main]

#[path = "../shared/sealed.rs"]
mod sealed;

use chaperone::privacy::lexicon::Lexicon;
use sealed::sealed;

fn ask(bytes: &[u8], words: &str) {
    if let Ok(lexicon) = Lexicon::read(bytes) {
        lexicon.phrase(words.split(' '));
        words.split(' ').for_each(|word| {
            lexicon.of_word(word);
        });
    }
}

libfuzzer_sys::fuzz_target!(|input: (&[u8], &str)| {
    let (body, words) = input;
    ask(body, words);
    let bytes = sealed(b"CHAPLEXI\x01\x00", body);
    ask(&bytes, words);
});
