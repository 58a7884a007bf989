use super::*;
use crate::document::{Content, Decoding, Document, FileIndex, Patient, Provenance};

fn text_of(subject: u32, author: &str, kind: &str, day: Date) -> Document {
    Document {
        id: format!("p/{day}/{author}/{kind}"),
        kind: DocumentKind::Note,
        subject: Some(PatientIndex(subject)),
        date: Some(day),
        title: format!("Rice {day} · {kind}"),
        author: Some(author.to_owned()),
        text: "text".into(),
        content: Content::Prose {
            provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
            pages: Vec::new(),
        },
        revision: None,
    }
}

/// Mary Rice's texts.
fn records_with(texts: &[(&str, &str, Date)]) -> Records {
    let (family, name) = ("Rice".to_owned(), "Mary Rice".to_owned());
    Records {
        patients: vec![Patient { id: "p".into(), name, family, birth: None, death: None, gender: None }],
        documents: texts.iter().map(|(author, kind, day)| text_of(0, author, kind, *day)).collect(),
        ..Records::default()
    }
}

fn records() -> Records {
    records_with(&[
        ("Dr. Helen Marsh", "Progress note", Date::constant(2024, 4, 2)),
        ("Dr. Helen Marsh", "Discharge summary", Date::constant(2022, 4, 2)),
        ("Dr. Ade Okoro", "Letter", Date::constant(2024, 5, 9)),
    ])
}

/// Mary Rice's texts, and those of Tom Jones, whose kinds are others.
fn of_two() -> Records {
    let mut records = records();
    let (family, name) = ("Jones".to_owned(), "Tom Jones".to_owned());
    records.patients.push(Patient { id: "q".into(), name, family, birth: None, death: None, gender: None });
    for (author, kind) in [("Dr. Helen Marsh", "Progress note"), ("Dr. Ade Okoro", "Clinic report")] {
        records.documents.push(text_of(1, author, kind, Date::constant(2024, 6, 1)));
    }
    records
}

const TODAY: Date = Date::constant(2024, 9, 1);

fn read(question: &str, without: &[By]) -> (Narrowing, usize) {
    read_in(&records(), question, without)
}

fn read_in(records: &Records, question: &str, without: &[By]) -> (Narrowing, usize) {
    let without = without.iter().copied().collect();
    let narrowing = Narrowing::read(question, records, Some(PatientIndex(0)), Some(TODAY), &without);
    let admitted = records.documents.iter().filter(|document| narrowing.filter.admits(document)).count();
    (narrowing, admitted)
}

fn sentences(narrowing: &Narrowing) -> Vec<&str> {
    narrowing.narrowed.iter().map(|narrowed| narrowed.sentence.as_str()).collect()
}

fn told(narrowing: &Narrowing) -> Vec<(By, State)> {
    narrowing.narrowed.iter().map(|narrowed| (narrowed.by, narrowed.state)).collect()
}

#[test]
fn author_and_time_narrow_together_and_each_can_be_taken_away() {
    let question = "What did Dr Marsh write last spring?";
    let (both, admitted) = read(question, &[]);
    assert_eq!(told(&both), [(By::Author, State::Applied), (By::Time, State::Applied)]);
    assert_eq!(admitted, 1);
    assert_eq!(both.narrowed[0].sentence, "Only what Dr. Helen Marsh wrote was searched.");
    assert_eq!(both.narrowed[1].sentence, "Only what is from 2024-03-01 to 2024-05-31 was searched.");
    assert!(both.plan.topics.is_empty(), "{:?}", both.plan.topics);
    let (timed, admitted) = read(question, &[By::Author]);
    assert_eq!((told(&timed), admitted), (vec![(By::Author, State::TakenAway), (By::Time, State::Applied)], 2));
    let (by_author, admitted) = read(question, &[By::Time]);
    assert_eq!((told(&by_author), admitted), (vec![(By::Author, State::Applied), (By::Time, State::TakenAway)], 2));
    assert_eq!(read(question, &[By::Author, By::Time, By::Kind]).1, 3);
}

