// E0596: what was cleared cannot be changed afterwards.
pub fn alter(cleared: &mut chaperone::clearance::Cleared) {
    cleared.outgoing().body.push_str("more");
}
