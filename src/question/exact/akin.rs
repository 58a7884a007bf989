//! Which allergy of a record may take in what is asked for under another name: whoever is allergic to penicillin is not told that the record has
//! no allergy to amoxicillin.

use super::chart::Chart;
use super::given;
use super::near::Concepts;
use super::resolve::Sought;
use super::whole::says_none;
use crate::document::FactKind;

/// What one allergy often goes with, beside the classes of medicines: what the words of its members begin with.
const FAMILIES: &[&[&str]] = &[
    &["sulf", "sulph", "bactrim", "septra", "antibiotic"],
    &["penicillin", "ceph", "cef", "augmentin", "keflex", "antibiotic"],
    &[
        "nsaid",
        "anti-inflammator",
        "ibuprofen",
        "naproxen",
        "aspirin",
        "diclofenac",
        "ketorolac",
        "celecoxib",
        "painkiller",
    ],
    &["contrast", "iod", "dye", "gadolin"],
    &["nut", "peanut", "almond", "cashew", "walnut", "pecan", "pistachio", "hazelnut", "groundnut", "food"],
    &[
        "fish",
        "shellfish",
        "seafood",
        "shrimp",
        "prawn",
        "crab",
        "lobster",
        "mussel",
        "oyster",
        "crustacean",
        "mollus",
        "food",
    ],
    &["milk", "dairy", "cheese", "casein", "whey", "lactose", "food"],
    &["wheat", "gluten", "barley", "rye", "grain", "food"],
    &["egg", "food"],
    &["soy", "legume", "pea", "lentil", "food"],
    &["pollen", "grass", "tree", "ragweed", "birch", "hay", "mugwort"],
    &["bee", "wasp", "hornet", "yellowjacket", "venom", "sting", "insect"],
    &["cat", "dog", "dander", "animal", "pet", "fur", "horse"],
    &["mite", "dust", "mould", "mold"],
    &["latex", "rubber", "kiwi", "banana", "avocado"],
    &["caine", "lidocaine", "novocain", "procaine", "benzocaine", "anaesthe", "anesthe"],
];

/// Words for any substance: of them no list says that it has none.
const ANY: &[&str] =
    &["medicine", "medication", "med", "drug", "food", "anything", "something", "substance", "chemical"];

/// The allergies of `chart` that are to something.
fn allergies<'c>(chart: &'c Chart<'_>) -> impl Iterator<Item = &'c str> {
    chart.names_of(FactKind::AllergyIntolerance).map(|(name, _)| name).filter(|name| !says_none(name))
}

/// Whether the record has an allergy to anything.
pub(super) fn has_any(chart: &Chart<'_>) -> bool {
    allergies(chart).next().is_some()
}

/// Whether an allergy of `chart` may take in `sought`: one to what it is a kind of, or to another of its family.
pub(super) fn may_be_meant(chart: &Chart<'_>, sought: &Sought) -> bool {
    let asked = sought.names.join(" ").to_lowercase();
    let is_any = words(&asked).any(|word| ANY.contains(&word.strip_suffix('s').unwrap_or(word)));
    let concepts = chart.known.map(|known| Concepts::of(known, sought));
    allergies(chart).any(|allergy| {
        let name = allergy.to_lowercase();
        is_any
            || given::share_a_class(&name, &asked)
            || FAMILIES.iter().any(|family| is_of(&name, family) && is_of(&asked, family))
            || concepts.as_ref().is_some_and(|concepts| concepts.take_in(allergy))
    })
}

fn is_of(text: &str, family: &[&str]) -> bool {
    words(text).any(|word| family.iter().any(|member| word.starts_with(member)))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty())
}
