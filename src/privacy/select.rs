//! Finds the facts that a question is about, and leaves the rest behind.
//!
//! Facts of one subject and code form a *series*. A series is scored by the share of the question's topics that
//! its words answer, weighed by how rare each topic is among all series; only the best stay. A question
//! for blood pressure thus gets blood pressure, and nothing else of the same day. Of equals the one comes first whose
//! name has the fewest other words: "hemoglobin" before "hemoglobin A1c", the heart rate before the fetal one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

mod bounds;
mod held;
mod said;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::clearance::FactRef;
use crate::document::{Coded, DocumentIndex, Fact, FactKind, Moment, PatientIndex, Records};
use crate::index::analyze;
use crate::question::exact;
use crate::question::{Focus, Plan, Topic, weight};
use bounds::Bounds;
pub use held::{asks_for_undone, holds, settled};
use said::{bag_of, keep_concluding};

/// A series stays when its score is at least this share of the best one's.
const KEEP_SHARE: f64 = 0.75;
/// What a reading of somebody within the patient, such as a fetal heart rate, is worth where the question does not say so.
const STRANGER: f64 = 0.7;
/// At most this many series go into one request.
pub(crate) const MAX_SERIES: usize = 40;

/// All facts of one subject about one thing, by date.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Whom they are about.
    pub subject: Option<PatientIndex>,
    /// The resource type.
    pub kind: FactKind,
    /// The facts, oldest first by the instant; undated ones before all others.
    pub facts: Vec<FactRef>,
    /// How well the series answers the question, from 0 to 1.
    pub score: f64,
    /// How much of the name of what was measured or found the question says, from 0 to 1.
    pub fit: f64,
    /// The name without what a terminology says of method and property: the same for readings in other units.
    pub name: String,
    /// The topics of the question that the series meets.
    pub met: Vec<usize>,
}

/// The series that a question asks for, and how far they answer it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Selection {
    /// The series, the best first.
    pub series: Vec<Series>,
    /// The share of the topics, of the question or of a part of it, that the best series meets, by weight: from 0 to 1.
    pub share: f64,
    /// Whether every topic of the question is met.
    pub is_met: bool,
    /// Whether no name of the kind that was asked for meets a topic, and all of that kind are told instead.
    pub is_whole_kind: bool,
    /// Whether it was asked if anything ails a part of the body and no diagnosis names it: the series are of what was measured
    /// of it.
    pub is_undiagnosed: bool,
    /// Where that is so, the diagnoses that there are.
    pub diagnoses: Vec<Series>,
    /// Whether nothing lies in the time that is asked about, and the series are of other times.
    pub is_outside: bool,
    /// Whether the question counts from an event that the records do not have.
    pub is_unanchored: bool,
    /// The event that the question counts from.
    pub event: Option<FactRef>,
}

/// Returns the fact that `fact` names.
pub fn fact_of(records: &Records, fact: FactRef) -> Option<&Fact> {
    records.documents.get(fact.document.0 as usize)?.facts().get(fact.fact)
}

