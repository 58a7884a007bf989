//! Which facts an answer without a model shows, in which order, and which of them stand open.
//!
//! What answers stands first and open: the newest reading, all readings of a course, every active medicine. What only
//! bears on it (other readings, stopped medicines, goals, names that fit less well) follows folded. Nothing that was
//! selected is dropped here.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::civil::Date;

use super::others::asks_ahead;
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind, PatientIndex, Reading, Records};
use crate::privacy::select::{
    Selection, Series, asks_for_undone, day_of, fact_of, holds, instant_of, is_denial, settled,
};
use crate::question::{Focus, Plan};

/// Entries of a list, such as active medicines, that stand open.
const OPEN_LIST: usize = 12;
/// Readings of a course that stand open.
const OPEN_COURSE: usize = 16;
/// Things measured of which readings stand open.
const OPEN_SERIES: usize = 5;
/// Readings, conditions or events that stand open where the question does not say which it wants, and entries that
/// stand open where none meets the whole question.
const OPEN_ANY: usize = 3;
/// In the middle of a course no fewer readings than these are folded.
const MIN_FOLD: usize = 3;
/// A name that fits less than this share of the best one is folded.
const FIT_SHARE: f64 = 0.5;

/// Whether a box stands open or is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// It is seen at once.
    Open,
    /// It is one click away.
    Folded,
}

/// The facts of an answer.
#[derive(Debug, Default)]
pub struct Boxes {
    /// What answers, in order.
    pub main: Vec<(FactRef, Shown)>,
    /// What else was selected, in order; all folded.
    pub rest: Vec<FactRef>,
    /// Whether all of `main` is stopped, resolved or refuted though what is current was asked for.
    pub is_past: bool,
    /// Whether all of `main` that is of the kind of its first says of itself that it is not so: refuted, not done, cancelled.
    pub is_void: bool,
    /// Whether `main` is readings of the moment or the course that the question names, so that prose adds little.
    pub is_exact: bool,
}

/// All facts about one thing: series that differ in unit or method alone are one.
struct Strand<'a> {
    first: &'a Series,
    facts: Vec<FactRef>,
}

/// What is asked of which records.
struct Asked<'a> {
    records: &'a Records,
    plan: &'a Plan,
    /// The day that is today, where what has been is asked for: what is of a later one is none of it.
    until: Option<Date>,
    /// Whether what was not done may be what is asked for.
    of_undone: bool,
}

impl Asked<'_> {
    fn standing(&self, fact: FactRef) -> Standing {
        let is_off = !self.of_undone && !holds(self.records, fact);
        fact_of(self.records, fact).map_or(Standing::Current, |fact| standing(fact, is_off))
    }

    /// What stands first by what it says of itself and by its day, before how dangerous or how new it is.
    fn order(&self, fact: FactRef) -> (u8, bool) {
        let is_later = self.until.is_some_and(|until| day_of(self.records, fact).is_some_and(|day| day > until));
        (by_standing(self.plan, self.standing(fact)), is_later)
    }

    fn is_off(&self, fact: FactRef) -> bool {
        self.standing(fact) == Standing::NotSo
    }
}

/// Whether `later` says of one thing at one moment what is more settled than `earlier`: a corrected result than a final one.
pub(super) fn puts_right(records: &Records, later: FactRef, earlier: FactRef) -> bool {
    let subject = |at: FactRef| records.documents.get(at.document.0 as usize).and_then(|document| document.subject);
    let name = |at: FactRef| fact_of(records, at).and_then(|fact| Some((fact.kind, &fact.code.as_ref()?.display.text)));
    let instant = |at: FactRef| instant_of(records, at);
    settled(records, later) > settled(records, earlier)
        && instant(later).is_some()
        && instant(later) == instant(earlier)
        && name(later) == name(earlier)
        && subject(later) == subject(earlier)
}

/// Whether `plan` asks for what has been: "my last visit", "when did I have my colonoscopy?"
fn asks_what_was(plan: &Plan) -> bool {
    const WAS: &[&str] = &["was", "were", "did", "had", "ever", "been", "last", "latest", "recent"];
    plan.focus == Focus::Latest || plan.words.iter().any(|word| WAS.contains(&word.lower.as_str()))
}

