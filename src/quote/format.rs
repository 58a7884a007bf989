//! The request around a synthesis.

use serde_json::Value;

use crate::clearance::{
    ChatBody, Message, Outgoing, PublicText, Role, SpanMap, TRIAL_GRAMMAR, grammar, public, schema,
};
use crate::error::{Code, Error, Result};
use crate::quote::hold::Hold;
pub use crate::quote::prompt::{Again, Prompt, SYSTEMS};

/// Longest reply that is asked for, in tokens.
const MAX_REPLY_TOKENS: u32 = 1024;
/// The most likely tokens that are asked for; servers give no more.
const MAX_LIKELY: u8 = 20;
/// How the address of Anthropic's messages ends.
const MESSAGES_PATH: &str = "/v1/messages";
/// How the address of chat completions ends.
const CHAT_PATH: &str = "/chat/completions";

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
    /// By what its server holds answers, where it was seen to.
    pub hold: Option<Hold>,
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
            path if path.ends_with(CHAT_PATH) || path.ends_with(MESSAGES_PATH) => "",
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
            hold: None,
        }
    }

    /// Returns what is spoken at this address.
    pub fn protocol(&self) -> Protocol {
        let path = self.url.split_once('?').map_or(self.url.as_str(), |(path, _)| path);
        if path.ends_with(MESSAGES_PATH) { Protocol::Messages } else { Protocol::ChatCompletions }
    }

    /// Returns the same endpoint, whose server holds answers by `hold`. Anthropic's messages have nothing to hold them by.
    #[must_use]
    pub fn held_by(self, hold: Option<Hold>) -> Self {
        let hold = hold.filter(|_| self.protocol() == Protocol::ChatCompletions);
        Endpoint { hold, ..self }
    }

    /// Returns the same endpoint, asked by `prompt`, and a second time where `again` says why.
    #[must_use]
    pub fn asked_by(self, prompt: Prompt, again: Option<Again>) -> Self {
        Endpoint { prompt, again, ..self }
    }
}

/// How a model is to reply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// The system message.
    pub system: &'static str,
    /// Longest reply, in tokens.
    pub max_tokens: u32,
    /// Sampling temperature.
    pub temperature: f32,
    /// Whether the most likely tokens are asked for, where the protocol has them.
    pub logprobs: bool,
    /// What the reply is held to, where the endpoint's server holds replies.
    pub held: Held,
}

/// What a reply is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Nothing: it is no answer.
    Free,
    /// The passages that were sent.
    ToPassages,
    /// Words that no model says by itself, to see whether the server holds replies.
    ToTrial,
}

impl Manner {
    /// Returns how an answer is asked for by `prompt`.
    pub const fn answer(prompt: Prompt) -> Self {
        Manner {
            system: prompt.system(),
            max_tokens: MAX_REPLY_TOKENS,
            temperature: 0.0,
            logprobs: false,
            held: Held::ToPassages,
        }
    }
}

/// Returns the request for the names of the models at the server of `endpoint`, for the review: it says nothing. It stands beside the
/// chat, as OpenAI, Anthropic and Ollama have it.
///
/// # Errors
/// `unsupported` where the address is of one model, and not of a server.
pub fn listing(endpoint: &Endpoint) -> Result<Outgoing> {
    let beside = [CHAT_PATH, "/messages"].iter().find_map(|tail| endpoint.url.strip_suffix(tail));
    let Some(base) = beside.filter(|_| !endpoint.url.contains("/deployments/")) else {
        return Err(Error::new(
            Code::Unsupported,
            "a server lists its models at its own address only: enter that, or the model's name",
        ));
    };
    let headers = [("accept", "application/json")].into_iter().chain(own_headers(endpoint.protocol()));
    Ok(Outgoing {
        method: "GET".to_owned(),
        url: format!("{base}/models"),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: String::new(),
    })
}

/// Returns the headers that a protocol asks for beside those of every request.
fn own_headers(protocol: Protocol) -> impl Iterator<Item = (&'static str, &'static str)> {
    // Without the second its server answers no page.
    let headers = [("anthropic-version", MESSAGES_VERSION), ("anthropic-dangerous-direct-browser-access", "true")];
    headers.into_iter().filter(move |_| protocol == Protocol::Messages)
}

