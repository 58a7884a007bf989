//! Holds the texts of facts once that stand in many of them.

use crate::document::{Coded, Coding, Component, Fact, Field, Moment, Reading, Value};
use crate::shared::Pool;

/// Something made of values whose texts may stand elsewhere too.
pub(crate) trait Share {
    /// Puts the texts of `pool` in the place of those that equal them.
    fn share(&mut self, pool: &mut Pool);
}

impl<T: Share> Share for Option<T> {
    fn share(&mut self, pool: &mut Pool) {
        self.iter_mut().for_each(|each| each.share(pool));
    }
}

impl<T: Share> Share for Vec<T> {
    fn share(&mut self, pool: &mut Pool) {
        // What is read stays for as long as the records do: nothing is held for more to come.
        self.shrink_to_fit();
        self.iter_mut().for_each(|each| each.share(pool));
    }
}

impl Share for Value {
    fn share(&mut self, pool: &mut Pool) {
        pool.share(&mut self.text);
    }
}

impl Share for Moment {
    fn share(&mut self, pool: &mut Pool) {
        self.value.share(pool);
    }
}

impl Share for Coded {
    fn share(&mut self, pool: &mut Pool) {
        self.system.iter_mut().chain(&mut self.code).for_each(|text| pool.share(text));
        self.display.share(pool);
        self.term.share(pool);
        self.others.iter_mut().for_each(|other| other.share(pool));
    }
}

impl Share for Coding {
    fn share(&mut self, pool: &mut Pool) {
        self.system.iter_mut().for_each(|text| pool.share(text));
        pool.share(&mut self.code);
        self.term.share(pool);
    }
}

impl Share for Reading {
    fn share(&mut self, pool: &mut Pool) {
        match self {
            Reading::Quantity { value, unit, .. } => {
                value.share(pool);
                unit.share(pool);
            }
            Reading::Coded { answer } => answer.share(pool),
            Reading::Text { value } => value.share(pool),
        }
    }
}

impl Share for Component {
    fn share(&mut self, pool: &mut Pool) {
        self.code.share(pool);
        self.reading.share(pool);
    }
}

impl Share for Field {
    fn share(&mut self, pool: &mut Pool) {
        pool.share(&mut self.label);
        self.value.share(pool);
        self.unit.share(pool);
    }
}

impl Share for Fact {
    fn share(&mut self, pool: &mut Pool) {
        self.elsewhere.shrink_to_fit();
        self.code.share(pool);
        self.category.share(pool);
        self.status.share(pool);
        self.begun.share(pool);
        self.ended.share(pool);
        self.reading.share(pool);
        self.components.share(pool);
        self.fields.share(pool);
    }
}
