//! Whatever a UMLS or a packed vocabulary holds, reading it and asking it does not panic and ends. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run
//! concepts`. The same holds in `src/index/concepts` for made-up bytes.
#![no_main]

#[path = "../shared/sealed.rs"]
mod sealed;

use chaperone::index::concepts::umls::Umls;
use chaperone::index::concepts::{Vocabulary, table};
use chaperone::span::Question;
use sealed::sealed;

fn ask(vocabulary: &Vocabulary, text: &str) {
    for mention in vocabulary.mentions::<Question>(text) {
        mention.span.of(text).expect("a mention stands in its text");
        vocabulary.expanded(vocabulary.concepts_of(mention.name));
    }
    assert_eq!(Vocabulary::read(&vocabulary.write()).as_ref(), Ok(vocabulary));
}

libfuzzer_sys::fuzz_target!(|input: (&[u8], &[u8], &str)| {
    let (first, second, text) = input;
    let mut umls = Umls::default();
    if umls.push(first).and_then(|()| umls.push(second)).is_ok()
        && let Ok(vocabulary) = umls.finish()
    {
        ask(&vocabulary, text);
    }
    if let Ok(lines) = std::str::from_utf8(first)
        && let Ok(vocabulary) = table::read(lines)
    {
        ask(&vocabulary, text);
    }
    let bytes = sealed(b"CHAPCONC\x01\x00", second);
    if let Ok(vocabulary) = Vocabulary::read(&bytes) {
        for mention in vocabulary.mentions::<Question>(text) {
            vocabulary.expanded(vocabulary.concepts_of(mention.name));
        }
    }
});
