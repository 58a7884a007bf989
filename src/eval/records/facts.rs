//! What a document says that a question may be about.

use std::collections::BTreeMap;

use crate::document::face::title;
use crate::document::{Document, Fact, FactKind, Field, Records};

/// Parts of names of facts that say who somebody is, or that a question is not to be about.
const AVOIDED: &[&str] = &[
    "marital",
    "death",
    "died",
    "deceased",
    "age",
    "contact",
    "address",
    "telephone",
    "phone",
    "birth date",
    "language",
    "ethnic",
    "race",
    "quality adjusted",
    "disability adjusted",
    "daly",
    "qaly",
    "qols",
    "housing",
    "employment",
    "income",
    "outpatient note",
    "telehealth note",
];

/// One thing that a document says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said {
    /// The kind of entry.
    pub kind: FactKind,
    /// What it is about, as a person would write it.
    pub name: String,
    /// What was found, as the text shows it, where anything was.
    pub value: Option<String>,
}

/// Returns what `document` says that a question may be about, each once, in order.
pub(super) fn said(document: &Document, kinds: &[FactKind]) -> Vec<Said> {
    let facts = document.facts().iter().filter(|fact| kinds.contains(&fact.kind) && !fact.is_superseded());
    let mut all: Vec<Said> = facts.flat_map(|fact| of(document, fact)).filter(|said| !is_avoided(&said.name)).collect();
    all.sort();
    all.dedup();
    all
}

fn is_avoided(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    AVOIDED.iter().any(|part| if part.contains(' ') { lower.contains(part) } else { words.contains(part) })
}

fn of(document: &Document, fact: &Fact) -> Vec<Said> {
    let shown = |field: &Field| {
        let sentence = field.sentence.of(&document.text)?;
        Some(sentence.split_once(" is ")?.1.trim_end_matches('.').to_owned())
    };
    let mut found = Vec::new();
    let mut name: Option<String> = title(fact).map(|title| plain(&title.text));
    let mut of_component = false;
    for field in &fact.fields {
        match field.label.as_str() {
            "Component code" => (name, of_component) = (Some(plain(&field.value.text)), true),
            "Value" | "Component value" => {
                if let Some(name) = &name {
                    found.push(Said { kind: fact.kind, name: name.clone(), value: shown(field) });
                }
            }
            _ => {}
        }
    }
    if let (true, false, Some(name)) = (found.is_empty(), of_component, name) {
        found.push(Said { kind: fact.kind, name, value: None });
    }
    found
}

/// Returns the name of a thing without what only terminologies add: `(disorder)`, `[Mass/volume] in Serum or Plasma`.
pub(super) fn plain(name: &str) -> String {
    let cut = name.split(" [").next().unwrap_or(name);
    let cut = cut.split(" (").next().unwrap_or(cut);
    cut.replace('\u{200b}', "").trim().to_owned()
}

/// Returns for each patient and thing said the numbers of the documents that say it: once with the value and once without.
pub(super) struct Sayings {
    exact: BTreeMap<(Option<u32>, Said), Vec<usize>>,
    named: BTreeMap<(Option<u32>, FactKind, String), Vec<usize>>,
}

impl Sayings {
    pub(super) fn of(records: &Records, kinds: &[FactKind]) -> Self {
        let mut sayings = Sayings { exact: BTreeMap::new(), named: BTreeMap::new() };
        for (at, document) in records.documents.iter().enumerate() {
            let whose = document.subject.map(|subject| subject.0);
            for said in said(document, kinds) {
                let named = sayings.named.entry((whose, said.kind, said.name.clone())).or_default();
                if named.last() != Some(&at) {
                    named.push(at);
                }
                sayings.exact.entry((whose, said)).or_default().push(at);
            }
        }
        sayings
    }

    /// Returns the documents of patient `whose` that say the very same.
    pub(super) fn same(&self, whose: Option<u32>, said: &Said) -> &[usize] {
        self.exact.get(&(whose, said.clone())).map_or(&[], Vec::as_slice)
    }

    /// Returns how many documents of patient `whose` say anything of that name.
    pub(super) fn of_name(&self, whose: Option<u32>, said: &Said) -> usize {
        self.named.get(&(whose, said.kind, said.name.clone())).map_or(0, Vec::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_terminologies_add() {
        assert_eq!(plain("Acute bronchitis (disorder)"), "Acute bronchitis");
        assert_eq!(plain("Protein [Mass/\u{200b}volume] in Serum or Plasma"), "Protein");
        assert_eq!(plain("Colonoscopy"), "Colonoscopy");
    }

    #[test]
    fn who_somebody_is_is_not_asked_for() {
        for name in ["Cause of Death", "Marital status", "Age", "QALY"] {
            assert!(is_avoided(name), "{name}");
        }
        for name in ["Dosage check", "Bandage", "Colonoscopy", "Hemoglobin"] {
            assert!(!is_avoided(name), "{name}");
        }
    }
}
