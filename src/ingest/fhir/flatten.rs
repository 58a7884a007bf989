//! Flattening: a nested resource becomes a list of plain leaves, each with our words for where it stood.
//!
//! `{"category":[{"coding":[…]}],"code":{…},"valueQuantity":{…}}` becomes *Category is vital-signs. Code is Body
//! Height. Value is 173.90 cm.* Repeated keys, systems, ids and brackets are gone; nothing of the
//! file's keys is left. Which elements are shown is [`super::elements`]'s to say.

use crate::document::{FactKind, Value};
use crate::ingest::json::{Kind, Node};
use crate::ingest::share::Share;
use crate::shared::{Pool, Shared};

use super::datatypes::{coded, quantity, value};
use super::elements::{Shape, code_words, element};

/// A leaf before references are resolved.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Leaf {
    /// Our words, with a capital: `Component value`.
    pub label: Shared,
    /// What is shown.
    pub content: Content,
    /// Which item of its element of the resource it stands in, from 0.
    pub item: u32,
}

/// What a [`Leaf`] shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// A value of the resource, and its unit.
    Value(Value, Option<Value>),
    /// What the resource with this reference is about.
    Target(String),
}

impl Share for Leaf {
    fn share(&mut self, pool: &mut Pool) {
        pool.share(&mut self.label);
        if let Content::Value(value, unit) = &mut self.content {
            value.share(pool);
            unit.share(pool);
        }
    }
}

/// Returns every leaf of `resource` that is shown, in the order of sentences.
pub(super) fn flatten(kind: FactKind, resource: &Node<'_>) -> Vec<Leaf> {
    let mut flattener = Flattener { kind, contained: resource.get("contained"), leaves: Vec::new(), resource, item: 0 };
    flattener.members(resource, "");
    flattener.leaves
}

struct Flattener<'n, 'a> {
    kind: FactKind,
    contained: Option<&'n Node<'a>>,
    leaves: Vec<Leaf>,
    resource: &'n Node<'a>,
    /// Which item of an element of the resource is being worded.
    item: u32,
}

impl Flattener<'_, '_> {
    /// Words every member of an object. Depth is bounded by the tree's own.
    fn members(&mut self, node: &Node<'_>, above: &str) {
        let mut shown: Vec<_> = node
            .members()
            .iter()
            .filter_map(|(name, member)| Some((element(self.kind, name)?, name.as_ref(), member)))
            .collect();
        shown.sort_by_key(|(element, ..)| element.rank);
        shown.dedup_by_key(|(element, ..)| element.rank);
        for (element, name, member) in shown {
            let words = match name {
                "code" if above.is_empty() => code_words(self.kind),
                // Of a questionnaire an item is a question; of a list it is what is listed.
                "item" if member.get("reference").is_some() => "item",
                _ => element.words,
            };
            let label = [above, words].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
            for (number, item) in (0..).zip(member.items()) {
                if std::ptr::eq(node, self.resource) {
                    self.item = number;
                }
                self.item(item, &label, element.shape);
            }
        }
    }

    fn item(&mut self, node: &Node<'_>, label: &str, shape: Shape) {
        match shape {
            Shape::Leaf => self.leaf(label, value(node), None),
            Shape::Term => self.leaf(label, coded(node).map(|coded| coded.display).or_else(|| value(node)), None),
            Shape::Concept if node.text().is_none() => self.leaf(label, coded(node).map(|coded| coded.display), None),
            Shape::Concept => {}
            Shape::Quantity => {
                if let Some(quantity) = quantity(node) {
                    self.leaf(&format!("{label} comparator"), quantity.comparator, None);
                    self.leaf(label, Some(quantity.value), quantity.unit);
                }
            }
            Shape::Reference => self.reference(node, label),
            Shape::Group => match &node.kind {
                Kind::Object(_) if node.text_of("reference").is_some() => self.reference(node, label),
                Kind::Object(_) => self.members(node, label),
                _ => self.leaf(label, value(node), None),
            },
        }
    }

    /// Words a reference to a clinical resource by its display, else by what it points at.
    fn reference(&mut self, node: &Node<'_>, label: &str) {
        let display = node.get("display").and_then(value);
        let Some(reference) = node.text_of("reference") else {
            return self.leaf(label, display, None);
        };
        if names_a_person(reference) {
            return;
        }
        let contained = reference.strip_prefix('#').and_then(|id| {
            let inside = self.contained?.items().iter().find(|inside| inside.text_of("id") == Some(id))?;
            about(inside).and_then(coded).map(|coded| coded.display)
        });
        match display.or(contained) {
            Some(display) => self.leaf(label, Some(display), None),
            None => self.push(label, Content::Target(reference.to_owned())),
        }
    }