/// Returns the boxes for `selection`, where `today` is the day on which is asked.
pub fn arrange(records: &Records, plan: &Plan, selection: &Selection, today: Option<Date>) -> Boxes {
    let strands = strands(records, &selection.series);
    // Of other times than the one that is asked about, the newest is the nearest that can be told.
    let other = Plan { focus: Focus::Unsaid, ..plan.clone() };
    let plan = if selection.is_outside { &other } else { plan };
    let (until, of_undone) = (today.filter(|_| asks_what_was(plan)), asks_for_undone(plan) || asks_ahead(plan));
    let question = Asked { records, plan, until, of_undone };
    let mut boxes = if plan.topics.is_empty() || selection.is_whole_kind {
        listed(&question, &strands)
    } else {
        asked(&question, &strands)
    };
    let kind = |(fact, _): &(FactRef, Shown)| fact_of(records, *fact).map(|fact| fact.kind);
    let lead = boxes.main.first().and_then(kind);
    let mut leading = boxes.main.iter().filter(|fact| kind(fact) == lead).peekable();
    boxes.is_void = leading.peek().is_some() && leading.all(|(fact, _)| question.is_off(*fact));
    boxes.rest.splice(0..0, selection.event);
    if !selection.is_met && !selection.is_whole_kind {
        let near: Vec<FactRef> =
            boxes.main.split_off(boxes.main.len().min(OPEN_ANY)).into_iter().map(|b| b.0).collect();
        boxes.rest.splice(0..0, near);
        boxes.is_exact = false;
    }
    boxes
}

fn strands<'a>(records: &Records, series: &'a [Series]) -> Vec<Strand<'a>> {
    let mut strands: Vec<Strand<'a>> = Vec::new();
    let mut known: BTreeMap<(Option<PatientIndex>, FactKind, String), usize> = BTreeMap::new();
    for series in series {
        let key = (series.subject, series.kind, series.name.to_lowercase());
        let at = *known.entry(key).or_insert(strands.len());
        match strands.get_mut(at) {
            Some(strand) => strand.facts.extend(&series.facts),
            None => strands.push(Strand { first: series, facts: series.facts.clone() }),
        }
    }
    for strand in &mut strands {
        strand.facts.sort_by_key(|fact| (instant_of(records, *fact), settled(records, *fact), *fact));
    }
    strands
}

/// How a fact stands; the better first. What does not last is so, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Current,
    Unsure,
    Over,
    NotSo,
}

/// How `fact` stands, of which `is_off` tells whether it is not so.
fn standing(fact: &Fact, is_off: bool) -> Standing {
    if !fact.kind.lasts() {
        return if is_off { Standing::NotSo } else { Standing::Current };
    }
    let is_medicine = fact.kind == FactKind::MedicationRequest;
    match fact.status.as_ref().map_or("active", |status| status.text.as_str()) {
        // Of what is prescribed a draft or a plan may come to be so.
        _ if fact.is_forbidden() || is_off && !is_medicine => Standing::NotSo,
        "cancelled" if is_medicine => Standing::NotSo,
        "refuted" | "entered-in-error" | "rejected" | "not-taken" => Standing::NotSo,
        "active" | "recurrence" | "relapse" | "accepted" if !fact.is_wished() => Standing::Current,
        "active" | "on-hold" | "remission" | "unknown" | "draft" | "planned" | "proposed" | "intended" => {
            Standing::Unsure
        }
        _ => Standing::Over,
    }
}

/// The order of facts: what is current first, or what is over where that is asked for.
fn by_standing(plan: &Plan, standing: Standing) -> u8 {
    match (plan.past, standing) {
        (true, Standing::Over) => 0,
        (_, Standing::Current) => 1,
        (_, Standing::Unsure) => 2,
        (false, Standing::Over) => 3,
        (_, Standing::NotSo) => 4,
    }
}

/// How dangerous an allergy is, as the record says: by its criticality, the worst reaction, and what it is to; the worse
/// first, and other facts alike.
fn danger(fact: &Fact) -> [u8; 3] {
    if fact.kind != FactKind::AllergyIntolerance {
        return [0; 3];
    }
    let worst = |label: &str, ranks: &[&str]| {
        let said = fact.fields.iter().filter(|field| field.label == label);
        let rank = said.filter_map(|field| ranks.iter().position(|rank| field.value.text.eq_ignore_ascii_case(rank)));
        rank.min().unwrap_or(ranks.len()) as u8
    };
    [
        worst("Criticality", &["high"]),
        worst("Reaction severity", &["severe", "moderate", "mild"]),
        worst("Category", &["medication", "biologic", "food"]),
    ]
}

