//! What was told in one request, and the facts behind it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::denied;
use super::opening::{self, Asked};
use super::status::asks_now;
use super::tokens::stem;
use super::whole::core;
use super::written::{self, Written};
use crate::clearance::{FactRef, Operator, SpanMap};
use crate::document::{Coded, DocumentIndex, Fact, FactKind, Moment, PatientIndex, Reading, Records, Value};
use crate::index::analyze;
use crate::privacy::precision;
use crate::privacy::select::{fact_of, is_denial};
use crate::question::concepts;
use crate::span::{Question, Span, Synthesised};

/// A reading with what it was rounded to for the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The fact, by its place in the topic.
    pub fact: usize,
    /// The stems of the part's name, such as the systolic blood pressure's; empty for a reading of its own.
    pub part: Vec<String>,
    /// The part's name.
    pub part_name: String,
    /// The number in the record.
    pub number: f64,
    /// The number as the file has it.
    pub text: String,
    /// The unit as the file has it.
    pub unit: Option<String>,
    /// The least difference that says something, for readings of this size.
    pub change: f64,
}

/// A fact behind a passage.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub fact: FactRef,
    pub day: Option<Date>,
    pub ended: Option<Date>,
    /// Whether the day is only that on which it was written down.
    pub is_recorded: bool,
    /// The moment as the file has it, to the day.
    pub when: String,
    pub status: Option<String>,
    /// The stems of a coded answer, and the answer.
    pub answer: Option<(Vec<String>, String)>,
}

/// A number of a passage, as it was told.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub value: f64,
    /// The readings that it was made from, by their place in [`Topic::readings`].
    pub of: Vec<usize>,
}

/// One thing that was told of: all passages of one name.
#[derive(Debug, Clone)]
pub(super) struct Topic {
    pub name: String,
    pub kind: FactKind,
    /// The stems of its name.
    pub stems: Vec<String>,
    /// Those that no other topic has.
    pub own: Vec<String>,
    pub facts: Vec<Known>,
    pub readings: Vec<Told>,
    pub numbers: Vec<Number>,
    /// The counts that were told, and the true one.
    pub counts: Vec<f64>,
    pub is_denial: bool,
}

/// A time that was told.
#[derive(Debug, Clone)]
pub(super) struct Time {
    /// In our words, in lower case.
    pub label: String,
    pub days: Vec<Date>,
}

/// Everything that was told in one request, with the facts behind it.
#[derive(Debug, Clone, Default)]
pub struct World {
    pub(super) topics: Vec<Topic>,
    pub(super) times: Vec<Time>,
    /// Pseudonyms and aliases, in lower case.
    pub(super) names: Vec<String>,
    /// Stems of the passages.
    pub(super) stems: BTreeSet<String>,
    /// Stems of the question.
    pub(super) asked: BTreeSet<String>,
    /// Numbers of the question.
    pub(super) asked_numbers: Vec<f64>,
    /// The bound that the question asks for.
    pub(super) asked_bound: Option<Asked>,
    /// Whether the question asks what is so now.
    pub(super) asks_now: bool,
    /// The kinds of things that the question asks for.
    pub(super) asked_kinds: Vec<FactKind>,
    /// Numbers in names, such as the strength of a tablet.
    pub(super) name_numbers: Vec<f64>,
    /// The passages in lower case.
    pub(super) text: String,
    /// The sentences of notes.
    pub(super) written: Vec<Written>,
    /// Stems that the passages have behind a negation and nowhere else.
    pub(super) negated: BTreeSet<String>,
    /// The stems of each thing that the passages deny.
    pub(super) denied: BTreeSet<BTreeSet<String>>,
    /// How many public passages were told, by numbers from 1: a reply that names one of these makes no claim by its number.
    pub sources: usize,
    /// Of each of the topics all that the record has under its name, told or not.
    pub(super) full: Vec<Topic>,
    /// Of each of the topics whether the record has something under a name that tells the same thing which is so now: another strength.
    pub(super) kin: Vec<bool>,
    /// The titles of passages, each with the topic that it is of.
    pub(super) aliases: Vec<(String, usize)>,
    /// Whether the passages are about several people.
    pub(super) several: bool,
}

/// Words of a passage behind a negation that it may be of.
const NEGATED_WORDS: usize = 4;

