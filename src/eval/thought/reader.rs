//! A model as a few numbers: how well it reads, how easily it is misled, and how well it judges itself.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::world::{Case, Page};
use crate::thought::score::SELF_CRITIC_THRESHOLD;

/// How a simulated model reads and judges. Each is a probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reader {
    /// That a fact of a document that it reads alone is in what it thinks of it.
    pub reads: f64,
    /// What each further document before it takes from that, as a share.
    pub crowding: f64,
    /// That a fact of a thought is still in what it makes of it.
    pub keeps: f64,
    /// That it takes over what a misleading document says.
    pub misled: f64,
    /// That it lets go of a false thought when it reads what is true of the same.
    pub recovers: f64,
    /// That it calls a thought good that is right and complete.
    pub praises: f64,
    /// That it calls a thought good that is not.
    pub flatters: f64,
    /// That it answers rightly without knowing, where the answer is a value or a name.
    pub guesses: f64,
    /// That it does where there are two answers to choose from.
    pub guesses_choice: f64,
}

/// Who reads for a method: a simulated model or a real one. Pages are named by their places in the case.
pub trait Reads {
    /// Returns what it thinks after reading `pages` and `ideas` together.
    fn think(&self, case: &Case, pages: &[usize], ideas: &[&Idea], chance: &mut Chance) -> Idea;

    /// Returns with what it answers a question that is put with `pages` at once, and perhaps with `idea`, the best one before.
    fn before_it(&self, case: &Case, pages: &[usize], idea: Option<&Idea>, chance: &mut Chance) -> Idea;

    /// Returns its own score of `idea`.
    fn judges(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> f64;

    /// Returns the score from which on it calls a thought good.
    fn good(&self) -> f64 {
        SELF_CRITIC_THRESHOLD
    }

    /// Returns what the truth says of `idea`, from 0 to 1.
    fn share(&self, case: &Case, idea: &Idea) -> f64;

    /// Returns the documents that it finds when it asks on from `ideas`, the best first.
    fn seeks(&self, case: &Case, ideas: &[&Idea], chance: &mut Chance) -> Vec<usize>;

    /// Returns whether it answers rightly from `idea`.
    fn answers(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> bool;
}

/// What a model thinks. One of a real model is known by a number of its own, in place of facts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Idea {
    /// What it knows.
    pub facts: BTreeSet<u32>,
    /// The fact that it takes for what is asked, and that is not.
    pub belief: Option<u32>,
}

impl Idea {
    /// Returns whether it believes something false of what is asked.
    pub fn is_false(&self) -> bool {
        self.belief.is_some()
    }

    /// Returns whether it is right and has all that `case` needs.
    pub fn suffices(&self, case: &Case) -> bool {
        !self.is_false() && case.needed.is_subset(&self.facts)
    }

    /// Returns how much of what `case` needs it has; nothing where it is false.
    pub fn share(&self, case: &Case) -> f64 {
        if self.is_false() {
            return 0.0;
        }
        self.facts.intersection(&case.needed).count() as f64 / case.needed.len().max(1) as f64
    }
}

impl Reader {
    /// Returns what it thinks after reading `pages` and `ideas` together.
    pub fn think(&self, case: &Case, pages: &[&Page], ideas: &[&Idea], chance: &mut Chance) -> Idea {
        let mut thought = Idea::default();
        let attention = self.reads * (1.0 - self.crowding).powi(pages.len().saturating_sub(1) as i32);
        let mut sees_truth = false;
        for idea in ideas {
            thought.facts.extend(idea.facts.iter().filter(|_| chance.happens(self.keeps)));
        }
        for page in pages {
            for fact in &page.holds {
                if chance.happens(attention) {
                    sees_truth |= case.needed.contains(fact);
                    thought.facts.insert(*fact);
                }
            }
            thought.belief = thought.belief.or(page.misleads.filter(|_| chance.happens(self.misled)));
        }
        let believed = ideas.iter().find_map(|idea| idea.belief);
        if believed.is_some() && !(sees_truth && chance.happens(self.recovers)) {
            thought.belief = believed;
        }
        thought
    }

