//! What a question asks for, word by word: every word is taken for something, or the question is not claimed.
//!
//! A word that is none of the known phrases and no neutral word is what the question is about. Words that ask for a
//! judgement, a reason or an advice make the whole question one for retrieval.

mod ages;
mod amounts;
mod back;
mod bounds;
mod counted;
mod courses;
mod events;
mod form;
mod hints;
mod lexicon;
mod over;
mod people;
mod picks;
mod reader;
mod refused;
mod topics;
mod wants;

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::super::anchor::Relation;
use super::super::plan::Word;
use super::super::vocabulary;
use super::super::when::{self, Range};
use super::{measures, unit};
use crate::span::{Question, Span};

use ages::age_range;
use bounds::bound;
use counted::{asks_for_medicines, implied_by, several};
use events::{BEGAN, begun, event, named_otherwise, removed};
use hints::hints;
use lexicon::{BLOCKED, has};
use over::asks_if_over;
use people::{cohort, cohort_word};
use picks::picks;
use reader::{Reader, Token, protect, tokens};
use refused::{asks_manner, asks_size, is_of_no_entry, is_subordinate};
use topics::kinds_and_topics;
use wants::{asked_at, past_tense, want};

pub(super) use back::counts_back;
pub(super) use lexicon::is_neutral;
pub(super) use people::is_of_change;

pub(super) use form::{
    About, Ask, Bound, Cohort, Direction, Event, Grain, Joined, OfThem, Pick, Standing, Stays, Topic, Visit, Want,
};

/// Longest question that is read, in words.
const MAX_WORDS: usize = 60;

/// The days from which times are counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Days {
    /// The day that counts as today.
    pub today: Option<Date>,
    /// The day on which whom the question is about was born.
    pub birth: Option<Date>,
}

/// Returns what `question`, in `words`, asks for; `None` where a word of it is not understood. `people` are the words
/// that name patients, `names` the names of entries in the records, as words in lower case.
pub(super) fn read(
    question: &str,
    words: &[Word],
    people: &[Span<Question>],
    names: &BTreeSet<Vec<String>>,
    days: Days,
) -> Option<Ask> {
    if words.is_empty() || words.len() > MAX_WORDS || is_put_otherwise(words) {
        return None;
    }
    let mut reader = Reader { tokens: tokens(question, words) };
    for (at, word) in words.iter().enumerate() {
        if people.iter().any(|span| span.overlaps(word.span)) {
            reader.use_up(at);
            let fond = ["patient", "little", "young", "old", "dear", "baby", "our"];
            let known = |lower: &str| vocabulary::is_title(lower) && lower != "dr" || fond.contains(&lower);
            // The "old" of "how old was James" is no word for him.
            let titles = (at.saturating_sub(2)..at).rev();
            let titles: Vec<usize> = titles.take_while(|title| reader.free(*title).is_some_and(known)).collect();
            titles.into_iter().for_each(|title| reader.use_up(title));
        }
    }
    protect(&mut reader, names);
    let times = when::read(words, days.today);
    // A time inside of a name is none.
    let timed: Vec<usize> =
        times.words.iter().copied().filter(|at| reader.tokens.get(*at).is_some_and(|t| !t.named)).collect();
    if times.is_unsure {
        return None;
    }
    let (range, each) = if timed.is_empty() { (None, Vec::new()) } else { (times.range, times.each.clone()) };
    for at in timed {
        reader.use_up(at);
    }
    let by_age = age_range(&mut reader, days.birth)?;
    if by_age.is_some() && range.is_some() {
        return None;
    }
    let mut ask = read_rest(question, words, reader, range.or(by_age), each, days.today)?;
    // Of a time whose end nobody says it is not said that nothing is in it.
    ask.by_age = by_age.is_some() || times.is_rough;
    // "How much did she grow from 2018 to 2020" compares the one year with the other.
    if let Some([first, last]) = times.ends.filter(|_| ask.change && ask.each.is_empty() && ask.want == Want::Compare) {
        ask.each = vec![last, first];
    }
    if ask.event.is_some() && range.is_some() && is_of_event(question, words, &times) {
        let within = ask.range.take();
        ask.each.clear();
        if let Some(event) = &mut ask.event {
            event.within = within;
        }
    }
    let is_in = |at: usize| words.get(at).is_some_and(|word| matches!(word.lower.as_str(), "in" | "during"));
    ask.inside = times.dates.first().is_some_and(|date| date.start > 0 && is_in(date.start - 1));
    Some(ask)
}

