//! Answers about all entries of a kind: what somebody takes, is allergic to, has had done.

use jiff::civil::Date;

use super::absent::Searched;
use super::ask::{Ask, Pick, Standing, Want};
use super::chart::{self, Chart};
use super::topics::form_of;
use super::{
    Exact, Frame, denies_kind, entries, misnamed, nameless, removed, resolve, said, says_unknown, unsettled, visits,
    words,
};
use crate::document::{Document, Fact, FactKind};

/// Answers what is asked of all entries of a kind.
pub(super) fn of_kind(ask: &Ask, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let kinds: &[FactKind] = if ask.kinds.is_empty() { &ask.hints } else { &ask.kinds };
    let [kind] = kinds else { return None };
    // "When did they find it?" names no illness.
    let is_dated = matches!(ask.want, Want::Date | Want::End | Want::Span);
    if ask.kinds.is_empty() && *kind == FactKind::Condition && is_dated && ask.pick.is_none() {
        return None;
    }
    // "Allergic to any medicine" asks for no prescription.
    let other = *kind != FactKind::AllergyIntolerance && ask.hints.contains(&FactKind::AllergyIntolerance);
    if other || matches!(kind, FactKind::Observation | FactKind::FamilyMemberHistory) {
        return None;
    }
    let mut found = resolve::all_of(chart, *kind, ask.visit);
    // That nobody knows of any is no entry of one, and says nothing of absence.
    if found.entries.iter().any(|entry| says_unknown(entry.fact)) {
        found.entries.retain(|entry| !says_unknown(entry.fact));
        if found.entries.is_empty() {
            return None;
        }
    }
    // What an operation is nobody can say of a code.
    if ask.operated
        && *kind == FactKind::Procedure
        && found.entries.iter().any(|entry| nameless::is_nameless(entry.fact))
    {
        return None;
    }
    // An ultrasound is no operation; and that nothing else was done does not say that there was none.
    if ask.operated && *kind == FactKind::Procedure && !found.entries.is_empty() {
        found.entries.retain(|entry| !super::is_examination(entry.name()));
        if found.entries.is_empty() {
            return None;
        }
    }
    if misnamed::are_stays_unsure(chart, ask, &found, frame) || misnamed::are_visits_unsure(ask, &found, frame) {
        return None;
    }
    // What is not in use nobody has now.
    if *kind == FactKind::Device
        && removed::asks_of_now(ask)
        && found.entries.iter().any(|entry| removed::is_out_of_use(entry))
    {
        found.entries.retain(|entry| !removed::is_out_of_use(entry));
        if found.entries.is_empty() {
            return None;
        }
    }
    // What is given against a disease and is no vaccine is none of them, and does not say that there was none.
    let is_no_vaccine = |entry: &&chart::Entry<'_>| misnamed::is_no_vaccine(entry.name());
    if *kind == FactKind::Immunization && found.entries.iter().any(is_no_vaccine) {
        found.entries.retain(|entry| !misnamed::is_no_vaccine(entry.name()));
        if found.entries.is_empty() {
            return None;
        }
    }
    // A colonoscopy that was declined is none; and that nothing else was done does not say that there was none.
    let is_undone = |entry: &&chart::Entry<'_>| chart::is_undone(entry.name());
    if matches!(kind, FactKind::Procedure | FactKind::Immunization) && found.entries.iter().any(is_undone) {
        found.entries.retain(|entry| !chart::is_undone(entry.name()));
        if found.entries.is_empty() {
            return None;
        }
    }
    // "No known allergy" beside an allergy is told as a disagreement; by itself it is an answer.
    let (none, some): (Vec<_>, Vec<_>) = found.entries.iter().copied().partition(|entry| denies_kind(entry.fact));
    let said: Vec<&chart::Entry<'_>> = none.into_iter().filter(|entry| entries::is_current(entry.fact)).collect();
    // What may be so now is denied by nothing.
    let may_be_now = |entry: &&chart::Entry<'_>| entries::is_current(entry.fact) || is_open_now(entry.fact);
    if !some.iter().any(may_be_now) && !said.is_empty() && !frame.is_bound() {
        let is_allergy = *kind == FactKind::AllergyIntolerance;
        // That there is none now says nothing of what was.
        let is_past = ask.past_tense && !(is_allergy && some.is_empty());
        let is_of_now = !kind.lasts() || !is_past && matches!(ask.standing, Standing::Unsaid | Standing::Current);
        let is_asked = matches!(ask.want, Want::Whether | Want::Count | Want::List | Want::Value) && !ask.dose;
        // A condition or a procedure may be called by an allergy that the list of allergies does not have.
        if is_asked && is_allergy && names_an_allergy(chart) {
            return None;
        }
        if is_asked && ask.pick.is_none() && is_of_now {
            // What was written later may say that there is one.
            let newest = said.iter().filter_map(|entry| entry.day()).max();
            let is_later =
                |document: &Document| document.date.zip(newest).is_none_or(|(written, newest)| written > newest);
            said::looked_through(chart, *kind, said::words_of(*kind, ask.visit), is_later)?;
            return Some(none_said(ask, *kind, &said));
        }
        if !is_allergy || matches!(ask.want, Want::Whether | Want::Count) || !is_of_now && !some.is_empty() {
            found.entries = some;
        }
    } else {
        found.entries = some;
    }
    // What began "in childhood" may be of that time, too.
    if frame.is_bound() && found.entries.iter().any(|entry| entry.fact.began_otherwise()) {
        return None;
    }
    let in_time = ask.taken || !frame.is_bound();
    if found.entries.iter().any(|entry| visits::is_in(entry, frame)) || (!found.entries.is_empty() && in_time) {
        let answered = entries::answer(ask, &found, frame, today);
        // That none of them is active says nothing of what stands in texts alone.
        let is_none = |exact: &Exact| match ask.want {
            Want::Count => exact.answer == "0",
            Want::Whether => exact.answer == "no",
            _ => false,
        };
        let is_now = matches!(ask.standing, Standing::Unsaid | Standing::Current);
        if answered.is_some() && !(is_now && answered.as_ref().is_some_and(is_none)) {
            return answered;
        }
    }
    nothing_of_kind(ask, chart, *kind, &found, frame)
}

