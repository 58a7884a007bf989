//! The whole record of one patient at a glance: by time, and as series of numbers.

use jiff::civil::Date;

use super::Room;
use crate::brief::series::{self, Series};
use crate::brief::timeline::{self, Timeline};
use crate::brief::{self, Brief};
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

    /// Returns the day of the latest visit of `patient`, or of the latest entry where there is none.
    ///
    /// # Errors
    /// As [`timeline`](Self::timeline).
    pub fn last_visit(&mut self, patient: PatientIndex) -> Result<Option<Date>> {
        self.has(patient)?;
        self.refresh()?;
        Ok(timeline::last_visit(&self.records, patient))
    }

    /// Returns what is new of `patient` since `since`, as [`brief`](Self::brief) does, without the boxes of its entries.
    ///
    /// # Errors
    /// As [`timeline`](Self::timeline).
    pub fn points(&mut self, patient: PatientIndex, since: Date) -> Result<Brief> {
        self.has(patient)?;
        self.refresh()?;
        Ok(brief::brief(&self.records, patient, since))
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
