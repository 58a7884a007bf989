//! E-mail addresses: 45 CFR 164.514(b)(2)(i)(F).
//!
//! The shape is the usual part of RFC 5322's `addr-spec` (section 3.4.1): a dot-atom, `@`, a domain with a dot in it.
//! Dictated ("name at example dot org") and broken forms are found too.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("address", r"(?i)[\p{L}\p{N}][\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]*\s?@\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+", Score::CERTAIN),
        ("dictated", r"(?i)\b[a-z0-9]+(?:(?: dot | underscore | dash |[._-])[a-z0-9]+)* at [a-z0-9-]+(?: dot [a-z0-9-]+)* dot (?:com|org|net|edu|gov|co|uk|de|dk|se|no|in|sg|info|io)\b", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds e-mail addresses.
pub struct Email;

impl Recognizer for Email {
    fn name(&self) -> &'static str {
        "email"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Email)).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 2);
    }
}
