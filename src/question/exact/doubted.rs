//! Names of conditions that do not say that somebody has them: they are in doubt, or a relative's.

use super::chart::untagged;
use super::kin;

/// Whether `name`, of a condition, says that it is not certain: by a question mark at either end, or by a word of that as a part of its own.
pub(super) fn is_doubted(name: &str) -> bool {
    const DOUBTS: &[&str] = &[
        "suspected",
        "possible",
        "probable",
        "likely",
        "presumed",
        "presumptive",
        "questionable",
        "query",
        "borderline",
    ];
    const FOR: &[&str] = &["concern for", "concerns for", "concerning for", "suspicion of", "suspicious for"];
    // What is called so itself.
    const NAMED: &[&str] = &["borderline personality", "borderline leprosy", "borderline intellectual"];
    const GROWTHS: &[&str] = &["tumor", "tumour", "neoplasm", "malignan", "lepromatous", "tuberculoid"];
    let name = untagged(name);
    let is_named = NAMED.iter().any(|own| name.starts_with(own))
        || name.starts_with("borderline") && GROWTHS.iter().any(|own| name.contains(own));
    let is_first = DOUBTS.iter().any(|word| name.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', ':'])))
        || FOR.iter().any(|start| name.starts_with(start));
    name.starts_with('?')
        || name.ends_with('?')
        || is_first && !is_named
        || parts(name).skip(1).any(|part| DOUBTS.contains(&part))
}

/// Returns the parts of `name`, divided by marks.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split([',', ';', ':', '(', ')', '–', '—']).flat_map(|part| part.split(" - "));
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// Whether `name`, of a condition, is of a relative's: "Father had diabetes", "Diabetes mellitus in mother".
pub(super) fn is_of_relative(name: &str) -> bool {
    const CHILDREN: &[&str] = &["kid", "child", "baby", "bub", "newborn", "toddler", "infant", "girl", "boy"];
    const KIN: &[&str] = &["parent", "sibling", "cousin", "maternal", "paternal"];
    const OWNERS: &[&str] = &["his", "her", "the", "my", "patient's", "pt's"];
    let is_kin = |word: &str| {
        let one = word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(word);
        (kin::is_relative(word) || kin::is_relative(one) || KIN.contains(&one)) && !CHILDREN.contains(&one)
    };
    let name = untagged(name);
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_subject = match words.as_slice() {
        [first, verb, ..] if is_kin(first) => matches!(*verb, "had" | "has" | "with" | "died" | "diagnosed"),
        [owner, first, verb, ..] if OWNERS.contains(owner) && is_kin(first) => {
            matches!(*verb, "had" | "has" | "with" | "died")
        }
        _ => false,
    };
    let is_behind = match words.as_slice() {
        [.., "in", last] => is_kin(last),
        [.., "in", owner, last] => OWNERS.contains(owner) && is_kin(last),
        _ => false,
    };
    is_subject || is_behind || parts(name).count() > 1 && parts(name).any(is_kin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_certain_or_a_relatives_is_told_from_what_is_so() {
        for name in [
            "pneumonia, suspected",
            "pneumonia - possible",
            "pneumonia (presumed)",
            "likely pneumonia",
            "? diabetes",
            "diabetes?",
            "presumed diabetes",
            "concern for diabetes",
            "borderline diabetes",
            "suspicion of diabetes",
        ] {
            assert!(is_doubted(name), "{name}");
        }
        for name in ["borderline personality disorder", "borderline ovarian tumor", "probability disorder", "diabetes"]
        {
            assert!(!is_doubted(name), "{name}");
        }
        for name in ["father had diabetes", "diabetes mellitus in mother", "diabetes (mother)", "mother: diabetes"] {
            assert!(is_of_relative(name), "{name}");
        }
        for name in [
            "diabetes mellitus in mother complicating childbirth",
            "newborn with jaundice",
            "child abuse",
            "jaundice, newborn",
            "death of brother",
        ] {
            assert!(!is_of_relative(name), "{name}");
        }
    }
}