/// Whether `fact`, which is not active, leaves open what it is of, or whether that is over: what is active and has an end says both.
fn is_open_now(fact: &Fact) -> bool {
    let is_marked =
        || matches!(fact.status.as_ref().map(|status| status.text.as_str()), Some("active" | "recurrence" | "relapse"));
    let is_both = fact.kind == FactKind::Condition && fact.has_ended() && is_marked();
    is_both || unsettled::is_unknown(fact) || unsettled::is_held(fact) || nameless::is_nameless(fact)
}

/// Whether a condition of `chart` is called by an allergy to something, or says of one that it befell.
fn names_an_allergy(chart: &Chart<'_>) -> bool {
    let is_named = |name: &str| {
        let name = name.to_lowercase();
        ["allergy", "allergic to", "anaphyla"].iter().any(|word| name.contains(word)) && !says_none(&name)
    };
    chart.names_of(FactKind::Condition).any(|(text, name)| !name.is_denied && !name.is_qualified && is_named(text))
}

/// Words of a denial of every allergy.
const OF_ALL: &[&str] = &[
    "no",
    "not",
    "none",
    "known",
    "nka",
    "of",
    "to",
    "or",
    "and",
    "any",
    "is",
    "are",
    "has",
    "have",
    "be",
    "there",
    "patient",
    "allergy",
    "allergic",
    "allergies",
    "intolerance",
    "intolerances",
    "hypersensitivity",
    "adverse",
    "reaction",
    "reactions",
    "propensity",
    "disposition",
    "history",
    "recorded",
    "reported",
    "situation",
    "finding",
    "substance",
];

/// Returns whether an entry of the list of allergies says that there is none.
pub(crate) fn says_none(name: &str) -> bool {
    const KINDS: &str = "drug drugs medication medications medicine medicines food foods environmental seasonal latex status nkda nka \
        currently at this time";
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_of_any =
        |words: &[&str]| words.iter().all(|word| OF_ALL.contains(word) || KINDS.split(' ').any(|kind| kind == *word));
    let is_allergy = |word: &&str| ["allerg", "intoleran", "hypersensitiv"].iter().any(|start| word.starts_with(start));
    let place = |pair: &[&str]| match pair {
        ["no" | "none" | "not", "known"] => true,
        ["no", of] => of.starts_with("allerg"),
        _ => false,
    };
    // "Penicillin (reaction not known)" names one, and so does "Penicillin, no known cross-reaction".
    let is_said = words.windows(2).position(place).is_some_and(|at| {
        let (before, said) = words.split_at_checked(at).unwrap_or_default();
        match said {
            ["not", ..] => is_of_any(before) && is_of_any(said),
            _ => is_of_any(before) || said.iter().any(is_allergy),
        }
    });
    is_said
        || words.contains(&"nkda")
        || matches!(words.as_slice(), ["nka"])
        || words.first() == Some(&"no") && words.iter().any(is_allergy)
}

