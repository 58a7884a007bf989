//! Questions for what somebody wrote: never answered from coded entries. Where a record has no text at all, that is said, in the word
//! that was asked with.

use super::chart::Chart;
use super::{Exact, Form, Searched, measures};
use crate::document::Content;
use crate::question::plan::Word;

/// Words for texts that are nothing else.
const TEXTS: &[&str] = &["letter", "letters", "note", "notes", "message", "messages"];
/// Words that are texts where they say something: "what did the report say".
const SAYING_TEXTS: &[&str] = &["report", "reports", "document", "documents", "summary"];
const SAYS: &[&str] =
    &["say", "says", "said", "write", "writes", "wrote", "written", "mention", "mentions", "mentioned", "told"];
/// Kinds of text, for saying that there is none.
const ALL: &str = "letters, notes or reports";

/// Returns what kind of text the question in `words` asks for; `None` where it asks for none.
pub(super) fn asked(words: &[Word]) -> Option<&'static str> {
    let find =
        |list: &[&'static str]| words.iter().find_map(|word| list.iter().find(|text| **text == word.lower)).copied();
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
    find(TEXTS).or_else(|| if is_said { find(SAYING_TEXTS).or(Some("text")) } else { None })
}

/// Says that the record of `chart` has no text of the kind `name`, as it has none of any; `None` where it has some.
pub(super) fn none(chart: &Chart<'_>, name: &'static str) -> Option<Exact> {
    if chart.documents.iter().any(|document| matches!(document.content, Content::Prose { .. })) {
        return None;
    }
    let mut exact = Exact::new(Form::Fact);
    exact.is_absent = true;
    exact.answer = "not in the record".to_owned();
    let be = if name.ends_with('s') { "are no" } else { "is no" };
    exact.sentence = format!(
        "There {be} {name} in this record: it has no {ALL}, only coded entries. That does not mean that nothing was \
         written: only what is in these files was searched."
    );
    exact.searched = Some(Searched {
        entries: chart.entries.len(),
        texts: 0,
        codes: Vec::new(),
        names: ALL.replace(" or ", ", ").split(", ").map(str::to_owned).collect(),
    });
    Some(exact)
}
