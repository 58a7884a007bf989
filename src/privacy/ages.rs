//! Ages in prose: where a number, in digits or in words, says how old somebody is or was.
//!
//! A number is an age by what stands beside it: "aged 62", "62-year-old", "62 y/o", "at the age of sixty-two", "turned 62", "62M", "her
//! mother (62)". What is told of it is the band that the level has. Where it is an age that no band says well (months of a small
//! child, a year of life, a letter that may be another thing) it is told not at all. The age recognizer looks for those over 89, which
//! identify; this is about all of them.
//!
//! It does not look for what is no age: doses, scores, readings, "every 12 hours", "for 2 years", "20 pack years" stay as they are.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::cells::cells;

/// The greatest number that is taken for an age.
const MAX_YEARS: u32 = 124;
/// Below it a bare number beside "male" or "M" is rather a count or a size.
const LEAST_BARE: u32 = 13;

/// The greatest number that is taken for that of an item of a list.
const MOST_ITEMS: u32 = 30;

/// How old somebody is said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Years {
    /// So many whole years.
    Exact(u32),
    /// Of a decade of life, by its first year: "in her sixties".
    Decade(u32),
    /// An age that no band tells, or what may be one.
    Unsaid,
}

/// An age, where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Age {
    /// The bytes of the number, or of the words that say it.
    pub range: Range<usize>,
    /// What it says.
    pub years: Years,
}

macro_rules! number {
    () => {
        r"(?:[0-9]{1,3}(?:\.[0-9]+)?|(?:twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|ninety)(?:[\s-]{0,3}(?:one|two|three|four|five|six|seven|eight|nine)(?-u:\b))?|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|five|six|seven|eight|nine|ten|(?:a|one)[ -]hundred)"
    };
}
macro_rules! years {
    () => {
        r"(?:years?|yrs?\.?|y\.?)"
    };
}
macro_rules! old {
    () => {
        concat!(r"(?:", years!(), r"[\s/.-]{0,2}(?:olds?|of[\s-]age|o)(?-u:\b)|y\.?/?o\.?(?-u:\b)|y\.?/?o\.?[ -]?[wbah]?[mf](?-u:\b)|y\.o\.|ans(?-u:\b)|a[n\u{f1}]os(?-u:\b)|jahre[\s-]alt)")
    };
}
macro_rules! about {
    () => {
        r"(?:(?:of|at|is|was|the|about|around|approx(?:imately)?\.?|nearly|almost|just|only|now|over|under|above|below|roughly|circa)\s+)*"
    };
}
macro_rules! small {
    () => {
        r"(?:months?|mos?\.?|mths?|weeks?|wks?)"
    };
}
macro_rules! person {
    () => {
        r"(?:patient|mother|father|mom|mum|dad|parent|brother|sister|sibling|son|daughter|child|wife|husband|spouse|partner|uncle|aunt|cousin|niece|nephew|grand(?:mother|father|ma|pa|son|daughter|parent)|man|woman|lady|gentleman|boy|girl|male|female|resident|widow(?:er)?)"
    };
}

/// What must stand behind a number for it to be an age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Whatever.
    Anything,
    /// Whatever, and further numbers of a row: "aged 62 and 64".
    Row,
    /// The end of a phrase, or a word that goes on after an age.
    End,
    /// As [`Behind::End`]; what is none may be an age all the same.
    EndOrUnsaid,
    /// Nothing that tells when it was: "at 5 years after".
    NoDistance,
    /// A sign or a word that goes on after what is set off: "33, came today".
    SetOff,
    /// A comma and words: "HPI: 33, came today", not "Glucose: 95, 110".
    CommaAndWords,
}

