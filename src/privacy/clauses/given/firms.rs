//! Firms and places with capitals behind what somebody does or what is done there: "cashier at Target", "seen at Sacred Heart", "a Target
//! employee". Of a question, where "seen at" asks, only what somebody does is read so.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::ordinary::{is_abbreviation, is_all_ordinary};
use super::{EMPLOYERS, may_be_name};
use crate::privacy::lexicon::Traits;
use crate::question::period::month;

macro_rules! run {
    ($name:literal) => {
        concat!("(?P<", $name, r">\p{Lu}[\p{L}\p{N}'\u{2019}&-]*(?:[ \t]+(?:(?:and|of|the|for|&|de|la)[ \t]+){0,2}\p{Lu}[\p{L}\p{N}'\u{2019}&-]*){0,4})")
    };
}
/// A further place behind one: "from Mercy to Encompass".
macro_rules! then {
    () => {
        concat!(r"(?:\s+(?:and\s+)?(?:then\s+)?(?:to|from|at|by|for|and)\s+(?:the\s+)?", run!("then"), ")?")
    };
}
macro_rules! small {
    () => {
        r"(?:\s+\p{Ll}[\p{L}'\u{2019}-]*){0,4}?\s+"
    };
}

/// What a place is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// Work, school, a purchase.
    Work,
    /// Treatment.
    Care,
    /// Those who work there, who are named by it.
    Workers,
}

static FORMS: LazyLock<Vec<(Regex, For)>> = LazyLock::new(|| {
    [
        (concat!(r"(?-u:\b)(?i:cashier|clerk|drivers?|drives|manager|engineer|agent|pilot|teacher|teaches|professor|student|studies|jobs?|laid\s+off|fired|retired|retires|retirement|insured|insurance|covered|coverage|pharmacy|sent|shops?|shopping|shopper|bought|buys|stocks?|stocker|picks?\s+up|picked\s+up|filled|fills|refills?|position|career|intern|internship|volunteers?|volunteering|shifts?|works?|worked|working|employed|hired|contracted|contractor|foreman|janitor|cook|chef|waiter|waitress|server|barista|sales\p{L}+|associate|mechanic|guard|operator|analyst|programmer|executive|secretary|technician|welder|machinist|electrician|packer|warehouse)", small!(), r"(?P<by>at|for|from|with|by|to|in)\s+(?:the\s+)?", run!("it"), then!()), For::Work),
        (concat!(r"(?-u:\b)(?i:members?|veteran|graduate[sd]?|graduated|alumn\p{L}+|parishioner|residents?|mayor|pastor|president|owner|owns|native)\s+(?P<by>of|from)\s+(?:the\s+)?", run!("it"), then!()), For::Work),
        (concat!(r"(?-u:\b)(?i:seen|treated|treatment|admitted|readmitted|admission|transferred|transfer|hospitali[sz]ed|dialysis|dialy[sz]ed|infusions?|evaluated|followed|rehab|chemo|chemotherapy|radiation|surgery|operated|delivered|born|discharged|referred|sent|presented|arrived|brought|cared?|stays?|stayed|staying|lives?|living|resides|placed|placement|appointments?|visits?|visited|follow-?up|imaging|scanned|drawn|labs?|biopsy|biopsied|diagnosed)", small!(), r"(?P<by>at|to|from|in|via)\s+(?:the\s+)?", run!("it"), then!()), For::Care),
        (concat!(run!("it"), r"\s+(?P<by>employees?|retirees?|cashier|stockers?)(?-u:\b)"), For::Workers),
    ]
    .into_iter()
    .filter_map(|(form, of)| Regex::new(form).ok().map(|form| (form, of)))
    .collect()
});
/// How many forms there are; with fewer nothing would be sure.
const ALL_FORMS: usize = 4;

static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(concat!("^", run!("it"))).ok());

/// Where somebody works behind what they are, in a question: "I am a teacher from Tesla in Mercy". What is behind "in" is its place.
static WORKS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shape = concat!(
        r"(?-u:\b)(?i:(?:i|he|she|they|who|that)['\u{2019}](?:m|s|re)|am|is|are|was|were|as|being)\s+(?i:now\s+|also\s+|still\s+|only\s+)?(?i:an?|the)\s+(?:\p{L}[\p{L}-]*\s+){1,4}?(?P<by>at|from|with|for)\s+(?:the\s+)?",
        run!("it")
    );
    Regex::new(shape).ok()
});
/// How words of [`FORMS`] begin that are not what somebody is.
const NO_CALLINGS: &[&str] =
    &["cover", "insur", "sent", "fill", "refill", "bought", "buy", "pick", "pharmacy", "stud", "shift", "position"];
