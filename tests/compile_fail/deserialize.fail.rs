// E0277: a saved request is reviewed again.
fn from<'de, T: serde::Deserialize<'de>>(_: &'de str) -> Option<T> {
    None
}
pub fn forge(saved: &str) -> Option<chaperone::clearance::Cleared> {
    from(saved)
}
