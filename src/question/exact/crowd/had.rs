//! Reads what people have: its name, how its value lies, of which time it is.

use super::compared::{BEHIND, COMPARING, LYING};
use super::form::{Term, Wanted, When};
use super::read::{Joint, Parser, is_auxiliary, is_read};
use super::things::{is_silent, without_done};
use crate::document::FactKind;
use crate::question::exact::ask::{Bound, is_of_change};
use crate::question::exact::{measures, unit};

impl Parser {
    /// Reads a thing that is had, with how its value lies, and when it was.
    pub(super) fn object(&mut self, joint: Joint, has_verb: bool, whose: bool) -> Option<()> {
        let mut term = Term::of(Vec::new(), self.verb.1);
        (term.kinds, term.is_not) = (self.verb.0.into_iter().collect(), self.verb.2);
        let begin = self.at;
        let is_latest = self.before_thing(&mut term);
        if self.extreme(&term, whose)? {
            return Some(());
        }
        let first = self.at;
        while !self.ends() && (!self.is_boundary() || self.names_a_measure(&term.words)) {
            term.words.push(self.text(self.at).to_owned());
            self.at += 1;
        }
        // "Had a coil fitted" is of no prescription for one.
        if without_done(&mut term.words) && term.kinds.is_empty() {
            term.kinds = vec![FactKind::Procedure];
        }
        if term.words.is_empty() || !term.words.iter().all(|word| is_read(word)) || self.at == first && begin == first {
            return None;
        }
        let is_article = |at: &usize| matches!(self.text(*at), "a" | "an" | "the" | "any" | "some" | "their");
        let begin = (begin..first).find(|at| !is_article(at)).unwrap_or(first);
        term.said = (begin..self.at).map(|at| self.text(at)).collect::<Vec<_>>().join(" ");
        if self.takes("excepting") {
            let from = self.at;
            while !self.ends() && !self.is_boundary() {
                self.at += 1;
            }
            term.except = (from..self.at).map(|at| self.text(at).to_owned()).collect();
            term.said = format!("{} except {}", term.said, term.except.join(" "));
        }
        let (value, when) = (self.at, term.when);
        let is_bound = self.bounds(&mut term).is_some() && !term.bounds.is_empty();
        if is_bound {
            let told: Vec<&str> = (value..self.at).map(|at| self.text(at)).collect();
            term.said = format!("{} {}", term.said, told.join(" "));
        } else {
            (self.at, term.when) = (value, when);
            // "Whose last colonoscopy was before 2015" is told by no value, and "which women are heavy" by none that is had.
            let is_had = has_verb || joint != Joint::None;
            if whose || is_latest || !is_had {
                return None;
            }
        }
        let mut is_ever = self.takes("ever");
        term.range = self.time();
        is_ever |= self.takes("ever");
        if is_ever {
            term.when = When::Ever;
        }
        let is_timed = term.range.is_some();
        self.push(term, joint, has_verb)?;
        // "Gout or asthma at some point" is of both; of "a stroke and a colonoscopy in 2019" nobody can say.
        let last = self.crowd.clauses.last_mut()?;
        if is_ever {
            last.terms.iter_mut().for_each(|term| term.when = When::Ever);
        }
        (!is_timed || last.terms.len() == 1).then_some(())
    }

    /// Takes what stands before the name of a thing.
    fn before_thing(&mut self, term: &mut Term) -> bool {
        let mut is_latest = false;
        loop {
            if self.takes_any(&["history of", "past history of", "previous history of"]) {
                (term.history, term.when) = (true, When::Ever);
            } else if self.takes_any(&["past", "previous", "prior", "former", "earlier"]) {
                term.when = When::Ever;
            } else if self.takes_any(&["most recent", "latest", "last", "newest"]) {
                (is_latest, term.when) = (true, When::Now);
            } else if self.takes_any(&["active", "current", "ongoing"]) {
                term.when = When::Now;
            } else if self.takes_any(&["prescription for", "prescriptions for", "script for"]) {
                term.kinds = vec![FactKind::MedicationRequest];
            } else if !is_silent(self) {
                return is_latest;
            }
        }
    }

