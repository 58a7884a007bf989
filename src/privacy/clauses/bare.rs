//! Numbers of a note of which nothing says what they are: "aunt: breast cancer (93)", "bypass 98", "bypass 3/98". They may be an age or
//! a year, and stay.
//!
//! A number is known by what it counts or measures: by a unit or what is counted behind it, or by the word for a reading, a score or a
//! dose right before it. Behind a relative only a unit tells, for of relatives a note says ages rather than readings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::figures::{UNITS, has_unit};
use crate::privacy::ages::MEASURED;

/// The least number that is looked at, and the greatest: what somebody dials and what stands on a badge have up to five digits.
const LOOKED_AT: std::ops::RangeInclusive<u32> = 2..=99_999;
/// The greatest age.
const OLDEST: u32 = 124;
/// The greatest number that counts whatever stands behind it, and that is an everyday word.
const MOST_COUNTED: u32 = 12;
/// The greatest score of pain.
const MOST_PAIN: u32 = 10;

/// People whose ages a note tells beside their illnesses.
#[rustfmt::skip] // words of one kind, in a few lines
const KIN: &[&str] = &[
    "mother", "father", "mom", "mum", "dad", "parent", "brother", "sister", "sibling", "son", "daughter", "child", "twin", "wife", "husband", "spouse", "partner", "uncle",
    "aunt", "cousin", "niece", "nephew", "grandmother", "grandfather", "grandma", "grandpa", "grandparent", "grandson", "granddaughter", "grandchild", "relative",
    "stepmother", "stepfather", "stepson", "stepdaughter", "children", "kids", "wives", "mgm", "mgf", "pgm", "pgf", "fhx", "fh", "maternal", "paternal",
];
/// Words for what a number is, beside those for what is measured.
#[rustfmt::skip] // words of one kind, in a few lines
const LABELS: &[&str] = &[
    "saturation", "saturations", "o2", "fio2", "oxygen", "fraction", "clearance", "index", "ratio", "level", "levels", "reading", "readings", "value", "count", "result", "titer", "titre",
    "grade", "stage", "type", "class", "phase", "category", "cat", "scale", "gleason", "apgar", "apgars", "ecog", "kps", "asa", "nyha", "meld", "wells", "braden", "barthel", "epworth",
    "bishop", "birads", "rads", "ahi", "fev1", "fvc", "dlco", "phq9", "gad7", "audit", "dose", "doses", "step", "cycle", "day", "week", "pod", "trimester", "gravida", "para", "covid",
    "t", "p", "r", "bmi", "bsa", "albumin", "calcium", "magnesium", "phosphate", "chloride", "bicarbonate", "bicarb", "co2", "urea", "bilirubin", "alp", "ggt", "lipase", "amylase", "ck",
    "troponin", "bnp", "lactate", "iron", "folate", "b12", "t4", "t3", "hgba1c", "mcv", "rdw", "neutrophils", "lymphocytes", "eosinophils", "heartrate", "pulses", "oximetry", "pco2", "po2",
    "gap", "osmolality", "ammonia", "uric", "acid", "microalbumin", "acuity", "vision", "percentile", "q", "every", "x", "times", "gauge", "size", "french", "segment", "nerve",
    "cn", "pressures", "sugars", "temps", "weighs", "weighed", "length", "diameter", "thickness", "density", "angle", "range", "rom", "flexion", "tibc", "transferrin", "retic", "reticulocytes", "dimer", "cd4", "load", "output", "intake", "volume", "residual", "pvr", "ige",
    "calories", "prolactin", "cortisol", "testosterone", "estradiol", "amh", "fsh", "lh", "pth", "haptoglobin", "ldh", "cpk", "procalcitonin", "probnp", "fibrinogen", "afp", "cea", "extension", "abduction", "rotation",
];
/// Words for pain, which has a score.
const PAIN: &[&str] = &["pain", "pains", "severity", "intensity", "rated", "rates", "rate", "ache"];
/// Words that may stand between a number and the word for what it is.
#[rustfmt::skip] // words of one kind, in a few lines
const BETWEEN: &[&str] = &[
    "is", "was", "are", "were", "of", "at", "to", "from", "about", "around", "approx", "approximately", "now", "today", "currently", "yesterday", "remains", "remained", "stable", "up", "down",
    "over", "under", "between", "only", "just", "the", "a", "in", "and", "or", "be", "been", "near", "above", "below", "than", "less", "more", "greater", "high", "low", "normal", "good",
    "regular", "reg", "elevated", "improved", "increased", "decreased", "resting", "average", "mean", "total", "systolic", "sys", "random", "fasting", "repeat", "peak", "rose", "fell",
    "no", "number", "score", "scored", "equals", "estimated", "max", "min", "goal", "target", "baseline", "still", "steady",
];
/// Of these, what may be said of the person as well as of what is measured: "takes aspirin and is now 87".
#[rustfmt::skip] // words of one kind, in a line
const OF_ANYBODY: &[&str] = &["is", "was", "are", "were", "be", "been", "now", "today", "currently", "still", "only", "just", "almost", "nearly"];
/// Letters that medicine counts behind: "vitamin B 12", "L 5", "gravida" as "G 2".
const LETTERED: &str = "abcdeghklmnopqrstvx";
/// What has such a letter and a number as its own: "apt b 9", "unit c 5".
#[rustfmt::skip] // words of one kind, in a few lines
const HOUSED: &[&str] = &[
    "apt", "apartment", "flat", "house", "home", "unit", "block", "building", "bldg", "room", "rm", "suite", "ste", "lot", "floor", "bed", "bay", "ward", "wing", "gate", "door",
    "entrance", "plot", "villa", "box", "cell", "badge", "route",
];
/// Words behind a number that go on with something else, and are not what it counts.
#[rustfmt::skip] // words of one kind, in a few lines
const GOING_ON: &[&str] = &[
    "with", "who", "whose", "had", "has", "have", "having", "and", "but", "or", "when", "now", "at", "from", "of", "due", "because", "today", "this", "last", "next", "in", "is", "was",
    "were", "are", "died", "alive", "living", "deceased", "healthy", "well", "came", "after", "following", "by", "while", "during", "as", "then", "on", "seen", "here", "status", "without",
    "which", "she", "he", "they", "her", "his", "if", "so", "the", "a", "to", "for", "per", "not", "no", "normal", "does", "says", "yes", "us", "its", "diabetes", "previous", "previously",
    "f", "m", "since", "until", "before", "presents", "comes", "lives", "remains", "takes", "feels", "denies", "reports", "states", "works", "always", "sometimes", "perhaps", "negative", "positive",
];
/// Words behind a number that say how often or how something is taken, or what it is of.
#[rustfmt::skip] // words of one kind, in a few lines
const TAKEN: &[&str] = &[
    "daily", "nightly", "weekly", "monthly", "twice", "bid", "tid", "qid", "qd", "qhs", "qam", "qpm", "prn", "po", "bd", "od", "tds", "am", "pm", "o", "oclock", "fold", "lead", "gauge", "french",
    "degree", "vessel", "point", "item", "view", "inch", "foot", "percentile", "u", "mcgs", "cal", "kcal", "mph", "msec", "ms", "cmh2o", "mmol", "iu", "fr", "hourly", "x", "db", "hz", "khz", "microgram", "mcmol",
];

