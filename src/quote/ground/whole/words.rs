//! The closed lists of words: those that claim nothing, and those that a rule takes.

use crate::quote::ground::words::lists::{DOWN, LEVEL, MIXED, UP};

/// A word that a rule takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Has,
    Had,
    Takes,
    Now,
    Active,
    NoLonger,
    Over(Over),
    Prescribed,
    Diagnosed,
    Done,
    Allergic,
    Not,
    Newest,
    Oldest,
    Highest,
    Lowest,
    Up,
    Down,
    Steady,
    Mixed,
    Changed,
    Range,
    Between,
    From,
    To,
    By,
    Since,
    Until,
    Above,
    Below,
    And,
    Slash,
    Dash,
}

/// How something ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Stopped,
    Completed,
    Resolved,
    Inactive,
    Ended,
}

impl Word {
    /// Whether it says what became of an entry.
    pub fn is_said_of_entries(self) -> bool {
        matches!(
            self,
            Word::Has
                | Word::Had
                | Word::Takes
                | Word::Now
                | Word::Active
                | Word::NoLonger
                | Word::Over(_)
                | Word::Prescribed
                | Word::Diagnosed
                | Word::Done
                | Word::Allergic
        )
    }

    /// Whether it may stand in a line that only leads to the lines behind it.
    pub fn leads(self) -> bool {
        self.is_said_of_entries() || matches!(self, Word::Newest | Word::Highest | Word::Lowest | Word::And)
    }
}

impl Over {
    /// Whether the record's `status` is this end.
    pub fn is(self, status: &str) -> bool {
        match self {
            Over::Stopped => status == "stopped",
            Over::Completed => status == "completed",
            Over::Resolved => status == "resolved",
            Over::Inactive => status == "inactive",
            Over::Ended => true,
        }
    }
}

/// Words that claim nothing, wherever they stand.
#[rustfmt::skip] // words of one kind, in a few lines
const FREE: &[&str] = &[
    "a", "an", "the", "i", "occurred", "occurring", "your", "you", "my", "her", "his", "their", "its", "it", "she", "he", "they", "patient", "patient's", "this", "these",
    "those", "there", "here", "is", "are", "was", "were", "be", "been", "being", "am", "which", "that", "reading", "readings", "value", "values",
    "result", "results", "measurement", "measurements", "level", "levels", "entry", "entries", "record", "records", "recorded", "measured",
    "documented", "noted", "observed", "reported", "listed", "shown", "show", "shows", "showing", "indicate", "indicates", "stated", "states", "state",
    "chart", "passage", "passages", "evidence", "about", "approximately", "around", "roughly", "also", "include", "includes",
    "included", "including", "following", "date", "dated", "answer", "of", "named", "called", "provided", "trend", "data", "information",
];

/// Nouns behind which "for" says of what they are.
const NOUNS: &[&str] = &[
    "reading",
    "readings",
    "value",
    "values",
    "result",
    "results",
    "measurement",
    "measurements",
    "level",
    "levels",
    "entry",
    "entries",
    "record",
    "records",
    "date",
];

/// What one or several words at a place are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Free,
    Word(Word),
    /// Left over: no list has it here.
    Strange,
}

