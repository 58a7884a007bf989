//! What a question asks for, word by word: every word is taken for something, or the question is not claimed.
//!
//! A word that is none of the known phrases and no neutral word is what the question is about. Words that ask for a
//! judgement, a reason or an advice make the whole question one for retrieval.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::super::anchor::Relation;
use super::super::plan::{Word, number};
use super::super::when::{self, Range};
use super::super::{concepts, vocabulary};
use super::{measures, unit};
use crate::document::FactKind;
use crate::span::{Question, Span};

/// What is wanted of the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// What it is.
    Value,
    /// On which day.
    Date,
    /// On which day it ended.
    End,
    Count,
    Average,
    Trend,
    List,
    Whether,
    /// The time between two days, or until today.
    Span,
    Compare,
    /// Something about the person.
    Person(About),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    Age,
    Birth,
    Sex,
}

/// Which of several is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    Latest(usize),
    Earliest(usize),
    /// The one before the latest.
    Previous,
    /// The second, third, … from the first on.
    Nth(usize),
    Highest,
    Lowest,
}

/// How a value must lie to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Above,
    AtLeast,
    Below,
    AtMost,
}

impl Bound {
    pub fn holds(self, value: f64, limit: f64) -> bool {
        match self {
            Bound::Above => value > limit,
            Bound::AtLeast => value >= limit,
            Bound::Below => value < limit,
            Bound::AtMost => value <= limit,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Bound::Above => "above",
            Bound::AtLeast => "at least",
            Bound::Below => "below",
            Bound::AtMost => "at most",
        }
    }
}

/// Whether what lasts is asked for as it is now, as it was, or at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Unsaid,
    Current,
    Past,
    Ever,
}

/// A course that a question asks about: "is it going up?"
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Same,
}

/// The unit in which a time between is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    Any,
    Days,
    Weeks,
    Months,
    Years,
}

/// A stretch of words that names something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Topic {
    /// The words in lower case.
    pub words: Vec<String>,
    /// The same with the words for its kind, where such stand among them: "kidney disease".
    pub whole: Vec<String>,
}

/// The people that a question is about, by what they have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cohort {
    /// What each must have.
    pub having: Vec<Topic>,
    /// The kinds of entry that are named for it.
    pub kinds: Vec<FactKind>,
    /// What is wanted of them beside who they are.
    pub of_them: Option<OfThem>,
    /// Whether they are to be counted and not named.
    pub counted: bool,
}

/// What is wanted of a cohort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OfThem {
    /// All entries of these kinds.
    Kinds(Vec<FactKind>),
    /// What was measured.
    Measure(Topic),
}

/// An event that is counted from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub relation: Relation,
    pub topic: Topic,
    pub kinds: Vec<FactKind>,
    /// Whether its beginning is meant: "before I started metformin".
    pub begins: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ask {
    pub want: Want,
    pub pick: Option<Pick>,
    pub other: Option<Pick>,
    /// Kinds that nouns name.
    pub kinds: Vec<FactKind>,
    /// Kinds that verbs hint at.
    pub hints: Vec<FactKind>,
    pub topics: Vec<Topic>,
    pub range: Option<Range>,
    pub each: Vec<Range>,
    pub event: Option<Event>,
    pub bound: Option<(Bound, f64, Option<String>)>,
    pub unit: Option<String>,
    pub standing: Standing,
    pub direction: Option<Direction>,
    pub grain: Grain,
    pub cohort: Option<Cohort>,
    /// Whether the day is wanted on which it was diagnosed, begun or given first.
    pub begins: bool,
    /// Whether a number of readings is asked for in words such as "checked" or "measured".
    pub measured: bool,
    /// Whether only the year of a day is wanted.
    pub year_only: bool,
    /// Whether only visits with a stay, or to an emergency room, are asked for.
    pub visit: Option<Visit>,
    /// Whether a dose is asked for.
    pub dose: bool,
    /// Whether different things are to be counted, not entries.
    pub distinct: bool,
    /// Whether it is asked what was: "have I had", "which did I take".
    pub past_tense: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    Stay,
    Emergency,
}

/// Longest question that is read, in words.
const MAX_WORDS: usize = 60;

/// Words that ask for what no entry says.
const BLOCKED: &str = "
    worst best why should normal abnormal healthy unhealthy good bad fine ok okay dangerous risk risks risky cause causes caused
    because explain explains meaning means advise advice recommend recommended worry worried serious safe safely
    interpret predict next due overdue need needs supposed where dr doctor doctors nurse likely chance chances happen
    happened happens reason reasons controlled control treated treatment treatments target targets better worse
    improving improved worsening worsened improve worsen responding respond working work works effective help helped
    helps affect affected effect related relation because afford cost price ignore pretend suspected symptom symptoms
    tell-me everything anything summary summarize summarise overview describe plan planned if without not never
    didn't wasn't haven't don't except besides other than-usual instead relative mother father brother sister family hereditary
    prescriber ordered orders who's whose signed contraindicated interact interaction interactions side effects high
    low elevated raised deranged positive negative stand stands whom she'll refill expire";

