//! Questions in the words of talk, put into the plain form that is read word by word: "I was wondering when I last had my eyes checked",
//! "I don't have asthma, do I?", "has it ever hit 8?", "when did they last check my cholesterol?".
//!
//! Only the form changes. What is asked about, of which time and of whom stays as it was typed, and what has no plain form here stays as
//! it is: then it is one for retrieval.

mod asides;
mod clauses;
mod contents;
mod event;
mod frames;
mod fronted;
mod idle;
mod judged;
mod parts;
mod pattern;
mod phrases;
mod shapes;
mod shorthand;
mod sides;
mod steps;
mod talk;
mod turns;

use super::lay;
pub(super) use contents::Contents;
pub(super) use event::clause_last;
pub(super) use idle::without as without_idle;
pub(super) use judged::is_judged;
pub(super) use steps::{Mark, Order, Steps, Unit};

use crate::question::{is_known, vocabulary};

/// Most chunks of a question that is looked at.
const MAX_CHUNKS: usize = 80;

/// Returns `chunk` in lower case, without the marks around it and with straight apostrophes.
pub(super) fn bare(chunk: &str) -> String {
    let marks = |c: char| !(c.is_alphanumeric() || matches!(c, '%' | '\'' | '’'));
    chunk.trim_matches(marks).trim_matches(['\'', '’']).to_lowercase().replace('’', "'")
}

/// The chunks of a question between white space, as they are typed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Chunks(Vec<String>);

impl Chunks {
    fn of(text: &str) -> Self {
        Chunks(text.split_whitespace().map(str::to_owned).collect())
    }

    fn bare(&self, at: usize) -> String {
        self.0.get(at).map(|chunk| bare(chunk)).unwrap_or_default()
    }

    /// The chunk at `at` as it was typed, without a mark behind it.
    fn typed(&self, at: usize) -> String {
        let marks = [',', ';', ':', '?', '!', '.'];
        self.0.get(at).map(|chunk| chunk.trim_end_matches(marks).to_owned()).unwrap_or_default()
    }

    fn find(&self, words: &[&str]) -> Option<usize> {
        (0..self.0.len()).find(|at| words.contains(&self.bare(*at).as_str()))
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a mark behind the chunk at `at` ends a clause.
    fn ends_clause(&self, at: usize) -> bool {
        let ends = |chunk: &String| chunk.ends_with([',', ';', ':', '.', '?', '!', '–', '—']) || chunk == "-";
        // "No. of A1c values", "Mr. Smith"
        let is_short = |chunk: &String| {
            chunk.ends_with('.') && (chunk.eq_ignore_ascii_case("no.") || vocabulary::is_title(&bare(chunk)))
        };
        self.0.get(at).is_some_and(|chunk| ends(chunk) && !is_short(chunk))
    }

    /// Puts `words` in the place of so many chunks from `at` on.
    fn replace(&mut self, at: usize, count: usize, words: &str) {
        let end = (at + count).min(self.0.len());
        if at > end {
            return;
        }
        let mark =
            self.0.get(end.wrapping_sub(1)).and_then(|last| last.chars().last()).filter(|c| ",;:?!".contains(*c));
        let mut new: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        match (new.last_mut(), mark) {
            (Some(last), Some(mark)) => last.push(mark),
            (None, Some(mark)) => {
                if let Some(before) = at.checked_sub(1).and_then(|before| self.0.get_mut(before)) {
                    before.push(mark);
                }
            }
            _ => {}
        }
        self.0.splice(at..end, new);
    }

    fn text(&self) -> String {
        self.0.join(" ")
    }
}

/// Returns `question` with "Nahias weight" as "Nahia's weight", where `names` are those of patients; `None` where nothing of it is such.
pub(super) fn possessive<'n>(question: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<String> = names.map(bare).filter(|name| name.chars().count() > 2 && !name.ends_with('s')).collect();
    let mut found = false;
    let mended = question.split_whitespace().map(|chunk| {
        let word = bare(chunk);
        let is_name = word.strip_suffix('s').is_some_and(|name| names.iter().any(|known| known == name));
        let stem = chunk.strip_suffix('s').filter(|_| is_name && !chunk.contains('\'') && !chunk.contains('’'));
        found |= stem.is_some();
        stem.map_or_else(|| chunk.to_owned(), |stem| format!("{stem}'s"))
    });
    let mended = mended.collect::<Vec<_>>().join(" ");
    found.then_some(mended)
}

