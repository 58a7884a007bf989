//! What is said beside a question: a sentence before or behind it, padding at its ends, a second
//! name in brackets.

use super::super::kin;
use super::frames::{AUXILIARIES, POINTING, asks, introduces};
use super::{Chunks, asides, bare, pattern};
use crate::question::vocabulary;

/// Words of a sentence behind a question that say more of what is asked.
const SAYING_MORE: &[&str] = &[
    "mean",
    "meant",
    "means",
    "only",
    "not",
    "except",
    "one",
    "ones",
    "specifically",
    "especially",
    "instead",
    "since",
    "before",
    "after",
    "between",
    "during",
    "until",
    "both",
    "either",
    "that's",
    "called",
    "maybe",
    "or",
];

/// People of whom "she" and "he" may be said.
const PEOPLE: &[&str] =
    &["friend", "neighbor", "neighbour", "colleague", "boss", "doctor", "nurse", "patient", "partner"];

/// Takes words of thanks from the end.
fn without_thanks(chunks: &mut Chunks) {
    const POLITE: &[&str] =
        &["thanks", "thank", "you", "thx", "cheers", "please", "ta", "much", "many", "very", "so", "advance", "in"];
    let is_thanks = |chunks: &Chunks, at: usize| POLITE.contains(&chunks.bare(at).as_str());
    let end = chunks.len();
    let begin = (0..end).rev().take_while(|at| is_thanks(chunks, *at)).last().unwrap_or(end);
    let says = (begin..end)
        .any(|at| matches!(chunks.bare(at).as_str(), "thanks" | "thank" | "thx" | "cheers" | "please" | "ta"));
    if begin > 1 && says {
        let is_asked = chunks.0.get(end - 1).is_some_and(|chunk| chunk.ends_with('?'));
        chunks.0.truncate(begin);
        if let Some(last) = chunks.0.last_mut().filter(|last| is_asked && !last.ends_with(['?', '.', '!'])) {
            *last = format!("{}?", last.trim_end_matches([',', ';', ':']));
        }
    }
}

/// Returns the question alone, where the sentences before and behind it are none and it does not point to them.
pub(super) fn alone(typed: &Chunks) -> Chunks {
    let mut chunks = typed.clone();
    without_thanks(&mut chunks);
    let ends = |at: &usize| {
        let chunk = chunks.0.get(*at).map_or("", String::as_str);
        let is_number = *at == 0 && matches!(bare(chunk).as_str(), "no" | "nr");
        chunk.ends_with(['.', '!', '?']) && !vocabulary::is_title(&bare(chunk)) && bare(chunk).len() > 1 && !is_number
    };
    let mut sentences: Vec<Chunks> = Vec::new();
    let mut from = 0;
    for end in (0..chunks.len()).filter(ends) {
        sentences.push(Chunks(chunks.0.get(from..=end).unwrap_or_default().to_vec()));
        from = end + 1;
    }
    if from < chunks.len() {
        sentences.push(Chunks(chunks.0.get(from..).unwrap_or_default().to_vec()));
    }
    if sentences.len() < 2 {
        return chunks;
    }
    let is_marked = |sentence: &Chunks| sentence.0.last().is_some_and(|chunk| chunk.ends_with('?'));
    let first_asks = |sentence: &Chunks| {
        let first = sentence.bare(0);
        AUXILIARIES.contains(&first.as_str()) || asks(&first)
    };
    let asking: Vec<usize> = (0..sentences.len())
        .filter(|at| sentences.get(*at).is_some_and(|sentence| is_marked(sentence) || first_asks(sentence)))
        .collect();
    let [at] = asking.as_slice() else { return chunks };
    let Some(question) = sentences.get(*at).filter(|question| question.len() >= 3) else { return chunks };
    // "Good evening. My very first A1c, how high was it?" points to nothing of the greeting.
    // "When did it start? All dates please."
    let said = |sentence: &Chunks| (0..sentence.len()).map(|place| sentence.bare(place)).collect::<Vec<_>>();
    if let [wish] = sentences.get(at + 1..).unwrap_or_default()
        && asides::is_wish(&said(wish))
    {
        let mut question = question.clone();
        let of_dates = said(wish).iter().any(|word| word == "dates") && question.bare(0) == "when";
        if of_dates {
            question.replace(0, 1, "on which dates");
        }
        return question;
    }
    let mut greets = sentences.iter().enumerate().filter(|(other, _)| other != at);
    if greets.all(|(_, other)| (0..other.len()).all(|place| introduces(&other.bare(place)))) {
        return question.clone();
    }
    let others = || sentences.iter().enumerate().filter(|(other, _)| other != at).map(|(_, sentence)| sentence);
    let of_others =
        |is: &dyn Fn(&str) -> bool| others().any(|other| (0..other.len()).any(|place| is(&other.bare(place))));
    let is_person = |word: &str| PEOPLE.contains(&word) || kin::is_relative(word.strip_suffix("'s").unwrap_or(word));
    if let [statement, asked] = sentences.as_slice()
        && let Some(named) = named_before(statement, asked)
    {
        return named;
    }
    let has_person = of_others(&is_person);
    let points = (0..question.len()).any(|place| {
        let word = question.bare(place);
        POINTING.contains(&word.as_str()) && (has_person || !matches!(word.as_str(), "he" | "she"))
    });
    let hangs = matches!(
        question.bare(question.len() - 1).as_str(),
        "before" | "after" | "since" | "too" | "else" | "instead" | "ago" | "also" | "again"
    );
    let more = sentences.iter().skip(at + 1).any(|other| {
        (0..other.len()).any(|place| {
            let word = other.bare(place);
            SAYING_MORE.contains(&word.as_str()) || word.chars().any(|c| c.is_ascii_digit())
        })
    });
    if points || hangs || more { chunks } else { question.clone() }
}

