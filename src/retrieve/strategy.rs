//! The ways of ranking, as words a person can type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{fuse, mmr, stages};
use crate::error::{Code, Error, Result};

/// How passages are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Strategy {
    /// BM25 alone.
    Keyword,
    /// Cosine of the vectors alone.
    Dense,
    /// Cosine, less likeness to what is chosen already; see [`mmr`].
    Mmr {
        /// The share of the likeness to the question, 0 to 1.
        lambda: f64,
    },
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
    /// By how many of the concepts of the question a passage speaks of, then by BM25 over their words; see [`super::Concept`].
    Concept,
    /// Broad, focused, reranked: see [`stages`].
    Stages {
        /// The most pairs of question and passage that a cross-encoder reads; 0 for none.
        pairs: u32,
    },
    /// As [`Strategy::Stages`] by the formulas as they were published: the greatest of scores whose scales are unlike.
    Literal,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy::Stages { pairs: stages::PAIRS }
    }
}

impl Strategy {
    /// Returns every strategy, with the parameters it has where none is named.
    pub fn all() -> Vec<Strategy> {
        vec![
            Strategy::Keyword,
            Strategy::Dense,
            Strategy::Mmr { lambda: mmr::LAMBDA },
            Strategy::Linear { alpha: fuse::ALPHA },
            Strategy::Rrf { k: fuse::RRF_K },
            Strategy::Concept,
            Strategy::Stages { pairs: 0 },
            Strategy::Stages { pairs: stages::PAIRS },
            Strategy::Literal,
        ]
    }

    /// Returns whether the strategy needs the words of the question.
    pub fn uses_keyword(self) -> bool {
        !matches!(self, Strategy::Dense | Strategy::Mmr { .. })
    }

    /// Returns whether the strategy needs the vector of the question.
    pub fn uses_dense(self) -> bool {
        !matches!(self, Strategy::Keyword | Strategy::Concept)
    }

    /// Returns whether the strategy compares passages with other wordings of the question.
    pub fn uses_variants(self) -> bool {
        matches!(self, Strategy::Stages { .. } | Strategy::Literal)
    }

    /// Returns whether the strategy asks a cross-encoder, where there is one.
    pub fn reads_pairs(self) -> bool {
        matches!(self, Strategy::Literal | Strategy::Stages { pairs: 1.. })
    }

    /// Returns the strategy unchanged when its parameter is in range.
    ///
    /// # Errors
    /// `invalid-argument` when alpha or lambda is not between 0 and 1.
    pub fn check(self) -> Result<Self> {
        match self {
            Strategy::Linear { alpha: share } | Strategy::Mmr { lambda: share } if !(0.0..=1.0).contains(&share) => {
                Err(Error::new(
                    Code::InvalidArgument,
                    "alpha, the share of the keywords, and lambda, the share of the question, must lie between 0 and 1",
                ))
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
            Strategy::Mmr { lambda } => write!(f, "mmr:{lambda}"),
            Strategy::Linear { alpha } => write!(f, "linear:{alpha}"),
            Strategy::Rrf { k } => write!(f, "rrf:{k}"),
            Strategy::Concept => f.write_str("concept"),
            Strategy::Stages { pairs } => write!(f, "stages:{pairs}"),
            Strategy::Literal => f.write_str("literal"),
        }
    }
}

impl FromStr for Strategy {
    type Err = Error;