impl World {
    /// Returns what `message` tells: in its stretches the facts of `told`. `question` is as it was typed.
    pub fn new(
        records: &Records,
        message: &SpanMap,
        told: &[(Span<Synthesised>, Vec<FactRef>)],
        question: &str,
    ) -> Self {
        let mut world = World::default();
        let (passages, rewritten) = message.text().rsplit_once("\nQuestion: ").unwrap_or((message.text(), ""));
        world.text = passages.to_lowercase();
        world.stems = stems_of(passages);
        world.negated = negated(&world.text);
        world.denied = denied::told(passages);
        world.written = written::sentences(&without(passages, told));
        world.asked = stems_of(question).into_iter().chain(stems_of(rewritten)).collect();
        world.asked_bound = opening::asked(question);
        world.asks_now = asks_now(question);
        world.asked_kinds = asked_kinds(question);
        for piece in message.pieces() {
            let text = message.text_of(piece);
            match piece.operator {
                Operator::Time => {
                    let days = piece.originals.iter().filter_map(|original| day_in(&original.text));
                    world.add_time(text, days.collect());
                }
                Operator::Pseudonym | Operator::Alias => world.names.push(text.to_lowercase()),
                Operator::Code => world.name_numbers.extend(numbers_in(text)),
                _ => {}
            }
        }
        world.names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        world.names.dedup();
        // The digit of a pseudonym is no number of the question.
        let unnamed = world.names.iter().fold(rewritten.to_lowercase(), |text, name| text.replace(name, " "));
        world.asked_numbers = numbers_in(question).chain(numbers_in(&unnamed)).collect();
        for (span, facts) in told {
            world.add_topic(records, message, *span, facts);
        }
        let all: Vec<Vec<String>> = world.topics.iter().map(|topic| topic.stems.clone()).collect();
        for (at, topic) in world.topics.iter_mut().enumerate() {
            let shared =
                |stem: &String| all.iter().enumerate().any(|(other, stems)| other != at && stems.contains(stem));
            topic.own = topic.stems.iter().filter(|stem| !shared(stem)).cloned().collect();
        }
        let facts = || told.iter().flat_map(|(_, facts)| facts);
        let subject = |fact: &FactRef| records.documents.get(fact.document.0 as usize).map(|document| document.subject);
        let first = facts().next().and_then(subject);
        world.several = facts().any(|fact| subject(fact) != first);
        world.add_record(records, first.flatten());
        world
    }

    /// Returns which told time `words` are: as they were told, or as models vary them.
    pub(super) fn time(&self, words: &str) -> Option<usize> {
        let plain = words
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace("prior to", "before")
            .replace("earlier than", "before");
        let plain = plain.replace("from day", "before day").replace("since day", "before day");
        let with_digit = ["a ", "an ", "one "].iter().find_map(|one| Some(format!("1 {}", plain.strip_prefix(one)?)));
        let numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let spelt = (2..)
            .zip(numbers)
            .find_map(|(number, word)| Some(format!("{number} {}", plain.strip_prefix(word)?.trim_start())));
        let plain = with_digit.or(spelt).unwrap_or(plain);
        self.times.iter().position(|time| time.label == plain)
    }

    /// Returns which told time a calendar date is, where it is one of the records'.
    pub(super) fn date(&self, words: &str) -> Option<usize> {
        let day: Date = words.parse().ok()?;
        self.times.iter().position(|time| time.days.contains(&day))
    }

    fn add_time(&mut self, label: &str, days: Vec<Date>) {
        let label = label.to_lowercase();
        match self.times.iter_mut().find(|time| time.label == label) {
            Some(time) => time.days.extend(days),
            None => self.times.push(Time { label, days }),
        }
    }

    fn add_topic(&mut self, records: &Records, message: &SpanMap, span: Span<Synthesised>, facts: &[FactRef]) {
        let Some(first) = facts.first().and_then(|fact| fact_of(records, *fact)) else { return };
        let name = first.code.as_ref().map(|code| told_name(code).text.to_string()).unwrap_or_default();
        let at =
            self.topics.iter().position(|topic| topic.name == name && topic.kind == first.kind).unwrap_or_else(|| {
                self.topics.push(Topic {
                    stems: telling(&name),
                    own: Vec::new(),
                    kind: first.kind,
                    facts: Vec::new(),
                    readings: Vec::new(),
                    numbers: Vec::new(),
                    counts: Vec::new(),
                    is_denial: is_denial(&name),
                    name,
                });
                self.topics.len() - 1
            });
        let Some(topic) = self.topics.get_mut(at) else { return };
        for fact_ref in facts {
            if topic.facts.iter().any(|known| known.fact == *fact_ref) {
                continue;
            }
            if let Some(fact) = fact_of(records, *fact_ref) {
                topic.add(*fact_ref, fact);
            }
        }
        for piece in message.over(span) {
            let text = message.text_of(piece);
            match piece.operator {
                Operator::Alias => self.aliases.push((text.to_owned(), at)),
                Operator::Round | Operator::Noise => {
                    let Ok(value) = text.parse() else { continue };
                    let is_of = |reading: &Told| piece.originals.iter().any(|original| original.text == reading.text);
                    let of =
                        (0..).zip(&topic.readings).filter(|(_, reading)| is_of(reading)).map(|(at, _)| at).collect();
                    topic.numbers.push(Number { value, of });
                }
                Operator::Count => topic.counts.extend(text.parse::<f64>()),
                _ => {}
            }
        }
        topic.counts.push(topic.facts.len() as f64);
    }
}

