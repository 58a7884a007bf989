//! What entries seem to answer and do not say: that somebody is somewhere now, that a series is complete, that a pregnancy of long ago goes on.

use jiff::civil::Date;

use super::identity::loincs;
use super::{Exact, Form, rule, visits};
use crate::document::{Fact, FactKind, Field, Reading, Records};
use crate::question::plan::simple_words;

/// How long a pregnancy may last, in days.
const PREGNANCY: i32 = 300;
/// The code of LOINC for whether somebody is pregnant.
const IS_PREGNANT: &str = "82810-3";

/// Whether `exact` tells more than its entries say of what `question` asks.
pub(super) fn is_beyond(records: &Records, question: &str, exact: &Exact, today: Option<Date>) -> bool {
    let words = simple_words(question);
    let words: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let facts: Vec<&Fact> = exact
        .facts
        .iter()
        .filter_map(|at| records.documents.get(at.document.0 as usize)?.facts().get(at.fact))
        .collect();
    // Whether somebody uses drugs no list of medicines tells.
    let is_told_of_use = facts.iter().any(|fact| matches!(fact.kind, FactKind::Observation | FactKind::Condition));
    if asks_of_drug_use(&words) && !is_told_of_use {
        return true;
    }
    if asks_if_reached(&words) || exact.is_absent && asks_for_what(&words, exact) {
        return true;
    }
    let Some(first) = facts.first().filter(|_| !exact.is_absent) else { return false };
    if is_of_other(&words, exact.form, first, &facts) || is_unsure(&words, exact.form, &facts) {
        return true;
    }
    const OVER_THEN: &[&str] = &["was", "were", "did", "had", "been", "ever"];
    // What may be planned and is of a later day has not been, whatever its status says.
    const BEEN: &[&str] = &["was", "were", "did", "had", "been", "last", "latest", "recent"];
    let is_later = |fact: &&Fact| {
        let day = fact.begun.as_ref().map(|begun| begun.day);
        !fact.kind.lasts()
            && fact.kind != FactKind::Observation
            && day.zip(today).is_some_and(|(day, today)| day > today)
    };
    if has(BEEN) && facts.iter().any(is_later) {
        return true;
    }
    const NOW: &[&str] = &["now", "currently", "presently"];
    const OVER: &[&str] = &["was", "were", "did", "had", "been", "ever", "last", "since"];
    let is_of_now = (matches!(at(0), "am" | "is" | "are" | "i'm") && at(1) != "there" || has(NOW)) && !has(OVER);
    match (first.kind, exact.form) {
        // Who was discharged is not in hospital.
        (FactKind::Encounter, Form::Whether | Form::Fact | Form::List | Form::Count) => {
            let is_there = visits::goes_on(first)
                && first.begun.as_ref().is_some_and(|begun| today.is_none_or(|today| begun.day <= today));
            is_of_now && !is_there || visits::asks_what_is_booked(&words)
        }
        // What somebody is allergic to was not taken for that.
        (_, form) if facts.iter().any(|fact| fact.kind == FactKind::AllergyIntolerance) => is_of_medicine(&words, form),
        // That there is one of them does not say that there are all, or that it took.
        (FactKind::Immunization, Form::Whether) => {
            const WHOLE: &[&str] = &["all", "every", "fully", "full", "complete", "completed", "completely", "series"];
            has(WHOLE) || words.windows(3).any(|words| words == ["up", "to", "date"])
        }
        // Of goals that are asked for as they are now, none is one that was given up.
        (FactKind::Goal, Form::Latest | Form::Earliest | Form::List | Form::Fact) => {
            let is_given_up = |fact: &&Fact| {
                fact.status.as_ref().is_some_and(|status| matches!(status.text.as_str(), "cancelled" | "rejected"))
            };
            !has(OVER_THEN) && facts.iter().any(is_given_up)
        }
        (FactKind::Condition, Form::Whether) if exact.answer == "yes" => {
            is_of_now && today.is_some_and(|today| is_old_pregnancy(records, exact, first, today))
        }
        // "How long after the operation was I weighed?" is not told by what was weighed before.
        (_, Form::Interval) => {
            let is_after = words.windows(2).any(|words| words == ["long", "after"]);
            let day = |fact: &&Fact| fact.begun.as_ref().map(|begun| begun.day);
            is_after && facts.get(1).is_some_and(|second| day(second) < day(first))
        }
        // "How old was I then?" is of no day that the question tells.
        (FactKind::Patient, Form::Fact) => {
            let was = words.windows(3).any(|words| matches!(words, ["how", "old", "was" | "were"]));
            was && exact.rules.iter().any(|rule| rule == rule::AGE) && (has(&["then"]) || !has_died(records, exact))
        }
        _ => false,
    }
}