    /// Reads the name of a strategy: `keyword` (or `bm25`), `dense`, `mmr`, `linear`, `rrf`, `concept`, `stages`, `literal`; those that
    /// have a parameter also with it, `linear:0.7`, `rrf:20`, `stages:0`.
    fn from_str(text: &str) -> Result<Self> {
        let unknown = || {
            Error::new(
                Code::InvalidArgument,
                "the strategy must be keyword, dense, mmr, linear, rrf, concept, stages or literal; \
                 with a parameter mmr:LAMBDA, linear:ALPHA, rrf:K, stages:PAIRS",
            )
        };
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        let wrong = |message: &'static str| Error::new(Code::InvalidArgument, message);
        let share = |given: &str| {
            given
                .parse::<f64>()
                .map_err(|_| wrong("what stands behind mmr: or linear: must be a number between 0 and 1"))
        };
        let count = |given: &str| {
            given.parse::<u32>().map_err(|_| wrong("what stands behind rrf: or stages: must be a whole number"))
        };
        match (name, parameter) {
            ("keyword" | "bm25", None) => Ok(Strategy::Keyword),
            ("dense", None) => Ok(Strategy::Dense),
            ("mmr", None) => Ok(Strategy::Mmr { lambda: mmr::LAMBDA }),
            ("mmr", Some(lambda)) => Strategy::Mmr { lambda: share(lambda)? }.check(),
            ("linear", None) => Ok(Strategy::Linear { alpha: fuse::ALPHA }),
            ("linear", Some(alpha)) => Strategy::Linear { alpha: share(alpha)? }.check(),
            ("rrf", None) => Ok(Strategy::Rrf { k: fuse::RRF_K }),
            ("rrf", Some(k)) => Ok(Strategy::Rrf { k: count(k)? }),
            ("concept", None) => Ok(Strategy::Concept),
            ("stages", None) => Ok(Strategy::default()),
            ("stages", Some(pairs)) => Ok(Strategy::Stages { pairs: count(pairs)? }),
            ("literal", None) => Ok(Strategy::Literal),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_reads_back_as_it_is_written() {
        let other = [Strategy::Linear { alpha: 0.7 }, Strategy::Rrf { k: 0 }, Strategy::Mmr { lambda: 0.25 }];
        for strategy in Strategy::all().into_iter().chain(other).chain([Strategy::default()]) {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        assert_eq!("linear".parse(), Ok(Strategy::Linear { alpha: fuse::ALPHA }));
        assert_eq!("rrf".parse(), Ok(Strategy::Rrf { k: 60 }));
        assert_eq!("bm25".parse(), Ok(Strategy::Keyword));
    }

    #[test]
    fn every_strategy_is_listed_once() {
        let all: Vec<String> = Strategy::all().iter().map(Strategy::to_string).collect();
        assert_eq!(
            all,
            ["keyword", "dense", "mmr:0.7", "linear:0.5", "rrf:60", "concept", "stages:0", "stages:20", "literal"]
        );
    }

    #[test]
    fn what_each_strategy_looks_at() {
        // Words, vectors, other wordings, pairs that a cross-encoder reads.
        for (name, words, vectors, wordings, pairs) in [
            ("keyword", true, false, false, false),
            ("dense", false, true, false, false),
            ("mmr", false, true, false, false),
            ("linear", true, true, false, false),
            ("rrf", true, true, false, false),
            ("concept", true, false, false, false),
            ("stages:0", true, true, true, false),
            ("stages:1", true, true, true, true),
            ("stages", true, true, true, true),
            ("literal", true, true, true, true),
        ] {
            let strategy: Strategy = name.parse().unwrap();
            assert_eq!((strategy.uses_keyword(), strategy.uses_dense()), (words, vectors), "{name}");
            assert_eq!((strategy.uses_variants(), strategy.reads_pairs()), (wordings, pairs), "{name}");
        }
    }

    #[test]
    fn a_share_lies_between_none_and_all() {
        for (text, strategy) in [
            ("linear:0", Strategy::Linear { alpha: 0.0 }),
            ("linear:1", Strategy::Linear { alpha: 1.0 }),
            ("mmr:0", Strategy::Mmr { lambda: 0.0 }),
            ("mmr:1", Strategy::Mmr { lambda: 1.0 }),
            ("mmr", Strategy::Mmr { lambda: 0.7 }),
            ("rrf:20", Strategy::Rrf { k: 20 }),
            ("stages:7", Strategy::Stages { pairs: 7 }),
        ] {
            assert_eq!((text.parse(), strategy.check()), (Ok(strategy), Ok(strategy)), "{text}");
        }
        for share in [-0.1, 1.1, f64::NAN] {
            for strategy in [Strategy::Linear { alpha: share }, Strategy::Mmr { lambda: share }] {
                assert_eq!(strategy.check().map_err(|error| error.code()), Err(Code::InvalidArgument), "{strategy}");
            }
        }
    }

    #[test]
    fn what_is_no_strategy_is_refused() {
        for text in [
            "",
            "bm",
            "keyword:1",
            "linear:",
            "linear:1.5",
            "linear:-0.1",
            "linear:NaN",
            "rrf:-1",
            "rrf:x",
            "mmr:2",
            "stages:x",
        ] {
            assert_eq!(text.parse::<Strategy>().map_err(|error| error.code()), Err(Code::InvalidArgument), "{text}");
        }
    }
}
