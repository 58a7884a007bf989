//! Clauses that tell of an event, "they found the gallstones", "I was put on insulin", and what the event is called: "gallstones".

use super::pattern::{self, Row};
use super::{Chunks, bare};

/// Clauses, whole, and what they tell of. The first that fits is taken.
pub(super) const CLAUSES: &[Row] = &[
    // It was found.
    (
        "^ they|we|you|doctors|somebody|someone|the ?doctor|doctors ?first found|diagnosed|discovered|detected|noticed|spotted|saw|recorded ?out|up ?that ?WHO ?had|have|has ~ $",
        "{8}",
    ),
    ("^ ~ was|were|got ?first diagnosed|told with|of|about|that ?WHO ?had|has|have ~ $", "{7}"),
    ("^ ~ found|finds out ?about ?that ?WHO ?had|has|have ~ $", "{7}"),
    (
        "^ ~ was|were|is|are|got|being|been ?first ?being found|diagnosed|discovered|detected|noticed|recorded|confirmed|documented|coded|entered|logged|registered|established|picked ?up $",
        "{0}",
    ),
    ("^ finding|discovering|diagnosing|detecting ?out ?about ~ $", "{3}"),
    ("^ ?MY ?first diagnosis|onset|beginning|start|discovery|detection|finding of|with ~ $", "{4}"),
    ("^ ?being diagnosis|diagnosed|dx|found|detected ?with ~ $", "{3}"),
    ("^ ~ diagnosis|dx|dx'd|dxed|diagnosed|found|detected|onset $", "{0}"),
    ("^ ~ was|were|got|being ?first operated ?on|upon $", "{0} operation"),
    ("^ they|doctors|surgeons|somebody|someone operated on|upon MY ~ $", "{4} operation"),
    // What was begun.
    (
        "^ they|we|you|doctors|somebody|someone|it ?first put|started|placed|began me|him|her|them|us ?back on|with ~ $",
        "{6} prescription",
    ),
    ("^ ~ was|were|got|went ?first ?put|started|placed|begun ?back on|onto ~ $", "{6} prescription"),
    ("^ WHO ?first started|began|commenced ?taking|using|on|with ?on ~ $", "{5}"),
    ("^ starting|beginning ?on|with|taking ~ $", "{2}"),
    // What happened.
    ("^ WHO broke|fractured ?MY ~ $", "broken {3}"),
    ("^ WHO sprained|twisted ?MY ~ $", "sprained {3}"),
    ("^ WHO cut ?MY ~ $", "cut {3}"),
    ("^ WHO burned|burnt|scalded myself|himself|herself $", "burn"),
    ("^ WHO cut myself|himself|herself $", "cut"),
    ("^ WHO burned|burnt ?MY ~ $", "burn {3}"),
    ("^ WHO ?had|got ?MY ~ removed|replaced|inserted|implanted|repaired|tested|checked|fixed $", "{3} {4}"),
    ("^ ?having|getting ?MY ~ taken|put|cut out|in $", "{2} {3} {4}"),
    (
        "^ WHO ?last ?first had|have|get|got|caught|developed|suffered|underwent|contracted|experienced ?from ?MY ~ $",
        "{6}",
    ),
    ("^ ~ was|were|got|being ?first taken|put|cut out|in $", "{0} {3} {4}"),
    ("^ ~ was|were|got|being ?first removed|replaced|inserted|implanted|repaired $", "{0} {3}"),
    ("^ ~ was|were|got|being ?first done|performed|given|prescribed|placed|carried|administered|induced ?out $", "{0}"),
    ("^ ~ ?first turned|showed|cropped|popped|flared|came up $", "{0}"),
    ("^ ~ ?first broke out $", "{0}"),
    ("^ ~ ?first started|began|start|begin|starting|happened|occurred|commenced $", "{0}"),
    ("^ ~ prescribed|given|administered|done|performed $", "{0}"),
    (
        "^ ?MY tonsils|adenoids|appendix|gallbladder|teeth|tooth|uterus|womb|prostate|spleen|polyp|polyps came|come|coming out $",
        "{1} removed",
    ),
    ("^ WHO was|were|got|became ill|sick|down|laid ?up with|from ~ $", "{5}"),
    ("^ WHO came|come|went|was|were ?brought|seen|admitted|referred ?in|down|there with|for ~ $", "{5}"),
    ("^ having|getting ?MY ~ $", "{2}"),
];

