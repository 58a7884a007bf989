//! A vocabulary while it is made.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lists, Vocabulary, normalised_words};

/// Words of a name at most: what is longer nobody writes twice alike.
const MOST_WORDS: usize = 10;

/// What is known of a concept so far.
#[derive(Debug, Default)]
struct Entry {
    /// How it is called where people read it.
    label: String,
    /// Its names in the order they were given, each once.
    names: Vec<Vec<String>>,
    broader: BTreeSet<usize>,
    related: BTreeSet<usize>,
}

/// Concepts that are being brought together from lists, each under a key of its own.
#[derive(Debug, Default)]
pub struct Draft {
    keys: BTreeMap<String, usize>,
    entries: Vec<Entry>,
    /// The names that count in capitals alone.
    capitals: BTreeSet<Vec<String>>,
    /// The names that count however they are written.
    small: BTreeSet<Vec<String>>,
}

impl Draft {
    /// Returns a draft of all that `vocabulary` has, under keys that no list gives.
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let mut draft = Draft::default();
        let key = |concept: u32| format!("\u{1}{concept}");
        for at in 0..vocabulary.len() as u32 {
            let concept = draft.concept(&key(at));
            let label = vocabulary.label(super::ConceptId(at)).to_owned();
            draft.entries.get_mut(concept).into_iter().for_each(|entry| entry.label.clone_from(&label));
            for name in vocabulary.names_of.row(at as usize) {
                let words = vocabulary.name(*name).into_iter().map(str::to_owned).collect();
                let capitals = vocabulary.capitals.get(*name as usize).copied().unwrap_or(false);
                draft.add(concept, words, capitals);
            }
            for above in vocabulary.broader.row(at as usize) {
                draft.broader(&key(at), &key(*above));
            }
            for other in vocabulary.related.row(at as usize) {
                draft.related(&key(at), &key(*other));
            }
        }
        draft
    }

    /// Returns the number of concepts.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no concept.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn concept(&mut self, key: &str) -> usize {
        if let Some(known) = self.keys.get(key) {
            return *known;
        }
        self.keys.insert(key.to_owned(), self.entries.len());
        self.entries.push(Entry::default());
        self.entries.len() - 1
    }

    /// Gives the concept `key` a name, the first being the preferred one. `capitals` says that it counts only where a text has it in
    /// capitals; a name that any concept has without that counts however it is written.
    pub fn name(&mut self, key: &str, name: &str, capitals: bool) {
        let concept = self.concept(key);
        let words = normalised_words(name);
        if let Some(entry) = self.entries.get_mut(concept).filter(|entry| entry.label.is_empty() && !words.is_empty()) {
            name.clone_into(&mut entry.label);
        }
        self.add(concept, words, capitals);
    }

    /// Makes `name`, which the concept `key` has, its preferred one.
    pub fn prefer(&mut self, key: &str, name: &str) {
        let concept = self.concept(key);
        let words = normalised_words(name);
        if let Some(entry) = self.entries.get_mut(concept)
            && let Some(at) = entry.names.iter().position(|known| *known == words)
        {
            name.clone_into(&mut entry.label);
            let preferred = entry.names.remove(at);
            entry.names.insert(0, preferred);
        }
    }

    fn add(&mut self, concept: usize, words: Vec<String>, capitals: bool) {
        if words.is_empty() || words.len() > MOST_WORDS {
            return;
        }
        if capitals {
            self.capitals.insert(words.clone())
        } else {
            self.small.insert(words.clone())
        };
        if let Some(entry) = self.entries.get_mut(concept).filter(|entry| !entry.names.contains(&words)) {
            entry.names.push(words);
        }
    }

    /// Says that the concept `above` is broader than `key`: `key` is a kind of it.
    pub fn broader(&mut self, key: &str, above: &str) {
        let (concept, above) = (self.concept(key), self.concept(above));
        if let Some(entry) = self.entries.get_mut(concept).filter(|_| concept != above) {
            entry.broader.insert(above);
        }
    }

    /// Says that two concepts have to do with each other.
    pub fn related(&mut self, key: &str, other: &str) {
        let (concept, other) = (self.concept(key), self.concept(other));
        for (one, two) in [(concept, other), (other, concept)] {
            if let Some(entry) = self.entries.get_mut(one).filter(|_| one != two) {
                entry.related.insert(two);
            }
        }
    }

    /// Returns the vocabulary. Concepts without a name are left out, and what hangs on them; those that are left are in the order of
    /// their first mention.
    pub fn finish(self) -> Vocabulary {
        let mut numbers: Vec<Option<u32>> = Vec::with_capacity(self.entries.len());
        let mut count = 0;
        for entry in &self.entries {
            numbers.push((!entry.names.is_empty()).then_some(count));
            count += u32::from(!entry.names.is_empty());
        }
        let all: BTreeSet<&Vec<String>> = self.entries.iter().flat_map(|entry| &entry.names).collect();
        let distinct: BTreeSet<&str> = all.iter().flat_map(|name| name.iter().map(String::as_str)).collect();
        let mut vocabulary = Vocabulary::default();
        distinct.iter().for_each(|word| vocabulary.words.push(word));
        let numbered: BTreeMap<&str, u32> = distinct.into_iter().zip(0..).collect();
        // Numbers of words are in the order of the words, so that names are in the order of their numbers.
        for name in &all {
            vocabulary.names.push(name.iter().filter_map(|word| numbered.get(word.as_str()).copied()));
            vocabulary.capitals.push(self.capitals.contains(*name) && !self.small.contains(*name));
        }
        let named: BTreeMap<&Vec<String>, u32> = all.into_iter().zip(0..).collect();
        let mut concepts_of: Vec<Vec<u32>> = vec![Vec::new(); named.len()];
        let new = |old: &usize| numbers.get(*old).copied().flatten();
        for (entry, number) in self.entries.iter().zip(&numbers) {
            let Some(number) = *number else { continue };
            let names: Vec<u32> = entry.names.iter().filter_map(|name| named.get(name).copied()).collect();
            for name in &names {
                concepts_of.get_mut(*name as usize).into_iter().for_each(|concepts| concepts.push(number));
            }
            vocabulary.labels.push(&entry.label);
            vocabulary.names_of.push(names);
            vocabulary.broader.push(entry.broader.iter().filter_map(new));
            vocabulary.related.push(entry.related.iter().filter_map(new));
        }
        concepts_of.into_iter().for_each(|concepts| vocabulary.concepts_of.push(concepts));
        let mut vocabulary = vocabulary.derived();
        vocabulary.id = vocabulary.checksum();
        vocabulary
    }
}

impl Vocabulary {
    /// Returns the vocabulary with what follows from the rest: where the names of each word begin, and the kinds of each concept.
    pub(super) fn derived(mut self) -> Self {
        self.first = vec![0; self.words.len() + 1];
        for at in 0..self.names.len() {
            let head = self.names.row(at).first().map_or(0, |word| *word as usize);
            if let Some(next) = self.first.get_mut(head + 1) {
                *next = at as u32 + 1;
            }
        }
        let mut last = 0;
        for place in &mut self.first {
            last = last.max(*place);
            *place = last;
        }
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.names_of.len()];
        for at in 0..self.names_of.len() {
            for above in self.broader.row(at) {
                below.get_mut(*above as usize).into_iter().for_each(|kinds| kinds.push(at as u32));
            }
        }
        self.narrower = Lists::default();
        below.into_iter().for_each(|kinds| self.narrower.push(kinds));
        self
    }
}