/// Words that say nothing of what is asked.
const NEUTRAL: &str = "
    pls plz thanks thank hi hello hey a an the my me i i'm i've im mine our we your his her hers its it it's their them he she they this that these
    those is are was were am be been being do does did done have has had having of in on at for to from by with
    about as and or so there here what what's which when how much please can could would will may might us let
    let's tell show give get see find look up know want like ask any some patient patient's patients record records recorded chart
    charts according value values reading readings result results level levels measurement measurements
    number numbers figure figures test tests tested lab labs measured measure measuring taken checked check checks found noted documented
    entered reported then into out per during over time times date dates day you did ever medical health history file system data
    database lately really actually exactly just also each kind kinds sort type types person's entry entries
    available there's got go went made make come came say-so year's overall within far until point stage one ones
    lie lies all who that which total altogether onto than been's dated occurred occur occurrence occasions occasion happened-on took-place place
    performed carried underwent undergone undergo receive received receives getting gotten administered given gave
    develop developed suffer suffered suffering suffers had's experienced experience episodes episode bout bouts
    case cases instance instances list-of name names called known name's due-to problem via yet still already";

/// Verbs that hint at a kind of entry.
const HINTS: &[(&str, FactKind)] = &[
    ("take", FactKind::MedicationRequest),
    ("takes", FactKind::MedicationRequest),
    ("taking", FactKind::MedicationRequest),
    ("took", FactKind::MedicationRequest),
    ("prescribed", FactKind::MedicationRequest),
    ("prescribe", FactKind::MedicationRequest),
    ("using", FactKind::MedicationRequest),
    ("use", FactKind::MedicationRequest),
    ("dose", FactKind::MedicationRequest),
    ("dosage", FactKind::MedicationRequest),
    ("diagnosed", FactKind::Condition),
    ("diagnosis", FactKind::Condition),
    ("allergic", FactKind::AllergyIntolerance),
    ("vaccinated", FactKind::Immunization),
    ("immunized", FactKind::Immunization),
    ("immunised", FactKind::Immunization),
    ("operated", FactKind::Procedure),
];

/// Nouns that name a kind of entry, beside those of [`concepts`].
const NOUNS: &[(&str, FactKind)] = &[
    ("imaging studies", FactKind::ImagingStudy),
    ("imaging study", FactKind::ImagingStudy),
    ("care plans", FactKind::CarePlan),
    ("care plan", FactKind::CarePlan),
    ("diagnostic reports", FactKind::DiagnosticReport),
    ("diagnostic report", FactKind::DiagnosticReport),
    ("lab panels", FactKind::DiagnosticReport),
    ("lab reports", FactKind::DiagnosticReport),
    ("consultations", FactKind::Encounter),
    ("consultation", FactKind::Encounter),
    ("scripts", FactKind::MedicationRequest),
    ("diagnosis", FactKind::Condition),
    ("conditions", FactKind::Condition),
];

/// A word of the question and what became of it.
#[derive(Debug, Clone)]
struct Token<'a> {
    lower: &'a str,
    part: usize,
    used: bool,
    /// It is part of a name that stands in the records.
    named: bool,
}

/// Reads the words of a question.
struct Reader<'a> {
    tokens: Vec<Token<'a>>,
}

impl Reader<'_> {
    /// Takes the first free run of words that is `phrase`, and returns where it begins.
    fn take(&mut self, phrase: &str) -> Option<usize> {
        let at = self.find(phrase)?;
        let count = phrase.split(' ').count();
        self.tokens.iter_mut().skip(at).take(count).for_each(|token| token.used = true);
        Some(at)
    }

    fn find(&self, phrase: &str) -> Option<usize> {
        let words: Vec<&str> = phrase.split(' ').collect();
        self.tokens.windows(words.len()).position(|run| {
            run.iter().zip(&words).all(|(token, word)| !token.used && !token.named && token.lower == *word)
        })
    }

    fn take_any(&mut self, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find_map(|phrase| self.take(phrase))
    }

    fn free(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|token| !token.used && !token.named).map(|token| token.lower)
    }

    fn use_up(&mut self, at: usize) {
        if let Some(token) = self.tokens.get_mut(at) {
            token.used = true;
        }
    }
}

/// Returns what `question`, in `words`, asks for; `None` where a word of it is not understood. `people` are the words
/// that name patients, `names` the names of entries in the records, as words in lower case.
pub(super) fn read(
    question: &str,
    words: &[Word],
    people: &[Span<Question>],
    names: &BTreeSet<Vec<String>>,
    today: Option<Date>,
) -> Option<Ask> {
    if words.is_empty() || words.len() > MAX_WORDS {
        return None;
    }
    let mut reader = Reader { tokens: tokens(question, words) };
    for (at, word) in words.iter().enumerate() {
        if people.iter().any(|span| span.overlaps(word.span)) {
            reader.use_up(at);
            for title in [at.checked_sub(1), at.checked_sub(2)].into_iter().flatten() {
                let known = |lower: &str| vocabulary::is_title(lower) && lower != "dr" || lower == "patient";
                if reader.free(title).is_some_and(known) {
                    reader.use_up(title);
                }
            }
        }
    }
    protect(&mut reader, names);
    let times = when::read(words, today);
    // A time inside of a name is none.
    let timed: Vec<usize> =
        times.words.iter().copied().filter(|at| reader.tokens.get(*at).is_some_and(|t| !t.named)).collect();
    if times.is_unsure {
        return None;
    }
    let (range, each) = if timed.is_empty() { (None, Vec::new()) } else { (times.range, times.each) };
    for at in timed {
        reader.use_up(at);
    }
    read_rest(question, words, reader, range, each)
}

