//! Rooms and beds: below 45 CFR 164.514(b)(2)(i)(B) and (R), for they tell where somebody lay.
//!
//! A word for a room or bed and its number. "Room air", "bed rest", "OR 2.5 (95 % CI)" and "2 beds" have no such number.

use std::sync::LazyLock;

use super::label;
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        (
            "room or bed",
            r"(?i)(?-u:\b)(?:exam(?:ination)? )?(?:rooms?|rm|beds?|bay|ward|cubicle|cubby|chair|theat(?:re|er)|isolette|crib|stretcher|l&d|labor and delivery|icu|picu|nicu|micu|sicu|ccu|pacu|zimmer|bett|stue|chambre|habitaci\u{f3}n|cama|quarto|leito)(?: (?:no|nr|number)\.?)?(?:[ \n:#=|-]{1,3}| is | ?\.{3,60} ?)(?P<it>(?:[A-Z]-?)?[0-9]{1,4}(?: ?-? ?(?:[A-Z]|[0-9]{1,2}))?(?:[ ,/-]{1,2}bed [0-9A-Z]{1,3})?|[A-Z]{1,4}-[0-9]{1,4})(?-u:\b)",
            Score::FAIR,
        ),
        ("compass ward", r"(?i)(?-u:\b)(?:room|rm|bed|ward)s?[ :#]{1,2}(?P<it>[0-9]{1,2} (?:north|south|east|west|ne|nw|se|sw)(?: [0-9]{1,3}[A-Z]?)?|[0-9]{1,2}[A-Z])(?-u:\b)", Score::FAIR),
        ("unit and bed", r"(?-u:\b)(?:ED|ER|ICU|MICU|SICU|CCU|NICU|PICU|PACU|LDR|LDRP|TCU|PCU|CVICU|NSICU|CTICU|BMT|OT)(?:[ -]|[ -](?:bed|rm|room|bay)[ -]?)(?P<it>[0-9]{1,3}[A-Z]?)(?-u:\b)", Score::WEAK),
        ("unit's number", r"(?-u:\b)(?P<it>(?:ICU|MICU|SICU|CCU|NICU|PICU|PACU|LDRP?|PCU|CVICU|NSICU|CTICU|BMT|HDU|ITU|AMU|SAU|CDU)[ -][0-9]{1,2}[A-Z]?)(?-u:\b)", Score::WEAK),
        ("wing and room", r"(?:^|[^0-9A-Za-z./-])(?P<it>[0-9]{1,2}[NSEW]{1,2}-[0-9]{1,3}[A-Z]?|[0-9]{1,2} (?:North|South|East|West|NORTH|SOUTH|EAST|WEST)[ -][0-9]{1,3}[A-Z]?)(?-u:\b)", Score::FAIR),
        ("bed by a letter", r"(?-u:\b)(?:[Bb]ed|BED)[ :]{1,2}(?P<it>[A-D])(?:$|[^0-9A-Za-z'])", Score::FAIR),
        ("numbered place", r"(?i)(?-u:\b)(?:trauma bay|trauma room|resus|hallway bed|hall bed|hall|triage room|procedure room|cath lab|endoscopy room|endo room|endo|infusion chair|dialysis chair|recliner|station|stn\.?|cabin|berth|suite|pod|unit|ward|wing|floor|flr)[ :#-]{1,2}(?P<it>[0-9]{1,2}[A-Z]|[A-Z]-?[0-9]{1,3}|[A-Z]{1,2}[0-9]{1,3})(?-u:\b)", Score::FAIR),
        ("numbered place", r"(?i)(?-u:\b)(?:trauma bay|trauma room|resus|hallway bed|hall bed|isolation(?: room)?|triage room|procedure room|cath lab|endoscopy room|endo room|infusion chair|dialysis chair|recliner|pok\u{f3}j|\u{142}\u{f3}\u{17c}ko|vuode|huone|stanza|letto|pokoj|l\u{f4}\u{17e}ko|oda|yatak|kamer|sal|rom|bed/room|room/bed|rm/bed|habitacion|camera)[ :#-]{1,2}(?P<it>[0-9]{1,4}[A-Z]?(?:[-/][0-9A-Z]{1,3})?)(?-u:\b)", Score::FAIR),
        ("dictated", r"(?i)(?-u:\b)(?:room|bed|bay)(?: number)? (?P<it>(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)(?:[ -](?:oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|hundred|[a-d](?-u:\b)))*)(?-u:\b)", Score::WEAK),
        ("place and letter", r"(?i)(?-u:\b)(?:theat(?:re|er)|side room|bay|pod|cubicle|suite|salon) (?P<it>[b-hB-H])(?:$|[^0-9A-Za-z'/])", Score::FAIR),
        ("place and number", r"(?i)(?-u:\b)(?:side room|salon|sal[oa]n?|letto|sala|s\u{e5}l|clinic|birthing room|delivery room|labou?r room|treatment room|consult(?:ing)? room|meeting room|bed ?space|bedside|gurney|trolley|pad)[ :#]{1,3}(?P<it>[0-9]{1,3}[A-Z]?)(?:$|[^0-9A-Za-z%/.:-]|[.:-](?:$|[^0-9]))", Score::WEAK),
        ("wing and room", r"(?:^|[^0-9A-Za-z./-])(?P<it>[0-9]{1,2}[A-Z]{1,2}-[0-9]{1,3}[A-Z]?|(?:NW|NE|SW|SE) [0-9]{3,4}(?:-[A-Z])?|[A-Z]{1,3}-[0-9]{3,4}-[A-Z0-9])(?-u:\b)", Score::WEAK),
        ("floor by its side", r"(?i)(?-u:\b)(?:to|from|on|in|at|unit|floor) (?P<it>[0-9]{1,2} (?:north|south|east|west))(?:$|[^0-9A-Za-z])", Score::FAIR),
        ("number and letter", r"(?i)(?-u:\b)(?:in|to|from) (?P<it>[0-9]{3,4}-?[A-D])(?:$|[^0-9A-Za-z/-])", Score::WEAK),
        ("room and side", r"(?i)(?-u:\b)(?:room|rm)[ :#]{1,2}(?P<it>[0-9]{1,4} (?:window|door|bed [a-z0-9]))(?-u:\b)", Score::FAIR),
        ("operating room", r"(?-u:\b)OR[ #]?(?P<it>[0-9]{1,2})(?:  |[ ]?[\n,;.:|)]|$)", Score::WEAK),
        ("operating room in a row", r"(?:^|\n|\| ?)(?P<it>OR[0-9]{1,2})(?-u:\b)", Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds rooms and beds.
pub struct Room;

impl Recognizer for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let found = PATTERNS.iter().flat_map(|pattern| pattern.find(view, EntityType::Room));
        found
            .filter(|room| {
                let next = view.text().get(room.range.end..).unwrap_or_default();
                let decimal = next.starts_with(['.', '/', '%', ':'])
                    && next.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                !decimal && !next.starts_with('%') && !label::is_measured(view.text(), room.range.end)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::PATTERNS.len(), 17);
    }
}
