//! Makes a follow-up whole: "and in 2015?" after "What was my last weight?" becomes "What was my last weight, in 2015?".
//!
//! No turn of a conversation leaves with a later one. What a follow-up leaves unsaid is put into its own words here, on the
//! device, from the question before it; that one question is then searched, synthesised under fresh pseudonyms and reviewed as
//! if it had been typed. It takes over nothing where it can stand alone, and the person sees how it was read and can undo it.

mod shifted;

use std::ops::Range;

use super::plan::{Plan, Word};
use super::{concepts, vocabulary, when};
use crate::document::Patient;
use crate::question::Focus;
use crate::span::{Question, Span};

/// Longest question that is taken from, in bytes: follow-ups of follow-ups would grow without end.
const MAX_BEFORE: usize = 240;

/// Beginnings that lead over from what was said before, and say nothing themselves.
const LEADS: &[&[&str]] = &[
    &["and"],
    &["but"],
    &["so"],
    &["then"],
    &["also"],
    &["or"],
    &["what", "about"],
    &["how", "about"],
    &["and", "what", "about"],
    &["and", "how", "about"],
];
/// Words that stand for what was spoken of.
const POINTERS: &[&str] = &["it", "that", "this", "those", "these", "them", "one", "ones", "same", "there", "its"];
/// Words that stand for a person who was spoken of.
const PERSONS: &[&str] = &["he", "she", "his", "her", "him", "hers", "they", "their", "them"];
/// Those of them that are a man's, and a woman's.
const MALE: &[&str] = &["he", "his", "him"];
const FEMALE: &[&str] = &["she", "her", "hers"];
/// Words that set something beside what was spoken of.
const BESIDE: &[&str] = &["both", "compare", "compared", "related", "together", "versus", "than", "connected"];
/// Words of whole sentences: what has none, and is short, is a fragment.
const SENTENCE: &[&str] = &[
    "am", "is", "are", "was", "were", "be", "been", "do", "does", "did", "have", "has", "had", "happen", "happened",
    "can", "could", "should", "will", "would", "show", "list", "tell", "give", "find", "explain", "i",
];
/// Words before an event that something was before, after or at.
const RELATIONS: &[&str] = &["before", "after", "since", "until", "during", "prior", "following"];
/// Most words of a fragment.
const FRAGMENT: usize = 4;
/// Words that say which of several numbers is wanted.
const EXTREMES: &[&str] = &[
    "highest", "lowest", "maximum", "minimum", "max", "min", "average", "mean", "best", "worst", "most", "least",
    "biggest", "smallest", "greatest", "median", "peak",
];
/// Words for the reading before the last.
const BEFORE_LAST: &[&str] = &["previous", "penultimate"];
/// Words before a date that go with it.
const BEFORE_DATES: &[&str] = &[
    "in", "on", "since", "from", "until", "till", "before", "after", "during", "between", "of", "and", "to", "by",
    "over", "within",
];

/// Returns `question` made whole with what it leaves unsaid, taken from the newest of `earlier` (oldest first, each whole
/// itself), or `None` where it can stand alone or there is nothing to take. `patients` are those whose records are loaded.
///
/// The result holds words of the two questions alone, in their spelling, but for a time that is counted on from theirs.
pub fn whole(question: &str, earlier: &[String], patients: &[Patient]) -> Option<String> {
    let before = earlier.iter().rev().find(|before| before.len() <= MAX_BEFORE && !before.trim().is_empty())?;
    let new = Read::of(question, patients);
    let old = Read::of(before, patients);
    if new.plan.words.is_empty() || old.plan.words.is_empty() {
        return None;
    }
    // Whoever is a woman by her record is not "he": somebody else is meant.
    if new.is_of_another_sex(&old, patients) {
        return None;
    }
    // Of an event "the week after" is no time of its own.
    let step = shifted::Step::of(&new.plan.words, new.lead()).filter(|_| old.plan.anchor.is_none());
    if let Some(step) = step {
        let [date] = old.dates.as_slice() else { return None };
        return shifted::shifted(before, *date, step);
    }
    let whole = if new.is_bare() {
        new.leans().then(|| new.in_its_place(&old).unwrap_or_else(|| old.continued(&new)))?
    } else if new.takes_the_frame() && old.has_frame() {
        old.about(&new)?
    } else {
        new.beside(&old).or_else(|| new.of_person(&old))?
    };
    (whole.trim() != question.trim()).then_some(whole)
}

/// A question with what it was read to ask for.
struct Read<'q> {
    text: &'q str,
    plan: Plan,
    /// The times that it names, in dates or counted from now.
    dates: Vec<Span<Question>>,
}

