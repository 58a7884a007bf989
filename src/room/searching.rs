//! Searching a room: what a search asks for, the query that this makes of a question, and what it finds.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{INDEX_STEP_TEXTS, Room, TOP_K};
use crate::document::{DocumentKind, PatientIndex, Records};
use crate::error::Result;
use crate::index::concepts::Vocabulary;
use crate::index::{analyze, bm25};
use crate::question::spell::{self, Correction};
use crate::question::{self, Plan, meant, search_terms};
use crate::retrieve::narrow::{By, Narrowing};
use crate::retrieve::stages::Shares;
use crate::retrieve::{self, Concept, Filter, Hits, Query, QueryVector, Rerank, Strategy, Tools};

/// Passages that a question looks through for concepts before it goes on, of those that were not yet, for the questions after it. It finds the
/// same without: of the others it looks through those that have the words of what it asks for.
const MENTION_BESIDE: usize = INDEX_STEP_TEXTS;

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

impl Room {
    /// Returns the `top_k` best passages for `question`, with the parts of their scores. Where the question names
    /// patients, only theirs are searched.
    ///
    /// # Errors
    /// As [`retrieve::search_with`].
    pub fn search(&mut self, question: &str, strategy: Strategy, top_k: usize) -> Result<Hits> {
        self.find(question, &Search { strategy, top_k, ..Search::default() })
    }

    /// Returns the best passages for `question` as `search` asks for them.
    ///
    /// # Errors
    /// As [`retrieve::search_with`].
    pub fn find(&mut self, question: &str, search: &Search<'_>) -> Result<Hits> {
        self.refresh()?;
        if search.expansion == Expansion::Concepts {
            self.mention(MENTION_BESIDE);
        }
        self.found(question, search, &self.records, self.vocabulary.as_deref())
    }

    /// As [`find`](Self::find), in `records`, which the index is of; in passages that were not looked through for concepts yet those of
    /// `beyond` are looked for, where it is given.
    pub(super) fn found(
        &self,
        question: &str,
        search: &Search<'_>,
        records: &Records,
        beyond: Option<&Vocabulary>,
    ) -> Result<Hits> {
        let vector = match &self.encoder {
            Some(encoder) if search.strategy.uses_dense() && !self.index.vectors().is_empty() => {
                let values = encoder.embed_question(question)?.as_slice().to_vec();
                let model = encoder.model_id().as_str().to_owned();
                Some(QueryVector { model, values, word_share: encoder.word_share() })
            }
            _ => None,
        };
        let only = (records.patients.len() == 1).then_some(PatientIndex(0));
        let corrections = match search.spelling {
            Spelling::Corrected => {
                let known = search.vocabulary.or(self.vocabulary.as_deref());
                let named = known.into_iter().flat_map(|known| known.mentions(question)).map(|mention| mention.span);
                spell::corrections(question, self.index.postings(), |word| self.knows(word), named)
            }
            Spelling::AsWritten => Vec::new(),
        };
        let search = Search { vocabulary: search.vocabulary.or(self.vocabulary.as_deref()), ..search.clone() };
        let mut query = search.query(records, self.subject.or(only), question, vector, corrections);
        if let Some(encoder) = self.encoder.as_ref().filter(|_| query.vector.is_some()) {
            query.variants = search.variants(question, encoder.as_ref())?;
        }
        let tools = Tools { reranker: search.reranker, vocabulary: beyond };
        retrieve::search_with(&self.index, records, &query, search.strategy, search.top_k, &tools)
    }

    /// Returns whether `word` (lower case) is one that is not to be read as another.
    fn knows(&self, word: &str) -> bool {
        let listed = self.lexicon.as_ref().is_some_and(|lexicon| !lexicon.of_word(word).is_unknown());
        listed || question::is_known(word)
    }

    /// Looks for concepts in at most `most` further passages of the index as it is, and returns how many were looked through, and of how
    /// many; without a vocabulary there is nothing to do.
    pub fn mention(&mut self, most: usize) -> (usize, usize) {
        match &self.vocabulary {
            // The index is of other records.
            _ if self.stale && self.earlier.is_none() => (self.index.len(), self.index.len()),
            Some(vocabulary) => {
                let records = self.earlier.as_ref().unwrap_or(&self.records);
                self.index.mention(vocabulary, records, most)
            }
            None => (self.index.len(), self.index.len()),
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
