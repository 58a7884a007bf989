//! Whom a resource is about: by reference, by the name or identifier that it shows, or, where it does not say, the only patient of its
//! file.

use crate::shared::Shared;

use super::patient;
use super::reach::Reach;
use super::references::{self, Target};

const ANOTHER: &str = "is about a patient that is not in this file";

/// Whom a resource says it is about.
#[derive(Debug)]
pub(super) enum Subject {
    /// The patient with this id: the resource is the Patient.
    Id(Shared),
    /// The resource with this reference, which is shown by this name.
    Reference(Shared, Option<Shared>),
    /// The only patient among the resources with these references.
    Among(Box<[Shared]>),
    /// Whoever is shown by this name, or has this identifier.
    Named { display: Option<Shared>, identifier: Option<Shared> },
    /// It does not say, or not by a literal reference.
    Unsaid,
}

/// Returns the id of the patient, or why there is none. A resource that does not say, or says it by the name or an identifier of the
/// only patient of its file, is taken to be about that one; one that names somebody else never is, nor one whose reference is shown by
/// another name.
pub(super) fn whom(
    subject: &Subject,
    only: Option<&str>,
    is_known: &dyn Fn(&str) -> bool,
    reach: Reach<'_>,
) -> Result<Shared, &'static str> {
    let shown = |id: &str, display: &Option<Shared>| match (reach.called(id), display) {
        (Some(called), Some(display)) if !called.is_shown_as(display) => Err(ANOTHER),
        _ => Ok(Shared::from(id)),
    };
    let (reference, display) = match subject {
        Subject::Id(id) => return Ok(id.clone()),
        Subject::Unsaid => return only.map(Shared::from).ok_or("does not say which patient it is about"),
        Subject::Named { display, identifier } => {
            let only = only.ok_or("does not say which patient it is about")?;
            let has = |identifier: &Shared| reach.called(only).is_some_and(|called| called.has(identifier));
            let is_theirs = display.is_some() || identifier.as_ref().is_some_and(has);
            return if is_theirs { shown(only, display) } else { Err(ANOTHER) };
        }
        Subject::Among(references) => {
            let is_patient = |reference: &&Shared| matches!(reach.target(reference), Some(Target::Patient(_)));
            let mut patients = references.iter().filter(is_patient);
            match (patients.next(), patients.next()) {
                (Some(one), None) => (one, &None),
                _ => return Err("does not say which patient it is about"),
            }
        }
        Subject::Reference(reference, display) => (reference, display),
    };
    match reach.target(reference) {
        Some(Target::Patient(id)) => return shown(id, display),
        Some(_) => return Err("is not about a patient"),
        None if reference.starts_with('#') => return Err("is about somebody who is only contained in it"),
        None => {}
    }
    if let Some(id) = references::patient_id(reference).filter(|id| patient::is_id(id)) {
        return shown(id, display);
    }
    let bare = reference.strip_prefix("urn:uuid:").filter(|id| is_known(id));
    bare.map(Shared::from).ok_or(ANOTHER)
}

impl Subject {
    pub(super) fn again(&self) -> Self {
        match self {
            Subject::Id(id) => Subject::Id(id.clone()),
            Subject::Reference(reference, display) => Subject::Reference(reference.clone(), display.clone()),
            Subject::Among(references) => Subject::Among(references.clone()),
            Subject::Named { display, identifier } => {
                Subject::Named { display: display.clone(), identifier: identifier.clone() }
            }
            Subject::Unsaid => Subject::Unsaid,
        }
    }
}
