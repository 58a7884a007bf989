//! Finds in a note the numbers that say how old somebody is, word by word, and holds bands to them.
//!
//! A number is looked at with the words before and behind it, by rules of the second reading's own.

use std::ops::Range;

use super::time;
use crate::privacy::level::Level;

/// Words looked at before a number.
const BEFORE: usize = 9;
/// Words for people.
#[rustfmt::skip] // words of one kind, in a few lines
const PEOPLE: &[&str] = &[
    "he", "she", "they", "i", "who", "patient", "mother", "father", "mom", "mum", "dad", "parent", "brother", "sister", "sibling", "son",
    "daughter", "child", "wife", "husband", "spouse", "partner", "uncle", "aunt", "cousin", "niece", "nephew", "grandmother",
    "grandfather", "grandma", "grandpa", "grandson", "granddaughter", "man", "woman", "lady", "gentleman", "boy", "girl", "male",
    "female", "resident", "widow", "widower",
];
/// Words that may stand between a word for an age and its number.
#[rustfmt::skip] // words of one kind, in two lines
const FILLERS: &[&str] = &[
    "of", "the", "at", "is", "was", "about", "around", "nearly", "almost", "just", "only", "now", "approximately", "roughly", "over", "under",
    "above", "below", "years", "year", "yrs", ":", "(", ")", "=", "/", "-", "<", ">", "~", ",",
];
/// What people do or have at an age.
const EVENTS: &[&str] = &[
    "died",
    "dies",
    "death",
    "dead",
    "passed",
    "deceased",
    "lived",
    "living",
    "alive",
    "survived",
    "diagnosed",
    "diagnosis",
    "onset",
    "menopause",
    "menarche",
    "quit",
    "retired",
    "married",
    "widowed",
];
/// Words for one of a sex.
const SEXES: &[&str] = &["male", "female", "man", "woman", "boy", "girl", "lady", "gentleman"];
/// Words before a decade that say whose it is, and which part.
const WHOSE: &[&str] = &["his", "her", "their", "my", "your", "our"];
const PARTS: &[&str] = &["early", "mid", "middle", "late"];
/// Words that may follow an age.
#[rustfmt::skip] // words of one kind, in two lines
const GOING_ON: &[&str] = &[
    "with", "who", "had", "has", "and", "but", "or", "when", "now", "at", "from", "of", "due", "because", "in", "is", "was", "died", "after",
    "by", "as", "presents", "presented", "presenting", "admitted", "healthy", "well", "alive",
];
/// Words that go on behind an age that stands by itself.
#[rustfmt::skip] // words of one kind, in two lines
const STANDING_ALONE: &[&str] = &[
    "with", "who", "had", "has", "came", "presents", "presented", "presenting", "admitted", "is", "was", "died", "healthy", "well", "seen", "she", "he",
];
/// Titles.
const TITLES: &[&str] = &["mr", "mrs", "ms", "miss", "mx", "dr"];
/// Units of the age of a small child.
const SMALL: &[&str] = &["month", "months", "week", "weeks", "mo", "mos", "wk", "wks"];
/// Words that make years a distance.
const DISTANCES: &[&str] = &["after", "post", "from", "since", "later", "ago", "of", "before"];

