//! `chaperone bench kernel`: generated maps and replies through the kernel; not one map may fail to run both ways, and not one box
//! may be of what was not sent, or not what its file says.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::clearance::{
    Aliases, Block, Composer, FactRef, Operator, Original, Piece, Source, SpanMap, Target, resolve,
};
use chaperone::document::{DocumentIndex, FileIndex, Passage, Records};
use chaperone::error::{Code, Error, Result};
use chaperone::generate::{Options, Patient};
use chaperone::progress::Unwatched;
use chaperone::quote::verify::Original as FileToCheck;
use chaperone::reference::Reference;
use chaperone::room::Room;
use chaperone::span::Span;
use chaperone::surrogates::{ProsePart, Surrogates};
use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};
use serde::Serialize;

use crate::output::json;

#[derive(Args)]
pub struct KernelArguments {
    /// How many cases are made: each a map, its stand-ins and a reply
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    cases: u64,
    /// What the cases are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    cases: u64,
    seed: u64,
    pieces: u64,
    bytes: u64,
    /// Maps with a byte that no piece has, or two, or a piece without its bytes.
    non_bijective_maps: u64,
    /// Stand-ins that stand for two originals, or were given to a second one.
    non_bijective_stand_ins: u64,
    /// Replies of which a word was lost, added, or restored in part.
    false_prose: u64,
    /// Boxes of what was not quoted, or that are not what their file says.
    false_boxes: u64,
    /// Boxes of what was quoted that are not there.
    missing_boxes: u64,
    /// Quotations of what was not sent that were not shown as leading nowhere.
    false_quotations: u64,
    /// Boxes that were made.
    boxes: u64,
    stand_ins: u64,
    restored: u64,
    quotations: u64,
    seconds: f64,
}

/// Words of texts, with bytes of one to four and marks that join.
const WORDS: &[&str] =
    &["a", "mg", "é", "日本", "🩺", "e\u{301}", "P", "12", "day", "0", "\u{200b}", "<", ">", "/", "…", "no", " ", "\n"];

const OPERATORS: &[Operator] = &[
    Operator::Code,
    Operator::Unit,
    Operator::Round,
    Operator::Noise,
    Operator::Band,
    Operator::Count,
    Operator::Trend,
    Operator::Time,
    Operator::Vocabulary,
    Operator::Allowed,
    Operator::Pseudonym,
    Operator::AgeBand,
    Operator::Alias,
];

/// Draws from a stream that a seed gives.
struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        // The bias of a remainder is below 2⁻⁵⁰ here.
        usize::try_from(self.0.next_u64() % most.max(1) as u64).unwrap_or(0)
    }

    fn one<T: Copy + Default>(&mut self, of: &[T]) -> T {
        of.get(self.below(of.len())).copied().unwrap_or_default()
    }

    fn text(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.one(WORDS)).collect()
    }
}

