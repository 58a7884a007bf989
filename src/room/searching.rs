//! What a search of the room asks for, and the query that this makes of a question.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::TOP_K;
use crate::document::{DocumentKind, PatientIndex, Records};
use crate::index::concepts::Vocabulary;
use crate::index::{analyze, bm25};
use crate::question::spell::{self, Correction};
use crate::question::{Plan, meant, search_terms};
use crate::retrieve::narrow::{By, Narrowing};
use crate::retrieve::stages::Shares;
use crate::retrieve::{Concept, Filter, Query, QueryVector, Rerank, Strategy};

/// How a room is searched.
#[derive(Clone)]
pub struct Search<'a> {
    /// How passages are ranked.
    pub strategy: Strategy,
    /// How many are wanted.
    pub top_k: usize,
    /// Only documents of these kinds; of any where none is named.
    pub kinds: BTreeSet<DocumentKind>,
    /// Whether only the patients, the time, the authors and the kind of text that the question names are searched. Without it they
    /// count as words alone.
    pub filters: Filters,
    /// What alone is searched, in the place of what the question names, but for `kinds`.
    pub within: Option<Filter>,
    /// The caller's calendar day, from which "last spring" counts; without it only dates with a year are a time.
    pub today: Option<Date>,
    /// What is not to be searched more narrowly by, whatever the question says.
    pub without: BTreeSet<By>,
    /// Whether other words for what is asked are looked for.
    pub expansion: Expansion,
    /// Whether words that nothing knows are read as the nearest of the records.
    pub spelling: Spelling,
    /// The constants of BM25.
    pub bm25: bm25::Parameters,
    /// What reads question and passage together, where there is time for it.
    pub reranker: Option<&'a dyn Rerank>,
    /// The shares of the stages, where they are not those of the question's type.
    pub shares: Shares,
    /// What concepts are known beside the tables of this program; a room gives its own.
    pub vocabulary: Option<&'a Vocabulary>,
}

/// Whether what a question names limits what is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filters {
    /// Only what it names is searched.
    Stated,
    /// Everything is searched.
    Off,
}

/// Whether other words for what a question asks are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expansion {
    /// Its own words and those that mean the same.
    Concepts,
    /// Its own words alone, all alike.
    Off,
}

/// Whether slips of the pen are put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// A word that nothing knows is also read as the nearest of the records.
    Corrected,
    /// Words are read as they are written.
    AsWritten,
}

impl Default for Search<'_> {
    fn default() -> Self {
        Search {
            strategy: Strategy::default(),
            top_k: TOP_K,
            kinds: BTreeSet::new(),
            filters: Filters::Stated,
            within: None,
            today: None,
            without: BTreeSet::new(),
            expansion: Expansion::Concepts,
            spelling: Spelling::Corrected,
            bm25: bm25::Parameters::default(),
            reranker: None,
            shares: Shares::default(),
            vocabulary: None,
        }
    }
}

impl Search<'_> {
    /// Returns the query that `question` is for `records`, where `vector` is its vector, words of it are read as `corrections` say, and
    /// questions that name nobody are about `subject`.
    pub fn query(
        &self,
        records: &Records,
        subject: Option<PatientIndex>,
        question: &str,
        vector: Option<QueryVector>,
        corrections: Vec<Correction>,
    ) -> Query {
        let asked = question;
        let question = &*spell::read_as(asked, &corrections);
        let Narrowing { plan, filter, narrowed } = match self.filters {
            Filters::Stated if self.within.is_none() => {
                Narrowing::read(question, records, subject, self.today, &self.without)
            }
            _ => Narrowing {
                plan: Plan::new(question, &records.patients),
                filter: self.within.clone().unwrap_or_default(),
                narrowed: Vec::new(),
            },
        };
        let filter = if self.kinds.is_empty() { filter } else { Filter { kinds: self.kinds.clone(), ..filter } };
        let mut query = Query {
            text: asked.to_owned(),
            vector,
            filter,
            narrowed,
            bm25: self.bm25,
            shares: self.shares,
            ..Query::default()
        };
        if self.expansion == Expansion::Concepts {
            query.weights = Some(search_terms::weights(&plan, question));
            query.concepts = search_terms::concepts(&plan);
            if let Some(known) = self.vocabulary {
                let named = |span| plan.mentions.iter().any(|mention| mention.span.overlaps(span));
                query.concepts = meant::with(query.concepts, question, known, named);
            }
        }
        if !corrections.is_empty() {
            let weights = query.weights.get_or_insert_with(|| bm25::weights(analyze::bag(question)));
            for correction in corrections.iter().filter(|correction| !correction.of_run) {
                weights.entry(correction.term.clone()).or_insert(1.0);
                let read = vec![correction.term.clone()];
                // What a slip is read as is another wording of it, and not one thing more that is asked for.
                let slip = correction.span.of(asked).and_then(analyze::term);
                let own = |concept: &&mut Concept| concept.wordings.first().is_some_and(|said| said.iter().eq(&slip));
                match query.concepts.iter_mut().find(own) {
                    Some(concept) => concept.wordings.push(read),
                    None => query.concepts.push(Concept::new(vec![read], 1.0)),
                }
            }
            query.corrections = corrections;
        }
        query
    }
}
