//! Holds sentences of notes to the note: each word and number to where it stands, each age to its band, and each sentence to its "no",
//! its "if" and to whom it is about.
//!
//! Where sentences begin and end, and what heads them, is worked out here once more, by rules of its own.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Fault, Faults, Read, age, bare, figure, said};
use crate::clearance::{Operator, Source};
use crate::document::{Content, Document, DocumentIndex, EntityType, Records};
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
static SIGNS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x) [(\[]\s*[-\u{2212}\u{2013}]?\s*[)\]] | ~~ | [\u{2610}\u{25a1}\u{25a2}\u{25cb}\u{25fb}\u{2b1c}\u{207b}\u{2796}\u{2205}\u{2717}\u{2718}\u{ac}\u{2260}\u{b1}\u{2213}\u{ff1f}]
        | [A-Za-z][A-Za-z0-9]*[-\u{2212}\u{2013}](?:[,;:/|.]|$) | [0-9]\u{b7}[0-9]
        | \+\s?/?\s?[-\u{2212}\u{2013}] | [\u{2190}-\u{21ff}\u{27f0}-\u{27ff}] | -> | \?\S | (?:^|[\s(\[])\? | [xX\u{d7}]\s?0\b[^.\d] | [xX\u{d7}]\s?0\.?$
        | \u{d7}\s*(?:\p{L}|$) | \p{L}\s?[<>]\s?\p{L} | (?:^|\s)[!~]\p{L} | \b(?:two|three|four|five)[\s-]?score\b
        | (?:^|\s)\(?[a-h]\)\s | \x23\s?\d | [\u{2460}-\u{249b}\u{2776}-\u{2793}]",
    )
    .ok()
});
/// What answers a question.
static REPLY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:s?he|pt|patient)\s+)?(?:no|none|not|never|nil|denied|denies|negative|neg|absent|yes)\b")
        .ok()
});
/// A number that heads an item: where a line begins, or between words.
static ITEM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?m)(?P<it>(?:^[ \t*\u{2022}-]*|[ \t])\(?(?P<number>[1-9]|[12][0-9]|30)(?:\.\)?|\)))\s+\S").ok()
});
/// A nought that stands alone: "Diarrhea: 0".
static NOUGHT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^0-9A-Za-z.,/-])(0)(?:[^0-9A-Za-z.,/%-]|[.,](?:[^0-9]|$)|$)").ok());
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
/// What a full stop stands behind without ending a sentence.
static ABBREVIATED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?:^|[\s(])(?:dr|mrs?|ms|prof|st|e\.g|i\.e|vs|approx|prev|incl|esp)$").ok());
/// What may say something by itself behind a label: verbs, and labels of its own.
static ALONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)[:=] | \bc/o\b | \b(?: is | are | was | were | be | been | am | ha(?:s|ve|d|ving) | do(?:es)? | did | can | will | complain(?:s|ed|ing) | report(?:s|ed|ing)
        | state[sd] | sa(?:ys|id) | tells | told | feels | felt | feeling | note[sd] | endorse[sd] | admit(?:s|ted) | describe[sd] | experienc(?:es|ed|ing)
        | present(?:s|ed|ing)? | suffers | suffered | develop(?:s|ed) | takes | took | taking | needs | walk(?:s|ing) | works | lives | gets | got | comes | came | started | began
        | wakes | woke | uses | s?he | they | i | we | but | now | today | pos(?:itive)? | yes | known | however | except )\b",
    )
    .ok()
});
/// What begins an item of a list.
const ITEMS: [char; 6] = ['-', '*', '+', '\u{2022}', '\u{2013}', '\u{b7}'];
/// Letters of a line that heads the block after it.
const MAX_HEADING: usize = 80;

/// A piece that tells of a note: where it stands there, and in which sentence of the message.
struct Said<'p, 'r> {
    range: Range<usize>,
    number: usize,
    piece: &'p Read<'r>,
}

/// Returns the text that `source` names, where it is in a document of prose.
pub(super) fn text_at<'r>(records: &'r Records, source: &Source) -> Option<&'r str> {
    let Source::Prose { document, span } = source else { return None };
    let document = records.documents.get(document.0 as usize)?;
    matches!(document.content, Content::Prose { .. }).then(|| span.of(&document.text)).flatten()
}

