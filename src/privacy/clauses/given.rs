//! What a note gives to people, by the words before it: "called hope", "nurse price", "son of bill", "works for apple", "badge 441". A
//! common word is somebody's there, too, and stays.
//!
//! Where only the word list can tell ("her son bill", not "her son coughs"), a word stays that is a name as well. A question gives the same
//! to people, and is read by the same rules.

mod banner;
mod celled;
mod firms;
mod labelled;
mod numbered;
mod ordinary;
mod roles;

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

pub(super) use self::banner::{Banner, banners};
pub(super) use self::numbered::is_given;
use crate::privacy::cells::cells;
use crate::privacy::lexicon::Traits;
use crate::privacy::relations::RELATIONS;
use crate::question::vocabulary;

/// Most words of where somebody works or lives.
const MAX_WORDS: usize = 6;
/// Fewest words that are digits one by one, where no "double" is among them.
const MIN_DIGITS: usize = 5;

/// Words that are no name wherever they stand.
#[rustfmt::skip] // words of one kind, in a few lines
const NEVER: &[&str] = &[
    "a", "an", "the", "and", "or", "but", "not", "no", "is", "was", "are", "were", "be", "been", "has", "had", "have", "does", "did", "do", "with", "without", "who", "whom", "of", "for", "to",
    "from", "in", "on", "at", "by", "as", "if", "then", "than", "that", "this", "these", "those", "her", "his", "their", "my", "our", "your", "its", "he", "she", "they", "it", "we", "i", "you",
    "today", "yesterday", "tomorrow", "now", "also", "again", "still", "never", "about", "after", "before", "because", "when", "while", "since", "both", "all", "other", "same", "patient", "pt", "out", "up", "back", "off", "away", "over", "into", "upon", "unknown", "said", "says", "will",
];
/// Words behind a relation or a role that go on with it, though people are called so as well.
#[rustfmt::skip] // words of one kind, in a few lines
const GOING_ON: &[&str] = &[
    "will", "may", "can", "could", "would", "should", "might", "must", "case", "care", "page", "call", "calls", "called", "visit", "manager", "line", "note", "notes", "station", "led", "home",
    "in", "law", "cough", "coughs", "pain", "sick", "well", "young", "read", "reads", "checks", "check", "age", "early", "late", "love", "wanted", "needs",
];
/// Words of questions behind a doctor or a relation that say what those do: "did my doctor say", "what did the nurse order".
#[rustfmt::skip] // words of one kind, in a few lines
const ASKED: &[&str] = &[
    "say", "says", "said", "order", "mean", "means", "mention", "see", "sees", "seen", "saw", "give", "gave", "given", "get", "getting", "got", "go", "goes", "going", "gone", "went", "come", "comes",
    "keep", "look", "made", "make", "put", "plan", "record", "show", "shows", "start", "tell", "takes", "test", "try", "view", "want", "works", "work", "ask", "began", "begin", "do", "does", "doing", "done",
    "miss", "range", "read", "score", "screen", "cast", "mark", "drain", "drop", "line", "use", "share", "ever", "last", "first", "still", "never", "just", "like", "off", "on", "over", "while", "why", "how", "so", "than", "too", "me", "us", "them", "she", "you",
];
/// Words of medicine and of what befalls people behind a relation that are given names as well, and hardly there.
#[rustfmt::skip] // words of one kind, in a few lines
const BEFALLING: &[&str] = &[
    "able", "all", "alcohol", "as", "be", "blind", "bowel", "burn", "burns", "carrier", "cheek", "chin", "common", "conception", "current", "daily", "double", "drain", "drum", "dry", "due", "early", "em", "factor", "fall", "falls",
    "field", "finger", "first", "free", "full", "gain", "general", "given", "graft", "gut", "hair", "hall", "hard", "harm", "he", "height", "held", "high", "human", "infant", "kick", "last", "less", "lesser", "lie", "like",
    "lines", "loss", "low", "lower", "made", "main", "major", "marrow", "mass", "minor", "near", "necessary", "needle", "newborn", "odd", "oral", "organ", "pair", "palm", "parent", "passed", "plate",
    "person", "poor", "port", "positive", "post", "primary", "prior", "pulley", "purpura", "reading", "record", "right", "round", "run", "running", "seeds", "self", "service", "severe", "shin", "shock", "short", "sick", "sinus", "small", "smoke", "spell", "spells",
    "staff", "stage", "standing", "stay", "stem", "stiff", "still", "stones", "strain", "struck", "swallow", "sweat", "test", "threat", "thrush", "toe", "tone", "tore", "touch", "true", "unknown", "us", "vital", "walker", "waste", "weeks", "whitlow", "work", "working",
];
/// Whom one works for and where one works, though each word is one of medicine, too.
const EMPLOYERS: &[&str] =
    &["target", "shell", "gap", "subway", "boots", "ford", "chase", "staples", "park", "college", "school", "bank"];
