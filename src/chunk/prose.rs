//! Cuts prose where a reader would: at section headings, between paragraphs, between sentences.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::span::{DocumentText, Span};

/// A section starts a passage of its own only when the passage before has this many characters:
/// clinic notes hold many sections of one line.
const MIN_SECTION_CHARS: usize = 240;
/// Longest line that is taken for a heading.
const MAX_HEADING_CHARS: usize = 60;

/// Section names of clinical notes, as they are written, and our words for them.
const SECTIONS: &[(&str, &str)] = &[
    ("allergies", "allergies"),
    ("assessment", "assessment"),
    ("assessment and plan", "assessment and plan"),
    ("assessment & plan", "assessment and plan"),
    ("chief complaint", "chief complaint"),
    ("current medications", "medications"),
    ("diagnoses", "diagnoses"),
    ("diagnosis", "diagnoses"),
    ("discharge instructions", "discharge instructions"),
    ("examination", "examination"),
    ("family history", "family history"),
    ("findings", "findings"),
    ("follow up", "follow-up"),
    ("follow-up", "follow-up"),
    ("history", "history"),
    ("history of present illness", "history of present illness"),
    ("hospital course", "hospital course"),
    ("hpi", "history of present illness"),
    ("impression", "impression"),
    ("indication", "indication"),
    ("investigations", "investigations"),
    ("labs", "laboratory"),
    ("laboratory", "laboratory"),
    ("medications", "medications"),
    ("objective", "objective"),
    ("past medical history", "past medical history"),
    ("physical exam", "examination"),
    ("physical examination", "examination"),
    ("plan", "plan"),
    ("recommendations", "recommendations"),
    ("results", "results"),
    ("review of systems", "review of systems"),
    ("social history", "social history"),
    ("subjective", "subjective"),
    ("vital signs", "vital signs"),
    ("vitals", "vital signs"),
];

/// Returns the pieces of `text`, each with our words for its section where it starts with one that is known.
/// Pieces are at most `most` by `size`, do not overlap, start and end with a character that is not white
/// space, and leave out white space only.
pub(super) fn cut(
    text: &str,
    most: usize,
    size: &dyn Fn(&str) -> usize,
) -> Vec<(Option<&'static str>, Span<DocumentText>)> {
    let mut cutter = Cutter { text, most, size, pieces: Vec::new(), open: None };
    let mut start = 0;
    for paragraph in paragraphs(text) {
        cutter.paragraph(start, paragraph);
        start += paragraph.len();
    }
    cutter.close();
    cutter.pieces
}

/// Returns `piece` with the sentences before it, back to `earliest`, as far as they have at most `overlap` by `size` together.
pub(super) fn extended(
    text: &str,
    earliest: usize,
    piece: Span<DocumentText>,
    overlap: usize,
    size: &dyn Fn(&str) -> usize,
) -> Span<DocumentText> {
    let before = text.get(earliest..piece.start()).filter(|_| overlap > 0).unwrap_or_default();
    let mut start = piece.start();
    let sentences: Vec<(usize, &str)> = before.split_sentence_bound_indices().collect();
    for (at, sentence) in sentences.into_iter().rev() {
        let from = earliest + at + (sentence.len() - sentence.trim_start().len());
        if text.get(from..piece.start()).is_some_and(|shared| size(shared.trim()) > overlap) {
            break;
        }
        if !sentence.trim().is_empty() {
            start = from;
        }
    }
    Span::at(start, piece.end() - start)
}

/// Splits after every blank line and before every heading; the parts put together are `text`.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut borders = vec![0];
    let (mut at, mut after_blank) = (0, false);
    for line in text.split_inclusive('\n') {
        let blank = line.trim().is_empty();
        if !blank && (after_blank || is_heading(line)) {
            borders.push(at);
        }
        after_blank = blank;
        at += line.len();
    }
    borders.push(text.len());
    borders
        .windows(2)
        .filter_map(|pair| text.get(*pair.first()?..*pair.last()?))
        .filter(|part| !part.is_empty())
        .collect()
}

/// A Markdown heading, a line of a known section name, or one that begins with it and a colon.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    (line.starts_with('#') && line.chars().count() <= MAX_HEADING_CHARS) || section(line).is_some()
}

/// A heading with nothing after it on its line, or a blank line.
fn is_bare_heading(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || (is_heading(line) && line.split_once(':').is_none_or(|(_, rest)| rest.trim().is_empty()))
}

/// Returns our words for the section that `line` starts, if it is a known one.
fn section(line: &str) -> Option<&'static str> {
    let name = line.split_once(':').map_or(line, |(name, _)| name);
    let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_' | '.'));
    if name.chars().count() > MAX_HEADING_CHARS {
        return None;
    }
    let name = name.to_lowercase();
    SECTIONS.iter().find(|(known, _)| *known == name).map(|&(_, words)| words)
}

struct Cutter<'t> {
    text: &'t str,
    most: usize,
    size: &'t dyn Fn(&str) -> usize,
    pieces: Vec<(Option<&'static str>, Span<DocumentText>)>,
    /// The piece being filled: its bytes, its characters, its section, whether it holds one section only.
    open: Option<Open>,
}

struct Open {
    start: usize,
    end: usize,
    section: Option<&'static str>,
}

