//! `chaperone bench library --prompts`: what a real model makes of the best passages of a library, by each way of asking.
//!
//! The passages of each question are put before the model as the product puts them: as numbered sources for a question to the literature
//! alone, as passages to be quoted for the others. What is counted goes by the judgements of the set: whether what the reply goes by
//! answers the question, whether the model makes sources up, whether its quotations hold, and whether it owns up where
//! nothing that it was told answers. Transcripts are kept by the hash of the request, so that a second run asks only what has changed.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use chaperone::clearance::public;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::beir::Judged;
use chaperone::library::pack::Hit;
use chaperone::quote::format::{Endpoint, Held, Manner, plain_request};
use chaperone::quote::ground::cited;
use chaperone::quote::parse::{Said, parse};
use chaperone::quote::prompt::{LITERATURE, Prompt};
use regex::Regex;
use serde::Serialize;

use crate::library_made::together;
use crate::plain_courier;
use crate::transcripts::{Transcripts, reply_beside_others};

/// Longest reply, in tokens: what stands before the evidence, and the evidence.
const MAX_TOKENS: u32 = 512;

/// How a model is asked: as a question to the literature alone, or by a prompt for passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Numbered sources, named behind each sentence.
    Literature,
    /// Passages to be quoted.
    Quoting(Prompt),
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Literature => "literature",
            Way::Quoting(prompt) => prompt.as_str(),
        }
    }

    fn manner(self) -> Manner {
        let system = match self {
            Way::Literature => LITERATURE,
            Way::Quoting(prompt) => prompt.system(),
        };
        Manner { system, max_tokens: MAX_TOKENS, held: Held::Free, ..Manner::answer(Prompt::Standard) }
    }

    /// Returns the message that asks `question` of `told`.
    fn message(self, question: &str, told: &[Told]) -> String {
        let passages: String = match self {
            Way::Literature => public::before(&told.iter().map(|told| told.public.clone()).collect::<Vec<_>>()),
            Way::Quoting(prompt) => (1..).zip(told).map(|(at, told)| told.quoted(at, prompt)).collect(),
        };
        format!("{passages}Question: {question}")
    }
}

impl FromStr for Way {
    type Err = String;

    fn from_str(word: &str) -> std::result::Result<Self, Self::Err> {
        match word {
            "literature" => Ok(Way::Literature),
            // The sets have no choices to choose from.
            "multiple-choice" => Err("the sets have no choices".to_owned()),
            word => {
                word.parse().map(Way::Quoting).map_err(|_| "no way of asking; literature and prompts are".to_owned())
            }
        }
    }
}

/// A passage that the model is told.
pub struct Told {
    /// Its document in the set.
    id: String,
    public: public::PublicText,
}

impl Told {
    /// Returns the passage of `hit`, which is that of the document `id`; `None` where it may stand in no request.
    pub fn of(hit: &Hit, id: &str) -> Option<Self> {
        Some(Told { id: id.to_owned(), public: hit.passage.public()? })
    }

    fn quoted(&self, number: usize, prompt: Prompt) -> String {
        let head = match prompt {
            Prompt::AbstractsWithMetadata => format!("{}\n", self.public.reference()),
            _ => String::new(),
        };
        let text = self.public.text();
        format!("<quote><title>R{number}</title>\n{head}{text}\n<link>#R{number}</link></quote>\n\n")
    }
}

/// Who is asked, how many questions at a time.
pub struct Asked<'a> {
    pub ways: &'a [Way],
    /// The address of a server on this machine; without it what is in the transcripts is counted.
    pub llm: Option<&'a str>,
    pub model: &'a str,
    pub transcripts: &'a Path,
    pub parallel: usize,
}

/// What came of one way of asking.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    prompt: &'static str,
    replies: usize,
    /// Questions of which a passage that answers was told; of those, replies that go by such a one, and those that say that they do not know.
    answerable: usize,
    found: usize,
    missed: usize,
    /// Questions of which none was told; of those, replies that name no source or say that they do not know.
    unanswerable: usize,
    owned_up: usize,
    /// Sources that are named, those of them that answer by the judgements, and those that were never told.
    named: usize,
    answering: usize,
    made_up: usize,
    /// Quotations of a passage that was told, and those of them whose words stand in it.
    quotations: usize,
    verbatim: usize,
    /// Words of all replies.
    words: usize,
}

