//! Answers from conditions, medicines, allergies, procedures, vaccinations, visits and other entries that are no readings.

mod dates;

use std::collections::BTreeSet;

use jiff::civil::Date;

use self::dates::dates;
use super::ask::{Ask, Pick, Standing, Want};
use super::chart::{Entry, Identity, untagged};
use super::resolve::Entries;
use super::spans::{ends, interval};
use super::then::{stopped_then, taken_then};
use super::whether::{gone, over_before, whether};
use super::words::{many, range, when};
use super::{Exact, Form, Frame, denied, doses, nameless, rule, taken, unsettled, visits};
use crate::document::moment::Precision;
use crate::document::{Fact, FactKind};

/// Names that a sentence lists; the boxes have all.
const LISTED: usize = 20;

/// Returns whether `fact` is so now, as its status says.
pub(crate) fn is_current(fact: &Fact) -> bool {
    let status = fact.status.as_ref().map(|status| status.text.as_str());
    match fact.kind {
        FactKind::Condition => matches!(status, None | Some("active" | "recurrence" | "relapse")) && !fact.has_ended(),
        FactKind::AllergyIntolerance => status == Some("active") || status.is_none() && !fact.has_ended(),
        FactKind::MedicationRequest | FactKind::CarePlan | FactKind::CareTeam => matches!(status, Some("active")),
        FactKind::Goal => matches!(status, Some("active" | "accepted" | "in-progress")),
        _ => true,
    }
}

/// Whether `status`, of what lasts, says neither that it is so now nor that it is over: "unknown", a word of the house, that of a statement of which
/// only its writing is told (hl7.org/fhir/R5/valueset-medication-statement-status.html).
pub(super) fn tells_nothing_of_now(kind: FactKind, status: &str) -> bool {
    const OVER: &[&str] =
        &["inactive", "remission", "resolved", "refuted", "completed", "ended", "stopped", "cancelled", "on-hold"];
    match kind {
        FactKind::Condition | FactKind::AllergyIntolerance => !OVER.contains(&status),
        FactKind::MedicationRequest => matches!(status, "unknown" | "recorded"),
        _ => status == "unknown",
    }
}

/// Returns whether `fact`, a prescription, ended before `today`, whatever its status says: C-CDA and MedicationStatement have the days
/// on which it is taken, and a dosage may say for how long.
pub(super) fn is_over(fact: &Fact, today: Option<Date>) -> bool {
    let ended = fact.ended.as_ref().filter(|_| fact.kind == FactKind::MedicationRequest);
    let last = ended.map(|ended| match ended.precision() {
        Precision::Year => ended.day.last_of_year(),
        Precision::Month => ended.day.last_of_month(),
        Precision::Day => ended.day,
    });
    last.or_else(|| taken::last_day(fact)).zip(today).is_some_and(|(last, today)| last < today)
}

/// Returns whether `fact`, a condition that is active, has an end that is still to come.
pub(super) fn ends_ahead(fact: &Fact, today: Option<Date>) -> bool {
    let is_active =
        fact.status.as_ref().is_some_and(|status| matches!(&*status.text, "active" | "recurrence" | "relapse"));
    let is_ahead = |today| fact.ended.as_ref().is_some_and(|ended| ended.day > today);
    fact.kind == FactKind::Condition && is_active && today.is_some_and(is_ahead)
}

/// What entries of a kind are called: one, several.
pub(super) fn nouns(kind: FactKind) -> (&'static str, &'static str) {
    match kind {
        FactKind::Condition => ("condition", "conditions"),
        FactKind::AllergyIntolerance => ("allergy", "allergies"),
        FactKind::MedicationRequest => ("prescription", "prescriptions"),
        FactKind::Procedure => ("procedure", "procedures"),
        FactKind::Immunization => ("vaccination", "vaccinations"),
        FactKind::Encounter => ("visit", "visits"),
        FactKind::DiagnosticReport => ("report", "reports"),
        FactKind::ImagingStudy => ("imaging study", "imaging studies"),
        FactKind::CarePlan => ("care plan", "care plans"),
        FactKind::CareTeam => ("care team", "care teams"),
        FactKind::Goal => ("goal", "goals"),
        FactKind::Device => ("device", "devices"),
        FactKind::FamilyMemberHistory => ("family history entry", "family history entries"),
        FactKind::Observation | FactKind::Patient | FactKind::Other => ("entry", "entries"),
    }
}

