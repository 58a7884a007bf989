//! JSON with its members in the order in which they were written, so that the bytes of a bundle do not depend on
//! how a map type happens to be built.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// A decimal number of up to three places, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i64,
    places: u8,
}

impl Decimal {
    /// Returns `value` rounded to `places` (at most 3) decimal places.
    pub(super) fn new(value: f64, places: u8) -> Self {
        let places = places.min(3);
        Decimal { digits: (value * scale(places)).round() as i64, places }
    }

    /// Returns the number as a float, the nearest one.
    pub(super) fn value(self) -> f64 {
        self.digits as f64 / scale(self.places)
    }
}

fn scale(places: u8) -> f64 {
    match places {
        0 => 1.0,
        1 => 10.0,
        2 => 100.0,
        _ => 1000.0,
    }
}

/// As the bundle has it: `7`, `7.0`, `0.85`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places {
            0 => write!(f, "{}", self.digits),
            _ => write!(f, "{:?}", self.value()),
        }
    }
}

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    /// `true` or `false`.
    Bool(bool),
    /// A string.
    Text(Cow<'static, str>),
    /// A number.
    Number(Decimal),
    /// An array.
    List(Vec<Json>),
    /// An object, in this order.
    Object(Members),
}

/// The members of an object, in their order.
pub(super) type Members = Vec<(&'static str, Json)>;

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Text(text) => serializer.serialize_str(text),
            Json::Number(number) if number.places == 0 => serializer.serialize_i64(number.digits),
            Json::Number(number) => serializer.serialize_f64(number.value()),
            Json::List(items) => serializer.collect_seq(items),
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl From<&'static str> for Json {
    fn from(text: &'static str) -> Self {
        Json::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Json::Text(Cow::Owned(text))
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Json::Bool(value)
    }
}

impl From<Decimal> for Json {
    fn from(number: Decimal) -> Self {
        Json::Number(number)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Json::Number(Decimal { digits: number, places: 0 })
    }
}

impl From<Vec<Json>> for Json {
    fn from(items: Vec<Json>) -> Self {
        Json::List(items)
    }
}

impl From<Members> for Json {
    fn from(members: Members) -> Self {
        Json::Object(members)
    }
}

/// Writes the members of an object: `members! { "status": "final", "code": code }`.
macro_rules! members {
    ($($name:literal: $value:expr),* $(,)?) => {
        vec![$(($name, $crate::generate::json::Json::from($value))),*]
    };
}

/// Writes an object: `object! { "status": "final" }`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::generate::json::Json::Object($crate::generate::json::members! { $($name: $value),* })
    };
}

/// Writes an array: `list![a, b]`.
macro_rules! list {
    ($($value:expr),* $(,)?) => {
        $crate::generate::json::Json::List(vec![$($crate::generate::json::Json::from($value)),*])
    };
}

pub(super) use {list, members, object};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order_and_numbers_their_digits() {
        let value = object! { "z": 1_i64, "a": Decimal::new(7.04, 1), "m": list![true, "x", Decimal::new(0.8501, 2)] };
        assert_eq!(serde_json::to_string(&value).unwrap(), r#"{"z":1,"a":7.0,"m":[true,"x",0.85]}"#);
    }

    #[test]
    fn a_number_is_told_as_it_is_written() {
        for (value, places) in [(7.0, 0), (7.0, 1), (141.5, 1), (0.1, 2), (-0.25, 2), (1.005, 3), (99999.0, 0)] {
            let number = Decimal::new(value, places);
            assert_eq!(serde_json::to_string(&Json::from(number)).unwrap(), number.to_string());
        }
    }
}
