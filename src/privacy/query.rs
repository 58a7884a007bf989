//! Rewrites the question over a closed vocabulary.
//!
//! A word leaves only if the closed [`vocabulary`](super::vocabulary) lets it. A patient's name becomes the pseudonym, a date
//! "that day". A time that counts from now becomes "that time": whoever reads the question knows when it was asked, and could
//! count from there to the days of all that is told beside it. Everything else, numbers among it, is withheld: where it is known what
//! it is, neutral words of a closed list stand for it ("that doctor", "that place"), else an ellipsis. The person sees which words, and
//! why. Where little would be left, a question of our own words stands for it.

use crate::clearance::{Composer, Operator, Original, Source, SpanMap};
use crate::document::{EntityType, PatientIndex};
use crate::privacy::number_words::number_words;
use crate::privacy::vocabulary::{Decision, Reason, Vocabulary};
use crate::question::{Focus, Plan, period, vocabulary};
use crate::span::{Question, Span};

/// The rewritten question and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// The rewritten question with the sources of its words.
    pub map: SpanMap,
    /// The words that were withheld.
    pub withheld: Vec<Span<Question>>,
}

/// What becomes of a word.
enum Fate {
    /// It leaves in lower case, by this operation.
    Kept(Span<Question>, Operator, String),
    /// A patient's name.
    Pseudonym(Span<Question>, String),
    /// A date; our words for it.
    Date(Span<Question>, &'static str),
    /// It stays; what may stand for it, where it is known what it is.
    Withheld(Span<Question>, Option<StandIn>),
}

impl Fate {
    /// Returns where it stands in the question.
    fn span(&self) -> Span<Question> {
        let (Fate::Kept(span, ..) | Fate::Pseudonym(span, _) | Fate::Date(span, _) | Fate::Withheld(span, _)) = self;
        *span
    }
}

/// Neutral words for what stays: for the first, and for another one of the same kind.
type StandIn = (&'static str, &'static str);

const SOMEBODY: StandIn = ("somebody", "somebody else");
const DOCTOR: StandIn = ("that doctor", "another doctor");
const PLACE: StandIn = ("that place", "another place");
const HOSPITAL: StandIn = ("that hospital", "another hospital");
const NUMBER: StandIn = ("that number", "another number");
const ADDRESS: StandIn = ("that address", "another address");
const AGE: StandIn = ("that age", "another age");
/// Words before a name that say that it is a doctor's.
const TITLES: &[&str] = &["dr", "doctor"];

/// Returns what may stand for what stays for `reason`; `None` where that says not what it is.
fn stand_in(reason: Reason) -> Option<StandIn> {
    match reason {
        Reason::Name => Some(SOMEBODY),
        Reason::Place => Some(PLACE),
        Reason::Number => Some(NUMBER),
        Reason::Age => Some(AGE),
        Reason::KnownAnswer { entity_type } | Reason::Identifier { entity_type } => match entity_type {
            EntityType::Person => Some(SOMEBODY),
            EntityType::Location => Some(PLACE),
            EntityType::Hospital => Some(HOSPITAL),
            EntityType::Email | EntityType::Url | EntityType::Ip => Some(ADDRESS),
            EntityType::Age => Some(AGE),
            EntityType::Phone
            | EntityType::Fax
            | EntityType::SocialSecurity
            | EntityType::MedicalRecord
            | EntityType::HealthPlan
            | EntityType::Account
            | EntityType::License
            | EntityType::NationalId
            | EntityType::Id => Some(NUMBER),
            EntityType::Organization
            | EntityType::Room
            | EntityType::Date
            | EntityType::Vehicle
            | EntityType::Device
            | EntityType::Biometric
            | EntityType::Username
            | EntityType::Occupation => None,
        },
        Reason::ByHand
        | Reason::Time
        | Reason::Script
        | Reason::PerhapsName
        | Reason::Region
        | Reason::Unknown
        | Reason::NoLexicon
        | Reason::Instruction { .. } => None,
    }
}

/// Returns what may stand for two neighbours of which each has its own: for an address its place, not its number.
fn together(a: Option<StandIn>, b: Option<StandIn>) -> Option<StandIn> {
    match (a?, b?) {
        (a, b) if a == b => Some(a),
        (NUMBER, PLACE) | (PLACE, NUMBER) => Some(PLACE),
        _ => None,
    }
}

/// Returns `question` rewritten over `words`; `pseudonym` gives the stand-in for a patient, or `None` for one without facts
/// in this request.
pub fn rewrite(
    question: &str,
    plan: &Plan,
    words: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Query {
    let fates = fates(question, plan, words, pseudonym);
    let withheld = fates.iter().filter_map(|fate| match fate {
        Fate::Withheld(span, _) | Fate::Date(span, _) => Some(*span),
        Fate::Kept(..) | Fate::Pseudonym(..) => None,
    });
    let withheld: Vec<Span<Question>> = withheld.collect();
    let telling = |fate: &&Fate| match fate {
        Fate::Kept(_, _, word) => !vocabulary::is_everyday(word),
        Fate::Pseudonym(..) | Fate::Date(..) | Fate::Withheld(..) => false,
    };
    let told = fates.iter().filter(telling).count();
    let lost =
        fates.iter().filter(|fate| matches!(fate, Fate::Withheld(span, _) if has_letter(question, *span))).count();
    let is_stump = lost > 0 && (told == 0 || lost * 2 > fates.len());
    let map = if fates.is_empty() || is_stump {
        let words: Vec<&Fate> = fates.iter().filter(telling).collect();
        plainly(question, plan, &words)
    } else {
        closely(question, &fates)
    };
    Query { map, withheld }
}

/// Returns whether a word stands at `span` that is no number, in digits or in words.
fn has_letter(question: &str, span: Span<Question>) -> bool {
    span.of(question).is_some_and(|word| word.contains(char::is_alphabetic) && number_words(word).is_empty())
}

/// Returns what becomes of each word, of a name and of a date as a whole.
fn fates(
    question: &str,
    plan: &Plan,
    words: &Vocabulary<'_>,
    pseudonym: impl Fn(PatientIndex) -> Option<String>,
) -> Vec<Fate> {
    let mut fates: Vec<Fate> = Vec::new();
    let mut said: Option<Span<Question>> = None;
    let (mut later, mut before) = (false, "");
    for word in &plan.words {
        if said.is_some_and(|said| said.overlaps(word.span)) {
            continue;
        }
        if let Some(mention) = plan.mentions.iter().find(|mention| mention.span.overlaps(word.span)) {
            said = Some(mention.span);
            let shared = plan.mentions.iter().filter(|other| other.span == mention.span).count() > 1;
            fates.push(match pseudonym(mention.patient).filter(|_| !shared) {
                Some(name) => Fate::Pseudonym(mention.span, name),
                None => Fate::Withheld(mention.span, None),
            });
        } else if let Some(date) = plan.dates.iter().find(|date| date.overlaps(word.span)) {
            said = Some(*date);
            let is_led = LEADS.contains(&before);
            fates.push(Fate::Date(*date, words_for(date.of(question).unwrap_or_default(), later, is_led)));
            later = true;
        } else {
            fates.push(match words.decide(word) {
                Decision::Leaves(operator, text) => Fate::Kept(word.span, operator, text),
                // "Eat somebody" would say that a food is somebody's name.
                Decision::Stays(_) if words.is_name_as_word(word) => Fate::Withheld(word.span, None),
                Decision::Stays(reason) => Fate::Withheld(word.span, stand_in(reason)),
            });
        }
        before = &word.lower;
    }
    fates
}

/// Words before a time that lead to it: behind others it needs an "at".
const LEADS: &[&str] = &[
    "about", "after", "and", "around", "at", "before", "between", "by", "during", "for", "from", "in", "of", "on",
    "or", "over", "since", "through", "till", "to", "until", "up", "within",
];

/// Returns our words for the time `text`, which is the first of the question or a `later` one; `is_led` is whether what stands before
/// leads to it. Only a date with its year is called a day, month or year.
fn words_for(text: &str, later: bool, is_led: bool) -> &'static str {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !matches!(*part, "" | "the" | "of"));
    let parts: Vec<&str> = parts.collect();
    let is_year = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_of_date = |part: &str| {
        let ordinal = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_counted = ordinal.len() < part.len() && matches!(ordinal, "" | "st" | "nd" | "rd" | "th");
        is_counted || period::month(part).is_some()
    };
    if !parts.iter().any(|part| is_year(part)) || !parts.iter().all(|part| is_of_date(part)) {
        return match (later, is_led) {
            (false, true) => "that time",
            (false, false) => "at that time",
            (true, true) => "another time",
            (true, false) => "at another time",
        };
    }
    match (parts.len(), later) {
        (1, false) => "that year",
        (1, true) => "another year",
        (2, false) => "that month",
        (2, true) => "another month",
        (_, false) => "that day",
        (_, true) => "another day",
    }
}

fn original(question: &str, span: Span<Question>) -> Vec<Original> {
    vec![Original { text: span.of(question).unwrap_or_default().to_owned(), source: Source::Question { span } }]
}

/// Writes the question as it stands, with neutral words or an ellipsis for each run of words that stay.
fn closely(question: &str, fates: &[Fate]) -> SpanMap {
    let mut composer = Composer::new();
    let mut last: Option<Span<Question>> = None;
    let mut stood_for: Vec<(String, StandIn)> = Vec::new();
    let mut rest = fates;
    while let [fate, behind @ ..] = rest {
        // A doctor's name and its title are one.
        let is_titled = matches!(fate, Fate::Kept(_, _, word) if TITLES.contains(&word.as_str()))
            && matches!(behind.first(), Some(Fate::Withheld(_, Some(SOMEBODY))));
        let run = run(if is_titled { behind } else { rest });
        rest = rest.get((run.len() + usize::from(is_titled)).max(1)..).unwrap_or_default();
        let span = fate.span();
        if let Some(last) = last {
            let gap = question.get(last.end()..span.start()).unwrap_or_default();
            if gap.starts_with("'s") || gap.starts_with("’s") {
                composer.template("'s");
            }
            composer.template(match gap.trim_start_matches("'s").trim_start_matches("’s").chars().next() {
                Some(',') => ", ",
                Some('?' | '!' | '.') => ". ",
                Some(':' | ';') => "; ",
                _ => " ",
            });
        }
        last = Some(span);
        match fate {
            Fate::Kept(span, operator, word) if !is_titled => {
                composer.write(*operator, word, original(question, *span));
            }
            Fate::Pseudonym(span, name) => {
                composer.write(Operator::Pseudonym, name, original(question, *span));
            }
            Fate::Date(_, words) => {
                composer.template(words);
            }
            Fate::Kept(..) | Fate::Withheld(..) => {
                composer.template(stands_for(question, run, is_titled, &mut stood_for));
                last = run.last().map(|fate| fate.span()).or(last);
            }
        }
    }
    composer.template("?");
    composer.finish()
}

/// Returns the words that stay at the beginning of `fates`.
fn run(fates: &[Fate]) -> &[Fate] {
    let length = fates.iter().take_while(|fate| matches!(fate, Fate::Withheld(..))).count();
    fates.get(..length).unwrap_or_default()
}

/// Returns what stands for `run`, of a doctor where it `is_titled`: the same for what was asked about before in the same words, as `stood_for`
/// has it, other words for another of its kind.
fn stands_for(question: &str, run: &[Fate], is_titled: bool, stood_for: &mut Vec<(String, StandIn)>) -> &'static str {
    let own = |fate: &Fate| match fate {
        Fate::Withheld(_, stand_in) => *stand_in,
        Fate::Kept(..) | Fate::Pseudonym(..) | Fate::Date(..) => None,
    };
    let first = run.first().and_then(own);
    let Some(all) = run.iter().map(own).fold(first, together) else { return "…" };
    let all = if is_titled { DOCTOR } else { all };
    let said: Vec<&str> = run.iter().filter_map(|fate| fate.span().of(question)).collect();
    let said = said.join(" ").to_lowercase();
    let known: Vec<&String> = stood_for.iter().filter(|(_, other)| *other == all).map(|(text, _)| text).collect();
    match known.iter().position(|text| **text == said) {
        Some(0) => all.0,
        // Of three one does not know which the second was.
        Some(1) => all.1,
        None if known.is_empty() => {
            stood_for.push((said, all));
            all.0
        }
        None if known.len() == 1 => {
            stood_for.push((said, all));
            all.1
        }
        _ => "…",
    }
}

