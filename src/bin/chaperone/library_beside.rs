//! What libraries have on a question: looked for in a pack on this machine, and asked of a server by cleared words alone; shown in boxes that are none of
//! the records'.
//!
//! Without a model a pack is looked through for the question. What is told to a model is looked for by those words alone that leave anyway, and is of a pack
//! at hand: what a server tells is shown as its word.

use std::path::Path;

use chaperone::clearance::PublicText;
use chaperone::error::{Code, Error, Result};
use chaperone::library::pack::{Asked, Found};
use chaperone::library::several::{Among, Fused, Offered, among};
use chaperone::library::{Library, Mark, Pack};
use chaperone::privacy::policy::Choice;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::{Answer, Cited, Literature, SideBySide, Workflow, side_by_side};
use clap::Args;
use serde::{Serialize, Serializer};

use crate::ask::now_millis;
use crate::library::{opened, query_vectors};
use crate::library_fetch::clearing;
use crate::library_server::{Sending, Served, Wanted};
use crate::output::line;
use crate::pack_source::{Source, Traffic};

/// Longest line of a box, in characters.
const MAX_LINE: usize = 2000;
/// Passages that a server and a pack beside it are asked for, of which the best of both are shown.
const DEPTH: u32 = 10;
/// Passages that are shown where a server is asked: three of each where nothing is in both.
const SHOWN: usize = 6;

/// A server that is asked beside a pack, or in its place.
#[derive(Args)]
pub struct Serving {
    /// A Chroma server, whose passages stand below the answer as it tells them. It is asked by the vector of those words of the question that leave whatever else is
    /// told, which are shown with its host and go once that is approved; no model is told what it alone has (needs --models and --collection)
    #[arg(long, value_name = "URL", requires_all = ["collection", "models"])]
    chroma: Option<String>,
    /// The collection of that server, as `library push` loads it
    #[arg(long, value_name = "NAME", requires = "chroma")]
    collection: Option<String>,
}

impl Serving {
    /// Returns whether a server is named.
    pub fn is_named(&self) -> bool {
        self.chroma.is_some()
    }

    /// Asks the server, where one is named, for what is near to those words of `question` that leave under `choice` whatever is told beside them. One that does
    /// not answer, and a question of which no word leaves, are told and are no error.
    ///
    /// # Errors
    /// As [`Wanted::ask`]; `refused` where the policy does not let the server be asked.
    pub fn ask(
        &self,
        room: &mut Room,
        question: &str,
        choice: &Choice,
        models: Option<&Path>,
        sending: Sending<'_>,
    ) -> Result<Option<Served>> {
        let (Some(chroma), Some(collection), Some(models)) = (&self.chroma, &self.collection, models) else {
            return Ok(None);
        };
        let workflow = room.prepare_alone(question, choice, &Endpoint::new(chroma, "", false), now_millis())?;
        let words = workflow.state().asked_words();
        let policy = &workflow.state().policy;
        let allowed: &[String] = if policy.allow_words { &choice.allowed } else { &[] };
        let clearing = clearing(room);
        if clearing.question(&words, allowed).is_err() {
            let none = "no word of the question may leave to it, or too many would";
            eprintln!("chaperone: the server of public passages is not asked: {none}");
            return Ok(Some(Served::unasked(chroma, none)));
        }
        Wanted { chroma, collection, models, count: DEPTH, policy, sending }.ask(&clearing, &words, allowed).map(Some)
    }
}

/// A library in a file.
pub struct AtHand<'a> {
    pack: &'a str,
    /// Where the model is that a question's vector is made by, if it is to be.
    models: Option<&'a Path>,
    /// What it had on the last question.
    found: Option<Found>,
}

impl<'a> AtHand<'a> {
    /// Returns the library in the file `pack`.
    ///
    /// # Errors
    /// `invalid-argument` for an address: which parts were read there would tell something of a question.
    pub fn new(pack: &'a str, models: Option<&'a Path>) -> Result<Self> {
        if Source::is_address(pack) {
            return Err(Error::new(
                Code::InvalidArgument,
                "here a library is read from a file: at an address its host could tell something of the question",
            ));
        }
        Ok(AtHand { pack, models, found: None })
    }
}

