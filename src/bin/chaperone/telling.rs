//! How much is told: the options that `prepare`, `ask` and `thought` share.

use std::path::PathBuf;

use chaperone::error::{Code, Error, Result};
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Choice, MAX_POLICY_BYTES, Policy};
use chaperone::room::Room;
use clap::Args;

#[derive(Args)]
pub struct Telling {
    /// How much is told: `strict` (the least leaves), `balanced` or `minimal` (the least is changed)
    #[arg(long, value_name = "LEVEL", default_value = "balanced")]
    level: Level,
    /// Let rounded numbers be moved by one step, all of a quantity alike
    #[arg(long)]
    noise: bool,
    /// Tell less, until a stranger could not know who it is: coarser ages and times, rare diseases unnamed, entries left out
    #[arg(long)]
    less_telling: bool,
    /// A policy (JSON, see docs/levels.md), which can only make it stricter
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// A word of the question to let leave though it is not in the closed vocabulary; once for each word
    #[arg(long, value_name = "WORD")]
    allow: Vec<String>,
}

impl Telling {
    /// Puts `room` under the policy that is named, and returns the choice.
    ///
    /// # Errors
    /// `io` when the policy cannot be read; `invalid-argument` when it is none: nothing is prepared then.
    pub fn choice(self, room: &mut Room) -> Result<Choice> {
        let Telling { level, noise, less_telling, policy, allow } = self;
        if let Some(file) = policy {
            room.set_policy(read(&file)?);
        }
        Ok(Choice { level, noise: if noise { Noise::On } else { Noise::Off }, allowed: allow, less_telling })
    }
}

fn read(file: &std::path::Path) -> Result<Policy> {
    let unread = || Error::new(Code::Io, "the policy cannot be read; nothing may leave without it");
    let length = std::fs::metadata(file).map_err(|_| unread())?.len();
    if length > MAX_POLICY_BYTES as u64 {
        return Err(
            Error::new(Code::TooLarge, "this file is too large for a policy").found(length, MAX_POLICY_BYTES as u64)
        );
    }
    Policy::from_json(&std::fs::read_to_string(file).map_err(|_| unread())?)
}
