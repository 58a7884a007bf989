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
        r"(?:thanksgiving|christmas(?: eve| day| morning)?|xmas(?: eve| day)?|boxing day|new year'?s(?: eve| day)?|new year|easter(?: sunday| monday)?|good friday|palm sunday|ash wednesday|halloween|hallowe'en|labou?r day|memorial day|independence day|july fourth|(?:the )?(?:4th|fourth) of july|veterans'? day|columbus day|indigenous peoples'? day|presidents'? day|mlk day|martin luther king(?: jr\.?)? day|juneteenth|mother'?s'? day|father'?s'? day|valentine'?s?(?: day)?|st\.? ?patrick'?s day|saint patrick'?s day|groundhog day|april fool'?s'?(?: day)?|cinco de mayo|mardi gras|super bowl sunday|canada day|victoria day|anzac day|australia day|bank holiday|bastille day|midsummer(?: eve)?|st\.? ?lucia(?: day)?|ramadan|eid(?: al[- ]fitr| al[- ]adha)?|diwali|deepavali|holi|navratri|hanuk+ah|chanukah|passover|pesach|rosh hashanah?|yom kippur|sukkot|purim|lunar new year|chinese new year|tet|vesak|chuseok|kwanzaa|all saints'? day|all souls'? day|epiphany|ascension day|pentecost|whit monday)"
    };
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        ("named day", concat!(r"(?i)(?-u:\b)(?:on|since|until|till|til|before|after|by|around|over|at|during|last|this|past|from|through|to|the day (?:after|before)|morning of|night of|evening of|week of|since last)(?: the)? (?P<it>", day!(), r"(?:,? (?:19|20)[0-9]{2})?)(?-u:\b)"), Score::FAIR),
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
        assert_eq!(super::PATTERNS.len(), 2);
    }
}