/// Runs the cases.
///
/// # Errors
/// `refused` when a case fails; the figures say of which kind, and the seed makes it again.
pub fn run(arguments: &KernelArguments) -> Result<()> {
    let mut figures = Figures { cases: arguments.cases, seed: arguments.seed, ..Figures::default() };
    let started = Instant::now();
    let mut chance = Chance(ChaCha8Rng::seed_from_u64(arguments.seed));
    let file = Patient::new(arguments.seed, 0, &Options { years: 1, ..Options::default() }).to_bytes();
    let mut room = Room::new()?;
    room.add(&file, &mut Unwatched)?;
    room.refresh()?;
    let mut held = Held::new(&room, &file)?;
    for _ in 0..arguments.cases {
        let map = map(&mut chance, &held, 3);
        figures.pieces += map.pieces().len() as u64;
        figures.bytes += map.text().len() as u64;
        figures.non_bijective_maps += u64::from(!runs_both_ways(&map, &mut chance));
        reply(&mut chance, &mut held, &mut figures)?;
    }
    figures.seconds = started.elapsed().as_secs_f64();
    let Figures { cases, pieces, bytes, seconds, stand_ins, restored, quotations, boxes, .. } = figures;
    println!(
        "cases                    {cases} from seed {}, {pieces} pieces, {bytes} bytes, {seconds:.1} s",
        figures.seed
    );
    println!("maps not bijective       {}", figures.non_bijective_maps);
    println!("stand-ins not bijective  {} of {stand_ins}", figures.non_bijective_stand_ins);
    println!("prose restored falsely   {} of {cases} replies with {restored} stand-ins restored", figures.false_prose);
    println!("boxes that are false     {} of {boxes}, of {quotations} quotations", figures.false_boxes);
    println!("boxes that are missing   {}", figures.missing_boxes);
    println!("shown as leading nowhere, or not, falsely {}", figures.false_quotations);
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    let boxes = figures.false_boxes + figures.missing_boxes + figures.false_quotations;
    let failed = figures.non_bijective_maps + figures.non_bijective_stand_ins + figures.false_prose + boxes;
    if failed > 0 {
        return Err(Error::new(Code::Refused, "the kernel failed on generated cases").found(failed, 0));
    }
    Ok(())
}

/// A generated record, and what boxes of it may be: what each passage and fact is called, looked up once and by other code than
/// the kernel's.
struct Held<'r> {
    records: &'r Records,
    passages: &'r [Passage],
    /// Every fact with the name it goes by.
    facts: Vec<(FactRef, Reference)>,
    /// Every value of those, as maps name it.
    values: Vec<Original>,
    file: FileToCheck<'r>,
    /// The boxes that were held to the file, by name.
    genuine: BTreeMap<Reference, Block>,
}

impl<'r> Held<'r> {
    fn new(room: &'r Room, file: &'r [u8]) -> Result<Self> {
        let context = room.context();
        let (records, passages) = (context.records, context.index.as_slice());
        let mut facts = Vec::new();
        let mut values = Vec::new();
        for passage in passages {
            let names = passage.facts.clone().zip(&passage.fact_references);
            facts.extend(names.map(|(fact, name)| (FactRef { document: passage.document, fact }, name.clone())));
        }
        for (of, _) in &facts {
            let document = records.documents.get(of.document.0 as usize);
            let Some(fact) = document.and_then(|document| document.facts().get(of.fact)) else { continue };
            values.extend(fact.fields.iter().map(|field| {
                let (value, document) = (&field.value, of.document);
                let source = Source::Record { document, file: fact.file_of(value), span: value.span };
                Original { text: value.text.to_string(), source }
            }));
        }
        Ok(Held { records, passages, facts, values, file: FileToCheck::new(file), genuine: BTreeMap::new() })
    }

    /// Draws what an alias stands for, with the names of the boxes that a quotation of it must give.
    fn target(&self, chance: &mut Chance) -> (Target, Vec<Reference>) {
        if chance.below(3) == 0 {
            let at = chance.below(self.passages.len() + 1);
            let names = self.passages.get(at).map_or_else(Vec::new, |passage| {
                if passage.facts.is_empty() { vec![passage.reference.clone()] } else { passage.fact_references.clone() }
            });
            return (Target::Passage { passage: at }, names);
        }
        let (mut facts, mut names) = (Vec::new(), Vec::new());
        for _ in 0..chance.below(4) {
            match self.facts.get(chance.below(self.facts.len() + 2)) {
                Some((fact, name)) => {
                    facts.push(*fact);
                    names.push(name.clone());
                }
                // A fact that is not there has no box.
                None => facts.push(FactRef { document: DocumentIndex(chance.below(4) as u32), fact: 1 << 20 }),
            }
        }
        (Target::Facts { facts }, names)
    }

