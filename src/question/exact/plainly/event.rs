//! A time that is told by what happened then, set off by a comma: "When they found the anemia, what was my hemoglobin?".

use super::Chunks;
use super::frames::AUXILIARIES;

/// What such a clause begins with.
const OPENINGS: &[&[&str]] = &[
    &["when"],
    &["at", "the", "time"],
    &["on", "the", "day"],
    &["on", "the", "date"],
    &["the", "day"],
    &["the", "time"],
];
/// What the question begins with.
const ASKING: &[&str] = &["what", "what's", "whats", "how", "which"];
/// Most chunks of a clause.
const MOST: usize = 12;

/// Returns `question` with the clause behind what is asked, and no comma between, as it is read: "what was my hemoglobin when they found the anemia?";
/// `None` where it has no such clause.
pub(in crate::question::exact) fn clause_last(question: &str) -> Option<String> {
    let typed = Chunks::of(question);
    let ends: Vec<usize> = (0..typed.len().saturating_sub(1)).filter(|at| typed.ends_clause(*at)).collect();
    let [mark] = ends.as_slice() else { return None };
    let is_comma = typed.0.get(*mark).is_some_and(|chunk| chunk.ends_with(','));
    let (first, second) = ((0..mark + 1), (mark + 1..typed.len()));
    let (clause, asked) = match (is_clause(&typed, first.start), is_clause(&typed, second.start)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    let asks = ASKING.contains(&typed.bare(asked.start).as_str());
    if !is_comma || !asks || !(3..=MOST).contains(&clause.len()) || asked.len() < 3 {
        return None;
    }
    let text = |range: std::ops::Range<usize>| range.map(|at| typed.typed(at)).collect::<Vec<_>>().join(" ");
    Some(format!("{} {}?", text(asked), text(clause)))
}

/// Returns whether a clause begins at `at` that tells of which time, and asks for none: "when was it?" does.
fn is_clause(typed: &Chunks, at: usize) -> bool {
    OPENINGS.iter().any(|opening| {
        let begins = opening.iter().enumerate().all(|(word, known)| typed.bare(at + word) == *known);
        begins && !AUXILIARIES.contains(&typed.bare(at + opening.len()).as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_set_off_stands_behind_what_is_asked() {
        for (typed, read) in [
            (
                "When they found the anemia, what was my hemoglobin?",
                Some("what was my hemoglobin When they found the anemia?"),
            ),
            (
                "On the day of my colonoscopy, what was my weight?",
                Some("what was my weight On the day of my colonoscopy?"),
            ),
            ("What was my weight, when they found the polyp?", Some("What was my weight when they found the polyp?")),
            (
                "At the time they found the anemia, how high was it?",
                Some("how high was it At the time they found the anemia?"),
            ),
            ("When was my last A1c, and what was it?", None),
            ("What was my last A1c, when was it?", None),
            ("What was my weight, and when?", None),
            ("What was my weight when they found the polyp?", None),
            ("When I had the flu, did I have a fever?", None),
            ("Hi, what was my weight, when they found the polyp?", None),
        ] {
            assert_eq!(clause_last(typed).as_deref(), read, "{typed}");
        }
    }
}
