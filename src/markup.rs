//! Takes the text out of markup: the decoding steps of HTML, of the narrative of CDA documents and of XML values.
//!
//! The rules are few and fixed, so that anyone who has a file gets the same text again: white space runs are one space;
//! paragraphs, tables and lists stand apart by a blank line; a heading or the title of a CDA section is a line that
//! begins with `#`, an item of a list one that begins with `-`; a row of a table is one line with ` | ` between its
//! cells, and a row of header cells is followed by a line of dashes. What does not show (scripts, styles, the head of a page,
//! comments, what is `hidden` or has no `display`) is left out, and each sentence that is struck through stands between `~~`, as in Markdown.
//! A box to tick is `☑` or `☐`; where a digit above or below the line meets a digit on it, `^` or `_` stands between. No address in the markup is followed and no entity that a document declares itself is expanded.

mod tag;
mod writer;

use quick_xml::escape::resolve_html5_entity;

use tag::{Found, next, struck_classes};
use writer::Writer;

/// Bytes of the longest name of a character of HTML, `&` and `;` included, and of numbers with leading zeros.
const MAX_ENTITY_BYTES: usize = 40;

const CDATA: (&str, &str) = ("<![CDATA[", "]]>");
const COMMENT: (&str, &str) = ("<!--", "-->");

/// Returns the text that `markup` shows. Whatever it is there is one, no longer than a few times the markup.
pub fn text(markup: &str) -> String {
    let mut writer = Writer::default();
    let struck = struck_classes(markup);
    let mut rest = markup;
    while !rest.is_empty() {
        let (found, after) = next(rest, &struck);
        match found {
            Found::Text(text) => writer.text(&resolved(text)),
            Found::Literal(text) => writer.text(text),
            Found::Open { name, is_empty, shown } => writer.open(&name, is_empty, shown),
            Found::Close { name } => writer.close(&name),
            Found::Nothing => {}
        }
        rest = after;
    }
    writer.finish()
}

/// Returns the text of an attribute or element of XML that holds no other element; `None` where it holds one, or a
/// reference to something else than a character.
pub fn xml(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '<']) {
        let (before, marked) = rest.split_at(at);
        text.push_str(before);
        rest = if let Some(inner) = marked.strip_prefix(CDATA.0) {
            let (inside, after) = inner.split_once(CDATA.1)?;
            text.push_str(inside);
            after
        } else if let Some(inner) = marked.strip_prefix(COMMENT.0) {
            inner.split_once(COMMENT.1)?.1
        } else {
            let (character, len) = reference(marked)?;
            character.push_to(&mut text);
            marked.get(len..)?
        };
    }
    text.push_str(rest);
    Some(text)
}

/// What a reference to characters stands for.
enum Character {
    One(char),
    Named(&'static str),
}

impl Character {
    fn push_to(&self, text: &mut String) {
        match self {
            Character::One(c) => text.push(*c),
            Character::Named(characters) => text.push_str(characters),
        }
    }
}

/// Returns what the reference at the start of `text` (`&amp;`, `&#38;`, `&#x26;`) stands for, and its bytes.
fn reference(text: &str) -> Option<(Character, usize)> {
    let inner = text.strip_prefix('&')?;
    let end = inner.bytes().take(MAX_ENTITY_BYTES).position(|byte| byte == b';')?;
    let name = inner.get(..end)?;
    let numbered = |digits: &str, radix| {
        let valid = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, radix).ok().filter(|_| valid).and_then(char::from_u32).filter(|c| *c != '\0')
    };
    let character = match name.strip_prefix('#') {
        Some(number) => Character::One(match number.strip_prefix(['x', 'X']) {
            Some(digits) => numbered(digits, 16)?,
            None => numbered(number, 10)?,
        }),
        None => Character::Named(resolve_html5_entity(name)?),
    };
    Some((character, end + 2))
}

