//! How a concept is meant where a text names it: as so, denied, somebody else's, past, or only possible.
//!
//! The rules are of the kind of NegEx (Chapman et al. 2001) and ConText (Harkema et al. 2009): words before or after a mention put it
//! into a context, as far as the sentence and a word that ends the reach go. The words are our own. A rule is not asked what the
//! sentence is about: "no relief from aspirin" denies aspirin too.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::Mention;
use crate::span::Text;

/// How a mention is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Context {
    /// As so, of the person and now.
    Affirmed,
    /// As what was or is no longer so.
    Past,
    /// As what may be, or may come.
    Possible,
    /// As what is not so.
    Denied,
    /// As what somebody of the family has.
    Family,
}

impl Context {
    /// Returns all contexts, those that count most first.
    pub const ALL: [Context; 5] =
        [Context::Affirmed, Context::Past, Context::Possible, Context::Denied, Context::Family];

    /// Returns what speaking of a concept so counts, of 1 for affirming it: a denial answers a question too.
    pub fn weight(self) -> f64 {
        match self {
            Context::Affirmed | Context::Past => 1.0,
            Context::Possible => 0.8,
            Context::Denied => 0.7,
            Context::Family => 0.6,
        }
    }

    /// Returns the bit of this context in a set of them.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Where the mentions stand that some words put into a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// After them.
    After,
    /// Before them.
    Before,
    /// Anywhere in the sentence.
    Around,
}

