//! Exact answers: a question about coded facts is answered from them, by rules that are said with the answer.
//!
//! A question is read word by word ([`ask`]); a word that is not understood makes it one for retrieval, and so does
//! anything that its form does not cover. Nothing here guesses, and no model is asked. Every value of an answer
//! comes with the entries that it was made from, to be shown as boxes with their bytes. Computed numbers (an average, a
//! count, a time between) are ours and said to be.
//!
//! What is "not in the record" is said only after the codes, the names and the texts were searched ([`Searched`]).
//! Whether a value is good, normal or dangerous is not answered here.

mod absent;
mod ask;
pub(crate) mod chart;
mod cohort;
mod doses;
pub(crate) mod entries;
mod identity;
mod kin;
mod lay;
pub mod look_up;
mod measures;
mod plainly;
pub(crate) mod readings;
mod resolve;
mod rule;
mod said;
mod spelt;
mod texts;
pub(crate) mod unit;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::rc::Rc;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Serialize;

pub use absent::Searched;

use self::ask::{About, Ask, Event, Pick, Standing, Topic, Want};
use self::chart::Chart;
use self::identity::Aliases;
use self::resolve::{Found, resolve};
use self::words::{day, many};
use super::anchor::Relation;
use super::filters::Filters;
use super::plan::Plan;
use super::when::Range;
use crate::clearance::FactRef;
use crate::document::{FactKind, Patient, PatientIndex, Records};
use crate::index::concepts::Vocabulary;

/// What kind of question was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A single fact.
    Fact,
    /// The newest of several.
    Latest,
    /// The oldest of several.
    Earliest,
    /// The highest value.
    Highest,
    /// The lowest value.
    Lowest,
    /// The mean of several values.
    Average,
    /// How many.
    Count,
    /// Which way values go.
    Trend,
    /// The time between two days.
    Interval,
    /// All of several.
    List,
    /// One value against another.
    Comparison,
    /// Whether something is so.
    Whether,
    /// Which patients, and what of them.
    Cohort,
}

/// An exact answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exact {
    /// What kind of question it answers.
    pub form: Form,
    /// The answer alone: a value as its file has it with its unit, a day as `2019-03-02`, a number, `yes`, `no`, names
    /// divided by semicolons, or `not in the record`.
    pub answer: String,
    /// The answer as a sentence, in our words around values of the record.
    pub sentence: String,
    /// By which rules it was made, each a sentence.
    pub rules: Vec<String>,
    /// The entries that it was made from, in the order in which they are told.
    #[serde(skip)]
    pub facts: Vec<FactRef>,
    /// Whether the answer is that nothing is in the record.
    pub is_absent: bool,
    /// What was searched before that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
}

impl Exact {
    fn new(form: Form) -> Self {
        Exact {
            form,
            answer: String::new(),
            sentence: String::new(),
            rules: Vec::new(),
            facts: Vec::new(),
            is_absent: false,
            searched: None,
        }
    }
}

/// The days in which what is told must lie.
#[derive(Debug, Clone, Default)]
struct Frame(Vec<Range>);

impl Frame {
    fn of(ask: &Ask) -> Self {
        // What is compared is looked up in its own times.
        let range = ask.range.filter(|_| ask.want != Want::Compare || ask.change && ask.each.is_empty());
        Frame(range.into_iter().collect())
    }

    fn is_bound(&self) -> bool {
        !self.0.is_empty()
    }

    fn holds(&self, day: Option<Date>) -> bool {
        self.0.iter().all(|range| day.is_some_and(|day| range.holds(day)))
    }

    fn meets(&self, first: Date, last: Date) -> bool {
        self.0.iter().all(|range| range.meets(first, last))
    }

    /// Whether a text of that day, or of none, may speak of it.
    fn admits(&self, day: Option<Date>) -> bool {
        self.0.iter().all(|range| day.is_none_or(|day| range.holds(day)))
    }
}

/// Returns the exact answer to `question`; `None` where it is one for retrieval. It is about the patients that it names,
/// else about `subject`, else about the only one there is. `today` is the caller's calendar day; without it nothing that
/// counts from now is answered.
pub fn answer(records: &Records, question: &str, subject: Option<PatientIndex>, today: Option<Date>) -> Option<Exact> {
    answer_knowing(records, question, subject, today, None)
}

