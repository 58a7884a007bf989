//! Notes and letters in prose, in several hands: they tell what the structure says, with the names, numbers and addresses
//! that real notes hold, and now and then something that is not so.

mod content;
mod letters;
mod progress;

use super::calendar::{form, long};
use super::chance::Chance;
use super::chart::Moment;
use super::codes::{
    CONSULT_NOTE, Concept, DISCHARGE_SUMMARY, LETTER, PATIENT_NOTE, PROGRESS_NOTE, REFERRAL_NOTE, TELEPHONE_NOTE,
};
use super::practice::Role;
use super::visit::{Letter, Visit};
use crate::document::EntityType;
use content::{Content, Flaws};

/// Writes the notes of one patient.
pub(super) struct Writer {
    chance: Chance,
    flaws: Flaws,
}

impl Writer {
    /// Returns the writer of patient `number`.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Writer { chance: Chance::new(seed, "notes", number), flaws: Flaws::default() }
    }

    /// Writes the notes and letters that a visit gives rise to.
    pub(super) fn write(&mut self, visit: &mut Visit<'_>) {
        let is_short = visit.assessments.len() == 1 && visit.complaints.is_empty() && visit.plans.is_empty();
        let content = Content::new(visit, &mut self.flaws, &mut self.chance, is_short);
        let (kind, text) = if is_short && !content.laboratory.is_empty() && self.chance.percent(60) {
            (TELEPHONE_NOTE, progress::telephone(visit, &content, &mut self.chance))
        } else {
            (PROGRESS_NOTE, progress::note(visit, &content, &mut self.chance))
        };
        let encounter = visit.encounter.clone();
        visit.chart.document(visit.at, Some(&encounter), kind, Some(visit.role), &text);
        identify(visit, &text);
        for letter in std::mem::take(&mut visit.letters) {
            self.letter(visit, &letter, &content);
        }
        if self.chance.percent(7) {
            self.for_the_patient(visit, &content);
        }
        if self.chance.percent(5) {
            let text = letters::message(visit, &mut self.chance);
            let at = visit.at.in_days(-1);
            visit.chart.document(at, None, PATIENT_NOTE, None, &text);
            identify(visit, &text);
        }
    }

    fn letter(&mut self, visit: &mut Visit<'_>, letter: &Letter, content: &Content) {
        match letter {
            Letter::Referral { to, problem, question, reply } => {
                let text = letters::referral(visit, content, *to, problem, question, &mut self.chance);
                post(visit, visit.at, REFERRAL_NOTE, visit.role, &text);
                let answered = visit.at.in_days(self.chance.between(12, 45));
                let text = letters::reply(visit, answered.day, *to, problem, reply, &mut self.chance);
                post(visit, answered, CONSULT_NOTE, *to, &text);
            }
            Letter::Discharge { problem, days, story } => {
                let left = visit.at.in_days(*days);
                let text = letters::discharge(visit, left.day, problem, *days, story, content);
                post(visit, left, DISCHARGE_SUMMARY, visit.role, &text);
            }
        }
    }

    fn for_the_patient(&mut self, visit: &mut Visit<'_>, content: &Content) {
        let at = visit.at.in_days(self.chance.between(1, 5));
        let text = letters::results(visit, at.day, content);
        post(visit, at, LETTER, visit.role, &text);
    }
}

/// Puts a letter on the chart, unless the record ends before it.
fn post(visit: &mut Visit<'_>, at: Moment, kind: Concept, by: Role, text: &str) {
    if at.day <= visit.end {
        visit.chart.document(at, None, kind, Some(by), text);
        identify(visit, text);
    }
}

/// Notes what only prose says and identifies the patient: a nickname, a neighbour, the hospital, the day of birth in other forms, a
/// great age.
fn identify(visit: &mut Visit<'_>, text: &str) {
    let at = format!("DocumentReference/{}", visit.chart.count("DocumentReference"));
    let person = visit.person;
    let (neighbour, phone) = &person.neighbour;
    let said = [
        (person.nickname.unwrap_or_default().to_owned(), EntityType::Person),
        (neighbour.short(), EntityType::Person),
        (visit.chart.practice.hospital.clone(), EntityType::Organization),
        (phone.clone(), EntityType::Phone),
        (long(person.birth), EntityType::Date),
        (form(person.birth), EntityType::Date),
        (format!("{}-year-old", visit.age()), EntityType::Age),
    ];
    for (words, entity_type) in said {
        let counts = entity_type != EntityType::Age || visit.age() >= 90;
        if counts && !words.is_empty() && text.contains(&words) {
            visit.chart.truth.place(&words, entity_type, at.clone());
        }
    }
}
