//! Which passages of prose an answer shows, and which of their sentences tells what was asked.
//!
//! A note may say another thing than the list: of the passages that say all that is asked about, the best and the newest
//! stand open, so that both sides are seen.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use crate::document::{Content, Document, DocumentIndex, FactKind, Passage, PatientIndex};
use crate::index::analyze;
use crate::question::{Focus, Plan, Topic, abbreviated, concepts, dispute, exact, weight};
use crate::retrieve::{Filter, Hits};

use unicode_segmentation::UnicodeSegmentation as _;

/// Passages that stand open.
const OPEN: usize = 3;
/// Passages that stand open beside a list of entries.
const OPEN_BESIDE_LIST: usize = 2;
/// Passages that are shown at all.
const MOST: usize = 8;
/// The share of the topics that a passage must have to be near.
const NEAR: f64 = 0.5;

/// The passages of an answer, as indexes.
#[derive(Debug, Default)]
pub struct Prose {
    /// Those to be seen at once, the most telling first.
    pub open: Vec<usize>,
    /// The others.
    pub folded: Vec<usize>,
    /// Whether they say all that is asked about.
    pub is_met: bool,
    /// Whether it was asked if something was done, and the first says that it was not.
    pub says_undone: bool,
    /// Whether a sentence of what is asked about says "not" or "no longer", in any of those to be seen at once.
    pub says_not: bool,
}

/// Returns the passages of `hits` that `plan` asks for; of `subjects` alone where they are known. `filter` says which texts may answer.
pub fn choose(
    context: &Context<'_>,
    plan: &Plan,
    filter: &Filter,
    hits: &Hits,
    subjects: Option<&BTreeSet<PatientIndex>>,
) -> Prose {
    let topics = topics(plan);
    if topics.is_empty() {
        let of_texts = plan.asks_for_prose() || !filter.authors.is_empty();
        return if of_texts { newest(context, plan, filter, subjects) } else { Prose::default() };
    }
    let sought = Sought::of(plan, topics);
    let mut found: Vec<Found> =
        hits.hits.iter().filter_map(|hit| Found::new(context, hit.passage.0 as usize, &sought)).collect();
    found.extend(abbreviating(context, filter, &sought, &found));
    found.retain(|found| subjects.is_none_or(|subjects| found.subject.is_some_and(|at| subjects.contains(&at))));
    let best = found.iter().map(|found| found.share).fold(0.0, f64::max);
    found.retain(|found| found.share >= NEAR && found.share >= best);
    if plan.asks_for_prose() && plan.focus == Focus::Latest {
        found.sort_by_key(|found| std::cmp::Reverse(found.day));
    } else if let Some(best) = found.first().map(|best| best.document) {
        // After the best the newest, since a note may say that another no longer holds; each text once before any twice.
        // Whether something was ever done is told by the newest that says so.
        let undone = |found: &Found| found.says_undone;
        if asks_if_done(plan) && found.iter().any(undone) {
            found.sort_by_key(|found| (!found.says_undone, std::cmp::Reverse(found.day)));
        } else if sought.whether || plan.kinds == [FactKind::AllergyIntolerance] {
            // What is asked to be so, and an allergy that is listed, is denied by the newest that denies it.
            found.sort_by_key(|found| (!found.says_not, found.says_not.then_some(std::cmp::Reverse(found.day))));
        }
        let best = found.first().map_or(best, |first| first.document);
        let mut seen = BTreeSet::from([best]);
        found.get_mut(1..).unwrap_or_default().sort_by_key(|found| std::cmp::Reverse(found.day));
        let (mut firsts, mut others): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
        for (place, found) in found.drain(..).enumerate() {
            if place == 0 || seen.insert(found.document) { firsts.push(found) } else { others.push(found) }
        }
        found = firsts;
        found.extend(others);
    }
    let open = if plan.topics.is_empty() { OPEN_BESIDE_LIST } else { OPEN };
    let says_undone = asks_if_done(plan) && found.first().is_some_and(|found| found.says_undone);
    let mut passages: Vec<usize> = found.iter().map(|found| found.passage).take(MOST).collect();
    let folded = passages.split_off(passages.len().min(open));
    let says_not = found.iter().take(open).any(|found| found.says_not);
    Prose { is_met: best == 1.0, says_undone, says_not, open: passages, folded }
}

