//! Finds the value that a source names, and what it is in its entry.

use crate::clearance::Operator;
use crate::document::{Coded, DocumentIndex, Fact, FileIndex, PatientIndex, Reading, Records, Value};
use crate::span::{File, Span};

/// A value of the records, and where it was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'a> {
    pub subject: Option<PatientIndex>,
    pub fact: &'a Fact,
    pub value: &'a Value,
    pub role: Role<'a>,
}

/// What a value is in its entry.
#[derive(Debug, Clone, Copy)]
pub(super) enum Role<'a> {
    /// The number of a reading of `code`, in `unit`, written as the part's own or as the entry's.
    Number { code: Option<&'a Coded>, unit: Option<&'a Value> },
    /// When the entry began or ended.
    Moment,
    /// A terminology's words for a code.
    Term,
    /// A unit.
    Unit,
}

impl Found<'_> {
    /// Returns whether `operator` makes its pieces from such values.
    pub fn fits(&self, operator: Operator) -> bool {
        use Operator::{Allowed, Band, Code, Count, Noise, Round, Time, Trend, Unit};
        match operator {
            Round | Noise | Band | Trend => matches!(self.role, Role::Number { .. }),
            Time => matches!(self.role, Role::Moment),
            Code | Allowed => matches!(self.role, Role::Term),
            Unit => matches!(self.role, Role::Unit),
            Count => matches!(self.role, Role::Moment | Role::Term),
            _ => false,
        }
    }

    /// Returns the number as the file has it.
    pub fn number(&self) -> Option<f64> {
        matches!(self.role, Role::Number { .. }).then(|| self.value.text.trim().parse().ok()).flatten()
    }
}

/// Returns what stands at `span` of `file` in the entries of `document`: most often one value, as a term and its display may be.
pub(super) fn find(records: &Records, document: DocumentIndex, file: FileIndex, span: Span<File>) -> Vec<Found<'_>> {
    let Some(document) = records.documents.get(document.0 as usize) else { return Vec::new() };
    let holds = |fact: &&Fact| {
        (fact.file == file && fact.span.contains(span))
            || fact.elsewhere.iter().any(|other| other.file == file && other.span.contains(span))
    };
    let facts = document.facts().iter().filter(holds);
    let values = facts.flat_map(|fact| values(fact).into_iter().map(move |(value, role)| (fact, value, role)));
    values
        .filter(|(fact, value, _)| value.span == span && fact.file_of(value) == file)
        .map(|(fact, value, role)| Found { subject: document.subject, fact, value, role })
        .collect()
}

/// Returns every value of `fact` that something may be made from.
fn values(fact: &Fact) -> Vec<(&Value, Role<'_>)> {
    let mut values: Vec<(&Value, Role<'_>)> = Vec::new();
    let own = fact.reading.iter().map(|reading| (fact.code.as_ref(), reading));
    let parts = fact.components.iter();
    let readings = own.chain(parts.clone().filter_map(|part| Some((Some(&part.code), part.reading.as_ref()?))));
    for (code, reading) in readings {
        match reading {
            Reading::Quantity { value, unit, .. } => {
                values.push((value, Role::Number { code, unit: unit.as_ref() }));
                values.extend(unit.iter().map(|unit| (unit, Role::Unit)));
            }
            Reading::Coded { answer } => values.extend(answer.term.iter().map(|term| (term, Role::Term))),
            Reading::Text { .. } => {}
        }
    }
    let codes = fact.code.iter().chain(parts.map(|part| &part.code));
    values.extend(codes.filter_map(|code| code.term.as_ref()).map(|term| (term, Role::Term)));
    let moments = fact.begun.iter().chain(&fact.ended);
    values.extend(moments.map(|moment| (&moment.value, Role::Moment)));
    values
}
