//! The facts that a message was made from, a sentence each as a person would write it: what it is, its value with its unit, and its
//! day, as the files have them.
//!
//! It is what a synthesis is held to when it is asked how much it keeps: every reading by itself, no range, no direction, no
//! rounding, in words of its own. Which facts they are comes from the [`SpanMap`]; nothing else of the synthesis is used.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::clearance::{Source, SpanMap};
use crate::document::{Coded, DocumentIndex, Fact, FactKind, Moment, Reading, Records, Value};

/// How the days of facts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    /// As the files have them.
    Written,
    /// As days before that of the newest fact, and numbers with two digits: what is left of the likeness is the most that a text can have
    /// which tells each fact by itself, no day and no exact number.
    Counted,
    /// Not at all: what is left of the likeness is the most that a text without days can have.
    Untold,
}

/// Returns the facts of `records` behind `message`, each once, in the message's order, a line each.
pub fn facts(message: &SpanMap, records: &Records, days: Days) -> Vec<String> {
    let mut seen: BTreeSet<(DocumentIndex, usize)> = BTreeSet::new();
    let mut found = Vec::new();
    for original in message.pieces().iter().flat_map(|piece| &piece.originals) {
        let Source::Record { document: index, file, span } = original.source else { continue };
        let Some(document) = records.documents.get(index.0 as usize) else { continue };
        let holds = |fact: &&Fact| values(fact).any(|value| value.span == span && fact.file_of(value) == file);
        let fact = document.facts().iter().enumerate().find(|(_, fact)| holds(fact));
        found.extend(fact.filter(|(at, _)| seen.insert((index, *at))).map(|(_, fact)| fact));
    }
    let newest = found.iter().filter_map(|fact| fact.begun.as_ref()).map(|moment| moment.day).max();
    found.into_iter().filter_map(|fact| sentence(fact, days, newest)).collect()
}

/// Returns `moment` as it is written behind `before`, our word for it; nothing where no day is.
fn on(before: &str, moment: &Moment, days: Days, newest: Option<Date>) -> String {
    let counted = newest.map(|newest| (newest - moment.day).get_days());
    let at = before.strip_suffix("on ").unwrap_or(before);
    match (days, counted) {
        (Days::Written, _) => format!("{before}{}", moment.day),
        (Days::Counted, Some(0)) => format!("{at}day 0"),
        (Days::Counted, Some(count)) if count > 0 => format!("{at}{count} days before day 0"),
        (Days::Counted, Some(count)) => format!("{at}{} days after day 0", -count),
        (Days::Counted, None) | (Days::Untold, _) => String::new(),
    }
}

/// Returns the number that `text` writes with two significant digits; other texts as they are.
fn in_two_digits(text: &str) -> String {
    let Some(number) = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number != 0.0) else {
        return text.to_owned();
    };
    let written = format!("{number:.1e}");
    written.parse::<f64>().map_or_else(|_| text.to_owned(), |rounded| rounded.to_string())
}

/// Returns what a message can be made from of `fact`.
fn values(fact: &Fact) -> impl Iterator<Item = &Value> {
    let moments = [&fact.begun, &fact.ended].into_iter().flatten().map(|moment: &Moment| &moment.value);
    let parts = fact.components.iter().flat_map(|part| part.code.term.iter().chain(reading(part.reading.as_ref())));
    let own = fact.code.iter().filter_map(|code| code.term.as_ref()).chain(reading(fact.reading.as_ref()));
    moments.chain(own).chain(parts)
}

fn reading(reading: Option<&Reading>) -> impl Iterator<Item = &Value> {
    let (value, unit) = match reading {
        Some(Reading::Quantity { value, unit, .. }) => (Some(value), unit.as_ref()),
        Some(Reading::Coded { answer }) => (answer.term.as_ref(), None),
        Some(Reading::Text { value }) => (Some(value), None),
        None => (None, None),
    };
    value.into_iter().chain(unit)
}

