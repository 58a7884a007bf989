//! Rewrites the question over a closed vocabulary.
//!
//! A word leaves only if the closed [`vocabulary`](super::vocabulary) lets it. A patient's name becomes the pseudonym, a date
//! "that day". A time that counts from now becomes "that time": whoever reads the question knows when it was asked, and could
//! count from there to the days of all that is told beside it. Everything else, among it numbers in digits and those above twelve in words, is withheld: where it is known what
//! it is, neutral words of a closed list stand for it ("that doctor", "that place"), else an ellipsis. The person sees which words, and
//! why. Where little would be left, a question of our own words stands for it.

use crate::clearance::{Composer, Operator, Original, Source, SpanMap};
use crate::document::{EntityType, PatientIndex};
use crate::privacy::number_words::number_words;
use crate::privacy::vocabulary::{Decision, Reason, Vocabulary};
use crate::question::{Focus, Plan, period, vocabulary};
use crate::span::{Question, Span};

/// The rewritten question and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// The rewritten question with the sources of its words.
    pub map: SpanMap,
    /// The words that were withheld.
    pub withheld: Vec<Span<Question>>,
}

/// What becomes of a word.
enum Fate {
    /// It leaves in lower case, by this operation.
    Kept(Span<Question>, Operator, String),
    /// A patient's name.
    Pseudonym(Span<Question>, String),
    /// A date; our words for it.
    Date(Span<Question>, &'static str),
    /// It stays; what may stand for it, where it is known what it is.
    Withheld(Span<Question>, Option<StandIn>),
}

impl Fate {
    /// Returns where it stands in the question.
    fn span(&self) -> Span<Question> {
        let (Fate::Kept(span, ..) | Fate::Pseudonym(span, _) | Fate::Date(span, _) | Fate::Withheld(span, _)) = self;
        *span
    }
}

/// Neutral words for what stays: for the first, and for another one of the same kind.
type StandIn = (&'static str, &'static str);

const SOMEBODY: StandIn = ("somebody", "somebody else");
const DOCTOR: StandIn = ("that doctor", "another doctor");
const PLACE: StandIn = ("that place", "another place");
const HOSPITAL: StandIn = ("that hospital", "another hospital");
const NUMBER: StandIn = ("that number", "another number");
const ADDRESS: StandIn = ("that address", "another address");
const AGE: StandIn = ("that age", "another age");
/// Words before a name that say that it is a doctor's.
const TITLES: &[&str] = &["dr", "doctor"];

/// Returns what may stand for what stays for `reason`; `None` where that says not what it is.
fn stand_in(reason: Reason) -> Option<StandIn> {
    match reason {
        Reason::Name => Some(SOMEBODY),
        Reason::Place => Some(PLACE),
        Reason::Number => Some(NUMBER),
        Reason::Age => Some(AGE),
        Reason::KnownAnswer { entity_type } | Reason::Identifier { entity_type } => match entity_type {
            EntityType::Person => Some(SOMEBODY),
            EntityType::Location => Some(PLACE),
            EntityType::Hospital => Some(HOSPITAL),
            EntityType::Email | EntityType::Url | EntityType::Ip => Some(ADDRESS),
            EntityType::Age => Some(AGE),
            EntityType::Phone
            | EntityType::Fax
            | EntityType::SocialSecurity
            | EntityType::MedicalRecord
            | EntityType::HealthPlan
            | EntityType::Account
            | EntityType::License
            | EntityType::NationalId
            | EntityType::Id => Some(NUMBER),
            EntityType::Organization
            | EntityType::Room
            | EntityType::Date
            | EntityType::Vehicle
            | EntityType::Device
            | EntityType::Biometric
            | EntityType::Username
            | EntityType::Occupation => None,
        },
        Reason::ByHand
        | Reason::Time
        | Reason::Script
        | Reason::PerhapsName
        | Reason::Region
        | Reason::Unknown
        | Reason::NoLexicon
        | Reason::Instruction { .. } => None,
    }
}

/// Returns what may stand for two neighbours of which each has its own: for an address its place, not its number.
fn together(a: Option<StandIn>, b: Option<StandIn>) -> Option<StandIn> {
    match (a?, b?) {
        (a, b) if a == b => Some(a),
        (NUMBER, PLACE) | (PLACE, NUMBER) => Some(PLACE),
        _ => None,
    }
}

/// Returns `question` rewritten over `words`; `pseudonym` gives the stand-in for a patient, or `None` for one without facts
/// in this request.
pub fn rewrite(
    question: &str,
    plan: &Plan,
    words: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Query {
    let fates = fates(question, plan, words, pseudonym);
    let withheld = fates.iter().filter_map(|fate| match fate {
        Fate::Withheld(span, _) | Fate::Date(span, _) => Some(*span),
        Fate::Kept(..) | Fate::Pseudonym(..) => None,
    });
    let withheld: Vec<Span<Question>> = withheld.collect();
    let telling = |fate: &&Fate| match fate {
        Fate::Kept(_, _, word) => !vocabulary::is_everyday(word),
        Fate::Pseudonym(..) | Fate::Date(..) | Fate::Withheld(..) => false,
    };
    let told = fates.iter().filter(telling).count();
    let lost =
        fates.iter().filter(|fate| matches!(fate, Fate::Withheld(span, _) if has_letter(question, *span))).count();
    let is_stump = lost > 0 && (told == 0 || lost * 2 > fates.len());
    let map = if fates.is_empty() || is_stump {
        let words: Vec<&Fate> = fates.iter().filter(telling).collect();
        plainly(question, plan, &words)
    } else {
        closely(question, &fates)
    };
    Query { map, withheld }
}

/// Returns whether a word stands at `span` that is no number, in digits or in words.
fn has_letter(question: &str, span: Span<Question>) -> bool {
    span.of(question).is_some_and(|word| word.contains(char::is_alphabetic) && number_words(word).is_empty())
}

/// Returns what becomes of each word, of a name and of a date as a whole.
fn fates(
    question: &str,
    plan: &Plan,
    words: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Vec<Fate> {
    let mut fates: Vec<Fate> = Vec::new();
    let mut said: Option<Span<Question>> = None;
    let (mut later, mut before) = (false, "");
    for word in &plan.words {
        // What becomes of "SGLT2" becomes of its letters, which follow it.
        let is_part = fates.last().is_some_and(|whole| whole.span().contains(word.span));
        if is_part || said.is_some_and(|said| said.overlaps(word.span)) {
            continue;
        }
        if let Some(mention) = plan.mentions.iter().find(|mention| mention.span.overlaps(word.span)) {
            said = Some(mention.span);
            let shared = plan.mentions.iter().filter(|other| other.span == mention.span).count() > 1;
            fates.push(match pseudonym(mention.patient).filter(|_| !shared) {
                Some(name) => Fate::Pseudonym(mention.span, name),
                None => Fate::Withheld(mention.span, None),
            });
        } else if let Some(date) = plan.dates.iter().find(|date| date.overlaps(word.span)) {
            said = Some(*date);
            let is_led = LEADS.contains(&before);
            fates.push(Fate::Date(*date, words_for(date.of(question).unwrap_or_default(), later, is_led)));
            later = true;
        } else {
            fates.push(match words.decide(word) {
                Decision::Leaves(operator, text) => Fate::Kept(word.span, operator, text),
                // "Eat somebody" would say that a food is somebody's name.
                Decision::Stays(_) if words.is_name_as_word(word) => Fate::Withheld(word.span, None),
                Decision::Stays(reason) => Fate::Withheld(word.span, stand_in(reason)),
            });
        }
        before = &word.lower;
    }
    fates
}

/// Words before a time that lead to it: behind others it needs an "at".
const LEADS: &[&str] = &[
    "about", "after", "and", "around", "at", "before", "between", "by", "during", "for", "from", "in", "of", "on",
    "or", "over", "since", "through", "till", "to", "until", "up", "within",
];

/// Returns our words for the time `text`, which is the first of the question or a `later` one; `is_led` is whether what stands before
/// leads to it. Only a date with its year is called a day, month or year.
fn words_for(text: &str, later: bool, is_led: bool) -> &'static str {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !matches!(*part, "" | "the" | "of"));
    let parts: Vec<&str> = parts.collect();
    let is_year = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_of_date = |part: &str| {
        let ordinal = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_counted = ordinal.len() < part.len() && matches!(ordinal, "" | "st" | "nd" | "rd" | "th");
        is_counted || period::month(part).is_some()
    };
    if !parts.iter().any(|part| is_year(part)) || !parts.iter().all(|part| is_of_date(part)) {
        return match (later, is_led) {
            (false, true) => "that time",
            (false, false) => "at that time",
            (true, true) => "another time",
            (true, false) => "at another time",
        };
    }
    match (parts.len(), later) {
        (1, false) => "that year",
        (1, true) => "another year",
        (2, false) => "that month",
        (2, true) => "another month",
        (_, false) => "that day",
        (_, true) => "another day",
    }
}

fn original(question: &str, span: Span<Question>) -> Vec<Original> {
    vec![Original { text: span.of(question).unwrap_or_default().to_owned(), source: Source::Question { span } }]
}

/// Writes the question as it stands, with neutral words or an ellipsis for each run of words that stay.
fn closely(question: &str, fates: &[Fate]) -> SpanMap {
    let mut composer = Composer::new();
    let mut last: Option<Span<Question>> = None;
    let mut stood_for: Vec<(String, StandIn)> = Vec::new();
    let mut rest = fates;
    while let [fate, behind @ ..] = rest {
        // A doctor's name and its title are one.
        let is_titled = matches!(fate, Fate::Kept(_, _, word) if TITLES.contains(&word.as_str()))
            && matches!(behind.first(), Some(Fate::Withheld(_, Some(SOMEBODY))));
        let run = run(if is_titled { behind } else { rest });
        rest = rest.get((run.len() + usize::from(is_titled)).max(1)..).unwrap_or_default();
        let span = fate.span();
        if let Some(last) = last {
            let gap = question.get(last.end()..span.start()).unwrap_or_default();
            if gap.starts_with("'s") || gap.starts_with("’s") {
                composer.template("'s");
            }
            composer.template(match gap.trim_start_matches("'s").trim_start_matches("’s").chars().next() {
                Some(',') => ", ",
                Some('?' | '!' | '.') => ". ",
                Some(':' | ';') => "; ",
                // The letter of a choice: "A) metformin".
                Some(')') if last.end() - last.start() == 1 => ") ",
                _ => " ",
            });
        }
        last = Some(span);
        match fate {
            Fate::Kept(span, operator, word) if !is_titled => {
                composer.write(*operator, word, original(question, *span));
            }
            Fate::Pseudonym(span, name) => {
                composer.write(Operator::Pseudonym, name, original(question, *span));
            }
            Fate::Date(_, words) => {
                composer.template(words);
            }
            Fate::Kept(..) | Fate::Withheld(..) => {
                composer.template(stands_for(question, run, is_titled, &mut stood_for));
                last = run.last().map(|fate| fate.span()).or(last);
            }
        }
    }
    composer.template("?");
    composer.finish()
}

/// Returns the words that stay at the beginning of `fates`.
fn run(fates: &[Fate]) -> &[Fate] {
    let length = fates.iter().take_while(|fate| matches!(fate, Fate::Withheld(..))).count();
    fates.get(..length).unwrap_or_default()
}

/// Returns what stands for `run`, of a doctor where it `is_titled`: the same for what was asked about before in the same words, as `stood_for`
/// has it, other words for another of its kind.
fn stands_for(question: &str, run: &[Fate], is_titled: bool, stood_for: &mut Vec<(String, StandIn)>) -> &'static str {
    let own = |fate: &Fate| match fate {
        Fate::Withheld(_, stand_in) => *stand_in,
        Fate::Kept(..) | Fate::Pseudonym(..) | Fate::Date(..) => None,
    };
    let first = run.first().and_then(own);
    let Some(all) = run.iter().map(own).fold(first, together) else { return "…" };
    let all = if is_titled { DOCTOR } else { all };
    let said: Vec<&str> = run.iter().filter_map(|fate| fate.span().of(question)).collect();
    let said = said.join(" ").to_lowercase();
    let known: Vec<&String> = stood_for.iter().filter(|(_, other)| *other == all).map(|(text, _)| text).collect();
    match known.iter().position(|text| **text == said) {
        Some(0) => all.0,
        // Of three one does not know which the second was.
        Some(1) => all.1,
        None if known.is_empty() => {
            stood_for.push((said, all));
            all.0
        }
        None if known.len() == 1 => {
            stood_for.push((said, all));
            all.1
        }
        _ => "…",
    }
}

/// Writes a question of our own about those `words` that may leave.
fn plainly(question: &str, plan: &Plan, words: &[&Fate]) -> SpanMap {
    let mut composer = Composer::new();
    composer.template(match (plan.focus, words.is_empty()) {
        (Focus::Latest, true) => "What is the newest entry, and when was it?",
        (Focus::First, true) => "What is the oldest entry, and when was it?",
        (Focus::Course, true) => "How did this change over time?",
        (Focus::Unsaid, true) => "What do the passages say?",
        (Focus::Latest, false) => "What is the newest entry about ",
        (Focus::First, false) => "What is the oldest entry about ",
        (Focus::Course, false) => "How did this change over time: ",
        (Focus::Unsaid, false) => "What do the passages say about ",
    });
    for (index, fate) in words.iter().enumerate() {
        if let Fate::Kept(span, operator, word) = fate {
            composer.template(if index == 0 { "" } else { " " });
            composer.write(*operator, word, original(question, *span));
        }
    }
    composer.template(if words.is_empty() { "" } else { "?" });
    composer.finish()
}

#[cfg(test)]
mod tests;