fn read_rest(
    question: &str,
    words: &[Word],
    mut reader: Reader<'_>,
    range: Option<Range>,
    each: Vec<Range>,
) -> Option<Ask> {
    reader.take_any(&[
        "do you know",
        "can you tell me",
        "could you tell me",
        "can you say",
        "i would like to know",
        "i'd like to know",
        "i want to know",
        "tell me",
        "do we know",
        "is it known",
        "can i see",
        "may i see",
        "can you show me",
        "could you show me",
        "remind me",
        "i wonder",
    ]);
    let first = reader.tokens.iter().position(|token| !token.used && !matches!(token.lower, "and" | "so" | "please"));
    let mut ask = Ask {
        want: Want::Value,
        pick: None,
        other: None,
        kinds: Vec::new(),
        hints: Vec::new(),
        topics: Vec::new(),
        range,
        each,
        event: None,
        bound: bound(question, words, &mut reader),
        unit: None,
        standing: Standing::Unsaid,
        direction: None,
        grain: Grain::Any,
        cohort: None,
        begins: false,
        measured: false,
        year_only: false,
        visit: None,
        dose: false,
        distinct: false,
        past_tense: false,
    };
    if let Some(about) = person(&mut reader) {
        ask.want = Want::Person(about);
        return reader.tokens.iter().all(|token| token.used || is_neutral(token.lower)).then_some(ask);
    }
    // "What does HbA1c mean?", "Who prescribed it?" ask for what no entry says.
    let ends_in =
        |word: &str| reader.tokens.iter().rev().find(|token| !token.used).is_some_and(|token| token.lower == word);
    let by_whom = [
        "who prescribed",
        "who diagnosed",
        "who ordered",
        "who gave",
        "who did",
        "who operated",
        "who wrote",
        "who treated",
        "who measured",
        "who saw",
    ];
    if (ends_in("mean") && reader.find("does").is_some()) || by_whom.iter().any(|phrase| reader.find(phrase).is_some())
    {
        return None;
    }
    let is_cohort = cohort_word(&reader).is_some();
    ask.distinct = ["how many different", "how many distinct", "how many separate"]
        .iter()
        .any(|phrase| reader.find(phrase).is_some());
    ask.past_tense = past_tense(&reader);
    want(&mut reader, &mut ask, first);
    picks(&mut reader, &mut ask);
    // "in pounds"
    for at in 1..reader.tokens.len() {
        let before = reader.free(at - 1) == Some("in");
        if let Some(unit) = reader.free(at).filter(|word| before && *word != "in" && unit::is_unit(word)) {
            ask.unit = Some(unit.to_owned());
            reader.use_up(at - 1);
            reader.use_up(at);
        }
    }
    hints(&mut reader, &mut ask);
    if is_cohort {
        ask.cohort = Some(cohort(&mut reader, &mut ask)?);
    } else {
        ask.event = event(&mut reader, ask.want);
    }
    kinds_and_topics(&mut reader, &mut ask);
    let blocked = |token: &Token<'_>| !token.used && !token.named && has(BLOCKED, token.lower);
    (!reader.tokens.iter().any(blocked)).then_some(ask)
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

fn is_neutral(word: &str) -> bool {
    has(NEUTRAL, word)
}

fn tokens<'a>(question: &str, words: &'a [Word]) -> Vec<Token<'a>> {
    let mut part = 0;
    let mut end = 0;
    words
        .iter()
        .map(|word| {
            let gap = question.get(end..word.span.start()).unwrap_or_default();
            end = word.span.end();
            part += usize::from(gap.contains([',', ';', '?', '!', '&']) || gap.contains(". "));
            if matches!(word.lower.as_str(), "and" | "or") {
                part += 1;
            }
            Token { lower: &word.lower, part, used: false, named: false }
        })
        .collect()
}

/// Marks the runs of two and more words that are a name, of an entry of the records or one that is known here, the longest
/// first: "red blood count" and "high blood pressure" hold words that say something else elsewhere.
fn protect(reader: &mut Reader<'_>, names: &BTreeSet<Vec<String>>) {
    let known = measures::MEASURES.iter().flat_map(|measure| measure.words).copied().chain(super::lay::all());
    let known: BTreeSet<Vec<&str>> =
        known.filter(|words| words.contains(' ')).map(|words| words.split(' ').collect()).collect();
    let longest =
        names.iter().map(Vec::len).chain(known.iter().map(Vec::len)).max().unwrap_or(0).min(reader.tokens.len());
    for len in (2..=longest).rev() {
        for start in 0..=reader.tokens.len().saturating_sub(len) {
            let Some(run) = reader.tokens.get(start..start + len) else { break };
            if run.iter().any(|token| token.used || token.named) {
                continue;
            }
            let said: Vec<&str> = run.iter().map(|token| token.lower).collect();
            let owned: Vec<String> = said.iter().map(|word| (*word).to_owned()).collect();
            if known.contains(&said) || names.contains(&owned) {
                let part = run.first().map_or(0, |token| token.part);
                for token in reader.tokens.iter_mut().skip(start).take(len) {
                    (token.named, token.part) = (true, part);
                }
            }
        }
    }
}

