//! What a question asks for.

mod mentions;

use serde::Serialize;

use mentions::mentions;

use super::ailing::ailing;
use super::anchor::Anchor;
use super::period::Period;
use super::when::{self, Range};
use super::{concepts, falling, irregular, vocabulary};
use crate::document::{FactKind, Patient, PatientIndex};
use crate::index::analyze;
use crate::span::{Question, Span};

/// Which of several readings a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Focus {
    /// The most recent.
    Latest,
    /// The earliest.
    First,
    /// All of them and their course.
    Course,
    /// It is not said: the newest matter most, and the others may.
    Unsaid,
}

/// What a fact may be about: alternatives, each a list of index terms that must all be met.
pub type Topic = Vec<Vec<String>>;

/// Terms of what is done to something: alone they do not say what was asked about.
const ACTIONS: &[&str] = &["chang", "fix", "insert", "oper", "remov", "repair", "replac", "treat"];
/// What a topic weighs that alone says little.
const SLIGHT: f64 = 0.25;

/// Returns what meeting `topic` counts for: a single letter, as of vitamin D, is met by much else, and so is a word for what
/// is done.
pub fn weight(topic: &Topic) -> f64 {
    let slight = |term: &String| term.chars().count() == 1 || ACTIONS.contains(&term.as_str());
    if topic.iter().flatten().all(slight) { SLIGHT } else { 1.0 }
}

/// A word of the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The word in lower case.
    pub lower: String,
    /// Whether it is written with a capital.
    pub capital: bool,
    /// Whether it is a possessive: `Okafor's`.
    pub possessive: bool,
    /// Where it stands.
    pub span: Span<Question>,
}

/// A patient named in the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// The patient; several mentions stand on one span when patients share the name.
    pub patient: PatientIndex,
    /// The words that name the patient.
    pub span: Span<Question>,
}

/// What a question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The words of the question in order, names included.
    pub words: Vec<Word>,
    /// Which of several readings is wanted.
    pub focus: Focus,
    /// How many of them, where a number is said: "the last three weights".
    pub count: usize,
    /// The kinds of resource that are named; empty when none is.
    pub kinds: Vec<FactKind>,
    /// What the facts must be about.
    pub topics: Vec<Topic>,
    /// Those of them that a model wants to read of: a sentence of a note answers them by words that are told of it alone.
    #[serde(skip)]
    pub sought: Vec<Topic>,
    /// The topics of each part, where the question joins several by "and"; indexes into `topics`. One part else.
    pub parts: Vec<Vec<usize>>,
    /// The time that is asked about, where dates are said.
    pub period: Option<Period>,
    /// The dates in the question, in order, whether or not they limit what is searched. They never leave as they were typed.
    pub dates: Vec<Span<Question>>,
    /// The event after or before which the facts must be, where one is said.
    pub anchor: Option<Anchor>,
    /// Whether something measured or tested is asked for.
    pub measured: bool,
    /// Whether what is no longer so is asked for.
    pub past: bool,
    /// Whether it is asked if somebody has something: "do I have asthma?"
    pub having: bool,
    /// Whether it is asked if anything ails a part of the body: "do I have kidney problems?" Its one topic holds the words of
    /// diagnoses, too.
    #[serde(skip)]
    pub ailing: bool,
    /// The patients that are named.
    pub mentions: Vec<Mention>,
}

impl Plan {
    /// Returns the plan without the topics that `term` says alone.
    pub fn without_topic(&self, term: &str) -> Plan {
        let says = |topic: &Topic| topic.iter().any(|words| matches!(words.as_slice(), [only] if only == term));
        let kept: Vec<usize> =
            self.topics.iter().enumerate().filter(|(_, topic)| !says(topic)).map(|(at, _)| at).collect();
        let topics = kept.iter().filter_map(|at| self.topics.get(*at)).cloned().collect();
        let moved = |part: &Vec<usize>| part.iter().filter_map(|at| kept.iter().position(|kept| kept == at)).collect();
        Plan { topics, parts: self.parts.iter().map(moved).collect(), ..self.clone() }
    }

    /// Returns the words, in lower case, that are neither at one of `apart` nor name a patient.
    pub(super) fn words_beside(&self, apart: &[usize]) -> Vec<&str> {
        let is_free = |(at, word): &(usize, &Word)| {
            !apart.contains(at) && !self.mentions.iter().any(|mention| mention.span.overlaps(word.span))
        };
        self.words.iter().enumerate().filter(is_free).map(|(_, word)| word.lower.as_str()).collect()
    }

