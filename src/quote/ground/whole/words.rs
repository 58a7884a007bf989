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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the head of `words` is behind `before`: `<t>` is a told time, and what begins with a digit a number.
    fn at(before: &str, words: &str) -> (Said, usize) {
        let here: Vec<&str> = words.split(' ').collect();
        let is_told = |at: usize| here.get(at) == Some(&"<t>");
        let is_number = |at: usize| here.get(at).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        said(before, &here, is_told, is_number)
    }

    #[test]
    fn words_are_read_by_what_stands_beside_them() {
        let (free, strange) = (Said::Free, Said::Strange);
        let one = Said::Word;
        for (before, words, expected) in [
            ("", "no longer", (one(Word::NoLonger), 2)),
            ("", "no anemia", (strange, 1)),
            ("", "most recent", (one(Word::Newest), 2)),
            ("", "most recently", (one(Word::Newest), 2)),
            ("", "most of", (strange, 1)),
            ("", "higher than", (one(Word::Above), 2)),
            ("", "larger than", (one(Word::Above), 2)),
            ("", "higher value", (strange, 1)),
            ("", "less than", (one(Word::Below), 2)),
            ("", "fewer readings", (strange, 1)),
            ("", "according to", (free, 2)),
            ("", "according records", (strange, 1)),
            ("", "based on", (free, 2)),
            ("", "as follows", (free, 2)),
            ("", "over time", (free, 2)),
            ("", "allergic to", (one(Word::Allergic), 2)),
            ("", "allergy to", (one(Word::Allergic), 2)),
            ("", "allergic", (one(Word::Allergic), 1)),
            ("", "allergy", (strange, 1)),
            ("", "diagnosed with", (one(Word::Diagnosed), 2)),
            ("", "diagnosed on", (one(Word::Diagnosed), 1)),
            ("", "went up", (free, 1)),
            ("", "gone down", (free, 1)),
            ("", "went home", (strange, 1)),
            ("", "remained stable", (free, 1)),
            ("", "remained high", (strange, 1)),
            ("", "have been", (free, 1)),
            ("", "has risen", (free, 1)),
            ("", "has not", (strange, 1)),
            ("", "has anemia", (one(Word::Has), 1)),
            ("", "as of <t>", (free, 2)),
            ("", "as of now", (strange, 1)),
            ("listed", "as active", (free, 1)),
            ("", "as active", (strange, 1)),
            ("", "at its highest", (free, 2)),
            ("", "at the lowest", (free, 2)),
            ("", "at its best", (strange, 1)),
            ("", "on <t>", (free, 1)),
            ("", "at <t>", (free, 1)),
            ("", "on the <t>", (free, 2)),
            ("", "on the way", (strange, 1)),
            ("", "in 3", (free, 1)),
            ("", "in glucose", (strange, 1)),
            ("", "in the records", (free, 2)),
            ("", "from your chart", (free, 2)),
            ("", "in the morning", (strange, 1)),
            ("are", "on simvastatin", (one(Word::Takes), 1)),
            ("", "on simvastatin", (strange, 1)),
            ("", "with a value", (free, 2)),
            ("", "with your last", (free, 2)),
            ("", "with a rising", (free, 2)),
            ("", "with the rising", (strange, 1)),
            ("", "with 3", (free, 1)),
            ("", "with anemia", (strange, 1)),
            ("increase", "in glucose", (free, 1)),
            ("readings", "for glucose", (free, 1)),
            ("", "for glucose", (strange, 1)),
            ("", "up", (one(Word::Up), 1)),
            ("", "down", (one(Word::Down), 1)),
            ("", "above 140", (one(Word::Above), 1)),
            ("", "over 140", (one(Word::Above), 1)),
            ("", "above that", (strange, 1)),
            ("", "under 140", (one(Word::Below), 1)),
            ("", "below that", (strange, 1)),
            ("", "patient's", (free, 1)),
            ("", "gained", (strange, 1)),
            ("", "lost", (strange, 1)),
            ("", "because", (strange, 1)),
            ("", "", (strange, 1)),
        ] {
            assert_eq!(at(before, words), expected, "{before} … {words}");
        }
    }

    #[test]
    fn a_word_by_itself_is_what_its_rule_takes() {
        for (words, expected) in [
            ("have has", Word::Has),
            ("had", Word::Had),
            ("taking takes take", Word::Takes),
            ("currently current now", Word::Now),
            ("active", Word::Active),
            ("stopped discontinued", Word::Over(Over::Stopped)),
            ("completed", Word::Over(Over::Completed)),
            ("resolved", Word::Over(Over::Resolved)),
            ("inactive", Word::Over(Over::Inactive)),
            ("ended", Word::Over(Over::Ended)),
            ("prescribed", Word::Prescribed),
            ("performed done administered given received", Word::Done),
            ("not never", Word::Not),
            ("last latest newest", Word::Newest),
            ("first earliest oldest", Word::Oldest),
            ("highest maximum", Word::Highest),
            ("lowest minimum", Word::Lowest),
            ("changed change changes", Word::Changed),
            ("range ranged ranges ranging", Word::Range),
            ("between", Word::Between),
            ("from", Word::From),
            ("to through", Word::To),
            ("by", Word::By),
            ("since", Word::Since),
            ("until till", Word::Until),
            ("and", Word::And),
            ("rose rising increased", Word::Up),
            ("fell falling dropped", Word::Down),
            ("steady stable unchanged", Word::Steady),
            ("mixed varied", Word::Mixed),
        ] {
            for word in words.split(' ') {
                assert_eq!(at("", word), (Said::Word(expected), 1), "{word}");
            }
        }
    }

    #[test]
    fn an_end_is_that_of_the_status_and_any_end_is_an_end() {
        for (over, status) in [
            (Over::Stopped, "stopped"),
            (Over::Completed, "completed"),
            (Over::Resolved, "resolved"),
            (Over::Inactive, "inactive"),
        ] {
            assert!(over.is(status) && !over.is("cancelled") && !over.is("active"), "{status}");
            assert!(Over::Ended.is(status), "{status}");
        }
    }

    #[test]
    fn a_line_may_lead_with_words_of_entries_and_with_which_of_them_are_meant() {
        for word in [Word::Has, Word::Takes, Word::NoLonger, Word::Over(Over::Stopped), Word::Done] {
            assert!(word.is_said_of_entries() && word.leads(), "{word:?}");
        }
        for word in [Word::Newest, Word::Highest, Word::Lowest, Word::And] {
            assert!(!word.is_said_of_entries() && word.leads(), "{word:?}");
        }
        for word in [Word::Up, Word::Range, Word::From, Word::Above, Word::Not, Word::Slash] {
            assert!(!word.is_said_of_entries() && !word.leads(), "{word:?}");
        }
    }
}