/// Words (lower case) in order, the context they make, and where. Of rules that begin at one word the longest is taken, so that what only
/// looks like a denial stands here with no context.
const RULES: &[(&str, Option<Context>, Reach)] = &[
    ("no", Some(Context::Denied), Reach::After),
    ("not", Some(Context::Denied), Reach::After),
    ("never", Some(Context::Denied), Reach::After),
    ("without", Some(Context::Denied), Reach::After),
    ("denies", Some(Context::Denied), Reach::After),
    ("denied", Some(Context::Denied), Reach::After),
    ("denying", Some(Context::Denied), Reach::After),
    ("deny", Some(Context::Denied), Reach::After),
    ("neither", Some(Context::Denied), Reach::After),
    ("nor", Some(Context::Denied), Reach::After),
    ("negative for", Some(Context::Denied), Reach::After),
    ("free of", Some(Context::Denied), Reach::After),
    ("absence of", Some(Context::Denied), Reach::After),
    ("rules out", Some(Context::Denied), Reach::After),
    ("ruled out for", Some(Context::Denied), Reach::After),
    ("excludes", Some(Context::Denied), Reach::After),
    ("was ruled out", Some(Context::Denied), Reach::Before),
    ("were ruled out", Some(Context::Denied), Reach::Before),
    ("has been ruled out", Some(Context::Denied), Reach::Before),
    ("is absent", Some(Context::Denied), Reach::Before),
    ("are absent", Some(Context::Denied), Reach::Before),
    ("not present", Some(Context::Denied), Reach::Before),
    ("not seen", Some(Context::Denied), Reach::Before),
    ("not found", Some(Context::Denied), Reach::Before),
    ("is excluded", Some(Context::Denied), Reach::Before),
    ("is unlikely", Some(Context::Denied), Reach::Before),
    ("is refuted", Some(Context::Denied), Reach::Before),
    ("negative", Some(Context::Denied), Reach::Before),
    ("no longer", Some(Context::Past), Reach::After),
    ("history of", Some(Context::Past), Reach::After),
    ("hx of", Some(Context::Past), Reach::After),
    ("h o", Some(Context::Past), Reach::After),
    ("past medical history", Some(Context::Past), Reach::After),
    ("previous", Some(Context::Past), Reach::After),
    ("prior", Some(Context::Past), Reach::After),
    ("former", Some(Context::Past), Reach::After),
    ("status post", Some(Context::Past), Reach::After),
    ("s p", Some(Context::Past), Reach::After),
    ("in the past", Some(Context::Past), Reach::Before),
    ("has resolved", Some(Context::Past), Reach::Before),
    ("is resolved", Some(Context::Past), Reach::Before),
    ("as a child", Some(Context::Past), Reach::Before),
    ("if", Some(Context::Possible), Reach::After),
    ("in case of", Some(Context::Possible), Reach::After),
    ("possible", Some(Context::Possible), Reach::After),
    ("probable", Some(Context::Possible), Reach::After),
    ("suspected", Some(Context::Possible), Reach::After),
    ("suspicion of", Some(Context::Possible), Reach::After),
    ("may be", Some(Context::Possible), Reach::After),
    ("might be", Some(Context::Possible), Reach::After),
    ("could be", Some(Context::Possible), Reach::After),
    ("risk of", Some(Context::Possible), Reach::After),
    ("at risk for", Some(Context::Possible), Reach::After),
    ("screening for", Some(Context::Possible), Reach::After),
    ("rule out", Some(Context::Possible), Reach::After),
    ("r o", Some(Context::Possible), Reach::After),
    ("evaluate for", Some(Context::Possible), Reach::After),
    ("watch for", Some(Context::Possible), Reach::After),
    ("to prevent", Some(Context::Possible), Reach::After),
    ("prevention of", Some(Context::Possible), Reach::After),
    ("cannot be excluded", Some(Context::Possible), Reach::Before),
    ("is possible", Some(Context::Possible), Reach::Before),
    ("is suspected", Some(Context::Possible), Reach::Before),
    ("family history", Some(Context::Family), Reach::Around),
    ("family hx", Some(Context::Family), Reach::Around),
    ("runs in the family", Some(Context::Family), Reach::Around),
    ("in the family", Some(Context::Family), Reach::Around),
    ("in my family", Some(Context::Family), Reach::Around),
    ("in your family", Some(Context::Family), Reach::Around),
    ("mother", Some(Context::Family), Reach::Around),
    ("father", Some(Context::Family), Reach::Around),
    ("parents", Some(Context::Family), Reach::Around),
    ("brother", Some(Context::Family), Reach::Around),
    ("sister", Some(Context::Family), Reach::Around),
    ("sibling", Some(Context::Family), Reach::Around),
    ("grandmother", Some(Context::Family), Reach::Around),
    ("grandfather", Some(Context::Family), Reach::Around),
    ("aunt", Some(Context::Family), Reach::Around),
    ("uncle", Some(Context::Family), Reach::Around),
    ("cousin", Some(Context::Family), Reach::Around),
    ("maternal", Some(Context::Family), Reach::After),
    ("paternal", Some(Context::Family), Reach::After),
    // What looks like a denial and is none.
    ("no change", None, Reach::After),
    ("no increase", None, Reach::After),
    ("no improvement", None, Reach::After),
    ("not only", None, Reach::After),
    ("not just", None, Reach::After),
    ("not certain", None, Reach::After),
    ("not sure", None, Reach::After),
    ("not improved", None, Reach::After),
    ("not controlled", None, Reach::After),
    ("not well controlled", None, Reach::After),
    ("without difficulty", None, Reach::After),
    ("gram negative", None, Reach::Before),
    ("rhesus negative", None, Reach::Before),
    ("rh negative", None, Reach::Before),
    ("maternal age", None, Reach::After),
    ("family doctor", None, Reach::After),
    ("family physician", None, Reach::After),
];

/// Words (lower case) beyond which nothing is put into a context by what stands before them.
const REACH_ENDS: &[&str] = &[
    "although",
    "because",
    "but",
    "except",
    "however",
    "only",
    "presents",
    "reports",
    "still",
    "therefore",
    "though",
    "whereas",
    "which",
    "who",
    "yet",
];