    /// Returns whether the question asks for what somebody wrote.
    pub fn asks_for_prose(&self) -> bool {
        self.words.iter().any(|word| vocabulary::asks_for_prose(&word.lower))
    }

    /// Asks for `topics` as well, which a model wants to read of.
    pub fn seek(&mut self, topics: &[Topic]) {
        for topic in topics {
            if !self.topics.contains(topic) {
                self.topics.push(topic.clone());
                self.sought.push(topic.clone());
            }
        }
    }

    /// Returns what `question` asks for, where `patients` are those whose records are loaded.
    pub fn new(question: &str, patients: &[Patient]) -> Self {
        let words: Vec<Word> = simple_words(question);
        let (period, dates) = Period::read(&words).map_or((None, Vec::new()), |(period, dates)| (Some(period), dates));
        let apart: Vec<usize> = dates.iter().cloned().flatten().collect();
        Plan::of(question, words, patients, period, &dates, &apart)
    }

    /// As [`new`](Self::new), where the words at `apart` say which documents may answer and nothing of what is asked for. The time
    /// that they name is `range`, and `dates` are the words of each date among them.
    pub fn without(
        question: &str,
        patients: &[Patient],
        apart: &[usize],
        dates: &[std::ops::Range<usize>],
        range: Option<Range>,
    ) -> Self {
        let period = range.map(|Range { from, until }| Period { from, until });
        Plan::of(question, simple_words(question), patients, period, dates, apart)
    }

    fn of(
        question: &str,
        words: Vec<Word>,
        patients: &[Patient],
        period: Option<Period>,
        dates: &[std::ops::Range<usize>],
        apart: &[usize],
    ) -> Self {
        let dates = when::spans(&words, dates);
        let mentions = mentions(&words, patients);
        let named = |word: &Word| mentions.iter().any(|mention| mention.span.overlaps(word.span));
        // What is left are runs of words that "and", a comma or a full stop divides.
        let mut plain: Vec<Plain<'_>> = Vec::new();
        let mut part = 0;
        for (index, word) in words.iter().enumerate() {
            let gap = index
                .checked_sub(1)
                .and_then(|previous| words.get(previous))
                .and_then(|previous| question.get(previous.span.end()..word.span.start()));
            if gap.is_some_and(|gap| gap.contains([',', ';', '?', '.', '!', '&'])) {
                part += 1;
            }
            if matches!(word.lower.as_str(), "and" | "or") {
                part += 1;
                continue;
            }
            // Whom a title names is no topic.
            let titled = index
                .checked_sub(1)
                .and_then(|previous| words.get(previous))
                .is_some_and(|previous| vocabulary::is_title(&previous.lower) && !vocabulary::is_everyday(&word.lower));
            if !apart.contains(&index) && !named(word) && !titled {
                plain.push(Plain { lower: &word.lower, part });
            }
        }
        let anchor = Anchor::read(&mut plain);
        let (focus, count) = focus(&plain, period.is_some() || anchor.is_some());
        let mut kinds: Vec<FactKind> = plain.iter().flat_map(|word| concepts::kinds_of(word.lower)).copied().collect();
        // "A bad reaction to a medicine", "drug allergies": which medicines somebody takes is not asked.
        if is_of_reactions(&plain) {
            kinds.retain(|kind| *kind != FactKind::MedicationRequest);
            kinds.push(FactKind::AllergyIntolerance);
            plain.retain(|word| !MEDICINES.contains(&word.lower));
        }
        kinds.sort();
        kinds.dedup();
        let (mut topics, mut parts) = topics(&plain);
        let ails = ailing(&plain).filter(|_| anchor.is_none());
        let ailing = ails.is_some();
        if let Some(topic) = ails {
            (kinds, topics, parts) = (vec![FactKind::Condition], vec![topic], vec![vec![0]]);
        }
        // "My weight at the last visit" asks for the weight.
        if !topics.is_empty() && kinds == [FactKind::Encounter] {
            kinds.clear();
        }
        let any = |asks: fn(&str) -> bool| plain.iter().any(|word| asks(word.lower));
        let has = |word: &str| matches!(word, "have" | "has" | "had" | "having" | "got" | "suffer");
        let having = any(has) && focus == Focus::Unsaid && kinds.is_empty();
        // A phone number is no reading.
        let measured = any(vocabulary::asks_for_measurement) && !any(vocabulary::is_of_contact);
        let past = any(vocabulary::asks_for_past);
        Plan {
            focus,
            count,
            kinds,
            topics,
            sought: Vec::new(),
            parts,
            period,
            dates,
            anchor,
            measured,
            past,
            having,
            ailing,
            mentions,
            words,
        }
    }
}

