//! Several libraries asked as one: packs at hand, and collections of servers.
//!
//! What a [`Library`] gives is one of two things ([`Offered`]), which stay apart: a [`PublicPassage`] of a file whose bytes were held to its hashes, or what
//! a server tells. Lists are joined by reciprocal ranks (Cormack, Clarke and Büttcher, SIGIR 2009), since the scores of different libraries do not compare.
//! A passage that several have stands once, under its reference, with the text that is at hand where there is one. Only that is ever told to a model:
//! nobody here has seen the file behind what a server tells.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::chroma::Told;
use super::pack::{Asked, Hit};
use super::{Mark, PublicPassage};
use crate::clearance::PublicText;
use crate::error::{Code, Error, Result};
use crate::ingest::literature::Author;
use crate::retrieve::fuse::RRF_K;

/// A library that can be asked for passages. One on another machine is asked by no more than the words that were cleared for it.
pub trait Library {
    /// Returns the passages that bear on what is asked, best first.
    ///
    /// # Errors
    /// `network` or `reply` where it is a server that does not answer, or not as such a one does; as searching a pack else.
    fn passages(&mut self, asked: &Asked) -> Result<Vec<Offered>>;
}

/// A passage that a library gives.
#[derive(Debug, Clone, PartialEq)]
pub enum Offered {
    /// Of a file that was read here.
    AtHand(PublicPassage),
    /// By a server's word.
    Told(Told),
}

impl Offered {
    /// Returns the reference.
    pub fn citation(&self) -> &str {
        match self {
            Offered::AtHand(passage) => passage.citation().as_str(),
            Offered::Told(told) => &told.citation,
        }
    }

    /// Returns the article's title.
    pub fn title(&self) -> &str {
        match self {
            Offered::AtHand(passage) => &passage.article().title,
            Offered::Told(told) => &told.title,
        }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        match self {
            Offered::AtHand(passage) => passage.text(),
            Offered::Told(told) => &told.text,
        }
    }

    /// Returns the article's year.
    pub fn year(&self) -> Option<i64> {
        match self {
            Offered::AtHand(passage) => passage.article().issued.year.map(i64::from),
            Offered::Told(told) => told.year,
        }
    }

    /// Returns its number in PubMed.
    pub fn pmid(&self) -> Option<u64> {
        match self {
            Offered::AtHand(passage) => passage.article().pmid.map(u64::from),
            Offered::Told(told) => told.pmid,
        }
    }

    /// Returns the authors, as citations have them.
    pub fn authors(&self) -> Vec<String> {
        match self {
            Offered::AtHand(passage) => passage.article().authors.iter().map(Author::cited).collect(),
            Offered::Told(told) => told.authors.clone(),
        }
    }

    /// Returns the journal, the types of publication and the DOI, as far as they are known.
    pub fn about(&self) -> Vec<String> {
        let (journal, types, doi) = match self {
            Offered::AtHand(passage) => {
                let article = passage.article();
                (article.journal.clone(), article.types.join(", "), article.doi.clone().unwrap_or_default())
            }
            Offered::Told(told) => (told.journal.clone(), told.types.replace("; ", ", "), told.doi.clone()),
        };
        let doi = if doi.is_empty() { doi } else { format!("doi {doi}") };
        [journal, types, doi].into_iter().filter(|part| !part.is_empty()).collect()
    }

    /// Returns what was said of the article since.
    pub fn marks(&self) -> Vec<Mark> {
        match self {
            Offered::AtHand(passage) => passage.marks(),
            Offered::Told(told) => told.marks.clone(),
        }
    }

    /// Returns it for a request to a language model: never what a server tells.
    pub fn public(&self) -> Option<PublicText> {
        match self {
            Offered::AtHand(passage) => passage.public(),
            Offered::Told(_) => None,
        }
    }

    /// Returns whether it is a server's word.
    pub fn is_told(&self) -> bool {
        matches!(self, Offered::Told(_))
    }
}

impl From<Hit> for Offered {
    fn from(hit: Hit) -> Self {
        Offered::AtHand(hit.passage)
    }
}

