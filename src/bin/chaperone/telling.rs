//! How much is told: the options that `prepare`, `ask` and `thought` share.

use std::path::PathBuf;

use chaperone::document::Passage;
use chaperone::error::{Code, Error, Result};
use chaperone::privacy::level::{Level, Noise};
use chaperone::privacy::policy::{Beyond, Choice, MAX_POLICY_BYTES, Policy, Withholding};
use chaperone::reference::Reference;
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
    /// Refuse what tells a stranger too much all the same
    #[arg(long, requires = "less_telling")]
    or_refuse: bool,
    /// A policy (JSON, see docs/levels.md), which can only make it stricter
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// A word of the question to let leave though it is not in the closed vocabulary; once for each word
    #[arg(long, value_name = "WORD")]
    allow: Vec<String>,
    /// What to keep back by hand: the reference of a passage or an entry, or a word; once for each
    #[arg(long, value_name = "REFERENCE|WORD")]
    withhold: Vec<String>,
}

impl Telling {
    /// Puts `room` under the policy that is named, and returns the choice.
    ///
    /// # Errors
    /// `io` when the policy cannot be read; `invalid-argument` when it is none, or when what is to be kept back is neither a reference of
    /// these records nor a word: nothing is prepared then.
    pub fn choice(self, room: &mut Room) -> Result<Choice> {
        let Telling { level, noise, less_telling, or_refuse, policy, allow, withhold } = self;
        if let Some(file) = policy {
            room.set_policy(read(&file)?);
        }
        let noise = if noise { Noise::On } else { Noise::Off };
        let strangers = match (less_telling, or_refuse) {
            (_, true) => Beyond::Refuse,
            (true, false) => Beyond::Ease,
            (false, false) => Beyond::Warn,
        };
        Ok(Choice { level, noise, allowed: allow, strangers, withheld: withheld(room, withhold)? })
    }
}

/// Returns what `texts` keep back of the records in `room`.
fn withheld(room: &mut Room, texts: Vec<String>) -> Result<Withholding> {
    let mut withheld = Withholding::default();
    if texts.is_empty() {
        return Ok(withheld);
    }
    room.refresh()?;
    for text in texts {
        let reference = Reference::parse(&text);
        let is_named =
            |passage: &Passage| passage.reference == reference || passage.fact_references.contains(&reference);
        if room.context().index.as_slice().iter().any(is_named) {
            withheld.passages.insert(reference);
        } else if !text.trim().is_empty() && !text.trim().contains(char::is_whitespace) {
            withheld.words.insert(text.trim().to_owned());
        } else {
            let words = "--withhold takes the reference of a passage or an entry of these records, or one word";
            return Err(Error::new(Code::InvalidArgument, words));
        }
    }
    Ok(withheld)
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