/// As [`answer`]; before it is said that something is not in the record, it is looked for by all names that `known` has for it, too.
pub fn answer_knowing(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let typed = as_typed(records, question, subject, today, known);
    if typed.as_ref().is_some_and(|exact| !exact.is_absent) {
        return typed;
    }
    let typed = typed.or_else(|| in_plain_form(records, question, subject, today, known));
    if typed.as_ref().is_some_and(|exact| !exact.is_absent) {
        return typed;
    }
    // A slip of the pen is put right where that gives an answer from entries; what is not there is only said of what was typed.
    let Some(spelt::Corrected { question, slips }) = spelt::corrected(records, question, known) else { return typed };
    let read = as_typed(records, &question, subject, today, known)
        .or_else(|| in_plain_form(records, &question, subject, today, known));
    let Some(mut exact) = read.filter(|exact| !exact.is_absent) else { return typed };
    let told = slips.iter().map(|(typed, read)| format!("“{typed}” is read as “{read}”."));
    exact.rules.splice(0..0, told);
    Some(exact)
}

/// Returns the answer to the plain form of `question`, and to it as one of the relative whose record this is.
fn in_plain_form(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let names = records.patients.iter().filter(|patient| !patient.is_absent());
    let mended = plainly::possessive(question, names.flat_map(|patient| patient.name.split_whitespace()));
    let question = mended.as_deref().unwrap_or(question);
    let plain = plainly::plainly(question).or_else(|| mended.clone());
    if let Some(exact) = plain.as_deref().and_then(|plain| as_typed(records, plain, subject, today, known)) {
        return Some(exact);
    }
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    let subject = subject.or(only)?;
    let patient = records.patients.get(subject.0 as usize)?;
    let own = kin::own(question, patient, today)?;
    let again = plainly::plainly(&own.question);
    let mut exact = as_typed(records, &own.question, Some(subject), today, known)
        .or_else(|| as_typed(records, &again?, Some(subject), today, known))?;
    if !kin::is_sure(&own, &exact, &Chart::new(records, subject)) {
        return None;
    }
    exact.rules.insert(0, format!("“{}” is taken for the person whose record this is.", own.word));
    Some(exact)
}

fn as_typed(
    records: &Records,
    question: &str,
    subject: Option<PatientIndex>,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let plan = Plan::new(question, &records.patients);
    let named: BTreeSet<PatientIndex> = plan.mentions.iter().map(|mention| mention.patient).collect();
    let spans: Vec<_> = plan.mentions.iter().map(|mention| mention.span).collect();
    // All of them are named by the same words.
    let shared = spans.windows(2).all(|pair| matches!(pair, [one, other] if one == other));
    let only = (records.patients.len() == 1).then_some(PatientIndex(0));
    let subject = match named.len() {
        0 => subject.or(only),
        1 => named.first().copied(),
        // Of people who share a name the one is meant who was chosen.
        _ => Some(subject.filter(|chosen| named.contains(chosen) && shared)?),
    };
    // What somebody wrote stands in their words.
    let filters = Filters::read(&plan, records, today);
    if !filters.authors.is_empty() || filters.is_unknown {
        return None;
    }
    let chart = subject.map(|subject| Chart::new(records, subject).knowing(known));
    if let Some(name) = texts::asked(&plan.words) {
        return texts::none(&chart?, name);
    }
    let names: BTreeSet<Vec<String>> = chart.iter().flat_map(Chart::all_names).collect();
    let birth = subject.and_then(|subject| records.patients.get(subject.0 as usize)?.birth);
    let ask = ask::read(question, &plan.words, &spans, &names, ask::Days { today, birth })?;
    if let Some(cohort) = &ask.cohort {
        let patients = (0_u32..).map(PatientIndex).take(records.patients.len());
        let aliases = Rc::new(Aliases::of(records));
        let charts: Vec<Chart<'_>> = patients.map(|patient| Chart::with(records, patient, aliases.clone())).collect();
        return cohort::answer(records, &ask, cohort, &charts);
    }
    let chart = chart?;
    let patient = records.patients.get(chart.patient.0 as usize)?;
    if let Want::Person(about) = ask.want {
        return match about {
            About::AgeThen => age_then(&ask, patient, &chart),
            About::AgeAtDeath => patient.death.and_then(|_| person(About::Age, patient, &chart, today)),
            about => person(about, patient, &chart, today),
        };
    }
    let mut frame = Frame::of(&ask);
    let mut rules = Vec::new();
    if let Some(event) = &ask.event {
        match anchor(&chart, event, &ask) {
            Anchored::At(range, rule) => {
                frame.0.push(range);
                rules.push(rule);
            }
            Anchored::Absent(sought) => return absent::answer(&chart, &sought, &Frame::default(), Form::Fact),
            Anchored::Unclear => return None,
        }
    }
    let mut exact = about(&ask, &chart, &frame, today)?;
    // What was measured "when she was one" may stand in a text of another day.
    if ask.by_age && exact.is_absent {
        return None;
    }
    exact.rules.splice(0..0, rules);
    let mut seen = BTreeSet::new();
    exact.rules.retain(|rule| seen.insert(rule.clone()));
    let mut seen = BTreeSet::new();
    exact.facts.retain(|fact| seen.insert(*fact));
    Some(exact)
}

