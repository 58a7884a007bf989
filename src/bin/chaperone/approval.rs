//! What a person says before anything leaves: it is shown, a request to a model byte for byte, and goes when they say yes.

use std::io::{BufRead, IsTerminal as _, Write, stderr, stdin};

use chaperone::clearance::Cleared;
use chaperone::error::{Code, Error, Result};
use chaperone::workflow::Workflow;
use clap::Args;

use crate::ask::now_millis;
use crate::courier;
use crate::ledger::Book;
use crate::output::line;

/// Longest address that is shown, in characters.
const MAX_ADDRESS: usize = 500;

#[derive(Args)]
pub struct Approval {
    /// Send what the review has cleared without asking first. Without this it is shown, and sent when the person at the terminal says yes; where there is no
    /// terminal nothing is sent
    #[arg(long)]
    approve: bool,
}

impl Approval {
    /// What was approved before.
    pub const GIVEN: Self = Approval { approve: true };

    /// Returns whether it was given for all that is to come.
    pub fn is_given(&self) -> bool {
        self.approve
    }

    /// Ends where `host` must not be asked by what was shown.
    ///
    /// # Errors
    /// As [`given`](Self::given).
    pub fn asks(&self, host: &str) -> Result<()> {
        if self.approve {
            return Ok(());
        }
        said(person(), &mut stderr().lock(), &format!("Ask {host}?"))
    }

    /// Returns `cleared` once it is approved.
    ///
    /// # Errors
    /// `cancelled` when the person says no; `invalid-argument` where there is nobody to ask.
    pub fn given(&self, cleared: Cleared) -> Result<Cleared> {
        if self.approve {
            return Ok(cleared);
        }
        asked(cleared, std::env::var_os(courier::KEY_VARIABLE).is_some(), person(), &mut stderr().lock())
    }

    /// Sends `cleared`, the request of `workflow`, once it is approved and entered in `book`, and returns the reply.
    ///
    /// # Errors
    /// As [`given`](Self::given), [`Book::enter`] and the courier's.
    pub fn sent(&self, cleared: Cleared, workflow: &Workflow, book: Option<&Book>) -> Result<String> {
        let cleared = self.given(cleared)?;
        if let Some(book) = book {
            book.enter(workflow.state(), &cleared, now_millis())?;
        }
        courier::send(cleared)
    }
}

/// Whoever is at the terminal, if there is one.
fn person() -> Option<impl BufRead> {
    let is_watched = stdin().is_terminal() && stderr().is_terminal();
    is_watched.then(|| stdin().lock())
}

fn unsaid() -> Error {
    Error::new(Code::Io, "nothing was sent: what would leave cannot be shown, or the answer not be read")
}

/// Shows `cleared` on `out`, with word of the key where one goes `with_key`, and returns it when `person` says yes.
fn asked(cleared: Cleared, with_key: bool, person: Option<impl BufRead>, out: &mut impl Write) -> Result<Cleared> {
    let request = cleared.outgoing();
    let mut shown = format!("{} {}\n", request.method, line(&request.url, MAX_ADDRESS));
    for (name, value) in &request.headers {
        shown += &format!("{name}: {value}\n");
    }
    write!(out, "{shown}\n{}\n\n", request.body).map_err(|_| unsaid())?;
    let question = if with_key {
        format!("This is all that leaves, with the key of {}. Send it?", courier::KEY_VARIABLE)
    } else {
        "This is all that leaves. Send it?".to_owned()
    };
    said(person, out, &question)?;
    Ok(cleared)
}

