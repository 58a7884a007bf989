//! Towns, streets and postal codes that do not exist.
//!
//! The towns and streets are invented. The ZIP prefixes are of the kind the postal service has assigned to nobody, next to
//! those of the state they are paired with; see [`super`] for telephone numbers and ids.

/// A town that is not: name, state and the three digits its ZIP codes begin with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::generate) struct Town {
    /// The invented name.
    pub(in crate::generate) name: &'static str,
    /// The state's two letters.
    pub(in crate::generate) state: &'static str,
    /// A ZIP prefix without post offices.
    pub(in crate::generate) prefix: &'static str,
    /// The state's telephone area code.
    pub(in crate::generate) area: &'static str,
    /// Degrees north and west, somewhere in the state.
    pub(in crate::generate) position: (f64, f64),
}

/// The towns of the generated world.
pub(in crate::generate) const TOWNS: &[Town] = &[
    Town { name: "Cinder Falls", state: "IA", prefix: "519", area: "515", position: (42.1, 93.4) },
    Town { name: "Oxbow Landing", state: "IA", prefix: "529", area: "563", position: (41.8, 91.2) },
    Town { name: "Saint-Aubin", state: "WI", prefix: "533", area: "608", position: (43.3, 89.9) },
    Town { name: "Upper Marrow", state: "WI", prefix: "536", area: "920", position: (44.2, 88.6) },
    Town { name: "Lac Perdu", state: "MN", prefix: "552", area: "218", position: (46.4, 94.8) },
    Town { name: "Norrvik", state: "MN", prefix: "568", area: "507", position: (44.1, 93.9) },
    Town { name: "Dry Ferry", state: "SD", prefix: "578", area: "605", position: (44.4, 100.2) },
    Town { name: "Kestrel Butte", state: "ND", prefix: "589", area: "701", position: (47.1, 100.9) },
    Town { name: "Willowmere", state: "IL", prefix: "621", area: "217", position: (39.9, 89.3) },
    Town { name: "Half Day Creek", state: "MO", prefix: "632", area: "573", position: (38.4, 91.9) },
    Town { name: "San Ysidro Viejo", state: "MO", prefix: "642", area: "816", position: (39.4, 94.1) },
    Town { name: "Barlow's Rest", state: "NE", prefix: "682", area: "402", position: (41.2, 97.1) },
];

/// Streets.
pub(in crate::generate) const STREETS: &[&str] = &[
    "Kingfisher Lane",
    "Old Quarry Road",
    "Calle de los Nogales",
    "Threadneedle Court",
    "Rue des Tilleuls",
    "St. Brendan's Terrace",
    "Lantern Hill Drive",
    "Juniper Street",
    "Five Mile Road",
    "Marl Pit Way",
    "Birchbark Avenue",
    "Hopper Street",
    "N. Orchard Boulevard",
    "Weir Walk",
    "Candlewick Close",
    "County Road 4410",
];

/// Second lines of an address; most have none.
pub(in crate::generate) const UNITS: &[&str] =
    &["Apt 4B", "Unit 12", "Flat 3", "c/o St. Olave's House", "Lot 77", "PO Box 9031"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towns_differ_and_their_codes_have_their_form() {
        let mut prefixes: Vec<&str> = TOWNS.iter().map(|town| town.prefix).collect();
        prefixes.sort_unstable();
        prefixes.dedup();
        assert_eq!(prefixes.len(), TOWNS.len());
        for town in TOWNS {
            assert!(town.prefix.len() == 3 && town.area.len() == 3 && town.state.len() == 2);
            assert!(town.name.len() > 5);
        }
    }
}