/// Whether `fact`, a vaccination, says that it did not have its full effect.
pub(super) fn is_subpotent(fact: &Fact) -> bool {
    let says = |field: &Field| field.label == "Subpotent" && field.value.text == "true";
    fact.kind == FactKind::Immunization && fact.fields.iter().any(says)
}

/// Whether an answer in that `form` takes for something that was what one of `facts` does not say for certain: a dose that may not count, something
/// done of which nobody knows whether it was, a finding that was not there.
fn is_unsure(words: &[&str], form: Form, facts: &[&Fact]) -> bool {
    let is_unknown = |fact: &Fact| {
        matches!(fact.kind, FactKind::Procedure | FactKind::Device)
            && fact.status.as_ref().is_some_and(|status| status.text == "unknown")
    };
    let is_open = |fact: &&Fact| is_subpotent(fact) || is_unknown(fact);
    form != Form::List && facts.iter().any(is_open)
        || counts_or_dates(words, form) && !asks_of_test(words) && facts.iter().any(|fact| says_absent(fact))
}

/// Whether an answer in that `form` to `words` counts what was, or tells when it was.
fn counts_or_dates(words: &[&str], form: Form) -> bool {
    const DAYS: &[&str] = &["when", "day", "days", "date", "dates", "year", "years", "month", "months", "since"];
    let is_placed = matches!(form, Form::Latest | Form::Earliest | Form::Fact | Form::List);
    matches!(form, Form::Count | Form::Interval) || is_placed && words.iter().any(|word| DAYS.contains(word))
}

/// Whether `words` ask when or how often something was looked for, whatever came of it.
fn asks_of_test(words: &[&str]) -> bool {
    const STARTS: &[&str] = &[
        "test",
        "screen",
        "reading",
        "result",
        "measure",
        "check",
        "assess",
        "examin",
        "swab",
        "cultur",
        "antibod",
        "antigen",
        "titer",
        "titre",
        "smear",
        "pap",
        "mammogra",
        "biops",
        "scan",
        "score",
        "panel",
        "questionnaire",
    ];
    const WHOLE: &[&str] =
        &["pcr", "value", "values", "level", "levels", "status", "exam", "exams", "lab", "labs", "asked"];
    words.iter().any(|word| WHOLE.contains(word) || STARTS.iter().any(|start| word.starts_with(start)))
        || words.iter().any(|word| ASKED.contains(word))
}

/// Whether `fact` is a finding that was looked for and was not there: "Seizures: no".
fn says_absent(fact: &Fact) -> bool {
    const NO: &[&str] = &[
        "no",
        "n",
        "false",
        "absent",
        "none",
        "nil",
        "negative",
        "neg",
        "not detected",
        "undetected",
        "not present",
        "denied",
        "denies",
        "never",
    ];
    let said = match fact.reading.as_ref().filter(|_| fact.kind == FactKind::Observation) {
        Some(Reading::Coded { answer }) => &answer.display.text,
        Some(Reading::Text { value }) => &value.text,
        _ => return false,
    };
    let said = said.to_lowercase();
    let said = said.split(['(', '.', ',', ';']).next().unwrap_or_default().trim();
    NO.contains(&said) || ["no ", "not "].iter().any(|start| said.starts_with(start))
}

