//! Visits by why somebody was there: "how many times was she in the emergency room for her asthma".

use jiff::civil::Date;

use super::ask::{Ask, Stays, Topic, Visit, Want};
use super::chart::{Chart, Entry, terms};
use super::resolve::{Entries, all_of, is_visit, meets, sought_for};
use super::{Exact, Frame, entries, misnamed, rule};
use crate::clearance::FactRef;
use crate::document::{Fact, FactKind};

/// Words of a visit: without one of them none is meant by the name of an illness.
const VISITS: &str = "visit visits admission admissions encounter stay stays consultation rehab rehabilitation detox detoxification hospice check-up \
    check-ups checkup checkups follow-up follow-ups followup followups appointment appointments clinic clinics";
/// Words by which visits are asked for, and nothing else that bears the name of what they are for.
const MET: &str = "visit visits appointment appointments check-up check-ups checkup checkups clinic clinics";

/// Whether `word` is of a visit.
pub(super) fn is_one(word: &str) -> bool {
    VISITS.split_whitespace().any(|known| known == word)
}

/// Whether `topic` asks for visits by what they are for: "diabetes visits".
pub(super) fn are_asked(topic: &Topic) -> bool {
    topic.whole.iter().any(|word| is_met(word))
}

/// Whether visits are asked for by `word`.
pub(super) fn is_met(word: &str) -> bool {
    MET.split_whitespace().any(|known| known == word)
}

/// Whether `word` may stand in the name of a visit, and does not only say that it is one.
pub(super) fn tells_of(word: &str) -> bool {
    let is_clinic = matches!(word, "clinic" | "clinics");
    is_clinic || !matches!(word, "stay" | "stays") && !is_met(word)
}

/// Whether visits beside those `found` give what `units` name as their reason.
pub(super) fn are_others_for(chart: &Chart<'_>, units: &[Vec<Vec<String>>], found: &[&Entry<'_>]) -> bool {
    let is_found = |entry: &&Entry<'_>| found.iter().any(|other| other.at == entry.at);
    let visits = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Encounter);
    !units.is_empty() && visits.filter(|entry| !is_found(entry)).any(|entry| gives_reason(entry, units))
}

fn gives_reason(entry: &Entry<'_>, units: &[Vec<Vec<String>>]) -> bool {
    let mut reasons = entry.fact.fields.iter().filter(|field| field.label == "Reason");
    reasons.any(|reason| meets(&terms(&reason.value.text), units))
}

/// Whether `fact` is of a visit that somebody came to and that has no end.
pub(super) fn goes_on(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    let is_there = matches!(status, Some("arrived" | "triaged" | "in-progress"));
    fact.kind == FactKind::Encounter && is_there && !fact.has_ended()
}

/// Whether `entry` is of the time of `frame`: of a visit any of its days may lie in it.
pub(super) fn is_in(entry: &Entry<'_>, frame: &Frame) -> bool {
    let begun = entry.day().filter(|_| entry.fact.kind == FactKind::Encounter);
    let Some(begun) = begun else { return frame.holds(entry.day()) };
    frame.meets(begun, entry.end().unwrap_or(if goes_on(entry.fact) { Date::MAX } else { begun }))
}

/// Whether visits are looked for on each of their days, and not on that alone on which they began.
pub(super) fn overlap(ask: &Ask, kind: FactKind) -> bool {
    let is_plain = ask.pick.is_none() && ask.event.is_none() && !ask.begins;
    let is_of = matches!(ask.want, Want::Whether | Want::Count | Want::List | Want::Value);
    kind == FactKind::Encounter && is_plain && is_of
}

