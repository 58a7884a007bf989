//! Telephone and fax numbers: 45 CFR 164.514(b)(2)(i)(D) and (E).
//!
//! North American numbers are an area code and an exchange that begin with 2 to 9, and four digits (NANP, ATIS-0300055);
//! international ones `+`, a country code and up to 15 digits (ITU-T E.164); national ones elsewhere begin with a 0 or need
//! a word that says what they are. "Fax" before a number makes it one. Ranges ("800-1000 mg"), results and doses are told
//! apart by their units and by the digits that no exchange begins with.

use std::sync::LazyLock;

use super::check;
use super::label::{self, Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! extension {
    () => {
        r"(?:,? ?(?:x|ext|ext\.|extension|extn\.?|dw) ?\.?:? ?[0-9]{1,6})?"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        (
            "North America",
            concat!(r"(?i)(?:^|[^0-9A-Za-z.+/-])(?P<it>(?:\+?1[ .-]{0,2})?(?:\([2-9][0-9]{2}\)|[2-9][0-9]{2})[ .-]{0,2}[2-9][0-9]{2}[ .-]{1,2}[0-9]{4}", extension!(), r")(?:$|[^0-9A-Za-z-])"),
            Score::FAIR,
        ),
        ("letters on the keys", r"(?-u:\b)1?-?8(?:00|33|44|55|66|77|88)-[A-Z0-9]{3}-?[A-Z0-9]{4,}(?-u:\b)", Score::FAIR),
        ("seven digits", concat!(r"(?i)(?:^|[^0-9A-Za-z.,/:+-])(?P<it>[2-9][0-9]{2}-[0-9]{4}", extension!(), r")(?:$|[^0-9A-Za-z/%-])"), Score::WEAK),
        ("international", concat!(r"(?i)(?:^|[^0-9A-Za-z+])(?P<it>\+[1-9][0-9]{0,3}(?:[ ./-]{0,2}(?:\([0-9]{1,4}\)|[0-9]{1,12})){1,7}", extension!(), r")(?:$|[^0-9A-Za-z])"), Score::WEAK),
        ("international", concat!(r"(?i)(?:^|[^0-9A-Za-z.+-])(?P<it>00[1-9][0-9]{0,2}(?:[ .-]{1,2}\(?[0-9]{1,8}\)?){2,6}", extension!(), r")(?:$|[^0-9A-Za-z])"), Score::FAIR),
        ("national, with a 0", concat!(r"(?i)(?:^|[^0-9A-Za-z.,/:+-])(?P<it>\(?0[1-9][0-9]{0,4}\)?(?:[ /-]{1,2}[0-9]{2,8}){1,5}", extension!(), r")(?:$|[^0-9A-Za-z/:%-])"), Score::FAIR),
        ("groups of digits", r"(?:^|[^0-9A-Za-z.,/:+-])(?P<it>\(?[0-9OolI]{1,5}\)?(?:[ ./-]{1,2}[0-9OolI]{2,8}){1,5})(?:$|[^0-9A-Za-z/:%-])", Score::FAINT),
        ("campus", r"(?:^|[^0-9A-Za-z.,/:+-])(?P<it>[0-9]-[0-9]{4})(?:$|[^0-9A-Za-z/:%-])", Score::FAINT),
        ("seven digits, parted", r"(?:^|[^0-9A-Za-z.,/:+-])(?P<it>[2-9][0-9]{2}[ .][0-9]{4})(?:$|[^0-9A-Za-z/:%-])", Score::FAINT),
        ("telephone URI", r"(?-u:\b)(?i:tel|sms|callto):(?P<it>\+?[0-9][0-9().-]{5,20}[0-9])", Score::CERTAIN),
        // `505-555-0190, or -0191`
        ("the end of another number", r"[0-9]{3}[ -]?[0-9]{3,5}-[0-9]{3,4}[^0-9\n]{0,32}[ ,/(](?P<it>-[0-9]{3,4})(?:$|[^0-9A-Za-z/%-])", Score::FAIR),
        ("ten digits", r"(?:^|[^0-9A-Za-z.,/:+-])(?P<it>1?[2-9][0-9]{2}[2-9][0-9]{6})(?:$|[^0-9A-Za-z/:%-])", Score::FAINT),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    let shape = |digits| Shape { min_digits: digits, min_length: digits, max_length: 20 };
    [
        ("fax", r"fax(?:ed|es)?(?:[ _](?:number|no|nr|#|line))?|facsimile|telefax|telecopy", EntityType::Fax, 6),
        (
            "telephone",
            r"phones?(?:_[a-z]+)?|tele?phones?|tel|tlf|te1|cell(?:[ -]?phone)?|cellphone|mobiles?|mob|mobil|handy|landline|pager|beeper|paged?|callback|call[ -]back|hotline|helpline|ph|telefono|telefoon|telefon|t\u{e9}l(?:\u{e9}phone)?|puh|gsm|whatsapp|desk|switchboard|reception|emergency contact|contact(?: (?:no|number))?|direct line",
            EntityType::Phone,
            6,
        ),
        ("short telephone", r"(?:phone|tel|pager|pgr|beeper|bleep|bleeped|bleeper|paged|vocera|spectra|asc?om|dect|back ?line|durchwahl|klapp?e)s?", EntityType::Phone, 3),
        ("extension", r"ext(?:ension|n)?s?", EntityType::Phone, 3),
    ]
    .into_iter()
    .filter_map(|(name, labels, entity_type, digits)| {
        Labelled::new(name, labels, shape(digits), entity_type, Score::STRONG)
    })
    .collect()
});

/// Words that say a telephone number is near.
const WORDS: &[&str] = &[
    "phone",
    "telephone",
    "tel",
    "cell",
    "cellular",
    "cellphone",
    "mobile",
    "mob",
    "landline",
    "call",
    "callback",
    "called",
    "calling",
    "ring",
    "reach",
    "reached",
    "dial",
    "text",
    "texted",
    "texting",
    "sms",
    "pager",
    "page",
    "paged",
    "beeper",
    "contact",
    "contacted",
    "number",
    "nr",
    "line",
    "hotline",
    "helpline",
    "answering",
    "voicemail",
    "whatsapp",
    "desk",
    "reception",
    "home",
    "work",
    "office",
    "fax",
    "message",
    "tlf",
    "telefon",
    "handy",
    "mobil",
    "ph",
    "switchboard",
    "wife",
    "husband",
    "son",
    "daughter",
    "mother",
    "father",
    "sister",
    "brother",
    "niece",
    "nephew",
    "te1",
];

/// Words that say a number is a code.
const CODES: &[&str] = &["ndc", "loinc", "cas", "lot", "serial", "sn", "accession", "mrn", "ref", "order", "case"];

/// Finds telephone and fax numbers.
pub struct Phone;

impl Recognizer for Phone {
    fn name(&self) -> &'static str {
        "phone"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let labelled = LABELLED.iter().flat_map(|labelled| labelled.find(view));
        let labelled = labelled.filter(|found| {
            let text = view.slice(found.range.clone());
            let short = text.len() < 7 && text.contains(['/', '.']);
            !short && !is_time(text)
        });
        let shaped = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Phone));
        labelled.chain(shaped.filter_map(|found| judge(view, found))).collect()
    }
}

