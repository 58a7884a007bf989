//! The conversation with a language model: how passages are offered and the request is written
//! ([`format`](mod@format)) and by what its reply is held ([`hold`]), how that is read ([`chat`]), its quotations found
//! ([`parse`], [`attribute`]) and its own words held to the facts ([`ground`]), how a quote box is checked against its file
//! ([`verify`](mod@verify)), and what of the file a reader is shown ([`source`](mod@source)).
//!
//! Replacing quotations by their sources is the kernel's, in [`crate::clearance`].

pub mod attribute;
pub mod chat;
pub mod format;
pub mod ground;
pub mod hold;
pub mod models;
pub mod parse;
pub mod prompt;
pub mod source;
pub mod task;
pub mod tree;
pub mod verify;
