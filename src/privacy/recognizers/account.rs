//! Account numbers: 45 CFR 164.514(b)(2)(i)(J).
//!
//! An IBAN has its country, two check digits (ISO 7064 MOD 97-10) and up to 30 characters (ISO 13616-1). A payment card has
//! 12 to 19 digits that begin with its issuer's range and end in a Luhn digit (ISO/IEC 7812-1). Other accounts are known by
//! their label. "Account for", "on account of" and a card of cardiology have no number.

use std::sync::LazyLock;

use super::check;
use super::label::{self, Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let long = |digits| Shape { min_digits: digits, min_length: digits, max_length: 34 };
    [
        (
            "account number",
            r"(?:(?:bank|billing|hospital|patient|checking|savings?|guarantor|customer|client) ?)?(?:accounts?|acct|acc|a/c|konto|fin|har)(?:[ _.-]{0,2}(?:number|num|no|nr|nbr|id|#))?",
            long(4),
            Score::FAIR,
        ),
        ("payment card", r"(?:credit|debit|payment|bank|visa|master ?card|amex|hsa|fsa|my|cc)[ -]?card(?: ?(?:number|num|no|nr|#))?|cc|cc ?#|card ?(?:number|no|#)|card ending", long(4), Score::FAIR),
        ("bank", r"iban|routing(?: ?(?:number|no|#))?|aba(?: ?(?:number|no|#))|sort ?code|swift|bic|ifsc|bsb|clabe|upi", long(6), Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, labels, shape, score)| Labelled::new(name, labels, shape, EntityType::Account, score))
    .collect()
});

static IBAN: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new("IBAN", r"(?i)(?-u:\b)[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?-u:\b)", Score::WEAK)
});
static CARD: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new("payment card", r"(?-u:\b)[1-6][0-9]{3}(?:[ -]?[0-9]{2,6}){2,4}(?-u:\b)", Score::WEAK)
});
/// What is shown of a card on a receipt: signs for all digits but the last four.
static MASKED: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::new(
        "masked card",
        r"(?:^|[^0-9A-Za-z*])(?P<it>(?:(?:\*+|\.{4,}|\u{2022}+|[Xx]{4,})[ -]?){1,4}[0-9]{4})(?:$|[^0-9A-Za-z])",
        Score::FAIR,
    )
});

/// Finds account numbers.
pub struct Account;

impl Recognizer for Account {
    fn name(&self) -> &'static str {
        "account"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        for iban in IBAN.iter().flat_map(|pattern| pattern.find(view, EntityType::Account)) {
            if check::iban(view.slice(iban.range.clone())) {
                found.push(Found { score: Score::CERTAIN, validation: Some("MOD 97-10"), ..iban });
            }
        }
        for card in CARD.iter().flat_map(|pattern| pattern.find(view, EntityType::Account)) {
            let text = view.slice(card.range.clone());
            let digits = check::digits(text);
            if is_issuer(&digits) && check::luhn(&digits) {
                found.push(Found { score: Score::CERTAIN, validation: Some("issuer's range, Luhn digit"), ..card });
            } else if (12..=19).contains(&digits.len()) && label::follows(view, card.range.start, 6, CARD_WORDS) {
                found.push(Found { score: Score::STRONG, context: Some("a card"), ..card });
            }
        }
        let masked = MASKED.iter().flat_map(|pattern| pattern.find(view, EntityType::Account));
        let masked = masked.filter(|card| label::follows(view, card.range.start, 6, CARD_WORDS));
        found.extend(masked.map(|card| Found { context: Some("a card"), ..card }));
        found
    }
}

const CARD_WORDS: &[&str] = &["card", "cc", "visa", "mastercard", "amex", "credit", "debit"];

/// Returns whether a payment card of this length begins with these digits: the ranges that the networks publish (ISO/IEC
/// 7812-1 issuer identification numbers), Visa's old length of 13 and Maestro's from 12 on included.
fn is_issuer(digits: &[u32]) -> bool {
    let head = |count: usize| digits.iter().take(count).fold(0, |number, digit| number * 10 + digit);
    match digits.len() {
        13 => head(1) == 4,
        14 => matches!(head(3), 300..=305 | 309) || matches!(head(2), 36 | 38 | 39),
        15 => matches!(head(2), 34 | 37) || matches!(head(4), 2131 | 1800),
        16 => {
            head(1) == 4
                || matches!(head(2), 51..=55 | 35 | 65 | 60 | 62 | 50 | 56..=58)
                || matches!(head(4), 2221..=2720)
                || matches!(head(3), 644..=649)
        }
        12 | 17..=19 => matches!(head(2), 50 | 56..=69) || head(1) == 4,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::IBAN.iter().count(), super::CARD.iter().count()), (3, 1, 1));
        assert_eq!(super::MASKED.iter().count(), 1);
    }
}