/// Returns `question` with a name of patients, of `names`, with its capital, and what stands behind a comma by itself, "last LDL, Kuhlman",
/// said to be of it; `None` where nothing of it is such.
pub(super) fn named<'n>(question: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    const LEAST: usize = 3;
    let is_name =
        |name: &str| name.chars().count() >= LEAST && !is_known(name) && !lay::all().any(|known| known == name);
    let names: Vec<String> = names.map(bare).filter(|name| is_name(name)).collect();
    let mut chunks = Chunks::of(question);
    let is_of_patient = |word: &str| names.iter().any(|name| name == word || word.strip_suffix("'s") == Some(name));
    for chunk in &mut chunks.0 {
        if chunk.chars().next().is_some_and(char::is_lowercase) && is_of_patient(&bare(chunk)) {
            let mut letters = chunk.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            *chunk = first + letters.as_str();
        }
    }
    let last = chunks.len().saturating_sub(1);
    let is_apart = last > 1 && chunks.0.get(last - 1).is_some_and(|before| before.ends_with(','));
    if is_apart && is_of_patient(&chunks.bare(last)) {
        let before = chunks.typed(last - 1);
        chunks.replace(last - 1, 1, &before);
        if let Some(before) = chunks.0.get_mut(last - 1) {
            *before = before.trim_end_matches(',').to_owned();
        }
        chunks.0.insert(last, "of".to_owned());
    }
    let named = chunks.text();
    (named != question.split_whitespace().collect::<Vec<_>>().join(" ")).then_some(named)
}

/// Returns `question` in its plain form; `None` where it has no other.
pub(super) fn plainly(question: &str) -> Option<String> {
    let typed = Chunks::of(question);
    if typed.len() == 0 || typed.len() > MAX_CHUNKS {
        return None;
    }
    let chunks = plain(&typed);
    (chunks != typed && chunks.len() > 0).then(|| chunks.text())
}

fn plain(typed: &Chunks) -> Chunks {
    let mut chunks = sides::alone(typed);
    shorthand::apply(&mut chunks);
    talk::apply(&mut chunks);
    asides::without(&mut chunks);
    frames::without_introduction(&mut chunks);
    sides::without_padding(&mut chunks);
    frames::without_tag(&mut chunks);
    frames::without_negation(&mut chunks);
    sides::without_request(&mut chunks);
    parts::apply(&mut chunks);
    turns::meant_by_it(&mut chunks);
    turns::apply(&mut chunks);
    shapes::apply(&mut chunks);
    phrases::apply(&mut chunks);
    frames::between(&mut chunks);
    shapes::apply(&mut chunks);
    clauses::ages(&mut chunks);
    chunks
}

/// Returns `question` with what is asked about behind what is asked of it, where it was typed before a mark: "Plavix - still on it?".
pub(super) fn turned(question: &str) -> Option<String> {
    let typed = Chunks::of(question);
    // "No. of colonoscopies to date" has nothing in front.
    let is_number = matches!(typed.bare(0).as_str(), "no" | "nr" | "num") && typed.bare(1) == "of";
    if typed.len() > MAX_CHUNKS || is_number {
        return None;
    }
    let mut typed = sides::alone(&typed);
    shorthand::apply(&mut typed);
    talk::apply(&mut typed);
    asides::without(&mut typed);
    sides::without_padding(&mut typed);
    fronted::fronted(&typed).map(|chunks| chunks.text())
}

/// Whether the time until a death is asked for in `question`, and no longer in its plain form.
pub(super) fn loses_death(question: &str, plain: &str) -> bool {
    const DEATH: &[&str] = &["died", "die", "death", "passed", "passing", "dying"];
    const UNITS: &[&str] = &["days", "weeks", "months", "years", "long"];
    let has = |text: &str, words: &[&str]| text.split_whitespace().any(|chunk| words.contains(&bare(chunk).as_str()));
    has(question, DEATH) && has(question, UNITS) && !has(plain, DEATH)
}