/// Answers what `ask` asks for of one patient: of each topic, and all of them together.
fn about(ask: &Ask, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    if ask.topics.is_empty() {
        return of_kind(ask, chart, frame, today);
    }
    // "My latest thyroid test, TSH": what it is of stands beside what it is. That neither is there is for the reader of the texts.
    let (of, named): (Vec<&Topic>, Vec<&Topic>) =
        ask.topics.iter().partition(|topic| topic.words.iter().all(|word| resolve::OF.contains(&word.as_str())));
    if let ([topic], false) = (named.as_slice(), of.is_empty()) {
        let is_measured = |topic: &Topic| matches!(resolve(chart, topic, ask, &ask.kinds), Found::Readings(_));
        return is_measured(topic).then(|| of_topic(ask, topic, chart, frame, today))?;
    }
    if ask.want == Want::Span && ask.standing == Standing::Past && ask.topics.len() > 1 {
        // "How long did my cut take to heal, the laceration of the hand?" has one thing by two names, or is not understood.
        let mut each = ask.topics.iter().map(|topic| of_topic(ask, topic, chart, frame, today));
        let first = each.next()??;
        return each.all(|other| other.is_some_and(|other| other.facts == first.facts)).then_some(first);
    }
    if ask.want == Want::Span && ask.topics.len() == 2 {
        return between_topics(ask, chart, frame);
    }
    if ask.topics.len() > 1 && matches!(ask.want, Want::Compare | Want::Span) {
        return None;
    }
    let mut parts = ask.topics.iter().map(|topic| of_topic(ask, topic, chart, frame, today));
    let mut whole = parts.next()??;
    for part in parts {
        let part = part?;
        // "Does she have eczema, atopic dermatitis?" asks for one thing by two names.
        if part.answer == whole.answer && part.facts == whole.facts && !part.is_absent {
            continue;
        }
        // A word that names nothing beside one that names something may be anything but a name.
        let unknown = |exact: &Exact| {
            exact.is_absent && exact.searched.as_ref().is_some_and(|searched| searched.codes.is_empty())
        };
        if unknown(&whole) != unknown(&part) {
            return None;
        }
        whole.answer = format!("{}; {}", whole.answer, part.answer);
        whole.sentence = format!("{} {}", whole.sentence, part.sentence);
        whole.rules.extend(part.rules);
        whole.facts.extend(part.facts);
        whole.is_absent &= part.is_absent;
        whole.searched = match (whole.searched, part.searched) {
            (Some(mut searched), Some(other)) => {
                searched.codes.extend(other.codes);
                searched.names.extend(other.names);
                Some(searched)
            }
            (one, other) => one.or(other),
        };
    }
    Some(whole)
}