/// Words (lower case) by which a clause says, behind what it names, that it is or was there. What stands behind another thing is said of that alone:
/// "pneumonia confirmed and embolism was ruled out".
pub(crate) const SAYING: &[&str] = &[
    "confirmed",
    "demonstrated",
    "diagnosed",
    "found",
    "identified",
    "improved",
    "known",
    "persists",
    "present",
    "resolved",
    "seen",
    "shown",
    "treated",
    "worsened",
];
/// The word that joins two clauses.
const JOINING: &str = "and";
/// Words that turn one of [`SAYING`] behind them.
const TURNING: &[&str] = &["no", "not", "never", "without"];

/// Marks that end a sentence.
const SENTENCE_ENDS: &[char] = &['.', ';', '!', '?', '\n', '\r'];

/// The number of a word that rules have; [`NO_CUE`] for any other.
pub(super) type Cue = u8;

/// A word that no rule has.
const NO_CUE: Cue = 0;

/// A word of a text as rules see it, its place, and the number of its sentence.
pub(super) struct Plain {
    pub cue: Cue,
    pub start: usize,
    pub end: usize,
    pub sentence: usize,
    /// Whether a comma stands right before it.
    pub comma: bool,
}

/// One of [`RULES`] by the numbers of its words.
struct Rule {
    words: Vec<Cue>,
    context: Option<Context>,
    reach: Reach,
}

/// The rules by the word that each begins with.
struct Rules {
    numbers: HashMap<&'static str, Cue>,
    /// For the number of a word the rules that begin with it.
    beginning: Vec<Vec<Rule>>,
}

/// The words of [`REACH_ENDS`] have the first numbers, those of [`SAYING`] the next.
static BY_WORD: LazyLock<Rules> = LazyLock::new(|| {
    let mut numbers: HashMap<&'static str, Cue> = HashMap::new();
    let mut number = |word: &'static str| {
        let next = numbers.len() as Cue + 1;
        *numbers.entry(word).or_insert(next)
    };
    REACH_ENDS.iter().chain(SAYING).chain([&JOINING]).for_each(|word| {
        number(word);
    });
    let rules: Vec<Rule> = RULES
        .iter()
        .map(|(written, context, reach)| Rule {
            words: written.split(' ').map(&mut number).collect(),
            context: *context,
            reach: *reach,
        })
        .collect();
    let mut beginning: Vec<Vec<Rule>> = Vec::new();
    beginning.resize_with(numbers.len() + 1, Vec::new);
    for rule in rules {
        let head = rule.words.first().copied().unwrap_or(NO_CUE);
        if let Some(begin) = beginning.get_mut(usize::from(head)) {
            begin.push(rule);
        }
    }
    Rules { numbers, beginning }
});

/// Returns the number of `word` (lower case) among those that rules have.
pub(super) fn cue(word: &str) -> Cue {
    BY_WORD.numbers.get(word).copied().unwrap_or(NO_CUE)
}

/// Returns whether a sentence ends in what stands between two words.
pub(super) fn ends_sentence(gap: &str) -> bool {
    gap.contains(SENTENCE_ENDS)
}

/// Whether nothing is put into a context beyond this word.
fn ends_reach(cue: Cue) -> bool {
    (1..=REACH_ENDS.len()).contains(&usize::from(cue))
}

/// Whether this word says that something is or was there.
fn says(cue: Cue) -> bool {
    (1..=SAYING.len()).contains(&usize::from(cue).saturating_sub(REACH_ENDS.len()))
}

/// Returns the byte from which on what stands behind `words`, the nearest first, is said of `mentions`, which end before byte `end`: that of
/// their last clause, where the one before it says by itself what is with its own.
fn last_clause<T: Text>(words: &[&Plain], mentions: &[Mention<T>], end: usize) -> Option<usize> {
    let own = words.iter().position(|word| says(word.cue))?;
    // "Confirmed pneumonia and asthma" may be both.
    let (from, to) = (words.last()?.start, words.get(own)?.start);
    if !mentions.iter().any(|mention| from <= mention.span.start() && mention.span.end() <= to) {
        return None;
    }
    let turns = |word: &&Plain| TURNING.iter().any(|turning| cue(turning) == word.cue);
    if words.iter().skip(own).any(turns) {
        return None;
    }
    let joining = cue(JOINING);
    let first = words.iter().take(own).rfind(|word| word.comma || word.cue == joining)?;
    let names = |mention: &Mention<T>| first.start <= mention.span.start() && mention.span.end() <= end;
    mentions.iter().any(names).then_some(first.start)
}

