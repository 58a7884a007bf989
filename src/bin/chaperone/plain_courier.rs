//! Sends what a plain agent would, without any review: for measurement on invented records, and to this machine only.

use std::time::Duration;

use chaperone::error::{Code, Error, Result};
use chaperone::quote::chat;

/// Time for the whole reply; a small machine may think for minutes.
const REPLY_TIMEOUT: Duration = Duration::from_secs(600);
/// The beginnings of the addresses that it sends to.
const HERE: [&str; 3] = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];

/// Sends `body` to `url` once and returns the text of the reply.
///
/// # Errors
/// `refused` for an address that is not this machine's; `network` when it cannot be reached or refuses; `reply` when it answers
/// something else than a chat completion.
pub fn send(url: &str, body: &str) -> Result<String> {
    if !HERE.iter().any(|here| url.starts_with(here)) {
        return Err(Error::new(
            Code::Refused,
            "what was not reviewed goes to a server on this machine only, for measurement: give http://127.0.0.1:PORT",
        ));
    }
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(REPLY_TIMEOUT))
        .max_redirects(0)
        .user_agent("")
        .build()
        .into();
    let request = agent.post(url).header("content-type", "application/json");
    let mut response = request
        .send(body.as_bytes())
        .map_err(|_| Error::new(Code::Network, "the server cannot be reached or refused the plain agent's request"))?;
    let reply = response.body_mut().with_config().limit(2 * chat::MAX_REPLY_BYTES as u64).read_to_string();
    chat::content(&reply.map_err(|_| Error::new(Code::Reply, "the model's reply broke off or is no text"))?)
}
