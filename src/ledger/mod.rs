//! What has left, and to whom: receipts in a chain, what each provider has learnt, and a proof pack for auditors.
//!
//! A [`Disclosure`] is a request's receipt with its circumstances: the kinds of facts that left, what was withheld and why,
//! the policy, and the hashes of what made it. A [`Collection`] is what was read from a server of records. A [`Ledger`] chains them by SHA-256, [`verify`](verify()) finds the first entry
//! that is not as it was written, [`accounts`] adds up what each provider was told, and [`proof`](proof()) puts it all in one
//! file with a page to read. "Accounting of disclosures" is the term of 45 CFR 164.528.
//!
//! Nothing here holds an identifier or text of records (of public passages a receipt has the references, with their authors' names): kinds are words of a closed list, withheld things are counts with
//! reasons, and words that a person allowed are stretches of the message. It has no clock and keeps nothing: the caller
//! gives times and hashes, and stores what [`Ledger::to_json`] returns. A chain is no signature: whoever has the whole file
//! can write it anew, which only a head hash noted elsewhere shows.

mod account;
mod chain;
mod checklist;
mod collection;
mod disclosure;
mod page;
mod policy;
mod proof;
mod reading;
mod verify;

pub use account::{Account, AtProvider, MANY_KINDS, SoughtThere, Warning, accounts};
pub use chain::{Entry, GENESIS, Ledger, MAX_ENTRIES, MAX_LEDGER_BYTES};
pub use checklist::{Clause, Found, Item, checklist};
pub use collection::{Asked, Collection, Ending};
pub use disclosure::{Build, Disclosure, ModelHash, PublicRequest, Sought, Told, WithheldFacts, WithheldWords};
pub use policy::{InForce, PolicyMark, Rulebook};
pub use proof::{Proof, SelfTest, WayResult, proof};
pub use reading::sha256;
pub use verify::{Bodies, Broken, EntryVerdict, HeadSeen, LIMITS, State, Verdict, Why, verify};