    /// Returns its own score of `idea`, as its probabilities of 0 and 1 would say it.
    pub fn judges(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> f64 {
        let is_praised = chance.happens(if idea.suffices(case) { self.praises } else { self.flatters });
        let spread = 0.5 * chance.unit();
        if is_praised { 0.5 + spread } else { 0.48 - 0.48 * 2.0 * spread }
    }

    /// Returns whether it answers rightly from `idea`.
    pub fn answers(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> bool {
        let guesses = if case.is_choice { self.guesses_choice } else { self.guesses };
        idea.suffices(case) || (!idea.is_false() && chance.happens(guesses))
    }
}

impl Reads for Reader {
    fn think(&self, case: &Case, pages: &[usize], ideas: &[&Idea], chance: &mut Chance) -> Idea {
        let pages: Vec<&Page> = pages.iter().filter_map(|at| case.pages.get(*at)).collect();
        Reader::think(self, case, &pages, ideas, chance)
    }

    fn before_it(&self, case: &Case, pages: &[usize], idea: Option<&Idea>, chance: &mut Chance) -> Idea {
        let ideas: Vec<&Idea> = idea.into_iter().collect();
        Reads::think(self, case, pages, &ideas, chance)
    }

    fn judges(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> f64 {
        Reader::judges(self, case, idea, chance)
    }

    fn share(&self, case: &Case, idea: &Idea) -> f64 {
        idea.share(case)
    }

    fn seeks(&self, case: &Case, ideas: &[&Idea], chance: &mut Chance) -> Vec<usize> {
        let known = ideas.iter().flat_map(|idea| idea.facts.iter().copied()).collect();
        case.ranked_for(&known, chance)
    }

    fn answers(&self, case: &Case, idea: &Idea, chance: &mut Chance) -> bool {
        Reader::answers(self, case, idea, chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERFECT: Reader = Reader {
        reads: 1.0,
        crowding: 0.0,
        keeps: 1.0,
        misled: 0.0,
        recovers: 1.0,
        praises: 1.0,
        flatters: 0.0,
        guesses: 0.0,
        guesses_choice: 0.0,
    };

    #[test]
    fn a_perfect_reader_of_everything_is_right() {
        let mut chance = Chance::new(3);
        for number in 0..100 {
            let case = Case::draw(&mut chance, number % 2 == 0);
            let pages: Vec<&Page> = case.pages.iter().collect();
            let idea = PERFECT.think(&case, &pages, &[], &mut chance);
            assert!(idea.suffices(&case) && PERFECT.answers(&case, &idea, &mut chance));
            assert!(PERFECT.judges(&case, &idea, &mut chance) >= 0.49);
            let nothing = Idea::default();
            assert!(PERFECT.judges(&case, &nothing, &mut chance) < 0.49 && nothing.share(&case) == 0.0);
        }
    }

    #[test]
    fn a_reader_that_believes_all_is_misled_for_good_unless_it_recovers() {
        let mut chance = Chance::new(4);
        let case = Case::draw(&mut chance, true);
        let misleading: Vec<&Page> = case.pages.iter().filter(|page| page.misleads.is_some()).collect();
        let gullible = Reader { misled: 1.0, recovers: 0.0, ..PERFECT };
        let idea = gullible.think(&case, &misleading, &[], &mut chance);
        assert!(idea.is_false() && idea.share(&case) == 0.0);
        let all: Vec<&Page> = case.pages.iter().filter(|page| page.misleads.is_none()).collect();
        assert!(!gullible.think(&case, &all, &[&idea], &mut chance).suffices(&case));
        assert!(PERFECT.think(&case, &all, &[&idea], &mut chance).suffices(&case));
    }
}
