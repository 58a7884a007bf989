//! Where the sentences of a note begin and end, what heads each, and where a note leaves open whether they do.

use std::ops::Range;

use super::items::{Item, items};

/// Most words of a heading, and of what stands before a colon.
const MAX_HEADING_WORDS: usize = 6;
/// Words that answer, alone or nearly, what stands before them: "Chest pain? No.", "Chest pain. None reported."
const ANSWERS: &[&str] = &["no", "none", "not", "never", "nil", "denied", "denies", "negative", "neg", "absent"];
/// Words behind such an answer that leave it one.
const BEHIND_ANSWERS: &[&str] = &["now", "today", "seen", "found", "noted", "reported", "present", "known"];
/// What begins an item of a list, which heads nothing.
const ITEM_SIGNS: &[char] = &['-', '*', '+', '\u{2022}', '\u{2013}', '\u{b7}'];
/// Words whose full stop ends no sentence.
const NEVER_ENDING: &[&str] =
    &["dr", "mr", "mrs", "ms", "prof", "st", "e.g", "i.e", "vs", "approx", "prev", "incl", "esp"];
/// Words that turn or bind what is said.
#[rustfmt::skip]
const TURNING: &[&str] = &[
    "no", "not", "never", "without", "deny", "denies", "denied", "denying", "denial", "neg", "negative", "negatives", "nil", "nothing",
    "nobody", "absent", "absence", "free", "none", "nor", "neither", "cannot", "unable", "lack", "lacks", "lacking", "fails", "failed", "ceased", "gone",
    "stopped", "discontinued", "resolved", "former", "formerly", "previous", "previously", "past", "history", "hx", "if", "unless", "whether",
    "possible", "possibly", "probable", "probably", "suspect", "suspected", "suspects", "suspicious", "unlikely", "likely", "maybe", "may",
    "might", "could", "hardly", "false", "rule", "rules", "ruled", "excluded", "excludes", "question", "questionable", "risk", "prevent",
    "prevents", "avoid", "afraid", "fear", "fears", "watch", "asked", "family", "fhx", "fh", "mother", "father", "parent", "parents", "brother", "brothers",
    "sister", "sisters", "sibling", "siblings", "son", "sons", "daughter", "daughters", "aunt", "aunts", "uncle", "uncles", "cousin",
    "cousins", "grandmother", "grandfather", "grandparent", "grandparents", "grandson", "granddaughter", "husband", "wife", "partner", "donor",
    "maternal", "paternal", "increased", "decreased",
];
/// Words of a label that say that what follows is not so.
#[rustfmt::skip] // words of one kind, in two lines
const NEGATING: &[&str] = &[
    "no", "not", "without", "deny", "denies", "denied", "denying", "denial", "neg", "negative", "negatives", "nil", "none", "absent", "ruled", "rule", "excluded",
];
/// Labels, of one word, that say of what they head that it is so.
const ASSERTING: &[&str] = &[
    "assessment",
    "conclusion",
    "conclusions",
    "finding",
    "findings",
    "impression",
    "opinion",
    "outcome",
    "result",
    "results",
    "summary",
];
/// Words that say no, beside those.
const SAYING_NO: &[&str] = &[
    "longer",
    "never",
    "nor",
    "neither",
    "cannot",
    "resolved",
    "stopped",
    "discontinued",
    "ceased",
    "gone",
    "former",
    "lost",
];
/// Words that a sentence does not end with, but where what they are about follows.
const OPEN: &[&str] = &["deny", "denies", "denied", "denying", "without", "lacks", "lack"];
/// The same, short.
const TURNING_SHORT: &[&str] = &["n't", "w/o", "r/o", "h/o", "f/h"];
/// Words by which what stands behind a label may say something by itself.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "am", "has", "have", "had", "having", "do", "does", "did", "can", "will", "complains", "complained", "complaining", "co",
    "reports", "reported", "reporting", "states", "stated", "says", "said", "tells", "told", "feels", "felt", "feeling", "notes", "noted", "endorses", "endorsed", "admits",
    "admitted", "describes", "described", "experiences", "experienced", "experiencing", "presents", "presented", "presenting", "suffers", "suffered", "developed", "develops",
    "takes", "took", "taking", "needs", "walks", "walking", "works", "lives", "gets", "got", "comes", "came", "started", "began", "wakes", "woke", "uses", "she", "he", "they", "i", "we", "but", "now", "today",
    "positive", "pos", "present", "yes", "known", "however", "except",
];

