//! Which words beside names, and where else names stand.

use super::*;
use crate::privacy::recognizers::names::example::claimed;
use crate::privacy::recognizers::person::{announced, bare};

#[test]
fn names_are_listed_beside_names_that_something_announces() {
    let rows: &[(&str, &[&str])] = &[
        ("Dr Ngozi and Solberg came", &["Solberg"]),
        ("Dr Ngozi and solberg came", &[]),
        ("Dr Ngozi or Solberg came, Mrs Varga et Okafor came", &["Solberg", "Okafor"]),
        ("Dr Ngozi, and Solberg came", &["Solberg"]),
        ("Dr Ngozi and, Solberg came", &[]),
        ("Dr Ngozi & Solberg came", &["Solberg"]),
        ("Dr Ngozi/Solberg came", &["Solberg"]),
        ("Dr Ngozi Solberg came", &[]),
        ("Dr Ngozi, Solberg came", &[]),
        ("Dr Ngozi and Grace came", &["Grace"]),
        ("Dr Ngozi and Grace chair", &[]),
        ("Dr Ngozi and Grace, chair", &["Grace"]),
        ("Dr Ngozi and Levine test", &[]),
        ("Dr Ngozi and Solberg test came", &[]),
        ("Dr Ngozi and 4 came", &[]),
        ("Dr Ngozi and J came", &[]),
        ("Dr Ngozi and Paris came, then gone", &["Paris"]),
        ("Dr Ngozi and Table came", &[]),
        ("Dr Ngozi and Solberg and Varga came", &["Solberg", "Varga"]),
        ("Zyxwv, Dr Ngozi came", &[]),
        ("Solberg, Dr Ngozi came", &[]),
        ("Solberg, Ngozi, RN came", &[]),
        ("Veronica, Ngozi, RN came", &[]),
        ("Michigan, Ngozi, RN came", &[]),
        ("Dr Ngozi Okafor (\"Merry\") came", &["Merry"]),
        ("Dr Ngozi Okafor (\"Allegra\") came", &["Allegra"]),
        ("Dr Ngozi Okafor (Allegra) came", &[]),
        ("Dr Ngozi Okafor (Merry) came", &["Merry"]),
        ("Dr Ngozi Okafor (\"Table\") came", &[]),
        ("Dr Ngozi Okafor (Table) came", &[]),
        ("Dr Ngozi Okafor (\"Grace\") came", &["Grace"]),
        ("Dr Ngozi Okafor (\"Lakemont\") came", &["Lakemont"]),
        ("Dr Ngozi Okafor (\"merry\") came", &[]),
        ("Dr Ngozi Okafor (\"Merry Zyx\") came", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, |tokens| beside(tokens, &announced(tokens))), names, "{text}");
    }
}

#[test]
fn names_are_listed_beside_names_that_nothing_announces() {
    let rows: &[(&str, &[&str])] = &[
        ("Solberg, Ngozi Okafor and Varga came", &["Solberg", "Varga"]),
        ("Michigan, Ngozi Okafor came", &[]),
        ("Table, Ngozi Okafor came", &[]),
        ("zyxw, mary and varga came here and went home", &["zyxw"]),
        ("zyxw, mary came here and went home", &[]),
        ("table, mary and varga came here and went home", &[]),
        ("solberg, ngozi and varga came here and went home", &[]),
        ("solberg, ngozi came here and went home", &[]),
        ("Solberg, ngozi came here", &[]),
        ("Then Ngozi came and Grace went", &[]),
        ("Then Ngozi and Grace went", &[]),
        ("Then Ngozi and Glenn went", &[]),
        ("Then Ngozi and Lakemont went", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, |tokens| beside(tokens, &bare::claims(tokens))), names, "{text}");
    }
}

#[test]
fn a_name_that_is_sure_somewhere_is_found_elsewhere() {
    let rows: &[(&str, &[&str])] = &[
        (
            "Dr Zilberstein came. Ask Zilberstein, ask zilberstein, ask ZILBERSTEIN.",
            &["Zilberstein", "zilberstein", "ZILBERSTEIN"],
        ),
        ("Dr Grace came. Ask Grace. Grace came. Grace chair. ask grace. Grace.", &["Grace", "Grace"]),
        ("Dr Table came. Table came. Ask Table. Grace Table.", &[]),
        ("Dr Levine came. Levine test. Levine-test. Levine, test. ask Levine test.", &["Levine"]),
        ("Dr Levine came. Levine Test 4.", &[]),
        ("Dr Metformin came. metformin here. Metformin came", &[]),
        ("Dr van der Berg came. van der table. Berg here", &["Berg"]),
        ("Dr Lee came. LEE here. L here. Le here.", &["LEE"]),
        ("Dr Ng came. ask Ng.", &[]),
        (
            "dr grace came. grace took it. but grace took it. then grace is here. with grace. grace chair. she saw grace walk again",
            &["grace", "grace", "grace"],
        ),
        (
            "dr grace came. and grace took it, that grace took it, table grace took it, grace test took it, if grace took it",
            &["grace", "grace", "grace"],
        ),
        ("DR GRACE CAME. GRACE TOOK IT. CHAIR GRACE TOOK IT. OKAFOR", &["GRACE"]),
        ("DR OKAFOR CAME. OKAFOR. OKAFOR TEST. TEST", &["OKAFOR"]),
        ("Dr Ngozi Midwife came. Ask Midwife.", &[]),
        ("Dr Ngozi Okafor Jr came. Ask Jr.", &[]),
        ("Dr Ngozi Ethnicity came. Ask Ethnicity.", &[]),
        ("Dr Ngozi Goal came. Ask Goal.", &[]),
        ("Dr Ngozi Cousin came. Ask Cousin.", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, |tokens| elsewhere(tokens, &announced(tokens))), names, "{text}");
    }
}
