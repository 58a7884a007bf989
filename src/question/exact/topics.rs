//! What is asked of the things that a question names: each by itself, and all of them together.

use jiff::civil::Date;

use super::ask::{Ask, Joined, Standing, Topic, Want};
use super::chart::{self, Chart};
use super::resolve::{self, Found, resolve};
use super::steps::between_topics;
use super::whole::of_kind;
use super::words::{self, many};
use super::{
    Exact, Form, Frame, absent, entries, is_examination, later, measures, misnamed, nameless, readings, removed, visits,
};
use crate::document::FactKind;
use crate::question::when::Range;

/// Whether a thing is named by a color alone: "the white pill". What stands in a record may have that in its name and be something else.
fn is_color(topic: &Topic) -> bool {
    const COLORS: &[&str] = &["white", "blue", "red", "yellow", "green", "pink", "orange", "brown", "purple"];
    !topic.words.is_empty() && topic.words.iter().all(|word| COLORS.contains(&word.as_str()))
}

/// Whether a limit is asked about beside things in several units: "has my HbA1c been above 7, and what was my weight?" means it of one.
fn is_bound_of_another(ask: &Ask, chart: &Chart<'_>) -> bool {
    let unit = |topic: &Topic| match resolve(chart, topic, ask, &ask.kinds) {
        Found::Readings(found) => found.points.last().and_then(|point| point.unit),
        Found::Entries(_) | Found::Nothing(_) | Found::Unclear => None,
    };
    let mut units = ask.topics.iter().map(unit);
    let first = units.next();
    ask.bound.is_some() && units.any(|unit| Some(unit) != first)
}

