//! Identifying texts planted in hostile forms, beside facts that a question needs: the first must not leave, the others must.
//!
//! Everything is planted into real bundles as JSON, and what would leave is looked through by code that shares nothing with
//! the review but the folding of accents and the word list, by which single everyday and medical words are no trace.

use serde_json::{Value, json};

use super::forms::FORMS;
use super::identifiers::Named;
use crate::clearance::Outgoing;
use crate::error::{Error, Result};
use crate::privacy::detect::without_accents;
use crate::progress::Unwatched;
use crate::quote::format::Endpoint;
use crate::room::Room;
use crate::workflow::Workflow;

/// Canaries that one bundle carries.
pub const PER_BUNDLE: usize = 6;
/// Letters and digits of which a planted text must have at least as many to be looked for without what stands between them.
const SHORTEST_DENSE: usize = 6;
/// A day after all that the sets hold.
const DAY: &str = "2024-05-";

/// Where a canary is planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Behind the question.
    Question,
    /// In front of the question.
    Greeting,
    /// In the path of the address.
    Address,
    /// As the model's name.
    Model,
    /// `Observation.code.text`.
    CodeText,
    /// `Observation.code.coding.display`.
    Display,
    /// `Observation.valueQuantity.unit`.
    Unit,
    /// `Observation.valueString`.
    ValueString,
    /// `Observation.note`.
    Note,
    /// `Observation.performer.display`.
    Performer,
    /// `Observation.interpretation.text`.
    Interpretation,
    /// `Observation.referenceRange.text`.
    ReferenceRange,
    /// A note of its own, `DocumentReference` in base64.
    Document,
}

/// All places.
pub const PLACES: [Place; 13] = [
    Place::Question,
    Place::Greeting,
    Place::Address,
    Place::Model,
    Place::CodeText,
    Place::Display,
    Place::Unit,
    Place::ValueString,
    Place::Note,
    Place::Performer,
    Place::Interpretation,
    Place::ReferenceRange,
    Place::Document,
];

impl Place {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Place::Question => "behind the question",
            Place::Greeting => "before the question",
            Place::Address => "address of the server",
            Place::Model => "name of the model",
            Place::CodeText => "code.text",
            Place::Display => "coding.display",
            Place::Unit => "unit",
            Place::ValueString => "valueString",
            Place::Note => "note",
            Place::Performer => "performer",
            Place::Interpretation => "interpretation",
            Place::ReferenceRange => "referenceRange",
            Place::Document => "a note in base64",
        }
    }

    fn in_records(self) -> bool {
        !matches!(self, Place::Question | Place::Greeting | Place::Address | Place::Model)
    }
}

/// A measurement that is planted: how it is asked for, its LOINC code, its wording, value and unit.
struct Kind {
    asked: &'static str,
    loinc: &'static str,
    display: &'static str,
    value: &'static str,
    unit: &'static str,
}

const fn kind(
    asked: &'static str,
    loinc: &'static str,
    display: &'static str,
    value: &'static str,
    unit: &'static str,
) -> Kind {
    Kind { asked, loinc, display, value, unit }
}

