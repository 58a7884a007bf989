//! How much is told: three levels, the same rules for identifiers at each of them.
//!
//! A level decides how exactly numbers, times, ages and counts are told. What is known or recognised to identify somebody is gone at every level, and
//! the review is the same. Each level says what it keeps and what it changes, for the person who chooses.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error};

/// How much is told, by how well it protects: a greater level tells less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The least is changed.
    Minimal,
    /// Numbers in the steps that matter to care.
    #[default]
    Balanced,
    /// The least leaves.
    Strict,
}

/// How numbers are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// One step finer than the precision table, with three significant digits where it has none.
    Finer,
    /// In the steps of the precision table, with two significant digits where it has none.
    Rounded,
    /// As the band between thresholds, else by the reference range, else four or five times as coarse as [`Numbers::Rounded`].
    Banded,
}

/// How the distance of a day from day 0 is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// Days up to two months, then weeks.
    Weeks,
    /// Days, weeks and months, from two years on half years; finer where two days would be told alike.
    HalfYears,
    /// Months, from two years on years; days that lie close together are told alike.
    Years,
}

/// How ages are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ages {
    /// In bands of five years.
    Fives,
    /// In bands of ten years.
    Tens,
    /// Not at all.
    Untold,
}

/// How counts of entries are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// As they are.
    Exact,
    /// From three on in bands.
    Banded,
}

/// What a level does, as data and in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// How numbers are told.
    #[serde(skip)]
    pub numbers: Numbers,
    /// How times are told.
    #[serde(skip)]
    pub times: Times,
    /// How ages are told.
    #[serde(skip)]
    pub ages: Ages,
    /// How counts are told.
    #[serde(skip)]
    pub counts: Counts,
    /// Whether the first reading of a course is told beside its range and the newest.
    #[serde(skip)]
    pub first_readings: bool,
    /// Whether sentences of notes are told, scrubbed word by word.
    #[serde(skip)]
    pub sentences: bool,
    /// Its name as a heading.
    pub name: &'static str,
    /// What it keeps, in one line.
    pub keeps: &'static str,
    /// What it changes, in one line.
    pub changes: &'static str,
}

const MINIMAL: Rules = Rules {
    numbers: Numbers::Finer,
    times: Times::Weeks,
    ages: Ages::Fives,
    counts: Counts::Exact,
    first_readings: true,
    sentences: true,
    name: "Minimal (tells most)",
    keeps: "Numbers with up to three digits, times in days and weeks, ages in five-year bands, exact counts, sentences of notes that answer.",
    changes: "What is known or recognised to identify somebody is replaced or left out; numbers lose digits that mean nothing; dates become distances.",
};

const BALANCED: Rules = Rules {
    numbers: Numbers::Rounded,
    times: Times::HalfYears,
    ages: Ages::Tens,
    counts: Counts::Exact,
    first_readings: true,
    sentences: true,
    name: "Balanced",
    keeps: "Numbers to clinical precision, times in days to half years, ages in ten-year bands, exact counts, sentences of notes that answer.",
    changes: "What is known or recognised to identify somebody is replaced or left out; numbers are rounded, never across a threshold; times grow coarse with distance.",
};

const STRICT: Rules = Rules {
    numbers: Numbers::Banded,
    times: Times::Years,
    ages: Ages::Untold,
    counts: Counts::Banded,
    first_readings: false,
    sentences: false,
    name: "Strict (tells least)",
    keeps: "Which side of each threshold a number is on, how it moved, months or years, rough counts.",
    changes: "What is known or recognised to identify somebody is replaced or left out; numbers become bands, days become months and years, no age and nothing of a note is told, each word you let leave is asked about again.",
};

impl Level {
    /// The levels, the most protective first.
    pub const ALL: [Level; 3] = [Level::Strict, Level::Balanced, Level::Minimal];

    /// Returns what the level does.
    pub fn rules(self) -> &'static Rules {
        match self {
            Level::Minimal => &MINIMAL,
            Level::Balanced => &BALANCED,
            Level::Strict => &STRICT,
        }
    }

    /// Returns the stable word for this level.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Minimal => "minimal",
            Level::Balanced => "balanced",
            Level::Strict => "strict",
        }
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        Level::ALL
            .into_iter()
            .find(|level| level.as_str() == word)
            .ok_or_else(|| Error::new(Code::InvalidArgument, "a level is strict, balanced or minimal"))
    }
}

/// Whether rounded numbers are moved by chance besides, see [`super::noise`]. With it less can be told from a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// Numbers are rounded only.
    #[default]
    Off,
    /// Numbers of a quantity may be moved, all alike, by one step; not at [`Level::Strict`], which is coarser than that.
    On,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_by_protection_and_known_by_their_words() {
        assert!(Level::Strict > Level::Balanced && Level::Balanced > Level::Minimal);
        assert_eq!(Level::default(), Level::Balanced);
        assert!(Level::ALL.is_sorted_by(|a, b| a > b));
        for level in Level::ALL {
            assert_eq!(level.as_str().parse::<Level>().unwrap(), level);
            assert_eq!(level.rules().name.to_lowercase().split(' ').next(), Some(level.as_str()));
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("\"{}\"", level.as_str()));
        }
        assert!("loose".parse::<Level>().is_err());
    }
}