/// Gives each of `mentions`, which are in the order of `words`, its context; one of several that apply is the last of [`Context::ALL`].
pub(super) fn mark<T: Text>(words: &[Plain], mentions: &mut [Mention<T>]) {
    let mut at = 0;
    while at < words.len() {
        let Some((rule, length)) = rule(words.get(at..).unwrap_or_default()) else {
            at += 1;
            continue;
        };
        if let (Some(context), Some(first), Some(last)) = (rule.context, words.get(at), words.get(at + length - 1)) {
            let sentence = |word: &&Plain| word.sentence == first.sentence;
            let ends = |word: &&Plain| !ends_reach(word.cue);
            let after = words.get(at + length..).unwrap_or_default().iter();
            let before = words.get(..at).unwrap_or_default().iter().rev();
            let until = match rule.reach {
                Reach::After | Reach::Around => {
                    after.take_while(sentence).take_while(ends).last().map_or(last.end, |word| word.end)
                }
                Reach::Before => first.start,
            };
            let reached = before.take_while(sentence).take_while(ends).filter(|_| rule.reach != Reach::After);
            let before: Vec<&Plain> = reached.collect();
            let all = || before.last().map_or(first.start, |word| word.start);
            let from = match rule.reach {
                Reach::Before => last_clause(&before, mentions, first.start).unwrap_or_else(all),
                Reach::Around => all(),
                Reach::After => last.end,
            };
            let reached =
                mentions.iter_mut().filter(|mention| from <= mention.span.start() && mention.span.end() <= until);
            // What the rule's own words name is not put into a context by them.
            let others =
                reached.filter(|mention| mention.span.end() <= first.start || last.end <= mention.span.start());
            others.for_each(|mention| mention.context = mention.context.max(context));
        }
        at += length;
    }
}

/// The longest rule that `words` begin with, and how many of them it has.
fn rule(words: &[Plain]) -> Option<(&'static Rule, usize)> {
    let head = words.first().filter(|head| head.cue != NO_CUE)?;
    let fits = |rule: &&Rule| {
        let own = words.get(..rule.words.len()).unwrap_or_default();
        own.len() == rule.words.len()
            && own.iter().zip(&rule.words).all(|(word, cue)| word.cue == *cue && word.sentence == head.sentence)
    };
    let begin: &'static Vec<Rule> = BY_WORD.beginning.get(usize::from(head.cue))?;
    begin.iter().filter(fits).max_by_key(|rule| rule.words.len()).map(|rule| (rule, rule.words.len()))
}

#[cfg(test)]
mod tests {
    use super::super::{Draft, Vocabulary};
    use super::*;
    use crate::span::Question;

    fn vocabulary() -> Vocabulary {
        let mut draft = Draft::default();
        for name in ["chest pain", "fever", "cough", "asthma", "breast cancer", "pneumonia"] {
            draft.name(name, name, false);
        }
        draft.finish()
    }

    fn contexts(text: &str) -> Vec<Context> {
        vocabulary().mentions::<Question>(text).into_iter().map(|mention| mention.context).collect()
    }

    #[test]
    fn a_denial_reaches_to_the_end_of_its_sentence_or_to_a_but() {
        use Context::{Affirmed, Denied};
        assert_eq!(contexts("Denies fever, cough or chest pain."), [Denied, Denied, Denied]);
        assert_eq!(contexts("No fever but cough."), [Denied, Affirmed]);
        assert_eq!(contexts("No fever. Cough at night."), [Denied, Affirmed]);
        assert_eq!(contexts("Cough without fever"), [Affirmed, Denied]);
        assert_eq!(contexts("Pneumonia was ruled out, asthma is known"), [Denied, Affirmed]);
    }

