//! What a question can ask for.

use super::super::super::anchor::Relation;
use super::super::super::when::Range;
use crate::document::FactKind;

/// What is wanted of the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Want {
    /// What it is.
    Value,
    /// On which day.
    Date,
    /// On which day it ended.
    End,
    Count,
    Average,
    Trend,
    List,
    Whether,
    /// The time between two days, or until today.
    Span,
    Compare,
    /// Something about the person.
    Person(About),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum About {
    Age,
    /// The age on the day of what the question names.
    AgeThen,
    AgeAtDeath,
    Birth,
    Death,
    Sex,
}

/// Which of several is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Pick {
    Latest(usize),
    Earliest(usize),
    /// The second, third, … from the latest back.
    Back(usize),
    /// The second, third, … from the first on.
    Nth(usize),
    Highest,
    Lowest,
}

impl Pick {
    /// Returns which of `count` things by time it means; `None` for several and for what no order of time tells.
    pub fn place(self, count: usize) -> Option<usize> {
        match self {
            Pick::Latest(1) => count.checked_sub(1),
            Pick::Earliest(1) => Some(0),
            Pick::Back(back) => count.checked_sub(back),
            Pick::Nth(nth) => nth.checked_sub(1),
            Pick::Latest(_) | Pick::Earliest(_) | Pick::Highest | Pick::Lowest => None,
        }
        .filter(|place| *place < count)
    }
}

/// How several things are asked for together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Joined {
    All,
    Any,
}

/// How a value must lie to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Bound {
    Above,
    AtLeast,
    Below,
    AtMost,
}

impl Bound {
    pub fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Bound::Above => value > limit,
            Bound::AtLeast => value >= limit,
            Bound::Below => value < limit,
            Bound::AtMost => value <= limit,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Bound::Above => "above",
            Bound::AtLeast => "at least",
            Bound::Below => "below",
            Bound::AtMost => "at most",
        }
    }
}

/// Whether what lasts is asked for as it is now, as it was, or at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Standing {
    Unsaid,
    Current,
    Past,
    Ever,
}

/// A course that a question asks about: "is it going up?"
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Direction {
    Up,
    Down,
    Same,
}

/// The unit in which a time between is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Grain {
    Any,
    Days,
    Weeks,
    Months,
    Years,
}

/// A stretch of words that names something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::question::exact) struct Topic {
    /// The words in lower case.
    pub words: Vec<String>,
    /// The same with the words for its kind, where such stand among them: "kidney disease".
    pub whole: Vec<String>,
}

/// The people that a question is about, by what they have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::question::exact) struct Cohort {
    /// What each must have.
    pub having: Vec<Topic>,
    /// The kinds of entry that are named for it.
    pub kinds: Vec<FactKind>,
    /// What is wanted of them beside who they are.
    pub of_them: Option<OfThem>,
    /// Whether they are to be counted and not named.
    pub counted: bool,
    /// Whether only those are meant who died.
    pub died: bool,
    /// The sex, as FHIR has it, of those who are meant alone.
    pub sex: Option<&'static str>,
    /// The days on one of which those who are meant alone were born.
    pub born: Option<Range>,
    /// Whether only those are meant who live: ages are of today.
    pub alive: bool,
    /// Of which time visits are asked for; `None` where the words do not say.
    pub stays: Option<Stays>,
}

/// Of which time it is asked that people are, or were, somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Stays {
    /// "Who is in hospital?"
    Now,
    /// "Who was in hospital?"
    Ever,
}

/// What is wanted of a cohort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::question::exact) enum OfThem {
    /// All entries of these kinds.
    Kinds(Vec<FactKind>),
    /// What was measured.
    Measure(Topic),
}