/// Words with which a sentence begins that leaves out of whom it is.
#[rustfmt::skip] // words of one kind, in two lines
const SUBJECTLESS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "does", "did", "can", "will", "complains", "complained", "reports", "reported", "states", "stated", "says", "feels", "felt",
    "denies", "denied", "takes", "took", "walks", "works", "lives", "uses", "needs", "presents", "presented", "developed", "started", "stopped", "continues", "remains",
];
/// Words of lines that head a section.
#[rustfmt::skip] // words of one kind, in two lines
const SECTIONS: &[&str] = &[
    "history", "review", "systems", "assessment", "plan", "subjective", "objective", "exam", "examination", "complaint", "complaints", "symptoms", "medications", "findings",
    "impression", "diagnosis", "diagnoses", "summary", "course", "illness", "interval", "note", "visit", "hpi", "ros", "section",
];

/// A sentence, and what heads it, outermost first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) range: Range<usize>,
    pub(super) heads: Vec<Range<usize>>,
    /// What may be sentences of their own in it, in its order; mostly it is one, itself.
    pub(super) parts: Vec<Range<usize>>,
    /// What stands before the colon of its first part, and heads the others.
    pub(super) label: Option<Range<usize>>,
    /// Whether it stands behind a label that turns what it heads, and may stand for itself all the same.
    pub(super) is_apart: bool,
}

impl Sentence {
    /// Returns the ranges of what is told as part number `index`: what heads it, and it.
    pub(super) fn told_as(&self, index: usize) -> impl Iterator<Item = &Range<usize>> {
        let label = self.label.iter().filter(move |_| index > 0);
        self.heads.iter().chain(label).chain(self.parts.get(index))
    }

    /// Returns whether it says the same whether its parts are sentences or not.
    ///
    /// A "no" may be of its part alone ("Not at work. c/o pain") or of all of them ("No gen. weakness"). So either no part has a word that
    /// turns what is said, or each has one of its own. What a label turns is told behind it each time, and is not clear where a part
    /// behind the first may stand for itself.
    pub(super) fn is_clear(&self, text: &str) -> bool {
        let said = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        let of_label = |part: &Range<usize>| self.label.as_ref().filter(|label| part.contains(&label.start));
        let own = |part: &Range<usize>| of_label(part).map_or(part.start, |label| label.end)..part.end;
        let turning = self.parts.iter().filter(|part| turns(said(&own(part)))).count();
        let is_turned = self.label.as_ref().is_some_and(|label| turns(said(label)));
        let stands_alone = || self.parts.iter().skip(1).any(|part| stands_for_itself(said(part)));
        !self.is_apart
            && (self.parts.len() < 2 || (turning == 0 || turning == self.parts.len()) && !(is_turned && stands_alone()))
    }
}

