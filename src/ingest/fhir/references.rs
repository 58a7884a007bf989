//! Resolves references within a file: by `fullUrl`, `Type/id`, absolute URL and `urn:uuid:`.
//!
//! Source: hl7.org/fhir/R4/references.html and bundle.html#references. Conditional references
//! (`Patient?identifier=…`) name nothing here.

use std::collections::HashMap;

use crate::digest::short;
use crate::document::Coded;
use crate::ingest::json::Node;
use crate::ingest::share::Share;
use crate::shared::Pool;
use crate::span::{File, Span};

use super::datatypes::coded;
use super::flatten::about;

/// What a reference can point at.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// The patient with this id.
    Patient(String),
    /// A clinician or organisation of this name.
    Named(String),
    /// A clinical resource that is about this, and its bytes.
    About(Box<Coded>, Span<File>),
    /// A resource that is none of these.
    Other,
}

/// The resources of one file that can be pointed at.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// The place of each in `targets`, by the hash of every reference to it.
    by_reference: HashMap<u128, u32>,
    targets: Vec<Target>,
}

impl Targets {
    /// Makes `resource` known; where two resources share a reference the first keeps it.
    pub(super) fn insert(
        &mut self,
        resource_type: &str,
        full_url: Option<&str>,
        resource: &Node<'_>,
        patient: Option<&str>,
        pool: &mut Pool,
    ) {
        let Some(mut target) = target(resource_type, resource, patient) else { return };
        if let Target::About(coded, _) = &mut target {
            coded.share(pool);
        }
        let Ok(index) = u32::try_from(self.targets.len()) else { return };
        let id = resource.text_of("id");
        let urn = id.filter(|_| full_url.is_none()).map(|id| format!("urn:uuid:{id}"));
        let relative = id.map(|id| format!("{resource_type}/{id}"));
        for reference in [full_url.map(str::to_owned), urn, relative].into_iter().flatten() {
            self.by_reference.entry(short(reference.as_bytes())).or_insert(index);
        }
        self.targets.push(target);
    }

    /// Returns what `reference`, as it is, points at in this file.
    pub(super) fn get(&self, reference: &str) -> Option<&Target> {
        let index = self.by_reference.get(&short(reference.as_bytes()))?;
        self.targets.get(*index as usize)
    }

    /// Returns the hash of every reference that points at something.
    pub(super) fn keys(&self) -> impl Iterator<Item = u128> {
        self.by_reference.keys().copied()
    }
}

/// Returns `reference` without the version that it names.
pub(super) fn unversioned(reference: &str) -> &str {
    reference.split_once("/_history/").map_or(reference, |(unversioned, _)| unversioned)
}

/// Returns the `Type/id` at the end of an absolute URL.
pub(super) fn relative(reference: &str) -> Option<&str> {
    let (rest, _) = reference.rsplit_once('/')?;
    let (base, _) = rest.rsplit_once('/')?;
    reference.get(base.len() + 1..)
}

/// Returns the id of a literal reference to a patient: `Patient/ID`, relative or absolute, versioned or not.
pub(super) fn patient_id(reference: &str) -> Option<&str> {
    let (rest, id) = unversioned(reference).rsplit_once('/')?;
    (rest.rsplit('/').next() == Some("Patient")).then_some(id)
}

fn target(resource_type: &str, resource: &Node<'_>, patient: Option<&str>) -> Option<Target> {
    match resource_type {
        "Patient" => patient.map(|id| Target::Patient(id.to_owned())),
        "Practitioner" | "PractitionerRole" | "RelatedPerson" | "Organization" => {
            Some(name(resource).map_or(Target::Other, Target::Named))
        }
        "Condition" | "Procedure" | "Observation" | "DiagnosticReport" | "Medication" | "Goal"
        | "AllergyIntolerance" | "Immunization" | "MedicationRequest" | "Device" => Some(
            about(resource)
                .and_then(coded)
                .map_or(Target::Other, |coded| Target::About(Box::new(coded), resource.span)),
        ),
        "Group" | "Location" => Some(Target::Other),
        _ => None,
    }
}

fn name(resource: &Node<'_>) -> Option<String> {
    let name = resource.get("name")?.items().first()?;
    if let Some(name) = name.text().or_else(|| name.text_of("text")) {
        return Some(name.to_owned());
    }
    let parts = ["prefix", "given", "family"].into_iter().filter_map(|part| name.get(part)).flat_map(Node::items);
    let full = parts.filter_map(Node::text).collect::<Vec<_>>().join(" ");
    (!full.is_empty()).then_some(full)
}

#[cfg(test)]
mod tests {
    use super::super::reach::{Reachable, Together};
    use super::*;
    use crate::document::FileIndex;
    use crate::ingest::json::parse;

    #[test]
    fn every_way_to_write_a_reference_resolves() {
        let mut targets = Targets::default();
        let patient = parse(r#"{"id":"7"}"#, 0).unwrap();
        targets.insert(
            "Patient",
            Some("https://fhir.example.org/r4/Patient/7"),
            &patient,
            Some("7"),
            &mut Pool::default(),
        );
        let clinician = parse(r#"{"id":"8","name":[{"prefix":["Dr."],"given":["Ada"],"family":"Byron"}]}"#, 0).unwrap();
        targets.insert("Practitioner", None, &clinician, None, &mut Pool::default());
        let together = Together::new(vec![Reachable { targets, ..Reachable::default() }]);
        let reach = together.from(FileIndex(0));
        for reference in
            ["Patient/7", "https://fhir.example.org/r4/Patient/7", "http://other/Patient/7", "Patient/7/_history/2"]
        {
            assert_eq!(reach.target(reference), Some(&Target::Patient("7".into())), "{reference}");
        }
        for reference in ["Practitioner/8", "urn:uuid:8"] {
            assert_eq!(reach.target(reference), Some(&Target::Named("Dr. Ada Byron".into())), "{reference}");
        }
        for reference in ["", "/", "7", "urn:uuid:7", "Patient?identifier=7", "#7", "Patient/8"] {
            assert_eq!(reach.target(reference), None, "{reference}");
        }
    }

    #[test]
    fn a_literal_patient_reference_names_its_id() {
        assert_eq!(patient_id("Patient/9"), Some("9"));
        assert_eq!(patient_id("https://x/Patient/9/_history/1"), Some("9"));
        for reference in ["Group/9", "urn:uuid:9", "Patient?identifier=9", "XPatient/9"] {
            assert_eq!(patient_id(reference), None, "{reference}");
        }
    }
}