/// Words behind "will", of which it is no verb: "her partner will drove".
#[rustfmt::skip] // words of one kind, in two lines
const BEHIND_WILL: &[&str] = &[
    "drove", "had", "was", "were", "is", "said", "told", "went", "came", "took", "gave", "got", "saw", "brought", "found", "felt", "fell", "left", "held", "kept", "knew", "made", "met", "paid", "put", "ran", "sent", "sat", "slept",
    "spoke", "stood", "thought", "took", "woke", "wrote", "and", "or", "who", "with", "at", "in", "by", "did", "could", "would", "can", "began", "drank", "ate", "broke", "bought", "chose", "lost", "rang",
];
/// What an address of a letter or a page is not, behind its name: "email sent", "email results".
#[rustfmt::skip] // words of one kind, in two lines
const NO_ADDRESS: &[&str] = &[
    "sent", "received", "me", "him", "us", "them", "about", "regarding", "reply", "correspondence", "communication", "consent", "reminder", "reminders", "result", "results", "visit", "message", "messages", "asking",
    "stating", "says", "saying", "reports", "reporting", "requesting", "when", "where", "which", "whether", "it", "or", "how", "so", "too", "instead", "only", "please", "encounter", "contact", "confirmed", "control",
];
/// Words before a colon that head what a note says, though people are called so as well.
#[rustfmt::skip] // words of one kind, in a few lines
const HEADINGS: &[&str] = &[
    "plan", "labs", "lab", "assessment", "impression", "general", "gen", "notes", "note", "course", "meds", "med", "social", "family", "past", "history", "ros", "hpi", "exam", "gait", "tone", "temp", "diet", "code", "status", "home",
    "service", "site", "reason", "person", "patient", "doctor", "nurse", "age", "sex", "race", "summary", "return", "return", "work", "test", "score", "level", "type", "stage", "grade", "dose", "start", "stop", "now", "today", "early", "late",
    "first", "last", "second", "date", "day", "days", "time", "drain", "drains", "line", "lines", "gas", "stool", "bone", "nails", "right", "left", "bed", "room", "ward", "unit", "comment", "case", "goal", "cause", "key", "rate", "sound", "sounds",
    "vital", "vitals", "motor", "mental", "speech", "pain", "other", "others", "also", "yes", "no", "neuro", "psych", "abd", "ext", "resp", "signs", "sign", "procedure", "findings", "review", "systems", "chief", "complaint", "present", "illness", "physical",
    "medical", "surgical", "current", "active", "problem", "problems", "list", "data", "discharge", "admission", "hospital", "clinic", "letter", "letters", "report", "reports", "number", "numbers", "side", "mother", "father", "brother", "sister", "son", "daughter", "uncle", "aunt",
    "cousin", "child", "children", "parent", "parents", "wife", "husband", "partner", "friend", "order", "orders", "record", "records", "reasons", "means", "mean", "range", "trend", "alert", "event", "events", "food", "foods", "water", "light", "sleep", "skin", "smoke", "study", "view", "views",
    "state", "stress", "strength", "sugar", "tests", "times", "total", "trial", "water", "week", "weeks", "year", "years", "month", "months", "morning", "noon", "night", "evening", "english", "french", "male", "female", "man", "woman", "major", "minor", "medicine", "medicines", "name", "names", "place", "point", "points", "post", "power",
];
/// Words that end where somebody works or lives.
#[rustfmt::skip] // words of one kind, in two lines
const ENDING: &[&str] = &[
    "with", "who", "has", "had", "but", "when", "since", "because", "where", "which", "while", "as", "until", "due", "is", "was", "without", "and", "denies", "after", "before", "for", "so", "no",
    "how", "what", "why", "whose", "did", "does", "are", "were", "should", "could", "have",
];
/// Words with which it is no place of its own: "works at night", "lives in a flat".
#[rustfmt::skip] // words of one kind, in a few lines
const NO_PLACE: &[&str] = &[
    "a", "an", "night", "nights", "home", "least", "his", "her", "their", "my", "times", "present", "desk", "full", "part", "own", "assisted", "nursing", "care", "group", "rural", "urban",
    "shelter", "same", "this", "that", "supported", "sheltered", "senior", "residential", "skilled", "independent", "long", "apartment", "house", "flat", "hostel", "room", "town", "city", "poverty",
    "fear", "pain", "facility", "retirement", "hospice", "memory", "basement", "one", "two", "three", "four", "five", "many", "most", "low", "high-rise", "about", "over", "nearly", "more", "some", "ground", "upper", "damp", "several", "years",
    "me", "you", "us", "them", "him", "people", "someone", "somebody", "everyone", "anyone", "weight", "sleep", "losing", "bedtime", "work", "days", "hours", "shift", "shifts", "all", "first", "once",
];

