//! What a text says once its encodings are undone: percent signs, entities, escapes, base64, hexadecimal, ROT13, backwards.
//!
//! Letters in other dress (accents, homoglyphs, zero-width signs, digits for letters, spelling with gaps) need no view: known
//! answers are compared in folded forms everywhere. Each [`View`] knows the bytes of the text that its own came from. Encodings
//! within encodings are undone [`DEPTH`] deep. All views together hold at most [`MAX_GROWTH`] bytes for each byte of the text and
//! [`MAX_FLOOR`] more; what would need more is not passed over but refused.

use std::collections::BTreeMap;

use crate::traced::{Decoded, Traced};

/// How many encodings, one within the other, are undone.
const DEPTH: usize = 3;
/// Most bytes of all views, for each byte of the text.
const MAX_GROWTH: usize = 24;
/// Bytes of views that every text may have.
const MAX_FLOOR: usize = 4096;
/// Fewest letters and digits of a hit in what every text turns into: backwards, ROT13, from amid other letters.
const MIN_TURNED: usize = 5;
/// Fewest letters and digits of a hit in what was encoded as a whole.
const MIN_DECODED: usize = 3;
/// Fewest bytes of what was encoded as a whole in which shapes of identifiers are looked for.
const MIN_SHAPED: usize = 8;

/// A text decoded from another.
pub(super) struct View {
    /// What it says, and from where.
    pub traced: Traced,
    /// Fewest letters and digits that a hit in it must have.
    pub least: usize,
    /// Whether it was written as this text, so that shapes in it mean something.
    pub is_shaped: bool,
    is_reversed: bool,
    is_rotated: bool,
}

impl View {
    fn like(&self, traced: Traced) -> View {
        View { traced, is_reversed: false, is_rotated: false, ..*self }
    }

    /// Returns every view that undoing one encoding gives.
    fn decoded(&self) -> Vec<View> {
        let mut views: Vec<View> = self.traced.unescaped().map(|traced| self.like(traced)).into_iter().collect();
        let encoded = self.traced.base64().into_iter().chain(self.traced.hexadecimal());
        views.extend(encoded.flat_map(|decoded| self.readable(&decoded)));
        let turned = |traced| View { least: self.least.max(MIN_TURNED), is_shaped: false, ..self.like(traced) };
        if !self.is_reversed {
            views.push(View { is_reversed: true, is_rotated: self.is_rotated, ..turned(self.traced.reversed()) });
        }
        if !self.is_rotated {
            views.push(View { is_rotated: true, is_reversed: self.is_reversed, ..turned(self.traced.rotated()) });
        }
        views
    }

    /// Returns what can be read of `decoded`: all of it, where it was encoded as a whole, else the longer stretches.
    fn readable(&self, (traced, is_token): &Decoded) -> Vec<View> {
        let is_read = |c: char| c != char::REPLACEMENT_CHARACTER && (!c.is_control() || c.is_ascii_whitespace());
        let is_whole = *is_token && traced.text().chars().all(is_read);
        let least = if is_whole { MIN_DECODED } else { MIN_TURNED };
        let (mut views, mut at) = (Vec::new(), 0);
        for run in traced.text().split_inclusive(|c| !is_read(c)) {
            if run.chars().filter(|c| c.is_alphanumeric()).count() >= least {
                let is_shaped = self.is_shaped && is_whole && run.len() >= MIN_SHAPED;
                let part = traced.part(at..at + run.len());
                views.push(View { least: self.least.max(least), is_shaped, ..self.like(part) });
            }
            at += run.len();
        }
        views
    }
}