/// A way to write an age.
struct Shape {
    form: Regex,
    behind: Behind,
    /// Whether a band says it; what only may be an age is told not at all.
    is_sure: bool,
    /// The least bare number that it holds for.
    least: u32,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    use Behind::{Anything, CommaAndWords, End, EndOrUnsaid, NoDistance, Row, SetOff};
    [
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]{0,2}", old!()), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]{0,2}(?:,|and|or|to|&|-|\u{2013})[\s-]{0,2}", number!(), r"[\s-]{0,2}", old!()), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]{0,2}(?:months?|mos?\.?|mths?|weeks?|wks?|days?)[\s-]{0,2}(?:olds?|of[\s-]age)(?-u:\b)"), Anything, false, 0),
        (concat!(r"(?i)(?-u:\b)(?:aged?|ages|age/sex|age (?:group|range|band|bracket)|age at [a-z]+(?: [a-z]+)??)(?:\s?\((?:years|yrs?|y)\))?[\s:=/(<>~-]{1,4}", about!(), r"(?P<it>", number!(), r")(?-u:\b)"), Row, true, 0),
        (concat!(r"(?i)(?-u:\b)(?:turn(?:ed|ing|s)?)\s+", about!(), r"(?P<it>", number!(), r")(?-u:\b)"), End, true, 0),
        (concat!(r"(?i)(?-u:\b)(?:died|death|dead|dies|passed|deceased|expired|lived|living|alive|menopause|menarche|onset|diagnosed|diagnosis|dx|quit|retired|married|widowed|survived|d\.)(?:[\s,]+[a-z'/-]+){0,6}?[\s,]+(?:at|to|to be)\s+", about!(), r"(?P<it>", number!(), r")(?-u:\b)"), End, true, 0),
        (concat!(r"(?i)(?-u:\b)(?:died|deceased|d\.)[\s,(]+(?P<it>", number!(), r")(?-u:\b)"), End, true, 0),
        (concat!(r"(?i)(?-u:\b)(?:began|beg[iu]n(?:ning)?|start(?:ed|ing)?|stopped|since|first|cancer|stroke|attack|infarction|mi|cva|diabetes|disease|surgery|hysterectomy|smoking|drinking)(?:[\s,]+[a-z'/-]+){0,3}?[\s,]+at\s+", about!(), r"(?P<it>", number!(), r")(?-u:\b)"), End, false, 0),
        (concat!(r"(?i)(?-u:\b)(?:he|she|they|i|who|(?-i:[Pp]t)|", person!(), r")(?:['\u{2019}]s|\s+(?:is|was|are|were|am|will be|has been)|['\u{2019}]m)\s+", about!(), r"(?P<it>", number!(), r")(?:\s+", years!(), r")?(?-u:\b)"), End, true, 2),
        (concat!(r"(?i)(?-u:\b)", person!(), r"\s*[,(:;\u{2013}-]?\s*(?:(?:alive|living|healthy|well|deceased|dec(?:'d|\.)?|a&w|a/w)[\s,:-]+)?(?P<it>", number!(), r")(?:\s?", years!(), r")?(?-u:\b)"), End, true, 2),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]*", years!(), r"[\s-]+(?:(?:old|white|black|asian|hispanic|caucasian|african|american)[\s-]+)*(?:male|female|man|woman|boy|girl|gentleman|lady|m|f)(?-u:\b)"), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]+(?:(?:white|black|asian|hispanic|caucasian)[\s-]+)*(?:male|female|man|woman|boy|girl|gentleman|lady)(?-u:\b)"), Anything, true, LEAST_BARE),
        (r"(?:^|[^0-9A-Za-z./-])(?P<it>[0-9]{1,3})[\s/-]?(?:[yY](?:rs?)?[\s./-]*)?(?:[MF]|WM|WF|BM|BF)(?-u:\b)", EndOrUnsaid, true, LEAST_BARE),
        (concat!(r"(?i)(?-u:\b)at\s+", about!(), r"(?P<it>", number!(), r")[\s-]?(?:years?|yrs?|months?|mos?|mths?)(?-u:\b)"), NoDistance, false, 0),
        (concat!(r"(?i)(?-u:\b)(?:he|she|they|baby|infant|toddler|newborn|", person!(), r")(?:['\u{2019}]s|\s+(?:is|was|now|just))\s+", about!(), r"(?P<it>", number!(), r")[\s-]?", small!(), r"(?-u:\b)"), End, false, 0),
        (concat!(r"(?i)(?:^|[.!?\u{2026}]\s|[^0-9\s%],|[(\u{2013}\u{2014}])\s*(?P<it>", number!(), r")[\s-]?", small!(), r"\s*(?:[,;)\u{2013}\u{2014}]|$)"), Anything, false, 0),
        (concat!(r"(?-u:\b)(?:Mr|Mrs|Ms|Miss|Mx|Dr|Sr|Sra)\.?\s+[\p{Lu}][\p{L}'\u{2019}-]+(?:\s+[\p{Lu}][\p{L}'\u{2019}-]+)?[\s,(]+(?P<it>(?i:", number!(), r"))(?-u:\b)"), End, true, 2),
        (concat!(r"(?im)(?:^|[.!?\u{2026}]\s|[^0-9\s%],|[\u{2013}\u{2014}])[ \t]*(?P<it>", number!(), r")(?-u:\b)"), SetOff, false, 2),
        (concat!(r"(?i):[ \t]*(?P<it>", number!(), r")(?-u:\b)"), CommaAndWords, false, 2),
        (concat!(r"(?-u:\b)(?:[Pp]t|[Pp]atient|[Cc]lient)\s*[:,]?\s+(?:is\s+(?:an?|now)\s+)?(?P<it>(?i:", number!(), r"))(?-u:\b)"), SetOff, false, 2),
        (concat!(r"(?i)(?-u:\b)(?:this|that|a|an|pleasant|nice|lovely|unfortunate|now|old)\s+(?P<it>", number!(), r")\s+(?:with|presenting|who|c/o|complaining|admitted|here|came)(?-u:\b)"), Anything, false, LEAST_BARE),
        (concat!(r"(?i)(?-u:\b)at\s+(?P<it>", number!(), r")\s+(?:he|she|they|pt|the\s+patient)(?-u:\b)"), Anything, false, 2),
        (concat!(r"(?i)(?-u:\b)now\s+(?P<it>", number!(), r")(?-u:\b)"), SetOff, false, LEAST_BARE),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")\s?[\u{2640}\u{2642}]"), Anything, true, 0),
        (concat!(r"(?i)\((?P<it>", number!(), r")\s*,\s*(?:m|f|male|female)\s*\)"), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)age(?-u:\b)(?:[^.\n0-9]{0,30}?(?-u:\b)(?:as|of|is|was)|\s*\|+)\s*(?P<it>", number!(), r")(?-u:\b)"), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")\s+and\s+(?:a\s+)?(?:half|quarter|one[\s-]half)\s+", years!(), r"[\s-]?(?:old|of[\s-]age)(?-u:\b)"), Anything, false, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]", small!(), r"[\s-](?:infant|baby|boy|girl|child|toddler|newborn)(?-u:\b)"), Anything, false, 0),
        (r"(?i)(?:^|[^0-9/])(?P<it>[0-9]{1,2}/(?:12|52|7))\s+old(?-u:\b)", Anything, false, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")\s+(?:summers|winters|springs)(?-u:\b)"), Anything, true, LEAST_BARE),
        (r"(?i)(?-u:\b)(?P<it>(?:half|quarter|three[\s-]quarters)\s+of\s+a\s+century|half[\s-]a[\s-]century|(?:a|one)\s+century)[\s-]+(?:olds?|of[\s-]age)(?-u:\b)", Anything, false, 0),
        (concat!(r"(?i)(?-u:\b)(?:(?:his|her|their|my)\s+(?:entire\s+|whole\s+|full\s+)?|(?:has|have|had)\s+(?:lived|reached)\s+|will\s+be\s+)(?P<it>", number!(), r")\s+years(?-u:\b)"), Anything, false, LEAST_BARE),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]", years!(), r"[\s-]young(?-u:\b)"), Anything, true, 0),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]", years!(), r"\s*,\s*(?:male|female|man|woman|boy|girl|m|f|gentleman|lady|retired|married|single|widowed|divorced|since\s+birth)(?-u:\b)"), Anything, false, 0),
        (concat!(r"(?i),\s*(?P<it>", number!(), r")[\s-]", years!(), r"\.?\s*(?:[,;.]|$)"), Anything, false, LEAST_BARE),
        (concat!(r"(?i)(?-u:\b)(?:onset|diagnosed|diagnosis|menarche|menopause|completed)(?-u:\b)[^.\n0-9]{0,30}?[\s:]+(?P<it>", number!(), r")[\s-]", years!(), r"(?-u:\b)"), Anything, false, 2),
        (concat!(r"(?i)(?-u:\b)(?P<it>", number!(), r")[\s-]", years!(), r"\s+(?:when|at)\s+(?:first\s+)?(?:diagnosed|diagnosis|onset|presentation)(?-u:\b)"), Anything, false, 2),
        (concat!(r"(?i)(?-u:\b)born\s+(?:about\s+|some\s+)?(?P<it>", number!(), r")\s+", years!(), r"\s+ago(?-u:\b)"), Anything, true, 0),
        (r"(?i)(?-u:\b)born\s+(?:in\s+)?['\u{2019}\u{2018}]?(?P<it>[0-9]{2})(?-u:\b)", Anything, false, 0),
        (concat!(r"(?i)(?-u:\b)(?:pushing|nearing|going\s+on|approaching|rising|the\s+big|sweet)\s+(?P<it>", number!(), r")(?-u:\b)"), SetOff, false, LEAST_BARE),
    ]
    .into_iter()
    .filter_map(|(form, behind, is_sure, least)| Regex::new(form).ok().map(|form| Shape { form, behind, is_sure, least }))
    .collect()
});

