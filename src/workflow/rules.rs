//! The review's rules by name, as receipts, the page and the command line call them.

use crate::clearance::Rule;

impl Rule {
    /// Returns the stable word for this rule.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::KnownAnswer { .. } => "known-answer",
            Rule::Pattern { .. } => "pattern",
            Rule::Detected { .. } => "detected",
            Rule::Form { .. } => "form",
            Rule::Source => "source",
            Rule::Frame => "frame",
        }
    }
}