fn of_topic(ask: &Ask, topic: &Topic, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let kinds = ask.kinds.as_slice();
    match resolve(chart, topic, ask, kinds) {
        Found::Readings(found) => {
            if ask.dose || ask.gone {
                return None;
            }
            if found.points.iter().any(|point| frame.holds(point.entry.day())) {
                return readings::answer(ask, &found, frame, today);
            }
            let sought = resolve::sought_of(&found);
            outside(ask, chart, frame, &sought, &found.name, found.points.iter().map(|point| point.entry))
        }
        Found::Entries(found) => {
            let entries = found.entries.clone();
            entries::answer(ask, &found, frame, today).or_else(|| {
                let any = entries.iter().any(|entry| frame.holds(entry.day()));
                if any || ask.taken || !frame.is_bound() || ask.dose || ask.bound.is_some() {
                    return None;
                }
                let sought = resolve::sought_for(topic);
                outside(ask, chart, frame, &sought, &found.name, entries.iter().copied())
            })
        }
        Found::Nothing(sought) => {
            // "Lovenox shots" are of a medicine, and no vaccination.
            if kinds == [FactKind::Immunization] {
                let medicine = resolve(chart, topic, ask, &[FactKind::MedicationRequest]);
                if let Found::Entries(found) = medicine {
                    return entries::answer(ask, &found, frame, today);
                }
            }
            if matches!(ask.want, Want::Compare) && ask.each.is_empty() && ask.pick.is_none() && ask.other.is_none() {
                return None;
            }
            absent::answer(chart, &sought, frame, form_of(ask))
        }
        Found::Unclear => None,
    }
}

/// Says that there is nothing in the stated time, though there is at others.
fn outside<'c, 'a: 'c>(
    ask: &Ask,
    chart: &Chart<'a>,
    frame: &Frame,
    sought: &resolve::Sought,
    name: &str,
    entries: impl Iterator<Item = &'c chart::Entry<'a>>,
) -> Option<Exact> {
    if !frame.is_bound() {
        return None;
    }
    let mut exact = absent::outside(chart, sought, frame, form_of(ask))?;
    let known: Vec<_> = entries.filter(|entry| entry.day().is_some()).collect();
    let (first, last) = (known.first()?, known.last()?);
    let span = words::range(ask.range.as_ref());
    exact.sentence = format!(
        "The record has nothing of {name}{} (it has {} at other times, from {} to {}).",
        if span.is_empty() { " in that time".to_owned() } else { span },
        many(known.len() as i64, "entry").replace("entrys", "entries"),
        words::when(first),
        words::when(last)
    );
    exact.facts = vec![last.at];
    Some(exact)
}

fn form_of(ask: &Ask) -> Form {
    match ask.want {
        Want::Count => Form::Count,
        Want::Whether => Form::Whether,
        Want::Average => Form::Average,
        Want::Trend => Form::Trend,
        Want::Span => Form::Interval,
        Want::Compare => Form::Comparison,
        Want::List => Form::List,
        _ => Form::Fact,
    }
}

/// Answers what is asked of all entries of a kind.
fn of_kind(ask: &Ask, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let kinds: &[FactKind] = if ask.kinds.is_empty() { &ask.hints } else { &ask.kinds };
    let [kind] = kinds else { return None };
    // "Allergic to any medicine" asks for no prescription.
    let other = *kind != FactKind::AllergyIntolerance && ask.hints.contains(&FactKind::AllergyIntolerance);
    if other || matches!(kind, FactKind::Observation | FactKind::FamilyMemberHistory) {
        return None;
    }
    let mut found = resolve::all_of(chart, *kind, ask.visit);
    // "No known allergy" beside an allergy is told as a disagreement; by itself it is an answer.
    let (none, some): (Vec<_>, Vec<_>) = found
        .entries
        .iter()
        .copied()
        .partition(|entry| *kind == FactKind::AllergyIntolerance && says_none(entry.name()));
    let said: Vec<&chart::Entry<'_>> = none.into_iter().filter(|entry| entries::is_current(entry.fact)).collect();
    if !some.iter().any(|entry| entries::is_current(entry.fact)) && !said.is_empty() && !frame.is_bound() {
        let is_plain = ask.pick.is_none() && matches!(ask.standing, Standing::Unsaid | Standing::Current);
        if matches!(ask.want, Want::Whether | Want::Count) && is_plain {
            return Some(none_said(ask, &said));
        }
    } else {
        found.entries = some;
    }
    let in_time = ask.taken || !frame.is_bound();
    if found.entries.iter().any(|entry| frame.holds(entry.day())) || (!found.entries.is_empty() && in_time) {
        let answered = entries::answer(ask, &found, frame, today);
        // That none of them is active says nothing of what stands in texts alone.
        let is_none = |exact: &Exact| match ask.want {
            Want::Count => exact.answer == "0",
            Want::Whether => exact.answer == "no",
            _ => false,
        };
        let is_now = matches!(ask.standing, Standing::Unsaid | Standing::Current);
        if answered.is_some() && !(is_now && answered.as_ref().is_some_and(is_none)) {
            return answered;
        }
    }
    nothing_of_kind(ask, chart, *kind, &found, frame)
}

