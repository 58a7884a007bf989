//! "Not in your record": said only after the codes, the names and every text of the patient were searched.
//!
//! The codes are those of the measure, and those under which any of the loaded records has the name: one record's "Asthma" may be
//! another's "Reactive airway disease". The names are those of the tables, and those that the vocabulary in use has for the same concept
//! and for kinds of it.

use std::collections::BTreeSet;

use serde::Serialize;

use super::chart::{self, Chart, Identity};
use super::entries::nouns;
use super::near::{Concepts, KINDS, bears_on, is_abbreviated, is_near};
use super::resolve::{Sought, WHOLE_CLASSES, meets};
use super::words::when;
use super::{Exact, Form, Frame, akin, denied, kin, lay, manner, measures, nameless, near, removed};
use crate::document::{Content, Document, Fact, FactKind};
use crate::index::concepts::Vocabulary;
use crate::question::ailing::TROUBLES;
use crate::question::{abbreviated, irregular, vocabulary};
use crate::span::Question;

/// Words of the body and its senses, in singular: beside words for what became of them they name nothing by which an entry is called.
const BODY: &str = "
    abdomen ankle arm back belly bladder blood body bone bowel brain breast chest ear elbow eye face finger foot gland hand hard head
    hearing heart hip inch jaw joint kidney kilo knee leg liver lung mouth muscle neck nerve nose pelvis pound prostate rib shoulder sight skin
    spine spleen stomach stone throat thumb thyroid toe tongue tooth uterus vein vision water wrist";

/// Whether anything is sought that may ail a part of the body: "heart problems" have many names.
fn is_vague(sought: &Sought) -> bool {
    let called = sought.names.iter().take(1).flat_map(|name| name.split(' '));
    called.chain(sought.words.iter().map(String::as_str)).any(|word| TROUBLES.contains(&word))
}

/// Whether any medicine for something is sought: "medicine for gout" is called by the name of none.
fn is_for_something(sought: &Sought) -> bool {
    const ANY: &[&str] =
        &["medicine", "medicines", "medication", "medications", "med", "meds", "drug", "drugs", "treatment"];
    let called: Vec<&str> = sought.names.iter().take(1).flat_map(|name| name.split(' ')).collect();
    called.len() > 1 && called.first().is_some_and(|word| ANY.contains(word))
}

/// Whether it is sought that something was taken out of the body.
fn is_removal(sought: &Sought) -> bool {
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    let is_done = |kind: &FactKind| matches!(kind, FactKind::Procedure | FactKind::Condition);
    (sought.kinds.is_empty() || sought.kinds.iter().any(is_done))
        && (removed::called(&words).next().is_some()
            || words.iter().any(|word| word.ends_with("ectomy") || removed::is_away(word))
            || sought.units.iter().flatten().flatten().any(|term| term.ends_with("ectomy")))
}

/// Whether `name`, of a condition, says that a part of the body is not there which once was: "acquired absence of both cervix and uterus".
fn is_of_missing(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_said =
        lower.contains("absence of") || lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == "absent");
    is_said && !lower.contains("congenital") && !denied::is_all(name)
}

/// Whether medicines are taken for what `measure` tells, and none is called so.
fn is_treated(measure: &measures::Measure) -> bool {
    const TREATED: &[&str] = &["pressure", "glucose", "cholesterol", "triglyceride", "rate", "weight", "a1c"];
    TREATED.iter().any(|word| measure.name.contains(word))
}

/// What was searched before it was said that something is not in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Searched {
    /// Structured entries whose codes and names were compared.
    pub entries: usize,
    /// Notes, letters and reports whose every line was read.
    pub texts: usize,
    /// The codes that were looked for.
    pub codes: Vec<String>,
    /// The words that were looked for, the question's own first.
    pub names: Vec<String>,
}

