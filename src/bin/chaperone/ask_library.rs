//! `chaperone ask --library` or `--chroma` without records: a question to the literature alone.

use std::path::PathBuf;

use chaperone::clearance::Receipt;
use chaperone::error::{Code, Error, Result};
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::{Answer, Step};

use crate::approval::Approval;
use crate::ask::{Outcome, now_millis, text};
use crate::embedder;
use crate::ledger::Book;
use crate::library_beside::{Beside, Libraries, Serving};
use crate::library_server::Sending;
use crate::output::Output;
use crate::telling::Telling;

/// Which libraries are asked, and where what leaves is entered.
pub struct Alone {
    pub library: Option<String>,
    pub serving: Serving,
    pub telling: Telling,
    pub models: Option<PathBuf>,
    pub book: Option<Book>,
    pub approval: Approval,
}

/// Shows what the libraries have on `question`; with `endpoint` a model is told of what of it is at hand, by the words of the question that leave, and its answer
/// stands before it.
///
/// # Errors
/// As [`Libraries::told_beside`], [`Serving::ask`] and [`Approval::sent`]; `not-found` when nothing of a library goes with the question; `refused` when the review refused
/// it; `network` where there is a server alone, and it does not answer.
pub fn ask(alone: Alone, question: &str, endpoint: Option<Endpoint>, output: &Output) -> Result<()> {
    let shown = |answer: &Answer, receipts: &[Receipt], found: &Beside, told| {
        let outcome = Outcome { question, answer, receipts, incomplete: &[], literature: Some(found) };
        output.write(&outcome, || text(answer) + &found.boxes(answer, told))
    };
    let Alone { library, serving, telling, models, book, approval } = alone;
    let mut room = Room::new()?;
    embedder::lexicon(models.as_deref(), &mut room)?;
    let choice = telling.choice(&mut room)?;
    let served = serving.ask(
        &mut room,
        question,
        &choice,
        models.as_deref(),
        Sending::Yes { approval: &approval, book: book.as_ref() },
    )?;
    let libraries = Libraries::of(library, served);
    let libraries = libraries.ok_or_else(|| Error::new(Code::InvalidArgument, "no library is named"))?;
    if let Some(error) = libraries.silent() {
        return Err(error);
    }
    let Some(endpoint) = endpoint else {
        return shown(&Answer::default(), &[], &libraries.beside(question)?, None);
    };
    let mut workflow = room.prepare_alone(question, &choice, &endpoint, now_millis())?;
    let (found, texts) = libraries.told_beside(&workflow)?;
    workflow.tell_beside(&room.context(), &texts, now_millis())?;
    let reply = match workflow.release(&room.context())? {
        Step::Ask(cleared) => approval.sent(cleared, &workflow, book.as_ref())?,
        Step::Refused(findings) => {
            return Err(Error::new(Code::Refused, "the review refused the request and nothing was sent")
                .found(findings.len() as u64, 0));
        }
    };
    let answer = workflow.resolve(&room.context(), &reply)?;
    let state = workflow.state();
    shown(&answer, &state.receipts, &found, Some((&state.literature, answer.cited.as_ref())))
}
