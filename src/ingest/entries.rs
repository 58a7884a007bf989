//! Finds the resources of a file: a Bundle, one resource, or one of either per line (NDJSON).
//!
//! Only one entry at a time is held as a tree; the file itself is the largest thing in memory.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::document::Skipped;
use crate::error::{Code, Error, Place, Result};

use super::json::{self, Kind, Node};

/// One resource of a file.
pub(crate) struct Entry<'n, 'a> {
    /// Where it stands: `entry[12].resource`, `line[3]`, or nothing for a file that is one resource.
    pub place: Place,
    /// `Bundle.entry.fullUrl`.
    pub full_url: Option<&'n str>,
    /// The resource, always a JSON object.
    pub resource: &'n Node<'a>,
}

/// Shows every resource of `text` to `visit`, in file order; `text` starts at byte `base` of its file.
/// What cannot be read is added to `skipped`.
///
/// # Errors
/// `malformed` when nothing in it is JSON with a `resourceType`; what `visit` returns.
pub(crate) fn each(
    text: &str,
    base: usize,
    skipped: &mut Vec<Skipped>,
    visit: &mut dyn FnMut(Entry<'_, '_>) -> Result<()>,
) -> Result<()> {
    match whole(text) {
        Some(Top { resource_type: Some(kind), entries }) if kind == "Bundle" => {
            for (index, raw) in entries.unwrap_or_default().into_iter().enumerate() {
                let place = Place::root().field("entry").index(index);
                match json::parse(raw.get(), base + offset(raw.get(), text)) {
                    Ok(entry) => bundle_entry(&place, &entry, skipped, visit)?,
                    Err(error) => skip(skipped, &place, &error),
                }
            }
            Ok(())
        }
        Some(Top { resource_type: Some(_), .. }) => {
            let body = text.trim();
            let resource = json::parse(body, base + offset(body, text))?;
            visit(Entry { place: Place::root(), full_url: None, resource: &resource })
        }
        Some(_) => {
            Err(Error::new(Code::Unsupported, "the file is JSON, but not a FHIR resource: it has no resourceType"))
        }
        None => lines(text, base, skipped, visit),
    }
}

/// Reads one resource per line. A file of which no line is a resource is refused as a whole.
fn lines(
    text: &str,
    base: usize,
    skipped: &mut Vec<Skipped>,
    visit: &mut dyn FnMut(Entry<'_, '_>) -> Result<()>,
) -> Result<()> {
    let mut broken = Vec::new();
    let mut resources = 0_usize;
    let filled = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    for (index, line) in filled {
        let place = Place::root().field("line").index(index);
        match json::parse(line, base + offset(line, text)) {
            Ok(node) if node.text_of("resourceType") == Some("Bundle") => {
                resources += 1;
                let entries = node.get("entry").map(Node::items).unwrap_or_default();
                for (index, entry) in entries.iter().enumerate() {
                    bundle_entry(&place.field("entry").index(index), entry, skipped, visit)?;
                }
            }
            Ok(node) if node.text_of("resourceType").is_some() => {
                resources += 1;
                visit(Entry { place, full_url: None, resource: &node })?;
            }
            Ok(_) => broken.push(Skipped { path: place.to_string(), reason: NO_TYPE.to_owned() }),
            Err(error) => skip(&mut broken, &place, &error),
        }
    }
    if resources == 0 {
        return Err(Error::new(Code::Malformed, "the file is not JSON, or is cut short: nothing was read"));
    }
    skipped.append(&mut broken);
    Ok(())
}

const NO_TYPE: &str = "is not a FHIR resource: it has no resourceType";

fn bundle_entry(
    place: &Place,
    entry: &Node<'_>,
    skipped: &mut Vec<Skipped>,
    visit: &mut dyn FnMut(Entry<'_, '_>) -> Result<()>,
) -> Result<()> {
    let place = place.field("resource");
    match entry.get("resource") {
        Some(resource) if matches!(resource.kind, Kind::Object(_)) => {
            visit(Entry { place, full_url: entry.text_of("fullUrl"), resource })
        }
        _ => {
            skipped.push(Skipped { path: place.to_string(), reason: "the entry holds no resource".to_owned() });
            Ok(())
        }
    }
}

