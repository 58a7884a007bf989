//! Who smokes, did once or never did, as the newest smoking status of each says it.

use super::form::{Term, When};
use super::holds::Had;
use super::read::{Joint, Parser};
use crate::document::FactKind;
use crate::question::exact::ask::{Ask, Topic, Want};
use crate::question::exact::chart::{Chart, untagged};
use crate::question::exact::entries::is_current;
use crate::question::exact::resolve::{Found, Point, resolve};

/// What is asked of somebody's smoking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Smoking {
    Now,
    NotNow,
    Former,
    Ever,
    Never,
}

impl Smoking {
    /// The words as they are told.
    fn said(self) -> &'static str {
        match self {
            Smoking::Now => "current smoking",
            Smoking::NotNow => "no current smoking",
            Smoking::Former => "former smoking",
            Smoking::Ever => "smoking at any time",
            Smoking::Never => "never smoking",
        }
    }
}

/// What an entry says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Smokes,
    Stopped,
    Never,
    /// Does not smoke; whether that was always so is not said.
    Not,
    /// The entry itself says that it is not known.
    Unknown,
}

/// Returns what an entry's `text` says; `None` where a word of it may say something else, as "passive smoker" does.
fn status(text: &str) -> Option<Status> {
    const AMONG: &str = "smoker smokes smoked smoking tobacco cigarette cigarettes cigar pipe user use used";
    const SMOKES: &str = "current currently every some day days daily heavy light moderate occasional trivial chain on";
    const STOPPED: &str = "former formerly ex quit stopped past previous previously";
    let lower = untagged(text).to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_of = |list: &str, word: &str| list.split(' ').any(|known| known == word);
    let are = |also: &[&str], list: &str| {
        words.iter().all(|word| is_of(AMONG, word) || is_of(list, word) || also.contains(word))
    };
    let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
    if has(&["unknown"]) {
        return Some(Status::Unknown);
    }
    if has(&["never"]) {
        return are(&["never", "has"], "").then_some(Status::Never);
    }
    if has(&["non", "nonsmoker", "not"]) {
        return are(&["non", "nonsmoker", "not", "does", "smoke", "current", "currently", "a"], "")
            .then_some(Status::Not);
    }
    if words.iter().any(|word| is_of(STOPPED, word)) {
        return are(&[], &format!("{STOPPED} {SMOKES}")).then_some(Status::Stopped);
    }
    (has(&["smoker", "smokes"]) && are(&[], SMOKES)).then_some(Status::Smokes)
}

impl Parser {
    /// Reads that somebody smokes, did or does not, and returns whether something here says so; `None` where it may be meant of any time.
    pub(super) fn smokes(&mut self, joint: Joint, has_verb: bool) -> Option<bool> {
        const IS: &[&str] =
            &["a smoker", "a current smoker", "an active smoker", "current smokers", "active smokers", "smokers"];
        const WAS: &[&str] = &["a former smoker", "former smokers", "an ex-smoker", "ex-smokers"];
        const IS_NOT: &[&str] = &["a non-smoker", "non-smokers", "a nonsmoker", "nonsmokers"];
        const GAVE_UP: &[&str] = &["quit smoking", "stopped smoking", "gave up smoking", "given up smoking"];
        let before = self.at.checked_sub(1).map(|at| self.text(at)).unwrap_or_default().to_owned();
        let (is_not, is_ever) = (self.verb.2, self.verb.1 == When::Ever);
        let was = matches!(before.as_str(), "was" | "were" | "been");
        let smoking = if self.takes("to smoke") {
            (before == "used" && !is_not).then_some(Smoking::Former)?
        } else if self.takes("smoked") {
            match (is_not, is_ever || matches!(before.as_str(), "has" | "have")) {
                (true, _) => Smoking::Never,
                (false, true) => Smoking::Ever,
                (false, false) => return None,
            }
        } else if self.takes_any(GAVE_UP) || self.takes_any(WAS) {
            (!is_not && !was).then_some(Smoking::Former)?
        } else if self.takes_any(IS_NOT) {
            (!is_not && !was && !is_ever).then_some(Smoking::NotNow)?
        } else {
            let several = self.is("smokers");
            if !self.takes_any(IS) && !self.takes_any(&["smokes", "smoke", "smoking"]) {
                return Some(false);
            }
            match (is_not, is_ever || was) {
                // "Never smokers" stands here with the same word as "no smokers".
                (true, false) if !several => Smoking::NotNow,
                (false, false) => Smoking::Now,
                _ => return None,
            }
        };
        self.takes_any(&["cigarettes", "tobacco"]);
        // "Does not have gout and smokes": whether the "not" is of both nobody can say.
        if joint != Joint::None && !has_verb && (is_not || is_ever) {
            return None;
        }
        self.push_smoking(smoking, joint, has_verb)?;
        Some(true)
    }