/// Where somebody's own begins, and which words stay there.
struct Form {
    shape: Regex,
    stays: Stays,
}

/// Which words stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stays {
    /// All that is matched.
    All,
    /// The word, whatever it is, and the names behind it.
    Word,
    /// The same behind a title; in a question a word that is a name as well, since "ms" is an illness, too.
    Titled,
    /// The word, where it is a given or a family name as well.
    Name,
    /// The word, where it is a given name as well, and not a word of medicine alone.
    Given,
    /// All to the end of the clause.
    Rest,
    /// The same, where it may be an address.
    Address,
    /// What stands before a colon, where it is of names.
    Head,
    /// All, where it begins with a word that may be the name of a street.
    Street,
    /// The words to the end of what is said of the place.
    Place,
}

macro_rules! word {
    () => {
        r"(?P<it>\p{L}[\p{L}'\u{2019}]*)"
    };
}
macro_rules! digit {
    () => {
        r"(?:o|oh|zero|nought|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|fou?r|fif|six|seven|eigh|nine)ty|hundred|thousand|double|triple|treble)"
    };
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    [
        (concat!(r"(?i)(?-u:\b)(?:is|are|was|were|be|being|am)\s+(?:now\s+|also\s+|usually\s+|better\s+)?(?:called|named|nicknamed)\s+", word!()), Stays::Word),
        (concat!(r"(?i)(?-u:\b)(?:goes\s+by|answers\s+to|(?:sur|fore|user|nick)?names?\s*(?:[:=]|\s-|is|was|are))\s*", word!()), Stays::Word),
        (concat!(r"(?i)(?-u:\b)(?:called|named|known\s+as|aka)\s+", word!()), Stays::Name),
        (concat!(r"(?i)(?-u:\b)(?:(?-i:[Dd]ra?|[Mm]rs?|[Mm]s)|prof|professor|rev)\.?\s+", word!()), Stays::Titled),
        (concat!(r"(?i)(?-u:\b)(?:doctor|nurse|miss|matron|midwife|reverend|pastor|rabbi|imam|judge|officer|captain|sergeant|senator|mayor|bishop|sir|lady|lord|madam|therapist|surgeon|physician|pharmacist|teacher|neighbou?r|friend|roommate|flatmate|colleague|carer)\s+", word!()), Stays::Name),
        // Letters behind a title, and what they stand before: "mrs v d meulen".
        (r"(?i)(?-u:\b)(?:(?-i:[Dd]r|[Mm]rs?|[Mm]s)|miss|prof)\.?\s+(?P<it>\p{L}(?-u:\b)\.?(?:\s*\p{L}(?-u:\b)\.?){0,3}(?:\s+\p{L}+)?)", Stays::All),
        // Digits one by one, or in pairs.
        (concat!(r"(?i)(?-u:\b)(?P<it>", digit!(), r"(?:[\s,-]+", digit!(), r"){2,})(?-u:\b)"), Stays::All),
        // A height.
        (concat!(r"(?i)(?-u:\b)(?P<it>(?:[3-7]|three|four|five|six|seven)[\s-]+(?:foot|feet|ft)\.?[\s-]+(?:and\s+)?(?:[0-9]{1,2}|", digit!(), r"))(?-u:\b)"), Stays::All),
        (concat!(r"(?i)(?-u:\b)(?:flat|apartment|apt|number|house)\.?\s+(?:[0-9]+|", digit!(), r")\s*,\s*(?P<it>the\s+\p{L}+(?:\s+\p{L}+)?)\s*(?:[,.;\n]|$)"), Stays::All),
        (r"(?i)(?-u:\b)(?P<it>\p{L}+\s+(?:street|lane|avenue|crescent|terrace))(?-u:\b)", Stays::Street),
        (r"(?i)(?-u:\b)(?P<it>royal\s+\p{L}+)", Stays::All),
        (r"(?i)(?-u:\b)(?:user\s?names?|user\s+ids?|passwords?|passcodes?|passports?|vins?|(?:record|chart)\s+(?:numbers?|no)|(?:licen[cs]e|number|registration|reg|car|vehicle)\s+plates?|plate\s+(?:numbers?|no))(?-u:\b)(?:\s+(?:number|no|nr|code|is|was)(?-u:\b))*[\s.:=#-]+(?P<it>(?:[^.;,?!\n]|\.\S)+)", Stays::Rest),
        (r"(?i)(?-u:\b)(?:e-?mails?|web\s?sites?|home\s?pages?)(?:\s+address(?:es)?)?(?:\s+(?:is|was)(?-u:\b))?[\s:=-]+(?P<it>(?:[^.;,?!\n]|\.\S)+)", Stays::Address),
        (r"(?:^|[.;!?\n])[ \t]*(?P<it>\p{Lu}[\p{L}'\u{2019}-]+(?:[ \t]+\p{Lu}[\p{L}.'\u{2019}-]*){0,3})[ \t]*:", Stays::Head),
        (concat!(r"(?i)(?:^|[.;!?\n|])[ \t-]*(?:(?:patient|contact|full|first|last|given|family|middle|maiden|preferred)\s+)?names?\s+", word!()), Stays::Name),
        (r"(?i)(?-u:\b)(?:works?|worked|working|employed)\s+(?:at|for|by)\s+(?P<it>\p{L}[^.;,(\n]*(?:,\s*(?:and\s+)?(?:then\s+)?(?:at|for)\s+[^.;,(\n]*)*)", Stays::Place),
        (r"(?i)(?-u:\b)(?:lives?|lived|living|resides?|residing)\s+(?:at|in|on|near)\s+(?P<it>\p{L}[^.;,(\n]*)", Stays::Place),
    ]
    .into_iter()
    .filter_map(|(shape, stays)| Regex::new(shape).ok().map(|shape| Form { shape, stays }))
    .chain(relations())
    .collect()
});
/// How many forms there are; with fewer nothing would be sure.
const ALL_FORMS: usize = 19;

