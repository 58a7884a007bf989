//! How much speaks for a word, and how far a name goes.

use super::*;
use crate::privacy::recognizers::names::example::{of, place};

#[test]
fn a_capital_says_more_the_less_it_is_expected() {
    let rows: &[(&str, &[(&str, i32)])] = &[
        (
            "Then Okafor, OKAFOR, XYZ, ROVER, ROVE, J, 4B, eGFR",
            &[
                ("Then", -12),
                ("Okafor", 5),
                ("OKAFOR", 2),
                ("XYZ", -2),
                ("ROVER", 1),
                ("ROVE", -2),
                ("J", -1),
                ("4B", -9),
                ("eGFR", -9),
            ],
        ),
        ("Name: Okafor. Okafor came", &[("Name", -2), ("Okafor", 4), ("Okafor", 3), ("came", -12)]),
        (
            "she saw okafor and Varga and rovers with team",
            &[
                ("she", -12),
                ("saw", -12),
                ("okafor", -3),
                ("and", -12),
                ("Varga", 5),
                ("and", -12),
                ("rovers", -4),
                ("with", -12),
                ("team", -6),
            ],
        ),
        (
            "SHE SAW OKAFOR AND Varga AND TEAM",
            &[("SHE", -12), ("SAW", -9), ("OKAFOR", 3), ("AND", -12), ("Varga", 4), ("AND", -12), ("TEAM", 0)],
        ),
    ];
    for &(text, weights) in rows {
        of(text, |tokens| {
            let found: Vec<(&str, i32)> = tokens.all.iter().map(|token| (token.raw, weight(token))).collect();
            assert_eq!(found, weights, "{text}");
        });
    }
}

#[test]
fn what_a_word_does_speaks_against_its_being_a_name() {
    let rows: &[(&str, &[(&str, i32)])] = &[
        (
            "Then With, Summary, Ethnicity, Syndrome, Infirmary, Bakery, Surgeon, Cousin, Sergeant, Walked, Somali, Monday, Prn, Mph, Wales, Van, Jr",
            &[
                ("Then", -12),
                ("With", -10),
                ("Summary", 0),
                ("Ethnicity", 3),
                ("Syndrome", 0),
                ("Infirmary", 0),
                ("Bakery", -3),
                ("Surgeon", -6),
                ("Cousin", 2),
                ("Sergeant", -1),
                ("Walked", -1),
                ("Somali", 3),
                ("Monday", -2),
                ("Prn", -1),
                ("Mph", 5),
                ("Wales", 2),
                ("Van", 2),
                ("Jr", 2),
            ],
        ),
        (
            "Then Such, Goal, Ethnicity, Lens, Manor, Foundry, Midwife, Cousin, Judge, Rode, Somali, June, Haha, Mph",
            &[
                ("Then", -12),
                ("Such", -1),
                ("Goal", 3),
                ("Ethnicity", 3),
                ("Lens", 3),
                ("Manor", 3),
                ("Foundry", 3),
                ("Midwife", 2),
                ("Cousin", 2),
                ("Judge", 2),
                ("Rode", 2),
                ("Somali", 3),
                ("June", 1),
                ("Haha", 2),
                ("Mph", 5),
            ],
        ),
        ("Then PRN, MPH, WALES, HAHA", &[("Then", -11), ("PRN", -3), ("MPH", 0), ("WALES", -3), ("HAHA", 0)]),
        (
            "Then Mary Patel, Will, May, Hand",
            &[("Then", -12), ("Mary", 6), ("Patel", 6), ("Will", -3), ("May", -4), ("Hand", 0)],
        ),
    ];
    for &(text, weights) in rows {
        of(text, |tokens| {
            let found: Vec<(&str, i32)> = tokens.all.iter().map(|token| (token.raw, weight(token))).collect();
            assert_eq!(found, weights, "{text}");
        });
    }
}

