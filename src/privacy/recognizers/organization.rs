//! Names of employers, schools, insurers, pharmacies and other organisations: 45 CFR 164.514(b)(2)(i)(A) and (R).
//!
//! A head word (`LLP`, `School`, `Pharmacy`, `& Sons`) makes the words before it a name; so does what stands before it (`works
//! at`, `employer:`).

use std::sync::LazyLock;

use regex::Regex;

use super::names::phrase::{around, behind_head, capitals, tells};
use super::names::run::weight;
use super::names::{Casing, Claim, Class, Gap, Shape, Token, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// What stands before an employer, a school or an insurer.
static BEFORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:
          (?:employer|employed\x20by|school|company|insurer|insurance|payer|payor|carrier|ins\d?|pharmacy|organi[sz]ation|workplace|church|
             laboratory|vendor|agency|health\x20plan|dept\x20of|firm|business|college|university|preschool|daycare|day\x20care|wk|work|occ|shop|bank|undertaker|mortuary|funeral\x20home|
             plan\d?|emp|empr|emplr|vendor|agent|unit|parish|congregation|synagogue|temple|mosque|lab|sponsor|service|site) \s* [:=|] \s*
        | (?:insurance|insurer|undertaker|med\x20aid|medical\x20aid|bank|agency|agent|vendor|ins|pharm|pharmacy|union) \x20
        | (?:works?|worked|working|employed|job|volunteers?|teaches|taught|shift|manager|boss|supervisor|colleague|intern|student|studies|
             enrolled|class|clerk|hr|swims|plays|lock|off-shore|offshore|she'?s|he'?s) \x20 (?:at|for|with|in) \x20 (?:the\x20|a\x20)?
        | (?:drives|drove|drives\x20the|bus|truck)(?:\x20\w+){0,3} \x20 for \x20 (?:the\x20)?
        | (?:called|named|insured\x20by|insured\x20with|covered\x20by|guy\x20from|rep\x20from|delivered\x20by|supplied\x20by|paid\x20by|commode\x20by|
             changed\x20to|insurance\x20is|insurer\x20is|vendor|changed\x20to\x20the|faxed\x20to|sits\x20at|visitor\x20from|policy\x20with) \x20 (?:the\x20)?
        )",
    )
    .ok()
});

/// Heads that stand in many phrases: only capitals, or a name right before them, count.
const EVERYDAY: [&str; 70] = [
    "sons",
    "brothers",
    "daughters",
    "partners",
    "group",
    "service",
    "services",
    "system",
    "systems",
    "plan",
    "benefit",
    "benefits",
    "as",
    "sa",
    "ag",
    "ab",
    "primary",
    "elementary",
    "secondary",
    "centre",
    "hub",
    "club",
    "society",
    "trust",
    "works",
    "plant",
    "power",
    "water",
    "access",
    "digital",
    "data",
    "labs",
    "local",
    "select",
    "unified",
    "garden",
    "gardens",
    "store",
    "stores",
    "records",
    "radio",
    "news",
    "media",
    "oil",
    "gas",
    "steel",
    "labor",
    "security",
    "supply",
    "supplies",
    "agency",
    "authority",
    "department",
    "council",
    "guard",
    "army",
    "union",
    "credit",
    "foods",
    "studio",
    "solutions",
    "nursery",
    "drugs",
    "pathology",
    "diagnostics",
    "lab",
    "laboratory",
    "laboratories",
    "trades",
    "mill",
];

/// Returns the names of organisations.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims: Vec<Claim> = (0..tokens.all.len()).filter_map(|head| by_head(tokens, head)).collect();
    claims.extend(ampersands(tokens));
    claims.extend(capital_phrases(tokens));
    claims.extend((0..tokens.all.len()).filter_map(|head| head_first(tokens, head)));
    claims.extend((0..tokens.all.len()).filter_map(|first| flat_phrase(tokens, first)));
    claims.extend((0..tokens.all.len()).filter_map(|head| head_of(tokens, head)));
    claims.extend((0..tokens.all.len()).filter_map(|first| in_brackets(tokens, first)));
    let text = tokens.view.text();
    for found in BEFORE.iter().flat_map(|before| before.find_iter(text)) {
        let first = tokens.inside(&(found.end()..text.len())).start;
        let beside =
            tokens.get(first).is_some_and(|name| text.get(found.end()..name.range.start).is_some_and(str::is_empty));
        let labelled = found.as_str().trim_end().ends_with([':', '=']);
        // `Insurance Northstar` needs its capital where neither a colon nor a preposition stands between.
        let bare = !labelled && !found.as_str().trim().contains(' ');
        let fits = beside && (!bare || tokens.get(first).is_some_and(Token::stands_out));
        claims.extend(fits.then(|| behind(tokens, first, labelled)).flatten());
    }
    claims
}

