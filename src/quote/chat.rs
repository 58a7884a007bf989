//! Reads what a model server answers, in OpenAI's chat completions or Anthropic's messages: whole replies and single streamed events.
//!
//! Which of the two it is shows in the answer itself.
//!
//! The server's text is never put into an error.

use serde::Deserialize;

use crate::error::{Code, Error, Result};

/// Longest reply that is read, in bytes.
pub const MAX_REPLY_BYTES: usize = 1 << 20;
/// Likely first tokens that are kept; servers give twenty.
const MAX_FIRST: usize = 32;
/// The payload that ends a stream.
const DONE: &str = "[DONE]";
/// The reasons to finish that say that the model was not at its end.
const CUT: [&str; 2] = ["length", "max_tokens"];

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    error: Option<serde::de::IgnoredAny>,
}

/// A whole reply of Anthropic's, or an event of a streamed one; its `type` says which.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Message {
        content: Vec<Piece>,
        stop_reason: Option<String>,
    },
    ContentBlockStart {
        content_block: Piece,
    },
    ContentBlockDelta {
        delta: Piece,
    },
    MessageDelta {
        delta: Ending,
    },
    MessageStop,
    Error,
    /// What says nothing of the answer: its beginning, signs of life, and what later versions add.
    #[serde(other)]
    Other,
}

/// A piece of a reply of Anthropic's; what is no text, such as what the model thought, has none.
#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
struct Ending {
    stop_reason: Option<String>,
}

/// A token that a model could have begun its reply with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Token {
    /// Its text, as the server writes it.
    #[serde(rename = "token")]
    pub text: String,
    /// The natural logarithm of its probability.
    pub logprob: f64,
}

/// The tokens of a reply with those that were likely in their place.
#[derive(Deserialize)]
struct Likely {
    #[serde(default)]
    content: Option<Vec<Place>>,
}

#[derive(Deserialize)]
struct Place {
    #[serde(flatten)]
    drawn: Token,
    #[serde(default)]
    top_logprobs: Vec<Token>,
}

impl Likely {
    /// Returns what could have stood at the first place: the most likely tokens, else the one that was drawn.
    fn first(self) -> Vec<Token> {
        let first = self.content.unwrap_or_default().into_iter().next();
        let all = |place: Place| if place.top_logprobs.is_empty() { vec![place.drawn] } else { place.top_logprobs };
        let mut tokens = first.map(all).unwrap_or_default();
        tokens.truncate(MAX_FIRST);
        tokens
    }
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    logprobs: Option<serde_json::Value>,
    #[serde(default)]
    message: Option<Message>,
    #[serde(default)]
    delta: Option<Message>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
}

impl Choice {
    fn content(self) -> Option<String> {
        self.message.or(self.delta).and_then(|said| said.content).or(self.text)
    }
}

/// A reply as it comes in, event by event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    text: String,
    ended: bool,
    cut: bool,
    first: Vec<Token>,
}

impl Reply {
    /// Takes the `data` of one server-sent event and returns the text it adds, which may be empty.
    ///
    /// # Errors
    /// `reply` when the data is not a completion or the server reports an error; `too-large` when the reply grows
    /// past [`MAX_REPLY_BYTES`]. What came before is kept.
    pub fn event(&mut self, data: &str) -> Result<&str> {
        if self.ended || data.trim() == DONE {
            self.ended = true;
            return Ok("");
        }
        let Said { text: delta, finish, first } = said(data)?;
        if self.first.is_empty() {
            self.first = first;
        }
        if self.text.len().saturating_add(delta.len()) > MAX_REPLY_BYTES {
            return Err(Error::new(Code::TooLarge, "the model's reply is longer than any answer; it was cut off")
                .found((self.text.len() + delta.len()) as u64, MAX_REPLY_BYTES as u64));
        }
        let start = self.text.len();
        self.text.push_str(&delta);
        self.ended |= finish.is_some();
        self.cut |= finish.is_some_and(|reason| CUT.contains(&reason.as_str()));
        Ok(self.text.get(start..).unwrap_or_default())
    }

    /// Returns the text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the tokens that the reply could have begun with; none where the server does not tell.
    pub fn first(&self) -> &[Token] {
        &self.first
    }

    /// Returns whether the server said that the reply is at its end, and not because it may not be longer.
    pub fn is_complete(&self) -> bool {
        self.ended && !self.cut
    }
}

/// Returns the text of a whole (not streamed) reply or of one event.
///
/// # Errors
/// `reply` when `json` is neither a completion nor a message or reports an error; `too-large` past [`MAX_REPLY_BYTES`].
pub fn content(json: &str) -> Result<String> {
    said(json).map(|said| said.text)
}

/// What one event says, and why it is the last one if it is.
struct Said {
    text: String,
    finish: Option<String>,
    /// What the reply could have begun with, where this event tells.
    first: Vec<Token>,
}

