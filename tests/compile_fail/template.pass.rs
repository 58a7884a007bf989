pub fn write(composer: &mut chaperone::clearance::Composer, name: &str) {
    composer.template("fixed words").write(chaperone::clearance::Operator::Vocabulary, name, Vec::new());
}
