//! How words are written, and what stands between them.

use super::*;
use crate::privacy::recognizers::names::example::of;

#[test]
fn a_word_has_the_shape_of_its_letters_and_digits() {
    use Shape::{Capital, Letter, Lower, Mixed, Number, Upper};
    for (word, expected) in [
        ("okafor", Lower),
        ("l'oreal", Lower),
        ("Okafor", Capital),
        ("Okafor's", Capital),
        ("McDonald", Capital),
        ("MacLeod", Capital),
        ("DeShawn", Capital),
        ("LeRoy", Capital),
        ("O'Brien", Capital),
        ("d'Arc", Capital),
        ("J.Okafor", Capital),
        ("Oka4", Capital),
        ("李明", Capital),
        ("P.J.Lee", Capital),
        ("OKAFOR", Upper),
        ("O'BRIEN's", Upper),
        ("A.B.C.D", Upper),
        ("ELLl0TT", Upper),
        ("C3PO", Upper),
        ("VARo5", Upper),
        ("J", Letter),
        ("j", Letter),
        ("12", Number),
        ("4B", Number),
        ("B12", Number),
        ("x1", Number),
        ("a1b2", Number),
        ("ab1", Number),
        ("ab1c", Lower),
        ("abc1", Lower),
        ("eGFR", Mixed),
        ("pH", Mixed),
        ("iPhone", Mixed),
        ("AbCDe", Mixed),
        ("ABc", Mixed),
        ("ABCx", Mixed),
        ("OkA4", Mixed),
        ("McDo", Mixed),
        ("Aberforth", Capital),
        ("AberfoRth", Mixed),
        ("P.J.Solberg", Mixed),
        ("AberoRth", Capital),
    ] {
        assert_eq!(shape(word), expected, "{word}");
    }
}

#[test]
fn gaps_are_told_by_their_signs() {
    use Gap::{
        And, BrokenHyphen, Caret, Close, Colon, Comma, Field, Hyphen, Open, Other, Slash, Space, Start, Stop, Wrap,
    };
    let rows: &[(&str, &[Gap])] = &[
        ("a b", &[Start, Space]),
        ("a-b a - b", &[Start, Hyphen, Space, Other]),
        ("ab-\ncd", &[Start, BrokenHyphen]),
        ("ab -\ncd", &[Start, Field]),
        ("h:Okafor-\nBerg came", &[Start, BrokenHyphen, Space]),
        ("h:seen by\nOkafor", &[Start, Space, Wrap]),
        ("h:seen by\n  Okafor", &[Start, Space, Wrap]),
        ("h:one\ntwo  three", &[Start, Wrap, Field]),
        ("a, b., c", &[Start, Comma, Comma]),
        ("a. b", &[Start, Stop]),
        ("a  b\tc\nd", &[Start, Field, Field, Field]),
        ("a | b; c, ; d", &[Start, Field, Field, Field]),
        ("a: b = c #d", &[Start, Colon, Colon, Colon]),
        ("a:\nb", &[Start, Colon]),
        ("a / b ^ c", &[Start, Slash, Caret]),
        ("a & b + c", &[Start, And, And]),
        ("a (b [c <d {e \"f", &[Start, Open, Open, Open, Open, Open]),
        ("a) b] c> d} e\"f", &[Start, Close, Close, Close, Close, Open]),
        ("a\", b", &[Start, Close]),
        ("a, (b", &[Start, Open]),
        ("a! b * c", &[Start, Other, Other]),
    ];
    for &(text, gaps) in rows {
        of(text, |tokens| {
            assert_eq!(tokens.all.iter().map(|token| token.gap).collect::<Vec<_>>(), gaps, "{text:?}");
        });
    }
}

#[test]
fn a_sentence_begins_where_a_capital_says_little() {
    let rows: &[(&str, &[&str])] = &[
        ("Dr. Okafor. Then J. Okafor Jr. came", &["Dr", "Then"]),
        ("Seen by MD. Okafor", &["Seen"]),
        ("Seen. Then", &["Seen", "Then"]),
        ("Seen\nThen", &["Seen", "Then"]),
        ("Seen | Then", &["Seen", "Then"]),
        ("h:Seen\nThen", &["Seen", "Then"]),
        ("Seen! Then? So", &["Seen", "Then", "So"]),
        ("Seen \"Then\" - So (but) and", &["Seen", "Then", "So", "and"]),
        ("Seen: Then (So * But", &["Seen", "Then", "But"]),
        ("Seen = Then # So", &["Seen"]),
        ("Seen, Then / So & But ^ And", &["Seen"]),
    ];
    for &(text, begins) in rows {
        of(text, |tokens| {
            let found = tokens.all.iter().filter(|token| token.begins).map(|token| token.raw);
            assert_eq!(found.collect::<Vec<_>>(), begins, "{text:?}");
        });
    }
}

