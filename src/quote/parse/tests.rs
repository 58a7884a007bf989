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

#[track_caller]
fn read(cases: &[(&str, &[&str])]) {
    for (reply, expected) in cases {
        assert_eq!(shown(reply), *expected, "{reply}");
    }
}

#[test]
fn a_tag_is_a_known_name_behind_its_bracket_and_nothing_else() {
    read(&[
        ("<quoted>x</quoted>", &["<quoted>x</quoted>"]),
        ("<quotes-of> x", &["<quotes-of> x"]),
        ("It is <5 and <b>bold</b>.", &["It is <5 and <b>bold</b>."]),
        ("<quote/><title>R1</title>x", &["[R1|x]"]),
        ("<quote\nclass=x><title>R1</title>x</quote>", &["[R1|class=x>x]"]),
        ("<quote<title>R1</title>x</quote>", &["[R1|x]"]),
        ("<citation><ref>R1</ref>x</citation> <cite><source>R2</source>y</cite>", &["[R1|x]", "[R2|y]"]),
        (
            "<answer>It rose.</answer><evidence><quotes><quote><title>R1</title>x</quote></quotes></evidence>",
            &["It rose.", "[R1|x]"],
        ),
        // What is left when tags are taken out of the midst of others opens nothing.
        ("<<answer>quote>x", &["\u{2039}quote>x"]),
        // What is no tag within a title is of the title, and behind its line of the text.
        ("<quote><title>R4 < 5</title>x</quote>", &["[R4 < 5|x]"]),
        ("<quote><title>R4\nleft < open</quote>", &["[R4|left < open]"]),
        ("<quote><title>\nR2\n</title>x</quote>", &["[R2|x]"]),
        ("<quote><title>\n\n  [R2]\nx</quote>", &["[[R2]|x]"]),
        ("<quote><title>\nIt rose.\n</title>x</quote>", &["[|It rose.\nx]"]),
        ("<title>\nR2\n</title>\nx\n<link>\nR2\n</link>\nrest", &["[R2|x]", "rest"]),
        ("<quote><title>\nR2\n</title>\nx\n</quote>", &["[R2|x]"]),
        ("<quote>x<link>\n  #R2\n</link></quote>", &["[#R2|x]"]),
        ("<quote>one<title>R4\ntwo</quote>", &["[R4|one\ntwo]"]),
        ("<quote><title>R1</quote><quote>x</quote>", &["[R1|]", "[|x]"]),
        // Cut off in the midst of a tag: an element that may begin opens none, one that may end ends.
        ("It rose <", &["It rose"]),
        ("It rose <b", &["It rose <b"]),
        ("It rose.<title", &["It rose."]),
        ("It rose.</", &["It rose."]),
        ("<quote><title>R1</ti", &["[R1|]"]),
        ("It rose.<evid", &["It rose."]),
    ]);
}

#[test]
fn a_source_may_be_named_by_an_attribute() {
    read(&[
        ("<quote title='R4'>x</quote>", &["[R4|x]"]),
        ("<quote ref=R4 lang=en>x</quote>", &["[R4|x]"]),
        ("<quote class=a source=\"R4\">x</quote>", &["[R4|x]"]),
        ("<quote href=\"#R4\"/>x", &["[#R4|x]"]),
        ("<quote id=R4/>x", &["[R4|x]"]),
        ("<quote title=\"\">x</quote>", &["[|x]"]),
        ("<quote lang=en>x</quote>", &["[|x]"]),
        // A title of its own begins another quotation only where there is one already.
        ("<quote title=R4><title>R5</title>x</quote>", &["[R4|]", "[R5|x]"]),
    ]);
}

#[test]
fn a_link_ends_a_quotation_that_no_tag_opened() {
    read(&[
        ("See <link>#R3</link> for it.", &["See", "[#R3|]", "for it."]),
        ("<title>R1</title>x<link>#R1</link> y", &["[R1|x]", "y"]),
        ("<quote><title>R1</title>x<link>#R1</link> y</quote> z", &["[R1|x y]", "z"]),
        ("<quote><title>R1</title>x<title>R2</title>y<link>#R2</link> z</quote>", &["[R1|x]", "[R2|y z]"]),
        ("<quote><link>#R3\nx</quote>", &["[#R3|x]"]),
        ("<quote><title> </title>x<link>#R3</link></quote>", &["[#R3|x]"]),
    ]);
}

#[test]
fn what_is_too_long_for_a_title_is_text() {
    let title = |len: usize| format!("<quote><title>{}</title>x</quote>", "é".repeat(len));
    assert_eq!(shown(&title(200)), [format!("[{}|x]", "é".repeat(200))]);
    assert_eq!(shown(&title(202)), [format!("[{}|ééx]", "é".repeat(200))]);
}

#[test]
fn escapes_are_read_where_no_tag_stands_as_it_is() {
    read(&[
        ("3 &lt; 4 &amp; &quot;5&quot; &gt; 2", &["3 < 4 & \"5\" > 2"]),
        ("3 &gt; 2", &["3 &gt; 2"]),
        ("<quote><title>R1</title>x &lt;5</quote>", &["[R1|x &lt;5]"]),
    ]);
}

