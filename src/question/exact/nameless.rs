//! Entries that have no name that anybody can read: nothing but a code, as “C61”, or a reference to what no file has.
//!
//! No question finds them by its words, so that where one of them may be what is asked for nothing is said to be absent, or counted, or to be
//! over.

use super::ask::{Ask, Pick, Want};
use super::chart::{self, Chart, Entry, called};
use super::identity::loincs;
use super::resolve::{Entries, Sought};
use super::{Exact, Form, Frame, measures};
use crate::document::{Coded, Fact, FactKind, Records};

/// The kinds whose entries are told apart by their name alone.
const NAMED: &[FactKind] = &[
    FactKind::Condition,
    FactKind::MedicationRequest,
    FactKind::Immunization,
    FactKind::Procedure,
    FactKind::AllergyIntolerance,
    FactKind::Device,
];

/// Other kinds that may hold what is asked for without a word for its kind.
const OTHERS: &[FactKind] =
    &[FactKind::Observation, FactKind::DiagnosticReport, FactKind::ImagingStudy, FactKind::Other];

/// Words for what is put into somebody, worn or used, one each: of all that is sought without a word for its kind a device may only be this.
const DEVICES: &str = "
    aid airway artificial bag balloon bipap boot brace cane cannula cast catheter clip cochlear coil collar concentrator corset cpap crown
    crutch cuff defibrillator denture device drain electrode filter fixation frame generator glasses glucometer graft hearing hoist icd
    implant implanted implantation implantable inhaler insertion inserted insole iol iucd iud kyleena lens liletta line lvad machine mask mesh
    meter mirena monitor nail nebulizer nebuliser orthosis oximeter oxygen pacemaker paragard patch peg pessary picc pin placed placement plate
    port portacath prosthesis prosthetic pump recorder replaced replacement ring rod scale scooter screw sensor shunt skyla sling spacer
    spectacles spirometer splint stent stimulator stocking thermometer tracheostomy tube valve ventilator walker wheelchair wire";

/// Whether `fact` has no name that can be read.
pub(super) fn is_nameless(fact: &Fact) -> bool {
    match called(fact) {
        // A code of LOINC that the tables have is as good as a name.
        Some(code) => is_code(code) && !loincs(Some(code)).any(|code| measures::of_code(code).is_some()),
        None => NAMED.contains(&fact.kind),
    }
}

/// Whether `word` (lower case) is one for a device.
fn is_device(word: &str) -> bool {
    DEVICES.split_whitespace().any(|own| own == word || own == chart::singular(word))
}

/// Whether what `code` shows is no more than a code.
fn is_code(code: &Coded) -> bool {
    /// Letters of a code that may be a word: "asthma".
    const WORD: usize = 4;
    let shown = code.display.text.trim();
    let is_own = code.codings().any(|(_, own)| own.eq_ignore_ascii_case(shown));
    let letters = shown.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = letters >= WORD && !shown.chars().any(|c| c.is_ascii_digit());
    code.terms().next().is_none() && (letters == 0 || is_own && !is_word)
}

/// Whether `entry` may be of the time of `frame`: what lasts may have begun before it.
fn may_be_in(entry: &Entry<'_>, frame: &Frame) -> bool {
    entry.fact.kind.lasts() || frame.admits(entry.day())
}

/// Whether an entry of `chart` that has no name may be what is `sought` in the time of `frame`.
pub(super) fn may_be_meant(chart: &Chart<'_>, sought: &Sought, frame: &Frame) -> bool {
    let is_medicine = |fact: &Fact| fact.fields.iter().any(|field| field.label.starts_with("Medication"));
    let could_be = |fact: &Fact| match sought.kinds.as_slice() {
        [] if !sought.codes.is_empty() => fact.kind == FactKind::Observation,
        [] if fact.kind == FactKind::Device => {
            let mut words = sought.words.iter().chain(sought.units.iter().flatten().flatten());
            words.any(|word| is_device(word))
        }
        [] => NAMED.contains(&fact.kind) || OTHERS.contains(&fact.kind),
        kinds => {
            let is_given = kinds.contains(&FactKind::MedicationRequest) && fact.kind == FactKind::Other;
            kinds.contains(&fact.kind) || is_given && is_medicine(fact)
        }
    };
    chart.entries.iter().any(|entry| could_be(entry.fact) && is_nameless(entry.fact) && may_be_in(entry, frame))
}

/// Whether an entry of `chart` that has no name may be one of what was `found`, so that `exact` counts too few, takes an older one for the
/// latest, or says that it is over.
pub(super) fn may_be_missed(
    chart: &Chart<'_>,
    found: &Entries<'_, '_>,
    ask: &Ask,
    exact: &Exact,
    frame: &Frame,
) -> bool {
    let is_no = exact.answer == "no" && !matches!(ask.pick, Some(Pick::Nth(_)));
    let is_over = is_no && !found.entries.iter().any(|entry| super::entries::is_current(entry.fact));
    // The day, or the time since, of what is done once is told of all of it.
    let is_dated = matches!(ask.want, Want::Date | Want::Span) && !found.kind.lasts();
    if !NAMED.contains(&found.kind) || !(ask.want == Want::Count || ask.pick.is_some() || is_over || is_dated) {
        return false;
    }
    let told = exact.facts.iter().filter_map(|at| found.entries.iter().find(|entry| entry.at == *at));
    let newest = told.filter_map(|entry| entry.day()).max();
    let is_latest = ask.want != Want::Count && matches!(ask.pick, Some(Pick::Latest(1)));
    let is_missed = |entry: &Entry<'_>| {
        let is_new = !found.entries.iter().any(|own| own.at == entry.at);
        is_new && (!is_latest || entry.day().is_none() || entry.day() > newest)
    };
    chart.entries.iter().any(|entry| {
        entry.fact.kind == found.kind && is_nameless(entry.fact) && may_be_in(entry, frame) && is_missed(entry)
    })
}

/// Whether `exact` tells of an entry that has no name at all, or counts several without a name that may be one thing.
pub(super) fn is_of_blank(found: &Entries<'_, '_>, ask: &Ask, exact: &Exact) -> bool {
    let is_empty = |entry: &&&Entry<'_>| entry.name().is_empty();
    let mut without = found.entries.iter().filter(is_empty);
    NAMED.contains(&found.kind)
        && match ask.want {
            Want::Count => found.kind.lasts() && without.count() > 1,
            _ => without.any(|entry| exact.facts.contains(&entry.at)),
        }
}

/// Whether `exact` says of several people that none is meant, where somebody has an entry without a name that may be what is `asked` for.
pub(super) fn is_of_nobody(records: &Records, asked: &str, exact: &Exact) -> bool {
    let is_none = matches!(exact.answer.as_str(), "none" | "0") && exact.facts.is_empty();
    let facts = || records.documents.iter().flat_map(|document| document.facts());
    let is_of_several = exact.form == Form::Cohort || exact.form == Form::Count && records.patients.len() > 1;
    let lower = asked.to_lowercase();
    let is_of_device = lower.split(|c: char| !c.is_alphanumeric()).any(is_device);
    let could_be = |fact: &Fact| {
        NAMED.contains(&fact.kind) && (fact.kind != FactKind::Device || is_of_device) && chart::counts(fact)
    };
    is_of_several && is_none && facts().any(|fact| could_be(fact) && is_nameless(fact))
}