/// Whether one of `within`, visits of the time of `frame`, began before it.
pub(super) fn reach(within: &[&Entry<'_>], frame: &Frame) -> bool {
    within.iter().any(|entry| !frame.holds(entry.day()))
}

/// Whether an appointment, or a visit that is planned, is of the time of `frame`, also where nobody came to it.
pub(super) fn may_be_planned(chart: &Chart<'_>, visit: Option<Visit>, frame: &Frame) -> bool {
    let facts = chart.documents.iter().flat_map(|document| document.facts());
    let is_planned = |fact: &Fact| fact.kind == FactKind::Encounter && status(fact) == "planned";
    facts.filter(|fact| !fact.is_superseded()).any(|fact| {
        let is_meant = is_planned(fact) || visit.is_none() && is_appointment(fact);
        is_meant && frame.admits(fact.begun.as_ref().map(|begun| begun.day))
    })
}

fn status(fact: &Fact) -> &str {
    fact.status.as_ref().map_or("", |status| status.text.as_str())
}

/// Statuses of an appointment that is still to be. Source: hl7.org/fhir/R4/valueset-appointmentstatus.html.
pub(crate) const BOOKED: &[&str] = &["proposed", "pending", "booked", "waitlist"];
/// Statuses of one to which somebody came, and that is not over.
const THERE: &[&str] = &["arrived", "checked-in"];
/// Statuses of one that will not be.
pub(crate) const CALLED_OFF: &[&str] = &["cancelled", "noshow", "entered-in-error"];

/// Whether `fact` is of an appointment that was not called off.
fn is_appointment(fact: &Fact) -> bool {
    let has_start = || fact.fields.iter().any(|field| field.label == "Start");
    let is_open = || BOOKED.iter().chain(THERE).any(|open| *open == status(fact));
    let is_on = is_open() || has_start() && !CALLED_OFF.contains(&status(fact));
    fact.kind == FactKind::Other && is_on
}

/// Whether a question in `words` asks for the appointments that somebody has, and not for those of the past: visits that are over are none.
pub(crate) fn asks_what_is_booked(words: &[&str]) -> bool {
    const OVER: &[&str] = &[
        "was",
        "were",
        "did",
        "had",
        "been",
        "went",
        "ever",
        "last",
        "latest",
        "recent",
        "previous",
        "past",
        "first",
        "earliest",
        "since",
        "ago",
        "yesterday",
        "missed",
        "before",
        "after",
    ];
    const IS: &[&str] = &["do", "does", "are", "have", "any", "when's", "what's"];
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_said =
        |at: usize, word: &str| IS.contains(&word) || matches!(word, "is" | "has") && is_of_one(words, at + 1);
    words.iter().enumerate().any(|(at, word)| is_appointment_word(word) && !is_aside(words, at))
        && words.iter().enumerate().any(|(at, word)| is_said(at, word))
        && !words.iter().any(|word| OVER.contains(word) || is_year(word))
}

fn is_appointment_word(word: &str) -> bool {
    matches!(word, "appointment" | "appointments" | "appt" | "appts")
}

/// Words before an appointment that say whose or which it is.
const WHOSE: &[&str] = &["my", "his", "her", "their", "our", "your", "the", "this", "that"];

/// Whether what stands at `at` of `words` is an appointment: "there an appointment", "my next appointment".
fn is_of_one(words: &[&str], at: usize) -> bool {
    /// Most words of whose and what for it is.
    const MOST: usize = 4;
    let is_first =
        words.get(at).is_some_and(|word| WHOSE.contains(word) || matches!(*word, "there" | "an" | "a" | "next"));
    let own = words.iter().skip(at).take(MOST + 1).take_while(|word| !BESIDE.contains(word));
    is_first && own.into_iter().any(|word| is_appointment_word(word))
}

/// Words behind which an appointment only says of what something else is: "my blood pressure from the appointment".
const BESIDE: &[&str] = &["from", "at", "of", "for", "during", "in"];

/// Whether the appointment at `at` of `words` is named by the way, and not when it is asked for.
fn is_aside(words: &[&str], at: usize) -> bool {
    const TIMES: &[&str] = &["when", "when's", "date", "dates", "time", "times", "list", "number"];
    const REACH: usize = 5;
    let before = words.get(at.saturating_sub(REACH)..at).unwrap_or_default();
    before.windows(2).any(|pair| matches!(pair, [beside, whose] if BESIDE.contains(beside) && WHOSE.contains(whose)))
        && !words.iter().any(|word| TIMES.contains(word))
}

/// Returns to which time the visits `within` that of `frame` belong.
pub(super) fn rule(within: &[&Entry<'_>], frame: &Frame) -> &'static str {
    if reach(within, frame) { rule::VISIT_OVERLAP } else { rule::BEGUN }
}

/// Returns the visits of that sort whose name or reason is what `topic` names; `None` where the record has no visit of that sort, or none for
/// that.
pub(super) fn for_reason<'c, 'a>(chart: &'c Chart<'a>, visit: Visit, topic: &Topic) -> Option<Entries<'c, 'a>> {
    let units = sought_for(topic).units;
    if units.is_empty() {
        return None;
    }
    let is_for = |entry: &Entry<'_>| meets(&terms(entry.name()), &units) || gives_reason(entry, &units);
    let mut found = all_of(chart, FactKind::Encounter, Some(visit));
    found.entries.retain(|entry| is_for(entry));
    found.name = format!("{}, {}", found.name, topic.whole.join(" "));
    (!found.entries.is_empty()).then_some(found)
}

/// Answers what is asked of visits for one reason; that there was none of a time is left to retrieval.
pub(super) fn answer(ask: &Ask, found: Entries<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let is_there = found.entries.iter().any(|entry| is_in(entry, frame));
    is_there.then(|| entries::answer(ask, &found, frame, today))?
}

/// Of several people those who are, or were, somewhere: "who is in hospital".
pub(super) struct People<'f> {
    pub visit: Visit,
    pub stays: Stays,
    pub frame: &'f Frame,
    pub today: Option<Date>,
}

impl People<'_> {
    /// Returns the visits by which the patient of `chart` is one of them; `None` where there is none.
    pub fn of(&self, chart: &Chart<'_>) -> Option<Vec<FactRef>> {
        self.by(chart, |entry| is_visit(entry, self.visit))
    }

    /// Returns the visits that people may call a stay in hospital, though they are no admission; `None` where there is none, or no stay is asked
    /// for.
    pub fn may_be(&self, chart: &Chart<'_>) -> Option<Vec<FactRef>> {
        (self.visit == Visit::Stay).then(|| self.by(chart, misnamed::may_be_stay))?
    }

    fn by(&self, chart: &Chart<'_>, is_of: impl Fn(&Entry<'_>) -> bool) -> Option<Vec<FactRef>> {
        let is_begun = |entry: &&Entry<'_>| entry.day().is_some_and(|day| self.today.is_none_or(|today| day <= today));
        let is_meant = |entry: &&Entry<'_>| match self.stays {
            Stays::Now => goes_on(entry.fact),
            Stays::Ever => is_in(entry, self.frame),
        };
        let own = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Encounter);
        let own = own.filter(|entry| is_of(entry)).filter(is_begun).filter(is_meant);
        let own: Vec<FactRef> = own.map(|entry| entry.at).collect();
        (!own.is_empty()).then_some(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_appointment_that_is_named_by_the_way_is_not_asked_for() {
        let is_asked = |question: &str| asks_what_is_booked(&question.split(' ').collect::<Vec<_>>());
        for question in [
            "when is my appointment",
            "is there an appointment tomorrow",
            "do i have an appointment today",
            "what time is my appointment",
            "when is my next cardiology appointment",
            "any appointments",
        ] {
            assert!(is_asked(question), "{question}");
        }
        for question in [
            "is my blood pressure from the appointment in the chart",
            "what is the reason for my diabetes appointment",
            "what is my weight at the appointment",
            "when was my appointment",
        ] {
            assert!(!is_asked(question), "{question}");
        }
    }
}
