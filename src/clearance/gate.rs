//! The gate: looks for known answers, for identifiers of known shape and for pieces that do not keep
//! to their operation's form, in every part of a request.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::known::KnownAnswers;
use super::span_map::{Operator, SpanMap};
use crate::document::EntityType;
use crate::span::{Span, Synthesised};

/// Which part of a request a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The HTTP method.
    Method,
    /// The address.
    Url,
    /// A header.
    Header,
    /// The body's frame: everything but the user message.
    Body,
    /// The user message, which spans point into.
    Message,
}

/// The rule that was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rule")]
pub enum Rule {
    /// An identifying text that the records name.
    KnownAnswer {
        /// What it is.
        entity_type: EntityType,
    },
    /// A text shaped like an identifier.
    Pattern {
        /// What it looks like.
        entity_type: EntityType,
    },
    /// A piece that does not have the form its operation gives.
    Form {
        /// The operation.
        operator: Operator,
    },
    /// A request that is not built as it must be.
    Frame,
}

impl Rule {
    /// Returns the stable word for this rule.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::KnownAnswer { .. } => "known-answer",
            Rule::Pattern { .. } => "pattern",
            Rule::Form { .. } => "form",
            Rule::Frame => "frame",
        }
    }
}

/// One reason to refuse. It holds no text of the request, the records or the question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Which part it is about.
    pub part: Part,
    /// The bytes of the user message; `None` for the other parts.
    pub span: Option<Span<Synthesised>>,
    /// The rule that was broken.
    pub rule: Rule,
    /// What is wrong.
    pub reason: &'static str,
    /// What would mend it.
    pub fix: &'static str,
}

impl Finding {
    pub(super) fn frame(part: Part, reason: &'static str) -> Self {
        Finding { part, span: None, rule: Rule::Frame, reason, fix: "change the endpoint settings; nothing was sent" }
    }
}

/// A known answer that was let through, because every byte of it is innocent by provenance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Exemption {
    /// The bytes of the user message.
    pub span: Span<Synthesised>,
    /// What kind of known answer it would have been.
    pub entity_type: EntityType,
    /// The operation whose words it is a part of.
    pub operator: Operator,
}

/// Shapes that identifiers have. Each cites the clause of 45 CFR 164.514(b)(2)(i) it serves.
static PATTERNS: LazyLock<Vec<(EntityType, Regex)>> = LazyLock::new(|| {
    let month = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
    [
        // (C) all elements of dates directly related to an individual, but the year.
        (EntityType::Date, r"\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b".to_owned()),
        (EntityType::Date, r"\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b".to_owned()),
        (EntityType::Date, format!(r"(?i)\b{month}\.?,?\s+\d{{1,4}}\b")),
        (EntityType::Date, format!(r"(?i)\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{month}\b")),
        (EntityType::Date, r"\b\d{1,2}:\d{2}\b".to_owned()),
        // (C) ages over 89.
        (EntityType::Age, r"(?i)\b(?:9\d|1[0-3]\d)[\s-]*(?:years?|yrs?|y/?o)\b".to_owned()),
        // (D), (E), (G)–(L), (R): numbers. Seven digits with at most single separators are a telephone
        // number, a record number or an account; so is any six-digit run and any long mix of letters and digits.
        (EntityType::Phone, r"\d(?:[-. ()/]{0,2}\d){6,}".to_owned()),
        (EntityType::Id, r"\d{6,}".to_owned()),
        (EntityType::Id, r"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-".to_owned()),
        (EntityType::Id, r"(?i)\b[a-z]{1,4}[-#]?\d{5,}\b".to_owned()),
        // (F) electronic mail addresses; (N), (O) URLs and IP addresses.
        (EntityType::Email, r"@".to_owned()),
        (EntityType::Url, r"(?i)://|\bwww\.".to_owned()),
        (EntityType::Url, r"\b\d{1,3}(?:\.\d{1,3}){3}\b".to_owned()),
    ]
    .into_iter()
    .filter_map(|(entity_type, pattern)| Regex::new(&pattern).ok().map(|regex| (entity_type, regex)))
    .collect()
});

