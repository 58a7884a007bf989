//! Signs of a note that turn, bound or change what is said. No message has them, and without them it would say something else.

use std::sync::LazyLock;

use regex::Regex;

/// What stands before and behind what is struck through.
const STRUCK: &str = "~~";
/// Signs that say that something is not so, not sure, or not ticked.
#[rustfmt::skip] // signs of one kind, in a few lines
const TURNING: &[&str] = &[
    "(-)", "(\u{2212})", "(\u{2013})", "( )", "()", "[ ]", "[]", STRUCK, "\u{2610}", "\u{2612}", "\u{2205}", "\u{2300}", "\u{2296}", "\u{2298}", "\u{2716}", "\u{2717}",
    "\u{2718}", "\u{274c}", "\u{274e}", "\u{26d4}", "\u{1f44e}", "\u{1f6ab}",
    "\u{ac}", "\u{2260}", "\u{2204}", "\u{2209}", "\u{22a5}", "\u{b1}", "\u{2213}", "\u{ff1f}", "\u{61f}", "\u{bf}", "\u{203d}", "\u{2047}", "\u{2048}", "\u{2049}",
    "\u{2753}", "\u{2754}", "\u{207b}", "\u{2796}", "s\u{304}", "S\u{304}", "\u{25a1}", "\u{25a2}", "\u{25fb}", "\u{25fd}", "\u{2b1c}", "\u{274f}", "\u{2750}", "\u{2751}",
    "\u{2752}", "\u{25cb}", "\u{25ef}", "\u{26aa}", "\u{2613}", "__", "[_]", "+/-", "+ / -", "+-", "+\u{2212}", "+/\u{2212}", "+/\u{2013}", "-/+", "->", "=>", "<-",
];
/// The same by where it stands: a crossed nought for "no", a dash before a word at once, beside a plus or behind a comma, and one at the end of what it is about;
/// a dash or nought in brackets, a cross or a nought for none, and arrows.
static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?m)(?:^|[\s(,;:|])[\u{d8}\u{f8}](?:[\s,;)]|$)|(?:^|[\s,;(])[-\u{2013}\u{2212}\u{fe63}\u{ff0d}]\p{L}|[\s:|](?:-|--|\u{2010}|\u{2012}|\u{2013}|\u{2014}|\u{2015}|\u{2212}|\u{fe63}|\u{ff0d})[ \t]*(?:[.,;|/]|$)|(?:^|[\s,;])\+ ?\p{L}[^.]*[\s,;][-\u{2013}\u{2212}] ?\p{L}|[,;][ \t]*[-\u{2010}-\u{2013}\u{2212}\u{fe63}\u{ff0d}][ \t]+\p{L}",
        r"[(\[{]\s*(?:[-\u{2010}-\u{2015}\u{2212}\u{fe63}\u{ff0d}]+|0)?\s*[)\]}]",
        r"(?:^|[^\p{L}\p{N}])[!~]\p{L}",
        r"[\u{d7}\u{2715}\u{2a2f}](?:\s*[^\s0-9]|\s*$)",
        r"(?:^|[^\p{L}\p{N}])[xX\u{d7}]\s?0\.?(?:[^0-9.]|$)",
        r"[\u{2190}-\u{21ff}\u{27f0}-\u{27ff}\u{2900}-\u{297f}\u{2b00}-\u{2b11}\u{2b60}-\u{2bb8}\u{2794}\u{2798}-\u{27be}\u{25b2}-\u{25b5}\u{25bc}-\u{25bf}\u{1f800}-\u{1f8ff}\u{1f53a}-\u{1f53d}\u{1f446}-\u{1f449}]",
        // Items of a row that begin otherwise than with "1." or "1)": how far a "no" goes, is open.
        r"(?:^|\s)\(?(?:[a-hA-H]|i{1,3}|iv|vi?)\)\s|#\s?[0-9]|(?:^|\s)[0-9]{1,2}[-\u{2013}:/]\s+\p{L}|[\u{2460}-\u{249b}\u{24b6}-\u{24ff}\u{2776}-\u{2793}]",
        // A dash at once behind a word, as laboratories and histories write "no": "HIV-, HBV+". One behind a colon or an equals sign.
        r"\p{L}[\p{L}\p{N}]*[-\u{2010}-\u{2013}\u{2015}\u{2212}\u{fe63}\u{ff0d}](?:[\s.,;:/|)\]?]|$)|[:=][ \t]*[-\u{2010}-\u{2015}\u{2212}\u{fe63}\u{ff0d}]+(?:[\s.,;/|]|$)",
        // A cell of a row that is empty: which of "yes" and "no" is ticked, its head alone says.
        r"\|[ \t]*\|",
        // Other signs for a decimal point, or within a number; without them it is another number.
        r"[0-9][\u{b7}\u{2022}\u{2219}\u{22c5}\u{2027}\u{2d9}\u{201a}\u{2215}\u{208b}\u{fe63}][0-9]|(?:^|[\s(])[\u{b7}\u{2219}\u{22c5}\u{2027}\u{2d9}\u{201a}][0-9]",
        // What says no, or whose it is, in other languages and in slips of the pen; an ellipsis would stand in its place.
        r"(?i)(?:^|\P{L})(?:keine?[nmrs]?|ohne|nicht|nein|verneint|ausschluss|verdacht|mutter|vater|bruder|schwester|onkel|tante|geen|niet|zonder|moeder|vader|niega|ninguna?|madre|padre|hermano|hermana|aucune?|sans|m\u{e8}re|p\u{e8}re|nessuna?|senza|ingen|inga|inte|ikke|\u{43d}\u{435}\u{442}|\u{43d}\u{435}|dnies|deneis|denys|denis|nto|n0t|n\.\s?d\.|mgm|mgf|pgm|pgf|mgma|gma|gpa|famhx|fmh|fam\.?\s+h[ix]\w*|f\.\s?h\.|fil|mil|bro|housemate|roommate|wifes|husbands|moms|dads)(?:\P{L}|$)",
        // Scores of years: "three score and ten".
        r"(?i)(?:^|\P{L})(?:two|three|four|five|2|3|4|5)[\s-]?score(?:\P{L}|$)",
    ]
    .into_iter()
    .filter_map(|form| Regex::new(form).ok())
    .collect()
});
/// How many shapes there are; with fewer nothing would be sure.
const ALL_SHAPES: usize = 12;
/// Signs that compare, which bound a number beside them.
pub(super) const COMPARING: &[char] = &[
    '<', '>', '\u{2264}', '\u{2265}', '\u{2266}', '\u{2267}', '\u{226a}', '\u{226b}', '\u{2a7d}', '\u{2a7e}',
    '\u{2248}', '\u{2243}', '\u{2245}', '\u{223c}', '\u{2272}', '\u{2273}', '\u{ff1c}', '\u{ff1e}',
];
/// What answers a question, behind its sign: alone, or before a full stop or a comma.
static ANSWER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\s+(?:(?:s?he|pt|patient)\s+)?(?:no|none|not|never|nil|denied|denies|negative|neg|absent|yes)(?:\s+(?:now|today|seen|found|noted|reported|present|known|it|this))?\s*(?:[.,;!]|$)",
    )
    .ok()
});

