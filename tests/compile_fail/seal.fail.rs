// E0624: `seal` is the review's alone.
pub fn forge(outgoing: chaperone::clearance::Outgoing, map: &chaperone::clearance::SpanMap) -> chaperone::clearance::Cleared {
    chaperone::clearance::Cleared::seal(outgoing, map, &[], Vec::new(), 0)
}
