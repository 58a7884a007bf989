//! Names that open or close a letter: `Dear Tommaso`, `Sincerely, Everett P. Langstroth`, `Electronically signed by`, `cc:`,
//! `dictated 2/7/18 JT:kl`.

use std::sync::LazyLock;

use regex::Regex;

use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;
use crate::privacy::recognizers::names::run::{end, is_leading_particle, weight, with_given};
use crate::privacy::recognizers::names::{Casing, Claim, Class, Gap, Shape, Tokens};

/// What stands before the name of somebody who wrote, read or sent something.
static BEFORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:
          (?:(?:e[-\x20]?|electronically\x20|digitally\x20)?signed|dictated|transcribed|typed|reviewed|verified|approved|authenticated|
             cosigned|co-signed|attested|reported|read|interpreted|entered|written|prepared|performed|ordered|requested|seen|
             examined|evaluated|referred|called|collected|drawn|sent|completed|staffed|discussed|documented|updated|witnessed|
             confirmed|read\x20back|given|administered|accompanied|brought\x20in|followed|authored|scribed)
          (?:\x20electronically|\x20in\x20full|\x20and\x20\w+)? \x20 (?:by|with) [:\s]*
        | (?:sincerely|regards|faithfully|truly|cheers|best|respectfully|cordially|wishes|thanks|gracias|love) \x20* [,.!\n-]+ \s*
        | (?:dear|hi|hello|hey|attn|attention|cc|c\.c\.|bcc|re|dictated|/s/|//|hallo|hola) [:.]? [\s]+
        | (?:my\x20name\x20is|name\x20is|this\x20is|it'?s|i\x20am|i'm|(?:named|called|calls?|told|asked)(?:\x20(?:him|her|me|for))?|name\?|nicknamed|goes\x20by|known\x20as|maiden\x20name|formerly|aka|a\.k\.a\.|
             report\x20to|given\x20to|handed\x20to|copy\x20to|copies\x20to|care\x20of|c/o|on\x20behalf\x20of|regarding|results\x20to|told|thank\x20you,?|
             sent\x20by|signed\x20by|left\x20by|letter\x20to|note\x20on|discussed\x20with|spoke\x20with|spoke\x20to|speaking\x20with|signature|baby\x20of) [:\s]+
        )",
    )
    .ok()
});

/// The initials of who dictated and who typed.
static INITIALS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)(?:\s|^)(?P<it>[A-Z]{2,3}\s?[:/]\s?[a-z]{2,3})\s*(?:$|\d)").ok());

/// The initials of somebody, told as such.
static TOLD_INITIALS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i:initials?)\s*[:=]?\s*(?P<it>(?:[A-Z]\.?\s?){2,3})(?:\W|$)").ok());

/// Returns the names that open or close a letter or follow what somebody did.
pub fn claims(tokens: &Tokens<'_>) -> Vec<Claim> {
    let text = tokens.view.text();
    let mut claims = Vec::new();
    for found in BEFORE.iter().flat_map(|before| before.find_iter(text)) {
        let first = tokens.inside(&(found.end()..text.len())).start;
        if tokens
            .get(first)
            .is_some_and(|name| text.get(found.end()..name.range.start).is_some_and(|gap| gap.trim().is_empty()))
        {
            let opens = found.as_str().trim_start().get(..2).is_some_and(|head| {
                matches!(
                    head.to_ascii_lowercase().as_str(),
                    "de" | "hi" | "he" | "si" | "my" | "na" | "ma" | "be" | "ch" | "co" | "re"
                )
            });
            claims.extend(name(tokens, first, opens));
        }
    }
    for groups in TOLD_INITIALS.iter().flat_map(|initials| initials.captures_iter(text)) {
        let words = groups.name("it").map(|it| tokens.inside(&it.range())).unwrap_or_default();
        if !words.is_empty() {
            let (first, last) = (words.start, words.end - 1);
            claims.push(Claim {
                first,
                last,
                score: Score::STRONG,
                pattern: "initials",
                context: Some("said before it"),
            });
        }
    }
    for groups in INITIALS.iter().flat_map(|initials| initials.captures_iter(text)) {
        let Some(it) = groups.name("it") else { continue };
        let words = tokens.inside(&it.range());
        if !words.is_empty() && near_dictation(tokens, words.start) {
            let (first, last) = (words.start, words.end - 1);
            claims.push(Claim {
                first,
                last,
                score: Score::FAIR,
                pattern: "typist",
                context: Some("dictation before it"),
            });
        }
    }
    claims
}

fn near_dictation(tokens: &Tokens<'_>, index: usize) -> bool {
    let before = tokens.all.get(index.saturating_sub(12)..index).unwrap_or_default();
    before
        .iter()
        .any(|token| matches!(token.lower, "dictated" | "typed" | "transcribed" | "d" | "t" | "dd" | "dt" | "signed"))
}

fn name(tokens: &Tokens<'_>, mut first: usize, opens: bool) -> Option<Claim> {
    while tokens.get(first).is_some_and(|token| token.class.is(Class::TITLE | Class::ROLE) && token.lower.len() <= 8) {
        first += 1;
    }
    let name = tokens.get(first)?;
    if is_leading_particle(tokens, first) && tokens.get(first + 1).is_some_and(|next| weight(next) >= 2) {
        let last = end(tokens, first + 1, 1);
        return Some(Claim {
            first,
            last,
            score: Score::STRONG,
            pattern: "letter or signature",
            context: Some("said before it"),
        });
    }
    let least = match (name.shape, name.casing) {
        (Shape::Number | Shape::Mixed, _) => return None,
        (Shape::Letter, _) => {
            // `J. K. Hargrove`
            let joined = |index: &usize| {
                tokens.get(*index).is_some_and(|next| matches!(next.gap, Gap::Stop | Gap::Space | Gap::Wrap))
            };
            let letter = |index: &usize| tokens.get(*index).is_some_and(|next| next.shape == Shape::Letter);
            let behind = (first + 1..first + 4).take_while(joined).find(|index| !letter(index));
            let follows = behind.and_then(|index| tokens.get(index)).is_some_and(|next| weight(next) >= 2);
            let written = name.raw.chars().all(char::is_uppercase) || tokens.between(first + 1).starts_with('.');
            return (follows && written).then(|| Claim {
                first,
                last: end(tokens, first, 1),
                score: Score::STRONG,
                pattern: "letter or signature",
                context: Some("said before it"),
            });
        }
        (Shape::Capital, Casing::Mixed | Casing::Lower) => {
            if opens {
                -2
            } else {
                1
            }
        }
        (Shape::Upper, Casing::Mixed) => 1,
        (Shape::Lower, Casing::Mixed) => return None,
        _ if name.traits.is(Traits::FREQUENT_NAME) => 1,
        _ => 2,
    };
    let weight = weight(name) + if name.begins && name.shape == Shape::Capital { 2 } else { 0 };
    if weight < least || name.class.is(Class::FUNCTION) {
        return None;
    }
    let last = end(tokens, first, 0);
    let last = if name.casing == Casing::Upper || name.stands_out() { with_given(tokens, last, 2) } else { last };
    Some(Claim { first, last, score: Score::STRONG, pattern: "letter or signature", context: Some("said before it") })
}

#[cfg(test)]
mod tests;
