//! `chaperone eval amounts`: amounts of medicines that are told side by side, against those that were written down of the abstracts.
//!
//! Each line of the gold names an abstract, a medicine and the amounts of it that stand there; not by weight, area or volume, which
//! [`side_by_side`] takes for none. A box of a record is made for the medicine, with an amount that no text names, so that whatever is told of the
//! abstract is an amount that was read in it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chaperone::clearance::Block;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::beir;
use chaperone::reference::Reference;
use chaperone::workflow::side_by_side;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::output::json;
use crate::records::{read, unwrapped};

/// The amount of the box.
const NOBODYS: &str = "999999 G";

#[derive(Args)]
pub struct Amounts {
    /// The folder of the sets, each in the layout of BEIR: DIR/SET/corpus.jsonl.gz
    #[arg(long, value_name = "DIR")]
    beir: PathBuf,
    /// What stands there, a line each: {set, id, medicine, amounts}
    #[arg(long, value_name = "FILE.jsonl")]
    gold: PathBuf,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Also print each medicine of which another set of amounts was told than stands there
    #[arg(long)]
    slips: bool,
}

#[derive(Deserialize)]
struct Line {
    set: String,
    id: String,
    medicine: String,
    amounts: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct Figures {
    abstracts: usize,
    /// Medicines, and those of which the abstract names an amount.
    medicines: usize,
    with_amounts: usize,
    /// Of those: all of their amounts were told; some; none.
    all_told: usize,
    some_told: usize,
    none_told: usize,
    /// Medicines of which the abstract names no amount, and one was told.
    told_of_none: usize,
    /// Amounts that stand there, that were told of them, and that were told and are none of the medicine.
    amounts: usize,
    right: usize,
    wrong: usize,
}

pub fn run(arguments: &Amounts) -> Result<()> {
    let gold = String::from_utf8(read(&arguments.gold)?).ok();
    let lines: Option<Vec<Line>> =
        gold.and_then(|text| text.lines().map(|line| serde_json::from_str(line).ok()).collect());
    let lines = lines.ok_or_else(|| {
        Error::new(Code::Malformed, "the file given with --gold is not lines of {set, id, medicine, amounts}")
    })?;
    let mut sets: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for set in lines.iter().map(|line| line.set.as_str()).collect::<BTreeSet<_>>() {
        sets.insert(set, texts(&arguments.beir.join(set).join("corpus.jsonl.gz"))?);
    }
    let mut figures = Figures {
        abstracts: lines.iter().map(|line| (&line.set, &line.id)).collect::<BTreeSet<_>>().len(),
        ..Figures::default()
    };
    for line in &lines {
        let text = sets.get(line.set.as_str()).and_then(|texts| texts.get(&line.id));
        let text = text.ok_or_else(|| Error::new(Code::NotFound, "the sets have no abstract that the gold names"))?;
        let block = Block::RecordData {
            reference: Reference::parse("r"),
            person: None,
            entry: Cow::Borrowed("Medicine"),
            title: format!("{} {NOBODYS}", line.medicine),
            title_citation: None,
            rows: Vec::new(),
            elements: Vec::new(),
        };
        let told: BTreeSet<String> = side_by_side(&[block], std::slice::from_ref(text))
            .iter()
            .flat_map(|pair| pair.amounts.iter().flat_map(|amount| each(amount)))
            .collect();
        let stands: BTreeSet<String> = line.amounts.iter().flat_map(|amount| each(amount)).collect();
        figures.count(&stands, &told);
        if arguments.slips && stands != told {
            println!("{} {} {}: stands {stands:?}, told {told:?}", line.set, line.id, line.medicine);
        }
    }
    if arguments.json {
        print!("{}", json(&figures)?);
        return Ok(());
    }
    let Figures {
        abstracts,
        medicines,
        with_amounts,
        all_told,
        some_told,
        none_told,
        told_of_none,
        amounts,
        right,
        wrong,
    } = figures;
    println!("{abstracts} abstracts, {medicines} medicines, {with_amounts} of them with an amount of their own");
    println!("of these all amounts are told of {all_told}, some of {some_told}, none of {none_told}");
    println!("of the {} without one, an amount is told of {told_of_none}", medicines - with_amounts);
    println!("of {amounts} amounts {right} are told, and {wrong} that are none of the medicine");
    Ok(())
}

impl Figures {
    fn count(&mut self, stands: &BTreeSet<String>, told: &BTreeSet<String>) {
        let right = stands.intersection(told).count();
        self.medicines += 1;
        self.amounts += stands.len();
        self.right += right;
        self.wrong += told.len() - right;
        if stands.is_empty() {
            self.told_of_none += usize::from(!told.is_empty());
            return;
        }
        self.with_amounts += 1;
        match right {
            0 => self.none_told += 1,
            _ if right == stands.len() => self.all_told += 1,
            _ => self.some_told += 1,
        }
    }
}

/// Returns the texts of the set `corpus` by their ids.
fn texts(corpus: &Path) -> Result<BTreeMap<String, String>> {
    let text = String::from_utf8(unwrapped(&read(corpus)?)?)
        .map_err(|_| Error::new(Code::Malformed, "a file of the set is not UTF-8"))?;
    Ok(beir::corpus(&text)?.documents.into_iter().map(|document| (document.id, document.text)).collect())
}

/// Returns each amount that `text` names: `2.5 or 5 mg` is two.
fn each(text: &str) -> Vec<String> {
    let unit: String = text.chars().rev().take_while(|letter| letter.is_alphabetic()).collect();
    let unit: String = unit.chars().rev().collect();
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.' && letter != ',');
    let numbers =
        numbers.map(|number| number.replace(',', "")).filter(|number| number.contains(|it: char| it.is_ascii_digit()));
    numbers.map(|number| format!("{number} {}", unit.to_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_that_reaches_to_another_is_two() {
        assert_eq!(each("2.5 or 5 mg"), ["2.5 mg", "5 mg"]);
        assert_eq!(each("7.5-mg"), ["7.5 mg"]);
        assert_eq!(each("1,500 IU"), ["1500 iu"]);
    }
}