/// Asks `person` the `question` of what was shown, and ends where it is not answered by yes.
fn said(person: Option<impl BufRead>, out: &mut impl Write, question: &str) -> Result<()> {
    let Some(mut person) = person else {
        return Err(Error::new(
            Code::InvalidArgument,
            "nothing was sent: what would leave stands above, and here is nobody to ask; --approve sends it",
        ));
    };
    write!(out, "{question} [y/N] ").and_then(|()| out.flush()).map_err(|_| unsaid())?;
    let mut said = String::new();
    person.read_line(&mut said).map_err(|_| unsaid())?;
    if matches!(said.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        return Ok(());
    }
    Err(Error::new(Code::Cancelled, "nothing was sent: it was not approved"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use chaperone::privacy::policy::Choice;
    use chaperone::privacy::stranger::Limit;
    use chaperone::quote::format::Endpoint;
    use chaperone::workflow::Step;

    use super::*;
    use crate::records::load;

    fn cleared() -> Cleared {
        let (mut room, _) = load(&[PathBuf::from("examples/records/okafor.json")]).unwrap();
        let endpoint = Endpoint::new("http://localhost:8080", "m", false);
        let question = "What was my last blood pressure?";
        let prepared = room.prepare_for(question, None, &Choice::default(), Limit::default(), &endpoint, [7; 32], 0);
        match prepared.unwrap().release(&room.context()).unwrap() {
            Step::Ask(cleared) => cleared,
            Step::Refused(findings) => panic!("{findings:?}"),
        }
    }

    #[test]
    fn a_request_is_shown_byte_for_byte_and_goes_when_the_person_says_yes() {
        for (said, goes) in
            [("y\n", true), ("Yes\n", true), ("\n", false), ("", false), ("no\n", false), ("yes please\n", false)]
        {
            let mut out = Vec::new();
            let request = cleared();
            let body = request.outgoing().body.clone();
            let headers = request.outgoing().headers.clone();
            let approved = asked(request, false, Some(said.as_bytes()), &mut out);
            let shown = String::from_utf8(out).unwrap();
            let rest = shown.strip_prefix("POST http://localhost:8080/v1/chat/completions\n").unwrap();
            let (head, rest) = rest.split_once("\n\n").unwrap();
            let told: Vec<String> = headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            assert!(!told.is_empty() && head.lines().eq(&told), "{head}");
            assert_eq!(rest.strip_prefix(&body), Some("\n\nThis is all that leaves. Send it? [y/N] "));
            match approved {
                Ok(cleared) => assert!(goes && cleared.outgoing().body == body, "{said:?}"),
                Err(error) => assert!(!goes && error.code() == Code::Cancelled, "{said:?}: {error}"),
            }
        }
    }

    #[test]
    fn where_a_key_goes_with_it_that_is_said() {
        let mut out = Vec::new();
        assert!(asked(cleared(), true, Some(&b"y\n"[..]), &mut out).is_ok());
        let shown = String::from_utf8(out).unwrap();
        assert!(
            shown.ends_with("This is all that leaves, with the key of CHAPERONE_API_KEY. Send it? [y/N] "),
            "{shown}"
        );
    }

    #[test]
    fn where_nobody_can_be_asked_or_nothing_be_shown_nothing_goes() {
        let nobody = None::<&[u8]>;
        assert_eq!(asked(cleared(), false, nobody, &mut Vec::new()).unwrap_err().code(), Code::InvalidArgument);
        let mut shut: &mut [u8] = &mut [];
        assert_eq!(asked(cleared(), false, Some(&b"y\n"[..]), &mut shut).unwrap_err().code(), Code::Io);
        assert!(Approval::GIVEN.given(cleared()).is_ok());
        assert!(Approval::GIVEN.asks("chroma.example").is_ok());
    }

    #[test]
    fn a_server_of_public_texts_is_asked_when_the_person_says_yes() {
        let mut out = Vec::new();
        let mut outcome = |answer: &str| said(Some(answer.as_bytes()), &mut out, "Ask chroma.example?");
        assert!(outcome("y\n").is_ok());
        assert_eq!(outcome("\n").unwrap_err().code(), Code::Cancelled);
        assert_eq!(String::from_utf8(out).unwrap(), "Ask chroma.example? [y/N] Ask chroma.example? [y/N] ");
        let nobody = said(None::<&[u8]>, &mut Vec::new(), "Ask chroma.example?");
        assert_eq!(nobody.unwrap_err().code(), Code::InvalidArgument);
    }
}