    /// Whether `block` holds what the file says.
    fn is_genuine(&mut self, name: &Reference, block: &Block) -> Result<bool> {
        if let Some(known) = self.genuine.get(name) {
            return Ok(known == block);
        }
        let is_genuine = self.file.verify(block)?.is_genuine();
        if is_genuine {
            self.genuine.insert(name.clone(), block.clone());
        }
        Ok(is_genuine)
    }
}

/// Returns a map of pieces whose sources overlap, nest, repeat and touch; now and then with other maps in it.
fn map(chance: &mut Chance, held: &Held<'_>, depth: usize) -> SpanMap {
    let mut composer = Composer::new();
    for _ in 0..chance.below(12) {
        match chance.below(8) {
            0 => {
                composer.template(chance.one(&["", "·", " of ", "day 0: "]));
            }
            1 if depth > 0 => {
                composer.append(&map(chance, held, depth - 1));
            }
            _ => {
                let originals = (0..chance.below(4)).map(|_| {
                    let span = Span::at(chance.below(9), chance.below(9));
                    let source = match chance.below(5) {
                        // A value of the record, or bytes of it that are none.
                        4 => match held.values.get(chance.below(held.values.len())) {
                            Some(value) => return value.clone(),
                            None => Source::Whole,
                        },
                        3 => Source::Record {
                            document: DocumentIndex(chance.below(3) as u32),
                            file: FileIndex(chance.below(2) as u32),
                            span: Span::at(chance.below(9), chance.below(9)),
                        },
                        0 => Source::Prose { document: DocumentIndex(chance.below(3) as u32), span },
                        1 => Source::Question { span: Span::at(span.start(), span.len()) },
                        _ => Source::Whole,
                    };
                    Original { text: chance.text(3), source }
                });
                let originals: Vec<Original> = originals.collect();
                let operator = OPERATORS.get(chance.below(OPERATORS.len())).copied().unwrap_or(Operator::Code);
                let text = chance.text(4);
                composer.write(operator, &text, originals);
            }
        }
    }
    composer.finish()
}

/// Whether each byte of `map` has one piece, and each piece its bytes; asked in other words than the kernel asks itself.
fn runs_both_ways(map: &SpanMap, chance: &mut Chance) -> bool {
    let text = map.text();
    let mut owners = vec![0_u8; text.len()];
    for piece in map.pieces() {
        let range = piece.span.range();
        if range.is_empty() || !text.is_char_boundary(range.start) || !text.is_char_boundary(range.end) {
            return false;
        }
        let Some(owned) = owners.get_mut(range) else { return false };
        owned.iter_mut().for_each(|owner| *owner = owner.saturating_add(1));
    }
    let joined: String = map.pieces().iter().map(|piece| map.text_of(piece)).collect();
    let start = chance.below(text.len() + 1);
    let asked = Span::at(start, chance.below(text.len() + 1 - start));
    let found: Vec<_> = map.over(asked).iter().map(|piece| piece.span).collect();
    let shares = |piece: &&Piece| piece.span.range().any(|byte| asked.range().contains(&byte));
    let expected: Vec<_> = map.pieces().iter().filter(shares).map(|piece| piece.span).collect();
    // An empty span lies in no piece, or inside one.
    let is_found = if asked.is_empty() { found.len() <= 1 } else { found == expected };
    map.is_whole() && owners.iter().all(|owners| *owners == 1) && joined == text && is_found
}

