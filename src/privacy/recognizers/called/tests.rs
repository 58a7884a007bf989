//! What is a term called after somebody, and what is somebody.

use super::*;
use crate::privacy::detect::View;
use crate::privacy::lexicon::Lexicon;

fn lexicon() -> Lexicon {
    let name = Traits::FAMILY_NAME;
    let words = [
        ("levine", Traits::EPONYM | name),
        ("glenn", Traits::EPONYM | Traits::GIVEN_NAME | Traits::FREQUENT_NAME),
        ("kegel", Traits::TERM),
        ("bristol", Traits::TERM | Traits::PLACE),
        ("clark", Traits::EPONYM | name | Traits::FREQUENT_NAME),
        ("anna", Traits::GIVEN_NAME),
        ("okafor", name),
        ("diane", Traits::BRAND | Traits::GIVEN_NAME | Traits::FREQUENT_NAME),
        ("candida", Traits::ORGANISM | Traits::GIVEN_NAME),
        ("ozempic", Traits::DRUG),
        ("jackson pratt", Traits::TERM),
        ("kings college", Traits::TERM),
        ("austin moore", Traits::TERM),
        ("jackson", name),
        ("pratt", name),
        ("austin", Traits::PLACE | name),
        ("moore", name),
        ("kings", name),
        ("sign", Traits::EPONYM_HEAD | Traits::COMMON),
        ("shunt", Traits::MEDICAL),
        ("myotomy", Traits::MEDICAL),
        ("patent", Traits::COMMON),
        ("college", Traits::COMMON),
        ("criteria", Traits::COMMON | Traits::MEDICAL),
        ("exercises", Traits::EPONYM_HEAD | Traits::COMMON),
    ];
    Lexicon::of(words.map(|(word, traits)| (word.to_owned(), traits)))
}

fn found(text: &str) -> Vec<(String, Surety)> {
    let lexicon = lexicon();
    let view = View::plain(text);
    let tokens = Tokens::of(&view, &lexicon);
    let shown = |term: Term| (view.slice(term.range(&tokens)).to_owned(), term.surety);
    terms(&tokens).into_iter().map(shown).collect()
}

#[test]
fn a_term_is_a_name_that_terms_have_and_what_makes_it_one() {
    for (text, term) in [
        ("no Levine sign today", "Levine sign"),
        ("GLENN SHUNT PATENT", "GLENN SHUNT PATENT"),
        ("Levine's sign", "Levine's sign"),
        ("Levine-Xyzzy myotomy", "Levine-Xyzzy myotomy"),
        ("kegel exercises", "kegel exercises"),
        ("Jackson-Pratt with serous fluid", "Jackson-Pratt"),
        ("Kings College criteria, not met", "Kings College criteria"),
        ("Austin Moore sign", "Austin Moore sign"),
        ("Ozempic helped", "Ozempic"),
        ("the Okafor-Xyzzy syndrome", "Okafor-Xyzzy syndrome"),
        ("the Okafor's sign", "Okafor's sign"),
        ("the Okafor-Xyzzy corneal syndrome", "Okafor-Xyzzy corneal syndrome"),
        ("the Okafors' sign", "Okafors' sign"),
        ("Levine I myotomy", "Levine I myotomy"),
    ] {
        assert_eq!(found(text), [(term.to_owned(), Surety::Sure)], "{text}");
    }
    for (text, term) in [
        ("Bristol 6", "Bristol 6"),
        ("Bristol II, then", "Bristol II"),
        ("Levine positive", "Levine"),
        ("s/p glenn", "glenn"),
        ("s/p clark", ""),
        ("s/p Levine", "Levine"),
        ("Levine removed at six", "Levine"),
        ("Diane 35", "Diane"),
        ("Diane tablets", "Diane"),
        ("Candida grew", "Candida"),
        ("the Okafor's disease", "Okafor's disease"),
    ] {
        let likely = (!term.is_empty()).then(|| (term.to_owned(), Surety::Likely));
        assert_eq!(found(text), Vec::from_iter(likely), "{text}");
    }
}

#[test]
fn a_title_or_a_given_name_makes_it_somebodys_and_a_name_alone_is_no_term() {
    for text in [
        "Dr. Levine sign here",
        "Anna Levine sign here",
        "patient Okafor syndrome",
        "Okafor shunt here",
        "Levine, sign here",
        "Levine. Myotomy done.",
        "Levine was",
        "sign",
        "Clark 6",
        "Levine 63 M",
        "Levine 63yo",
        "Levine 4711",
        "Levine removed the drain",
        "Austin Moore was seen",
        "Diane was seen",
        "Jackson Pratt was seen",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn what_is_said_of_the_next_in_a_list_is_said_of_the_one_before() {
    let terms: Vec<String> = found("Kegel and Levine positive").into_iter().map(|(term, _)| term).collect();
    assert_eq!(terms, ["Kegel", "Levine"]);
    assert_eq!(found("Kegel and Levine were seen"), []);
}

#[test]
fn what_lies_within_a_term_is_held_by_it() {
    let lexicon = lexicon();
    let view = View::plain("no Levine-Xyzzy myotomy, Levine");
    let tokens = Tokens::of(&view, &lexicon);
    assert!(holds(&tokens, 1, 2) && holds(&tokens, 2, 2) && !holds(&tokens, 0, 1) && !holds(&tokens, 4, 4));
}
