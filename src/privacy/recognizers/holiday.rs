//! Days that have a name: an element of a date, 45 CFR 164.514(b)(2)(i)(C).
//!
//! With a word before it that makes it a day on which something was ("since thanksgiving"), or a year after it. "Christmas
//! disease" and "Christmas tree" are none.

use std::sync::LazyLock;

use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

macro_rules! day {
    () => {
        r"(?:shrove tuesday|pancake day|maundy thursday|holy week|bonfire night|guy fawkes(?: night| day)?|burns night|king'?s'? day|queen'?s'? (?:day|birthday)|kings'? day|three kings(?: day)?|twelfth night|remembrance (?:day|sunday)|armistice day|waitangi day|matariki|st\\.? ?david'?s day|st\\.? ?george'?s day|st\\.? ?andrew'?s day|st\\.? ?stephen'?s day|s\\. stefano|santo stefano|ferragosto|carnival|carnaval|karneval|fasching|rosenmontag|heiligabend|silvester|sylvester|weihnachten|ostern|pfingsten|no\u{eb}l|r\u{e9}veillon|p\u{e2}ques|toussaint|navidad|nochebuena|nochevieja|semana santa|d\u{ed}a de (?:los )?muertos|natal|p\u{e1}scoa|capodanno|pasqua|jul|nyt\u{e5}r|p\u{e5}ske|sankt hans|juhannus|vappu|wigilia|sylwester|maslenitsa|nowruz|norooz|newroz|sizdah bedar|ashura|mawlid|milad|laylat al[- ]qadr|kurban bayram\u{131}?|bayram|shavuot|simchat torah|lag b'?omer|tisha b'?av|tu b'?shvat|onam|pongal|durga puja|dussehra|raksha bandhan|ganesh chaturthi|makar sankranti|baisakhi|vaisakhi|lohri|karva chauth|songkran|loy krathong|galungan|nyepi|hari raya(?: puasa| haji)?|thaipusam|qingming|mid-autumn(?: festival)?|dragon boat(?: festival)?|cny|seollal|obon|golden week|michaelmas|lammas|whitsun|candlemas|assumption(?: day)?|corpus christi|patron saint'?s day|thanksgiving|christmas(?: eve| day| morning)?|xmas(?: eve| day)?|boxing day|new year'?s(?: eve| day)?|new year|easter(?: sunday| monday)?|good friday|palm sunday|ash wednesday|halloween|hallowe'en|labou?r day|memorial day|independence day|july fourth|(?:the )?(?:4th|fourth) of july|veterans'? day|columbus day|indigenous peoples'? day|presidents'? day|mlk day|martin luther king(?: jr\.?)? day|juneteenth|mother'?s'? day|father'?s'? day|valentine'?s?(?: day)?|st\.? ?patrick'?s day|saint patrick'?s day|groundhog day|april fool'?s'?(?: day)?|cinco de mayo|mardi gras|super bowl sunday|canada day|victoria day|anzac day|australia day|bank holiday|bastille day|midsummer(?: eve)?|st\.? ?lucia(?: day)?|ramadan|eid(?: al[- ]fitr| al[- ]adha)?|diwali|deepavali|holi|navratri|hanuk+ah|chanukah|passover|pesach|rosh hashanah?|yom kippur|sukkot|purim|lunar new year|chinese new year|tet|vesak|chuseok|kwanzaa|all saints'? day|all souls'? day|epiphany|ascension day|pentecost|whit monday)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("named day", concat!(r"(?i)(?-u:\b)(?:on|since|until|till|til|before|after|by|around|over|at|during|last|this|past|from|through|to|the day (?:after|before)|morning of|night of|evening of|week of|since last)(?: the)? (?P<it>", day!(), r"(?:,? (?:19|20)[0-9]{2})?)(?-u:\b)"), Score::FAIR),
        ("day of that name alone", r"(?i)(?-u:\b)(?:thanksgiving|christmas(?: eve| day)|boxing day|new year'?s(?: eve| day)|shrove tuesday|maundy thursday|good friday|easter(?: sunday| monday)|ash wednesday|palm sunday|bonfire night|labou?r day|memorial day|veterans'? day|juneteenth|groundhog day|king'?s day|yom kippur|rosh hashanah?|eid(?: al[- ]fitr| al[- ]adha))(?-u:\b)", Score::WEAK),
        ("named day and year", concat!(r"(?i)(?-u:\b)", day!(), r",? (?:19|20)[0-9]{2}(?-u:\b)"), Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Words after the name that make it something else.
const OTHER: &[&str] = &[
    "disease", "factor", "tree", "egg", "eggs", "cactus", "lily", "lights", "seal", "seals", "lotion", "island",
    "card", "costume", "candy", "rhesus", "monkey",
];

/// Finds days that have a name.
pub struct Holiday;

impl Recognizer for Holiday {
    fn name(&self) -> &'static str {
        "holiday"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Date));
        found
            .filter(|found| {
                let next = view.words_after(found.range.end).next();
                !next.is_some_and(|word| OTHER.contains(&word.lower.as_str()))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 3);
    }
}
