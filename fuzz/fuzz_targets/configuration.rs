//! Whatever a file of parameters says, it is read or refused, in words of ours alone, and what is read is in range. Run with
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run configuration`.
#![no_main]

use chaperone::library::ByWords;
use chaperone::library::configuration::Choices;
use chaperone::retrieve::Strategy;

/// The longest error, whatever the file is.
const MOST_SAID: usize = 300;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for file in [text.to_owned(), format!("{{\"build\":{{{text}}}}}"), format!("{{\"search\":{{{text}}}}}")] {
        let by_words = ByWords::read(file.as_bytes());
        match &by_words {
            Ok(read) => assert_eq!(read.way.strategy, Strategy::Keyword),
            Err(error) => assert!(error.to_string().len() < MOST_SAID),
        }
        let Ok(choices) = Choices::from_json(&file) else {
            assert!(by_words.is_err());
            continue;
        };
        for way in choices.clone().ways().into_iter().flatten() {
            assert!((0.0..=10.0).contains(&way.build.k1) && (0.0..=1.0).contains(&way.build.b) && way.top_k > 0);
        }
        assert!(choices.one().is_ok() || by_words.is_err());
    }
});
