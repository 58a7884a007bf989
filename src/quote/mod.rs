//! The conversation with a language model: how passages are offered and the request is written
//! ([`format`](mod@format)), and how an OpenAI-compatible server's reply is read ([`chat`]).
//!
//! Replacing quotations by their sources is the kernel's, in [`crate::clearance`].

pub mod chat;
pub mod format;