/// Returns the forms with a relation: "her son bill", "son of bill".
fn relations() -> impl Iterator<Item = Form> {
    let of = RELATIONS.join("|");
    let shape = |behind: &str| [r"(?i)(?-u:\b)(?:", of.as_str(), behind, word!()].concat();
    let forms = [(shape(r")\s+"), Stays::Given), (shape(r")s?\s+of\s+"), Stays::Name)];
    forms.into_iter().filter_map(|(shape, stays)| Regex::new(&shape).ok().map(|shape| Form { shape, stays }))
}

/// Returns the bytes of `text`, of a note, that are somebody's by what stands before them. `traits` says what is known of a word in small letters.
pub(super) fn held(text: &str, traits: impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    held_but(text, traits, &[])
}

/// The same of a question, which asks as well what doctors and relations do.
pub(in crate::privacy) fn held_of_question(text: &str, traits: impl Fn(&str) -> Traits) -> Vec<Range<usize>> {
    held_but(text, |word| if ASKED.contains(&word) { Traits::COMMON } else { traits(word) }, ASKED)
}

/// Returns the bytes of `text` that are somebody's, where those do not begin with one of the words `spared`.
fn held_but(text: &str, traits: impl Fn(&str) -> Traits, spared: &[&str]) -> Vec<Range<usize>> {
    if FORMS.len() < ALL_FORMS {
        return std::iter::once(0..text.len()).collect();
    }
    // A question asks as well what those do, and of what: there these would hold too much.
    let is_note = spared.is_empty();
    let said = |text: &str| -> Vec<Range<usize>> {
        let of = |form: &Form| -> Vec<Range<usize>> {
            form.shape.captures_iter(text).filter_map(|found| form.held(text, &found, &traits, spared)).collect()
        };
        let mut found: Vec<Range<usize>> = FORMS.iter().flat_map(of).collect();
        if is_note {
            found.extend(roles::held(text, &traits));
        }
        found
    };
    let mut held = said(text);
    if is_note {
        held.extend(labelled::held(text, &traits));
        held.extend(firms::held(text, &traits));
        held.extend(numbered::held(text));
    } else {
        held.extend(firms::held_of_question(text, &traits));
    }
    held.extend(banners(text, &traits).into_iter().map(|banner| banner.range));
    for cell in cells(text) {
        held.extend(celled::held(text, &cell, &traits));
        // Where a label is, a form finds what it would find behind a space.
        let joined = cell.joined(text, " ");
        held.extend(said(&joined.text).iter().filter_map(|range| joined.place(range)));
    }
    held
}

