use super::*;

#[test]
fn sentences_end_at_full_stops_and_blank_lines_and_keep_what_heads_them() {
    let text = "# Family history\n\nDiabetes. Asthma in\nDr. Ho's aunt.\n\nPlan: rest. Fluids, 2.5 l.\n";
    let said: Vec<(&str, Vec<&str>)> = sentences(text)
        .into_iter()
        .map(|sentence| (&text[sentence.range], sentence.heads.into_iter().map(|head| &text[head]).collect()))
        .collect();
    let heading = "# Family history";
    assert_eq!(
        said,
        [
            (heading, vec![]),
            ("Diabetes.", vec![heading]),
            ("Asthma in\nDr. Ho's aunt.", vec![heading]),
            ("Plan: rest.", vec![heading]),
            ("Fluids, 2.5 l.", vec![heading, "Plan"]),
        ]
    );
    let said: Vec<&str> = sentences("Known AF. Warfarin 4 mg. Seen by Dr. Ho.")
        .into_iter()
        .map(|sentence| &"Known AF. Warfarin 4 mg. Seen by Dr. Ho."[sentence.range])
        .collect();
    assert_eq!(said, ["Known AF.", "Warfarin 4 mg.", "Seen by Dr. Ho."]);
}

#[test]
fn an_answer_is_one_with_what_it_answers_and_an_opening_line_with_all_it_opens() {
    let said = |text: &str| -> Vec<(String, Vec<String>)> {
        let of = |range: Range<usize>| text[range].to_owned();
        let all = sentences(text).into_iter();
        all.map(|sentence| (of(sentence.range), sentence.heads.into_iter().map(of).collect())).collect()
    };
    let alone = |text: &str| said(text).into_iter().map(|(said, _)| said).collect::<Vec<_>>();
    assert_eq!(alone("Any chest pain? No. Walks well."), ["Any chest pain? No. Walks well."]);
    assert_eq!(alone("Chest pain. No. Walks well, as before."), ["Chest pain. No. Walks well, as before."]);
    assert_eq!(alone("Any chest pain? She denies it. Walks well."), ["Any chest pain? She denies it.", "Walks well."]);
    assert_eq!(alone("Chest pain. None reported. No fever."), ["Chest pain. None reported.", "No fever."]);
    let list = said("Denies:\n\n- chest pain\n\n- fever\n\nPlan\n\nRest.");
    let heads = |of: &str| list.iter().find(|(said, _)| said == of).unwrap().1.clone();
    assert_eq!(heads("- chest pain"), ["Denies:"]);
    assert_eq!(heads("- fever"), ["Denies:"]);
    assert_eq!(heads("Rest."), ["Plan"]);
    let lines = said("She denies all of these, as she did before:\n\nChest pain\n\nFever");
    assert_eq!(lines[2].1, ["She denies all of these, as she did before:", "Chest pain"]);
}

#[test]
fn a_sentence_is_in_parts_where_a_note_leaves_open_whether_it_ends() {
    let of = |text: &'static str| -> Vec<Vec<&str>> {
        let all = sentences(text).into_iter();
        all.map(|sentence| sentence.parts.into_iter().map(|part| &text[part]).collect()).collect()
    };
    assert_eq!(of("Not at work. c/o pain. Walks."), [vec!["Not at work.", "c/o pain."], vec!["Walks."]]);
    assert_eq!(of("Not present: cough. pain."), [["Not present: cough.", "pain."]]);
    assert_eq!(of("pain? no. well."), [["pain? no.", "well."]]);
    assert_eq!(of("pain. none."), [["pain. none."]]);
    assert_eq!(of("Hep C. Denies pain."), [["Hep C.", "Denies pain."]]);
    assert_eq!(of("Seen by Dr. Ho vs. me, e.g. at home, 2.5 h."), [["Seen by Dr. Ho vs. me, e.g. at home, 2.5 h."]]);
    assert_eq!(of("Any chest pain? No. Walks well."), [["Any chest pain? No. Walks well."]]);
    assert_eq!(of("Denies the following:\n- cough\n- pain"), [["Denies the following:\n- cough", "- pain"]]);
    assert_eq!(of("No cough\nPain for two days\nand more"), [["No cough", "Pain for two days\nand more"]]);
}

