//! The whole record of one patient at a glance: by time, and as series of numbers.

use super::Room;
use crate::brief::series::{self, Series};
use crate::brief::timeline::{self, Timeline};
use crate::document::PatientIndex;
use crate::error::{Code, Error, Result};

impl Room {
    /// Returns everything of `patient` that the records hold, in lanes by kind.
    ///
    /// # Errors
    /// `not-found` when there is no such patient; as [`refresh`](Self::refresh).
    pub fn timeline(&mut self, patient: PatientIndex) -> Result<Timeline> {
        self.has(patient)?;
        self.refresh()?;
        Ok(timeline::timeline(&self.records, self.index.as_slice(), patient))
    }

    /// Returns what was measured of `patient`, as series of numbers.
    ///
    /// # Errors
    /// As [`timeline`](Self::timeline).
    pub fn series(&mut self, patient: PatientIndex) -> Result<Vec<Series>> {
        self.has(patient)?;
        self.refresh()?;
        Ok(series::series(&self.records, self.index.as_slice(), patient))
    }

    /// Fails when there is no patient of this number.
    pub(super) fn has(&self, patient: PatientIndex) -> Result<()> {
        let is_there = self.records.patients.get(patient.0 as usize).is_some();
        is_there.then_some(()).ok_or_else(|| Error::new(Code::NotFound, "there is no patient with this number"))
    }
}
