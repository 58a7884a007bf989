//! Search by the concepts of a vocabulary: other names, kinds, and how what is said is meant.

use chaperone::index::concepts::{Context, Relation, Vocabulary, table};
use chaperone::question::meant;

use super::*;

/// A vocabulary of what the records of these tests speak of.
fn vocabulary() -> Vocabulary {
    table::read(
        "d\tdiabetes mellitus|sugar disease\t\t\nt\ttype 2 diabetes mellitus|type 2 diabetes\td\t\nh\theart disease\t\t\n\
         m\tmyocardial infarction|heart attack\th\tp\np\tchest pain\t\t\n",
    )
    .unwrap()
}

/// Letters that name things otherwise than questions do.
fn letters() -> (Records, Index, Vocabulary) {
    let (mut r, mut p) = (Records::default(), Vec::new());
    r.patients = vec![patient("Ada Lovelace", "Lovelace")];
    for (day, text) in [
        (1, "He had a myocardial infarction."),
        (2, "No myocardial infarction was found."),
        (3, "The mother had a myocardial infarction."),
        (4, "Pain of the chest on stairs, that is chest pain."),
        (5, "The knee is swollen."),
        (6, "Type 2 diabetes mellitus is well controlled."),
    ] {
        put(&mut r, &mut p, Some(0), Some(Date::constant(2020, 1, day)), "Letter", text);
    }
    let vocabulary = vocabulary();
    let mut index = Index::build(&r, p).unwrap();
    assert_eq!(index.mention(&vocabulary, &r, 4), (4, 6));
    assert_eq!(index.mention(&vocabulary, &r, usize::MAX), (6, 6));
    (r, index, vocabulary)
}

fn of_concepts(question: &str, vocabulary: &Vocabulary) -> Query {
    let concepts = meant::with(Vec::new(), question, vocabulary, |_| false);
    Query { text: question.to_owned(), concepts, ..Query::default() }
}

#[test]
fn a_concept_is_found_by_any_of_its_names_and_how_it_is_meant_counts() {
    let (records, index, vocabulary) = letters();
    for strategy in [Strategy::Concept, Strategy::Stages { pairs: 0 }] {
        let hits = search(&index, &records, &of_concepts("heart attack", &vocabulary), strategy, 10).unwrap();
        // So, denied, of the mother, what it has to do with; the knee and the diabetes are not found.
        assert_eq!(found(&hits), [0, 1, 2, 3], "{strategy}");
        let told: Vec<_> = hits.hits.iter().map(|hit| hit.spoken[0].concept.clone().unwrap()).collect();
        let contexts: Vec<Context> = told.iter().map(|concept| concept.context).collect();
        assert_eq!(contexts, [Context::Affirmed, Context::Denied, Context::Family, Context::Affirmed]);
        assert_eq!((told[0].label.as_str(), told[0].relation), ("myocardial infarction", Relation::Same));
        assert_eq!((told[3].label.as_str(), told[3].relation), ("chest pain", Relation::Related));
    }
}

#[test]
fn a_question_about_the_family_is_answered_by_the_family() {
    let (records, index, vocabulary) = letters();
    let query = of_concepts("a heart attack in my family", &vocabulary);
    let hits = search(&index, &records, &query, Strategy::Concept, 10).unwrap();
    assert_eq!(found(&hits)[0], 2);
}

#[test]
fn a_kind_of_what_is_asked_for_is_found_and_what_is_above_it_counts_less() {
    let (records, index, vocabulary) = letters();
    let hits = search(&index, &records, &of_concepts("sugar disease", &vocabulary), Strategy::Concept, 10).unwrap();
    assert_eq!(found(&hits), [5]);
    let spoken = hits.hits[0].spoken[0].concept.clone().unwrap();
    assert_eq!((spoken.label.as_str(), spoken.relation), ("type 2 diabetes mellitus", Relation::Narrower));
    let counts = |question: &str| {
        let hits = search(&index, &records, &of_concepts(question, &vocabulary), Strategy::Concept, 1).unwrap();
        hits.hits[0].spoken[0].counts
    };
    assert!(counts("type 2 diabetes") > counts("sugar disease"));
}

#[test]
fn the_parts_of_the_stages_add_up_with_concepts_too() {
    let (records, index, vocabulary) = letters();
    let hits =
        search(&index, &records, &of_concepts("myocardial infarction", &vocabulary), Strategy::default(), 10).unwrap();
    for hit in &hits.hits {
        let parts = hit.keyword.as_ref().map_or(0.0, |part| part.adds) + hit.concept.map_or(0.0, |part| part.adds);
        assert!((parts - hit.score).abs() < 1e-12, "{hit:?}");
    }
}

#[test]
fn passages_that_go_take_their_concepts_with_them() {
    let (records, mut index, vocabulary) = letters();
    let second = index.passage(PassageIndex(1)).unwrap().reference.clone();
    index.retain(|passage| passage.reference == second);
    let hits = search(&index, &records, &of_concepts("heart attack", &vocabulary), Strategy::Concept, 10).unwrap();
    assert_eq!(hits.hits.len(), 1);
    assert_eq!(hits.hits[0].reference, second);
}