/// A number in digits or in words.
macro_rules! number {
    () => {
        r"(?:[0-9]+(?:\.[0-9]+)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|fou?r|fif|six|seven|eigh|nine)ty|hundred)(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine)(?-u:\b))?)"
    };
}

/// A further number behind one, of a row or a range.
static FURTHER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(r"(?i)^\s*(?:-|\u{2013}|to|or|and|by|x|over)\s*", number!(), r"(?-u:\b)")).ok()
});
/// A number in words, or a part of one.
static IN_WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(concat!("(?i)^", number!(), "$")).ok());
/// Of how many a number is: "5 of 10".
static OF: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(concat!(r"(?i)^\s*(?:out\s+)?of\s+", number!(), r"(?-u:\b)")).ok());
/// The number before one that says of how many it is.
static OF_IT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(concat!(r"(?i)(?:^|[^\p{L}\p{N}])", number!(), r"\s+(?:out\s+)?of\s+$")).ok());
/// How often, behind a number: "20 a day".
static A_DAY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*(?:an?|per|each|/)\s*(?:day|night|week|month|year|hour|minute|time)").ok());

/// Returns whether nothing says what the number of `text` at `number`, in the sentence at `within`, is; `said` is what it says, where it is
/// whole. `is_drug` says whether a word is a drug, whose dose may stand behind it.
pub(super) fn is_unexplained(
    text: &str,
    number: &Range<usize>,
    within: &Range<usize>,
    said: Option<u32>,
    is_drug: impl Fn(&str) -> bool,
) -> bool {
    let before = text.get(within.start.min(number.start)..number.start).unwrap_or_default();
    let behind = text.get(number.end..within.end.max(number.end)).unwrap_or_default();
    let written = text.get(number.clone()).unwrap_or_default();
    let is_in_digits = written.starts_with(|sign: char| sign.is_ascii_digit());
    if is_month(written, before, behind) {
        let (before, second) = whole_of(before, behind);
        let rest = behind.trim_start_matches(|sign: char| sign == '/' || sign.is_ascii_digit());
        // Of ten pain has a score.
        let is_of_ten = (written == "10" || second == "10") && !written.contains('.');
        let most = if is_of_ten { MOST_PAIN } else { u32::MAX };
        return !(has_unit(rest) || is_labelled(before, most, &is_drug));
    }
    let Some(said) = said.filter(|said| LOOKED_AT.contains(said)) else { return false };
    let is_kin = said <= OLDEST && has_kin(before);
    // Two with a slash between are a reading or a part, or a month, which was looked at; of relatives the ages of two.
    if before.ends_with('/') || behind.starts_with('/') {
        let rest = behind.trim_start_matches(|sign: char| sign == '/' || sign.is_ascii_digit());
        return is_kin && !has_unit(rest);
    }
    if OF.as_ref().is_some_and(|of| of.is_match(behind)) || OF_IT.as_ref().is_some_and(|of| of.is_match(before)) {
        return false;
    }
    let mut rest = behind;
    while let Some(further) = FURTHER.as_ref().and_then(|further| further.find(rest)) {
        rest = rest.get(further.end()..).unwrap_or_default();
    }
    if is_counting(rest, said, is_kin) {
        return false;
    }
    if !is_in_digits && said <= MOST_COUNTED && !is_kin && !is_at(before) {
        return false;
    }
    is_kin || !is_labelled(before, said, &is_drug)
}

