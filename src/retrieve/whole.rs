//! Whole words for the terms of explanations: a term is a stem, which nobody would write.

use std::collections::{BTreeMap, BTreeSet};

use super::Hit;
use crate::index::analyze;
use crate::span::Question;

/// Returns, for each term of the explanations of `hits` that is no word as it stands, a word of `texts` that has it, in lower case; of
/// several the first. Terms that no text has are left out.
pub fn words<'t>(hits: &[Hit], texts: impl IntoIterator<Item = &'t str>) -> BTreeMap<String, String> {
    let keywords =
        hits.iter().flat_map(|hit| &hit.keyword).flat_map(|part| &part.bm25.terms).map(|of| of.term.as_str());
    let spoken = hits.iter().flat_map(|hit| &hit.spoken).flat_map(|spoken| spoken.asked.split(' '));
    let mut wanted: BTreeSet<&str> = keywords.chain(spoken).collect();
    let mut found = BTreeMap::new();
    for text in texts {
        if wanted.is_empty() {
            break;
        }
        for word in analyze::words::<Question>(text) {
            let Some(term) = analyze::term(word.text) else { continue };
            if wanted.remove(term.as_str()) {
                let lower = word.text.to_lowercase();
                if lower != term {
                    found.insert(term, lower);
                }
            }
        }
    }
    found
}