    #[test]
    fn what_is_said_behind_another_thing_is_said_of_that_alone_where_the_first_has_a_word_of_its_own() {
        use Context::{Affirmed, Denied, Possible};
        for text in [
            "Pneumonia confirmed and asthma was ruled out",
            "Pneumonia confirmed, asthma was ruled out",
            "Pneumonia is known, and asthma was ruled out.",
            "Pneumonia was treated in spring and then asthma is unlikely",
        ] {
            assert_eq!(contexts(text), [Affirmed, Denied], "{text}");
        }
        for text in [
            "Pneumonia and asthma were ruled out",
            "Pneumonia never confirmed and asthma was ruled out",
            "Confirmed: neither pneumonia nor asthma is present",
            "Fever treated as asthma was ruled out",
            "Known pneumonia, and asthma was ruled out.",
        ] {
            assert_eq!(contexts(text), [Denied, Denied], "{text}");
        }
        assert_eq!(contexts("Cough known and fever and asthma were ruled out"), [Affirmed, Denied, Denied]);
        assert_eq!(contexts("Pneumonia confirmed and later was ruled out"), [Denied]);
        assert_eq!(contexts("Cough present, and asthma is possible"), [Affirmed, Possible]);
    }

    #[test]
    fn what_looks_like_a_denial_is_none() {
        assert_eq!(contexts("Not only fever"), [Context::Affirmed]);
        assert_eq!(contexts("no change of the cough"), [Context::Affirmed]);
        assert_eq!(contexts("asthma is not well controlled"), [Context::Affirmed]);
    }

    #[test]
    fn the_family_the_past_and_the_possible_are_told_apart() {
        use Context::{Affirmed, Family, Past, Possible};
        assert_eq!(contexts("Her mother had breast cancer."), [Family]);
        assert_eq!(contexts("Family history: asthma"), [Family]);
        assert_eq!(contexts("Does asthma run in my family?"), [Family]);
        assert_eq!(contexts("History of pneumonia; now cough"), [Past, Affirmed]);
        assert_eq!(contexts("Suspected pneumonia."), [Possible]);
        assert_eq!(contexts("Return if fever."), [Possible]);
    }

    #[test]
    fn the_strongest_of_several_contexts_stands() {
        assert_eq!(contexts("no family history of asthma"), [Context::Family]);
        assert_eq!(contexts("no history of asthma"), [Context::Denied]);
    }

    #[test]
    fn every_word_of_a_rule_has_a_number_of_its_own() {
        let words: std::collections::BTreeSet<&str> =
            RULES.iter().flat_map(|(written, ..)| written.split(' ')).chain(REACH_ENDS.iter().copied()).collect();
        let words: std::collections::BTreeSet<&str> =
            words.into_iter().chain(SAYING.iter().copied()).chain([JOINING]).collect();
        assert!(words.len() <= usize::from(Cue::MAX), "{}", words.len());
        let numbers: std::collections::BTreeSet<Cue> = words.iter().map(|word| cue(word)).collect();
        assert_eq!((numbers.len(), numbers.contains(&NO_CUE)), (words.len(), false));
        assert!(REACH_ENDS.iter().all(|word| ends_reach(cue(word))));
        assert_eq!(words.iter().filter(|word| ends_reach(cue(word))).count(), REACH_ENDS.len());
        assert!(SAYING.iter().all(|word| says(cue(word))));
        assert_eq!(words.iter().filter(|word| says(cue(word))).count(), SAYING.len());
        assert_eq!(cue("knee"), NO_CUE);
    }

    #[test]
    fn weights_and_bits_are_in_order() {
        assert!(Context::ALL.windows(2).all(|pair| pair[0] < pair[1] && pair[0].weight() >= pair[1].weight()));
        assert_eq!(Context::ALL.iter().fold(0, |bits, context| bits | context.bit()), 0b1_1111);
    }
}
