//! Reads the data types of CDA that facts are made from: codes, quantities and moments.
//!
//! Source: HL7 version 3 data types, release 1, as CDA R2 uses them.

use crate::document::coding_rank;
use crate::document::{Coded, Coding, Moment, Reading, Value};
use crate::ingest::moment;
use crate::ingest::xml::Element;

/// `(object identifier, URI)` of the code systems of C-CDA. Source: hl7.org/fhir/R4/terminologies-systems.html.
const SYSTEMS: &[(&str, &str)] = &[
    ("2.16.840.1.113883.6.1", "http://loinc.org"),
    ("2.16.840.1.113883.6.96", "http://snomed.info/sct"),
    ("2.16.840.1.113883.6.88", "http://www.nlm.nih.gov/research/umls/rxnorm"),
    ("2.16.840.1.113883.6.90", "http://hl7.org/fhir/sid/icd-10-cm"),
    ("2.16.840.1.113883.6.103", "http://hl7.org/fhir/sid/icd-9-cm"),
    ("2.16.840.1.113883.6.104", "http://hl7.org/fhir/sid/icd-9-cm"),
    ("2.16.840.1.113883.6.12", "http://www.ama-assn.org/go/cpt"),
    ("2.16.840.1.113883.6.69", "http://hl7.org/fhir/sid/ndc"),
    ("2.16.840.1.113883.6.8", "http://unitsofmeasure.org"),
    ("2.16.840.1.113883.12.292", "http://hl7.org/fhir/sid/cvx"),
];

/// Returns a `CD` or `CE` with its translations. Shown is its own display name, else that of a translation, else the text that the
/// narrative of `section` has where the code refers to it, else the code.
pub(super) fn coded(element: &Element<'_>, section: &Element<'_>) -> Option<Coded> {
    let all = || std::iter::once(element).chain(element.all("translation"));
    let mut codings: Vec<Coding> = all().filter_map(coding).collect();
    let named = all().find_map(|element| element.value("displayName"));
    let code = || all().find_map(|element| element.value("code"));
    let display = named.or_else(|| original(element, section)).or_else(code)?;
    let best = (0..codings.len()).min_by_key(|at| codings.get(*at).map(|coding| coding_rank(coding.system.as_deref())));
    let Some(best) = best.map(|at| codings.remove(at)) else {
        return Some(Coded { system: None, code: None, display, term: None, others: Box::default() });
    };
    Some(Coded { system: best.system, code: Some(best.code), display, term: best.term, others: codings.into() })
}

/// Returns the code that `element` has itself.
fn coding(element: &Element<'_>) -> Option<Coding> {
    let system = element.attribute("codeSystem").map(|oid| {
        let known = SYSTEMS.iter().find(|(known, _)| *known == oid);
        known.map_or_else(|| format!("urn:oid:{oid}"), |(_, uri)| (*uri).to_owned())
    });
    let code = element.attribute("code")?.into();
    Some(Coding { system: system.map(Into::into), code, term: element.value("displayName") })
}

/// Returns the words of the author for what `element` codes: in it, or in the narrative of `section`.
fn original(element: &Element<'_>, section: &Element<'_>) -> Option<Value> {
    let original = element.child("originalText")?;
    let referred = original.child("reference").and_then(|reference| reference.attribute("value"));
    match referred.as_deref().map(|reference| reference.trim_start_matches('#')) {
        Some(id) => {
            let text = section.child("text")?;
            text.find(&|inner| inner.attribute("ID").as_deref() == Some(id))?.content()
        }
        None => original.content(),
    }
}

/// Returns the moment in the attribute `value` of `element`; none where it says of itself why it has none (`nullFlavor`): an end that nobody
/// knows, or that is not yet, is no end.
pub(super) fn moment(element: &Element<'_>) -> Option<Moment> {
    if element.attribute("nullFlavor").is_some() {
        return None;
    }
    let value = element.value("value")?;
    let day = moment::day(&value.text)?;
    Some(Moment { value, day })
}

/// Returns when something began, or was, and when it ended: a `TS` or an `IVL_TS`.
pub(super) fn period(time: &Element<'_>) -> (Option<Moment>, Option<Moment>) {
    let begun = moment(time).or_else(|| moment(time.child("low")?)).or_else(|| moment(time.child("center")?));
    (begun, time.child("high").and_then(moment))
}

/// Returns the number and unit of a `PQ`, `INT` or `REAL`.
pub(super) fn quantity(element: &Element<'_>) -> Option<(Value, f64, Option<Value>)> {
    let value = element.value("value")?;
    let number = value.text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    // `1` is the unit of what is counted (UCUM, section 2.1).
    let unit = element.value("unit").filter(|unit| unit.text != "1");
    Some((value, number, unit))
}

/// Returns the value of an observation: a quantity, a code, or a text.
pub(super) fn reading(value: &Element<'_>, section: &Element<'_>) -> Option<Reading> {
    let kind = value.attribute("type").unwrap_or_default();
    match kind.rsplit(':').next().unwrap_or_default() {
        "PQ" | "INT" | "REAL" | "MO" => {
            let (value, number, unit) = quantity(value)?;
            Some(Reading::Quantity { value, number, unit })
        }
        "CD" | "CE" | "CV" | "CO" => Some(Reading::Coded { answer: coded(value, section)? }),
        "ST" | "ED" => Some(Reading::Text { value: value.content()? }),
        "BL" | "TS" => Some(Reading::Text { value: value.value("value")? }),
        _ => None,
    }
}
