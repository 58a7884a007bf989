//! Reads a model's reply: prose, and quotations marked by `<quote><title>…</title>…</quote>`.
//!
//! It is lenient in form, since models are not careful: letters of either case, tags left open, a title
//! left out where the link names the passage. What stands inside a quotation is never kept.

use std::ops::Range;

/// A part of a reply, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// What the model says in its own words.
    Prose(Range<usize>),
    /// A quotation: the title it was given, as the model wrote it; empty when there is none.
    Quote(String),
}

const OPEN: &str = "<quote";
const CLOSE: &str = "</quote>";

/// Returns the segments of `reply`.
pub(crate) fn segments(reply: &str) -> Vec<Segment> {
    // ASCII lower-casing keeps every byte offset.
    let lower = reply.to_ascii_lowercase();
    let mut segments = Vec::new();
    let mut at = 0;
    while let Some(open) = find(&lower, at, OPEN) {
        prose(reply, at..open, &mut segments);
        let inside = find(&lower, open, ">").map_or(lower.len(), |end| end + 1);
        let next_open = find(&lower, inside, OPEN).unwrap_or(lower.len());
        // Only up to the next quotation, so that a reply full of openings is read in one pass.
        let (end, after) = match lower.get(inside..next_open).and_then(|body| body.find(CLOSE)) {
            Some(close) => (inside + close, inside + close + CLOSE.len()),
            None => (next_open, next_open),
        };
        let body = inside.min(end)..end;
        let title = element(reply, &lower, body.clone(), "<title>", "</title>")
            .or_else(|| element(reply, &lower, body, "<link>", "</link>"))
            .unwrap_or_default();
        segments.push(Segment::Quote(title));
        at = after;
    }
    prose(reply, at..reply.len(), &mut segments);
    segments
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}

/// Returns the trimmed text of the first element `open…close` within `body`; an element left open ends with its line.
fn element(reply: &str, lower: &str, body: Range<usize>, open: &str, close: &str) -> Option<String> {
    let within = lower.get(body.clone())?;
    let start = within.find(open)? + open.len();
    let rest = within.get(start..)?;
    let len = rest.find(close).or_else(|| rest.find('\n')).unwrap_or(rest.len());
    let from = body.start + start;
    reply.get(from..from + len).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn prose(reply: &str, range: Range<usize>, segments: &mut Vec<Segment>) {
    if reply.get(range.clone()).is_some_and(|text| !text.trim().is_empty()) {
        segments.push(Segment::Prose(range));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(reply: &str) -> Vec<String> {
        segments(reply)
            .into_iter()
            .map(|segment| match segment {
                Segment::Prose(range) => reply[range].trim().to_owned(),
                Segment::Quote(title) => format!("[{title}]"),
            })
            .collect()
    }

    #[test]
    fn quotations_are_found_however_they_are_written() {
        for (reply, expected) in [
            ("A.<quote><title>R1</title>x<link>#R1</link></quote>B.", vec!["A.", "[R1]", "B."]),
            ("<QUOTE>\n<Title> R2 </Title>\nx</QUOTE>", vec!["[R2]"]),
            ("<quote><title>R1</title>never closed", vec!["[R1]"]),
            ("<quote><title>R1</title>x<quote><title>R2</title>y</quote>", vec!["[R1]", "[R2]"]),
            ("<quote>x <link>#R3</link></quote>", vec!["[#R3]"]),
            ("<quote>no title</quote>", vec!["[]"]),
            ("<quote><title>R4\nleft open</quote>rest", vec!["[R4]", "rest"]),
            ("<quote", vec!["[]"]),
            ("", vec![]),
            ("plain", vec!["plain"]),
        ] {
            assert_eq!(shown(reply), expected, "{reply}");
        }
    }

    proptest! {
        #[test]
        fn nothing_a_model_writes_panics_and_prose_keeps_its_order(
            parts in prop::collection::vec(prop_oneof![
                "\\PC{0,8}", Just("<quote>".to_owned()), Just("</quote>".to_owned()), Just("<title>".to_owned()),
                Just("</title>".to_owned()), Just("<link>".to_owned()), Just("R1".to_owned()), Just("\n".to_owned()),
            ], 0..24),
        ) {
            let reply = parts.concat();
            let mut last = 0;
            for segment in segments(&reply) {
                if let Segment::Prose(range) = segment {
                    prop_assert!(range.start >= last && reply.get(range.clone()).is_some());
                    last = range.end;
                }
            }
        }
    }
}
