//! The configuration of a library: how it is made and searched, as one typed value that a file names.
//!
//! The same fields are read from TOML natively and from JSON anywhere. A field is one value, or a list of them where several are to be
//! compared: [`Choices`] is what a file says, [`Configuration`] one way of doing it.

use std::fmt::Display;
use std::str::FromStr;

use jiff::civil::Date;
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};

use super::pack::{Asked, Narrowing, Options, Reading, Weighing};
use super::{Chunking, Prefix, Questions};
use crate::error::{Code, Error, Place, Result};
use crate::retrieve::Strategy;

/// Most ways that the lists of one file come to.
const MAX_WAYS: usize = 500;
/// Passages that a search finds where nothing is said.
const TOP_K: usize = 5;

/// What a file says: each field one value or several.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Choices {
    build: BuildChoices,
    search: SearchChoices,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct BuildChoices {
    chunking: Several<Text<Chunking>>,
    prefix: Several<Text<Prefix>>,
    k1: Several<f64>,
    b: Several<f64>,
    questions: Several<bool>,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct SearchChoices {
    strategy: Several<Text<Strategy>>,
    top_k: Several<usize>,
    probes: Several<usize>,
    filters: Several<bool>,
    evidence: Several<bool>,
    questions: Several<Questions>,
    spelling: Several<bool>,
    concepts: Several<bool>,
    queries: Several<bool>,
    causal: Several<bool>,
}

/// One way of making and searching a library.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Configuration {
    /// How it is made.
    #[serde(skip)]
    pub build: Options,
    /// How it is ranked.
    pub strategy: Strategy,
    /// How many passages are found.
    pub top_k: usize,
    /// Clusters of vectors that are read; as many as the library says where it is none.
    pub probes: Option<usize>,
    /// Whether authors and years that a question states narrow the search.
    pub filters: bool,
    /// Whether the kind of publication counts.
    pub evidence: bool,
    /// Whether the questions of passages are compared with.
    pub questions: Questions,
    /// What a question is looked for by beyond its own words.
    #[serde(flatten)]
    pub reading: Reading,
}

/// How a library is searched where nothing is said: the winner among those compared on four judged sets (BENCHMARKS.md).
pub const LIBRARY_STRATEGY: Strategy = Strategy::Rrf { k: 20 };

/// What a question is looked for by beyond its own words where nothing is said: what found more on the judged sets, or as much (BENCHMARKS.md).
pub const LIBRARY_READING: Reading = Reading { spelling: true, concepts: false, queries: true, causal: false };

impl Default for Configuration {
    fn default() -> Self {
        Configuration {
            build: Options::default(),
            strategy: LIBRARY_STRATEGY,
            top_k: TOP_K,
            probes: None,
            filters: true,
            evidence: false,
            questions: Questions::Off,
            reading: LIBRARY_READING,
        }
    }
}

impl Configuration {
    /// Returns `question` as it is asked this way, without vectors. `today` is the caller's calendar day.
    pub fn asked(&self, question: &str, today: Option<Date>) -> Asked {
        Asked {
            question: question.to_owned(),
            vector: None,
            strategy: self.strategy,
            best: self.top_k,
            narrowing: if self.filters { Narrowing::Stated { today } } else { Narrowing::Off },
            weighing: if self.evidence { Weighing::ByEvidence } else { Weighing::Alike },
            probes: self.probes,
            questions: self.questions,
            reading: self.reading,
            wordings: Vec::new(),
            known: Vec::new(),
        }
    }
}

/// A value, or a list of them; nothing where the field is not there.
#[derive(Debug, Clone, PartialEq)]
struct Several<T>(Vec<T>);

impl<T> Default for Several<T> {
    fn default() -> Self {
        Several(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum OneOrMany<T> {
            One(T),
            Many(Vec<T>),
        }
        Ok(match OneOrMany::deserialize(deserializer)? {
            OneOrMany::One(one) => Several(vec![one]),
            OneOrMany::Many(many) if many.is_empty() => return Err(de::Error::custom("a list with nothing in it")),
            OneOrMany::Many(many) => Several(many),
        })
    }
}

impl<T> Several<T> {
    /// Returns the values, or `usual` where the field is not there.
    fn or<U: From<T>>(self, usual: U) -> Vec<U> {
        if self.0.is_empty() { vec![usual] } else { self.0.into_iter().map(U::from).collect() }
    }
}

/// A value that is written as the command line has it: `"semantic"`, `"title,mesh"`, `"rrf:60"`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Text<T>(T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Text).map_err(de::Error::custom)
    }
}

