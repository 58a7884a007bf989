//! An index made in many parts, one after the other, in time that grows with what there is and not with its square.

use super::postings::Postings;
use super::{Index, searchable, text_of};
use crate::document::{Passage, Records};
use crate::error::{Code, Error, Result};

/// An index that is being made. Nothing can be searched in it before its end.
#[derive(Debug, Default)]
pub struct Building {
    passages: Vec<Passage>,
    /// The postings of runs of passages, in order; of those before it each has more.
    parts: Vec<Postings>,
}

impl Building {
    /// Adds `passages`, pieces of documents of `records`, after those before.
    ///
    /// # Errors
    /// `invalid-argument` when a document or range of them does not exist.
    pub fn add(&mut self, records: &Records, passages: Vec<Passage>) -> Result<()> {
        for passage in &passages {
            text_of(records, passage)?;
        }
        let mut last = Postings::build(passages.iter().map(|passage| searchable(records, passage)));
        while let Some(mut before) = self.parts.pop_if(|before| before.passages() <= last.passages()) {
            before.append(&last);
            last = before;
        }
        self.parts.push(last);
        self.passages.extend(passages);
        Ok(())
    }

    /// Returns the passages that were added, of which only the references of facts may be changed: nothing is found by those.
    pub fn passages_mut(&mut self) -> &mut [Passage] {
        &mut self.passages
    }

    /// Returns the passages that were added.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// Returns how many passages were added.
    pub fn len(&self) -> usize {
        self.passages.len()
    }

    /// Returns whether no passage was added.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// Returns the index of all that was added: that of [`Index::build`].
    ///
    /// # Errors
    /// `invalid-argument` when two passages have one reference.
    pub fn finish(self) -> Result<Index> {
        let joined = self.parts.into_iter().rev().reduce(|after, mut before| {
            before.append(&after);
            before
        });
        let postings = joined.unwrap_or_default();
        let mut index = Index { passages: self.passages, postings, ..Index::default() };
        index.passages.shrink_to_fit();
        index.sort();
        let reference = |at: &super::PassageIndex| index.passage(*at).map(|passage| &passage.reference);
        let repeated =
            index.by_reference.windows(2).any(|pair| pair.first().map(reference) == pair.last().map(reference));
        if repeated {
            return Err(Error::new(Code::InvalidArgument, "a reference already names another text"));
        }
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk;
    use crate::ingest::read;
    use crate::progress::Unwatched;

    const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");

    #[test]
    fn parts_of_any_size_make_the_same_index() {
        let mut records = Records::default();
        read(&mut records, OKAFOR, &mut Unwatched).unwrap();
        let passages = chunk::passages(&records);
        let whole = Index::build(&records, passages.clone()).unwrap();
        for size in [1, 3, 7, 64, passages.len()] {
            let mut building = Building::default();
            for part in passages.chunks(size) {
                building.add(&records, part.to_vec()).unwrap();
            }
            assert_eq!((building.len(), building.is_empty()), (passages.len(), false));
            assert_eq!(building.finish().unwrap(), whole, "{size}");
        }
        assert_eq!(Building::default().finish().unwrap(), Index::default());
    }

    #[test]
    fn no_reference_names_two_passages() {
        let mut records = Records::default();
        read(&mut records, OKAFOR, &mut Unwatched).unwrap();
        let passages = chunk::passages(&records);
        let mut building = Building::default();
        building.add(&records, passages.clone()).unwrap();
        building.add(&records, passages[..1].to_vec()).unwrap();
        assert_eq!(building.finish().unwrap_err().code(), Code::InvalidArgument);
        let mut none = Building::default();
        assert_eq!(none.add(&Records::default(), passages).unwrap_err().code(), Code::InvalidArgument);
    }
}
