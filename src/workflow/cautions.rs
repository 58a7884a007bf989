//! Passages of an answer that read like instructions to a language model, for the reader to be told of.

use serde::Serialize;

use crate::clearance::Block;
use crate::privacy::injection::{Found, find};

/// A passage in a block of an answer that reads like an instruction, or like an attempt to have a link followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Caution {
    /// The block, by its place in the answer.
    pub block: usize,
    /// The passage, as it stands in the block.
    pub passage: String,
    /// What it reads like, to stand after "this passage".
    pub reason: &'static str,
    /// Whether it is in a code, or written so that a reader would not see it.
    pub hidden: bool,
}

/// Returns the cautions for `blocks`, in their order.
pub(super) fn cautions(blocks: &[Block]) -> Vec<Caution> {
    let texts = blocks.iter().enumerate().flat_map(|(at, block)| texts(block).into_iter().map(move |text| (at, text)));
    let caution = |(block, text): (usize, String)| {
        let of = |Found { span, reason, .. }: Found| Caution {
            block,
            passage: span.of(&text).unwrap_or_default().to_owned(),
            reason: reason.kind.in_a_passage(),
            hidden: reason.hidden,
        };
        find(&text).into_iter().map(of).collect::<Vec<_>>()
    };
    texts.flat_map(caution).collect()
}

/// Returns the texts of `block` that are not our own words.
fn texts(block: &Block) -> Vec<String> {
    match block {
        Block::Prose { parts } => vec![parts.iter().map(|part| part.text.as_str()).collect()],
        Block::Verbatim { text, .. } => vec![text.clone()],
        Block::RecordData { title, rows, .. } => {
            std::iter::once(title.clone()).chain(rows.iter().map(|row| row.value.clone())).collect()
        }
        Block::Invalid { asked, .. } => vec![asked.clone()],
    }
}
