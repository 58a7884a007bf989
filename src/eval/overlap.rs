//! How many words two texts share: BLEU and ROUGE.
//!
//! Words are runs of ASCII letters and digits in lower case, without stemming, as the Python package `rouge_score` reads them.

use std::collections::BTreeMap;

/// BLEU looks at runs of one word up to so many.
const MAX_RUN: usize = 4;

/// Returns the words of `text`.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns the BLEU of `candidate` against one `reference` (Papineni et al. 2002), of runs of 1 to 4 words with equal weights, 0
/// to 1. For longer runs than one word 1 is added to both counts (Lin and Och 2004), as a text alone seldom shares any.
pub fn bleu(reference: &[String], candidate: &[String]) -> f64 {
    if reference.is_empty() || candidate.is_empty() {
        return 0.0;
    }
    let mut logarithms = 0.0;
    for length in 1..=MAX_RUN {
        let shared = shared(reference, candidate, length);
        let all = (candidate.len() + 1).saturating_sub(length).max(1);
        let added = f64::from(u8::from(length > 1));
        if shared == 0 && length == 1 {
            return 0.0;
        }
        logarithms += ((shared as f64 + added) / (all as f64 + added)).ln();
    }
    let brevity = (1.0 - reference.len() as f64 / candidate.len() as f64).min(0.0).exp();
    brevity * (logarithms / MAX_RUN as f64).exp()
}

/// Returns the F1 of the runs of `length` words that the texts share (Lin 2004), 0 to 1.
pub fn rouge_n(reference: &[String], candidate: &[String], length: usize) -> f64 {
    let runs = |words: &[String]| (words.len() + 1).saturating_sub(length);
    f1(shared(reference, candidate, length), runs(reference), runs(candidate))
}

/// Returns the F1 of the longest sequence of words that both texts have in this order, with others between (Lin 2004), 0 to 1.
pub fn rouge_l(reference: &[String], candidate: &[String]) -> f64 {
    let mut above = vec![0usize; candidate.len() + 1];
    for word in reference {
        let (mut row, mut left) = (vec![0], 0);
        for (other, pair) in candidate.iter().zip(above.windows(2)) {
            let [diagonal, up] = pair else { continue };
            left = if word == other { diagonal + 1 } else { left.max(*up) };
            row.push(left);
        }
        above = row;
    }
    f1(above.last().copied().unwrap_or(0), reference.len(), candidate.len())
}

/// Returns how many runs of `length` words of `candidate` are in `reference`, each as often as there.
fn shared(reference: &[String], candidate: &[String], length: usize) -> usize {
    let mut left: BTreeMap<&[String], usize> = BTreeMap::new();
    for run in reference.windows(length) {
        *left.entry(run).or_default() += 1;
    }
    let mut shared = 0;
    for run in candidate.windows(length) {
        if let Some(left) = left.get_mut(run).filter(|left| **left > 0) {
            *left -= 1;
            shared += 1;
        }
    }
    shared
}

/// Returns the harmonic mean of `shared` by `reference` and by `candidate`.
fn f1(shared: usize, reference: usize, candidate: usize) -> f64 {
    if shared == 0 { 0.0 } else { 2.0 * shared as f64 / (reference + candidate) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with nltk 3.10.4 (`sentence_bleu`, smoothing method 2) and rouge_score 0.1.2.
    #[test]
    fn the_figures_are_those_of_the_python_packages() {
        for (reference, candidate, expected) in [
            ("the cat sat on the mat", "the cat sat on the mat", [1.0, 1.0, 1.0, 1.0]),
            (
                "Blood pressure 138 over 92 on 3 March 2024",
                "Blood pressure about 140 over 90 on day 0",
                [0.204_929, 0.444_444, 0.125, 0.444_444],
            ),
            ("a b c d e f", "c d e f a b", [std::f64::consts::FRAC_1_SQRT_2, 1.0, 0.8, 0.666_667]),
            ("short", "a much longer text than the other one", [0.0; 4]),
            (
                "systolic about 125 mm[Hg]; diastolic about 75",
                "Systolic: 124 mm[Hg] · Diastolic: 76 mm[Hg]",
                [0.307_394, 0.5, 0.285_714, 0.5],
            ),
            ("nothing shared", "entirely different words", [0.0; 4]),
            ("", "", [0.0; 4]),
        ] {
            let (r, c) = (words(reference), words(candidate));
            let found = [bleu(&r, &c), rouge_n(&r, &c, 1), rouge_n(&r, &c, 2), rouge_l(&r, &c)];
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{reference} | {candidate}: {found} {expected}");
            }
        }
    }
}