#[test]
fn what_would_leave_nothing_is_let_go_and_told() {
    let (narrowing, admitted) = read("What did Dr Okoro write in 2022?", &[]);
    assert_eq!(told(&narrowing), [(By::Author, State::Applied), (By::Time, State::Dropped)]);
    assert_eq!(admitted, 1);
    assert_eq!(narrowing.plan.period, None);
    let (narrowing, admitted) = read("What did Dr Nobody write?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Author, State::Unknown)], 3));
    // That nothing was measured then is an answer.
    let (narrowing, admitted) = read("What was my weight in 1990?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Time, State::Applied)], 0));
}

#[test]
fn a_kind_of_text_is_one_that_the_records_have() {
    let (narrowing, admitted) = read("What does my discharge summary say about pain?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
    let (narrowing, admitted) = read("What do my progress notes say about pain?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
    assert_eq!(read("What do my progress notes say?", &[By::Kind]).1, 3);
    let (narrowing, admitted) = read("What does my operation note say?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![], 3));
    let (narrowing, admitted) = read("Has my weight changed?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![], 3));
}

#[test]
fn a_plain_kind_of_text_is_what_the_records_call_so() {
    let (narrowing, admitted) = read("What do my letters say about pain?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 1));
    assert_eq!(narrowing.narrowed[0].sentence, "Only texts called “Letter” were searched.");
    assert_eq!(read("What do my letters say about pain?", &[By::Kind]).1, 3);
    assert_eq!(read("Is there a knee in the discharge summaries?", &[]).1, 1);
    // All texts are notes, and reports are none of these.
    let (narrowing, admitted) = read("What do my notes say about pain?", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Kind, State::Applied)], 3));
    for question in [
        "What do my reports say?",
        "What does the letter say about pain?",
        "Did they report pain?",
        "What did he note about pain?",
        "a letter drug",
    ] {
        assert_eq!((told(&read(question, &[]).0), read(question, &[]).1), (vec![], 3), "{question}");
    }
    let (narrowing, admitted) = read("Dr Marsh's letters", &[]);
    assert_eq!((told(&narrowing), admitted), (vec![(By::Author, State::Applied), (By::Kind, State::Dropped)], 2));
}

fn operated(days: &[(&str, Date)]) -> Records {
    use crate::progress::Unwatched;
    let procedure = |(at, (name, day)): (usize, &(&str, Date))| {
        format!(
            r#",{{"resource":{{"resourceType":"Procedure","id":"{day}-{at}","status":"completed","subject":{{"reference":"Patient/p"}},
            "code":{{"text":"{name}"}},"performedDateTime":"{day}"}}}}"#
        )
    };
    let bundle = format!(
        r#"{{"resourceType":"Bundle","type":"collection","entry":[{{"resource":{{"resourceType":"Patient","id":"p",
        "name":[{{"family":"Rice","given":["Mary"]}}]}}}}{}]}}"#,
        days.iter().enumerate().map(procedure).collect::<String>()
    );
    let mut records = Records::default();
    crate::ingest::read(&mut records, bundle.as_bytes(), &mut Unwatched).expect("a bundle");
    let notes = self::records().documents;
    records.documents.extend(notes.into_iter().map(|note| Document { subject: Some(PatientIndex(0)), ..note }));
    records
}

fn counted(question: &str, records: &Records) -> (Vec<String>, usize, bool) {
    let narrowing = Narrowing::read(question, records, None, None, &BTreeSet::new());
    let notes = records.documents.iter().filter(|document| document.kind == DocumentKind::Note);
    let admitted = notes.filter(|document| narrowing.filter.admits(document)).count();
    let told = narrowing.narrowed.into_iter().filter(|narrowed| narrowed.by == By::Time);
    (told.map(|narrowed| narrowed.sentence).collect(), admitted, narrowing.plan.anchor.is_some())
}

