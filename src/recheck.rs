//! The second reading: what would leave, compared with the records by a path of its own.
//!
//! The synthesis says of each piece of its text what it was made from, and by which operation. Nothing of that is believed here.
//! Each source is looked up in the records again and must be what the operation needs (a number, a moment, a term, a unit);
//! numbers, ranges, counts, directions and distances in time are worked out anew and compared with what the text says; a term must
//! be told whole, and of an entry that is not so, nothing. What a passage tells must be of one person.
//!
//! It shares the records' types with the synthesis and its tables of clinical precision and of units, and none of its code.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

mod age;
mod bare;
mod figure;
mod lookup;
mod number;
mod prose;
mod said;
mod status;
mod time;
mod wording;

use crate::clearance::{Compare, Finding, Operator, Original, Part, Piece, Rule, Source, SpanMap};
use crate::document::{Patient, PatientIndex, Records};
use crate::privacy::policy::Policy;
use crate::span::{Span, Synthesised};
use lookup::Found;

/// Our words before the pseudonym of the one person whom all passages are about.
const OF_ALL: &str = "All passages are about ";

/// What is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Recheck<'a> {
    /// The records.
    pub records: &'a Records,
    /// The question as it was typed.
    pub question: &'a str,
    /// The policy in force: how exactly may be told.
    pub policy: &'a Policy,
}

impl Compare for Recheck<'_> {
    fn compare(&self, map: &SpanMap) -> Vec<Finding> {
        let mut faults = Faults::default();
        let read: Vec<Read<'_>> = map.pieces().iter().map(|piece| self.read(map, piece, &mut faults)).collect();
        let times = time::check(&read, self.policy.floor, &mut faults);
        let of_all = read.windows(2).find_map(|pair| match pair {
            [before, name] if before.text.ends_with(OF_ALL) => self.called(name),
            _ => None,
        });
        let passages = passages(&read);
        let subjects = self.subjects(&read, &passages, of_all, &mut faults);
        self.persons(&read, &subjects, times, &mut faults);
        let (before, told) = read.split_at(read.len() - passages.iter().map(|passage| passage.len()).sum::<usize>());
        said_again(before, told, &mut faults);
        for passage in passages {
            self.passage(passage, of_all, &mut faults);
        }
        faults.0
    }
}

/// A piece with its sources, looked up.
#[derive(Debug)]
struct Read<'a> {
    piece: &'a Piece,
    text: &'a str,
    /// The sources that are in records, in the piece's order; none is missing unless that was found fault with.
    found: Vec<Found<'a>>,
}

impl Read<'_> {
    fn is(&self, operator: Operator) -> bool {
        self.piece.operator == operator
    }

    /// Returns whether it was made from words of a note.
    fn is_of_prose(&self) -> bool {
        self.piece.originals.iter().any(|original| matches!(original.source, Source::Prose { .. }))
    }

    fn numbers(&self) -> impl Iterator<Item = (&Found<'_>, f64)> {
        self.found.iter().filter_map(|found| Some((found, found.number()?)))
    }
}

/// Whom a pseudonym is said to stand for.
#[derive(Debug, Clone, Copy)]
struct Called<'a> {
    pseudonym: &'a str,
    /// The name, which several patients may have.
    name: &'a str,
}

/// What was found wrong so far.
#[derive(Debug, Default)]
struct Faults(Vec<Finding>);

impl Faults {
    fn add(&mut self, span: Span<Synthesised>, fault: Fault) {
        let (reason, fix) = fault.words();
        self.0.push(Finding { part: Part::Message, span: Some(span), rule: Rule::Source, reason, fix });
    }
}

