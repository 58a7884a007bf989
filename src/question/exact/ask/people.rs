//! Questions about several people: "which patients have …".

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::form::{Ask, Bound, Cohort, OfThem, Pick, Stays, Topic, Want};
use super::lexicon::is_neutral;
use super::reader::{Reader, Token};
use super::topics::topic;
use crate::document::FactKind;
use crate::question::concepts;
use crate::question::when::Range;

/// Returns where the word stands that makes the question one about several people.
pub(super) fn cohort_word(reader: &Reader<'_>) -> Option<usize> {
    if let Some(at) = ["which patient", "what patient", "which person", "which one of them"]
        .iter()
        .find_map(|phrase| reader.find(phrase))
    {
        return Some(at + 1);
    }
    const PEOPLE: &[&str] =
        &["patients", "people", "persons", "individuals", "everyone", "everybody", "anyone", "anybody", "those"];
    if let Some(at) = (0..reader.tokens.len()).find(|at| is_sex_of_people(reader, *at) || is_of_age(reader, *at)) {
        return Some(at);
    }
    let word = reader.tokens.iter().position(|token| !token.used && !token.named && PEOPLE.contains(&token.lower));
    let who =
        reader.tokens.iter().position(|token| !token.used && !token.named).filter(|at| reader.free(*at) == Some("who"));
    word.or(who)
}

/// Words for people of one sex.
const SEXES: &[(&str, &str)] = &[
    ("women", "female"),
    ("females", "female"),
    ("female", "female"),
    ("girls", "female"),
    ("ladies", "female"),
    ("men", "male"),
    ("males", "male"),
    ("male", "male"),
    ("boys", "male"),
];

/// Whether people are named by their sex at `at`: "how many women", "which men".
fn is_sex_of_people(reader: &Reader<'_>, at: usize) -> bool {
    let is_plural = |word: &str| word != "female" && word != "male" && SEXES.iter().any(|(known, _)| *known == word);
    let before = at.checked_sub(1).and_then(|before| reader.tokens.get(before)).map_or("", |token| token.lower);
    reader.free(at).is_some_and(is_plural) && (at == 0 || matches!(before, "many" | "which" | "all" | "of"))
}

/// Whether people are named by their age at `at`: "which children", "list the kids". "How many children did she have" is no such question.
fn is_of_age(reader: &Reader<'_>, at: usize) -> bool {
    const YOUNG: &[&str] = &["children", "kids", "minors", "adults"];
    let before = at.checked_sub(1).and_then(|before| reader.tokens.get(before)).map_or("", |token| token.lower);
    let asks = at == 0 || matches!(before, "many" | "which" | "all" | "any" | "the" | "list");
    let of_one = ["i", "she", "my", "her", "we", "you"].iter().any(|word| reader.find(word).is_some());
    reader.free(at).is_some_and(|word| YOUNG.contains(&word)) && asks && !of_one
}

