//! What a command hands back: a text for people or JSON for programs, on standard output or in a file.

use std::fs;
use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use clap::Args;
use serde::Serialize;

/// Where the outcome goes and in which form.
#[derive(Args)]
pub struct Output {
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write to FILE, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Output {
    /// Writes `value` as JSON, or `text` where JSON was not asked for.
    ///
    /// # Errors
    /// `io` when the file cannot be written.
    pub fn write(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
        let outcome = if self.json { json(value)? } else { text() };
        match &self.out {
            Some(file) => fs::write(file, outcome)
                .map_err(|_| Error::new(Code::Io, "the outcome cannot be written to the file given with --out")),
            None => {
                print!("{outcome}");
                Ok(())
            }
        }
    }
}

/// Returns `value` as indented JSON with a line end.
///
/// # Errors
/// `internal` when it cannot be put into JSON.
pub fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value)
        .map(|json| json + "\n")
        .map_err(|_| Error::internal("an outcome cannot be put into JSON"))
}

/// Returns `count` with its noun: `1 file`, `2 files`.
pub fn many(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns `text` on one line and without control characters, which could steer a terminal, cut to `limit`
/// characters.
pub fn line(text: &str, limit: usize) -> String {
    let calm: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = calm.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(limit) {
        Some((end, _)) => words.get(..end).unwrap_or_default().to_owned() + "…",
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        assert_eq!([0, 1, 2].map(|count| many(count, "file")), ["0 files", "1 file", "2 files"]);
    }

    #[test]
    fn a_line_cannot_steer_a_terminal() {
        assert_eq!(line("a\x1b[2Jb\r\n\tc\u{9b}d", 99), "a [2Jb c d");
        assert_eq!(line("naïve 🩺 end", 7), "naïve 🩺…");
        assert_eq!(line("exact", 5), "exact");
    }
}