impl<'q> Read<'q> {
    fn of(text: &'q str, patients: &[Patient]) -> Self {
        let plan = Plan::new(text, patients);
        let dates = when::spans(&plan.words, &when::dates(&plan.words));
        Read { text, plan, dates }
    }

    fn lower(&self) -> impl Iterator<Item = &str> {
        self.plan.words.iter().map(|word| word.lower.as_str())
    }

    fn has_any(&self, words: &[&str]) -> bool {
        self.lower().any(|word| words.contains(&word))
    }

    /// Whether nothing in it says what it is about.
    fn is_bare(&self) -> bool {
        let Plan { topics, kinds, .. } = &self.plan;
        let silent = kinds.is_empty() && (topics.is_empty() || !self.plan.words.iter().any(|word| self.is_topic(word)));
        // "Before my surgery?" says when and not what.
        let first = self.lower().nth(self.lead());
        silent || (first.is_some_and(|first| RELATIONS.contains(&first)) && self.plan.words.len() <= FRAGMENT)
    }

    fn is_dated(&self, word: &Word) -> bool {
        self.dates.iter().any(|span| span.overlaps(word.span))
    }

    fn is_named(&self, word: &Word) -> bool {
        self.plan.mentions.iter().any(|mention| mention.span.overlaps(word.span))
    }

    fn is_topic(&self, word: &Word) -> bool {
        let everyday = vocabulary::is_everyday(&word.lower) && concepts::kinds_of(&word.lower).is_empty();
        let plain = everyday || EXTREMES.contains(&word.lower.as_str());
        !plain && !self.is_dated(word) && !self.is_named(word)
    }

    /// Whether it says which reading is wanted: "the highest", "the first".
    fn is_choosing(&self, word: &Word) -> bool {
        let lower = word.lower.as_str();
        let chooses = EXTREMES.contains(&lower)
            || BEFORE_LAST.contains(&lower)
            || vocabulary::asks_for_latest(lower)
            || vocabulary::asks_for_first(lower);
        // The "last" of "last year" chooses no reading.
        chooses && !self.is_dated(word)
    }

    fn chooses(&self) -> bool {
        self.plan.words.iter().any(|word| self.is_choosing(word))
            || self.plan.words.iter().any(|word| vocabulary::asks_for_course(&word.lower) && word.lower != "since")
    }

    fn is_timed(&self) -> bool {
        !self.dates.is_empty() || self.plan.anchor.is_some()
    }

    /// Whether it begins or points as what goes on does, or is a fragment.
    fn leans(&self) -> bool {
        let fragment = self.plan.words.len() <= FRAGMENT && !self.has_any(SENTENCE);
        fragment || self.has_any(POINTERS) || self.lead() > 0
    }

    /// Returns how many of its first words only lead over from what was said before.
    fn lead(&self) -> usize {
        let begins = |lead: &&&[&str]| self.lower().take(lead.len()).eq(lead.iter().copied());
        LEADS.iter().filter(begins).map(|lead| lead.len()).max().unwrap_or(0)
    }

    /// Whether it names something new and nothing else: "what about my cholesterol?"
    fn takes_the_frame(&self) -> bool {
        const LIGHT: &[&str] = &["my", "the", "his", "her", "their", "and", "or", "for", "of"];
        let lead = self.lead();
        let rest = || self.plan.words.iter().skip(lead);
        lead > 0
            && !self.is_timed()
            && !self.chooses()
            && self.plan.mentions.is_empty()
            && rest().all(|word| self.is_topic(word) || LIGHT.contains(&word.lower.as_str()))
    }

    /// Whether it says more than what it is about, which something else could be asked in the place of.
    fn has_frame(&self) -> bool {
        self.is_timed() || self.chooses() || self.plan.focus != Focus::Unsaid || !self.plan.mentions.is_empty()
    }

    /// Returns this question with what `next` says added, in the place of what it says of the same.
    fn continued(&self, next: &Read<'_>) -> String {
        let (timed, chooses, named) = (next.is_timed(), next.chooses(), !next.plan.mentions.is_empty());
        let mut dropped: Vec<Span<Question>> = Vec::new();
        for (index, word) in self.plan.words.iter().enumerate() {
            let dated = timed && self.is_dated(word);
            if dated || (chooses && self.is_choosing(word)) || (named && self.is_named(word)) {
                // "In 2019" goes whole.
                let before = index.checked_sub(1).and_then(|before| self.plan.words.get(before)).filter(|_| dated);
                dropped.extend(before.filter(|word| BEFORE_DATES.contains(&word.lower.as_str())).map(|word| word.span));
                dropped.push(word.span);
            }
        }
        let base = without(self.text, &dropped);
        let tail = next.without_lead();
        let base = base.trim_end_matches(|c: char| c.is_whitespace() || "?.!,;:".contains(c));
        format!("{base}, {tail}")
    }