/// Returns the request that would carry `message` to `endpoint`, for the review.
///
/// # Errors
/// As [`request_in`].
pub fn request(endpoint: &Endpoint, message: &SpanMap) -> Result<Outgoing> {
    request_in(endpoint, &Manner::answer(endpoint.prompt), message)
}

/// As [`request`], to be answered in another `manner` than the endpoint's.
///
/// # Errors
/// `internal` when the body cannot be written as JSON, which strings and numbers always can.
pub fn request_in(endpoint: &Endpoint, manner: &Manner, message: &SpanMap) -> Result<Outgoing> {
    request_beside(endpoint, manner, &[], message)
}

/// Returns a request as [`request_in`] does, with the passages `literature` before its message.
///
/// # Errors
/// As [`request_in`].
pub fn request_beside(
    endpoint: &Endpoint,
    manner: &Manner,
    literature: &[PublicText],
    message: &SpanMap,
) -> Result<Outgoing> {
    let hold = endpoint.hold.filter(|_| manner.held != Held::Free);
    let by_grammar = match manner.held {
        Held::ToTrial => Some(TRIAL_GRAMMAR.to_owned()),
        Held::Free | Held::ToPassages => grammar(message),
    };
    let response_format = schema(message).filter(|_| hold == Some(Hold::Schema));
    let grammar = by_grammar.filter(|_| hold == Some(Hold::Grammar));
    let text = public::before(literature) + message.text();
    written(endpoint, manner, &text, response_format, grammar)
}

/// Returns a request to `endpoint` as [`request_in`] does, with `text` for its message and held to nothing: a review, which needs its map,
/// refuses it.
///
/// # Errors
/// As [`request_in`].
#[cfg(feature = "eval")]
pub fn plain_request(endpoint: &Endpoint, manner: &Manner, text: &str) -> Result<Outgoing> {
    written(endpoint, manner, text, None, None)
}

