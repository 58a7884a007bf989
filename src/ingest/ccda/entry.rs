//! Reads the entries of a section: clinical statements become facts.
//!
//! Source: HL7 C-CDA 2.1, the entry-level templates, told by where a statement stands and by its elements rather than by the
//! template's number, which differs between versions. Statements within statements (the observation of a concern, the components
//! of an organizer) are read where they are.

use crate::document::status::is_clinical;
use crate::document::{Coded, Fact, FactKind, Field, Moment, Reading, Revision, Value};
use crate::ingest::xml::Element;
use crate::span::Span;

use super::coded::{coded, moment, period, quantity, reading};
use super::header::id;
use super::kind_of;

/// What was read of an entry.
#[derive(Default)]
pub(super) struct Read {
    pub facts: Vec<Fact>,
    /// Why something of it was not read.
    pub unread: Option<&'static str>,
    /// How many statements say of themselves that they were entered in error.
    pub nullified: usize,
    /// Which those are, where they say so.
    pub retracted: Vec<Revision>,
}

/// Statements of CDA within an entry.
const STATEMENTS: &[&str] =
    &["act", "observation", "substanceAdministration", "procedure", "encounter", "organizer", "supply"];
/// Statements within statements that are followed.
const MAX_DEPTH: usize = 12;

const DENIED: &str = "denies something: it is read in the text of its section only";
/// SNOMED CT "Problem status", LOINC "Status": of what a problem observation says of itself.
const STATUS_CODES: &[&str] = &["33999-4", "33999"];
const SEVERITY_CODES: &[&str] = &["SEV", "246112005"];

/// Returns the facts of `entry`, in a section whose LOINC code is `code`.
pub(super) fn facts(entry: &Element<'_>, section: &Element<'_>, code: &str) -> Read {
    let mut read = Read::default();
    if let Some(kind) = kind_of(code) {
        let reader = Reader { section, kind, section_code: code };
        for statement in statements(entry) {
            reader.statement(statement, None, 0, &mut read);
        }
    }
    read
}

fn statements<'e, 'f>(parent: &'e Element<'f>) -> impl Iterator<Item = &'e Element<'f>> {
    parent.children.iter().filter(|child| STATEMENTS.contains(&child.name))
}

/// Returns the statements that `statement` holds: of its relationships and its components.
fn inner<'e, 'f>(statement: &'e Element<'f>) -> impl Iterator<Item = &'e Element<'f>> {
    let parents = statement.children.iter().filter(|child| matches!(child.name, "entryRelationship" | "component"));
    parents.flat_map(statements)
}

struct Reader<'e, 'f> {
    section: &'e Element<'f>,
    kind: FactKind,
    section_code: &'e str,
}

/// A fact as it is put together.
struct Draft {
    fact: Fact,
}

impl Draft {
    fn new(kind: FactKind, statement: &Element<'_>) -> Option<Self> {
        let bare = Fact::bare(kind, Span::new(statement.span.clone())?);
        Some(Draft { fact: Fact { revision: revision(statement), ..bare } })
    }

    fn field(&mut self, label: &str, value: Option<Value>, unit: Option<Value>) {
        if let Some(value) = value {
            let (label, sentence) = (label.into(), Span::at(0, 0));
            self.fact.fields.push(Field { label, value, unit, item: 0, sentence });
        }
    }

    fn code(&mut self, label: &str, code: Option<Coded>) {
        self.field(label, code.as_ref().map(|code| code.display.clone()), None);
        self.fact.code = code;
    }

    fn term(&mut self, label: &str, code: Option<Coded>) {
        self.field(label, code.map(|code| code.display), None);
    }

    /// Sets when it began and ended, and words both.
    fn when(&mut self, (begun, ended): (Option<Moment>, Option<Moment>), labels: (&str, &str)) {
        self.field(labels.0, begun.as_ref().map(|moment| moment.value.clone()), None);
        self.field(labels.1, ended.as_ref().map(|moment| moment.value.clone()), None);
        (self.fact.begun, self.fact.ended) = (begun, ended);
    }

    fn status(&mut self, label: &str, statement: &Element<'_>) {
        let status = statement.child("statusCode").and_then(|status| status.value("code"));
        self.fact.status = status.as_ref().map(Value::as_status);
        self.field(label, status, None);
    }

    fn finish(self, read: &mut Read) {
        if self.fact.code.is_some() && !self.fact.fields.is_empty() {
            read.facts.push(self.fact);
        }
    }
}