impl Cutter<'_> {
    fn paragraph(&mut self, start: usize, paragraph: &str) {
        if paragraph.trim().is_empty() {
            return;
        }
        let heading = paragraph.trim_start().lines().next().filter(|line| is_heading(line));
        let length = (self.size)(paragraph.trim());
        let (mut fits, mut filled) = (false, 0);
        if let Some(open) = &self.open {
            filled = self.chars(open.start, open.end);
            fits = self.sized(open.start, start + paragraph.trim_end().len()) <= self.most;
        }
        if !fits || (heading.is_some() && filled >= MIN_SECTION_CHARS) {
            self.close();
        }
        if length > self.most {
            return self.long(start, paragraph, heading.and_then(section));
        }
        match &mut self.open {
            Some(open) => {
                open.end = start + paragraph.len();
                if heading.is_some() {
                    open.section = None;
                }
            }
            None => {
                let section = heading.and_then(section);
                self.open = Some(Open { start, end: start + paragraph.len(), section });
            }
        }
    }

    /// Cuts a paragraph that does not fit between sentences, else words, else characters.
    fn long(&mut self, start: usize, paragraph: &str, section: Option<&'static str>) {
        let mut at = start;
        for sentence in paragraph.split_sentence_bounds() {
            if (self.size)(sentence.trim()) <= self.most {
                self.append(at, sentence, section);
                at += sentence.len();
                continue;
            }
            for word in sentence.split_word_bounds() {
                let mut rest = word;
                while !rest.is_empty() {
                    let (head, tail) = rest.split_at(self.longest(rest));
                    self.append(at, head, section);
                    at += head.len();
                    rest = tail;
                }
            }
        }
    }

    fn append(&mut self, start: usize, part: &str, section: Option<&'static str>) {
        let end = start + part.len();
        match &self.open {
            Some(open) if self.sized(open.start, end) <= self.most => {}
            _ => self.close(),
        }
        match &mut self.open {
            Some(open) => open.end = end,
            None => self.open = Some(Open { start, end, section }),
        }
    }

    /// Returns the bytes of the longest beginning of `word` that fits, and at least its first character.
    fn longest(&self, word: &str) -> usize {
        if (self.size)(word) <= self.most {
            return word.len();
        }
        let borders: Vec<usize> = word.char_indices().map(|(at, _)| at).skip(1).chain([word.len()]).collect();
        let fits = |at: &usize| word.get(..*at).is_some_and(|head| (self.size)(head) <= self.most);
        borders.get(borders.partition_point(fits).saturating_sub(1)).copied().unwrap_or(word.len())
    }

    /// The size from `start` to `end` without white space around it.
    fn sized(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(0, |text| (self.size)(text.trim()))
    }

    /// Characters from `start` to `end` without white space around them.
    fn chars(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(0, |text| text.trim().chars().count())
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let text = self.text.get(open.start..open.end).unwrap_or_default();
        let trimmed = text.trim_start();
        let start = open.end - trimmed.len();
        let trimmed = trimmed.trim_end();
        let piece = Span::at(start, trimmed.len());
        if trimmed.is_empty() {
            return;
        }
        if let Some(&(section, before)) = self.pieces.last() {
            let together = Span::at(before.start(), piece.end() - before.start());
            if trimmed.lines().all(is_bare_heading) && self.sized(together.start(), together.end()) <= self.most {
                self.pieces.pop();
                self.pieces.push((section, together));
                return;
            }
        }
        self.pieces.push((open.section, piece));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str, max_chars: usize) -> Vec<(Option<&'static str>, &str)> {
        cut(text, max_chars, &|text: &str| text.chars().count())
            .into_iter()
            .map(|(section, span)| (section, span.of(text).unwrap()))
            .collect()
    }

    #[test]
    fn short_sections_stay_together() {
        let text = "\n# Chief Complaint\nNo complaints.\n\n# Allergies\nNo Known Allergies.\n";
        assert_eq!(shown(text, 900), [(None, text.trim())]);
    }

    #[test]
    fn a_long_section_is_a_passage_of_its_own() {
        let history = format!("HISTORY:\r\n{}", "She walks daily. ".repeat(20));
        let text = format!("{history}\r\nPlan: continue metformin.");
        assert_eq!(shown(&text, 900), [(Some("history"), history.trim()), (Some("plan"), "Plan: continue metformin.")]);
    }

    #[test]
    fn a_heading_without_a_section_stays_with_the_text_before() {
        let text = format!("{}\n\n# Assessment\n\n## Plan\n\n", "She walks daily. ".repeat(20));
        assert_eq!(shown(&text, 900), [(None, text.trim())]);
    }

    #[test]
    fn a_long_paragraph_is_cut_between_sentences() {
        let text = "One two three. Four five six. Seven eight nine.";
        assert_eq!(shown(text, 30), [(None, "One two three. Four five six."), (None, "Seven eight nine.")]);
    }

    #[test]
    fn a_long_word_is_cut_between_characters() {
        assert_eq!(shown("ääääääää", 3), [(None, "äää"), (None, "äää"), (None, "ää")]);
    }

    #[test]
    fn blank_text_has_no_pieces() {
        assert!(shown(" \n\t\r\n", 10).is_empty());
        assert!(shown("", 10).is_empty());
    }

    proptest! {
        #[test]
        fn every_character_that_is_not_white_space_is_in_exactly_one_piece(
            text in "(# Plan\n|Allergies:|\r\n|\n\n| |[a-zé🩺.]{1,12}|[A-Z][a-z]{3,9}[.!?] ){0,60}",
            max_chars in 1_usize..80,
        ) {
            let pieces = cut(&text, max_chars, &|text: &str| text.chars().count());
            let mut at = 0;
            for (_, span) in &pieces {
                let gap = text.get(at..span.start()).expect("pieces are in order and on character borders");
                prop_assert!(gap.trim().is_empty(), "{gap:?} is lost");
                let piece = span.of(&text).expect("a piece is on character borders");
                prop_assert!(!piece.is_empty() && piece.trim() == piece);
                prop_assert!(piece.chars().count() <= max_chars);
                at = span.end();
            }
            prop_assert!(text.get(at..).is_some_and(|rest| rest.trim().is_empty()));
        }
    }
}