/// Returns what `plan` asks for as far as it may leave: as [`candidates`], but with [`Focus::Latest`] and
/// [`Focus::First`] a series of readings holds those readings only.
pub fn select(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Selection {
    let mut selection = candidates(records, plan, subjects);
    for series in selection.series.iter_mut().filter(|series| series.kind == FactKind::Observation) {
        focus(records, &mut series.facts, plan);
    }
    let single = matches!(plan.focus, Focus::Latest | Focus::First);
    if single && plan.topics.is_empty() && selection.series.iter().all(|s| s.kind != FactKind::Observation) {
        focus_across(records, &mut selection.series, plan);
    }
    selection.series.truncate(MAX_SERIES);
    // What is counted from must be told, or nobody can tell what lies after it.
    let event = selection.event.filter(|event| !selection.series.iter().any(|series| series.facts.contains(event)));
    if let Some((fact, subject, kind)) = event.and_then(|at| {
        let subject = records.documents.get(at.document.0 as usize)?.subject;
        Some((at, subject, fact_of(records, at)?.kind))
    }) && !selection.series.is_empty()
    {
        let (name, met) = (String::new(), Vec::new());
        selection.series.push(Series { subject, kind, facts: vec![fact], score: 0.0, fit: 0.0, name, met });
    }
    selection
}

/// Returns the series that `plan` asks for, whole, the best first. Only patients in `subjects` are looked at; `None` is
/// everybody.
pub fn candidates(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Selection {
    candidates_of(records, plan, subjects, false)
}

/// As [`candidates`], but where no name has all that is asked for, of the reports those whose conclusion has it.
pub fn concluded(records: &Records, plan: &Plan, subjects: Option<&BTreeSet<PatientIndex>>) -> Selection {
    candidates_of(records, plan, subjects, true)
}

fn candidates_of(
    records: &Records,
    plan: &Plan,
    subjects: Option<&BTreeSet<PatientIndex>>,
    by_conclusion: bool,
) -> Selection {
    let mut catalogue = catalogue(records, subjects);
    let bounds = Bounds::new(records, plan, &catalogue);
    let mut bags: Vec<Bag> = catalogue.iter().map(|(key, facts)| bag_of(records, plan, key, facts)).collect();
    if by_conclusion {
        keep_concluding(records, plan, &mut catalogue, &mut bags);
    }
    let weights: Vec<f64> = plan.topics.iter().map(|topic| rarity(topic, &bags)).collect();
    let mut selection = Selection { is_unanchored: bounds.is_unanchored, event: bounds.event, ..Selection::default() };
    let mut scored: Vec<(Scores, Series)> = Vec::new();
    for ((key, facts), bag) in catalogue.into_iter().zip(&bags) {
        if !admits(plan, key.kind) {
            continue;
        }
        let scores = Scores::new(plan, &weights, bag);
        let fit = fit(&key.name, bag, plan);
        let score = scores.whole;
        let met = (0..).zip(&plan.topics).filter(|(_, topic)| bag.answers(topic)).map(|(at, _)| at).collect();
        let (subject, kind, name) = (key.subject, key.kind, key.name);
        scored.push((scores, Series { subject, kind, facts, score, fit, name, met }));
    }
    // "Which medicines does she take for her blood pressure?": no medicine's name says what it is for. Of one patient
    // all of the kind are then told; of several that would be more than the question needs.
    let unmet = scored.iter().all(|(scores, _)| scores.best() == 0.0);
    if unmet && plan.ailing && !scored.is_empty() {
        let measured = candidates(records, &Plan { kinds: Vec::new(), ailing: false, ..plan.clone() }, subjects);
        if !measured.series.is_empty() {
            let diagnoses = scored.into_iter().map(|(_, series)| series).collect();
            return Selection { is_undiagnosed: true, diagnoses, ..measured };
        }
    }
    // What is measured and wished for of nobody is not told by what else is measured, nor by what else is wished for.
    let is_wished = plan.kinds == [FactKind::Goal] && !plan.topics.is_empty();
    if unmet && is_wished && exact::names_a_measure(&plan.words) {
        return selection;
    }
    scored.retain(|(_, series)| !(unmet && is_wished) || series.kind == FactKind::Goal);
    if unmet && !plan.kinds.is_empty() && subjects.is_some_and(|subjects| subjects.len() == 1) {
        selection.is_whole_kind = !plan.topics.is_empty() && !scored.is_empty();
        for (scores, series) in &mut scored {
            (scores.whole, series.score) = (1.0, 1.0);
        }
    }
    let best = Scores::bests(scored.iter().map(|(scores, _)| scores));
    let shares = scored.iter().map(|(_, series)| share_of_topics(plan, &series.met));
    selection.share = if plan.topics.is_empty() || selection.is_whole_kind { 1.0 } else { shares.fold(0.0, f64::max) };
    selection.is_met = !selection.is_whole_kind && best.is_full();
    // "No known allergy" says something of every allergy.
    let denies = |series: &Series| plan.kinds.contains(&series.kind) && is_denial(&series.name);
    scored.retain(|(scores, series)| scores.is_kept(&best) || denies(series));
    for (scores, series) in &mut scored {
        series.score = scores.relative(&best);
    }
    let mut series: Vec<Series> = scored.into_iter().map(|(_, series)| series).collect();
    let mut inside: Vec<Series> = series.clone();
    inside.iter_mut().for_each(|series| series.facts.retain(|fact| bounds.holds(records, *fact)));
    inside.retain(|series| !series.facts.is_empty());
    let wish = |series: &Series| series.kind == FactKind::Goal && !plan.kinds.contains(&FactKind::Goal);
    selection.is_outside = inside.iter().all(wish) && !series.iter().all(wish);
    if !selection.is_outside {
        series = inside;
    }
    for series in &mut series {
        series.facts.sort_by_key(|fact| (instant_of(records, *fact), settled(records, *fact), *fact));
        // Without a date a reading is neither first nor last, and has no place in a course.
        let dated = |fact: &FactRef| day_of(records, *fact).is_some();
        if series.kind == FactKind::Observation && series.facts.iter().any(dated) {
            series.facts.retain(dated);
        }
    }
    // Of equals what is active and what is newest comes first; the sort is stable, so that the rest keeps the
    // catalogue's order.
    let rank = |series: &Series| {
        let newest = series.facts.last().and_then(|fact| fact_of(records, *fact));
        let active = newest.and_then(|fact| fact.status.as_ref()).is_some_and(|status| status.text == "active");
        (active, newest.and_then(|fact| fact.begun.as_ref().map(|moment| moment.day)))
    };
    series.sort_by_cached_key(|series| Reverse(rank(series)));
    series.sort_by(|a, b| {
        // What is wished stands before what is only where it was asked for.
        let order = wish(a).cmp(&wish(b)).then(b.score.total_cmp(&a.score));
        order.then(place(plan, a.kind).cmp(&place(plan, b.kind))).then(b.fit.total_cmp(&a.fit))
    });
    selection.series = series;
    selection
}

/// Returns whether facts of `kind` may answer. Beside what is wished for something stands what it is; what
/// has no kind of ours would be told without saying whether it was done, asked for or only thought of.
fn admits(plan: &Plan, kind: FactKind) -> bool {
    let of_wish = plan.kinds == [FactKind::Goal] && !plan.topics.is_empty() && kind == FactKind::Observation;
    let has_words = kind != FactKind::Other;
    has_words && (plan.kinds.is_empty() || plan.kinds.contains(&kind) || of_wish)
}

/// Returns the place of `kind` among equals: what was measured, what there is, what was done, who came and what is wished;
/// what is asked for comes first.
fn place(plan: &Plan, kind: FactKind) -> u8 {
    match kind {
        FactKind::Goal if plan.kinds.contains(&kind) => 0,
        FactKind::Condition if plan.having && !plan.measured => 0,
        FactKind::Observation => 1,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest => 2,
        FactKind::Procedure | FactKind::Immunization | FactKind::ImagingStudy | FactKind::DiagnosticReport => 3,
        FactKind::Device | FactKind::CarePlan | FactKind::CareTeam | FactKind::Patient => 4,
        FactKind::Encounter | FactKind::FamilyMemberHistory => 5,
        FactKind::Goal | FactKind::Other => 6,
    }
}

/// Returns the day on which `fact` began.
pub fn day_of(records: &Records, fact: FactRef) -> Option<Date> {
    fact_of(records, fact)?.begun.as_ref().map(|moment| moment.day)
}

/// Returns the instant at which `fact` began, by which facts are put in order; what has no time of day begins at midnight in UTC.
pub fn instant_of(records: &Records, fact: FactRef) -> Option<Timestamp> {
    fact_of(records, fact)?.begun.as_ref().and_then(Moment::instant)
}

/// Returns whether `words` meet every one of `topics`.
pub fn has_all(words: &str, topics: &[Topic]) -> bool {
    Bag::new(words).answers_all(topics)
}

/// Returns whether `name` says that there is nothing of its kind: "No known allergy".
pub fn is_denial(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["no known ", "no history of ", "no current ", "not known to "].iter().any(|start| lower.starts_with(start))
}

/// How well a series answers the question as a whole and each of its parts.
struct Scores {
    whole: f64,
    parts: Vec<f64>,
}

impl Scores {
    fn new(plan: &Plan, weights: &[f64], bag: &Bag) -> Self {
        let share = |topics: &mut dyn Iterator<Item = usize>| {
            let (mut met, mut total) = (0.0, 0.0);
            for index in topics {
                if let (Some(topic), Some(weight)) = (plan.topics.get(index), weights.get(index)) {
                    total += weight;
                    met += if bag.answers(topic) { *weight } else { 0.0 };
                }
            }
            let stranger = if bag.is_of_another(&plan.topics) { STRANGER } else { 1.0 };
            if total > 0.0 { stranger * met / total } else { 0.0 }
        };
        let whole = match (plan.topics.is_empty(), plan.kinds.is_empty()) {
            (true, true) => 0.0,
            (true, false) => 1.0,
            (false, _) => share(&mut (0..plan.topics.len())),
        };
        let parts = plan.parts.iter().filter(|_| plan.parts.len() > 1);
        Scores { whole, parts: parts.map(|part| share(&mut part.iter().copied())).collect() }
    }

    /// Returns the best of each over all series.
    fn bests<'a>(all: impl Iterator<Item = &'a Scores>) -> Self {
        let mut best = Scores { whole: 0.0, parts: Vec::new() };
        for scores in all {
            best.whole = best.whole.max(scores.whole);
            best.parts.resize(scores.parts.len(), 0.0);
            for (best, part) in best.parts.iter_mut().zip(&scores.parts) {
                *best = best.max(*part);
            }
        }
        best
    }

    fn best(&self) -> f64 {
        self.parts.iter().copied().fold(self.whole, f64::max)
    }

    /// Returns whether the question is met by one series, or each part of it by some.
    fn is_full(&self) -> bool {
        self.whole == 1.0 || (!self.parts.is_empty() && self.parts.iter().all(|part| *part == 1.0))
    }

    /// Returns the share of what the best series reach. The parts count where no series answers the whole.
    fn relative(&self, best: &Scores) -> f64 {
        let share = |own: f64, best: f64| if best > 0.0 { own / best } else { 0.0 };
        if best.whole == 1.0 || self.parts.is_empty() {
            return share(self.whole, best.whole);
        }
        self.parts.iter().zip(&best.parts).map(|(own, best)| share(*own, *best)).fold(0.0, f64::max)
    }

    fn is_kept(&self, best: &Scores) -> bool {
        self.relative(best) >= KEEP_SHARE
    }
}

/// Returns the share of the topics that `met` are of the question, or of the part of it that they meet best.
fn share_of_topics(plan: &Plan, met: &[usize]) -> f64 {
    let sum = |topics: &mut dyn Iterator<Item = &usize>| -> f64 {
        topics.filter_map(|at| plan.topics.get(*at)).map(weight).sum()
    };
    let of = |part: &[usize]| {
        let all = sum(&mut part.iter());
        if all > 0.0 { sum(&mut part.iter().filter(|at| met.contains(at))) / all } else { 0.0 }
    };
    let all: Vec<usize> = (0..plan.topics.len()).collect();
    plan.parts.iter().map(|part| of(part)).fold(of(&all), f64::max)
}

/// Keeps the facts that `plan` wants of facts sorted by date. What was called off is neither the last nor the first where anything else is.
fn focus(records: &Records, facts: &mut Vec<FactRef>, plan: &Plan) {
    let is_so = |fact: &FactRef| holds(records, *fact);
    if matches!(plan.focus, Focus::Latest | Focus::First) && !asks_for_undone(plan) && facts.iter().any(is_so) {
        facts.retain(is_so);
    }
    match plan.focus {
        Focus::Latest => drop(facts.drain(..facts.len().saturating_sub(plan.count))),
        Focus::First => {
            facts.sort_by_key(|fact| (instant_of(records, *fact), Reverse(settled(records, *fact))));
            facts.truncate(plan.count);
        }
        Focus::Course | Focus::Unsaid => {}
    }
}

/// "What was my last procedure?": of events of one kind with different codes only the latest (first) day stays. What lasts
/// (conditions, medications, allergies) is current whenever it began, and stays.
fn focus_across(records: &Records, series: &mut Vec<Series>, plan: &Plan) {
    let day = |fact: &FactRef| day_of(records, *fact);
    let subjects: BTreeSet<Option<PatientIndex>> = series.iter().map(|series| series.subject).collect();
    for subject in subjects {
        let own = series.iter().filter(|s| s.subject == subject && !s.kind.lasts()).flat_map(|s| s.facts.iter());
        let own: Vec<&FactRef> = own.collect();
        let any = asks_for_undone(plan) || !own.iter().any(|fact| holds(records, **fact));
        let own = own.into_iter().filter(|fact| any || holds(records, **fact));
        let days = own.filter_map(|fact| Some((instant_of(records, *fact)?, day(fact)?)));
        let Some((_, wanted)) = (if plan.focus == Focus::First { days.min() } else { days.max() }) else {
            continue;
        };
        for series in series.iter_mut().filter(|s| s.subject == subject && !s.kind.lasts()) {
            series.facts.retain(|fact| day(fact) == Some(wanted));
        }
    }
    series.retain(|series| !series.facts.is_empty());
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    subject: Option<PatientIndex>,
    kind: FactKind,
    code: String,
    words: String,
    name: String,
}

/// Groups all facts by subject, kind and code.
fn catalogue(records: &Records, subjects: Option<&BTreeSet<PatientIndex>>) -> BTreeMap<Key, Vec<FactRef>> {
    let mut catalogue: BTreeMap<Key, Vec<FactRef>> = BTreeMap::new();
    for (document_index, document) in (0_u32..).map(DocumentIndex).zip(&records.documents) {
        if subjects.is_some_and(|wanted| document.subject.is_none_or(|subject| !wanted.contains(&subject))) {
            continue;
        }
        for (index, fact) in document.facts().iter().enumerate().filter(|(_, fact)| !fact.is_superseded()) {
            let Some(code) = &fact.code else { continue };
            let key = Key {
                subject: document.subject,
                kind: fact.kind,
                code: identity(code),
                words: fact
                    .components
                    .iter()
                    .map(|component| shown(&component.code))
                    .fold(shown(code), |words, part| format!("{words} {part}")),
                name: plain_name(&apart(&code.display.text)),
            };
            catalogue.entry(key).or_default().push(FactRef { document: document_index, fact: index });
        }
    }
    catalogue
}

fn identity(code: &Coded) -> String {
    match (&code.system, &code.code) {
        (Some(system), Some(code)) => format!("{system}|{code}"),
        _ => code.display.text.to_lowercase(),
    }
}

fn shown(code: &Coded) -> String {
    match &code.term {
        Some(term) if term.text != code.display.text => format!("{} {}", code.display.text, term.text),
        _ => apart(&code.display.text),
    }
}

/// Returns the words of a name that is written as one, each with a capital: `HeartRate`. Short parts are those of
/// abbreviations, which stay whole: `HbA1c`.
fn apart(name: &str) -> String {
    let borders = name.char_indices().skip(1).filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at);
    let borders: Vec<usize> = std::iter::once(0).chain(borders).chain([name.len()]).collect();
    let parts: Vec<&str> = borders.windows(2).filter_map(|pair| name.get(*pair.first()?..*pair.last()?)).collect();
    let is_word = |part: &&str| part.len() >= 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    if parts.iter().all(is_word) { parts.join(" ") } else { name.to_owned() }
}