/// What can be wrong with a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Its source is not there, or is of another kind than its operation needs.
    Provenance,
    /// Its words are not those of its source.
    Wording,
    /// Its number is not what its source rounds to, or lies on another side of a bound.
    Number,
    /// Its count is not that of its sources.
    Count,
    /// Its direction is not that of its sources.
    Direction,
    /// Its distance in time is not that of its source, or it is out of order.
    Time,
    /// It is told as so, and the records say that it is not, or how it ended.
    Status,
    /// It is of another person than the passage says.
    Person,
    /// It says how old somebody is more exactly than the level lets it, or in a band that does not hold it.
    Age,
}

impl Fault {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Fault::Provenance => ("a text without its source in the records", "leave the entry out"),
            Fault::Wording => {
                ("words that are not those of their source", "tell the term whole, or leave the entry out")
            }
            Fault::Number => {
                ("a number that is not what its source rounds to", "round it again, or leave the entry out")
            }
            Fault::Count => ("a count that is not that of the entries", "count again, or leave the entries out"),
            Fault::Direction => {
                ("a direction that the real numbers do not have", "judge it on the numbers, or leave it out")
            }
            Fault::Time => {
                ("a distance in time that the dates do not have", "count from day 0 again, or leave the entry out")
            }
            Fault::Status => {
                ("told as so, where the records say otherwise", "say what became of it, or leave the entry out")
            }
            Fault::Person => ("an entry of somebody else", "leave the entry out"),
            Fault::Age => ("an age that is no band of the level", "tell its band, or leave the sentence out"),
        }
    }
}

impl<'a> Recheck<'a> {
    /// Returns on which sides of its known limits each number of `map` is, in words, by where it stands; numbers without any have none.
    pub fn limits(&self, map: &SpanMap) -> Vec<(Span<Synthesised>, String)> {
        let mut faults = Faults::default();
        let read = map.pieces().iter().map(|piece| self.read(map, piece, &mut faults));
        read.filter_map(|read| Some((read.piece.span, number::limits(&read)?))).collect()
    }

    /// Looks up the sources of `piece`, and holds its text to them as far as it can be judged alone.
    fn read<'m>(&self, map: &'m SpanMap, piece: &'m Piece, faults: &mut Faults) -> Read<'m>
    where
        'a: 'm,
    {
        let text = map.text_of(piece);
        let mut found = Vec::new();
        let mut is_sourced =
            !piece.originals.is_empty() || matches!(piece.operator, Operator::Template | Operator::Alias);
        for original in &piece.originals {
            match original.source {
                Source::Record { document, file, span } => {
                    let looked_up = lookup::find(self.records, document, file, span);
                    let fits = |found: &Found<'_>| found.value.text == original.text && found.fits(piece.operator);
                    match looked_up.into_iter().find(fits) {
                        Some(source) => found.push(source),
                        None => is_sourced = false,
                    }
                }
                Source::Prose { .. } => {
                    is_sourced &= prose::text_at(self.records, &original.source) == Some(original.text.as_str())
                        && matches!(piece.operator, Operator::Vocabulary | Operator::Round | Operator::AgeBand);
                }
                Source::Question { span } => {
                    // A number of a question stays, in words too.
                    let in_words = said::digits(self.question, &span.range());
                    if piece.operator == Operator::Vocabulary && in_words.is_some_and(|(_, is_everyday)| !is_everyday) {
                        faults.add(piece.span, Fault::Number);
                    }
                    // So does what somebody is called there.
                    if piece.operator == Operator::Vocabulary && bare::is_asked_as_name(self.question, &span.range()) {
                        faults.add(piece.span, Fault::Provenance);
                    }
                    is_sourced &= span.of(self.question) == Some(original.text.as_str())
                        && matches!(piece.operator, Operator::Vocabulary | Operator::Allowed | Operator::Pseudonym);
                }
                Source::Whole => {
                    is_sourced &= matches!(piece.operator, Operator::Pseudonym | Operator::AgeBand | Operator::Time);
                }
            }
        }
        if !is_sourced {
            faults.add(piece.span, Fault::Provenance);
        } else if !wording::holds(piece, text, &found) {
            faults.add(piece.span, Fault::Wording);
        }
        Read { piece, text, found }
    }