#[test]
fn what_is_known_of_a_word_speaks_for_its_being_a_name_or_against_it() {
    let rows: &[(&str, &[(&str, i32)])] = &[
        (
            "Then Zyxwva, Zy, Zyx, Zyxwvectomy",
            &[("Then", -12), ("Zyxwva", 4), ("Zy", 2), ("Zyx", 4), ("Zyxwvectomy", -1)],
        ),
        (
            "Then Rose, Mary, Lee, Will, Hope, Grace, Iris, Veronica, Table, Pain, Stenosis, Metformin, Lakemont, Michigan, Georgia, Allegra, Candida, Braf, Levine, Babinski, Wilson, Norwalk, Paris, Norwalk",
            &[
                ("Then", -12),
                ("Rose", 5),
                ("Mary", 6),
                ("Lee", 5),
                ("Will", -3),
                ("Hope", 0),
                ("Grace", 2),
                ("Iris", 2),
                ("Veronica", 3),
                ("Table", -3),
                ("Pain", -6),
                ("Stenosis", -1),
                ("Metformin", -3),
                ("Lakemont", 4),
                ("Michigan", -1),
                ("Georgia", 3),
                ("Allegra", 1),
                ("Candida", 3),
                ("Braf", 2),
                ("Levine", 4),
                ("Babinski", 1),
                ("Wilson", 5),
                ("Norwalk", 2),
                ("Paris", 5),
                ("Norwalk", 2),
            ],
        ),
        (
            "Then BRAF and YASMIN and KEGEL came",
            &[("Then", -12), ("BRAF", -5), ("and", -12), ("YASMIN", 2), ("and", -12), ("KEGEL", -1), ("came", -12)],
        ),
        (
            "then rose, mary, lee, will, hope, grace, iris, veronica, table, pain, stenosis, metformin, lakemont, michigan, georgia, allegra, candida, braf, levine, wilson, norwalk, paris",
            &[
                ("then", -12),
                ("rose", 1),
                ("mary", 4),
                ("lee", 3),
                ("will", -8),
                ("hope", -5),
                ("grace", -2),
                ("iris", -2),
                ("veronica", 1),
                ("table", -5),
                ("pain", -8),
                ("stenosis", -3),
                ("metformin", -5),
                ("lakemont", 2),
                ("michigan", -3),
                ("georgia", 1),
                ("allegra", -1),
                ("candida", 1),
                ("braf", 0),
                ("levine", 2),
                ("wilson", 3),
                ("norwalk", 0),
                ("paris", 3),
            ],
        ),
        (
            "Then rose, mary, lee, will, hope, grace, iris, table, pain, metformin, lakemont, okafor, zyxwv, with",
            &[
                ("Then", -12),
                ("rose", -5),
                ("mary", -2),
                ("lee", -3),
                ("will", -11),
                ("hope", -11),
                ("grace", -8),
                ("iris", -8),
                ("table", -9),
                ("pain", -12),
                ("metformin", -11),
                ("lakemont", -4),
                ("okafor", -3),
                ("zyxwv", -4),
                ("with", -12),
            ],
        ),
    ];
    for &(text, weights) in rows {
        of(text, |tokens| {
            let found: Vec<(&str, i32)> = tokens.all.iter().map(|token| (token.raw, weight(token))).collect();
            assert_eq!(found, weights, "{text}");
        });
    }
}

