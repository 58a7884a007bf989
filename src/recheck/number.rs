//! Holds rounded numbers, ranges, counts and directions to the numbers they were made from.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::lookup::{Found, Role};
use super::{Fault, Faults, Read};
use crate::clearance::Operator;
use crate::privacy::generalise::{change, step, thresholds};

/// How far a rounded number may lie from its source, as a share of it, where half a step of its quantity is less.
const MOST_OFF: f64 = 0.06;
/// Significant digits from which on a number is the reading itself rather than what it rounds to.
const MOST_DIGITS: usize = 3;
/// How near to a bound a number may keep more digits, as a share of the bound: so that it stays on its side.
const NEAR_BOUND: f64 = 0.05;
/// The share of the greatest reading that a steady course may span, where a change that says something is less.
const STEADY: f64 = 0.1;

/// Checks every number, count and direction of `passage`.
pub(super) fn check(passage: &[Read<'_>], faults: &mut Faults) {
    let rounded: Vec<&Read<'_>> = passage.iter().filter(|piece| piece.is(Operator::Round)).collect();
    let mut rest = rounded.as_slice();
    while let [first, after @ ..] = rest {
        let pair = after.first().filter(|next| next.piece.originals == first.piece.originals);
        rest = if pair.is_some() { after.get(1..).unwrap_or_default() } else { after };
        let (low, high) = (first, pair.unwrap_or(first));
        if !is_of_one_kind(low) || !tells(low, high) {
            faults.add(first.piece.span, Fault::Number);
        }
    }
    for piece in passage {
        if piece.is(Operator::Count) && !is_counted(piece) {
            faults.add(piece.piece.span, Fault::Count);
        }
        if piece.is(Operator::Trend) && !goes(piece) {
            faults.add(piece.piece.span, Fault::Direction);
        }
    }
}

/// Returns whether all numbers of `piece` are readings of one quantity in one unit.
fn is_of_one_kind(piece: &Read<'_>) -> bool {
    let kinds: BTreeSet<_> = piece
        .found
        .iter()
        .filter_map(|found| match found.role {
            Role::Number { code, unit } => {
                Some((code.map(|code| (&code.system, &code.code)), unit.map(|unit| unit.text.as_str())))
            }
            Role::Moment | Role::Term | Role::Unit => None,
        })
        .collect();
    // Units of one quantity may be written in several ways; which are the same the list of units says.
    let written: BTreeSet<_> = kinds.iter().map(|(_, unit)| unit.and_then(crate::privacy::units::may_leave)).collect();
    kinds.iter().map(|(code, _)| code).collect::<BTreeSet<_>>().len() == 1 && written.len() == 1
}

/// Returns whether the numbers of `low` and `high` are what the least and the greatest of their sources round to.
fn tells(low: &Read<'_>, high: &Read<'_>) -> bool {
    let (Ok(from), Ok(to)) = (low.text.parse::<f64>(), high.text.parse::<f64>()) else { return false };
    let ends = || low.numbers().map(|(_, number)| number);
    let (Some(least), Some(greatest)) = (ends().reduce(f64::min), ends().reduce(f64::max)) else { return false };
    let bounds: Vec<f64> = low.found.iter().flat_map(bounds).collect();
    let step = low.numbers().next().map_or(0.0, |(found, _)| step(code(found), greatest.abs().max(least.abs())));
    [(low.text, from, least), (high.text, to, greatest)].into_iter().all(|(text, told, is)| {
        is_near(told, is, step) && keeps_side(told, is, &bounds) && is_coarse(text, is, &bounds)
    }) && from <= to
}

fn code<'f>(found: &Found<'f>) -> Option<&'f crate::document::Coded> {
    match found.role {
        Role::Number { code, .. } => code,
        Role::Moment | Role::Term | Role::Unit => None,
    }
}

fn is_near(told: f64, is: f64, step: f64) -> bool {
    (told - is).abs() <= (step / 2.0).max(is.abs() * MOST_OFF) + 1e-9
}

fn keeps_side(told: f64, is: f64, bounds: &[f64]) -> bool {
    bounds.iter().all(|bound| told.total_cmp(bound) == is.total_cmp(bound))
}