    /// Returns what it is about where it says nothing else that counts: nothing of somebody with a title, of a doing, or of what something
    /// was under.
    fn plain_topic(&self) -> Option<&'q str> {
        const AROUND: &[&str] = &[
            "how", "what", "which", "did", "do", "does", "has", "have", "is", "are", "was", "were", "my", "the", "his",
            "her", "their", "our", "last", "latest", "newest", "first", "change", "changed", "changing", "trend",
            "over", "time", "of",
        ];
        let range = self.topic_range()?;
        let is_inside = |word: &Word| range.contains(&word.span.start());
        let is_plain = |word: &Word| AROUND.contains(&word.lower.as_str());
        self.plan
            .words
            .iter()
            .all(|word| if is_inside(word) { self.is_topic(word) && !is_plain(word) } else { is_plain(word) })
            .then(|| self.topic())?
    }

    /// Returns this question with what `old` is about in the place of its "it", where it is whole but for that:
    /// "when was it highest?" asks for no course any more, whatever was asked before.
    fn in_its_place(&self, old: &Read<'_>) -> Option<String> {
        const ASKS: &[&str] = &["when", "what", "how"];
        let mut pointers = self.plan.words.iter().filter(|word| POINTERS.contains(&word.lower.as_str()));
        let only = pointers.next().filter(|word| word.lower == "it" && pointers.next().is_none())?;
        let asks = self.lower().next().is_some_and(|first| ASKS.contains(&first)) && self.chooses();
        let is_bound = old.is_timed() || !old.plan.mentions.is_empty();
        let topic = old.plain_topic().filter(|_| asks && !is_bound)?;
        let (head, tail) = (self.text.get(..only.span.start())?, self.text.get(only.span.end()..)?);
        Some(tidy(&format!("{head}{topic}{tail}")))
    }

    /// Returns what is said behind "and" or "what about".
    fn without_lead(&self) -> String {
        let Some(word) = self.plan.words.get(self.lead()) else { return self.text.trim().to_owned() };
        let rest = self.text.get(word.span.end()..).unwrap_or_default();
        let first = word.span.of(self.text).filter(|_| !vocabulary::is_everyday(&word.lower));
        // A sign is part of the number behind it: ">3".
        let before = self.text.get(..word.span.start()).unwrap_or_default();
        let sign = before.get(before.trim_end_matches(['<', '>', '=', '≤', '≥', ' ']).len()..).unwrap_or_default();
        format!("{}{}{}", sign.trim_start(), first.unwrap_or(&word.lower), rest.trim_end())
    }

    /// Returns the words from the first to the last that say what it is about.
    fn topic(&self) -> Option<&'q str> {
        self.text.get(self.topic_range()?)
    }

    fn topic_range(&self) -> Option<Range<usize>> {
        let of = || self.plan.words.iter().filter(|word| self.is_topic(word));
        Some(of().next()?.span.start()..of().next_back()?.span.end())
    }

    /// Returns this question asked about what `next` is about.
    fn about(&self, next: &Read<'_>) -> Option<String> {
        let topic = next.topic()?;
        let own: Vec<Span<Question>> =
            self.plan.words.iter().filter(|word| self.is_topic(word)).map(|word| word.span).collect();
        let first = own.first()?;
        let (head, tail) = (self.text.get(..first.start())?, self.text.get(first.start()..)?);
        let tail_words: Vec<Span<Question>> =
            own.iter().map(|span| Span::at(span.start() - first.start(), span.len())).collect();
        Some(tidy(&format!("{head}{topic} {}", without(tail, &tail_words))))
    }

    /// Returns this question with what `old` is about named in it, where it sets the two beside each other.
    fn beside(&self, old: &Read<'_>) -> Option<String> {
        // Without what stands before it a name is none: "Dr".
        let topic = old.plain_topic().filter(|_| self.has_any(POINTERS) && self.has_any(BESIDE))?;
        Some(self.with(topic))
    }

    /// Returns this question with the person named in it of whom `old` is, where it says "her" or "he".
    fn of_person(&self, old: &Read<'_>) -> Option<String> {
        let mention = old.plan.mentions.first().filter(|_| self.plan.mentions.is_empty() && self.has_any(PERSONS))?;
        Some(self.with(mention.span.of(old.text)?))
    }

    /// Whether it says "he" or "she" where `old` names only people whom their records call of the other sex, and names nobody itself.
    fn is_of_another_sex(&self, old: &Read<'_>, patients: &[Patient]) -> bool {
        let said = |words: &[&str], sex: &'static str| self.has_any(words).then_some(sex);
        let sexes = [said(MALE, "male"), said(FEMALE, "female")];
        let is_other = |patient: &Patient| {
            let own = patient.gender.as_deref().filter(|own| matches!(*own, "male" | "female"));
            own.is_some_and(|own| sexes.iter().any(Option::is_some) && !sexes.contains(&Some(own)))
        };
        let mut named = old.plan.mentions.iter().filter_map(|mention| patients.get(mention.patient.0 as usize));
        let (is_of_some, is_bare) = (!old.plan.mentions.is_empty(), self.plan.mentions.is_empty());
        is_of_some && is_bare && named.all(is_other)
    }

    fn with(&self, more: &str) -> String {
        let text = self.text.trim_end_matches(|c: char| c.is_whitespace() || "?.!".contains(c));
        format!("{text}, {more}?")
    }
}

