//! Questions that are answered in two steps: which of two came first, what lies between them, what was so on the day of something, what was
//! prescribed for it, and how an entry marks its value.

use super::clauses::{event_of, named};
use super::contents::{self, Contents};
use super::{Chunks, bare, pattern};

/// A question that is answered in two steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Steps {
    /// Which of two came first, or whether the one came before the other, or after it.
    Order { first: String, second: String, asked: Order },
    /// What was so on the day that `when` asks for; only of an illness where it is one.
    Day { question: String, when: String, is_illness: bool },
    /// How much time lies between the first of the one and of the other.
    Between { first: String, second: String, grain: Unit, follows: bool },
    /// What was prescribed for something, or on the day of it.
    Given { of: String, when: Option<String>, class: Option<String>, is_now: bool },
    /// How long somebody lived after something.
    Lived { after: String, grain: Unit },
    /// What the entries hold whose days `when` asks for.
    Held { when: String, of: Contents },
    /// Whether the entry of what `question` asks for is marked so.
    Marked { question: String, mark: Mark },
}

impl Steps {
    /// Whether the question, read word by word, would be another one.
    pub fn go_before(&self) -> bool {
        !matches!(self, Steps::Day { .. } | Steps::Order { asked: Order::Before | Order::After, .. })
    }

    /// Whether the question may be read word by word where it has no answer in steps.
    pub fn may_be_read(&self) -> bool {
        matches!(self, Steps::Between { .. } | Steps::Held { .. } | Steps::Given { is_now: true, .. })
    }
}

/// What is asked of the order of two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Order {
    Which,
    Last,
    Before,
    After,
}

/// The unit of a time between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Unit {
    Days,
    Weeks,
    Months,
    Years,
}

impl Unit {
    fn of(word: &str) -> Self {
        match word {
            "weeks" => Unit::Weeks,
            "months" => Unit::Months,
            "years" => Unit::Years,
            _ => Unit::Days,
        }
    }
}

/// How a laboratory marks a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Mark {
    Normal,
    High,
    Low,
    /// Any mark but that of a normal value.
    Out,
}

/// Words that say that something was prescribed or handed out.
const GIVEN: &[&str] = &[
    "given",
    "give",
    "gave",
    "prescribe",
    "prescribed",
    "prescription",
    "prescriptions",
    "rx",
    "get",
    "got",
    "started",
    "start",
    "put",
];
/// Words for medicines of any kind.
const MEDICINES: &[&str] = &[
    "medicine",
    "medicines",
    "medication",
    "medications",
    "med",
    "meds",
    "drug",
    "drugs",
    "pill",
    "pills",
    "tablet",
    "tablets",
    "prescription",
    "prescriptions",
    "rx",
];
/// Classes of medicines.
const CLASSES: &[&str] = &[
    "antibiotic",
    "antibiotics",
    "painkiller",
    "painkillers",
    "analgesic",
    "analgesics",
    "opioid",
    "opioids",
    "statin",
    "steroid",
    "steroids",
];
/// What is given and is no medicine.
const OTHER: &[&str] = &[
    "shot",
    "shots",
    "vaccine",
    "vaccines",
    "vaccination",
    "vaccinations",
    "jab",
    "jabs",
    "immunization",
    "immunizations",
    "booster",
    "diagnosis",
    "advice",
    "dr",
    "dose",
    "dosage",
    "many",
    "much",
    "often",
    "when",
];

/// Returns the steps of a question, without marks, that has two.
pub(super) fn steps(chunks: &Chunks) -> Option<Steps> {
    marked(chunks)
        .or_else(|| contents::read(chunks))
        .or_else(|| order(chunks))
        .or_else(|| lived(chunks))
        .or_else(|| between(chunks))
        .or_else(|| given(chunks))
        .or_else(|| day(chunks))
        .or_else(|| with_illness(chunks))
}

