//! The codes of the generated records, with the displays of their code systems.
//!
//! Sources: LOINC (loinc.org), SNOMED CT International Edition, RxNorm (nlm.nih.gov/research/umls/rxnorm), CVX
//! (cdc.gov/vaccines, IIS code sets) and the FHIR R4 terminology (terminology.hl7.org).

mod findings;
mod measurements;
mod medicines;
mod vaccines;

pub(super) use findings::*;
pub(super) use measurements::*;
pub(super) use medicines::*;
pub(super) use vaccines::*;

use super::json::{Json, list, object};

/// LOINC.
pub(super) const LOINC: &str = "http://loinc.org";
/// SNOMED CT.
pub(super) const SNOMED: &str = "http://snomed.info/sct";
/// RxNorm.
pub(super) const RXNORM: &str = "http://www.nlm.nih.gov/research/umls/rxnorm";
/// CVX.
pub(super) const CVX: &str = "http://hl7.org/fhir/sid/cvx";
/// UCUM.
pub(super) const UCUM: &str = "http://unitsofmeasure.org";

/// A code of one of the systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Concept {
    /// The code system's URI.
    pub(super) system: &'static str,
    /// The code.
    pub(super) code: &'static str,
    /// The system's display.
    pub(super) display: &'static str,
}

impl Concept {
    /// Returns the concept as a `CodeableConcept`.
    pub(super) fn json(self) -> Json {
        object! { "coding": list![object! { "system": self.system, "code": self.code, "display": self.display }] }
    }
}

/// Returns a SNOMED CT concept.
pub(super) const fn snomed(code: &'static str, display: &'static str) -> Concept {
    Concept { system: SNOMED, code, display }
}

/// Returns a LOINC concept.
pub(super) const fn loinc(code: &'static str, display: &'static str) -> Concept {
    Concept { system: LOINC, code, display }
}

/// Returns a `CodeableConcept` of a FHIR or v3 code system, named by the last part of its URI.
pub(super) fn fhir(system: &'static str, code: &'static str, display: &'static str) -> Json {
    let system = format!("http://terminology.hl7.org/CodeSystem/{system}");
    object! { "coding": list![object! { "system": system, "code": code, "display": display }] }
}