/// Whether `words` ask if a goal was reached: that there is one, and what its status is, does not say so.
fn asks_if_reached(words: &[&str]) -> bool {
    const GOALS: &[&str] = &["goal", "goals", "target", "targets"];
    const STARTS: &[&str] =
        &["reach", "achiev", "attain", "accomplish", "fulfil", "complet", "fail", "miss", "exceed", "meeting"];
    const WHOLE: &[&str] = &["met", "meet", "meets", "hit", "hits", "hitting"];
    const OWN: &[&str] = &["my", "his", "her", "their", "our", "your", "the", "a"];
    let is_goal = |word: &&str| GOALS.contains(word);
    let is_reached = |word: &&str| WHOLE.contains(word) || STARTS.iter().any(|start| word.starts_with(start));
    let is_at = words.iter().enumerate().any(|(at, word)| {
        let mut behind = words.iter().skip(at + 1).filter(|word| !OWN.contains(word));
        *word == "at" && behind.next().is_some_and(is_goal)
    });
    is_at || words.iter().any(is_goal) && words.iter().any(is_reached)
}

/// Whether `words` ask for something else than what `facts`, the first of them `first`, say, though these bear the name of it.
fn is_of_other(words: &[&str], form: Form, first: &Fact, facts: &[&Fact]) -> bool {
    let is_other = match (first.kind, form) {
        // When it was written tells nothing of when it was handed out, nor of how long that lasts.
        (FactKind::MedicationRequest, _) => asks_of_dispensing(words),
        // What was put in was not taken out by that.
        (FactKind::Procedure | FactKind::Device, _) => {
            const OUT: &[&str] = &["out", "off", "removed", "reversed", "explanted"];
            const PUT_IN: &[&str] = &["insert", "implantation", "placement", "application"];
            let is_put_in = |fact: &&Fact| {
                let name = fact.code.as_ref().map(|code| code.display.text.to_lowercase()).unwrap_or_default();
                PUT_IN.iter().any(|word| name.contains(word)) && !name.contains("remov")
            };
            // What was carried out, or is to be found out, was not taken out by that.
            const FOUND: &[&str] = &["carried", "carry", "find", "finding", "found", "figure", "work"];
            let before = |at: usize| at.checked_sub(1).and_then(|before| words.get(before));
            let is_found = |at: usize| before(at).is_some_and(|before| FOUND.contains(before));
            let is_out = |(at, word): (usize, &&str)| OUT.contains(word) && !(*word == "out" && is_found(at));
            words.iter().enumerate().any(is_out) && facts.iter().all(is_put_in)
        }
        // How long something has been so is not told by the day on which it was asked, nor is when it began or ended of smoking.
        (FactKind::Observation, Form::Interval) => lasts(words) || asks_of_habit(words),
        (FactKind::Observation, _) => {
            words.contains(&"when") && asks_of_habit(words) && !words.iter().any(|word| ASKED.contains(word))
        }
        _ => false,
    };
    is_other || first.kind != FactKind::Encounter && form != Form::List && asks_for_visits_of(words, facts)
}

/// Words by which it is asked when somebody was asked of a habit.
const ASKED: &[&str] = &["status", "asked", "recorded", "screened", "assessed", "documented", "checked"];

/// Whether `words` ask of smoking or drinking.
fn asks_of_habit(words: &[&str]) -> bool {
    const HABITS: &[&str] = &["smok", "tobacco", "cigar", "vap", "drink", "drank", "alcohol"];
    words.iter().any(|word| HABITS.iter().any(|habit| word.starts_with(habit)))
}

/// Whether `words` ask how long something has been so, and not how long ago it was.
fn lasts(words: &[&str]) -> bool {
    const AGO: &[&str] =
        &["since", "ago", "last", "between", "before", "after", "from", "passed", "until", "till", "apart"];
    let is_long = words.windows(3).any(|words| {
        matches!(
            words,
            ["how", "long", "have" | "has" | "had" | "did"]
                | ["many", "days" | "weeks" | "months" | "years", "have" | "has" | "had" | "did"]
        )
    });
    is_long && !words.iter().any(|word| AGO.contains(word))
}

