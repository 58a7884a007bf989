//! How documents are cut: in which unit, to which sizes, and whether pieces share what lies between them.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::MAX_PASSAGE_CHARS;
use crate::error::{Code, Error, Result};

/// Sizes to which documents can be cut at once.
const MOST_SIZES: usize = 4;
/// Bounds that can be asked for, in characters or tokens.
const BOUNDS: std::ops::RangeInclusive<usize> = 32..=50_000;
/// Tokens of a passage's title and heading, and of the marks around them, which embedders read before its text.
const RESERVED_TOKENS: usize = 48;
/// Characters that stand for a token where no tokenizer is there to count: the densest of passages have 0.31 tokens for each.
const CHARS_OF_TOKEN: usize = 3;

/// In which unit bounds are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Characters.
    Characters,
    /// Tokens of the embedder in use; the title and heading that it reads with a passage are counted in.
    Tokens,
}

/// How a person or a host wants documents to be cut. In words: `whole`; sizes in characters, as `830` or `400,1600`; sizes in tokens, as
/// `tokens:256`; and with `+120` behind them what a piece of prose repeats of what stands before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The most that a passage holds, of each size; none leaves documents whole.
    pub bounds: Vec<usize>,
    /// The most that a piece of prose repeats.
    pub overlap: usize,
    /// In which unit both are.
    pub unit: Unit,
}

impl Default for Cut {
    fn default() -> Self {
        Cut { bounds: vec![MAX_PASSAGE_CHARS], overlap: 0, unit: Unit::Characters }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bounds.is_empty() {
            return f.write_str("whole");
        }
        if self.counts_tokens() {
            f.write_str("tokens:")?;
        }
        for (at, bound) in self.bounds.iter().enumerate() {
            write!(f, "{}{bound}", if at == 0 { "" } else { "," })?;
        }
        if self.overlap == 0 { Ok(()) } else { write!(f, "+{}", self.overlap) }
    }
}

impl FromStr for Cut {
    type Err = Error;

    /// # Errors
    /// `invalid-argument` for what is no cut, or asks for too many, too small or too large sizes.
    fn from_str(said: &str) -> Result<Self> {
        let wrong = || {
            Error::new(
                Code::InvalidArgument,
                "a cut is \"whole\", up to four sizes in characters such as 830 or 400,1600, or in tokens such as tokens:256, each with an overlap such as +120 behind them",
            )
        };
        if said == "whole" {
            return Ok(Cut { bounds: Vec::new(), ..Cut::default() });
        }
        let (unit, sizes) = match said.strip_prefix("tokens:") {
            Some(sizes) => (Unit::Tokens, sizes),
            None => (Unit::Characters, said),
        };
        let (sizes, overlap) = sizes.split_once('+').unwrap_or((sizes, "0"));
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let bounds = sizes.split(',').map(number).collect::<Result<Vec<usize>>>()?;
        let overlap = number(overlap)?;
        let distinct: BTreeSet<&usize> = bounds.iter().collect();
        let is_sound = bounds.len() <= MOST_SIZES
            && distinct.len() == bounds.len()
            && bounds.iter().all(|bound| BOUNDS.contains(bound) && overlap < *bound);
        if is_sound { Ok(Cut { bounds, overlap, unit }) } else { Err(wrong()) }
    }
}

impl Cut {
    /// Returns whether its sizes are in tokens, as the model in use counts them.
    pub fn counts_tokens(&self) -> bool {
        self.unit == Unit::Tokens
    }

    /// Calls `with` with the cutting that this is. `tokens` counts those of the embedder in use; without it three characters stand for
    /// one.
    pub fn cutting<T>(&self, tokens: Option<&dyn Fn(&str) -> usize>, with: impl FnOnce(&Cutting<'_>) -> T) -> T {
        let characters = |text: &str| text.chars().count();
        if self.unit == Unit::Characters {
            return with(&Cutting { size: &characters, bounds: &self.bounds, overlap: self.overlap });
        }
        let room = |bound: &usize| bound.saturating_sub(RESERVED_TOKENS).max(bound / 2);
        let times = if tokens.is_some() { 1 } else { CHARS_OF_TOKEN };
        let bounds: Vec<usize> = self.bounds.iter().map(|bound| room(bound) * times).collect();
        with(&Cutting { size: tokens.unwrap_or(&characters), bounds: &bounds, overlap: self.overlap * times })
    }
}

/// Bounds of passages. What cannot be cut (a single fact, a word) may be longer.
#[derive(Clone, Copy)]
pub struct Cutting<'m> {
    /// Returns the size of a text in the unit of the bounds: characters, or tokens of the embedder in use. A text must not be
    /// smaller than a part of it.
    pub size: &'m dyn Fn(&str) -> usize,
    /// The most that a passage holds. With several bounds every document is cut to each of them, the first first; no bound at all
    /// leaves each document whole.
    pub bounds: &'m [usize],
    /// The most that a piece of prose repeats of what stands before it, from the beginning of a sentence on; 0 for nothing.
    pub overlap: usize,
}

impl Default for Cutting<'_> {
    /// One size in characters, without overlap: what the index is made of.
    fn default() -> Self {
        Cutting { size: &|text| text.chars().count(), bounds: &[MAX_PASSAGE_CHARS], overlap: 0 }
    }
}

impl Cutting<'_> {
    /// Documents as they are, each one passage: for models that read them whole.
    pub fn whole() -> Self {
        Cutting { bounds: &[], ..Cutting::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_is_read_from_words() {
        let cut = |said: &str| said.parse::<Cut>();
        let of = |bounds: &[usize], overlap, unit| Cut { bounds: bounds.to_vec(), overlap, unit };
        assert_eq!(cut("830").unwrap(), Cut::default());
        assert_eq!(cut("whole").unwrap(), of(&[], 0, Unit::Characters));
        assert_eq!(cut("400,1600+100").unwrap(), of(&[400, 1600], 100, Unit::Characters));
        assert_eq!(cut("tokens:256+32").unwrap(), of(&[256], 32, Unit::Tokens));
        for said in ["830", "whole", "400,1600+100", "tokens:256+32"] {
            assert_eq!(cut(said).unwrap().to_string(), said);
        }
        for said in
            ["", "31", "50001", "400,400", "400+400", "100,200,300,400,500", "tokens:", "a", "400+", "-400", "whole+3"]
        {
            assert_eq!(cut(said).unwrap_err().code(), Code::InvalidArgument, "{said}");
        }
    }

    #[test]
    fn tokens_are_counted_where_there_is_a_tokenizer() {
        let cut: Cut = "tokens:256+32".parse().unwrap();
        let words = |text: &str| text.split_whitespace().count();
        let told = |cutting: &Cutting<'_>| (cutting.bounds.to_vec(), cutting.overlap, (cutting.size)("one two"));
        assert_eq!(cut.cutting(Some(&words), told), (vec![208], 32, 2));
        assert_eq!(cut.cutting(None, told), (vec![624], 96, 7));
    }
}