/// An event that is counted from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::question::exact) struct Event {
    pub relation: Relation,
    pub topic: Topic,
    pub kinds: Vec<FactKind>,
    /// Whether its beginning is meant: "before I started metformin".
    pub begins: bool,
    /// Whether all the time is meant that it lasted: "during my pregnancy".
    pub lasts: bool,
    /// When it was, where that is said: "before I started metformin in 2018".
    pub within: Option<Range>,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::question::exact) struct Ask {
    pub want: Want,
    pub pick: Option<Pick>,
    pub other: Option<Pick>,
    /// Kinds that nouns name.
    pub kinds: Vec<FactKind>,
    /// Kinds that verbs hint at.
    pub hints: Vec<FactKind>,
    pub topics: Vec<Topic>,
    pub range: Option<Range>,
    pub each: Vec<Range>,
    pub event: Option<Event>,
    pub bound: Option<(Bound, f64, Option<String>)>,
    pub unit: Option<String>,
    pub standing: Standing,
    pub direction: Option<Direction>,
    pub grain: Grain,
    pub cohort: Option<Cohort>,
    /// Whether the day is wanted on which it was diagnosed, begun or given first.
    pub begins: bool,
    /// Whether it is asked since when something is so, as if it still were.
    pub since: bool,
    /// Whether a number of readings is asked for in words such as "checked" or "measured".
    pub measured: bool,
    /// Whether only the year of a day is wanted.
    pub year_only: bool,
    /// Whether only visits with a stay, or to an emergency room, are asked for.
    pub visit: Option<Visit>,
    /// Whether a dose is asked for.
    pub dose: bool,
    /// Whether it is asked what is, or was, taken: "am I on", "was I taking".
    pub taken: bool,
    /// Whether different things are to be counted, not entries.
    pub distinct: bool,
    /// Whether it is asked what was: "have I had", "which did I take".
    pub past_tense: bool,
    /// What is measured where only an adjective says so: "when was I lightest".
    pub implied: Option<&'static str>,
    /// Whether it is asked how much something changed: "how much have I gained since 2019".
    pub change: bool,
    /// Whether one of several is enough, or all of them are meant: "warfarin or digoxin", "both metformin and insulin".
    pub joined: Option<Joined>,
    /// Whether the first that is named is compared with the second: "higher than".
    pub ordered: bool,
    /// Whether the second of two things is the first one after the other: "how many days after the surgery was the stroke".
    pub follows: bool,
    /// Whether the time between several of one thing is asked for: "between my colonoscopies".
    pub apart: bool,
    /// Whether a change within a time is asked for: "how much did he grow in 2018".
    pub inside: bool,
    /// Whether what was written is counted: "how many prescriptions".
    pub written: bool,
    /// Whether exactly two of something are spoken of: "between my two shots".
    pub pair: bool,
    /// Whether no word asks: "last colonoscopy?"
    pub bare: bool,
    /// Whether it is asked when something was taken out: "when did they remove my appendix".
    pub removed: bool,
    /// Whether it is asked if something is over: "is my sinusitis gone".
    pub gone: bool,
    /// Whether the time is told by an age: "when she was one".
    pub by_age: bool,
    /// Whether averages are compared: "was my average A1c higher in 2018 than in 2016".
    pub mean: bool,
    /// Whether it is asked what was given: no illness is.
    pub given: bool,
    /// Whether it is asked if something was stopped.
    pub stopped: bool,
    /// Whether it is asked if something was still so.
    pub still: bool,
    /// Whether what is so now is asked for: "right now", "at the moment".
    pub now: bool,
    /// Whether operations are asked for, and no examinations.
    pub operated: bool,
    /// Whether all days are wanted, and not only that on which it began: "on which dates".
    pub every: bool,
    /// Whether it is asked what came of something: a procedure's name is no result.
    pub result: bool,
    /// How many there are, as the question says: "the average of my three scores".
    pub several: Option<usize>,
    /// Whether medicines are asked for by that word, and nothing else is an answer: "which medicines was I given".
    pub medicines: bool,
    /// Whether what lies from one thing to another is asked for: "from the diagnosis to the operation".
    pub reaches: bool,
}

impl Ask {
    /// Returns what asks for `want` and nothing else.
    pub fn of(want: Want) -> Self {
        Ask {
            want,
            pick: None,
            other: None,
            kinds: Vec::new(),
            hints: Vec::new(),
            topics: Vec::new(),
            range: None,
            each: Vec::new(),
            event: None,
            bound: None,
            unit: None,
            standing: Standing::Unsaid,
            direction: None,
            grain: Grain::Any,
            cohort: None,
            begins: false,
            since: false,
            measured: false,
            year_only: false,
            visit: None,
            dose: false,
            taken: false,
            distinct: false,
            past_tense: false,
            implied: None,
            change: false,
            joined: None,
            ordered: false,
            follows: false,
            apart: false,
            inside: false,
            written: false,
            pair: false,
            bare: false,
            removed: false,
            gone: false,
            by_age: false,
            mean: false,
            given: false,
            stopped: false,
            still: false,
            now: false,
            operated: false,
            reaches: false,
            every: false,
            several: None,
            result: false,
            medicines: false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::question::exact) enum Visit {
    Stay,
    Emergency,
}

impl Visit {
    /// What visits of this sort are called in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Visit::Emergency => "emergency visit",
            Visit::Stay => "hospital stay",
        }
    }
}
