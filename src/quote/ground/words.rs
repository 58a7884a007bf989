//! Words of a sentence, held to what was told: drugs, conditions, negations, directions, statuses, judgements and advice.

pub(super) mod lists;
mod negated;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::denied::tells;
use super::sentence::{Sentence, Topics};
use super::status::{OVER, Said, TAKEN, is_end_told, statuses};
use super::tokens::{Kind, alike, stem};
use super::unit::is_unit;
use super::world::{Topic, World};
use super::{Claim, Mark, Verdict, answered};
use crate::document::FactKind;
use crate::privacy::detect::without_accents;
use crate::privacy::generalise::trend;
use crate::privacy::lexicon::{Lexicon, Traits};
use crate::question::concepts;
use lists::{ADVICE, DOWN, JUDGEMENTS, LEVEL, MIXED, NEGATORS, UNKNOWING, UP};

/// Words that every answer may use: they claim nothing by themselves.
static GLUE: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    include_str!("glue.txt").split_whitespace().flat_map(|word| [word.to_owned(), stem(word)]).collect()
});

/// Returns whether `word`, in lower case, claims nothing by itself, and counts nothing.
pub fn is_glue(word: &str) -> bool {
    GLUE.contains(word) && !NUMBERS.contains(&word)
}

/// Those of them that count.
const NUMBERS: &[&str] = &["zero", "one", "two", "three", "four", "once"];
/// Letters from which on a word that nobody knows is pointed out.
const MIN_STRANGE: usize = 5;

/// Adds the marks of the words of `sentence`, which is about `topics` and says `said` of them. `ended` are the things of which an
/// end was told so far; those that the sentence tells are added. The tokens `titled` are of names that were judged already.
pub(super) fn check(
    sentence: &Sentence,
    (topics, said, titled): (&Topics, Said, &BTreeSet<usize>),
    world: &World,
    lexicon: Option<&Lexicon>,
    ended: &mut BTreeSet<usize>,
    marks: &mut Vec<Mark>,
) {
    let words = Words { sentence, said, topics, titled, world, lexicon };
    words.named(ended, marks);
    words.unknown(marks);
    words.negated(marks);
    words.asserted(marks);
    words.directed(marks);
    words.judged(marks);
}

struct Words<'a> {
    sentence: &'a Sentence,
    said: Said<'a>,
    topics: &'a Topics,
    titled: &'a BTreeSet<usize>,
    world: &'a World,
    lexicon: Option<&'a Lexicon>,
}

