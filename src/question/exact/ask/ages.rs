//! Times that are told by the age of whom the record is of: "when she was one", "at age 55", "at 18 months", "at birth".

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::reader::Reader;
use crate::question::plan::number;
use crate::question::when::Range;

/// Days after birth that count as its.
const NEWBORN_DAYS: i64 = 3;

/// Takes a time that is told by an age. The outer `None` says that one is told, and the day of `birth` is not known.
pub(super) fn age_range(reader: &mut Reader<'_>, birth: Option<Date>) -> Option<Option<Range>> {
    if reader.find("at birth").is_some() {
        let birth = birth?;
        reader.take("at birth");
        return Some(Some(Range { from: Some(birth), until: birth.checked_add(NEWBORN_DAYS.days()).ok() }));
    }
    if let Some((from, to, relation, count)) = turned(reader) {
        let day = birth?.checked_add(count.years()).ok()?;
        (from..to).for_each(|at| reader.use_up(at));
        let before = day.checked_sub(1.day()).ok();
        return Some(Some(if relation == "before" {
            Range { from: None, until: before }
        } else {
            Range { from: Some(day), until: None }
        }));
    }
    let Some((from, to, count, is_months)) = told(reader) else { return Some(None) };
    let birth = birth?;
    let span = |count: i64| if is_months { count.months() } else { count.years() };
    let first = birth.checked_add(span(count)).ok()?;
    let last = birth.checked_add(span(count + 1)).ok()?.checked_sub(1.day()).ok()?;
    (from..to).for_each(|at| reader.use_up(at));
    Some(Some(Range { from: Some(first), until: Some(last) }))
}

fn years(word: &str) -> Option<i64> {
    let known = if matches!(word, "one" | "1") { Some(1) } else { number(word).and_then(|n| i64::try_from(n).ok()) };
    known.or_else(|| word.parse().ok()).filter(|count| (1..=119).contains(count))
}

/// Returns the words of "before I turned 50", with "before", "after" or "since", and the age.
fn turned(reader: &Reader<'_>) -> Option<(usize, usize, String, i64)> {
    let at = reader.find("turned").or_else(|| reader.find("was"))?;
    let count = reader.free(at + 1).and_then(years)?;
    let from = at.checked_sub(2)?;
    let relation = reader.free(from).filter(|word| matches!(*word, "before" | "after" | "since"))?;
    let is_person = reader.free(from + 1).is_none_or(|word| matches!(word, "i" | "he" | "she" | "they"));
    // "Before it was 7 or more" is of no age.
    let ends = at + 2 >= reader.tokens.len() || reader.tokens.get(at + 2).is_some_and(|token| token.clause);
    (is_person && ends).then(|| (from, at + 2, relation.to_owned(), count))
}

/// Words that begin what is asked behind an age without a comma: "when she was one what did she weigh".
const ASKED_NEXT: &[&str] =
    &["what", "how", "which", "when", "did", "do", "does", "was", "were", "is", "are", "had", "have", "has"];

/// Returns the words of an age, its number and whether that counts months.
fn told(reader: &Reader<'_>) -> Option<(usize, usize, i64, bool)> {
    let count = |at: usize| reader.free(at).and_then(years);
    let is = |at: usize, words: &[&str]| reader.free(at).is_some_and(|word| words.contains(&word));
    // The number at `at`, the unit behind it and "old".
    let rest = |at: usize| {
        let years = count(at)?;
        let unit = is(at + 1, &["years", "year", "yrs", "yr", "months", "month"]);
        let is_months = is(at + 1, &["months", "month"]);
        let end = at + 1 + usize::from(unit);
        let end = if is(end, &["old"]) { end + 1 } else { end };
        Some((end, years, is_months, unit))
    };
    for at in 0..reader.tokens.len() {
        if is(at, &["when"]) {
            // "When she was one": a name may stand for the person.
            let verb = (at + 1..at + 4).find(|place| is(*place, &["was", "were"]));
            let persons = verb.is_some_and(|verb| {
                (at + 1..verb)
                    .all(|place| reader.free(place).is_none_or(|word| matches!(word, "i" | "he" | "she" | "they")))
            });
            if let Some((end, count, is_months, unit)) = verb.filter(|_| persons).and_then(|verb| rest(verb + 1)) {
                // "When I was 12 weeks pregnant" is no age.
                let ends = end >= reader.tokens.len()
                    || unit
                    || is(end, ASKED_NEXT)
                    || reader.tokens.get(end).is_some_and(|token| token.clause);
                if ends && !is(end, &["pregnant", "along"]) {
                    return Some((at, end, count, is_months));
                }
            }
        }
        let aged = if is(at, &["aged"]) || is(at, &["at"]) && is(at + 1, &["age"]) {
            Some(at + 1 + usize::from(is(at, &["at"])))
        } else if is(at, &["at"]) && is(at + 1, &["the"]) && is(at + 2, &["age"]) && is(at + 3, &["of"]) {
            Some(at + 4)
        } else {
            None
        };
        if let Some((end, count, is_months, _)) = aged.and_then(rest) {
            return Some((at, end, count, is_months));
        }
        // "At 18 months" counts from birth; "at 3 years" does, too.
        if is(at, &["at"])
            && let Some((end, count, is_months, true)) = rest(at + 1)
        {
            return Some((at, end, count, is_months));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::reader::tokens;
    use super::*;
    use crate::question::plan::simple_words;

    fn range(question: &str) -> Option<String> {
        let words = simple_words(question);
        let mut reader = Reader { tokens: tokens(question, &words) };
        let range = age_range(&mut reader, Some(Date::constant(2016, 8, 23)))??;
        let day = |day: Option<Date>| day.map_or_else(String::new, |day| day.to_string());
        Some(format!("{}..{}", day(range.from), day(range.until)))
    }

    #[test]
    fn ages_are_times() {
        for (question, wanted) in [
            ("What did she weigh when she was one?", "2017-08-23..2018-08-22"),
            ("when she was one what did she weigh", "2017-08-23..2018-08-22"),
            ("her height when she was 5 years old", "2021-08-23..2022-08-22"),
            ("her weight at age 2", "2018-08-23..2019-08-22"),
            ("head size at the age of 6 months", "2017-02-23..2017-03-22"),
            ("height at 18 months", "2018-02-23..2018-03-22"),
            ("weight at birth", "2016-08-23..2016-08-26"),
            ("highest weight before she turned 5", "..2021-08-22"),
            ("lowest peak flow since she turned six", "2022-08-23.."),
        ] {
            assert_eq!(range(question).as_deref(), Some(wanted), "{question}");
        }
        for question in [
            "when was she last weighed",
            "when I was 12 weeks pregnant",
            "when it was 7 or more",
            "at 3 pm",
            "how old was she",
        ] {
            assert_eq!(range(question), None, "{question}");
        }
    }
}
