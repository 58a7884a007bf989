use super::*;

fn said(text: &str) -> Vec<(&str, Years)> {
    ages(text).into_iter().map(|age| (&text[age.range], age.years)).collect()
}

#[test]
fn every_shape_compiles() {
    assert_eq!((SHAPES.len(), DECADES.len()), (40, 3));
    assert!(COUNTED.is_some() && FURTHER.is_some());
}

#[test]
fn ages_are_found_in_every_dress() {
    for (text, it) in [
        ("Her mother had it at the age of 62.", "62"),
        ("aged 62", "62"),
        ("Age: 62", "62"),
        ("Age (years): 62", "62"),
        ("Age/Sex: 62/F", "62"),
        ("by age 62 she", "62"),
        ("age at diagnosis 62", "62"),
        ("a 62-year-old woman", "62"),
        ("62 years old", "62"),
        ("62 years of age", "62"),
        ("62 yrs. old", "62"),
        ("62 yo", "62"),
        ("62yo M", "62"),
        ("Pleasant 62 yof with pain", "62"),
        ("62 y/o", "62"),
        ("62 y.o. with", "62"),
        ("62\nyear old", "62"),
        ("turned 62 in spring", "62"),
        ("She just turned 62.", "62"),
        ("62M with chest pain", "62"),
        ("62 F, smoker", "62"),
        ("62/M with", "62"),
        ("A 62 year gentleman", "62"),
        ("a 62 male", "62"),
        ("He is 62.", "62"),
        ("she's 62 and well", "62"),
        ("I am 62", "62"),
        ("when he was 62,", "62"),
        ("her mother, 62, has it", "62"),
        ("Mother (62): stroke", "62"),
        ("father died of a stroke at 62", "62"),
        ("Father d. 62", "62"),
        ("lived to be 62", "62"),
        ("menopause at 62", "62"),
        ("diagnosed with breast cancer at 62.", "62"),
    ] {
        assert_eq!(said(text), [(it, Years::Exact(62))], "{text}");
        // The same in words, where words can stand.
        if !text.contains("62M") && !text.contains("62 F") && !text.contains("62/") {
            let words = text.replace("62yo", "62 yo").replace("62", "sixty-two");
            assert_eq!(said(&words), [("sixty-two", Years::Exact(62))], "{words}");
        }
    }
}