fn person(reader: &mut Reader<'_>) -> Option<About> {
    if reader.take_any(&["how old", "what age", "what is my age", "age"]).is_some() {
        return Some(About::Age);
    }
    if reader.take_any(&["date of birth", "birth date", "birthday", "birthdate", "dob", "born"]).is_some() {
        reader.take("when");
        return Some(About::Birth);
    }
    reader.take_any(&["gender", "sex"]).map(|_| About::Sex)
}

/// Reads "above 7 %", "over 140", "> 5.7".
fn bound(question: &str, words: &[Word], reader: &mut Reader<'_>) -> Option<(Bound, f64, Option<String>)> {
    const PHRASES: &[(&str, Bound)] = &[
        ("greater than or equal to", Bound::AtLeast),
        ("less than or equal to", Bound::AtMost),
        ("at or above", Bound::AtLeast),
        ("at or below", Bound::AtMost),
        ("greater than", Bound::Above),
        ("more than", Bound::Above),
        ("higher than", Bound::Above),
        ("less than", Bound::Below),
        ("lower than", Bound::Below),
        ("at least", Bound::AtLeast),
        ("at most", Bound::AtMost),
        ("above", Bound::Above),
        ("over", Bound::Above),
        ("exceed", Bound::Above),
        ("exceeds", Bound::Above),
        ("exceeded", Bound::Above),
        ("exceeding", Bound::Above),
        ("below", Bound::Below),
        ("under", Bound::Below),
        ("beneath", Bound::Below),
    ];
    let value = |at: usize| words.get(at).and_then(|word| word.lower.parse::<f64>().ok()).filter(|n| n.is_finite());
    let mut found = None;
    for (phrase, bound) in PHRASES {
        let Some(at) = reader.find(phrase) else { continue };
        let next = at + phrase.split(' ').count();
        if let (Some(limit), Some(_)) = (value(next), reader.free(next)) {
            reader.take(phrase);
            found = Some((*bound, limit, next));
            break;
        }
    }
    if found.is_none() {
        for (at, word) in words.iter().enumerate() {
            let before = question.get(..word.span.start()).unwrap_or_default().trim_end();
            let sign = [
                (">=", Bound::AtLeast),
                ("≥", Bound::AtLeast),
                ("<=", Bound::AtMost),
                ("≤", Bound::AtMost),
                (">", Bound::Above),
                ("<", Bound::Below),
            ]
            .into_iter()
            .find(|(sign, _)| before.ends_with(sign));
            if let (Some((_, bound)), Some(limit)) = (sign, value(at)) {
                found = Some((bound, limit, at));
                break;
            }
        }
    }
    let (bound, limit, at) = found?;
    reader.use_up(at);
    let after = words.get(at).and_then(|word| question.get(word.span.end()..)).unwrap_or_default();
    let rest = after.trim_start();
    let unit = rest.split_whitespace().next().map(|unit| unit.trim_end_matches(['?', '.', ',', ';', '!']));
    let unit = unit.filter(|unit| *unit == "%" || unit::is_unit(unit) || unit.contains('/')).map(str::to_owned);
    if let Some(unit) = &unit {
        let end = words.get(at).map_or(0, |word| word.span.end()) + (after.len() - rest.len()) + unit.len();
        for (index, word) in words.iter().enumerate().skip(at + 1) {
            if word.span.end() <= end {
                reader.use_up(index);
            }
        }
    }
    Some((bound, limit, unit))
}