/// Returns the sentences of `text`. Lines do not end one, since notes break them anywhere; blank lines do.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    // What heads a block: the short block above, and the one before it that ends in a colon, to which all belong that follow at once.
    let (mut heading, mut opener): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
    let mut is_list_over = false;
    for block in blocks(text) {
        let inside = text.get(block.clone()).unwrap_or_default();
        let mut list = items(inside);
        // A number before all of a block heads what is one, or a section.
        let block = match list.as_slice() {
            [Item { range, .. }] if range.start == 0 => block.start + range.end..block.end,
            _ => block,
        };
        if block.len() < inside.len() {
            list.clear();
        }
        let inside = text.get(block.clone()).unwrap_or_default();
        let words = inside.split_whitespace().count();
        let opens = inside.ends_with(':');
        let is_item = inside.starts_with(ITEM_SIGNS);
        let is_short = words <= MAX_HEADING_WORDS && !inside.trim_end().ends_with(['.', '!', '?']);
        if (opens || is_short) && list.is_empty() {
            if is_list_over && !is_item {
                opener = None;
            }
            // A short block heads what follows, and may say something itself: "no known allergies".
            let heads = opener.iter().filter(|opener| Some(*opener) != heading.as_ref()).chain(&heading).cloned();
            let label = label(text, &block);
            let parts = parts(text, &block, label.as_ref());
            let is_apart = heading.as_ref().is_some_and(|heading| may_not_head(text, heading, &block));
            sentences.push(Sentence { range: block.clone(), heads: heads.collect(), parts, label, is_apart });
            is_list_over = is_item;
            if !is_item {
                opener = Some(block.clone()).filter(|_| opens).or(opener);
                heading = Some(block);
            }
            continue;
        }
        is_list_over = true;
        let label = label(text, &block);
        let is_turned = label.clone().and_then(|label| text.get(label)).is_some_and(turns);
        let is_negated = label.clone().and_then(|label| text.get(label)).is_some_and(negates);
        let asserts = label.clone().and_then(|label| text.get(label)).is_some_and(asserts);
        let (mut is_apart, mut is_open) = (false, false);
        let lead = lead(text, &block, &list, label.as_ref());
        let all = listed(text, &block, &list);
        // "Conclusion: the challenge is negative. She may eat it.": to tell the label with the second would take it from the "negative" of the first.
        let is_spared = asserts && all.first().and_then(|first| text.get(first.clone())).is_some_and(turns);
        for (index, range) in all.into_iter().enumerate() {
            let is_of_list = list.first().is_some_and(|first| range.start >= block.start + first.range.end);
            let of_lead = match &lead {
                Lead::Heads(lead) => Some(lead.clone()).filter(|_| is_of_list),
                Lead::IsOpen | Lead::None => None,
            };
            is_apart |= is_of_list && matches!(lead, Lead::IsOpen);
            let own = label.clone().filter(|_| index > 0 && !is_spared).into_iter().chain(of_lead);
            let heads = opener.iter().filter(|opener| Some(*opener) != heading.as_ref()).chain(&heading).cloned();
            let heads = heads.chain(own).collect();
            let is_behind_no = is_negated && index > 0;
            is_apart |=
                is_behind_no || is_turned && index > 0 && text.get(range.clone()).is_some_and(stands_for_itself);
            let is_headed = heading.as_ref().is_none_or(|heading| !may_not_head(text, heading, &range));
            let (stays, said) = (is_apart || is_open || !is_headed, text.get(range.clone()).unwrap_or_default());
            // "Pt denies. Chest pain.": what is denied may be the next sentence.
            is_open = last_word(said).is_some_and(|last| OPEN.contains(&last.as_str()));
            let label = label.clone().filter(|_| index == 0);
            let parts = parts(text, &range, label.as_ref());
            sentences.push(Sentence { range, heads, parts, label, is_apart: stays });
        }
        // The last item of a list may head what follows, as its last line does.
        let last = sentences.last().map(|sentence| sentence.range.clone()).filter(|_| !list.is_empty());
        let heads = |last: &Range<usize>| {
            let said = text.get(last.clone()).unwrap_or_default();
            said.ends_with(':') || turns(said) && !said.ends_with(['.', '!', '?'])
        };
        if let Some(last) = last.filter(heads) {
            opener = Some(last.clone()).filter(|_| opens).or(opener);
            heading = Some(last);
            is_list_over = false;
        }
    }
    sentences
}

/// Returns whether the short block `heading` may be a line of its own rather than what heads the sentence `range`: it is not written as one that
/// heads, and the sentence does not say of whom it is. "Migraine", "Has anemia" are two lines of one patient, or what a brother has.
fn may_not_head(text: &str, heading: &Range<usize>, range: &Range<usize>) -> bool {
    let (head, said) = (text.get(heading.clone()).unwrap_or_default(), text.get(range.clone()).unwrap_or_default());
    let is_written_as_head =
        head.ends_with(':') || head.starts_with(['#', '*', '_', '|']) || !head.contains(char::is_lowercase);
    let words = |said: &str| said.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect::<Vec<_>>();
    let is_section = || words(head).iter().any(|word| SECTIONS.contains(&word.as_str()));
    let first = words(said).into_iter().find(|word| !word.is_empty());
    !is_written_as_head && !is_section() && first.is_some_and(|first| SUBJECTLESS.contains(&first.as_str()))
}

/// What stands before the first item of a list, in its sentence.
enum Lead {
    /// Nothing, or what heads the list by its colon anyway.
    None,
    /// It heads the items.
    Heads(Range<usize>),
    /// It may turn them, or the first of them alone.
    IsOpen,
}