#[test]
fn rows_decades_and_what_no_band_says_are_found() {
    use Years::{Decade, Exact, Unsaid};
    for (text, found) in [
        ("brothers aged 62 and 64.", &[("62", Exact(62)), ("64", Exact(64))][..]),
        ("ages 3, 5 and 8.", &[("3", Exact(3)), ("5", Exact(5)), ("8", Exact(8))]),
        ("sons 3 and 5 years old", &[("3", Exact(3)), ("5", Exact(5))]),
        ("aged 62, 82 kg", &[("62", Exact(62))]),
        ("in her late sixties", &[("late sixties", Decade(60))]),
        ("in his 60s", &[("60s", Decade(60))]),
        ("in his 60's", &[("60's", Decade(60))]),
        ("an octogenarian", &[("octogenarian", Decade(80))]),
        ("in mid-fifties", &[("mid-fifties", Decade(50))]),
        ("patient is in the mid forties", &[("mid forties", Unsaid)]),
        ("a mid forties gentleman", &[("mid forties", Unsaid)]),
        ("mid-forties, smoker", &[("mid-forties", Unsaid)]),
        ("half way through the forties", &[("forties", Unsaid)]),
        ("her sixty second summer", &[("sixty second", Unsaid)]),
        ("in the sixty second year", &[("sixty second", Unsaid)]),
        ("62 years, female, chest pain", &[("62", Unsaid)]),
        ("chest pain, 3 years, male", &[("3", Unsaid)]),
        ("Chest pain, married, 62 years, 2 children", &[("62", Unsaid)]),
        ("Chest pain, 62 yrs.", &[("62", Unsaid)]),
        ("Age of onset of chest pain 34 years", &[("34", Unsaid)]),
        ("Onset of chest pain: 34 years", &[("34", Unsaid)]),
        ("Chest pain, 34 years at diagnosis", &[("34", Unsaid)]),
        ("an 18-month-old boy", &[("18", Unsaid)]),
        ("aged 6 weeks", &[("6", Unsaid)]),
        ("in her 62nd year", &[("62nd", Unsaid)]),
        ("in her hundredth year", &[("hundredth", Unsaid)]),
        ("her sixty-second birthday", &[("sixty-second", Unsaid)]),
        ("stroke at 62", &[("62", Unsaid)]),
        ("seen at 62 years", &[("62", Unsaid)]),
        ("aged forty", &[("forty", Exact(40))]),
        ("aged eighty one", &[("eighty one", Exact(81))]),
        ("33, came today with a cough", &[("33", Unsaid)]),
        ("Seen by me. 33 came with a cough", &[("33", Unsaid)]),
        ("Mrs. Foster, 47, came today", &[("47", Exact(47))]),
        ("Mrs Foster 47 came today", &[("47", Exact(47))]),
        ("Mrs Foster (47) with a cough", &[("47", Exact(47))]),
        ("Ella, 47, came", &[("47", Unsaid)]),
        ("fifty-eight, short of breath", &[("fifty-eight", Unsaid)]),
        ("HPI: 33, came today", &[("33", Unsaid)]),
        ("My daughter is twenty months", &[("twenty", Unsaid)]),
        ("Ella, 20 months, came", &[("20", Unsaid)]),
        ("walked at 14 months", &[("14", Unsaid)]),
        ("seen \u{2014} 33 \u{2014} today", &[("33", Unsaid)]),
        ("Pt 47 c/o chest pain", &[("47", Unsaid)]),
        ("Pt: 47. Chest pain", &[("47", Unsaid)]),
        ("Pleasant 71 presenting with pain", &[("71", Unsaid)]),
        ("this 47 with pain", &[("47", Unsaid)]),
        ("Now 58, she has", &[("58", Unsaid)]),
        ("At 58 she has", &[("58", Unsaid)]),
        ("47\u{2640} with pain", &[("47", Exact(47))]),
        ("Chest pain (47, f)", &[("47", Exact(47))]),
        ("age was recorded as 47", &[("47", Exact(47))]),
        ("| Age | 47 |", &[("47", Exact(47))]),
        ("She is forty  seven", &[("forty  seven", Exact(47))]),
        ("Six and a half years old", &[("Six", Unsaid)]),
        ("this 6 month infant", &[("6", Unsaid)]),
        ("a 3/12 old baby", &[("3/12", Unsaid)]),
        ("gentleman of 66 summers", &[("66", Exact(66))]),
        ("in her 47 years", &[("47", Unsaid)]),
        ("47 years young", &[("47", Exact(47))]),
        ("born 47 years ago", &[("47", Exact(47))]),
        ("born '76 in May", &[("76", Unsaid)]),
        ("pushing ninety.", &[("ninety", Unsaid)]),
        ("She is half a century old", &[("half a century", Unsaid)]),
    ] {
        assert_eq!(said(text), found, "{text}");
    }
}

#[test]
fn what_is_no_age_is_none() {
    for text in [
        "Weight 82 kg",
        "every 12 hours",
        "for 2 years",
        "a 62-year history of smoking",
        "20 pack years",
        "pain 3 of 10",
        "pain was 7/10",
        "BP 142/88",
        "pulse is 62",
        "She is 62 kg",
        "she is 12 weeks pregnant",
        "he was 5 days post-op",
        "patient is one of many",
        "16 F Foley catheter",
        "a 16F sheath",
        "at 10 PM",
        "10 AM",
        "metformin 500 mg twice a day",
        "mother had 2 strokes",
        "brothers (2)",
        "two brothers",
        "3 female cousins",
        "at 5 years after the operation",
        "seen 6 weeks ago",
        "stage 3",
        "dosage 5 mg",
        "oxygen saturation 97% on air",
        "HR in the 70s",
        "the sixties",
        "older than 2 years",
        "heart rate at 62",
        "the patient took 2 tablets",
        "turned 90 degrees",
        "score 62",
        "1. Chest pain",
        "2) Fall\n3. Cough",
        "Glucose: 95, 110, 120",
        "Pulse: 72, regular",
        "Heart rate: 72, regular",
        "Glucose 95, 110, 120",
        "Potassium, 3.5, sodium",
        "takes it, 2 tablets a day",
        "BP 142/88, 80 pulse",
        "white cells 11, 500",
        "it is 12 weeks",
        "at 5 months after",
        "twice, 10 mg",
        "INR IN 3 TO 5 DAYS",
        "dosage was 47 mg",
        "PT 47 sec",
        "Pt 3 days post op",
        "take a 5 with water",
    ] {
        assert_eq!(said(text), [], "{text}");
    }
}

