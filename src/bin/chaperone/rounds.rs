//! `chaperone ask --context`: a question over more passages than a model's context holds, by several requests.

use chaperone::clearance::Receipt;
use chaperone::error::{Code, Error, Result};
use chaperone::room::Room;
use chaperone::workflow::refining::{Refinement, Refining, Scope, USUAL_CONTEXT, Wishes};
use chaperone::workflow::{Answer, Literature, Step};
use clap::Args;

use crate::approval::Approval;
use crate::ask::now_millis;
use crate::ledger::Book;
use crate::library_beside::{Beside, Libraries};

#[derive(Args)]
pub struct Rounds {
    /// The tokens of the model's context, for a request and its reply. What does not fit is told in further requests, each reviewed and
    /// entered by itself, with the answer so far
    #[arg(long, value_name = "TOKENS", requires = "llm")]
    context: Option<u64>,
    /// Let the model say that it wants to read on: beside a passage, or what is found here for words of its own; four times at most
    #[arg(long, requires = "llm")]
    read_on: bool,
    /// Ask about all of one note or letter: the reference of any passage of it
    #[arg(long, value_name = "REFERENCE", requires = "llm")]
    whole_note: Option<String>,
}

impl Rounds {
    /// Returns whether a question is to be asked by several requests.
    pub fn are_asked(&self) -> bool {
        self.context.is_some() || self.read_on || self.whole_note.is_some()
    }

    /// Returns how the question is to be refined, if it is.
    ///
    /// # Errors
    /// `not-found` or `unsupported` when the reference is of no note.
    pub fn refinement(&self, room: &mut Room) -> Result<Option<Refinement>> {
        if !self.are_asked() {
            return Ok(None);
        }
        let document = self.whole_note.as_deref().map(|reference| room.note_of(reference)).transpose()?;
        Ok(Some(Refinement {
            context_tokens: self.context.unwrap_or(USUAL_CONTEXT),
            scope: document.map_or(Scope::Found, Scope::Document),
            wishes: if self.read_on { Wishes::Heard } else { Wishes::No },
        }))
    }
}

/// What came of the requests of a question.
#[derive(Default)]
pub struct Refined {
    /// The last answer.
    pub answer: Answer,
    /// What left, request for request.
    pub receipts: Vec<Receipt>,
    /// What a library has on the question, and what of it the last request was told.
    pub literature: Option<(Beside, Literature)>,
}

/// Sends the requests of `refining`, each approved and entered in `book` before it leaves and told of what `libraries` have, and returns the
/// last answer with all receipts. How far it is stands on standard error, and so does what fails once there is an answer: that stays.
///
/// # Errors
/// Of the first request: as [`Approval::sent`]; `refused` when the review refused it; as [`Libraries::told_beside`].
pub fn refined(
    room: &Room,
    mut refining: Refining,
    approval: &Approval,
    book: Option<&Book>,
    libraries: Option<&Libraries>,
) -> Result<Refined> {
    let mut refined = Refined::default();
    loop {
        match round(room, &mut refining, approval, book, libraries) {
            Ok(Some(Refined { answer, receipts, literature })) => {
                (refined.answer, refined.literature) = (answer, literature);
                refined.receipts.extend(receipts);
            }
            Ok(None) => return Ok(refined),
            Err(error) if refined.receipts.is_empty() => return Err(error),
            Err(error) => {
                let left = refining.left();
                eprintln!("chaperone: {error}; the answer so far follows, and {left} more things were not told");
                return Ok(refined);
            }
        }
    }
}

/// Sends the next request and returns the answer so far; `None` once all was told.
fn round(
    room: &Room,
    refining: &mut Refining,
    approval: &Approval,
    book: Option<&Book>,
    libraries: Option<&Libraries>,
) -> Result<Option<Refined>> {
    let Some(mut workflow) = refining.next(&room.context(), now_millis())? else { return Ok(None) };
    let mut literature = None;
    if let Some(libraries) = libraries {
        let (found, texts) = libraries.told_beside(&workflow)?;
        workflow = refining.tell_beside(&room.context(), &workflow, &texts, now_millis())?;
        literature = Some((found, workflow.state().literature.clone()));
    }
    if let Some(round) = refining.round() {
        eprintln!(
            "chaperone: request {}: tells {}, {} left; about {} of {} tokens",
            round.number, round.told, round.left, round.tokens, round.context_tokens
        );
    }
    let reply = match workflow.release(&room.context())? {
        Step::Ask(cleared) => approval.sent(cleared, &workflow, book)?,
        Step::Refused(findings) => {
            return Err(Error::new(Code::Refused, "the review refused the request and it was not sent")
                .found(findings.len() as u64, 0));
        }
    };
    room.refine_answered(refining, &workflow, &reply)?;
    let answer = refining.answer(&room.context(), &workflow, &reply)?;
    Ok(Some(Refined { answer, receipts: workflow.state().receipts.clone(), literature }))
}
