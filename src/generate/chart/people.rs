//! The people and organisations of a chart: the patient, kin, clinicians, the practice.

use super::super::codes::fhir;
use super::super::json::{Decimal, Json, Members, list, members, object};
use super::super::person::{Address, Name, Person, Relative};
use super::super::practice::Role;
use super::{Added, Chart};
use crate::document::EntityType::{self, Date, Email, Id, Location, Organization, Phone, Url};

impl Chart {
    /// Adds the practice, its family doctor, the patient and kin.
    pub(in crate::generate) fn admit(&mut self, person: &Person) {
        self.admit_practice();
        let doctor = self.clinician(Role::Family);
        let patient = self.patient(person, &doctor);
        self.patient = Some(patient);
        for relative in &person.relatives {
            self.relative(relative);
        }
    }

    fn admit_practice(&mut self) {
        let practice = self.practice.clone();
        let number = format!("CL-{:05}", 40_000 + practice.number);
        let body = members! {
            "identifier": list![object! { "system": "https://registry.example.org/clinics", "value": number.clone() }],
            "name": practice.name.clone(),
            "telecom": list![
                object! { "system": "phone", "value": practice.phone.clone() },
                object! { "system": "fax", "value": practice.fax.clone() },
                object! { "system": "url", "value": practice.url.clone() },
            ],
            "address": list![self.address(&practice.address, "Organization.address")],
        };
        let organization = self.add_shared("Organization", "practice", body);
        self.organization = Some(organization);
        self.place(&number, Id, "Organization.identifier");
        self.place(&practice.name, Organization, "Organization.name");
        self.place(&practice.phone, Phone, "Organization.telecom");
        self.place(&practice.fax, Phone, "Organization.telecom");
        self.place(&practice.url, Url, "Organization.telecom");
    }

    fn patient(&mut self, person: &Person, doctor: &Added) -> Added {
        let mut names = vec![human_name("official", &person.name, None)];
        self.name(&person.name, "Patient.name");
        if let Some(maiden) = &person.maiden {
            let before = Name { family: maiden.clone(), given: person.name.given.clone() };
            self.name(&before, "Patient.name");
            names.push(human_name("maiden", &before, None));
        }
        let id = |code, display, system: &str, value: &str| {
            object! { "type": fhir("v2-0203", code, display), "system": system.to_owned(), "value": value.to_owned() }
        };
        let identifiers = list![
            id("MR", "Medical record number", &format!("{}/mrn", self.practice.url), &person.mrn),
            id("SS", "Social Security number", "http://hl7.org/fhir/sid/us-ssn", &person.ssn),
            id("MB", "Member Number", "https://plan.example.org/members", &person.plan),
        ];
        for number in [&person.mrn, &person.ssn, &person.plan] {
            self.place(number, Id, "Patient.identifier");
        }
        let uses = ["home", "mobile"];
        let mut telecom: Vec<Json> = person
            .phones
            .iter()
            .zip(uses)
            .map(|(phone, usage)| object! { "system": "phone", "value": phone.clone(), "use": usage })
            .collect();
        person.phones.iter().for_each(|phone| self.place(phone, Phone, "Patient.telecom"));
        if let Some(email) = &person.email {
            telecom.push(object! { "system": "email", "value": email.clone() });
            self.place(email, Email, "Patient.telecom");
        }
        self.place(&person.birth.to_string(), Date, "Patient.birthDate");
        let mut body: Members = members! {
            "identifier": identifiers,
            "name": names,
            "telecom": telecom,
            "gender": person.sex.code(),
            "birthDate": person.birth.to_string(),
        };
        if let Some(death) = person.death {
            body.push(("deceasedDateTime", death.to_string().into()));
            self.place(&death.to_string(), Date, "Patient.deceasedDateTime");
        }
        body.push(("address", list![self.address(&person.address, "Patient.address")]));
        let (code, language) = person.language;
        body.push((
            "communication",
            list![object! { "language": object! { "coding": list![object! { "system": "urn:ietf:bcp:47", "code": code, "display": language }] } }],
        ));
        if let Some(relative) = person.relatives.first() {
            self.name(&relative.name, "Patient.contact");
            self.place(&relative.phone, Phone, "Patient.contact");
            body.push((
                "contact",
                list![object! {
                    "relationship": list![fhir("v2-0131", "N", "Next-of-Kin")],
                    "name": human_name("usual", &relative.name, None),
                    "telecom": list![object! { "system": "phone", "value": relative.phone.clone() }],
                }],
            ));
        }
        body.push(("generalPractitioner", list![doctor.json()]));
        if let Some(name) = &person.mothers_maiden {
            self.place(name, EntityType::Person, "Patient.extension");
            let url = "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName";
            body.push(("extension", list![object! { "url": url, "valueString": name.clone() }]));
        }
        let added = self.add("Patient", body);
        let id = self.entries.get(added.entry).map(|entry| entry.id.clone()).unwrap_or_default();
        self.place(&id, Id, "Patient.id");
        self.truth.id = id;
        self.truth.name = person.name.full();
        self.truth.birth_date = person.birth.to_string();
        added
    }

