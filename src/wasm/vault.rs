//! The form of what is kept between sessions, as JavaScript sees it; see [`crate::vault`].

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::convert::{from_js, to_js};
use super::failure::failure;
use crate::error::{Code, Error};
use crate::vault::{self, Catalogue, Heads, Lock, ObjectName, Place, Segment, Slot, Source};

/// What a store holds, and the changes made to it. It reads and writes bytes, and neither stores nor encrypts them.
#[wasm_bindgen]
pub struct Vault {
    heads: Heads,
    open: Option<vault::Vault>,
}

#[derive(Serialize)]
struct HeadView<'a> {
    slot: Slot,
    sequence: u64,
    locks: &'a [Lock],
}

#[derive(Serialize)]
struct HeadsView<'a> {
    whole: Vec<HeadView<'a>>,
    torn: &'a [Slot],
}

fn thrown(error: Error) -> JsValue {
    failure(&error)
}

fn closed() -> JsValue {
    thrown(Error::internal("the store is not open"))
}

#[wasm_bindgen]
impl Vault {
    /// Returns what the two slots of a store hold; `undefined` is an empty slot.
    ///
    /// # Errors
    /// `unsupported` when a newer version wrote one of them.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] a: Option<Vec<u8>>,
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] b: Option<Vec<u8>>,
    ) -> Result<Vault, JsValue> {
        Ok(Vault { heads: vault::heads(a.as_deref(), b.as_deref()).map_err(thrown)?, open: None })
    }

    /// Returns the heads that were found, newest first, with their locks.
    ///
    /// # Errors
    /// `internal` when they cannot be converted.
    #[wasm_bindgen(unchecked_return_type = "VaultHeads")]
    pub fn heads(&self) -> Result<JsValue, JsValue> {
        let views = self.heads.whole.iter().map(|(slot, head)| HeadView {
            slot: *slot,
            sequence: head.sequence,
            locks: &head.locks,
        });
        to_js(&HeadsView { whole: views.collect(), torn: &self.heads.torn })
    }

    /// Returns the sealed catalogue of head `number`, counted from the newest.
    ///
    /// # Errors
    /// `not-found` when there is no such head.
    pub fn sealed(&self, number: usize) -> Result<Vec<u8>, JsValue> {
        Ok(self.head(number)?.1.sealed.clone())
    }

    /// Returns the associated data with which that catalogue was sealed.
    ///
    /// # Errors
    /// `not-found` when there is no such head.
    #[wasm_bindgen(js_name = associatedOf)]
    pub fn associated_of(&self, number: usize) -> Result<Vec<u8>, JsValue> {
        Ok(self.head(number)?.1.associated())
    }

    /// Opens the store at head `number`; `plain` is its catalogue, opened, and `earlier` that of the other head, where
    /// it could be opened.
    ///
    /// # Errors
    /// `malformed` when the catalogue is damaged; `unsupported` when a newer version wrote it.
    pub fn open(
        &mut self,
        number: usize,
        plain: &[u8],
        #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] earlier: Option<Vec<u8>>,
    ) -> Result<(), JsValue> {
        let earlier = earlier.and_then(|plain| Catalogue::unpack(&plain).ok());
        let (slot, head) = self.head(number)?;
        self.open = Some(vault::Vault::open(*slot, head, plain, earlier.as_ref()).map_err(thrown)?);
        Ok(())
    }

    /// Begins a new, empty store with these locks.
    ///
    /// # Errors
    /// `invalid-argument` for locks of no known form.
    pub fn create(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VaultLock[]")] locks: JsValue,
    ) -> Result<(), JsValue> {
        self.open = Some(vault::Vault::create(locks_of(locks)?));
        Ok(())
    }

    /// Replaces the locks; they are kept with the next change.
    ///
    /// # Errors
    /// `invalid-argument` for locks of no known form.
    #[wasm_bindgen(js_name = setLocks)]
    pub fn set_locks(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VaultLock[]")] locks: JsValue,
    ) -> Result<(), JsValue> {
        let locks = locks_of(locks)?;
        self.store()?.set_locks(locks);
        Ok(())
    }

    /// Returns the locks of the open store.
    ///
    /// # Errors
    /// `internal` when it is not open.
    #[wasm_bindgen(unchecked_return_type = "VaultLock[]")]
    pub fn locks(&self) -> Result<JsValue, JsValue> {
        to_js(self.open.as_ref().ok_or_else(closed)?.locks())
    }

    /// Returns the catalogue as it is kept.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(unchecked_return_type = "VaultCatalogue")]
    pub fn catalogue(&self) -> Result<JsValue, JsValue> {
        to_js(self.open.as_ref().ok_or_else(closed)?.kept())
    }

    /// Stages a source file whose objects were saved. A file with the same hash is replaced.
    ///
    /// # Errors
    /// `invalid-argument` when `source` is not of that form.
    #[wasm_bindgen(js_name = stageSource)]
    pub fn stage_source(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VaultSource")] source: JsValue,
    ) -> Result<(), JsValue> {
        let source: Source = from_js(source)?;
        let staged = self.store()?.staged();
        staged.sources.retain(|each| each.sha256 != source.sha256);
        staged.sources.push(source);
        Ok(())
    }

    /// Stages the removal of the source file with this hash, of every vector and of the index. Returns whether there is such a file.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(js_name = unstageSource)]
    pub fn unstage_source(&mut self, sha256: &str) -> Result<bool, JsValue> {
        Ok(self.store()?.staged().remove_source(sha256))
    }

    /// Stages vectors whose objects were saved, beside those there are or, with `alone`, in their place.
    ///
    /// # Errors
    /// `invalid-argument` when `segment` is not of that form.
    #[wasm_bindgen(js_name = stageSegment)]
    pub fn stage_segment(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VaultSegment")] segment: JsValue,
        alone: bool,
    ) -> Result<(), JsValue> {
        let segment: Segment = from_js(segment)?;
        let segments = &mut self.store()?.staged().segments;
        if alone {
            segments.clear();
        }
        segments.push(segment);
        Ok(())
    }

    /// Stages the page's state, whose objects were saved.
    ///
    /// # Errors
    /// `invalid-argument` for what are no names of objects.
    #[wasm_bindgen(js_name = stagePage)]
    pub fn stage_page(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string[]")] objects: JsValue,
    ) -> Result<(), JsValue> {
        let objects: Vec<ObjectName> = from_js(objects)?;
        self.store()?.staged().page = objects;
        Ok(())
    }

    /// Stages the index, whose objects were saved.
    ///
    /// # Errors
    /// `invalid-argument` for what are no names of objects.
    #[wasm_bindgen(js_name = stageIndex)]
    pub fn stage_index(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string[]")] objects: JsValue,
    ) -> Result<(), JsValue> {
        let objects: Vec<ObjectName> = from_js(objects)?;
        self.store()?.staged().index = objects;
        Ok(())
    }

    /// Stages a run of parts of the library at `path`, in objects that were saved, beside those of the same pack or, with `alone`, in their place.
    ///
    /// # Errors
    /// `invalid-argument` for what are no names of objects.
    #[wasm_bindgen(js_name = stageLibrary)]
    pub fn stage_library(
        &mut self,
        path: &str,
        fingerprint: &str,
        bytes: f64,
        #[wasm_bindgen(unchecked_param_type = "string[]")] objects: JsValue,
        alone: bool,
    ) -> Result<(), JsValue> {
        let objects: Vec<ObjectName> = from_js(objects)?;
        let place = if alone { Place::Alone } else { Place::Beside };
        self.store()?.staged().add_library(path, fingerprint, bytes as u64, objects, place);
        Ok(())
    }

    /// Stages the removal of what is kept of the library at `path`. Returns whether there is any.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(js_name = unstageLibrary)]
    pub fn unstage_library(&mut self, path: &str) -> Result<bool, JsValue> {
        Ok(self.store()?.staged().remove_library(path))
    }

    /// Takes back what was staged.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    pub fn withdraw(&mut self) -> Result<(), JsValue> {
        self.store()?.withdraw();
        Ok(())
    }

    /// Returns the bytes of the staged catalogue, to be sealed.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(js_name = draftPlain)]
    pub fn draft_plain(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.open.as_ref().ok_or_else(closed)?.draft().map_err(thrown)?.plain)
    }

    /// Returns the associated data to seal them with.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(js_name = draftAssociated)]
    pub fn draft_associated(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.open.as_ref().ok_or_else(closed)?.draft().map_err(thrown)?.associated)
    }

    /// Returns the slot that the next head goes to.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(js_name = nextSlot, unchecked_return_type = "'a' | 'b'")]
    pub fn next_slot(&self) -> Result<JsValue, JsValue> {
        let (slot, _) = self.open.as_ref().ok_or_else(closed)?.write(Vec::new()).map_err(thrown)?;
        to_js(&slot)
    }

    /// Returns the bytes of the next head; `sealed` is the draft, sealed.
    ///
    /// # Errors
    /// `malformed` for locks of no known form.
    #[wasm_bindgen(js_name = nextHead)]
    pub fn next_head(&self, sealed: Vec<u8>) -> Result<Vec<u8>, JsValue> {
        Ok(self.open.as_ref().ok_or_else(closed)?.write(sealed).map_err(thrown)?.1)
    }

    /// Takes note that the head was written, and returns the names of the objects to be removed.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn committed(&mut self) -> Result<JsValue, JsValue> {
        let removable = self.store()?.committed().map_err(thrown)?;
        to_js(&removable)
    }

    /// Returns those of `names` that nothing leads to.
    ///
    /// # Errors
    /// `internal` when the store is not open.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn orphans(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string[]")] names: JsValue,
    ) -> Result<JsValue, JsValue> {
        let names: Vec<String> = from_js(names)?;
        let names = names.iter().filter_map(|name| ObjectName::parse(name).ok());
        to_js(&self.open.as_ref().ok_or_else(closed)?.orphans(names))
    }

    fn head(&self, number: usize) -> Result<&(Slot, vault::Head), JsValue> {
        self.heads.whole.get(number).ok_or_else(|| thrown(Error::new(Code::NotFound, "there is no such head")))
    }

    fn store(&mut self) -> Result<&mut vault::Vault, JsValue> {
        self.open.as_mut().ok_or_else(closed)
    }
}

fn locks_of(locks: JsValue) -> Result<Vec<Lock>, JsValue> {
    let locks: Vec<Lock> = from_js(locks)?;
    locks.iter().try_for_each(Lock::check).map_err(thrown)?;
    Ok(locks)
}

/// Returns the associated data with which the object `name` is sealed.
///
/// # Errors
/// `invalid-argument` unless it is 32 hexadecimal digits.
#[wasm_bindgen(js_name = objectAssociated)]
pub fn object_associated(name: &str) -> Result<Vec<u8>, JsValue> {
    Ok(ObjectName::parse(name).map_err(thrown)?.associated())
}