fn by_head(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token = tokens.get(head)?;
    if !token.class.is(Class::ORGANIZATION) || token.possessive && token.shape == Shape::Lower {
        return None;
    }
    let before = tokens.before(head)?;
    let everyday = EVERYDAY.contains(&token.lower);
    let near = tokens.all.get(head.saturating_sub(3)..head).unwrap_or_default();
    let clear = token.stands_out()
        && before.stands_out()
        && near.iter().any(|word| {
            word.stands_out() && tells(word) && !word.class.is(Class::TERM) && (!word.begins || weight(word) >= 1)
        });
    if everyday && !clear && !(weight(before) >= 2 && token.shape != Shape::Lower || weight(before) >= 3) {
        return None;
    }
    let (first, last) = around(tokens, head)?;
    let telling = tokens.all.get(first..head)?.iter().any(|word| {
        tells(word)
            && (!word.traits.is(Traits::MEDICAL)
                || word.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME | Traits::PLACE))
    });
    telling.then_some(Claim {
        first,
        last,
        score: Score::STRONG,
        pattern: "head word",
        context: Some("a word for organisations in it"),
    })
}

/// `Harlan & Voss`, `Culpeper & Sons Chemists`.
fn ampersands(tokens: &Tokens<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, token) in tokens.all.iter().enumerate() {
        let Some(before) = tokens.before(index) else { continue };
        let named = before.stands_out() && token.stands_out() && (weight(before) >= 2 || weight(token) >= 2);
        if token.gap == Gap::And && named {
            claims.push(Claim {
                first: index - 1,
                last: index,
                score: Score::FAIR,
                pattern: "ampersand",
                context: None,
            });
        }
    }
    claims
}

fn behind(tokens: &Tokens<'_>, first: usize, labelled: bool) -> Option<Claim> {
    let name = tokens.get(first)?;
    if name.class.is(Class::TITLE | Class::CALENDAR | Class::RELATIVE) || matches!(name.shape, Shape::Number) {
        return None;
    }
    let is_part = |token: &Token<'_>| match (token.shape, token.casing) {
        (Shape::Capital | Shape::Upper | Shape::Mixed | Shape::Letter, Casing::Mixed | Casing::Lower) => true,
        (_, Casing::Mixed) => false,
        _ if token.lower == "of" => true,
        _ => {
            (!token.class.is(Class::FUNCTION | Class::VERB | Class::AT_PLACE) || token.class.is(Class::GENERIC))
                && (!token.class.is(Class::FIELD) || token.class.is(Class::GENERIC))
        }
    };
    let near = tokens.all.get(first..(first + 4).min(tokens.all.len())).unwrap_or_default();
    let headed = near.len() > 1
        && near.iter().any(|token| token.class.is(Class::ORGANIZATION))
        && !name.class.is(Class::FUNCTION | Class::HEADING);
    let begins = match (name.shape, name.casing) {
        // `Plan: Continue antibiotics` says what is done.
        (Shape::Capital, Casing::Mixed)
            if labelled && name.traits.is(Traits::FREQUENT_WORD) && is_sentence(tokens, first) =>
        {
            false
        }
        (Shape::Capital, Casing::Mixed | Casing::Lower) => !name.class.is(Class::FUNCTION | Class::HEADING) || labelled,
        (Shape::Upper, Casing::Mixed) => labelled && !name.class.is(Class::ABBREVIATION | Class::FUNCTION),
        (_, Casing::Mixed) => false,
        _ => {
            headed
                || weight(name) >= 2
                || labelled && is_part(name) && !name.class.is(Class::HEADING | Class::ABBREVIATION)
        }
    };
    if !begins {
        return None;
    }
    let mut last = first;
    while last < first + 5 {
        let joined = tokens.get(last + 1).is_some_and(|next| {
            matches!(next.gap, Gap::Space | Gap::Hyphen | Gap::And | Gap::BrokenHyphen) && is_part(next)
                || next.gap == Gap::Wrap && next.shape == name.shape && is_part(next)
        });
        if !joined || tokens.get(last + 2).is_some_and(|after| after.gap == Gap::Colon) {
            break;
        }
        last += 1;
    }
    Some(Claim {
        first,
        last,
        score: Score::FAIR,
        pattern: "said before",
        context: Some("words of work, school or insurance before it"),
    })
}