/// Returns whether a sign of `said` turns it, leaves it open, or changes it: "(-)", "?asthma", "asthma ↓", "L>R".
pub(super) fn turns(said: &str) -> bool {
    TURNING.iter().any(|sign| said.contains(sign))
        || SHAPES.len() < ALL_SHAPES
        || SHAPES.iter().any(|shape| shape.is_match(said))
        || said.match_indices('?').any(|(at, _)| !is_answered(said, at))
        || said.match_indices(COMPARING).any(|(at, sign)| !is_of_a_number(said, at, sign.len()))
}

/// Returns whether the question mark of `said` at byte `at` ends a question that is answered: "Chest pain? No."
fn is_answered(said: &str, at: usize) -> bool {
    let is_asked = said.get(..at).is_some_and(|asked| asked.ends_with(char::is_alphanumeric));
    is_asked && said.get(at + 1..).is_some_and(|rest| ANSWER.as_ref().is_some_and(|answer| answer.is_match(rest)))
}

/// Returns whether a number stands beside the sign of `said` at byte `at`; it stays, and the sign says nothing of the rest.
fn is_of_a_number(said: &str, at: usize, length: usize) -> bool {
    let behind = said.get(at + length..).unwrap_or_default();
    let behind =
        behind.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '=' || COMPARING.contains(&sign));
    let before = said.get(..at).unwrap_or_default();
    let before = before.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '=' || COMPARING.contains(&sign));
    behind.trim_start_matches(['.', '-', '\u{2212}']).starts_with(|sign: char| sign.is_ascii_digit())
        || before.ends_with(|sign: char| sign.is_ascii_digit())
}

