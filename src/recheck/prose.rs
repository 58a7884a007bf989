//! Holds sentences of notes to the note: each word and number to where it stands, each age to its band, and each sentence to its "no",
//! its "if" and to whom it is about.
//!
//! Where sentences begin and end, and what heads them, is worked out here once more, by rules of its own.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Fault, Faults, Read, age};
use crate::clearance::{Operator, Source};
use crate::document::{Content, Document, DocumentIndex, PatientIndex, Records};
use crate::privacy::level::Level;

/// Words that turn or bind what a sentence says: that it is not so, not sure, no longer so, or so of somebody else.
static CUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?: no | not | never | without | den(?:y|ies|ied|ying) | neg(?:atives?)? | nil | nothing | nobody | absent | free | none | nor | neither | cannot | unable
        | lacks? | ceased | stopped | discontinued | resolved | former(?:ly)? | previous(?:ly)? | past | history | if | unless | whether
        | possibl[ey] | probabl[ey] | suspect(?:ed|s)? | suspicious | unlikely | likely | maybe | may | might | could | rule[sd]? | question(?:able)?
        | family | mother | father | parents? | brothers? | sisters? | siblings? | sons? | daughters? | aunts? | uncles? | cousins?
        | grand(?:mother|father|parents?|son|daughter) | husband | wife | partner | donor | maternal | paternal | increased? | decreased?
        | [a-z]+n['’]t )\b",
    )
    .ok()
});
/// Signs that turn what they stand beside; no message has them.
static SIGNS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\(\s*[-\u{2212}\u{2013}]\s*\)|\[\s*\]|[\u{2610}\u{2205}\u{2717}\u{2718}]").ok());
/// A sentence that only answers the one before it, or begins with what does.
static ANSWER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^\W*(?:no|none|not|never|nil|denied|denies|negative|neg|absent)
        (?:\W*$ | \. | \s+(?:now|today|seen|found|noted|reported|present|known)\W*$)",
    )
    .ok()
});
/// Blocks above a sentence that are looked through for one that ends in a colon.
const MAX_ABOVE: usize = 12;
/// What stands before a colon at the beginning of a line, and says what the lines after it are.
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?m)^[^\w\n]*([^\n:.!?]{1,60}):").ok());
/// Letters of a line that heads the block after it.
const MAX_HEADING: usize = 80;

/// Returns the text that `source` names, where it is in a document of prose.
pub(super) fn text_at<'r>(records: &'r Records, source: &Source) -> Option<&'r str> {
    let Source::Prose { document, span } = source else { return None };
    let document = records.documents.get(document.0 as usize)?;
    matches!(document.content, Content::Prose { .. }).then(|| span.of(&document.text)).flatten()
}