#[test]
fn an_event_narrows_texts_to_the_days_before_or_after_it() {
    let day = Date::constant(2023, 1, 5);
    let one = operated(&[("Cholecystectomy", day), ("Ultrasound of abdomen", Date::constant(2024, 8, 1))]);
    for question in ["What was written before my surgery?", "Was there pain before my cholecystectomy?"] {
        assert_eq!(
            counted(question, &one),
            (vec!["Only what is before “Cholecystectomy” (2023-01-05) was searched.".to_owned()], 1, true),
            "{question}"
        );
    }
    assert_eq!(counted("Was there pain after my operation?", &one).1, 2);
    assert_eq!(counted("What was written after my operation in 2024?", &one).1, 2);
    assert_eq!(
        counted("What was written before my operation since 2023?", &one).0,
        ["Nothing was written before “Cholecystectomy” (2023-01-05) and from 2023-01-01 on. All times were searched."]
    );
}

#[test]
fn of_several_events_of_a_kind_none_is_guessed() {
    let several =
        operated(&[("Cholecystectomy", Date::constant(2023, 1, 5)), ("Hip replacement", Date::constant(2024, 4, 20))]);
    let (told, admitted, anchored) = counted("Was there pain before my surgery?", &several);
    assert_eq!(
        told,
        [
            "The event that your question counts from may be any of “Cholecystectomy” (2023-01-05), “Hip replacement” (2024-04-20); name the one you mean. All times were searched."
        ]
    );
    assert_eq!((admitted, anchored), (3, false));
    assert_eq!(counted("Was there pain before my last surgery?", &several).1, 2);
    assert_eq!(counted("Was there pain before my first surgery?", &several).1, 1);
    assert_eq!(counted("Was there pain before my hip replacement?", &several).1, 2);
    let none = operated(&[]);
    let (told, admitted, anchored) = counted("Was there pain before my surgery?", &none);
    assert!(told[0].starts_with("The records have no dated entry"), "{told:?}");
    assert_eq!((admitted, anchored), (3, true));
}

#[test]
fn without_a_clock_only_dates_with_a_year_are_a_time() {
    let records = records();
    let of = |question: &str| Narrowing::read(question, &records, None, None, &BTreeSet::new());
    assert_eq!(told(&of("letters of last spring")), [(By::Kind, State::Applied), (By::Time, State::Unknown)]);
    assert_eq!(told(&of("letters of 2024")), [(By::Kind, State::Applied), (By::Time, State::Applied)]);
    assert_eq!(of("my weight").narrowed, []);
}