/// Takes the word for the sex of the people who are meant, and returns it as FHIR has it.
fn sex(reader: &mut Reader<'_>) -> Option<&'static str> {
    let (at, sex) = (0..reader.tokens.len()).find_map(|at| {
        let word = reader.free(at)?;
        SEXES.iter().find(|(known, _)| *known == word).map(|(_, sex)| (at, *sex))
    })?;
    reader.use_up(at);
    Some(sex)
}

/// Takes when people were born, "born before 1930", or how old they are, "over 80 years old", "children": the days on which they were born,
/// and whether these are told by an age. The outer `None` says that it is told, and what it is is not understood.
fn born(reader: &mut Reader<'_>, ask: &mut Ask, today: Option<Date>) -> Option<(Option<Range>, bool)> {
    const ADULT: i64 = 18;
    if reader.take("born").is_some() {
        return ask.range.take().map(|range| (Some(range), false));
    }
    let before = |years: i64| today?.checked_sub(years.years()).ok();
    let young = ["children", "kids", "minors"].iter().any(|word| reader.take(word).is_some());
    let adult = !young && ["adults", "grown-ups"].iter().any(|word| reader.take(word).is_some());
    const YEARS: &[&str] =
        &["years old", "years of age", "yrs old", "year olds", "years", "of age", "old", "aged", "age"];
    let says = reader.take_any(YEARS).is_some();
    if young || adult {
        let day = before(ADULT)?;
        let range = if young {
            Range { from: day.checked_add(1.day()).ok(), until: None }
        } else {
            Range { from: None, until: Some(day) }
        };
        return (ask.bound.is_none() && !says).then_some((Some(range), true));
    }
    if !says {
        return Some((None, false));
    }
    while reader.take_any(YEARS).is_some() {}
    let (bound, limit, unit) = ask.bound.take()?;
    let is_age = unit.is_none() && limit.fract() == 0.0 && (1.0..=119.0).contains(&limit);
    let years = is_age.then_some(limit as i64)?;
    let range = match bound {
        Bound::Above => Range { from: None, until: before(years + 1) },
        Bound::AtLeast => Range { from: None, until: before(years) },
        Bound::Below => Range { from: before(years)?.checked_add(1.day()).ok(), until: None },
        Bound::AtMost => Range { from: before(years + 1)?.checked_add(1.day()).ok(), until: None },
    };
    (range.from.is_some() || range.until.is_some()).then_some((Some(range), true))
}

/// Whether `word` is of a change from one value to another: "who gained the most weight".
pub(crate) fn is_of_change(word: &str) -> bool {
    const CHANGE: &str = "gain gains gained lose loses lost loss drop drops dropped fall falls fell fallen rise rises rose risen increase \
         increased decrease decreased decline declined reduction reduced change changed changes difference improved improvement worsened went \
         swing grew grown growth shrank";
    CHANGE.split_whitespace().any(|known| known == word)
}

/// Reads "which patients have …", "… of patients with …", "diabetes patients".
pub(super) fn cohort(reader: &mut Reader<'_>, ask: &mut Ask, today: Option<Date>) -> Option<Cohort> {
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
    // Who might have something, or nearly has it, no entry says.
    const UNSURE: &[&str] = &[
        "might", "may", "perhaps", "possibly", "probably", "likely", "too", "heavy", "tall", "nearly", "almost",
        "stopped", "quit",
    ];
    if UNSURE.iter().any(|word| reader.find(word).is_some()) {
        return None;
    }
    // "Who lost the most weight?", "the biggest drop in eGFR" are of two values of each, and not of the latest.
    let changes = |token: &Token<'_>| !token.named && is_of_change(token.lower);
    if matches!(ask.pick, Some(Pick::Highest | Pick::Lowest)) && reader.tokens.iter().any(changes) {
        return None;
    }
    let at = cohort_word(reader)?;
    // "Does everybody have it?" asks for yes or no.
    let asks_whether = reader.tokens.first().is_some_and(|token| {
        matches!(token.lower, "does" | "did" | "do" | "is" | "are" | "has" | "have" | "was" | "were")
    });
    if asks_whether && matches!(reader.free(at), Some("everyone" | "everybody")) {
        return None;
    }
    let grown = reader.free(at).filter(|word| matches!(*word, "girls" | "boys")).is_some();
    let sex = sex(reader);
    let (born, aged) = born(reader, ask, today)?;
    // Girls are told from women by their age.
    if grown && born.is_none() {
        return None;
    }
    reader.use_up(at);
    // "Both diabetes and hypertension".
    if reader.find("and").is_some() {
        reader.take("both");
    }
    if at > 0 && matches!(reader.free(at - 1), Some("which" | "what" | "the" | "all" | "of")) {
        reader.use_up(at - 1);
    }
    // Who died takes nothing now.
    let is_now = |token: &Token<'_>| matches!(token.lower, "currently" | "now" | "nowadays" | "presently" | "today");
    let living = reader.tokens.iter().any(is_now);
    let living = living | reader.take_any(&["still alive", "still living", "alive", "living"]).is_some();
    let alive = living || aged;
    let counted = ask.want == Want::Count;
    if counted && ask.visit.is_some() && !counts_people(reader, at) {
        return None;
    }
    let stays = stays(reader, ask);
    let died =
        reader.take_any(&["have died", "had died", "who died", "died", "passed away", "deceased", "dead"]).is_some();
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
        let mut is_kind_alone = false;
        for group in groups.into_iter().filter(|group| !group.is_empty()) {
            let kinds_only = group.iter().all(|i| reader.tokens.get(*i).is_some_and(is_kind));
            let topic = topic(reader, &group, &mut kinds);
            if kinds_only {
                is_kind_alone = true;
            } else {
                having.push(topic);
            }
        }
        // "Who has allergies" is not of everybody.
        if is_kind_alone && having.is_empty() {
            return None;
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
    // "What are people with asthma taking?"
    let asks_what = reader.tokens.first().is_some_and(|token| token.lower == "what") && at > 1;
    if asks_what && of_them.is_none() && ask.taken && !having.is_empty() {
        kinds.retain(|kind| *kind != FactKind::MedicationRequest);
        of_them = Some(OfThem::Kinds(vec![FactKind::MedicationRequest]));
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
    Some(Cohort { having, kinds, of_them, counted, died, sex, born, alive, stays })
}

/// Whether people, of whom there is a word at `at`, are counted, and not what they had: "how many stays did patients have".
fn counts_people(reader: &Reader<'_>, at: usize) -> bool {
    const BETWEEN: &[&str] = &[
        "of",
        "the",
        "my",
        "our",
        "your",
        "all",
        "these",
        "those",
        "different",
        "admitted",
        "hospitalised",
        "hospitalized",
        "female",
        "male",
        "adult",
        "elderly",
        "older",
        "young",
        "younger",
    ];
    let before = reader.tokens.iter().take(at).rev().find(|token| !BETWEEN.contains(&token.lower));
    before.is_some_and(|token| matches!(token.lower, "many" | "number" | "count" | "total" | "tally"))
}

/// Of which time visits are asked for: who "is in hospital" is there now, who "was" there, or "went" there, has been.
fn stays(reader: &Reader<'_>, ask: &Ask) -> Option<Stays> {
    const NOW: &[&str] = &["is", "are", "who's", "now", "currently", "presently", "nowadays"];
    const EVER: &[&str] = &["was", "were", "had", "has", "have", "been", "did", "went", "got", "ever"];
    let said = |known: &[&str]| reader.tokens.iter().any(|token| known.contains(&token.lower));
    match (said(NOW), said(EVER) || ask.range.is_some()) {
        (true, false) => Some(Stays::Now),
        (false, true) => Some(Stays::Ever),
        _ => None,
    }
}