/// Returns whether an entry of the list of allergies says that there is none.
pub(crate) fn says_none(name: &str) -> bool {
    let name = name.to_lowercase();
    ["no known", "no allerg", "nkda", "none known", "not known"].iter().any(|none| name.contains(none))
}

/// Says that there is none, as the entries themselves do.
fn none_said(ask: &Ask, said: &[&chart::Entry<'_>]) -> Exact {
    let mut exact = Exact::new(form_of(ask));
    exact.answer = if ask.want == Want::Count { "0" } else { "no" }.to_owned();
    let each: Vec<String> =
        said.iter().map(|entry| format!("“{}” ({})", chart::untagged(entry.name()), words::when(entry))).collect();
    exact.sentence = format!("The record itself says that there is none: {}.", words::joined(&each));
    exact.rules = vec![rule::ALLERGIC.to_owned()];
    exact.facts = said.iter().map(|entry| entry.at).collect();
    exact
}

/// Says that there is no entry of a kind, or none that is as asked, once no text and no entry of another kind speaks of the kind.
fn nothing_of_kind(
    ask: &Ask,
    chart: &Chart<'_>,
    kind: FactKind,
    found: &resolve::Entries<'_, '_>,
    frame: &Frame,
) -> Option<Exact> {
    let covered = matches!(ask.want, Want::Count | Want::Whether | Want::List | Want::Value | Want::Date);
    let fits = found.entries.iter().any(|entry| {
        frame.holds(entry.day()) && (ask.standing != Standing::Current || entries::is_current(entry.fact))
    });
    let current_only = matches!(ask.standing, Standing::Unsaid | Standing::Current)
        && !found.entries.iter().any(|entry| frame.holds(entry.day()) && entries::is_current(entry.fact));
    let unsure =
        frame.is_bound() && kind == FactKind::MedicationRequest && !ask.past_tense && ask.standing != Standing::Ever;
    if !covered
        || ask.dose
        || unsure
        || ask.taken && frame.is_bound()
        || (fits && !current_only)
        || matches!(ask.pick, Some(Pick::Highest | Pick::Lowest | Pick::Nth(_)))
    {
        return None;
    }
    let words = said::words_of(kind, ask.visit);
    let texts = said::looked_through(chart, kind, words, |document| frame.admits(document.date))?;
    let mut exact = Exact::new(form_of(ask));
    exact.is_absent = true;
    exact.answer = match ask.want {
        Want::Count => "0".to_owned(),
        Want::Whether => "no (not in the record)".to_owned(),
        _ => "not in the record".to_owned(),
    };
    let (_, several) = entries::nouns(kind);
    let which = if found.entries.is_empty() || frame.is_bound() { "" } else { "active " };
    let name = if found.name.is_empty() { several.to_owned() } else { format!("{}s", found.name) };
    exact.sentence = format!(
        "The record has no {which}{name}{}, and none of its texts speaks of any. That does not mean that there are none: only what is in these files was searched.",
        words::range(ask.range.as_ref())
    );
    let mut names = vec![several.to_owned()];
    names.extend(words.words().map(str::to_owned));
    exact.searched = Some(Searched { entries: chart.entries.len(), texts, codes: Vec::new(), names });
    Some(exact)
}

/// "How many days lie between my appendectomy and my first flu shot?"
fn between_topics(ask: &Ask, chart: &Chart<'_>, frame: &Frame) -> Option<Exact> {
    let mut ends = Vec::new();
    // "Diagnosed with diabetes", "given metformin": each verb speaks of one of the two.
    let unhinted = Ask { hints: Vec::new(), taken: false, ..ask.clone() };
    for topic in &ask.topics {
        let (at, day, name) = match resolve(chart, topic, &unhinted, &[]) {
            Found::Entries(found) => {
                let entry = found.entries.iter().find(|entry| frame.holds(entry.day()) && entry.day().is_some())?;
                (entry.at, entry.day()?, chart::untagged(entry.name()).to_owned())
            }
            Found::Readings(found) => {
                let point = found.points.first()?;
                (point.entry.at, point.entry.day()?, found.name.clone())
            }
            Found::Nothing(_) | Found::Unclear => return None,
        };
        ends.push((at, day, name));
    }
    if ask.pick.is_some_and(|pick| pick != Pick::Earliest(1)) || ask.other.is_some() {
        return None;
    }
    let [(first_at, first, first_name), (last_at, last, last_name)] = ends.as_slice() else { return None };
    let (early, late) = if first <= last { (*first, *last) } else { (*last, *first) };
    let (short, long) = words::between(early, late, ask.grain);
    let mut exact = Exact::new(Form::Interval);
    exact.answer = short;
    exact.sentence = format!("{long} lie between “{first_name}” ({}) and “{last_name}” ({}).", day(*first), day(*last));
    exact.rules = vec![rule::BETWEEN.to_owned(), "Of several entries the first counts.".to_owned()];
    exact.facts = vec![*first_at, *last_at];
    Some(exact)
}

enum Anchored {
    At(Range, String),
    Absent(resolve::Sought),
    Unclear,
}

/// Returns the days that lie to `event` as it says. Of several that a name fits the first counts for what has been since, the last
/// for what came after or before; of several of a kind that is named alone none does.
fn anchor(chart: &Chart<'_>, event: &Event, ask: &Ask) -> Anchored {
    let entries: Vec<&chart::Entry<'_>> = if event.topic.words.is_empty() {
        let [kind] = event.kinds.as_slice() else { return Anchored::Unclear };
        resolve::all_of(chart, *kind, None).entries.into_iter().filter(|entry| !is_examination(entry.name())).collect()
    } else {
        let mut plain = ask.clone();
        (plain.want, plain.bound) = (Want::Whether, None);
        plain.hints.clear();
        match resolve(chart, &event.topic, &plain, &event.kinds) {
            Found::Entries(found) => found.entries,
            Found::Nothing(sought) => return Anchored::Absent(sought),
            Found::Readings(_) | Found::Unclear => return Anchored::Unclear,
        }
    };
    // "My surgery", where there were several on different days, may be any of them.
    let days: BTreeSet<Date> = entries.iter().filter_map(|entry| entry.day()).collect();
    if event.topic.words.is_empty() && days.len() > 1 {
        return Anchored::Unclear;
    }
    let Some(entries) = of_one_name(&entries, &event.topic) else { return Anchored::Unclear };
    let mut dated = entries.iter().filter(|entry| entry.day().is_some());
    // "Before metformin" is before the first of its prescriptions.
    let medicine = entries.first().is_some_and(|entry| entry.fact.kind == FactKind::MedicationRequest);
    let begins = event.begins || medicine && event.relation == Relation::Before;
    let chosen = if event.relation == Relation::Since || begins { dated.next() } else { dated.next_back() };
    let Some(entry) = chosen else { return Anchored::Unclear };
    let Some(begun) = entry.day() else { return Anchored::Unclear };
    let name = chart::untagged(entry.name());
    let (range, words) = match event.relation {
        Relation::Since => (Range { from: Some(begun), until: None }, "since"),
        Relation::After => (Range { from: begun.checked_add(1.day()).ok(), until: None }, "after"),
        Relation::Before => (Range { from: None, until: begun.checked_sub(1.day()).ok() }, "before"),
    };
    Anchored::At(range, format!("Counted {words} the entry “{name}” of {}.", words::when(entry)))
}

