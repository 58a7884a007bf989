//! Whether a sentence answers what is asked.

use std::ops::Range;

use super::sentences::sentences;
use super::{Exactness, Part, clauses};
use crate::document::Patient;
use crate::index::analyze;
use crate::privacy::level::{self, Numbers};
use crate::privacy::stranger;
use crate::privacy::vocabulary::Sources;
use crate::question::Topic;

/// Returns whether a sentence of `text` answers one of `topics`.
pub fn is_answering(text: &str, topics: &[Topic]) -> bool {
    sentences(text)
        .iter()
        .any(|sentence| text.get(sentence.range.clone()).is_some_and(|said| answered(said, topics) > 0))
}

/// Returns whether a sentence of `text` in `passage` answers one of `topics` by words that may be told of it. `sources` is what the vocabulary
/// is made from.
pub fn is_told_of(
    text: &str,
    passage: Range<usize>,
    topics: &[Topic],
    patients: &[Patient],
    sources: &Sources<'_>,
) -> bool {
    let exactness = Exactness { numbers: Numbers::Finer, ages: level::Ages::Untold, easing: stranger::Ages::Untold };
    !clauses(text, passage, (topics, topics), exactness, patients, sources).is_empty()
}

/// Returns of how many of `topics` `said` has every term of one of the ways to say it.
pub(super) fn answered<'t>(said: &str, topics: impl IntoIterator<Item = &'t Topic>) -> usize {
    let bag = analyze::bag(said);
    let has = |way: &Vec<_>| !way.is_empty() && way.iter().all(|term| bag.contains_key(term));
    topics.into_iter().filter(|topic| topic.iter().any(has)).count()
}

/// Returns the words that `parts` tell.
pub(super) fn words_of<'p>(parts: impl Iterator<Item = &'p Part>) -> String {
    let told = parts.filter_map(|part| match part {
        Part::Told { text, .. } => Some(text.as_str()),
        Part::Kept => None,
    });
    told.collect::<Vec<_>>().join(" ")
}