/// Returns what the event of `clause` is called; `None` where it has no such form.
pub(super) fn event_of(clause: &str) -> Option<String> {
    let mut chunks = Chunks::of(clause);
    for chunk in &mut chunks.0 {
        *chunk = chunk.trim_end_matches([',', ';', ':', '?', '!']).to_owned();
    }
    chunks.0.retain(|chunk| !bare(chunk).is_empty());
    CLAUSES.iter().find_map(|row| {
        let words = pattern::captured(row.0, &chunks)?;
        let mut text = row.1.to_owned();
        for (number, word) in words.iter().enumerate() {
            text = text.replace(&format!("{{{number}}}"), word);
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // "They discovered his thyroid was underactive"
        let swapped = pattern::captured("^ MY ~ is|was|were * $", &Chunks::of(&text));
        let text = match swapped.as_deref() {
            Some([_, thing, _, state]) => format!("{state} {thing}"),
            _ => text,
        };
        // Who "got over" something had it before.
        (!text.is_empty() && !text.starts_with("over ")).then_some(text)
    })
}

/// Returns what is called by `part`, a clause or a name: a clause as its event, a name as it is.
pub(super) fn named(part: &str) -> String {
    event_of(part).unwrap_or_else(|| part.to_owned())
}

/// Asks "how old was I when they found the asthma?" as "how old was I at asthma?".
pub(super) fn ages(chunks: &mut Chunks) {
    let old = (0..chunks.len()).find(|at| chunks.bare(*at) == "how" && chunks.bare(at + 1) == "old");
    let Some(old) = old.filter(|at| matches!(chunks.bare(at + 2).as_str(), "was" | "were")) else { return };
    // A name stays before the clause that it is told apart by.
    if !matches!(chunks.bare(old + 3).as_str(), "i" | "he" | "she" | "we" | "they" | "you") {
        return;
    }
    let when = (old + 3..chunks.len()).find(|at| matches!(chunks.bare(*at).as_str(), "when" | "at" | "with"));
    let Some(when) = when else { return };
    let clause: Vec<String> = (when + 1..chunks.len()).map(|at| chunks.typed(at)).collect();
    let Some(event) = event_of(&clause.join(" ")) else { return };
    let event = event.strip_suffix(" prescription").unwrap_or(&event).to_owned();
    let event = event.strip_prefix("first ").unwrap_or(&event).to_owned();
    chunks.replace(when, chunks.len() - when, &format!("at {event}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_has_the_name_of_its_event() {
        for (clause, event) in [
            ("they found the gestational diabetes", "the gestational diabetes"),
            ("the cataract being found", "the cataract"),
            ("finding the gallstones", "the gallstones"),
            ("the cancer diagnosis", "the cancer"),
            ("AF dx", "AF"),
            ("I was diagnosed with asthma", "asthma"),
            ("they put me on atorvastatin", "atorvastatin prescription"),
            ("insulin start", "insulin"),
            ("the clopidogrel prescribed", "the clopidogrel"),
            ("the polyp was removed", "the polyp removed"),
            ("I broke my wrist", "broken wrist"),
            ("he had his stroke", "stroke"),
            ("the retinopathy turned up", "the retinopathy"),
            ("having my gallbladder taken out", "gallbladder taken out"),
        ] {
            assert_eq!(named(clause), event, "{clause}");
        }
        for clause in ["it was lowest", "the nurse came to the house", "my A1c was over 7"] {
            assert!(event_of(clause).is_none_or(|event| event != clause), "{clause}");
        }
    }
}