/// Returns `text` without what stands in `spans` (in order), with single spaces.
fn without(text: &str, spans: &[Span<Question>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for span in spans {
        if span.start() >= at {
            out.push_str(text.get(at..span.start()).unwrap_or_default());
            at = span.end();
            // A possessive's ending goes with its name.
            let rest = text.get(at..).unwrap_or_default();
            at += ["'s", "’s"].iter().find(|end| rest.starts_with(**end)).map_or(0, |end| end.len());
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    tidy(&out)
}

/// Returns `text` with single spaces, and none before a mark.
fn tidy(text: &str) -> String {
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in [" ?", " ,", " ."] {
        out = out.replace(mark, mark.trim_start());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patient(name: &str) -> Patient {
        Patient { id: name.into(), name: name.into(), family: name.into(), birth: None, death: None, gender: None }
    }

    fn follow(before: &str, question: &str) -> Option<String> {
        whole(question, &[before.to_owned()], &[patient("Amara Okafor"), patient("John Lindqvist")])
    }

    #[test]
    fn what_says_nothing_of_its_own_goes_on_with_what_was_asked() {
        for (before, question, expected) in [
            ("What was my last weight?", "and in 2015?", "What was my last weight, in 2015?"),
            ("What was my weight in 2019?", "And in 2015?", "What was my weight, in 2015?"),
            ("What was my weight in 2019?", "and last year?", "What was my weight, last year?"),
            ("What was my last weight?", "and last spring?", "What was my last weight, last spring?"),
            ("How did my weight change over the past two years?", "and in 2015?", "How did my weight change, in 2015?"),
            ("What was my highest weight?", "the lowest?", "What was my weight, the lowest?"),
            (
                "What was my last blood pressure?",
                "Is that too high?",
                "What was my last blood pressure, is that too high?",
            ),
            ("What was my last blood pressure?", "When was that?", "What was my last blood pressure, when was that?"),
            ("Do I have asthma?", "since when?", "Do I have asthma, since when?"),
            ("What was my HbA1c?", "before my surgery?", "What was my HbA1c, before my surgery?"),
            ("What is Amara Okafor's weight?", "and John Lindqvist?", "What is weight, John Lindqvist?"),
        ] {
            assert_eq!(follow(before, question).as_deref(), Some(expected), "{before} {question}");
        }
    }

    #[test]
    fn what_is_whole_but_for_it_names_what_was_asked_about() {
        for (before, question, expected) in [
            ("How did my A1c change?", "when was it highest?", "when was A1c highest?"),
            ("What was my last weight?", "How did it change since 2015?", "How did weight change since 2015?"),
            (
                "What was my last blood pressure?",
                "And when was it the lowest?",
                "What was my blood pressure, when was it the lowest?",
            ),
            ("Did Dr Bloom check my A1c?", "When was it highest?", "Did Dr Bloom check my A1c, when was it highest?"),
            (
                "How did my weight change with metformin?",
                "When was it highest?",
                "How did my weight change with metformin, when was it highest?",
            ),
            (
                "How did my A1c change in 2016?",
                "When was it highest?",
                "How did my A1c change in 2016, when was it highest?",
            ),
        ] {
            assert_eq!(follow(before, question).as_deref(), Some(expected), "{before} {question}");
        }
    }

    #[test]
    fn something_new_takes_the_place_of_what_was_asked_about() {
        for (before, question, expected) in [
            ("What was my last blood pressure?", "What about cholesterol?", "What was my last cholesterol?"),
            ("What was my blood pressure in 2015?", "and my weight?", "What was my weight in 2015?"),
            ("What was my weight last year?", "and my blood pressure?", "What was my blood pressure last year?"),
            ("How has my glucose level changed?", "And creatinine?", "How has my creatinine level changed?"),
        ] {
            assert_eq!(follow(before, question).as_deref(), Some(expected), "{before} {question}");
        }
    }

    #[test]
    fn who_and_what_is_compared_is_named() {
        assert_eq!(
            follow("What is Amara Okafor's weight?", "When was her last visit?").as_deref(),
            Some("When was her last visit, Amara Okafor?")
        );
        assert_eq!(
            follow("How did my weight change?", "How does that compare with my blood pressure?").as_deref(),
            Some("How does that compare with my blood pressure, weight?")
        );
    }

    #[test]
    fn what_can_stand_alone_takes_nothing() {
        for question in [
            "What was my last cholesterol?",
            "What allergies do I have?",
            "What happened in 2019?",
            "Which vaccines did I get before my surgery?",
            "Is it safe to take ibuprofen?",
            "And what was my lowest weight in 2012?",
            "",
            "?",
        ] {
            assert_eq!(follow("What was my last blood pressure?", question), None, "{question}");
        }
        assert_eq!(whole("and in 2015?", &[], &[]), None);
        assert_eq!(whole("and in 2015?", &[" ".into()], &[]), None);
    }

    #[test]
    fn a_time_is_counted_on_from_the_one_that_was_asked_about() {
        for (before, question, expected) in [
            ("What was my weight last month?", "And the month before?", Some("What was my weight 2 months ago?")),
            ("What was my weight last year?", "the previous year?", Some("What was my weight 2 years ago?")),
            ("What was my weight 2 years ago?", "and the year before that?", Some("What was my weight 3 years ago?")),
            ("What was my weight 2 weeks ago?", "and the week after?", Some("What was my weight 1 week ago?")),
            ("What was my weight in 2023?", "And the following year?", Some("What was my weight in 2024?")),
            ("What was my weight in 2023?", "What about the year before?", Some("What was my weight in 2022?")),
            ("What is my weight?", "And the year before?", None),
            // What cannot be counted on is not asked of the same time again.
            ("What was my weight in March 2023?", "And the month before?", None),
            ("What was my weight between 2019 and 2021?", "And the year before?", None),
            ("What was my weight in the last year?", "And the year before?", None),
            ("What was my weight in 2023?", "And the month before?", None),
        ] {
            assert_eq!(follow(before, question).as_deref(), expected, "{before} {question}");
        }
    }

    #[test]
    fn nobody_is_taken_for_whom_the_pronoun_cannot_be() {
        let of = |name: &str, gender: Option<&str>| Patient { gender: gender.map(str::to_owned), ..patient(name) };
        let all = [of("Amara Okafor", Some("female")), of("John Lindqvist", Some("male")), of("Kim Solberg", None)];
        for (before, question, is_whole) in [
            ("Does Amara have diabetes?", "Since when does he have it?", false),
            ("How much does Amara weigh?", "And he?", false),
            ("How much does John weigh?", "When was her last visit?", false),
            ("Does Amara have diabetes?", "Since when does she have it?", true),
            ("How much does John weigh?", "When was his last visit?", true),
            ("How much does Kim weigh?", "When was her last visit?", true),
            ("How much does Kim weigh?", "When was his last visit?", true),
        ] {
            let read = whole(question, &[before.to_owned()], &all);
            assert_eq!(read.is_some(), is_whole, "{before} {question} {read:?}");
        }
    }

    #[test]
    fn follow_ups_of_follow_ups_do_not_grow_without_end() {
        let mut asked = vec!["What was my last blood pressure?".to_owned()];
        for _ in 0..40 {
            asked.push(whole("is that too high for somebody like me?", &asked, &[]).unwrap());
        }
        assert!(asked.iter().all(|question| question.len() <= 2 * MAX_BEFORE), "{}", asked.last().unwrap());
    }

    proptest::proptest! {
        #[test]
        fn every_word_is_of_one_of_the_two_questions(before in "\\PC{0,60}", question in "(and |what about )?\\PC{0,40}") {
            if let Some(whole) = follow(&before, &question) {
                let both = format!("{before} {question}").to_lowercase();
                for word in whole.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    proptest::prop_assert!(both.contains(&word.to_lowercase()), "{word}");
                }
            }
        }
    }
}
