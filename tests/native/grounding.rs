//! What is shown of a model's words, over the sample records: each claim held to the facts behind the request.

use chaperone::clearance::Block;
use chaperone::privacy::lexicon::{Lexicon, Traits};
use chaperone::quote::attribute::Remark;
use chaperone::quote::format::{Again, Endpoint, Prompt};
use chaperone::quote::ground::Verdict;
use chaperone::room::Room;
use chaperone::workflow::{Answer, Offered, Step, Workflow};
use proptest::prelude::*;

use crate::common::files::{about, note, patient};
use crate::common::rooms;

/// A few words, known as the lexicon of the set-up knows them.
fn lexicon() -> Lexicon {
    let medical = ["diabetes", "pneumonia", "hypertension", "cancer", "penicillin", "chest", "pain", "cholesterol"];
    let drugs = ["lisinopril", "ibuprofen", "warfarin", "metformin", "atorvastatin", "codeine"];
    let common = ["blood", "pressure", "weight", "pain", "chest", "doctor", "feet", "sunny", "garden", "happy"];
    let of = |words: &[&str], traits: Traits| words.iter().map(|word| ((*word).to_owned(), traits)).collect::<Vec<_>>();
    let words = [of(&medical, Traits::MEDICAL), of(&drugs, Traits::DRUG), of(&common, Traits::COMMON)].concat();
    Lexicon::of(words)
}

fn endpoint() -> Endpoint {
    Endpoint::new("http://localhost:11434", "test", false)
}

fn prepared(room: &mut Room, question: &str) -> Workflow {
    room.prepare(question, &endpoint(), [11; 32], 0).unwrap()
}

fn answer(name: &str, question: &str, reply: &str) -> Answer {
    let mut room = rooms::of(&[name]);
    // What leaves is chosen without a lexicon, which would have to know every word of the records.
    let workflow = prepared(&mut room, question);
    room.set_lexicon(lexicon());
    workflow.resolve(&room.context(), reply).unwrap()
}

/// The marks of an answer: `+` supported, `~` of the range only, `?` unsupported, `!` contradicted.
fn marks(answer: &Answer) -> Vec<String> {
    let stretches = answer.checked.iter().flat_map(|checked| &checked.lines).flat_map(|line| &line.stretches);
    let sign = |verdict| match verdict {
        Verdict::Supported => '+',
        Verdict::RangeOnly => '~',
        Verdict::Unsupported => '?',
        Verdict::Contradicted => '!',
    };
    stretches
        .filter_map(|stretch| {
            let written = stretch.surrogate.as_deref().unwrap_or(&stretch.text);
            Some(format!("{}{written}", sign(stretch.verdict?)))
        })
        .collect()
}