/// Returns whether a word in small letters that is no particle goes on behind the one at `first`.
fn is_sentence(tokens: &Tokens<'_>, first: usize) -> bool {
    tokens.get(first + 1).is_some_and(|next| {
        next.gap == Gap::Space
            && next.shape == Shape::Lower
            && !next.class.is(Class::PARTICLE | Class::FUNCTION | Class::ORGANIZATION)
    })
}

/// Capitals that stand out of a sentence, where something is done at, by or through them, or somebody works there: `at Gardena
/// Buddhist Hall`, `Cascade testing through Anatolia Heart Genetics`, `cabinetmaker (Stone & Fields Joinery)`.
fn capital_phrases(tokens: &Tokens<'_>) -> Vec<Claim> {
    let told = |(first, last): (usize, usize)| {
        is_told(tokens, first) && !is_term(tokens, first, last) && names(tokens, first, last)
    };
    let claim = |(first, last)| Claim {
        first,
        last,
        score: Score::WEAK,
        pattern: "capitals",
        context: Some("a preposition before it"),
    };
    capitals(tokens).into_iter().filter(|stretch| told(*stretch)).map(claim).collect()
}

/// `at sandia peak tram`, `WITH SUWANNEE NAVAL STORES`: in a text of one case, two words or more behind a preposition, one of
/// which can be nothing but a name, or the last of which is an organisation's.
fn flat_phrase(tokens: &Tokens<'_>, first: usize) -> Option<Claim> {
    let begin = tokens.get(first).filter(|begin| begin.casing != Casing::Mixed && begin.gap == Gap::Space)?;
    let before = tokens.before(first)?;
    let placed = matches!(before.lower, "at" | "from" | "for" | "with" | "through" | "via" | "by")
        || before.lower == "the"
            && first
                .checked_sub(2)
                .and_then(|at| tokens.get(at))
                .is_some_and(|word| matches!(word.lower, "at" | "from" | "for" | "with" | "through" | "via" | "by"));
    let other = Class::FUNCTION
        | Class::VERB
        | Class::CALENDAR
        | Class::FIELD
        | Class::ABBREVIATION
        | Class::RELATIVE
        | Class::ROLE
        | Class::TITLE
        | Class::TERM
        | Class::NATION;
    let is_part = |word: &Token<'_>| {
        word.shape == begin.shape
            && (!word.class.is(other) || word.class.is(Class::ORGANIZATION | Class::HOSPITAL))
            && !word.class.is(Class::FUNCTION | Class::VERB)
            && !word.traits.is(Traits::DRUG)
            && (!word.traits.is(Traits::MEDICAL)
                || word.traits.is(Traits::FAMILY_NAME | Traits::PLACE)
                || word.class.is(Class::ORGANIZATION | Class::HOSPITAL))
    };
    if !placed || !is_part(begin) || begin.class.is(Class::HEADING | Class::GENERIC) {
        return None;
    }
    let mut last = first;
    while last < first + 4
        && tokens.get(last + 1).is_some_and(|next| matches!(next.gap, Gap::Space | Gap::Hyphen) && is_part(next))
    {
        last += 1;
    }
    let words = tokens.all.get(first..=last)?;
    let headed = words.last().is_some_and(|word| word.class.is(Class::ORGANIZATION | Class::PLACE));
    let named = words.iter().any(|word| weight(word) >= 2);
    (last > first && (headed && words.iter().any(tells) || named)).then_some(Claim {
        first,
        last,
        score: Score::WEAK,
        pattern: "behind a preposition",
        context: Some("a preposition before it"),
    })
}

/// `CRAWFISH BOAT CAPTAIN (COTEAU SEAFOOD)`: in capitals alone, two words in brackets that are of no medicine.
fn in_brackets(tokens: &Tokens<'_>, first: usize) -> Option<Claim> {
    let begin = tokens.get(first).filter(|begin| begin.casing == Casing::Upper && begin.gap == Gap::Open)?;
    let is_part = |word: &Token<'_>| {
        word.shape == begin.shape
            && word.lower.len() > 2
            && !word.traits.is(Traits::MEDICAL | Traits::DRUG | Traits::GENE)
            && !word.class.is(Class::FUNCTION
                | Class::TERM
                | Class::RELATIVE
                | Class::ROLE
                | Class::HEADING
                | Class::FIELD
                | Class::ABBREVIATION
                | Class::VERB
                | Class::CALENDAR)
    };
    let mut last = first;
    while last < first + 4
        && tokens.get(last + 1).is_some_and(|next| matches!(next.gap, Gap::Space | Gap::Hyphen) && is_part(next))
    {
        last += 1;
    }
    let shut = tokens.between(last + 1).starts_with(')');
    (is_part(begin) && last > first && shut).then_some(Claim {
        first,
        last,
        score: Score::WEAK,
        pattern: "in brackets",
        context: None,
    })
}