#[test]
fn a_name_goes_as_far_as_words_follow_that_may_be_of_it() {
    let rows: &[(&str, &str, i32, &str)] = &[
        ("Seen by Mary Okafor today.", "mary", 1, "Mary Okafor"),
        ("Seen by Okafor, Jr. today", "okafor", 1, "Okafor, Jr"),
        ("Seen by Okafor Jr today", "okafor", 1, "Okafor Jr"),
        ("Seen by Okafor. Jr was there", "okafor", 1, "Okafor"),
        ("Seen by Okafor jr today", "okafor", 1, "Okafor"),
        ("Seen by J. Okafor today", "j", 1, "J. Okafor"),
        ("Seen by St. Okafor today", "st", 1, "St. Okafor"),
        ("Seen by Mary. Okafor came", "mary", 1, "Mary"),
        ("Seen by Mary-Ann Okafor today", "mary", 1, "Mary-Ann Okafor"),
        ("OKAFOR^MARY^J SEEN", "okafor", 1, "OKAFOR^MARY^J"),
        ("Seen by Mary / Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary, Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary J Okafor today", "mary", 1, "Mary J Okafor"),
        ("Seen by Mary j Okafor today", "mary", 1, "Mary"),
        ("seen by mary j okafor today", "mary", 1, "mary j okafor"),
        ("seen by mary j. at the clinic", "mary", 1, "mary j"),
        ("seen by mary j k at the clinic", "mary", 1, "mary j"),
        ("seen by mary j at the clinic", "mary", 1, "mary"),
        ("Seen by Mary 4 today", "mary", 1, "Mary"),
        ("Seen by Mary eGFR today", "mary", 1, "Mary"),
        ("Seen by Mary-the today", "mary", 1, "Mary"),
        ("Seen by Mary-The today", "mary", 1, "Mary-The"),
        ("Seen by Mary Okafor MD today", "mary", 1, "Mary Okafor"),
        ("Seen by Mary ROOM 4", "mary", 1, "Mary"),
        ("Seen by Mary J Table today", "mary", 1, "Mary J"),
        ("Seen by J Table today", "j", 1, "J"),
        ("Seen by Mary van Table today", "mary", 1, "Mary"),
        ("Mary J Room here", "mary", 1, "Mary J"),
        ("Mary J Summary here", "mary", 1, "Mary J"),
        ("Seen by Mary Table today", "mary", -1, "Mary"),
        ("seen by mary table today", "mary", 0, "mary"),
        ("Mary Okafor: seen", "mary", 1, "Mary Okafor"),
        ("Mary Bright: seen", "mary", 1, "Mary Bright"),
        ("Mary Ethnicity: seen", "mary", 1, "Mary"),
        ("Seen by Ngozi Bright today", "ngozi", 1, "Ngozi Bright"),
        ("Seen by Ngozi Hand today", "ngozi", 1, "Ngozi Hand"),
        ("Seen by Grace Hand today", "grace", 1, "Grace Hand"),
        ("Seen by Grace Hand today", "grace", 4, "Grace"),
        ("Seen by Ngozi Will today", "ngozi", 4, "Ngozi Will"),
        ("Seen by Ngozi May today", "ngozi", 4, "Ngozi"),
        ("seen by ngozi bright, then gone from the clinic", "ngozi", 1, "ngozi bright"),
        ("seen by ngozi bright in the clinic", "ngozi", 1, "ngozi bright"),
        ("seen by ngozi bright soup in the clinic", "ngozi", 1, "ngozi"),
        ("seen by ngozi bright 4 in the clinic", "ngozi", 1, "ngozi bright"),
        ("seen by ngozi bright, then gone from the clinic", "ngozi", 4, "ngozi"),
        ("Seen by ngozi bright, then gone", "ngozi", 1, "ngozi"),
        ("Seen by Mary de la Cruz today", "mary", 1, "Mary de la Cruz"),
        ("Seen by Mary van der den Zyx today", "mary", 1, "Mary van der den Zyx"),
        ("Seen by Mary van der den ter Zyx today", "mary", 1, "Mary"),
        ("Seen by Mary (Merry) Okafor today", "mary", 1, "Mary (Merry) Okafor"),
        ("Seen by Mary (\"Merry\") Okafor today", "mary", 1, "Mary (\"Merry\") Okafor"),
        ("Seen by Mary (table) Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary (Table) Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary (Zyx), Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary (Zyx) okafor today", "mary", 1, "Mary"),
        ("Seen by Mary (Zyx) The today", "mary", 1, "Mary"),
        ("Seen by Mary [Zyx] Okafor today", "mary", 1, "Mary"),
        ("Seen by Mary (Surgeon) Okafor today", "mary", 1, "Mary"),
        ("h:This one was seen by Mary\nOkafor today", "mary", 1, "Mary Okafor"),
        ("h:by Mary\nOkafor today", "mary", 1, "Mary"),
        ("h:This one was seen by Mary\nvan Zyx today", "mary", 1, "Mary van Zyx"),
        ("h:by Mary\nvan Zyx today", "mary", 1, "Mary"),
        ("h:This one was seen by Mary\nVan Table today", "mary", 1, "Mary Van"),
        ("h:This one was seen by Mary-\nAnn today", "mary", 1, "Mary- Ann"),
        ("OKAFOR^NGOZI^J seen", "okafor", 1, "OKAFOR^NGOZI^J"),
        ("LABEL|OKAFOR^MARY^J|SEEN", "okafor", 1, "OKAFOR^MARY^J"),
        (
            "Mary Ngozi Tariq John Okafor Solberg Varga Patel Lee Etienne",
            "mary",
            1,
            "Mary Ngozi Tariq John Okafor Solberg Varga Patel",
        ),
        ("Seen by Mary van-der-Okafor here", "mary", 1, "Mary van-der-Okafor"),
        ("Seen by Mary van, Okafor here", "mary", 1, "Mary"),
        ("Seen by Mary (\"Merry.\"\t) Okafor", "mary", 1, "Mary"),
        ("Seen by Mary (Merry Zyx) Okafor", "mary", 1, "Mary"),
        ("Seen by Mary (Zy) Lakemont", "mary", 1, "Mary (Zy) Lakemont"),
        ("Seen by Mary (Pain) Lakemont", "mary", 1, "Mary"),
        ("Seen by Mary (\"Pain\") Lakemont", "mary", 1, "Mary (\"Pain\") Lakemont"),
        ("Seen by Mary (Zy) Table", "mary", 1, "Mary"),
        ("seen by ngozi rode, gone home and done again", "ngozi", 1, "ngozi"),
        ("seen by ngozi goal, gone home and done again", "ngozi", 1, "ngozi goal"),
        ("seen by ngozi such, gone home and done again", "ngozi", 1, "ngozi"),
        ("seen by ngozi lens, gone home and done again", "ngozi", 1, "ngozi lens"),
        ("Seen by Ngozi Such here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Ethnicity here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Lens here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Manor here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Foundry here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi June here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Midwife here", "ngozi", 9, "Ngozi"),
        ("Seen by Ngozi Rode here", "ngozi", 9, "Ngozi Rode"),
        ("Seen by Table Rode here", "table", 9, "Table"),
        ("Seen by Table Grace here", "table", 1, "Table Grace"),
        ("Seen by Table Grace here", "table", 2, "Table Grace"),
        ("Seen by Table Rode here", "table", 1, "Table Rode"),
        ("Seen by Table Goal here", "table", 1, "Table Goal"),
        ("Ngozi Grace here", "ngozi", 9, "Ngozi Grace"),
        ("Zyx Grace here", "zyx", 9, "Zyx"),
        ("Lakemont Grace here", "lakemont", 9, "Lakemont"),
        ("h:seen by Mary J\nOkafor today", "mary", 1, "Mary J Okafor"),
        ("seen by ngozi j 4 here and then home", "ngozi", 1, "ngozi"),
        ("seen by ngozi j zyxw here and then home", "ngozi", 1, "ngozi j zyxw"),
        ("seen by ngozi j came here and then home", "ngozi", 1, "ngozi"),
        ("Seen by Ngozi Goal here", "ngozi", 1, "Ngozi Goal"),
        ("Seen by Ngozi Room here", "ngozi", 1, "Ngozi"),
        ("Seen by Mary J Bright here", "mary", 9, "Mary J Bright"),
        ("Seen by Mary Bright here", "mary", 9, "Mary Bright"),
        ("Mary J Ethnicity here", "mary", 9, "Mary J"),
        ("Mary J Goal here", "mary", 9, "Mary J"),
        ("Mary J Judge here", "mary", 9, "Mary J"),
        ("Mary J Such here", "mary", 9, "Mary J"),
        ("Mary J Lens here", "mary", 9, "Mary J Lens"),
        ("J Lens here", "j", 9, "J"),
        ("Mary van Lens here", "mary", 9, "Mary van Lens"),
        ("Mary Van Lens here", "mary", 9, "Mary"),
        ("Mary van lens here", "mary", 9, "Mary"),
        ("SEEN BY MARY J LENS HERE", "mary", 9, "MARY J"),
        ("Mary jr came", "mary", 1, "Mary"),
        ("Mary Grace's table", "mary", 9, "Mary Grace"),
        ("seen by mary bright, gone home again and done", "mary", 0, "mary bright"),
        ("seen by mary bright, gone home again and done", "mary", 2, "mary"),
        ("seen by mary iris, gone home again and done", "mary", 1, "mary iris"),
        ("seen by mary iris soup, gone home again and done", "mary", 1, "mary"),
        ("SEEN BY NGOZI IRIS, GONE", "ngozi", 1, "NGOZI IRIS"),
        ("Seen by Ngozi iris, gone", "ngozi", 1, "Ngozi"),
    ];
    for &(text, word, floor, name) in rows {
        of(text, |tokens| {
            let at = place(tokens, word);
            assert_eq!(tokens.view.slice(tokens.range(at, end(tokens, at, floor))), name, "{text}");
        });
    }
}

