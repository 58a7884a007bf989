//! The statuses of C-CDA, and such as FHIR has in words or under other codes than its own, in the words of FHIR, so that all are compared by one
//! list.
//!
//! Sources: C-CDA 2.1, value sets "Problem Status" (2.16.840.1.113883.3.88.12.80.68) and "HITSPProblemStatus"
//! (2.16.840.1.113883.1.11.20.13), `ActStatus` of HL7 version 3; hl7.org/fhir/R4/valueset-condition-clinical.html and
//! hl7.org/fhir/R4/valueset-event-status.html.

/// `(code or display in lower case, status of FHIR)`.
const STATUSES: &[(&str, &str)] = &[
    ("55561003", "active"),
    ("73425007", "inactive"),
    ("413322009", "resolved"),
    ("problem resolved", "resolved"),
    ("246455001", "recurrence"),
    ("255227004", "recurrence"),
    ("recurrent", "recurrence"),
    ("263855007", "relapse"),
    ("277022003", "remission"),
    ("90734009", "active"),
    ("chronic", "active"),
    ("ongoing", "active"),
    ("in remission", "remission"),
    ("cured", "resolved"),
    ("healed", "resolved"),
    ("7087005", "active"),
    ("intermittent", "active"),
    ("410516002", "refuted"),
    ("ruled out", "refuted"),
    ("aborted", "stopped"),
    ("suspended", "on-hold"),
    ("held", "on-hold"),
    ("new", "draft"),
    ("nullified", "entered-in-error"),
];

/// Codes that stand for themselves.
const PLAIN: &[&str] = &["active", "inactive", "resolved", "recurrence", "relapse", "remission", "refuted"];

/// Returns the status of FHIR for a code, a display or words; what is not known is itself, in lower case.
pub(super) fn plain(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let known = STATUSES.iter().find(|(known, _)| *known == lower);
    known.map_or(lower, |(_, plain)| (*plain).to_owned())
}

/// Returns whether `text` is a code or a display that says whether a problem is there.
pub(crate) fn is_clinical(text: &str) -> bool {
    PLAIN.contains(&plain(text).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_displays_are_the_statuses_of_fhir() {
        for (text, expected) in [
            ("55561003", "active"),
            ("Active", "active"),
            (" ACTIVE ", "active"),
            ("73425007", "inactive"),
            ("Inactive", "inactive"),
            ("413322009", "resolved"),
            ("Resolved", "resolved"),
            ("Ruled out", "refuted"),
            ("In remission", "remission"),
            ("Ongoing", "active"),
            ("aborted", "stopped"),
            ("completed", "completed"),
            ("Unheard of", "unheard of"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        assert!(is_clinical("413322009") && is_clinical("Active"));
        assert!(!is_clinical("completed") && !is_clinical("Mild"));
    }
}
