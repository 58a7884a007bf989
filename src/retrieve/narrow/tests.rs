use super::*;
use crate::document::{Content, Decoding, Document, FileIndex, Patient, Provenance};

fn records() -> Records {
    let document = |author: &str, kind: &str, day: Date| Document {
        id: format!("p/{day}/{author}"),
        kind: DocumentKind::Note,
        subject: Some(PatientIndex(0)),
        date: Some(day),
        title: format!("Rice {day} · {kind}"),
        author: Some(author.to_owned()),
        text: "text".into(),
        content: Content::Prose {
            provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
            pages: Vec::new(),
        },
        revision: None,
    };
    let (family, name) = ("Rice".to_owned(), "Mary Rice".to_owned());
    let documents = [
        ("Dr. Helen Marsh", "Progress note", Date::constant(2024, 4, 2)),
        ("Dr. Helen Marsh", "Discharge summary", Date::constant(2022, 4, 2)),
        ("Dr. Ade Okoro", "Letter", Date::constant(2024, 5, 9)),
    ];
    Records {
        patients: vec![Patient { id: "p".into(), name, family, birth: None, death: None, gender: None }],
        documents: documents.map(|(author, kind, day)| document(author, kind, day)).into(),
        ..Records::default()
    }
}

fn read(question: &str, without: &[By]) -> (Narrowing, usize) {
    let records = records();
    let today = Some(Date::constant(2024, 9, 1));
    let without = without.iter().copied().collect();
    let narrowing = Narrowing::read(question, &records, Some(PatientIndex(0)), today, &without);
    let admitted = records.documents.iter().filter(|document| narrowing.filter.admits(document)).count();
    (narrowing, admitted)
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
    let procedure = |(name, day): &(&str, Date)| {
        format!(
            r#",{{"resource":{{"resourceType":"Procedure","id":"{day}","status":"completed","subject":{{"reference":"Patient/p"}},
            "code":{{"text":"{name}"}},"performedDateTime":"{day}"}}}}"#
        )
    };
    let bundle = format!(
        r#"{{"resourceType":"Bundle","type":"collection","entry":[{{"resource":{{"resourceType":"Patient","id":"p",
        "name":[{{"family":"Rice","given":["Mary"]}}]}}}}{}]}}"#,
        days.iter().map(procedure).collect::<String>()
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
