//! What the words beside a word make of it.

use super::{Reason, Vocabulary};
use crate::privacy::detect::without_accents;
use crate::privacy::lexicon::Traits;
use crate::question::{Word, vocabulary};

/// What may stand between the words of one name: "Smith, Mary", "Smith^Mary", "Mary-Ann", "Mary B. Smith".
const WITHIN_A_NAME: [char; 7] = [' ', '.', ',', '^', '-', '\'', '’'];

impl Vocabulary<'_> {
    /// Returns whether `word`, alone or written together with its neighbours, is a text that the records name. Alone it may be so and still not
    /// be found in the question: an invisible character ends a word of the plan, and joins letters for the known answers.
    pub(super) fn joins_to_known(&self, word: &Word) -> bool {
        let Some(known) = self.sources.known else { return false };
        let at = self.words.partition_point(|other| other.span.start() < word.span.start());
        let lower = |index: usize| self.words.get(index).map_or("", |word| word.lower.as_str());
        let before = at.checked_sub(1).map_or("", lower);
        let after = lower(at + 1);
        [["", &word.lower, ""], [before, &word.lower, ""], ["", &word.lower, after], [before, &word.lower, after]]
            .iter()
            .any(|parts| !known.occurrences(&parts.concat()).is_empty())
    }

    /// Returns whether `word` is a given name before a surname, or the surname, both with capitals, whatever else they are: "HOPE STONE" where all has capitals.
    pub(super) fn is_of_a_whole_name(&self, word: &Word) -> bool {
        let at = self.words.partition_point(|other| other.span.start() < word.span.start());
        let pair = |first: Option<usize>, second: usize| {
            let pair = first.and_then(|first| self.words.get(first)).zip(self.words.get(second));
            pair.is_some_and(|(given, family)| {
                let between = self.question.get(given.span.end()..family.span.start());
                let is_given = self.traits(&without_accents(&given.lower)).is(Traits::GIVEN_NAME);
                let traits = self.traits(&without_accents(&family.lower));
                let is_family =
                    traits.is(Traits::FAMILY_NAME) && family.lower.len() > 3 && !vocabulary::is_everyday(&family.lower);
                let is_verb = matches!(given.lower.as_str(), "will" | "may");
                between == Some(" ") && given.capital && family.capital && is_given && !is_verb && is_family
            })
        };
        pair(at.checked_sub(1), at) || pair(Some(at), at + 1)
    }

    /// Returns whether the word before or after `word`, an initial aside, may be of one name with it: it is a name or a place, or unknown. Of a record
    /// nothing can be allowed, and no word is looked at so.
    pub(super) fn is_beside_a_name(&self, word: &Word) -> bool {
        let at = self.words.partition_point(|other| other.span.start() < word.span.start());
        let before = self.words.get(..at).unwrap_or_default().iter().rev();
        let after = self.words.get(at + 1..).unwrap_or_default().iter();
        !self.sources.is_record && (self.continues_a_name(word, before) || self.continues_a_name(word, after))
    }

    /// Returns whether `word` and the first of `others`, which stand beside it in this order, may be of one name.
    fn continues_a_name<'w>(&self, word: &Word, others: impl Iterator<Item = &'w Word>) -> bool {
        let mut edge = word.span;
        for other in others {
            let (first, second) =
                if other.span.start() < edge.start() { (other.span, edge) } else { (edge, other.span) };
            let between = self.question.get(first.end()..second.start()).unwrap_or_default();
            if !between.chars().all(|sign| WITHIN_A_NAME.contains(&sign)) {
                return false;
            }
            if other.lower.chars().count() > 1 {
                let reason = self.staying_apart(other, &without_accents(&other.lower));
                return reason.is_some_and(|reason| {
                    matches!(
                        reason,
                        Reason::KnownAnswer { .. }
                            | Reason::Name
                            | Reason::Place
                            | Reason::PerhapsName
                            | Reason::Unknown
                    )
                });
            }
            edge = other.span;
        }
        false
    }
}
