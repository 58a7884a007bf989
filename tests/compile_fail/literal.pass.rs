pub fn read(cleared: &chaperone::clearance::Cleared) -> (&chaperone::clearance::Outgoing, &chaperone::clearance::Receipt) {
    (cleared.outgoing(), cleared.receipt())
}