/// Returns every view of `text` but the text itself, and whether those are all: not where they would go over the bound.
pub(super) fn views(text: &str) -> (Vec<View>, bool) {
    let mut left = text.len().saturating_mul(MAX_GROWTH).saturating_add(MAX_FLOOR);
    let plain = View { traced: Traced::plain(text), least: 0, is_shaped: true, is_reversed: false, is_rotated: false };
    let (mut all, mut last, mut seen) = (Vec::new(), vec![plain], BTreeMap::new());
    for depth in 0..DEPTH {
        let mut next = Vec::new();
        for view in last.iter().flat_map(View::decoded) {
            let text = view.traced.text();
            // What several ways lead to is looked at once.
            let least = seen.entry((text.to_owned(), view.traced.source(0..text.len()).start)).or_insert(usize::MAX);
            if *least <= view.least {
                continue;
            }
            *least = view.least;
            let Some(rest) = left.checked_sub(text.len()) else { return (all, false) };
            left = rest;
            next.push(view);
        }
        all.extend(std::mem::replace(&mut last, next).into_iter().skip(usize::from(depth == 0)));
    }
    all.extend(last);
    (all, true)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::gate::{Detect, Familiarity, Gate, Part, Rule};
    use super::super::known::KnownAnswers;
    use super::super::span_map::{Composer, Operator};
    use super::*;
    use crate::document::{EntityType, Identifier};

    type Encoding = (&'static str, fn(&str) -> String);

    /// What hides a text from a search; each is undone by one view.
    const ENCODINGS: [Encoding; 12] = [
        ("base64", |text| STANDARD.encode(text)),
        ("base64url", |text| URL_SAFE_NO_PAD.encode(text)),
        ("two bytes a letter", |text| STANDARD.encode(text.chars().map(|c| format!("{c}\0")).collect::<String>())),
        ("hex", |text| text.bytes().map(|byte| format!("{byte:02x}")).collect()),
        ("hex with colons", |text| text.bytes().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")),
        ("hex with prefixes", |text| text.bytes().map(|byte| format!("0x{byte:02x}")).collect::<Vec<_>>().join(", ")),
        ("percent", |text| text.bytes().map(|byte| format!("%{byte:02X}")).collect()),
        ("decimal entities", |text| text.chars().map(|c| format!("&#{};", u32::from(c))).collect()),
        ("hex entities", |text| text.chars().map(|c| format!("&#x{:x};", u32::from(c))).collect()),
        ("json", |text| text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect()),
        ("backwards", |text| text.chars().rev().collect()),
        ("rot13", |text| Traced::plain(text).rotated().text().to_owned()),
    ];

    /// What makes a name look otherwise; known answers are compared in forms that have none of it.
    const DRESSES: [Encoding; 11] = [
        ("as it is", str::to_owned),
        ("capitals", str::to_uppercase),
        ("gaps", |text| spread(text, " ")),
        ("full stops", |text| spread(text, ".")),
        ("lines", |text| spread(text, "\n")),
        ("a hyphen at a line's end", |text| format!("{}-\n{}", &text[..3], &text[3..])),
        ("zero width", |text| spread(text, "\u{200b}")),
        ("marks", |text| spread(text, "\u{301}")),
        ("fullwidth", |text| map(text, |c| char::from_u32(u32::from(c) - 0x21 + 0xFF01))),
        ("homoglyphs", |text| map(text, |c| "аbсdеfghіjklmnорqrѕtuvwхуz".chars().nth(c as usize - 97))),
        ("digits", |text| map(text, |c| "4bcd3fgh1jklmn0pqr57uvwxyz".chars().nth(c as usize - 97))),
    ];

    fn spread(text: &str, between: &str) -> String {
        text.chars().map(String::from).collect::<Vec<_>>().join(between)
    }

    fn map(text: &str, to: fn(char) -> Option<char>) -> String {
        text.to_lowercase().chars().map(|c| to(c).unwrap()).collect()
    }

    /// Knows no word, so that none is exempt.
    struct NoWords;

    impl Detect for NoWords {
        fn detect(&self, _: &str) -> Vec<(Range<usize>, EntityType)> {
            Vec::new()
        }

        fn knows(&self, _: &str) -> Familiarity {
            Familiarity::Unknown
        }
    }

    fn known(text: &str) -> KnownAnswers {
        let identifier = Identifier { text: text.to_owned(), entity_type: EntityType::Person, patient: None };
        KnownAnswers::new(&[identifier]).unwrap()
    }

    fn is_found(known: &KnownAnswers, pieces: &[&str]) -> bool {
        let gate = Gate { known, detect: Some(&NoWords) };
        let mut composer = Composer::new();
        for piece in pieces {
            composer.template("Finding: ").write(Operator::Code, piece, Vec::new()).template(".\n");
        }
        let named = |rule| matches!(rule, Rule::KnownAnswer { .. });
        let map = composer.finish();
        let bare = gate.bare(Part::Header, &pieces.join(" "), &[]).iter().any(|finding| named(finding.rule));
        let (findings, _) = gate.message(&map);
        let spans = findings.iter().filter(|finding| named(finding.rule)).map(|finding| finding.span.unwrap());
        bare && spans.into_iter().any(|span| map.over(span).iter().any(|piece| piece.operator == Operator::Code))
    }

    #[test]
    fn short_names_are_found_where_they_were_encoded_as_a_whole() {
        for (name, text) in [
            ("Kim", "seen by S2lt today"),
            ("Kim", "4b696d"),
            ("Tran", "http://localhost:8080/5472616E/v1"),
            ("Rice", "UmljZQ=="),
            ("Rice", "R.i.c.e"),
            ("Kim", "K i m"),
            ("Rice", "&#82;&#105;&#99;&#101;"),
            ("Zoë", "Zo&euml;"),
            ("Ann", "U+0041U+006EU+006E"),
            ("Ann", "\u{e0041}\u{e006e}\u{e006e}"),
            ("Ann", "\\101\\156\\156 =41=6E=6E"),
        ] {
            assert!(is_found(&known(name), &[text]), "{name} in {text}");
        }
    }

    #[test]
    fn a_short_name_amid_other_digits_of_an_encoding_is_chance() {
        assert!(is_found(&known("Kim"), &["S2lt"]) && !is_found(&known("Kim"), &["xS2lt"]));
        assert!(is_found(&known("Kimiko"), &["xS2ltaWtv"]), "a long one is none");
    }

    #[test]
    fn shapes_count_in_what_was_encoded_as_a_whole_and_is_long_enough() {
        let is_shaped = |text: &str| {
            let mut composer = Composer::new();
            composer.write(Operator::Code, text, Vec::new());
            let (findings, _) = Gate { known: &known("Okafor"), detect: None }.message(&composer.finish());
            findings.iter().any(|finding| matches!(finding.rule, Rule::Pattern { .. }))
        };
        let telephone = STANDARD.encode("call 555-419-3488");
        assert!(is_shaped(&telephone), "a telephone number");
        assert!(!is_shaped(&format!("x{telephone}")), "amid other digits of the encoding");
        assert!(
            is_shaped(&STANDARD.encode("3/2/2019")) && !is_shaped(&STANDARD.encode("at 12:30")[..8]),
            "a day, a time"
        );
        assert!(!is_shaped(&STANDARD.encode("12:30")), "too short");
    }

    #[test]
    fn of_what_decodes_to_more_than_text_the_longer_stretches_are_read() {
        for (name, inner, is_there) in [
            ("Okafor", "noise\u{1}\u{0}Okafor", true),
            ("Okafor", "Okafor\u{1}", true),
            ("Kim", "Kim", true),
            ("Kim", "noise\u{1}Kim", false),
            ("Kim", "Kim\u{1}noise", false),
            ("Kim", "by\nKim\tat", true),
        ] {
            assert_eq!(is_found(&known(name), &[&STANDARD.encode(inner)]), is_there, "{name} in {inner:?}");
        }
    }

    #[test]
    fn what_is_no_encoding_is_let_be() {
        for (name, text) in [
            ("Eno", "one of matrices"),
            ("Rice", "matrices and licence"),
            ("Ali", "all of it"),
            ("Ta", "T4 and B12 and H2S"),
            ("Lola", "1014 mL"),
            ("Ann", "annual"),
            ("Rose Hand", "prose handed over"),
        ] {
            let known = known(name);
            assert!(Gate { known: &known, detect: None }.bare(Part::Url, text, &[]).is_empty(), "{name} in {text}");
        }
    }

    #[test]
    fn a_name_divided_among_pieces_is_found_encoded_or_not() {
        let known = known("Okafor");
        for pieces in [["Oka", "for"], ["T2th", "Zm9y"], ["4f6b61", "666f72"], ["rof", "akO"]] {
            assert!(is_found(&known, &pieces), "{pieces:?}");
        }
    }

    #[test]
    fn views_are_bounded_and_what_would_need_more_is_refused() {
        let text = "Hemoglobin A1c/Hemoglobin.total in Blood, 120 mm[Hg] about 3 months before day 0. ".repeat(40);
        let (all, complete) = views(&text);
        let bytes: usize = all.iter().map(|view| view.traced.text().len()).sum();
        assert!(complete && bytes < text.len() * 8, "{bytes} of {}", text.len());
        let bomb = (0..6).fold("okafor said no ".repeat(60), |text, _| STANDARD.encode(text));
        // Each run reads as letters from whichever digit on, and so do all of them as one.
        let many = "VVVVVVVVVVVV-".repeat(100);
        for (text, is_all) in [(bomb, true), (many, false)] {
            let (all, complete) = views(&text);
            let bytes: usize = all.iter().map(|view| view.traced.text().len()).sum();
            assert!(bytes <= text.len() * MAX_GROWTH + MAX_FLOOR, "{bytes} of {}", text.len());
            assert_eq!(complete, is_all, "{bytes} of {}", text.len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn a_known_answer_in_any_encodings_is_found(
            name in "[B-DF-HK-NP-R][a-z]{5,9}",
            dress in select(DRESSES.to_vec()),
            encodings in prop::collection::vec(select(ENCODINGS.to_vec()), 0..=DEPTH),
            around in select(vec![("", ""), ("Seen by ", " today"), ("x=", "&y"), ("(", ")"), ("\n", "\n")]),
        ) {
            let encoded = encodings.iter().fold(dress.1(&name), |text, (_, encode)| encode(&text));
            let (encoded, names) = (format!("{}{encoded}{}", around.0, around.1), encodings.iter().map(|(name, _)| *name));
            prop_assert!(is_found(&known(&name), &[&encoded]), "{} then {:?}: {encoded}", dress.0, names.collect::<Vec<_>>());
        }

        #[test]
        fn no_text_panics_and_every_range_of_a_view_slices_it(
            text in prop_oneof!["\\PC{0,60}", "[A-Za-z0-9+/=%&#;x\\\\u{}é ]{0,80}"], a in 0usize..60, b in 0usize..60,
        ) {
            let (all, _) = views(&text);
            let bytes: usize = all.iter().map(|view| view.traced.text().len()).sum();
            prop_assert!(bytes <= text.len() * MAX_GROWTH + MAX_FLOOR);
            for view in all {
                let range = view.traced.source(a.min(b)..a.max(b));
                prop_assert!(text.get(range).is_some());
            }
        }
    }
}
