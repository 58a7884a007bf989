//! Whatever a model calls a tool with, the call ends, does not panic, and an error repeats nothing of it.
#![no_main]

use std::sync::LazyLock;

use chaperone::progress::Unwatched;
use chaperone::room::Room;
use chaperone::room::tools::tools;

static RECORDS: LazyLock<Vec<u8>> =
    LazyLock::new(|| std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/records/okafor.json")).unwrap());

libfuzzer_sys::fuzz_target!(|arguments: &str| {
    let mut room = Room::new().unwrap();
    room.add(&RECORDS, &mut Unwatched).unwrap();
    for tool in tools() {
        if let Err(error) = room.call_tool(tool.name, arguments, None) {
            assert!(arguments.len() < 80 || !error.to_string().contains(arguments));
        }
    }
});