fn order(chunks: &Chunks) -> Option<Steps> {
    const FIRST: &str = "^ which|what ?one ?of ?these|them came|was|were|happened|occurred|started|began|did|is ?I ?have|get ?diagnosed|given|done|found|prescribed first|earlier|sooner|earliest ~ or ~ $";
    const LAST: &str = "^ which|what ?one ?of ?these|them came|was|were|happened|occurred|started|began|did|is ?I ?have|get ?diagnosed|given|done|found|prescribed last|later|latest ~ or ~ $";
    const ORDERED: &str = "^ did|was|were|is|had ~ ?come|happen|occur|start|begin|diagnosed|given|done|found|prescribed before|after ?or|and ?before|after ~ $";
    for (pattern, asked) in [(FIRST, Order::Which), (LAST, Order::Last)] {
        if let Some(words) = pattern::captured(pattern, chunks) {
            let (first, second) = (words.get(words.len() - 3)?.clone(), words.last()?.clone());
            return Some(Steps::Order { first, second, asked });
        }
    }
    let words = pattern::captured(ORDERED, chunks)?;
    // "Before or after" asks for no yes or no.
    let is_open = words.get(4).is_some_and(|word| !word.is_empty());
    let asked = if words.get(3).is_some_and(|word| bare(word) == "after") { Order::After } else { Order::Before };
    let (first, second) = (words.get(1)?.clone(), words.last()?.clone());
    (!is_open).then_some(Steps::Order { first, second, asked })
}

/// Reads "how many days from the diagnosis of A to B", "how many weeks between finding A and having it taken out".
fn between(chunks: &Chunks) -> Option<Steps> {
    // Where the unit, the first and the second of the two stand among the words that were met.
    const PATTERNS: &[(&str, usize, usize, usize)] = &[
        (
            "^ ?about how many days|weeks|months|years ?was|were|is|are|did ?it|there|that ?take|passed|lie|lay|go|went ?by ?me|him|her ?to ?get from|between ~ to|until|till|and ?then ~ $",
            3,
            12,
            15,
        ),
        ("^ how many days|weeks|months|years after ~ did|was|were|until|till|came ~ $", 2, 4, 6),
        (
            "^ from|between ~ to|until|till|and ~ how many|long|much ?days|weeks|months|years|time ?was|were|is|did|are ?it|that|there ?take|pass|between ?in ?days|weeks|months|years $",
            6,
            1,
            3,
        ),
        (
            "^ ?the ?number ?of days|weeks|months|years|time|gap|interval from|between ~ to|until|till|and ?then ~ $",
            3,
            5,
            8,
        ),
        (
            "^ how long|soon ?was|is|were|did|are ?it|there|that ?take|pass ?me|him|her from|between|after ~ to|until|till|and|was|were|did ?then ~ $",
            1,
            7,
            10,
        ),
    ];
    let (words, (pattern, unit, first, second)) =
        PATTERNS.iter().find_map(|row| Some((pattern::captured(row.0, chunks)?, *row)))?;
    let word = |at: usize| words.get(at).map(|word| bare(word)).unwrap_or_default();
    let grain = Unit::of(&word(unit));
    let first = lean(&named(words.get(first)?));
    let typed = words.get(second)?;
    // "Having it taken out" is of what was named before.
    let of_first: Vec<String> = typed
        .split_whitespace()
        .map(|word| if matches!(bare(word).as_str(), "it" | "them") { first.clone() } else { word.to_owned() })
        .collect();
    let second = lean(&named(&of_first.join(" ")));
    let follows = pattern.contains("after") || word(second_place(pattern)) == "then";
    let is_thing = |name: &str| name.chars().any(char::is_alphabetic) && name.split_whitespace().count() <= 7;
    (is_thing(&first) && is_thing(&second)).then_some(Steps::Between { first, second, grain, follows })
}

/// Reads "how many years did she live after the stroke", "months survived after the diagnosis".
fn lived(chunks: &Chunks) -> Option<Steps> {
    const PATTERNS: &[(&str, usize, usize)] = &[
        (
            "^ how many ?whole|full|complete|more days|weeks|months|years did|has|had ~ ?still|go live|survive|lived|survived|living ?on ?for after|since|beyond|past|with|following ~ $",
            3,
            11,
        ),
        (
            "^ ?how ?many ?whole|full|complete days|weeks|months|years survived|lived ?on after|since|following ~ $",
            3,
            7,
        ),
    ];
    let (words, (_, unit, after)) = PATTERNS.iter().find_map(|row| Some((pattern::captured(row.0, chunks)?, *row)))?;
    Some(Steps::Lived { after: lean(&named(words.get(after)?)), grain: Unit::of(&bare(words.get(unit)?)) })
}

