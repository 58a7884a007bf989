//! Questions in the words of talk, on the sample records: each is answered as its plain form is, or left to retrieval.

use chaperone::document::PatientIndex;
use chaperone::question::exact;
use jiff::civil::Date;

use crate::common::rooms;

const TODAY: Date = Date::constant(2024, 11, 15);

fn check(name: &str, cases: &[(&str, Option<&str>)]) {
    let room = rooms::of(&[name]);
    for (question, wanted) in cases {
        let answer = exact::answer(room.records(), question, Some(PatientIndex(0)), Some(TODAY));
        assert_eq!(answer.map(|answer| answer.answer).as_deref(), *wanted, "{question}");
    }
}

#[test]
fn what_stands_around_a_question_does_not_change_its_answer() {
    check(
        "okafor",
        &[
            ("I was wondering when I had my colonoscopy", Some("2019-05-14")),
            ("My doctor said my sugar was up. What was my last A1c?", Some("6.4 %")),
            ("I don't have asthma, do I?", Some("no (not in the record)")),
            ("Has my A1c ever hit 8?", Some("no")),
            ("did my bmi ever get over 32", Some("no")),
            ("am i taller than 160 cm", Some("yes")),
            ("Is my sinusitis gone?", Some("yes")),
            ("Is my hypertension gone?", Some("no")),
            ("Is my A1c gone?", None),
            ("when was the polyp taken out", Some("2019-06-18")),
            ("How many times did I see the doctor in 2018?", Some("2")),
            ("how many mg of metformin am I on", Some("1000 mg twice daily with meals")),
        ],
    );
}

#[test]
fn of_several_that_a_word_fits_none_is_guessed() {
    check(
        "okafor",
        &[
            // Before the first of its prescriptions.
            ("what was my A1c before metformin", Some("6.2 %")),
            ("Do I have the sugar?", None),
            ("Do I have any heart problems?", None),
        ],
    );
    check(
        "rice",
        &[
            // "Pregnancy-induced hypertension" is no pregnancy.
            ("What was my TSH before the pregnancy?", Some("2.4 mIU/L")),
            ("how many pregnancies have I had", Some("1")),
            ("how many weeks pregnant was I on October 17 2022", None),
        ],
    );
    check("tran", &[("is she allergic to any medicine", None), ("Has she been on clarithromycin?", Some("yes"))]);
}

#[test]
fn a_time_may_be_told_by_an_age() {
    check(
        "quinones",
        &[
            ("What did she weigh when she was one?", Some("9.14 kg; 9.78 kg; 10.3 kg")),
            ("how much did Nahia weigh at birth", None),
            ("How much has she grown this past year?", None),
            ("What did I weigh when I came to the clinic", None),
            ("does she have a nut allergy", Some("yes")),
            ("has she broken any bones", Some("yes")),
        ],
    );
}

#[test]
fn a_relatives_word_is_the_person_where_it_can_be_nobody_else() {
    check(
        "solberg",
        &[
            ("Is Dad on digoxin?", Some("yes")),
            ("What's dads Lasix dose?", Some("80 mg each morning")),
            ("Is my mother on digoxin?", None),
            ("Does he have lung problems?", None),
            // His own father had one: whose heart attack is asked about is not known.
            ("Did Dad have a heart attack?", None),
        ],
    );
    check("okafor", &[("Is Mom on insulin like I am?", None), ("Does my mother have diabetes?", None)]);
    check(
        "quinones",
        &[("how much does my daughter weigh", Some("28.7 kg")), ("Is my son allergic to peanuts?", None)],
    );
}

#[test]
fn what_no_entry_says_is_left_to_the_passages() {
    check("rice", &[("How did the birth go?", None), ("Is Z on my list?", None)]);
    check("solberg", &[("K+ latest", Some("5.1 mmol/L"))]);
    check("okafor", &[("How big was the polyp?", None), ("How did my weight change?", Some("falling"))]);
}

#[test]
fn whole_questions_have_plainer_ones() {
    check(
        "okafor",
        &[
            // How long something lasted.
            ("How many days did my sinusitis take to clear up?", Some("21 days")),
            ("How many days did it take for the sinusitis to heal?", Some("21 days")),
            ("was my sinusitis gone by 10 November 2018", None),
            // Ages.
            ("At what age did I get diabetes?", Some("54")),
            ("how old was I at my last colonoscopy", Some("58")),
            ("in what year was I born", Some("1961")),
            // Between two, and the second of several.
            ("How many days from the colonoscopy to the polypectomy?", Some("35 days")),
            ("2nd covid shot date", Some("2021-04-08")),
            ("second highest A1c", Some("7.6 %")),
            ("lowest and highest LDL", Some("81.7 mg/dL; 158.4 mg/dL")),
            ("my first and my latest weight", Some("84.3 kg; 78.83571428571429 kg")),
            ("average of my last three A1c values", Some("6.53 %")),
            // What is asked about before a mark, and what stands around a question.
            ("Lipitor - still taking it?", Some("yes")),
            ("I need the date of my last colonoscopy for a form.", Some("2019-05-14")),
            ("When was my last colonoscopy? I need it for a form.", Some("2019-05-14")),
            ("Which way is my creatinine going?", Some("rising")),
            ("my A1c now and in 2016", None),
        ],
    );
    check(
        "rice",
        &[
            ("when was i discharged from the hospital", Some("2022-10-28")),
            ("How old was I when I had my c-section?", Some("33")),
            ("Is my sertraline prescription still running?", Some("no")),
        ],
    );
}

