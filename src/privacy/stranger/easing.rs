//! What is told less of, so that more people fit: what tells most goes first, for the least loss of answer.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Bits, Element, Singling, Trait, assumptions};
use crate::clearance::FactRef;
use crate::error::Result;
use crate::privacy::{generalise, level};

/// How an age is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Ages {
    /// In bands of ten years.
    #[default]
    Decades,
    /// In bands of thirty years.
    Wide,
    /// Not at all.
    Untold,
}

/// How times are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Times {
    /// As distances from day 0, as fine as their order needs.
    #[default]
    Distances,
    /// In months, from two years on in whole years; what lies close together is told alike.
    Coarse,
    /// Not at all, but for day 0 itself.
    Untold,
}

/// One thing that was told less of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "did")]
pub enum Remedy {
    /// The age is told in a band of thirty years.
    WidenedAge,
    /// The age is not told.
    DroppedAge,
    /// Times are told in months and whole years.
    CoarsenedTimes,
    /// Times are not told.
    DroppedTimes,
    /// Rare diseases are told as "a rare condition".
    UnnamedRareDiseases,
    /// An entry is left out.
    LeftOut {
        /// Its name: for the person's eyes.
        words: String,
    },
    /// Nothing is said of what a note says; it is named all the same.
    SilentNote {
        /// What it would say: for the person's eyes.
        words: String,
    },
}

impl Remedy {
    /// Returns what was done, as it stands in a list.
    pub fn words(&self) -> String {
        match self {
            Remedy::WidenedAge => "the age is told in a band of thirty years".to_owned(),
            Remedy::DroppedAge => "the age is not told".to_owned(),
            Remedy::CoarsenedTimes => "times are told in months and whole years".to_owned(),
            Remedy::DroppedTimes => "no times are told but day 0".to_owned(),
            Remedy::UnnamedRareDiseases => "rare diseases are told as “a rare condition”".to_owned(),
            Remedy::LeftOut { words } => format!("{words} is left out"),
            Remedy::SilentNote { words } => format!("nothing is said of this note: “{words}”"),
        }
    }

    /// How much of an answer it costs: an assumption. An age is asked for before it is told; a course without times is none.
    fn loss(&self) -> u32 {
        match self {
            Remedy::WidenedAge => 1,
            Remedy::CoarsenedTimes => 2,
            Remedy::DroppedAge | Remedy::UnnamedRareDiseases => 4,
            Remedy::DroppedTimes => 6,
            Remedy::LeftOut { .. } | Remedy::SilentNote { .. } => 8,
        }
    }
}

/// What a synthesis tells less of than it could.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Easing {
    done: Vec<Done>,
}

/// A remedy, with what it leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Done {
    remedy: Remedy,
    facts: Vec<FactRef>,
    notes: Vec<usize>,
}

impl From<Remedy> for Done {
    fn from(remedy: Remedy) -> Self {
        Done { remedy, facts: Vec::new(), notes: Vec::new() }
    }
}

impl Easing {
    fn has(&self, remedy: &Remedy) -> bool {
        self.done.iter().any(|done| done.remedy == *remedy)
    }

    /// Returns how an age is told.
    pub fn ages(&self) -> Ages {
        match (self.has(&Remedy::DroppedAge), self.has(&Remedy::WidenedAge)) {
            (true, _) => Ages::Untold,
            (false, true) => Ages::Wide,
            (false, false) => Ages::Decades,
        }
    }

    /// Returns how times are told.
    pub fn times(&self) -> Times {
        match (self.has(&Remedy::DroppedTimes), self.has(&Remedy::CoarsenedTimes)) {
            (true, _) => Times::Untold,
            (false, true) => Times::Coarse,
            (false, false) => Times::Distances,
        }
    }

    /// Returns whether rare diseases go unnamed.
    pub fn is_unnamed(&self) -> bool {
        self.has(&Remedy::UnnamedRareDiseases)
    }

    /// Returns whether `fact` is left out.
    pub fn leaves_out(&self, fact: FactRef) -> bool {
        self.done.iter().any(|done| done.facts.contains(&fact))
    }

    /// Returns whether nothing is said of the passage `note`.
    pub fn silences(&self, note: usize) -> bool {
        self.done.iter().any(|done| done.notes.contains(&note))
    }

    /// Returns what was done, in its order, without what something done later includes.
    pub fn remedies(&self) -> Vec<Remedy> {
        let is_included = |remedy: &Remedy| match remedy {
            Remedy::WidenedAge => self.ages() == Ages::Untold,
            Remedy::CoarsenedTimes => self.times() == Times::Untold,
            _ => false,
        };
        self.done.iter().map(|done| &done.remedy).filter(|remedy| !is_included(remedy)).cloned().collect()
    }

