//! What is measured, by LOINC code, and the words that people and records use for it.
//!
//! Codes of one row are the same quantity: their values may be compared once their units agree. The words are our own
//! choice of everyday names, abbreviations and LOINC's names. Source of the codes: loinc.org.

use std::sync::LazyLock;

mod more;
mod rows;

/// All that is known by name.
pub(super) static MEASURES: LazyLock<Vec<Measure>> =
    LazyLock::new(|| rows::ROWS.iter().chain(more::MORE).copied().collect());

/// One thing that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    /// What it is called in an answer.
    pub name: &'static str,
    /// LOINC codes of the reading itself, or of a component.
    pub codes: &'static [&'static str],
    /// What a question may call it, in lower case.
    pub words: &'static [&'static str],
}

/// What the blood pressure is called, which is told as two numbers.
pub(super) const PRESSURE: &str = "blood pressure";
/// The code of the upper number of a blood pressure.
pub(super) const SYSTOLIC: &str = "8480-6";
/// The code of the lower number of a blood pressure.
pub(super) const DIASTOLIC: &str = "8462-4";

/// Returns the measure that `words` (lower case, in order) name: all of them, or `None`.
pub(super) fn named(words: &[&str]) -> Option<&'static Measure> {
    let said = words.join(" ");
    let dashed = said.replace('-', " ");
    // "My last three LDLs"
    let one = said.strip_suffix('s').unwrap_or(&said);
    let is_said = |known: &str| known == said || known == one || known.replace('-', " ") == dashed;
    let is = |measure: &&Measure| measure.words.iter().any(|known| is_said(known));
    let whole = MEASURES.iter().find(is);
    // "How heavy was I at the last weigh-in" says one thing twice.
    let each = || {
        let mut all = words.iter().map(|word| MEASURES.iter().find(|measure| measure.words.contains(word)));
        let first = all.next()??;
        all.all(|other| other.is_some_and(|other| other.name == first.name)).then_some(first)
    };
    whole.or_else(each)
}

/// Returns the measure that `code` belongs to.
pub(super) fn of_code(code: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.codes.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_and_a_word_stand_once() {
        let codes: Vec<&str> = MEASURES.iter().flat_map(|measure| measure.codes).copied().collect();
        let words: Vec<String> = MEASURES.iter().flat_map(|m| m.words).map(|word| word.replace('-', " ")).collect();
        for (at, code) in codes.iter().enumerate() {
            assert!(!codes[at + 1..].contains(code), "{code}");
        }
        for measure in MEASURES.iter() {
            for word in measure.words {
                assert_eq!(named(&word.split(' ').collect::<Vec<_>>()).unwrap().name, measure.name, "{word}");
            }
        }
        assert!(words.len() > 150);
    }
}
