//! Readings of devices at home, and a diary: what fills a record up to a size that was asked for.

use jiff::SignedDuration;
use jiff::civil::DateTime;

use super::chance::Chance;
use super::chart::{Chart, Entry, uuid};
use super::codes::{Concept, HOME_GLUCOSE, HOME_PULSE, PATIENT_NOTE, STEPS, Test, UCUM, fhir};
use super::json::{Decimal, Json, list, members, object};
use super::life::Span;
use super::person::Person;
use super::truth::Stated;
use base64::Engine as _;

/// No entry is shorter, so that the step between readings never takes them before the record begins.
const LEAST_ENTRY_BYTES: u64 = 400;
/// So many readings stand between two pages of the diary.
const DIARY_EVERY: u64 = 400;
const DEVICES: [Test; 3] = [HOME_GLUCOSE, HOME_PULSE, STEPS];

/// The readings of one patient, from the last to the first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Readings {
    seed: u64,
    number: u64,
    bytes: u64,
    subject: Json,
    writer: String,
    end: DateTime,
    step_seconds: i64,
    most: u64,
}

impl Readings {
    /// Returns the readings that take a record to `bytes`, spread over `span`, and states the last of each device.
    pub(super) fn new(seed: u64, number: u64, bytes: u64, span: Span, person: &Person, chart: &mut Chart) -> Self {
        let most = bytes / LEAST_ENTRY_BYTES + 1;
        let seconds = i64::from(super::calendar::days(span.start, span.end).max(1)) * 86_400;
        let step_seconds = (seconds / i64::try_from(most).unwrap_or(i64::MAX)).clamp(1, 4 * 3600);
        let end = span.end.at(7, 0, 0, 0);
        let phone = person.phones.first().map_or("the number you have", String::as_str);
        let writer = format!("{}, {phone}", person.name.short());
        let readings = Readings { seed, number, bytes, subject: chart.subject(), writer, end, step_seconds, most };
        for index in 0..DEVICES.len() as u64 {
            let (test, value, when) = readings.reading(index);
            let Concept { system, code, display } = test.code;
            chart.truth.facts.push(Stated {
                resource_type: "Observation",
                system,
                code,
                display,
                when: when.date().to_string(),
                value: Some(value.to_string()),
                unit: Some(test.unit),
                status: None,
            });
        }
        readings
    }

    /// Returns the size that was asked for.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the entries, each made when it is asked for.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        (0..self.most).map(|index| {
            if index % DIARY_EVERY == DIARY_EVERY - 1 { self.diary(index) } else { self.observation(index) }
        })
    }

    fn when(&self, index: u64) -> DateTime {
        let back = self.step_seconds.saturating_mul(i64::try_from(index).unwrap_or(i64::MAX));
        self.end.checked_sub(SignedDuration::from_secs(back)).unwrap_or(self.end)
    }

    /// Returns reading `index`, counted from the last one.
    fn reading(&self, index: u64) -> (Test, Decimal, DateTime) {
        let device = (index % DEVICES.len() as u64) as usize;
        let test = DEVICES.get(device).copied().unwrap_or(HOME_PULSE);
        let mut chance = Chance::new(self.seed ^ self.number.rotate_left(32), "reading", index);
        let value = match device {
            0 => 128.0 + chance.spread(22.0),
            1 => 76.0 + chance.spread(8.0),
            _ => 900.0 + chance.real(0.0, 5200.0),
        };
        let (least, most) = test.plausible;
        (test, Decimal::new(value.clamp(least, most), test.places), self.when(index))
    }

    fn id(&self, index: u64) -> String {
        uuid(&[&self.seed.to_le_bytes(), b"reading", &self.number.to_le_bytes(), &index.to_le_bytes()])
    }

    fn observation(&self, index: u64) -> Entry {
        let (test, value, when) = self.reading(index);
        let quantity = object! { "value": value, "unit": test.unit, "system": UCUM, "code": test.unit };
        let body = members! {
            "status": "final",
            "category": list![fhir("observation-category", test.category, test.category)],
            "code": test.code.json(),
            "subject": self.subject.clone(),
            "effectiveDateTime": format!("{when}-06:00"),
            "valueQuantity": quantity,
        };
        Entry { resource_type: "Observation", id: self.id(index), body }
    }

    fn diary(&self, index: u64) -> Entry {
        let when = self.when(index);
        let mut chance = Chance::new(self.seed ^ self.number.rotate_left(32), "diary", index);
        let told = chance.pick(&[
            "Slept well, walked to the river and back.",
            "Forgot the tablets in the evening and took them in the night.",
            "Dizzy on getting up; better after breakfast.",
            "A visit from the family, too much cake.",
        ]);
        let text = format!("Diary, {}. {told} ({})\n", when.date(), self.writer);
        let data = base64::engine::general_purpose::STANDARD.encode(text);
        let body = members! {
            "status": "current",
            "type": PATIENT_NOTE.json(),
            "subject": self.subject.clone(),
            "date": format!("{when}-06:00"),
            "content": list![object! { "attachment": object! { "contentType": "text/plain; charset=utf-8", "data": data } }],
        };
        Entry { resource_type: "DocumentReference", id: self.id(index), body }
    }
}
