//! Finds the resources of a file: a Bundle, one resource, an array of either, or one of either per line (NDJSON).
//!
//! Only places and byte ranges are found here, by [`Walk`]s along the bytes: nothing of the file is held beside the file
//! itself. Every value is walked along twice, first for its `resourceType`, which may stand behind the entries, and for
//! its end. Of a Bundle or array that is cut short or broken, the elements before that place are found.

use std::ops::Range;

use crate::error::{Code, Error, Place};

use super::lines::{Lines, Next};
use super::survey::{Ended, Named, Survey, Surveyed, rest, step};
use super::walk::{Event, Walk};

/// What was found next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// One element of a Bundle's `entry`.
    Entry(Place, Range<usize>),
    /// One value that has a `resourceType` and is no Bundle.
    Resource(Place, Range<usize>),
    /// A Bundle that has nothing in it.
    Empty(Place),
    /// From this byte on something cannot be read.
    Unread(Place, &'static str, usize),
    /// Here the file ends in the middle of something.
    Cut(Place, usize),
    /// There is nothing more.
    End,
}

/// The resources of one file, found one after the other.
#[derive(Debug)]
pub(crate) struct Entries {
    range: Range<usize>,
    outer: Outer,
    unit: Option<Unit>,
    /// The end of what was found last.
    done: usize,
    /// Whether one of the values was a Bundle, whatever is in it.
    bundle: bool,
    /// Whether more of the file follows `range`.
    goes_on: bool,
    /// What is said if there was no Bundle and no resource up to the end.
    nothing: Error,
}

/// Where values come from.
#[derive(Debug)]
enum Outer {
    /// The file may be one object.
    Object,
    /// It is not just one object: is there a line that is a resource by itself?
    Choice { first: Surveyed, lines: Lines, line: Option<Survey> },
    /// The elements of one array.
    Array { walk: Walk, index: usize },
    /// Its lines.
    Lines(Lines),
    /// Values are at their end, but for this remark.
    Last(Option<Found>),
}

/// A value that is being walked along.
#[derive(Debug)]
enum Unit {
    Survey(Place, Survey),
    Bundle { place: Place, walk: Walk, index: usize, last: Option<Found> },
}

const NO_TYPE: &str = "is not a FHIR resource: it has no resourceType";
const NOT_JSON: &str = "is not a JSON object";
const BROKEN: &str = "is not JSON from here on: what stands before was read; export the records again";
const MORE: &str = "what follows the end of the JSON was not read";

impl Entries {
    /// Returns the resources of the bytes in `range` of `bytes`, the unwrapped file.
    pub(crate) fn new(bytes: &[u8], range: Range<usize>) -> Self {
        let body = bytes.get(range.clone()).unwrap_or_default();
        let outer = match body.trim_ascii_start().first() {
            Some(b'{') => Outer::Object,
            Some(b'[') => Outer::Array { walk: Walk::array(range.clone()), index: 0 },
            _ => Outer::Lines(Lines::new(range.clone())),
        };
        let unit = matches!(outer, Outer::Object).then(|| Unit::Survey(Place::root(), Survey::new(range.clone())));
        Entries { done: range.start, range, outer, unit, bundle: false, goes_on: false, nothing: not_json() }
    }

    /// Returns the resources of the lines in `range` of the bytes, the first of which is line `number` of its file. `goes_on`: other
    /// lines follow.
    pub(crate) fn lines(range: Range<usize>, number: usize, goes_on: bool) -> Self {
        let outer = Outer::Lines(Lines::from(range.clone(), number));
        Entries { done: range.start, range, outer, unit: None, bundle: false, goes_on, nothing: not_json() }
    }

    /// Returns whether one of the values so far was a Bundle.
    pub(crate) fn has_bundle(&self) -> bool {
        self.bundle
    }

