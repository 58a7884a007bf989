//! The halves of the questions of a set.

use clap::ValueEnum;

/// A part of the questions, told apart by their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Half {
    /// All of them
    All,
    /// What parameters may be chosen by
    Dev,
    /// What they are judged by
    Test,
}

impl Half {
    /// Returns whether the question `id` is in this part: by the parity of a hash (FNV-1a, 64 bits) of its id.
    pub fn holds(self, id: &str) -> bool {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        match self {
            Half::All => true,
            Half::Dev => (hash >> 17) & 1 == 0,
            Half::Test => (hash >> 17) & 1 == 1,
        }
    }
}