impl Words<'_> {
    fn is_unknowing(&self) -> bool {
        is_unknowing(self.sentence)
    }

    /// The told things that the sentence names: whether what became of them is as it says.
    fn named(&self, ended: &mut BTreeSet<usize>, marks: &mut Vec<Mark>) {
        for (_, tokens) in &self.topics.named {
            // Several things that the same words name are one: what holds of any of them holds.
            let alike = self.topics.named.iter().filter(|(_, other)| other == tokens).map(|(index, _)| *index);
            let alike: Vec<usize> = alike.collect();
            let topics: Vec<&Topic> = alike.iter().filter_map(|index| self.world.topics.get(*index)).collect();
            let (Some(topic), Some(range)) = (topics.first(), self.run(tokens)) else { continue };
            let claim = if topic.kind == FactKind::MedicationRequest { Claim::Drug } else { Claim::Term };
            let active = topics.iter().any(|topic| statuses(topic).0);
            let over = topics.iter().any(|topic| statuses(topic).1);
            let lasts = active || over;
            let is_end_told =
                over && topics.iter().any(|topic| is_end_told(self.sentence, self.topics, topic, tokens, self.world));
            if is_end_told {
                ended.extend(alike.iter().copied());
            }
            // Of what was told with its end a later sentence may speak, as long as it does not say itself that it lasts.
            let is_told = is_end_told || (alike.iter().any(|topic| ended.contains(topic)) && !self.sentence.has(TAKEN));
            let mark = if let Some(denial) = self.denial(&topics) {
                match self.denied(denial, tokens) {
                    Some(Verdict::Supported) => Mark::new(range, claim, Verdict::Supported, ""),
                    Some(verdict) => Mark::new(range, claim, verdict, format!("The record says: {}.", denial.name)),
                    None => continue,
                }
            } else if lasts && self.said.is_over(tokens) && !over {
                let reason = format!("The record says that {} is active.", topic.name);
                Mark::new(range, Claim::Status, Verdict::Contradicted, reason)
            } else if lasts && !active && !is_told && self.said.is_now(tokens, topic.kind) {
                let status = topic.facts.iter().rev().find_map(|fact| fact.status.as_deref()).unwrap_or("over");
                Mark::new(
                    range,
                    Claim::Status,
                    Verdict::Contradicted,
                    format!("The record has {} as {status}.", topic.name),
                )
            } else {
                Mark::new(range, claim, Verdict::Supported, "")
            };
            marks.push(mark);
            marks.extend(answered::judged(self.sentence, (self.topics, self.said.denied), topic, self.world));
        }
    }

    /// Returns the one of `topics`, which the same words name, that says that there is none, where nothing told of its kind says otherwise.
    fn denial<'t>(&self, topics: &[&'t Topic]) -> Option<&'t Topic> {
        let first = topics.first().filter(|_| topics.iter().all(|topic| topic.is_denial))?;
        let is_other = |topic: &Topic| topic.kind == first.kind && !topic.is_denial && !statuses(topic).1;
        (!self.world.topics.iter().any(is_other)).then_some(*first)
    }

    /// Whether what the record says there is none of is said so, at `tokens`; nothing where it is only spoken of.
    fn denied(&self, denial: &Topic, tokens: &[usize]) -> Option<Verdict> {
        let own: Vec<usize> =
            tokens.iter().copied().filter(|at| self.sentence.tokens.get(*at).is_some_and(tells)).collect();
        if own.is_empty() {
            return None;
        }
        if own.iter().all(|at| self.said.denied.iter().any(|one| one.words.contains(at))) {
            return Some(Verdict::Supported);
        }
        let says_so = self.said.is_now(&own, denial.kind) || self.sentence.has(&["there", "allergic"]);
        let asks = self.sentence.tokens.last().is_some_and(|token| token.text == "?");
        (says_so && !asks && !self.is_unknowing()).then_some(Verdict::Contradicted)
    }

    /// Returns the stretch of the longest run of `tokens` that stand together.
    fn run(&self, tokens: &[usize]) -> Option<std::ops::Range<usize>> {
        let mut best: Option<(usize, usize)> = None;
        let mut start = *tokens.first()?;
        let mut last = start;
        for at in tokens.iter().copied().chain([usize::MAX]) {
            if at != start && at.wrapping_sub(last) > 2 {
                if best.is_none_or(|(from, to)| last - start > to - from) {
                    best = Some((start, last));
                }
                start = at;
            }
            last = at;
        }
        let (from, to) = best.unwrap_or((*tokens.first()?, *tokens.first()?));
        Some(self.sentence.tokens.get(from)?.range.start..self.sentence.tokens.get(to)?.range.end)
    }

    /// Words that nothing sent says: drugs, words of medicine, names; and sentences most of which nothing says.
    fn unknown(&self, marks: &mut Vec<Mark>) {
        if self.is_unknowing() {
            return;
        }
        let (mut known, mut strange) = (0, 0);
        for (at, token) in self.sentence.tokens.iter().enumerate() {
            let Kind::Word { lower, stem } = &token.kind else { continue };
            if lower.chars().count() < 3
                || GLUE.contains(lower)
                || GLUE.contains(stem)
                || is_listed(lower)
                || is_unit(&token.text)
                || self.titled.contains(&at)
            {
                continue;
            }
            if self.is_told(lower, stem) {
                known += 1;
                continue;
            }
            let traits = self.lexicon.map(|lexicon| lexicon.of_word(&without_accents(lower))).unwrap_or_default();
            let is_odd = lower.chars().any(|c| c.is_ascii_digit());
            let ails = lists::is_ailment(lower, traits.is(Traits::MEDICAL));
            let is_plain = traits.is(Traits::COMMON) && !traits.is(Traits::DRUG) && !ails;
            let is_asked = self.world.asked.iter().any(|asked| alike(asked, stem));
            if is_asked && (is_plain || self.lexicon.is_none() && !is_odd) {
                known += 1;
                continue;
            }
            strange += 1;
            let capital = at > 0 && token.text.starts_with(char::is_uppercase);
            let claim = if ails {
                Claim::Term
            } else if traits.is(Traits::DRUG) && !is_plain {
                Claim::Drug
            } else if (traits.is(Traits::MEDICAL | Traits::GENE | Traits::ORGANISM) && !is_plain) || is_odd || is_asked
            {
                Claim::Term
            } else if self.lexicon.is_some()
                && !is_plain
                && (capital || (traits.is_unknown() && lower.chars().count() >= MIN_STRANGE))
            {
                Claim::Statement
            } else {
                continue;
            };
            let what = match claim {
                Claim::Drug => "No entry that was sent names this drug.",
                Claim::Term if is_asked => "Your question names this; no entry that was sent does.",
                Claim::Term => "No entry that was sent names this.",
                _ => "Nothing that was sent has this word.",
            };
            marks.push(Mark::new(token.range.clone(), claim, Verdict::Unsupported, what));
        }
        if strange >= 3 && strange > known {
            let reason = "The passages that were sent say nothing of this.";
            marks.push(Mark::new(self.sentence.range.clone(), Claim::Statement, Verdict::Unsupported, reason));
        }
    }

    /// Whether a passage says the word, or the word of records for it.
    fn is_told(&self, lower: &str, stem: &str) -> bool {
        let says = |word: &str| self.world.stems.iter().any(|told| alike(told, word));
        if says(stem) {
            return true;
        }
        let means = concepts::synonyms(&[lower]);
        let kinds = concepts::kinds_of(lower);
        kinds.iter().any(|kind| self.world.topics.iter().any(|topic| topic.kind == *kind))
            || means
                .iter()
                .flat_map(|(_, texts)| texts.iter())
                .any(|text| super::world::stems_of(text).iter().all(|word| says(word)))
    }

    /// What is said as so, and stands behind a negation wherever the passages have it.
    fn asserted(&self, marks: &mut Vec<Mark>) {
        if self.sentence.tokens.iter().any(|token| is_negator(token.lower()))
            || self.sentence.has(&["former", "formerly", "denied", "free"])
        {
            return;
        }
        for token in &self.sentence.tokens {
            let Kind::Word { lower, stem } = &token.kind else { continue };
            if !GLUE.contains(lower) && self.world.negated.contains(stem) {
                let reason = "The passage says that this is not so.";
                marks.push(Mark::new(token.range.clone(), Claim::Negation, Verdict::Contradicted, reason));
            }
        }
    }

    /// Directions, judged by the real numbers.
    fn directed(&self, marks: &mut Vec<Mark>) {
        for token in &self.sentence.tokens {
            let said = match token.lower() {
                word if UP.contains(&word) => "rising",
                word if DOWN.contains(&word) => "falling",
                word if LEVEL.contains(&word) => "steady",
                word if MIXED.contains(&word) => "mixed",
                _ => continue,
            };
            let measured: Vec<&Topic> = self
                .topics
                .all()
                .iter()
                .filter_map(|topic| self.world.topics.get(*topic))
                .filter(|topic| !topic.readings.is_empty())
                .collect();
            let parts: Vec<(String, Vec<f64>, f64)> = measured.iter().flat_map(|topic| courses(topic)).collect();
            // A stem that several parts have in their names names none of them: "blood", "pressure".
            let names: BTreeSet<&str> = parts.iter().map(|(part, ..)| part.as_str()).collect();
            let tells =
                |stem: &String| names.iter().filter(|name| super::world::stems_of(name).contains(stem)).count() == 1;
            let named = |part: &str| {
                super::world::stems_of(part)
                    .iter()
                    .any(|stem| tells(stem) && self.sentence.tokens.iter().any(|token| token.stem() == stem))
                    && !part.is_empty()
            };
            let is_part_named = parts.iter().any(|(part, ..)| named(part)) && parts.len() > 1;
            let distinct = parts.iter().filter(|(part, ..)| !is_part_named || named(part));
            let found: BTreeSet<&str> = distinct.clone().map(|(_, numbers, step)| trend(numbers, *step)).collect();
            let ends = distinct.clone().find_map(|(_, numbers, _)| Some((*numbers.first()?, *numbers.last()?)));
            let was_told = self.world.text.contains(&format!(", {said}"));
            let mark = |verdict, reason: String| Mark::new(token.range.clone(), Claim::Direction, verdict, reason);
            let shown = ends
                .map(|(first, last)| format!("The first reading is {first}, the newest {last}."))
                .unwrap_or_default();
            marks.push(match (found.len(), found.contains(said)) {
                (0, _) if was_told => mark(Verdict::Supported, String::new()),
                (0, _) => {
                    mark(Verdict::Unsupported, "No course of readings was sent that this could be about.".to_owned())
                }
                (_, true) if found.len() == 1 => mark(Verdict::Supported, shown),
                (_, true) => mark(Verdict::RangeOnly, "True of some of what was measured, not of all.".to_owned()),
                (_, false) => {
                    let way = ends.map_or(0.0, |(first, last)| last - first);
                    let agrees = (said == "rising" && way > 0.0) || (said == "falling" && way < 0.0);
                    let verdict = match (found.contains("mixed"), agrees) {
                        (true, true) => Verdict::RangeOnly,
                        (true, false) if said == "steady" => Verdict::Unsupported,
                        (false, _) if said == "mixed" => Verdict::Unsupported,
                        _ => Verdict::Contradicted,
                    };
                    let is = found.iter().copied().collect::<Vec<_>>().join(" and ");
                    mark(verdict, format!("The readings are {is}. {shown}"))
                }
            });
        }
    }

    /// Judgements and advice that no passage holds.
    fn judged(&self, marks: &mut Vec<Mark>) {
        for token in &self.sentence.tokens {
            let (claim, reason) = match token.lower() {
                word if JUDGEMENTS.contains(&word) => (Claim::Judgement, "A judgement that the records do not hold."),
                word if ADVICE.contains(&word) => (Claim::Advice, "Advice that the records do not hold."),
                _ => continue,
            };
            let told = self.world.text.split(|c: char| !c.is_alphanumeric()).any(|word| word == token.lower());
            if !told {
                marks.push(Mark::new(token.range.clone(), claim, Verdict::Unsupported, reason));
            }
        }
    }
}