macro_rules! decade {
    () => {
        r"(?:(?:twen|thir|fou?r|fif|six|seven|eigh|nine)ties|[2-9]0['\u{2019}]?s)"
    };
}
macro_rules! part {
    () => {
        r"(?:(?:very[\s-]+)?(?:early|mid|middle|late)[\s-]+(?:(?:to|or)[\s-]+(?:mid|late)[\s-]+)?)"
    };
}

/// Ways to write a decade of life.
static DECADES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        concat!(r"(?i)(?-u:\b)(?:his|her|their|my|your|our)\s+(?P<it>", part!(), r"?", decade!(), r")(?-u:\b)"),
        concat!(r"(?i)(?-u:\b)in(?:to)?\s+(?P<it>", part!(), decade!(), r")(?-u:\b)"),
        r"(?i)(?-u:\b)(?P<it>(?:quinqua|sexa|septua|octo)genarians?)(?-u:\b)",
    ]
    .into_iter()
    .filter_map(|form| Regex::new(form).ok())
    .collect()
});

/// A part of a decade in words of which nothing says whose it is, and half of one: "a mid-forties gentleman", "half way through the forties". It may be of
/// the calendar as well.
static PARTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?-u:\b)(?P<it>",
        part!(),
        r"(?:(?:twen|thir|fou?r|fif|six|seven|eigh|nine)ties))(?-u:\b)|(?-u:\b)(?:half[\s-]*way|well|far|deep|just)[\s-]+(?:through|into|past)\s+(?:the\s+)?(?P<through>(?:twen|thir|fou?r|fif|six|seven|eigh|nine)ties)(?-u:\b)"
    ))
    .ok()
});

