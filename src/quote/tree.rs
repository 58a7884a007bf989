//! The model's own words as a fixed tree of lines and stretches: what a page may show of them.
//!
//! Nothing of the tree is markup. Emphasis, links, images, HTML and addresses of the model's are taken out first; what is left is text,
//! in paragraphs, list items and headings, each in stretches that say what was put back and what was found of them.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::ground::{Claim, Mark, Standing, Statement, Verdict};
use crate::surrogates::ProsePart;

/// What a line of prose is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A heading.
    Heading,
}

/// A line of prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it is.
    pub form: Form,
    /// Its text in order.
    pub stretches: Vec<Stretch>,
}

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Stretch {
    /// The text to show.
    pub text: String,
    /// What the model wrote here, where the text was put in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surrogate: Option<String>,
    /// Whether it holds, where it claims something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What it claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Why, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What is known of the sentence that it is of, where that was derived whole or was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

static IMAGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])?").ok());
static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[([^\]\n]{1,300})\]\([^)\n]*\)").ok());
static HTML: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->|</?[A-Za-z][^<>]{0,2000}>").ok());
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:https?|ftp|file|data|javascript|mailto):(?://)?[^\s<>]+|\bwww\.[^\s<>]+").ok()
});
static EMPHASIS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\*{2,3}|_{2,3}|`+|~~").ok());

/// Shown where an address was.
const LEFT_OUT: &str = "(address left out)";

/// Returns `prose` without emphasis, links, images, HTML and addresses, and without blank lines in a row.
pub fn plain(prose: &str) -> String {
    let mut text = prose.to_owned();
    // Emphasis first: an address may be written with it in its midst.
    for (form, with) in [(&EMPHASIS, ""), (&IMAGE, ""), (&LINK, "$1"), (&HTML, ""), (&ADDRESS, LEFT_OUT)] {
        if let Some(form) = form.as_ref() {
            text = form.replace_all(&text, with).into_owned();
        }
    }
    let lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty() && !is_rule(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Returns whether `prose` holds a link, a picture, HTML or an address, which [`plain`] leaves out.
pub fn holds_markup(prose: &str) -> bool {
    let bare = EMPHASIS.as_ref().map_or_else(|| prose.into(), |emphasis| emphasis.replace_all(prose, ""));
    [&IMAGE, &LINK, &HTML, &ADDRESS].iter().any(|form| form.as_ref().is_some_and(|form| form.is_match(&bare)))
}

fn is_rule(line: &str) -> bool {
    line.trim().len() >= 3 && line.trim().chars().all(|c| matches!(c, '-' | '*' | '_' | '='))
}

/// Returns `prose` as lines, where `parts` are it with surrogates put back, and `marks` and `statements` what was found of it, by its bytes.
pub fn tree(prose: &str, parts: &[ProsePart], marks: &[Mark], statements: &[Statement]) -> Vec<Line> {
    let stands = |at: usize| {
        let of = statements.iter().find(|statement| statement.range.contains(&at))?;
        Some(of.standing).filter(|standing| matches!(standing, Standing::Verified | Standing::Unchecked))
    };
    let bound = |from: usize| {
        let ends = statements.iter().flat_map(|statement| [statement.range.start, statement.range.end]);
        ends.filter(|end| *end > from).min()
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut at = 0;
    let mut open: Vec<Stretch> = Vec::new();
    for part in parts {
        let written = part.surrogate.as_deref().unwrap_or(&part.text);
        let end = at + written.len();
        if prose.get(at..end) != Some(written) {
            // Cannot be: the parts are the prose. Then nothing is marked rather than the wrong thing.
            return unmarked(parts);
        }
        if part.surrogate.is_some() {
            let mark = marks.iter().find(|mark| mark.range.start < end && at < mark.range.end);
            open.push(stretch((part.text.clone(), part.surrogate.clone()), mark, stands(at)));
        } else {
            let mut from = at;
            while from < end {
                let mark = marks.iter().find(|mark| mark.range.start <= from && from < mark.range.end);
                let next = marks.iter().map(|mark| mark.range.start).filter(|start| *start > from).min().unwrap_or(end);
                let to = mark.map_or(next, |mark| mark.range.end).min(end).min(bound(from).unwrap_or(end));
                let text = prose.get(from..to).unwrap_or_default();
                let real = mark
                    .filter(|mark| mark.range == (from..to))
                    .and_then(|mark| mark.real.clone())
                    .filter(|real| real != text);
                match real {
                    Some(real) => open.push(stretch((real, Some(text.to_owned())), mark, stands(from))),
                    None => push_lines(text, (mark, stands(from)), &mut open, &mut lines),
                }
                from = to;
            }
        }
        at = end;
    }
    close(&mut open, &mut lines);
    lines
}

fn push_lines(
    text: &str,
    (mark, standing): (Option<&Mark>, Option<Standing>),
    open: &mut Vec<Stretch>,
    lines: &mut Vec<Line>,
) {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            close(open, lines);
        }
        if !line.is_empty() {
            open.push(stretch((line.to_owned(), None), mark, standing));
        }
    }
}

fn stretch((text, surrogate): (String, Option<String>), mark: Option<&Mark>, standing: Option<Standing>) -> Stretch {
    Stretch {
        text,
        surrogate,
        verdict: mark.map(|mark| mark.verdict),
        claim: mark.map(|mark| mark.claim),
        reason: mark.map(|mark| mark.reason.clone()).unwrap_or_default(),
        standing,
    }
}

fn unmarked(parts: &[ProsePart]) -> Vec<Line> {
    let text: String = parts.iter().map(|part| part.text.as_str()).collect();
    let line = |line: &str| Line {
        form: Form::Paragraph,
        stretches: vec![Stretch { text: line.to_owned(), ..Stretch::default() }],
    };
    text.lines().filter(|text| !text.is_empty()).map(line).collect()
}

/// Ends a line: its form is told by how it begins, which is taken off.
fn close(open: &mut Vec<Stretch>, lines: &mut Vec<Line>) {
    let mut stretches = std::mem::take(open);
    let Some(first) = stretches.first_mut() else { return };
    let start = first.text.trim_start().to_owned();
    let (form, rest) = match start.trim_start_matches('#') {
        rest if rest.len() < start.len() && rest.starts_with(' ') => (Form::Heading, rest.trim_start()),
        _ => match ["- ", "* ", "• ", "– "].iter().find_map(|bullet| start.strip_prefix(bullet)) {
            Some(rest) => (Form::Item, rest),
            None => (Form::Paragraph, start.as_str()),
        },
    };
    first.text = rest.to_owned();
    lines.push(Line { form, stretches });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(text: &str, surrogate: Option<&str>) -> ProsePart {
        ProsePart { text: text.to_owned(), surrogate: surrogate.map(str::to_owned) }
    }

    fn mark(range: std::ops::Range<usize>, verdict: Verdict) -> Mark {
        Mark { range, claim: Claim::Number, verdict, reason: String::new(), real: None, denies: 0 }
    }

    #[test]
    fn nothing_of_the_models_can_be_followed_loaded_or_run() {
        for (prose, expected) in [
            ("See [this](https://x.example/?q=1) **now**.", "See this now."),
            ("![x](https://x.example/a.png) It rose.", "It rose."),
            ("<img src=x onerror=alert(1)>It <b>rose</b>.<script>alert(1)</script>", "It rose.alert(1)"),
            (
                "Go to https://x.example/a?b=c or www.x.example now",
                "Go to (address left out) or (address left out) now",
            ),
            ("javascript:alert(1)", "(address left out)"),
            (
                "Go to ht``tps://x.example/a and ht**tps**://x.example/b",
                "Go to (address left out) and (address left out)",
            ),
            ("`code` and ~~gone~~\n\n\n---\nend", "code and gone\nend"),
            ("3 < 4 and 5 > 2", "3 < 4 and 5 > 2"),
        ] {
            assert_eq!(plain(prose), expected);
        }
    }

    #[test]
    fn lines_keep_their_form_their_marks_and_what_was_put_back() {
        let prose = "# Title\nWeight 70 on day 0\n- item";
        let parts = [part("# Title\nWeight 70 on ", None), part("2024-03-02", Some("day 0")), part("\n- item", None)];
        let at = prose.find("70").unwrap();
        let mut number = mark(at..at + 2, Verdict::Supported);
        number.real = Some("70.3".to_owned());
        let lines = tree(prose, &parts, &[number], &[]);
        assert_eq!(
            lines.iter().map(|line| line.form).collect::<Vec<_>>(),
            [Form::Heading, Form::Paragraph, Form::Item]
        );
        let texts: Vec<String> =
            lines.iter().map(|line| line.stretches.iter().map(|stretch| stretch.text.as_str()).collect()).collect();
        assert_eq!(texts, ["Title", "Weight 70.3 on 2024-03-02", "item"]);
        assert_eq!(lines[1].stretches[1].surrogate.as_deref(), Some("70"));
        assert_eq!(lines[1].stretches[1].verdict, Some(Verdict::Supported));
        assert_eq!(lines[1].stretches[3].surrogate.as_deref(), Some("day 0"));
    }

    #[test]
    fn a_stretch_says_what_is_known_of_its_sentence_and_ends_with_it() {
        let prose = "Weight 70. It is fine.\n- Hello";
        let statement = |range, standing| Statement { range, standing };
        let statements = [
            statement(0..10, Standing::Verified),
            statement(11..22, Standing::Unchecked),
            statement(23..30, Standing::Silent),
        ];
        let lines = tree(prose, &[part(prose, None)], &[mark(7..9, Verdict::Supported)], &statements);
        let found: Vec<(&str, Option<Standing>)> =
            lines.iter().flat_map(|line| &line.stretches).map(|s| (s.text.as_str(), s.standing)).collect();
        assert_eq!(
            found,
            [
                ("Weight ", Some(Standing::Verified)),
                ("70", Some(Standing::Verified)),
                (".", Some(Standing::Verified)),
                (" ", None),
                ("It is fine.", Some(Standing::Unchecked)),
                ("Hello", None),
            ]
        );
    }

    #[test]
    fn lines_of_signs_are_left_out_from_three_on() {
        for (prose, expected) in [
            ("a\n--\nb", "a\n--\nb"),
            ("a\n---\nb", "a\nb"),
            ("a\n  ====  \nb  ", "a\nb"),
            ("a\n--- x\n\n \nb", "a\n--- x\nb"),
            ("\n a", "a"),
        ] {
            assert_eq!(plain(prose), expected, "{prose}");
        }
    }

    #[test]
    fn markup_is_told_of_however_it_is_written() {
        for prose in [
            "See [this](https://x.example).",
            "![x](a.png)",
            "<b>rose</b>",
            "<!-- hidden -->",
            "www.x.example",
            "ht``tps://x.example",
            "mailto:a@x.example",
        ] {
            assert!(holds_markup(prose), "{prose}");
        }
        for prose in ["It **rose**.", "3 < 4 and 5 > 2", "It rose [R1].", "`code`", ""] {
            assert!(!holds_markup(prose), "{prose}");
        }
    }

    #[test]
    fn a_line_is_told_by_how_it_begins() {
        for (prose, form, text) in [
            ("# Title", Form::Heading, "Title"),
            (" ###  Title", Form::Heading, "Title"),
            ("#Title", Form::Paragraph, "#Title"),
            ("- item", Form::Item, "item"),
            ("  * item", Form::Item, "item"),
            ("• item", Form::Item, "item"),
            ("– item", Form::Item, "item"),
            ("-5 degrees", Form::Paragraph, "-5 degrees"),
            (" plain", Form::Paragraph, "plain"),
        ] {
            let [Line { form: found, stretches }] = &tree(prose, &[part(prose, None)], &[], &[])[..] else {
                panic!("{prose}")
            };
            assert_eq!((*found, stretches[0].text.as_str()), (form, text), "{prose}");
        }
    }

    /// The stretches of `parts` as text, with the sign of the verdict where there is one and what the model wrote where that is another.
    fn shown(parts: &[ProsePart], marks: &[Mark]) -> Vec<String> {
        let prose: String = parts.iter().map(|part| part.surrogate.as_deref().unwrap_or(&part.text)).collect();
        let lines = tree(&prose, parts, marks, &[]);
        let one = |stretch: &Stretch| {
            let sign = stretch.verdict.map_or("", |verdict| if verdict == Verdict::Supported { "+" } else { "?" });
            let wrote = stretch.surrogate.as_ref().map(|wrote| format!("={wrote}")).unwrap_or_default();
            format!("{sign}{}{wrote}", stretch.text)
        };
        lines.iter().flat_map(|line| &line.stretches).map(one).collect()
    }

    #[test]
    fn what_was_put_back_has_the_mark_that_touches_it() {
        let parts = [part("On ", None), part("2024-03-02", Some("day 0")), part(" it rose", None)];
        let of = |range| shown(&parts, &[mark(range, Verdict::Unsupported)]);
        assert_eq!(of(3..8), ["On ", "?2024-03-02=day 0", " it rose"]);
        assert_eq!(of(2..4), ["On", "? ", "?2024-03-02=day 0", " it rose"]);
        assert_eq!(of(7..11), ["On ", "?2024-03-02=day 0", "? it", " rose"]);
        assert_eq!(of(0..3), ["?On ", "2024-03-02=day 0", " it rose"]);
        assert_eq!(of(8..11), ["On ", "2024-03-02=day 0", "? it", " rose"]);
    }

    #[test]
    fn the_number_of_the_record_stands_where_another_was_written_whole() {
        let real = |range, real: &str| Mark { real: Some(real.to_owned()), ..mark(range, Verdict::Supported) };
        let whole = [part("Weight 70 kg", None)];
        assert_eq!(shown(&whole, &[real(7..9, "70.3")]), ["Weight ", "+70.3=70", " kg"]);
        assert_eq!(shown(&whole, &[real(7..9, "70")]), ["Weight ", "+70", " kg"]);
        let cut = [part("Weight 7", None), part("zero", Some("0")), part(" kg", None)];
        assert_eq!(shown(&cut, &[real(7..9, "70.3")]), ["Weight ", "+7", "+zero=0", " kg"]);
        let two = [mark(0..6, Verdict::Unsupported), real(7..9, "70.3"), mark(10..12, Verdict::Unsupported)];
        assert_eq!(shown(&whole, &two), ["?Weight", " ", "+70.3=70", " ", "?kg"]);
    }

    #[test]
    fn where_the_parts_are_not_the_prose_nothing_is_marked() {
        let parts = [part("Weight 71\n\n", None), part("fell", Some("rose"))];
        let lines = tree("Weight 70\n\nrose", &parts, &[mark(7..9, Verdict::Supported)], &[]);
        let stretch = |text: &str| Stretch { text: text.to_owned(), ..Stretch::default() };
        let line = |text| Line { form: Form::Paragraph, stretches: vec![stretch(text)] };
        assert_eq!(lines, [line("Weight 71"), line("fell")]);
    }

    proptest! {
        #[test]
        fn no_text_is_lost_or_added_by_marks(prose in "[a-zé 0-9\n]{0,60}", cuts in prop::collection::vec(0_usize..60, 0..6)) {
            let prose = plain(&prose);
            let mut ends: Vec<usize> = cuts.into_iter().filter(|cut| prose.is_char_boundary(*cut) && *cut < prose.len()).collect();
            ends.sort_unstable();
            ends.dedup();
            let marks: Vec<Mark> = ends.chunks_exact(2).map(|pair| mark(pair[0]..pair[1], Verdict::Unsupported)).collect();
            let statements: Vec<Statement> = ends.windows(2)
                .map(|pair| Statement { range: pair[0]..pair[1], standing: Standing::Unchecked })
                .collect();
            let lines = tree(&prose, &[part(&prose, None)], &marks, &statements);
            let shown: String = lines.iter().flat_map(|line| &line.stretches).map(|stretch| stretch.text.as_str()).collect();
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&shown), letters(&prose));
        }

        #[test]
        fn whatever_is_written_no_tag_and_no_address_is_left(prose in "\\PC{0,80}") {
            let plain = plain(&format!("{prose} <a href=x>y</a> https://x.example/z"));
            // A "<" that opens nothing is a sign like any other.
            prop_assert!(!plain.contains("href=x>") && !plain.contains("</a>") && !plain.contains("https://"));
        }
    }
}