/// Returns what stands before the first of the items `list` in its sentence: "Reports 1) cough 2) fever".
fn lead(text: &str, block: &Range<usize>, list: &[Item], label: Option<&Range<usize>>) -> Lead {
    let Some(first) = list.first() else { return Lead::None };
    let before = block.start..block.start + first.range.start;
    let Some(lead) = within(text, before).pop() else { return Lead::None };
    let said = text.get(lead.clone()).unwrap_or_default().trim_end();
    let lead = lead.start..lead.start + said.len();
    let is_label = label.is_some_and(|label| lead.start <= label.start && label.end + 1 >= lead.end);
    if said.ends_with(['.', '!', '?']) || is_label || !said.contains(char::is_alphanumeric) {
        Lead::None
    } else if turns(said) || said.split_whitespace().count() > MAX_HEADING_WORDS {
        Lead::IsOpen
    } else if first.number == 1 {
        Lead::Heads(lead.start..lead.start + said.trim_end_matches(':').len())
    } else {
        Lead::None
    }
}

/// Returns the sentences of `block`, which the items of `list` part, without the numbers of those.
fn listed(text: &str, block: &Range<usize>, list: &[Item]) -> Vec<Range<usize>> {
    let starts = std::iter::once(block.start).chain(list.iter().map(|item| block.start + item.range.end));
    let ends = list.iter().map(|item| block.start + item.range.start).chain([block.end]);
    starts
        .zip(ends)
        .filter(|(start, end)| start < end)
        .flat_map(|(start, end)| {
            let said = text.get(start..end).unwrap_or_default();
            within(text, start..start + said.trim_end().len())
        })
        .collect()
}

/// Returns what stands before the first colon of `block`, where it is a label.
fn label(text: &str, block: &Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(block.clone())?;
    let at = inside.find(':').filter(|at| at + 1 < inside.len())?;
    let label = inside.get(..at)?;
    let is_label = !label.contains(['.', '!', '?']) && label.split_whitespace().count() <= MAX_HEADING_WORDS;
    is_label.then_some(block.start..block.start + at)
}

/// Returns what may be sentences of their own in the sentence `range` of `text`, which `label` may begin: what a full stop parts that may
/// abbreviate the word before it, and what begins a line like a sentence or an item of a list.
fn parts(text: &str, range: &Range<usize>, label: Option<&Range<usize>>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    let from = label.map_or(range.start, |label| label.end + 1);
    let inside = text.get(from..range.end).unwrap_or_default();
    for (at, sign) in inside.char_indices().filter(|(_, sign)| matches!(sign, '.' | '!' | '\n')) {
        let before = inside.get(..at).unwrap_or_default();
        let rest = inside.get(at + sign.len_utf8()..).unwrap_or_default();
        let next = rest.trim_start();
        let is_parted = if sign == '\n' {
            let is_item = next.starts_with(ITEM_SIGNS);
            !before.trim_end().is_empty() && (is_item || next.starts_with(char::is_uppercase))
        } else {
            // Before a capital it ends the sentence itself, if it does not abbreviate a word.
            let begins = next.starts_with(char::is_lowercase) || sign == '.' && is_abbreviated(before);
            let goes_on = is_answer(next) || is_said_no(before, next) || sign == '.' && never_ends(before);
            rest.starts_with(char::is_whitespace) && begins && !goes_on
        };
        let end = from + at + if sign == '\n' { 0 } else { sign.len_utf8() };
        let is_more = text.get(start..end).is_some_and(|part| part.contains(char::is_alphanumeric));
        if is_parted && is_more && !next.is_empty() {
            parts.push(start..end);
            start = range.end.min(from + inside.len() - next.len());
        }
    }
    parts.push(start..range.end);
    parts
}

/// Returns whether the full stop behind `said` is never the end of a sentence.
fn never_ends(said: &str) -> bool {
    let last = said.rsplit(char::is_whitespace).next().unwrap_or_default().trim_start_matches('(').to_lowercase();
    NEVER_ENDING.contains(&last.as_str())
}

/// Returns whether `before` ends in a bare "No", which is one with what is behind it, `next`, where that does not begin like a part.
fn is_said_no(before: &str, next: &str) -> bool {
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    !next.starts_with(char::is_lowercase) && ANSWERS.contains(&last.to_lowercase().as_str())
}

/// Returns whether `said` has a word that turns or binds what is said: that it is not so, not sure, no longer so, or so of somebody else.
pub(super) fn turns(said: &str) -> bool {
    let lower = said.to_lowercase().replace('\u{2019}', "'");
    TURNING_SHORT.iter().any(|short| lower.contains(short))
        || lower.split(|c: char| !c.is_alphanumeric()).any(|word| TURNING.contains(&word) || is_not_run_together(word))
}

/// Returns whether `label` says nothing of what it heads but that it is so.
fn asserts(label: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.next().is_some_and(|word| ASSERTING.contains(&word.as_str())) && words.next().is_none()
}