/// Notes that `place` was not read because of `error`, whose text is static.
fn skip(skipped: &mut Vec<Skipped>, place: &Place, error: &Error) {
    skipped.push(Skipped { path: place.to_string(), reason: error.to_string() });
}

/// Returns where `part`, a slice of `whole`, starts in it.
fn offset(part: &str, whole: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The outermost object of a file that is one JSON value.
#[derive(Default)]
struct Top<'a> {
    resource_type: Option<String>,
    entries: Option<Vec<&'a RawValue>>,
}

fn whole(text: &str) -> Option<Top<'_>> {
    serde_json::from_str(text).ok()
}

impl<'de: 'a, 'a> Deserialize<'de> for Top<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Top<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> std::result::Result<Top<'de>, A::Error> {
                let mut top = Top::default();
                while let Some(key) = members.next_key::<String>()? {
                    match key.as_str() {
                        "resourceType" if top.resource_type.is_none() => {
                            top.resource_type = serde_json::from_str(members.next_value::<&RawValue>()?.get()).ok();
                        }
                        "entry" if top.entries.is_none() => {
                            top.entries = serde_json::from_str(members.next_value::<&RawValue>()?.get()).ok();
                        }
                        _ => {
                            members.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(top)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Result<Vec<String>>, Vec<String>) {
        let (mut seen, mut skipped) = (Vec::new(), Vec::new());
        let result = each(text, 0, &mut skipped, &mut |entry| {
            let body = entry.resource.span.of(text).unwrap();
            seen.push(format!("{} {}", entry.place, body));
            Ok(())
        });
        (result.map(|()| seen), skipped.into_iter().map(|skipped| skipped.path).collect())
    }

    #[test]
    fn a_bundle_shows_its_entries_with_their_bytes() {
        let text = " {\"entry\" : [ {\"resource\": {\"a\":1}},\r\n {\"resource\":{\"é\": 2}} ], \"resourceType\":\"Bundle\"}\n";
        let (seen, skipped) = found(text);
        assert_eq!(seen.unwrap(), ["entry[0].resource {\"a\":1}", "entry[1].resource {\"é\": 2}"]);
        assert!(skipped.is_empty());
    }

    #[test]
    fn one_resource_is_a_file_of_its_own() {
        assert_eq!(found("\n{\"resourceType\":\"Patient\"}").0.unwrap(), [" {\"resourceType\":\"Patient\"}"]);
    }

    #[test]
    fn lines_are_read_one_by_one_and_a_broken_one_is_named() {
        let text = "{\"resourceType\":\"A\"}\r\n\r\n{\"resourceType\":\r\n[1]\r\n{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":{}}, 5]}";
        let (seen, skipped) = found(text);
        assert_eq!(seen.unwrap(), ["line[0] {\"resourceType\":\"A\"}", "line[4].entry[0].resource {}"]);
        assert_eq!(skipped, ["line[4].entry[1].resource", "line[2]", "line[3]"]);
    }

    #[test]
    fn an_entry_that_is_nested_too_deep_is_skipped_alone() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let text = format!(
            "{{\"resourceType\":\"Bundle\",\"entry\":[{{\"resource\":{{\"x\":{deep}}}}},{{\"resource\":{{}}}}]}}"
        );
        let (seen, skipped) = found(&text);
        assert_eq!(seen.unwrap(), ["entry[1].resource {}"]);
        assert_eq!(skipped, ["entry[0]"]);
    }

    #[test]
    fn what_is_no_resource_is_refused() {
        for (text, code) in [
            ("", Code::Malformed),
            ("not json", Code::Malformed),
            ("{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":{", Code::Malformed),
            ("{}", Code::Unsupported),
            ("[1, 2]", Code::Malformed),
            ("{\"resourceType\": 5}", Code::Unsupported),
        ] {
            assert_eq!(found(text).0.unwrap_err().code(), code, "{text}");
        }
        assert_eq!(found("{\"resourceType\":\"Bundle\",\"entry\":{}}").0.unwrap(), [""; 0]);
    }
}
