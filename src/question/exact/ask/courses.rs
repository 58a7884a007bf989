//! Courses and comparisons: "is it going up", "how much more than", "changed over time".

use super::form::{Ask, Direction, Pick, Want};
use super::reader::Reader;
use super::wants::is_aux;

pub(super) fn trend(reader: &mut Reader<'_>) -> Option<Option<Direction>> {
    const UP: &[&str] = &[
        "going up",
        "goes up",
        "come up",
        "coming up",
        "gone up",
        "go up",
        "went up",
        "getting higher",
        "gotten higher",
        "got higher",
        "gone higher",
        "rising",
        "risen",
        "rise",
        "rose",
        "increasing",
        "increased",
        "increase",
        "climbing",
        "climbed",
        "gained",
        "gaining",
        "gain",
        "growing",
        "grown",
        "trending up",
        "trending upward",
        "trending upwards",
        "creeping up",
        "crept up",
    ];
    const DOWN: &[&str] = &[
        "going down",
        "goes down",
        "came down",
        "gone down",
        "go down",
        "went down",
        "coming down",
        "come down",
        "getting lower",
        "gotten lower",
        "got lower",
        "gone lower",
        "falling",
        "fallen",
        "fell",
        "decreasing",
        "decreased",
        "decrease",
        "dropping",
        "dropped",
        "drop",
        "declining",
        "declined",
        "decline",
        "lost",
        "losing",
        "trending down",
        "trending downward",
        "trending downwards",
        "slipping",
        "slipped",
        "sliding",
    ];
    const SAME: &[&str] = &[
        "holding steady",
        "hold steady",
        "held level",
        "keep steady",
        "kept steady",
        "level off",
        "levelled off",
        "held steady",
        "stayed steady",
        "stayed stable",
        "remained stable",
        "stable",
        "steady",
        "unchanged",
        "constant",
        "stayed the same",
        "staying the same",
        "stay the same",
        "about the same",
        "staying steady",
        "staying stable",
        "staying level",
        "stayed level",
        "stay steady",
        "stay stable",
        "flat",
        "the same",
    ];
    const ANY: &[&str] = &[
        "changed over time",
        "change over time",
        "changed",
        "changes",
        "change",
        "changing",
        "trend in",
        "trend of",
        "trend for",
        "trajectory",
        "trending",
        "trend",
        "trends",
        "course of",
        "over time",
        "developed over",
        "evolved",
        "evolve",
        "evolution of",
        "progressed",
        "progression of",
        "up or down",
        "moving",
        "moved",
    ];
    const EITHER: &[&str] = &["go up or down", "gone up or down", "going up or down", "up or down"];
    let mut is_open = reader.take_any(EITHER).is_some();
    // "Rising, falling or steady?" asks for the course.
    let offers = reader.find("or").is_some() || reader.find("vs").is_some();
    let mut direction = None;
    for (phrases, way) in [(UP, Direction::Up), (DOWN, Direction::Down), (SAME, Direction::Same)] {
        if (direction.is_none() || offers) && reader.take_any(phrases).is_some() {
            is_open |= direction.is_some();
            direction = Some(way);
        }
    }
    // "Is it up, down or flat?"
    if offers && reader.find("up").is_some() && reader.find("down").is_some() {
        is_open = reader.take("up").is_some() && reader.take("down").is_some();
    }
    let direction = direction.filter(|_| !is_open);
    // Weight is put on, and so is somebody on a medicine.
    let heavier = ["weight", "pounds", "kilos", "kg"].iter().any(|word| reader.find(word).is_some());
    const PASSIVE: &[&str] = &["was put on", "were put on", "been put on", "be put on", "being put on", "got put on"];
    // "Have I put on weight since I was put on metformin?"
    let first = reader.find("put on");
    let heavier = heavier && !PASSIVE.iter().any(|phrase| reader.find(phrase).map(|at| at + 1) == first);
    let direction = direction.or_else(|| (heavier && reader.take("put on").is_some()).then_some(Direction::Up));
    let any = reader.take_any(ANY).is_some() || is_open;
    let any =
        any || (reader.find("how") == Some(0) && reader.take_any(&["develop", "developed", "gone", "doing"]).is_some());
    if any || direction.is_some() {
        reader.take_any(&["over time", "over the years", "trend", "over"]);
    }
    (any || direction.is_some()).then_some(direction)
}

/// Returns what an adjective of `reader` is about: who is lighter weighs less.
pub(super) fn implied(reader: &Reader<'_>) -> Option<&'static str> {
    const OF: &[(&str, &str)] = &[
        ("heavier", "weight"),
        ("lighter", "weight"),
        ("heaviest", "weight"),
        ("lightest", "weight"),
        ("taller", "height"),
        ("tallest", "height"),
    ];
    OF.iter().find(|(adjective, _)| reader.find(adjective).is_some()).map(|(_, measure)| *measure)
}

pub(super) fn compare(reader: &mut Reader<'_>, ask: &mut Ask) {
    // "November 2020 against October 2017"
    let against = || ["against", "relative to", "as opposed to"];
    let is_against = ask.each.len() == 2 && reader.take_any(&against()).is_some();
    if is_against
        || reader
            .take_any(&[
                "compare",
                "compared to",
                "compared with",
                "comparison",
                "compares",
                "compared",
                "versus",
                "vs",
                "difference between",
                "difference in",
                "difference",
                "differ",
                "differ from",
            ])
            .is_some()
    {
        ask.want = Want::Compare;
        reader.take_any(&["to", "with", "from"]);
        reader.take("between");
    } else if reader.find("than").is_some() {
        (ask.want, ask.ordered) = (Want::Compare, true);
    }
}

pub(super) fn direction_of_compare(reader: &mut Reader<'_>, ask: &mut Ask, first_word: &str) {
    reader.take("than");
    const UP: &[&str] = &["higher", "greater", "more", "larger", "bigger", "heavier", "taller", "faster", "up"];
    const DOWN: &[&str] = &["lower", "less", "smaller", "fewer", "lighter", "shorter", "slower", "down"];
    ask.implied = ask.implied.or_else(|| implied(reader));
    let up = reader.take_any(UP).is_some();
    let down = reader.take_any(DOWN).is_some();
    // "Hb lower in 2021 than in 2015?" asks for yes or no.
    let is_open = reader.tokens.iter().any(|token| token.lower == "how");
    let asks = is_aux(first_word) || ask.bare && ask.ordered && !is_open;
    ask.direction = match (up, down) {
        (true, false) if asks => Some(Direction::Up),
        (false, true) if asks => Some(Direction::Down),
        _ => None,
    };
    if reader
        .take_any(&[
            "the one before",
            "the time before",
            "the previous one",
            "the previous",
            "previously",
            "the last time",
            "last time",
            "before that",
            "the reading before",
            "before",
        ])
        .is_some()
    {
        ask.other = Some(Pick::Back(2));
    }
}
