//! What of a fact stands on the face of its box, and in which order; everything else is among its elements.
//!
//! Choosing and labelling is all that is done here: every value is a [`Value`] of the fact, whole or (the day of a
//! moment) an unbroken part of it. Nothing is converted, rounded or joined. Making boxes, with the way back to the file,
//! is [`crate::clearance`]'s.

use std::ops::Range;

use super::{Fact, FactKind, Field, Form, Moment, Value};

/// One line: a value with its unit and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'f> {
    /// What the value is called.
    pub label: Label<'f>,
    /// The value.
    pub value: &'f Value,
    /// The part of the value's text that is shown, in bytes.
    pub part: Range<usize>,
    /// The unit.
    pub unit: Option<&'f Value>,
}

/// What a value is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label<'f> {
    /// In our words.
    Ours(String),
    /// As the file calls it: the name of a component.
    Own(&'f Value),
}

impl Label<'_> {
    /// Returns the label as text.
    pub fn as_str(&self) -> &str {
        match self {
            Label::Ours(words) => words,
            Label::Own(value) => &value.text,
        }
    }
}

impl<'f> Line<'f> {
    fn new(words: &str, value: &'f Value, unit: Option<&'f Value>) -> Self {
        Line { label: Label::Ours(words.to_owned()), value, part: 0..value.text.len(), unit }
    }

    /// Returns the part of the value that is shown.
    pub fn shown(&self) -> &'f str {
        self.value.text.get(self.part.clone()).unwrap_or(&self.value.text)
    }
}

/// When a field stands on the face.
#[derive(Debug, Clone, Copy)]
enum Rule {
    Always,
    /// Unless its text is one of these, in any case: what goes without saying.
    Unless(&'static [&'static str]),
    /// Where the item has no text of its own (a field called as its element alone).
    WithoutText,
    /// As [`Rule::WithoutText`], with the field that follows it as its unit.
    WithoutTextJoined(&'static str),
    /// Where nothing else of that element says for what it holds: all is in one item.
    OneItem,
}

/// Where on the face a field stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What was found, given or done.
    Body,
    /// How far it can be relied on; after the dates.
    Standing,
}

use Part::{Body, Standing};
use Rule::{Always, OneItem, Unless, WithoutText, WithoutTextJoined};

/// `(field, our words on the face, when, where)`.
type Row = (&'static str, &'static str, Rule, Part);

const ACTIVE: Rule = Unless(&["active"]);
const DONE: Rule = Unless(&["completed"]);
/// Source: hl7.org/fhir/R4/valueset-medicationrequest-intent.html.
const ORDERED: Rule = Unless(&["order", "original-order", "reflex-order", "filler-order", "instance-order"]);
const FINAL: Rule = Unless(&["final"]);
const NOTE: Row = ("Note", "Note", Always, Standing);
const REASON: Row = ("Reason", "Reason", Always, Body);
const STATUS_REASON: Row = ("Status reason", "Reason for the status", Always, Standing);
const VERIFICATION: Row = ("Verification status", "Verification", Unless(&["confirmed"]), Standing);