/// Returns whether `sentence` says that something is not known or not written.
pub(super) fn is_unknowing(sentence: &Sentence) -> bool {
    let negated = sentence.tokens.iter().any(|token| is_negator(token.lower()) || token.lower() == "unknown");
    negated && (sentence.has(UNKNOWING) || sentence.has(&["unknown"]))
}

/// Returns whether `word` says that something is not so.
pub(super) fn is_negator(word: &str) -> bool {
    NEGATORS.contains(&word) || word.ends_with("n't")
}

/// Whether a word is judged by a list of its own.
fn is_listed(word: &str) -> bool {
    [NEGATORS, UP, DOWN, LEVEL, MIXED, TAKEN, OVER, JUDGEMENTS, ADVICE].iter().any(|list| list.contains(&word))
        || is_negator(word)
}

/// Returns the course of each part of `topic`: its name, its numbers by day, and the step below which nothing changed.
fn courses(topic: &Topic) -> Vec<(String, Vec<f64>, f64)> {
    let mut parts: Vec<String> = topic.readings.iter().map(|reading| reading.part_name.clone()).collect();
    parts.sort_unstable();
    parts.dedup();
    let course = |part: String| {
        let mut readings: Vec<_> = topic.readings.iter().filter(|reading| reading.part_name == part).collect();
        readings.sort_by_key(|reading| topic.facts.get(reading.fact).map(|fact| (fact.day, reading.fact)));
        let step = readings.iter().map(|reading| reading.change).fold(0.0, f64::max);
        (part, readings.iter().map(|reading| reading.number).collect::<Vec<f64>>(), step)
    };
    parts.into_iter().map(course).filter(|(_, numbers, _)| numbers.len() > 1).collect()
}
