//! Reads a question: whom it is about, which kinds of fact it asks for, and whether it wants the latest
//! reading, the first, or the course of all.
//!
//! It knows a small table of everyday words ([`concepts`]) and looks at nothing but the question and the
//! names of the patients. It does not search.

pub mod concepts;
pub mod plan;

pub use plan::{Focus, Mention, Plan, Word};
