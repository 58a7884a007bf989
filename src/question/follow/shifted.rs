//! "And the year before?": the time of the question before, counted on by one.

use super::super::plan::{Word, number};
use crate::span::{Question, Span};

/// How far a time is counted on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    unit: &'static str,
    /// Whether to what was before.
    back: bool,
}

const UNITS: &[&str] = &["day", "week", "month", "year"];
/// Words before a unit or behind it that count on to what was before, and to what came then.
const BACK: &[&str] = &["before", "previous", "preceding", "prior", "earlier"];
const ON: &[&str] = &["after", "following", "later", "next", "subsequent"];
/// Words of such a follow-up that say nothing.
const PLAIN: &[&str] = &["the", "in", "during", "for", "that", "then", "one"];

impl Step {
    /// Returns how far `words`, of which the first `lead` only lead over, count on; `None` where they say anything else.
    pub(super) fn of(words: &[Word], lead: usize) -> Option<Self> {
        let said: Vec<&str> = words.iter().skip(lead).map(|word| word.lower.as_str()).collect();
        // "And next year?" counts from now.
        let has_article = said.iter().any(|word| matches!(*word, "the" | "that"));
        let mut rest = said.iter().copied().filter(|word| !PLAIN.contains(word));
        let (one, other) = (rest.next()?, rest.next()?);
        let (unit, way) = if UNITS.contains(&one) { (one, other) } else { (other, one) };
        let unit = UNITS.iter().find(|known| **known == unit)?;
        let is_whole = rest.next().is_none() && has_article && (BACK.contains(&way) || ON.contains(&way));
        is_whole.then_some(Step { unit, back: BACK.contains(&way) })
    }
}

/// Returns `question` with its time at `date` counted on by `step`; `None` where that cannot be said in plain words.
pub(super) fn shifted(question: &str, date: Span<Question>, step: Step) -> Option<String> {
    let (head, tail) = (question.get(..date.start())?, question.get(date.end()..)?);
    let lower = date.of(question)?.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_unit = |word: &str| word.strip_suffix('s').unwrap_or(word) == step.unit;
    let ago = |count: usize| match count {
        0 => (step.unit != "day").then(|| format!("this {}", step.unit)),
        1 => Some(format!("1 {} ago", step.unit)),
        count => Some(format!("{count} {}s ago", step.unit)),
    };
    let counted = |count: usize| if step.back { ago(count + 1) } else { ago(count.checked_sub(1)?) };
    let time = match words.as_slice() {
        // "Since 2019" and "before 2019" are more than that year.
        [year] if step.unit == "year" && is_within(head) => {
            let year: i16 = year.parse().ok().filter(|year| (1900..2099).contains(year))?;
            (if step.back { year - 1 } else { year + 1 }).to_string()
        }
        ["last", unit] if is_unit(unit) && !unit.ends_with('s') => counted(1)?,
        ["this", unit] if is_unit(unit) && !unit.ends_with('s') && step.back => counted(0)?,
        [count, unit, "ago"] if is_unit(unit) => counted(amount(count)?)?,
        _ => return None,
    };
    Some(format!("{head}{time}{tail}")).filter(|_| is_within(head) || words.len() > 1 && !is_bound(head))
}

fn last_word(head: &str) -> String {
    head.split_whitespace().next_back().unwrap_or_default().to_lowercase()
}

fn is_within(head: &str) -> bool {
    matches!(last_word(head).as_str(), "in" | "of" | "during" | "for")
}

/// Whether what stands before a time makes more or less of it than it is.
fn is_bound(head: &str) -> bool {
    const BOUNDS: &[&str] =
        &["since", "from", "until", "till", "before", "after", "between", "and", "to", "by", "through", "than", "the"];
    BOUNDS.contains(&last_word(head).as_str())
}

fn amount(word: &str) -> Option<usize> {
    if matches!(word, "a" | "an") { Some(1) } else { number(word) }
}
