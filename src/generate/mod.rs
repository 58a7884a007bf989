//! Generated records: any number of invented patients, for tests, benchmarks and runs at scale.
//!
//! A patient is drawn from a seed and a number, and nothing else: the same two give the same bytes on every machine, and
//! patient 7 of ten is patient 7 of ten thousand. What a patient has follows small models of illness that answer to
//! treatment over years (`courses`); notes and letters tell of it in prose with names, numbers and addresses. With each
//! patient comes its [`Truth`]: what identifies them and where it stands, what is so, and what is wrong on purpose.
//!
//! It is no model of a population: illnesses are more frequent than in life, so that small samples hold every kind, and
//! nothing may be concluded from the figures about medicine. Nobody in it lives, and nothing in it reaches anybody.

mod body;
mod bundle;
mod calendar;
mod chance;
mod chart;
mod codes;
mod courses;
mod json;
mod life;
mod notes;
mod person;
mod practice;
mod readings;
mod truth;
mod visit;

use std::io::Write;

pub use bundle::{Written, not_written};
pub use truth::{Flaw, Placed, Stated, Truth};

use crate::error::Result;
use chance::Chance;
use chart::{Chart, Entry};
use life::Span;
use notes::Writer;
use person::Person;
use practice::{PRACTICES, Practice};
use readings::Readings;

/// How a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// A `Bundle` of type `collection`, one entry a line, references by `urn:uuid:`.
    #[default]
    Bundle,
    /// One resource a line (NDJSON), references by type and id.
    Lines,
}

impl Form {
    fn reference(self, resource_type: &str, id: &str) -> String {
        match self {
            Form::Bundle => format!("urn:uuid:{id}"),
            Form::Lines => format!("{resource_type}/{id}"),
        }
    }
}

/// What to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many years of life are on record, at most; children have as many as they lived.
    pub years: u16,
    /// How the record is written.
    pub form: Form,
    /// How many bytes each record has at least: readings of devices at home fill it up, evenly over the years, and the
    /// last one takes it past the number by no more than a few kilobytes. `None` adds nothing.
    pub bytes: Option<u64>,
}

/// Years on record when nothing else is asked for.
pub const YEARS: u16 = 8;
/// The most years that can be asked for.
pub const MAX_YEARS: u16 = 60;

impl Default for Options {
    fn default() -> Self {
        Options { years: YEARS, form: Form::Bundle, bytes: None }
    }
}

/// One generated patient: the record, ready to be written, and what is so.
#[derive(Debug, Clone, PartialEq)]
pub struct Patient {
    entries: Vec<Entry>,
    truth: Truth,
    form: Form,
    readings: Option<Readings>,
}

impl Patient {
    /// Returns patient `number`, from 0, under `seed`. [`Options::years`] beyond [`MAX_YEARS`] counts as that.
    pub fn new(seed: u64, number: u64, options: &Options) -> Self {
        let mut chance = Chance::new(seed, "patient", number);
        let practice = Practice::draw(seed, chance.below(PRACTICES));
        let person = Person::draw(practice.town, &mut chance);
        let span = Span::draw(&person, options.years.clamp(1, MAX_YEARS), &mut chance);
        let mut chart = Chart::new(seed, number, options.form, practice);
        chart.admit(&person);
        let mut life = Chance::new(seed, "life", number);
        let mut writer = Writer::new(seed, number);
        life::live(&person, span, &mut chart, &mut life, &mut writer);
        let readings = options.bytes.map(|bytes| Readings::new(seed, number, bytes, span, &person, &mut chart));
        let (entries, truth) = chart.close();
        Patient { entries, truth, form: options.form, readings }
    }

    /// Returns what is so.
    pub fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Writes the record, and returns how much it is. Readings that fill it up are made while they are written, so that
    /// a record of any size takes little memory.
    ///
    /// # Errors
    /// `io` when `out` cannot be written; with a full disk the message says so.
    pub fn write(&self, out: &mut impl Write) -> Result<Written> {
        bundle::write(self, out)
    }

    /// Returns the record as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("writing to memory cannot fail");
        bytes
    }
}

/// Returns the patients under `seed`, one after the other and without end; each is made when it is asked for.
pub fn patients(seed: u64, options: Options) -> impl Iterator<Item = Patient> {
    (0..).map(move |number| Patient::new(seed, number, &options))
}
