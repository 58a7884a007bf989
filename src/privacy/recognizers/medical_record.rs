//! Medical record numbers: 45 CFR 164.514(b)(2)(i)(H).
//!
//! Every institution has a form of its own, so only the label tells: the words that English, Indian, Australian and
//! European hospitals use. A label without at least three digits behind it ("MRN pending") finds nothing.

use std::sync::LazyLock;

use super::label::{Labelled, Shape};
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        ("record number", r"(?:med(?:ical)? ?rec(?:ord)?|health ?record|hospital|patient|pt|client|resident|rec|record|chart|unit|enterprise|master patient|clinic|file|dossier|folder)[ _.-]?(?:number|num|no|nr|nbr|id|identifier|index|#)", Shape::digits(3), Score::STRONG),
        ("abbreviation", r"mrns?|m\.r\.n\.?|m r n|m\.?r\.?d?\.? ?no|crn|pat\.?-?(?:nr|id)|patientennummer|patientnummer|fallnummer|fall-?nr|nhc|ipp|n\u{ba} ?historia|historia cl\u{ed}nica|pasientnr|journalnr|journalnummer|numer historii choroby|kartoteka|cartella(?: clinica)?|dossiernummer|prontu\u{e1}rio|mr ?(?:#|no\b|number)|emrn|empi|mpi|uhid|urn?|umrn|cr ?no|ipd?[ .]?(?:no|reg|number|id)|opd?[ .]?(?:no|reg|number|id)|hosp(?:ital)? ?(?:no|num|number|#)|hn|chart ?#|pid(?: ?no| ?#|:)|patientid", Shape::digits(3), Score::STRONG),
        ("chart", r"(?:chart|record)", Shape { min_digits: 5, min_length: 5, max_length: 16 }, Score::FAIR),
        ("identified as", r"(?:[0-9]{1,3} ?(?:m|f|male|female|y/?o [mf]?),? |patient |pt )id", Shape::digits(3), Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, labels, shape, score)| Labelled::new(name, labels, shape, EntityType::MedicalRecord, score))
    .collect()
});

/// Finds medical record numbers.
pub struct MedicalRecord;

impl Recognizer for MedicalRecord {
    fn name(&self) -> &'static str {
        "medical_record"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::LABELLED.len(), 4);
    }
}