impl From<Text<Chunking>> for Chunking {
    fn from(text: Text<Chunking>) -> Self {
        text.0
    }
}

impl From<Text<Prefix>> for Prefix {
    fn from(text: Text<Prefix>) -> Self {
        text.0
    }
}

impl From<Text<Strategy>> for Strategy {
    fn from(text: Text<Strategy>) -> Self {
        text.0
    }
}

impl Choices {
    /// Reads a configuration that is JSON.
    ///
    /// # Errors
    /// `malformed` for anything else, at the line that does not fit.
    pub fn from_json(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| unread(Some(error.line())))
    }

    /// Returns whether it says if slips of the pen are read.
    pub fn says_spelling(&self) -> bool {
        !self.search.spelling.0.is_empty()
    }

    /// Returns all ways that the lists come to, each with each: how libraries are made first, then how they are searched.
    ///
    /// # Errors
    /// `invalid-argument` for a number out of range; `too-large` for more than 500 ways.
    pub fn ways(self) -> Result<Vec<Configuration>> {
        let usual = Configuration::default();
        let Choices { build, search } = self;
        let probes: Vec<Option<usize>> =
            if search.probes.0.is_empty() { vec![None] } else { search.probes.0.into_iter().map(Some).collect() };
        let mut ways = vec![usual];
        vary(&mut ways, build.chunking.or(usual.build.chunking), |way, chunking| way.build.chunking = chunking)?;
        vary(&mut ways, build.prefix.or(usual.build.prefix), |way, prefix| way.build.prefix = prefix)?;
        vary(&mut ways, build.k1.or(usual.build.k1), |way, k1| way.build.k1 = k1)?;
        vary(&mut ways, build.b.or(usual.build.b), |way, b| way.build.b = b)?;
        vary(&mut ways, build.questions.or(usual.build.questions), |way, questions| way.build.questions = questions)?;
        vary(&mut ways, search.strategy.or(usual.strategy), |way, strategy| way.strategy = strategy)?;
        vary(&mut ways, search.top_k.or(usual.top_k), |way, top_k| way.top_k = top_k)?;
        vary(&mut ways, probes, |way, probes| way.probes = probes)?;
        vary(&mut ways, search.filters.or(usual.filters), |way, filters| way.filters = filters)?;
        vary(&mut ways, search.evidence.or(usual.evidence), |way, evidence| way.evidence = evidence)?;
        vary(&mut ways, search.questions.or(usual.questions), |way, questions| way.questions = questions)?;
        let of = usual.reading;
        vary(&mut ways, search.spelling.or(of.spelling), |way, spelling| way.reading.spelling = spelling)?;
        vary(&mut ways, search.concepts.or(of.concepts), |way, concepts| way.reading.concepts = concepts)?;
        vary(&mut ways, search.queries.or(of.queries), |way, queries| way.reading.queries = queries)?;
        vary(&mut ways, search.causal.or(of.causal), |way, causal| way.reading.causal = causal)?;
        let is_sound = |way: &Configuration| {
            (0.0..=10.0).contains(&way.build.k1)
                && (0.0..=1.0).contains(&way.build.b)
                && (1..=1000).contains(&way.top_k)
                && way.probes != Some(0)
        };
        if !ways.iter().all(is_sound) {
            return Err(Error::new(
                Code::InvalidArgument,
                "the configuration has a number out of range: k1 is 0 to 10, b 0 to 1, top-k 1 to 1000, probes 1 or more",
            ));
        }
        Ok(ways)
    }

    /// Returns the one way that a file without lists says.
    ///
    /// # Errors
    /// As [`ways`](Self::ways), and `invalid-argument` where there are several.
    pub fn one(self) -> Result<Configuration> {
        match self.ways()?.as_slice() {
            [way] => Ok(*way),
            _ => Err(Error::new(
                Code::InvalidArgument,
                "the configuration names several ways, which grid and bench library compare: leave one value in each list",
            )),
        }
    }
}

/// Returns what is said of a configuration that cannot be read, with its line where that is known.
pub fn unread(line: Option<usize>) -> Error {
    let error = Error::new(
        Code::Malformed,
        "the configuration cannot be read: docs/library.md names its fields and their values",
    );
    match line {
        Some(line) => error.at(Place::root().field("line").index(line)),
        None => error,
    }
}