/// Returns `name` without what LOINC writes of the property in brackets and of the method after "by": readings of one
/// substance in one specimen share it, whatever their unit.
fn plain_name(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut depth = 0_usize;
    for c in name.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let plain = plain.split(" by ").next().unwrap_or_default();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns how much of the name of what was measured or found `plan` says: the share of the words before " in " and
/// " due to ". `bag` is the series' words.
fn fit(name: &str, bag: &Bag, plan: &Plan) -> f64 {
    let head = name.split(" in ").next().and_then(|head| head.split(" due to ").next()).unwrap_or_default();
    // What stands after two dashes tells this reading from another of the same substance.
    let challenge = name.split_once("--").map_or("", |(_, challenge)| challenge);
    let words = Bag::new(&format!("{head} {challenge}")).0;
    let met = |alternative: &&Vec<String>| alternative.iter().all(|term| bag.0.contains(term));
    let terms = plan.topics.iter().flatten().filter(met).flatten();
    let said: BTreeSet<&String> = terms.filter(|term| words.contains(*term)).collect();
    said.len() as f64 / words.len().max(1) as f64
}

/// The terms of a series' words.
struct Bag(BTreeSet<String>);

impl Bag {
    fn new(words: &str) -> Self {
        Bag(analyze::bag(words).into_keys().collect())
    }

    /// Returns whether the words are about somebody else than the patient, of whom `topics` say nothing.
    fn is_of_another(&self, topics: &[Topic]) -> bool {
        let others = ["fetal", "fetus", "donor"].into_iter().filter_map(analyze::term);
        let said = |term: &String| topics.iter().flatten().flatten().any(|said| said == term);
        others.into_iter().any(|term| self.0.contains(&term) && !said(&term))
    }

    /// Returns whether the words meet every one of `topics`.
    fn answers_all(&self, topics: &[Topic]) -> bool {
        topics.iter().all(|topic| self.answers(topic))
    }

    /// Returns whether the words meet `topic`: every term of one of its alternatives.
    fn answers(&self, topic: &Topic) -> bool {
        topic.iter().any(|alternative| alternative.iter().all(|term| self.0.contains(term)))
    }
}

/// Returns the weight of a topic: the BM25 idf over the series, so that a word that nearly all series have says little.
fn rarity(topic: &Topic, bags: &[Bag]) -> f64 {
    let total = bags.len() as f64;
    let with = bags.iter().filter(|bag| bag.answers(topic)).count() as f64;
    ((total - with + 0.5) / (with + 0.5) + 1.0).ln()
}

#[cfg(test)]
mod tests;
