//! A JSON tree whose every node knows the bytes it stands in.
//!
//! The general parsers give values without their places, and quoting a value from a record needs
//! the place. This one reads RFC 8259 JSON strictly into borrowed nodes. A repeated key is kept in
//! the tree; [`Node::get`] answers with the first. It does not read files: see [`super::entries`].

use std::borrow::Cow;

use crate::error::{Code, Error, Result};
use crate::span::{File, Span};

/// Members that room is made for at once; most objects of FHIR have fewer.
const USUAL_MEMBERS: usize = 4;
/// Levels of arrays and objects that are followed; FHIR resources stay well below 30.
pub(crate) const MAX_DEPTH: usize = 64;
/// Values of one tree; a node takes many times the bytes that the shortest value does, and the largest resources have
/// some ten thousand.
pub(crate) const MAX_NODES: usize = 1 << 20;

/// A JSON value and the bytes it stands in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node<'a> {
    /// The bytes, quotation marks and brackets included.
    pub span: Span<File>,
    /// What it is.
    pub kind: Kind<'a>,
}

/// What a [`Node`] is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, exactly as written.
    Number(&'a str),
    /// A string with its escapes undone.
    Text(Cow<'a, str>),
    /// An array.
    Array(Vec<Node<'a>>),
    /// An object: its members as written, repeated keys included.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl<'a> Node<'a> {
    /// Returns the first member of that name, if this is an object that has one.
    pub(crate) fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.members().iter().find(|(key, _)| key == name).map(|(_, node)| node)
    }

    /// Returns the node at a dotted path of member names, entering arrays at their first element.
    pub(crate) fn at(&self, path: &str) -> Option<&Node<'a>> {
        path.split('.').try_fold(self, |node, name| match &node.kind {
            Kind::Array(items) => items.first()?.get(name),
            _ => node.get(name),
        })
    }

    /// Returns the members of an object; nothing for anything else.
    pub(crate) fn members(&self) -> &[(Cow<'a, str>, Node<'a>)] {
        match &self.kind {
            Kind::Object(members) => members,
            _ => &[],
        }
    }

    /// Returns the elements of an array; any other node stands for itself.
    pub(crate) fn items(&self) -> &[Node<'a>] {
        match &self.kind {
            Kind::Array(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the text of a string that is not blank.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) if !text.trim().is_empty() => Some(text),
            _ => None,
        }
    }

    /// Returns the text of the first member of that name.
    pub(crate) fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }
}

