use chaperone::clearance::Cleared;
use chaperone::quote::format::Endpoint;
use chaperone::room::Room;
use chaperone::workflow::Step;

/// Stands for whatever puts a request on the wire: an address, and the bytes that go there.
fn carry(cleared: Cleared) -> (String, String) {
    let outgoing = cleared.outgoing();
    (outgoing.url.clone(), outgoing.body.clone())
}

pub fn ask(room: &mut Room, question: &str) -> chaperone::Result<Option<(String, String)>> {
    let endpoint = Endpoint::new("http://localhost:11434", "llama3.2", true);
    let mut workflow = room.prepare(question, &endpoint, [7; 32], 0)?;
    match workflow.release(&room.context())? {
        Step::Ask(cleared) => Ok(Some(carry(cleared))),
        Step::Refused(_) => Ok(None),
    }
}
