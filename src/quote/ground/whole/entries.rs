//! Claims about entries without numbers: what is had, taken, over or done, and when.

use jiff::civil::Date;

use super::claims::Claim;
use super::groups::Claimed;
use super::words::{Over, Word};
use crate::document::FactKind;
use crate::quote::ground::answered::is_turn;
use crate::quote::ground::status::is_over;
use crate::quote::ground::words::is_glue;
use crate::quote::ground::world::{Known, Topic, stems_of};
use crate::quote::ground::written::speaks_of;

/// What is claimed of the entries of one thing.
#[derive(Debug, Default)]
struct Bag {
    kinds: Vec<FactKind>,
    labels: Vec<FactKind>,
    words: Vec<Word>,
    ends: Vec<(Over, Option<usize>)>,
    at: Option<usize>,
    since: Option<usize>,
    until: Option<usize>,
    begun: Option<usize>,
    period: Option<(usize, usize)>,
    count: Option<f64>,
}

impl Bag {
    fn of(claims: &[Claim]) -> Option<Self> {
        fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
            slot.replace(value).is_none().then_some(())
        }
        let mut bag = Bag::default();
        for claim in claims {
            match claim {
                Claim::Thing(_) => {}
                Claim::Kind(kind) => bag.kinds.push(*kind),
                Claim::Label(kind) => bag.labels.push(*kind),
                Claim::Word(Word::Over(over)) => bag.ends.push((*over, None)),
                Claim::Ended(over, time) => bag.ends.push((*over, Some(*time))),
                Claim::Word(Word::Highest | Word::Lowest | Word::Range | Word::Not) => return None,
                Claim::Word(word) => bag.words.push(*word),
                Claim::At(time) => once(&mut bag.at, *time)?,
                Claim::Since(time) => once(&mut bag.since, *time)?,
                Claim::Until(time) => once(&mut bag.until, *time)?,
                Claim::Begun(time) => once(&mut bag.begun, *time)?,
                Claim::Period(from, to) => once(&mut bag.period, (*from, *to))?,
                Claim::Count(count) => once(&mut bag.count, *count)?,
                _ => return None,
            }
        }
        Some(bag)
    }

    /// Returns the same where "from … to …" is when something that lasts began and ended; where entries are counted it is the time of all.
    fn lasting(mut self, kind: FactKind) -> Option<Self> {
        if lasts(kind)
            && self.count.is_none()
            && let Some((from, to)) = self.period.take()
        {
            if self.since.is_some() || self.until.is_some() {
                return None;
            }
            (self.since, self.until) = (Some(from), Some(to));
        }
        Some(self)
    }

    fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    /// Whether nothing says what it is, when, or what became of it.
    fn is_bare(&self) -> bool {
        self.kinds.is_empty()
            && self.words.is_empty()
            && self.ends.is_empty()
            && self.since.is_none()
            && self.until.is_none()
    }

    fn is_dated(&self) -> bool {
        self.at.is_some() || self.begun.is_some() || self.count.is_some() || self.period.is_some()
    }
}