/// The words for `count` of what has one code each, where some of them have several entries, `total` of them in all: of what is so for a
/// time each is one thing, of what is done each entry is.
fn in_kinds(kind: FactKind, count: usize, total: usize, which: &str, about: &str) -> String {
    let (one, several) = if kind == FactKind::MedicationRequest { ("medicine", "medicines") } else { nouns(kind) };
    let noun = if count == 1 { one } else { several };
    match (kind.lasts(), kind, count) {
        (true, FactKind::MedicationRequest, _) => format!("{count} {which}{noun}{about}, in {total} prescriptions"),
        (true, ..) => format!("{count} {which}{noun}{about}, in {total} entries"),
        (false, _, 1) => format!("{total} {which}{several}{about}, of 1 kind"),
        (false, ..) => format!("{total} {which}{several}{about}, of {count} kinds"),
    }
}

pub(super) fn counted(count: usize, kind: FactKind) -> String {
    let (one, several) = nouns(kind);
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Returns the answer to `ask` from entries of one kind; `None` where it has none of its form.
pub(super) fn answer(ask: &Ask, found: &Entries<'_, '_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let kind = found.kind;
    // "The second one" of what lasts is the second of a list that nobody sees.
    let is_placed = matches!(ask.pick, Some(Pick::Nth(_))) && found.name.is_empty();
    if is_placed && kind.lasts() && !ask.past_tense && matches!(ask.want, Want::List | Want::Value) {
        return None;
    }
    let standing = match standing(ask, kind) {
        // "How many cisplatin injections in 1986?" is of what was written then.
        Standing::Current if is_counted_then(ask, kind, frame) => Standing::Ever,
        standing => standing,
    };
    let overlaps = kind == FactKind::Condition && !ask.begins && !matches!(ask.want, Want::Date | Want::Count);
    let holds = |entry: &&&Entry<'_>| match (overlaps, entry.day()) {
        (true, Some(begun)) => {
            let last = entry.end().unwrap_or(if is_current(entry.fact) { Date::MAX } else { begun });
            frame.meets(begun, last)
        }
        _ if visits::overlap(ask, kind) => visits::is_in(entry, frame),
        (_, day) => frame.holds(day),
    };
    // In a time of its own what was is asked for, whatever became of it.
    let standing =
        if frame.is_bound() && standing == Standing::Current && overlaps { Standing::Ever } else { standing };
    if unsettled::leaves_open(ask, standing, &found.entries, today) {
        return None;
    }
    // Of what somebody takes now nothing says when it was taken before.
    if frame.is_bound() && kind == FactKind::MedicationRequest && standing == Standing::Current {
        return None;
    }
    // When it was written is not when it was stopped.
    if frame.is_bound() && kind == FactKind::MedicationRequest && standing == Standing::Past {
        return stopped_then(ask, found, frame);
    }
    if frame.is_bound() && kind == FactKind::MedicationRequest && ask.taken {
        return taken_then(ask, found, frame);
    }
    // What began "in childhood" is of no time that its day tells.
    if frame.is_bound() && found.entries.iter().any(|entry| entry.fact.began_otherwise()) {
        return None;
    }
    let within: Vec<&Entry<'_>> = found.entries.iter().filter(holds).copied().collect();
    // A stay that began before a time is one of it, and of another time, too: it is not counted in both.
    if ask.want == Want::Count && visits::reach(&within, frame) {
        return None;
    }
    let kept: Vec<&Entry<'_>> = within
        .iter()
        .filter(|entry| match standing {
            Standing::Current => ends_ahead(entry.fact, today) || is_current(entry.fact) && !is_over(entry.fact, today),
            // Nobody says that what has no status, one that is not known, or is on hold, is over.
            Standing::Past => {
                let is_open = unsettled::is_unknown(entry.fact) || unsettled::is_held(entry.fact);
                let is_now = is_current(entry.fact) || ends_ahead(entry.fact, today);
                !(is_now || is_open) || is_over(entry.fact, today)
            }
            Standing::Ever | Standing::Unsaid => true,
        })
        .copied()
        .collect();
    // Whether what is active and has an end in words, or at an age, is so now nobody knows: a list of all would leave it out.
    let is_undated = |entry: &&Entry<'_>| {
        let is_active = matches!(entry.status(), Some("active" | "recurrence" | "relapse"));
        kind == FactKind::Condition && is_active && entry.fact.ended.is_none() && entry.fact.has_ended()
    };
    if found.name.is_empty() && standing == Standing::Current && within.iter().any(is_undated) {
        return None;
    }
    // Of a part of the body that is missing neither yes nor no is told: the entry is.
    let is_missing = |entry: &&Entry<'_>| denied::is_of_missing_part(entry.name(), &found.name);
    if kind == FactKind::Condition && ask.want == Want::Whether && within.iter().any(is_missing) {
        return None;
    }
    // What a later entry says not to take, or to be no illness, has no dose and lasts for no time.
    let said = unsettled::Said::of(&found.entries, &found.against);
    let is_open = |entry: &&&Entry<'_>| is_current(entry.fact) && said.against_later(entry).is_some();
    let lasts = ask.dose || ask.want == Want::Span || ask.since;
    if lasts && !found.name.is_empty() && kept.iter().any(|entry| is_open(&entry)) {
        return None;
    }
    let mut exact = Exact::new(form(ask));
    exact.rules.extend(rule_of(kind, standing).map(str::to_owned));
    if !found.name.is_empty() {
        exact.rules.push(rule::NAMED.to_owned());
    }
    if frame.is_bound() {
        exact.rules.push(if overlaps { rule::OVERLAP } else { visits::rule(&within, frame) }.to_owned());
    }
    let span = range(ask.range.as_ref());
    if ask.bound.is_some()
        || ask.unit.is_some()
        || ask.dose && (frame.is_bound() || ask.pick.is_some() && standing != Standing::Current)
    {
        return None;
    }
    if ask.several.is_some_and(|several| several != kept.len()) {
        return None;
    }
    if ask.dose {
        let is_value = matches!(ask.want, Want::Value | Want::List);
        is_value.then(|| doses::answer(found, &kept, standing == Standing::Current, &mut exact))??;
        return Some(exact);
    }
    match ask.want {
        Want::Count => count(ask, found, &kept, standing, &span, &mut exact),
        Want::Whether if ask.gone || ask.stopped && is_of_now(ask, found, frame) => {
            let until = ask.range.and_then(|range| range.until).or(today);
            gone(ask, found, &within, until, &mut exact)?;
        }
        Want::Whether if ask.still && overlaps && within.is_empty() => over_before(found, frame, &mut exact)?,
        Want::Whether => whether(ask, found, &kept, &within, standing, &span, &mut exact)?,
        Want::Date => dates(ask, found, &kept, &span, today, &mut exact)?,
        Want::End => ends(ask, found, &kept, &mut exact)?,
        Want::Span => interval(ask, found, &kept, today, &mut exact)?,
        Want::Value if is_day(ask, found) => dates(ask, found, &kept, &span, today, &mut exact)?,
        Want::List if are_days(ask, found.kind, &kept) => {
            dates(&Ask { every: true, ..ask.clone() }, found, &kept, &span, today, &mut exact)?;
        }
        Want::List | Want::Value => listed(ask, found, &kept, standing, &span, &mut exact)?,
        Want::Average | Want::Trend | Want::Compare | Want::Person(_) => return None,
    }
    if nameless::is_of_blank(found, ask, &exact) {
        return None;
    }
    unsettled::note(&found.entries, &found.against, &mut exact);
    (!is_yet_to_be(found, &exact, today)).then_some(exact)
}

