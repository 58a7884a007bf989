fn from<'de, T: serde::Deserialize<'de>>(_: &'de str) -> Option<T> {
    None
}
pub fn read(saved: &str) -> Option<chaperone::clearance::Citation> {
    from(saved)
}
