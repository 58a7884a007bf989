//! What is a term called after somebody, and what is somebody.

use super::*;
use crate::privacy::detect::View;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::recognizers::names::example;

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

#[test]
fn a_word_of_medicine_behind_an_eponym_makes_a_term() {
    use Surety::{Likely, Sure};
    let rows: &[(&str, &[(&str, Surety)])] = &[
        ("no Levine sign here", &[("Levine sign", Sure)]),
        ("no Levine myotomy here", &[("Levine myotomy", Sure)]),
        ("no Levine table here", &[]),
        ("no Okafor myotomy here", &[]),
        ("Levine I myotomy here", &[("Levine I myotomy", Sure)]),
        ("Levine J myotomy here", &[("Levine J myotomy", Sure)]),
        ("Levine j myotomy here", &[("Levine j myotomy", Sure)]),
        ("Levine-I myotomy here", &[]),
        ("Levine walked", &[]),
        ("Levine syndrome by", &[("Levine syndrome", Sure)]),
        ("Levine clinic, Levine bakery, Levine borough", &[]),
        ("Levine, sign", &[]),
        ("Levine-sign", &[("Levine-sign", Sure)]),
        ("Levine. sign", &[]),
        ("Levine si here", &[]),
        ("Levine bed here", &[("Levine bed", Sure)]),
        ("Levine iris here", &[]),
        ("Levine stroke here", &[("Levine stroke", Sure)]),
        ("Levine surgeon here", &[]),
        ("Levine s1gn", &[]),
        ("levine-perthes sign", &[("levine-perthes sign", Sure)]),
        ("Levine Perthes Foley sign", &[("Levine Perthes Foley sign", Sure)]),
        ("Levine Perthes Foley Glenn sign", &[("Perthes Foley Glenn sign", Sure)]),
        ("van Levine sign", &[("van Levine sign", Sure)]),
        ("Levine van Perthes sign", &[("Levine van Perthes sign", Sure)]),
        ("Levine zyx sign", &[]),
        ("Levine Zyx sign", &[("Levine Zyx sign", Sure)]),
        ("Levine-zyx sign", &[("Levine-zyx sign", Sure)]),
        ("Zyx-Levine sign", &[("Zyx-Levine sign", Sure)]),
        ("Babinski sign here", &[("Babinski sign", Sure)]),
        ("Babinski myotomy here", &[("Babinski myotomy", Sure)]),
        ("Wilmss' sign", &[("Wilmss' sign", Sure)]),
        ("Levine' sign", &[("Levine' sign", Sure)]),
        ("kegel sign here", &[("kegel sign", Sure)]),
        ("Kegel myotomy here", &[("Kegel myotomy", Sure)]),
        ("Jackson Pratt drain", &[("Jackson Pratt", Sure)]),
        ("Jackson-Pratt here", &[("Jackson-Pratt", Sure)]),
        ("Jackson Pratt here", &[("Jackson Pratt", Sure)]),
        ("Jackson, Pratt here", &[]),
        ("Bristol 6 here", &[("Bristol 6", Likely)]),
        ("Bristol sign here", &[("Bristol sign", Sure)]),
    ];
    for &(text, expected) in rows {
        example::of(text, |tokens| {
            let shown = |term: Term| (tokens.view.slice(term.range(tokens)), term.surety);
            assert_eq!(terms(tokens).into_iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        });
    }
}

#[test]
fn what_is_said_of_things_makes_a_name_likely_a_term() {
    use Surety::{Likely, Sure};
    let rows: &[(&str, &[(&str, Surety)])] = &[
        ("Levine positive", &[("Levine", Likely)]),
        ("Wilson positive", &[]),
        ("Glenn positive", &[("Glenn", Likely)]),
        ("Foley positive", &[("Foley", Likely)]),
        ("Levine, positive", &[]),
        ("Levine-positive", &[("Levine", Likely)]),
        ("Levine II here", &[("Levine II", Likely)]),
        ("Levine 3 here", &[("Levine 3", Likely)]),
        ("Levine 333 here", &[("Levine 333", Likely)]),
        ("Levine 3333 here", &[]),
        ("Levine 63yo here", &[]),
        ("Levine 63 M here", &[]),
        ("Levine 63\nM here", &[("Levine 63", Likely)]),
        ("Levine 63 May", &[]),
        ("Levine 63, May", &[("Levine 63", Likely)]),
        ("Levine 6a here", &[("Levine 6a", Likely)]),
        ("Levine 63m", &[]),
        ("s/p Levine", &[("Levine", Likely)]),
        ("s/p Wilson", &[]),
        ("x/p Levine", &[]),
        ("s-p Levine", &[]),
        ("p/p Levine", &[]),
        ("redo Levine here", &[("Levine", Likely)]),
        ("redo Wilson here", &[]),
        ("syndrome of Levine here", &[("Levine", Likely)]),
        ("sign of Levine here", &[("Levine", Likely)]),
        ("table of Levine here", &[]),
        ("syndrome by Levine here", &[]),
        ("morbus Levine here", &[("Levine", Likely)]),
        ("morbus Wilson here", &[]),
        ("Levine placed here", &[]),
        ("Levine placed.", &[("Levine", Likely)]),
        ("Levine placed at home", &[("Levine", Likely)]),
        ("Levine placed Monday", &[("Levine", Likely)]),
        ("Levine placed, the", &[("Levine", Likely)]),
        ("Levine placed table", &[]),
        ("Levine placed today", &[("Levine", Likely)]),
        ("Levine-placed today", &[]),
        ("Wilson placed today", &[]),
        ("Levine and Perthes sign", &[("Levine", Likely), ("Perthes sign", Sure)]),
        ("Levine or Perthes positive", &[("Levine", Likely), ("Perthes", Likely)]),
        ("Levine & Perthes positive", &[("Levine", Likely), ("Perthes", Likely)]),
        ("Levine/Perthes positive", &[("Levine", Likely), ("Perthes", Likely)]),
        ("Levine, Perthes positive", &[("Levine", Likely), ("Perthes", Likely)]),
        ("Levine; Perthes positive", &[("Perthes", Likely)]),
        ("Levine then Perthes positive", &[("Perthes", Likely)]),
        ("Levine and, Perthes positive", &[("Levine", Likely), ("Perthes", Likely)]),
        ("Levine and Okafor positive", &[]),
        ("Levine and Perthes came", &[]),
    ];
    for &(text, expected) in rows {
        example::of(text, |tokens| {
            let shown = |term: Term| (tokens.view.slice(term.range(tokens)), term.surety);
            assert_eq!(terms(tokens).into_iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        });
    }
}

#[test]
fn a_syndrome_is_a_term_whoever_it_is_called_after() {
    use Surety::{Likely, Sure};
    let rows: &[(&str, &[(&str, Surety)])] = &[
        ("Zyxa-Yxwb syndrome here", &[("Zyxa-Yxwb syndrome", Sure)]),
        ("Zyxa syndrome here", &[("Zyxa syndrome", Sure)]),
        ("Zyxa's syndrome here", &[("Zyxa's syndrome", Sure)]),
        ("Zyxa's disease here", &[("Zyxa's disease", Likely)]),
        ("Zyxa's phenomenon here", &[("Zyxa's phenomenon", Sure)]),
        ("Zyxa corneal syndrome", &[("Zyxa corneal syndrome", Likely)]),
        ("Zyxa-Yxwb corneal syndrome", &[("Zyxa-Yxwb corneal syndrome", Sure)]),
        ("Zyxa-Yxwb corneal dry syndrome", &[("Zyxa-Yxwb corneal dry syndrome", Sure)]),
        ("Zyxa-Yxwb corneal dry old syndrome", &[]),
        ("Zyxa-Yxwb Corneal syndrome", &[("Zyxa-Yxwb Corneal syndrome", Sure)]),
        ("Zyxa-Yxwb corneal, syndrome", &[]),
        ("Zyxa-Yxwb rode syndrome", &[]),
        ("Zyxa-Yxwb with syndrome", &[]),
        ("Zyxa-Yxwb cousin syndrome", &[]),
        ("zyxa syndrome here", &[]),
        ("ZYXA SYNDROME", &[("ZYXA SYNDROME", Sure)]),
        ("ZYXA syndrome here", &[]),
        ("Table syndrome here", &[]),
        ("Okafor syndrome here", &[("Okafor syndrome", Sure)]),
        ("Paris syndrome here", &[("Paris syndrome", Sure)]),
        ("van Zyxa syndrome", &[("van Zyxa syndrome", Sure)]),
        ("Manor syndrome", &[]),
        ("Mary Okafor syndrome", &[]),
        ("Mary-Okafor syndrome", &[("Mary-Okafor syndrome", Sure)]),
        ("Ngozi Okafor syndrome", &[("Ngozi Okafor syndrome", Sure)]),
        ("Mary Glenn syndrome", &[]),
        ("Zyxa Yxwb Xwvc Wvud syndrome", &[("Zyxa Yxwb Xwvc Wvud syndrome", Sure)]),
        ("Zyxa Yxwb Xwvc Wvud Vute syndrome", &[("Yxwb Xwvc Wvud Vute syndrome", Sure)]),
        ("Zyxa, syndrome", &[]),
        ("Zyxa exercise", &[]),
    ];
    for &(text, expected) in rows {
        example::of(text, |tokens| {
            let shown = |term: Term| (tokens.view.slice(term.range(tokens)), term.surety);
            assert_eq!(terms(tokens).into_iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        });
    }
}

#[test]
fn words_go_with_a_term_behind_it() {
    use Surety::Sure;
    let rows: &[(&str, &[(&str, Surety)])] = &[
        ("Levine sign patent", &[("Levine sign patent", Sure)]),
        ("Levine sign patent table stenosis walk", &[("Levine sign patent table stenosis", Sure)]),
        ("Levine sign, patent", &[("Levine sign", Sure)]),
        ("Levine sign okafor", &[("Levine sign", Sure)]),
        ("Levine sign iris", &[("Levine sign", Sure)]),
        ("Levine sign came", &[("Levine sign", Sure)]),
        ("Levine sign with", &[("Levine sign", Sure)]),
        ("Levine sign cousin", &[("Levine sign", Sure)]),
        ("Levine sign midwife", &[("Levine sign", Sure)]),
        ("Levine sign dr", &[("Levine sign", Sure)]),
        ("Levine sign infirmary", &[("Levine sign", Sure)]),
        ("Levine sign II patent", &[("Levine sign II patent", Sure)]),
        ("Levine sign 3", &[("Levine sign 3", Sure)]),
    ];
    for &(text, expected) in rows {
        example::of(text, |tokens| {
            let shown = |term: Term| (tokens.view.slice(term.range(tokens)), term.surety);
            assert_eq!(terms(tokens).into_iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        });
    }
}

#[test]
fn what_is_sold_or_grows_is_a_term_and_what_is_somebodys_is_none() {
    use Surety::{Likely, Sure};
    let rows: &[(&str, &[(&str, Surety)])] = &[
        ("Yasmin 35 here", &[("Yasmin", Likely)]),
        ("Yasmin tablets", &[("Yasmin", Likely)]),
        ("Yasmin table", &[]),
        ("Yasmin, 35", &[]),
        ("Yasmin 3500", &[]),
        ("Ngozi 35", &[]),
        ("Metformin here", &[("Metformin", Sure)]),
        ("metformin 500 mg", &[("metformin", Sure)]),
        ("Allegra here", &[]),
        ("Candida here", &[("Candida", Likely)]),
        ("Norwalk here", &[("Norwalk", Likely)]),
        ("Georgia here", &[]),
        ("Dr Levine sign", &[]),
        ("Dr. Levine sign", &[]),
        ("Dr, Levine sign", &[("Levine sign", Sure)]),
        ("Ngozi Levine sign", &[]),
        ("ngozi Levine sign", &[("Levine sign", Sure)]),
        ("Ngozi, Levine sign", &[("Levine sign", Sure)]),
        ("Ngozi-Levine sign", &[]),
        ("Hope Levine sign", &[("Levine sign", Sure)]),
        ("patient Levine sign", &[]),
        ("pt Levine sign", &[]),
        ("client Levine sign, baby Levine sign, named Levine sign, called Levine sign", &[]),
        ("patient. Levine sign", &[]),
        ("Table Levine sign", &[("Levine sign", Sure)]),
    ];
    for &(text, expected) in rows {
        example::of(text, |tokens| {
            let shown = |term: Term| (tokens.view.slice(term.range(tokens)), term.surety);
            assert_eq!(terms(tokens).into_iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        });
    }
}

#[test]
fn what_lies_within_a_term_or_is_only_a_word_beside_it_is_held() {
    for (text, first, last, held, surely) in [
        ("The table Levine sign was", "levine", "sign", true, true),
        ("The table Levine sign was", "levine", "levine", true, true),
        ("The table Levine sign was", "table", "sign", true, false),
        ("The table Levine sign was", "table", "table", false, false),
        ("The table Levine sign Okafor", "levine", "okafor", false, false),
        ("Then Levine positive", "levine", "levine", true, false),
        ("Levine Perthes Foley sign", "foley", "sign", true, true),
        ("Okafor, Levine sign", "okafor", "sign", false, false),
        ("Then Levine came", "levine", "levine", false, false),
    ] {
        example::of(text, |tokens| {
            let (first, last) = (example::place(tokens, first), example::place(tokens, last));
            assert_eq!((holds(tokens, first, last), surely_holds(tokens, first, last)), (held, surely), "{text}");
        });
    }
    let whole = |words: (usize, usize), surety: Surety, listed: bool| Term { words, surety, listed }.is_whole();
    assert!(whole((0, 1), Surety::Sure, true));
    assert!(!whole((0, 0), Surety::Sure, true) && !whole((0, 1), Surety::Likely, true));
    assert!(!whole((0, 1), Surety::Sure, false));
}