/// Returns whether what stands at byte `at` of `text` is struck through, by a sign in its paragraph before it: "~~No pain. Some cough~~".
pub(super) fn is_struck(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit("\n\n").next().is_some_and(|paragraph| paragraph.matches(STRUCK).count() % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_turn_where_they_leave_open_or_change_what_is_said() {
        assert_eq!(SHAPES.len(), ALL_SHAPES);
        for said in [
            "?Asthma",
            "? asthma",
            "asthma??",
            "Asthma (?)",
            "Asthma [?] today",
            "+/- asthma",
            "Asthma[-]",
            "\u{ac}asthma",
            "\u{2260} asthma",
            "asthma \u{d7}",
            "\u{d7} asthma",
            "Chest pain x0",
            "Chest pain x 0.",
            "Ca breast ?mets",
            "?migraine started on propranolol",
            "Asthma? Started on salbutamol.",
            "Asthma? No wheeze today.",
            "Any asthma?",
            "Weight \u{2193} 5 kg",
            "80 kg \u{2192} 75 kg",
            "80 kg -> 75 kg",
            "Pain L>R",
            "pain \u{b1}5",
            "!asthma",
            "asthma (0)",
            "three score and ten",
            "fourscore",
            "a) no cough b) fever",
            "No cough (b) fever",
            "no pneumonia #2 effusion",
            "no cough 2- fever",
            "no cough \u{2461} fever",
            "asthma\u{ff1f}",
            "HIV-",
            "HIV-, syphilis-.",
            "Tumor: ER+/PR+/HER2-.",
            "chest pain - / cough +",
            "HIV: \u{2013} on testing",
            "HIV\u{207b}",
            "Chest pain \u{2015}",
            "Chest pain (\u{ff0d})",
            "\u{2796} chest pain",
            "\u{25a1} Diabetes \u{25a0} Smoker",
            "\u{25cf} Asthma \u{25cb} chest pain",
            "[_] chest pain",
            "| Chest pain | | x |",
            "Metformin \u{b7}5 mg",
            "Metformin 0\u{b7}5 mg",
            "Kein Asthma",
            "Asthma verneint",
            "Niega asthma",
            "MGM had chest pain",
            "Fam hx: asthma",
            "Dnies chest pain",
            "s\u{304} chest pain",
            "cough, - asthma, - fever",
            "cough; \u{2013} asthma",
        ] {
            assert!(turns(said), "{said}");
        }
        for said in [
            "Any chest pain? No.",
            "Chest pain? Yes, at rest.",
            "Chest pain? She denies it.",
            "Asked about pain? Denied.",
            "Weight > 90 kg",
            "(nl < 4)",
            "Troponin <= 4",
            "BP \u{2264} 140",
            "pain (mild) at rest",
            "3 \u{d7} 4 cm",
            "pain x3",
            "x0.5",
            "- chest pain",
            "Pain, 5 - 10 minutes",
            "x-ray of the chest",
            "a 3-day course",
            "COVID-19",
            "1.5 mg",
            "\u{2022} 5 mg daily",
            "score of 3",
        ] {
            assert!(!turns(said), "{said}");
        }
    }
    #[test]
    fn a_question_is_answered_at_once_or_not() {
        for (said, is) in [
            ("pain? No.", true),
            ("pain? She denied", true),
            ("pain? pt none seen, well", true),
            ("pain? Yes", true),
            ("pain?No.", false),
            ("pain? No cough.", false),
            ("pain? Well. No.", false),
            ("pain ? No.", false),
            ("pain)? No.", false),
            ("? No.", false),
            ("pain?", false),
        ] {
            assert_eq!(is_answered(said, said.find('?').unwrap()), is, "{said}");
        }
    }

    #[test]
    fn a_comparison_beside_a_number_is_of_it() {
        for (said, is) in [
            ("weight > 90", true),
            ("weight >= 90", true),
            ("weight >> 90", true),
            ("weight > .5", true),
            ("weight > -5", true),
            ("90 > weight", true),
            ("90 => weight", true),
            ("left > right", false),
            ("> ", false),
            ("left > right 90", false),
        ] {
            assert_eq!(is_of_a_number(said, said.find('>').unwrap(), 1), is, "{said}");
        }
    }

    #[test]
    fn what_is_struck_through_stands_behind_one_sign_of_its_paragraph() {
        for (text, word, is) in [
            ("~~no pain. cough~~", "cough", true),
            ("~~no pain.~~ cough", "cough", false),
            ("~~a~~ b ~~cough", "cough", true),
            ("~~no pain.\n\ncough", "cough", false),
            ("~~no pain.\ncough", "cough", true),
            ("cough", "cough", false),
        ] {
            assert_eq!(is_struck(text, text.find(word).unwrap()), is, "{text}");
        }
    }
}