    fn relative(&mut self, relative: &Relative) {
        let (code, display) = relative.role();
        let body = members! {
            "patient": self.subject(),
            "relationship": list![fhir("v3-RoleCode", code, display)],
            "name": list![human_name("usual", &relative.name, None)],
            "telecom": list![object! { "system": "phone", "value": relative.phone.clone() }],
            "gender": relative.sex.code(),
        };
        self.add("RelatedPerson", body);
        self.name(&relative.name, "RelatedPerson.name");
        self.place(&relative.phone, Phone, "RelatedPerson.telecom");
    }

    /// Returns the clinician of `role`, added at the first use.
    pub(in crate::generate) fn clinician(&mut self, role: Role) -> Added {
        if let Some(known) = self.clinicians.get(&role) {
            return known.clone();
        }
        let clinician = self.practice.clinician(role).clone();
        let body = members! {
            "identifier": list![object! { "system": "http://hl7.org/fhir/sid/us-npi", "value": clinician.npi.clone() }],
            "name": list![human_name("official", &clinician.name, Some("Dr."))],
            "telecom": list![object! { "system": "phone", "value": clinician.phone.clone() }],
            "qualification": list![object! { "code": object! { "text": role.title() } }],
        };
        let added = self.add_shared("Practitioner", role.title(), body);
        self.name(&clinician.name, "Practitioner.name");
        self.place(&clinician.npi, Id, "Practitioner.identifier");
        self.place(&clinician.phone, Phone, "Practitioner.telecom");
        self.clinicians.insert(role, added.clone());
        added
    }

    /// Returns a reference to the practice.
    pub(in crate::generate) fn organization(&self) -> Json {
        self.organization.as_ref().map_or_else(|| object! {}, Added::json)
    }

    fn address(&mut self, address: &Address, at: &'static str) -> Json {
        let (north, east) = address.position;
        let (north, east) = (Decimal::new(north, 3), Decimal::new(east, 3));
        for line in &address.lines {
            self.place(line, Location, at);
        }
        self.place(address.town, Location, at);
        self.place(&address.zip, Location, at);
        object! {
            "line": address.lines.iter().cloned().map(Json::from).collect::<Vec<_>>(),
            "city": address.town,
            "state": address.state,
            "postalCode": address.zip.clone(),
            "country": "US",
            "extension": list![object! {
                "url": "http://hl7.org/fhir/StructureDefinition/geolocation",
                "extension": list![
                    object! { "url": "latitude", "valueDecimal": north },
                    object! { "url": "longitude", "valueDecimal": east },
                ],
            }],
        }
    }

    /// Notes the whole of a name, and its parts.
    fn name(&mut self, name: &Name, at: &'static str) {
        self.place(&name.full(), EntityType::Person, at);
        self.place(&name.short(), EntityType::Person, at);
        self.place(&name.family, EntityType::Person, at);
        for given in &name.given {
            self.place(given, EntityType::Person, at);
        }
    }

    /// Notes that an identifying text stands at an element.
    pub(in crate::generate) fn place(&mut self, text: &str, entity_type: EntityType, at: &'static str) {
        self.truth.place(text, entity_type, at.to_owned());
    }
}

fn human_name(usage: &'static str, name: &Name, prefix: Option<&'static str>) -> Json {
    let given: Vec<Json> = name.given.iter().map(|&given| Json::from(given)).collect();
    let mut members = members! { "use": usage, "family": name.family.clone(), "given": given };
    if let Some(prefix) = prefix {
        members.push(("prefix", list![prefix]));
    }
    Json::Object(members)
}