/// Where "then" stands in what `pattern` meets: right before the last part.
fn second_place(pattern: &str) -> usize {
    pattern.split(' ').filter(|part| !matches!(*part, "^" | "$")).count().saturating_sub(2)
}

/// Returns `name` without an article, and without "first".
fn lean(name: &str) -> String {
    const LEADING: &[&str] =
        &["the", "a", "an", "my", "his", "her", "their", "our", "very", "first", "1st", "next", "having", "getting"];
    let words: Vec<&str> = name.split_whitespace().skip_while(|word| LEADING.contains(&bare(word).as_str())).collect();
    words.join(" ")
}

/// Reads "what was I given for the wrist", "which medicine did they prescribe when the migraine was found".
fn given(chunks: &Chunks) -> Option<Steps> {
    const FOR: &[&str] = &["^ what|which ~ for ~ $", "^ ~ given|prescribed for ~ $", "^ ~ for ~ $"];
    let has = |text: &str, list: &[&str]| text.split_whitespace().any(|word| list.contains(&bare(word).as_str()));
    let is_given = |main: &str| {
        let (verb, noun) = (has(main, GIVEN), has(main, MEDICINES) || has(main, CLASSES));
        let weak = !has(main, &["given", "gave", "give", "prescribe", "prescribed"]);
        let begins = main.split_whitespace().next().map(bare).unwrap_or_default();
        let opens = matches!(begins.as_str(), "what" | "which" | "everything" | "all")
            || has(&begins, MEDICINES)
            || has(&begins, CLASSES);
        // "What did he get for the bronchitis?"
        let words: Vec<String> = main.split_whitespace().map(bare).filter(|word| word != "for").collect();
        let is_got = matches!(words.as_slice(), [what, did, .., get] if what == "what" && did == "did" && get == "get")
            && words.len() <= 5;
        (verb && (!weak || noun || is_got) || has(&begins, CLASSES)) && opens && !has(main, OTHER)
    };
    let class_of = |main: &str| {
        let words: Vec<String> = main.split_whitespace().map(bare).collect();
        words.into_iter().find(|word| CLASSES.contains(&word.as_str()))
    };
    if let Some((main, Moment { when, .. })) = on_day(chunks) {
        return is_given(&main).then(|| Steps::Given {
            of: String::new(),
            when: Some(when),
            class: class_of(&main),
            is_now: false,
        });
    }
    // "What do I take for my blood pressure?"
    const NOW: &str = "^ what|which ?medicine|medicines|medication|medications|meds|med|drugs|drug|pills|pill|tablets ?currently|now do|does|am|is|are ~ ?currently|now|still take|taking|on|use|using ?currently|now for ~ $";
    if let Some(of) = pattern::captured(NOW, chunks).and_then(|words| words.last().cloned()) {
        let of = lean(&of);
        return (!of.is_empty()).then_some(Steps::Given { of, when: None, class: None, is_now: true });
    }
    let (main, of) = FOR.iter().find_map(|pattern| {
        let words = pattern::captured(pattern, chunks)?;
        let main = words.get(..words.len() - 1)?.join(" ");
        Some((main, words.last()?.clone())).filter(|(main, _)| is_given(main))
    })?;
    // "For a week", "for 2019" say no reason, and so does "for it".
    let says = |word: &str| {
        matches!(word, "it" | "that" | "this" | "them" | "long" | "week" | "month" | "year" | "me" | "her" | "him")
    };
    let of = lean(&of);
    let is_reason = of.split_whitespace().next().is_some_and(|word| word.chars().any(char::is_alphabetic))
        && !of.split_whitespace().any(|word| says(&bare(word)));
    is_reason.then(|| Steps::Given { of: of.clone(), when: None, class: class_of(&main), is_now: false })
}

/// A day that something else tells.
struct Moment {
    /// The question that asks for it.
    when: String,
    /// Whether it is told by a clause: "when they found it".
    is_clause: bool,
}