/// Returns those of `entries` that are one thing: where the words fit several conditions or procedures, those that are called by them alone;
/// `None` where none is.
fn of_one_name<'c, 'a>(entries: &[&'c chart::Entry<'a>], topic: &Topic) -> Option<Vec<&'c chart::Entry<'a>>> {
    let kinds = [FactKind::Condition, FactKind::Procedure];
    let distinct: BTreeSet<_> = entries.iter().map(|entry| entry.identity()).collect();
    if topic.words.is_empty() || distinct.len() < 2 || !entries.iter().any(|entry| kinds.contains(&entry.fact.kind)) {
        return Some(entries.to_vec());
    }
    let said = chart::terms(&topic.words.join(" "));
    let named: Vec<_> =
        entries.iter().filter(|entry| chart::terms(chart::untagged(entry.name())) == said).copied().collect();
    let one: BTreeSet<_> = named.iter().map(|entry| entry.identity()).collect();
    (one.len() == 1).then_some(named)
}

/// Whether a procedure is an examination and not what people call an operation.
pub(crate) fn is_examination(name: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "ultraso",
        "echo",
        "electro",
        "computed",
        "magnetic",
        "radiograph",
        "x-ray",
        "plain",
        "spirometr",
        "audiometr",
        "exam",
        "screen",
        "test",
        "assess",
        "measure",
        "review",
        "counsel",
        "education",
        "reconciliation",
        "evaluation",
        "monitor",
        "documentation",
        "auscultation",
        "therapy",
        "culture",
        "typing",
        "antigen",
        "antibody",
        "titer",
        "care",
        "vaccination",
        "injection",
        "immunotherapy",
        "referral",
        "consultation",
        "discharge",
        "history",
        "planning",
        "interview",
    ];
    name.to_lowercase().split([' ', '-', '/']).any(|word| BEGINNINGS.iter().any(|start| word.starts_with(start)))
}