/// Checks the sentences that `passage`, which is about `named`, tells of notes.
pub(super) fn check(
    passage: &[Read<'_>],
    records: &Records,
    named: Option<PatientIndex>,
    floor: Level,
    faults: &mut Faults,
) {
    let mut told: BTreeMap<DocumentIndex, Vec<(Range<usize>, &Read<'_>)>> = BTreeMap::new();
    let mut last: Option<usize> = None;
    for piece in passage {
        if piece.is(Operator::Template) && piece.text.contains(". ") {
            last = None;
        }
        for original in &piece.piece.originals {
            let Source::Prose { document, span } = original.source else { continue };
            if last.is_some_and(|last| span.start() < last) {
                faults.add(piece.piece.span, Fault::Wording);
            }
            last = Some(span.end());
            told.entry(document).or_default().push((span.range(), piece));
        }
    }
    if let (Some((_, piece)), true) = (told.values().flatten().next(), told.len() > 1) {
        faults.add(piece.piece.span, Fault::Person);
    }
    for (document, pieces) in told {
        let Some(document) = records.documents.get(document.0 as usize) else { continue };
        if let (Some((_, piece)), true) = (pieces.first(), named.is_some() && document.subject != named) {
            faults.add(piece.piece.span, Fault::Person);
        }
        for (range, piece) in &pieces {
            if floor == Level::Strict {
                faults.add(piece.piece.span, Fault::Wording);
            }
            if piece.is(Operator::Round) && !is_number(&document.text, range.clone(), piece.text, floor) {
                faults.add(piece.piece.span, Fault::Number);
            }
            let is_bare = !piece.is(Operator::AgeBand) && age::is_age(&document.text, range.clone());
            let is_held = || {
                let written = document.text.get(range.clone()).unwrap_or_default();
                age::is_held(piece.text, written, floor)
            };
            if is_bare || piece.is(Operator::AgeBand) && !is_held() {
                faults.add(piece.piece.span, Fault::Age);
            }
        }
        for piece in lost(document, &pieces) {
            faults.add(piece.piece.span, Fault::Status);
        }
    }
}

/// Returns the pieces of sentences with a cue of which no piece tells.
fn lost<'p, 'r>(document: &Document, pieces: &'p [(Range<usize>, &'p Read<'r>)]) -> Vec<&'p Read<'r>> {
    let Some(cues) = CUES.as_ref() else { return Vec::new() };
    let text = document.text.as_str();
    let is_told = |cue: &Range<usize>| pieces.iter().any(|(range, _)| range.start <= cue.start && cue.end <= range.end);
    let mut lost = Vec::new();
    for (range, piece) in pieces {
        let sentence = sentence(text, range.start);
        let heads = heads(text, sentence.start);
        for part in heads.into_iter().chain(answer(text, &sentence)).chain([sentence]) {
            let said = text.get(part.clone()).unwrap_or_default();
            let found = cues.find_iter(said).map(|cue| part.start + cue.start()..part.start + cue.end());
            lost.extend(found.filter(|cue| !is_told(cue)).map(|_| *piece));
            if SIGNS.as_ref().is_some_and(|signs| signs.is_match(said)) {
                lost.push(*piece);
            }
        }
    }
    lost
}

/// Returns what answers `asked`: the sentence behind a question, or one that is nothing else.
fn answer(text: &str, asked: &Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(asked.end..)?;
    let gap = rest.len() - rest.trim_start().len();
    if gap == rest.len() || rest.get(..gap)?.matches('\n').count() > 1 {
        return None;
    }
    let behind = sentence(text, asked.end + gap + 1);
    let said = text.get(behind.clone())?;
    let asks = text.get(asked.clone())?.trim_end().ends_with('?');
    (asks || ANSWER.as_ref().is_some_and(|answer| answer.is_match(said))).then_some(behind)
}

/// Returns the sentence of `text` around the byte `at`.
fn sentence(text: &str, at: usize) -> Range<usize> {
    let (mut start, mut end) = (0, text.len());
    let signs: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (byte, sign)) in signs.iter().enumerate() {
        let mut after = signs.iter().skip(index + 1).map(|(_, sign)| *sign);
        let next = after.next();
        let ends = match sign {
            '.' | '!' | '?' => {
                let word: Vec<char> = signs
                    .get(..index)
                    .unwrap_or_default()
                    .iter()
                    .rev()
                    .map(|(_, sign)| *sign)
                    .take_while(|sign| sign.is_alphanumeric())
                    .collect();
                let is_short = word.iter().all(|sign| sign.is_alphabetic())
                    && (word.len() == 1 || word.len() == 2 && word.last().is_some_and(|sign| sign.is_uppercase()));
                let begun = after.find(|sign| !sign.is_whitespace());
                next.is_none_or(char::is_whitespace) && !is_short && !begun.is_some_and(char::is_lowercase)
            }
            '\n' => signs
                .iter()
                .skip(index + 1)
                .map(|(_, sign)| *sign)
                .take_while(|sign| sign.is_whitespace())
                .any(|sign| sign == '\n'),
            _ => false,
        };
        if ends && *byte < at {
            start = byte + sign.len_utf8();
        } else if ends {
            end = byte + sign.len_utf8();
            break;
        }
    }
    start..end
}

/// Returns what heads the sentence of `text` that begins at `start`: a label in its block, and a short line above that block.
fn heads(text: &str, start: usize) -> Vec<Range<usize>> {
    let before = text.get(..start).unwrap_or_default();
    let blank = |text: &str| {
        let mut lines = text.rmatch_indices('\n').map(|(at, _)| at);
        let mut last = lines.next();
        loop {
            let (Some(later), Some(earlier)) = (last, lines.next()) else { return None };
            if text.get(earlier..later).is_some_and(|line| line.trim().is_empty()) {
                return Some(later);
            }
            last = Some(earlier);
        }
    };
    // The text of this block before the sentence, and the block above it.
    let lead = before.trim_end();
    let is_first = before.get(lead.len()..).is_some_and(|gap| gap.matches('\n').count() > 1);
    let block = if is_first { before.len() } else { blank(before).unwrap_or(0) };
    let mut heads = Vec::new();
    let own = before.get(block..).unwrap_or_default();
    if let Some(label) = LABEL.as_ref().and_then(|label| label.captures_iter(own).last()).and_then(|found| found.get(1))
    {
        heads.push(block + label.start()..block + label.end());
    }
    let above = before.get(..block).unwrap_or_default().trim_end();
    let from = blank(above).unwrap_or(0);
    let line = above.get(from..).unwrap_or_default();
    if line.trim().len() <= MAX_HEADING && !line.trim().is_empty() && !line.trim_end().ends_with(['.', '!', '?']) {
        heads.insert(0, from..above.len());
        heads.extend(opening(text, from));
    }
    heads
}

/// Returns the block that ends in a colon above the byte `at` of `text`, with nothing but short blocks between.
fn opening(text: &str, at: usize) -> Option<Range<usize>> {
    let mut end = text.get(..at)?.trim_end().len();
    for _ in 0..MAX_ABOVE {
        let before = text.get(..end)?;
        let mut start = 0;
        let mut place = 0;
        for line in before.split_inclusive('\n') {
            place += line.len();
            start = if line.trim().is_empty() { place } else { start };
        }
        let block = before.get(start..)?;
        if block.ends_with(':') {
            return Some(start..end);
        }
        if block.is_empty() || block.len() > MAX_HEADING || block.ends_with(['.', '!', '?']) {
            return None;
        }
        end = before.get(..start)?.trim_end().len();
    }
    None
}

/// Returns whether `told` is the whole of the number of `text` at `range`, and has no more digits than may be told at `floor`.
fn is_number(text: &str, range: Range<usize>, told: &str, floor: Level) -> bool {
    let most = match floor {
        Level::Strict => 0,
        Level::Balanced => 2,
        Level::Minimal => 3,
    };
    let before: Vec<char> = text.get(..range.start).unwrap_or_default().chars().rev().take(2).collect();
    let after: Vec<char> = text.get(range.end..).unwrap_or_default().chars().take(2).collect();
    let goes_on = |signs: &[char]| match signs {
        [sign, ..] if sign.is_alphanumeric() => true,
        ['.' | ',' | ':' | '-', next, ..] => next.is_ascii_digit(),
        _ => false,
    };
    let signed = before.first().is_some_and(|sign| matches!(sign, '<' | '>' | '-' | '~' | '+' | '.'));
    let digits: String = told.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).collect();
    let significant = if told.contains('.') { digits.len() } else { digits.trim_end_matches('0').len() };
    let is_year = told.len() == 4 && (told.starts_with("19") || told.starts_with("20"));
    text.get(range) == Some(told)
        && told.parse::<f64>().is_ok()
        && !goes_on(&before)
        && !goes_on(&after)
        && !signed
        && significant <= most
        && !is_year
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_at_full_stops_before_capitals_and_at_blank_lines() {
        let text = "She is well. Dr. Ho saw her,\nand left.\n\nPlan: none";
        let at = |word: &str| &text[sentence(text, text.find(word).unwrap())];
        assert_eq!(at("well").trim(), "She is well.");
        assert_eq!(at("saw").trim(), "Dr. Ho saw her,\nand left.");
        assert_eq!(at("none").trim(), "Plan: none");
    }

    #[test]
    fn what_heads_a_sentence_is_found() {
        let text = "Family history\n\nDiabetes. Asthma.\n\nDenies: pain, fever. Cough.\nWell.";
        let of = |word: &str| {
            let sentence = sentence(text, text.find(word).unwrap());
            let start = sentence.start + (text[sentence.clone()].len() - text[sentence].trim_start().len());
            heads(text, start).into_iter().map(|range| text[range].trim()).collect::<Vec<_>>()
        };
        assert_eq!(of("Diabetes"), ["Family history"]);
        assert_eq!(of("Asthma"), ["Family history"]);
        assert_eq!(of("Cough"), ["Denies"]);
    }

    #[test]
    fn what_opens_a_list_and_what_answers_is_found() {
        let text = "Denies:\n\n- pain\n\n- fever\n\nCough? Denied.\nRash. None. Well today and yesterday.";
        let of = |word: &str| {
            let sentence = sentence(text, text.find(word).unwrap());
            let start = sentence.start + (text[sentence.clone()].len() - text[sentence].trim_start().len());
            heads(text, start).into_iter().map(|range| text[range].trim()).collect::<Vec<_>>()
        };
        assert_eq!(of("fever"), ["- pain", "Denies:"]);
        let behind =
            |word: &str| answer(text, &sentence(text, text.find(word).unwrap())).map(|range| text[range].trim());
        assert_eq!((behind("Cough"), behind("Rash"), behind("None")), (Some("Denied."), Some("None."), None));
        assert!(SIGNS.as_ref().unwrap().is_match("pain (-)") && !SIGNS.as_ref().unwrap().is_match("pain - none"));
    }

    #[test]
    fn a_number_is_told_whole_and_not_too_exactly() {
        let text = "142/88, 6.95 and 12, <5, 2019, 97%";
        let is = |told: &str, floor| {
            is_number(
                text,
                {
                    let at = text.find(told).unwrap();
                    at..at + told.len()
                },
                told,
                floor,
            )
        };
        assert!(is("88", Level::Balanced) && is("12", Level::Balanced) && is("97", Level::Balanced));
        assert!(is("142", Level::Minimal) && !is("142", Level::Balanced) && !is("88", Level::Strict));
        assert!(is("6.95", Level::Minimal) && !is("6", Level::Minimal) && !is("95", Level::Minimal));
        assert!(!is("5, ", Level::Minimal) && !is("2019", Level::Minimal));
    }
}