/// What carries canaries.
const CARRIERS: [Kind; PER_BUNDLE] = [
    kind("hemoglobin A1c", "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "6.9", "%"),
    kind("sodium", "2951-2", "Sodium [Moles/volume] in Serum or Plasma", "139", "mmol/L"),
    kind("creatinine", "2160-0", "Creatinine [Mass/volume] in Serum or Plasma", "1.1", "mg/dL"),
    kind("calcium", "17861-6", "Calcium [Mass/volume] in Serum or Plasma", "9.4", "mg/dL"),
    kind("body weight", "29463-7", "Body Weight", "81.3", "kg"),
    kind("glucose", "2339-0", "Glucose [Mass/volume] in Blood", "104", "mg/dL"),
];

/// What a question needs and nothing is planted in.
const CLEAN: [Kind; 4] = [
    kind("ferritin", "2276-4", "Ferritin [Mass/volume] in Serum or Plasma", "84", "ng/mL"),
    kind("heart rate", "8867-4", "Heart rate", "71", "/min"),
    kind("TSH", "3016-3", "Thyrotropin [Units/volume] in Serum or Plasma", "2.4", "mIU/L"),
    kind("oxygen saturation", "2708-6", "Oxygen saturation in Arterial blood", "97", "%"),
];

/// A planted text: whose identifier, in which form, and where.
#[derive(Debug, Clone)]
pub struct Canary {
    /// Whose it is.
    pub named: Named,
    /// The name of its form.
    pub form: &'static str,
    /// Where it is planted.
    pub place: Place,
    /// As it is planted.
    pub text: String,
}

/// Returns the canaries of `named` for `place`, each in a form of its own, so that over all people and places every form comes
/// equally often; `from` is how many were made before.
pub fn plan(named: &[Named], place: Place, from: usize) -> Vec<Canary> {
    (from..)
        .zip(named)
        .filter_map(|(number, named)| {
            let form = FORMS.get(number % FORMS.len())?;
            Some(Canary { named: named.clone(), form: form.name, place, text: form.write(&named.text) })
        })
        .collect()
}

/// What became of the canaries and facts of one bundle.
#[derive(Debug, Default)]
pub struct Tally {
    /// The canaries that would have left.
    pub out: Vec<Canary>,
    /// Requests that the review refused.
    pub refused: usize,
    /// Facts that questions need.
    pub facts: usize,
    /// Those that would have left with their question.
    pub survived: usize,
}

/// Plants `canaries`, at most [`PER_BUNDLE`] and all at one place, into `bundle`, asks `room`, which is empty but for its
/// lexicon, for what they stand in and for four facts beside them, and looks through what would leave.
///
/// # Errors
/// As reading the bundle does; `internal` when it has no patient.
pub fn play(bundle: &Value, canaries: &[Canary], mut room: Room) -> Result<Tally> {
    let planted = serde_json::to_vec(&plant(bundle, canaries)?)
        .map_err(|_| Error::internal("a bundle could not be written as JSON"))?;
    room.add(&planted, &mut Unwatched)?;
    let mut tally = Tally::default();
    let usual = Endpoint::new("http://localhost:8080", "model", true);
    let mut sent: Vec<Outgoing> = Vec::new();
    let mut ask = |question: &str, endpoint: &Endpoint, value: Option<&str>, tally: &mut Tally| -> Option<Outgoing> {
        let prepared = room.prepare(question, endpoint, [7; 32], 0).ok().filter(|workflow| {
            tally.refused += usize::from(!workflow.is_cleared());
            workflow.is_cleared()
        });
        if let Some(value) = value {
            tally.facts += 1;
            tally.survived += usize::from(prepared.as_ref().is_some_and(|workflow| tells(workflow, value)));
        }
        prepared.map(|workflow| workflow.outgoing().clone())
    };
    for (number, canary) in canaries.iter().enumerate() {
        let (Some(carrier), Some(clean)) = (CARRIERS.get(number), CLEAN.get(number % CLEAN.len())) else { break };
        let plain = format!("What was my last {}?", clean.asked);
        let outgoing = match canary.place {
            Place::Question => {
                ask(&format!("{plain} My name is {}.", canary.text), &usual, Some(clean.value), &mut tally)
            }
            Place::Greeting => ask(&format!("{} asks: {plain}", canary.text), &usual, Some(clean.value), &mut tally),
            Place::Address => {
                let address = format!("http://localhost:8080/{}/v1", canary.text);
                ask(&plain, &Endpoint { url: address, ..usual.clone() }, None, &mut tally)
            }
            Place::Model => ask(&plain, &Endpoint { model: canary.text.clone(), ..usual.clone() }, None, &mut tally),
            Place::Document => {
                ask(&format!("What do the notes say about the {}?", carrier.asked), &usual, None, &mut tally)
            }
            _ => ask(&format!("What was my last {}?", carrier.asked), &usual, None, &mut tally),
        };
        sent.extend(outgoing);
    }
    if canaries.first().is_some_and(|canary| canary.place.in_records()) {
        for clean in &CLEAN {
            sent.extend(ask(&format!("What was my last {}?", clean.asked), &usual, Some(clean.value), &mut tally));
        }
    }
    tally.out = canaries.iter().filter(|canary| sent.iter().any(|outgoing| holds(outgoing, canary))).cloned().collect();
    Ok(tally)
}

/// Returns whether `workflow` would tell the fact with `value`.
fn tells(workflow: &Workflow, value: &str) -> bool {
    let pieces = workflow.state().synthesised.pieces();
    pieces.iter().any(|piece| piece.originals.iter().any(|original| original.text == value))
}

/// Returns whether `outgoing` holds the canary as it was planted, or what it hides.
fn holds(outgoing: &Outgoing, canary: &Canary) -> bool {
    let mut parts = vec![outgoing.method.clone(), outgoing.url.clone(), outgoing.body.clone()];
    parts.extend(outgoing.headers.iter().map(|(name, value)| format!("{name}: {value}")));
    // The body as its reader has it, without JSON's escapes.
    parts.extend(strings(serde_json::from_str(&outgoing.body).unwrap_or_default()));
    let texts = [canary.text.as_str(), canary.named.text.as_str()];
    parts.iter().any(|part| {
        let dense_part = dense(part);
        texts.iter().any(|text| {
            let dense_text = dense(text);
            part.contains(text) || dense_text.len() >= SHORTEST_DENSE && dense_part.contains(&dense_text)
        })
    })
}

fn strings(value: Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.into_iter().flat_map(strings).collect(),
        Value::Object(fields) => fields.into_iter().flat_map(|(_, value)| strings(value)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn dense(text: &str) -> String {
    without_accents(&text.to_lowercase()).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn observation(subject: &str, kind: &Kind, day: usize) -> Value {
    json!({
        "resourceType": "Observation", "id": format!("planted-{}", kind.loinc), "status": "final",
        "subject": {"reference": subject},
        "code": {"text": kind.display, "coding": [{"system": "http://loinc.org", "code": kind.loinc, "display": kind.display}]},
        "effectiveDateTime": format!("{DAY}{day:02}T09:00:00Z"),
        "valueQuantity": {"value": serde_json::from_str::<Value>(kind.value).unwrap_or_default(), "unit": kind.unit, "system": "http://unitsofmeasure.org", "code": kind.unit}
    })
}

// The fields that are set are those of objects made here; a JSON object takes any field.
#[allow(clippy::indexing_slicing)]
fn plant(bundle: &Value, canaries: &[Canary]) -> Result<Value> {
    let entries = bundle.get("entry").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let patient = entries
        .iter()
        .find(|entry| entry.pointer("/resource/resourceType").and_then(Value::as_str) == Some("Patient"))
        .ok_or_else(|| Error::internal("a bundle has no patient"))?;
    let subject = match patient.get("fullUrl").and_then(Value::as_str) {
        Some(url) => url.to_owned(),
        None => format!("Patient/{}", patient.pointer("/resource/id").and_then(Value::as_str).unwrap_or_default()),
    };
    let mut planted: Vec<Value> = entries.to_vec();
    let mut add = |resource: Value| planted.push(json!({"resource": resource}));
    for (number, clean) in CLEAN.iter().enumerate() {
        add(observation(&subject, clean, 1 + number));
    }
    for (number, (carrier, canary)) in CARRIERS.iter().zip(canaries).enumerate() {
        let text = canary.text.as_str();
        let mut carrying = observation(&subject, carrier, 10 + number);
        match canary.place {
            Place::CodeText => carrying["code"]["text"] = json!(format!("{} {text}", carrier.display)),
            Place::Display => carrying["code"]["coding"][0]["display"] = json!(format!("{} {text}", carrier.display)),
            Place::Unit => carrying["valueQuantity"]["unit"] = json!(text),
            Place::ValueString => {
                carrying.as_object_mut().map(|fields| fields.remove("valueQuantity"));
                carrying["valueString"] = json!(text);
            }
            Place::Note => carrying["note"] = json!([{"text": format!("Told by {text}.")}]),
            Place::Performer => carrying["performer"] = json!([{"display": text}]),
            Place::Interpretation => carrying["interpretation"] = json!([{"text": text}]),
            Place::ReferenceRange => carrying["referenceRange"] = json!([{"text": text}]),
            Place::Document => {
                let note = format!("Seen today. The {} was normal. Signed {text}.", carrier.asked);
                carrying = json!({
                    "resourceType": "DocumentReference", "status": "current", "subject": {"reference": subject},
                    "date": format!("{DAY}{:02}T09:00:00Z", 10 + number), "type": {"text": "Progress note"},
                    "content": [{"attachment": {"contentType": "text/plain", "data": base64(&note)}}]
                });
            }
            Place::Question | Place::Greeting | Place::Address | Place::Model => {}
        }
        add(carrying);
    }
    Ok(json!({"resourceType": "Bundle", "type": "collection", "entry": planted}))
}

fn base64(text: &str) -> String {
    use base64::Engine as _;
    base64::prelude::BASE64_STANDARD.encode(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::identifiers;

    fn bundle() -> Value {
        json!({"resourceType": "Bundle", "entry": [{"fullUrl": "urn:uuid:1", "resource": {
            "resourceType": "Patient", "id": "1", "name": [{"given": ["Amara"], "family": "Okafor"}]
        }}]})
    }

    #[test]
    fn what_is_planted_stays_wherever_it_is_planted_and_facts_beside_it_leave() {
        let named = identifiers::of(&bundle());
        let (mut made, mut facts, mut survived) = (0, 0, 0);
        for place in PLACES {
            for round in 0..3 {
                let canaries = plan(&named, place, round * 7);
                made += canaries.len();
                let tally = play(&bundle(), &canaries, Room::new().unwrap()).unwrap();
                assert!(tally.out.is_empty(), "{:?}", tally.out);
                facts += tally.facts;
                survived += tally.survived;
            }
        }
        assert_eq!((made, survived), (named.len() * 3 * PLACES.len(), facts));
    }

    #[test]
    fn a_canary_that_is_out_is_seen_as_it_stands_and_by_what_it_hides() {
        let canary = |text: &str| Canary {
            named: Named { whose: "patient", what: "name", text: "Amara Okafor".to_owned() },
            form: "",
            place: Place::Question,
            text: text.to_owned(),
        };
        let outgoing = |body: &str| Outgoing {
            method: "POST".to_owned(),
            url: "http://localhost".to_owned(),
            headers: Vec::new(),
            body: body.to_owned(),
        };
        assert!(holds(&outgoing(r#"{"a": "AMARA  o-kafor"}"#), &canary("x")));
        assert!(holds(&outgoing(r#"{"a": ["QW1hcmE="]}"#), &canary("QW1hcmE=")));
        assert!(!holds(&outgoing(r#"{"a": "nothing"}"#), &canary("QW1hcmE=")));
    }
}
