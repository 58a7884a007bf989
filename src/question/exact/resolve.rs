//! From the words of a topic to the entries that it names: readings by code, else entries whose names hold every word.

use std::collections::BTreeSet;

use super::apart::{self, Fit};
use super::ask::{Ask, Topic, Visit, Want};
use super::chart::{self, Chart, Entry, Identity, Name};
use super::measured::{Named, are_passed_over, by_name, of_measure};
use super::measures::{self, Measure};
use super::near::Concepts;
pub(super) use super::points::{Point, Readings};
use super::{denied, lay, misnamed, removed, visits};
use crate::document::FactKind;

/// All entries that a topic names, by time.
#[derive(Debug, Clone)]
pub(super) struct Entries<'c, 'a> {
    pub kind: FactKind,
    /// What the question calls it; empty where a kind alone is asked for.
    pub name: String,
    pub entries: Vec<&'c Entry<'a>>,
    /// What of the kind, whatever it names, says of itself that it is not so.
    pub against: Vec<&'c Entry<'a>>,
    /// The codes under which anything is the same thing, whatever it is called.
    pub codes: BTreeSet<Identity<'a>>,
}

impl<'c, 'a> Entries<'c, 'a> {
    /// Returns none of `kind`, which no word names.
    pub fn none(chart: &'c Chart<'a>, kind: FactKind) -> Self {
        let (entries, codes) = (Vec::new(), BTreeSet::new());
        Entries { kind, name: String::new(), entries, against: chart.voids_of(kind), codes }
    }
}

/// What a topic names.
#[derive(Debug, Clone)]
pub(super) enum Found<'c, 'a> {
    Readings(Readings<'c, 'a>),
    Entries(Entries<'c, 'a>),
    /// Nothing; with the codes and the words that were looked for.
    Nothing(Sought),
    /// Several things, or only near ones: not for this module to decide.
    Unclear,
}

/// What was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Sought {
    pub codes: Vec<String>,
    pub names: Vec<String>,
    /// The words of the question.
    pub words: Vec<String>,
    /// What must all stand in a text that speaks of it, as alternatives of index terms.
    pub units: Vec<Vec<Vec<String>>>,
    /// The kinds of entry that it is asked for as; empty where it may be any.
    pub kinds: Vec<FactKind>,
}

/// The kinds that are looked through where no noun names one, the likelier first.
const ORDER: &[FactKind] = &[
    FactKind::Condition,
    FactKind::MedicationRequest,
    FactKind::Immunization,
    FactKind::Procedure,
    FactKind::AllergyIntolerance,
    FactKind::ImagingStudy,
    FactKind::DiagnosticReport,
    FactKind::Device,
    FactKind::Encounter,
    FactKind::CarePlan,
];

/// Words of a plan: without one of them none is meant by the name of an illness.
const PLANS: &[&str] = &["plan", "plans"];

/// Beginnings of words for a test.
const TESTS: &[&str] = &["test", "antigen", "antibod", "titer", "screen"];

/// Beginnings of words for what is done about something, and does not say that it is there: "asthma screening".
const ABOUT: &[&str] = &[
    "screen", "test", "educ", "assess", "evalu", "measur", "counsel", "review", "monitor", "refer", "consult",
    "cultur", "antigen", "antibod", "titer", "examin", "exam", "care", "plan", "prophyla", "histor", "detect", "manag",
    "clinic", "risk",
];

/// Returns what `topic` names in `chart`, for what `ask` wants.
pub(super) fn resolve<'c, 'a>(chart: &'c Chart<'a>, topic: &Topic, ask: &Ask, kinds: &[FactKind]) -> Found<'c, 'a> {
    match named(chart, topic, ask, kinds) {
        // Whoever passed over a value that is not understood might tell an older one as the latest.
        Found::Readings(readings) if readings.are_unsure() || are_passed_over(chart, &readings, ask) => Found::Unclear,
        found => found,
    }
}