#[test]
fn an_age_is_known_by_what_stands_behind_it() {
    use Years::{Exact, Unsaid};
    for (text, found) in [
        ("aged 124", Some(Exact(124))),
        ("aged 125", None),
        ("a 12 male", None),
        ("a 13 male", Some(Exact(13))),
        ("she is 1.", None),
        ("she is 2.", Some(Exact(2))),
        ("aged 6 hours", Some(Unsaid)),
        // A time since something is no age, where it is counted in years.
        ("she was 62 years after the operation", None),
        ("she was 62 after the operation", Some(Exact(62))),
        ("turned 62 kg", None),
        ("at 62 years after it", None),
        ("at 62 years he fell", Some(Unsaid)),
        // Letters behind it.
        ("89M with pain", Some(Exact(89))),
        ("90M with pain", None),
        ("62M pain", Some(Unsaid)),
        ("16 F drain", None),
        // Set off.
        ("well. 33 came today", Some(Unsaid)),
        ("well. 3.5, came today", None),
        ("well\n30. Cough", None),
        ("well\n31. Cough", Some(Unsaid)),
        ("well\n30, cough", Some(Unsaid)),
        ("HPI: 33, came today", Some(Unsaid)),
        ("HPI: 33, on it", None),
        ("HPI: 3.5, came today", None),
        ("HPI: 33, two", None),
        ("HPI: 33, forty", None),
        ("HPI: 33 came", None),
        ("Pulse: 33, came today", None),
    ] {
        assert_eq!(said(text).first().map(|(_, years)| *years), found, "{text}");
    }
}

#[test]
fn no_age_is_found_twice_and_all_stand_in_their_order() {
    use Years::{Decade, Exact};
    assert_eq!(
        said("in his 60s, son aged 3, mother 90 years old"),
        [("60s", Decade(60)), ("3", Exact(3)), ("90", Exact(90))]
    );
    assert_eq!(said("a 62-year-old woman, 62 yo"), [("62", Exact(62)), ("62", Exact(62))]);
    assert_eq!(said("ages 3, 5 and 130."), [("3", Exact(3)), ("5", Exact(5))]);
    assert_eq!(said("aged 3, 5 kg"), [("3", Exact(3))]);
}

#[test]
fn what_ends_or_sets_off_a_phrase() {
    for (after, ending, setting_off) in [
        ("", true, true),
        (".", true, true),
        (". 5", true, true),
        (".5", false, false),
        (", well", true, true),
        (",500", false, false),
        (": well", true, false),
        (";", true, true),
        ("?", true, true),
        (" with pain", true, true),
        (" With pain", true, true),
        (" and", true, false),
        ("with", false, false),
        (" kg", false, false),
        (" - well", true, false),
        ("-well", false, false),
        ("]", true, false),
        (" 5", false, false),
        ("/5", false, false),
    ] {
        assert_eq!((ends(after), sets_off(after)), (ending, setting_off), "{after:?}");
    }
    for (text, end, age) in [
        ("62 and 64.", 2, Some((7..9, 64))),
        ("62, 64 kg", 2, None),
        ("62, 64 with", 2, Some((4..6, 64))),
        ("62 64", 2, None),
        ("62 and 130.", 2, None),
        ("62 and 124.", 2, Some((7..10, 124))),
        ("62", 2, None),
    ] {
        let expected = age.map(|(range, years)| Age { range, years: Years::Exact(years) });
        assert_eq!(further(text, end), expected, "{text}");
    }
}

#[test]
fn words_beside_an_age() {
    for (after, word) in [
        (" Years old", "years"),
        ("-year-old", "year"),
        ("5 years", ""),
        (" abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnop"),
        ("", ""),
    ] {
        assert_eq!(next_word(after), word, "{after}");
    }
    for (text, is) in [("Pulse: ", true), ("Heart rate:", true), ("HPI: ", false), ("pulses: ", false), ("", false)] {
        assert_eq!(is_measured(text, text.len()), is, "{text}");
    }
    for (text, it, is) in [
        ("1. Cough", 0..1, true),
        ("30) Cough", 0..2, true),
        ("31. Cough", 0..2, false),
        ("well\n \t2. Cough", 7..8, true),
        ("well 2. Cough", 5..6, false),
        ("2, cough", 0..1, false),
    ] {
        assert_eq!(Shape::is_item(text, &it), is, "{text}");
    }
}

