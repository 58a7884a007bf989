//! Files that are read as they stream by.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::engine::{Engine, thrown};
use crate::error::{Code, Error};
use crate::ingest::Stream;

/// Bytes of a page of WebAssembly's memory.
const PAGE_BYTES: usize = 1 << 16;

#[wasm_bindgen]
impl Engine {
    /// Returns whether a file that begins with `head`, its first MiB or all of it, can be read as it streams by.
    #[wasm_bindgen(js_name = canStream)]
    pub fn can_stream(head: &[u8]) -> bool {
        Stream::fits(head)
    }

    /// Begins to read a file whose first bytes are `head`, which are to be pushed, too, and returns its number.
    #[wasm_bindgen(js_name = beginStream)]
    pub fn begin_stream(&mut self, head: &[u8]) -> u32 {
        let id = self.next_stream;
        self.next_stream += 1;
        self.streams.insert(id, Stream::begin(head));
        id
    }

    /// Hands over the next bytes of file `id`. Whatever this throws, the file is given up then.
    ///
    /// # Errors
    /// `malformed` or `too-large`; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = pushStream)]
    pub fn push_stream(&mut self, id: u32, bytes: &[u8]) -> Result<(), JsValue> {
        let mut stream = self.take_stream(id)?;
        stream.push(bytes).map_err(thrown)?;
        self.streams.insert(id, stream);
        Ok(())
    }

    /// Reads no more of file `id`, for want of memory; what is still pushed counts for its hash alone.
    ///
    /// # Errors
    /// `not-found` for an unknown file.
    #[wasm_bindgen(js_name = stopStream)]
    pub fn stop_stream(&mut self, id: u32) -> Result<(), JsValue> {
        let mut stream = self.take_stream(id)?;
        stream.stop();
        self.streams.insert(id, stream);
        Ok(())
    }

    /// Adds file `id` to the room. The file is forgotten, whatever comes of it.
    ///
    /// # Errors
    /// `malformed` or `unsupported` when nothing in it could be read; `not-found` for an unknown file.
    #[wasm_bindgen(js_name = finishStream, unchecked_return_type = "Added")]
    pub fn finish_stream(&mut self, id: u32) -> Result<JsValue, JsValue> {
        let stream = self.take_stream(id)?;
        to_js(&self.room.finish_stream(stream).map_err(thrown)?)
    }

    /// Gives file `id` up; nothing of it was added. Returns whether it was being read.
    #[wasm_bindgen(js_name = abandonStream)]
    pub fn abandon_stream(&mut self, id: u32) -> bool {
        self.room.settle();
        self.streams.remove(&id).is_some()
    }

    /// Returns the bytes of memory that the engine has taken. It never gives any back, and can have no more than 4 GiB.
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes() -> f64 {
        (core::arch::wasm32::memory_size(0) * PAGE_BYTES) as f64
    }

    fn take_stream(&mut self, id: u32) -> Result<Stream, JsValue> {
        let not_found = || thrown(Error::new(Code::NotFound, "this file is not being read any more; add it again"));
        self.streams.remove(&id).ok_or_else(not_found)
    }
}