/// The days of facts to sort by, the newest first unless the first is asked for.
fn by_day(plan: &Plan, day: Option<Date>) -> (Reverse<Option<Date>>, Option<Date>) {
    if plan.focus == Focus::First { (Reverse(None), day) } else { (Reverse(day), None) }
}

/// "Which medicines do I take?": everything of a kind.
fn listed(asked: &Asked<'_>, strands: &[Strand<'_>]) -> Boxes {
    let (records, plan) = (asked.records, asked.plan);
    let mut boxes = Boxes::default();
    let mut kinds: Vec<FactKind> = strands.iter().map(|strand| strand.first.kind).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        let of_kind = || strands.iter().filter(|strand| strand.first.kind == kind);
        let (mut main, mut rest): (Vec<FactRef>, Vec<FactRef>) = (Vec::new(), Vec::new());
        let single = matches!(plan.focus, Focus::Latest | Focus::First) && !kind.lasts();
        let days = if single { wanted_days(asked, of_kind()) } else { Vec::new() };
        for strand in of_kind() {
            let mut facts = strand.facts.clone();
            facts.sort_by_cached_key(|fact| (asked.order(*fact), by_day(plan, day_of(records, *fact))));
            for (number, fact) in facts.into_iter().enumerate() {
                let state = asked.standing(fact);
                let answers = match (kind.lasts(), single) {
                    (true, _) if plan.past => state == Standing::Over,
                    (true, _) => matches!(state, Standing::Current | Standing::Unsure),
                    (false, true) => day_of(records, fact).is_some_and(|day| days.contains(&day)),
                    (false, false) => state != Standing::NotSo,
                };
                if answers && (number == 0 || single) { main.push(fact) } else { rest.push(fact) }
            }
        }
        for facts in [&mut main, &mut rest] {
            facts.sort_by_key(|fact| {
                let time = (by_day(plan, day_of(records, *fact)), Reverse(settled(records, *fact)));
                (asked.order(*fact), fact_of(records, *fact).map(danger), time)
            });
        }
        if main.is_empty() {
            main = rest.drain(..rest.len().min(OPEN_ANY)).collect();
            // Whoever asks for what is over is shown what is not, where nothing is.
            boxes.is_past |= kind.lasts() && !plan.past && !main.is_empty();
        }
        let shown = |number: usize| if number < OPEN_LIST { Shown::Open } else { Shown::Folded };
        boxes.main.extend(main.into_iter().enumerate().map(|(number, fact)| (fact, shown(number))));
        boxes.rest.extend(rest);
    }
    boxes
}

/// The newest (or first) days of all strands, as many as are wanted, of what stands best.
fn wanted_days<'a>(asked: &Asked<'_>, strands: impl Iterator<Item = &'a Strand<'a>>) -> Vec<Date> {
    let dated = |fact: &FactRef| Some((asked.order(*fact), day_of(asked.records, *fact)?));
    let days: Vec<((u8, bool), Date)> = strands.flat_map(|strand| &strand.facts).filter_map(dated).collect();
    let best = days.iter().map(|(order, _)| *order).min();
    let mut days: Vec<Date> = days.into_iter().filter(|(order, _)| Some(*order) == best).map(|(_, day)| day).collect();
    days.sort_unstable();
    days.dedup();
    if asked.plan.focus == Focus::Latest {
        days.reverse();
    }
    days.truncate(asked.plan.count);
    days
}