/// Returns what is asked, and of which day, where a part of the question tells the day.
fn on_day(chunks: &Chunks) -> Option<(String, Moment)> {
    // Where the question and what tells the day stand among the words that were met, and whether that is a clause.
    const PATTERNS: &[(&str, usize, usize, bool)] = &[
        ("^ ~ on|at ?the ?same|very day|date|time|visit of|as ~ $", 0, 6, false),
        ("^ ~ ?on|at the|that ?same|very day|date|time|moment ?when|that|on ~ $", 0, 6, true),
        ("^ ~ the ?same|very day|date of|as ~ $", 0, 5, false),
        ("^ ~ the ?same|very day|date|time ?when|that ~ $", 0, 5, true),
        ("^ ~ when|as|while ~ $", 0, 2, true),
        ("^ ?on ?the ?very day|date ?when|that|of ~ what|which|how|was|were|did ~ $", 6, 5, true),
        ("^ when ~ what|which|how ~ $", 2, 1, true),
    ];
    PATTERNS.iter().find_map(|(pattern, question, clause, is_clause)| {
        let words = pattern::captured(pattern, chunks)?;
        let text = words.get(*clause)?;
        let question =
            if *question == 0 { words.first()?.clone() } else { words.get(*question..).unwrap_or_default().join(" ") };
        let opening = question.split_whitespace().next().map(bare).unwrap_or_default();
        let is_question =
            question.split_whitespace().count() > 1 || super::super::measures::named(&[&opening]).is_some();
        if !is_question || matches!(opening.as_str(), "since" | "when" | "and" | "or" | "until") {
            return None;
        }
        if let Some(words) = pattern::captured(
            "^ ~ was|were|got|went|is ?at|to ?its ?very highest|lowest|peak|worst|best|maximum|minimum $",
            &Chunks::of(text),
        ) {
            let extreme = words.last()?;
            let measure = words.first()?;
            return Some((question, Moment { when: format!("When was {measure} {extreme}?"), is_clause: true }));
        }
        let text = text.strip_suffix(" for the first time").unwrap_or(text);
        if !is_clause {
            return Some((question, Moment { when: format!("When was {text}?"), is_clause: false }));
        }
        let event = event_of(text)?;
        const PLACES: &[&str] = &["second", "2nd", "third", "3rd", "fourth", "fifth", "last", "latest", "most"];
        let is_placed = event.split_whitespace().next().is_some_and(|word| PLACES.contains(&bare(word).as_str()));
        let first = if is_placed { "" } else { "first " };
        Some((question, Moment { when: format!("When was the {first}{}?", lean(&event)), is_clause: true }))
    })
}

fn day(chunks: &Chunks) -> Option<Steps> {
    let (question, Moment { when, is_clause }) = on_day(chunks)?;
    let begins = |one: &str, other: &str| {
        let mut words = question.split_whitespace().map(bare);
        words.next().is_some_and(|word| word == one) && words.next().is_some_and(|word| word == other)
    };
    // An age has a way of its own.
    (!(is_clause && begins("how", "old"))).then_some(Steps::Day { question, when, is_illness: false })
}

/// Reads "what was her temperature with the strep throat in March": of the day on which an illness began.
fn with_illness(chunks: &Chunks) -> Option<Steps> {
    let words = pattern::captured("^ what|how was|were MY ~ with MY ~ $", chunks)?;
    let (measure, illness) = (words.get(3)?, words.get(6)?);
    let said: Vec<String> = measure.split_whitespace().map(bare).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    super::super::measures::named(&said)?;
    let question = words.get(..4)?.join(" ");
    Some(Steps::Day { question, when: format!("When was the {illness}?"), is_illness: true })
}

