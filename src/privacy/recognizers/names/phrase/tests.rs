//! Which words around a head are the name of an organisation.

use super::*;
use crate::privacy::recognizers::names::example::{of, place};

#[test]
fn capitals_before_a_head_are_a_name_where_one_of_them_tells() {
    for (text, head, name) in [
        ("at Lakemont Heart Clinic in May", "clinic", "Lakemont Heart Clinic"),
        ("Clinic was", "clinic", ""),
        ("the clinic at Lakemont clinic here", "clinic", ""),
        ("AT LAKEMONT CLINIC NOW", "clinic", "LAKEMONT CLINIC"),
        ("At Lakemont CLNC CLINIC here", "clinic", "Lakemont CLNC CLINIC"),
        ("at Lakemont HOSP here", "hosp", "Lakemont HOSP"),
        ("at 4 Clinic", "clinic", ""),
        ("at J Clinic", "clinic", ""),
        ("at Lakemont 4 Clinic", "clinic", "Lakemont 4 Clinic"),
        ("at Lakemont 4321 Clinic", "clinic", ""),
        ("at Lakemont-4 Clinic", "clinic", "Lakemont-4 Clinic"),
        ("at 4 Lakemont Clinic", "clinic", "4 Lakemont Clinic"),
        ("at J Lakemont Clinic", "clinic", "J Lakemont Clinic"),
        ("at table Clinic", "clinic", ""),
        ("Then Dr Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("Then Sister Lakemont Clinic", "clinic", "Sister Lakemont Clinic"),
        ("Then Sir Lakemont Clinic", "clinic", "Sir Lakemont Clinic"),
        ("Then Don Lakemont Clinic", "clinic", "Don Lakemont Clinic"),
        ("At Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("Visited Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("The Lakemont Clinic", "clinic", "The Lakemont Clinic"),
        ("New Lakemont Clinic", "clinic", "New Lakemont Clinic"),
        ("First Lakemont Clinic", "clinic", "First Lakemont Clinic"),
        ("Our Lakemont Clinic", "clinic", "Our Lakemont Clinic"),
        ("Second Lakemont Clinic", "clinic", "Second Lakemont Clinic"),
        ("All Lakemont Clinic", "clinic", "All Lakemont Clinic"),
        ("Third Lakemont Clinic", "clinic", "Third Lakemont Clinic"),
        ("Sees Lakemont Clinic", "clinic", "Sees Lakemont Clinic"),
        ("at Regional Medical Clinic", "clinic", ""),
        ("at Somali Clinic", "clinic", ""),
        ("at Paris and Lakemont Clinic", "clinic", "Paris and Lakemont Clinic"),
        ("at Paris the Lakemont Clinic", "clinic", "Paris the Lakemont Clinic"),
        ("at paris and Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("at Visited and Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("at Surgeon and Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("at Cousin and Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("at Paris of the Lakemont Clinic", "clinic", "Paris of the Lakemont Clinic"),
        ("Paris, and Lakemont Clinic", "clinic", "Lakemont Clinic"),
        ("at Mt. Zyx Clinic", "clinic", "Mt. Zyx Clinic"),
        ("at Ft. Zyx Clinic", "clinic", "Ft. Zyx Clinic"),
        ("at Ste. Zyx Clinic", "clinic", "Ste. Zyx Clinic"),
        ("at Table. Zyx Clinic", "clinic", "Zyx Clinic"),
        ("at Paris & Zyx Clinic", "clinic", "Paris & Zyx Clinic"),
        ("at Paris, Zyx Clinic", "clinic", "Zyx Clinic"),
        (
            "One Two Three Four Five Six Seven Zyx Yxw Wvu Vut Uts Tsr Srq Clinic",
            "clinic",
            "Yxw Wvu Vut Uts Tsr Srq Clinic",
        ),
        ("h:This one was seen at Zyx\nLakemont Clinic", "clinic", "Zyx Lakemont Clinic"),
        ("at Stenosis Clinic", "clinic", ""),
        ("at Veronica Clinic", "clinic", "Veronica Clinic"),
        ("at Monday Clinic", "clinic", ""),
        ("at Visited Clinic", "clinic", ""),
        ("at Room Clinic", "clinic", ""),
        ("at Surgeon Clinic", "clinic", ""),
        ("at Neurology Clinic", "clinic", ""),
        ("at Infirmary Clinic", "clinic", ""),
        ("at Rural Clinic", "clinic", ""),
        ("at Summary Clinic", "clinic", ""),
        ("at Test Clinic", "clinic", "Test Clinic"),
        ("at Judge Clinic", "clinic", ""),
        ("at Prn Clinic", "clinic", ""),
    ] {
        of(text, |tokens| {
            let found =
                around(tokens, place(tokens, head)).map(|(first, last)| tokens.view.slice(tokens.range(first, last)));
            assert_eq!(found.unwrap_or_default(), name, "{text}");
        });
    }
}

#[test]
fn without_capitals_what_stands_before_the_words_tells_a_name() {
    for (text, head, name) in [
        ("he was put in lakemont clinic for days", "clinic", "lakemont clinic"),
        ("he was put in zyx clinic for days", "clinic", "zyx clinic"),
        ("zyx clinic is here and was home again", "clinic", "zyx clinic"),
        ("he saw zyx clinic and was home again", "clinic", "zyx clinic"),
        ("he saw table clinic and was home again", "clinic", ""),
        ("he was in table clinic and home again", "clinic", ""),
        ("he was in the table clinic and home again", "clinic", ""),
        ("he was in 4 table clinic and home again", "clinic", ""),
        ("he called table clinic and home again", "clinic", ""),
        ("4 table clinic and home again here", "clinic", ""),
        ("he went with table clinic and home again", "clinic", ""),
        ("he went for table clinic and home again", "clinic", ""),
        ("he went by table clinic and home again", "clinic", ""),
        ("table clinic and home again is here", "clinic", ""),
        ("he is here; table clinic and home again", "clinic", ""),
        ("he is: table clinic and home again", "clinic", ""),
        ("he is (table clinic) and home again", "clinic", ""),
        ("he is gone, table chair clinic and home again", "clinic", ""),
        ("he is gone, table clinic and home again", "clinic", ""),
        ("he is gone, rural table clinic and home again", "clinic", ""),
        ("he was in paris and lakemont clinic again", "clinic", "paris and lakemont clinic"),
        ("he was in table and lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was in paris of lakemont clinic again", "clinic", "paris of lakemont clinic"),
        ("he was in new lakemont clinic again", "clinic", "new lakemont clinic"),
        ("he was in surgeon lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was in cousin lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was in dr lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was in june lakemont clinic again", "clinic", "lakemont clinic"),
        ("he rode lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was seen by lakemont clinic again", "clinic", "lakemont clinic"),
        ("he was in the new lakemont clinic again", "clinic", "new lakemont clinic"),
        ("he was in open lakemont clinic again", "clinic", "open lakemont clinic"),
        ("he was in zyx yxw wvu vut uts tsr clinic again", "clinic", "wvu vut uts tsr clinic"),
        ("LAKEMONT CLINIC", "clinic", "LAKEMONT CLINIC"),
        ("SEEN IN TABLE CLINIC AGAIN", "clinic", ""),
        ("he was at table lakemont clinic again", "clinic", "table lakemont clinic"),
        ("he saw table lakemont clinic again", "clinic", "lakemont clinic"),
    ] {
        of(text, |tokens| {
            let found =
                around(tokens, place(tokens, head)).map(|(first, last)| tokens.view.slice(tokens.range(first, last)));
            assert_eq!(found.unwrap_or_default(), name, "{text}");
        });
    }
}

#[test]
fn a_name_goes_on_behind_its_head() {
    for (text, head, name) in [
        ("at Lakemont Clinic Hospital here", "clinic", "Lakemont Clinic Hospital"),
        ("at Lakemont Clinic Neurology here", "clinic", "Lakemont Clinic Neurology"),
        ("at Lakemont Clinic Bakery here", "clinic", "Lakemont Clinic Bakery"),
        ("at Lakemont Clinic bakery here", "clinic", "Lakemont Clinic"),
        ("at lakemont clinic bakery and home again", "clinic", "lakemont clinic bakery"),
        ("at Lakemont Clinic North here", "clinic", "Lakemont Clinic North"),
        ("at Lakemont Clinic-North here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic. North here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic The North", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic Dr North", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic Summary North", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic Address North", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic Monday", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic Mph", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic and Hospital here", "clinic", "Lakemont Clinic and Hospital"),
        ("at Lakemont Clinic and Neurology here", "clinic", "Lakemont Clinic and Neurology"),
        ("at Lakemont Clinic and hospital here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic and, Hospital here", "clinic", "Lakemont Clinic"),
        ("at lakemont clinic and hospital here again", "clinic", "lakemont clinic and hospital"),
        ("at Lakemont Clinic and Paris here", "clinic", "Lakemont Clinic and Paris"),
        ("at Lakemont Clinic of Paris here", "clinic", "Lakemont Clinic of Paris"),
        ("at Lakemont Clinic for Zyx here", "clinic", "Lakemont Clinic for Zyx"),
        ("at Lakemont Clinic at Paris here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic & Paris here", "clinic", "Lakemont Clinic & Paris"),
        ("at Lakemont Clinic of The Zyx here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic of Monday here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic of Dr Zyx", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic of zyx here", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic, of Paris", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic of, Paris", "clinic", "Lakemont Clinic"),
        ("at Lakemont Clinic North South East West Up here", "clinic", "Lakemont Clinic North South East West"),
    ] {
        of(text, |tokens| {
            let found =
                around(tokens, place(tokens, head)).map(|(first, last)| tokens.view.slice(tokens.range(first, last)));
            assert_eq!(found.unwrap_or_default(), name, "{text}");
        });
    }
}

#[test]
fn capitals_side_by_side_are_a_stretch() {
    let rows: &[(&str, &[&str])] = &[
        ("went to Zyx Yxw today", &["Zyx Yxw"]),
        ("went to Zyx today", &[]),
        ("went to Zyx of Yxw today", &["Zyx of Yxw"]),
        ("went to Zyx and Yxw today", &[]),
        ("went to Zyx the Yxw today", &[]),
        ("went to Zyx & Yxw today", &["Zyx & Yxw"]),
        ("went to Zyx, Yxw today", &[]),
        ("went to Zyx of, Yxw today", &[]),
        ("went to Zyx of yxw today", &[]),
        ("went to Rural Clinic today", &[]),
        ("went to XYZ Yxw today", &["XYZ Yxw"]),
        ("went to XY Yxw today", &[]),
        ("went to PRN Yxw today", &[]),
        ("went to MPH Yxw today", &[]),
        ("went to The Yxw today", &[]),
        ("went to Dr Yxw today", &[]),
        ("went to Monday Yxw today", &[]),
        ("WENT TO ZYX YXW TODAY", &[]),
        ("went to Zyx Yxw Wvu, then Uts Tsr", &["Zyx Yxw Wvu", "Uts Tsr"]),
    ];
    for &(text, stretches) in rows {
        of(text, |tokens| {
            let found = capitals(tokens).into_iter().map(|(first, last)| tokens.view.slice(tokens.range(first, last)));
            assert_eq!(found.collect::<Vec<_>>(), stretches, "{text}");
        });
    }
}

#[test]
fn a_name_stands_behind_a_head_that_comes_first() {
    for (text, head, name) in [
        ("rang Farmacia San Judas today", "farmacia", "Farmacia San Judas"),
        ("rang Farmacia today", "farmacia", "Farmacia"),
        ("rang Farmacia-Zyx today", "farmacia", "Farmacia-Zyx"),
        ("rang Farmacia, Zyx today", "farmacia", "Farmacia"),
        ("rang Farmacia The today", "farmacia", "Farmacia"),
        ("rang Farmacia Monday today", "farmacia", "Farmacia"),
        ("rang Farmacia Summary today", "farmacia", "Farmacia"),
        ("rang Farmacia de Zyx today", "farmacia", "Farmacia de Zyx"),
        ("rang Farmacia de zyx today", "farmacia", "Farmacia"),
        ("rang Klinik am Zyx today", "klinik", "Klinik am Zyx"),
        ("rang Klinik fur Zyx today", "klinik", "Klinik fur Zyx"),
        ("rang Klinik of Zyx today", "klinik", "Klinik of Zyx"),
        ("rang Klinik table Zyx today", "klinik", "Klinik"),
        ("rang farmacia zyx today again and went", "farmacia", "farmacia zyx"),
        ("rang farmacia table today again and went", "farmacia", "farmacia"),
        ("rang farmacia de zyx today again and went", "farmacia", "farmacia de zyx"),
        ("rang farmacia de table today again and went", "farmacia", "farmacia"),
        ("rang Farmacia Zyx Yxw Wvu Vut Uts Tsr today", "farmacia", "Farmacia Zyx Yxw Wvu Vut Uts"),
    ] {
        of(text, |tokens| {
            let head = place(tokens, head);
            assert_eq!(tokens.view.slice(tokens.range(head, behind_head(tokens, head))), name, "{text}");
        });
    }
}