/// Returns the passages that speak of an allergy and of one of the topics of `plan`, whoever wrote them and whenever: those that deny it first,
/// then the newest. Of `subjects` alone.
pub fn of_allergies(context: &Context<'_>, plan: &Plan, subjects: &BTreeSet<PatientIndex>) -> Prose {
    let sought = Sought { whether: true, ..Sought::of(plan, plan.topics.clone()) };
    let speaks = |at: &usize| {
        let passage = context.index.as_slice().get(*at);
        let document = passage.and_then(|passage| context.records.documents.get(passage.document.0 as usize));
        let text = document.zip(passage).and_then(|(document, passage)| passage.span.of(&document.text));
        text.is_some_and(exact::speaks_of_allergies)
    };
    let found = (0..context.index.as_slice().len()).filter_map(|passage| Found::new(context, passage, &sought));
    let is_theirs = |found: &Found| found.subject.is_some_and(|subject| subjects.contains(&subject));
    let mut found: Vec<Found> =
        found.filter(|found| found.share > 0.0 && is_theirs(found) && speaks(&found.passage)).collect();
    found.sort_by_key(|found| (!found.says_not, std::cmp::Reverse(found.day)));
    let says_not = found.iter().take(OPEN).any(|found| found.says_not);
    let mut open: Vec<usize> = found.iter().map(|found| found.passage).take(MOST).collect();
    let folded = open.split_off(open.len().min(OPEN));
    Prose { is_met: !open.is_empty(), says_undone: false, says_not, open, folded }
}

/// The passages that write what is sought as notes abbreviate it, of which no word was found; the newest first.
fn abbreviating(context: &Context<'_>, filter: &Filter, sought: &Sought, found: &[Found]) -> Vec<Found> {
    let short: Vec<&str> = sought.topics.iter().flat_map(abbreviated::of_topic).collect();
    if short.is_empty() {
        return Vec::new();
    }
    let passages = context.index.as_slice().iter().enumerate();
    let has = |document: &Document, at: &Passage| {
        let is_prose = matches!(document.content, Content::Prose { .. });
        let text = at.span.of(&document.text).filter(|_| is_prose && filter.admits(document));
        text.is_some_and(|text| abbreviated::are_in(text, &short))
    };
    let having = passages.filter(|(_, at)| {
        context.records.documents.get(at.document.0 as usize).is_some_and(|document| has(document, at))
    });
    let new = having.map(|(passage, _)| passage).filter(|passage| found.iter().all(|found| found.passage != *passage));
    let mut new: Vec<Found> = new.filter_map(|passage| Found::new(context, passage, sought)).collect();
    new.sort_by_key(|found| std::cmp::Reverse(found.day));
    new
}

/// What the passages must be about: the topics of the question, else the kinds that it names.
fn topics(plan: &Plan) -> Vec<Topic> {
    if !plan.topics.is_empty() {
        return plan.topics.clone();
    }
    let words = |kind: &FactKind| -> Topic {
        concepts::words_of(*kind).filter_map(analyze::term).map(|term| vec![term]).collect()
    };
    let topic: Topic = plan.kinds.iter().flat_map(words).collect();
    if topic.is_empty() { Vec::new() } else { vec![topic] }
}