/// Returns whether `written`, with what stands around it, is the month or the year of "3/98" or "3.98".
fn is_month(written: &str, before: &str, behind: &str) -> bool {
    let is_month = |part: &str| part.len() <= 2 && part.parse::<u32>().is_ok_and(|month| (1..=12).contains(&month));
    let is_year = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    if let Some((month, year)) = written.split_once('.') {
        return is_month(month) && is_year(year);
    }
    let next = behind.strip_prefix('/').and_then(|rest| rest.get(..digits(rest))).is_some_and(is_year);
    let (head, last) = whole_of(before, behind);
    is_month(written) && next || is_year(written) && head.len() < before.len() && is_month(last)
}

/// Returns what stands before the whole of a number with a slash in it, and its part before that slash or behind it.
fn whole_of<'t>(before: &'t str, behind: &'t str) -> (&'t str, &'t str) {
    match before.strip_suffix('/') {
        Some(head) => {
            let rest = head.trim_end_matches(|sign: char| sign.is_ascii_digit());
            (rest, head.get(rest.len()..).unwrap_or_default())
        }
        None => (before, behind.get(1..3).unwrap_or_default()),
    }
}

/// Returns whether `before` names a relative.
fn has_kin(before: &str) -> bool {
    let mut words = before.split(|sign: char| !sign.is_alphabetic()).map(str::to_lowercase);
    words.any(|word| KIN.contains(&word.as_str()) || word.strip_suffix('s').is_some_and(|one| KIN.contains(&one)))
}