fn named<'c, 'a>(chart: &'c Chart<'a>, topic: &Topic, ask: &Ask, kinds: &[FactKind]) -> Found<'c, 'a> {
    // "My last period" is no time of anything else, and no irregular one of long ago.
    if matches!(topic.words.as_slice(), [word] if matches!(word.as_str(), "period" | "periods" | "menses")) {
        return Found::Unclear;
    }
    let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
    let whole: Vec<&str> = topic.whole.iter().map(String::as_str).collect();
    let whole = plainly(&whole);
    let words = if measures::named(&words).is_none() { plainly(&words) } else { words };
    let may_measure = kinds.is_empty() || kinds.contains(&FactKind::Observation);
    let numeric = ask.bound.is_some() || matches!(ask.want, Want::Average | Want::Trend | Want::Compare);
    // "Do I take potassium?" asks for no reading of it.
    let read = || {
        measures::named(&whole).or_else(|| measures::named(&words)).is_some()
            || !matches!(by_name(chart, &words), Named::None)
    };
    if may_measure && ask.taken && !numeric && !ask.measured && read() {
        let none = || Found::Nothing(Sought { kinds: vec![FactKind::MedicationRequest], ..sought_for(topic) });
        return of_kinds(chart, topic, ask, kinds).unwrap_or_else(none);
    }
    if may_measure {
        if let Some(measure) = measures::named(&whole).or_else(|| measures::named(&words)) {
            let readings = of_measure(chart, measure);
            if !readings.points.is_empty() {
                return Found::Readings(readings);
            }
            // Under a code that is not in the table it may stand by its very name.
            if let Named::One((own, true)) = by_name(chart, &words)
                && !own.points.is_empty()
            {
                return Found::Readings(own);
            }
            let entries = if numeric { None } else { of_kinds(chart, topic, ask, kinds) };
            return entries.unwrap_or_else(|| Found::Nothing(sought(&whole, &whole, Some(measure))));
        }
        // "Allergic to peanuts" is no reading of an antibody against them, and whether that says it is not for this program.
        let is_other = !ask.hints.is_empty() && !numeric && !ask.measured;
        match by_name(chart, &words) {
            Named::One(_) | Named::Several if is_other => {
                return of_kinds(chart, topic, ask, kinds).unwrap_or(Found::Unclear);
            }
            Named::One(readings) => {
                let entries = if numeric || ask.measured { None } else { of_kinds(chart, topic, ask, kinds) };
                // "Depression": what is named by its own words is nearer than a questionnaire about it.
                return match entries {
                    // A report has no value of its own.
                    Some(Found::Entries(found)) if !readings.1 && found.kind != FactKind::DiagnosticReport => {
                        Found::Entries(found)
                    }
                    _ => Found::Readings(readings.0),
                };
            }
            Named::Several if numeric => return Found::Unclear,
            Named::Several => return of_kinds(chart, topic, ask, kinds).unwrap_or(Found::Unclear),
            Named::None => {}
        }
    }
    if numeric {
        return Found::Unclear;
    }
    let asked_as = if kinds.is_empty() { &ask.hints } else { kinds };
    let nothing = || Found::Nothing(Sought { kinds: asked_as.to_vec(), ..sought_for(topic) });
    // "My fever on 23 June" is what was measured then.
    let is_fever = matches!(topic.words.as_slice(), [word] if word == "fever") && may_measure && ask.hints.is_empty();
    let fever = || {
        let readings = measures::named(&["temperature"]).filter(|_| is_fever).map(|measure| of_measure(chart, measure));
        readings.filter(|readings| !readings.points.is_empty()).map(|readings| match ask.want {
            Want::Value | Want::Date | Want::List => Found::Readings(readings),
            _ => Found::Unclear,
        })
    };
    let class = || by_class(chart, topic, ask, asked_as);
    of_kinds(chart, topic, ask, kinds).or_else(fever).or_else(class).unwrap_or_else(nothing)
}

/// Whether nothing that `topic` names is measured in `chart`, where a number is asked for and it is not clear what is meant: else several
/// things are, and whoever left them out would tell of too few.
pub(super) fn is_measured_nowhere(chart: &Chart<'_>, topic: &Topic, ask: &Ask) -> bool {
    let whether = Ask { bound: None, want: Want::Value, ..ask.clone() };
    ask.bound.is_some() && matches!(resolve(chart, topic, &whether, &[FactKind::Observation]), Found::Nothing(_))
}

