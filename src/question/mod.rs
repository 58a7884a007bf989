//! Reads a question: whom it is about, which kinds of fact it asks for, of which time, and whether it
//! wants the latest reading, the first, or the course of all.
//!
//! It knows a table of record words ([`concepts`]) and the everyday words of questions ([`vocabulary`]), reads dates
//! ([`period`]) and events ([`anchor`], [`event`]), and makes follow-ups whole ([`follow`]). A [`Plan`] is made of the question and the names of the patients
//! alone; [`filters`], [`event`] and [`exact`] look at the records as well, and `exact` answers from them. Nothing here ranks passages.

pub(crate) mod abbreviated;
mod ailing;
pub mod anchor;
pub mod causal;
mod closed;
pub mod concepts;
pub(crate) mod dispute;
pub mod event;
pub mod exact;
mod falling;
pub mod filters;
pub mod follow;
pub mod form;
mod irregular;
pub mod lay_words;
pub mod meant;
pub mod period;
pub mod plan;
pub mod search_terms;
pub mod spell;
pub mod tongue;
pub mod variants;
pub mod vocabulary;
pub mod when;

pub use anchor::{Anchor, Relation, Which};
pub use filters::Filters;
pub use period::Period;
pub use plan::{Focus, Mention, Plan, Topic, Word, weight};

/// Returns whether this program's own lists have `word` (lower case): everyday words, those of care, and those of records.
pub fn is_known(word: &str) -> bool {
    vocabulary::is_everyday(word) || vocabulary::is_of_care(word) || concepts::is_known(word)
}
