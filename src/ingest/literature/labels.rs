//! Sections of an abstract that stand in one line: `BACKGROUND: … METHODS: …`.

use super::article::Section;

/// Letters of the shortest label: shorter runs of capitals are abbreviations (`HIV: …`).
const MIN_LABEL_LETTERS: usize = 4;
/// Characters of the longest label.
const MAX_LABEL_CHARS: usize = 60;

/// Returns the sections of `text`: divided where a sentence is followed by a label in capitals and a colon, where the text begins with
/// one; else one section without a label.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let begins = |at: usize| {
        at == 0 || text.get(..at).is_some_and(|before| before.trim_end().ends_with(['.', '?', '!', ')', ']']))
    };
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(": ")) {
        let colon = at + found;
        let before = text.get(..colon).unwrap_or_default();
        let run = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_uppercase() || matches!(c, ' ' | '&' | '/' | ',' | '-' | '(' | ')'));
        if let Some((start, _)) = run.last() {
            let label = before.get(start..).unwrap_or_default();
            let start = start + (label.len() - label.trim_start().len());
            if is_label(label.trim()) && begins(start) {
                cuts.push((start, colon));
            }
        }
        at = colon + 2;
    }
    if cuts.first().is_none_or(|(start, _)| *start != 0) {
        return vec![Section { label: None, text: text.to_owned() }];
    }
    let ends = cuts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    let each = cuts.iter().zip(ends).filter_map(|((start, colon), end)| {
        let (label, text) = (text.get(*start..*colon)?, text.get(colon + 1..end)?.trim());
        (!text.is_empty()).then(|| Section { label: Some(label.to_owned()), text: text.to_owned() })
    });
    each.collect()
}

fn is_label(label: &str) -> bool {
    label.chars().filter(|c| c.is_uppercase()).count() >= MIN_LABEL_LETTERS
        && label.chars().count() <= MAX_LABEL_CHARS
        && label.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<(Option<String>, String)> {
        sections(text).into_iter().map(|section| (section.label, section.text)).collect()
    }

    #[test]
    fn labels_divide_and_abbreviations_do_not() {
        let text = "BACKGROUND: HIV: a virus. METHODS AND RESULTS: We asked: why? CONCLUSION: It is so.";
        let found = labels(text);
        let found: Vec<_> = found.iter().map(|(label, text)| (label.as_deref().unwrap(), text.as_str())).collect();
        assert_eq!(
            found,
            [("BACKGROUND", "HIV: a virus."), ("METHODS AND RESULTS", "We asked: why?"), ("CONCLUSION", "It is so.")]
        );
        for plain in ["We asked. METHODS: none.", "Plain: text.", "", "HDL: good."] {
            assert_eq!(labels(plain), [(None, plain.to_owned())]);
        }
    }
}