/// Returns whether `said` has a word that says no.
pub(super) fn says_no(said: &str) -> bool {
    let lower = said.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| NEGATING.contains(&word) || SAYING_NO.contains(&word))
}

/// Returns whether `word` is "doesn't" or the like without its apostrophe.
pub(super) fn is_not_run_together(word: &str) -> bool {
    const VERBS: &[&str] = &[
        "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "wo", "would", "could", "ca", "should",
        "must", "need", "ai",
    ];
    word.strip_suffix("nt").is_some_and(|verb| VERBS.contains(&verb))
}

/// Returns whether `said`, a label, says that what stands behind it is not so: how far behind it, a note leaves open.
fn negates(said: &str) -> bool {
    let lower = said.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| NEGATING.contains(&word))
}

/// Returns the last word of `said`, in small letters.
fn last_word(said: &str) -> Option<String> {
    said.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Returns whether `said`, behind a label, may stand for itself: it has a verb or a label of its own.
fn stands_for_itself(said: &str) -> bool {
    let lower = said.to_lowercase();
    lower.contains([':', '='])
        || lower.contains("c/o")
        || lower.split(|c: char| !c.is_alphanumeric()).any(|word| VERBS.contains(&word))
}

/// Returns the stretches of `text` between blank lines, without white space around them.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut open = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            open = false;
        } else {
            let start = at + (line.len() - line.trim_start().len());
            let end = start + trimmed.len();
            match blocks.last_mut().filter(|_| open) {
                Some(last) => last.end = end,
                None => blocks.push(start..end),
            }
            open = true;
        }
        at += line.len();
    }
    blocks
}

/// Returns the sentences of the block `block`: a full stop, an exclamation or a question mark ends one before white space and a
/// capital, a digit or a sign. What answers a question, is an answer alone or begins with a mark
/// of doubt is one with what stands before it.
fn within(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let inside = text.get(block.clone()).unwrap_or_default();
    let mut ranges = Vec::new();
    let mut start = 0;
    for (at, sign) in inside.char_indices() {
        let rest = inside.get(at + sign.len_utf8()..).unwrap_or_default();
        let next = rest.trim_start();
        let ends = matches!(sign, '.' | '!' | '?')
            && rest.starts_with(char::is_whitespace)
            && !next.starts_with(char::is_lowercase)
            && !is_abbreviated(inside.get(start..at).unwrap_or_default());
        if ends {
            ranges.push(block.start + start..block.start + at + sign.len_utf8());
            start = inside.len() - next.len();
        }
    }
    if start < inside.len() {
        ranges.push(block.start + start..block.end);
    }
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let said = text.get(range.clone()).unwrap_or_default();
        let asks = |before: &Range<usize>| text.get(before.clone()).is_some_and(|said| said.ends_with('?'));
        match joined
            .last_mut()
            .filter(|before| asks(before) || is_answer(said) || doubts(said) || !said.contains(char::is_alphanumeric))
        {
            Some(before) => before.end = range.end,
            None => joined.push(range),
        }
    }
    joined
}

/// Returns whether `said` begins with a mark of doubt about what stands before it: "(?)".
fn doubts(said: &str) -> bool {
    said.split_whitespace().next().is_some_and(|first| first.contains('?') && !first.contains(char::is_alphanumeric))
}

/// Returns whether `said` begins with what only answers what stands before it: "No.", "None reported."
fn is_answer(said: &str) -> bool {
    let lower = said.to_lowercase();
    // "No." is taken for an abbreviation, and what follows for its sentence.
    if lower.split_once('.').is_some_and(|(first, _)| ANSWERS.contains(&first)) {
        return true;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [answer] => ANSWERS.contains(answer),
        [answer, behind] => ANSWERS.contains(answer) && BEHIND_ANSWERS.contains(behind),
        _ => false,
    }
}

/// Returns whether the full stop behind `said` abbreviates a word: "Dr.", "Y.", "e.g."; not "82 kg.".
fn is_abbreviated(said: &str) -> bool {
    let last = said.rsplit(|c: char| c.is_whitespace() || c == '.').next().unwrap_or_default();
    let letters = last.chars().count();
    // "AF." and "BP." are whole words at a sentence's end.
    let titled = || last.starts_with(char::is_uppercase) && last.ends_with(char::is_lowercase);
    last.chars().all(char::is_alphabetic) && (letters == 1 || letters == 2 && titled())
}

#[cfg(test)]
mod tests;
