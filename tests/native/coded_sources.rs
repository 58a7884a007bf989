//! Questions about coded entries of sources other than FHIR: statuses, time stamps, codes and units as C-CDA and Apple Health write
//! them.

use chaperone::document::{Document, Fact, PatientIndex, Records};
use chaperone::ingest::read;
use chaperone::progress::Unwatched;
use chaperone::question::exact::{self, Exact};
use chaperone::room::Room;
use jiff::civil::Date;

use crate::invariants;

const SUMMARY: &str = include_str!("../data/sources/summary.xml");
const EXPORT: &str = include_str!("../data/sources/export.xml");
const VISITS: &str = include_str!("../data/sources/visits.xml");
const READINGS: &str = include_str!("../data/sources/readings.xml");
const TODAY: Date = Date::constant(2024, 5, 20);

fn records(file: &str) -> Records {
    let mut records = Records::default();
    read(&mut records, file.as_bytes(), &mut Unwatched).unwrap();
    invariants::check(&records, &[file.as_bytes()]);
    records
}

fn asked(records: &Records, question: &str) -> Option<Exact> {
    exact::answer(records, question, Some(PatientIndex(0)), Some(TODAY))
}

fn check(file: &str, cases: &[(&str, &str, &str)]) {
    let records = records(file);
    let mut slips = Vec::new();
    for (question, answer, said) in cases {
        match asked(&records, question) {
            Some(exact) if exact.answer == *answer && exact.sentence.contains(said) => {}
            other => slips.push(format!("{question}: {:?}", other.map(|exact| (exact.answer, exact.sentence)))),
        }
    }
    assert!(slips.is_empty(), "{}", slips.join("\n"));
}

#[test]
fn a_ccda_document_is_answered_from_as_fhir_is() {
    check(
        VISITS,
        &[
            ("Do I have asthma?", "yes", "June 2019"),
            ("When did my asthma start?", "2015-01-01", "1 January 2015"),
            ("Do I have gout?", "no", "“resolved”"),
            ("When did my gout start?", "2015", "2015"),
            ("Do I have migraine?", "no", "“inactive”"),
            ("Which conditions do I have?", "Asthma", "1 active condition, in 2 entries: “"),
            ("Which medicines do I take?", "Lisinopril 10 MG Oral Tablet", "4 July 2019"),
            ("Do I take metformin?", "no", "“stopped”"),
            ("Which allergies do I have?", "Penicillin G", "1998"),
            ("Am I allergic to ibuprofen?", "no", "“resolved”"),
            ("What was my latest potassium?", "4.2 mmol/L", "of 2 May 2024"),
            ("What was my first potassium?", "5.6 mmol/L", "of 2 May 2024"),
            ("How many potassium readings do I have?", "2", "2 readings"),
            ("What was my highest potassium?", "5.6 mmol/L", "highest"),
            ("What was my last glucose?", "99 mg/dL", "of 2 May 2024"),
            ("When was my last glucose?", "2024-05-02", "2 May 2024"),
            ("What was my last blood pressure?", "128/82 mmHg", "of 2 May 2024"),
            ("What was my highest blood pressure?", "150/95 mmHg", "of 2 May 2024"),
            ("What was my lowest blood pressure?", "128/82 mmHg", "of 2 May 2024"),
            ("What was my first blood pressure?", "140/90 mmHg", "of 10 April 2024"),
        ],
    );
}

#[test]
fn what_was_nullified_or_broken_off_is_no_entry() {
    let mut records = Records::default();
    let report = read(&mut records, VISITS.as_bytes(), &mut Unwatched).unwrap();
    let text = records.documents.iter().map(|document| document.text.as_str()).collect::<String>();
    for nullified in ["hepatitis", "Warfarin", "8.8", "7.7"] {
        assert!(!text.contains(nullified), "{nullified}");
    }
    let aside: Vec<(&str, usize)> = report.set_aside.iter().map(|aside| (aside.resource_type, aside.count)).collect();
    // A diagnosis with its state, a prescription, a result, and a group with the result in it.
    assert_eq!(aside, [("Entry (entered in error)", 6)]);
    // What was broken off is kept as it is said, and is no reading.
    let aborted: Vec<&Fact> = records
        .documents
        .iter()
        .flat_map(Document::facts)
        .filter(|fact| fact.status.as_ref().is_some_and(|status| status.text == "stopped"))
        .collect();
    assert_eq!(aborted.len(), 2);
    for fact in aborted {
        let status = fact.status.as_ref().unwrap();
        assert_eq!(&VISITS[status.span.start()..status.span.end()], "aborted");
        assert_eq!(fact.provenance(status).replay(VISITS.as_bytes()).unwrap(), "stopped");
    }
    for question in ["Do I have hepatitis C?", "Do I take warfarin?"] {
        assert!(asked(&records, question).is_none_or(|exact| exact.is_absent), "{question}");
    }
}

