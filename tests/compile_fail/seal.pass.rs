pub fn review(
    outgoing: chaperone::clearance::Outgoing,
    map: &chaperone::clearance::SpanMap,
    known: &chaperone::clearance::KnownAnswers,
) -> Result<chaperone::clearance::Cleared, Vec<chaperone::clearance::Finding>> {
    chaperone::clearance::review(outgoing, map, &["system"], known, None, None, 0)
}
