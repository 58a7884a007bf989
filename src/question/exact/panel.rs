//! The latest value of each thing that was measured together: "latest labs", "vital signs", "lipid panel in 2023".
//!
//! Such a question names no single thing, so that none of the other readers understands it. It is claimed only where every word of it is one
//! of the panel, of the time or of asking: "are my labs fine?" is judged by nobody here.

mod names;

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::chart::{Chart, Entry, Identity, untagged};
use super::identity::loincs;
use super::words::{capital, joined, others, range, when};
use super::{Exact, Form, measured, measures, points, rule};
use crate::brief::valued;
use crate::document::{Content, FactKind};
use crate::question::plan::Plan;
use crate::question::when::{self, Range};
use names::{Of, Panel, named};

/// Values that a sentence lists; the boxes have all.
const LISTED: usize = 24;

const OLDER: &str = "Older values are not told here: ask for one of them by its name.";
const OUT: &str = "Out of range is a value that its own entry marks as abnormal, or that lies outside the range which it gives. Told are those whose latest value is; an older one that was is not told.";

/// Words that ask, and say nothing of what is asked for.
const ASKING: &str = "what what's whats which show shows give list tell see get display pull up look at me us i we you can could please is are was were do does did have \
     has had there any the a an my our his her hers their your patient patients of for from on all about come came back say says in chart record records";
/// Words that ask for the newest.
const NEWEST: &str = "last latest recent most newest new current currently now";

/// Words of who asks for the day alone.
const DAYS: &str = "when day date drawn taken done measured checked tested run ran she he they get got";
/// Words for whatever was measured.
const MEASURED: &str = "values value readings measurements tests";

/// What is asked for.
pub(super) struct Asked {
    panels: Vec<Panel>,
    range: Option<Range>,
    /// Whether only what is out of range is asked for.
    is_out: bool,
    /// Whether it is asked for the day alone.
    is_when: bool,
}

/// One thing of a panel: its latest entry, what it is called and its value.
struct Latest<'c, 'a> {
    entry: &'c Entry<'a>,
    name: &'a str,
    value: String,
    /// Whether its entry says that it is out of range, if it says anything of that.
    is_out: Option<bool>,
}

/// By what readings are of one thing.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Thing<'a> {
    Measure(&'static str),
    Own(Identity<'a>),
}

impl Asked {
    /// Returns which panels `plan` asks for; `None` where it asks for something else.
    pub(super) fn read(plan: &Plan, today: Option<Date>) -> Option<Self> {
        let times = when::read(&plan.words, today);
        // Times that are held against each other ask for more than the latest.
        if times.is_unsure || times.is_rough || times.each.len() > 1 || times.ends.is_some() {
            return None;
        }
        let mut words = plan.words_beside(&times.words);
        if asks_to_do(&words) {
            return None;
        }
        let is_out = takes_out_of_range(&mut words);
        let is_when = words.first() == Some(&"when") || words.windows(2).any(|pair| pair == ["what", "day"]);
        words.retain(|word| !(is_in(ASKING, word) || is_in(NEWEST, word) || is_when && is_in(DAYS, word)));
        let panels = match named(&words) {
            Some(panel) => vec![panel],
            // "Values out of range": of everything that is measured.
            None if is_out && words.iter().all(|word| is_in(MEASURED, word)) => {
                vec![named(&["labs"])?, named(&["vitals"])?]
            }
            None => {
                let parts: Vec<&[&str]> = words.split(|word| matches!(*word, "and" | "plus")).collect();
                if !parts.iter().any(|part| named(part).is_some()) {
                    return None;
                }
                parts.iter().map(|part| named(part).or_else(|| names::measure(part))).collect::<Option<_>>()?
            }
        };
        Some(Asked { panels, range: times.range, is_out, is_when }).filter(|asked| !asked.is_out || !asked.is_when)
    }

    /// Returns the latest values of the panels, of the patient of `chart`; `None` where one of them has none.
    pub(super) fn answer(&self, chart: &Chart<'_>) -> Option<Exact> {
        let tell = match (self.is_out, self.is_when) {
            (true, _) => out_of,
            (_, true) => day_of,
            _ => of,
        };
        let mut parts = self.panels.iter().map(|panel| tell(*panel, chart, self.range));
        let mut whole = parts.next()??;
        for part in parts {
            join(&mut whole, part?);
        }
        whole.sentence += &self.left_out(chart);
        Some(whole)
    }

    /// Says what is not among the values that are told: entries whose category is not known, and what texts say that are newer than all of them.
    fn left_out(&self, chart: &Chart<'_>) -> String {
        let mut said = String::new();
        if self.panels.iter().any(|panel| matches!(panel.of, Of::Category(_))) {
            let is_in =
                |entry: &&Entry<'_>| self.range.is_none_or(|range| entry.day().is_some_and(|day| range.holds(day)));
            let observed = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation).filter(is_in);
            let unfiled = observed.filter(|entry| filed_under(entry).is_none() && valued(entry).is_some()).count();
            match unfiled {
                0 => {}
                1 => said += " 1 measured entry has no category that is known, and is not among these.",
                count => {
                    said +=
                        &format!(" {count} measured entries have no category that is known, and are not among these.")
                }
            }
        }
        let told = self.panels.iter().flat_map(|panel| latest(*panel, chart, self.range));
        let newest = told.filter_map(|latest| latest.entry.day()).max();
        let texts = chart.documents.iter().filter(|document| matches!(document.content, Content::Prose { .. }));
        let written = texts.filter_map(|text| text.date.filter(|day| self.range.is_none_or(|range| range.holds(*day))));
        if let Some(day) = written.max().filter(|day| newest.is_some_and(|newest| *day > newest)) {
            said += &format!(" A text of {} is newer; values in texts are not among these.", super::words::day(day));
        }
        said
    }
}

