//! The known answers of a document: everybody and everything that its header and its entries name.

use crate::document::EntityType;
use crate::ingest::fhir::{Harvest, Owner};
use crate::ingest::outcome::Outcome;
use crate::ingest::xml::Element;

use super::header::{iso_day, names};

/// Elements whose `name` is an organisation's or a place's.
const ORGANIZATIONS: &[&str] = &[
    "representedOrganization",
    "providerOrganization",
    "representedCustodianOrganization",
    "serviceProviderOrganization",
    "manufacturerOrganization",
    "receivedOrganization",
    "scopingOrganization",
    "wholeOrganization",
    "location",
    "playingEntity",
    "healthCareFacility",
];

/// Parts of an address below a state.
const PLACES: &[&str] = &["streetAddressLine", "houseNumber", "streetName", "city", "precinct", "county", "postalCode"];

/// Adds every identifying text of `document` to `outcome`; those of the patient are of the patient with the id `patient`.
pub(super) fn harvest(document: &Element<'_>, patient: &str, outcome: &mut Outcome) {
    let mut harvest = Harvest::default();
    harvest.add(patient, EntityType::Id, &Owner::Patient(patient.to_owned()));
    walk(document, document.name, &Owner::Nobody, patient, &mut harvest);
    outcome.identifiers.extend(harvest.into_found().map(|(text, entity_type, owner)| {
        let patient = match owner {
            Owner::Patient(id) => Some(id),
            Owner::Nobody | Owner::Reference(_) => None,
        };
        (text, entity_type, patient)
    }));
}

fn walk(element: &Element<'_>, parent: &str, owner: &Owner, patient: &str, harvest: &mut Harvest) {
    let own = Owner::Patient(patient.to_owned());
    let owner = match element.name {
        "patientRole" => &own,
        // Who looks after the patient, and where, is somebody else.
        "guardian" | "providerOrganization" | "birthplace" => &Owner::Nobody,
        _ => owner,
    };
    match element.name {
        // The narrative is prose, which the recognizers look through.
        "text" if parent == "section" => return,
        "name" if ORGANIZATIONS.contains(&parent) => {
            let name = element.content().map(|value| value.text).unwrap_or_default();
            // A substance, too, is a playing entity with a name.
            if parent != "playingEntity" {
                harvest.add(&name, EntityType::Organization, owner);
            }
        }
        "name" => {
            let (full, _) = names(element);
            harvest.person(&full, owner);
            let parts = element.children.iter().filter(|part| matches!(part.name, "given" | "family"));
            for part in parts.filter_map(Element::content) {
                harvest.name_part(&part.text, owner);
            }
            let family = element.all("family").filter_map(Element::content).next();
            for (given, family) in element.all("given").filter_map(Element::content).zip(std::iter::repeat(family)) {
                let Some(family) = family else { break };
                for full in [
                    format!("{} {}", given.text, family.text),
                    format!("{} {}", family.text, given.text),
                    format!("{}, {}", family.text, given.text),
                ] {
                    harvest.add(&full, EntityType::Person, owner);
                }
            }
        }
        place if PLACES.contains(&place) => {
            harvest.add(&element.content().map(|value| value.text).unwrap_or_default(), EntityType::Location, owner);
        }
        "telecom" => telecom(&element.attribute("value").unwrap_or_default(), owner, harvest),
        "id" | "setId" => {
            harvest.add(&element.attribute("extension").unwrap_or_default(), EntityType::Id, owner);
            let root = element.attribute("root").unwrap_or_default();
            // An OID names who gives the numbers; a UUID is the number.
            if root.contains('-') {
                harvest.add(&root, EntityType::Id, owner);
            }
        }
        _ => {}
    }
    if element.all("name").nth(1).is_some() && !ORGANIZATIONS.contains(&element.name) {
        let of = |part: &'static str| {
            let parts = element.all("name").flat_map(move |name| name.all(part));
            parts.filter_map(Element::content).map(|value| value.text.to_string())
        };
        let parts: Vec<String> = of("given").chain(of("family")).collect();
        harvest.of_one_person(&parts.iter().map(String::as_str).collect::<Vec<_>>(), owner);
    }
    if let Some(value) = element.attribute("value").filter(|_| is_moment(element.name)) {
        let of_patient = element.name == "birthTime";
        let owner = if of_patient { owner } else { &Owner::Nobody };
        if let Some(day) = iso_day(&value) {
            harvest.add(&day, EntityType::Date, owner);
        }
        if of_patient {
            harvest.add(&value, EntityType::Date, owner);
        }
    }
    for child in &element.children {
        walk(child, element.name, owner, patient, harvest);
    }
}

fn is_moment(name: &str) -> bool {
    matches!(name, "low" | "high" | "center") || name.ends_with("Time") || name == "time"
}

/// Takes `tel:+1-555-0100`, `mailto:` and addresses of the web.
fn telecom(value: &str, owner: &Owner, harvest: &mut Harvest) {
    match value.split_once(':') {
        Some(("tel", number)) => harvest.add(number, EntityType::Phone, owner),
        Some(("fax", number)) => harvest.add(number, EntityType::Fax, owner),
        Some(("mailto", address)) => harvest.add(address, EntityType::Email, owner),
        Some(("http" | "https" | "ftp", _)) => harvest.add(value, EntityType::Url, owner),
        _ if value.contains('@') => harvest.add(value, EntityType::Email, owner),
        _ => harvest.add(value, EntityType::Phone, owner),
    }
}