impl Reader<'_, '_> {
    /// Reads `statement` and those in it; `concern` is the act that it is the subject of.
    fn statement(&self, statement: &Element<'_>, concern: Option<&Element<'_>>, depth: usize, read: &mut Read) {
        if depth >= MAX_DEPTH {
            return;
        }
        if statement.attribute("negationInd").as_deref() == Some("true") {
            read.unread = Some(DENIED);
            return;
        }
        if statement.attribute("nullFlavor").is_some() {
            return;
        }
        if is_nullified(statement) {
            retract(statement, depth, read);
            return;
        }
        let is_planned = !matches!(statement.attribute("moodCode").as_deref(), Some("EVN") | None);
        match (self.kind, statement.name) {
            (FactKind::Condition, "observation") => return self.condition(statement, concern, read),
            (FactKind::AllergyIntolerance, "observation") => return self.allergy(statement, concern, read),
            (FactKind::MedicationRequest, "substanceAdministration") => return self.medication(statement, read),
            (FactKind::Immunization, "substanceAdministration") if !is_planned => {
                return self.immunization(statement, read);
            }
            (FactKind::Observation, "observation") if !is_planned => return self.observation(statement, read),
            (FactKind::Procedure, "procedure" | "observation" | "act") if !is_planned => {
                return self.done(FactKind::Procedure, "Procedure", statement, read);
            }
            (FactKind::Encounter, "encounter") if !is_planned => {
                return self.done(FactKind::Encounter, "Type", statement, read);
            }
            (FactKind::FamilyMemberHistory, "organizer") => return self.relative(statement, read),
            (FactKind::Device, "supply" | "procedure") => return self.device(statement, read),
            (
                FactKind::Other,
                "observation" | "act" | "procedure" | "encounter" | "substanceAdministration" | "supply",
            ) => {
                self.done(FactKind::Other, "Code", statement, read);
            }
            _ => {}
        }
        for inner in inner(statement) {
            self.statement(inner, Some(statement), depth + 1, read);
        }
    }

    fn coded(&self, element: Option<&Element<'_>>) -> Option<Coded> {
        coded(element?, self.section)
    }