/// Classes of medicines of which the vocabulary of concepts has about all that people are prescribed.
pub(super) const WHOLE_CLASSES: &[&str] = &[
    "antibiotic",
    "antibiotics",
    "anticoagulant",
    "anticoagulants",
    "opioid",
    "opioids",
    "opiate",
    "opiates",
    "antihistamine",
    "antihistamines",
];

/// Words that names of prescriptions have beside the medicine.
const DOSE_AND_FORM: &str = "1 MG 1 MG/ML 1 ML 1 ACTUAT 24 HR Extended Release Oral Tablet, Oral Capsule, Oral Suspension, Injectable Solution, \
     Injection, Metered Dose Inhaler, Dry Powder Inhaler, Auto-Injector, Cream, Drops, Patch, two";

/// Returns the prescriptions of the class of medicines that `topic` is in the vocabulary in use; `None` where none is there, which does not say
/// that there is none. Of a class of which the vocabulary may lack members it is only told that one of them was prescribed.
fn by_class<'c, 'a>(chart: &'c Chart<'a>, topic: &Topic, ask: &Ask, asked_as: &[FactKind]) -> Option<Found<'c, 'a>> {
    let kind = FactKind::MedicationRequest;
    let is_whole = matches!(topic.words.as_slice(), [word] if WHOLE_CLASSES.contains(&word.as_str()));
    let was_ever = ask.want == Want::Whether && (ask.past_tense || ask.standing == super::ask::Standing::Ever);
    if !(asked_as.is_empty() || asked_as.contains(&kind)) || !(is_whole || was_ever) {
        return None;
    }
    let concepts = Concepts::of(chart.known?, &sought_for(topic));
    // A concept that every prescription's dose and form would be of is no class: "MG" stands for an illness, too.
    if concepts.wanted.len() < 3 || concepts.are_in(DOSE_AND_FORM) {
        return None;
    }
    let fits = |entry: &&Entry<'a>| entry.fact.kind == kind && concepts.are_in_medicine(entry.name());
    let entries: Vec<_> = chart.entries.iter().filter(fits).collect();
    (!entries.is_empty())
        .then(|| Entries { name: topic.whole.join(" "), entries, ..Entries::none(chart, kind) })
        .map(Found::Entries)
}

/// Words for what a measure is of, beside its name: "my liver value ALT", "kidney numbers: creatinine".
pub(super) const OF: &[&str] =
    &["liver", "kidney", "thyroid", "renal", "hepatic", "serum", "plasma", "enzyme", "hormone", "marker"];

/// Returns `words`, without words for what a measure is of where the others name it and all of them do not.
fn plainly<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let rest: Vec<&str> = words.iter().filter(|word| !OF.contains(word)).copied().collect();
    let is_plain = measures::named(words).is_none() && measures::named(&rest).is_some();
    if is_plain { rest } else { words.to_vec() }
}

/// Returns all entries of `kind`, whatever they are about.
pub(super) fn all_of<'c, 'a>(chart: &'c Chart<'a>, kind: FactKind, visit: Option<Visit>) -> Entries<'c, 'a> {
    let fits = |entry: &&Entry<'a>| entry.fact.kind == kind && visit.is_none_or(|visit| is_visit(entry, visit));
    let name = visit.map(|visit| visit.name().to_owned()).unwrap_or_default();
    Entries { name, entries: chart.entries.iter().filter(fits).collect(), ..Entries::none(chart, kind) }
}

pub(super) fn is_visit(entry: &Entry<'_>, visit: Visit) -> bool {
    let class = entry.fact.category.as_ref().and_then(|class| class.code.as_deref()).unwrap_or_default();
    let name = entry.name().to_lowercase();
    match visit {
        Visit::Emergency => class == "EMER" || name.contains("emergency"),
        Visit::Stay => {
            matches!(class, "IMP" | "ACUTE" | "NONAC")
                || name.contains("inpatient")
                || name.contains("admission to hospital")
        }
    }
}