/// Reads "did the lab mark my last potassium as high", "was it flagged low by the lab".
fn marked(chunks: &Chunks) -> Option<Steps> {
    const PATTERNS: &[(&str, usize, usize)] = &[
        (
            "^ did|has|does|do|is|was the|my|his|her ?last lab|laboratory|labs mark|marked|flag|flagged|call|called|calls|rate|rated|report|reported|label|labelled|labeled ~ ?as|to ?be|being normal|high|low|abnormal|elevated|raised|fine $",
            5,
            8,
        ),
        (
            "^ was|were|is|are|got|did ~ ?get flagged|marked|labelled|labeled|rated ?as ?being normal|high|low|abnormal|elevated|raised ?by|in|on ?the|my ?lab|laboratory|report|results $",
            1,
            6,
        ),
    ];
    let (words, (_, of, mark)) = PATTERNS.iter().find_map(|row| Some((pattern::captured(row.0, chunks)?, *row)))?;
    let mark = match bare(words.get(mark)?).as_str() {
        "normal" | "fine" => Mark::Normal,
        "low" => Mark::Low,
        "abnormal" => Mark::Out,
        _ => Mark::High,
    };
    let of = words.get(of)?;
    let is_said = !of.split_whitespace().any(|word| matches!(bare(word).as_str(), "it" | "that" | "this" | "ever"));
    is_said.then(|| Steps::Marked { question: format!("What was {of}?"), mark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Option<Steps> {
        steps(&Chunks::of(question.trim_end_matches('?')))
    }

    #[test]
    fn two_events_have_a_time_between_them() {
        for (question, one, other, then) in [
            ("how many days from the cancer diagnosis to the bowel operation?", "cancer", "bowel operation", false),
            (
                "how many days was it from the cataract being found to having it taken out?",
                "cataract",
                "cataract taken out",
                false,
            ),
            (
                "from finding the gallstones until the gallbladder operation how many days was it?",
                "gallstones",
                "gallbladder operation",
                false,
            ),
            (
                "how many days after they found the gestational diabetes did insulin start?",
                "gestational diabetes",
                "insulin",
                true,
            ),
            ("days from AF dx to first ablation", "AF", "ablation", false),
        ] {
            let wanted =
                Steps::Between { first: one.to_owned(), second: other.to_owned(), grain: Unit::Days, follows: then };
            assert_eq!(read(question), Some(wanted), "{question}");
        }
    }

    #[test]
    fn a_day_is_told_by_what_happened_on_it() {
        for (question, asked, when) in [
            (
                "what was my hemoglobin when they found the anemia?",
                "what was my hemoglobin",
                "When was the first anemia?",
            ),
            ("what did I weigh when my A1c was at its highest?", "what did I weigh", "When was my A1c highest?"),
            ("what was my pulse on the day of my surgery?", "what was my pulse", "When was my surgery?"),
        ] {
            let wanted = Steps::Day { question: asked.to_owned(), when: when.to_owned(), is_illness: false };
            assert_eq!(read(question), Some(wanted), "{question}");
        }
        let wanted = Steps::Day {
            question: "what was her temperature".to_owned(),
            when: "When was the strep throat in March 2021?".to_owned(),
            is_illness: true,
        };
        assert_eq!(read("what was her temperature with the strep throat in March 2021?"), Some(wanted));
        for question in [
            "how old was I when I had my stroke?",
            "since when they found it",
            "what did he weigh when the nurse came?",
        ] {
            assert!(!matches!(read(question), Some(Steps::Day { .. })), "{question}");
        }
    }

    #[test]
    fn what_was_given_is_of_a_reason_or_a_day() {
        for (question, of, when) in [
            ("what did they give me for the wrist?", "wrist", None),
            ("what did he get for the bronchitis?", "bronchitis", None),
            ("what was he given on the day of the stroke?", "", Some("When was the stroke?")),
            ("what did they prescribe the day she sprained her ankle?", "", Some("When was the first sprained ankle?")),
        ] {
            let wanted = Steps::Given { of: of.to_owned(), when: when.map(str::to_owned), class: None, is_now: false };
            assert_eq!(read(question), Some(wanted), "{question}");
        }
        for question in ["what was my dose for it?", "which shots was I given for travel?", "what is my INR for 2019?"]
        {
            assert!(!matches!(read(question), Some(Steps::Given { .. })), "{question}");
        }
    }

    #[test]
    fn marks_are_those_of_the_laboratory() {
        let wanted = Steps::Marked { question: "What was my last potassium?".to_owned(), mark: Mark::High };
        assert_eq!(read("did the lab call my last potassium high?"), Some(wanted));
        assert_eq!(read("is my last potassium high?"), None);
    }
}