/// Whether `words` ask what is taken for what `exact` says is not there: a medicine is not called by what it is for.
fn asks_for_what(words: &[&str], exact: &Exact) -> bool {
    const TAKEN: &[&str] = &[
        "take",
        "takes",
        "taking",
        "taken",
        "took",
        "on",
        "prescribed",
        "pill",
        "pills",
        "tablet",
        "tablets",
        "medicine",
        "medicines",
        "medication",
        "medications",
        "med",
        "meds",
        "drug",
        "drugs",
        "treatment",
        "treated",
        "rx",
    ];
    /// What is for a medicine itself.
    const OF_IT: &[&str] =
        &["prescription", "prescriptions", "script", "scripts", "refill", "refills", "order", "orders"];
    const BEFORE: &[&str] = &["my", "his", "her", "their", "the", "a", "an", "any"];
    let name = exact.searched.iter().flat_map(|searched| searched.names.first()).flat_map(|name| name.split(' '));
    let name: Vec<&str> = name.collect();
    let is_it = |at: usize| {
        let behind = words.iter().skip(at + 1).find(|word| !BEFORE.contains(word));
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        behind.is_some_and(|word| name.contains(word)) && !before.is_some_and(|word| OF_IT.contains(word))
    };
    let is_for = words.iter().enumerate().any(|(at, word)| *word == "for" && is_it(at));
    is_for && words.iter().any(|word| TAKEN.contains(word))
}

/// Whether `words` ask if somebody uses drugs: "does she use drugs", "is he on drugs", "any IV drug use".
fn asks_of_drug_use(words: &[&str]) -> bool {
    const USE: &[&str] = &[
        "use", "uses", "used", "using", "do", "does", "doing", "abuse", "abuses", "abused", "try", "tried", "inject",
        "injects",
    ];
    const TAKE: &[&str] = &["take", "takes", "taking", "on"];
    const KINDS: &[&str] = &["any", "illegal", "illicit", "recreational", "street", "hard", "iv", "party"];
    /// Words behind "drug" that make it something else: "any drug allergy", "any drugs for her heart".
    const OTHERWISE: &[&str] = &[
        "allergy",
        "allergies",
        "reaction",
        "reactions",
        "interaction",
        "interactions",
        "level",
        "levels",
        "screen",
        "screens",
        "test",
        "tests",
        "eluting",
        "eruption",
        "rash",
        "for",
        "that",
        "prescribed",
        "which",
    ];
    const USED: &[&str] = &["use", "user", "users", "abuse", "abuser", "misuse", "addict", "addiction", "habit"];
    let at = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = |place: usize, back: usize| place.checked_sub(back).map_or("", at);
    words.iter().enumerate().filter(|(_, word)| matches!(**word, "drug" | "drugs")).any(|(place, word)| {
        let (kind, verb) = (before(place, 1), before(place, 2));
        let is_kind = KINDS.contains(&kind);
        if *word == "drug" && USED.contains(&at(place + 1)) {
            return true;
        }
        !OTHERWISE.contains(&at(place + 1))
            && (is_kind && (kind != "any" || USE.contains(&verb) || TAKE.contains(&verb))
                || *word == "drugs" && (USE.contains(&kind) || TAKE.contains(&kind)))
    })
}

/// Whether `words` ask when a medicine was handed out, or how long what was lasts.
fn asks_of_dispensing(words: &[&str]) -> bool {
    const VERBS: &[&str] = &["dispensed", "dispense", "filled", "refilled", "refill", "collected"];
    let has_pair = |pairs: &[[&str; 2]]| words.windows(2).any(|two| pairs.iter().any(|pair| two == pair));
    let up = words.contains(&"up") && words.iter().any(|word| matches!(*word, "pick" | "picked"));
    let out = has_pair(&[["run", "out"], ["runs", "out"], ["ran", "out"], ["running", "out"], ["running", "low"]]);
    words.iter().any(|word| VERBS.contains(word)) || up || out
}