    /// Returns what comes next in `bytes`, or `None` when `budget` (bytes still to be walked along) is used up.
    pub(crate) fn next(&mut self, bytes: &[u8], budget: &mut usize) -> Option<Found> {
        let found = self.find(bytes, budget);
        match &found {
            Some(Found::Entry(_, range) | Found::Resource(_, range)) => self.done = range.end,
            Some(Found::End) => self.done = self.range.end,
            _ => {}
        }
        found
    }

    fn find(&mut self, bytes: &[u8], budget: &mut usize) -> Option<Found> {
        loop {
            if *budget == 0 {
                return None;
            }
            match self.unit.take() {
                Some(Unit::Survey(place, mut survey)) => match survey.go_on(bytes, budget) {
                    None => self.unit = Some(Unit::Survey(place, survey)),
                    Some(surveyed) => {
                        if let Some(found) = self.surveyed(bytes, place, surveyed) {
                            return Some(found);
                        }
                    }
                },
                Some(Unit::Bundle { place, mut walk, index, last }) => match step(&mut walk, bytes, budget) {
                    None => self.unit = Some(Unit::Bundle { place, walk, index, last }),
                    Some(Event::Element(range)) => {
                        let found = Found::Entry(entry(&place, index), range);
                        self.unit = Some(Unit::Bundle { place, walk, index: index + 1, last });
                        return Some(found);
                    }
                    Some(Event::Closed(_) | Event::Broken(_) | Event::Cut) if last.is_some() => return last,
                    Some(Event::Closed(_) | Event::Broken(_) | Event::Cut) => {}
                },
                None => {
                    if let Some(found) = self.outer(bytes, budget) {
                        return Some(found);
                    }
                }
            }
        }
    }

    /// Returns why the file is refused if there was no resource in it; a Bundle may well have none.
    pub(crate) fn nothing(&self) -> Option<Error> {
        (!self.bundle).then(|| self.nothing.clone())
    }

    /// Returns the byte up to which resources were found.
    pub(crate) fn done(&self) -> usize {
        self.done
    }

    /// Goes on with the values of the file.
    fn outer(&mut self, bytes: &[u8], budget: &mut usize) -> Option<Found> {
        match &mut self.outer {
            Outer::Object => self.outer = Outer::Last(None),
            Outer::Choice { first, lines, line } => {
                let whole = match line {
                    Some(survey) => {
                        survey.go_on(bytes, budget).map(|line| line.is_whole() && line.named != Named::Nothing)
                    }
                    None => match lines.next(bytes, budget) {
                        Next::Pause => None,
                        Next::Line { range, .. } => {
                            *line = Some(Survey::new(range));
                            None
                        }
                        Next::End => {
                            let first = first.clone();
                            self.outer = Outer::Last(trailing(&first));
                            return self.surveyed_as_object(bytes, first);
                        }
                    },
                };
                match whole {
                    Some(true) => self.outer = Outer::Lines(Lines::new(self.range.clone())),
                    Some(false) => *line = None,
                    None => {}
                }
            }
            Outer::Array { walk, index } => match step(walk, bytes, budget) {
                None => {}
                Some(Event::Element(range)) => {
                    self.unit = Some(Unit::Survey(Place::root().index(*index), Survey::new(range)));
                    *index += 1;
                }
                Some(end) => {
                    let place = Place::root().index(*index);
                    let range = &self.range;
                    let (nothing, last) = match end {
                        Event::Broken(at) => (not_json(), Some(Found::Unread(place, BROKEN, at))),
                        Event::Closed(at) => match rest(bytes, at..range.end) {
                            None => (no_resource(), None),
                            Some(at) => (not_json(), Some(Found::Unread(Place::root(), MORE, at))),
                        },
                        _ => (cut_short(), Some(Found::Cut(place, range.end))),
                    };
                    self.nothing = nothing;
                    self.outer = Outer::Last(last);
                }
            },
            Outer::Lines(lines) => match lines.next(bytes, budget) {
                Next::Pause => {}
                Next::Line { number, range } => {
                    self.unit = Some(Unit::Survey(Place::root().field("line").index(number), Survey::new(range)));
                }
                Next::End => self.outer = Outer::Last(None),
            },
            Outer::Last(last) => return Some(last.take().unwrap_or(Found::End)),
        }
        None
    }

