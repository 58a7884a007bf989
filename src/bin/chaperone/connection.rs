//! `chaperone connection`: whether a model server answers, and by what it holds answers to the passages that are sent.

use chaperone::error::{Code, Error, Result};
use chaperone::quote::format::Prompt;
use chaperone::quote::hold::Hold;
use chaperone::room::Room;
use chaperone::workflow::{Step, Workflow, is_held};
use clap::Args;
use serde::Serialize;

use crate::ask::now_millis;
use crate::courier;
use crate::endpoint::Model;
use crate::output::Output;

#[derive(Args)]
pub struct Connection {
    /// The address of the server
    #[arg(long, value_name = "URL")]
    llm: String,
    /// The model's name at that server
    #[arg(long, value_name = "NAME")]
    model: String,
    #[command(flatten)]
    output: Output,
}

/// What was found; no word of the server's.
#[derive(Serialize)]
struct Found {
    /// Whether the model said anything.
    answered: bool,
    /// Whether it holds replies to a JSON Schema.
    schema: bool,
    /// Whether it holds replies to a grammar.
    grammar: bool,
}

/// Sends fixed words and nothing of any record, three times at most, through the review.
///
/// # Errors
/// As the courier's, where the server cannot be reached or does not answer.
pub fn run(arguments: &Connection) -> Result<()> {
    let mut room = Room::new()?;
    room.refresh()?;
    let model = Model::named(arguments.model.clone(), Prompt::default(), None);
    let said = |hold: Option<Hold>| -> Result<String> {
        let endpoint = model.endpoint(&arguments.llm, false)?.held_by(hold);
        match Workflow::trial(&room.context(), &endpoint, now_millis())?.release(&room.context())? {
            Step::Ask(cleared) => courier::send(cleared),
            Step::Refused(_) => Err(Error::new(Code::Refused, "the review refused the address or the model's name")),
        }
    };
    let answered = !said(None)?.trim().is_empty();
    // A server that does not know a field may refuse the request for it: then it does not hold replies by it.
    let holds = |hold| said(Some(hold)).is_ok_and(|reply| is_held(hold, &reply));
    let found = Found { answered, schema: holds(Hold::Schema), grammar: holds(Hold::Grammar) };
    arguments.output.write(&found, || {
        let is = |yes: bool| if yes { "yes" } else { "no" };
        format!(
            "answers: {}\nholds answers to a JSON Schema (--hold schema): {}\nholds answers to a grammar (--hold grammar): {}\n",
            is(found.answered),
            is(found.schema),
            is(found.grammar)
        )
    })
}
