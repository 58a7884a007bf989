//! Reads a question about everybody, every word of it: of whom, what they have, and what is wanted of them.

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::form::{Clause, Crowd, Term, Wanted, When};
use super::phrases::{AILING, OF_WHICH, PEOPLE, UNREAD, VERBS};
use super::things;
use super::words::{Token, tokens};
use crate::document::FactKind;
use crate::question::exact::ask::Bound;
use crate::question::exact::kin;
use crate::question::when::Range;

/// Words between which several things stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    None,
    Comma,
    And,
    Or,
}

pub(super) struct Parser {
    pub tokens: Vec<Token>,
    pub at: usize,
    pub crowd: Crowd,
    pub today: Option<Date>,
    /// The kind and the time of the last verb, and whether it was denied.
    pub verb: (Option<FactKind>, When, bool),
    pub is_now: bool,
    /// Whether people are named of whom it is asked.
    pub has_people: bool,
    /// Whether several things stand with nothing but commas between.
    pub is_open: bool,
}

/// Returns what `question` asks about everybody; `None` where a word of it is not understood.
pub(super) fn read(question: &str, today: Option<Date>) -> Option<Crowd> {
    let mut tokens = tokens(question, today)?;
    let has = |tokens: &[Token], word: &str| tokens.iter().any(|token| token.text == word);
    let always = has(&tokens, "anytime");
    let is_now = has(&tokens, "now");
    tokens.retain(|token| !matches!(token.text.as_str(), "anytime" | "now"));
    let crowd = Crowd {
        wanted: Wanted::Names,
        sex: None,
        born: Vec::new(),
        is_aged: false,
        alive: is_now,
        died: None,
        clauses: Vec::new(),
    };
    let verb = (None, When::Now, false);
    let mut parser = Parser { tokens, at: 0, crowd, today, verb, is_now, has_people: false, is_open: false };
    parser.turn()?;
    things::medicines(&mut parser.tokens).then(|| parser.crowd.wanted = Wanted::Medicines);
    if let Some(words) = things::average(&mut parser.tokens) {
        parser.crowd.wanted = Wanted::Average(words);
    }
    parser.group(true)?;
    parser.clauses()?;
    let mut crowd = parser.crowd;
    for term in crowd.clauses.iter_mut().flat_map(|clause| &mut clause.terms).filter(|_| always) {
        term.when = When::Ever;
    }
    (!parser.is_open && (crowd.died.is_none() || !crowd.alive)).then_some(crowd)
}