#[test]
fn each_narrowing_is_told_in_a_sentence_whatever_became_of_it() {
    let rows: &[(&str, &[By], &[&str], usize)] = &[
        (
            "What do my progress notes say about pain?",
            &[],
            &["Of the texts only those called “Progress note” were searched."],
            1,
        ),
        (
            "What do my progress notes say about pain?",
            &[By::Kind],
            &["All texts were searched, not those called “Progress note” alone."],
            3,
        ),
        (
            "What do my letters say about pain?",
            &[By::Kind],
            &["Everything was searched, not texts called “Letter” alone."],
            3,
        ),
        ("What do my notes say?", &[], &["Only texts (notes, letters and reports) were searched."], 3),
        (
            "What did Dr Nobody write?",
            &[],
            &["No text of these records names its author so. What everybody wrote was searched."],
            3,
        ),
        (
            "What did Dr Marsh write?",
            &[By::Author],
            &["What everybody wrote was searched, not Dr. Helen Marsh alone."],
            3,
        ),
        (
            "Dr Okoro's progress notes",
            &[],
            &[
                "Of the texts only those called “Progress note” were searched.",
                "Dr. Ade Okoro wrote nothing of what is asked for. What everybody wrote was searched.",
            ],
            1,
        ),
        (
            "Dr Marsh's letters",
            &[],
            &[
                "Only what Dr. Helen Marsh wrote was searched.",
                "Nothing of what is asked for is among texts called “Letter”. Texts of all kinds were searched.",
            ],
            2,
        ),
        // What is named as the records name it is no plain word beside.
        (
            "What do my progress notes and letters say?",
            &[],
            &["Of the texts only those called “Progress note” were searched."],
            1,
        ),
        (
            "What did Dr Okoro write in 2022?",
            &[],
            &[
                "Only what Dr. Ade Okoro wrote was searched.",
                "Nothing was written from 2022-01-01 to 2022-12-31. All times were searched.",
            ],
            1,
        ),
        (
            "What did Dr Okoro recommend in 2022?",
            &[],
            &[
                "Only what Dr. Ade Okoro wrote was searched.",
                "Nothing was written from 2022-01-01 to 2022-12-31. All times were searched.",
            ],
            1,
        ),
        // A time leaves no text of a kind, or none at all; entries may be of no such time.
        (
            "What does my discharge summary of 2024 say?",
            &[],
            &[
                "Of the texts only those called “Discharge summary” were searched.",
                "Nothing was written from 2024-01-01 to 2024-12-31. All times were searched.",
            ],
            1,
        ),
        (
            "What was written in 1990?",
            &[],
            &["Nothing was written from 1990-01-01 to 1990-12-31. All times were searched."],
            3,
        ),
        ("What was my weight in 1990?", &[], &["Only what is from 1990-01-01 to 1990-12-31 was searched."], 0),
        (
            "What was my weight in 1990?",
            &[By::Time],
            &["All times were searched, not from 1990-01-01 to 1990-12-31 alone."],
            3,
        ),
        ("What was my weight on 2024-05-09?", &[], &["Only what is of 2024-05-09 was searched."], 1),
        ("What was my weight since 2024?", &[], &["Only what is from 2024-01-01 on was searched."], 2),
        ("What was my weight before 2024?", &[], &["Only what is up to 2023-12-31 was searched."], 1),
        ("Has my weight changed?", &[], &[], 3),
    ];
    for (question, without, expected, admitted) in rows {
        let (narrowing, found) = read(question, without);
        assert_eq!((sentences(&narrowing), found), (expected.to_vec(), *admitted), "{question} {without:?}");
    }
}

/// A question, what is taken away, whether the caller knows the day; whether the plan still has a time, and its topics.
type Left = (&'static str, &'static [By], bool, bool, &'static [&'static str]);

#[test]
fn what_is_asked_for_stands_in_the_plan_without_the_words_that_narrow() {
    let rows: &[Left] = &[
        ("What did Dr Marsh write about pain in 2024?", &[], true, true, &["pain"]),
        ("What did Dr Marsh write about pain in 2024?", &[], false, true, &["pain"]),
        ("What did Dr Marsh write about pain in 2024?", &[By::Time], true, false, &["pain"]),
        ("What did Dr Okoro write about pain in 2022?", &[], true, false, &["pain"]),
        ("Was there pain in 2024?", &[], false, true, &["pain"]),
        ("Was there pain in 2024?", &[By::Time], false, false, &["pain"]),
        ("Letters from Okoro about pain", &[], false, false, &["pain"]),
        ("Was there pain?", &[], true, false, &["pain"]),
        ("Was there pain last year?", &[], true, true, &["pain"]),
    ];
    for (question, without, clock, timed, topics) in rows {
        let without = without.iter().copied().collect();
        let today = clock.then_some(TODAY);
        let plan = Narrowing::read(question, &records(), Some(PatientIndex(0)), today, &without).plan;
        let about: Vec<&str> = plan.topics.iter().filter_map(|topic| Some(topic.first()?.first()?.as_str())).collect();
        assert_eq!((plan.period.is_some(), about), (*timed, topics.to_vec()), "{question} {without:?} {clock}");
    }
}

