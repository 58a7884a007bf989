use super::*;
use crate::clearance::{Cleared, Composer, Finding, KnownAnswers, Message, Outgoing, Part, Role, review};
use crate::document::{EntityType, Identifier};

const SYSTEM: &str = "Answer from the passages.";

fn message(aliases: &[&str]) -> SpanMap {
    let mut message = Composer::new();
    for alias in aliases {
        message.template("<quote><title>").write(Operator::Alias, alias, Vec::new()).template("</title></quote>");
    }
    message.template("Question: ").write(Operator::Vocabulary, "pressure", Vec::new());
    message.finish()
}

/// Reviews a request with `message`, after `change` was made to its body.
fn reviewed(message: &SpanMap, change: impl Fn(&mut ChatBody)) -> Result<Cleared, Vec<Finding>> {
    let says = |role, content: &str| Message { role, content: content.to_owned() };
    let mut body = ChatBody {
        model: "llama3.2:3b".to_owned(),
        system: None,
        messages: vec![says(Role::System, SYSTEM), says(Role::User, message.text())],
        temperature: 0.0,
        max_tokens: 512,
        stream: true,
        logprobs: None,
        top_logprobs: None,
        response_format: None,
        grammar: None,
    };
    change(&mut body);
    send(message, serde_json::to_string(&body).unwrap())
}

fn send(message: &SpanMap, body: String) -> Result<Cleared, Vec<Finding>> {
    let outgoing = Outgoing {
        method: "POST".to_owned(),
        url: "http://localhost:11434/v1/chat/completions".to_owned(),
        headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        body,
    };
    let name = Identifier { text: "Amara Okafor".to_owned(), entity_type: EntityType::Person, patient: None };
    review(outgoing, message, &[SYSTEM], &KnownAnswers::new(&[name]).unwrap(), None, None, 0)
}

fn is_refused(verdict: Result<Cleared, Vec<Finding>>) -> bool {
    verdict.is_err_and(|findings| findings.iter().all(|finding| finding.part == Part::Body))
}

#[test]
fn the_schema_and_the_grammar_name_the_aliases_that_were_sent_and_no_other() {
    let message = message(&["R2", "R10", "R2"]);
    let written = schema(&message).unwrap();
    let quotes = &written["json_schema"]["schema"]["properties"]["quotes"];
    assert_eq!(quotes["items"]["properties"]["ref"]["enum"], json!(["R2", "R10"]));
    assert_eq!(quotes["maxItems"], 2);
    assert_eq!(
        grammar(&message).unwrap(),
        "root ::= said ( quote said ){0,2}\nsaid ::= [^<]*\nquote ::= \"<quote><title>R2</title>\" said \"<link>#R2</link></quote>\" | \
         \"<quote><title>R10</title>\" said \"<link>#R10</link></quote>\""
    );
    assert!(schema(&self::message(&[])).is_none() && grammar(&self::message(&[])).is_none());
}

#[test]
fn what_is_made_for_the_message_passes() {
    let message = message(&["R1", "R2"]);
    assert!(reviewed(&message, |_| {}).is_ok());
    assert!(reviewed(&message, |body| body.response_format = schema(&message)).is_ok());
    assert!(reviewed(&message, |body| body.grammar = grammar(&message)).is_ok());
    assert!(reviewed(&message, |body| body.grammar = Some(TRIAL_GRAMMAR.to_owned())).is_ok());
}

#[test]
fn nothing_else_leaves_in_a_schema() {
    let message = message(&["R1", "R2"]);
    let with = |change: &dyn Fn(&mut Value)| {
        reviewed(&message, |body| {
            let mut format = schema(&message).unwrap();
            change(&mut format);
            body.response_format = Some(format);
        })
    };
    assert!(with(&|_| {}).is_ok());
    let quote = "/json_schema/schema/properties/quotes";
    for (place, value) in [
        ("/json_schema/name", json!("okafor")),
        ("/json_schema/name", json!("blood pressure of 182/97 on 2 March")),
        ("/json_schema/schema/properties/answer", json!({"type": "string", "description": "Amara Okafor has gout"})),
        ("/json_schema/schema/properties/answer", json!({"type": "string", "const": "gout"})),
        ("/json_schema/schema/properties/answer/type", json!("okafor")),
        ("/json_schema/schema/required", json!(["answer", "okafor"])),
        ("/json_schema/strict", json!(false)),
        ("/json_schema/schema", json!({"$comment": "MRN 77-1234"})),
        ("/type", json!("json_object")),
    ] {
        assert!(is_refused(with(&|format| *format.pointer_mut(place).unwrap() = value.clone())), "{place}");
    }
    for names in [json!(["R1"]), json!(["R2", "R1"]), json!(["R1", "R2", "R3"]), json!(["R1", "Amara Okafor"])] {
        let place = format!("{quote}/items/properties/ref/enum");
        assert!(is_refused(with(&|format| *format.pointer_mut(&place).unwrap() = names.clone())), "{names}");
    }
    // A number may say something, too.
    assert!(is_refused(with(&|format| *format.pointer_mut(&format!("{quote}/maxItems")).unwrap() = json!(182))));
    assert!(is_refused(reviewed(&message, |body| body.response_format = Some(json!("okafor")))));
    assert!(is_refused(reviewed(&message, |body| {
        body.response_format = schema(&message);
        body.grammar = grammar(&message);
    })));
    let nothing = self::message(&[]);
    assert!(is_refused(reviewed(&nothing, |body| body.response_format = schema(&message))));
}

#[test]
fn neither_the_order_of_members_nor_repeated_ones_nor_spaces_say_anything() {
    let message = message(&["R1", "R2"]);
    let mut whole = String::new();
    let kept = reviewed(&message, |body| {
        body.response_format = schema(&message);
    });
    whole.push_str(&kept.unwrap().outgoing().body);
    assert!(send(&message, whole.clone()).is_ok());
    for (from, to) in [
        ("\"strict\":true", "\"strict\":true,\"strict\":true"),
        ("\"type\":\"object\"", "\"type\": \"object\""),
        ("\"maxItems\":2", "\"maxItems\":2.0"),
        ("\"name\":\"answer\"", "\"name\":\"okafor\",\"name\":\"answer\""),
        ("\"name\":\"answer\"", "\"name\":\"\\u0061nswer\""),
    ] {
        assert!(whole.contains(from), "{from}");
        assert!(is_refused(send(&message, whole.replacen(from, to, 1))), "{from} → {to}");
    }
}

#[test]
fn nothing_else_leaves_in_a_grammar() {
    let message = message(&["R1", "R2"]);
    let made = grammar(&message).unwrap();
    for other in [
        String::new(),
        "root ::= \"Amara Okafor\"".to_owned(),
        "root ::= \"gout\"".to_owned(),
        format!("{made}\n# gout"),
        format!("{made} "),
        made.replace("R2", "R3"),
        made.replace("{0,2}", "{0,182}"),
        grammar(&self::message(&["R1"])).unwrap(),
        format!("{TRIAL_GRAMMAR} | \"gout\""),
    ] {
        assert!(is_refused(reviewed(&message, |body| body.grammar = Some(other.clone()))), "{other}");
    }
}
