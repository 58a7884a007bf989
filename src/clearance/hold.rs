//! What a reply is held to, where a server can hold it: a JSON Schema or a grammar in which no passage can be quoted but those that
//! were sent.
//!
//! Both are made of fixed words and of the aliases in the message, by one function for whoever writes a request and for the review,
//! which makes them anew and takes no other. So nothing can leave in them that the message does not tell already.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::outgoing::ChatBody;
use super::span_map::{Operator, SpanMap};
use crate::reference::Alias;

/// The most quotations of one reply: models that are held to a list go round in circles in it.
const MAX_QUOTES: usize = 12;
/// What a reply to a trial is held to by a grammar; no model says it by itself.
pub const TRIAL_GRAMMAR: &str = "root ::= \"<quote><title>R1</title>ready<link>#R1</link></quote>\"";

/// Returns the aliases that `message` offers, in their order.
fn aliases(message: &SpanMap) -> BTreeSet<Alias> {
    let written = message.pieces().iter().filter(|piece| piece.operator == Operator::Alias);
    written.filter_map(|piece| Alias::parse(message.text_of(piece))).collect()
}

/// Returns the value of `response_format` for replies to `message`; `None` where it offers nothing to quote.
pub fn schema(message: &SpanMap) -> Option<Value> {
    let names: Vec<String> = aliases(message).iter().map(Alias::to_string).collect();
    let most = names.len().min(MAX_QUOTES);
    // The members stand in the order in which they are written: first the answer, first the title.
    let quote = json!({
        "type": "object",
        "properties": {"ref": {"type": "string", "enum": names}, "text": {"type": "string"}},
        "required": ["ref", "text"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": {"answer": {"type": "string"}, "quotes": {"type": "array", "items": quote, "maxItems": most}},
        "required": ["answer", "quotes"],
        "additionalProperties": false,
    });
    let format = json!({"type": "json_schema", "json_schema": {"name": "answer", "strict": true, "schema": schema}});
    (most > 0).then_some(format)
}

/// Returns the grammar of replies to `message`: words, then quotations with words between them. `None` where it offers nothing to quote.
pub fn grammar(message: &SpanMap) -> Option<String> {
    let quote = |alias: &Alias| format!("\"<quote><title>{alias}</title>\" said \"<link>#{alias}</link></quote>\"");
    let quotes: Vec<String> = aliases(message).iter().map(quote).collect();
    let most = quotes.len().min(MAX_QUOTES);
    let text = format!("root ::= said ( quote said ){{0,{most}}}\nsaid ::= [^<]*\nquote ::= {}", quotes.join(" | "));
    (most > 0).then_some(text)
}

/// Returns whether what `body` holds the reply to, if anything, is what is made for `message`, to the byte.
pub(super) fn is_of(body: &ChatBody, message: &SpanMap) -> bool {
    let format = body.response_format.as_ref().map(Value::to_string);
    let by_schema = format.is_none() || format == schema(message).map(|made| made.to_string());
    let by_grammar = match body.grammar.as_deref() {
        None | Some(TRIAL_GRAMMAR) => true,
        written => written == grammar(message).as_deref(),
    };
    by_schema && by_grammar && !(body.response_format.is_some() && body.grammar.is_some())
}

#[cfg(test)]
mod tests;
