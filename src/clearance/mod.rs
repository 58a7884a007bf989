//! The kernel: what may leave, and what a quotation is.
//!
//! It holds the map from every outgoing byte to its source ([`SpanMap`]), the answers that are known from the records and must
//! not appear ([`KnownAnswers`]), the gate that looks for them and for identifiers of known shape, the review that alone can
//! make a [`Cleared`], and the resolver that replaces quotations by their sources.
//!
//! It does not choose what to say ([`crate::privacy`]), read files, or send anything. A stranger can audit it in an afternoon.
#![forbid(unsafe_code)]

mod bare;
mod cleared;
mod decode;
mod form;
mod gate;
mod hold;
mod known;
mod nearest;
mod outgoing;
pub mod public;
mod quote_box;
mod resolve;
mod review;
mod span_map;

pub use cleared::{Cleared, Receipt};
pub use form::{ENTREZ, may_be_entrez, percent};
pub use gate::{Detect, Exemption, Familiarity, Finding, Part, Rule};
pub(crate) use gate::{is_named_with_a_number, numbered};
pub use hold::{TRIAL_GRAMMAR, grammar, schema};
pub use known::{KnownAnswers, Occurrence};
pub use nearest::{Embed, collections, nearest};
pub use outgoing::{ChatBody, Message, Outgoing, Role};
pub use public::PublicText;
pub(crate) use quote_box::holding;
pub use quote_box::{Above, AboveKind, Citation, FactRef, Row, box_fact, box_passage};
pub use resolve::{Aliases, Block, Target, resolve};
pub use review::{Compare, review, review_beside, review_nearest};
pub use span_map::{Composer, Operator, Original, Piece, Source, SpanMap};

#[cfg(test)]
pub(crate) use nearest::Letters;
