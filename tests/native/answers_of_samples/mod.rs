//! Names the boxes of an answer by code and day.

use std::collections::BTreeMap;

use chaperone::clearance::{Block, FactRef, box_fact};
use chaperone::document::{DocumentIndex, PatientIndex};
use chaperone::room::Room;
use chaperone::workflow::Answer;

use crate::common::rooms::{self, SAMPLES};

/// The samples in a room, and the name of every box that their facts can make.
pub struct Desk {
    room: Room,
    labels: BTreeMap<String, String>,
}

/// The boxes of an answer by name.
pub struct Seen {
    /// Those that stand open, in order.
    pub open: Vec<String>,
    /// Those that are folded, in order.
    pub folded: Vec<String>,
    /// All, in order.
    pub all: Vec<String>,
    /// The sentences that are marked in those that stand open, in order.
    pub telling: Vec<String>,
    /// What is said of the whole.
    pub notice: &'static str,
}

impl Desk {
    pub fn new() -> Self {
        let room = rooms::ready(&SAMPLES);
        let mut labels = BTreeMap::new();
        let context = room.context();
        for (document, index) in context.records.documents.iter().zip((0..).map(DocumentIndex)) {
            for (at, fact) in document.facts().iter().enumerate() {
                let Some(block) =
                    box_fact(FactRef { document: index, fact: at }, context.records, context.index.as_slice())
                else {
                    continue;
                };
                let code = fact.code.as_ref().map_or("?", |code| code.code.as_deref().unwrap_or(&code.display.text));
                let day = fact.begun.as_ref().map_or_else(String::new, |begun| format!(" {}", begun.day));
                labels.insert(serde_json::to_string(&block).unwrap(), format!("{code}{day}"));
            }
        }
        Desk { room, labels }
    }

    /// Asks about the person of `file`.
    pub fn ask(&mut self, file: &str, question: &str) -> Seen {
        let who = SAMPLES.iter().position(|name| *name == file).unwrap();
        self.room.set_subject(Some(PatientIndex(who as u32))).unwrap();
        let Answer { blocks, folded, notice, cautions, .. } = self.room.quotes(question).unwrap();
        assert!(cautions.is_empty(), "nothing in the samples reads like an instruction to a model");
        let all: Vec<String> = blocks.iter().map(|block| self.label(block)).collect();
        let is_folded = |at: usize| folded.iter().any(|run| run.contains(&at));
        let those = |wanted: bool| {
            all.iter().enumerate().filter(|(at, _)| is_folded(*at) == wanted).map(|(_, label)| label.clone()).collect()
        };
        let marked = |block: &Block| match block {
            Block::Verbatim { telling, .. } => telling.clone(),
            _ => None,
        };
        let open = blocks.iter().enumerate().filter(|(at, _)| !is_folded(*at));
        let telling = open.filter_map(|(_, block)| marked(block)).collect();
        Seen { telling, open: those(false), folded: those(true), notice: notice.unwrap_or_default(), all }
    }

    fn label(&self, block: &Block) -> String {
        match block {
            Block::Verbatim { title, .. } => {
                let day = title.split(' ').find(|word| word.len() == 10 && word.as_bytes()[4] == b'-');
                format!("note {}", day.unwrap_or(title))
            }
            block => self.labels.get(&serde_json::to_string(block).unwrap()).cloned().unwrap_or_else(|| "?".to_owned()),
        }
    }

    /// The room, for what else is asked of it.
    pub fn room(&mut self) -> &mut Room {
        &mut self.room
    }
}
