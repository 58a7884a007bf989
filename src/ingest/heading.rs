//! The headings under which facts stand in a document, in our words and in reading order.

use crate::document::{Fact, FactKind};

/// A part of a document; the order is the order of the parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // the words are in `as_str`
pub enum Heading {
    VitalSigns,
    Laboratory,
    Examination,
    Survey,
    SocialHistory,
    Activity,
    Observations,
    Procedures,
    Immunizations,
    Reports,
    Encounter,
    Imaging,
    Demographics,
    Conditions,
    Allergies,
    Medications,
    CarePlans,
    Goals,
    CareTeam,
    Devices,
    FamilyHistory,
    Other,
}

impl Heading {
    /// Returns the heading that `fact` stands under: by its resource type, and for observations by their
    /// category (hl7.org/fhir/R4/valueset-observation-category.html).
    pub fn of(fact: &Fact) -> Self {
        match fact.kind {
            FactKind::Observation => match fact.category.as_ref().and_then(|category| category.code.as_deref()) {
                Some("vital-signs") => Heading::VitalSigns,
                Some("laboratory") => Heading::Laboratory,
                Some("exam") => Heading::Examination,
                Some("survey") => Heading::Survey,
                Some("social-history") => Heading::SocialHistory,
                Some("activity") => Heading::Activity,
                Some("imaging") => Heading::Imaging,
                Some("procedure" | "therapy") => Heading::Procedures,
                _ => Heading::Observations,
            },
            FactKind::Procedure => Heading::Procedures,
            FactKind::Immunization => Heading::Immunizations,
            FactKind::DiagnosticReport => Heading::Reports,
            FactKind::Encounter => Heading::Encounter,
            FactKind::ImagingStudy => Heading::Imaging,
            FactKind::Patient => Heading::Demographics,
            FactKind::Condition => Heading::Conditions,
            FactKind::AllergyIntolerance => Heading::Allergies,
            FactKind::MedicationRequest => Heading::Medications,
            FactKind::CarePlan => Heading::CarePlans,
            FactKind::Goal => Heading::Goals,
            FactKind::CareTeam => Heading::CareTeam,
            FactKind::Device => Heading::Devices,
            FactKind::FamilyMemberHistory => Heading::FamilyHistory,
            FactKind::Other => Heading::Other,
        }
    }

    /// Returns the words of the heading.
    pub fn as_str(self) -> &'static str {
        match self {
            Heading::VitalSigns => "Vital signs",
            Heading::Laboratory => "Laboratory",
            Heading::Examination => "Examination",
            Heading::Survey => "Survey",
            Heading::SocialHistory => "Social history",
            Heading::Activity => "Activity",
            Heading::Observations => "Observations",
            Heading::Procedures => "Procedures",
            Heading::Immunizations => "Immunizations",
            Heading::Reports => "Reports",
            Heading::Encounter => "Encounter",
            Heading::Imaging => "Imaging",
            Heading::Demographics => "Demographics",
            Heading::Conditions => "Conditions",
            Heading::Allergies => "Allergies",
            Heading::Medications => "Medications",
            Heading::CarePlans => "Care plans",
            Heading::Goals => "Goals",
            Heading::CareTeam => "Care team",
            Heading::Devices => "Devices",
            Heading::FamilyHistory => "Family history",
            Heading::Other => "Other entries",
        }
    }
}