impl Form {
    /// Returns what of `found` in `text` is somebody's.
    fn held(
        &self,
        text: &str,
        found: &Captures<'_>,
        traits: &impl Fn(&str) -> Traits,
        spared: &[&str],
    ) -> Option<Range<usize>> {
        let it = found.name("it")?;
        let lower = it.as_str().to_lowercase();
        let name = Traits::GIVEN_NAME | Traits::FAMILY_NAME;
        let is_never = NEVER.contains(&lower.as_str());
        let is_spared = spared.contains(&lower.as_str());
        let is_going_on = || is_never || is_spared || GOING_ON.contains(&lower.as_str());
        match self.stays {
            Stays::All => (!is_number(it.as_str())).then_some(it.range()),
            Stays::Word => (!is_never).then(|| it.start()..names_to(text, it.end(), traits)),
            Stays::Titled => {
                let may_be =
                    spared.is_empty() || !is_spared && (traits(&lower).is(name) || traits(&lower).is_unknown());
                (!is_never && may_be).then(|| it.start()..names_to(text, it.end(), traits))
            }
            Stays::Name => {
                (!is_going_on() && traits(&lower).is(name)).then(|| it.start()..names_to(text, it.end(), traits))
            }
            Stays::Given => {
                let known = traits(&lower);
                let is_name = known.is(Traits::GIVEN_NAME) && !known.is(Traits::DRUG) && may_be_name(&lower, known);
                let is_will = lower == "will" && is_no_verb(text.get(it.end()..).unwrap_or_default(), traits);
                (is_will || is_name && !is_going_on()).then(|| it.start()..names_to(text, it.end(), traits))
            }
            Stays::Street => {
                let first = lower.split_whitespace().next().unwrap_or_default();
                (!NEVER.contains(&first) && !matches!(first, "across" | "down" | "up" | "busy")).then_some(it.range())
            }
            Stays::Place => {
                let lead = text.get(found.get(0)?.start()..it.start()).unwrap_or_default().trim_end().to_lowercase();
                let is_at_work = lead.starts_with("w") && lead.ends_with("at");
                place(it.as_str(), is_at_work, traits).map(|length| it.start()..it.start() + length)
            }
            Stays::Rest => Some(it.range()),
            Stays::Address => is_address(&lower).then_some(it.range()),
            Stays::Head => is_of_names(it.as_str(), traits).then_some(it.range()),
        }
    }
}

/// Returns whether `word`, of which `known` is known that it is a name, may stand as one: it is no word of medicine, or an everyday word that
/// is said of nobody's health.
fn may_be_name(word: &str, known: Traits) -> bool {
    !known.is(Traits::MEDICAL)
        || known.is(Traits::COMMON) && !vocabulary::is_of_care(word) && !BEFALLING.contains(&word)
}

