//! Replies drawn by chance over real requests, to try what is shown of them: copies of passages, whole, cut, altered and mixed, under right,
//! wrong and hostile names, as tags, JSON and Markdown, with letters of many bytes between.
//!
//! What a reply may show is known from how it was drawn: the passages whose words are in it, and those that it names. A box of any
//! other passage is a wrong source; a box that is not what its file says is a false one.

use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use serde::Serialize;

use crate::clearance::Block;
use crate::error::Result;
use crate::quote::verify::Original;
use crate::reference::Reference;
use crate::room::Room;
use crate::workflow::{Workflow, WorkflowState};

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Replies that were read.
    pub cases: usize,
    /// Boxes that they gave.
    pub boxes: usize,
    /// Boxes that are not what their file says.
    pub false_boxes: usize,
    /// Boxes of a passage that the reply neither names nor has words of.
    pub wrong_sources: usize,
    /// Quotations that were shown as leading nowhere.
    pub invalid: usize,
    /// Copies of one passage, long enough to be known and found in no other, that were not given its box.
    pub lost: usize,
    /// Copies of which that could be said.
    pub copies: usize,
}

/// One passage that was sent.
struct Sent {
    alias: String,
    body: String,
    /// Its letters and digits alone, in lower case.
    letters: String,
    references: BTreeSet<Reference>,
}

/// Letters that a copy must have to be known by its words.
const KNOWN_FROM: usize = 24;

/// Plays `count` replies, drawn from `seed`, to the request of `workflow`, and adds what is found to `found`. `original` is the file of
/// the records.
///
/// # Errors
/// As [`Workflow::resolve`] and [`Original::verify`].
pub fn play(
    room: &Room,
    workflow: &Workflow,
    original: &Original<'_>,
    seed: u64,
    count: usize,
    found: &mut Found,
) -> Result<()> {
    let context = room.context();
    let sent = sent(room, workflow.state());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut genuine: BTreeMap<(Reference, usize), bool> = BTreeMap::new();
    for _ in 0..count {
        let drawn = Drawn::new(&sent, &mut rng);
        let answer = workflow.resolve(&context, &drawn.reply)?;
        found.cases += 1;
        let mut shown: BTreeSet<Reference> = BTreeSet::new();
        for block in &answer.blocks {
            let (reference, length) = match block {
                Block::Prose { .. } => continue,
                Block::Invalid { .. } => {
                    found.invalid += 1;
                    continue;
                }
                Block::Verbatim { reference, text, .. } => (reference, text.len()),
                Block::RecordData { reference, rows, elements, .. } => (reference, rows.len() + elements.len()),
            };
            found.boxes += 1;
            let key = (reference.clone(), length);
            let is_genuine = match genuine.get(&key) {
                Some(known) => *known,
                None => {
                    let checked = original.verify(block)?.is_genuine();
                    genuine.insert(key, checked);
                    checked
                }
            };
            found.false_boxes += usize::from(!is_genuine);
            found.wrong_sources += usize::from(!drawn.allowed.contains(reference));
            shown.insert(reference.clone());
        }
        for wanted in &drawn.wanted {
            found.copies += 1;
            found.lost +=
                usize::from(!wanted.iter().any(|reference| shown.contains(reference)) && answer.blocks.len() < 200);
        }
    }
    Ok(())
}

fn sent(room: &Room, state: &WorkflowState) -> Vec<Sent> {
    let message = state.synthesised.text();
    let context = room.context();
    let of = |offered: &crate::workflow::Offered| {
        let alias = offered.alias.to_string();
        let opens = format!("<title>{alias}</title>\n");
        let start = message.find(&opens)? + opens.len();
        let body = message.get(start..)?.split("\n<link>").next()?.to_owned();
        // Facts have names of their own within the passage that holds them.
        let mut references: BTreeSet<Reference> = offered.references.iter().cloned().collect();
        for passage in context.index.as_slice().iter().filter(|passage| offered.references.contains(&passage.reference))
        {
            references.extend(passage.fact_references.iter().cloned());
        }
        Some(Sent { letters: letters(&body), alias, body, references })
    };
    state.extracted.iter().filter_map(of).collect()
}

fn letters(text: &str) -> String {
    let mut letters = String::new();
    for sign in text.chars() {
        if sign.is_alphanumeric() {
            letters.extend(sign.to_lowercase());
        } else if !letters.ends_with(' ') && !letters.is_empty() {
            letters.push(' ');
        }
    }
    letters.trim_end().to_owned()
}

/// A reply, with what it may show and what it must.
struct Drawn {
    reply: String,
    allowed: BTreeSet<Reference>,
    wanted: Vec<BTreeSet<Reference>>,
}

/// Titles that name nothing, or seem to name much.
const HOSTILE: [&str; 14] = [
    "R0",
    "R01",
    "R-1",
    "R999999",
    "R99999999999999999999",
    "R1 R2",
    "",
    "r",
    "R\u{0661}",
    "Blood Pressure",
    "</title>",
    "R1\u{200b}",
    "<quote>",
    "#",
];
/// Words of the model's own.
const WORDS: [&str; 14] = [
    "The last reading was about 120.",
    "It rose 🩺 from day 0.",
    "Größe é 漢字",
    "I do not know.",
    "\n",
    "**R1** ",
    "x < y",
    "never",
    "- item",
    "```\n",
    "https://x.example/?a=b",
    "<img src=x>",
    "3 weeks before day 0",
    "{\"a\":1}",
];

