//! Walks along one JSON object or array without building it, so far at a time as asked for.
//!
//! A walk finds the bytes of the elements of a Bundle's `entry`, or of an array, and nothing more: it counts brackets and
//! steps over strings, in constant memory, without recursion, and may stop at any byte and go on from there. Whether
//! what stands between the brackets is JSON is for [`super::json`] to say, element by element, so that one broken
//! element costs none of the others.

use std::ops::Range;

/// What a walk came upon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// An element, by its bytes.
    Element(Range<usize>),
    /// The end of the object or array; what follows it starts at this byte.
    Closed(usize),
    /// At this byte stands what no JSON has there.
    Broken(usize),
    /// The bytes end before the object or array does.
    Cut,
}

/// Whose elements are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Those of the member `entry` of an object.
    Entry,
    /// Those of the array itself.
    Own,
}

/// Where a walk stands in the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    FirstName,
    Name,
    InName,
    Colon,
    Member,
    InMember,
    AfterMember,
    FirstElement,
    Element,
    InElement,
    AfterElement,
    Ended,
}

/// The member whose value is walked over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    ResourceType,
    Entry,
    Other,
}

/// A walk along the bytes of one object or array.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    wanted: Wanted,
    state: State,
    at: usize,
    end: usize,
    /// Where the name or value began that is walked over.
    begun: usize,
    value: Value,
    member: Member,
    resource_type: Option<Range<usize>>,
    entry: bool,
}

impl Walk {
    /// Returns a walk along the object at the start of `range`, for the elements of its first member `entry` that is an array.
    pub(crate) fn object(range: Range<usize>) -> Self {
        Walk::new(Wanted::Entry, range)
    }

    /// Returns a walk along the array at the start of `range`, for its elements.
    pub(crate) fn array(range: Range<usize>) -> Self {
        Walk::new(Wanted::Own, range)
    }

    fn new(wanted: Wanted, Range { start, end }: Range<usize>) -> Self {
        Walk {
            wanted,
            state: State::Start,
            at: start,
            end,
            begun: start,
            value: Value::default(),
            member: Member::Other,
            resource_type: None,
            entry: false,
        }
    }

    /// Returns the byte this walk has come to.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Returns the value of the first member `resourceType` walked over, if it is a string.
    pub(crate) fn resource_type(&self, bytes: &[u8]) -> Option<String> {
        serde_json::from_slice(bytes.get(self.resource_type.clone()?)?).ok()
    }

    /// Goes on along `bytes`, at most to the byte `until`, and returns what comes next; `None` when nothing was come
    /// upon up to there. After the end it returns `Cut`.
    pub(crate) fn next(&mut self, bytes: &[u8], until: usize) -> Option<Event> {
        let until = until.min(self.end);
        loop {
            if let Some(event) = self.inside(bytes, until) {
                return event;
            }
            let ahead = bytes.get(self.at..until).unwrap_or_default();
            self.at += ahead.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
            let Some(&byte) = bytes.get(self.at).filter(|_| self.at < until) else {
                return (until == self.end).then_some(Event::Cut);
            };
            let state = match (self.state, byte) {
                (State::Start, b'{') if self.wanted == Wanted::Entry => State::FirstName,
                (State::Start, b'[') if self.wanted == Wanted::Own => State::FirstElement,
                (State::FirstName | State::Name, b'"') => self.enter(State::InName),
                (State::Colon, b':') => State::Member,
                (State::Member, b'[') if self.member == Member::Entry && !self.entry => {
                    self.entry = true;
                    State::FirstElement
                }
                (State::Member, byte) if is_start(byte) => self.enter(State::InMember),
                (State::AfterMember, b',') => State::Name,
                (State::AfterElement, b',') => State::Element,
                (State::FirstElement | State::Element, byte) if is_start(byte) => self.enter(State::InElement),
                (State::FirstElement | State::AfterElement, b']') if self.wanted == Wanted::Entry => State::AfterMember,
                (State::FirstName | State::AfterMember, b'}') | (State::FirstElement | State::AfterElement, b']') => {
                    self.state = State::Ended;
                    self.end = self.at;
                    return Some(Event::Closed(self.at + 1));
                }
                _ => {
                    self.state = State::Ended;
                    self.end = self.at;
                    return Some(Event::Broken(self.at));
                }
            };
            // A name or value is walked over from its own first byte on.
            self.at += usize::from(!matches!(state, State::InName | State::InMember | State::InElement));
            self.state = state;
        }
    }

