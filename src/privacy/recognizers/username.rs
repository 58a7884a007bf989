//! Names under which somebody uses a system: 45 CFR 164.514(b)(2)(i)(R).
//!
//! They are known by a label ("username", "portal login", "USER") or by the form `@name`. What stands behind the label is
//! a word that needs a digit, a sign inside or the label's own colon; "the user reports" and "@ 75 mL/h" have none of them.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        (
            "labelled",
            r#"(?i)(?-u:\b)(?:user[ _-]?(?:name|id)|log[ -]?in(?: (?:name|id))?|log[ -]?on(?: id)?|userid|handle|screen[ -]?name|gamertag|proxy|skype|telegram|whatsapp|instagram|insta|snapchat|discord|twitter|facebook|tiktok|mychart id)(?:[ :=]|is|was|still|now|account|name|id|on file){1,20}[ "'(@]{0,3}(?P<it>[A-Za-z][A-Za-z0-9]*(?:[._-]?[A-Za-z0-9]+)*[0-9_.][A-Za-z0-9._-]*[A-Za-z0-9]|[A-Za-z]+[0-9]+)(?-u:\b)"#,
            Score::STRONG,
        ),
        ("label and colon", r#"(?i)(?-u:\b)(?:user[ _-]?(?:name|id)?|log[ -]?in|userid|handle|screen[ -]?name)(?: ?[:=|] ?| ?\.{3,60} ?)["']?(?P<it>[A-Za-z0-9][A-Za-z0-9._-]{2,30})(?-u:\b)"#, Score::STRONG),
        ("USER in a print-out", r"(?-u:\b)(?:USER|LOGIN|OPERATOR|BY)[ :=]{1,2}(?P<it>[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{2,}[0-9]{2,})(?-u:\b)", Score::FAIR),
        ("USER in a print-out", r"(?-u:\b)(?:[0-9]{4}|[0-9]{2}:[0-9]{2}) USER (?P<it>[A-Z][A-Z0-9_]{3,20})(?-u:\b)", Score::FAIR),
        ("@name", r"(?:^|[ \n(:,])(?P<it>@[A-Za-z_][A-Za-z0-9_.]{2,30}[A-Za-z0-9_])(?-u:\b)", Score::WEAK),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds user names.
pub struct Username;

impl Recognizer for Username {
    fn name(&self) -> &'static str {
        "username"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Username)).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 5);
    }
}
