//! Which of several is wanted: the latest, the highest, the third.

use super::back::{Back, back};
use super::courses::implied;
use super::form::{Ask, Pick, Standing, Want};
use super::reader::Reader;
use crate::question::plan::number;

/// Reads which is wanted; `None` where the words for it point to something that is not said.
pub(super) fn picks(reader: &mut Reader<'_>, ask: &mut Ask) -> Option<()> {
    const LATEST: &[&str] = &[
        "most recently",
        "most recent",
        "latest",
        "last",
        "newest",
        "very last",
        "at present",
        "at the moment",
        "right now",
        "as of now",
        "up to date",
        "these days",
        "currently",
        "current",
        "nowadays",
        "now",
        "recently",
        "recent",
        "presently",
        "present",
        "at last count",
    ];
    /// Of these, what says that something is so now.
    const NOW: &[&str] = &[
        "currently",
        "current",
        "now",
        "nowadays",
        "at present",
        "at the moment",
        "right now",
        "as of now",
        "presently",
        "these days",
        "present",
    ];
    const EARLIEST: &[&str] = &[
        "first ever",
        "very first",
        "for the first time",
        "first",
        "earliest",
        "oldest",
        "initially",
        "initial",
        "originally",
        "original",
        "baseline",
    ];
    const HIGHEST: &[&str] = &[
        "highest", "the most", "maximum", "max", "peak", "largest", "greatest", "biggest", "heaviest", "tallest",
        "top", "fastest",
    ];
    const LOWEST: &[&str] = &["lowest", "minimum", "min", "smallest", "lightest", "least", "slowest", "shortest"];
    const NTH: &[(&str, usize)] = &[
        ("second", 2),
        ("third", 3),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("seventh", 7),
        ("eighth", 8),
        ("ninth", 9),
        ("tenth", 10),
    ];
    ask.implied = ask.implied.or_else(|| implied(reader));
    let Back { place, steps, is_joined } = back(reader)?;
    let mut found: Vec<(usize, Pick)> = place.map(|(at, place)| (at, Pick::Back(place))).into_iter().collect();
    let (mut is_now, mut is_latest) = (false, false);
    for (phrases, pick) in
        [(LATEST, Pick::Latest(1)), (EARLIEST, Pick::Earliest(1)), (HIGHEST, Pick::Highest), (LOWEST, Pick::Lowest)]
    {
        for phrase in phrases {
            while let Some(at) = reader.take(phrase) {
                let after = at + phrase.split(' ').count();
                // "the last three weights"
                let counted = |at: usize| number(reader.free(at)?).filter(|count| (1..=50).contains(count));
                // "The last three weights", "three most recent weights".
                let before = at.checked_sub(1).filter(|_| matches!(pick, Pick::Latest(_) | Pick::Earliest(_)));
                let place = [Some(after), before].into_iter().flatten().find(|at| counted(*at).is_some());
                let count = place.and_then(counted);
                let pick = match (pick, count) {
                    (Pick::Latest(_), Some(count)) => Pick::Latest(count),
                    (Pick::Earliest(_), Some(count)) => Pick::Earliest(count),
                    (pick, _) => pick,
                };
                if let Some(place) = place {
                    reader.use_up(place);
                }
                let now = NOW.contains(phrase);
                if now && ask.standing == Standing::Unsaid {
                    ask.standing = Standing::Current;
                }
                (is_now, is_latest) = (is_now || now, is_latest || !now);
                if !found.iter().any(|(_, known)| *known == pick) {
                    found.push((at, pick));
                }
            }
        }
    }
    for (word, nth) in NTH {
        if let Some(at) = reader.take(word) {
            found.push((at, Pick::Nth(*nth)));
        }
    }
    // "The last A1c, the one before that": of a stated time the one before may lie outside.
    if steps > 0 {
        let from = match found.as_slice() {
            [] | [(_, Pick::Latest(1))] => 1,
            [(_, Pick::Back(place))] => *place,
            _ => return None,
        };
        if ask.range.is_some() {
            return None;
        }
        // "My last A1c and the one before" asks for both.
        let first = found.first().copied().filter(|_| is_joined);
        if is_joined && (steps > 1 || first.is_none()) {
            return None;
        }
        found = first.into_iter().chain([(usize::MAX, Pick::Back(from + steps))]).collect();
    }
    ask.now = is_now && !is_latest;
    if reader
        .take_any(&[
            "ever",
            "at any time",
            "at any point",
            "at some time",
            "at some point",
            "any time",
            "in my life",
            "to date",
        ])
        .is_some()
        && ask.standing == Standing::Unsaid
    {
        ask.standing = Standing::Ever;
    }
    // "How many prescriptions in total?" counts those of ever.
    let all = ["in total", "altogether", "in all", "all told"].iter().any(|phrase| reader.find(phrase).is_some());
    let written = ["prescriptions", "scripts", "refills", "cycles", "rounds", "sessions", "infusions"]
        .iter()
        .any(|word| reader.find(word).is_some());
    ask.written = written;
    if all && written && ask.want == Want::Count && ask.standing == Standing::Unsaid {
        ask.standing = Standing::Ever;
    }
    const PAST: &[&str] = &[
        "in the past",
        "formerly",
        "former",
        "past",
        "no longer",
        "used to",
        "resolved",
        "inactive",
        "discontinued",
        "stopped",
        "previously",
        "historical",
        "ended",
        "finished",
    ];
    ask.stopped = ["no longer", "inactive", "discontinued", "stopped", "ended", "finished", "quit"]
        .iter()
        .any(|word| reader.find(word).is_some());
    while reader.take_any(PAST).is_some() {
        ask.standing = Standing::Past;
    }
    while reader.take_any(&["active", "ongoing"]).is_some() {
        ask.standing = Standing::Current;
    }
    found.sort_by_key(|(at, _)| *at);
    // "When was it last highest?", "last above 7": the extreme stands, and latest is what breaks ties.
    let mut picks = found.into_iter().map(|(_, pick)| pick);
    ask.pick = picks.next().or(ask.pick);
    ask.other = picks.next().or(ask.other);
    let extreme = |pick: Option<Pick>| matches!(pick, Some(Pick::Highest | Pick::Lowest));
    if extreme(ask.other) && !extreme(ask.pick) {
        std::mem::swap(&mut ask.pick, &mut ask.other);
    }
    Some(())
}