/// Checks the sentences that `passage`, which is about somebody called `named`, tells of notes.
pub(super) fn check(passage: &[Read<'_>], records: &Records, named: Option<&str>, floor: Level, faults: &mut Faults) {
    let mut told: BTreeMap<DocumentIndex, Vec<Said<'_, '_>>> = BTreeMap::new();
    let mut last: Option<usize> = None;
    let mut number = 0;
    for piece in passage {
        if piece.is(Operator::Template) && piece.text.contains(". ") {
            last = None;
            number += 1;
        }
        for original in &piece.piece.originals {
            let Source::Prose { document, span } = original.source else { continue };
            if last.is_some_and(|last| span.start() < last) {
                faults.add(piece.piece.span, Fault::Wording);
            }
            last = Some(span.end());
            told.entry(document).or_default().push(Said { range: span.range(), number, piece });
        }
    }
    if let (Some(said), true) = (told.values().flatten().next(), told.len() > 1) {
        faults.add(said.piece.piece.span, Fault::Person);
    }
    for (document, pieces) in told {
        let Some(document) = records.documents.get(document.0 as usize) else { continue };
        let subject = document.subject.and_then(|subject| records.patients.get(subject.0 as usize));
        let is_of_another = named.is_some() && subject.map(|patient| patient.name.as_str()) != named;
        if let Some(said) = pieces.first().filter(|_| is_of_another) {
            faults.add(said.piece.piece.span, Fault::Person);
        }
        for Said { range, piece, .. } in &pieces {
            if floor == Level::Strict {
                faults.add(piece.piece.span, Fault::Wording);
            }
            if piece.is(Operator::Round) && !is_number(&document.text, range.clone(), piece.text, floor) {
                faults.add(piece.piece.span, Fault::Number);
            }
            let stands_in = sentence(&document.text, range.start);
            let whole = said::whole(&document.text, range).filter(|_| piece.is(Operator::Vocabulary));
            let in_digits = piece.is(Operator::Round).then(|| (piece.text.parse().ok(), range.clone()));
            let figure = whole.map(|(value, place)| (Some(value), place)).or(in_digits);
            let may_be = |(value, place): (Option<u64>, Range<usize>)| {
                figure::is_other(&document.text, &place, value, &stands_in)
                    || bare::is_somebodys(&document.text, &place, value, &stands_in)
            };
            let is_called = piece.is(Operator::Vocabulary) && bare::is_called(&document.text, range);
            if figure.is_some_and(may_be) || is_called {
                faults.add(piece.piece.span, Fault::Number);
            }
            if piece.is(Operator::Vocabulary) && bare::does(&document.text, range) && is_recorded(records, piece.text) {
                faults.add(piece.piece.span, Fault::Person);
            }
            let in_words = said::digits(&document.text, range).filter(|_| piece.is(Operator::Vocabulary));
            if in_words.is_some_and(|(digits, _)| digits > most_digits(floor)) {
                faults.add(piece.piece.span, Fault::Number);
            }
            let is_bare = !piece.is(Operator::AgeBand) && age::is_age(&document.text, range.clone());
            let is_held = || {
                let written = document.text.get(range.clone()).unwrap_or_default();
                age::is_held(piece.text, written, floor)
            };
            if piece.is(Operator::AgeBand) && figure::is_a_bound(&document.text, range) {
                faults.add(piece.piece.span, Fault::Age);
            }
            if is_bare || piece.is(Operator::AgeBand) && !is_held() {
                faults.add(piece.piece.span, Fault::Age);
            }
        }
        for piece in lost(document, &pieces) {
            faults.add(piece.piece.span, Fault::Status);
        }
    }
}

/// Returns whether `word`, in small letters, is a word of somebody's name in the records.
fn is_recorded(records: &Records, word: &str) -> bool {
    let names = records.identifiers.iter().filter(|identifier| identifier.entity_type == EntityType::Person);
    let mut words = names.flat_map(|name| name.text.split(|sign: char| !sign.is_alphanumeric()));
    word.len() > 2 && words.any(|name| name.eq_ignore_ascii_case(word))
}

/// Returns the pieces of sentences with a cue that is not told with them, and of those that may say two things.
fn lost<'p, 'r>(document: &Document, pieces: &'p [Said<'p, 'r>]) -> Vec<&'p Read<'r>> {
    let Some(cues) = CUES.as_ref() else { return Vec::new() };
    let text = document.text.as_str();
    let has_cue = |range: &Range<usize>| text.get(range.clone()).is_some_and(|said| cues.is_match(said));
    let mut lost = Vec::new();
    for Said { range, number, piece } in pieces {
        let is_told = |cue: &Range<usize>| {
            let mut beside = pieces.iter().filter(|other| other.number == *number);
            beside.any(|other| other.range.start <= cue.start && cue.end <= other.range.end)
        };
        let sentence = sentence(text, range.start);
        let beside: Vec<Range<usize>> = pieces.iter().map(|other| other.range.clone()).collect();
        if said::gives_a_name(text, &sentence, &beside) {
            lost.push(*piece);
        }
        let parts = parts(text, &sentence);
        let part = parts.iter().rfind(|part| part.start <= range.start).unwrap_or(&sentence).clone();
        let heads = heads(text, part.start);
        let answer = answer(text, &sentence).filter(|_| part.end == sentence.end);
        let asks = text.get(part.clone()).is_some_and(|said| said.trim_end().ends_with('?'));
        let reply = text.get(part.end..).unwrap_or_default();
        if asks && !REPLY.as_ref().is_some_and(|form| form.is_match(reply)) {
            lost.push(*piece);
        }
        let lead = list_lead(text, sentence.start);
        for part in heads.iter().cloned().chain(answer).chain(lead).chain([part.clone()]) {
            let said = text.get(part.clone()).unwrap_or_default();
            let found = cues.find_iter(said).map(|cue| part.start + cue.start()..part.start + cue.end());
            lost.extend(found.filter(|cue| !is_told(cue)).map(|_| *piece));
            let noughts = NOUGHT.iter().flat_map(|form| form.captures_iter(said)).filter_map(|found| found.get(1));
            let noughts = noughts.map(|nought| part.start + nought.start()..part.start + nought.end());
            lost.extend(noughts.filter(|nought| !is_told(nought)).map(|_| *piece));
            if SIGNS.as_ref().is_some_and(|signs| signs.is_match(said)) {
                lost.push(*piece);
            }
        }
        // Between two signs of striking out nothing holds.
        let before = text.get(..range.start).unwrap_or_default();
        if before.get(block(before)..).unwrap_or_default().split("~~").count() % 2 == 0 {
            lost.push(*piece);
        }
        // A "no" of one part may be of the others or not.
        let turned = parts.iter().filter(|part| has_cue(&behind_label(text, part))).count();
        if turned > 0 && turned < parts.len() || is_apart(text, &part, has_cue) {
            lost.push(*piece);
        }
    }
    lost
}

/// Returns whether `part` stands behind what follows a label with a cue, and may say something by itself all the same.
fn is_apart(text: &str, part: &Range<usize>, has_cue: impl Fn(&Range<usize>) -> bool) -> bool {
    let said = text.get(part.clone()).unwrap_or_default();
    let block = text.get(..part.start + (said.len() - said.trim_start().len())).map_or(0, block);
    let before = text.get(block..part.start).unwrap_or_default();
    let labels = LABEL.iter().flat_map(|label| label.captures_iter(before)).filter_map(|found| found.get(1));
    let labels = labels.map(|label| block + label.start()..block + label.end());
    labels.filter(has_cue).any(|label| {
        let of_label = parts(text, &sentence(text, label.start + 1));
        let first = of_label.iter().find(|part| label.start < part.end).map_or(label.end, |part| part.end);
        let behind = text.get(first..part.end).unwrap_or_default();
        ALONE.as_ref().is_some_and(|alone| alone.is_match(behind))
    })
}

/// Returns where the block at the end of `text` begins: behind the last blank line.
fn block(text: &str) -> usize {
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        start = if line.trim().is_empty() { at } else { start };
    }
    start
}

