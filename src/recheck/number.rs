//! Holds rounded numbers, ranges, counts and directions to the numbers they were made from.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::lookup::{Found, Role};
use super::{Fault, Faults, Read};
use crate::clearance::Operator;
use crate::document::Moment;
use crate::privacy::level::{Level, Noise};
use crate::privacy::policy::Policy;
use crate::privacy::precision::{Quantity, change, quantity, step};

/// How far a rounded number may lie from its source, as a share of it, where half a step of its quantity is less.
const MOST_OFF: f64 = 0.06;
/// Steps of its quantity that a number may lie from its source at the level strict, where no band holds it.
const MOST_STEPS: f64 = 3.2;
/// Significant digits from which on a number is the reading itself rather than what it rounds to; one more where its quantity has a step.
const MOST_DIGITS: usize = 3;
/// How near to a bound a number may keep more digits, as a share of the bound: so that it stays on its side.
const NEAR_BOUND: f64 = 0.05;
/// The share of the greatest reading that a steady course may span, where a change that says something is less.
const STEADY: f64 = 0.1;

/// The most entries that are told by their number.
const MAX_COUNT: usize = 99_999;

/// Checks every number, count and direction of `passage`.
pub(super) fn check(passage: &[Read<'_>], policy: &Policy, faults: &mut Faults) {
    let is_number = |piece: &&Read<'_>| {
        !piece.is_of_prose() && [Operator::Round, Operator::Noise, Operator::Band].iter().any(|of| piece.is(*of))
    };
    let rounded: Vec<&Read<'_>> = passage.iter().filter(is_number).collect();
    let mut rest = rounded.as_slice();
    while let [first, after @ ..] = rest {
        let pair = after.first().filter(|next| next.piece.originals == first.piece.originals);
        rest = if pair.is_some() { after.get(1..).unwrap_or_default() } else { after };
        let (low, high) = (first, pair.unwrap_or(first));
        if !is_of_one_kind(low) || !tells(low, high, policy) {
            faults.add(first.piece.span, Fault::Number);
        }
    }
    for piece in passage {
        if piece.is(Operator::Count) && !is_counted(piece, policy.floor) {
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

/// Returns whether the numbers of `low` and `high` are what the least and the greatest of their sources round to, or the bands
/// that hold them.
fn tells(low: &Read<'_>, high: &Read<'_>, policy: &Policy) -> bool {
    let least = low.numbers().min_by(|(_, a), (_, b)| a.total_cmp(b));
    let greatest = low.numbers().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let (Some(least), Some(greatest)) = (least, greatest) else { return false };
    let size = greatest.1.abs().max(least.1.abs());
    let bounds: Vec<f64> = low.found.iter().flat_map(bounds).collect();
    let is_told = |piece: &Read<'_>, (found, is): (&Found<'_>, f64)| {
        let quantity = measured(found);
        if piece.is(Operator::Band) {
            return policy.floor == Level::Strict && is_held(piece.text, is, found);
        }
        let Ok(told) = piece.text.parse::<f64>() else { return false };
        let step = step(quantity, size);
        let moved = if piece.is(Operator::Noise) { step } else { 0.0 };
        let near = match policy.floor {
            Level::Strict => (told - is).abs() <= MOST_STEPS * step,
            Level::Balanced | Level::Minimal => is_near(told, is, step, moved),
        };
        let may_move = policy.noise == Noise::On && policy.floor < Level::Strict;
        near && (moved == 0.0 || may_move)
            && keeps_side(told, is, &bounds)
            && is_coarse(piece.text, is, quantity, &bounds)
    };
    let number = |piece: &Read<'_>| piece.text.parse::<f64>().ok();
    let is_ordered = number(low).zip(number(high)).is_none_or(|(from, to)| from <= to);
    is_told(low, least) && is_told(high, greatest) && is_ordered
}

/// Returns whether the band `text` holds the number `is` of `found`: thresholds belong to the band above them, ends of a reference
/// range to the range.
fn is_held(text: &str, is: f64, found: &Found<'_>) -> bool {
    let [low, high] = ends(found);
    let below = || low.iter().any(|low| is < *low);
    let above = || high.iter().any(|high| is > *high);
    match text {
        "below the reference range" => below(),
        "above the reference range" => above(),
        "within the reference range" => !below() && !above() && low.len() + high.len() > 0,
        _ => {
            let known = measured(found).map_or(&[][..], |quantity| quantity.thresholds);
            let is_known = |bound: &f64| known.contains(bound);
            text.split(" and ").all(|part| {
                let under = part.strip_prefix("under ").and_then(|bound| bound.parse().ok()).filter(is_known);
                let least = part.strip_prefix("at least ").and_then(|bound| bound.parse().ok()).filter(is_known);
                under.is_some_and(|bound| is < bound) || least.is_some_and(|bound| is >= bound)
            })
        }
    }
}

fn measured(found: &Found<'_>) -> Option<&'static Quantity> {
    match found.role {
        Role::Number { code, unit } => quantity(code, unit.map(|unit| unit.text.as_str())),
        Role::Moment | Role::Term | Role::Unit => None,
    }
}

/// Returns whether `told` is what `is` rounds to in steps of `step`, or lies `moved` beside it.
fn is_near(told: f64, is: f64, step: f64, moved: f64) -> bool {
    (told - is).abs() <= (step / 2.0).max(is.abs() * MOST_OFF) + moved + 1e-9
}

fn keeps_side(told: f64, is: f64, bounds: &[f64]) -> bool {
    bounds.iter().all(|bound| told.total_cmp(bound) == is.total_cmp(bound))
}

/// Returns whether `text` is no more exact than it must be: few digits, unless a bound is near, or as few as the source has.
fn is_coarse(text: &str, is: f64, quantity: Option<&Quantity>, bounds: &[f64]) -> bool {
    let most = MOST_DIGITS + usize::from(quantity.is_some_and(|quantity| quantity.step > 0.0));
    let digits = text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').count();
    let trailing = if text.contains('.') { 0 } else { text.chars().rev().take_while(|digit| *digit == '0').count() };
    digits.saturating_sub(trailing) <= most || bounds.iter().any(|bound| (is - bound).abs() <= bound.abs() * NEAR_BOUND)
}

/// Returns the numbers at which the reading `found` begins to mean something else: the ends of the reference range that
/// stands with it in its entry, and the thresholds of its quantity.
fn bounds(found: &Found<'_>) -> Vec<f64> {
    let known = measured(found).map_or(&[][..], |quantity| quantity.thresholds);
    ends(found).into_iter().flatten().chain(known.iter().copied()).filter(|bound| bound.is_finite()).collect()
}

/// Returns on which sides of its known limits the number of `piece` is, in words: between which thresholds of its quantity, and where by
/// the reference range that stands with it; `None` where none is known. What is told and what it was made from lie on the same sides.
pub(super) fn limits(piece: &Read<'_>) -> Option<String> {
    let is_number = [Operator::Round, Operator::Noise].iter().any(|of| piece.is(*of));
    let told = piece.text.parse::<f64>().ok().filter(|_| is_number && !piece.is_of_prose())?;
    let found = piece.found.first()?;
    let known = measured(found).map_or(&[][..], |quantity| quantity.thresholds);
    let least = known.iter().copied().filter(|bound| *bound <= told).reduce(f64::max);
    let under = known.iter().copied().filter(|bound| *bound > told).reduce(f64::min);
    let threshold = match (least, under) {
        (Some(least), Some(under)) => Some(format!("at least {least} and under {under}")),
        (Some(least), None) => Some(format!("at least {least}")),
        (None, Some(under)) => Some(format!("under {under}")),
        (None, None) => None,
    };
    // Of several readings each may have a range of its own.
    let [low, high] = ends(found);
    let is_one = piece.found.iter().all(|other| ends(other) == [low.clone(), high.clone()]);
    let range = match (low.as_slice(), high.as_slice()) {
        _ if !is_one => None,
        ([low], [high]) => Some((Some(*low), Some(*high), format!("{low} to {high}"))),
        ([low], []) => Some((Some(*low), None, format!("from {low}"))),
        ([], [high]) => Some((None, Some(*high), format!("up to {high}"))),
        _ => None,
    };
    let range = range.map(|(low, high, range)| {
        let side = match (low.is_some_and(|low| told < low), high.is_some_and(|high| told > high)) {
            (true, _) => "below",
            (_, true) => "above",
            (false, false) => "within",
        };
        format!("{side} the reference range {range}")
    });
    match (threshold, range) {
        (Some(threshold), Some(range)) => Some(format!("{threshold}; {range}")),
        (one, other) => one.or(other),
    }
}

/// Returns the lower and the upper ends of the reference range that stands with the reading `found` in its entry.
fn ends(found: &Found<'_>) -> [Vec<f64>; 2] {
    if !matches!(found.role, Role::Number { .. }) {
        return [Vec::new(), Vec::new()];
    }
    let own = found.fact.fields.iter().find(|field| field.value.span == found.value.span);
    let part = own.filter(|field| field.label.starts_with("Component")).map(|field| field.item);
    ["low", "high"].map(|end| {
        let is_end = |label: &str| label.to_ascii_lowercase().contains("reference range") && label.ends_with(end);
        let ends = found.fact.fields.iter().filter(|field| is_end(&field.label)).filter(|field| match part {
            Some(item) => field.label.starts_with("Component") && field.item == item,
            None => !field.label.starts_with("Component"),
        });
        ends.filter_map(|field| field.value.text.parse::<f64>().ok()).collect()
    })
}

/// Returns whether the number of `piece` is that of the entries it was made from.
fn is_counted(piece: &Read<'_>, level: Level) -> bool {
    let entries: BTreeSet<_> = piece
        .found
        .iter()
        .map(|found| (found.fact.file.0, found.fact.span, found.fact.file_of(found.value), found.value.span))
        .collect();
    is_count(piece.text, entries.len(), level)
}

/// Returns whether `text` tells the number `entries` as `level` has it told.
fn is_count(text: &str, entries: usize, level: Level) -> bool {
    match (level, text) {
        (Level::Strict, "3 to 5") => (3..=5).contains(&entries),
        (Level::Strict, "6 to 10") => (6..=10).contains(&entries),
        (Level::Strict, "more than 10") => entries > 10,
        (Level::Strict, _) => entries < 3 && text.parse() == Ok(entries),
        (_, "more than 99999") => entries > MAX_COUNT,
        _ => entries <= MAX_COUNT && text.parse() == Ok(entries),
    }
}

/// Returns whether the readings of `piece`, by their dates, go where its word says.
fn goes(piece: &Read<'_>) -> bool {
    let instant = |found: &Found<'_>| found.fact.begun.as_ref().and_then(Moment::instant);
    let mut dated: Vec<(Option<Timestamp>, f64)> =
        piece.numbers().map(|(found, number)| (instant(found), number)).collect();
    dated.sort_by_key(|(instant, _)| *instant);
    let numbers: Vec<f64> = dated.iter().map(|(_, number)| *number).collect();
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return false };
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let size = greatest.abs().max(least.abs());
    let telling = piece.numbers().next().map_or(0.0, |(found, _)| change(measured(found), step(measured(found), size)));
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
        assert!(is_near(140.0, 138.2, 5.0, 0.0) && !is_near(150.0, 138.2, 5.0, 0.0));
        assert!(is_near(0.92, 0.923, 0.01, 0.0) && !is_near(1.0, 0.923, 0.01, 0.0));
        assert!(keeps_side(6.4, 6.46, &[6.5]) && !keeps_side(6.5, 6.46, &[6.5]) && !keeps_side(139.0, 140.0, &[140.0]));
        assert!(
            is_coarse("138", 137.9, None, &[])
                && is_coarse("1200", 1234.0, None, &[])
                && is_coarse("0.045", 0.0451, None, &[])
        );
        assert!(!is_coarse("137.93", 137.93, None, &[]) && is_coarse("139.95", 139.97, None, &[140.0]));
    }

    #[test]
    fn a_count_is_that_of_the_entries_as_the_level_has_it_told() {
        for count in [0, 2, 3, 10, 11, 10_080, 99_999, 100_000, 250_000] {
            for level in Level::ALL {
                let told = crate::privacy::generalise::count(count, level.rules().counts);
                assert!(is_count(&told, count, level), "{count} at {level:?}: {told}");
            }
            assert!(!is_count("more than 99999", count, Level::Balanced) || count > 99_999, "{count}");
            assert!(!is_count(&(count + 1).to_string(), count, Level::Minimal), "{count}");
        }
        assert!(!is_count("100000", 100_000, Level::Balanced) && !is_count("more than 99999", 100_000, Level::Strict));
    }

    #[test]
    fn all_pairs_are_compared() {
        assert_eq!(concordance(&[1.0, 2.0, 3.0]), (3, 0));
        assert_eq!(concordance(&[3.0, 3.0, 1.0]), (0, 2));
        assert_eq!(concordance(&[1.0, 3.0, 2.0]), (2, 1));
        assert_eq!(concordance(&[]), (0, 0));
    }
}
