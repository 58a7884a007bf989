//! What a distance in time says of a day: the earliest and the latest it can be.

use std::sync::LazyLock;

use regex::Regex;

/// Days from day 0, the earliest and the latest.
pub type Window = (i64, i64);

static DISTANCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:(?P<within>less than )?(?P<n>\d+) (?P<u>day|week|month|year)s?(?: and (?P<m>\d+) (?P<v>day|week|month)s?)? (?P<side>before|after) )?day 0").ok()
});

/// Returns the windows of all distances in `text`, in its order. `is_coarse` where months and years are all there is.
pub fn windows(text: &str, is_coarse: bool) -> Vec<Window> {
    DISTANCE.iter().flat_map(|distance| distance.captures_iter(text)).map(|found| window(&found, is_coarse)).collect()
}

/// Returns whether the distances in `text` are in months and years alone: it is then not known how they were rounded.
pub fn is_coarse(text: &str) -> bool {
    let units = || DISTANCE.iter().flat_map(|distance| distance.captures_iter(text));
    units().all(|found| {
        found.name("v").is_none() && !matches!(found.name("u").map(|unit| unit.as_str()), Some("day" | "week"))
    })
}

fn window(found: &regex::Captures<'_>, is_coarse: bool) -> Window {
    let number = |name: &str| found.name(name).and_then(|text| text.as_str().parse::<f64>().ok()).unwrap_or_default();
    let unit = |name: &str| found.name(name).map_or("", |text| text.as_str());
    let (whole, rest) = (number("n") * days(unit("u")), number("m") * days(unit("v")));
    let (low, high) = match (unit("u"), unit("v")) {
        ("month", "") if found.name("within").is_some() => (0.0, whole + 1.0),
        ("month", "") if is_coarse => (whole - 25.0, whole + 25.0),
        ("year", "") if is_coarse => (whole - 92.0, whole + 275.0),
        ("", _) => (0.0, 0.0),
        ("day", _) => (whole, whole),
        // Rounded to the nearest.
        ("week", _) => (whole - 3.6, whole + 3.6),
        ("month", "") => (whole - 15.6, whole + 15.6),
        ("year", "") => (whole - 92.0, whole + 92.0),
        ("year", "month") if number("m") == 6.0 => (whole + rest - 92.0, whole + rest + 92.0),
        ("year", "month") => (whole + rest - 15.6, whole + rest + 15.6),
        // Rounded down.
        (_, "week") => (whole + rest - 1.0, whole + rest + 8.0),
        _ => (whole + rest - 1.0, whole + rest + 1.0),
    };
    let (low, high) = (low.floor() as i64, high.ceil() as i64);
    if unit("side") == "before" { (-high, -low) } else { (low, high) }
}

fn days(unit: &str) -> f64 {
    match unit {
        "day" => 1.0,
        "week" => 7.0,
        "month" => 365.2425 / 12.0,
        "year" => 365.2425,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_the_days_that_are_told_so() {
        let one = |text: &str| windows(text, false)[0];
        assert_eq!(one("day 0"), (0, 0));
        assert_eq!(one("3 days before day 0"), (-3, -3));
        for (text, day) in [
            ("3 weeks before day 0", -24),
            ("9 months after day 0", 280),
            ("4 years before day 0", -1500),
            ("4 years and 6 months before day 0", -1643),
            ("4 years and 7 months before day 0", -1675),
            ("97 months and 28 days before day 0", -2980),
            ("8 years and 6 weeks before day 0", -2966),
        ] {
            let (low, high) = one(text);
            assert!((low..=high).contains(&day), "{text}: {low}..{high}");
        }
        assert_eq!(windows("since 2 years before day 0, until day 0", true).len(), 2);
        assert_eq!(windows("less than 1 month before day 0", true), [(-32, 0)]);
        assert!(is_coarse("4 years before day 0, day 0") && !is_coarse("3 weeks before day 0"));
    }
}
