pub fn copy(cleared: &mut chaperone::clearance::Cleared) -> String {
    let mut body = cleared.outgoing().body.clone();
    body.push_str("more");
    body
}
