//! Whom a message says that it is about, held to the records.

use serde_json::json;

use super::*;
use crate::clearance::Composer;
use crate::document::{Content, Decoding, Document, DocumentIndex, DocumentKind, FileIndex, Provenance};
use crate::privacy::level::Level;
use crate::progress::Unwatched;
use crate::quote::format::Endpoint;
use crate::room::Room;

const WEIGHT: &str = "How old was I when my weight was taken last?";

/// A piece of a message: what made it, its text, and what it was made from.
type Made = (Operator, String, Vec<Original>);

/// Returns a room with the patients `(id, given name, family name, day of birth)`, each of whom was weighed once.
fn weighed(patients: &[(&str, &str, &str, &str)]) -> Room {
    let mut room = Room::new().unwrap();
    for (at, (id, given, family, birth)) in patients.iter().enumerate() {
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "id": id, "name": [{"family": family, "given": [given]}], "birthDate": birth}},
            {"resource": {"resourceType": "Observation", "status": "final", "subject": {"reference": format!("Patient/{id}")},
                "effectiveDateTime": format!("2024-0{}-01", at + 1),
                "code": {"coding": [{"system": "http://loinc.org", "code": "29463-7", "display": "Body Weight"}]},
                "valueQuantity": {"value": 62 + 11 * at, "unit": "kg"}}},
        ]});
        room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
    }
    room.refresh().unwrap();
    assert_eq!(room.records().patients.len(), patients.len());
    room
}

fn pieces(map: &SpanMap) -> Vec<Made> {
    let copy = |piece: &Piece| (piece.operator, map.text_of(piece).to_owned(), piece.originals.clone());
    map.pieces().iter().map(copy).collect()
}

fn message(pieces: Vec<Made>) -> SpanMap {
    let mut composer = Composer::new();
    for (operator, text, originals) in pieces {
        match operator {
            Operator::Template => composer.template(text.leak()),
            _ => composer.write(operator, &text, originals),
        };
    }
    composer.finish()
}

fn is_name(piece: &Made) -> bool {
    piece.0 == Operator::Pseudonym && piece.2.iter().any(|original| original.source == Source::Whole)
}

#[test]
fn two_patients_of_one_name_are_both_told_of_and_not_mixed_up() {
    let mut room = weighed(&[
        ("a", "Amara", "Okafor", "1961-05-20"),
        ("b", "Amara", "Okafor", "1984-02-11"),
        ("c", "Ilona", "Varga", "1999-08-03"),
    ]);
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
    let workflow = room.prepare(WEIGHT, &endpoint, [7; 32], 0).unwrap();
    let state = workflow.state();
    assert!(workflow.is_cleared(), "{:?}", state.findings);
    let reasons: Vec<&str> = state.withheld_facts.iter().map(|fact| fact.reason).collect();
    assert!(reasons.is_empty(), "{reasons:?}");
    let map = &state.synthesised;
    for band in ["60 to 69", "40 to 49", "20 to 29"] {
        assert!(map.text().contains(band), "{band}: {}", map.text());
    }
    let recheck = Recheck { records: room.records(), question: WEIGHT, policy: &state.policy };
    assert_eq!(recheck.compare(map), []);

    // The names before the passages, behind those before the ages.
    let whole = pieces(map);
    let opens = whole.iter().position(|piece| piece.1.contains("<quote>")).unwrap();
    let of_passages: Vec<usize> = (opens..whole.len()).filter(|at| is_name(&whole[*at])).collect();
    assert_eq!(of_passages.len(), 3, "{}", map.text());
    let found = |pieces: Vec<Made>| !recheck.compare(&message(pieces)).is_empty();
    assert!(!found(whole.clone()), "a copy is as good");
    for at in &of_passages {
        let others = of_passages.iter().filter(|other| *other != at);
        for other in others {
            let mut wrong = whole.clone();
            wrong[*at] = whole[*other].clone();
            assert!(found(wrong), "under the pseudonym of another, of the same name or not");
            let mut wrong = whole.clone();
            wrong.swap(*at, *other);
            assert!(whole[*at].2 == whole[*other].2 || found(wrong), "under each other's pseudonym");
        }
        let mut unnamed = whole.clone();
        unnamed.remove(*at);
        assert!(found(unnamed), "under none, where there are several");
        let mut wrong = whole.clone();
        wrong[*at].1 = "Patient Y9".to_owned();
        assert!(found(wrong), "more pseudonyms than patients");
    }
    // The ages of namesakes are each one's own.
    let bands: Vec<usize> = (0..opens).filter(|at| whole[*at].0 == Operator::AgeBand).collect();
    assert_eq!(bands.len(), 3, "{}", map.text());
    let mut wrong = whole.clone();
    wrong.swap(bands[0], bands[1]);
    assert!(found(wrong), "the age of a namesake");
    // One pseudonym for two names.
    let mut wrong = whole.clone();
    let last = wrong[of_passages[2]].1.clone();
    for piece in wrong.iter_mut().filter(|piece| is_name(piece)) {
        piece.1.clone_from(&last);
    }
    assert!(found(wrong), "one pseudonym for all");
}

