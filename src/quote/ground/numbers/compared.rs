//! Numbers that compare: bounds ("above 140") and differences ("rose by 12").

use super::{CHANGES, LATEST, LESS, MORE, Number, OVER, UNDER, of_topics, with_unit};
use crate::quote::ground::tokens::Token;
use crate::quote::ground::world::Told;
use crate::quote::ground::{Mark, Verdict};

/// Returns whether the words before a number, the nearest first, make it a bound: from above, or from below.
pub(in crate::quote::ground) fn is_over<'t>(before: impl Iterator<Item = &'t Token>) -> Option<bool> {
    let mut before = before.filter(|token| !matches!(token.lower(), "about" | "a" | "the" | "of" | "that" | "this"));
    let first = before.next()?.lower();
    let behind = before.next();
    let second = behind.map_or("", Token::lower);
    // "131 over 82" is a pressure.
    if first == "over" && behind.is_some_and(|token| token.number().is_some()) {
        return None;
    }
    match (first, second) {
        ("than", second) if MORE.contains(&second) => Some(true),
        ("than", second) if LESS.contains(&second) => Some(false),
        (first, _) if first != "than" && OVER.contains(&first) => Some(true),
        (first, _) if UNDER.contains(&first) => Some(false),
        ("least", "at") | ("to", "equal") => Some(true),
        ("most", "at") => Some(false),
        _ => None,
    }
}

impl<'a> Number<'a> {
    /// Whether the number is by how much something changed, and can be nothing else: "changed by about 8".
    pub(super) fn is_difference(&self) -> bool {
        let mut before = self.sentence.before(self.at);
        let has_by = before.by_ref().take(3).any(|token| token.lower() == "by");
        has_by && before.take(3).any(|token| CHANGES.contains(&token.lower()) || matches!(token.lower(), "up" | "down"))
    }

    pub(super) fn differs(&self) -> Mark {
        let none = || self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this.");
        self.difference().unwrap_or_else(none)
    }

    /// "rose by 12", "12 points lower": the difference of two readings.
    pub(super) fn difference(&self) -> Option<Mark> {
        let says = self.sentence.before(self.at).take(3).any(|token| token.lower() == "by")
            || self
                .sentence
                .after(self.at)
                .take(3)
                .any(|token| MORE.contains(&token.lower()) || LESS.contains(&token.lower()));
        if !says {
            return None;
        }
        for topic in self.topics.all().iter().filter_map(|topic| self.world.topics.get(*topic)) {
            let Some((newest, oldest)) = topic.ends() else { continue };
            for last in topic.readings.iter().filter(|reading| reading.fact == newest) {
                let of_first = |reading: &&Told| reading.fact == oldest && reading.part_name == last.part_name;
                let Some(first) = topic.readings.iter().find(of_first) else { continue };
                let difference = (last.number - first.number).abs();
                if (difference - self.value).abs() <= self.half + 1e-9 {
                    return Some(
                        self.mark(Verdict::Supported, format!("From {} to {}.", with_unit(first), with_unit(last))),
                    );
                }
            }
        }
        Some(self.mark(Verdict::Unsupported, "The readings that were sent do not differ by this."))
    }

    /// "above 140": a bound, judged by the reading that is meant.
    pub(super) fn bound(&self) -> Option<Mark> {
        let over = is_over(self.sentence.before(self.at))?;
        let denied =
            self.sentence.before(self.at).any(|token| matches!(token.lower(), "not" | "never" | "no" | "neither"));
        let topics = of_topics(self.topics, self.world);
        let [topic] = topics.as_slice() else {
            return Some(self.mark(Verdict::Unsupported, "It cannot be told which readings this is about."));
        };
        let part = self.part();
        let latest = self.sentence.has(LATEST).then(|| topic.ends().map(|(newest, _)| newest)).flatten();
        let meant: Vec<&Told> = topic
            .readings
            .iter()
            .filter(|reading| {
                part.as_deref().is_none_or(|part| reading.part_name == part)
                    && latest.is_none_or(|fact| reading.fact == fact)
            })
            .collect();
        let holds = |reading: &&&Told| if over { reading.number > self.value } else { reading.number < self.value };
        let count = meant.iter().filter(holds).count();
        let of_all =
            format!("{count} of {} readings are {} {}.", meant.len(), if over { "above" } else { "below" }, self.value);
        Some(match (count, denied) {
            (0, false) => self.mark(Verdict::Contradicted, of_all),
            (0, true) => self.mark(Verdict::Supported, of_all),
            (count, false) if count == meant.len() => self.mark(Verdict::Supported, of_all),
            (count, true) if count == meant.len() => self.mark(Verdict::Contradicted, of_all),
            _ => self.mark(Verdict::RangeOnly, of_all),
        })
    }
}