impl World {
    /// Adds what the record of `subject` has under the names of the topics, whether it was told or not.
    fn add_record(&mut self, records: &Records, subject: Option<PatientIndex>) {
        /// The topics of one name, and those that are the same but for words that tell nothing apart.
        type Called = (Vec<usize>, Vec<usize>);
        let empty = |topic: &Topic| Topic {
            facts: Vec::new(),
            readings: Vec::new(),
            numbers: Vec::new(),
            counts: Vec::new(),
            ..topic.clone()
        };
        self.full = self.topics.iter().map(empty).collect();
        self.kin = vec![false; self.topics.len()];
        let cores: Vec<Vec<String>> = self.topics.iter().map(|topic| core(&topic.name, topic.kind)).collect();
        let mut known: BTreeMap<(&str, FactKind), Called> = BTreeMap::new();
        for (number, document) in (0..).zip(&records.documents).filter(|(_, document)| document.subject == subject) {
            for (at, fact) in document.facts().iter().enumerate() {
                let Some(code) = &fact.code else { continue };
                if fact.is_superseded() || fact.denies_its_code() {
                    continue;
                }
                let name = told_name(code).text.as_str();
                let (same, kin) = known.entry((name, fact.kind)).or_insert_with(|| {
                    let (stems, core) = (telling(name), core(name, fact.kind));
                    let of = |is: &dyn Fn(usize, &Topic) -> bool| {
                        let all = self.topics.iter().enumerate().filter(|(_, topic)| topic.kind == fact.kind);
                        all.filter(|(at, topic)| is(*at, topic)).map(|(at, _)| at).collect::<Vec<usize>>()
                    };
                    (of(&|_, topic| topic.stems == stems), of(&|at, _| cores.get(at) == Some(&core)))
                });
                let is_active = fact.status.as_ref().is_some_and(|status| status.text.as_str() == "active");
                for topic in kin.iter() {
                    if let Some(kin) = self.kin.get_mut(*topic) {
                        *kin |= is_active;
                    }
                }
                for topic in same.iter() {
                    if let Some(full) = self.full.get_mut(*topic) {
                        full.add(FactRef { document: DocumentIndex(number), fact: at }, fact);
                    }
                }
            }
        }
    }
}

/// The stems of a name that tell it apart.
fn telling(name: &str) -> Vec<String> {
    let tells = |stem: &String| !GENERIC.contains(&stem.as_str()) && !analyze::is_stop_word(stem);
    stems_of(name).into_iter().filter(tells).collect()
}

/// Words of a question that asks for all things of a kind, and for nothing else.
const PLAINLY: &[&str] = &[
    "which",
    "what",
    "are",
    "is",
    "do",
    "i",
    "am",
    "my",
    "the",
    "have",
    "take",
    "taking",
    "currently",
    "now",
    "list",
    "on",
    "me",
    "all",
    "current",
    "active",
    "a",
    "any",
];

/// Returns the kinds of things that `question` asks for, where it asks for nothing else.
pub(super) fn asked_kinds(question: &str) -> Vec<FactKind> {
    let words = question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let is_plain = |word: &String| PLAINLY.contains(&word.as_str()) || !concepts::kinds_of(word).is_empty();
    let kinds = words.iter().flat_map(|word| concepts::kinds_of(word)).copied();
    if words.iter().all(is_plain) { kinds.collect() } else { Vec::new() }
}

