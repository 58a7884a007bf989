//! What the words around a name say of it.

use super::*;
use crate::privacy::detect::View;
use crate::privacy::lexicon::Lexicon;
use crate::privacy::recognizers::names::example::{of, place};

fn lexicon() -> Lexicon {
    let frequent = Traits::COMMON | Traits::FREQUENT_WORD;
    let words = [
        ("levine", Traits::EPONYM | Traits::FAMILY_NAME),
        ("glenn", Traits::EPONYM | Traits::GIVEN_NAME),
        ("anna", Traits::GIVEN_NAME),
        ("okafor", Traits::FAMILY_NAME),
        ("grace", Traits::GIVEN_NAME | Traits::COMMON),
        ("sign", Traits::EPONYM_HEAD | Traits::COMMON),
        ("shunt", Traits::MEDICAL),
        ("myotomy", Traits::MEDICAL),
        ("brown", Traits::MEDICAL | Traits::FAMILY_NAME),
        ("metformin", Traits::DRUG),
        ("the", frequent),
        ("concert", Traits::COMMON),
        ("sage", Traits::COMMON | Traits::GIVEN_NAME),
        ("pollen", Traits::COMMON),
        ("bill", frequent | Traits::GIVEN_NAME),
        ("son", frequent | Traits::FAMILY_NAME),
        ("was", frequent),
        ("long", frequent),
        ("and", frequent),
    ];
    Lexicon::of(words.map(|(word, traits)| (word.to_owned(), traits)))
}

#[test]
fn words_that_are_nobody_are_told_by_how_they_are_written() {
    let lexicon = lexicon();
    let holds = |rule: &dyn Fn(&Tokens<'_>, usize) -> bool, text: &str, word: &str| {
        let view = View::plain(text);
        let tokens = Tokens::of(&view, &lexicon);
        let index = tokens.all.iter().position(|token| token.lower == word).unwrap();
        rule(&tokens, index)
    };
    assert!(holds(&is_no_name, "The shunt was long", "shunt") && !holds(&is_no_name, "The bill was long", "bill"));
    assert!(!holds(&is_no_name, "the shunt was long", "shunt"), "nothing stands out of small letters alone");
    assert!(holds(&is_only_a_word, "The bill was long", "bill") && !holds(&is_only_a_word, "Then Bill was", "bill"));
    assert!(holds(&is_a_part_played, "hubby was long", "hubby") && holds(&is_a_part_played, "the son was", "son"));
    assert!(!holds(&is_a_part_played, "Then Son was", "son") && !holds(&is_a_part_played, "anna was", "anna"));
    assert!(holds(&begins_as_word, "Sage pollen was long", "sage"));
    assert!(!holds(&begins_as_word, "Sage okafor was long", "sage") && !holds(&begins_as_word, "Anna pollen", "anna"));
}

#[test]
fn a_text_without_a_word_of_medicine_is_ordinary() {
    let lexicon = lexicon();
    let ordinary = |text: &str| is_ordinary(&Tokens::of(&View::plain(text), &lexicon));
    for text in
        ["The Okafor concert was long and loud", "the brown concert was long", "a brown dog bit Dr Grace and ran"]
    {
        assert!(ordinary(text), "{text}");
    }
    for text in [
        "The Okafor myotomy was long and good",
        "took metformin at the concert and left",
        "Okafor concert",
        "OKAFOR CONCERT WAS LONG AND LOUD",
        "",
    ] {
        assert!(!ordinary(text), "{text}");
    }
}

#[test]
fn a_name_of_an_ordinary_text_is_a_word_that_nothing_else_explains() {
    let lexicon = lexicon();
    let somebody = |text: &str, word: &str| {
        let view = View::plain(text);
        let tokens = Tokens::of(&view, &lexicon);
        let index = tokens.all.iter().position(|token| token.lower == word).unwrap();
        may_be_somebody(&tokens, index)
    };
    for (text, word) in [
        ("the Okafor concert was long", "okafor"),
        ("the Zzyx concert was long", "zzyx"),
        ("was the Grace concert long", "grace"),
        ("the okafor concert was long and the", "okafor"),
    ] {
        assert!(somebody(text, word), "{text}");
    }
    for (text, word) in [
        ("the Levine concert was long", "levine"),
        ("the Brown concert was long", "brown"),
        ("Grace was long and long", "grace"),
        ("the okafor concert", "okafor"),
        ("the grace concert was long and the", "grace"),
        ("the Zz concert was long", "zz"),
        ("the Concert was long", "concert"),
    ] {
        assert!(!somebody(text, word), "{text}");
    }
}

