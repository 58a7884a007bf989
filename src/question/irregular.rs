//! Forms of a verb that have no stem in common: who asks for "fall" looks for "fell", too.

use std::sync::LazyLock;

use crate::index::analyze;

/// Verbs that notes use of what happened to somebody, each with all forms that are stemmed apart.
const VERBS: &[&str] = &[
    "fall fell fallen",
    "bleed bled",
    "break broke broken",
    "feel felt",
    "swell swollen",
    "bite bit bitten",
    "catch caught",
    "drink drank drunk",
    "eat ate eaten",
    "freeze froze frozen",
    "lose lost",
    "shake shook shaken",
    "sleep slept",
    "speak spoke spoken",
    "sting stung",
    "stick stuck",
    "strike struck",
    "tear tore torn",
    "throw threw thrown",
    "wake woke woken",
];

/// The forms of each verb, with their index terms.
static FORMS: LazyLock<Vec<Vec<(&str, String)>>> = LazyLock::new(|| {
    let of = |form: &'static str| Some((form, analyze::term(form)?));
    VERBS.iter().map(|forms| forms.split(' ').filter_map(of).collect()).collect()
});

/// Returns the other forms of the verb of which `word` (lower case) is one, or the index term of one.
pub(super) fn others(word: &str) -> impl Iterator<Item = &'static str> {
    let is_it = move |(form, term): &&(&str, String)| *form == word || term == word;
    let of = FORMS.iter().find(|forms| forms.iter().any(|form| is_it(&form)));
    of.into_iter().flatten().filter(move |form| !is_it(form)).map(|(form, _)| *form)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{VERBS, others};
    use crate::index::analyze;

    #[test]
    fn every_form_is_its_own_term_and_of_one_verb() {
        let all: Vec<&str> = VERBS.iter().flat_map(|forms| forms.split(' ')).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        let terms: BTreeSet<Option<String>> = all.iter().map(|form| analyze::term(form)).collect();
        assert_eq!(terms.len(), all.len());
        assert_eq!(others("freez").collect::<Vec<_>>(), ["froze", "frozen"]);
        assert_eq!(others("fell").collect::<Vec<_>>(), ["fall", "fallen"]);
        assert_eq!(others("pain").count(), 0);
    }
}
