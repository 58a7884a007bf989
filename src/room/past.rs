//! Records and an index that others have taken the place of, let go of in turns: freeing thousands of small pieces takes time, too.

use crate::document::Records;
use crate::index::Index;

/// What is not needed any more.
#[derive(Debug, Default)]
pub(super) struct Past {
    records: Option<Records>,
    index: Option<Index>,
}

impl Past {
    /// Takes what is to be let go of; what was there before goes at once.
    pub(super) fn take(&mut self, records: Option<Records>, index: Index) {
        *self = Past { records, index: Some(index) };
    }

    /// Lets go of about `most` documents or passages, and returns whether that was all.
    pub(super) fn shed(&mut self, most: usize) -> bool {
        if let Some(records) = &mut self.records {
            let stay = records.documents.len().saturating_sub(most);
            records.documents.truncate(stay);
            if stay > 0 {
                return false;
            }
            self.records = None;
            return self.index.is_none();
        }
        if let Some(index) = &mut self.index {
            if index.shed(most) {
                self.index = None;
            }
            return self.index.is_none();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk;
    use crate::ingest::read;
    use crate::progress::Unwatched;

    #[test]
    fn whatever_the_steps_all_of_it_goes() {
        let mut records = Records::default();
        read(&mut records, include_bytes!("../../examples/records/okafor.json"), &mut Unwatched).unwrap();
        let index = Index::build(&records, chunk::passages(&records)).unwrap();
        assert!(Past::default().shed(1), "there is nothing");
        for most in [1, 7, usize::MAX] {
            let mut past = Past::default();
            past.take(Some(records.clone()), index.clone());
            let mut steps = 1;
            while !past.shed(most) {
                steps += 1;
            }
            assert!(past.records.is_none() && past.index.is_none());
            assert!(steps >= 2 && (most > 1 || steps >= records.documents.len() + index.len()), "{most}: {steps}");
        }
    }
}
