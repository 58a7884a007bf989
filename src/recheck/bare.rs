//! Holds a number of a note that stands alone to what stands beside it: behind a relative or an illness it may be an age, behind an
//! operation a year, and behind a badge or a room it is somebody's. Words that a note gives to people are held by the words before
//! them. Rules of its own, as of all that is here.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Bytes beside a number that are looked at.
const NEAR: usize = 120;
/// The greatest age.
const OLDEST: u64 = 124;

struct Forms {
    /// A relative, before a number in its sentence.
    kin: Regex,
    /// An illness or an operation right before it.
    ill: Regex,
    /// An illness, and "at" or "when".
    when: Regex,
    /// What stands behind a number that says nothing of it.
    alone: Regex,
    /// What it is of, behind it.
    of: Regex,
    /// What a number is given for, before it.
    given: Regex,
    /// What says how much or how long, behind a number.
    counted: Regex,
    /// Further units, behind a number that is given.
    measured: Regex,
    /// What a word that somebody is called stands behind.
    called: Regex,
    /// The same without titles, as a question says it.
    asked: Regex,
    /// What digits that are spoken stand beside.
    spoken: Regex,
}

macro_rules! illness {
    () => {
        r"\b(?:\w+(?:itis|osis|oma|ectomy|otomy|ostomy|plasty|scopy|pathy|algia|lepsy|plegia)|cancer|tumou?r|stroke|infarct(?:ion)?|attack|disease|diabetes|asthma|hypertension|fractures?|bypass|stent(?:ing)?|transplant|cabg|cad|copd|chf|cva|falls?|seizures?|pneumonia|dementia|depression|leuka?emia|ana?emia|hysterectomy)"
    };
}

static FORMS: LazyLock<Option<Forms>> = LazyLock::new(|| {
    Some(Forms {
        kin: Regex::new(r"(?i)\b(?:(?:step|grand)?(?:mother|father|parent|son|daughter|child)|mom|mum|dad|brother|sister|sibling|twin|wife|husband|uncle|aunt|cousin|niece|nephew)s?\b").ok()?,
        ill: Regex::new(concat!(r"(?i)", illness!(), r"\s*[(\[,:]?\s*$")).ok()?,
        when: Regex::new(concat!(r"(?i)(?:", illness!(), r"|\b(?:pain|aches?))\s+(?:when|at)\s+$")).ok()?,
        alone: Regex::new(r"(?i)^\s*(?:$|[.,;:)\]?!](?:\D|$)|\s(?:and|or|with|who|when|next|now|but|in|has|had|is|was|normal)\b)").ok()?,
        of: Regex::new(r"(?i)^\s*(?:-|to|or|and|by|x|over)\s*(?:\d|[a-z]+(?:teen|ty)\b|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\b(?:out\s+)?of\s+\d").ok()?,
        given: Regex::new(r"(?i)\b(?:badge|unit|building|house|flat|apartment|apt|room|bed|ward|practice|locker|plate|account|policy|member|claim|number|lodge|local|tower|npi|dea|csn|mrn|ssn|s/n|model|device|(?:call|page|fax|dial)(?:\s+(?:me|her|him|them|back|at|x)){0,2}|last\s+(?:4|four)|ending\s+in|ends\s+(?:in|with))(?:\s+(?:no|number|ssn))?(?:\s+(?:is|was))?[\s.:#]*$").ok()?,
        measured: Regex::new(r"(?i)^(?:/\d+)?[\s-]*(?:[%\x{b0}\x{b5}\x{3bc}/]|(?:ug|gm?|grams?|oz|ounces|cc|l|lit(?:er|re)s|dl|met(?:er|re)s|h|kgs|mins|beats|bpm|iu|tab(?:let)?s?|capsules|pills|percent|degrees|mmhg|mmol|meq|ng|points|packs?|sessions|doses?|visits|puffs|drops|unit)\b)").ok()?,
        counted: Regex::new(r"(?i)^[\s-]*(?:%|(?:m?c?g|kg|lbs?|pounds|m?l|[ckm]m|feet|ft|h(?:ou)?rs?|min(?:ute)?s?|sec(?:ond)?s?|days?|w(?:ee)?ks?|mo(?:nth)?s?|y(?:ea)?rs?|times|stairs|blocks|units?|steps|miles|inches)\b)").ok()?,
        asked: Regex::new(r"(?i)(?:\b(?:is|was|am)\s+(?:called|named)|\bname\s*:)\s+$").ok()?,
        called: Regex::new(r"(?i)(?:\b(?:is|was)\s+(?:called|named)|\bname\s*:|\b(?-i:[Mm]rs?|[Mm]s)\.?(?:\s+[a-z]\b\.?)*)\s*$").ok()?,
        spoken: Regex::new(r"(?i)\b(?:double|triple|treble)\s+(?:o|oh|zero|one|two|three|four|five|six|seven|eight|nine)\b").ok()?,
    })
});