impl Row {
    /// Returns the share of replies that are right: they go by a passage that answers where one was told, and own up where none was.
    pub fn right(&self) -> f64 {
        share(self.found + self.owned_up, self.replies)
    }

    fn count(&mut self, way: Way, reply: &str, told: &[Told], question: &Judged) {
        let is_answer = |number: &usize| {
            let document = number.checked_sub(1).and_then(|at| told.get(at));
            document.is_some_and(|told| question.judgements.get(&told.id).is_some_and(|grade| *grade > 0))
        };
        let read = read(way, reply);
        let ignorant = IGNORANT.as_ref().is_ok_and(|words| words.is_match(&read.own));
        let known = read.named.iter().filter(|number| (1..=told.len()).contains(*number)).count();
        let answering = read.named.iter().filter(|number| is_answer(number)).count();
        self.replies += 1;
        self.named += read.named.len();
        self.answering += answering;
        self.made_up += read.named.len() - known;
        self.words += reply.split_whitespace().count();
        for (number, text) in &read.quotations {
            let Some(told) = number.checked_sub(1).and_then(|at| told.get(at)) else { continue };
            self.quotations += 1;
            let whole = format!("{}\n{}", told.public.reference(), told.public.text());
            self.verbatim += usize::from(plain(&whole).contains(&plain(text)));
        }
        if (1..=told.len()).any(|number| is_answer(&number)) {
            self.answerable += 1;
            self.found += usize::from(answering > 0 && known == read.named.len());
            self.missed += usize::from(ignorant);
        } else {
            self.unanswerable += 1;
            self.owned_up += usize::from(ignorant || read.named.is_empty());
        }
    }

    /// Returns the row as a line of [`HEAD`]'s table.
    pub fn line(&self) -> String {
        let percent = |part: usize, of: usize| format!("{:.1} % of {of}", 100.0 * share(part, of));
        format!(
            "| {} | {} | {:.1} % | {} | {} | {} | {} | {} | {} | {:.0} |\n",
            self.prompt,
            self.replies,
            100.0 * self.right(),
            percent(self.found, self.answerable),
            percent(self.missed, self.answerable),
            percent(self.owned_up, self.unanswerable),
            percent(self.answering, self.named),
            self.made_up,
            percent(self.verbatim, self.quotations),
            share(self.words, self.replies)
        )
    }
}

/// The head of a table of [`Row`]s.
pub const HEAD: &str = "| prompt | replies | right | goes by an answer that was told | says it does not know | owns up where none was told | named sources that answer | made up | quotations that hold | words |\n|---|---|---|---|---|---|---|---|---|---|\n";

/// What a model says when it does not know.
static IGNORANT: LazyLock<std::result::Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:(?:do|does|did) not|don['’]t|doesn['’]t|cannot|can['’]t|not) (?:know|settle|answer|mention|provide|contain|specif|address|discuss|say|found|determine)|\bunknown\b|\bno (?:information|mention)\b",
    )
});

struct Read {
    named: BTreeSet<usize>,
    /// What it says in its own words.
    own: String,
    quotations: Vec<(usize, String)>,
}

/// Returns which passages `reply` goes by, and what it quotes of them.
fn read(way: Way, reply: &str) -> Read {
    if way == Way::Literature {
        let named = cited(reply).into_iter().flat_map(|(_, numbers)| numbers).collect();
        return Read { named, own: reply.to_owned(), quotations: Vec::new() };
    }
    let (mut own, mut quotations) = (String::new(), Vec::new());
    for said in parse(reply) {
        match said {
            Said::Prose(text) => own = own + &text + "\n",
            Said::Quote(quoted) => {
                quotations.extend(quoted.alias().map(|alias| (alias.number() as usize, quoted.text)));
            }
        }
    }
    let named = quotations.iter().map(|(number, _)| *number).collect();
    quotations.retain(|(_, text): &(usize, String)| !text.trim().is_empty());
    Read { named, own, quotations }
}