/// Returns the entries of the likeliest kind whose names hold every word of `topic`.
fn of_kinds<'c, 'a>(chart: &'c Chart<'a>, topic: &Topic, ask: &Ask, kinds: &[FactKind]) -> Option<Found<'c, 'a>> {
    let is_visit = visits::are_asked(topic);
    let all = |kind: FactKind| {
        let own = |words: &[String]| {
            matching(chart, kind, if words.is_empty() { &topic.whole } else { words }, &topic.whole, ask.measured)
        };
        // A "rehabilitation stay" is called by what was done there.
        if kind == FactKind::Encounter {
            let words: Vec<String> = topic.words.iter().filter(|word| visits::tells_of(word)).cloned().collect();
            let mut found = own(&words);
            found.is_unclear |= is_visit && visits::are_others_for(chart, &units(&words), &found.entries);
            return found;
        }
        // "My diabetes visits" are none of what else has to do with diabetes.
        if is_visit {
            return own(&topic.whole);
        }
        let whole = if kind == FactKind::Condition { own(&topic.whole) } else { Matched::default() };
        // "Kidney disease" is a name; the vaccine of "flu vaccine" is a kind.
        let found = if kind != FactKind::Condition || whole.entries.is_empty() { own(&topic.words) } else { whole };
        // "Vaccinated against pneumonia": a vaccine may be called otherwise than what it is against.
        if kind == FactKind::Immunization && found.entries.is_empty() && !found.is_unclear {
            let against: Vec<String> = topic.words.iter().cloned().chain(["vaccine".to_owned()]).collect();
            own(&against)
        } else {
            found
        }
    };
    let mut order: Vec<FactKind> = if kinds.is_empty() {
        let hinted = ask.hints.iter().copied();
        hinted.chain(ORDER.iter().copied()).collect()
    } else {
        kinds.to_vec()
    };
    // A verb that names a kind leaves no other: "am I on lisinopril" is no question for an allergy.
    if kinds.is_empty() && !ask.hints.is_empty() {
        order = ask.hints.clone();
    }
    // "Did I have measles?" asks for the disease: that there is a vaccination against it is no answer.
    let is_shot = topic.whole.iter().any(|word| {
        matches!(
            word.as_str(),
            "vaccine"
                | "vaccines"
                | "vaccination"
                | "vaccinations"
                | "shot"
                | "shots"
                | "jab"
                | "jabs"
                | "booster"
                | "boosters"
        )
    });
    let against = !is_shot && topic.whole.iter().any(|word| lay::is_vaccinated_against(word));
    let asks_for_vaccine = |asked: &[FactKind]| asked.contains(&FactKind::Immunization);
    // "Both hep A dates": of an illness there are none.
    let is_series = ask.pair && ask.want == Want::Date;
    if against && !is_series && !asks_for_vaccine(kinds) && !asks_for_vaccine(&ask.hints) {
        order.retain(|kind| *kind != FactKind::Immunization);
    }
    // A level of a medicine is measured, and no prescription.
    let unmeasured =
        |kind: &FactKind| ask.measured && matches!(kind, FactKind::MedicationRequest | FactKind::Condition);
    let said = |list: &[&str]| topic.whole.iter().any(|word| list.contains(&word.as_str()));
    order.retain(|kind| {
        let is_meant = match kind {
            FactKind::Encounter => topic.whole.iter().any(|word| visits::is_one(word)),
            // "When did the physio end?" may ask of a plan.
            FactKind::CarePlan => said(PLANS) || ask.want == Want::End,
            _ => true,
        };
        is_meant || kinds.contains(kind)
    });
    order.retain(|kind| *kind != FactKind::Observation && (kinds.contains(kind) || !unmeasured(kind)));
    let found = order.into_iter().find_map(|kind| {
        let Matched { entries, codes, is_unclear } = all(kind);
        if is_unclear {
            return Some(Found::Unclear);
        }
        let name = topic.whole.join(" ");
        (!entries.is_empty()).then(|| Found::Entries(Entries { name, entries, codes, ..Entries::none(chart, kind) }))
    });
    found.or_else(|| is_visit.then_some(Found::Unclear))
}

/// Entries whose names hold what is asked for, and those that have a code of theirs under another name.
#[derive(Default)]
struct Matched<'c, 'a> {
    entries: Vec<&'c Entry<'a>>,
    codes: BTreeSet<Identity<'a>>,
    /// Whether a code of theirs, which its terminology calls otherwise, stands under another name too: it may be a code for much.
    is_unclear: bool,
}