/// Makes of each of `ways` one with each of `values`.
fn vary<T: Copy>(ways: &mut Vec<Configuration>, values: Vec<T>, set: impl Fn(&mut Configuration, T)) -> Result<()> {
    if ways.len() * values.len() > MAX_WAYS {
        return Err(Error::new(Code::TooLarge, "the lists of the configuration come to too many ways")
            .found((ways.len() * values.len()) as u64, MAX_WAYS as u64));
    }
    let varied = ways.iter().flat_map(|way| {
        values.iter().map(|value| {
            let mut way = *way;
            set(&mut way, *value);
            way
        })
    });
    *ways = varied.collect();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_does_not_say_is_as_usual() {
        assert_eq!(Choices::from_json("{}").unwrap().one().unwrap(), Configuration::default());
        assert_eq!(Configuration::default().strategy, Strategy::Rrf { k: 20 });
        assert_eq!(Configuration::default().reading.named(), ["spelling", "queries"]);
        let json = r#"{"build":{"chunking":"semantic","prefix":"title,mesh","k1":1.2,"questions":true},"search":{"strategy":"mmr:0.5","top-k":8,"probes":16,"filters":false,"evidence":true,"questions":"beside","spelling":true,"concepts":true,"queries":true,"causal":true}}"#;
        let way = Choices::from_json(json).unwrap().one().unwrap();
        assert_eq!(
            way.build,
            Options {
                chunking: Chunking::Semantic,
                prefix: "title,mesh".parse().unwrap(),
                k1: 1.2,
                questions: true,
                ..Options::default()
            }
        );
        assert_eq!(
            (way.strategy, way.top_k, way.probes, way.filters, way.evidence, way.questions),
            (Strategy::Mmr { lambda: 0.5 }, 8, Some(16), false, true, Questions::Beside)
        );
        assert_eq!(way.reading, Reading { spelling: true, concepts: true, queries: true, causal: true });
        let asked = way.asked("Does salt raise blood pressure?", None);
        assert_eq!((asked.strategy, asked.best, asked.probes), (way.strategy, 8, Some(16)));
        assert_eq!(
            (asked.narrowing, asked.weighing, asked.reading),
            (Narrowing::Off, Weighing::ByEvidence, way.reading)
        );
    }

    #[test]
    fn lists_come_to_each_with_each_in_their_order() {
        let json = r#"{"build":{"chunking":["whole","semantic"]},"search":{"strategy":["keyword","dense","rrf"]}}"#;
        let choices = Choices::from_json(json).unwrap();
        let ways = choices.clone().ways().unwrap();
        let told: Vec<String> = ways.iter().map(|way| format!("{} {}", way.build.chunking, way.strategy)).collect();
        assert_eq!(
            told,
            ["whole keyword", "whole dense", "whole rrf:60", "semantic keyword", "semantic dense", "semantic rrf:60"]
        );
        assert_eq!(choices.one().unwrap_err().code(), Code::InvalidArgument);
        let json = r#"{"search":{"spelling":[false,true],"queries":false,"causal":[true,false]}}"#;
        let ways = Choices::from_json(json).unwrap().ways().unwrap();
        let on: Vec<Vec<&str>> = ways.iter().map(|way| way.reading.named()).collect();
        assert_eq!(on, [vec!["causal"], vec![], vec!["spelling", "causal"], vec!["spelling"]]);
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_line_and_without_its_text() {
        for (json, line) in [
            ("{\n\"build\": {\"chunks\": 1}}", "line[2]"),
            ("{\"build\": {\"chunking\": \"okafor\"}}", "line[1]"),
            ("{\"search\": {\"strategy\": []}}", "line[1]"),
            ("{\"search\": {\"top-k\": -1}}", "line[1]"),
            ("{\"search\": {\"spelling\": \"okafor\"}}", "line[1]"),
            ("okafor", "line[1]"),
        ] {
            let error = Choices::from_json(json).unwrap_err();
            assert_eq!(error.code(), Code::Malformed, "{json}");
            let told = error.to_string();
            assert!(told.contains(line) && !told.contains("okafor"), "{told}");
        }
        for json in [
            r#"{"build":{"b":1.5}}"#,
            r#"{"build":{"k1":-1}}"#,
            r#"{"search":{"top-k":0}}"#,
            r#"{"search":{"probes":0}}"#,
        ] {
            assert_eq!(Choices::from_json(json).unwrap().one().unwrap_err().code(), Code::InvalidArgument, "{json}");
        }
        let many = format!("{{\"build\":{{\"k1\":{0:?},\"b\":{0:?}}}}}", vec![0.5; 30]);
        assert_eq!(Choices::from_json(&many).unwrap().ways().unwrap_err().code(), Code::TooLarge);
    }
}
