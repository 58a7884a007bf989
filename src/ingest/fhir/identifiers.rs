//! Harvests every identifying text that the structure of the records names.
//!
//! Every resource is walked to its leaves, administrative ones (Claim, Coverage, Provenance) and
//! contained ones too, and data types are known by their shape, so that a `HumanName` is found
//! wherever it stands. What is too short or too common to identify anybody is left out by the rules
//! in [`Harvest::add`]. Of prose only the narrative of people and organisations is searched, for runs of capitalised words and
//! numbers: everything else is the recognizers' work.

mod lists;
mod narrative;
mod shape;

use std::collections::{HashMap, HashSet};

use crate::document::EntityType;
use crate::ingest::json::{Kind, Node};

use lists::{
    ANSWERS, CONTACT_SYSTEMS, EXTENSIONS, HONORIFICS, ID_MEMBERS, IDENTIFYING_QUESTIONS, NARRATED, OF_MEDICINE,
    ORGANIZATION_MEMBERS, PARTICLES, PERSON_MEMBERS, PLACEHOLDERS, REGIONS,
};
use shape::Shape;

/// Most parts of the names of one person that are put beside each other.
const MAX_PARTS: usize = 12;

/// The person an identifier stands for, before references are resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nobody the records are about: a relative, a clinician, an organisation.
    Nobody,
    /// The patient with this id.
    Patient(String),
    /// The patient this reference resolves to.
    Reference(String),
}

/// The identifying texts of one file.
#[derive(Debug, Default)]
pub(crate) struct Harvest {
    found: HashMap<String, Vec<(EntityType, Owner)>>,
}

impl Harvest {
    /// Takes the identifying texts of `resource`; `patient` is the id if it is a Patient.
    pub(super) fn resource(&mut self, resource: &Node<'_>, full_url: Option<&str>, patient: Option<&str>) {
        let owner = patient.map_or(Owner::Nobody, |id| Owner::Patient(id.to_owned()));
        if let Some(url) = full_url {
            let entity_type = if url.starts_with("http") { EntityType::Url } else { EntityType::Id };
            self.add(url.strip_prefix("urn:uuid:").unwrap_or(url), entity_type, &owner);
        }
        self.walk(resource, "", &owner);
    }

    /// Returns what was found, in no particular order.
    pub(crate) fn into_found(self) -> impl Iterator<Item = (String, EntityType, Owner)> {
        self.found
            .into_iter()
            .flat_map(|(text, kinds)| kinds.into_iter().map(move |(kind, owner)| (text.clone(), kind, owner)))
    }