/// Answers what `ask` asks for of one patient: of each topic, and all of them together.
pub(super) fn about(ask: &Ask, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    if ask.topics.is_empty() {
        return of_kind(ask, chart, frame, today);
    }
    if ask.topics.iter().any(is_color) {
        return None;
    }
    if let (Some(visit), [topic]) = (ask.visit, ask.topics.as_slice())
        && let Some(found) = visits::for_reason(chart, visit, topic)
    {
        if misnamed::are_stays_unsure_for(chart, ask, &found, frame) || misnamed::are_visits_unsure(ask, &found, frame)
        {
            return None;
        }
        return visits::answer(ask, found, frame, today);
    }
    // "My latest thyroid test, TSH": what it is of stands beside what it is. That neither is there is for the reader of the texts.
    let (of, named): (Vec<&Topic>, Vec<&Topic>) =
        ask.topics.iter().partition(|topic| topic.words.iter().all(|word| resolve::OF.contains(&word.as_str())));
    if let ([topic], false) = (named.as_slice(), of.is_empty()) {
        let is_measured = |topic: &Topic| matches!(resolve(chart, topic, ask, &ask.kinds), Found::Readings(_));
        return is_measured(topic).then(|| of_topic(ask, topic, chart, frame, today))?;
    }
    if ask.want == Want::Span && ask.standing == Standing::Past && ask.topics.len() > 1 {
        // "How long did my cut take to heal, the laceration of the hand?" has one thing by two names, or is not understood.
        let mut each = ask.topics.iter().map(|topic| of_topic(ask, topic, chart, frame, today));
        let first = each.next()??;
        return each.all(|other| other.is_some_and(|other| other.facts == first.facts)).then_some(first);
    }
    if ask.want == Want::Span && ask.topics.len() == 2 {
        return between_topics(ask, chart, frame);
    }
    // "From the cataract to having it taken out" is of two things.
    if ask.want == Want::Span && ask.reaches && ask.other.is_none() {
        return None;
    }
    // "My blood pressure, the top number" is of the top number alone.
    if let [one, other] = ask.topics.as_slice() {
        let measure = |topic: &Topic| {
            let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
            measures::named(&words).map(|measure| measure.name)
        };
        let is_part = |topic: &Topic| measure(topic).is_some_and(|name| name.ends_with("olic blood pressure"));
        let is_whole = |topic: &Topic| measure(topic) == Some(measures::PRESSURE);
        let of = |topic: &Topic| Ask { topics: vec![topic.clone()], ..ask.clone() };
        if is_whole(one) && is_part(other) {
            return about(&of(other), chart, frame, today);
        }
        if is_part(one) && is_whole(other) {
            return about(&of(one), chart, frame, today);
        }
    }
    if ask.topics.len() > 1 && matches!(ask.want, Want::Compare | Want::Span) {
        return None;
    }
    if is_bound_of_another(ask, chart) {
        return None;
    }
    let mut parts = ask.topics.iter().map(|topic| of_topic(ask, topic, chart, frame, today));
    let mut whole = parts.next()??;
    let mut answers = vec![whole.answer.clone()];
    for part in parts {
        let part = part?;
        // "Does she have eczema, atopic dermatitis?" asks for one thing by two names.
        if part.answer == whole.answer && part.facts == whole.facts && !part.is_absent {
            continue;
        }
        // A word that names nothing beside one that names something may be anything but a name.
        let unknown = |exact: &Exact| {
            exact.is_absent && exact.searched.as_ref().is_some_and(|searched| searched.codes.is_empty())
        };
        // "Does she smoke, or has she packed it in?" names one thing that is measured, and none that is not there.
        let is_measured = |exact: &Exact| chart.has_any(&exact.facts, FactKind::Observation);
        if (is_measured(&whole) && unknown(&part)) || (unknown(&whole) && is_measured(&part)) {
            return None;
        }
        if ask.joined.is_none() && unknown(&whole) != unknown(&part) {
            return None;
        }
        answers.push(part.answer.clone());
        whole.answer = format!("{}; {}", whole.answer, part.answer);
        whole.sentence = format!("{} {}", whole.sentence, part.sentence);
        whole.rules.extend(part.rules);
        whole.facts.extend(part.facts);
        whole.is_absent &= part.is_absent;
        whole.searched = match (whole.searched, part.searched) {
            (Some(mut searched), Some(other)) => {
                searched.codes.extend(other.codes);
                searched.names.extend(other.names);
                Some(searched)
            }
            (one, other) => one.or(other),
        };
    }
    // "A stoma, a colostomy?": that neither is there is one answer.
    if whole.is_absent && answers.windows(2).all(|pair| matches!(pair, [one, other] if one == other)) {
        whole.answer = answers.first()?.clone();
    }
    // "Both metformin and insulin?" is one question, and so is "warfarin or digoxin?".
    if let (Some(joined), true, false) = (ask.joined, answers.len() > 1, whole.is_absent) {
        let is_yes = |answer: &String| answer == "yes";
        let is = match joined {
            Joined::All => answers.iter().all(is_yes),
            Joined::Any => answers.iter().any(is_yes),
        };
        whole.answer = if is { "yes" } else { "no" }.to_owned();
        // What there is of them is said first, and is not the answer.
        if joined == Joined::All && !is && answers.iter().any(is_yes) {
            whole.sentence = format!("Not all of these are in the record. {}", whole.sentence);
        }
    }
    Some(whole)
}

