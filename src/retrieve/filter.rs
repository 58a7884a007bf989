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