#[test]
fn a_time_that_is_compared_with_narrows_nothing() {
    for question in [
        "Is my weight lower than in 2023?",
        "Is my weight lower than that of 2023?",
        "Is my weight lower compared to last year?",
        "Is my weight lower compared with 2023?",
        "my weight relative to 2023",
        "my weight versus 2023",
        "my weight vs 2023",
        "my weight against 2023",
        "Versus 2023, is my weight lower?",
    ] {
        assert_eq!(told(&read(question, &[]).0), [], "{question}");
    }
    for question in [
        "my weight in 2023",
        "Was my weight in 2024 lower than in 2023?",
        "Is my weight lower due to 2023?",
        "Is my weight with 2023 lower?",
        "Compared to mother, my weight in 2023",
    ] {
        assert_eq!(told(&read(question, &[]).0), [(By::Time, State::Applied)], "{question}");
    }
}

#[test]
fn of_several_kinds_that_are_named_the_longest_counts_then_the_first() {
    let day = Date::constant(2024, 4, 2);
    let records = records_with(&[
        ("Dr. Helen Marsh", "Progress note", day),
        ("Dr. Helen Marsh", "Oncology progress note", day),
        ("Dr. Helen Marsh", "Visit notes", day),
        ("Dr. Helen Marsh", "Plan", day),
    ]);
    let named = |question: &str| {
        let filter = Filter::default();
        kind_in(&Plan::new(question, &records.patients), &records, &filter)
    };
    for (question, kind) in [
        ("What does my oncology progress note say?", Some("Oncology progress note")),
        ("What does my progress note say?", Some("Progress note")),
        ("my visit note and my progress note", Some("Progress note")),
        ("the VISIT note", Some("Visit notes")),
        ("Is there progress of note?", None),
        ("What is the plan?", None),
        ("note", None),
    ] {
        assert_eq!(named(question).as_deref(), kind, "{question}");
    }
}

#[test]
fn a_plain_word_for_texts_needs_a_word_before_it_that_makes_it_ones_own() {
    let all = records_with(&[
        ("Dr. Helen Marsh", "Progress note", TODAY),
        ("Dr. Helen Marsh", "Discharge summary", TODAY),
        ("Dr. Helen Marsh", "Clinic summary", TODAY),
        ("Dr. Ade Okoro", "Letter", TODAY),
        ("Dr. Ade Okoro", "Letter to GP", TODAY),
        ("Dr. Ade Okoro", "Pathology Report", TODAY),
    ]);
    let summaries = "texts called “Clinic summary” and “Discharge summary”";
    for (question, names) in [
        ("my letters", Some("texts called “Letter”")),
        ("letters about pain", Some("texts called “Letter”")),
        ("Mary Rice letters about pain", Some("texts called “Letter”")),
        ("Mary's letters about pain", Some("texts called “Letter”")),
        ("the wife's letters about pain", Some("texts called “Letter”")),
        ("pain in letters", Some("texts called “Letter”")),
        ("which reports speak of pain", Some("texts called “Pathology Report”")),
        ("all summaries", Some(summaries)),
        ("discharge summaries", Some("texts called “Discharge summary”")),
        ("pain in the discharge summaries", Some("texts called “Discharge summary”")),
        ("did they send letters", None),
        ("a lovely discharge summaries", Some("texts called “Discharge summary”")),
        ("pain and discharge letters", None),
        ("big summaries of pain", None),
        ("pain reports", None),
        ("did he report pain in a letter", None),
        ("my notes", Some("texts (notes, letters and reports)")),
        ("nursing notes about pain", None),
        // Where the first plain word names nothing the second may.
        ("pain notes in my letters", Some("texts called “Letter”")),
    ] {
        let plan = Plan::new(question, &all.patients);
        let found = plain_kinds(&plan, &all, &Filter::default());
        assert_eq!(found.as_ref().map(|(_, names)| names.as_str()), names, "{question}");
        if let Some((filter, _)) = found {
            assert_eq!(filter.kinds, texts(), "{question}");
        }
    }
    // What all texts are called, or none, tells none of them apart; and where there is no text there are no notes.
    let letters = records_with(&[("Dr. Ade Okoro", "Letter", TODAY)]);
    for (question, records) in
        [("my letters", &letters), ("my reports", &letters), ("my notes", &records_with(&[])), ("pain", &letters)]
    {
        assert_eq!(plain_kinds(&Plan::new(question, &records.patients), records, &Filter::default()), None);
    }
    // The kinds of another patient's texts are none of this one's.
    let two = of_two();
    for (question, subject, found) in [("my reports", 0, false), ("my reports", 1, true), ("my letters", 1, false)] {
        let filter = Filter::patients([PatientIndex(subject)]);
        let plan = Plan::new(question, &two.patients);
        assert_eq!(plain_kinds(&plan, &two, &filter).is_some(), found, "{question} {subject}");
    }
}

