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

/// Whether `fact` is of an appointment that was not called off. Source: hl7.org/fhir/R4/appointment.html.
fn is_appointment(fact: &Fact) -> bool {
    const OPEN: &[&str] = &["proposed", "pending", "booked", "waitlist", "arrived", "checked-in"];
    const OFF: &[&str] = &["cancelled", "noshow", "entered-in-error"];
    let has_start = || fact.fields.iter().any(|field| field.label == "Start");
    let is_on = OPEN.contains(&status(fact)) || has_start() && !OFF.contains(&status(fact));
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
    const IS: &[&str] = &["do", "does", "is", "are", "have", "has", "any", "when's", "what's"];
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    words.iter().any(|word| matches!(*word, "appointment" | "appointments" | "appt" | "appts"))
        && words.iter().any(|word| IS.contains(word))
        && !words.iter().any(|word| OVER.contains(word) || is_year(word))
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
