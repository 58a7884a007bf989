//! Questions whose answer stands in several documents, some of which mislead.

use std::collections::BTreeSet;

use super::chance::Chance;

/// Documents of a case.
const DOCUMENTS: usize = 20;
/// The share of drawn questions with two answers to choose from.
const CHOICES: f64 = 0.3;
/// Numbers from here on are facts that no question asks about.
pub const UNRELATED: u32 = 1000;
/// What a drawn document that misleads says.
const FALSE: u32 = 999;

/// A document as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What it says.
    pub holds: BTreeSet<u32>,
    /// The fact of it that says something false of what is asked, where it has one and nothing that is true.
    pub misleads: Option<u32>,
}

/// A question with everything that could be read for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The facts that the answer needs, all of them.
    pub needed: BTreeSet<u32>,
    /// The documents.
    pub pages: Vec<Page>,
    /// The documents in the order in which retrieval gives them for the question, the best first.
    pub ranking: Vec<usize>,
    /// The one document that a search by vectors alone gives first.
    pub nearest: usize,
    /// For each document what retrieval gives to somebody who read it and asks on; where there is none it is drawn.
    pub after: Vec<Vec<usize>>,
    /// Whether what retrieval gives first misleads. It goes by the question, and is the same for every method.
    pub is_hard: bool,
    /// Whether there are two answers to choose from, yes and no.
    pub is_choice: bool,
}

impl Case {
    /// Draws a case: of one to three facts, each in one or two of 20 documents. In a hard one two to four that mislead come first.
    pub fn draw(chance: &mut Chance, is_hard: bool) -> Self {
        let needed: BTreeSet<u32> = (0..=chance.below(3) as u32).collect();
        let mut pages: Vec<Page> = (0..DOCUMENTS)
            .map(|_| {
                let unrelated = 1 + chance.below(4);
                let holds = (0..unrelated).map(|_| UNRELATED + chance.below(500) as u32).collect();
                Page { holds, misleads: None }
            })
            .collect();
        for fact in &needed {
            for _ in 0..1 + usize::from(chance.happens(0.3)) {
                let at = chance.below(DOCUMENTS);
                if let Some(page) = pages.get_mut(at) {
                    page.holds.insert(*fact);
                }
            }
        }
        let misleading = if is_hard { 2 + chance.below(3) } else { usize::from(chance.happens(0.3)) };
        let free: Vec<usize> =
            (0..DOCUMENTS).filter(|at| pages.get(*at).is_some_and(|page| page.holds.is_disjoint(&needed))).collect();
        for at in free.into_iter().take(misleading) {
            if let Some(page) = pages.get_mut(at) {
                page.misleads = Some(FALSE);
            }
        }
        let ranking = ranked(&pages, &needed, is_hard, chance);
        let nearest = ranking.first().copied().unwrap_or_default();
        let is_choice = chance.happens(CHOICES);
        Case { needed, pages, ranking, nearest, after: Vec::new(), is_hard, is_choice }
    }

    /// Returns the documents in the order in which retrieval gives them to somebody who knows `known` and asks for the rest.
    pub fn ranked_for(&self, known: &BTreeSet<u32>, chance: &mut Chance) -> Vec<usize> {
        if !self.after.is_empty() {
            let knows = |page: &Page| {
                page.holds.iter().filter(|fact| self.needed.contains(fact) && known.contains(fact)).count()
            };
            // Of those that say as much, the first that was found.
            let told = self.ranking.iter().filter_map(|at| Some((knows(self.pages.get(*at)?), *at)));
            let most = told.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let after = most.filter(|(knows, _)| *knows > 0).and_then(|(_, at)| self.after.get(at));
            return after.unwrap_or(&self.ranking).clone();
        }
        let missing: BTreeSet<u32> = self.needed.difference(known).copied().collect();
        ranked(&self.pages, &missing, false, chance)
    }
}

/// Orders `pages` by how much of `wanted` they hold, by noise, and by how much a misleading one seems to say.
fn ranked(pages: &[Page], wanted: &BTreeSet<u32>, is_hard: bool, chance: &mut Chance) -> Vec<usize> {
    let mut scored: Vec<(usize, f64)> = pages
        .iter()
        .map(|page| {
            let says = page.holds.intersection(wanted).count() as f64;
            let seems = if page.misleads.is_some() { if is_hard { 2.5 } else { 0.6 } } else { 0.0 };
            says + seems + 1.2 * chance.unit()
        })
        .enumerate()
        .collect();
    scored.sort_by(|(a_at, a), (b_at, b)| b.total_cmp(a).then(a_at.cmp(b_at)));
    scored.into_iter().map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_can_be_answered_and_a_hard_one_begins_with_what_misleads() {
        let mut chance = Chance::new(1);
        let mut first = 0;
        for number in 0..400 {
            let case = Case::draw(&mut chance, number % 2 == 0);
            let all: BTreeSet<u32> = case.pages.iter().flat_map(|page| page.holds.iter().copied()).collect();
            assert!(case.needed.is_subset(&all) && !case.needed.is_empty() && case.needed.len() <= 3);
            let mut order = case.ranking.clone();
            order.sort_unstable();
            assert_eq!(order, (0..DOCUMENTS).collect::<Vec<_>>());
            assert!(case.pages.iter().all(|page| page.misleads.is_none() || page.holds.is_disjoint(&case.needed)));
            first += usize::from(case.is_hard && case.pages[case.ranking[0]].misleads.is_some());
        }
        assert!(first > 150, "{first} of 200");
    }

    #[test]
    fn the_same_seed_gives_the_same_cases() {
        let draw = |seed| {
            let mut chance = Chance::new(seed);
            (0..20).map(|number| Case::draw(&mut chance, number % 3 == 0)).collect::<Vec<_>>()
        };
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
    }
}