/// "How did my HbA1c change?": what is about something.
fn asked(asked: &Asked<'_>, strands: &[Strand<'_>]) -> Boxes {
    let plan = asked.plan;
    let mut boxes = Boxes::default();
    let measured = plan.measured || plan.focus != Focus::Unsaid;
    let lead = strands.first().map(|strand| strand.first.kind);
    let exact = lead == Some(FactKind::Observation) && measured;
    let aside = |strand: &Strand<'_>| {
        let kind = strand.first.kind;
        let wish = kind == FactKind::Goal && !plan.kinds.contains(&kind);
        let visit = matches!(kind, FactKind::Encounter | FactKind::FamilyMemberHistory);
        let of_another_kind = exact && kind != FactKind::Observation;
        let other = lead.is_some_and(|lead| lead != kind);
        other && (wish || visit || of_another_kind) || fits_less(strand, strands)
    };
    let (asides, leading): (Vec<&Strand<'_>>, Vec<&Strand<'_>>) = strands.iter().partition(|strand| aside(strand));
    let mut kinds: Vec<FactKind> = Vec::new();
    for strand in &leading {
        if !kinds.contains(&strand.first.kind) {
            kinds.push(strand.first.kind);
        }
    }
    for kind in kinds {
        let of_kind: Vec<&Strand<'_>> = leading.iter().copied().filter(|strand| strand.first.kind == kind).collect();
        match kind {
            FactKind::Observation => readings(asked, &of_kind, lead == Some(kind), &mut boxes),
            _ => entries(asked, &of_kind, lead == Some(kind), &mut boxes),
        }
    }
    for strand in asides {
        boxes.rest.extend(strand.facts.iter().rev());
    }
    boxes.is_exact = exact && plan.focus != Focus::Unsaid;
    boxes
}

/// Whether another name that meets the same topics fits far better.
fn fits_less(strand: &Strand<'_>, strands: &[Strand<'_>]) -> bool {
    let alike = |other: &&Strand<'_>| {
        other.first.kind == strand.first.kind
            && other.first.subject == strand.first.subject
            && other.first.met == strand.first.met
    };
    let best = strands.iter().filter(alike).map(|other| other.first.fit).fold(0.0, f64::max);
    strand.first.fit < best * FIT_SHARE && !is_denial(&strand.first.name)
}

/// What was measured; beside another kind that `leads`, the newest alone is open.
fn readings(asked: &Asked<'_>, strands: &[&Strand<'_>], leads: bool, boxes: &mut Boxes) {
    let (records, plan) = (asked.records, asked.plan);
    let mut strands = strands.to_vec();
    let others: Vec<&str> = strands.iter().map(|strand| strand.first.name.as_str()).collect();
    let is_elsewhere = |strand: &&Strand<'_>| is_of_other_fluid(&strand.first.name, &others, plan);
    let (mut behind, before): (Vec<&Strand<'_>>, Vec<&Strand<'_>>) = strands.drain(..).partition(is_elsewhere);
    strands.extend(before);
    strands.append(&mut behind);
    strands.sort_by_key(|strand| strand.facts.iter().all(|fact| asked.is_off(*fact)));
    for (number, strand) in strands.iter().enumerate() {
        let mut facts = strand.facts.clone();
        if number >= OPEN_SERIES {
            boxes.rest.extend(facts.into_iter().rev());
            continue;
        }
        let shared = strands.len().min(OPEN_SERIES);
        if plan.focus == Focus::Course {
            if facts.iter().any(|fact| !asked.is_off(*fact)) {
                boxes.rest.extend(facts.extract_if(.., |fact| asked.is_off(*fact)));
            }
            course(&facts, (OPEN_COURSE / shared).max(OPEN_ANY), &mut boxes.main);
            continue;
        }
        if plan.focus == Focus::First {
            facts.sort_by_cached_key(|fact| {
                (asked.order(*fact), instant_of(records, *fact), Reverse(settled(records, *fact)))
            });
        } else {
            facts.reverse();
            facts.sort_by_cached_key(|fact| asked.order(*fact));
        }
        let open = match plan.focus {
            Focus::Unsaid if leads => (OPEN_ANY + 1 - shared.min(OPEN_ANY)).max(1),
            Focus::Unsaid => 1,
            _ => plan.count,
        };
        let others = other_answers(asked, &facts, open);
        for (place, fact) in facts.into_iter().enumerate() {
            if place < open || others.contains(&fact) {
                boxes.main.push((fact, Shown::Open));
            } else {
                boxes.rest.push(fact);
            }
        }
    }
}

