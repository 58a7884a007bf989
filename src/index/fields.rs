//! The fields that a passage is found by, and what a word in each of them weighs.
//!
//! Source: Robertson, Zaragoza and Taylor, *Simple BM25 Extension to Multiple Weighted Fields*, CIKM 2004: what a term counts is the sum
//! of its occurrences in all fields, each times the weight of the field, before it saturates; and a passage is as long as its fields,
//! weighted alike.

use serde::{Deserialize, Serialize};

/// A field of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// Whose record it is, and who wrote it.
    Who,
    /// The title of its document, and its heading.
    Title,
    /// The codes of its facts, each as one term. They make a passage no longer.
    Codes,
    /// The day that its document is about, as its title has it.
    Date,
    /// Its text.
    Text,
}

impl Field {
    /// How many fields there are.
    pub const COUNT: usize = 5;

    /// Returns all fields, in the order of their numbers.
    pub const ALL: [Field; Field::COUNT] = [Field::Who, Field::Title, Field::Codes, Field::Date, Field::Text];
}

/// Numbers of something in each field, in the order of [`Field::ALL`].
pub type Counts = [u32; Field::COUNT];

/// A part of a passage, in its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// The field.
    pub field: Field,
    /// The text.
    pub text: &'a str,
}

impl<'a> From<&'a str> for Part<'a> {
    fn from(text: &'a str) -> Self {
        Part { field: Field::Text, text }
    }
}

/// What an occurrence in each field weighs; not negative, and not all 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FieldWeights {
    /// Of [`Field::Who`].
    pub who: f64,
    /// Of [`Field::Title`].
    pub title: f64,
    /// Of [`Field::Codes`].
    pub codes: f64,
    /// Of [`Field::Date`].
    pub date: f64,
    /// Of [`Field::Text`].
    pub text: f64,
}

/// What an occurrence in a title or heading weighs where nothing else is said: what is said there, the whole is about.
pub const TITLE: f64 = 3.0;

impl Default for FieldWeights {
    fn default() -> Self {
        FieldWeights { who: 1.0, title: TITLE, codes: 1.0, date: 1.0, text: 1.0 }
    }
}

impl FieldWeights {
    /// Returns the weights in the order of [`Field::ALL`].
    pub fn each(&self) -> [f64; Field::COUNT] {
        [self.who, self.title, self.codes, self.date, self.text]
    }

    /// Returns the sum of `counts`, each times the weight of its field, in the order of the fields.
    #[inline]
    pub fn sum(&self, counts: &Counts) -> f64 {
        // Nearly all words stand in the text alone; to add nothing changes no bit.
        if let [0, 0, 0, 0, text] = counts {
            return self.text * f64::from(*text);
        }
        self.each().iter().zip(counts).fold(0.0, |sum, (weight, count)| sum + weight * f64::from(*count))
    }

    /// Returns whether the weights are in their range.
    pub fn are_sound(&self) -> bool {
        let each = self.each();
        each.iter().all(|weight| weight.is_finite() && *weight >= 0.0) && each.iter().any(|weight| *weight > 0.0)
    }
}