impl Library for AtHand<'_> {
    fn passages(&mut self, asked: &Asked) -> Result<Vec<Offered>> {
        let mut traffic = Traffic::default();
        let (mut pack, mut source): (Pack, Source) = opened(self.pack, None, &mut traffic)?;
        let vector = match (self.models, pack.model()?) {
            (Some(models), Some(model)) if asked.strategy.uses_dense() => {
                query_vectors(models, &model, &[&asked.question])?.pop()
            }
            _ => None,
        };
        let asked = Asked { vector, ..asked.clone() };
        let found = source.drive(&mut pack, &mut traffic, |pack| pack.search(&asked))?;
        let passages = found.hits.iter().cloned().map(Offered::from).collect();
        self.found = Some(found);
        Ok(passages)
    }
}

/// What is asked beside records, or in their place: a pack, a server, or both.
pub struct Libraries {
    pack: Option<String>,
    served: Option<Served>,
}

/// What libraries have on a question.
#[derive(Debug)]
pub struct Beside {
    /// What the pack has, of what is shown.
    found: Option<Found>,
    shown: Vec<Fused>,
    served: Option<Served>,
}

impl Serialize for Beside {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            #[serde(flatten)]
            found: Option<&'a Found>,
            #[serde(skip_serializing_if = "Option::is_none")]
            fused: Option<&'a [Fused]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            server: Option<&'a Served>,
        }
        let server = self.served.as_ref();
        let fused = server.map(|_| self.shown.as_slice());
        View { found: self.found.as_ref(), fused, server }.serialize(serializer)
    }
}

impl Libraries {
    /// Returns the library in the file `pack` and what a server told; `None` where there is neither.
    pub fn of(pack: Option<String>, served: Option<Served>) -> Option<Self> {
        (pack.is_some() || served.is_some()).then_some(Libraries { pack, served })
    }

    /// Returns whether there is nothing but a server, and it told nothing.
    pub fn silent(&self) -> Option<Error> {
        let is_silent = self.pack.is_none() && self.served.as_ref().is_some_and(|served| served.silent.is_some());
        is_silent
            .then(|| Error::new(Code::Network, "the server of public passages told nothing, and no other is named"))
    }

    /// Returns the passages that bear on `question`, which no other machine is asked.
    ///
    /// # Errors
    /// As [`AtHand::new`] and [`Pack::search`].
    pub fn beside(&self, question: &str) -> Result<Beside> {
        let mut asked = Asked::beside(question.to_owned());
        let mut best = asked.best;
        let mut served = self.served.clone();
        if served.as_ref().is_some_and(Served::has_told) {
            (asked.best, best) = (DEPTH as usize, SHOWN);
        }
        let mut pack = self.pack.as_deref().map(|pack| AtHand::new(pack, None)).transpose()?;
        let mut libraries: Vec<&mut dyn Library> = Vec::new();
        libraries.extend(pack.as_mut().map(|pack| pack as &mut dyn Library));
        libraries.extend(served.as_mut().map(|served| served as &mut dyn Library));
        let Among { found: shown, .. } = among(&mut libraries, &asked, best)?;
        let mut found = pack.and_then(|pack| pack.found);
        if let Some(found) = &mut found {
            let is_shown = |citation: &str| shown.iter().any(|fused| fused.passage.citation() == citation);
            found.hits.retain(|hit| is_shown(hit.passage.citation().as_str()));
        }
        Ok(Beside { found, shown, served })
    }

    /// Returns the passages that may be told to a model beside the request of `workflow`, found by the words that leave in it, with their boxes; none where no
    /// word of the question leaves.
    ///
    /// # Errors
    /// As [`beside`](Self::beside).
    pub fn told_beside(&self, workflow: &Workflow) -> Result<(Beside, Vec<PublicText>)> {
        let found = self.beside(&workflow.state().asked_words())?;
        let texts = found.texts();
        Ok((found, texts))
    }
}

impl Beside {
    /// Returns what was found as far as it may stand in a request: what is at hand.
    pub fn texts(&self) -> Vec<PublicText> {
        self.shown.iter().filter_map(|fused| fused.passage.public()).collect()
    }

