//! A linkage attack: whose is a message, for somebody who holds everybody's records?
//!
//! The attacker has the FHIR bundles of all patients (the [`Haystack`]) and the text of one message, knows how
//! the product rounds and counts time, and reads both by themselves: nothing here uses the synthesis or what it knows. The
//! message is cut into [claims](Claim) ("this name, so many readings between these numbers, from then to then"), with day 0 any
//! day on which one of the patient's entries of these names begins. Each patient is judged by how many of the claims are true of
//! them on the best such day.
//!
//! It is a strong attacker and a small haystack: what it finds says how alike these patients are in what is told, and nothing of
//! how many strangers would know so much. Answers are never looked at, only what leaves.

mod claims;
mod haystack;
mod window;

use serde::Serialize;

use claims::Held;
pub use claims::{Claim, Clue, claims, raw_claims, said};
pub use haystack::{Haystack, Holder};

/// How an attack on one message came out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The patients of whom more is true than of the right one.
    pub better: usize,
    /// The patients of whom as much is true, the right one among them.
    pub alike: usize,
    /// The share of the claims that are true of the right one.
    pub share: f64,
}

impl Outcome {
    /// Returns the rank of the right patient, from 1, where ties are broken by chance: the mean.
    pub fn rank(self) -> f64 {
        self.better as f64 + (self.alike as f64 + 1.0) / 2.0
    }

    /// Returns the chance that the right patient is among the first `k`.
    pub fn top(self, k: usize) -> f64 {
        let places = k.saturating_sub(self.better).min(self.alike);
        places as f64 / self.alike.max(1) as f64
    }

    /// Returns how many patients the attacker cannot tell from the right one, or takes for it sooner.
    pub fn set(self) -> usize {
        self.better + self.alike
    }
}

/// Returns how well `claims` lead to patient number `right` of `haystack`.
pub fn attack(haystack: &Haystack, claims: &[Claim], right: usize) -> Outcome {
    let scores: Vec<usize> = haystack.holders.iter().map(|holder| score(holder, claims)).collect();
    let own = scores.get(right).copied().unwrap_or_default();
    let parts: usize = claims.iter().map(Claim::parts).sum();
    Outcome {
        better: scores.iter().filter(|score| **score > own).count(),
        alike: scores.iter().filter(|score| **score == own).count(),
        share: if parts == 0 { 1.0 } else { own as f64 / parts as f64 },
    }
}

/// Returns how many parts of `claims` are true of `holder` on the best day 0.
fn score(holder: &Holder, claims: &[Claim]) -> usize {
    let held: Vec<Held<'_>> = claims.iter().map(|claim| claim.held_by(holder)).collect();
    let always = |held: &Held<'_>| if let Held::Always(parts) = held { *parts } else { 0 };
    let whichever: usize = held.iter().map(always).sum();
    let by_day: Vec<&Held<'_>> = held.iter().filter(|held| !matches!(held, Held::Always(_))).collect();
    if by_day.is_empty() {
        return whichever;
    }
    let mut days: Vec<Option<i64>> =
        claims.iter().flat_map(|claim| holder.entries_called(claim.name())).map(|entry| entry.begun).collect();
    days.push(None);
    days.sort_unstable();
    days.dedup();
    let on = |day: Option<i64>| by_day.iter().map(|held| held.on(day)).sum::<usize>();
    whichever + days.into_iter().map(on).max().unwrap_or_default()
}

/// The figures of many attacks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Messages attacked.
    pub messages: usize,
    /// The chance that the first guess is right.
    pub top1: f64,
    /// The chance that one of the first five is.
    pub top5: f64,
    /// The mean rank of the right patient.
    pub mean_rank: f64,
    /// The median number of patients who cannot be told from the right one.
    pub median_set: usize,
    /// The share of messages where that is nobody but the right one.
    pub unique: f64,
    /// The share where they are fewer than 11.
    pub below_eleven: f64,
    /// The mean share of the claims that are true of the right patient: what it lacks to 1 the attacker misread.
    pub read: f64,
    /// The mean number of facts told.
    pub facts: f64,
}

