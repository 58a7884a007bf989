//! Reads `export.xml` of Apple Health: measurements as observations, so far at a time as asked for.
//!
//! A watch measures every few minutes for years, and an export has millions of records. Of each kind of measurement the
//! lowest, the highest and the last of each day become facts, each with its bytes; how many lay between is counted. Of blood
//! pressure, whose two numbers belong together, every reading does. What is a sum
//! over the day (steps, energy, what was eaten) says nothing by one of its parts and is counted only, as are sleep, workouts
//! and rings. The file is gone through once, a window of it at a time, and no more of it than that needs to be in memory; its document
//! type is passed over. Whose it is it does not say, but for the birth date and the sex, which become facts about that person. Not read: routes and electrocardiograms;
//! clinical records beside it are FHIR and are read as that.

mod kinds;
mod record;
mod streamed;

use std::collections::BTreeMap;

use jiff::civil::Date;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::document::{EntityType, Fact};
use crate::error::{Code, Error, Place, Result};
use crate::shared::{Pool, Shared};

use super::fhir::{Harvest, Owner};
use super::outcome::{Outcome, Statement};
use super::share::Share as _;
use super::xml::uncounted;

use record::{Attributes, Day, Measured};

pub(crate) use streamed::Streamed;

/// Bytes of the file that are looked at together at first; no tag of an export is longer.
const WINDOW: usize = 1 << 16;

/// The bytes of a file that are in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ahead<'b> {
    pub bytes: &'b [u8],
    /// Where they begin in the unwrapped file.
    pub base: usize,
    /// Whether the file ends with them.
    pub is_end: bool,
}

/// How far it went along the bytes in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Went {
    /// Through the whole file: there is nothing more to read in it.
    Through,
    /// As far as the budget allowed.
    Paused,
    /// As far as there are bytes: more of them are needed.
    Hungry,
}

/// An export that is being read.
pub(crate) struct Export {
    at: usize,
    window: usize,
    days: BTreeMap<(String, Date), Day>,
    me: Option<Fact>,
    harvest: Harvest,
    set_aside: BTreeMap<&'static str, usize>,
    /// Records so far, for their places.
    records: usize,
    outcome: Outcome,
    /// Whether the root has begun, and whether it has ended.
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    Inside,
    After,
}

const SUMS: &str = "Record (part of a sum)";
const CONDENSED: &str = "Record (between the lowest, highest and last of a day)";
const WORKOUT: &str = "Workout";
const RINGS: &str = "ActivitySummary";

impl Default for Export {
    fn default() -> Self {
        Export {
            at: 0,
            window: WINDOW,
            days: BTreeMap::new(),
            me: None,
            harvest: Harvest::default(),
            set_aside: BTreeMap::new(),
            records: 0,
            outcome: Outcome::default(),
            state: State::Before,
        }
    }
}

impl Export {
    /// Returns what was not read so far, to be added to.
    pub(crate) fn unread(&mut self) -> &mut super::skips::Skips {
        &mut self.outcome.skips
    }

    /// Returns the byte up to which the file was read.
    pub(crate) fn done(&self) -> usize {
        self.at
    }

    /// Returns how many records there were so far.
    pub(crate) fn records(&self) -> usize {
        self.records
    }

    /// Goes on along what is `ahead`, which has all bytes from [`done`](Self::done) on, by about `budget`. Whatever the pieces in which the
    /// bytes come, the outcome is the same.
    ///
    /// # Errors
    /// `malformed` when the file is no well-formed UTF-8 XML up to its first record.
    pub(crate) fn along(&mut self, ahead: Ahead<'_>, budget: &mut usize) -> Result<Went> {
        while *budget > 0 {
            let before = self.at;
            let from = before.saturating_sub(ahead.base);
            let end = from.saturating_add(self.window).min(ahead.bytes.len());
            let is_all = end == ahead.bytes.len();
            let is_last = is_all && ahead.is_end;
            let window = ahead.bytes.get(from..end).unwrap_or_default();
            let (text, is_text) = match std::str::from_utf8(window) {
                Ok(text) => (text, true),
                Err(error) => {
                    let valid = window.get(..error.valid_up_to()).unwrap_or_default();
                    // A character may be cut in two by the window.
                    (std::str::from_utf8(valid).unwrap_or_default(), error.error_len().is_none() && !is_last)
                }
            };
            let read = self.window(text, is_last && is_text);
            *budget = budget.saturating_sub((self.at - before).max(1));
            match read {
                Read::End => return Ok(Went::Through),
                Read::Broken if self.at > before => self.window = WINDOW,
                Read::Broken if !is_text => return self.broken("is not UTF-8 text from here on"),
                Read::Broken if is_last => return self.cut(),
                Read::Broken if is_all => return Ok(Went::Hungry),
                Read::Broken => self.window = self.window.saturating_mul(2),
            }
        }
        Ok(Went::Paused)
    }