/// What the face of a kind of fact shows beside its name and dates. Fields that begin with `Value` or `Component` are
/// [`readings`]'s.
fn rows(kind: FactKind) -> Option<&'static [Row]> {
    Some(match kind {
        FactKind::Observation => &[
            ("Data absent reason", "No value, because", Always, Body),
            ("Interpretation", "Interpretation", Always, Body),
            ("Reference range", "Reference range", OneItem, Body),
            ("Reference range low", "Reference range, from", OneItem, Body),
            ("Reference range high", "Reference range, up to", OneItem, Body),
            ("Status", "Status", FINAL, Standing),
            NOTE,
        ],
        FactKind::MedicationRequest => &[
            ("Intent", "Intent", ORDERED, Body),
            ("Do not perform", "Not to be taken", Unless(&["false"]), Body),
            ("Dosage", "Dose", Always, Body),
            ("Dosage dose", "Dose", WithoutText, Body),
            ("Dosage dose low", "Dose, from", WithoutText, Body),
            ("Dosage dose high", "Dose, up to", WithoutText, Body),
            ("Dosage timing code", "How often", WithoutText, Body),
            ("Dosage timing frequency", "Times taken", WithoutText, Body),
            ("Dosage timing period", "Per", WithoutTextJoined("Dosage timing period unit"), Body),
            ("Dosage timing day of week", "On", Always, Body),
            ("Dosage timing time of day", "At", Always, Body),
            ("Dosage as needed", "As needed", Unless(&["false"]), Body),
            ("Dosage as needed for", "As needed for", WithoutText, Body),
            ("Dosage at most numerator", "At most", Always, Body),
            ("Dosage at most denominator", "At most, per", Always, Body),
            ("Status", "Status", Always, Standing),
            STATUS_REASON,
            NOTE,
        ],
        FactKind::Condition => &[
            ("Severity", "Severity", Always, Body),
            ("Body site", "Body site", Always, Body),
            ("Stage summary", "Stage", Always, Body),
            ("Clinical status", "Status", Always, Standing),
            VERIFICATION,
            NOTE,
        ],
        FactKind::AllergyIntolerance => &[
            ("Reaction manifestation", "Reaction", Always, Body),
            ("Reaction severity", "Severity", Always, Body),
            ("Criticality", "Criticality", Always, Body),
            ("Clinical status", "Status", Always, Standing),
            VERIFICATION,
            NOTE,
        ],
        FactKind::Procedure => &[
            REASON,
            ("Body site", "Body site", Always, Body),
            ("Outcome", "Outcome", Always, Body),
            ("Complication", "Complication", Always, Body),
            ("Status", "Status", DONE, Standing),
            STATUS_REASON,
            NOTE,
        ],
        FactKind::Immunization => &[
            ("Protocol dose number", "Dose number", Always, Body),
            ("Protocol doses in series", "Doses in the series", Always, Body),
            ("Subpotent", "Subpotent", Unless(&["false"]), Body),
            ("Subpotent because of", "Subpotent because of", Always, Body),
            ("Status", "Status", DONE, Standing),
            STATUS_REASON,
            NOTE,
        ],
        FactKind::DiagnosticReport => {
            &[("Conclusion", "Conclusion", Always, Body), ("Status", "Status", FINAL, Standing), NOTE]
        }
        FactKind::Encounter => &[
            ("Class", "Kind of visit", Always, Body),
            REASON,
            ("Diagnosis condition", "Diagnosis", Always, Body),
            ("Discharged to", "Discharged to", Always, Body),
            ("Status", "Status", Unless(&["finished"]), Standing),
        ],
        FactKind::ImagingStudy => &[
            ("Description", "Description", Always, Body),
            ("Series modality", "Modality", Always, Body),
            ("Series body site", "Body site", Always, Body),
            REASON,
            ("Status", "Status", Unless(&["available"]), Standing),
            NOTE,
        ],
        FactKind::CarePlan => &[
            ("Description", "Description", Always, Body),
            ("Addresses", "For", Always, Body),
            ("Goal", "Goal", Always, Body),
            ("Activity code", "Activity", Always, Body),
            ("Activity description", "Activity", Always, Body),
            ("Activity do not perform", "Activity not to be done", Unless(&["false"]), Body),
            ("Activity status", "Activity status", Unless(&["in-progress"]), Body),
            ("Status", "Status", ACTIVE, Standing),
            NOTE,
        ],
        FactKind::CareTeam => {
            &[REASON, ("Participant role", "Member", Always, Body), ("Status", "Status", ACTIVE, Standing), NOTE]
        }
        FactKind::Goal => &[
            ("Target measure", "Measured by", Always, Body),
            ("Target detail", "Target", Always, Body),
            ("Target detail low", "Target, from", Always, Body),
            ("Target detail high", "Target, up to", Always, Body),
            ("Target due", "Due", Always, Body),
            ("Addresses", "For", Always, Body),
            ("Achievement status", "Achieved", Always, Standing),
            ("Status", "Status", ACTIVE, Standing),
            STATUS_REASON,
            NOTE,
        ],
        FactKind::FamilyMemberHistory => &[
            ("Condition code", "Condition", Always, Body),
            ("Condition onset", "Began at the age of", Always, Body),
            ("Condition outcome", "Outcome", Always, Body),
            ("Deceased", "Deceased", Unless(&["false"]), Body),
            ("Deceased at", "Died at the age of", Always, Body),
            ("Reason", "Reason", Always, Body),
            ("Status", "Status", DONE, Standing),
            NOTE,
        ],
        FactKind::Patient | FactKind::Device | FactKind::Other => return None,
    })
}