/// The form that each operation gives to its pieces. A piece of any other form is refused.
static FORMS: LazyLock<Vec<(Operator, Regex)>> = LazyLock::new(|| {
    [
        // Terminologies use no angle brackets, quotation marks or line breaks that could close our tags.
        (Operator::Code, r#"^[^<>"\\\p{Cc}\p{Cf}]{1,300}$"#),
        (Operator::Unit, r"^[^\s<>@]{1,16}$"),
        (Operator::Round, r"^-?\d{1,5}(?:\.\d{1,3})?$"),
        (Operator::Count, r"^\d{1,4}$"),
        (Operator::Trend, r"^(?:rising|falling|steady|mixed)$"),
        (Operator::Time, r"^(?:day 0|(?:\d{1,5} (?:days?|weeks?|months?|years?)(?: and \d{1,2} (?:days?|weeks?|months?))? (?:before|after) day 0))$"),
        (Operator::AgeBand, r"^(?:under 10|[1-8]0 to [1-8]9|90 or more)$"),
        (Operator::Pseudonym, r"^Patient [A-Z][2-9]$"),
        (Operator::Alias, r"^R[1-9]\d{0,3}$"),
        (Operator::Vocabulary, r"^(?:[a-z]{1,20}(?:\d{1,2}[a-z]{0,2})?(?:-[a-z]{1,20}){0,3}|covid-19)$"),
        // Letters alone: no number, no accent, nothing invisible, no second word.
        (Operator::Allowed, r"^[a-z]{2,24}(?:-[a-z]{2,24}){0,2}$"),
    ]
    .into_iter()
    .filter_map(|(operator, pattern)| Regex::new(pattern).ok().map(|regex| (operator, regex)))
    .collect()
});

/// Returns whether `text` has the form that `operator` gives. Template words have no form of their own:
/// they are `'static`.
pub(super) fn has_form(operator: Operator, text: &str) -> bool {
    operator == Operator::Template
        || FORMS.iter().find(|(of, _)| *of == operator).is_some_and(|(_, form)| form.is_match(text))
}

/// Looks through a text of which nothing is exempt: an address, a header, a model's name.
pub(super) fn check_bare(part: Part, text: &str, known: &KnownAnswers) -> Option<Finding> {
    known.find(text).first().map(|hit| Finding {
        part,
        span: None,
        rule: Rule::KnownAnswer { entity_type: hit.entity_type },
        reason: "holds an identifying text from the records",
        fix: "change the endpoint settings; nothing was sent",
    })
}

/// Looks through the user message, with exemptions by provenance.
pub(super) fn check_message(map: &SpanMap, known: &KnownAnswers) -> (Vec<Finding>, Vec<Exemption>) {
    let mut findings = Vec::new();
    let mut exemptions = Vec::new();
    for piece in map.pieces() {
        if !has_form(piece.operator, map.text_of(piece)) {
            findings.push(Finding {
                part: Part::Message,
                span: Some(piece.span),
                rule: Rule::Form { operator: piece.operator },
                reason: "a piece does not have the form its operation gives",
                fix: "leave the fact out",
            });
        }
    }
    for hit in known.find(map.text()) {
        let span = Span::at(hit.start, hit.end - hit.start);
        // In a terminology's words names are written with a capital: a patient named Hand is not meant by "right hand".
        let small = span.of(map.text()).is_some_and(|word| !word.contains(char::is_uppercase));
        match exempting(map, span, hit.single_word && small) {
            Some(operator) => exemptions.push(Exemption { span, entity_type: hit.entity_type, operator }),
            None => findings.push(Finding {
                part: Part::Message,
                span: Some(span),
                rule: Rule::KnownAnswer { entity_type: hit.entity_type },
                reason: "an identifying text from the records",
                fix: "leave the fact or the word out",
            }),
        }
    }
    for (entity_type, pattern) in PATTERNS.iter() {
        for found in pattern.find_iter(map.text()) {
            let span = Span::at(found.start(), found.len());
            if map.over(span).iter().any(|piece| piece.operator != Operator::Template) {
                findings.push(Finding {
                    part: Part::Message,
                    span: Some(span),
                    rule: Rule::Pattern { entity_type: *entity_type },
                    reason: "a text shaped like an identifier",
                    fix: "leave the fact or the word out",
                });
            }
        }
    }
    findings.sort();
    findings.dedup();
    (findings, exemptions)
}

/// Returns the operation that makes every byte of `span` innocent, if one does: our own words; one word
/// of a terminology or of the closed vocabulary; one number that an operation of ours made.
fn exempting(map: &SpanMap, span: Span<Synthesised>, single_word: bool) -> Option<Operator> {
    let pieces = map.over(span);
    let first = pieces.first()?.operator;
    if !pieces.iter().all(|piece| piece.operator == first) {
        return None;
    }
    let made_here = matches!(
        first,
        Operator::Round | Operator::Count | Operator::Time | Operator::AgeBand | Operator::Trend | Operator::Alias
    );
    let of_a_vocabulary = matches!(first, Operator::Code | Operator::Vocabulary);
    (first == Operator::Template || (single_word && pieces.len() == 1 && (of_a_vocabulary || made_here)))
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::span_map::Composer;
    use crate::document::Identifier;

    fn known(names: &[&str]) -> KnownAnswers {
        let person =
            |name: &&str| Identifier { text: (*name).to_owned(), entity_type: EntityType::Person, patient: None };
        KnownAnswers::new(&names.iter().map(person).collect::<Vec<_>>()).unwrap()
    }

    fn message(pieces: &[(Operator, &str)]) -> SpanMap {
        let mut composer = Composer::new();
        for (operator, text) in pieces {
            composer.template("> ").write(*operator, text, Vec::new()).template("\n");
        }
        composer.finish()
    }

    #[test]
    fn every_pattern_and_form_compiles() {
        assert_eq!(PATTERNS.len(), 13);
        assert_eq!(FORMS.len(), 11);
    }

    #[test]
    fn a_patient_named_hand_does_not_make_a_right_hand_unsayable() {
        let map = message(&[(Operator::Code, "Fracture of right hand")]);
        let (findings, exemptions) = check_message(&map, &known(&["Rose Hand"]));
        assert_eq!(findings, []);
        assert_eq!(exemptions.len(), 1);
        assert_eq!(exemptions[0].span.of(map.text()), Some("hand"));
    }

    #[test]
    fn nothing_is_exempt_in_a_word_that_was_allowed() {
        for known_as in ["Rose Hand", "Hand"] {
            let map = message(&[(Operator::Allowed, "hand")]);
            assert_eq!(check_message(&map, &known(&[known_as])).0.len(), 1);
            assert_eq!(check_message(&map, &known(&["Rice"])).0, []);
        }
        let map = message(&[(Operator::Allowed, "hand-held")]);
        assert!(!check_message(&map, &known(&["Rose Hand"])).0.is_empty());
    }

    #[test]
    fn a_name_written_as_one_is_not_exempt_in_a_code() {
        let map = message(&[(Operator::Code, "Stroke, Okafor told by sister")]);
        assert!(!check_message(&map, &known(&["Amara Okafor"])).0.is_empty());
    }

    #[test]
    fn a_full_name_is_never_exempt_even_in_a_code() {
        let map = message(&[(Operator::Code, "Letter for Rose Hand")]);
        assert!(!check_message(&map, &known(&["Rose Hand"])).0.is_empty());
    }

    #[test]
    fn a_name_across_two_pieces_is_found() {
        let mut composer = Composer::new();
        composer.write(Operator::Vocabulary, "oka", Vec::new()).write(Operator::Vocabulary, "for", Vec::new());
        let (findings, _) = check_message(&composer.finish(), &known(&["Okafor"]));
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn shapes_of_identifiers_are_found() {
        for text in [
            "2019-03-02",
            "3/2/2019",
            "March 2019",
            "2nd of March",
            "14:05",
            "93 years",
            "555-419-3488",
            "419 3488",
            "MRN123456",
            "e792af79-5fe0-4ed8",
            "a@b",
            "http://x",
            "10.0.0.1",
            "1234567",
        ] {
            let map = message(&[(Operator::Code, text)]);
            assert!(!check_message(&map, &known(&[])).0.is_empty(), "{text}");
        }
        for text in [
            "Hemoglobin A1c/Hemoglobin.total in Blood",
            "24 HR Metformin 500 MG",
            "may act",
            "GFR/1.73 sq M",
            "COVID-19",
            "89 years",
        ] {
            let map = message(&[(Operator::Code, text)]);
            assert_eq!(check_message(&map, &known(&[])).0, [], "{text}");
        }
    }

    #[test]
    fn a_piece_must_have_the_form_of_its_operation() {
        for (operator, good, bad) in [
            (Operator::Round, "139.5", "139.53012"),
            (Operator::Count, "12", "twelve"),
            (Operator::Trend, "rising", "soaring"),
            (Operator::Time, "3 months before day 0", "March 2019"),
            (Operator::AgeBand, "60 to 69", "63"),
            (Operator::Pseudonym, "Patient K7", "Patient Haley"),
            (Operator::Alias, "R12", "Okafor 2019"),
            (Operator::Vocabulary, "pressure", "Okafor"),
            (Operator::Vocabulary, "follow-up", "jan-19"),
            (Operator::Vocabulary, "covid-19", "covid-194"),
            (Operator::Allowed, "ashwagandha", "ashwagandha root of mr haley"),
            (Operator::Allowed, "sugar-free", "b12"),
            (Operator::Allowed, "naive", "nai\u{308}ve"),
            (Operator::Allowed, "okra", "ok\u{200b}ra"),
            (Operator::Allowed, "okra", "\u{43e}kra"),
            (Operator::Unit, "mm[Hg]", "per Dr Haley"),
            (Operator::Code, "Body Weight", "</quote>"),
        ] {
            assert!(has_form(operator, good), "{good}");
            assert!(!has_form(operator, bad), "{bad}");
            assert!(!check_message(&message(&[(operator, bad)]), &known(&[])).0.is_empty(), "{bad}");
        }
    }
}
