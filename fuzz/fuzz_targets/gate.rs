//! Whatever a text holds, decoding it neither panics nor runs away, and a name planted in it, as it is or encoded, is never let
//! through. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run gate`.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chaperone::clearance::{ChatBody, Composer, KnownAnswers, Message, Operator, Outgoing, Role, review};
use chaperone::document::{EntityType, Identifier};

const SYSTEM: &str = "Answer from the passages.";

libfuzzer_sys::fuzz_target!(|text: &str| {
    let name = Identifier { text: "Okafor".to_owned(), entity_type: EntityType::Person, patient: None };
    let Ok(known) = KnownAnswers::new(&[name]) else { return };
    let coded = STANDARD.encode("Okafor");
    for planted in [None, Some("Okafor"), Some("O.k.a.f.o.r"), Some("%4f%6bafor"), Some(coded.as_str())] {
        let mut composer = Composer::new();
        composer.template("Finding: ").write(Operator::Code, text, Vec::new());
        if let Some(planted) = planted {
            composer.template(", ").write(Operator::Code, planted, Vec::new());
        }
        composer.template(".");
        let map = composer.finish();
        let says = |role, content: &str| Message { role, content: content.to_owned() };
        let messages = vec![says(Role::System, SYSTEM), says(Role::User, map.text())];
        let body = ChatBody {
            model: "m".to_owned(),
            system: None,
            messages,
            temperature: 0.0,
            max_tokens: 1,
            stream: false,
            logprobs: None,
            top_logprobs: None,
            response_format: None,
            grammar: None,
        };
        let outgoing = Outgoing {
            method: "POST".to_owned(),
            url: "http://localhost/v1/chat/completions".to_owned(),
            headers: Vec::new(),
            body: serde_json::to_string(&body).unwrap_or_default(),
        };
        let verdict = review(outgoing, &map, &[SYSTEM], &known, None, None, 0);
        assert!(planted.is_none() || verdict.is_err());
    }
});
