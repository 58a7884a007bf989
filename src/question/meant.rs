//! What a question is about by a vocabulary: its concepts, the kinds of them, and what they have to do with.
//!
//! The table of record words and the vocabulary look at the same question. Where both know a stretch it is one concept; a name of the
//! vocabulary that has more words than an entry of the table stands for it, and the other way round.

use serde::{Deserialize, Serialize};

use super::search_terms::Concept;
use super::{plan, vocabulary};
use crate::index::concepts::{ConceptId, Context, Relation, Vocabulary};
use crate::span::{Question, Span};

/// A concept of a vocabulary that counts as one of the question's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Meant {
    /// The concept.
    pub concept: ConceptId,
    /// How it is to what the question names.
    pub relation: Relation,
    /// How it is called.
    pub label: String,
}

/// Returns `concepts`, what `question` is about by its own tables, with what `known` knows of it. Stretches that `is_name` holds of are
/// somebody's name and nothing else.
pub fn with(
    mut concepts: Vec<Concept>,
    question: &str,
    known: &Vocabulary,
    is_name: impl Fn(Span<Question>) -> bool,
) -> Vec<Concept> {
    for mention in known.mentions::<Question>(question) {
        let text = mention.span.of(question).unwrap_or_default();
        let everyday = text.split_whitespace().all(|word| vocabulary::is_everyday(&word.to_lowercase()));
        let own = plan::terms(text);
        if own.is_empty() || everyday || is_name(mention.span) {
            continue;
        }
        let of_own = |concept: &Concept| {
            let said = concept.wordings.first().map_or(&[][..], Vec::as_slice);
            (said.iter().all(|term| own.contains(term)), own.iter().all(|term| said.contains(term)))
        };
        // A longer entry of the table stands.
        if concepts.iter().map(of_own).any(|(within, around)| around && !within) {
            continue;
        }
        let meant: Vec<Meant> = known
            .expanded(known.concepts_of(mention.name))
            .into_iter()
            .map(|(concept, relation)| Meant { concept, relation, label: known.label(concept).to_owned() })
            .collect();
        let of_family = mention.context == Context::Family;
        let same = concepts.iter_mut().find(|concept| of_own(concept) == (true, true));
        if let Some(same) = same {
            (same.meant, same.of_family) = (meant, of_family);
        } else {
            concepts.retain(|concept| !of_own(concept).0 || concept.wordings.is_empty());
            concepts.push(Concept { wordings: vec![own], weight: 1.0, meant, of_family });
        }
    }
    concepts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::concepts::table;
    use crate::question::Plan;
    use crate::question::search_terms;

    const TABLE: &str = "\
a\tmyocardial infarction|heart attack\tb\tc
b\theart disease\t\t
c\tchest pain\t\t
d\tdiabetes mellitus|diabetes\t\t
e\ttype 2 diabetes mellitus|type 2 diabetes\td\t
";

    fn of(question: &str) -> Vec<Concept> {
        let known = table::read(TABLE).unwrap();
        with(search_terms::concepts(&Plan::new(question, &[])), question, &known, |_| false)
    }

    fn labels(concept: &Concept, relation: Relation) -> Vec<&str> {
        concept.meant.iter().filter(|meant| meant.relation == relation).map(|meant| meant.label.as_str()).collect()
    }

    #[test]
    fn a_name_is_one_concept_with_all_that_hangs_on_it() {
        let found = of("Have I had a heart attack?");
        assert_eq!(found.len(), 1);
        assert_eq!(labels(&found[0], Relation::Same), ["myocardial infarction"]);
        assert_eq!(labels(&found[0], Relation::Broader), ["heart disease"]);
        assert_eq!(labels(&found[0], Relation::Related), ["chest pain"]);
        // The table's wordings stay.
        assert!(found[0].wordings.len() > 1);
    }

    #[test]
    fn the_longer_of_table_and_vocabulary_stands() {
        let found = of("my type 2 diabetes");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(labels(&found[0], Relation::Same), ["type 2 diabetes mellitus"]);
        let found = of("diabetes");
        assert_eq!(labels(&found[0], Relation::Narrower), ["type 2 diabetes mellitus"]);
    }

    #[test]
    fn names_of_people_are_no_concepts_and_the_family_is_noted() {
        let known = table::read(TABLE).unwrap();
        assert_eq!(with(Vec::new(), "diabetes", &known, |_| true), []);
        assert!(with(Vec::new(), "diabetes in my family", &known, |_| false)[0].of_family);
        assert!(!with(Vec::new(), "my diabetes", &known, |_| false)[0].of_family);
    }
}