    /// Reads "the highest LDL", with of whom.
    fn extreme(&mut self, term: &Term, whose: bool) -> Option<bool> {
        self.takes("very");
        let high = self.takes_any(&["highest", "biggest", "largest", "greatest", "top", "maximum"]);
        if !high && !self.takes_any(&["lowest", "smallest", "minimum"]) {
            return Some(false);
        }
        let latest = self.takes_any(&["most recent", "latest", "last", "current"]);
        let mut words = Vec::new();
        let is_of = |parser: &Self| {
            matches!(
                parser.text(parser.at),
                "of" | "among" | "amongst" | "in" | "ever" | "," | "and" | "who" | "with" | "or"
            )
        };
        while !self.ends() && !is_of(self) && self.range().is_none() {
            words.push(self.text(self.at).to_owned());
            self.at += 1;
        }
        let mut when = match term.when {
            _ if latest => When::Now,
            _ if whose => When::Unsaid,
            when => when,
        };
        if self.takes("ever") {
            when = When::Ever;
        }
        if self.takes_any(&["of all time", "of all times"]) {
            when = When::Ever;
        }
        if self.takes_any(&["of", "among", "amongst", "in"]) {
            self.group(false)?;
        }
        let is_free = !words.is_empty()
            && words.iter().all(|word| is_read(word) && !is_of_change(word))
            && self.crowd.wanted == Wanted::Names
            && !self.verb.2;
        self.crowd.wanted = Wanted::Extreme { high, when, words };
        (is_free && self.ends()).then_some(true)
    }

    fn is_boundary(&self) -> bool {
        let word = self.text(self.at);
        let marks = [
            "",
            ",",
            "and",
            "or",
            "who",
            "whom",
            "that",
            "which",
            "whose",
            "but",
            "not",
            "without",
            "excepting",
            "ever",
            "died",
            "born",
            "aged",
        ];
        marks.contains(&word) || is_auxiliary(word) || self.verb_here().is_some() || self.is_value()
    }

    /// Whether `words` name something measured only with the word here: a "pain score" is no "pain".
    fn names_a_measure(&self, words: &[String]) -> bool {
        let mut named: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_without = measures::named(&named).is_some();
        named.push(self.text(self.at));
        !is_without && measures::named(&named).is_some()
    }

    /// Whether from here on it is said how a value lies.
    fn is_value(&self) -> bool {
        let mut term = Term::of(Vec::new(), When::Now);
        let mut ahead = Parser {
            tokens: self.tokens.clone(),
            at: self.at,
            crowd: self.crowd.clone(),
            today: None,
            verb: self.verb,
            is_now: false,
            has_people: self.has_people,
            is_open: false,
        };
        ahead.bounds(&mut term).is_some() && !term.bounds.is_empty()
    }

    /// Reads how a value lies: "is above 7 %", "of 140 or more", "between 4 and 6".
    pub(super) fn bounds(&mut self, term: &mut Term) -> Option<()> {
        while let Some((phrase, when)) = LYING.iter().find(|(phrase, _)| self.is(phrase)) {
            self.at += phrase.split(' ').count();
            match when {
                When::Ever => term.when = When::Ever,
                When::Now if term.when == When::Unsaid => term.when = When::Now,
                _ => {}
            }
        }
        if self.takes("between") {
            let (low, _) = self.number()?;
            self.takes("and").then_some(())?;
            let (high, unit) = self.number()?;
            term.bounds = vec![(Bound::AtLeast, low), (Bound::AtMost, high)];
            term.unit = unit;
            return Some(());
        }
        let bound = COMPARING.iter().find(|(phrase, _)| self.is(phrase));
        if let Some((phrase, bound)) = bound {
            self.at += phrase.split(' ').count();
            let (limit, unit) = self.number()?;
            term.bounds = vec![(*bound, limit)];
            term.unit = unit;
            return Some(());
        }
        let (limit, unit) = self.number()?;
        let (phrase, bound) = BEHIND.iter().find(|(phrase, _)| self.is(phrase))?;
        self.at += phrase.split(' ').count();
        term.bounds = vec![(*bound, limit)];
        term.unit = unit;
        Some(())
    }

    /// Reads a number with its unit.
    fn number(&mut self) -> Option<(f64, Option<String>)> {
        let word = self.text(self.at).to_owned();
        let end = word.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(word.len());
        let (digits, rest) = word.split_at(end);
        let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
        let is_unit = |word: &str| word == "%" || unit::is_unit(word) || word.contains('/') && word != "y/o";
        if !rest.is_empty() && !is_unit(rest) {
            return None;
        }
        self.at += 1;
        let mut unit = (!rest.is_empty()).then(|| rest.to_owned());
        if unit.is_none() && is_unit(self.text(self.at)) && self.text(self.at) != "in" {
            unit = Some(self.text(self.at).to_owned());
            self.at += 1;
        }
        Some((number, unit))
    }
}
