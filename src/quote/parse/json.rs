//! Replies as JSON, whole or cut off.

use serde_json::Value;

use super::{Quoted, Said, tagged};

/// Members that hold the model's own words, as models call them.
const ANSWER: [&str; 7] = ["answer", "summary", "response", "reply", "reasoning", "text", "content"];
/// Members that hold quotations.
const QUOTES: [&str; 8] = ["quotes", "quote", "citations", "evidence", "sources", "references", "passages", "citation"];
/// Members of a quotation that name its source.
const TITLE: [&str; 8] = ["title", "ref", "reference", "alias", "id", "source", "link", "name"];
/// Members of a quotation that hold its text.
const TEXT: [&str; 5] = ["text", "quote", "content", "passage", "excerpt"];
/// How a reply begins that its server holds to a schema: of one that is cut off before its first word nothing is shown.
const BEGINNING: &str = "{\"answer\":\"";
/// Longest escape of a sign in a string, with the half before it.
const MAX_ESCAPE: usize = 12;
/// How deep objects in objects are looked into.
const MAX_DEPTH: usize = 3;

/// Returns the parts of `text`, where it holds an object with members that are known; `None` where it does not.
pub(super) fn read(text: &str) -> Option<Vec<Said>> {
    let start = if text.trim_start().starts_with(['{', '[']) {
        text.len() - text.trim_start().len()
    } else {
        text.find("\n{").map(|at| at + 1)?
    };
    let (before, from) = (text.get(..start)?, text.get(start..)?);
    let begun: String = from.chars().filter(|sign| !sign.is_whitespace()).take(BEGINNING.len()).collect();
    let is_held = BEGINNING.starts_with(&begun);
    let Some((value, after)) = first_value(from) else {
        return is_held.then(|| tagged(before));
    };
    let mut said = Vec::new();
    collect(&value, 0, &mut said);
    if said.is_empty() && !is_held {
        return None;
    }
    let mut all = tagged(before);
    all.extend(said);
    all.extend(tagged(after));
    Some(all)
}

/// Returns the value that `text` begins with and what comes after; a value that is cut off is closed first.
fn first_value(text: &str) -> Option<(Value, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        let after = text.get(values.byte_offset()..).unwrap_or_default();
        return Some((value, after));
    }
    let mut whole = without_begun(text);
    // What is cut off in the middle of a member is given up member by member.
    for _ in 0..4 {
        let read = |text: &str| closed(text).and_then(|text| serde_json::from_str(&text).ok());
        let escape = whole.rfind('\\').filter(|at| whole.len() - at <= MAX_ESCAPE).and_then(|at| whole.get(..at));
        if let Some(value) = read(whole).or_else(|| escape.and_then(read)) {
            return Some((value, ""));
        }
        whole = whole.get(..whole.rfind(',')?)?;
    }
    None
}

/// Returns `text` without a string at its end that is the beginning of a name: of `R12`, `R1` is another passage.
fn without_begun(text: &str) -> &str {
    let Some((before, begun)) = text.rsplit_once('"') else { return text };
    let is_name = begun.strip_prefix(['R', 'r']).unwrap_or(begun).bytes().all(|byte| byte.is_ascii_digit());
    let opens = before.trim_end().ends_with([':', '[', ',']);
    if is_name && opens { before } else { text }
}

/// Returns `text` with the string and the brackets that are open at its end closed.
fn closed(text: &str) -> Option<String> {
    let mut open = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for sign in text.chars() {
        match sign {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '{' if !in_string => open.push('}'),
            '[' if !in_string => open.push(']'),
            '}' | ']' if !in_string => {
                open.pop().filter(|close| *close == sign)?;
            }
            _ => {}
        }
    }
    let mut whole = text.trim_end().trim_end_matches(',').to_owned();
    if in_string {
        whole.push('"');
    }
    whole.extend(open.iter().rev());
    Some(whole)
}

fn collect(value: &Value, depth: usize, said: &mut Vec<Said>) {
    let Value::Object(members) = value else {
        if let (Value::Array(items), true) = (value, depth == 0) {
            items.iter().for_each(|item| quotes(item, said));
        }
        return;
    };
    let member = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| members.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value))
    };
    match member(&ANSWER) {
        Some(Value::String(words)) => said.extend(tagged(words)),
        Some(inner) if depth < MAX_DEPTH => collect(inner, depth + 1, said),
        Some(_) | None => {}
    }
    if let Some(found) = member(&QUOTES) {
        match found {
            Value::Array(items) => items.iter().for_each(|item| quotes(item, said)),
            one => quotes(one, said),
        }
    }
}

/// Adds the quotation that `item` is.
fn quotes(item: &Value, said: &mut Vec<Said>) {
    let string = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let quoted = match item {
        Value::String(title) => match tagged(title).as_slice() {
            [Said::Quote(quoted)] => quoted.clone(),
            _ if title.chars().count() <= 12 => Quoted { title: title.trim().to_owned(), text: String::new() },
            _ => Quoted { title: String::new(), text: title.trim().to_owned() },
        },
        Value::Object(members) => {
            let member = |names: &[&str]| {
                string(names.iter().find_map(|name| {
                    members.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
                }))
            };
            Quoted { title: member(&TITLE), text: member(&TEXT) }
        }
        _ => return,
    };
    if !quoted.is_empty() {
        said.push(Said::Quote(quoted));
    }
}