/// Returns `text` without its white space, tags and capitals: what two writings of one sentence share.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// Asks each of `questions` of what was `told` of it, by each way.
///
/// # Errors
/// `refused` where this program was not built to send without review; the courier's and those of the transcripts.
pub fn asked(asked: &Asked, questions: &[Judged], told: &[Vec<Told>]) -> Result<Vec<Row>> {
    if asked.llm.is_some() {
        plain_courier::built_for_it()?;
    }
    let transcripts = Mutex::new(Transcripts::open(asked.transcripts)?);
    let endpoint = Endpoint::new(asked.llm.unwrap_or("http://127.0.0.1:8080"), asked.model, false);
    let reply = |way: Way, question: &Judged, told: &[Told]| -> Result<Option<String>> {
        let outgoing = plain_request(&endpoint, &way.manner(), &way.message(&question.text, told))?;
        let send = || asked.llm.map(|_| plain_courier::send(&outgoing.url, &outgoing.body));
        reply_beside_others(&transcripts, (&question.id, way.name(), &outgoing.body), send)
    };
    let jobs: Vec<(Way, usize)> =
        asked.ways.iter().flat_map(|way| (0..questions.len()).map(move |at| (*way, at))).collect();
    let next = AtomicUsize::new(0);
    let replies = together(asked.parallel, &|| {
        let mut made = Vec::new();
        while let Some((way, at)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let (Some(question), Some(told)) = (questions.get(at), told.get(at)) else { continue };
            made.push((way, at, reply(way, question, told)?));
        }
        Ok(made)
    })?;
    let replies: Vec<_> = replies.into_iter().flatten().collect();
    let row = |way: Way| {
        let mut row = Row { prompt: way.name(), ..Row::default() };
        for (_, at, reply) in replies.iter().filter(|(of, ..)| *of == way) {
            let (Some(question), Some(told), Some(reply)) = (questions.get(*at), told.get(*at), reply) else {
                continue;
            };
            row.count(way, reply, told, question);
        }
        row
    };
    let rows: Vec<Row> = asked.ways.iter().map(|way| row(*way)).collect();
    if rows.iter().all(|row| row.replies == 0) {
        return Err(Error::new(Code::NotFound, "there is no reply to any of the questions: give --llm"));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_named_by_number_and_passages_by_quotation() {
        let named = |way, reply| read(way, reply).named.into_iter().collect::<Vec<_>>();
        assert_eq!(named(Way::Literature, "It fell [Source 2]. It rose [Source 1, 7]."), [1, 2, 7]);
        let quoting = Way::Quoting(Prompt::AbstractsOnly);
        let reply = "It fell.\n<quote><title>R3</title>\nIt fell by 8.\n<link>#R3</link></quote>";
        assert_eq!(named(quoting, reply), [3]);
        assert_eq!(read(quoting, reply).quotations, [(3, "It fell by 8.".to_owned())]);
        assert_eq!(read(quoting, reply).own.trim(), "It fell.");
        assert!(named(quoting, "I do not know.").is_empty());
    }

    #[test]
    fn who_does_not_know_says_so_in_many_ways() {
        let says = |reply| IGNORANT.as_ref().is_ok_and(|words| words.is_match(reply));
        for reply in ["I do not know.", "The passages don't settle it.", "No information is given.", "Answer: unknown"]
        {
            assert!(says(reply), "{reply}");
        }
        assert!(!says("The drug lowered pressure by 8 mmHg [Source 1]."));
    }

    #[test]
    fn words_are_ways() {
        assert_eq!("literature".parse(), Ok(Way::Literature));
        assert_eq!("abstracts-only".parse(), Ok(Way::Quoting(Prompt::AbstractsOnly)));
        assert!("multiple-choice".parse::<Way>().is_err() && "loudly".parse::<Way>().is_err());
    }
}