    /// Decides what to do with a value that was walked along.
    fn surveyed(&mut self, bytes: &[u8], place: Place, value: Surveyed) -> Option<Found> {
        if matches!(self.outer, Outer::Object) {
            if value.is_whole() {
                return self.surveyed_as_object(bytes, value);
            }
            self.outer = Outer::Choice { first: value, lines: Lines::new(self.range.clone()), line: None };
            return None;
        }
        if !value.is_closed() || matches!(self.outer, Outer::Lines(_)) && !value.is_whole() {
            return self.broken(bytes, place, value);
        }
        self.closed(place, value)
    }

    /// Takes the file as one object, whole or not.
    fn surveyed_as_object(&mut self, bytes: &[u8], value: Surveyed) -> Option<Found> {
        self.nothing = match value.end {
            Ended::Cut => cut_short(),
            Ended::Broken(_) | Ended::Closed { rest: Some(_) } => not_json(),
            Ended::Closed { rest: None } => {
                Error::new(Code::Unsupported, "the file is JSON, but not a FHIR resource: it has no resourceType")
            }
        };
        let place = Place::root();
        if !value.is_closed() {
            return self.broken(bytes, place, value);
        }
        self.closed(place, value)
    }

    fn closed(&mut self, place: Place, value: Surveyed) -> Option<Found> {
        self.bundle |= value.named == Named::Bundle;
        match value.named {
            Named::Bundle if value.elements == 0 => return Some(Found::Empty(place)),
            Named::Bundle => self.unit = Some(Unit::bundle(place, &value, None)),
            Named::Other => return Some(Found::Resource(place, value.range)),
            Named::Nothing => return Some(Found::Unread(place, NO_TYPE, value.range.start)),
        }
        None
    }

    /// Of a Bundle that does not end as it should, the entries up to there are found.
    fn broken(&mut self, bytes: &[u8], place: Place, value: Surveyed) -> Option<Found> {
        let end = value.range.end;
        if value.elements == 0 || value.named == Named::Other {
            // A line that is not the last one ends where the next one begins, whatever it lacks.
            let is_last = !self.goes_on && rest(bytes, end..self.range.end).is_none();
            return Some(match value.end {
                Ended::Cut if is_last => Found::Cut(place, end),
                Ended::Cut => Found::Unread(place, NOT_JSON, end),
                Ended::Broken(at) => Found::Unread(place, NOT_JSON, at),
                Ended::Closed { rest } => Found::Unread(place, NOT_JSON, rest.unwrap_or(end)),
            });
        }
        let after = entry(&place, value.elements);
        let last = match value.end {
            Ended::Cut => Found::Cut(after, end),
            Ended::Broken(at) => Found::Unread(after, BROKEN, at),
            Ended::Closed { rest } => Found::Unread(after, MORE, rest.unwrap_or(end)),
        };
        self.unit = Some(Unit::bundle(place, &value, Some(last)));
        None
    }
}

impl Unit {
    fn bundle(place: Place, value: &Surveyed, last: Option<Found>) -> Self {
        Unit::Bundle { place, walk: Walk::object(value.range.clone()), index: 0, last }
    }
}

/// What is said of the bytes behind the end of `value`.
fn trailing(value: &Surveyed) -> Option<Found> {
    match value.end {
        Ended::Closed { rest: Some(at) } => Some(Found::Unread(Place::root(), MORE, at)),
        _ => None,
    }
}

fn entry(place: &Place, index: usize) -> Place {
    place.field("entry").index(index)
}

