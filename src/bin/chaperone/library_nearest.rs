//! `chaperone library nearest`: asks a Chroma server for passages near a question, and puts them among those of a library at hand.
//!
//! What leaves is the vector of those words of the question that the closed vocabulary lets go, reviewed like any other request, and shown.

use std::path::PathBuf;

use chaperone::clearance::{Embed, nearest};
use chaperone::error::{Code, Error, Result};
use chaperone::library::chroma::{self, Told};
use chaperone::library::configuration::Configuration;
use chaperone::library::pack::{Asked, Hit};
use chaperone::library::query::Query;
use chaperone::model::Encode;
use chaperone::room::Room;
use clap::Args;
use serde::Serialize;

use crate::ask::now_millis;
use crate::courier;
use crate::embedder;
use crate::library::{opened, query_vectors};
use crate::library_fetch::{clearing, host, reviewed, withheld};
use crate::library_push::{COLLECTIONS, Server};
use crate::output::{Output, line};
use crate::pack_source::{Source, Traffic};
use crate::records::load;

/// The constant of reciprocal-rank fusion between the two.
const RRF: f64 = 60.0;
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
    /// A library in a file, whose passages stand among those of the server; it is asked the question as it is
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// How many passages to find
    #[arg(long, value_name = "K", default_value_t = 5)]
    top_k: u32,
    /// Records whose identifying texts must not be in what leaves
    #[arg(long, value_name = "PATH", num_args = 1..)]
    records: Vec<PathBuf>,
    /// A word of the question that may leave although it is not known well enough; may be given several times
    #[arg(long, value_name = "WORD")]
    allow: Vec<String>,
    /// Say what would leave, and ask nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

/// What `library nearest` writes as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    /// The words whose vector leaves.
    leaves: &'a str,
    host: &'a str,
    is_sent: bool,
    /// Passages of the server whose ids are not made of their references.
    left_out: usize,
    found: Vec<Both>,
}

/// A passage, of the server, of the library at hand, or of both.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Both {
    citation: String,
    title: String,
    text: String,
    is_retracted: bool,
    /// The sum of both places' reciprocals, each more by 60.
    score: f64,
    /// Its place at the server, from 1, and one less the cosine.
    there: Option<(usize, f64)>,
    /// Its place in the library at hand.
    here: Option<usize>,
}

/// The vectors of questions by one encoder.
struct Vectors<'a>(&'a dyn Encode);

impl Embed for Vectors<'_> {
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        self.0.embed_question(text).ok().map(|vector| vector.as_slice().to_vec())
    }
}

pub fn run(arguments: &Nearest) -> Result<()> {
    let mut room = if arguments.records.is_empty() { Room::new()? } else { load(&arguments.records)?.0 };
    embedder::lexicon(Some(&arguments.models), &mut room)?;
    let clearing = clearing(&room);
    let Query { map, withheld: stays } = clearing.question(&arguments.question, &arguments.allow)?;
    withheld(&arguments.question, &stays);
    let host = host(&arguments.chroma);
    eprintln!("chaperone: the vector of these words leaves, to {host}:\n  {}", line(map.text(), 1000));
    let encoder = embedder::loaded(&arguments.models)?;
    let vectors = Vectors(encoder.as_ref());
    let failed = || Error::new(Code::InvalidArgument, "there is no vector of the question, or --top-k is not 1 to 100");
    let request = |id: &str| nearest(&arguments.chroma, id, &map, &vectors, arguments.top_k).ok_or_else(failed);
    let (told, left_out) = if arguments.dry_run {
        let nowhere = request("00000000-0000-0000-0000-000000000000")?;
        reviewed(clearing.clear_nearest(nowhere, &map, &vectors, now_millis()))?;
        (Vec::new(), 0)
    } else {
        // Which collections there are is asked without the name of the one that is meant.
        let id = chroma::collection_named(&arguments.collection, &Server::new(&arguments.chroma)?.get(COLLECTIONS)?)?;
        let cleared = reviewed(clearing.clear_nearest(request(&id)?, &map, &vectors, now_millis()))?;
        let answer = courier::exchange(cleared, None);
        if !matches!(answer.status, 200 | 201) {
            let reason = "the server refused the question: was the collection loaded with vectors of the same model?";
            return Err(Error::new(Code::Network, reason).found(u64::from(answer.status), 200));
        }
        chroma::nearest(&answer.body, arguments.top_k as usize)?
    };
    let here = match &arguments.pack {
        Some(pack) => at_hand(pack, arguments)?,
        None => Vec::new(),
    };
    let found = fused(told, here, arguments.top_k as usize);
    let outcome = Outcome { leaves: map.text(), host, is_sent: !arguments.dry_run, left_out, found };
    arguments.output.write(&outcome, || table(&outcome))
}

