//! `chaperone bench kernel`: generated maps and replies through the kernel; not one map may fail to run both ways.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chaperone::clearance::{Aliases, Block, Composer, Operator, Original, Piece, Source, SpanMap, Target, resolve};
use chaperone::document::{DocumentIndex, Records};
use chaperone::error::{Code, Error, Result};
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
    /// Quotations of what was not sent that were not shown as invalid.
    false_boxes: u64,
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
    for _ in 0..arguments.cases {
        let map = map(&mut chance, 3);
        figures.pieces += map.pieces().len() as u64;
        figures.bytes += map.text().len() as u64;
        figures.non_bijective_maps += u64::from(!runs_both_ways(&map, &mut chance));
        reply(&mut chance, &mut figures);
    }
    figures.seconds = started.elapsed().as_secs_f64();
    let Figures { cases, pieces, bytes, seconds, stand_ins, restored, quotations, .. } = figures;
    println!(
        "cases                    {cases} from seed {}, {pieces} pieces, {bytes} bytes, {seconds:.1} s",
        figures.seed
    );
    println!("maps not bijective       {}", figures.non_bijective_maps);
    println!("stand-ins not bijective  {} of {stand_ins}", figures.non_bijective_stand_ins);
    println!("prose restored falsely   {} of {cases} replies with {restored} stand-ins restored", figures.false_prose);
    println!("boxes of nothing sent    {} of {quotations} quotations", figures.false_boxes);
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    let failed =
        figures.non_bijective_maps + figures.non_bijective_stand_ins + figures.false_prose + figures.false_boxes;
    if failed > 0 {
        return Err(Error::new(Code::Refused, "the kernel failed on generated cases").found(failed, 0));
    }
    Ok(())
}

/// Returns a map of pieces whose sources overlap, nest, repeat and touch; now and then with other maps in it.
fn map(chance: &mut Chance, depth: usize) -> SpanMap {
    let mut composer = Composer::new();
    for _ in 0..chance.below(12) {
        match chance.below(8) {
            0 => {
                composer.template(chance.one(&["", "·", " of ", "day 0: "]));
            }
            1 if depth > 0 => {
                composer.append(&map(chance, depth - 1));
            }
            _ => {
                let originals = (0..chance.below(4)).map(|_| {
                    let span = Span::at(chance.below(9), chance.below(9));
                    let source = match chance.below(3) {
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
fn reply(chance: &mut Chance, figures: &mut Figures) {
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
    let mut aliases = Aliases::default();
    for _ in 0..chance.below(3) {
        aliases.add(Target::Facts { facts: Vec::new() });
    }
    let (mut written, mut expected, mut quoted) = (String::new(), String::new(), 0);
    for _ in 0..chance.below(8) {
        if chance.below(4) == 0 {
            let title = chance.one(&["R1", "R2", "r1", "R99", "Å", ""]);
            written += &format!("<quote><title>{title}</title> text <link>#{title}</link></quote>");
            quoted += 1;
            continue;
        }
        let name = format!("Patient P{}", chance.below(24));
        let (before, behind) = (chance.one(&["", " ", "é", "x"]), chance.one(&["", " ", "1", "'s", "日"]));
        written += &format!("{before}{name}{behind}, ");
        expected += &format!("{before}{name}{behind}, ");
    }
    let records = Records::default();
    let blocks = resolve(&written, &aliases, &surrogates, &records, &[]);
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
            Block::Invalid { .. } => {}
            Block::Verbatim { .. } | Block::RecordData { .. } => figures.false_boxes += 1,
        }
    }
    figures.quotations += quoted;
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    is_true &= plain(&said) == plain(&expected) && !splits(&blocks);
    figures.false_prose += u64::from(!is_true);
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