    /// Reads "smokers" as the people who are meant.
    pub(super) fn smokers(&mut self) -> Option<bool> {
        let smoking = if self.takes_any(&["current smokers", "active smokers", "smokers"]) {
            Smoking::Now
        } else if self.takes_any(&["former smokers", "ex-smokers"]) {
            Smoking::Former
        } else if self.takes_any(&["non-smokers", "nonsmokers"]) {
            Smoking::NotNow
        } else {
            return Some(false);
        };
        self.push_smoking(smoking, Joint::None, true)?;
        Some(true)
    }

    fn push_smoking(&mut self, smoking: Smoking, joint: Joint, has_verb: bool) -> Option<()> {
        let when = match smoking {
            Smoking::Now | Smoking::NotNow | Smoking::Former => When::Now,
            Smoking::Ever | Smoking::Never => When::Ever,
        };
        let mut term = Term::of(vec!["smoking".to_owned()], when);
        (term.smoking, term.said) = (Some(smoking), smoking.said().to_owned());
        self.push(term, joint, has_verb)
    }
}

/// Returns for each of `charts` whether what is `asked` holds; `None` where nobody's record says anything of it, or one says what cannot be
/// told.
pub(super) fn had(charts: &[Chart<'_>], asked: Smoking) -> Option<Vec<Had>> {
    let told: Vec<Option<Had>> = charts.iter().map(|chart| of_chart(chart, asked)).collect::<Option<_>>()?;
    let is_known = told.iter().any(Option::is_some);
    is_known.then(|| told.into_iter().map(Option::flatten).collect())
}

/// Whether what is `asked` holds of one; the inner `None` where the record has no smoking status.
fn of_chart(chart: &Chart<'_>, asked: Smoking) -> Option<Option<Had>> {
    let words = vec!["smoking".to_owned(), "status".to_owned()];
    let topic = Topic { whole: words.clone(), words };
    let readings = match resolve(chart, &topic, &Ask::of(Want::Value), &[FactKind::Observation]) {
        Found::Readings(readings) => readings.points,
        Found::Entries(_) | Found::Unclear => return None,
        Found::Nothing(_) => Vec::new(),
    };
    let said: Vec<(&Point<'_, '_>, Status)> =
        readings.iter().map(|point| Some((point, status(point.text)?))).collect::<Option<_>>()?;
    let latest = said.last().map(|(_, status)| *status);
    // A dependence among the conditions may say another thing than the status does.
    let names_it = |name: &str| ["smok", "tobacco", "nicotine"].iter().any(|word| name.to_lowercase().contains(word));
    let is_other = |name: &str| names_it(name) && latest != Some(Status::Smokes) && status(name) != latest;
    let conditions = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Condition);
    if conditions.filter(|entry| is_current(entry.fact) && !chart.is_qualified(entry)).any(|e| is_other(e.name())) {
        return None;
    }
    let Some((point, latest)) = said.last() else { return Some(None) };
    let did = said.iter().any(|(_, status)| matches!(status, Status::Smokes | Status::Stopped));
    let holds = match (asked, latest) {
        (_, Status::Unknown) => false,
        // Who is said never to have smoked, and once was said to smoke.
        (Smoking::Never | Smoking::Former | Smoking::Ever, Status::Never) if did => return None,
        (Smoking::Never | Smoking::Former | Smoking::Ever, Status::Not) => return None,
        (Smoking::Now, status) => *status == Status::Smokes,
        (Smoking::NotNow, status) => *status != Status::Smokes,
        (Smoking::Former, status) => *status == Status::Stopped,
        (Smoking::Ever, status) => *status != Status::Never,
        (Smoking::Never, status) => *status == Status::Never,
    };
    Some(Some(holds.then(|| vec![point.entry.at])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_read_where_every_word_of_it_is_known() {
        for (text, said) in [
            ("Never smoked tobacco (finding)", Some(Status::Never)),
            ("Never smoker", Some(Status::Never)),
            ("Former smoker", Some(Status::Stopped)),
            ("Ex-smoker", Some(Status::Stopped)),
            ("Current every day smoker", Some(Status::Smokes)),
            ("Smokes tobacco daily (finding)", Some(Status::Smokes)),
            ("Heavy tobacco smoker", Some(Status::Smokes)),
            ("Non-smoker", Some(Status::Not)),
            ("Unknown if ever smoked", Some(Status::Unknown)),
            ("Smoker, current status unknown", Some(Status::Unknown)),
            ("Passive smoker", None),
            ("Mother smokes", None),
            ("2", None),
        ] {
            assert_eq!(status(text), said, "{text}");
        }
    }
}