/// Returns the answer that nothing of `sought` is in `chart`; `None` where a text speaks of it, or the name of an
/// entry shares a word with it: then it is not certain.
pub(super) fn answer(chart: &Chart<'_>, sought: &Sought, frame: &Frame, form: Form) -> Option<Exact> {
    nothing(chart, sought, frame, form, false)
}

/// As [`answer`], where entries of other times are known.
pub(super) fn outside(chart: &Chart<'_>, sought: &Sought, frame: &Frame, form: Form) -> Option<Exact> {
    nothing(chart, sought, frame, form, true)
}

/// Whether it cannot be said of the patient of `chart` that what is `sought` is not there, as its words name no one thing, or it may be there
/// under another name.
fn is_open(chart: &Chart<'_>, sought: &Sought) -> bool {
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    // A letter alone is short for too much: "K+", "vitamin D" without its first word. Numbers name nothing: "9/15" may be a day.
    if words.iter().all(|word| word.chars().count() < 2 || !word.contains(char::is_alphabetic)) {
        return true;
    }
    // Whose it is that has it, "dad's heart attack", is the name of nothing.
    let is_allergy = sought.kinds == [FactKind::AllergyIntolerance];
    if lay::is_open_class(&words, &sought.kinds)
        || is_vague(sought)
        || is_for_something(sought)
        || words.iter().any(|word| kin::is_relative(word))
    {
        return true;
    }
    // "Blood sugar pills" are called by the name of none.
    let is_for_measure =
        sought.kinds == [FactKind::MedicationRequest] && measures::named(&words).is_some_and(is_treated);
    if is_for_measure {
        return true;
    }
    // A part of the body alone is there of everybody, and a death is no entry.
    const ENDS: &[&str] = &["death", "died", "die", "dying", "birth", "passing"];
    if words.iter().all(|word| near::is_of_body(word)) || words.iter().any(|word| ENDS.contains(word)) {
        return true;
    }
    // Visits and plans are called as whoever wrote them likes.
    const FREE: &[FactKind] = &[FactKind::Encounter, FactKind::CarePlan, FactKind::CareTeam, FactKind::Goal];
    if sought.kinds.len() == 1 && sought.kinds.iter().any(|kind| FREE.contains(kind)) {
        return true;
    }
    if is_medicine_open(chart, sought) || is_condition_open(chart, sought) || is_vaccine_open(chart, sought) {
        return true;
    }
    // "Allergy immunotherapy" is something that was done, and no allergy to it.
    if is_allergy && chart.names_of(FactKind::Procedure).any(|(_, name)| meets(&name.terms, &sought.units)) {
        return true;
    }
    // A part of the body that is missing may have been taken out.
    if is_removal(sought) && chart.names_of(FactKind::Condition).any(|(name, _)| is_of_missing(name)) {
        return true;
    }
    // What was handed out may be of the class that is asked for, and so may a brand that nobody here knows.
    let is_class = words.iter().any(|word| WHOLE_CLASSES.contains(word) || matches!(*word, "statin" | "statins"));
    let is_handed_out = || chart.entries.iter().any(|entry| manner::is_handed_out(entry.fact));
    let is_unknown = || {
        let mut medicines = chart.names_of(FactKind::MedicationRequest);
        medicines.any(|(name, _)| !near::is_known_medicine(chart.known, name))
    };
    is_allergy && akin::may_be_meant(chart, sought) || is_class && !is_allergy && (is_handed_out() || is_unknown())
}

