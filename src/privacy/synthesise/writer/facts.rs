//! Writes facts: each in a sentence, or a series of them as range, trend and count.

use super::{Writer, original};
use crate::clearance::{FactRef, Operator, Original};
use crate::document::{Coded, Fact, FactKind, Moment, Reading, Value};
use crate::fold::is_invisible;
use crate::privacy::measure::{Gauge, Told};
use crate::privacy::synthesise::quantities::{Measured, gauge, measured, parts, same, subject};
use crate::privacy::synthesise::untold::term;
use crate::privacy::synthesise::wording::{lead, status, when};
use crate::privacy::terms::{self, Stretch};
use crate::privacy::{generalise, precision, units};

impl Writer<'_> {
    /// Each fact in a sentence of its own.
    pub(super) fn each(&mut self, facts: &[(FactRef, &Fact)]) {
        for (index, (fact_ref, fact)) in facts.iter().enumerate() {
            if index > 0 {
                self.out.template("\n");
            }
            self.name(*fact_ref, fact);
            let mut readings = parts(fact);
            readings.retain(|(_, reading)| is_told(reading));
            if readings.is_empty() {
                self.moments(*fact_ref, fact, when(fact));
            }
            for (index, (code, reading)) in readings.iter().enumerate() {
                self.part(*fact_ref, fact, *code, index);
                self.reading(*fact_ref, fact, *code, reading);
            }
            if !readings.is_empty() {
                self.moments(*fact_ref, fact, (", ", ", until "));
            }
            self.out.template(".");
            if let Some(words) = status(fact) {
                self.out.template(words);
            }
        }
    }

    /// A series of numbers as range, trend and count.
    pub(super) fn range(&mut self, facts: &[(FactRef, &Fact)]) {
        let Some((last_ref, last)) = facts.last().copied() else { return };
        self.name(last_ref, last);
        let mut index = 0;
        for (code, _) in parts(last) {
            let mut numbers = Vec::new();
            let mut gauges = Vec::new();
            let mut originals = Vec::new();
            let mut unit = None;
            for (fact_ref, fact) in facts {
                for (_, reading) in parts(fact).into_iter().filter(|(other, _)| same(*other, code)) {
                    if let Reading::Quantity { value, number, unit: of } = reading {
                        numbers.push(*number);
                        gauges.push(gauge(fact, code, value, of.as_ref()));
                        originals.push(original(*fact_ref, fact, value));
                        unit = unit.or(of.as_ref().map(|of| (*fact_ref, *fact, of)));
                    }
                }
            }
            let ends = || numbers.iter().copied().zip(&gauges);
            let (Some((low, of_low)), Some((high, of_high))) =
                (ends().min_by(|(a, _), (b, _)| a.total_cmp(b)), ends().max_by(|(a, _), (b, _)| a.total_cmp(b)))
            else {
                continue;
            };
            let size = high.abs().max(low.abs());
            let measured = self.measured(last_ref, last, code, unit.map(|(.., unit)| unit));
            let told = |(number, gauge): (f64, &Gauge)| self.told(&measured, gauge, number, size);
            let Some((from, to)) = told((low, of_low)).zip(told((high, of_high))) else { continue };
            self.part(last_ref, last, code, index);
            index += 1;
            let step = precision::step(of_high.quantity, size);
            let direction = generalise::trend(&numbers, precision::change(of_high.quantity, step));
            let is_numeric = from.number().is_some() && to.number().is_some();
            if from.text == to.text {
                self.out.template(if is_numeric { "" } else { "always " });
                self.number(&from, originals.clone(), unit);
            } else if is_numeric {
                self.out
                    .template("between about ")
                    .write(from.operator, &from.text, originals.clone())
                    .template(" and ")
                    .write(to.operator, &to.text, originals.clone());
                self.unit_of(unit);
            } else {
                self.out.template("at its lowest ");
                self.number(&from, originals.clone(), unit);
                self.out.template(", at its highest ");
                self.number(&to, originals.clone(), unit);
            }
            self.out.template(", ").write(Operator::Trend, direction, originals);
        }
        self.out.template(", in ");
        self.count(facts);
        self.out.template(" readings");
        self.first_to_last(facts);
        self.out.template(".");
    }

    /// What leads to part number `index` of `fact`: the name of the part, if it has one.
    fn part(&mut self, fact_ref: FactRef, fact: &Fact, code: Option<&Coded>, index: usize) {
        self.out.template(match (code, index) {
            (Some(_), 0) => ": ",
            (Some(_), _) => "; ",
            (None, 0) => "",
            (None, _) => "; it",
        });
        if let Some(code) = code {
            self.term(fact_ref, fact, code);
        }
        self.out.template(" was ");
    }

    /// Returns which quantity a reading of `fact` is of.
    fn measured(&self, fact_ref: FactRef, fact: &Fact, code: Option<&Coded>, unit: Option<&Value>) -> Measured {
        measured(subject(self.material.records, fact_ref), code.or(fact.code.as_ref()), unit)
    }

    /// Returns `number` as it is told among the readings of its quantity.
    fn told(&self, measured: &Measured, gauge: &Gauge, number: f64, size: f64) -> Option<Told> {
        let spread = self.quantities.get(measured)?;
        Some(spread.shift.of(gauge.told(number, size, &spread.bounds, self.rules.numbers)?))
    }

    /// A number with its unit.
    fn number(&mut self, told: &Told, originals: Vec<Original>, unit: Option<(FactRef, &Fact, &Value)>) {
        self.out.template(if told.number().is_some() { "about " } else { "" });
        self.out.write(told.operator, &told.text, originals);
        self.unit_of(unit.filter(|_| told.has_unit()));
    }

    fn unit_of(&mut self, unit: Option<(FactRef, &Fact, &Value)>) {
        if let Some((fact_ref, fact, unit)) = unit {
            self.unit(fact_ref, fact, unit);
        }
    }

    /// A series without numbers as a count.
    pub(super) fn repeated(&mut self, facts: &[(FactRef, &Fact)]) {
        let Some((last_ref, last)) = facts.last().copied() else { return };
        self.name(last_ref, last);
        self.out.template(", recorded ");
        self.count(facts);
        self.out.template(" times");
        self.first_to_last(facts);
        self.out.template(".");
        if let Some(words) = status(last) {
            self.out.template(words);
        }
        if let [(_, reading)] = parts(last).as_slice() {
            self.out.template(" The latest was ");
            self.reading(last_ref, last, None, reading);
            self.out.template(".");
        }
    }

    fn count(&mut self, facts: &[(FactRef, &Fact)]) {
        let originals = facts.iter().filter_map(|(fact_ref, fact)| {
            let term = || fact.code.as_ref().and_then(term);
            fact.begun.as_ref().map(|moment| &moment.value).or_else(term).map(|value| original(*fact_ref, fact, value))
        });
        let originals = originals.collect();
        self.out.write(Operator::Count, &generalise::count(facts.len(), self.rules.counts), originals);
    }

    fn first_to_last(&mut self, facts: &[(FactRef, &Fact)]) {
        let mut dated =
            facts.iter().filter_map(|(fact_ref, fact)| fact.begun.as_ref().map(|moment| (*fact_ref, *fact, moment)));
        if let (Some((first_ref, first, from)), Some((last_ref, last, to))) = (dated.next(), dated.next_back())
            && let (Some(earliest), Some(latest)) = (self.labels.get(&from.day), self.labels.get(&to.day))
        {
            if earliest == latest {
                self.out.template(", all ");
            } else {
                self.out.template(", from ");
                self.moment(first_ref, first, from);
                self.out.template(" to ");
            }
            self.moment(last_ref, last, to);
        }
    }

    fn name(&mut self, fact_ref: FactRef, fact: &Fact) {
        self.out.template(lead(fact.kind));
        if let Some(code) = &fact.code {
            if self.is_unnamed(fact, code) {
                self.out.template("a rare condition, whose name stays with the patient");
            } else {
                self.term(fact_ref, fact, code);
            }
        }
    }

    /// Returns whether `fact`, about `code`, is a rare disease whose name is not told.
    fn is_unnamed(&self, fact: &Fact, code: &Coded) -> bool {
        let is_disease = matches!(fact.kind, FactKind::Condition | FactKind::FamilyMemberHistory);
        let named = |term: &Value| self.material.rare.is_some_and(|rare| rare.names(&term.text));
        self.material.easing.is_unnamed() && is_disease && term(code).is_some_and(named)
    }

    fn term(&mut self, fact_ref: FactRef, fact: &Fact, code: &Coded) {
        if let Some(term) = term(code) {
            self.terms.insert(term.text.to_string());
            for stretch in terms::stretches(&term.text, self.material.words) {
                let original = || vec![original(fact_ref, fact, term)];
                match stretch {
                    Stretch::Plain(range) | Stretch::Stays(range) => {
                        // Places where a line may be broken, as LOINC's names have them, do not leave.
                        for plain in term.text.get(range).unwrap_or_default().split(is_invisible) {
                            self.out.write(Operator::Code, plain, original());
                        }
                    }
                    Stretch::Allowed(_, word) => {
                        self.out.write(Operator::Allowed, &word, original());
                    }
                }
            }
        }
    }

    /// When `fact` began and ended, each behind our words for it.
    fn moments(&mut self, fact_ref: FactRef, fact: &Fact, (begun, ended): (&'static str, &'static str)) {
        if let Some(moment) = fact.begun.as_ref().filter(|moment| self.labels.contains_key(&moment.day)) {
            self.out.template(begun);
            self.moment(fact_ref, fact, moment);
        }
        if let Some(moment) =
            fact.ended.as_ref().filter(|ended| fact.begun.as_ref().is_none_or(|begun| begun.day != ended.day))
            && self.labels.contains_key(&moment.day)
        {
            self.out.template(ended);
            self.moment(fact_ref, fact, moment);
        }
    }

    fn moment(&mut self, fact_ref: FactRef, fact: &Fact, moment: &Moment) {
        if let Some(label) = self.labels.get(&moment.day) {
            self.told_days.insert(moment.day);
            self.out.write(Operator::Time, label, vec![original(fact_ref, fact, &moment.value)]);
        }
    }

    fn reading(&mut self, fact_ref: FactRef, fact: &Fact, code: Option<&Coded>, reading: &Reading) {
        match reading {
            Reading::Coded { answer } => self.term(fact_ref, fact, answer),
            Reading::Text { .. } => {}
            Reading::Quantity { value, number, unit } => {
                let measured = self.measured(fact_ref, fact, code, unit.as_ref());
                let gauge = gauge(fact, code, value, unit.as_ref());
                let unit = unit.as_ref().map(|unit| (fact_ref, fact, unit));
                match self.told(&measured, &gauge, *number, *number) {
                    Some(told) => self.number(&told, vec![original(fact_ref, fact, value)], unit),
                    None => self.unit_of(unit),
                }
            }
        }
    }

    fn unit(&mut self, fact_ref: FactRef, fact: &Fact, unit: &Value) {
        if let Some(known) = units::may_leave(&unit.text).filter(|known| !known.is_empty()) {
            self.out.template(" ").write(Operator::Unit, known, vec![original(fact_ref, fact, unit)]);
        }
    }
}

/// Returns whether anything can be told of `reading`.
fn is_told(reading: &Reading) -> bool {
    match reading {
        Reading::Quantity { .. } => true,
        Reading::Coded { answer } => term(answer).is_some(),
        Reading::Text { .. } => false,
    }
}