/// Words behind which an organisation stands.
const LINKS: [&str; 13] =
    ["at", "by", "through", "from", "to", "of", "with", "for", "via", "site", "the", "firm", "school"];

fn is_told(tokens: &Tokens<'_>, first: usize) -> bool {
    let Some((begin, before)) = tokens.get(first).zip(tokens.before(first)) else { return false };
    match begin.gap {
        // Only what stands in the middle of a sentence stands out of it.
        Gap::Space | Gap::Wrap | Gap::Hyphen => before.shape == Shape::Lower || LINKS.contains(&before.lower),
        Gap::Comma | Gap::And | Gap::Slash => before.shape == Shape::Lower,
        Gap::Open => true,
        _ => false,
    }
}

fn is_term(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let words = tokens.all.get(first..=last).unwrap_or_default();
    let of_term = |word: &Token<'_>| {
        word.class.is(Class::TERM | Class::HEADING) && !word.class.is(Class::ORGANIZATION | Class::HOSPITAL)
    };
    words.last().is_some_and(of_term)
        || tokens
            .get(last + 1)
            .is_some_and(|next| next.class.is(Class::TERM) && matches!(next.gap, Gap::Space | Gap::Hyphen))
        || words.iter().any(|word| {
            word.traits.is(Traits::EPONYM | Traits::DRUG | Traits::ORGANISM)
                && !word.traits.is(Traits::FREQUENT_NAME | Traits::PLACE)
                && !(word.traits.is(Traits::DRUG) && word.traits.is(Traits::FAMILY_NAME))
        })
        || words.iter().all(|word| word.class.is(Class::NATION | Class::REGION) || word.traits.is(Traits::REGION))
}

fn names(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    let words = tokens.all.get(first..=last).unwrap_or_default();
    words.iter().filter(|word| tells(word)).count() > 1 || words.iter().any(|word| weight(word) >= 3)
}

/// `University of Thessaly`, `Society of Friends`: a head word with a capital, and what it is of.
fn head_of(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    let token =
        tokens.get(head).filter(|token| token.stands_out() && token.class.is(Class::ORGANIZATION | Class::HOSPITAL))?;
    let of = tokens.get(head + 1).filter(|of| of.lower == "of" && of.gap == Gap::Space)?;
    let the = usize::from(tokens.get(head + 2).is_some_and(|the| the.lower == "the"));
    let name = tokens.get(head + 2 + the)?;
    let field = Class::TERM | Class::HEADING | Class::SPECIALTY | Class::CALENDAR | Class::FIELD;
    let named = name.stands_out()
        && name.gap == Gap::Space
        && !name.class.is(field)
        && (!name.traits.is(Traits::MEDICAL) || name.traits.is(Traits::PLACE | Traits::FAMILY_NAME | Traits::REGION));
    let unlike = matches!(token.lower, "care" | "labs" | "lab" | "data" | "records" | "plan" | "service" | "services");
    (named && !unlike && of.shape == Shape::Lower).then(|| Claim {
        first: head,
        last: behind_head(tokens, head + 1 + the),
        score: Score::FAIR,
        pattern: "head word and of",
        context: Some("a word for organisations in it"),
    })
}

/// Words for organisations that stand before the name.
const FIRST: [&str; 30] = [
    "hotel",
    "hostel",
    "paroisse",
    "parrocchia",
    "pfarrei",
    "landgericht",
    "amtsgericht",
    "banque",
    "banco",
    "banca",
    "rifugio",
    "capel",
    "farmacia",
    "cafe",
    "yeshiva",
    "colegio",
    "escuela",
    "iglesia",
    "panaderia",
    "taqueria",
    "carniceria",
    "restaurante",
    "residencia",
    "universite",
    "universidad",
    "universitat",
    "lycee",
    "ecole",
    "parroquia",
    "taverna",
];

fn head_first(tokens: &Tokens<'_>, head: usize) -> Option<Claim> {
    tokens.get(head).filter(|token| FIRST.contains(&token.lower))?;
    let last = behind_head(tokens, head);
    (last > head).then_some(Claim {
        first: head,
        last,
        score: Score::STRONG,
        pattern: "head word first",
        context: Some("a word for organisations in it"),
    })
}