impl Topic {
    fn add(&mut self, fact_ref: FactRef, fact: &Fact) {
        let at = self.facts.len();
        let own = fact.reading.iter().map(|reading| (None, reading));
        let parts = fact.components.iter().filter_map(|part| Some((Some(&part.code), part.reading.as_ref()?)));
        let mut answer = None;
        for (code, reading) in own.chain(parts) {
            match reading {
                Reading::Quantity { value, number, unit } => {
                    let part_name = code.map(|code| told_name(code).text.to_string()).unwrap_or_default();
                    let measured = code.or(fact.code.as_ref());
                    let row = precision::quantity(measured, unit.as_ref().map(|unit| unit.text.as_str()));
                    self.readings.push(Told {
                        change: precision::change(row, precision::step(row, *number)),
                        fact: at,
                        part: stems_of(&part_name).into_iter().collect(),
                        part_name,
                        number: *number,
                        text: value.text.to_string(),
                        unit: unit.as_ref().map(|unit| unit.text.to_string()),
                    });
                }
                Reading::Coded { answer: coded } => {
                    let text = told_name(coded).text.to_string();
                    answer = Some((stems_of(&text).into_iter().collect(), text));
                }
                Reading::Text { .. } => {}
            }
        }
        self.facts.push(Known {
            fact: fact_ref,
            day: fact.begun.as_ref().map(|moment| moment.day),
            ended: fact.ended.as_ref().map(|moment| moment.day),
            is_recorded: fact.is_dated_by_recording(),
            when: fact.begun.as_ref().map(Moment::written).unwrap_or_default(),
            status: fact.status.as_ref().map(|status| status.text.to_string()).or_else(|| {
                let is_illness = matches!(fact.kind, FactKind::Condition | FactKind::AllergyIntolerance);
                (is_illness && fact.has_ended()).then(|| "resolved".to_owned())
            }),
            answer,
        });
    }

    /// Returns the newest fact and the oldest.
    pub fn ends(&self) -> Option<(usize, usize)> {
        let dated = || self.facts.iter().enumerate().filter(|(_, fact)| fact.day.is_some());
        let newest = dated().max_by_key(|(at, fact)| (fact.day, *at))?.0;
        let oldest = dated().min_by_key(|(at, fact)| (fact.day, *at))?.0;
        Some((newest, oldest))
    }

    /// Returns when fact `at` was found.
    pub fn when(&self, at: usize) -> &str {
        self.facts.get(at).map_or("", |fact| fact.when.as_str())
    }
}

/// Words of names that tell nothing apart.
pub(super) const GENERIC: &[&str] = &[
    "blood", "serum", "plasma", "total", "level", "mass", "volum", "panel", "test", "disord", "find", "procedur",
    "situat", "oral", "tablet", "capsul", "mg", "ml", "hr", "extend", "releas", "solut", "inject", "of", "in", "by",
    "or", "and", "the", "per", "observ", "mole", "ratio", "presenc", "patient", "report", "actuat", "inhal", "pack",
    "product", "nhis",
];

/// Returns the stems that `text` has behind a negation, in its clause, and nowhere else.
fn negated(text: &str) -> BTreeSet<String> {
    let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
    for clause in text.split(['.', ';', ',', ':', '\n', '\u{2026}']) {
        let mut left = 0;
        for word in clause.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()) {
            if super::words::is_negator(word) {
                left = NEGATED_WORDS;
            } else if left > 0 {
                left -= 1;
                inside.insert(stem(word));
            } else {
                outside.insert(stem(word));
            }
        }
    }
    inside.difference(&outside).cloned().collect()
}

/// Returns `passages` without those that were made from entries.
fn without(passages: &str, told: &[(Span<Synthesised>, Vec<FactRef>)]) -> String {
    let mut made: Vec<_> = told.iter().filter(|(_, facts)| !facts.is_empty()).map(|(span, _)| span.range()).collect();
    made.sort_by_key(|range| range.start);
    let mut text = String::new();
    let mut at = 0;
    for range in made {
        text.push_str(passages.get(at..range.start).unwrap_or_default());
        text.push('\n');
        at = at.max(range.end);
    }
    text + passages.get(at..).unwrap_or_default()
}

fn told_name(code: &Coded) -> &Value {
    code.term.as_ref().unwrap_or(&code.display)
}

/// Returns the stems of `text`, also of its stop words' own selves left out.
pub(super) fn stems_of(text: &str) -> BTreeSet<String> {
    let words = analyze::words::<Question>(text);
    words.filter(|word| !word.text.is_empty()).map(|word| stem(&word.text.to_lowercase())).collect()
}

fn numbers_in(text: &str) -> impl Iterator<Item = f64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| word.trim_matches('.').parse().ok())
}

fn day_in(text: &str) -> Option<Date> {
    let day: String = text.chars().take(10).collect();
    let whole = match day.len() {
        4 => format!("{day}-01-01"),
        7 => format!("{day}-01"),
        _ => day,
    };
    whole.parse().ok()
}

#[cfg(test)]
mod tests;
