//! What a question about everybody says, once every word of it is read.

use std::cell::Cell;

use super::smoking::Smoking;
use crate::document::FactKind;
use crate::question::exact::ask::Bound;
use crate::question::when::Range;

/// What is wanted of the people that are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    Names,
    Count,
    /// The medicines that they take.
    Medicines,
    /// The mean of the latest values.
    Average(Vec<String>),
    /// Who has the highest or the lowest value, of the latest or of all.
    Extreme {
        high: bool,
        when: When,
        words: Vec<String>,
    },
    /// Who is the oldest, or the youngest.
    ByAge {
        oldest: bool,
    },
}

/// Of which time something must be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// As it is now; of values, the latest.
    Now,
    Ever,
    /// Not said: only where both are the same there is an answer.
    Unsaid,
}

/// Something that people have, or do not have.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    /// The words that name it, in lower case.
    pub words: Vec<String>,
    /// The kinds of entry that the verb names.
    pub kinds: Vec<FactKind>,
    pub when: When,
    /// Whether those are meant who do not have it.
    pub is_not: bool,
    /// Whether an entry counts that tells of its history: "a history of appendectomy".
    pub history: bool,
    /// What is asked of smoking, where that is what is meant.
    pub smoking: Option<Smoking>,
    pub bounds: Vec<(Bound, f64)>,
    pub unit: Option<String>,
    pub range: Option<Range>,
    /// What does not count as it: "not counting prediabetes".
    pub except: Vec<String>,
    /// The words as they are told.
    pub said: String,
    /// Whether it makes a difference of which time it must be, and that is not said.
    pub is_unsure: Cell<bool>,
}

impl Term {
    pub fn of(words: Vec<String>, when: When) -> Self {
        let said = words.join(" ");
        Term {
            words,
            kinds: Vec::new(),
            when,
            is_not: false,
            history: false,
            smoking: None,
            bounds: Vec::new(),
            unit: None,
            range: None,
            except: Vec::new(),
            said,
            is_unsure: Cell::new(false),
        }
    }
}

/// Several things of which all are meant, or where `any`, one is enough.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Clause {
    pub any: bool,
    pub terms: Vec<Term>,
}

/// The people that are meant, and what of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Crowd {
    pub wanted: Wanted,
    /// The sex, as FHIR has it.
    pub sex: Option<&'static str>,
    /// The days on one of which they were born.
    pub born: Vec<Range>,
    /// Whether these are told by an age.
    pub is_aged: bool,
    pub alive: bool,
    /// The days on one of which they died.
    pub died: Option<Range>,
    pub clauses: Vec<Clause>,
}
