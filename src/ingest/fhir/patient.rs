//! Reads the Patient resource. Source: hl7.org/fhir/R4/patient.html.

use std::collections::BTreeSet;

use crate::document::Patient;
use crate::fold::letters;
use crate::ingest::json::Node;

use super::datatypes::day;

/// What a patient is called: by it a reference that shows another name is told from one to this patient.
#[derive(Debug, Default)]
pub(super) struct Called {
    words: BTreeSet<String>,
    identifiers: BTreeSet<String>,
}

/// Words beside a name that are none of it.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "sr", "jr", "ii", "iii", "md", "phd", "patient", "mrn",
    "dob", "male", "female",
];

impl Called {
    /// Returns what the Patient `resource` is called, by all of its names.
    pub(super) fn of(resource: &Node<'_>) -> Self {
        let names = resource.get("name").map(Node::items).unwrap_or_default().iter();
        let parts = names.flat_map(|name| ["text", "family", "given"].into_iter().filter_map(|part| name.get(part)));
        let words = parts.flat_map(Node::items).filter_map(Node::text).flat_map(words).collect();
        let identifiers = resource.get("identifier").map(Node::items).unwrap_or_default().iter();
        let identifiers = identifiers.filter_map(|identifier| identifier.text_of("value")).map(str::to_owned).collect();
        Called { words, identifiers }
    }

    /// Returns whether `display` may be a name of this patient: all its words are words of it, or begin one. Where one of both has no
    /// words, nothing says that it is not.
    pub(super) fn is_shown_as(&self, display: &str) -> bool {
        let is_own = |word: &String| {
            self.words
                .iter()
                .any(|own| own.starts_with(word.as_str()) || own.len() >= 3 && word.starts_with(own.as_str()))
        };
        self.words.is_empty() || words(display).iter().all(is_own)
    }

    /// Returns whether `identifier` is one of this patient.
    pub(super) fn has(&self, identifier: &str) -> bool {
        self.identifiers.contains(identifier)
    }
}

/// Returns the words of a name in lower case, without accents, titles, numbers and what stands in brackets.
fn words(name: &str) -> Vec<String> {
    let bare = name.split_once(['(', '[']).map_or(name, |(bare, _)| bare);
    let words = bare.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.filter(|word| !word.contains(|sign: char| sign.is_ascii_digit()));
    let folded = words.map(|word| word.chars().flat_map(letters).flat_map(char::to_lowercase).collect::<String>());
    folded.filter(|word| !TITLES.contains(&word.as_str())).collect()
}

/// Longest `Patient.id` that is taken; FHIR allows 64 characters.
const MAX_ID_CHARS: usize = 128;