fn not_json() -> Error {
    Error::new(
        Code::Malformed,
        "the file is not FHIR JSON: export the records as FHIR R4 JSON, or NDJSON, and add that",
    )
}

fn cut_short() -> Error {
    Error::new(Code::Malformed, "the file is cut short, and nothing in it could be read: get the whole file and add it")
}

fn no_resource() -> Error {
    Error::new(Code::Unsupported, "the file is JSON, but there is no FHIR resource in it: nothing has a resourceType")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found, a step of `pace` bytes at a time, as `place text` or `place: reason`.
    fn found_at(text: &str, pace: usize) -> Vec<String> {
        let bytes = text.as_bytes();
        let mut entries = Entries::new(bytes, 0..bytes.len());
        let (mut found, mut done) = (Vec::new(), 0);
        loop {
            let event = entries.next(bytes, &mut pace.clone());
            assert!(entries.done() >= done && entries.done() <= bytes.len());
            done = entries.done();
            match event {
                None => {}
                Some(Found::Entry(place, range) | Found::Resource(place, range)) => {
                    found.push(format!("{place} {}", &text[range]));
                }
                Some(Found::Empty(place)) => found.push(format!("{place} empty")),
                Some(Found::Unread(place, reason, at)) => {
                    found.push(format!("{place}: {} {at}", reason.split(':').next().unwrap()));
                }
                Some(Found::Cut(place, at)) => found.push(format!("{place}: cut {at}")),
                Some(Found::End) => return found,
            }
        }
    }

    fn found(text: &str) -> Vec<String> {
        let whole = found_at(text, usize::MAX);
        for pace in [1, 2, 7] {
            assert_eq!(found_at(text, pace), whole, "{text}");
        }
        whole
    }

    #[test]
    fn a_bundle_shows_its_entries_with_their_bytes() {
        let text = " {\"entry\" : [ {\"resource\": {\"a\":1}},\r\n {\"é\": 2} ], \"resourceType\":\"Bundle\"}\n";
        assert_eq!(found(text), ["entry[0] {\"resource\": {\"a\":1}}", "entry[1] {\"é\": 2}"]);
        assert_eq!(found("{\"resourceType\":\"Bundle\",\"entry\":{}}"), [" empty"]);
        assert_eq!(found("{\"resourceType\":\"Bundle\"}"), [" empty"]);
    }

    #[test]
    fn one_resource_is_a_file_of_its_own() {
        assert_eq!(found("\n{\"resourceType\":\"Patient\"}"), [" \n{\"resourceType\":\"Patient\"}"]);
        assert_eq!(found("{\"resourceType\":\n\"Patient\",\"entry\":[1]}").len(), 1);
    }

    #[test]
    fn lines_are_read_one_by_one_and_a_broken_one_is_named() {
        let text = "{\"resourceType\":\"A\"}\r\n\r\n{\"resourceType\":\r\n[1]\r\n{\"resourceType\":\"Bundle\",\"entry\":[{},5]}";
        assert_eq!(
            found(text),
            [
                "line[0] {\"resourceType\":\"A\"}",
                "line[2]: is not a JSON object 40",
                "line[3]: is not a JSON object 42",
                "line[4].entry[0] {}",
                "line[4].entry[1] 5"
            ]
        );
        for first in [
            "{\"resourceType\":",
            "{\"resourceType\":\"Bu",
            "{\"resourceType\":\"Bundle\",\"entry\":[{},{",
            "{}",
            "oops",
        ] {
            let lines = found(&format!("{first}\n{{\"resourceType\":\"B\"}}\n"));
            assert_eq!(lines.last().map(String::as_str), Some("line[1] {\"resourceType\":\"B\"}"), "{first}");
        }
    }

    #[test]
    fn lines_are_cut_in_the_last_one_only() {
        let first = "{\"resourceType\":\"A\"}";
        for (text, last) in [
            (format!("{first}\n{{\"resourceType\":\"B\",\"x\":[1"), "line[1]: cut 47"),
            (format!("{first}\n{{\"reso \r\n\n"), "line[1]: cut 27"),
            (format!("{first}\n{{\"resourceType\":\"Bundle\",\"entry\":[{{}},{{"), "line[1].entry[1]: cut 59"),
            (format!("{first}\n{{\"reso\n{first}"), "line[2] {\"resourceType\":\"A\"}"),
            (format!("{first}\n{first}\n{{]"), "line[2]: is not a JSON object 43"),
        ] {
            assert_eq!(found(&text).last().unwrap(), last, "{text}");
        }
        let broken = found(&format!("{first}\n{{\"reso\n{first}"));
        assert_eq!(broken.get(1).unwrap(), "line[1]: is not a JSON object 27");
    }

    #[test]
    fn an_array_holds_resources_and_bundles() {
        let text = "[{\"resourceType\":\"A\"}, 5, {\"resourceType\":\"Bundle\",\"entry\":[{}]}, {\"a\":1}]";
        assert_eq!(
            found(text),
            [
                "[0] {\"resourceType\":\"A\"}",
                "[1]: is not a JSON object 23",
                "[2].entry[0] {}",
                "[3]: is not a FHIR resource 66"
            ]
        );
        assert_eq!(found("[{\"resourceType\":\"A\"},{\"reso").last().unwrap(), "[1]: cut 28");
        assert_eq!(found("[{\"resourceType\":\"A\"}}").last().unwrap(), "[1]: is not JSON from here on 21");
        assert_eq!(
            found("[{\"resourceType\":\"A\"}] x").last().unwrap(),
            ": what follows the end of the JSON was not read 23"
        );
    }

    #[test]
    fn of_a_cut_or_broken_bundle_the_entries_before_are_found() {
        let text = "{\"resourceType\":\"Bundle\",\"entry\":[{\"a\":1},\n{\"b\":2}\n,{\"c";
        assert_eq!(found(text), ["entry[0] {\"a\":1}", "entry[1] {\"b\":2}", "entry[2]: cut 55"]);
        let text = "{\"entry\":[{\"a\":1},{\"b\":2}{\"c\":3}],\"resourceType\":\"Bundle\"}";
        assert_eq!(found(text), ["entry[0] {\"a\":1}", "entry[1] {\"b\":2}", "entry[2]: is not JSON from here on 25"]);
        let text = "{\"resourceType\":\n\"Bundle\",\"entry\":[{\"a\":1}]}\n\0\0";
        assert_eq!(found(text), ["entry[0] {\"a\":1}", ": what follows the end of the JSON was not read 45"]);
    }

    #[test]
    fn what_is_no_resource_is_refused() {
        for (text, code, word) in [
            ("not json", Code::Malformed, "not FHIR JSON"),
            ("5", Code::Malformed, "not FHIR JSON"),
            ("{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":{", Code::Malformed, "cut short"),
            ("{", Code::Malformed, "cut short"),
            ("{x", Code::Malformed, "not FHIR JSON"),
            ("{}", Code::Unsupported, "no resourceType"),
            ("{\"resourceType\": 5}", Code::Unsupported, "no resourceType"),
            ("[1, 2]", Code::Unsupported, "no FHIR resource"),
            ("[]", Code::Unsupported, "no FHIR resource"),
            ("[", Code::Malformed, "cut short"),
            ("[1] x", Code::Malformed, "not FHIR JSON"),
        ] {
            let bytes = text.as_bytes();
            let mut entries = Entries::new(bytes, 0..bytes.len());
            while let Some(found) = entries.next(bytes, &mut usize::MAX.clone()) {
                assert!(!matches!(found, Found::Entry(..) | Found::Resource(..)), "{text}");
                if found == Found::End {
                    break;
                }
            }
            let error = entries.nothing().unwrap();
            assert_eq!(error.code(), code, "{text}");
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
    }
}