impl Drawn {
    fn new(sent: &[Sent], rng: &mut ChaCha8Rng) -> Self {
        let mut drawn = Drawn { reply: String::new(), allowed: BTreeSet::new(), wanted: Vec::new() };
        if below(rng, 8) == 0 {
            drawn.json(sent, rng);
        } else {
            for _ in 0..below(rng, 6) {
                drawn.part(sent, rng);
            }
        }
        // A stream that ends anywhere.
        if below(rng, 4) == 0 {
            let length = drawn.reply.chars().count();
            drawn.reply = drawn.reply.chars().take(below(rng, length + 1)).collect();
            drawn.wanted.clear();
        }
        // Whatever passage is named in any form, or whose words are there, may be shown.
        let words = letters(&drawn.reply);
        for one in sent {
            let named = drawn
                .reply
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| word.eq_ignore_ascii_case(&one.alias));
            let quoted = runs(&one.letters, 12).any(|run| words.contains(run));
            if named || quoted {
                drawn.allowed.extend(one.references.iter().cloned());
            }
        }
        drawn
    }

    fn part(&mut self, sent: &[Sent], rng: &mut ChaCha8Rng) {
        let Some(one) = sent.get(below(rng, sent.len().max(1))) else {
            return self.reply.push_str(WORDS.get(below(rng, WORDS.len())).copied().unwrap_or_default());
        };
        let title = match below(rng, 6) {
            0 => HOSTILE.get(below(rng, HOSTILE.len())).map_or_else(String::new, |title| (*title).to_owned()),
            1 => sent.get(below(rng, sent.len())).map_or_else(String::new, |other| other.alias.clone()),
            2 => one.alias.to_lowercase(),
            _ => one.alias.clone(),
        };
        let (text, is_copy) = match below(rng, 8) {
            0 => (one.body.chars().take(below(rng, 40)).collect(), false),
            1 => (one.body.chars().skip(below(rng, 40)).collect(), false),
            2 => (
                format!("{} {}", one.body, sent.get(below(rng, sent.len())).map_or("", |other| other.body.as_str())),
                false,
            ),
            3 => (one.body.chars().map(|c| if below(rng, 12) == 0 { 'ß' } else { c }).collect(), false),
            4 => (String::new(), false),
            5 => (one.body.to_uppercase(), false),
            _ => (one.body.clone(), true),
        };
        let (quoted, is_tagged) = match below(rng, 9) {
            0 => (format!("<quote><title>{title}</title>{text}"), true),
            1 => (format!("<QUOTE>\n<Title>{title}\n{text}</Quote>"), true),
            2 => (format!("```xml\n<quote title=\"{title}\">{text}</quote>\n```\n"), false),
            3 => (format!("\n{title}: {text}\n\n"), false),
            4 => (format!("\n> {text}\n> — {title}\n\n"), false),
            5 => (format!("It is so [{title}]. "), false),
            6 => (format!("<quote><title>{title}</title>{text}<quote>"), false),
            7 => (format!("&lt;quote&gt;{title}&lt;/quote&gt;"), false),
            _ => (format!("<quote><title>{title}</title>\n{text}\n<link>#{title}</link></quote>"), true),
        };
        let alone = sent
            .iter()
            .filter(|other| other.letters.contains(&one.letters) || one.letters.contains(&other.letters))
            .count()
            == 1;
        if is_copy && is_tagged && alone && one.letters.chars().count() >= KNOWN_FROM && !title.contains(['<', '>']) {
            self.wanted.push(one.references.clone());
        }
        self.reply.push_str(WORDS.get(below(rng, 2 * WORDS.len())).copied().unwrap_or_default());
        self.reply.push_str(&quoted);
    }

    fn json(&mut self, sent: &[Sent], rng: &mut ChaCha8Rng) {
        let quotes: Vec<serde_json::Value> = (0..below(rng, 4))
            .filter_map(|_| {
                let one = sent.get(below(rng, sent.len().max(1)))?;
                Some(match below(rng, 3) {
                    0 => serde_json::Value::String(one.alias.clone()),
                    1 => serde_json::json!({"title": HOSTILE.get(below(rng, HOSTILE.len())), "text": one.body}),
                    _ => serde_json::json!({"Ref": one.alias, "Quote": one.body}),
                })
            })
            .collect();
        let answer = WORDS.get(below(rng, WORDS.len()));
        self.reply = serde_json::json!({"answer": answer, "quotes": quotes}).to_string();
    }
}

/// Returns every run of `length` characters of `text`.
fn runs(text: &str, length: usize) -> impl Iterator<Item = &str> {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let count = ends.len().saturating_sub(length);
    (0..count).filter_map(move |at| text.get(*ends.get(at)?..*ends.get(at + length)?))
}

fn below(rng: &mut ChaCha8Rng, end: usize) -> usize {
    rng.next_u32() as usize % end.max(1)
}
