//! A request before its review: nothing here can be sent.

use serde::{Deserialize, Serialize};

/// A chat-completions request as it would go out: data only. The courier takes a [`Cleared`](super::Cleared) made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outgoing {
    /// The HTTP method.
    pub method: String,
    /// The address, without credentials.
    pub url: String,
    /// The headers, without the credential, which the courier adds.
    pub headers: Vec<(String, String)>,
    /// The exact bytes of the body, which are JSON.
    pub body: String,
}

impl Outgoing {
    /// Returns whether it is a POST that says nothing in its headers but that its body is `content`.
    pub(super) fn posts(&self, content: (&str, &str)) -> bool {
        self.method == "POST" && self.headers.iter().all(|(name, value)| (name.as_str(), value.as_str()) == content)
    }
}

/// Who speaks in a chat message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Our instructions.
    System,
    /// The synthesised context and question.
    User,
}

/// One chat message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The text.
    pub content: String,
}

/// The body of an OpenAI-compatible `POST /v1/chat/completions` or of Anthropic's `POST /v1/messages`: these fields and no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatBody {
    /// The model's name at the endpoint.
    pub model: String,
    /// The system message, where it is not among the messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The system message, if it is here, then the user message.
    pub messages: Vec<Message>,
    /// Sampling temperature.
    pub temperature: f32,
    /// Longest reply, in tokens.
    pub max_tokens: u32,
    /// Whether the reply comes as server-sent events.
    pub stream: bool,
    /// Whether the most likely tokens come with the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logprobs: Option<bool>,
    /// How many of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_logprobs: Option<u8>,
    /// The JSON Schema that the reply is held to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_format: Option<serde_json::Value>,
    /// The grammar that the reply is held to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
}
