//! A file on its way in: each piece is written once, to where it stays.

use wasm_bindgen::prelude::*;

use super::engine::thrown;
use crate::error::{Code, Error};

/// A file that comes in pieces, in the engine's own memory; what it is given to takes it.
#[wasm_bindgen]
pub struct Incoming {
    bytes: Vec<u8>,
    length: usize,
}

#[wasm_bindgen]
impl Incoming {
    /// Returns room for a file of `length` bytes, of which none is there yet.
    ///
    /// # Errors
    /// `too-large` when there is no memory for it.
    #[wasm_bindgen(constructor)]
    pub fn new(length: usize) -> Result<Incoming, JsValue> {
        let mut bytes = Vec::new();
        let none = |_| thrown(Error::new(Code::TooLarge, "there is not enough memory for this file"));
        bytes.try_reserve_exact(length).map_err(none)?;
        Ok(Incoming { bytes, length })
    }

    /// Takes the next piece.
    ///
    /// # Errors
    /// `invalid-argument` when there are more bytes than were said; none of the piece is taken then.
    pub fn push(&mut self, piece: &js_sys::Uint8Array) -> Result<(), JsValue> {
        let at = self.bytes.len();
        let end = at.saturating_add(piece.length() as usize);
        if end > self.length {
            return Err(thrown(unlike(end, self.length)));
        }
        self.bytes.resize(end, 0);
        piece.copy_to(self.bytes.get_mut(at..).unwrap_or_default());
        Ok(())
    }
}

impl Incoming {
    /// Returns the file, all of whose bytes must be there.
    ///
    /// # Errors
    /// `invalid-argument` when some are missing.
    pub(super) fn whole(self) -> Result<Vec<u8>, JsValue> {
        if self.bytes.len() < self.length { Err(thrown(unlike(self.bytes.len(), self.length))) } else { Ok(self.bytes) }
    }
}

fn unlike(found: usize, length: usize) -> Error {
    Error::new(Code::InvalidArgument, "the file has another length than was said").found(found as u64, length as u64)
}