fn written(
    endpoint: &Endpoint,
    manner: &Manner,
    text: &str,
    response_format: Option<Value>,
    grammar: Option<String>,
) -> Result<Outgoing> {
    let says = |role, content: &str| Message { role, content: content.to_owned() };
    let protocol = endpoint.protocol();
    let system = says(Role::System, manner.system);
    let (beside, first) = match protocol {
        Protocol::ChatCompletions => (None, Some(system)),
        Protocol::Messages => (Some(system.content), None),
    };
    let likely = manner.logprobs && protocol == Protocol::ChatCompletions;
    let body = ChatBody {
        model: endpoint.model.clone(),
        system: beside,
        messages: first.into_iter().chain([says(Role::User, text)]).collect(),
        temperature: manner.temperature,
        max_tokens: manner.max_tokens,
        stream: endpoint.stream,
        logprobs: likely.then_some(true),
        top_logprobs: likely.then_some(MAX_LIKELY),
        response_format,
        grammar,
    };
    let accept = if endpoint.stream { "text/event-stream" } else { "application/json" };
    let headers = [("content-type", "application/json"), ("accept", accept)].into_iter().chain(own_headers(protocol));
    Ok(Outgoing {
        method: "POST".to_owned(),
        url: endpoint.url.clone(),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: serde_json::to_string(&body).map_err(|_| Error::internal("the request could not be written as JSON"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::{Composer, Operator};

    fn message(text: &str) -> SpanMap {
        let mut message = Composer::new();
        message.write(Operator::Vocabulary, text, Vec::new());
        message.finish()
    }

    #[test]
    fn the_address_may_be_given_in_part() {
        for address in ["http://localhost:1", "http://localhost:1/v1/", " http://localhost:1/v1/chat/completions "] {
            assert_eq!(Endpoint::new(address, "m", true).url, "http://localhost:1/v1/chat/completions");
        }
        let azure = "https://x.example/openai/deployments/d/chat/completions?api-version=2024-10-21";
        assert_eq!(Endpoint::new(azure, "m", true).url, azure);
    }

    #[test]
    fn models_are_listed_beside_the_chat() {
        for (address, url) in [
            ("http://localhost:11434", "http://localhost:11434/v1/models"),
            ("https://api.anthropic.com", "https://api.anthropic.com/v1/models"),
            ("https://x.example/gateway/v1/", "https://x.example/gateway/v1/models"),
        ] {
            let listing = listing(&Endpoint::new(address, "", true)).unwrap();
            assert_eq!((listing.method.as_str(), listing.url.as_str(), listing.body.as_str()), ("GET", url, ""));
        }
        let azure = "https://x.example/openai/deployments/d/chat/completions?api-version=2024-10-21";
        for address in [azure, azure.split_once('?').unwrap().0] {
            assert_eq!(listing(&Endpoint::new(address, "", true)).unwrap_err().code(), Code::Unsupported);
        }
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
        let request = request(&endpoint, &message("say")).unwrap();
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body["system"], Prompt::ClinicianBrief.system());
        assert_eq!(body["messages"], serde_json::json!([{"role": "user", "content": "say"}]));
        assert!(body["max_tokens"].as_u64().is_some_and(|most| most > 0));
        let header =
            |name: &str| request.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        assert_eq!(header("anthropic-version"), Some("2023-06-01"));
        assert_eq!(header("anthropic-dangerous-direct-browser-access"), Some("true"));
        let other = super::request(&Endpoint::new("http://localhost", "m", true), &message("say")).unwrap();
        assert!(!other.headers.iter().any(|(name, _)| name.starts_with("anthropic")));
        assert!(!other.body.contains("\"system\":"));
    }

    #[test]
    fn likely_tokens_are_asked_for_where_the_protocol_has_them() {
        let manner = Manner { logprobs: true, ..Manner::answer(Prompt::Standard) };
        let body = |address: &str, manner: &Manner| {
            request_in(&Endpoint::new(address, "m", true), manner, &message("say")).unwrap().body
        };
        assert!(body("http://localhost", &manner).contains(r#""logprobs":true,"top_logprobs":20"#));
        assert!(!body("https://api.anthropic.com", &manner).contains("logprobs"));
        assert!(!body("http://localhost", &Manner::answer(Prompt::Standard)).contains("logprobs"));
    }

    #[test]
    fn answers_are_held_where_the_server_holds_them_and_there_is_something_to_quote() {
        let mut offered = Composer::new();
        offered.template("Passage ").write(Operator::Alias, "R2", Vec::new());
        let offered = offered.finish();
        let asked = |hold, address: &str, held, message: &SpanMap| {
            let endpoint = Endpoint::new(address, "m", true).held_by(Some(hold));
            let manner = Manner { held, ..Manner::answer(Prompt::Standard) };
            let body: ChatBody = serde_json::from_str(&request_in(&endpoint, &manner, message).unwrap().body).unwrap();
            (body.response_format.is_some(), body.grammar.is_some())
        };
        let (local, anthropic) = ("http://localhost", "https://api.anthropic.com");
        assert_eq!(asked(Hold::Schema, local, Held::ToPassages, &offered), (true, false));
        assert_eq!(asked(Hold::Grammar, local, Held::ToPassages, &offered), (false, true));
        assert_eq!(asked(Hold::Grammar, local, Held::ToTrial, &offered), (false, true));
        assert_eq!(asked(Hold::Schema, local, Held::Free, &offered), (false, false));
        assert_eq!(asked(Hold::Schema, local, Held::ToPassages, &message("say")), (false, false));
        assert_eq!(asked(Hold::Schema, anthropic, Held::ToPassages, &offered), (false, false));
    }

    #[test]
    fn a_reply_is_accepted_as_a_stream_where_one_is_asked_for() {
        for (stream, accepted) in [(true, "text/event-stream"), (false, "application/json")] {
            let request = request(&Endpoint::new("http://localhost", "m", stream), &message("say")).unwrap();
            let headers: Vec<(&str, &str)> =
                request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            assert_eq!(headers, [("content-type", "application/json"), ("accept", accepted)]);
            assert!(request.body.contains(&format!(r#""stream":{stream}"#)), "{}", request.body);
        }
    }

    #[test]
    fn the_body_reads_back_as_it_was_written() {
        let endpoint = Endpoint::new("http://localhost/v1", "m", true);
        let request = request(&endpoint, &message("say \"no\"\n\u{1f}é")).unwrap();
        let body: ChatBody = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body.messages[1].content, "say \"no\"\n\u{1f}é");
        assert_eq!(serde_json::to_string(&body).unwrap(), request.body);
    }
}
