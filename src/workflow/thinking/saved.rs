//! A process as a file: what it was asked, what it may use up and what happened in it, so that it can be played again and gone on with.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::said::{MAX_THOUGHT, Said};
use super::{Limits, Next, Open, Thinking, cut};
use crate::error::{Code, Error, Result};
use crate::privacy::injection::Part;
use crate::quote::task;
use crate::retrieve::Hits;
use crate::thought::journal::{Event, Journal};
use crate::thought::search::{Unranked, Want};
use crate::workflow::Context;

/// What says that a file is one.
const FORMAT: &str = "chaperone-thinking";
/// The version of the form.
const VERSION: u32 = 2;
/// The most bytes of a file that are read.
pub const MAX_SAVED_BYTES: usize = 8 << 20;

/// What a saved process begins with.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
    tasks: u32,
}

/// A process as it is kept. It holds the question and thoughts: for the person alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    format: String,
    version: u32,
    /// The version of what models are asked.
    tasks: u32,
    question: String,
    /// The day that counted as today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    today: Option<Date>,
    limits: Limits,
    journal: Journal,
}

impl Saved {
    /// Returns the process that `json` holds.
    ///
    /// # Errors
    /// `too-large`; `malformed` when it is no such file; `unsupported` when it is of another version.
    pub fn from_json(json: &str) -> Result<Self> {
        if json.len() > MAX_SAVED_BYTES {
            return Err(Error::new(Code::TooLarge, "this is too long for a saved thought process")
                .found(json.len() as u64, MAX_SAVED_BYTES as u64));
        }
        let none = || Error::new(Code::Malformed, "this is no saved thought process");
        // What it is and of which version comes before the rest, which another version writes otherwise.
        let Head { format, version, tasks } = serde_json::from_str(json).map_err(|_| none())?;
        if format != FORMAT {
            return Err(none());
        }
        if (version, tasks) != (VERSION, task::VERSION) {
            return Err(Error::new(Code::Unsupported, "this thought process is of another version; begin anew"));
        }
        serde_json::from_str(json).map_err(|_| none())
    }

    /// Returns the question.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// Returns the day that counted as today when it began, where one was given.
    pub fn today(&self) -> Option<Date> {
        self.today
    }

    /// Returns the seed of all that is drawn by chance.
    pub fn seed(&self) -> [u8; 32] {
        self.journal.seed
    }
}

impl Thinking {
    /// Returns the process as JSON, to go on with or to look at elsewhere.
    ///
    /// # Errors
    /// `invalid-argument` before the beginning.
    pub fn save(&self) -> Result<String> {
        let saved = Saved {
            format: FORMAT.to_owned(),
            version: VERSION,
            tasks: task::VERSION,
            question: self.question.question().to_owned(),
            today: self.today,
            limits: self.limits.clone(),
            journal: self.process()?.journal().clone(),
        };
        serde_json::to_string_pretty(&saved)
            .map_err(|_| Error::internal("the thought process could not be written as JSON"))
    }

    /// Plays `saved` again, in a process that began with the same question, day and seed, and goes on from its end. Whatever was under way is
    /// synthesised and reviewed anew. `find` looks something up in the records; `screen` returns the parts of a text that read like instructions.
    ///
    /// # Errors
    /// `malformed` when the file was altered, or the records are not those that it was made with; as `find` and `screen`.
    pub fn replay(
        &mut self,
        context: &Context<'_>,
        saved: Saved,
        find: &mut dyn FnMut(&str) -> Result<(Hits, Hits)>,
        screen: &mut dyn FnMut(&str) -> Result<Vec<Part>>,
        now_millis: u64,
    ) -> Result<()> {
        self.start(saved.limits)?;
        let Journal { settings, budget, events, .. } = saved.journal;
        if self.process()?.journal().settings != settings || self.process()?.journal().budget != budget {
            return Err(altered());
        }
        for event in events {
            match event {
                Event::Wanted(wanted) => {
                    if self.process_mut()?.next(&Unranked) != wanted {
                        return Err(altered());
                    }
                    match wanted {
                        Want::Approval { .. } | Want::Wait | Want::Done { .. } => {}
                        want => self.opened(want),
                    }
                }
                Event::Documents { ticket, .. } => {
                    let Some(Next::Search { query, .. }) = self.ask(context, ticket, now_millis)? else {
                        return Err(altered());
                    };
                    let (hits, written) = find(&query)?;
                    self.found(context, ticket, &hits, &written)?;
                    if self.process()?.journal().events.last() != Some(&event) {
                        return Err(altered());
                    }
                }
                Event::Thought { ticket, text, tokens } => {
                    let Some(Next::Ask { workflow, .. }) = self.ask(context, ticket, now_millis)? else {
                        return Err(altered());
                    };
                    if cut(&text, MAX_THOUGHT) != text {
                        return Err(altered());
                    }
                    let parts = screen(&text)?;
                    self.thought(ticket, text, tokens, workflow, parts)?;
                }
                Event::Queried { ticket, text, tokens } => {
                    let Some(Next::Ask { workflow, .. }) = self.ask(context, ticket, now_millis)? else {
                        return Err(altered());
                    };
                    // A file may hold anything, too.
                    let query = self.to_seek(context, &text, screen(&text)?, &workflow);
                    self.queried(ticket, query, tokens)?;
                }
                Event::Added { text } => {
                    let parts = screen(&text)?;
                    self.process_mut()?.apply(Event::Added { text: text.clone() })?;
                    self.keep(Said::new(&text, parts, None), None)?;
                }
                event => {
                    if let Event::Scored { ticket, .. } | Event::Failed { ticket } = &event {
                        self.open.remove(ticket);
                    }
                    if let Event::Judged { thought, .. } = &event {
                        let thought = *thought;
                        self.open.retain(|_, open| !is_judged(open, thought));
                    }
                    if matches!(event, Event::Cancelled | Event::Exhausted) {
                        self.open.clear();
                    }
                    if matches!(event, Event::Asked { .. }) {
                        self.has_likely = Some(false);
                    }
                    self.process_mut()?.apply(event).map_err(|_| altered())?;
                }
            }
        }
        // A judgement that was drawn in part is drawn anew.
        self.open.values_mut().for_each(|open| open.is_asked = false);
        Ok(())
    }
}

fn is_judged(open: &Open, thought: crate::thought::graph::NodeId) -> bool {
    matches!(open.want, Want::Score { thought: other, .. } if other == thought)
}

fn altered() -> Error {
    Error::new(
        Code::Malformed,
        "this thought process does not fit these records, or was altered; it cannot be gone on with",
    )
}
