//! Whatever a host serves as a pack, opening and searching it does not panic and comes to an end; and whatever its root and body say under right
//! hashes, likewise; and what was kept of one, whatever it is. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run library`; `tests/native/library/packs.rs` changes and cuts whole packs.
#![no_main]

use chaperone::library::configuration::Configuration;
use chaperone::library::pack::{Asked, Keep, Reading, Strategy};
use chaperone::library::{Pack, Questions, Step};
use chaperone::retrieve::QueryVector;
use sha2::{Digest, Sha256};

/// Asks until there is an outcome, at most so many times.
fn drive<T>(pack: &mut Pack, bytes: &[u8], mut step: impl FnMut(&mut Pack) -> chaperone::Result<Step<T>>) -> bool {
    for _ in 0..32 {
        let Ok(Step::Want(ranges)) = step(pack) else { return true };
        for range in ranges {
            let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
            let part = &bytes[at(range.start)..at(range.end())];
            if pack.supply(range.start, part, Some(bytes.len() as u64)).is_err() {
                return false;
            }
        }
    }
    false
}

fn search(bytes: &[u8]) {
    let mut pack = Pack::new(None);
    if !drive(&mut pack, bytes, Pack::open) || pack.counts().is_err() {
        return;
    }
    let ways = [
        (Strategy::Keyword, Questions::Off),
        (Strategy::Rrf { k: 60 }, Questions::Off),
        (Strategy::Rrf { k: 60 }, Questions::Beside),
    ];
    for (strategy, questions) in ways {
        let model = pack.model().ok().flatten().map_or(String::new(), |model| model.id);
        let reading = Reading { spelling: true, concepts: true, queries: true, causal: true };
        let way = Configuration { strategy, top_k: 3, evidence: true, questions, reading, ..Configuration::default() };
        let asked = Asked {
            vector: Some(QueryVector { model, values: vec![1.0; 4], word_share: None }),
            ..way.asked("what did Smith write of pain since 2019", None)
        };
        drive(&mut pack, bytes, |pack| pack.search(&asked));
    }
    // What is kept of it is all of it that was read.
    let run = pack.to_keep(Keep::All).unwrap_or_default();
    let mut again = Pack::new(None);
    again.restore(&run).unwrap();
    assert_eq!(again.to_keep(Keep::All).unwrap_or_default(), run);
}

/// Returns half of the SHA-256 of `bytes`.
fn hash(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes)[..16].to_vec()
}

libfuzzer_sys::fuzz_target!(|parts: (&[u8], &[u8], &[u8])| {
    let (any, root, body) = parts;
    search(any);
    let _ = Pack::new(None).restore(any);
    // A root cannot hold the hash of its pages by chance: the hashes stand at its end, as it is written.
    let hashes: Vec<u8> = body.chunks(8192).flat_map(hash).collect();
    let pages: Vec<u8> = hashes.chunks(8192).flat_map(hash).collect();
    let root = [root, &[pages.len() as u8 / 16], &pages].concat();
    let mut header = [
        b"CHAPLIB\n".as_slice(),
        &1_u32.to_le_bytes(),
        &(root.len() as u32).to_le_bytes(),
        &(body.len() as u64).to_le_bytes(),
        &8192_u32.to_le_bytes(),
        &[0; 4],
        &hash(&root),
    ]
    .concat();
    header.extend(hash(&header));
    search(&[header, root, hashes, body.to_vec()].concat());
});
