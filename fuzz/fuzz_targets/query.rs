//! Whatever a query for PubMed or a question to a vector database holds, a name of the records leaves in none, also where somebody allows it. Run
//! with `RUSTC_BOOTSTRAP=1 cargo fuzz run query`.
#![no_main]

use chaperone::clearance::KnownAnswers;
use chaperone::document::{EntityType, Identifier};
use chaperone::library::query::Clearing;
use chaperone::room::Room;

thread_local! {
    static ROOM: Room = Room::new().expect("a room without records opens");
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let name = Identifier { text: "Okafor".to_owned(), entity_type: EntityType::Person, patient: None };
    let Ok(known) = KnownAnswers::new(&[name]) else { return };
    let allowed = ["Okafor".to_owned(), "okafor".to_owned(), text.to_owned()];
    ROOM.with(|room| {
        let context = room.context();
        let clearing = Clearing { known: &known, detector: context.detector, lexicon: context.lexicon };
        for text in [text.to_owned(), format!("{text} Okafor salt"), format!("salt[tiab] AND okafor{text}")] {
            for query in [clearing.query(&text, &allowed), clearing.question(&text, &allowed)].into_iter().flatten() {
                assert!(!query.map.text().to_lowercase().contains("okafor"));
            }
        }
    });
});
