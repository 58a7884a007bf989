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
    /// The age is told in a band of thirty years, from 70 on of twenty.
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
            Remedy::WidenedAge => "the age is told in a wider band".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::DocumentIndex;
    use crate::privacy::stranger::Limit;

    fn element(kind: Trait, words: &str, tenths: u32, fact: Option<usize>, notes: &[usize]) -> Element {
        let facts = fact.map(|fact| FactRef { document: DocumentIndex(0), fact });
        let bits = Bits::tenths(tenths);
        Element { kind, words: words.to_owned(), bits, facts: facts.into_iter().collect(), notes: notes.to_vec() }
    }

    /// What `elements` tell, against a limit of so many tenths.
    fn telling(elements: Vec<Element>, entries: usize, limit: u32) -> Singling {
        Singling {
            bits: elements.iter().map(|element| element.bits).sum(),
            limit: Bits::tenths(limit),
            by: Limit::STATE,
            fitting: 1,
            elements,
            entries,
            people: 1,
            patients: None,
            by_rare_diseases: true,
            eased: Vec::new(),
        }
    }

    fn easing(remedies: &[Remedy]) -> Easing {
        Easing { done: remedies.iter().cloned().map(Done::from).collect() }
    }

    fn left_out(words: &str) -> Remedy {
        Remedy::LeftOut { words: words.to_owned() }
    }

    #[test]
    fn what_tells_most_for_the_least_loss_goes_next() {
        use Remedy::{CoarsenedTimes, DroppedAge, DroppedTimes, UnnamedRareDiseases, WidenedAge};
        let age = || element(Trait::Age, "60 to 69", 30, None, &[]);
        let wide = || element(Trait::Age, "40 to 69", 15, None, &[]);
        let times = || element(Trait::Times, "3 weeks before day 0; 2 days after day 0", 210, None, &[]);
        let coarse = || element(Trait::Times, "1 month before day 0", 70, None, &[]);
        let rare = || element(Trait::RareDisease, "Sarcoidosis", 110, Some(0), &[]);
        let entry = |words: &str, fact: usize| element(Trait::Entry, words, 67, Some(fact), &[]);
        let note = |words: &str, notes: &[usize]| element(Trait::Note, words, 67, None, notes);
        let silent = |words: &str| Remedy::SilentNote { words: words.to_owned() };
        for (elements, entries, done, limit, next) in [
            (vec![age()], 0, vec![], 30, None),
            (vec![age()], 0, vec![], 29, Some(WidenedAge)),
            (vec![wide()], 0, vec![WidenedAge], 10, Some(DroppedAge)),
            (vec![], 0, vec![DroppedAge], 0, None),
            // A narrow band that is wide already: nothing is won by widening it.
            (vec![element(Trait::Age, "90 or more", 72, None, &[])], 0, vec![], 10, Some(DroppedAge)),
            (vec![times()], 0, vec![], 10, Some(CoarsenedTimes)),
            (vec![coarse()], 0, vec![CoarsenedTimes], 10, Some(DroppedTimes)),
            (vec![coarse()], 0, vec![], 10, Some(DroppedTimes)),
            // Where little is too much the dearest gain is no use.
            (vec![age(), times()], 0, vec![], 235, Some(WidenedAge)),
            (vec![age(), times()], 0, vec![], 100, Some(CoarsenedTimes)),
            (vec![rare()], 1, vec![], 100, Some(UnnamedRareDiseases)),
            (vec![rare()], 1, vec![UnnamedRareDiseases], 100, None),
            (vec![rare(), entry("Gout", 1)], 2, vec![], 10, Some(UnnamedRareDiseases)),
            // The last entry is never left out; of two the later is.
            (vec![entry("Gout", 0)], 1, vec![], 10, None),
            (vec![entry("Gout", 0)], 2, vec![], 10, Some(left_out("Gout"))),
            (vec![entry("Gout", 0), entry("Sinusitis", 1)], 2, vec![], 10, Some(left_out("Sinusitis"))),
            (vec![rare(), entry("Gout", 1)], 2, vec![UnnamedRareDiseases], 115, Some(left_out("Gout"))),
            (vec![rare(), entry("Gout", 1)], 2, vec![UnnamedRareDiseases], 10, Some(left_out("Sarcoidosis"))),
            // A note is silenced as a whole; of what two notes say each has its share.
            (vec![note("chest pain", &[3])], 0, vec![], 10, Some(silent("chest pain"))),
            (vec![note("chest pain", &[3]), note("a job", &[3])], 0, vec![], 10, Some(silent("chest pain; a job"))),
            (vec![note("chest pain", &[3, 4]), note("a job", &[3])], 0, vec![], 10, Some(silent("chest pain; a job"))),
            (vec![note("chest pain", &[3]), note("a job", &[4])], 0, vec![], 10, Some(silent("a job"))),
            // What has no name in the answer and no note cannot be told less of.
            (vec![element(Trait::RareInQuestion, "sarcoidosis", 110, None, &[])], 0, vec![], 10, None),
        ] {
            let singling = telling(elements, entries, limit);
            let before = easing(&done);
            let found = before.next(&singling);
            let remedy = found.as_ref().and_then(|easing| easing.done.last()).map(|done| done.remedy.clone());
            assert_eq!(remedy, next, "{singling:?} {done:?}");
            if let Some(found) = found {
                assert_eq!(found.done.len(), done.len() + 1);
            }
        }
        let both = telling(vec![entry("Gout", 0), entry("Sinusitis", 1)], 2, 10);
        let found = Easing::default().next(&both).unwrap();
        let of = |fact| FactRef { document: DocumentIndex(0), fact };
        assert_eq!([found.leaves_out(of(0)), found.leaves_out(of(1))], [false, true]);
        let found = Easing::default().next(&telling(vec![note("pain", &[3])], 0, 10)).unwrap();
        assert_eq!([found.silences(3), found.silences(4)], [true, false]);
    }

    #[test]
    fn what_was_done_says_how_things_are_told() {
        use Remedy::{CoarsenedTimes, DroppedAge, DroppedTimes, UnnamedRareDiseases, WidenedAge};
        for (done, ages, times, unnamed, told) in [
            (vec![], Ages::Decades, Times::Distances, false, vec![]),
            (vec![WidenedAge], Ages::Wide, Times::Distances, false, vec![WidenedAge]),
            (vec![WidenedAge, DroppedAge], Ages::Untold, Times::Distances, false, vec![DroppedAge]),
            (vec![DroppedAge], Ages::Untold, Times::Distances, false, vec![DroppedAge]),
            (vec![CoarsenedTimes], Ages::Decades, Times::Coarse, false, vec![CoarsenedTimes]),
            (
                vec![CoarsenedTimes, WidenedAge, DroppedTimes],
                Ages::Wide,
                Times::Untold,
                false,
                vec![WidenedAge, DroppedTimes],
            ),
            (vec![UnnamedRareDiseases], Ages::Decades, Times::Distances, true, vec![UnnamedRareDiseases]),
        ] {
            let easing = easing(&done);
            assert_eq!((easing.ages(), easing.times(), easing.is_unnamed()), (ages, times, unnamed), "{done:?}");
            assert_eq!(easing.remedies(), told, "{done:?}");
        }
        let words: BTreeSet<String> = [WidenedAge, DroppedAge, CoarsenedTimes, DroppedTimes, UnnamedRareDiseases]
            .iter()
            .chain(&[left_out("Gout"), Remedy::SilentNote { words: "pain".to_owned() }])
            .map(Remedy::words)
            .collect();
        assert_eq!(words.len(), 7);
        assert!(words.contains("Gout is left out") && words.contains("nothing is said of this note: “pain”"));
    }

    /// Makes an answer with an age and two entries, told as `easing` says.
    fn make(easing: &Easing, limit: u32) -> ((), Singling) {
        let age = match easing.ages() {
            Ages::Decades => Some(("60 to 69", 38)),
            Ages::Wide => Some(("40 to 69", 15)),
            Ages::Untold => None,
        };
        let mut elements: Vec<Element> =
            age.into_iter().map(|(band, tenths)| element(Trait::Age, band, tenths, None, &[])).collect();
        for (fact, words) in ["Gout", "Sinusitis"].into_iter().enumerate() {
            if !easing.leaves_out(FactRef { document: DocumentIndex(0), fact }) {
                elements.push(element(Trait::Entry, words, 67, Some(fact), &[]));
            }
        }
        let entries = elements.iter().filter(|element| !element.facts.is_empty()).count();
        ((), telling(elements, entries, limit))
    }

    #[test]
    fn what_need_not_have_been_taken_away_is_told_again() {
        use Remedy::{DroppedAge, WidenedAge};
        for (limit, done, bits) in [
            (172, vec![], 172),
            (171, vec![WidenedAge], 149),
            // The age goes first, and is told again once an entry is left out.
            (105, vec![left_out("Sinusitis")], 105),
            (104, vec![WidenedAge, left_out("Sinusitis")], 82),
            (70, vec![DroppedAge, left_out("Sinusitis")], 67),
            // Where nothing mends it all that was done stays done.
            (60, vec![left_out("Sinusitis"), DroppedAge], 67),
        ] {
            let (_, singling, easing) =
                ease(make(&Easing::default(), limit), |easing| Ok(make(easing, limit))).unwrap();
            let mut told = easing.remedies();
            let mut done = done;
            told.sort_by_key(Remedy::words);
            done.sort_by_key(Remedy::words);
            assert_eq!((told, singling.bits), (done, Bits::tenths(bits)), "{limit}");
            assert_eq!(singling.is_over(), limit < 67, "{limit}");
            assert_eq!(make(&easing, limit).1.bits, singling.bits, "what is told is what was made");
        }
        let failing = ease(make(&Easing::default(), 10), |_| {
            Err::<((), Singling), _>(crate::error::Error::internal("nothing can be made"))
        });
        assert!(failing.is_err());
    }

    #[test]
    fn an_age_is_told_in_the_band_that_is_left() {
        for (band, wide) in [
            ("under 10", "under 10"),
            ("10 to 19", "10 to 39"),
            ("30 to 34", "10 to 39"),
            ("40 to 49", "40 to 69"),
            ("60 to 69", "40 to 69"),
            ("70 to 79", "70 to 89"),
            ("85 to 89", "70 to 89"),
            ("90 or more", "90 or more"),
        ] {
            assert_eq!(wide_of(band), wide);
            assert_eq!(
                [Ages::Decades, Ages::Wide, Ages::Untold].map(|ages| ages.told(band)),
                [Some(band), Some(wide), None]
            );
        }
        for (ages, level, told) in [
            (Ages::Decades, level::Ages::Fives, Some("60 to 64")),
            (Ages::Decades, level::Ages::Tens, Some("60 to 69")),
            (Ages::Wide, level::Ages::Fives, Some("40 to 69")),
            (Ages::Wide, level::Ages::Tens, Some("40 to 69")),
            (Ages::Wide, level::Ages::Untold, None),
            (Ages::Untold, level::Ages::Fives, None),
            (Ages::Decades, level::Ages::Untold, None),
        ] {
            assert_eq!(ages.band(62, level).as_deref(), told, "{ages:?} {level:?}");
        }
    }
}
