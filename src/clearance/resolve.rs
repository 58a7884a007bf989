//! The quote resolver: every quotation in a reply becomes a box whose content is looked up.
//!
//! What a model wrote between the quotation tags is thrown away unread. Its title is looked up among the
//! aliases of the request; the box is made from the records alone, with the way back to the file. A
//! title that names nothing is shown as invalid.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::quote_box::{Above, Citation, FactRef, Row, box_fact, box_passage};
use crate::document::{Passage, Records};
use crate::reference::{Alias, Reference};
use crate::segments::{Segment, segments};
use crate::surrogates::{ProsePart, Surrogates};

/// Longest title that is shown back when it names nothing, in characters.
const MAX_SHOWN_TITLE: usize = 60;

/// Blocks of an answer; what a reply holds beyond is dropped. A box is shown once, however often it is quoted.
const MAX_BLOCKS: usize = 200;

/// Why a title that names nothing is shown as it is.
const NOT_SENT: &str = "no passage of this name was sent, so nothing can be quoted";

/// What an alias stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "target")]
pub enum Target {
    /// Facts, each quoted in a box of its own.
    Facts {
        /// The facts, in the order of their boxes.
        facts: Vec<FactRef>,
    },
    /// A passage of prose, as an index into the passages.
    Passage {
        /// Which passage.
        passage: usize,
    },
}

/// The aliases of one request and what they stand for, numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Aliases(Vec<Target>);

impl Aliases {
    /// Adds `target` and returns the alias it got.
    pub fn add(&mut self, target: Target) -> Alias {
        self.0.push(target);
        Alias::new(u32::try_from(self.0.len()).unwrap_or(u32::MAX))
    }

    /// Returns what `alias` stands for, if this request has it.
    pub fn get(&self, alias: Alias) -> Option<&Target> {
        self.0.get((alias.number() as usize).checked_sub(1)?)
    }

    /// Returns every alias with what it stands for, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Alias, &Target)> {
        (1_u32..).zip(&self.0).map(|(number, target)| (Alias::new(number), target))
    }
}

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "kind")]
pub enum Block {
    /// What the model says, with names and dates put back. Not a quotation.
    #[serde(skip_deserializing)]
    Prose {
        /// The text in stretches.
        parts: Vec<ProsePart>,
    },
    /// An unbroken stretch of a source text.
    Verbatim {
        /// The reference that leads to the source.
        reference: Reference,
        /// Whose it is, where others of the records have the same family name: the reference has that name alone.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        person: Option<String>,
        /// The title of the document.
        title: String,
        /// The text, byte for byte.
        text: String,
        /// The sentence of the text that tells most of what was asked, byte for byte, where one does.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        telling: Option<String>,
        /// How to find it again.
        citation: Citation,
        /// What stands above it in its document: the headings that it is under, the outermost first, then the header row of the
        /// table that it goes on with.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        above: Vec<Above>,
    },
    /// The values of a structured fact, each exactly as the file has it.
    RecordData {
        /// The reference that leads to the source.
        reference: Reference,
        /// Whose it is, where others of the records have the same family name: the reference has that name alone.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        person: Option<String>,
        /// What kind of entry it is, in our words: `Allergy`.
        #[serde(default)]
        entry: Cow<'static, str>,
        /// What the fact is about: the file's own words for it, else the heading of its passage.
        title: String,
        /// How to find the title again, where it is the file's own.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        title_citation: Option<Citation>,
        /// The values on the face of the box.
        rows: Vec<Row>,
        /// Every value that was read of the fact, those of the face included.
        #[serde(default)]
        elements: Vec<Row>,
    },
    /// A quotation whose title names nothing that was sent.
    #[serde(skip_deserializing)]
    Invalid {
        /// The title as the model wrote it, shortened.
        asked: String,
        /// What is wrong with it.
        #[serde(skip_deserializing)]
        reason: &'static str,
    },
}

