//! Questions whose words mean something else elsewhere: "how much and how often", "how much weight did I gain".

use super::courses::direction_of_compare;
use super::form::{Ask, Pick, Want};
use super::reader::Reader;
use crate::document::FactKind;

/// Units in which a change is asked for, and what they are of where nothing else says so.
const UNITS: &[(&str, Option<&str>)] = &[
    ("kg", Some("weight")),
    ("kgs", Some("weight")),
    ("kilos", Some("weight")),
    ("kilograms", Some("weight")),
    ("pounds", Some("weight")),
    ("lbs", Some("weight")),
    ("pounds or kilos", Some("weight")),
    ("kilos or pounds", Some("weight")),
    ("cm", Some("height")),
    ("centimeters", Some("height")),
    ("centimetres", Some("height")),
    ("inches", Some("height")),
    ("points", None),
    ("percent", None),
    ("units", None),
];

/// Reads questions whose words mean something else elsewhere: "how much and how often", "how much weight did I gain", "when was it
/// raised to 80". Returns whether nothing more is to be read of what is wanted.
pub(super) fn dose_or_change(reader: &mut Reader<'_>, ask: &mut Ask, first_word: &str) -> bool {
    // "How often do I take it?" asks for what the prescription says.
    let takes = || ["do i take", "does he take", "does she take", "do they take", "do i use", "am i taking"];
    let often = reader.find("how often").is_some() && takes().iter().any(|phrase| reader.find(phrase).is_some());
    if reader.take_any(&["how much and how often", "how often and how much"]).is_some()
        || often && reader.take("how often").is_some()
    {
        (ask.want, ask.dose) = (Want::Value, true);
        return true;
    }
    // "How many milligrams of metformin am I on?" asks for what the prescription says.
    const DOSE_UNITS: &[&str] =
        &["mg", "mgs", "milligrams", "milligram", "mcg", "micrograms", "microgram", "puffs", "ml", "milliliters"];
    const COUNTED_DOSES: &[&str] = &["units", "tablets", "pills", "capsules", "drops", "tabs", "sprays"];
    if let Some(at) = reader.find("how many") {
        let unit = reader.free(at + 2).unwrap_or_default();
        let is_dose = DOSE_UNITS.contains(&unit) || COUNTED_DOSES.contains(&unit) && reader.free(at + 3) == Some("of");
        if is_dose {
            (at..at + 3).for_each(|place| reader.use_up(place));
            ask.hints.push(FactKind::MedicationRequest);
            (ask.want, ask.dose) = (Want::Value, true);
            return true;
        }
    }
    const CHANGED_TO: &[&str] = &[
        "changed to",
        "raised to",
        "increased to",
        "put up to",
        "upped to",
        "lowered to",
        "reduced to",
        "cut to",
        "cut down to",
        "switched to",
    ];
    if first_word == "when" {
        // "When was my lisinopril changed to 20 mg?": the first prescription of that strength.
        if reader.take_any(CHANGED_TO).is_some() {
            reader.take("when");
            (ask.want, ask.begins) = (Want::Date, true);
            ask.hints.push(FactKind::MedicationRequest);
            return false;
        }
        if reader.take_any(&["last changed", "last adjusted"]).is_some() {
            reader.take("when");
            (ask.want, ask.pick) = (Want::Date, Some(Pick::Latest(1)));
            ask.hints.push(FactKind::MedicationRequest);
            ask.taken = true;
            return false;
        }
    }
    let Some(at) = reader.find("how many").or_else(|| reader.find("how much")) else { return false };
    let unit = UNITS.iter().rev().find(|(unit, _)| reader.find(unit) == Some(at + 2));
    const CHANGES: &[&str] = &[
        "gain",
        "gained",
        "put on",
        "lose",
        "lost",
        "drop",
        "dropped",
        "fall",
        "fallen",
        "fell",
        "rise",
        "risen",
        "rose",
        "increase",
        "increased",
        "decrease",
        "decreased",
        "grow",
        "grown",
        "grew",
        "go up",
        "gone up",
        "went up",
        "go down",
        "gone down",
        "went down",
        "come down",
        "came down",
        "climbed",
        "declined",
        "change",
        "changed",
    ];
    let changes = CHANGES.iter().find(|phrase| reader.find(phrase).is_some());
    let compares = reader.find("than").is_some();
    if changes.is_none() && !(unit.is_some() && compares) {
        return false;
    }
    // "How much has it changed" without a unit asks for the course.
    let is_open = unit.is_none() && matches!(changes, Some(&("change" | "changed")));
    if is_open && !compares {
        return false;
    }
    let grows = ["grow", "grown", "grew"].iter().any(|word| reader.find(word).is_some());
    reader.use_up(at);
    reader.use_up(at + 1);
    if let Some((unit, of)) = unit {
        reader.take(unit);
        ask.implied = *of;
    }
    // "How much have I lost?"
    let weighs = ["gain", "gained", "lose", "lost", "put on"].iter().any(|word| reader.find(word).is_some());
    ask.implied = ask.implied.or(grows.then_some("height")).or(weighs.then_some("weight"));
    ask.want = Want::Compare;
    if compares {
        direction_of_compare(reader, ask, first_word);
        return true;
    }
    ask.change = true;
    if let Some(phrase) = changes {
        reader.take(phrase);
    }
    true
}
