// E0599: one review, one sending.
pub fn twice(cleared: chaperone::clearance::Cleared) -> [chaperone::clearance::Cleared; 2] {
    [cleared.clone(), cleared]
}