#[test]
fn a_line_that_may_head_nothing_keeps_back_what_does_not_say_of_whom_it_is() {
    let stays = |text: &str| sentences(text).iter().any(|sentence| !sentence.is_clear(text));
    for text in [
        "Migraine\n\nHas anemia",
        "Migraine\n\nHas anemia, which came in spring. Walks well every day.",
        "Roommate\n\nHas asthma, and takes salbutamol for it.",
    ] {
        assert!(stays(text), "{text}");
    }
    for text in [
        "Migraine:\n\nHas anemia",
        "# Blood\n\nHas anemia",
        "BLOOD\n\nHas anemia",
        "Review of systems\n\nHas anemia",
        "Migraine\n\nShe has anemia",
        "Migraine\n\nAnemia",
    ] {
        assert!(!stays(text), "{text}");
    }
}

#[test]
fn an_item_with_a_number_is_a_sentence_without_it() {
    let of = |text: &'static str| -> Vec<(&str, Vec<&str>, bool)> {
        let all = sentences(text).into_iter();
        all.map(|sentence| {
            let heads = sentence.heads.into_iter().map(|head| &text[head]).collect();
            (&text[sentence.range], heads, sentence.is_apart)
        })
        .collect()
    };
    assert_eq!(
        of("Medications:\n1. Metformin 500\n2. Aspirin 81\n3. Lisinopril 5"),
        [
            ("Medications:", vec![], false),
            ("Metformin 500", vec!["Medications"], false),
            ("Aspirin 81", vec!["Medications"], false),
            ("Lisinopril 5", vec!["Medications"], false),
        ]
    );
    assert_eq!(
        of("1. Pneumonia 2. No effusion 3. Nodule 4 mm 4. Stable. Well."),
        [
            ("Pneumonia", vec![], false),
            ("No effusion", vec![], false),
            ("Nodule 4 mm", vec![], false),
            ("Stable.", vec![], false),
            ("Well.", vec![], false),
        ]
    );
    assert_eq!(
        of("Reports 1) cough 2) no fever"),
        [("Reports", vec![], false), ("cough", vec!["Reports"], false), ("no fever", vec!["Reports"], false)]
    );
    let stays = |text: &'static str| of(text).into_iter().filter(|(.., is_apart)| *is_apart).count();
    assert_eq!(stays("Denies 1) cough 2) fever"), 2);
    assert_eq!(stays("No cough 2) fever 3) pain"), 2);
    assert_eq!(stays("She told of all of the following at work\n1. cough\n2. fever"), 2);
    assert_eq!(
        of("1. Family history\n\n2. Asthma in spring, and gout in old age."),
        [("Family history", vec![], false), ("Asthma in spring, and gout in old age.", vec!["Family history"], false),]
    );
    assert_eq!(of("Asthma. (?)"), [("Asthma. (?)", vec![], false)]);
    assert_eq!(of("1. Seen today\n2. She denies:\n\n- cough")[2], ("- cough", vec!["She denies:"], false));
}

#[test]
fn what_a_no_may_or_may_not_be_of_is_not_clear() {
    let is_clear = |text: &str| sentences(text).iter().all(|sentence| sentence.is_clear(text));
    for text in [
        "No fever. no cough.",
        "Not present: cough. chest pain.",
        "Denies:\n- cough\n- chest pain",
        "Family history: asthma. gout in old age.",
        "Negatives:\n\ncough. chest pain.",
        "c/o pain in the lat. thigh",
        "No pain since Monday. Walks well.",
        "Plan: rest. Reports pain.",
    ] {
        assert!(is_clear(text), "{text}");
    }
    for text in [
        "Not working at present. c/o dizziness.",
        "No hep C. Chest pain today.",
        "c/o cough. no fever",
        "No fever\nChest pain for two days",
        "Denies: cough. has chest pain.",
        "Denies: cough. Chest pain.",
        "Pt denies. Chest pain.",
        "Denies: cough. Has chest pain.",
        "Denies: cough.\nReports: chest pain.",
        "Denies: cough.\nPlan: rest. Chest pain.",
        "She doesn't smoke. pain at night",
    ] {
        assert!(!is_clear(text), "{text}");
    }
}

