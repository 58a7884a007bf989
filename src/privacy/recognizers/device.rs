//! Numbers of devices: 45 CFR 164.514(b)(2)(i)(M).
//!
//! A unique device identifier is written with the application identifiers of GS1, `(01)` and a GTIN with its check digit,
//! then lot `(10)`, expiry `(17)` and serial `(21)` (21 CFR 830.20; GS1 General Specifications, 3), or as a HIBC or ICCBBA
//! string. Serial and lot numbers are known by their label. A size, a French or a gauge is none.

use std::sync::LazyLock;

use super::check;
use super::label::{Labelled, Shape};
use super::pattern::Pattern;
use crate::document::EntityType;
use crate::privacy::detect::{Found, Recognizer, Score, View};

static LABELLED: LazyLock<Vec<Labelled>> = LazyLock::new(|| {
    [
        ("serial number", r"serials?(?:[ -]?(?:number|num|no|nr|#))?|s/n|sn|ser[ .]?(?:no|nr|#)", 4, Score::STRONG),
        ("lot number", r"lots?(?: ?(?:number|no|nr|#))?|batch(?: ?(?:number|no|nr|#))?", 4, Score::FAIR),
        (
            "device number",
            r"(?:device|implant|pump|pacemaker|icd|stent|valve|lens|iol|cgm|transmitter|sensor|generator|lead|prosthesis|hearing aid|wheelchair|cpap|ventilator|monitor|meter|udi|udi-di|udi-pi|imei|meid|asset|model)[ _-]?(?:id|identifier|number|no|nr|serial|sn|#|tag)|udi|imei",
            4,
            Score::STRONG,
        ),
        ("device", r"pump|transmitter|sensor|receiver|pulse generator|pacemaker|defibrillator|implant|stimulator|loop recorder", 6, Score::FAIR),
    ]
    .into_iter()
    .filter_map(|(name, labels, digits, score)| {
        let shape = Shape { min_digits: digits, min_length: 5, max_length: 40 };
        Labelled::new(name, labels, shape, EntityType::Device, score)
    })
    .collect()
});

static UDI: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    [
        (
            "UDI",
            r"\(01\) ?(?P<gtin>[0-9]{14})(?: ?\((?:1[0-9]|2[0-9]|30|240)\) ?[A-Za-z0-9./-]{1,20})*",
            Score::CERTAIN,
        ),
        (
            "UDI, production part",
            r"\((?:21|10)\) ?[A-Za-z0-9./-]{3,20}(?: ?\((?:1[0-9]|2[0-9])\) ?[A-Za-z0-9./-]{1,20})*",
            Score::FAIR,
        ),
        ("HIBC", r"\+[A-Z][A-Z0-9]{3}[A-Z0-9]{4,18}[0-9]/\$?\$?[A-Z0-9+/]{5,40}", Score::STRONG),
    ]
    .into_iter()
    .filter_map(|(name, shape, score)| Pattern::new(name, shape, score))
    .collect()
});

/// Finds numbers of devices.
pub struct Device;

impl Recognizer for Device {
    fn name(&self) -> &'static str {
        "device"
    }

    fn find(&self, view: &View<'_>) -> Vec<Found> {
        let mut found: Vec<Found> = LABELLED.iter().flat_map(|labelled| labelled.find(view)).collect();
        for udi in UDI.iter().flat_map(|pattern| pattern.find(view, EntityType::Device)) {
            let text = view.slice(udi.range.clone());
            let gtin =
                text.strip_prefix("(01)").map(|rest| check::digits(rest).into_iter().take(14).collect::<Vec<_>>());
            let validation = gtin.filter(|digits| check::gtin(digits)).map(|_| "GTIN check digit");
            found.push(Found { validation, ..udi });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!((super::LABELLED.len(), super::UDI.len()), (4, 3));
    }
}
