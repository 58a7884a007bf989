//! Reading the configuration of a library from a file: TOML, or JSON where its name ends so.

use std::path::Path;

use chaperone::error::{Code, Error, Result};
use chaperone::library::configuration::{Choices, unread};

use crate::records::read;

/// Returns what the file `path` says.
///
/// # Errors
/// `io` when it cannot be read; `malformed` when it is no configuration, with the line that does not fit.
pub fn choices(path: &Path) -> Result<Choices> {
    let text = String::from_utf8(read(path)?)
        .map_err(|_| Error::new(Code::Malformed, "the configuration is not UTF-8: save it as such"))?;
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        return Choices::from_json(&text);
    }
    toml::from_str(&text).map_err(|error| {
        let at = error.span().and_then(|span| text.get(..span.start));
        unread(at.map(|before| before.matches('\n').count() + 1))
    })
}