/// Years of life, counted: "in her sixty-second year".
static COUNTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(?:(?:his|her|their|my|your)\s+(?P<a>[0-9]{2,3}(?:st|nd|rd|th)|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|(?:thir|four|fif|six|seven|eigh|nine)teenth|(?:twen|thir|for|fif|six|seven|eigh|nine)tieth|(?:one[ -])?hundred(?:th|[ -]and[ -](?:first|second|third|fourth|fifth)))\s+(?:year|birthday|summer|winter|spring|autumn)|in\s+(?:the|a)\s+(?P<c>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))\s+year|(?P<b>[0-9]{1,3}(?:st|nd|rd|th)|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)|[a-z]+t(?:een|ie)th|hundredth)\s+(?:birthday|year\s+of\s+(?:life|his|her))|(?:his|her|their|my|your)\s+(?P<d>[0-9]{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\s+decade|(?P<e>[0-9]{3,6})[\s-]{0,2}(?:months?|weeks?|wks?|days?|hours?)[\s-]+(?:old|of[\s-]age))(?-u:\b)",
    )
    .ok()
});

/// A further number of a row: "aged 62 and 64".
static FURTHER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^\s*(?:,\s*(?:and\s+)?|and\s+|or\s+|to\s+|&\s*|-|\u{2013})\s*(?P<it>",
        number!(),
        r")(?-u:\b)"
    ))
    .ok()
});

