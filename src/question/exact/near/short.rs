//! Names of entries that are written short, where what they stand for is sought in full: "DM II" beside "diabetes", "CABG x3" beside "bypass surgery".

use std::collections::BTreeSet;

use super::{ABBREVIATED, is_bearing, is_spelled};
use crate::document::FactKind;
use crate::question::exact::chart::{self, Chart};
use crate::question::exact::resolve::{Sought, meets};
use crate::question::exact::{lay, near};
use crate::question::vocabulary::{is_everyday, is_of_care};

/// Short forms that no table of everyday words has.
const SHORT: &[(&str, &str)] = &[
    ("dm", "diabetes mellitus"),
    ("iddm", "diabetes mellitus"),
    ("niddm", "diabetes mellitus"),
    ("cva", "cerebrovascular accident stroke"),
    ("cad", "coronary artery disease"),
    ("bph", "benign prostatic hyperplasia"),
    ("tka", "total knee arthroplasty replacement"),
    ("tha", "total hip arthroplasty replacement"),
    ("thr", "total hip arthroplasty replacement"),
];
/// The kinds whose names people write short.
const KINDS: &[FactKind] = &[
    FactKind::Condition,
    FactKind::Procedure,
    FactKind::Observation,
    FactKind::DiagnosticReport,
    FactKind::ImagingStudy,
    FactKind::MedicationRequest,
    FactKind::Immunization,
];
/// Letters that stand in names of medicines and of what is measured, and are short for something else there.
const OTHERWISE: &[&str] = &["mg", "ml", "mm", "cm", "im", "iv", "po", "sc", "er", "xr", "sr", "cr", "ii", "iii", "or"];
/// The least letters of a word that was broken off, "chole", and of what it lacks.
const BROKEN_OFF: (usize, usize) = (5, 4);

/// Whether an entry that may be meant has what is sought as an abbreviation, as the letters with which its words begin, or broken off.
pub(in super::super) fn is_written_short(chart: &Chart<'_>, sought: &Sought) -> bool {
    is_any_written_short(std::iter::once(chart), sought)
}

/// As [`is_written_short`], of any of `charts`.
pub(in super::super) fn is_any_written_short<'c, 'a: 'c>(
    mut charts: impl Iterator<Item = &'c Chart<'a>>,
    sought: &Sought,
) -> bool {
    let called: Vec<Vec<String>> = sought.names.iter().map(|name| words(name)).filter(|name| name.len() > 1).collect();
    let terms: BTreeSet<&String> = sought.units.iter().flatten().flatten().collect();
    let is_short = |kind: FactKind, text: &str, name: &chart::Name| {
        if sought.units.is_empty() || meets(&name.terms, &sought.units) {
            return false;
        }
        let written: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let is_loud = !text.chars().any(char::is_lowercase);
        let mut meant = name.terms.clone();
        for own in &written {
            let word = own.to_lowercase();
            let letters = word.chars().count();
            if is_everyday(&word) || is_of_care(&word) || OTHERWISE.contains(&word.as_str()) {
                continue;
            }
            if (2..=*ABBREVIATED.end()).contains(&letters) {
                meant.extend(spelled_out(&word).filter(|mean| !mean.contains(&word)).flatten());
            }
            // Two letters are an abbreviation where they are written as one.
            let is_written = letters > 2 && kind != FactKind::Observation
                || letters > 1 && !is_loud && **own == own.to_uppercase()
                || written.len() == 1;
            let is_abbreviated = letters > 1
                && letters <= *ABBREVIATED.end()
                && is_written
                && !matches!(kind, FactKind::MedicationRequest | FactKind::Immunization);
            let is_spelled_by = |name: &Vec<String>| {
                let name: Vec<&str> = name.iter().map(String::as_str).collect();
                is_spelled(&word, &name, 0)
            };
            if is_abbreviated && called.iter().any(is_spelled_by) {
                return true;
            }
            let is_begun = |term: &&String| {
                term.starts_with(word.as_str())
                    && term.chars().count() >= letters + BROKEN_OFF.1
                    && !near::is_of_body(&word)
            };
            if letters >= BROKEN_OFF.0 && kind != FactKind::MedicationRequest && terms.iter().any(is_begun) {
                return true;
            }
        }
        meant.len() > name.terms.len() && meets(&meant, &sought.units)
    };
    // Many people have entries of the same name.
    let mut seen: BTreeSet<(FactKind, &str)> = BTreeSet::new();
    charts.any(|chart| {
        KINDS.iter().any(|kind| {
            let names = chart.names_of(*kind).filter(|(text, _)| seen.insert((*kind, *text)));
            let mut names = names.filter(|(text, _)| is_bearing(*kind, text, sought));
            names.any(|(text, name)| is_short(*kind, text, name))
        })
    })
}

/// Returns all that `word` is known to be short for, each as index terms.
fn spelled_out(word: &str) -> impl Iterator<Item = BTreeSet<String>> + use<> {
    let known = lay::run(&[word]).map_or(&[][..], |(_, means)| means);
    let own: Vec<&str> = SHORT.iter().filter(|(short, _)| *short == word).map(|(_, long)| *long).collect();
    known.iter().copied().chain(own).map(chart::terms)
}

fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
