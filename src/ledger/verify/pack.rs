//! What a proof pack shows beside its ledger, held to what the ledger gives.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Broken, Judged, LIMITS, State, Why};
use crate::ledger::account::accounts;
use crate::ledger::chain::{Entry, GENESIS};
use crate::ledger::checklist::checklist;
use crate::ledger::disclosure::Build;
use crate::ledger::policy::PolicyMark;
use crate::ledger::proof::{Checked, FORMAT as PROOF_FORMAT, STATEMENT, WayResult};
use crate::ledger::reading::{compact, sha256};

/// The fields of a proof pack, of which it has each once and no other.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(dead_code)] // Whether they can be read is all that is asked.
pub(super) struct WholePack {
    format: String,
    version: u32,
    made_at_millis: u64,
    statement: Vec<String>,
    head: String,
    limits: Vec<String>,
    policies: IgnoredAny,
    build: Build,
    self_test: Tested,
    checklists: IgnoredAny,
    accounts: IgnoredAny,
    ledger: IgnoredAny,
    page: String,
}

/// The self-test of a proof pack.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Whether they can be read is all that is asked.
struct Tested {
    run: bool,
    ways: Vec<WayResult>,
}

/// What is checked of a proof pack.
#[derive(Deserialize)]
pub(super) struct Pack<'a> {
    format: String,
    pub(super) version: u32,
    /// The head hash that it names.
    head: String,
    #[serde(borrow)]
    statement: Option<&'a RawValue>,
    #[serde(borrow)]
    limits: Option<&'a RawValue>,
    build: PackBuild,
    #[serde(borrow)]
    pub(super) ledger: &'a RawValue,
    #[serde(borrow)]
    policies: Option<&'a RawValue>,
    #[serde(borrow)]
    checklists: Option<&'a RawValue>,
    #[serde(borrow)]
    accounts: Option<&'a RawValue>,
}

/// What a proof pack says that it was made by.
#[derive(Deserialize)]
struct PackBuild {
    version: String,
}

/// A checklist as a proof pack shows it, without the words of the version that wrote it.
#[derive(Deserialize)]
struct Listed {
    number: usize,
    identifiers: Vec<Value>,
}

/// Rules as a proof pack shows them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown<'a> {
    mark: PolicyMark,
    #[serde(borrow)]
    rulebook: Option<&'a RawValue>,
}

impl Shown<'_> {
    /// Returns whether the rules that are written out are those of the mark. Of another version there may be none.
    fn is_of_its_mark(&self) -> bool {
        self.rulebook.is_none_or(|rulebook| sha256(compact(rulebook.get()).as_bytes()) == self.mark.sha256)
    }
}

impl Pack<'_> {
    /// Returns the marks of the policies whose rules stand there as they were, and once, each with whether its rules are written out or need
    /// not be, and whether all are of that kind; none where the list cannot be read.
    pub(super) fn rules(&self) -> (Vec<(PolicyMark, bool)>, bool) {
        let shown = self.policies.and_then(|policies| serde_json::from_str::<Vec<Shown<'_>>>(policies.get()).ok());
        let shown = shown.unwrap_or_default();
        let is_alone =
            |one: &&Shown<'_>| shown.iter().filter(|other| other.mark.sha256 == one.mark.sha256).count() == 1;
        let held = shown.iter().filter(|shown| shown.is_of_its_mark()).filter(is_alone);
        let is_written = |shown: &Shown<'_>| shown.rulebook.is_some() || self.is_of_another_version();
        let held: Vec<(PolicyMark, bool)> = held.map(|shown| (shown.mark.clone(), is_written(shown))).collect();
        let are_all = held.len() == shown.len();
        (held, are_all)
    }

    /// Returns whether it says that another version of this program made it.
    pub(super) fn is_of_another_version(&self) -> bool {
        self.build.version != env!("CARGO_PKG_VERSION")
    }

    /// Returns whether `shown`, a part of the pack, says in words too what this program would say of `expected`; of a pack of another version
    /// the words may be others.
    fn says(&self, shown: Option<&RawValue>, expected: &impl serde::Serialize) -> bool {
        let is_other = self.is_of_another_version();
        let shown = shown.and_then(|shown| serde_json::from_str::<Value>(shown.get()).ok());
        is_other || shown.is_some() && shown == serde_json::to_value(expected).ok()
    }
}

/// Returns how often a checklist found each identifier, in order.
fn found_of<'v>(identifiers: &'v [Value]) -> Vec<(Option<&'v Value>, Vec<Option<&'v Value>>)> {
    let counts = |item: &'v Value| item.get("found").and_then(Value::as_array).into_iter().flatten();
    let of = |item: &'v Value| (item.get("clause"), counts(item).map(|found| found.get("count")).collect());
    identifiers.iter().map(of).collect()
}

