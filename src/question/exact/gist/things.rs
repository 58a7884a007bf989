//! What each word of a question is: part of a thing that the record names, of a time, of a person, of what is asked, or nothing known.

use super::super::ask::{Ask, Topic, Want};
use super::super::chart::Chart;
use super::super::kin::is_relative;
use super::super::lay;
use super::super::measures;
use super::super::resolve::{Found, resolve};
use super::super::unit;
use super::words;
use crate::document::FactKind;
use crate::index::concepts::Vocabulary;
use crate::question::plan::{Plan, Word, simple_words};
use crate::question::{concepts, vocabulary};
use crate::span::{Question, Span};

/// Most words of the name of a thing.
const LONGEST: usize = 6;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing that is known yet.
    Free,
    /// Part of the thing of that number.
    Thing(usize),
    Time,
    Person,
    /// It says what is asked.
    Cue,
}

/// Something that the record has entries of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thing {
    /// As the question names it.
    pub text: String,
    /// What its entries are; that of an observation for what is measured.
    pub kind: FactKind,
}

impl Thing {
    pub fn is_measured(&self) -> bool {
        self.kind == FactKind::Observation
    }
}

/// The words of a question, and what each is.
pub(super) struct Scan<'q> {
    question: &'q str,
    words: &'q [Word],
    pub marks: Vec<Mark>,
    /// Whether a mark before the word parts it from the one there.
    parted: Vec<bool>,
    /// What the things are, in their order.
    kinds: Vec<FactKind>,
}

impl<'q> Scan<'q> {
    pub fn new(question: &'q str, plan: &'q Plan) -> Self {
        let words = plan.words.as_slice();
        let mut end = 0;
        let parted = words.iter().map(|word| {
            let gap = question.get(end..word.span.start()).unwrap_or_default();
            end = word.span.end();
            gap.contains([',', ';', ':', '?', '!', '(', ')', '–', '—']) || gap.contains(". ") || gap.contains(" - ")
        });
        let parted: Vec<bool> = parted.collect();
        let is_named = |word: &Word| plan.mentions.iter().any(|mention| mention.span.overlaps(word.span));
        let is_person =
            |word: &Word| is_named(word) || vocabulary::is_title(&word.lower) || words::is_person(&word.lower);
        let marks = words.iter().map(|word| if is_person(word) { Mark::Person } else { Mark::Free }).collect();
        Scan { question, words, marks, parted, kinds: Vec::new() }
    }

    pub fn mark(&mut self, at: usize, mark: Mark) {
        if let Some(own) = self.marks.get_mut(at) {
            *own = mark;
        }
    }