/// Returns the tree of `text`, which stands in its file from byte `base` on.
///
/// # Errors
/// `malformed` when it is not JSON, or a string in it is not Unicode (a lone surrogate); `too-large`
/// when it is nested deeper than [`MAX_DEPTH`] or has more than
/// [`MAX_NODES`] values.
pub(crate) fn parse(text: &str, base: usize) -> Result<Node<'_>> {
    let mut parser = Parser { text, at: 0, base, nodes: 0 };
    parser.space();
    let node = parser.value(0)?;
    parser.space();
    if parser.at == text.len() { Ok(node) } else { Err(parser.malformed()) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    base: usize,
    nodes: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn malformed(&self) -> Error {
        Error::new(Code::Malformed, "is not JSON")
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.malformed())
        }
    }

    fn since(&self, start: usize) -> Result<&'a str> {
        self.text.get(start..self.at).ok_or_else(|| self.malformed())
    }

    fn value(&mut self, depth: usize) -> Result<Node<'a>> {
        if depth >= MAX_DEPTH {
            return Err(Error::new(Code::TooLarge, "is nested too deep").found(depth as u64 + 1, MAX_DEPTH as u64));
        }
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Error::new(Code::TooLarge, "has too many values").found(self.nodes as u64, MAX_NODES as u64));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Kind::Text(self.string()?),
            Some(b't') => self.word("true", Kind::Bool(true))?,
            Some(b'f') => self.word("false", Kind::Bool(false))?,
            Some(b'n') => self.word("null", Kind::Null)?,
            _ => self.number()?,
        };
        Ok(Node { span: Span::at(self.base + start, self.at - start), kind })
    }

    fn object(&mut self, depth: usize) -> Result<Kind<'a>> {
        self.at += 1;
        let mut members = Vec::with_capacity(USUAL_MEMBERS);
        self.space();
        if self.peek() != Some(b'}') {
            loop {
                self.space();
                let key = self.string()?;
                self.space();
                self.expect(b':')?;
                self.space();
                members.push((key, self.value(depth + 1)?));
                self.space();
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
            }
        }
        self.expect(b'}')?;
        Ok(Kind::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Kind<'a>> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() != Some(b']') {
            loop {
                self.space();
                items.push(self.value(depth + 1)?);
                self.space();
                if self.peek() != Some(b',') {
                    break;
                }
                self.at += 1;
            }
        }
        self.expect(b']')?;
        Ok(Kind::Array(items))
    }

    fn string(&mut self) -> Result<Cow<'a, str>> {
        let start = self.at;
        self.expect(b'"')?;
        let mut escaped = false;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.at += 2;
                }
                Some(0x20..) => self.at += 1,
                _ => return Err(self.malformed()),
            }
        }
        self.at += 1;
        if escaped {
            let quoted = self.since(start)?;
            serde_json::from_str(quoted)
                .map(Cow::Owned)
                .map_err(|_| Error::new(Code::Malformed, "holds a string with an escape that cannot be undone"))
        } else {
            let inner = self.text.get(start + 1..self.at - 1).ok_or_else(|| self.malformed())?;
            Ok(Cow::Borrowed(inner))
        }
    }

    fn word(&mut self, word: &str, kind: Kind<'a>) -> Result<Kind<'a>> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(kind)
        } else {
            Err(self.malformed())
        }
    }

    fn digits(&mut self) -> Result<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.malformed()) }
    }

    fn number(&mut self) -> Result<Kind<'a>> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Kind::Number(self.since(start)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::IgnoredAny;
    use serde_json::Value;

    use super::*;

    /// Every node's bytes, read on their own, are the node: checked against serde_json.
    fn check(node: &Node, file: &str, expected: &Value) {
        let bytes = node.span.of(file).unwrap();
        match (&node.kind, expected) {
            (Kind::Null, Value::Null) => {}
            (Kind::Bool(found), Value::Bool(value)) => assert_eq!(found, value),
            (Kind::Number(found), Value::Number(value)) => {
                assert_eq!(bytes, *found);
                assert_eq!(found.parse::<f64>().ok(), value.as_f64());
            }
            (Kind::Text(found), Value::String(value)) => {
                assert_eq!(found, value);
                assert_eq!(serde_json::from_str::<String>(bytes).unwrap(), *value);
            }
            (Kind::Array(found), Value::Array(value)) => {
                assert_eq!(found.len(), value.len());
                found.iter().zip(value).for_each(|(node, value)| check(node, file, value));
            }
            (Kind::Object(found), Value::Object(value)) => {
                assert_eq!(found.len(), value.len());
                found.iter().for_each(|(key, node)| check(node, file, &value[key.as_ref()]));
            }
            (kind, value) => panic!("{kind:?} is not {value:?}"),
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(Value::from),
            "\\PC*".prop_map(Value::from),
            "[\\\\\"\n\t\u{1}é🩺]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-z\"\\\\é]{0,4}", inner, 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_node_slices_its_own_bytes(value in json(), lead in "[ \r\n\t]{0,3}", pretty: bool) {
            let body = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let file = format!("prefix{lead}{body}{lead}");
            let node = parse(&file["prefix".len()..], "prefix".len()).unwrap();
            check(&node, &file, &value);
        }

        #[test]
        fn what_serde_json_refuses_is_refused_and_the_reverse(text in "[\\[\\]{},:\"\\\\u0-9a-f.eE+ntrl -]{0,16}") {
            prop_assert_eq!(parse(&text, 0).is_ok(), serde_json::from_str::<Value>(&text).is_ok() || out_of_range(&text));
        }
    }

    /// serde_json refuses numbers beyond `f64`; their text is still JSON, where it is followed by no other.
    fn out_of_range(text: &str) -> bool {
        serde_json::from_str::<Value>(text).is_err_and(|error| error.to_string().starts_with("number out of range"))
            && serde_json::from_str::<IgnoredAny>(text).is_ok()
    }

    #[test]
    fn numbers_keep_every_digit() {
        for text in ["1E2", "-0.0", "68.33662088681676", "0", "10", "1e-7", "123456789012345678901234567890", "1e999"] {
            assert_eq!(parse(text, 0).unwrap().kind, Kind::Number(text));
        }
        for text in ["01", "+1", "1.", ".5", "1e", "-", "NaN", "1_0", "0x1", "1e310r"] {
            assert_eq!(parse(text, 0).unwrap_err().code(), Code::Malformed, "{text}");
        }
    }

    #[test]
    fn the_first_of_a_repeated_key_wins() {
        let node = parse(r#"{"a": 1, "a": 2}"#, 0).unwrap();
        assert_eq!(node.get("a").map(|node| &node.kind), Some(&Kind::Number("1")));
        assert_eq!(node.members().len(), 2);
    }

    #[test]
    fn deep_nesting_is_refused_before_the_stack_ends() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(parse(&deep, 0).unwrap_err().code(), Code::TooLarge);
        let deep = "{\"a\":".repeat(100_000);
        assert_eq!(parse(&deep, 0).unwrap_err().code(), Code::TooLarge);
        let fits = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        assert!(parse(&fits, 0).is_ok());
    }

    #[test]
    fn a_tree_has_a_bounded_number_of_nodes() {
        let wide = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
        assert!(parse(&wide(MAX_NODES), 0).is_ok());
        assert_eq!(parse(&wide(MAX_NODES + 1), 0).unwrap_err().code(), Code::TooLarge);
    }

    #[test]
    fn a_lone_surrogate_is_not_text() {
        assert_eq!(parse(r#""\ud83e""#, 0).unwrap_err().code(), Code::Malformed);
        assert_eq!(parse(r#""\ud83e\ude7a""#, 0).unwrap().kind, Kind::Text("🩺".into()));
    }
}
