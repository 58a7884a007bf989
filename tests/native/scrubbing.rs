//! Scrubbing twice is scrubbing once: a question that was rewritten is left as it is, and in a text whose identifying stretches were
//! taken out nothing more is found.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use chaperone::privacy::detect::Detector;
use chaperone::privacy::recognizers;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::rooms;

static DETECTOR: LazyLock<Detector> = LazyLock::new(|| recognizers::fused(&Arc::new(rooms::lexicon()), None));

thread_local! {
    static ROOM: RefCell<Room> = RefCell::new(rooms::with_lexicon(&["okafor"]));
}

/// Returns `question` as it would leave; `None` where nothing that may leave answers it.
fn rewritten(room: &mut Room, question: &str) -> Option<String> {
    let endpoint = Endpoint::new("http://localhost:8080", "model", true);
    let workflow = room.prepare(question, &endpoint, [7; 32], 0).ok()?;
    Some(workflow.state().synthesised_query.clone())
}

fn words(question: &str) -> Vec<String> {
    let question = question.to_lowercase();
    question
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What stands for what was taken out of a text.
const GONE: &str = "[withheld]";

/// Returns `text` with [`GONE`] for each stretch that is found.
fn scrubbed(text: &str) -> String {
    let mut left = String::new();
    let mut end = 0;
    for entity in DETECTOR.detect(text) {
        left.push_str(&text[end..entity.span.start()]);
        left.push_str(GONE);
        end = entity.span.end();
    }
    left + &text[end..]
}

/// Pieces of questions; those in capitals stand for what the records, or a stranger, name.
const ASKED: [&str; 12] = [
    "What was my last blood pressure",
    "Which conditions do I have",
    "How did my weight change",
    "Did Dr. Marguerite Bellweather start the metformin",
    "Which medicines did Nurse Quilliam give me in Wolverhampton",
    "What did St Aidan's Hospital say on 3 March 2019",
    "My number is 4471-0092, what am I allergic to",
    "since 14/02/2020",
    "at 221 Old Mill Road",
    "call me on 555-0142",
    "I am 93 years old",
    "because of the pain",
];

/// Sentences of notes, each of which says by itself whom it is about: what a name alone is, its neighbours tell, and they may go.
const NOTED: [&str; 27] = [
    "Seen by Dr. Marguerite Bellweather",
    "Mrs Okafor",
    "S/B Cockayne",
    "her daughter Ngozi",
    "pt rose may 84f",
    "lives in Waukesha, WI 53186",
    "at 221 Old Mill Rd, Apt 3",
    "works as a crane operator at Harland Cranes",
    "transferred from St. Brigid's Hospital",
    "MRN 884-20-17",
    "DOB 04/09/1961",
    "on the 14th of March",
    "call 555-0142 ext. 33",
    "NPI 1245319599",
    "VIN 1HGCM82633A004352",
    "UDI (01)00844588003288(17)250101(21)A8891Z",
    "room 317B, bed 2",
    "username gbaker61",
    "g.baker@example.org",
    "Parkinson's disease",
    "Jackson-Pratt drain 40 mL",
    "Glasgow Coma Scale 15",
    "metformin 500 mg bd",
    "BP 128/76, HR 72",
    "Babinski negative",
    "she may go home",
    "aged 93",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Word for word: an ellipsis is no word, and goes. Nobody's own name: a stand-in comes in its place, which reads like a name, and is one to whoever reads it again.
    #[test]
    fn a_question_that_was_rewritten_is_left_as_it_is(pieces in prop::collection::vec(select(ASKED.to_vec()), 1..4)) {
        let question = format!("{}?", pieces.join(", "));
        ROOM.with_borrow_mut(|room| {
            if let Some(once) = rewritten(room, &question) {
                let twice = rewritten(room, &once);
                prop_assert_eq!(twice.as_deref().map(words), Some(words(&once)), "{}", question);
            }
            Ok(())
        })?;
    }

    #[test]
    fn in_a_text_that_was_scrubbed_nothing_more_is_found(
        pieces in prop::collection::vec((select(NOTED.to_vec()), select(vec![". ", ".\n", "\n\n"])), 1..8),
    ) {
        let text: String = pieces.iter().map(|(piece, gap)| format!("{piece}{gap}")).collect();
        let once = scrubbed(&text);
        prop_assert_eq!(scrubbed(&once), once, "{}", text);
    }
}

#[test]
fn what_is_scrubbed_is_scrubbed() {
    assert_eq!(scrubbed("Seen by Dr. Bellweather on 3 March 2019."), "Seen by Dr. [withheld] on [withheld].");
    assert_eq!(
        scrubbed("Jackson-Pratt drain 40 mL, Babinski negative."),
        "Jackson-Pratt drain 40 mL, Babinski negative."
    );
}
