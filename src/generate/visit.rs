//! One visit while it lasts: what courses of illness measure, find, order and say.

use jiff::civil::Date;

use super::body::Body;
use super::calendar::age;
use super::chance::Chance;
use super::chart::{Added, Chart, Moment, Order, Problem};
use super::codes::{
    ALLERGIES, Concept, FOLLOW_UP, HEART_RATE, HEIGHT, Medicine, RESPIRATORY_RATE, SATURATION, TEMPERATURE, Test,
    WEIGHT,
};
use super::json::Decimal;
use super::person::Person;
use super::practice::Role;

/// A letter that a visit gives rise to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Letter {
    /// Asks a specialist.
    Referral {
        /// Whom.
        to: Role,
        /// About what.
        problem: Concept,
        /// The question.
        question: String,
        /// What the specialist answers some weeks later.
        reply: String,
    },
    /// Tells of a stay in hospital.
    Discharge {
        /// Why.
        problem: Concept,
        /// Days in hospital.
        days: i32,
        /// What happened.
        story: String,
    },
}

/// A visit.
pub(super) struct Visit<'a> {
    /// When.
    pub(super) at: Moment,
    /// The last day of the record.
    pub(super) end: Date,
    /// The chart it is written into.
    pub(super) chart: &'a mut Chart,
    /// Who comes.
    pub(super) person: &'a Person,
    /// What can be measured.
    pub(super) body: &'a mut Body,
    /// The draws of this patient's life.
    pub(super) chance: &'a mut Chance,
    /// The encounter.
    pub(super) encounter: Added,
    /// What kind of visit.
    pub(super) kind: Concept,
    /// Who sees the patient.
    pub(super) role: Role,
    /// Why the patient came.
    pub(super) reason: Option<Concept>,
    /// What the patient tells.
    pub(super) complaints: Vec<String>,
    /// Results in the order in which they came.
    pub(super) results: Vec<(Test, Decimal)>,
    measured: Vec<(Concept, (Added, f64))>,
    /// Systolic and diastolic, if measured.
    pub(super) pressure: Option<(Decimal, Decimal)>,
    /// What it means: the problem, a sentence.
    pub(super) assessments: Vec<(&'static str, String)>,
    /// What is to be done.
    pub(super) plans: Vec<String>,
    /// Letters that follow.
    pub(super) letters: Vec<Letter>,
}

impl<'a> Visit<'a> {
    /// Opens a visit; [`close`](Self::close) writes what it was.
    pub(super) fn open(
        at: Moment,
        end: Date,
        chart: &'a mut Chart,
        person: &'a Person,
        body: &'a mut Body,
        chance: &'a mut Chance,
    ) -> Self {
        let encounter = chart.visit();
        let role = if age(person.birth, at.day) < 16 { Role::Pediatrics } else { Role::Family };
        Visit {
            at,
            end,
            chart,
            person,
            body,
            chance,
            encounter,
            kind: FOLLOW_UP,
            role,
            reason: None,
            complaints: Vec::new(),
            results: Vec::new(),
            measured: Vec::new(),
            pressure: None,
            assessments: Vec::new(),
            plans: Vec::new(),
            letters: Vec::new(),
        }
    }

    /// Returns the day.
    pub(super) fn day(&self) -> Date {
        self.at.day
    }

    /// Returns the patient's age in years.
    pub(super) fn age(&self) -> i32 {
        age(self.person.birth, self.at.day)
    }

    /// Measures what is measured at every visit.
    pub(super) fn vital_signs(&mut self) {
        let (height, weight) = self.body.size(self.person, self.at.day);
        let weight = weight + self.chance.spread(0.4);
        let is_adult = self.age() >= 18;
        if !is_adult || self.chart.count("Encounter") % 8 == 1 {
            self.measure(&HEIGHT, height);
        }
        let weight = self.measure(&WEIGHT, weight);
        let metres = height / 100.0;
        if self.age() >= 2 {
            self.measure(&super::codes::BMI, weight / (metres * metres));
        }
        if self.age() >= 3 {
            let young = f64::from((18 - self.age()).max(0));
            let systolic = self.body.systolic - 1.6 * young + self.chance.spread(4.0);
            let diastolic = self.body.diastolic - 0.9 * young + self.chance.spread(3.0);
            self.pressure = Some(self.chart.observe_pressure(self.at, &self.encounter, systolic, diastolic));
        }
        let young = f64::from((16 - self.age()).max(0));
        let rate = self.body.heart_rate + 3.2 * young + self.chance.spread(3.0);
        self.measure(&HEART_RATE, rate);
        if self.chance.percent(40) || !is_adult {
            let (breaths, warmth) = (15.0 + young + self.chance.spread(1.2), 36.7 + self.chance.spread(0.2));
            self.measure(&RESPIRATORY_RATE, breaths);
            self.measure(&TEMPERATURE, warmth);
        }
        if self.chance.percent(30) {
            let saturation = 97.5 + self.chance.spread(0.8);
            self.measure(&SATURATION, saturation);
        }
    }