/// Returns the sentences of `text`, with what heads each and whether it may stand for itself all the same.
fn read(text: &str) -> Vec<(&str, Vec<&str>, bool)> {
    let all = sentences(text).into_iter();
    all.map(|sentence| {
        let heads = sentence.heads.into_iter().map(|head| &text[head]).collect();
        (&text[sentence.range], heads, sentence.is_apart)
    })
    .collect()
}

/// A sentence, what heads it, and whether it may stand for itself all the same.
type Said<'t> = (&'t str, &'t [&'t str], bool);

#[test]
fn what_heads_a_sentence_ends_where_the_note_goes_on_with_something_else() {
    let short = "Cough at night and by day";
    let long = "Cough at night and by day again";
    assert_eq!((short.split(' ').count(), long.split(' ').count()), (6, 7));
    let walks = "She walks well every day of the week.";
    let rows: &[(&str, &[Said<'_>])] = &[
        // Six words may head what follows, seven say something.
        ("Cough at night and by day\n\nWell.", &[(short, &[], false), ("Well.", &[short], false)]),
        ("Cough at night and by day again\n\nWell.", &[(long, &[], false), ("Well.", &[], false)]),
        ("Cough!\n\nWell.", &[("Cough!", &[], false), ("Well.", &[], false)]),
        (
            "Cough at night and by day again:\n\nWell.",
            &[
                ("Cough at night and by day again:", &[], false),
                ("Well.", &["Cough at night and by day again:"], false),
            ],
        ),
        // An item heads nothing.
        ("- cough\n\nWell.", &[("- cough", &[], false), ("Well.", &[], false)]),
        ("\u{2022} cough\n\nWell.", &[("\u{2022} cough", &[], false), ("Well.", &[], false)]),
        // What opens a list heads its items, and no line behind it.
        (
            "Denies:\n\n- cough\n\n- fever\n\nPlan\n\nWell.",
            &[
                ("Denies:", &[], false),
                ("- cough", &["Denies:"], false),
                ("- fever", &["Denies:"], false),
                ("Plan", &["Denies:"], false),
                ("Well.", &["Plan"], false),
            ],
        ),
        (
            "Denies:\n\nCough\n\nFever\n\nWell.",
            &[
                ("Denies:", &[], false),
                ("Cough", &["Denies:"], false),
                ("Fever", &["Denies:", "Cough"], false),
                ("Well.", &["Denies:", "Fever"], false),
            ],
        ),
        (
            "Denies:\n\nShe walks well every day of the week.\n\nCough\n\nWell.",
            &[
                ("Denies:", &[], false),
                (walks, &["Denies:"], false),
                ("Cough", &["Denies:"], false),
                ("Well.", &["Cough"], false),
            ],
        ),
        // A label that says no more than that it is so heads nothing that a no is said before.
        (
            "Conclusion: the challenge is negative. She may eat it.",
            &[("Conclusion: the challenge is negative.", &[], false), ("She may eat it.", &[], false)],
        ),
        (
            "Conclusion: she is well. She may eat it.",
            &[("Conclusion: she is well.", &[], false), ("She may eat it.", &["Conclusion"], false)],
        ),
        ("Plan: no cough. She may eat it.", &[("Plan: no cough.", &[], false), ("She may eat it.", &["Plan"], false)]),
        // How far a label turns what is behind it, a note leaves open.
        (
            "Denies: cough. Pain at night. Fever.",
            &[("Denies: cough.", &[], false), ("Pain at night.", &["Denies"], true), ("Fever.", &["Denies"], true)],
        ),
        (
            "Family: asthma. Gout in old age. Has a cough. Fever.",
            &[
                ("Family: asthma.", &[], false),
                ("Gout in old age.", &["Family"], false),
                ("Has a cough.", &["Family"], true),
                ("Fever.", &["Family"], true),
            ],
        ),
        ("Plan: rest. Has a cough.", &[("Plan: rest.", &[], false), ("Has a cough.", &["Plan"], false)]),
        (
            "Pt denies. Chest pain. Fever.",
            &[("Pt denies.", &[], false), ("Chest pain.", &[], true), ("Fever.", &[], false)],
        ),
        // The last item of a list heads what follows, where it ends as what heads does.
        (
            "1. Seen today\n2. No cough\n\nFever at night and by day this week.",
            &[
                ("Seen today", &[], false),
                ("No cough", &[], false),
                ("Fever at night and by day this week.", &["No cough"], false),
            ],
        ),
        (
            "1. Seen today\n2. No cough.\n\nFever at night and by day this week.",
            &[
                ("Seen today", &[], false),
                ("No cough.", &[], false),
                ("Fever at night and by day this week.", &[], false),
            ],
        ),
        (
            "1. Seen today\n2. Cough\n\nFever at night and by day this week.",
            &[("Seen today", &[], false), ("Cough", &[], false), ("Fever at night and by day this week.", &[], false)],
        ),
        // What stands before the first item heads it, where the row begins with one.
        (
            "Reports cough at night with 1) phlegm 2) fever",
            &[
                ("Reports cough at night with", &[], false),
                ("phlegm", &["Reports cough at night with"], false),
                ("fever", &["Reports cough at night with"], false),
            ],
        ),
        ("Cough 2) fever 3) pain", &[("Cough", &[], false), ("fever", &[], false), ("pain", &[], false)]),
        ("Seen. 1) cough 2) fever", &[("Seen.", &[], false), ("cough", &[], false), ("fever", &[], false)]),
    ];
    for (text, expected) in rows {
        let expected: Vec<(&str, Vec<&str>, bool)> =
            expected.iter().map(|(said, heads, is_apart)| (*said, heads.to_vec(), *is_apart)).collect();
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn a_part_is_told_behind_its_label_and_its_heads() {
    let text = "Today\n\nNot present: cough. pain. fever.";
    let sentence = sentences(text).pop().unwrap();
    let told = |index: usize| sentence.told_as(index).map(|range| &text[range.clone()]).collect::<Vec<_>>();
    assert_eq!(told(0), ["Today", "Not present: cough."]);
    assert_eq!(told(1), ["Today", "Not present", "pain."]);
    assert_eq!(told(2), ["Today", "Not present", "fever."]);
}

#[test]
fn parts_of_which_all_or_none_are_turned_are_clear() {
    for (text, clear) in [
        ("No fever: well. tired", true),
        ("No fever: well. walks", false),
        ("Plan: well. walks", true),
        ("Plan: no cough. fever", false),
        ("Plan: no cough. no fever", true),
        ("cough. fever", true),
        ("cough. no fever", false),
        ("no cough. no fever. pain", false),
    ] {
        let all = sentences(text);
        assert_eq!(all.iter().all(|sentence| sentence.is_clear(text)), clear, "{text}");
    }
}

#[test]
fn where_a_sentence_may_be_parted() {
    let of = |text: &str| -> Vec<String> {
        let range = 0..text.len();
        parts(text, &range, label(text, &range).as_ref()).into_iter().map(|part| text[part].to_owned()).collect()
    };
    for (text, expected) in [
        ("cough! pain", &["cough!", "pain"][..]),
        ("cough. pain", &["cough.", "pain"]),
        ("cough.pain", &["cough.pain"]),
        ("Cough. Pain", &["Cough. Pain"]),
        ("Vitamin D. Pain", &["Vitamin D.", "Pain"]),
        ("Vitamin D! Pain", &["Vitamin D! Pain"]),
        ("cough, e.g. pain", &["cough, e.g. pain"]),
        ("cough (i.e. pain)", &["cough (i.e. pain)"]),
        ("cough incl! pain", &["cough incl!", "pain"]),
        ("cough. none seen", &["cough. none seen"]),
        ("cough\nPain", &["cough", "Pain"]),
        ("cough\npain", &["cough\npain"]),
        ("cough\n- pain", &["cough", "- pain"]),
        ("- cough\n* pain", &["- cough", "* pain"]),
        (". pain", &[". pain"]),
        ("-\nPain", &["-\nPain"]),
        ("cough. ", &["cough. "]),
        // What stands before the label's colon is none.
        ("Hep c. seen today: cough. pain", &["Hep c.", "seen today: cough.", "pain"]),
        ("Seen\nToday: cough. pain", &["Seen\nToday: cough.", "pain"]),
    ] {
        assert_eq!(of(text), expected, "{text}");
    }
}

#[test]
fn what_stands_before_a_colon_is_a_label_where_it_is_short() {
    for (text, expected) in [
        ("Plan: rest", Some("Plan")),
        ("Plan:rest", Some("Plan")),
        ("Plan:", None),
        ("Plan: ", Some("Plan")),
        ("Seen today. Plan: rest", None),
        ("Well! Plan: rest", None),
        ("Well? Yes: rest", None),
        ("one two three four five six: rest", Some("one two three four five six")),
        ("one two three four five six seven: rest", None),
        ("rest", None),
    ] {
        let range = 0..text.len();
        assert_eq!(label(text, &range).map(|range| &text[range]), expected, "{text}");
    }
}

#[test]
fn a_block_ends_at_a_blank_line() {
    let of = |text: &'static str| blocks(text).into_iter().map(|range| &text[range]).collect::<Vec<_>>();
    assert_eq!(of(""), [""; 0]);
    assert_eq!(of("\n  \n"), [""; 0]);
    assert_eq!(of("  a b \n c\n"), ["a b \n c"]);
    assert_eq!(of("a\n\nb\r\n \t\r\nc"), ["a", "b", "c"]);
    assert_eq!(of("\n a"), ["a"]);
}

#[test]
fn a_sentence_ends_before_a_capital_a_digit_or_a_sign() {
    let of = |text: &'static str| within(text, 0..text.len()).into_iter().map(|range| &text[range]).collect::<Vec<_>>();
    assert_eq!(of("Cough. Pain! 3 falls? - well."), ["Cough.", "Pain!", "3 falls? - well."]);
    assert_eq!(of("Cough? She coughs. Well."), ["Cough? She coughs.", "Well."]);
    assert_eq!(of("Cough. pain."), ["Cough. pain."]);
    assert_eq!(of("Cough.Pain."), ["Cough.Pain."]);
    assert_eq!(of("Hep C. Pain."), ["Hep C. Pain."]);
    assert_eq!(of("Cough. (?)"), ["Cough. (?)"]);
    assert_eq!(of("Cough. ... Pain."), ["Cough. ...", "Pain."]);
    assert_eq!(of("Cough. Denied. Pain."), ["Cough. Denied.", "Pain."]);
    assert_eq!(of("Cough. Denied pain."), ["Cough.", "Denied pain."]);
    assert_eq!(of("Cough"), ["Cough"]);
}

#[test]
fn words_that_only_answer_what_stands_before_them() {
    for (said, is) in [
        ("No.", true),
        ("None reported.", true),
        ("denied", true),
        ("Not now", true),
        ("Negative today.", true),
        ("No. Walks well", true),
        ("No pain.", false),
        ("None of it now.", false),
        ("Walks. No.", false),
        ("Yes.", false),
        ("Reported none.", false),
        ("", false),
    ] {
        assert_eq!(is_answer(said), is, "{said}");
    }
    for (before, next, is) in [
        ("Chest pain. No", "Walks well", true),
        ("no", "3 falls", true),
        ("Chest pain. No", "walks well", false),
        ("Chest pain", "Walks well", false),
        ("piano", "Walks", false),
    ] {
        assert_eq!(is_said_no(before, next), is, "{before} / {next}");
    }
}

#[test]
fn full_stops_that_abbreviate() {
    for (said, abbreviated, never) in [
        ("seen by Dr", true, true),
        ("Hep C", true, false),
        ("Y", true, false),
        ("e.g", true, true),
        ("(e.g", true, true),
        ("by Mr", true, true),
        ("cf. St", true, true),
        ("Known AF", false, false),
        ("82 kg", false, false),
        ("on 4", false, false),
        ("Ho", true, false),
        ("Mrs", false, true),
        ("cough vs", false, true),
        ("approx", false, true),
        ("cough", false, false),
    ] {
        assert_eq!((is_abbreviated(said), never_ends(said)), (abbreviated, never), "{said}");
    }
}

#[test]
fn words_that_turn_say_no_or_stand_for_themselves() {
    // Whether it turns what is said, says no, and negates what stands behind it as a label.
    for (said, turning, no, negating) in [
        ("no cough", true, true, true),
        ("She isn\u{2019}t well", true, false, false),
        ("doesnt cough", true, false, false),
        ("w/o cough", true, false, false),
        ("R/O PE", true, false, false),
        ("h/o gout", true, false, false),
        ("her mother", true, false, false),
        ("no longer", true, true, true),
        ("is gone", true, true, false),
        ("lost weight", false, true, false),
        ("Ruled out", true, true, true),
        ("cough at night", false, false, false),
        ("know, notes", false, false, false),
        ("pregnant", false, false, false),
    ] {
        assert_eq!((turns(said), says_no(said), negates(said)), (turning, no, negating), "{said}");
    }
    for (word, is) in
        [("doesnt", true), ("wont", true), ("aint", true), ("does", false), ("pregnant", false), ("nt", false)]
    {
        assert_eq!(is_not_run_together(word), is, "{word}");
    }
    for (label, is) in [
        ("Conclusion", true),
        ("**Findings**", true),
        ("Findings of today", false),
        ("Plan", false),
        ("Today findings", false),
        ("", false),
    ] {
        assert_eq!(asserts(label), is, "{label}");
    }
    for (said, is) in [
        ("Has a cough.", true),
        ("Cough: at night", true),
        ("BP = 142", true),
        ("C/o cough", true),
        ("Gout in old age", false),
        ("cohort", false),
        ("", false),
    ] {
        assert_eq!(stands_for_itself(said), is, "{said}");
    }
    for (said, last) in [("Pt Denies. ", Some("denies")), ("(cough)", Some("cough")), ("...", None), ("", None)] {
        assert_eq!(last_word(said).as_deref(), last, "{said}");
    }
}

#[test]
fn a_line_heads_a_sentence_by_how_it_is_written() {
    let of = |head: &str, said: &str| {
        let text = format!("{head}\n\n{said}");
        may_not_head(&text, &(0..head.len()), &(head.len() + 2..text.len()))
    };
    for (head, said, is) in [
        ("Migraine", "Has anemia", true),
        ("Migraine", "(has anemia)", true),
        ("Migraine", "The anemia has gone", false),
        ("Migraine:", "Has anemia", false),
        ("# Migraine", "Has anemia", false),
        ("*Migraine*", "Has anemia", false),
        ("_Migraine_", "Has anemia", false),
        ("| Migraine |", "Has anemia", false),
        ("MIGRAINE", "Has anemia", false),
        ("Clinic visit", "Has anemia", false),
        ("Migraine", "", false),
    ] {
        assert_eq!(of(head, said), is, "{head} / {said}");
    }
}