/// Whether a prescription of `chart` is of a brand that has several by number: "Tylenol #3" has codeine.
fn is_medicine_open(chart: &Chart<'_>, sought: &Sought) -> bool {
    let is_numbered = |name: &str| {
        name.match_indices('#')
            .any(|(at, _)| name.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
    };
    sought.kinds == [FactKind::MedicationRequest]
        && chart.names_of(FactKind::MedicationRequest).any(|(name, _)| is_numbered(name))
}

/// Whether a vaccination of `chart` has a name that does not say what it is against: "Boostrix" is one against tetanus.
fn is_vaccine_open(chart: &Chart<'_>, sought: &Sought) -> bool {
    sought.kinds == [FactKind::Immunization]
        && chart.names_of(FactKind::Immunization).any(|(name, _)| !lay::is_known_vaccine(name))
}

/// Whether `name`, of a condition or a procedure, is short for something that `known` does not have: "HFrEF", "TAH-BSO".
fn is_cryptic(known: &Vocabulary, name: &str) -> bool {
    const LONGEST: usize = 8;
    let name = chart::untagged(name);
    name.chars().count() <= LONGEST
        && name.chars().filter(|sign| sign.is_uppercase()).count() > 1
        && !name.contains(' ')
        && known.mentions::<Question>(name).is_empty()
}

/// Whether a condition of `chart` may be of what is sought, of which the vocabulary in use has no kinds, or not all: "a bleeding disorder", "cancer"
/// beside "widespread disease".
fn is_condition_open(chart: &Chart<'_>, sought: &Sought) -> bool {
    let Some(known) = chart.known else { return false };
    let is_of = |kind: &FactKind| matches!(kind, FactKind::Condition | FactKind::Procedure);
    if !(sought.kinds.is_empty() || sought.kinds.iter().any(is_of)) || !sought.codes.is_empty() {
        return false;
    }
    let concepts = Concepts::of(known, sought);
    let mut all = [FactKind::Condition, FactKind::Procedure].into_iter().flat_map(|kind| chart.names_of(kind));
    if all.any(|(name, _)| is_cryptic(known, name)) {
        return true;
    }
    let is_class = sought.words.iter().any(|word| matches!(word.as_str(), "disorder" | "disorders"));
    let mut names = chart.names_of(FactKind::Condition);
    is_class && concepts.wanted.is_empty() && names.next().is_some()
        || concepts.are_broad() && chart.names_of(FactKind::Condition).any(|(name, _)| !concepts.know_all_of(name))
}

fn nothing<'a>(chart: &Chart<'a>, sought: &Sought, frame: &Frame, form: Form, is_outside: bool) -> Option<Exact> {
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    if is_open(chart, sought) || nameless::may_be_meant(chart, sought, frame) {
        return None;
    }
    if let Some(void) = no_more_than(chart, sought, frame, form).filter(|_| !is_outside) {
        return Some(void);
    }
    // What was measured at other times is known by its code: what is called alike is something else.
    let is_coded = is_outside && !sought.codes.is_empty();
    let may_be_near = || is_near(chart, sought) || is_abbreviated(chart, &words);
    if sought.units.is_empty() || !is_coded && may_be_near() || !is_outside && !is_understood(chart, sought) {
        return None;
    }
    // A goal or a plan without a day names what is coded, and says of no time that it was measured then.
    let is_prose = |document: &Document| matches!(document.content, Content::Prose { .. });
    let may_tell = |document: &&&Document| {
        frame.admits(document.date) && (!is_coded || document.date.is_some() || is_prose(document))
    };
    let texts: Vec<&&Document> = chart.documents.iter().filter(may_tell).collect();
    if texts.iter().any(|document| speaks(document, sought)) {
        return None;
    }
    // What stands in the record at other times only is known to be there.
    let elsewhere = codes_named(chart, sought);
    let is_of = |code| elsewhere.contains(&chart.identity_of(code));
    let is_there = |fact: &'a Fact| {
        is_of(fact.code.as_ref()) || fact.components.iter().any(|component| is_of(Some(&component.code)))
    };
    let bears = |fact: &Fact| bears_on(fact, sought);
    if !is_outside && chart.entries.iter().any(|entry| bears(entry.fact) && is_there(entry.fact)) {
        return None;
    }
    let concepts = chart.known.map(|known| Concepts::of(known, sought));
    if let Some(concepts) = concepts.as_ref().filter(|concepts| !concepts.wanted.is_empty()) {
        let bearing = chart.entries.iter().filter(|entry| bears(entry.fact));
        let mut names = bearing.map(|entry| entry.name()).collect::<BTreeSet<_>>().into_iter();
        let mut prose = texts.iter().filter(|document| is_prose(document));
        if !is_outside && names.any(|name| concepts.are_in(name)) || prose.any(|text| concepts.are_in(&text.text)) {
            return None;
        }
    }
    let mut searched = Searched {
        entries: chart.entries.len(),
        texts: texts.iter().filter(|document| is_prose(document)).count(),
        codes: sought.codes.clone(),
        names: sought.names.clone(),
    };
    searched.codes.extend(elsewhere.iter().filter_map(|identity| identity.code()).map(str::to_owned));
    searched.names.extend(concepts.into_iter().flat_map(|concepts| concepts.labels()));
    let mut seen = BTreeSet::new();
    searched.codes.retain(|code| seen.insert(code.clone()));
    let mut seen = BTreeSet::new();
    searched.names.retain(|name| seen.insert(name.to_lowercase()));
    let mut exact = Exact::new(form);
    exact.is_absent = true;
    // "An allergy to latex": the kind is said beside it.
    let is_kind = matches!(sought.kinds.as_slice(), [FactKind::AllergyIntolerance | FactKind::MedicationRequest]);
    let said = if is_kind { sought.words.join(" ") } else { sought.names.first().cloned().unwrap_or_default() };
    if let Some(first) = searched.names.first_mut().filter(|_| is_kind) {
        first.clone_from(&said);
    }
    exact.answer = match form {
        Form::Count => "0".to_owned(),
        Form::Whether => "no (not in the record)".to_owned(),
        _ => "not in the record".to_owned(),
    };
    exact.sentence = match sought.kinds.as_slice() {
        [FactKind::AllergyIntolerance] if akin::has_any(chart) => format!(
            "No allergy to “{said}” is in the record, but it has other allergies, and one of them may take it in: ask whoever treats you, or a pharmacist. Only what is in these files was searched."
        ),
        [FactKind::AllergyIntolerance] => format!(
            "No allergy to “{said}” is in the record. That does not mean that there is none: only what is in these files was searched."
        ),
        [FactKind::MedicationRequest] => format!(
            "No prescription of “{said}” is in the record. That does not mean that there never was one: only what is in these files was searched."
        ),
        _ => format!(
            "“{said}” is not in the record. That does not mean that it never was: only what is in these files was searched."
        ),
    };
    exact.searched = Some(searched);
    Some(exact)
}