    /// Measures, and returns the result as the record has it. Blood is drawn once a visit: a second laboratory test of a
    /// kind gives the first one's result; anything else is measured again, a quarter of an hour later.
    pub(super) fn measure(&mut self, test: &Test, value: f64) -> f64 {
        self.add_result(test, value).1
    }

    /// Measures several at once, and reports them as `panel`.
    pub(super) fn panel(&mut self, panel: Concept, tests: &[(&Test, f64)]) {
        let added: Vec<Added> = tests.iter().map(|(test, value)| self.add_result(test, *value).0).collect();
        self.chart.report(self.at, &self.encounter, panel, &added);
    }

    fn add_result(&mut self, test: &Test, value: f64) -> (Added, f64) {
        let before = self.measured.iter().filter(|(known, _)| *known == test.code).count();
        if test.category == "laboratory"
            && let Some((_, (added, value))) = self.measured.iter().find(|(known, _)| *known == test.code)
        {
            return (added.clone(), *value);
        }
        let at = self.at.later(15 * u32::try_from(before).unwrap_or_default());
        let (added, value) = self.chart.observe(at, &self.encounter, test, value);
        self.results.push((*test, value));
        self.measured.push((test.code, (added.clone(), value.value())));
        (added, value.value())
    }

    /// Says what the patient tells.
    pub(super) fn complain(&mut self, words: impl Into<String>) {
        self.complaints.push(words.into());
    }

    /// Says what is found about a problem.
    pub(super) fn assess(&mut self, problem: &'static str, words: impl Into<String>) {
        self.assessments.push((problem, words.into()));
    }

    /// Says what is to be done.
    pub(super) fn plan(&mut self, words: impl Into<String>) {
        self.plans.push(words.into());
    }

    /// Puts a problem on the list, and takes it as the reason of the visit.
    pub(super) fn diagnose(&mut self, concept: Concept) -> Problem {
        self.reason = Some(concept);
        self.chart.problem(self.at.day, concept)
    }

    /// Orders a medicine.
    pub(super) fn prescribe(&mut self, medicine: Medicine, problem: &Problem) -> Order {
        self.chart.order(self.at, &self.encounter, medicine, self.role, problem)
    }

    /// Ends an order for a reason.
    pub(super) fn stop(&mut self, order: &Order, reason: &'static str) {
        self.chart.end(order, self.at.day, Some(reason));
    }

    /// Orders `medicine` in the place of `order`.
    pub(super) fn change(
        &mut self,
        order: &Order,
        medicine: Medicine,
        reason: &'static str,
        problem: &Problem,
    ) -> Order {
        self.stop(order, reason);
        self.prescribe(medicine, problem)
    }

    /// Does a procedure.
    pub(super) fn procedure(&mut self, procedure: Concept, problem: Option<&Problem>) {
        self.chart.procedure(self.at, Some(&self.encounter), procedure, self.role, problem);
    }

    /// Has a procedure done by a specialist `days` later, unless the record ends before it.
    pub(super) fn procedure_later(&mut self, days: i32, procedure: Concept, role: Role, problem: &Problem) {
        let at = self.at.in_days(days);
        if at.day <= self.end {
            self.chart.procedure(at, None, procedure, role, Some(problem));
        }
    }

    /// Gives a vaccine.
    pub(super) fn vaccinate(&mut self, vaccine: Concept) {
        let lot = format!("EX{}{}", vaccine.code, self.chance.digits(5));
        self.chart.vaccinate(self.at, &self.encounter, vaccine, lot);
    }

    /// Returns whether penicillins must not be given.
    pub(super) fn avoids_penicillin(&self) -> bool {
        self.chart.allergies().iter().any(|allergy| ALLERGIES.first().is_some_and(|first| allergy.code == first.code))
    }

    /// Writes what the visit was.
    pub(super) fn close(&mut self) {
        self.chart.describe(&self.encounter, self.at, self.kind, self.role, self.reason);
    }
}
