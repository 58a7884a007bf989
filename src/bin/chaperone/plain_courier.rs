//! Sends what a plain agent would, without any review: for measurement on invented records, to this machine only, and only by a
//! program that was built for it (feature `baseline`). Any other holds no code that could.

use chaperone::error::{Code, Error, Result};

/// Fails unless this program was built to measure a plain agent.
///
/// # Errors
/// `refused` without the feature `baseline`.
pub fn built_for_it() -> Result<()> {
    if cfg!(feature = "baseline") {
        return Ok(());
    }
    Err(Error::new(
        Code::Refused,
        "this program sends nothing that was not reviewed: to measure a plain agent, build it with --features baseline too",
    ))
}

/// Sends nothing: this program was not built for it.
#[cfg(not(feature = "baseline"))]
pub fn send(_url: &str, _body: &str) -> Result<String> {
    built_for_it().map(|()| String::new())
}

/// Sends nothing: this program was not built for it.
#[cfg(not(feature = "baseline"))]
pub fn send_whole(_url: &str, _body: &str) -> Result<String> {
    built_for_it().map(|()| String::new())
}

#[cfg(feature = "baseline")]
pub use sending::{send, send_whole};

#[cfg(feature = "baseline")]
mod sending {
    use std::time::Duration;

    use chaperone::quote::chat;

    use super::{Code, Error, Result};
    use crate::endpoint::is_here;

    /// Time for the whole reply; a small machine may think for minutes.
    const REPLY_TIMEOUT: Duration = Duration::from_secs(600);

    /// Sends `body` to `url` once and returns the text of the reply.
    ///
    /// # Errors
    /// `refused` for an address that is not this machine's; `network` when it cannot be reached or refuses; `reply` when it answers
    /// something else than a chat completion.
    pub fn send(url: &str, body: &str) -> Result<String> {
        chat::content(&send_whole(url, body)?)
    }

    /// Sends `body` to `url` once and returns the whole reply.
    ///
    /// # Errors
    /// As [`send`], but for what the reply is.
    pub fn send_whole(url: &str, body: &str) -> Result<String> {
        if !is_here(url) {
            return Err(Error::new(
                Code::Refused,
                "what was not reviewed goes to a server on this machine only, for measurement: give http://127.0.0.1:PORT",
            ));
        }
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(REPLY_TIMEOUT))
            .max_redirects(0)
            .proxy(None)
            .user_agent("")
            .build()
            .into();
        let request = agent.post(url).header("content-type", "application/json");
        let mut response = request.send(body.as_bytes()).map_err(|_| {
            Error::new(Code::Network, "the server cannot be reached or refused the plain agent's request")
        })?;
        let reply = response.body_mut().with_config().limit(2 * chat::MAX_REPLY_BYTES as u64).read_to_string();
        reply.map_err(|_| Error::new(Code::Reply, "the model's reply broke off or is no text"))
    }
}
