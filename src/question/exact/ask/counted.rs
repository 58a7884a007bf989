//! What a number, a unit or a word for medicines says of what is asked: "my three scores", "over 35 kilos", "which medicines".

use super::form::{Ask, Want};
use super::reader::Reader;
use super::wants::is_aux;
use crate::document::FactKind;
use crate::question::concepts;
use crate::question::plan::number;

/// Returns what a unit is of where nothing else says what was measured: "is he over 35 kilos".
pub(super) fn implied_by(unit: &str) -> Option<&'static str> {
    match unit.to_lowercase().as_str() {
        "kg" | "kgs" | "kilo" | "kilos" | "kilograms" | "lb" | "lbs" | "pounds" | "stone" => Some("weight"),
        "cm" | "centimeters" | "centimetres" | "inches" | "feet" => Some("height"),
        _ => None,
    }
}

/// Takes the number of "my three scores", where no one of them is picked.
pub(super) fn several(reader: &mut Reader<'_>, ask: &mut Ask) {
    const OWN: &[&str] = &["my", "his", "her", "their", "the", "all", "these", "those"];
    if ask.pick.is_some() || ask.pair || !matches!(ask.want, Want::Average | Want::Trend | Want::List | Want::Date) {
        return;
    }
    let is_own =
        |at: usize| at.checked_sub(1).and_then(|before| reader.free(before)).is_some_and(|word| OWN.contains(&word));
    let counted = |at: usize| reader.free(at).and_then(number).filter(|count| (2..=20).contains(count));
    let is_plural = |at: usize| {
        (at + 1..reader.tokens.len())
            .any(|next| reader.tokens.get(next).is_some_and(|token| token.lower.ends_with('s')))
    };
    let found =
        (0..reader.tokens.len()).find_map(|at| Some((at, counted(at).filter(|_| is_own(at) && is_plural(at))?)));
    if let Some((at, count)) = found {
        reader.use_up(at);
        ask.several = Some(count);
    }
}

/// Whether "which" or "what" asks for medicines by a word for them: the last word for a kind of entry before the verb.
pub(super) fn asks_for_medicines(reader: &Reader<'_>, first: Option<usize>) -> bool {
    let Some(first) =
        first.filter(|at| reader.tokens.get(*at).is_some_and(|token| matches!(token.lower, "which" | "what")))
    else {
        return false;
    };
    let run = reader.tokens.iter().skip(first + 1).take_while(|token| !is_aux(token.lower)).take(4);
    let kind = run.filter_map(|token| concepts::kinds_of(token.lower).first()).last();
    kind == Some(&FactKind::MedicationRequest) && reader.find("allergic").is_none() && reader.find("allergy").is_none()
}