/// Whether a sign of comparison stands before a number in `question`, and neither such a sign nor a word for it in `other`, a form of it.
pub(super) fn loses_limit(question: &str, other: &str) -> bool {
    const WORDS: &[&str] = &["above", "over", "below", "under", "than", "least", "most", "exceed", "exceeded"];
    let compares = |text: &str| {
        let signs = text.match_indices(['<', '>', '≤', '≥']).filter_map(|(at, sign)| text.get(at + sign.len()..));
        let mut numbers = signs.map(|rest| rest.trim_start_matches(['=', ' ']).chars().next());
        numbers.any(|first| first.is_some_and(|first| first.is_ascii_digit()))
    };
    let says = |text: &str| text.split_whitespace().any(|chunk| WORDS.contains(&bare(chunk).as_str()));
    compares(question) && !compares(other) && !says(other)
}

/// Returns the steps of a question that has two.
pub(super) fn steps(question: &str) -> Option<Steps> {
    let mut chunks = plain(&Chunks::of(question));
    for chunk in &mut chunks.0 {
        *chunk = chunk.trim_end_matches([',', ';', ':', '?']).to_owned();
    }
    chunks.0.retain(|chunk| !bare(chunk).is_empty());
    steps::steps(&chunks)
}

/// Says that the worst of something is read as its highest or its lowest.
pub(super) fn graded(question: &str, plain: Option<&str>) -> Option<String> {
    let has = |text: &str, word: &str| text.split_whitespace().any(|chunk| bare(chunk) == word);
    const GRADES: &[&str] = &[
        "worst",
        "poorest",
        "best",
        "worse",
        "better",
        "worsening",
        "worsened",
        "worsen",
        "deteriorating",
        "deteriorated",
    ];
    let typed = GRADES.iter().find(|word| has(question, word))?;
    let read = ["highest", "lowest", "rising", "falling", "higher", "lower"]
        .into_iter()
        .find(|word| plain.is_some_and(|plain| has(plain, word)))?;
    Some(format!("“{typed}” is read as “{read}”."))
}

/// Returns the two readings of a question that has a second name in brackets, or between commas.
pub(super) fn bracketed(question: &str) -> Option<(String, String)> {
    let beside = || sides::bracketed(&asides::in_brackets(question)?);
    sides::bracketed(question).or_else(beside).or_else(|| sides::slashed(question))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_has_a_plain_form() {
        for (typed, plain) in [
            ("I was wondering when I had my colonoscopy", "when I had my colonoscopy"),
            ("any idea what I weighed in May 2021?", "what I weighed in May 2021?"),
            ("Can you check if I've had the flu shot?", "have I had the flu shot?"),
            ("I'd like to know whether she is on warfarin", "is she on warfarin"),
            ("do you know if my A1c was over 7?", "was my A1c over 7?"),
            ("My doctor said it was up. What was my last A1c?", "What was my last A1c?"),
            ("What was my last A1c? Thanks!", "What was my last A1c?"),
            ("I don't have asthma, do I?", "do I have asthma?"),
            ("I've never had a stroke, have I?", "have I ever had a stroke?"),
            ("She's on warfarin, isn't she?", "is She on warfarin?"),
            ("I'm allergic to latex, right?", "am I allergic to latex?"),
            ("I have gout, correct?", "do I have gout?"),
            ("Haven't I had a colonoscopy?", "have I had a colonoscopy?"),
            ("Has my A1c ever hit 8?", "Has my A1c ever at least 8?"),
            ("did my bmi ever get over 32", "did my bmi ever over 32"),
            ("How many DTaP doses has she had?", "how many DTaP shots has she had?"),
            ("ever had a stroke?", "have I ever had a stroke?"),
            ("Am I diabetic or not?", "Am I diabetic?"),
            ("When did anyone last check my bad cholesterol?", "when was the last my bad cholesterol?"),
            (
                "How many days after my colonoscopy was the polyp removed?",
                "how many days between my colonoscopy and then the polyp removed?",
            ),
        ] {
            assert_eq!(plainly(typed).as_deref(), Some(plain), "{typed}");
        }
    }

    #[test]
    fn what_is_plain_or_points_back_stays() {
        for typed in [
            "What was my last A1c?",
            "Is my A1c over 7? And my LDL?",
            "I had surgery in 2019. What was my weight before?",
            "Isn't it dangerous?",
            "what if my A1c is over 7",
            "My last A1c was 6.4, right?",
            "",
        ] {
            let plain = plainly(typed);
            assert!(plain.as_deref().is_none_or(|plain| plain.len() + 3 >= typed.len()), "{typed}: {plain:?}");
        }
    }
}
