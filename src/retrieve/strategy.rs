//! The ways of ranking, as words a person can type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::fuse;
use crate::error::{Code, Error, Result};

/// How the keyword list and the dense list make one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Strategy {
    /// BM25 alone.
    Keyword,
    /// Cosine of the vectors alone.
    Dense,
    /// `alpha · bm25 + (1 − alpha) · cosine`, each brought to 0–1 first; see [`fuse::linear`].
    Linear {
        /// The share of the keywords, 0 to 1.
        alpha: f64,
    },
    /// `Σ 1 / (k + rank)` over both lists; see [`fuse::rrf`].
    Rrf {
        /// How little the first ranks stand out.
        k: u32,
    },
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy::Linear { alpha: fuse::ALPHA }
    }
}

impl Strategy {
    /// Returns whether the strategy needs the words of the question.
    pub fn uses_keyword(self) -> bool {
        !matches!(self, Strategy::Dense)
    }

    /// Returns whether the strategy needs the vector of the question.
    pub fn uses_dense(self) -> bool {
        !matches!(self, Strategy::Keyword)
    }

    /// Returns the strategy unchanged when its parameter is in range.
    ///
    /// # Errors
    /// `invalid-argument` when alpha is not between 0 and 1.
    pub fn check(self) -> Result<Self> {
        match self {
            Strategy::Linear { alpha } if !(0.0..=1.0).contains(&alpha) => {
                Err(Error::new(Code::InvalidArgument, "alpha, the share of the keywords, must lie between 0 and 1"))
            }
            _ => Ok(self),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Keyword => f.write_str("keyword"),
            Strategy::Dense => f.write_str("dense"),
            Strategy::Linear { alpha } => write!(f, "linear:{alpha}"),
            Strategy::Rrf { k } => write!(f, "rrf:{k}"),
        }
    }
}

impl FromStr for Strategy {
    type Err = Error;

    /// Reads `keyword`, `dense`, `linear` or `rrf`; the last two also with their parameter, `linear:0.7`, `rrf:20`.
    fn from_str(text: &str) -> Result<Self> {
        let unknown = || {
            Error::new(Code::InvalidArgument, "the strategy must be keyword, dense, linear, linear:ALPHA, rrf or rrf:K")
        };
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        match (name, parameter) {
            ("keyword", None) => Ok(Strategy::Keyword),
            ("dense", None) => Ok(Strategy::Dense),
            ("linear", None) => Ok(Strategy::Linear { alpha: fuse::ALPHA }),
            ("linear", Some(alpha)) => Strategy::Linear { alpha: alpha.parse().map_err(|_| unknown())? }.check(),
            ("rrf", None) => Ok(Strategy::Rrf { k: fuse::RRF_K }),
            ("rrf", Some(k)) => Ok(Strategy::Rrf { k: k.parse().map_err(|_| unknown())? }),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_reads_back_as_it_is_written() {
        for strategy in [
            Strategy::Keyword,
            Strategy::Dense,
            Strategy::Linear { alpha: 0.7 },
            Strategy::Rrf { k: 0 },
            Strategy::default(),
        ] {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        assert_eq!("linear".parse(), Ok(Strategy::Linear { alpha: 0.5 }));
        assert_eq!("rrf".parse(), Ok(Strategy::Rrf { k: 60 }));
    }

    #[test]
    fn what_is_no_strategy_is_refused() {
        for text in ["", "bm25", "keyword:1", "linear:", "linear:1.5", "linear:-0.1", "linear:NaN", "rrf:-1", "rrf:x"] {
            assert_eq!(text.parse::<Strategy>().map_err(|error| error.code()), Err(Code::InvalidArgument), "{text}");
        }
    }
}