    /// Returns whether a server is among them.
    pub fn has_server(&self) -> bool {
        self.served.is_some()
    }

    /// Returns in words what was, or would be, asked of a server; empty without one.
    pub fn asked_of_server(&self) -> String {
        let Some(Served { leaves, host, is_sent, left_out, silent, .. }) = &self.served else { return String::new() };
        let (host, words) = (line(host, MAX_LINE), line(leaves, MAX_LINE));
        let mut text = match (leaves.is_empty(), is_sent) {
            (true, _) => format!("{host} was asked nothing"),
            (false, true) => format!("{host} was asked by the vector of these words: {words}"),
            (false, false) => format!("{host} would be asked by the vector of these words: {words}"),
        };
        text.extend(silent.as_ref().map(|why| format!("; it told nothing: {why}")));
        if *left_out > 0 {
            text += &format!("; {left_out} of its passages are left out: their ids are not of their references");
        }
        text + "\n"
    }

    /// Returns what was found as boxes to read: numbered as `told` was, where a model was told of it, with those marked that its answer goes by.
    pub fn boxes(&self, answer: &Answer, told: Option<(&Literature, Option<&Cited>)>) -> String {
        let mut text = "\nFrom the library: public texts, of nobody's record\n".to_owned() + &self.asked_of_server();
        if self.shown.is_empty() {
            text += "nothing in it bears on the question\n";
        }
        for (rank, fused) in (1..).zip(&self.shown) {
            let place = match told {
                None => format!("[Source {rank}]"),
                Some((literature, cited)) => match fused.passage.public().and_then(|text| literature.number(&text)) {
                    None => "not told to the model:".to_owned(),
                    Some(number) if cited.is_some_and(|cited| cited.sources.contains(&number)) => {
                        format!("[Source {number}, named in the answer]")
                    }
                    Some(number) => format!("[Source {number}]"),
                },
            };
            text += &literature(fused, &place);
        }
        let passages: Vec<String> = self.shown.iter().map(|fused| fused.passage.text().to_owned()).collect();
        for pair in side_by_side(&answer.blocks, &passages) {
            text.extend(self.shown.get(pair.passage).map(|fused| beside_each_other(&pair, fused)));
        }
        for number in told.and_then(|(_, cited)| cited).iter().flat_map(|cited| &cited.unknown) {
            text += &format!("✗ [Source {number}]: no source of this number was told\n");
        }
        text
    }
}

/// Returns what a passage is, in words.
fn origin(passage: &Offered) -> &'static str {
    if passage.is_told() { "as the server tells it" } else { "public text, verbatim" }
}

/// The record's amount of a medicine and a passage's, each as it stands.
fn beside_each_other(pair: &SideBySide, fused: &Fused) -> String {
    let short = |text: &str| line(text, MAX_LINE);
    let of = format!("{}{}", short(fused.passage.citation()), Mark::behind(&fused.marks));
    format!(
        "\n≠ {}: other amounts, side by side; neither is said to be right\n  the record: {} ({})\n  {of}, {}: “{}”\n",
        short(&pair.medicine),
        short(&pair.record),
        line(pair.reference.as_str(), MAX_LINE),
        origin(&fused.passage),
        short(&pair.sentence)
    )
}

fn literature(fused: &Fused, place: &str) -> String {
    let passage = &fused.passage;
    let mut text = format!("╔ {place} {} · {}\n", line(passage.citation(), MAX_LINE), origin(passage));
    for mark in &fused.marks {
        text += &format!("║ {}\n", mark.sentence());
    }
    if fused.differs {
        text += "║ the libraries have other texts of it; this is one of them, and where one is at hand, that one\n";
    }
    text += &format!("║ {}\n", line(passage.title(), MAX_LINE));
    let about = passage.about();
    if !about.is_empty() {
        text += &format!("║ {}\n", line(&about.join(" · "), MAX_LINE));
    }
    for row in passage.text().lines() {
        text += &format!("║ {}\n", line(row, MAX_LINE));
    }
    text + "╚\n"
}