fn said(json: &str) -> Result<Said> {
    let Said { text, finish, first } = match serde_json::from_str::<Event>(json) {
        Ok(event) => event.said()?,
        Err(_) => completed(json)?,
    };
    if text.len() > MAX_REPLY_BYTES {
        return Err(Error::new(Code::TooLarge, "the model's reply is longer than any answer")
            .found(text.len() as u64, MAX_REPLY_BYTES as u64));
    }
    Ok(Said { text, finish, first })
}

impl Event {
    fn said(self) -> Result<Said> {
        let say = |text: String, finish: Option<String>| Ok(Said { text, finish, first: Vec::new() });
        match self {
            Event::Message { content, stop_reason } => {
                let finish = stop_reason.or_else(|| Some(String::new()));
                say(content.into_iter().map(|piece| piece.text).collect(), finish)
            }
            Event::ContentBlockStart { content_block: piece } | Event::ContentBlockDelta { delta: piece } => {
                say(piece.text, None)
            }
            Event::MessageDelta { delta: Ending { stop_reason } } => say(String::new(), stop_reason),
            Event::MessageStop => say(String::new(), Some(String::new())),
            Event::Error => Err(reported()),
            Event::Other => say(String::new(), None),
        }
    }
}

fn completed(json: &str) -> Result<Said> {
    let neither = || {
        Error::new(
            Code::Reply,
            "the server's answer is neither a chat completion nor a message; check that the address ends in /v1/chat/completions or \
             /v1/messages",
        )
    };
    let completion: Completion = serde_json::from_str(json).map_err(|_| neither())?;
    if completion.error.is_some() {
        return Err(reported());
    }
    let mut choice = completion.choices.ok_or_else(neither)?.into_iter().next();
    let finish = choice.as_ref().and_then(|choice| choice.finish_reason.clone());
    // Servers write them in several ways; one that is not understood is none.
    let likely = choice.as_mut().and_then(|choice| serde_json::from_value::<Likely>(choice.logprobs.take()?).ok());
    let first = likely.map(Likely::first).unwrap_or_default();
    Ok(Said { text: choice.and_then(Choice::content).unwrap_or_default(), finish, first })
}

