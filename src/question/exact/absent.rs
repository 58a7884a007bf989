//! "Not in your record": said only after the codes, the names and every text of the patient were searched.

use serde::Serialize;

use super::chart::Chart;
use super::measures;
use super::resolve::Sought;
use super::{Exact, Form, Frame};
use crate::document::{Content, Document, FactKind};

/// What was searched before it was said that something is not in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Searched {
    /// Structured entries whose codes and names were compared.
    pub entries: usize,
    /// Notes, letters and reports whose every line was read.
    pub texts: usize,
    /// The codes that were looked for.
    pub codes: Vec<String>,
    /// The words that were looked for, the question's own first.
    pub names: Vec<String>,
}

/// Returns the answer that nothing of `sought` is in `chart`; `None` where a text speaks of it, or the name of an
/// entry shares a word with it: then it is not certain.
pub(super) fn answer(chart: &Chart<'_>, sought: &Sought, frame: &Frame, form: Form) -> Option<Exact> {
    if sought.units.is_empty() || is_near(chart, sought) {
        return None;
    }
    let texts: Vec<&&Document> = chart.documents.iter().filter(|document| frame.admits(document.date)).collect();
    if texts.iter().any(|document| speaks(document, sought)) {
        return None;
    }
    let searched = Searched {
        entries: chart.entries.len(),
        texts: texts.iter().filter(|document| matches!(document.content, Content::Prose { .. })).count(),
        codes: sought.codes.clone(),
        names: sought.names.clone(),
    };
    let mut exact = Exact::new(form);
    exact.is_absent = true;
    let said = sought.names.first().map_or("", String::as_str);
    exact.answer = match form {
        Form::Count => "0".to_owned(),
        Form::Whether => "no (not in the record)".to_owned(),
        _ => "not in the record".to_owned(),
    };
    exact.sentence = format!(
        "“{said}” is not in the record. That does not mean that it never was: only what is in these files was searched."
    );
    exact.searched = Some(searched);
    Some(exact)
}

/// The kinds among whose names a near one is looked for.
const KINDS: &[FactKind] = &[
    FactKind::Observation,
    FactKind::Procedure,
    FactKind::Condition,
    FactKind::MedicationRequest,
    FactKind::Immunization,
    FactKind::AllergyIntolerance,
];

/// Whether an entry that may be meant has some of the words: "hip replacement" beside "Replacement of left hip joint".
fn is_near(chart: &Chart<'_>, sought: &Sought) -> bool {
    if sought.units.len() < 2 {
        return false;
    }
    // One of the words names a measure, and the others are not understood.
    if sought.codes.is_empty() && sought.words.iter().any(|word| measures::named(&[word]).is_some()) {
        return true;
    }
    // Words that many names share tell nothing of what is meant.
    const SLIGHT: &[&str] = &[
        "disease",
        "disorder",
        "acute",
        "chronic",
        "test",
        "level",
        "type",
        "left",
        "right",
        "stage",
        "oral",
        "mg",
        "tablet",
        "blood",
        "heart",
        "screening",
    ];
    KINDS.iter().any(|kind| {
        chart.names_of(*kind).any(|(_, name)| {
            let shared = sought.units.iter().filter(|unit| {
                unit.iter().any(|alternative| {
                    alternative.iter().all(|term| name.terms.contains(term))
                        && !alternative.iter().all(|term| SLIGHT.contains(&term.as_str()))
                })
            });
            shared.count() > 0
        })
    })
}

/// Whether a line of prose, or one entry, holds all that is sought.
fn speaks(document: &Document, sought: &Sought) -> bool {
    let has = |text: &str| {
        let terms = super::chart::terms(text);
        sought
            .units
            .iter()
            .all(|unit| unit.iter().any(|alternative| alternative.iter().all(|term| terms.contains(term))))
    };
    match &document.content {
        Content::Prose { .. } => document.text.split("\n\n").any(has),
        Content::Facts { facts } => {
            // The whole is looked through first: most documents have none of the words.
            has(&document.text) && facts.iter().any(|fact| fact.text.of(&document.text).is_some_and(has))
        }
    }
}
