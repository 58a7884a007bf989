//! Whether what is told is so: generated records, what would leave of them, and each statement in it held to the numbers and
//! sentences that the records were made with.
//!
//! Three suites: courses of readings and their direction ([`Suite::Trend`]), readings at and about thresholds and the ends of
//! reference ranges ([`Suite::Threshold`]), and notes and entries that say that something is not so ([`Suite::Negation`]). The
//! judge reads the bytes of the message and knows what was drawn; it uses nothing of the synthesis, its precision table or its
//! review. Its own table of quantities is typed from the guidelines that `docs/precision.md` names.
//!
//! A statement is true of the real numbers; or *true of the range only*, where the message itself says that numbers may be moved
//! and one was, by no more than a step; or false. What is not told is counted, and never false.
//!
//! Of each case claims are made besides, as a model might write them, some of them false: what the answer shows of them is held to the
//! same truth.

mod claims;
mod courses;
mod said;
mod sentences;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::privacy::level::{Level, Noise};
use crate::privacy::lexicon::Lexicon;
use crate::privacy::policy::Choice;
use crate::progress::Unwatched;
use crate::quote::format::Endpoint;
use crate::room::Room;
use claims::Claim;
use courses::Drawn;
use sentences::Told;

/// What the statements of a case are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suite {
    /// Courses of readings: direction, lowest and highest, how many, the newest.
    Trend,
    /// Readings at thresholds and at the ends of reference ranges.
    Threshold,
    /// Sentences and entries that say that something is not so, beside those that say it is.
    Negation,
}

impl Suite {
    /// All of them.
    pub const ALL: [Suite; 3] = [Suite::Trend, Suite::Threshold, Suite::Negation];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Suite::Trend => "trend",
            Suite::Threshold => "threshold",
            Suite::Negation => "negation",
        }
    }
}

/// What a statement is found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Truth {
    Real,
    RangeOnly,
    False,
}

/// What was found of the cases of one suite, told in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// Cases.
    pub cases: usize,
    /// Cases of which something is told.
    pub told: usize,
    /// Statements in what would leave.
    pub statements: usize,
    /// Statements that are true of the real numbers, or that say what the note says.
    pub is_true: usize,
    /// Statements with a moved number, of which the message says that it may be.
    pub range_only: usize,
    /// Statements that are not so.
    pub is_false: usize,
    /// Claims of replies.
    pub claims: usize,
    /// Claims shown as in the records.
    pub supported: usize,
    /// Of these, claims that are not so.
    pub supported_false: usize,
    /// Claims whose sentence is shown as derived whole.
    pub verified: usize,
    /// Of these, claims that are not so.
    pub verified_false: usize,
    /// Claims shown as contradicted by the records.
    pub contradicted: usize,
    /// Of these, claims that are so.
    pub contradicted_true: usize,
    /// Each statement and claim that is not so, with what is so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

impl Count {
    /// Adds `other`.
    pub fn add(&mut self, other: &Count) {
        for (sum, more) in [
            (&mut self.cases, other.cases),
            (&mut self.told, other.told),
            (&mut self.statements, other.statements),
            (&mut self.is_true, other.is_true),
            (&mut self.range_only, other.range_only),
            (&mut self.is_false, other.is_false),
            (&mut self.claims, other.claims),
            (&mut self.supported, other.supported),
            (&mut self.supported_false, other.supported_false),
            (&mut self.verified, other.verified),
            (&mut self.verified_false, other.verified_false),
            (&mut self.contradicted, other.contradicted),
            (&mut self.contradicted_true, other.contradicted_true),
        ] {
            *sum += more;
        }
        self.faults.extend_from_slice(&other.faults);
    }

    fn judged(&mut self, truth: Truth, what: impl FnOnce() -> String) {
        self.statements += 1;
        match truth {
            Truth::Real => self.is_true += 1,
            Truth::RangeOnly => self.range_only += 1,
            Truth::False => {
                self.is_false += 1;
                self.faults.push(what());
            }
        }
    }
}

/// A way of telling.
pub type Way = (Level, Noise);

/// All ways of telling.
pub const WAYS: [Way; 6] = [
    (Level::Strict, Noise::Off),
    (Level::Strict, Noise::On),
    (Level::Balanced, Noise::Off),
    (Level::Balanced, Noise::On),
    (Level::Minimal, Noise::Off),
    (Level::Minimal, Noise::On),
];

/// What a case is: its record, its question, and what is so.
struct Case {
    bundle: Value,
    question: String,
    truth: CaseTruth,
    claims: Vec<Claim>,
}

enum CaseTruth {
    Course(Drawn),
    Note(Told),
}

/// Draws from a stream that a seed gives.
struct Chance(ChaCha8Rng);

impl Chance {
    /// Returns a number from 0 up to, but not including, `most`.
    fn below(&mut self, most: usize) -> usize {
        // The bias of a remainder is below 2⁻⁵⁰ here.
        usize::try_from(self.0.next_u64() % most.max(1) as u64).unwrap_or(0)
    }

    /// Returns a number from `low` to `high`, both included.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high.saturating_sub(low).max(0)).unwrap_or(0);
        low + i64::try_from(self.below(width + 1)).unwrap_or(0)
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        of.get(self.below(of.len())).expect("the tables of the suites are not empty")
    }
}

/// Plays case `number` of `suite` under `seed` in each of the [`WAYS`], and returns what is found of it in each.
///
/// # Errors
/// As [`Room::add`] and [`Workflow::resolve`](crate::workflow::Workflow::resolve).
pub fn play(suite: Suite, seed: u64, number: u64, lexicon: &Arc<Lexicon>) -> Result<Vec<(Way, Count)>> {
    let mut bytes = [0; 32];
    let parts = [seed.to_le_bytes(), number.to_le_bytes(), (suite as u64).to_le_bytes()];
    bytes.iter_mut().zip(parts.iter().flatten()).for_each(|(byte, from)| *byte = *from);
    let mut chance = Chance(ChaCha8Rng::from_seed(bytes));
    let case = match suite {
        Suite::Trend => courses::trend(&mut chance),
        Suite::Threshold => courses::threshold(&mut chance),
        Suite::Negation => sentences::negation(&mut chance),
    };
    let mut room = Room::new()?;
    let record = serde_json::to_vec(&case.bundle).map_err(|_| Error::internal("a bundle cannot be written as JSON"))?;
    room.add(&record, &mut Unwatched)?;
    room.set_lexicon(lexicon.clone());
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let mut found = Vec::new();
    for (level, noise) in WAYS {
        let mut count = Count { cases: 1, ..Count::default() };
        let choice = Choice { level, noise, ..Choice::default() };
        let prepared = room.prepare_as(&case.question, &choice, &endpoint, bytes, 0).ok();
        if let Some(workflow) = prepared.filter(crate::workflow::Workflow::is_cleared) {
            let message = workflow.state().synthesised.text().to_owned();
            match &case.truth {
                CaseTruth::Course(drawn) => said::judge(drawn, &message, level, &mut count),
                CaseTruth::Note(told) => told.judge(&message, &mut count),
            }
            count.told = usize::from(count.statements > 0);
            for claim in &case.claims {
                claim.judge(&workflow, &room, &mut count)?;
            }
        }
        found.push(((level, noise), count));
    }
    Ok(found)
}

/// Returns the passages of `message`, without their frame.
fn passages(message: &str) -> impl Iterator<Item = &str> {
    message.split("</title>\n").skip(1).filter_map(|rest| rest.split("\n<link>").next())
}

#[cfg(test)]
mod tests;
