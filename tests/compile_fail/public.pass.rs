// The same with a public passage.
use chaperone::document::Passage;
use chaperone::library::PublicPassage;

/// Stands for whatever takes public texts as they are.
fn outgoing(passage: &PublicPassage) -> String {
    passage.outgoing()
}

pub fn tell(_: &Passage, public: &PublicPassage) -> String {
    outgoing(public)
}