/// Returns whether the number of `text` at `range`, in digits or in words, says how old somebody is. It may be the first or the last
/// word of one.
pub(super) fn is_age(text: &str, range: Range<usize>) -> bool {
    let number = text.get(range.clone()).unwrap_or_default();
    let years = number.parse::<f64>().ok().or(words(number).map(f64::from));
    let decade = decade(number);
    if decade.is_none() && years.is_none() {
        return false;
    }
    let before = tokens(text.get(..range.start).unwrap_or_default(), BEFORE);
    let after: Vec<&str> = tokens_from(text.get(range.end..).unwrap_or_default());
    let lower: Vec<String> = after.iter().map(|token| token.to_lowercase()).collect();
    let after_is = |at: usize, words: &[&str]| lower.get(at).is_some_and(|word| words.contains(&word.as_str()));
    if let Some(decade) = decade {
        let is_part = before.first().is_some_and(|word| PARTS.contains(&word.as_str()) || word == "-");
        let whose = before.iter().take(4).any(|word| WHOSE.contains(&word.as_str()));
        return decade < 90 && whose && is_part;
    }
    let Some(years) = years.filter(|years| *years <= 124.0) else { return false };
    // "60's" and "60s" behind whose they are.
    if after_is(0, &["s"]) && before.iter().take(3).any(|word| WHOSE.contains(&word.as_str())) {
        return true;
    }
    let skipped = lower.iter().take_while(|token| matches!(token.as_str(), "-")).count();
    let is_unit = after_is(skipped, &["year", "years", "yr", "yrs", "y"]);
    let beyond = skipped
        + 1
        + lower
            .get(skipped + 1..)
            .unwrap_or_default()
            .iter()
            .take_while(|token| matches!(token.as_str(), "-" | "." | "/"))
            .count();
    let is_old = is_unit
        && (after_is(beyond, &["old", "olds", "o"])
            || after_is(beyond, &["of"])
                && lower.iter().skip(beyond + 1).find(|token| *token != "-").is_some_and(|token| token == "age")
            || after_is(beyond, SEXES));
    let is_bare_sex = years >= 13.0 && (after_is(skipped, SEXES) || is_letter(&after));
    if is_old || after_is(skipped, &["yo", "yof", "yom", "yowf", "yowm", "yobf", "yobm"]) || is_bare_sex {
        return true;
    }
    let ends = |at: usize| match lower.get(at).map(String::as_str) {
        None | Some("." | "," | ";" | ":" | ")" | "?" | "!" | "]" | "\"") => true,
        Some(word) => GOING_ON.contains(&word),
    };
    let is_alone = ends(0) || is_unit && ends(skipped + 1) && !after_is(skipped + 1, DISTANCES);
    let mut rest = before.iter().map(String::as_str).skip_while(|word| FILLERS.contains(word)).peekable();
    if rest.peek().is_some_and(|word| matches!(*word, "age" | "aged" | "ages")) {
        return true;
    }
    // A row: "aged 62 and 64".
    let mut row = before.iter().map(String::as_str).skip_while(|word| {
        FILLERS.contains(word) || matches!(*word, "and" | "or" | "to" | "&") || word.parse::<u32>().is_ok()
    });
    if is_alone && row.next().is_some_and(|word| matches!(word, "age" | "aged" | "ages")) {
        return true;
    }
    // "33, came today", "Foster, 47, came": set off from what stands before it.
    let nearest = before.first().map(String::as_str);
    let is_row_of_numbers = before.get(1).is_some_and(|word| word.parse::<f64>().is_ok() || word == "%");
    let is_set_off = match nearest {
        None => after_is(0, &[",", ";"]) || after_is(0, STANDING_ALONE),
        Some(",") => !is_row_of_numbers && (after_is(0, &[",", ";"]) || after_is(0, STANDING_ALONE)),
        Some(_) => false,
    };
    let goes_on = after_is(0, &[","]) && lower.get(1).is_some_and(|next| next.parse::<f64>().is_ok());
    if is_set_off && years > 1.0 && years.fract() == 0.0 && !number.contains('.') && !goes_on {
        return true;
    }
    let is_titled = |at: usize| before.get(at).is_some_and(|word| TITLES.contains(&word.as_str()));
    let named = usize::from(matches!(nearest, Some("," | "(")));
    if is_alone && years > 1.0 && is_titled(named + 1) {
        return true;
    }
    if after_is(skipped, SMALL)
        && ends(skipped + 1)
        && nearest.is_some_and(|word| matches!(word, "is" | "was" | "s" | "now" | "just"))
        && rest_of(&before).is_some_and(|word| PEOPLE.contains(&word) && !matches!(word, "i" | "who" | "patient"))
    {
        return true;
    }
    let led = |words: &[&str]| rest_of(&before).is_some_and(|word| words.contains(&word));
    let at = before.iter().position(|word| matches!(word.as_str(), "at" | "be"));
    let happened = at.is_some_and(|at| {
        before.iter().take(at).all(|word| FILLERS.contains(&word.as_str()))
            && before.iter().skip(at).any(|word| EVENTS.contains(&word.as_str()))
    });
    is_alone
        && years > 1.0
        && (led(&["turned", "turning", "turns"])
            || happened
            || led(&["died", "deceased"])
            || led(PEOPLE)
            || is_short_for(&before))
}

