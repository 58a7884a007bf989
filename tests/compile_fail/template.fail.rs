// E0521: only words fixed at compile time are template words.
pub fn smuggle(composer: &mut chaperone::clearance::Composer, name: &str) {
    composer.template(name);
}