/// Whether the words ask for something else than they would be read as: "no. of colonoscopies", "which conditions have a start date in 2020",
/// and "CBT sessions in 2020", which are counted.
fn is_put_otherwise(words: &[Word]) -> bool {
    let said = |phrase: &[&str]| {
        words.windows(phrase.len()).any(|run| run.iter().zip(phrase).all(|(word, own)| word.lower == *own))
    };
    let begins = |list: &[&str]| words.first().is_some_and(|word| list.contains(&word.lower.as_str()));
    let is_several = ["conditions", "problems", "diagnoses", "illnesses"].iter().any(|noun| said(&[noun]));
    let is_counted = ["sessions", "cycles", "infusions"].iter().any(|noun| said(&[noun])) && !said(&["of"]);
    const ASKING: &[&str] = &[
        "what", "which", "when", "how", "list", "show", "give", "all", "every", "on", "did", "was", "were", "has",
        "have", "had", "do", "does", "is", "are", "any", "date", "dates", "number", "count", "who", "last", "first",
        "latest", "in", "since", "at",
    ];
    begins(&["no", "nr"]) && said(&["of"]) || is_several && said(&["start", "date"]) || is_counted && !begins(ASKING)
}

/// Whether the times of a question say when the event was that it counts from: "before I started simvastatin in January 2012".
fn is_of_event(question: &str, words: &[Word], times: &when::Times) -> bool {
    let is_relation = |word: &Word| matches!(word.lower.as_str(), "since" | "after" | "before" | "prior" | "following");
    let at = (0..words.len()).find(|at| words.get(*at).is_some_and(is_relation) && !times.words.contains(at));
    let Some(event) = at.and_then(|at| words.get(at)) else { return false };
    times.dates.iter().all(|date| {
        let Some(first) = words.get(date.start).filter(|first| first.span.start() > event.span.end()) else {
            return false;
        };
        question.get(event.span.end()..first.span.start()).is_some_and(|between| !between.contains([',', ';', '?']))
    })
}

