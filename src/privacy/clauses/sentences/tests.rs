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
