//! Who a bundle is about, read straight from its JSON by other code than the reader of records: what must not leave.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::privacy::detect::without_accents;
use crate::privacy::lexicon::{Lexicon, Traits};

/// The shortest identifying text, in letters and digits: shorter ones are too often something else.
const SHORTEST: usize = 4;
/// The same for numbers.
const SHORTEST_NUMBER: usize = 5;

/// An identifying text, and whose.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// `patient` or `clinician`.
    pub whose: &'static str,
    /// What it is: `name`, `phone`, `address`, `identifier`, `birth`.
    pub what: &'static str,
    /// The text.
    pub text: String,
}

/// Returns what identifies the patients, relatives and clinicians of `bundle`, in order, without repeats.
pub fn of(bundle: &Value) -> Vec<Named> {
    let mut named = BTreeSet::new();
    let entries = bundle.get("entry").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for resource in entries.iter().filter_map(|entry| entry.get("resource")) {
        let whose = match resource.get("resourceType").and_then(Value::as_str) {
            Some("Patient" | "RelatedPerson") => "patient",
            Some("Practitioner") => "clinician",
            _ => continue,
        };
        let mut add = |what, text: String| {
            let signs = text.chars().filter(|c| c.is_alphanumeric()).count();
            let has_letters = text.contains(char::is_alphabetic);
            if signs >= if has_letters { SHORTEST } else { SHORTEST_NUMBER } {
                named.insert(Named { whose, what, text });
            }
        };
        for name in list(resource, "name") {
            let given: Vec<&str> = list(name, "given").iter().filter_map(Value::as_str).collect();
            let family = text(name, "family");
            add("name", [given.first().copied().unwrap_or_default(), family].join(" ").trim().to_owned());
            add("name", [given.join(" ").as_str(), family].join(" ").trim().to_owned());
            add("name", family.to_owned());
        }
        for telecom in list(resource, "telecom") {
            add(if text(telecom, "system") == "email" { "email" } else { "phone" }, text(telecom, "value").to_owned());
        }
        for address in list(resource, "address") {
            for line in list(address, "line").iter().filter_map(Value::as_str) {
                add("address", line.to_owned());
            }
            add("address", text(address, "city").to_owned());
            add("address", text(address, "postalCode").to_owned());
        }
        for identifier in list(resource, "identifier") {
            add("identifier", text(identifier, "value").to_owned());
        }
        add("birth", text(resource, "birthDate").to_owned());
        for extension in list(resource, "extension") {
            if text(extension, "url").ends_with("mothersMaidenName") {
                add("name", text(extension, "valueString").to_owned());
            }
            add("address", extension.get("valueAddress").map_or("", |place| text(place, "city")).to_owned());
        }
    }
    named.into_iter().collect()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// Returns whether `text` is a single everyday or medical word, which is no trace of anybody: a town called Reading.
pub fn is_innocent(text: &str, lexicon: &Lexicon) -> bool {
    let traits = lexicon.of_word(&words(text));
    traits.is(Traits::COMMON | Traits::MEDICAL | Traits::EPONYM) && !traits.is(Traits::FREQUENT_NAME)
}

/// Returns which of `named` stand in `outgoing`, as whole words, whatever the case, accents and signs between. A single
/// everyday or medical word is no trace of anybody and passed over, unless it is a frequent name.
pub fn found<'n>(named: &'n [Named], outgoing: &str, lexicon: &Lexicon) -> Vec<&'n Named> {
    let outgoing = format!(" {} ", words(outgoing));
    named
        .iter()
        .filter(|each| {
            let words = words(&each.text);
            !words.is_empty() && !is_innocent(&each.text, lexicon) && outgoing.contains(&format!(" {words} "))
        })
        .collect()
}

fn words(text: &str) -> String {
    let folded = without_accents(&text.to_lowercase());
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_numbers_and_addresses_of_patients_and_clinicians_are_found_in_what_leaves() {
        let bundle = json!({"entry": [
            {"resource": {"resourceType": "Patient", "name": [{"given": ["José", "Luis"], "family": "Hand"}],
                "telecom": [{"system": "phone", "value": "555-867-5309"}], "birthDate": "1951-02-03"}},
            {"resource": {"resourceType": "Practitioner", "name": [{"given": ["Ada"], "family": "Okafor"}]}},
            {"resource": {"resourceType": "Observation", "name": [{"family": "Nobody"}]}},
        ]});
        let named = of(&bundle);
        assert!(!named.iter().any(|each| each.text == "Nobody"));
        let lexicon = Lexicon::of([("hand".to_owned(), Traits::COMMON)]);
        let texts = |outgoing: &str| -> Vec<String> {
            found(&named, outgoing, &lexicon).iter().map(|each| each.text.clone()).collect()
        };
        assert_eq!(texts("pain of the right hand"), Vec::<String>::new());
        assert_eq!(texts("jose HAND, 555 867 5309"), ["José Hand", "555-867-5309"]);
        assert_eq!(texts("Dr. Okafor’s; born 1951/02/03"), ["Okafor", "1951-02-03"]);
    }
}