#[test]
fn a_sentence_without_a_word_of_medicine_is_of_everyday_life() {
    for text in [
        "The Okafor concert was long and loud",
        "the concert was long",
        "the concert was long veronica",
        "the concert was long candida",
    ] {
        assert!(of(text, is_ordinary), "{text}");
    }
    for text in [
        "a concert was long",
        "Concert was long and",
        "the concert was long, ankle",
        "the concert was long stenosis",
        "the concert was long cough",
        "the concert was long metformin",
        "the concert was long braf",
    ] {
        assert!(!of(text, is_ordinary), "{text}");
    }
}

#[test]
fn a_name_that_nothing_else_explains_may_be_somebody() {
    let holds = |text: &str, word: &str| of(text, |tokens| may_be_somebody(tokens, place(tokens, word)));
    for (text, word) in [
        ("the Okafor concert was long", "okafor"),
        ("the Zyx concert was long", "zyx"),
        ("the Grace concert", "grace"),
        ("Ngozi concert", "ngozi"),
        ("the was long and ngozi", "ngozi"),
    ] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [
        ("the Zy concert was long", "zy"),
        ("the Zyx4 concert was long", "zyx4"),
        ("the Foley concert", "foley"),
        ("the Allegra concert", "allegra"),
        ("the Veronica concert", "veronica"),
        ("the Georgia concert", "georgia"),
        ("the Candida concert", "candida"),
        ("the Hope concert", "hope"),
        ("Grace concert", "grace"),
        ("GRACE concert", "grace"),
        ("the concert was ngozi", "ngozi"),
        ("the was long ngozi", "ngozi"),
        ("the was long and grace", "grace"),
        ("the Lakemont concert", "lakemont"),
        ("the Table concert", "table"),
    ] {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn a_word_in_small_letters_among_capitals_is_only_a_word() {
    let holds = |text: &str, word: &str| of(text, |tokens| is_only_a_word(tokens, place(tokens, word)));
    for (text, word) in [("The pain was long", "pain"), ("The hope was long", "hope"), ("The table was long", "table")]
    {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in
        [("The Pain was long", "pain"), ("the pain was long", "pain"), ("The okafor was long", "okafor")]
    {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn an_everyday_or_medical_word_in_small_letters_is_no_name() {
    let holds = |text: &str, word: &str| of(text, |tokens| is_no_name(tokens, place(tokens, word)));
    for (text, word) in
        [("The table was long", "table"), ("The stenosis was long", "stenosis"), ("The T-stenosis was long", "t")]
    {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [
        ("The hope was long", "hope"),
        ("The Stenosis was long", "stenosis"),
        ("the stenosis was long", "stenosis"),
        ("The rice was long", "rice"),
        ("The grace was long", "grace"),
        ("The lakemont was long", "lakemont"),
        ("The metformin was long", "metformin"),
        ("The T stenosis was long", "t"),
        ("The T-table was long", "t"),
        ("The T was long", "t"),
    ] {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn what_somebody_is_says_not_who() {
    let holds = |text: &str, word: &str| of(text, |tokens| is_a_part_played(tokens, place(tokens, word)));
    for (text, word) in [
        ("hubby came", "hubby"),
        ("then cousin came", "cousin"),
        ("then midwife came", "midwife"),
        ("Then Chaplain came", "chaplain"),
    ] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [("Then Cousin came", "cousin"), ("Then table came", "table")] {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn an_everyday_word_begins_a_sentence_as_one() {
    let holds = |text: &str, word: &str| of(text, |tokens| begins_as_word(tokens, place(tokens, word)));
    for (text, word) in [
        ("Ivy stenosis here", "ivy"),
        ("Ivy cough here", "ivy"),
        ("Ivy the cough", "ivy"),
        ("Ivy of cough", "ivy"),
        ("Ivy her cough", "ivy"),
        ("Ivy concert", "ivy"),
        ("Ivy table, the", "ivy"),
        ("Ivy table was", "ivy"),
        ("Ivy gait here", "ivy"),
    ] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [
        ("ivy cough here", "ivy"),
        ("Then Ivy cough here", "ivy"),
        ("Ivy's cough here", "ivy"),
        ("Ngozi cough here", "ngozi"),
        ("Ivy Cough here", "ivy"),
        ("Ivy, cough here", "ivy"),
        ("Ivy surgeon here", "ivy"),
        ("Rose concert", "rose"),
        ("Ivy came", "ivy"),
        ("Ivy table the", "ivy"),
        ("Ivy table up", "ivy"),
        ("Ivy dog here", "ivy"),
        ("Ivy infirmary", "ivy"),
        ("Ivy stairs here", "ivy"),
        ("Ivy midwife here", "ivy"),
        ("Ivy zyxes here", "ivy"),
    ] {
        assert!(!holds(text, word), "{text}");
    }
}
