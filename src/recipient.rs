//! Whom a request is for, as its receipt names it.

use serde::{Deserialize, Serialize};

/// A server and a model there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipient {
    /// Scheme, host and port of the address.
    pub origin: String,
    /// The model's name there.
    pub model: String,
}

impl Recipient {
    /// Returns the recipient of a chat request to `url` with the JSON `body`; the model is empty where none is named.
    pub fn of(url: &str, body: &str) -> Self {
        #[derive(Deserialize)]
        struct Named {
            model: String,
        }
        let model = serde_json::from_str(body).map_or_else(|_| String::new(), |named: Named| named.model);
        Recipient { origin: origin(url).to_owned(), model }
    }
}

/// Returns the part of `url` before its path.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let path = url.get(host..).and_then(|rest| rest.find(['/', '?', '#']));
    path.and_then(|path| url.get(..host + path)).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipient_is_an_origin_without_path_or_query_and_a_model() {
        for (url, of) in [
            ("http://localhost:11434/v1/chat/completions", "http://localhost:11434"),
            ("https://x.example?api-version=2024-10-21", "https://x.example"),
            ("https://[::1]:8080/v1", "https://[::1]:8080"),
            ("https://x.example", "https://x.example"),
        ] {
            let recipient = Recipient::of(url, r#"{"model":"m","messages":[]}"#);
            assert_eq!((recipient.origin.as_str(), recipient.model.as_str()), (of, "m"));
        }
        assert_eq!(Recipient::of("https://x.example/", "no JSON").model, "");
    }
}