/// The beginning of the newest (or first) texts, for "what did the last letter say?".
fn newest(context: &Context<'_>, plan: &Plan, filter: &Filter, subjects: Option<&BTreeSet<PatientIndex>>) -> Prose {
    let wanted = |document: &Document| {
        matches!(document.content, Content::Prose { .. })
            && filter.admits(document)
            && subjects.is_none_or(|subjects| document.subject.is_some_and(|at| subjects.contains(&at)))
            && plan.period.as_ref().is_none_or(|period| document.date.is_some_and(|day| period.holds(day)))
    };
    let mut found: Vec<(Option<jiff::civil::Date>, u32, usize)> = Vec::new();
    for (at, passage) in context.index.as_slice().iter().enumerate() {
        if let Some(document) = context.records.documents.get(passage.document.0 as usize).filter(|d| wanted(d)) {
            found.push((document.date, passage.document.0, at));
        }
    }
    found.sort_by(|a, b| {
        let days = if plan.focus == Focus::First { a.0.cmp(&b.0) } else { b.0.cmp(&a.0) };
        days.then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    });
    let mut passages: Vec<usize> = found.iter().map(|(_, _, at)| *at).take(MOST).collect();
    let folded = passages.split_off(passages.len().min(OPEN));
    Prose { is_met: !passages.is_empty(), open: passages, folded, ..Prose::default() }
}

/// A passage that was found, and how much of the topics it says.
struct Found {
    passage: usize,
    document: DocumentIndex,
    subject: Option<PatientIndex>,
    day: Option<jiff::civil::Date>,
    share: f64,
    /// Whether the sentence that tells most says that something was not done.
    says_undone: bool,
    /// Whether any of the sentences that say as much of the topics says that something is not so, or no longer.
    says_not: bool,
}

impl Found {
    fn new(context: &Context<'_>, passage: usize, sought: &Sought) -> Option<Self> {
        let at = context.index.as_slice().get(passage)?;
        let document = context.records.documents.get(at.document.0 as usize)?;
        if !matches!(document.content, Content::Prose { .. }) {
            return None;
        }
        let text = at.span.of(&document.text)?;
        let share = share(text, &sought.topics);
        let tell = most_telling(text, &Sought { done: true, ..sought.clone() });
        let says_undone = tell.first().is_some_and(|sentence| says_undone(sentence));
        let says_not = tell.iter().any(|sentence| says_not(sentence, &sought.topics));
        let (document, subject, day) = (at.document, document.subject, document.date);
        Some(Found { passage, document, subject, day, share, says_undone, says_not })
    }
}

/// What a sentence must tell.
#[derive(Debug, Clone)]
struct Sought {
    topics: Vec<Topic>,
    /// The index terms of the question, those of its topics among them.
    terms: BTreeSet<String>,
    /// Whether it is asked if something was done.
    done: bool,
    /// Whether it is asked if something is so.
    whether: bool,
}

impl Sought {
    fn of(plan: &Plan, topics: Vec<Topic>) -> Self {
        let terms = plan.words.iter().filter_map(|word| analyze::term(&word.lower)).collect();
        Sought { topics, terms, done: asks_if_done(plan), whether: asks_whether(plan) }
    }

    /// How much `sentence` tells: first how much of the topics, then whether it denies what is asked, then how many words of the question
    /// it has.
    fn rank(&self, sentence: &str) -> (f64, [usize; 3]) {
        let words = analyze::bag(sentence);
        let undone = usize::from(self.done && says_undone(sentence));
        let denied = usize::from(self.whether && says_not(sentence, &self.topics));
        let near = self.terms.iter().filter(|term| words.contains_key(*term)).count();
        (share_of(sentence, &words, &self.topics), [undone, denied, near])
    }
}

/// The share of `topics` that `text` says, by weight.
fn share(text: &str, topics: &[Topic]) -> f64 {
    share_of(text, &analyze::bag(text), topics)
}

fn share_of(text: &str, words: &BTreeMap<String, u32>, topics: &[Topic]) -> f64 {
    let has = |topic: &Topic| topic.iter().any(|terms| terms.iter().all(|term| words.contains_key(term)));
    let says = |topic: &&Topic| has(topic) || abbreviated::are_in(text, &abbreviated::of_topic(topic));
    let total: f64 = topics.iter().map(weight).sum();
    topics.iter().filter(says).map(weight).sum::<f64>() / total
}