#[test]
fn a_question_is_about_whom_it_names_else_about_the_one_whose_records_are_open() {
    let records = of_two();
    for (question, subject, patients) in [
        ("What did Dr Marsh write about Jones?", Some(0), &[1][..]),
        ("What did Dr Marsh write?", Some(0), &[0]),
        ("What did Dr Marsh write?", None, &[]),
        ("Do Jones and Rice have pain?", Some(0), &[0, 1]),
    ] {
        let subject = subject.map(PatientIndex);
        let narrowing = Narrowing::read(question, &records, subject, Some(TODAY), &BTreeSet::new());
        let of: Vec<u32> = narrowing.filter.patients.iter().map(|at| at.0).collect();
        assert_eq!(of, patients, "{question}");
    }
}

#[test]
fn my_notes_are_texts_and_no_entries() {
    let records = operated(&[("Cholecystectomy", Date::constant(2023, 1, 5))]);
    let entries = records.documents.iter().filter(|document| document.kind != DocumentKind::Note).count();
    assert!(entries > 0);
    for (question, admitted) in [("Is pain in my notes?", 3), ("Is pain in my letters?", 1), ("pain", entries + 3)] {
        assert_eq!(read_in(&records, question, &[]).1, admitted, "{question}");
    }
}

#[test]
fn an_event_is_told_with_its_day_and_which_of_several_it_is() {
    let (first, second) = (Date::constant(2023, 1, 5), Date::constant(2024, 4, 20));
    let two = operated(&[("Cholecystectomy", first), ("Hip replacement", second)]);
    for (question, sentence) in [
        (
            "Was there pain since my first surgery?",
            "Only what is since “Cholecystectomy” (2023-01-05), the first of 2 was searched.",
        ),
        (
            "Was there pain after my last surgery?",
            "Only what is after “Hip replacement” (2024-04-20), the last of 2 was searched.",
        ),
        (
            "Was there pain before my hip replacement?",
            "Only what is before “Hip replacement” (2024-04-20) was searched.",
        ),
        (
            "Was there pain after my cholecystectomy in 2024?",
            "Only what is after “Cholecystectomy” (2023-01-05) and from 2024-01-01 to 2024-12-31 was searched.",
        ),
    ] {
        assert_eq!(counted(question, &two).0, [sentence], "{question}");
    }
    // What is counted from an event that leaves nothing, or that is taken away, is of any time.
    let (told, admitted, anchored) = counted("What was written before my first operation since 2023?", &two);
    assert_eq!((told.len(), admitted, anchored), (1, 3, false), "{told:?}");
    let question = "Was there pain before my hip replacement?";
    let taken = Narrowing::read(question, &two, None, None, &BTreeSet::from([By::Time]));
    assert_eq!(sentences(&taken), ["All times were searched, not before “Hip replacement” (2024-04-20) alone."]);
    assert_eq!(taken.plan.anchor, None);
    let unclear = Narrowing::read("Was there pain before my surgery?", &two, None, None, &BTreeSet::from([By::Time]));
    assert_eq!((sentences(&unclear), &unclear.plan.anchor), (vec![], &None));
}