/// Returns what the words at the head of `here` are, and how many of them: `before` is the word before, `here` are the words (and signs) from
/// this one on, in lower case. `is_told` says of places from here whether a told time stands there, and `is_number` whether a number.
pub(super) fn said(
    before: &str,
    here: &[&str],
    is_told: impl Fn(usize) -> bool,
    is_number: impl Fn(usize) -> bool,
) -> (Said, usize) {
    let word = |at: usize| here.get(at).copied().unwrap_or_default();
    let take = |word| (Said::Word(word), 1);
    let free = |len| (Said::Free, len);
    match (word(0), word(1)) {
        ("no", "longer") => (Said::Word(Word::NoLonger), 2),
        ("most", "recent" | "recently") => (Said::Word(Word::Newest), 2),
        ("higher" | "greater" | "more" | "larger", "than") => (Said::Word(Word::Above), 2),
        ("lower" | "less" | "smaller" | "fewer", "than") => (Said::Word(Word::Below), 2),
        ("according", "to") | ("based", "on") | ("as", "follows") => free(2),
        ("over", "time") => free(2),
        ("allergic" | "allergy" | "allergies", "to") => (Said::Word(Word::Allergic), 2),
        ("diagnosed", "with") => (Said::Word(Word::Diagnosed), 2),
        ("went" | "gone", "up" | "down") => free(1),
        ("remained" | "stayed" | "remains", next) if LEVEL.contains(&next) => free(1),
        ("have" | "has", next) if is_auxiliary(next) => free(1),
        ("have" | "has", "not") => (Said::Strange, 1),
        ("as", "of") if is_told(2) => free(2),
        ("as", _) if matches!(before, "listed" | "recorded" | "documented" | "noted" | "reported") => free(1),
        ("at", "its" | "the") if matches!(word(2), "lowest" | "highest") => free(2),
        ("on" | "in" | "at", _) if is_told(1) => free(1),
        ("on", "the") if is_told(2) => free(2),
        ("in", _) if is_number(1) => free(1),
        ("in" | "from" | "on", "the" | "your" | "her" | "his" | "these" | "my")
            if matches!(
                word(2),
                "record" | "records" | "passage" | "passages" | "chart" | "data" | "evidence" | "provided"
            ) =>
        {
            free(2)
        }
        ("on", _) if matches!(before, "are" | "is" | "you're" | "currently") => take(Word::Takes),
        ("with", "a" | "an" | "the" | "your")
            if NOUNS.contains(&word(2)) || matches!(word(2), "last" | "latest" | "most" | "highest" | "lowest") =>
        {
            free(2)
        }
        ("with", "a" | "an") if [UP, DOWN, LEVEL, MIXED].iter().any(|list| list.contains(&word(2))) => free(2),
        ("with", _) if is_number(1) => free(1),
        ("in", _) if matches!(before, "increase" | "decrease" | "change" | "changes" | "rise") => free(1),
        ("for" | "in", _) if NOUNS.contains(&before) => free(1),
        ("up", _) => take(Word::Up),
        ("down", _) => take(Word::Down),
        ("over" | "exceeds" | "exceeding" | "above", _) if is_number(1) => take(Word::Above),
        ("below" | "under", _) if is_number(1) => take(Word::Below),
        (one, _) if FREE.contains(&one) => free(1),
        (one, _) => alone(one).map_or((Said::Strange, 1), take),
    }
}

/// Whether "have" and "has" before the word only make its tense.
fn is_auxiliary(next: &str) -> bool {
    let lists = [UP, DOWN, LEVEL, MIXED].iter().any(|list| list.contains(&next));
    matches!(
        next,
        "been" | "changed" | "ranged" | "varied" | "had" | "gone" | "received" | "undergone" | "remained" | "stayed"
    ) || lists
}

/// A word that a rule takes wherever it stands.
fn alone(word: &str) -> Option<Word> {
    Some(match word {
        "have" | "has" => Word::Has,
        "had" => Word::Had,
        "taking" | "takes" | "take" => Word::Takes,
        "currently" | "current" | "now" => Word::Now,
        "active" => Word::Active,
        "stopped" | "discontinued" => Word::Over(Over::Stopped),
        "completed" => Word::Over(Over::Completed),
        "resolved" => Word::Over(Over::Resolved),
        "inactive" => Word::Over(Over::Inactive),
        "ended" => Word::Over(Over::Ended),
        "prescribed" => Word::Prescribed,
        "diagnosed" => Word::Diagnosed,
        "performed" | "done" | "undergone" | "underwent" | "administered" | "given" | "received" => Word::Done,
        "allergic" => Word::Allergic,
        "not" | "never" => Word::Not,
        "last" | "latest" | "newest" => Word::Newest,
        "first" | "earliest" | "oldest" => Word::Oldest,
        "highest" | "maximum" => Word::Highest,
        "lowest" | "minimum" => Word::Lowest,
        "changed" | "change" | "changes" => Word::Changed,
        "range" | "ranged" | "ranges" | "ranging" => Word::Range,
        "between" => Word::Between,
        "from" => Word::From,
        "to" | "through" => Word::To,
        "by" => Word::By,
        "since" => Word::Since,
        "until" | "till" => Word::Until,
        "and" => Word::And,
        word if UP.contains(&word) && !matches!(word, "gained") => Word::Up,
        word if DOWN.contains(&word) && !matches!(word, "lost") => Word::Down,
        word if LEVEL.contains(&word) => Word::Steady,
        word if MIXED.contains(&word) => Word::Mixed,
        _ => return None,
    })
}
