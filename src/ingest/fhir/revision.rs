//! Which state of itself a resource is, and whose place it takes.

use super::references;
use crate::document::Revision;
use crate::ingest::json::Node;

/// Returns which state of itself `resource` is, by `meta` (hl7.org/fhir/R4/resource.html#Meta).
pub(super) fn revision(resource_type: &str, resource: &Node<'_>) -> Option<Revision> {
    let text = |path: &str| resource.at(path).and_then(Node::text);
    let (updated, number) = (text("meta.lastUpdated"), text("meta.versionId").and_then(|number| number.parse().ok()));
    if updated.is_none() && number.is_none() {
        return None;
    }
    let of = format!("{resource_type}/{}", resource.text_of("id")?);
    Some(Revision { of, updated: updated.map(str::to_owned), number, superseded: false })
}

/// Returns which state of itself `resource` is, also where it does not say when that was written.
pub(super) fn named_revision(resource_type: &str, resource: &Node<'_>) -> Option<Revision> {
    revision(resource_type, resource).or_else(|| Some(bare(format!("{resource_type}/{}", resource.text_of("id")?))))
}

/// Returns any state of the entry `of`.
pub(super) fn bare(of: String) -> Revision {
    Revision { of, updated: None, number: None, superseded: false }
}

/// Returns the entries whose place `resource`, a document, says that it takes (hl7.org/fhir/R4/documentreference.html,
/// `relatesTo`; hl7.org/fhir/R4/composition.html).
pub(super) fn replaced(resource: &Node<'_>) -> Vec<String> {
    let relations = resource.get("relatesTo").map(Node::items).unwrap_or_default();
    let replaces = relations.iter().filter(|relation| relation.text_of("code") == Some("replaces"));
    let named = replaces.filter_map(|relation| {
        let target = relation.at("target.reference").or_else(|| relation.at("targetReference.reference"))?.text()?;
        let target = references::unversioned(target);
        match target.strip_prefix("urn:uuid:") {
            Some(id) => Some(format!("{}/{id}", resource.text_of("resourceType")?)),
            None if target.matches('/').count() == 1 => Some(target.to_owned()),
            None => references::relative(target).map(str::to_owned),
        }
    });
    named.collect()
}