    fn leaf(&mut self, label: &str, value: Option<Value>, unit: Option<Value>) {
        if let Some(value) = value {
            self.push(label, Content::Value(value, unit));
        }
    }

    fn push(&mut self, label: &str, content: Content) {
        let mut letters = label.chars();
        if let Some(first) = letters.next() {
            let label: String = first.to_uppercase().chain(letters).collect();
            let label = label.into();
            self.leaves.push(Leaf { label, content, item: self.item });
        }
    }
}

/// Returns the node that says what a clinical resource is about.
pub(super) fn about<'n, 'a>(resource: &'n Node<'a>) -> Option<&'n Node<'a>> {
    ["code", "medicationCodeableConcept", "vaccineCode", "description", "type"]
        .into_iter()
        .find_map(|name| resource.get(name))
        .and_then(|node| node.items().first())
}

/// Returns whether a reference says by its type that it points at a person or organisation.
pub(super) fn names_a_person(reference: &str) -> bool {
    const TYPES: &[&str] =
        &["Patient", "Practitioner", "PractitionerRole", "RelatedPerson", "Person", "Organization", "Location"];
    reference.split(['/', '?']).any(|part| TYPES.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::json::parse;

    fn worded(kind: FactKind, json: &str) -> Vec<String> {
        let leaves = flatten(kind, &parse(json, 0).unwrap());
        let word = |leaf: Leaf| match leaf.content {
            Content::Value(value, None) => format!("{}={}", leaf.label, value.text),
            Content::Value(value, Some(unit)) => format!("{}={} {}", leaf.label, value.text, unit.text),
            Content::Target(reference) => format!("{}→{reference}", leaf.label),
        };
        leaves.into_iter().map(word).collect()
    }

    #[test]
    fn an_observation_is_un_nested_in_our_order() {
        let json = r#"{"resourceType":"Observation","id":"x","status":"final","subject":{"reference":"Patient/1","display":"Ada"},
            "code":{"coding":[{"system":"http://loinc.org","code":"85354-9","display":"Blood Pressure"}]},
            "component":[{"valueQuantity":{"value":131.09,"unit":"mm[Hg]"},"code":{"text":"Systolic"}},
                         {"code":{"text":"Diastolic"},"valueQuantity":{"value":80,"code":"mm[Hg]","comparator":"<"}}],
            "category":[{"coding":[{"code":"vital-signs"}]}],"unknownThing":"secret","extension":[{"valueString":"secret"}]}"#;
        assert_eq!(
            worded(FactKind::Observation, json),
            [
                "Category=vital-signs",
                "Code=Blood Pressure",
                "Component code=Systolic",
                "Component value=131.09 mm[Hg]",
                "Component code=Diastolic",
                "Component value comparator=<",
                "Component value=80 mm[Hg]",
                "Status=final",
            ]
        );
    }

    #[test]
    fn a_dosage_is_un_nested_through_all_its_levels() {
        let json = r##"{"medicationReference":{"reference":"#m"},"contained":[{"id":"m","code":{"text":"Metformin 500 MG"}}],
            "dosageInstruction":[{"text":"with meals","timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}},
            "doseAndRate":[{"doseQuantity":{"value":1}}]}],"reasonReference":[{"reference":"urn:uuid:c"},{"reference":"Patient/1"}]}"##;
        assert_eq!(
            worded(FactKind::MedicationRequest, json),
            [
                "Medication=Metformin 500 MG",
                "Dosage=with meals",
                "Dosage dose=1",
                "Dosage timing frequency=2",
                "Dosage timing period=1",
                "Dosage timing period unit=d",
                "Reason→urn:uuid:c",
            ]
        );
    }

    #[test]
    fn odd_shapes_are_passed_over() {
        let json = r#"{"code":5,"category":{"coding":"x"},"valueQuantity":[1,{"value":"2"}],"component":"c","text":{"div":"<p>Ada</p>"},
            "period":{"start":{"a":1}},"note":[{"text":"first"},{"text":""}],"status":null}"#;
        assert_eq!(worded(FactKind::Observation, json), ["Code=5", "Component=c", "Note=first"]);
    }

    #[test]
    fn a_repeated_element_is_shown_once() {
        assert_eq!(worded(FactKind::Observation, r#"{"status":"final","status":"amended"}"#), ["Status=final"]);
    }
}