/// What somebody does, behind a word with a capital.
static DOES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^ (?:is|was|has|had|reports|reported|states|stated|says|said|denies|denied|feels|agrees|agreed|thinks|complains|called|came)\b").ok()
});

/// Words that nobody is called.
#[rustfmt::skip] // words of one kind, in two lines
const NOBODY: &[&str] = &[
    "a", "an", "the", "and", "or", "but", "not", "no", "is", "was", "are", "were", "has", "had", "have", "with", "without", "who", "of", "for", "to", "from", "in", "on", "at", "by", "as", "if",
    "then", "that", "this", "her", "his", "their", "my", "he", "she", "they", "it", "today", "now", "also", "again", "still", "never", "about", "after", "before", "because", "when", "since", "do",
    "does", "did", "all", "both", "other", "same", "patient", "pt", "our", "your", "its", "these", "those", "than", "whom", "we", "i", "you", "yesterday", "tomorrow", "while", "be", "been", "out", "up", "back", "off", "away", "over", "into", "upon", "unknown", "said", "says", "will",
];

/// Returns whether the number of `text` at `range`, which says `value` where it is whole, may be an age, a year or a number of somebody's.
/// `sentence` is where it stands.
pub(super) fn is_somebodys(text: &str, range: &Range<usize>, value: Option<u64>, sentence: &Range<usize>) -> bool {
    let Some(forms) = FORMS.as_ref() else { return true };
    let from = text.ceil_char_boundary(range.start.saturating_sub(NEAR).max(sentence.start.min(range.start)));
    let before = text.get(from..range.start).unwrap_or_default();
    let after = text.get(range.end..text.ceil_char_boundary(range.end.saturating_add(NEAR)).min(text.len()));
    let after = after.unwrap_or_default();
    let counted = forms.counted.is_match(after);
    if forms.given.is_match(before) && !counted && !forms.measured.is_match(after) {
        return true;
    }
    // "bypass 3/98"
    let digits = |said: &str| said.bytes().take_while(u8::is_ascii_digit).count();
    let month = before.strip_suffix('/').map(|said| said.trim_end_matches(|sign: char| sign.is_ascii_digit()));
    if month.is_some_and(|before| forms.ill.is_match(before)) && value.is_some_and(|value| value > 9) && !counted {
        return true;
    }
    if after.strip_prefix('/').is_some_and(|year| digits(year) == 2) && forms.ill.is_match(before) {
        return value.is_some_and(|value| (1..=12).contains(&value));
    }
    let is_age = value.is_some_and(|value| (2..=OLDEST).contains(&value));
    // "parents: chest pain 62/65"
    let other = after.strip_prefix('/').map(|rest| rest.get(digits(rest)..).unwrap_or_default());
    let of_two = other.or(before.ends_with('/').then_some(after));
    if is_age && of_two.is_some_and(|rest| !forms.counted.is_match(rest)) && forms.kin.is_match(before) {
        return true;
    }
    let is_alone = forms.alone.is_match(after) && !forms.of.is_match(after) && !counted && !before.ends_with('/');
    is_age
        && is_alone
        && !forms.of.is_match(before.get(before.len() - before.len().min(6)..).unwrap_or(before))
        && (forms.kin.is_match(before) || forms.ill.is_match(before) || forms.when.is_match(before))
}