/// Returns `question` with what the sentence before it says that somebody had in the place of the one word that points to it: "I keep getting
/// sinus infections. When did they start?"
fn named_before(statement: &Chunks, question: &Chunks) -> Option<Chunks> {
    const SAYS: &str = "^ i|he|she|we|i've|he's|she's|we've|i'm ?still|also|once|now|currently|just|recently ?keep|keeps|kept|have|has|had|on|taking|take|takes|get|got|suffer|suffers|was|is|am ?been ?getting|having|had|get|got|taking|on|from|with ?my|some|several|many|two|three|a|an|the ~ $";
    const POINTS: &[&str] = &["it", "them", "they", "those", "these", "that"];
    const MOST: usize = 4;
    let mut said = statement.clone();
    for chunk in &mut said.0 {
        *chunk = chunk.trim_end_matches(['.', '!']).to_owned();
    }
    let named = pattern::captured(SAYS, &said)?.last()?.clone();
    let words: Vec<String> = named.split_whitespace().map(bare).collect();
    let is_plain = |word: &String| {
        !AUXILIARIES.contains(&word.as_str())
            && !asks(word)
            && !POINTING.contains(&word.as_str())
            && !introduces(word)
            && !word.bytes().any(|byte| byte.is_ascii_digit())
    };
    if words.len() > MOST || !words.iter().all(is_plain) {
        return None;
    }
    let mut places = (0..question.len()).filter(|at| POINTS.contains(&question.bare(*at).as_str()));
    let (at, None) = (places.next()?, places.next()) else { return None };
    // "Each of them" is of all.
    let of_each =
        at > 1 && question.bare(at - 1) == "of" && matches!(question.bare(at - 2).as_str(), "each" | "all" | "any");
    let mut named_there = question.clone();
    if of_each {
        let each = if question.bare(at - 2) == "any" { "any" } else { "each" };
        named_there.replace(at - 2, 3, &format!("{each} {named}"));
    } else {
        named_there.replace(at, 1, &format!("the {named}"));
    }
    Some(named_there)
}

/// Takes from before what is asked for that somebody asks for it: "I need the date of …", "looking for her latest …".
pub(super) fn without_request(chunks: &mut Chunks) {
    const ASKED_FOR: &[&str] = &[
        "my", "his", "her", "the", "their", "last", "latest", "first", "most", "highest", "lowest", "average", "mean",
        "number", "date", "dates", "list", "all", "every", "dose", "current", "active", "recent", "newest", "oldest",
        "any",
    ];
    const REQUESTING: &str = "
        i i'd i'm im we we'd need want would like wanna looking look for to get see have know find out pull up check please pls plz can could you tell give
        show me us can't cannot confirm state provide supply advise dig track down let remember recall forget forgot work calculate compute figure determine interested in trying be so kind and as nice enough may appreciate grateful greetings dear hi hello hey good morning afternoon evening doc doctor just quick one question about of re regarding";
    let requests = |word: &str| REQUESTING.split_whitespace().any(|known| known == word);
    let at = (0..chunks.len()).take_while(|at| requests(&chunks.bare(*at))).count();
    if at > 0 && chunks.len() >= at + 2 && ASKED_FOR.contains(&chunks.bare(at).as_str()) {
        chunks.0.drain(..at);
    }
}

