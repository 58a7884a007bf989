//! What the references of resources reach: resources of their own file first, then those of the files that came with it, as the
//! members of one archive do. An export in bulk has a file for every type of resource.
//!
//! Ids are unique within one server only. So nothing is reached from or in a Bundle of another file, which may be of anybody, and
//! nothing that two other files have.

use std::collections::HashMap;

use crate::digest::short;
use crate::document::{Coded, Elsewhere, FileIndex};

use super::note::Written;
use super::patient::Called;
use super::references::{Target, Targets, relative, unversioned};

/// What can be reached in one file.
#[derive(Debug, Default)]
pub(crate) struct Reachable {
    /// The index of the file.
    pub(crate) file: FileIndex,
    /// Whether other files reach it, and it reaches them.
    pub(super) open: bool,
    pub(super) targets: Targets,
    /// What the patients of the file are called, by their id.
    pub(super) called: HashMap<String, Called>,
    /// What the Binaries of the file hold, by every reference to them.
    pub(super) binaries: HashMap<String, Written>,
}

/// What can be reached in files that came together.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// By the index of the file.
    files: Vec<Reachable>,
    /// Where in `files` that is what a reference points at, by the hash of the reference, in those that are open; `None` where it is in
    /// several. Empty for a file alone.
    shared: HashMap<u128, Option<usize>>,
}

impl Together {
    /// Returns what can be reached in `files`, which are in the order of their indices.
    pub(crate) fn new(files: Vec<Reachable>) -> Self {
        let mut shared = HashMap::new();
        let open = files.iter().enumerate().filter(|(_, file)| file.open && files.len() > 1);
        for (at, file) in open {
            let binaries = file.binaries.keys().map(|reference| short(reference.as_bytes()));
            for key in file.targets.keys().chain(binaries) {
                shared.entry(key).and_modify(|one| *one = None).or_insert(Some(at));
            }
        }
        Together { files, shared }
    }

    /// Returns what is in reach of the file `own`.
    pub(super) fn from(&self, own: FileIndex) -> Reach<'_> {
        let at = self.files.binary_search_by_key(&own, |reachable| reachable.file).ok();
        Reach { own: at.and_then(|at| self.files.get(at)), together: self }
    }
}

/// What is in reach of one file.
#[derive(Clone, Copy)]
pub(super) struct Reach<'r> {
    own: Option<&'r Reachable>,
    together: &'r Together,
}

impl<'r> Reach<'r> {
    /// Returns what `find` finds for `reference` in the own file, else in the only other one where it is, with the index of that file.
    fn find<T>(self, reference: &str, find: impl Fn(&'r Reachable, &str) -> Option<T>) -> Option<(FileIndex, T)> {
        let reference = unversioned(reference);
        let find = |reachable: &'r Reachable| {
            let found = find(reachable, reference).or_else(|| find(reachable, relative(reference)?))?;
            Some((reachable.file, found))
        };
        let own = self.own?;
        find(own).or_else(|| {
            let one = |reference: &str| self.together.shared.get(&short(reference.as_bytes())).copied();
            let at = one(reference).or_else(|| one(relative(reference)?)).filter(|_| own.open)??;
            find(self.together.files.get(at)?)
        })
    }

    /// Returns what `reference` points at.
    pub(super) fn target(self, reference: &str) -> Option<&'r Target> {
        self.find(reference, |reachable, reference| reachable.targets.get(reference)).map(|(_, target)| target)
    }

    /// Returns what the patient `id` is called.
    pub(super) fn called(self, id: &str) -> Option<&'r Called> {
        let own = self.own?;
        let others = self.together.files.iter().filter(|file| own.open && file.open);
        std::iter::once(own).chain(others).find_map(|file| file.called.get(id))
    }

    /// Returns the clinical resource that `reference` points at, with what it is about, and where it stands.
    pub(super) fn about(self, reference: &str) -> Option<(&'r Coded, Elsewhere)> {
        match self.find(reference, |reachable, reference| reachable.targets.get(reference))? {
            (file, Target::About(coded, span)) => Some((coded, Elsewhere { file, span: *span })),
            _ => None,
        }
    }

    /// Returns what the Binary with that reference holds, by its own address or by the end of it, and its file.
    pub(super) fn binary(self, reference: &str) -> Option<(FileIndex, &'r Written)> {
        self.find(reference, |reachable, reference| reachable.binaries.get(reference))
    }
}