fn want(reader: &mut Reader<'_>, ask: &mut Ask, first: Option<usize>) {
    let first_word = first.and_then(|at| reader.free(at)).unwrap_or_default().to_owned();
    let grain = |reader: &mut Reader<'_>| {
        [
            ("how many days", Grain::Days),
            ("how many weeks", Grain::Weeks),
            ("how many months", Grain::Months),
            ("how many years", Grain::Years),
            ("number of days", Grain::Days),
            ("in days", Grain::Days),
            ("in years", Grain::Years),
            ("in months", Grain::Months),
        ]
        .into_iter()
        .find_map(|(phrase, grain)| reader.take(phrase).map(|_| grain))
    };
    if let Some(grain) = grain(reader) {
        (ask.want, ask.grain) = (Want::Span, grain);
    }
    const SPANS: &[&str] = &[
        "how long ago",
        "how long has it been since",
        "how long is it since",
        "how much time has passed since",
        "how much time",
        "how long",
        "time between",
        "interval between",
        "days between",
        "time since",
        "long ago",
        "gap between",
    ];
    if reader.take_any(SPANS).is_some() {
        ask.want = Want::Span;
    }
    if ask.want == Want::Span {
        for phrase in [
            "has it been since",
            "have passed since",
            "passed since",
            "passed between",
            "passed",
            "is it since",
            "ago",
            "since",
            "between",
            "elapsed",
            "apart",
        ] {
            reader.take(phrase);
        }
        let end = reader.tokens.iter().rposition(|token| !token.used).filter(|at| *at > 0);
        if let Some(at) = end.filter(|at| reader.free(*at) == Some("last")) {
            reader.use_up(at);
            ask.standing = Standing::Past;
        }
        for verb in ["had", "been", "lasted", "lasting"] {
            if reader.find(verb).is_some() && verb != "had" {
                ask.begins = true;
            }
        }
        reader.take_any(&["lasted", "lasting"]);
        ask.begins |= reader.find("had").is_some();
        return;
    }
    if let Some(direction) = trend(reader) {
        (ask.want, ask.direction) = (Want::Trend, direction);
    }
    compare(reader, ask);
    if ask.want == Want::Compare {
        direction_of_compare(reader, ask, &first_word);
        return;
    }
    let numbered = reader
        .find("number of")
        .filter(|at| at.checked_sub(1).and_then(|before| reader.free(before)).is_none_or(|before| before == "the"));
    if let Some(at) = numbered {
        reader.use_up(at);
        ask.want = Want::Count;
        return;
    }
    if reader
        .take_any(&[
            "how many times",
            "how many different",
            "how many distinct",
            "how many separate",
            "how many",
            "how often",
            "number of times",
            "total number of",
            "count of",
        ])
        .is_some()
        || (first_word == "count" && reader.take("count").is_some())
    {
        ask.want = Want::Count;
        return;
    }
    if reader.take_any(&["on average", "average", "averages", "mean", "avg", "averaged"]).is_some() {
        ask.want = Want::Average;
        return;
    }
    if ask.want == Want::Trend {
        // "Is my weight going up?" asks for yes or no; "how has it changed" for the course.
        if !is_aux(&first_word) {
            ask.direction = None;
        }
        return;
    }
    const YEARS: &[&str] = &["in what year", "in which year", "what year", "which year"];
    const DATES: &[&str] = &[
        "when's",
        "when",
        "on what date",
        "on which date",
        "what date",
        "which date",
        "what dates",
        "on what day",
        "on which day",
        "what day",
        "which day",
        "date of",
        "dates of",
        "what was the date of",
        "the date",
        "the dates",
        "what month",
        "dates",
    ];
    if reader.take_any(YEARS).is_some() {
        (ask.want, ask.year_only) = (Want::Date, true);
    } else if reader.take_any(DATES).is_some() {
        ask.want = Want::Date;
    } else if is_aux(&first_word) {
        ask.want = Want::Whether;
        if let Some(at) = first {
            reader.use_up(at);
        }
        if reader.take_any(&["any record of", "a record of", "any evidence of", "evidence of"]).is_some() {
            ask.standing = Standing::Ever;
        }
    } else if reader
        .take_any(&[
            "list out",
            "list of",
            "list",
            "show me all",
            "show all",
            "give me all",
            "all of",
            "all the",
            "all",
            "every",
            "history of",
            "over the years",
        ])
        .is_some()
    {
        ask.want = Want::List;
        reader.take_any(&["all", "every", "history of"]);
    }
    if ask.want == Want::Date {
        for phrase in [
            "end",
            "ended",
            "resolve",
            "resolved",
            "go away",
            "clear up",
            "cleared up",
            "stop",
            "stopped",
            "over",
            "finish",
            "finished",
            "heal",
            "healed",
        ] {
            if reader.take(phrase).is_some() {
                ask.want = Want::End;
                return;
            }
        }
        for phrase in [
            "first diagnosed",
            "diagnosed",
            "diagnosis",
            "start taking",
            "started taking",
            "begin taking",
            "start",
            "started",
            "begin",
            "began",
            "first prescribed",
            "onset",
            "first get",
            "come on",
        ] {
            if reader.find(phrase).is_some() {
                ask.begins = true;
            }
        }
        reader.take_any(&["start", "started", "begin", "began", "onset", "starting", "beginning"]);
    }
}

/// Whether the verbs say that something was, whatever is so now.
fn past_tense(reader: &Reader<'_>) -> bool {
    let said = |word: &str| reader.find(word).is_some();
    let had = said("had") || said("did") || said("was") || said("were") || said("took");
    had || (said("been")
        && (said("prescribed") || said("given") || said("diagnosed") || said("vaccinated") || said("allergic")))
        || (said("taken") && (said("have") || said("has")))
}

fn is_aux(word: &str) -> bool {
    matches!(word, "do" | "does" | "did" | "have" | "has" | "had" | "is" | "are" | "was" | "were" | "am")
}

fn trend(reader: &mut Reader<'_>) -> Option<Option<Direction>> {
    const UP: &[&str] = &[
        "going up",
        "gone up",
        "go up",
        "went up",
        "getting higher",
        "rising",
        "risen",
        "rise",
        "rose",
        "increasing",
        "increased",
        "increase",
        "climbing",
        "climbed",
        "gained",
        "gaining",
        "gain",
        "growing",
        "grown",
        "put on",
        "trending up",
        "trending upward",
        "trending upwards",
    ];
    const DOWN: &[&str] = &[
        "going down",
        "gone down",
        "go down",
        "went down",
        "coming down",
        "come down",
        "getting lower",
        "falling",
        "fallen",
        "fell",
        "decreasing",
        "decreased",
        "decrease",
        "dropping",
        "dropped",
        "drop",
        "declining",
        "declined",
        "decline",
        "lost",
        "losing",
        "trending down",
        "trending downward",
        "trending downwards",
    ];
    const SAME: &[&str] = &["stable", "steady", "unchanged", "constant", "stayed the same", "the same"];
    const ANY: &[&str] = &[
        "changed over time",
        "change over time",
        "changed",
        "changes",
        "change",
        "changing",
        "trend in",
        "trend of",
        "trend for",
        "trending",
        "trend",
        "trends",
        "course of",
        "over time",
        "developed over",
        "evolved",
        "evolve",
        "evolution of",
        "progressed",
        "progression of",
        "up or down",
        "moving",
    ];
    let direction = [(UP, Direction::Up), (DOWN, Direction::Down), (SAME, Direction::Same)]
        .into_iter()
        .find_map(|(phrases, direction)| reader.take_any(phrases).map(|_| direction));
    let any = reader.take_any(ANY).is_some();
    let any =
        any || (reader.find("how") == Some(0) && reader.take_any(&["develop", "developed", "gone", "doing"]).is_some());
    if any || direction.is_some() {
        reader.take_any(&["over time", "trend", "over"]);
    }
    (any || direction.is_some()).then_some(direction)
}