/// Whether `name` is of another fluid than blood that the question does not name, where one of `others` is of the same in blood:
/// "my potassium" is not that of urine.
fn is_of_other_fluid(name: &str, others: &[&str], plan: &Plan) -> bool {
    const FLUIDS: &[(&str, &[&str])] = &[
        ("urine", &["urine", "urinary", "urinalysis", "pee", "wee", "dipstick"]),
        ("cerebral spinal fluid", &["csf", "spinal", "cerebrospinal"]),
        ("body fluid", &["fluid"]),
        ("stool", &["stool", "stools", "feces", "faeces", "poo", "poop"]),
        ("saliva", &["saliva", "spit"]),
        ("sweat", &["sweat"]),
    ];
    const BLOOD: &[&str] = &["serum", "plasma", "blood"];
    let parts = |name: &str| {
        let lower = name.to_lowercase();
        let (what, fluid) = lower.split_once(" in ")?;
        Some((what.split('[').next().unwrap_or(what).trim().to_owned(), fluid.to_owned()))
    };
    let Some((what, fluid)) = parts(name) else { return false };
    let own = FLUIDS.iter().find(|(of, _)| fluid.contains(of));
    let is_named = |words: &[&str]| plan.words.iter().any(|word| words.contains(&word.lower.as_str()));
    let in_blood = |other: &&str| {
        parts(other).is_some_and(|(other, fluid)| other == what && BLOOD.iter().any(|blood| fluid.contains(blood)))
    };
    own.is_some_and(|(_, words)| !is_named(words)) && others.iter().any(in_blood)
}

/// Puts all of `facts` in the order of time: where they are many, the first and the newest open.
fn course(facts: &[FactRef], open: usize, main: &mut Vec<(FactRef, Shown)>) {
    let folded = facts.len().saturating_sub(open);
    let folds = |place: usize| folded >= MIN_FOLD && (1..=folded).contains(&place);
    let shown = |place: usize| if folds(place) { Shown::Folded } else { Shown::Open };
    main.extend(facts.iter().enumerate().map(|(place, fact)| (*fact, shown(place))));
}

/// Of coded answers (a blood group, a smoking status) the newest of each other answer than those that are open: where a
/// record says two things, both are seen.
fn other_answers(asked: &Asked<'_>, facts: &[FactRef], open: usize) -> Vec<FactRef> {
    let answer = |fact: &FactRef| match &fact_of(asked.records, *fact)?.reading {
        Some(Reading::Coded { answer }) => Some(answer.display.text.to_lowercase()),
        _ => None,
    };
    let mut seen: Vec<String> = facts.iter().take(open).filter_map(answer).collect();
    let mut others = Vec::new();
    for fact in facts.iter().skip(open).filter(|fact| !asked.is_off(**fact)) {
        if let Some(answer) = answer(fact).filter(|answer| others.len() < OPEN_ANY - 1 && !seen.contains(answer)) {
            seen.push(answer);
            others.push(*fact);
        }
    }
    others
}

/// Conditions, medicines, procedures and whatever else is no reading.
/// Of another kind than the one that `leads` few are open.
fn entries(asked: &Asked<'_>, strands: &[&Strand<'_>], leads: bool, boxes: &mut Boxes) {
    let (records, plan) = (asked.records, asked.plan);
    let mut facts: Vec<(FactRef, &Series)> =
        strands.iter().flat_map(|strand| strand.facts.iter().map(|fact| (*fact, strand.first))).collect();
    let chronological = plan.focus == Focus::Course && facts.iter().all(|(_, series)| !series.kind.lasts());
    facts.sort_by_key(|(fact, series)| {
        let day = day_of(records, *fact);
        // Shares are compared by thousandths; a fraction has no total order of its own.
        let thousandths = |share: f64| Reverse((share * 1000.0).round() as i64);
        let time = if chronological { (Reverse(None), day) } else { by_day(plan, day) };
        let danger = fact_of(records, *fact).map(danger);
        let order = (asked.order(*fact), danger, thousandths(series.fit), time, Reverse(settled(records, *fact)));
        (is_denial(&series.name), thousandths(series.score), order)
    });
    let open = match plan.focus {
        _ if !leads => 1,
        Focus::Course => OPEN_LIST,
        Focus::Latest | Focus::First if facts.iter().all(|(_, series)| !series.kind.lasts()) => plan.count,
        Focus::Latest | Focus::First | Focus::Unsaid => OPEN_ANY.max(plan.count),
    };
    for (place, (fact, series)) in facts.into_iter().enumerate() {
        if place < open || is_denial(&series.name) {
            boxes.main.push((fact, Shown::Open));
        } else {
            boxes.rest.push(fact);
        }
    }
}