/// Returns the numbers of an account.
fn told_of(account: &Value) -> Vec<Option<&Value>> {
    let kinds = account.get("kinds").and_then(Value::as_array).into_iter().flatten();
    let numbers = [
        "origin",
        "models",
        "requests",
        "bytes",
        "firstMillis",
        "lastMillis",
        "ageBand",
        "times",
        "allowedWords",
        "warnings",
    ]
    .map(|field| account.get(field));
    numbers
        .into_iter()
        .chain(kinds.flat_map(|kind| ["kind", "atLeast", "atMost"].map(|field| kind.get(field))))
        .collect()
}

/// Returns the proof pack that `text` is; `None` where it is none.
pub(super) fn unpacked(text: &str) -> Option<Pack<'_>> {
    serde_json::from_str(text).ok().filter(|pack: &Pack<'_>| pack.format == PROOF_FORMAT)
}

impl Judged {
    /// Takes the first entry whose rules are not among those of `shown` for broken; the last where others are shown, too, than those of the
    /// entries and the ones in force when the pack was made, or `are_all` says that some do not hold.
    pub(super) fn hold_to(&mut self, (shown, are_all): &(Vec<(PolicyMark, bool)>, bool)) {
        if self.broken.is_some() {
            return;
        }
        let rules = || self.whole.iter().filter_map(|entry| entry.disclosure.as_ref()).map(|told| &told.policy);
        let further: Vec<&(PolicyMark, bool)> =
            shown.iter().filter(|(mark, _)| !rules().any(|own| own == mark)).collect();
        let has_strange = further.len() > 1 || further.iter().any(|(_, is_written)| !is_written);
        let is_among = |policy: &PolicyMark| shown.iter().any(|(mark, _)| mark == policy);
        let is_shown = |entry: &Entry| entry.disclosure.as_ref().is_none_or(|told| is_among(&told.policy));
        let last = self.whole.len().saturating_sub(1);
        let unshown = self.whole.iter().position(|entry| !is_shown(entry));
        if let Some(at) = unshown.or_else(|| (has_strange || !are_all).then_some(last)) {
            self.break_at(at, Why::RulesChanged);
        }
    }

    /// Takes for broken the first entry whose checklist in `pack` is not the one that its receipt gives, and the last where the accounts
    /// are not those of all.
    pub(super) fn hold_tables(&mut self, pack: &Pack<'_>) {
        if self.broken.is_some() {
            return;
        }
        if pack.head != self.whole.last().map_or(GENESIS, |entry| entry.hash.as_str()) {
            return self.break_at(self.whole.len().saturating_sub(1), Why::HeadChanged);
        }
        let listed: Vec<Listed> =
            pack.checklists.and_then(|lists| serde_json::from_str(lists.get()).ok()).unwrap_or_default();
        let is_listed = |entry: &Entry| {
            let Some(told) = entry.disclosure.as_ref() else { return true };
            let Ok(Value::Array(expected)) = serde_json::to_value(checklist(told)) else { return false };
            let mut lists = listed.iter().filter(|list| list.number == entry.number);
            lists.next().is_some_and(|list| found_of(&list.identifiers) == found_of(&expected))
                && lists.next().is_none()
        };
        let unlisted = self.whole.iter().position(|entry| !is_listed(entry)).map(|at| (at, Why::ChecklistChanged));
        let lists: Vec<Checked> = self.whole.iter().filter_map(Checked::of).collect();
        let holds = listed.len() == lists.len() && pack.says(pack.checklists, &lists);
        let accounts_hold = || {
            let shown: Vec<Value> =
                pack.accounts.and_then(|shown| serde_json::from_str(shown.get()).ok()).unwrap_or_default();
            let accounts = accounts(&self.whole);
            let Ok(Value::Array(expected)) = serde_json::to_value(&accounts) else { return false };
            shown.len() == expected.len()
                && shown.iter().zip(&expected).all(|(shown, expected)| told_of(shown) == told_of(expected))
                && pack.says(pack.accounts, &accounts)
        };
        let statement_holds = pack.says(pack.statement, &STATEMENT) && pack.says(pack.limits, &LIMITS);
        let last = self.whole.len().saturating_sub(1);
        let unlisted = unlisted.or_else(|| (!holds).then_some((last, Why::ChecklistChanged)));
        let changed = unlisted
            .or_else(|| (!accounts_hold()).then_some((last, Why::AccountsChanged)))
            .or_else(|| (!statement_holds).then_some((last, Why::StatementChanged)));
        if let Some((at, why)) = changed {
            self.break_at(at, why);
        }
    }

    /// Takes the entry at `at` of those that are whole for broken, for the reason `why`.
    fn break_at(&mut self, at: usize, why: Why) {
        self.whole.truncate(at);
        self.broken = Some(Broken::new(at + 1, why));
        for verdict in self.entries.iter_mut().skip(at) {
            verdict.state = if verdict.position == at + 1 { State::Broken } else { State::Behind };
        }
    }
}
