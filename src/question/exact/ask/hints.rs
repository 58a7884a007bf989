//! Verbs and nouns that hint at a kind of entry: "take", "admitted".

use super::form::{Ask, Standing, Visit, Want};
use super::lexicon::HINTS;
use super::reader::Reader;
use crate::document::FactKind;

pub(super) fn hints(reader: &mut Reader<'_>, ask: &mut Ask) {
    // "The second rotavirus dose" is of a vaccine.
    if matches!(ask.pick, Some(super::form::Pick::Nth(_))) {
        reader.take_any(&["doses of", "dose of", "doses", "dose"]);
    }
    for (verb, kind) in HINTS {
        if reader.find(verb).is_some() {
            reader.take(verb);
            ask.hints.push(*kind);
            ask.begins |= *verb == "diagnosed" || *verb == "diagnosis";
            ask.taken |= matches!(*verb, "take" | "takes" | "taking" | "took" | "using" | "use");
            ask.dose |= matches!(*verb, "dose" | "dosage");
            if *verb == "prescribed" && ask.standing == Standing::Unsaid {
                // "Is it still prescribed?" asks for no prescription of long ago.
                let now = ["still", "currently", "now"].iter().any(|word| reader.find(word).is_some());
                ask.standing = if now { Standing::Current } else { Standing::Ever };
            }
        }
    }
    // "Which diagnoses were made in November?" asks for those that began then.
    const MADE: &[&str] = &[
        "diagnoses made",
        "diagnoses were made",
        "diagnosis made",
        "diagnosis was made",
        "new diagnoses",
        "new diagnosis",
        "new conditions",
        "new condition",
        "new problems",
        "new illnesses",
    ];
    ask.begins |= MADE.iter().any(|phrase| reader.find(phrase).is_some());
    // "What am I on?"
    let ends_on = reader.tokens.iter().rev().find(|token| !token.used).is_some_and(|token| token.lower == "on");
    let on = [
        "am i on",
        "i'm on",
        "is on",
        "are on",
        "was on",
        "be on",
        "been on",
        "i on",
        "he on",
        "she on",
        "they on",
        "patient on",
    ]
    .iter()
    .any(|phrase| reader.find(phrase).is_some());
    if on || (ends_on && ask.want != Want::Date) {
        ask.hints.push(FactKind::MedicationRequest);
        ask.taken = true;
    }
    // "How much warfarin do I take?"
    ask.dose |= ask.taken && reader.find("how much").is_some();
    // "List everything I was prescribed."
    if ask.hints.as_slice() == [FactKind::MedicationRequest] {
        let all =
            reader.find("everything").filter(|at| matches!(reader.free(at + 1), Some("i" | "he" | "she" | "they")));
        all.into_iter().for_each(|at| reader.use_up(at));
    }
    // "Emergency room admissions" are visits there; who is admitted from there stays.
    const COMING: &[&str] = &[
        "emergency room admissions",
        "emergency room admission",
        "emergency department admissions",
        "emergency department admission",
        "emergency admissions",
        "emergency admission",
        "er admissions",
        "er admission",
        "ed admissions",
        "ed admission",
    ];
    const EMERGENCY: &[&str] = &["emergency room", "emergency department", "a&e", "er", "emergency", "ed"];
    if reader.take_any(COMING).is_some() || reader.take_any(EMERGENCY).is_some() {
        ask.visit = Some(Visit::Emergency);
    }
    const STAYS: &[&str] = &[
        "admitted to hospital",
        "admitted to the hospital",
        "hospital admissions",
        "hospital admission",
        "hospitalised",
        "hospitalized",
        "admitted",
        "admissions",
        "admission",
        "inpatient",
        "hospital stays",
        "hospital stay",
        "in hospital",
        "in the hospital",
        "hospitalizations",
        "hospitalisations",
        "hospitalization",
    ];
    // "Admitted as an inpatient" says one thing twice.
    while reader.take_any(STAYS).is_some() {
        ask.visit = Some(Visit::Stay);
    }
    if ask.visit.is_some() {
        ask.kinds.push(FactKind::Encounter);
        // Why somebody was there is a part of the visit.
        reader.take_any(&["because of", "on account of", "due to", "owing to", "the reason"]);
    }
    ask.measured = [
        "measured",
        "checked",
        "tested",
        "reading",
        "readings",
        "measurement",
        "measurements",
        "test",
        "tests",
        "results",
        "values",
        "level",
        "levels",
    ]
    .iter()
    .any(|word| reader.find(word).is_some());
    // "When was it recorded?" is asked of anything.
    ask.measured |= ask.want != Want::Date && reader.find("recorded").is_some();
}
