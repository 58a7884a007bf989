use super::*;

pub(super) fn traits(word: &str) -> Traits {
    match word {
        "bill" | "long" | "shell" => Traits::COMMON | Traits::MEDICAL | Traits::GIVEN_NAME | Traits::FAMILY_NAME,
        "falls" | "hand" => Traits::COMMON | Traits::MEDICAL | Traits::GIVEN_NAME,
        "target" => Traits::COMMON | Traits::MEDICAL,
        "okafor" => Traits::GIVEN_NAME | Traits::FAMILY_NAME,
        "mercy" | "plan" | "labs" | "say" | "order" => Traits::COMMON | Traits::GIVEN_NAME | Traits::FAMILY_NAME,
        "bob" | "daisy" | "pat" | "hope" | "summer" | "will" => Traits::COMMON | Traits::GIVEN_NAME,
        "price" | "rivers" => Traits::COMMON | Traits::FAMILY_NAME,
        "angina" => Traits::MEDICAL | Traits::GIVEN_NAME,
        "headache" => Traits::MEDICAL,
        _ => Traits::COMMON,
    }
}

#[test]
fn every_form_compiles() {
    assert_eq!(FORMS.len(), ALL_FORMS);
    assert!(NUMBERS.is_some());
}

#[test]
fn words_are_held_by_what_stands_before_them() {
    for (text, it) in [
        ("patient is called hope and has cough", &["hope"][..]),
        ("Pt name: summer rivers. Cough", &["summer rivers"]),
        ("seen by dr may with cough", &["may"]),
        ("seen by nurse price", &["price"]),
        ("her son bill has cough", &["bill"]),
        ("uncle bob cough", &["bob"]),
        ("son of bill", &["bill"]),
        ("mrs v d meulen, 66", &["v d meulen"]),
        ("mrs v. d. meulen", &["v. d. meulen"]),
        ("works for apple, then for shell and for target, cough", &["apple, then for shell and for target"]),
        ("works at bread and butter bakery with flour", &["bread and butter bakery"]),
        ("lives on high street", &["high street", "high street"]),
        ("at royal free", &["royal free"]),
        ("call on o seven seven double o, nine hundred", &["o seven seven double o, nine hundred"]),
        ("tel double four seven one", &["double four seven one"]),
        ("five foot one", &["five foot one"]),
        ("flat three, the old mill, better", &["the old mill"]),
        ("brother bill price has it", &["bill price"]),
        ("uncle bill died", &["bill"]),
        ("her partner will drove", &["will"]),
        ("nurse hope long", &["hope long"]),
        ("i am called bill price", &["bill price"]),
        ("works for shell", &["shell"]),
        ("works at target", &["target"]),
        ("record number 5 mg", &["5 mg"]),
        ("username happy cat, cough", &["happy cat"]),
        ("passport b 12 c 5", &["b 12 c 5"]),
        ("license plate dog seven", &["dog seven"]),
        ("Email: hope@home", &["hope@home"]),
        ("website bill.home now", &["bill.home now"]),
        ("Hope Okafor: chest pain", &["Hope Okafor"]),
        ("Cough. Bill Price: chest pain", &["Bill Price"]),
        ("Will Okafor: cough\nMercy: chest pain", &["Will Okafor", "Mercy"]),
        ("Price: chest pain", &["Price"]),
        ("Full name hope rivers", &["hope rivers"]),
        ("Okafor, Hope had cough", &["Okafor, Hope"]),
        ("Nurse | hope", &["hope"]),
        ("Username | cat 5 | x", &["cat 5"]),
    ] {
        let mut found: Vec<&str> = held(text, traits).into_iter().map(|range| &text[range]).collect();
        found.sort_unstable();
        let found: Vec<&str> = found.into_iter().filter(|it| !it.is_empty()).collect();
        assert!(it.iter().all(|it| found.iter().any(|found| found.contains(it))), "{text}: {found:?}");
    }
    for text in [
        "patient called to say that cough is better",
        "mother has angina, her son coughs",
        "mother of two",
        "son angina",
        "mother may have it; her son will come",
        "works at night, lives in a flat, lives at home",
        "two hundred twelve pounds",
        "dr is away",
        "walks across the street",
        "her name is not known",
        "MS relapse, MR imaging",
        "ibuprofen works for headache",
        "no fever, the cough is better, no",
        "her son falls, her son hand pain",
        "her husband will drive her; her son will monitor it",
        "growth plate fracture, plate and screws",
        "email sent to her, email about chest pain, email the result",
        "Plan: rest. Labs: potassium\nHand: swollen. Mother: headache",
    ] {
        assert!(held(text, traits).is_empty(), "{text}: {:?}", held(text, traits));
    }
}