/// Words that go on after an age; others, such as units, make the number before them something else.
#[rustfmt::skip] // words of one kind, in a few lines
const GOING_ON: &[&str] = &[
    "with", "who", "whose", "had", "has", "have", "having", "and", "but", "or", "when", "now", "at", "from", "of", "due", "because", "today",
    "this", "last", "next", "in", "presents", "presented", "presenting", "admitted", "is", "was", "died", "alive", "living", "deceased",
    "healthy", "well", "came", "comes", "after", "following", "by", "while", "during", "as", "then", "old", "on", "w", "s", "seen", "here",
    "complaining", "status", "without", "years", "year", "yrs", "yr", "y", "smoker", "which", "she", "he", "they", "her", "his", "if", "so",
];
/// Words that go on behind an age that is set off: "33 came today".
#[rustfmt::skip] // words of one kind, in a few lines
const SETTING_OFF: &[&str] = &[
    "with", "who", "whose", "had", "has", "have", "having", "presents", "presented", "presenting", "admitted", "came", "comes", "is", "was", "died", "alive", "c",
    "living", "deceased", "healthy", "well", "complaining", "seen", "smoker", "she", "he", "they",
];
/// Words behind a letter that make the number before it the size of a tube.
const TUBES: &[&str] = &["foley", "catheter", "sheath", "tube", "drain", "stent", "french", "fr"];
/// Last words of labels of what is measured.
#[rustfmt::skip] // words of one kind, in a few lines
pub(super) const MEASURED: &[&str] = &[
    "pulse", "hr", "rate", "rr", "resp", "respirations", "sat", "sats", "spo2", "temp", "temperature", "weight", "wt", "height", "ht", "bmi", "bp", "pressure", "systolic",
    "diastolic", "map", "glucose", "sugar", "fsbs", "fbs", "hgb", "hb", "hemoglobin", "hct", "hematocrit", "creatinine", "bun", "potassium", "sodium", "inr", "a1c", "hba1c",
    "platelets", "plt", "wbc", "ef", "lvef", "egfr", "gfr", "score", "gcs", "peak", "flow", "qtc", "qrs", "alt", "ast", "tsh", "crp", "esr", "ferritin", "cholesterol",
    "ldl", "hdl", "triglycerides", "psa", "mmse", "moca", "phq", "gad", "circumference",
];
/// Words that make what stands before them a distance in time.
const DISTANCES: &[&str] = &[
    "post",
    "after",
    "of",
    "follow",
    "followup",
    "following",
    "from",
    "since",
    "later",
    "into",
    "ago",
    "out",
    "before",
    "prior",
];
/// Units of the ages of small children.
const SMALL: &[&str] =
    &["month", "months", "mo", "mos", "mth", "mths", "week", "weeks", "wk", "wks", "day", "days", "hour", "hours"];

/// Returns the ages that `text` says, in its order, none over another.
pub fn ages(text: &str) -> Vec<Age> {
    let mut found = in_prose(text);
    for cell in cells(text).iter().filter(|cell| cell.is_of_ages(text)) {
        // "Age at diagnosis | 62 years" is read as with a colon, "Born | 62 years ago" as it would be said.
        for joined in [": ", " "].map(|between| cell.joined(text, between)) {
            let said = in_prose(&joined.text).into_iter();
            said.filter_map(|age| Some(Age { range: joined.place(&age.range)?, ..age }))
                .for_each(|age| add(&mut found, age));
        }
    }
    found.sort_by_key(|age| age.range.start);
    found
}

fn add(found: &mut Vec<Age>, age: Age) {
    if !found.iter().any(|other| other.range.start < age.range.end && age.range.start < other.range.end) {
        found.push(age);
    }
}