/// The place of what somebody works for.
static IN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(concat!(r"^,?\s+(?:in|near|of)\s+", run!("it"))).ok());

/// Words before "employee" that name no firm.
#[rustfmt::skip] // words of one kind, in two lines
const KINDS: &[&str] = &[
    "an", "a", "the", "this", "former", "retired", "current", "new", "full-time", "part-time", "federal", "state", "city", "county", "government", "postal", "bank", "school", "store", "restaurant", "factory",
    "office", "hotel", "university", "college", "female", "male", "another", "fellow", "she", "he", "works", "worked", "patient", "healthcare", "warehouse", "retail", "temporary", "public", "as",
];

/// Returns the words with capitals of `text` that begin at `start`; `None` where the word there has none.
pub(super) fn run(text: &str, start: usize) -> Option<Range<usize>> {
    let found = RUN.as_ref()?.captures(text.get(start..)?)?.name("it")?;
    Some(start + found.start()..start + found.end())
}

/// Returns the bytes of `text` that name where somebody works or is treated.
pub(super) fn held(text: &str, traits: &impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    if FORMS.len() < ALL_FORMS {
        return std::iter::once(0..text.len()).collect();
    }
    let mut held = Vec::new();
    for (form, of) in FORMS.iter() {
        for found in form.captures_iter(text) {
            let by = found.name("by").map_or("", |by| by.as_str());
            let places = [found.name("it").map(|it| (it, by)), found.name("then").map(|then| (then, "to"))];
            let named = places.into_iter().flatten().filter(|(it, by)| is_named(it.as_str(), by, *of, traits));
            held.extend(named.map(|(it, _)| it.range()));
        }
    }
    held
}

/// Returns the bytes of `text`, a question, that name where somebody works, and its place behind that.
pub(super) fn held_of_question(text: &str, traits: &impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    let (Some(works), Some(place)) = (WORKS.as_ref(), IN.as_ref()) else {
        return std::iter::once(0..text.len()).collect();
    };
    let of_work = FORMS.iter().filter(|(_, of)| *of != For::Care).map(|(form, of)| (form, *of));
    let first = |run: &str| run.split_whitespace().next().map(str::to_lowercase);
    let is_month = |run: &str| first(run).is_some_and(|word| month(&word).is_some());
    let mut held = Vec::new();
    for (form, of) in of_work.chain([(works, For::Work)]) {
        for found in form.captures_iter(text) {
            let by = found.name("by").map_or("", |by| by.as_str());
            // What is asked about is more often behind these than a firm: "covered for Tetanus", "the pain from Angina".
            let verb = found.get(0).map_or("", |all| all.as_str()).to_lowercase();
            let is_of_one = std::ptr::eq(form, works) || NO_CALLINGS.iter().any(|start| verb.starts_with(start));
            let by = if matches!(by, "for" | "from") && is_of_one { "with" } else { by };
            let Some(it) =
                found.name("it").filter(|it| is_named(it.as_str(), by, of, traits) && !is_month(it.as_str()))
            else {
                continue;
            };
            held.push(it.range());
            let behind = text.get(it.end()..).unwrap_or_default();
            let place = place.captures(behind).and_then(|found| found.name("it"));
            held.extend(
                place.filter(|run| !is_month(run.as_str())).map(|run| it.end() + run.start()..it.end() + run.end()),
            );
        }
    }
    held
}