/// Returns whether `before` ends with what an age stands behind: "at", "when", a bracket.
fn is_at(before: &str) -> bool {
    let near = before.trim_end();
    let word = near.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    near.ends_with(['(', '[']) || matches!(word.as_str(), "at" | "when" | "aged" | "age")
}

/// Returns whether what stands behind `said` is its unit, or what it counts.
fn is_counting(behind: &str, said: u32, is_kin: bool) -> bool {
    if has_unit(behind) || A_DAY.as_ref().is_some_and(|often| often.is_match(behind)) {
        return true;
    }
    // What stands behind a sign is counted no more.
    let clause = behind.split([',', ';', '.', ':', '(', ')', '[', ']', '?', '!', '/']).next().unwrap_or_default();
    let words = clause.split([' ', '\t', '\u{a0}', '-', '\n']).filter(|word| !word.is_empty());
    let letters = |word: &str| -> String {
        word.chars().take_while(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let is_word = |word: &String| !word.is_empty() && !GOING_ON.contains(&word.as_str());
    let mut words = words.map(letters).take_while(is_word);
    let Some(word) = words.next() else { return false };
    // "2 heart attacks"
    let next = words.next().filter(|_| said <= MOST_COUNTED);
    TAKEN.contains(&word.as_str())
        || UNITS.contains(&word.as_str())
        || is_several(&word)
        || next.is_some_and(|next| is_several(&next))
        || !is_kin && said <= MOST_COUNTED
}

/// Returns whether `word` says that there are several: "falls", "children", not "this" or "illness".
fn is_several(word: &str) -> bool {
    matches!(word, "children" | "people" | "men" | "women" | "teeth" | "feet")
        || word.len() > 3 && word.ends_with('s') && !["ss", "is", "us"].iter().any(|end| word.ends_with(end))
}

/// Returns whether the last word of `before`, but for those that may stand between, says what `said` is.
fn is_labelled(before: &str, said: u32, is_drug: &impl Fn(&str) -> bool) -> bool {
    let mut rest = before;
    let mut is_at = false;
    // Whether what stands between may be of the person, behind an "and", and whether it is a row.
    let (mut is_of_anybody, mut is_joined, mut is_row) = (false, false, false);
    // The next word of `rest`, from its end, or the sign there.
    while let Some(last) = rest.trim_end().chars().next_back() {
        rest = rest.trim_end();
        if !last.is_alphanumeric() {
            rest = rest.get(..rest.len() - last.len_utf8()).unwrap_or_default();
            // A point or a comma behind a number is of it, or of a row of readings.
            if matches!(last, '.' | ',' | ';' | '!' | '?') && !rest.ends_with(|sign: char| sign.is_ascii_digit()) {
                return false;
            }
            is_at |= matches!(last, '(' | '[');
            is_row |= matches!(last, ',' | ';');
            continue;
        }
        let head = rest.trim_end_matches(char::is_alphanumeric);
        let word = rest.get(head.len()..).unwrap_or_default().to_lowercase();
        rest = head;
        let word = word.as_str();
        // What stands before it in a row, or on the other side of a slash.
        if word.bytes().all(|byte| byte.is_ascii_digit()) || IN_WORDS.as_ref().is_some_and(|it| it.is_match(word)) {
            continue;
        }
        if MEASURED.contains(&word) || LABELS.contains(&word) {
            return !is_illness(rest, word);
        }
        if is_drug(word) {
            return !(is_of_anybody || is_joined || is_row);
        }
        if PAIN.contains(&word) {
            return said <= MOST_PAIN && !is_at;
        }
        // "Vitamin B 12", "L 5", and neither "apt b 9" nor "j 9".
        if word.len() == 1 && !BETWEEN.contains(&word) {
            let place = rest.trim_end().rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
            let is_housed = HOUSED.contains(&place.to_lowercase().as_str());
            return said <= MOST_COUNTED && LETTERED.contains(word) && !is_housed;
        }
        if !BETWEEN.contains(&word) {
            return false;
        }
        is_at |= word == "at";
        is_of_anybody |= OF_ANYBODY.contains(&word);
        is_joined |= word == "and";
        if is_joined && is_of_anybody {
            return false;
        }
    }
    false
}

/// Returns whether `word` behind `before` is the name of an illness: "high blood pressure", "high cholesterol".
fn is_illness(before: &str, word: &str) -> bool {
    let before = before.trim_end().to_lowercase();
    let before = before.strip_suffix("blood").unwrap_or(&before).trim_end();
    matches!(
        word,
        "pressure" | "cholesterol" | "sugar" | "glucose" | "triglycerides" | "temperature" | "iron" | "calcium"
    ) && ["high", "low", "elevated", "raised"].iter().any(|high| before.ends_with(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, number: &str, said: Option<u32>) -> bool {
        let at = text.rfind(number).unwrap();
        is_unexplained(text, &(at..at + number.len()), &(0..text.len()), said, |word| word == "aspirin")
    }

    #[test]
    fn a_number_of_which_nothing_says_what_it_is_stays() {
        for (text, number) in [
            ("aunt: breast cancer (93).", "93"),
            ("Mother: breast cancer 9.", "9"),
            ("Father hypertension 55, CAD 60.", "55"),
            ("Her father had chest pain at 7.", "7"),
            ("Breast cancer when 93.", "93"),
            ("Falls, 94 next month.", "94"),
            ("2 sisters, 38 and 41.", "38"),
            ("Her two sisters, 91 and 93, have it.", "91"),
            ("Bypass 98.", "98"),
            ("Colonoscopy 98 normal.", "98"),
            ("Parents: chest pain 62/65.", "62"),
            ("Parents: chest pain 62/65.", "65"),
            ("Bypass 3/98.", "3"),
            ("Bypass 3/98.", "98"),
            ("Bypass 3.98 and well", "3.98"),
            ("Breast cancer 8.", "8"),
            ("Chest pain at 9.", "9"),
            ("Father's cholesterol 55.", "55"),
            ("Mother: asthma 7, falls.", "7"),
            ("Mother: 7 asthma, falls.", "7"),
            ("high blood pressure 47", "47"),
            ("Mother: aspirin 81.", "81"),
            ("type 2 diabetes 47", "47"),
            ("hepatitis C 47", "47"),
            ("Chest pain, 5 next month.", "5"),
            ("Chest pain (7).", "7"),
            ("Takes aspirin and is now 87.", "87"),
            ("On aspirin and still 93.", "93"),
            ("On aspirin, now 93.", "93"),
            ("Aspirin and 62.", "62"),
            ("Takes aspirin 81, 93.", "93"),
            ("Pulse is regular and she is now 87.", "87"),
            ("Pulse regular and is now 87.", "87"),
            ("Chest pain, apt b 9", "9"),
            ("Chest pain, house B 4.", "4"),
            ("Unit c. 5", "5"),
            ("Chest pain, j 9.", "9"),
            ("patient J 9 was seen", "9"),
        ] {
            assert!(is(text, number, number.parse().ok()), "{text}: {number}");
        }
        for (text, number) in [
            ("ejection fraction 55", "55"),
            ("A1c 9.3", "9.3"),
            ("vitamin B 12", "12"),
            ("disc at L 5", "5"),
            ("BP 142/78", "78"),
            ("strength 5/5", "5"),
            ("father's pressure is 150/90 mmHg", "150"),
            ("saturation 93 %", "93"),
            ("pulse is 62.", "62"),
            ("Glucose 95, 110, 120", "120"),
            ("aspirin 81 daily", "81"),
            ("takes aspirin 81.", "81"),
            ("mother had 2 strokes", "2"),
            ("mother had 2 heart attacks", "2"),
            ("for 5 to 10 minutes", "5"),
            ("pain 5 of 10 at night", "5"),
            ("pain 5 of 10 at night", "10"),
            ("pain 7/10", "7"),
            ("pain 7/10", "10"),
            ("type 2 diabetes", "2"),
            ("3 vessel disease", "3"),
            ("smokes 20 a day", "20"),
            ("vitamin B 12", "12"),
            ("BP 12/80", "12"),
            ("score 45", "45"),
            ("(pain 3) at rest", "3"),
            ("creatinine 1.25", "1.25"),
            ("temperature remained at 38.", "38"),
        ] {
            assert!(!is(text, number, number.parse().ok()), "{text}: {number}");
        }
        assert!(is("had chest pain at forty five", "forty five", Some(45)));
        assert!(is("asthma at seven", "seven", Some(7)) && !is("the other two", "two", Some(2)));
    }
    #[test]
    fn numbers_are_looked_at_that_may_be_an_age_or_a_year() {
        for (text, number, said, stays) in [
            ("Bypass 1.", "1", 1, false),
            ("Bypass 2.", "2", 2, true),
            ("Bypass 124.", "124", 124, true),
            ("Bypass 125.", "125", 125, true),
            ("Call 2500.", "2500", 2500, true),
            ("Ferritin 2500.", "2500", 2500, false),
            // Small numbers in words are everyday words, but of relatives and behind "at".
            ("asthma twelve", "twelve", 12, false),
            ("asthma thirteen", "thirteen", 13, true),
            ("aunt asthma twelve", "twelve", 12, true),
            ("asthma at twelve", "twelve", 12, true),
            ("asthma 12", "12", 12, true),
            // Of several with a word between, what they count stands behind the last.
            ("2 or 3 falls", "2", 2, false),
            ("asthma 40 or 41", "40", 40, true),
            ("5 out of 10", "10", 10, false),
            ("twenty out of thirty", "thirty", 30, false),
            ("some of 40", "40", 40, true),
            ("Parents: 62/65 mmHg", "62", 62, false),
            ("pressure 62/65", "62", 62, false),
            ("Bypass 62/65", "65", 65, false),
        ] {
            assert_eq!(is(text, number, Some(said)), stays, "{text}: {number}");
        }
        for (text, number, stays) in [
            ("pain 7/10", "7", false),
            ("pain 11/10", "11", false),
            ("fall 7/10", "7", true),
            ("pain 7/98", "7", true),
            ("pain 7.10", "7.10", true),
            ("A1c 7.10", "7.10", false),
            ("7/10 mg", "7", false),
            ("pulse 3/98", "98", false),
        ] {
            assert_eq!(is(text, number, number.parse().ok()), stays, "{text}: {number}");
        }
        // What stands outside the sentence says nothing of it.
        let text = "pulse 72 mg";
        assert!(is_unexplained(text, &(6..8), &(6..8), Some(72), |_| false));
        assert!(!is_unexplained(text, &(6..8), &(0..8), Some(72), |_| false));
        assert!(!is_unexplained(text, &(6..8), &(6..11), Some(72), |_| false));
    }

    #[test]
    fn a_month_and_a_year_of_two_digits() {
        for (written, before, behind, is) in [
            ("3", "Bypass ", "/98.", true),
            ("12", "Bypass ", "/98", true),
            ("13", "Bypass ", "/98", false),
            ("0", "Bypass ", "/98", false),
            ("3", "Bypass ", "/9", false),
            ("3", "Bypass ", "/980", false),
            ("3", "Bypass ", " 98", false),
            ("98", "Bypass 3/", ".", true),
            ("98", "Bypass 13/", ".", false),
            ("98", "Bypass /", ".", false),
            ("98", "Bypass ", ".", false),
            ("8", "Bypass 3/", ".", false),
            ("3.98", "", "", true),
            ("12.01", "", "", true),
            ("13.98", "", "", false),
            ("0.98", "", "", false),
            ("3.9", "", "", false),
            ("3.985", "", "", false),
            ("003.98", "", "", false),
        ] {
            assert_eq!(is_month(written, before, behind), is, "{before}{written}{behind}");
        }
        for (before, behind, head, other) in [
            ("Bypass 3/", ".", "Bypass ", "3"),
            ("Bypass /", ".", "Bypass ", ""),
            ("Bypass ", "/98.", "Bypass ", "98"),
            ("Bypass ", ".", "Bypass ", ""),
        ] {
            assert_eq!(whole_of(before, behind), (head, other), "{before}…{behind}");
        }
    }

    #[test]
    fn what_stands_before_a_number_says_whose_it_is_or_what() {
        for (before, kin, at) in [
            ("Her mother had pain at ", true, true),
            ("Aunts: ", true, false),
            ("pain (", false, true),
            ("pain [ ", false, true),
            ("pain when ", false, true),
            ("Aged ", false, true),
            ("at age ", false, true),
            ("that ", false, false),
            ("pain about ", false, false),
            ("fathering ", false, false),
            ("", false, false),
        ] {
            assert_eq!((has_kin(before), is_at(before)), (kin, at), "{before}");
        }
        let labelled = |before: &str, said: u32| is_labelled(before, said, &|word: &str| word == "aspirin");
        for (before, said, is) in [
            ("pulse ", 40, true),
            ("pulse is now about ", 40, true),
            ("pulse was seen ", 40, false),
            ("Aspirin ", 81, true),
            ("Pulse. ", 40, false),
            ("Pulse, ", 40, false),
            ("glucose 95, 110, ", 40, true),
            ("glucose of ninety and ", 40, true),
            ("pressure 142/", 88, true),
            ("pulse (", 40, true),
            ("pain ", 10, true),
            ("pain ", 11, false),
            ("pain (", 5, false),
            ("pain [", 5, false),
            ("pain at ", 5, false),
            ("pain is about ", 5, true),
            ("vitamin b ", 12, true),
            ("vitamin b ", 13, false),
            ("a ", 5, false),
            ("asthma a ", 5, false),
            ("high cholesterol ", 55, false),
            ("cholesterol is high ", 55, true),
            ("", 5, false),
            ("(", 5, false),
            ("asthma ", 5, false),
        ] {
            assert_eq!(labelled(before, said), is, "{before}{said}");
        }
        for (before, word, is) in [
            ("high ", "cholesterol", true),
            ("high blood ", "pressure", true),
            ("Elevated ", "sugar", true),
            ("raised blood ", "glucose", true),
            ("low ", "iron", true),
            ("high ", "pulse", false),
            ("blood ", "pressure", false),
            ("the ", "pressure", false),
        ] {
            assert_eq!(is_illness(before, word), is, "{before}{word}");
        }
    }

    #[test]
    fn what_stands_behind_a_number_is_its_unit_or_what_it_counts() {
        for (behind, said, kin, is) in [
            (" mg", 40, true, true),
            (" a day", 40, true, true),
            (" per week", 40, true, true),
            ("/day", 40, true, true),
            (" daily", 40, true, true),
            (" visits", 40, true, true),
            (" strokes", 40, true, true),
            (" women", 40, true, true),
            (" heart attacks", 12, true, true),
            (" heart attacks", 13, false, false),
            (" illness", 40, false, false),
            (" with asthma", 5, false, false),
            (" With falls", 5, false, false),
            (" cousin", 12, false, true),
            (" cousin", 13, false, false),
            (" cousin", 12, true, false),
            (", falls", 5, false, false),
            (" (falls)", 5, false, false),
            ("-fold", 40, false, true),
            ("", 5, false, false),
        ] {
            assert_eq!(is_counting(behind, said, kin), is, "{said}{behind}");
        }
        for (word, is) in [
            ("falls", true),
            ("legs", true),
            ("children", true),
            ("feet", true),
            ("gas", false),
            ("illness", false),
            ("crisis", false),
            ("virus", false),
            ("fall", false),
        ] {
            assert_eq!(is_several(word), is, "{word}");
        }
    }
}