impl Claimed<'_> {
    /// Whether `claims` hold of the entries of `thing`.
    pub fn entry(&self, claims: &[Claim], thing: usize) -> bool {
        let Some(full) = self.world.full.get(thing) else { return false };
        let kind = full.kind;
        let Some(bag) = Bag::of(claims).and_then(|bag| bag.lasting(kind)) else { return false };
        let is_of_kind = bag.kinds.iter().chain(&bag.labels).all(|said| *said == kind)
            && bag.words.iter().all(|word| fits(*word, kind));
        !full.is_denial
            && is_told(kind)
            && is_of_kind
            && self.of_all_entries(&bag, full)
            && self.of_some(&bag, thing, full)
    }

    /// Whether how many there are, and from when to when, is so of all entries of the record.
    fn of_all_entries(&self, bag: &Bag, full: &Topic) -> bool {
        let days = || full.facts.iter().filter_map(|fact| fact.day);
        let count = full.facts.len() as f64;
        bag.count.is_none_or(|said| (said - count).abs() < 1e-9)
            && bag.period.is_none_or(|(from, to)| {
                full.facts.iter().all(|fact| fact.day.is_some())
                    && days().min().is_some_and(|day| self.on(Some(day), Some(from)))
                    && days().max().is_some_and(|day| self.on(Some(day), Some(to)))
            })
    }

    /// Whether `time`, where one is told, is of `day`.
    fn on(&self, day: Option<Date>, time: Option<usize>) -> bool {
        time.is_none_or(|time| {
            self.world.times.get(time).is_some_and(|time| day.is_some_and(|day| time.days.contains(&day)))
        })
    }

    fn of_some(&self, bag: &Bag, thing: usize, full: &Topic) -> bool {
        let kind = full.kind;
        let lasts = lasts(kind);
        let is_past = bag.has(Word::NoLonger) || !bag.ends.is_empty() || (bag.has(Word::Had) && lasts);
        let is_present =
            [Word::Has, Word::Takes, Word::Now, Word::Active, Word::Allergic].iter().any(|word| bag.has(*word))
                || bag.since.is_some_and(|_| bag.until.is_none());
        let begins = |fact: &&Known| {
            !(fact.is_recorded && bag.since.is_some())
                && [bag.begun, bag.since, bag.at].iter().all(|time| self.on(fact.day, *time))
        };
        if bag.has(Word::Newest) || bag.has(Word::Oldest) {
            return !lasts && !is_past && self.at_an_end(bag, full);
        }
        let is_present = is_present || (lasts && !is_past && bag.until.is_none() && self.is_of_now(bag, kind));
        if bag.is_bare() && !is_present && (lasts || !bag.is_dated()) {
            return false;
        }
        if is_past {
            // "Stopped" with a time of its own and one more: of which the latter is, is not said.
            let is_doubtful = bag.at.is_some() || bag.since.is_some();
            let denies = bag.has(Word::NoLonger);
            let contradicts =
                !denies && [Word::Has, Word::Takes, Word::Now, Word::Active].iter().any(|word| bag.has(*word));
            let of_begun = || full.facts.iter().filter(|fact| self.on(fact.day, bag.begun));
            let ended = |fact: &Known| {
                is_over(fact)
                    && self.on(fact.ended, bag.until)
                    && bag.ends.iter().all(|(over, time)| {
                        fact.status.as_deref().is_some_and(|status| over.is(status)) && self.on(fact.ended, *time)
                    })
            };
            // Another strength of it may be taken.
            let is_so_by_another = bag.begun.is_none() && self.world.kin.get(thing).copied().unwrap_or(true);
            return lasts
                && !is_so_by_another
                && !is_doubtful
                && !contradicts
                && of_begun().next().is_some()
                && of_begun().all(is_over)
                && of_begun().any(ended);
        }
        if bag.until.is_some() {
            let ended = |fact: &&Known| begins(fact) && self.on(fact.ended, bag.until);
            return !is_present && full.facts.iter().any(|fact| ended(&fact));
        }
        if is_present {
            return full.facts.iter().any(|fact| is_so(fact, kind) && begins(&fact));
        }
        full.facts.iter().any(|fact| begins(&fact) && was_done(fact, kind))
    }

    /// Whether a name without a verb is said of what is so now: under "your medicines", or asked for what is taken.
    fn is_of_now(&self, bag: &Bag, kind: FactKind) -> bool {
        bag.kinds.contains(&kind) || (bag.is_bare() && self.world.asks_now && self.world.asked_kinds.contains(&kind))
    }

    /// "The last … was on …": the newest day, or the first, of all entries.
    fn at_an_end(&self, bag: &Bag, full: &Topic) -> bool {
        let days = || full.facts.iter().map(|fact| fact.day);
        let end = if bag.has(Word::Newest) { days().max() } else { days().min() };
        let times = || bag.at.into_iter().chain(bag.begun);
        let is_alone = bag.since.is_none() && bag.until.is_none() && bag.period.is_none() && bag.count.is_none();
        let is_both = bag.has(Word::Newest) && bag.has(Word::Oldest);
        let all_done = full.facts.iter().all(|fact| was_done(fact, full.kind));
        is_alone
            && !is_both
            && all_done
            && times().next().is_some()
            && days().all(|day| day.is_some())
            && end.is_some_and(|day| times().all(|time| self.on(day, Some(time))))
    }

    /// Whether a coded answer is that of the newest entry, or of the day that is told.
    pub fn answered(&self, claims: &[Claim]) -> bool {
        let mut day = None;
        let (mut text, mut things): (Option<&str>, Option<&[usize]>) = (None, None);
        for claim in claims {
            match claim {
                Claim::Thing(of) => things = Some(of),
                Claim::Answer(answer) if text.is_none() => text = Some(answer),
                Claim::At(time) if day.is_none() => day = Some(*time),
                Claim::Word(Word::Newest | Word::Now | Word::Has) => {}
                _ => return false,
            }
        }
        let Some(text) = text else { return false };
        // A note that speaks of it may say otherwise.
        if stems_of(text).iter().any(|stem| !is_turn(stem) && !is_glue(stem) && speaks_of(self.world, stem)) {
            return false;
        }
        let is_it = |fact: &Known| fact.answer.as_ref().is_some_and(|(_, answer)| answer.to_lowercase() == text);
        let holds = |topic: &Topic| {
            let newest = topic.facts.iter().filter_map(|fact| fact.day).max();
            let mut of_newest = topic.facts.iter().filter(|fact| fact.day == newest).peekable();
            let is_dated = topic.facts.iter().all(|fact| fact.day.is_some()) && of_newest.peek().is_some();
            let is_told_day = || topic.facts.iter().any(|fact| is_it(fact) && self.on(fact.day, day));
            // Of an older day it may be said with that day.
            is_dated
                && if day.is_some() && !says_newest(claims) {
                    is_told_day()
                } else {
                    of_newest.all(is_it) && self.on(newest, day)
                }
        };
        match things {
            Some(things) => things.iter().filter_map(|thing| self.world.full.get(*thing)).any(holds),
            None => {
                let mut having = self.world.full.iter().filter(|topic| topic.facts.iter().any(is_it));
                having.next().is_some_and(holds) && having.next().is_none()
            }
        }
    }
}

