//! Writes what may leave: only the facts a question needs, without identifiers, generalised.
//!
//! [`select`] finds the facts that a question is about, [`generalise`] coarsens numbers, dates and ages,
//! [`query`] rewrites the question over a closed [`vocabulary`], which asks the [`lexicon`], and [`synthesise`](mod@synthesise) puts it together with a
//! [`SpanMap`](crate::clearance::SpanMap) that knows the source of every byte. Structured facts are
//! rendered from terminologies' own words and generalised values; of notes [`clauses`] tells the sentences that answer, word by word, with
//! bands for the [`ages`] in them and [`number_words`] by the rule for digits.
//!
//! How exactly is told is a matter of [`level`]s: [`measure`] tells a number by the [`precision`] table of its quantity, [`noise`] may
//! move it, and a host's [`policy`] can only tighten what the person chose.
//!
//! [`kind`] sorts the facts that left, for receipts, and [`detect`] finds identifying texts in prose by the [`recognizers`].
//!
//! Nothing here decides whether the outcome may be sent: that is the review's, in [`crate::clearance`].

pub mod ages;
mod cells;
pub mod clauses;
pub mod detect;
pub mod generalise;
pub mod injection;
pub mod kind;
pub mod level;
pub mod lexicon;
pub mod measure;
pub mod noise;
pub mod number_words;
pub mod policy;
pub mod precision;
pub mod query;
pub mod rare;
pub mod recognizers;
mod relations;
pub mod second_look;
pub mod select;
pub mod stranger;
pub mod synthesise;
pub mod terms;
pub mod units;
pub mod variants;
pub mod vocabulary;

pub use synthesise::{Synthesis, synthesise};