/// A word that is neither a name nor a date, and the part of the question it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain<'a> {
    pub lower: &'a str,
    pub part: usize,
}

/// Returns which readings `plain` wants and how many of them. Where only a time is said (`timed`), all of that time.
fn focus(plain: &[Plain<'_>], timed: bool) -> (Focus, usize) {
    let asks = |asks: fn(&str) -> bool| plain.iter().any(|word| asks(word.lower));
    let lower: Vec<&str> = plain.iter().map(|word| word.lower).collect();
    let mut said = lower.iter().enumerate();
    let is_course = said.any(|(at, word)| vocabulary::asks_for_course(word) && !falling::is_meant(&lower, at));
    let numbered = plain.iter().enumerate().find_map(|(index, word)| {
        let ends = vocabulary::asks_for_latest(word.lower)
            || vocabulary::asks_for_first(word.lower)
            || matches!(word.lower, "past" | "previous");
        let count = plain.get(index + 1).filter(|_| ends).and_then(|next| number(next.lower))?;
        Some((count, plain.get(index + 2).is_some_and(|unit| is_time(unit.lower))))
    });
    // "Over the last five years" is a stretch of time and no single reading.
    let stretch = numbered.is_some_and(|(_, of_time)| of_time);
    let count = numbered.map_or(1, |(count, _)| count);
    match (is_course || stretch, asks(vocabulary::asks_for_latest), asks(vocabulary::asks_for_first)) {
        (false, true, _) => (Focus::Latest, count),
        (false, false, true) => (Focus::First, count),
        (true, ..) => (Focus::Course, 1),
        (false, false, false) => (if timed { Focus::Course } else { Focus::Unsaid }, 1),
    }
}

fn is_time(word: &str) -> bool {
    ["day", "week", "month", "year"].contains(&word.trim_end_matches('s'))
}

/// Returns the small number that `word` says.
pub(super) fn number(word: &str) -> Option<usize> {
    const NUMBERS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let written = || NUMBERS.iter().position(|number| *number == word).map(|at| at + 2);
    let digits = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok().filter(|number| *number > 0) } else { written() }
}

/// Returns the words of `question`, compounds whole.
pub(super) fn simple_words(question: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for word in analyze::words::<Question>(question) {
        // A compound follows its parts, and stands for them.
        while words.last().is_some_and(|part| word.span.contains(part.span)) {
            words.pop();
        }
        let text = word.text.trim_end_matches("'s").trim_end_matches("’s");
        words.push(Word {
            lower: text.to_lowercase(),
            capital: text.starts_with(char::is_uppercase),
            possessive: text.len() < word.text.len(),
            span: Span::at(word.span.start(), text.len()),
        });
    }
    words
}

/// Words for medicines of any sort, beside those for the kind of entry: no note of a reaction need have them.
const MEDICINES: &[&str] = &["antibiotic", "antibiotics", "painkiller", "painkillers"];

