//! What models a server says that it has.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::error::{Code, Error, Result};

/// Bytes of a list that are read.
const MAX_LIST_BYTES: usize = 1 << 20;
/// Models of a list that are told.
const MAX_MODELS: usize = 1000;
/// Characters of a model's name: the review lets no longer one through.
const MAX_NAME_CHARS: usize = 128;

/// Returns the names of the models in `list`, the reply of a server, sorted, each once: of the form that OpenAI, Anthropic and Ollama have in
/// common. Names that the review would refuse are left out.
///
/// # Errors
/// `reply` when it is no such list; `too-large` when it is longer than a list of models can be. No text of the reply is in the error.
pub fn names(list: &str) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct List {
        data: Vec<Model>,
    }
    #[derive(Deserialize)]
    struct Model {
        id: String,
    }
    if list.len() > MAX_LIST_BYTES {
        let error = Error::new(Code::TooLarge, "the server's list of models is too long: enter the model's name");
        return Err(error.found(list.len() as u64, MAX_LIST_BYTES as u64));
    }
    let no_list = |_| {
        Error::new(Code::Reply, "the server answered with something that is no list of models: enter the model's name")
    };
    let list: List = serde_json::from_str(list).map_err(no_list)?;
    let names: BTreeSet<String> = list.data.into_iter().map(|model| model.id).filter(|id| is_name(id)).collect();
    Ok(names.into_iter().take(MAX_MODELS).collect())
}

/// Returns whether `id` has only signs that the name of a model may have.
fn is_name(id: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/+-".contains(&byte);
    !id.is_empty() && id.len() <= MAX_NAME_CHARS && id.bytes().all(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_all_three_servers_are_read() {
        for list in [
            r#"{"object":"list","data":[{"id":"qwen2.5:1.5b","object":"model","created":1,"owned_by":"library"},{"id":"llama3.2:3b"}]}"#,
            r#"{"data":[{"type":"model","id":"llama3.2:3b","display_name":"L"},{"id":"qwen2.5:1.5b"},{"id":"llama3.2:3b"}],"has_more":false}"#,
        ] {
            assert_eq!(names(list).unwrap(), ["llama3.2:3b", "qwen2.5:1.5b"]);
        }
        assert_eq!(names(r#"{"data":[]}"#).unwrap(), [""; 0]);
    }

    #[test]
    fn names_that_could_not_be_sent_are_left_out() {
        let long = "m".repeat(129);
        let list = serde_json::json!({ "data": [{ "id": "" }, { "id": "a b" }, { "id": "<b>" }, { "id": long }, { "id": "é" }, { "id": "ok" }] });
        assert_eq!(names(&list.to_string()).unwrap(), ["ok"]);
    }

    #[test]
    fn a_name_a_list_and_the_number_of_names_may_be_as_long_as_their_bounds() {
        let longest = "m".repeat(128);
        let list = serde_json::json!({ "data": [{ "id": longest }, { "id": "hf.co/org_a/model-1+q4:7b" }] });
        assert_eq!(names(&list.to_string()).unwrap(), ["hf.co/org_a/model-1+q4:7b", longest.as_str()]);
        let many: Vec<serde_json::Value> =
            (0..1001).map(|at| serde_json::json!({ "id": format!("m{at:04}") })).collect();
        let told = names(&serde_json::json!({ "data": many }).to_string()).unwrap();
        assert_eq!((told.len(), told.last().map(String::as_str)), (1000, Some("m0999")));
        let padded = |len: usize| format!("{}{{\"data\":[]}}", " ".repeat(len - 11));
        assert_eq!(names(&padded(MAX_LIST_BYTES)).unwrap(), [""; 0]);
        let error = names(&padded(MAX_LIST_BYTES + 1)).unwrap_err();
        assert!(error.to_string().ends_with("(found 1048577, expected 1048576)"), "{error}");
    }

    #[test]
    fn what_is_no_list_is_refused_without_its_words() {
        for reply in [
            "",
            "<html>Okafor</html>",
            "[]",
            r#"{"data":"Okafor"}"#,
            r#"{"data":[{"name":"Okafor"}]}"#,
            r#"{"data":[{"id":"Okafor"}"#,
        ] {
            let error = names(reply).unwrap_err();
            assert_eq!(error.code(), Code::Reply);
            assert!(!error.to_string().contains("Okafor"), "{error}");
        }
        assert_eq!(names(&" ".repeat(MAX_LIST_BYTES + 1)).unwrap_err().code(), Code::TooLarge);
    }
}