/// Returns `fact` in a sentence; `None` when it has no name.
fn sentence(fact: &Fact, days: Days, newest: Option<Date>) -> Option<String> {
    let name = called(fact.code.as_ref()?);
    let said = |name: &str, reading: &Reading| {
        let texts: Vec<&str> = match reading {
            Reading::Coded { answer } => vec![called(answer)],
            Reading::Quantity { value, unit, .. } if days == Days::Counted => {
                let unit = unit.as_ref().map(|unit| format!(" {}", unit.text)).unwrap_or_default();
                return format!("{name} was {}{unit}", in_two_digits(&value.text));
            }
            Reading::Quantity { .. } | Reading::Text { .. } => {
                self::reading(Some(reading)).map(|value| value.text.as_str()).collect()
            }
        };
        format!("{name} was {}", texts.join(" "))
    };
    let own = fact.reading.iter().map(|reading| said(name, reading));
    let parts = fact.components.iter().filter_map(|part| Some(said(called(&part.code), part.reading.as_ref()?)));
    let found: Vec<String> = own.chain(parts).collect();
    let mut text = if found.is_empty() { name.to_owned() } else { found.join(" and ") };
    let (begun, ended) = match fact.kind {
        FactKind::Condition | FactKind::AllergyIntolerance => (" since ", " until "),
        FactKind::MedicationRequest => (" prescribed on ", " until "),
        FactKind::Immunization => (" given on ", " until "),
        FactKind::Procedure => (" done on ", " until "),
        _ => (" on ", " until "),
    };
    if let Some(moment) = &fact.begun {
        text += &on(begun, moment, days, newest);
    }
    if let Some(moment) =
        fact.ended.as_ref().filter(|ended| fact.begun.as_ref().is_none_or(|begun| begun.day != ended.day))
    {
        text += &on(ended, moment, days, newest);
    }
    let lasts = matches!(
        fact.kind,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest | FactKind::CarePlan
    );
    if let Some(status) = fact.status.as_ref().filter(|_| lasts) {
        text += &format!(", {}", status.text);
    }
    Some(text + ".")
}

/// Returns what `code` is called.
fn called(code: &Coded) -> &str {
    code.display.text.trim()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::progress::Unwatched;
    use crate::quote::format::Endpoint;
    use crate::room::Room;

    #[test]
    fn each_fact_is_a_sentence_with_the_numbers_and_days_of_the_file() {
        let coded = |system: &str, code: &str, name: &str| json!({"coding": [{"system": system, "code": code, "display": name}], "text": name});
        let weight = |at: usize, value: f64| {
            json!({"resource": {"resourceType": "Observation", "id": format!("w{at}"), "status": "final", "subject": {"reference": "Patient/p"},
                "effectiveDateTime": format!("201{at}-05-04T08:00:00Z"), "code": coded("http://loinc.org", "29463-7", "Body Weight"),
                "valueQuantity": {"value": value, "unit": "kg"}}})
        };
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor"}]}},
            weight(2, 84.3), weight(4, 86.1), weight(6, 81.7),
        ]});
        let mut room = Room::new().unwrap();
        room.add(&serde_json::to_vec(&bundle).unwrap(), &mut Unwatched).unwrap();
        let endpoint = Endpoint::new("http://localhost:8080", "model", true);
        let workflow = room.prepare("How did my weight change?", &endpoint, [3; 32], 0).unwrap();
        let message = &workflow.state().synthesised;
        let written = facts(message, room.records(), Days::Written);
        assert_eq!(written.len(), 3, "{written:?}");
        for sentence in [
            "Body Weight was 84.3 kg on 2012-05-04.",
            "Body Weight was 86.1 kg on 2014-05-04.",
            "Body Weight was 81.7 kg on 2016-05-04.",
        ] {
            assert!(written.iter().any(|line| line == sentence), "{written:?}");
        }
        let counted = facts(message, room.records(), Days::Counted);
        for sentence in [
            "Body Weight was 84 kg 1461 days before day 0.",
            "Body Weight was 86 kg 731 days before day 0.",
            "Body Weight was 82 kg day 0.",
        ] {
            assert!(counted.iter().any(|line| line == sentence), "{counted:?}");
        }
        let digits =
            [("0.0451", "0.045"), ("137", "140"), ("-2.04", "-2"), ("0", "0"), ("some", "some"), ("9.96", "10")];
        assert!(digits.iter().all(|(text, told)| in_two_digits(text) == *told));
        let undated = facts(message, room.records(), Days::Untold);
        assert!(undated.iter().all(|line| !line.contains("201")), "{undated:?}");
        assert!(undated.contains(&"Body Weight was 84.3 kg.".to_owned()), "{undated:?}");
    }
}