/// Returns whether the word of `text` at `range` is what somebody is called, or one of digits that are spoken.
pub(super) fn is_called(text: &str, range: &Range<usize>) -> bool {
    let Some(forms) = FORMS.as_ref() else { return true };
    let from = text.ceil_char_boundary(range.start.saturating_sub(NEAR));
    let before = text.get(from..range.start).unwrap_or_default();
    let word = text.get(range.clone()).unwrap_or_default().to_lowercase();
    let with_next = text.get(range.start..text.ceil_char_boundary(range.end.saturating_add(12)).min(text.len()));
    let is_spoken = with_next.is_some_and(|said| forms.spoken.find(said).is_some_and(|found| found.start() == 0));
    is_spoken || !NOBODY.contains(&word.as_str()) && forms.called.is_match(before)
}

/// Returns whether the word of `text` at `range` has a capital, and what follows tells what it does: "Long reports".
pub(super) fn does(text: &str, range: &Range<usize>) -> bool {
    let has_capital = text.get(range.clone()).is_some_and(|word| word.starts_with(char::is_uppercase));
    let behind = text.get(range.end..).unwrap_or_default();
    has_capital && DOES.as_ref().is_none_or(|does| does.is_match(behind))
}

/// Returns whether the word of the question `text` at `range` is what somebody is called.
pub(super) fn is_asked_as_name(text: &str, range: &Range<usize>) -> bool {
    let Some(forms) = FORMS.as_ref() else { return true };
    let from = text.ceil_char_boundary(range.start.saturating_sub(NEAR));
    let word = text.get(range.clone()).unwrap_or_default().to_lowercase();
    !NOBODY.contains(&word.as_str()) && forms.asked.is_match(text.get(from..range.start).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, number: &str) -> bool {
        let at = text.rfind(number).unwrap();
        is_somebodys(text, &(at..at + number.len()), number.parse().ok(), &(0..text.len()))
    }

    #[test]
    fn a_number_alone_is_somebodys_by_what_stands_beside_it() {
        for (text, number) in [
            ("aunt: breast cancer (93).", "93"),
            ("Mother: breast cancer 9.", "9"),
            ("Father hypertension 55, CAD 60.", "60"),
            ("Her father had chest pain at 93.", "93"),
            ("Breast cancer when 93.", "93"),
            ("Falls, 94 next month.", "94"),
            ("Breast cancer 2 sisters, 38 and 41.", "41"),
            ("Parents: chest pain 62/65.", "62"),
            ("Parents: chest pain 62/65.", "65"),
            ("Bypass 98.", "98"),
            ("Bypass 3/98.", "3"),
            ("Bypass 3/98.", "98"),
            ("Colonoscopy 98 normal.", "98"),
            ("seen with badge 441", "441"),
            ("house number 42", "42"),
            ("call me at 2500", "2500"),
            ("last four 1200", "1200"),
            ("MRN ends with 2500", "2500"),
            ("my number is 2500", "2500"),
            ("union local 250", "250"),
        ] {
            assert!(is(text, number), "{text}: {number}");
        }
        for (text, number) in [
            ("ejection fraction 55", "55"),
            ("A1c 9.3", "9.3"),
            ("BP 142/78", "78"),
            ("strength 5/5", "5"),
            ("mother has 3/4 days of pain", "4"),
            ("pulse is 62.", "62"),
            ("mother had 2 strokes", "2"),
            ("asthma for 5 to 10 minutes", "5"),
            ("pain 5 of 10 at night", "5"),
            ("in bed 2 days", "2"),
            ("call 2 times", "2"),
            ("number 5 beats", "5"),
            ("diabetes, A1c 9", "9"),
        ] {
            assert!(!is(text, number), "{text}: {number}");
        }
    }

    #[test]
    fn a_word_is_somebodys_by_what_stands_before_it() {
        for (text, word, called) in [
            ("is called hope", "hope", true),
            ("name: summer", "summer", true),
            ("for mrs v d", "d", true),
            ("is called the best", "the", false),
            ("o seven double o", "double", true),
            ("double vision", "double", false),
        ] {
            let at = text.rfind(word).unwrap();
            let is_asked = called && !text.contains("mrs") && !text.contains("double");
            assert_eq!(is_asked_as_name(text, &(at..at + word.len())), is_asked, "{text}");
            assert_eq!(is_called(text, &(at..at + word.len())), called, "{text}");
        }
    }
}