#[test]
fn every_claim_is_held_to_the_facts() {
    const BP: &str = "How did my blood pressure change?";
    const WEIGHT: &str = "How did my weight change?";
    const PILLS: &str = "Which medicines am I taking?";
    let mut failed: Vec<String> = Vec::new();
    let mut assert_that = |holds: bool, what: String| failed.extend((!holds).then_some(what));
    // Marks that must be there; every other mark must be a supported one.
    for (who, question, said, expected) in [
        ("okafor", BP, "The last systolic blood pressure was about 125 mm[Hg] on day 0.", vec!["+125", "+day 0"]),
        ("okafor", BP, "The last blood pressure was 125/75 mmHg.", vec!["+125", "+75"]),
        ("okafor", BP, "The last systolic blood pressure was about 75 mmHg.", vec!["!75"]),
        ("okafor", BP, "The last systolic blood pressure was about 150 mmHg.", vec!["!150"]),
        ("okafor", BP, "The highest systolic blood pressure was about 150 mmHg.", vec!["+150"]),
        ("okafor", BP, "The highest systolic blood pressure was about 125 mmHg.", vec!["!125"]),
        ("okafor", BP, "The systolic blood pressure was between about 125 and 150 mmHg.", vec!["+125", "+150"]),
        ("okafor", BP, "The systolic blood pressure was 137 kg.", vec![]),
        ("okafor", BP, "The last systolic blood pressure was 125 kg.", vec!["!kg", "+125"]),
        ("okafor", BP, "There were 16 readings.", vec!["+16"]),
        ("okafor", BP, "There were 12 readings of blood pressure.", vec!["!12"]),
        ("okafor", BP, "The systolic blood pressure was 300 mmHg.", vec!["!300"]),
        ("okafor", BP, "Your blood pressure is above 200.", vec!["!200"]),
        ("okafor", BP, "Your systolic blood pressure was last above 120.", vec!["+120"]),
        ("okafor", BP, "Your last systolic blood pressure is not above 140.", vec!["+140"]),
        ("okafor", BP, "Your blood pressure was 125 on 2019-03-02.", vec!["?2019-03-02"]),
        ("okafor", BP, "It was taken 3 weeks before day 0.", vec!["?3 weeks before "]),
        ("okafor", BP, "Your blood pressure is normal.", vec!["?normal"]),
        ("okafor", BP, "You should see a doctor about your blood pressure.", vec!["?should"]),
        ("okafor", BP, "You should see Dr. Miller on 12 May 2023.", vec!["?should", "?Dr. Miller", "?12 May 2023"]),
        ("okafor", BP, "You have diabetes.", vec!["?diabetes"]),
        ("okafor", BP, "You take ibuprofen for your blood pressure.", vec!["?ibuprofen"]),
        ("okafor", BP, "I do not know.", vec![]),
        ("okafor", WEIGHT, "Your weight is falling.", vec!["+falling"]),
        ("okafor", WEIGHT, "Your weight increased.", vec!["!increased"]),
        ("okafor", WEIGHT, "Your weight was stable.", vec!["!stable"]),
        ("okafor", WEIGHT, "Your weight changed from 78 kg to 86 kg.", vec![]),
        ("okafor", WEIGHT, "No body weight was measured.", vec!["!No"]),
        (
            "okafor",
            PILLS,
            "You are taking lisinopril 20 MG and metformin hydrochloride 1000 MG.",
            vec!["+lisinopril 20"],
        ),
        ("okafor", PILLS, "You are taking acetaminophen.", vec!["!acetaminophen"]),
        ("okafor", PILLS, "Atorvastatin was stopped.", vec!["!Atorvastatin"]),
        ("okafor", PILLS, "You are not taking lisinopril.", vec!["!not"]),
        ("okafor", PILLS, "You are taking warfarin.", vec!["?warfarin"]),
        ("okafor", "Do I smoke?", "Yes, you smoke.", vec!["!smoke"]),
        ("okafor", "Do I smoke?", "No, you never smoked.", vec!["+smoked"]),
        ("okafor", "What am I allergic to?", "You are allergic to penicillin.", vec!["+allergic to penicillin"]),
        ("okafor", "What am I allergic to?", "You have no allergy to penicillin.", vec!["!no"]),
        ("okafor", "What does the letter say about chest pain?", "The patient has chest pain.", vec!["!pain"]),
        ("okafor", "What does the letter say about chest pain?", "She has no chest pain.", vec![]),
    ] {
        let answer = answer(who, question, &format!("{said}\n<quote><title>R1</title></quote>"));
        let found = marks(&answer);
        for mark in &expected {
            assert_that(found.iter().any(|found| found == mark), format!("{said}: {mark} is not in {found:?}"));
        }
        let only_good = expected.iter().all(|mark| mark.starts_with('+')) && !expected.is_empty();
        assert_that(!only_good || found.iter().all(|mark| mark.starts_with('+')), format!("{said}: {found:?}"));
        if expected.is_empty() && said.contains("not know") {
            assert_that(found.iter().all(|mark| mark.starts_with('+')), format!("{said}: {found:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_titled_name_of_the_records_is_not_struck_and_a_sentence_goes_on_behind_the_title() {
    let of = |said: &str| answer("okafor", "How did my weight change?", said);
    for said in ["You saw Dr. Brandt-Nielsen.", "You saw Dr. Okafor and Dr. Zoë Brandt-Nielsen."] {
        let found = marks(&of(said));
        assert!(!found.iter().any(|mark| mark.starts_with('?') && !mark.contains("saw")), "{said}: {found:?}");
    }
    let invented = of("You should see Dr. Miller on 12 May 2023.");
    assert_eq!((invented.statements.unwrap().marked, invented.statements.unwrap().unchecked), (1, 0));
}

#[test]
fn a_course_told_backwards_is_flagged() {
    let answer = answer("okafor", "How did my weight change?", "Your weight went from about 78 kg to about 86 kg.");
    let found = marks(&answer);
    assert!(found.contains(&"!78".to_owned()) || found.contains(&"~78".to_owned()), "{found:?}");
    assert!(!found.contains(&"+86".to_owned()), "{found:?}");
}

#[test]
fn a_rounded_number_shows_the_one_of_the_record() {
    let answer = answer("okafor", "How did my weight change?", "Your last weight was about 78 kg on day 0.");
    let stretches: Vec<_> = answer.checked[0].lines[0].stretches.iter().collect();
    let number = stretches.iter().find(|stretch| stretch.surrogate.as_deref() == Some("78")).unwrap();
    let boxed = answer.checked.len();
    assert_eq!(boxed, 1);
    assert!((number.text.parse::<f64>().unwrap() - 78.0).abs() < 1.0 && number.text != "78");
    let day = stretches.iter().find(|stretch| stretch.surrogate.as_deref() == Some("day 0")).unwrap();
    assert!(day.text.starts_with("20"), "{}", day.text);
}

#[test]
fn names_that_begin_alike_are_never_half_restored() {
    let mut room = rooms::of(&["okafor"]);
    let workflow = prepared(&mut room, "How did my weight change?");
    let message = workflow.state().synthesised.text().to_owned();
    let name = message.split("about ").nth(1).unwrap().split('.').next().unwrap().to_owned();
    for said in [
        format!("{name}7 weighs 78 kg."),
        format!("{name}s"),
        format!("x{name}"),
        "R12 says so.".to_owned(),
        "day 01".to_owned(),
    ] {
        let answer = workflow.resolve(&room.context(), &said).unwrap();
        let Block::Prose { parts } = &answer.blocks[0] else { panic!("no prose") };
        assert!(parts.iter().all(|part| part.surrogate.is_none()), "{said}: {parts:?}");
    }
    let answer = workflow.resolve(&room.context(), &format!("{name} weighs 78 kg.")).unwrap();
    let Block::Prose { parts } = &answer.blocks[0] else { panic!("no prose") };
    assert_eq!(parts[0].surrogate.as_deref(), Some(name.as_str()));
}

#[test]
fn quotations_find_their_passage_by_their_words() {
    let stopped = "Medication: metformin hydrochloride 500 MG Oral Tablet, prescribed 4 years and 6 months before day 0. It was stopped.";
    for (title, remark) in [
        ("R5", None),
        ("R99", Some(Remark::Repaired)),
        ("", Some(Remark::Repaired)),
        ("R1", Some(Remark::Misattributed)),
    ] {
        let reply = format!("Stopped.\n<quote><title>{title}</title>\n{stopped}</quote>");
        let answer = answer("okafor", "Which medicines am I taking?", &reply);
        let boxes: Vec<&Block> =
            answer.blocks.iter().filter(|block| matches!(block, Block::RecordData { .. })).collect();
        let Block::RecordData { title: shown, .. } = boxes[0] else { panic!("no box") };
        assert_eq!((boxes.len(), shown.as_str()), (1, "metformin hydrochloride 500 MG Oral Tablet"), "{title}");
        assert_eq!(answer.noted.first().map(|noted| noted.remark), remark, "{title}");
    }
    let answer = answer(
        "okafor",
        "Which medicines am I taking?",
        "<quote><title>R99</title>made up by the model, all of it</quote>",
    );
    assert!(matches!(&answer.blocks[0], Block::Invalid { .. }));
    assert!(!serde_json::to_string(&answer).unwrap().contains("made up by"));
}

#[test]
fn an_answer_without_a_quotation_can_be_asked_for_once_more_and_only_once() {
    let mut room = rooms::of(&["okafor"]);
    let question = "How did my weight change?";
    let first = prepared(&mut room, question);
    let answer = first.resolve(&room.context(), "It fell.").unwrap();
    assert_eq!(answer.again, Some(Again::QuotedNothing));
    assert!(answer.notice.unwrap().contains("quoted nothing"));
    let unknowing = first.resolve(&room.context(), "I do not know.").unwrap();
    assert_eq!(unknowing.again, Some(Again::AnsweredNothing));

    let again = endpoint().asked_by(Prompt::Standard, answer.again);
    let mut second = room.prepare(question, &again, [12; 32], 0).unwrap();
    assert!(second.is_cleared(), "{:?}", second.state().findings);
    assert!(second.state().synthesised.text().ends_with(Again::QuotedNothing.words()));
    assert!(!second.state().synthesised.text().contains("It fell"), "what the model said first is not sent back");
    assert_eq!(second.state().receipts.len(), 1);
    let answer = second.resolve(&room.context(), "It fell.").unwrap();
    assert_eq!(answer.again, None);
    assert!(answer.notice.unwrap().contains("asked twice"));
    let context = room.context();
    assert!(matches!(second.release(&context).unwrap(), Step::Ask(_)));
}

#[test]
fn every_prompt_passes_the_review_with_every_reason_to_ask_again() {
    let mut room = rooms::of(&["okafor"]);
    for prompt in Prompt::ALL {
        for again in [None, Some(Again::QuotedNothing), Some(Again::AnsweredNothing)] {
            let workflow =
                room.prepare("Which medicines am I taking?", &endpoint().asked_by(prompt, again), [3; 32], 0).unwrap();
            assert!(workflow.is_cleared(), "{prompt:?} {again:?} {:?}", workflow.state().findings);
            assert!(
                workflow.outgoing().body.contains(prompt.system().lines().next().unwrap().split('"').next().unwrap())
            );
        }
    }
}

#[test]
fn what_was_looked_at_is_told_with_the_answer() {
    let answer = answer("okafor", "What am I allergic to?", "Penicillin.\n<quote><title>R1</title></quote>");
    let coverage = answer.coverage.unwrap();
    assert!(coverage.searched > 10 && coverage.notes > 0 && coverage.entries > 50, "{coverage:?}");
    assert_eq!(coverage.told, 1);
    assert!(coverage.withheld > 0, "some entries of this answer stay");
}

#[test]
fn what_was_looked_at_is_of_whom_it_was_asked() {
    let mut alone = rooms::of(&["quinones"]);
    let mut all = rooms::of(&rooms::SAMPLES);
    let coverage = |room: &mut Room, question: &str| {
        let workflow = prepared(room, question);
        workflow.resolve(&room.context(), "<quote><title>R1</title></quote>").unwrap().coverage.unwrap()
    };
    let of_one = coverage(&mut alone, "How did Nahia's height change?");
    assert_eq!(coverage(&mut all, "How did Nahia's height change?"), of_one);
    let of_all = coverage(&mut all, "How did height change?");
    assert!(of_all.searched > of_one.searched && of_all.notes > of_one.notes && of_all.entries > of_one.entries);
}

#[test]
fn a_quoted_course_shows_every_reading_that_it_was_told_of() {
    for (name, question) in [("quinones", "How did her height change?"), ("tran", "How did my INR change?")] {
        let answer = answer(name, question, "It changed.\n<quote><title>R1</title></quote>");
        let told = answer.coverage.unwrap().told;
        let boxes = answer.blocks.iter().filter(|block| matches!(block, Block::RecordData { .. })).count();
        assert!(told > 12 && boxes == told, "{question}: {boxes} of {told}");
        assert_eq!(answer.noted, []);
    }
}

#[test]
fn consecutive_passages_of_a_note_are_one_box() {
    let mut room = rooms::of(&["okafor"]);
    let (mut merged, mut boxes) = (0, 0);
    for question in [
        "What does the letter say about chest pain?",
        "What do the letters say?",
        "What does the note say about her feet?",
    ] {
        let Ok(workflow) = room.prepare(question, &endpoint(), [11; 32], 0) else { continue };
        let reply: String = (1..6).map(|number| format!("<quote><title>R{number}</title></quote>")).collect();
        let answer = workflow.resolve(&room.context(), &reply).unwrap();
        merged += answer.noted.iter().filter(|noted| noted.remark == Remark::Merged).count();
        let context = room.context();
        for block in &answer.blocks {
            if let Block::Verbatim { text, citation, .. } = block {
                boxes += 1;
                assert_eq!(citation.end - citation.start, text.len());
                assert!(
                    context
                        .records
                        .documents
                        .iter()
                        .any(|document| document.text.get(citation.start..citation.end) == Some(text))
                );
            }
        }
    }
    assert!(merged < 10);
    assert!(boxes > 2, "{boxes}");

    // A note that is longer than a passage, quoted from its beginning to its end.
    let text: String = (1..=60).map(|day| format!("Chest pain on stairs, as on day {day} before it. ")).collect();
    let mut room = rooms::of_bundles(&[about(patient("p", "Varga"), &[note("2019-03-02T10:00:00Z", &text)])]);
    let workflow = room.prepare("What does the note say about chest pain?", &endpoint(), [11; 32], 0).unwrap();
    let context = room.context();
    let place =
        |offered: &Offered| context.index.passage(context.index.find(&offered.references[0]).unwrap()).unwrap().span;
    let mut told: Vec<&Offered> = workflow.state().extracted.iter().collect();
    told.sort_by_key(|offered| place(offered).start());
    let reply: String = told.iter().map(|told| format!("<quote><title>{}</title></quote>", told.alias)).collect();
    let answer = workflow.resolve(&context, &reply).unwrap();
    let merged = answer.noted.iter().filter(|noted| noted.remark == Remark::Merged).count();
    assert!(told.len() > 1 && merged == told.len() - 1, "{merged} of {}", told.len());
    let [Block::Verbatim { text: shown, .. }] = answer.blocks.as_slice() else { panic!("{:?}", answer.blocks) };
    assert!(told.iter().all(|told| shown.contains(&told.original)), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whatever_is_said_nothing_of_it_becomes_a_box(words in prop::collection::vec("[a-z0-9.,%<>/ ]{0,20}|R[0-9]|day 0|<quote>|</quote>|<title>|125|mmHg|not|rising", 0..20)) {
        let reply = words.join(" ");
        let answer = answer("okafor", "How did my blood pressure change?", &reply);
        for block in &answer.blocks {
            if let Block::RecordData { title, .. } = block {
                prop_assert_eq!(title, "Blood Pressure");
            }
        }
        for checked in &answer.checked {
            let is_prose = matches!(answer.blocks[checked.block], Block::Prose { .. });
            prop_assert!(is_prose);
        }
    }
}

#[test]
fn illnesses_in_everyday_words_are_told_of_where_nothing_sent_has_them() {
    // As the lexicon of the set-up has them: words of medicine that everybody uses.
    let both = Traits::of_bits(Traits::COMMON.bits() | Traits::MEDICAL.bits());
    let words = ["cancer", "colon", "asthma", "heart", "attack", "diagnosis", "tuberculosis"];
    for (question, said, expected) in [
        ("How are my kidneys?", "You have colon cancer.", vec!["?cancer"]),
        ("How are my kidneys?", "You have asthma.", vec!["?asthma"]),
        ("Do I have diabetes or asthma?", "You have asthma.", vec!["?asthma"]),
        ("How are my kidneys?", "You had a heart attack.", vec!["?attack"]),
        ("How are my kidneys?", "The diagnosis was tuberculosis.", vec!["?tuberculosis"]),
    ] {
        let mut room = rooms::of(&["okafor"]);
        let workflow = prepared(&mut room, question);
        room.set_lexicon(Lexicon::of(words.map(|word| (word.to_owned(), both)).to_vec()));
        assert_eq!(marks(&workflow.resolve(&room.context(), said).unwrap()), expected, "{said}");
    }
}

#[test]
fn what_a_note_says_that_was_sent_is_not_struck() {
    const HBA1C: &str = "How has my HbA1c changed?";
    for (said, expected) in [
        ("Your kidneys are well, with an eGFR of 71.", vec!["+71"]),
        ("Your eGFR is 61.", vec!["?61"]),
        ("Your LDL is 71.", vec!["?71"]),
    ] {
        let found = marks(&answer("okafor", HBA1C, said));
        assert_eq!(found.into_iter().filter(|mark| mark.ends_with('1')).collect::<Vec<_>>(), expected, "{said}");
    }
}
