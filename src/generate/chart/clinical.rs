//! The clinical resources of a chart: visits, findings, problems, orders, documents.

use base64::Engine as _;
use jiff::civil::Date;

use super::super::codes::{Allergy, Concept, DIASTOLIC, Medicine, PRESSURE, SYSTOLIC, Test, UCUM, fhir};
use super::super::json::{Decimal, Json, Members, list, members, object};
use super::super::practice::Role;
use super::super::truth::Stated;
use super::{Added, Chart, Moment};

/// A condition on the problem list.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::generate) struct Problem {
    /// What it is.
    pub(in crate::generate) concept: Concept,
    added: Added,
    fact: usize,
}

/// An order for a medicine.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::generate) struct Order {
    /// What was ordered.
    pub(in crate::generate) medicine: Medicine,
    /// Since when.
    pub(in crate::generate) begun: Date,
    added: Added,
    fact: usize,
    is_active: bool,
}

fn category(code: &'static str) -> Json {
    list![fhir("observation-category", code, code)]
}

fn quantity(value: Decimal, unit: &'static str) -> Json {
    object! { "value": value, "unit": unit, "system": UCUM, "code": unit }
}

/// Returns `value` within what is plausible, rounded to the places of the test.
fn result(test: &Test, value: f64) -> Decimal {
    let (least, most) = test.plausible;
    Decimal::new(value.clamp(least, most), test.places)
}

fn stated(resource_type: &'static str, concept: Concept, day: Date) -> Stated {
    let Concept { system, code, display } = concept;
    Stated { resource_type, system, code, display, when: day.to_string(), value: None, unit: None, status: None }
}

impl Chart {
    /// Adds a visit that [`describe`](Self::describe) completes once it is over.
    pub(in crate::generate) fn visit(&mut self) -> Added {
        self.add("Encounter", Vec::new())
    }

    /// Says what a visit was.
    pub(in crate::generate) fn describe(
        &mut self,
        visit: &Added,
        at: Moment,
        kind: Concept,
        role: Role,
        reason: Option<Concept>,
    ) {
        let is_emergency = role == Role::Emergency;
        let (code, display) = if is_emergency { ("EMER", "emergency") } else { ("AMB", "ambulatory") };
        let clinician = self.clinician(role);
        let mut body: Members = members! {
            "status": "finished",
            "class": object! { "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": code, "display": display },
            "type": list![kind.json()],
            "subject": self.subject(),
            "participant": list![object! { "individual": clinician.json() }],
            "period": object! { "start": at.text(), "end": at.later(if is_emergency { 240 } else { 25 }).text() },
        };
        if let Some(reason) = reason {
            body.push(("reasonCode", list![reason.json()]));
        }
        body.push(("serviceProvider", self.organization()));
        if let Some(entry) = self.entries.get_mut(visit.entry) {
            entry.body = body;
        }
        self.state(stated("Encounter", kind, at.day));
    }

    /// Adds a result, and returns it as it was rounded.
    pub(in crate::generate) fn observe(
        &mut self,
        at: Moment,
        visit: &Added,
        test: &Test,
        value: f64,
    ) -> (Added, Decimal) {
        let value = result(test, value);
        let mut body: Members = members! {
            "status": "final",
            "category": category(test.category),
            "code": test.code.json(),
            "subject": self.subject(),
            "encounter": visit.json(),
            "effectiveDateTime": at.text(),
            "valueQuantity": quantity(value, test.unit),
        };
        if let Some((code, display)) = interpretation(test, value) {
            body.push(("interpretation", list![fhir("v3-ObservationInterpretation", code, display)]));
        }
        if let Some(range) = range(test) {
            body.push(("referenceRange", list![range]));
        }
        let mut fact = stated("Observation", test.code, at.day);
        (fact.value, fact.unit) = (Some(value.to_string()), Some(test.unit));
        self.state(fact);
        (self.add("Observation", body), value)
    }

    /// Adds a blood pressure.
    pub(in crate::generate) fn observe_pressure(
        &mut self,
        at: Moment,
        visit: &Added,
        systolic: f64,
        diastolic: f64,
    ) -> (Decimal, Decimal) {
        let systolic = result(&SYSTOLIC, systolic);
        let diastolic = result(&DIASTOLIC, diastolic.min(systolic.value() - 15.0));
        let part =
            |test: &Test, value| object! { "code": test.code.json(), "valueQuantity": quantity(value, test.unit) };
        let body = members! {
            "status": "final",
            "category": category("vital-signs"),
            "code": PRESSURE.json(),
            "subject": self.subject(),
            "encounter": visit.json(),
            "effectiveDateTime": at.text(),
            "component": list![part(&SYSTOLIC, systolic), part(&DIASTOLIC, diastolic)],
        };
        self.add("Observation", body);
        for (test, value) in [(SYSTOLIC, systolic), (DIASTOLIC, diastolic)] {
            let mut fact = stated("Observation", test.code, at.day);
            (fact.value, fact.unit) = (Some(value.to_string()), Some(test.unit));
            self.state(fact);
        }
        (systolic, diastolic)
    }