    /// Reads no more of the file: a tag of it is longer than there is room for.
    ///
    /// # Errors
    /// `malformed` where that is before its first record.
    pub(crate) fn cut(&mut self) -> Result<Went> {
        self.check()?;
        self.outcome.skips.add_cut(&Place::root().field("HealthData"), self.at);
        Ok(Went::Through)
    }

    /// Returns what was read.
    pub(crate) fn finish(mut self) -> Outcome {
        let (mut pool, nobody) = (Pool::default(), Shared::default());
        let mut statement = |mut fact: Fact| {
            fact.share(&mut pool);
            Statement::Fact(Box::new(fact))
        };
        let place = Place::root().field("HealthData");
        self.outcome.statements.extend(self.me.map(|me| (place.field("Me"), nobody.clone(), statement(me))));
        let mut condensed = 0;
        for ((_, _), day) in self.days {
            condensed += day.between();
            for (number, fact) in day.into_facts() {
                self.outcome.statements.push((place.field("Record").index(number), nobody.clone(), statement(fact)));
            }
        }
        if condensed > 0 {
            self.set_aside.insert(CONDENSED, condensed);
        }
        self.outcome.set_aside = self.set_aside;
        self.outcome
            .identifiers
            .extend(self.harvest.into_found().map(|(text, entity_type, _)| (text, entity_type, None)));
        self.outcome
    }

    fn broken(&mut self, reason: &'static str) -> Result<Went> {
        self.check()?;
        self.outcome.skips.add_at(&Place::root().field("HealthData"), reason, self.at);
        Ok(Went::Through)
    }

    /// Returns why the file is refused, if nothing in it could be read.
    fn check(&self) -> Result<()> {
        if self.records == 0 && self.me.is_none() {
            return Err(Error::new(
                Code::Malformed,
                "the export is broken or cut short before its first record: export it again",
            ));
        }
        Ok(())
    }

    /// Reads the tags in `text`, which stands in the file from the byte `at` on, as far as they are whole.
    fn window(&mut self, text: &str, is_last: bool) -> Read {
        let base = self.at;
        let mut reader = Reader::from_str(text);
        let before = uncounted(text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        loop {
            let Ok(event) = reader.read_event() else { return Read::Broken };
            let Ok(end) = usize::try_from(reader.buffer_position()).map(|end| before + end) else {
                return Read::Broken;
            };
            match event {
                Event::Start(tag) | Event::Empty(tag) => {
                    let start = self.at - base;
                    self.tag(&tag, text, start..end, base);
                }
                Event::End(tag) if tag.name().as_ref() == "HealthData" => self.state = State::After,
                // Text may go on behind the window, and only its end says where it does.
                Event::Text(_) if end == text.len() && !is_last => return Read::Broken,
                Event::Eof => {
                    return match self.state {
                        State::After if is_last => Read::End,
                        _ => Read::Broken,
                    };
                }
                _ => {}
            }
            self.at = base + end;
        }
    }

    fn tag(&mut self, tag: &BytesStart<'_>, text: &str, range: std::ops::Range<usize>, base: usize) {
        let name = tag.name();
        match name.as_ref() {
            "HealthData" => self.state = State::Inside,
            WORKOUT => *self.set_aside.entry(WORKOUT).or_default() += 1,
            RINGS => *self.set_aside.entry(RINGS).or_default() += 1,
            "Me" => {
                let Some(attributes) = Attributes::read(tag, text, range, base) else { return };
                if let Some(birth) = attributes.text("HKCharacteristicTypeIdentifierDateOfBirth") {
                    self.harvest.add(&birth, EntityType::Date, &Owner::Nobody);
                }
                self.me = record::me(&attributes);
            }
            "Record" => {
                let number = self.records;
                self.records += 1;
                let Some(attributes) = Attributes::read(tag, text, range, base) else {
                    return self
                        .outcome
                        .skips
                        .add(&Place::root().field("HealthData").field("Record").index(number), "is broken");
                };
                if let Some(source) = attributes.text("sourceName") {
                    self.source(&source);
                }
                match record::measured(&attributes) {
                    None => *self.set_aside.entry(SUMS).or_default() += 1,
                    Some(Measured { kind, day, order, taken, fact }) => {
                        self.days.entry((kind, day)).or_default().take(order, taken, number, fact);
                    }
                }
            }
            _ => {}
        }
    }

    /// Takes the name of a device as known: people call theirs by their own names.
    fn source(&mut self, name: &str) {
        self.harvest.add(name, EntityType::Username, &Owner::Nobody);
        for mark in ["'s ", "\u{2019}s "] {
            if let Some((owner, _)) = name.split_once(mark) {
                self.harvest.person(owner, &Owner::Nobody);
            }
        }
    }
}

/// How a window ended.
enum Read {
    /// With the file.
    End,
    /// In the middle of something.
    Broken,
}