/// Says that the record has no more of what is `sought` than what says of itself that it is not so: a vaccination that was not done, an
/// illness that was refuted. `None` where anything else speaks of it.
fn no_more_than(chart: &Chart<'_>, sought: &Sought, frame: &Frame, form: Form) -> Option<Exact> {
    let is_it = |fact: &Fact| {
        let name = chart::name(fact.kind, chart::called(fact));
        let terms = if fact.kind == FactKind::Condition { &name.head } else { &name.terms };
        meets(terms, &sought.units) && !name.is_qualified && !name.is_denied
    };
    let is_asked = |fact: &Fact| sought.kinds.is_empty() || sought.kinds.contains(&fact.kind);
    let voids = chart.voids.iter().filter(|entry| KINDS.contains(&entry.fact.kind) && is_asked(entry.fact));
    let voids: Vec<&chart::Entry<'_>> = voids.filter(|entry| frame.holds(entry.day()) && is_it(entry.fact)).collect();
    let last = voids.last()?;
    let is_void = |fact: &Fact| chart.voids.iter().any(|entry| std::ptr::eq(entry.fact, fact));
    let is_other = |document: &&Document| match &document.content {
        Content::Prose { .. } => speaks(document, sought),
        Content::Facts { facts } => facts
            .iter()
            .filter(|fact| !is_void(fact) && bears_on(fact, sought))
            .any(|fact| fact.text.of(&document.text).is_some_and(|text| has(sought, text))),
    };
    let texts = chart.documents.iter().filter(|document| frame.admits(document.date));
    if is_near(chart, sought) || texts.copied().any(|document| is_other(&document)) {
        return None;
    }
    let (one, _) = nouns(last.fact.kind);
    let intent = last.fact.fields.iter().find(|field| field.label == "Intent").map(|field| field.value.text.as_str());
    let (answer, said) = match last.status().unwrap_or_default() {
        _ if last.fact.is_forbidden() => ("not to be taken", "which says not to take it".to_owned()),
        _ if last.fact.is_wished() => (intent?, format!("whose intent is “{}”", intent?)),
        "" => return None,
        // A name may deny what its code has.
        status if last.fact.kind == FactKind::Condition && status != "refuted" => return None,
        status => (status, format!("which has the status “{status}”")),
    };
    let mut exact = Exact::new(form);
    exact.is_absent = true;
    exact.answer = match form {
        Form::Count => "0".to_owned(),
        Form::Whether => format!("no ({answer})"),
        _ => format!("not in the record ({answer})"),
    };
    exact.sentence = format!(
        "The record has no more of it than the {one} “{}” of {}, {said}.",
        chart::untagged(last.name()),
        when(last)
    );
    exact.facts = voids.iter().rev().map(|entry| entry.at).collect();
    Some(exact)
}