#[test]
fn what_only_announces_quotations_is_left_out() {
    for said in ["Evidence:", "The evidence", "**Evidence is:**", "Quotes:", "SOURCES", "Citations:", "---"] {
        assert_eq!(shown(said), [""; 0], "{said}");
        assert_eq!(
            shown(&format!("It rose.\n{said}\n<quote><title>R1</title>x</quote>")),
            ["It rose.", "[R1|x]"],
            "{said}"
        );
    }
    for said in ["Evidence 2", "The evidence is clear.", "Sources vary.", "12", "Of evidence"] {
        assert_eq!(shown(said), [said], "{said}");
    }
}

#[test]
fn lines_of_code_fences_are_left_out_and_no_others() {
    read(&[
        ("~~~\nx\n~~~", &["x"]),
        ("```\nplain words\n```", &["plain words"]),
        ("```json-ld x_1\nx\n  ```", &["x"]),
        ("``\nx", &["``\nx"]),
        ("Use ```x``` here.\nx", &["Use ```x``` here.\nx"]),
        ("```x``` is it.", &["```x``` is it."]),
    ]);
}

#[test]
fn passages_that_an_answer_without_quotations_names_are_its_quotations() {
    read(&[
        ("R1 and R2, R1 again.", &["R1 and R2, R1 again.", "[R1|]", "[R2|]"]),
        ("R1 says so. <quote><title>R2</title>x</quote>", &["R1 says so.", "[R2|x]"]),
        ("R1 says so. <quote><title>Weight</title></quote>", &["R1 says so.", "[Weight|]"]),
        ("As XR1 and R0 and R01 say.", &["As XR1 and R0 and R01 say."]),
    ]);
    let many: Vec<String> = (1..=101).map(|number| format!("R{number}")).collect();
    assert_eq!(shown(&many.join(" ")).len(), 101, "a hundred, and the words");
}

#[test]
fn a_name_before_a_line_or_behind_a_block_is_of_its_quotation() {
    read(&[
        ("> Body Weight rose\n— R2: more", &["[|Body Weight rose]", "[R2|more]"]),
        ("R1\nR2", &["[R1|]", "[R2|]"]),
        ("R1: x\nR2", &["[R1|x]", "[R2|]"]),
        (">\nR2", &["[R2|]"]),
        ("> Body Weight (R2)\n> rose\nstill\n\nEnd.", &["[R2|Body Weight (R2)\nrose\nstill]", "End."]),
        ("> R1 or R2 say so", &["[|R1 or R2 say so]"]),
        ("It rose.\n> x\n\n> y", &["It rose.", "[|x]", "[|y]"]),
        ("- [R1] x\nSource: R2", &["- x", "[R1|]", "[R2|]"]),
        ("Rose [R1](#R1), fell 【R2】 (see R3) [R1].", &["Rose, fell.", "[R1|]", "[R2|]", "[R3|]"]),
        ("R1 is high.", &["R1 is high.", "[R1|]"]),
    ]);
}

#[test]
fn json_is_read_by_the_members_that_models_give_it() {
    read(&[
        (
            "Here it is:\n{\"answer\":\"It rose.\",\"quotes\":[\"R1\"]}\nDone.",
            &["Here it is:", "It rose.", "[R1|]", "Done."],
        ),
        (r#"[{"title":"R1","text":"x"},"R2"]"#, &["[R1|x]", "[R2|]"]),
        (r#"{"answer":"","quotes":[]}"#, &[]),
        (r#"{"note":""}"#, &[r#"{"note":""}"#]),
        (r#"{"ans"#, &[]),
        (r#"{"ant"#, &[r#"{"ant"#]),
        (r#"{"answer":["R1"]}"#, &[r#"{"answer":["R1"]}"#, "[R1|]"]),
        (r#"{"answer":{"text":{"answer":{"summary":"It rose."}}}}"#, &["It rose."]),
        (
            r#"{"answer":{"text":{"answer":{"text":{"summary":"It rose."}}}}}"#,
            &[r#"{"answer":{"text":{"answer":{"text":{"summary":"It rose."}}}}}"#],
        ),
        (r#"{"quotes":["<quote><title>R1</title>x</quote>"]}"#, &["[R1|x]"]),
        (r#"{"quotes":["R1 (weight) "]}"#, &["[R1 (weight)|]"]),
        (r#"{"quotes":["R1 (weights)"]}"#, &["[R1 (weights)|]"]),
        (r#"{"quotes":["R1, (weights)"]}"#, &["[|R1, (weights)]"]),
        (r#"{"sources":[{"id":1,"text":" x "},null,{"id":null}]}"#, &["[1|x]"]),
        (r#"{"Quote":{"Alias":"R1","Excerpt":"x"}}"#, &["[R1|x]"]),
        // Signs of a string are none of the form's, wherever it is cut off.
        (r#"{"answer":"a } b [ \" c","quotes":["R1""#, &["a } b [ \" c", "[R1|]"]),
        (r#"{"answer":"a","quotes":[{"ref":"R1"}, {"ref":"#, &["a", "[R1|]"]),
        (r#"{"answer":"It rose \u00e"#, &["It rose"]),
        (r#"{"answer":"It\nrose.","#, &["It\nrose."]),
        (r#"{"answer":"It rose.\"#, &["It rose."]),
        (r#"{"summary":"a"]"#, &[r#"{"summary":"a"]"#]),
    ]);
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
