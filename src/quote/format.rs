//! The request around a synthesis.

use crate::clearance::{ChatBody, Message, Outgoing, Role};
use crate::error::{Error, Result};
pub use crate::quote::prompt::{Again, Prompt, SYSTEMS};

/// Longest reply that is asked for, in tokens.
const MAX_REPLY_TOKENS: u32 = 1024;

/// The place and model a request is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address of the chat completions, such as `http://localhost:11434/v1/chat/completions`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// Whether the reply shall come as server-sent events.
    pub stream: bool,
    /// What the model is told to do.
    pub prompt: Prompt,
    /// Why it is asked a second time, if it is.
    pub again: Option<Again>,
}

impl Endpoint {
    /// Returns the endpoint of `model` at `address`, which may be the server's root, its `/v1`, or the whole address
    /// of the chat completions.
    pub fn new(address: &str, model: &str, stream: bool) -> Self {
        let address = address.trim();
        let (path, query) = address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
        let path = path.trim_end_matches('/');
        let tail = match path {
            path if path.ends_with("/chat/completions") => "",
            path if path.ends_with("/v1") => "/chat/completions",
            _ => "/v1/chat/completions",
        };
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        Endpoint {
            url: format!("{path}{tail}{query}"),
            model: model.to_owned(),
            stream,
            prompt: Prompt::default(),
            again: None,
        }
    }

    /// Returns the same endpoint, asked by `prompt`, and a second time where `again` says why.
    #[must_use]
    pub fn asked_by(self, prompt: Prompt, again: Option<Again>) -> Self {
        Endpoint { prompt, again, ..self }
    }
}

/// Returns the request that would carry `message` to `endpoint`, for the review.
///
/// # Errors
/// `internal` when the body cannot be written as JSON, which strings and numbers always can.
pub fn request(endpoint: &Endpoint, message: &str) -> Result<Outgoing> {
    let says = |role, content: &str| Message { role, content: content.to_owned() };
    let body = ChatBody {
        model: endpoint.model.clone(),
        messages: vec![says(Role::System, endpoint.prompt.system()), says(Role::User, message)],
        temperature: 0.0,
        max_tokens: MAX_REPLY_TOKENS,
        stream: endpoint.stream,
    };
    let accept = if endpoint.stream { "text/event-stream" } else { "application/json" };
    Ok(Outgoing {
        method: "POST".to_owned(),
        url: endpoint.url.clone(),
        headers: vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), accept.to_owned()),
        ],
        body: serde_json::to_string(&body).map_err(|_| Error::internal("the request could not be written as JSON"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_may_be_given_in_part() {
        for address in ["http://localhost:1", "http://localhost:1/v1/", " http://localhost:1/v1/chat/completions "] {
            assert_eq!(Endpoint::new(address, "m", true).url, "http://localhost:1/v1/chat/completions");
        }
        let azure = "https://x.example/openai/deployments/d/chat/completions?api-version=2024-10-21";
        assert_eq!(Endpoint::new(azure, "m", true).url, azure);
    }

    #[test]
    fn the_body_reads_back_as_it_was_written() {
        let endpoint = Endpoint::new("http://localhost/v1", "m", true);
        let request = request(&endpoint, "say \"no\"\n\u{1f}é").unwrap();
        let body: ChatBody = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body.messages[1].content, "say \"no\"\n\u{1f}é");
        assert_eq!(serde_json::to_string(&body).unwrap(), request.body);
    }
}