/// Returns the ages that `text` says as it goes on.
fn in_prose(text: &str) -> Vec<Age> {
    let mut found: Vec<Age> = Vec::new();
    let mut add = |age: Age| add(&mut found, age);
    for form in DECADES.iter() {
        for it in form.captures_iter(text).filter_map(|captures| captures.name("it")) {
            let years = first_year(it.as_str()).map_or(Years::Unsaid, Years::Decade);
            add(Age { range: it.range(), years });
        }
    }
    for captures in COUNTED.iter().flat_map(|form| form.captures_iter(text)) {
        if let Some(it) = ["a", "b", "c", "d", "e"].into_iter().find_map(|name| captures.name(name)) {
            add(Age { range: it.range(), years: Years::Unsaid });
        }
    }
    for captures in PARTS.iter().flat_map(|form| form.captures_iter(text)) {
        if let Some(it) = captures.name("it").or(captures.name("through")) {
            add(Age { range: it.range(), years: Years::Unsaid });
        }
    }
    for shape in SHAPES.iter() {
        let mut at = 0;
        while let Some(captures) = shape.form.captures_at(text, at) {
            let (Some(whole), Some(it)) = (captures.get(0), captures.name("it")) else { break };
            // The next number may stand within what was matched here: "62 and 64 years old".
            at = it.end();
            if let Some(age) = shape.read(text, it.range(), whole.end()) {
                let mut end = age.range.end;
                let is_row = shape.behind == Behind::Row && age.years != Years::Unsaid;
                add(age);
                while let Some(next) = further(text, end).filter(|_| is_row) {
                    end = next.range.end;
                    add(next);
                }
            }
        }
    }
    found
}

impl Shape {
    /// Returns whether the number of `text` at `it` heads an item of a list: "1. Chest pain", "2) Fall".
    fn is_item(text: &str, it: &Range<usize>) -> bool {
        let before = text.get(..it.start).unwrap_or_default().trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with('\n');
        let is_small = text.get(it.clone()).and_then(number).is_some_and(|number| number <= MOST_ITEMS);
        begins && is_small && text.get(it.end..).is_some_and(|behind| behind.starts_with(['.', ')']))
    }

    /// Returns the age that the number of `text` at `it` is, by what stands behind it and behind all that was matched, which ends at `end`.
    fn read(&self, text: &str, it: Range<usize>, end: usize) -> Option<Age> {
        let written = text.get(it.clone())?;
        // "3/12" are months of a year.
        let written = written.split('/').next()?;
        let years = number(written).filter(|years| (self.least..=MAX_YEARS).contains(years))?;
        let (it_end, after, behind) = (it.end, text.get(it.end..)?, text.get(end..)?);
        let is_small = SMALL.contains(&next_word(after).as_str());
        let unsaid = Age { range: it.clone(), years: Years::Unsaid };
        let sure =
            if self.is_sure && !is_small { Age { range: it, years: Years::Exact(years) } } else { unsaid.clone() };
        let is_counted = text.get(it_end..end).is_some_and(|unit| unit.trim_start().starts_with(['y', 'Y']));
        let is_whole = !written.contains('.');
        let is_distance = is_counted && DISTANCES.contains(&next_word(behind).as_str());
        match self.behind {
            Behind::Anything | Behind::Row => Some(sure),
            Behind::End => (ends(behind) && !is_distance).then_some(sure),
            // Over 89 the age recognizer looks, which knows temperatures from ages.
            Behind::EndOrUnsaid if years > 89 || TUBES.contains(&next_word(behind).as_str()) => None,
            Behind::EndOrUnsaid => Some(if ends(behind) { sure } else { unsaid }),
            Behind::NoDistance => (!DISTANCES.contains(&next_word(behind).as_str())).then_some(unsaid),
            Behind::SetOff => (is_whole && sets_off(behind) && !Shape::is_item(text, &unsaid.range)).then_some(unsaid),
            Behind::CommaAndWords if is_measured(text, unsaid.range.start) => None,
            Behind::CommaAndWords => {
                let words = behind.strip_prefix(',').map(str::trim_start).unwrap_or_default();
                let next = next_word(words);
                (is_whole && next.len() > 2 && !UNITS.contains(&next.as_str()) && ten(&next).is_none())
                    .then_some(unsaid)
            }
        }
    }
}

/// Returns whether the label that ends before byte `at` of `text` is of what is measured: "Pulse: 72, regular".
fn is_measured(text: &str, at: usize) -> bool {
    let label = text.get(..at).unwrap_or_default().trim_end_matches([' ', '\t', ':']);
    let word = label.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    MEASURED.contains(&word.as_str())
}