impl Serialize for Offered {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            citation: &'a str,
            title: &'a str,
            text: &'a str,
            year: Option<i64>,
            pmid: Option<u64>,
            origin: &'static str,
        }
        let origin = if self.is_told() { "told" } else { "at-hand" };
        let (citation, title, text) = (self.citation(), self.title(), self.text());
        View { citation, title, text, year: self.year(), pmid: self.pmid(), origin }.serialize(serializer)
    }
}

/// A passage among those of several libraries.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fused {
    /// The passage, as it is at hand where it is.
    #[serde(flatten)]
    pub passage: Offered,
    /// What any of the libraries says of the article.
    pub marks: Vec<Mark>,
    /// The sum of its places' reciprocals, each place more by 60.
    pub score: f64,
    /// Its place in each library, in their order, from 1.
    pub places: Vec<Option<usize>>,
    /// One less the cosine, as the first server that has it says.
    pub distance: Option<f64>,
    /// Whether two libraries have other texts of it.
    pub differs: bool,
}

impl Fused {
    fn of(passage: Offered, libraries: usize) -> Self {
        let places = vec![None; libraries];
        Fused { passage, marks: Vec::new(), score: 0.0, places, distance: None, differs: false }
    }

    /// Counts that it stands at `place` in the library `at`, as `offered`; a second place in the same one counts for nothing.
    fn stand(&mut self, at: usize, place: usize, offered: Offered) {
        let Some(known @ None) = self.places.get_mut(at) else { return };
        *known = Some(place);
        self.score += 1.0 / (f64::from(RRF_K) + place as f64);
        self.marks.extend(offered.marks());
        self.marks.sort_unstable();
        self.marks.dedup();
        self.differs |= self.passage.text() != offered.text();
        if let Offered::Told(told) = &offered {
            self.distance.get_or_insert(told.distance);
        } else if self.passage.is_told() {
            self.passage = offered;
        }
    }
}

/// Returns the `best` of `lists`, each of which is best first.
pub fn fused(lists: Vec<Vec<Offered>>, best: usize) -> Vec<Fused> {
    let libraries = lists.len();
    let mut all: BTreeMap<String, Fused> = BTreeMap::new();
    for (at, list) in lists.into_iter().enumerate() {
        for (place, offered) in (1..).zip(list) {
            let fused = all.entry(offered.citation().to_owned());
            fused.or_insert_with(|| Fused::of(offered.clone(), libraries)).stand(at, place, offered);
        }
    }
    // Where scores are the same, the order is that of the references.
    let mut all: Vec<Fused> = all.into_values().collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all.truncate(best);
    all
}

/// What several libraries have.
#[derive(Debug)]
pub struct Among {
    /// The passages, best first.
    pub found: Vec<Fused>,
    /// Servers that did not answer, by their place among the libraries, each with why.
    pub silent: Vec<(usize, Error)>,
}

