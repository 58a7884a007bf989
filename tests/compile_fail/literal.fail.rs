// E0451: the fields of `Cleared` are private.
pub fn forge(outgoing: chaperone::clearance::Outgoing, receipt: chaperone::clearance::Receipt) -> chaperone::clearance::Cleared {
    chaperone::clearance::Cleared { outgoing, receipt }
}