fn read_rest(
    question: &str,
    words: &[Word],
    mut reader: Reader<'_>,
    range: Option<Range>,
    each: Vec<Range>,
    today: Option<Date>,
) -> Option<Ask> {
    reader.take_any(&[
        "do you know",
        "can you tell me",
        "could you tell me",
        "can you say",
        "i would like to know",
        "i'd like to know",
        "i want to know",
        "tell me",
        "do we know",
        "is it known",
        "can i see",
        "may i see",
        "can you show me",
        "could you show me",
        "remind me",
        "i wonder",
    ]);
    // "How many came back under 6.5?" asks for no more than "how many were": alone it would be an illness that returned.
    for bound in ["under", "over", "above", "below"] {
        if reader.find(&format!("came back {bound}")).is_some() {
            reader.take_any(&["came back"]);
        }
    }
    const OTHERWISE: &[&str] = &[
        "came back",
        "come back",
        "comes back",
        "coming back",
        "got over",
        "get over",
        "over it",
        "weeks pregnant",
        "months pregnant",
        "weeks along",
        "months along",
    ];
    if OTHERWISE.iter().any(|phrase| reader.find(phrase).is_some()) {
        return None;
    }
    let first = reader.tokens.iter().position(|token| !token.used && !matches!(token.lower, "and" | "so" | "please"));
    let first = first.map(|at| asked_at(&reader, at));
    let mut ask = Ask { range, each, bound: bound(question, words, &mut reader), ..Ask::of(Want::Value) };
    ask.implied = ask.bound.as_ref().and_then(|(_, _, unit)| implied_by(unit.as_deref()?));
    // "How many patients were born before 1930?" asks for no day of birth.
    let about = if cohort_word(&reader).is_some() { None } else { person(&mut reader) };
    if let Some(about) = about {
        ask.want = Want::Person(about);
        let years = ["in what year", "in which year", "what year", "which year", "year of birth", "year of death"];
        ask.year_only = reader.take_any(&years).is_some();
        // "How old was I when I had my heart attack?"
        if about == About::AgeThen && ask.range.is_none() && ask.bound.is_none() {
            picks(&mut reader, &mut ask)?;
            for phrase in BEGAN {
                reader.take(phrase);
            }
            hints(&mut reader, &mut ask);
            kinds_and_topics(&mut reader, &mut ask);
            return (!has_blocked(&reader)).then_some(ask);
        }
        let is_plain = |lower: &str| is_neutral(lower) || matches!(lower, "now" | "today" | "currently");
        return reader.tokens.iter().all(|token| token.used || is_plain(token.lower)).then_some(ask);
    }
    // "What does HbA1c mean?", "Who prescribed it?" ask for what no entry says.
    let ends_in =
        |word: &str| reader.tokens.iter().rev().find(|token| !token.used).is_some_and(|token| token.lower == word);
    let by_whom = [
        "who prescribed",
        "who diagnosed",
        "who ordered",
        "who gave",
        "who did",
        "who operated",
        "who wrote",
        "who treated",
        "who measured",
        "who saw",
    ];
    if (ends_in("mean") && reader.find("does").is_some()) || by_whom.iter().any(|phrase| reader.find(phrase).is_some())
    {
        return None;
    }
    // "Every drug prescribed on the day I got the colchicine" are the others, too.
    let is_of_day =
        ["the day i", "the day he", "the day she", "the day they"].iter().any(|day| reader.find(day).is_some());
    if is_of_day && ["prescribed", "prescribe"].iter().any(|verb| reader.find(verb).is_some()) {
        return None;
    }
    if is_of_no_entry(&reader) {
        return None;
    }
    // What will be nobody has entered, and "is it over" is answered the other way round.
    let is_first = |word: &str| first.and_then(|at| words.get(at)).is_some_and(|known| known.lower == word);
    if is_first("will") {
        return None;
    }
    ask.gone = asks_if_over(&mut reader, first, words);
    if is_subordinate(&reader, first) {
        return None;
    }
    let is_cohort = cohort_word(&reader).is_some();
    ask.distinct = ["how many different", "how many distinct", "how many separate"]
        .iter()
        .any(|phrase| reader.find(phrase).is_some());
    ask.past_tense = past_tense(&reader);
    ask.still = reader.find("still").is_some();
    let asks_what =
        first.and_then(|at| words.get(at)).is_some_and(|word| matches!(word.lower.as_str(), "what" | "which"));
    let is_diagnosis = reader.find("diagnosis").is_some();
    let is_given = ["given", "gave", "give"].iter().any(|word| reader.find(word).is_some());
    ask.given = is_given && !is_diagnosis && (asks_what || is_first("was"));
    named_otherwise(&mut reader);
    ask.removed = removed(&mut reader);
    want(&mut reader, &mut ask, first);
    // "His last colonoscopy was how many days before he died?" asks for no time that it lasted.
    let is_death = ["died", "die", "death", "passed away", "passing"].iter().any(|word| reader.find(word).is_some());
    if ask.want == Want::Span && ask.standing == Standing::Past && is_death {
        return None;
    }
    // "How many has she had now?" counts those that were, too.
    if ask.want == Want::Count && reader.find("had").is_some() {
        reader.take_any(&["by now", "now", "so far", "to date"]);
    }
    if reader.find("no of").is_some() || reader.find("start date").is_some() && reader.find("conditions").is_some() {
        return None;
    }
    // "What did I score on the PHQ-9?" asks for what came of it.
    let asks_score = ["i score", "he score", "she score", "scored on", "score on"]
        .iter()
        .any(|phrase| reader.find(phrase).is_some());
    // "Has it been above 5?" asks whether it ever was.
    let has_been = ask.bound.is_some() && ask.want == Want::Whether && ask.standing == Standing::Unsaid;
    if has_been && is_first_has(first, words) && reader.find("been").is_some() {
        ask.standing = Standing::Ever;
    }
    // "Now and in 2015" asks for two.
    let is_now =
        ["now", "currently", "at the moment", "right now", "these days"].iter().any(|word| reader.find(word).is_some());
    if is_now && ask.want == Want::Value && ask.range.is_some_and(|range| range.until.is_some()) {
        return None;
    }
    if ask.want == Want::Date && reader.take("both").is_some() {
        ask.pair = true;
    }
    if ask.want == Want::Whether && !is_cohort {
        let (both, and) = (reader.find("both").is_some(), reader.find("and").is_some());
        ask.joined = match (both && and, reader.find("or").is_some()) {
            (true, _) => Some(Joined::All),
            (_, true) => Some(Joined::Any),
            _ => None,
        };
        if both && and {
            reader.take("both");
        }
        // "Has she had both jabs?" asks for two.
        if both && !and && reader.take("both").is_some() {
            ask.pick = Some(Pick::Nth(2));
        }
        if ask.joined == Some(Joined::Any) {
            reader.take("either");
        }
    }
    picks(&mut reader, &mut ask)?;
    several(&mut reader, &mut ask);
    ask.result = asks_score
        || ["result of", "results of", "outcome of", "findings of", "finding of"]
            .iter()
            .any(|phrase| reader.find(phrase).is_some());
    ask.medicines = asks_for_medicines(&reader, first);
    let operations = ["operation", "operations", "surgery", "surgeries", "operated"];
    ask.operated = operations.iter().any(|word| reader.find(word).is_some());
    // "Which results were over 7?" asks for all of them; "when did it first drop below" for no course.
    let which = first.and_then(|at| words.get(at)).is_some_and(|word| matches!(word.lower.as_str(), "which" | "what"));
    const SEVERAL: &[&str] = &["results", "values", "readings", "measurements", "ones"];
    let next = first.and_then(|at| words.get(at + 1)).map_or("", |word| word.lower.as_str());
    // "Which ejection fractions were 40 or lower?"
    let are = words.iter().any(|word| matches!(word.lower.as_str(), "were" | "are"));
    let several = next == "of"
        || are
        || next.len() > 3 && next.ends_with('s')
        || SEVERAL.iter().any(|word| reader.find(word).is_some());
    // "LDLs over 130?"
    let plural = ask.bare && reader.tokens.iter().any(is_several);
    if ask.bound.is_some() && ask.want == Want::Value && ask.pick.is_none() && (which && several || plural) {
        ask.want = Want::List;
    }
    if ask.bound.is_some() && ask.want == Want::Trend {
        return None;
    }
    // "Fever, how high?" asks for what was measured.
    if reader.find("fever").is_some() {
        let how = ["how high was", "how high is", "how high"].iter().any(|phrase| reader.take(phrase).is_some());
        if how && ask.want == Want::Value {
            reader.take("fever");
            (ask.implied, ask.pick) = (Some("temperature"), ask.pick.or(Some(Pick::Highest)));
        }
    }
    // "in pounds"
    for at in 1..reader.tokens.len() {
        let before = reader.free(at - 1) == Some("in");
        if let Some(unit) = reader.free(at).filter(|word| before && *word != "in" && unit::is_unit(word)) {
            ask.unit = Some(unit.to_owned());
            reader.use_up(at - 1);
            reader.use_up(at);
        }
    }
    hints(&mut reader, &mut ask);
    if is_cohort {
        // "Who should be called in?", "who has it without the other?"
        if has_blocked(&reader) {
            return None;
        }
        ask.cohort = Some(cohort(&mut reader, &mut ask, today)?);
    } else {
        let before = reader.tokens.iter().position(|token| !token.used && matches!(token.lower, "before" | "prior"));
        ask.event = event(&mut reader, ask.want);
        // "What was my weight before my surgery?" asks for the last one before it.
        let is_one = reader.find("were").is_none()
            && reader.find("are").is_none()
            && !reader.tokens.iter().take(before.unwrap_or(0)).any(is_several);
        if ask.want == Want::Value && ask.pick.is_none() && ask.bound.is_none() && is_one {
            let is_before = ask.event.as_ref().is_some_and(|event| event.relation == Relation::Before);
            ask.pick = is_before.then_some(Pick::Latest(1));
        }
        begun(&mut reader, &mut ask);
    }
    kinds_and_topics(&mut reader, &mut ask);
    if ask.removed {
        for topic in &mut ask.topics {
            topic.words.push("removed".to_owned());
            topic.whole.push("removed".to_owned());
        }
    }
    // "Any gout?", "any A1c over 8?" ask for yes or no.
    let is_any = first.and_then(|at| words.get(at)).is_some_and(|word| word.lower == "any");
    if is_any && ask.want == Want::Value && ask.pick.is_none() && !ask.topics.is_empty() && !ask.dose {
        let is_measure = ask.topics.iter().any(|topic| {
            let said: Vec<&str> = topic.whole.iter().map(String::as_str).collect();
            measures::named(&said).is_some()
        });
        if ask.bound.is_some() || !is_measure {
            ask.want = Want::Whether;
            if ask.standing == Standing::Unsaid {
                ask.standing = Standing::Ever;
            }
        }
    }
    if asks_manner(words, &ask) || asks_size(words, &reader) {
        return None;
    }
    // "Compared with 2011, was my 2016 cholesterol higher?" says first what it is compared with.
    if ask.want == Want::Compare && ask.each.len() == 2 && words.first().is_some_and(|word| word.lower == "compared") {
        ask.each.reverse();
    }
    (!has_blocked(&reader)).then_some(ask)
}

