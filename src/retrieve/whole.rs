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

#[cfg(test)]
mod tests {
    use super::super::search::tests::letters;
    use super::super::{Query, Spoken, Strategy, search};
    use super::*;

    #[test]
    fn a_stem_is_told_by_the_first_word_that_has_it() {
        let (records, index) = letters(["Blood pressures were high.", "A knee."]);
        let query = Query { text: "pressure of the blood".to_owned(), ..Query::default() };
        let mut hits = search(&index, &records, &query, Strategy::Keyword, 5).unwrap().hits;
        let of = |hits: &[Hit], texts: &[&str]| -> Vec<(String, String)> {
            words(hits, texts.iter().copied()).into_iter().collect()
        };
        let pair = |term: &str, word: &str| (term.to_owned(), word.to_owned());
        // Of several words the first, in lower case; what is a word as it stands is not told.
        assert_eq!(of(&hits, &["The Pressures", "pressure, blood"]), [pair("pressur", "pressures")]);
        assert_eq!(of(&hits, &["the knee"]), []);
        assert_eq!(of(&[], &["the pressure"]), []);
        hits[0].spoken = vec![Spoken { asked: "knee biopsi".to_owned(), concept: None, counts: 1.0 }];
        assert_eq!(of(&hits, &["pressure", "a biopsy"]), [pair("biopsi", "biopsy"), pair("pressur", "pressure")]);
    }
}
