use super::*;

fn said(text: &str) -> Vec<(&str, Years)> {
    ages(text).into_iter().map(|age| (&text[age.range], age.years)).collect()
}

#[test]
fn every_shape_compiles() {
    assert_eq!((SHAPES.len(), DECADES.len()), (36, 3));
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
