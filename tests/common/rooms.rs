//! Rooms with the sample records, or with bundles that a test makes.
#![allow(dead_code, missing_docs)]

use std::path::Path;
use std::sync::LazyLock;

use chaperone::privacy::lexicon::Lexicon;
use chaperone::progress::Unwatched;
use chaperone::room::Room;
use serde_json::Value;

/// The sample files in the order of their names.
pub const SAMPLES: [&str; 5] = ["okafor", "quinones", "rice", "solberg", "tran"];

/// The bytes of the sample file `name`.
pub fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/records/{name}.json"));
    std::fs::read(path).unwrap()
}

/// The word list that set-up makes.
pub fn lexicon() -> Lexicon {
    static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/weights/lexicon/lexicon.bin"))
            .expect("the lexicon, which ./run test makes")
    });
    Lexicon::read(&BYTES).unwrap()
}

fn add(room: &mut Room, names: &[&str]) {
    for name in names {
        room.add(&sample(name), &mut Unwatched).unwrap();
    }
}

/// A room with the samples `names`, as it is before anything was asked.
pub fn of(names: &[&str]) -> Room {
    let mut room = Room::new().unwrap();
    add(&mut room, names);
    room
}

/// As [`of`], with its index built.
pub fn ready(names: &[&str]) -> Room {
    let mut room = of(names);
    room.refresh().unwrap();
    room
}

/// As [`ready`], with the word list.
pub fn with_lexicon(names: &[&str]) -> Room {
    let mut room = Room::new().unwrap();
    room.set_lexicon(lexicon());
    add(&mut room, names);
    room.refresh().unwrap();
    room
}

/// A room with `bundles`, as it is before anything was asked.
pub fn of_bundles(bundles: &[Value]) -> Room {
    let mut room = Room::new().unwrap();
    for bundle in bundles {
        room.add(&serde_json::to_vec(bundle).unwrap(), &mut Unwatched).unwrap();
    }
    room
}
