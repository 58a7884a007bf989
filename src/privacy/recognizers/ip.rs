//! Addresses of machines: 45 CFR 164.514(b)(2)(i)(O).
//!
//! IPv4 in dotted decimals (RFC 791), IPv6 in the text forms of RFC 4291, section 2.2, which the standard library reads,
//! and hardware addresses (IEEE EUI-48, EUI-64). Versions ("v2.10.4.1"), times and allele names are none.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use super::code;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("IPv4", r"(?:^|[^0-9A-Za-z.])(?P<it>[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?:/[0-9]{1,2}|:[0-9]{2,5})?(?:$|[^0-9A-Za-z.]|\.(?:$|[^0-9A-Za-z]))", Score::FAIR),
        ("IPv6", r"(?i)(?:^|[^0-9A-Za-z:.*])(?P<it>[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3})?)(?:$|[^0-9A-Za-z:])", Score::CERTAIN),
        ("hardware address", r"(?i)(?-u:\b)(?:[0-9a-f]{2}[:-]){5}(?:[0-9a-f]{2}[:-][0-9a-f]{2}[:-])?[0-9a-f]{2}(?-u:\b)", Score::CERTAIN),
        ("hardware address", r"(?i)(?-u:\b)[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?-u:\b)", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds addresses of machines.
pub struct Ip;

impl Recognizer for Ip {
    fn name(&self) -> &'static str {
        "ip"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Ip));
        found.filter_map(|found| judge(view, found)).collect()
    }
}

fn judge(view: &View<'_>, found: Found) -> Option<Found> {
    let text = view.slice(found.range.clone());
    match found.pattern {
        "IPv4" => {
            let before = view.words_before(found.range.start).next();
            let version =
                before.is_some_and(|word| matches!(word.lower.as_str(), "v" | "version" | "ver" | "release" | "build"));
            // Enzymes are numbered by four numbers too: `EC 3.4.21.5`.
            let version = version || code::is_of_a_system(view, found.range.start);
            // Leading zeros are allowed here, though the standard library's reader does not take them.
            let octets = text.split('.').filter_map(|octet| octet.parse::<u8>().ok()).count();
            let validation = text.parse::<Ipv4Addr>().is_ok().then_some("four octets");
            (octets == 4 && !version).then_some(Found { score: Score::STRONG, validation, ..found })
        }
        "IPv6" => {
            let address = text.parse::<Ipv6Addr>().is_ok() && text.bytes().filter(u8::is_ascii_hexdigit).count() > 3;
            address.then_some(Found { validation: Some("RFC 4291"), ..found })
        }
        _ => text.bytes().any(|byte| byte.is_ascii_digit()).then_some(found),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 4);
    }
}