#[test]
fn of_many_events_four_are_listed_and_of_one_day_and_name_one() {
    let day = |day: i8| Date::constant(2023, 1, day);
    let names = ["Hernia repair", "Tonsillectomy", "Appendectomy", "Cholecystectomy", "Hip replacement"];
    let of = |count: usize| {
        let days: Vec<(&str, Date)> = (1..).zip(&names[..count]).map(|(at, name)| (*name, day(at))).collect();
        counted("Was there pain before my surgery?", &operated(&days)).0.remove(0)
    };
    let four = "“Hernia repair” (2023-01-01), “Tonsillectomy” (2023-01-02), “Appendectomy” (2023-01-03), “Cholecystectomy” (2023-01-04)";
    for (count, more) in [(4, ""), (5, " and others")] {
        assert_eq!(
            of(count),
            format!(
                "The event that your question counts from may be any of {four}{more}; name the one you mean. All times were searched."
            )
        );
    }
    let twice = operated(&[("Hernia repair", day(1)), ("Hernia repair", day(1)), ("Tonsillectomy", day(2))]);
    assert_eq!(
        counted("Was there pain before my surgery?", &twice).0,
        [
            "The event that your question counts from may be any of “Hernia repair” (2023-01-01), “Tonsillectomy” (2023-01-02); name the one you mean. All times were searched."
        ]
    );
}

#[test]
fn an_event_counts_in_the_records_of_one_patient_alone() {
    let mut records = operated(&[("Cholecystectomy", Date::constant(2023, 1, 5))]);
    let (family, name) = ("Jones".to_owned(), "Tom Jones".to_owned());
    records.patients.push(Patient { id: "q".into(), name, family, birth: None, death: None, gender: None });
    let read = |question: &str, subject: Option<u32>| {
        let narrowing = Narrowing::read(question, &records, subject.map(PatientIndex), None, &BTreeSet::new());
        (told(&narrowing), narrowing.plan.anchor.is_some())
    };
    let question = "Was there pain before my surgery?";
    assert_eq!(read(question, Some(0)), (vec![(By::Time, State::Applied)], true));
    assert_eq!(read(question, Some(1)), (vec![(By::Time, State::Unknown)], true));
    assert_eq!(read(question, None), (vec![], true));
    assert_eq!(read("Did Jones and Rice have pain before the surgery?", None), (vec![], true));
}

#[test]
fn days_that_lie_in_both_of_two_times() {
    let day = |day: i8| Some(Date::constant(2024, 5, day));
    let range = |from: Option<Date>, until: Option<Date>| Range { from, until };
    for (one, other, within) in [
        (range(day(3), None), range(day(1), day(9)), range(day(3), day(9))),
        (range(None, day(5)), range(day(1), day(9)), range(day(1), day(5))),
        (range(day(1), day(9)), range(day(2), day(12)), range(day(2), day(9))),
        (range(None, None), range(None, None), range(None, None)),
    ] {
        assert_eq!((both(one, other), both(other, one)), (within, within));
    }
}

#[test]
fn names_and_times_in_words() {
    let joins = |names: &[&str]| joined(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    for (names, words) in [(&[][..], ""), (&["a"], "a"), (&["a", "b"], "a and b"), (&["a", "b", "c"], "a, b and c")] {
        assert_eq!(joins(names), words);
    }
    let (one, other) = (Some(Date::constant(2024, 5, 1)), Some(Date::constant(2024, 5, 9)));
    for (from, until, words) in [
        (one, one, "of 2024-05-01"),
        (one, other, "from 2024-05-01 to 2024-05-09"),
        (one, None, "from 2024-05-01 on"),
        (None, other, "up to 2024-05-09"),
        (None, None, "of any time"),
    ] {
        assert_eq!(in_words(Range { from, until }), words);
    }
}

#[test]
fn a_time_that_counts_from_an_unknown_day_is_told_and_narrows_nothing() {
    let records = records();
    let narrowing =
        Narrowing::read("What was my weight last spring?", &records, Some(PatientIndex(0)), None, &BTreeSet::new());
    assert_eq!(
        sentences(&narrowing),
        ["The time in your question counts from today, which is not known here. All times were searched."]
    );
    assert_eq!((narrowing.filter.from, narrowing.filter.until), (None, None));
}
