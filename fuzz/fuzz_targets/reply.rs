//! Whatever a model server sends, nothing panics and no quote box is made of it; what is shown of it holds no tag of a quotation, and
//! loses nothing on the way to the page. A list of models names only what could be asked. Run with `RUSTC_BOOTSTRAP=1 cargo fuzz run reply`.
#![no_main]

use chaperone::clearance::{Aliases, Block, resolve};
use chaperone::document::Records;
use chaperone::quote::chat::{Reply, content};
use chaperone::quote::models::names;
use chaperone::quote::parse::{Said, parse};
use chaperone::quote::tree::{holds_markup, plain, tree};
use chaperone::surrogates::{ProsePart, Surrogates};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = content(text);
    for name in names(text).unwrap_or_default() {
        assert!(name.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"'&".contains(&byte)) && name.len() <= 128);
    }
    let mut reply = Reply::default();
    for line in text.lines() {
        let _ = reply.event(line);
    }
    for said in [text, reply.text()] {
        let blocks = resolve(said, &Aliases::default(), &Surrogates::default(), &Records::default(), &[]);
        assert!(!blocks.iter().any(|block| matches!(block, Block::Verbatim { .. } | Block::RecordData { .. })));
        for part in parse(said) {
            match part {
                Said::Prose(prose) => assert!(!prose.trim().is_empty() && prose.trim() == prose),
                Said::Quote(quoted) => drop(quoted.alias()),
            }
        }
        let _ = holds_markup(said);
        let shown = plain(said);
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let lines = tree(&shown, &[ProsePart { text: shown.clone(), surrogate: None }], &[], &[]);
        assert!(
            lines
                .iter()
                .flat_map(|line| &line.stretches)
                .all(|stretch| letters(&shown).contains(&letters(&stretch.text)))
        );
    }
});