fn judge(view: &View<'_>, found: Found) -> Option<Found> {
    let text = view.slice(found.range.clone());
    let digits = check::digits(text).len();
    let start = found.range.start;
    if super::code::is_of_a_system(view, start) {
        return None;
    }
    // Nothing is measured in numbers of ten digits with signs between.
    let counted = found.pattern != "North America" && label::is_measured(view.text(), found.range.end);
    if counted || is_date(text) {
        return None;
    }
    let score = match found.pattern {
        "seven digits" => {
            let round = text.ends_with("00") || text.ends_with("50");
            (!round || label::follows(view, start, 5, WORDS)).then_some(Score::FAIR)?
        }
        "international" if (7..=16).contains(&digits) => Score::STRONG,
        "national, with a 0" if label::follows(view, start, 2, CODES) => return None,
        "national, with a 0" if (8..=12).contains(&digits) => Score::FAIR,
        "groups of digits" => {
            let likely = text.bytes().filter(|byte| byte.is_ascii_alphanumeric()).count();
            let near = label::follows(view, start, 6, WORDS) && digits * 2 >= likely;
            let slashed = text.contains('/') && likely < 8;
            if near && (6..=13).contains(&likely) && !slashed {
                Score::FAIR
            } else if is_grouped_alike(text) && !label::follows(view, start, 2, CODES) {
                Score::WEAK
            } else {
                return None;
            }
        }
        "campus" | "seven digits, parted" => label::follows(view, start, 3, WORDS).then_some(Score::FAIR)?,
        "telephone URI" => Score::CERTAIN,
        "the end of another number" => found.score,
        "ten digits" => label::follows(view, start, 6, WORDS).then_some(Score::STRONG)?,
        "North America" | "letters on the keys" => Score::STRONG,
        _ => return None,
    };
    // The nearest words decide between a telephone and a fax.
    let nearest = view.words_before(start).take(4).find(|word| {
        matches!(
            word.lower.as_str(),
            "phone" | "tel" | "cell" | "mobile" | "fax" | "faxed" | "facsimile" | "telefax" | "call"
        )
    });
    let fax = nearest.is_some_and(|word| word.lower.contains("fax"));
    let context = label::follows(view, start, 6, WORDS).then_some("a word before it");
    Some(Found { score, context, entity_type: if fax { EntityType::Fax } else { EntityType::Phone }, ..found })
}

