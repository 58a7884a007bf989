// E0277: nothing is cleared by default.
pub fn forge() -> chaperone::clearance::Cleared {
    let nothing: Option<chaperone::clearance::Cleared> = None;
    nothing.unwrap_or_default()
}
