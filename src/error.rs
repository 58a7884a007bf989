//! The one public error: a stable code, whose fault it is, and a message that helps and never leaks.
//!
//! Messages are built from static text, numbers and [`Place`]s only. There is deliberately no way to
//! put a `String` into one, so that no record text, name, query or model output can travel in an
//! error, and foreign errors (whose text often quotes the input) are wrapped without their text.

use std::fmt;

/// The result of every fallible call in this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, as a stable word that programs can match on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The bytes are not the format they were given as (JSON, gzip, UTF-8, ONNX, …).
    Malformed,
    /// Well-formed, but of a kind or version that is not read.
    Unsupported,
    /// The input is larger, deeper or longer than the stated limit.
    TooLarge,
    /// A model or tokenizer file is missing, altered or does not fit its manifest entry.
    Model,
    /// A named thing (a reference, a document, a model) does not exist here.
    NotFound,
    /// An argument is outside its stated range.
    InvalidArgument,
    /// The review refused: what would have left holds something that must not.
    Refused,
    /// The language model's reply could not be read.
    Reply,
    /// The person or the caller cancelled.
    Cancelled,
    /// A file could not be read or written.
    Io,
    /// The other side could not be reached, or hung up.
    Network,
    /// A broken invariant of this crate.
    Internal,
}

impl Code {
    /// Returns the stable, kebab-case word for this code, as it crosses to JavaScript and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Malformed => "malformed",
            Code::Unsupported => "unsupported",
            Code::TooLarge => "too-large",
            Code::Model => "model",
            Code::NotFound => "not-found",
            Code::InvalidArgument => "invalid-argument",
            Code::Refused => "refused",
            Code::Reply => "reply",
            Code::Cancelled => "cancelled",
            Code::Io => "io",
            Code::Network => "network",
            Code::Internal => "internal",
        }
    }
}

/// Who can mend it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The input or a setting: the person can mend it.
    User,
    /// The surroundings (network, disk, memory): trying again may help.
    Runtime,
    /// This crate: please report it.
    Bug,
}

impl Fault {
    /// Returns the stable word for this fault, as it crosses to JavaScript and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Fault::User => "user",
            Fault::Runtime => "runtime",
            Fault::Bug => "bug",
        }
    }
}

/// Where in an input something is: a path of field names known at compile time and of indexes.
///
/// Field names are `&'static str` on purpose: the keys of a JSON file are the file's text, and may
/// not appear in a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Place(String);

impl Place {
    /// Returns the place of the input as a whole.
    pub fn root() -> Self {
        Place::default()
    }

    /// Returns the place of the field `name` within this one.
    #[must_use]
    pub fn field(&self, name: &'static str) -> Self {
        let mut path = self.0.clone();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
        Place(path)
    }

    /// Returns the place of the element `index` within this one.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Place(format!("{}[{index}]", self.0))
    }

    /// Returns the place `inner` of what stands at this one.
    #[must_use]
    pub fn within(&self, inner: &Place) -> Self {
        match (self.0.as_str(), inner.0.as_str()) {
            (_, "") => self.clone(),
            ("", _) => inner.clone(),
            (outer, inner) => Place(format!("{outer}.{inner}")),
        }
    }

    /// Returns the path as text, for example `entry[12].resource.birthDate`; empty for the whole input.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What failed, what was expected and what to do; see [`Code`] for the kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    code: Code,
    what: &'static str,
    place: Place,
    numbers: Option<(u64, u64)>,
}

impl Error {
    /// Returns an error of kind `code`; `what` says what failed, what was expected and what to do.
    pub fn new(code: Code, what: &'static str) -> Self {
        Error { code, what, place: Place::root(), numbers: None }
    }

    /// Returns a broken invariant: something this crate promised itself did not hold.
    pub fn internal(what: &'static str) -> Self {
        Error::new(Code::Internal, what)
    }

    /// Returns this error with the place in the input it belongs to.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Returns this error with the number found and the number allowed or expected.
    #[must_use]
    pub fn found(mut self, found: u64, expected: u64) -> Self {
        self.numbers = Some((found, expected));
        self
    }

    /// Returns the stable kind of this error.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns who can mend it.
    pub fn fault(&self) -> Fault {
        match self.code {
            Code::Io | Code::Network | Code::Cancelled | Code::Reply => Fault::Runtime,
            Code::Internal => Fault::Bug,
            _ => Fault::User,
        }
    }

    /// Returns what failed and what to do, without the place and the numbers.
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// Returns where in the input it happened.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.as_str().is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(self.what)?;
        if let Some((found, expected)) = self.numbers {
            write!(f, " (found {found}, expected {expected})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Returns what may be said of a panic in a release build: the place in our source and static words. The panic's own
/// message stays unsaid, since it could hold text of a record.
pub fn panic_text(info: &std::panic::PanicHookInfo<'_>) -> String {
    let (file, line) = info.location().map_or(("unknown", 0), |place| (place.file(), place.line()));
    format!("chaperone: internal error at {file}:{line}. Nothing was sent. Please report this line.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_panic_says_where_and_never_what() {
        use std::sync::Mutex;
        static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(|info| SAID.lock().unwrap().push(panic_text(info))));
        let outcome = std::thread::spawn(|| {
            let canary = "CANARY Amara Okafor 999-50-3202".to_owned();
            assert!(canary.is_empty(), "{canary}");
        })
        .join();
        std::panic::set_hook(before);
        assert!(outcome.is_err());
        let said = SAID.lock().unwrap().join("\n");
        assert!(said.contains("error.rs:"), "{said}");
        for secret in ["CANARY", "Okafor", "999"] {
            assert!(!said.contains(secret));
        }
    }

    #[test]
    fn a_message_names_the_place_and_the_numbers() {
        let place = Place::root().field("entry").index(12).field("resource").field("birthDate");
        let error = Error::new(Code::Malformed, "is not a date").at(place).found(3, 4);
        assert_eq!(error.to_string(), "entry[12].resource.birthDate: is not a date (found 3, expected 4)");
        assert_eq!(error.code().as_str(), "malformed");
        assert_eq!(error.fault(), Fault::User);
    }
}