    /// Keeps `text` if it can identify somebody:
    /// people: 2 characters with a letter; organisations and places: 3; ids: 4 with a digit; telephone
    /// numbers: 5 digits; dates: a whole day; and no placeholder such as `unknown`.
    pub(crate) fn add(&mut self, text: &str, entity_type: EntityType, owner: &Owner) {
        let text = text.trim();
        let digits = || text.bytes().filter(u8::is_ascii_digit).count();
        let longer_than = |least: usize| text.chars().nth(least).is_some();
        let keeps = match entity_type {
            EntityType::Person => longer_than(1) && text.chars().any(char::is_alphabetic),
            EntityType::Organization | EntityType::Hospital | EntityType::Location => longer_than(2),
            EntityType::Phone | EntityType::Fax => digits() >= 5,
            EntityType::Email => text.contains('@') && longer_than(4),
            EntityType::Url | EntityType::Ip => longer_than(6),
            EntityType::Date => longer_than(9),
            EntityType::Username | EntityType::Occupation => longer_than(2),
            EntityType::Age | EntityType::Room => false,
            EntityType::SocialSecurity
            | EntityType::MedicalRecord
            | EntityType::HealthPlan
            | EntityType::Account
            | EntityType::License
            | EntityType::Vehicle
            | EntityType::Device
            | EntityType::Biometric
            | EntityType::NationalId
            | EntityType::Id => longer_than(3) && digits() > 0,
        };
        if !keeps || PLACEHOLDERS.iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return;
        }
        match self.found.get_mut(text) {
            Some(kinds) => {
                if !kinds.iter().any(|(kind, known)| *kind == entity_type && known == owner) {
                    kinds.push((entity_type, owner.clone()));
                }
            }
            None => {
                self.found.insert(text.to_owned(), vec![(entity_type, owner.clone())]);
            }
        }
    }

    fn walk(&mut self, node: &Node<'_>, key: &str, owner: &Owner) {
        match &node.kind {
            Kind::Array(items) => items.iter().for_each(|item| self.walk(item, key, owner)),
            Kind::Object(members) => {
                self.object(node, key, owner);
                for (name, member) in members {
                    let owner = if belongs_to_another(name) { &Owner::Nobody } else { owner };
                    self.walk(member, name, owner);
                }
            }
            Kind::Text(text) => self.string(text, key, owner),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) => {}
        }
    }

    fn string(&mut self, text: &str, key: &str, owner: &Owner) {
        match key {
            "birthDate" | "deceasedDateTime" | "bornDate" => {
                self.add(text, EntityType::Date, owner);
                self.add(text.get(..10).unwrap_or_default(), EntityType::Date, owner);
            }
            "authorString" | "assertedByString" => self.person(text, owner),
            key if ID_MEMBERS.contains(&key) => self.add(text, EntityType::Id, owner),
            _ if is_day(text) => self.add(text.get(..10).unwrap_or_default(), EntityType::Date, &Owner::Nobody),
            _ => {}
        }
    }

    /// Takes what the shape of an object says it is; one object may be several things at once.
    fn object(&mut self, node: &Node<'_>, key: &str, owner: &Owner) {
        let shape = Shape::of(node);
        if shape.resource {
            self.resource_members(node, owner);
        }
        if shape.name || (key == "name" && shape.text) {
            self.human_name(node, owner);
        }
        if shape.address || (shape.city && (shape.region || key == "address")) || (shape.text && key == "address") {
            self.address(node, owner);
        }
        if shape.system && shape.value {
            self.contact_point(node, owner);
        }
        if shape.value && key.to_ascii_lowercase().ends_with("identifier") {
            self.identifier(node, owner);
        }
        if shape.reference {
            self.reference(node, key);
        }
        if shape.attachment {
            self.add(node.text_of("url").unwrap_or_default(), EntityType::Url, owner);
        }
        if shape.position {
            self.coordinate(node.get("latitude"), owner);
            self.coordinate(node.get("longitude"), owner);
        }
        if shape.url {
            self.extension(node, owner);
        }
        if shape.answer {
            self.answers(node, owner);
        }
    }

    fn resource_members(&mut self, node: &Node<'_>, owner: &Owner) {
        self.add(node.text_of("id").unwrap_or_default(), EntityType::Id, owner);
        let resource_type = node.text_of("resourceType").unwrap_or_default();
        if NARRATED.contains(&resource_type)
            && let Some(div) = node.get("text").and_then(|text| text.text_of("div"))
        {
            narrative::texts(div).into_iter().for_each(|(text, entity_type)| self.add(&text, entity_type, owner));
        }
        let names = node.get("name").map(Node::items).unwrap_or_default();
        if names.len() > 1 {
            let given = names.iter().filter_map(|name| name.get("given")).flat_map(Node::items).filter_map(Node::text);
            let family = names.iter().filter_map(|name| name.text_of("family"));
            let written = names.iter().filter(|name| name.get("family").is_none());
            let written = written.filter_map(|name| name.text_of("text")).flat_map(str::split_whitespace);
            self.of_one_person(&given.chain(written).chain(family).collect::<Vec<_>>(), owner);
        }
        match resource_type {
            "Organization" | "Location" | "HealthcareService" | "Group" | "CareTeam" => {
                let names = ["name", "alias"].into_iter().filter_map(|name| node.get(name)).flat_map(Node::items);
                names.filter_map(Node::text).for_each(|name| self.add(name, EntityType::Organization, owner));
            }
            "Coverage" => {
                let classes = node.get("class").map(Node::items).unwrap_or_default();
                let values = classes.iter().filter_map(|class| class.text_of("value"));
                values.for_each(|value| self.add(value, EntityType::HealthPlan, owner));
            }
            "FamilyMemberHistory" => self.person(node.text_of("name").unwrap_or_default(), owner),
            "Observation" => {
                let codings =
                    node.at("code.coding").into_iter().chain(node.get("code").and_then(|code| code.get("coding")));
                let asked = codings.flat_map(Node::items).filter_map(|coding| coding.text_of("code"));
                if asked.into_iter().any(|code| IDENTIFYING_QUESTIONS.contains(&code)) {
                    self.add(node.text_of("valueString").unwrap_or_default(), EntityType::Location, owner);
                }
            }
            _ => {}
        }
    }

    fn human_name(&mut self, name: &Node<'_>, owner: &Owner) {
        if let Some(text) = name.text_of("text") {
            self.person(text, owner);
        }
        let given: Vec<&str> =
            name.get("given").map(Node::items).unwrap_or_default().iter().filter_map(Node::text).collect();
        let family = name.text_of("family");
        let all_given = given.join(" ");
        for part in given.iter().copied().chain(family) {
            self.name_part(part, owner);
        }
        self.add(&all_given, EntityType::Person, owner);
        let Some(family) = family else { return };
        let several = given.len() > 1;
        let later = given.iter().skip(1).copied().filter(|given| given.chars().nth(1).is_some());
        for given in given.first().copied().into_iter().chain(later).chain(several.then_some(all_given.as_str())) {
            for full in [format!("{given} {family}"), format!("{family} {given}"), format!("{family}, {given}")] {
                self.add(&full, EntityType::Person, owner);
            }
        }
    }

    /// Parts of all the names that one person has, given names first: a given name stands beside a name of birth, too.
    pub(crate) fn of_one_person(&mut self, parts: &[&str], owner: &Owner) {
        let mut parts: Vec<&str> = parts.iter().copied().filter(|part| !is_title(part)).collect();
        let mut seen = HashSet::new();
        parts.retain(|part| seen.insert(*part));
        parts.truncate(MAX_PARTS);
        for (at, one) in parts.iter().enumerate() {
            for other in parts.iter().skip(at + 1) {
                self.add(&format!("{one} {other}"), EntityType::Person, owner);
            }
        }
    }

    /// A full name in one string: as it is, without titles, and its parts.
    pub(crate) fn person(&mut self, text: &str, owner: &Owner) {
        let words: Vec<&str> = text.split_whitespace().filter(|word| !is_title(word)).collect();
        self.add(text, EntityType::Person, owner);
        self.add(words.join(" ").trim_matches(','), EntityType::Person, owner);
        words.iter().for_each(|word| self.name_part(word, owner));
    }

    /// One part of a name, and the pieces of a part that is itself made of several.
    pub(crate) fn name_part(&mut self, part: &str, owner: &Owner) {
        self.add_part(part, owner);
        let pieces: Vec<&str> = part.split([' ', '-', ',']).collect();
        if pieces.len() > 1 {
            pieces.into_iter().for_each(|piece| self.add_part(piece, owner));
        }
    }

    fn add_part(&mut self, part: &str, owner: &Owner) {
        let part = part.trim_matches(|c: char| !c.is_alphanumeric());
        if !PARTICLES.contains(&part.to_lowercase().as_str()) {
            self.add(part, EntityType::Person, owner);
        }
    }

    /// Street lines, city, district and postal code; a state or country alone does not identify.
    fn address(&mut self, address: &Node<'_>, owner: &Owner) {
        let pieces = ["line", "city", "district", "postalCode"].into_iter().filter_map(|name| address.get(name));
        pieces
            .flat_map(Node::items)
            .filter_map(Node::text)
            .for_each(|piece| self.add(piece, EntityType::Location, owner));
        self.address_in_words(address.text_of("text").unwrap_or_default(), owner);
        self.state(address.text_of("state").unwrap_or_default(), owner);
    }

    /// An address in one string: as it is, and what stands between its commas and lines.
    pub(crate) fn address_in_words(&mut self, text: &str, owner: &Owner) {
        self.add(text, EntityType::Location, owner);
        let pieces: Vec<&str> = text.split([',', ';', '\n']).map(str::trim).collect();
        for piece in pieces.iter().filter(|piece| pieces.len() > 1 && !is_region(piece)) {
            self.add(piece, EntityType::Location, owner);
        }
    }

    /// What is written as the state of an address, where it has several words and is none that is known.
    pub(crate) fn state(&mut self, text: &str, owner: &Owner) {
        if text.trim().contains(' ') && !is_region(text.trim()) {
            self.add(text, EntityType::Location, owner);
        }
    }

    fn contact_point(&mut self, node: &Node<'_>, owner: &Owner) {
        let (Some(system), Some(value)) = (node.text_of("system"), node.text_of("value")) else { return };
        if !CONTACT_SYSTEMS.contains(&system) {
            return;
        }
        let entity_type = match system {
            "email" => EntityType::Email,
            "url" => EntityType::Url,
            "other" if value.contains('@') => EntityType::Email,
            "other" if value.contains("://") => EntityType::Url,
            _ => EntityType::Phone,
        };
        self.add(value, entity_type, owner);
    }

    fn identifier(&mut self, identifier: &Node<'_>, owner: &Owner) {
        let Some(value) = identifier.text_of("value") else { return };
        self.add(value, EntityType::Id, owner);
        for prefix in ["urn:uuid:", "urn:oid:"] {
            if let Some(bare) = value.strip_prefix(prefix) {
                self.add(bare, EntityType::Id, owner);
            }
        }
    }

    /// The display of a reference to a person or organisation, and the id it names.
    fn reference(&mut self, node: &Node<'_>, key: &str) {
        let reference = node.text_of("reference").unwrap_or_default();
        let named = reference.rsplit(['/', '|', ':']).next().unwrap_or_default();
        self.add(named, EntityType::Id, &Owner::Nobody);
        let Some(display) = node.text_of("display") else { return };
        let mut types = reference.split(['/', '?']).chain(node.text_of("type"));
        let owner = Owner::Reference(reference.to_owned());
        match types.find(|part| part.starts_with(|c: char| c.is_ascii_uppercase())) {
            Some("Patient") => self.person(display, &owner),
            Some("Practitioner" | "PractitionerRole" | "RelatedPerson" | "Person") => {
                self.person(display, &Owner::Nobody)
            }
            Some("Organization" | "Location" | "HealthcareService") => {
                self.add(display, EntityType::Organization, &Owner::Nobody);
            }
            Some(_) => {}
            None if matches!(key, "subject" | "patient" | "beneficiary") => self.person(display, &owner),
            None if PERSON_MEMBERS.contains(&key) => self.person(display, &Owner::Nobody),
            None if ORGANIZATION_MEMBERS.contains(&key) => self.add(display, EntityType::Organization, &Owner::Nobody),
            None => {}
        }
    }

    /// Names and coordinates that profiles keep in extensions.
    fn extension(&mut self, node: &Node<'_>, owner: &Owner) {
        let Some(url) = node.text_of("url") else { return };
        let text = node.text_of("valueString").unwrap_or_default();
        let meaning = url.rsplit(['/', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let said = EXTENSIONS.iter().find(|(word, _)| meaning.contains(word)).map(|(_, entity_type)| *entity_type);
        if let Some(entity_type) = said {
            match entity_type {
                EntityType::Person => self.person(text, &Owner::Nobody),
                entity_type => self.add(text, entity_type, owner),
            }
        } else if matches!(url, "latitude" | "longitude") {
            self.coordinate(node.get("valueDecimal"), owner);
        }
    }

    /// What was written in answer to a question of a form that asks for something identifying, in its words.
    fn answers(&mut self, item: &Node<'_>, owner: &Owner) {
        let question = item.text_of("text").unwrap_or_default().to_lowercase();
        let words: Vec<&str> = question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let asks_for = |phrase: &str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).any(|window| window == phrase)
        };
        if OF_MEDICINE.iter().any(|word| words.contains(word)) {
            return;
        }
        let Some((_, entity_type)) = ANSWERS.iter().find(|(phrase, _)| asks_for(phrase)) else { return };
        let answers = item.get("answer").map(Node::items).unwrap_or_default();
        for text in answers.iter().filter_map(|answer| answer.text_of("valueString")) {
            match entity_type {
                EntityType::Person => self.person(text, owner),
                entity_type => self.add(text, *entity_type, owner),
            }
        }
    }

    /// A coordinate of two or more decimals; a whole degree is hundreds of kilometres.
    fn coordinate(&mut self, node: Option<&Node<'_>>, owner: &Owner) {
        if let Some(Kind::Number(number)) = node.map(|node| &node.kind)
            && number.split_once('.').is_some_and(|(_, decimals)| decimals.len() >= 2)
        {
            self.add(number, EntityType::Location, owner);
        }
    }
}

/// Returns whether `text`, a part of an address, is a state or a country, or short for one.
fn is_region(text: &str) -> bool {
    let is_short = text.len() <= 3 && text.chars().all(char::is_alphabetic);
    is_short || REGIONS.contains(&text.to_lowercase().as_str())
}

fn is_title(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    HONORIFICS.contains(&word.as_str())
}

/// Returns whether `text` begins with a whole calendar day, as FHIR writes it (hl7.org/fhir/R4/datatypes.html#date).
fn is_day(text: &str) -> bool {
    let day = text.as_bytes().get(..10).unwrap_or_default();
    let fits = |(at, byte): (usize, &u8)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() };
    day.len() == 10 && day.iter().enumerate().all(fits) && matches!(text.as_bytes().get(10), None | Some(b'T'))
}

/// Returns whether what stands under this member of a Patient is somebody else's.
fn belongs_to_another(name: &str) -> bool {
    matches!(name, "contact" | "link" | "generalPractitioner" | "managingOrganization")
}

#[cfg(test)]
mod tests;
