//! Ten thousand replies drawn by chance to requests over the sample records: no box is false or of a wrong source, none panics.

use chaperone::eval::replies::{Found, play};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::quote::verify::Original;
use chaperone::room::Room;

use crate::common::rooms;

const QUESTIONS: [&str; 5] = [
    "How did my blood pressure change?",
    "Which medicines am I taking?",
    "Which conditions do I have?",
    "What does the letter say about pain?",
    "Which vaccines did I get?",
];

#[test]
fn no_reply_gets_a_false_box_or_one_of_a_wrong_source() {
    let mut found = Found::default();
    for (number, name) in (1..).zip(rooms::SAMPLES) {
        let bytes = rooms::sample(name);
        let mut room = Room::new().unwrap();
        room.add(&bytes, &mut Unwatched).unwrap();
        let original = Original::new(&bytes);
        for question in QUESTIONS {
            let endpoint = Endpoint::new("http://localhost:8080", "model", false);
            let workflow = room.prepare(question, &endpoint, [11; 32], 0).unwrap();
            play(&room, &workflow, &original, number, 400, &mut found).unwrap();
        }
    }
    assert_eq!(found.cases, 10_000);
    assert!(found.boxes > 10_000 && found.copies > 1_000 && found.invalid > 100, "{found:?}");
    assert_eq!((found.false_boxes, found.wrong_sources), (0, 0), "{found:?}");
    // A copy is lost where it is run together with others so that no passage can be told.
    assert!(found.lost * 20 <= found.copies, "{found:?}");
}