/// Whether an entry of which `exact` is made begins, or ends, after `today`: it is not so yet, or not over.
fn is_yet_to_be(found: &Entries<'_, '_>, exact: &Exact, today: Option<Date>) -> bool {
    /// What is meant for days that are still to come.
    const AHEAD: &[FactKind] = &[FactKind::CarePlan, FactKind::CareTeam, FactKind::Goal];
    let is_later = |day: Option<Date>| day.zip(today).is_some_and(|(day, today)| day > today);
    // A list has what is active and ends one day.
    let is_listed = |entry: &Entry<'_>| found.name.is_empty() && ends_ahead(entry.fact, today);
    let is_ended =
        |entry: &Entry<'_>| is_later(entry.end()) && entry.fact.kind == FactKind::Condition && !is_listed(entry);
    let mut told = found.entries.iter().filter(|entry| exact.facts.contains(&entry.at));
    !AHEAD.contains(&found.kind) && told.any(|entry| is_later(entry.day()) || is_ended(entry))
}

/// Whether it is asked if something that is named is no longer so: "am I no longer allergic to penicillin".
fn is_of_now(ask: &Ask, found: &Entries<'_, '_>, frame: &Frame) -> bool {
    found.kind.lasts() && !found.name.is_empty() && ask.pick.is_none() && !frame.is_bound()
}

