use super::*;

#[test]
fn a_sentence_ends_at_full_stops_before_capitals_and_at_blank_lines() {
    let text = "She is well. Dr. Ho saw her,\nand left.\n\nPlan: none";
    let at = |word: &str| &text[sentence(text, text.find(word).unwrap())];
    assert_eq!(at("well").trim(), "She is well.");
    assert_eq!(at("saw").trim(), "Dr. Ho saw her,\nand left.");
    assert_eq!(at("none").trim(), "Plan: none");
}

#[test]
fn what_heads_a_sentence_is_found() {
    let text = "Family history\n\nDiabetes. Asthma.\n\nDenies: pain, fever. Cough.\nWell.";
    let of = |word: &str| {
        let sentence = sentence(text, text.find(word).unwrap());
        let start = sentence.start + (text[sentence.clone()].len() - text[sentence].trim_start().len());
        heads(text, start).into_iter().map(|range| text[range].trim()).collect::<Vec<_>>()
    };
    assert_eq!(of("Diabetes"), ["Family history"]);
    assert_eq!(of("Asthma"), ["Family history"]);
    assert_eq!(of("Cough"), ["Denies"]);
}

#[test]
fn what_opens_a_list_and_what_answers_is_found() {
    let text = "Denies:\n\n- pain\n\n- fever\n\nCough? Denied.\nRash. None. Well today and yesterday.";
    let of = |word: &str| {
        let sentence = sentence(text, text.find(word).unwrap());
        let start = sentence.start + (text[sentence.clone()].len() - text[sentence].trim_start().len());
        heads(text, start).into_iter().map(|range| text[range].trim()).collect::<Vec<_>>()
    };
    assert_eq!(of("fever"), ["- pain", "Denies:"]);
    let behind = |word: &str| answer(text, &sentence(text, text.find(word).unwrap())).map(|range| text[range].trim());
    assert_eq!((behind("Cough"), behind("Rash"), behind("None")), (Some("Denied."), Some("None."), None));
    assert!(SIGNS.as_ref().unwrap().is_match("pain (-)") && !SIGNS.as_ref().unwrap().is_match("pain - none"));
}

#[test]
fn an_item_of_a_list_is_a_sentence_and_what_leads_the_list_is_found() {
    let of = |text: &'static str, word: &str| {
        let sentence = sentence(text, text.find(word).unwrap());
        (text[sentence.clone()].trim(), list_lead(text, sentence.start).map(|lead| text[lead].trim()))
    };
    assert_eq!(of("1. Pneumonia 2. No effusion 3. Stable", "effusion"), ("No effusion", None));
    assert_eq!(of("Denies 1) cough 2) fever", "fever"), ("fever", Some("Denies")));
    assert_eq!(
        of("Medications:\n1. Metformin 500\n2. Aspirin 81", "Metformin"),
        ("Metformin 500", Some("Medications:"))
    );
    assert_eq!(of("Well. No pain\n1. cough\n2. fever", "fever"), ("fever", Some("No pain")));
    assert_eq!(of("Stage 3. Walks well.", "Walks"), ("Walks well.", None));
    let signs = SIGNS.as_ref().unwrap();
    for said in [
        "?asthma",
        "? asthma",
        "asthma (?)",
        "asthma??",
        "+/- asthma",
        "asthma[-]",
        "asthma \u{d7}",
        "pain x0",
        "80 \u{2192} 75",
        "L>R",
        "three score and ten",
    ] {
        assert!(signs.is_match(said), "{said}");
    }
    for said in ["Any pain? No.", "Weight > 90 kg", "pain x0.5", "3 \u{d7} 4 cm", "pain (mild)", "score of 3"] {
        assert!(!signs.is_match(said), "{said}");
    }
}

#[test]
fn a_sentence_is_in_parts_where_it_may_be_several() {
    let of = |text: &'static str| -> Vec<&str> {
        parts(text, &sentence(text, 1)).into_iter().map(|part| text[part].trim()).collect()
    };
    assert_eq!(of("Not at work. c/o pain. Walks."), ["Not at work.", "c/o pain."]);
    assert_eq!(of("Not present: cough. pain."), ["Not present: cough.", "pain."]);
    assert_eq!(of("pain? no. well."), ["pain? no.", "well."]);
    assert_eq!(of("pain. none."), ["pain. none."]);
    assert_eq!(of("Hep C. Denies pain."), ["Hep C.", "Denies pain."]);
    assert_eq!(of("Seen by Dr. Ho vs. me, e.g. at home, 2.5 h."), ["Seen by Dr. Ho vs. me, e.g. at home, 2.5 h."]);
    assert_eq!(of("Denies the following:\n- cough\n- pain"), ["Denies the following:\n- cough", "- pain"]);
    assert_eq!(of("Known AF. No pain."), ["Known AF."]);
}

#[test]
fn what_stands_behind_a_turning_label_and_says_something_itself_is_apart() {
    let cues = CUES.as_ref().unwrap();
    let is_apart = |text: &str, from: &str| {
        let at = text.find(from).unwrap();
        let sentence = sentence(text, at + 1);
        let all = parts(text, &sentence);
        let part = all.iter().rfind(|part| part.start <= at).unwrap();
        super::is_apart(text, part, |range| cues.is_match(&text[range.clone()]))
    };
    assert!(is_apart("Denies: cough. has chest pain.", "has"));
    assert!(is_apart("Denies: cough. Has chest pain.", "Has"));
    assert!(is_apart("Denies: cough.\nReports: chest pain.", "Reports"));
    assert!(is_apart("Denies: cough. Plan: rest. Chest pain.", "Chest"));
    assert!(!is_apart("Denies: cough. Chest pain.", "Chest"));
    assert!(!is_apart("Denies: is cough. Chest pain.", "Denies"));
    assert!(!is_apart("Plan: rest. Has chest pain.", "Has"));
    assert!(!is_apart("Denies: cough.\n\nHas chest pain.", "Has"));
}

#[test]
fn a_number_is_told_whole_and_not_too_exactly() {
    let text = "142/88, 6.95 and 12, <5, 2019, 97%";
    let is = |told: &str, floor| {
        is_number(
            text,
            {
                let at = text.find(told).unwrap();
                at..at + told.len()
            },
            told,
            floor,
        )
    };
    assert!(is("88", Level::Balanced) && is("12", Level::Balanced) && is("97", Level::Balanced));
    assert!(is("142", Level::Minimal) && !is("142", Level::Balanced) && !is("88", Level::Strict));
    assert!(is("6.95", Level::Minimal) && !is("6", Level::Minimal) && !is("95", Level::Minimal));
    assert!(!is("5, ", Level::Minimal) && !is("2019", Level::Minimal));
}