/// Returns `text` with its references undone; what looks like one and is none stays.
fn resolved(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, marked) = rest.split_at(at);
        out.push_str(before);
        let len = match reference(marked) {
            Some((character, len)) => {
                character.push_to(&mut out);
                len
            }
            None => {
                out.push('&');
                1
            }
        };
        rest = marked.get(len..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paragraphs_headings_and_lists_stand_as_a_reader_sees_them() {
        for (markup, expected) in [
            ("<p>One</p><p>Two</p>", "One\n\nTwo"),
            ("<h2>Plan</h2>Rest.<br>Fluids", "# Plan\nRest.\nFluids"),
            ("<ul><li>aspirin</li><li>metformin <b>500</b> mg</li></ul>", "- aspirin\n- metformin 500 mg"),
            ("a\n  b\t c", "a b c"),
            ("<pre>a\n  b</pre>", "a\n  b"),
            ("x &lt; 5 &amp;amp; y&nbsp;z &bogus; &#233;&#x2014;", "x < 5 &amp; y z &bogus; é—"),
            ("<div><div>x</div></div><!-- <p>no</p> --><p>y", "x\n\ny"),
            ("5 < 6 and 7 > 2", "5 < 6 and 7 > 2"),
            ("<title>Plan</title><text><list><item>Rest</item></list></text>", "# Plan\n\n- Rest"),
            ("<![CDATA[a <b> c]]>", "a <b> c"),
            ("a <del>b <s>c</s></del> d", "a ~~b c~~ d"),
            ("<p><s>No pain. Some cough.</s> Rest</p>", "~~No pain.~~ ~~Some cough.~~ Rest"),
            ("<span style='text-decoration: line-through'>a<p>b</p></span>c", "~~a~~\n\n~~b~~\n\nc"),
            ("<content revised=\"delete\">a</content> b", "~~a~~ b"),
            ("<pre><del>a\nb</del></pre><del> </del>", "~~a~~\n~~b~~"),
            ("<del>open", "~~open~~"),
            (
                "<del><p>a</p><h2>b</h2><table><tr><td>c</td><td>d</td></tr></table></del>e",
                "~~a~~\n\n# ~~b~~\n\n~~c~~ | ~~d~~\n\ne",
            ),
            ("<content styleCode=\"Bold xStrikeThrough\">a</content> b", "~~a~~ b"),
            ("<content styleCode='strikeout'>a</content> b", "~~a~~ b"),
            ("<paragraph styleCode=\"LineThrough\">a</paragraph>b", "~~a~~\n\nb"),
            ("<paragraph styleCode=\"Bold\">a</paragraph>b", "a\n\nb"),
            (
                "<table><tr styleCode=\"strike-through\"><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
                "~~a~~ | ~~b~~\nc",
            ),
            ("<table><tr><td styleCode=\"Strike\">a</td><td>b</td></tr></table>", "~~a~~ | b"),
            (
                "<span class=\"note del\">a</span> <span class=striked>b</span> <span class='is-removed'>c</span>",
                "~~a~~ ~~b~~ ~~c~~",
            ),
            ("<span class=\"model delivery\" title='strike'>a</span>", "a"),
            (
                "<style>p.x, q .Y:not(a) {text-decoration: line-through} .z{color:red} .z s{text-decoration:line-through}</style>\
                 <p class=x>a</p><i class='b y'>c</i> <i class=z>d</i>",
                "~~a~~\n\n~~c~~ d",
            ),
            (
                "8<sup>1</sup> 8<sub>1</sub> x<sup>2</sup> 1<sub>0</sub>5 8.<sup>1</sup> 8 <sup>1</sup>",
                "8^1 8_1 x2 1_0_5 8.^1 8 1",
            ),
            ("<p>8<sup><a href='#n'>1</a></sup></p><p>2</p>", "8^1\n\n2"),
            (
                "<p><input type=checkbox>Asthma <input TYPE=\"Checkbox\" checked/>Gout<input type='radio'></p>",
                "\u{2610} Asthma \u{2611} Gout \u{2610}",
            ),
            ("<input type=text value=x>a", "a"),
            ("", ""),
        ] {
            assert_eq!(text(markup), expected, "{markup}");
        }
    }

    #[test]
    fn what_does_not_show_is_left_out() {
        let page = "<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body onload='a>b'><script>if (a<b) {}</script>\
                    <p title=\"a > b\">Text</p></body></html>";
        assert_eq!(text(page), "Text");
        for hidden in [
            "<p hidden>b</p>",
            "<div style=\"color: red; DISPLAY : none\">b<div>c</div></div>",
            "<span style='visibility:hidden'>b</span>",
            "<table hidden=''><tr><td>b</td></tr></table>",
        ] {
            assert_eq!(text(&format!("<p>a</p>{hidden}<p>d</p>")), "a\n\nd", "{hidden}");
        }
        assert_eq!(text("<p hidden>b<p>c<p title=hidden aria-hidden='false'>d"), "c\n\nd");
        assert_eq!(text("a<script>never closed"), "a");
        assert_eq!(text("a<p"), "a");
    }

    #[test]
    fn a_table_keeps_its_cells_apart_and_shows_its_header() {
        let table = "<table><thead><tr><th>Test</th><th>Value</th></tr></thead><tbody><tr><td><p>HbA1c</p></td><td>6.8<br>%</td></tr>\
                     <tr><td></td><td>x</td></tr></tbody></table>after";
        assert_eq!(text(table), "Test | Value\n--- | ---\nHbA1c | 6.8 %\n| x\n\nafter");
        assert_eq!(text("before<p><table><tr><th></th></tr></table>"), "before\n\n---");
    }

    #[test]
    fn xml_values_are_undone_or_refused() {
        for (raw, expected) in [
            ("a &amp; b", Some("a & b")),
            ("&#x41;<![CDATA[<&]]>", Some("A<&")),
            ("a<!-- c -->b", Some("ab")),
            ("a<b/>", None),
            ("&own;", None),
            ("&#0;", None),
            ("&#+65;", None),
            ("<![CDATA[open", None),
        ] {
            assert_eq!(xml(raw).as_deref(), expected, "{raw}");
        }
    }

    proptest! {
        #[test]
        fn any_markup_gives_a_text_without_doubled_space(
            markup in "(<(/?)(p|td|tr|th|table|li|ul|h1|pre|script|br|b|x)( a='>')?/?>|<!--|-->|<!\\[CDATA\\[|\\]\\]>|&(amp|#65|lt);|[a-zé<>&; \n]{1,5}){0,40}",
        ) {
            let shown = text(&markup);
            prop_assert_eq!(shown.trim(), shown.as_str());
            prop_assert!(shown.len() <= 4 * markup.len() + 8);
            prop_assert!(markup.contains("pre") || !shown.contains("\n\n\n"));
        }

        #[test]
        fn escaped_text_comes_back(plain in "[a-z<>&\"' é🩺]{0,40}") {
            let escaped = plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            prop_assert_eq!(xml(&escaped), Some(plain));
        }
    }
}