fn compare(reader: &mut Reader<'_>, ask: &mut Ask) {
    if reader
        .take_any(&[
            "compare",
            "compared to",
            "compared with",
            "comparison",
            "compares",
            "compared",
            "versus",
            "vs",
            "difference between",
            "difference in",
            "difference",
            "differ",
            "differ from",
        ])
        .is_some()
    {
        ask.want = Want::Compare;
        reader.take_any(&["to", "with", "from"]);
        reader.take("between");
    } else if reader.find("than").is_some() {
        ask.want = Want::Compare;
    }
}

fn direction_of_compare(reader: &mut Reader<'_>, ask: &mut Ask, first_word: &str) {
    reader.take("than");
    const UP: &[&str] = &["higher", "greater", "more", "larger", "bigger", "heavier", "taller", "faster", "up"];
    const DOWN: &[&str] = &["lower", "less", "smaller", "fewer", "lighter", "shorter", "slower", "down"];
    let up = reader.take_any(UP).is_some();
    let down = reader.take_any(DOWN).is_some();
    ask.direction = match (up, down) {
        (true, false) if is_aux(first_word) => Some(Direction::Up),
        (false, true) if is_aux(first_word) => Some(Direction::Down),
        _ => None,
    };
    if reader
        .take_any(&[
            "the one before",
            "the time before",
            "the previous one",
            "the previous",
            "previously",
            "the last time",
            "last time",
            "before that",
            "the reading before",
            "before",
        ])
        .is_some()
    {
        ask.other = Some(Pick::Previous);
    }
}

fn picks(reader: &mut Reader<'_>, ask: &mut Ask) {
    const LATEST: &[&str] = &[
        "most recently",
        "most recent",
        "latest",
        "last",
        "newest",
        "very last",
        "at present",
        "at the moment",
        "right now",
        "as of now",
        "up to date",
        "these days",
        "currently",
        "current",
        "nowadays",
        "now",
        "recently",
        "recent",
        "presently",
        "present",
        "at last count",
    ];
    const EARLIEST: &[&str] = &[
        "first ever",
        "very first",
        "for the first time",
        "first",
        "earliest",
        "oldest",
        "initially",
        "initial",
        "originally",
        "original",
        "baseline",
    ];
    const HIGHEST: &[&str] = &[
        "highest", "maximum", "max", "peak", "largest", "greatest", "biggest", "heaviest", "tallest", "top", "fastest",
    ];
    const LOWEST: &[&str] = &["lowest", "minimum", "min", "smallest", "lightest", "least", "slowest", "shortest"];
    const NTH: &[(&str, usize)] = &[("second", 2), ("third", 3), ("fourth", 4), ("fifth", 5)];
    let mut found: Vec<(usize, Pick)> = Vec::new();
    for (phrases, pick) in
        [(LATEST, Pick::Latest(1)), (EARLIEST, Pick::Earliest(1)), (HIGHEST, Pick::Highest), (LOWEST, Pick::Lowest)]
    {
        for phrase in phrases {
            while let Some(at) = reader.take(phrase) {
                let after = at + phrase.split(' ').count();
                // "the last three weights"
                let count = reader.free(after).and_then(number).filter(|count| (1..=50).contains(count));
                let pick = match (pick, count) {
                    (Pick::Latest(_), Some(count)) => Pick::Latest(count),
                    (Pick::Earliest(_), Some(count)) => Pick::Earliest(count),
                    (pick, _) => pick,
                };
                if count.is_some() {
                    reader.use_up(after);
                }
                if matches!(
                    *phrase,
                    "currently"
                        | "current"
                        | "now"
                        | "nowadays"
                        | "at present"
                        | "at the moment"
                        | "right now"
                        | "presently"
                        | "these days"
                        | "present"
                ) && ask.standing == Standing::Unsaid
                {
                    ask.standing = Standing::Current;
                }
                if !found.iter().any(|(_, known)| *known == pick) {
                    found.push((at, pick));
                }
            }
        }
    }
    for (word, nth) in NTH {
        if let Some(at) = reader.take(word) {
            found.push((at, Pick::Nth(*nth)));
        }
    }
    if reader.take_any(&["previous", "second to last", "next to last", "penultimate"]).is_some() {
        found.push((usize::MAX, Pick::Previous));
    }
    if reader.take_any(&["ever", "at any time", "at any point", "any time", "in my life", "to date"]).is_some()
        && ask.standing == Standing::Unsaid
    {
        ask.standing = Standing::Ever;
    }
    const PAST: &[&str] = &[
        "in the past",
        "formerly",
        "former",
        "past",
        "no longer",
        "used to",
        "resolved",
        "inactive",
        "discontinued",
        "stopped",
        "previously",
        "historical",
    ];
    while reader.take_any(PAST).is_some() {
        ask.standing = Standing::Past;
    }
    while reader.take_any(&["active", "ongoing"]).is_some() {
        ask.standing = Standing::Current;
    }
    found.sort_by_key(|(at, _)| *at);
    // "When was it last highest?", "last above 7": the extreme stands, and latest is what breaks ties.
    let mut picks = found.into_iter().map(|(_, pick)| pick);
    ask.pick = picks.next();
    ask.other = picks.next().or(ask.other);
    let extreme = |pick: Option<Pick>| matches!(pick, Some(Pick::Highest | Pick::Lowest));
    if extreme(ask.other) && !extreme(ask.pick) {
        std::mem::swap(&mut ask.pick, &mut ask.other);
    }
}

