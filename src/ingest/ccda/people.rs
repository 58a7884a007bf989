//! The known answers of a document: everybody and everything that its header and its entries name.

use crate::document::EntityType;
use crate::ingest::fhir::{Harvest, Owner};
use crate::ingest::outcome::Outcome;
use crate::ingest::xml::Element;

use super::header::{iso_day, names, prose};

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
    "healthCareFacility",
];

/// Parts of an address.
#[rustfmt::skip] // words of one kind, in two lines
const PLACES: &[&str] = &[
    "streetAddressLine", "deliveryAddressLine", "deliveryInstallationArea", "deliveryInstallationQualifier", "houseNumber", "houseNumberNumeric", "streetName", "streetNameBase",
    "additionalLocator", "unitID", "postBox", "city", "precinct", "county", "state", "postalCode",
];

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
            harvest.add(&prose(element).unwrap_or_default(), EntityType::Organization, owner);
        }
        // A substance or a thing is a playing entity with a name, too.
        "name" if parent == "playingEntity" && !is_of_a_person(element) => {}
        "name" => person(element, owner, harvest),
        "careOf" => {
            let whom = prose(element).unwrap_or_default();
            let named = ["c/o", "C/O", "c/O", "C/o"].iter().find_map(|lead| whom.strip_prefix(lead));
            harvest.person(named.unwrap_or(&whom).trim(), owner);
        }
        "addr" if element.children.is_empty() || element.prose_beside().is_some() => {
            harvest.address_in_words(&element.prose_but(&[]).unwrap_or_default(), owner);
            harvest.address_in_words(&element.prose_beside().unwrap_or_default(), owner);
        }
        "playingEntity" => playing(element, owner, harvest),
        "state" => harvest.state(&prose(element).unwrap_or_default(), owner),
        place if PLACES.contains(&place) => {
            harvest.add(&prose(element).unwrap_or_default(), EntityType::Location, owner);
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
            parts.filter_map(prose)
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

/// Takes a name: whole, in its parts, and each given name beside the family name.
fn person(name: &Element<'_>, owner: &Owner, harvest: &mut Harvest) {
    let (full, family) = names(name);
    harvest.person(&full, owner);
    let parts = name.children.iter().filter(|part| matches!(part.name, "given" | "family"));
    for part in parts.filter_map(prose) {
        harvest.name_part(&part, owner);
    }
    let given: Vec<String> = if name.prose_beside().is_some() {
        // Which of its words are given names nothing says.
        full.split_whitespace()
            .filter(|word| !family.split_whitespace().any(|of| of == *word))
            .map(Into::into)
            .collect()
    } else {
        name.all("given").filter_map(prose).collect()
    };
    let family = match name.all("family").find_map(prose).or(Some(family).filter(|family| !family.is_empty())) {
        Some(family) => family,
        // "<prefix>Mr</prefix> Art Brown": the last word is one.
        None => given.last().cloned().filter(|_| given.len() > 1).unwrap_or_default(),
    };
    for given in given.iter().filter(|given| !family.is_empty() && **given != family) {
        for full in [format!("{given} {family}"), format!("{family} {given}"), format!("{family}, {given}")] {
            harvest.add(&full, EntityType::Person, owner);
        }
    }
}

/// Returns whether `name`, of who or what takes part in an entry, has the parts of a person's.
fn is_of_a_person(name: &Element<'_>) -> bool {
    name.children.iter().any(|part| matches!(part.name, "given" | "family" | "prefix" | "suffix"))
}

/// Takes the names of an entity that says by its class that it is a person, a place or an organisation, and is written without parts.
fn playing(entity: &Element<'_>, owner: &Owner, harvest: &mut Harvest) {
    let class = entity.attribute("classCode").unwrap_or_default();
    for name in entity.all("name").filter(|name| !is_of_a_person(name)) {
        match class.as_str() {
            "PSN" => harvest.person(&prose(name).unwrap_or_default(), owner),
            "PLC" | "CITY" | "COUNTY" | "ORG" | "STATE" => {
                harvest.add(&prose(name).unwrap_or_default(), EntityType::Organization, owner);
            }
            _ => {}
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::xml::parse;

    fn texts(xml: &str) -> Vec<(String, EntityType)> {
        let mut outcome = Outcome::default();
        harvest(&parse(xml).unwrap(), "cda-1", &mut outcome);
        outcome.identifiers.into_iter().map(|(text, kind, _)| (text, kind)).collect()
    }

    #[test]
    fn a_name_of_words_and_parts_is_taken_whole_and_in_its_words() {
        for name in [
            "<prefix>Mr</prefix> Art Brown",
            "<given>Art</given> Brown",
            "Art <family>Brown</family>",
            "<given>Art</given>, <family>Brown</family>",
            "<given>A<!-- x -->rt</given><family>Br<b>own</b></family>",
        ] {
            let found = texts(&format!("<patient><name>{name}</name></patient>"));
            for text in ["Art", "Brown", "Art Brown", "Brown, Art"] {
                assert!(found.contains(&(text.to_owned(), EntityType::Person)), "{name}: {text} of {found:?}");
            }
        }
    }

    #[test]
    fn who_plays_a_part_is_taken_and_what_does_is_not() {
        let playing = |class: &str, name: &str| {
            texts(&format!("<playingEntity classCode=\"{class}\"><name>{name}</name></playingEntity>"))
        };
        let person = |text: &str| (text.to_owned(), EntityType::Person);
        assert!(playing("ENT", "<given>Art</given><family>Brown</family>").contains(&person("Brown, Art")));
        assert!(playing("PSN", "Art Brown").contains(&person("Brown")));
        assert!(playing("PLC", "Mercy West").contains(&("Mercy West".to_owned(), EntityType::Organization)));
        assert_eq!(playing("MMAT", "Brown rice"), [("cda-1".to_owned(), EntityType::Id)]);
    }

    #[test]
    fn an_address_in_words_and_each_of_its_parts_are_taken() {
        for addr in [
            "Willow Grove",
            "12 Hope St, Willow Grove, OR",
            "<state>OR</state> Willow Grove",
            "<additionalLocator>Willow Grove</additionalLocator>",
            "<deliveryAddressLine>Willow Grove</deliveryAddressLine>",
            "<streetNameBase>Willow Grove</streetNameBase>",
            "<state>Willow Grove</state>",
            "<city>Willow <b>Grove</b></city>",
        ] {
            let found = texts(&format!("<addr>{addr}</addr>"));
            assert!(found.contains(&("Willow Grove".to_owned(), EntityType::Location)), "{addr}: {found:?}");
        }
        let found = texts("<addr><careOf>c/o Art Brown</careOf><state>New Mexico</state><country>US</country></addr>");
        assert!(found.contains(&("Brown".to_owned(), EntityType::Person)), "{found:?}");
        assert!(!found.iter().any(|(text, _)| text.contains("c/o") || text == "New Mexico"), "{found:?}");
    }
}