/// Returns whether an entry that says that there is none says so of every allergy: "No known drug allergy" is of drugs alone.
fn denies_all(name: &str) -> bool {
    let name = name.to_lowercase();
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(|word| OF_ALL.contains(&word))
}

/// Says that there is none, as the entries themselves do.
fn none_said(ask: &Ask, kind: FactKind, said: &[&chart::Entry<'_>]) -> Exact {
    let mut exact = Exact::new(form_of(ask));
    let is_of_all = kind != FactKind::AllergyIntolerance || said.iter().any(|entry| denies_all(entry.name()));
    exact.answer = match ask.want {
        _ if !is_of_all => "none is named",
        Want::Count => "0",
        Want::List | Want::Value => "none",
        _ => "no",
    }
    .to_owned();
    let each: Vec<String> =
        said.iter().map(|entry| format!("“{}” ({})", chart::untagged(entry.name()), words::when(entry))).collect();
    exact.sentence = if is_of_all {
        format!("The record itself says that there is none: {}.", words::joined(&each))
    } else {
        format!("The record names no active allergy, but what it denies is not every one: {}.", words::joined(&each))
    };
    exact.rules = entries::rule_of(kind, Standing::Current).into_iter().map(str::to_owned).collect();
    exact.facts = said.iter().map(|entry| entry.at).collect();
    exact
}

/// Says that there is no entry of a kind, or none that is as asked, once no text and no entry of another kind speaks of the kind.
fn nothing_of_kind(
    ask: &Ask,
    chart: &Chart<'_>,
    kind: FactKind,
    found: &resolve::Entries<'_, '_>,
    frame: &Frame,
) -> Option<Exact> {
    let covered = matches!(ask.want, Want::Count | Want::Whether | Want::List | Want::Value | Want::Date);
    let fits = found.entries.iter().any(|entry| {
        visits::is_in(entry, frame) && (ask.standing != Standing::Current || entries::is_current(entry.fact))
    });
    let current_only = matches!(ask.standing, Standing::Unsaid | Standing::Current)
        && !found.entries.iter().any(|entry| visits::is_in(entry, frame) && entries::is_current(entry.fact));
    let is_open =
        current_only && found.entries.iter().any(|entry| visits::is_in(entry, frame) && is_open_now(entry.fact));
    // What was stopped in a time may have been written before it.
    let is_stopped = ask.stopped || ask.standing == Standing::Past;
    let unsure = frame.is_bound()
        && kind == FactKind::MedicationRequest
        && (is_stopped || !ask.past_tense && ask.standing != Standing::Ever);
    if !covered
        || ask.dose
        || unsure
        || ask.taken && frame.is_bound()
        || kind == FactKind::Encounter && visits::may_be_planned(chart, ask.visit, frame)
        || (fits && !current_only)
        || is_open
        || matches!(ask.pick, Some(Pick::Highest | Pick::Lowest | Pick::Nth(_)))
    {
        return None;
    }
    // What is only planned or proposed is there, and counts as none.
    if chart.has_wished(kind) {
        return None;
    }
    let words = said::words_of(kind, ask.visit);
    let texts = said::looked_through(chart, kind, words, |document| frame.admits(document.date))?;
    let mut exact = Exact::new(form_of(ask));
    exact.is_absent = true;
    exact.answer = match ask.want {
        Want::Count => "0".to_owned(),
        Want::Whether => "no (not in the record)".to_owned(),
        _ => "not in the record".to_owned(),
    };
    let (_, several) = entries::nouns(kind);
    let which = if found.entries.is_empty() || frame.is_bound() { "" } else { "active " };
    let name = if found.name.is_empty() { several.to_owned() } else { format!("{}s", found.name) };
    exact.sentence = format!(
        "The record has no {which}{name}{}, and none of its texts speaks of any. That does not mean that there are none: only what is in these files was searched.",
        words::range(ask.range.as_ref())
    );
    let mut names = vec![several.to_owned()];
    names.extend(words.words().map(str::to_owned));
    exact.searched = Some(Searched { entries: chart.entries.len(), texts, codes: Vec::new(), names });
    Some(exact)
}