/// Returns the patient that `resource` describes, or why there is none.
pub(super) fn patient(resource: &Node<'_>, full_url: Option<&str>) -> Result<Patient, &'static str> {
    let id = resource.text_of("id").or_else(|| full_url.and_then(|url| url.rsplit(['/', ':']).next()));
    let id = id.filter(|id| is_id(id)).ok_or("the patient has no id that can be used")?;
    let date = |name| resource.text_of(name).and_then(day);
    let mut patient = Patient {
        birth: date("birthDate"),
        death: date("deceasedDateTime"),
        gender: resource.text_of("gender").map(str::to_owned),
        ..unnamed(id)
    };
    if let Some((name, family)) = name(resource) {
        patient.name = name;
        patient.family = family;
    }
    Ok(patient)
}

/// Returns the names of the elements that hold a date which is none.
pub(super) fn unreadable_dates(resource: &Node<'_>) -> Vec<&'static str> {
    let is_none = |name: &&str| resource.get(name).is_some_and(|node| node.text().and_then(day).is_none());
    ["birthDate", "deceasedDateTime"].into_iter().filter(is_none).collect()
}

/// Returns a patient of whom only the id is known.
fn unnamed(id: &str) -> Patient {
    Patient { id: id.to_owned(), name: id.to_owned(), family: id.to_owned(), birth: None, death: None, gender: None }
}

/// Returns whether `id` can name a patient: letters, digits, `-`, `.`, `_`, so that document ids stay unambiguous.
pub(crate) fn is_id(id: &str) -> bool {
    (1..=MAX_ID_CHARS).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}

/// Returns the name to show and the family name. Of several the official one is taken, else the usual one,
/// else the first.
fn name(resource: &Node<'_>) -> Option<(String, String)> {
    let names = resource.get("name")?.items();
    let of_use = |wanted| names.iter().find(|name| name.text_of("use") == Some(wanted));
    let name = of_use("official").or_else(|| of_use("usual")).or_else(|| names.first())?;
    let family = name.text_of("family").map(single_line);
    let given = name.get("given").map(Node::items).unwrap_or_default().iter().filter_map(Node::text).map(single_line);
    let full = given.chain(family.clone()).collect::<Vec<_>>().join(" ");
    let full = if full.is_empty() { single_line(name.text_of("text")?) } else { full };
    let family = family.unwrap_or_else(|| full.clone());
    Some((full, family))
}

/// Names stand in titles and references, which are one line.
fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::parse;

    fn read(json: &str) -> Result<Patient, &'static str> {
        patient(&parse(json, 0).unwrap(), Some("urn:uuid:from-url"))
    }

    #[test]
    fn the_official_name_is_shown() {
        let json = r#"{"id":"p1","name":[{"use":"maiden","family":"Eze","given":["Amara"]},
            {"use":"official","prefix":["Dr."],"family":"Okafor","given":["Amara","Ngozi"]}],"birthDate":"1961-03","gender":"female"}"#;
        let patient = read(json).unwrap();
        assert_eq!((patient.name.as_str(), patient.family.as_str()), ("Amara Ngozi Okafor", "Okafor"));
        assert_eq!(patient.birth.map(|day| day.to_string()).as_deref(), Some("1961-03-01"));
    }

    #[test]
    fn a_name_may_be_one_text_or_missing() {
        let of = |json: &str| read(json).map(|patient| (patient.name, patient.family)).unwrap();
        assert_eq!(
            of(r#"{"id":"p","name":[{"text":"Ada\n Lovelace"}]}"#),
            ("Ada Lovelace".into(), "Ada Lovelace".into())
        );
        assert_eq!(of(r#"{"id":"p","name":[{"given":["Ada"]}]}"#), ("Ada".into(), "Ada".into()));
        assert_eq!(of(r#"{"id":"p","name":[]}"#), ("p".into(), "p".into()));
        assert_eq!(of(r#"{"name":"Ada"}"#), ("from-url".into(), "from-url".into()));
    }

    #[test]
    fn a_display_of_another_name_is_another_patient() {
        let called = |json: &str| Called::of(&parse(json, 0).unwrap());
        let ilona = called(
            r#"{"name":[{"family":"Varga","given":["Ilona","Zsófia"]},{"use":"maiden","family":"Kis"}],"identifier":[{"value":"77"}]}"#,
        );
        for own in
            ["Ilona Varga", "VARGA, ILONA Z.", "Mrs. Ilona Kis", "Zsofia Varga (MRN 12)", "Patient 12", "", "Varga"]
        {
            assert!(ilona.is_shown_as(own), "{own}");
        }
        for other in ["Gábor Varga", "Gábor", "Varga, G.", "Ilona Nagy"] {
            assert!(!ilona.is_shown_as(other), "{other}");
        }
        assert!(ilona.has("77") && !ilona.has("78"));
        assert!(called(r#"{"id":"p"}"#).is_shown_as("Anybody"));
    }

    #[test]
    fn an_id_that_would_blur_document_ids_is_refused() {
        for id in ["a/b", "", "ä", "a b", &"x".repeat(200)] {
            assert!(!is_id(id), "{id}");
        }
        assert!(read(r#"{"id":"a/b"}"#).is_err());
    }
}