    fn condition(&self, statement: &Element<'_>, concern: Option<&Element<'_>>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::Condition, statement) else { return };
        draft.code("Condition", self.coded(statement.child("value")));
        self.severity("Severity", statement, &mut draft);
        let time = statement.child("effectiveTime").map(period).unwrap_or_default();
        draft.when(time, ("Onset", "Abatement"));
        self.clinical_status(statement, concern, &mut draft);
        self.concern_end(concern, &mut draft);
        draft.finish(read);
    }

    fn allergy(&self, statement: &Element<'_>, concern: Option<&Element<'_>>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::AllergyIntolerance, statement) else { return };
        let substance = statement.at("participant/participantRole/playingEntity/code");
        draft.code("Allergy", self.coded(substance).or_else(|| self.coded(statement.child("value"))));
        draft.term("Type", substance.and_then(|_| self.coded(statement.child("value"))));
        for reaction in relationships(statement, "MFST") {
            draft.term("Reaction manifestation", self.coded(reaction.child("value")));
            self.severity("Reaction severity", reaction, &mut draft);
        }
        self.severity("Severity", statement, &mut draft);
        let (begun, ended) = statement.child("effectiveTime").map(period).unwrap_or_default();
        draft.when((begun, ended), ("Onset", "Abatement"));
        self.clinical_status(statement, concern, &mut draft);
        self.concern_end(concern, &mut draft);
        draft.finish(read);
    }

    /// Words how severe it is, where an observation in `statement` says so.
    fn severity(&self, label: &str, statement: &Element<'_>, draft: &mut Draft) {
        let severity = inner(statement).find(|inner| has_code(inner, SEVERITY_CODES));
        draft.term(label, severity.and_then(|severity| self.coded(severity.child("value"))));
    }

    /// Words whether it is still so: by an observation of its status, else by the concern that it is the subject of.
    fn clinical_status(&self, statement: &Element<'_>, concern: Option<&Element<'_>>, draft: &mut Draft) {
        let observed = inner(statement).find(|inner| has_code(inner, STATUS_CODES) && !is_nullified(inner));
        let observed = observed.and_then(|status| status.child("value"));
        let shown = observed.and_then(|status| self.coded(Some(status))).map(|status| status.display);
        // The code says it in any language; a display says it where the code is of a house of its own.
        let coded = observed.and_then(|status| status.value("code")).filter(|code| is_clinical(&code.text));
        let concern = concern.and_then(|concern| concern.child("statusCode")?.value("code"));
        // A concern is completed when nobody follows it any more, which is not that it is over.
        let concern = concern.filter(|status| status.text == "active");
        let status = coded.or_else(|| shown.clone()).or_else(|| concern.clone());
        draft.fact.status = status.as_ref().map(Value::as_status);
        draft.field("Clinical status", shown.or(concern), None);
    }

    /// Words when the `concern` ended that `statement`, which has neither an end nor a status, is the subject of.
    fn concern_end(&self, concern: Option<&Element<'_>>, draft: &mut Draft) {
        if draft.fact.ended.is_none() && draft.fact.status.is_none() {
            let ended = concern.and_then(|concern| period(concern.child("effectiveTime")?).1);
            draft.field("Abatement", ended.map(|ended| ended.value), None);
        }
    }

    fn medication(&self, statement: &Element<'_>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::MedicationRequest, statement) else { return };
        draft.code("Medication", self.product(statement));
        let dose = statement.child("doseQuantity").and_then(quantity);
        if let Some((value, _, unit)) = dose {
            draft.field("Dosage dose", Some(value), unit);
        }
        for time in statement.all("effectiveTime") {
            if let Some((value, _, unit)) = time.child("period").and_then(quantity) {
                draft.field("Dosage timing period", Some(value), unit);
            }
        }
        draft.term("Dosage route", self.coded(statement.child("routeCode")));
        let times = statement.all("effectiveTime").filter(|time| time.child("period").is_none());
        let time = times.map(period).find(|(begun, ended)| begun.is_some() || ended.is_some());
        draft.when(time.unwrap_or_default(), ("Effective start", "Effective end"));
        draft.status("Status", statement);
        draft.finish(read);
    }

    fn immunization(&self, statement: &Element<'_>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::Immunization, statement) else { return };
        draft.code("Vaccine", self.product(statement));
        let number = statement.child("repeatNumber").and_then(quantity).map(|(value, ..)| value);
        draft.field("Protocol dose number", number, None);
        draft.when((statement.child("effectiveTime").and_then(|time| period(time).0), None), ("Occurrence", ""));
        draft.status("Status", statement);
        draft.finish(read);
    }

    /// Returns what is given: the material, else the name it has.
    fn product(&self, statement: &Element<'_>) -> Option<Coded> {
        let material = statement.at("consumable/manufacturedProduct/manufacturedMaterial")?;
        let named = || {
            let display = material.child("name")?.content()?;
            Some(Coded { system: None, code: None, display, term: None, others: Box::default() })
        };
        self.coded(material.child("code")).or_else(named)
    }

    fn observation(&self, statement: &Element<'_>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::Observation, statement) else { return };
        let category = self.category();
        draft.field("Category", category.as_ref().map(|category| category.display.clone()), None);
        draft.fact.category = category;
        draft.code("Code", self.coded(statement.child("code")));
        let value = statement.child("value");
        match value.and_then(|value| reading(value, self.section)) {
            Some(Reading::Quantity { value, number, unit }) => {
                draft.field("Value", Some(value.clone()), unit.clone());
                draft.fact.reading = Some(Reading::Quantity { value, number, unit });
            }
            Some(Reading::Coded { answer }) => {
                draft.field("Value", Some(answer.display.clone()), None);
                draft.fact.reading = Some(Reading::Coded { answer });
            }
            Some(Reading::Text { value }) => {
                draft.field("Value", Some(value.clone()), None);
                draft.fact.reading = Some(Reading::Text { value });
            }
            None => {
                // An interval is a bound, never a reading.
                for (end, label) in [("low", "Value low"), ("high", "Value high")] {
                    let end = value.and_then(|value| value.child(end));
                    if let Some((number, _, unit)) = end.and_then(quantity) {
                        let excluded = end.and_then(|end| end.value("inclusive")).filter(|is| is.text == "false");
                        draft.field(&format!("{label} inclusive"), excluded, None);
                        draft.field(label, Some(number), unit);
                    }
                }
            }
        }
        for interpretation in statement.all("interpretationCode") {
            draft.term("Interpretation", self.coded(Some(interpretation)));
        }
        let range = statement.at("referenceRange/observationRange");
        draft.field("Reference range", range.and_then(|range| range.child("text")?.content()), None);
        for (end, label) in [("low", "Reference range low"), ("high", "Reference range high")] {
            let bound = range.and_then(|range| range.child("value")?.child(end)).and_then(quantity);
            if let Some((number, _, unit)) = bound {
                draft.field(label, Some(number), unit);
            }
        }
        let time = statement.child("effectiveTime").map(period).unwrap_or_default();
        draft.when(time, ("Effective", "Effective end"));
        draft.status("Status", statement);
        if draft.fact.fields.iter().any(|field| field.label.starts_with("Value")) {
            draft.finish(read);
        }
        for inner in inner(statement).filter(|inner| inner.name == "observation") {
            self.statement(inner, Some(statement), MAX_DEPTH - 1, read);
        }
    }

    /// Returns the category of observations in this section; what is shown is what the section calls itself.
    fn category(&self) -> Option<Coded> {
        let code = match self.section_code {
            "8716-3" => "vital-signs",
            "30954-2" => "laboratory",
            "29762-2" => "social-history",
            "47420-5" => "survey",
            _ => "exam",
        };
        let named = self.section.child("title").and_then(Element::content);
        let display = named.or_else(|| self.section.child("code")?.value("displayName"))?;
        Some(Coded { system: None, code: Some(code.into()), display, term: None, others: Box::default() })
    }

    /// Reads something that was done, or is planned.
    fn done(&self, kind: FactKind, label: &str, statement: &Element<'_>, read: &mut Read) {
        let Some(mut draft) = Draft::new(kind, statement) else { return };
        let code = self.coded(statement.child("code")).or_else(|| self.product(statement));
        draft.code(label, code);
        draft.term("Value", statement.child("value").and_then(|value| self.coded(Some(value))));
        draft.field("Intent", statement.value("moodCode").filter(|mood| mood.text != "EVN"), None);
        draft.term("Body site", self.coded(statement.child("targetSiteCode")));
        let labels = match kind {
            FactKind::Encounter => ("Period start", "Period end"),
            FactKind::Procedure => ("Performed", "Performed end"),
            _ => ("Effective", "Effective end"),
        };
        draft.when(statement.child("effectiveTime").map(period).unwrap_or_default(), labels);
        if kind != FactKind::Encounter {
            draft.status("Status", statement);
        }
        draft.finish(read);
    }

    fn relative(&self, organizer: &Element<'_>, read: &mut Read) {
        let Some(mut draft) = Draft::new(FactKind::FamilyMemberHistory, organizer) else { return };
        draft.code("Relationship", self.coded(organizer.at("subject/relatedSubject/code")));
        for (item, observation) in (0..).zip(inner(organizer).filter(|inner| inner.name == "observation")) {
            if observation.attribute("negationInd").as_deref() == Some("true") {
                read.unread = Some(DENIED);
                continue;
            }
            if is_nullified(observation) {
                retract(observation, 0, read);
                continue;
            }
            let before = draft.fact.fields.len();
            draft.term("Condition code", self.coded(observation.child("value")));
            let age =
                inner(observation).find(|inner| inner.child("value").is_some_and(|value| quantity(value).is_some()));
            if let Some((value, _, unit)) = age.and_then(|age| age.child("value")).and_then(quantity) {
                draft.field("Condition onset", Some(value), unit);
            }
            draft.fact.fields.iter_mut().skip(before).for_each(|field| field.item = item);
        }
        draft.finish(read);
    }

    fn device(&self, statement: &Element<'_>, read: &mut Read) {
        let device = statement.find(&|element| element.name == "playingDevice").and_then(|device| device.child("code"));
        let Some(mut draft) = Draft::new(FactKind::Device, statement) else { return };
        draft.code("Type", self.coded(device).or_else(|| self.coded(statement.child("code"))));
        let used = statement.child("effectiveTime").and_then(|time| moment(time).or_else(|| period(time).0));
        draft.when((used, None), ("Start", ""));
        draft.finish(read);
    }
}

