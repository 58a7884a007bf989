//! How like an answer through the synthesis is to the same model's answer to the records as they stand.

use std::collections::BTreeSet;

use chaperone::error::Result;
use chaperone::eval::likeness::sem_score;
use chaperone::eval::overlap::{bleu, rouge_l, rouge_n, words};
use chaperone::quote::parse::{Said, parse};
use chaperone::workflow::Answer;
use serde::Serialize;

use crate::eval_synthesis::EncodeText;

/// Sums over the questions that were answered both ways.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pairs {
    /// Questions with words of the model's both ways.
    pub count: usize,
    bleu: f64,
    rouge1: f64,
    rouge2: f64,
    rouge_l: f64,
    /// The cosines of the vectors of the two answers, where there was an encoder.
    sem_score: f64,
    /// Numbers in the answers to the records, and those of them that the other answer has too, as it is shown.
    numbers: usize,
    agreeing: usize,
}

impl Pairs {
    /// Adds the model's words in `answer`, as they are shown, beside those of `plain`, its reply to the records.
    ///
    /// # Errors
    /// As `encode`.
    pub fn add(&mut self, answer: &Answer, plain: &str, encode: Option<&EncodeText>) -> Result<()> {
        let lines = answer.checked.iter().flat_map(|checked| &checked.lines);
        let shown = lines.map(|line| line.stretches.iter().map(|stretch| stretch.text.as_str()).collect::<String>());
        let prose = parse(plain).into_iter().filter_map(|said| match said {
            Said::Prose(prose) => Some(prose),
            Said::Quote(_) => None,
        });
        let (shown, plain) = (shown.collect::<Vec<_>>().join("\n"), prose.collect::<Vec<_>>().join("\n"));
        let (reference, candidate) = (words(&plain), words(&shown));
        if reference.is_empty() || candidate.is_empty() {
            return Ok(());
        }
        self.count += 1;
        self.bleu += bleu(&reference, &candidate);
        self.rouge1 += rouge_n(&reference, &candidate, 1);
        self.rouge2 += rouge_n(&reference, &candidate, 2);
        self.rouge_l += rouge_l(&reference, &candidate);
        let (said, told) = (numbers(&plain), numbers(&shown));
        self.numbers += said.len();
        self.agreeing += said.intersection(&told).count();
        if let Some(encode) = encode {
            self.sem_score += sem_score(&encode(&plain)?, &encode(&shown)?);
        }
        Ok(())
    }

    /// Returns the figures as a line of a table; empty where nothing was asked both ways.
    pub fn line(&self) -> String {
        if self.count == 0 {
            return String::new();
        }
        let mean = |sum: f64| sum / self.count as f64;
        format!(
            "beside the answers of the same model to the records as they stand: {} pairs; BLEU {:.4}, ROUGE-1/2/L {:.3}/{:.3}/{:.3}, SemScore {:.3}; of their {} numbers {} stand in the other too\n",
            self.count,
            mean(self.bleu),
            mean(self.rouge1),
            mean(self.rouge2),
            mean(self.rouge_l),
            mean(self.sem_score),
            self.numbers,
            self.agreeing
        )
    }
}

/// Returns the numbers in `text`, each once, as they are written.
fn numbers(text: &str) -> BTreeSet<&str> {
    let runs = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).map(|run| run.trim_matches('.'));
    runs.filter(|run| !run.is_empty()).collect()
}