    fn enter(&mut self, state: State) -> State {
        self.begun = self.at;
        self.value = Value::default();
        state
    }

    /// Goes on within a name or value. Returns what [`next`](Self::next) is to return, or `None` to go on.
    fn inside(&mut self, bytes: &[u8], until: usize) -> Option<Option<Event>> {
        if !matches!(self.state, State::InName | State::InMember | State::InElement) {
            return None;
        }
        let ahead = bytes.get(self.at..until).unwrap_or_default();
        let (walked, complete) = self.value.walk(ahead);
        self.at += walked;
        if !complete {
            return Some((until == self.end).then_some(Event::Cut));
        }
        let range = self.begun..self.at;
        match self.state {
            State::InName => {
                self.member = member(bytes.get(range).unwrap_or_default());
                self.state = State::Colon;
            }
            State::InMember => {
                if self.member == Member::ResourceType && self.resource_type.is_none() {
                    self.resource_type = Some(range);
                }
                self.state = State::AfterMember;
            }
            _ => {
                self.state = State::AfterElement;
                return Some(Some(Event::Element(range)));
            }
        }
        None
    }
}

/// Returns which member is called `name`, quotation marks included.
fn member(name: &[u8]) -> Member {
    let decoded: Option<String> = if name.contains(&b'\\') { serde_json::from_slice(name).ok() } else { None };
    let plain = name.get(1..name.len().saturating_sub(1)).unwrap_or_default();
    match decoded.as_deref().map_or(plain, str::as_bytes) {
        b"resourceType" => Member::ResourceType,
        b"entry" => Member::Entry,
        _ => Member::Other,
    }
}

/// Returns whether a JSON value, or what is meant as one, can start with `byte`.
fn is_start(byte: u8) -> bool {
    !matches!(byte, b'}' | b']' | b',' | b':')
}

/// How far within one value a walk has come.
#[derive(Debug, Clone, Copy, Default)]
struct Value {
    /// Brackets that are open.
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Within a number or word, which ends before the byte that does not belong to it.
    bare: bool,
}

