//! The conversation with a language model: how passages are offered and the request is written
//! ([`format`](mod@format)), how an OpenAI-compatible server's reply is read ([`chat`]), and how a quote box is
//! checked against its file ([`verify`](mod@verify)).
//!
//! Replacing quotations by their sources is the kernel's, in [`crate::clearance`].

pub mod chat;
pub mod format;
pub mod verify;