/// Returns the value that names a fact: its code, else a title, description or category; `None` when it has none.
pub fn title(fact: &Fact) -> Option<&Value> {
    let field = || {
        let named = |label: &str| fact.fields.iter().find(|field| field.label == label);
        ["Title", "Description", "Category"].into_iter().find_map(named).map(|field| &field.value)
    };
    fact.code.as_ref().map(|code| &code.display).or_else(field)
}

/// Returns our words for what kind of entry `fact` is, for the head of its box: `Allergy`, `Vital sign`.
pub fn entry(fact: &Fact) -> String {
    let words = kind_words(fact);
    if fact.is_superseded() { format!("{words}, {OLDER}") } else { words.to_owned() }
}

/// What stands behind the kind of an entry of which the records hold a newer state.
const OLDER: &str = "older version";

fn kind_words(fact: &Fact) -> &'static str {
    match fact.kind {
        // hl7.org/fhir/R4/valueset-observation-category.html
        FactKind::Observation => match fact.category.as_ref().and_then(|category| category.code.as_deref()) {
            Some("vital-signs") => "Vital sign",
            Some("laboratory") => "Laboratory result",
            Some("exam") => "Examination",
            Some("survey") => "Questionnaire",
            Some("social-history") => "Social history",
            Some("activity") => "Activity",
            Some("imaging") => "Imaging result",
            _ => "Observation",
        },
        FactKind::Patient => "Person",
        FactKind::Procedure => "Procedure",
        FactKind::Condition => "Condition",
        FactKind::AllergyIntolerance => "Allergy",
        FactKind::MedicationRequest => "Medicine",
        FactKind::Immunization => "Vaccination",
        FactKind::DiagnosticReport => "Report",
        FactKind::CarePlan => "Care plan",
        FactKind::Encounter => "Visit",
        FactKind::ImagingStudy => "Imaging",
        FactKind::Device => "Device",
        FactKind::FamilyMemberHistory => "Family history",
        FactKind::Goal => "Goal",
        FactKind::CareTeam => "Care team",
        FactKind::Other => "Entry",
    }
}

/// Returns the lines on the face of the box of `fact`, one of the facts `of` its document.
pub fn face<'f>(fact: &'f Fact, of: &[Fact]) -> Vec<Line<'f>> {
    let named = title(fact).map(|value| value.span);
    let Some(rows) = rows(fact.kind) else {
        let mut lines = readings(fact);
        lines.extend(fact.fields.iter().filter(|field| Some(field.value.span) != named).map(whole));
        return lines;
    };
    let place = |part| {
        let row = move |field: &Field| rows.iter().find(|row| row.3 == part && row.0 == field.label);
        fact.fields.iter().enumerate().filter_map(move |(at, field)| Some((at, field, row(field)?)))
    };
    let line = |(at, field, row): (usize, &'f Field, &Row)| {
        let unit = on_face(fact, at, field, row.2)?;
        (Some(field.value.span) != named).then(|| Line::new(&bounded(fact, at, row.1), &field.value, unit))
    };
    // What an entry says against itself is read before what else it says, and the more so how sure that is.
    let mut before: Vec<(usize, &Field, &Row)> = Vec::new();
    let mut behind: Vec<(usize, &Field, &Row)> = place(Standing).collect();
    if fact.is_against_itself() {
        (before, behind) = behind.into_iter().partition(|(_, _, row)| row.0 != NOTE.0);
        before.sort_by_key(|(_, _, row)| row.0 != VERIFICATION.0);
    }
    let mut lines: Vec<Line<'f>> = before.into_iter().filter_map(line).collect();
    lines.extend(readings(fact));
    lines.extend(place(Body).filter_map(line));
    lines.extend(dates(fact, of));
    lines.extend(behind.into_iter().filter_map(line));
    lines
}

