//! Whether an entry is so, as it says of itself, and what its days are called by that.

use super::{Fact, FactKind};

/// Whether `status`, of what is only so once it was finished, says that it was broken off, or goes on.
fn is_unfinished(status: &str) -> bool {
    matches!(status, "stopped" | "on-hold" | "active" | "in-progress")
}

impl Fact {
    fn says_status(&self) -> &str {
        self.status.as_ref().map_or("", |status| status.text.as_str())
    }

    /// Returns whether it says that it must not be done or taken.
    pub fn is_forbidden(&self) -> bool {
        self.fields.iter().any(|field| field.label == "Do not perform" && field.value.text == "true")
    }

    /// Returns whether, a prescription or a care plan, it says that it is none yet: hl7.org/fhir/R4/valueset-medicationrequest-intent.html,
    /// hl7.org/fhir/R4/valueset-care-plan-intent.html.
    pub fn is_wished(&self) -> bool {
        let wishes: &[&str] = match self.kind {
            FactKind::MedicationRequest => &["proposal", "plan", "option"],
            FactKind::CarePlan => &["proposal", "option"],
            _ => return false,
        };
        wishes.iter().any(|intent| self.intends(intent))
    }

    fn intends(&self, intent: &str) -> bool {
        self.fields.iter().any(|field| field.label == "Intent" && field.value.text == intent)
    }

    /// Returns whether it says of itself that it is not so, or was never done.
    pub fn is_void(&self) -> bool {
        let is_said = || match self.kind {
            FactKind::MedicationRequest => self.is_forbidden() || self.is_wished(),
            FactKind::CarePlan => self.is_wished(),
            FactKind::Condition => self.denies_its_code(),
            _ => false,
        };
        self.is_void_by_status() || is_said()
    }

    /// Returns whether its status says that it is not so, or was never done.
    fn is_void_by_status(&self) -> bool {
        let status = self.says_status();
        match self.kind {
            // Of what is registered there is nothing yet.
            FactKind::Observation | FactKind::DiagnosticReport | FactKind::ImagingStudy => {
                matches!(status, "cancelled" | "registered") || is_unfinished(status)
            }
            FactKind::Immunization | FactKind::Procedure => {
                matches!(status, "not-done" | "preparation" | "cancelled") || is_unfinished(status)
            }
            FactKind::Encounter => matches!(status, "cancelled" | "planned"),
            FactKind::MedicationRequest => matches!(status, "cancelled" | "draft" | "not-taken" | "intended"),
            FactKind::Condition | FactKind::AllergyIntolerance => status == "refuted",
            _ => false,
        }
    }

    /// Returns whether its status, or how sure it is, is against what the rest of it says, and so is told before that.
    pub(super) fn is_against_itself(&self) -> bool {
        let status = self.says_status();
        let is_said = match self.kind {
            FactKind::Condition | FactKind::AllergyIntolerance => self.is_refuted_in_words(),
            FactKind::Goal => matches!(status, "cancelled" | "rejected" | "proposed" | "planned"),
            FactKind::CarePlan => status == "draft",
            FactKind::CareTeam => status == "proposed",
            _ => false,
        };
        is_said || self.is_void_by_status()
    }

    /// Returns whether how sure it is says in words, without a code, that it was refuted.
    fn is_refuted_in_words(&self) -> bool {
        let is_so = |text: &str| text.eq_ignore_ascii_case("refuted");
        self.fields.iter().any(|field| field.label == "Verification status" && is_so(&field.value.text))
    }

    /// Returns how far what it says of its moment is settled: a preliminary result less than a final one, and one that was put right
    /// later more.
    pub(crate) fn settled(&self) -> u8 {
        match self.says_status() {
            "preliminary" | "partial" => 0,
            "amended" | "corrected" | "appended" => 2,
            _ => 1,
        }
    }

    /// Returns what the day is called on which it began, was found or was done, which stands in `element`.
    pub(super) fn begun_words(&self, element: &str) -> &'static str {
        match (self.kind, element) {
            (_, "Recorded") => "Recorded",
            (FactKind::Observation | FactKind::DiagnosticReport, "") => "Issued",
            (FactKind::Immunization, _) => self.undone_words().unwrap_or("Given"),
            (FactKind::Procedure, _) => self.undone_words().unwrap_or("When"),
            (FactKind::MedicationRequest, "Asserted") => "Recorded",
            (FactKind::MedicationRequest, "Effective" | "Effective start") => match self.says_status() {
                "intended" => "Planned for",
                _ if self.is_void() => "When",
                _ => "Taken since",
            },
            (FactKind::MedicationRequest, _) if self.intends("proposal") => "Proposed",
            (FactKind::MedicationRequest, _) if self.intends("plan") => "Planned",
            (FactKind::MedicationRequest, _) if self.is_void() => "Recorded",
            (FactKind::MedicationRequest, _) => "Prescribed",
            (FactKind::CarePlan | FactKind::Goal, _) if matches!(self.says_status(), "draft" | "planned") => {
                "Planned for"
            }
            (
                FactKind::Condition
                | FactKind::AllergyIntolerance
                | FactKind::CarePlan
                | FactKind::CareTeam
                | FactKind::Goal,
                _,
            ) => {
                if self.is_void() || self.is_against_itself() {
                    "When"
                } else {
                    "Since"
                }
            }
            _ => "When",
        }
    }

    fn is_off(&self) -> bool {
        self.is_void() || self.is_against_itself()
    }

    /// Returns what the value of `element` is called, which may say in words, or as an age, when it began or ended; `None` where that is
    /// none of these elements.
    pub(super) fn words_of_time(&self, element: &str) -> Option<&'static str> {
        match element {
            "Onset" if self.is_off() => Some("When"),
            "Onset" => Some("Began"),
            "Abatement" if self.is_off() => Some("Until"),
            "Abatement" => Some("Ended"),
            "Performed" => Some(self.undone_words().unwrap_or("Performed")),
            "Occurrence" => Some(self.undone_words().unwrap_or("Given")),
            _ => None,
        }
    }

    /// Returns what the day of a vaccination or a procedure that was not done, or not to its end, is called; `None` of any other.
    fn undone_words(&self) -> Option<&'static str> {
        let words = match (self.kind, self.says_status()) {
            (FactKind::Immunization, "not-done" | "cancelled") => "Not given",
            (_, "not-done" | "cancelled") => "Not done",
            (_, "preparation") => "Planned for",
            _ => "When",
        };
        self.is_void().then_some(words)
    }
}
