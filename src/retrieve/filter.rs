//! Which passages a search may find at all.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::document::{Document, DocumentIndex, DocumentKind, PatientIndex, Records};
use crate::index::Index;
use crate::ingest::note_kind;

/// A choice among documents; the default admits all.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Filter {
    /// Only documents about one of these patients; with no patient named, documents about anyone and about no one.
    pub patients: BTreeSet<PatientIndex>,
    /// Only documents of these kinds; with no kind named, of any.
    pub kinds: BTreeSet<DocumentKind>,
    /// Not documents about a day before this one. Documents that are not about one day are admitted.
    pub from: Option<Date>,
    /// Not documents about a day after this one. Documents that are not about one day are admitted.
    pub until: Option<Date>,
    /// Only texts by one of these, as the records name them; with nobody named, by anybody and by nobody.
    #[serde(default)]
    pub authors: BTreeSet<String>,
    /// Of texts only those of these kinds, as their titles have them; with none named, of any.
    #[serde(default)]
    pub forms: BTreeSet<String>,
}

impl Filter {
    /// Returns the filter that admits documents about `patients` only.
    pub fn patients(patients: impl IntoIterator<Item = PatientIndex>) -> Self {
        Filter { patients: patients.into_iter().collect(), ..Filter::default() }
    }

    /// Returns whether `document` may be found.
    pub fn admits(&self, document: &Document) -> bool {
        let patient = self.patients.is_empty() || document.subject.is_some_and(|at| self.patients.contains(&at));
        let kind = self.kinds.is_empty() || self.kinds.contains(&document.kind);
        let after = |day: Date| self.from.is_none_or(|from| day >= from);
        let before = |day: Date| self.until.is_none_or(|until| day <= until);
        let author = self.authors.is_empty() || document.author.as_ref().is_some_and(|by| self.authors.contains(by));
        let of_form = |form: &str| self.forms.iter().any(|wanted| wanted == form);
        let form = self.forms.is_empty() || note_kind(document).is_none_or(of_form);
        patient && kind && author && form && document.date.is_none_or(|day| after(day) && before(day))
    }

    /// Returns for each passage of `index` whether it may be found.
    pub fn admitted(&self, index: &Index, records: &Records) -> Vec<bool> {
        if *self == Filter::default() {
            return vec![true; index.len()];
        }
        let documents: Vec<bool> = records.documents.iter().map(|document| self.admits(document)).collect();
        let admits = |document: &DocumentIndex| documents.get(document.0 as usize).copied().unwrap_or(false);
        index.documents().iter().map(admits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Content;

    fn document(
        kind: DocumentKind,
        subject: Option<u32>,
        day: Option<Date>,
        title: &str,
        by: Option<&str>,
    ) -> Document {
        Document {
            id: "1".to_owned(),
            kind,
            subject: subject.map(PatientIndex),
            date: day,
            title: title.to_owned(),
            author: by.map(str::to_owned),
            text: String::new(),
            content: Content::Facts { facts: Vec::new() },
            revision: None,
        }
    }

    /// A progress note, a letter of nobody, a day of entries, all medications, and a guideline.
    fn documents() -> [Document; 5] {
        let day = |day: i8| Some(Date::constant(2024, 5, day));
        [
            document(DocumentKind::Note, Some(0), day(2), "Rice 2024-05-02 · Progress note", Some("Dr. Ade Okoro")),
            document(DocumentKind::Note, Some(1), day(3), "Bell 2024-05-03 · Letter", None),
            document(DocumentKind::Day, Some(0), day(4), "Rice 2024-05-04", None),
            document(DocumentKind::Medications, Some(0), None, "Rice · Medications", None),
            document(DocumentKind::Note, None, None, "Guideline", None),
        ]
    }

    #[test]
    fn each_part_of_a_filter_admits_by_itself() {
        let day = |day: i8| Some(Date::constant(2024, 5, day));
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        for (filter, admitted) in [
            (Filter::default(), &[0, 1, 2, 3, 4][..]),
            (Filter::patients([PatientIndex(0)]), &[0, 2, 3]),
            (Filter::patients([PatientIndex(0), PatientIndex(1)]), &[0, 1, 2, 3]),
            (Filter { kinds: BTreeSet::from([DocumentKind::Note]), ..Filter::default() }, &[0, 1, 4]),
            // The first and the last day are of the time, and what is of no day is of any.
            (Filter { from: day(3), ..Filter::default() }, &[1, 2, 3, 4]),
            (Filter { until: day(3), ..Filter::default() }, &[0, 1, 3, 4]),
            (Filter { from: day(3), until: day(3), ..Filter::default() }, &[1, 3, 4]),
            (Filter { from: day(4), until: day(2), ..Filter::default() }, &[3, 4]),
            (Filter { authors: named(&["Dr. Ade Okoro", "Dr. Helen Marsh"]), ..Filter::default() }, &[0]),
            (Filter { authors: named(&["Dr. Helen Marsh"]), ..Filter::default() }, &[]),
            // Of texts alone a kind of text is asked; a text of no kind is let by.
            (Filter { forms: named(&["Letter"]), ..Filter::default() }, &[1, 2, 3, 4]),
            (Filter { forms: named(&["Letter", "Progress note"]), ..Filter::default() }, &[0, 1, 2, 3, 4]),
            (Filter { forms: named(&["Letter"]), ..Filter::patients([PatientIndex(0)]) }, &[2, 3]),
        ] {
            let found: Vec<usize> =
                (0..).zip(&documents()).filter(|(_, document)| filter.admits(document)).map(|(at, _)| at).collect();
            assert_eq!(found, admitted, "{filter:?}");
        }
    }
    #[test]
    fn a_passage_is_admitted_with_its_document() {
        let (mut records, index) = crate::retrieve::search::tests::letters(["Fever.", "Cough.", "Pain."]);
        assert_eq!(Filter::default().admitted(&index, &records), [true; 3]);
        records.documents[1].subject = Some(PatientIndex(1));
        assert_eq!(Filter::patients([PatientIndex(0)]).admitted(&index, &records), [true, false, true]);
        // Of what is not there any more nothing is known, and it is found by no filter.
        records.documents.truncate(1);
        assert_eq!(Filter::patients([PatientIndex(0)]).admitted(&index, &records), [true, false, false]);
    }
}