/// Returns the sentence of `text` that tells most of what `plan` asks, byte for byte; `None` where none tells enough, or
/// all there is is one sentence.
pub fn telling<'t>(plan: &Plan, text: &'t str) -> Option<&'t str> {
    let topics = topics(plan);
    if topics.is_empty() {
        return None;
    }
    let sentence = most_telling(text, &Sought::of(plan, topics)).first().copied()?;
    (sentence.len() < text.trim().len()).then_some(sentence)
}

/// The sentences that say most of the topics, at least as much as is near; the first tells most, the others as they stand.
fn most_telling<'t>(text: &'t str, sought: &Sought) -> Vec<&'t str> {
    // What is mostly capitals is a heading.
    let letters = |sentence: &str, is: fn(char) -> bool| sentence.chars().filter(|c| is(*c)).count();
    let is_said = |s: &&str| letters(s, char::is_lowercase) >= letters(s, char::is_uppercase).max(1);
    let sentences = sentences(text).into_iter().filter(is_said);
    let mut ranked: Vec<_> = sentences.map(|sentence| (sought.rank(sentence), sentence)).collect();
    let best = ranked.iter().map(|((share, _), _)| *share).fold(0.0, f64::max);
    ranked.retain(|((share, _), _)| *share >= NEAR && *share >= best);
    let most = ranked.iter().map(|((_, rank), _)| *rank).max();
    if let Some(at) = ranked.iter().position(|((_, rank), _)| Some(*rank) == most) {
        ranked.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
    ranked.into_iter().map(|(_, sentence)| sentence).collect()
}

/// The sentences of `text` (UAX #29) without white space around; a title before a name ends none.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    const TITLES: &[&str] = &["Dr.", "Mr.", "Mrs.", "Ms.", "Prof.", "St."];
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    for bound in text.split_sentence_bounds() {
        at += bound.len();
        let so_far = text.get(start..at).unwrap_or_default().trim();
        if !TITLES.iter().any(|title| so_far.ends_with(title)) {
            found.extend(Some(so_far).filter(|sentence| !sentence.is_empty()));
            start = at;
        }
    }
    found.extend(text.get(start..).map(str::trim).filter(|rest| !rest.is_empty()));
    found
}

/// Words of a question that asks whether something took place.
const TAKING_PLACE: &[&str] =
    &["done", "again", "happen", "happened", "missed", "overdue", "performed", "rechecked", "repeated"];

/// Words by which a sentence says that something did not take place.
const NOT_DONE: &[&str] = &["cannot", "missed", "neither", "never", "nor", "not", "overdue"];

fn asks_if_done(plan: &Plan) -> bool {
    plan.words.iter().any(|word| TAKING_PLACE.contains(&word.lower.as_str()))
}

/// Words with which a question begins that is answered by yes or no.
const WHETHER: &[&str] =
    &["am", "are", "can", "did", "do", "does", "had", "has", "have", "is", "isn't", "may", "should", "was", "were"];

fn asks_whether(plan: &Plan) -> bool {
    plan.having
        || dispute::is_asked(plan)
        || plan.words.first().is_some_and(|word| WHETHER.contains(&word.lower.as_str()))
}

/// Words by which a sentence says that something is not so.
const NOT_SO: &[&str] = &[
    "cannot",
    "denies",
    "denied",
    "discontinue",
    "discontinued",
    "neither",
    "never",
    "no",
    "none",
    "nor",
    "not",
    "outgrown",
    "ruled",
    "stop",
    "stopped",
    "stopping",
    "without",
];