/// Returns whether `run`, behind the word `by`, names a firm or a place.
fn is_named(run: &str, by: &str, of: For, traits: &impl Fn(&str) -> Traits) -> bool {
    if is_all_ordinary(run) || of == For::Care && is_abbreviation(run) {
        return false;
    }
    let words = run.split_whitespace().map(|word| word.trim_end_matches(['.', '-', '&']).to_lowercase());
    let is_of_medicine = |word: &String| {
        let known = traits(word);
        let is_name = known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && may_be_name(word, known);
        known.is(Traits::MEDICAL | Traits::DRUG) && !is_name && !EMPLOYERS.contains(&word.as_str())
            || is_all_ordinary(word)
    };
    let mut words = words.peekable();
    match of {
        For::Workers => !words.all(|word| KINDS.contains(&word.as_str()) || is_all_ordinary(&word)),
        // "A teacher with Hypertension", "seen in Remission"; "sent for MRI", "refill for Metformin", not "driver for Amazon".
        _ if by == "for" => !is_abbreviation(run) && !words.all(|word| traits(&word).is(Traits::DRUG)),
        _ if matches!(by, "with" | "to" | "in") => !words.all(|word| is_of_medicine(&word)),
        _ => words.peek().is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::traits;
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = held(text, &traits).into_iter().map(|range| &text[range]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn a_word_of_medicine_names_a_firm_behind_some_words_alone() {
        let of_medicine = |_: &str| Traits::COMMON | Traits::MEDICAL;
        for (run, by, of, is) in [
            ("United", "for", For::Work, true),
            ("United", "at", For::Work, true),
            ("United", "with", For::Work, false),
            ("MRI", "for", For::Work, false),
            ("United", "at", For::Care, true),
            ("United", "to", For::Care, false),
            ("Target", "to", For::Care, true),
        ] {
            assert_eq!(is_named(run, by, of, &of_medicine), is, "{run} {by}");
        }
        let of_drugs = |_: &str| Traits::MEDICAL | Traits::DRUG;
        assert!(!is_named("Metformin", "for", For::Work, &of_drugs));
    }

    #[test]
    fn of_a_question_where_somebody_works_is_held_with_its_place() {
        for (text, it) in [
            ("I am a teacher from Tesla in Gruenheide, how is my cough?", &["Gruenheide", "Tesla"][..]),
            ("I'm a nurse at Target: what is my potassium?", &["Target"]),
            (
                "As a retired clerk of trains at General Motors in Flint, do I have angina?",
                &["Flint", "General Motors"],
            ),
            ("cashier at Target, when was my cough", &["Target"]),
            ("what did the Target employee cough", &["Target"]),
            ("is the driver for Amazon in May well", &["Amazon"]),
            ("driver for Headache Limited", &["Headache Limited"]),
        ] {
            let mut found: Vec<&str> = held_of_question(text, &traits).into_iter().map(|range| &text[range]).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, it, "{text}");
        }
        for text in [
            "when was I seen at Mercy",
            "am I covered for Headache",
            "What is the headache from Headache",
            "Was I sent to Cardiology?",
            "is it a problem with Headache",
            "which student cough is in May",
            "what was the result from January",
        ] {
            assert!(held_of_question(text, &traits).is_empty(), "{text}: {:?}", held_of_question(text, &traits));
        }
    }

    #[test]
    fn where_somebody_works_or_is_treated_is_held_where_it_has_a_capital() {
        for (text, it) in [
            ("Cashier at Target with cough", &["Target"][..]),
            ("a Target employee with cough", &["Target"]),
            ("laid off from Target", &["Target"]),
            ("Driver for Amazon who", &["Amazon"]),
            ("Engineer with Google now", &["Google"]),
            ("insured by Humana", &["Humana"]),
            ("Retired from General Motors and", &["General Motors"]),
            ("works at Home Depot", &["Home Depot"]),
            ("Manager at Bed Bath and Beyond with", &["Bed Bath and Beyond"]),
            ("iron was sent to Target Pharmacy", &["Target Pharmacy"]),
            ("bought iron for cough at Target", &["Target"]),
            ("Seen at Sacred Heart with", &["Sacred Heart"]),
            ("treated at Memorial", &["Memorial"]),
            ("transferred from Mercy to Encompass", &["Encompass", "Mercy"]),
            ("dialysis at Fresenius", &["Fresenius"]),
            ("member of Desert Storm", &["Desert Storm"]),
        ] {
            assert_eq!(found(text), it, "{text}");
        }
        for text in [
            "Seen in Clinic",
            "admitted to ICU",
            "transferred to Cardiology",
            "Admitted to Hospital",
            "admitted to General Surgery",
            "A teacher with Headache",
            "Hospital employee",
            "Former employee",
            "seen at home, cashier at night",
            "TRANSFERRED TO ICU WITH COUGH",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