/// Returns records of two patients, each with a note.
fn noted() -> Records {
    let patient = |id: &str, given: &str, family: &str| Patient {
        id: id.to_owned(),
        name: format!("{given} {family}"),
        family: family.to_owned(),
        birth: None,
        death: None,
        gender: None,
    };
    let note = |subject: u32, text: &str| Document {
        id: format!("{subject}/note"),
        kind: DocumentKind::Note,
        subject: Some(PatientIndex(subject)),
        date: None,
        title: "Progress note".to_owned(),
        author: None,
        text: text.to_owned(),
        content: Content::Prose {
            provenance: Provenance { file: FileIndex(0), steps: vec![Decoding::Base64] },
            pages: Vec::new(),
        },
        revision: None,
    };
    Records {
        patients: vec![patient("a", "Amara", "Okafor"), patient("b", "Ilona", "Varga")],
        documents: vec![note(0, "Dry cough today."), note(1, "Severe headache today.")],
        ..Records::default()
    }
}

/// Returns a message that tells the words of each note under the name of `names`, where there is one.
fn told(records: &Records, lead: &[Made], names: [Option<Made>; 2]) -> SpanMap {
    let template = |words: &str| (Operator::Template, words.to_owned(), Vec::new());
    let mut all = vec![template("Passages:\n")];
    all.extend_from_slice(lead);
    for ((at, document), name) in (0_u32..).zip(&records.documents).zip(names) {
        all.push(template("<quote><title>"));
        all.push((Operator::Alias, format!("R{}", at + 1), Vec::new()));
        all.push(template("</title>\n"));
        if let Some(name) = name {
            all.extend([name, template(": ")]);
        }
        all.push(template("A passage of a clinical note"));
        all.push(template(". Of what it says, with \u{2026} for what stays with the patient: "));
        let mut start = 0;
        for word in document.text.trim_end_matches('.').split(' ') {
            all.push(template(if start > 0 { " " } else { "" }));
            let source = Source::Prose { document: DocumentIndex(at), span: Span::at(start, word.len()) };
            all.push((Operator::Vocabulary, word.to_lowercase(), vec![Original { text: word.to_owned(), source }]));
            start += word.len() + 1;
        }
        all.push(template("."));
        all.push(template("\n<link>#"));
        all.push((Operator::Alias, format!("R{}", at + 1), Vec::new()));
        all.push(template("</link></quote>\n\n"));
    }
    message(all)
}

#[test]
fn what_was_only_written_down_on_a_day_is_not_told_as_begun_on_it() {
    let of = |onset: &str| {
        let bundle = json!({"resourceType": "Bundle", "type": "collection", "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "name": [{"family": "Okafor", "given": ["Amara"]}]}},
            {"resource": {"resourceType": "Condition", "subject": {"reference": "Patient/p"}, (onset): "2022-03-03",
                "clinicalStatus": {"coding": [{"code": "active"}]},
                "code": {"coding": [{"system": "http://snomed.info/sct", "code": "195967001", "display": "Asthma"}]}}},
        ]});
        let mut room = Room::new().unwrap();
        room.add(bundle.to_string().as_bytes(), &mut Unwatched).unwrap();
        room.refresh().unwrap();
        let question = "Do I have asthma?";
        let endpoint = Endpoint::new("http://localhost:11434", "llama3.2:3b", true);
        let workflow = room.prepare(question, &endpoint, [7; 32], 0).unwrap();
        assert!(workflow.is_cleared(), "{:?}", workflow.state().findings);
        let state = workflow.state();
        let recheck = Recheck { records: room.records(), question, policy: &state.policy };
        let mut changed = pieces(&state.synthesised);
        changed.iter_mut().for_each(|piece| piece.1 = piece.1.replace(", recorded ", ", since "));
        (state.synthesised.text().to_owned(), recheck.compare(&message(changed)).is_empty())
    };
    let (recorded, passes) = of("recordedDate");
    assert!(recorded.contains("Condition: Asthma, recorded day 0") && !passes, "{recorded}");
    let (begun, passes) = of("onsetDateTime");
    assert!(begun.contains("Condition: Asthma, since day 0") && passes, "{begun}");
}

#[test]
fn a_sentence_of_a_note_says_whose_it_is_where_several_are_told_of() {
    let records = noted();
    let policy = Policy { floor: Level::Balanced, ..Policy::default() };
    let recheck = Recheck { records: &records, question: "", policy: &policy };
    let name = |pseudonym: &str, of: usize| {
        let text = records.patients[of].name.clone();
        Some((Operator::Pseudonym, pseudonym.to_owned(), vec![Original { text, source: Source::Whole }]))
    };
    let found = |lead: &[Made], names| recheck.compare(&told(&records, lead, names));
    assert_eq!(found(&[], [name("Patient K4", 0), name("Patient T7", 1)]), []);
    for names in [
        [name("Patient T7", 1), name("Patient K4", 0)],
        [name("Patient K4", 0), name("Patient K4", 0)],
        [name("Patient K4", 0), name("Patient K4", 1)],
    ] {
        assert!(!found(&[], names.clone()).is_empty(), "{names:?}");
    }
    // Both names are said, and one of the sentences stands under none.
    let both: Vec<Made> = [name("Patient K4", 0), name("Patient T7", 1)].into_iter().flatten().collect();
    assert!(!found(&both, [name("Patient K4", 0), None]).is_empty());
    // What is said of all is so of one alone.
    let of_all = [
        (Operator::Template, OF_ALL.to_owned(), Vec::new()),
        name("Patient K4", 0).unwrap(),
        (Operator::Template, ".\n".to_owned(), Vec::new()),
    ];
    assert!(!found(&of_all, [None, None]).is_empty());
}
