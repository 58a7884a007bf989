//! Questions for what somebody wrote or said: never answered from coded entries, and left to whoever reads the texts.

use super::measures;
use crate::question::plan::Word;

/// Words for texts that are nothing else.
const TEXTS: &[&str] = &["letter", "letters", "note", "notes", "message", "messages"];
const SAYS: &[&str] =
    &["say", "says", "said", "write", "writes", "wrote", "written", "mention", "mentions", "mentioned", "told"];

/// Whether the question in `words` asks for what a text says.
pub(super) fn are_asked(words: &[Word]) -> bool {
    let is_text = words.iter().any(|word| TEXTS.contains(&word.lower.as_str()));
    // "Can you say", "tell me": what is said there is the answer.
    let says = |word: &Word| SAYS.contains(&word.lower.as_str());
    let is_said = words.iter().enumerate().any(|(at, word)| {
        let you = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| before.lower == "you");
        // "When was I told that I have gout?" asks for no words.
        let before =
            |back: usize| at.checked_sub(back).and_then(|place| words.get(place)).map(|word| word.lower.as_str());
        let (person, verb) = (["i", "he", "she", "they"], ["was", "were"]);
        let is = |word: Option<&str>, known: &[&str]| word.is_some_and(|word| known.contains(&word));
        let was_told = word.lower == "told"
            && (is(before(1), &person) && is(before(2), &verb) || is(before(2), &person) && is(before(1), &verb));
        // "What did my first LDL say?" asks a value of what was measured.
        let is_value = before(1).is_some_and(|word| measures::named(&[word]).is_some());
        says(word) && !you && !was_told && !is_value
    });
    is_text || is_said
}