/// Takes from behind a comma why somebody asks: "…, I forgot", "…, just to be sure".
pub(super) fn without_padding(chunks: &mut Chunks) {
    let Some(at) = (0..chunks.len().saturating_sub(1)).rev().find(|at| chunks.ends_clause(*at)) else { return };
    let begins = |word: &str| {
        matches!(
            word,
            "i" | "i'm"
                | "i've"
                | "we"
                | "just"
                | "if"
                | "please"
                | "sorry"
                | "can't"
                | "cannot"
                | "don't"
                | "doc"
                | "hun"
                | "love"
                | "dear"
                | "mate"
                | "can"
                | "could"
                | "will"
        )
    };
    let is_padding = |word: &str| {
        introduces(word)
            || begins(word)
            || matches!(word, "doctor" | "that's" | "possible" | "again" | "fine" | "mind" | "find" | "it")
    };
    let tail = at + 1..chunks.len();
    if at >= 1 && begins(&chunks.bare(at + 1)) && tail.clone().all(|place| is_padding(&chunks.bare(place))) {
        chunks.0.truncate(at + 1);
        if let Some(last) = chunks.0.last_mut() {
            *last = last.trim_end_matches([',', ';', ':', '-', '–', '—', '.']).to_owned();
        }
        chunks.0.retain(|chunk| !chunk.is_empty());
    }
}

/// Returns the question without what stands in brackets, and with that in the place of the words right before it, where it has one such pair:
/// "the iron tablets (ferrous sulfate)".
pub(super) fn bracketed(question: &str) -> Option<(String, String)> {
    let (open, close) = (question.find('(')?, question.find(')')?);
    let inside = question.get(open + 1..close)?.trim();
    let (before, after) = (question.get(..open)?.trim_end(), question.get(close + 1..)?);
    if before.ends_with(['.', '?', '!'])
        || inside.is_empty()
        || inside.split_whitespace().count() > 4
        || after.contains(['(', ')'])
    {
        return None;
    }
    const BEFORE: &[&str] = &[
        "a", "an", "the", "my", "his", "her", "their", "our", "on", "of", "for", "to", "take", "taking", "have", "had",
        "any", "against", "is", "was", "last", "latest", "first", "from", "many", "highest", "lowest", "average",
        "mean", "newest", "oldest", "recent", "second", "third", "previous",
    ];
    let words: Vec<&str> = before.split_whitespace().collect();
    let at = words.iter().rposition(|word| BEFORE.contains(&bare(word).as_str()))?;
    let kept = words.get(..=at)?.join(" ");
    Some((format!("{before}{after}"), format!("{kept} {inside}{after}")))
}

/// Returns the question by the first and by the second of two names with a stroke between: "the Menactra/meningitis vaccine".
pub(super) fn slashed(question: &str) -> Option<(String, String)> {
    const LEAST: usize = 5;
    let is_name = |name: &str| name.chars().count() >= LEAST && name.chars().all(char::is_alphabetic);
    let mut found = question.split_whitespace().filter_map(|chunk| {
        let (one, other) = chunk.split_once('/')?;
        (is_name(one) && is_name(&bare(other))).then_some((chunk, one, other))
    });
    let (chunk, one, other) = found.next()?;
    let is_only = found.next().is_none();
    is_only.then(|| (question.replacen(chunk, one, 1), question.replacen(chunk, other, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_stands_alone() {
        for (typed, plain) in [
            ("When was my last A1c? I need it for a form.", "When was my last A1c?"),
            ("I can't sleep. Am I on warfarin?", "Am I on warfarin?"),
            ("Hello! I look after her. When did she have her stroke?", "When did she have her stroke?"),
            ("My brother is ill. Does he have asthma?", "My brother is ill. Does he have asthma?"),
            ("What was my weight? I mean in 2019.", "What was my weight? I mean in 2019."),
            ("I had a colonoscopy. When was it?", "When was the colonoscopy?"),
            (
                "I keep getting sinus infections. Can you tell me when each of them started?",
                "Can you tell me when each sinus infections started?",
            ),
            ("I had surgery in 2019. When was it?", "I had surgery in 2019. When was it?"),
        ] {
            assert_eq!(alone(&Chunks::of(typed)).text(), plain, "{typed}");
        }
    }

    #[test]
    fn padding_and_brackets_are_taken_off() {
        for (typed, plain) in [
            ("When was my last tetanus shot, I forgot", "When was my last tetanus shot"),
            ("What was my weight in 2019, and my height?", "What was my weight in 2019, and my height?"),
        ] {
            let mut chunks = Chunks::of(typed);
            without_padding(&mut chunks);
            assert_eq!(chunks.text(), plain, "{typed}");
        }
        let mut chunks = Chunks::of("I need the date of my last colonoscopy");
        without_request(&mut chunks);
        assert_eq!(chunks.text(), "the date of my last colonoscopy");
        let both = ("Menactra vaccine dates".to_owned(), "meningitis vaccine dates".to_owned());
        assert_eq!(slashed("Menactra/meningitis vaccine dates"), Some(both));
        assert_eq!(slashed("FEV1/FVC in 2019"), None);
        assert_eq!(
            bracketed("Am I on the iron tablets (ferrous sulfate)?"),
            Some(("Am I on the iron tablets?".to_owned(), "Am I on the ferrous sulfate?".to_owned()))
        );
    }
}
