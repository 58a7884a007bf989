//! What is part of a medical term, and what is somebody.

use super::*;
use crate::privacy::detect::Score;
use crate::privacy::recognizers::names::example::{of, place};

/// Returns whether the names in `names`, the first and the last word of a claim, are part of a term in `text`.
fn holds(text: &str, names: &str) -> bool {
    of(text, |tokens| {
        let (first, last) = names.split_once(' ').unwrap_or((names, names));
        let (first, last) = (place(tokens, first), place(tokens, last));
        is_term(tokens, &Claim { first, last, score: Score::WEAK, pattern: "", context: None })
    })
}

#[test]
fn a_name_before_a_word_of_terms_is_part_of_a_term() {
    for (text, names) in [
        ("Wilson disease here", "wilson"),
        ("Okafor syndrome here", "okafor"),
        ("Okafor and Solberg syndrome", "okafor"),
        ("Okafor or Solberg syndrome", "okafor"),
        ("Okafor/Solberg syndrome", "okafor"),
        ("Okafor & Solberg syndrome", "okafor"),
        ("Okafor and and and syndrome", "okafor"),
        ("Okafor-syndrome", "okafor"),
        ("Okafor Test syndrome", "okafor"),
        ("Levine big syndrome", "levine"),
        ("Okafor table syndrome", "okafor"),
        ("circle of Okafor", "okafor"),
        ("Okafor zyxectomy", "okafor"),
        ("Okafor suspension, Okafor maze", "okafor"),
        ("Okafor-table here", "okafor"),
        ("Okafor-stenosis here", "okafor"),
        ("Okafor 3 here", "okafor"),
        ("Okafor-3 here", "okafor"),
        ("Okafor II here", "okafor"),
        ("Okafor negative", "okafor"),
        ("Okafor present", "okafor"),
        ("Levine-Perthes 3", "levine perthes"),
        ("Levine Perthes 3", "levine perthes"),
        ("Babinski-Foley 3", "babinski foley"),
        ("positive Levine here", "levine"),
        ("the Levine here", "levine"),
        ("reverse Levine came", "levine"),
    ] {
        assert!(holds(text, names), "{text}");
    }
}

#[test]
fn a_name_that_nothing_makes_a_term_is_somebodys() {
    for (text, names) in [
        ("Wilson table here", "wilson"),
        ("Okafor, Solberg syndrome", "okafor"),
        ("Okafor and and and and syndrome", "okafor"),
        ("Okafor then syndrome", "okafor"),
        ("Okafor, syndrome", "okafor"),
        ("Okafor/syndrome", "okafor"),
        ("Levine, big syndrome", "levine"),
        ("Levine table, syndrome", "levine"),
        ("table of Okafor", "okafor"),
        ("circle in Okafor", "okafor"),
        ("circle of Ngozi Okafor", "ngozi okafor"),
        ("Okafor Zyxectomy", "okafor"),
        ("Okafor, zyxectomy", "okafor"),
        ("Okafor", "okafor"),
        ("Okafor-like here", "okafor"),
        ("Okafor-Table here", "okafor"),
        ("Okafor-zyx here", "okafor"),
        ("Okafor table", "okafor"),
        ("Okafor, 3 here", "okafor"),
        ("Ngozi Okafor 3", "ngozi okafor"),
        ("Levine-Okafor 3", "levine okafor"),
        ("table Levine here", "levine"),
        ("the Okafor here", "okafor"),
        ("the Levine Perthes here", "levine perthes"),
    ] {
        assert!(!holds(text, names), "{text}");
    }
}