#[test]
fn numbers_and_decades_in_words() {
    for (written, is) in [
        ("62", Some(62)),
        ("62.5", Some(62)),
        ("zero", Some(0)),
        ("Nineteen", Some(19)),
        ("twenty", Some(20)),
        ("forty-two", Some(42)),
        ("fourty two", Some(42)),
        ("Ninety  nine", Some(99)),
        ("a hundred", Some(100)),
        ("half a century", Some(50)),
        ("forty-cough", None),
        ("cough", None),
        ("patty", None),
    ] {
        assert_eq!(number(written), is, "{written}");
    }
    for (word, is) in [("twenties", Some(20)), ("octogenarian", Some(80)), ("ninety", Some(90)), ("ten", None)] {
        assert_eq!(ten(word), is, "{word}");
    }
    for (written, is) in [
        ("late sixties", Some(60)),
        ("mid-fifties", Some(50)),
        ("60s", Some(60)),
        ("early 70's", Some(70)),
        ("sexagenarians", Some(60)),
        ("late", None),
    ] {
        assert_eq!(first_year(written), is, "{written}");
    }
}

#[test]
fn each_way_to_write_an_age_holds_from_a_number_on() {
    use Years::{Exact, Unsaid};
    for (text, years) in [
        ("0 years old", Exact(0)),
        ("sons 0 and 3 years old", Exact(0)),
        ("0 months old", Unsaid),
        ("aged 0", Exact(0)),
        ("turned 0.", Exact(0)),
        ("died at 0.", Exact(0)),
        ("deceased, 0.", Exact(0)),
        ("stroke at 0.", Unsaid),
        ("a 0 year boy", Exact(0)),
        ("at 0 years he fell", Unsaid),
        ("he is 0 months.", Unsaid),
        ("Ella, 0 months, came", Unsaid),
        ("0\u{2640} with pain", Exact(0)),
        ("pain (0, f)", Exact(0)),
        ("age was recorded as 0", Exact(0)),
        ("0 and a half years old", Unsaid),
        ("this 0 month infant", Unsaid),
        ("a 0/12 old baby", Unsaid),
        ("0 years young", Exact(0)),
        ("born 0 years ago", Exact(0)),
        ("born '00 in May", Unsaid),
    ] {
        assert_eq!(said(text).first().map(|(_, years)| *years), Some(years), "{text}");
    }
    // The rest hold for no less than a number, since less is rather a count or a size.
    for (before, least, behind, years) in [
        ("she is ", 2, ".", Exact(2)),
        ("Mother (", 2, "): stroke", Exact(2)),
        ("Mrs Foster, ", 2, ", came", Exact(2)),
        ("well. ", 2, " came", Unsaid),
        ("HPI: ", 2, ", came today", Unsaid),
        ("Pt ", 2, " with pain", Unsaid),
        ("pain at ", 2, " he", Unsaid),
        ("a ", 13, " male", Exact(13)),
        ("", 13, "M with pain", Exact(13)),
        ("this ", 13, " with pain", Unsaid),
        ("she is well now ", 13, ".", Unsaid),
        ("gentleman of ", 13, " summers", Exact(13)),
        ("in her ", 13, " years", Unsaid),
        ("pushing ", 13, ".", Unsaid),
    ] {
        let of = |number: u32| said(&format!("{before}{number}{behind}")).first().map(|(_, years)| *years);
        assert_eq!((of(least), of(least - 1)), (Some(years), None), "{before}{least}{behind}");
    }
}

#[test]
fn an_age_is_read_behind_a_border_and_in_rare_words() {
    use Years::{Exact, Unsaid};
    for (text, number, years) in [
        ("Problem | Age at diagnosis\n--- | ---\nCancer | 62 years", "62", Exact(62)),
        ("Cancer\tpain\nMother\t62", "62", Exact(62)),
        ("Born | 62 years ago", "62", Exact(62)),
        ("**Age**: 62", "62", Exact(62)),
        ("has lived 62 years", "62", Unsaid),
        ("62 years, since birth", "62", Unsaid),
        ("has reached 62 years", "62", Unsaid),
        ("will be 63 years next week", "63", Unsaid),
        ("3200 weeks of age", "3200", Unsaid),
        ("in her eleventh decade", "eleventh", Unsaid),
        ("age group 60 to 64 years", "60", Exact(60)),
        ("age group 60 to 64 years", "64", Exact(64)),
    ] {
        let found = ages(text).into_iter().find(|age| text[age.range.clone()] == *number);
        assert_eq!(found.map(|age| age.years), Some(years), "{text}: {:?}", ages(text));
    }
    for text in [
        "Weight | 62 kg",
        "Problem | Since\nPain | 62 days",
        "has lived with it for 20 years",
        "pain in the second decade",
    ] {
        assert!(ages(text).is_empty(), "{text}: {:?}", ages(text));
    }
}