/// Whether `sentence` says "not" of one of `topics`: where a clause that has none of them denies its own alone, it is not asked.
fn says_not(sentence: &str, topics: &[Topic]) -> bool {
    let lower = sentence.to_lowercase();
    let clauses = exact::clauses(&lower);
    let speaks = |clause: &&str| clauses.len() > 1 && share(clause, topics) > 0.0;
    let speaking: Vec<&str> = clauses.iter().copied().filter(speaks).collect();
    let asked = if speaking.is_empty() { &clauses } else { &speaking };
    let mut words = asked.iter().flat_map(|clause| clause.unicode_words());
    words.any(|word| NOT_SO.contains(&word) || word.ends_with("n't") || word.ends_with("n’t"))
}

fn says_undone(sentence: &str) -> bool {
    sentence.unicode_words().any(|word| NOT_DONE.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_that_tells_is_one_of_the_text() {
        let plan = Plan::new("Was my glucose tolerance test done?", &[]);
        let text = "Glucose tolerance test on 2 August: 97.\nSeen today. I cannot find the glucose tolerance test. Iron goes on.";
        assert_eq!(telling(&plan, text), Some("I cannot find the glucose tolerance test."));
        let plan = Plan::new("What was my glucose tolerance test?", &[]);
        assert_eq!(telling(&plan, text), Some("Glucose tolerance test on 2 August: 97."));
        for nothing in ["Seen today. Iron goes on.", "I cannot find the glucose tolerance test.", ""] {
            assert_eq!(telling(&plan, nothing), None, "{nothing}");
        }
        assert_eq!(telling(&Plan::new("How are you?", &[]), text), None);
        let plan = Plan::new("Am I allergic to penicillin?", &[]);
        let text =
            "PENICILLIN ALLERGY CLINIC, 9 May 2022\nMrs. Varga is not allergic to penicillin. Seen by Dr. Byron.";
        assert_eq!(telling(&plan, text), Some("Mrs. Varga is not allergic to penicillin."));
    }

    #[test]
    fn of_the_sentences_that_speak_of_it_the_one_that_denies_or_is_nearest_tells() {
        let text = "Before: peanut IgE 0.9 kU/L. No hives. The peanut allergy began in 2017. Nahia is no longer allergic to peanut.";
        let plan = |question: &str| Plan::new(question, &[]);
        let denied = Some("Nahia is no longer allergic to peanut.");
        assert_eq!(telling(&plan("Is she allergic to peanuts?"), text), denied);
        assert_eq!(
            telling(&plan("When did the peanut allergy begin?"), text),
            Some("The peanut allergy began in 2017.")
        );
        assert_eq!(telling(&plan("What was the peanut IgE?"), text), Some("Before: peanut IgE 0.9 kU/L."));
        let plan = plan("Is she allergic to peanuts?");
        let sought = Sought { whether: false, ..Sought::of(&plan, topics(&plan)) };
        let says_not = |sentence: &str| says_not(sentence, &sought.topics);
        assert!(most_telling(text, &sought).into_iter().any(says_not), "wherever it stands");
        let [asked, other] = ["Peanut avoided. Egg is not.", "Peanut avoided, no egg."];
        assert!(!most_telling(asked, &sought).into_iter().any(says_not), "of something else");
        assert!(most_telling(other, &sought).into_iter().any(says_not), "the sentence has both");
    }

    #[test]
    fn what_is_denied_behind_another_thing_is_denied_of_that_alone() {
        let says_not = |question: &str, text: &str| {
            let plan = Plan::new(question, &[]);
            super::says_not(text, &topics(&plan))
        };
        let text = "Pneumonia confirmed and pulmonary embolism ruled out.";
        assert!(!says_not("Do I have pneumonia?", text));
        assert!(says_not("Do I have a pulmonary embolism?", text));
        for question in ["Do I have pneumonia?", "Do I have a pulmonary embolism?"] {
            assert!(says_not(question, "Pneumonia and pulmonary embolism ruled out."), "{question}");
        }
        assert!(says_not("Do I have asthma?", text), "it speaks of neither");
    }
}