/// Returns whether what stands before `after` is set off by it: by a sign that goes on, a sentence's end, or a word that goes on after an age.
fn sets_off(after: &str) -> bool {
    let near = after.trim_start_matches([' ', '\t']);
    match near.chars().next() {
        None | Some(',' | ';' | ')' | '\u{2013}' | '\u{2014}' | '\u{2026}') => !goes_on_in_digits(after),
        Some('.' | '!' | '?') => !goes_on_in_digits(after),
        Some(sign) if sign.is_alphabetic() => {
            after.len() > near.len() && SETTING_OFF.contains(&next_word(near).as_str())
        }
        Some(_) => false,
    }
}

/// Returns whether `after` begins with a sign that a digit follows at once: "1,500", "3.5".
fn goes_on_in_digits(after: &str) -> bool {
    after.chars().nth(1).is_some_and(|sign| sign.is_ascii_digit())
}

/// Returns the age in the row that goes on at `end`.
fn further(text: &str, end: usize) -> Option<Age> {
    let rest = text.get(end..)?;
    let captures = FURTHER.as_ref()?.captures(rest)?;
    let it = captures.name("it")?;
    let years = number(it.as_str()).filter(|years| *years <= MAX_YEARS)?;
    let range = end + it.start()..end + it.end();
    ends(rest.get(it.end()..)?).then_some(Age { range, years: Years::Exact(years) })
}

/// Returns whether a phrase ends at the beginning of `after`, or goes on as it may after an age.
fn ends(after: &str) -> bool {
    let mut signs = after.trim_start().chars();
    match signs.next() {
        None => true,
        Some('.' | ',' | ':') => !signs.next().is_some_and(|sign| sign.is_ascii_digit()),
        Some(';' | ')' | ']' | '?' | '!' | '"' | '\u{2019}' | '\u{2013}' | '\u{2014}' | '\u{2026}') => true,
        Some('-') => after.starts_with(char::is_whitespace),
        Some(sign) if sign.is_alphabetic() => {
            after.starts_with(char::is_whitespace) && GOING_ON.contains(&next_word(after).as_str())
        }
        Some(_) => false,
    }
}

/// Returns the word that `after` begins with, in lower case, behind white space and hyphens.
fn next_word(after: &str) -> String {
    let word = after.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '-');
    word.chars().take_while(|sign| sign.is_alphabetic()).take(16).flat_map(char::to_lowercase).collect()
}

const UNITS: [&str; 20] = [
    "zero",
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
/// Beginnings of the words for tens and decades, from twenty on.
const TENS: [&[&str]; 8] = [
    &["twent"],
    &["thirt"],
    &["fort", "fourt"],
    &["fift", "quinqua"],
    &["sixt", "sexa"],
    &["sevent", "septua"],
    &["eight", "octo"],
    &["ninet"],
];

/// Returns the whole number that `written` says, in digits or in words.
fn number(written: &str) -> Option<u32> {
    if written.starts_with(|sign: char| sign.is_ascii_digit()) {
        return written.split('.').next()?.parse().ok();
    }
    let lower = written.to_lowercase();
    if lower.ends_with("hundred") {
        return Some(100);
    }
    if lower.ends_with("century") {
        // "Three quarters of a century": no band tells it, and only that it is an age matters.
        return Some(50);
    }
    let unit = |word: &str| UNITS.iter().position(|unit| *unit == word).and_then(|at| u32::try_from(at).ok());
    if let Some(unit) = unit(&lower) {
        return Some(unit);
    }
    let split = lower.find("ty")? + 2;
    let (tens, rest) = lower.split_at_checked(split)?;
    let rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '-');
    Some(ten(tens)? + if rest.is_empty() { 0 } else { unit(rest)? })
}

/// Returns the tens that `word` begins with.
fn ten(word: &str) -> Option<u32> {
    let at = TENS.iter().position(|begins| begins.iter().any(|begin| word.starts_with(begin)))?;
    u32::try_from(at).ok().map(|at| (at + 2) * 10)
}

/// Returns the first year of the decade that `written` says: "late sixties", "60s", "octogenarian".
fn first_year(written: &str) -> Option<u32> {
    let lower = written.to_lowercase();
    let last = lower.rsplit(|sign: char| sign.is_whitespace() || sign == '-').next()?;
    let digits: String = last.chars().take_while(char::is_ascii_digit).collect();
    if digits.is_empty() { ten(last) } else { digits.parse().ok() }
}

#[cfg(test)]
mod tests;