/// Returns `part` without the label that it begins with.
fn behind_label(text: &str, part: &Range<usize>) -> Range<usize> {
    let said = text.get(part.clone()).unwrap_or_default();
    let lead = said.len() - said.trim_start().len();
    let found = LABEL.as_ref().and_then(|label| label.find(said.trim_start())).filter(|found| found.start() == 0);
    part.start + found.map_or(0, |found| lead + found.end())..part.end
}

/// Returns what may be sentences of their own in `sentence`: a full stop before a small letter may end one or abbreviate a word, as may one
/// behind a short word, and what begins a line with a capital or as an item of a list may be one.
fn parts(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let said = text.get(sentence.clone()).unwrap_or_default();
    let mut parts = Vec::new();
    let mut start = sentence.start;
    for (at, sign) in said.match_indices(['.', '!', '\n']) {
        let (before, behind) = (said.get(..at).unwrap_or_default(), said.get(at + 1..).unwrap_or_default());
        let next = behind.trim_start();
        let is_small = next.starts_with(char::is_lowercase);
        let word: Vec<char> = before.chars().rev().take_while(|sign| sign.is_alphanumeric()).collect();
        let is_open = if sign == "\n" {
            let is_begun = !before.trim_end().is_empty() && !before.trim_end().ends_with(':');
            is_begun && (next.starts_with(char::is_uppercase) || next.starts_with(ITEMS))
        } else {
            let answers = ANSWER.as_ref().is_some_and(|answer| {
                let last: String = word.iter().rev().collect();
                answer.is_match(next) || !is_small && answer.is_match(&last)
            });
            let is_abbreviated = ABBREVIATED.as_ref().is_some_and(|abbreviated| abbreviated.is_match(before));
            behind.starts_with(char::is_whitespace)
                && (is_small || sign == "." && is_short(&word))
                && !answers
                && !(sign == "." && is_abbreviated)
        };
        let end = sentence.start + at + usize::from(sign != "\n");
        if is_open && !next.is_empty() && text.get(start..end).is_some_and(|part| part.contains(char::is_alphanumeric))
        {
            parts.push(start..end);
            start = end;
        }
    }
    parts.push(start..sentence.end);
    parts
}