#[test]
fn a_question_asks_what_doctors_do() {
    for text in ["what did my doctor say", "did my dr order potassium", "did my doctor mean potassium"] {
        assert!(held_of_question(text, traits).is_empty(), "{text}");
    }
    for (text, it) in [("potassium of my brother bill price", "bill price"), ("email bill@home", "bill@home")] {
        let found = held_of_question(text, traits);
        assert_eq!(found.first().map(|range| &text[range.clone()]), Some(it), "{text}");
    }
}

#[test]
fn numbers_given_to_people_are_held() {
    for (text, number, is) in [
        ("seen with badge 441", "441", true),
        ("unit 12 of building 4", "12", true),
        ("unit 12 of building 4", "4", true),
        ("house number 42", "42", true),
        ("patient of practice 12", "12", true),
        ("number twelve", "twelve", true),
        ("in bed 2 days", "2", false),
        ("pulse 72", "72", false),
    ] {
        let at = text.rfind(number).unwrap();
        assert_eq!(is_given(text, &(at..at + number.len())), is, "{text}: {number}");
    }
}

#[test]
fn each_form_holds_what_it_is_of_and_no_more() {
    for (text, it) in [
        ("he is also called hope today", &["hope"][..]),
        ("surname is price and", &["price"]),
        ("goes by hope rivers now", &["hope rivers"]),
        ("named hope", &["hope"]),
        ("named cough", &[]),
        ("is called the same", &[]),
        ("known as will", &[]),
        ("seen by dr cough today", &["cough"]),
        ("seen by Dr. the day", &[]),
        ("seen by nurse price long cough", &["price long"]),
        ("nurse price will come", &["price"]),
        ("nurse cough", &[]),
        ("nurse will visit", &[]),
        ("her son bob fell", &["bob"]),
        ("her son price fell", &[]),
        ("her son falls", &[]),
        ("her son angina", &[]),
        ("her son will", &["will"]),
        ("her son will drive", &[]),
        ("sons of price", &["price"]),
        ("son of cough", &[]),
        ("on hope street today", &["hope street"]),
        ("on the street", &[]),
        ("down busy street", &[]),
        ("across street", &[]),
        ("flat 3, the old mill.", &["the old mill"]),
        ("flat 3, an old mill.", &[]),
        ("passport number is b 12; well", &["b 12"]),
        ("email hope at home dot com, well", &["hope at home dot com"]),
        ("email her the result", &[]),
        ("email: her@home", &["her@home"]),
        ("Hope Rivers: cough", &["Hope Rivers"]),
        ("Cough: hope", &[]),
        ("three hundred and two", &[]),
        ("one two three", &[]),
        ("one two three four five", &["one two three four five"]),
        ("one oh three", &["one oh three"]),
    ] {
        let mut found: Vec<&str> = held(text, traits).into_iter().map(|range| &text[range]).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, it, "{text}");
    }
}

#[test]
fn of_a_question_a_word_behind_a_title_is_somebodys_where_it_may_be_a_name() {
    let known = |word: &str| if word == "xyzzyk" { Traits::default() } else { traits(word) };
    for (text, it) in [
        ("did dr price say so", Some("price")),
        ("did dr xyzzyk say so", Some("xyzzyk")),
        ("did dr cough say so", None),
        ("did dr say so", None),
        ("does ms relapse", None),
        ("did nurse say so", None),
        ("what did nurse hope order", Some("hope")),
    ] {
        let found = held_of_question(text, known);
        assert_eq!(found.first().map(|range| &text[range.clone()]), it, "{text}");
    }
    assert_eq!(held("seen by dr cough", known).len(), 1, "in a note any word behind a title is");
    for text in ["did my provider bill me", "Team: Hope", "when was I seen at Mercy", "what did I talk over with hope"]
    {
        assert!(held_of_question(text, known).is_empty(), "{text}");
    }
    assert_eq!(held("provider bill told her", known).len(), 1);
}