/// Returns whether "will" before `rest` is somebody's name: what follows is no verb that it leads.
fn is_no_verb(rest: &str, traits: &impl Fn(&str) -> Traits) -> bool {
    let Some(behind) = rest.strip_prefix(' ') else { return true };
    let word = behind.split(|sign: char| !sign.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let known = traits(&word);
    let is_name = known.is(Traits::FAMILY_NAME) && !vocabulary::is_everyday(&word) && may_be_name(&word, known);
    let is_past = word.ends_with("ed") && !word.ends_with("eed");
    let is_third = word.ends_with('s') && !word.ends_with("ss") && !matches!(word.as_str(), "focus" | "always");
    word.is_empty() || is_name || is_past || is_third || BEHIND_WILL.contains(&word.as_str())
}

/// Returns whether `said`, in small letters behind "email" or "website", may be one.
fn is_address(said: &str) -> bool {
    let first = said.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    let is_other = [NEVER, NO_ADDRESS].iter().any(|words| words.contains(&first)) || vocabulary::is_of_care(first);
    said.contains('@') || !is_other
}

/// Returns whether `label`, before a colon, is of names and no heading: "Hope Okafor", "Price".
fn is_of_names(label: &str, traits: &impl Fn(&str) -> Traits) -> bool {
    let is_heading = |word: &str| {
        HEADINGS.contains(&word)
            || BEFALLING.contains(&word)
            || vocabulary::is_of_care(word)
            || NEVER.contains(&word) && word != "will"
    };
    let words = label.split_whitespace().map(|word| word.trim_end_matches('.').to_lowercase());
    let words: Vec<String> = words.collect();
    let is_name = |word: &String| {
        let known = traits(word);
        word.chars().count() == 1 || known.is_unknown() || known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
    };
    let is_shouted = !label.contains(char::is_lowercase) && words.len() < 2;
    !is_shouted
        && words.iter().all(|word| !is_heading(word) && is_name(word))
        && words.iter().any(|word| word.len() > 1)
}

/// Returns whether `run` is a number in words rather than digits one by one: "two hundred twelve".
fn is_number(run: &str) -> bool {
    let lower = run.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let is_of_digits = |word: &&&str| matches!(**word, "o" | "oh" | "double" | "triple" | "treble" | "zero" | "nought");
    let is_digit = |word: &&str| NUMBERS.as_ref().is_some_and(|numbers| numbers.is_match(word));
    words.iter().all(is_digit) && words.iter().filter(is_of_digits).count() < 1 && words.len() < MIN_DIGITS
}

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(concat!("^", digit!(), "$")).ok());

/// Returns the end of the names that follow in `text` behind `end`, each behind one space: "summer rivers".
fn names_to(text: &str, end: usize, traits: &impl Fn(&str) -> Traits) -> usize {
    let mut end = end;
    while let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix(' ')) {
        let word = rest.split(|sign: char| !sign.is_alphabetic()).next().unwrap_or_default();
        let lower = word.to_lowercase();
        let known = traits(&lower);
        let is_name = known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && may_be_name(&lower, known);
        if word.is_empty() || !is_name || NEVER.contains(&lower.as_str()) || GOING_ON.contains(&lower.as_str()) {
            break;
        }
        end += 1 + word.len();
    }
    end
}

/// Returns how many bytes of `said`, behind "works at", where it `is_at_work`, "works for" or "lives in", say where; `None` where that is no
/// place of its own.
fn place(said: &str, is_at_work: bool, traits: &impl Fn(&str) -> Traits) -> Option<usize> {
    let mut words = said.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.find(|word| !word.eq_ignore_ascii_case("the"))?.to_lowercase();
    let known = traits(&first);
    let is_name = known.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME) && may_be_name(&first, known);
    // What works for a headache is a medicine.
    let is_of_medicine = known.is(Traits::MEDICAL) && !is_at_work && !is_name && !EMPLOYERS.contains(&first.as_str());
    if NO_PLACE.contains(&first.as_str()) || is_of_medicine {
        return None;
    }
    let (mut length, mut at, mut words) = (0, 0, 0);
    for word in said.split_inclusive(char::is_whitespace) {
        let bare = word.trim().to_lowercase();
        let is_joined = bare == "and" || bare == "for" || bare == "at";
        if words >= MAX_WORDS * 2 || ENDING.contains(&bare.as_str()) && !is_joined {
            break;
        }
        at += word.len();
        words += 1;
        if !is_joined {
            length = at - (word.len() - word.trim_end().len());
        }
    }
    (length > 0).then_some(length)
}

#[cfg(test)]
mod tests;