/// Writes a question of our own about those `words` that may leave.
fn plainly(question: &str, plan: &Plan, words: &[&Fate]) -> SpanMap {
    let mut composer = Composer::new();
    composer.template(match (plan.focus, words.is_empty()) {
        (Focus::Latest, true) => "What is the newest entry, and when was it?",
        (Focus::First, true) => "What is the oldest entry, and when was it?",
        (Focus::Course, true) => "How did this change over time?",
        (Focus::Unsaid, true) => "What do the passages say?",
        (Focus::Latest, false) => "What is the newest entry about ",
        (Focus::First, false) => "What is the oldest entry about ",
        (Focus::Course, false) => "How did this change over time: ",
        (Focus::Unsaid, false) => "What do the passages say about ",
    });
    for (index, fate) in words.iter().enumerate() {
        if let Fate::Kept(span, operator, word) = fate {
            composer.template(if index == 0 { "" } else { " " });
            composer.write(*operator, word, original(question, *span));
        }
    }
    composer.template(if words.is_empty() { "" } else { "?" });
    composer.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::civil::Date;

    use super::*;
    use crate::clearance::KnownAnswers;
    use crate::document::{EntityType, Identifier, Patient, Records};
    use crate::index::analyze;
    use crate::privacy::lexicon::{Lexicon, Traits};
    use crate::privacy::vocabulary::Sources;
    use crate::question::concepts;
    use crate::retrieve::narrow::Narrowing;

    fn patient(name: &str) -> Patient {
        Patient { id: name.into(), name: name.into(), family: name.into(), birth: None, death: None, gender: None }
    }

    fn rewritten(question: &str, terms: &[&str]) -> (String, Vec<String>) {
        let plan = Plan::new(question, &[patient("Amara Okafor"), patient("John Okafor")]);
        let terms: Vec<String> = terms.iter().map(|term| (*term).to_owned()).collect();
        let sources = Sources::default();
        let words = Vocabulary::new(question, &plan, &terms, &sources);
        let query = rewrite(question, &plan, &words, |patient| Some(format!("Patient K{}", patient.0 + 2)));
        let withheld = query.withheld.iter().map(|span| span.of(question).unwrap().to_owned()).collect();
        (query.map.text().to_owned(), withheld)
    }

    #[test]
    fn names_numbers_and_unknown_words_do_not_leave() {
        let (query, withheld) = rewritten(
            "Did Dr Gleason say on 3 March 2019 that Amara Okafor's metformin (MRN 77-1234) was stopped?",
            &["Metformin 500 MG"],
        );
        assert_eq!(query, "did that doctor say on that day that Patient K2's metformin … was stopped?");
        for word in ["Gleason", "3 March 2019", "MRN", "77-1234"] {
            assert!(withheld.contains(&word.to_owned()), "{word}: {withheld:?}");
        }
    }

    #[test]
    fn a_number_in_words_does_not_leave_and_a_name_written_as_a_word_has_no_stand_in() {
        assert_eq!(rewritten("was my sugar two hundred and twelve?", &["Sugar"]).0, "was my sugar that number?");
        assert!(rewritten("is it two tablets of my weight?", &["Weight", "Tablets"]).0.contains("two"));
        let question = "should I eat rice or see Rice at dinner?";
        let known =
            KnownAnswers::new(&[Identifier { text: "Rice".into(), entity_type: EntityType::Person, patient: None }])
                .unwrap();
        let lexicon =
            Lexicon::of(question.split(' ').map(|word| (word.trim_end_matches('?').to_lowercase(), Traits::COMMON)));
        let plan = Plan::new(question, &[]);
        let sources = Sources { known: Some(&known), lexicon: Some(&lexicon), ..Sources::default() };
        let words = Vocabulary::new(question, &plan, &[], &sources);
        let query = rewrite(question, &plan, &words, |_| None);
        assert_eq!(query.map.text(), "should i eat … or see somebody at dinner?");
    }

    #[test]
    fn a_name_that_two_patients_share_is_withheld() {
        let (query, withheld) = rewritten("What is Okafor's blood pressure?", &["Blood Pressure"]);
        assert_eq!(query, "what is …'s blood pressure?");
        assert_eq!(withheld, ["Okafor"]);
    }

    #[test]
    fn a_question_of_which_nothing_may_leave_becomes_a_plain_one() {
        assert_eq!(rewritten("Gleason 1234?", &[]).0, "What do the passages say?");
    }

    #[test]
    fn dates_become_words_that_keep_the_question_readable() {
        for (question, expected) in [
            ("What was my weight in 2021?", "what was my weight in that year?"),
            ("Weight between March 2019 and 3 May 2020", "weight between that month and another day?"),
            ("How did my INR change since 2019?", "how did my inr change since that year?"),
        ] {
            assert_eq!(rewritten(question, &[]).0, expected);
        }
    }

    #[test]
    fn a_time_that_counts_from_now_leaves_as_that_time() {
        let records = Records::default();
        let today = Some(Date::constant(2024, 9, 1));
        for (question, expected, kept) in [
            ("What was my weight last year?", "what was my weight at that time?", &["last year"][..]),
            ("Weight in the past 6 months", "weight in that time?", &["the past 6 months"]),
            ("Weight over the last two years", "weight over that time?", &["the last two years"]),
            (
                "How did my weight change since last month?",
                "how did my weight change since that time?",
                &["last month"],
            ),
            ("my weight two years ago", "my weight at that time?", &["two years ago"]),
            ("Yesterday, what was my weight?", "at that time, what was my weight?", &["Yesterday"]),
            ("weight between 2015 and last year", "weight between that year and another time?", &["2015", "last year"]),
            ("weight last year or yesterday", "weight at that time or another time?", &["last year", "yesterday"]),
            ("weight in the summer of 2018", "weight in that time?", &["the summer of 2018"]),
            ("weight in March", "weight in that time?", &["March"]),
            ("weight in the 1990s", "weight in that time?", &["the 1990s"]),
            ("weight on the 3rd of March 2019", "weight on that day?", &["the 3rd of March 2019"]),
        ] {
            let plan = Narrowing::read(question, &records, None, today, &BTreeSet::new()).plan;
            let sources = Sources::default();
            let words = Vocabulary::new(question, &plan, &[], &sources);
            let query = rewrite(question, &plan, &words, |_| None);
            assert_eq!(query.map.text(), expected, "{question}");
            let held: Vec<&str> = query.withheld.iter().map(|span| span.of(question).unwrap()).collect();
            assert_eq!(held, kept, "{question}");
            assert!(query.withheld.iter().all(|span| !words.withheld(*span).reason.may_be_allowed()), "{question}");
        }
    }

    #[test]
    fn neutral_words_stand_for_what_is_known_to_be_a_person_a_place_or_a_number() {
        let names =
            [("Gleason", EntityType::Person), ("Haley", EntityType::Person), ("Westbrook", EntityType::Location)];
        let names = names.map(|(text, entity_type)| Identifier { text: text.into(), entity_type, patient: None });
        let known = KnownAnswers::new(&names).unwrap();
        let sources = Sources { known: Some(&known), ..Sources::default() };
        for (question, expected) in [
            ("Did Dr. Gleason stop my metformin?", "did that doctor stop my metformin?"),
            (
                "Did Dr Gleason or Dr Haley stop my metformin, Dr Gleason?",
                "did that doctor or another doctor stop my metformin, that doctor?",
            ),
            ("Was Haley's weight changed in Westbrook?", "was somebody's weight changed in that place?"),
            ("Did Gleason and Haley say my weight?", "did somebody and somebody else say my weight?"),
            ("Was my weight above 140?", "was my weight above that number?"),
            (
                "Was my weight above 140, and not 150 or 160?",
                "was my weight above that number, and not another number or …?",
            ),
            ("Was my weight changed in Westbrook 140?", "was my weight changed in that place?"),
            ("Is zorblaxine good for my weight?", "is … good for my weight?"),
        ] {
            let plan = Plan::new(question, &[]);
            let query = rewrite(question, &plan, &Vocabulary::new(question, &plan, &[], &sources), |_| None);
            assert_eq!(query.map.text(), expected, "{question}");
            assert!(!query.withheld.is_empty());
        }
    }

    #[test]
    fn a_stump_becomes_a_question_of_our_own() {
        assert_eq!(
            rewritten("Gleason Haley Krystyna Zebulon: last metformin tablets?", &["Metformin"]).0,
            "What is the newest entry about metformin tablets?"
        );
        assert_eq!(rewritten("Gleason Haley ever since?", &[]).0, "How did this change over time?");
    }

    #[test]
    fn a_word_of_the_vocabulary_that_is_used_as_a_name_stays() {
        let names = [Identifier { text: "Rose Rice".into(), entity_type: EntityType::Person, patient: None }];
        let known = KnownAnswers::new(&names).unwrap();
        let sources = Sources { known: Some(&known), ..Sources::default() };
        let query = |question: &str| {
            let plan = Plan::new(question, &[]);
            let terms = ["Allergy to rice".to_owned(), "Fracture of hand".to_owned()];
            let query = rewrite(question, &plan, &Vocabulary::new(question, &plan, &terms, &sources), |_| None);
            query.map.text().to_owned()
        };
        assert_eq!(query("Did Dr Hand see my hand?"), "did that doctor see my hand?");
        assert_eq!(query("Did Rice say that rice is bad?"), "did somebody say that rice is bad?");
        assert_eq!(query("did dr rice call about my hand"), "did that doctor call about my hand?");
        assert_eq!(query("Is my neighbour Long allergic to rice?"), "is my … allergic to rice?");
    }

    #[test]
    fn other_forms_of_a_word_that_leaves_leave() {
        assert_eq!(
            rewritten("my last blood pressures, please", &["Blood Pressure"]).0,
            "my last blood pressures, please?"
        );
    }

    proptest::proptest! {
        #[test]
        fn what_leaves_is_template_or_vocabulary(question in "\\PC{0,80}") {
            let (query, _) = rewritten(&question, &["Body Weight"]);
            let plan = Plan::new(&question, &[]);
            for word in query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let word = word.to_lowercase();
                let ours = ["patient", "k2", "k3", "newest", "entry", "oldest", "passages", "that", "another", "s", "time", "number", "somebody", "age", "doctor", "place", "else"];
                let known = vocabulary::is_everyday(&word) || vocabulary::is_of_care(&word) || concepts::is_known(&word);
                let of_term = analyze::term(&word).is_some_and(|term| ["bodi", "weight"].contains(&term.as_str()));
                proptest::prop_assert!(known || of_term || ours.contains(&word.as_str()), "{word}");
            }
            proptest::prop_assert!(plan.words.len() < 200);
        }
    }
}