/// Returns every value that was read of `fact`, in the order of its fields.
pub fn elements(fact: &Fact) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = fact.fields.iter().map(whole).collect();
    let apart = |moment: &&Moment| fact.fields.iter().all(|field| field.value.span != moment.value.span);
    // The only moments that are read and have no sentence.
    let words = match fact.kind {
        FactKind::Observation | FactKind::DiagnosticReport => "Issued",
        _ => "Date",
    };
    lines.extend(fact.begun.iter().filter(apart).map(|moment| Line::new(words, &moment.value, None)));
    lines
}

fn whole(field: &Field) -> Line<'_> {
    Line::new(&field.label, &field.value, field.unit.as_ref())
}

/// Returns the unit that goes with the field numbered `at`, or `None` where `rule` keeps the field off the face.
fn on_face<'f>(fact: &'f Fact, at: usize, field: &'f Field, rule: Rule) -> Option<Option<&'f Value>> {
    let of_element = |other: &&Field| element(&other.label) == element(&field.label);
    let has_text = || {
        let text = |other: &Field| other.item == field.item && other.label == element(&field.label);
        fact.fields.iter().any(text)
    };
    let own = field.unit.as_ref();
    match rule {
        Always => Some(own),
        Unless(said) => (!said.iter().any(|said| said.eq_ignore_ascii_case(&field.value.text))).then_some(own),
        OneItem => fact.fields.iter().filter(of_element).all(|other| other.item == 0).then_some(own),
        WithoutText => (!has_text()).then_some(own),
        WithoutTextJoined(with) => {
            let next = fact.fields.get(at + 1..).unwrap_or_default().iter();
            let unit = next.clone().find(|next| next.item == field.item && next.label == with);
            (!has_text()).then_some(own.or(unit.map(|unit| &unit.value)))
        }
    }
}

/// Returns the words for the element that a field's label begins with.
fn element(label: &str) -> &str {
    if label.starts_with("Reference range") {
        return "Reference range";
    }
    label.split(' ').next().unwrap_or(label)
}

/// What labels of fields end with that say how a number is bounded, which stand before it.
const SIGNS: [&str; 2] = [" comparator", " inclusive"];

/// Returns `words`, and after them how the number of the field numbered `at` is bounded, if it is.
fn bounded(fact: &Fact, at: usize, words: &str) -> String {
    let field = fact.fields.get(at);
    let before = at.checked_sub(1).and_then(|before| fact.fields.get(before));
    let comparator = field.zip(before).filter(|(field, before)| {
        let of = SIGNS.iter().find_map(|sign| before.label.strip_suffix(sign));
        before.item == field.item && of == Some(field.label.as_str())
    });
    let bound = comparator.map(|(field, before)| match before.value.text.as_str() {
        // The end of an interval that does not belong to it.
        "false" if field.label.ends_with("low") => "more than",
        "false" => "less than",
        "<" => "less than",
        "<=" => "at most",
        ">" => "more than",
        ">=" => "at least",
        _ => "not exactly",
    });
    bound.map_or_else(|| words.to_owned(), |bound| format!("{words}, {bound}"))
}

/// Returns what was measured or answered: the value, and the components under their own names.
fn readings(fact: &Fact) -> Vec<Line<'_>> {
    if fact.kind != FactKind::Observation {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (at, field) in fact.fields.iter().enumerate() {
        let is = |prefix: &str| {
            let rest = field.label.strip_prefix(prefix);
            let is_sign = |rest: &str| SIGNS.iter().any(|sign| rest.ends_with(sign));
            rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')).filter(|rest| !is_sign(rest))
        };
        if let Some(rest) = is("Value") {
            let words = bounded(fact, at, &format!("Value{rest}"));
            lines.push(Line::new(&words, &field.value, field.unit.as_ref()));
        } else if let Some(rest) = is("Component value") {
            lines.push(component(fact, at, field, rest));
        } else if is("Component data absent reason") == Some("") {
            lines.push(component(fact, at, field, ", no value, because"));
        } else if is("Component interpretation") == Some("") {
            lines.push(component(fact, at, field, ", interpretation"));
        }
    }
    lines
}