fn is_first_has(first: Option<usize>, words: &[Word]) -> bool {
    first.and_then(|at| words.get(at)).is_some_and(|word| matches!(word.lower.as_str(), "has" | "have"))
}

/// Whether a word names several readings: "weights".
fn is_several(token: &Token<'_>) -> bool {
    let one = token.lower.strip_suffix('s').unwrap_or_default();
    !token.used && (matches!(token.lower, "readings" | "values" | "results") || measures::named(&[one]).is_some())
}

/// Whether a word that is left asks for what no entry says.
fn has_blocked(reader: &Reader<'_>) -> bool {
    let blocked = |token: &Token<'_>| !token.used && !token.named && has(BLOCKED, token.lower);
    reader.tokens.iter().any(blocked)
}

fn person(reader: &mut Reader<'_>) -> Option<About> {
    if reader.take_any(&["how old", "what age", "what is my age", "age"]).is_some() {
        // "How old was I at my heart surgery?"
        let at_event = reader.find("was").is_some() && reader.take_any(&["at the time of", "at", "during"]).is_some();
        if reader.take("when").is_none() && !at_event {
            return Some(About::Age);
        }
        let is_death = reader.take_any(&["died", "die", "passed away"]).is_some();
        return Some(if is_death { About::AgeAtDeath } else { About::AgeThen });
    }
    const DEATHS: &[&str] = &["date of death", "day of death", "die", "died", "pass away", "passed away"];
    // "Who was with her when she died?"
    let asks_other = reader.tokens.first().is_some_and(|token| matches!(token.lower, "who" | "whom" | "where" | "why"));
    if asks_other {
        return None;
    }
    // "Is he still alive?", "has he died?" are answered by the day of death.
    const WHETHER: &[&str] = &["still alive", "alive", "still living", "dead", "deceased", "died", "passed away"];
    let is_whether = reader.tokens.first().is_some_and(|token| matches!(token.lower, "is" | "has"));
    if is_whether && reader.take_any(WHETHER).is_some() {
        return Some(About::Death);
    }
    let asks_day = ["when", "date of death", "year", "day of death"].iter().any(|phrase| reader.find(phrase).is_some());
    if asks_day && reader.take_any(DEATHS).is_some() {
        reader.take("when");
        return Some(About::Death);
    }
    if reader.find("year of birth").is_some() {
        return Some(About::Birth);
    }
    if reader.take_any(&["date of birth", "birth date", "birthday", "birthdate", "dob", "born"]).is_some() {
        reader.take("when");
        return Some(About::Birth);
    }
    reader.take_any(&["gender", "sex"]).map(|_| About::Sex)
}
