//! A configuration where there are no vectors, as in the page: what of it counts there, and what cannot.

use super::Questions;
use super::configuration::{Choices, Configuration, LIBRARY_STRATEGY};
use super::pack::{Options, Reading, of_libraries};
use crate::error::{Code, Error, Result};
use crate::retrieve::Strategy;

/// The longest file, in bytes.
const MAX_BYTES: usize = 64 << 10;
/// Passages that a search finds where no file was chosen: they are looked through by eye.
const TOP_K: usize = 20;

/// A way of making and searching a library by words alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ByWords {
    /// The way, which asks for no vectors.
    pub way: Configuration,
    /// Whether the file says something of vectors, which counts for nothing.
    pub lacks_vectors: bool,
    /// Whether the file says if slips of the pen are read.
    says_spelling: bool,
}

impl Default for ByWords {
    fn default() -> Self {
        let way = of(Configuration { top_k: TOP_K, ..Configuration::default() });
        ByWords { way, lacks_vectors: false, says_spelling: false }
    }
}

impl ByWords {
    /// Returns the way in a pack at a server. Slips are read there only where the file asks for it: the pages of terms around a slip
    /// tell the host how a word begins that only the question has.
    pub fn hosted(self) -> Self {
        let reading = Reading { spelling: self.way.reading.spelling && self.says_spelling, ..self.way.reading };
        ByWords { way: Configuration { reading, ..self.way }, ..self }
    }

    /// Reads a file with a configuration in JSON. What it does not say is as it is natively.
    ///
    /// # Errors
    /// `too-large` for a file that is longer than any configuration; `malformed` and `invalid-argument` as [`Choices::from_json`] and [`Choices::one`],
    /// and for a strategy that ranks records alone.
    pub fn read(json: &[u8]) -> Result<Self> {
        if json.len() > MAX_BYTES {
            return Err(Error::new(Code::TooLarge, "the file is longer than a configuration may be"));
        }
        let text = std::str::from_utf8(json)
            .map_err(|_| Error::new(Code::Malformed, "the configuration is not UTF-8: save it as such"))?;
        let choices = Choices::from_json(text)?;
        let says_spelling = choices.says_spelling();
        let way = choices.one()?;
        let strategy = of_libraries(way.strategy)?;
        let lacks_vectors = strategy != LIBRARY_STRATEGY && strategy.uses_dense()
            || way.probes.is_some()
            || way.questions != Questions::Off
            || way.build.questions;
        Ok(ByWords { way: of(way), lacks_vectors, says_spelling })
    }
}

/// Returns `way` without what needs vectors.
fn of(way: Configuration) -> Configuration {
    let build = Options { questions: false, ..way.build };
    Configuration { build, strategy: Strategy::Keyword, probes: None, questions: Questions::Off, ..way }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_not_read_where_a_host_would_hear_of_it() {
        let named = |way: ByWords| way.way.reading.named();
        assert_eq!(named(ByWords::default()), ["spelling", "queries"]);
        assert_eq!(named(ByWords::default().hosted()), ["queries"]);
        assert_eq!(ByWords::default().hosted().way.top_k, TOP_K);
        let read = |json: &str| ByWords::read(json.as_bytes()).unwrap();
        assert_eq!(named(read("{}")), ["spelling", "queries"]);
        assert_eq!(named(read("{}").hosted()), ["queries"], "a file that says nothing of it asks for nothing");
        assert_eq!(named(read(r#"{"search":{"spelling":true}}"#).hosted()), ["spelling", "queries"]);
        assert_eq!(named(read(r#"{"search":{"spelling":false}}"#).hosted()), ["queries"]);
    }

    #[test]
    fn what_needs_vectors_is_left_out_and_told() {
        let read = |json: &str| ByWords::read(json.as_bytes()).unwrap();
        let usual = read("{}");
        assert_eq!((usual.way.strategy, usual.way.top_k, usual.lacks_vectors), (Strategy::Keyword, 5, false));
        assert!(!read(r#"{"search":{"strategy":"keyword","filters":false,"evidence":true}}"#).lacks_vectors);
        for json in [
            r#"{"search":{"strategy":"dense"}}"#,
            r#"{"search":{"strategy":"mmr:0.5"}}"#,
            r#"{"search":{"probes":3}}"#,
            r#"{"search":{"questions":"only"}}"#,
            r#"{"build":{"questions":true}}"#,
        ] {
            assert_eq!(read(json), ByWords { lacks_vectors: true, ..usual }, "{json}");
        }
    }

    #[test]
    fn a_file_that_is_none_is_refused_without_its_text() {
        let error = |json: &[u8]| ByWords::read(json).unwrap_err();
        for (json, code) in [
            (&b"{\n\"search\": {\"top-k\": \"okafor\"}}"[..], Code::Malformed),
            (b"{\"search\": {\"strategy\": \"linear\"}}", Code::InvalidArgument),
            (b"{\"search\": {\"top-k\": [1, 2]}}", Code::InvalidArgument),
            (b"{\"search\": \"\xff\"}", Code::Malformed),
            (&vec![b' '; MAX_BYTES + 1], Code::TooLarge),
        ] {
            assert_eq!(error(json).code(), code);
            assert!(!error(json).to_string().contains("okafor"));
        }
        assert!(error(b"{\n\"search\": {\"top-k\": \"okafor\"}}").to_string().starts_with("line[2]: "));
    }
}