/// Makes stand-ins and a reply that uses them, whole and as parts of other words, between quotations of what was sent, was not, or
/// is broken off.
fn reply(chance: &mut Chance, held: &mut Held<'_>, figures: &mut Figures) -> Result<()> {
    let (mut surrogates, mut meant) = (Surrogates::default(), BTreeMap::<String, String>::new());
    for _ in 0..chance.below(5) {
        let name = format!("Patient P{}", chance.below(20));
        let original = format!("Name{} {}", chance.below(4), chance.one(&["Å", "b", "日"]));
        let known = meant.get(&name.to_lowercase());
        let is_second = known.is_some_and(|known| *known != original);
        figures.stand_ins += 1;
        if surrogates.add(&name, &original).is_ok() == is_second {
            figures.non_bijective_stand_ins += 1;
        }
        if !is_second {
            meant.insert(name.to_lowercase(), original);
        }
    }
    let (mut aliases, mut meant_by) = (Aliases::default(), Vec::new());
    for _ in 0..chance.below(3) {
        let (target, names) = held.target(chance);
        aliases.add(target);
        meant_by.push(names);
    }
    let (mut written, mut expected, mut quoted) = (String::new(), String::new(), 0);
    let (mut boxes, mut boxed, mut nowhere) = (Vec::<Reference>::new(), Vec::new(), 0_u64);
    for _ in 0..chance.below(8) {
        if chance.below(4) == 0 {
            let title = chance.one(&["R1", "R2", "r1", "R99", "Å", ""]);
            written += &format!("<quote><title>{title}</title> text <link>#{title}</link></quote>");
            quoted += 1;
            let at = match title {
                "R1" | "r1" => Some(0),
                "R2" => Some(1),
                _ => None,
            };
            match at.and_then(|at: usize| Some((at, meant_by.get(at)?))).filter(|(_, names)| !names.is_empty()) {
                // What a name stands for is shown once.
                Some((at, _)) if boxed.contains(&at) => {}
                Some((at, names)) => {
                    boxed.push(at);
                    boxes.extend(names.iter().cloned());
                }
                None => nowhere = nowhere.wrapping_add(1),
            }
            continue;
        }
        let name = format!("Patient P{}", chance.below(24));
        let (before, behind) = (chance.one(&["", " ", "é", "x"]), chance.one(&["", " ", "1", "'s", "日"]));
        written += &format!("{before}{name}{behind}, ");
        expected += &format!("{before}{name}{behind}, ");
    }
    let blocks = resolve(&written, &aliases, &surrogates, held.records, held.passages);
    let mut shown = Vec::new();
    let mut said = String::new();
    let mut is_true = true;
    for block in &blocks {
        match block {
            Block::Prose { parts } => {
                for part in parts {
                    let surrogate = part.surrogate.as_deref();
                    figures.restored += u64::from(surrogate.is_some());
                    is_true &= surrogate.is_none_or(|name| meant.get(&name.to_lowercase()) == Some(&part.text));
                    said += surrogate.unwrap_or(&part.text);
                }
            }
            Block::Invalid { .. } => nowhere = nowhere.wrapping_sub(1),
            Block::Verbatim { reference, .. } | Block::RecordData { reference, .. } => {
                figures.boxes += 1;
                figures.false_boxes += u64::from(!held.is_genuine(reference, block)?);
                shown.push(reference.clone());
            }
        }
    }
    figures.quotations += quoted;
    figures.false_quotations += u64::from(nowhere != 0);
    figures.missing_boxes += boxes.len().saturating_sub(shown.len()) as u64;
    figures.false_boxes += u64::from(shown.len() >= boxes.len() && shown != boxes);
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    is_true &= plain(&said) == plain(&expected) && !splits(&blocks);
    figures.false_prose += u64::from(!is_true);
    Ok(())
}

/// Whether a stand-in was put back inside a longer word.
fn splits(blocks: &[Block]) -> bool {
    blocks.iter().any(|block| {
        let Block::Prose { parts } = block else { return false };
        parts.iter().enumerate().any(|(at, part)| {
            let before = at.checked_sub(1).and_then(|at| parts.get(at));
            let touches = |part: Option<&ProsePart>, end: fn(&str) -> Option<char>| {
                part.filter(|part| part.surrogate.is_none())
                    .and_then(|part| end(&part.text))
                    .is_some_and(char::is_alphanumeric)
            };
            part.surrogate.is_some()
                && (touches(before, |text| text.chars().next_back())
                    || touches(parts.get(at + 1), |text| text.chars().next()))
        })
    })
}