/// Returns what was searched where nothing of `sought` is in any of `charts`; `None` where that is not certain.
pub(super) fn of_everybody(charts: &[Chart<'_>], sought: &Sought) -> Option<Searched> {
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    let first = charts.first()?;
    if charts.iter().any(|chart| is_open(chart, sought)) || sought.units.is_empty() {
        return None;
    }
    let known = charts.iter().find_map(|chart| chart.known);
    let concepts = known.map(|known| Concepts::of(known, sought));
    let concepts = concepts.filter(|concepts| !concepts.wanted.is_empty());
    if concepts.is_none() && !is_understood(first, sought) {
        return None;
    }
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for chart in charts {
        let is_nameless = nameless::may_be_meant(chart, sought, &Frame::default());
        if is_nameless || is_near(chart, sought) || is_abbreviated(chart, &words) {
            return None;
        }
        if chart.documents.iter().any(|document| speaks(document, sought)) {
            return None;
        }
        let Some(concepts) = &concepts else { continue };
        let mut names = chart.entries.iter().map(|entry| entry.name()).filter(|name| seen.insert(name));
        let mut prose = chart.documents.iter().filter(|document| matches!(document.content, Content::Prose { .. }));
        if names.any(|name| concepts.are_in(name)) || prose.any(|text| concepts.are_in(&text.text)) {
            return None;
        }
    }
    let prose = |chart: &Chart<'_>| {
        chart.documents.iter().filter(|document| matches!(document.content, Content::Prose { .. })).count()
    };
    let mut searched = Searched {
        entries: charts.iter().map(|chart| chart.entries.len()).sum(),
        texts: charts.iter().map(prose).sum(),
        codes: sought.codes.clone(),
        names: sought.names.clone(),
    };
    searched.names.extend(concepts.into_iter().flat_map(|concepts| concepts.labels()));
    let mut seen = BTreeSet::new();
    searched.names.retain(|name| seen.insert(name.to_lowercase()));
    Some(searched)
}

