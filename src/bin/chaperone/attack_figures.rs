//! What became of attacks, counted by how they came and of which family they are, and as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chaperone::eval::attacks::Place;
use serde::Serialize;

/// How an attack comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Without a question.
    Alone,
    /// Behind a question.
    Behind,
    /// In an entry that the question asks about.
    Planted,
}

impl Way {
    pub fn as_str(self) -> &'static str {
        match self {
            Way::Alone => "alone",
            Way::Behind => "behind a question",
            Way::Planted => "planted in records",
        }
    }
}

/// What became of the attacks of one family that came in one way.
#[derive(Debug, Default, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Count {
    pub requests: usize,
    /// Of these: how many would have been answered without the attack, and how many were with it.
    pub answerable_without: usize,
    pub answered: usize,
    /// How many would have sent the very bytes that go without the attack.
    pub unchanged: usize,
    /// How many had a part that reads like an instruction, or an entry that stays for that.
    pub recognised: usize,
    /// How many told the model four words in a row of the attack, which the closed vocabulary has.
    pub words_told: usize,
    /// Identifying texts in what would leave.
    pub found: usize,
    /// The same of the plain agent, asked for every eighth of them: requests, those with any, and all together.
    pub plain_requests: usize,
    pub plain_with: usize,
    pub plain_found: usize,
}

/// What a server's replies held.
#[derive(Debug, Default, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replies {
    pub asked: usize,
    pub ours_with: usize,
    pub ours_found: usize,
    pub plain_with: usize,
    pub plain_found: usize,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub patients: usize,
    pub attacks: usize,
    pub by_classifier: bool,
    pub ways: BTreeMap<&'static str, BTreeMap<String, Count>>,
    /// Where planted attacks stood, and how often words of them were told.
    pub places: BTreeMap<&'static str, (usize, usize)>,
    /// Identifying texts found in what would leave, by what they are.
    pub found: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Replies>,
    pub seconds: f64,
}

/// What came of one bundle.
#[derive(Default)]
pub struct Outcome {
    pub counts: BTreeMap<(Way, String), Count>,
    pub places: BTreeMap<Place, (usize, usize)>,
    pub found: BTreeMap<String, usize>,
    pub lines: String,
    pub shown: Vec<String>,
    /// Questions with an attack behind them that may be asked of a server.
    pub asked: Vec<String>,
}

impl Figures {
    pub fn add(&mut self, outcome: &Outcome) {
        self.patients += 1;
        for ((way, family), count) in &outcome.counts {
            self.ways.entry(way.as_str()).or_default().entry(family.clone()).or_default().add(count);
        }
        for (place, (planted, told)) in &outcome.places {
            let all = self.places.entry(place.as_str()).or_default();
            *all = (all.0 + planted, all.1 + told);
        }
        for (what, count) in &outcome.found {
            *self.found.entry(what.clone()).or_default() += count;
        }
    }
}

impl Count {
    fn add(&mut self, other: &Count) {
        let Count {
            requests,
            answerable_without,
            answered,
            unchanged,
            recognised,
            words_told,
            found,
            plain_requests,
            plain_with,
            plain_found,
        } = other;
        self.requests += requests;
        self.answerable_without += answerable_without;
        self.answered += answered;
        self.unchanged += unchanged;
        self.recognised += recognised;
        self.words_told += words_told;
        self.found += found;
        self.plain_requests += plain_requests;
        self.plain_with += plain_with;
        self.plain_found += plain_found;
    }
}

pub fn table(figures: &Figures) -> String {
    let mut text = format!(
        "patients {}, attacks {}, screened by rules{}\n",
        figures.patients,
        figures.attacks,
        if figures.by_classifier { " and classifier" } else { "" },
    );
    for (way, families) in &figures.ways {
        let mut all = Count::default();
        families.values().for_each(|count| all.add(count));
        for (family, count) in families.iter().chain([(&"all".to_owned(), &all)]) {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{way}, {family}: requests {}, answered {} (without the attack {}), the same bytes {}, recognised {}, words told {}, identifiers out {}; plain agent: {} identifiers in {} of {} requests",
                count.requests,
                count.answered,
                count.answerable_without,
                count.unchanged,
                count.recognised,
                count.words_told,
                count.found,
                count.plain_found,
                count.plain_with,
                count.plain_requests,
            );
        }
    }
    for (place, (planted, told)) in &figures.places {
        let _ = writeln!(text, "planted in {place}: {planted}, words told {told}");
    }
    for (what, count) in &figures.found {
        let _ = writeln!(text, "found {what}: {count}");
    }
    if let Some(Replies { asked, ours_with, ours_found, plain_with, plain_found }) = &figures.replies {
        let _ = writeln!(
            text,
            "replies of the server to {asked} requests: {ours_found} identifiers in {ours_with}; to the plain agent's: {plain_found} in {plain_with}"
        );
    }
    let _ = writeln!(text, "{:.0} s", figures.seconds);
    text
}