#[test]
fn names_go_on_behind_one_space() {
    for (text, end, names) in [
        ("hope rivers cough", 4, "hope rivers"),
        ("hope rivers price.", 4, "hope rivers price"),
        ("hope  rivers", 4, "hope"),
        ("hope, rivers", 4, "hope"),
        ("hope cough", 4, "hope"),
        ("hope will", 4, "hope"),
        ("hope falls", 4, "hope"),
        ("hope", 4, "hope"),
        ("hope ", 4, "hope"),
    ] {
        assert_eq!(&text[..names_to(text, end, &traits)], names, "{text}");
    }
}

#[test]
fn a_word_of_medicine_is_hardly_a_name() {
    let name = Traits::GIVEN_NAME;
    for (word, known, may) in [
        ("hope", name, true),
        ("angina", name | Traits::MEDICAL, false),
        ("bill", name | Traits::MEDICAL | Traits::COMMON, true),
        ("falls", name | Traits::MEDICAL | Traits::COMMON, false),
        ("hope", name | Traits::COMMON, true),
    ] {
        assert_eq!(may_be_name(word, known), may, "{word}");
    }
    for (rest, is) in [
        (" drove her", true),
        (" coughed", true),
        (" bleed", false),
        (" drives her", true),
        (" assess it", false),
        (" focus on it", false),
        (" rivers", true),
        (" drive her", false),
        (" 5", true),
        (", well", true),
        ("", true),
    ] {
        assert_eq!(is_no_verb(rest, &traits), is, "will{rest}");
    }
}

#[test]
fn an_address_a_heading_and_a_number_in_words() {
    for (said, is) in
        [("hope at home", true), ("her the result", false), ("her@home", true), ("results today", false), ("", true)]
    {
        assert_eq!(is_address(said), is, "{said}");
    }
    for (label, is) in [
        ("Hope Okafor", true),
        ("Price", true),
        ("PRICE", false),
        ("HOPE PRICE", true),
        ("Hope P.", true),
        ("P.", false),
        ("Plan Okafor", false),
        ("Hope Cough", false),
        ("Will Okafor", true),
        ("The Okafor", false),
        ("Falls Okafor", false),
    ] {
        assert_eq!(is_of_names(label, &traits), is, "{label}");
    }
    for (run, is) in [
        ("two hundred twelve", true),
        ("one two three four", true),
        ("one two three four five", false),
        ("one oh two", false),
        ("double two", false),
        ("two hundred cough", false),
    ] {
        assert_eq!(is_number(run), is, "{run}");
    }
}

#[test]
fn where_somebody_works_or_lives_ends_with_what_goes_on() {
    let of = |said: &str, at_work: bool| place(said, at_work, &traits).map(|length| said[..length].to_owned());
    for (said, at_work, is) in [
        ("apple with flour", false, Some("apple")),
        ("the apple", false, Some("the apple")),
        ("bread and butter bakery with flour", true, Some("bread and butter bakery")),
        ("bread and with flour", true, Some("bread")),
        ("apple for", false, Some("apple")),
        ("night", true, None),
        ("the night", true, None),
        ("headache", false, None),
        ("headache clinic", true, Some("headache clinic")),
        ("target now", false, Some("target now")),
        ("bill and sons", false, Some("bill and sons")),
        ("angina", false, None),
        ("", false, None),
        ("the", false, None),
        ("with flour", true, None),
        ("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13", true, Some("a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12")),
    ] {
        assert_eq!(of(said, at_work).as_deref(), is, "{said}");
    }
}

#[test]
fn a_number_is_given_by_what_stands_right_before_it() {
    let far = format!("{} badge 441", "x".repeat(80));
    for (text, number, is) in [
        (far.as_str(), "441", true),
        ("badge no. 441", "441", true),
        ("badges 441", "441", false),
        ("badge is 441", "441", true),
        ("bed 2 weeks", "2", false),
        ("bed 2", "2", true),
    ] {
        let at = text.rfind(number).unwrap();
        assert_eq!(is_given(text, &(at..at + number.len())), is, "{text}");
    }
}