impl Parser {
    pub(super) fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    pub(super) fn is(&self, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(place, word)| self.text(self.at + place) == word)
    }

    pub(super) fn takes(&mut self, phrase: &str) -> bool {
        let is_here = self.is(phrase);
        self.at += if is_here { phrase.split(' ').count() } else { 0 };
        is_here
    }

    pub(super) fn takes_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.takes(phrase))
    }

    pub(super) fn ends(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn range(&self) -> Option<Range> {
        self.tokens.get(self.at)?.range
    }

    /// Puts what is asked first that was typed behind a comma: "last LDL over 125, who?".
    fn turn(&mut self) -> Option<()> {
        const WHO: &[&str] =
            &["who", "who is it", "who is that", "who are they", "which patients", "which people", "whose"];
        const MANY: &[&str] =
            &["how many", "how many people", "how many patients", "how many is that", "how many are they"];
        let last = self.tokens.iter().rposition(|token| token.text == ",");
        let Some(last) = last else { return Some(()) };
        let tail: Vec<&str> = self.tokens.iter().skip(last + 1).map(|token| token.text.as_str()).collect();
        let tail = tail.join(" ");
        let first = self.text(0);
        let is_asked = matches!(first, "who" | "which" | "how" | "whose" | "list");
        let is_names = matches!(
            tail.as_str(),
            "names" | "names please" | "please" | "by name" | "thanks" | "list them" | "name them"
        );
        if is_names {
            self.tokens.truncate(last);
        } else if WHO.contains(&tail.as_str()) && !is_asked {
            self.tokens.truncate(last);
            self.tokens.insert(0, Token { text: "whose".to_owned(), range: None });
        } else if MANY.contains(&tail.as_str()) && !is_asked {
            self.tokens.truncate(last);
            self.crowd.wanted = Wanted::Count;
        }
        Some(())
    }

    pub(super) fn has_now(&mut self, means: &str) {
        let term = Term::of(vec![means.to_owned()], When::Now);
        self.crowd.clauses.push(Clause { any: false, terms: vec![term] });
    }

    pub(super) fn of_sex(&mut self, sex: Option<&'static str>) -> Option<()> {
        let Some(sex) = sex else { return Some(()) };
        (self.crowd.sex.is_none_or(|known| known == sex)).then(|| self.crowd.sex = Some(sex))
    }

    pub(super) fn of_growth(&mut self, grown: bool) -> Option<()> {
        const ADULT: i64 = 18;
        let bound = if grown { Bound::AtLeast } else { Bound::Below };
        self.of_age(bound, ADULT)
    }

    pub(super) fn of_which(&mut self, means: &str) -> Option<()> {
        match means {
            "female" => self.of_sex(Some("female")),
            "male" => self.of_sex(Some("male")),
            "alive" => {
                self.crowd.alive = true;
                Some(())
            }
            "died" => {
                self.crowd.died = Some(Range::default());
                Some(())
            }
            "adult" => self.of_growth(true),
            _ => self.of_growth(false),
        }
    }

    /// Ages are of today, and of those who live.
    fn of_age(&mut self, bound: Bound, years: i64) -> Option<()> {
        let before = |years: i64| self.today?.checked_sub(years.years()).ok();
        let next = |day: Date| day.checked_add(1.day()).ok();
        let range = match bound {
            Bound::Above => Range { from: None, until: Some(before(years + 1)?) },
            Bound::AtLeast => Range { from: None, until: Some(before(years)?) },
            Bound::Below => Range { from: Some(next(before(years)?)?), until: None },
            Bound::AtMost => Range { from: Some(next(before(years + 1)?)?), until: None },
        };
        self.crowd.born.push(range);
        self.crowd.is_aged = true;
        Some(())
    }

    /// Returns the verb that stands here, with how many words it has.
    pub(super) fn verb_here(&self) -> Option<(usize, Option<FactKind>, When)> {
        let (phrase, kind, when) = VERBS.iter().find(|(phrase, ..)| self.is(phrase))?;
        Some((phrase.split(' ').count(), *kind, *when))
    }

    fn clauses(&mut self) -> Option<()> {
        let mut joint = Joint::None;
        let mut before = self.tokens.len() + 1;
        while !self.ends() {
            // Every turn takes a word.
            if before == self.at {
                return None;
            }
            before = self.at;
            let new = match self.text(self.at) {
                "," => Some(Joint::Comma),
                "and" | "but" => Some(Joint::And),
                "or" => Some(Joint::Or),
                _ => None,
            };
            if let Some(new) = new {
                self.at += 1;
                joint = if joint == Joint::None || joint == Joint::Comma { new } else { return None };
                continue;
            }
            if self.takes_any(&["who", "whom", "that", "which"]) {
                continue;
            }
            self.clause(joint)?;
            joint = Joint::None;
        }
        (joint == Joint::None).then_some(())
    }

    fn clause(&mut self, joint: Joint) -> Option<()> {
        if self.takes("whose") {
            self.verb = (None, When::Unsaid, false);
            return self.object(joint, true, true);
        }
        let start = self.at;
        // "Who among the diabetics has", "how many are there of them".
        if joint == Joint::None && self.takes_any(&["among", "amongst", "of"]) {
            let is_people = |at: usize| {
                let word = self.text(at);
                PEOPLE.iter().any(|(known, ..)| *known == word)
                    || AILING.iter().any(|(known, _)| *known == word && word.ends_with('s'))
            };
            if !(self.at..self.at + 3).any(is_people) {
                return None;
            }
            return self.group(false);
        }
        let has_verb = self.verb()?;
        // "How many children are there?"
        if self.ends() && !has_verb && self.at > start {
            return Some(());
        }
        // "Who prescribed it?", "who did the colonoscopy?" ask who it was that did it.
        let by_whom = start == 1 && self.text(0) == "who";
        let did = (start..self.at).any(|at| self.text(at) == "did") && !has_verb;
        if did || by_whom && matches!(self.text(start), "prescribed" | "given" | "did") {
            return None;
        }
        if self.smokes(joint, has_verb)? || self.predicate(joint)? {
            return Some(());
        }
        self.object(joint, has_verb, false)
    }

    /// Reads verbs with what stands among them, and returns whether there was one.
    fn verb(&mut self) -> Option<bool> {
        let (mut found, mut ever, mut not, mut was) = (None, false, false, false);
        loop {
            if self.takes("ever") {
                ever = true;
            } else if self.takes("not") {
                not = true;
            } else if self.takes("without") {
                not = true;
                found = Some((None, When::Now));
            } else if let Some((len, kind, when)) = self.verb_here() {
                self.at += len;
                found = Some((kind, when));
            } else if is_auxiliary(self.text(self.at)) {
                was |= matches!(self.text(self.at), "was" | "were" | "been" | "did");
                self.at += 1;
            } else if !self.takes_any(&["already", "also", "once", "each"]) {
                break;
            }
        }
        match found {
            Some((kind, when)) => {
                let when = if ever || was && when == When::Unsaid { When::Ever } else { when };
                let when = if when == When::Unsaid && self.is_now { When::Now } else { when };
                self.verb = (kind, when, not);
            }
            None if not => self.verb.2 = true,
            None if ever => self.verb.1 = When::Ever,
            None => {}
        }
        Some(found.is_some() || not)
    }

    /// Reads what is said of people themselves: that they died, how old they are.
    fn predicate(&mut self, joint: Joint) -> Option<bool> {
        let is_alone = joint != Joint::Or && !self.verb.2;
        if self.takes_any(&["died", "deceased", "dead"]) {
            if !is_alone || matches!(self.text(self.at), "of" | "from" | "with" | "because" | "due" | "at") {
                return None;
            }
            self.crowd.died = Some(self.time().unwrap_or_default());
            return Some(true);
        }
        if self.takes_any(&["alive", "living"]) {
            self.crowd.alive = true;
            return is_alone.then_some(true);
        }
        if self.takes("born") {
            let range = self.time()?;
            self.crowd.born.push(range);
            return is_alone.then_some(true);
        }
        let word = self.text(self.at).to_owned();
        let is_last = |at: usize| {
            matches!(self.text(at), "" | "," | "and" | "who" | "with" | "not" | "on")
                && self.tokens.get(at).is_none_or(|token| token.range.is_none())
        };
        if let Some((_, means)) = OF_WHICH.iter().find(|(known, _)| *known == word).filter(|_| is_last(self.at + 1)) {
            self.at += 1;
            self.of_which(means)?;
            return is_alone.then_some(true);
        }
        if let Some((_, means)) = AILING.iter().find(|(known, _)| *known == word).filter(|_| is_last(self.at + 1)) {
            self.at += 1;
            let mut term = Term::of(vec![(*means).to_owned()], When::Now);
            term.is_not = self.verb.2;
            return self.push(term, joint, true).map(|()| true);
        }
        if self.takes_any(&["weigh", "weighs", "weighing", "weighed"]) {
            let mut term = Term::of(vec!["weight".to_owned()], When::Now);
            self.bounds(&mut term)?;
            return self.push(term, joint, true).map(|()| true);
        }
        for (phrase, means) in [
            ("heavier than", "weight"),
            ("lighter than", "weight"),
            ("taller than", "height"),
            ("shorter than", "height"),
        ] {
            if self.is(phrase) {
                let mut term = Term::of(vec![means.to_owned()], When::Now);
                self.bounds(&mut term)?;
                return (term.unit.is_some()).then(|| self.push(term, joint, true))?.map(|()| true);
            }
        }
        if self.takes_any(&["the oldest", "oldest", "the youngest", "youngest", "the eldest", "eldest"]) {
            let oldest = self.text(self.at - 1) != "youngest";
            self.crowd.wanted = Wanted::ByAge { oldest };
            self.takes_any(&["of", "among", "in"]);
            self.group(false)?;
            return Some(true);
        }
        self.age(is_alone)
    }

    /// Reads "aged over 80", "over 80 years old", "between 40 and 50 years old".
    fn age(&mut self, is_alone: bool) -> Option<bool> {
        // "How many were over 7?" may ask of values.
        if !self.has_people {
            return Some(false);
        }
        let start = self.at;
        let is_said = self.takes_any(&["aged", "age", "ages", "the age of"]);
        let mut term = Term::of(Vec::new(), When::Now);
        let is_read = self.bounds(&mut term).is_some() && !term.bounds.is_empty();
        let is_said = self.takes_any(&["yo", "years", "of age", "old"]) || is_said;
        self.takes("old");
        let is_age = |(_, years): &(Bound, f64)| years.fract() == 0.0 && (1.0..=119.0).contains(years);
        let ends = matches!(
            self.text(self.at),
            "" | "," | "who" | "with" | "on" | "and" | "not" | "taking" | "had" | "have" | "without"
        );
        if !is_read || term.unit.is_some() || !term.bounds.iter().all(is_age) || !is_said && !ends {
            self.at = start;
            return Some(false);
        }
        for (bound, years) in term.bounds {
            self.of_age(bound, years as i64)?;
        }
        is_alone.then_some(true)
    }

    pub(super) fn time(&mut self) -> Option<Range> {
        let range = self.range()?;
        self.at += 1;
        Some(range)
    }

    /// Adds `term` as `joint` says, where `has_verb` says that it has one of its own.
    pub(super) fn push(&mut self, term: Term, joint: Joint, has_verb: bool) -> Option<()> {
        let is_denied = term.is_not;
        let Some(last) =
            self.crowd.clauses.last_mut().filter(|_| joint != Joint::None && (!has_verb || joint == Joint::Or))
        else {
            if joint == Joint::Or {
                return None;
            }
            self.is_open = false;
            self.crowd.clauses.push(Clause { any: false, terms: vec![term] });
            return Some(());
        };
        let was_denied = last.terms.iter().all(|term| term.is_not);
        // "Neither gout nor asthma": none of several is none of each.
        let (joint, is_open) = match joint {
            Joint::Or if is_denied && was_denied => (Joint::Or, false),
            Joint::Or if is_denied || last.terms.iter().any(|term| term.is_not) => return None,
            Joint::And if is_denied && was_denied => return None,
            joint => (joint, joint == Joint::Comma),
        };
        let was_open = std::mem::replace(&mut self.is_open, is_open);
        let several = last.terms.len() > 1 && !was_open;
        match joint {
            Joint::Or if is_denied => {}
            Joint::Or if several && !last.any => return None,
            Joint::Or => last.any = true,
            _ if last.any => return None,
            _ => {}
        }
        last.terms.push(term);
        Some(())
    }
}