fn hints(reader: &mut Reader<'_>, ask: &mut Ask) {
    for (verb, kind) in HINTS {
        if reader.find(verb).is_some() {
            reader.take(verb);
            ask.hints.push(*kind);
            ask.begins |= *verb == "diagnosed" || *verb == "diagnosis";
            ask.dose |= matches!(*verb, "dose" | "dosage");
            if *verb == "prescribed" && ask.standing == Standing::Unsaid {
                ask.standing = Standing::Ever;
            }
        }
    }
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
    }
    if reader.take_any(&["emergency room", "emergency department", "a&e", "er", "emergency", "ed"]).is_some() {
        ask.visit = Some(Visit::Emergency);
    }
    if reader
        .take_any(&[
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
        ])
        .is_some()
    {
        ask.visit = Some(Visit::Stay);
    }
    if ask.visit.is_some() {
        ask.kinds.push(FactKind::Encounter);
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
        "recorded",
        "level",
        "levels",
    ]
    .iter()
    .any(|word| reader.find(word).is_some());
}

/// Returns where the word stands that makes the question one about several people.
fn cohort_word(reader: &Reader<'_>) -> Option<usize> {
    if let Some(at) = ["which patient", "what patient", "which person", "which one of them"]
        .iter()
        .find_map(|phrase| reader.find(phrase))
    {
        return Some(at + 1);
    }
    const PEOPLE: &[&str] =
        &["patients", "people", "persons", "individuals", "everyone", "everybody", "anyone", "anybody", "those"];
    let word = reader.tokens.iter().position(|token| !token.used && !token.named && PEOPLE.contains(&token.lower));
    let who =
        reader.tokens.iter().position(|token| !token.used && !token.named).filter(|at| reader.free(*at) == Some("who"));
    word.or(who)
}

/// Reads "which patients have …", "… of patients with …", "diabetes patients".
fn cohort(reader: &mut Reader<'_>, ask: &mut Ask) -> Option<Cohort> {
    const VERBS: &[&str] = &[
        "take",
        "taking",
        "on",
        "use",
        "using",
        "get",
        "getting",
        "prescribed",
        "receive",
        "have",
        "had",
        "has",
        "got",
    ];
    let at = cohort_word(reader)?;
    reader.use_up(at);
    if at > 0 && matches!(reader.free(at - 1), Some("which" | "what" | "the" | "all" | "of")) {
        reader.use_up(at - 1);
    }
    let counted = ask.want == Want::Count;
    let content = |token: &Token<'_>| !token.used && (token.named || !is_neutral(token.lower));
    let is_kind = |token: &Token<'_>| !token.named && !concepts::kinds_of(token.lower).is_empty();
    let mut having: Vec<Topic> = Vec::new();
    let mut kinds = ask.hints.clone();
    let before: Vec<usize> = (0..at).filter(|i| reader.tokens.get(*i).is_some_and(content)).collect();
    // "diabetes patients": the words right before.
    let adjacent: Vec<usize> = (0..at)
        .rev()
        .take_while(|i| reader.tokens.get(*i).is_some_and(|token| content(token) && !is_kind(token)))
        .collect();
    let mut of_them = None;
    if adjacent.is_empty() {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        for index in at + 1..reader.tokens.len() {
            let Some(token) = reader.tokens.get(index) else { break };
            let divides = VERBS.contains(&token.lower) || matches!(token.lower, "and" | "who" | "that" | "with");
            if divides && !token.named && groups.last().is_some_and(|group| !group.is_empty()) {
                groups.push(Vec::new());
            }
            if let Some(group) = groups.last_mut().filter(|_| content(token)) {
                group.push(index);
            }
        }
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            let kinds_only = group.iter().all(|i| reader.tokens.get(*i).is_some_and(is_kind));
            let topic = topic(reader, &group, &mut kinds);
            if !kinds_only {
                having.push(topic);
            }
        }
        if !before.is_empty() {
            let named: Vec<FactKind> = before
                .iter()
                .filter_map(|i| reader.tokens.get(*i))
                .flat_map(|token| concepts::kinds_of(token.lower))
                .copied()
                .collect();
            of_them = Some(if named.is_empty() {
                let mut ignored = Vec::new();
                OfThem::Measure(topic(reader, &before, &mut ignored))
            } else {
                kinds = ask.hints.iter().copied().filter(|kind| !named.contains(kind)).collect();
                OfThem::Kinds(named)
            });
        }
    } else {
        let group: Vec<usize> = adjacent.into_iter().rev().collect();
        having.push(topic(reader, &group, &mut kinds));
        let rest: Vec<usize> = before.into_iter().filter(|i| !group.contains(i)).collect();
        let after: Vec<usize> =
            (at + 1..reader.tokens.len()).filter(|i| reader.tokens.get(*i).is_some_and(content)).collect();
        let named: Vec<FactKind> = rest
            .iter()
            .filter_map(|i| reader.tokens.get(*i))
            .flat_map(|token| concepts::kinds_of(token.lower))
            .copied()
            .collect();
        if !named.is_empty() {
            kinds.clear();
            of_them = Some(OfThem::Kinds(named));
        } else if !rest.is_empty() {
            kinds.clear();
            of_them = Some(OfThem::Measure(topic(reader, &rest, &mut Vec::new())));
        } else if !after.is_empty() {
            having.push(topic(reader, &after, &mut kinds));
        }
        for index in rest.into_iter().chain(after) {
            reader.use_up(index);
        }
    }
    for token in &mut reader.tokens {
        token.used =
            token.used || is_neutral(token.lower) || matches!(token.lower, "who" | "whom" | "among" | "currently");
    }
    for index in 0..reader.tokens.len() {
        if reader.tokens.get(index).is_some_and(is_kind) {
            reader.use_up(index);
        }
    }
    Some(Cohort { having, kinds, of_them, counted })
}