fn join(whole: &mut Exact, other: Exact) {
    if !other.answer.is_empty() {
        whole.answer = format!("{}; {}", whole.answer, other.answer);
    }
    whole.sentence = format!("{} {}", whole.sentence, other.sentence);
    for rule in other.rules {
        if !whole.rules.contains(&rule) {
            whole.rules.push(rule);
        }
    }
    for fact in other.facts {
        if !whole.facts.contains(&fact) {
            whole.facts.push(fact);
        }
    }
}

/// Whether `words` ask what somebody can do: "what can I do about my cholesterol?"
pub(super) fn asks_to_do(words: &[&str]) -> bool {
    const BEFORE: &str = "i we you he she they can could should must to";
    words.windows(2).any(|pair| matches!(pair, [before, "do"] if is_in(BEFORE, before)))
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Takes what asks for values out of range from `words`; returns whether there was any.
fn takes_out_of_range(words: &mut Vec<&str>) -> bool {
    const OUT: &[&[&str]] = &[
        &["out", "of", "range"],
        &["outside", "the", "range"],
        &["outside", "range"],
        &["abnormal"],
        &["flagged"],
        &["out-of-range"],
    ];
    let found = OUT.iter().find_map(|said| {
        let at = words.windows(said.len()).position(|run| run == *said)?;
        Some(at..at + said.len())
    });
    let is_found = found.is_some();
    found.into_iter().for_each(|run| drop(words.drain(run)));
    is_found
}

/// Returns the latest of each thing of `panel` in the time, the newest first; of one day in the order of the panel, else of the files.
fn latest<'c, 'a>(panel: Panel, chart: &'c Chart<'a>, time: Option<Range>) -> Vec<Latest<'c, 'a>> {
    let mut found: BTreeMap<Thing<'a>, Latest<'c, 'a>> = BTreeMap::new();
    let observed = chart.entries.iter().filter(|entry| entry.fact.kind == FactKind::Observation);
    for entry in observed.filter(|entry| time.is_none_or(|time| entry.day().is_some_and(|day| time.holds(day)))) {
        let measure = loincs(entry.fact.code.as_ref()).find_map(measures::of_code).map(|measure| measure.name);
        let is_of = match panel.of {
            Of::Category(code) => filed_under(entry) == Some(code),
            Of::Measures(names) => measure.is_some_and(|name| names.contains(&name)),
            Of::Measure(name) => measure == Some(name),
        };
        let Some((value, is_out)) = valued(entry).filter(|_| is_of) else { continue };
        let pair = measured::pair(entry).filter(|pair| pair.limit.is_none());
        let value = pair.map_or(value, |pair| super::words::value(&pair));
        let thing = measure.map_or(Thing::Own(entry.identity()), Thing::Measure);
        found.insert(thing, Latest { entry, name: measure.unwrap_or(short(entry.name())), value, is_out });
    }
    let place = |latest: &Latest<'_, '_>| match panel.of {
        Of::Category(_) | Of::Measure(_) => None,
        Of::Measures(names) => names.iter().position(|name| *name == latest.name),
    };
    let mut all: Vec<Latest<'c, 'a>> = found.into_values().collect();
    all.sort_by_key(|latest| (std::cmp::Reverse(latest.entry.day()), place(latest), latest.entry.key));
    all
}

/// Returns under which of the categories of observations the file files `entry`: hl7.org/fhir/R4/valueset-observation-category.html, by code, or
/// by its name alone.
fn filed_under(entry: &Entry<'_>) -> Option<&'static str> {
    const FILED: &[(&str, &[&str])] = &[
        ("laboratory", &["laboratory", "lab", "labs", "laboratory test", "lab result", "laboratory result"]),
        ("vital-signs", &["vital-signs", "vital signs", "vital sign", "vitals"]),
        ("social-history", &["social-history", "social history"]),
        ("survey", &["survey"]),
        ("imaging", &["imaging", "radiology"]),
        ("procedure", &["procedure"]),
        ("exam", &["exam", "physical exam"]),
        ("therapy", &["therapy"]),
        ("activity", &["activity"]),
    ];
    let category = entry.fact.category.as_ref()?;
    let said = [category.code.as_deref(), Some(category.display.text.as_str())];
    said.into_iter().flatten().find_map(|said| {
        let lower = said.trim().to_lowercase();
        FILED.iter().find(|(_, names)| names.contains(&lower.as_str())).map(|(code, _)| *code)
    })
}

/// Returns the status by which `entry` says that its value is not final, or that this is not known.
fn open_status<'e>(entry: &'e Entry<'_>) -> Option<&'e str> {
    entry.status().filter(|status| points::OPEN.contains(status))
}

/// Returns `name` without what LOINC adds in brackets of the property and behind it.
fn short(name: &str) -> &str {
    untagged(name).split(" [").next().unwrap_or(name)
}

/// Names `latest` with their values, and with their days where that is said.
fn told(latest: &[Latest<'_, '_>], with_days: bool) -> String {
    let each = |Latest { entry, name, value, .. }: &Latest<'_, '_>| {
        let status = open_status(entry).map(|status| format!(", “{status}”")).unwrap_or_default();
        let day = if with_days { format!(" ({})", when(entry)) } else { String::new() };
        format!("{name}: {value}{status}{day}")
    };
    let mut told: Vec<String> = latest.iter().take(LISTED).map(each).collect();
    told.extend(others(latest.len().saturating_sub(LISTED)));
    told.join("; ")
}

/// Tells the `latest` of `panel`.
fn sentence(panel: Panel, latest: &[Latest<'_, '_>], time: Option<Range>) -> String {
    let span = range(time.as_ref());
    if let (Of::Measure(name), [one]) = (panel.of, latest) {
        let status = open_status(one.entry).map(|status| format!(" Its status is “{status}”.")).unwrap_or_default();
        return format!("The latest {name}{span} is {}, of {}.{status}", one.value, when(one.entry));
    }
    let is_one_day = is_one_day(latest);
    let day = latest.first().filter(|_| is_one_day).map(|newest| format!(" are of {}", when(newest.entry)));
    format!("The latest {}{span}{}: {}.", bare(panel), day.unwrap_or_default(), told(latest, !is_one_day))
}

fn is_one_day(latest: &[Latest<'_, '_>]) -> bool {
    latest.windows(2).all(|pair| matches!(pair, [one, other] if one.entry.day() == other.entry.day()))
}

/// Says what belongs to `panel`.
fn rule_of(panel: Panel) -> String {
    match panel.of {
        Of::Category(code) => format!(
            "{} are the coded entries that their file files under “{code}”; of each thing measured the latest value is told.",
            capital(panel.name)
        ),
        Of::Measures(names) => {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            format!("Read as {}: {}; of each the latest value is told.", panel.name, joined(&names))
        }
        Of::Measure(name) => format!("Readings of {name}."),
    }
}

fn of(panel: Panel, chart: &Chart<'_>, time: Option<Range>) -> Option<Exact> {
    let all = latest(panel, chart, time);
    if all.is_empty() {
        return none_of(panel, chart, time);
    }
    let mut exact = Exact::new(Form::List);
    exact.answer = all.iter().map(|latest| format!("{} {}", latest.name, latest.value)).collect::<Vec<_>>().join("; ");
    exact.sentence = sentence(panel, &all, time);
    exact.rules = vec![rule_of(panel), rule::LATEST.to_owned(), OLDER.to_owned(), rule::ROUNDED.to_owned()];
    exact.facts = all.iter().map(|latest| latest.entry.at).collect();
    Some(exact)
}

/// Says that nothing of `panel` is of the time, where there is something of another.
fn none_of(panel: Panel, chart: &Chart<'_>, time: Option<Range>) -> Option<Exact> {
    let all = latest(panel, chart, None);
    let newest = all.first()?;
    let mut exact = Exact::new(Form::List);
    exact.answer = "none".to_owned();
    exact.sentence = format!(
        "The coded entries have no {}{}; the latest are of {}.",
        panel.name.strip_prefix("a ").unwrap_or(panel.name),
        range(time.as_ref()),
        when(newest.entry)
    );
    exact.rules = vec![rule_of(panel)];
    exact.facts = all
        .iter()
        .take_while(|latest| latest.entry.day() == newest.entry.day())
        .map(|latest| latest.entry.at)
        .collect();
    Some(exact)
}

/// Tells of which day the newest of `panel` are.
fn day_of(panel: Panel, chart: &Chart<'_>, time: Option<Range>) -> Option<Exact> {
    let mut all = latest(panel, chart, time);
    let Some(newest) = all.first().map(|latest| latest.entry) else { return none_of(panel, chart, time) };
    all.retain(|latest| latest.entry.day() == newest.day());
    let mut exact = Exact::new(Form::Latest);
    exact.answer = super::words::date(newest);
    exact.sentence = sentence(panel, &all, time);
    exact.rules = vec![rule_of(panel), rule::LATEST.to_owned(), rule::ROUNDED.to_owned()];
    exact.facts = all.iter().map(|latest| latest.entry.at).collect();
    Some(exact)
}

/// Returns what `panel` is called behind "the latest".
fn bare(panel: Panel) -> String {
    match panel.name.strip_prefix("a ") {
        Some(name) => format!("values of a {name}"),
        None => panel.name.to_owned(),
    }
}

fn give(count: usize) -> &'static str {
    if count == 1 { "gives a mark or a range" } else { "give a mark or a range" }
}

/// Returns those of `panel` whose latest value is out of range, as its own entry says.
fn out_of(panel: Panel, chart: &Chart<'_>, time: Option<Range>) -> Option<Exact> {
    let all = latest(panel, chart, time);
    let count = all.len();
    if count == 0 {
        return None;
    }
    let unsaid = all.iter().filter(|latest| latest.is_out.is_none()).count();
    let out: Vec<Latest<'_, '_>> = all.into_iter().filter(|latest| latest.is_out == Some(true)).collect();
    let mut exact = Exact::new(Form::List);
    let of_these = format!("of the {count} latest {}{}", bare(panel), range(time.as_ref()));
    let judged = count - unsaid;
    exact.sentence = match (judged, out.len()) {
        (0, _) => {
            format!("Whether any {of_these} is out of range the entries do not say: none gives a mark or a range.")
        }
        (_, 0) => format!("{} {of_these} {}, and none of them is out of it.", judged, give(judged)),
        (_, 1) => format!("{} {of_these} {}, and 1 of them is out of it: {}.", judged, give(judged), told(&out, true)),
        (_, number) => {
            format!("{} {of_these} {}, and {number} of them are out of it: {}.", judged, give(judged), told(&out, true))
        }
    };
    exact.answer = if judged == 0 {
        "not said".to_owned()
    } else if out.is_empty() {
        "none".to_owned()
    } else {
        out.iter().map(|latest| format!("{} {}", latest.name, latest.value)).collect::<Vec<_>>().join("; ")
    };
    exact.rules = vec![OUT.to_owned(), rule_of(panel), rule::LATEST.to_owned(), rule::ROUNDED.to_owned()];
    exact.facts = out.iter().map(|latest| latest.entry.at).collect();
    Some(exact)
}
