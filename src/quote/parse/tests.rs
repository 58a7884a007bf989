use super::*;
use proptest::prelude::*;

fn shown(reply: &str) -> Vec<String> {
    parse(reply)
        .into_iter()
        .map(|said| match said {
            Said::Prose(prose) => prose,
            Said::Quote(Quoted { title, text }) => format!("[{title}|{text}]"),
        })
        .collect()
}

#[test]
fn quotations_are_found_however_they_are_written() {
    for (reply, expected) in [
        ("A.<quote><title>R1</title>x<link>#R1</link></quote>B.", vec!["A.", "[R1|x]", "B."]),
        ("<QUOTE>\n<Title> R2 </Title>\nx</QUOTE>", vec!["[R2|x]"]),
        ("< quote >< title >R2</ title >x</ quote >", vec!["[R2|x]"]),
        ("<quote><title>R1</title>never closed", vec!["[R1|never closed]"]),
        ("<quote><title>R1</title>x<quote><title>R2</title>y</quote></quote> z", vec!["[R1|x]", "[R2|y]", "z"]),
        ("<quote><title>R1</title>x<title>R2</title>y</quote>", vec!["[R1|x]", "[R2|y]"]),
        ("<title>R1</title>\nx\n<link>#R1</link>\nrest", vec!["[R1|x]", "rest"]),
        ("<quote>x <link>#R3</link></quote>", vec!["[#R3|x]"]),
        ("<quote title=\"R4\">x</quote>", vec!["[R4|x]"]),
        ("<quote id=R4>x</quote>", vec!["[R4|x]"]),
        ("<quote>no title</quote>", vec!["[|no title]"]),
        ("<quote><title>R4\nleft open</quote>rest", vec!["[R4|left open]", "rest"]),
        ("A. <quote", vec!["A."]),
        ("A. <quote><tit", vec!["A."]),
        ("A. <quote><title>R1</title>x</quo", vec!["A.", "[R1|x]"]),
        ("A &lt;quote&gt;&lt;title&gt;R1&lt;/title&gt;x&lt;/quote&gt;", vec!["A", "[R1|x]"]),
        ("```xml\n<quote><title>R1</title>x</quote>\n```\nB", vec!["[R1|x]", "B"]),
        ("Is 3 < 4 and <b>bold</b>?", vec!["Is 3 < 4 and <b>bold</b>?"]),
        ("The weight [R1] rose [R2, R3].", vec!["The weight rose.", "[R1|]", "[R2|]", "[R3|]"]),
        ("Rose [R1].\n<quote><title>R1</title>x</quote>", vec!["Rose.", "[R1|x]"]),
        ("Evidence:\n> Body Weight, day 0\n> — R2", vec!["[R2|Body Weight, day 0]"]),
        (
            "It rose.\nR1: Body Weight, day 0.\nR2: more\n\nEnd.",
            vec!["It rose.", "[R1|Body Weight, day 0.]", "[R2|more]", "End."],
        ),
        ("**R1**\nBody Weight", vec!["[R1|Body Weight]"]),
        ("Title: R1\nText: x", vec!["[R1|Text: x]"]),
        (r#"{"answer":"It rose.","quotes":[{"title":"R1","text":"x"},"R2"]}"#, vec!["It rose.", "[R1|x]", "[R2|]"]),
        (
            r#"```json
{"Answer": "It rose.", "citations": ["R1"]}
```"#,
            vec!["It rose.", "[R1|]"],
        ),
        (r#"{"answer":"It rose.","quotes":[{"title":"R1","text":"cut o"#, vec!["It rose.", "[R1|cut o]"]),
        (r#"{"answer":"It ro"#, vec!["It ro"]),
        (r#"{"unknown":1}"#, vec![r#"{"unknown":1}"#]),
        (r#"{"answer":"<quote><title>R1</title>x</quote>"}"#, vec!["[R1|x]"]),
        ("", vec![]),
        ("plain", vec!["plain"]),
        ("The evidence is:", vec![]),
        ("It rose.\n\nThe evidence is:\n<quote><title>R1</title>x</quote>", vec!["It rose.", "[R1|x]"]),
        ("The titles R1 and R2 say so.", vec!["The titles R1 and R2 say so.", "[R1|]", "[R2|]"]),
    ] {
        assert_eq!(shown(reply), expected, "{reply}");
    }
}

#[test]
fn a_reply_of_nothing_but_line_ends_is_read_in_one_go() {
    let reply = format!("It rose.{}", "\n ".repeat(300_000));
    assert_eq!(shown(&reply), ["It rose."]);
    let announced = format!("It rose.{}", "\nThe evidence is:".repeat(20_000));
    assert_eq!(shown(&announced), ["It rose."]);
}

#[test]
fn an_alias_is_read_out_of_what_a_title_says_around_it() {
    let alias =
        |title: &str| Quoted { title: title.to_owned(), text: String::new() }.alias().map(|alias| alias.number());
    for (title, number) in [
        ("R1", Some(1)),
        ("#R12", Some(12)),
        ("R1: Body Weight", Some(1)),
        ("see R3 (R3)", Some(3)),
        ("R1 and R2", None),
        ("Body", None),
        ("XR1", None),
        ("", None),
    ] {
        assert_eq!(alias(title), number, "{title}");
    }
}

fn pieces() -> impl Strategy<Value = Vec<String>> {
    let fixed = [
        "<quote>",
        "</quote>",
        "<title>",
        "</title>",
        "<link>",
        "</link>",
        "R1",
        "R2",
        "\n",
        "{",
        "}",
        "\"answer\":",
        "\"quotes\":[",
        "]",
        "```json\n",
        "> ",
        "[R1]",
        "&lt;quote&gt;",
        "<QUOTE",
        "\\",
        "\"",
    ];
    let fixed = proptest::sample::select(fixed.to_vec()).prop_map(str::to_owned);
    prop::collection::vec(prop_oneof![2 => "\\PC{0,8}", 3 => fixed], 0..24)
}

#[test]
fn a_reply_in_the_form_of_a_schema_is_read_wherever_it_is_cut_off() {
    let reply = r#"{"answer": "The weight rose, “fast” \u00e9\ud83d\ude00.", "quotes": [{"ref": "R12", "text": "Body Weight, day 0"}, {"ref": "R1", "text": ""}]}"#;
    assert_eq!(shown(reply), ["The weight rose, “fast” é😀.", "[R12|Body Weight, day 0]", "[R1|]"]);
    for (at, _) in reply.char_indices() {
        let parts = shown(&reply[..at]);
        let is_begun = |part: &String| "The weight rose, “fast” é😀.".starts_with(part.as_str());
        assert!(parts.first().is_none_or(is_begun), "{at}: {parts:?}");
        // No passage but those that are named in full, and none of another name.
        let named = |part: &String| part.starts_with("[R12|") || part == "[R1|]";
        assert!(parts.iter().skip(1).all(named), "{at}: {parts:?}");
        assert!(parts.len() < 3 || at > reply.find("\"R1\"").unwrap(), "{at}: {parts:?}");
    }
}

proptest! {
    #[test]
    fn whatever_a_model_writes_is_read_without_tags_in_prose(parts in pieces()) {
        let reply = parts.concat();
        for said in parse(&reply) {
            match said {
                Said::Prose(prose) => {
                    prop_assert!(!prose.is_empty() && prose.trim() == prose);
                    let lower = prose.to_ascii_lowercase();
                    prop_assert!(!lower.contains("<quote>") && !lower.contains("</title>"), "{}", prose);
                }
                Said::Quote(quoted) => prop_assert!(!quoted.is_empty()),
            }
        }
    }

    #[test]
    fn a_reply_that_is_cut_anywhere_gives_no_other_passages(numbers in prop::collection::vec(1_u32..9, 1..6), cut in 0_usize..400) {
        let whole: String = numbers.iter().map(|number| format!("Said.<quote><title>R{number}</title>\ntext {number}\n<link>#R{number}</link></quote>")).collect();
        let part: String = whole.chars().take(cut).collect();
        let aliases = |reply: &str| -> Vec<u32> {
            let alias = |said: &Said| match said { Said::Quote(quoted) => quoted.alias().map(|alias| alias.number()), Said::Prose(_) => None };
            parse(reply).iter().filter_map(alias).collect()
        };
        let all = aliases(&whole);
        let some = aliases(&part);
        prop_assert!(all.starts_with(&some), "{:?} {:?}", all, some);
    }
}
