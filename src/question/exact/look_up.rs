//! Asking the coded entries without words: what a tool says in fields, as the planner reads it of a question.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Deserialize;

use super::ask::{Ask, Cohort, OfThem, Pick, Topic, Want};
use super::chart::Chart;
use super::{Exact, Frame, about, cohort, nameless};
use crate::document::{FactKind, PatientIndex, Records};
use crate::index::concepts::Vocabulary;
use crate::question::plan::simple_words;
use crate::question::when::Range;

/// Longest name of a thing that is looked up, in words.
const MAX_WORDS: usize = 12;

/// What is wanted of the entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// The newest.
    Latest,
    /// The oldest.
    Earliest,
    /// The one before the newest.
    Previous,
    /// The one with the highest value.
    Highest,
    /// The one with the lowest value.
    Lowest,
    /// The mean of the values.
    Average,
    /// How many there are.
    Count,
    /// Which way the values go.
    Trend,
    /// All of them.
    List,
    /// Whether there is any.
    Whether,
    /// On which day it was.
    Date,
}

/// The kinds of entries, as a tool names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What was measured or tested.
    Observations,
    /// What was done.
    Procedures,
    /// Problems and diagnoses.
    Conditions,
    /// What is not tolerated.
    Allergies,
    /// What was prescribed or is taken.
    Medicines,
    /// Vaccinations.
    Vaccines,
    /// Visits and stays.
    Visits,
    /// Reports of laboratories and of imaging.
    Reports,
    /// Implants and aids.
    Devices,
    /// What relatives have or had.
    FamilyHistory,
}

impl Kind {
    fn of_facts(self) -> FactKind {
        match self {
            Kind::Observations => FactKind::Observation,
            Kind::Procedures => FactKind::Procedure,
            Kind::Conditions => FactKind::Condition,
            Kind::Allergies => FactKind::AllergyIntolerance,
            Kind::Medicines => FactKind::MedicationRequest,
            Kind::Vaccines => FactKind::Immunization,
            Kind::Visits => FactKind::Encounter,
            Kind::Reports => FactKind::DiagnosticReport,
            Kind::Devices => FactKind::Device,
            Kind::FamilyHistory => FactKind::FamilyMemberHistory,
        }
    }
}

/// What is looked up of one patient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// The name of a thing, in plain words or as the records have it; nothing is everything of the kind.
    pub topic: Option<String>,
    /// Only entries of this kind.
    pub kind: Option<Kind>,
    /// What is wanted of them.
    pub wanted: Wanted,
    /// Not before this day.
    pub from: Option<Date>,
    /// Not after this day.
    pub until: Option<Date>,
}

/// What is looked up of all patients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sought {
    /// What each must have.
    pub having: Vec<String>,
    /// All entries of this kind that they have.
    pub kind: Option<Kind>,
    /// What was measured of them.
    pub measured: Option<String>,
}

/// Returns what the coded entries of `patient` say; `None` where they cannot answer: the words name nothing that is coded, or what is
/// wanted is nothing that such entries have. `today` is the caller's calendar day.
/// What is not there is looked for by the names that `known` has for it, too.
pub fn look_up(
    records: &Records,
    patient: PatientIndex,
    asked: &LookUp,
    today: Option<Date>,
    known: Option<&Vocabulary>,
) -> Option<Exact> {
    let chart = Chart::new(records, patient).knowing(known);
    let (want, pick) = match asked.wanted {
        Wanted::Latest => (Want::Value, Some(Pick::Latest(1))),
        Wanted::Earliest => (Want::Value, Some(Pick::Earliest(1))),
        Wanted::Previous => (Want::Value, Some(Pick::Back(2))),
        Wanted::Highest => (Want::Value, Some(Pick::Highest)),
        Wanted::Lowest => (Want::Value, Some(Pick::Lowest)),
        Wanted::Average => (Want::Average, None),
        Wanted::Count => (Want::Count, None),
        Wanted::Trend => (Want::Trend, None),
        Wanted::List => (Want::List, None),
        Wanted::Whether => (Want::Whether, None),
        Wanted::Date => (Want::Date, None),
    };
    let range =
        (asked.from.is_some() || asked.until.is_some()).then_some(Range { from: asked.from, until: asked.until });
    let mut ask = Ask::of(want);
    ask.pick = pick;
    ask.range = range;
    ask.kinds = asked.kind.map(Kind::of_facts).into_iter().collect();
    ask.topics = match &asked.topic {
        Some(words) => vec![topic(words)?],
        None if ask.kinds.is_empty() => return None,
        None => Vec::new(),
    };
    let mut exact = about(&ask, &chart, &Frame::of(&ask), today)?;
    let mut seen = BTreeSet::new();
    exact.rules.retain(|rule| seen.insert(rule.clone()));
    let mut seen = BTreeSet::new();
    exact.facts.retain(|fact| seen.insert(*fact));
    Some(exact)
}

/// Returns which patients have what is `sought`, and what is wanted of them; `None` where no record has a word for it, or nobody has it and an
/// entry without a name may be it. `today` is the caller's calendar day.
pub fn find_patients(records: &Records, sought: &Sought, today: Option<Date>) -> Option<Exact> {
    let of_them = match (&sought.measured, sought.kind) {
        (Some(words), _) => Some(OfThem::Measure(topic(words)?)),
        (None, Some(kind)) => Some(OfThem::Kinds(vec![kind.of_facts()])),
        (None, None) => None,
    };
    let having = sought.having.iter().map(|words| topic(words)).collect::<Option<Vec<Topic>>>()?;
    let cohort = Cohort {
        having,
        kinds: Vec::new(),
        of_them,
        counted: false,
        died: false,
        sex: None,
        born: None,
        alive: false,
        stays: None,
    };
    let ask = Ask::of(Want::List);
    let told = cohort::answer(records, &ask, &cohort, &Chart::of_everybody(records), today);
    told.filter(|exact| !nameless::is_of_nobody(records, &sought.having.join(" "), exact))
}

fn topic(words: &str) -> Option<Topic> {
    let words: Vec<String> = simple_words(words).into_iter().map(|word| word.lower).collect();
    (!words.is_empty() && words.len() <= MAX_WORDS).then(|| Topic { whole: words.clone(), words })
}
