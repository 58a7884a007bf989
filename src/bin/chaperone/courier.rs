//! The native courier: sends a cleared request, and nothing else, and returns the reply.

use std::time::Duration;

use chaperone::clearance::{Cleared, percent};
use chaperone::error::{Code, Error, Result};
use chaperone::quote::chat;

use crate::endpoint::is_here;

/// The environment variable that holds the key for the endpoint, if it needs one.
pub const KEY_VARIABLE: &str = "CHAPERONE_API_KEY";

/// Time for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for the whole reply; a small machine may think for minutes.
const REPLY_TIMEOUT: Duration = Duration::from_secs(600);

/// Connections to a host that are kept for what comes next.
const KEPT_CONNECTIONS: usize = 6;

/// Bytes of the longest answer to a form.
const MAX_FORM_REPLY_BYTES: u64 = 256 << 20;

/// Sends `cleared` once and returns the text of the reply. The key is added here and is in no receipt.
///
/// # Errors
/// `network` when the endpoint cannot be reached, redirects or refuses; `reply` when it answers something else than a chat
/// completion.
pub fn send(cleared: Cleared) -> Result<String> {
    chat::content(&fetch(cleared)?)
}

/// Sends `cleared` once and returns the whole of the reply as it came. What is for this machine goes by no proxy, which would be another
/// one.
///
/// # Errors
/// `network` as [`send`]; `reply` when it breaks off or is no text.
pub fn fetch(cleared: Cleared) -> Result<String> {
    let outgoing = cleared.outgoing();
    let agent = agent(&outgoing.url);
    let mut request = agent.post(&outgoing.url);
    for (name, value) in &outgoing.headers {
        request = request.header(name, value);
    }
    if let Ok(key) = std::env::var(KEY_VARIABLE) {
        let is_anthropic = outgoing.headers.iter().any(|(name, _)| name == "anthropic-version");
        request = if is_anthropic {
            request.header("x-api-key", key)
        } else {
            request.header("authorization", format!("Bearer {key}"))
        };
    }
    let mut response = request.send(outgoing.body.as_bytes()).map_err(|_| {
        Error::new(
            Code::Network,
            "the model's endpoint cannot be reached: is the server running, and the address right?",
        )
    })?;
    let status = response.status().as_u16();
    if status != 200 {
        return Err(Error::new(
            Code::Network,
            "the model's endpoint refused the request: check the address, the model's name and the key",
        )
        .found(u64::from(status), 200));
    }
    let reply = response.body_mut().with_config().limit(2 * chat::MAX_REPLY_BYTES as u64).read_to_string();
    reply.map_err(|_| Error::new(Code::Reply, "the model's reply broke off or is no text"))
}

/// What a server answered, whatever it was.
#[derive(Debug, Default)]
pub struct Exchanged {
    /// The status of HTTP; 0 where there was no whole answer.
    pub status: u16,
    /// The field `Retry-After` in seconds, where there is one.
    pub retry_after_seconds: Option<u64>,
    /// The body as it came.
    pub body: Vec<u8>,
}

/// Sends `cleared`, a form or what says nothing, once and returns whatever came of it. `key` is added here, as its field `api_key`, and is in no receipt.
pub fn exchange(cleared: Cleared, key: Option<&str>) -> Exchanged {
    exchange_within(cleared, key, REPLY_TIMEOUT)
}

/// As [`exchange`], where the whole of the answer must be there after `whole`.
pub fn exchange_within(cleared: Cleared, key: Option<&str>, whole: Duration) -> Exchanged {
    let outgoing = cleared.outgoing();
    let agent = agent_within(&outgoing.url, whole);
    let answered = if outgoing.body.is_empty() {
        agent.get(&outgoing.url).header("accept-encoding", "identity").call()
    } else {
        let mut request = agent.post(&outgoing.url).header("accept-encoding", "identity");
        for (name, value) in &outgoing.headers {
            request = request.header(name, value);
        }
        let key = key.map(|key| format!("&api_key={}", percent(key))).unwrap_or_default();
        request.send(format!("{}{key}", outgoing.body).as_bytes())
    };
    let Ok(mut response) = answered else { return Exchanged::default() };
    let after = response.headers().get("retry-after").and_then(|after| after.to_str().ok()?.trim().parse().ok());
    match response.body_mut().with_config().limit(MAX_FORM_REPLY_BYTES).read_to_vec() {
        Ok(body) => Exchanged { status: response.status().as_u16(), retry_after_seconds: after, body },
        Err(_) => Exchanged { status: 0, retry_after_seconds: after, body: Vec::new() },
    }
}

fn agent(url: &str) -> ureq::Agent {
    agent_within(url, REPLY_TIMEOUT)
}

/// Returns what requests to `url` are made with, each of which may take as long as `whole`: no redirects, no word about this program, and no
/// proxy to this machine.
pub fn agent_within(url: &str, whole: Duration) -> ureq::Agent {
    let settings = ureq::Agent::config_builder()
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_global(Some(whole))
        .max_redirects(0)
        .max_idle_connections_per_host(KEPT_CONNECTIONS)
        .http_status_as_error(false)
        .user_agent("");
    let settings = if is_here(url) { settings.proxy(None) } else { settings };
    settings.build().into()
}