/// Whether the prescriptions of something in a time are counted.
fn is_counted_then(ask: &Ask, kind: FactKind, frame: &Frame) -> bool {
    let is_plain = ask.standing == Standing::Unsaid && !ask.taken;
    kind == FactKind::MedicationRequest
        && ask.want == Want::Count
        && !ask.topics.is_empty()
        && frame.is_bound()
        && is_plain
}

/// Whether a list is one of days: "list all my flu shots", where each is called the same.
fn are_days(ask: &Ask, kind: FactKind, kept: &[&Entry<'_>]) -> bool {
    let first = kept.first().map(|entry| entry.name());
    let is_one = kept.iter().all(|entry| Some(entry.name()) == first);
    let is_done = matches!(kind, FactKind::Procedure | FactKind::Immunization);
    is_done && !ask.topics.is_empty() && ask.pick.is_none() && kept.len() > 1 && is_one
}

/// "Last colonoscopy?" names one thing, and asks for its day.
fn is_day(ask: &Ask, found: &Entries<'_, '_>) -> bool {
    let one = matches!(ask.pick, Some(Pick::Latest(1) | Pick::Earliest(1)));
    let done = matches!(
        found.kind,
        FactKind::Procedure
            | FactKind::Immunization
            | FactKind::ImagingStudy
            | FactKind::Encounter
            | FactKind::Condition
    );
    // "Last etoposide" names one medicine; "last antibiotic" asks which it was.
    let said = super::chart::terms(&found.name);
    let is_called = |entry: &&Entry<'_>| said.is_subset(&super::chart::terms(entry.name()));
    let medicine = found.kind == FactKind::MedicationRequest && found.entries.iter().all(is_called);
    ask.bare && one && (done || medicine) && !found.name.is_empty()
}

pub(super) fn form(ask: &Ask) -> Form {
    match (ask.want, ask.pick) {
        (Want::Count, _) => Form::Count,
        (Want::Whether, _) => Form::Whether,
        (Want::Span, _) => Form::Interval,
        (_, Some(Pick::Latest(_) | Pick::Back(_))) => Form::Latest,
        (_, Some(Pick::Earliest(_) | Pick::Nth(_))) => Form::Earliest,
        (Want::Date | Want::End, _) => Form::Fact,
        _ => Form::List,
    }
}

/// Whether what lasts is meant as it is now: "which medicines do I take" is, "was I ever prescribed" is not.
fn standing(ask: &Ask, kind: FactKind) -> Standing {
    if !kind.lasts() {
        return Standing::Ever;
    }
    match (ask.standing, ask.want) {
        (Standing::Unsaid, Want::Date | Want::End | Want::Span) => Standing::Ever,
        // A medicine is taken now since its first prescription.
        (Standing::Current, Want::Date | Want::Span) if kind == FactKind::MedicationRequest && ask.begins => {
            Standing::Ever
        }
        (Standing::Unsaid, _) if ask.past_tense => Standing::Ever,
        // "Penicillin jan 2020" is of what was written then.
        (Standing::Unsaid, Want::Value | Want::List)
            if kind == FactKind::MedicationRequest && ask.bare && ask.range.is_some() && !ask.taken =>
        {
            Standing::Ever
        }
        (Standing::Unsaid, Want::Count) if kind == FactKind::Condition && !ask.topics.is_empty() => Standing::Ever,
        (Standing::Unsaid, Want::Count) if ask.written && !ask.topics.is_empty() => Standing::Ever,
        (Standing::Unsaid, _) if ask.pick.is_some() => Standing::Ever,
        (Standing::Unsaid, _) => Standing::Current,
        (Standing::Current, _) => Standing::Current,
        (said, _) => said,
    }
}

pub(super) fn rule_of(kind: FactKind, standing: Standing) -> Option<&'static str> {
    Some(match (kind, standing) {
        (FactKind::MedicationRequest, Standing::Current) => rule::TAKING,
        (FactKind::MedicationRequest, Standing::Past) => rule::STOPPED,
        (FactKind::Condition, Standing::Current) => rule::HAVING,
        (FactKind::AllergyIntolerance, _) => rule::ALLERGIC,
        (kind, Standing::Ever | Standing::Unsaid) if kind.lasts() => rule::EVER,
        _ => return None,
    })
}

