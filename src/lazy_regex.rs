//! Regular expressions that are compiled when they are first asked.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::{Captures, Regex};

/// A regular expression of ours. One that cannot be compiled matches nothing; that there is no such one is for the tests of its module.
pub(crate) struct LazyRegex {
    pattern: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl LazyRegex {
    /// Returns the expression that is written `pattern`.
    pub(crate) const fn new(pattern: &'static str) -> Self {
        LazyRegex { pattern, compiled: OnceLock::new() }
    }

    /// Returns the compiled expression; `None` where `pattern` is none.
    pub(crate) fn compiled(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| Regex::new(self.pattern).ok()).as_ref()
    }

    /// Returns whether it matches anywhere in `text`.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.compiled().is_some_and(|regex| regex.is_match(text))
    }

    /// Returns the groups of its first match in `text`.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.compiled()?.captures(text)
    }

    /// Returns `text` with what it matches replaced by `with`, where `$1` is the first group.
    pub(crate) fn replace_all<'t>(&self, text: &'t str, with: &str) -> Cow<'t, str> {
        self.compiled().map_or(Cow::Borrowed(text), |regex| regex.replace_all(text, with))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_what_it_says_and_a_broken_one_matches_nothing() {
        static WORD: LazyRegex = LazyRegex::new("([a-z])([a-z]+)");
        assert!(WORD.is_match("two words") && !WORD.is_match("2"));
        assert_eq!(WORD.captures("two words").unwrap().get(2).unwrap().as_str(), "wo");
        assert_eq!(WORD.replace_all("two words", "$1."), "t. w.");
        #[allow(clippy::invalid_regex)] // on purpose
        static BROKEN: LazyRegex = LazyRegex::new("(");
        assert!(BROKEN.compiled().is_none() && !BROKEN.is_match("(") && BROKEN.captures("(").is_none());
        assert_eq!(BROKEN.replace_all("(", ""), "(");
    }
}
