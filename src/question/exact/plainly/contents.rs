//! Questions for what an entry holds beside its name: "what is she supposed to do under the diabetes plan", "which part of me was X-rayed".

use super::steps::Steps;
use super::{Chunks, bare, pattern};

/// What is asked for of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Contents {
    /// The activities of a care plan.
    Activities,
    /// The parts of the body in imaging studies, or only in those by X-rays.
    Sites { only_rays: bool },
}

/// Reads such a question.
pub(super) fn read(chunks: &Chunks) -> Option<Steps> {
    sites(chunks).or_else(|| activities(chunks))
}

fn sites(chunks: &Chunks) -> Option<Steps> {
    const PATTERNS: &[(&str, usize)] = &[
        (
            "^ which|what body ?part|parts|region|regions ?of ?me|him|her|them|mine was|were|got ?ever x-rayed|xrayed|scanned|imaged",
            7,
        ),
        (
            "^ which|what part|parts|region|regions|area of me|him|her|them was|were|got ?ever x-rayed|xrayed|scanned|imaged",
            6,
        ),
        ("^ which|what part|parts|region|regions|area of MY body was|were|got ?ever x-rayed|xrayed|scanned|imaged", 7),
    ];
    let met = PATTERNS.iter().find_map(|(pattern, verb)| {
        let words = pattern::captured(pattern, chunks)?;
        let used = words.iter().filter(|word| !word.is_empty()).count();
        Some((bare(words.get(*verb)?), used))
    });
    let (verb, used) = met?;
    let rest: Vec<String> = (used..chunks.len()).map(|at| chunks.typed(at)).collect();
    let when = format!("When were the imaging studies {}?", rest.join(" "));
    Some(Steps::Held { when: when.replace(" ?", "?"), of: Contents::Sites { only_rays: verb.contains("ray") } })
}

fn activities(chunks: &Chunks) -> Option<Steps> {
    const PATTERNS: &[(&str, usize)] = &[
        (
            "^ what|what's|which ~ ?in|under|on|for|of|from|by|with MY ~ ?care plan|program|programme ?activities ?i ?mean $",
            4,
        ),
        ("^ ?the activities|steps|measures ?are in|under|of|for MY ~ ?care plan $", 5),
    ];
    const ASKING: &[&str] = &[
        "activities",
        "activity",
        "steps",
        "measures",
        "doing",
        "do",
        "in",
        "include",
        "included",
        "includes",
        "involve",
        "involves",
        "involved",
        "contain",
        "contains",
        "part",
        "say",
    ];
    let last = chunks.len();
    let words = PATTERNS.iter().find_map(|(pattern, of)| {
        let words = pattern::captured(pattern, chunks)?;
        words.get(*of).cloned().filter(|name| !name.is_empty())
    });
    let name = words?;
    let asks = (0..last).any(|at| ASKING.contains(&chunks.bare(at).as_str()));
    let is_dated = (0..last).any(|at| matches!(chunks.bare(at).as_str(), "when" | "date" | "year" | "day" | "long"));
    let is_plain = name.split_whitespace().count() <= 4 && !matches!(bare(&name).as_str(), "my" | "his" | "her");
    (asks && !is_dated && is_plain)
        .then(|| Steps::Held { when: format!("When was the {name} care plan?"), of: Contents::Activities })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_entry_holds_is_asked_of_its_days() {
        let read = |typed: &str| read(&Chunks::of(typed));
        for (typed, when, of) in [
            (
                "What is he supposed to be doing under the dementia care plan",
                "When was the dementia care plan?",
                Contents::Activities,
            ),
            ("Which activities are in the asthma plan", "When was the asthma care plan?", Contents::Activities),
            (
                "Which part of me was X-rayed in Dec 2017",
                "When were the imaging studies in Dec 2017?",
                Contents::Sites { only_rays: true },
            ),
            (
                "Which parts of my body were scanned",
                "When were the imaging studies?",
                Contents::Sites { only_rays: false },
            ),
        ] {
            assert_eq!(read(typed), Some(Steps::Held { when: when.to_owned(), of }), "{typed}");
        }
        for typed in ["When did the burn plan end", "What do I take for my asthma", "Which plans are active"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