/// `whole` are the words with those for a kind of entry, which may say a kind of the thing: "B12 shots". `tested` says that a test was asked for.
fn matching<'c, 'a>(
    chart: &'c Chart<'a>,
    kind: FactKind,
    words: &[String],
    whole: &[String],
    tested: bool,
) -> Matched<'c, 'a> {
    let units = units(words);
    if units.is_empty() {
        return Matched::default();
    }
    let asks_for_qualified = chart::asks_for_qualified(words);
    let wanted: BTreeSet<&String> = units.iter().flatten().flatten().collect();
    let fits = |name: &Name| {
        let terms = if kind == FactKind::Condition { &name.head } else { &name.terms };
        let is_about = || {
            let is_test = |term: &String| tested && TESTS.iter().any(|start| term.starts_with(start));
            let about = |term: &String| !is_test(term) && ABOUT.iter().any(|start| term.starts_with(start));
            name.terms.iter().any(|term| about(term) && !wanted.contains(term))
        };
        let done = matches!(kind, FactKind::Procedure | FactKind::DiagnosticReport | FactKind::ImagingStudy);
        (asks_for_qualified || !name.is_qualified) && meets(terms, &units) && !(done && is_about())
    };
    let is_negated = denied::is_asked_for(words);
    let says_other = |text: &str, name: &Name| !is_negated && denied::denies(text, name, &units);
    let is_other_given = |text: &str| {
        kind == FactKind::Immunization && misnamed::is_no_vaccine(text) && !misnamed::asks_for_antibodies(words)
    };
    let named = chart.names_of(kind);
    let named = named.filter(|(text, name)| fits(name) && !says_other(text, name) && !is_other_given(text));
    let names: BTreeSet<&str> = named.map(|(text, _)| text).collect();
    let names = if names.is_empty() && kind == FactKind::Condition {
        // What something is due to names it where nothing else does.
        let loose = |name: &Name| (asks_for_qualified || !name.is_qualified) && meets(&name.terms, &units);
        let named = chart.names_of(kind).filter(|(text, name)| loose(name) && !says_other(text, name));
        named.map(|(text, _)| text).collect()
    } else {
        names
    };
    // What says of itself that it is another kind of the thing is none of it.
    let apart = apart::Asked::of(whole, &units);
    let fit = |entry: &Entry<'_>| apart.fit(entry.fact.code.as_ref());
    let of_kind = || chart.entries.iter().filter(|entry| entry.fact.kind == kind && fit(entry) != Fit::Other);
    let is_code = |entry: &&Entry<'a>| entry.identity().code().is_some();
    // "Penicillin" with the code of any allergy to a substance is not what everything else under that code is.
    let (mut own, mut loose): (BTreeSet<Identity<'a>>, BTreeSet<Identity<'a>>) = Default::default();
    // The code of what leaves its kind open is no code of that kind.
    let is_of = |entry: &&Entry<'a>| names.contains(entry.name()) && fit(entry) == Fit::Fits;
    for entry in of_kind().filter(is_of).filter(is_code) {
        let term = entry.fact.code.as_ref().and_then(|code| code.term.as_ref());
        let says = term.is_none_or(|term| meets(&chart::terms(&term.text), &units));
        if says {
            own.insert(entry.identity())
        } else {
            loose.insert(entry.identity())
        };
    }
    let is_said = |entry: &Entry<'_>| asks_for_qualified || !chart.is_qualified(entry);
    let other = |entry: &&Entry<'a>| !names.contains(entry.name()) && is_said(entry);
    let is_unclear = of_kind().filter(other).any(|entry| {
        let identity = entry.identity();
        loose.contains(&identity) && !own.contains(&identity)
    });
    let found =
        of_kind().filter(|entry| names.contains(entry.name()) || own.contains(&entry.identity()) && is_said(entry));
    let (entries, open): (Vec<_>, Vec<_>) = found.partition(|entry| fit(entry) == Fit::Fits);
    // A condition that says its kind is there whatever another leaves open; of what was done or given the others would be counted.
    let is_active = |entry: &Entry<'_>| super::entries::is_current(entry.fact);
    let is_doubted = |entry: &Entry<'_>| is_active(entry) && names.contains(entry.name()) && fit(entry) != Fit::Fits;
    let is_open = match kind {
        // What is over may go on as what seems another kind.
        FactKind::Condition if !entries.is_empty() => {
            let of_condition = || chart.entries.iter().filter(|entry| entry.fact.kind == kind);
            !entries.iter().any(|entry| is_active(entry)) && of_condition().any(is_doubted)
        }
        _ => !open.is_empty(),
    };
    Matched { entries, codes: own, is_unclear: is_unclear || is_open }
}