fn says_newest(claims: &[Claim]) -> bool {
    claims.iter().any(|claim| matches!(claim, Claim::Word(Word::Newest | Word::Now)))
}

/// Whether entries of a kind are of the person: what their family has, and what they aim at, is not.
fn is_told(kind: FactKind) -> bool {
    !matches!(
        kind,
        FactKind::FamilyMemberHistory
            | FactKind::Goal
            | FactKind::CarePlan
            | FactKind::CareTeam
            | FactKind::Patient
            | FactKind::Other
    )
}

/// Whether entries of a kind last, until something ends them.
fn lasts(kind: FactKind) -> bool {
    matches!(
        kind,
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::MedicationRequest | FactKind::CarePlan
    )
}

/// Whether a word can be said of entries of a kind.
fn fits(word: Word, kind: FactKind) -> bool {
    match word {
        Word::Takes | Word::Prescribed => kind == FactKind::MedicationRequest,
        Word::Diagnosed => kind == FactKind::Condition,
        Word::Allergic => kind == FactKind::AllergyIntolerance,
        Word::Has => matches!(kind, FactKind::Condition | FactKind::AllergyIntolerance),
        Word::Done => matches!(
            kind,
            FactKind::Procedure | FactKind::Immunization | FactKind::ImagingStudy | FactKind::DiagnosticReport
        ),
        Word::Had => {
            matches!(kind, FactKind::Procedure | FactKind::Immunization | FactKind::ImagingStudy | FactKind::Condition)
        }
        Word::NoLonger | Word::Active => lasts(kind),
        Word::Now => matches!(kind, FactKind::Condition | FactKind::MedicationRequest),
        Word::Newest | Word::Oldest => true,
        _ => false,
    }
}

/// Whether an entry says that something is so now.
fn is_so(fact: &Known, kind: FactKind) -> bool {
    match fact.status.as_deref() {
        Some(status) => status == "active",
        None => kind == FactKind::AllergyIntolerance && fact.ended.is_none(),
    }
}

/// Whether an entry says that something took place.
fn was_done(fact: &Known, kind: FactKind) -> bool {
    match kind {
        FactKind::Procedure | FactKind::Immunization => {
            fact.status.as_deref().is_none_or(|status| status == "completed")
        }
        FactKind::Condition | FactKind::AllergyIntolerance | FactKind::CarePlan => true,
        FactKind::MedicationRequest => fact
            .status
            .as_deref()
            .is_some_and(|status| matches!(status, "active" | "stopped" | "completed" | "on-hold")),
        _ => fact.status.as_deref().is_none_or(|status| {
            matches!(status, "final" | "amended" | "corrected" | "available" | "finished" | "completed")
        }),
    }
}
