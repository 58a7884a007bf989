//! Dates with the month in letters: 45 CFR 164.514(b)(2)(i)(C), "all elements of dates (except year)".
//!
//! The months' names and abbreviations in English and ten more European languages, with a day, a year, both, or a word that
//! makes it a time ("since June"); days of the month ("the 14th"); dictated dates ("march twenty second twenty twenty four").
//! Months that are also words ("may", "march") need a number or a word before them; "May 5 mg" is none.

use std::sync::LazyLock;

use super::label;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! month {
    () => {
        r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|febr|mar|apr|jun|jul|aug|sept|sep|oct|0ct|nov|n0v|dec|januar|jaenner|j\u{e4}nner|februar|m\u{e4}rz|marts|mars|maj|mai|juni|juli|augusti|augustus|oktober|okt|dezember|dez|desember|januari|februari|maart|mrt|mei|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|janvier|f\u{e9}vrier|avril|juin|juillet|ao\u{fb}t|septembre|octobre|novembre|d\u{e9}cembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|mar\u{e7}o|maio|junho|julho|setembro|outubro|novembro|dezembro|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kes\u{e4}kuuta|hein\u{e4}kuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta)"
    };
}
macro_rules! day {
    () => {
        r"(?:[0-3]?[0-9](?: ?(?:st|nd|rd|th|er|\u{ba}|\.))?)"
    };
}
macro_rules! year {
    () => {
        r"(?:(?:1[89]|20)[0-9]{2}|2[0oO][0-9oOlI]{2}|'[0-9]{2})"
    };
}
macro_rules! weekday {
    () => {
        r"(?:(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|mandag|tirsdag|onsdag|torsdag|fredag|l\u{f8}rdag|s\u{f8}ndag)[,.]? (?:the |den )?)?"
    };
}
macro_rules! time {
    () => {
        r"(?:(?:,? (?:at |um |kl\.? ?)?)(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?: ?(?:am|pm|a\.m\.|p\.m\.|hrs?|uhr))?(?: ?(?:z|utc|gmt|[+-][0-9]{2}:?[0-9]{2}))?(?-u:\b))?"
    };
}
macro_rules! ordinal {
    () => {
        r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth)"
    };
}
macro_rules! cardinal {
    () => {
        r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
    };
}
macro_rules! spoken_year {
    () => {
        r"(?:,? (?:(?:nineteen|twenty)[ -](?:oh[ -])?(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|oh)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|two thousand(?:(?: and)? (?:(?:twenty|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine))?|(?:19|20)[0-9]{2}))?"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("day, month, year", concat!(r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>", weekday!(), day!(), r"[ ./-]{0,2}(?:of |de |di |den )?", month!(), r"\.?(?:[ ,./-]{0,3}(?:de |of |del )?", year!(), r"|[ ./-][0-9]{2})?", time!(), r")(?:$|[^0-9A-Za-z%])"), Score::STRONG),
        ("month that is no name", r"(?:^|[^0-9A-Za-z])(?P<it>January|February|July|September|October|November|December|JANUARY|FEBRUARY|JULY|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|Sept\.)(?:$|[^0-9A-Za-z])", Score::FAIR),
        ("dictated day", r"(?i)(?-u:\b)(?:on|until|since|by|before|after|from) (?P<it>the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)))(?-u:\b)", Score::FAIR),
        ("dictated birthday", r"(?i)(?-u:\b)(?:date of birth|d o b|dob|birth ?date|birthday)(?: is)? (?P<it>(?:(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|slash|dash)[ -]){1,9}(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety))(?-u:\b)", Score::STRONG),
        ("month, not English", r"(?i)(?-u:\b)(?:in|since|until|en|im|em|i|seit|desde|depuis|sedan|siden|fra|til|bis|de|du|del|a|by|from|of) (?P<it>januar|februar|m\u{e4}rz|dezember|desember|januari|februari|maart|augustus|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|janvier|f\u{e9}vrier|avril|juillet|ao\u{fb}t|septembre|octobre|novembre|d\u{e9}cembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|mar\u{e7}o|maio|junho|julho|setembro|outubro|novembro|dezembro)(?-u:\b)", Score::FAIR),
        ("Roman month", r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>[0-3]?[0-9oOl][ ./-]{1,2}(?:i{1,3}|iv|vi{0,3}|ix|x|xi{1,2})[ ./-]{1,2}(?:(?:19|20)[0-9]{2}|[0-9]{2}))(?:$|[^0-9A-Za-z%/])", Score::STRONG),
        ("Roman month", r"(?:^|[^0-9A-Za-z.,/-])(?P<it>[0-3]?[0-9]/(?:II|III|IV|VI{1,3}|IX|XI{1,2}|XII))(?:$|[^0-9A-Za-z/%-])", Score::WEAK),
        ("days and month", concat!(r"(?i)(?:^|[^0-9A-Za-z.,/])(?P<it>", day!(), r" ?(?:to|-|and|&|until|through|bis|au|al) ?(?:the )?", day!(), r" (?:of |de |di )?", month!(), r"(?:,? ", year!(), r")?)(?:$|[^0-9A-Za-z%])"), Score::STRONG),
        ("short weekday and day", r"(?i)(?-u:\b)(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun) the [0-3]?[0-9](?:st|nd|rd|th)(?-u:\b)", Score::STRONG),
        ("weekday and points", r"(?-u:\b)(?:MO|DI|MI|DO|FR|SA|SO|Mo|Di|Mi|Do|Fr|Sa|So|ma|ti|on|to|fr)[.,]? (?P<it>[0-3]?[0-9]\.[01]?[0-9]\.)(?:$|[^0-9])", Score::FAIR),
        ("the day", r"(?i)(?-u:\b)(?P<it>the [0-3]?[0-9](?:st|nd|rd|th))(?: ?[.,;)]|$|\n)", Score::WEAK),
        ("month in brackets", r"(?i)[(,] ?(?P<it>jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)(?: (?:19|20)?[0-9]{2})?[,)]", Score::WEAK),
        ("slashes spoken", r"(?i)(?-u:\b)(?:[a-z]+ )?[a-z]+ slash (?:[a-z]+ )?[a-z]+ slash (?:(?:nineteen|twenty|two thousand|oh|thirty|forty|fifty|sixty|seventy|eighty|ninety|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)(?:[ -](?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|ten|eleven|twelve|oh|one|two|three|four|five|six|seven|eight|nine)(?-u:\b)){0,2})", Score::FAIR),
        ("Roman month", r"(?-u:\b)(?:on|from|since|until|by|dnia|od|do) (?P<it>[0-3]?[0-9] (?:I{1,3}|IV|VI{0,3}|IX|X|XI{1,2}))(?-u:\b)", Score::FAIR),
        ("month, day, year", concat!(r"(?i)(?:^|[^0-9A-Za-z])(?P<it>", weekday!(), month!(), r"(?:\.?[ -]{1,2}(?:the )?", day!(), r"(?: ?(?:-|to|and|&|through) ?(?:the )?", day!(), r")?(?:,? {0,2}", year!(), r"|-[0-9]{2,4}|, [0-9]{2})?|[ ]?[0-9OolI]{1,2}[ ,-]{1,3}[0-9OolI]{4})", time!(), r")(?:$|[^0-9A-Za-z%])"), Score::STRONG),
        ("month and year", concat!(r"(?i)(?:^|[^0-9A-Za-z])(?P<it>", month!(), r"[ .,/-]{1,3}(?:of |de |del )?", year!(), r"|", month!(), r"'[0-9]{2})(?:$|[^0-9A-Za-z%])"), Score::STRONG),
        ("scanned", concat!(r"(?i)(?:^|[^0-9A-Za-z])(?P<it>", month!(), r" [0-9OolI]{1,2},? [0-9OolI]{4}|", month!(), r" [0-9OolI]{1,2})(?:$|[^0-9A-Za-z%])"), Score::FAIR),
        ("month", concat!(r"(?i)(?-u:\b)(?:in|since|until|till|til|by|last|this|next|early|late|mid|from|of|before|after|during|through|thru|around|end of|beginning of|middle of|every|each|to|for)[ -](?P<it>", r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|aug|sept|oct|nov|dec))(?-u:\b)"), Score::FAIR),
        ("day of the month", r"(?i)(?-u:\b)(?:on|by|before|after|until|till|til|from|since|between|around|for|of)(?: (?:mon|tues|wednes|thurs|fri|satur|sun)day,?)? (?P<it>the [0-3]?[0-9](?:st|nd|rd|th)(?:(?: to| until| through| and| or|-)(?: the)? ?[0-3]?[0-9](?:st|nd|rd|th))?(?: of (?:this|last|next|the) month)?)(?-u:\b)", Score::FAIR),
        ("weekday and day", r"(?i)(?-u:\b)(?:mon|tues|wednes|thurs|fri|satur|sun)day,?(?: the)? [0-3]?[0-9](?:st|nd|rd|th)(?-u:\b)", Score::STRONG),
        ("dictated", concat!(r"(?i)(?-u:\b)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?:the )?)?(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: the)? (?:", ordinal!(), r"|", cardinal!(), r")", spoken_year!(), r"(?-u:\b)"), Score::STRONG),
        ("dictated", concat!(r"(?i)(?-u:\b)(?:the )?", ordinal!(), r" (?:day )?of (?:january|february|march|april|may|june|july|august|september|october|november|december)", spoken_year!(), r"(?-u:\b)"), Score::STRONG),
        ("dictated weekday", concat!(r"(?i)(?-u:\b)(?:mon|tues|wednes|thurs|fri|satur|sun)day the ", ordinal!(), r"(?-u:\b)"), Score::STRONG),
        ("dictated month and year", concat!(r"(?i)(?-u:\b)(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: of)? (?:nineteen|twenty|two thousand)", r"(?:[ -](?:and|oh|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|five|six|seven|eight|nine)(?-u:\b)){1,3}"), Score::STRONG),
        ("quarter of a year", r"(?i)(?-u:\b)(?:q[1-4][ /'-]{0,2}(?:(?:19|20)[0-9]{2}|'[0-9]{2})|(?:19|20)[0-9]{2}[ /-]?q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th|last) quarter (?:of )?(?:19|20)[0-9]{2})(?-u:\b)", Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Words after "the 5th" that make it something else than a day of a month.
const OTHER: &[&str] = &[
    "percentile",
    "one",
    "attempt",
    "trimester",
    "third",
    "opinion",
    "set",
    "try",
    "side",
    "centile",
    "rib",
    "ribs",
    "nerve",
    "cranial",
    "intercostal",
    "metatarsal",
    "metacarpal",
    "toe",
    "finger",
    "digit",
    "ray",
    "day",
    "week",
    "month",
    "year",
    "time",
    "grade",
    "floor",
    "line",
    "dose",
    "cycle",
    "edition",
    "generation",
    "visit",
    "trimester",
    "decade",
    "ventricle",
    "lumbar",
    "thoracic",
    "cervical",
    "vertebra",
    "stage",
    "degree",
    "order",
    "child",
    "baby",
    "episode",
    "attempt",
    "week's",
    "postoperative",
    "hospital",
    "space",
    "century",
    "lead",
    "molar",
    "portion",
    "part",
    "stool",
    "pregnancy",
    "session",
    "round",
    "proximal",
    "distal",
    "left",
    "right",
    "ics",
    "mcp",
    "mtp",
    "pip",
    "dip",
    "cn",
    "compartment",
    "heart",
    "sound",
    "birthday",
    "and",
    "or",
    "st",
    "street",
    "ave",
    "avenue",
];

/// Finds dates with the month in letters.
pub struct WrittenDate;

impl Recognizer for WrittenDate {
    fn name(&self) -> &'static str {
        "written_date"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Date));
        found
            .filter(|found| !is_other(view, found))
            .map(|mut found| {
                // The point of "3. marts" ends a sentence after "October 9."
                found.range.end -= usize::from(view.slice(found.range.clone()).ends_with('.'));
                found
            })
            .collect()
    }
}

fn is_other(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let after = view.words_after(found.range.end).next().map(|word| word.lower.as_str());
    match found.pattern {
        "day of the month" | "dictated day" => after.is_some_and(|word| OTHER.contains(&word)),
        "month" => {
            // "in may" and "for march" are said of months, "to may" and "of mar" are not; "may" after a subject is a verb.
            let before = view.words_before(found.range.start).next().map(|word| word.lower.as_str());
            let ambiguous =
                matches!(text, "may" | "march" | "dec" | "jan" | "nov" | "oct" | "MAY" | "MARCH" | "OCT" | "Jan");
            let loose =
                matches!(before, Some("to" | "for" | "of" | "by" | "from" | "this" | "each" | "every" | "through"));
            ambiguous && loose
                || matches!(before, Some("for" | "to" | "each" | "every")) && !text.starts_with(char::is_uppercase)
        }
        "day, month, year" | "month, day, year" | "scanned" => {
            // A number that scanning put letters into is not looked at.
            let numbers =
                text.split([' ', ',', '.', '-', '/', '\'']).map(|part| part.trim_end_matches(char::is_alphabetic));
            let digits =
                numbers.filter_map(|part| part.parse::<u32>().ok()).filter(|number| *number < 1000).min().unwrap_or(1);
            let scanned = text
                .split(' ')
                .any(|part| part.contains(|c: char| c.is_ascii_digit()) && part.contains(['O', 'o', 'l', 'I']));
            let digits = if scanned { 1 } else { digits };
            let short = !text.bytes().filter(u8::is_ascii_digit).nth(3).is_some_and(|byte| byte.is_ascii_digit());
            let lower = text.to_ascii_lowercase();
            let verb = short && lower.starts_with("may") && !text.starts_with("May") && !text.starts_with("MAY");
            // Spanish has the day before the month: `Mayo 8` is a score.
            let score = short && lower.starts_with("mayo ");
            let saturation = short && (lower.starts_with("sat ") || lower.starts_with("sun "));
            let counted = short
                && text.ends_with(|c: char| c.is_ascii_digit())
                && label::is_measured(view.text(), found.range.end);
            digits > 31
                || digits == 0
                || saturation
                || score
                || counted
                || verb
                    && !label::follows(
                        view,
                        found.range.start,
                        1,
                        &["on", "since", "until", "by", "from", "is", "before", "after"],
                    )
        }
        // "14 x 11 mm", "4 x 30": a product.
        "Roman month" => {
            let product = text.contains(" x ") || text.contains(" X ");
            product && text.rsplit(' ').next().is_some_and(|year| year.len() < 4)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 25);
    }
}
