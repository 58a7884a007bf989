//! What somebody does, told with where: 45 CFR 164.514(b)(2)(i)(R). An occupation alone stays; beside an employer it tells who it is.

use super::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// An occupation stands at most so many words before its employer.
const REACH: usize = 4;

/// Endings of words for those who do something.
const ENDINGS: [&str; 12] =
    ["maker", "hand", "mistress", "er", "or", "ist", "ian", "man", "woman", "driver", "ant", "smith"];

/// Returns the occupations that are told with one of `employers` or behind a label.
pub fn claims(tokens: &Tokens<'_>, employers: &[Claim]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = employers.iter().filter_map(|employer| before(tokens, employer.first)).collect();
    claims.extend((0..tokens.all.len()).filter_map(|index| behind_label(tokens, index)));
    claims.extend((0..tokens.all.len()).filter_map(|index| said(tokens, index)));
    claims
}

/// Words of working, behind which `as` says as what.
const WORKING: [&str; 16] = [
    "work", "works", "worked", "working", "employed", "job", "jobs", "career", "serves", "served", "start", "starts",
    "started", "position", "hired", "role",
];

/// `works as croc handler`, `retired lacemaker`, `used to be bell founder`, `is a glider instructor at`: what says that
/// somebody does it for a living.
fn said(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let word = tokens.get(index)?;
    let back = |count: usize| index.checked_sub(count).and_then(|at| tokens.get(at));
    let past_article = |at: usize| {
        let articles = ["a", "an", "the", "oldest", "only", "last", "first", "sworn", "local"];
        let count =
            (0..3).take_while(|more| tokens.get(at + more).is_some_and(|token| articles.contains(&token.lower)));
        at + count.count()
    };
    let (first, needs_head, needs_employer) = match word.lower {
        "as" if (1..7).any(|count| back(count).is_some_and(|token| WORKING.contains(&token.lower))) => {
            (past_article(index + 1), false, false)
        }
        "be" if back(1).is_some_and(|token| token.lower == "to")
            && back(2).is_some_and(|token| token.lower == "used") =>
        {
            (past_article(index + 1), false, false)
        }
        "retired" | "former" | "ex" | "formerly" => (past_article(index + 1), true, false),
        "is" | "was" | "being" | "been" | "ran" | "runs" => (past_article(index + 1), false, true),
        "a" | "an" if word.begins => (index + 1, false, true),
        _ => return None,
    };
    let last = noun_phrase(tokens, first)?;
    let head = tokens.get(last)?;
    if needs_head && !is_occupation(head) || needs_employer && !(is_occupation(head) && has_employer(tokens, last + 1))
    {
        return None;
    }
    // An occupation that many have stays where no employer is told: `a retired farmer with a cough`.
    let common = needs_head && first == last && head.class.is(Class::OCCUPATION) && !has_employer(tokens, last + 1);
    if common || matches!(head.lower, "smoker" | "drinker" | "user" | "manager" | "prisoner" | "boxer") {
        return None;
    }
    let generic = Class::RELATIVE | Class::HEADING | Class::TITLE | Class::CALENDAR | Class::TERM | Class::NATION;
    let medical = head.traits.is(Traits::MEDICAL | Traits::DRUG) && !is_occupation(head);
    // `A carpenter with Parkinson's` has no employer of that name.
    let disease = word.begins
        && tokens.get(last + 2).is_some_and(|name| {
            name.traits.is(Traits::EPONYM | Traits::MEDICAL | Traits::DRUG | Traits::REGION | Traits::PLACE)
        });
    if disease {
        return None;
    }
    (!head.class.is(generic) && !medical).then_some(Claim {
        first,
        last,
        score: Score::FAIR,
        pattern: "said before",
        context: Some("words of work before it"),
    })
}

/// Returns the index of the last of the words, five at most, that begin at `first` and say what somebody is.
fn noun_phrase(tokens: &Tokens<'_>, first: usize) -> Option<usize> {
    let begin = tokens.get(first)?;
    let fits = |token: &Token<'_>| {
        token.is_word()
            && token.shape == begin.shape
            && !token.class.is(Class::FUNCTION | Class::AT_PLACE | Class::CALENDAR | Class::RELATIVE)
            && (!token.class.is(Class::VERB) || is_occupation(token))
    };
    let opens = matches!(begin.gap, Gap::Space | Gap::Hyphen | Gap::Wrap | Gap::Colon | Gap::Field) && fits(begin);
    if !opens || begin.shape == Shape::Capital && begin.casing == Casing::Mixed && !begin.begins {
        return None;
    }
    let mut last = first;
    while last < first + 4
        && tokens
            .get(last + 1)
            .is_some_and(|next| matches!(next.gap, Gap::Space | Gap::Hyphen | Gap::Wrap) && fits(next))
    {
        last += 1;
    }
    Some(last)
}

/// Returns whether a preposition and then a capital, or in a text of one case anything that is no function word, stand at
/// `index`, or a bracket and a capital.
fn has_employer(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(link) = tokens.get(index) else { return false };
    let named = |at: usize| {
        let at = if tokens.get(at).is_some_and(|the| the.lower == "the") { at + 1 } else { at };
        tokens.get(at).is_some_and(|name| {
            (name.stands_out() || name.casing != Casing::Mixed || name.shape == Shape::Upper)
                && !name.class.is(Class::FUNCTION | Class::CALENDAR | Class::HEADING)
        })
    };
    matches!(link.lower, "at" | "for" | "with" | "of" | "in" | "from") && link.gap == Gap::Space && named(index + 1)
        || link.gap == Gap::Open && named(index)
}