#[test]
fn two_things_are_put_in_their_order() {
    check(
        "okafor",
        &[
            ("Which came first, my hypertension or my diabetes?", Some("Essential hypertension")),
            ("Was my polypectomy after my colonoscopy?", Some("yes")),
            ("Am I on both metformin and atorvastatin?", Some("yes")),
            ("What did I weigh on the day of my knee osteoarthritis diagnosis?", Some("81.6 kg")),
        ],
    );
}

#[test]
fn what_is_said_to_be_absent_is_so_of_the_relative_too() {
    // A letter speaks of metformin: what it says of it is for whoever reads it.
    check("okafor", &[("Am I allergic to metformin?", None)]);
    check(
        "solberg",
        &[
            // His own father's heart attack is in the family history; of diabetes nothing is.
            ("Is my father diabetic?", Some("no (not in the record)")),
            ("Did Dad have a heart attack?", None),
        ],
    );
}

#[test]
fn turns_of_talk_are_answered_as_plain_questions() {
    check(
        "okafor",
        &[
            ("How long, in days, did they leave the polyp after finding it?", Some("35 days")),
            ("How old was I when the retinopathy turned up?", Some("62")),
            ("sugar in the blood, fasting, the most recent one please", Some("118.6 mg/dL")),
            (
                "Which tablets am I supposed to take every day?",
                Some(
                    "lisinopril 20 MG Oral Tablet; metformin hydrochloride 1000 MG Oral Tablet; atorvastatin 40 MG Oral Tablet",
                ),
            ),
            // What somebody should take is not in the record.
            ("Am I supposed to take ibuprofen?", None),
        ],
    );
    check(
        "solberg",
        &[
            ("Is he done with the pneumonia?", Some("yes")),
            ("Is he over the pneumonia?", Some("yes")),
            ("Is he over the heart failure?", Some("no")),
            // That no medicine is called so does not say that there is none for it.
            ("Is he on any medicine for gout?", None),
        ],
    );
    check(
        "rice",
        &[
            ("What did my blood pressure read on 17 October 2022?", Some("140/88 mmHg")),
            ("Was I still pregnant in December 2022?", Some("no")),
            ("what's my thyroid tablet dose", Some("75 micrograms each morning on an empty stomach")),
        ],
    );
    check(
        "quinones",
        &[
            ("How old was Nahia when she broke her arm?", Some("5")),
            ("When was the peanut allergy put on the list?", Some("2017-10-31")),
            ("What was the highest fever, I mean temperature, on record?", Some("39.6 °C")),
            ("How long did the broken arm take until it was fine again, in days?", Some("23 days")),
            ("Did she get two MMRs?", Some("no")),
        ],
    );
}

#[test]
fn what_is_wished_of_a_measure_is_not_told_by_what_was_measured() {
    check(
        "okafor",
        &[
            ("What is my target INR?", Some("not in the record")),
            ("What is my target ferritin?", Some("not in the record")),
            ("What's the normal range for INR?", Some("not in the record")),
            ("What should my INR be?", Some("not in the record")),
            ("What is my goal LDL?", Some("not in the record")),
            ("What is my ideal weight?", Some("not in the record")),
            ("Is it normal to have chest pain?", None),
            // A goal tells it.
            ("What is my target A1c?", None),
            // What is normal, this program does not know.
            ("Is my LDL normal?", None),
            ("What is the normal range of LDL?", None),
        ],
    );
    let room = rooms::of(&["okafor"]);
    let ask = |question: &str| exact::answer(room.records(), question, Some(PatientIndex(0)), Some(TODAY)).unwrap();
    let missing = ask("What is my target INR?");
    assert!(
        missing.is_absent && missing.facts.is_empty() && missing.sentence.starts_with("“inr” is not in the record.")
    );
    let unwished = ask("What is my goal LDL?");
    assert!(unwished.is_absent && unwished.facts.len() == 1);
    assert_eq!(
        unwished.sentence,
        "No target for LDL cholesterol is in the record: no goal names it, and no text tells what it is to be. The latest LDL cholesterol is 81.7 mg/dL, of 9 April 2024."
    );
}

#[test]
fn a_slip_in_what_a_question_asks_with_changes_nothing() {
    check(
        "okafor",
        &[
            ("waht was my last A1c?", Some("6.4 %")),
            ("hwo many A1c values do I have", Some("14")),
            ("wehn was my colonoscopy", Some("2019-05-14")),
            ("whihc allergies do I have", Some("Adhesive tape; Allergy to penicillin")),
        ],
    );
}

#[test]
fn questions_are_read_in_english() {
    check("okafor", &[("Bin ich gegen Penicillin allergisch?", None), ("Quel est mon dernier INR ?", None)]);
}