    /// Returns of whom the passages under each pseudonym are: of one patient alone, and no two have the same, as names may be shared.
    /// Where there are several pseudonyms, a passage says whom it is about.
    fn subjects<'m>(
        &self,
        read: &[Read<'m>],
        passages: &[&[Read<'m>]],
        of_all: Option<Called<'m>>,
        faults: &mut Faults,
    ) -> BTreeMap<&'m str, PatientIndex> {
        let pseudonyms: BTreeSet<&str> =
            read.iter().filter_map(|piece| self.called(piece)).map(|called| called.pseudonym).collect();
        let mut subjects: BTreeMap<&'m str, PatientIndex> = BTreeMap::new();
        for passage in passages {
            let Some(subject) = self.subject(passage) else { continue };
            let is_right = match self.own(passage).or(of_all) {
                Some(Called { pseudonym, .. }) => {
                    let is_one = subjects.iter().all(|(known, other)| (*known == pseudonym) == (*other == subject));
                    if is_one {
                        subjects.insert(pseudonym, subject);
                    }
                    is_one
                }
                None => pseudonyms.len() < 2,
            };
            if let Some(piece) = passage.first().filter(|_| !is_right) {
                faults.add(piece.piece.span, Fault::Person);
            }
        }
        subjects
    }

    /// Checks that each pseudonym is one person's, that no more are of one name than patients have it, and that ages are theirs on day 0.
    fn persons(
        &self,
        read: &[Read<'_>],
        subjects: &BTreeMap<&str, PatientIndex>,
        zero: Option<Date>,
        faults: &mut Faults,
    ) {
        let mut named: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut last = None;
        for piece in read {
            if piece.is(Operator::Pseudonym) {
                let Some(called) = self.called(piece) else {
                    if piece.piece.originals.iter().any(|original| original.source == Source::Whole) {
                        faults.add(piece.piece.span, Fault::Person);
                    }
                    continue;
                };
                last = Some(called);
                named.insert((called.name, called.pseudonym));
                let is_shared =
                    named.iter().any(|(name, pseudonym)| *pseudonym == called.pseudonym && *name != called.name);
                let of_name = named.iter().filter(|(name, _)| *name == called.name).count();
                if is_shared || of_name > self.namesakes(called.name).count() {
                    faults.add(piece.piece.span, Fault::Person);
                }
            } else if piece.is(Operator::AgeBand) && !piece.is_of_prose() {
                let births = last.map(|called| self.births(called, subjects)).unwrap_or_default();
                let is_theirs = |birth: &Date| {
                    let day = birth.to_string();
                    piece.piece.originals.iter().all(|original| original.text == day)
                        && zero.is_some_and(|zero| time::is_aged(piece.text, *birth, zero, self.policy.floor))
                };
                if !births.iter().any(is_theirs) {
                    faults.add(piece.piece.span, Fault::Time);
                }
            }
        }
    }

    /// Returns the name that a pseudonym was made from and that a patient has; `None` where it was made from the question's words.
    fn called<'m>(&self, piece: &Read<'m>) -> Option<Called<'m>> {
        let [original] = piece.piece.originals.as_slice() else { return None };
        let name = original.text.as_str();
        let is_name =
            piece.is(Operator::Pseudonym) && original.source == Source::Whole && self.namesakes(name).next().is_some();
        is_name.then_some(Called { pseudonym: piece.text, name })
    }