/// `retired paralegal at`, `works as a scaffolder for`, `bus mechanic (`.
fn before(tokens: &Tokens<'_>, employer: usize) -> Option<Claim> {
    let mut last = employer.checked_sub(1)?;
    let links = ["at", "for", "with", "in", "of", "from", "the", "a", "called"];
    while employer - last < REACH && tokens.get(last).is_some_and(|token| links.contains(&token.lower)) {
        last = last.checked_sub(1)?;
    }
    let linked =
        last + 1 < employer || tokens.get(employer).is_some_and(|token| matches!(token.gap, Gap::Open | Gap::Comma));
    let head = tokens.get(last)?;
    let business =
        head.class.is(Class::ORGANIZATION) && tokens.get(last + 1).is_some_and(|next| next.lower == "called");
    let others = matches!(head.lower, "manager" | "boss" | "supervisor" | "student" | "coordinator" | "driver")
        && tokens.before(last).is_some_and(|before| before.lower != "a" && before.class.is(Class::FUNCTION))
        || head.lower == "student";
    if !linked
        || others
        || !(is_occupation(head) || business)
        || tokens.get(last + 1).is_some_and(|next| matches!(next.gap, Gap::Stop | Gap::Field))
    {
        return None;
    }
    let first = with_modifiers(tokens, last);
    Some(Claim {
        first,
        last,
        score: Score::STRONG,
        pattern: "before an employer",
        context: Some("an employer behind it"),
    })
}

fn behind_label(tokens: &Tokens<'_>, index: usize) -> Option<Claim> {
    let label = tokens.before(index)?;
    let token = tokens.get(index)?;
    let named =
        matches!(label.lower, "occupation" | "occ" | "profession" | "job" | "work" | "title" | "emp_title" | "beruf")
            && (token.gap == Gap::Colon
                || token.gap == Gap::Field && tokens.between(index).trim_start().starts_with('|'))
            || is_plain_label(tokens, index);
    let fits = token.is_word()
        && !token.class.is(Class::FUNCTION | Class::FIELD)
        && !matches!(token.lower, "retired" | "unemployed" | "none" | "unknown" | "disabled" | "student");
    if !named || !fits {
        return None;
    }
    let mut last = index;
    while last < index + 2
        && tokens.get(last + 1).is_some_and(|next| {
            (next.gap == Gap::Space || next.gap == Gap::Wrap && is_occupation(next))
                && next.is_word()
                && !next.class.is(Class::FUNCTION | Class::FIELD | Class::VERB)
        })
    {
        last += 1;
    }
    Some(Claim { first: index, last, score: Score::STRONG, pattern: "label", context: Some("a label before it") })
}

/// Returns whether a label that is nothing else stands before the word at `index`, without a colon: `Occupation ..... tram driver`, `the
/// occupation is tram driver`.
fn is_plain_label(tokens: &Tokens<'_>, index: usize) -> bool {
    let label =
        |at: usize| tokens.get(at).is_some_and(|label| matches!(label.lower, "occupation" | "profession" | "beruf"));
    let gap = tokens.between(index);
    let led =
        gap.contains("...") || tokens.get(index).is_some_and(|token| token.gap == Gap::Field) && !gap.contains('\n');
    index > 0 && label(index - 1) && led
        || index > 1
            && label(index - 2)
            && tokens.before(index).is_some_and(|is| is.lower == "is")
            && (index..index + 3).any(|at| tokens.get(at).is_some_and(is_occupation))
}

fn is_occupation(token: &Token<'_>) -> bool {
    token.class.is(Class::OCCUPATION)
        || token.traits.is_unknown()
            && token.lower.len() > 6
            && ["maker", "hand", "mistress", "monger", "smith", "wright"]
                .iter()
                .any(|ending| token.lower.ends_with(ending))
        || token.traits.is(Traits::COMMON)
            && !token.class.is(Class::ROLE | Class::RELATIVE | Class::VERB | Class::FUNCTION | Class::HEADING)
            && token.lower.len() > 4
            && ENDINGS.iter().any(|ending| token.lower.ends_with(ending))
}

/// Returns the index of the first of the words that say what kind: `school bus driver`.
fn with_modifiers(tokens: &Tokens<'_>, last: usize) -> usize {
    let mut first = last;
    while first > 0 && last - first < 3 {
        let Some(before) = tokens.get(first - 1) else { break };
        let joined = tokens.get(first).is_some_and(|token| matches!(token.gap, Gap::Space | Gap::Hyphen));
        let stops = Class::FUNCTION | Class::VERB | Class::AT_PLACE | Class::RELATIVE | Class::NATION;
        let adjective = matches!(
            before.lower,
            "retired"
                | "former"
                | "old"
                | "male"
                | "female"
                | "woman"
                | "man"
                | "gentleman"
                | "lady"
                | "full-time"
                | "time"
        );
        // What a hyphen binds goes along: `third-grade teacher`.
        let bound = tokens.get(first).is_some_and(|token| token.gap == Gap::Hyphen);
        if !joined
            || before.class.is(stops) && !bound
            || adjective
            || !(matches!(before.shape, Shape::Lower | Shape::Upper) || before.begins)
        {
            break;
        }
        first -= 1;
    }
    first
}