fn reported() -> Error {
    Error::new(Code::Reply, "the server reports an error; check the model's name and the key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_stream_of_messages_adds_up_and_ends() {
        let mut reply = Reply::default();
        let mut said = String::new();
        for event in [
            r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"stop_reason":null}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"let me see"}}"#,
            r#"{"type":"content_block_stop","index":0}"#,
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"ping"}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Day "}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"0"}}"#,
            r#"{"type":"something_new","text":"not of the answer"}"#,
        ] {
            said += reply.event(event).unwrap();
        }
        assert!(!reply.is_complete());
        reply.event(r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9}}"#).unwrap();
        assert!(reply.is_complete());
        assert_eq!(reply.event(r#"{"type":"message_stop"}"#).unwrap(), "");
        assert_eq!((said.as_str(), reply.text()), ("Day 0", "Day 0"));
    }

    #[test]
    fn a_message_that_was_cut_or_failed_is_not_complete() {
        let mut reply = Reply::default();
        reply.event(r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Day"}}"#).unwrap();
        let failed =
            reply.event(r#"{"type":"error","error":{"type":"overloaded_error","message":"Okafor"}}"#).unwrap_err();
        assert!(failed.code() == Code::Reply && !failed.to_string().contains("Okafor"));
        assert_eq!(reply.text(), "Day");
        reply.event(r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#).unwrap();
        reply.event(r#"{"type":"message_stop"}"#).unwrap();
        assert!(!reply.is_complete());
    }

    #[test]
    fn a_whole_message_is_read_without_what_the_model_thought() {
        let whole = r#"{"id":"m","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"hm"},
            {"type":"text","text":"Day "},{"type":"text","text":"0"}],"stop_reason":"end_turn","usage":{}}"#;
        assert_eq!(content(whole).unwrap(), "Day 0");
        assert!(content(r#"{"type":"error","error":{"type":"not_found_error","message":"model"}}"#).is_err());
    }

    #[test]
    fn a_stream_adds_up_and_ends() {
        let mut reply = Reply::default();
        assert_eq!(reply.event(r#"{"choices":[{"delta":{"role":"assistant","content":null}}]}"#).unwrap(), "");
        assert_eq!(reply.event(r#"{"choices":[{"delta":{"content":"Day "}}]}"#).unwrap(), "Day ");
        assert_eq!(reply.event(r#"{"choices":[{"delta":{"content":"0"}}]}"#).unwrap(), "0");
        assert_eq!(reply.event(r#"{"choices":[],"usage":{}}"#).unwrap(), "");
        assert!(!reply.is_complete());
        assert_eq!(reply.event("[DONE]").unwrap(), "");
        assert!(reply.is_complete());
        assert_eq!(reply.text(), "Day 0");
    }

    #[test]
    fn a_reply_is_complete_when_its_model_came_to_an_end() {
        let after = |events: &[&str]| {
            let mut reply = Reply::default();
            for event in events {
                reply.event(event).unwrap();
            }
            reply.is_complete()
        };
        let text = r#"{"choices":[{"delta":{"content":"Day 0"},"finish_reason":null}]}"#;
        assert!(!after(&[text]));
        assert!(after(&[text, r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#]));
        assert!(!after(&[text, r#"{"choices":[{"delta":{},"finish_reason":"length"}]}"#, "[DONE]"]));
    }

    #[test]
    fn what_a_reply_could_have_begun_with_is_kept_of_its_first_token_alone() {
        let mut reply = Reply::default();
        let event = |token: &str, other: &str| {
            format!(
                r#"{{"choices":[{{"delta":{{"content":"{token}"}},"logprobs":{{"content":[{{"token":"{token}","logprob":-0.1,"bytes":[49],
                "top_logprobs":[{{"token":"{token}","logprob":-0.1,"bytes":null}},{{"token":"{other}","logprob":-2.5}}]}}]}}}}]}}"#
            )
        };
        reply.event(r#"{"choices":[{"delta":{"role":"assistant"},"logprobs":null}]}"#).unwrap();
        reply.event(r#"{"choices":[{"delta":{},"logprobs":{"content":"of another form"}}]}"#).unwrap();
        reply.event(&event("1", "0")).unwrap();
        reply.event(&event("x", "y")).unwrap();
        let first: Vec<(&str, f64)> = reply.first().iter().map(|token| (token.text.as_str(), token.logprob)).collect();
        assert_eq!(first, [("1", -0.1), ("0", -2.5)]);
        assert_eq!(reply.text(), "1x");
    }

    #[test]
    fn a_whole_reply_is_read() {
        assert_eq!(content(r#"{"choices":[{"message":{"role":"assistant","content":"yes"}}]}"#).unwrap(), "yes");
    }

    #[test]
    fn garbage_and_errors_are_named_without_their_text() {
        for json in ["<html>secret</html>", "{", r#"{"error":{"message":"secret"}}"#, r#"{"choices":"secret"}"#] {
            let error = content(json).unwrap_err();
            assert_eq!(error.code(), Code::Reply);
            assert!(!error.to_string().contains("secret"));
        }
    }

    #[test]
    fn an_endless_reply_is_cut_off_and_what_came_is_kept() {
        let mut reply = Reply::default();
        let event = format!(r#"{{"choices":[{{"delta":{{"content":"{}"}}}}]}}"#, "x".repeat(400_000));
        assert!(reply.event(&event).is_ok() && reply.event(&event).is_ok());
        assert_eq!(reply.event(&event).unwrap_err().code(), Code::TooLarge);
        assert_eq!(reply.text().len(), 800_000);
    }

    #[test]
    fn a_reply_may_be_as_long_as_the_bound_and_no_longer() {
        let whole = |len: usize| format!(r#"{{"choices":[{{"message":{{"content":"{}"}}}}]}}"#, "x".repeat(len));
        assert_eq!(content(&whole(MAX_REPLY_BYTES)).unwrap().len(), MAX_REPLY_BYTES);
        let error = content(&whole(MAX_REPLY_BYTES + 1)).unwrap_err();
        assert_eq!(error.code(), Code::TooLarge);
        assert!(error.to_string().ends_with("(found 1048577, expected 1048576)"), "{error}");
        let mut reply = Reply::default();
        let event = |len: usize| format!(r#"{{"choices":[{{"delta":{{"content":"{}"}}}}]}}"#, "x".repeat(len));
        reply.event(&event(1_000_000)).unwrap();
        reply.event(&event(48_576)).unwrap();
        let error = reply.event(&event(2)).unwrap_err();
        assert!(error.to_string().ends_with("(found 1048578, expected 1048576)"), "{error}");
        assert_eq!(reply.text().len(), MAX_REPLY_BYTES);
    }

    #[test]
    fn of_the_tokens_that_a_reply_could_have_begun_with_the_likeliest_are_kept() {
        let token = |at: usize| format!(r#"{{"token":"t{at}","logprob":-{at}.5}}"#);
        let all: Vec<String> = (0..40).map(token).collect();
        let event = |likely: &str| {
            let place = format!(r#"{{"token":"drawn","logprob":-0.5,"top_logprobs":[{likely}]}}"#);
            format!(r#"{{"choices":[{{"delta":{{"content":"x"}},"logprobs":{{"content":[{place}]}}}}]}}"#)
        };
        let first = |likely: &str| {
            let mut reply = Reply::default();
            reply.event(&event(likely)).unwrap();
            reply.first().iter().map(|token| token.text.clone()).collect::<Vec<_>>()
        };
        let kept = first(&all.join(","));
        assert_eq!(
            (kept.len(), kept.first().map(String::as_str), kept.last().map(String::as_str)),
            (32, Some("t0"), Some("t31"))
        );
        assert_eq!(first(""), ["drawn"], "without them the one that was drawn");
    }

    proptest! {
        #[test]
        fn no_event_panics(data in "\\PC{0,40}") {
            let _ = Reply::default().event(&data);
        }
    }
}