/// Returns the first of `before` that is no filler, nor what stands for "is".
fn rest_of(before: &[String]) -> Option<&str> {
    before
        .iter()
        .map(String::as_str)
        .find(|word| !FILLERS.contains(word) && !matches!(*word, "s" | "m" | "am" | "are" | "were" | "be" | "will"))
}

/// Returns whether `before` is "Pt is" rather than the time of a clotting test.
fn is_short_for(before: &[String]) -> bool {
    matches!(before, [is, of, ..] if matches!(is.as_str(), "is" | "was") && of == "pt")
}

/// Returns whether `after` begins with a letter for a sex, and goes on as behind an age.
fn is_letter(after: &[&str]) -> bool {
    match after {
        ["M" | "F", rest @ ..] => rest.first().is_none_or(|next| {
            matches!(*next, "." | "," | ";" | ")") || GOING_ON.contains(&next.to_lowercase().as_str())
        }),
        _ => false,
    }
}

/// Returns whether `band`, made from the text `written` of a note, holds the age that it says and is no narrower than `floor` lets it be.
pub(super) fn is_held(band: &str, written: &str, floor: Level) -> bool {
    if let Some(first) = decade(written.rsplit([' ', '-', '\n']).next().unwrap_or_default()) {
        // A decade is as wide as a band of the level balanced.
        let holds = |years: u32| time::is_in_band(band, i64::from(years), Level::Minimal);
        return floor != Level::Strict && first < 90 && holds(first) && holds(first + 9);
    }
    let whole = written.split('.').next().unwrap_or_default();
    let years = whole.parse::<u32>().ok().or_else(|| words(written));
    years.is_some_and(|years| time::is_in_band(band, i64::from(years), floor))
}

/// Returns the words and signs of `text` in reverse, in lower case, at most `most`, back to the end of the sentence before.
fn tokens(text: &str, most: usize) -> Vec<String> {
    let from = text.len().saturating_sub(200);
    let text = text.get(text.ceil_char_boundary(from)..).unwrap_or_default();
    let mut all = split(text);
    // What ends a sentence ends what belongs to the number; a full stop within it does not.
    let stop = all.iter().rposition(|(token, gap)| matches!(*token, "." | "!" | "?") && *gap);
    let abbreviated =
        |at: usize| at.checked_sub(1).and_then(|before| all.get(before)).is_some_and(|(word, _)| word.len() <= 2);
    if let Some(stop) = stop.filter(|at| !abbreviated(*at)) {
        all.drain(..=stop);
    }
    all.iter().rev().filter(|(token, _)| *token != ".").take(most).map(|(token, _)| token.to_lowercase()).collect()
}

fn tokens_from(text: &str) -> Vec<&str> {
    let text = text.get(..text.floor_char_boundary(80)).unwrap_or_default();
    split(text).into_iter().take(8).map(|(token, _)| token).collect()
}

/// Returns the words and the signs of `text`, each with whether white space follows it; apostrophes are left out.
fn split(text: &str) -> Vec<(&str, bool)> {
    let mut tokens: Vec<(&str, bool)> = Vec::new();
    let mut word: Option<usize> = None;
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        if sign.is_alphanumeric() {
            word = word.or(Some(at));
            continue;
        }
        if let Some(start) = word.take() {
            tokens.extend(text.get(start..at).map(|token| (token, sign.is_whitespace())));
        }
        if !sign.is_whitespace() && !matches!(sign, '\'' | '\u{2019}') {
            let after = text.get(at + sign.len_utf8()..).unwrap_or_default();
            tokens.extend(
                text.get(at..at + sign.len_utf8()).map(|token| (token, after.starts_with(char::is_whitespace))),
            );
        }
    }
    tokens
}

/// Returns the number that `written` says in words.
fn words(written: &str) -> Option<u32> {
    const SMALL: [&str; 19] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    let lower = written.to_lowercase();
    let mut parts = lower.split([' ', '-', '\n']).filter(|part| !part.is_empty());
    let first = parts.next()?;
    let small = |word: &str| (1..).zip(SMALL).find(|(_, known)| *known == word).map(|(number, _)| number);
    let whole = match small(first) {
        Some(number) => number,
        None => {
            let tens = tens(first).filter(|_| first.ends_with("ty"))?;
            match parts.next() {
                None => tens,
                Some(unit) => tens + small(unit).filter(|unit| *unit < 10)?,
            }
        }
    };
    parts.next().is_none().then_some(whole)
}