/// Returns whether `text` is eight to twelve digits in two to five groups as telephone numbers have them, with one sign between
/// all of them or an area code in brackets: "72 128 827", "9469 9966", "(96) 627-277". Results side by side have groups of
/// one to three digits, which alone are none.
fn is_grouped_alike(text: &str) -> bool {
    let bracketed = text.starts_with('(') && text.contains(')');
    let groups: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|group| !group.is_empty()).collect();
    let digits: usize = groups.iter().map(|group| group.len()).sum();
    let plain = text.bytes().all(|byte| !byte.is_ascii_alphabetic());
    let signs: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_digit() && !matches!(byte, b'(' | b')')).collect();
    let alike = signs.windows(2).all(|pair| pair.first() == pair.last());
    let long = groups.iter().any(|group| group.len() >= 4);
    let pairs = groups.len() == 4 && groups.iter().all(|group| group.len() == 2);
    let threes = groups.len() == 3
        && digits >= 8
        && groups.first().is_some_and(|group| group.len() == 2 || group.len() == 3 && digits == 9);
    let usual = long || pairs || threes;
    plain
        && !text.contains('/')
        && (2..=5).contains(&groups.len())
        && (bracketed && digits >= 7 || alike && usual && (8..=12).contains(&digits))
}

/// Returns whether the groups of `text` are a day, a month and a year.
fn is_date(text: &str) -> bool {
    let parts: Vec<u32> = text.split(['-', '/', '.', ' ']).filter_map(|part| part.parse().ok()).collect();
    let groups: Vec<usize> = text.split(['-', '/', '.', ' ']).map(str::len).collect();
    match (parts.as_slice(), groups.as_slice()) {
        ([year, month, day], [4, 1..=2, 1..=2]) | ([day, month, year], [1..=2, 1..=2, 4]) => {
            (1900..2100).contains(year) && (check::is_day(*year, *month, *day) || check::is_day(*year, *day, *month))
        }
        ([from, to], [4, 4]) => (1900..2100).contains(from) && (1900..2100).contains(to),
        ([year, month], [4, 2]) => (1900..2100).contains(year) && (1..=12).contains(month),
        _ => false,
    }
}

/// Returns whether `text` is four digits that are a time of day: "called 0445".
fn is_time(text: &str) -> bool {
    let (hours, minutes) = (
        text.get(..2).and_then(|part| part.parse::<u32>().ok()),
        text.get(2..).and_then(|part| part.parse::<u32>().ok()),
    );
    text.len() == 4 && hours.is_some_and(|hours| hours < 24) && minutes.is_some_and(|minutes| minutes < 60)
        || is_date(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::PATTERNS.len(), super::LABELLED.len()), (12, 4));
    }
}