#[test]
fn statuses_of_ccda_make_no_disagreement() {
    let mut room = Room::new().unwrap();
    room.add(VISITS.as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2010, 1, 1)).unwrap();
    let about: Vec<&str> = brief.disagreements.iter().map(|each| each.about).collect();
    assert!(about.is_empty(), "{about:?}");
    // One more asthma, resolved last year, is one.
    let resolved = VISITS.replacen(
        "value=\"201906\"/></effectiveTime>",
        "value=\"201906\"/><high value=\"20230601\"/></effectiveTime>",
        1,
    );
    let resolved = resolved.replacen(
        "code=\"55561003\" codeSystem=\"2.16.840.1.113883.6.96\" displayName=\"Active\"",
        "code=\"413322009\" codeSystem=\"2.16.840.1.113883.6.96\" displayName=\"Resolved\"",
        1,
    );
    let mut room = Room::new().unwrap();
    room.add(resolved.as_bytes(), &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let (brief, _) = room.brief(PatientIndex(0), Date::constant(2010, 1, 1)).unwrap();
    assert_eq!(brief.disagreements.iter().map(|each| each.about).collect::<Vec<_>>(), ["problem"]);
}

#[test]
fn an_end_that_nobody_knows_is_no_end() {
    let begun = "value=\"201906\"/></effectiveTime>";
    assert!(VISITS.contains(begun));
    for end in ["UNK", "NI", "NA", "UNK\" value=\"20230601"] {
        let file =
            VISITS.replacen(begun, &format!("value=\"201906\"/><high nullFlavor=\"{end}\"/></effectiveTime>"), 1);
        let known = records(&file);
        assert_eq!(asked(&known, "Do I have asthma?").unwrap().answer, "yes", "{end}");
        // A prescription with such an end, too, is one that is taken.
        assert!(asked(&known, "Which medicines do I take?").unwrap().answer.contains("Lisinopril"), "{end}");
        let ended = known.documents.iter().flat_map(Document::facts).filter(|fact| fact.ended.is_some()).count();
        let facts = records(VISITS);
        assert_eq!(ended, facts.documents.iter().flat_map(Document::facts).filter(|fact| fact.ended.is_some()).count());
        let mut room = Room::new().unwrap();
        room.add(file.as_bytes(), &mut Unwatched).unwrap();
        let (brief, _) = room.brief(PatientIndex(0), Date::constant(2010, 1, 1)).unwrap();
        assert!(brief.disagreements.is_empty(), "{end}");
    }
}

#[test]
fn numbers_of_one_day_whose_pairs_nobody_knows_are_no_blood_pressure() {
    // Of a day without times, the upper numbers first and then the lower ones.
    let entry = |code: &str, number: u32| {
        format!(
            "<entry><observation classCode=\"OBS\" moodCode=\"EVN\"><code code=\"{code}\" codeSystem=\"2.16.840.1.113883.6.1\" displayName=\"Part\"/>\
             <statusCode code=\"completed\"/><effectiveTime value=\"20240601\"/><value xsi:type=\"PQ\" value=\"{number}\" unit=\"mm[Hg]\"/></observation></entry>"
        )
    };
    let apart = [entry("8480-6", 180), entry("8480-6", 120), entry("8462-4", 100), entry("8462-4", 70)].concat();
    let title = "<title>Vital signs</title>\n          <text><paragraph>See the list.</paragraph></text>\n";
    assert!(VISITS.contains(title));
    let file = VISITS.replace(title, &format!("{title}{apart}"));
    let records = records(&file);
    let said = asked(&records, "What was my last blood pressure?");
    assert!(said.is_none(), "{said:?}");
    assert_eq!(asked(&records, "What was my highest systolic blood pressure?").unwrap().answer, "180 mmHg");
}

#[test]
fn an_export_of_apple_health_is_answered_from_by_the_clock() {
    check(
        READINGS,
        &[
            ("What was my last heart rate?", "70 /min", "of 5 March 2024"),
            ("What was my highest heart rate?", "88 /min", "of 5 March 2024"),
            ("What was my first heart rate?", "58 /min", "of 5 March 2024"),
            ("Was my heart rate ever above 80 bpm?", "yes", "1 of 3 readings"),
            ("What was my last body temperature in fahrenheit?", "98.42 fahrenheit", "36.9 °C"),
            ("What was my last blood glucose?", "6.1 mmol/L", "of 6 March 2024"),
            ("What was my last blood pressure?", "135/76 mmHg", "of 5 March 2024"),
            ("What was my lowest blood pressure?", "118/88 mmHg", "of 5 March 2024"),
            ("What was my highest blood pressure?", "142/91 mmHg", "of 5 March 2024"),
            ("How many blood pressure readings do I have?", "4", "4 readings"),
        ],
    );
}

#[test]
fn the_other_samples_are_answered_from_too() {
    check(
        SUMMARY,
        &[
            ("Do I have hypertension?", "yes", "15 June 2011"),
            ("Which conditions do I have?", "Essential hypertension", "1 active condition"),
            ("Which medicines do I take?", "Lisinopril 10 MG Oral Tablet", "20 June 2011"),
            ("Which allergies do I have?", "Penicillin G", "1 May 1998"),
            ("What was my last hemoglobin A1c?", "6.84 %", "of 28 March 2023"),
            ("When was my last hemoglobin A1c?", "2023-03-28", "28 March 2023"),
            ("What was my last blood pressure?", "138/84 mmHg", "of 28 March 2023"),
            ("When did I have a colonoscopy?", "2018-09-04", "4 September 2018"),
        ],
    );
    check(
        EXPORT,
        &[
            ("What was my last heart rate?", "72 /min", "of 10 February 2024"),
            ("What was my last weight?", "68.45 kg", "of 9 February 2024"),
            ("What was my last blood pressure?", "131/83 mmHg", "of 7 February 2024"),
        ],
    );
}