/// Returns what the library in the file `pack` has on the question as it was typed.
fn at_hand(pack: &str, arguments: &Nearest) -> Result<Vec<Hit>> {
    if Source::is_address(pack) {
        return Err(Error::new(
            Code::InvalidArgument,
            "beside a server a library is read from a file: give one to --pack",
        ));
    }
    let mut traffic = Traffic::default();
    let (mut pack, mut source) = opened(pack, None, &mut traffic)?;
    let vector = match pack.model()? {
        Some(model) => query_vectors(&arguments.models, &model, &[&arguments.question])?.pop(),
        None => None,
    };
    let way = Configuration { top_k: arguments.top_k as usize, filters: false, ..Configuration::default() };
    let asked = Asked { vector, ..way.asked(&arguments.question, None) };
    Ok(source.drive(&mut pack, &mut traffic, |pack| pack.search(&asked))?.hits)
}

/// Returns the `best` of both by reciprocal-rank fusion; what is in both stands once, with the text that is at hand.
fn fused(there: Vec<Told>, here: Vec<Hit>, best: usize) -> Vec<Both> {
    let score = |place: usize| 1.0 / (RRF + place as f64);
    let mut all: Vec<Both> = (1..)
        .zip(here)
        .map(|(place, hit)| Both {
            citation: hit.passage.citation().as_str().to_owned(),
            title: hit.passage.article().title.clone(),
            text: hit.passage.text().to_owned(),
            is_retracted: hit.is_retracted,
            score: score(place),
            there: None,
            here: Some(place),
        })
        .collect();
    for (place, told) in (1..).zip(there) {
        let place_there = Some((place, told.distance));
        match all.iter_mut().find(|both| both.citation == told.citation) {
            Some(both) => {
                both.score += score(place);
                both.there = place_there;
                both.is_retracted |= told.is_retracted;
            }
            None => all.push(Both {
                citation: told.citation,
                title: told.title,
                text: told.text,
                is_retracted: told.is_retracted,
                score: score(place),
                there: place_there,
                here: None,
            }),
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.citation.cmp(&b.citation)));
    all.truncate(best);
    all
}

fn table(outcome: &Outcome<'_>) -> String {
    let mut text = match outcome.is_sent {
        true => String::new(),
        false => format!("cleared by the review; nothing was sent to {}\n", outcome.host),
    };
    if outcome.left_out > 0 {
        text += &format!(
            "{} passages of the server are left out: their ids are not of their references\n",
            outcome.left_out
        );
    }
    for (rank, both) in (1..).zip(&outcome.found) {
        let there =
            both.there.map(|(place, distance)| format!("at the server place {place}, cosine {:.3}", 1.0 - distance));
        let here = both.here.map(|place| format!("at hand place {place}"));
        let retracted = if both.is_retracted { "  RETRACTED" } else { "" };
        text += &format!("\n{rank:>3} {:.4}  {}{retracted}\n", both.score, line(&both.citation, PREVIEW_CHARS));
        text += &format!("    {}\n", line(&both.title, PREVIEW_CHARS));
        text += &format!("    {}\n", [here, there].into_iter().flatten().collect::<Vec<_>>().join("; "));
        text += &format!("    {}\n", line(&both.text, PREVIEW_CHARS));
    }
    text
}