/// Returns the line of a field of a component. The component's name is the label where nothing must be added to it, so
/// that it can be found again in the file.
fn component<'f>(fact: &'f Fact, at: usize, field: &'f Field, rest: &str) -> Line<'f> {
    let of_item = |other: &&Field| other.item == field.item && other.label == "Component code";
    let name = fact.fields.iter().find(of_item).map(|name| &name.value);
    let mut line = Line::new("", &field.value, field.unit.as_ref());
    let words = bounded(fact, at, rest);
    line.label = match name {
        Some(name) if words.is_empty() => Label::Own(name),
        Some(name) => Label::Ours(format!("{}{words}", name.text)),
        None => Label::Ours(format!("Component{words}")),
    };
    line
}

/// Returns the day on which the fact was found, began or was done, and the day of its end.
fn dates<'f>(fact: &'f Fact, of: &[Fact]) -> Vec<Line<'f>> {
    let mut lines = Vec::new();
    if let Some(begun) = &fact.begun {
        let element = fact.fields.iter().find(|field| field.value.span == begun.value.span);
        let words = fact.begun_words(element.map_or("", |field| field.label.as_str()));
        lines.push(Line { part: day(&begun.value), ..Line::new(words, &begun.value, None) });
        let same = |other: &&Fact| {
            other.span != fact.span
                && other.begun.as_ref().is_some_and(|other| other.day == begun.day)
                && title(other).map(|title| &title.text) == title(fact).map(|title| &title.text)
        };
        if let Some(part) = time(&begun.value).filter(|_| of.iter().any(|other| same(&other))) {
            lines.push(Line { part, ..Line::new("Time", &begun.value, None) });
        }
    }
    let said = |field: &Field| {
        [&fact.begun, &fact.ended].into_iter().flatten().any(|moment| moment.value.span == field.value.span)
    };
    for (at, field) in fact.fields.iter().enumerate().filter(|(_, field)| !said(field)) {
        let ends = ["", " low", " high"].into_iter();
        let words = ends.filter_map(|end| Some((field.label.strip_suffix(end)?, end))).find_map(|(element, end)| {
            let words = fact.words_of_time(element)?;
            Some(format!("{words}{end}"))
        });
        lines.extend(words.map(|words| Line::new(&bounded(fact, at, &words), &field.value, field.unit.as_ref())));
    }
    // Where a procedure or visit begins and ends on one day the day is said already.
    let later = |ended: &&Moment| fact.begun.as_ref().is_none_or(|begun| begun.day != ended.day);
    lines.extend(
        fact.ended
            .iter()
            .filter(later)
            .map(|ended| Line { part: day(&ended.value), ..Line::new("Until", &ended.value, None) }),
    );
    lines
}

/// Returns the day of a moment that has a time, else all of it.
fn day(moment: &Value) -> Range<usize> {
    let is_compact = |text: &str| text.len() > 8 && text.bytes().take(8).all(|byte| byte.is_ascii_digit());
    match (moment.form, moment.text.get(10..11)) {
        (Form::String, Some("T")) | (Form::Xml, Some(" ")) => 0..10,
        (Form::Xml, _) if is_compact(&moment.text) => 0..8,
        _ => 0..moment.text.len(),
    }
}

/// Returns the hours and minutes of a moment that has a time.
fn time(moment: &Value) -> Option<Range<usize>> {
    let time = moment.text.get(10..16)?.as_bytes();
    matches!(time, [b'T', a, b, b':', c, d] if [a, b, c, d].into_iter().all(u8::is_ascii_digit)).then_some(11..16)
}