    /// Adds an answer to a question of the social history.
    pub(in crate::generate) fn answer(&mut self, at: Moment, visit: &Added, question: Concept, answer: Concept) {
        let body = members! {
            "status": "final",
            "category": category("social-history"),
            "code": question.json(),
            "subject": self.subject(),
            "encounter": visit.json(),
            "effectiveDateTime": at.text(),
            "valueCodeableConcept": answer.json(),
        };
        self.add("Observation", body);
        let mut fact = stated("Observation", question, at.day);
        fact.value = Some(answer.display.to_owned());
        self.state(fact);
    }

    /// Adds a report over `results`.
    pub(in crate::generate) fn report(&mut self, at: Moment, visit: &Added, panel: Concept, results: &[Added]) {
        let body = members! {
            "status": "final",
            "category": list![fhir("v2-0074", "LAB", "Laboratory")],
            "code": panel.json(),
            "subject": self.subject(),
            "encounter": visit.json(),
            "effectiveDateTime": at.text(),
            "issued": at.later(150).text(),
            "performer": list![self.organization()],
            "result": results.iter().map(Added::json).collect::<Vec<_>>(),
        };
        self.add("DiagnosticReport", body);
        self.state(stated("DiagnosticReport", panel, at.day));
    }

    /// Adds an active problem that began on `day`.
    pub(in crate::generate) fn problem(&mut self, day: Date, concept: Concept) -> Problem {
        let body = members! {
            "clinicalStatus": fhir("condition-clinical", "active", "Active"),
            "verificationStatus": fhir("condition-ver-status", "confirmed", "Confirmed"),
            "category": list![fhir("condition-category", "problem-list-item", "Problem List Item")],
            "code": concept.json(),
            "subject": self.subject(),
            "onsetDateTime": day.to_string(),
            "recordedDate": day.to_string(),
        };
        let added = self.add("Condition", body);
        let mut fact = stated("Condition", concept, day);
        fact.status = Some("active");
        let fact = self.state(fact);
        Problem { concept, added, fact }
    }

    /// Says that a problem is over since `day`.
    pub(in crate::generate) fn resolve(&mut self, problem: &Problem, day: Date) {
        self.amend(&problem.added, "clinicalStatus", fhir("condition-clinical", "resolved", "Resolved"));
        self.amend(&problem.added, "abatementDateTime", day.to_string().into());
        if let Some(fact) = self.truth.facts.get_mut(problem.fact) {
            fact.status = Some("resolved");
        }
    }

    /// Adds an order for a medicine.
    pub(in crate::generate) fn order(
        &mut self,
        at: Moment,
        visit: &Added,
        medicine: Medicine,
        role: Role,
        problem: &Problem,
    ) -> Order {
        let clinician = self.clinician(role);
        let mut dosage: Members = members! { "text": medicine.dose };
        match medicine.per_day {
            0 => dosage.push(("asNeededBoolean", true.into())),
            times => dosage.push((
                "timing",
                object! { "repeat": object! { "frequency": i64::from(times), "period": 1_i64, "periodUnit": "d" } },
            )),
        }
        let body = members! {
            "status": "active",
            "intent": "order",
            "medicationCodeableConcept": medicine.code.json(),
            "subject": self.subject(),
            "encounter": visit.json(),
            "authoredOn": at.text(),
            "requester": clinician.json(),
            "reasonReference": list![problem.added.json()],
            "dosageInstruction": list![Json::Object(dosage)],
        };
        let added = self.add("MedicationRequest", body);
        let mut fact = stated("MedicationRequest", medicine.code, at.day);
        (fact.status, fact.value) = (Some("active"), Some(medicine.dose.to_owned()));
        let fact = self.state(fact);
        let order = Order { medicine, begun: at.day, added, fact, is_active: true };
        self.orders.push(order.clone());
        order
    }

    /// Ends an order: `stopped` with a reason, or `completed`.
    pub(in crate::generate) fn end(&mut self, order: &Order, day: Date, reason: Option<&'static str>) {
        let status = if reason.is_some() { "stopped" } else { "completed" };
        self.amend(&order.added, "status", status.into());
        if let Some(reason) = reason {
            self.amend(&order.added, "statusReason", object! { "text": reason });
        }
        let period = object! { "start": order.begun.to_string(), "end": day.to_string() };
        self.amend(&order.added, "dispenseRequest", object! { "validityPeriod": period });
        if let Some(fact) = self.truth.facts.get_mut(order.fact) {
            fact.status = Some(status);
        }
        self.orders.iter_mut().filter(|known| known.added == order.added).for_each(|known| known.is_active = false);
    }

    /// Returns the medicines that are taken now.
    pub(in crate::generate) fn medicines(&self) -> Vec<Medicine> {
        self.orders.iter().filter(|order| order.is_active).map(|order| order.medicine).collect()
    }

