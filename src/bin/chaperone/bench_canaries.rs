//! `chaperone bench canaries`: identifiers of real bundles planted in hostile forms; none may leave, and facts beside them must.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use chaperone::error::{Code, Error, Result};
use chaperone::eval::canaries::{Canary, PER_BUNDLE, PLACES, Tally, plan, play};
use chaperone::eval::identifiers;
use chaperone::privacy::lexicon::Lexicon;
use chaperone::room::Room;
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::embedder;
use crate::output::{json, line};
use crate::records::{abridged, files, read, unwrapped};
/// Canaries that are out and shown.
const SHOWN: usize = 20;

#[derive(Args)]
pub struct CanariesArguments {
    /// The folders of bundles
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Write the figures to FILE as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// How many were planted, and how many of them would have left.
#[derive(Debug, Default, Clone, Copy, Serialize)]
struct Count {
    planted: usize,
    out: usize,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    bundles: usize,
    people: usize,
    all: Count,
    places: BTreeMap<&'static str, Count>,
    forms: BTreeMap<&'static str, Count>,
    kinds: BTreeMap<String, Count>,
    /// Requests that the review refused as a whole.
    refused: usize,
    facts: usize,
    survived: usize,
    seconds: f64,
}

/// Runs the check.
///
/// # Errors
/// `refused` when a canary would have left; `invalid-argument` where there is nothing to plant them in; else as reading does.
pub fn run(arguments: &CanariesArguments) -> Result<()> {
    let started = Instant::now();
    let lexicon = embedder::packed_lexicon(None)?.map(Arc::new);
    let mut bundles: Vec<(Value, Vec<identifiers::Named>)> = Vec::new();
    for input in files(&arguments.data)? {
        let bytes = read(&input.path)?;
        let Ok(bundle) = serde_json::from_slice::<Value>(&unwrapped(&bytes)?) else { continue };
        let mut named = identifiers::of(&bundle);
        named.retain(|each| !lexicon.as_ref().is_some_and(|lexicon| identifiers::is_innocent(&each.text, lexicon)));
        if !named.is_empty() {
            bundles.push((abridged(bundle), named));
        }
    }
    if bundles.is_empty() {
        return Err(Error::new(
            Code::InvalidArgument,
            "no folder given with --data holds a FHIR bundle that names somebody: nothing was tried",
        ));
    }
    let people = bundles.iter().map(|(_, named)| named.iter().filter(|each| each.what == "name").count()).sum();
    let outcome = Mutex::new((Figures { bundles: bundles.len(), people, ..Figures::default() }, Vec::new()));
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, (bundle, named))) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    bundles.get(index).map(|each| (index, each))
                } {
                    for (number, place) in PLACES.into_iter().enumerate() {
                        // Over all bundles and places every identifier meets every form.
                        let canaries = plan(named, place, index * 7 + number * 5);
                        for canaries in canaries.chunks(PER_BUNDLE) {
                            match played(bundle, canaries, lexicon.as_ref()) {
                                Ok(tally) => {
                                    let mut outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner);
                                    let (figures, out) = &mut *outcome;
                                    figures.add(canaries, &tally);
                                    out.extend(tally.out);
                                }
                                Err(error) => {
                                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                                }
                            }
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let (mut figures, out) = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    figures.seconds = started.elapsed().as_secs_f64();
    print!("{}", table(&figures));
    for canary in out.iter().take(SHOWN) {
        println!("out: {}, {}, {}: {}", canary.place.as_str(), canary.form, canary.named.what, line(&canary.text, 60));
    }
    if let Some(file) = &arguments.json {
        fs::write(file, json(&figures)?)
            .map_err(|_| Error::new(Code::Io, "the figures cannot be written to the file given with --json"))?;
    }
    if figures.all.out > 0 {
        return Err(Error::new(Code::Refused, "planted identifiers would have left").found(figures.all.out as u64, 0));
    }
    Ok(())
}

fn played(bundle: &Value, canaries: &[Canary], lexicon: Option<&Arc<Lexicon>>) -> Result<Tally> {
    let mut room = Room::new()?;
    if let Some(lexicon) = lexicon {
        room.set_lexicon(lexicon.clone());
    }
    play(bundle, canaries, room)
}

impl Figures {
    fn add(&mut self, canaries: &[Canary], tally: &Tally) {
        for canary in canaries {
            let out = tally.out.iter().any(|out| out.text == canary.text);
            let kind = format!("{} of a {}", canary.named.what, canary.named.whose);
            for count in [
                &mut self.all,
                self.places.entry(canary.place.as_str()).or_default(),
                self.forms.entry(canary.form).or_default(),
                self.kinds.entry(kind).or_default(),
            ] {
                count.planted += 1;
                count.out += usize::from(out);
            }
        }
        self.refused += tally.refused;
        self.facts += tally.facts;
        self.survived += tally.survived;
    }
}

fn table(figures: &Figures) -> String {
    let share = figures.survived as f64 / figures.facts.max(1) as f64 * 100.0;
    let mut text = format!(
        "bundles {}, planted {} (out: {}), requests refused as a whole {}\nfacts that questions need {}, told {} ({share:.2} %)\n",
        figures.bundles, figures.all.planted, figures.all.out, figures.refused, figures.facts, figures.survived,
    );
    for (name, count) in figures.places.iter().chain(&figures.forms) {
        let _ = writeln!(text, "{name:<36} {:>6} planted {:>6} out", count.planted, count.out);
    }
    for (name, count) in &figures.kinds {
        let _ = writeln!(text, "{name:<36} {:>6} planted {:>6} out", count.planted, count.out);
    }
    text + &format!("{:.0} s\n", figures.seconds)
}
