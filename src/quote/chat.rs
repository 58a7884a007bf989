//! Reads what an OpenAI-compatible server answers: whole replies and single streamed events.
//!
//! The server's text is never put into an error.

use serde::Deserialize;

use crate::error::{Code, Error, Result};

/// Longest reply that is read, in bytes.
pub const MAX_REPLY_BYTES: usize = 1 << 20;
/// The payload that ends a stream.
const DONE: &str = "[DONE]";
/// The reason to finish that says that the model was not at its end.
const CUT: &str = "length";

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    error: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice {
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    text: String,
    ended: bool,
    cut: bool,
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
        let Said { text: delta, finish } = said(data)?;
        if self.text.len().saturating_add(delta.len()) > MAX_REPLY_BYTES {
            return Err(Error::new(Code::TooLarge, "the model's reply is longer than any answer; it was cut off")
                .found((self.text.len() + delta.len()) as u64, MAX_REPLY_BYTES as u64));
        }
        let start = self.text.len();
        self.text.push_str(&delta);
        self.ended |= finish.is_some();
        self.cut |= finish.is_some_and(|reason| reason == CUT);
        Ok(self.text.get(start..).unwrap_or_default())
    }

    /// Returns the text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the server said that the reply is at its end, and not because it may not be longer.
    pub fn is_complete(&self) -> bool {
        self.ended && !self.cut
    }
}

/// Returns the text of a whole (not streamed) reply or of one event.
///
/// # Errors
/// `reply` when `json` is not a completion or reports an error; `too-large` past [`MAX_REPLY_BYTES`].
pub fn content(json: &str) -> Result<String> {
    said(json).map(|said| said.text)
}

/// What one event says, and why it is the last one if it is.
struct Said {
    text: String,
    finish: Option<String>,
}

fn said(json: &str) -> Result<Said> {
    let completion: Completion = serde_json::from_str(json).map_err(|_| {
        Error::new(
            Code::Reply,
            "the server's answer is not a chat completion; check that the address ends in /v1/chat/completions",
        )
    })?;
    if completion.error.is_some() {
        return Err(Error::new(Code::Reply, "the server reports an error; check the model's name and the key"));
    }
    let first = completion.choices.into_iter().next();
    let finish = first.as_ref().and_then(|choice| choice.finish_reason.clone());
    let text = first.and_then(Choice::content).unwrap_or_default();
    if text.len() > MAX_REPLY_BYTES {
        return Err(Error::new(Code::TooLarge, "the model's reply is longer than any answer")
            .found(text.len() as u64, MAX_REPLY_BYTES as u64));
    }
    Ok(Said { text, finish })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn no_event_panics(data in "\\PC{0,40}") {
            let _ = Reply::default().event(&data);
        }
    }
}
