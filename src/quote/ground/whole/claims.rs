//! What the pieces of a sentence claim together: "from 82 to 79" is a course, "since" and a time a beginning.

use super::atoms::{Atom, Value};
use super::words::{Over, Word};
use crate::document::FactKind;

/// A claim, or a word of one.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Claim {
    Thing(Vec<usize>),
    Answer(String),
    Part(String),
    Kind(FactKind),
    Label(FactKind),
    /// Over which time: as it is told before day 0.
    Span(String),
    Count(f64),
    /// A word of what is claimed: what is had or taken, which reading is meant, which way it goes.
    Word(Word),
    /// One reading.
    One(Value),
    /// Two numbers of one reading.
    Pair(Value, Value),
    /// The least and the greatest.
    Range(Value, Value),
    /// The first and the last, each with its time where one is told.
    Course([(Value, Option<usize>); 2]),
    /// A bound: whether above it, and its number.
    Bound(bool, Value),
    /// By how much something changed.
    Difference(Value),
    At(usize),
    Since(usize),
    Until(usize),
    /// The day on which it was prescribed, diagnosed or done.
    Begun(usize),
    /// How it ended, and on which day.
    Ended(Over, usize),
    /// From one time to another.
    Period(usize, usize),
    Break,
}

/// Returns what `atoms` claim; `None` where a word that joins stands where it joins nothing.
pub(super) fn claims(atoms: &[Atom]) -> Option<Vec<Claim>> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut rest = atoms;
    while let Some(first) = rest.first() {
        let len = match joined(rest, claims.last()) {
            Some((found, len)) => {
                claims.extend(found);
                len
            }
            None => {
                claims.push(alone(first)?);
                1
            }
        };
        rest = rest.get(len..)?;
    }
    Some(claims)
}

/// What several atoms are together.
fn joined(atoms: &[Atom], before: Option<&Claim>) -> Option<(Vec<Claim>, usize)> {
    use Atom::{Time, Value as Number, Word as Said};
    let one = |claim: Claim, len: usize| Some((vec![claim], len));
    let is_range = before == Some(&Claim::Word(Word::Range));
    match atoms {
        [Said(Word::Between), Number(low), Said(Word::And | Word::To), Number(high), ..] => {
            one(Claim::Range(*low, *high), 4)
        }
        [Said(Word::From), Number(low), Said(Word::To), Number(high), ..] if is_range => {
            one(Claim::Range(*low, *high), 4)
        }
        [Number(low), Said(Word::To), Number(high), ..] if is_range => one(Claim::Range(*low, *high), 3),
        [Number(low), Said(Word::Dash), Number(high), ..] => one(Claim::Range(*low, *high), 3),
        [Said(Word::From | Word::Between), Time(from), Said(Word::To | Word::Until | Word::And), Time(to), ..] => {
            one(Claim::Period(*from, *to), 4)
        }
        [Said(Word::From), Number(first), more @ ..] => course(*first, more),
        [Number(first), Said(Word::Slash | Word::And), Number(second), ..] => one(Claim::Pair(*first, *second), 3),
        [Said(Word::Since), Time(time), ..] => one(Claim::Since(*time), 2),
        [Said(Word::Until), Time(time), ..] => one(Claim::Until(*time), 2),
        [Said(word @ (Word::Prescribed | Word::Diagnosed | Word::Done)), Time(time), ..] => {
            Some((vec![Claim::Word(*word), Claim::Begun(*time)], 2))
        }
        [Said(Word::Over(over)), Time(time), ..] => one(Claim::Ended(*over, *time), 2),
        [Said(word @ (Word::Above | Word::Below)), Number(value), ..] => {
            one(Claim::Bound(*word == Word::Above, *value), 2)
        }
        [Said(Word::By), Number(value), ..] => one(Claim::Difference(*value), 2),
        _ => None,
    }
}

/// "From 82 (day) to 79 (day)", of which the first number was read.
fn course(first: Value, atoms: &[Atom]) -> Option<(Vec<Claim>, usize)> {
    let (mut rest, mut len) = (atoms, 2);
    let mut take = |rest: &mut &[Atom]| {
        let [Atom::Time(time), more @ ..] = *rest else { return None };
        *rest = more;
        len += 1;
        Some(*time)
    };
    let begun = take(&mut rest);
    let [Atom::Word(Word::To), Atom::Value(last), more @ ..] = rest else { return None };
    rest = more;
    let ended = take(&mut rest);
    Some((vec![Claim::Course([(first, begun), (*last, ended)])], len + 2))
}

/// What an atom is by itself.
fn alone(atom: &Atom) -> Option<Claim> {
    Some(match atom {
        Atom::Thing(things) => Claim::Thing(things.clone()),
        Atom::Answer(text) => Claim::Answer(text.clone()),
        Atom::Part(part) => Claim::Part(part.clone()),
        Atom::Kind(kind) => Claim::Kind(*kind),
        Atom::Label(kind) => Claim::Label(*kind),
        Atom::Span(text) => Claim::Span(text.clone()),
        Atom::Count(count) => Claim::Count(*count),
        Atom::Value(value) => Claim::One(*value),
        Atom::Time(time) => Claim::At(*time),
        Atom::Break | Atom::Lead | Atom::Word(Word::And) => Claim::Break,
        Atom::Word(
            Word::Between
            | Word::From
            | Word::To
            | Word::By
            | Word::Since
            | Word::Until
            | Word::Above
            | Word::Below
            | Word::Slash
            | Word::Dash,
        ) => return None,
        Atom::Word(word) => Claim::Word(*word),
    })
}

impl Claim {
    /// Whether it is of readings that are numbers.
    pub fn is_measured(&self) -> bool {
        matches!(
            self,
            Claim::One(_)
                | Claim::Pair(..)
                | Claim::Range(..)
                | Claim::Course(_)
                | Claim::Bound(..)
                | Claim::Difference(_)
                | Claim::Word(Word::Up | Word::Down | Word::Steady | Word::Mixed | Word::Changed)
        )
    }

    /// Whether it is a number of a reading.
    pub fn has_value(&self) -> bool {
        self.is_measured() && !matches!(self, Claim::Word(_))
    }

    /// Whether it says what becomes of an entry: that it is had, taken, over, done.
    pub fn is_said_of_entries(&self) -> bool {
        match self {
            Claim::Kind(_) | Claim::Begun(_) | Claim::Ended(..) => true,
            Claim::Word(word) => word.is_said_of_entries() || *word == Word::Not,
            _ => false,
        }
    }

    /// Whether it is a verb that says of its own what becomes of an entry.
    pub fn is_verb(&self) -> bool {
        matches!(
            self,
            Claim::Word(
                Word::Has | Word::Had | Word::Takes | Word::NoLonger | Word::Done | Word::Allergic | Word::Diagnosed
            )
        )
    }

    /// Whether it is a time of an entry.
    pub fn is_time(&self) -> bool {
        matches!(self, Claim::At(_) | Claim::Since(_) | Claim::Until(_) | Claim::Begun(_) | Claim::Ended(..))
    }
}
