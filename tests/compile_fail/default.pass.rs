pub fn fallback(cleared: Option<chaperone::clearance::Cleared>, other: chaperone::clearance::Cleared) -> chaperone::clearance::Cleared {
    cleared.unwrap_or(other)
}
