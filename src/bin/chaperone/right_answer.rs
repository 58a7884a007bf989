//! Whether what a model says in its own words answers a question about generated records.

use std::collections::BTreeSet;

use crate::eval_thought::is_said;
use crate::thought_cases::Question;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether `text` answers `question`: yes or no by its first word; a medicine by its whole name in the first line; a value by the first number that
/// is no date, no title and not the question's; what is computed of several values by any.
pub fn is_right(question: &Question, text: &str) -> bool {
    let Question { asked, written, .. } = question;
    let text = text.trim();
    if let Some(name) = asked.answer.as_str() {
        if written.case.is_choice {
            let first = text.split(|letter: char| !letter.is_alphabetic()).find(|word| !word.is_empty());
            return first.is_some_and(|first| first.eq_ignore_ascii_case(name));
        }
        let line = text.lines().next().unwrap_or_default();
        return plainly(line).contains(&plainly(name));
    }
    let Some(value) = asked.answer.get("value").and_then(serde_json::Value::as_f64).map(f64::abs) else { return false };
    let of_question: BTreeSet<String> = values(&asked.question).map(|(written, _)| written).collect();
    let mut said = values(text).filter(|(written, _)| !of_question.contains(written)).map(|(_, number)| number);
    let is_it = |number: (f64, usize)| is_said(number, value) && (number.0 > 0.0 || value == 0.0);
    if matches!(asked.form.as_str(), "interval" | "change") { said.any(is_it) } else { said.next().is_some_and(is_it) }
}

fn plainly(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the numbers of `text` that are no part of a date or of a name, as they are written and with their decimals.
fn values(text: &str) -> impl Iterator<Item = (String, (f64, usize))> {
    let mut found = Vec::new();
    let mut is_after_month = false;
    for word in text.split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | '[' | ']' | '"' | '*'))
    {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let was_after_month = is_after_month;
        let lower = word.to_lowercase();
        is_after_month = MONTHS.iter().any(|month| lower.starts_with(month)) && word.chars().all(char::is_alphabetic);
        // `10,041` is one number; `2020-11-05` and `R1` are none.
        let digits: String = word.replace(',', "").chars().take_while(|at| at.is_ascii_digit() || *at == '.').collect();
        let digits = digits.trim_end_matches('.');
        let is_date = word.matches(['-', '/', ':']).count() >= 2
            && word.chars().all(|at| !at.is_alphabetic() || at == 'T' || at == 'Z');
        let Ok(number) = digits.parse::<f64>() else { continue };
        let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let is_year = decimals == 0 && (1900.0..=2100.0).contains(&number) && word.len() == 4;
        if !is_date && !was_after_month && !is_year {
            found.push((digits.to_owned(), (number, decimals)));
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_years_and_titles_are_no_values() {
        let found = |text: &str| values(text).map(|(written, _)| written).collect::<Vec<_>>();
        assert_eq!(found("In November 2020, on 2020-11-05 (R12), it was 2.60 [R1]."), ["2.60"]);
        assert_eq!(found("May 5, 2019: 10,041 days; 29.19 kg/m2, 78%."), ["10041", "29.19", "78"]);
        assert!(found("none in 2020").is_empty());
    }
}
