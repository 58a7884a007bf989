//! Which everyday words are names by what they do.

use super::*;
use crate::privacy::recognizers::names::example::claimed;

#[test]
fn an_everyday_name_of_a_text_of_one_case_is_told_by_what_it_does() {
    let rows: &[(&str, &[&str])] = &[
        ("ivy took it home and it was done", &["ivy"]),
        ("then ivy took it home and it was done", &[]),
        ("Ivy took it home", &[]),
        ("IVY TOOK IT HOME", &["IVY"]),
        ("bright took it home and it was done", &[]),
        ("such took it home and it was done", &[]),
        ("rode took it home and it was done", &[]),
        ("goal took it home and it was done", &[]),
        ("ethnicity took it home and it was done", &[]),
        ("midwife took it home and it was done", &[]),
        ("cousin took it home and it was done", &[]),
        ("lens took it home and it was done", &[]),
        ("june took it home and it was done", &[]),
        ("judge took it home and it was done", &[]),
        ("iris took it home and it was done", &[]),
        ("veronica took it home and it was done", &[]),
        ("allegra took it home and it was done", &[]),
        ("ivy is here and it was done at home", &[]),
        ("ivy also is here and it was done at home", &[]),
        ("ivy, took it home and it was done", &[]),
        ("ivy table is here and it was done at home", &[]),
        ("ivy plans it home and it was done", &["ivy"]),
        ("Grace Young may go home", &["Grace Young"]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}

#[test]
fn a_given_and_a_family_name_are_told_by_what_they_do() {
    let rows: &[(&str, &[&str])] = &[
        ("Grace Young must go home", &["Grace Young"]),
        ("Grace Young took it home", &["Grace Young"]),
        ("GRACE YOUNG TOOK IT HOME", &["GRACE YOUNG"]),
        ("Then Grace Young took it home", &[]),
        ("Grace young took it home", &[]),
        ("Grace, Young took it home", &[]),
        ("Grace Young, took it home", &[]),
        ("Grace Young Took it home", &[]),
        ("Grace Young table it home", &[]),
        ("Grace Okafor took it home", &["Grace Okafor"]),
        ("Table Young took it home", &[]),
        ("Grace Table took it home", &[]),
        ("Such Young took it", &[]),
        ("Goal Young took it", &[]),
        ("Ethnicity Young took it", &[]),
        ("Lens Young took it", &[]),
        ("Manor Young took it", &[]),
        ("Foundry Young took it", &[]),
        ("Neurology Young took it", &[]),
        ("Heights Young took it", &[]),
        ("Somali Young took it", &[]),
        ("Judge Young took it", &[]),
        ("June Young took it", &[]),
        ("May Young took it", &["May Young"]),
        ("Grace June took it", &[]),
        ("Iris Young took it", &[]),
        ("Grace Hand took it", &["Grace Hand"]),
        ("Allegra Young took it", &[]),
        ("Candida Young took it", &[]),
        ("Georgia Young took it", &[]),
        ("Rode Young took it", &["Rode Young"]),
        ("Grace Young draws it", &[]),
        ("GRACE YOUNG Took it home", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}