#[test]
fn a_name_begins_where_no_word_before_it_may_be_of_it() {
    let rows: &[(&str, &str, i32, &str)] = &[
        ("Seen by Ngozi Okafor", "okafor", 1, "Ngozi Okafor"),
        ("Seen by Table Okafor", "okafor", 1, "Okafor"),
        ("Table Okafor", "okafor", 1, "Okafor"),
        ("Lakemont Okafor", "okafor", 3, "Lakemont Okafor"),
        ("Seen by Lakemont Okafor", "okafor", 5, "Okafor"),
        ("Dr Okafor", "okafor", -9, "Okafor"),
        ("Seen by Dr Okafor", "okafor", -9, "Okafor"),
        ("Mary J Okafor", "okafor", 1, "Mary J Okafor"),
        ("Mary J. Okafor", "okafor", 1, "Mary J. Okafor"),
        ("Mary. Okafor", "okafor", 1, "Okafor"),
        ("Mary-Okafor", "okafor", 1, "Mary-Okafor"),
        ("Mary, Okafor", "okafor", 1, "Okafor"),
        ("St. Okafor", "okafor", -9, "St. Okafor"),
        ("Mary van der Okafor", "okafor", 1, "van der Okafor"),
        ("by van der Okafor", "okafor", 1, "van der Okafor"),
        ("with y Okafor", "okafor", 1, "y Okafor"),
        ("by Van Okafor", "okafor", 1, "Van Okafor"),
        ("OKAFOR^MARY", "mary", 1, "OKAFOR^MARY"),
        ("SEEN OKAFOR^MARY", "mary", 1, "OKAFOR^MARY"),
        ("h:This one was seen by Mary\nOkafor today", "okafor", 1, "Mary Okafor"),
        ("h:by Mary\nOkafor today", "okafor", 1, "Okafor"),
        ("h:Seen by Mary-\nAnn", "ann", 1, "Mary- Ann"),
        (
            "Mary Ngozi Tariq John Okafor Solberg Varga Patel Lee Etienne",
            "etienne",
            1,
            "Tariq John Okafor Solberg Varga Patel Lee Etienne",
        ),
        ("Sri John Okafor", "okafor", -9, "John Okafor"),
        ("by e Okafor", "okafor", 1, "e Okafor"),
        ("Seen of Okafor", "okafor", -20, "Okafor"),
        ("Seen by Hope Okafor", "okafor", 1, "Okafor"),
        ("Hope Okafor", "okafor", 1, "Okafor"),
        ("Grace Okafor", "okafor", 1, "Grace Okafor"),
        ("seen Grace Okafor", "okafor", 3, "Okafor"),
        ("Grace Okafor", "okafor", 3, "Okafor"),
        ("Doctor Okafor", "okafor", -9, "Okafor"),
        ("Judge Okafor", "okafor", -9, "Okafor"),
        ("Mary Judge Okafor", "okafor", -9, "Okafor"),
        ("seen by 4 Okafor", "okafor", -9, "4 Okafor"),
        ("OKAFOR Okafor", "okafor", -9, "OKAFOR"),
        ("Mary J-Okafor", "okafor", 1, "Mary J-Okafor"),
        ("Table. Okafor", "okafor", -9, "Okafor"),
        ("J. Okafor", "okafor", 1, "J. Okafor"),
        ("j Okafor", "okafor", 1, "j Okafor"),
        ("Mary DE Okafor", "okafor", 1, "Okafor"),
        ("the Okafor", "okafor", -20, "Okafor"),
        ("an e Okafor", "okafor", -20, "e Okafor"),
    ];
    for &(text, word, floor, name) in rows {
        of(text, |tokens| {
            let at = place(tokens, word);
            assert_eq!(tokens.view.slice(tokens.range(start(tokens, at, floor), at)), name, "{text}");
        });
    }
}