pub(super) fn refs(entries: &[&Entry<'_>]) -> Vec<crate::clearance::FactRef> {
    entries.iter().map(|entry| entry.at).collect()
}

/// Returns the newest entry of each code, the newest first.
pub(super) fn distinct<'c, 'a>(entries: &[&'c Entry<'a>]) -> Vec<&'c Entry<'a>> {
    let mut seen: BTreeSet<Identity<'_>> = BTreeSet::new();
    entries.iter().rev().filter(|entry| seen.insert(entry.identity())).copied().collect()
}

pub(super) fn count(
    ask: &Ask,
    found: &Entries<'_, '_>,
    kept: &[&Entry<'_>],
    standing: Standing,
    span: &str,
    exact: &mut Exact,
) {
    let kind = found.kind;
    // "How many medicines do I take" counts medicines; "how many prescriptions" and "how many times" count entries.
    let by_code = kind.lasts()
        && found.name.is_empty()
        && !(kind == FactKind::MedicationRequest && standing != Standing::Current);
    let by_code = by_code || ask.distinct;
    let chosen: Vec<&Entry<'_>> = if by_code { distinct(kept) } else { kept.to_vec() };
    exact.answer = chosen.len().to_string();
    let which = match standing {
        Standing::Current if kind.lasts() => "active ",
        Standing::Past => "past ",
        _ => "",
    };
    let (one, several) = nouns(kind);
    let noun = if chosen.len() == 1 { one } else { several };
    let about = if found.name.is_empty() { String::new() } else { format!(" of “{}”", found.name) };
    exact.sentence = match chosen.len() {
        count if count == kept.len() => format!("The record has {count} {which}{noun}{about}{span}."),
        count => format!("The record has {}.", in_kinds(kind, count, kept.len(), which, &format!("{about}{span}"))),
    };
    exact.rules.push(if by_code { rule::DISTINCT } else { rule::EACH }.to_owned());
    exact.facts = refs(&chosen);
}

pub(super) fn names(entries: &[&Entry<'_>]) -> Vec<String> {
    let mut names: Vec<String> = entries.iter().map(|entry| format!("“{}”", untagged(entry.name()))).collect();
    names.dedup();
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    names
}

/// The entries that `pick` means, of entries by time.
pub(super) fn picked<'c, 'a>(kept: &[&'c Entry<'a>], pick: Option<Pick>) -> Option<Vec<&'c Entry<'a>>> {
    Some(match pick {
        Some(Pick::Latest(count)) => kept.get(kept.len().saturating_sub(count)..)?.to_vec(),
        Some(Pick::Earliest(count)) => kept.iter().take(count).copied().collect(),
        Some(Pick::Nth(count)) => vec![*kept.get(count.checked_sub(1)?)?],
        Some(Pick::Back(back)) => {
            // Entries of one day are of one time.
            let mut days: Vec<Date> = kept.iter().filter_map(|entry| entry.day()).collect();
            days.dedup();
            let day = *days.get(days.len().checked_sub(back)?)?;
            kept.iter().filter(|entry| entry.day() == Some(day)).copied().collect()
        }
        Some(Pick::Highest | Pick::Lowest) => return None,
        None => kept.to_vec(),
    })
}

/// The second delivery is none of twins: several entries of one day are one, where nothing lasts.
pub(super) fn each_day<'c, 'a>(mut dated: Vec<&'c Entry<'a>>, kind: FactKind) -> Vec<&'c Entry<'a>> {
    if !kind.lasts() {
        dated.dedup_by_key(|entry| entry.day());
    }
    dated
}

pub(super) fn listed(
    ask: &Ask,
    found: &Entries<'_, '_>,
    kept: &[&Entry<'_>],
    standing: Standing,
    span: &str,
    exact: &mut Exact,
) -> Option<()> {
    let mut by_code = false;
    // "My last vaccine and the one before" are two times, and the one is no answer.
    if matches!(ask.other, Some(Pick::Back(_))) {
        return None;
    }
    // What is taken "right now" is all that is active, and not the latest of it.
    let pick = ask.pick.filter(|_| !(ask.now && found.kind.lasts()));
    if pick.is_none() {
        exact.form = Form::List;
    }
    let chosen: Vec<&Entry<'_>> = match pick {
        // "What was my last procedure?": all of that moment.
        Some(Pick::Latest(1)) if !found.kind.lasts() || standing == Standing::Ever => {
            let last = kept.last()?.key.0;
            exact.rules.push(rule::LATEST.to_owned());
            kept.iter().filter(|entry| entry.key.0 == last).copied().collect()
        }
        Some(Pick::Earliest(1)) => {
            let first = kept.iter().find(|entry| entry.key.0.is_some())?.key.0;
            exact.rules.push(rule::EARLIEST.to_owned());
            kept.iter().filter(|entry| entry.key.0 == first).copied().collect()
        }
        None | Some(Pick::Latest(1)) => {
            exact.rules.push(rule::DISTINCT.to_owned());
            let each = distinct(kept);
            by_code = each.len() < kept.len();
            each
        }
        pick => picked(kept, pick)?,
    };
    if chosen.is_empty() || chosen.iter().any(|entry| entry.name().is_empty()) {
        return None;
    }
    exact.answer = chosen.iter().map(|entry| entry.name()).collect::<Vec<_>>().join("; ");
    let (one, several) = nouns(found.kind);
    let noun = if chosen.len() == 1 { one } else { several };
    let which = match (standing, pick) {
        (_, Some(Pick::Latest(_))) if exact.form == Form::Latest => "latest ",
        (_, Some(Pick::Earliest(_))) => "first ",
        (Standing::Current, _) if found.kind.lasts() => "active ",
        (Standing::Past, _) => "past ",
        _ => "",
    };
    let names: Vec<String> =
        chosen.iter().take(LISTED).map(|entry| format!("“{}” ({})", untagged(entry.name()), when(entry))).collect();
    let more = chosen.len() - names.len();
    let tail = if more > 0 { format!("; and {}", many(more as i64, "other")) } else { String::new() };
    let names = names.join("; ");
    let many = if by_code {
        in_kinds(found.kind, chosen.len(), kept.len(), which, span)
    } else {
        format!("{} {which}{noun}{span}", chosen.len())
    };
    exact.sentence = format!("{many}: {names}{tail}.");
    // Of one kind of what is done each entry is a box of its own.
    let is_one = by_code && chosen.len() == 1 && !found.kind.lasts();
    exact.facts = if is_one { refs(kept) } else { refs(&chosen) };
    Some(())
}