/// Returns whether `text` is no more exact than it must be: few digits, unless a bound is near, or as few as the source has.
fn is_coarse(text: &str, is: f64, bounds: &[f64]) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').count();
    let trailing = if text.contains('.') { 0 } else { text.chars().rev().take_while(|digit| *digit == '0').count() };
    digits.saturating_sub(trailing) <= MOST_DIGITS
        || bounds.iter().any(|bound| (is - bound).abs() <= bound.abs() * NEAR_BOUND)
}

/// Returns the numbers at which the reading `found` begins to mean something else: the ends of the reference range that
/// stands with it in its entry, and the thresholds of its quantity.
fn bounds(found: &Found<'_>) -> Vec<f64> {
    let Role::Number { code, unit } = found.role else { return Vec::new() };
    let own = found.fact.fields.iter().find(|field| field.value.span == found.value.span);
    let part = own.filter(|field| field.label.starts_with("Component")).map(|field| field.item);
    let is_end = |label: &str| {
        label.to_ascii_lowercase().contains("reference range") && (label.ends_with("low") || label.ends_with("high"))
    };
    let ends = found.fact.fields.iter().filter(|field| is_end(&field.label)).filter(|field| match part {
        Some(item) => field.label.starts_with("Component") && field.item == item,
        None => !field.label.starts_with("Component"),
    });
    let known = thresholds(code, unit.map(|unit| unit.text.as_str()));
    let ends = ends.filter_map(|field| field.value.text.parse::<f64>().ok());
    ends.chain(known.iter().copied()).filter(|bound| bound.is_finite()).collect()
}

/// Returns whether the number of `piece` is that of the entries it was made from.
fn is_counted(piece: &Read<'_>) -> bool {
    let entries: BTreeSet<_> =
        piece.found.iter().map(|found| (found.fact.file.0, found.fact.span, found.value.span)).collect();
    piece.text.parse() == Ok(entries.len())
}

/// Returns whether the readings of `piece`, by their dates, go where its word says.
fn goes(piece: &Read<'_>) -> bool {
    fn day<'f>(found: &Found<'f>) -> Option<(Date, &'f str)> {
        found.fact.begun.as_ref().map(|moment| (moment.day, moment.value.text.as_str()))
    }
    let mut dated: Vec<(Option<(Date, &str)>, f64)> =
        piece.numbers().map(|(found, number)| (day(found), number)).collect();
    dated.sort_by_key(|(day, _)| *day);
    let numbers: Vec<f64> = dated.iter().map(|(_, number)| *number).collect();
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return false };
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let size = greatest.abs().max(least.abs());
    let telling = piece.numbers().next().map_or(0.0, |(found, _)| change(code(found), step(code(found), size)));
    let (up, down) = concordance(&numbers);
    match piece.text {
        "rising" => last > first && up > down,
        "falling" => last < first && down > up,
        "steady" => greatest - least <= telling.max(size * STEADY),
        "mixed" => up > 0 && down > 0,
        _ => false,
    }
}

/// Returns of how many pairs of readings the later one is greater, and of how many it is less (the counts of Kendall's tau).
fn concordance(numbers: &[f64]) -> (usize, usize) {
    let later = |at: usize| numbers.get(at + 1..).unwrap_or_default();
    let pairs = numbers.iter().enumerate().flat_map(|(at, number)| later(at).iter().map(move |after| after - number));
    pairs.fold((0, 0), |(up, down), step| (up + usize::from(step > 0.0), down + usize::from(step < 0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_near_on_its_side_and_no_more_exact_than_needed() {
        assert!(is_near(140.0, 138.2, 5.0) && !is_near(150.0, 138.2, 5.0));
        assert!(is_near(0.92, 0.923, 0.01) && !is_near(1.0, 0.923, 0.01));
        assert!(keeps_side(6.4, 6.46, &[6.5]) && !keeps_side(6.5, 6.46, &[6.5]) && !keeps_side(139.0, 140.0, &[140.0]));
        assert!(is_coarse("138", 137.9, &[]) && is_coarse("1200", 1234.0, &[]) && is_coarse("0.045", 0.0451, &[]));
        assert!(!is_coarse("137.93", 137.93, &[]) && is_coarse("139.95", 139.97, &[140.0]));
    }

    #[test]
    fn all_pairs_are_compared() {
        assert_eq!(concordance(&[1.0, 2.0, 3.0]), (3, 0));
        assert_eq!(concordance(&[3.0, 3.0, 1.0]), (0, 2));
        assert_eq!(concordance(&[1.0, 3.0, 2.0]), (2, 1));
        assert_eq!(concordance(&[]), (0, 0));
    }
}