#[test]
fn a_given_name_stands_behind_the_comma() {
    let rows: &[(&str, &str, i32, &str)] = &[
        ("Okafor, Mary J. came", "okafor", 1, "Okafor, Mary J"),
        ("Okafor. Mary came", "okafor", 1, "Okafor"),
        ("Okafor, MD came", "okafor", -9, "Okafor"),
        ("Okafor, PHARMD came", "okafor", 0, "Okafor"),
        ("Okafor, J. came", "okafor", 1, "Okafor, J"),
        ("Okafor, J came", "okafor", 1, "Okafor"),
        ("Okafor, J K came", "okafor", 1, "Okafor, J K"),
        ("Okafor, 4 came", "okafor", -9, "Okafor"),
        ("Okafor, eGFR came", "okafor", -20, "Okafor"),
        ("Okafor, Table came", "okafor", 1, "Okafor"),
        ("Okafor, Grace came", "okafor", 2, "Okafor, Grace"),
        ("Okafor, Grace came", "okafor", 3, "Okafor"),
        ("okafor, grace came here and went", "okafor", 0, "okafor, grace"),
        ("okafor, grace came here and went", "okafor", 1, "okafor"),
        ("okafor, grace table here and went", "okafor", 0, "okafor"),
        ("okafor, such, here and went home", "okafor", 0, "okafor"),
        ("okafor, rode, here and went home", "okafor", 0, "okafor, rode"),
        ("okafor, midwife, here and went home", "okafor", 0, "okafor, midwife"),
        ("okafor, cousin, here and went home", "okafor", 0, "okafor, cousin"),
        ("okafor, table, here and went home", "okafor", 0, "okafor"),
        ("Okafor, Table-Chair came", "okafor", 9, "Okafor"),
        ("Okafor, Table-the came", "okafor", 9, "Okafor"),
        ("Okafor, Table-test came", "okafor", 9, "Okafor"),
        ("Okafor, table-chair came", "okafor", 9, "Okafor"),
        ("Okafor, 4-Chair came", "okafor", 9, "Okafor"),
        ("Okafor, J-Chair came", "okafor", 9, "Okafor"),
        ("Okafor", "okafor", 1, "Okafor"),
        ("Okafor, Mary Table came", "okafor", -3, "Okafor, Mary"),
        ("Okafor, Zyx-Grace came", "okafor", 9, "Okafor, Zyx-Grace"),
        ("Okafor, Rose-Chair came", "okafor", 9, "Okafor"),
        ("okafor, rose-chair came here and went", "okafor", 9, "okafor"),
        ("Okafor, MD-Grace came", "okafor", 9, "Okafor"),
        ("Okafor, FACOG came", "okafor", -9, "Okafor, FACOG"),
        ("Okafor, LICSW came", "okafor", -9, "Okafor, LICSW"),
        ("okafor, 4, came here and went", "okafor", 0, "okafor"),
        ("Okafor, J. Mary came", "okafor", 3, "Okafor, J. Mary"),
        ("Okafor, Mary Grace came", "okafor", 3, "Okafor, Mary Grace"),
    ];
    for &(text, word, floor, name) in rows {
        of(text, |tokens| {
            let at = place(tokens, word);
            assert_eq!(tokens.view.slice(tokens.range(at, with_given(tokens, at, floor))), name, "{text}");
        });
    }
}