/// Whether a word of a thing's name says no more than its name.
pub(super) fn is_read(word: &str) -> bool {
    !UNREAD.split_whitespace().any(|known| known == word) && !kin::is_relative(word)
}

pub(super) fn is_auxiliary(word: &str) -> bool {
    matches!(word, "are" | "is" | "was" | "were" | "be" | "been" | "being" | "do" | "does" | "did")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = Date::constant(2021, 6, 1);

    fn told(question: &str) -> Option<String> {
        let crowd = read(question, Some(TODAY))?;
        let of_clause = |clause: &Clause| {
            let term = |term: &Term| {
                let (not, ever) =
                    (if term.is_not { "no " } else { "" }, if term.when == When::Ever { " ever" } else { "" });
                format!("{not}{}{ever}", term.words.join(" "))
            };
            clause.terms.iter().map(term).collect::<Vec<_>>().join(if clause.any { " or " } else { " and " })
        };
        Some(crowd.clauses.iter().map(of_clause).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn what_people_have_is_put_together() {
        for (question, clauses) in [
            ("Which patients have gout?", "gout"),
            ("Names of all patients who've had gout or arthritis of the hip", "gout ever or arthritis of the hip ever"),
            ("Which women with asthma take albuterol or fluticasone?", "asthma; albuterol or fluticasone"),
            ("Patients with osteoporosis but without alendronic acid", "osteoporosis; no alendronic acid"),
            ("Who takes neither warfarin nor digoxin?", "no warfarin and no digoxin"),
            (
                "Anybody here who has both osteoporosis and a past ankle fracture?",
                "osteoporosis and ankle fracture ever",
            ),
            ("patients with both warfarin and digoxin, ever", "warfarin ever and digoxin ever"),
            ("most recent LDL over 125, who?", "ldl"),
            ("T-score below -3 at some point: who?", "t-score ever"),
            ("Which patients with gout have ever been given colchicine?", "gout; colchicine ever"),
            ("everyone whose last weight is over 100 kg", "weight"),
            ("How many have had at least one colonoscopy?", "colonoscopy ever"),
        ] {
            assert_eq!(told(question).as_deref(), Some(clauses), "{question}");
        }
    }

    #[test]
    fn what_is_said_of_one_or_in_two_ways_is_not_read() {
        for question in [
            "Does the patient have gout?",
            "How many colonoscopies has the patient had?",
            "Do I have children?",
            "Does everybody have gout?",
            "Who prescribed the warfarin?",
            "Who did the colonoscopy?",
            "Who died of gout?",
            "Who should stop warfarin?",
            "Who has a mother with diabetes?",
            "Who has gout and asthma or diabetes?",
            "Who had pneumonia after a stroke?",
            "Who had a stroke and a colonoscopy in 2019?",
            "When did anyone have gout?",
            "",
        ] {
            assert_eq!(told(question), None, "{question}");
        }
    }

    #[test]
    fn people_are_told_by_sex_age_and_days() {
        let crowd = read("living women over 65 with osteoporosis", Some(TODAY)).unwrap();
        assert!(crowd.sex == Some("female") && crowd.alive && crowd.is_aged && crowd.born.len() == 1);
        let died = read("Which patients died in 2015 or later?", Some(TODAY)).unwrap().died.unwrap();
        assert_eq!((died.from, died.until), (Some(Date::constant(2015, 1, 1)), None));
        assert_eq!(read("What do women with gout take?", None).unwrap().wanted, Wanted::Medicines);
        assert_eq!(read("Average BMI of men?", None).unwrap().wanted, Wanted::Average(vec!["bmi".to_owned()]));
        let highest = Wanted::Extreme { high: true, when: When::Ever, words: vec!["psa".to_owned()] };
        assert_eq!(read("Which patient had the highest PSA ever?", None).unwrap().wanted, highest);
    }
}
