//! Whatever a saved thought process holds, playing it again over sample records panics nowhere, and one that is played is saved as it was.
//! Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run thinking`.
#![no_main]

use std::sync::LazyLock;

use chaperone::privacy::policy::Choice;
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::thinking::Saved;

static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| std::fs::read("../examples/records/rice.json").unwrap_or_default());

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(saved) = Saved::from_json(text) else { return };
    let Ok(mut room) = Room::new() else { return };
    if room.add(&SAMPLE, &mut Unwatched).is_err() {
        return;
    }
    let endpoint = Endpoint::new("http://localhost:11434", "m", true);
    if let Ok(thinking) = room.think_again(saved.clone(), &Choice::default(), &endpoint, 0) {
        let again = thinking.save().unwrap_or_default();
        assert!(Saved::from_json(&again).is_ok_and(|again| again == saved));
    }
});