/// Whether it is asked how medicines were borne, in one part of a question.
fn is_of_reactions(plain: &[Plain<'_>]) -> bool {
    const REACTIONS: &[&str] = &["reaction", "reactions", "react", "reacted"];
    let is_reaction =
        |word: &str| REACTIONS.contains(&word) || concepts::kinds_of(word) == [FactKind::AllergyIntolerance];
    let is_medicine =
        |word: &str| MEDICINES.contains(&word) || concepts::kinds_of(word) == [FactKind::MedicationRequest];
    let mut of_reactions = plain.iter().filter(|word| is_reaction(word.lower));
    of_reactions.any(|reaction| plain.iter().any(|word| word.part == reaction.part && is_medicine(word.lower)))
}

/// Returns what the facts must be about, and which topics stand in which part of the question.
pub(super) fn topics(plain: &[Plain<'_>]) -> (Vec<Topic>, Vec<Vec<usize>>) {
    let lower: Vec<&str> = plain.iter().map(|word| word.lower).collect();
    let known = concepts::synonyms(&lower);
    let mut found: Vec<(usize, Topic)> = Vec::new();
    for (index, word) in plain.iter().enumerate() {
        if let Some((range, means)) = known.iter().find(|(range, _)| range.contains(&index)) {
            if range.start == index {
                let own = lower.get(range.clone()).unwrap_or_default().join(" ");
                let alternatives = std::iter::once(own.as_str()).chain(means.iter().copied()).map(terms);
                found.push((word.part, alternatives.filter(|terms| !terms.is_empty()).collect()));
            }
        } else if (!vocabulary::is_everyday(word.lower) || falling::is_meant(&lower, index))
            && concepts::kinds_of(word.lower).is_empty()
            && number(word.lower).is_none()
            && !super::period::is_month(word.lower)
        {
            found.extend(analyze::term(word.lower).map(|term| {
                let others: Vec<String> = irregular::others(&term).filter_map(analyze::term).collect();
                (word.part, std::iter::once(term).chain(others).map(|term| vec![term]).collect())
            }));
        }
    }
    let mut parts: std::collections::BTreeMap<usize, Vec<usize>> = std::collections::BTreeMap::new();
    let mut topics: Vec<Topic> = Vec::new();
    for (part, topic) in found {
        // Said twice is asked once.
        let index = topics.iter().position(|known| *known == topic).unwrap_or_else(|| {
            topics.push(topic);
            topics.len() - 1
        });
        let part = parts.entry(part).or_default();
        if !part.contains(&index) {
            part.push(index);
        }
    }
    (topics, parts.into_values().collect())
}

/// Returns the index terms of `text` in order.
pub(super) fn terms(text: &str) -> Vec<String> {
    analyze::words::<Question>(text).filter_map(|word| analyze::term(word.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patient(name: &str) -> Patient {
        Patient {
            id: name.to_owned(),
            name: name.to_owned(),
            family: name.split(' ').next_back().unwrap().to_owned(),
            birth: None,
            death: None,
            gender: None,
        }
    }

    #[test]
    fn a_question_for_the_last_reading() {
        let plan = Plan::new("When was my last blood pressure and what was it?", &[patient("Amara Okafor")]);
        assert_eq!(plan.focus, Focus::Latest);
        assert_eq!(plan.kinds, []);
        assert_eq!(plan.topics, vec![vec![vec!["blood".to_owned()]], vec![vec!["pressur".to_owned()]]]);
        assert_eq!(plan.mentions, []);
    }

    #[test]
    fn a_question_for_a_kind() {
        let plan = Plan::new("What medications am I on now?", &[]);
        assert_eq!(plan.kinds, [FactKind::MedicationRequest]);
        assert!(plan.topics.is_empty());
        assert_eq!(plan.focus, Focus::Latest);
    }

    #[test]
    fn everyday_words_bring_record_words() {
        let plan = Plan::new("How did my BP change?", &[]);
        assert_eq!(plan.focus, Focus::Course);
        assert_eq!(plan.topics.len(), 1);
        assert!(plan.topics[0].contains(&vec!["blood".to_owned(), "pressur".to_owned()]));
    }

    #[test]
    fn patients_are_found_by_name_and_full_names_beat_parts() {
        let patients = [patient("Amara Okafor"), patient("John Okafor"), patient("Will May")];
        let question = "Is Amara Okafor’s pulse higher than John's, and will it fall in May?";
        let plan = Plan::new(question, &patients);
        let found: Vec<_> = plan.mentions.iter().map(|m| (m.patient.0, m.span.of(question).unwrap())).collect();
        assert_eq!(found, [(0, "Amara Okafor"), (1, "John")]);
        assert_eq!(Plan::new("Okafor's weight", &patients).mentions.len(), 2);
        assert_eq!(Plan::new("How is Will May?", &patients).mentions.len(), 1);
        let rose = [patient("Rose Hand"), patient("John Okafor")];
        for question in ["How is my right hand?", "My sugar rose", "What is John Smith's weight?", "Rose it?"] {
            assert_eq!(Plan::new(question, &rose).mentions, [], "{question}");
        }
        for question in
            ["How is Rose?", "Rose's weight", "weight of rose hand", "What is Mr Hand's weight?", "Is Mrs. Hand well?"]
        {
            assert_eq!(Plan::new(question, &rose).mentions.len(), 1, "{question}");
        }
    }

    #[test]
    fn a_title_says_who_of_one_surname_is_meant_where_the_record_does() {
        let of = |name: &str, gender: Option<&str>| Patient { gender: gender.map(str::to_owned), ..patient(name) };
        let named = |question: &str, patients: &[Patient]| -> Vec<u32> {
            Plan::new(question, patients).mentions.iter().map(|mention| mention.patient.0).collect()
        };
        let two = [of("Greta Eze", Some("female")), of("Joost Eze", Some("male"))];
        assert_eq!(named("Is Mrs Eze on warfarin?", &two), [0]);
        assert_eq!(named("Is Mr. Eze on warfarin?", &two), [1]);
        assert_eq!(named("is mrs eze on warfarin", &two), [0]);
        assert_eq!(named("is eze on warfarin", &two), [0_u32; 0]);
        assert_eq!(named("What does Miss Eze's chart say?", &two), [0]);
        assert_eq!(named("Is Dr Eze on warfarin?", &two), [0, 1]);
        assert_eq!(named("Is Mr Greta Eze on warfarin?", &two), [0], "whoever is named whole is meant");
        let unsaid = [of("Greta Eze", Some("female")), of("Joost Eze", None), of("Ada Eze", Some("female"))];
        assert_eq!(named("Is Mrs Eze on warfarin?", &unsaid), [0, 1, 2]);
        assert_eq!(named("Is Mr Eze on warfarin?", &unsaid), [1]);
        assert_eq!(named("Is Mr Eze on warfarin?", &[of("Greta Eze", Some("female"))]), [0]);
    }

    #[test]
    fn a_question_for_the_course_is_not_one_for_the_last_or_first() {
        for question in
            ["How did my HbA1c change over the last 5 years?", "How has my weight changed since I started metformin?"]
        {
            assert_eq!(Plan::new(question, &[]).focus, Focus::Course, "{question}");
        }
    }

    #[test]
    fn what_a_question_does_not_say_is_not_read_into_it() {
        assert_eq!(Plan::new("What is my blood pressure?", &[]).focus, Focus::Unsaid);
        assert_eq!(Plan::new("My weight in 2021?", &[]).focus, Focus::Course);
        assert_eq!(Plan::new("My last weight in 2021?", &[]).focus, Focus::Latest);
    }

    #[test]
    fn a_number_of_readings_is_no_stretch_of_time() {
        let asked = |question: &str| {
            let plan = Plan::new(question, &[]);
            (plan.focus, plan.count)
        };
        assert_eq!(asked("my last three weights"), (Focus::Latest, 3));
        assert_eq!(asked("the first 2 INR values"), (Focus::First, 2));
        assert_eq!(asked("my INR in the last 5 years"), (Focus::Course, 1));
        assert_eq!(asked("my INR of the past 6 months"), (Focus::Course, 1));
    }

    #[test]
    fn a_plan_without_a_word_has_its_other_topics_in_the_same_parts() {
        let plan = Plan::new("my daughter's weight and height", &[]);
        let without = plan.without_topic("daughter");
        assert_eq!(without.topics.len() + 1, plan.topics.len());
        assert_eq!(without.parts, [vec![0], vec![1]]);
        assert_eq!(plan.without_topic("nephew"), plan);
    }

    #[test]
    fn parts_are_divided_by_and() {
        assert_eq!(Plan::new("weight and height", &[]).parts, [vec![0], vec![1]]);
        assert_eq!(Plan::new("my blood pressure, please", &[]).parts, [vec![0, 1]]);
        assert_eq!(Plan::new("When was sertraline stopped and restarted?", &[]).parts, [vec![0]]);
    }

    #[test]
    fn whom_a_title_names_is_no_topic() {
        assert_eq!(Plan::new("Did Dr Haley check my INR?", &[]).topics, [vec![vec!["inr".to_owned()]]]);
    }

    #[test]
    fn a_visit_is_asked_for_only_where_nothing_else_is() {
        assert_eq!(Plan::new("When was my last visit?", &[]).kinds, [FactKind::Encounter]);
        assert_eq!(Plan::new("What was my weight at the last visit?", &[]).kinds, []);
    }
}
