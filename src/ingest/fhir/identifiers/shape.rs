//! Knows data types by the members an object has.

use crate::ingest::json::Node;

/// Which telling members an object has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) resource: bool,
    pub(super) name: bool,
    pub(super) text: bool,
    pub(super) address: bool,
    pub(super) city: bool,
    pub(super) region: bool,
    pub(super) system: bool,
    pub(super) value: bool,
    pub(super) reference: bool,
    pub(super) attachment: bool,
    pub(super) position: bool,
    pub(super) url: bool,
    pub(super) answer: bool,
}

impl Shape {
    /// Returns the shape of `node`; nothing is set for what is no object.
    pub(super) fn of(node: &Node<'_>) -> Self {
        let mut shape = Shape::default();
        for (name, _) in node.members() {
            match name.as_ref() {
                "resourceType" => shape.resource = true,
                "family" | "given" => shape.name = true,
                "text" => shape.text = true,
                "line" | "postalCode" => shape.address = true,
                "city" => shape.city = true,
                "state" | "country" | "district" => shape.region = true,
                "system" => shape.system = true,
                "value" => shape.value = true,
                "reference" | "display" => shape.reference = true,
                "contentType" => shape.attachment = true,
                "latitude" | "longitude" => shape.position = true,
                "url" => shape.url = true,
                "answer" => shape.answer = true,
                _ => {}
            }
        }
        shape
    }
}