/// Takes the words at `group` as one topic.
fn topic(reader: &mut Reader<'_>, group: &[usize], kinds: &mut Vec<FactKind>) -> Topic {
    let mut topic = Topic::default();
    for index in group {
        let Some(token) = reader.tokens.get(*index) else { continue };
        let (lower, named) = (token.lower, token.named);
        reader.use_up(*index);
        topic.whole.push(lower.to_owned());
        let of_kind = concepts::kinds_of(lower);
        if named || of_kind.is_empty() {
            topic.words.push(lower.to_owned());
        } else {
            kinds.extend(of_kind);
        }
    }
    topic
}

/// Reads "since I started metformin", "before my surgery", "after the heart attack".
fn event(reader: &mut Reader<'_>, want: Want) -> Option<Event> {
    if want == Want::Span {
        return None;
    }
    let (at, relation) = reader.tokens.iter().enumerate().find_map(|(at, token)| {
        let relation = match token.lower {
            _ if token.used || token.named => return None,
            "since" => Relation::Since,
            "after" | "following" => Relation::After,
            "before" => Relation::Before,
            "prior" => Relation::Before,
            _ => return None,
        };
        Some((at, relation))
    })?;
    let part = reader.tokens.get(at)?.part;
    let end = reader.tokens.iter().enumerate().position(|(i, token)| i > at && token.part > part && !token.named);
    let end = end.unwrap_or(reader.tokens.len());
    let mut begins = false;
    for verb in [
        "started taking",
        "started",
        "starting",
        "start",
        "began",
        "beginning",
        "diagnosis",
        "diagnosed",
        "came down",
        "first",
    ] {
        if let Some(place) = reader.find(verb).filter(|place| (at..end).contains(place)) {
            begins = true;
            reader.use_up(place);
        }
    }
    let group: Vec<usize> = (at + 1..end)
        .filter(|i| reader.tokens.get(*i).is_some_and(|token| !token.used && (token.named || !is_neutral(token.lower))))
        .collect();
    if group.is_empty() {
        return None;
    }
    let mut kinds = Vec::new();
    let topic = topic(reader, &group, &mut kinds);
    (at..end).for_each(|index| reader.use_up(index));
    kinds.sort();
    kinds.dedup();
    Some(Event { relation, topic, kinds, begins })
}

/// What is left is what the question is about.
fn kinds_and_topics(reader: &mut Reader<'_>, ask: &mut Ask) {
    for (noun, kind) in NOUNS {
        if noun.contains(' ') && reader.take(noun).is_some() {
            ask.kinds.push(*kind);
        }
    }
    let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, token) in reader.tokens.iter().enumerate() {
        if token.used || (!token.named && (is_neutral(token.lower) || has(BLOCKED, token.lower))) {
            continue;
        }
        match parts.last_mut() {
            Some((part, group)) if *part == token.part => group.push(index),
            _ => parts.push((token.part, vec![index])),
        }
    }
    for (_, group) in parts {
        let mut kinds = Vec::new();
        let topic = topic(reader, &group, &mut kinds);
        ask.kinds.extend(kinds);
        if !topic.words.is_empty() {
            ask.topics.push(topic);
        }
    }
    ask.kinds.sort();
    ask.kinds.dedup();
    ask.hints.sort();
    ask.hints.dedup();
    // "My weight at the last visit" asks for the weight.
    if !ask.topics.is_empty() && ask.kinds == [FactKind::Encounter] && ask.visit.is_none() {
        ask.kinds.clear();
    }
}