/// Whether what is sought is known to be the name of something: by the tables, by the names of entries in any of the loaded records, or as a
/// concept of the vocabulary in use. Of other words it cannot be said that what they mean is not there: "thyroid pills" are, under the
/// name of a medicine. Without a vocabulary a word that is no everyday word, nor one of the body, is taken for a name.
fn is_understood(chart: &Chart<'_>, sought: &Sought) -> bool {
    if !sought.codes.is_empty() {
        return true;
    }
    let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
    let mut unknown: BTreeSet<String> = BTreeSet::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let run = lay::run(words.get(at..).unwrap_or_default());
        if run.is_none() {
            unknown.extend(chart::terms(word));
        }
        at += run.map_or(1, |(len, _)| len);
    }
    // A word of a longer name, as "arm" is of "fracture of arm", names nothing by itself.
    let measured = measures::MEASURES.iter().flat_map(|measure| measure.words).copied();
    // "Head CT": the part of the body and what is done to it name it together.
    if near::is_done(sought) {
        unknown.retain(|word| !near::is_of_body(word) && !near::is_doing(word));
    }
    // A medicine is not named by what is measured: "sugar pill".
    let is_measure = sought.kinds.is_empty() || sought.kinds.contains(&FactKind::Observation);
    let measured = measured.filter(|_| is_measure);
    for name in lay::meanings().chain(measured).map(chart::terms).filter(|name| name.len() == 1) {
        unknown.retain(|word| !name.contains(word));
    }
    if chart.known.is_none() {
        let is_plain =
            |word: &String| vocabulary::is_everyday(word) || BODY.split_whitespace().any(|part| part == word);
        unknown.retain(is_plain);
    }
    let facts = chart.records.documents.iter().flat_map(|document| document.facts());
    for fact in facts.filter(|fact| sought.kinds.is_empty() || sought.kinds.contains(&fact.kind)) {
        if unknown.is_empty() {
            break;
        }
        let known = chart::name(fact.kind, fact.code.as_ref()).terms;
        unknown.retain(|word| !known.contains(word));
    }
    unknown.is_empty() || chart.known.is_some_and(|known| !Concepts::of(known, sought).wanted.is_empty())
}

/// Returns the codes under which any of the loaded records has a name with all that is sought.
fn codes_named<'a>(chart: &Chart<'a>, sought: &Sought) -> BTreeSet<Identity<'a>> {
    let facts = chart.records.documents.iter().flat_map(|document| document.facts());
    let mut looked: BTreeSet<(FactKind, Identity<'a>, &str)> = BTreeSet::new();
    let mut found = BTreeSet::new();
    for fact in facts.filter(|fact| KINDS.contains(&fact.kind)) {
        let Some(code) = fact.code.as_ref() else { continue };
        let identity = chart.identity_of(Some(code));
        let is_new = identity.code().is_some() && looked.insert((fact.kind, identity, code.display.text.as_str()));
        if !is_new {
            continue;
        }
        let name = chart::name(fact.kind, Some(code));
        // "Asthma screening" and "History of asthma" are no names of asthma.
        let terms = if fact.kind == FactKind::Condition { &name.head } else { &name.terms };
        let is_thing =
            !(name.is_qualified || name.is_denied || matches!(fact.kind, FactKind::Procedure | FactKind::Observation));
        if meets(terms, &sought.units) && (is_thing || terms.len() <= sought.units.len() + 1) {
            found.insert(identity);
        }
    }
    found
}

/// Whether `text` holds all that is sought.
fn has(sought: &Sought, text: &str) -> bool {
    let terms = chart::terms(text);
    let is_in = |term: &String| terms.contains(term) || irregular::others(term).any(|form| terms.contains(form));
    sought.units.iter().all(|unit| unit.iter().any(|alternative| alternative.iter().all(is_in)))
}

/// Whether a line of prose, or one entry, holds all that is sought.
fn speaks(document: &Document, sought: &Sought) -> bool {
    let has = |text: &str| has(sought, text);
    match &document.content {
        Content::Prose { .. } => {
            document.text.split("\n\n").any(has)
                || abbreviated::are_in(&document.text, &abbreviated::of_names(&sought.names))
        }
        Content::Facts { facts } => {
            // The whole is looked through first: most documents have none of the words.
            let mut bearing = facts.iter().filter(|fact| bears_on(fact, sought));
            has(&document.text) && bearing.any(|fact| fact.text.of(&document.text).is_some_and(has))
        }
    }
}