/// Whether `terms` hold one alternative of each unit, every term of it.
pub(super) fn meets(terms: &BTreeSet<String>, units: &[Vec<Vec<String>>]) -> bool {
    units.iter().all(|unit| unit.iter().any(|alternative| alternative.iter().all(|term| terms.contains(term))))
}

/// Returns for each run of `words` that means one thing its alternatives, each a list of index terms.
pub(super) fn units(words: &[String]) -> Vec<Vec<Vec<String>>> {
    let lower: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut units = Vec::new();
    let mut at = 0;
    while at < lower.len() {
        let rest = lower.get(at..).unwrap_or_default();
        let (len, mut alternatives) = match lay::run(rest) {
            Some((len, means)) => (len, means.iter().map(|text| terms(text)).collect()),
            None => (1, Vec::new()),
        };
        // "Type I" is "type 1".
        let before = at.checked_sub(1).and_then(|before| lower.get(before));
        let number = rest.first().filter(|_| len == 1 && before.is_some_and(|word| chart::is_numbered(word)));
        if let Some((number, other)) = number.and_then(|number| Some((*number, chart::other_numeral(number)?))) {
            alternatives.extend([vec![number.to_owned()], vec![other.to_owned()]]);
        }
        let said = rest.get(..len).unwrap_or_default();
        alternatives.push(terms(&said.join(" ")));
        alternatives.extend(removed::called(said).map(|name| terms(&name)));
        alternatives.retain(|alternative| !alternative.is_empty());
        alternatives.dedup();
        if !alternatives.is_empty() {
            units.push(alternatives);
        }
        at += len;
    }
    units
}

fn terms(text: &str) -> Vec<String> {
    chart::terms(text).into_iter().collect()
}

fn sought(called: &[&str], words: &[&str], measure: Option<&Measure>) -> Sought {
    let said: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut names = vec![called.join(" ")];
    // A text that speaks of a pacemaker may speak of one that was put in.
    let telling = said.get(..lay::thing(words)).unwrap_or_default();
    let mut alternatives = units(telling);
    if let Some(measure) = measure {
        names.extend(measure.words.iter().map(|word| (*word).to_owned()));
        // A text that tells of a polyp "of 9 mm" tells its size without that word.
        const SIZES: &[&str] = &["size", "diameter", "length", "width", "thickness"];
        let thing_of =
            |words: &str| words.split(' ').filter(|word| !SIZES.contains(word)).collect::<Vec<_>>().join(" ");
        let mut any: Vec<Vec<String>> = measure.words.iter().map(|words| terms(&thing_of(words))).collect();
        any.push(terms(&thing_of(&said.join(" "))));
        any.retain(|alternative| !alternative.is_empty());
        alternatives = vec![any];
    } else {
        let mut at = 0;
        while at < words.len() {
            let run = lay::run(words.get(at..).unwrap_or_default());
            if let Some((_, means)) = run {
                names.extend(means.iter().map(|word| (*word).to_owned()));
            }
            at += run.map_or(1, |(len, _)| len);
        }
    }
    names.dedup();
    let codes = measure.map_or(Vec::new(), |measure| measure.codes.iter().map(|code| (*code).to_owned()).collect());
    Sought { codes, names, words: said, units: alternatives, kinds: Vec::new() }
}

/// Returns what a text must hold that speaks of `readings`.
pub(super) fn sought_of(readings: &Readings<'_, '_>) -> Sought {
    let words: Vec<&str> = readings.name.split(' ').collect();
    let measure = measures::MEASURES.iter().find(|measure| measure.name == readings.name);
    sought(&words, &words, measure)
}

/// Returns what a text must hold that speaks of `topic`.
pub(super) fn sought_for(topic: &Topic) -> Sought {
    let whole: Vec<&str> = topic.whole.iter().map(String::as_str).collect();
    let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
    sought(&whole, if words.is_empty() { &whole } else { &words }, None)
}