#[test]
fn a_line_of_capitals_and_a_text_without_any_say_what_a_capital_says() {
    use Casing::{Lower, Mixed, Upper};
    let rows: &[(&str, &[Casing])] = &[
        ("ALL CAPITALS", &[Upper, Upper]),
        ("ALL ABOUT\nAnd mixed", &[Upper, Upper, Mixed, Mixed]),
        // Three letters of four, of a line of four at least.
        ("ABCd", &[Upper]),
        ("ABCde", &[Mixed]),
        ("ABC", &[Mixed]),
        ("no capitals at all", &[Lower, Lower, Lower, Lower]),
        // Too short to tell.
        ("no capitals", &[Mixed, Mixed]),
        ("h:no capitals\nat all here", &[Lower, Lower, Lower, Lower, Lower]),
        ("no capitals at aLl", &[Mixed, Mixed, Mixed, Mixed]),
        ("no capitals at all\nBUT HERE", &[Mixed, Mixed, Mixed, Mixed, Upper, Upper]),
    ];
    for &(text, casings) in rows {
        of(text, |tokens| {
            assert_eq!(tokens.all.iter().map(|token| token.casing).collect::<Vec<_>>(), casings, "{text:?}");
        });
    }
    // One capital in a hundred letters may be a slip.
    let long = format!("{}I", "seen today ".repeat(11));
    of(&long, |tokens| assert_eq!(tokens.all[0].casing, Lower));
    let shorter = format!("{}I", "seen today ".repeat(10));
    of(&shorter, |tokens| assert_eq!(tokens.all[0].casing, Mixed));
}

#[test]
fn a_possessive_ending_is_no_part_of_the_name() {
    for (text, lower, possessive, name) in [
        ("Okafor's", "okafor", true, "Okafor"),
        ("Okafor", "okafor", false, "Okafor"),
        ("O'Brien's", "o'brien", true, "O'Brien"),
        ("s's", "s's", false, "s's"),
        ("as's", "as", true, "as"),
    ] {
        of(text, |tokens| {
            let token = &tokens.all[0];
            let found = (token.lower, token.possessive, tokens.view.slice(token.name_range()));
            assert_eq!(found, (lower, possessive, name), "{text}");
            assert_eq!(tokens.view.slice(tokens.range(0, 0)), name, "{text}");
        });
    }
}

#[test]
fn roman_numbers_and_capitals_that_stand_out_are_told() {
    of("Then II IV X XI Ii OKAFOR I Okafor 12 it", |tokens| {
        let words = || tokens.all.iter();
        let raw = |token: &Token<'_>| token.raw.to_owned();
        assert_eq!(words().filter(|token| token.is_roman()).map(raw).collect::<Vec<_>>(), ["II", "IV"]);
        let out = words().filter(|token| token.stands_out()).map(raw).collect::<Vec<_>>();
        assert_eq!(out, ["Then", "Ii", "Okafor"]);
        assert_eq!(words().filter(|token| !token.is_word()).map(raw).collect::<Vec<_>>(), ["12"]);
    });
    of("THEN OKAFOR", |tokens| assert!(!tokens.all[1].stands_out()));
}

#[test]
fn a_scan_reads_letters_as_others() {
    let of_scan = |word: &str| readings(word).collect::<Vec<_>>();
    assert_eq!(of_scan("rnother"), ["mother", "mother"]);
    assert_eq!(of_scan("s1g1"), ["slg1", "s1gl", "slgl", "sig1", "s1gi", "sigi"]);
    assert_eq!(of_scan("cough"), Vec::<String>::new());
    of("zyx c0ugh t4ble pa1n s0up 0k metf0rmin oka1or surgeom ngoz1 lakem0nt", |tokens| {
        let known: Vec<&str> =
            tokens.all.iter().filter(|token| !token.traits.is_unknown()).map(|token| token.raw).collect();
        assert_eq!(known, ["c0ugh", "pa1n", "s0up", "metf0rmin"]);
        assert!(tokens.is_everyday("table") && tokens.is_everyday("stenosis") && tokens.is_everyday("warfarin"));
        assert!(tokens.is_everyday("address") && !tokens.is_everyday("okafor") && !tokens.is_everyday("zyxw"));
    });
    of("rnother rnom natient 5on 50n zyx okafor", |tokens| {
        let classed = tokens.all.iter().filter(|token| token.class != Class::default()).map(|token| token.raw);
        assert_eq!(classed.collect::<Vec<_>>(), ["rnother", "rnom"]);
    });
}

#[test]
fn words_are_found_by_their_bytes() {
    of("(Dr. Okafor, Berg)", |tokens| {
        assert_eq!(
            (tokens.between(0), tokens.between(1), tokens.between(2), tokens.between(3)),
            ("(", ". ", ", ", ")")
        );
        assert_eq!(tokens.inside(&(0..18)), 0..3);
        assert_eq!((tokens.inside(&(1..3)), tokens.inside(&(3..5)), tokens.inside(&(2..6))), (0..1, 1..1, 0..2));
        assert!(tokens.before(0).is_none() && tokens.get(3).is_none());
        assert_eq!(tokens.before(1).map(|token| token.raw), Some("Dr"));
        assert_eq!((tokens.range(1, 2), tokens.range(2, 3)), (5..17, 0..0));
    });
}
