//! Whether something is over: "is my sinusitis gone", "is she over the bronchitis", "is he done with the pneumonia".

use super::reader::Reader;
use crate::question::plan::Word;

/// Takes the words that ask if something is over, and returns whether there are such.
pub(super) fn asks_if_over(reader: &mut Reader<'_>, first: Option<usize>, words: &[Word]) -> bool {
    let Some(first) = first else { return false };
    let verb = words.get(first).map_or("", |word| word.lower.as_str());
    if !matches!(verb, "is" | "are" | "am" | "was" | "were" | "has" | "have" | "did") {
        return false;
    }
    if is_done_with(reader, first) {
        return true;
    }
    const GONE: &[&str] = &[
        "over by now",
        "gone by now",
        "over now",
        "gone now",
        "gone away",
        "gone",
        "go away",
        "cleared up",
        "clear up",
        "healed",
        "resolved",
        "disappeared",
        "went away",
        "over",
    ];
    let last = reader.tokens.iter().rev().find(|token| !token.used).map_or("", |token| token.lower);
    let ends: Vec<&&str> = GONE.iter().filter(|phrase| phrase.rsplit(' ').next() == Some(last)).collect();
    ends.into_iter().any(|phrase| reader.take(phrase).is_some())
}

/// Takes what stands between somebody and what they are over.
fn is_done_with(reader: &mut Reader<'_>, first: usize) -> bool {
    const WHO: &[&str] = &["i", "he", "she", "they", "we"];
    const BETWEEN: &[&str] =
        &["fully", "completely", "now", "finally", "all", "well", "gotten", "got", "been", "already", "yet"];
    const OVER: &[&str] = &[
        "over the",
        "over my",
        "over his",
        "over her",
        "over their",
        "over that",
        "past the",
        "past my",
        "past his",
        "past her",
        "done with",
        "finished with",
        "through with",
        "rid of",
        "cured of",
        "recovered from",
    ];
    // A name stands for the person, too.
    let named = (first + 1..reader.tokens.len())
        .take_while(|at| reader.tokens.get(*at).is_some_and(|token| token.used))
        .count();
    let mut at = first + 1 + named;
    if reader.free(at).is_some_and(|word| WHO.contains(&word)) {
        at += 1;
    } else if named == 0 {
        return false;
    }
    while reader.free(at).is_some_and(|word| BETWEEN.contains(&word)) {
        at += 1;
    }
    let is_here = |phrase: &&&str| reader.find(phrase) == Some(at);
    let found = OVER.iter().find(is_here).copied();
    found.is_some_and(|phrase| reader.take(phrase).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::reader::tokens;
    use super::*;
    use crate::question::plan::simple_words;

    #[test]
    fn what_somebody_is_over_is_asked_if_it_is_gone() {
        let asks = |question: &str| {
            let words = simple_words(question);
            let mut reader = Reader { tokens: tokens(question, &words) };
            asks_if_over(&mut reader, Some(0), &words)
        };
        for question in [
            "Is she over the bronchitis?",
            "Is he done with the pneumonia?",
            "Has he fully recovered from his flu?",
            "Are we rid of the rash?",
            "Is my sinusitis gone?",
        ] {
            assert!(asks(question), "{question}");
        }
        for question in [
            "Is her A1c over the last year stable?",
            "Is it over 7?",
            "When is she over it?",
            "Was my weight over the limit?",
        ] {
            assert!(!asks(question), "{question}");
        }
    }
}