    /// Marks the parts of `name` as those of a person: "Ardith", "L. Wisoky".
    pub fn mark_name(&mut self, name: &str) {
        let parts: Vec<String> = simple_words(name).into_iter().map(|word| word.lower).collect();
        for at in 0..self.len() {
            let Some(word) = self.words.get(at).filter(|word| word.capital) else { continue };
            let is_part = |lower: &str| parts.iter().any(|part| part == lower.strip_suffix("'s").unwrap_or(lower));
            let is_initial = word.lower.chars().count() == 1
                && self.words.get(at + 1).is_some_and(|next| next.capital && is_part(&next.lower));
            if is_part(&word.lower) || is_initial {
                self.mark(at, Mark::Person);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at `at`, where it is none of a thing, a time or a person.
    pub fn lower(&self, at: usize) -> Option<&'q str> {
        let is_open = matches!(self.marks.get(at), Some(Mark::Free | Mark::Cue));
        self.words.get(at).filter(|_| is_open).map(|word| word.lower.as_str())
    }

    /// Returns where `phrase` stands first. `<>` in it is a thing, `#` a time.
    pub fn find(&self, phrase: &str) -> Option<usize> {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        (0..self.len()).find(|at| self.end_of(*at, &wanted).is_some())
    }

    fn end_of(&self, at: usize, wanted: &[&str]) -> Option<usize> {
        let mut at = at;
        for word in wanted {
            match (*word, self.marks.get(at)?) {
                ("<>", Mark::Thing(number)) => {
                    let own = *number;
                    while self.marks.get(at) == Some(&Mark::Thing(own)) {
                        at += 1;
                    }
                }
                ("#", Mark::Time) => {
                    while self.marks.get(at) == Some(&Mark::Time) {
                        at += 1;
                    }
                }
                (word, _) if self.lower(at) == Some(word) => at += 1,
                _ => return None,
            }
        }
        Some(at)
    }

    /// Whether `word` is the last one but for a time.
    pub fn ends_with(&self, word: &str) -> bool {
        let last = self.marks.iter().rposition(|mark| *mark != Mark::Time);
        last.and_then(|at| self.lower(at)) == Some(word)
    }

    /// Whether one of `phrases`, parted by `|`, is there; the words of all that are say what is asked.
    pub fn takes(&mut self, phrases: &str) -> bool {
        let mut is_there = false;
        for phrase in phrases.split('|').map(str::trim) {
            let wanted: Vec<&str> = phrase.split(' ').collect();
            for at in 0..self.len() {
                let Some(end) = self.end_of(at, &wanted) else { continue };
                is_there = true;
                (at..end).for_each(|at| {
                    if self.marks.get(at) == Some(&Mark::Free) {
                        self.mark(at, Mark::Cue);
                    }
                });
            }
        }
        is_there
    }

    /// Whether one of `phrases`, parted by `|`, is there.
    pub fn has(&self, phrases: &str) -> bool {
        phrases.split('|').map(str::trim).any(|phrase| self.find(phrase).is_some())
    }

    /// The words that stand before the thing of that number, the nearest first, as far as no mark and no other thing is between.
    pub fn before(&self, number: usize) -> impl Iterator<Item = &'q str> {
        let first = self.marks.iter().position(|mark| *mark == Mark::Thing(number)).unwrap_or(0);
        let parts = |at: usize| self.parted.get(at).copied().unwrap_or(true);
        let last = (0..=first).rev().find(|at| parts(*at)).unwrap_or(0);
        (last..first).rev().map_while(|at| self.lower(at))
    }

    /// Finds the things that the question names, and marks their words.
    pub fn things(&mut self, chart: &Chart<'_>) -> Vec<Thing> {
        let mut found: Vec<(usize, usize, Thing)> = Vec::new();
        for len in (1..=LONGEST.min(self.len())).rev() {
            for first in 0..=self.len() - len {
                let is_free = (first..first + len).all(|at| self.marks.get(at) == Some(&Mark::Free));
                let is_whole = (first + 1..first + len).all(|at| self.parted.get(at) == Some(&false));
                if !is_free || !is_whole {
                    continue;
                }
                let said: Vec<&str> = self.words.iter().skip(first).take(len).map(|word| word.lower.as_str()).collect();
                if let Some(kind) = kind_of(chart, &said) {
                    let number = found.len();
                    (first..first + len).for_each(|at| self.mark(at, Mark::Thing(number)));
                    found.push((first, len, Thing { text: self.text(first, len), kind }));
                }
            }
        }
        // In the order in which they stand.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|number| found.get(*number).map(|(first, ..)| *first));
        let place = |number: usize| order.iter().position(|other| *other == number).unwrap_or(number);
        for mark in &mut self.marks {
            if let Mark::Thing(number) = mark {
                *mark = Mark::Thing(place(*number));
            }
        }
        found.sort_by_key(|(first, ..)| *first);
        self.kinds = found.iter().map(|(_, _, thing)| thing.kind).collect();
        found.into_iter().map(|(_, _, thing)| thing).collect()
    }

    /// Whether the first thing is an illness that something else is for: "telephone sessions for my PTSD".
    pub fn is_for_illness(&self) -> bool {
        let mut before =
            self.before(0).filter(|word| !matches!(*word, "my" | "his" | "her" | "the" | "a" | "an" | "this" | "that"));
        self.kinds.first() == Some(&FactKind::Condition) && before.next() == Some("for")
    }

    /// Whether two things stand side by side, and may be one by two names.
    pub fn are_neighbours(&self) -> bool {
        self.marks.windows(2).any(|pair| matches!(pair, [Mark::Thing(one), Mark::Thing(other)] if one != other))
    }

    fn text(&self, first: usize, len: usize) -> String {
        let from = self.words.get(first).map_or(0, |word| word.span.start());
        let to = self.words.get(first + len - 1).map_or(0, |word| word.span.end());
        let text = self.question.get(from..to).unwrap_or_default();
        text.strip_suffix("'s").or_else(|| text.strip_suffix("’s")).unwrap_or(text).to_owned()
    }

    /// Finds the one thing that the question names and this program or the vocabulary in use knows, though the record has none of it.
    pub fn known(&mut self, known: Option<&Vocabulary>) -> Vec<Thing> {
        for len in (1..=LONGEST.min(self.len())).rev() {
            for first in 0..=self.len() - len {
                let is_free = (first..first + len).all(|at| self.marks.get(at) == Some(&Mark::Free));
                let is_whole = (first + 1..first + len).all(|at| self.parted.get(at) == Some(&false));
                let said: Vec<&str> = self.words.iter().skip(first).take(len).map(|word| word.lower.as_str()).collect();
                let text = self.text(first, len);
                let Some(kind) = known_kind(&said, &text, known).filter(|_| is_free && is_whole) else { continue };
                (first..first + len).for_each(|at| self.mark(at, Mark::Thing(0)));
                self.kinds = vec![kind];
                return vec![Thing { text, kind }];
            }
        }
        Vec::new()
    }

    /// Returns how many words are left that are not understood; `None` where one of them, or their number, may change what is asked.
    pub fn doubt(&self) -> Option<usize> {
        const MOST: usize = 3;
        let mut unknown = 0;
        for at in 0..self.len() {
            if self.marks.get(at) != Some(&Mark::Free) {
                continue;
            }
            let Some(word) = self.words.get(at) else { continue };
            let lower = word.lower.as_str();
            if words::is_of_time(lower) {
                return None;
            }
            if (unit::is_unit(lower) || words::is_unit(lower))
                && self.marks.iter().any(|mark| matches!(mark, Mark::Thing(_)))
            {
                continue;
            }
            if words::is_blocking(lower) || is_relative(lower) || lower.chars().any(|c| c.is_ascii_digit()) {
                return None;
            }
            // "A pregnancy test" is no pregnancy.
            let behind = at
                .checked_sub(1)
                .and_then(|before| self.marks.get(before))
                .filter(|_| self.parted.get(at) == Some(&false));
            let of =
                behind.and_then(|mark| if let Mark::Thing(number) = mark { self.kinds.get(*number) } else { None });
            if of.is_some_and(|kind| *kind != FactKind::Observation) && words::is_of_test(lower) {
                return None;
            }
            if words::is_plain(lower) {
                continue;
            }
            let is_beside = |other: usize, parted: usize| {
                matches!(self.marks.get(other), Some(Mark::Thing(_))) && self.parted.get(parted) == Some(&false)
            };
            let is_part = at.checked_sub(1).is_some_and(|before| is_beside(before, at)) || is_beside(at + 1, at + 1);
            // "At birth", "in the clinic"
            let before = (0..at).rev().filter_map(|at| self.words.get(at)).map(|word| word.lower.as_str());
            let is_place =
                before.into_iter().find(|word| !words::is_determiner(word)).is_some_and(words::is_preposition);
            if is_place {
                return None;
            }
            let is_name = word.capital && at > 0;
            if is_part && words::is_plain_beside(lower) {
                continue;
            }
            if is_part || is_name || words::is_of_medicine(lower) || words::may_be_slip(lower) {
                return None;
            }
            unknown += 1;
        }
        (unknown <= MOST).then_some(unknown)
    }
}

/// Returns as what something is asked for that `said` names as a whole, though the record has none of it.
fn known_kind(said: &[&str], text: &str, known: Option<&Vocabulary>) -> Option<FactKind> {
    let (first, last) = (said.first()?, said.last()?);
    if words::is_small(first) || words::is_small(last) {
        return None;
    }
    if measures::named(said).is_some() {
        return Some(FactKind::Observation);
    }
    if said.len() == 1 && (words::is_plain(first) || words::is_blocking(first) || words::is_part_of_name(first)) {
        return None;
    }
    let is_lay = lay::run(said).is_some_and(|(len, _)| len == said.len());
    let is_whole = |mention: &Span<Question>| mention.start() == 0 && mention.end() == text.len();
    let is_concept = known.is_some_and(|known| known.mentions(text).iter().any(|mention| is_whole(&mention.span)));
    (is_lay || is_concept).then_some(FactKind::Procedure)
}

/// Returns what the entries are that `said` names as a whole.
fn kind_of(chart: &Chart<'_>, said: &[&str]) -> Option<FactKind> {
    let (first, last) = (said.first()?, said.last()?);
    let inner = said.get(1..said.len().saturating_sub(1)).unwrap_or_default();
    if words::is_small(first) || words::is_small(last) || inner.iter().any(|word| words::parts(word)) {
        return None;
    }
    let is_measured = measures::named(said).is_some();
    if let [word] = said {
        let is_name = !words::is_plain(word) && !words::is_blocking(word) && !words::is_part_of_name(word);
        if !is_name || !concepts::kinds_of(word).is_empty() && !is_measured {
            return None;
        }
    }
    let whole: Vec<String> = said.iter().map(|word| (*word).to_owned()).collect();
    let named = of_topic(chart, Topic { whole: whole.clone(), words: whole.clone() }, &[]);
    // "Penicillin V potassium" is no potassium that was measured.
    if is_measured {
        return named.filter(|kind| *kind == FactKind::Observation);
    }
    // "Flu vaccinations": the noun says of what kind they are.
    let (nouns, words): (Vec<&str>, Vec<&str>) = said.iter().partition(|word| !concepts::kinds_of(word).is_empty());
    let kinds: Vec<FactKind> = nouns.iter().flat_map(|noun| concepts::kinds_of(noun)).copied().collect();
    if named.is_some() || kinds.is_empty() || words.is_empty() {
        return named;
    }
    of_topic(chart, Topic { whole, words: words.into_iter().map(str::to_owned).collect() }, &kinds)
}

fn of_topic(chart: &Chart<'_>, topic: Topic, kinds: &[FactKind]) -> Option<FactKind> {
    match resolve(chart, &topic, &Ask::of(Want::Value), kinds) {
        Found::Readings(found) if !found.points.is_empty() => Some(FactKind::Observation),
        Found::Entries(found) if !found.entries.is_empty() => Some(found.kind),
        _ => None,
    }
}