fn of_topic(ask: &Ask, topic: &Topic, chart: &Chart<'_>, frame: &Frame, today: Option<Date>) -> Option<Exact> {
    let kinds = ask.kinds.as_slice();
    match resolve(chart, topic, ask, kinds) {
        Found::Readings(found) => {
            if ask.dose || ask.gone {
                return None;
            }
            if let Some(empty) = unmeasured(ask, &found) {
                let of_time = Ask { range: Some(empty), ..ask.clone() };
                let sought = resolve::sought_of(&found);
                let known = found.points.iter().map(|point| point.entry);
                return outside(&of_time, chart, &Frame(vec![empty]), &sought, &found.name, known);
            }
            if found.points.iter().any(|point| frame.holds(point.entry.day())) {
                let told = readings::answer(ask, &found, frame, today);
                return told.filter(|exact| !later::may_change(ask, exact, chart, &found, frame));
            }
            let sought = resolve::sought_of(&found);
            outside(ask, chart, frame, &sought, &found.name, found.points.iter().map(|point| point.entry))
        }
        // The name of what was done is no result of it.
        Found::Entries(found)
            if ask.result
                && matches!(ask.want, Want::Value | Want::List)
                && matches!(found.kind, FactKind::Procedure | FactKind::ImagingStudy | FactKind::DiagnosticReport) =>
        {
            None
        }
        // What is given is no illness.
        Found::Entries(found) if ask.given && found.kind == FactKind::Condition => None,
        Found::Entries(mut found) => {
            // "The knee operation" is no X-ray of it.
            if ask.operated && found.kind == FactKind::Procedure {
                found.entries.retain(|entry| !is_examination(entry.name()));
                found.entries.first()?;
            }
            let found = removed::held(chart, topic, ask, found)?;
            if misnamed::are_visits_unsure(ask, &found, frame) {
                return None;
            }
            let entries = found.entries.clone();
            let told = entries::answer(ask, &found, frame, today);
            if told.as_ref().is_some_and(|exact| nameless::may_be_missed(chart, &found, ask, exact, frame)) {
                return None;
            }
            told.or_else(|| {
                let any = entries.iter().any(|entry| visits::is_in(entry, frame) || entry.fact.began_otherwise());
                if any || ask.taken || !frame.is_bound() || ask.dose || ask.bound.is_some() {
                    return None;
                }
                let sought = resolve::sought_for(topic);
                outside(ask, chart, frame, &sought, &found.name, entries.iter().copied())
            })
        }
        Found::Nothing(sought) => {
            // "Lovenox shots" are of a medicine, and no vaccination; "RhD immunization" is what was done.
            if kinds == [FactKind::Immunization] {
                let whole = Topic { words: topic.whole.clone(), whole: topic.whole.clone() };
                let others = [(topic, FactKind::MedicationRequest), (&whole, FactKind::Procedure)];
                let mut found = others.into_iter().map(|(topic, kind)| resolve(chart, topic, ask, &[kind]));
                if let Some(Found::Entries(found)) = found.find(|found| matches!(found, Found::Entries(_))) {
                    return entries::answer(ask, &found, frame, today);
                }
            }
            if matches!(ask.want, Want::Compare) && ask.each.is_empty() && ask.pick.is_none() && ask.other.is_none() {
                return None;
            }
            absent::answer(chart, &sought, frame, form_of(ask))
        }
        Found::Unclear => None,
    }
}

/// Returns the first of the times that are compared in which nothing was measured.
fn unmeasured(ask: &Ask, found: &resolve::Readings<'_, '_>) -> Option<Range> {
    let is_measured =
        |range: &Range| found.points.iter().any(|point| point.entry.day().is_some_and(|day| range.holds(day)));
    let are_compared = ask.want == Want::Compare && !ask.change;
    ask.each.iter().filter(|_| are_compared).find(|range| !is_measured(range)).copied()
}

/// Says that there is nothing in the stated time, though there is at others.
fn outside<'c, 'a: 'c>(
    ask: &Ask,
    chart: &Chart<'a>,
    frame: &Frame,
    sought: &resolve::Sought,
    name: &str,
    entries: impl Iterator<Item = &'c chart::Entry<'a>>,
) -> Option<Exact> {
    if !frame.is_bound() {
        return None;
    }
    let mut exact = absent::outside(chart, sought, frame, form_of(ask))?;
    let known: Vec<_> = entries.filter(|entry| entry.day().is_some()).collect();
    let (first, last) = (known.first()?, known.last()?);
    let span = words::range(ask.range.as_ref());
    exact.sentence = format!(
        "The record has nothing of {name}{} (it has {} at other times, from {} to {}).",
        if span.is_empty() { " in that time".to_owned() } else { span },
        many(known.len() as i64, "entry").replace("entrys", "entries"),
        words::when(first),
        words::when(last)
    );
    exact.facts = vec![last.at];
    Some(exact)
}

pub(super) fn form_of(ask: &Ask) -> Form {
    match ask.want {
        Want::Count => Form::Count,
        Want::Whether => Form::Whether,
        Want::Average => Form::Average,
        Want::Trend => Form::Trend,
        Want::Span => Form::Interval,
        Want::Compare => Form::Comparison,
        Want::List => Form::List,
        _ => Form::Fact,
    }
}
