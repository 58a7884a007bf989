//! `chaperone library nearest`: asks a Chroma server for passages near a question, and puts them among those of libraries at hand.
//!
//! What leaves is the vector of those words of the question that the closed vocabulary lets go, reviewed like any other request, and shown.

use std::path::PathBuf;

use chaperone::error::Result;
use chaperone::library::configuration::Configuration;
use chaperone::library::several::{Among, Fused, among};
use chaperone::library::{Library, Mark};
use chaperone::privacy::policy::Choice;
use chaperone::room::Room;
use clap::Args;
use serde::Serialize;

use crate::approval::Approval;
use crate::embedder;
use crate::ledger::Book;
use crate::library_beside::AtHand;
use crate::library_fetch::clearing;
use crate::library_server::{Sending, Served, Wanted};
use crate::output::{Output, line};
use crate::records::load;

/// Characters of a passage that are shown.
const PREVIEW_CHARS: usize = 240;

#[derive(Args)]
pub struct Nearest {
    /// The question
    question: String,
    /// Chroma's address
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8000")]
    chroma: String,
    /// The collection that is asked
    #[arg(long, value_name = "NAME")]
    collection: String,
    /// The folder of the model manifest and weights, of which the collection's vectors are
    #[arg(long, value_name = "DIR")]
    models: PathBuf,
    /// A library in a file, whose passages stand among those of the server; it is asked the question as it is. May be given several times
    #[arg(long, value_name = "PACK")]
    pack: Vec<String>,
    /// How many passages to find
    #[arg(long, value_name = "K", default_value_t = 5)]
    top_k: u32,
    /// Records whose identifying texts must not be in what leaves
    #[arg(long, value_name = "PATH", num_args = 1..)]
    records: Vec<PathBuf>,
    /// A word of the question that may leave although it is not known well enough; may be given several times
    #[arg(long, value_name = "WORD")]
    allow: Vec<String>,
    /// The ledger to enter each request in before it is sent; begun where there is none. `chaperone verify` checks it
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Say what would leave, and ask nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    approval: Approval,
    #[command(flatten)]
    output: Output,
}

/// What `library nearest` writes as JSON.
#[derive(Serialize)]
struct Outcome<'a> {
    #[serde(flatten)]
    served: &'a Served,
    found: Vec<Row<'a>>,
}

/// A passage, of the server, of libraries at hand, or of both.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    #[serde(flatten)]
    fused: &'a Fused,
    is_retracted: bool,
    /// Its place at the server, from 1, and one less the cosine.
    there: Option<(usize, f64)>,
    /// Its best place in a library at hand.
    here: Option<usize>,
}

impl<'a> Row<'a> {
    /// Returns the row of `fused`, of which the first library is the server.
    fn of(fused: &'a Fused) -> Self {
        let (there, here) = match fused.places.as_slice() {
            [there, here @ ..] => (*there, here.iter().flatten().min().copied()),
            [] => (None, None),
        };
        Row { fused, is_retracted: fused.marks.contains(&Mark::Retracted), there: there.zip(fused.distance), here }
    }
}

pub fn run(arguments: &Nearest) -> Result<()> {
    let mut room = if arguments.records.is_empty() { Room::new()? } else { load(&arguments.records)?.0 };
    embedder::lexicon(Some(&arguments.models), &mut room)?;
    let packs = arguments.pack.iter().map(|pack| AtHand::new(pack, Some(&arguments.models)));
    let mut packs = packs.collect::<Result<Vec<_>>>()?;
    let book = arguments.ledger.clone().map(|path| Book { path, models: Some(arguments.models.clone()) });
    let policy = Choice::default().under(room.policy());
    let wanted = Wanted {
        chroma: &arguments.chroma,
        collection: &arguments.collection,
        models: &arguments.models,
        count: arguments.top_k,
        policy: &policy,
        sending: if arguments.dry_run {
            Sending::No
        } else {
            Sending::Yes { approval: &arguments.approval, book: book.as_ref() }
        },
    };
    let mut served = wanted.ask(&clearing(&room), &arguments.question, &arguments.allow)?;
    let best = arguments.top_k as usize;
    let way = Configuration { top_k: best, filters: false, ..Configuration::default() };
    let asked = way.asked(&arguments.question, None);
    let mut libraries: Vec<&mut dyn Library> = vec![&mut served];
    libraries.extend(packs.iter_mut().map(|pack| pack as &mut dyn Library));
    let count = libraries.len();
    let Among { found, mut silent } = among(&mut libraries, &asked, best)?;
    if let Some((_, error)) = silent.pop().filter(|_| count == 1) {
        return Err(error);
    }
    let outcome = Outcome { served: &served, found: found.iter().map(Row::of).collect() };
    arguments.output.write(&outcome, || table(&outcome))
}

fn table(outcome: &Outcome<'_>) -> String {
    let Served { host, is_sent, left_out, silent, .. } = outcome.served;
    let mut text = match (is_sent, silent) {
        (_, Some(why)) => format!("{host} told nothing: {why}\n"),
        (true, None) => String::new(),
        (false, None) => format!("cleared by the review; nothing was sent to {host}\n"),
    };
    if *left_out > 0 {
        text += &format!("{left_out} passages of the server are left out: their ids are not of their references\n");
    }
    for (rank, row) in (1..).zip(&outcome.found) {
        let Fused { passage, marks, score, places, differs, .. } = row.fused;
        let there =
            row.there.map(|(place, distance)| format!("at the server place {place}, cosine {:.3}", 1.0 - distance));
        let several = places.len() > 2;
        let here =
            (1..).zip(places.iter().skip(1)).filter_map(|(pack, place): (usize, _)| {
                place.map(|place| {
                    if several { format!("in pack {pack} place {place}") } else { format!("at hand place {place}") }
                })
            });
        let differs = differs.then(|| "the libraries have other texts of it".to_owned());
        let citation = line(passage.citation(), PREVIEW_CHARS);
        text += &format!("\n{rank:>3} {score:.4}  {citation}{}\n", Mark::behind(marks));
        text += &format!("    {}\n", line(passage.title(), PREVIEW_CHARS));
        text += &format!("    {}\n", here.chain(there).chain(differs).collect::<Vec<_>>().join("; "));
        text += &format!("    {}\n", line(passage.text(), PREVIEW_CHARS));
    }
    text
}
