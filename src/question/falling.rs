//! Whether "fall" is what happened to somebody: "when did I last fall?" is no question of an autumn, and none of a value that falls.

/// The forms of the word.
const FORMS: &[&str] = &["fall", "falls", "falling", "fell", "fallen"];

/// Words for a person as who does something.
const SUBJECTS: &[&str] = &[
    "i", "he", "she", "we", "you", "they", "mother", "father", "mum", "mom", "dad", "wife", "husband", "son",
    "daughter",
];

/// Words for whose something is.
const OWNERS: &[&str] = &["my", "his", "her", "our", "their", "your"];

const AUXILIARIES: &[&str] = &["did", "do", "does", "have", "has", "had"];

/// Words that may stand between who falls and the verb.
const BETWEEN: &[&str] =
    &["last", "ever", "first", "recently", "often", "just", "also", "again", "been", "actually", "really", "lately"];

/// Words of a question for the day or the number of something that it names alone.
const ASKING: &[&str] =
    &["when", "was", "is", "were", "the", "date", "day", "of", "what", "about", "how", "many", "any"];

/// Stands for a name among the words that [`is_meant`] reads.
pub(super) const NAME: &str = "";

/// Returns whether `word` (lower case) is a form of the word.
pub(super) fn is_form(word: &str) -> bool {
    FORMS.contains(&word)
}

/// Returns whether the word at `at` of `words` (lower case; a name is [`NAME`], and what is somebody's by name "my") says that somebody falls.
/// Where both may be meant it does not.
pub(super) fn is_meant(words: &[&str], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied();
    let Some(said) = word(Some(at)).filter(|said| is_form(said)) else { return false };
    let before = words.get(..at).unwrap_or_default();
    let last = at + 1 == words.len();
    // "A fall in my sodium" is of what was measured; "a fall from 7 to 6" too.
    let is_of_value = match (word(Some(at + 1)), word(Some(at + 2))) {
        (Some("in" | "of" | "to" | "by" | "below" | "under"), Some(_)) => true,
        (Some("from"), Some(next)) => next.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    };
    let adverbs = before.iter().rev().take_while(|word| BETWEEN.contains(word)).count();
    let place = at - adverbs;
    let (who, ahead) = (word(place.checked_sub(1)), word(place.checked_sub(2)));
    let asked = words.first().copied().unwrap_or_default();
    if who.is_some_and(|who| who == NAME || SUBJECTS.contains(&who)) {
        // "Did I last fall", "my mother fell"; "what did I do last fall" has a verb of its own.
        let is_verb = said != "falls";
        let further = word(place.checked_sub(3));
        let led = |word: Option<&str>| word.is_none_or(|word| AUXILIARIES.contains(&word));
        let asks = led(ahead)
            || ahead.is_some_and(|ahead| OWNERS.contains(&ahead) || ahead == NAME) && led(further)
            || said != "fall";
        return is_verb && asks;
    }
    if who.is_some_and(|who| AUXILIARIES.contains(&who)) && !matches!(said, "falls" | "falling") {
        return !matches!(asked, "what" | "which" | "who");
    }
    // Behind "when did" one word is who did it.
    let is_one = ahead.is_some_and(|ahead| ahead == "did") && adverbs > 0 && said == "fall";
    if is_one && matches!(asked, "when" | "where" | "how" | "why") {
        return true;
    }
    if is_of_value || matches!(said, "fell" | "fallen" | "falling") {
        return false;
    }
    match before {
        [] => last && said == "falls",
        [.., "last" | "previous" | "latest" | "first"] => {
            let rest = before.get(..at - 1).unwrap_or_default();
            match rest {
                [.., owner] if OWNERS.contains(owner) => true,
                rest => last && rest.iter().all(|word| ASKING.contains(word)),
            }
        }
        [.., "a" | "an" | "any" | "another" | "many" | "bad" | "recent"] => true,
        [.., owner] if OWNERS.contains(owner) => true,
        [.., "of"] => said == "falls",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    fn says(question: &str) -> bool {
        let words: Vec<&str> = question.split(' ').map(|word| if word == "_" { "" } else { word }).collect();
        (0..words.len()).any(|at| is_meant(&words, at))
    }

    #[test]
    fn somebody_falls() {
        for question in [
            "when did i last fall",
            "when did _ last fall",
            "when did greta last fall",
            "when did my mother last fall",
            "did i fall",
            "did i ever fall in the kitchen",
            "have i fallen",
            "have i had a fall",
            "have i had any falls",
            "how many falls",
            "when was my last fall",
            "when was last fall",
            "when was the last fall",
            "last fall",
            "the day i fell",
            "when did last fall",
            "have i been falling",
        ] {
            assert!(says(question), "{question}");
        }
    }

    #[test]
    fn a_season_and_a_value_are_no_fall() {
        for question in [
            "what did i weigh last fall",
            "what did _ write last fall",
            "did i have the flu last fall",
            "my weight last fall",
            "what happened in the fall",
            "did my weight fall",
            "has my a1c been falling",
            "how far did my creatinine fall",
            "was there a fall in my hemoglobin",
            "which values did fall",
            "is my sodium falling",
            "fall 2019",
            "my visits this fall",
            "when did i see him last fall",
        ] {
            assert!(!says(question), "{question}");
        }
    }
}