/// Asks each of `libraries` and returns the `best` of what they have. A server that does not answer costs what it has, and no more.
///
/// # Errors
/// As [`Library::passages`], but for servers that do not answer.
pub fn among(libraries: &mut [&mut dyn Library], asked: &Asked, best: usize) -> Result<Among> {
    let (mut lists, mut silent) = (Vec::with_capacity(libraries.len()), Vec::new());
    for (at, library) in libraries.iter_mut().enumerate() {
        lists.push(match library.passages(asked) {
            Ok(list) => list,
            Err(error) if matches!(error.code(), Code::Network | Code::Reply) => {
                silent.push((at, error));
                Vec::new()
            }
            Err(error) => return Err(error),
        });
    }
    Ok(Among { found: fused(lists, best), silent })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ingest::literature::{Item, Reader};
    use crate::library::{Chunking, passage};

    /// The passage of an invented article of this number.
    fn at_hand(number: u32) -> Offered {
        let ris = format!(
            "TY  - JOUR\nTI  - Title\nAU  - Smith, Ann\nPY  - 2001\nDO  - 10.5555/{number}\nAB  - Text {number}.\nER  - \n"
        );
        let mut found = Vec::new();
        let mut take = |item| {
            if let Item::Article(article) = item {
                found.extend(passage::passages(&Arc::new(*article), Chunking::Whole));
            }
        };
        let mut reader = Reader::begin(0);
        reader.push(ris.as_bytes(), &mut take).unwrap();
        reader.finish(&mut take).unwrap();
        Offered::AtHand(found.pop().unwrap())
    }

    /// What a server tells under the reference of the article of this number.
    fn told(number: u32, text: &str, marks: &[Mark]) -> Offered {
        Offered::Told(Told {
            citation: at_hand(number).citation().to_owned(),
            title: "Title".into(),
            text: text.into(),
            year: Some(2001),
            marks: marks.to_vec(),
            distance: 0.2,
            ..Told::default()
        })
    }

    struct Fixed(Result<Vec<Offered>>);

    impl Library for Fixed {
        fn passages(&mut self, _: &Asked) -> Result<Vec<Offered>> {
            self.0.clone()
        }
    }

    #[test]
    fn what_several_libraries_have_stands_once_and_is_what_is_at_hand() {
        let server = vec![told(1, "Text 1.", &[Mark::Concern]), told(2, "Other.", &[]), told(3, "Text 3.", &[])];
        let lists = vec![server, vec![at_hand(2), at_hand(4)], vec![at_hand(4), at_hand(1)]];
        let found = fused(lists, 10);
        let numbers: Vec<&str> = found.iter().map(|each| each.passage.text()).collect();
        assert_eq!(numbers, ["Text 1.", "Text 2.", "Text 4.", "Text 3."]);
        let [first, second, third, last] = &found[..] else { panic!() };
        assert_eq!((first.places.as_slice(), first.passage.is_told()), (&[Some(1), None, Some(2)][..], false));
        assert_eq!((first.score - (1.0 / 61.0 + 1.0 / 62.0), first.distance), (0.0, Some(0.2)));
        assert_eq!((first.marks.as_slice(), first.passage.marks().len()), (&[Mark::Concern][..], 0));
        assert!(first.passage.public().is_some() && !first.differs);
        assert!(second.differs && !third.differs, "the server tells another text");
        assert!(last.passage.is_told() && last.passage.public().is_none(), "what a server tells is told to no model");
        assert_eq!(fused(vec![vec![at_hand(1), at_hand(2)]], 1).len(), 1);
        assert!(fused(Vec::new(), 3).is_empty());
    }

    #[test]
    fn a_passage_that_a_library_names_twice_counts_once() {
        let found = fused(vec![vec![told(1, "a", &[]), told(2, "b", &[]), told(1, "a", &[])]], 5);
        assert_eq!(found.len(), 2);
        assert!((found[0].score - 1.0 / 61.0).abs() < 1e-12);
    }

    #[test]
    fn a_server_that_does_not_answer_costs_its_own_passages_alone() {
        let asked = Asked::beside("salt".into());
        let mut pack = Fixed(Ok(vec![at_hand(1)]));
        let mut away = Fixed(Err(Error::new(Code::Network, "away")));
        let among_both = among(&mut [&mut away, &mut pack], &asked, 3).unwrap();
        assert_eq!((among_both.found.len(), among_both.silent.len(), among_both.silent[0].0), (1, 1, 0));
        assert_eq!(among_both.found[0].places, [None, Some(1)]);
        let mut bad = Fixed(Err(Error::new(Code::Model, "another model")));
        assert_eq!(among(&mut [&mut pack, &mut bad], &asked, 3).unwrap_err().code(), Code::Model);
    }

    #[test]
    fn in_json_a_passage_says_where_it_is_from() {
        let found = fused(vec![vec![told(1, "a", &[Mark::Corrected])], vec![at_hand(2)]], 5);
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!((json[0]["origin"].as_str(), json[1]["origin"].as_str()), (Some("told"), Some("at-hand")));
        assert_eq!((json[0]["marks"][0].as_str(), json[0]["year"].as_i64()), (Some("corrected"), Some(2001)));
        assert_eq!(json[1]["places"], serde_json::json!([null, 1]));
    }
}