/// Returns the figures of `outcomes`, each with the number of facts that its message told.
pub fn summary(outcomes: &[(Outcome, usize)]) -> Summary {
    let count = outcomes.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(Outcome, usize)) -> f64| outcomes.iter().map(of).sum::<f64>() / count;
    let mut sets: Vec<usize> = outcomes.iter().map(|(outcome, _)| outcome.set()).collect();
    sets.sort_unstable();
    Summary {
        messages: outcomes.len(),
        top1: mean(&|(outcome, _)| outcome.top(1)),
        top5: mean(&|(outcome, _)| outcome.top(5)),
        mean_rank: mean(&|(outcome, _)| outcome.rank()),
        median_set: sets.get(sets.len() / 2).copied().unwrap_or_default(),
        unique: mean(&|(outcome, _)| if outcome.set() == 1 { 1.0 } else { 0.0 }),
        below_eleven: mean(&|(outcome, _)| if outcome.set() < 11 { 1.0 } else { 0.0 }),
        read: mean(&|(outcome, _)| outcome.share),
        facts: mean(&|(_, facts)| *facts as f64),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn haystack() -> Haystack {
        let mut haystack = Haystack::default();
        for (id, year, systolic) in [("a", 1950, [140, 150]), ("b", 1951, [140, 150]), ("c", 1980, [120, 122])] {
            let observation = |at: usize, day: &str| {
                json!({ "resource": { "resourceType": "Observation", "effectiveDateTime": day, "code": { "text": "Blood Pressure" },
                    "component": [{ "code": { "text": "Systolic Blood Pressure" }, "valueQuantity": { "value": systolic[at] } }] } })
            };
            let condition = json!({ "resource": { "resourceType": "Condition", "code": { "text": "Gout" }, "onsetDateTime": if id == "a" { "2011-01-10" } else { "2014-01-10" } } });
            let patient =
                json!({ "resource": { "resourceType": "Patient", "id": id, "birthDate": format!("{year}-06-01") } });
            let entry = [patient, observation(0, "2012-01-10T08:00:00Z"), observation(1, "2015-01-10"), condition];
            haystack.add(&json!({ "resourceType": "Bundle", "entry": entry }));
        }
        haystack
    }

    fn outcome(text: &str, right: usize) -> Outcome {
        let haystack = haystack();
        attack(&haystack, &claims(&haystack, text), right)
    }

    #[test]
    fn a_course_that_two_share_leads_to_both() {
        let text = "<quote><title>R1</title>\nBlood Pressure: Systolic Blood Pressure was between about 140 and 150 mm[Hg], rising, in 2 readings, from 3 years before day 0 to day 0.\n</quote>";
        assert_eq!(outcome(text, 0), Outcome { better: 0, alike: 2, share: 1.0 });
        let third = outcome(text, 2);
        assert_eq!(third.better, 2);
        assert!(third.share < 1.0);
    }

    #[test]
    fn an_interval_between_two_things_tells_them_apart() {
        let text = "<quote><title>R1</title>\nCondition: Gout, since 4 years before day 0. It is active.\n</quote>\n<quote><title>R2</title>\nBlood Pressure: Systolic Blood Pressure was about 150 mm[Hg], day 0.\n</quote>";
        let found = outcome(text, 0);
        assert_eq!((found.better, found.alike), (0, 1));
    }

    #[test]
    fn bands_are_read_as_well() {
        let text = "<quote><title>R1</title>\nBlood Pressure: Systolic Blood Pressure was at its lowest at least 140 and under 145, at its highest at least 150, rising, in 3 to 5 readings, from 3 years before day 0 to day 0.\n</quote>";
        let found = outcome(text, 0);
        assert_eq!((found.better, found.alike), (0, 2));
        assert!(found.share < 1.0, "there are two readings, and no three");
    }

    #[test]
    fn an_age_band_tells_the_old_from_the_young() {
        let text =
            "Patient K2 was aged 60 to 69 years on day 0.\n<quote><title>R1</title>\nBlood Pressure, day 0.\n</quote>";
        assert_eq!(outcome(text, 0).alike, 2);
    }

    #[test]
    fn raw_dates_and_values_lead_to_whom_they_are_of() {
        let haystack = haystack();
        let raw = raw_claims(
            &haystack,
            [
                "Gout · Began: 2011-01-10",
                "Blood Pressure · When: 2012-01-10T08:00:00Z · Systolic Blood Pressure: 140 mm[Hg]",
            ],
        );
        assert_eq!(attack(&haystack, &raw, 0), Outcome { better: 0, alike: 1, share: 1.0 });
    }

    #[test]
    fn days_and_values_lead_further_than_what_stands_together() {
        let haystack = haystack();
        let text = "<quote><title>R1</title>\nBlood Pressure: Systolic Blood Pressure was between about 140 and 150 mm[Hg], rising, in 2 readings, from 3 years before day 0 to day 0.\n</quote>\n<quote><title>R2</title>\nCondition: Gout, since 4 years before day 0.\n</quote>";
        let all = claims(&haystack, text);
        let alike = |clue: Clue| {
            let only: Vec<Claim> = all.iter().filter_map(|claim| claim.only(clue)).collect();
            attack(&haystack, &only, 0).set()
        };
        assert_eq!(attack(&haystack, &all, 0).set(), 1);
        assert_eq!(Clue::ALL.map(alike), [3, 1, 2, 3]);
    }

    #[test]
    fn words_of_a_note_lead_to_whose_it_is() {
        use base64::Engine as _;

        let mut haystack = Haystack::default();
        for (id, note) in [("a", "She never smoked. Has a cough at night."), ("b", "She never smoked. No cough.")] {
            let data = base64::engine::general_purpose::STANDARD.encode(note);
            let patient = json!({ "resource": { "resourceType": "Patient", "id": id } });
            let note = json!({ "resource": { "resourceType": "DocumentReference",
                "content": [{ "attachment": { "contentType": "text/plain", "data": data } }] } });
            haystack.add(&json!({ "resourceType": "Bundle", "entry": [patient, note] }));
        }
        assert!(haystack.holders[0].has_notes());
        let found = |told: &str| {
            let text = format!(
                "<quote><title>R1</title>\nA passage of a clinical note, day 0. Of what it says, with \u{2026} for what stays with the patient: {told}.\n<link>#R1</link></quote>"
            );
            attack(&haystack, &claims(&haystack, &text), 0)
        };
        assert_eq!(found("she never smoked").alike, 2);
        assert_eq!(found("she never smoked. has a cough at \u{2026}").alike, 1);
        assert_eq!(found("a cough").alike, 2, "two words are anybody's");
        assert_eq!(said("Has a cough at night."), Some(Claim::Said(vec![" has a cough at night ".to_owned()])));
    }

    #[test]
    fn ties_are_broken_by_chance() {
        let tied = Outcome { better: 1, alike: 4, share: 1.0 };
        assert_eq!((tied.rank(), tied.top(1), tied.top(3), tied.top(9), tied.set()), (3.5, 0.0, 0.5, 1.0, 5));
        assert_eq!(attack(&haystack(), &[], 0).alike, 3, "no claim, no difference");
    }
}
