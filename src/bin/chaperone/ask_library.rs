//! `chaperone ask --library` without records: a question to the literature alone.

use std::path::PathBuf;

use chaperone::clearance::Receipt;
use chaperone::error::{Code, Error, Result};
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::{Answer, Step};

use crate::ask::{Outcome, now_millis, text};
use crate::ledger::Book;
use crate::library_beside::{beside, boxes, told_beside};
use crate::output::Output;
use crate::telling::Telling;
use crate::{courier, embedder};

/// Whom to ask, and where what leaves is entered.
pub struct Asking {
    pub endpoint: Endpoint,
    pub telling: Telling,
    pub ledger: Option<PathBuf>,
}

/// Shows what the library in the file `pack` has on `question`; with `asking` a model is told of it, by the words of the question that leave, and its answer stands
/// before it.
///
/// # Errors
/// As [`told_beside`] and the courier's; `not-found` when nothing of the library goes with the question; `refused` when the review refused it.
pub fn ask(pack: &str, question: &str, models: Option<PathBuf>, asking: Option<Asking>, output: &Output) -> Result<()> {
    let shown = |answer: &Answer, receipts: &[Receipt], found: &_, told| {
        let outcome = Outcome { question, answer, receipts, literature: Some(found) };
        output.write(&outcome, || text(answer) + &boxes(answer, found, told))
    };
    let Some(Asking { endpoint, telling, ledger }) = asking else {
        return shown(&Answer::default(), &[], &beside(pack, question)?, None);
    };
    let mut room = Room::new()?;
    embedder::lexicon(models.as_deref(), &mut room)?;
    let choice = telling.choice(&mut room)?;
    let mut workflow = room.prepare_alone(question, &choice, &endpoint, now_millis())?;
    let (found, texts) = told_beside(pack, &workflow)?;
    workflow.tell_beside(&room.context(), &texts, now_millis())?;
    let reply = match workflow.release(&room.context())? {
        Step::Ask(cleared) => {
            if let Some(path) = ledger {
                Book { path, models }.enter(workflow.state(), &cleared, now_millis())?;
            }
            courier::send(cleared)?
        }
        Step::Refused(findings) => {
            return Err(Error::new(Code::Refused, "the review refused the request and nothing was sent")
                .found(findings.len() as u64, 0));
        }
    };
    let answer = workflow.resolve(&room.context(), &reply)?;
    let state = workflow.state();
    shown(&answer, &state.receipts, &found, Some((&state.literature, answer.cited.as_ref())))
}