    /// Returns the patients of the name `name`.
    fn namesakes(&self, name: &str) -> impl Iterator<Item = &'a Patient> {
        self.records.patients.iter().filter(move |patient| patient.name == name)
    }

    /// Returns when who is `called` so was born: the one whose passages have that pseudonym, else whoever has the name.
    fn births(&self, called: Called<'_>, subjects: &BTreeMap<&str, PatientIndex>) -> Vec<Date> {
        let Some(subject) = subjects.get(called.pseudonym) else {
            return self.namesakes(called.name).filter_map(|patient| patient.birth).collect();
        };
        let patient = self.records.patients.get(subject.0 as usize);
        patient.and_then(|patient| patient.birth).into_iter().collect()
    }

    /// Returns whom `passage` says by itself that it is about.
    fn own<'m>(&self, passage: &[Read<'m>]) -> Option<Called<'m>> {
        passage.iter().find_map(|piece| self.called(piece))
    }

    /// Returns of whom the records have the first entry or sentence of `passage` that is of anybody known.
    fn subject(&self, passage: &[Read<'_>]) -> Option<PatientIndex> {
        let of_prose = |original: &Original| {
            let Source::Prose { document, .. } = original.source else { return None };
            self.records.documents.get(document.0 as usize)?.subject
        };
        passage.iter().find_map(|piece| {
            let of_entry = piece.found.iter().find_map(|found| found.subject);
            of_entry.or_else(|| piece.piece.originals.iter().find_map(of_prose))
        })
    }

    /// Checks one passage: whom it is about (by itself, or as all are), its numbers, and what became of what it tells.
    fn passage(&self, passage: &[Read<'_>], of_all: Option<Called<'_>>, faults: &mut Faults) {
        let named = self.own(passage).or(of_all).map(|called| called.name);
        let mut subjects = passage.iter().flat_map(|piece| piece.found.iter().map(move |found| (piece, found.subject)));
        let first = subjects.next().map(|(_, subject)| subject);
        let name = |index: Option<PatientIndex>| {
            self.records.patients.get(index?.0 as usize).map(|patient| patient.name.as_str())
        };
        let stranger = subjects.find(|(_, subject)| Some(*subject) != first).map(|(piece, _)| piece);
        let misnamed = || named.is_some() && first.is_some_and(|first| name(first) != named);
        if let Some(piece) = stranger.or_else(|| passage.first().filter(|_| misnamed())) {
            faults.add(piece.piece.span, Fault::Person);
        }
        wording::whole(passage, faults);
        number::check(passage, self.policy, faults);
        status::check(passage, faults);
        time::in_order(passage, faults);
        prose::check(passage, self.records, named, self.policy.floor, faults);
    }
}

/// Checks what stands `before` the passages, such as thoughts of earlier replies: of the records it says nothing but what is `told`, piece
/// for piece, in a passage, where it is held to its source.
fn said_again(before: &[Read<'_>], told: &[Read<'_>], faults: &mut Faults) {
    let is_of_records = |piece: &&Read<'_>| {
        let is_of_whole = piece.is(Operator::AgeBand) && !piece.is_of_prose();
        !matches!(piece.piece.operator, Operator::Template | Operator::Alias | Operator::Pseudonym)
            && !is_of_whole
            && !piece.piece.originals.iter().all(|original| matches!(original.source, Source::Question { .. }))
    };
    for piece in before.iter().filter(is_of_records) {
        let is_twin = |other: &Read<'_>| {
            (other.piece.operator, &other.piece.originals, other.text)
                == (piece.piece.operator, &piece.piece.originals, piece.text)
        };
        if !told.iter().any(is_twin) {
            faults.add(piece.piece.span, Fault::Provenance);
        }
    }
}

/// Returns the pieces of each passage: from the template that opens a quotation to the one that closes it.
fn passages<'r, 'a>(read: &'r [Read<'a>]) -> Vec<&'r [Read<'a>]> {
    let opens = |piece: &Read<'_>| piece.is(Operator::Template) && piece.text.contains("<quote>");
    let starts: Vec<usize> = read.iter().enumerate().filter(|(_, piece)| opens(piece)).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([read.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| read.get(*start..end)).collect()
}

#[cfg(test)]
mod tests;