    /// Adds a procedure that was done.
    pub(in crate::generate) fn procedure(
        &mut self,
        at: Moment,
        visit: Option<&Added>,
        procedure: Concept,
        role: Role,
        problem: Option<&Problem>,
    ) {
        let clinician = self.clinician(role);
        let mut body = members! { "status": "completed", "code": procedure.json(), "subject": self.subject() };
        body.extend(visit.map(|visit| ("encounter", visit.json())));
        body.push(("performedPeriod", object! { "start": at.text(), "end": at.later(45).text() }));
        body.push(("performer", list![object! { "actor": clinician.json() }]));
        body.extend(problem.map(|problem| ("reasonReference", list![problem.added.json()])));
        self.add("Procedure", body);
        self.state(stated("Procedure", procedure, at.day));
    }

    /// Adds a vaccination.
    pub(in crate::generate) fn vaccinate(&mut self, at: Moment, visit: &Added, vaccine: Concept, lot: String) {
        self.place(&lot, crate::document::EntityType::Id, "Immunization.lotNumber");
        let body = members! {
            "status": "completed",
            "vaccineCode": vaccine.json(),
            "patient": self.subject(),
            "encounter": visit.json(),
            "occurrenceDateTime": at.text(),
            "primarySource": true,
            "lotNumber": lot,
        };
        self.add("Immunization", body);
        self.state(stated("Immunization", vaccine, at.day));
    }

    /// Adds an allergy.
    pub(in crate::generate) fn allergy(&mut self, day: Date, allergy: &'static Allergy) {
        let (criticality, severity) = if allergy.is_grave { ("high", "severe") } else { ("low", "moderate") };
        let reaction = object! { "manifestation": list![allergy.reaction.json()], "severity": severity };
        let body = members! {
            "clinicalStatus": fhir("allergyintolerance-clinical", "active", "Active"),
            "verificationStatus": fhir("allergyintolerance-verification", "confirmed", "Confirmed"),
            "type": "allergy",
            "category": list![allergy.category],
            "criticality": criticality,
            "code": allergy.code.json(),
            "patient": self.subject(),
            "recordedDate": day.to_string(),
            "reaction": list![reaction],
        };
        self.add("AllergyIntolerance", body);
        let mut fact = stated("AllergyIntolerance", allergy.code, day);
        (fact.status, fact.value) = (Some("active"), Some(allergy.reaction.display.to_owned()));
        self.state(fact);
        self.allergies.push(allergy);
    }

    /// Returns the allergies.
    pub(in crate::generate) fn allergies(&self) -> &[&'static Allergy] {
        &self.allergies
    }

    /// Adds a plan of care for a problem.
    pub(in crate::generate) fn care_plan(
        &mut self,
        day: Date,
        plan: Concept,
        problem: &Problem,
        steps: &[&'static str],
    ) {
        let activity = |step: &&'static str| {
            object! { "detail": object! { "status": "in-progress", "code": object! { "text": *step } } }
        };
        let body = members! {
            "status": "active",
            "intent": "plan",
            "category": list![plan.json()],
            "subject": self.subject(),
            "period": object! { "start": day.to_string() },
            "addresses": list![problem.added.json()],
            "activity": steps.iter().map(activity).collect::<Vec<_>>(),
        };
        self.add("CarePlan", body);
    }

    /// Adds a document of plain text, and searches it for what identifies people.
    pub(in crate::generate) fn document(
        &mut self,
        at: Moment,
        visit: Option<&Added>,
        kind: Concept,
        role: Option<Role>,
        text: &str,
    ) {
        let author = match role {
            Some(role) => self.clinician(role).json(),
            None => self.subject(),
        };
        let data = base64::engine::general_purpose::STANDARD.encode(text);
        let mut context = members! { "period": object! { "start": at.text(), "end": at.later(25).text() } };
        context.extend(visit.map(|visit| ("encounter", list![visit.json()])));
        let body = members! {
            "status": "current",
            "type": kind.json(),
            "subject": self.subject(),
            "date": at.later(90).text(),
            "author": list![author],
            "custodian": self.organization(),
            "content": list![object! { "attachment": object! { "contentType": "text/plain; charset=utf-8", "data": data } }],
            "context": Json::Object(context),
        };
        self.add("DocumentReference", body);
        let at = format!("DocumentReference/{}", self.count("DocumentReference"));
        self.truth.search(text, &at);
    }
}

/// Returns the code and display of a result outside its range.
fn interpretation(test: &Test, value: Decimal) -> Option<(&'static str, &'static str)> {
    match test.range {
        (Some(low), _) if value.value() < low => Some(("L", "Low")),
        (_, Some(high)) if value.value() > high => Some(("H", "High")),
        (None, None) => None,
        _ => Some(("N", "Normal")),
    }
}

fn range(test: &Test) -> Option<Json> {
    let bound = |value| quantity(Decimal::new(value, test.places), test.unit);
    let (low, high) = test.range;
    let members: Members =
        low.map(|low| ("low", bound(low))).into_iter().chain(high.map(|high| ("high", bound(high)))).collect();
    (!members.is_empty()).then_some(Json::Object(members))
}