impl Value {
    /// Walks along `ahead` and returns how many bytes belong to the value, and whether it is complete.
    fn walk(&mut self, ahead: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = ahead.get(at) {
            if self.in_string {
                at += self.string(ahead.get(at..).unwrap_or_default());
                if !self.in_string && self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            match byte {
                b',' | b'}' | b']' | b':' | b' ' | b'\t' | b'\r' | b'\n' if self.bare => return (at, true),
                _ if self.bare => {}
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                _ => self.bare = self.depth == 0,
            }
            at += 1;
        }
        (at, false)
    }

    /// Walks along the rest of a string and returns the bytes that belong to it, its closing mark included.
    fn string(&mut self, ahead: &[u8]) -> usize {
        if std::mem::take(&mut self.escaped) {
            return 1;
        }
        match ahead.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            None => ahead.len(),
            Some(at) => {
                self.escaped = ahead.get(at) == Some(&b'\\');
                self.in_string = self.escaped;
                at + 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value as Json;

    use super::*;

    /// Every event of a walk that goes `pace` bytes at a time.
    fn events(mut walk: Walk, text: &[u8], pace: usize) -> (Vec<Event>, Walk) {
        let (mut found, mut until) = (Vec::new(), 0);
        loop {
            match walk.next(text, until) {
                None => until += pace,
                Some(Event::Element(range)) => found.push(Event::Element(range)),
                Some(last) => {
                    found.push(last);
                    return (found, walk);
                }
            }
        }
    }

    fn entries(text: &str) -> Vec<String> {
        let (found, _) = events(Walk::object(0..text.len()), text.as_bytes(), text.len());
        found
            .into_iter()
            .map(|event| match event {
                Event::Element(range) => text[range].to_owned(),
                Event::Closed(at) => format!("closed {at}"),
                Event::Broken(at) => format!("broken {at}"),
                Event::Cut => "cut".to_owned(),
            })
            .collect()
    }

    #[test]
    fn the_elements_of_entry_are_found_and_nothing_else() {
        let text =
            r#" {"a":[{"entry":[0]}],"entry" : [ {"x":"]}"} ,5,"\"],", [[]] ],"entry":[6], "resourceType":"Bundle"} "#;
        assert_eq!(entries(text), [r#"{"x":"]}"}"#, "5", r#""\"],""#, "[[]]", &format!("closed {}", text.len() - 1)]);
        assert_eq!(entries(r#"{"\u0065ntry":[1]}"#)[0], "1");
        assert_eq!(entries(r#"{"entry":{"a":1}}"#), ["closed 17"]);
        assert_eq!(entries("{}"), ["closed 2"]);
    }

    #[test]
    fn the_first_resource_type_counts() {
        let of = |text: &str| {
            let (_, walk) = events(Walk::object(0..text.len()), text.as_bytes(), 1);
            walk.resource_type(text.as_bytes())
        };
        assert_eq!(of(r#"{"entry":[],"resourceType":"Bundle","resourceType":"X"}"#).as_deref(), Some("Bundle"));
        assert_eq!(of(r#"{"resourceType":5}"#), None);
        assert_eq!(of(r#"{"resource\u0054ype":"\u0042undle"}"#).as_deref(), Some("Bundle"));
    }

    #[test]
    fn what_is_no_json_and_what_is_cut_are_told_apart() {
        for (text, expected) in [
            ("", "cut"),
            ("{", "cut"),
            ("{\"entry\":[1,2", "cut"),
            ("{\"a", "cut"),
            ("[1]", "broken 0"),
            ("{,}", "broken 1"),
            ("{\"a\" 1}", "broken 5"),
            ("{\"a\":}", "broken 5"),
            ("{\"a\":1,}", "broken 7"),
            ("{\"entry\":[1 2]}", "broken 12"),
            ("{\"entry\":[1,]}", "broken 12"),
            ("{\"entry\":[}", "broken 10"),
            ("{a:1}", "broken 1"),
        ] {
            assert_eq!(entries(text).last().map(String::as_str), Some(expected), "{text}");
        }
    }

    #[test]
    fn depth_needs_no_stack() {
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        let text = format!("{{\"entry\":[{deep},1]}}");
        assert_eq!(entries(&text)[1], "1");
    }

    proptest! {
        #[test]
        fn a_walk_agrees_with_serde_json_at_any_pace(
            elements in prop::collection::vec(json(), 0..6), others in prop::collection::vec(json(), 0..3), pretty: bool, pace in 1_usize..40,
        ) {
            let mut whole = serde_json::Map::new();
            for (index, other) in others.into_iter().enumerate() {
                whole.insert(format!("d{index}"), other);
            }
            whole.insert("entry".into(), elements.clone().into());
            let text = if pretty { serde_json::to_string_pretty(&whole) } else { serde_json::to_string(&whole) }.unwrap();
            let (mut found, walk) = events(Walk::object(0..text.len()), text.as_bytes(), pace);
            prop_assert_eq!(found.pop(), Some(Event::Closed(text.len())));
            prop_assert!(walk.entry);
            let found: Vec<Json> = found.into_iter().map(|event| match event {
                Event::Element(range) => serde_json::from_str(&text[range]).unwrap(),
                other => panic!("{other:?}"),
            }).collect();
            prop_assert_eq!(found, elements.clone());
            let array = serde_json::to_string(&elements).unwrap();
            let (found, _) = events(Walk::array(0..array.len()), array.as_bytes(), pace);
            prop_assert_eq!(found.len(), elements.len() + 1);
        }

        #[test]
        fn any_bytes_at_any_pace_give_the_same_events(bytes in "[{}\\[\\],:\"\\\\ a1entry\n]{0,40}", pace in 1_usize..9) {
            let bytes = bytes.as_bytes();
            let whole = events(Walk::object(0..bytes.len()), bytes, bytes.len().max(1)).0;
            prop_assert_eq!(events(Walk::object(0..bytes.len()), bytes, pace).0, whole);
        }
    }

    fn json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i32>().prop_map(Json::from),
            "[\\\\\"\\[\\]{},é🩺a]{0,6}".prop_map(Json::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::btree_map("[a-z]{0,5}", inner, 0..4)
                    .prop_map(|members| Json::Object(members.into_iter().collect())),
            ]
        })
    }
}