/// Returns which state of which entry `statement` is, but for its time, which is that of its document.
fn revision(statement: &Element<'_>) -> Option<Revision> {
    let of = statement.child("id").and_then(id)?;
    Some(Revision { of, updated: None, number: None, superseded: false })
}

/// Returns whether `statement` says of itself that it was entered in error (`ActStatus` of HL7 version 3).
fn is_nullified(statement: &Element<'_>) -> bool {
    let status = statement.child("statusCode").and_then(|status| status.attribute("code"));
    status.is_some_and(|status| status == "nullified")
}

/// Notes that `statement` and those in it were entered in error.
fn retract(statement: &Element<'_>, depth: usize, read: &mut Read) {
    read.nullified += 1;
    read.retracted.extend(revision(statement));
    if depth < MAX_DEPTH {
        for inner in inner(statement) {
            retract(inner, depth + 1, read);
        }
    }
}

fn has_code(statement: &Element<'_>, codes: &[&str]) -> bool {
    let code = statement.child("code").and_then(|code| code.attribute("code"));
    code.is_some_and(|code| codes.contains(&code.as_str()))
}

/// Returns the observations that stand to `statement` in that relation.
fn relationships<'e, 'f>(statement: &'e Element<'f>, relation: &'e str) -> impl Iterator<Item = &'e Element<'f>> {
    let related = statement.all("entryRelationship");
    related
        .filter(move |related| related.attribute("typeCode").as_deref() == Some(relation))
        .filter_map(|related| related.child("observation"))
}