/// Returns the blocks of an answer: prose restored through `surrogates`, quotations looked up in `aliases`.
pub fn resolve(
    reply: &str,
    aliases: &Aliases,
    surrogates: &Surrogates,
    records: &Records,
    passages: &[Passage],
) -> Vec<Block> {
    let (mut blocks, mut quoted) = (Vec::new(), Vec::new());
    let boxed = |fact: &FactRef| box_fact(*fact, records, passages);
    for segment in segments(reply) {
        if blocks.len() >= MAX_BLOCKS {
            break;
        }
        match segment {
            Segment::Prose(range) => {
                let parts = surrogates.restore(reply.get(range).unwrap_or_default().trim());
                blocks.push(Block::Prose { parts });
            }
            Segment::Quote(title) => {
                let alias = Alias::parse(&title);
                if alias.is_some_and(|alias| quoted.contains(&alias)) {
                    continue;
                }
                let found = match alias.and_then(|alias| aliases.get(alias)) {
                    Some(Target::Facts { facts }) => facts.iter().filter_map(boxed).collect(),
                    Some(Target::Passage { passage }) => {
                        passages.get(*passage).map_or_else(Vec::new, |found| box_passage(found, records, passages))
                    }
                    None => Vec::new(),
                };
                if found.is_empty() {
                    let asked = title.chars().take(MAX_SHOWN_TITLE).collect();
                    blocks.push(Block::Invalid { asked, reason: NOT_SENT });
                }
                quoted.extend(alias.filter(|_| !found.is_empty()));
                blocks.extend(found);
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_quotation_that_names_nothing_is_invalid_and_its_text_is_gone() {
        let blocks = resolve(
            "It rose. <quote><title>R9</title>made up by the model</quote>",
            &Aliases::default(),
            &Surrogates::default(),
            &Records::default(),
            &[],
        );
        assert!(matches!(&blocks[1], Block::Invalid { asked, .. } if asked == "R9"));
        assert!(!format!("{blocks:?}").contains("made up"));
    }

    #[test]
    fn each_quotation_becomes_the_boxes_of_what_its_title_stands_for_once() {
        let (records, passages) = super::super::quote_box::tests::records();
        let fact = |fact| FactRef { document: crate::document::DocumentIndex(0), fact };
        let mut aliases = Aliases::default();
        let names = [
            aliases.add(Target::Facts { facts: vec![fact(0), fact(1)] }),
            aliases.add(Target::Passage { passage: 1 }),
            aliases.add(Target::Passage { passage: 9 }),
        ];
        assert_eq!(names.map(|alias| alias.to_string()), ["R1", "R2", "R3"]);
        assert_eq!(aliases.iter().map(|(alias, _)| alias).collect::<Vec<_>>(), names);
        assert!(aliases.get(names[2]).is_some() && aliases.get(Alias::new(4)).is_none());
        let quote = |title: &str| format!("<quote><title>{title}</title>made up</quote>");
        let kinds = |reply: &str| -> Vec<&'static str> {
            let blocks = resolve(reply, &aliases, &Surrogates::default(), &records, &passages);
            let kind = |block: &Block| match block {
                Block::Prose { .. } => "prose",
                Block::Verbatim { .. } => "verbatim",
                Block::RecordData { .. } => "data",
                Block::Invalid { .. } => "invalid",
            };
            blocks.iter().map(kind).collect()
        };
        assert_eq!(
            kinds(&format!("First. {} Then {}", quote("R1"), quote("r2"))),
            ["prose", "data", "data", "prose", "verbatim"]
        );
        assert_eq!(kinds(&[quote("R2"), quote("R2"), quote("R1"), quote("R2")].concat()), ["verbatim", "data", "data"]);
        assert_eq!(kinds(&[quote("R3"), quote("R3"), quote("R9")].concat()), ["invalid"; 3], "said each time");
        let long = resolve(&quote(&"x".repeat(90)), &aliases, &Surrogates::default(), &records, &passages);
        assert!(matches!(&long[..], [Block::Invalid { asked, .. }] if asked.len() == MAX_SHOWN_TITLE));
        assert_eq!(kinds(&quote("R9").repeat(MAX_BLOCKS + 5)).len(), MAX_BLOCKS);
    }

    proptest! {
        #[test]
        fn whatever_the_model_quotes_no_box_holds_it(
            body in "[a-z ]{8,30}", title in prop_oneof![Just("R1".to_owned()), Just("R2".to_owned()), "\\PC{0,12}"],
        ) {
            let (records, passages) = super::super::quote_box::tests::records();
            let document = crate::document::DocumentIndex(0);
            let mut aliases = Aliases::default();
            aliases.add(Target::Facts { facts: vec![FactRef { document, fact: 0 }, FactRef { document, fact: 1 }] });
            aliases.add(Target::Passage { passage: 1 });
            let reply = format!("<quote><title>{title}</title>{body}</quote>");
            let blocks = resolve(&reply, &aliases, &Surrogates::default(), &records, &passages);
            let is_box = |block: &&Block| matches!(block, Block::Verbatim { .. } | Block::RecordData { .. });
            let boxes: Vec<String> = blocks.iter().filter(is_box).map(|block| format!("{block:?}")).collect();
            prop_assert!(boxes.iter().all(|shown| !shown.contains(&body)), "{boxes:?}");
            let wanted = [("R1", 2), ("R2", 1)].into_iter().find(|(name, _)| *name == title);
            prop_assert!(wanted.is_none_or(|(_, count)| boxes.len() == count), "{boxes:?}");
        }
    }
}
