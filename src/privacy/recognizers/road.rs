//! Where on a road: 45 CFR 164.514(b)(2)(i)(B), "all geographic subdivisions smaller than a state".
//!
//! Numbered roads and their exits, corners of two streets, rural boxes, units with their house number, and the words for streets
//! of countries that write them before the name. Street addresses of the common forms are the street recognizer's. Iodine
//! (I-131), leads, levels and fractions ("3/4 Main") are none.

use std::sync::LazyLock;

use super::label;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! street {
    () => {
        r"(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|court|ct|place|pl|boulevard|blvd|highway|hwy|parkway|pkwy|terrace|ter|tce|crescent|cres|close|way|square|sq|row|grove|gardens|mews|parade|esplanade|circle|cir|loop|trail|trl|walk)"
    };
}
macro_rules! word {
    () => {
        r"[\p{L}][\p{L}'\u{2019}.-]*"
    };
}
macro_rules! name {
    () => {
        r"\p{Lu}[\p{L}'\u{2019}.-]*"
    };
}
macro_rules! spoken {
    () => {
        r"(?:oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("unit and house", concat!(r"(?i)(?:^|[^0-9a-z.,/])(?P<it>(?:u|unit|flat|lot|shop|no\.?)? ?[0-9]{1,4}[a-z]?/[0-9]{1,5}[a-z]?,? (?:", word!(), r" ){1,3}?", street!(), r")(?:$|[^\p{L}0-9'])"), Score::FAIR),
        ("numbered avenue", concat!(r"(?i)(?:^|[^0-9a-z.,/-])(?P<it>[0-9]{1,6} [0-9]{1,3}a? ", street!(), r"(?: (?:ne|nw|se|sw|n|s|e|w|north|south|east|west))?)(?:$|[^\p{L}0-9'])"), Score::FAIR),
        ("quarter of a town", concat!(r"(?i)(?:^|[^0-9a-z.,/-])(?P<it>[0-9]{1,6}(?: 1/2)? (?:", word!(), r" ){1,3}?", street!(), r"\.? (?:ne|nw|se|sw))(?:$|[^\p{L}0-9'])"), Score::FAIR),
        ("rural box", r"(?i)(?-u:\b)(?:rr|r\.r\.|hcr?|rfd|rural route|rt\.?|route|star rt\.?)[ #]{1,2}[0-9]{1,4},? box ?#?[0-9]{1,5}(?:-?[a-z])?(?-u:\b)", Score::STRONG),
        ("mile", r"(?i)(?-u:\b)(?:mile ?(?:marker|post)|milepost|mile mark)s? [0-9]{1,4}(?:\.[0-9])?(?-u:\b)", Score::FAIR),
        ("mile", concat!(r"(?-u:\b)MP ?[0-9]{1,4}(?:\.[0-9])?, (?:", name!(), r" ){1,3}(?i:", street!(), r")(?-u:\b)"), Score::FAIR),
        ("exit", r"(?i)(?-u:\b)(?:exit|junction|jct\.?) [0-9]{1,3}[a-z]?(?: (?:off|of|on)(?: the)?)?(?: [a-z]{1,2}-?[0-9]{1,3})?(?-u:\b)", Score::FAIR),
        ("numbered road", r"(?i)(?-u:\b)(?:on|off|near|along|at|past|via|of|down|from|to|exit [0-9]{1,3}) (?:the )?(?P<it>(?:highway|hwy|route|rte|rt|state road|county road|co\.? rd\.?|interstate|us|sr|cr|fm)[ -]?[0-9]{1,4}[a-z]?)(?-u:\b)", Score::WEAK),
        ("interstate", r"(?-u:\b)I-(?:[2-9][0-9]?|1[05-9]|[2-9][0-9]{2})(?: (?:[NSEW]B?|north|south|east|west|(?:north|south|east|west)bound))?(?-u:\b)", Score::FAIR),
        ("British road", r"(?-u:\b)(?:on|off|near|along|down) (?:the )?(?P<it>[AM][0-9]{1,4}(?:\(M\))?(?: (?:J|Junction |junction )[0-9]{1,2}[A-Z]?)?)(?-u:\b)", Score::FAIR),
        ("corner", concat!(r"(?i)(?-u:\b)(?:cnr|crnr|intersection of|junction of|fork of|crossroads of|crossing of) (?:the )?(?:(?:", word!(), r"|[0-9]{1,4}(?:st|nd|rd|th)?) ){1,5}?(?:and|&|x|with) (?:the )?(?:", word!(), r"|[0-9]{1,3}(?:st|nd|rd|th)?)(?: ", street!(), r"(?-u:\b))?"), Score::FAIR),
        ("two streets", concat!(r"(?i)(?:^|[^0-9\p{L}])(?P<it>(?:", word!(), r" )?(?:[0-9]{1,3}(?:st|nd|rd|th)|", word!(), r" (?:st|rd|ave|blvd|dr|street|road|avenue)) (?:and|&|x|@) (?:[0-9]{1,3}(?:st|nd|rd|th)|", word!(), r" (?:st|rd|ave|blvd|street|road|avenue|hwy))(?: ", street!(), r"(?-u:\b))?)(?:$|[^\p{L}0-9'])"), Score::FAIR),
        ("crossing", concat!(r"(?-u:\b)(?:at|on|of|near|off|by) (?P<it>[0-9]{1,3}(?:st|nd|rd|th) (?:and|&) ", name!(), r")"), Score::FAIR),
        ("flat and house", concat!(r"(?-u:\b)(?:Flat|FLAT|Unit|UNIT|Shop|SHOP|Lot|LOT|Suite|SUITE|Villa|VILLA|Apt|APT)\.? #?[0-9]{1,4}[A-Za-z]?, (?:[0-9]{1,5}[A-Za-z]? )?", name!(), r"(?: ", name!(), r"){0,3}"), Score::FAIR),
        ("grid", r"(?-u:\b)[0-9]{1,3} ?a?\.? ?(?i:avenida|calle|av\.?|ave\.?|carrera|cra\.?|cl\.?) [0-9]{1,3}[A-Za-z]? ?- ?[0-9]{1,3}(?:,? [Zz]ona [0-9]{1,2})?(?-u:\b)", Score::STRONG),
        ("grid", r"(?-u:\b)(?i:calle|carrera|cra\.?|cl\.?|kr\.?|diagonal|transversal) [0-9]{1,3}[A-Za-z]? ?(?:#|n[o\u{ba}]\.?) ?[0-9]{1,3}[A-Za-z]? ?- ?[0-9]{1,3}(?-u:\b)", Score::STRONG),
        ("block of Brasilia", r"(?-u:\b)(?:SQN|SQS|SHIS|SHIN|CLN|CLS|QNM|QNL|QI|QL) [0-9]{1,3}(?:,? (?:[Bb]loco|[Cc]onjunto|[Cc]asa|apto?\.?|[Ll]ote) ?[A-Z0-9]{1,4}){0,4}", Score::FAIR),
        ("word before the name", concat!(r"(?-u:\b)(?:Soi|Sderot|Rehov|Rechov|Rang|rang|Gang|Gg\.|Jl\.|Jln\.?|Jalan|Ffordd|Heol|Stryd|Sharia|Ulitsa|ul\.|Ulica|Rruga|Bulevardi|Odos|Leoforos|Th\u{1ed1}|Ng\u{f5}|\u{110}\u{1b0}\u{1edd}ng|Nguyen|Lorong|Barangay|Brgy\.?|Purok|Sitio|Kampung|Kg\.|Taman|Marg|Chemin|Ch\.|Mont\u{e9}e|Passage|Impasse) (?:(?:", name!(), r"|de|la|le|du|des) ?){1,4}(?:,? ?(?:No\.?|br\.?|nr\.?|n\.)? ?[0-9]{1,4}[A-Za-z]?(?:/[A-Za-z0-9]{1,3})?)?(?:,? RT ?[0-9]{1,3} ?/ ?(?:RW)? ?[0-9]{1,3})?"), Score::FAIR),
        ("German preposition", r"(?-u:\b)(?:Am|An der|An den|Auf der|Auf dem|Im|In der|In den|Zum|Zur|Hinter der|Hinterm|Unter den|Vor dem|Beim) \p{Lu}\p{Ll}{3,}(?:-\p{Lu}\p{Ll}+)* [0-9]{1,4} ?[a-z]?(?-u:\b)", Score::FAIR),
        ("street and number with parts", concat!(r"(?-u:\b)(?:", name!(), r" )?\p{Lu}\p{L}*(?i:gaten|gata|gatan|vegen|veien|sgate|markt|kade|gracht|tie|katu|stra\u{df}e|strasse|weg|markt|dijk|plein|straat|laan|utca) [0-9]{1,4} ?[A-Za-z]?(?:[-/ ](?:[0-9]{1,3}|[IVX]{1,4}|[A-Z])(?-u:\b)){0,2}"), Score::FAIR),
        ("Italian number", concat!(r"(?-u:\b)(?i:via|viale|piazza|corso|vicolo|largo|strada|rua|calle|rue) (?:(?:", name!(), r"|de|del|della|delle|dei|degli|di|da|do|du|des|la|le) ){1,5}(?:n\.|n\.\u{ba}|n\u{ba}|no\.) ?[0-9]{1,4}(?:/[A-Za-z]{1,4})?(?:,? (?:scala|int\.|interno|piano) [A-Z0-9]{1,3}){0,2}"), Score::FAIR),
        ("dictated", concat!(r"(?i)(?-u:\b)(?:", spoken!(), r"[ -]){2,7}(?:", word!(), r" ){0,2}(?:street|avenue|road|drive|lane|court|boulevard|place|circle|parkway)(?-u:\b)"), Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Words of speech that stand between a number and what abbreviates a street only by chance: "1/2 of the way".
const SPEECH: &[&str] = &[
    "of", "the", "a", "per", "with", "for", "and", "in", "by", "mg", "ml", "tab", "tabs", "cup", "dose", "was", "is",
    "x",
];

/// Words for streets, one of which a crossing has.
const STREETS: &[&str] = &["st", "rd", "ave", "blvd", "street", "road", "avenue", "hwy", "highway", "drive", "lane"];

/// Finds places on roads.
pub struct Road;

impl Recognizer for Road {
    fn name(&self) -> &'static str {
        "road"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Location));
        found.filter(|found| is_road(view, found)).collect()
    }
}

fn is_road(view: &View<'_>, found: &Found) -> bool {
    let text = view.slice(found.range.clone());
    let words: Vec<String> = text.split([' ', '\n']).map(str::to_lowercase).collect();
    match found.pattern {
        "unit and house" | "quarter of a town" | "numbered avenue" => {
            let inner = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
            !inner.iter().any(|word| SPEECH.contains(&word.as_str()))
        }
        "two streets" => {
            words.iter().any(|word| STREETS.contains(&word.trim_end_matches('.')))
                && !words.iter().any(|word| word == "the" || word == "dr")
        }
        "crossing" | "dictated" => {
            !words.iter().any(|word| matches!(word.as_str(), "the" | "dr" | "weeks" | "days" | "patient"))
        }
        _ => !label::is_measured(view.text(), found.range.end),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 22);
    }
}