#[test]
fn a_line_is_wrapped_where_it_is_long_enough() {
    let holds = |text: &str, word: &str| of(text, |tokens| wraps(tokens, place(tokens, word)));
    for (text, word) in [
        ("h:seen by Mary J\nOkafor today", "okafor"),
        ("h:seen by Mary J\nvan Zyx today", "van"),
        ("h:Then one more | seen by Mary J\nOkafor today", "okafor"),
    ] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [
        ("h:by Mary J\nOkafor today", "okafor"),
        ("h:then seen by Dr Mary J\nTable today", "table"),
        ("h:seen by Dr Mary J\nTable today", "table"),
        ("h:seen by Mary J\nGrace today", "grace"),
        ("h:seen by Mary J\nVeronica today", "veronica"),
        ("h:seen by Mary J\nAllegra today", "allegra"),
        ("h:seen by Mary J\nManor today", "manor"),
        ("h:seen by Mary J\nZyx today", "zyx"),
        ("h:seen by Mary J\nVan Zyx today", "van"),
        ("h:then seen by Dr Mary J\nRoom 4", "room"),
        ("h:then seen by Dr Mary J\nSummary 4", "summary"),
        ("h:then seen by Dr Mary J\nZyx: 4", "zyx"),
        ("h:Then one more | by Mary J\nOkafor today", "okafor"),
    ] {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn a_name_may_end_before_a_sign_or_a_small_word() {
    let holds = |text: &str, word: &str| of(text, |tokens| closes(tokens, place(tokens, word)));
    for (text, word) in [
        ("Then Mary", "mary"),
        ("Then Mary, table", "mary"),
        ("Then Mary 4", "mary"),
        ("Then Mary the", "mary"),
        ("Then Mary rode", "mary"),
        ("Then Mary MPH", "mary"),
    ] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [("Then Mary table", "mary"), ("Then Mary-table", "mary")] {
        assert!(!holds(text, word), "{text}");
    }
}

#[test]
fn a_particle_may_open_a_family_name() {
    let holds = |text: &str, word: &str| of(text, |tokens| is_leading_particle(tokens, place(tokens, word)));
    for (text, word) in [("van Okafor", "van"), ("van-Okafor", "van"), ("los Okafor", "los"), ("de Okafor", "de")] {
        assert!(holds(text, word), "{text}");
    }
    for (text, word) in [("van, Okafor", "van"), ("van", "van"), ("y Okafor", "y"), ("table Okafor", "table")] {
        assert!(!holds(text, word), "{text}");
    }
}
