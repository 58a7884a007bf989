//! The request around a synthesis.

use crate::clearance::{ChatBody, Message, Outgoing, Role};
use crate::error::{Error, Result};
pub use crate::quote::prompt::{Again, Prompt, SYSTEMS};

/// Longest reply that is asked for, in tokens.
const MAX_REPLY_TOKENS: u32 = 1024;
/// How the address of Anthropic's messages ends.
const MESSAGES_PATH: &str = "/v1/messages";

/// The version of Anthropic's API that is spoken, as its `anthropic-version` header names it.
const MESSAGES_VERSION: &str = "2023-06-01";

/// What is spoken with a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// OpenAI's chat completions, which most servers speak.
    ChatCompletions,
    /// Anthropic's messages.
    Messages,
}

/// The place and model a request is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address of the chat completions, such as `http://localhost:11434/v1/chat/completions`, or of the messages, such as
    /// `https://api.anthropic.com/v1/messages`.
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
    /// of the chat completions or messages. A server whose name begins with `api.anthropic.` is asked for messages.
    pub fn new(address: &str, model: &str, stream: bool) -> Self {
        let address = address.trim();
        let (path, query) = address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
        let path = path.trim_end_matches('/');
        let host = path.split_once("://").map_or(path, |(_, host)| host);
        let is_anthropic = host.get(..14).is_some_and(|start| start.eq_ignore_ascii_case("api.anthropic."));
        let tail = match path {
            path if path.ends_with("/chat/completions") || path.ends_with(MESSAGES_PATH) => "",
            path if path.ends_with("/v1") => {
                if is_anthropic {
                    "/messages"
                } else {
                    "/chat/completions"
                }
            }
            _ if is_anthropic => MESSAGES_PATH,
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

    /// Returns what is spoken at this address.
    pub fn protocol(&self) -> Protocol {
        let path = self.url.split_once('?').map_or(self.url.as_str(), |(path, _)| path);
        if path.ends_with(MESSAGES_PATH) { Protocol::Messages } else { Protocol::ChatCompletions }
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
    let protocol = endpoint.protocol();
    let system = says(Role::System, endpoint.prompt.system());
    let (beside, first) = match protocol {
        Protocol::ChatCompletions => (None, Some(system)),
        Protocol::Messages => (Some(system.content), None),
    };
    let body = ChatBody {
        model: endpoint.model.clone(),
        system: beside,
        messages: first.into_iter().chain([says(Role::User, message)]).collect(),
        temperature: 0.0,
        max_tokens: MAX_REPLY_TOKENS,
        stream: endpoint.stream,
    };
    let accept = if endpoint.stream { "text/event-stream" } else { "application/json" };
    let mut headers = vec![("content-type", "application/json"), ("accept", accept)];
    if protocol == Protocol::Messages {
        // Without the second its server answers no page.
        headers
            .extend([("anthropic-version", MESSAGES_VERSION), ("anthropic-dangerous-direct-browser-access", "true")]);
    }
    Ok(Outgoing {
        method: "POST".to_owned(),
        url: endpoint.url.clone(),
        headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
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
    fn anthropics_address_may_be_given_in_part() {
        for address in
            ["https://api.anthropic.com", "https://api.anthropic.com/v1", "https://API.anthropic.com/v1/messages/"]
        {
            let endpoint = Endpoint::new(address, "m", true);
            assert!(endpoint.url.ends_with("anthropic.com/v1/messages"), "{}", endpoint.url);
            assert_eq!(endpoint.protocol(), Protocol::Messages);
        }
        let gateway = Endpoint::new("https://gateway.example/anthropic/v1/messages", "m", true);
        assert_eq!(gateway.protocol(), Protocol::Messages);
        let other = Endpoint::new("https://x.example/api.anthropic.com", "m", true);
        assert_eq!(other.protocol(), Protocol::ChatCompletions);
    }

    #[test]
    fn messages_have_their_system_message_beside_them_and_their_own_headers() {
        let endpoint = Endpoint::new("https://api.anthropic.com", "m", true).asked_by(Prompt::ClinicianBrief, None);
        let request = request(&endpoint, "say").unwrap();
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body["system"], Prompt::ClinicianBrief.system());
        assert_eq!(body["messages"], serde_json::json!([{"role": "user", "content": "say"}]));
        assert!(body["max_tokens"].as_u64().is_some_and(|most| most > 0));
        let header =
            |name: &str| request.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        assert_eq!(header("anthropic-version"), Some("2023-06-01"));
        assert_eq!(header("anthropic-dangerous-direct-browser-access"), Some("true"));
        let other = super::request(&Endpoint::new("http://localhost", "m", true), "say").unwrap();
        assert!(!other.headers.iter().any(|(name, _)| name.starts_with("anthropic")));
        assert!(!other.body.contains("\"system\":"));
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