/// Answers how old the patient was on the day of what is named.
fn age_then(ask: &Ask, patient: &Patient, chart: &Chart<'_>) -> Option<Exact> {
    let [topic] = ask.topics.as_slice() else { return None };
    let mut plain = ask.clone();
    plain.want = Want::Whether;
    let Found::Entries(found) = resolve(chart, topic, &plain, &ask.kinds) else { return None };
    let entry = found.entries.iter().find(|entry| entry.day().is_some())?;
    let (birth, then) = (patient.birth?, entry.day()?);
    let years = birth.until((jiff::Unit::Year, then)).ok().filter(|_| birth <= then)?.get_years();
    let mut exact = Exact::new(Form::Fact);
    exact.answer = years.to_string();
    exact.sentence = format!(
        "{} on the day of “{}”, {}.",
        many(i64::from(years), "year"),
        chart::untagged(entry.name()),
        words::when(entry)
    );
    exact.rules = vec![rule::AGE_THEN.to_owned()];
    exact.facts = vec![entry.at];
    Some(exact)
}

fn person(about: About, patient: &Patient, chart: &Chart<'_>, today: Option<Date>) -> Option<Exact> {
    let mut exact = Exact::new(Form::Fact);
    exact.facts =
        chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Patient).map(|entry| entry.at).collect();
    match about {
        About::Birth => {
            let birth = patient.birth?;
            exact.answer = birth.to_string();
            exact.sentence = format!("The day of birth in the record is {}.", day(birth));
        }
        About::Death => {
            let death = patient.death?;
            exact.answer = death.to_string();
            exact.sentence = format!("The day of death in the record is {}.", day(death));
        }
        About::Sex => {
            exact.answer = patient.gender.clone()?;
            exact.sentence = format!("The record says: {}.", exact.answer);
        }
        About::AgeThen | About::AgeAtDeath => return None,
        About::Age => {
            let until = patient.death.or(today)?;
            let birth = patient.birth?;
            let years = birth.until((jiff::Unit::Year, until)).ok()?.get_years();
            exact.answer = years.to_string();
            exact.sentence = if patient.death.is_some() {
                format!("{} at the time of death, {}.", many(i64::from(years), "year"), day(until))
            } else {
                format!("{}, on {}.", many(i64::from(years), "year"), day(until))
            };
            exact.rules.push(rule::AGE.to_owned());
        }
    }
    Some(exact)
}