    /// Returns a further easing that tells less than this one, with which `singling` was found; `None` when it is within the
    /// limit, or when nothing is left to tell less of but the last entry. Each step takes something away that stays away: there
    /// are at most five more of them than entries and notes.
    pub fn next(&self, singling: &Singling) -> Option<Easing> {
        let excess = singling.bits.beyond(singling.limit);
        if excess == Bits::default() {
            return None;
        }
        let of = |kind: Trait| singling.elements.iter().filter(move |element| element.kind == kind);
        let sum = |kind: Trait| -> Bits { of(kind).map(|element| element.bits).sum() };
        let wide: Bits = of(Trait::Age).map(|age| assumptions::age_band(wide_of(&age.words)).min(age.bits)).sum();
        let coarse: Bits = of(Trait::Times).flat_map(|times| times.words.split("; ")).map(assumptions::coarse).sum();
        let (age, times, rare) = (sum(Trait::Age), sum(Trait::Times), sum(Trait::RareDisease));
        let (ages_told, times_told) = (self.ages(), self.times());
        let mut offers: Vec<(Bits, Done)> = Vec::new();
        if ages_told == Ages::Decades {
            offers.push((age.beyond(wide), Remedy::WidenedAge.into()));
        }
        if ages_told != Ages::Untold {
            offers.push((age, Remedy::DroppedAge.into()));
        }
        if times_told == Times::Distances {
            offers.push((times.beyond(coarse), Remedy::CoarsenedTimes.into()));
        }
        if times_told != Times::Untold {
            offers.push((times, Remedy::DroppedTimes.into()));
        }
        if !self.is_unnamed() {
            offers.push((rare.beyond(assumptions::some_rare()), Remedy::UnnamedRareDiseases.into()));
        }
        let entries: Vec<&Element> = singling.elements.iter().filter(|element| !element.facts.is_empty()).collect();
        if entries.len() > 1 || singling.entries > 1 {
            let leave = |entry: &&Element| Done {
                facts: entry.facts.clone(),
                ..Remedy::LeftOut { words: entry.words.clone() }.into()
            };
            // What is told last matters least: the newest and what is active come first.
            offers.extend(entries.iter().rev().map(|entry| (entry.bits, leave(entry))));
        }
        // A note of which nothing is said can still be quoted by its name.
        let notes: BTreeSet<usize> =
            singling.elements.iter().flat_map(|element| element.notes.iter().copied()).collect();
        for note in notes.into_iter().rev() {
            let said: Vec<&Element> =
                singling.elements.iter().filter(|element| element.notes.contains(&note)).collect();
            let words = said.iter().map(|element| element.words.as_str()).collect::<Vec<_>>().join("; ");
            // What several notes say is gone when none of them says it: each has its share of that.
            let share = |element: &&Element| {
                let notes = u32::try_from(element.notes.len()).unwrap_or(u32::MAX);
                Bits::tenths(element.bits.in_tenths().div_ceil(notes.max(1)))
            };
            let gain = said.iter().map(share).sum();
            offers.push((gain, Done { notes: vec![note], ..Remedy::SilentNote { words }.into() }));
        }
        // Tenths of what is needed, over what it costs; of equals the first.
        let worth = |gain: Bits, remedy: &Remedy| gain.min(excess).in_tenths() * 100 / remedy.loss();
        let mut best: Option<(u32, Done)> = None;
        for (gain, done) in offers.into_iter().filter(|(gain, _)| *gain > Bits::default()) {
            let worth = worth(gain, &done.remedy);
            if best.as_ref().is_none_or(|(other, _)| worth > *other) {
                best = Some((worth, done));
            }
        }
        let (_, done) = best?;
        let mut easing = self.clone();
        easing.done.push(done);
        Some(easing)
    }

    /// Returns this easing without what was done as number `at`.
    fn without(&self, at: usize) -> Easing {
        let done = self.done.iter().enumerate().filter(|(other, _)| *other != at);
        Easing { done: done.map(|(_, each)| each.clone()).collect() }
    }
}

/// Tells less and less, until what `make` makes and tests is within the limit or nothing is left to tell less of; then tells again
/// what need not have been taken away, the dearest first. `made` is what `make` gives for [`Easing::default`].
///
/// # Errors
/// As `make`.
pub fn ease<T>(
    made: (T, Singling),
    mut make: impl FnMut(&Easing) -> Result<(T, Singling)>,
) -> Result<(T, Singling, Easing)> {
    let mut easing = Easing::default();
    let mut best = made;
    while let Some(next) = easing.next(&best.1) {
        best = make(&next)?;
        easing = next;
    }
    if !best.1.is_over() {
        let mut order: Vec<usize> = (0..easing.done.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(easing.done.get(*at).map(|done| done.remedy.loss())));
        let mut kept = order.clone();
        for at in order {
            let fewer: Vec<usize> = kept.iter().copied().filter(|other| *other != at).collect();
            let trial = (0..easing.done.len())
                .rev()
                .filter(|at| !fewer.contains(at))
                .fold(easing.clone(), |easing, at| easing.without(at));
            let made = make(&trial)?;
            if !made.1.is_over() {
                (best, kept) = (made, fewer);
            }
        }
        easing = (0..easing.done.len())
            .rev()
            .filter(|at| !kept.contains(at))
            .fold(easing.clone(), |easing, at| easing.without(at));
    }
    Ok((best.0, best.1, easing))
}

/// Returns the band of thirty years that the band of ten is in; `under 10` and `90 or more` stay as they are.
pub(super) fn wide_of(band: &str) -> &str {
    match band.as_bytes().first() {
        Some(b'1'..=b'3') => "10 to 39",
        Some(b'4'..=b'6') => "40 to 69",
        Some(b'7' | b'8') => "70 to 89",
        _ => band,
    }
}

impl Ages {
    /// Returns the band of an age of `years` whole years at a level that tells `ages`; `None` where none is told.
    pub fn band(self, years: u32, ages: level::Ages) -> Option<String> {
        if self == Ages::Decades || ages == level::Ages::Untold {
            return generalise::age_band(years, ages);
        }
        generalise::age_band(years, level::Ages::Tens).and_then(|band| self.told(&band).map(str::to_owned))
    }

    /// Returns `band`, of ten years, as it is told; `None` where it is not.
    pub fn told(self, band: &str) -> Option<&str> {
        match self {
            Ages::Decades => Some(band),
            Ages::Wide => Some(wide_of(band)),
            Ages::Untold => None,
        }
    }
}