/// Returns the first year of the decade that `written` says.
fn decade(written: &str) -> Option<u32> {
    let lower = written.to_lowercase().replace(['\'', '\u{2019}'], "");
    let singular = lower.strip_suffix("genarian").or_else(|| lower.strip_suffix("genarians"));
    if let Some(begins) = singular {
        return ["quinqua", "sexa", "septua", "octo"]
            .iter()
            .position(|known| *known == begins)
            .and_then(|at| u32::try_from(at).ok())
            .map(|at| at * 10 + 50);
    }
    if let Some(digits) =
        lower.strip_suffix('s').filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return digits.parse().ok();
    }
    tens(&lower).filter(|_| lower.ends_with("ties"))
}

fn tens(word: &str) -> Option<u32> {
    let begins = ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"];
    let at = begins
        .iter()
        .position(|begin| word.strip_prefix(begin).is_some_and(|rest| matches!(rest, "ty" | "ties")))
        .or((word == "fourties").then_some(2))?;
    u32::try_from(at).ok().map(|at| (at + 2) * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, number: &str) -> bool {
        let at = text.find(number).unwrap();
        is_age(text, at..at + number.len())
    }

    #[test]
    fn a_number_is_an_age_by_what_stands_beside_it() {
        for text in [
            "had it at the age of 62.",
            "aged 62",
            "Age: 62",
            "a 62-year-old woman",
            "62 years old",
            "62 years of age",
            "62 yo",
            "62 y/o",
            "62 y.o. with",
            "turned 62.",
            "62 M with pain",
            "a 62 male",
            "She is 62.",
            "when he was 62,",
            "Pt is 62 and",
            "her mother, 62, has it",
            "Mother (62): stroke",
            "father died of a stroke at 62",
            "lived to be 62",
            "menopause at 62",
            "aged 60 and 62.",
            "62, came today",
            "62 came with a cough",
            "Ella, 62, came",
            "Mrs. Foster, 62, came",
            "Mrs Foster (62) and",
            "her daughter is 62 months.",
        ] {
            assert!(is(text, "62"), "{text}");
            if !text.contains("62 M") {
                let words = text.replace("62", "sixty-two");
                assert!(is(&words, "sixty-two"), "{words}");
            }
        }
        assert!(is("in her late sixties", "sixties") && is("in his 60's", "60"));
    }

    #[test]
    fn what_is_no_age_is_none() {
        for text in [
            "Weight 62 kg",
            "every 62 hours",
            "for 62 years",
            "62 years after her operation",
            "a 62-year history",
            "62 pack years",
            "pulse is 62",
            "she is 62 weeks pregnant",
            "PT 62, INR 1.1",
            "BP at 62",
            "saturation 62% on air",
            "aged. Weight 62 kg",
            "brothers (62)",
            "Glucose 95, 62, 110",
            "it is 62 weeks.",
            "takes it, 62 mg, daily",
            "62. Chest pain",
        ] {
            assert!(!is(text, "62"), "{text}");
        }
        assert!(!is("in her sixties", "sixties") && !is("one of two brothers", "two"));
    }

    #[test]
    fn a_band_holds_what_was_written_and_is_wide_enough() {
        for (band, written, floor, holds) in [
            ("60 to 69", "62", Level::Balanced, true),
            ("60 to 69", "sixty-two", Level::Balanced, true),
            ("60 to 69", "sixty two", Level::Minimal, true),
            ("60 to 64", "62", Level::Minimal, true),
            ("60 to 64", "62", Level::Balanced, false),
            ("70 to 79", "62", Level::Balanced, false),
            ("60 to 69", "62", Level::Strict, false),
            ("60 to 69", "late sixties", Level::Balanced, true),
            ("60 to 69", "60's", Level::Minimal, true),
            ("60 to 64", "60s", Level::Minimal, false),
            ("80 to 89", "octogenarian", Level::Balanced, true),
            ("40 to 69", "sixties", Level::Balanced, true),
            ("60 to 69", "many", Level::Balanced, false),
        ] {
            assert_eq!(is_held(band, written, floor), holds, "{band} {written}");
        }
    }
}