/// Returns whether `word`, its last sign first, is so short that the full stop behind it may abbreviate it.
fn is_short(word: &[char]) -> bool {
    let is_titled = || {
        word.len() == 2
            && word.first().is_some_and(|sign| sign.is_lowercase())
            && word.last().is_some_and(|sign| sign.is_uppercase())
    };
    word.iter().all(|sign| sign.is_alphabetic()) && (word.len() == 1 || is_titled())
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
                let begun = after.find(|sign| !sign.is_whitespace());
                next.is_none_or(char::is_whitespace) && !is_short(&word) && !begun.is_some_and(char::is_lowercase)
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
    // A number that heads an item of a list parts what stands before it from what it heads.
    for item in items(text) {
        if item.end <= at && item.start >= start {
            start = item.end;
        } else if item.start >= at && item.start < end && item.start > start {
            end = item.start;
        }
    }
    start..end
}

/// Returns the numbers that head items of lists in `text`: at the beginning of a line, or where the number before or behind it does too.
fn items(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<(Range<usize>, u32, bool)> = Vec::new();
    let mut at = 0;
    while let Some(captures) = ITEM.as_ref().and_then(|item| item.captures_at(text, at)) {
        let (Some(it), Some(digits)) = (captures.name("it"), captures.name("number")) else { break };
        at = it.end();
        let number = digits.as_str().parse::<u32>().unwrap_or_default();
        let line = text.get(..digits.start()).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        found.push((it.range(), number, !line.contains(char::is_alphanumeric)));
    }
    let near = |index: usize, number: u32| {
        let is = |place: Option<usize>, wanted: u32| {
            place.and_then(|place| found.get(place)).is_some_and(|(_, other, _)| *other == wanted)
        };
        is(index.checked_sub(1), number.saturating_sub(1)) || is(Some(index + 1), number + 1)
    };
    let all = found.iter().enumerate().filter(|(index, (_, number, begins))| *begins || near(*index, *number));
    all.map(|(_, (range, ..))| range.clone()).collect()
}

/// Returns what stands before the first item of the list in which the sentence of `text` at `start` is, in its own sentence.
fn list_lead(text: &str, start: usize) -> Option<Range<usize>> {
    let from = text.get(..start).map(block)?;
    let first = items(text).into_iter().find(|item| from <= item.start && item.end <= start)?;
    let lead = sentence(text, first.start.max(1)).start.max(from)..first.start;
    let said = text.get(lead.clone())?.trim_end();
    (!said.is_empty() && !said.ends_with(['.', '!', '?'])).then_some(lead)
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

/// Returns the most digits that a number of a note is told with at `floor`.
fn most_digits(floor: Level) -> usize {
    match floor {
        Level::Strict => 0,
        Level::Balanced => 2,
        Level::Minimal => 3,
    }
}

/// Returns whether `told` is the whole of the number of `text` at `range`, and has no more digits than may be told at `floor`.
fn is_number(text: &str, range: Range<usize>, told: &str, floor: Level) -> bool {
    let most = most_digits(floor);
    let before: Vec<char> = text.get(..range.start).unwrap_or_default().chars().rev().take(3).collect();
    let after: Vec<char> = text.get(range.end..).unwrap_or_default().chars().take(3).collect();
    // Digits apart may be one number: "1 4 2".
    let is_apart = |signs: &[char]| match signs {
        [gap, digit] => gap.is_whitespace() && digit.is_ascii_digit(),
        [gap, digit, sign] => {
            gap.is_whitespace() && digit.is_ascii_digit() && !(sign.is_alphanumeric() || ['.', '/'].contains(sign))
        }
        _ => false,
    };
    let is_spaced = told.len() == 1 && (is_apart(&before) || is_apart(&after));
    let goes_on = |signs: &[char]| match signs {
        [sign, ..] if sign.is_alphanumeric() => true,
        ['.' | ',', '^' | '_', next] | ['^' | '_', '.' | ',', next] => next.is_ascii_digit(),
        ['.' | ',' | ':' | '-' | '^' | '_', next, ..] => next.is_ascii_digit(),
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
        && !is_spaced
        && significant <= most
        && !is_year
}

#[cfg(test)]
mod tests;
