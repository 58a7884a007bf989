//! Web addresses: 45 CFR 164.514(b)(2)(i)(N).
//!
//! With a scheme (RFC 3986), with `www.`, or a bare domain under a top-level domain that is no English word or unit. What
//! only looks like one: file names (`notes.txt`), units (`mg/dL`), sentences without a space between ("pain.In"), genes.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("scheme", r#"(?i)(?-u:\b)(?:https?|hxxps?|s?ftps?|file|smb|sip|wss?|ssh|git|ldap|tel|sms|data)://?[^ \n<>"'`{}|\\^]+"#, Score::CERTAIN),
        ("www", r#"(?i)(?-u:\b)www\.[^ \n<>"'`{}|\\^]+\.[^ \n<>"'`{}|\\^]+"#, Score::CERTAIN),
        (
            "domain",
            r#"(?i)(?:^|[^@A-Za-z0-9_.-])(?P<it>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]{2,})*\.(?:com|org|net|edu|gov|mil|info|biz|health|clinic|hospital|app|dev|cloud|online|site|blog|co\.(?:uk|in|nz|za|jp|kr|il)|(?:nhs|ac|gov|org)\.uk|(?:com|org|net|gov|edu)\.(?:au|br|mx|sg|hk|tr|cn|ar)|eu)(?:/[^ \n<>"'`{}|\\^]*)?)(?:$|[^A-Za-z0-9@-])"#,
            Score::STRONG,
        ),
        ("domain and path", r#"(?i)(?:^|[^@A-Za-z0-9_.-])(?P<it>[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]{2,})*\.[a-z]{2,3}/[a-z0-9_~][^ \n<>"'`{}|\\^]{2,})"#, Score::FAIR),
        ("domain of three parts", r"(?:^|[^@A-Za-z0-9_.-])(?P<it>[a-z][a-z0-9-]{2,}\.[a-z][a-z0-9-]{2,}\.(?:de|dk|se|no|fi|fr|es|it|nl|be|at|ch|pl|pt|ie|cz|io|ai|me|us|ca|in|sg|jp|kr|cn|br|mx|au|nz|tv|cc))(?:$|[^A-Za-z0-9@-])", Score::FAIR),
        ("dictated", r"(?i)(?-u:\b)(?:w ?w ?w dot|triple w dot) [a-z0-9]+(?: (?:dot|slash|dash) [a-z0-9]+)+", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds web addresses.
pub struct Url;

impl Recognizer for Url {
    fn name(&self) -> &'static str {
        "url"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Url));
        let trimmed = found.map(|mut found| {
            let text = view.slice(found.range.clone());
            let closed = if text.contains('(') { text } else { text.trim_end_matches(')') };
            found.range.end =
                found.range.start + closed.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']']).len();
            found
        });
        trimmed
            .filter(|found| !(found.pattern == "domain and path" && is_quantity(view.slice(found.range.clone()))))
            .collect()
    }
}

/// Returns whether `text` is something per something: "0.5/kg", "2.mg/dL".
fn is_quantity(text: &str) -> bool {
    let domain = text.split('/').next().unwrap_or_default();
    let letters = domain.rsplit('.').nth(1).unwrap_or_default().bytes().filter(u8::is_ascii_alphabetic).count();
    letters < 3
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 6);
    }
}