/// Whether `words` ask for visits by what they are for, "my last diabetes check-up", which what `facts` are called by is not.
fn asks_for_visits_of(words: &[&str], facts: &[&Fact]) -> bool {
    const KINDS: &[FactKind] = &[
        FactKind::Condition,
        FactKind::MedicationRequest,
        FactKind::Procedure,
        FactKind::Immunization,
        FactKind::AllergyIntolerance,
        FactKind::Device,
    ];
    /// Words before "visit" that do not say what it was for, and such that a time is told by it.
    const PLAIN: &[&str] = &[
        "my", "his", "her", "their", "our", "your", "the", "a", "an", "last", "latest", "first", "next", "previous",
        "recent", "this", "that", "each", "every", "any", "of", "many", "second", "third", "one", "two", "what",
        "which", "all", "to", "i", "did", "and", "doctor's", "doctors", "clinic", "office", "same", "final", "only",
        "past", "other", "for", "regular", "routine", "annual", "yearly",
    ];
    const TIMED: &[&str] = &["at", "during", "after", "before", "since", "from", "between", "until", "till", "on"];
    let of = words.iter().position(|word| visits::is_met(word)).filter(|at| *at > 0);
    let Some((at, visit)) = of.and_then(|at| Some((at, *words.get(at)?))) else { return false };
    let before = words.get(at.saturating_sub(4)..at).unwrap_or_default();
    let is_of = before.last().is_some_and(|word| !PLAIN.contains(word) && word.parse::<u32>().is_err());
    let is_called = |fact: &&Fact| {
        fact.code
            .as_ref()
            .is_some_and(|code| code.display.text.to_lowercase().replace('-', "").contains(&visit.replace('-', "")))
    };
    is_of
        && !before.iter().any(|word| TIMED.contains(word))
        && facts.iter().all(|fact| KINDS.contains(&fact.kind))
        && !facts.iter().any(is_called)
}

/// Whether a question in `words` asks for what was taken or given, and not for an allergy.
fn is_of_medicine(words: &[&str], form: Form) -> bool {
    const TAKEN: &[&str] = &[
        "take",
        "takes",
        "taking",
        "taken",
        "took",
        "start",
        "started",
        "stop",
        "stopped",
        "given",
        "gave",
        "prescribed",
        "prescribe",
        "prescription",
        "dose",
        "doses",
        "dosage",
        "use",
        "used",
        "using",
        "on",
    ];
    const HAD: &[&str] = &["had", "have", "has", "get", "got", "received"];
    const ALLERGY: &[&str] =
        &["allerg", "intoleran", "react", "sensitiv", "hypersensitiv", "anaphyla", "hives", "rash", "hay"];
    let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let is_of_allergy = words.iter().any(|word| ALLERGY.iter().any(|start| word.starts_with(start)));
    let is_placed = matches!(form, Form::Count | Form::Latest | Form::Earliest | Form::Interval);
    !is_of_allergy && (has(TAKEN) || is_placed && has(HAD))
}

fn has_died(records: &Records, exact: &Exact) -> bool {
    let subject = || records.documents.get(exact.facts.first()?.document.0 as usize)?.subject;
    let patient = subject().and_then(|patient| records.patients.get(patient.0 as usize));
    patient.is_some_and(|patient| patient.death.is_some())
}

/// Whether `fact` is of a pregnancy that began before one of `today` can have, or of which something later says that there is none: many are
/// never closed.
fn is_old_pregnancy(records: &Records, exact: &Exact, fact: &Fact, today: Date) -> bool {
    let is_it = fact.code.as_ref().is_some_and(|code| code.display.text.to_lowercase().contains("pregnan"));
    let Some(begun) = fact.begun.as_ref().filter(|_| is_it).map(|begun| begun.day) else { return false };
    let subject = exact.facts.first().and_then(|at| records.documents.get(at.document.0 as usize)?.subject);
    let own = records.documents.iter().filter(|document| document.subject == subject);
    let is_denied = own.flat_map(|document| document.facts()).any(|other| {
        let says_no = match &other.reading {
            Some(Reading::Coded { answer }) => answer.display.text.to_lowercase().starts_with("not "),
            Some(Reading::Text { value }) => value.text.to_lowercase().starts_with("not "),
            _ => false,
        };
        let is_later = other.begun.as_ref().is_some_and(|other| other.day >= begun);
        says_no && is_later && loincs(other.code.as_ref()).any(|code| code == IS_PREGNANT)
    });
    is_denied || (today - begun).get_days() > PREGNANCY
}
