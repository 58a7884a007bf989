// E0624: `seal` is the review's alone.
pub fn forge(outgoing: chaperone::clearance::Outgoing, map: &chaperone::clearance::SpanMap) -> Result<chaperone::clearance::Cleared, Vec<chaperone::clearance::Finding>> {
    chaperone::clearance::Cleared::seal(outgoing, map, &[], Vec::new(), Vec::new(), 0)
}
